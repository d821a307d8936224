#!/bin/bash
# Programs built in different ways write the same records from the same seed, on any number of cores.
#   same_bytes.sh BUILD-FOLDER...
set -euo pipefail
[ $# -gt 0 ] || { echo "same_bytes.sh: no build folder" >&2; exit 2; }
games=$("$1/razzia" help | sed -n 's/^  \([a-z]*\)  *[A-Z].*(.*/\1/p')
[ "$(echo "$games" | wc -w)" -ge 3 ] || { echo "same_bytes.sh: $1/razzia names no games" >&2; exit 1; }

records() { # FOLDER JOBS: of all games; fails when a program does, or writes nothing
    for game in $games; do
        "$1/razzia" simulate "$game" --games 100 --seed 42 --bots greedy,random --jobs "$2" --record - 2>/dev/null |
            awk '{ print } END { exit NR < 1000 }' || return 1
    done
}

expected=""
for folder in "$@"; do
    for jobs in 1 3; do
        sum=$(records "$folder" "$jobs" | sha256sum) || { echo "$folder: no records" >&2; exit 1; }
        echo "$folder, $jobs jobs: $sum"
        [ -z "$expected" ] || [ "$expected" = "$sum" ] || { echo "$folder differs" >&2; exit 1; }
        expected=$sum
    done
done
