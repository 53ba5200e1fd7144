"""The convolution of Kernel Tuner's benchmark hub, for wsp.

15 x 15 weights in constant memory, float, 4096 x 4096 outputs. A thread
computes tile_size_x times tile_size_y outputs that lie a block apart. With
use_shmem the block first loads the cells it needs into shared memory, in loops
that start at the thread's place; use_padding adds columns against bank
conflicts. read_only makes loads without shared memory go through __ldg. Tiles
that do not divide the image have guards. All loops over weights and outputs
are unrolled. Registers are estimated.
"""

KERNEL = """
def columns_more(bx, tx) = if bx % 32 == 0 then 0 else (18 - bx*tx + bx) % 32
def load(value) = if is_ldg == 1 then read_only(value) else value
block_size_x = {block_size_x}; block_size_y = {block_size_y}
tile_size_x = {tile_size_x}; tile_size_y = {tile_size_y}
use_padding = {use_padding}; use_shmem = {use_shmem}; is_ldg = {read_only}
kernel convolution(
        a: float[4110, 4110] restrict, w: float[15, 15] constant,
        o: float[4096, 4096]) over (
              ceil(4096/(block_size_x*tile_size_x))*block_size_x,
              ceil(4096/(block_size_y*tile_size_y))*block_size_y) {{
    X = block_size_x*tile_size_x; Y = block_size_y*tile_size_y
    updates 4096*4096/(ceil(4096/X)*block_size_x*ceil(4096/Y)*block_size_y)
    whole = 4096 % X == 0 and 4096 % Y == 0
    cells = [(tx + k*block_size_x, ty + l*block_size_y)
             for l in 0..tile_size_y-1 for k in 0..tile_size_x-1]
    if use_shmem == 1 {{
        shared t: float[X + 14 + use_padding*columns_more(block_size_x, tile_size_x), Y + 14]
        for j in ty..Y+13 step block_size_y {{
            for i in tx..X+13 step block_size_x {{
                if whole or bx*X + i < 4110 and by*Y + j < 4110 {{
                    t[i, j] = a[bx*X + i, by*Y + j]
                }}
            }}
        }}
        barrier
        for p, q in cells {{
            s = sum(w[i, j]*t[p + i, q + j] for j in 0..14 for i in 0..14)
            if whole or bx*X + p < 4096 and by*Y + q < 4096 {{
                o[bx*X + p, by*Y + q] = s
            }}
        }}
    }} else {{
        for p, q in cells {{
            if whole or bx*X + p < 4096 and by*Y + q < 4096 {{
                o[bx*X + p, by*Y + q] = sum(
                    w[i, j]*load(a[bx*X + p + i, by*Y + q + j])
                    for j in 0..14 for i in 0..14)
            }}
        }}
    }}
}}"""

# What a table leaves out.
DEFAULTS = {"use_padding": 0, "use_shmem": 1, "read_only": 0}


def describe(p):
    """The kernel and its launch, for kernel_tuner_wsp.Predicted."""
    return (KERNEL.format(**{**DEFAULTS, **p}),
            {"block": (p["block_size_x"], p["block_size_y"])})
