"""A pystencils kernel: CUDA from pystencils, PTX from nvcc, the block from wsp."""

import subprocess
import tempfile

import pystencils as ps

from ask import best_block

N = 4096
src, dst = ps.fields("src, dst: double[2D]", layout="c")
update = ps.Assignment(
    dst[0, 0], 0.25 * (src[1, 0] + src[-1, 0] + src[0, 1] + src[0, -1]))
kernel = ps.create_kernel(
    [update], ps.CreateKernelConfig(target=ps.Target.CUDA))
cuda = ('#include <stdint.h>\n#define RESTRICT __restrict__\nextern "C" ' +
        kernel.get_c_code())
with tempfile.TemporaryDirectory() as folder:
    with open(folder + "/k.cu", "w") as f:
        f.write(cuda)
    subprocess.run(["nvcc", "-ptx", "-arch=sm_90", folder + "/k.cu",
                    "-o", folder + "/k.ptx"], check=True)
    ptx = open(folder + "/k.ptx").read()

# Sizes and strides in the order of the parameters.
block, us = best_block(
    ptx, "kernel", f"n0 = {N}, n1 = {N}, d0 = {N}, d1 = 1, s0 = {N}, s1 = 1")
print(f"pystencils: block {block}, {us:.1f} us")
