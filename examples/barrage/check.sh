#!/bin/sh
# check.sh PROGRAM - every bad pattern file must end in exit status 1 and a line that names the file.
# shellcheck source=examples/common/check.sh
. "$(dirname -- "$0")/../common/check.sh"
program=$1

# bad NAME WORDS [OPTION...]: the program must refuse the file NAME, for a reason that contains the WORDS.
bad() {
    name=$1 words=$2
    shift 2
    said=$("$program" --steps 5 --quiet "$@" "$folder/$name" 2>&1 >/dev/null)
    status=$?
    if [ $status -eq 1 ] && [ "${said#*"$name: "}" != "$said" ] && [ "${said#*"$words"}" != "$said" ]; then
        pass
    else
        fail "$name: status $status, wanted 1 and \"$words\": $said"
    fi
}

# file NAME: from standard input.
file() { cat >"$folder/$1"; }

if ! printf '<bulletml><action label="top"><wait>1</wait></action></bulletml>' >"$folder/good.xml" ||
    ! "$program" --steps 5 --quiet "$folder/good.xml" 2>"$folder/said"; then
    cat "$folder/said"
    grep -q 'cannot read BulletML' "$folder/said" && exit 77 # meson: skipped
    exit 1
fi

bad missing.xml 'No such file'
mkdir "$folder/folder.xml"
bad folder.xml 'directory'
: | file empty.xml
bad empty.xml 'empty'
printf '  \n\n' | file blank.xml
bad blank.xml 'empty'
echo 'hello' | file text.xml
bad text.xml 'not XML'
printf '\000\377\001<a/>' | file binary.xml
bad binary.xml 'not XML'
echo '<bulletml><action label="top"><wait>1</wait>' | file cut.xml
bad cut.xml 'not XML'
echo '<html><body/></html>' | file other.xml
bad other.xml 'not BulletML'
echo '<bulletml><bullet label="a"/></bulletml>' | file topless.xml
bad topless.xml 'top'
echo '<bulletml/>' | file nothing.xml
bad nothing.xml 'top'
echo '<bulletml><action label="top"><jump/></action></bulletml>' | file element.xml
bad element.xml '<jump>'
echo '<bulletml><action label="top"><speed>1</speed></action></bulletml>' | file place.xml
bad place.xml 'not allowed in'
echo '<bulletml><action label="top"><changeSpeed><speed>1</speed></changeSpeed></action></bulletml>' | file lacks.xml
bad lacks.xml '<term>'
echo '<bulletml><action label="top"><repeat><times>2</times></repeat></action></bulletml>' | file repeat.xml
bad repeat.xml '<action>'
echo '<bulletml><action label="top"><wait>1+*</wait></action></bulletml>' | file formula.xml
bad formula.xml 'formula'
echo '<bulletml><action label="top"><wait/></action></bulletml>' | file wait.xml
bad wait.xml 'formula'
echo '<bulletml><action label="top"><fire><bulletRef label="gone"/></fire></action></bulletml>' | file label.xml
bad label.xml '"gone"'
echo '<bulletml><action label="top"><fire><direction type="up">0</direction><bullet/></fire></action></bulletml>' | file type.xml
bad type.xml '"up"'
echo '<bulletml><action label="top">boo<wait>1</wait></action></bulletml>' | file stray.xml
bad stray.xml '"boo"'
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "<action>" }' | file deep.xml
bad deep.xml 'deeper'
awk 'BEGIN { for (i = 0; i < 300000; i++) printf "<!-->" }' | file large.xml
bad large.xml 'larger'
echo '<bulletml><action label="top"><fire><speed>0/0</speed><bullet/></fire></action></bulletml>' | file nan.xml
bad nan.xml 'not a number'
echo '<bulletml><action label="top"><repeat><times>99999999</times><action><fire><bullet/></fire></action></repeat></action></bulletml>' |
    file hose.xml
bad hose.xml 'without end'
echo '<bulletml><action label="top"><fire><direction>1/0</direction><bullet/></fire></action></bulletml>' | file loop.xml
bad loop.xml 'loops'

finish
