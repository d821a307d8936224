#!/usr/bin/env python3
"""A fourth game: its rules and one line are all that it takes to be played everywhere.

    test.py BUILD

Copies the tree into BUILD/fourth, adds the folder liar to its games and one line to their list,
builds that under AddressSanitizer, and plays liar's dice: in the terminal, by bots, at a server and
in a browser. What was built stays there, so that the next run is shorter.
"""
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "tests/serve"))
import client  # noqa: E402

TREE = Path(sys.argv[1]).resolve() / "fourth"
BUILD = TREE / "build"
RAZZIA = BUILD / "razzia"
GAME = TREE / "src/games/liar"
LIST = TREE / "src/games/list"


def run(*command, ok=0, cwd=TREE, **more):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False, **more)
    assert done.returncode == ok and "Sanitizer" not in done.stderr and "runtime error" not in done.stderr, \
        f"{command} ended with {done.returncode}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


def razzia(*words, **more):
    return run(RAZZIA, *words, **more)


# ---- The tree, and what a game adds to it --------------------------------------------------------

def copy_tree():
    """Brings the copy up to date; files that are as they were keep their time."""
    names = run("git", "ls-files", "-co", "--exclude-standard", "-z", cwd=ROOT).split("\0")
    names = {name for name in names if name and (ROOT / name).is_file()}
    for path in TREE.rglob("*") if TREE.exists() else []:
        name = str(path.relative_to(TREE))
        if path.is_file() and not name.startswith(("build/", ".git/", "web/node_modules/")) and name not in names:
            path.unlink()
    for name in names:
        source, target = ROOT / name, TREE / name
        if not target.exists() or source.read_bytes() != target.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)


def git(*words):
    return run("git", "-c", "user.name=test", "-c", "user.email=test@localhost", *words)


def add_game():
    """The folder and the line, and nothing else: git says so."""
    git("init", "--quiet")
    git("add", "--all")
    git("commit", "--quiet", "--allow-empty", "--message", "three games")
    shutil.copytree(HERE / "liar", GAME)
    with LIST.open("a", encoding="utf-8") as file:
        file.write("liar\n")
    assert git("status", "--porcelain").splitlines() == [" M src/games/list", "?? src/games/liar/"]
    assert git("diff", "--numstat").split() == ["1", "0", "src/games/list"]
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in GAME.iterdir())
    assert lines <= 400, f"the game has {lines} lines"


def build():
    if not BUILD.exists():
        run("meson", "setup", "build", "-Db_sanitize=address,undefined", "-Db_lundef=false", "-Doptimization=1",
            "-Dwerror=false", "-Db_ndebug=false")
    run("ninja", "-C", "build", "-j", os.environ.get("JOBS", str(os.cpu_count())), "razzia", "web",
        "tests/test_properties", "tests/test_watching", "tests/test_peek", "tests/serve/chooser")


# ---- Playing -------------------------------------------------------------------------------------

def lines_of(path):
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]


def check_rules():
    run(BUILD / "tests/test_properties", "liar", 2000)
    run(BUILD / "tests/test_watching", "liar", 500)
    run(BUILD / "tests/test_peek", "liar", 40, TREE / "nets")
    # Six dice are rolled before anybody chooses.
    assert razzia("perft", "liar", "--seats", 2, "--depth", 4).split() == "1 6 2 36 3 216 4 1296".split()


def play_terminal(bots, seed):
    """All keys, then numbers by chance until the game is over."""
    chance = random.Random(seed)
    typed = ["?", "h", "t", "s", "c", "w", "r 1", "u", "bid 1 2"] + [str(chance.randint(1, 6)) for _ in range(600)]
    record = TREE / "build/play.jsonl"
    record.unlink(missing_ok=True)
    shown = razzia("play", "liar", "--seats", 3, "--bots", bots, "--seed", seed, "--lang", "en", "--record", record,
                   input="\n".join(typed) + "\n")
    assert lines_of(record)[-1]["do"] == "end", record
    for words in ("Yours alone: dice: ", "bid, count 1, face 2", "dice left: ", "Moves were tried out", "winners "):
        assert words in shown, f"“{words}” is missing in\n{shown[:6000]}"
    assert "end, scores " in razzia("replay", record, "--lang", "en")


def check_view(record, seat):
    """A seat sees its own dice and no others; a spectator none."""
    seen = [json.loads(line) for line in razzia("view", record, "--seat", seat).splitlines()]
    whole = lines_of(record)
    assert len(seen) == len(whole)
    for line, full in zip(seen, whole):
        if line.get("do") == "roll" and line["seat"] != seat:
            assert line["face"] is None and full["face"] is not None, line
        else:
            assert line == full


def play_bots():
    record = TREE / "build/bots.jsonl"
    razzia("simulate", "liar", "--seats", 4, "--games", 3, "--bots", "random,novice,greedy,mcts:20n", "--seed", 5,
           "--record", record)
    assert sum(line.get("do") == "end" for line in lines_of(record)) == 3
    razzia("replay", record)
    for seat in (0, 3, "spectator"):
        check_view(record, seat)
    result = json.loads(razzia("arena", "liar", "--seats", 2, "--games", 24, "--bots", "mcts:100n,random", "--seed", 1,
                               "--json"))
    assert result["win_share"] > 0.6, result
    run(RAZZIA, "play", "liar", "--bots", "master", ok=2)
    run(RAZZIA, "learn", "liar", ok=2)


def play_online():
    client.RAZZIA, client.CHOOSER = str(RAZZIA), str(BUILD / "tests/serve/chooser")
    server = client.Server()
    players, table, seats = client.gather(server, "liar", 2, 1, level="casual")
    client.play(players, table, seats)
    for seat, player in enumerate(players):
        rolls = [line for line in player.lines(table) if line.get("do") == "roll"]
        assert all((line["face"] is None) == (line["seat"] != seat) for line in rolls)
    players[0].refused("level", "make", game="liar", seats=3, nonce=client.nonce(), bots=[None, "master", None])
    for player in players:
        player.close()
    assert server.stop() == 0, server.log_text()


def play_page():
    print(run("node", HERE / "page.mjs", BUILD), end="")


def main():
    copy_tree()
    shutil.rmtree(GAME, ignore_errors=True)
    shutil.copy(ROOT / "src/games/list", LIST)
    add_game()
    build()
    check_rules()
    play_terminal("human,random", 1)
    play_terminal("human,human,casual", 2)
    play_bots()
    play_online()
    play_page()


os.environ["LC_ALL"] = "C.UTF-8"
main()
