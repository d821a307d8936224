"""Changes of one place of a source, and programs that are built with them.

A mutant is told by its file, its line and what the line becomes, not by the number of the line: so it is
the same one when lines above it come and go, and another one when its own line changes."""
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULE = r"\b[A-Z]\d+[a-z]?\b"

# What is changed into what, in code as clang-format leaves it; a number in a name is no number.
OPERATORS = [
    (r" == ", (" != ",)), (r" != ", (" == ",)), (r" < ", (" <= ", " >= ")), (r" <= ", (" < ", " > ")),
    (r" > ", (" >= ", " <= ")), (r" >= ", (" > ", " < ")),
    (r"&&", ("||",)), (r"\|\|", ("&&",)), (r" \? ", (" && 0 ? ", " || 1 ? ")), (r"!(?=[\w(])", ("",)),
    (r" \+ ", (" - ",)), (r" - ", (" + ",)), (r" \* (?=[\w(])", (" + ",)), (r" / ", (" * ",)), (r" % ", (" / ",)),
    (r"\+\+", ("--",)), (r"--", ("++",)), (r" \+= ", (" -= ",)), (r" -= ", (" += ",)),
    (r" & (?=[\w(~])", (" | ",)), (r" \| ", (" & ",)), (r" << ", (" >> ",)), (r" >> ", (" << ",)), (r"~(?=[\w(])", ("",)),
    (r" \|= ", (" &= ",)), (r" &= ", (" |= ",)), (r" \^= ", (" |= ",)),
    (r"\btrue\b", ("false",)), (r"\bfalse\b", ("true",)),
    (r"\bif \((.*)\)(?= \{$|$)", (r"if (!(\1))",)), (r"\breturn ([^;]+);", (r"return !(\1);",)),
    (r"\bbreak;", (";",)), (r"\bcontinue;", (";", "break;")), (r"\breturn;", (";",)),
]
NUMBER = re.compile(r"(?<![\w.])(\d+)(u?)\b(?![.x])")
STATEMENT = re.compile(r"^( +)(?!return\b|break;|continue;|goto\b|\}|case\b|else\b|for\b|if\b|while\b|do\b)([^ ].*;)$")


@dataclasses.dataclass(frozen=True)
class Mutant:
    path: str  # below the root
    number: int  # of the line, from 0
    old: str
    new: str
    above: str  # the line before it
    rule: str  # what the line is said to be about; its file where nothing is said
    key: str  # in the order of the sample

    def text(self):
        lines = (ROOT / self.path).read_text().split("\n")
        lines[self.number] = self.new
        return "\n".join(lines)


def blank(text):
    """The text with nothing in its comments and strings, every character in its place."""
    def hide(match):
        found = match.group()
        if found[0] in "\"'":
            return found[0] + re.sub(r"[^\n]", "_", found[1:-1]) + found[-1]
        return re.sub(r"[^\n]", " ", found)
    return re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', hide, text, flags=re.S)


def changes(line, code):
    """Every change of one line; `code` is the line without its comment and strings."""
    bare = code.rstrip()
    if not bare.strip() or bare.lstrip().startswith(("#", "_Static_assert", "RZ_ASSERT")):
        return
    for pattern, replacements in OPERATORS:
        for match in re.finditer(pattern, bare):
            for to in replacements:
                yield line[:match.start()] + re.sub(pattern, to, line[match.start():match.end()], count=1) + line[match.end():] \
                    if "\\1" not in to else line[:match.start()] + to.replace("\\1", line[match.start(1):match.end(1)]) + line[match.end():]
    for match in NUMBER.finditer(bare):
        value = int(match.group(1))
        for to in (value + 1, value - 1)[:2 if value > 0 else 1]:
            yield line[:match.start()] + f"{to}{match.group(2)}" + line[match.end():]
    match = STATEMENT.match(bare)
    if match:
        yield match.group(1) + ";" + line[len(bare):]


def rules_of(lines):
    """For each line the rule that a comment beside it or above it names, or ""."""
    found, block, function, section = [], "", "", True
    indent = 0
    for line in lines:
        code, _, comment = line.partition("/*")
        is_comment = line.lstrip().startswith(("/*", "* ", "*/"))
        ids = re.findall(RULE, comment if comment else line if is_comment else "")
        if line.startswith("/*") or (is_comment and line.startswith(" *")):
            function = ids[0] if ids and not re.search(r"\bto " + RULE, line) else "" if line.startswith("/*") else function
            block = ""
        elif is_comment and ids:
            block, indent = ids[0], len(line) - len(line.lstrip())
        elif code.strip() and len(code) - len(code.lstrip()) < indent:
            block, indent = "", 0
        found.append(ids[0] if ids and code.strip() else block or function)
        if line.startswith("}"):
            function = block = ""
            indent = 0
    return found


def mutants_of(path):
    """All mutants of a file, of a path below the root."""
    text = (ROOT / path).read_text()
    lines, codes = text.split("\n"), blank(text).split("\n")
    rules, seen, found = rules_of(lines), {}, []
    for number, (line, code) in enumerate(zip(lines, codes)):
        for new in dict.fromkeys(changes(line, code)):
            if new == line:
                continue
            which = (path, line.strip(), new.strip())
            seen[which] = seen.get(which, 0) + 1
            key = hashlib.sha256("\0".join([*which, str(seen[which])]).encode()).hexdigest()[:16]
            above = lines[number - 1] if number else ""
            found.append(Mutant(path, number, line, new, above, rules[number] or pathlib.Path(path).stem, key))
    return found


def sources(folder):
    return sorted(str(p.relative_to(ROOT)) for p in (ROOT / "src" / folder).rglob("*.c"))


class Builder:
    """Compiles changed files with the options of a build folder, and links programs of that folder with them."""

    def __init__(self, build, place):
        self.build, self.place = pathlib.Path(build).resolve(), pathlib.Path(place)
        self.commands, self.objects, self.links = {}, {}, {}
        self.compilers, self.archives = {}, {}  # commands by object; objects of a file by library
        libraries = ("librules", "libstore", "simulated_server")
        for entry in json.loads((self.build / "compile_commands.json").read_text()):
            source = pathlib.Path(os.path.normpath(os.path.join(entry["directory"], entry["file"])))
            if ROOT in source.parents:
                path = str(source.relative_to(ROOT))
                self.objects[entry["output"]] = path
                self.compilers[entry["output"]] = shlex.split(entry["command"])
                if ".a.p/" in entry["output"]:
                    self.archives.setdefault(path, {})[entry["output"].partition(".p/")[0]] = entry["output"]
                if path not in self.commands or any(name in entry["output"] for name in libraries):
                    self.commands[path] = self.compilers[entry["output"]]
        tests = json.loads(subprocess.run(["meson", "introspect", "--tests", self.build], capture_output=True, text=True,
                                          check=True).stdout)
        self.tests = {test["name"]: test for test in tests}

    def compile(self, path, text, stem, options=("-O1", "-w")):
        """The object of a changed file; None if it does not compile."""
        folder = self.place / stem
        folder.mkdir(exist_ok=True)
        source = folder / pathlib.Path(path).name
        source.write_text(text)
        return self.compile_as(self.commands[path], path, source, folder / "changed.o", options)

    def compile_as(self, command, path, source, target, options):
        words = [w for w in command if w != "ccache"]
        keep = [w for i, w in enumerate(words) if w not in ("-o", "-c", "-MD", "-MQ", "-MF") and
                words[i - 1] not in ("-o", "-c", "-MQ", "-MF") and w != "-Werror"]
        here = ["-iquote", str((ROOT / path).parent)]
        done = subprocess.run(keep + [*options, *here, "-c", source, "-o", target], cwd=self.build, capture_output=True, check=False)
        return target if done.returncode == 0 else None

    def link_words(self, program):
        name = os.path.relpath(program, self.build)
        if name not in self.links:
            said = subprocess.run(["ninja", "-C", self.build, "-t", "commands", name], capture_output=True, text=True, check=True)
            self.links[name] = [w for w in shlex.split(said.stdout.splitlines()[-1]) if w != "ccache"]
        return self.links[name]

    def has(self, program, path):
        """Whether a file is in a program."""
        return any(self.objects.get(w) == path or w in self.archives.get(path, ()) for w in self.link_words(program))

    def notices(self, test, path):
        """Whether any program of a test has a file."""
        return any(self.has(program, path) for w in self.tests[test]["cmd"] if (program := self.program(w)))

    def link(self, program, changed, path, options=()):
        """A program of the build folder with this object instead of its own of that file."""
        if not self.has(program, path):
            return program
        words = list(self.link_words(program))
        target = changed.parent / pathlib.Path(program).name
        words[words.index("-o") + 1] = str(target)
        own = [w for w in words if self.objects.get(w) == path]
        command = self.compilers[own[0] if own else next(self.archives[path][w] for w in words if w in self.archives[path])]
        if command is not self.commands[path]:  # compiled as the program has it, with its own macros
            source, changed = changed.parent / pathlib.Path(path).name, changed.parent / f"{target.name}.o"
            self.compile_as(command, path, source, changed, ("-O1", "-w", *options))
        if own:
            words = [str(changed) if w in own else w for w in words]
        else:
            words.insert(words.index("-o") + 2, str(changed))
        subprocess.run([*words, *options], cwd=self.build, check=True, capture_output=True)
        return target

    def program(self, word):
        """The path of a program of the build folder; None for any other word."""
        path = os.path.join(self.build, word)
        is_one = path.startswith(str(self.build)) and "." not in os.path.basename(path) and os.path.isfile(path) and \
            os.access(path, os.X_OK)
        return path if is_one else None

    def run(self, test, changed, path, limit, options=()):
        """True if a test of meson passes with this object, within so many seconds of computing."""
        what = self.tests[test]
        words = [str(self.link(self.program(w), changed, path, options)) if self.program(w) else
                 f"sqlite:{changed.parent / pathlib.Path(w).name}" if w.startswith("sqlite:") else w for w in what["cmd"]]
        try:  # a machine that is busy kills nothing
            done = subprocess.run(["prlimit", f"--cpu={int(limit) + 1}", *words], cwd=what["workdir"] or self.build,
                                  capture_output=True, timeout=30 * limit, check=False, start_new_session=True,
                                  stdin=subprocess.DEVNULL, env={**os.environ, **what["env"]})
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0
