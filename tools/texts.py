#!/usr/bin/env python3
"""Texts for people: rule sentences and translations.

    tools/texts.py table PAGE...   the rule sentences of docs/rules/*.md as a C table
    tools/texts.py letters         the sentences of src/notify in all languages as a C table
    tools/texts.py update          bring po/*.po up to date with the sources and the rules
    tools/texts.py web FOLDER      the texts of the browser client and of the rules as JSON, by language
    tools/texts.py check           list what is missing, stale or wrong in po/*.po; fail if anything

English texts are the keys. They come from N_("…") and _("…") in src/, from P_("…", "…", n) where
the number matters, from t("…"), N_("…") and tn("…", "…", n) in web/src, and from docs/rules/*.md:
the tables, whose rows begin with the rule's id and end with its sentence, and the headings above
them. {words in braces} are filled in later and stay as they are.
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PO = ROOT / "po"
PLURALS = {"hu": "nplurals=1; plural=0;"}
PLURAL = "nplurals=2; plural=(n != 1);"
HEADER = (
    'msgid ""\nmsgstr ""\n"Project-Id-Version: razzia\\n"\n"Language: {language}\\n"\n'
    '"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: {plural}\\n"\n'
)


def quote(text):
    return json.dumps(text, ensure_ascii=False)


def languages():
    return (PO / "LINGUAS").read_text().split()


def po_file(language):
    return PO / f"{language}.po"


def tool(*command):
    """Runs a gettext tool in the root, so that the places it writes down are relative to it."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    except FileNotFoundError:
        sys.exit(f"texts: {command[0]} is missing; it comes with gettext")
    if done.returncode:
        sys.exit(f"texts: {' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


# ---- Rules ---------------------------------------------------------------------------------------

RULING = re.compile(r"(,\s*)?\*\*\[R\]\*\*(?(1),|\s*)")
ROW = re.compile(r"\|\s*([A-Z]\d+)\s*\|(?:.*\|)?\s*(.*?)\s*\|\s*$")


def plain(cell):
    """A cell without its markup; what stands between backticks is kept to the letter."""
    parts = RULING.sub("", cell).split("`")
    parts[::2] = [part.replace("*", "") for part in parts[::2]]
    return " ".join("".join(parts).split())


def sections_of(page):
    """The rules of a page by section: [(heading, {id: sentence})], in order; sections without rules are left out."""
    sections, seen = [], set()
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("## "):
            sections.append((plain(line[3:]), {}))
        row = ROW.match(line)
        if not row:
            continue
        name, text = row[1], plain(row[2])
        if name in seen or not text:
            sys.exit(f"{page}:{number}: {name} {'is there twice' if text else 'has no sentence'}")
        if not sections:
            sys.exit(f"{page}:{number}: {name} stands before the first heading of a section (## ...)")
        seen.add(name)
        sections[-1][1][name] = text
    return [section for section in sections if section[1]]


def rules_of(page):
    """The rules of a page as {id: sentence}, in order."""
    return {name: text for _, rules in sections_of(page) for name, text in rules.items()}


def table(pages):
    lines = ["/* Made by tools/texts.py from docs/rules. */", '#include "words/rules.h"', ""]
    lines.append("const rz_rule rz_rules[] = {")
    for page in map(Path, pages):
        for name, text in rules_of(page).items():
            lines.append(f"    {{{quote(page.stem)}, {quote(name)}, {quote(text)}}},")
    lines += ["};", "", "const int rz_n_rules = sizeof rz_rules / sizeof *rz_rules;"]
    print("\n".join(lines))


def letters():
    """English first: it is the key."""
    order = sorted(languages(), key=lambda language: language != "en")
    texts = {}
    for language in order:
        for entry in read_po(po_file(language)):
            if re.search(r"\bsrc/notify/", entry.places):
                texts.setdefault(entry.fields["msgid"], {})[language] = entry.translations()[0]
    print('/* Made by tools/texts.py from po. */\n#include "notify/texts.h"\n')
    print(f"const char *const notify_languages[] = {{{', '.join(map(quote, order))}, NULL}};\n")
    print("const notify_text notify_texts[] = {")
    for english, forms in texts.items():
        print(f"    {{{{{', '.join(quote(english if language == 'en' else forms.get(language, '')) for language in order)}}}}},")
    print("};\n\nconst int notify_n_texts = sizeof notify_texts / sizeof *notify_texts;")


# ---- Extraction ----------------------------------------------------------------------------------


LITERAL = r'("(?:[^"\\]|\\.)*")'
SCRIPT_TEXT = re.compile(rf"\b(?:t|N_)\(\s*{LITERAL}|\btn\(\s*{LITERAL},\s*{LITERAL}")


def from_scripts():
    """The texts of the browser client."""
    for file in sorted((ROOT / "web" / "src").rglob("*.ts*")):
        for found in SCRIPT_TEXT.finditer(file.read_text(encoding="utf-8")):
            place = f"\n#: {file.relative_to(ROOT)}\nmsgid "
            if found[1]:
                yield f'{place}{found[1]}\nmsgstr ""'
            else:
                yield f'{place}{found[2]}\nmsgid_plural {found[3]}\nmsgstr[0] ""\nmsgstr[1] ""'


def template(folder):
    """Writes all texts, untranslated, to a file in `folder`."""
    sources = sorted(str(f.relative_to(ROOT)) for f in (ROOT / "src").rglob("*.[ch]"))
    from_code = tool("xgettext", "--language=C", "--from-code=UTF-8", "--add-location=file",
                     "--keyword", "--keyword=_", "--keyword=N_", "--keyword=P_:1,2",
                     "--output=-", *sources)
    parts = [from_code[from_code.index("\n\n"):] if from_code else "", *from_scripts()]
    for page in sorted((ROOT / "docs" / "rules").glob("*.md")):
        for heading, _ in sections_of(page):
            parts.append(f"\n#: docs/rules/{page.name}\nmsgid {quote(heading)}\nmsgstr \"\"")
        for name, text in rules_of(page).items():
            parts.append(f"\n#. {name}\n#: docs/rules/{page.name}\nmsgid {quote(text)}\nmsgstr \"\"")
    raw, pot = Path(folder, "raw.pot"), Path(folder, "razzia.pot")
    header = HEADER.format(language="", plural=PLURAL)
    raw.write_text(header + "\n".join(parts).replace(", c-format", "") + "\n", encoding="utf-8")
    tool("msguniq", "--add-location=file", f"--output={pot}", raw)
    return pot


def update():
    with tempfile.TemporaryDirectory() as folder:
        pot = template(folder)
        merged = Path(folder, "merged.po")
        for language in languages():
            po = po_file(language)
            if not po.exists():
                plural = PLURALS.get(language, PLURAL)
                po.write_text(HEADER.format(language=language, plural=plural), encoding="utf-8")
            tool("msgmerge", "--quiet", "--no-fuzzy-matching", "--add-location=file",
                 f"--output={merged}", po, pot)
            if language == "en":
                tool("msgen", f"--output={merged}", merged)
            tool("msgattrib", "--no-obsolete", f"--output={po}", merged)


# ---- The browser ---------------------------------------------------------------------------------


IN_BROWSER = re.compile(r"(web|src/(core|games|ai|words|wasm|analysis))/")


def is_shown_in_browser(entry):
    return any(map(IN_BROWSER.match, entry.places.split()))


LATER = re.compile(r"web/src/(club|learn|online|replay|review)/|web/src/games/\w+/course\.ts\b|src/core/verify\.h|src/analysis/")


def is_shown_later(entry):
    """Said only by parts of the client that are loaded when they are first needed, with their texts."""
    places = [place for place in entry.places.split() if IN_BROWSER.match(place)]
    return all(map(LATER.match, places))


def catalogue(entries):
    """English to its translation, or to a list of them; what is the same is left out."""
    texts = {}
    for entry in entries:
        english, translated = entry.fields["msgid"], entry.translations()
        if not all(translated):
            continue  # English will do until it is translated
        if len(translated) > 1 or "msgid_plural" in entry.fields:
            texts[english] = translated
        elif translated[0] != english:
            texts[english] = translated[0]
    return texts


def write_json(path, value):
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def web(folder):
    pages = sorted((ROOT / "docs" / "rules").glob("*.md"))
    for language in languages():
        entries = read_po(po_file(language))
        known = {entry.fields["msgid"]: entry.translations()[0] for entry in entries}

        def say(text):
            return known.get(text) or text

        rules = {page.stem: [{"title": say(title), "rules": {name: say(text) for name, text in rules.items()}}
                             for title, rules in sections_of(page)]
                 for page in pages}
        shown = list(filter(is_shown_in_browser, entries))
        write_json(Path(folder, f"{language}.json"), catalogue(e for e in shown if not is_shown_later(e)))
        write_json(Path(folder, f"{language}-later.json"), catalogue(filter(is_shown_later, shown)))
        write_json(Path(folder, f"{language}-rules.json"), rules)


# ---- Checks --------------------------------------------------------------------------------------


class Entry:
    """One text of a .po file: its fields by keyword, and what its comments say."""

    def __init__(self):
        self.fields, self.flags, self.places, self.obsolete = {}, "", "", False

    def key(self):
        return self.fields.get("msgctxt"), self.fields["msgid"]

    def translations(self):
        return [text for keyword, text in self.fields.items() if keyword.startswith("msgstr")]

    def placeholders(self, keyword_prefix):
        texts = [t for keyword, t in self.fields.items() if keyword.startswith(keyword_prefix)]
        return [set(re.findall(r"\{\w*\}", text)) for text in texts]


def read_entry(block):
    entry, keyword = Entry(), None
    for line in block.splitlines():
        if line.startswith("#~"):
            entry.obsolete = True
            line = line[2:].lstrip()
        if line.startswith("#,"):
            entry.flags += line
        if line.startswith("#:"):
            entry.places += line[2:]
        start = re.match(r"(msg[a-z_]+(?:\[\d\])?)\s*(\".*)", line)
        if start:
            keyword = start[1]
            line = start[2]
            entry.fields[keyword] = ""
        if line.startswith('"'):
            entry.fields[keyword] += json.loads(line)
    return entry


def read_po(path):
    blocks = re.split(r"\n\s*\n", path.read_text(encoding="utf-8"))
    entries = [read_entry(block) for block in blocks]
    return [entry for entry in entries if entry.fields.get("msgid")]


def fault_of(entry, known):
    if entry.obsolete or entry.key() not in known:
        return "is no longer used"
    if "fuzzy" in entry.flags:
        return "is marked fuzzy"
    if not all(entry.translations()):
        return "is not translated"
    wanted = set().union(*entry.placeholders("msgid"))
    forms = entry.placeholders("msgstr")
    for form, found in enumerate(forms):
        of_one = form < len(forms) - 1  # "one card" may leave the number out; the form of many, perhaps the only one, may not
        if found != wanted and not (of_one and found < wanted):
            return f"should have the words {sorted(wanted)} in braces and has {sorted(found)}"
    return None


def faults_of(language, known):
    po = po_file(language)
    if not po.exists():
        return ["the file is missing"]
    done = subprocess.run(["msgfmt", "--check", "--output-file=/dev/null", po],
                          capture_output=True, encoding="utf-8")
    if done.returncode:
        return done.stderr.splitlines()
    entries = read_po(po)
    present = {entry.key() for entry in entries}
    faults = [f"{quote(text)} is not there" for text in sorted(t for c, t in known - present)]
    for entry in entries:
        fault = fault_of(entry, known)
        if fault:
            faults.append(f"{quote(entry.fields['msgid'])} {fault}")
    return faults


def unseen_in_browser(language):
    """Texts of the browser client that its catalogue would leave out."""
    seen = {entry.fields["msgid"] for entry in filter(is_shown_in_browser, read_po(po_file(language)))}
    for file in (ROOT / "web" / "src").rglob("*.ts*"):
        for found in SCRIPT_TEXT.finditer(file.read_text(encoding="utf-8")):
            text = json.loads(found[1] or found[2])
            if text not in seen:
                yield f"not for the browser, where it is said ({file.name}): {text}"


def check():
    with tempfile.TemporaryDirectory() as folder:
        known = {entry.key() for entry in read_po(template(folder))}
    faults = [f"po/{language}.po: {fault}" for language in languages()
              for fault in (*faults_of(language, known), *unseen_in_browser(language))]
    for fault in faults:
        print(fault)
    if faults:
        sys.exit(f"texts: {len(faults)} faults; tools/texts.py update, then translate what is new")
    print(f"texts: {len(known)} texts in {len(languages())} languages")


def main(arguments):
    sys.stdout.reconfigure(encoding="utf-8")
    commands = {"letters": letters, "update": update, "check": check}
    if len(arguments) > 1 and arguments[0] == "table":
        table(arguments[1:])
    elif len(arguments) == 2 and arguments[0] == "web":
        web(arguments[1])
    elif len(arguments) == 1 and arguments[0] in commands:
        commands[arguments[0]]()
    else:
        sys.exit(__doc__)


main(sys.argv[1:])
