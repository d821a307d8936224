"""How a server with its own limits bears what the hostile of `razzia load` do.

siege.py RAZZIA [--server PROGRAM] [--seconds S] [--attacks LIST] [--addresses LIST] [--results FILE]
    Each attack for S seconds (15) from 1 and from 20 addresses, and the same people without it just
    before; a table of what came of it. With --results it goes on where it stopped. --server names
    the program that serves, if that is another one. What the store grows by in a minute is true for
    runs of a minute: some attacks begin with all that they may, and go on with little.
siege.py RAZZIA short
    All at once, for a few seconds; fails if that succeeds grossly.
"""
import argparse
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "serve"))
from client import Client, nonce  # noqa: E402
from measure import serve  # noqa: E402

# The secure shelf asks for two equal dice of different numbers, so the game ends with its turns.
BOARD = {"columns": [{"shelf": shelf, "cells": [{"ask": ask, "linked": linked, "pays": 1}
                                                for ask, linked in cells]}
                     for shelf, cells in (("secure", [(1, False), (2, True)]),
                                          ({"sausages": 1}, [(0, False)] * 3),
                                          ("candy", [(0, False)] * 3))],
         "cat": {"grey": 1, "red": 2}}
LONG = {"19000": 19000, "250000": 250000}  # tables and their lines
READERS = ("watch", "watch-deaf", "watch-part", "record")  # what needs a long table
STORE_FINISHED = 2


def simulate(razzia, folder, lines):
    """The lines of a game that is so long."""
    board, record = os.path.join(folder, "board.json"), os.path.join(folder, "long.jsonl")
    with open(board, "w", encoding="utf-8") as file:
        json.dump(BOARD, file)
    subprocess.run([razzia, "simulate", "mice", "--board", board, "--seats", "2", "--seed", "5", "--games", "1",
                    "--bots", "random", "-o", f"turns={lines // 13}", "--record", record],
                   check=True, stdout=subprocess.DEVNULL)
    with open(record, encoding="utf-8") as file:
        return file.read().splitlines()


def make_long(db, table, lines):
    """A table that was started becomes one that has ended after this game."""
    key, info = db.execute("SELECT key, info FROM tables WHERE id = ?", (table,)).fetchone()
    info, setup = json.loads(info), json.loads(lines[0])
    first, at = db.execute("SELECT text, at FROM lines WHERE key = ? AND number = 0", (key,)).fetchone()
    first = json.loads(first)
    seed = db.execute("SELECT seed FROM seeds WHERE key = ?", (key,)).fetchone()[0]
    info["setup"]["options"] = setup["options"]
    first = {"record": 1, "game": "mice", "seats": 2, "options": setup["options"], "fair": first["fair"]}

    def compact(value):
        return json.dumps(value, separators=(",", ":"))
    texts = [compact(first), *lines[1:], compact({"fair": {"seed": bytes(seed).hex()}})]
    db.execute("DELETE FROM lines WHERE key = ?", (key,))
    db.execute("DELETE FROM clocks WHERE key = ?", (key,))
    db.executemany("INSERT INTO lines (key, number, at, text) VALUES (?, ?, ?, ?)",
                   ((key, i, at, text) for i, text in enumerate(texts)))
    db.execute("UPDATE tables SET status = ?, info = ? WHERE key = ?", (STORE_FINISHED, compact(info), key))
    return len(texts)


class Site:
    """A folder with a store in which there are long tables."""

    def __init__(self, razzia, server, folder, long):
        self.razzia, self.server, self.folder = razzia, server, folder
        self.template = os.path.join(folder, "template.db")
        self.targets = {}
        os.mkdir(os.path.join(folder, "first"))
        process, self.port, _ = serve(server, os.path.join(folder, "first"))
        maker = Client(self, "Maker")
        for name in long:
            self.targets[name] = maker.ask("make", game="mice", seats=2, nonce=nonce(),
                                           bots=[None, "greedy"])["table"]
            maker.ask("start", table=self.targets[name])
        maker.close()
        process.terminate()
        assert process.wait(20) == 0
        shutil.move(os.path.join(folder, "first", "store.db"), self.template)
        with sqlite3.connect(self.template) as db:
            for name, lines in long.items():
                count = make_long(db, self.targets[name], simulate(razzia, folder, lines))
                print(f"a table with {count} lines", file=sys.stderr)
        db.close()

    def load(self, process, port, store, seconds, *args):
        done = subprocess.run([self.razzia, "load", "--url", f"ws://127.0.0.1:{port}/ws", "--tables", "20",
                               "--rate", "2", "--seconds", str(seconds), "--pid", str(process.pid),
                               "--store", "sqlite:" + store, "--json", *args],
                              capture_output=True, text=True, check=False, timeout=seconds + 120)
        assert done.stdout, done.stderr
        return json.loads(done.stdout)

    def row(self, attack, addresses, target, seconds):
        """People play without the attack, then with it, at a server that has just begun."""
        folder = tempfile.mkdtemp(dir=self.folder)
        store = os.path.join(folder, "store.db")
        shutil.copy(self.template, store)
        process, port, _ = serve(self.server, folder)
        try:
            quiet = self.load(process, port, store, max(seconds // 2, 3))
            how = [] if attack == "none" else ["--attack", attack, "--addresses", str(addresses)]
            result = self.load(process, port, store, seconds, *how,
                               *(("--target", self.targets[target]) if target else ()))
            result["quiet"] = quiet
            begin = time.time()
            process.terminate()
            try:
                result["status"] = process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                result["status"] = process.wait()
            result["stop_seconds"] = time.time() - begin
            # A server that has stopped by itself has left no log beside the file.
            size = sum(os.path.getsize(path) for path in (store, store + "-wal") if os.path.exists(path))
            result["disk"] = size - os.path.getsize(self.template)
        finally:
            process.kill()
            process.wait()
            shutil.rmtree(folder, True)
        result |= {"attack": attack, "addresses": addresses, "lines": target or "", "load": os.getloadavg()[0]}
        return result


HEAD = ("attack", "lines", "from", "p50 ms", "p99 ms", "max ms", "quiet p99", "× quiet", "moves/s", "of",
        "lost", "RSS MB", "disk MB", "a minute", "open", "breaches", "limited")


def cells(r):
    """A row of the table."""
    limited = {f["name"].removeprefix("razzia_"): f["growth"] for f in r["server"]["figures"]}
    minutes = (r["seconds"] + r["quiet"]["seconds"]) / 60
    return (r["attack"], r["lines"], r["addresses"], f"{r['p50_ms']:.1f}", f"{r['p99_ms']:.1f}",
            f"{r['max_ms']:.0f}", f"{r['quiet']['p99_ms']:.1f}",
            f"{r['p99_ms'] / max(r['quiet']['p99_ms'], 0.01):.1f}", f"{r['moves_per_second']:.1f}",
            f"{r['quiet']['moves_per_second']:.1f}", r["errors"] + r["stuck"],
            f"{r['server']['memory'] / 1e6:.0f}", f"{r['disk'] / 1e6:.2f}", f"{r['disk'] / 1e6 / minutes:.2f}",
            sum(a["open"] for a in r["hostile"]), r["breaches"],
            " ".join(f"{name} {growth}" for name, growth in limited.items() if "limited" in name))


def print_table(rows):
    print("| " + " | ".join(HEAD) + " |\n|" + "---|" * len(HEAD))
    for r in rows:
        print("| " + " | ".join(str(cell) for cell in cells(r)) + " |")


def read_results(path):
    if not path or not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


def plan(razzia, attacks, addresses):
    """(attack, addresses, target), all that is to be done."""
    names = subprocess.run([razzia, "load", "--attack", "help"], check=True, capture_output=True,
                           text=True).stdout.split()
    names = ["none", *names, "all"]  # what people alone make the store grow is to be known
    for attack in attacks.split(",") if attacks else names:
        for n in ["1"] if attack == "none" else addresses.split(","):
            for target in LONG if attack in READERS else ["19000"] if attack == "all" else [None]:
                yield attack, int(n), target


def by_hand(o, folder):
    rows = read_results(o.results)
    done = {(r["attack"], r["addresses"], r["lines"]) for r in rows}
    left = [job for job in plan(o.razzia, o.attacks, o.addresses) if (job[0], job[1], job[2] or "") not in done]
    site = Site(o.razzia, o.server or o.razzia, folder, LONG) if left else None
    for job in left:
        rows.append(site.row(*job, o.seconds))
        print(" | ".join(str(cell) for cell in cells(rows[-1])), file=sys.stderr)
        if o.results:
            with open(o.results, "a", encoding="utf-8") as file:
                file.write(json.dumps(rows[-1]) + "\n")
    print_table(rows)


def short(o, folder):
    """Bounds that hold on a busy machine, too."""
    site = Site(o.razzia, o.server or o.razzia, folder, {"19000": 19000})
    r = site.row("all", 3, "19000", 12)
    quiet, figures = r["quiet"], {f["name"]: f["growth"] for f in r["server"]["figures"]}
    print_table([r])
    for a in r["hostile"]:
        assert a["breaches"] == 0, a
    assert r["errors"] == r["stuck"] == 0, (r["why"], r["stuck"])
    assert r["moves"] > 0.5 * 20 * 2 * 12, r["moves"]
    assert r["p50_ms"] < 250, r["p50_ms"]
    assert r["server"]["memory"] < 512e6, r["server"]["memory"]
    # People's own moves grow the store, too.
    assert r["disk"] < 1e6 + 1000 * (r["moves"] + quiet["moves"]), r["disk"]
    assert sum(n for name, n in figures.items() if "limited" in name) > 0, figures
    assert r["status"] == 0, r["status"]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("razzia")
    parser.add_argument("form", nargs="?", choices=["short"])
    parser.add_argument("--server")
    parser.add_argument("--seconds", type=int, default=15)
    parser.add_argument("--attacks")
    parser.add_argument("--addresses", default="1,20")
    parser.add_argument("--results")
    o = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="razzia-siege-")
    try:
        (short if o.form else by_hand)(o, folder)
    finally:
        shutil.rmtree(folder, True)


if __name__ == "__main__":
    main()
