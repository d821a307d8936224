#!/usr/bin/env python3
"""How fast the laboratory is, beside the engine itself.

    bench.py [SECONDS]        of processor time for each figure, 1 if it is left out

Every figure is of one thread unless it says otherwise. `build/razzia bench` beside it has those of the engine itself. From
the repository, with the packages of the tests:

    PYTHONMALLOC=default tests/python/run.py build tests/python/bench.py
"""
import random
import sys
import time

import numpy as np

import razzia

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
GAMES = 2048


def show(what, rate, unit, reach=None):
    columns = [f"{what:52}", f"{rate / 1e6:9.3f} M {unit}/s" if rate >= 1e5 else f"{rate:11.0f} {unit}/s"]
    columns += [f"reach {reach / 1e6:g} M" if reach else ""]
    print("  ".join(columns).rstrip(), flush=True)


def measure(env, work, clock=time.process_time):
    """Decisions and actions a second."""
    work()
    before, begin = env.counts, clock()
    while (spent := clock() - begin) < SECONDS:
        work()
    after = env.counts
    return [(after[key] - before[key]) / spent for key in ("decisions", "actions")]


def batches(game, seats, reach):
    def make(**options):
        return razzia.Batch(game, seats, games=GAMES, seed=1, **options)
    bare = make(obs=None, masks=None)
    decisions, actions = measure(bare, lambda: bare.play(100, write=False))
    show(f"{game} for {seats}, random inside, nothing written", actions, "actions", reach[0])
    whole = make()
    show(f"{game} for {seats}, bytes and masks written each step", measure(whole, whole.play)[0], "steps", reach[1])
    floats = make(obs="float32")
    show(f"{game} for {seats}, float32 and masks", measure(floats, floats.play)[0], "steps", reach[2])
    toss = np.random.default_rng(1)
    keys = toss.random((GAMES, whole.actions), np.float32)
    show(f"{game} for {seats}, chosen by numpy through step()",
         measure(whole, lambda: whole.step((keys * whole.mask).argmax(1)))[0], "steps")
    size = razzia.games()[game]["state_size"] * GAMES
    observed = sum(array.nbytes for array in whole._arrays if array is not None)
    print(f"{'  memory, of states and arrays':52}  {whole.nbytes / (size + observed):9.2f} times     reach 1.5")


def two_threads():
    rates = []
    for threads in (1, 2):
        env = razzia.Batch("loot", 4, games=8 * GAMES, seed=1, threads=threads)
        rates.append(max(measure(env, env.play, time.monotonic)[0] for _ in range(3)))
    print(f"{'loot for 4, two threads against one':52}  {rates[1] / rates[0]:9.2f} times     reach 1.8")


def pettingzoo():
    env = razzia.aec_env("loot", 4)
    choose, steps, begin = random.Random(1).choice, 0, time.process_time()
    while time.process_time() - begin < SECONDS:
        env.reset(seed=steps)
        for _ in env.agent_iter(1 << 30):
            _, _, over, cut, _ = env.last()
            env.step(None if over or cut else choose(env.legal()))
            steps += 1
    show("loot for 4, PettingZoo, turn by turn", steps / (time.process_time() - begin), "steps", 80e3)


def open_spiel():
    """Ours through pyspiel: whole random games by OpenSpiel's interface, chance by its listed outcomes."""
    game, steps, begin = razzia.open_spiel("loot", 4), 0, time.process_time()
    toss = random.Random(1)
    while time.process_time() - begin < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes())
                state.apply_action(toss.choices(outcomes, weights)[0])
            else:
                state.apply_action(toss.choice(state.legal_actions()))
            steps += 1
    show("loot for 4, driven through pyspiel", steps / (time.process_time() - begin), "actions")


def main():
    batches("loot", 4, (25e6, 6e6, 3e6))
    batches("bars", 5, (None, 3e6, None))
    batches("mice", 4, (None, 3e6, None))
    two_threads()
    for adapter in (pettingzoo, open_spiel):
        try:
            adapter()
        except ModuleNotFoundError as missing:
            print(f"({missing.name} is not installed)")


main()
