#!/bin/sh
# Compiled code that nobody's compiler wrote: as many parameters, arrays,
# functions, names, labels and loops as fit into some megabytes, and cubins
# whose parts name each other.  Each is read, or refused, in bounded time: most
# took more than 25 s when a part was searched for among all others.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}

# many N TEXT: TEXT N times, each # the number
many() {
	awk -v n="$1" -v text="$2" 'BEGIN { parts = split(text, part, "#")
		for (i = 0; i < n; ++i) {
			for (j = 1; j < parts; ++j)
				printf "%s%d", part[j], i
			printf "%s", part[parts] } }'
}

# file NAME BEFORE PARAMETERS BODY: a kernel
file() {
	{
		printf '.version 8.0\n.target sm_90\n.address_size 64\n'
		eval "$2"
		printf '.visible .entry k('
		eval "$3"
		printf ')\n{\nmov.u32 %%r1, %%tid.x;\n'
		eval "$4"
		printf 'ld.param.u64 %%rd1, [p];\nmul.wide.s32 %%rd2, %%r1, 8;\n'
		printf 'add.s64 %%rd3, %%rd1, %%rd2;\n'
		printf 'st.global.f64 [%%rd3], %%fd1;\nret;\n}\n'
	} >"$1.ptx"
}

# asks NAME STATUS [MESSAGE]: the kernel is read, or refused
asks() {
	echo "k = ptx(\"$1.ptx\", over = 2^20${4-})" >"$1.wsp"
	run timeout 30 "$wsp" "$1.wsp"
	status "$2"
	[ $# -lt 3 ] || [ -z "$3" ] || err_has "$3"
	rm -f "$1.ptx"
}

p="printf '.param .u64 p'"
file params : "$p; many 100000 ', .param .u64 p#'" \
	"many 100000 'ld.param.u64 %a#, [p#];
'"
asks params 1 'too many parameters'
file arrays "many 30000 '.global .align 8 .b8 v#[64];
'" "$p" "many 30000 'mov.u64 %a#, v#; ld.global.f64 %f#, [%a#];
'"
asks arrays 1 'more than 4096 arrays'
file functions "many 50000 '.func f#() { ret; }
'" "$p" "many 200000 'call f49999;
'"
asks functions 0
file tables "many 400 '.func f#() { mov.u32 %x#, 1; ret; }
'; printf '.func g() { '; many 400000 'mov.u32 %y#, 1;
'; printf 'ret; }\n'" "$p" "many 400 'call f#;
'"
asks tables 1 'too many functions'
file scopes : "$p" "many 2000 '{'; many 500000 'a#: '; many 2000 '}'"
asks scopes 1 'too many blocks'
file gathers : "$p" "printf 'ld.param.u64 %%rd5, [p];\n'
	many 40000 'ld.global.u32 %i#, [%rd5+#]; mul.wide.s32 %o#, %i#, 8;
add.s64 %q#, %rd5, %o#; ld.global.f64 %f#, [%q#];
'"
asks gathers 0 '' ', gather = 8, p0 = 1000000'

# loops of a listing inside each other
{
	printf '\t\tFunction : k\n'
	awk 'BEGIN { n = 100000
		for (i = 0; i < n; ++i)
			printf "        /*%04x*/  IADD3 R1, R1, R2, R3 ;\n", 16 * i
		for (i = 0; i < n; ++i)
			printf "        /*%04x*/  @P0 BRA 0x%x ;\n", \
				16 * (n + i), 16 * (n - 1 - i)
		printf "        /*%04x*/  EXIT ;\n", 32 * n }'
} >nest.sass
file nest : "$p" :
asks nest 1 'does not say how often' ', sass = "nest.sass"'

# 65535 sections that are one, of a kernel of which each names others
{
	printf '\177ELF\2\1\0\0\10\0\0\0\0\0\0\0\0\0\276\0'
	head -c 20 /dev/zero
	printf '\100\0\0\0\0\0\0\0'
	head -c 10 /dev/zero
	printf '\0\0\377\377\0\0'
	printf '\1\0\0\0'
	head -c 20 /dev/zero
	printf '\200\0\0\0\0\0\0\0\40\0\0\0\0\0\0\0'
	head -c 24 /dev/zero
	printf '\0.text.k\0'
	head -c 64 /dev/zero
} >sections.cubin
echo 'print from("sections.cubin")' >sections.wsp
run timeout 30 "$wsp" sections.wsp
status 1
err_has 'too many sections'

check_done
