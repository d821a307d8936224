"""Games at a terminal: to their end, interrupted, taken back, dealt by hand."""
import json
import os
import random
import signal
import subprocess

from given import Case, LANGUAGES, RAZZIA, Terminal, choices, environment, main, play_on, run


def events(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


class Playing(Case):
    def finish(self, terminal, rng, text=None):
        play_on(terminal, text or terminal.read(), rng)
        self.assertEqual(terminal.status, 0, terminal.log[-500:])

    def test_whole_games(self):
        """One in each language, each on another kind of terminal."""
        kinds = [({}, 100), ({"NO_COLOR": "1"}, 80), ({"TERM": "dumb"}, 60), ({"LC_ALL": "C"}, 20),
                 ({}, 79)]
        for language, (variables, columns) in zip(LANGUAGES, kinds):
            path = self.folder / f"{language}.jsonl"
            seats = 2 + LANGUAGES.index(language) % 4
            terminal = Terminal("play", "loot", "--lang", language, "--seed", 11, "--seats", seats,
                                "--bots", "human,random", "--record", path, columns=columns,
                                env=environment(**variables))
            self.finish(terminal, random.Random(language))
            self.assertEqual(events(path)[-1]["do"], "end")
            self.assertEqual(run("replay", path).returncode, 0)
            self.assertEqual("\x1b" in terminal.log, not ({"NO_COLOR", "TERM"} & set(variables)))
            if "LC_ALL" in variables:
                self.assertTrue(terminal.log.isascii(), set(terminal.log))

    def test_a_line_without_end_can_be_interrupted(self):
        with open("/dev/zero", "rb") as endless:
            game = subprocess.Popen([RAZZIA, "play", "loot"], stdin=endless, stdout=subprocess.PIPE,
                                    stderr=subprocess.DEVNULL, env=environment())
        game.stdout.read(1)
        game.send_signal(signal.SIGTERM)
        try:
            game.communicate(timeout=10)
            self.assertEqual(game.returncode, 1)
        finally:
            game.kill()

    def test_lines_fit(self):
        for columns in [20, 40, 80]:
            for language in LANGUAGES:
                terminal = Terminal("play", "loot", "--lang", language, "--seed", 11, columns=columns)
                terminal.read()
                for key in ["?", "s", "w", "c", "t", "r L44", "1", "q"]:
                    terminal.ask(key)
                terminal.end()
                text = terminal.log.replace("\r", "").split("\x1b")
                for line in "".join(x.split("m", 1)[1] if i else x for i, x in enumerate(text)).split("\n"):
                    if "jsonl" not in line:
                        self.assertLessEqual(len(line.rstrip()), columns + 5, line)

    def test_every_width(self):
        for columns in range(1, 100):
            done = run("play", "loot", "--seed", 5, "--names", "x" * (1 + columns % 20), "--lang",
                       LANGUAGES[columns % 5], stdin="1\ns\nc\nw\nt\n?\nq\n",
                       env=environment(COLUMNS=str(columns)))
            self.assertEqual((done.returncode, done.err), (0, ""), columns)

    def test_kinds_are_told_apart(self):
        for language in LANGUAGES:
            for theme in ["police", "ra"]:
                terminal = Terminal("play", "loot", "--lang", language, "--theme", theme)
                rows = [row.split() for row in terminal.read().splitlines()]
                self.assertTrue(any(len(row) == len(set(row)) == 17 for row in rows), language)
                terminal.ask("q")

    def test_refusals_name_the_rule(self):
        terminal = Terminal("play", "loot", "--seats", 2, "--bots", "human,human", "-o", "sets=seat")
        terminal.read()
        self.assertIn("L15", terminal.ask("thief car"))
        self.assertIn("L20", terminal.ask("bid 5"))
        self.assertIn("?", terminal.ask("99"))
        self.assertIn("?", terminal.ask("1 2"))
        self.assertIn("flap", terminal.ask("flap wings"))
        self.assertIn("face-up", terminal.ask("r L21"))
        for key in ["", "?", "s", "c", "w", "t", "r", "r X9", "\x0c", "ñ" * 300, "1" * 400]:
            self.assertIsNotNone(terminal.ask(key))
        self.assertIn("1,000", terminal.ask("3"))
        self.assertIn("beat 7,000", terminal.ask("bid 7"))
        self.assertIn("L21", terminal.ask("bid 5"))
        self.assertIn("L21", terminal.ask("bid 8"))
        self.assertIn("L21", terminal.ask("2"))
        terminal.ask("u")
        self.assertIn("must", terminal.ask("pass"))
        self.assertIn("L25", terminal.ask("1"))
        terminal.ask("q")
        self.assertEqual(terminal.status, 0)

    def test_choices_are_shown_again(self):
        """Whatever was asked for stands above them, not in their place; capitals are as good."""
        for game in ["loot", "bars", "mice"]:
            terminal = Terminal("play", game, "--seats", 3, "--seed", 4)
            first = choices(terminal.read())
            self.assertNotEqual(first, [])
            for key in "?cwstrhCWSTRH":
                self.assertEqual(choices(terminal.ask(key)), first, (game, key))
            self.assertIn("L21" if game == "loot" else "1", terminal.ask("R 21"))
            terminal.ask("Q")
            self.assertEqual(terminal.status, 0)

    def test_quit_and_resume_is_the_same_game(self):
        whole, parts = self.folder / "whole.jsonl", self.folder / "parts.jsonl"
        rng = random.Random(5)
        self.finish(Terminal("play", "loot", "--seed", 5, "--record", whole), rng)
        rng = random.Random(5)
        terminal = Terminal("play", "loot", "--seed", 5, "--record", parts)
        for how in ["quit", signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT, "hang up"]:
            text = play_on(terminal, terminal.read(), rng, moves=4)
            self.assertIsNotNone(text)
            if how == "quit":
                terminal.ask("q")
                self.assertEqual(terminal.status, 0)
            elif how == "hang up":
                os.close(terminal.fd)
                os.waitpid(terminal.pid, 0)
            else:
                os.kill(terminal.pid, how)
                terminal.end()
                self.assertEqual(terminal.status, -9 if how == signal.SIGKILL else 1)
            self.assertEqual(run("replay", parts).returncode, 0)
            self.assertEqual({p.name for p in self.folder.iterdir()},
                             {"whole.jsonl", "parts.jsonl", "parts.jsonl.seats"})
            terminal = Terminal("play", "--resume", parts, "--seed", 5)
        self.finish(terminal, rng)
        self.assertEqual(parts.read_text(), whole.read_text())

    def test_resume_of_what_is_over(self):
        path = self.record()
        before = path.read_bytes()
        done = run("play", "--resume", path)
        self.assertEqual((done.returncode, done.err), (0, ""))
        self.assertIn("wins with", done.out)
        self.assertEqual(path.read_bytes(), before)

    def test_resume_and_its_options(self):
        path = self.record()
        path.write_text("\n".join(path.read_text().splitlines()[:30]) + "\n")
        for option in [["--seats", "4"], ["--names", "Anna"], ["--theme", "ra"], ["-o", "piles=1"]]:
            self.refused(2, "play", "--resume", path, *option, says="--resume")
        self.refused(2, "play", "--resume", path, "--bots", "genius", says="genius")
        self.refused(1, "play", "bars", "--resume", path, says="loot")
        terminal = Terminal("play", "--resume", path, "--bots", "greedy,human", "--record",
                            self.folder / "new.jsonl")
        self.assertIn("(you)", terminal.read())
        terminal.ask("q")
        self.assertEqual(terminal.status, 0)

    def test_names_that_are_no_bots_are_people(self):
        path = self.folder / "people.jsonl"
        path.write_text('{"record":1,"game":"loot","seats":2,"options":{"sets":"seat"},'
                        '"names":["Anna","Béla"]}\n')
        terminal = Terminal("play", "--resume", path, "--seed", 1)
        first = terminal.read()
        self.assertIn("Anna (you)", first)
        self.assertIn("Béla (you)", terminal.ask("1"))
        terminal.ask("q")

    def test_undo(self):
        """By those who sit here, never across chance or a bot."""
        path = self.folder / "game.jsonl"
        terminal = Terminal("play", "loot", "--seed", 7, "--seats", 3, "--bots",
                            "human,human,greedy", "--record", path)
        rng, undone, refused = random.Random(3), 0, 0
        text = terminal.read()
        while text is not None and undone < 10:
            before = path.read_bytes()
            text = terminal.ask(rng.choice(choices(text)))
            if text is None:
                break
            after = [json.loads(x) for x in path.read_bytes()[len(before):].splitlines()]
            moves = [e for e in after if e["by"] != "rules"]
            answer = terminal.ask("u")
            if moves[-1]["by"] in (0, 1):
                self.assertEqual(path.read_bytes(), before)
                text = terminal.ask(rng.choice(choices(answer)))
                undone += 1
            else:
                self.assertEqual(path.read_bytes()[: len(before)], before)
                self.assertEqual(choices(answer), [])
                refused += 1
        self.assertGreaterEqual(undone, 10)
        self.assertGreater(refused, 0)
        terminal.ask("q")
        self.assertEqual(run("replay", path).returncode, 0)

    def test_practice(self):
        """Any own move is taken back, across chance and bots, and what follows is dealt anew."""
        for game in ["loot", "bars", "mice"]:
            path = self.folder / f"{game}.jsonl"
            terminal = Terminal("play", game, "--seed", 7, "--seats", 3, "--bots", "human,casual",
                                "--practice", "--record", path)
            text, starts = terminal.read(), []
            self.assertIn("Practice: u takes back", text)
            self.assertIn("no move of yours", terminal.ask("u"))
            for _ in range(4):
                starts.append(path.read_bytes())
                text = terminal.ask((choices(text) or [""])[0])
            played = path.read_bytes()
            for start in reversed(starts):
                text = terminal.ask("u")
                self.assertIn("Taken back.", text)
                self.assertEqual(path.read_bytes(), start)
            for _ in range(4):
                text = terminal.ask((choices(text) or [""])[0])
            self.assertNotEqual(path.read_bytes(), played)
            terminal.ask("q")
            self.assertEqual(run("replay", path).returncode, 0)

    def test_practice_stays_practice(self):
        """The mark is beside the file, and stays there when the game is over."""
        path = self.folder / "game.jsonl"
        terminal = Terminal("play", "loot", "--seed", 7, "--seats", 3, "--practice", "--record", path)
        play_on(terminal, terminal.read(), random.Random(2), moves=3)
        terminal.ask("q")
        seats = path.parent / (path.name + ".seats")
        self.assertIs(json.loads(seats.read_text())["practice"], True)
        terminal = Terminal("play", "--resume", path)
        text = terminal.read()
        self.assertIn("Practice: u takes back", text)
        self.assertIn("Taken back.", terminal.ask("u"))
        self.finish(terminal, random.Random(2), terminal.ask("t"))
        self.assertIs(json.loads(seats.read_text())["practice"], True)
        self.assertEqual(run("replay", path).returncode, 0)
        self.refused(2, "play", "--resume", path, "--practice", says="--resume")

    def test_practice_is_for_one_against_bots(self):
        self.refused(2, "play", "loot", "--practice", "--bots", "human", says="one person")
        self.refused(2, "play", "loot", "--practice", "--dealer", "ask", says="--dealer ask")
        path = self.folder / "game.jsonl"
        run("play", "loot", "--record", path, stdin="q\n")
        self.assertNotIn("practice", (self.folder / "game.jsonl.seats").read_text())

    def test_dealt_by_hand(self):
        """A record's cards typed in, and its choices made again, give the record."""
        source = self.record(seed=9, seats=3)
        path = self.folder / "typed.jsonl"
        cards = ("ring watch brooch necklace diamond gangster car driver thief gold casino transport "
                 "film races estate club restaurant police").split()
        terminal = Terminal("play", "loot", "--seats", 3, "--dealer", "ask", "--bots",
                            "human,human,human", "--record", path)
        terminal.read()
        for number, event in enumerate(events(source)[1:]):
            if event["do"] == "sets":
                self.assertIsNotNone(terminal.ask("9"))
                terminal.ask(event["order"][0] + 1)
                self.assertIn("not understood", terminal.ask(event["order"][0] + 1))
                terminal.ask(event["order"][1] + 1)
            elif event["do"] == "reveal":
                card = event["card"].split(".")[-1]
                if number == 4:
                    self.assertIn("not understood", terminal.ask("crown"))
                    terminal.ask("police" if card != "police" else "car")
                    terminal.ask("u")
                terminal.ask(card if number % 2 else cards.index(card) + 1)
            elif event["by"] != "rules":
                fields = {k: v for k, v in event.items() if k not in ("by", "do")}
                words = [f"{k}={','.join(v) if isinstance(v, list) else v}" for k, v in fields.items()]
                terminal.ask(" ".join([event["do"], *words]))
        terminal.end()
        self.assertEqual(terminal.status, 0, terminal.log[-500:])
        self.assertEqual(path.read_text().splitlines()[1:], source.read_text().splitlines()[1:])

    def test_a_wrong_card_is_put_right_after_bots_moved(self):
        path = self.folder / "game.jsonl"
        terminal = Terminal("play", "loot", "--seats", 2, "--dealer", "ask", "-o", "sets=seat",
                            "--record", path)
        terminal.read()
        terminal.ask("1")
        terminal.ask("police")
        self.assertIn('"by":1', path.read_text())
        self.assertIn("turned over", terminal.ask("u"))
        terminal.ask("car")
        self.assertNotIn("police", path.read_text())
        self.assertIn('"card":"car"', path.read_text())
        terminal.ask("q")

    def test_end_of_input(self):
        path = self.folder / "game.jsonl"
        done = run("play", "loot", "--seed", 1, "--record", path, stdin="1\n1")
        self.assertEqual((done.returncode, done.err.count("\n")), (1, 1))
        self.assertEqual(run("replay", path).returncode, 0)
        self.assertIn(f"razzia play --resume {path}\n", done.out)
        path = self.folder / "asked.jsonl"
        done = run("play", "loot", "--dealer", "ask", "--record", path, stdin="1\n")
        self.assertEqual((done.returncode, done.err.count("\n")), (1, 1))
        self.assertIn(f"razzia play --resume {path} --dealer ask\n", done.out)

    def test_saved_without_being_told_where(self):
        home = self.folder / "data"
        for _ in range(2):
            done = run("play", "loot", stdin="1\nq\n", env=environment(XDG_DATA_HOME=str(home)))
            self.assertEqual((done.returncode, done.err), (0, ""))
        saved = list((home / "razzia").glob("*.jsonl"))
        self.assertEqual(len(saved), 2)
        self.assertEqual(run("replay", saved[0]).returncode, 0)

    def test_saved_where_it_can_be(self):
        """Nowhere to save to: in the current folder, and it says so."""
        blocked = self.folder / "blocked"
        blocked.write_text("")
        env = environment(XDG_DATA_HOME=str(blocked))
        here = self.folder / "here"
        here.mkdir()
        done = run("play", "loot", stdin="q\n", env=env, cwd=here)
        self.assertEqual((done.returncode, done.err.count("\n")), (0, 1))
        self.assertEqual(len(list(here.iterdir())), 2)
        self.assertIn(next(here.glob("*.jsonl")).name, done.out)

    def test_a_file_that_can_not_be_written(self):
        path = self.folder / "missing" / "game.jsonl"
        done = run("play", "loot", "--record", path, stdin="q\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn(str(path), done.err)

    def test_record_on_standard_output(self):
        path = self.folder / "game.jsonl"
        done = run("play", "loot", "--seed", 3, "--record", "-", stdin="1\n1\nq\n")
        path.write_bytes(done.stdout)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(run("replay", path).returncode, 0)
        self.assertIn("Reiner Knizia", done.err)


main()
