#!/bin/sh
# Builds a wheel into python/dist. The extension uses Python's limited interface, so it serves every version from 3.11 on.
set -eu
cd "$(dirname "$0")"
exec python3 -m pip wheel --no-deps --wheel-dir dist . "$@"
