"""What stands on the screen: widths, signs, sums that can be paid, words that can be typed."""
import fcntl
import random
import re
import struct
import termios

from given import Case, LANGUAGES, Terminal, choices, main

PRICE = re.compile(r"about ([\d,]+) a fair price for peace\.( It can not be paid.*)?")
PAYABLE = re.compile(r"You can pay, in thousands: ([\d, –]+)(; in steps of 5)?\. Of ")
WORDS = {"en": ("all", "support"), "de": ("alle", "helfer"), "es": ("todos", "apoyo"),
         "hu": ("mind", "segéd"), "it": ("tutti", "supporto")}


def resize(terminal, columns):
    fcntl.ioctl(terminal.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))


def unwrapped(text):
    return re.sub(r"\n +", " ", text)


def sums(payable):
    """All that a list such as "0, 10–25" stands for."""
    out = set()
    for part in payable.split(", "):
        low, _, high = part.partition("–")
        out |= set(range(int(low), int(high or low) + 1, 5))
    return out


class Screen(Case):
    def test_a_window_may_change_its_size(self):
        for game in ["loot", "bars", "mice"]:
            terminal = Terminal("play", game, "--seats", 3, "--seed", 4, columns=100)
            wide = terminal.read()
            for columns in [44, 100, 60]:
                resize(terminal, columns)
                for key in "ts?":
                    text = terminal.ask(key)
                    longest = max(map(len, text.splitlines()))
                    self.assertLessEqual(longest, columns, (game, key))
                    if columns == 100 and key == "t":
                        self.assertGreater(longest, 60)
            terminal.ask(choices(wide)[0])
            terminal.ask("q")

    def test_no_line_begins_with_a_comma(self):
        for columns in range(24, 70, 3):
            language = LANGUAGES[columns % 5]
            terminal = Terminal("play", "loot", "--lang", language, "--seed", 3, columns=columns)
            terminal.read()
            for line in terminal.ask("s").splitlines():
                self.assertFalse(line.lstrip().startswith(","), (columns, line))
            terminal.ask("q")

    def test_one_minus_sign(self):
        """Scores, what loot is worth, and the result: the sign that people read."""
        path = self.folder / "game.jsonl"
        terminal = Terminal("play", "loot", "--seats", 2, "--seed", 3, "--bots", "human,human",
                            "--record", path)
        text, minus = terminal.read(), 0
        while text is not None:
            shown = text + terminal.ask("s") + terminal.ask("w")
            self.assertNotRegex(shown, r"[ :=(]-\d")
            minus += len(re.findall(r"−\d", shown))
            text = terminal.ask(choices(text)[0])
        self.assertNotRegex(terminal.log[-2000:], r"[ :=(]-\d")
        self.assertGreater(minus, 10)

    def offers(self, seed):
        """A game of bars at random: of each offer what can be paid, as it is said, and the hint."""
        rng = random.Random(seed)
        terminal = Terminal("play", "bars", "--seats", 5, "--seed", seed, "--bots", "human,random")
        text = terminal.read()
        while text is not None:
            if choices(text):
                text = terminal.ask(rng.choice(choices(text)))
                continue
            payable, hint = unwrapped(terminal.ask("")), unwrapped(terminal.ask("h"))
            found = PAYABLE.search(payable)
            self.assertTrue(found, payable)
            yield sums(found[1]), found, PRICE.search(hint)
            text = terminal.ask(rng.choice(sorted(sums(found[1]))))

    def test_sums_that_can_be_paid(self):
        """Steps only where there are any; a price that can not be paid is called so."""
        steps, unpayable = set(), set()
        for seed in range(30):
            for payable, said, price in self.offers(seed):
                self.assertEqual("–" in said[1], bool(said[2]), said[0])
                steps.add(bool(said[2]))
                if price:
                    fair = int(price[1].replace(",", "")) / 1000
                    near = any(abs(fair - each) < 2 for each in payable)
                    far = all(abs(fair - each) > 3 for each in payable)
                    self.assertFalse(price[2] if near else far and not price[2], (price[0], payable))
                    unpayable.add(bool(price[2]))
            if len(steps) == len(unpayable) == 2:
                return
        self.fail(f"seen only {steps}, {unpayable}")

    def test_words_that_the_prompt_names(self):
        for language in LANGUAGES:
            every, support = WORDS[language]
            for word in (every, support, every.upper()):
                terminal = Terminal("play", "mice", "--seats", 2, "--seed", 4, "--bots", "human,random",
                                    "-o", "first=0", "--lang", language)
                prompt = unwrapped(terminal.ask("1"))
                self.assertIn(f"; {every}; {support};", prompt)
                answer = terminal.ask(word)
                self.assertNotIn(f"; {every}", unwrapped(answer) if word != support else "")
                self.assertTrue(choices(answer) or word == support, answer)
                terminal.ask("q")

    def test_dice_that_came_back_are_counted(self):
        """How many, and not a value."""
        seen = set()
        for seed in range(40):
            rng = random.Random(seed)
            terminal = Terminal("play", "mice", "--seats", 5, "--seed", seed, "--bots", "human,random")
            text, moves = terminal.read(), 0
            while text is not None and moves < 60:
                back = re.search(r"and (one|\d) more that came back", text)
                if back:
                    number = 1 if back[1] == "one" else int(back[1])
                    answer = unwrapped(terminal.ask("x" * number))
                    self.assertIn("the die that came back" if number == 1 else
                                  f"the {number} dice that came back", answer)
                    seen.add(number == 1)
                    text = answer
                text = terminal.ask(rng.choice(choices(text)) if choices(text) else "keep")
                moves += 1
            if text is not None:
                terminal.ask("q")
            if len(seen) == 2:
                return
        self.fail(f"seen only {seen}")


main()
