#!/bin/sh
# The Python module on the library of the build folder: a shared library if one
# was built, else a shared object linked from the archive, which needs
# configure --with-pic, as .ci/run says.

skip() {
	echo "skipped: $*"
	exit 77
}

top=$(cd "${srcdir:-$(dirname "$0")/../..}" && pwd)
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null ||
	skip 'there is no python3'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
library=$BUILD/.libs/libwsp.so
if [ ! -e "$library" ]; then
	library=$work/libwsp.so
	sh "$top/python/link.sh" "$BUILD" "$library" >"$work/log" 2>&1 ||
		skip "$(tail -n 1 "$work/log")"
fi
grep -q '^AM_CFLAGS.*-fsanitize' "$BUILD/Makefile" &&
	skip 'python3 does not load a library with sanitizers'

WSP_LIBRARY=$library PYTHONPATH=$top/python PYTHONDONTWRITEBYTECODE=1
export WSP_LIBRARY PYTHONPATH PYTHONDONTWRITEBYTECODE
python3 "$top/tests/python/test_wsp.py"
