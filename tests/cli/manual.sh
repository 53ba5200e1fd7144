#!/bin/sh
# The manual page and --help name the same commands and options.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${FAKE:?}
page=$srcdir/doc/wsp.1

# all words --like-this that --help shows, for all commands
run "$wsp" --help
{
	grep -v '^  more' .out | sed -n '2,$s/^  \([a-z][a-z-]*\) .*/\1/p'
	sed -n 's/^  more commands: //p' .out | tr ' ' '\n'
} | sort -u >commands
{
	"$wsp" --help
	while read -r command; do
		"$wsp" "$command" --help
	done <commands
} | sed -n 's/^  also://p; s/^  \(\(-[a-zA-Z], \)*--[a-z-]*\).*/ \1/p' |
	grep -oE -- ' --?[a-zA-Z][a-zA-Z-]*' | tr -d ' ' | sort -u >options
is 'commands' "$(wc -l <commands | tr -d ' ')" 20
is 'options in the manual' "$(sed -n '/^\.SH OPTIONS/,/^\.SH PROMPT/p' "$page" |
	grep '^\.\(B\|BI\|BR\) .*\\-' | sed 's/\\-/-/g; s/\\f.//g' |
	grep -oE -- '(^|[ "])--?[a-zA-Z][a-zA-Z-]*' | tr -d ' "' | sort -u)" \
	"$(cat options)"
is 'commands in the manual' "$(sed -n '/^\.SH COMMANDS/,/^\.SH OPTIONS/p' \
	"$page" | grep -A1 '^\.TP' | grep '^\.B[IR] ' | awk '{ print $2 }' |
	sort -u)" "$(cat commands)"
"$wsp" 2>/dev/null >prompt <<'END'
:help
END
for command in $(grep -o '^  :[a-z]*' prompt); do
	has 'the manual' "$page" "$command"
done
if command -v groff >/dev/null; then
	groff -man -Tutf8 -ww -z "$page" >.out 2>.err
	is 'what groff says' "$(cat .err)" ''
fi

check_done
