"""mice at a terminal and in files: whole games, dice that are typed, boards."""
import json
import random
import re
from pathlib import Path

from given import COLOURS, Case, LANGUAGES, Terminal, choices, environment, main, run

BOARD = Path(__file__).resolve().parents[2] / "data" / "mice-board.json"
HAND = re.compile(r"^[^:\n]+: (–|-|[1-6](?: [1-6])*)(?:   .*)?$", re.MULTILINE)


def events(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def words(event):
    """A move in the words that people type."""
    def value(v):
        if isinstance(v, dict):
            return ":".join(map(str, *v.items()))
        return ",".join(map(str, v)) or "-" if isinstance(v, list) else str(v)

    fields = {k: v for k, v in event.items() if k not in ("by", "do")}
    return " ".join([event["do"], *(f"{k}={value(v)}" for k, v in fields.items())])


def any_answer(text, rng):
    """A number on offer, or dice in hand to roll again."""
    if choices(text):
        return rng.choice(choices(text))
    hands = HAND.findall(text)
    dice = hands[-1].split() if hands else []
    return " ".join(die for die in dice if die.isdigit() and rng.random() < 0.5)


def labels(text):
    return {label: number for number, label in re.findall(r"^ +(\d+) (.*)$", text, re.MULTILINE)}


class Playing(Case):
    def finish(self, terminal, rng):
        text = terminal.read()
        while text is not None:
            text = terminal.ask(any_answer(text, rng))
        self.assertEqual(terminal.status, 0, terminal.log[-500:])

    def test_whole_games(self):
        """Two and four, each on another kind of terminal; all people, so that all is tried."""
        kinds = [(2, {}, 100, "human"), (4, {"NO_COLOR": "1"}, 80, "human,greedy"),
                 (2, {"LC_ALL": "C"}, 40, "human,random"), (4, {"TERM": "dumb"}, 20, "human")]
        for seats, variables, columns, bots in kinds:
            path = self.folder / f"{seats}-{columns}.jsonl"
            terminal = Terminal("play", "mice", "--seats", seats, "--seed", columns, "--bots", bots,
                                "-o", "turns=80", "--record", path, columns=columns,
                                env=environment(**variables))
            self.finish(terminal, random.Random(columns))
            self.assertEqual(events(path)[-1]["do"], "end")
            self.assertEqual(run("replay", path).returncode, 0)
            self.assertIn("reconstruction", " ".join(terminal.log.split()))
            self.assertEqual("\x1b" in terminal.log, not ({"NO_COLOR", "TERM"} & set(variables)))
            if "LC_ALL" in variables:
                self.assertTrue(terminal.log.isascii(), set(terminal.log))
            for line in COLOURS.sub("", terminal.log).replace("\r", "").split("\n"):
                if "jsonl" not in line and "help):" not in line:
                    self.assertLessEqual(len(line.rstrip()), columns, line)

    def test_every_question_has_an_answer(self):
        for language in LANGUAGES:
            terminal = Terminal("play", "mice", "--seats", 2, "--seed", 3, "--lang", language)
            text, rng = terminal.read(), random.Random(language)
            for _ in range(12):
                for key in ["?", "t", "s", "c", "w", "r M81", "r", "99", "77 77", "flap", "x" * 300]:
                    self.assertIsNotNone(terminal.ask(key), (language, key))
                text = terminal.ask(any_answer(text, rng))
            terminal.ask("q")
            self.assertEqual(terminal.status, 0)

    def test_dice_to_roll_again(self):
        path = self.folder / "game.jsonl"

        def rolled():
            path.unlink(missing_ok=True)
            terminal = Terminal("play", "mice", "--seats", 3, "--seed", 5, "-o", "first=0",
                                "--record", path)
            terminal.read()
            return terminal, HAND.findall(terminal.ask("1"))[-1].split()

        def last_reroll():
            return [e for e in events(path) if e.get("do") == "reroll"][-1]["values"]

        for line, expected in [("", lambda d: []), ("keep", lambda d: []), ("all", lambda d: d),
                               ("{0} {1}", lambda d: d[:2]), ("{1}{0}", lambda d: d[:2]),
                               ("{0},{1}", lambda d: d[:2]), ("reroll {0},{1}", lambda d: d[:2])]:
            terminal, dice = rolled()
            self.assertIsNotNone(terminal.ask(line.format(*dice)))
            self.assertEqual(last_reroll(), [int(x) for x in expected(dice)], line)
            terminal.ask("q")
        terminal, dice = rolled()
        for line in ["8 8", "1 1 1 1 1 1 1", "x", "1 2 3 4 5 6 1 2 3 4 5 6"]:
            self.assertRegex(terminal.ask(line), r"M\d+\)|no such", line)
        terminal.ask("q")

    def test_refusals_name_the_rule(self):
        terminal = Terminal("play", "mice", "--seats", 2, "--bots", "human", "--dealer", "ask", "-o",
                            "first=0")
        terminal.read()
        self.assertIn("M28", terminal.ask("retrieve 3"))
        self.assertIn("M23", terminal.ask("place 1 1"))
        self.assertIn("show", terminal.ask("1"))
        for line in ["1 1 1 2 3", "1 1 1 2 3 6 6", "1 1 1 2 3 7", "one", "x 1 1 1 2 3"]:
            self.assertIn("not understood", terminal.ask(line))
        terminal.ask("6 3 2 1 1 1")
        self.assertIn("M22", terminal.ask("5"))
        self.assertIn("support", terminal.ask("keep"))
        terminal.ask("support")
        text = terminal.ask("3 5 3")
        self.assertIn("M81", text)
        self.assertNotIn(len(choices(text)) + 1, choices(text))
        self.assertIn("M81", terminal.ask("done"))
        self.assertIn("M24", terminal.ask("place 2 6"))
        self.assertIn("M70", terminal.ask("candy 3 6"))
        for line in ["place 3 6 support", "place 3 9 support", "place 5 5 support"]:
            terminal.ask(line)
        self.assertIn("M23", terminal.ask("done") + terminal.ask("place 9 9"))
        terminal.ask("place 1 1")
        self.assertIn("M23", terminal.ask("u") + terminal.ask("done"))
        terminal.ask("place 1 3")
        terminal.ask("done")
        terminal.ask("q")
        self.assertEqual(terminal.status, 0)

    def test_several_dice_at_once(self):
        path = self.folder / "game.jsonl"
        terminal = Terminal("play", "mice", "--seats", 3, "--bots", "human", "--dealer", "ask", "-o",
                            "first=0", "--record", path)
        terminal.read()
        self.assertIn("no such choice", terminal.ask("1 1"))
        for line in ["1", "1 2 3 4 5 6 6"]:
            terminal.ask(line)
        offered = labels(terminal.ask("keep"))
        one = offered["Place a 1 in column 1"]
        offered = labels(terminal.ask(f"{one} {one}"))
        self.assertIn("M23", terminal.log)
        offered = labels(terminal.ask(offered["Place a 6 in column 4"]))
        terminal.ask(" ".join(offered[label] for label in ["Place a 2 in column 1",
                                                           "Place a 6 in column 4", "Done placing"]))
        terminal.ask("q")
        self.assertEqual([(e["value"], e["column"]) for e in events(path) if e.get("do") == "place"],
                         [(1, 1), (6, 4), (2, 1), (6, 4)])
        self.assertEqual(events(path)[-1], {"by": "rules", "do": "turn", "seat": 1})

    def test_dealt_by_hand(self):
        """A record's dice typed in, and its choices made again, give the record."""
        rng = random.Random(1)
        for seats, seed in [(2, 21), (4, 22)]:
            source, path = self.folder / f"s{seats}.jsonl", self.folder / f"t{seats}.jsonl"
            run("simulate", "mice", "--seats", seats, "--seed", seed, "--games", 1, "--bots", "greedy",
                "--record", source)
            terminal = Terminal("play", "mice", "--seats", seats, "--dealer", "ask", "--bots",
                                ",".join(["human"] * seats), "--record", path)
            terminal.read()
            for event in events(source)[1:]:
                if event["do"] == "first":
                    self.assertIn("not understood", terminal.ask(seats + 1))
                    terminal.ask(event["seat"] + 1)
                elif event["do"] == "dice":
                    rng.shuffle(event["values"])
                    terminal.ask(rng.choice([" ", "", ","]).join(map(str, event["values"])))
                elif event["by"] != "rules":
                    terminal.ask(words(event))
            terminal.end()
            self.assertEqual(terminal.status, 0, terminal.log[-500:])
            self.assertEqual(path.read_text().splitlines()[1:], source.read_text().splitlines()[1:])

    def test_wrong_dice_are_put_right(self):
        path = self.folder / "game.jsonl"
        terminal = Terminal("play", "mice", "--seats", 3, "--dealer", "ask", "-o", "first=0",
                            "--record", path)
        terminal.read()
        terminal.ask("1")
        terminal.ask("1 2 3 4 5 6 6")
        terminal.ask("u")
        terminal.ask("1 2 3 4 5 6 1")
        terminal.ask("q")
        self.assertEqual([e["values"] for e in events(path) if e.get("do") == "dice"],
                         [[1, 1, 2, 3, 4, 5, 6]])

    def test_quit_and_resume_is_the_same_game(self):
        whole, parts = self.folder / "whole.jsonl", self.folder / "parts.jsonl"
        args = ["play", "mice", "--seats", 2, "--seed", 5, "-o", "turns=16"]
        self.finish(Terminal(*args, "--record", whole), random.Random(5))
        rng, moves = random.Random(5), 0
        terminal = Terminal(*args, "--record", parts)
        text = terminal.read()
        while text is not None:
            text, moves = terminal.ask(any_answer(text, rng)), moves + 1
            if moves % 7 == 0 and text is not None:
                terminal.ask("q")
                terminal = Terminal("play", "--resume", parts, "--seed", 5)
                text = terminal.read()
        self.assertEqual(parts.read_text(), whole.read_text())

    def test_told_in_words(self):
        """Every verb that happens in many games is told, and no placeholder stays open."""
        path = self.folder / "games.jsonl"
        for seats in [2, 4]:
            run("simulate", "mice", "--games", 3, "--seats", seats, "--seed", 4, "--bots", "random",
                "--record", path)
            told = run("replay", path)
            self.assertEqual((told.returncode, told.err), (0, ""))
            self.assertNotIn("{", told.out)
            for part in ["goes first", "rolls again", "keeps all", "takes dice back", "The cat takes",
                         "comes:", "Anna's die", "candy die", "into safety", "half of the exposed",
                         "clockwise", "Food now", "is complete:", "food safe."]:
                self.assertIn(part, told.out)


class Bots(Case):
    def test_greedy_beats_random_and_comes_to_an_end(self):
        for seats in [2, 3, 4, 5]:
            done = run("simulate", "mice", "--seats", seats, "--games", 20, "--seed", 3, "--bots",
                       "greedy,random", "--json")
            self.assertGreater(json.loads(done.out)["players"][0]["win_share"], 0.9)
            done = run("simulate", "mice", "--seats", seats, "--games", 10, "--seed", 3, "--bots",
                       "greedy", "--json")
            self.assertLess(json.loads(done.out)["length"]["max"], 3000)


def board(**changes):
    whole = json.loads(BOARD.read_text())
    whole.update(changes)
    return whole


def column(shelf="secure", cells=None, **more):
    cells = cells or [{"ask": 0, "linked": False, "pays": 0}, {"ask": 0, "linked": True, "pays": 0}]
    return {"shelf": shelf, "cells": cells, **more}


CAT = {"grey": 1, "red": 2}
SAUSAGES = column({"sausages": 3})
ANY = {"ask": 0, "linked": False, "pays": 0}


class Boards(Case):
    def check(self, content, says, status=1):
        path = self.folder / "board.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        self.refused(status, "board", "check", path, says=[str(path), says])
        self.refused(1, "play", "mice", "--board", path, says=says)

    def test_the_file_is_the_built_in_board(self):
        built_in = run("board", "show", "--json")
        self.assertEqual(json.loads(built_in.out), json.loads(BOARD.read_text()))
        self.assertEqual(run("board", "show", BOARD, "--json").out, built_in.out)
        self.assertEqual(run("board", "show", BOARD).out, run("board", "show").out)
        self.assertIn("reconstruction", run("board", "show").out)
        self.assertEqual(run("board", "check", BOARD).returncode, 0)
        self.assertEqual(run("board", "check", "-", stdin=BOARD.read_bytes()).returncode, 0)

    def test_drawn(self):
        for seats, covered in [(2, "[4]"), (4, "[*]")]:
            text = run("board", "show", "--seats", seats).out
            self.assertIn(covered, text.splitlines()[-3])
            self.assertIn("Secure", text)
        narrow = run("board", "show", env=environment(COLUMNS="40")).out
        self.assertIn("7 secure: [*] = * =", narrow)
        wide = board(columns=[column()] * 11 + [SAUSAGES])
        done = run("board", "show", "-", stdin=json.dumps(wide))
        self.assertIn("12 3 sausages:", done.out)

    def test_another_board_in_play(self):
        path, record = self.folder / "small.json", self.folder / "game.jsonl"
        path.write_text(json.dumps({"columns": [column(), SAUSAGES], "cat": CAT}))
        done = run("simulate", "mice", "--board", path, "--games", 5, "--seats", 3, "--bots",
                   "greedy,random", "--record", record)
        self.assertEqual((done.returncode, done.err), (0, ""))
        first = json.loads(record.read_text().splitlines()[0])
        self.assertEqual(len(first["options"]["board"]["columns"]), 2)
        self.assertEqual(run("replay", record).returncode, 0)
        done = run("simulate", "mice", "--board", path, "--games", 1, "--bots", "master:1n,greedy")
        self.assertEqual((done.returncode, done.err.count("\n")), (0, 1))
        self.assertIn("no net has learnt this board", done.err)
        done = run("simulate", "mice", "--board", BOARD, "--games", 1, "--bots", "master:1n,greedy")
        self.assertEqual((done.returncode, done.err), (0, ""))
        self.assertEqual(run("perft", "mice", "--board", path, "--depth", 3).returncode, 0)
        same = run("perft", "mice", "--board", BOARD, "--depth", 3).out
        self.assertEqual(same, run("perft", "mice", "--depth", 3).out)
        terminal = Terminal("play", "mice", "--board", path)
        self.assertNotIn("reconstruction", terminal.read())
        terminal.ask("q")

    def test_bad_boards(self):
        linked = {"ask": 0, "linked": True, "pays": 0}
        for content, says in [
            ("", "M4"), ("[", "M4"), ("{", "cut off"), ("{}", "missing"), ("17", "M4"), ("nul", "M4"),
            ("\0\1", "M4"), ('{"columns":[', "column 1"), (BOARD.read_text() + "x", "JSON"),
            (BOARD.read_text()[:200], "cut off"), ('{"columns":"nine","cat":{}}', "M4"),
            ("[" * 30000, "M4"), ('{"columns":' + "[" * 30000, "M4"),
            (board(columns=[]), "1 to 12"), (board(columns=[SAUSAGES] * 100), "1 to 12"),
            (board(columns=[SAUSAGES]), "secure"),
            (board(columns=[column()]), "sausage shelf"),
            (board(columns=[SAUSAGES, column(cells=[ANY] * 9)]), "column 2"),
            (board(columns=[SAUSAGES, column(cells=[ANY])]), "column 2"),
            (board(columns=[SAUSAGES, column(cells=[ANY, {**ANY, "ask": 7}])]), "column 2, cell 2"),
            (board(columns=[SAUSAGES, column(cells=[{**ANY, "ask": -1}, ANY])]), "column 2, cell 1"),
            (board(columns=[SAUSAGES, column(cells=[{**ANY, "ask": "6"}, ANY])]), "column 2, cell 1"),
            (board(columns=[SAUSAGES, column(cells=[{**ANY, "pays": 100}, ANY])]), "column 2, cell 1"),
            (board(columns=[SAUSAGES, column(cells=[{"ask": 1}, ANY])]), "column 2, cell 1"),
            (board(columns=[SAUSAGES, column(cells=[{**ANY, "pay": 1}, ANY])]), "column 2, cell 1"),
            (board(columns=[SAUSAGES, column(cells=[linked, linked])]), "column 2, cell 1"),
            (board(columns=[SAUSAGES, column(covered={"2": 1})]), "column 2"),
            (board(columns=[SAUSAGES, column(covered={"3": 9})]), "column 2"),
            (board(columns=[SAUSAGES, column(covered={"4": 1})]), "column 2"),
            (board(columns=[SAUSAGES, column("cellar")]), "column 2"),
            (board(columns=[column({"sausages": 0}), column()]), "column 1"),
            (board(cat={"grey": 0, "red": 4}), "cat row"), (board(cat={"grey": 1, "red": 9}), "cat row"),
            (board(cat={"grey": 1, "red": 4, "covered": {"2": 1}}), "cat row"),
            (board(mouse=True), "not known"),
        ]:
            self.check(content, says)

    def test_bad_files(self):
        huge = self.folder / "huge.json"
        huge.write_text("[" * 10_000_000)
        for path, says in [(huge, "too large"), ("/dev/zero", "too large"), (self.folder, "directory"),
                           (self.folder / "none.json", "No such file")]:
            self.refused(1, "board", "check", path, says=[str(path), says])
            self.refused(1, "board", "show", path, says=[str(path), says])
            self.refused(1, "simulate", "mice", "--board", path, says=[str(path), says])
        self.refused(1, "board", "check", "-", says="M4")
        self.refused(2, "board", "eat", says="eat")
        self.refused(2, "board", says="missing")
        self.refused(2, "board", "show", "--seats", 6, says="seats")
        self.refused(2, "play", "loot", "--board", BOARD, says="loot")
        self.refused(2, "play", "--resume", "x", "--board", BOARD, says="--resume")


main()
