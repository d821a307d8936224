#!/usr/bin/env python3
"""Levels above novice do not pay more for nothing: follies.py RAZZIA NETS

In loot, who wins an auction at an empty table gets a cheque alone. That one bids more for it than it is worth is
a folly, of at most one game in twenty."""
import json
import subprocess
import sys

GAMES = 40


def count_follies(razzia, nets, level, seats):
    said = subprocess.run([razzia, "simulate", "loot", "--seats", str(seats), "--bots", level, "--games", str(GAMES),
                           "--seed", "77", "--nets", nets, "--record", "-"], capture_output=True, text=True, check=True)
    won = [json.loads(line) for line in said.stdout.splitlines() if '"do":"won"' in line]
    assert len(won) > 5 * GAMES, f"{level}: nothing was won"
    return sum(not w["loot"] and w["cheque"] > w["took"] for w in won)


def main():
    razzia, nets = sys.argv[1:]
    assert count_follies(razzia, nets, "novice", 3) > GAMES / 10, "novice: follies are not noticed"
    for level in ["casual", "club", "expert"]:
        for seats in [3, 5]:
            follies = count_follies(razzia, nets, level, seats)
            assert follies <= GAMES / 20, f"{level}, {seats} seats: {follies} follies in {GAMES} games"


if __name__ == "__main__":
    main()
