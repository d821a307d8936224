#!/usr/bin/env python3
"""Games and batches from Python: the same games as the rules', records that come back, and two worlds that look alike."""
import ast
import copy
import pathlib
import pickle
import random
import tempfile
import unittest

import numpy as np

import razzia
from razzia import _core

RECORDS = pathlib.Path(__file__).resolve().parents[1] / "records"
GAMES = [(game, seats) for game, known in razzia.games().items()
         for seats in range(known["seats_min"], known["seats_max"] + 1)]


def random_choices(mask, toss):
    """A legal action of each row."""
    return (toss.random(mask.shape) * mask).argmax(1)


class Batches(unittest.TestCase):
    def test_arrays(self):
        for game, seats in GAMES:
            env = razzia.Batch(game, seats, games=6, seed=1)
            obs, mask, seat = env.observe()
            size = sum(f.size for f in razzia.features(game, seats).values())
            self.assertEqual((obs.shape, mask.shape, seat.shape), ((6, size), (6, env.actions), (6,)))
            self.assertEqual((obs.dtype, mask.dtype, env.reward.shape), (np.uint8, np.uint8, (6, seats)))
            self.assertTrue(mask.any(1).all())

    def test_forms_agree(self):
        """Bytes and floats, masks and bits, new arrays and one's own say the same."""
        for game, seats in GAMES:
            one = razzia.Batch(game, seats, games=9, seed=4)
            own = {"obs": np.empty((9, one.features), np.float32), "seat": np.empty(9, np.uint8)}
            two = razzia.Batch(game, seats, games=9, seed=4, obs="float32", masks="bits", out=own, threads=3)
            toss, largest = np.random.default_rng(1), np.concatenate(
                [np.full(f.size, f.max) for f in razzia.features(game, seats).values()])
            for _ in range(60):
                np.testing.assert_allclose(own["obs"], one.obs / largest, atol=1e-6)
                np.testing.assert_array_equal(np.unpackbits(two.bits, axis=1, bitorder="little")[:, :one.actions],
                                              one.mask)
                np.testing.assert_array_equal(own["seat"], one.seat)
                actions = random_choices(one.mask, toss)
                for mine, theirs in zip(one.step(actions), two.step(actions.astype(np.uint16))):
                    np.testing.assert_array_equal(mine, theirs)

    def test_memory_is_lent(self):
        """Arrays of others, that speak DLPack and nothing else, are used without a copy; and ours speak it."""
        class Lent:
            def __init__(self, array):
                self.__dlpack__, self.__dlpack_device__ = array.__dlpack__, array.__dlpack_device__

            def __dlpack__(self, **options):
                return self.__dict__["__dlpack__"](**options)

            def __dlpack_device__(self):
                return self.__dict__["__dlpack_device__"]()
        mine = np.zeros(7, np.uint8)
        env = razzia.Batch("loot", 5, games=7, seed=1, out={"seat": Lent(mine)})
        ours = np.from_dlpack(env.obs)
        for _ in range(9):
            env.step(Lent(env.mask.argmax(1)))
        np.testing.assert_array_equal(mine, env.observe()[2])
        self.assertTrue(mine.any())
        self.assertTrue(np.shares_memory(ours, env.obs))

    def test_a_slot_is_a_game(self):
        """A place of a fair batch goes as the game of its seed does."""
        for game, seats in GAMES:
            seed = razzia.seeds.to_bytes(11)
            env = razzia.Batch(game, seats, games=5, seed=11, fair=True)
            self.assertEqual((env.seed, env.game_seed(3)), (seed, _core.slot_seed(seed, 3, 0)))
            one = razzia.Game(game, seats, seed=env.game_seed(3))
            toss = np.random.default_rng(2)
            for _ in range(4000):
                np.testing.assert_array_equal(env.obs[3], one.observation())
                np.testing.assert_array_equal(env.mask[3], one.mask())
                self.assertEqual(env.seat[3], one.seat)
                actions = random_choices(env.mask, toss)
                one.act(int(actions[3]))
                reward, done, score = env.step(actions)
                if done[3]:
                    break
            self.assertTrue(one.over)
            self.assertEqual((score[3].tolist(), reward[3].tolist()), (one.scores, np.float32(one.shares).tolist()))

    def test_bots_and_rewards(self):
        for bots in ("greedy", [None, "random"], ["club", None]):
            env = razzia.Batch("loot", 2, games=20, seed=1, bots=bots, rewards="rank")
            reward, done, score = env.finish()
            np.testing.assert_array_equal(reward.sum(1), 1)
            self.assertTrue(done.all())
            if isinstance(bots, list):
                self.assertEqual(set(env.seat.tolist()), {bots.index(None)})
        self.assertEqual(env.counts["games"], 20)

    def test_two_worlds(self):
        """A game that a seat can not tell from another gives it the same bytes, and the others may see the difference."""
        differ = 0
        for game, seats in GAMES:
            one = razzia.Game(game, seats, seed=3)
            toss = random.Random(4)
            while not one.over:
                seat = toss.randrange(seats)
                other = one.sample(seat, toss.randrange(1 << 60))
                np.testing.assert_array_equal(one.observation(seat), other.observation(seat))
                np.testing.assert_array_equal(one.mask(seat), other.mask(seat))
                differ += (one.observation((seat + 1) % seats) != other.observation((seat + 1) % seats)).any()
                one.act(toss.choice(one.legal()))
        self.assertGreater(differ, 100)

    def test_samples(self):
        one = razzia.Game("bars", 4, seed=9)
        while len(one.to_act) < 4:
            one.act(one.legal()[0])
        env = razzia.Batch("bars", 4, games=50, seed=1)
        obs, mask, seat = env.sample(one)
        self.assertTrue((obs == one.observation()).all() and (seat == 0).all())
        env.step(np.full(50, one.legal()[-1]))
        self.assertGreater(len({row.tobytes() for row in env.obs}), 10)  # the hands of the others differ


class Games(unittest.TestCase):
    def test_records(self):
        files = sorted(RECORDS.glob("*.jsonl"))
        self.assertGreater(len(files), 5)
        for path in files:
            lines = path.read_text(encoding="utf-8").splitlines()
            if '"fair"' in lines[0] or '"leave"' in path.read_text(encoding="utf-8"):
                continue
            with self.subTest(path.name):
                games = list(razzia.Game.replay(path))
                self.assertTrue(all(game.over for game in games))
                self.assertEqual([line for game in games for line in game.lines()[1:]],
                                 [line for line in lines if line and not line.startswith('{"record"')])

    def test_saved(self):
        game = razzia.Game("mice", 3, seed=5, turns=20)
        while not game.over:
            game.act(game.legal()[-1])
        with tempfile.TemporaryDirectory() as folder:
            game.save(folder + "/one.jsonl")
            again, = razzia.Game.replay(folder + "/one.jsonl")
        self.assertEqual((again.moves, again.scores, again.options), (game.moves, game.scores, {"turns": 20}))

    def test_copies_go_on_alike(self):
        game = razzia.Game("bars", 3, seed=6)
        for _ in range(20):
            game.act(game.legal()[0])
        for other in (game.clone(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            mine = game.clone()
            while not mine.over:
                mine.act(mine.legal()[-1])
                other.act(other.legal()[-1])
            self.assertEqual(mine.lines(), other.lines())

    def test_a_copy_is_dealt_the_same(self):
        """However chance acted until then."""
        for act in (razzia.Game.act, razzia.Game.follow):
            game, toss = razzia.Game("bars", 4, seed=3, deals=False), random.Random(1)
            for _ in range(60):
                act(game, toss.choice(game.chance())[0] if game.seat == razzia.game.CHANCE else toss.choice(game.legal()))
            other = pickle.loads(pickle.dumps(game))
            for _ in range(40):
                one, two = ((g.deal() if g.seat == razzia.game.CHANCE else g.act(g.legal()[0])) for g in (game, other))
                self.assertEqual(one, two)

    def test_what_is_hidden(self):
        game = razzia.Game("bars", 3, seed=6)
        while len(game.to_act) < 3:
            game.act(game.legal()[0])
        hands = [[line for line in game.lines(seat) if '"deal"' in line and "null" not in line] for seat in range(3)]
        self.assertEqual([len(hand) for hand in hands], [5, 5, 5])
        self.assertNotEqual(game.lines(), game.lines(0))
        self.assertTrue(any("Player 1" in line or "Player 2" in line for line in game.words()))
        self.assertEqual(sum(game.view(0)["hand"]), 5)

    def test_chance_by_hand(self):
        game = razzia.Game("loot", 3, deals=False, seed=8)
        while not game.over:
            if game.seat == razzia.game.CHANCE:
                outcomes = game.chance()
                self.assertAlmostEqual(sum(p for _, p in outcomes), 1)
                game.act(outcomes[0][0])
            else:
                game.act(game.legal()[0])
        self.assertEqual(sum(game.shares), 1)

    def test_hints_and_analysis(self):
        game = razzia.Game("loot", 2, seed=8)
        hint = game.hint()
        self.assertIn(hint["best"], game.legal())
        self.assertEqual(len(hint["choices"]), len(game.legal()))
        self.assertEqual(hint["choices"][0]["words"], game.label(hint["choices"][0]["action"]))
        while not game.over:
            game.act(game.ask("casual"))
        said = game.analysis()
        self.assertEqual((said["game"], said["finished"], len(said["players"])), ("loot", True, 2))

    def test_stubs(self):
        """The stub of the extension has what the extension has."""
        tree = ast.parse(pathlib.Path(_core.__file__).with_name("_core.pyi").read_text(encoding="utf-8"))
        for part, told in [(_core, tree.body)] + [(getattr(_core, node.name), node.body) for node in tree.body
                                                  if isinstance(node, ast.ClassDef) and node.name != "IllegalAction"]:
            names = {node.target.id if isinstance(node, ast.AnnAssign) else node.name for node in told
                     if isinstance(node, (ast.AnnAssign, ast.ClassDef, ast.FunctionDef))}
            self.assertEqual({name for name in names if name[0] != "_"}, {name for name in vars(part) if name[0] != "_"})

    def test_names_of_features(self):
        for game, seats in GAMES:
            at = 0
            for name, feature in razzia.features(game, seats).items():
                self.assertEqual((feature.name, feature.offset, int(np.prod(feature.shape))), (name, at, feature.size))
                self.assertTrue(feature.about.endswith("."))
                self.assertTrue(feature.names is None or len(feature.names) == feature.shape[-1])
                at += feature.size


class Data(unittest.TestCase):
    def test_shards(self):
        """Every row is a moment of a game that can be played again from the manifest alone."""
        with tempfile.TemporaryDirectory() as folder:
            said = razzia.data.write(folder + "/a", "loot", 3, bot=["random", "greedy", "random"], games=6, rows=100,
                                     seed=3, piles=1)
            razzia.data.write(folder + "/b", "loot", 3, bot=["random", "greedy", "random"], games=6, rows=100, seed=3,
                              piles=1)
            for path in pathlib.Path(folder, "a").iterdir():
                self.assertEqual(path.read_bytes(), pathlib.Path(folder, "b", path.name).read_bytes())
            parts = list(razzia.data.read(folder + "/a"))
            self.assertEqual([len(part["seat"]) for part in parts], said["shards"])
            self.assertTrue(all(n == 100 for n in said["shards"][:-1]) and len(parts) > 2)
            rows = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
            self.assertEqual(len(list(razzia.data.read(folder + "/a", shuffle=1, mapped=False))), len(parts))
            np.save(folder + "/a/00001.seat.npy", np.zeros(3))
            self.assertRaisesRegex(ValueError, "00001.seat.npy", list, razzia.data.read(folder + "/a"))
            self.assertRaises(FileExistsError, razzia.data.write, folder + "/a", "loot")
        for number in range(6):
            own = {name: column[rows["game"] == number] for name, column in rows.items()}
            game = razzia.Game("loot", 3, seed=_core.series_seed(_core.read_seed("3"), number), piles=1)
            for i in range(len(own["seat"])):
                while len(game.legal()) == 1:
                    game.act(game.legal()[0])
                np.testing.assert_array_equal(own["obs"][i], game.observation())
                np.testing.assert_array_equal(np.unpackbits(own["mask"][i], bitorder="little")[:83], game.mask())
                self.assertEqual(own["seat"][i], game.seat)
                game.act(int(own["choice"][i]))
            while not game.over:
                game.act(game.legal()[0])
            self.assertEqual(own["score"].tolist(), [game.scores] * len(own["seat"]))
            np.testing.assert_allclose(own["reward"], [game.shares[seat] for seat in own["seat"]])


if __name__ == "__main__":
    unittest.main()
