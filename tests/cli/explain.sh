#!/bin/sh
# What explain prints is a program: every formula, evaluated with its inputs,
# gives the figure of the report, unit and all.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}

cat >kernels.wsp <<'EOF'
kernel heat(src, dst: double[15000, 15000]) {
    dst[0,0] = (src[1,0] + src[-1,0] + src[0,1] + src[0,-1]) / 4
}
kernel star25(src, dst: double[640, 512, 512]) {
    dst[0,0,0] = sum(src[o] for o in star(3, 4)) / 25
}
kernel matmul(a, b, c: float[1024, 1024]) {
    s = 0
    loop k in 0..nx-1 { s += a[k, y] * b[x, k] }
    c[0,0] = s
}
kernel copy(a, b) { b[0] = a[0] }
EOF

# Each paragraph of explain but the first and the last: "# PATH, equation N",
# its inputs, and the formula, which becomes an assertion.
assertions='
BEGIN { RS = ""; FS = "\n" }
$1 ~ /^# [a-z0-9_.]+, equation [0-9.]+/ {
	path = $1
	sub(/^# /, "", path)
	sub(/,.*/, "", path)
	for (i = 2; i < NF; ++i)
		print $i
	formula = $NF
	sub(/ +# .*/, "", formula)
	print "assert abs((" formula ") - report_." path ") <= " \
		"abs(report_." path ") / 10^9, \"" path "\""
}'

explains() {
	question=$1
	least=$2
	{
		cat kernels.wsp
		echo "report_ = $question"
		echo 'explain report_'
	} >ask.wsp
	run "$wsp" ask.wsp
	status 0
	{
		cat kernels.wsp
		echo "report_ = $question"
		awk "$assertions" .out
	} >prove.wsp
	n=$(grep -c '^assert' prove.wsp)
	[ "$n" -ge "$least" ] && enough=true || enough=false
	run "$wsp" prove.wsp
	status 0
	err ''
	check $enough "only $n formulas"
	n_passed=$((n_passed + n))
}

for model in wsp ernst2022 warpspeed2025; do
	explains "estimate heat on a100 with block = (256, 2), model = $model" 14
	explains "estimate star25 on v100 with block = (32, 4, 4), fold = (1, 2, 1), model = $model" 14
	explains "estimate copy on h200 with block = 128, model = $model" 12
done
explains 'estimate matmul on h200 with block = (32, 8)' 14
explains 'estimate star25 on h200 with block = (24, 10, 3), domain = (100, 90, 80), cache = cold' 14

check_done
