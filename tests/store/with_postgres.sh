#!/bin/bash
# Starts a PostgreSQL of its own in a temporary folder, runs a command, and takes it all away again.
# The command finds the URL of an empty database in the place of the word URL, and
# with_postgres.sh in $POSTGRES_CONTROL: “$POSTGRES_CONTROL stop|start|kill” for tests of outages.
#   with_postgres.sh COMMAND ARGUMENTS…
set -euo pipefail

programs=$(dirname "$(find /usr/lib/postgresql/*/bin/initdb | sort -V | tail -n 1)")

# PostgreSQL refuses to be run by root.
as_user() {
    if [ "$(id -u)" -eq 0 ]; then
        (cd / && exec runuser -u postgres -- "$@")
    else
        "$@"
    fi
}

control() { # start|stop|kill
    case $1 in
    start)
        as_user "$programs/pg_ctl" -D "$POSTGRES_FOLDER/data" -l "$POSTGRES_FOLDER/log" -w -t 60 \
            -o "-c listen_addresses='' -c unix_socket_directories='$POSTGRES_FOLDER' ${POSTGRES_OPTIONS:-}" \
            start >/dev/null
        ;;
    stop) as_user "$programs/pg_ctl" -D "$POSTGRES_FOLDER/data" -m fast -w stop >/dev/null ;;
    kill) as_user "$programs/pg_ctl" -D "$POSTGRES_FOLDER/data" -m immediate -w stop >/dev/null ;;
    esac
}

if [ -n "${POSTGRES_FOLDER:-}" ]; then
    control "$1"
    exit
fi

# In memory where that can be: after a crash PostgreSQL syncs each of its thousand files.
place=/tmp
[ ! -w /dev/shm ] || place=/dev/shm
POSTGRES_FOLDER=$(mktemp -d $place/razzia-pg.XXXXXX)
export POSTGRES_FOLDER
POSTGRES_CONTROL=$(realpath "$0")
export POSTGRES_CONTROL
cleanup() {
    [ ! -f "$POSTGRES_FOLDER/data/postmaster.pid" ] || control kill || true
    rm -rf "$POSTGRES_FOLDER"
}
trap cleanup EXIT
[ "$(id -u)" -ne 0 ] || chown postgres "$POSTGRES_FOLDER"
chmod 755 "$POSTGRES_FOLDER"
as_user "$programs/initdb" -D "$POSTGRES_FOLDER/data" -U razzia -A trust -E UTF8 --locale=C -N >"$POSTGRES_FOLDER/initdb.log" 2>&1 ||
    { cat "$POSTGRES_FOLDER/initdb.log" >&2; exit 1; }
control start || { cat "$POSTGRES_FOLDER/log" >&2; exit 1; }

arguments=()
for argument in "$@"; do
    [ "$argument" != URL ] || argument="postgresql://razzia@/postgres?host=$POSTGRES_FOLDER"
    arguments+=("$argument")
done
"${arguments[@]}"
