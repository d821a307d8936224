"""Games that are saved and go on: what is on disk, who is who, and that no file is destroyed."""
import json
import os
import shlex
import signal
import sys
import time

from given import Case, RAZZIA, Terminal, choices, main, play_on, run
import random

SETUP = '{"record":1,"game":"loot","seats":%d,"options":{"sets":"seat"},"names":%s}\n'

SLOW = """
import sys, json, time
print('{"hello":1}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "ask" in message:
        time.sleep(float(sys.argv[1]))
        print(json.dumps({"answer": message["ask"], "choice": 0}), flush=True)
"""


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


class Saves(Case):
    def program(self, seconds=0.0):
        path = self.folder / "slow.py"
        path.write_text(SLOW)
        return f"exec:60000:{shlex.quote(sys.executable)} {path} {seconds}"

    def seats(self, path):
        return json.loads((path.parent / (path.name + ".seats")).read_text())["seats"]

    def save_of(self, *options, moves=2):
        """A game that was left after some moves."""
        path = self.folder / "game.jsonl"
        terminal = Terminal("play", "loot", "--seed", 5, "--record", path, *options)
        play_on(terminal, terminal.read(), random.Random(5), moves=moves)
        terminal.ask("q")
        self.assertEqual(terminal.status, 0)
        return path

    def test_a_new_game_takes_no_other_ones_place(self):
        path = self.save_of()
        kept = path.read_bytes()
        for file in [path, self.folder / "letter.txt"]:
            file.exists() or file.write_bytes(kept[:40])
            before = file.read_bytes()
            done = run("play", "loot", "--record", file, stdin="1\n1\nq\n")
            self.assertEqual((done.returncode, done.err.count("\n")), (1, 1))
            self.assertIn("is there already", done.err)
            self.assertEqual(file.read_bytes(), before)
        self.assertEqual(run("play", "loot", "--record", "/dev/null", stdin="q\n").returncode, 0)

    def test_a_move_is_on_disk_while_a_bot_thinks(self):
        path = self.folder / "game.jsonl"
        terminal = Terminal("play", "loot", "--seats", 2, "-o", "sets=seat", "--record", path, "--bots",
                            f"human,{self.program(60)}")
        terminal.read()
        terminal.type("court")
        for _ in range(500):
            if any(event.get("do") == "court" for event in lines(path)):
                break
            time.sleep(0.01)
        os.kill(terminal.pid, signal.SIGKILL)
        terminal.end()
        self.assertEqual([e["do"] for e in lines(path) if e.get("by") == 0], ["court"])
        self.assertEqual(run("replay", path).returncode, 0)

    def test_a_person_may_be_called_like_a_bot(self):
        """The game does not play itself, and its file stays as it is until the person moves."""
        path = self.save_of("--names", "master-Bob", "--seats", 2, "--bots", "greedy")
        self.assertEqual(self.seats(path), ["human", "greedy"])
        before = path.read_bytes()
        terminal = Terminal("play", "--resume", path)
        self.assertIn("master-Bob (you)", terminal.read())
        terminal.ask("q")
        self.assertEqual(terminal.status, 0)
        self.assertEqual(path.read_bytes(), before)

    def test_even_exactly_like_a_bot(self):
        path = self.save_of("--names", "greedy-1", "--seats", 2, "--bots", "human,greedy")
        terminal = Terminal("play", "--resume", path)
        self.assertIn("greedy-1 (you)", terminal.read())
        terminal.ask("q")

    def test_old_saves_have_only_names(self):
        path = self.folder / "old.jsonl"
        path.write_text(SETUP % (3, '["master-Bob","greedy-2","casual:20-3"]'))
        before = path.read_bytes()
        terminal = Terminal("play", "--resume", path, "--seed", 1)
        text = terminal.read()
        self.assertIn("bots are: greedy-2, casual:20-3.", text)
        self.assertIn("master-Bob (you)", text)
        self.assertEqual(path.read_bytes(), before)
        terminal.ask(choices(text)[0])
        self.assertTrue(path.read_bytes().startswith(before))
        self.assertNotEqual(path.read_bytes(), before)
        terminal.ask("q")
        self.assertEqual(self.seats(path), ["human", "greedy", "casual:20"])

    def test_bots_without_a_person_are_not_guessed(self):
        path = self.folder / "old.jsonl"
        path.write_text(SETUP % (2, '["greedy-1","greedy-2"]'))
        before = path.read_bytes()
        self.refused(2, "play", "--resume", path, says="--bots")
        self.assertEqual(path.read_bytes(), before)

    def test_a_game_of_bots_alone_overwrites_nothing(self):
        path = self.folder / "old.jsonl"
        path.write_text(SETUP % (2, '["Anna","Béla"]'))
        before = path.read_bytes()
        done = run("play", "--resume", path, "--bots", "random", "--seed", 1)
        self.assertEqual((done.returncode, done.err), (0, ""))
        self.assertIn("is as it was", done.out)
        self.assertEqual(path.read_bytes(), before)
        new = self.folder / "new.jsonl"
        done = run("play", "--resume", path, "--bots", "random", "--seed", 1, "--record", new)
        self.assertEqual((done.returncode, path.read_bytes()), (0, before))
        self.assertEqual(lines(new)[-1]["do"], "end")

    def test_nor_does_it_by_another_name(self):
        path = self.folder / "old.jsonl"
        link = self.folder / "link.jsonl"
        path.write_text(SETUP % (2, '["Anna","Béla"]'))
        link.symlink_to(path)
        before = path.read_bytes()
        for same in (path, link):
            done = run("play", "--resume", path, "--record", same, "--bots", "random", "--seed", 1)
            self.assertEqual((done.returncode, path.read_bytes()), (0, before))
            self.assertIn("is as it was", done.out)

    def test_programs_are_neither_people_nor_started_by_a_file(self):
        path = self.folder / "game.jsonl"
        program = self.program()
        terminal = Terminal("play", "bars", "--seats", 3, "--record", path, "--bots",
                            f"human,greedy,{program}")
        terminal.read()
        terminal.ask("1")
        terminal.type("q")
        terminal.end()
        again = [line for line in terminal.log.splitlines() if "razzia play --resume" in line][0]
        words = shlex.split(again[again.index("razzia play"):])
        self.assertEqual(words[-2:], ["--bots", f"human,greedy,{program}"])
        before = path.read_bytes()
        done = self.refused(2, "play", "--resume", path, says=["--bots", program])
        self.assertEqual(shlex.split(done.err[done.err.index("razzia play --resume"):]), words)
        self.assertEqual(path.read_bytes(), before)
        terminal = Terminal(*words[1:])
        self.assertIn("(you)", terminal.read())
        terminal.ask("q")
        self.assertEqual(terminal.status, 0)

    def test_old_saves_with_programs(self):
        path = self.folder / "old.jsonl"
        path.write_text(SETUP % (2, '["Anna","exec:mine-2"]'))
        self.refused(2, "play", "--resume", path, says=["exec:mine-2", "--bots"])

    def test_seats_of_another_record_do_not_count(self):
        path = self.save_of("--names", "Anna", "--seats", 2, "--bots", "greedy")
        path.write_text(SETUP % (2, '["Béla","Cili"]'))
        terminal = Terminal("play", "--resume", path, "--seed", 1)
        text = terminal.read()
        self.assertIn("all are people", text)
        self.assertIn("Béla (you)", text)
        terminal.ask("q")

    def test_seats_that_can_not_be_read(self):
        for broken in ["", "{", "[]", '{"setup":1}', '{"seats":["human",7]}', "\0" * 100, "x" * 70000]:
            path = self.folder / "game.jsonl"
            path.write_text(SETUP % (2, '["Anna","greedy-2"]'))
            (self.folder / "game.jsonl.seats").write_text(broken)
            terminal = Terminal("play", "--resume", path, "--seed", 1)
            self.assertIn("Anna (you)", terminal.read(), broken[:20])
            terminal.ask("q")
            self.assertEqual(terminal.status, 0)

    def test_nothing_is_left_beside_a_game_that_is_over(self):
        path = self.folder / "game.jsonl"
        terminal = Terminal("play", "loot", "--seats", 2, "--seed", 5, "--record", path)
        terminal.read()
        self.assertEqual(self.seats(path), ["human", "club"])
        play_on(terminal, terminal.ask("t"), random.Random(1))
        self.assertEqual(terminal.status, 0)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["game.jsonl"])

    def test_what_could_not_be_saved_is_not_called_saved(self):
        path = self.save_of("--names", "Anna", "--seats", 2, "--bots", "human,human")
        terminal = Terminal("play", "--resume", path, "--seed", 1)
        text = terminal.read()
        path.unlink()
        path.mkdir()
        self.assertIn("is not saved", terminal.ask(choices(text)[0]))
        terminal.type("q")
        terminal.end()
        self.assertEqual(terminal.status, 1)
        self.assertNotIn("The game is saved", terminal.log)

    def test_taken_back_and_moved_again_is_saved(self):
        """A move of as many lines as the one that was taken back."""
        path = self.folder / "game.jsonl"
        terminal = Terminal("play", "loot", "--seats", 2, "--bots", "human,human", "-o", "sets=seat",
                            "--record", path)
        terminal.read()
        terminal.ask("court")
        terminal.ask("bid 7")
        terminal.ask("u")
        terminal.ask("pass")
        self.assertEqual([e["do"] for e in lines(path) if e.get("by") in (0, 1)][:2], ["court", "pass"])
        terminal.ask("q")


main()
