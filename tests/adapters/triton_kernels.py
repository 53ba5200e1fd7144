"""Kernels of Triton: pointwise, a stencil, a transpose."""

import triton
import triton.language as tl


@triton.jit
def scale(a, b, nx, ny, BX: tl.constexpr, BY: tl.constexpr):
    x = tl.program_id(0) * BX + tl.arange(0, BX)[None, :]
    y = tl.program_id(1) * BY + tl.arange(0, BY)[:, None]
    tl.store(b + y * nx + x, tl.load(a + y * nx + x) * 3)


@triton.jit
def heat(a, b, nx, ny, BX: tl.constexpr, BY: tl.constexpr):
    x = tl.program_id(0) * BX + tl.arange(0, BX)[None, :]
    y = tl.program_id(1) * BY + tl.arange(0, BY)[:, None]
    i = y * nx + x
    ok = (x >= 1) & (x < nx - 1) & (y >= 1) & (y < ny - 1)
    s = tl.load(a + i - 1, ok) + tl.load(a + i + 1, ok)
    s += tl.load(a + i - nx, ok) + tl.load(a + i + nx, ok)
    tl.store(b + i, s * 0.25, ok)


@triton.jit
def transpose(a, b, nx, ny, BX: tl.constexpr, BY: tl.constexpr):
    x = tl.program_id(0) * BX + tl.arange(0, BX)[None, :]
    y = tl.program_id(1) * BY + tl.arange(0, BY)[:, None]
    tl.store(b + x * ny + y, tl.load(a + y * nx + x))
