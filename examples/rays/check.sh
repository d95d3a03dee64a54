#!/bin/sh
# rays/check.sh PROGRAM - every kind of bad map must give exit status 1 and a message that names the file.
# shellcheck source=examples/common/check.sh
. "$(dirname -- "$0")/../common/check.sh"
program=$1

# bad NAME WORDS: the file NAME must be rejected with a message that contains WORDS.
bad() {
    said=$("$program" "$folder/$1" 2>&1 >/dev/null)
    status=$?
    if [ $status -eq 1 ] && [ "${said#*"$1: "}" != "$said" ] && [ "${said#*"$2"}" != "$said" ]; then
        pass
    else
        fail "$1: status $status, expected 1 and \"$2\": $said"
    fi
}

# good NAME WORDS: the file NAME must be read, and the summary must contain WORDS.
good() {
    said=$("$program" "$folder/$1" 2>&1)
    status=$?
    if [ $status -eq 0 ] && [ "${said#*"$2"}" != "$said" ]; then
        pass
    else
        fail "$1: status $status, expected 0 and \"$2\": $said"
    fi
}

# wrong WORDS OPTION...: the command line must be rejected with a message that contains WORDS.
wrong() {
    words=$1
    shift
    said=$("$program" "$@" 2>&1 >/dev/null)
    status=$?
    if [ $status -eq 1 ] && [ "${said#*"$words"}" != "$said" ]; then
        pass
    else
        fail "$*: status $status, expected 1 and \"$words\": $said"
    fi
}

# file NAME: from standard input.
file() { cat >"$folder/$1"; }

# map ATTRIBUTES LAYER: a Tiled map.
map() {
    printf '<map orientation="orthogonal" %s><tileset firstgid="1" tilewidth="16" tileheight="16">' "$1"
    printf '<image source="tiles.png"/></tileset>%s</map>\n' "$2"
}
small='width="2" height="2" tilewidth="16" tileheight="16"'

# layer DATA-ATTRIBUTES DATA: a map of 2 x 2 cells of 16 px.
layer() { map "$small" "<layer name=\"walls\"><data $1>$2</data></layer>"; }

# A sheet of two tiles: 32 x 16 px, grey, no alpha.
printf '%s' 'iVBORw0KGgoAAAANSUhEUgAAACAAAAAQCAAAAABSayKFAAAAFElEQVR42mNoQAMH0ADDqIKRpAAAFUhAEE3RMj4AAAAASUVORK5CYII=' |
    base64 -d >"$folder/tiles.png"

layer 'encoding="csv"' '0,1,2,0' | file good.tmx
"$program" "$folder/good.tmx" >/dev/null 2>"$folder/said"
if grep -q 'cannot read maps' "$folder/said"; then
    cat "$folder/said"
    exit 77 # meson: skipped
fi

# ---- Good files: each of the ways to write the cells 0, 1 / 2, 0 ----
good good.tmx 'layer walls: 2 x 2 cells of 16 x 16 px, 2 tiles'
good tiles.png '1 x 1 cells of 32 x 32 px, 1 tiles'
layer '' '<tile gid="0"/><tile gid="1"/><tile gid="2"/><tile/>' | file elements.tmx
good elements.tmx ' 2 tiles'
layer 'encoding="base64"' ' AAAAAAEAAAAC AAAAAAAAAA== ' | file base64.tmx
good base64.tmx ' 2 tiles'
layer 'encoding="base64" compression="zlib"' 'eNpjYGBgYARiJgYIAAAALAAE' | file zlib.tmx
good zlib.tmx ' 2 tiles'
layer 'encoding="base64" compression="gzip"' 'H4sIAAAAAAACA2NgYGBgBGImBggAAEcAOzUQAAAA' | file gzip.tmx
good gzip.tmx ' 2 tiles'
gzip -c "$folder/good.tmx" >"$folder/packed.tmx.gz"
good packed.tmx ' 2 tiles' # only packed.tmx.gz exists
good packed.tmx.gz ' 2 tiles'
layer 'encoding="csv"' '0,2147483649,3758096385,0' | file turned.tmx
good turned.tmx ' 1 tiles'
map "$small infinite=\"1\"" '<group offsetx="3"><layer name="far"><data encoding="csv"><chunk x="-16" y="0" width="2" height="1">1,2</chunk><chunk x="1" y="1" width="1" height="1">1</chunk></data></layer></group>' |
    file chunks.tmx
good chunks.tmx 'layer far: 18 x 2 cells'
echo '<tileset tilewidth="16" tileheight="16"><tile id="7"><image source="one.png"/></tile></tileset>' | file set.tsx
printf '%s' 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR42mNoQAMMI1sAAAUMgAHjM1mKAAAAAElFTkSuQmCC' |
    base64 -d >"$folder/one.png"
layer 'encoding="csv"' '0,8,0,0' | sed 's|<tileset.*</tileset>|<tileset firstgid="1" source="set.tsx"/>|' | file outside.tmx
good outside.tmx ' 1 tiles'

# ---- Files ----
bad missing.tmx 'No such file'
bad missing.stl 'No such file'
bad missing.png 'No such file'
mkdir "$folder/folder.tmx"
bad folder.tmx 'not a regular file'
mkfifo "$folder/pipe.tmx"
bad pipe.tmx 'not a regular file'
echo hello | file map.txt
bad map.txt 'unknown file type'
head -c 60 "$folder/packed.tmx.gz" >"$folder/cut.tmx.gz"
bad cut.tmx.gz 'unexpected end of file'
head -c 70000000 /dev/zero | gzip >"$folder/bomb.tmx.gz"
bad bomb.tmx.gz 'larger than'

# ---- Tiled: XML, what a map must have ----
: | file empty.tmx
bad empty.tmx 'not XML'
echo hello | file text.tmx
bad text.tmx 'not XML'
printf '\000\377\001<a/>' | file binary.tmx
bad binary.tmx 'not XML'
head -c 100 "$folder/good.tmx" | file broken.tmx
bad broken.tmx 'not XML'
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "<group>" }' | file deep.tmx
bad deep.tmx 'not XML'
echo '<html/>' | file other.tmx
bad other.tmx '<map>'
layer 'encoding="csv"' '0,1,2,0' | sed s/orthogonal/hexagonal/ | file hexagonal.tmx
bad hexagonal.tmx 'orthogonal'
map "$small" '' | file layerless.tmx
bad layerless.tmx 'without a tile layer'
map "$small" '<layer name="a"/>' | file dataless.tmx
bad dataless.tmx 'no <data>'
layer 'encoding="csv"' '0,1,2,0' | sed 's/tilewidth="16" tileheight="16">/tilewidth="1000" tileheight="16">/2' | file wide.tmx
bad wide.tmx '1000 x 16'
map 'width="2" height="2" tilewidth="65" tileheight="16"' '' | file large.tmx
bad large.tmx 'not from 1 to 64'
map 'width="2" height="2"' '' | file sizeless.tmx
bad sizeless.tmx 'tilewidth'
map 'width="-2" height="2" tilewidth="16" tileheight="16"' '' | file negative.tmx
bad negative.tmx 'not from 0'
map 'width="99999999999999999999" height="2" tilewidth="16" tileheight="16"' '' | file huge.tmx
bad huge.tmx 'not from 0'
map 'width="0" height="2" tilewidth="16" tileheight="16"' '<layer name="a"><data encoding="csv"/></layer>' | file none.tmx
bad none.tmx '0 x 2 cells'
map 'width="200000" height="200000" tilewidth="16" tileheight="16"' '<layer name="a"><data encoding="csv"/></layer>' |
    file absurd.tmx
bad absurd.tmx 'more than'
map "$small infinite=\"1\"" '<layer name="a"><data encoding="csv"/></layer>' | file chunkless.tmx
bad chunkless.tmx 'without chunks'
map "$small infinite=\"1\"" '<layer name="a"><data encoding="csv"><chunk x="-4000000" y="-4000000" width="1" height="1">1</chunk><chunk x="4000000" y="4000000" width="1" height="1">1</chunk></data></layer>' |
    file apart.tmx
bad apart.tmx 'cells'

# ---- Tiled: cells ----
layer 'encoding="csv"' '0,1,2' | file short.tmx
bad short.tmx 'missing comma'
layer 'encoding="csv"' '0,1,2,0,0' | file long.tmx
bad long.tmx 'more than 4'
layer 'encoding="csv"' '0,1,x,0' | file letter.tmx
bad letter.tmx 'not a valid tile id'
layer 'encoding="csv"' '0,1,-1,0' | file minus.tmx
bad minus.tmx 'not a valid tile id'
layer 'encoding="csv"' '0,1,99999999999,0' | file digits.tmx
bad digits.tmx 'not a valid tile id'
layer 'encoding="csv"' '0,1,3,0' | file number.tmx
bad number.tmx 'tile 3 does not belong'
layer '' '<tile gid="1"/>' | file few.tmx
bad few.tmx '1 cells, expected 4'
layer 'encoding="rot13"' 'x' | file encoding.tmx
bad encoding.tmx 'neither csv nor base64'
layer 'encoding="base64" compression="zstd"' 'AAAA' | file zstd.tmx
bad zstd.tmx 'neither zlib nor gzip'
layer 'encoding="base64"' 'AAAAAAEAAAACAAAAAAAA' | file bytes.tmx
bad bytes.tmx '15 bytes, expected 16'
layer 'encoding="base64"' 'AAAAAAEAAAACAAAAAAAAA' | file cut64.tmx
bad cut64.tmx 'unexpected end of data'
layer 'encoding="base64"' 'AAAA!AEAAAACAAAAAAAAAA==' | file letter64.tmx
bad letter64.tmx 'invalid character'
layer 'encoding="base64" compression="zlib"' 'eNpjYGBgYARiJgYI' | file cutzlib.tmx
bad cutzlib.tmx 'ends too early'
layer 'encoding="base64" compression="zlib"' 'eNpjYGBgYARiJgYIAAAALAAF' | file sum.tmx
bad sum.tmx 'incorrect data check'
layer 'encoding="base64" compression="zlib"' 'AAAAAAAAAAAA' | file header.tmx
bad header.tmx 'unknown compression'
layer 'encoding="base64" compression="zlib"' 'eNpjYGBgYARiJiAGAAAcAAQ=' | file fewzlib.tmx
bad fewzlib.tmx 'too short for the layer'
sed 's/height="2"/height="1"/' "$folder/zlib.tmx" | file manyzlib.tmx
bad manyzlib.tmx 'too long for the layer'

# ---- Tiled: tile sets and pictures ----
sed 's/tiles.png/gone.png/' "$folder/good.tmx" | file gone.tmx
bad gone.tmx 'gone.png: No such file'
sed 's/tiles.png/good.tmx/' "$folder/good.tmx" | file nopng.tmx
bad nopng.tmx 'cannot read PNG'
head -c 50 "$folder/tiles.png" | file cut.png
sed 's/tiles.png/cut.png/' "$folder/good.tmx" | file cutpng.tmx
bad cutpng.tmx 'cannot read PNG'
bad cut.png 'cannot read PNG'
sed 's/firstgid="1"/firstgid="0"/' "$folder/good.tmx" | file first.tmx
bad first.tmx 'firstgid'
sed 's/firstgid="1"/firstgid="2"/' "$folder/good.tmx" | file second.tmx
bad second.tmx 'tile 1 does not belong'
sed 's/firstgid="1"/firstgid="1" margin="20"/' "$folder/good.tmx" | file margin.tmx
bad margin.tmx 'too small'
sed 's/firstgid="1"/firstgid="1" columns="3"/' "$folder/good.tmx" | file columns.tmx
bad columns.tmx 'too small'
sed 's/<image source/<image trans="red" source/' "$folder/good.tmx" | file trans.tmx
bad trans.tmx 'not a colour'
sed 's/ source="tiles.png"//' "$folder/good.tmx" | file source.tmx
bad source.tmx 'without a source'
sed 's/set.tsx/gone.tsx/' "$folder/outside.tmx" | file gonetsx.tmx
bad gonetsx.tmx 'gone.tsx: No such file'
sed 's/set.tsx/good.tmx/' "$folder/outside.tmx" | file mapset.tmx
bad mapset.tmx '<tileset>'
sed 's/0,8,0,0/0,7,0,0/' "$folder/outside.tmx" | file gap.tmx
bad gap.tmx 'no picture'
sed 's/one.png/tiles.png/' "$folder/set.tsx" | file second.tsx
sed 's/set.tsx/second.tsx/' "$folder/outside.tmx" | file single.tmx
bad single.tmx '32 x 16'
map 'width="2" height="2" tilewidth="16" tileheight="8"' '<layer name="a"><data encoding="csv">0,536870913,0,0</data></layer>' |
    sed 's/firstgid="1" tilewidth="16" tileheight="16"/firstgid="1" tilewidth="16" tileheight="8"/' | file oblong.tmx
bad oblong.tmx 'must be square'

# ---- SuperTux ----
mkdir "$folder/images"
level() { printf '(supertux-level (version 3) (sector (name "main") (tilemap (solid #t) %s)))\n' "$1"; }
level '(width 2) (height 1) (tiles 0 5)' | file level.stl
bad level.stl 'images/tiles.strf not found'
printf '(supertux-tiles (tile (id 5) (images "../tiles.png") (solid #t)) (tiles (width 1) (height 1) (ids 6) (image "../gone.png")) (tile (id 7) (solid #t) (images "../gone.png")))' |
    file images/tiles.strf
good level.stl 'layer main: 2 x 1 cells of 32 x 32 px, 1 tiles'
level '(width 2) (height 1) (tiles 0 9)' | file unknown.stl
good unknown.stl ' 0 tiles'
level '(width 2) (height 1) (tiles 0 7)' | file gone.stl
bad gone.stl 'gone.png: No such file'
level '(width 2) (height 1) (tiles 0)' | file short.stl
bad short.stl 'cell 1 of 2'
level '(width 2) (height 1) (tiles 0 5 5)' | file long.stl
bad long.stl 'more than 2 x 1'
level '(width 2) (height 1) (tiles 0 -5)' | file minus.stl
bad minus.stl 'cell 1 of 2'
level '(width 2) (height 1)' | file tileless.stl
bad tileless.stl 'cell 0 of 2'
level '(tiles 0 5)' | file sizeless.stl
bad sizeless.stl 'no width'
level '(width 33000000) (height 33000000) (tiles 0)' | file absurd.stl
bad absurd.stl 'invalid map size'
echo '(supertux-level (sector (name "main") (tilemap (solid #f) (width 1) (height 1) (tiles 0))))' | file open.stl
bad open.stl 'without a solid tile map'
echo '(supertux-worldmap)' | file world.stl
bad world.stl 'not a SuperTux level'
: | file empty.stl
bad empty.stl 'not a SuperTux level'
head -c 60 "$folder/level.stl" | file cut.stl
bad cut.stl 'unexpected end'
echo '(supertux-level "' | file string.stl
bad string.stl 'unterminated'
echo ')' | file close.stl
bad close.stl 'unmatched'
printf '(a\000b)' | file binary.stl
bad binary.stl 'not a text file'
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "(" }' | file deep.stl
bad deep.stl 'deeper'

# ---- The command line ----
wrong 'no layer "gone"' --layer gone "$folder/good.tmx"
wrong '(no name), ' --layer gone
wrong '--png' --rays 1000000 --png "$folder/none/out.png"
wrong '--origin' --origin 1,x
wrong '--rays' --rays 0
wrong '--length' --length nan
wrong '--crop' --crop 0,0,0,0
wrong '--isa' --isa none
wrong 'one map' "$folder/good.tmx" "$folder/good.tmx"

finish
