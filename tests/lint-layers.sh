#!/bin/sh
# The layers use each other downwards only: lang > engine > hw, and each
# foreign library is met in its place.

set -u
cd "${srcdir:-$(dirname "$0")/..}" || exit 1
n_passed=0 n_failed=0

# none WHAT GREP-ARGUMENTS...
none() {
	what=$1
	shift
	if grep -n "$@"; then
		echo "^ $what"
		n_failed=$((n_failed + 1))
	else
		n_passed=$((n_passed + 1))
	fi
}

# The files of lang/ without those that match.
lang_but() {
	for file in lang/*; do
		case $file in
		lang/grammar.[ch]|lang/lexer.c|lang/embedded.c) ;; # made
		*) echo "$file" | grep -vE "^lang/($1)\$" ;;
		esac
	done
}

none 'hw must not use engine or lang' \
	'^#include "\(engine\|lang\)/' hw/*.[ch]
none 'engine must not use lang' '^#include "lang/' engine/*.[ch]
none 'isl is met in engine and lang/lower*.c' \
	'^#include <isl/' hw/*.[ch] $(lang_but 'lower.*\.[ch]')
none 'readline is met in lang/repl.c' \
	'^#include <readline/' hw/*.[ch] engine/*.[ch] $(lang_but 'repl\.c')
none 'MPI is met in lang/mpi.c' \
	'^#include <mpi' hw/*.[ch] engine/*.[ch] $(lang_but 'mpi\.c')
none 'flex is met in lang/lexer.l' \
	'\<yy\(lex_init\|scan_bytes\|_scan_\|restart\|_switch_to_buffer\)' \
	$(lang_but 'lexer\.l')
none 'GMP is met in lang' '^#include <gmp' hw/*.[ch] engine/*.[ch]
none 'exit() is for main.c, and for memory.c where there is none' \
	'[^_a-z]exit(' hw/*.[ch] engine/*.[ch] \
	$(lang_but 'main\.c|memory\.c|.*\.sh|.*\.y')
none 'longjmp is for memory.c, when there is none' 'longjmp' hw/*.[ch] \
	engine/*.[ch] $(lang_but 'memory\.c')

# The program uses the library through wsp.h, and shares texts and files.
program='cli|doctest|doctest_blocks|doctest_lines|doctest_match|history|main'
program="$program|junit|merge|mpi|prompt|question|repl|session"
for file in lang/*.c lang/*.h; do
	echo "$file" | grep -qE "^lang/($program)\.[ch]\$" || continue
	if grep -n '^#include "lang/' "$file" | grep -vE \
		"lang/($program|wsp|buffer|memory|files|diag|shard)\.h|lang/cli\.def"
	then
		echo "^ $file is part of the program, not of the library"
		n_failed=$((n_failed + 1))
	else
		n_passed=$((n_passed + 1))
	fi
done

echo "$n_passed passed, $n_failed failed"
[ "$n_failed" = 0 ]
