#!/bin/sh
# The manual knows every function, word, unit, setting and figure that the
# program knows, and tells of functions what `help` tells.

srcdir=${srcdir:-$(dirname "$0")/..}
. "$srcdir/tests/check.sh"
wsp=${WSP:?}
manual=$srcdir/doc/LANGUAGE.md

section() { sed -n "/^## $1/,/^## /p" "$manual"; }

# Functions: the table against `help`, row by row.
"$wsp" -e 'help functions' | tr ' ' '\n' | grep . >names
sed 's/^/help /' names >ask.wsp
run "$wsp" ask.wsp
status 0
awk '/^[a-z_]/ { usage = $0; next }
/  gives  / {
	example = $0; sub(/^ */, "", example); sub(/  gives  .*/, "", example)
	result = $0; sub(/.*  gives  /, "", result)
	print row " `" example "` gives `" result "`. |"
	row = ""
	next
}
{
	if (row != "") print row " |"
	sub(/^ */, "")
	row = "| `" usage "` | " $0
}
END { if (row != "") print row " |" }' .out >want
section 'All functions' | grep '^| `' >got
is 'functions in the manual' "$(diff got want)" ''

# Words that are reserved.
sed -n 's/^WORD("\([a-z_]*\)",.*\(STATEMENT\|QUESTION\|JOINT\))/\1/p' \
	"$srcdir/lang/syntax/word.def" | sort >want
section Programs | sed -n '/reserved/,/^All others/p' | grep '^    ' |
	tr ' ' '\n' | grep . | sort >got
is 'reserved words' "$(diff got want)" ''

# Names that cannot be bound anew.
{
	echo true; echo false
	grep -o '{ "[a-z0-9]*", true,' "$srcdir/lang/eval/names.c" |
		sed 's/{ "\(.*\)", true,/\1/'
} | sort >want
section Programs | sed -n '/cannot be bound anew/,$p' | grep '^    ' |
	tr ' ' '\n' | grep . | sort >got
is 'predefined names' "$(diff got want)" ''

# Whether a section of the manual has all the words of the file "words".
mentions() {
	section "$1" >part
	while read -r word; do
		if grep -qF -- "$word" part; then
			check true
		else
			check false "doc/LANGUAGE.md, '$1', lacks '$word'"
		fi
	done <words
	is "words for '$1'" "$(grep -c . words | grep -vx 0 | wc -l |
		tr -d ' ')" 1
}
sed -n 's/^UNIT[A-Z_]*("\([A-Za-z]*\)".*/\1/p' "$srcdir/lang/number/unit.def" >words
mentions 'Numbers and units'
sed -n 's/^SETTING("\([a-z_]*\)",[^a-z]*true.*/| `\1 = /p' \
	"$srcdir/lang/eval/settings.def" >words
mentions Launches
sed -n 's/^SETTING("\([a-z_]*\)",[^a-z]*false.*/| `\1` |/p' \
	"$srcdir/lang/eval/settings.def" >words
mentions Settings
sed -n 's/^METRIC([a-z_0-9A-Z]*,[^"]*"\([a-z0-9_.]*\)".*/\1/p' \
	"$srcdir/engine/report/metric.def" | sed 's/.*\.//' >words
mentions Questions
grep -A3 'kernel_given_words\[' "$srcdir/lang/kernel/kernel.c" | grep -o '"[a-z_]*"' |
	sed 's/"\(.*\)"/`\1 N`/' >words
mentions Kernels
grep -A3 'option_names\[\] = ' "$srcdir/lang/kernel/build_params.c" |
	grep -o '"[a-z]*"' | sed 's/"\(.*\)"/| `\1 = /' >words
mentions Kernels
"$wsp" show devices | sed '1d; s/ .*//' >words
mentions Devices
"$wsp" --help | sed -n '3,$s/^  \([a-z]*\) .*/\1/p' | grep . >words
mentions 'The command line'

check_done
