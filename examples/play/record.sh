#!/bin/sh
# usage: record.sh RECORDER TAPE: records the patterns of docs/site/play with hail-play-record, from Debian's package
# noiz2sa-data. Chosen to differ: rings, spirals, walls, rockets, bullets that turn, slow down, burst.
set -eu
recorder=$1 tape=$2
exec "$recorder" "$tape" 57way 88way '[Guwange]_round_2_boss_circle_fire' '[Guwange]_round_4_boss_eye_ball' \
    '[Progear]_round_1_boss_grow_bullets' '[Progear]_round_2_boss_struggling' '[Progear]_round_3_boss_wave_bullets' \
    '[Progear]_round_5_boss_last_round_wave' '[Progear]_round_5_middle_boss_rockets' '[daiouzyou]_hibati_2_2_r' \
    '[daiouzyou]_r1_boss_1' '[ketsui]_r2_boss_rkt' '[ketsui]_r5_accel_aim_13way' bit double_roll_seeds rollbar
