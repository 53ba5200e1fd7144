#!/bin/sh
# Installs the generators into a virtual environment and runs their scripts:
#
#	WSP=build/wsp check.sh FOLDER
#
# Needs python3 and PyPI; pystencils and Numba need CUDA's compiler, not a GPU.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
venv=${1:?folder of the virtual environment}
n_passed=0 n_failed=0
[ -d "$venv" ] || python3 -m venv "$venv"
"$venv/bin/pip" -q install numba pystencils triton
for script in "$here"/*_heat.py; do
	if "$venv/bin/python" "$script"; then
		n_passed=$((n_passed + 1))
	else
		n_failed=$((n_failed + 1))
	fi
done
echo "$n_passed passed, $n_failed failed"
[ "$n_failed" = 0 ]
