"""Many games at once."""
import typing

import numpy as np

from razzia import _core
from razzia.arguments import one_of, option_pairs, whole
from razzia.features import KNOWN, size_of, usual_seats
from razzia.game import Game
from razzia.seeds import to_bytes

REWARDS = {"share": 0, "score": 1, "rank": 2}
# The order of the arrays that the extension is given, and their types.
ARRAYS = ("bytes", "floats", "mask", "bits", "seat", "done", "reward", "score", "number")
TYPES = {"mask": np.uint8, "bits": np.uint8, "seat": np.uint8, "done": np.uint8, "reward": np.float32,
         "score": np.int32, "number": np.uint32}


class Batch:
    """Many games of one setup, which go on together.

    Every game waits for a decision of one seat; `step` takes one for each game. Chance and bots act by themselves, a
    game that ends begins anew at once. The k-th game in place i depends on the seed, i, k and the actions in it, and
    on nothing else.

    Arrays of numpy, written in place by every call:

    obs      (games, features) what the acting seat sees; uint8, or float32 from 0 to 1 (razzia.features)
    mask     (games, actions) uint8: 1 for each legal action
    bits     (games, bytes) the same as bits, the lowest first, in place of `mask` (masks="bits")
    seat     (games,) uint8: who is to act
    done     (games,) uint8: 1 where a game has ended in the last step, …
    reward   (games, seats) float32: … what each seat has got for it, else 0
    score    (games, seats) int32: … the score of each seat, else 0
    number   (games,) uint32: how many games have ended in this place

    `seed` has the 32 bytes by which all of it happens again.

    game       "loot", "bars" or "mice"
    seats      how many; the fewest if it is left out
    games      how many at once, up to 10 million
    seed       a number, 64 hex digits or 32 bytes; None: any
    obs        "uint8", "float32" or None: no observations
    masks      "bytes", "bits" or None
    rewards    "share" of the win, "score", or "rank" (1 for the first, 0 for the last)
    bots       for each seat the name of a bot, or None where you act; "club" alone puts bots at all seats but one,
               and your seat moves on from game to game
    rotate     whether bots move one seat on with each place and each game
    threads    how many work together
    device     "cpu", or "cuda": the games and all arrays are in the memory of the first graphics card of NVIDIA's, and
               lent by DLPack and __cuda_array_interface__ (torch.from_dlpack(env.obs)); `numpy()` of an array is a copy
    fair       chance that can be verified (docs/fair.md), in place of the quick generator
    out        arrays of your own by the names above, in place of new ones (numpy, or anything with DLPack)
    options    of the rules, by name: piles=1
    """

    obs: np.ndarray
    mask: np.ndarray
    bits: np.ndarray
    seat: np.ndarray
    done: np.ndarray
    reward: np.ndarray
    score: np.ndarray
    number: np.ndarray

    def __init__(self, game: str, seats: int | None = None, games: int = 1024, *,
                 seed: int | str | bytes | None = None, obs: str | None = "uint8",
                 masks: str | None = "bytes", rewards: str = "share",
                 bots: str | list[str] | list[str | None] | None = None, rotate: bool | None = None, threads: int = 1,
                 device: str = "cpu", fair: bool = False, out: dict[str, typing.Any] | None = None, **options: typing.Any) -> None:
        seats = usual_seats(game, seats)
        games = whole("games", games, 1, _core.SLOTS_MAX)
        threads = whole("threads", threads, 1, _core.THREADS_MAX)
        one_of("rewards", rewards, tuple(REWARDS))
        one_of("obs", obs, ("uint8", "float32", None))
        one_of("masks", masks, ("bytes", "bits", None))
        one_of("device", device, ("cpu", "cuda"))
        if isinstance(bots, str):
            bots, rotate = [None] + [bots] * (seats - 1), rotate is not False
        if out and device == "cuda":
            raise ValueError("out: a batch on a card has arrays of its own alone")
        self.game, self.seats, self.games, self.threads, self.device = game, seats, games, threads, device
        self.seed = to_bytes(seed)
        self._core = _core.Batch(game, seats, option_pairs(options), games, self.seed, REWARDS[rewards], threads, fair,
                                 [None] * seats if bots is None else bots, bool(rotate),
                                 device == "cuda")
        self.actions = KNOWN[game]["actions"]
        self.features = size_of(game, seats)
        for name in ("obs", "mask", "bits"):
            setattr(self, name, None)  # where they are not asked for
        self._make_arrays(obs, masks, {} if out is None else out)
        self._core.observe(self._arrays)

    def _make_arrays(self, obs, masks, own):
        shapes = {"seat": (), "done": (), "reward": (self.seats,), "score": (self.seats,), "number": ()}
        if obs:
            shapes["obs"] = (self.features,)
        if masks:
            shapes["mask" if masks == "bytes" else "bits"] = (self.actions if masks == "bytes" else -(-self.actions // 8),)
        if not isinstance(own, dict):
            raise TypeError(f"out: a dict of arrays is needed, not {type(own).__name__}")
        if unknown := set(own) - set(shapes):
            raise ValueError(f"out: there is no array called {', '.join(map(str, unknown))} here")
        for name, shape in shapes.items():
            kind = np.dtype(obs) if name == "obs" else TYPES[name]
            setattr(self, name, as_array(name, own[name]) if name in own else self._new_array(kind, (self.games, *shape)))
        given = {"bytes": self.obs if obs == "uint8" else None, "floats": self.obs if obs == "float32" else None}
        self._arrays = tuple(given.get(name) if name in given else getattr(self, name, None) for name in ARRAYS)

    def _new_array(self, kind, shape):
        return self._core.card_array(np.dtype(kind).char, shape) if self.device == "cuda" else np.zeros(shape, kind)

    def observe(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """How things stand: (obs, mask, seat). The same arrays at every call, written anew."""
        self._core.observe(self._arrays)
        return self.obs, self.mask if self.mask is not None else self.bits, self.seat

    def step(self, actions: typing.Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """One action for each game, as whole numbers of any type. Gives (reward, done, score); `obs`, `mask` and `seat`
        are those of the next decisions. IllegalAction if one is against the rules: then none was taken. On a card actions
        that are there are taken from there (__cuda_array_interface__)."""
        if self.device == "cuda" and hasattr(actions, "__cuda_array_interface__"):
            pass
        elif hasattr(actions, "__dlpack__") and not isinstance(actions, np.ndarray):
            actions = np.from_dlpack(actions)
        elif isinstance(actions, (list, tuple)):
            actions = listed_actions(actions)
        self._core.step(actions, self._arrays)
        return self.reward, self.done, self.score

    def play(self, steps: int = 1, write: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Random legal actions, so many in each game. With write=False no array is written, which is quicker."""
        self._core.play(whole("steps", steps, 0, 2 ** 32 - 1), self._arrays if write else None)
        return self.reward, self.done, self.score

    def finish(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Random legal actions until the present game in every place has ended: its (reward, done, score)."""
        self._core.finish(self._arrays)
        return self.reward, self.done, self.score

    def sample(self, game: Game, seat: int | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """All places go on from what `seat` (else who is to act) of a `Game` can not tell apart from it, each from a
        state of its own. Gives what `observe` gives."""
        if not isinstance(game, Game):
            raise TypeError(f"sample: a razzia.Game is needed, not {game!r}")
        self._core.sample(game._core, game._who(seat))
        return self.observe()

    def reset(self, seed: int | str | bytes | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """All games begin anew. Gives what `observe` gives."""
        own = to_bytes(seed)
        self._core.reset(own)
        self.seed = own
        return self.observe()

    def game_seed(self, place: int, number: int = 0) -> bytes:
        """The seed of game `number` in a place, if the batch is fair: razzia.Game(…, seed=that) deals the same."""
        return _core.slot_seed(self.seed, place, number)

    @property
    def counts(self) -> dict[str, int]:
        """What has been played: {"games": ended, "decisions": of yours, "actions": those of bots and chance as well}."""
        return self._core.counts()

    @property
    def nbytes(self) -> int:
        """Memory of the games and of the arrays."""
        return self._core.memory() + sum(array.nbytes for array in self._arrays if array is not None)

    def close(self) -> None:
        """Gives memory and threads back; what is called after that raises ValueError."""
        self._core.close()

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def __repr__(self):
        return f"<razzia.Batch of {self.games} × {self.game} for {self.seats}>"


def as_array(name, own):
    """An array of the caller's, without a copy."""
    if isinstance(own, np.ndarray):
        return own
    if not hasattr(own, "__dlpack__"):
        raise TypeError(f"{name}: an array is needed that lends its memory, not {type(own).__name__}")
    try:
        lent = np.from_dlpack(own)
        if not hasattr(own, "__array__"):
            return lent
        array = np.asarray(own)  # may be written to, even if DLPack does not say so
    except (TypeError, ValueError, RuntimeError, BufferError) as error:
        raise TypeError(f"{name}: this array does not lend its memory to numpy: {error}") from None
    if lent.ctypes.data != array.ctypes.data:
        raise TypeError(f"{name}: this array gives numpy a copy, not its memory")
    return array


def listed_actions(actions):
    """A list as an array. Numbers with a fraction, words and the like stay what they are, and are refused."""
    try:
        array = np.asarray(actions)
    except ValueError:
        raise ValueError("actions: a list of whole numbers is needed, one for each game") from None
    return array if array.size else array.astype(np.int64)
