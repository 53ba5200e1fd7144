#!/bin/sh
# Every equation number in the engine is that of an equation in doc/MODEL.md.

set -eu
cd "${srcdir:-.}"
good=0
bad=0

for number in $(sed -n \
	-e 's/.*"\([0-9][0-9]*\.[0-9][0-9]*\)".*/\1/p' \
	-e 's/.*	(\([0-9][0-9]*\.[0-9][0-9]*\))$/\1/p' \
	engine/*.c engine/*/*.c | sort -u); do
	if grep -qF "($number)" doc/MODEL*.md; then
		good=$((good + 1))
	else
		echo "engine: no equation ($number) in doc/MODEL.md"
		bad=$((bad + 1))
	fi
done

echo "$good passed, $bad failed"
test "$bad" -eq 0 && test "$good" -gt 0
