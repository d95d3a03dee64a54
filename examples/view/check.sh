#!/bin/sh
# Runs every scene of hail-view for 300 frames, with all that can be shown: sh check.sh PATH_OF_HAIL_VIEW
set -u
view=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

# fine WHAT COMMAND...: the command must succeed.
fine() {
    what=$1
    shift
    "$@" >"$scratch/out" 2>&1 && return
    echo "$what: failed"
    cat "$scratch/out"
    failures=$((failures + 1))
}

# refused WHAT OPTION...: hail-view must fail with a message.
refused() {
    what=$1
    shift
    if "$view" "$@" >"$scratch/out" 2>&1 || ! grep -q '^hail-view: ' "$scratch/out"; then
        echo "$what: not refused"
        failures=$((failures + 1))
    fi
}

# In a window of a display without a screen, by software alone; without Xvfb without a window.
seen() {
    if command -v xvfb-run >/dev/null 2>&1; then
        fine "$1" env SDL_RENDER_DRIVER=software xvfb-run -a "$view" --scene "$@"
    else
        fine "$1" "$view" --headless --scene "$@"
    fi
}

for scene in barrage dig sprites doom debris; do
    seen $scene --frames 300 --keys gcsbvkw --mouse 600,300 --dig --screenshot "$scratch/$scene.png"
    [ -s "$scratch/$scene.png" ] || failures=$((failures + 1))
done
seen sparks --size 60000 --frames 300 --keys c --screenshot "$scratch/sparks.png"
fine 'every key' "$view" --headless --frames 30 --scene sprites --keys '.hoigcsbvkwtr+-0n n w p'
fine 'every scene' "$view" --headless --all --size 20 --frames 10 --times

# back WHAT FRAMES OPTION...: 300 frames, then FRAMES of them backward and again, which must be the same.
back() {
    what="$1 backward"
    frames=$2
    shift 2
    fine "$what" "$view" --headless --frames 300 --rewind 300 --keys u --scene "$@"
    grep -q " $frames of $frames frames backward and again: the same" "$scratch/out" && return
    echo "$what: not $frames frames"
    cat "$scratch/out"
    failures=$((failures + 1))
}

for scene in barrage dig sprites doom debris; do
    back $scene 299 $scene
done
back sparks 299 sparks --size 20000
# Two keyframes have room, at frames 240 and 270.
back 'in little memory' 59 sparks --size 40000 --memory 5
grep -q ' 2 keyframes, [1-4]\.[0-9] MB' "$scratch/out" || { cat "$scratch/out"; failures=$((failures + 1)); }

# With room for a few more, keyframes between others go instead of the oldest.
back 'between' 299 sparks --size 40000 --memory 6
grep -q ' 4 keyframes, [1-5]\.[0-9] MB' "$scratch/out" || { cat "$scratch/out"; failures=$((failures + 1)); }

refused 'an unknown scene' --headless --frames 1 --scene none
refused 'no end' --headless
refused 'an unknown key' --headless --frames 1 --keys gz
refused 'a bad mouse' --headless --frames 1 --mouse 3
[ $failures -eq 0 ] && echo 'hail-view: every scene runs'
[ $failures -eq 0 ]
