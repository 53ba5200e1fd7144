# Functions of scripts that try commands, each a check:
#
#	. tests/count.sh
#	check WHAT COMMAND...	show what it printed if it fails
#	count_done		print the sums and exit

n_passed=0 n_failed=0

check() {
	what=$1
	shift
	if "$@" >log 2>&1; then
		n_passed=$((n_passed + 1))
	else
		n_failed=$((n_failed + 1))
		echo "$what:"
		tail -n 40 log
	fi
}

count_done() {
	echo "$n_passed passed, $n_failed failed"
	[ "$n_failed" = 0 ]
	exit
}
