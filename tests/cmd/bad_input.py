"""Whatever is wrong with the input is said in one line that names what and where."""
import os
import resource
import signal
import subprocess
import time
import unittest

from given import Case, RAZZIA, environment, main, run


class CommandLine(Case):
    def test_unknown_words(self):
        self.refused(2, "pley", says="pley")
        self.refused(2, "", says="“”")
        self.refused(2, "help", "pley", says="pley")
        self.refused(2, "play", "loot", "--colour", says="--colour")
        self.refused(2, "play", "loot", "-x", says="-x")
        self.refused(2, "play", "chess", says=["chess", "loot"])
        self.refused(2, "rules", "chess", says="chess")
        self.refused(2, "rules", "loot", "L99", says="L99")
        self.refused(2, "play", "loot", "bars", says="bars")
        self.refused(2, "bench", "chess", says=["chess", "loot"])
        self.refused(2, "replay", "--depth", "3", "x", says="--depth")
        self.refused(2, "play", "loot", "--lang", "fr", says="fr")

    def test_load(self):
        for url in ["", "x", "http://127.0.0.1:7200/ws", "ws://", "ws://example.org:80/ws", "ws://127.0.0.1:x/ws",
                    "ws://127.0.0.1:99999/ws", "ws://127.0.0.1:/ws", "ws://1270.0.0.1/ws", "ws://" + "1" * 300]:
            self.refused(2, "load", "--url", url, says="--url")
        for rate in ["", "x", "0", "-1", "nan", "inf", "1e9", "1x", " 1", "1001"]:
            self.refused(2, "load", "--rate", rate, says="--rate")
        self.refused(2, "load", "--tables", "20001", says="--tables")
        self.refused(2, "load", "--seconds", "0", says="--seconds")
        self.refused(2, "load", "--game", "chess", says=["chess", "loot"])
        for attacks in ["", "storm", "chat,", "chat,storm", "watch-"]:
            self.refused(2, "load", "--attack", attacks, says="--attack")
        self.refused(2, "load", "--addresses", "251", says="--addresses")
        self.refused(2, "load", "--pid", "0", says="--pid")
        self.refused(2, "load", "--store", "postgresql://x", says="--store")
        self.assertIn("watch-deaf", run("load", "--attack", "help").out.split())
        # Nobody listens there.
        done = run("load", "--url", "ws://127.0.0.1:1/ws", "--tables", "3", "--json")
        self.assertEqual(done.returncode, 1)
        self.assertIn("\"ready\":0", done.out)
        self.assertIn("refused", done.out)

    def test_missing_words(self):
        self.refused(2, "play", says="GAME")
        self.refused(2, "replay", says="FILE")
        self.refused(2, "simulate", "loot", "--seed", says="--seed")
        self.refused(2, "simulate", "loot", "-o", says="-o")

    def test_numbers(self):
        for value in ["0", "-1", "1e9999", "", "x", "99999999999999999999", "1.5", "2x"]:
            self.refused(2, "simulate", "loot", "--games", value, says="--games")
            self.refused(2, "simulate", "loot", "--jobs", value, says="--jobs")
            self.refused(2, "perft", "loot", "--depth", value, says="--depth")
        for value in ["1", "6", "x", "-2", " 3", "+3"]:
            self.refused(2, "play", "loot", "--seats", value, says=["--seats", value])
        for value in ["x", "-1", "", "18446744073709551616", "0x10", "f" * 63, "g" * 64]:
            self.refused(2, "simulate", "loot", "--seed", value, says="--seed")
        for value in ["8", "-1", "x", "00"]:
            self.refused(2, "view", "x.jsonl", "--seat", value, says=["--seat", value])
        self.refused(2, "replay", "x.jsonl", "--to", "-1", says="--to")

    def test_bots(self):
        for bots in ["genius", "", "greedy,,random", "greedy:", "greedy:0", "greedy:x",
                     "greedy:99999999", "greedy:5m", ":5", "human"]:
            self.refused(2, "simulate", "loot", "--bots", bots, says="bot")
        self.refused(2, "play", "loot", "--bots", "human,greedy,greedy,greedy,random", says="4")
        self.refused(2, "play", "loot", "--bots", "humanoid", says="humanoid")
        self.refused(2, "play", "loot", "--bots", "novice,casual,greedy", "--seats", 3, says=["3", "you"])
        self.refused(2, "arena", "loot", "--bots", "greedy,random,random", says="2")

    def test_nets(self):
        """A file that can not be used is a failure, not a wrong word; and no pipe keeps us waiting."""
        os.mkfifo(self.folder / "loot.net")
        (self.folder / "bars.net").write_bytes(b"RZ")
        for game, reason in {"loot": "not a net", "bars": "bars.net", "mice": "No such file"}.items():
            for command in ["arena", "simulate", "play"]:
                self.refused(1, command, game, "--bots", "master:20n,casual", "--nets", self.folder,
                             says=[reason, "casual"])
        self.refused(1, "play", "mice", "--board", self.folder / "none", says="No such file")

    def test_other_values(self):
        self.refused(2, "play", "loot", "--dealer", "me", says=["--dealer", "me"])
        self.refused(2, "simulate", "loot", "--rng", "slow", says=["--rng", "slow"])
        self.refused(2, "play", "loot", "--names", "x" * 41, says="--names")
        self.refused(2, "play", "loot", "--names", ",", says="--names")
        self.refused(2, "play", "loot", "--names", "a,b", says="--names")
        self.refused(2, "view", "x.jsonl", says="--seat")

    def test_options_of_the_rules(self):
        self.refused(2, "simulate", "loot", "-o", "piles", says="piles")
        self.refused(2, "simulate", "loot", "-o", "=1", says="-o")
        self.refused(2, "simulate", "loot", "-o", "colour=red", says="colour")
        self.refused(2, "simulate", "loot", "-o", "piles=3", says=["piles", "L9"])
        self.refused(2, "simulate", "loot", "-o", "sets=maybe", says=["sets", "L8"])
        self.refused(2, "simulate", "loot", "--theme", "rome", says=["theme", "rome"])
        self.refused(2, "simulate", "loot", *["-o", "piles=1"] * 40, says="-o")

    def test_theme_is_an_option(self):
        long = self.folder / "long.jsonl"
        short = self.folder / "short.jsonl"
        run("simulate", "loot", "--games", 1, "--seed", 1, "-o", "theme=ra", "--record", long)
        run("simulate", "loot", "--games", 1, "--seed", 1, "--theme", "ra", "--record", short)
        self.assertEqual(long.read_bytes(), short.read_bytes())
        self.assertIn('"theme":"ra"', long.read_text())

    def test_words_from_outside_steer_nothing(self):
        done = self.refused(2, "a\nb\x1b[2J\x7f" + "x" * 3000)
        self.assertNotIn("\x1b", done.err)
        self.refused(1, "replay", self.folder / "a\nb", says="a?b")


class Files(Case):
    def write(self, content, name="bad.jsonl"):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def wrong(self, content, *says):
        path = self.write(content)
        for command in [["replay", path], ["view", path, "--seat", "0"], ["play", "--resume", path]]:
            self.refused(1, *command, says=[str(path), *says])

    def setUp(self):
        super().setUp()
        self.lines = self.record().read_text().splitlines()

    def changed(self, number, line):
        """The record with one line, counted from 1, changed."""
        return "\n".join(self.lines[: number - 1] + [line] + self.lines[number:]) + "\n"

    def find(self, verb):
        """The first line with this verb, counted from 1, and the line."""
        return next((i, x) for i, x in enumerate(self.lines, 1) if f'"do":"{verb}"' in x)

    def test_no_file(self):
        missing = self.folder / "missing.jsonl"
        for command in [["replay", missing], ["view", missing, "--seat", "0"],
                        ["play", "--resume", missing]]:
            self.refused(1, *command, says=[str(missing), "No such file"])
        self.refused(1, "replay", self.folder, says=[str(self.folder), "Is a directory"])
        self.refused(1, "play", "--resume", self.folder, says="Is a directory")

    @unittest.skipUnless(os.getuid() == 0, "only root can become nobody")
    def test_no_rights(self):
        secret = self.write("x")
        secret.chmod(0)
        os.chmod(self.folder, 0o755)
        more = {"user": 65534, "env": environment(HOME="/nonexistent")}
        self.refused(1, "replay", secret, says=[str(secret), "Permission denied"], **more)
        for command in [["simulate", "loot", "--games", "1", "--record", self.folder / "new"],
                        ["simulate", "loot", "--games", "1", "--record", secret]]:
            self.refused(1, *command, says="Permission denied", **more)
        self.assertEqual([p.name for p in self.folder.iterdir() if p.suffix != ".jsonl"], [])

    def test_nothing_in_it(self):
        self.wrong("")
        self.wrong("\n", ":1")
        self.wrong(b"\0\0\0\n", ":1")
        self.wrong(os.urandom(100).replace(b"\n", b"") + b"\xff\n", ":1")
        self.wrong("hello\n", ":1")
        self.refused(1, "replay", "-", stdin="", says="<stdin>")

    def test_cut_off(self):
        whole = "\n".join(self.lines) + "\n"
        cut = len("\n".join(self.lines[:5])) + 10
        self.wrong(whole[:cut], ":6")

    def test_not_utf8(self):
        self.wrong(self.lines[0].replace("greedy-1", "X").encode().replace(b"X", b"\xff\xfe"), ":1",
                   "UTF-8")

    def test_wrong_setup(self):
        first = self.lines[0]
        self.wrong(self.changed(1, first.replace('"loot"', '"chess"')), ":1", "chess")
        self.wrong(self.changed(1, first.replace('"record":1', '"record":2')), ":1", "2")
        self.wrong(self.changed(1, first.replace('"seats":4', '"seats":4,"seats":4')), ":1", "seats")
        self.wrong(self.changed(1, first.replace('"seats":4', '"seats":' + "9" * 400)), ":1")
        self.wrong(self.changed(1, first.replace('"seats":4', '"seats":9')), ":1")
        self.wrong(self.changed(1, first.replace('"seats":4', '"seats":4,"colour":1')), ":1", "colour")

    def test_wrong_lines(self):
        number, line = self.find("reveal")
        self.wrong(self.changed(number, line.replace("reveal", "conjure")), f":{number}", "conjure")
        self.wrong(self.changed(number, line[:-1] + ',"card":"car"}'), f":{number}", "card")
        self.wrong(self.changed(number, '{"by":"chance","do":"reveal","card":"crown"}'), f":{number}")
        number, line = self.find("bid")
        self.wrong(self.changed(number, line.replace('"cheque":', '"cheque":1' + "0" * 300)),
                   f":{number}")
        self.wrong(self.changed(number, '{"by":0,"do":"draw"}'), f":{number}", "(L20)")
        self.wrong(self.changed(number, "[" * 2000), f":{number}")

    def test_what_the_rules_say(self):
        number, line = self.find("won")
        path = self.write(self.changed(number, line.replace('"took":', '"took":1')))
        self.refused(1, "replay", path, says=[f"{path}:{number}:", "(L22)", line])
        path = self.write(self.changed(number, self.lines[number]))
        self.refused(1, "replay", path, says=[f"{path}:{number}:", "(L22)", line])
        number, line = self.find("round")
        path = self.write(self.changed(number, line.replace('"starter":', '"starter":1')))
        self.refused(1, "replay", path, says=f"{path}:{number}:")

    def test_two_games_at_once(self):
        self.wrong("\n".join(self.lines[:9] + ["{}"]) + "\n", ":10")
        path = self.write("\n".join(self.lines + self.lines) + "\n")
        self.refused(1, "play", "--resume", path, says=f"{path}:{len(self.lines) + 1}:")

    def test_other_line_ends(self):
        path = self.write("\r\n".join(self.lines) + "\r\n")
        done = run("replay", path)
        self.assertEqual((done.returncode, done.err), (0, ""))
        self.assertEqual(done.out, run("replay", self.folder / "game.jsonl").out)

    def test_a_line_without_end(self):
        """A gigabyte of one line, and hardly any memory."""
        room = 256 << 20
        limit = None
        if "asan" not in subprocess.run(["ldd", RAZZIA], capture_output=True, text=True).stdout:
            symbols = subprocess.run(["nm", "-D", RAZZIA], capture_output=True, text=True).stdout
            if "__asan_init" not in symbols:
                limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (room, room))
        with (self.folder / "long").open("wb") as file:
            file.truncate(1 << 30)
        self.refused(1, "replay", self.folder / "long", says="line 1", preexec_fn=limit)
        self.refused(1, "play", "--resume", self.folder / "long", says="line 1", preexec_fn=limit)


class Output(Case):
    def test_full_disk(self):
        path = self.record(games=20)
        with open("/dev/full", "w") as full:
            for command in [["replay", path], ["view", path, "--seat", "0"], ["help"], ["--man"],
                            ["--version"], ["rules", "loot"], ["simulate", "loot", "--games", "1"],
                            ["simulate", "loot", "--games", "99", "--record", "-"]]:
                self.refused(1, *command, stdout=full, says="No space left")
        self.refused(1, "simulate", "loot", "--games", "99", "--record", "/dev/full",
                     says=["/dev/full", "No space left"])
        self.assertFalse(os.path.isfile("/dev/full"))

    def test_small_disk(self):
        limit = lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                         resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)))
        path = self.folder / "big.jsonl"
        path.write_text("old")
        self.refused(1, "simulate", "loot", "--games", "9", "--record", path, preexec_fn=limit,
                     says=[str(path), "File too large"])
        self.assertEqual(path.read_text(), "old")
        self.assertEqual(list(self.folder.iterdir()), [path])

    def test_closed_pipe(self):
        path = self.record(games=200)
        for command in [["replay", path], ["view", path, "--seat", "0"],
                        ["simulate", "loot", "--games", "500", "--record", "-"]]:
            with subprocess.Popen([RAZZIA, *command], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, env=environment()) as process:
                process.stdout.readline()
                process.stdout.close()
                err = process.stderr.read().decode()
                self.assertEqual((process.wait(), err), (141, ""), command)

    def test_nobody_reads(self):
        """Whatever a command writes: it ends as other programs do, and complains of nothing."""
        path = self.record(games=20)
        for command in [["help"], ["help", "play"], ["--man"], ["--completion"], ["rules", "mice"],
                        ["replay", path], ["simulate", "loot", "--games", "5", "--json"],
                        ["perft", "loot"], ["board", "show"], ["play", "loot", "--bots", "help"]]:
            reader, writer = os.pipe()
            os.close(reader)
            for language in ["en", "de"]:
                more = [] if command[0].startswith("--") else ["--lang", language]
                done = run(*command, *more, stdout=writer)
                self.assertEqual((done.returncode, done.err), (141, ""), command)
            os.close(writer)

    def test_closed_streams(self):
        path = self.folder / "new.jsonl"
        command = f'"{RAZZIA}" simulate loot --games 1 --seed 1 --record "{path}"'
        for closed in [">&-", ">&- <&-"]:
            done = subprocess.run(["sh", "-c", f"{command} {closed}"], capture_output=True,
                                  env=environment())
            self.assertEqual(done.returncode, 1)
            self.assertIn(b"Bad file descriptor", done.stderr)
            self.assertEqual(run("replay", path).returncode, 0)
        done = subprocess.run(["sh", "-c", f'"{RAZZIA}" replay - <&-'], capture_output=True,
                              env=environment())
        self.assertEqual(done.returncode, 1)

    def test_places(self):
        self.refused(1, "simulate", "loot", "--games", "1", "--record", self.folder,
                     says="Is a directory")
        for command in [["simulate", "loot", "--games", "1"], ["play", "loot"]]:
            self.refused(1, *command, "--record", self.folder / "no" / "file", says="No such file")

    def test_links_and_rights_stay(self):
        path = self.record()
        path.chmod(0o600)
        link = self.folder / "link"
        link.symlink_to(path)
        self.assertEqual(run("simulate", "loot", "--games", 2, "--record", link).returncode, 0)
        self.assertTrue(link.is_symlink())
        self.assertEqual(path.stat().st_mode & 0o777, 0o600)

    def test_a_signal_leaves_nothing(self):
        numbers = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

        def heed():  # whoever runs the tests in the background may have them ignored
            for number in numbers:
                signal.signal(number, signal.SIG_DFL)

        for number in numbers:
            with subprocess.Popen([RAZZIA, "simulate", "loot", "--games", "100000000", "--record",
                                   self.folder / "new"], env=environment(),
                                  preexec_fn=heed) as process:
                while not list(self.folder.iterdir()):
                    time.sleep(0.01)
                process.send_signal(number)
                self.assertEqual(process.wait(), -number)
            self.assertEqual(list(self.folder.iterdir()), [])


main()
