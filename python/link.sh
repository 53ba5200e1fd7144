#!/bin/sh
# One shared object with the whole library in it, for the wheel and for tests:
#
#	link.sh BUILD OUT	from BUILD/.libs/libwsp.a
#
# The archive must have position-independent code (configure --with-pic). isl
# and GMP are linked in where their archives allow it, so that the object runs
# on machines without them; else they stay shared.

set -u
build=$1 out=$2
archive=$build/.libs/libwsp.a

[ -f "$archive" ] || { echo "there is no $archive"; exit 1; }
# other code may link, too, and then use thread-local variables of nobody
grep -q '^pic_mode=yes' "$build/libtool" || {
	echo "$archive is not position-independent (configure --with-pic)"
	exit 1
}

link() {
	${CC:-cc} -shared -o "$out" -Wl,-Bsymbolic -Wl,-soname,libwsp.so \
		-Wl,--version-script="$out.map" \
		-Wl,--whole-archive "$archive" -Wl,--no-whole-archive \
		"$@" -lm -lpthread
}

echo '{ global: wsp_*; local: *; };' >"$out.map"
trap 'rm -f "$out.map"' EXIT
link -Wl,-Bstatic -lisl -lgmp -Wl,-Bdynamic >/dev/null 2>&1 ||
	link -lisl -lgmp
