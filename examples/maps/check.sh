#!/bin/sh
# maps/check.sh PROGRAM - what hills.tmx says in properties and objects, also through a template; and what must be
# rejected, with a message that names the file and the reason.
# shellcheck source=examples/common/check.sh
here=$(dirname -- "$0")
. "$here/../common/check.sh"
program=$1
cp "$here/hills.tmx" "$here/hills.png" "$folder"

# says WORDS: the program must say this line about map.tmx.
says() {
    if "$program" "$folder/map.tmx" 2>&1 | grep -Fxq -e "$1"; then
        pass
    else
        fail "map.tmx: \"$1\" is not said, but: $("$program" "$folder/map.tmx" 2>&1)"
    fi
}

# with EXPRESSION: map.tmx becomes the hills, changed by sed.
with() { sed -e "$1" "$folder/hills.tmx" >"$folder/map.tmx"; }

# bad EXPRESSION WORDS: the hills, changed by sed, must be rejected with a message that contains WORDS.
bad() {
    with "$1"
    said=$("$program" "$folder/map.tmx" 2>&1 >/dev/null)
    status=$?
    if [ $status -eq 1 ] && [ "${said#*"map.tmx: "}" != "$said" ] && [ "${said#*"$2"}" != "$said" ]; then
        pass
    else
        fail "$1: status $status, expected 1 and \"$2\": $said"
    fi
}

with ''
says 'tile 5: kind 1, one way'
says 'tile 1: kind 0'
says 'point "start" of type "spawn" in layer "level" at 24.00, 200.00: 0.00 x 0.00, angle 0.0000, 0 corners, hero = capsule'
says 'rectangle "goal" of type "sensor" in layer "level" at 996.00, 176.00: 24.00 x 96.00, angle 0.0000, 0 corners'
says 'ellipse "coin" of type "sensor" in layer "level" at 624.00, 184.00: 16.00 x 16.00, angle 0.0000, 0 corners'
says 'polygon "bird" of type "sensor" in layer "level" at 360.00, 120.00: 0.00 x 0.00, angle 1.5708, 4 corners'

# Tiles: each property by itself, and together.
with 's/name="one_way" type="bool" value="true"/name="solid" type="bool" value="false"/'
says 'tile 5: kind 4, open'
with 's/name="one_way" type="bool" value="true"/name="one_way" type="bool" value="false"/'
says 'tile 5: kind 0'
with 's/name="one_way" type="bool" value="true"/name="kind" value="liquid"/'
says 'tile 5: kind 3'
with 's/name="one_way" type="bool" value="true"/name="kind" value="one_way"/'
says 'tile 5: kind 1, one way'
with 's/name="one_way" type="bool" value="true"/name="kind" value="open"/'
says 'tile 5: kind 4, open'
with 's|\(.*<property name="one_way".*\)|<property name="kind" value="9"/>\1|'
says 'tile 5: kind 9, one way'

# Objects: rotated about a corner, as a picture, of Tiled 1.9, moved with their layer, and what is skipped.
with 's/width="24" height="96"/width="24" height="96" rotation="90"/'
says 'rectangle "goal" of type "sensor" in layer "level" at 936.00, 140.00: 24.00 x 96.00, angle 1.5708, 0 corners'
with 's/width="24" height="96"/width="24" height="96" gid="1"/'
says 'rectangle "goal" of type "sensor" in layer "level" at 996.00, 80.00: 24.00 x 96.00, angle 0.0000, 0 corners'
with 's/name="goal" type=/name="goal" class=/'
says 'rectangle "goal" of type "sensor" in layer "level" at 996.00, 176.00: 24.00 x 96.00, angle 0.0000, 0 corners'
with 's/<objectgroup id="2"/<objectgroup id="2" offsetx="100" offsety="-20"/'
says 'point "start" of type "spawn" in layer "level" at 124.00, 180.00: 0.00 x 0.00, angle 0.0000, 0 corners, hero = capsule'
with 's/polygon points/polyline points/'
says 'polyline "bird" of type "sensor" in layer "level" at 360.00, 120.00: 0.00 x 0.00, angle 1.5708, 4 corners'
with 's|<ellipse/>|<text>coin</text>|'
"$program" "$folder/map.tmx" | grep -q '"coin"' && fail 'a text is an object' || pass

# A template says what the object does not say itself.
cat >"$folder/gate.tx" <<'END'
<template>
 <object name="gate" type="wall" width="16" height="48">
  <properties><property name="key" value="red"/><property name="hero" value="none"/></properties>
 </object>
</template>
END
with 's|<object id="1" name="start" type="spawn"|<object id="1" template="gate.tx"|; s|<point/>||'
says 'rectangle "gate" of type "wall" in layer "level" at 32.00, 224.00: 16.00 x 48.00, angle 0.0000, 0 corners, key = red, hero = capsule, hero = capsule'
bad 's|name="goal"|template="none.tx"|' 'none.tx'
bad 's|name="goal"|template="hills.tmx"|' 'the root element is not <template>'
printf '<template></template>' >"$folder/empty.tx"
bad 's|name="goal"|template="empty.tx"|' 'empty.tx: a template without <object>'

bad 's/type="bool" value="true"/type="bool" value="maybe"/' 'tile "5": one_way="maybe" is neither true nor false'
bad 's/name="one_way" type="bool" value="true"/name="kind" value="lava"/' 'kind="lava" is no kind'
bad 's/name="one_way" type="bool" value="true"/name="kind" value="32"/' 'kind="32" is no kind'
bad 's/name="one_way" type="bool" value="true"/name="kind" value="-1"/' 'kind="-1" is no kind'
bad 's/name="one_way" type="bool"/type="bool"/' 'a property without a name'
bad 's/width="24" height="96"/width="-24" height="96"/' 'object "goal": a negative size'
bad 's/x="984"/x="nan"/' 'object "goal": <object x="nan">'
bad 's/rotation="90"/rotation="right"/' 'object "bird": <object rotation="right">'
bad 's/points="[^"]*"/points="0,0 1,1"/' 'object "bird": points: fewer than 3 corners'
bad 's/points="[^"]*"/points="0,0 1 1 2,2"/' 'object "bird": points: corner 1 is not two numbers'
bad 's/points="[^"]*"/points="0,0 1,1e30 2,2"/' 'object "bird": points: corner 1 is not two numbers'
bad 's/points="[^"]*"//' 'object "bird": no points'
finish
