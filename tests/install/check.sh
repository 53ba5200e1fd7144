#!/bin/sh
# Check an installation: the program runs, and a C program builds and runs that
# finds the library through pkg-config.
#
#	PREFIX=/usr BINDIR=/usr/bin LIBDIR=/usr/lib DOCDIR=/usr/share/doc/wsp \
#		check.sh SRCDIR

set -u
srcdir=$(cd "$1" && pwd)
box=$(mktemp -d)
trap 'cd /; rm -rf "$box"' EXIT
cd "$box" || exit 1
. "$srcdir/tests/count.sh"

PKG_CONFIG_PATH=$LIBDIR/pkgconfig; export PKG_CONFIG_PATH
# a staged installation (DESTDIR) is not where wsp.pc says; without a shared
# library the private libraries of wsp.pc are needed, too
static=--static
[ ! -e "$LIBDIR/libwsp.so" ] || static=
flags() {
	${PKG_CONFIG:-pkg-config} --define-variable=prefix="$PREFIX" "$@" wsp
}
compile() {
	${CC:-cc} ${CFLAGS-} $(flags --cflags) "$srcdir/tests/install/example.c" \
		-o example ${LDFLAGS-} $(flags --libs $static) \
		-Wl,-rpath,"$LIBDIR"
}
run_example() {
	./example >got || return 1
	cat got
	grep -q '^load: [0-9.]* B/LUP$' got &&
	grep -q '^limiter: dram$' got &&
	grep -q '^error at 2:' got
}
only_wsp() {
	for library in "$LIBDIR"/libwsp.so "$LIBDIR"/libwsp.dylib; do
		[ -e "$library" ] || continue
		nm -D --defined-only "$library" | awk '$2 ~ /[TDBR]/ { print $3 }' |
			grep -v '^wsp_' && return 1
	done
	return 0
}

# Every link of an installed document leads to a file.
links() {
	bad=0
	for document in "$DOCDIR"/*.md "$DOCDIR"/doc/*.md \
		"$DOCDIR"/doc/editors/*.md; do
		[ -e "$document" ] || { echo "there is no $document"; bad=1; }
		for link in $(awk '/^```/ { code = !code } !code' "$document" |
			sed 's/`[^`]*`//g' | grep -oE '\]\([^)# ]+' |
			sed 's/](//' | grep -v '^http'); do
			[ -e "${document%/*}/$link" ] ||
				{ echo "$document: $link"; bad=1; }
		done
	done
	return $bad
}

check 'pkg-config finds it' flags --modversion
check 'the example builds' compile
check 'the example runs' run_example
check 'the library shows wsp_ alone' only_wsp
check 'links in documents' links
check 'the program runs' "$BINDIR/wsp" -e 'assert 1 + 1 == 2'
count_done
