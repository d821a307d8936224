#!/bin/bash
# The same games on a card as here: card.sh RAZZIA FOLDER-WITH-A-DRIVER NETS. The driver has no card, but the kernels
# of one (driver.c).
set -eu
razzia=$1 driver=$2
export RAZZIA_NETS=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() { echo "$1" >&2; exit 1; }

# As JSON, without the times.
result() { "$@" --json | sed 's/"seconds":.*"length"/"length"/'; }
on_card() { LD_LIBRARY_PATH=$driver "$razzia" "$@" --device gpu; }

same() {
    local here
    here=$(result "$razzia" simulate "$@" --seed 7)
    case $here in *players*) ;; *) fail "no games: simulate $*" ;; esac
    [ "$here" = "$(result on_card simulate "$@" --seed 7)" ] || fail "other games on a card: simulate $*"
}
for game in loot bars mice; do
    same "$game" --bots random --games 30
    same "$game" --bots random --games 30 --rng fast
done
same loot --bots greedy,random --games 40
same bars --bots greedy,random --games 10
for seats in 2 3 4 5; do same loot --seats $seats --bots master:1n,greedy --games 4; same loot --seats $seats --bots greedy,master:1n --games 4; done

# What fails says so in a line, with status 1, whatever it is; what is wrong in what was asked for, with status 2.
refused() {
    local status=$1 words=$2
    shift 2
    local was=0
    "$@" >"$folder/out" 2>"$folder/said" || was=$?
    [ "$was" = "$status" ] || fail "status $was, not $status: $*"
    [ "$(wc -l <"$folder/said")" = 1 ] || fail "not one line: $*"
    grep -q "$words" "$folder/said" || fail "said $(cat "$folder/said"): $*"
}
RAZZIA_FAKE_CARD=none refused 1 "no graphics card" on_card simulate loot --games 2
for call in 1 2 3 4; do
    RAZZIA_FAKE_CARD=$call refused 1 "out of memory" on_card simulate loot --games 2 --bots master:1n
    RAZZIA_FAKE_CARD=$call refused 1 "out of memory" on_card learn loot --hours 0.0001 --resume "$folder/none"
done
RAZZIA_FAKE_CARD=2 refused 1 "out of memory" on_card bench mice
refused 2 "club" on_card simulate loot --bots club --games 2
refused 2 "greedy" on_card simulate mice --bots greedy --games 2
refused 2 "records" on_card simulate loot --bots random --games 2 --record "$folder/r"
refused 2 "loot" on_card learn bars
refused 2 "cpu or gpu" "$razzia" bench --device tpu
ldconfig -p 2>/dev/null | grep -q libcuda.so.1 || refused 1 "libcuda" env -u LD_LIBRARY_PATH "$razzia" simulate loot --device gpu
