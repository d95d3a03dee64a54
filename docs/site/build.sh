#!/bin/sh
# usage: sh docs/site/build.sh [--no-play] [FOLDER]: makes the documentation's site, by default in build/site. Needs no
# network. With one, and with clang, wasm-ld and npm, its folder play/ has the page that plays in the browser.
set -eu
play=yes
if [ "${1:-}" = --no-play ]; then play=no && shift; fi
case ${1:-} in -*) sed -n 's/^# //; 2,3p' "$0"; exit 0 ;; esac
CDPATH='' cd -- "$(dirname -- "$0")/../.."
. tests/tools/packages.sh
# shellcheck disable=SC2086 # one word a package
hail_install python3 $HAIL_SITE_PACKAGES
if hail_debian; then python=/usr/bin/python3; else python=python3; fi # where Debian's packages are
out=${1:-build/site}
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT

# make_play FOLDER: the page, with what npm installs in a folder of its own.
make_play() {
    for tool in clang wasm-ld npm; do
        command -v $tool >/dev/null 2>&1 || { echo "No play/ on the site: there is no $tool." && return 1; }
    done
    mkdir -p "$pages/npm"
    cp docs/site/play/package.json docs/site/play/package-lock.json "$pages/npm"
    (cd "$pages/npm" && npm ci --omit=dev --silent --no-audit --no-fund) ||
        { echo 'No play/ on the site: npm did not reach its registry.' && return 1; }
    $python docs/site/play/make.py . "$1" --modules "$pages/npm/node_modules"
}

with=''
if [ $play = yes ] && make_play "$pages/play"; then with=--play; fi
mkdir "$pages/documents" "$pages/doctrees"
# shellcheck disable=SC2086 # one word, or none
$python docs/site/stage.py . "$pages/documents" $with
mkdir -p "$out"
$python -m sphinx -q -W --keep-going -b html -d "$pages/doctrees" "$pages/documents" "$out"
rm -rf "$out/play"
[ -z "$with" ] || cp -R "$pages/play" "$out/play"
echo "The site is $(CDPATH='' cd -- "$out" && pwd)/index.html"
