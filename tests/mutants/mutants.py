#!/usr/bin/env python3
"""Breaks the rules, and what stands around them, in one place at a time, and asks the tests whether they notice.

    mutants.py run BUILD games|core|store|serve [--count N] [--jobs N] [--seconds S] [--only TEXT] [--again]
    mutants.py table BUILD [--write]      rule by rule: mutants, killed, survivors; and every survivor nobody has explained
    mutants.py check BUILD [SECONDS]      what ./check asks: files that are not as the table knows them; old explanations

`run` takes the mutants of a folder in an order that has no order, so that the first N are a sample, and the same one
each time; it goes on where it stopped (BUILD/mutants.txt). A mutant that compiles to the same code is none. The rest
go to the tests of their file, the quickest first, until one fails. A mutant that no test notices is a gap, to be
closed by a test; or it changes nothing that can be seen, and explained.txt says why. An explanation names the line
and what it becomes, so it ends with the line that it explains."""
import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import re
import shutil
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import mutate  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
EXPLAINED, TABLE = HERE / "explained.txt", HERE / "table.txt"
GAMES = (mutate.ROOT / "src/games/list").read_text().split()
# What survives is asked once more: what reads one too many, or counts beyond what a type holds, and what is written a
# second time in the instructions of this processor.
SANITIZED = ("-fsanitize=address,undefined,bounds-strict", "-fno-sanitize-recover=all", "-U__OPTIMIZE__")
CHECKED = ("games", "core")  # where ./check wants every survivor explained

# Tests of meson that notice a change of a file, the quickest first. The first prefix that fits counts.
TESTS = [
    ("src/games/loot", ["scenes", "vocabulary", "loot", "records", "perft of loot", "chain of loot", "chances of loot", "options", "watching loot",
                        "properties of loot", "lines", "fair"]),
    ("src/games/bars", ["scenes", "vocabulary", "records", "payments of bars", "perft of bars", "chain of bars", "chances of bars", "options", "watching bars",
                        "properties of bars", "lines", "what is hidden in bars"]),
    ("src/games/mice", ["scenes", "vocabulary", "mice", "dice of mice", "records", "perft of mice", "chain of mice", "chances of mice", "options",
                        "watching mice", "properties of mice", "lines", "boards of mice", "duty of mice"]),
    ("src/games", ["scenes", "options", "game", "records"]),
    ("src/core", ["json", "lines", "random", "receipt", "game", "driver", "options", "records", "scenes", "chain of loot",
                  "chain of bars", "chain of records", "perft of loot", "properties of loot", "watching bars",
                  "properties of mice", "fair"]),
    ("src/store/postgres", ["store contract postgresql", "store opening postgresql", "store notices postgresql",
                            "store plans postgresql", "store lame", "store outage"]),
    ("src/store/sqlite", ["store contract sqlite", "store opening sqlite", "store notices sqlite", "store refusals",
                          "store upgraded", "store errors", "store full", "store power"]),
    ("src/store", ["store contract sqlite", "store opening sqlite", "store notices sqlite", "store plans sqlite",
                   "store refusals", "store upgraded", "store errors", "store contract postgresql",
                   "store opening postgresql"]),
    ("src/serve", ["server schedule", "server bot pool", "server pieces", "server agreed", "server simulated",
                   "server removed", "server unattended", "server patience", "server people", "server shares",
                   "server club", "server told", "server wrong", "server refusals", "server box", "server table", "server nobody", "server transport",
                   "server addresses"]),
]


def tests_of(path, builder):
    names = next(names for prefix, names in TESTS if path.startswith(prefix))
    return [name for name in names if name in builder.tests and builder.notices(name, path)]


# ---- What is explained ---------------------------------------------------------------------------


def explanations():
    """{(path, line above, old line, new line): why}. A paragraph is a path, then “< line”, “> what it becomes” (one or
    more), and “= why”; where a line is there more than once, “^ line above” tells which, and is "" otherwise."""
    found, path, above, old, new = {}, "", "", "", []
    for number, line in enumerate(EXPLAINED.read_text().splitlines(), 1):
        mark, text = line[:2], line[2:].strip()
        if mark == "^ ":
            above = text
        elif mark == "< ":
            old, new = text, []
        elif mark == "> ":
            new.append(text)
        elif mark == "= ":
            assert path and old and new, f"{EXPLAINED}:{number}: what is explained?"
            found.update({(path, above, old, each): text for each in new})
            above = old = ""
        elif line.startswith("src/"):
            path = line.strip()
        else:
            assert not line.strip() or line.startswith("#"), f"{EXPLAINED}:{number}: {line}"
    return found


def is_explained(mutant, why):
    """Whether a mutant that survives may do so."""
    return any(which in why for which in places(mutant))


def places(mutant):
    """A mutant as explanations name it."""
    return [(mutant.path, above, mutant.old.strip(), mutant.new.strip()) for above in ("", mutant.above.strip())]


def stale(why):
    """Explanations of what is no longer there."""
    there = {place for path in {which[0] for which in why} if (mutate.ROOT / path).exists()
             for m in mutate.mutants_of(path) for place in places(m)}
    return [which for which in why if which not in there]


# ---- Trying ----------------------------------------------------------------------------------------


class Trial:
    """Tries mutants, and writes down what became of each at once."""

    def __init__(self, build, place, results=None):
        self.builder = mutate.Builder(build, place)
        self.results, self.lock, self.measuring = results, threading.Lock(), threading.Lock()
        self.done = read_results(results) if results else {}
        self.usual, self.plain = {}, {}  # seconds of a test, and objects, where nothing is changed; by options

    def prepare(self, paths):
        """What is not changed passes, or a failure means nothing."""
        for path in paths:
            for test in tests_of(path, self.builder):
                self.limit(test, path, ())

    def unchanged(self, path, options):
        """The object of a file as it is."""
        if (path, options) not in self.plain:
            stem = "plain-" + path.replace("/", "-") + "-sanitized" * bool(options)
            same = self.builder.compile(path, (mutate.ROOT / path).read_text(), stem, ("-O1", "-w", *options))
            assert same, f"{path} does not compile as it is"
            self.plain[path, options] = same
        return self.plain[path, options]

    def limit(self, test, path, options):
        """Five times the seconds that a test takes with the file as it is."""
        which = (test, path if options else "")
        with self.measuring:
            if which not in self.usual:
                begin = time.monotonic()
                assert self.builder.run(test, self.unchanged(path, options), path, 600, options), f"{test} fails as it is"
                self.usual[which] = time.monotonic() - begin
            self.unchanged(path, options)
        return 5 * self.usual[which] + 2

    def judge(self, mutant):
        """"killed by TEST", "survived", "invalid" or "same code"."""
        try:
            changed = self.builder.compile(mutant.path, mutant.text(), mutant.key)
            if not changed:
                return "invalid"
            if changed.read_bytes() == self.unchanged(mutant.path, ()).read_bytes():
                return "same code"
            for options in ((), SANITIZED):
                if options:
                    changed = self.builder.compile(mutant.path, mutant.text(), mutant.key, ("-O1", "-w", *options))
                for test in tests_of(mutant.path, self.builder):
                    if not self.builder.run(test, changed, mutant.path, self.limit(test, mutant.path, options), options):
                        return f"killed by {test}" + (", with sanitizers" if options else "")
            return "survived"
        finally:
            shutil.rmtree(self.builder.place / mutant.key, ignore_errors=True)

    def attempt(self, mutant):
        outcome = self.judge(mutant)
        with self.lock:
            self.done[mutant.key] = outcome
            if self.results:
                with open(self.results, "a", encoding="utf-8") as out:
                    out.write(f"{mutant.key} {outcome}\n")
        return outcome

    def sample(self, mutants, count, jobs, until):
        """The outcomes of the first `count` that are mutants, in their order; fewer when time runs out."""
        found, waiting = [], list(mutants)
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            while waiting and len(found) < count and time.monotonic() < until:
                some, waiting = waiting[:min(8 * jobs, count - len(found))], waiting[min(8 * jobs, count - len(found)):]
                outcomes = pool.map(lambda m: self.done.get(m.key) or
                                    (self.attempt(m) if time.monotonic() < until else None), some)
                found += [(m, o) for m, o in zip(some, outcomes) if o and o not in ("invalid", "same code")]
        return found


def read_results(path):
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as lines:
        return dict(line.rstrip("\n").split(" ", 1) for line in lines if " " in line)


def in_order(paths):
    return sorted((m for path in paths for m in mutate.mutants_of(path)), key=lambda m: m.key)


def run(options):
    paths = [p for p in mutate.sources(options.folder) if options.only in p]
    mutants = in_order(paths)
    until = time.monotonic() + options.seconds
    with tempfile.TemporaryDirectory() as place:
        trial = Trial(options.build, place, pathlib.Path(options.build) / "mutants.txt")
        if options.again:
            why = explanations()
            for mutant in mutants:
                if trial.done.get(mutant.key) == "survived" and not is_explained(mutant, why):
                    del trial.done[mutant.key]
        trial.prepare(paths)
        found = trial.sample(mutants, options.count, options.jobs, until)
    killed = sum(o.startswith("killed") for _, o in found)
    print(f"{options.folder}: {len(found)} mutants of {len(mutants)} changes, {killed} killed")
    return 0


# ---- The table -------------------------------------------------------------------------------------


def digest(path):
    return hashlib.sha256((mutate.ROOT / path).read_bytes()).hexdigest()[:12]


def sampled(folder, done):
    """The mutants of a folder as far as they were tried without a gap."""
    found = []
    for mutant in in_order(mutate.sources(folder)):
        outcome = done.get(mutant.key)
        if not outcome:
            break
        if outcome not in ("invalid", "same code"):
            found.append((mutant, outcome))
    return found


def rows_of(found, why):
    """{(folder, rule): [mutants, killed, explained, not explained]}."""
    rows = {}
    for mutant, outcome in found:
        row = rows.setdefault((str(pathlib.Path(mutant.path).parent)[4:], mutant.rule), [0, 0, 0, 0])
        row[0] += 1
        row[1 if outcome.startswith("killed") else 2 if is_explained(mutant, why) else 3] += 1
    return rows


def natural(text):
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", text)]


def table(options):
    done, why = read_results(pathlib.Path(options.build) / "mutants.txt"), explanations()
    said = ["# Made by “mutants.py table BUILD --write”. What was broken, and whether a test noticed.",
            "# place rule mutants killed explained open"]
    heads, files = [], []
    for folder in ("games", "core", "store", "serve"):
        found = sampled(folder, done)
        if not found:
            continue
        rows = rows_of(found, why)
        total = [sum(row[i] for row in rows.values()) for i in range(4)]
        real = total[0] - total[2]
        heads.append(f"all {folder} {' '.join(map(str, total))}")
        print(f"{folder}: {total[0]} mutants, {total[1]} killed, {total[2]} explained, {total[3]} open: "
              f"{100 * total[1] / max(real, 1):.1f} % killed of those that change anything")
        said += [f"{where} {rule} {' '.join(map(str, row))}"
                 for (where, rule), row in sorted(rows.items(), key=lambda r: (r[0][0], natural(r[0][1])))]
        files += [f"file {path} {digest(path)}" for path in mutate.sources(folder)]
        files.append(f"until {folder} {found[-1][0].key}")
        files += [f"open {m.key} {m.path}" for m, o in found if o == "survived" and not is_explained(m, why)]
        for mutant, outcome in found:
            if outcome == "survived" and not is_explained(mutant, why):
                print(f"{mutant.path}:{mutant.number + 1}\n< {mutant.old.strip()}\n> {mutant.new.strip()}")
    text = "\n".join(said[:2] + heads + said[2:] + files) + "\n"
    if options.write:
        TABLE.write_text(text)
    else:
        print(*said[2:], sep="\n")
    return 0


def check(options):
    """Files that have changed are asked again, as long as there is time."""
    why, lines = explanations(), [line.split() for line in TABLE.read_text().splitlines()]
    known = {line[1]: line[2] for line in lines if line[0] == "file"}
    until = {line[1]: line[2] for line in lines if line[0] == "until"}
    is_open = {line[1] for line in lines if line[0] == "open"}  # gaps that are known already
    old = stale(why)
    for path, above, line, new in old:
        print(f"{path}: explained.txt explains a line that is not there:\n^ {above}\n< {line}\n> {new}")
    changed = [path for folder in CHECKED for path in mutate.sources(folder) if known.get(path) != digest(path)]
    mutants = [m for m in in_order(changed) if m.key <= until.get(m.path.split("/")[1], "") and m.key not in is_open and
               not is_explained(m, why)]
    found = []
    if mutants:
        with tempfile.TemporaryDirectory() as place:
            trial = Trial(options.build, place)
            end = time.monotonic() + options.seconds
            trial.prepare(changed)
            found = trial.sample(mutants, len(mutants), 1, end)
    survivors = [m for m, outcome in found if outcome == "survived"]
    for m in survivors:
        print(f"{m.path}:{m.number + 1}: no test notices when this line becomes another; "
              f"write one, or say why in tests/mutants/explained.txt:\n< {m.old.strip()}\n> {m.new.strip()}")
    print(f"{len(changed)} changed files, {len(found)} of {len(mutants)} mutants tried, {len(survivors)} survived, "
          f"{len(why)} explanations, {len(old)} of them old")
    return 1 if survivors or old else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="what", required=True)
    one = kinds.add_parser("run")
    one.add_argument("build")
    one.add_argument("folder", choices=("games", "core", "store", "serve"))
    one.add_argument("--count", type=int, default=1500)
    one.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    one.add_argument("--seconds", type=float, default=float("inf"))
    one.add_argument("--again", action="store_true", help="survivors that nobody has explained, too")
    one.add_argument("--only", default="", help="files whose path has this in it")
    one = kinds.add_parser("table")
    one.add_argument("build")
    one.add_argument("--write", action="store_true")
    one = kinds.add_parser("check")
    one.add_argument("build")
    one.add_argument("seconds", nargs="?", type=float, default=20)
    options = parser.parse_args()
    return {"run": run, "table": table, "check": check}[options.what](options)


if __name__ == "__main__":
    sys.exit(main())
