#!/bin/sh
# The direction of includes: lang may include engine, engine may include hw,
# and in each layer a room includes only itself and rooms before it.  Foreign
# libraries are met in one place each.

set -u
cd "${srcdir:-$(dirname "$0")/..}" || exit 1
n_passed=0 n_failed=0

# The rooms of each layer, in order.  `ls` sorts them by name; this is the
# order of the pipeline.
engine='base kernel count report simulate model published roofline'
lang='base number picture syntax value eval kernel device launch ptx ask search
	measure roofline simulate plot serve cli'

made='lang/(syntax/(grammar|lexer)|ptx/ptx_(grammar|scan))\.[ch]|lang/base/embedded\.c'

# What a folder holds that somebody wrote.
sources() {
	find "$@" -type f -name '*.[chly]' | grep -vE "^($made)$" | sort
}

# none WHAT PATTERN FILE...: no file has a line that matches.
none() {
	what=$1 pattern=$2
	shift 2
	if grep -nE "$pattern" /dev/null "$@"; then
		echo "^ $what"
		n_failed=$((n_failed + 1))
	else
		n_passed=$((n_passed + 1))
	fi
}

# The files of lang without those that match.
lang_but() {
	sources lang | grep -vE "^lang/($1)\$"
}

none 'hw includes hw alone' '^#include "(engine|lang)/' $(sources hw)
none 'engine includes engine and hw' '^#include "lang/' $(sources engine)

# rooms LAYER ROOM...: each includes itself and those before it.
rooms() {
	layer=$1
	shift
	before=
	for room; do
		before="$before${before:+|}$room"
		if [ ! -f "$layer/$room/README.md" ]; then
			echo "$layer/$room has no README.md"
			n_failed=$((n_failed + 1))
		fi
		if grep -E "^#include \"$layer/" $(sources "$layer/$room") |
			grep -vE "#include \"$layer/($before)/" |
			grep -vE '^lang/(serve|cli)/.*"lang/wsp\.h"'
		then
			echo "^ $layer/$room may include ${before}"
			n_failed=$((n_failed + 1))
		else
			n_passed=$((n_passed + 1))
		fi
	done
	for folder in "$layer"/*/; do
		folder=${folder%/}
		case " $* " in
		*" ${folder##*/} "*) ;;
		*)	echo "$folder has no place in the order of rooms"
			n_failed=$((n_failed + 1)) ;;
		esac
	done
}
rooms engine $engine
rooms lang $lang

none 'isl is met in engine and lang/launch' '^#include <isl/' \
	$(sources hw) $(lang_but 'launch/.*')
none 'readline is met in lang/cli/repl.c' '^#include <readline/' \
	$(sources hw engine) $(lang_but 'cli/repl\.c')
none 'MPI is met in lang/cli/mpi.c' '^#include <mpi' \
	$(sources hw engine) $(lang_but 'cli/mpi\.c')
none 'flex is met in the scanners' \
	'\<yy(lex_init|scan_bytes|_scan_|restart|_switch_to_buffer)' \
	$(lang_but 'syntax/lexer\.l|ptx/ptx_scan\.l')
none 'GMP is met in lang/number' '^#include <gmp' \
	$(sources hw engine) $(lang_but 'number/.*')
none 'exit() is for main.c, and for memory.c where there is none' \
	'[^_a-z]exit\(' $(sources hw engine) \
	$(lang_but 'cli/main\.c|base/memory\.c|.*\.y')
none 'longjmp is for memory.c, when there is none' 'longjmp' \
	$(sources hw engine) $(lang_but 'base/memory\.c')

# The program uses the library through wsp.h, and shares texts and files.
if grep -nE '^#include "(engine|hw|lang)/' $(sources lang/serve lang/cli) |
	grep -vE '#include "lang/(wsp\.h|base/|serve/|cli/)'
then
	echo '^ lang/serve and lang/cli include wsp.h, lang/base and themselves'
	n_failed=$((n_failed + 1))
else
	n_passed=$((n_passed + 1))
fi

echo "$n_passed passed, $n_failed failed"
[ "$n_failed" = 0 ]
