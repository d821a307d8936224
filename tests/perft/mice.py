#!/usr/bin/env python3
"""mice once more, slowly: a second reading of docs/rules/mice.md that shares nothing with src/.
again.py says how it is used."""
import itertools
import re
import sys

sys.dont_write_bytecode = True
import again  # noqa: E402

# M4's board as in docs/rules/mice.md: shelf, cells, covered cells for 2 and for 3 players.
BOARD = [("anna", "1(1) 2(1) 3(1)", 0, 0),
         ("candy", "*(0) 4(1) 4(1) 5(0)", 1, 1),
         ({"sausages": 3}, "1(1) 1(1) 2(1) 2(1)", 1, 1),
         ({"sausages": 4}, "6(0) =(1) *(1) =(1)", 0, 0),
         ({"sausages": 2}, "6(1) 5(1) 4(1) 3(1)", 1, 0),
         ({"sausages": 5}, "2(0) 3(0) 4(1) 5(1) 6(1)", 1, 1),
         ("secure", "*(0) =(0) *(0) =(0)", 0, 0),
         ("greedy", "5(0) 6(1) 6(1) 1(0)", 1, 1),
         ("accountant", "3(0) 3(0) *(0) =(0)", 1, 0)]
CAT = {"grey": 2, "red": 4, "covered": {"2": 1, "3": 1}}
GOAL = 25
DEFAULTS = {"first": "random", "turns": 1000, "board": None}
SUPPORT = "support"     # the owner of support dice


def printed_board():
    columns = []
    for shelf, words, two, three in BOARD:
        cells = [{"ask": int(sign) if sign.isdigit() else 0, "linked": sign == "=",
                  "pays": int(pays)} for sign, pays in re.findall(r"(.)\((\d)\)", words)]
        columns.append({"shelf": shelf, "cells": cells, "covered": {"2": two, "3": three}})
    return {"columns": columns, "cat": CAT}


def covered(part, seats):
    return part.get("covered", {}).get(str(seats), 0)


class Column:
    """Cells are (ask, linked, pays), dice are (owner, value, is candy)."""
    def __init__(self, described, seats):
        self.shelf = described["shelf"]
        self.cells = [(cell.get("ask", 0), cell.get("linked", False), cell.get("pays", 0))
                      for cell in described["cells"][covered(described, seats):]]


def next_cell(dice):
    """M24: the cell above the highest die; len(dice) if there is none."""
    return max((at + 1 for at, die in enumerate(dice) if die), default=0)


def fits(cells, dice, value):
    at = next_cell(dice)
    if at == len(cells):
        return False
    ask, linked, _ = cells[at]
    return ask in (0, value) and (not linked or at == 0 or dice[at - 1][1] == value)


def multisets(values):
    """All multisets within the multiset `values`, ascending tuples."""
    kinds = sorted(set(values))
    for counts in itertools.product(*(range(values.count(kind) + 1) for kind in kinds)):
        yield tuple(kind for kind, count in zip(kinds, counts) for _ in range(count))


class Mice(again.Reading):
    def __init__(self, seats, options):
        super().__init__()
        self.seats = seats
        self.options = {**DEFAULTS, **options}
        board = self.options["board"] or printed_board()
        self.columns = [Column(column, seats) for column in board["columns"]]
        self.greys = board["cat"]["grey"] - covered(board["cat"], seats)
        self.reds = board["cat"]["red"]
        self.dice = [[None] * len(column.cells) for column in self.columns]
        self.cat = []                                   # grey cells, then red ones
        self.hand = [6 if seats == 2 else 7] * seats    # mouse dice off the board
        self.reserve = 3 if seats == 2 else 0
        self.jar = 1 if seats <= 3 else 2
        self.candy = [0] * seats
        self.exposed = [0] * seats
        self.safe = [0] * seats
        self.turn = None
        self.turns = 0
        self.stage = "first"
        self.rolled = []            # values of the active player's dice in hand
        self.unrolled = 0           # how many more there are, sent back by the cat
        self.rolling = None         # ("mouse" or "support", how many)
        self.rerolled = False
        self.supported = False      # support dice were rolled in this turn
        self.support = []           # their values in hand
        self.placed = False         # an own die was placed
        self.look = 0               # the column that is looked at next
        self.reward = None          # (what is asked, column, die or amount)
        if self.options["first"] != "random":
            self.do_first(None, self.options["first"])

    def copy(self):
        other = object.__new__(Mice)
        other.__dict__ = dict(self.__dict__)
        for name in ("cat", "hand", "candy", "exposed", "safe", "rolled", "support"):
            setattr(other, name, list(getattr(self, name)))
        other.dice = [list(dice) for dice in self.dice]
        other.lines = []
        return other

    def key(self):
        return repr((self.dice, self.cat, self.hand, self.reserve, self.jar, self.candy,
                     self.exposed, self.safe, self.turn, self.turns, self.stage,
                     sorted(self.rolled), self.unrolled, self.rolling, self.rerolled,
                     self.supported, sorted(self.support), self.placed, self.look, self.reward,
                     self.over))

    # ---- who, and what -------------------------------------------------------------------------

    def actors(self):
        if self.over:
            return []
        return ["chance"] if self.stage in ("first", "rolling") else [self.turn]

    def choices(self, _):
        return getattr(self, "choices_" + self.stage)()

    def choices_first(self):
        return [("first", seat) for seat in range(self.seats)]

    def choices_turn(self):
        found = [("roll",)] if self.hand[self.turn] else []
        found += [("retrieve", at + 1) for at, dice in enumerate(self.dice)
                  if any(die and die[0] == self.turn for die in dice)]
        return found or [("pass",)]

    def choices_rolling(self):
        kind, count = self.rolling
        return [("dice", values, kind)
                for values in itertools.combinations_with_replacement(range(1, 7), count)]

    def choices_reroll(self):
        found = [("reroll", values, joining) for values in multisets(self.rolled)
                 for joining in range(self.unrolled + 1)]
        return found + ([("support",)] if self.can_support() else [])

    def can_support(self):
        return self.seats == 2 and self.reserve > 0 and not self.supported

    def choices_support(self):
        return [("support",), ("decline",)]

    def choices_place(self):
        found = []
        for kind, values in (("mouse", self.rolled), ("support", self.support),
                             ("candy", range(1, 7) if self.candy[self.turn] else [])):
            found += [("place", value, where, kind) for value in sorted(set(values))
                      for where in self.places(value, kind)]
        if not self.supported:
            return found + ([("done",)] if self.placed or not self.has_cell(self.rolled) else [])
        if self.can_do_duty():
            found = [choice for choice in found if self.keeps_duty(choice)]
            return found + ([("done",)] if self.placed and not self.support else [])
        bound = self.has_cell(self.support) or not self.placed and self.has_cell(self.rolled)
        return found + ([] if bound else [("done",)])

    def places(self, value, kind):
        found = [at + 1 for at, column in enumerate(self.columns)
                 if fits(column.cells, self.dice[at], value)]
        return found + (["cat"] if kind != "candy" and len(self.cat) < self.greys else [])

    def has_cell(self, values):
        return any(self.places(value, "mouse") for value in values)

    def choices_anna(self):
        return [("anna", at + 1) for at in self.annas(self.reward[1])]

    def annas(self, anna):
        return [at for at, dice in enumerate(self.dice) if at != anna and not dice[-1]]

    def choices_candy(self):
        return [("candy", source) for source in self.candies()]

    def candies(self):
        if self.jar:
            return ["jar"]
        return [("seat", seat) for seat in range(self.seats)
                if seat != self.turn and self.candy[seat]] + \
               [("column", at + 1) for at, dice in enumerate(self.dice)
                if not dice[-1] and any(die and die[2] for die in dice)]

    def choices_secure(self):
        return [("secure",), ("skip",)]

    def choices_greedy(self):
        return [("steal", seat) for seat in range(self.seats) if seat != self.turn]

    def choices_accountant(self):
        return [("share", "clockwise"), ("share", "counterclockwise")]

    @staticmethod
    def choice(event):
        do = event["do"]
        rest = {name: value for name, value in event.items() if name not in ("by", "do")}
        if do == "dice":
            found = (tuple(rest.pop("values")), rest.pop("die", "mouse"))
        elif do == "reroll":
            found = (tuple(rest.pop("values")), rest.pop("unrolled", 0))
        elif do == "place":
            found = (rest.pop("value"), rest.pop("column"), rest.pop("die", "mouse"))
        elif do == "candy":
            source = rest.pop("from")
            found = (source if source == "jar" else next(iter(source.items())),)
        else:
            found = tuple(rest.values())
            rest = set(rest) - {"seat", "column", "from", "direction"}
        if rest:
            raise again.Wrong("these are not its fields")
        return (do, *found)

    # ---- the duty of M81 -----------------------------------------------------------------------

    def can_do_duty(self):
        """Whether dice of the hand, candy apart (M70), can be placed so that all support dice and
        one of one's own are. All orders are tried; what matters of a column is how high it is and
        what its highest die shows."""
        tops = []
        for dice in self.dice:
            high = next_cell(dice)
            tops.append((high, dice[high - 1][1] if high else 0))
        greys = max(0, self.greys - len(self.cat))
        return self.duty(tuple(tops), greys, tuple(sorted(self.rolled)),
                         tuple(sorted(self.support)), self.placed, set())

    def duty(self, tops, greys, rolled, support, placed, failed):
        if placed and not support:
            return True
        if len(support) + (not placed) <= greys and (placed or rolled):
            return True
        if not placed and not rolled:
            return False
        here = (tops, greys, rolled, support, placed)
        if here in failed:
            return False
        for values, own in ((support, False), (rolled, True)):
            for value in sorted(set(values)):
                rest = list(values)
                rest.remove(value)
                rest = tuple(rest)
                after = (rest, support, True) if own else (rolled, rest, placed)
                if greys and self.duty(tops, greys - 1, *after, failed):
                    return True
                for at, top in enumerate(tops):
                    if self.fits_top(at, top, value):
                        higher = tops[:at] + ((top[0] + 1, value),) + tops[at + 1:]
                        if self.duty(higher, greys, *after, failed):
                            return True
        failed.add(here)
        return False

    def fits_top(self, at, top, value):
        cells = self.columns[at].cells
        if top[0] == len(cells):
            return False
        ask, linked, _ = cells[top[0]]
        return ask in (0, value) and (not linked or top[0] == 0 or top[1] == value)

    def keeps_duty(self, choice):
        after = self.copy()
        after.do(self.turn, choice)
        return after.can_do_duty()

    # ---- rolling -------------------------------------------------------------------------------

    def do(self, actor, choice):
        getattr(self, "do_" + choice[0])(actor, *choice[1:])

    def do_first(self, _, seat):
        for step in range(self.seats):
            self.exposed[(seat + step) % self.seats] = 3 + step
        self.begin_turn(seat)

    def begin_turn(self, seat):
        self.turn = seat
        self.rolled, self.unrolled, self.support = [], 0, []
        self.rerolled = self.supported = self.placed = False
        self.rolling, self.reward, self.look = None, None, 0
        self.stage = "turn"
        self.tell("turn", seat=seat)

    def end_turn(self):
        self.turns += 1
        if self.turns < self.options["turns"]:
            self.begin_turn((self.turn + 1) % self.seats)
            return
        worth = list(zip(self.safe, self.exposed))
        self.end([seat for seat in range(self.seats) if worth[seat] == max(worth)])

    def end(self, winners):
        self.over = True
        self.tell("end", scores=list(self.safe), winners=winners)

    def do_pass(self, _):
        self.end_turn()

    def do_retrieve(self, seat, column):
        dice = self.dice[column - 1]
        for at, die in enumerate(dice):
            if die and die[0] == seat:
                self.send_back(die)
                dice[at] = None
        self.end_turn()

    def send_back(self, die):
        owner, _, candy = die
        if candy:
            self.jar += 1
        elif owner == SUPPORT:
            self.reserve += 1
        else:
            self.hand[owner] += 1

    def ask_chance(self, kind, count):
        self.rolling = (kind, count)
        self.stage = "rolling"

    def do_roll(self, seat):
        self.ask_chance("mouse", self.hand[seat])

    def do_reroll(self, _, values, joining):
        self.rerolled = True
        for value in values:
            self.rolled.remove(value)
        self.unrolled -= joining
        if values or joining:
            self.ask_chance("mouse", len(values) + joining)
        else:
            self.go_on()

    def do_support(self, _):
        self.supported = True
        count, self.reserve = self.reserve, 0
        self.ask_chance("support", count)

    def do_decline(self, _):
        self.stage = "place"

    def do_dice(self, _, values, kind):
        values = list(values)
        taken = self.cat_takes(values, kind)
        if kind == "support":
            self.support = values
        else:
            self.rolled += values
        if taken:
            comes = len(self.cat) == self.greys + self.reds
            self.tell("cat", values=taken, **({"comes": True} if comes else {}))
            if comes:
                self.cat_comes()
        self.go_on()

    def cat_takes(self, values, kind):
        """Moves dice that were just rolled on red cells; what they show."""
        if len(self.cat) < self.greys:
            return []
        number = self.cat[self.greys - 1][1]
        taken = [number] * min(values.count(number), self.greys + self.reds - len(self.cat))
        for value in taken:
            values.remove(value)
            self.cat.append((SUPPORT if kind == "support" else self.turn, value, False))
            if kind == "mouse":
                self.hand[self.turn] -= 1
        return taken

    def cat_comes(self):
        before = self.hand[self.turn]
        for die in filter(None, itertools.chain(self.cat, *self.dice)):
            self.send_back(die)
        self.unrolled += self.hand[self.turn] - before
        self.cat = []
        self.dice = [[None] * len(dice) for dice in self.dice]

    def go_on(self):
        """What is asked after a roll."""
        if not self.rerolled and (self.rolled or self.unrolled):
            self.stage = "reroll"
        elif self.can_support():
            self.stage = "support"
        else:
            self.stage = "place"

    # ---- placing -------------------------------------------------------------------------------

    def do_place(self, seat, value, where, kind):
        owner = SUPPORT if kind == "support" else seat
        die = (owner, value, kind == "candy")
        if kind == "mouse":
            self.rolled.remove(value)
            self.hand[seat] -= 1
        elif kind == "support":
            self.support.remove(value)
        else:
            self.candy[seat] -= 1
        self.placed = self.placed or kind != "support"
        if where == "cat":
            self.cat.append(die)
        else:
            dice = self.dice[where - 1]
            dice[next_cell(dice)] = die

    def do_done(self, _):
        self.reserve += len(self.support)
        self.rolled, self.unrolled, self.support = [], 0, []
        self.go_along()

    # ---- completing columns --------------------------------------------------------------------

    def go_along(self):
        """Looks at columns until somebody must be asked."""
        while self.look < len(self.columns):
            if self.dice[self.look][-1]:
                if self.complete(self.look):
                    return
            else:
                self.look += 1
        self.end_turn()

    def complete(self, at):
        """Resolves a column; true if its reward asks for something."""
        column, dice = self.columns[at], self.dice[at]
        food = [0] * self.seats
        for die, (_, _, pays) in zip(dice, column.cells):
            if die and die[0] != SUPPORT:
                food[die[0]] += pays
        if isinstance(column.shelf, dict):
            food[self.turn] += column.shelf["sausages"]
        self.tell("complete", column=at + 1, food=food)
        self.exposed = [have + more for have, more in zip(self.exposed, food)]
        stood = [die for die in dice if die]
        self.dice[at] = [None] * len(dice)
        for die in stood[:-1] if column.shelf == "anna" else stood:
            self.send_back(die)
        return self.offer_reward(at, stood)

    def offer_reward(self, at, stood):
        shelf = self.columns[at].shelf
        asked, what = True, None
        if isinstance(shelf, dict):
            return False
        if shelf == "anna":
            what = stood[-1]
            asked = bool(self.annas(at))
            if not asked:
                self.send_back(what)
        elif shelf == "candy":
            asked = bool(self.candies())
        elif shelf == "secure":
            what = sum(value for _, value, _ in stood[-2:])
            asked = self.exposed[self.turn] >= what
        if asked:
            self.stage = shelf
            self.reward = (shelf, at, what)
        return asked

    def rewarded(self, food=False):
        self.reward = None
        if food:
            self.tell("food", exposed=list(self.exposed), safe=list(self.safe))
        if self.safe[self.turn] >= GOAL:
            self.end([self.turn])
        else:
            self.go_along()

    def do_anna(self, _, column):
        dice = self.dice[column - 1]
        gap = dice.index(None)
        dice[:gap + 1] = [self.reward[2]] + dice[:gap]
        self.reward = None
        if not dice[-1] or not self.complete(column - 1):
            self.rewarded()

    def do_candy(self, seat, source):
        if source == "jar":
            self.jar -= 1
        elif source[0] == "seat":
            self.candy[source[1]] -= 1
        else:
            dice = self.dice[source[1] - 1]
            dice[next(at for at, die in enumerate(dice) if die and die[2])] = None
        self.candy[seat] += 1
        self.rewarded()

    def do_secure(self, seat):
        self.exposed[seat] -= self.reward[2]
        self.safe[seat] += self.reward[2]
        self.rewarded(food=True)

    def do_skip(self, _):
        self.rewarded()

    def do_steal(self, seat, other):
        half = (self.exposed[other] + 1) // 2
        self.exposed[other] -= half
        self.exposed[seat] += half
        self.rewarded(food=True)

    def do_share(self, _, direction):
        step = 1 if direction == "clockwise" else -1
        halves = [(food + 1) // 2 for food in self.exposed]
        self.exposed = [self.exposed[seat] - halves[seat] + halves[(seat - step) % self.seats]
                        for seat in range(self.seats)]
        self.rewarded(food=True)


if __name__ == "__main__":
    again.main(Mice)
