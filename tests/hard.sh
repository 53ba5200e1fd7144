#!/bin/sh
# All that .ci/run leaves out, by `make check-hard` in the build folder: the
# long form of each test that tries to break wsp, all tests with sanitizers,
# valgrind, static analysis, long fuzzing, and an installation.  Tests that take
# one core run side by side, then those that use all cores one by one.  A line
# of the table is one test, with what it counted.
#
#	SHORT=1 make check-hard		a tenth of each
#	hard.sh NAME			one of them

top=$(dirname "$0")/..	# as make has it: configure takes no blanks
srcdir=${srcdir:-$top}; export srcdir
logs=${LOGS:-hard-logs}
seed=${SEED:-2}
WSP=${WSP:-$PWD/wsp}; export WSP
long=1
[ -z "${SHORT-}" ] || long=10
one_core='trust failures laws causes counts recount faults load hostile interrupts growth conditions
	tables plots budgets matrix sessions shapes combined mixed watchdog host disk memory safe
	left typed paper theses'
all_cores='install fuzz sanitize threads valgrind lint'

# Each prints the line "N passed, N failed"; other lines that start with a
# number say what it did.
command_of() {
	case $1 in
	faults)	./tests/fault/test_fault $long ;;
	hostile) ./tests/fault/test_hostile "$srcdir/tests/fault/hostile.txt" \
		all ;;
	interrupts) ./tests/fault/test_interrupt $((1000 / long)) "$seed" ;;
	load)	./tests/fault/test_load $((60 / long)) $((10000000 / long)) ;;
	disk)	sh "$srcdir/tests/cli/disk.sh" ;;
	memory)	sh "$srcdir/tests/cli/memory.sh" ;;
	safe)	sh "$srcdir/tests/cli/safe.sh" ;;
	typed)	python3 "$srcdir/tests/python/typed.py" "$WSP" \
		"$srcdir/doc/TUTORIAL.md" ;;
	paper)	"$WSP" "$srcdir/tests/measured/paper.wsp" ;;
	theses)	(cd "$srcdir" && "$WSP" doctest --time 600 \
		tests/measured/prasetya2022/README.md) ;;
	left)	sh "$srcdir/tests/measured/left_out.sh" ;;
	laws)	./tests/prop/prop_laws "$seed" $((10000 / long)) ;;
	tables)	./tests/prop/prop_tables "$seed" $((3000 / long)) ;;
	plots)	./tests/prop/prop_plots "$seed" $((50000 / long)) ;;
	matrix)	./tests/fault/test_matrix $((long * long / 5 + 1)) "$seed" ;;
	sessions) ./tests/fault/test_sessions "$seed" $((20000 / long)) ;;
	shapes)	python3 "$srcdir/tests/fault/shapes.py" "$WSP" "$seed" \
		$((600 / long)) ;;
	combined) python3 "$srcdir/tests/fault/combined.py" "$WSP" "$seed" \
		$((600 / long)) ;;
	mixed)	python3 "$srcdir/tests/fault/mixed.py" "$WSP" "$seed" \
		$((600 / long)) ;;
	budgets) ./tests/fault/test_budgets $((long * long)) ;;
	host)	./tests/fault/test_host $((10000 / long)) ;;
	watchdog) ./tests/fault/test_watchdog $((10 * long)) "$seed" ;;
	growth)	./tests/bench/bench_growth ;;
	conditions) ./tests/bench/bench_conditions ;;
	trust)	# 20 ms a case: half an hour
		./tests/prop/prop_trust $((100000 / long)) "$seed" ;;
	failures) "$WSP" "$srcdir/tests/measured/h200/failures.wsp" ;;
	recount) ./tests/prop/prop_recount "$seed" $((20000 / long)) ;;
	causes)	./tests/prop/prop_cause "$seed" $((20000 / long)) ;;
	counts)	./tests/prop/prop_footprint "$seed" $((10000 / long)) ;;
	install) make install installcheck DESTDIR="$PWD/$logs/root" ;;
	fuzz)	FUZZ_TIME=$((120 / long)) sh "$top/tests/run-sanitized.sh" \
		"$top" fuzz ;;
	sanitize) sh "$top/tests/run-sanitized.sh" "$top" address ;;
	threads) sh "$top/tests/run-sanitized.sh" "$top" thread ;;
	valgrind) make check-valgrind ;;
	lint)	make lint ;;
	*)	echo "there is no test '$1'"; return 2 ;;
	esac
}

mkdir -p "$logs" || exit 1
if [ $# -gt 0 ]; then
	name=$1 start=$(date +%s)
	command_of "$name" >"$logs/$name.log" 2>&1
	status=$?
	took=$(($(date +%s) - start))
	counts=$(sed -nE 's/^(.*: )?([0-9]+) passed, ([0-9]+) failed.*/\2 \3/p' \
		"$logs/$name.log" | awk '{ p += $1; f += $2 }
		END { if (NR) print p " passed, " f " failed" }')
	did=$(grep -E '^([0-9]+ [a-z]|.*: .* [0-9]+ runs,)' \
		"$logs/$name.log" | grep -vE '^[0-9]+ passed' | tail -n 7)
	printf '%-12s %-6s %5d s  %s\n' "$name" \
		"$([ $status = 0 ] && echo ok || echo FAILED)" $took \
		"${counts:-no counts}"
	[ -z "$did" ] || echo "$did" | sed 's/^/                           /'
	exit $status
fi

jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
status=0
printf '%s\n' $one_core | xargs -P "$jobs" -n 1 sh "$0" || status=1
printf '%s\n' $all_cores | xargs -n 1 sh "$0" || status=1
echo "logs in $logs"
exit $status
