#!/bin/bash
# Compares the speed of two builds. Fails when a figure of the new one is worse by more than 3 %.
#
#   bench.sh OLD-BUILD NEW-BUILD [TURNS]         razzia bench of both in turns (5), the best of each
#   bench.sh OLD-BUILD NEW-BUILD --callgrind     instructions of the same work: no noise, no quiet
#                                                machine needed, but cache and branches do not count
set -eu
[ $# -ge 2 ] || { echo "bench.sh: two build folders are needed" >&2; exit 2; }
old=$1
new=$2
how=${3:-5}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Lines "NAME OLD NEW" of costs: the lower the better.
judge() {
    awk -F '\t' '{
        ratio = $3 / $2
        printf "%-44s %16.2f %16.2f  %.3f%s\n", $1, $2, $3, ratio, (ratio > 1.03 ? "  SLOWER" : "")
        bad += (ratio > 1.03)
        rows++
    } END {
        print rows " rows, " bad + 0 " slower by more than 3 %"
        exit bad || !rows
    }'
}

instructions() { # BUILD ARGUMENTS...: how many it takes
    local build=$1
    shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$build/razzia" "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

count_row() { # NAME ARGUMENTS...
    local name=$1
    shift
    printf '%s\t%s\t%s\n' "$name" "$(instructions "$old" "$@")" "$(instructions "$new" "$@")"
}

count_instructions() {
    local game seats
    for row in "loot 3 6" "bars 4 3" "mice 3 4"; do
        read -r game seats depth <<<"$row"
        count_row "rules of $game (perft)" perft "$game" --seats "$seats" --depth "$depth"
        count_row "$game without a record" simulate "$game" --games 60 --seed 1 --bots random --jobs 1
        count_row "$game with a record" simulate "$game" --games 20 --seed 1 --bots random --jobs 1 --record -
        count_row "replay of $game" view "$(dirname "$0")/../records/$game.jsonl" --seat 0
        count_row "greedy in $game" simulate "$game" --games 5 --seed 1 --bots greedy --jobs 1
        count_row "master in $game" simulate "$game" --games 1 --seed 1 --bots master:50n,greedy --jobs 1
    done
}

if [ "$how" = --callgrind ]; then
    count_instructions | judge
    exit
fi
[[ $how =~ ^[1-9][0-9]*$ ]] || { echo "bench.sh: $how is no number of turns" >&2; exit 2; }
for ((turn = 0; turn < how; turn++)); do
    "$old/razzia" bench --json >"$folder/old.$turn"
    "$new/razzia" bench --json >"$folder/new.$turn"
done
python3 - "$folder" "$how" <<'END' | judge
import json
import sys

COSTS = ["action_ns", "copy_ns"]
RATES = ["replays_per_second", "evaluations_per_second", "portable_per_second"]


def best(program):
    """The least cost of every figure over all turns."""
    found = {}
    for turn in range(int(sys.argv[2])):
        for row in json.load(open(f"{sys.argv[1]}/{program}.{turn}")):
            name = f"{row.get('game') or 'net of ' + row['net']}, {row['seats']} seats"
            costs = {f: row[f] for f in COSTS if f in row}
            costs |= {f.replace("_per_second", "_us"): 1e6 / row[f] for f in RATES if f in row}
            for field, cost in costs.items():
                key = f"{name}, {field}"
                found[key] = min(cost, found.get(key, cost))
    return found


old, new = best("old"), best("new")
for name, cost in old.items():
    print(name, cost, new[name], sep="\t")
END
