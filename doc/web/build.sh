#!/bin/sh
# Build the page into BUILD/web/page: GMP, isl, libwsp and the server become
# WebAssembly, and the modules of doc/web are put beside them.
#
#	SOURCES="..." VERSION=... build.sh TOP BUILD
#
# The sources of GMP and isl are Debian's, fetched with a list of sources of our
# own, so that those of the system stay as they are.  They are kept in
# BUILD/web/sources, their libraries in BUILD/web/deps.

set -eu
top=$(cd "$1" && pwd) build=$(cd "$2" && pwd)
web=$build/web
mkdir -p "$web/sources" "$web/page"
CC=$top/doc/web/cc.sh CCACHE=$(command -v ccache || true)
export CC CCACHE
jobs=${JOBS:-$(nproc)}

sh "$top/doc/web/need.sh" emcc emscripten
sh "$top/doc/web/need.sh" xz xz-utils

# fetch NAME: unpack Debian's source of it into sources/NAME
fetch() {
	[ ! -d "$web/sources/$1" ] || return 0
	echo "  FETCH    $1"
	cd "$web/sources"
	mkdir -p lists/partial cache/archives/partial
	release=$(. /etc/os-release && echo "$VERSION_CODENAME")
	echo "deb-src http://deb.debian.org/debian $release main" >sources.list
	set -- "$1" -q -o Dir::Etc::sourcelist="$PWD/sources.list" \
		-o Dir::Etc::sourceparts=- -o Dir::State::lists="$PWD/lists" \
		-o Dir::Cache="$PWD/cache" -o APT::Sandbox::User=root
	name=$1
	shift
	[ -e lists/updated ] || apt-get "$@" update >fetch.log 2>&1
	: >lists/updated
	apt-get "$@" --only-source --download-only source "$name" \
		>fetch.log 2>&1 || { cat fetch.log >&2; exit 1; }
	mkdir "$name.new"
	tar -xf "$name"_*.orig.tar.* -C "$name.new" --strip-components=1
	mv "$name.new" "$name"
}

# in_folder NAME: an empty folder to build it in
in_folder() {
	echo "  BUILD    $1"
	rm -rf "$web/$1"
	mkdir "$web/$1"
	cd "$web/$1"
	cp "$top/build-aux/config.sub" "$top/build-aux/config.guess" \
		"$web/sources/$1/"
}

# Debian's GMP comes without its manual, whose Makefile configure asks for.
build_gmp() {
	fetch gmp
	in_folder gmp
	mkdir -p ../sources/gmp/doc
	echo 'all install:' >../sources/gmp/doc/Makefile.in
	../sources/gmp/configure -q --host=none --disable-assembly \
		--disable-shared --prefix="$web/deps" CFLAGS=-O2 \
		CC_FOR_BUILD=gcc ABI=standard AR=emar RANLIB=emranlib
	make -j "$jobs" SUBDIRS='mpn mpz mpq mpf printf scanf rand' install
}

build_isl() {
	fetch isl
	in_folder isl
	../sources/isl/configure -q --host=wasm32-unknown-emscripten \
		--disable-shared --prefix="$web/deps" CC_FOR_BUILD=gcc \
		--with-gmp-prefix="$web/deps" CFLAGS=-O2 \
		CPPFLAGS=-D_GNU_SOURCE AR=emar RANLIB=emranlib
	make gitversion.h
	make -j "$jobs" libisl.la
	make install-libLTLIBRARIES install-pkgincludeHEADERS \
		install-nodist_pkgincludeHEADERS
}

for name in gmp isl; do
	if [ ! -f "$web/deps/lib/lib$name.a" ]; then
		( "build_$name" ) >"$web/$name.log" 2>&1 || {
			tail -20 "$web/$name.log" >&2
			echo "web: $name cannot be built, see $web/$name.log" >&2
			exit 1
		}
	fi
done

cd "$web"
make -j "$jobs" -s -f "$top/doc/web/wasm.mk" TOP="$top" BUILD="$build" \
	DEPS="$web/deps" SOURCES="$SOURCES" VERSION="$VERSION"
cp "$top"/doc/web/*.html "$top"/doc/web/*.css "$top"/doc/web/*.svg \
	"$top"/doc/web/*.js page/
sh "$top/doc/web/names.sh" "$top" >page/names.js
sh "$top/doc/web/examples.sh" "$top" >page/examples.js
echo "The page is in $web/page: python3 -m http.server -d $web/page"
