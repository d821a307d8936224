#!/bin/bash
# Chance is what docs/fair.md says: checked by a program that shares no line with ours.
set -euo pipefail
razzia=$1
fair=$2
record=$3

for seats in 2 3 4 5; do
    "$razzia" simulate loot --seats "$seats" --games 5 --seed "$seats" --bots random --record - \
        2>/dev/null | "$fair" - --series "$seats"
done

# The worked example; and a checker that finds nothing wrong with another seed is no checker.
"$razzia" replay "$record" >/dev/null
"$fair" "$record"
if "$fair" "$record" --seed 1; then
    exit 1
fi
