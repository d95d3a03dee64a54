#!/bin/sh
# usage: sh docs/site/build.sh [FOLDER]: makes the documentation's site, by default in build/site. Needs no network.
set -eu
case ${1:-} in -*) sed -n 's/^# //; 2p' "$0"; exit 0 ;; esac
CDPATH='' cd -- "$(dirname -- "$0")/../.."
. tests/tools/packages.sh
# shellcheck disable=SC2086 # one word a package
hail_install python3 $HAIL_SITE_PACKAGES
if hail_debian; then python=/usr/bin/python3; else python=python3; fi # where Debian's packages are
out=${1:-build/site}
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
$python docs/site/stage.py . "$pages"
mkdir -p "$out"
$python -m sphinx -q -W --keep-going -b html -d "$pages/doctrees" "$pages" "$out"
echo "The site is $(CDPATH='' cd -- "$out" && pwd)/index.html"
