#!/bin/sh
# Input that is bad, huge or endless: a located error and status 1, in
# bounded time, and nothing is lost.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}

# repeat N TEXT
repeat() { awk -v n="$1" -v t="$2" 'BEGIN { while (n-- > 0) printf "%s", t }'; }

# A program that must fail: its name, and what the message has.
fails() {
	run timeout 60 "$wsp" "$1.wsp"
	status 1
	out ''
	err_has "$2"
	err_has "--> $1.wsp:"
	run_sh "timeout 60 '$wsp' <'$1.wsp'"
	status 1
	err_has '--> <stdin>:'
}

printf 'x = "abc\n' >string.wsp;	fails string 'unterminated string'
printf 'x = (1,\n[2\n' >bracket.wsp;	fails bracket "'['"
printf 'x = 1\0 + 2\n' >nul.wsp;	fails nul 'NUL byte'
printf 'x = "\377"\n' >utf8.wsp;	fails utf8 'invalid UTF-8'
{ repeat 100000 '('; echo 1; repeat 100000 ')'; echo; } >nested.wsp
fails nested 'nested deeper'
repeat 100000 '[' >open.wsp;		fails open 'nested deeper'
echo 'def f(n) = f(n + 1); f(0)' >recursion.wsp; fails recursion 'stack'
echo '10^10^10' >power.wsp;		fails power 'too big'
echo '1 / 0' >zero.wsp;			fails zero 'division by zero'
echo 'import "nowhere.wsp"' >import.wsp; fails import 'No such file'
echo 'import "b.wsp"' >a.wsp
echo 'import "a.wsp"' >b.wsp
run "$wsp" b.wsp;			status 1; err_has 'imports itself'
i=0
while [ $i -lt 50 ]; do echo "nothing$i"; i=$((i + 1)); done >many.wsp
run "$wsp" many.wsp;			status 1; err_has 'and 40 more'

# a simulation that takes longer than its budget is one of some SMs; one that not even an SM
# has time for ends long before
cat >some.wsp <<'EOF'
kernel heat(a, b: double[15000, 15000]) { b[0,0] = a[1,0] + a[0,1] }
set time = 9 s
simulate heat on a100 with block = (256, 2)
EOF
sed 's/15000/150000/g' some.wsp >vain.wsp
run timeout 60 "$wsp" some.wsp;		status 0; out_has 'of 108 SMs with all of their blocks'
before=$(date +%s)
run timeout 60 "$wsp" vain.wsp;		status 1; err_has 'it was ended early'
err_has 'with domain = (150000, '
check "$([ $(($(date +%s) - before)) -lt 8 ] && echo true)" 'it used its budget up'

# a line of 10 MB
{ printf 'x = "'; repeat 1000000 'abcdefghij'; printf '"\nlen(x)\n'; } >long.wsp
run timeout 60 "$wsp" long.wsp;		status 0; out 10000000

# a name of 10 MB: the message is one that can be read
awk 'BEGIN { s = "a"; while (length(s) < 10000000) s = s s; print s }' >name.wsp
run timeout 60 "$wsp" name.wsp;		status 1; err_has "undefined name 'aaaa"
check "$([ "$(wc -c <.err)" -lt 10000 ] && echo true)" 'the message is too long'
{ printf '# '; repeat 1000000 'abcdefghij'; printf '\n1 + \n'; } >longer.wsp
fails longer 'expected'
{ repeat 1000000 '1 + 2 +  '; printf 'x\n'; } >sum.wsp
run timeout 60 "$wsp" sum.wsp;		status 1; err_has 'sum.wsp:1:9000001'
is 'a short message' "$(awk 'length > 400' .err)" ''

# 100 000 lines in the time of a few seconds, as a file and as a pipe
awk 'BEGIN { for (i = 0; i < 100000; ++i) print "x" i " = " i " + 1" }' >lines.wsp
echo 'x99999' >>lines.wsp
run timeout 20 "$wsp" lines.wsp;	status 0; out 100000
run_sh "timeout 20 '$wsp' <lines.wsp";	status 0; out 100000
{ echo 'x = ['; awk 'BEGIN { for (i = 0; i < 20000; ++i) print i "," }'
echo '0]'; echo 'len(x)'; } >list.wsp
run_sh "timeout 20 '$wsp' <list.wsp";	status 0; out 20001

# a session goes on where it can
run_sh "printf 'x = 1\\n1 / 0\\nx + 1\\n_ + 1\\n' | '$wsp'"
status 1; out "2${newline}3"; err_has '<stdin>:2:'
run_sh "printf 'x = (\\n  1 +\\n  nothing)\\n\\nother\\n' | '$wsp'"
status 1; err_has '<stdin>:3:3'; err_has '<stdin>:5:1'

# output that gets nowhere
run_sh "'$wsp' -e 'print 1' >&-";	status 1; err_has 'cannot write'
if [ -w /dev/full ]; then
	run_sh "'$wsp' -e 'print 1' >/dev/full"; status 1
	err_has 'No space left'
fi
run_sh "{ timeout 60 '$wsp' -e 'for i in 1..10^9 { print i }'; echo \$? >&2; } |
	head -n 1"
out 1; err_has 'Broken pipe'; is 'status' "$(tail -n 1 .err)" 1

# --safe keeps programs from files
echo 'd = 7' >d.wsp
run "$wsp" -e 'import "d.wsp"; d';	status 0; out 7
run "$wsp" --safe -e 'import "d.wsp"; d'; status 1; out ''

# an interrupt ends a program that is run from a file
echo 'for i in 1..10^12 { x = i }' >endless.wsp
run_sh "timeout -s INT 1 '$wsp' endless.wsp"; status 124

# a value that only a question knows may be where a loop begins
printf '%s\n' 'kernel k(a, b: float[99]) { b[0] = a[1] }' \
	't = (estimate k).time/(1 s)' \
	'kernel l(a, b: float[99]) { s = t; loop j in 0..9 { s += a[j] }; b[0] = s }' \
	>asked.wsp
run "$wsp" check asked.wsp
status 0; err ''

check_done
