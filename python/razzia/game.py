"""One game, with its record, its words and what master thinks of it."""
import json
import os
import re
import typing

import numpy as np

from razzia import _core
from razzia.arguments import one_of, option_pairs
from razzia.features import KNOWN, features, size_of, usual_seats
from razzia.seeds import to_bytes

CHANCE = 8
SPECTATOR = 10
SETUP = re.compile(rb'\s*{\s*"record"\s*:')  # the first line of a record


class Game:
    """One game, moved on action by action; chance deals by itself from the seed, as docs/fair.md says.

        game = razzia.Game("bars", seats=4, seed=7)
        while not game.over:
            game.act(random.choice(game.legal()))
        print(game.scores, game.winners)

    With deals=False chance is yours: `chance()` lists what may happen, `act(outcome, seat=razzia.game.CHANCE)` does it,
    and `deal()` does what the seed says."""

    def __init__(self, game: str, seats: int | None = None, *, seed: int | str | bytes | None = None, deals: bool = True,
                 **options: typing.Any) -> None:
        pairs = option_pairs(options)
        self.game, self.seats, self.deals, self._seed = game, usual_seats(game, seats), deals, to_bytes(seed)
        self._core = _core.Game(game, self.seats, pairs, self._seed, deals)
        self.options = {name: json.loads(value) for name, value in pairs}

    @classmethod
    def _of(cls, other, core):
        made = cls.__new__(cls)
        made.__dict__.update(other.__dict__)
        made._core = core
        return made

    # ---- Going on --------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self._core.seat() < 0

    @property
    def seat(self) -> int | None:
        """Who is to act: the lowest seat if there are several, CHANCE if chance is, None if the game is over."""
        seat = self._core.seat()
        return None if seat < 0 else seat

    @property
    def to_act(self) -> list[int]:
        """All seats that may act now."""
        return [seat for seat in range(self.seats) if self._core.actors() >> seat & 1]

    def legal(self, seat: int | None = None) -> list[int]:
        """The legal actions of a seat (else of who is to act), ascending; none if it may not act."""
        if seat is None and not 0 <= self._core.seat() < CHANCE:
            return []
        return self._core.legal(self._who(seat))

    def _who(self, seat: int | None) -> int:
        """`seat`, or the seat that is to act."""
        if seat is not None:
            return seat
        if not 0 <= (seat := self._core.seat()) < CHANCE:
            raise ValueError(f"{'chance is to act' if seat == CHANCE else 'the game is over'}; say which seat is meant")
        return seat

    def act(self, action: int, seat: int | None = None) -> None:
        """Who is to act, or `seat`, does `action`; IllegalAction if it may not, and then nothing has changed."""
        if (who := self.seat if seat is None else seat) is None:
            raise ValueError("the game is over")
        self._core.act(who, action)

    def follow(self, action: int) -> list[str]:
        """The same, and gives for each seat the lines of the record that it sees of it, as one text. Chance does not
        deal after it."""
        if (who := self.seat) is None:
            raise ValueError("the game is over")
        return self._core.follow(who, action)

    def chance(self) -> list[tuple[int, float]]:
        """[(outcome, probability)] of the chance event that is due; empty if none is."""
        return self._core.chance()

    def deal(self) -> int:
        """The chance event that is due, as the seed says; what it was."""
        return self._core.deal()

    def ask(self, bot: str, seat: int | None = None) -> int:
        """What a bot would do: "greedy", "master:200n"."""
        return self._core.ask(self._who(seat), bot)

    # ---- Looking ---------------------------------------------------------------------------------

    @property
    def scores(self) -> list[int]:
        return self._core.scores()

    @property
    def winners(self) -> list[int]:
        """Who has won; while the game is on, who leads."""
        return [seat for seat in range(self.seats) if self._core.winners() >> seat & 1]

    @property
    def shares(self) -> list[float]:
        """What each seat has of the win, once the game is over."""
        return [(seat in self.winners) / len(self.winners) if self.over else 0.0 for seat in range(self.seats)]

    def observation(self, seat: int | None = None, dtype: str = "uint8") -> np.ndarray:
        """What a seat sees, as in `Batch.obs`."""
        seat, dtype = self._who(seat), one_of("dtype", dtype, ("uint8", "float32"))
        obs = np.zeros((1, size_of(self.game, self.seats)), dtype)
        arrays = (obs, None) if dtype == "uint8" else (None, obs)
        self._core.observe(seat, arrays + (None,) * 7)
        return obs[0]

    def view(self, seat: int | None = None) -> dict[str, np.ndarray]:
        """What a seat sees, by the names of razzia.features: a dict of arrays."""
        obs = self.observation(seat)
        return {f.name: obs[f.at].reshape(f.shape) for f in features(self.game, self.seats).values()}

    def mask(self, seat: int | None = None) -> np.ndarray:
        """The legal actions of a seat as in `Batch.mask`."""
        mask = np.zeros(KNOWN[self.game]["actions"], np.uint8)
        mask[self.legal(seat)] = 1
        return mask

    # ---- Telling ---------------------------------------------------------------------------------

    @property
    def moves(self) -> list[tuple[int, int]]:
        """All actions so far, as (seat or CHANCE, action)."""
        return self._core.moves()

    def lines(self, seat: int | None = None) -> list[str]:
        """The record so far, as a list of lines (docs/records.md); with a seat (or SPECTATOR) as that may see it."""
        return self._core.lines(-1 if seat is None else seat, False)

    def words(self, seat: int | None = None) -> list[str]:
        """The same told in English sentences."""
        return self._core.lines(-1 if seat is None else seat, True)

    def label(self, action: int, seat: int | None = None) -> str:
        """A choice in a few words: "Bid 7,000"."""
        return self._core.label(self._who(seat), action)

    def hint(self, seat: int | None = None) -> dict[str, typing.Any]:
        """What master would do and why: {"best": action, "why": a sentence, "choices": [{"action", "words", "win",
        "mix"}, …]}, the most promising first."""
        return json.loads(self._core.hint(self._who(seat)))

    def analysis(self) -> dict[str, typing.Any]:
        """Why the game was won and lost: luck, errors and gifts of every step, as docs/analysis.md says."""
        return json.loads(self._core.analysis())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the record to a file, whole or not at all."""
        with open(f"{path}.part", "w", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in self.lines()))
        os.replace(f"{path}.part", path)

    @classmethod
    def read(cls, lines: typing.Iterable[str], *, seed: int | str | bytes | None = None) -> "Game":
        """The game of a record, given as its lines, as far as they go. ValueError says which line is wrong and why.
        With a seed chance goes on by it; else it is yours."""
        name, seats, options, moves = _core.read_record(list(lines))
        game = cls(name, seats, seed=seed, deals=False, **json.loads(options))
        game._go_through(moves, seed is not None)
        return game

    def _go_through(self, moves, deals):
        for actor, action in moves:
            self._core.act(actor, action)
        self.deals = deals
        self._core.set_deals(deals)

    @classmethod
    def replay(cls, path: str | os.PathLike[str]) -> "typing.Iterator[Game]":
        """All games of a file of records, one after another; empty lines may stand between them. ValueError says in which
        line of the file the game begins that is wrong, and what is wrong with it."""
        with open(path, "rb") as file:
            first, lines = 0, list[bytes]()
            for number, line in enumerate(file, 1):
                if SETUP.match(line) and lines:
                    yield cls._read_from(path, first, lines)
                    lines = []
                if line := line.strip():
                    first = first if lines else number
                    lines.append(line)
            if lines:
                yield cls._read_from(path, first, lines)

    @classmethod
    def _read_from(cls, path, first, lines):
        try:
            return cls.read(line.decode() for line in lines)
        except ValueError as error:
            raise ValueError(f"{os.fsdecode(path)}, the game from line {first} on: {error}") from None

    # ---- Other games -----------------------------------------------------------------------------

    def clone(self) -> "Game":
        """The same game once more, which goes its own way."""
        return Game._of(self, self._core.clone())

    def __deepcopy__(self, memo):
        return self.clone()

    def sample(self, seat: int | None = None, seed: int | str | bytes | None = None) -> "Game":
        """A game that `seat` can not tell apart from this one: what is hidden from it is drawn. It has no record."""
        return Game._of(self, self._core.sample(self._who(seat), to_bytes(seed)))

    def __getstate__(self):
        self.lines()  # says that a sampled game has none
        return self.game, self.seats, self.options, self._seed, self.deals, self.moves

    def __setstate__(self, state):
        game, seats, options, seed, deals, moves = state
        self.__init__(game, seats, seed=seed, deals=False, **options)
        self._go_through(moves, deals)

    def __repr__(self):
        return f"<razzia.Game of {self.game} for {self.seats}, {len(self.moves)} moves>"
