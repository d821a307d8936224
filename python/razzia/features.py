"""What a seat sees, by name: the table behind observations."""
import dataclasses

from razzia import _core
from razzia.arguments import whole

KNOWN = _core.games()

@dataclasses.dataclass(frozen=True)
class Feature:
    """A named part of an observation. `obs[..., feature.at].reshape(-1, *feature.shape)` is its tensor; a float32 is
    the byte divided by `max`. `names` are those of the places of its last dimension, or None."""
    name: str
    about: str
    shape: tuple[int, ...]
    offset: int
    size: int
    max: int
    names: list[str] | None

    @property
    def at(self) -> slice:
        """The slice of an observation that this feature is."""
        return slice(self.offset, self.offset + self.size)


def features(game: str, seats: int | None = None) -> dict[str, Feature]:
    """All features of a game by name, in the order in which they stand."""
    return {row["name"]: Feature(**row) for row in _core.features(game, usual_seats(game, seats))}


def size_of(game: str, seats: int) -> int:
    """How many numbers an observation has."""
    return sum(row["size"] for row in _core.features(game, seats))


def usual_seats(game, seats=None):
    """`seats`, or the smallest number that the game can be played with."""
    known = KNOWN.get(game) if isinstance(game, str) else None
    if known is None:
        raise ValueError(f"there is no game called {game!r}; there are {', '.join(KNOWN)}")
    if seats is None:
        return known["seats_min"]
    least, most = known["seats_min"], known["seats_max"]
    try:
        return whole("seats", seats, least, most)
    except ValueError as error:
        raise ValueError(f"{game} is for {least} to {most} seats ({known['seats_rule']}); {error}") from None


def table(game, seats=None):
    """The features as a table in Markdown, for docs/lab.md."""
    rows = ["| feature | shape | max | what it says |", "|---|---|---|---|"]
    fewest, most = (features(game, KNOWN[game][key]) for key in ("seats_min", "seats_max"))
    for name, feature in fewest.items():
        shape = ", ".join("seats" if a != b else str(a) for a, b in zip(feature.shape, most[name].shape))
        names = f" ({', '.join(feature.names)})" if feature.names and len(feature.names) <= 13 else ""
        rows.append(f"| `{name}` | {shape} | {feature.max} | {feature.about}{names} |")
    return "\n".join(rows)


def fill_in(path):
    """Writes the tables into a page, between <!-- GAME --> and <!-- end -->; what it was and what it is now."""
    with open(path, encoding="utf-8") as file:
        was = file.read()
    now = was
    for game in KNOWN:
        head, mark, rest = now.partition(f"<!-- {game} -->\n")
        if mark:
            now = head + mark + table(game) + "\n" + rest[rest.index("<!-- end -->"):]
    return was, now
