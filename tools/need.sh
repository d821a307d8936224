# shellcheck shell=sh
# Sourced by ./play and ./check: finds what is missing on this Debian, says so, and installs it.
#
#   need COMMAND PACKAGE          a command that exists is enough, whoever installed it
#   need_file PATTERN PACKAGE     a file, for what has no command
#   install_missing               installs all that was found missing, or ends with an error

missing=""

need() {
    command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}

need_file() {
    # The pattern is meant to be expanded.
    # shellcheck disable=SC2086
    ls $1 >/dev/null 2>&1 || missing="$missing $2"
}

install_missing() {
    [ -n "$missing" ] || return 0
    echo "Installing from Debian:$missing"
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "$0: these Debian packages are missing, and there is no apt-get to install them:$missing" >&2
        exit 1
    fi
    as_root=""
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "$0: these Debian packages are missing:$missing; run this as root, or install sudo" >&2
            exit 1
        fi
        as_root="sudo"
    fi
    # shellcheck disable=SC2086
    if ! { $as_root apt-get update -qq &&
           $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null; }; then
        echo "$0: could not install:$missing" >&2
        exit 1
    fi
    missing=""
}

need_to_build() {
    need cc gcc
    need_file /usr/include/stdio.h libc6-dev
    need meson meson
    need ninja ninja-build
    need python3 python3
    need msgfmt gettext
    need clang-19 clang-19
    need wasm-ld-19 lld-19
    need node nodejs
    need npm npm
    need pkg-config pkg-config
    need_file /usr/include/sqlite3.h libsqlite3-dev
    need_file /usr/include/postgresql/libpq-fe.h libpq-dev
    need_file /usr/include/libwebsockets.h libwebsockets-dev
    need_file "/usr/lib/*/libwebsockets-evlib_uv.so" libwebsockets-evlib-uv
    need_file /usr/include/uv.h libuv1-dev
    need_file /usr/include/sodium.h libsodium-dev
    need_file /usr/include/sys/capability.h libcap-dev
    need_file /usr/include/openssl/ssl.h libssl-dev
    need_file /usr/include/unicode/uspoof.h libicu-dev
    need_file "/usr/include/*/curl/curl.h" libcurl4-openssl-dev
}
