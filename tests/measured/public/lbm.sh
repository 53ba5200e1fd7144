#!/bin/sh
# Predict FluidX3D's benchmark, D3Q19 streaming in place with blocks of 64, on
# the boards of its table that belong to a family of hw/, from figures of
# their data sheets: FLOP/s, memory and its bandwidth are the table's, clock
# and caches those of boards.csv.  Prints errors of MLUP/s in percent.
#
# Every third board, from the first on, may take part in fits; the others are
# held out.
#
#	lbm.sh SRCDIR WSP

set -eu
data=$1/tests/measured/public wsp=$2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

awk -F, -v program="$dir/lbm.wsp" -v list="$dir/list" '
NR == FNR { part[$1] = FNR % 3 == 2 ? "fitted" : "held"; device[$1] = $2; clock[$1] = $3; l2[$1] = $4; l3[$1] = $5; sms[$1] = $6; ecc[$1] = $7; next }
FNR == 1 {
	print "use lbm" >program
	print "set domain = (256, 256, 256)" >program
	# 16 bits are storage: FluidX3D computes in FP32
	print "def once(k, d, t) = estimate k on (d with { fp16.rate = d.fp32.rate }) with block = 64, type = t" >program
	print "def ms(x) = x / (1 ms)" >program
	next
}
$1 in device {
	d = device[$1]
	kind = "library"
	if (clock[$1]) {
		kind = d
		id = "d" FNR
		printf "device %s : %s { clock = %s GHz; l2.total = %s MiB;", id, d,
			clock[$1], l2[$1] >program
		if (sms[$1])
			printf " sm.count = %s;", sms[$1] >program
		else
			printf " sm.count = round(%s TFLOP/s / (2 FLOP * %s.fp32.rate * %s GHz));",
				$2, d, clock[$1] >program
		if (l3[$1])
			printf " l3.size = %s MiB;", l3[$1] >program
		if (ecc[$1])
			printf " dram.ecc = %s;", ecc[$1] >program
		printf " dram.peak = %s GB/s; dram.size = %s GB }\n", $4, $3 >program
		d = id
	}
	for (t = 0; t < 2; ++t) {
		printf "a = once(lbm_d3q19_aa_even, %s, %s); b = once(lbm_d3q19_aa_odd, %s, %s)\n",
			d, t ? "half" : "float", d, t ? "half" : "float" >program
		print "print ms(a.time + b.time), ms(a.time_low + b.time_low), ms(a.time_high + b.time_high)" >program
		print kind "," (t ? "fp16" : "fp32") "," (t ? $6 : $5) "," $1 "," part[$1] >list
	}
	delete device[$1]
}' "$data/boards.csv" "$data/lbm_d3q19.csv"

"$wsp" "$dir/lbm.wsp" >"$dir/out"
paste -d, "$dir/list" "$dir/out" | awk -F, '
{
	split($6, t, " ")
	updates = 2 * 256 ^ 3 / 1e3 # thousands: MLUP/s over ms
	error = 100 * (updates / t[1] / $3 - 1)
	inside = updates / t[3] <= $3 && $3 <= updates / t[2]
	printf "%s %s %.1f %d %s\n", $1, $2, error, inside, $5
	if (ENVIRON["VERBOSE"])
		printf "%-28s %-10s %s %7d measured %7d predicted %6.1f %%\n", $4, $1,
			$2, $3, updates / t[1], error >"/dev/stderr"
}' | sort -k2,2 -k1,1 -k3,3n >"$dir/errors"

awk '
function report(name, n, e, inside,   i, j, v, a) {
	for (i = 1; i <= n; ++i) {
		a[i] = e[i] < 0 ? -e[i] : e[i]
		for (j = i; j > 1 && a[j - 1] > a[j]; --j) {
			v = a[j]; a[j] = a[j - 1]; a[j - 1] = v
		}
	}
	printf "%-16s %6d %9.1f %9.1f %9.1f %9.0f\n", name, n, e[int((n + 1) / 2)],
		a[int((n + 1) / 2)], a[int(0.9 * n + 0.999)], 100 * inside / n
}
BEGIN {
	printf "%-16s %6s %9s %9s %9s %9s\n", "boards", "rows", "bias %", "median %",
		"90 %", "inside %"
}
{ key = $2 " " $1 }
key != last && n { report(last, n, e, inside); n = inside = 0 }
{ e[++n] = $3; inside += $4; last = key }
END { report(last, n, e, inside) }' "$dir/errors"
for t in fp32 fp16; do
	for part in fitted held all; do
		grep " $t .* ${part#all}" "$dir/errors" |
		awk -v t="$t, $part" '{ a[NR] = $3 < 0 ? -$3 : $3; inside += $4 } END {
		for (i = 2; i <= NR; ++i)
			for (j = i; j > 1 && a[j - 1] > a[j]; --j) {
				v = a[j]; a[j] = a[j - 1]; a[j - 1] = v
			}
		printf "%s: %d boards, median %.1f %%, 90 %% within %.1f %%, inside the interval %.0f %%\n",
			t, NR, a[int((NR + 1) / 2)], a[int(0.9 * NR + 0.999)], 100 * inside / NR
		}'
	done
done
