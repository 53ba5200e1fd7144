#!/bin/sh
# The examples in documents, libraries and programs print what is shown there
# (tests/hard.sh has the longest, the tables of tests/measured/prasetya2022).

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}
cd "$srcdir" || exit 1

for document in README.md doc/*.md hw/*.md stdlib/*.wsp examples/*.wsp; do
	[ -e "$document" ] || continue
	# the machine may be busy: one validation takes 20 s alone
	run "$wsp" doctest --time 600 "$document"
	status 0
	[ "$got_status" = 0 ] || cat "$box/.out"
done

check_done
