#!/bin/sh
# The spread of errors on each board, fit.spread and fit.spread_kinds of hw/, by
# one rule for all: doc/MODEL.md, chapter 14.  Of each table of a board it looks at
# what doubts leave of the errors; the spread is that of the table that needs
# most, but no less than half of the tables of all boards need: one or two
# programs say little of the next.  What share lies inside is tested by halves:
# rows in odd lines with what even lines choose, and the other way round.
# babelstream.csv takes no part.
#
#	spread.sh SRCDIR WSP

set -eu
data=$1/tests/measured/public wsp=$2

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

for table in laplacian7 planes elementwise stream convolution babelstream; do
	"$wsp" validate "$data/$table.csv" --kernels "$data/kernels.wsp" \
		--device h200 --time 3600 --format csv >"$dir/$table"
done
# rows whose clock is not known: doc/VALIDATION.md
awk -F, '$1 == "a100_hub" && $10 == 1 && $9 == 1 && $8 == 0 && $5 * $6 <= 4 {
	print FNR }' "$data/convolution.csv" >"$dir/unsteady"
for board in a100 a100_80 gh200 mi100 mi210 mi250x rtx2080ti rx6900xt v100; do
	for figure in spread spread_kinds; do
		echo "$board $figure" "$("$wsp" -e "print $board.fit.$figure")"
	done
done >"$dir/now"

cd "$dir"
awk -F, '
FILENAME == "unsteady" { unsteady[$1] = 1; next }
FILENAME == "now" { split($0, f, " "); now[f[1] " " f[2]] = f[3]; next }
FNR == 1 {
	for (i = 1; i <= NF; ++i) {
		sub(/ \[.*/, "", $i)
		column[$i] = i
	}
	next
}

{ gsub(/"[^"]*"/, "") }

function at(name) { return $column[name] }

# limiter_class() of engine/model/interval.c
function is_sm(limiter) {
	return limiter !~ /^(dram|l2|requests|in_place|tlb|latency|longest|launch|overhead)$/
}

at("time.measured") + 0 > 0 {
	board = at("device")
	sub(/_(hub|torch|ktt)$/, "", board)
	key = board " " (at("kind") == "plain" && !is_sm(at("limiter")) ? \
		"spread" : "spread_kinds")
	if (!(key in now) || FILENAME == "convolution" && at("line") in unsteady)
		next
	# its loads do not ascend: doc/VALIDATION.md
	if (board == "mi250x" && at("kernel") == "lap7")
		next
	# time_low and time_high are sqrt((s w)^2 + D^2) away, (14.1) and (14.2)
	e = log(at("time.measured") / at("time.predicted"))
	D = at(e < 0 ? "doubt_low" : "doubt_high")
	x = log(at(e < 0 ? "time_low" : "time_high") / at("time.predicted"))
	w = x * x > D * D ? sqrt(x * x - D * D) / now[key] : 1e-9
	left = e * e > D * D ? sqrt(e * e - D * D) : 0
	if (!(key in seen)) {
		seen[key] = 1
		keys[++n_key] = key
	}
	needs[key, FILENAME, ++n[key, FILENAME]] = left / w
	is_odd[key, FILENAME, n[key, FILENAME]] = at("line") % 2
}

# The s within which a new row of the table lies with a chance of 90 %: of m
# rows the 0.9 (m + 1)-th, between two of them, or the largest.  "half": 0 even lines, 1 odd ones, 2
# all; tables with less than five rows of it do not tell.
function spread_of(key, table, half,   m, i, j, v, a) {
	for (i = 1; i <= n[key, table]; ++i)
		if (half == 2 || is_odd[key, table, i] == half) {
			a[++m] = needs[key, table, i]
			for (j = m; j > 1 && a[j - 1] > a[j]; --j) {
				v = a[j]; a[j] = a[j - 1]; a[j - 1] = v
			}
		}
	i = int(0.9 * (m + 1))
	v = 0.9 * (m + 1) - i
	return m < 5 ? 0 : i < m ? (1 - v) * a[i] + v * a[i + 1] : a[m]
}

# The median of the tables of all boards that tell; of a half of the rows or all.
function median_of(figure, half,   k, t, s, m, j, v, a) {
	for (k = 1; k <= n_key; ++k)
		for (t = 1; t < n_table; ++t) {
			if (keys[k] !~ (" " figure "$"))
				continue
			s = spread_of(keys[k], tables[t], half)
			if (!s)
				continue
			a[++m] = s
			for (j = m; j > 1 && a[j - 1] > a[j]; --j) {
				v = a[j]; a[j] = a[j - 1]; a[j - 1] = v
			}
		}
	return (a[int((m + 1) / 2)] + a[int((m + 2) / 2)]) / 2
}

# That of the table that needs most.
function spread_on(key, half,   t, s, most) {
	most = median_of(substr(key, index(key, " ") + 1), half)
	for (t = 1; t < n_table; ++t) {
		s = spread_of(key, tables[t], half)
		if (s > most) {
			most = s
			from = tables[t]
		}
	}
	return int(most * 20 + 0.999) / 20
}

END {
	n_table = split("laplacian7 planes elementwise stream convolution babelstream",
		tables, " ")
	printf "%-24s %6s %6s  %-12s %s\n", "", "now", "rule", "from",
		"inside: by halves, babelstream"
	for (k = 1; k <= n_key; ++k) {
		key = keys[k]
		by[0] = spread_on(key, 1)
		by[1] = spread_on(key, 0)
		from = "the median"
		most = spread_on(key, 2)
		n_row = inside = n_never = never = 0
		for (t = 1; t <= n_table; ++t)
			for (i = 1; i <= n[key, tables[t]]; ++i)
				if (t == n_table) {
					++n_never
					never += needs[key, tables[t], i] <= most
				} else {
					++n_row
					inside += needs[key, tables[t], i] <= \
						by[is_odd[key, tables[t], i]]
				}
		if (n_row)
			printf "%-24s %6.2f %6.2f  %-12s %d of %d, %d of %d\n", key,
				now[key], most, from, inside, n_row, never, n_never
	}
}' unsteady now laplacian7 planes elementwise stream convolution babelstream
