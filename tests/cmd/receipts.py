"""razzia verify: a record against its own seed, and against the receipts of those who were there.

Receipts are made here by tools/fair.py, which shares no line with the program.
"""
import copy
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

from given import Case, LANGUAGES, main, run

TESTS = Path(__file__).resolve().parent.parent
FAIR = TESTS.parent / "tools" / "fair.py"
spec = importlib.util.spec_from_file_location("fair", FAIR)
fair = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fair)

BARS = [json.loads(line) for line in (TESTS / "records/fair-bars.jsonl").read_text("utf-8").splitlines()]
LOOT = [json.loads(line) for line in (TESTS / "records/fair.jsonl").read_text("utf-8").splitlines()]
OTHER = "5a" * 32


def receipt_of(game, seat, lines=None):
    """What a seat keeps of a game, or a spectator (None), of its first `lines`."""
    setup, lines = game[0], len(game) if lines is None else lines
    seen = [fair.canonical(fair.seen_by(seat, setup, line)) for line in game]
    public = [fair.canonical(fair.seen_by(None, setup, line)) for line in game]
    return {
        "receipt": 1, "table": "T1", "game": setup["game"], "seat": seat,
        "commit": None if seat is None else setup["fair"]["commit"],
        "nonce": None if seat is None else setup["fair"]["nonces"][seat],
        "players": [{"who": f"w{i}", "name": name} for i, name in enumerate(setup.get("names", []))]
                   or [{} for _ in range(setup["seats"])],
        "secrets": {str(i): seen[i] for i in range(1, lines) if seen[i] != public[i]},
        "heads": list(fair.heads_of(game))[:lines],
    }


def place(game, **fields):
    """The first line with these fields."""
    return next(i for i, line in enumerate(game) if fields.items() <= line.items())


class Receipts(Case):
    def write(self, game, receipt):
        self.path, self.kept = self.folder / "game.jsonl", self.folder / "receipt.json"
        self.path.write_text("".join(fair.canonical(line) + "\n" for line in game), "utf-8")
        self.kept.write_text(receipt if isinstance(receipt, str) else json.dumps(receipt), "utf-8")
        return ["verify", self.path, "--receipt", self.kept]

    def by_checker(self, status):
        """The checker in Python thinks so too."""
        done = subprocess.run([sys.executable, FAIR, self.path, "--receipt", self.kept], capture_output=True)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)

    def fits(self, game, receipt, says="The receipt fits: the commitment, the nonce"):
        done = run(*self.write(game, receipt))
        self.assertEqual((done.returncode, done.err), (0, ""))
        self.assertIn("Game 1: yes.", done.out)
        self.assertIn(says, done.out)
        self.by_checker(0)
        return done.out

    def differs(self, game, receipt, line, says):
        """`line` from 0, as docs/records.md counts; people count lines of files from 1."""
        command = self.write(game, receipt)
        done = self.refused(1, *command, says=[f"game.jsonl:{line + 1}: ", says])
        self.assertEqual(done.out, "")
        self.by_checker(1)
        for language in LANGUAGES[1:]:
            other = self.refused(1, *command, "--lang", language, says=f"game.jsonl:{line + 1}: ")
            self.assertNotEqual(done.err, other.err)

    def test_everybody_who_was_there(self):
        for game in [BARS, LOOT]:
            for seat in range(game[0]["seats"]):
                receipt = receipt_of(game, seat)
                self.assertEqual(bool(receipt["secrets"]), game is BARS)
                self.assertIn(f"{len(game)} of {len(game)} lines", self.fits(game, receipt))
            self.fits(game, receipt_of(game, None), "does not show that the seed came before")
        self.assertEqual(receipt_of(BARS, 0)["heads"], receipt_of(BARS, None)["heads"])

    def test_seed_chosen_after_the_nonces(self):
        """The record is in order, but something else had been promised."""
        receipt = receipt_of(BARS, 1) | {"commit": OTHER}
        self.differs(BARS, receipt, 0, "not the commitment that the receipt holds")
        self.assertEqual(run("verify", self.path).returncode, 0)

    def test_another_nonce(self):
        self.differs(BARS, receipt_of(BARS, 1) | {"nonce": OTHER}, 0, "sent another nonce")

    def test_another_setup(self):
        """What was sent by somebody else counts as well."""
        game = copy.deepcopy(BARS)
        game[0]["fair"]["nonces"][0] = OTHER
        self.differs(game, receipt_of(BARS, 1), 0, "everybody was shown another line")

    def test_changed_public_line(self):
        game = copy.deepcopy(BARS)
        line = place(game, do="leave")
        game[line]["why"] = "resign" if game[line]["why"] == "timeout" else "timeout"
        for seat in [0, 1, 2, None]:
            self.differs(game, receipt_of(BARS, seat), line, "everybody was shown another line")
        self.assertEqual(run("verify", self.path).returncode, 0)  # nobody else would notice

    def test_changed_secret(self):
        """Two cards that one seat was dealt change places: in public nothing is to be seen of it."""
        deals = [i for i, line in enumerate(BARS[:20]) if line.get("do") == "deal" and line["seat"] == 1]
        one, other = next((i, j) for i in deals for j in deals if BARS[i]["card"] != BARS[j]["card"])
        game = copy.deepcopy(BARS)
        game[one]["card"], game[other]["card"] = BARS[other]["card"], BARS[one]["card"]
        self.differs(game, receipt_of(BARS, 1), one,
                     "this player was shown another line: " + fair.canonical(BARS[one]))
        self.differs(game, receipt_of(BARS, 0), one, "the seed gives another event")

    def test_secrets_of_every_kind(self):
        for verb in ["deal", "play", "answer"]:
            line = place(BARS, do=verb)
            seat = BARS[line]["seat" if verb == "deal" else "by"]
            receipt = receipt_of(BARS, seat)
            changed = {"duel": not BARS[line].get("duel")} if verb == "answer" else {"card": "jazz.r6"}
            receipt["secrets"][str(line)] = fair.canonical(BARS[line] | changed)
            self.differs(BARS, receipt, line, "this player was shown another line")

    def test_dropped_lines(self):
        receipt = receipt_of(BARS, 1)
        for lines in [len(BARS) - 1, len(BARS) - 2, 7, 1]:
            self.differs(BARS[:lines], receipt, lines - 1, "the record ends here, and the receipt goes on")

    def test_swapped_lines(self):
        """Cards are played in any order, so the rules do not mind."""
        line = next(i for i in range(len(BARS)) if BARS[i].get("do") == BARS[i + 1].get("do") == "play")
        game = [*BARS[:line], BARS[line + 1], BARS[line], *BARS[line + 2:]]
        self.differs(game, receipt_of(BARS, 0), line, "everybody was shown another line")
        self.assertEqual(run("verify", self.path).returncode, 0)

    def test_another_name(self):
        receipt = receipt_of(BARS, 1)
        game = [BARS[0] | {"names": ["Ann", "somebody", "Cléo"]}, *BARS[1:]]
        done = run(*self.write(game, receipt))
        self.assertEqual((done.returncode, done.err.count("\n")), (0, 1))
        self.assertIn("receipt.json: Bob was at the table, who is called somebody in the record", done.err)
        self.assertIn("The receipt fits", done.out)
        self.by_checker(0)
        nameless = {key: value for key, value in BARS[0].items() if key != "names"}
        self.fits([nameless, *BARS[1:]], receipt)

    def test_receipt_that_ends_early(self):
        for lines in [1, 40, len(BARS) - 1]:
            self.assertIn(f" {lines} of {len(BARS)} lines", self.fits(BARS, receipt_of(BARS, 1, lines)))
        game = copy.deepcopy(BARS)
        line = place(game, do="leave")
        game[line]["why"] = "resign" if game[line]["why"] == "timeout" else "timeout"
        self.fits(game, receipt_of(BARS, 1, line))  # what came later it can not know

    def test_game_that_goes_on(self):
        done = run(*self.write(BARS[:60], receipt_of(BARS, 1, 60)))
        self.assertEqual((done.returncode, done.err.count("\n")), (1, 1))
        self.assertIn("game.jsonl:60: The seed has not been told", done.err)
        self.assertIn("60 of 60 lines", done.out)

    def test_other_games(self):
        self.differs(LOOT, receipt_of(BARS, 1), 0, "This receipt belongs to another game.")
        receipt = receipt_of(BARS, 1)
        self.differs(BARS, receipt | {"players": [*receipt["players"], {}]}, 0, "belongs to another game")
        path = self.folder / "two.jsonl"
        path.write_text(2 * (TESTS / "records/fair.jsonl").read_text("utf-8"), "utf-8")
        self.assertEqual(run("verify", path).out.count(": yes. "), 2)
        self.write(LOOT, receipt_of(LOOT, 1))
        done = run("verify", path, "--receipt", self.kept)
        self.assertEqual((done.returncode, done.err.count("\n")), (1, 1))
        self.assertIn("two.jsonl: there are several games in it", done.err)

    def damaged(self, receipt, says=()):
        self.refused(1, *self.write(BARS, receipt), says=["receipt.json: ", *([says] if says else [])])

    def test_damaged_receipts(self):
        """More of these: tests/unit/receipt.c."""
        whole = receipt_of(BARS, 1)
        text = json.dumps(whole)
        for damaged in ["", "[]", "\0", "\ufeff" + text, text + "x", text[:3000], text[:-1],
                        '{"receipt":1,"heads":' + "[" * 100000]:
            self.damaged(damaged)
        for more, says in [({"more": 1}, "“more” is not known"), ({"receipt": 2, "more": 1}, "version 2"),
                           ({"seat": 3}, "“seat”"), ({"game": "chess"}, "chess"), ({"heads": [OTHER, "x"]}, "“heads”"),
                           ({"secrets": {str(len(BARS)): ""}}, "“secrets”")]:
            self.damaged(whole | more, says=says)

    def test_secret_of_line_0(self):
        """Nobody has one. Whoever took it lost count of the lines, and compared nothing any longer."""
        receipt = receipt_of(BARS, 1)
        receipt["secrets"] = {"0": "x", "1": "yyy", "2": "lie"}
        receipt["heads"][4:] = ["00" * 32] * (len(BARS) - 4)
        self.damaged(receipt, says="“secrets”")
        self.by_checker(1)

    def test_files(self):
        command = self.write(BARS, receipt_of(BARS, 1))
        with open(self.kept, "ab") as file:
            file.truncate(17 << 20)
        self.refused(1, *command, says="receipt.json is too large")
        self.refused(1, "verify", self.path, "--receipt", self.folder, says="Is a directory")
        self.refused(1, "verify", self.path, "--receipt", self.folder / "none", says="No such file")
        self.refused(1, "verify", self.folder / "none", "--receipt", self.path, says="game.jsonl: ")

    def test_records_alone(self):
        """Without a receipt a record is checked against itself."""
        seed = [*BARS[:-1], {"fair": {"seed": OTHER}}]
        dice = copy.deepcopy(LOOT)
        dice[0]["fair"]["nonces"][0] = OTHER
        plain = [{key: value for key, value in LOOT[0].items() if key != "fair"}, *LOOT[1:-1]]
        for game, line, says in [(seed, len(BARS) - 1, "not the seed of the commitment"),
                                 (dice, 1, 'the seed gives another event here: {"by":"chance","do":"sets"'),
                                 (plain, 0, "no proof of fairness"), (LOOT[:9], 8, "has not been told"),
                                 ([*LOOT[:4], {}], 4, "is missing"), ([{}], 0, "not the first line")]:
            self.write(game, "")
            self.refused(1, "verify", self.path, says=[f"game.jsonl:{line + 1}: ", says])
        self.write([], "")
        self.refused(1, "verify", self.path, says="there is no record in it")


main()
