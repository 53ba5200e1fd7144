#!/bin/sh
# Every equation that the engine names stands in doc/MODEL.md,
# whichever model it belongs to.

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
test "$bad" -eq 0
