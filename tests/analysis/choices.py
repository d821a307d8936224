#!/usr/bin/env python3
"""The judge's choices against rollouts, at positions drawn from games among masters.

    choices.py RAZZIA FOLDER [--positions N] [--first NUMBER] [--deals N] [--bot BOT] GAME:SEATS …

In a record one choice is replaced by another legal one, drawn at random: a planted error. The position before it is rolled out:
the three choices that the judge likes most, and the planted one, with the same deals, until one is clear or there were so many
deals. Best: is what is clearly best the judge's choice? Planted: are errors that cost 5 points or more marked by analyse?
What was found is kept in FOLDER, a line a position: the same call goes on where it was stopped. With - as FOLDER nothing is
kept. A number is always the same position, so --first measures others than before. Fails if fewer than 90 % are marked of planted
errors that cost 5 points or more and certainly something.
"""
import json
import pathlib
import random
import subprocess
import tempfile

import keeping

PLANTED_LEAST, MARKED_LEAST = 0.05, 0.9


def ask(options, *args):
    done = subprocess.run([options.razzia, *map(str, args)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, args))}: {done.stderr.strip()}")
    return done.stdout


def is_choice(line):
    return isinstance(line.get("by"), int)


def draw_error(hint, chosen, rng):
    """Some other legal choice, or None if there is none."""
    others = [choice["action"] for choice in hint["choices"] if choice["action"] != chosen]
    return rng.choice(others) if others else None


def is_marked(options, path, at):
    told = json.loads(ask(options, "analyse", path, "--json"))
    return any(d["line"] == at and d["mark"] != "fine" for d in told["decisions"])


def chosen_at_once(lines, at):
    """What others choose together with the choice of that line, after it: without them analyse has nothing to say of it yet."""
    end = at + 1
    while end < len(lines) and json.loads(lines[end]).get("do") == "play":
        end += 1
    return lines[at + 1:end] if json.loads(lines[at])["do"] == "play" else []


def plant_error(options, game, seats, number, path):
    """Writes a record up to a choice that was replaced; returns its line and the choice."""
    rng = random.Random(f"{game} {seats} {number}")
    path.write_text(ask(options, "simulate", game, "--seats", seats, "--bots", options.bot, "--games", 1, "--seed", number,
                        "--jobs", 1, "--record", "-"))
    lines = path.read_text().splitlines()
    places = [at for at, line in enumerate(lines) if at and is_choice(json.loads(line))]
    while True:
        at = rng.choice(places)
        error = draw_error(json.loads(ask(options, "hint", path, "--at", at, "--json")), json.loads(lines[at]), rng)
        if error:
            path.write_text("\n".join([*lines[:at], json.dumps(error), *chosen_at_once(lines, at)]) + "\n")
            return at, error


def measure(options, game, seats, number, path):
    """One position: what is found there."""
    at, error = plant_error(options, game, seats, number, path)
    told = json.loads(ask(options, "rollout", path, "--at", at, "--json", "--vary", "none", "--games", options.deals, "--seed", 1,
                          "--jobs", 1, "--bots", options.bot, "--seat", error["by"]))  # others' cards are drawn anew
    judged = max(told["choices"], key=lambda choice: choice["judged"])
    planted = next(choice for choice in told["choices"] if choice["action"] == error)
    return {"number": number, "line": at, "clear": told["clear"], "same": told["best"] == judged["action"],
            "less": judged["less"], "width": judged["less_half_width"], "cost": planted["less"],
            "cost_width": planted["less_half_width"], "marked": is_marked(options, path, at)}


def measure_all(options, game, seats):
    path = options.folder / f"choices-{game}-{seats}.jsonl"
    found = [json.loads(line) for line in keeping.read_whole_lines(path)]
    with tempfile.TemporaryDirectory() as folder, path.open("a") as out:
        for number in range(options.first + len(found), options.first + options.positions):
            found.append(measure(options, game, seats, number, pathlib.Path(folder) / "game.jsonl"))
            out.write(json.dumps(found[-1]) + "\n")
            out.flush()
    return found[:options.positions]


def percent(part, whole):
    return f"{part} of {whole}" + (f" ({100 * part / whole:.0f} %)" if whole else "")


def show(found):
    clear = [one for one in found if one["clear"]]
    costly = [one for one in found if one["cost"] >= PLANTED_LEAST]
    certain = [one for one in costly if one["cost"] - one["cost_width"] > 0]
    differs = [one for one in found if one["less"] - one["width"] > 0]
    print(f"  best: the judge's choice is clearly worse than another in {percent(len(differs), len(found))}")
    print(f"  best: clear in {percent(len(clear), len(found))}; the judge's there in "
          f"{percent(sum(one['same'] for one in clear), len(clear))}")
    marked = sum(one["marked"] for one in certain)
    print(f"  planted: {percent(sum(one['marked'] for one in costly), len(costly))} of those that cost 5 points or more are marked;"
          f" where the cost is certain {percent(marked, len(certain))}", flush=True)
    return marked >= MARKED_LEAST * len(certain)


def show_all(options):
    good = True
    for table in options.tables:
        game, seats = table.split(":")
        print(f"{game} for {seats}", flush=True)
        good &= show(measure_all(options, game, int(seats)))
    return good


if __name__ == "__main__":
    keeping.run("razzia", {"positions": 100, "first": 1, "deals": 512}, show_all)
