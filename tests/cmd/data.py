"""razzia simulate --data: shards that numpy opens, read here without it, and a manifest.

That the rows are right is asked in tests/python/data.py."""
import ast
import json
import os
import re
import resource
import signal
import struct
import subprocess
import time

from given import Case, LANGUAGES, RAZZIA, environment, main, run

FORMATS = {"|u1": "B", "<u2": "H", "<i4": "i", "<u4": "I", "<f4": "f"}


def read_npy(path):
    """The shape, the type and the bytes of a file, as numpy.lib.format describes it."""
    content = path.read_bytes()
    assert content[:8] == b"\x93NUMPY\x01\x00", content[:8]
    size = struct.unpack("<H", content[8:10])[0]
    assert (10 + size) % 64 == 0 and content[10 + size - 1:10 + size] == b"\n"
    header = ast.literal_eval(content[10:10 + size].decode("latin-1"))
    assert header.keys() == {"descr", "fortran_order", "shape"} and not header["fortran_order"]
    return header["shape"], header["descr"], content[10 + size:]


def read_folder(folder):
    """The manifest, and each column as a list of rows."""
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    columns = {name: [] for name in manifest["columns"]}
    for shard, rows in enumerate(manifest["shards"]):
        for name, column in manifest["columns"].items():
            shape, kind, content = read_npy(folder / f"{shard:05}.{name}.npy")
            assert (shape, kind) == ((rows, *column["shape"]), column["dtype"]), (name, shape, kind)
            numbers = [n for n, in struct.iter_unpack("<" + FORMATS[kind], content)] if column["shape"] == [] else \
                list(struct.iter_unpack(f"<{column['shape'][0]}{FORMATS[kind]}", content))
            assert len(numbers) == rows, name
            columns[name] += numbers
    return manifest, columns


class Data(Case):
    def write(self, game, *more, folder="data"):
        done = run("simulate", game, "--seed", "4", "--data", self.folder / folder, *more)
        self.assertEqual((done.returncode, done.err), (0, ""))
        return done

    def test_rows(self):
        for game, seats in [("loot", 4), ("bars", 5), ("mice", 3)]:
            path = self.folder / f"{game}.jsonl"
            done = self.write(game, "--seats", seats, "--games", "9", "--record", path, "--json", folder=game)
            sums = json.loads(done.out)
            manifest, rows = read_folder(self.folder / game)
            self.assertEqual((manifest["game"], manifest["seats"], manifest["games"]), (game, seats, 9))
            self.assertEqual(manifest["seed"], sums["seed"])
            self.assertEqual(manifest["rows"], len(rows["seat"]))
            last = manifest["features"][-1]
            self.assertEqual(manifest["columns"]["obs"]["shape"], [last["offset"] + last["shape"][0]])
            for mask, choice in zip(rows["mask"], rows["choice"]):
                self.assertTrue(mask[choice // 8] >> choice % 8 & 1)
                self.assertGreater(int.from_bytes(mask, "little").bit_count(), 1)
            ends = {number: scores for number, scores in zip(rows["game"], rows["score"])}
            self.assertEqual(list(ends), list(range(9)))
            shares = dict(zip(zip(rows["game"], rows["seat"]), rows["reward"]))
            for player in sums["players"]:
                seat = player["seat"]
                self.assertAlmostEqual(sum(scores[seat] for scores in ends.values()) / 9, player["mean_score"], 3)
                self.assertAlmostEqual(sum(shares[number, seat] for number in ends) / 9, player["win_share"], 4)
            # Who decided, in the order of the record, which also has decisions without a choice.
            for number, record in enumerate(path.read_text("utf-8").split('{"record"')[1:]):
                decided = iter(re.findall(r'^\{"by":(\d)', record, re.M))
                for seat in (seat for seat, n in zip(rows["seat"], rows["game"]) if n == number):
                    self.assertIn(str(seat), decided)

    def test_jobs(self):
        """More rows than a shard has, and the same for any number of jobs."""
        for jobs in ["1", "3"]:
            self.write("loot", "--games", "500", "--bots", "random", "--rng", "fast", "--jobs", jobs, folder=jobs)
        one, other = self.folder / "1", self.folder / "3"
        self.assertEqual(sorted(os.listdir(one)), sorted(os.listdir(other)))
        for path in one.iterdir():
            self.assertEqual(path.read_bytes(), (other / path.name).read_bytes(), path.name)
        manifest = json.loads((one / "manifest.json").read_text("utf-8"))
        self.assertEqual(manifest["shards"], [65536, manifest["rows"] - 65536])
        self.assertEqual(len(os.listdir(one)), 2 * 7 + 1)
        self.assertEqual(read_npy(one / "00001.obs.npy")[0][0], manifest["rows"] - 65536)

    def test_an_empty_folder_may_be_there(self):
        (self.folder / "data").mkdir()
        self.write("bars", "--games", "1")
        manifest, _ = read_folder(self.folder / "data")
        self.assertEqual(manifest["games"], 1)

    def test_folders_that_do_not_do(self):
        def refused(folder, *says):
            self.refused(1, "simulate", "loot", "--games", "2", "--data", folder, says=says)
        full, file = self.folder / "full", self.folder / "file"
        full.mkdir()
        (full / "mine").write_text("mine")
        file.write_text("mine")
        refused(full, str(full), "not empty")
        refused(file, str(file), "Not a directory")
        refused(file / "below", "Not a directory")
        refused(self.folder / "no" / "such", "No such file")
        refused("/dev/full", "/dev/full", "Not a directory")
        refused("x" * 300, "File name too long")
        refused("", "No such file")
        self.assertEqual(((full / "mine").read_text(), file.read_text()), ("mine", "mine"))
        for lang in LANGUAGES:
            self.refused(1, "simulate", "loot", "--data", full, "--lang", lang, says=str(full))

    def test_usage(self):
        data = self.folder / "data"
        self.refused(2, "simulate", "loot", "--data", says="--data")
        self.refused(2, "simulate", "loot", "--data", data, "--record", "-", says=["--data", "--record"])
        self.refused(2, "simulate", "loot", "--data", data, "--games", "0", says="--games")
        self.refused(2, "simulate", "chess", "--data", data, says="chess")
        self.refused(2, "arena", "loot", "--data", data, says="--data")
        self.refused(1, "simulate", "loot", "--data", data, "--record", self.folder / "no/such", says="such")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_no_space(self):
        """Nothing is left of what could not be written whole: neither a folder, nor anything in one that was there."""
        def limit(size):
            return lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
        data = self.folder / "data"
        for made in [False, True]:
            for size in [64, 2000, 100000]:
                self.refused(1, "simulate", "loot", "--games", "20", "--seed", "1", "--data", data, preexec_fn=limit(size),
                             says=[str(data), "File too large"])
                self.assertEqual(list(self.folder.rglob("*")), [data] if made else [])
            data.mkdir(exist_ok=True)

    def test_interrupted(self):
        """A folder without a manifest is not whole, and no half file stays, nor half a record."""
        data = self.folder / "data"
        running = subprocess.Popen([RAZZIA, "simulate", "loot", "--games", "100000000", "--bots", "random", "--rng", "fast",
                                    "--data", data, "--record", self.folder / "games.jsonl"], env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 30
        while time.monotonic() < until and not (data / "00000.game.npy").exists():
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        self.assertEqual(running.wait(30), -signal.SIGINT)
        self.assertFalse((data / "manifest.json").exists())
        self.assertEqual(list(self.folder.iterdir()), [data])
        for path in data.iterdir():
            self.assertRegex(path.name, r"^\d{5}\.[a-z]+\.npy$")
            self.assertEqual(read_npy(path)[0][0], 65536)


main()
