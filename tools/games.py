#!/usr/bin/env python3
"""Headers made from the list of games.

    tools/games.py list src/games/list > games/list.h
    tools/games.py states src/games/list > games/states.h

The list has one line a game: the name of its folder in src/games. `list` is a macro that repeats
something for each game, and their numbers; `states` includes the state.h of each.
"""
import sys
from pathlib import Path


def write_list(games):
    each = " ".join(f"X({game})" for game in games)
    return (f"/* X(name) for each game, in the order of src/games/list. */\n#define RZ_GAMES(X) {each}\n\n"
            "/* The number of each: its place in that list. */\n"
            "#define X(name) RZ_NUMBER_##name,\nenum { RZ_GAMES(X) RZ_GAME_COUNT };\n#undef X\n")


def write_states(games):
    return "".join(f'#include "games/{game}/state.h"\n' for game in games)


def main():
    writers = {"list": write_list, "states": write_states}
    if len(sys.argv) != 3 or sys.argv[1] not in writers:
        sys.exit(__doc__)
    kind = sys.argv[1]
    games = Path(sys.argv[2]).read_text(encoding="utf-8").split()
    guard = f"RZ_GAMES_{kind.upper()}_H"
    print(f"/* Made by tools/games.py from src/games/list. */\n#ifndef {guard}\n#define {guard}\n")
    print(writers[kind](games))
    print("#endif")


main()
