#!/usr/bin/env python3
"""A scene that declares to prove a rule fails when the rule is broken.

    rule_mutants.py BUILD-FOLDER [RULE...]

The lines of src/games that name a rule (in a comment beside them or above them, or by an error that
has its number) are changed, one change at a time: a comparison turned round, a number one higher, a
condition negated, a reason not given. A rule is proved if after one of these changes a scene or a unit
test fails that says "proves" of this rule: beside the function of a unit test, or in the first comment
of a test program as a whole."""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ID = r"[A-Z]\d+[a-z]?"
# Rules that no line of code names, since they follow from what is written for another.
FOLLOWS = {"B3": "B4", "B6": "B45", "B21": "B30", "L5": "L7", "L13": "L32", "L31": "L26", "L34": "L22", "L50": "L33",
           "M27": "M28", "M43": "M28", "M63": "M41", "M83": "M51"}
REACH = 40  # lines below a comment that belong to it at most
# What is changed into what. `\b` keeps names whole; a number in a name is no number.
CHANGES = [(r"==", "!="), (r"!=", "=="), (r"(?<![<>-])<=?(?![<=])", ">"), (r"(?<![<>-])>=?(?![>=])", "<"),
           (r"&&", "||"), (r"\|\|", "&&"), (r"\?", "? 0 &&"), (r"\bif \(", "if (!"), (r"\breturn (?=[^;]*;)", "return !"),
           (r"\+\+", "--"), (r" \+ ", " - "), (r" - ", " + "), (r"\+=", "-="), (r"-=", "+="), (r"\b(\d+)\b", None),
           (r"= true\b", "= false"), (r"= false\b", "= true"), (r"^( +)(?=[a-z_]+\(.*\); *$)", r"\1if (0) "),
           (r"\btrue\b", "false"), (r"(?<![=!<>+-]) = (?=[^=]*;)", " = 1 + "), (r'"(?=\w+")', '"x')]


def rules(game):
    return re.findall(rf"^\| *({ID}) *\|", (ROOT / "docs/rules" / f"{game}.md").read_text(), re.M)


def declared():
    """{rule: {names of scenes and unit tests}}."""
    found = {}
    for path in sorted((ROOT / "tests/scenes").glob("*/*.scene")):
        for scene in re.split(r"^scene ", path.read_text(), flags=re.M)[1:]:
            for ids in re.findall(rf"^proves((?: +{ID})+)", scene, re.M):
                for rule in ids.split():
                    found.setdefault(rule, set()).add(scene.splitlines()[0].strip())
    for path in sorted((ROOT / "tests/unit").glob("*.c")):
        for ids, name in re.findall(rf"\bproves((?:[ ,]+(?:and +)?{ID}\b)+)[^/]*/\s*static void (\w+)", path.read_text()):
            for rule in re.findall(ID, ids):
                found.setdefault(rule, set()).add(f"{path.stem}:{name}")
        head = re.sub(r"\n \* ", " ", path.read_text().partition("*/")[0])
        for ids in re.findall(rf"\bproves((?:[ ,]+(?:and +)?{ID}\b)+)", head) if path.stem != "scenes" else []:
            for rule in re.findall(ID, ids):
                found.setdefault(rule, set()).add(f"{path.stem}:main")
    return found


def named_lines(rule, lines, errors):
    """Numbers of lines that the rule is said of, the nearest to where it is said first."""
    found, whole = [], []
    for number, line in enumerate(lines):
        code, _, comment = line.partition("/*")
        if any(re.search(rf"\b{error}\b", code) for error in errors):
            found.append(number)
        if re.search(rf"\b{rule}\b", comment) or re.match(rf" \* .*\b{rule}\b", line):
            if all(re.match(r"/\*| \*", above) for above in lines[:number + 1]):
                whole = list(range(number + 1, len(lines)))  # the first comment is about the whole file
            elif code.strip(" *") and not line.startswith(" * "):
                found += [number, number - 1]
            else:
                found += below(lines, number)
        elif re.search(rf'"{rule}"', code):
            found += [number, number - 1, number - 2]
    return found + whole


def below(lines, number):
    """The lines under a comment: to the end of its function, table or block."""
    found = []
    indent = 0 if lines[number].startswith(" *") else len(lines[number]) - len(lines[number].lstrip())
    for other in range(number + 1, min(number + REACH, len(lines))):
        line = lines[other]
        if line.startswith("}") or (indent and len(line) - len(line.lstrip()) < indent):
            break
        found.append(other)
    return found


def changed(line, errors):
    """Every change of one line."""
    for error in errors:
        if re.search(rf"\b{error}\b", line):
            yield re.sub(rf"\b{error}\b", "RZ_OK", line)
    code, slash, comment = line.partition("/*")
    for pattern, new in CHANGES:
        for match in re.finditer(pattern, code):
            to = str(int(match.group(1)) + 1) if new is None else match.expand(new) if "\\" in new else new
            yield code[:match.start()] + to + code[match.end():] + slash + comment


def mutants(game, rule):
    """(path, line number, the whole changed text), the likeliest first."""
    folder = ROOT / "src/games" / game
    table = (folder / "state.h").read_text()
    rule = FOLLOWS.get(rule, rule)
    errors = re.findall(rf'X\((\w+), "[^"]*", "{rule}"', table)
    for path in sorted(folder.glob("*.c"), key=lambda p: (p.stem == "notation", p.stem == "tables", p.name)):
        lines = path.read_text().split("\n")
        for number in dict.fromkeys(named_lines(rule, lines, errors)):
            if re.match(r" \*|/\*", lines[number].lstrip()):
                continue
            for line in changed(lines[number], errors):
                yield path, number, "\n".join(lines[:number] + [line] + lines[number + 1:])


class Builder:
    def __init__(self, build, place, scenes):
        self.build, self.place, self.scenes = build, place, scenes
        self.commands = {}
        for entry in json.loads((build / "compile_commands.json").read_text()):
            source = pathlib.Path(os.path.normpath(os.path.join(entry["directory"], entry["file"])))
            if "librules" in entry["output"]:
                self.commands[source] = shlex.split(entry["command"])
        self.programs = {name: sorted((build / f"tests/{program}.p").glob("*.o")) for name, program in
                         (("scenes", "test_scenes"), ("loot", "test_loot"), ("options", "test_options"), ("mice", "test_mice"),
                          ("bars_hidden", "test_bars_hidden"))}
        self.patience = {}  # seconds after which a changed program is taken to run for ever
        assert self.commands and all(self.programs.values()), f"{build} has no objects of the rules and tests"

    def link(self, name, program, objects):
        subprocess.run(["cc", "-o", program, *self.programs[name], *objects, self.build / "src/librules.a",
                        *(self.build / "tests").glob("libhelpers.a"), "-lcmocka", "-lm"], check=True, capture_output=True)

    def compile(self, path, text, stem):
        """The object of a changed file; None if it does not compile."""
        source, target = self.place / f"{stem}.c", self.place / f"{stem}.o"
        source.write_text(text)
        words = self.commands[path]
        keep = [w for i, w in enumerate(words) if w not in ("-o", "-c", "-MD", "-MQ", "-MF") and
                words[i - 1] not in ("-o", "-c", "-MQ", "-MF") and w != "-Werror"]
        done = subprocess.run(keep + ["-O0", "-w", "-c", source, "-o", target], cwd=self.build,
                              capture_output=True, check=False)
        return target if done.returncode == 0 else None

    def check_unchanged(self, name, games):
        """What is not changed must pass, or a failure means nothing."""
        begin = time.monotonic()
        self.link(name, self.place / name, [])
        for game in games if name == "scenes" else [""]:
            assert not self.failures(name, game, self.place / name), f"{name} fails as it is"
        self.patience[name] = 2 + 10 * (time.monotonic() - begin)

    def failures(self, name, game, program):
        """Names of the scenes or tests that fail."""
        args = [ROOT / "tests/scenes" / game] if name == "scenes" else []
        try:
            done = subprocess.run([program, *args], capture_output=True, text=True, errors="replace",
                                  timeout=self.patience.get(name, 600), check=False)
        except subprocess.TimeoutExpired:
            return set()
        if name == "scenes":
            said = re.findall(r"^\S+\.scene:\d+: (.*)", done.stderr, re.M)
            return {name for name in self.scenes if any(line.startswith(name + ": ") for line in said)}
        if done.returncode != 0 and "[  FAILED  ]" not in done.stderr:
            return {f"{name}:main"}
        return {f"{name}:{test}" for test in re.findall(r"\[  FAILED  \] (\w+)$", done.stderr, re.M)}


def prove(builder, game, rule, tests):
    """What was changed where, so that a test of the rule failed; None where nothing does."""
    names = {test.partition(":")[0] if re.match(r"\w+:\w+$", test) else "scenes" for test in tests}
    tried = 0
    for path, number, text in mutants(game, rule):
        stem = f"{rule}-{tried}"
        changed_object = builder.compile(path, text, stem)
        tried += 1
        if not changed_object:
            continue
        for name in names:
            program = builder.place / f"{stem}-{name}"
            builder.link(name, program, [changed_object])
            if builder.failures(name, game, program) & tests:
                return f"{path.relative_to(ROOT)}:{number + 1}", tried
            program.unlink()
        changed_object.unlink()
    return None, tried


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    only = sys.argv[2:]
    tests = declared()
    games = [path.stem for path in sorted((ROOT / "docs/rules").glob("*.md")) if rules(path.stem)]
    wanted = [(game, rule) for game in games for rule in rules(game) if not only or rule in only]
    unproved = []
    jobs = int(os.environ.get("JOBS", os.cpu_count()))
    with tempfile.TemporaryDirectory() as place, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        builder = Builder(build, pathlib.Path(place), set().union(*tests.values()))
        for name in builder.programs:
            builder.check_unchanged(name, games)
        found = pool.map(lambda w: (w[1], prove(builder, *w, tests.get(w[1], set()))), wanted)
        for rule, (where, tried) in found:
            if only:
                print(rule, where, tried)
            if not where:
                unproved.append(f"{rule} ({tried} changes)")
    if unproved or not wanted:
        print("no test fails when these rules are broken:", *unproved, sep="\n  ")
        return 1
    print(f"{len(wanted)} rules, each with a test that fails when it is broken")
    return 0


sys.exit(main())
