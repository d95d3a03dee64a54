#!/bin/sh
# Installs missing packages, builds what the tests need in build/, runs them, and ends with the counts.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
. tests/tools/packages.sh

usage='usage: sh tests/run.sh [--all] [--only NAME]... [--windows] [--aarch64] [--processors]
  (nothing)     the short set: every call and kernel, brute force, oracles, golden scenes, guests; minutes
  --all         every test: also real data, sanitizers, linters, packages, the site, long random runs, and short runs
                on Windows (Wine) and AArch64 (QEMU); CI runs this
  --only NAME   one test of tests/sets.txt, in its long form
  --windows     every test on Windows: MinGW-w64 builds, Wine runs
  --aarch64     the same on AArch64, with its cross compiler and QEMU
  --processors  the golden scenes alone, on every processor that Debian has a compiler and QEMU for, as WebAssembly, on
                Windows, and with other compilers and levels of optimisation'
which=short
names=''
machines=''
quick=''
expects=''
for argument in "$@"; do
    if [ -n "$expects" ]; then
        which=only names="$names $argument" expects=''
        continue
    fi
    case $argument in
        --all) which=all machines='mingw aarch64' quick=quick ;;
        --only) expects=name ;;
        --windows) machines="$machines mingw" ;;
        --aarch64) machines="$machines aarch64" ;;
        --processors) which=processors ;;
        -h | --help) echo "$usage" && exit 0 ;;
        *) echo "$usage" >&2 && exit 2 ;;
    esac
done
[ -z "$expects" ] || { echo "$usage" >&2 && exit 2; }

more=''
if [ $which = processors ]; then
    # shellcheck disable=SC2086 # one word a package
    hail_install $HAIL_PACKAGES clang $HAIL_PROCESSOR_PACKAGES $HAIL_MORE_PROCESSOR_PACKAGES $HAIL_WINDOWS_PACKAGES
    exec python3 tests/golden/processors.py . build --all
fi
[ $which = short ] || more="$HAIL_SITE_PACKAGES $HAIL_LINT_PACKAGES"
if [ $which = all ]; then
    more="$more $HAIL_DATA_PACKAGES $HAIL_PROCESSOR_PACKAGES $HAIL_PAGE_PACKAGES"
    HAIL_REAL_DATA=1
    export HAIL_REAL_DATA
fi
for machine in $machines; do
    case $machine in
        mingw) more="$more $HAIL_WINDOWS_PACKAGES" ;;
        *) more="$more $HAIL_AARCH64_PACKAGES" ;;
    esac
done
# shellcheck disable=SC2086 # one word a package
hail_install $HAIL_PACKAGES $HAIL_TEST_PACKAGES $more

# On Debian everything is installed, and all is configured; elsewhere what meson finds. Only what the tests need is built.
if hail_debian; then rest=enabled; else rest=auto; fi
hail_setup -Dtests=enabled -Dchecks=true -Ddefault_library=both -Dwerror=true -Dbench=$rest -Dexamples=$rest

rm -f build/meson-logs/testlog.*
status=0
# shellcheck disable=SC2086 # one word a test
python3 tests/tools/run_set.py build $which $names || status=$?
logs=''
for machine in $machines; do
    echo "On $machine:"
    sh tests/cross/run.sh "$machine" $quick || status=$?
    logs="$logs build-$machine/meson-logs/testlog.json"
done
# shellcheck disable=SC2086 # one word a log
python3 tests/tools/count.py build/meson-logs/testlog.json $status $logs
