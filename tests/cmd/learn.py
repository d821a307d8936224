"""learn: what a folder holds is gone on with, or refused; nothing in it is lost."""
import os
import pty
import re
import shutil
import signal
import subprocess
from pathlib import Path

from given import Case, RAZZIA, environment, main, run

NETS = Path(__file__).resolve().parents[2] / "nets"
FIRST = "loot games 5 seconds 1 of 1\n"


class Learn(Case):
    def learn(self, *args):
        return run("learn", "loot", "--hours", "0.0003", "--jobs", 1, "--resume", self.folder / "run", *args)

    def given(self, progress, game="loot"):
        """A folder with a net, and how far it has come."""
        folder = self.folder / "run"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        shutil.copy(NETS / f"{game}.net", folder)
        (folder / "progress.txt").write_text(progress)
        return folder

    def held(self, folder):
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    def test_damaged_progress(self):
        for progress in ["", "garbage\n", "games 5 seconds 1 of 1\n", "loot games -1 seconds 1 of 1\n",
                         "loot games 5000000000 seconds 1 of 1\n", "loot games 5 seconds nan of nan\n",
                         "loot games 5 seconds inf of inf\n", "loot games 5 seconds 1e300 of 1e300\n",
                         "loot games 5 seconds 1 of 1 more\n", "loot games 5 seconds 1\n",
                         FIRST + "1e300 1e300 1e300\n" * 50, FIRST + "1 2\n", FIRST + "1 2 3 4\n",
                         FIRST + "1 0.5 nan\n", FIRST + "\0\n", FIRST + "x" * 300 + "\n",
                         FIRST + "1 0.5 1\n" * 5000,
                         FIRST + "0 0.5 1\n", FIRST + "2 0.5 1\n1 0.5 1\n"]:
            folder = self.given(progress)
            before = self.held(folder)
            done = self.refused(1, "learn", "loot", "--resume", folder, says=["progress.txt", "line "])
            self.assertEqual(done.out, "")
            self.assertEqual(self.held(folder), before)

    def test_a_pipe_keeps_nobody_waiting(self):
        folder = self.given("")
        (folder / "progress.txt").unlink()
        os.mkfifo(folder / "progress.txt")
        self.refused(1, "learn", "loot", "--resume", folder, says="progress.txt")
        self.refused(1, "learn", "loot", "--resume", "x" * 3100, says="too long")

    def test_folder_of_another_game(self):
        folder = self.given("mice games 5 seconds 1 of 1\n", "mice")
        before = self.held(folder)
        self.refused(1, "learn", "loot", "--resume", folder, says=["progress.txt", "loot"])
        self.assertEqual(self.held(folder), before)

    def test_progress_without_its_net(self):
        folder = self.given(FIRST)
        (folder / "loot.net").unlink()
        self.assertEqual(self.refused(1, "learn", "loot", "--resume", folder, says="loot.net").out, "")
        self.assertEqual([path.name for path in folder.iterdir()], ["progress.txt"])

    def test_says_what_it_does(self):
        folder = self.folder / "run"
        self.assertIn(f"Learns from nothing, in {folder}.\n", self.learn().out)
        games = int(re.match(r"loot games (\d+) ", (folder / "progress.txt").read_text())[1])
        done = self.learn()
        self.assertIn(f"Goes on after {games} games, in {folder}.\n", done.out)
        self.assertRegex(done.out, r"Learnt from \d+ games: .*/loot\.net; “--nets .*” plays by it\.\n\Z")

    def test_one_at_a_time(self):
        folder = self.folder / "run"
        with subprocess.Popen([RAZZIA, "learn", "loot", "--hours", "0.02", "--jobs", "1", "--resume", folder],
                              env=environment(), stdout=subprocess.PIPE, text=True) as first:
            self.addCleanup(first.kill)
            self.assertIn("nothing", first.stdout.readline())
            self.refused(1, "learn", "loot", "--resume", folder, says=["another", str(folder)])
            self.assertIsNone(first.poll())
            first.send_signal(signal.SIGTERM)
            self.assertIn(f"“--resume {folder}” goes on.", first.stdout.read())
            self.assertEqual(first.wait(), 0)
        self.assertEqual(self.learn().returncode, 0)

    def test_bar_and_reports_do_not_mix(self):
        ours, theirs = pty.openpty()
        with subprocess.Popen([RAZZIA, "learn", "loot", "--hours", "0.0005", "--jobs", "1"], stdin=subprocess.DEVNULL,
                              stdout=theirs, stderr=theirs, env=environment(), cwd=self.folder) as process:
            os.close(theirs)
            shown = b""
            try:
                while part := os.read(ours, 65536):
                    shown += part
            except OSError:
                pass
            self.assertEqual(process.wait(), 0)
        os.close(ours)
        lines = shown.decode().split("\r\n")
        self.assertIn("[", shown.decode())
        for line in lines:
            self.assertNotRegex(line.split("\r")[-1], r"\[[#.]+\].*error", line)
        self.assertEqual(lines[-1].split("\r")[-1], "")

    def test_hours(self):
        for hours in ["0", "-1", "x", "", "nan", "inf", "10001", "1e9"]:
            self.refused(2, "learn", "loot", "--hours", hours, says=["--hours", "10000"])


main()
