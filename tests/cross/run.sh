#!/bin/sh
# usage: run.sh MACHINE [quick]: builds the library and the tests for another machine (mingw, aarch64: NAME.ini beside this file)
# and runs them. quick: the golden scenes, guests, the smallest examples, a short hail-barrage against brute force.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
top=$here/../..
machine=$1
build=$top/build-$machine
[ -f "$here/$machine.ini" ] || {
    echo "there is no $here/$machine.ini" >&2
    exit 2
}
# SIMDe is headers alone, but a cross compiler does not look where Debian puts them.
mkdir -p "$build-headers"
ln -sfn /usr/include/simde "$build-headers/simde"
WINEPREFIX=$build-wine
WINEDEBUG=-all
export WINEPREFIX WINEDEBUG
if [ ! -f "$build/meson-private/coredata.dat" ]; then
    meson setup "$build" "$top" --cross-file "$here/$machine.ini" "-Dc_args=-isystem$build-headers" -Dtests=enabled \
        -Dexamples=enabled -Dbench=disabled -Doptimization=1
fi
tests=''
targets=''
if [ "${2:-}" = quick ]; then
    tests='golden guest-bullets guest-turns hello pairs barrage'
    suffix=$([ "$machine" = mingw ] && echo .exe || true)
    for program in tests/golden tests/guest-bullets tests/guest-turns examples/hail-hello examples/hail-pairs examples/hail-barrage; do
        targets="$targets $program$suffix"
    done
fi
# shellcheck disable=SC2086 # one word each
ninja -C "$build" $targets
if [ "$machine" = mingw ]; then
    # Wine's own processes start here, and stay: started by a test, they would keep its output open after its end.
    wineserver -p >/dev/null 2>&1 </dev/null || true
    trap 'wineserver -k || true' EXIT
    wine wineboot --init >/dev/null 2>&1 </dev/null || true # makes its folder
fi
rm -f "$build"/meson-logs/testlog.*
# shellcheck disable=SC2086
meson test -C "$build" --no-rebuild --print-errorlogs $tests </dev/null
