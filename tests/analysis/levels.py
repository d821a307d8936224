#!/usr/bin/env python3
"""Every level against a table of the one below it, at each number of seats: is it better?

    levels.py RAZZIA FOLDER [--games N] [--part N] GAME:SEATS …

Each row is played in parts, one after another through all rows, until it has had so many games; a part is a contest of
`razzia arena` with a seed of its own. What a move looks at is counted in positions, so the same part is the same everywhere. What
was found is kept in FOLDER, a line a part: the same call goes on where it was stopped. With - as FOLDER nothing is kept. Fails if
the lower end of an interval (95 %) is below 1.1 times what is even.
"""
import json
import math
import subprocess

import keeping

LEVELS = ["random", "novice", "casual", "club", "expert", "master"]
MASTER = {"loot": "master:300n", "bars": "master:1000n", "mice": "master:400n"}
LEAST = 1.1


def name_of(level, game):
    return MASTER.get(game, "master:300n") if level == "master" else level


def play(options, game, seats, bots, part):
    done = subprocess.run([options.razzia, "arena", game, "--seats", str(seats), "--bots", bots, "--games", str(options.part), "--seed",
                           str(9000 + part), "--jobs", "1", "--json"], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{game} {seats} {bots}: {done.stderr.strip()}")
    told = json.loads(done.stdout)
    return {"bots": bots, "part": part, "games": told["games"], "share": told["win_share"], "half": told["win_share"] - told["win_share_95"][0]}


def sum_up(parts):
    """Games, share of wins and half the width of its interval, over all parts."""
    games = sum(part["games"] for part in parts)
    share = sum(part["games"] * part["share"] for part in parts) / games
    return games, share, math.sqrt(sum((part["games"] * part["half"]) ** 2 for part in parts)) / games


class Row:
    """A level among those below it."""

    def __init__(self, options, table, number):
        self.options, self.table = options, table
        self.game, seats = table.split(":")
        self.seats = int(seats)
        self.bots = ",".join(name_of(level, self.game) for level in LEVELS[number:number - 2 if number > 1 else None:-1])
        self.path = options.folder / f"{table.replace(':', '-')}.jsonl"
        self.parts = [part for part in map(json.loads, keeping.read_whole_lines(self.path)) if part["bots"] == self.bots]

    def games(self):
        return sum(part["games"] for part in self.parts)

    def go_on(self):
        self.parts.append(play(self.options, self.game, self.seats, self.bots, len(self.parts)))
        with self.path.open("a") as kept:
            kept.write(json.dumps(self.parts[-1]) + "\n")

    def show(self):
        games, share, half = sum_up(self.parts)
        times = (share - half) * self.seats
        print(f"| `{self.game}` | {self.seats} | {self.bots} | {games} | {share:.3f} ± {half:.3f} | {times:.2f} |", flush=True)
        return times >= LEAST


def measure_all(options):
    rows = [Row(options, table, number) for table in options.tables for number in range(1, len(LEVELS))]
    while todo := [row for row in rows if row.games() < options.games]:
        for row in todo:
            row.go_on()
    print("| game | seats | bots | games | share of wins | lower end, times even |\n|---|---|---|---|---|---|")
    return all([row.show() for row in rows])


if __name__ == "__main__":
    keeping.run("razzia", {"games": 1200, "part": 60}, measure_all)
