#!/bin/sh
# usage: expect.sh RESULTS PROGRAM: the program's output must be a line of the file.
set -u
said=$("$2") || { echo "$2 failed: $said"; exit 1; }
grep -Fxq -e "$said" "$1" && exit 0
echo "$2 says:"
echo "$said"
echo "This is no line of $1."
exit 1
