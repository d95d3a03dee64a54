#!/bin/sh
# Installs missing packages, builds in build/, runs every test, and ends with the counts.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
. tests/tools/packages.sh

usage='usage: sh tests/run.sh [--real-data] [--windows] [--aarch64] [--quick]
  --real-data   also install the large data packages, and run the tests that need them
  --windows     also build for Windows with MinGW-w64, and run its tests under Wine
  --aarch64     the same for AArch64 with its cross compiler and QEMU
  --quick       of these two the golden scenes, guests and smallest examples alone'
quick=''
data=''
machines=''
cross=''
for argument in "$@"; do
    case $argument in
        --real-data) data=$HAIL_DATA_PACKAGES ;;
        --windows) machines="$machines mingw" cross="$cross $HAIL_WINDOWS_PACKAGES" ;;
        --aarch64) machines="$machines aarch64" cross="$cross $HAIL_AARCH64_PACKAGES" ;;
        --quick) quick=quick ;;
        -h | --help) echo "$usage" && exit 0 ;;
        *) echo "$usage" >&2 && exit 2 ;;
    esac
done

# shellcheck disable=SC2086 # one word a package
hail_install $HAIL_PACKAGES $HAIL_TEST_PACKAGES $HAIL_SITE_PACKAGES $data $cross
if [ -n "$data" ]; then
    HAIL_REAL_DATA=1
    export HAIL_REAL_DATA
fi

# On Debian everything is installed, and everything is built; elsewhere what meson finds.
if hail_debian; then rest=enabled; else rest=auto; fi
hail_build -Dtests=enabled -Dchecks=true -Ddefault_library=both -Dwerror=true -Dbench=$rest -Dexamples=$rest

rm -f build/meson-logs/testlog.*
status=0
meson test -C build --no-rebuild --print-errorlogs </dev/null || status=$?
logs=''
for machine in $machines; do
    echo "On $machine:"
    sh tests/cross/run.sh "$machine" $quick || status=$?
    logs="$logs build-$machine/meson-logs/testlog.json"
done
# shellcheck disable=SC2086 # one word a log
python3 tests/tools/count.py build/meson-logs/testlog.json $status $logs
