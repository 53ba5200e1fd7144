#!/bin/sh
# Dictionary and first inputs for the fuzz targets, from the tables of the
# language and the golden tests:
#
#	seed.sh SRCDIR OUT	makes OUT/wsp.dict and OUT/TARGET/*
#
# There is a target for each tests/fuzz/fuzz_*.c; FUZZ_TARGETS names those that
# are wanted.

set -eu
srcdir=$1 out=$2
LC_ALL=C; export LC_ALL
mkdir -p "$out"
for target in "$srcdir"/tests/fuzz/fuzz_*.c; do
	target=${target##*/fuzz_} target=${target%.c}
	rm -rf "${out:?}/$target"
	mkdir "$out/$target"
done

wants() {
	case " ${FUZZ_TARGETS-$1} " in *" $1 "*) ;; *) return 1 ;; esac
}

# The first argument of every row of a table; of the second, too.
rows() { sed -n "s/^$1(\"\\{0,1\\}\\([A-Za-z0-9_.]*\\)\"\\{0,1\\},.*/\\1/p" "$2"; }
seconds() { sed -n "s/^$1([A-Za-z0-9_]*,[	 ]*\"\\([^\"]*\\)\".*/\\1/p" "$2"; }
{
	rows WORD "$srcdir/lang/syntax/word.def"
	rows OPCODE "$srcdir/lang/ptx/ptx_opcode.def"
	rows SAME "$srcdir/lang/ptx/ptx_opcode.def"
	rows BUILTIN "$srcdir/lang/builtin.def"
	rows SETTING "$srcdir/lang/eval/settings.def"
	rows UNIT "$srcdir/lang/number/unit.def"
	seconds METRIC "$srcdir/engine/report/metric.def"
	seconds FIELD "$srcdir/hw/fields.def"
	seconds TEXT "$srcdir/hw/fields.def"
	seconds MEASURED "$srcdir/lang/measure/measured.def"
	for word in '//' '..' '==' '<=' '!=' '{' '}' '[0,0]' ' = ' '+=' \
		'wsp> ' '...> ' '```wsp' '```' '%' '...' \
		%r1 %r4 %rd3 %rd6 %fd1 '@%p1 ' .s32 .u64 'bra L1;' L1: \
		x y z nx ny nz tx bx threadIdx.x blockIdx.x blockDim.x \
		double float half int32 soa aos clamp mirror periodic \
		star box d2q9 d3q15 GB/s KiB a100 h200 mi210; do
		printf '%s\n' "$word"
	done
	sed -n 's/^[A-Z]*([A-Za-z0-9_]*,.*"\([A-Za-z0-9_. %]*\)".*/\1/p' \
		"$srcdir/lang/measure/counter.def"
} | sort -u | awk 'length > 0 { gsub(/["\\]/, "\\\\&"); print "\"" $0 "\"" }' \
	>"$out/wsp.dict"

# Programs: paragraphs of golden tests, libraries and examples, and those of
# `help`.
awk -v out="$out/parse/" 'BEGIN { RS = "" }
	{ gsub(/(^|\n)#[^\n]*/, ""); sub(/^\n/, "") }
	length > 3 && length < 600 && !seen[$0]++ {
		file = out (++n); print >file; close(file) }' \
	"$srcdir"/tests/golden/*/*.wsp "$srcdir"/stdlib/*.wsp \
	"$srcdir"/examples/*.wsp
cp "$out"/parse/* "$out/eval"
awk -F'"' '/^\t"/ && NF >= 5 { gsub(/\\"/, "\""); print $2 }' \
	"$srcdir/lang/builtin.def" | awk -v out="$out/eval/builtin_" \
	'{ file = out NR; print >file; close(file) }'

# Devices: a byte for the parent and the question, then what stands between
# the braces, two lines at a time.
awk -v out="$out/device/" '/^device/ { inside = 1; next }
	/^}/ { inside = 0 }
	inside && !/^ *(#|$)/ && !seen[$0]++ {
		sub(/ *#.*/, "")
		file = out (n - n % 2)
		if (n++ % 2 == 0)
			printf "%c", 33 + (n * 7) % 90 >file
		print >file
		if (n % 2 == 0)
			close(file)
	}' "$srcdir"/hw/*.wsp

for file in "$srcdir"/doc/*.md "$srcdir/README.md"; do
	wants doctest || break
	# documents are long: a piece of each, from its first example on
	sed -n '/^```wsp/,$p' "$file" | head -c 3000 \
		>"$out/doctest/$(basename "$file")"
done
for file in "$srcdir"/tests/measured/*/*.csv "$srcdir"/tests/golden/*/*.csv
do
	wants csv || break
	[ ! -f "$file" ] || head -n 8 "$file" | head -c 4000 \
		>"$out/csv/$(basename "$(dirname "$file")")_$(basename "$file")"
done

# PTX: a byte that chooses the body of a kernel, then instructions of one; whole
# files; the head of a cubin.
awk -v out="$out/ptx/" '/^[.{})]|[.]reg|[.]param [.]/ { next }
	{ chunk = chunk $0 "\n" }
	length(chunk) > 350 {
		file = out (++n)
		printf "%c%s", 34 + n % 6, chunk >file
		close(file)
		chunk = ""
	}' "$srcdir/tests/ptx/kernels.ptx" "$srcdir/tests/ptx/matrix.ptx"
for file in "$srcdir"/tests/ptx/hostile/*.ptx; do
	{ printf 1; cat "$file"; } >"$out/ptx/$(basename "$file")"
done
{ printf 0; head -c 500 "$srcdir/examples/cuda/heat.cubin"; } >"$out/ptx/cubin"

# Kernels, counts and programs that parse are chosen by bytes: any will do.
i=0
while [ $i -lt 40 ] && { wants kernel || wants count || wants eval; }; do
	awk -v s=$i 'BEGIN { srand(s); for (i = 0; i < 60 + s; ++i)
		printf "%c", 1 + int(rand() * 126) }' >"$out/kernel/$i"
	cp "$out/kernel/$i" "$out/count/$i"
	{ printf '\377'; cat "$out/kernel/$i"; } >"$out/eval/made_$i"
	i=$((i + 1))
done

# What long runs have kept: an input in hexadecimal digits is a line.
for file in "$srcdir"/tests/fuzz/corpus/*.hex; do
	[ ! -f "$file" ] || awk -v out="$out/$(basename "$file" .hex)/kept_" '
		BEGIN { digits = "0123456789abcdef" }
		function digit(at) {
			return index(digits, substr($0, at, 1)) - 1
		}
		{
			file = out NR
			for (i = 1; i < length($0); i += 2)
				printf "%c", 16 * digit(i) + digit(i + 1) >file
			close(file)
		}' "$file"
done
