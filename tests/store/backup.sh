#!/bin/bash
# The commands of docs/backup.md, while somebody writes: the copy is sound, and goes on.
#   backup.sh BENCH URL FOLDER
set -euo pipefail
bench=$1
url=$2
folder=$(mktemp -d "$3/backup.XXXXXX")
# shellcheck disable=SC2064 # the folder is known now
trap "rm -rf '$folder'" EXIT
[ "$url" != file ] || url=sqlite:$folder/store
file=${url#sqlite:}
copy=$folder/copy

"$bench" "$url" 50 100 100 >"$folder/first.log"
timeout 60 "$bench" "$url" 0 100 300000 >"$folder/writer.log" 2>&1 &
writer=$!
sleep 0.5

umask 077
case $url in
sqlite:*) sqlite3 "$file" "VACUUM INTO '$copy'" ;;
*) pg_dump --format=custom --schema=razzia --file="$copy" "$url" ;;
esac
sleep 0.5
kill -0 "$writer" || { echo "the writer was not there any longer" >&2; exit 1; }
kill -9 "$writer"
wait "$writer" 2>/dev/null || true

case $url in
sqlite:*)
    [ "$(sqlite3 "$copy" "PRAGMA integrity_check")" = ok ]
    before=$(sqlite3 "$file" "SELECT count(*) FROM lines")
    rm -f "$file" "$file-wal" "$file-shm"
    cp "$copy" "$file"
    after=$(sqlite3 "$file" "SELECT count(*) FROM lines")
    ;;
*)
    before=$(psql -qtA -c "SELECT count(*) FROM razzia.lines" "$url")
    psql -q -c "SET client_min_messages = error; DROP SCHEMA IF EXISTS razzia CASCADE" "$url"
    pg_restore --exit-on-error --dbname="$url" "$copy"
    after=$(psql -qtA -c "SELECT count(*) FROM razzia.lines" "$url")
    ;;
esac
if [ "$after" -le 1000 ] || [ "$after" -ge "$before" ]; then
    echo "$before lines before, $after after: nobody wrote meanwhile" >&2
    exit 1
fi

# It reads every line of every table and writes more.
"$bench" "$url" 0 100 200 | tail -n 1
echo "$after of $before lines were in the copy, and all is well"
