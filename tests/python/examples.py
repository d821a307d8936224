#!/usr/bin/env python3
"""The examples do what they say, each in a few seconds.

    examples.py RAZZIA"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples/lab"


def run(*command):
    said = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300)
    assert said.returncode == 0, said.stdout + said.stderr
    return said.stdout


class Examples(unittest.TestCase):
    def test_baseline(self):
        said = run(sys.executable, EXAMPLES / "baseline.py", 20)
        self.assertEqual(len(said.splitlines()), 14)

    def test_monte_carlo(self):
        """Four games that it can hardly lose."""
        said = run(sys.executable, EXAMPLES / "monte_carlo.py", "loot", 2, 4)
        self.assertGreaterEqual(int(re.search(r"(\d+) %", said)[1]), 75)

    def test_a_bot_plays_in_the_arena(self):
        bot = f"exec:{sys.executable} {EXAMPLES / 'python_bot.py'}"
        said = run(PROGRAM, "simulate", "loot", "--games", "4", "--strict", "--bots", bot + ",random")
        self.assertIn("loot", said)

    def test_learning(self):
        """A third of a minute of computing beats random, whom the net of the beginning does not."""
        with tempfile.TemporaryDirectory() as folder:
            said = run(sys.executable, EXAMPLES / "policy_gradient.py", "0.3", folder + "/curve.svg")
            self.assertIn("<polyline", pathlib.Path(folder, "curve.svg").read_text())
        against = [int(share) for share in re.findall(r"random (\d+) %", said)]
        self.assertLess(against[0], 60)
        self.assertGreater(against[-1], 80)


if __name__ == "__main__":
    os.environ["PYTHONMALLOC"] = "default"
    unittest.main()
