#!/bin/sh
# usage: build.sh [-O1|-O2|-O3|-Os]: builds the npm package in build/package. Without a level: as it is published.
# Then: cd build/package && npm pack
set -eu
CDPATH='' cd -- "$(dirname -- "$0")"
exec python3 build.py ../.. build "$@"
