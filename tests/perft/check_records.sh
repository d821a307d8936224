#!/bin/sh
# Random games and those of tests/records, checked by a program that shares nothing with the one
# that played them.
#   check_records.sh RANDOM-RECORDS COUNT-CHOICES CHECKER GAME GAMES SEED
set -eu
records=$(mktemp)
trap 'rm -f "$records"' EXIT
"$1" "$4" "$5" "$6" >"$records"
for file in "$(dirname "$0")"/../records/"$4"*.jsonl; do
    "$2" <"$file" >>"$records"
done
python3 "$3" check "$records"
