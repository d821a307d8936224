#!/usr/bin/env python3
"""Nothing goes in circles: a file of src/FOLDER uses only what is below it, by symbol.

    storeys.py BUILD-FOLDER

The first header of a folder lists its storeys, the highest first, one a line:

    /* Storeys, the highest first; a file uses only files of the storeys below it:
     *   server
     *   http socket
     *   GAME/
     */

A word is a .c file without its end, or a whole folder; GAME is the name of each game. Files of one line do not use each other, nor
do those inside a folder that is one word go in circles. What a file uses is what nm finds undefined
in its object and another file of the folder defines. A test of this test puts circles in and expects
complaints."""
import collections
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Folders that list their storeys, and those that have no list but no circles either.
LISTED = ["ai", "batch", "cmd", "gpu", "notify", "serve", "tui"]
PLAIN = ["core"]


def objects(build):
    """{source below src/: object} of a build, without what tests compile once more."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(os.path.normpath(os.path.join(entry["directory"], entry["file"])))
        output = pathlib.Path(entry["directory"], entry["output"])
        if source.is_relative_to(ROOT / "src") and not entry["output"].startswith("tests/"):
            found.setdefault(str(source.relative_to(ROOT / "src")), output)
    return found


@functools.cache
def names(path):
    """The names an object defines, and those it needs."""
    said = subprocess.run(["nm", "-P", "-g", str(path)], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in said.splitlines()]
    return {r[0] for r in rows if r[1] != "U"}, {r[0] for r in rows if r[1] == "U"}


def defines(paths):
    return set().union(*(names(path)[0] for path in paths))


def needs(paths):
    return set().union(*(names(path)[1] for path in paths))


def uses(files):
    """{(user, used): symbol} for {name: [objects]}."""
    defined = {}
    for name, paths in files.items():
        for symbol in defines(paths):
            defined.setdefault(symbol, name)
    found = {}
    for name, paths in files.items():
        for symbol in sorted(needs(paths)):
            other = defined.get(symbol, name)
            if other != name:
                found.setdefault((name, other), symbol)
    return found


def storeys(folder):
    """The lists of words, the highest first; None where the folder has no list."""
    for header in sorted((ROOT / "src" / folder).glob("*.h")):
        if "Storeys, the highest first" in (text := header.read_text()):
            lines = re.split(r"Storeys, the highest first.*\n", text, 1)[1].split("*/")[0].splitlines()
            rows = [re.sub(r"^ *\* ?", "", line).strip() for line in lines]
            rows = rows[:rows.index("")] if "" in rows else rows
            return [[name for word in row.split() for name in each_game(folder, word)] for row in rows if row]
    return None


def each_game(folder, word):
    """GAME stands for each game of the list of which the folder has something."""
    if "GAME" not in word:
        return [word]
    names = [word.replace("GAME", game) for game in (ROOT / "src/games/list").read_text().split()]
    return [name for name in names if (ROOT / "src" / folder / (name if name[-1] == "/" else name + ".c")).exists()]


def circles(files, edges):
    """A complaint for every set of files that use one another in a circle."""
    below = collections.defaultdict(set)
    for user, used in edges:
        below[user].add(used)

    def reach(start):
        seen, todo = set(), list(below[start])
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                todo += below[name]
        return seen
    reached = {name: reach(name) for name in files}
    sets = {frozenset([name] + [o for o in reached[name] if name in reached[o]])
            for name in files if name in reached[name]}
    return [f"{', '.join(sorted(ring))} use one another in a circle" for ring in sets]


def place_of(name, places):
    """Where a file stands: (storey, word), by its own name or by its folder's."""
    for word in (name, name.rpartition("/")[0] + "/"):
        if word in places:
            return places[word], word
    return None


def check_list(files, edges, rows):
    places = {word: number for number, row in enumerate(rows) for word in row}
    wrong = [f"{word} is listed twice" for word, n in collections.Counter(sum(rows, [])).items() if n > 1]
    wrong += [f"{name}.c has no storey" for name in files if not place_of(name, places)]
    wrong += [f"there is no {word}.c" if word[-1] != "/" else f"there is no folder {word}"
              for word in places if not any((p := place_of(name, places)) and p[1] == word for name in files)]
    for (user, used), symbol in edges.items():
        one, two = place_of(user, places), place_of(used, places)
        if one and two and one[1] != two[1] and one[0] >= two[0]:
            wrong.append(f"{user}.c uses {symbol} of {used}.c, which is not below it")
    return wrong


def check(folder, files):
    """What is wrong in a folder; `files` has the objects of each file."""
    edges = uses(files)
    rows = storeys(folder)
    wrong = circles(files, edges)
    if rows:
        wrong += check_list(files, edges, rows)
    elif folder in LISTED:
        wrong.append("no header lists the storeys")
    return [f"{folder}: {complaint}" for complaint in wrong]


def with_use(files, user, used, place):
    """The same files, where `user` also uses something of `used`."""
    symbol = sorted(defines(files[used]))[0]
    source = place / f"{user}-{used}.c".replace("/", "_")
    source.write_text(f"extern char {symbol}[];\nchar *offend(void);\nchar *offend(void) {{ return {symbol}; }}\n")
    subprocess.run(["cc", "-w", "-fno-builtin", "-c", source, "-o", source.with_suffix(".o")], check=True)
    return files | {user: files[user] + [source.with_suffix(".o")]}


def test_this_test(folder, files):
    """Complaints are made where they should be: each use, turned round, is a circle."""
    wrong = []
    edges = uses(files)
    assert edges, f"nothing in {folder} uses anything"
    with tempfile.TemporaryDirectory() as place:
        for user, used in sorted(edges)[:: max(1, len(edges) // 5)]:
            if not check(folder, with_use(files, used, user, pathlib.Path(place))):
                wrong.append(f"{folder}: nobody noticed that {used}.c was made to use {user}.c")
        beside = [row for row in storeys(folder) or [] if len(row) > 1 and row[0][-1] != "/" and row[1][-1] != "/"]
        for row in beside[:1]:
            if not check(folder, with_use(files, row[0], row[1], pathlib.Path(place))):
                wrong.append(f"{folder}: nobody noticed that {row[0]}.c was made to use {row[1]}.c beside it")
    return wrong


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    known = objects(build)
    wrong, count = [], 0
    for folder in LISTED + PLAIN:
        sources = {name: path for name, path in known.items() if name.split("/")[0] == folder}
        files = {name.partition("/")[2].removesuffix(".c"): [path] for name, path in sources.items()}
        if not files:
            wrong.append(f"{folder}: no objects in {build}")
            continue
        found = check(folder, files)
        wrong += found
        if not found:
            wrong += test_this_test(folder, files)
        count += len(files)
    print(*wrong or [f"{count} files, none in a circle"], sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
