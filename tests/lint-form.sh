#!/bin/sh
# The form of the tree: no file is too long to read, headers have guards, every
# file is in a list of the build, and documents are as wide as they may be and
# name files that exist.

set -u
cd "${srcdir:-$(dirname "$0")/..}" || exit 1
n_passed=0 n_failed=0
made='lang/(syntax/(grammar|lexer)|ptx/ptx_(grammar|scan)|base/embedded)\.[ch]'

sources() {
	find hw engine lang stdlib tests examples doc -type f \
		\( -name '*.[chly]' -o -name '*.def' -o -name '*.wsp' \
		-o -name '*.sh' \) 2>/dev/null | grep -vE "^$made$" | sort
}

# fails WHAT OUTPUT
fails() {
	if [ -n "$2" ]; then
		printf '%s\n^ %s\n' "$2" "$1"
		n_failed=$((n_failed + 1))
	else
		n_passed=$((n_passed + 1))
	fi
}

fails 'longer than 900 lines: look for a seam' "$(sources | xargs wc -l |
	awk '$2 != "total" && $1 > 900')"
fails 'unfinished' "$(sources | grep '\.[chly]$\|\.def$' |
	xargs grep -nE 'TODO|FIXME' /dev/null)"
fails 'write strcmp(a, b) == 0, and bool for yes and no' "$(sources |
	grep '\.[chly]$' |
	xargs grep -nE '!strn?cmp\(|^(static )?int (is|has|can)_' /dev/null)"
fails 'blanks at the end of a line' "$(sources | grep '\.[chly]$\|\.sh$' |
	xargs grep -nE '[ 	]+$' /dev/null)"
fails 'the engine takes its memory through engine/base/heap.h' "$(
	grep -nE '\<(m|c|re)alloc\(' engine/*.c engine/*/*.c |
	grep -v '^engine/base/heap.c')"
fails 'indented with blanks' "$(sources | grep '\.[ch]$' |
	xargs grep -nE '^        ' /dev/null)"
fails 'a header without its guard' "$(
	for header in hw/*.h engine/*/*.h lang/*.h lang/*/*.h; do
		echo "$header" | grep -qE "^$made$" && continue
		guard=$(echo "$header" | tr 'a-z./' 'A-Z__')
		[ "$header" = lang/wsp.h ] && guard=WSP_H
		grep -q "^#ifndef $guard\$" "$header" || echo "$header"
	done)"
fails 'a file is not in the local.mk of its room' "$(
	for file in engine/*/*.[ch] engine/*/*.def lang/*/*.[chly] \
		lang/*/*.def; do
		echo "$file" | grep -qE "^$made$" && continue
		grep -qwF "%D%/${file##*/}" "${file%/*}/local.mk" || echo "$file"
	done)"
# libtool joins archives by copying objects of one name to and fro, which a
# parallel make loses now and then.
fails 'two C files of the library have one name' "$(
	find hw engine lang -name '*.c' | sed 's,.*/,,' | sort | uniq -d)"
fails 'a test is not in tests/local.mk' "$(
	for file in tests/*/test_*.c tests/*/prop_*.c; do
		[ -e "$file" ] || continue
		grep -qwF "${file%.c}" tests/local.mk || echo "$file"
	done)"

# Tables, fenced blocks and indented lines may be wider.
fails 'prose of a document that reaches column 100' "$(
	find . -name '*.md' -not -path './build*' | sort | while read -r file; do
		awk -v file="$file" '/^ *(```|~~~)/ { fenced = !fenced }
			!fenced && !/^(\||    |\t|!\[)/ && length($0) >= 100 {
				print file ":" FNR ": " $0 }' "$file"
	done)"
fails 'a document names a file that does not exist' "$(
	for document in *.md doc/*.md engine/*/README.md lang/*/README.md; do
		grep -oE '`(lang|engine|hw|tests|doc|stdlib)/[^` ]*`' \
			"$document" | tr -d '`' |
		grep -vE 'NAME|TOPIC|ROOM|[*]' | sort -u |
		while read -r file; do
			[ -e "$file" ] || [ -e "$file.c" ] ||
				echo "$document: $file"
		done
	done)"
fails 'DESIGN.md names a function that does not exist' "$(
	grep -oE '`[a-z0-9_]+\(\)`' doc/DESIGN.md | tr -d '`()' | sort -u |
	while read -r name; do
		grep -rqE "\<$name\(" engine lang --include='*.[ch]' ||
			echo "$name"
	done)"
fails 'a README of a room is longer than twenty lines' "$(
	wc -l engine/*/README.md lang/*/README.md |
		awk '$2 != "total" && $1 > 20')"

echo "$n_passed passed, $n_failed failed"
[ "$n_failed" = 0 ]
