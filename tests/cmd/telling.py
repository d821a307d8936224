"""What the program says of itself and of games: help, man page, completion, replay, simulate, arena."""
import json
import os
import pty
import re
import shutil
import subprocess

from given import Case, LANGUAGES, RAZZIA, environment, main, run

# All there are, as completion knows them: none can be forgotten here.
COMMANDS = [word for word in re.search(r'"1 "\*\) words="([^"]*)"', run("--completion").out)[1].split()
            if not word.startswith("-")]


class Help(Case):
    def test_every_command_has_help(self):
        overview = run().out
        listed = re.findall(r"^  razzia (\w+)", overview, re.MULTILINE)
        self.assertEqual(COMMANDS, listed)
        self.assertGreaterEqual(set(COMMANDS), {"play", "learn", "serve", "load", "verify", "bot", "help"})
        for command in COMMANDS:
            self.assertIn(f"razzia {command}", overview)
            self.assertEqual(run("help", command).out, run(command, "--help").out)
            for language in LANGUAGES:
                done = run("help", command, "--lang", language)
                self.assertEqual((done.returncode, done.err), (0, ""))
                self.assertTrue(done.out.startswith(f"razzia {command}"))
                self.assertLess(max(map(len, done.out.splitlines())), 81)
        self.assertEqual(run("--help").out, overview)
        self.assertRegex(run("--version").out, r"^razzia \d+\.\d+\.\d+\n$")

    def test_man_page(self):
        page = run("--man").stdout
        self.assertTrue(page.isascii())
        for command in COMMANDS:
            self.assertIn(f".SS \"{command} ".encode(), page)
        if shutil.which("groff"):
            done = subprocess.run(["groff", "-man", "-ww", "-Tutf8"], input=page, capture_output=True)
            self.assertEqual((done.returncode, done.stderr), (0, b""))

    def complete(self, *words, folder=None):
        script = ('. /dev/stdin; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _razzia; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(["bash", "--norc", "-c", script, "bash", "razzia", *words],
                              input=run("--completion").stdout, capture_output=True, cwd=folder)
        self.assertEqual(done.stderr, b"")
        return done.stdout.decode().split()

    def test_what_rng_promises(self):
        """The games of simulate have no commitment, so nothing is said of verifying them."""
        for language in LANGUAGES:
            text = run("help", "simulate", "--lang", language).out
            self.assertNotRegex(text, r"(?i)verif|überprüf|nachprüf|ellenőriz|comprob")
            self.assertIn("docs/fair.md", text)

    def test_completion(self):
        self.assertEqual(self.complete("pl"), ["play"])
        self.assertEqual(set(COMMANDS) - set(self.complete("")), set())
        self.assertIn("loot", self.complete("play", ""))
        self.assertEqual(self.complete("play", "loot", "--see"), ["--seed"])
        self.assertEqual(self.complete("replay", "--ta"), [])
        self.assertEqual(self.complete("play", "loot", "--lang", ""), LANGUAGES)
        self.assertEqual(self.complete("play", "loot", "--theme", "r"), ["ra"])
        self.assertEqual(self.complete("view", "x", "--seat", ""), ["spectator"])
        self.assertEqual(self.complete("play", "loot", "-o", "pil"), ["piles="])
        self.assertEqual(self.complete("help", "sim"), ["simulate"])
        (self.folder / "evening.jsonl").write_text("")
        for words in [["replay", "eve"], ["play", "loot", "--resume", "eve"]]:
            self.assertEqual(self.complete(*words, folder=self.folder), ["evening.jsonl"])


class Replay(Case):
    def test_several_games_and_standard_input(self):
        path = self.record(games=3)
        done = run("replay", path)
        self.assertEqual((done.returncode, done.err), (0, ""))
        self.assertEqual(done.out.count("Reiner Knizia"), 3)
        self.assertEqual(done.out.count("The game is over"), 3)
        self.assertEqual(run("replay", "-", stdin=path.read_bytes()).out, done.out)
        view = run("view", path, "--seat", "spectator")
        self.assertEqual(view.stdout, path.read_bytes())

    def test_games_in_progress(self):
        lines = self.record().read_text().splitlines(keepends=True)
        done = run("replay", "-", stdin="".join(lines[:20] + lines + lines[:1]))
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.out.count("still in progress"), 2)

    def test_up_to_an_event(self):
        path = self.record(games=2)
        whole = run("replay", path).out.splitlines()
        for last in [0, 1, 17]:
            told = run("replay", path, "--to", last).out.splitlines()
            numbers = [int(line.split()[0]) for line in told if line[:5].strip().isdigit()]
            self.assertEqual(numbers, 2 * list(range(1, last + 1)))
            self.assertEqual(told[1 : last + 1], whole[1 : last + 1])

    def test_whose_eyes(self):
        path = self.record()
        self.assertIn("greedy-2 (you)", run("replay", path, "--seat", 1).out)
        self.assertNotIn("(you)", run("replay", path).out)
        self.refused(1, "replay", path, "--seat", 4, says=[str(path), "4"])

    def test_every_language(self):
        path = self.record()
        told = {run("replay", path, "--lang", language).out for language in LANGUAGES}
        self.assertEqual(len(told), len(LANGUAGES))


class Simulate(Case):
    def test_json(self):
        done = run("simulate", "loot", "--games", 50, "--seats", 3, "--seed", 1, "--bots",
                   "greedy,random:5", "--json")
        result = json.loads(done.out)
        self.assertEqual((result["game"], result["seats"], result["games"]), ("loot", 3, 50))
        self.assertEqual([p["bot"] for p in result["players"]], ["greedy", "random:5", "random:5"])
        self.assertAlmostEqual(sum(p["win_share"] for p in result["players"]), 1, 3)
        self.assertEqual(done.err, "")

    def test_json_tells_a_seed_to_do_it_again(self):
        def once(*args):
            result = json.loads(run(*args, "--json").out)
            return {name: result[name] for name in result if "second" not in name}
        for args in [["simulate", "loot", "--games", 20], ["arena", "loot", "--games", 20]]:
            first = once(*args)
            self.assertEqual(first, once(*args, "--seed", first["seed"]))

    def test_jobs_make_no_difference(self):
        records = []
        for jobs in [1, 2, 7]:
            path = self.folder / f"{jobs}.jsonl"
            run("simulate", "loot", "--games", 100, "--seed", 42, "--jobs", jobs, "--record", path)
            records.append(path.read_bytes())
        self.assertEqual(len(set(records)), 1)
        out = run("simulate", "loot", "--games", 100, "--seed", 42, "--record", "-")
        self.assertEqual(out.stdout, records[0])
        self.assertIn("loot", out.err)

    def test_names_tell_seats_apart(self):
        first = json.loads(self.record().read_text().splitlines()[0])
        self.assertEqual(first["names"], [f"greedy-{n}" for n in range(1, 5)])
        path = self.record(bots="greedy:7,random:9n", name="budget.jsonl", seats=2)
        self.assertEqual(json.loads(path.read_text().splitlines()[0])["names"],
                         ["greedy:7-1", "random:9n-2"])

    def test_progress_is_for_terminals(self):
        self.assertNotIn("#", run("simulate", "loot", "--games", 2000).err)
        ours, theirs = pty.openpty()
        with subprocess.Popen([RAZZIA, "simulate", "loot", "--games", "2000"], stderr=theirs,
                              stdout=subprocess.DEVNULL, env=environment()) as process:
            os.close(theirs)
            self.assertIn(b"\r[", os.read(ours, 65536))
            try:
                while os.read(ours, 65536):
                    pass
            except OSError:
                pass
            self.assertEqual(process.wait(), 0)
        os.close(ours)


class Arena(Case):
    def result(self, *args):
        done = run("arena", "loot", "--seed", 5, "--json", *args)
        self.assertEqual(done.returncode, 0)
        return json.loads(done.out, parse_constant=self.fail)  # Infinity is not JSON

    def test_jobs_make_no_difference(self):
        one = self.result("--games", 160, "--jobs", 1)
        self.assertEqual(one, self.result("--games", 160, "--jobs", 3))
        self.assertEqual((one["one"], one["others"], one["games"]), ("greedy", "random", 160))
        self.assertLess(one["even"], one["win_share_95"][0])

    def test_arena_of_few_games(self):
        """A share is between 0 and 1: an interval beyond that says nothing, and is not shown."""
        few = 0
        for seed in range(12):
            out = run("arena", "loot", "--bots", "casual,greedy", "--games", 8, "--seed", seed).out
            share = re.search(r"share of wins +([\d.]+)(?: ± ([\d.]+))?", out)
            self.assertNotRegex(out, r" -\d")
            few += "too few" in out
            self.assertEqual("too few" in out, share[2] is None, out)
            if share[2]:
                self.assertTrue(float(share[1]) > float(share[2]) or
                                float(share[1]) + float(share[2]) < 1, out)
        self.assertGreater(few, 2)

    def test_among_equals_nobody_wins_more(self):
        self.assertEqual(self.result("--games", 40, "--bots", "greedy")["win_share_95"], [0.25, 0.25])

    def test_one_deal_has_no_interval(self):
        result = self.result("--games", 1)
        self.assertEqual((result["deals"], result["games"]), (1, 4))
        self.assertIsNone(result["win_share_95"])

    def test_few_deals_say_little(self):
        """Where all was won the interval is that of another end of a deal; and none leaves 0 to 1."""
        args = ["--seats", 2, "--bots", "greedy,random"]
        for games, low in {4: 0.025 ** (1 / 2), 8: 0.025 ** (1 / 4)}.items():
            result = self.result("--games", games, *args)
            self.assertEqual(result["win_share"], 1)
            self.assertAlmostEqual(result["win_share_95"][0], low, 4)
            self.assertEqual(result["win_share_95"][1], 1)
        self.assertNotIn("inf", run("arena", "loot", "--seed", 5, "--games", 1).out)
        self.assertNotIn("-0.000", run("arena", "loot", "--seed", 5, "--games", 8, "--bots", "greedy").out)

    def test_a_clear_answer_comes_early(self):
        result = self.result("--games", 100000, "--sprt")
        self.assertEqual(result["verdict"], "stronger")
        self.assertLess(result["games"], 10000)


main()
