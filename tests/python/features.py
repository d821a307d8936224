#!/usr/bin/env python3
"""What features say is what the second readings of the rules (tests/perft/GAME.py) know: every number of every seat at every
decision of random games."""
import json
import pathlib
import random
import sys
import unittest

import numpy as np

import razzia
from razzia.game import CHANCE

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "perft"))
import bars  # noqa: E402
import loot  # noqa: E402
import mice  # noqa: E402


def one_of(n, place):
    """Zeros, and a one at a place unless that is None."""
    return [int(i == place) for i in range(n)]


def count(kinds, cards):
    cards = list(cards)
    return [cards.count(kind) for kind in kinds]


class Loot:
    """A reading, and what it does not keep: in which place each card on the table lies."""
    games = [(seats, {}) for seats in range(2, 6)] + [(2, {"piles": 1}), (4, {"no_thief_for_thief": True, "sets": "seat"})]

    def __init__(self, seats, options):
        self.reading = loot.Loot(seats, options)
        self.places = [None] * 7

    def do(self, actor, choice, action):
        self.reading.do(actor, choice)
        if choice[0] == "reveal" and choice[1] != "police":
            self.places[self.places.index(None)] = choice[1]
        if choice[0] == "thief":
            self.places = [None if action - 19 >> i & 1 else card for i, card in enumerate(self.places)]
        if not self.reading.lot:
            self.places = [None] * 7

    def seen(self, seat):
        r = self.reading
        seats = [(seat + i) % r.seats for i in range(r.seats)]
        best, leader = max(r.bids, default=(0, None))
        acting = r.waiting[0] if r.waiting else r.turn
        assert sorted(filter(None, self.places)) == sorted(r.lot)
        cheques = range(1, 17)
        return {"unseen": [r.deck[card] for card in loot.ORDER],
                "estate": [count(loot.ORDER[:-1], r.estates[s]) for s in seats],
                "up": [count(cheques, r.up[s]) for s in seats], "down": [count(cheques, r.down[s]) for s in seats],
                "score": [r.score[s] + 40 for s in seats],
                "lot": [one_of(17, loot.ORDER.index(card) if card else None) for card in self.places],
                "police": [r.police], "table_cheque": one_of(16, r.table - 1), "piles": r.piles,
                "phase": one_of(2, int(bool(r.waiting))), "round": one_of(3, r.round - 1),
                "active": [int(s == r.turn) for s in seats], "bidder": [int(s == acting) for s in seats],
                "court": [int(r.court)], "best": one_of(16, best - 1), "leader": [int(s == leader) for s in seats],
                "raid": [(5 if r.seats == 2 else 7) - r.police]}


class Bars:
    """A reading, and what it does not keep: the cards shown last, and how often there was a reshuffle."""
    games = [(seats, {}) for seats in range(3, 9)] + [
        (3, {"full_deck": True}), (4, {"answers": "in_turn", "first": 2}),
        (5, {"cards": {"gamblers": [3, 4, 4, 4, 4, 4, 5, 6], "raids": [5, 6, 6, 6]},
             "money": {"5": 70, "10": 3, "15": 3, "20": 4, "25": 1, "30": 1, "40": 1, "50": 1}})]

    def __init__(self, seats, options):
        self.reading = bars.Bars(seats, options)
        self.shown, self.reshuffles = [None] * seats, 0

    def do(self, actor, choice, action):
        self.reading.do(actor, choice)
        for line in self.reading.lines:
            self.shown = line["cards"] if line["do"] == "show" else self.shown
            self.reshuffles += line["do"] == "reshuffle"
        self.reading.lines = []

    @staticmethod
    def kind(card):
        return 12 * bars.BARS.index(bars.bar_of(card)) + 6 * bars.is_raid(card) + bars.symbol_of(card) - 1

    def kinds(self, cards):
        return count(range(72), map(self.kind, cards))

    def last_shown(self, seat):
        card = self.shown[seat]
        return ([0] * 13 if card is None else one_of(6, bars.BARS.index(bars.bar_of(card))) +
                [int(bars.is_raid(card))] + one_of(6, bars.symbol_of(card) - 1))

    def phase(self):
        r = self.reading
        if r.hagglers:
            return 2 if len(r.offers) < len(r.hagglers) - 1 else 3
        return 0 if r.free is not None else 1

    def seen(self, seat):
        r = self.reading
        seats = [(seat + i) % r.seats for i in range(r.seats)]
        hidden = [] if r.to_settle else [card for card in r.chosen if card]
        unseen = [card for card, n in r.pile.items() for _ in range(n)] + sum(r.hands, []) + hidden
        offers = dict(zip(r.hagglers[1:], r.offers))
        done = r.answers if r.hagglers else [s for s in range(r.seats) if r.chosen[s]]
        sets = [done, r.hagglers, offers, r.hagglers[:1], [], []]  # nobody decides anything during duels
        return {"hand": self.kinds(r.hands[seat]),
                "chosen": self.kinds([r.chosen[seat]] if r.chosen[seat] in hidden else []), "unseen": self.kinds(unseen),
                "money": [count(bars.VALUES, r.money[s]) for s in seats],
                "bar": [count(bars.VALUES, r.at.get(bar, [])) for bar in bars.BARS],
                "cash": [r.stock[value] for value in bars.VALUES], "shown": [self.last_shown(s) for s in seats],
                "sets": [[int(s in group) for group in sets] for s in seats],
                "offer": [divmod(offers.get(s, 0) // 5, 16) for s in seats],
                "croupier": [int(s == r.croupier) for s in seats], "phase": one_of(4, self.phase()),
                "free": count(bars.VALUES, [r.free]),
                "at": one_of(6, bars.BARS.index(r.to_settle[0]) if r.hagglers else None), "die": [0] * 6,
                "round": [r.round], "cards": [sum(r.pile.values())], "coins": [sum(r.stock.values())],
                "reshuffles": [self.reshuffles]}


class Mice:
    games = [(seats, {"turns": 60}) for seats in range(2, 6)] + [(2, {"turns": 200, "first": 1})]
    stages = ["turn", "reroll", "support", "place", "anna", "candy", "secure", "greedy", "accountant"]

    def __init__(self, seats, options):
        self.reading = mice.Mice(seats, options)

    def do(self, actor, choice, action):
        self.reading.do(actor, choice)

    def on_board(self, is_there):
        """A layer: where dice are of which something is true."""
        layer = np.zeros((12, 8), int)
        for at, dice in enumerate(self.reading.dice):
            layer[at, :len(dice)] = [bool(die) and is_there(*die) for die in dice]
        return layer

    def is_open(self, row, at):
        r = self.reading
        if at >= len(r.columns):
            return 0
        cells, dice = r.columns[at].cells, r.dice[at]
        return int(mice.fits(cells, dice, row + 1) if row < 6 else mice.next_cell(dice) == len(cells))

    def seen(self, seat):
        r = self.reading
        seats = [(seat + i) % r.seats for i in range(r.seats)]
        _, at, what = r.reward or (None, None, None)
        anna = r.stage == "anna"
        bound = r.support and r.stage == "place" and r.can_do_duty()
        faces = range(1, 7)
        return {"value": [self.on_board(lambda owner, value, candy: value == face) for face in faces],
                "owner": [self.on_board(lambda owner, value, candy: owner == s) for s in seats],
                "neutral": self.on_board(lambda owner, value, candy: owner == mice.SUPPORT),
                "candy_die": self.on_board(lambda owner, value, candy: candy),
                "open": [[self.is_open(row, at) for at in range(16)] for row in range(7)],
                "hand": count(faces, r.rolled), "help": count(faces, r.support),
                "exposed": [min(r.exposed[s], 50) for s in seats], "safe": [r.safe[s] for s in seats],
                "free": [r.hand[s] for s in seats], "candy": [r.candy[s] for s in seats],
                "row": [value for _, value, _ in r.cat] + [0] * (11 - len(r.cat)), "jar": [r.jar], "reserve": [r.reserve],
                "phase": one_of(9, self.stages.index(r.stage)), "active": [int(s == r.turn) for s in seats],
                "done": [int(r.rerolled), int(r.supported), int(r.placed), int(bool(bound))],
                "sum": [what if r.stage == "secure" else 0], "anna": one_of(6, what[1] - 1 if anna else None),
                "anna_from": one_of(12, at if anna else None), "check": one_of(12, r.look + 1 if r.reward else None),
                "turn": [min(r.turns + 1, 255)]}


class Features(unittest.TestCase):
    def play(self, game, toss):
        """Plays to the end; what all seats saw at each decision, by how many actions there had been."""
        seen = {}
        while not game.over:
            seen[len(game.moves)] = [game.view(seat) for seat in range(game.seats)]
            game.act(toss.choice(game.legal()))
        return seen

    def compare(self, follower, seen, where):
        for seat, own in enumerate(seen):
            wanted = follower.seen(seat)
            self.assertEqual(list(own), list(wanted))
            for name, numbers in wanted.items():
                np.testing.assert_array_equal(own[name], np.asarray(numbers), f"{where}, seat {seat}: {name}")

    def check(self, name, kind):
        for number, (seats, options) in enumerate(kind.games):
            game = razzia.Game(name, seats, seed=number, **options)
            seen = self.play(game, random.Random(number))
            follower = kind(seats, options)
            events = [event for event in map(json.loads, game.lines()[1:]) if event["by"] != "rules"]
            self.assertEqual(len(events), len(game.moves))
            for at, (event, (actor, action)) in enumerate(zip(events, game.moves)):
                self.assertEqual(event["by"], "chance" if actor == CHANCE else actor)
                if at in seen:
                    self.compare(follower, seen[at], f"{name} for {seats}, {options}, action {at}")
                follower.do(event["by"], follower.reading.choice(event), action)

    def test_loot(self):
        self.check("loot", Loot)

    def test_bars(self):
        self.check("bars", Bars)

    def test_mice(self):
        self.check("mice", Mice)


if __name__ == "__main__":
    unittest.main()
