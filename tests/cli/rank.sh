#!/bin/sh
# rank and sweep: one table for any number of threads, rows that stream, and
# files that hold what was printed.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}

cat >kernels.wsp <<'EOF'
kernel star25(src, dst: double[640, 512, 512]) {
    dst[0,0,0] = sum(src[o] for o in star(3, 4)) / 25
}
kernel heat(src, dst) {
    dst[0,0] = (src[1,0] + src[-1,0] + src[0,1] + src[0,-1]) / 4
}
kernel bounce(src: double[512, 512] { boundary = mirror }, dst) {
    dst[0,0] = src[1,0] + src[-1,0]
}
kernel part(a, b) { if tx > 3 { b[0] = a[1] } }
EOF

# the same table from 1 and 8 threads, and as text, CSV and JSON
questions='rank star25 on a100 over block in blocks(1024), fold in folds(2) top 40
sweep heat on [a100, h200] over n in 100..140, fold in [(1,1), (2,1)] with domain = (n, 2*n), block = (32, 4)
sweep heat over type in [float, double], model in [wsp, ernst2022, warpspeed2025]
rank bounce over block in blocks(256, dims = 2) by dram.load
sweep part over block in [32, 33, 64, 1000, 2000], domain in [1000, 1001]'
n=0
echo "$questions" | while read -r question; do
	n=$((n + 1))
	for format in text csv json; do
		for threads in 1 8; do
			{
				cat kernels.wsp
				echo "set threads = $threads; set format = $format"
				echo "$question"
			} >ask.wsp
			"$wsp" ask.wsp >"$n.$format.$threads" 2>&1 ||
				echo "status $?" >>"$n.$format.$threads"
		done
	done
done
for n in 1 2 3 4 5; do
	for format in text csv json; do
		ran="question $n as $format"
		is '8 threads' "$(cat $n.$format.8)" "$(cat $n.$format.1)"
		lines=$(wc -l <"$n.$format.1")
		[ "$lines" -ge 1 ] && ! grep -q '^status' "$n.$format.1"
		[ $? = 0 ] && check true || check false "$(cat "$n.$format.1")"
	done
done

# lowering a kernel once for all blocks gives what each block gives alone
cat >alone.wsp <<'EOF'
import "kernels.wsp"
bs = [(32, 4, 8), (512, 2, 1), (16, 2, 32), (24, 10, 3), (7, 5, 3)]
fs = [(1, 1, 1), (2, 1, 2)]
t = sweep star25 on a100 over fold in fs, block in bs, registers in [32, 60]
i = 0
for f in fs { for b in bs { for r in [32, 60] {
    e = estimate star25 on a100 with block = b, fold = f, registers = r
    assert t[i].block == b and t[i].fold == f
    assert t[i].time == e.time and t[i].dram.load == e.dram.load
    assert t[i].l2.load == e.l2.load and t[i].limiter == e.limiter
    assert t[i].l1.wavefronts == e.l1.wavefronts
    i += 1
} } }
assert i == len(t)
m = sweep bounce on a100 over block in [(32, 4), (16, 16), (5, 7)]
for r in m {
    assert r.time == (estimate bounce on a100 with block = r.block).time
}
EOF
run "$wsp" alone.wsp
status 0; out ''; err ''

# rows that stream are those of the table
space='block in blocks(256), fold in [(1,1,1), (1,1,2)]'
for format in csv json markdown; do
	{
		cat kernels.wsp
		echo "set format = $format"
		echo "sweep star25 on a100 over $space"
	} >ask.wsp
	"$wsp" ask.wsp >whole
	run "$wsp" sweep star25 --kernels kernels.wsp --device a100 \
		--over "$space" --format $format
	status 0; out "$(cat whole)"
	run "$wsp" sweep star25 --kernels kernels.wsp --device a100 \
		--over "$space" --format $format --top 3
	status 0
	is 'rows of top 3' "$(grep -vc '^- [a-z]: \|^$' .out)" "$(case $format in
		csv) echo 4;; json) echo 1;; markdown) echo 5;; esac)"
done

# memory stays flat: rows by the ten thousand in little more than it takes to
# start; sanitizers take the whole address space
for n in 1000 20000; do
	(ulimit -v 300000 && "$wsp" -e 1) >/dev/null 2>&1 || break
	(
		ulimit -v 300000
		"$wsp" sweep heat --kernels kernels.wsp --device a100 --over \
			"n in 1..$n" --block 64x4 --domain '(64, n)' --format csv
	) >rows.csv 2>rows.err
	ran="sweep of $n"
	is 'rows' "$(wc -l <rows.csv)" $((n + 1))
	# rows of large tables are printed before the best of them is known
	is 'rows with a tie' "$(grep -c ',\(true\|false\),' rows.csv)" \
		"$([ $n -gt 4096 ] && echo 0 || echo $n)"
	is 'warnings' "$(grep -c "column 'tie' is empty" rows.err)" \
		"$([ $n -gt 4096 ] && echo 1 || echo 0)"
done

# write
cat >write.wsp <<'EOF'
import "kernels.wsp"
t = sweep star25 on a100 over block in [(64, 4, 4), (16, 2, 32)]
write(t, "t.csv"); write(t, "t.json"); write(t, "t.md"); write(t, "t.txt")
set format = csv
t
EOF
run "$wsp" write.wsp
status 0; err ''
file_is t.csv "$(cat .out)"
is 'lines of text' "$(grep -vc '^  [a-z ]*: ' t.txt)" 4
is 'lines of Markdown' "$(grep -c '^|' t.md)" 4
has t.json t.json '"block": [16, 2, 32]'
run "$wsp" --safe -e 'write(1, "no.txt")'
status 1; err_has 'programs may not write files'
run "$wsp" -e 'write(1, "no.xml")'
status 1; err_has '.csv, .json, .md or .txt'
run "$wsp" -e 'write(1, "no/such/folder.txt")'
status 1; err_has "cannot write 'no/such/folder.txt'"
run "$wsp" check write.wsp; status 0
[ -e no.txt ] && check false 'no.txt was written' || check true

# an interrupt keeps the rows that are done
cat >long.wsp <<'EOF'
import "kernels.wsp"
t = rank heat on a100 over n in 1..5000000 with domain = (1000, n), block = (64, 4)
assert len(t) > 10
take(t, 1)
EOF
"$wsp" long.wsp >.out 2>.err &
pid=$!
sleep 2
kill -INT $pid
got_status=0
wait $pid || got_status=$?
ran='an interrupted rank'
status 130
out_has GLUP/s
err_has 'warning: interrupted: the table has the rows of'

check_done
