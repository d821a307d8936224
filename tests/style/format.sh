#!/bin/sh
# All C is formatted by .clang-format.
set -eu
cd "$(dirname "$0")/../.."
folders=src
for folder in tests examples python; do
    [ ! -d "$folder" ] || folders="$folders $folder"
done
# shellcheck disable=SC2086 # several words are meant
find $folders -name '*.[ch]' -exec clang-format --dry-run --Werror {} +
# shellcheck disable=SC2086
echo "$(find $folders -name '*.[ch]' | wc -l) files are formatted"
