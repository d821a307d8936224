#!/bin/sh
# A folder may include only what the table allows, and a game never another game.
set -eu
cd "$(dirname "$0")/../.."

# folder: what it may include beside itself
allowed() {
    case $1 in
    core) echo "" ;;
    razzia.h) echo "core games ai batch library" ;; # all that is installed
    games) echo "core" ;;
    ai) echo "core games" ;;
    batch) echo "core games ai" ;;
    library) echo "core games ai" ;;
    analysis) echo "core games ai" ;;
    gpu) echo "core games ai batch" ;;
    words) echo "core games ai" ;;
    store) echo "core" ;;
    notify) echo "core" ;;
    tui) echo "core games ai analysis words" ;;
    serve) echo "core games ai words store notify" ;;
    wasm) echo "core games ai analysis words" ;;
    load) echo "core games" ;;
    modules) echo "core games ai analysis batch words tui wasm serve cmd" ;;
    cmd) echo "core games ai analysis batch gpu library words store tui serve load" ;;
    *) echo "?" ;;
    esac
}

bad=0
complain() {
    echo "$1" >&2
    bad=1
}

# Every line "FILE INCLUDED" of what is included by a path.
includes() {
    grep -rH --include='*.[ch]' '^ *# *include *"' src |
        sed 's/^\([^:]*\):.*"\(.*\)".*$/\1 \2/'
}

for folder in src/*/; do
    name=$(basename "$folder")
    [ "$(allowed "$name")" != "?" ] || complain "$folder has no place among the layers"
done

list=$(includes)
[ -n "$list" ] || complain "nothing is included anywhere: is this the repository?"
while read -r file included; do
    from=$(echo "$file" | cut -d/ -f2)
    to=${included%%/*}
    case " $from $(allowed "$from") " in
    *" $to "*) ;;
    *) complain "$file may not include $included" ;;
    esac
    # src/games/GAME/…, src/ai/GAME/… use no other game; games/games.h and what it is made of know
    # them all, and no game may know that.
    inner=$(echo "$file" | cut -d/ -f3)
    case $included in
    games/games.h | games/states.h)
        case $file in src/games/*/*) complain "$file is a game and may not include $included" ;; esac ;;
    */*/*)
        game=$(echo "$included" | cut -d/ -f2)
        if [ -d "src/games/$game" ] && [ -d "src/games/${inner%.*}" ] && [ "${inner%.*}" != "$game" ]; then
            complain "$file is about ${inner%.*} and may not include $included"
        fi ;;
    esac
done <<END
$list
END
[ $bad -eq 0 ] && echo "$(echo "$list" | wc -l) includes, all downwards"
