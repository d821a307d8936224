"""Batches on a graphics card: the same bytes as here, in memory that is lent and not copied. The driver has no card, but calls the
kernels of one (tests/gpu/driver.c); what is "on the card" is memory of this machine.

    card.py FOLDER-WITH-A-DRIVER"""
import ctypes
import gc
import os
import sys
import unittest

import numpy as np

# The driver is found by its name where it has been opened before.
DRIVER = ctypes.CDLL(os.path.join(sys.argv.pop(1), "libcuda.so.1"))
import razzia  # noqa: E402

OPTIONS = [
    dict(game="loot", seats=4, rewards="share"),
    dict(game="loot", seats=2, rewards="score", obs="float32", masks="bits"),
    dict(game="loot", seats=3, fair=True, rewards="rank", bots=[None, "greedy", "random"], rotate=True),
    dict(game="bars", seats=5, rewards="rank"),
    dict(game="bars", seats=3, obs="float32", masks="bits", bots=["greedy", None, None]),
    dict(game="mice", seats=3, rewards="share", bots="random"),
    dict(game="mice", seats=2, fair=True, obs=None, rewards="score"),
]
NAMES = ["obs", "mask", "bits", "seat", "done", "reward", "score", "number"]


class Lent(ctypes.Structure):
    """DLManagedTensor."""
    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8),
                ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("offset", ctypes.c_uint64), ("context", ctypes.c_void_p),
                ("deleter", ctypes.CFUNCTYPE(None, ctypes.c_void_p))]


def lent(capsule):
    point = ctypes.pythonapi.PyCapsule_GetPointer
    point.restype, point.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return Lent.from_address(point(capsule, b"dltensor"))


def memory(address, kind, shape):
    """An array of numpy on memory that somebody lends."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    return np.frombuffer((ctypes.c_char * size).from_address(address), kind).reshape(shape)


class OnCard:
    """Actions as others lend them."""

    def __init__(self, array, **other):
        self.array = array
        self.__cuda_array_interface__ = {"shape": array.shape, "typestr": array.dtype.str, "version": 3, "strides": array.strides,
                                         "data": (array.__array_interface__["data"][0], False)} | other


def pair(games=37, seed=5, **options):
    return razzia.Batch(games=games, seed=seed, **options), razzia.Batch(games=games, seed=seed, device="cuda", **options)


class Same(unittest.TestCase):
    def alike(self, here, there):
        for name in NAMES:
            one, other = getattr(here, name), getattr(there, name)
            self.assertEqual(one is None, other is None, name)
            if one is not None:
                other = other.numpy()
                self.assertEqual((one.dtype, one.shape), (other.dtype, other.shape), name)
                self.assertEqual(one.tobytes(), other.tobytes(), name)
        self.assertEqual(here.counts, there.counts)

    def choose(self, batch, rng):
        mask = batch.mask if batch.mask is not None else np.unpackbits(batch.bits, 1, bitorder="little")
        return (rng.random(mask.shape) * (mask > 0)).argmax(1)

    def test_every_call(self):
        for options in OPTIONS:
            with self.subTest(options):
                here, there = pair(**options)
                rng = np.random.default_rng(3)
                self.alike(here, there)
                for kind in ["int64", "uint16", "int32", "<u8", "int16"] * 8:
                    actions = self.choose(here, rng).astype(kind)
                    here.step(actions)
                    there.step(OnCard(actions))
                    self.alike(here, there)
                for batch in here, there:
                    batch.play(300)
                self.alike(here, there)
                for batch in here, there:
                    batch.finish()
                self.assertTrue(here.done.all())
                self.alike(here, there)
                for batch in here, there:
                    batch.observe()
                self.alike(here, there)
                for batch in here, there:
                    batch.play(7, write=False)
                    batch.reset(9)
                self.alike(here, there)

    def test_actions_from_here(self):
        here, there = pair(game="loot", seats=4)
        rng = np.random.default_rng(4)
        wide = np.zeros((37, 3), np.int64)
        for _ in range(20):
            wide[:, 1] = self.choose(here, rng)
            here.step(wide[:, 1])
            there.step(wide[:, 1].tolist())
            self.alike(here, there)
            wide[:, 1] = self.choose(here, rng)
            here.step(wide[:, 1])
            there.step(OnCard(wide[:, 1]))
            self.alike(here, there)


class Lending(unittest.TestCase):
    def setUp(self):
        self.env = razzia.Batch("loot", seats=3, games=11, seed=1, device="cuda")

    def test_dlpack(self):
        for name, kind, code in [("obs", "u1", 1), ("mask", "u1", 1), ("seat", "u1", 1), ("reward", "f4", 2), ("score", "i4", 0),
                                 ("number", "u4", 1)]:
            array = getattr(self.env, name)
            self.assertEqual(array.__dlpack_device__(), (2, 0))
            capsule = array.__dlpack__(stream=None, max_version=(1, 0))
            told = lent(capsule)
            shape = tuple(told.shape[i] for i in range(told.ndim))
            self.assertEqual((tuple(told.device), told.code, told.bits, told.lanes, told.offset, shape),
                             ((2, 0), code, 8 * np.dtype(kind).itemsize, 1, 0, array.shape))
            self.assertEqual([told.strides[i] for i in range(told.ndim)], [shape[1], 1] if len(shape) > 1 else [1])
            seen = memory(told.data, kind, shape)
            self.env.play(5)
            self.assertTrue((seen == array.numpy()).all(), name)  # the same memory, not a copy of it
            self.assertEqual(array.__cuda_array_interface__["data"][0], told.data)

    def test_interface(self):
        told = self.env.obs.__cuda_array_interface__
        self.assertEqual((told["shape"], told["typestr"], told["version"], told["strides"]), (self.env.obs.shape, "|u1", 3, None))
        self.assertTrue((memory(told["data"][0], "u1", told["shape"]) == self.env.obs.numpy()).all())
        self.assertEqual(self.env.nbytes, self.env._core.memory() + sum(a.nbytes for a in self.env._arrays if a is not None))

    def test_what_is_lent_lives(self):
        """Longer than the batch, and than the array; and whoever takes a capsule gives it back."""
        obs = self.env.obs
        kept = obs.numpy()
        capsule = obs.__dlpack__()
        told = lent(capsule)
        self.env.close()
        self.env = None
        self.assertTrue((obs.numpy() == kept).all())
        address, shape, deleter = told.data, obs.shape, told.deleter
        rename = ctypes.pythonapi.PyCapsule_SetName
        rename.argtypes = [ctypes.py_object, ctypes.c_char_p]
        name = b"used_dltensor"
        rename(capsule, name)
        taken = ctypes.addressof(told)
        del obs, capsule
        self.assertTrue((memory(address, "u1", shape) == kept).all())
        deleter(taken)

    def test_copies_are_refused(self):
        for wrong in dict(copy=True), dict(dl_device=(1, 0)), dict(dl_device=(2, 1)):
            with self.assertRaises(BufferError):
                self.env.obs.__dlpack__(**wrong)


class Refused(unittest.TestCase):
    def test_actions(self):
        here, there = pair(game="loot", seats=4)
        actions = here.mask.argmax(1)
        for wrong in -1, 82, 300, 70000:
            bad = actions.astype(np.int32)
            bad[[20, 30]] = wrong
            said = []
            for env, given in (here, bad), (there, OnCard(bad)), (there, bad):
                with self.assertRaises(razzia.IllegalAction) as refused:
                    env.step(given)
                said.append((str(refused.exception), refused.exception.game, refused.exception.seat, refused.exception.rule))
            self.assertEqual(len(set(said)), 1, said)
            self.assertEqual(said[0][1], 20)
        self.assertEqual(there.counts["decisions"], 0)
        tiny = OnCard(np.full(37, -1, np.int8))  # in a byte that might be 255
        with self.assertRaises(razzia.IllegalAction):
            there.step(tiny)
        for wrong, error, words in [(np.zeros(36, np.int64), ValueError, "37"), (np.zeros((37, 1), np.int64), ValueError, "37"),
                                    (np.zeros(37), TypeError, "whole"), (np.zeros(37, ">i4"), TypeError, "whole")]:
            with self.assertRaisesRegex(error, words):
                there.step(OnCard(wrong))
        with self.assertRaisesRegex(TypeError, "data"):
            there.step(OnCard(np.zeros(37, np.int64), data=None))
        there.step(OnCard(actions))

    def test_plans(self):
        for options, words in [(dict(device="tpu"), "device"), (dict(device="cuda", bots="club"), "club"),
                               (dict(device="cuda", out={"seat": np.zeros(4, np.uint8)}), "out"),
                               (dict(device="cuda", bots=["random"] * 2), "every seat")]:
            with self.assertRaisesRegex(ValueError, words):
                razzia.Batch("loot", games=4, **options)
        env = razzia.Batch("loot", games=4, device="cuda")
        with self.assertRaisesRegex(ValueError, "sample"):
            env.sample(razzia.Game("loot", 2, seed=1))
        other = razzia.Batch("loot", games=4, device="cuda")
        with self.assertRaisesRegex(TypeError, "own arrays"):
            env._core.observe(other._arrays)
        with self.assertRaisesRegex(ValueError, "type"):
            env._core.card_array("d", (4,))
        env.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            env.observe()
        with self.assertRaisesRegex(ValueError, "not on a card"):
            razzia.Batch("loot", games=4)._core.card_array("B", (4,))

    def test_cards(self):
        """What is wrong with a card is said, whenever it turns out."""
        try:
            os.environ["RAZZIA_FAKE_CARD"] = "none"
            with self.assertRaisesRegex(RuntimeError, "device='cuda': there is no graphics card"):
                razzia.Batch("loot", games=4, device="cuda")
            for _ in range(3):
                os.environ["RAZZIA_FAKE_CARD"] = "full"
                with self.assertRaisesRegex(RuntimeError, "out of memory"):
                    razzia.Batch("loot", games=4, device="cuda")
        finally:
            os.environ.pop("RAZZIA_FAKE_CARD", None)
        razzia.Batch("loot", games=4, device="cuda").play(3)

    def test_nothing_is_kept(self):
        """Neither memory nor the card of this thread."""
        gc.collect()
        self.assertEqual((DRIVER.fake_held(), DRIVER.fake_entered()), (0, 0))
        env = razzia.Batch("loot", games=4, device="cuda", fair=True)
        self.assertGreater(DRIVER.fake_held(), 10)
        env.obs.__dlpack__()
        env.step(env.mask.numpy().argmax(1))
        env.counts
        os.environ["RAZZIA_FAKE_CARD"] = "full"
        try:
            with self.assertRaises(RuntimeError):
                env._core.card_array("B", (4,))
            with self.assertRaises(RuntimeError):
                env.observe()
        finally:
            os.environ.pop("RAZZIA_FAKE_CARD", None)
        del env
        gc.collect()
        self.assertEqual((DRIVER.fake_held(), DRIVER.fake_entered()), (0, 0))


if __name__ == "__main__":
    unittest.main()
