#!/bin/sh
# wsp fit: it recovers known constants from predictions, fits the measurements
# of an H200 as well as before, and intervals hold.  Kernels that are left out of
# the fit: tests/measured/left_out.sh.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}
h200=$srcdir/tests/measured/h200
probes=$srcdir/tests/measured/probes

# "Measurements" that the model itself predicted with other constants.
cat >known.wsp <<'END'
device other : h200 {
    fit.l1_line_cycles = 0.5
    fit.dram_ceiling = 1.2
    fit.l2_ceiling = 1.5
    fit.warp_start = 40
}
kernel star(a, b) { b[0,0,0] = a[1,0,0] + a[-1,0,0] + a[0,1,0] + a[0,-1,0] + a[0,0,1] + a[0,0,-1] }
def row(n, s) = record(kernel = "star", nx = n[0], ny = n[1], nz = n[2], bx = s[0], by = s[1], bz = s[2],
    ms = (estimate star on other with domain = n, block = s).time / 1 ms,
    l1_data_wavefronts = (estimate star on other with domain = n, block = s, cache = cold).l1.wavefronts * n[0] * n[1] * n[2] * 1 LUP)
sizes = [(256, 256, 256), (512, 512, 128), (64, 64, 64)]
shapes = [(32, 4, 1), (64, 2, 2), (128, 1, 1), (256, 1, 1), (512, 1, 1), (1024, 1, 1), (32, 8, 4), (16, 16, 1)]
measured = [row(n, s) for n in sizes for s in shapes]
f = fit(measured, on = h200)
for c in f.constants { print(c.name, c.after) }
print(f.parameters == len(f.constants), f.determined <= f.parameters)
e = f.errors.time
print(e.before.median > 1, e.after.median < 0.5)
END
run "$wsp" known.wsp
status 0
err ''
near() {
	got=$(sed -n "s/^(\"$1\", \(.*\))/\1/p" .out)
	awk "BEGIN { exit !($got > $2 * 0.94 && $got < $2 * 1.06) }" &&
		ok=true || ok=false
	check $ok "$1 is $got, not $2"
}
near l1_line_cycles 0.5
near dram_ceiling 1.2
near warp_start 40
is 'what holds' "$(grep -c '^(true, true)$' .out)" 2

# Real measurements, every third: a device with the fitted constants has the
# stated error.
awk 'NR == 1 || NR % 3 == 0' "$h200/measured.csv" >third.csv
run "$wsp" fit third.csv --kernels "$h200/kernels.wsp" \
	--device h200 --time 600
status 0
err ''
out_has 'rows: 247, kernels: 18, device h200, fitted constants: '
sed -n '/^device h200_fitted/,$p' .out >h200_fitted.wsp
then=$(awk '/^error in/ { on = 1 } on && $1 == "time" { print $3, $5 }' .out)
run "$wsp" validate third.csv --kernels "$h200/kernels.wsp" \
	--device h200_fitted.wsp
status 0
is 'errors of the time' \
	"$(awk '$1 == "time" { print $2, $3; exit }' .out)" "$then"

# Intervals hold 85 to 95 % of launches that took no part in the fit.
covers() {
	awk "BEGIN { exit !($1 >= 85 && $1 <= 95) }" && ok=true || ok=false
	check $ok "intervals hold $1 % of the rows"
}
for table in stencils further carveout; do
	kernels=$table
	[ $table = carveout ] && kernels=further
	run "$wsp" validate "$h200/$table.csv" --device h200 \
		--kernels "$probes/$kernels.wsp"
	status 0
	echo "$(sed -n 's/^rows: \([0-9]*\),.*/\1/p' .out)" \
		"$(sed -n 's/^90 % intervals hold \([0-9.]*\) .*/\1/p' .out)"
done >never.txt
covers "$(awk '{ n += $1; in_ += $1 * $2 } END { print in_ / n }' never.txt)"

# Wrong arguments.
run "$wsp" fit "$h200/measured.csv" --kernels "$h200/kernels.wsp" \
	--model ernst2022
status 1
err_has 'only model wsp has fitted constants'
head -5 "$h200/measured.csv" >one.csv
run "$wsp" validate one.csv --kernels "$h200/kernels.wsp" --leave-one-out
status 1
err_has 'the table has only one kernel, so none can be left out'
run "$wsp" fit one.csv --kernels "$h200/kernels.wsp" --intervals
status 1
err_has 'none can be left out'
run "$wsp" fit one.csv --kernels "$h200/kernels.wsp" --leave-one-out
status 2
err_has "leave-one-out"
run "$wsp" fit one.csv --kernels "$h200/kernels.wsp" --safe
status 1
err_has 'programs may not read files'
run "$wsp" -e 'h200 with { fit.l2_half = -1 }'
status 1
err_has 'fit.l2_half is out of range'
run "$wsp" -e 'h200 with { fit.l2_haf = 1 }'
status 1
err_has "fit.l2_half"

check_done
