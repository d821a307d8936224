"""Hints: one key says what master would do, what every choice is worth, and why."""
import json
import random
import re

from given import Case, LANGUAGES, Terminal, choices, environment, main, run

PERCENT = {"en": r" \d+\.\d%", "de": r" \d+,\d %", "es": r" \d+,\d %", "hu": r" \d+,\d%", "it": r" \d+,\d%"}
JUDGED = re.compile(r"^ {0,2}(\d+|   ) +(\d+\.\d)%  (.*)$", re.MULTILINE)
KNOWN = "What master would do: "
REASONED = "greedy would do: "
COMPARED = re.compile(r"(?:About|promises about) ([\d,]+).*(?:of the second choice|choice it would be) ([\d,]+)")
AGAINST = "That alone would speak for another choice"


def unwrapped(text):
    return re.sub(r"\n +", " ", text)


def typed(number, label):
    """How a person makes the choice of a hint: by its number, or in figures."""
    if number:
        return number
    if label.startswith("Keep"):
        return "keep"
    if label.startswith("Offer"):
        return re.search(r"([\d,]+)$", label)[1].replace(",", "")[:-3] or "0"
    back = re.search(r"the (?:(\d+) dice|die) that came back", label)
    shown = re.search(r"Roll again: ([\d ]+)", label)
    return " ".join((shown[1].split() if shown else []) + ["x"] * int((back[1] or 1) if back else 0)) or None


class Hints(Case):
    def hint(self, terminal):
        """The choice, the sentence, and all that was judged."""
        text = terminal.ask("h")
        self.assertNotIn("{", text)
        if "nothing to choose" in text:
            return None, "", []
        plain = unwrapped(text)
        found = re.search(f"(?:{KNOWN}|{REASONED})(.*)\n(.*\\.)\n", plain)
        self.assertTrue(found, text)
        judged = JUDGED.findall(text)
        wins = [float(win) for _, win, _ in judged]
        self.assertEqual(wins, sorted(wins, reverse=True), text)
        self.assertTrue(all(0 <= win <= 100 for win in wins), text)
        self.assertLessEqual(len(judged), 11)
        self.assertEqual(bool(judged), KNOWN in plain, text)
        return found[1], found[2], judged

    def follow(self, game, seats, moves, env=None):
        """A game by hints alone, or by chance where a hint can not be typed."""
        rng = random.Random(seats)
        terminal = Terminal("play", game, "--seats", seats, "--seed", seats, "--bots", "casual",
                            "--lang", "en", env=env)
        text, sentences = terminal.read(), set()
        while text is not None and moves > 0:
            offered = choices(text)
            best, why, judged = self.hint(terminal)
            compared = COMPARED.search(why)
            if compared:
                here, there = (int(sum.replace(",", "")) for sum in compared.groups())
                self.assertEqual(here < there, AGAINST in why, why)
            sentences.add(re.sub(r"[\d,.+−]+", "#", why))
            number = next((n.strip() for n, _, label in judged if best and label.startswith(best)), "")
            answer = typed(number, best) if best and (not offered or "roll again" in text) else number
            if offered and (not answer or int(answer) not in offered):
                answer = rng.choice(offered)
            moves -= 1
            text = terminal.ask(answer if answer is not None else "")
            self.assertNotIn("Not allowed", text or "", (best, answer))
        if text is not None:
            terminal.type("q")
            terminal.end()
        return sentences

    def test_loot(self):
        self.assertGreaterEqual(len(self.follow("loot", 3, 120)), 4)

    def test_bars(self):
        sentences = self.follow("bars", 4, 60)
        self.assertGreaterEqual(len(sentences), 3)
        self.assertTrue(any(AGAINST in why for why in sentences), sentences)

    def test_mice(self):
        self.assertGreaterEqual(len(self.follow("mice", 3, 60)), 4)
        self.follow("mice", 2, 40)

    def test_without_a_net(self):
        """Says so, and gives what it can."""
        env = environment(RAZZIA_NETS=str(self.folder))
        for game in ["loot", "bars", "mice"]:
            terminal = Terminal("play", game, "--seats", 3, "--bots", "casual", "--seed", 4, env=env)
            text = terminal.read()
            for _ in range(3):
                if choices(text):
                    text = terminal.ask(choices(text)[0])
            self.assertIn("Nothing has been learnt here", unwrapped(terminal.ask("h")))
            terminal.type("q")
            terminal.end()
            self.assertEqual(terminal.status, 0)
        heard = " ".join(why for seats in (3, 4, 5) for why in self.follow("bars", seats, 60, env))
        self.assertIn("The offer is", heard)
        self.assertIn("With the money there", heard)
        self.assertNotIn("second choice", heard)  # greedy knows no more than it says
        self.assertNotIn(AGAINST, heard)

    def test_board_that_nobody_has_learnt(self):
        """Says so; chances are told all the same."""
        board = json.loads(run("board", "show", "--json").out)
        board["columns"][0]["cells"][1]["ask"] = 5
        mine = self.folder / "mine.json"
        mine.write_text(json.dumps(board))
        terminal = Terminal("play", "mice", "--seats", 2, "--bots", "human", "--seed", 4, "--board", mine,
                            "--lang", "en")
        terminal.ask(choices(terminal.read())[0])
        text = terminal.ask("h")
        self.assertIn("Nobody has learnt this board", unwrapped(text))
        self.assertNotIn(KNOWN, text)
        self.assertTrue(JUDGED.findall(text), text)
        terminal.type("q")
        terminal.end()

    def test_every_language(self):
        texts = set()
        for language in LANGUAGES:
            terminal = Terminal("play", "loot", "--seats", 3, "--bots", "casual", "--seed", 4,
                                "--lang", language)
            terminal.read()
            text = terminal.ask("h")
            self.assertNotIn("{", text)
            self.assertEqual(language == "en", KNOWN in text)
            self.assertTrue(re.search(PERCENT[language], text), text)
            texts.add(text)
            terminal.type("q")
            terminal.end()
        self.assertEqual(len(texts), len(LANGUAGES))


main()
