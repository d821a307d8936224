#!/usr/bin/env python3
"""bars once more, slowly: a second reading of docs/rules/bars.md that shares nothing with src/.
again.py says how it is used."""
import functools
import itertools
import sys

sys.dont_write_bytecode = True
import again  # noqa: E402

BARS = ["colibri", "cotton", "havana", "jungle", "lincoln", "jazz"]
CARDS = {"gamblers": [1, 2, 3, 3, 4, 4, 5, 6], "raids": [3, 4, 5, 6]}
MONEY = {"5": 14, "10": 14, "15": 14, "20": 14, "25": 7, "30": 7, "40": 7, "50": 7}
OUT_WITH_THREE = {5: 2, 10: 2, 15: 2, 20: 2, 25: 1, 30: 1, 40: 1, 50: 1}
VALUES = [50, 40, 30, 25, 20, 15, 10, 5]
HAND = 5
DEFAULTS = {"first": "random", "full_deck": False, "answers": "together", "cards": CARDS,
            "money": MONEY}


def deck_of(seats, options):
    gamblers, raids = list(options["cards"]["gamblers"]), list(options["cards"]["raids"])
    if 4 <= seats <= 6 or seats == 3 and not options["full_deck"]:
        gamblers.remove(3)
        gamblers.remove(4)
        raids = [symbol for symbol in raids if symbol != 5]
    deck = {}
    for bar in BARS[:4] if seats == 3 else BARS:
        for name in [f"{bar}.g{symbol}" for symbol in gamblers] + \
                    [f"{bar}.r{symbol}" for symbol in raids]:
            deck[name] = deck.get(name, 0) + 1
    return deck


def stock_of(seats, options):
    stock = {value: options["money"].get(str(value), 0) for value in VALUES}
    if seats == 3:
        for value, count in OUT_WITH_THREE.items():
            stock[value] -= count
    return stock


def bar_of(card):
    return card.split(".")[0]


def is_raid(card):
    return card.split(".")[1][0] == "r"


def symbol_of(card):
    return int(card[-1])


# ---- paying ----------------------------------------------------------------------------------

def shares(value, cards, sums):
    """All ways to give at most `cards` cards of `value` to people who are due `sums`."""
    if not sums:
        yield ()
        return
    for count in range(min(cards, sums[0] // value), -1, -1):
        for others in shares(value, cards - count, sums[1:]):
            yield (count,) + others


@functools.lru_cache(maxsize=1 << 20)
def payable(counts, sums):
    """Whether cards, so many of each of the last VALUES, can be parted to make the sums, which are
    in ascending order and not 0."""
    if not sums:
        return True
    values = VALUES[len(VALUES) - len(counts):]
    if sum(sums) > sum(map(int.__mul__, counts, values)):
        return False
    if len(values) == 1:
        return all(due % values[0] == 0 for due in sums)
    for share in shares(values[0], counts[0], sums):
        rest = [due - values[0] * count for due, count in zip(sums, share)]
        if payable(counts[1:], tuple(sorted(due for due in rest if due))):
            return True
    return False


@functools.lru_cache(maxsize=1 << 18)
def payment(bar, own, sums):
    """The way of B43 to pay `sums`, in seat order, from cards of the bar and one's own, so many of
    each of the last VALUES: (own value spent, how many of each value for each), or None."""
    values = VALUES[len(VALUES) - len(bar):]
    if not values:
        return None if any(sums) else (0, ((),) * len(sums))
    cards = tuple(map(int.__add__, bar, own))
    if not payable(cards, tuple(sorted(due for due in sums if due))):
        return None
    best = None
    for share in shares(values[0], cards[0], sums):
        rest = tuple(due - values[0] * count for due, count in zip(sums, share))
        later = payment(bar[1:], own[1:], rest)
        if later is None:
            continue
        spent = later[0] + values[0] * max(0, sum(share) - bar[0])
        lists = tuple((count,) + others for count, others in zip(share, later[1]))
        if best is None or (-spent, lists) > (-best[0], best[1]):
            best = (spent, lists)
    return best


def counts_of(cards):
    return tuple(cards.count(value) for value in VALUES)


def cards_of(counts):
    return [value for value, count in zip(VALUES, counts) for _ in range(count)]


class Bars(again.Reading):
    def __init__(self, seats, options):
        super().__init__()
        self.seats = seats
        self.options = {**DEFAULTS, **options}
        self.bars = BARS[:4] if seats == 3 else BARS
        self.pile = deck_of(seats, self.options)
        self.discard = []
        self.hands = [[] for _ in range(seats)]
        self.chosen = [None] * seats
        self.stock = stock_of(seats, self.options)
        self.money = [[] for _ in range(seats)]
        self.at = {bar: [] for bar in self.bars}
        self.round = 0
        self.croupier = None
        self.due = None         # money cards still to be laid in this round
        self.last = False
        self.free = None        # the card that the croupier lays
        self.to_settle = []     # bars, while cards lie open
        self.hagglers = []      # the proposer, then the others clockwise; empty: no haggle is on
        self.offers = []        # in the order of hagglers[1:]
        self.answers = {}
        self.duels = None       # the refusers that are still to duel
        self.standing = None
        self.roll = None        # what the standing player has rolled
        self.paid = {}          # seat: cards, once the answers are known
        self.spent = []         # the proposer's own among them
        if self.options["first"] != "random":
            self.croupier = self.options["first"]
            self.begin_round()

    def copy(self):
        other = object.__new__(Bars)
        other.__dict__ = dict(self.__dict__)
        for name in ("discard", "chosen", "to_settle", "hagglers", "offers"):
            setattr(other, name, list(getattr(self, name)))
        other.pile, other.stock, other.answers = dict(self.pile), dict(self.stock), \
            dict(self.answers)
        other.hands = [list(hand) for hand in self.hands]
        other.money = [list(cards) for cards in self.money]
        other.at = {bar: list(cards) for bar, cards in self.at.items()}
        other.duels = None if self.duels is None else list(self.duels)
        other.lines = []
        return other

    def key(self):
        return repr((sorted(self.pile.items()), sorted(self.discard),
                     [sorted(hand) for hand in self.hands], self.chosen, self.stock,
                     [sorted(cards) for cards in self.money],
                     [sorted(cards) for cards in self.at.values()], self.round, self.croupier,
                     self.due, self.last, self.free, self.to_settle, self.hagglers, self.offers,
                     self.answers, self.duels, self.standing, self.roll, self.paid, self.spent,
                     self.over))

    # ---- who, and what -------------------------------------------------------------------------

    def clockwise(self, seat):
        """From the left of `seat` round to `seat`."""
        return [(seat + step) % self.seats for step in range(1, self.seats + 1)]

    def distance(self, seat):
        return (seat - self.croupier) % self.seats

    def to_be_dealt(self):
        """Who gets the next card; None if all have theirs."""
        fewest = min(map(len, self.hands))
        if fewest == HAND:
            return None
        return next(seat for seat in self.clockwise(self.croupier)
                    if len(self.hands[seat]) == fewest)

    def choosing(self):
        return not self.to_settle and self.free is None and self.due == 0

    def actors(self):
        if self.over:
            return []
        if self.duels:
            return ["chance"]
        if self.hagglers:
            return self.haggling()
        if self.free is not None:
            return [self.croupier]
        if self.croupier is not None and self.choosing():
            return [seat for seat in range(self.seats) if self.chosen[seat] is None]
        return ["chance"]

    def haggling(self):
        if len(self.offers) < len(self.hagglers) - 1:
            return [self.hagglers[0]]
        silent = [seat for seat in self.hagglers[1:] if seat not in self.answers]
        return silent[:1] if self.options["answers"] == "in_turn" else sorted(silent)

    def choices(self, actor):
        if actor == "chance":
            return self.outcomes()
        if self.hagglers and actor == self.hagglers[0]:
            return self.sums()
        if self.hagglers:
            return [("answer", False), ("answer", True)]
        if self.free is not None:
            return [("lay", bar) for bar in self.bars]
        return [("play", card) for card in sorted(set(self.hands[actor]))]

    def outcomes(self):
        if self.croupier is None:
            return [("first", seat) for seat in range(self.seats)]
        if self.duels:
            seat = self.standing if self.roll is None else self.duels[0]
            return [("roll", seat, value) for value in range(1, 7)]
        seat = self.to_be_dealt()
        if seat is not None:
            return [("deal", seat, card) for card, count in self.pile.items() if count]
        return [("money", self.next_bar(), value) for value, count in self.stock.items() if count]

    def next_bar(self):
        """Where the next money card goes; None: the croupier will say."""
        laid = self.laid()
        return self.bars[laid] if laid < len(self.bars) else None

    def laid(self):
        whole = len(self.bars) + 1
        return (whole if not self.last else self.last) - self.due

    def sums(self):
        """B41, B42: what the next haggler can be offered."""
        proposer, at = self.hagglers[0], self.at[self.to_settle[0]]
        to = self.hagglers[1 + len(self.offers)]
        cards = counts_of(at + self.money[proposer])
        return [("offer", to, due) for due in range(0, sum(at) - sum(self.offers) + 1, 5)
                if payable(cards, tuple(sorted(filter(None, self.offers + [due]))))]

    @staticmethod
    def choice(event):
        fields = {"first": ["seat"], "deal": ["seat", "card"], "money": ["bar", "value"],
                  "lay": ["bar"], "play": ["card"], "offer": ["to", "sum"], "answer": ["duel"],
                  "roll": ["seat", "value"]}[event["do"]]
        if set(event) != {"by", "do", *fields}:
            raise again.Wrong("these are not its fields")
        return (event["do"], *(event[field] for field in fields))

    # ---- dealing -------------------------------------------------------------------------------

    def do(self, actor, choice):
        getattr(self, "do_" + choice[0])(actor, *choice[1:])

    def do_first(self, _, seat):
        self.croupier = seat
        self.begin_round()

    def begin_round(self):
        self.round += 1
        if self.round > 1:
            self.croupier = (self.croupier + 1) % self.seats
        self.tell("round", number=self.round, croupier=self.croupier)
        left, whole = sum(self.stock.values()), len(self.bars) + 1
        self.due = min(left, whole)
        self.last = left if left <= whole else 0
        self.reshuffle()

    def reshuffle(self):
        """B19."""
        if self.to_be_dealt() is None or any(self.pile.values()):
            return
        for card in self.discard:
            self.pile[card] += 1
        self.discard = []
        self.tell("reshuffle")

    def do_deal(self, _, seat, card):
        self.pile[card] -= 1
        self.hands[seat].append(card)
        self.reshuffle()

    def do_money(self, _, bar, value):
        self.stock[value] -= 1
        if bar is None:
            self.free = value
        else:
            self.at[bar].append(value)
        self.due -= 1

    def do_lay(self, _, bar):
        self.at[bar].append(self.free)
        self.free = None

    def do_play(self, seat, card):
        self.hands[seat].remove(card)
        self.chosen[seat] = card
        if None not in self.chosen:
            self.tell("show", cards=list(self.chosen))
            self.to_settle = list(self.bars)
            self.settle()

    # ---- settling ------------------------------------------------------------------------------

    def settle(self):
        """Goes along the bars as far as it can without asking anybody."""
        while self.to_settle:
            bar = self.to_settle[0]
            there = [seat for seat in range(self.seats) if bar_of(self.chosen[seat]) == bar]
            if there and self.at[bar]:
                takers = self.takers(there)
                if len(takers) > 1:
                    self.haggle(takers)
                    return
                self.pay_out({}, takers[0] if takers else None, [])
            else:
                self.to_settle.pop(0)
        self.end_round()

    def takers(self, there):
        """Those among whom the money goes: B31 to B35."""
        raiders = [seat for seat in there if is_raid(self.chosen[seat])]
        gamblers = [seat for seat in there if not is_raid(self.chosen[seat])]
        if not gamblers:
            return []
        return raiders or gamblers

    def pay_out(self, paid, taker, own):
        """Ends a bar: `paid` are lists that have left bar and proposer already."""
        bar = self.to_settle.pop(0)
        to = {str(seat): cards for seat, cards in sorted(paid.items()) if cards}
        for seat, cards in paid.items():
            self.money[seat] += cards
        if taker is not None and self.at[bar]:
            to[str(taker)] = sorted(self.at[bar], reverse=True)
            self.money[taker] += self.at[bar]
            self.at[bar] = []
        self.tell("settle", bar=bar, to=to, own=own, left=sorted(self.at[bar], reverse=True))

    def end_round(self):
        self.discard += self.chosen
        self.chosen = [None] * self.seats
        if self.last:
            scores = [sum(cards) for cards in self.money]
            self.over = True
            self.tell("end", scores=scores,
                      winners=[seat for seat in range(self.seats) if scores[seat] == max(scores)])
        else:
            self.begin_round()

    # ---- haggling ------------------------------------------------------------------------------

    def rank(self, seat):
        return (symbol_of(self.chosen[seat]), self.distance(seat))

    def haggle(self, takers):
        proposer = max(takers, key=self.rank)
        others = [seat for seat in self.clockwise(proposer) if seat in takers]
        self.hagglers = [proposer] + others[:-1]
        self.offers, self.answers = [], {}

    def do_offer(self, _, to, due):
        self.offers.append(due)

    def do_answer(self, seat, duel):
        self.answers[seat] = duel
        if len(self.answers) < len(self.hagglers) - 1:
            return
        refusers = [seat for seat in self.hagglers if self.answers.get(seat)]
        self.tell("answers", duel=sorted(refusers))
        self.pay_acceptors()
        self.standing = self.hagglers[0]
        self.duels = sorted(refusers, key=self.rank) if self.at[self.to_settle[0]] else []
        self.end_haggle()

    def pay_acceptors(self):
        proposer, bar = self.hagglers[0], self.to_settle[0]
        due = {seat: sum_ for seat, sum_ in zip(self.hagglers[1:], self.offers)
               if not self.answers[seat]}
        at, own = counts_of(self.at[bar]), counts_of(self.money[proposer])
        _, lists = payment(at, own, tuple(due[seat] for seat in sorted(due)))
        self.paid = {seat: cards_of(counts) for seat, counts in zip(sorted(due), lists)}
        used = counts_of(list(itertools.chain(*self.paid.values())))
        self.at[bar] = cards_of(max(0, there - n) for there, n in zip(at, used))
        self.spent = cards_of(max(0, n - there) for there, n in zip(at, used))
        for value in self.spent:
            self.money[proposer].remove(value)

    def end_haggle(self):
        if self.duels:
            return
        self.hagglers, self.offers, self.answers, self.duels = [], [], {}, None
        paid, taker, spent = self.paid, self.standing, self.spent
        self.paid, self.spent, self.standing = {}, [], None
        self.pay_out(paid, taker, spent)
        self.settle()

    def do_roll(self, _, seat, value):
        if self.roll is None:
            self.roll = value
            return
        standing = self.roll + symbol_of(self.chosen[self.standing])
        challenger = self.duels.pop(0)
        self.roll = None
        if value + symbol_of(self.chosen[challenger]) >= standing:
            self.standing = challenger
        self.end_haggle()


if __name__ == "__main__":
    again.main(Bars)
