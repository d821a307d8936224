#!/usr/bin/env python3
"""A player of `loot` for two that learns by playing against itself, in numpy alone: a small net, a policy gradient with a
clipped ratio (PPO), and the values of its own net as the baseline.

    policy_gradient.py [MINUTES [PICTURE.svg]]     of computing, as the processor counts it

Every now and then it is measured against `random`, `novice` and `greedy`; the picture shows how that went. After a minute
it wins nearly always against `random` and more often than not against `novice`."""
import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # these matrices are small: a second thread only waits

import numpy as np  # noqa: E402

import razzia  # noqa: E402

GAMES, STEPS, HIDDEN = 512, 32, 128
LAMBDA, CLIP, ENTROPY, RATE, EPOCHS, SLICE = 0.95, 0.2, 0.003, 1e-3, 2, 2048
OPPONENTS = ("random", "novice", "greedy")


class Net:
    """Features to hidden to logits of all actions, and the share of the win that is to be expected."""

    def __init__(self, inputs, actions, toss):
        def layer(n, m, scale=1.0):
            return (toss.standard_normal((n, m)) * scale * np.sqrt(2 / n)).astype(np.float32)
        self.weights = [layer(inputs, HIDDEN), np.zeros(HIDDEN, np.float32), layer(HIDDEN, HIDDEN),
                        np.zeros(HIDDEN, np.float32), layer(HIDDEN, actions + 1, 0.1), np.zeros(actions + 1, np.float32)]
        self.moments = [[np.zeros_like(w) for w in self.weights] for _ in range(2)]
        self.updates = 0

    def forward(self, obs, mask):
        """(hidden layers, log probabilities, values)"""
        w1, b1, w2, b2, w3, b3 = self.weights
        one = np.maximum(obs @ w1 + b1, 0)
        two = np.maximum(one @ w2 + b2, 0)
        out = two @ w3 + b3
        logits = np.where(mask, out[:, :-1], np.float32(-1e9))
        logits -= logits.max(1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(1, keepdims=True))
        return (one, two), logits, 1 / (1 + np.exp(-out[:, -1]))

    def act(self, obs, mask, toss):
        """An action of each row, drawn with its probability; its log probability; and the values."""
        _, logs, values = self.forward(obs, mask)
        actions = (logs + toss.gumbel(size=logs.shape).astype(np.float32)).argmax(1)
        return actions, np.take_along_axis(logs, actions[:, None], 1)[:, 0], values

    def learn(self, obs, mask, actions, old, gains, targets):
        """One step of Adam along the gradient of a slice."""
        (one, two), logs, values = self.forward(obs, mask)
        n, rows = len(actions), np.arange(len(actions))
        chances = np.exp(logs)
        ratio = np.exp(logs[rows, actions] - old)
        inside = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        push = (gains * ratio * inside / n).astype(np.float32)
        out = np.empty((n, chances.shape[1] + 1), np.float32)
        out[:, :-1] = chances * push[:, None]
        out[rows, actions] -= push
        spread = -(chances * np.where(mask, logs, 0)).sum(1, keepdims=True)
        out[:, :-1] += ENTROPY / n * chances * (np.where(mask, logs, 0) + spread)
        out[:, -1] = (values - targets) / n
        w2, w3 = self.weights[2], self.weights[4]
        back_two = (out @ w3.T) * (two > 0)
        back_one = (back_two @ w2.T) * (one > 0)
        self.descend([obs.T @ back_one, back_one.sum(0), one.T @ back_two, back_two.sum(0), two.T @ out, out.sum(0)])

    def descend(self, gradients):
        self.updates += 1
        rate = RATE * np.sqrt(1 - 0.999 ** self.updates) / (1 - 0.9 ** self.updates)
        for weight, gradient, mean, square in zip(self.weights, gradients, *self.moments):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            weight -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def collect(env, net, toss):
    """STEPS decisions in every game, and what came of them. Shares of the win are those of seat 0 here: of two players
    the other has the rest."""
    seen = {key: [] for key in ("obs", "mask", "actions", "logs")}
    values, seats, ends, wins = [], [], [], []
    for _ in range(STEPS):
        obs, mask, seat = env.obs.copy(), env.mask.astype(bool), env.seat.copy()
        actions, logs, value = net.act(obs, mask, toss)
        reward, done, _ = env.step(actions)
        for key, array in zip(seen, (obs, mask, actions, logs)):
            seen[key].append(array)
        values.append(np.where(seat == 0, value, 1 - value))
        seats.append(seat)
        ends.append(done == 1)
        wins.append(reward[:, 0].copy())
    _, _, value = net.forward(env.obs, env.mask.astype(bool))
    later = np.where(env.seat == 0, value, 1 - value)
    gain = later
    targets = [None] * STEPS
    for t in reversed(range(STEPS)):  # what each moment led to, mixed with what was expected of the next
        gain = np.where(ends[t], wins[t], LAMBDA * gain + (1 - LAMBDA) * later)
        targets[t], later = gain, values[t]
    seat, target, value = (np.concatenate(rows) for rows in (seats, targets, values))
    own = np.where(seat == 0, 1, -1)
    gains = own * (target - value)
    gains /= gains.std() + 1e-6
    return [np.concatenate(rows) for rows in seen.values()] + [gains, np.where(seat == 0, target, 1 - target)]


def measure(net, bot, games, toss):
    """The net's share of the wins against a bot; it begins at either seat as often."""
    env = razzia.Batch("loot", 2, games=games, seed=99, bots=bot, obs="float32")
    share = np.full(games, np.nan)
    while np.isnan(share).any():
        own = env.seat.copy()
        actions, _, _ = net.act(env.obs, env.mask.astype(bool), toss)
        reward, done, _ = env.step(actions)
        first = (done == 1) & np.isnan(share)
        share[first] = reward[np.arange(games), own][first]
    return share.mean()


def draw(curve, path):
    """The shares over time, as an SVG."""
    width, height, left, top = 560, 260, 60, 20
    last = max(curve[-1][0], 1e-9)
    colors = {"random": "#3a7d44", "novice": "#1f5f99", "greedy": "#b5533c"}

    def place(minutes, share):
        return f"{left + width * minutes / last:.1f},{top + height * (1 - share):.1f}"
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + left + 90} {height + top + 45}" '
             'font-family="sans-serif" font-size="13">', '<rect width="100%" height="100%" fill="white"/>']
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = top + height * (1 - share)
        parts += [f'<line x1="{left}" x2="{left + width}" y1="{y}" y2="{y}" stroke="#ddd"/>',
                  f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{100 * share:.0f} %</text>']
    for i, bot in enumerate(OPPONENTS):
        points = " ".join(place(minutes, shares[i]) for minutes, shares in curve)
        parts += [f'<polyline fill="none" stroke="{colors[bot]}" stroke-width="2" points="{points}"/>',
                  f'<text x="{left + width + 6}" y="{top + height * (1 - curve[-1][1][i]) + 4:.1f}" '
                  f'fill="{colors[bot]}">{bot}</text>']
    parts += [f'<text x="{left + width / 2}" y="{height + top + 35}" text-anchor="middle">minutes of learning '
              f'({last:.1f} in all)</text>', "</svg>"]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(parts) + "\n")


def main(minutes="15", picture="curve.svg", seed=1):
    toss = np.random.default_rng(seed)
    env = razzia.Batch("loot", 2, games=GAMES, seed=seed, obs="float32")
    net = Net(env.features, env.actions, toss)
    begin, spent, curve = time.process_time(), 0.0, []
    while True:
        due = len(curve) * float(minutes) / 12
        if spent >= due or spent >= float(minutes):
            paused = time.process_time()
            curve.append((spent, [measure(net, bot, 500, toss) for bot in OPPONENTS]))
            print(f"{spent:5.1f} minutes, {env.counts['games']:7} games: " +
                  ", ".join(f"{bot} {100 * share:.0f} %" for bot, share in zip(OPPONENTS, curve[-1][1])), flush=True)
            begin += time.process_time() - paused
        if spent >= float(minutes):
            break
        data = collect(env, net, toss)
        for _ in range(EPOCHS):
            for rows in np.array_split(toss.permutation(len(data[0])), len(data[0]) // SLICE):
                net.learn(*(array[rows] for array in data))
        spent = (time.process_time() - begin) / 60
    draw(curve, picture)
    return curve[-1][1]


if __name__ == "__main__":
    main(*sys.argv[1:])
