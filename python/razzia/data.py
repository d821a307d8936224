"""Games as data for supervised work: what was seen, what could be chosen, what was chosen, and how it ended.

    razzia.data.write("games", "loot", 4, bot="master:200n", games=10000, seed=1)
    for part in razzia.data.read("games"):
        learn(part["obs"], part["mask"], part["choice"], part["reward"])

A folder has a manifest (JSON) and shards: files that numpy opens as they are, all of one shard with the same number of
rows, one for each decision in which there was a choice. Neither writing nor reading holds more than a shard in memory."""
import json
import os
import pathlib

import numpy as np

from razzia import _core
from razzia.features import features, size_of, usual_seats
from razzia.game import Game

MANIFEST = "manifest.json"


def write(folder, game, seats=None, *, bot="club", games=1000, seed=0, rows=65536, **options):
    """Plays games between bots into a new folder; gives the manifest. The manifest is written last, so a folder that has
    one is whole. `bot` is one for all seats, or a list of one for each. The same arguments give the same bytes;
    `razzia simulate --data` writes the same shards on all cores."""
    folder, seats = pathlib.Path(folder), usual_seats(game, seats)
    bots = [bot] * seats if isinstance(bot, str) else list(bot)
    if len(bots) != seats:
        raise ValueError(f"bot: one for all, or {seats} of them, not {len(bots)}")
    if games < 1 or rows < 1:
        raise ValueError("games and rows: at least 1")
    Game(game, seats, **options)  # says at once what is wrong
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty")
    shards = _Shards(folder, game, seats, rows)
    series = _core.read_seed(str(seed))
    for number in range(games):
        shards.add_game(Game(game, seats, seed=_core.series_seed(series, number), **options), bots, number)
    shards.flush()
    manifest = {"razzia": _core.version, "game": game, "seats": seats, "options": options, "bots": bots, "seed": series.hex(),
                "rng": "fair", "games": games, "rows": sum(shards.counts), "shards": shards.counts,
                "columns": {name: {"dtype": kind.str, "shape": list(shape)} for name, (kind, shape) in
                            shards.columns.items()},
                "features": [{"name": f.name, "shape": list(f.shape), "offset": f.offset, "max": f.max} for f in
                             features(game, seats).values()]}
    part = folder / (MANIFEST + ".part")
    part.write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    os.replace(part, folder / MANIFEST)
    return manifest


class _Shards:
    """Rows that have not been written yet, of whole games and the one that is played."""

    def __init__(self, folder, game, seats, rows):
        actions = _core.games()[game]["actions"]
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


def read(folder, shuffle=None, mapped=True):
    """The shards of a folder one after another, each as a dict of arrays. With `shuffle` (a seed) in another order. The
    arrays are mapped from the files, not read, unless mapped=False. ValueError if a file is not what the manifest says."""
    folder = pathlib.Path(folder)
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    order = np.arange(len(manifest["shards"]))
    if shuffle is not None:
        np.random.default_rng(shuffle).shuffle(order)
    for shard in order.tolist():
        part = {}
        for name, column in manifest["columns"].items():
            path = folder / f"{shard:05}.{name}.npy"
            part[name] = array = np.load(path, mmap_mode="r" if mapped else None, allow_pickle=False)
            wanted = (manifest["shards"][shard], *column["shape"])
            if array.shape != wanted or array.dtype != np.dtype(column["dtype"]):
                raise ValueError(f"{path}: {array.shape} of {array.dtype}, where the manifest says {wanted} of "
                                 f"{np.dtype(column['dtype'])}")
        yield part
