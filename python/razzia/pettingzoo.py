"""Games for PettingZoo: turn by turn (AEC), and all seats in every step (parallel)."""
import functools
import operator

import gymnasium
import numpy as np
from pettingzoo import AECEnv, ParallelEnv

from razzia import _core
from razzia.arguments import one_of, option_pairs
from razzia.features import KNOWN, features, size_of, usual_seats
from razzia.seeds import to_bytes

REWARDS = ("share", "score", "rank")
OVER = -1
BEGUN = ("_core", "_seat", "agents", "agent_selection", "rewards", "terminations", "truncations", "infos")


class _Table:
    """What both forms share: a game, its spaces, and how it is shown."""

    metadata = {"render_modes": ["human", "ansi"], "name": "razzia"}

    def __init__(self, game, seats=None, *, rewards="share", obs="uint8", render_mode=None, **options):
        self.game, self.seats = game, usual_seats(game, seats)
        self.rewards_by = one_of("rewards", rewards, REWARDS)
        self.render_mode = one_of("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        one_of("obs", obs, ("uint8", "float32"))
        self.metadata = {**self.metadata, "name": f"razzia_{game}_v0"}
        self._pairs = option_pairs(options)
        _core.Game(game, self.seats, self._pairs, bytes(32), True)  # says at once what is wrong
        self._actions = KNOWN[game]["actions"]
        self._size = size_of(game, self.seats)
        self._dtype = np.dtype(obs)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self._seat_of = {name: seat for seat, name in enumerate(self.possible_agents)}
        high = np.concatenate([np.full(f.size, f.max) for f in features(game, self.seats).values()]).astype(np.uint8)
        self._obs_box = (gymnasium.spaces.Box(np.zeros_like(high), high, dtype=np.uint8) if obs == "uint8"
                         else gymnasium.spaces.Box(0.0, 1.0, (self._size,), np.float32))

    def __getattr__(self, name):
        """Only for what is not there."""
        if name in BEGUN:
            raise AttributeError(f"{name}: the game has not begun; call reset()", name=name, obj=self)
        raise AttributeError(f"{type(self).__name__} has no attribute {name}", name=name, obj=self)

    def _begin(self, seed):
        self._core = _core.Game(self.game, self.seats, self._pairs, to_bytes(seed), True)

    def _look(self, seat, choices):
        """Features and mask of a seat; the mask has `choices` places."""
        obs = np.empty((1, self._size), self._dtype)
        mask = np.empty((1, self._actions), np.int8)
        self._core.observe(seat, (obs, None, mask) + (None,) * 6 if self._dtype == np.uint8
                           else (None, obs, mask) + (None,) * 6)
        return obs[0], mask[0] if choices == self._actions else np.append(mask[0], np.int8(0))

    def _rewards(self):
        """At the end, a number for each seat."""
        scores, winners = self._core.scores(), self._core.winners()
        if self.rewards_by == "score":
            return [float(score) for score in scores]
        if self.rewards_by == "share":
            return [(winners >> seat & 1) / winners.bit_count() for seat in range(self.seats)]
        keys = [(winners >> seat & 1, score) for seat, score in enumerate(scores)]
        return [sum((mine > other) + (mine == other) / 2 for other in keys) / (self.seats - 1) - 0.5 / (self.seats - 1)
                for mine in keys]

    def render(self):
        """The game so far in sentences: printed ("human"), or as a string ("ansi")."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() is called without a render_mode")
            return None
        text = "\n".join(self._core.lines(10, True)[-8:])
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self):
        """Nothing is open."""


class AecGame(_Table, AECEnv):
    """Turn by turn. An observation is {"observation": features, "action_mask": int8}; where several seats may act at
    once they are asked one after another, and none sees what the others chose. Rewards come at the end: the share of
    the win, the score, or the rank. An action against the rules raises razzia.IllegalAction and changes nothing; for
    learners without masks there is pettingzoo.utils.wrappers.TerminateIllegalWrapper."""

    def __init__(self, game, seats=None, **options):
        super().__init__(game, seats, **options)
        self.metadata["is_parallelizable"] = False
        mask = gymnasium.spaces.Box(0, 1, (self._actions,), np.int8)
        self.observation_spaces = {name: gymnasium.spaces.Dict({"observation": self._obs_box, "action_mask": mask})
                                   for name in self.possible_agents}
        self.action_spaces = {name: gymnasium.spaces.Discrete(self._actions) for name in self.possible_agents}

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {name: {} for name in self.agents}
        self._seat = self._core.seat()
        self.agent_selection = self.possible_agents[self._seat]

    def observe(self, agent):
        obs, mask = self._look(self._seat_of[agent], self._actions)
        return {"observation": obs, "action_mask": mask}

    def legal(self):
        """The legal actions of who is to act: quicker than to look through its mask."""
        return self._core.legal(self._seat)

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("the game is not over: an action is needed, not None")
        self._core.act(self._seat, action)
        self._cumulative_rewards[agent] = 0.0
        self._seat = seat = self._core.seat()
        if seat != OVER:
            self.agent_selection = self.possible_agents[seat]
        else:
            self._end()

    def _end(self):
        self.rewards = dict(zip(self.possible_agents, self._rewards()))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def last(self, observe=True):
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                False, self.infos[agent])


def whole_action(agent, action):
    try:
        return operator.index(action)
    except TypeError:
        raise TypeError(f"actions: {agent} needs a whole number, not {action!r}") from None


class ParallelGame(_Table, ParallelEnv):
    """All seats in every step: those that may act do, all at once where the game has it so, and the others wait, which
    is the last action. `action_mask` says which is which.

    What a mask forbids ends the game: the first seat that has done it gets `penalty`, its info says which rule it was
    ("illegal"), and nobody gets anything else. With penalty=None it raises razzia.IllegalAction, and nothing changes."""

    def __init__(self, game, seats=None, *, penalty=-1.0, **options):
        super().__init__(game, seats, **options)
        self.wait, self.penalty = self._actions, penalty

    @functools.lru_cache(maxsize=None)
    def observation_space(self, agent):
        mask = gymnasium.spaces.Box(0, 1, (self._actions + 1,), np.int8)
        return gymnasium.spaces.Dict({"observation": self._obs_box, "action_mask": mask})

    @functools.lru_cache(maxsize=None)
    def action_space(self, agent):
        return gymnasium.spaces.Discrete(self._actions + 1)

    def _observe_all(self):
        actors, seen = self._core.actors(), {}
        for seat, agent in enumerate(self.possible_agents):
            obs, mask = self._look(seat, self._actions + 1)
            mask[self.wait] = not actors >> seat & 1
            seen[agent] = {"observation": obs, "action_mask": mask}
        return seen

    def reset(self, seed=None, options=None):
        self._begin(seed)
        self.agents = list(self.possible_agents)
        return self._observe_all(), {agent: {} for agent in self.agents}

    def step(self, actions):
        try:
            chosen = self._check(actions)
        except _core.IllegalAction as refused:
            if self.penalty is None:
                raise
            return self._give_up(refused)
        for seat, action in chosen:
            self._core.act(seat, action)
        over = self._core.seat() == OVER
        seen = self._observe_all()
        names = self.agents
        rewards = dict(zip(names, self._rewards() if over else [0.0] * self.seats))
        if over:
            self.agents = []
        return (seen, rewards, dict.fromkeys(names, over), dict.fromkeys(names, False), {name: {} for name in names})

    def _give_up(self, refused):
        names, culprit = self.agents, self.possible_agents[refused.seat]
        self.agents = []
        infos = {name: {"illegal": str(refused)} if name == culprit else {} for name in names}
        rewards = {name: self.penalty if name == culprit else 0.0 for name in names}
        return self._observe_all(), rewards, dict.fromkeys(names, True), dict.fromkeys(names, False), infos

    def _check(self, actions):
        """[(seat, action)] of those who act; nothing has been done when one of them may not."""
        actors, chosen = self._core.actors(), []
        if missing := [agent for agent in self.agents if agent not in actions]:
            raise ValueError(f"actions: {', '.join(missing)} must act, too; who waits does env.wait")
        for agent in self.agents:
            seat, action = self._seat_of[agent], whole_action(agent, actions[agent])
            waits = action == self.wait
            if actors >> seat & 1 == waits or (not waits and action not in self._core.legal(seat)):
                self._core.clone().act(seat, action)  # says which rule is against it
            if not waits:
                chosen.append((seat, action))
        return chosen
