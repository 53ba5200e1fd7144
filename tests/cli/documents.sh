#!/bin/sh
# Every wsp block of README and doc/ does what it says, and every example
# runs.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}

for document in "$srcdir"/README.md "$srcdir"/doc/*.md "$srcdir"/hw/*.md; do
	run "$wsp" doctest "$document"
	status 0
	[ "$got_status" = 0 ] || cat "$box/.out"
done

for example in "$srcdir"/examples/*.wsp; do
	run "$wsp" "$example"
	status 0
	err ''
done

check_done
