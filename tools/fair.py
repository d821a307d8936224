#!/usr/bin/env python3
"""Checks the cards and dice of records against a seed, as docs/fair.md says.

    tools/fair.py RECORD              a fair game: its lines hold the promise, the nonces and the seed
    tools/fair.py RECORD --seed S     one game dealt with --seed S
    tools/fair.py RECORD --series S   the games of a series, as `razzia simulate --seed S` makes them

RECORD is a file, or - for standard input. This shares no line with the program that it checks.
"""
import hashlib
import json
import math
import struct
import sys

LOOT = (["jewel." + kind for kind in "ring watch brooch necklace diamond".split()]
        + ["gangster", "car", "driver", "thief", "gold"]
        + ["business." + k for k in "casino transport film races estate club restaurant".split()]
        + ["police"])
LOOT_COUNTS = [4] * 5 + [16, 16, 10, 6, 3] + [4] * 7 + [21]


# ---- Streams -------------------------------------------------------------------------------------


def chacha20_block(key, counter, nonce):
    """RFC 8439, section 2.3: sixteen words of 32 bits."""

    def quarter(a, b, c, d):
        for x, y, z, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            words[x] = (words[x] + words[y]) & 0xFFFFFFFF
            mixed = words[z] ^ words[x]
            words[z] = (mixed << by | mixed >> (32 - by)) & 0xFFFFFFFF

    start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter,
             *struct.unpack("<3I", nonce)]
    words = start[:]
    for _ in range(10):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return [(a + b) & 0xFFFFFFFF for a, b in zip(words, start)]


class Stream:
    def __init__(self, seed, purpose, n):
        nonce = purpose.encode()[:8].ljust(8, b"\0") + struct.pack("<I", n)
        self.words = (word for counter in range(2**32)
                      for word in chacha20_block(seed, counter, nonce))

    def word(self):
        return next(self.words)

    def below(self, n):
        while True:
            product = self.word() * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32


def seed_of(text):
    return bytes.fromhex(text) if len(text) == 64 else int(text).to_bytes(8, "little") + bytes(24)


def seed_of_game(series, n):
    stream = Stream(series, "game", n)
    return struct.pack("<8I", *(stream.word() for _ in range(8)))


# ---- Draws ---------------------------------------------------------------------------------------


class Loot:
    def __init__(self, setup):
        self.seats = setup["seats"]
        self.left = LOOT_COUNTS[:]

    def sets(self, stream):
        rank, unused, order = stream.below(math.factorial(self.seats)), list(range(self.seats)), []
        while unused:
            index, rank = divmod(rank, math.factorial(len(unused) - 1))
            order.append(unused.pop(index))
        return {"order": order}

    def reveal(self, stream):
        number, kind = stream.below(sum(self.left)), 0
        while number >= self.left[kind]:
            number -= self.left[kind]
            kind += 1
        self.left[kind] -= 1
        return {"card": LOOT[kind]}


GAMES = {"loot": Loot}


# ---- Records -------------------------------------------------------------------------------------


def games_of(lines):
    """The games of a file: lists of (line number, line)."""
    game = []
    for number, text in enumerate(lines, 1):
        line = json.loads(text)
        if "record" in line and game:
            yield game
            game = []
        game.append((number, line))
    if game:
        yield game


def fair_seed(setup, last):
    """The seed of a fair game, from what its first and last lines say."""
    if "fair" not in setup or "fair" not in last:
        sys.exit("fair: the record has no seed of its own; give one with --seed or --series")
    server = bytes.fromhex(last["fair"]["seed"])
    if hashlib.sha256(server).hexdigest() != setup["fair"]["commit"].lower():
        sys.exit("fair: the seed is not the one that was promised")
    return hashlib.sha256(server + bytes.fromhex("".join(setup["fair"]["nonces"]))).digest()


def check(game, seed):
    """Compares every event of chance; how many there were."""
    setup = game[0][1]
    dealer, drawn = GAMES[setup["game"]](setup), {}
    for number, line in game[1:]:
        if line.get("by") != "chance":
            continue
        verb = line["do"]
        n = drawn[verb] = drawn.get(verb, -1) + 1
        wanted = {"by": "chance", "do": verb, **getattr(dealer, verb)(Stream(seed, verb, n))}
        if line != wanted:
            sys.exit(f"fair: line {number} is {json.dumps(line)} and should be {json.dumps(wanted)}")
    return sum(drawn.values()) + len(drawn)


def main(path, mode=None, value=None):
    events = games = 0
    with sys.stdin if path == "-" else open(path, encoding="utf-8") as lines:
        for game in games_of(lines):
            if mode == "--series":
                seed = seed_of_game(seed_of(value), games)
            else:
                seed = seed_of(value) if value else fair_seed(game[0][1], game[-1][1])
            events += check(game, seed)
            games += 1
    if games == 0:
        sys.exit("fair: there is no record in it")
    print(f"fair: {events} events of chance in {games} games are as they must be")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if len(arguments) not in (1, 3) or (len(arguments) == 3 and arguments[1] not in
                                        ("--seed", "--series")):
        sys.exit(__doc__)
    main(*arguments)
