#!/bin/sh
# Programs built in different ways write the same records from the same seed, on any number of cores.
#   same_bytes.sh BUILD-FOLDER...
set -eu
expected=""
for folder in "$@"; do
    for jobs in 1 3; do
        sum=$(for game in $("$folder/razzia" help | sed -n 's/^  \([a-z]*\)  *[A-Z].*(.*/\1/p'); do
            "$folder/razzia" simulate "$game" --games 100 --seed 42 --bots greedy,random --jobs "$jobs" \
                --record - 2>/dev/null
        done | sha256sum)
        echo "$folder, $jobs jobs: $sum"
        [ -z "$expected" ] || [ "$expected" = "$sum" ] || exit 1
        expected=$sum
    done
done
