#!/usr/bin/env python3
"""The tables of docs/lab.md are those of the games. With `write` they are written.

    tables.py [write]"""
import pathlib
import re
import sys

import razzia
from razzia.features import fill_in

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/lab.md"

was, now = fill_in(PAGE)
if sys.argv[1:] == ["write"]:
    PAGE.write_text(now, encoding="utf-8")
elif was != now:
    sys.exit("docs/lab.md has other tables than the games: run.py BUILD tests/python/tables.py write")
for game, known in razzia.games().items():
    assert f"<!-- {game} -->" in now, f"docs/lab.md has no features of {game}"
# The numbers of actions are told without a gap, and all of them.
section = now.partition("## Actions")[2].partition("\n## ")[0]
rows, game = {}, None
for name, first, last in re.findall(r"^\| (?:`(\w+)`)? ?\| (\d+)(?: to (\d+))? \|", section, re.M):
    game = name or game
    rows.setdefault(game, []).append((int(first), int(last or first)))
for game, known in razzia.games().items():
    assert [first for first, _ in rows[game]] == [0] + [last + 1 for _, last in rows[game][:-1]], game
    assert rows[game][-1][1] == known["actions"] - 1, game
