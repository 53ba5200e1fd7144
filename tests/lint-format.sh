#!/bin/sh
# The form of C sources is what .clang-format says: clang-format would change
# no file.  Other versions than 14 format differently, so without that one the
# test is skipped.

set -u
cd "${srcdir:-$(dirname "$0")/..}" || exit 1

for tool in clang-format-14 clang-format ''; do
	case $("${tool:-true}" --version 2>/dev/null) in
	*"version 14."*) break ;;
	esac
done
if [ -z "$tool" ]; then
	echo 'skipped: clang-format 14 is not installed'
	exit 77
fi
made='lang/(syntax/(grammar|lexer)|ptx/ptx_(grammar|scan)|base/embedded)\.[ch]'
files=$(find hw engine lang tests -name '*.[ch]' | grep -vE "^$made$" | sort)
n=$(printf '%s\n' "$files" | wc -l)
bad=$(printf '%s\n' "$files" |
	xargs "$tool" --dry-run 2>&1 | sed -n 's/^\([^: ]*\):[0-9].*/\1/p' |
	sort -u)
n_bad=0
for file in $bad; do
	echo "$file is not in the form of .clang-format: run $tool -i on it"
	n_bad=$((n_bad + 1))
done
echo "$((n - n_bad)) passed, $n_bad failed"
[ "$n_bad" = 0 ]
