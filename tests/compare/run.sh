#!/bin/bash
# Compares two builds: what both compute from the same seeds, records and requests must be equal.
#
#   run.sh OLD-BUILD NEW-BUILD [--quick] [--games N] [--examples FOLDER] [--only WORD]
#
# One line for each item: "equal", "differs", or "failed" when a program did. What was computed is
# kept in BUILD/compare by the hash of the program, so a run that was cut short goes on where it
# was; the messages of online games are there too, for diff. --quick is a hundredth of the games.
# --examples is a folder with more records. --only compares items whose name contains WORD.
# Help texts, and what else is not listed here, may differ.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tests=$(dirname "$here")

die() {
    echo "run.sh: $1" >&2
    exit 2
}

builds=()
games=10000
arena_games=60
examples=
only=
while [ $# -gt 0 ]; do
    case $1 in
    --quick) games=100 arena_games=12 ;;
    --games) games=${2:-} && shift ;;
    --examples) examples=${2:-} && shift ;;
    --only) only=${2:-} && shift ;;
    -*) die "unknown option $1" ;;
    *) builds+=("$1") ;;
    esac
    shift
done
[ ${#builds[@]} -eq 2 ] || die "two build folders are needed"
[[ $games =~ ^[1-9][0-9]+$ ]] || die "--games needs a number of 10 or more"
for build in "${builds[@]}"; do
    [ -x "$build/razzia" ] || die "$build/razzia is not a program"
done
[ -z "$examples" ] || [ -d "$examples" ] || die "$examples is not a folder"
old=$(cd "${builds[0]}" && pwd)
new=$(cd "${builds[1]}" && pwd)
kept=$new/compare
mkdir -p "$kept"
cc -shared -fPIC -O1 -o "$kept/chance.so" "$here/chance.c" || die "chance.c does not compile"

# What the program of a build is known by. The test programs of a build change with it.
hash_of() { # BUILD
    cat "$1/razzia" "$1/tests/test_perft" "$1/tests/test_records" | sha256sum | cut -c 1-16
}

# The result of one item: computed once, then read. An empty result is a failure.
result() { # old|new NAME COMMAND...
    local build=${!1} name=$2 file
    file="$build/compare/$1-$(hash_of "$build")-$games/${name//[ \/]/_}"
    shift 2
    mkdir -p "$(dirname "$file")"
    if [ ! -s "$file" ]; then
        (set -o pipefail && cd "$build" && "$@" "$build") >"$file.$$" 2>"$file.err" || return 1
        [ -s "$file.$$" ] || return 1
        mv "$file.$$" "$file"
    fi
    cat "$file"
}

equal=0
bad=0
compare() { # NAME COMMAND...: COMMAND is called with the build folder as its last argument
    local name=$1 one two
    shift
    [[ -z $only || $name == *"$only"* ]] || return 0
    if ! one=$(result old "$name" "$@") || ! two=$(result new "$name" "$@"); then
        echo "failed   $name"
        bad=$((bad + 1))
    elif [ "$one" = "$two" ]; then
        echo "equal    $name"
        equal=$((equal + 1))
    else
        echo "differs  $name"
        diff <(echo "$one") <(echo "$two") | head -n 5 | cut -c 1-200
        bad=$((bad + 1))
    fi
}

sum() { sha256sum | cut -d ' ' -f 1; }

# Counts from the start, and the table of counts from the start and from the middle of records.
perft() { # GAME SEATS DEPTH BUILD
    "$4/razzia" perft "$1" --seats "$2" --depth "$3"
}
perft_table() { # GAME BUILD
    "$2/tests/test_perft" "$1" "$tests/perft/$1.txt" && echo "the table holds"
}

# Every byte of every line of seeded games.
seeded() { # GAME SEATS GAMES SEED BOTS BUILD
    "$6/razzia" simulate "$1" --seats "$2" --games "$3" --seed "$4" --bots "$5" --jobs 2 --record - | sum
}

# A record as everybody sees it, and in words.
views() { # FILE BUILD
    local seats seat
    # A file may have several games: the seats that all of them have.
    seats=$(sed -n 's/^{"record".*"seats":\([0-9]*\).*/\1/p' "$1" | sort -n | head -n 1)
    for seat in $(seq 0 $((seats - 1))) spectator; do
        "$2/razzia" view "$1" --seat "$seat" || return 1
    done | sum
}
words() { # FILE BUILD
    local code
    for code in en de es hu it; do
        "$2/razzia" replay "$1" --lang "$code" || return 1
    done | sum
}
rewritten() { # FOLDER BUILD
    "$2/tests/test_records" "$1" >/dev/null && echo "every byte came back"
}

arena() { # GAME SEATS BUILD
    "$3/razzia" arena "$1" --seats "$2" --games "$arena_games" --seed 7 --bots master:300n,club --json |
        python3 -c 'import json, sys
fields = "game seats one others deals games win_share win_share_95 even margin margin_95".split()
answer = json.load(sys.stdin)
print(*(f"{field} {answer[field]}" for field in fields), sep="\n")'
}

online() { # GAME PEOPLE BOTS BUILD
    local folder
    folder="$4/compare/messages-$(hash_of "$4")"
    mkdir -p "$folder"
    CHANCE="$kept/chance.so" KEEP="$folder" timeout 300 python3 "$here/online.py" "$4/razzia" \
        "$old/tests/serve/chooser" "$1" "$2" "$3"
}

each_game() { # COMMAND: called with a game and its seat counts
    "$1" loot 2 3 4 5
    "$1" bars 3 4 5 6 7 8
    "$1" mice 2 3 4 5
}

compare_perft() { # GAME SEATS...
    local game=$1 seats
    shift
    for seats in "$@"; do
        compare "perft of $game, $seats seats" perft "$game" "$seats" 4
    done
    compare "perft table of $game" perft_table "$game"
}

compare_games() { # GAME SEATS...
    local game=$1 seats
    shift
    for seats in "$@"; do
        compare "$game, $seats seats, random" seeded "$game" "$seats" $((games * 4 / 10)) "$seats" random
        compare "$game, $seats seats, greedy among random" \
            seeded "$game" "$seats" $((games * 3 / 10)) "1$seats" greedy,random
        compare "$game, $seats seats, random among greedy" \
            seeded "$game" "$seats" $((games * 3 / 10)) "2$seats" random,greedy
    done
}

compare_bots() { # GAME SEATS...
    local game=$1 few=$2 bot
    for bot in novice casual club:200n expert:200n master:200n mcts:100n; do
        compare "$game, $few seats, $bot among greedy" seeded "$game" "$few" $((arena_games / 6)) 3 "$bot,greedy"
    done
    compare "arena of $game, $few seats" arena "$game" "$few"
}

compare_records() { # FOLDER
    local file name
    for file in "$1"/*.jsonl; do
        [ -e "$file" ] || die "no records in $1"
        name=$(basename "$(dirname "$file")")/$(basename "$file")
        compare "views of $name" views "$file"
        compare "words of $name" words "$file"
    done
    compare "records of $(basename "$1"), rewritten" rewritten "$1"
}

each_game compare_perft
compare_records "$tests/records"
[ -z "$examples" ] || compare_records "$(cd "$examples" && pwd)"
compare "online loot, 3 people" online loot 3 0
compare "online bars, 4 people" online bars 4 0
compare "online mice, 3 people" online mice 3 0
compare "online loot, 2 people and a bot" online loot 2 1
compare "online bars, 2 people and 2 bots" online bars 2 2
compare "online mice, 1 person and a bot" online mice 1 1
each_game compare_bots
each_game compare_games

echo "$equal equal, $bad not"
[ "$bad" -eq 0 ] && [ "$equal" -gt 0 ]
