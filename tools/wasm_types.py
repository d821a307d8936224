#!/usr/bin/env python3
"""The exports of the WebAssembly module as TypeScript.

    tools/wasm_types.py src/wasm/exports.h src/games/list src/wasm/GAME.ts ... > wasm.ts

A declaration "JSON(type) wasm_some_name(text line, int seat);" becomes the method
"someName(line: string, seat: number): type" with the comment above it, and a row of `signatures`,
by which web/src/engine.ts makes the calls. Comments that begin with "ts:" are copied as they are,
and so are the files of the games, but for their imports; a game that has one brings GamePosition,
GameFacts and GameEvent, which are put together as GameTypes. A game without one is plain.
"""
import re
import sys
from pathlib import Path

PART = re.compile(
    r"/\* ts:[^\n]*\n(?P<types>.*?)\*/"
    r"|(?:/\* (?!-)(?P<comment>(?:(?!\*/).)*?) \*/\n)?"
    r"^(?P<result>JSON\((?P<json>[^\n]*)\)|text|int|void) wasm_(?P<name>\w+)\((?P<arguments>[^)]*)\);",
    re.DOTALL | re.MULTILINE)
KINDS = {"text": "string", "int": "number", "void": "void"}


def camel(name):
    return re.sub(r"_(\w)", lambda m: m[1].upper(), name)


def arguments_of(text):
    """[("text", "line"), ...]"""
    pairs = [part.split() for part in text.split(",") if part.strip() != "void"]
    for kind, _ in pairs:
        if kind not in ("text", "int"):
            sys.exit(f"wasm_types: an argument is text or int, not {kind}")
    return pairs


def method(part):
    pairs = arguments_of(part["arguments"])
    kind = "json" if part["json"] else part["result"]
    result = part["json"] or KINDS[part["result"]]
    lines = []
    if part["comment"]:
        words = re.sub(r"\n \* ?", "\n     * ", part["comment"])
        lines.append(f"    /** {words} */")
    parameters = ", ".join(f"{camel(name)}: {KINDS[of]}" for of, name in pairs)
    lines.append(f"    {camel(part['name'])}({parameters}): {result};")
    row = ", ".join(f'"{word}"' for word in [kind, *(of for of, _ in pairs)])
    return "\n".join(lines), f"    {camel(part['name'])}: [\"wasm_{part['name']}\", {row}],"


def types_of_games(names, files):
    """The files of the games, then what is made of all of them."""
    texts = [re.sub(r"^import .*\n", "", Path(file).read_text(encoding="utf-8"), flags=re.MULTILINE)
             for file in files]
    kinds = [Path(file).stem.capitalize() for file in files] + ["Plain"]
    rows = [f"export interface {kind}Types {{\n    position: {kind}Position;\n    facts: {kind}Facts;\n"
            f"    event: {kind}Event;\n}}" for kind in kinds]
    unions = [f"export type {what} = {' | '.join(kind + what for kind in kinds)};"
              for what in ("Position", "Facts")]
    name = "export type GameName = " + " | ".join(f'"{name}"' for name in names) + ";"
    return [text.strip("\n") for text in texts] + [name, *unions, *rows]


def main(header, games, *files):
    parts = list(PART.finditer(Path(header).read_text(encoding="utf-8")))
    types = [part["types"].strip("\n") for part in parts if part["types"]]
    types += types_of_games(Path(games).read_text(encoding="utf-8").split(), files)
    methods, rows = zip(*(method(part) for part in parts if part["name"]))
    print("// Made by tools/wasm_types.py from src/wasm/exports.h and what the games add to it.\n")
    print("\n\n".join(types))
    print("\nexport interface Wasm {\n" + "\n\n".join(methods) + "\n}")
    print("\n/** Of each method: the export, the kind of its result, and those of its arguments. */")
    print("export const signatures: Record<keyof Wasm, readonly string[]> = {\n" + "\n".join(rows) + "\n};")


sys.stdout.reconfigure(encoding="utf-8")
if len(sys.argv) < 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
