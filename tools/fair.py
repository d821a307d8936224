#!/usr/bin/env python3
"""Checks the cards and dice of records against a seed, as docs/fair.md says.

    tools/fair.py RECORD                  a fair game: its lines hold the promise, the nonces and the seed
    tools/fair.py RECORD --receipt FILE   the same, and one of the players kept this receipt
    tools/fair.py RECORD --seed S         one game dealt with --seed S
    tools/fair.py RECORD --series S       the games of a series, as `razzia simulate --seed S` makes them
    tools/fair.py RECORD --heads          checks nothing; prints the head of the chain after each line

RECORD is a file, or - for standard input. This shares no line with the program that it checks.
"""
import hashlib
import json
import math
import struct
import sys
from collections import Counter


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
# A game has a method for each verb of chance, which draws what chance decides about that line, and
# `see`, which is told every line.


def pick(stream, counts):
    """One of the cards counted, all in a row kind by kind."""
    number = stream.below(sum(counts.values()))
    for kind, count in counts.items():
        if number < count:
            return kind
        number -= count


class Loot:
    jewels = "ring watch brooch necklace diamond".split()
    businesses = "casino transport film races estate club restaurant".split()

    def __init__(self, setup):
        self.seats = setup["seats"]
        self.left = {"jewel." + kind: 4 for kind in self.jewels}
        self.left |= {"gangster": 16, "car": 16, "driver": 10, "thief": 6, "gold": 3}
        self.left |= {"business." + kind: 4 for kind in self.businesses} | {"police": 21}

    def see(self, line):
        if line["do"] == "reveal":
            self.left[line["card"]] -= 1

    def sets(self, stream, line):
        rank, unused, order = stream.below(math.factorial(self.seats)), list(range(self.seats)), []
        while unused:
            index, rank = divmod(rank, math.factorial(len(unused) - 1))
            order.append(unused.pop(index))
        return {"order": order}

    def reveal(self, stream, line):
        return {"card": pick(stream, self.left)}


class Bars:
    bars = "colibri cotton havana jungle lincoln jazz".split()
    symbols = {"gamblers": [1, 2, 3, 3, 4, 4, 5, 6], "raids": [3, 4, 5, 6]}
    values = {"5": 14, "10": 14, "15": 14, "20": 14, "25": 7, "30": 7, "40": 7, "50": 7}

    def __init__(self, setup):
        self.seats, options = setup["seats"], setup.get("options", {})
        cards, money = options.get("cards", self.symbols), options.get("money", self.values)
        gamblers, raids = Counter(cards["gamblers"]), Counter(cards["raids"])
        if self.seats < 7 and not (self.seats == 3 and options.get("full_deck")):
            gamblers -= Counter([3, 4])
            raids -= Counter([5])
        self.deck = {f"{bar}.{letter}{symbol}": counts[symbol]
                     for bar in self.bars[:4 if self.seats == 3 else 6]
                     for letter, counts in (("g", gamblers), ("r", raids))
                     for symbol in range(1, 7)}
        fewer = self.seats == 3
        self.money_left = {v: money[str(v)] - fewer * (2 if v < 25 else 1)
                           for v in (50, 40, 30, 25, 20, 15, 10, 5)}
        self.pile, self.hands = dict(self.deck), Counter()

    def see(self, line):
        if line["do"] == "deal":
            self.pile[line["card"]] -= 1
            self.hands[line["card"]] += 1
        elif line["do"] == "play":
            self.hands[line["card"]] -= 1
        elif line["do"] == "reshuffle":
            self.pile = {card: count - self.hands[card] for card, count in self.deck.items()}
        elif line["do"] == "money":
            self.money_left[line["value"]] -= 1

    def first(self, stream, line):
        return {"seat": stream.below(self.seats)}

    def deal(self, stream, line):
        return {"card": pick(stream, self.pile)}

    def money(self, stream, line):
        return {"value": pick(stream, self.money_left)}

    def roll(self, stream, line):
        return {"value": 1 + stream.below(6)}


class Mice:
    def __init__(self, setup):
        self.seats = setup["seats"]

    def see(self, line):
        pass

    def first(self, stream, line):
        return {"seat": stream.below(self.seats)}

    def dice(self, stream, line):
        return {"values": sorted(1 + stream.below(6) for _ in line["values"])}


GAMES = {"loot": Loot, "bars": Bars, "mice": Mice}


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
    table, drawn = GAMES[setup["game"]](setup), Counter()
    for number, line in game[1:]:
        if line.get("by") == "chance":
            verb = line["do"]
            wanted = line | getattr(table, verb)(Stream(seed, verb, drawn[verb]), line)
            drawn[verb] += 1
            if line != wanted:
                sys.exit(f"fair: line {number} is {json.dumps(line)}, not {json.dumps(wanted)}")
        if "do" in line:
            table.see(line)
    return drawn.total()


# ---- The chain and receipts ----------------------------------------------------------------------


def canonical(line):
    """Records are canonical, and reading keeps the order of the fields; names alone have escapes."""
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False)


def seen_by(seat, setup, line):
    """A line as a seat sees it, or a spectator (None)."""
    hidden = {"deal": "card", "play": "card", "answer": "duel"}.get(line.get("do"))
    owner = line.get("seat") if line.get("do") == "deal" else line.get("by")
    in_turn = setup.get("options", {}).get("answers") == "in_turn"
    if setup["game"] != "bars" or not hidden or owner == seat or (hidden == "duel" and in_turn):
        return line
    return line | {hidden: None}


def heads_of(game):
    """The head after each line, in hex."""
    setup = game[0]
    first = canonical({key: value for key, value in setup.items() if key != "names"})
    head = hashlib.sha256(f"razzia chain 1\n{first}\n".encode()).digest()
    yield head.hex()
    for line in game[1:]:
        seen = canonical(seen_by(None, setup, line))
        head = hashlib.sha256(head + f"{seen}\n".encode()).digest()
        yield head.hex()


def compare_receipt(game, receipt):
    """What is said of the first difference, or None."""
    setup, seat, fair = game[0], receipt["seat"], game[0]["fair"]
    if receipt["receipt"] != 1 or (receipt["game"], len(receipt["players"])) != (setup["game"], setup["seats"]):
        return "the receipt belongs to another game"
    if receipt["commit"] not in (None, fair["commit"]):
        return "the commitment is not that of the receipt"
    if receipt["nonce"] is not None and receipt["nonce"] != fair["nonces"][seat]:
        return "the nonce is not that of the receipt"
    secrets = {int(number): line for number, line in receipt["secrets"].items()}
    if not all(0 < number < len(receipt["heads"]) for number in secrets):
        return "the receipt has secrets of lines that can have none"
    for number, (line, head, kept) in enumerate(zip(game, heads_of(game), receipt["heads"])):
        if head != kept:
            return f"everybody was shown another line {number}"
        if number in secrets and secrets[number] != canonical(seen_by(seat, setup, line)):
            return f"seat {seat} was shown another line {number}: {secrets[number]}"
    return "the record ends before the receipt does" if len(receipt["heads"]) > len(game) else None


def check_receipt(game, path):
    with open(path, encoding="utf-8") as file:
        receipt = json.load(file)
    difference = compare_receipt(game, receipt)
    if difference:
        sys.exit(f"fair: {difference}")
    for player, name in zip(receipt["players"], game[0].get("names", [])):
        if player.get("name", name) != name:
            print(f"fair: {player['name']} is called {name} now")
    print(f"fair: the receipt has {len(receipt['heads'])} of {len(game)} lines, and they are the same")


def print_heads(games):
    for game in games:
        print(*heads_of([line for _, line in game]), sep="\n")


def main(path, mode=None, value=None):
    events = games = 0
    with sys.stdin if path == "-" else open(path, encoding="utf-8") as lines:
        if mode == "--heads":
            return print_heads(games_of(lines))
        for game in games_of(lines):
            if mode == "--receipt":
                check_receipt([line for _, line in game], value)
                value = None
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
    modes = {1: [], 2: ["--heads"], 3: ["--seed", "--series", "--receipt"]}.get(len(arguments))
    if modes is None or arguments[1:2] and arguments[1] not in modes:
        sys.exit(__doc__)
    main(*arguments)
