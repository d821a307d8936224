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

# Positions of a record played on: the same numbers, whatever is known of the position and wherever it stops.
rolled() { # GAME SEATS BOTS LINE...
    local game=$1 seats=$2 bots=$3 line here there seat found=0
    shift 3
    "$razzia" simulate "$game" --seats "$seats" --bots novice --games 1 --seed 5 --record "$folder/record" >/dev/null
    for line; do
        here=$("$razzia" rollout "$folder/record" --at "$line" --vary none "${options[@]}" --bots "$bots" --seed 3 --json 2>/dev/null) || continue
        there=$(on_card rollout "$folder/record" --at "$line" "${options[@]}" --bots "$bots" --seed 3 --json)
        [ "$here" = "$there" ] || fail "another rollout on a card: $game $seats $bots $line: $here $there"
        seat=${here#*\"seat\":}
        seat=${seat%%,*}
        here=$("$razzia" rollout "$folder/record" --at "$line" --seat "$seat" --vary none --games 40 --bots "$bots" --seed 3 --json)
        there=$(on_card rollout "$folder/record" --at "$line" --seat "$seat" --vary none --games 40 --bots "$bots" --seed 3 --json)
        [ "$here" = "$there" ] || fail "another rollout of a view on a card: $game $seats $bots $line: $here $there"
        found=$((found + 1))
    done
    [ $found -ge 2 ] || fail "no decision in the record: rollout $game"
}
options=(--games 290 --all)
rolled loot 4 random,greedy,random,greedy 20 21 61
rolled bars 4 greedy,random,greedy,random 36 56 106
rolled mice 3 random 10 41
options=(--games 40)
rolled loot 3 master:1n,greedy,master:1n 20 60 61
options=(--until 4)
rolled loot 2 greedy 20 21 22 23 24

# It goes on where a processor stopped.
"$razzia" simulate loot --seats 3 --bots novice --games 1 --seed 5 --record "$folder/record" >/dev/null
for games in 5 300; do "$razzia" rollout "$folder/record" --at 30 --vary none --games $games --bots greedy --seed 3 --resume "$folder/kept" --json; done >"$folder/here"
rm "$folder/kept"
"$razzia" rollout "$folder/record" --at 30 --vary none --games 5 --bots greedy --seed 3 --resume "$folder/kept" --json >"$folder/there"
on_card rollout "$folder/record" --at 30 --games 300 --bots greedy --resume "$folder/kept" --json >>"$folder/there"
cmp "$folder/here" "$folder/there" || fail "a rollout does not go on on a card"

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
for call in 2 4 9; do RAZZIA_FAKE_CARD=$call refused 1 "out of memory" on_card bench mice; done
for call in 1 2 3; do
    RAZZIA_FAKE_CARD=$call refused 1 "out of memory" on_card rollout "$folder/record" --at 30 --bots greedy --games 9
done
RAZZIA_FAKE_CARD=none refused 1 "no graphics card" on_card rollout "$folder/record" --at 30 --bots greedy
refused 2 "club" on_card rollout "$folder/record" --at 30 --bots club
refused 2 "vary" on_card rollout "$folder/record" --at 30 --vary luck
refused 2 "club" on_card simulate loot --bots club --games 2
refused 2 "greedy" on_card simulate mice --bots greedy --games 2
refused 2 "records" on_card simulate loot --bots random --games 2 --record "$folder/r"
refused 2 "loot" on_card learn bars
refused 2 "cpu or gpu" "$razzia" bench --device tpu
ldconfig -p 2>/dev/null | grep -q libcuda.so.1 || refused 1 "libcuda" env -u LD_LIBRARY_PATH "$razzia" simulate loot --device gpu
