#!/usr/bin/env python3
"""The long form of what ./check runs for seconds: piece after piece, each with seeds of its own, going on where it
stopped the last time (build-soak/long.txt). All of it is watched by sanitizers.

    tests/long.py [NAME...] [--until AMOUNT] [--seconds S] [--jobs N]     until each name has its amount
    tests/long.py --figures                                               how far all of them have come

Names: see RUNS; without one all take turns. A piece that fails ends everything with its last lines, its seed is in
them, and the next time it is the first again."""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = "build-soak"
LEDGER = ROOT / BUILD / "long.txt"
GAMES = (ROOT / "src/games/list").read_text().split()
FUZZERS = sorted(path.stem for path in (ROOT / "tests/fuzz").glob("*.c"))

# Name: how many at most, of what; how many a piece has; the piece from seed {first} on. Where a pattern is given the
# pieces say themselves how many it was.
RUNS = {
    "box": (100_000, "seeds of the server in a box", 500, f"{BUILD}/tests/serve/box run {{first}} 500", None),
    "power": (10_000, "power cuts", 500, f"{BUILD}/tests/store/store_faults power 500 {{first}}", None),
    "disk": (10_000, "disks that fail", 500, f"{BUILD}/tests/store/store_faults errors 500 {{first}}", None),
    "kill": (1_000, "servers killed", 20, f"python3 tests/serve/lost.py {BUILD}/razzia {BUILD}/tests/serve/chooser 20", None),
    **{f"properties-{game}": (10**9 // len(GAMES), "actions, every property held", 1_000_000,
                              f"{BUILD}/tests/test_properties {game} 250000 {{first}}", r"(\d+) actions")
       for game in GAMES},
    **{f"records-{game}": (10_000, "games checked by other rules", 25,
                           f"tests/perft/check_records.sh {BUILD}/tests/random_records {BUILD}/tests/count_choices "
                           f"tests/perft/{game}.py {game} 25 {{first}}", None)
       for game in GAMES if (ROOT / "tests/perft" / f"{game}.py").exists()},
    **{f"worlds-{game}": (10**8 // len(GAMES), "actions in two worlds that look alike", 1_000_000,
                          f"{BUILD}/tests/test_worlds {game} 250000 {{first}}", r"(\d+) actions")
       for game in GAMES},
    **{f"fuzz-{what}": (10**8 // len(FUZZERS), "executions", 100_000,
                        f"tests/fuzz/run.sh {what} 100000 {{first}}", r"Done (\d+) runs")
       for what in FUZZERS},
}
TARGETS = ["razzia", "tests/serve/box", "tests/serve/chooser", "tests/store/store_faults", "tests/test_properties", "tests/test_worlds",
           "tests/random_records", "tests/count_choices"]


def read_ledger():
    """{name: amount}, and how many pieces that were."""
    amounts, pieces = {name: 0 for name in RUNS}, {name: 0 for name in RUNS}
    for line in LEDGER.read_text().splitlines() if LEDGER.exists() else []:
        name, amount = line.split()
        if name in RUNS:
            amounts[name] += int(amount)
            pieces[name] += 1
    return amounts, pieces


def build():
    os.chdir(ROOT)
    if not (ROOT / BUILD / "build.ninja").exists():
        subprocess.run(["meson", "setup", BUILD, "--buildtype=debugoptimized", "-Db_ndebug=false", "-Dweb=false",
                        "-Db_sanitize=address,undefined", "-Db_lundef=false"],
                       check=True, stdout=subprocess.DEVNULL, env={"CC": "clang", **os.environ})
    subprocess.run(["ninja", "-C", BUILD, *TARGETS], check=True, stdout=subprocess.DEVNULL)


def run_piece(name, number):
    """How many it was; None if it failed. Each piece has its own seeds."""
    _, _, size, command, pattern = RUNS[name]
    words = command.format(first=1 + number * size).split()
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          check=False)
    if done.returncode != 0:
        print(f"{name} fails: {' '.join(words)}", *done.stdout.splitlines()[-30:], sep="\n", flush=True)
        return None
    return sum(map(int, re.findall(pattern, done.stdout))) if pattern else size


def work(names, options):
    until = time.monotonic() + options.seconds
    _, pieces = read_ledger()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        while time.monotonic() < until:
            amounts, _ = read_ledger()
            left = [n for n in names if amounts[n] < (options.until or RUNS[n][0])]
            if not left:
                return 0
            turn = [left[i % len(left)] for i in range(options.jobs)]
            started = []
            for name in turn:
                started.append((name, pool.submit(run_piece, name, pieces[name])))
                pieces[name] += 1
            for name, piece in started:
                if piece.result() is None:
                    return 1
                with open(LEDGER, "a", encoding="utf-8") as out:
                    out.write(f"{name} {piece.result()}\n")
            names = names[options.jobs % len(names):] + names[:options.jobs % len(names)]
    return 0


def tell_figures():
    for name, amount in read_ledger()[0].items():
        print(f"{name:16} {amount:12,} of {RUNS[name][0]:,} {RUNS[name][1]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--until", type=int, help="this many instead of the usual number")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--figures", action="store_true")
    options = parser.parse_args()
    for name in options.names:
        if name not in RUNS:
            parser.error(f"nothing is called {name}: {', '.join(RUNS)}")
    status = 0
    if not options.figures:
        build()
        status = work(options.names or list(RUNS), options)
    tell_figures()
    return status


if __name__ == "__main__":
    sys.exit(main())
