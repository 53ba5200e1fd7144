#!/bin/sh
# Installs the packages that the adapters of examples/tuners are for into a
# virtual environment, and runs their tests:
#
#	BUILD=build check.sh FOLDER
#
# Needs python3 and PyPI, no GPU.  The module is that of the source tree, on the
# library of the build folder (configure --with-pic), or is installed by pip.

set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
venv=${1:?folder of the virtual environment}
[ -d "$venv" ] || python3 -m venv "$venv"
for package in kernel_tuner pystencils lbmpy triton devito gt4py; do
	"$venv/bin/pip" -q install "$package" ||
		echo "$package cannot be installed: its tests are skipped"
done
library=$BUILD/.libs/libwsp.so
if [ ! -e "$library" ]; then
	library=$venv/libwsp.so
	sh "$top/python/link.sh" "$BUILD" "$library" >/dev/null || library=
fi
if [ -n "$library" ]; then
	WSP_LIBRARY=$library PYTHONPATH=$top/python
	export WSP_LIBRARY PYTHONPATH
else
	"$venv/bin/pip" -q install "$top"
fi
PYTHONDONTWRITEBYTECODE=1; export PYTHONDONTWRITEBYTECODE
"$venv/bin/python" -W ignore "$top/tests/adapters/test_adapters.py"
