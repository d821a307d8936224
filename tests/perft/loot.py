#!/usr/bin/env python3
"""loot once more, slowly: a second reading of docs/rules/loot.md that shares nothing with src/.
again.py says how it is used."""
import itertools
import sys

sys.dont_write_bytecode = True
import again  # noqa: E402

JEWELS = ["jewel." + name for name in ("ring", "watch", "brooch", "necklace", "diamond")]
BUSINESSES = ["business." + name for name in
              ("casino", "transport", "film", "races", "estate", "club", "restaurant")]
DECK = {**dict.fromkeys(JEWELS, 4), "gangster": 16, "car": 16, "driver": 10, "thief": 6, "gold": 3,
        **dict.fromkeys(BUSINESSES, 4), "police": 21}
ORDER = list(DECK)
CROSSED = set(JEWELS) | {"driver", "thief", "gold"}
SETS = {2: ["2 5 6 9", "3 4 7 8"],
        3: ["2 5 8 13", "3 6 9 12", "4 7 10 11"],
        4: ["2 6 13", "3 7 12", "4 8 11", "5 9 10"],
        5: ["2 7 16", "3 8 15", "4 9 14", "5 10 13", "6 11 12"]}
DEFAULTS = {"sets": "random", "piles": 2, "literal_ties": False, "no_thief_for_thief": False,
            "tie_break": "shared", "theme": "police"}


def sort_cards(cards):
    return sorted(cards, key=ORDER.index)


class Loot(again.Reading):
    def __init__(self, seats, options):
        super().__init__()
        self.seats = seats
        self.options = {**DEFAULTS, **options}
        self.deck = dict(DECK)
        self.piles = [60, 60] if self.options["piles"] == 2 else [120, 0]
        self.estates = [[] for _ in range(seats)]
        self.lot = []
        self.police = 0
        self.table = 1
        self.up = [[] for _ in range(seats)]
        self.down = [[] for _ in range(seats)]
        self.score = [0] * seats
        self.round = 0
        self.turn = None        # who draws, steals or calls
        self.waiting = []       # who has still to bid in the auction that is on
        self.bids = []          # (cheque, seat)
        self.court = False
        self.pile = None        # the pile a card is being drawn from
        self.dealt = False
        if self.options["sets"] == "seat":
            self.deal(range(seats))

    def copy(self):
        other = object.__new__(Loot)
        other.__dict__ = dict(self.__dict__)
        for name in ("piles", "lot", "up", "down", "score", "waiting", "bids"):
            setattr(other, name, list(getattr(self, name)))
        other.deck = dict(self.deck)
        other.estates = [list(estate) for estate in self.estates]
        other.up = [list(hand) for hand in self.up]
        other.down = [list(hand) for hand in self.down]
        other.lines = []
        return other

    def key(self):
        return repr((self.seats, self.options, self.deck, self.piles, sort_cards(self.lot),
                     [sort_cards(e) for e in self.estates], self.police, self.table,
                     [sorted(h) for h in self.up], [sorted(h) for h in self.down], self.score,
                     self.round, self.turn, self.waiting, self.bids, self.court, self.pile,
                     self.over))

    # ---- who, and what -------------------------------------------------------------------------

    def actors(self):
        if self.over:
            return []
        if not self.dealt or self.pile is not None:
            return ["chance"]
        return [self.waiting[0] if self.waiting else self.turn]

    def choices(self, _):
        if not self.dealt:
            return [("sets", order) for order in itertools.permutations(range(self.seats))]
        if self.pile is not None:
            return [("reveal", card) for card in ORDER if self.deck[card] > 0]
        if self.waiting:
            return self.bid_choices()
        found = [("draw", pile) for pile in (0, 1) if self.piles[pile] > 0]
        return found + [("court", None)] + [("thief", cards) for cards in self.thefts()]

    def bid_choices(self):
        seat = self.waiting[0]
        floor = max([cheque for cheque, _ in self.bids], default=0)
        bound = self.court and len(self.waiting) == 1 and not self.bids
        found = [("bid", cheque) for cheque in sorted(self.up[seat]) if cheque > floor]
        return found if bound else [("pass", None)] + found

    def thefts(self):
        thieves = self.estates[self.turn].count("thief")
        cards = [card for card in self.lot
                 if not (self.options["no_thief_for_thief"] and card == "thief")]
        return {tuple(sort_cards(some)) for n in range(1, thieves + 1)
                for some in itertools.combinations(cards, n)}

    @staticmethod
    def choice(event):
        field = {"sets": "order", "reveal": "card", "draw": "pile", "thief": "take",
                 "bid": "cheque"}.get(event["do"])
        if not set(event) <= {"by", "do", field}:
            raise again.Wrong("these are not its fields")
        value = event.get(field, 0 if field == "pile" else None)
        return (event["do"], tuple(value) if isinstance(value, list) else value)

    # ---- what is done --------------------------------------------------------------------------

    def do(self, _, choice):
        getattr(self, "do_" + choice[0])(choice[1])

    def do_sets(self, order):
        self.deal(order)

    def deal(self, order):
        for seat, index in enumerate(order):
            self.up[seat] = [int(word) for word in SETS[self.seats][index].split()]
        self.dealt = True
        self.begin_round()

    def begin_round(self):
        self.round += 1
        self.turn = max(range(self.seats), key=lambda seat: max(self.up[seat]))
        self.tell("round", number=self.round, starter=self.turn)

    def clockwise(self, seat):
        """Those with face-up cheques, from the left of `seat` round to `seat`."""
        seats = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        return [other for other in seats if self.up[other]]

    def do_draw(self, pile):
        self.pile = pile

    def do_reveal(self, card):
        self.deck[card] -= 1
        self.piles[self.pile] -= 1
        if self.piles[self.pile] == 0:
            rest = sum(self.piles)
            self.piles = [rest - rest // 2, rest // 2]
        self.pile = None
        if card == "police":
            self.police += 1
            if self.police == (5 if self.seats == 2 else 7):
                self.end_round()
            else:
                self.auction(court=False)
            return
        self.lot.append(card)
        if len(self.lot) == 7:
            self.auction(court=False)
        else:
            self.next_turn()

    def do_court(self, _):
        self.auction(court=True)

    def do_thief(self, cards):
        for card in cards:
            self.lot.remove(card)
            self.estates[self.turn].remove("thief")
        self.estates[self.turn] += cards
        self.next_turn()

    def auction(self, court):
        self.court = court
        self.bids = []
        self.waiting = self.clockwise(self.turn)

    def do_pass(self, _):
        self.waiting.pop(0)
        self.end_auction()

    def do_bid(self, cheque):
        self.bids.append((cheque, self.waiting.pop(0)))
        self.end_auction()

    def end_auction(self):
        if self.waiting:
            return
        if self.bids:
            cheque, seat = max(self.bids)
            self.tell("won", seat=seat, cheque=cheque, loot=sort_cards(self.lot), took=self.table)
            self.estates[seat] += self.lot
            self.lot = []
            self.up[seat].remove(cheque)
            self.down[seat].append(self.table)
            self.table = cheque
        elif len(self.lot) == 7:
            self.lot = []
            self.tell("unsold", lost=True)
        else:
            self.tell("unsold")
        self.court, self.bids = False, []
        self.next_turn()

    def next_turn(self):
        seats = self.clockwise(self.turn)
        if seats:
            self.turn = seats[0]
        else:
            self.end_round()

    # ---- scoring -------------------------------------------------------------------------------

    def end_round(self):
        rows = self.rows()
        for seat in range(self.seats):
            self.score[seat] += sum(rows[seat].values())
        self.tell("score", round=self.round, points=rows, total=list(self.score))
        if self.round == 3:
            self.over = True
            self.tell("end", scores=list(self.score), winners=self.winners())
            return
        for seat in range(self.seats):
            self.estates[seat] = [c for c in self.estates[seat] if c not in CROSSED]
            self.up[seat] += self.down[seat]
            self.down[seat] = []
        self.lot, self.police = [], 0
        self.begin_round()

    def rows(self):
        gangsters = self.extremes([e.count("gangster") for e in self.estates], 5, -2,
                                  self.options["literal_ties"])
        last = self.round == 3
        sums = [sum(up) + sum(down) for up, down in zip(self.up, self.down)]
        cheques = self.extremes(sums, 5, -5, False) if last else [0] * self.seats
        return [{"thieves": 2 * estate.count("thief"),
                 "gangsters": gangsters[seat],
                 "cars": self.cars(estate),
                 "jewels": [-5, 0, 0, 5, 10, 15][len(set(estate) & set(JEWELS))],
                 "gold": 3 * estate.count("gold"),
                 "businesses": self.businesses(estate) if last else 0,
                 "cheques": cheques[seat]} for seat, estate in enumerate(self.estates)]

    @staticmethod
    def extremes(amounts, most, fewest, literal):
        high, low = max(amounts), min(amounts)
        if high == low and not literal:
            return [0] * len(amounts)
        return [most * (a == high) + fewest * (a == low) for a in amounts]

    @staticmethod
    def cars(estate):
        drivers = estate.count("driver")
        return drivers + estate.count("car") if drivers else 0

    @staticmethod
    def businesses(estate):
        counts = [estate.count(kind) for kind in BUSINESSES]
        kinds = sum(count > 0 for count in counts)
        same = sum({3: 5, 4: 10}.get(count, 0) for count in counts)
        return (10 if kinds == 7 else kinds) + same

    def winners(self):
        worth = [(score, max(self.up[seat] + self.down[seat])
                  if self.options["tie_break"] == "cheque" else 0)
                 for seat, score in enumerate(self.score)]
        return [seat for seat in range(self.seats) if worth[seat] == max(worth)]


if __name__ == "__main__":
    again.main(Loot)
