#!/bin/sh
# core/ and games/ need nothing from outside but memcpy, memmove, memset and memcmp, whichever
# compiler built them. As freestanding code, as for a browser: for a system with a C library a
# compiler may put its strlen in the place of a loop.
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

bad=0
for compiler in gcc clang; do
    for file in src/core/*.c src/games/*.c src/games/*/*.c; do
        "$compiler" -std=c17 -O2 -DNDEBUG -ffreestanding -fno-stack-protector -Isrc -c "$file" \
            -o "$folder/$(echo "$file" | tr / _).o"
    done
    nm -P -g --defined-only "$folder"/*.o | awk 'NF > 1 { print $1 }' | sort -u >"$folder/defined"
    nm -P -u "$folder"/*.o | awk 'NF > 1 { print $1 }' | sort -u >"$folder/needed"
    outside=$(comm -13 "$folder/defined" "$folder/needed" | grep -vxE 'mem(cpy|move|set|cmp)|_GLOBAL_OFFSET_TABLE_' || true)
    if [ -n "$outside" ]; then
        echo "$compiler: core/ and games/ need from outside: $outside" >&2
        bad=1
    fi
    [ -s "$folder/defined" ] || bad=1
done
[ $bad -eq 0 ] && echo "core/ and games/ need only mem*"
