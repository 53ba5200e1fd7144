#!/bin/sh
# The command line: commands, options and wrong usage, with a fake library that
# prints what it is asked.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${FAKE:?}

for option in --version -V; do
	run "$wsp" $option;	status 0; err ''
	is 'the first line' "$(sed -n 1p .out | sed 's/, commit [0-9a-f]*$//')" \
		'wsp 0.0-fake'
	is 'libraries' "$(sed -n '2s/readline [0-9.]*/readline/p' .out)" \
		'no libraries, readline'
done

# help fits a screen and leaves room for the next prompt
run "$wsp" --help;		status 0; err ''
is 'lines of --help' "$(awk 'END { print NR < 24 }' .out)" 1
is 'wide lines' "$(grep -c '.\{80\}' .out)" 0
run "$wsp" -h;			status 0; out_has 'Usage: wsp'
for command in check fmt doctest estimate rank sweep layers roofline explain \
	addresses validate show help; do
	run "$wsp" $command --help
	status 0
	out_has "Usage: wsp $command "
	is "wide lines of $command" "$(grep -c '.\{80\}' .out)" 0
done

# wrong usage is status 2, says what is wrong, prints nothing
run "$wsp" --vresion;		status 2; out ''
err "wsp: unknown option '--vresion'; did you mean '--version'?
Try 'wsp --help'."
run "$wsp" --zzz;		status 2; err_has "unknown option '--zzz'"
run "$wsp" -x;			status 2; err_has "unknown option '-x'"
run "$wsp" -hx;			status 2; err_has "unknown option '-hx'"
run "$wsp" -e;			status 2; err_has "'--eval' needs a value: CODE"
run "$wsp" --format;		status 2; err_has 'needs a value'
run "$wsp" --safe=yes;		status 2; err_has 'takes no value'
run "$wsp" --format yaml -e 1;	status 2; err_has 'text, json, csv or markdown'
run "$wsp" --dump=tokens -e 1;	status 2; err_has "only '--dump ast'"
run "$wsp" --block 32 -e 1;	status 2; err_has 'needs a command before it'
run "$wsp" check --block 32 x;	status 2; err_has "not one of 'wsp check'"
run "$wsp" check;		status 2; err_has 'needs an argument: FILE...'
run "$wsp" estimate;		status 2; err_has 'needs an argument: KERNEL'
run "$wsp" estimate a b;	status 2; err_has 'takes one argument, not 2'
run "$wsp" chek;		status 2; err_has "did you mean 'check'?"
run "$wsp" foo;		status 2; err_has "no file or command 'foo'"
run "$wsp" compare a.wsp;	status 2; err_has 'compare is a function: wsp FILE'
run "$wsp" 'a[0] = b[1]';	status 2; err_has "wsp estimate 'a[0] = b[1]'"
run "$wsp" missing.wsp;		status 2
err "wsp: cannot read 'missing.wsp': No such file or directory"
run "$wsp" .;			status 2; err_has 'Is a directory'
run "$wsp" doctest missing.md;	status 2; err_has "cannot read 'missing.md'"

# programs: texts, files, standard input, in order and in one session
printf 'x = one\n' >a.wsp
printf 'x\nfail it\n' >b.wsp
run "$wsp" a.wsp b.wsp;		status 1; out one
err 'error: it
  --> b.wsp:2:1'
run "$wsp" a.wsp -e x -e 'print y'; status 0; out 'one
y'
run "$wsp" --eval=settings;	status 0; out 'files text'
run "$wsp" -esettings --safe --format json --device a100
status 0; out 'safe json[device = a100]'
run_sh "printf 'print a\\nfail b\\nprint c\\n' | '$wsp' -"
status 1; out a; err_has '<stdin>:2:1'
run "$wsp" a.wsp missing.wsp b.wsp; status 2; out one; err_has 'error: it'
run "$wsp" -e 'fail x' -e 'print y'; status 1; out y
mkdir check; printf 'print c\n' >estimate
run "$wsp" ./estimate;		status 0; out c
run "$wsp" -- estimate;		status 0; out c

# check, fmt, dump
run "$wsp" check a.wsp;		status 0; out ''; err ''
run "$wsp" check a.wsp b.wsp;	status 1; out ''; err_has 'would fail'
run "$wsp" check -e 'fail';	status 1; err_has 'would fail'
run "$wsp" --dump=ast a.wsp;	status 0; out '(tree of a.wsp)'
run "$wsp" --dump ast b.wsp;	status 1; out ''; err_has 'would fail'
printf 'a  =  b\n' >c.wsp
run "$wsp" --time 1s -e 1;	status 2; err_has 'a whole number of seconds'
run "$wsp" fmt c.wsp;		status 0; out 'a = b'; file_is c.wsp 'a  =  b'
run "$wsp" fmt --check a.wsp c.wsp; status 1; out c.wsp
chmod 640 c.wsp
run "$wsp" fmt -w c.wsp;	status 0; out ''; file_is c.wsp 'a = b'
is 'permissions' "$(ls -l c.wsp | cut -c1-10)" -rw-r-----
run "$wsp" fmt --check c.wsp;	status 0; out ''
run "$wsp" fmt -w b.wsp;	status 1; err_has 'would fail'
file_is b.wsp "x${newline}fail it"
run_sh "printf 'a  b' | '$wsp' fmt -"; status 0; out 'a b'
run_sh "printf 'a  b' | '$wsp' fmt -w -"; status 2
err_has 'cannot be changed in place'
is 'files' "$(ls)" "a.wsp${newline}b.wsp${newline}c.wsp${newline}check${newline}estimate"

check_done
