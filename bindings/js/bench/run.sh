#!/bin/sh
# usage: run.sh [SCENE]: builds the package, installs the packages that it is compared with into a temporary folder
# (npm's registry must be reachable), and prints the tables of README.md.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")"
sh ../build.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp peers.json "$folder/package.json"
npm install --prefix "$folder" --no-audit --no-fund --silent
node --expose-gc peers.mjs "$folder" "$@"
