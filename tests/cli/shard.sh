#!/bin/sh
# Shards of a search, merged, are the table that one run prints.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}

cat >kernels.wsp <<'EOF'
kernel star25(src, dst: double[640, 512, 512]) {
    dst[0,0,0] = sum(src[o] for o in star(3, 4)) / 25
}
EOF
ask() {
	"$wsp" "$@" --kernels kernels.wsp --device a100 \
		--over 'block in blocks(128), fold in [(1,1,1), (1,2,1)]'
}

n=0
while read -r question; do
	for format in csv json; do
		for first in 0 1; do
			ask $question --format $format >whole 2>/dev/null
			for i in 0 1 2; do
				ask $question --format $format \
					--shard $((i + first))/3 >part$i \
					2>/dev/null
			done
			run "$wsp" merge part2 part0 part1
			status 0; err ''
			out "$(cat whole)"
			n=$((n + 1))
		done
	done
done <<'EOF'
rank star25
rank star25 --top 4
rank star25 --by dram.load --top 5
rank star25 --by occupancy.blocks_per_sm --top 7
sweep star25
sweep star25 --top 5
sweep star25 --by time
sweep star25 --by dram.load --top 9
EOF
is 'merges' $n 32

# more shards than rows
for i in 1 2 3 4 5; do
	"$wsp" sweep star25 --kernels kernels.wsp --over 'block in [(8,8,8), (64,4,4)]' \
		--format csv --shard $i/5 >part$i
done
"$wsp" sweep star25 --kernels kernels.wsp --over 'block in [(8,8,8), (64,4,4)]' \
	--format csv >whole
run "$wsp" merge part1 part2 part3 part4 part5
status 0; out "$(cat whole)"

# what cannot be merged
for i in 1 2 3; do
	ask rank star25 --format csv --shard $i/3 >part$i 2>/dev/null
	ask rank star25 --format json --shard $i/3 >json$i 2>/dev/null
	ask rank star25 --by time --format csv --shard $i/3 >other$i 2>/dev/null
done
refuses() {
	want=$1
	shift
	run "$wsp" merge "$@"
	status 2; out ''; err "$want"
}
refuses "wsp: 'part1' is one of 3 shards, but there are 2 files" part1 part2
refuses "wsp: 'part2' and 'part2' are the same shard" part1 part2 part2
refuses "wsp: 'other3' belongs to another question" part1 part2 other3
refuses "wsp: 'json3' is not in the format of the others" part1 part2 json3
refuses "wsp: 'none': No such file or directory" none
: >empty
refuses "wsp: 'empty': empty: its run did not finish" part1 part2 empty
refuses "wsp: 'kernels.wsp': not the table of a shard" kernels.wsp
head -c 700 part3 >cut
refuses "wsp: 'cut': cut off" part1 part2 cut
head -c 700 json3 >cut
refuses "wsp: 'cut': cut off" json1 json2 cut
printf '[1, 2]' >odd
refuses "wsp: 'odd': not the table of a shard" odd
printf '[{"index 1/1": 3}]' >odd
refuses "wsp: 'odd': not the table of a shard" odd
printf 'index 1/1,a\nx,1\n' >odd
refuses "wsp: 'odd': one of its lines is not a row" odd

run "$wsp" rank star25 --kernels kernels.wsp --over 'block in blocks(64)' --shard 1/2
status 2; err_has "'--shard' needs '--format csv'"
for shard in 3/2 1 a/b 1/0 -1/2 1/2x; do
	run "$wsp" rank star25 --kernels kernels.wsp --over 'block in blocks(64)' \
		--format csv --shard "$shard"
	status 2; err_has "say 2/8 for the second of eight"
done
run "$wsp" merge; status 2

check_done
