"""What the second readings of the rules (loot.py, bars.py, mice.py) have in common.

    GAME.py check FILE...     replays records ("-": standard input; several games may follow one
                              another) and compares every line that follows by rule. A line
                              "legal N" tells how many choices the seat of the next line has.
    GAME.py perft FILE LIMIT  counts again those rows of the golden table FILE that are below LIMIT
    GAME.py count FILE        prints the golden table with the counts filled in

A row of a table is "start SEATS OPTIONS DEPTH COUNT" ("-": no options, else NAME=VALUE,…) or
"after RECORD LINE DEPTH COUNT"; "#" begins a comment.

A reading is a class made from seats and options, with
    actors()          who may act: seats ascending, or ["chance"], or [] at the end
    choices(actor)    all that the actor may do, each once, as tuples that begin with the verb
    choice(event)     the tuple that a line of a record means
    do(actor, choice) does it
    lines             what follows by rule and has not been compared yet
    over              whether the game has ended
    copy(), key()     a second one like it; something that is equal for equal positions
"""
import json
import pathlib
import sys


class Wrong(Exception):
    pass


class Reading:
    def __init__(self):
        self.lines = []
        self.over = False

    def tell(self, do, **fields):
        self.lines.append({"by": "rules", "do": do, **fields})


# ---- records ---------------------------------------------------------------------------------

def play_line(game, event, count=None):
    """Takes one line that is not the first; `count`: how many choices somebody else found."""
    if event["do"] in ("leave", "return"):
        return
    if game.lines:
        expected = game.lines.pop(0)
        if json.dumps(event) != json.dumps(expected):
            raise Wrong(f"expected {json.dumps(expected)}")
        return
    actor = event["by"]
    if actor not in game.actors():
        raise Wrong(f"it is for {game.actors()} to act")
    choices = game.choices(actor)
    if count is not None and count != len(choices):
        raise Wrong(f"{count} choices, but there are {len(choices)}: {choices}")
    choice = game.choice(event)
    if choice not in choices:
        raise Wrong(f"not among {choices}")
    game.do(actor, choice)


def finish(game):
    if game and (not game.over or game.lines):
        raise Wrong("the game before does not end")


def check(reading, stream, name):
    game, games, decisions, number, line, count = None, 0, 0, 0, "", None
    try:
        for number, line in enumerate(stream, 1):
            if line.startswith("legal "):
                count = int(line.split()[1])
                decisions += 1
                continue
            event = json.loads(line)
            if "record" in event:
                finish(game)
                game = reading(event["seats"], event.get("options", {}))
                games += 1
            elif "fair" not in event:
                play_line(game, event, count)
            count = None
        finish(game)
    except (Wrong, KeyError, ValueError) as fault:
        sys.exit(f"{name}:{number}: {line.strip()}: {fault!r}")
    if not games:
        sys.exit(f"{name}: no game")
    return games, decisions


# ---- counting --------------------------------------------------------------------------------

def perft(game, depth, known):
    """Sequences of `depth` events from here; where several may act, the lowest seat does."""
    actors = game.actors()
    if not actors:
        return 0
    key = (game.key(), depth)
    if key not in known:
        choices = game.choices(actors[0])
        known[key] = len(choices)
        if depth > 1:
            known[key] = 0
            for choice in choices:
                after = game.copy()
                after.do(actors[0], choice)
                known[key] += perft(after, depth - 1, known)
    return known[key]


def option(value):
    try:
        return json.loads(value)
    except ValueError:
        return value


def start(reading, words, folder):
    """The position of a row."""
    if words[0] == "start":
        pairs = [pair.split("=") for pair in words[2].split(",")] if words[2] != "-" else []
        return reading(int(words[1]), {name: option(value) for name, value in pairs})
    lines = (folder / words[1]).read_text().splitlines()
    setup = json.loads(lines[0])
    game = reading(setup["seats"], setup.get("options", {}))
    for line in lines[1:int(words[2]) + 1]:
        play_line(game, json.loads(line))
    return game


def count_table(reading, path):
    for line in open(path):
        words = line.split("#")[0].split()
        if words:
            count = perft(start(reading, words[:3], path.parent), int(words[3]), {})
            print(*words[:4], count, flush=True)
        else:
            print(line, end="")


def check_table(reading, path, limit):
    counted = 0
    for line in open(path):
        words = line.split("#")[0].split()
        if not words or int(words[4]) >= limit:
            continue
        count = perft(start(reading, words[:3], path.parent), int(words[3]), {})
        if count != int(words[4]):
            sys.exit(f"{' '.join(words)}: counted {count}")
        counted += 1
    print(f"{counted} positions counted again")
    sys.exit(counted == 0)


def main(reading):
    command = sys.argv[1]
    if command == "check":
        for name in sys.argv[2:]:
            games, decisions = check(reading, sys.stdin if name == "-" else open(name), name)
            print(f"{name}: {games} games are right, the choices counted {decisions} times")
    elif command == "perft":
        check_table(reading, pathlib.Path(sys.argv[2]), int(sys.argv[3]))
    else:
        count_table(reading, pathlib.Path(sys.argv[2]))
