#!/usr/bin/env python3
"""What PettingZoo and Gymnasium ask of an environment, by their own tests."""
import copy
import unittest
import warnings

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import razzia
import razzia.gym  # tells Gymnasium the names

GAMES = [(game, seats) for game, known in razzia.games().items()
         for seats in range(known["seats_min"], known["seats_max"] + 1)]


def quietly(test, *args, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # dictionaries as observations, and rewards that come late
        test(*args, **options)


class PettingZoo(unittest.TestCase):
    def each(self, test, *args, **options):
        for game, seats in GAMES:
            with self.subTest(game=game, seats=seats):
                quietly(test, game, seats, *args, **options)

    def test_api(self):
        self.each(lambda game, seats: api_test(razzia.aec_env(game, seats), num_cycles=300))

    def test_parallel_api(self):
        self.each(lambda game, seats: parallel_api_test(razzia.parallel_env(game, seats), num_cycles=300))

    def test_seeds(self):
        self.each(lambda game, seats: seed_test(lambda: razzia.aec_env(game, seats), num_cycles=60))

    def test_parallel_seeds(self):
        self.each(lambda game, seats: parallel_seed_test(lambda: razzia.parallel_env(game, seats), num_cycles=60))

    def test_render(self):
        self.each(lambda game, seats: render_test(lambda render_mode=None: razzia.aec_env(game, seats, render_mode=render_mode)))
        for game in razzia.games():
            env = razzia.parallel_env(game, render_mode="ansi")
            env.reset(seed=1)
            env.step({agent: int(np.flatnonzero(seen["action_mask"])[0]) for agent, seen in env._observe_all().items()})
            self.assertIsInstance(env.render(), str)

    def test_a_game_ends_with_shares_of_the_win(self):
        for game, seats in GAMES:
            for rewards, total in (("share", 1), ("rank", seats / 2)):
                env = razzia.aec_env(game, seats, rewards=rewards)
                env.reset(seed=5)
                sums = dict.fromkeys(env.possible_agents, 0)
                for agent in env.agent_iter(100000):
                    _, reward, over, _, _ = env.last(observe=False)
                    sums[agent] += reward
                    env.step(None if over else env.legal()[0])
                self.assertAlmostEqual(sum(sums.values()), total)

    def test_actions_that_may_not_be(self):
        env = razzia.aec_env("loot", 3)
        env.reset(seed=1)
        before = env.observe(env.agent_selection)
        with self.assertRaises(razzia.IllegalAction):
            env.step(82)
        after = env.observe(env.agent_selection)
        np.testing.assert_array_equal(before["observation"], after["observation"])
        for penalty in (None, -2):
            env = razzia.parallel_env("loot", 3, penalty=penalty)
            for action in (0, env.wait):
                env.reset(seed=1)
                actions = dict.fromkeys(env.agents, action)
                if penalty is None:
                    self.assertRaises(razzia.IllegalAction, env.step, actions)
                    self.assertEqual(len(env.agents), 3)
                    continue
                _, rewards, over, _, infos = env.step(actions)
                self.assertEqual(sorted(rewards.values()), [-2, 0, 0])
                self.assertTrue(all(over.values()) and not env.agents)
                self.assertRegex("".join(info.get("illegal", "") for info in infos.values()), r"\(L\d+\)$")

    def test_what_callers_get_wrong(self):
        env = razzia.aec_env("loot", 2)
        for call in (lambda: env.step(0), env.last, lambda: env.observe("seat_0"), env.legal):
            self.assertRaisesRegex(AttributeError, "the game has not begun; call reset", call)
        self.assertRaisesRegex(AttributeError, "no attribute colour", lambda: env.colour)
        env.reset(seed=1)
        for wrong in (1.7, "2", np.array([0, 1])):
            self.assertRaisesRegex(TypeError, "whole numbers, not", env.step, wrong)
        self.assertRaises(razzia.IllegalAction, env.step, 2 ** 70)
        env = razzia.parallel_env("loot", 2)
        self.assertRaisesRegex(AttributeError, "call reset", env.step, {})
        env.reset(seed=1)
        self.assertRaisesRegex(ValueError, "seat_1 must act, too", env.step, {"seat_0": 0})
        self.assertRaisesRegex(TypeError, "seat_0 needs a whole number", env.step, dict.fromkeys(env.agents, 0.5))
        env = razzia.gym_env("loot", 2)
        env.reset(seed=1)
        self.assertRaisesRegex(TypeError, "whole numbers, not 1.9", env.step, 1.9)
        for options, text in (({"render_mode": "rgb_array"}, "render_mode: one of"), ({"seat": 2}, "seat: from 0 to 1")):
            with self.assertRaisesRegex(ValueError, text):
                razzia.gym_env("loot", 2, **options)

    def test_copies(self):
        """For those who search: a copy of an environment goes its own way."""
        env = razzia.aec_env("bars", 4)
        env.reset(seed=1)
        other = copy.deepcopy(env)
        for _ in range(30):
            for one in (env, other):
                one.step(one.legal()[0])
            np.testing.assert_array_equal(env.last()[0]["observation"], other.last()[0]["observation"])
        before = env._core.moves()
        other.step(other.legal()[0])
        self.assertEqual(env._core.moves(), before)

    def test_choices_at_once(self):
        """In bars all play a card in one step of the parallel form, and in as many turns of the other."""
        env = razzia.parallel_env("bars", 4)
        seen, _ = env.reset(seed=3)
        while sum(not s["action_mask"][env.wait] for s in seen.values()) < 4:
            seen, *_ = env.step({agent: int(np.flatnonzero(s["action_mask"])[0]) for agent, s in seen.items()})
        before = len(env._core.moves())
        env.step({agent: int(np.flatnonzero(s["action_mask"])[0]) for agent, s in seen.items()})
        self.assertEqual([actor for actor, _ in env._core.moves()[before:before + 4]], [0, 1, 2, 3])


class Gymnasium(unittest.TestCase):
    def test_check_env(self):
        for game, seats in GAMES:
            with self.subTest(game=game, seats=seats):
                quietly(check_env, razzia.gym_env(game, seats), skip_render_check=True)
        quietly(check_env, razzia.gym_env("loot", 2, opponents="club", obs="float32", seat=1), skip_render_check=True)

    def test_by_its_name(self):
        env = gymnasium.make("razzia/mice-v0", seats=3, opponents="greedy", render_mode="ansi")
        obs, info = env.reset(seed=1)
        total, over = 0, False
        while not over:
            action = env.action_space.sample(info["action_mask"])
            obs, reward, over, cut, info = env.step(action)
            total += reward
        self.assertIn(total, (0, 0.5, 1 / 3, 1))
        self.assertEqual(len(info["scores"]), 3)
        self.assertIsInstance(env.render(), str)

    def test_vectors(self):
        for game, seats in (("loot", 5), ("bars", 3), ("mice", 4)):
            seen = []
            for mode in ("sync", "async"):
                envs = gymnasium.make_vec(f"razzia/{game}-v0", 3, vectorization_mode=mode, seats=seats, opponents="greedy")
                obs, info = envs.reset(seed=2)
                for _ in range(100):
                    actions = info["action_mask"].argmax(1)  # 0 where a game is over: the step begins the next
                    obs, _, over, _, info = envs.step(actions)
                seen.append(obs.copy())
                envs.close()
            self.assertEqual(obs.shape, (3, razzia.Batch(game, seats).features))
            np.testing.assert_array_equal(*seen)

    def test_illegal_actions_end_it(self):
        env = razzia.gym_env("loot", 2, penalty=-3)
        _, info = env.reset(seed=1)
        _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
        self.assertEqual((reward, over), (-3, True))
        self.assertRegex(info["illegal"], r"\(L\d+\)$")
        with self.assertRaises(gymnasium.error.ResetNeeded):
            env.step(0)


if __name__ == "__main__":
    unittest.main()
