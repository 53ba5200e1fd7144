#!/bin/sh
# Standard streams that are closed, full, cut off, or no terminal.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${FAKE:?}

# output and errors in the order they came
run_sh "'$wsp' -e 'print a' -e 'fail b' -e 'print c' 2>&1"
status 1
out 'a
error: b
  --> <command line>:1:1
c'

# output that gets nowhere is an error
run_sh "'$wsp' -e 'print a' >&-"; status 1
err 'wsp: cannot write the output: Bad file descriptor'
run_sh "'$wsp' -e 'fail a' >&-"; status 1; err_has 'error: a'
if [ -w /dev/full ]; then
	run_sh "'$wsp' -e 'print a' >/dev/full"; status 1
	err 'wsp: cannot write the output: No space left on device'
	run_sh "'$wsp' --help >/dev/full"; status 1
	run_sh "'$wsp' fmt -e 'a' >/dev/full"; status 1
	run_sh "echo print a | '$wsp' >/dev/full"; status 1
fi
# a reader that leaves early stops the program at once
run_sh "{ '$wsp' -e 'many 100000000'; echo \"status \$?\" >&2; } | head -n 1"
status 0
err 'wsp: cannot write the output: Broken pipe
status 1'

# a closed descriptor is not taken for a file that is opened
printf 'print x\n' >a.wsp
run_sh "'$wsp' a.wsp <&-"; status 0; out x
run_sh "'$wsp' a.wsp 2>&-"; status 0; out x
run_sh "'$wsp' <&-"; status 1; err_has 'cannot read the input'
printf 'a  =  b\n' >c.wsp
run_sh "'$wsp' fmt -w c.wsp >&-"; file_is c.wsp 'a = b'

# a prompt that is fed by a pipe: no prompts, an error ends nothing
run_sh "printf 'print a\\nfail b\\nprint (\\nc)\\n\\n  \\nprint d' | '$wsp'"
status 1
out 'a
(
c)
d'
err 'error: b
  --> <stdin>:2:1'
run_sh "printf 'print a\\nx = (\\n1\\n\\nfail z' | '$wsp'"; status 1; out a
err_has '<stdin>:2:1'
run_sh "printf '\\n(\\n)\\n\\nfail z\\n' | '$wsp'"; err_has '<stdin>:5:1'
run_sh "printf ':quit\\nprint a\\n' | '$wsp'"; status 0; out ''
run_sh "printf ':q\\nprint a\\n' | '$wsp'"; status 0; out ''
run_sh "printf ':help\\n' | '$wsp'"; status 0; out_has ':reload'
run_sh "printf '  :time print a  \\n' | '$wsp'"; status 0
is 'output' "$(sed 's/: .*//' .out)" "a${newline}time"
run_sh "printf ':tiem x\\n' | '$wsp'"; status 1; err_has "did you mean ':time'?"
run_sh "printf ':zzzzzz\\n' | '$wsp'"; status 1; err_has ':help lists them'
run_sh "printf ':load a.wsp\\n:reload\\n' | '$wsp'"; status 0; out 'x
x'
run_sh "printf ':load ~/a.wsp\\n' | '$wsp'"; status 0; out x
run_sh "printf ':load\\n:load nowhere\\n:reload\\nprint y\\n' | '$wsp'"
status 1; out y
err "wsp: :load needs the name of a file
wsp: cannot read 'nowhere': No such file or directory
wsp: cannot read 'nowhere': No such file or directory"
run_sh "printf ':reload\\n' | '$wsp'"; status 1; err_has 'nothing was loaded'
run_sh "'$wsp' </dev/null"; status 0; out ''; err ''

# :edit changes the last input and runs it, without a shell in between
cat >ed.sh <<'END'
#!/bin/sh
[ "$1" = --wait ] && shift
sed 's/one/two/' "$1" >"$1.new" && mv "$1.new" "$1"
END
chmod +x ed.sh
run_sh "printf 'print one\\n:edit\\n:edit\\n' | EDITOR='./ed.sh --wait' '$wsp'"
status 0; out 'one
two
two'
run_sh "printf ':edit\\n' | VISUAL=true '$wsp'"; status 0; out ''
run_sh "printf 'print a\\n:edit\\n' | EDITOR=false '$wsp'"; status 1; out a
err_has 'the editor failed'
run_sh "printf ':edit\\n' | EDITOR='no-such-editor \$(touch pwned)' '$wsp'"
status 1; err_has 'cannot run the editor'
run_sh "printf ':edit\\n' | TMPDIR=/nowhere EDITOR=true '$wsp'"
status 1; err_has "cannot make '/nowhere/wsp-"
is 'files' "$(ls)" "a.wsp${newline}c.wsp${newline}ed.sh"

# colours are for terminals
run_sh "'$wsp' -e 'fail x' | cat"
is 'escapes' "$(grep -c '\[31m' .err)" 0

check_done
