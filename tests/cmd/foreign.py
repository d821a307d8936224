"""Bots from outside: good ones play as our own do, bad ones lose their moves and nothing else."""
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from given import Case, RAZZIA, Terminal, environment, main, play_on, run

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "bot.py"
PYTHON = sys.executable

# A bot that is good until its `wrong` step, which happens at every question.
BOT = """
import json, sys, time
def say(text): print(text, flush=True)
for text in sys.stdin:
    m = json.loads(text)
    if "hello" in m: {hello}
    if "ask" in m:
        n, good = m["ask"], '{{"answer":%d,"choice":0}}' % m["ask"]
        {wrong}
"""
FAULTS = {  # what it does: what is said of it
    "sys.exit(3)": "has ended in the middle of a game",
    "time.sleep(100)": "did not answer within 50 ms",
    "sys.stdout.write(good); sys.stdout.flush()": "did not answer within 50 ms",
    "say('{\"answer\":%d,\"choice\":99999}' % n)": "not among the choices",
    "say('{\"answer\":%d,\"choice\":-1}' % n)": "not among the choices",
    "say('{\"answer\":%d}' % n)": "not among the choices",
    "say('{\"answer\":%d,\"choice\":0}' % (n + 1))": "no answer",
    "say('I think …'); say(good)": "no answer: I think",
    "say('{\"answer\":1e400}'); say(good)": "no answer",
    "say('\\x00\\x1b[2J'); say(good)": "no answer: ??[2J",
    "say(good + '\\x00 more'); say(good)": "no answer: {",
    "say('€' * 60); say(good)": "no answer: " + "€" * 33 + " (",
    "say('[' * 5000); say(good)": "no answer",
    "while True: say('blah')": "no answer: blah",
    "while True: sys.stdout.write('x' * 1000)": "writes without end",
    "sys.stdin.close(); time.sleep(100)": "did not answer within 50 ms",
    "import os; os.close(1); time.sleep(100)": "did not answer within 50 ms",
}


def running(marker):
    """The processes with this word in their command line."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if marker in (folder / "cmdline").read_text(errors="replace"):
                found.append(int(folder.name))
        except OSError:
            pass
    return found


def gone(marker, seconds=5):
    until = time.time() + seconds
    while running(marker) and time.time() < until:
        time.sleep(0.02)
    return not running(marker)


class Foreign(Case):
    def bot(self, wrong="say(good)", hello="say('{\"hello\":1}')", ms=50):
        path = self.folder / "foreign_bot.py"
        path.write_text(BOT.format(wrong=wrong, hello=hello))
        return f"exec:{ms}:{PYTHON} {path}"

    def simulate(self, bots, *more, game="loot", games=1, **env):
        done = run("simulate", game, "--seats", 3, "--games", games, "--seed", 5, "--jobs", 2,
                   "--bots", bots, "--json", *more, env=environment(**env))
        self.assertEqual(done.returncode, 0, done.err)
        self.assertTrue(gone(str(self.folder)), "a bot is left behind")
        return json.loads(done.out), done.err

    def test_ours_from_outside_is_ours(self):
        """Nothing is lost on the way there and back: the same moves, so the same results."""
        for game in ["loot", "mice"]:  # in which greedy tosses no coins
            inside, _ = self.simulate("greedy", game=game, games=3)
            outside, err = self.simulate(f"exec:{RAZZIA} bot greedy", game=game, games=3)
            self.assertEqual(err, "")
            for a, b in zip(inside["players"], outside["players"]):
                self.assertEqual((a["mean_score"], a["win_share"]), (b["mean_score"], b["win_share"]))

    def test_the_same_on_any_number_of_cores(self):
        results = {run("arena", "bars", "--seats", 3, "--games", 6, "--seed", 2, "--jobs", jobs,
                       "--json", "--bots", f"exec:{RAZZIA} bot mcts:20n,random").out
                   for jobs in [1, 3]}
        self.assertEqual(len(results), 1)
        self.assertEqual(json.loads(results.pop())["one"], f"exec:{RAZZIA} bot mcts:20n")

    def test_the_example_and_the_conformance_test(self):
        done = run("bot", "--test", f"{PYTHON} {EXAMPLE}")
        self.assertEqual((done.returncode, done.err), (0, ""), done.out)
        self.assertEqual(done.out.count("good "), 10)
        done = run("bot", "mice", "--test", f"{PYTHON} {EXAMPLE}")
        self.assertEqual((done.returncode, done.out.count("good ")), (0, 4))

    def test_the_page_shows_the_example(self):
        page = (EXAMPLE.parents[1] / "docs" / "bots.md").read_text()
        self.assertIn(EXAMPLE.read_text().split('"""\n', 1)[1], page)

    def test_every_fault_is_said_once_and_costs_only_moves(self):
        for wrong, says in FAULTS.items():
            start = time.time()
            _, err = self.simulate(f"{self.bot(wrong)},random")
            self.assertLess(time.time() - start, 10, wrong)
            lines = [line for line in err.splitlines() if line.startswith("razzia")]
            self.assertEqual(sum(says in line for line in lines), 1, (wrong, err))
            self.assertEqual(len(lines), len(set(lines)), err)
            self.assertNotIn("\x1b", err)
            if wrong.endswith("say(good)"):  # an answer was among it
                self.assertNotIn("first choice", err)

    def test_the_conformance_test_names_faults(self):
        for wrong, says in list(FAULTS.items())[3:6]:
            command = self.bot(wrong).split(":", 2)[2]
            done = run("bot", "loot", "--test", command)
            self.assertEqual(done.returncode, 1)
            self.assertIn("WRONG loot, 3 seats", done.out)
            self.assertIn(says, done.out)

    def test_a_bot_that_does_not_end(self):
        path = self.folder / "foreign_bot.py"
        path.write_text(BOT.format(wrong="say(good)", hello="say('{\"hello\":1}')") +
                        "\nwhile True: time.sleep(1)\n")
        done = run("bot", "loot", "--test", f"{PYTHON} {path}")
        self.assertEqual(done.returncode, 1)
        self.assertIn("does not end when its input does", done.out)
        self.assertTrue(gone(str(path)))

    def test_no_hello(self):
        for hello, says in {"say('{\"hello\":2}')": "hello", "say('hi')": "hello",
                            "time.sleep(100)": "hello", "sys.exit()": "ended"}.items():
            _, err = self.simulate(f"{self.bot(hello=hello)},random")
            self.assertIn(says, err)
        _, err = self.simulate("exec:/no/such/program 2>/dev/null,random")
        self.assertIn("has ended before it said hello", err)
        _, err = self.simulate(f"exec:: {'x' * 3000},random")
        self.assertIn("has ended before it said hello", err)

    def test_one_that_fails_is_not_started_for_ever(self):
        _, err = self.simulate(f"{self.bot('sys.exit(3)')},random", games=50)
        self.assertIn("failed too often", err)

    def arena(self, bots, *more, games=20):
        done = run("arena", "loot", "--seats", 2, "--games", games, "--seed", 1, "--jobs", 1, "--bots",
                   bots, "--json", *more)
        return done, json.loads(done.out)["failures"]

    def test_failures_are_counted(self):
        """A bot that ends at every 300th question is no weak bot, but a broken one."""
        crashes = self.bot("sys.exit(3) if n % 300 == 299 else say(good)", ms=5000)
        done, failures = self.arena(f"{crashes},random")
        self.assertEqual(done.returncode, 0)
        self.assertEqual([each["bot"] for each in failures], [crashes])
        self.assertGreater(failures[0]["crashes"], 0)
        self.assertLessEqual(failures[0]["crashes"], 3)  # then it is not started again
        self.assertGreaterEqual(failures[0]["moves"], failures[0]["crashes"])
        self.assertEqual((failures[0]["late"], failures[0]["illegal"]), (0, 0))
        done, _ = self.arena(f"{crashes},random", "--strict")
        self.assertEqual(done.returncode, 1)
        done = run("arena", "loot", "--seats", 2, "--games", 20, "--seed", 1, "--bots",
                   f"{crashes},random", "--strict")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.out, r"Failures of exec:5000:.*: ended [1-9]")

    def test_kinds_of_failures(self):
        for wrong, kind in [("say('{\"answer\":%d,\"choice\":-1}' % n) if n == 5 else say(good)", "illegal"),
                            ("time.sleep(2) if n == 5 else say(good)", "late"),
                            ("sys.exit(1) if n == 5 else say(good)", "crashes")]:
            done, failures = self.arena(f"{self.bot(wrong, ms=900)},random", games=1)
            counts = {each: failures[0][each] for each in ("crashes", "late", "illegal")}
            self.assertEqual(counts[kind], max(counts.values()), counts)
            self.assertEqual(sum(counts.values()), counts[kind], counts)

    def test_without_failures(self):
        done, failures = self.arena(f"{self.bot(ms=5000)},greedy", "--strict", games=2)
        self.assertEqual((done.returncode, failures), (0, []))
        done, failures = self.arena("greedy,random", "--strict")
        self.assertEqual((done.returncode, failures), (0, []))

    def test_failures_in_simulate(self):
        crashes = self.bot("sys.exit(3) if n == 4 else say(good)", ms=5000)
        args = ["simulate", "loot", "--games", 2, "--seats", 2, "--bots", f"{crashes},random"]
        self.assertEqual(run(*args).returncode, 0)
        done = run(*args, "--json", "--strict")
        self.assertEqual(done.returncode, 1)
        self.assertGreater(json.loads(done.out)["failures"][0]["crashes"], 0)
        self.assertIn("Failures of", run(*args).out)

    def test_late_once_is_late_once(self):
        """What comes too late answers no later question."""
        _, err = self.simulate(
            self.bot("time.sleep(0.3 if n == 2 else 0); say(good)", ms=150) + ",random")
        self.assertEqual(err.count("did not answer"), 1)
        self.assertNotIn("stopped", err)

    def test_it_is_told_its_own_view_alone(self):
        """The lines it gets are those of `razzia view`, with their numbers."""
        told, record = self.folder / "told", self.folder / "game.jsonl"
        bot = self.bot(f"open({str(told)!r}, 'a'); say(good)").replace("exec:50:", "exec:500:")
        tee = bot.split(":", 2)[2]
        self.simulate(f"random,exec:tee {told} | {tee},random", "--record", record, game="bars")
        lines = [json.loads(line) for line in told.read_text().splitlines()]
        seen = [message["is"] for message in lines if "line" in message]
        self.assertEqual([m["line"] for m in lines if "line" in m], list(range(len(seen))))
        view = [json.loads(line) for line in run("view", record, "--seat", 1).out.splitlines()]
        self.assertEqual(seen, view)
        self.assertIn(None, [line.get("card", 0) for line in seen])

    def test_signals_take_the_bots_along(self):
        for number in [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]:
            for more in [[], ["--record", str(self.folder / "out.jsonl")]]:
                child = subprocess.Popen(
                    [RAZZIA, "simulate", "mice", "--seats", "3", "--games", "100000", *more,
                     "--bots", self.bot("time.sleep(0.1); say(good)", ms=5000)],
                    env=environment(), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                    preexec_fn=lambda: [signal.signal(n, signal.SIG_DFL)
                                        for n in (signal.SIGINT, signal.SIGHUP)])
                until = time.time() + 10
                while not running(str(self.folder / "foreign")) and time.time() < until:
                    time.sleep(0.02)
                time.sleep(0.1)
                child.send_signal(number)
                self.assertEqual(child.wait(10), -number)
                self.assertTrue(gone(str(self.folder / "foreign")))
                self.assertEqual(list(self.folder.glob("out*")), [])

    def test_commas_and_quotes(self):
        note = self.folder / "a,b"
        _, err = self.simulate(f"exec:touch '{str(note)}'; {PYTHON} {EXAMPLE},random"
                               .replace("a,b", "a\\,b"))
        self.assertTrue(note.exists())
        done = run("arena", "loot", "--games", 4, "--json", "--bots",
                   f"exec:\"{PYTHON}\" '{EXAMPLE}',random")
        self.assertEqual(json.loads(done.out)["others"], "random")

    def test_results_name_what_was_asked_for(self):
        """Two bots that differ in folder or time alone are told apart, and no command is cut."""
        one, two = f"exec:900:{PYTHON} {EXAMPLE}", f"exec:950:{PYTHON} {EXAMPLE} # „ű“"
        done = run("arena", "loot", "--games", 2, "--seats", 2, "--json", "--bots", f"{one},{two}")
        result = json.loads(done.out)
        self.assertEqual((result["one"], result["others"]), (one, two))
        done = run("simulate", "loot", "--games", 1, "--seats", 2, "--json", "--bots", f"{one},{two}")
        self.assertEqual([player["bot"] for player in json.loads(done.out)["players"]], [one, two])
        note = self.folder / "note"
        self.simulate(f"exec:: {'x' * 3000}; touch {note}; exec {PYTHON} {EXAMPLE},random")
        self.assertTrue(note.exists())
        self.refused(2, "simulate", "loot", "--bots", f"exec:: {'x' * 4100}; exec true,random", says="--bots")

    def test_what_is_no_command(self):
        for word in ["exec:", "exec:  ", "exec:0:true", "exec:99999999:true", "exec:5:"]:
            self.refused(2, "simulate", "loot", "--bots", word, says="exec:COMMAND")
        self.refused(2, "bot", says="NAME")
        self.refused(2, "bot", "nobody", says="nobody")
        self.refused(2, "bot", "chess", "--test", "true", says="chess")
        self.refused(2, "bot", "--test", " ", says="--test")

    def test_bot_refuses_nonsense(self):
        for line in ["x", "{", "[]", '{"line":0,"seat":0,"is":{}}', '{"ask":1}', '{"line":0}',
                     '{"line":0,"seat":9,"is":{"record":1,"game":"loot","seats":3}}']:
            self.refused(1, "bot", "random", stdin=line + "\n")
        self.assertEqual(run("bot", "random", stdin='{"news":1}\n').returncode, 0)

    def test_at_a_terminal(self):
        """A game with moves taken back, to its end; then no bot is left."""
        rng = random.Random(3)
        terminal = Terminal("play", "loot", "--seats", 3, "--seed", 3, "--bots",
                            self.bot(ms=2000) + ",human,human")
        text = terminal.read()
        for _ in range(8):
            text = play_on(terminal, text, rng, 1)
            again = terminal.ask("u")
            text = again if "Taken back" in again else text
        play_on(terminal, text, rng)
        self.assertEqual(terminal.status, 0)
        self.assertIn("Taken back", terminal.log)
        self.assertNotIn("first choice is made for it", terminal.log)
        self.assertTrue(gone(str(self.folder)))

    def test_leaving_a_terminal(self):
        """However a game is left, its bots are gone, those that hang too."""
        for leave in [lambda t: t.type("q"), lambda t: os.kill(t.pid, signal.SIGINT),
                      lambda t: os.kill(t.pid, signal.SIGTERM), lambda t: os.write(t.fd, b"\x04")]:
            terminal = Terminal("play", "loot", "--seats", 3, "--seed", 3, "--bots",
                                self.bot("say(good) if n < 2 else time.sleep(100)", ms=300))
            terminal.read()
            terminal.ask("1")
            leave(terminal)
            terminal.end()
            self.assertTrue(gone(str(self.folder)))


main()
