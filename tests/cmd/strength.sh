#!/bin/sh
# Bots do not collapse: short contests whose lower bound must stay above what is even, or near it.
#   strength.sh RAZZIA NETS
set -eu
set -- "$(realpath "$1")" "$(realpath "$2")" # it works in other folders, too
export RAZZIA_NETS="$2"

contest() { # GAME SEATS BOTS GAMES LEAST
    low=$("$1" arena "$2" --seats "$3" --bots "$4" --games "$5" --seed 4 --json 2>/dev/null |
        sed 's/.*"win_share_95":\[\([0-9.-]*\),.*/\1/')
    echo "$2, $3 seats, $4: at least $low"
    awk -v low="$low" -v least="$6" 'BEGIN { exit !(low ~ /^-?[0-9.]+$/ && low + 0 >= least + 0) }' ||
        { echo "less than $6"; exit 1; }
}

# Each level stands above a table of the one below, and casual nowhere below greedy.
levels() { # GAME SEATS GAMES LEAST, then the levels from below
    game=$2 seats=$3 games=$4 least=$5 below=$6 program=$1
    shift 6
    for level; do
        contest "$program" "$game" "$seats" "$level,$below" "$games" "$least"
        below=$level
    done
}

levels "$1" loot 3 450 0.345 novice casual club expert master:300n
levels "$1" bars 3 1500 0.335 novice casual club expert master:400n
levels "$1" mice 3 360 0.345 novice casual club expert master:400n
contest "$1" loot 4 greedy,random 400 0.80
contest "$1" loot 3 master:300n,greedy 180 0.55
contest "$1" bars 4 greedy,random 400 0.40
contest "$1" bars 4 master:60n,greedy 400 0.30
contest "$1" mice 3 greedy,random 120 0.90
contest "$1" mice 4 master:1n,greedy 120 0.35

# A contest in nodes is the same to the byte, on any number of cores.
for words in "loot --bots mcts:20n,random --games 16" "loot --bots master:2000n,greedy --games 16" \
    "bars --bots master:30n,greedy --games 16" "mice --bots master:400n,greedy --games 4"; do
    # shellcheck disable=SC2086
    one=$("$1" arena $words --seed 3 --jobs 1 --json 2>/dev/null)
    # shellcheck disable=SC2086
    two=$("$1" arena $words --seed 3 --jobs 3 --json 2>/dev/null)
    if [ -z "$one" ] || [ "$one" != "$two" ]; then
        echo "jobs change the result: $one $two"
        exit 1
    fi
done

# Equal bots are even: whatever they toss, they toss it in each other's place too.
for words in "loot --bots greedy,greedy" "loot --bots club:9n,club:9n" "bars --bots mcts:9n,mcts:9n" \
    "bars --bots expert,expert" "mice --bots novice,novice"; do
    # shellcheck disable=SC2086
    even=$("$1" arena $words --seats 4 --games 20 --seed 3 --json 2>/dev/null |
        sed 's/.*"win_share":\([0-9.]*\),.*/\1/')
    [ "$even" = 0.25000 ] || { echo "equal bots are not even: $words: $even"; exit 1; }
done

# What can not be done is said in one line, with what still works.
for words in "arena loot --bots hero,greedy" "arena loot --bots club:0,greedy" "play loot --bots master:-1" \
    "learn loot --hours 0" "learn loot --hours x" \
    "arena loot --bots master:0" "arena loot --games 0" "arena loot --games -3"; do
    # shellcheck disable=SC2086
    if "$1" $words >/dev/null 2>strength.err || [ "$(wc -l <strength.err)" -ne 1 ]; then
        echo "not refused in one line: $words"
        cat strength.err
        exit 1
    fi
done
if RAZZIA_NETS=/nowhere "$1" simulate loot --bots master 2>strength.err; then
    echo "played without a net"
    exit 1
fi
grep -q casual strength.err
rm -f strength.err

# Who learns from nothing does not learn on; and what can not be kept is not learnt.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/learn-loot"
cp "$2/loot.net" "$folder/learn-loot"
touch "$folder/file"
for words in "learn loot" "learn loot --resume file"; do
    # shellcheck disable=SC2086
    if (cd "$folder" && timeout 20 "$1" $words >out 2>err) || [ "$(wc -l <"$folder/err")" -ne 1 ] ||
        [ -s "$folder/out" ]; then
        echo "not refused at once: $words"
        exit 1
    fi
done

# Stopped in the middle, with what was learnt kept. A busy machine may need longer to begin.
for seconds in 3 20; do
    (cd "$folder" && exec timeout -s INT $seconds "$1" learn loot --hours 1 --seed 1 --jobs 2 --resume stopped) || true
    [ ! -f "$folder/stopped/progress.txt" ] || break
done
grep -q '^loot games [1-9]' "$folder/stopped/progress.txt"

# Gone on with, it is the rest of what was planned, and the last step is carried on.
(cd "$folder" && exec timeout -s INT 3 "$1" learn loot --seed 1 --jobs 2 --resume stopped) || true
grep -q '^loot games .* of 3600$' "$folder/stopped/progress.txt"
[ -f "$folder/stopped/pace.net" ]

# A little learning leaves a folder that can be gone on with, and can be played by.
for game in bars loot mice; do
    "$1" learn $game --hours 0.0003 --seed 1 --jobs 2 --resume "$folder/$game" >/dev/null
    "$1" learn $game --hours 0.0003 --seed 1 --jobs 2 --resume "$folder/$game" >/dev/null
    grep -q "^$game games [1-9]" "$folder/$game/progress.txt"
    grep -q polyline "$folder/$game/curve.svg"
    "$1" simulate $game --seats 3 --games 1 --bots master:1n --nets "$folder/$game" >/dev/null
done
