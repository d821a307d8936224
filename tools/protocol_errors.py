#!/usr/bin/env python3
"""The errors of the protocol, from the one list in src/serve/errors.h.

    tools/protocol_errors.py typescript            the type of the browser client, to standard output
    tools/protocol_errors.py update                writes the table in docs/protocol.md
    tools/protocol_errors.py check                 fails if that table is not of this list
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = ROOT / "src/serve/errors.h"
PAGE = ROOT / "docs/protocol.md"
ROW = re.compile(r'^ +X\((\w+), "(\w+)", "([^"]+)"\)', re.MULTILINE)
SECTION = re.compile(r"(?<=<!-- errors: made by tools/protocol_errors.py -->\n).*?(?=<!-- end -->)", re.DOTALL)


def read_errors():
    """[("json", "the message is no JSON object"), ...]"""
    rows = ROW.findall(HEADER.read_text(encoding="utf-8"))
    if not rows:
        sys.exit(f"protocol_errors: no list in {HEADER}")
    for constant, code, _ in rows:
        if constant != code.upper():
            sys.exit(f"protocol_errors: {constant} has the code {code}")
    return [(code, meaning) for _, code, meaning in rows]


def table(errors):
    return "| code | meaning |\n|---|---|\n" + "".join(f"| `{code}` | {meaning} |\n" for code, meaning in errors)


def typescript(errors):
    codes = "".join(f'    /** {meaning} */\n    "{code}",\n' for code, meaning in errors)
    return ("// Made by tools/protocol_errors.py from src/serve/errors.h.\n\n"
            "/** What the server may answer instead of what was asked for. */\n"
            f"export const protocolErrors = [\n{codes}] as const;\n\n"
            "export type ProtocolError = (typeof protocolErrors)[number];\n")


def page_of(errors):
    old = PAGE.read_text(encoding="utf-8")
    if len(SECTION.findall(old)) != 1:
        sys.exit(f"protocol_errors: {PAGE} has no place for the table")
    return old, SECTION.sub(lambda _: table(errors), old)


def main(what):
    errors = read_errors()
    if what == "typescript":
        sys.stdout.reconfigure(encoding="utf-8")
        sys.stdout.write(typescript(errors))
        return
    old, new = page_of(errors)
    if what == "update":
        PAGE.write_text(new, encoding="utf-8")
    elif old != new:
        sys.exit("docs/protocol.md has other errors than src/serve/errors.h: tools/protocol_errors.py update")


if len(sys.argv) != 2 or sys.argv[1] not in ("typescript", "update", "check"):
    sys.exit(__doc__)
main(sys.argv[1])
