#!/bin/sh
# What the documents show is what the program does.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}

# examples in the documents import files of the tree
cp -r "$srcdir/examples" "$srcdir/doc" "$srcdir/README.md" .
for document in README.md doc/*.md; do
	run "$wsp" doctest "$document"
	status 0
	is "$document" "$(grep -v 'passed, 0 failed' .out)" ''
done
check_done
