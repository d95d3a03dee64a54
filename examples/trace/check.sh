#!/bin/sh
# check.sh PROGRAM INCLUDE LIBRARY SANITIZER COMPILER... - what hail-trace prints compiles and makes the shape, in JSON the same;
# and every way in which an image can be bad must end in exit status 1 and a line that names the file.
# shellcheck source=examples/common/check.sh
. "$(dirname -- "$0")/../common/check.sh"
program=$1
include=$2
library=$3
sanitize=$4
shift 4

# says STATUS WORDS OPTION...: the command must end so, and say so on stderr.
says() {
    wanted=$1
    words=$2
    shift 2
    said=$("$program" "$@" 2>&1 >/dev/null)
    status=$?
    if [ $status -eq "$wanted" ] && [ "${said#*"$words"}" != "$said" ]; then
        pass
    else
        fail "$*: status $status, wanted $wanted and \"$words\": $said"
    fi
}

# bad NAME WORDS: the file NAME must be refused for a reason that has the WORDS; and must be named.
bad() {
    says 1 "$1: " "$folder/$1"
    says 1 "$2" "$folder/$1"
}

# file NAME: from base64 on standard input.
file() { base64 -d >"$folder/$1"; }

# 12 x 10 px: an island of 41 pixels around a hole of 9; another of 4 pixels, of alpha 100.
file good.png <<'END'
iVBORw0KGgoAAAANSUhEUgAAAAwAAAAKCAYAAACALL/6AAAAAXNSR0IArs4c6QAAAEBJREFUGJVjYCARMDIwMDCcqND4j0uBRccNRmQ+E6k2sOAyDZet
LNgEsYETFRopZDmJZE/jdBK6QpwacCkkGwAAiGERFVcS1EMAAAAASUVORK5CYII=
END
file empty.png <<'END'
iVBORw0KGgoAAAANSUhEUgAAAAwAAAAKCAYAAACALL/6AAAAAXNSR0IArs4c6QAAAA5JREFUGJVjYBgFIwMAAAHqAAGPqMB7AAAAAElFTkSuQmCC
END
file grey.png <<'END'
iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAAAAAC4HznGAAAAAXNSR0IArs4c6QAAABBJREFUCJljjGJgYGJgYAAAAo4AXm46XPkAAAAASUVORK5CYII=
END
# 4 x 2 px, a palette with a transparent colour: 6 of them opaque. 2 x 2 px of 16 bits a channel: 3 of them opaque.
file palette.png <<'END'
iVBORw0KGgoAAAANSUhEUgAAAAQAAAACAQMAAABFZu8gAAAAAXNSR0IArs4c6QAAAAZQTFRFAAAA/wAAG/+NIgAAAAF0Uk5TAEDm2GYAAAAMSURBVAiZ
Y0hg+AAAAhQBUYJbBk0AAAAASUVORK5CYII=
END
file deep.png <<'END'
iVBORw0KGgoAAAANSUhEUgAAAAIAAAACEAQAAACILxnsAAAABGdBTUEAAYagMeiWXwAAACBjSFJNAAB6JgAAgIQAAPoAAACA6AAAdTAAAOpgAAA6mAAAF3Cc
ulE8AAAAG0lEQVQImWN4lfD/////DAyMpQb//zMwMDAAAFtcB+slw4shAAAAAElFTkSuQmCC
END
# 8193 x 1 px; and 900,000 x 900,000, of which there is little more than the header.
file wide.png <<'END'
iVBORw0KGgoAAAANSUhEUgAAIAEAAAABCAAAAAC84hSCAAAAAXNSR0IArs4c6QAAAB9JREFUaIHtwQENAAAAwqD3T20ON6AAAAAAAAAAgH8DIAIAAczKy1wA
AAAASUVORK5CYII=
END
file huge.png <<'END'
iVBORw0KGgoAAAANSUhEUgANu6AADbugCAYAAADQvZGPAAAAAXNSR0IArs4c6QAAAEBJREFUGJVjYCARMDIwMDCcqND4j0uBRccNRmQ+E6k2sOAyDZetLNgE
sYETFRopZDmJZE/jdBK6QpwacCkkGwAAiGERFVcS1EMAAAAASUVORK5CYII=
END
"$program" "$folder/good.png" --json "$folder/out" 2>"$folder/said"
if grep -q 'this build cannot' "$folder/said"; then
    cat "$folder/said"
    exit 77 # meson: skipped
fi

# ---- What it prints: the C compiles and makes the shape, the JSON is JSON, and both are of the same area ----

case $sanitize in
    none | '') sanitize='' ;;
    *) sanitize=-fsanitize=$sanitize ;;
esac
compile="$* -std=c17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror $sanitize -I $include"

# Prints how many parts the shape has, and their area.
cat >"$folder/main.c" <<'END'
#include "shape.h"
#include <stdio.h>

int main(void) {
    hail_world *world;
    hail_shape shape;
    double area = 0.0;
    hail_status status = hail_world_create(NULL, &world);
    if (status == HAIL_OK)
        status = it_shape(hail_world_shapes(world), &shape);
    for (uint32_t p = 0; status == HAIL_OK && p < hail_shape_part_count(hail_world_shapes(world), &shape); p++) {
        hail_convex_info part;
        status = hail_shape_part(hail_world_shapes(world), &shape, p, &part);
        for (uint32_t i = 0; status == HAIL_OK && i < part.vertices; i++) {
            const uint32_t next = (i + 1) % part.vertices;
            area += 0.5 * ((double)part.x[i] * (double)part.y[next] - (double)part.x[next] * (double)part.y[i]);
        }
    }
    if (status != HAIL_OK) {
        puts(hail_status_text(status));
        return 1;
    }
    printf("%u %.3f\n", hail_shape_part_count(hail_world_shapes(world), &shape), area);
    hail_world_destroy(world);
    return 0;
}
END
cat >"$folder/compare.py" <<'END'
import json, sys
parts, area, wanted = int(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
with open(sys.argv[1]) as file:
    what = json.load(file)
total = 0
for loop in what["polygons"]:
    for (x, y), (u, v) in zip(loop, loop[1:] + loop[:1]):
        total += (x * v - u * y) / 2
assert abs(total - area) <= 1e-4 * area, f"area {area}, in JSON {total}"
assert wanted == "any" or abs(area - float(wanted)) <= 1e-4 * area, f"area {area}"
assert what["shape"] == "outline" or len(what["polygons"]) == parts, f"{parts} parts"
assert what["opaque"] > 0 and what["smallest_angle"] > 0 and len(what["origin"]) == len(what["size"]) == 2
END

# makes AREA OPTION...: AREA is in px, or "any".
makes() {
    area=$1
    shift
    said=$("$program" --name it --c "$folder/shape.h" --json "$folder/shape.json" "$@" 2>&1 >/dev/null) || {
        fail "$*: $said"
        return
    }
    # shellcheck disable=SC2086 # one word an option
    if $compile "$folder/main.c" "$library" "-Wl,-rpath,$(dirname "$library")" -lm -o "$folder/shape" &&
        said=$("$folder/shape") && python3 "$folder/compare.py" "$folder/shape.json" $said "$area" &&
        python3 -m json.tool "$folder/shape.json" >/dev/null; then
        pass
    else
        fail "$*: $said"
    fi
}

exact='--error 0'
# shellcheck disable=SC2086
{
    makes 45 $exact "$folder/good.png"
    makes 45 $exact "$folder/good.png" --vertices 3
    makes 45 $exact "$folder/good.png" --shape outline --origin -3,1000.5
    makes 54 $exact "$folder/good.png" --fill-holes
    makes 41 $exact "$folder/good.png" --threshold 101
    makes 41 $exact "$folder/good.png" --min-pixels 5 --shape outline
    makes 180 $exact "$folder/good.png" --scale 2
    makes 6 $exact "$folder/grey.png"
    makes 6 $exact "$folder/palette.png"
    makes 3 $exact "$folder/deep.png"
}
makes 70 "$folder/good.png" --shape hull
makes any "$folder/good.png" --shape hull --vertices 3
makes any
makes any --shape outline --error 0.5
makes any --shape hull --scale 0.1

# ---- A game's sprites, where Debian's package chromium-bsu-data is installed ----
sprites=${HAIL_CHROMIUM_IMAGES-/usr/share/games/chromium-bsu/png}
for sprite in "$sprites"/*.png; do
    [ ! -f "$sprite" ] || says 0 'smallest angle' "$sprite"
done
for sprite in hero enemy03 enemy05; do
    [ ! -f "$sprites/$sprite.png" ] || makes any "$sprites/$sprite.png"
done

# ---- Names that C and JSON could stumble over ----

# named FILE WORDS: what is printed for a file of that name compiles, and has the WORDS.
named() {
    cp "$folder/good.png" "$folder/$1" || return
    "$program" "$folder/$1" --c "$folder/named.c" --json "$folder/named.json" 2>/dev/null
    # shellcheck disable=SC2086
    if grep -q "$2" "$folder/named.c" && $compile -Wno-unused -c "$folder/named.c" -o "$folder/named.o" &&
        python3 -m json.tool "$folder/named.json" >/dev/null; then
        pass
    else
        fail "$1: not \"$2\", or does not compile"
    fi
}
named '7 of*.png' 'sprite_7_of__x'
named 'int.png' 'int_shape'
named 'hail_shape.png' 'sprite_hail_shape_y'
named '.png' 'sprite__x'
named 'what??.png' 'what___x'
named "$(printf 'caf\351 \n*.png')" 'caf'
named "$(printf '%0200d' 0).png" 'sprite_0000'

# ---- Where it prints to ----
if "$program" "$folder/good.png" 2>/dev/null | grep -q hail_shape_compound; then pass; else fail 'no C on stdout'; fi
if "$program" "$folder/good.png" --json - 2>/dev/null | python3 -m json.tool >/dev/null; then
    pass
else
    fail 'no JSON on stdout'
fi
says 1 'No such file' "$folder/good.png" --c "$folder/none/out.h"
says 1 'No such file' "$folder/good.png" --json "$folder/none/out.json"
[ ! -c /dev/full ] || says 1 '/dev/full: No space' "$folder/good.png" --c /dev/full
[ ! -c /dev/full ] || says 1 '/dev/full: ' "$folder/good.png" --json /dev/full
"$program" "$folder/good.png" --c "$folder/out" --png "$folder/out.png" 2>"$folder/said" ||
    grep -q 'cannot draw' "$folder/said" || fail "--png: $(cat "$folder/said")"
if [ -f "$folder/out.png" ]; then
    says 0 'opaque' "$folder/out.png" # a PNG that can be traced in turn
    says 1 "none/out.png: " "$folder/good.png" --c "$folder/out" --png "$folder/none/out.png"
fi
says 0 '45 opaque' "$folder/good.png"
says 0 '41 opaque' "$folder/good.png" --threshold 101
says 0 '3 loops' "$folder/good.png" --error 0
says 0 '2 loops' "$folder/good.png" --error 0 --fill-holes

# ---- Files ----
bad missing.png 'No such file'
mkdir "$folder/folder.png"
bad folder.png 'not a regular file'
mkfifo "$folder/pipe.png"
bad pipe.png 'not a regular file'
: >"$folder/nothing.png"
bad nothing.png 'cannot read PNG'
echo hello >"$folder/text.png"
bad text.png 'cannot read PNG'
head -c 20 "$folder/good.png" >"$folder/head.png"
bad head.png 'cannot read PNG'
head -c 100 "$folder/good.png" >"$folder/cut.png"
bad cut.png 'cannot read PNG'
{ head -c 90 "$folder/good.png" && printf 'xyz' && tail -c 41 "$folder/good.png"; } >"$folder/broken.png"
bad broken.png 'cannot read PNG'
bad wide.png '8193 x 1 pixels'
bad huge.png '900000 x 900000 pixels'
head -c 70000000 /dev/zero >"$folder/large.png"
bad large.png 'larger than 64 MiB'
bad empty.png 'no pixel is opaque'
says 1 'fewer pixels than --min-pixels' "$folder/good.png" --min-pixels 42
says 1 'no pixel is opaque' "$folder/empty.png" --shape hull

# ---- The command line ----
says 1 '--shape' --shape circle
says 1 '--error' --error -1
says 1 '--error' --error nan
says 1 '--threshold' --threshold 0
says 1 '--threshold' --threshold 256
says 1 '--vertices' --vertices 9
says 1 '--min-pixels' --min-pixels 1x
says 1 '--origin' --origin 1
says 1 '--origin' --origin inf,0
says 1 '--scale' --scale 0
says 1 '--name' --name 1st
says 1 '--name' --name hail_shape
says 1 'need different files' --c - --json -
says 1 'only one image' "$folder/good.png" "$folder/good.png"
says 1 'try --help' --gone
if "$program" --help | grep -q '^usage: hail-trace'; then pass; else fail '--help'; fi

finish
