"""Games as data for supervised work: what was seen, what could be chosen, what was chosen, and how it ended.

    razzia.data.write("games", "loot", 4, bot="master:200n", games=10000, seed=1)
    for part in razzia.data.read("games"):
        learn(part["obs"], part["mask"], part["choice"], part["reward"])

A folder has a manifest (JSON) and shards: files that numpy opens as they are, all of one shard with the same number of
rows, one for each decision in which there was a choice. Neither writing nor reading holds more than a shard in memory."""
import json
import os
import pathlib
import typing

import numpy as np

from razzia import _core
from razzia.arguments import bots_of, whole
from razzia.features import KNOWN, features, size_of, usual_seats
from razzia.game import Game
from razzia.seeds import to_bytes

MANIFEST = "manifest.json"


def write(folder: str | os.PathLike[str], game: str, seats: int | None = None, *, bot: str | list[str] = "club",
          games: int = 1000, seed: int | str | bytes | None = 0, rows: int = 65536,
          **options: typing.Any) -> dict[str, typing.Any]:
    """Plays games between bots into a new folder; gives the manifest. The manifest is written last, so a folder that has
    one is whole; what is interrupted is taken away again. `bot` is one for all seats, or a list of one for each. The same
    arguments give the same bytes; `razzia simulate --data` writes the same shards on all cores."""
    folder, seats = pathlib.Path(folder), usual_seats(game, seats)
    bots = bots_of("bot", bot, game, seats)
    games, rows = whole("games", games, 1, 2 ** 32 - 1), whole("rows", rows, 1, 2 ** 32 - 1)
    series, options = to_bytes(seed), Game(game, seats, **options).options
    is_new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty; data.write takes a new folder")
    shards = _Shards(folder, game, seats, rows)
    try:
        for number in range(games):
            shards.add_game(Game(game, seats, seed=_core.series_seed(series, number), **options), bots, number)
        shards.flush()
        manifest = {"razzia": _core.version, "game": game, "seats": seats, "options": options, "bots": bots,
                    "seed": series.hex(), "rng": "fair", "games": games, "rows": sum(shards.counts),
                    "shards": shards.counts,
                    "columns": {name: {"dtype": kind.str, "shape": list(shape)} for name, (kind, shape) in
                                shards.columns.items()},
                    "features": [{"name": f.name, "shape": list(f.shape), "offset": f.offset, "max": f.max} for f in
                                 features(game, seats).values()]}
        part = folder / (MANIFEST + ".part")
        part.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
        os.replace(part, folder / MANIFEST)
    except BaseException:
        take_away(folder, is_new)
        raise
    return manifest


def take_away(folder, is_new):
    """What was written into a folder that was empty."""
    for path in folder.iterdir():
        path.unlink()
    if is_new:
        folder.rmdir()


class _Shards:
    """Rows that have not been written yet, of whole games and the one that is played."""

    def __init__(self, folder, game, seats, rows):
        actions = KNOWN[game]["actions"]
        u8 = np.dtype(np.uint8)
        self.columns = {"obs": (u8, (size_of(game, seats),)), "mask": (u8, (-(-actions // 8),)),
                        "choice": (np.dtype(np.uint16), ()), "seat": (u8, ()), "reward": (np.dtype(np.float32), ()),
                        "score": (np.dtype(np.int32), (seats,)), "game": (np.dtype(np.uint32), ())}
        self.folder, self.most, self.counts = folder, rows, []
        self.rows = {name: [] for name in self.columns}

    def add_game(self, game, bots, number):
        first = len(self.rows["seat"])
        while not game.over:
            seat, legal = game.seat, game.legal()
            choice = legal[0] if len(legal) == 1 else game.ask(bots[seat])
            if len(legal) > 1:
                for name, value in (("obs", game.observation()), ("mask", np.packbits(game.mask(), bitorder="little")),
                                    ("choice", choice), ("seat", seat)):
                    self.rows[name].append(value)
            game.act(choice)
        shares, scores = game.shares, game.scores
        for seat in self.rows["seat"][first:]:
            for name, value in (("reward", shares[seat]), ("score", scores), ("game", number)):
                self.rows[name].append(value)
        while len(self.rows["seat"]) >= self.most:
            self.flush()

    def flush(self):
        """Writes a shard: what there is, as far as it fits."""
        count = min(len(self.rows["seat"]), self.most)
        if count == 0:
            return
        for name, (kind, shape) in self.columns.items():
            rows = np.array(self.rows[name][:count], kind).reshape(count, *shape)
            np.save(self.folder / f"{len(self.counts):05}.{name}.npy", rows, allow_pickle=False)
            self.rows[name] = self.rows[name][count:]
        self.counts.append(count)


def read(folder: str | os.PathLike[str], shuffle: int | None = None,
         mapped: bool = True) -> typing.Iterator[dict[str, np.ndarray]]:
    """The shards of a folder one after another, each as a dict of arrays. With `shuffle` (a seed) in another order. The
    arrays are mapped from the files, not read, unless mapped=False. ValueError if a file is not what the manifest says."""
    folder = pathlib.Path(folder)
    shards, columns = read_manifest(folder)
    order = np.arange(len(shards))
    if shuffle is not None:
        np.random.default_rng(shuffle).shuffle(order)
    return ({name: read_column(folder / f"{shard:05}.{name}.npy", dtype, (shards[shard], *shape), mapped)
             for name, dtype, shape in columns} for shard in order.tolist())


def read_manifest(folder):
    """How many rows each shard has, and the columns as (name, type, shape of a row)."""
    path = folder / MANIFEST
    if not path.exists():
        raise FileNotFoundError(f"{folder} has no {MANIFEST}: there are no games in it, or writing them was not finished")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        shards = [whole("rows", rows, 1, 2 ** 32 - 1) for rows in manifest["shards"]]
        columns = [(name, np.dtype(column["dtype"]), tuple(whole("shape", n, 1, 2 ** 32 - 1) for n in column["shape"]))
                   for name, column in manifest["columns"].items()]
        if not all(name.isidentifier() for name, _, _ in columns):
            raise ValueError("a column has a name that is none")
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is damaged: {error!r}") from None
    return shards, columns


def read_column(path, dtype, shape, mapped):
    """A file of a shard, which must be what the manifest says."""
    try:
        if mapped:
            array = np.lib.format.open_memmap(path, mode="r")
        else:
            with open(path, "rb") as file:
                array = np.lib.format.read_array(file, allow_pickle=False)
    except OSError:
        raise
    except Exception as error:  # whatever numpy makes of a header that is none
        raise ValueError(f"{path} is damaged: {error}") from None
    if array.shape != shape or array.dtype != dtype:
        raise ValueError(f"{path}: {array.shape} of {array.dtype}, where the manifest says {shape} of {dtype}")
    return array
