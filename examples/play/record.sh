#!/bin/sh
# usage: record.sh RECORDER TAPE [--check]: records the patterns of docs/site/play with hail-play-record, from Debian's
# package noiz2sa-data. Chosen to differ: rings, spirals, walls, rockets, bullets that turn, slow down, burst.
# --check: the tape has to be what is recorded now; skipped where there are no patterns, or nothing reads them.
set -eu
recorder=$1 tape=$2
set -- "${3:-}" 57way 88way '[Guwange]_round_2_boss_circle_fire' '[Guwange]_round_4_boss_eye_ball' \
    '[Progear]_round_1_boss_grow_bullets' '[Progear]_round_2_boss_struggling' '[Progear]_round_3_boss_wave_bullets' \
    '[Progear]_round_5_boss_last_round_wave' '[Progear]_round_5_middle_boss_rockets' '[daiouzyou]_hibati_2_2_r' \
    '[daiouzyou]_r1_boss_1' '[ketsui]_r2_boss_rkt' '[ketsui]_r5_accel_aim_13way' bit double_roll_seeds rollbar
check=$1
shift
[ "$check" = --check ] || exec "$recorder" "$tape" "$@"

if [ ! -d /usr/share/games/noiz2sa ]; then
    echo 'skipped: there is no package noiz2sa-data'
    exit 77
fi
made=$(mktemp)
trap 'rm -f "$made"' EXIT
status=0
said=$("$recorder" "$made" "$@" 2>&1) || status=$?
echo "$said"
case $said in *'built without libbulletml'*) exit 77 ;; esac
[ $status -eq 0 ] && cmp "$made" "$tape"
