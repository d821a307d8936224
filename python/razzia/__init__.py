"""Three exact, fast games with chance and hidden information, for those who learn from them.

    import razzia
    env = razzia.Batch("loot", seats=4, games=4096, seed=1)
    obs, mask, seat = env.observe()
    reward, done, score = env.step(actions)

`Batch` steps many games at once, `Game` is one of them with its record, its words and its hints;
`aec_env`, `parallel_env`, `gym_env` and `open_spiel` fit them to what other packages expect. All
rules are in the extension `razzia._core`; docs/lab.md of the repository is the handbook."""
import contextlib as _contextlib
import os as _os
import typing as _typing

from razzia import _core, data
from razzia._core import IllegalAction
from razzia.batch import Batch
from razzia.features import Feature, features
from razzia.game import Game

__version__ = _core.version
__all__ = ["Batch", "Feature", "Game", "IllegalAction", "aec_env", "bots", "data", "features", "games", "gym_env",
           "load_nets", "open_spiel", "parallel_env"]


if _typing.TYPE_CHECKING:
    import pyspiel

    from razzia.gym import SeatEnv
    from razzia.pettingzoo import AecGame, ParallelGame


def games() -> dict[str, dict[str, _typing.Any]]:
    """All games by name: title, author, seats_min and seats_max, how many actions there are."""
    return _core.games()


def bots() -> dict[str, str]:
    """All bots by name, and how they play; "master:200n" looks at 200 positions a move."""
    return _core.bots()


def load_nets(folder: str | _os.PathLike[str]) -> None:
    """Loads the nets that `club`, `expert` and `master` play by, for the whole process. Those that come with the
    package have been loaded; OSError if the folder lacks one, or one is damaged."""
    _core.load_nets(_os.fspath(folder))


@_contextlib.contextmanager
def _needs(package: str) -> _typing.Iterator[None]:
    """What an adapter imports of others."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("razzia"):
            raise
        raise ModuleNotFoundError(f"this needs the package {package}: pip install {package}", name=error.name) from error


def aec_env(game: str, seats: int | None = None, **options: _typing.Any) -> "AecGame":
    """A game for PettingZoo, turn by turn (razzia.pettingzoo.AecGame)."""
    with _needs("pettingzoo"):
        from razzia.pettingzoo import AecGame
    return AecGame(game, seats, **options)


def parallel_env(game: str, seats: int | None = None, **options: _typing.Any) -> "ParallelGame":
    """A game for PettingZoo in which all seats act in every step, those that wait by waiting
    (razzia.pettingzoo.ParallelGame)."""
    with _needs("pettingzoo"):
        from razzia.pettingzoo import ParallelGame
    return ParallelGame(game, seats, **options)


def gym_env(game: str, seats: int | None = None, **options: _typing.Any) -> "SeatEnv":
    """A game for Gymnasium: one seat, with bots at the others (razzia.gym.SeatEnv)."""
    with _needs("gymnasium"):
        from razzia.gym import SeatEnv
    return SeatEnv(game, seats, **options)


def open_spiel(game: str, players: int | None = None, **options: _typing.Any) -> "pyspiel.Game":
    """A game for OpenSpiel (razzia.spiel)."""
    with _needs("open_spiel"):
        from razzia.spiel import load
    return load(game, players, **options)


if _os.path.isdir(_os.path.join(_os.path.dirname(__file__), "nets")):
    load_nets(_os.path.join(_os.path.dirname(__file__), "nets"))
