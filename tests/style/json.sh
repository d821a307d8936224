#!/bin/sh
# JSON is written by core/json_write.c alone: no text of the sources has a key with its colon.
set -eu
cd "$(dirname "$0")/../.."

# What clients must not send, word for word; a message that no version knows; a pattern of SQL.
allowed='src/load/hostile.c|src/load/sieges.c|src/load/tricks.c|src/cmd/bot_test.c|src/store/backend.h'

keys() {
    grep -rnE --include='*.[ch]' '\\"[A-Za-z_0-9%]*\\" *:' "$@"
}
found=$(keys src | grep -vE "^($allowed):" || true)
[ -z "$found" ] || { echo "$found" >&2; echo "write JSON with core/json_write.h" >&2; exit 1; }
# The exceptions are still such, so the search finds what it looks for.
for file in $(echo "$allowed" | tr '|' ' '); do
    keys "$file" >/dev/null || { echo "$file is no exception any more" >&2; exit 1; }
done
echo "JSON is written in one place"
