"""Games for OpenSpiel, as sequential games with explicit chance: choices that are made at once become turns of which
the others do not see what was chosen.

    game = razzia.open_spiel("bars", players=4)
    game = pyspiel.load_game("python_razzia_bars(players=4)")    # the same, once razzia.spiel is imported

Returns are shares of the win, which add up to 1. An information state is all that a player has seen, told by a chain
of SHA-256 over the lines of its record: as a string how many lines there are and the last hash, as a tensor the observation
and the 256 bits of the hash. So two are equal if and only if the player has seen the same. `state.razzia` is the Game itself, with the
lines (`state.razzia.lines(player)`), its words and its hints.

Options of the rules are given by name, razzia.open_spiel("mice", 3, turns=50), or in the name of the game:
"python_razzia_mice(options=turns:50,players=3)"."""
import copy
import hashlib
import json

import numpy as np
import pyspiel

from razzia.arguments import option_pairs
from razzia.features import KNOWN, features, usual_seats
from razzia.game import CHANCE, Game

# More actions of players than a game can have, and more chance events.
LONGEST = {"loot": 2000, "bars": 4000, "mice": 100000}
HASH = 256


def load(game, players=None, **options):
    """A pyspiel game."""
    players, said = usual_seats(game, players), ";".join(f"{name}:{value}" for name, value in option_pairs(options))
    return pyspiel.load_game(f"python_razzia_{game}", {"players": players, "options": said})


def read_options(text):
    """Options from "turns:50;first:0"."""
    pairs = [pair.partition(":") for pair in text.split(";") if pair]
    try:
        return {name: json.loads(value) for name, _, value in pairs}
    except ValueError:
        raise ValueError(f"options: 'name:value;name:value' is needed, with values as in JSON, not {text!r}") from None


def game_type(name):
    known = KNOWN[name]
    return pyspiel.GameType(
        short_name=f"python_razzia_{name}",
        long_name=f"{known['title']} by {known['author']}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(pyspiel.GameType.Information.IMPERFECT_INFORMATION if name == "bars"
                     else pyspiel.GameType.Information.PERFECT_INFORMATION),
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=known["seats_max"],
        min_num_players=known["seats_min"],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": known["seats_min"], "options": ""})


class SpielGame(pyspiel.Game):
    """One of the games; `name` is its name here."""

    def __init__(self, name, kind, params=None):
        self.name = name
        known = KNOWN[name]
        self.players = int((params or {}).get("players", known["seats_min"]))
        self.options = read_options((params or {}).get("options", ""))
        Game(name, self.players, seed=0, deals=False, **self.options)  # says at once what is wrong
        super().__init__(kind, pyspiel.GameInfo(
            num_distinct_actions=known["actions"], max_chance_outcomes=known["chances"], num_players=self.players,
            min_utility=0.0, max_utility=1.0, utility_sum=1.0, max_game_length=LONGEST[name]), params or {})

    def new_initial_state(self):
        return SpielState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):
    """A game in progress; `razzia` is the Game itself."""

    def __init__(self, game):
        super().__init__(game)
        self.razzia = Game(game.name, game.players, seed=0, deals=False, **game.options)
        self.seen = [Seen(self.razzia.lines(player)) for player in range(game.players)]

    def current_player(self):
        seat = self.razzia.seat
        if seat is None:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if seat == CHANCE else seat

    def is_terminal(self):
        return self.razzia.over

    def _legal_actions(self, player):
        return self.razzia.legal(player) if player == self.razzia.seat else []

    def chance_outcomes(self):
        return self.razzia.chance()

    def _apply_action(self, action):
        for seen, lines in zip(self.seen, self.razzia.follow(action)):
            seen.add(lines)

    def returns(self):
        return self.razzia.shares

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance:{action}"
        if action in self.razzia.legal(player):
            return f"{action}: {self.razzia.label(action, player)}"
        return str(action)

    def resample_from_infostate(self, player, sampler):
        """A state that the player can not tell apart from this. Its information states go on from those of this state,
        which for the other players are not what they saw in it: IS-MCTS is better told to use observations
        (use_observation_string=True)."""
        state = SpielState(self.get_game())
        state.razzia = self.razzia.sample(player, int(sampler() * 2 ** 53))
        state.seen = copy.deepcopy(self.seen)
        return state

    def __str__(self):
        return f"{self.razzia.game}: {' '.join(f'{actor}:{action}' for actor, action in self.razzia.moves)}"


class Seen:
    """All lines that a player has seen: how many, and a chain of hashes of what each action told."""

    def __init__(self, lines):
        self.count, self.head = 0, b""
        self.add("".join(line + "\n" for line in lines))

    def add(self, lines):
        self.count += lines.count("\n")
        self.head = hashlib.sha256(self.head + lines.encode()).digest()


class Observer:
    """What a player sees, by the names of razzia.features; with perfect recall also what it has seen."""

    def __init__(self, game, kind, params):
        if params:
            raise ValueError(f"observers take no parameters: {params}")
        self.recalls = kind.perfect_recall
        rows = list(features(game.name, game.players).values())
        size = sum(row.size for row in rows)
        self.tensor = np.zeros(game.players + size + (HASH if self.recalls else 0), np.float32)
        at = game.players
        self.dict = {"player": self.tensor[:at]}
        for row in rows:
            self.dict[row.name] = self.tensor[at + row.offset:at + row.offset + row.size].reshape(row.shape)
        self.features = slice(at, at + size)
        if self.recalls:
            self.dict["seen"] = self.tensor[at + size:]

    def set_from(self, state, player):
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        self.tensor[self.features] = state.razzia.observation(player, "float32")
        if self.recalls:
            self.dict["seen"][:] = np.unpackbits(np.frombuffer(state.seen[player].head, np.uint8))

    def string_from(self, state, player):
        if self.recalls:
            return f"player {player}, {state.seen[player].count} lines, {state.seen[player].head.hex()}"
        return f"player {player} " + state.razzia.observation(player).tobytes().hex()


def _register(name):
    kind = game_type(name)
    maker = type(f"Razzia{name.capitalize()}", (SpielGame,),
                 {"__init__": lambda self, params=None: SpielGame.__init__(self, name, kind, params)})
    pyspiel.register_game(kind, maker)


for _name in KNOWN:
    _register(_name)
