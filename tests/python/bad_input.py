#!/usr/bin/env python3
"""What callers get wrong becomes an exception that says what, where and what is needed; never a crash, and nothing has
changed. Run it with PYTHONMALLOC=debug, and with the extension built with sanitizers."""
import ctypes
import os
import signal
import sys
import threading
import time
import unittest

import numpy as np

import razzia
from razzia import _core


class Cards(unittest.TestCase):
    def test_no_driver(self):
        try:
            ctypes.CDLL("libcuda.so.1")
            self.skipTest("there is a driver")
        except OSError:
            pass
        with self.assertRaisesRegex(RuntimeError, "^device='cuda': [^\n]*(libcuda|without kernels)[^\n]*$"):
            razzia.Batch("loot", games=4, device="cuda")


class Arrays(unittest.TestCase):
    def setUp(self):
        self.env = razzia.Batch("loot", 3, games=8, seed=1)
        self.before = [array.copy() for array in self.env.observe()]

    def tearDown(self):
        for before, now in zip(self.before, self.env.observe()):
            np.testing.assert_array_equal(before, now)

    def refused(self, error, text, call, *args, **options):
        with self.assertRaisesRegex(error, text):
            call(*args, **options)

    def test_shapes(self):
        step = self.env.step
        good = self.env.mask.argmax(1)
        self.refused(ValueError, r"actions: an array of shape \(8,\) is needed, not \(7,\)", step, good[:7])
        self.refused(ValueError, r"not \(8, 1\)", step, good.reshape(8, 1))
        self.refused(ValueError, r"not \(\)", step, np.array(3))
        self.refused(ValueError, r"not \(0,\)", step, [])
        make = razzia.Batch
        out = {"obs": np.zeros((8, self.env.features + 1), np.uint8)}
        self.refused(ValueError, rf"obs: .* \(8, {self.env.features}\)", make, "loot", 3, games=8, out=out)
        self.refused(ValueError, "no array called", make, "loot", 3, games=8, out={"view": out["obs"]})
        self.refused(TypeError, "tuple of 9", self.env._core.observe, ())
        self.refused(TypeError, "tuple of 9", self.env._core.observe, 7)

    def test_types(self):
        step = self.env.step
        good = self.env.mask.argmax(1)
        self.refused(TypeError, "whole numbers", step, good.astype(np.float32))
        self.refused(TypeError, "whole numbers", step, good.astype(bool))
        self.refused(TypeError, "whole numbers", step, good.astype("M8[s]").view("V8"))
        self.refused(TypeError, "order of another machine", step, good.astype(">i4"))
        self.refused(TypeError, "array of whole numbers", step, None)
        self.refused(TypeError, "array of whole numbers|must be real|invalid literal|int", step, {"a": 1})
        for name, wrong in (("obs", np.float32), ("seat", np.int64), ("mask", np.float64)):
            out = {name: np.zeros(getattr(self.env, name).shape, wrong)}
            self.refused(TypeError, f"{name}: numbers of type", razzia.Batch, "loot", 3, games=8, out=out)
        out = {"reward": np.zeros((8, 3), ">f4")}
        self.refused(TypeError, "reward: the bytes .* another machine", razzia.Batch, "loot", 3, games=8, out=out)
        self.refused(TypeError, "mask: an array is needed", razzia.Batch, "loot", 3, games=8, out={"mask": [1, 2]})

    def test_strides_and_read_only(self):
        wide = np.zeros((8, 2 * self.env.features), np.uint8)
        self.refused(ValueError, "one behind the other", razzia.Batch, "loot", 3, games=8, out={"obs": wide[:, ::2]})
        turned = np.asfortranarray(np.zeros((8, self.env.actions), np.uint8))
        self.refused(ValueError, "one behind the other", razzia.Batch, "loot", 3, games=8, out={"mask": turned})
        locked = np.zeros(8, np.uint8)
        locked.flags.writeable = False
        self.refused(ValueError, "seat: the array is read-only", razzia.Batch, "loot", 3, games=8, out={"seat": locked})

    def test_illegal_actions(self):
        good = self.env.mask.argmax(1)
        for wrong in (82, 83, 65535, -1, -2 ** 62, 2 ** 62):
            actions = good.astype(np.int64)
            actions[5] = wrong
            with self.assertRaises(razzia.IllegalAction) as caught:
                self.env.step(actions)
            self.assertRegex(str(caught.exception), r"^game 5: seat \d may not do action .* \(L\d+\)$")
            self.assertEqual((caught.exception.game, caught.exception.seat), (5, int(self.env.seat[5])))
        self.refused(razzia.IllegalAction, "game 0", self.env.step, np.full(8, 2 ** 64 - 1, np.uint64))

    def test_actions_of_any_kind(self):
        """Whole numbers of every size, also every second of an array, are understood."""
        good = self.env.mask.argmax(1)
        ends = set()
        for kind in ("b", "B", "h", "H", "i", "I", "l", "L", "q", "Q"):
            env = razzia.Batch("loot", 3, games=8, seed=1)
            env.step(np.repeat(good, 2).astype(kind)[::2])
            ends.add(env.obs.tobytes())
        env = razzia.Batch("loot", 3, games=8, seed=1)
        env.step(good.tolist())
        self.assertEqual(ends, {env.obs.tobytes()})


class Making(unittest.TestCase):
    def test_numbers(self):
        for games in (0, -1, 10 ** 7 + 1, 2 ** 40, 2 ** 62):
            with self.assertRaisesRegex(ValueError, f"games: from 1 to 10000000, not {games}"):
                razzia.Batch("loot", 2, games=games, obs=None, masks=None)
        with self.assertRaises(OverflowError):
            razzia.Batch("loot", 2, games=2 ** 64)
        for seats in (1, 6, -1):
            with self.assertRaisesRegex(ValueError, "loot is for 2 to 5 seats"):
                razzia.Batch("loot", seats)
        for threads in (0, -1, 1000):
            with self.assertRaisesRegex(ValueError, "threads: from 1 to 256"):
                razzia.Batch("loot", threads=threads)
        env = razzia.Batch("loot", 2, games=3)
        for steps in (-1, 2 ** 32):
            self.assertRaisesRegex(ValueError, "steps: from 0", env.play, steps)

    @unittest.skipIf("asan" in os.environ.get("LD_PRELOAD", ""), "2 GB, and a shadow of it")
    def test_ten_million_games(self):
        env = razzia.Batch("loot", 2, games=10 ** 7, obs=None, masks=None, seed=1)
        env.play(1, write=False)
        self.assertEqual(env.counts["decisions"], 10 ** 7)
        env.close()

    def test_words(self):
        for call, text in ((lambda: razzia.Batch("chess"), "no game called 'chess'; there are loot, bars, mice"),
                           (lambda: razzia.Batch("loot", piles=3), "piles.*L9"),
                           (lambda: razzia.Batch("loot", color="red"), "no option called “color”"),
                           (lambda: razzia.Batch("loot", obs="int8"), "obs: one of"),
                           (lambda: razzia.Batch("loot", masks="yes"), "masks: one of"),
                           (lambda: razzia.Batch("loot", rewards="money"), "rewards: one of"),
                           (lambda: razzia.Batch("loot", 2, bots=[None]), "bots: the name of a bot or None"),
                           (lambda: razzia.Batch("loot", 2, bots="champion"), "no bot 'champion'"),
                           (lambda: razzia.Batch("loot", 2, bots=["random", "random"]), "every seat has a bot"),
                           (lambda: razzia.Batch("mice", 2, bots=[None, "random"], turns=1, first=1), "games end before"),
                           (lambda: razzia.gym_env("loot", 3, opponents=["random"]), "opponents: one bot, or 2"),
                           (lambda: razzia.features("loot", 9), "for 2 to 5 seats"),
                           (lambda: razzia.Game.read(["{}"]), "line 0: "),
                           (lambda: razzia.Game.read([]), "line 0: "),
                           (lambda: razzia.Game.read(razzia.Game("loot", 2).lines() + ["x"]), "line 3: .*JSON")):
            with self.subTest(text):
                self.assertRaisesRegex(ValueError, text, call)
        self.assertRaisesRegex(OSError, "/nowhere", razzia.load_nets, "/nowhere")

    def test_seeds(self):
        for seed in (-1, 2 ** 64, 10 ** 400, "", "x", "a" * 63, b"short", "1.5"):
            self.assertRaises(ValueError, razzia.Batch, "loot", seed=seed)
        for seed in (1.5, [1], object()):
            self.assertRaises(TypeError, razzia.Batch, "loot", seed=seed)
        for seed in (0, 2 ** 64 - 1, np.int8(3), "7", "ab" * 32, bytes(32), None):
            razzia.Batch("loot", games=1, seed=seed).reset(seed)
        self.assertEqual(razzia.Game("loot", seed=7).lines(), razzia.Game("loot", seed="7").lines())

    def test_games(self):
        game = razzia.Game("loot", 2, seed=1)
        for call in (lambda: game.act(82), lambda: game.act(-5), lambda: game.act(10 ** 6),
                     lambda: game.act(0, 1 - game.seat), lambda: game.label(82)):
            self.assertRaises(razzia.IllegalAction, call)
        for call in (lambda: game.legal(5) or game._core.legal(5), lambda: game.observation(-1), lambda: game.lines(7),
                     lambda: game.deal(), lambda: game.hint(1 - game.seat), lambda: game.ask("random", 1 - game.seat),
                     lambda: game.sample(0).lines()):
            self.assertRaises(ValueError, call)
        self.assertRaises(RuntimeError, _core.Game.__new__(_core.Game).seat)
        self.assertRaises(ValueError, _core.Batch.__new__(_core.Batch).counts)
        self.assertRaises(TypeError, _core.Game)
        self.assertRaises(RuntimeError, razzia.Batch("loot", games=1)._core.__init__, "loot", 2, [], 1, bytes(32), 0, 1,
                          False, [None, None], False)
        self.assertEqual(len(game.moves), 1)
        while not game.over:
            game.act(game.legal()[0])
        self.assertRaises(ValueError, game.act, 0)

    def test_closed(self):
        env = razzia.Batch("loot", 2, games=4, threads=2)
        env.close()
        env.close()
        for call in (env.observe, env.finish, env.reset, lambda: env.counts, lambda: env.step([0] * 4)):
            self.assertRaisesRegex(ValueError, "closed", call)
        with razzia.Batch("loot", games=1) as other:
            pass
        self.assertRaises(ValueError, other.play)


class Meanwhile(unittest.TestCase):
    def test_two_threads_at_one_batch(self):
        env = razzia.Batch("bars", 3, games=2000, seed=1)
        refused, done = [], threading.Event()

        def disturb():
            while not done.is_set():
                try:
                    env.counts
                except RuntimeError as error:
                    refused.append(str(error))
        thread = threading.Thread(target=disturb)
        thread.start()
        begin = time.monotonic()
        while not refused and time.monotonic() - begin < 30:
            try:
                env.play(50)
            except RuntimeError as error:  # the other thread was first
                refused.append(str(error))
        done.set()
        thread.join()
        self.assertRegex(refused[0], "at work in another thread")

    def test_fork(self):
        env = razzia.Batch("loot", 2, games=100, seed=1, threads=2)
        alone = razzia.Batch("loot", 2, games=100, seed=1)
        child = os.fork()
        if child == 0:
            try:
                alone.play(10)
                env.play(10)
            except RuntimeError as error:
                env.close()
                os._exit(7 if "process that made it" in str(error) else 1)
            os._exit(2)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 7)
        env.play(10)

    def interrupt(self, env, work):
        """Ctrl-C while a step goes on for a long time."""
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        begin = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            work()
        self.assertLess(time.monotonic() - begin, 20)
        env.play(1)  # it goes on

    def is_undone(self, env):
        """Ctrl-C in the middle of a step leaves all as it was; False if it came between two steps."""
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            while True:
                made, before = env.counts, [array.copy() for array in env.observe()]
                env.step(env.mask.argmax(1))
        except KeyboardInterrupt:
            if env.counts != made:
                return False
        for mine, now in zip(before, env.observe()):
            np.testing.assert_array_equal(mine, now)
        return True

    def test_interrupts(self):
        env = razzia.Batch("loot", 2, games=1000, seed=1, bots=[None, "master:3000n"], threads=2)
        for _ in range(20):
            if self.is_undone(env):
                break
        else:
            self.fail("no step was interrupted")
        other = razzia.Batch("loot", 2, games=1000, seed=1)
        self.interrupt(other, lambda: other.play(2 ** 32 - 1, write=False))


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
