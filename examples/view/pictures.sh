#!/bin/sh
# Makes the pictures of docs/pictures/ with hail-view: sh examples/view/pictures.sh build [film]
set -eu
view=$(realpath "$1/examples/hail-view")
CDPATH='' cd -- "$(dirname -- "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python=/usr/bin/python3 # Debian's, which sees python3-pil
mkdir -p docs/pictures

# shot NAME OPTION...
shot() {
    name=$1
    shift
    "$view" --headless --screenshot "$scratch/$name.png" "$@"
    "$python" examples/view/pictures.py shot "$scratch/$name.png" "docs/pictures/view-$name.png"
}
if [ "${2-}" != film ]; then
    shot barrage --scene barrage --frames 420
    shot contacts --scene debris --frames 200 --keys tgc++++ --mouse 743,459
    shot dig --scene dig --frames 420
    shot sprites --scene sprites --frames 260
    shot doom --scene doom --frames 300
    shot debris --scene debris --frames 200
    shot sparks --scene sparks --frames 240
fi

# film NAME FRAMES OPTION...: the last of the frames that are written, without text.
film() {
    name=$1 last=$2
    shift 2
    mkdir "$scratch/$name"
    "$view" --headless --scene "$name" --film "$scratch/$name" "$@"
    # head -n -N: all but the last N
    find "$scratch/$name" -name '*.png' | sort | head -n -"$last" | xargs rm -f
}
film barrage 76 --keys u++ --mouse 640,480 --size 6 --frames 400
film dig 60 --keys u --frames 440
"$python" examples/view/pictures.py film docs/pictures/hail.gif "$scratch/barrage" "$scratch/dig"
ls -l docs/pictures
