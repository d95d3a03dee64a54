#!/bin/sh
# Installs missing packages, builds a release in build/, runs hail-barrage and the throughput benchmark, and writes report/.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."
. tests/tools/packages.sh

usage='usage: sh bench/run.sh [--quick]
  --quick   up to 100,000 bodies, fewer repetitions: minutes less, but noisier'
repetitions=7
seconds=0.2 # each
filter=.
for argument in "$@"; do
    case $argument in
        --quick) repetitions=3 seconds=0.1 filter='^limit/|^tile_edit/|/(10|50|200|10000|20000|100000|200000)/' ;;
        -h | --help) echo "$usage" && exit 0 ;;
        *) echo "$usage" >&2 && exit 2 ;;
    esac
done

# shellcheck disable=SC2086 # one word a package
hail_install $HAIL_PACKAGES freedoom # its largest map
if hail_debian; then rest=enabled; else rest=auto; fi
hail_build -Dbuildtype=release -Dchecks=false -Dwerror=false -Db_sanitize=none -Dbench=enabled -Dexamples=$rest

mkdir -p report
rm -f report/barrage.txt report/barrage.png report/bench.json report/report.md

barrage=build/examples/hail-barrage
picture=''
if grep -q '/picture\.c"' build/compile_commands.json; then
    picture='--png report/barrage.png'
else
    echo 'No picture: cairo was not found.'
fi

echo 'hail-barrage: real patterns, first compared with brute force, then timed.'
$barrage --steps 120 --verify
status=0
# shellcheck disable=SC2086 # two words or none
$barrage --steps 600 $picture >report/barrage.txt || status=$?
cat report/barrage.txt
[ $status -eq 0 ] || exit $status

echo 'hail-bench: the throughput benchmark.'
build/bench/hail-bench --benchmark_filter="$filter" --benchmark_repetitions=$repetitions \
    --benchmark_min_time=$seconds --benchmark_enable_random_interleaving=true --benchmark_display_aggregates_only=true \
    --benchmark_out=report/bench.json --benchmark_out_format=json
python3 bench/report.py report/bench.json -o report/throughput.md
{
    printf '# Hail, measured\n\n## hail-barrage\n\n'
    [ -z "$picture" ] || printf '![the last frame](barrage.png)\n\n'
    printf '```\n'
    cat report/barrage.txt
    printf '```\n\n'
    cat report/throughput.md
} >report/report.md
rm report/throughput.md
cat report/report.md

echo "The report is in $(pwd)/report: $(cd report && echo *)"
if [ -x build/examples/hail-view ]; then
    echo 'See Hail move: build/examples/hail-view (n: next scene, h: keys). docs/view.md says what it shows.'
else
    echo 'There is no hail-view: SDL2 or cairo was not found.'
fi
