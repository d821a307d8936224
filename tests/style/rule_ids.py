#!/usr/bin/env python3
"""Every rule of docs/rules has a test that declares to prove it, and no test proves a rule that is
not there. Rules are the first cells of table rows; tests declare with a line "proves L1 L2" in a
scene, or with those words in a comment of a unit test. rule_mutants.py asks whether they do."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ID = r"[A-Z]\d+[a-z]?"


def rules():
    found = set()
    for page in sorted((ROOT / "docs/rules").glob("*.md")):
        found |= set(re.findall(rf"^\| *({ID}) *\|", page.read_text(), re.M))
    return found


def proved():
    found = {}
    for pattern, line in (("scenes/**/*.scene", rf"^proves((?: +{ID})+) *(?:#.*)?$"),
                          ("unit/*.c", rf"\bproves((?:[ ,]+(?:and +)?{ID}\b)+)")):
        for path in sorted((ROOT / "tests").glob(pattern)):
            for ids in re.findall(line, path.read_text(), re.M):
                for rule in re.findall(ID, ids):
                    found.setdefault(rule, path.relative_to(ROOT))
    return found


def main():
    known, tests = rules(), proved()
    order = lambda rule: (rule[0], int(re.sub(r"\D", "", rule)), rule)
    missing = sorted(known - set(tests), key=order)
    unknown = sorted(set(tests) - known, key=order)
    if missing:
        print("rules without a test:", *missing)
    for rule in unknown:
        print(f"{tests[rule]} proves {rule}, which is no rule")
    if not known:
        print("no rules found in docs/rules")
    if missing or unknown or not known:
        return 1
    print(f"{len(known)} rules, each with a test")
    return 0


sys.exit(main())
