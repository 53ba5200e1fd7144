# The framework of the shell tests: run a command, then check its status,
# standard output and standard error.
#
#	. "$srcdir/tests/check.sh"
#	run "$WSP" -e '1 + 1'
#	status 0; out 2; err ''
#	check_done
#
# A test works in a temporary folder that is removed when it ends.  make sets
# "srcdir"; a test that is run by hand finds the tree by itself.

LC_ALL=C; export LC_ALL
unset NO_COLOR VISUAL EDITOR
n_passed=0 n_failed=0
srcdir=$(cd "${srcdir:-$(dirname "$0")/../..}" && pwd)
box=$(mktemp -d)
trap 'cd /; rm -rf "$box"' EXIT
HOME=$box; export HOME
cd "$box" || exit 1
newline='
'

# check true|false MESSAGE...: count a check; print the message if it failed.
check() {
	if [ "$1" = true ]; then
		n_passed=$((n_passed + 1))
		return
	fi
	n_failed=$((n_failed + 1))
	shift
	printf 'after: %s\n%s\n' "$ran" "$*"
}

run() {
	ran=$*
	got_status=0
	"$@" >"$box/.out" 2>"$box/.err" </dev/null || got_status=$?
}

# The same for a shell command line, which may have pipes.
run_sh() {
	ran=$*
	got_status=0
	(eval "$*") >"$box/.out" 2>"$box/.err" || got_status=$?
}

status() {
	if [ "$got_status" = "$1" ]; then
		check true
	else
		check false "status $got_status, not $1$newline$(cat "$box/.err")"
	fi
}

is() {
	if [ "$2" = "$3" ]; then
		check true
	else
		check false "$1:$newline$2${newline}not:$newline$3"
	fi
}

out() { is 'standard output' "$(cat "$box/.out")" "$1"; }
err() { is 'standard error' "$(cat "$box/.err")" "$1"; }

has() {
	if grep -qF -- "$3" "$2"; then
		check true
	else
		check false "$1 lacks '$3':$newline$(cat "$2")"
	fi
}

out_has() { has 'standard output' "$box/.out" "$1"; }
err_has() { has 'standard error' "$box/.err" "$1"; }
file_is() { is "$1" "$(cat "$1")" "$2"; }

check_done() {
	echo "$n_passed passed, $n_failed failed"
	[ "$n_failed" = 0 ]
	exit
}
