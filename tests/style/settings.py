#!/usr/bin/env python3
"""docs/club.md has every setting that src/serve/config.c reads, with its default, and no other; those that are options of the
command line, too, are named before the table."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPTIONS = {"listen", "store", "tls-cert", "tls-key", "log", "web", "origin"}
OTHERS = {"push-contact": "url"}  # where nothing is said, another setting takes its place


def parsed():
    """{name: default, or "" where there is none} as the program has them."""
    text = (ROOT / "src/serve/config.c").read_text(encoding="utf-8")
    found = {}
    for name, default in re.findall(r'^    \{"([a-z-]+)", AT\(\w+\), (NULL|"[^"]*"|[0-9< ]+)[,}]', text, re.M):
        found[name] = "" if default == "NULL" else default.strip('"') if default.startswith('"') else str(eval(default))
    return found


def documented():
    """The same as the page has them: a row may be about several."""
    found = {}
    for row in re.findall(r"^\| `.*\|$", (ROOT / "docs/club.md").read_text(encoding="utf-8"), re.M):
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        names = re.findall(r"`([a-z-]+)`", cells[0])
        if ", ".join(f"`{name}`" for name in names) != cells[0]:
            continue  # a table of commands
        defaults = cells[1].split(", ") if len(names) > 1 and cells[1] else [cells[1]] * len(names)
        if len(defaults) != len(names):
            sys.exit(f"{cells[0]}: {len(names)} settings, {len(defaults)} defaults")
        found |= {name: default.strip("`") for name, default in zip(names, defaults)}
    return found


def main():
    program, page = parsed(), documented()
    if len(program) < 40 or len(page) < 40:
        sys.exit(f"{len(program)} settings in the program and {len(page)} in the page: this test does not read them any more")
    wrong = [f"{name} is not in docs/club.md" for name in program if name not in page and name not in OPTIONS]
    wrong += [f"{name} is in docs/club.md, and no setting" for name in page if name not in program]
    for name in sorted(page.keys() & program.keys()):
        if page[name] != OTHERS.get(name, program[name]):
            wrong.append(f"{name}: docs/club.md says {page[name]!r}, the program has {program[name]!r}")
    print("\n".join(wrong) or f"{len(program)} settings")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
