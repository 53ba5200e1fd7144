#!/bin/sh
# A full disk, a closed pipe, a folder without write permission, a missing
# file: a clear error, and never a file that is half written.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}

table='s = [record(n = k, sq = k^2, text = repeat("x", 60)) for k in 1..2000];'

# old FILE: it is unchanged, and no temporary file lies beside it
old() {
	file_is "$1" 'old'
	is 'left beside' "$(ls | grep "^$1." )" ''
}

# like a full disk: files may have 8 blocks
for name in t.csv t.json t.md t.txt; do
	echo old >$name
	run_sh "ulimit -f 8; exec '$wsp' -e '$table write(s, \"$name\")'"
	status 1
	err_has "cannot write '$name': File too large"
	old $name
done
echo old >j.xml
{ i=0; while [ $i -lt 300 ]; do echo "assert $i >= 0, \"the name of check $i\""
	i=$((i + 1)); done; } >asserts.wsp
run_sh "ulimit -f 8; exec '$wsp' --junit j.xml asserts.wsp"
status 1
err_has "cannot write 'j.xml'"
old j.xml
awk 'BEGIN { for (i = 0; i < 2000; ++i) print "x" i "   =   " i }' >f.wsp
cp f.wsp f.old
run_sh "ulimit -f 8; exec '$wsp' fmt --write f.wsp"
status 1
check "$(cmp -s f.wsp f.old && echo true)" 'f.wsp was changed'

# no file is made where there was none
run_sh "ulimit -f 8; exec '$wsp' -e '$table write(s, \"new.csv\")'"
status 1
is 'a new file' "$(ls | grep '^new')" ''

# a folder that takes no file: one in the place of a folder, one that is gone
echo >file
run "$wsp" -e 'write(1, "file/t.csv")'
status 1; err_has "cannot write 'file/t.csv': Not a directory"
run "$wsp" -e 'write(1, "gone/t.csv")'
status 1; err_has "cannot write 'gone/t.csv': No such file"
run "$wsp" -e 'write(1, "/proc/t.csv")'
status 1; err_has "cannot write '/proc/t.csv'"
mkdir d.csv
run "$wsp" -e 'write(1, "d.csv")'
status 1; err_has "cannot write 'd.csv': Is a directory"
run "$wsp" --junit gone/j.xml asserts.wsp
status 1; err_has "cannot write 'gone/j.xml'"
run "$wsp" --junit file/j.xml asserts.wsp
status 1; err_has "cannot write 'file/j.xml'"

# files that are too large, which take no room on the disk
dd if=/dev/null of=large.wsp bs=1 seek=2147483648 2>/dev/null
for read in 'import "large.wsp"' 'read_column("large.wsp", "a")' \
	'validate("large.wsp", on = h200)'; do
	run "$wsp" -e "$read"
	status 1; err_has "cannot read 'large.wsp': File too large"
done
for command in '' check fmt doctest; do
	run "$wsp" $command large.wsp
	err_has "cannot read 'large.wsp': File too large"
done
rm large.wsp
# and '-' is the standard input on the command line alone
run "$wsp" -e 'import "-"'
status 1; err_has "cannot read '-': No such file"

# what is no file is written to
run "$wsp" --junit /dev/stdout asserts.wsp
status 0; out_has '<testsuite'
if [ -c /dev/full ]; then
	run "$wsp" --junit /dev/full asserts.wsp
	status 1; err_has "cannot write '/dev/full': No space left"
fi

# files that are gone, or no files
for name in gone.wsp file/x.wsp d.csv; do
	run "$wsp" "$name"
	status 2; err_has "cannot read '$name'"
done
run "$wsp" -e 'import "gone.wsp"';	status 1; err_has 'No such file'
run "$wsp" -e 'validate("gone.csv")';	status 1; err_has 'No such file'
run "$wsp" validate gone.csv;		check "$([ $got_status != 0 ] && echo true)"
err_has 'gone.csv'
run "$wsp" doctest gone.md;		check "$([ $got_status != 0 ] && echo true)"
err_has 'gone.md'
run "$wsp" merge gone.csv;		check "$([ $got_status != 0 ] && echo true)"
err_has 'gone.csv'

# a small table to fit to
cat >m.wsp <<'END'
kernel star(a, b) { b[0,0] = a[1,0] + a[-1,0] + a[0,1] + a[0,-1] }
END
cat >make.wsp <<'END'
import "m.wsp"
write([record(kernel = "star", nx = 4096, ny = n, bx = 32, by = 4,
    ms = (estimate star on h200 with domain = (4096, n), block = (32, 4)).time / 1 ms)
    for n in [512, 1024, 2048, 4096]], "m.csv")
END
run "$wsp" make.wsp
status 0

# standard output that takes nothing
if [ -c /dev/full ]; then
	for program in '1 + 1' 'for i in 1..100000 { print(i) }'; do
		run_sh "'$wsp' -e '$program' >/dev/full"
		status 1
		err_has 'cannot write the output: No space left on device'
	done
	run_sh "printf '1 + 1\n2 + 2\n' | '$wsp' >/dev/full"
	status 1
	err_has 'No space left'
	run_sh "'$wsp' device-from '$srcdir/tests/measured/h200/probes.csv' \
		>/dev/full"
	status 1
	err_has 'No space left'
	run_sh "'$wsp' fit m.csv --kernels m.wsp --device h200 >/dev/full"
	status 1
	err_has 'No space left'
fi
# what fits or makes a device prints it: a file that takes a part of it only
# is an error, and so is a table that is gone or no table
run_sh "ulimit -f 1; exec '$wsp' device-from \
	'$srcdir/tests/measured/h200/probes.csv' >part.wsp"
status 1
err_has 'cannot write the output: File too large'
for what in fit device-from; do
	for name in gone.csv file/x.csv d.csv; do
		run "$wsp" $what $name
		check "$([ $got_status != 0 ] && echo true)"
		err_has "$name"
		out ''
	done
done
run_sh "{ '$wsp' -e 'for i in 1..10^6 { print(i) }'; echo \$? >st; } | head -1"
file_is st 1
err_has 'cannot write the output: Broken pipe'
run_sh "'$wsp' -e '1 + 1' >&-"
status 1
err_has 'cannot write the output'

# killed while it writes: the old file or the new one
echo old >k.csv
i=0
while [ $i -lt 12 ]; do
	"$wsp" -e "$table for i in 1..10^6 { write(s, \"k.csv\") }" &
	pid=$!
	sleep 0.0$((i % 8 + 1))
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
	lines=$(wc -l <k.csv)
	check "$([ "$lines" -eq 1 ] || [ "$lines" -eq 2001 ] && echo true)" \
		"k.csv has $lines lines"
	i=$((i + 1))
done
check_done
