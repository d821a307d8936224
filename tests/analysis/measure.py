#!/usr/bin/env python3
"""How true judged chances come, whether luck is fair, and how much stays unexplained, over many games among masters.

    measure.py BUILD FOLDER [--positions N] [--games N] [--bot BOT] GAME:SEATS …

One position of each of N games (--positions) is compared with how the game ended; N whole games (--games) are analysed: whether luck
is fair, what stays unexplained, and how much less the results vary when luck is taken out of them, as a rollout does it. What was
played is kept in FOLDER, line by line: the same call goes on where it was stopped, and one with larger numbers adds to it.
With - as FOLDER nothing is kept. Fails if a decile is off by more than 3 points beyond its 95 % interval, or luck is not 0 within its 99.9 % interval.
"""
import math
import pathlib
import statistics
import subprocess

import keeping

ROOT = pathlib.Path(__file__).resolve().parents[2]
SURE, VERY_SURE = 1.96, 3.29
ALLOWED = 0.03


def read_rows(path, numbers):
    rows = [[float(word) for word in line.split()] for line in keeping.read_whole_lines(path)]
    return [row for row in rows if len(row) == numbers]


KINDS = {"positions": 2, "games": 3}  # numbers a seat


def play(options, kind, game, seats, wanted):
    path = options.folder / f"{kind}-{game}-{seats}-{options.bot.replace(':', '-')}.txt"
    numbers = 1 + KINDS[kind] * seats
    there = len(read_rows(path, numbers))
    if there < wanted:
        with path.open("a") as out:
            subprocess.run([options.build / "tests/judged", kind, game, str(seats), str(there), str(wanted - there), options.bot,
                            ROOT / "nets"], stdout=out, check=True)
    return read_rows(path, numbers)[:wanted]


def mean_and_width(numbers, sure):
    mean = sum(numbers) / len(numbers)
    variance = sum((x - mean) ** 2 for x in numbers) / max(len(numbers) - 1, 1)
    return mean, sure * math.sqrt(variance / len(numbers))


def wilson(came, n):
    """The interval of a share: right for few and for extreme ones, too."""
    square = SURE * SURE
    middle = (came + square / (2 * n)) / (1 + square / n)
    half = SURE * math.sqrt(came * (1 - came) / n + square / (4 * n * n)) / (1 + square / n)
    return middle - half, middle + half


def show_calibration(rows, seats):
    pairs = [(row[1 + s], row[1 + seats + s]) for row in rows for s in range(seats)]
    brier = sum((said - came) ** 2 for said, came in pairs) / len(rows)
    base = sum((1 / seats - came) ** 2 for _, came in pairs) / len(rows)
    print(f"  {len(rows)} positions; Brier score {brier:.4f}, of the base rate {base:.4f}")
    worst = 0
    for decile in range(10):
        inside = [pair for pair in pairs if min(int(pair[0] * 10), 9) == decile]
        if not inside:
            continue
        said, came = (sum(pair[i] for pair in inside) / len(inside) for i in (0, 1))
        low, high = wilson(came, len(inside))
        beyond = max(low - said, said - high, 0)
        worst = max(worst, beyond)
        print(f"  said {100 * said:5.1f}  came {100 * came:5.1f}  [{100 * low:.1f}, {100 * high:.1f}]  of {len(inside)}"
              + (f"  beyond by {100 * beyond:.1f}" if beyond else ""))
    return worst <= ALLOWED


def show_reduction(rows, seats):
    """How many times less results vary without luck, times the factor that fits best: by their correlation r it is 1 / (1 - r²).
    The seats of a game are not independent, so the interval (Fisher's) counts games."""
    luck, result = ([row[first + s] for row in rows for s in range(seats)] for first in (1, 1 + 2 * seats))
    z, half = math.atanh(statistics.correlation(luck, result)), SURE / math.sqrt(len(rows) - 3)
    factor = statistics.linear_regression(luck, result).slope
    low, middle, high = (math.cosh(max(x, 0)) ** 2 for x in (z - half, z, z + half))
    print(f"  variance without luck, times {factor:.2f}: {middle:.1f} times less, {low:.1f} to {high:.1f}")


def show_games(rows, seats):
    drift = [100 * sum(abs(x) for x in row[1 + seats:1 + 2 * seats]) / seats for row in rows]
    mean, width = mean_and_width(drift, SURE)
    print(f"  {len(rows)} games; unexplained a game and seat {mean:.1f} ± {width:.1f} points")
    fair = True
    for seat in range(seats):
        mean, width = mean_and_width([100 * row[1 + seat] for row in rows], VERY_SURE)
        fair &= abs(mean) <= width
        print(f"  luck of seat {seat}: {mean:+.2f} ± {width:.2f} points")
    if len(rows) > 3:
        show_reduction(rows, seats)
    return fair


def measure_all(options):
    good = True
    for table in options.tables:
        game, seats = table.split(":")
        print(f"{game} for {seats}", flush=True)
        if options.positions:
            good &= show_calibration(play(options, "positions", game, int(seats), options.positions), int(seats))
        if options.games:
            good &= show_games(play(options, "games", game, int(seats), options.games), int(seats))
    return good


if __name__ == "__main__":
    keeping.run("build", {"positions": 4000, "games": 100}, measure_all)
