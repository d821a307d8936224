#!/bin/sh
# Builds the server with ThreadSanitizer and plays with it: no thread may touch what another uses.
set -eu
cd "$(dirname "$0")/../.."
[ -d build-tsan ] || CC=${CC:-gcc} meson setup build-tsan --buildtype=debugoptimized -Dweb=false \
    -Db_sanitize=thread -Db_lundef=false >build-tsan.log 2>&1 || { cat build-tsan.log >&2; exit 1; }
rm -f build-tsan.log
ninja -C build-tsan -j "${JOBS:-$(nproc)}" razzia tests/serve/chooser >/dev/null
export TSAN_OPTIONS="exitcode=66"
for test in games table; do
    python3 "tests/serve/$test.py" build-tsan/razzia build-tsan/tests/serve/chooser
done
tests/store/with_postgres.sh python3 tests/serve/processes.py build-tsan/razzia \
    build-tsan/tests/serve/chooser URL
