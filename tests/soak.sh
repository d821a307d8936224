#!/bin/sh
# The properties of every game with many actions and many seeds: the long form of what ./check runs.
#   soak.sh ACTIONS [SEED]    ACTIONS in all, shared out among games, seat counts, cores and seeds
# 1000000000 take about two hours of one core. SEED is where the seeds begin (1).
set -eu
cd "$(dirname "$0")/.."
if [ $# -lt 1 ] || [ "$1" -le 0 ] 2>/dev/null; then
    echo "usage: tests/soak.sh ACTIONS [SEED]" >&2
    exit 2
fi
[ -d build-soak ] || meson setup build-soak --buildtype=release -Db_ndebug=false >/dev/null
ninja -C build-soak tests/test_properties tests/random_records tests/count_choices >/dev/null

# Every piece plays this many actions at each number of seats, of which there are about four.
piece=1000000
seed=${2:-1}
pieces=$((($1 + 4 * piece - 1) / (4 * piece)))
cores=$(getconf _NPROCESSORS_ONLN)

for folder in tests/scenes/*/; do
    game=$(basename "$folder")
    seq "$seed" "$((seed + pieces - 1))" |
        xargs -P "$cores" -I '{}' sh -c \
            "build-soak/tests/test_properties $game $piece {} >build-soak/$game-{}.log 2>&1 ||
             { cat build-soak/$game-{}.log >&2; exit 255; }"
    cat "build-soak/$game"-*.log | awk -v game="$game" '
        { games += $4; actions += $6 }
        END { printf "%s: %d games, %d actions, every property held\n", game, games, actions }'
    rm -f "build-soak/$game"-*.log
    [ ! -f "tests/perft/$game.py" ] ||
        tests/perft/check_records.sh build-soak/tests/random_records build-soak/tests/count_choices \
            "tests/perft/$game.py" "$game" 25 "$seed"
done
