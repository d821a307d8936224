#!/usr/bin/env python3
"""What `razzia simulate --data` writes is what the games of its records say, and what the package writes itself.

    data.py RAZZIA"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np
import razzia
from razzia.game import CHANCE

PROGRAM = sys.argv.pop(1)
SEED = "5e" * 32


def simulate(folder, game, seats, games, bots, *more):
    """The columns of the data, and the games of the records."""
    said = subprocess.run([PROGRAM, "simulate", game, "--seats", str(seats), "--games", str(games), "--seed", SEED, "--bots",
                           bots, "--data", folder + "/data", "--record", folder + "/games.jsonl", *more],
                          capture_output=True, text=True, timeout=60)
    assert (said.returncode, said.stderr) == (0, ""), said
    parts = list(razzia.data.read(folder + "/data"))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}, razzia.Game.replay(
        folder + "/games.jsonl")


class Data(unittest.TestCase):
    def check_game(self, played, own, **options):
        """Goes through a game once more; at each decision in which there is a choice stands the next row."""
        game, at = razzia.Game(played.game, played.seats, deals=False, **options), 0
        for actor, action in played.moves:
            if actor != CHANCE and len(game.legal(actor)) > 1:
                np.testing.assert_array_equal(own["obs"][at], game.observation(actor))
                mask = np.unpackbits(own["mask"][at], bitorder="little")
                self.assertEqual(mask.nonzero()[0].tolist(), sorted(game.legal(actor)))
                self.assertEqual((own["seat"][at], own["choice"][at]), (actor, action))
                np.testing.assert_array_equal(own["score"][at], played.scores)
                self.assertEqual(own["reward"][at], np.float32(played.shares[actor]))
                at += 1
            game.act(action, actor)
        self.assertTrue(game.over)
        self.assertEqual(at, len(own["seat"]))

    def test_rows_are_the_moments_of_the_records(self):
        for game, seats, more, options in [("loot", 2, ["-o", "piles=1"], {"piles": 1}), ("loot", 5, ["--rng", "fast"], {}),
                                           ("bars", 3, [], {}), ("bars", 8, [], {}), ("mice", 4, [], {})]:
            with self.subTest(game=game, seats=seats), tempfile.TemporaryDirectory() as folder:
                rows, played = simulate(folder, game, seats, 6, "greedy,random", *more)
                played = list(played)
                self.assertEqual(np.unique(rows["game"]).tolist(), list(range(6)))
                self.assertTrue((np.diff(rows["game"].astype(int)) >= 0).all())
                for number in range(6):
                    self.check_game(played[number], {name: column[rows["game"] == number] for name, column in rows.items()},
                                    **options)

    def test_the_package_writes_the_same(self):
        for game, seats, more, options in [("loot", 3, ["-o", "piles=1"], {"piles": 1}), ("bars", 4, [], {}),
                                           ("mice", 2, [], {})]:
            with self.subTest(game=game), tempfile.TemporaryDirectory() as folder:
                simulate(folder, game, seats, 7, "greedy,random", *more)
                razzia.data.write(folder + "/own", game, seats, bot=["greedy"] + ["random"] * (seats - 1), games=7, seed=SEED,
                                  **options)
                names = sorted(path.name for path in pathlib.Path(folder, "data").iterdir())
                self.assertEqual(names, sorted(path.name for path in pathlib.Path(folder, "own").iterdir()))
                for name in names:
                    one, other = (pathlib.Path(folder, which, name).read_bytes() for which in ("data", "own"))
                    if name == "manifest.json":
                        self.assertEqual(json.loads(one), json.loads(other))
                    else:
                        self.assertEqual(one, other, name)


if __name__ == "__main__":
    unittest.main()
