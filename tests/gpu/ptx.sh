#!/bin/sh
# Kernels compute as processors do, need nothing from outside, and can be assembled where there is an assembler:
# ptx.sh FILE.ptx...
set -eu
for file; do
    if grep -nE 'fma|\.approx|\.ftz|\.extern|(add|sub|mul)\.f32' "$file" >&2; then
        echo "$file: not the numbers of a processor, or not whole" >&2
        exit 1
    fi
    grep -q '^\.maxnreg' "$file"
    if command -v ptxas >/dev/null; then
        ptxas -arch=sm_90 "$file" -o /dev/null
    fi
done
echo "$# kernels$(command -v ptxas >/dev/null || echo ', not assembled: there is no ptxas')"
