"""bars at the command line: whole games, hidden hands, a real table, tables of one's own, views."""
import itertools
import json
import random
import re

from given import Case, Terminal, choices, environment, main, run

BARS = {"colibri": "Colibri", "cotton": "Cotton Club", "havana": "Havana Bar",
        "jungle": "The Jungle", "lincoln": "Lincoln’s", "jazz": "Jazz House"}
CARD = re.compile(r"(gambler|raid) (\d)(?:, | at (?:the )?)(" + "|".join(BARS.values()) + ")")
IN_STREET = re.compile(r"(\d): ([GR]\d)")
PAYABLE = re.compile(r"in thousands: ([^;.]*)[;.]")
CLEAR = "\x1b[H\x1b[2J\x1b[3J"
HAND_OVER = "Hand the screen to"
MONEY = [5, 10, 15, 20, 25, 30, 40, 50]


def words(text):
    return " ".join(text.split())


def payable(text):
    """The sums that can be offered, from the answer to Enter alone."""
    sums = []
    for part in PAYABLE.search(words(text))[1].split(", "):
        ends = [int(x) for x in re.split("[–-]", part)]
        sums += range(ends[0], ends[-1] + 1, 5)
    return sums


def spoken(card):
    """colibri.g4 as ("gambler", "4", "Colibri")."""
    bar, figure = card.split(".")
    return "gambler" if figure[0] == "g" else "raid", figure[1], BARS[bar]


def hands(events):
    """What each seat holds, from the whole record."""
    held = {}
    for event in events:
        if event.get("do") == "deal":
            held.setdefault(event["seat"], []).append(event["card"])
        elif event.get("do") == "play":
            held[event["by"]].remove(event["card"])
    return held


class Bars(Case):
    def games(self, *args, name="bars.jsonl"):
        path = self.folder / name
        done = run("simulate", "bars", "--record", path, *args)
        self.assertEqual((done.returncode, done.err), (0, ""))
        return path

    def write(self, content, name="table.json"):
        path = self.folder / name
        path.write_text(content)
        return path

    def events(self, path):
        return [json.loads(line) for line in path.read_text().splitlines()]

    def next_line(self, terminal, text, rng):
        """Something that is allowed: a choice, a sum, a card of the table, a throw."""
        if HAND_OVER in text:
            return ""
        question = words(text.splitlines()[-1] if text.splitlines() else text)
        tail = words(text)[-80:]
        if "Which money card" in tail:
            return rng.choice(MONEY)
        if "first croupier?" in question:
            return 1
        if "roll?" in question:
            return rng.randint(1, 6)
        return rng.choice(choices(text) or payable(terminal.ask("")))

    def play_on(self, terminal, rng, look=None):
        text = terminal.read()
        while text is not None:
            if look:
                look(text)
            text = terminal.ask(self.next_line(terminal, text, rng))
        self.assertEqual(terminal.status, 0, terminal.log[-500:])

    def finished(self, path):
        self.assertEqual(self.events(path)[-1]["do"], "end")
        self.assertEqual(run("replay", path).returncode, 0)


class Playing(Bars):
    def test_whole_games(self):
        kinds = [(3, 80, {}), (8, 80, {"NO_COLOR": "1"}), (5, 60, {"TERM": "dumb"}),
                 (4, 30, {"LC_ALL": "C"}), (8, 140, {})]
        for seats, columns, variables in kinds:
            path = self.folder / f"{seats}-{columns}.jsonl"
            terminal = Terminal("play", "bars", "--seats", seats, "--bots", "human,greedy,random",
                                "--seed", seats, "--record", path, "--lang", "en",
                                columns=columns, env=environment(**variables))
            self.play_on(terminal, random.Random(seats))
            self.finished(path)
            text = re.sub(r"\x1b\[[0-9;]*m", "", terminal.log).replace("\r", "")
            for line in text.split("\n"):
                if "jsonl" not in line and "(?" not in line:  # what is typed follows a question
                    self.assertLessEqual(len(line), columns, line)
            if "LC_ALL" in variables:
                self.assertTrue(terminal.log.isascii(), set(terminal.log) - set(map(chr, range(128))))

    def test_questions_while_thinking(self):
        for columns in [40, 100]:
            terminal = Terminal("play", "bars", "--seats", 5, "--seed", 4, columns=columns)
            terminal.read()
            for key, word in [("s", "Still to come"), ("c", "can not see"), ("w", "gambles"),
                              ("t", "Round 1"), ("?", "duel"), ("r B45", "die"), ("", "choose")]:
                self.assertIn(word, words(terminal.ask(key)))
            terminal.ask("q")

    def test_refusals_name_the_rule(self):
        path = self.folder / "game.jsonl"
        terminal = Terminal("play", "bars", "--seats", 4, "--seed", 2, "-o", "first=0", "--record",
                            path)
        terminal.read()
        self.assertIn("B20", terminal.ask("play jazz.g1"))
        self.assertIn("not", terminal.ask("lay moon"))
        terminal.ask("lay colibri")
        held = hands(self.events(path))[0]
        missing = next(f"{bar}.g{n}" for bar in BARS for n in range(1, 7)
                       if f"{bar}.g{n}" not in held)
        self.assertIn("B23", terminal.ask(f"play {missing}"))
        for wrong in ["lay jazz", "offer to=1 sum=20", "answer true"]:
            self.assertIn("B23", words(terminal.ask(wrong)))
        for wrong in ["6", "0", "1 2", "play", "play moon.g1", "offer 9 9 9", "x" * 400]:
            self.assertIsNotNone(terminal.ask(wrong))
        terminal.ask("q")
        self.assertEqual(terminal.status, 0)

    def propose(self, seats=4):
        """A terminal at which somebody is to make an offer."""
        rng = random.Random(1)
        for seed in itertools.count(1):
            terminal = Terminal("play", "bars", "--seats", seats, "--bots", "human,random",
                                "--seed", seed, "--record", self.folder / "haggle.jsonl")
            text = terminal.read()
            while text is not None and choices(text):
                text = terminal.ask(rng.choice(choices(text)))
            if text is not None:
                return terminal, text
        return None

    def test_sums(self):
        terminal, text = self.propose()
        self.assertIn("to win", words(text))
        sums = payable(terminal.ask(""))
        self.assertEqual(sums[0], 0)
        for wrong, rule in [("7", "B41"), ("5,001", "B41"), ("995", "B41"), ("1" * 30, "B41"),
                            ("1715", "B41"), ("3 3", "B41")]:
            self.assertIn(rule, words(terminal.ask(wrong)), wrong)
        for gap in [s for s in range(0, sums[-1], 5) if s not in sums]:
            self.assertIn("B42", words(terminal.ask(gap)))
        self.assertIn("B4", terminal.ask("answer true"))
        before = self.events(self.folder / "haggle.jsonl")
        self.assertIsNotNone(terminal.ask(f"{sums[-1]},000" if sums[-1] else "0"))
        event = self.events(self.folder / "haggle.jsonl")[len(before)]
        self.assertEqual((event["do"], event["sum"]), ("offer", sums[-1]))
        terminal.ask("q")

    def test_sums_that_can_not_be_paid(self):
        """Only whole cards: somewhere there is a gap, and it is refused by its rule."""
        rng = random.Random(5)
        for seed in range(40):
            terminal = Terminal("play", "bars", "--seats", 8, "--bots", "human,random", "--seed",
                                seed)
            text = terminal.read()
            while text is not None:
                if choices(text):
                    text = terminal.ask(rng.choice(choices(text)))
                    continue
                sums = payable(terminal.ask(""))
                gaps = [s for s in range(0, sums[-1], 5) if s not in sums]
                if gaps:
                    self.assertIn("B42", words(terminal.ask(gaps[0])))
                    terminal.ask("q")
                    return
                text = terminal.ask(sums[0])
        self.fail("no gap was found")


class HiddenHands(Bars):
    def hot_seat(self, look, seats=3, people=3, **more):
        path = self.folder / f"game-{seats}-{people}.jsonl"
        bots = ",".join(["human"] * people + ["greedy"] * (seats - people))
        terminal = Terminal("play", "bars", "--seats", seats, "--bots", bots, "--seed", 3,
                            "--names", ",".join(["Ann", "Ben", "Cid", "Dot"][:people]), "--record",
                            path, "--lang", "en", columns=100, **more)
        self.play_on(terminal, random.Random(3), lambda text: look(path, terminal, text))
        self.finished(path)
        return terminal

    def looker(self, screen):
        found = re.findall(r"(Ann|Ben|Cid|Dot) \(you\)", screen)
        self.assertEqual(len(set(found)), 1, screen)
        return ["Ann", "Ben", "Cid", "Dot"].index(found[0])

    def check_screen(self, path, terminal, text):
        """Since it was last wiped the screen holds cards of the one who looks, and no others."""
        screen = terminal.log.rpartition(CLEAR)[2]
        screen = words(re.sub(r"\x1b\[[0-9;]*m", "", screen))
        mentioned, letters = set(CARD.findall(screen)), IN_STREET.findall(screen)
        if HAND_OVER in text:
            self.assertEqual((mentioned, letters), (set(), []))
            self.hand_overs += 1
            return
        held = hands(self.events(path))
        seat = self.looker(screen)
        dealt = {event["card"] for event in self.events(path)
                 if event.get("do") == "deal" and event["seat"] == seat}
        secret = {card for other in held if other != seat for card in held[other]} - dealt
        self.assertEqual(mentioned & set(map(spoken, secret)), set(), screen)
        self.assertLessEqual({letter for _, letter in letters},
                             {card.split(".")[1].upper() for card in dealt})
        self.looks += 1

    def test_each_sees_only_one_hand(self):
        for seats, people in [(3, 3), (6, 4)]:
            self.hand_overs = self.looks = 0
            terminal = self.hot_seat(self.check_screen, seats, people)
            self.assertGreater(self.hand_overs, 12)
            self.assertGreater(self.looks, 40)
            log = terminal.log
            for at in [m.start() for m in re.finditer(HAND_OVER, log)]:
                self.assertTrue(re.search(re.escape(CLEAR) + r"(\x1b\[[0-9;]*m)*$", log[:at]))
                enter = log.index("Enter.", at)
                self.assertRegex(log[enter:enter + 60], re.escape(CLEAR))

    def test_screens_that_can_not_be_wiped(self):
        found = []

        def look(_, terminal, text):
            if HAND_OVER in text:
                found.append(terminal.log.replace("\r", "").rpartition(HAND_OVER)[0][-200:])
        self.hot_seat(look, env=environment(TERM="dumb"))
        self.assertGreater(len(found), 12)
        for before in found:
            self.assertIn("\n" * 60, before)

    def test_undo_by_the_one_who_moved(self):
        path = self.folder / "game.jsonl"
        terminal = Terminal("play", "bars", "--seats", 3, "--bots", "human,human,greedy", "--names",
                            "Ann,Ben", "--seed", 1, "-o", "first=0", "--record", path)
        self.assertIn(HAND_OVER, terminal.read())
        self.assertIn("lay the", words(terminal.ask("")))
        self.assertIn("taken back", terminal.ask("u"))
        before = path.read_bytes()
        self.assertIn("choose a card", terminal.ask("2"))
        self.assertIn("lay the", words(terminal.ask("u")))
        self.assertEqual(path.read_bytes(), before)
        terminal.ask("1")
        self.assertIn("Ben", terminal.ask("1"))
        terminal.ask("")
        before = path.read_bytes()
        self.assertIn("not be taken back", terminal.ask("u"))
        self.assertEqual(path.read_bytes(), before)
        terminal.ask("q")

    def test_no_undo_after_the_cards_are_shown(self):
        terminal = Terminal("play", "bars", "--seats", 4, "--seed", 1, "--record",
                            self.folder / "game.jsonl")
        terminal.read()
        while "turned over" not in terminal.ask("1"):
            pass
        self.assertIn("not be taken back", terminal.ask("u"))
        terminal.ask("q")


class RealTable(Bars):
    def test_money_and_dice_are_typed(self):
        path = self.folder / "game.jsonl"
        terminal = Terminal("play", "bars", "--seats", 3, "--bots", "human,random", "--dealer",
                            "ask", "--seed", 1, "--record", path, "--lang", "en")
        asked = set()

        def look(text):
            for word in ["first croupier?", "goes to the", "croupier lay", "roll?"]:
                if word in words(text)[-80:]:
                    asked.add(word)
        self.play_on(terminal, random.Random(8), look)
        self.finished(path)
        self.assertEqual(len(asked), 4, asked)

    def test_what_is_typed_wrong(self):
        path = self.folder / "game.jsonl"
        terminal = Terminal("play", "bars", "--seats", 4, "--dealer", "ask", "--record", path)
        terminal.read()
        for wrong in ["0", "5", "x", "-1"]:
            self.assertIn("first croupier?", terminal.ask(wrong))
        self.assertIn("Colibri", terminal.ask("1"))
        self.assertEqual(len(hands(self.events(path))[0]), 5)
        for wrong in ["7", "45", "5000000", "x", "0"]:
            self.assertIn("Colibri", terminal.ask(wrong))
        self.assertIn("B5", terminal.ask("7"))
        self.assertIn("Cotton Club", terminal.ask("20"))
        self.assertIn("Havana", terminal.ask("50,000"))
        self.assertIn("Cotton Club", terminal.ask("u"))
        self.assertIn("Colibri", terminal.ask("u"))
        self.assertIn("not be taken back", terminal.ask("u"))  # the hands have been dealt
        terminal.ask("q")
        self.assertEqual(terminal.status, 0)


class Views(Bars):
    def test_a_view_is_a_record_of_its_own(self):
        for seats, answers in [(3, "together"), (5, "in_turn"), (8, "together")]:
            path = self.games("--seats", seats, "--seed", 4, "--games", 2, "--bots",
                              "greedy,random", "-o", f"answers={answers}")
            for seat in [0, seats - 1, "spectator"]:
                seen = self.folder / f"seen-{seat}.jsonl"
                seen.write_bytes(run("view", path, "--seat", seat).stdout)
                self.assertIn(b'"card":null', seen.read_bytes())
                again = run("view", seen, "--seat", seat)
                self.assertEqual((again.stdout, again.err), (seen.read_bytes(), ""))
                told, from_whole = run("replay", seen, "--seat", seat), run("replay", path, "--seat", seat)
                self.assertEqual((told.out, told.err), (from_whole.out, ""))
                self.assertEqual(told.out.count("game is over"), 2)
            self.refused_view(seen)

    def refused_view(self, seen):
        for command in [["replay", seen], ["replay", seen, "--seat", 0]]:
            done = run(*command)
            self.assertEqual((done.returncode, done.err.count("\n")), (1, 1))
            self.assertIn(str(seen), done.err)
        self.assertIn("--seat", run("replay", seen).err)
        self.assertIn("B18", run("replay", seen, "--seat", 0).err)
        self.refused(1, "play", "--resume", seen, says="deal")

    def test_a_whole_record_is_checked_as_a_whole(self):
        """What only somebody else can see to be wrong is wrong for every seat."""
        path = self.games("--seats", 4, "--seed", 4, "--games", 1)
        lines = path.read_text().splitlines()
        deals = [i for i, x in enumerate(lines) if '"do":"deal","seat":1' in x]
        lines[deals[1]] = lines[deals[0]]
        path.write_text("\n".join(lines) + "\n")
        for more in [[], ["--seat", 0]]:
            done = run("replay", path, *more)
            self.assertEqual(done.returncode, 1)
            self.assertIn("B13", done.err)


class WrongLines(Bars):
    def test_what_the_rules_say(self):
        path = self.games("--seats", 3, "--seed", 3, "--games", 1, "--bots", "random")
        lines = path.read_text().splitlines()

        def line(verb):
            return next(i for i, x in enumerate(lines) if f'"do":"{verb}"' in x)

        def wrong(number, text, *says):
            bad = self.write("\n".join(lines[:number] + [text]) + "\n", "bad.jsonl")
            for command in [["replay", bad], ["view", bad, "--seat", 1], ["play", "--resume", bad]]:
                done = run(*command)
                self.assertEqual((done.returncode, done.err.count("\n")), (1, 1), text)
                for word in [f"{bad}:{number + 1}", *says]:
                    self.assertIn(word, done.err)

        play, offer, answer, roll = line("play"), line("offer"), line("answer"), line("roll")
        card = lambda event: json.loads(event)["card"]
        held = hands([json.loads(x) for x in lines[:play]])
        wrong(line("lay"), '{"by":0,"do":"lay","bar":"lincoln"}', "B")
        wrong(line("lay"), '{"by":0,"do":"lay","bar":"moon"}', "bar")
        wrong(play, f'{{"by":0,"do":"play","card":"{held[1][0]}"}}', "B23")
        wrong(play + 1, lines[play].replace(card(lines[play]), held[json.loads(lines[play])["by"]][1]),
              "B23")
        event = json.loads(lines[offer])
        wrong(offer, lines[offer].replace(f'"sum":{event["sum"]}', '"sum":7'), "B41")
        wrong(offer, lines[offer].replace(f'"sum":{event["sum"]}', '"sum":995'), "B41")
        wrong(offer, lines[offer].replace(f'"sum":{event["sum"]}', '"sum":"all"'), "sum")
        wrong(answer, f'{{"by":{event["by"]},"do":"answer","duel":true}}', "B44")
        wrong(answer, f'{{"by":7,"do":"answer","duel":true}}', "by")
        wrong(roll, lines[roll].replace('"value":', '"value":9'), "value")
        wrong(line("money"), '{"by":"chance","do":"money","bar":"colibri","value":45}', "B5")
        wrong(line("money"), '{"by":"chance","do":"money","bar":"jungle","value":5}', "B20")
        wrong(line("show"), lines[play], "B23")


class Tables(Bars):
    CARDS = '{"gamblers":[1,1,3,4,4,5,5,6],"raids":[3,4,5,6]}'
    STOCK = '{"5":13,"10":14,"15":14,"20":14,"25":7,"30":7,"40":7,"50":8}'

    def test_tables_travel_in_the_record(self):
        cards = self.write(self.CARDS.replace(",", ",\n "), "cards.json")
        money = self.write(self.STOCK, "money.json")
        path = self.games("--cards", cards, "--money", money, "--games", 1, "--seed", 1)
        options = self.events(path)[0]["options"]
        self.assertEqual(options, {"cards": json.loads(self.CARDS), "money": json.loads(self.STOCK)})
        self.assertEqual(run("replay", path).returncode, 0)
        same = self.games("-o", f"cards={self.CARDS}", "-o", f"money={self.STOCK}", "--games", 1,
                          "--seed", 1, name="same.jsonl")
        self.assertEqual(path.read_bytes(), same.read_bytes())
        self.refused(2, "play", "--resume", path, "--cards", cards, says="--cards")
        printed = '{"gamblers":[6,5,4,4,3,3,2,1],"raids":[6,5,4,3]}'
        path = self.games("--cards", self.write(printed), "--games", 1, "--seed", 1)
        self.assertNotIn("options", self.events(path)[0])

    def test_wrong_tables(self):
        for cards in ["[]", "{}", "3", self.CARDS.replace("5,6]", "6,6]"), self.CARDS.replace("8", "9"),
                      '{"gamblers":[1,1,3,4,4,5,5,6]}', self.CARDS.replace("[1,", "[0,"),
                      self.CARDS.replace("[1,1,", "[1,"), self.CARDS.replace("3,4,4", "2,4,4"),
                      self.CARDS.replace('"raids"', '"police"'), self.CARDS.replace("6]", '"six"]')]:
            if cards == self.CARDS:
                continue
            path = self.write(cards)
            for command in ["play", "simulate", "perft"]:
                self.refused(1, command, "bars", "--cards", path, says=[str(path), "B4"])
        for money in ["[]", "{}", self.STOCK.replace("13", "14"), self.STOCK.replace("13", "-1"),
                      self.STOCK.replace('"50"', '"60"'), self.STOCK.replace(',"50":8', "")]:
            path = self.write(money)
            for command in ["play", "simulate", "perft"]:
                self.refused(1, command, "bars", "--money", path, says=[str(path), "B5"])

    def test_wrong_files(self):
        missing = self.folder / "missing.json"
        for option in ["--cards", "--money"]:
            self.refused(1, "perft", "bars", option, missing, says=[str(missing), "No such file"])
            self.refused(1, "perft", "bars", option, self.folder, says="Is a directory")
            self.refused(1, "perft", "bars", option, "/dev/zero", says="/dev/zero")
            for text in ["", "hello", self.CARDS[:-1], self.CARDS + "}", '{"raids":\xff}', "{" * 100,
                         "\n" * 100000 + "x" * 100]:
                path = self.write(text)
                self.refused(1, "perft", "bars", option, path, says=str(path))
        self.refused(2, "perft", "loot", "--cards", self.write(self.CARDS), says="cards")


main()
