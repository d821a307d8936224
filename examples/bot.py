#!/usr/bin/env python3
"""A whole bot: it keeps what it is told, and takes the best of its choices by a few words.

    razzia play loot --bots 'exec:python3 examples/bot.py'
    razzia bot --test 'python3 examples/bot.py'
"""
import json
import random
import sys

LIKES = ["bid", "court", "play", "reroll", "place", "roll"]  # verbs, the best first


def choose(lines, seat, question):
    """`lines` is the game so far as this seat saw it, line 0 being the setup (docs/records.md)."""
    toss = random.Random(question["random"])  # the same game, the same choice
    rank = {verb: place for place, verb in enumerate(LIKES)}
    return min(range(len(question["legal"])),
               key=lambda i: (rank.get(question["legal"][i]["do"], len(LIKES)), toss.random()))


lines, seat = [], None
for text in sys.stdin:
    message = json.loads(text)
    if "hello" in message:
        print('{"hello":1,"name":"example"}', flush=True)
    elif "line" in message:
        if message["line"] == 0:  # a new game, whatever was before
            lines, seat = [], message["seat"]
        lines.append(message["is"])
    elif "ask" in message:
        answer = {"answer": message["ask"], "choice": choose(lines, seat, message)}
        print(json.dumps(answer), flush=True)
