#!/bin/sh
# Installs missing packages, builds a release in build/, runs hail-barrage and the throughput benchmark, and writes report/.
# Each program is compiled just before it runs.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
. tests/tools/packages.sh

usage='usage: sh bench/run.sh [--full] [--only SCENE]...
  (nothing)     the scenes that matter first: minutes on two cores; hail-barrage first
  --full        every benchmark, up to a million bodies, longer: about half an hour
  --only SCENE  one scene (swarm) of up to 100,000 bodies, or one size of it (swarm/1000000), without hail-barrage: seconds'
barrage=yes
set_of=''
expects=''
for argument in "$@"; do
    if [ -n "$expects" ]; then
        set_of="$set_of --only=$argument" expects=''
        continue
    fi
    case $argument in
        --full) set_of="$set_of --full" ;;
        --only) expects=scene barrage=no ;;
        -h | --help) echo "$usage" && exit 0 ;;
        *) echo "$usage" >&2 && exit 2 ;;
    esac
done
[ -z "$expects" ] || { echo "$usage" >&2 && exit 2; }

# shellcheck disable=SC2086 # one word a package
hail_install $HAIL_PACKAGES $HAIL_REPORT_PACKAGES freedoom # its largest map
if hail_debian; then rest=enabled python=/usr/bin/python3; else rest=auto python=python3; fi # where Debian's packages are
hail_setup -Dbuildtype=release -Dchecks=false -Dwerror=false -Db_sanitize=none -Ddefault_library=static -Dbench=enabled -Dexamples=$rest
has_target() { meson introspect --targets build | grep -Fq "\"$1\""; }
mkdir -p report

if [ $barrage = yes ] && has_target hail-barrage; then
    ninja -C build examples/hail-barrage
    picture=''
    if grep -q '/picture\.c"' build/compile_commands.json; then
        picture='--png report/barrage.png'
    else
        echo 'No picture: cairo was not found.'
    fi
    echo 'hail-barrage: real patterns, first compared with brute force, then timed.'
    build/examples/hail-barrage --steps 120 --verify
    # shellcheck disable=SC2086 # two words or none
    build/examples/hail-barrage --steps 600 $picture >report/barrage.txt
    cat report/barrage.txt
fi

echo 'hail-bench: the throughput benchmark.'
ninja -C build bench/hail-bench
# shellcheck disable=SC2086 # one word an option
$python bench/run.py --bench build/bench/hail-bench --out report $set_of

echo "The report is $(pwd)/report/report.html; the same in Markdown: report/report.md"
if has_target hail-view; then
    echo 'See Hail move: ninja -C build examples/hail-view && build/examples/hail-view (n: next scene, h: keys).'
    echo 'docs/view.md says what it shows.'
else
    echo 'There is no hail-view: SDL2 or cairo was not found.'
fi
