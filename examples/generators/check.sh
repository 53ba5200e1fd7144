#!/bin/sh
# Installs the generators into a virtual environment and runs their scripts:
#
#	WSP=build/wsp check.sh FOLDER
#
# Needs python3, PyPI and CUDA's compiler (nvcc in the PATH), not a GPU.  With
# KEEP=FOLDER the PTX that they made stays there; tests/ptx has it.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
venv=${1:?folder of the virtual environment}
n_passed=0 n_failed=0
[ -d "$venv" ] || python3 -m venv "$venv"
"$venv/bin/pip" -q install gt4py lbmpy numba pystencils triton
for script in "$here"/*_*.py; do
	if "$venv/bin/python" "$script"; then
		n_passed=$((n_passed + 1))
	else
		n_failed=$((n_failed + 1))
	fi
done
echo "$n_passed passed, $n_failed failed"
[ "$n_failed" = 0 ]
