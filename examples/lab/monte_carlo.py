#!/usr/bin/env python3
"""A player without any knowledge: it tries each of its choices in many games that it can not tell from the present one,
plays those on at random, and takes the choice that won the most. All tries are one batch.

    monte_carlo.py [GAME [SEATS [GAMES]]]     against `random`: its share of the wins"""
import sys

import numpy as np

import razzia

TRIES = 2000  # of all choices together


def choose(game, batch):
    """The choice of who is to act with the largest share of wins."""
    legal = np.array(game.legal())
    if len(legal) == 1:
        return int(legal[0])
    batch.sample(game)
    tried = legal[np.arange(batch.games) % len(legal)]
    own = game.seat
    reward, done, _ = batch.step(tried)
    wins, over = reward[:, own].copy(), done == 1
    reward, _, _ = batch.finish()
    wins[~over] = reward[~over, own]
    return int(legal[np.argmax([wins[tried == action].mean() for action in legal])])


def main(name="loot", seats=2, games=10):
    batch = razzia.Batch(name, int(seats), games=TRIES, seed=1, obs=None, masks=None)
    won = 0
    for number in range(int(games)):
        game, own = razzia.Game(name, int(seats), seed=number), number % int(seats)
        while not game.over:
            game.act(choose(game, batch) if game.seat == own else game.ask("random"))
        won += game.shares[own]
    print(f"{name} for {seats}: {100 * won / int(games):.0f} % of {games} games against random")
    return won / int(games)


if __name__ == "__main__":
    main(*sys.argv[1:])
