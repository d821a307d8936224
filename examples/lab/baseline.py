#!/usr/bin/env python3
"""What random players make of the games: scores, lengths, and what the first seats are worth.

    baseline.py [GAMES-AT-ONCE]"""
import sys

import numpy as np

import razzia


def main(games=2000):
    for game, known in razzia.games().items():
        for seats in range(known["seats_min"], known["seats_max"] + 1):
            env = razzia.Batch(game, seats, games=games, seed=1, obs=None, masks=None)
            share, _, score = env.finish()
            decisions = env.counts["decisions"] / games
            print(f"{game} for {seats}: {decisions:6.1f} decisions a game, mean score {score.mean():7.1f}, "
                  f"wins by seat {np.round(100 * share.mean(0), 1)} %")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
