"""An lbmpy kernel, D3Q19: CUDA from lbmpy, PTX from nvcc, the block from wsp."""

import subprocess
import tempfile

import pystencils as ps
from lbmpy import (LBMConfig, LBStencil, Method, Stencil,
                   create_lb_update_rule)

from ask import best_block

N = 256
rule = create_lb_update_rule(lbm_config=LBMConfig(
    stencil=LBStencil(Stencil.D3Q19), method=Method.SRT, relaxation_rate=1.6))
kernel = ps.create_kernel(rule, ps.CreateKernelConfig(target=ps.Target.CUDA))
cuda = ('#include <stdint.h>\n#define RESTRICT __restrict__\nextern "C" ' +
        kernel.get_c_code())
with tempfile.TemporaryDirectory() as folder:
    with open(folder + "/k.cu", "w") as f:
        f.write(cuda)
    subprocess.run(["nvcc", "-ptx", "-arch=sm_90", folder + "/k.cu",
                    "-o", folder + "/k.ptx"], check=True)
    ptx = open(folder + "/k.ptx").read()

# Sizes with ghost layers, then strides of x, y, z and of a population, in the
# order of the parameters; lbmpy's default layout is a structure of arrays.
M = N + 2
block, us = best_block(
    ptx, "kernel",
    f"n0 = {M}, n1 = {M}, n2 = {M}, s0 = 1, s1 = {M}, s2 = {M * M}, "
    f"s3 = {M ** 3}", dims=3)
print(f"lbmpy: block {block}, {N ** 3 / us / 1000:.1f} GLUP/s")
