#!/bin/sh
# Run one golden script and compare its transcript with the file beside it.
#
#	run-golden.sh DIR/NAME.wsp	compares with DIR/NAME.out
#	run-golden.sh			all of them but those of run-syntax.sh
#	UPDATE=1 run-golden.sh ...	rewrites DIR/NAME.out
#	SLOW=1 run-golden.sh ...	the program is slow, as sanitizers make it
#
# The transcript is standard output, standard error and the exit status: a
# changed message is a changed result.  The first line of a script may say how
# to run it:
#
#	# args: ARGUMENTS	of wsp, the script among them
#	# prompt		types it at the prompt, which goes on after errors

set -u
LC_ALL=C; export LC_ALL
NO_COLOR=1; export NO_COLOR
unset COLUMNS LINES
XDG_CONFIG_HOME=/nonexistent; export XDG_CONFIG_HOME	# no devices of the user

if [ $# = 0 ]; then
	ls "${srcdir:-$(dirname "$0")/..}"/tests/golden/*/*.wsp |
		grep -v /syntax/ |
		xargs -P "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)" \
			-n 1 sh "$0" | awk '
		/^[0-9]+ passed, [0-9]+ failed$/ { p += $1; f += $3; next }
		{ print }
		END { printf "%d passed, %d failed\n", p, f; exit f > 0 }'
	exit
fi

got=$(mktemp)
trap 'rm -f "$got"' EXIT

cd "$(dirname "$1")" || exit 1	# so that messages name the script alone
script=$(basename "$1")
want=${script%.wsp}.out

args=$(sed -n '1s/^# args: *//p' "$script")
slow=
[ -z "${VALGRIND-}${SLOW-}" ] || slow='--time 900'
eval "set -- ${args:-$slow \"\$script\"}"
input=/dev/null
if [ "$(sed -n 1p "$script")" = '# prompt' ]; then
	input=$script
	set -- $slow
fi

command -v "${WSP:?}" >/dev/null || { echo "no program $WSP"; exit 1; }
status=0
${VALGRIND-} "$WSP" "$@" >"$got" 2>&1 <"$input" || status=$?
echo "exit $status" >>"$got"

if [ -n "${UPDATE-}" ]; then
	cp "$got" "$want"
fi
if diff -u "$want" "$got"; then
	echo "1 passed, 0 failed"
else
	echo "0 passed, 1 failed"
	exit 1
fi
