#!/bin/sh
# The pictures of the manual show what their programs give today: the data
# behind them is current, and PLOTS.md quotes the programs as they are.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}
pictures=$srcdir/doc/pictures

mkdir doc doc/pictures
ln -s "$srcdir/tests" tests
ln -s "$srcdir/examples" examples
cd doc/pictures || exit 1

# Two scripts are the same if they differ in the last digits of numbers at
# most.
same() {
	awk -v other="$2" '
	function is_number(s) { return s ~ /^[-+]?[0-9.]+(e[-+]?[0-9]+)?$/ }
	{
		line = $0
		if ((getline theirs < other) <= 0) { exit 1 }
		gsub(/[][(),:]/, " & ", line); gsub(/[][(),:]/, " & ", theirs)
		n = split(line, a, " "); m = split(theirs, b, " ")
		if (n != m) { print "< " $0; print "> " theirs; exit 1 }
		for (i = 1; i <= n; ++i) {
			if (a[i] == b[i]) continue
			d = a[i] - b[i]; d = d < 0 ? -d : d
			s = b[i] < 0 ? -b[i] : b[i]
			if (is_number(a[i]) && is_number(b[i]) &&
			    d <= 1e-4 * s + 1e-12) continue
			print "< " $0; print "> " theirs; exit 1
		}
	}
	END { if ((getline theirs < other) > 0) exit 1 }' "$1"
}

for program in "$pictures"/*.wsp; do
	name=$(basename "$program" .wsp)
	sed 's/\.\(svg\|png\)"/.gp"/' "$program" >"$name.wsp"
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
for script in *.gp; do
	if same "$script" "$pictures/$script" >differs; then
		check true
	else
		check false "doc/pictures/$script is not current: see" \
			"'make pictures'$newline$(cat differs)"
	fi
done
for picture in "$pictures"/*.svg; do
	has "$picture" "$picture" '</svg>'
done
check_done
