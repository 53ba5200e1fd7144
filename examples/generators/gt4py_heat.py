"""A GT4Py stencil: CUDA from its DaCe backend for several blocks, PTX from nvcc; wsp says
which block to set."""

import re
import subprocess
import tempfile
import warnings

import numpy as np
from gt4py.cartesian import backend, config
from gt4py.cartesian.backend.dace_backend import DaCeExtGenerator
from gt4py.cartesian.gtscript import PARALLEL, Field, computation, interval
from gt4py.cartesian.stencil_builder import StencilBuilder

from ask import time_of

NI, NJ, NK = 512, 512, 128


def heat(a: Field[np.float64], b: Field[np.float64]):
    with computation(PARALLEL), interval(...):
        b = 0.25 * (a[-1, 0, 0] + a[1, 0, 0] + a[0, -1, 0] + a[0, 1, 0])


def compiled(bx, by):
    """The PTX for a block, and the name of the kernel."""
    config.DACE_DEFAULT_BLOCK_SIZE = f"{bx},{by},1"
    builder = StencilBuilder(heat, backend=backend.from_name("dace:gpu"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code = DaCeExtGenerator("heat", "heat", builder.backend)()
    code = code["computation"]["computation.hpp"]
    start = code.index("__global__ void")
    end = re.compile(r"^}", re.M).search(code, start).end()
    name = re.search(r"\b(heat\w*)\(", code[start:]).group(1)
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/k.cu", "w") as f:
            f.write('extern "C" ' + code[start:end])
        subprocess.run(["nvcc", "-ptx", "-arch=sm_90", folder + "/k.cu",
                        "-o", folder + "/k.ptx"], check=True)
        return open(folder + "/k.ptx").read(), name


# Layers of K are contiguous in this backend: threads of a block are (k, i, 1).
best = None
for bx, by in [(32, 4), (64, 8), (128, 2), (128, 4)]:
    ptx, name = compiled(bx, by)
    us = time_of(ptx, name,
                 f"I = {NI}, J = {NJ}, K = {NK}, "
                 f"ai = {NK}, aj = {NK * (NI + 2)}, ak = 1, "
                 f"bi = {NK}, bj = {NK * NI}, bk = 1, "
                 f"over = ({-(-NK // bx) * bx}, {-(-NI // by) * by}, {NJ})",
                 f"({bx}, {by}, 1)")
    print(f"gt4py: block {bx},{by},1: {us:.1f} us")
    if best is None or us < best[0]:
        best = (us, bx, by)
print(f"gt4py: DACE_DEFAULT_BLOCK_SIZE = {best[1]},{best[2]},1")
