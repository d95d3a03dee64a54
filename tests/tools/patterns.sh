#!/bin/sh
# usage: patterns.sh HAIL_BARRAGE: compares every installed pattern with brute force. Runs in tests/run.sh --all
# only.
set -eu
[ -n "${HAIL_REAL_DATA-}" ] && command -v dpkg-query >/dev/null 2>&1 || exit 77
barrage=$1
. "$(dirname -- "$0")/packages.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# shellcheck disable=SC2086 # one word a package
dpkg-query -L noiz2sa-data libbulletml-dev $HAIL_DATA_PACKAGES | grep '\.xml$' | grep -v '/metainfo/' |
    grep -v '/libbulletml-dev/doc/sample/template\.xml$' >"$scratch/patterns" # that one is a template to fill in
count=$(wc -l <"$scratch/patterns")
# Every emitter plays its own pattern.
tr '\n' '\0' <"$scratch/patterns" |
    xargs -0 -n 61 "$barrage" --emitters 61 --steps 600 --size 1280x960 --verify --quiet --
echo "$count patterns"
