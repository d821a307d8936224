"""What the tests of the command line share: running the program, and playing at a terminal."""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import unittest
from pathlib import Path

RAZZIA = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/razzia"
LANGUAGES = ["en", "de", "es", "hu", "it"]
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
CHOICE = re.compile(r" {0,2}(\d+) (.*)")
QUESTION = re.compile(r"(?:[:?]|Enter\.) ?\Z")
# What is asked when a game is over, in every language.
OVER = re.compile(r"(?:Type a for an|a (?:für|fuer|fur) eine|Escribe a para un|[ÍI]rj a bet[űu]t|Scrivi a per un)[^:]*: ?\Z")
REFUSED = re.compile(r": [A-Z]\d+\)$")
DATA = tempfile.TemporaryDirectory()  # games that are left are saved here, not at the tester's


def environment(**more):
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "XDG_"))}
    return {**clean, "LC_ALL": "C.UTF-8", "TERM": "xterm", "XDG_DATA_HOME": DATA.name, **more}


def run(*args, stdin=None, env=None, **more):
    """Runs the program; a text or bytes as `stdin` is typed, None is an empty input."""
    if isinstance(stdin, str):
        stdin = stdin.encode()
    given = {"stdin": subprocess.DEVNULL} if stdin is None else {"input": stdin}
    given.update(more)
    done = subprocess.run([RAZZIA, *map(str, args)], env=env or environment(), timeout=60,
                          stdout=given.pop("stdout", subprocess.PIPE), stderr=subprocess.PIPE,
                          **given)
    done.out = (done.stdout or b"").decode("utf-8", "replace")
    done.err = done.stderr.decode("utf-8", "replace")
    return done


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def refused(self, status, *args, says=(), **more):
        """One line on standard error, with all that `says` names, and nothing else."""
        done = run(*args, **more)
        what = f"razzia {' '.join(map(str, args))[:100]}: {done.err!r}"
        self.assertEqual(done.returncode, status, what)
        self.assertEqual(done.err.count("\n"), 1, what)
        self.assertTrue(done.err.startswith("razzia"), what)
        for word in [says] if isinstance(says, str) else says:
            self.assertIn(word, done.err, what)
        return done

    def record(self, seed=1, seats=4, games=1, name="game.jsonl", bots="greedy"):
        path = self.folder / name
        done = run("simulate", "loot", "--games", games, "--seats", seats, "--seed", seed, "--bots",
                   bots, "--record", path)
        self.assertEqual((done.returncode, done.err), (0, ""))
        return path


class Terminal:
    """The program at a terminal of its own. read() waits for a question and returns what was
    written since the last one, without colours; None at the end. Nobody wants an analysis."""

    def __init__(self, *args, columns=100, env=None):
        size = struct.pack("HHHH", 50, columns, 0, 0)
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.execve(RAZZIA, [RAZZIA, *map(str, args)], env or environment())
        self.log, self.seen, self.status = "", 0, None

    def _more(self):
        if not select.select([self.fd], [], [], 30)[0]:
            raise AssertionError(f"the program hangs after: {self.log[-300:]!r}")
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            data = b""
        self.log += data.decode("utf-8", "replace")
        return bool(data)

    def _waits(self):
        """A question has been asked, and nothing comes after it."""
        asked = QUESTION.search(COLOURS.sub("", self.log[self.seen:]))
        return asked and not select.select([self.fd], [], [], 0.003)[0]

    def read(self):
        while not self._waits():
            if not self._more():
                return self.end()
        text = COLOURS.sub("", self.log[self.seen:]).replace("\r\n", "\n")
        self.seen = len(self.log)
        if OVER.search(" ".join(text.split())):
            self.type("")
            return self.end()
        return text

    def type(self, line):
        os.write(self.fd, f"{line}\n".encode())

    def ask(self, line):
        self.type(line)
        return self.read()

    def end(self):
        if self.status is None:
            while self._more():
                pass
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            os.close(self.fd)


def choices(text):
    """The numbers on offer that the rules allow. Labels may go on in the next line."""
    labels = []
    for line in text.splitlines():
        found = CHOICE.fullmatch(line)
        if found and int(found[1]) == 1:
            labels = []
        if found and int(found[1]) == len(labels) + 1:
            labels.append(found[2])
        elif labels and line.startswith("    "):
            labels[-1] += " " + line.strip()
    return [number for number, label in enumerate(labels, 1) if not REFUSED.search(label)]


def play_on(terminal, text, rng, moves=None):
    """Chooses at random until the end, or for so many moves; returns the last question."""
    while text is not None and moves != 0:
        if not choices(text):
            raise AssertionError(f"nothing to choose: {text!r}")
        text = terminal.ask(rng.choice(choices(text)))
        moves = None if moves is None else moves - 1
    return text


def main():
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=0)
