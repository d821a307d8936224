#!/bin/bash
# Fuzzes all that reads what comes from outside. It begins with what somebody has written (tests/fuzz/NAME/) and with
# what was found before (tests/fuzz/corpus/NAME.tar.xz).
#   run.sh [SECONDS]          all of them for some seconds
#   run.sh NAME RUNS SEED     one of them, so many times
#   run.sh keep               the least that reaches all that was reached goes into tests/fuzz/corpus
set -euo pipefail
cd "$(dirname "$0")/../.."

# Name: its share of the seconds, in quarters; the longest input; more options.
declare -A fuzzers=(
    [record]="4 2048"
    [receipt]="1 4096"
    [requests]="2 4096 -detect_leaks=0"
    [setup]="2 4096"
    [config]="1 1024"
    [command]="2 4096 -detect_leaks=0"
)

# The first clang that comes with the fuzzer's library.
CC=""
for compiler in clang clang-19 clang-18 clang-17 clang-16 clang-15; do
    if [ -z "$CC" ] && command -v "$compiler" >/dev/null &&
        echo 'int LLVMFuzzerTestOneInput(void); int LLVMFuzzerTestOneInput(void) { return 0; }' |
        "$compiler" -fsanitize=fuzzer,address -x c -o /dev/null - 2>/dev/null; then
        CC=$compiler
    fi
done
if [ -z "$CC" ]; then
    echo "no clang with a fuzzer: install clang and libclang-rt-14-dev" >&2
    exit 1
fi
export CC

build() { # NAME…
    [ -d build-fuzz ] || meson setup build-fuzz --buildtype=debugoptimized -Doptimization=1 -Dfuzz=true -Dweb=false -Dgpu=disabled \
        -Db_sanitize=address,undefined -Db_lundef=false -Db_ndebug=false >build-fuzz.log 2>&1 || {
        cat build-fuzz.log >&2
        exit 1
    }
    rm -f build-fuzz.log
    ninja -C build-fuzz -j "${JOBS:-$(nproc)}" "${@/#/tests/fuzz_}" >build-fuzz/ninja.log || {
        cat build-fuzz/ninja.log >&2
        exit 1
    }
}

# Of records the first lines will do: whole games are for the properties.
gather() { # NAME: what it begins with
    local folder=build-fuzz/inputs/$1 record lines
    mkdir -p "$folder" build-fuzz/found
    cp tests/fuzz/"$1"/* "$folder"
    [ ! -e "tests/fuzz/corpus/$1.tar.xz" ] || tar -xJf "tests/fuzz/corpus/$1.tar.xz" -C "$folder"
    [ "$1" = record ] || return 0
    for record in tests/records/*.jsonl; do
        for lines in 1 4 12 40; do
            head -n "$lines" "$record" >"$folder/$(basename "$record" .jsonl).$lines"
        done
    done
}

fuzz() { # NAME OPTIONS…
    local name=$1 most more
    shift
    read -r _ most more <<<"${fuzzers[$name]}"
    gather "$name"
    # Every word of $more is an option.
    # shellcheck disable=SC2086
    if "build-fuzz/tests/fuzz_$name" -timeout=10 -rss_limit_mb=2048 -max_len="$most" $more "$@" \
        -dict="tests/fuzz/$name.dict" -artifact_prefix=build-fuzz/found/ "build-fuzz/inputs/$name" \
        >"build-fuzz/$name.log" 2>&1 </dev/null; then
        sed -n "s/^Done/$name: Done/p" "build-fuzz/$name.log"
    else
        tail -n 40 "build-fuzz/$name.log" >&2
        exit 1
    fi
}

keep() { # NAME
    local least=build-fuzz/least/$1
    gather "$1"
    rm -rf "$least"
    mkdir -p "$least"
    "build-fuzz/tests/fuzz_$1" -merge=1 -detect_leaks=0 -timeout=10 "$least" "build-fuzz/inputs/$1" >"build-fuzz/$1.log" 2>&1 </dev/null
    [ "$(find "$least" -type f | wc -l)" -gt 0 ] || { echo "$1: nothing is left: build-fuzz/$1.log" >&2; exit 1; }
    tar -C "$least" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cJf "tests/fuzz/corpus/$1.tar.xz" .
    echo "$1: $(find "$least" -type f | wc -l) inputs"
}

case ${1:-} in
keep)
    build "${!fuzzers[@]}"
    for name in "${!fuzzers[@]}"; do keep "$name"; done
    ;;
[a-z]*)
    if [ -z "${fuzzers[$1]:-}" ] || [ $# -ne 3 ]; then
        echo "usage: run.sh [SECONDS] | NAME RUNS SEED | keep; NAME is one of ${!fuzzers[*]}" >&2
        exit 2
    fi
    build "$1"
    fuzz "$1" -runs="$2" -seed="$3"
    ;;
*)
    build "${!fuzzers[@]}"
    for name in "${!fuzzers[@]}"; do
        fuzz "$name" -max_total_time="$((${1:-20} * ${fuzzers[$name]%% *} / 4 + 1))"
    done
    ;;
esac
