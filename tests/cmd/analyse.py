"""analyse, rollout and hint: the numbers add up, every form says the same, and whatever is wrong with the input is said in one
line."""
import functools
import hashlib
import json
import os
import pathlib
import re
import resource

from given import Case, LANGUAGES, main, run

NETS = pathlib.Path(__file__).parents[2] / "nets"
RECORDS = pathlib.Path(__file__).parents[1] / "records"
TERMS = ["luck", "hidden", "own", "gifts", "drift"]
GAMES = [("loot", 2), ("bars", 3), ("mice", 2)]


@functools.cache
def simulate(game, seats, games=1, more=()):
    done = run("simulate", game, "--seats", seats, "--games", games, "--seed", 3, "--bots", "casual", "--record", "-", *more)
    assert done.returncode == 0, done.err
    return done.out


# The rule that is named beside the reason for a choice, by what is chosen.
RULES = {
    "loot": {"draw": "L32", "thief": "L15", "court": "L25", "bid": "L22", "pass": "L32"},
    "bars": {"lay": "B20", "play": "B31|B33", "offer": "B41", "answer": "B44|B46|B49"},
    "mice": {"roll": "M21", "retrieve": "M28", "reroll": "M22", "place": "M40|M25", "done": "M23", "support": "M80",
             "decline": "M81", "anna": "M60", "candy": "M62", "secure": "M64", "skip": "M64", "steal": "M65", "share": "M66"},
}


class Analysed(Case):
    known = {}  # what was said of a record: the same record, the same words

    def record_of(self, game, seats, **more):
        path = self.folder / f"{game}.jsonl"
        path.write_text(simulate(game, seats, **more))
        return path

    def analysed(self, path):
        """What is said of a record of one game."""
        text = path.read_text()
        if text not in self.known:
            [self.known[text]] = self.analyse(path)
        return self.known[text]

    def analyse(self, *args):
        done = run("analyse", *args, "--json")
        self.assertEqual((done.returncode, done.err), (0, ""))
        return [json.loads(line) for line in done.out.splitlines()]


class Numbers(Analysed):
    def setUp(self):
        super().setUp()
        self.seen_marks = set()

    def check_game(self, told):
        """All that is promised of one object, recomputed from its steps."""
        seats = told["seats"]
        for player in told["players"]:
            seat, total = player["seat"], player["start"]
            sums = {term: sum(step[term][seat] for step in told["steps"]) for term in TERMS}
            for term in TERMS:
                name = "unexplained" if term == "drift" else term
                self.assertAlmostEqual(sums[term], player[name], delta=1e-9)
            for step in told["steps"]:
                total += sum(step[term][seat] for term in TERMS)
                self.assertAlmostEqual(total, step["win"][seat], delta=1e-9)
            self.assertAlmostEqual(total, player["result"], delta=1e-9)
            self.assertTrue(0 <= player["accuracy"] <= 100)
        for step in told["steps"]:
            self.assertAlmostEqual(sum(step["win"]), 1, delta=1e-9)
            self.assertAlmostEqual(sum(step["luck"]), 0, delta=1e-9)
            if step["kind"] != "chance":
                self.assertEqual(step["luck"], [0] * seats)
            if told["game"] != "bars":
                self.assertAlmostEqual(sum(step["own"]) + sum(step["gifts"]), 0, delta=1e-9)
        self.assertAlmostEqual(sum(p["result"] for p in told["players"]), 1, delta=1e-9)

    def check_decision(self, told, decision, lines):
        self.assertEqual(decision["chosen"], lines[decision["line"]])
        chosen, best = (decision["choices"].index(decision[name]) for name in ("chosen", "best"))
        win, seats = decision["win"], told["seats"]
        self.assertEqual(len(win), len(decision["choices"]))
        self.assertGreater(len(win), 1)
        self.assertEqual(win[best], max(win))
        self.assertAlmostEqual(win[best] - win[chosen], decision["loss"], delta=1e-9)
        self.assertAlmostEqual(win[best] - sum(win) / len(win), decision["stake"], delta=1e-9)
        self.check_mark(told["game"], decision, decision["loss"] * seats, chosen)
        self.assertRegex(decision["why"], rf"\w.* \(({RULES[told['game']][decision['best']['do']]})\)$")
        if decision["best"]["do"] == "place":
            self.assertEqual(decision["why"].endswith("(M25)"), decision["best"]["column"] == "cat")

    def check_mark(self, game, decision, loss, chosen):
        """The mark is that of the loss in fair shares; in bars there may be a doubt, or a mixture that plays it, too."""
        expected = "fine"
        for mark, least in [("doubtful", 0.08), ("mistake", 0.2), ("blunder", 0.4)]:
            if loss >= least:
                expected = mark
        if game == "bars":
            doubt, mix = decision["half_width"] or 0, decision.get("mix")
            if doubt > decision["loss"] or (mix and mix[chosen] >= 0.05):
                expected = "fine"
            elif not mix and decision["mark"] == "fine":  # it may be the only choice of the mixture, and not the best one
                return
        else:
            self.assertIsNone(decision["half_width"])
            self.assertNotIn("mix", decision)
        self.assertEqual(decision["mark"], expected, decision)
        self.seen_marks.add((game, expected))

    def test_identity(self):
        for game, seats in GAMES:
            path = self.record_of(game, seats)
            lines = [json.loads(line) for line in path.read_text().splitlines()]
            told = self.analysed(path)
            self.assertEqual((told["game"], told["seats"], told["finished"]), (game, seats, True))
            self.check_game(told)
            for decision in told["decisions"]:
                self.check_decision(told, decision, lines)
            self.check_marks(told)
        self.assertEqual({mark for game, mark in self.seen_marks if game != "bars"}, {"fine", "doubtful", "mistake", "blunder"})

    def check_marks(self, told):
        for player in told["players"]:
            mine = [d for d in told["decisions"] if d["seat"] == player["seat"]]
            self.assertEqual(player["decisions"], len(mine))
            for mark, count in player["marks"].items():
                self.assertEqual(count, sum(d["mark"] == mark for d in mine))
            for kind, sums in player["kinds"].items():
                of_kind = [d["loss"] for d in mine if d["kind"] == kind]
                self.assertEqual(sums["decisions"], len(of_kind))
                self.assertAlmostEqual(sums["loss"], sum(of_kind), delta=1e-9)

    def test_same_every_time(self):
        path = self.record_of("loot", 2, games=3)
        one = run("analyse", path, "--json", "--jobs", 1)
        many = run("analyse", path, "--json", "--jobs", 3)
        self.assertEqual(one.out, many.out)
        self.assertEqual(one.out.count("\n"), 3)

    def test_many_cheques(self):
        """An ending with many cheques left is not small, however few cards there are: their order matters."""
        seconds = 20  # of a core; it once took minutes
        done = run("analyse", RECORDS / "loot-five-cheques.jsonl", "--json",
                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)))
        self.assertEqual((done.returncode, done.err), (0, ""))
        self.check_game(json.loads(done.out))

    def test_seat(self):
        path = self.record_of("loot", 2)
        [told] = self.analyse(path, "--seat", 1)
        self.assertEqual({d["seat"] for d in told["decisions"]}, {1})
        self.check_game(told)


class Forms(Analysed):
    def test_table_adds_up(self):
        for game, seats in GAMES:
            done = run("analyse", self.record_of(game, seats))
            self.assertEqual((done.returncode, done.err), (0, ""))
            rows = re.findall(r"^casual-\d +(.*)$", done.out, re.M)
            self.assertEqual(len(rows), seats)
            for row in rows:
                *terms, result, accuracy = [int(n.replace("−", "-")) for n in row.split()]
                self.assertEqual(sum(terms), result, row)
                self.assertTrue(0 <= accuracy <= 100)

    def test_languages(self):
        path = self.record_of("loot", 2)
        told = {lang: run("analyse", path, "--lang", lang).out for lang in LANGUAGES}
        self.assertEqual(len(set(told.values())), len(LANGUAGES))
        self.assertIn("Glück", told["de"])

    def test_page(self):
        path, page = self.record_of("loot", 2, games=2), self.folder / "page.html"
        done = run("analyse", path, "--html", page, "--lang", "de")
        self.assertEqual((done.returncode, done.out, done.err), (0, "", ""))
        text = page.read_text()
        self.assertIn('<html lang="de">', text)
        self.assertEqual(text.count("<svg"), 2)
        self.assertIn("prefers-color-scheme", text)
        for outside in ["<script", "src=", "http://", "https://", "url("]:
            self.assertNotIn(outside, text)
        self.assertEqual(run("analyse", path, "--html", "-", "--lang", "de").out, text)

    def test_page_adds_up(self):
        """The chances at a turning point make 100 as they are read, before and after."""
        path, page = self.record_of("bars", 3, games=3), self.folder / "page.html"
        run("analyse", path, "--html", page)
        turns = re.findall(r"</span><br>(\S+ \d+ → \d+(?: · \S+ \d+ → \d+)+)</li>", page.read_text())
        self.assertGreater(len(turns), 2)
        for turn in turns:
            for side in zip(*re.findall(r"(\d+) → (\d+)", turn)):
                self.assertEqual(sum(map(int, side)), 100, turn)

    def test_one_accuracy(self):
        """Whoever rounds what is in the JSON has the number of the table: it was rounded nowhere before."""
        for game, seats in GAMES:
            path = self.record_of(game, seats)
            for player in self.analysed(path)["players"]:
                self.assertNotAlmostEqual(player["accuracy"], round(player["accuracy"], 1), delta=1e-9)
            rows = re.findall(r"^casual-\d .* (\d+)$", run("analyse", path).out, re.M)
            self.assertEqual([int(row) for row in rows], [int(p["accuracy"] + 0.5) for p in self.analysed(path)["players"]])

    def test_names_are_text(self):
        path, page = self.record_of("loot", 2), self.folder / "page.html"
        path.write_text(path.read_text().replace("casual-1", "<b>&amp;"))
        run("analyse", path, "--html", page)
        self.assertNotIn("<b>", page.read_text())
        self.assertIn("&lt;b&gt;&amp;amp;", page.read_text())

    def test_summary(self):
        first, second = self.record_of("loot", 2, games=2), self.record_of("mice", 2)
        done = run("analyse", first, second, "--summary")
        self.assertEqual((done.returncode, done.err), (0, ""))
        self.assertEqual(len(re.findall(r"^casual-\d +2 ", done.out, re.M)), 2)
        self.assertEqual(len(re.findall(r"^casual-\d +1 ", done.out, re.M)), 2)
        rows = [line.split(",") for line in run("analyse", first, second, "--summary", "--csv").out.splitlines()]
        self.assertEqual({len(row) for row in rows}, {len(rows[0])})
        self.assertEqual(len(rows), 5)
        told = self.analyse(first)
        luck = sum(game["players"][0]["luck"] for game in told) / 2
        [mine] = [dict(zip(rows[0], row)) for row in rows if row[:2] == ["loot", '"casual-1"']]
        self.assertAlmostEqual(float(mine["luck"]), luck, delta=1e-6)


class Input(Analysed):
    def test_unfinished(self):
        path = self.record_of("loot", 2)
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(lines[:60]))
        [told] = self.analyse(path)
        self.assertFalse(told["finished"])
        self.assertIn("not over", run("analyse", path).out)
        path.write_text(lines[0])
        [told] = self.analyse(path)
        self.assertEqual(told["steps"], [])
        done = run("analyse", path, "--summary")
        self.assertEqual((done.returncode, done.out), (0, ""))  # no table without a row
        self.assertIn("left out", done.err)

    def test_cut(self):
        path = self.record_of("loot", 2)
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(lines[:60]) + lines[60][:9])
        done = run("analyse", path, "--json")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.err.count("\n"), 1)
        self.assertIn(f"{path}:61", done.err)
        whole = self.folder / "whole.jsonl"
        whole.write_text("".join(lines[:60]))
        self.assertEqual(done.out, run("analyse", whole, "--json").out)

    def test_left(self):
        path = self.record_of("loot", 2)
        lines = path.read_text().splitlines(keepends=True)
        before = self.analysed(path)["players"]
        path.write_text("".join([*lines[:1], '{"by":1,"do":"leave","why":"resign"}\n', '{"by":1,"do":"return"}\n', *lines[1:]]))
        self.assertEqual(self.analyse(path)[0]["players"], before)

    def test_played_for(self):
        """What a bot plays for somebody who has left changes the chances, and is nobody's decision."""
        for game, seats in GAMES:
            path = self.record_of(game, seats)
            lines = path.read_text().splitlines(keepends=True)
            whole = self.analysed(path)
            own = [d["line"] for d in whole["decisions"] if d["seat"] == 1]
            first, last = own[2], own[len(own) // 2]
            path.write_text("".join([*lines[:first], '{"by":1,"do":"leave","why":"timeout"}\n', *lines[first:last],
                                     '{"by":1,"do":"return"}\n', *lines[last:]]))
            [told] = self.analyse(path)

            def number(line):  # in the record without the two lines
                return line if line < first else line - 1 if line < last + 1 else line - 2
            self.assertEqual([(number(d["line"]), d["seat"]) for d in told["decisions"]],
                             [(d["line"], d["seat"]) for d in whole["decisions"]
                              if d["seat"] != 1 or not first <= d["line"] < last])
            self.assertEqual([s["own"] for s in told["steps"]], [s["own"] for s in whole["steps"]])
            before, after = whole["players"], told["players"]
            self.assertEqual(after[0], before[0])
            for name in ["luck", "hidden", "own", "gifts", "unexplained", "result"]:
                self.assertEqual(after[1][name], before[1][name])
            mine = [d for d in told["decisions"] if d["seat"] == 1]
            self.assertEqual(after[1]["decisions"], len(mine))
            self.assertEqual(sum(kind["decisions"] for kind in after[1]["kinds"].values()), len(mine))
            self.assertLess(len(mine), before[1]["decisions"])
            for mark, count in after[1]["marks"].items():
                self.assertEqual(count, sum(d["mark"] == mark for d in mine))

    def test_wrong_lines(self):
        path = self.record_of("loot", 2, games=2)
        lines = path.read_text().splitlines(keepends=True)
        lines[20] = '{"by":0,"do":"bid","cheque":99}\n'
        path.write_text("".join(lines))
        done = run("analyse", path, "--json")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.err.count("\n"), 1)
        self.assertIn(f"{path}:21", done.err)
        self.assertEqual(done.out.count("\n"), 1)  # the other game

    def test_view(self):
        path, view = self.record_of("bars", 3), self.folder / "view.jsonl"
        view.write_text(run("view", path, "--seat", 1).out)
        self.refused(1, "analyse", view, says=[str(view), "hint", "rollout"])
        loot = self.record_of("loot", 2)
        self.assertEqual(run("view", loot, "--seat", 1).out, loot.read_text())

    def test_no_file(self):
        empty = self.folder / "empty"
        empty.write_text("")
        self.refused(1, "analyse", self.folder / "nothing", says="nothing")
        self.refused(1, "analyse", empty, says="no record")
        self.refused(1, "analyse", self.folder, says=str(self.folder))
        self.refused(2, "analyse", says="FILE")

    def test_options(self):
        path = self.record_of("loot", 2)
        for nodes in ["0", "-1", "x", "", "99999999999999999999"]:
            self.refused(2, "analyse", path, "--nodes", nodes, says="--nodes")
        for seat in ["8", "-1", "x"]:
            self.refused(2, "analyse", path, "--seat", seat, says="--seat")
        self.refused(1, "analyse", path, "--seat", 5, says="seat 5")
        self.refused(2, "analyse", path, "--jobs", 0, says="--jobs")
        self.refused(2, "analyse", path, "--json", "--summary", says="--json")
        self.refused(2, "analyse", path, "--csv", says="--summary")
        self.refused(1, "analyse", path, "--nets", self.folder, says="net")

    def test_full_disk(self):
        path, page = self.record_of("loot", 2), self.folder / "page.html"
        self.refused(1, "analyse", path, "--html", "/dev/full", says="/dev/full")
        self.refused(1, "analyse", path, "--html", self.folder / "no" / "page", says="page")
        page.write_text("old")
        done = run("analyse", path, "--html", page, restore_signals=False,  # SIGXFSZ stays ignored
                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)))
        self.assertEqual(page.read_text(), "old")
        self.assertEqual((done.returncode, done.err.count("\n")), (1, 1))
        self.assertEqual(sorted(os.listdir(self.folder)), ["loot.jsonl", "page.html"])

    def test_other_board(self):
        """A board that no net knows is judged all the same, and it is said by what."""
        board = self.folder / "board.json"
        shown = json.loads(run("board", "show", "--json").out)
        shown["columns"][0]["cells"][0]["ask"] = 4
        board.write_text(json.dumps(shown))
        told = run("analyse", self.record_of("mice", 2, more=("--board", str(board))))
        self.assertEqual((told.returncode, told.err), (0, ""))
        self.assertIn("No net has learnt this board", told.out)
        self.assertNotIn("No net has learnt", run("analyse", self.record_of("mice", 2)).out)


class Hints(Analysed):
    def decision(self, path, kinds):
        """The number of the first line by a seat that does one of these."""
        for number, line in enumerate(path.read_text().splitlines()):
            event = json.loads(line)
            if isinstance(event.get("by"), int) and event["do"] in kinds:
                return number, event
        raise AssertionError("there is none")

    def test_hint(self):
        for game, seats in GAMES:
            path = self.record_of(game, seats)
            told = self.analysed(path)["decisions"][2]
            done = run("hint", path, "--at", told["line"], "--seat", told["seat"], "--json")
            self.assertEqual((done.returncode, done.err), (0, ""))
            hint = json.loads(done.out)
            self.assertEqual((hint["line"], hint["seat"], hint["source"]), (told["line"], told["seat"], "net"))
            self.assertEqual(sorted(map(json.dumps, (c["action"] for c in hint["choices"]))),
                             sorted(map(json.dumps, told["choices"])))
            for choice in hint["choices"]:  # no more digits than are known
                self.assertEqual(choice["win"], round(choice["win"], 2))
            words = run("hint", path, "--at", told["line"], "--seat", told["seat"])
            self.assertEqual((words.returncode, words.err), (0, ""))
            self.assertIn(hint["choices"][0]["words"][:30], words.out)

    def test_exact(self):
        """What is said to be exact is so of every choice: as in the analysis."""
        path = self.folder / "loot.jsonl"
        path.write_text(run("simulate", "loot", "--seats", 3, "--games", 1, "--seed", 5, "--bots", "casual", "--record", "-").out)
        told = self.analysed(path)
        exact = {step["line"]: step.get("exact", False) for step in told["steps"]}
        late = told["decisions"][-6:]
        self.assertTrue(any(exact[decision["line"]] for decision in late))
        for decision in late:
            hint = json.loads(run("hint", path, "--at", decision["line"], "--json").out)
            self.assertEqual(hint["exact"], exact[decision["line"]])
            for choice in hint["choices"] if hint["exact"] else []:
                win = decision["win"][decision["choices"].index(choice["action"])]
                self.assertAlmostEqual(choice["win"], win, delta=1e-6)

    def test_view(self):
        path, view = self.record_of("bars", 3), self.folder / "view.jsonl"
        view.write_text(run("view", path, "--seat", 1).out)
        told = [d for d in self.analysed(path)["decisions"] if d["seat"] == 1][0]
        args = ["--at", told["line"], "--seat", 1, "--json"]
        self.assertEqual(run("hint", view, *args).out, run("hint", path, *args).out)
        self.refused(1, "hint", view, "--at", told["line"], says="--seat")

    def test_no_net(self):
        path = self.record_of("loot", 2)
        number, _ = self.decision(path, {"bid", "pass"})
        hint = json.loads(run("hint", path, "--at", number, "--json", "--nets", self.folder).out)
        self.assertEqual(hint["source"], "none")
        self.assertNotIn("win", hint["choices"][0])

    def test_refused(self):
        path, two = self.record_of("loot", 2), self.folder / "two.jsonl"
        two.write_text(simulate("loot", 2, games=2))
        chance = next(n for n, line in enumerate(path.read_text().splitlines()) if '"chance"' in line)
        for command in ["hint", "rollout"]:
            self.refused(1, command, path, "--at", 99999, says="99999")
            self.refused(1, command, path, "--at", chance, says=str(chance))
            self.refused(1, command, path, says="no decision")
            self.refused(2, command, path, "--at", 0, says="--at")
            self.refused(2, command, path, "--at", "x", says="--at")
            self.refused(1, command, two, says="several")
            self.refused(1, command, self.folder / "nothing", says="nothing")
        number, event = self.decision(path, {"bid", "pass"})
        self.refused(1, "hint", path, "--at", number, "--seat", 1 - event["by"], says="nothing to decide")


class Rollouts(Analysed):
    def position(self, game="loot", seats=2, part=0.8):
        """A decision late in a game, where playing on is quick."""
        path = self.record_of(game, seats)
        told = [d for d in self.analysed(path)["decisions"] if d["stake"] > 0.01]
        return path, told[int(part * len(told))]

    def rollout(self, path, decision, *more):
        done = run("rollout", path, "--at", decision["line"], "--seed", 5, "--bots", "casual", "--json", *more)
        self.assertEqual((done.returncode, done.err), (0, ""))
        return json.loads(done.out)

    def test_numbers(self):
        for game, seats in GAMES:
            path, decision = self.position(game, seats, 0.95)
            told = self.rollout(path, decision, "--games", 8)
            self.assertEqual((told["deals"], told["factor"]), (8, 1))
            wins = [c["win"] for c in told["choices"]]
            best = wins.index(max(wins))
            self.assertEqual(told["choices"][best]["action"], told["best"])
            self.assertEqual(sum(c["chosen"] for c in told["choices"]), 1)
            for choice in told["choices"]:
                self.assertIn(choice["action"], decision["choices"])
                self.assertAlmostEqual(choice["less"], max(wins) - choice["win"], delta=2e-5)

    def test_same_seed(self):
        path, decision = self.position()
        one = self.rollout(path, decision, "--games", 40, "--jobs", 1)
        self.assertEqual(one, self.rollout(path, decision, "--games", 40, "--jobs", 3))
        kept = self.folder / "kept"
        self.rollout(path, decision, "--games", 13, "--resume", kept)
        self.assertEqual(one, self.rollout(path, decision, "--games", 40, "--resume", kept))
        self.assertEqual(one, self.rollout(path, decision, "--games", 40, "--resume", kept))  # nothing is left to play

    def test_other_file(self):
        path, decision = self.position()
        kept = self.folder / "kept"
        self.rollout(path, decision, "--games", 4, "--resume", kept)
        args = ["rollout", path, "--at", decision["line"], "--games", 4, "--resume", kept]
        self.refused(1, *args, "--bots", "greedy", says=str(kept))
        self.refused(1, *args, "--bots", "casual", "--seed", 6, says="seed")
        good = kept.read_text()
        numbers = good.splitlines()[-1]
        for last in ["nan" + numbers[numbers.index(" "):], "inf" + numbers[numbers.index(" "):], numbers + " 0x0p+0",
                     numbers[:numbers.rindex(" ")], ""]:
            kept.write_text(good[:-len(numbers) - 1] + last + "\n")
            self.refused(1, *args, "--bots", "casual", says=str(kept))
        for text in ["nonsense\n", good[:-1], ""]:  # a number that is cut off may be another one
            kept.write_text(text)
            self.refused(1, *args, "--bots", "casual", says=str(kept))

    def test_other_net(self):
        """Deals that were played and judged by another net are not mixed with new ones."""
        path, decision = self.position()
        kept, nets = self.folder / "kept", self.folder / "nets"
        self.rollout(path, decision, "--games", 4, "--resume", kept)
        nets.mkdir()
        net = bytearray((NETS / "loot.net").read_bytes())
        net[len(net) // 2] ^= 1
        net[-32:] = hashlib.sha256(net[:-32]).digest()
        (nets / "loot.net").write_bytes(net)
        args = ["rollout", path, "--at", decision["line"], "--games", 8, "--bots", "casual", "--resume", kept]
        self.refused(1, *args, "--nets", nets, says=str(kept))
        self.assertEqual(run(*args).returncode, 0)

    def test_all_alike(self):
        """Of games that all ended the same way it is not known for certain that the next one does."""
        path = self.folder / "loot.jsonl"
        path.write_text(run("simulate", "loot", "--seats", 2, "--games", 1, "--seed", 11, "--bots", "casual", "--record", "-").out)
        decision = self.analysed(path)["decisions"][-6]
        told = self.rollout(path, decision, "--games", 40)
        plain = self.rollout(path, decision, "--games", 40, "--vary", "none")
        alike = [i for i, c in enumerate(plain["choices"]) if c["win"] in (0, 1)]
        self.assertGreater(len(alike), 0)
        for i in alike:
            self.assertGreater(told["choices"][i]["half_width"], 0.05)
            self.assertEqual(told["choices"][i]["half_width"], plain["choices"][i]["half_width"])

    def test_variance(self):
        """Luck has the mean zero: without it the chances are the same, and known better."""
        path, decision = self.position(part=0.5)
        plain = self.rollout(path, decision, "--games", 120, "--vary", "none")
        luck = self.rollout(path, decision, "--games", 40)
        self.assertEqual((plain["reduction"], plain["factor"]), (1, 0))
        self.assertGreater(luck["reduction"], 1)
        for one in luck["choices"]:
            for other in plain["choices"]:
                if one["action"] == other["action"]:
                    self.assertLess(abs(one["win"] - other["win"]), 2 * (one["half_width"] + other["half_width"]))

    def test_words(self):
        path, decision = self.position()
        done = run("rollout", path, "--at", decision["line"], "--games", 8, "--bots", "casual", "--all")
        self.assertEqual((done.returncode, done.err), (0, ""))
        self.assertIn("as in the record", done.out)
        self.assertEqual(done.out.count("±"), 2 * len(decision["choices"]) - 1)

    def test_view(self):
        path, view = self.record_of("bars", 3), self.folder / "view.jsonl"
        view.write_text(run("view", path, "--seat", 1).out)
        decision = [d for d in self.analysed(path)["decisions"] if d["seat"] == 1][-1]
        args = [decision, "--seat", 1, "--games", 6]
        self.assertEqual(self.rollout(view, *args), self.rollout(path, *args))

    def test_options(self):
        path, decision = self.position()
        args = ["rollout", path, "--at", decision["line"]]
        for value in ["0", "x", "", "-1", "51", "nan"]:
            self.refused(2, *args, "--until", value, says="--until")
        self.refused(2, *args, "--vary", "dice", says="--vary")
        self.refused(2, *args, "--games", 0, says="--games")
        self.refused(2, *args, "--games", 5, "--until", 1, says="--games")
        self.refused(2, *args, "--bots", "exec:x", says="exec:")
        self.refused(1, *args, "--nets", self.folder, says="net")
        self.refused(1, *args, "--games", 2, "--bots", "casual", "--resume", "/dev/full", says="/dev/full")


class InPlay(Analysed):
    def test_key(self):
        """a shows the analysis when a game is over; anything else ends."""
        path = self.record_of("loot", 2)
        lines = path.read_text().splitlines(keepends=True)
        for answer, shown in [("a\n\n", True), ("\n", False), ("", False)]:
            done = run("play", "--resume", path, "--bots", "human,casual", stdin=answer)
            self.assertEqual(done.returncode, 0, done.err)
            self.assertEqual("adds up" in done.out, shown)
        self.assertEqual(path.read_text(), "".join(lines))


if __name__ == "__main__":
    main()
