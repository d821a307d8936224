#!/bin/sh
# Fuzzes the readers for some seconds, from the records that the tests have; or one of them, so many times.
#   run.sh [SECONDS]
#   run.sh record|receipt|requests RUNS SEED
set -eu
cd "$(dirname "$0")/../.."
only="" seconds=20
case ${1:-} in
record | receipt | requests) only=$1 runs=$2 seed=$3 ;;
*) seconds=${1:-20} ;;
esac

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

[ -d build-fuzz ] || meson setup build-fuzz --buildtype=debugoptimized -Dfuzz=true \
    -Db_sanitize=address,undefined -Db_lundef=false -Db_ndebug=false >build-fuzz.log 2>&1 || {
    cat build-fuzz.log >&2
    exit 1
}
rm -f build-fuzz.log
ninja -C build-fuzz -j "${JOBS:-$(nproc)}" tests/fuzz_record tests/fuzz_receipt tests/fuzz_requests >/dev/null

# The first lines of the records will do: whole games are for the properties.
corpus=build-fuzz/corpus
mkdir -p "$corpus" build-fuzz/found
cp tests/fuzz/seeds/* "$corpus"
for record in tests/records/*.jsonl; do
    for lines in 1 4 12 40; do
        head -n "$lines" "$record" >"$corpus/$(basename "$record" .jsonl).$lines"
    done
done
fuzz() { # WHAT SECONDS CORPUS OPTIONS…
    what=$1 time=$2 folder=$3
    shift 3
    [ -z "$only" ] || [ "$only" = "$what" ] || return 0
    if [ -n "$only" ]; then
        set -- "$@" -runs="$runs" -seed="$seed"
    else
        set -- "$@" -max_total_time="$time"
    fi
    if "build-fuzz/tests/fuzz_$what" -timeout=10 -rss_limit_mb=2048 "$@" \
        -artifact_prefix=build-fuzz/found/ "$folder" >"build-fuzz/$what.log" 2>&1; then
        grep '^Done' "build-fuzz/$what.log"
    else
        tail -n 40 "build-fuzz/$what.log" >&2
        exit 1
    fi
}
fuzz record "$seconds" "$corpus" -max_len=2048 -dict=tests/fuzz/record.dict

# What somebody has kept of a game.
mkdir -p build-fuzz/receipts
cp tests/fuzz/receipts/* build-fuzz/receipts
fuzz receipt "$((seconds / 4 + 1))" build-fuzz/receipts -max_len=4096 -dict=tests/fuzz/receipt.dict

# What a client of the server may send.
mkdir -p build-fuzz/requests
cp tests/fuzz/requests/* build-fuzz/requests
fuzz requests "$((seconds / 2 + 1))" build-fuzz/requests -max_len=4096 -detect_leaks=0
