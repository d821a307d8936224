"""A game for Gymnasium: one seat, with bots at the others."""
import gymnasium
import numpy as np

from razzia import _core
from razzia.arguments import bots_of, one_of, option_pairs, whole
from razzia.features import KNOWN, features, size_of, usual_seats
from razzia.seeds import to_bytes

CHANCE = 8


class SeatEnv(gymnasium.Env):
    """One seat of a game, with bots at the others. An observation is what the seat sees (razzia.features); the reward
    comes at the end. `info` has "action_mask" (int8) and, at the end, "scores".

    An action against the rules ends the game: the reward is `penalty`, and info["illegal"] says which rule it was. So
    learners that know of no masks learn them; others use the mask.

    opponents  a bot for all others, or one for each of them, clockwise
    seat       yours; None: another one in each game
    rewards    "share" of the win, or "score"
    obs        "uint8" or "float32"
    options    of the rules, by name
    """

    metadata = {"render_modes": ["human", "ansi"]}

    def __init__(self, game, seats=None, *, opponents="random", seat=None, rewards="share", penalty=-1.0, obs="uint8",
                 render_mode=None, **options):
        self.game, self.seats = game, usual_seats(game, seats)
        self.own = None if seat is None else whole("seat", seat, 0, self.seats - 1)
        self.opponents = bots_of("opponents", opponents, game, self.seats - 1)
        self.rewards, self.penalty = one_of("rewards", rewards, ("share", "score")), float(penalty)
        self.render_mode = one_of("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        one_of("obs", obs, ("uint8", "float32"))
        self._pairs = option_pairs(options)
        _core.Game(game, self.seats, self._pairs, bytes(32), True)  # says at once what is wrong
        self._actions = KNOWN[game]["actions"]
        size = size_of(game, self.seats)
        self._dtype, self._size = np.dtype(obs), size
        high = np.concatenate([np.full(f.size, f.max) for f in features(game, self.seats).values()]).astype(np.uint8)
        self.observation_space = (gymnasium.spaces.Box(np.zeros_like(high), high, dtype=np.uint8) if obs == "uint8"
                                  else gymnasium.spaces.Box(0.0, 1.0, (size,), np.float32))
        self.action_space = gymnasium.spaces.Discrete(self._actions)
        self._core, self._over = None, True

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self._core = _core.Game(self.game, self.seats, self._pairs, to_bytes(self.np_random.bytes(32)), True)
        self._seat = int(self.np_random.integers(self.seats)) if self.own is None else self.own
        self._over = False
        self._go_on()
        return self._look()

    def _go_on(self):
        """Bots act until it is the own turn, or the game is over."""
        while (seat := self._core.seat()) != self._seat and seat >= 0:
            bot = self.opponents[(seat - self._seat) % self.seats - 1]
            self._core.act(seat, self._core.ask(seat, bot))
        self._over = seat < 0

    def _look(self):
        obs, mask = np.empty((1, self._size), self._dtype), np.empty((1, self._actions), np.int8)
        self._core.observe(self._seat, (obs, None, mask) + (None,) * 6 if self._dtype == np.uint8
                           else (None, obs, mask) + (None,) * 6)
        info = {"action_mask": mask[0], "seat": self._seat}
        if self._over:
            info["scores"] = self._core.scores()
        return obs[0], info

    def step(self, action):
        if self._core is None or self._over:
            raise gymnasium.error.ResetNeeded("the game is over, or has not begun: call reset()")
        try:
            self._core.act(self._seat, action)
        except _core.IllegalAction as refused:
            self._over = True
            obs, info = self._look()
            return obs, self.penalty, True, False, {**info, "illegal": str(refused)}
        self._go_on()
        return (*self._told(), self._over, False, self._info)

    def _told(self):
        obs, self._info = self._look()
        if not self._over:
            return obs, 0.0
        winners = self._core.winners()
        share = (winners >> self._seat & 1) / winners.bit_count()
        return obs, share if self.rewards == "share" else float(self._info["scores"][self._seat])

    def render(self):
        """The game so far in sentences, as the own seat sees it: printed ("human"), or as a string ("ansi")."""
        if self._core is None:
            raise gymnasium.error.ResetNeeded("the game has not begun: call reset()")
        if self.render_mode is None:
            gymnasium.logger.warn("render() is called without a render_mode")
            return None
        text = "\n".join(self._core.lines(self._seat, True)[-8:])
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


for _game in KNOWN:
    gymnasium.register(f"razzia/{_game}-v0", entry_point="razzia.gym:SeatEnv", kwargs={"game": _game})
