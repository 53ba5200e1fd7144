"""A Numba kernel: PTX without a GPU, then the block for the launch."""

import os

os.environ.setdefault("CUDA_HOME", "/usr/local/cuda")
from numba import cuda, float64  # noqa: E402

from ask import best_block  # noqa: E402

N = 4096


def heat(a, b):
    x, y = cuda.grid(2)
    if x >= 1 and x < a.shape[1] - 1 and y >= 1 and y < a.shape[0] - 1:
        b[y, x] = 0.25 * (a[y, x-1] + a[y, x+1] + a[y-1, x] + a[y+1, x])


ptx, _ = cuda.compile_ptx(heat, (float64[:, ::1], float64[:, ::1]), cc=(8, 0))

# An array of two dimensions is nine parameters: data and shape are 4, 5 and 6 of
# the first, 13, 14 and 15 of the second.  The code reads five of them.
block, us = best_block(ptx, "heat", f"p5 = {N}, p6 = {N}, p15 = {N}")
print(f"numba: heat[grid, {block}], {us:.1f} us")
