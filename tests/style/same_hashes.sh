#!/bin/bash
# core/ and games/ compute the same whatever compiles them, and however: games at random, line by line, with their
# heads. Where the bytes of a word lie the other way round the build says that it can not be.
#   same_hashes.sh BUILD-FOLDER [GAMES [all]]      all: every compiler at every level, not each of them once
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$1 games=${2:-10} all=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sources=$(find src/core src/games -name '*.c' ! -name module.c; echo tests/unit/random_records.c tests/unit/play.c tests/unit/given*.c)

expected="" n=0
compare() { # COMPILER OPTION…
    command -v "$1" >/dev/null || { echo "$*: not here"; return 0; }
    # Every word is a word: file names have no blanks.
    # shellcheck disable=SC2086
    "$@" -std=c17 -D_POSIX_C_SOURCE=200809L -w -Isrc -I"$build/src" -Itests/unit -o "$work/program" $sources
    sum=$(while read -r game; do "$work/program" "$game" "$games" 7; done <src/games/list | sha256sum | cut -c1-16)
    echo "$*: $sum"
    [ -z "$expected" ] || [ "$expected" = "$sum" ] || { echo "$* computes something else" >&2; exit 1; }
    expected=$sum n=$((n + 1))
}
compare gcc -O0
compare clang -O3
if [ "$all" ]; then
    for option in -O2 -O3; do compare gcc "$option"; done
    for option in -O0 -O2; do compare clang "$option"; done
fi
compare i686-linux-gnu-gcc -O2 -static # 32 bits
[ "$n" -ge 2 ] || { echo "no compilers" >&2; exit 1; }

# There may be no C library for that machine: mem.h is told that it is one without.
if command -v clang >/dev/null; then
    for game in loot bars; do
        if clang --target=s390x-linux-gnu -ffreestanding -fsyntax-only -std=c17 -w -D__wasm__ -Isrc -I"$build/src" \
            "src/games/$game/rules.c" 2>"$work/why"; then
            echo "$game: a machine with the high byte first is not refused" >&2
            exit 1
        fi
        grep -q "loads counts as words" "$work/why" || { cat "$work/why" >&2; exit 1; }
    done
    echo "high byte first: refused when it is built"
fi
