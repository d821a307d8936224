#!/bin/sh
# Random games, checked by a program that shares nothing with the one that played them.
#   check_records.sh RANDOM-RECORDS CHECKER GAME GAMES SEED
set -eu
records=$(mktemp)
trap 'rm -f "$records"' EXIT
"$1" "$3" "$4" "$5" >"$records"
python3 "$2" check "$records"
