#!/bin/sh
# The library fits programs that were linked with the last release of the same soname: types and
# functions may be added to, not changed.
#
#   abi.sh LIBRARY.so BASELINE.abi
#
# A release writes its baseline, of a build with debugging information as this one needs it too
# (docs/library.md).
set -eu
command -v abidiff >/dev/null || { echo "abidiff is missing: apt install abigail-tools" >&2; exit 1; }
exec abidiff --no-added-syms "$2" "$1"
