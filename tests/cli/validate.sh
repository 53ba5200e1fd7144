#!/bin/sh
# wsp validate on launches measured on an H200: the errors of the model stay
# within the stated limits.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}
h200=$srcdir/tests/measured/h200

# A number of the JSON by the names that lead to it; without jq, each is
# looked for behind the one before it.
figure() {
	if command -v jq >/dev/null; then
		jq ".$(printf '["%s"]' "$@")" validate.json
	else
		awk -v names="$*" 'BEGIN { RS = "" } {
			n = split(names, name, " ")
			for (i = 1; i <= n; ++i) {
				key = "\"" name[i] "\": "
				$0 = substr($0, index($0, key) + length(key))
			}
			print $0 + 0
		}' validate.json
	fi
}

# compare OPERATOR LIMIT NAME...
compare() {
	operator=$1 limit=$2
	shift 2
	got=$(figure "$@")
	awk "BEGIN { exit !($got $operator $limit) }" && ok=true || ok=false
	check $ok "$* is $got, not $operator $limit"
}
at_most() { compare '<=' "$@"; }
at_least() { compare '>=' "$@"; }

run "$wsp" validate "$h200/measured.csv" --kernels "$h200/kernels.wsp" \
	--device h200 --format json
status 0
err ''
cp .out validate.json

# today's figures, and a tenth of them
at_least 740 rows
at_most 740 rows
at_most 0 left_out
at_most 0.86 metrics dram.load median
at_most 10.9 metrics dram.load p90
at_most 0.80 metrics dram.store median
at_most 6.1 metrics dram.store p90
at_most 2.2 metrics l2.load median
at_most 12.0 metrics l2.load p90
at_most 0 metrics l2.store median
at_most 0.01 metrics l2.store p90
at_most 2.3 metrics l1.wavefronts median
at_most 7.2 metrics l1.wavefronts p90
at_most 2.7 metrics instructions median
at_most 10.5 metrics instructions p90
at_most 3.65 metrics time median
at_most 12.0 metrics time p90
at_most 3.2 time_from_measured median
at_most 11.0 time_from_measured p90
at_least 31 ranking groups
at_least 0.96 ranking spearman_median
at_least 0.98 ranking pick_mean
at_least 0.92 ranking pick_min
at_least 0.995 ranking pick5_mean

# a line for each row, for a spreadsheet
run "$wsp" validate "$h200/measured.csv" --kernels "$h200/kernels.wsp" \
	--device h200 --format csv
status 0
err ''
out_has 'time.measured [s],time.predicted [s]'
[ "$(wc -l <.out)" -eq 741 ] && ok=true || ok=false
check $ok "$(wc -l <.out) lines of CSV, not 741"

# the table that a person reads
run "$wsp" validate "$h200/measured.csv" --kernels "$h200/kernels.wsp"
status 0
out_has 'rows: 740, groups: 40, device h200, model wsp'
out_has 'time, volumes measured'
out_has 'star3d_r4 double 640x512x512 shared 57344'
[ "$(awk 'length > 200' .out | wc -l)" -eq 0 ] && ok=true || ok=false
check $ok 'lines are too long'

# other models; what they cannot do is counted
for model in ernst2022 warpspeed2025; do
	run "$wsp" validate "$h200/measured.csv" --device h200 \
		--kernels "$h200/kernels.wsp" --model $model
	status 0
	out_has "rows: 724, groups: 39, device h200, model $model"
	out_has 'left out: 16 rows from line 694 on: an access to a is conditional'
	err_has '16 of 740 rows cannot be predicted and are left out'
	err_has 'line 694 of the table: an access to a is conditional'
done

# no file, no kernels
run "$wsp" validate missing.csv
status 1
out ''
err_has "cannot read 'missing.csv'"
run "$wsp" validate "$h200/measured.csv"
status 1
out ''
err_has "there is no kernel 'star3d_r4'"
run "$wsp" validate "$h200/measured.csv" --safe
status 1
err_has 'programs may not read files'

# a fold along y alone
cat >folded.wsp <<'END'
kernel lines(a, b: double[256, 256]) { b[0, 0] = a[0, -1] + a[0, 1] }
END
printf '%s\n' kernel,nx,ny,bx,by,fy,ms lines,256,256,64,1,8,1 >folded.csv
run "$wsp" validate folded.csv --kernels folded.wsp --device h200 --format csv
status 0
out_has '"(1, 8, 1)"'

# a pipe is a file as well
run_sh "head -8 '$h200/measured.csv' | '$wsp' validate - --kernels '$h200/kernels.wsp'"
status 0
out_has 'rows: 7, groups: 1'

check_done
