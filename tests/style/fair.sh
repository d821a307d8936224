#!/bin/bash
# Chance is what docs/fair.md says: checked by a program that shares no line with ours.
set -euo pipefail
razzia=$1
fair=$2
record=$3

while read -r game seats games; do
    "$razzia" simulate "$game" --seats "$seats" --games "$games" --seed "$seats" --bots random \
        --record - 2>/dev/null | "$fair" - --series "$seats"
done <<'EOT'
loot 2 5
loot 3 5
loot 4 5
loot 5 5
bars 3 3
bars 5 3
bars 8 3
mice 2 1
mice 4 1
EOT

# The worked example; and a checker that finds nothing wrong with another seed is no checker.
"$razzia" replay "$record" >/dev/null
"$fair" "$record"
if "$fair" "$record" --seed 1; then
    exit 1
fi
