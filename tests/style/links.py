#!/usr/bin/env python3
"""Every relative link of every page (*.md) leads to a file, and to a heading where it names one."""
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)(?: \"[^\"]*\")?\)")


def pages():
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(f for f in folders if f not in ("node_modules", ".git") and not f.startswith("build"))
        yield from (pathlib.Path(folder, name) for name in sorted(files) if name.endswith(".md"))


def prose(page):
    """The text of a page without its code."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", "`code`", text)


def anchors(page):
    """Headings, as they are named in links."""
    headings = re.findall(r"^#+ +(.*?) *$", re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def main():
    wrong, links = [], 0
    for page in pages():
        for target in LINK.findall(prose(page)):
            if re.match(r"[a-z]+:", target):
                continue
            links += 1
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            if not file.exists():
                wrong.append(f"{page.relative_to(ROOT)}: {target} is not there")
            elif anchor and file.suffix == ".md" and anchor not in anchors(file):
                wrong.append(f"{page.relative_to(ROOT)}: {target}: no such heading")
    print(*wrong or [f"{links} links, none broken"], sep="\n")
    return 1 if wrong or not links else 0


sys.exit(main())
