#!/bin/sh
# What a program says is what a file has.
#   same_output.sh FILE PROGRAM [ARGUMENT...]
set -eu
file=$1
shift
"$@" | diff -u "$file" -
