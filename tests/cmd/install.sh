#!/bin/sh
# Installs a build into a folder of its own, and compiles the example against that copy alone.
#
#   install.sh BUILD EXAMPLE.c COMPILER...
set -eu
build=$1 example=$2
shift 2
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

# shellcheck disable=SC2046
"$@" -std=c17 -Wall -Wextra -Werror "$example" $(pkg-config --cflags --libs razzia) -o "$folder/shared"
# shellcheck disable=SC2046
"$@" -std=c17 -Wall -Wextra -Werror "$example" $(pkg-config --cflags razzia) "$libraries/librazzia.a" \
    -o "$folder/static"
LD_LIBRARY_PATH=$libraries "$folder/shared" loot 4 100 >"$folder/one"
"$folder/static" loot 4 100 >"$folder/two"
cmp "$folder/one" "$folder/two"
[ "$(wc -l <"$folder/one")" -eq 4 ]
