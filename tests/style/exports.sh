#!/bin/sh
# The library exports the names of exports.txt, no more and no fewer.
#
#   exports.sh LIBRARY.so
#
# What begins with an underscore is the compiler's own. To change the list, write what this says into
# the file, and docs/library.md tells what the change means for the version.
set -eu
list=$(dirname "$0")/exports.txt
names=$(nm -D --defined-only "$1" | awk '{print $3}' | grep -v '^_' | LC_ALL=C sort)
[ -n "$names" ] || { echo "$1 exports nothing" >&2; exit 1; }
echo "$names" | diff -u "$list" - || { echo "exports differ from $list" >&2; exit 1; }
echo "$(echo "$names" | wc -l) names, as listed"
