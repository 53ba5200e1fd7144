#!/bin/sh
# --junit: every assert is a test case, and the file is whole or not there.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}

# Every tag that opens closes, in order; no bare sign inside of text.
well_formed() {
	if command -v xmllint >/dev/null; then
		xmllint --noout "$1" || return 1
	fi
	awk '
	BEGIN { RS = "<"; n = 0; bad = 0 }
	NR == 1 { next }
	{
		end = index($0, ">")
		if (!end) { bad = 1; next }
		tag = substr($0, 1, end - 1)
		text = substr($0, end + 1)
		if (index(text, ">")) bad = 1
		gsub(/&(amp|lt|gt|quot);/, "", text)
		if (index(text, "&")) bad = 1
		if (tag ~ /^\?/ || tag ~ /\/$/) next
		split(tag, word, /[ \n]/)
		if (tag ~ /^\//) {
			if (n == 0 || "/" stack[n--] != word[1]) bad = 1
		} else
			stack[++n] = word[1]
	}
	END { exit bad || n != 0 }' "$1"
}

form() {
	if well_formed "$1"; then
		check true
	else
		check false "$1 is not well-formed:$newline$(cat "$1")"
	fi
}

count() { is "cases of $1" "$(grep -c "<$1[ >]" out.xml)" "$2"; }

# all hold
cat >good.wsp <<'END'
assert 1 + 1 == 2
assert 3 B < 4 B, "bytes & <signs> \"quoted\""
print "ran"
END
run "$wsp" --junit out.xml good.wsp
status 0; out ran; err ''
form out.xml
count testcase 2
count failure 0
has out.xml out.xml '<testsuites tests="2" failures="0" errors="0" time='
has out.xml out.xml '<testsuite name="good.wsp" tests="2" failures="0" errors="0"'
has out.xml out.xml 'name="1 + 1 == 2" classname="good.wsp" file="good.wsp" line="1"'
has out.xml out.xml 'name="bytes &amp; &lt;signs&gt; &quot;quoted&quot;"'

# one that fails does not hide the others, in loops neither
cat >bad.wsp <<'END'
kernel copy(a, b: double[1000000]) { b[0] = a[0] }
def both(r) = r.dram.load + r.dram.store
r = estimate copy on a100 with block = 256, cache = cold, model = ernst2022
assert both(r) < 1 B/LUP, "moves little"
assert both(r) < 17 B/LUP
for k in 1..3 { assert k != 2, "k is " + str(k) }
assert 1 / (r.flops / 1 FLOP/LUP) > 1
assert true, "the last one"
END
run "$wsp" --junit out.xml bad.wsp good.wsp
status 1; out ran
err_has 'assertion failed: moves little'
err_has 'assertion failed: k is 2'
form out.xml
count testcase 9
count failure 2
count error 1
has out.xml out.xml '<testsuites tests="9" failures="2" errors="1"'
has out.xml out.xml '<testsuite name="bad.wsp" tests="7" failures="2" errors="1"'
has out.xml out.xml 'name="moves little" classname="bad.wsp" file="bad.wsp" line="4"'
has out.xml out.xml '= note: both(r) = 16 B/LUP'
has out.xml out.xml '= note: r.dram.load = 8 B/LUP'
has out.xml out.xml '<error message="error: division by zero">'
has out.xml out.xml 'name="the last one"'

# without --junit the first one that fails ends the program
run "$wsp" bad.wsp
status 1
is 'failures told' "$(grep -c 'assertion failed' .err)" 1

# a program that stops, does not parse, or is not there
printf 'assert true\nx = [1][2]\nassert true, "not reached"\n' >stops.wsp
run "$wsp" --junit out.xml stops.wsp
status 1
form out.xml
count testcase 2
has out.xml out.xml 'name="runs to its end"'
has out.xml out.xml '<error message="index 2 is out of range">'
run "$wsp" --junit out.xml -e 'assert 1 +'
status 1
form out.xml
count error 1
run "$wsp" --junit out.xml missing.wsp good.wsp
status 2
form out.xml
count testcase 3
has out.xml out.xml '<error message="cannot be read">'

# more failures than diagnostics keep, names of many lines, odd characters
{
	echo 'for k in 1..30 { assert k < 0 }'
	printf 'assert (1 ==\n\t2)\n'
	printf 'assert false, "\303\244 \357\277\277 end"\n'
} >many.wsp
run "$wsp" --junit out.xml many.wsp
status 1
form out.xml
count failure 32
has out.xml out.xml 'name="1 ==  2"'
has out.xml out.xml "name=\"$(printf '\303\244') ? end\""

# the file is written whole or not at all
echo old >kept.xml
run "$wsp" --junit nowhere/out.xml good.wsp
status 1; out ran
err "wsp: cannot write 'nowhere/out.xml': No such file or directory"
mkdir folder
run "$wsp" --junit folder good.wsp
status 1
err "wsp: cannot write 'folder': Is a directory"
run "$wsp" --junit kept.xml --format nonsense good.wsp
status 2
file_is kept.xml old
run "$wsp" --junit out.xml
status 2
err "wsp: option '--junit' needs a program to run"
run "$wsp" --junit
status 2

check_done
