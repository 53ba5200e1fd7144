#!/bin/sh
# The pictures of the manual show what their programs give today, and
# PLOTS.md quotes the programs as they are.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}
pictures=$srcdir/doc/pictures

mkdir doc doc/pictures
ln -s "$srcdir/tests" tests
ln -s "$srcdir/examples" examples
cd doc/pictures || exit 1

for program in "$pictures"/*.wsp; do
	name=$(basename "$program" .wsp)
	cp "$program" .
	run "$wsp" "$name.wsp"
	status 0
	err ''
	grep -q "pictures/$name\.svg" "$srcdir/doc/PLOTS.md" || continue
	awk -v program="$program" '
	BEGIN { RS = "\0"; getline text < program }
	{ exit !index($0, "```wsp,skip\n" text "```") }' \
		"$srcdir/doc/PLOTS.md" && quoted=true || quoted=false
	check $quoted "doc/PLOTS.md does not quote $name.wsp as it is"
done
for picture in *.svg; do
	is "doc/pictures/$picture: 'make pictures' draws it anew" \
		"$(cmp "$picture" "$pictures/$picture" 2>&1)" ''
done
is 'pictures and their programs' "$(cd "$pictures" && echo *.svg)" \
	"$(echo *.svg)"
check_done
