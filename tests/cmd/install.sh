#!/bin/sh
# Installs a build into a folder of its own, and compiles the examples against that copy alone, in C
# and in C++; each public header is a whole by itself in both languages.
#
#   install.sh BUILD EXAMPLES FLAGS COMPILER...
set -eu
build=$1 examples=$2 flags=$3
shift 3
cc=$*
case $cc in
*clang*) cxx=$(echo "$cc" | sed 's/clang/clang++/') ;;
*) cxx=g++ ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

DESTDIR=$folder meson install -C "$build" --no-rebuild --quiet
prefix=$(dirname "$(find "$folder" -name razzia -path '*/bin/*' -exec dirname {} \;)")
for file in bin/razzia share/man/man6/razzia.6 share/bash-completion/completions/razzia.bash \
    include/razzia/razzia.h include/razzia/core/game.h share/locale/de/LC_MESSAGES/razzia.mo; do
    [ -f "$prefix/$file" ] || { echo "$file is not installed" >&2; exit 1; }
done

# The program finds its translations where they were installed only without DESTDIR; here it must
# at least speak.
"$prefix/bin/razzia" --version

PKG_CONFIG_LIBDIR=$(dirname "$(find "$folder" -name razzia.pc)")
PKG_CONFIG_SYSROOT_DIR=$folder
export PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR
libraries=$(dirname "$PKG_CONFIG_LIBDIR")
nets=$prefix/share/razzia/nets
warnings="-Wall -Wextra -Wconversion -pedantic -Werror"
cflags=$(pkg-config --cflags razzia)
libs=$(pkg-config --libs razzia)

(cd "$prefix/include/razzia" && find . -name '*.h') >"$folder/headers"
[ "$(wc -l <"$folder/headers")" -gt 20 ]
# shellcheck disable=SC2086 # several words are meant, here and below
while read -r header; do
    printf '#include "%s"\nextern int it_is_not_empty;\n' "$header" >"$folder/alone.c"
    cp "$folder/alone.c" "$folder/alone.cpp"
    $cc -std=c17 $warnings $cflags -fsyntax-only "$folder/alone.c"
    $cxx -std=c++17 $warnings $cflags -fsyntax-only "$folder/alone.cpp"
    $cxx -std=c++20 $warnings $cflags -fsyntax-only "$folder/alone.cpp"
done <"$folder/headers"

# example FILE: compiled against the shared and against the static library
# shellcheck disable=SC2086
example() {
    case $1 in
    *.cpp) compiler="$cxx -std=c++17" ;;
    *) compiler="$cc -std=c17" ;;
    esac
    $compiler $flags $warnings "$1" $cflags $libs -o "$folder/shared"
    $compiler $flags $warnings "$1" $cflags "$libraries/librazzia.a" -lm -o "$folder/static"
}
# run ARGUMENTS: both say the same
run() {
    LD_LIBRARY_PATH=$libraries "$folder/shared" "$@" >"$folder/one"
    "$folder/static" "$@" >"$folder/two"
    cmp "$folder/one" "$folder/two"
}
example "$examples/random.c"
run loot 4 100
[ "$(wc -l <"$folder/one")" -eq 4 ]

example "$examples/bots.c"
run mice 3 2 "$nets"
[ "$(wc -l <"$folder/one")" -eq 3 ]
# Without its net master plays nothing, and says so.
if "$folder/static" loot 3 2 "$folder/nowhere" >/dev/null 2>"$folder/why"; then
    echo "master played without its net" >&2
    exit 1
fi
grep -q 'can not be read' "$folder/why"

example "$examples/bots.cpp"
run loot 3 "$nets"
cp "$folder/one" "$folder/record"
[ "$(wc -l <"$folder/record")" -gt 50 ]
example "$examples/replay.c"
LD_LIBRARY_PATH=$libraries "$folder/shared" <"$folder/record" >"$folder/scores"
[ "$(wc -l <"$folder/scores")" -eq 3 ]
if sed '5d' "$folder/record" | "$folder/static" >/dev/null 2>&1; then
    echo "a record with a gap was replayed" >&2
    exit 1
fi
if echo '{"record":1,"game":"loot"}' | "$folder/static" 2>"$folder/why"; then
    echo "a record without seats was replayed" >&2
    exit 1
fi
grep -q 'The field “seats” is missing' "$folder/why"
