#!/bin/sh
# The first hour: every word has help, and what the tutorial types at the prompt
# works without its files.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}

sed -n 's/^WORD("\([a-z0-9_]*\)".*/help \1/p' \
	"$srcdir/lang/syntax/word.def" >words.wsp
is 'more than 50 words' "$(($(wc -l <words.wsp) > 50))" 1
run "$wsp" words.wsp
status 0
err ''

# Blocks with a prompt, without those that show a file.
awk '/^```wsp/ { block = $0; next }
	block && /^wsp> / { print block; block = ""; open = 1 }
	block && !/^wsp> / { block = "" }
	open { print }
	open && /^```$/ { open = 0 }' \
	"$srcdir/doc/TUTORIAL.md" >typed.md
run "$wsp" doctest --time 600 typed.md
status 0
[ "$got_status" = 0 ] || cat "$box/.out"
is 'blocks' "$(sed 's/^1[0-9] /many /' "$box/.out")" 'many passed, 0 failed'

check_done
