#!/bin/bash
# The heads of all records are those that docs/fair.md defines, computed by a program that shares no line with ours.
#
#   chain.sh TEST_CHAIN FAIR.PY RECORDS
set -euo pipefail
test_chain=$1
fair=$2
records=$3

lines=0
for record in "$records"/*.jsonl; do
    diff <("$test_chain" heads "$record") <("$fair" "$record" --heads)
    lines=$((lines + $(wc -l <"$record")))
done
echo "$lines heads are the same"
[ "$lines" -gt 0 ]

# The beginning and the end of the worked example.
page=$(dirname "$0")/../../docs/fair.md
"$test_chain" heads "$records/fair.jsonl" | sed -n '1p;2p;$p' | while read -r head; do
    grep -q "$head" "$page" || { echo "docs/fair.md has not the head $head" >&2; exit 1; }
done
