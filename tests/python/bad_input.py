#!/usr/bin/env python3
"""What callers get wrong becomes an exception that says what, where and what is needed; never a crash, and nothing has
changed. Run it with PYTHONMALLOC=debug, and with the extension built with sanitizers."""
import copy
import ctypes
import gc
import json
import os
import pathlib
import pickle
import random
import signal
import sys
import tempfile
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
        self.refused(ValueError, "no array called view", make, "loot", 3, games=8, out={"view": out["obs"]})
        self.refused(ValueError, "no array called 1", make, "loot", 3, games=8, out={1: out["obs"]})
        self.refused(TypeError, "out: a dict", make, "loot", 3, games=8, out=[out["obs"]])
        self.refused(TypeError, "tuple of 9", self.env._core.observe, ())
        self.refused(TypeError, "tuple of 9", self.env._core.observe, 7)

    def test_memory_that_is_shared(self):
        both = np.zeros(9000, np.uint8)
        obs, mask = both[:8 * self.env.features].reshape(8, -1), both[7:7 + 8 * self.env.actions].reshape(8, -1)
        self.refused(ValueError, "obs and mask share memory", razzia.Batch, "loot", 3, games=8, out={"obs": obs, "mask": mask})
        self.refused(ValueError, "seat and done share memory", razzia.Batch, "loot", 3, games=8,
                     out={"seat": both[:8], "done": both[:8]})
        razzia.Batch("loot", 3, games=8, seed=1, out={"seat": both[:8], "done": both[8:16]}).step(both[:8] * 0 + 2)

        class Copied:
            """Lends its memory by DLPack, and a copy by __array__."""
            def __init__(self):
                self.own = np.zeros(8, np.uint8)
                self.__dlpack_device__ = self.own.__dlpack_device__

            def __dlpack__(self, **options):
                return self.own.__dlpack__(**options)

            def __dlpack_device__(self):
                return self.own.__dlpack_device__()

            def __array__(self, *unused, **options):
                return self.own.copy()
        self.refused(TypeError, "seat: .* a copy", razzia.Batch, "loot", 3, games=8, out={"seat": Copied()})

    def test_types(self):
        step = self.env.step
        good = self.env.mask.argmax(1)
        self.refused(TypeError, "whole numbers", step, good.astype(np.float32))
        self.refused(TypeError, "whole numbers", step, good.astype(bool))
        self.refused(TypeError, "whole numbers", step, good.astype("M8[s]").view("V8"))
        self.refused(TypeError, "order of another machine", step, good.astype(">i4"))
        self.refused(TypeError, "array of whole numbers", step, None)
        self.refused(TypeError, "array of whole numbers", step, {"a": 1})
        for listed in ([2.0] * 8, [2.5] * 8, ["2"] * 8, [True] * 8, [None] * 8, [2 ** 70] * 8):
            self.refused(TypeError, "actions: whole numbers", step, listed)
        self.refused(ValueError, "actions: a list of whole numbers", step, [[1, 2], 3])
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
            self.assertEqual(caught.exception.action, wrong)
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
        for games in (0, -1, 10 ** 7 + 1, 2 ** 40, 2 ** 62, 2 ** 64):
            with self.assertRaisesRegex(ValueError, f"games: from 1 to 10000000, not {games}"):
                razzia.Batch("loot", 2, games=games, obs=None, masks=None)
        for seats in (1, 6, -1, 2 ** 40, 2 ** 80, 10 ** 5000):
            with self.assertRaisesRegex(ValueError, r"loot is for 2 to 5 seats \(L1\)"):
                razzia.Batch("loot", seats)
        for threads in (0, -1, 1000, 2 ** 40):
            with self.assertRaisesRegex(ValueError, "threads: from 1 to 256"):
                razzia.Batch("loot", threads=threads)
        env = razzia.Batch("loot", 2, games=3)
        for steps in (-1, 2 ** 32, 2 ** 80):
            self.assertRaisesRegex(ValueError, "steps: from 0", env.play, steps)
        for wrong in ("2", 2.0, None, [2]):
            for call in (lambda: razzia.Batch("loot", games=wrong), lambda: razzia.Batch("loot", threads=wrong),
                         lambda: razzia.Batch("loot", seats=wrong or [2]), lambda: env.play(wrong)):
                self.assertRaisesRegex(TypeError, r"^\w+: a whole number is needed, not ", call)

    @unittest.skipIf("asan" in os.environ.get("LD_PRELOAD", ""), "2 GB, and a shadow of it")
    def test_ten_million_games(self):
        env = razzia.Batch("loot", 2, games=10 ** 7, obs=None, masks=None, seed=1)
        env.play(1, write=False)
        self.assertEqual(env.counts["decisions"], 10 ** 7)
        env.close()

    def test_words(self):
        for call, text in ((lambda: razzia.Batch("chess"), "no game called 'chess'; there are loot, bars, mice"),
                           (lambda: razzia.Batch(["loot"], 2), "no game called .'loot'."),
                           (lambda: razzia.Batch("loot\0", 2), "no game called 'loot"),
                           (lambda: razzia.Batch("loot", rewards=["share"]), "rewards: one of"),
                           (lambda: razzia.data.write("/nowhere/x", "loot", bot="champion"), "no bot 'champion'"),
                           (lambda: razzia.data.write("/nowhere/x", "loot", bot=["random"]), "bot: one bot, or 2"),
                           (lambda: razzia.data.write("/nowhere/x", "loot", games=0), "games: from 1"),
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
        for call, text in ((lambda: razzia.Batch("loot", 2, bots=[None, 3]), "a bot is named by a text, .* not by 3"),
                           (lambda: razzia.gym_env("loot", 2, opponents=[None]), "opponents: a bot is named by a text"),
                           (lambda: razzia.Game("loot", piles=object()), "option piles: .* JSON"),
                           (lambda: razzia.Game.read([b"{}"]), "line 0: a text is needed")):
            with self.subTest(text):
                self.assertRaisesRegex(TypeError, text, call)
        self.assertEqual(razzia.Game("loot", piles=np.int64(1)).options, {"piles": 1})

    def test_seeds(self):
        for seed in (-1, 2 ** 64, 2 ** 256, 10 ** 400, 10 ** 5000, "", "x", "a" * 63, b"short", "1.5", "\udc80"):
            self.assertRaisesRegex(ValueError, "^a seed is a whole number .*, not ", razzia.Batch, "loot", seed=seed)
        for seed in (1.5, [1], object()):
            self.assertRaisesRegex(TypeError, "^a seed is a whole number .*, not ", razzia.Batch, "loot", seed=seed)
        for place, number in ((-1, 0), (0, 2 ** 32), (2 ** 64, 0)):
            self.assertRaisesRegex(ValueError, "from 0 to 2..32 - 1", razzia.Batch("loot").game_seed, place, number)
        for seed in (0, 2 ** 64 - 1, np.int8(3), "7", "ab" * 32, bytes(32), None):
            razzia.Batch("loot", games=1, seed=seed).reset(seed)
        self.assertEqual(razzia.Game("loot", seed=7).lines(), razzia.Game("loot", seed="7").lines())

    def test_games(self):
        game = razzia.Game("loot", 2, seed=1)
        for call in (lambda: game.act(82), lambda: game.act(-5), lambda: game.act(10 ** 6), lambda: game.act(2 ** 70),
                     lambda: game.act(0, 1 - game.seat), lambda: game.label(82)):
            self.assertRaises(razzia.IllegalAction, call)
        for call in (lambda: game.act(None), lambda: game.act(1.5), lambda: game.act("2"), lambda: game.act(0, "1"),
                     lambda: game.label(None), lambda: game.legal("0"), lambda: game.ask(None)):
            self.assertRaisesRegex(TypeError, "whole numbers, not|named by a text", call)
        for call in (lambda: game.legal(5), lambda: game.legal(-2), lambda: game.observation(-1), lambda: game.lines(7),
                     lambda: game.deal(), lambda: game.hint(1 - game.seat), lambda: game.ask("random", 1 - game.seat),
                     lambda: game.sample(0).lines()):
            self.assertRaises(ValueError, call)
        self.assertRaises(RuntimeError, _core.Game.__new__(_core.Game).seat)
        self.assertRaises(ValueError, _core.Batch.__new__(_core.Batch).counts)
        self.assertRaises(TypeError, _core.Game)
        made = ("loot", 2, [], 1, bytes(32), 0, 1, False, [None, None], False, False)
        self.assertRaises(RuntimeError, razzia.Batch("loot", games=1)._core.__init__, *made)
        for at, wrong in ((2, 3), (2, [3]), (2, [("piles",)]), (5, 9), (8, 7)):
            self.assertRaises((TypeError, ValueError), _core.Batch, *made[:at], wrong, *made[at + 1:])
        self.assertEqual(len(game.moves), 1)
        while not game.over:
            game.act(game.legal()[0])
        self.assertRaises(ValueError, game.act, 0)
        for call in (game.observation, game.view, game.hint, game.sample, lambda: game.label(0), lambda: game.ask("random"),
                     lambda: razzia.Batch("loot", 2).sample(game), lambda: game.follow(0)):
            self.assertRaisesRegex(ValueError, "the game is over", call)
        waiting = razzia.Game("loot", 2, deals=False)
        self.assertRaisesRegex(ValueError, "chance is to act", waiting.observation)
        self.assertRaisesRegex(razzia.IllegalAction, "^chance may not do action 0: ", waiting.follow, 0)
        self.assertRaisesRegex(TypeError, "a razzia.Game is needed", razzia.Batch("loot").sample, 3)

    def test_states_from_elsewhere(self):
        """What was pickled and is damaged is refused, and what is half made can be asked anything."""
        for state in (("loot", 2, {}, bytes(32), True, [(0, 999)]), ("loot", 2, {}, bytes(32), True, [(9, 1)]),
                      ("chess", 2, {}, bytes(32), True, []), ("loot", 2, {}, b"", True, []), ("loot", 2, {}, bytes(32), True, 3),
                      ("loot", 2, {}, bytes(32), True, [(8, -1)]), ()):
            self.assertRaises((TypeError, ValueError), razzia.Game.__new__(razzia.Game).__setstate__, state)
        self.assertRaises(AttributeError, repr, razzia.Game.__new__(razzia.Game))
        self.assertRaisesRegex(ValueError, "drawn by sample", pickle.dumps, razzia.Game("loot", seed=1).sample())
        self.assertRaises(TypeError, pickle.dumps, razzia.Batch("loot", games=1))
        for kind in (_core.Batch, _core.Game):
            self.assertRaises(TypeError, type, "Mine", (kind,), {})
        empty = _core.Game.__new__(_core.Game)
        self.assertEqual(empty.moves(), [])
        for call in (empty.clone().seat, lambda: empty.lines(-1, False), empty.analysis, lambda: copy.deepcopy(empty).scores(),
                     lambda: empty.observe(0, (None,) * 9), lambda: empty.act(0, 0), lambda: empty.follow(0, 0)):
            self.assertRaisesRegex(RuntimeError, "has not been made", call)
        _core.Batch.__new__(_core.Batch).close()

    def test_arrays_outlive_a_batch(self):
        env = razzia.Batch("bars", 5, games=50, seed=1, threads=2)
        views = [env.obs[3:5], env.mask[::2], env.reward.T, np.from_dlpack(env.seat)]
        seen, memory = [view.copy() for view in views], memoryview(env.seat)
        env.close()
        del env
        gc.collect()
        for view, before in zip(views, seen):
            np.testing.assert_array_equal(view, before)
        self.assertEqual(memory.tolist(), seen[3].tolist())

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

    def test_threads_at_what_is_not_made_yet(self):
        """One thread makes a batch, another closes it, asks it and makes it once more meanwhile."""
        made = ("bars", 5, [], 20000, bytes(32), 0, 2, False, [None] * 5, False, False)
        refused = 0
        for _ in range(5):
            batch = _core.Batch.__new__(_core.Batch)
            thread = threading.Thread(target=batch.__init__, args=made)
            thread.start()
            while thread.is_alive():
                for call in (batch.close, batch.counts, lambda: batch.__init__(*made)):
                    try:
                        call()
                    except (RuntimeError, ValueError):
                        refused += 1
            thread.join()
            try:
                batch.step(np.zeros(20000, np.uint16), (None,) * 9)
            except ValueError:  # closed, or illegal
                pass
        self.assertGreater(refused, 0)

    def test_fork_while_another_thread_plays(self):
        env, stop = razzia.Batch("bars", 5, games=2000, seed=1, threads=2), threading.Event()

        def play():
            while not stop.is_set():
                env.play(5)
        thread = threading.Thread(target=play)
        thread.start()
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            try:
                env.play(1)
            except RuntimeError:
                other = razzia.Batch("loot", 2, games=100, seed=1, threads=2)
                other.play(5)
                other.close()
                os._exit(7)
            os._exit(1)
        stop.set()
        thread.join()
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 7)

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
        for mine, left, now in zip(before, (env.obs, env.mask, env.seat), env.observe()):
            np.testing.assert_array_equal(mine, left)
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
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with self.assertRaises(KeyboardInterrupt):  # before a batch is made
            razzia.Batch("loot", 5, games=10000, seed=1, bots=["master:3000n"] * 4 + [None], threads=2)


class Files(unittest.TestCase):
    RECORDS = pathlib.Path(__file__).resolve().parents[1] / "records"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    @staticmethod
    def damage(data, toss):
        """Some bytes are changed, missing, there twice, or the end is."""
        data = bytearray(data)
        for _ in range(toss.randrange(1, 4)):
            at, kind = toss.randrange(len(data) + 1), toss.randrange(5)
            if kind == 0:
                data[at:at + 1] = [toss.randrange(256)]
            elif kind == 1:
                del data[at:at + toss.randrange(1, 200)]
            elif kind == 2:
                data[at:at] = toss.randbytes(toss.randrange(1, 9))
            elif kind == 3:
                del data[at:]
            else:
                data[at:at] = data[at // 2:at // 2 + toss.randrange(300)]
        return bytes(data)

    def test_records_that_are_damaged(self):
        toss, path, refused = random.Random(1), self.folder / "games.jsonl", 0
        for source in sorted(self.RECORDS.glob("*.jsonl")):
            for _ in range(25):
                path.write_bytes(self.damage(source.read_bytes()[:15000], toss))
                try:
                    for game in razzia.Game.replay(path):
                        game.lines(), game.legal(), game.clone()
                except ValueError as error:
                    self.assertRegex(str(error), r"games.jsonl, the game from line \d+ on: ")
                    refused += 1
        self.assertGreater(refused, 100)

    def test_where_a_record_is_wrong(self):
        game = razzia.Game("loot", 2, seed=1)
        game.act(game.legal()[0])
        lines, path = game.lines(), self.folder / "games.jsonl"
        spaced = ['{ "record" : 1,' + lines[0].partition(",")[2]] + lines[1:]
        path.write_text("\n".join(lines + [""] + spaced + spaced + ["x"]))
        games = razzia.Game.replay(path)
        self.assertEqual([next(games).lines() for _ in range(2)], [lines, lines])
        self.assertRaisesRegex(ValueError, rf"the game from line {2 * len(lines) + 2} on: line {len(lines)}: .*JSON", next, games)
        path.write_bytes(b'{"record":1,"game":"loot","seats":2}\n\xff\n')
        self.assertRaisesRegex(ValueError, "from line 1 on: .*utf-8", next, razzia.Game.replay(path))
        self.assertRaises(FileNotFoundError, next, razzia.Game.replay(self.folder / "none"))

    def test_shards_that_are_damaged(self):
        toss, folder, refused = random.Random(2), self.folder / "data", 0
        razzia.data.write(folder, "loot", 2, bot="random", games=2, seed=1)
        whole = {path: path.read_bytes() for path in folder.iterdir()}
        for path, data in sorted(whole.items()):
            for n in range(30):
                path.write_bytes(self.damage(data[:toss.choice((0, 140, len(data)))] if n else b"", toss))
                for mapped in (True, False):
                    try:
                        for part in razzia.data.read(folder, mapped=mapped):
                            self.assertEqual(sum(len(column) for column in part.values()) % 7, 0)
                    except (ValueError, FileNotFoundError) as error:
                        self.assertIn(str(folder), str(error))
                        refused += 1
            path.unlink()
            self.assertRaisesRegex(FileNotFoundError, path.name, lambda: list(razzia.data.read(folder)))
            path.write_bytes(data)
        self.assertGreater(refused, 200)
        manifest = json.loads(whole[folder / "manifest.json"])
        for wrong in ({**manifest, "shards": [-1]}, {**manifest, "shards": 3}, {**manifest, "columns": {"../x": {}}}, [], 3,
                      {**manifest, "columns": {"../x": {"dtype": "u1", "shape": []}}},
                      {**manifest, "columns": {"obs": {"dtype": "zebra", "shape": []}}}):
            (folder / "manifest.json").write_text(json.dumps(wrong))
            self.assertRaisesRegex(ValueError, "manifest.json is damaged", razzia.data.read, folder)

    def test_what_is_not_finished_is_taken_away(self):
        (self.folder / "there").mkdir()
        for name in ("new", "there"):
            threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
            with self.assertRaises(KeyboardInterrupt):
                razzia.data.write(self.folder / name, "loot", 5, bot="random", games=10 ** 9, rows=10)
        self.assertEqual([path.name for path in self.folder.rglob("*")], ["there"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
