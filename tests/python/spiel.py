#!/usr/bin/env python3
"""What OpenSpiel asks of a game, by its own tests and algorithms."""
import random
import unittest

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr

import razzia
import razzia.spiel


def play(state, choose):
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(int(np.random.choice(actions, p=chances)))
        else:
            state.apply_action(choose(state))
    return state.returns()


class OpenSpiel(unittest.TestCase):
    def setUp(self):
        np.random.seed(1)
        random.seed(1)

    def test_random_simulations(self):
        for game, known in razzia.games().items():
            for seats in (known["seats_min"], known["seats_max"]):
                with self.subTest(game=game, seats=seats):
                    turns = {"turns": 30} if game == "mice" else {}
                    pyspiel.random_sim_test(razzia.open_spiel(game, seats, **turns), num_sims=1,
                                            serialize=True, verbose=False)

    def test_serialized(self):
        for game in razzia.games():
            state = razzia.open_spiel(game).new_initial_state()
            for _ in range(40):
                actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
                state.apply_action(random.choice(actions))
            text = pyspiel.serialize_game_and_state(state.get_game(), state)
            _, back = pyspiel.deserialize_game_and_state(text)
            self.assertEqual(str(back), str(state))
            copy = state.clone()
            self.assertEqual(str(copy), str(state))
            copy.apply_action(copy.legal_actions()[0])
            self.assertNotEqual(str(copy), str(state))

    def test_what_is_seen(self):
        """A player who does not see a choice has the same information state after either; who made it, has not."""
        state = razzia.open_spiel("bars", 3).new_initial_state()
        while not (state.razzia.to_act == [0, 1, 2] and len(state.legal_actions()) > 2):
            actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            state.apply_action(random.choice(actions))
        one, other = (state.child(action) for action in state.legal_actions()[:2])
        for player, same in ((0, False), (1, True), (2, True)):
            for look in ("information_state_string", "information_state_tensor", "observation_string",
                         "observation_tensor"):
                self.assertEqual(getattr(one, look)(player) == getattr(other, look)(player), same, (player, look))
        for player in range(3):  # that somebody has chosen is seen
            self.assertNotEqual(state.information_state_string(player), one.information_state_string(player))
            self.assertNotEqual(state.information_state_tensor(player), one.information_state_tensor(player))

    def test_two_histories(self):
        """Two ways to the same observation are two information states."""
        game = razzia.open_spiel("mice", 2)
        states = []
        for seed in range(2):
            random.seed(seed)
            state = game.new_initial_state()
            while len(state.history()) < 30:
                actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
                state.apply_action(random.choice(actions))
            states.append(state)
        self.assertNotEqual(*(state.information_state_tensor(0) for state in states))

    def test_options(self):
        game = pyspiel.load_game('python_razzia_mice(options=turns:50,players=3)')
        self.assertEqual(game.new_initial_state().razzia.options, {"turns": 50})
        for name, text in (("python_razzia_loot(players=9)", "for 2 to 5 seats"),
                           ("python_razzia_loot(options=x,players=2)", "options: 'name:value;name:value'"),
                           ("python_razzia_loot(options=piles:9,players=2)", "piles.*L9")):
            self.assertRaisesRegex(ValueError, text, pyspiel.load_game, name)

    def test_mcts(self):
        game = razzia.open_spiel("loot", 2)
        bot = mcts.MCTSBot(game, 2, 10, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
                           random_state=np.random.RandomState(1))
        state = game.new_initial_state()
        for _ in range(12):
            if state.is_chance_node():
                state.apply_action(state.chance_outcomes()[0][0])
            else:
                action = bot.step(state)
                self.assertIn(action, state.legal_actions())
                state.apply_action(action)

    def test_is_mcts(self):
        game = razzia.open_spiel("bars", 3)
        bot = ismcts.ISMCTSBot(game=game, evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), uct_c=2,
                               max_simulations=4, use_observation_string=True, random_state=np.random.RandomState(1))
        state = game.new_initial_state()
        asked = 0
        while asked < 4:
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
            else:
                action = bot.step(state)
                self.assertIn(action, state.legal_actions())
                state.apply_action(action)
                asked += 1

    def test_mccfr(self):
        solver = outcome_sampling_mccfr.OutcomeSamplingSolver(razzia.open_spiel("bars", 3))
        solver.iteration()
        state = razzia.open_spiel("bars", 3).new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        self.assertAlmostEqual(sum(solver.average_policy().action_probabilities(state).values()), 1)


if __name__ == "__main__":
    unittest.main()
