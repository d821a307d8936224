#!/bin/sh
# core/, games/ and the bots need nothing from outside but memcpy, memmove, memset and memcmp, and
# the bots a clock, whichever compiler built them. As freestanding code, as for a browser: for a
# system with a C library a compiler may put its strlen in the place of a loop.
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# What of ai/ is for programs with a C library: measuring, learning, and the clock itself.
hosted='src/ai/(arena|clock|learn|match|train|[a-z]*/learn)\.c'
files="src/core/*.c src/modules/*.c src/games/*.c src/games/*/*.c $(printf "%s\n" src/ai/*.c src/ai/*/*.c | grep -vxE "$hosted")"
# __cpu_…: what the compiler itself brings along to ask which processor this is.
allowed='mem(cpy|move|set|cmp)|rz_clock_ms|__cpu_model|__cpu_features2|__cpu_indicator_init|_GLOBAL_OFFSET_TABLE_'

# The headers that a build makes.
mkdir "$folder/games"
for kind in list states; do
    tools/games.py "$kind" src/games/list >"$folder/games/$kind.h"
done

bad=0
for compiler in gcc clang; do
    for file in $files; do
        "$compiler" -std=c17 -O2 -DNDEBUG -ffreestanding -fno-stack-protector -Isrc -I"$folder" -c "$file" \
            -o "$folder/$(echo "$file" | tr / _).o"
    done
    nm -P -g --defined-only "$folder"/*.o | awk 'NF > 1 { print $1 }' | sort -u >"$folder/defined"
    nm -P -u "$folder"/*.o | awk 'NF > 1 { print $1 }' | sort -u >"$folder/needed"
    outside=$(comm -13 "$folder/defined" "$folder/needed" | grep -vxE "$allowed" || true)
    if [ -n "$outside" ]; then
        echo "$compiler: core/, games/ and bots need from outside: $outside" >&2
        bad=1
    fi
    [ -s "$folder/defined" ] || bad=1
done
[ $bad -eq 0 ] && echo "core/, games/ and bots need only mem* and a clock"
