"""The convolution of Kernel Tuner's benchmark hub, for wsp.

15 x 15 weights, float, 4096 x 4096 cells. A thread computes tile_size_x times
tile_size_y cells that lie a block apart. With use_shmem the block first loads
the cells it needs into shared memory, use_padding adds a column to that array.
All loops over weights are unrolled. read_only makes loads go through the
read-only cache, which is L1 on these GPUs: the language has no word for it.

Registers are stated, not estimated: the compiler reorders the unrolled loops
to need fewer than their order here would. These are read off what it took for
an RTX 2080 Ti (the column regs of KTT's table of this kernel).
"""

N, HALO = 4096, 14


def describe(p):
    """The kernel and its launch, for kernel_tuner_wsp.Predicted."""
    bx, by = p["block_size_x"], p["block_size_y"]
    tx, ty = p["tile_size_x"], p["tile_size_y"]
    w, h = bx * tx, by * ty
    cells = tx * ty
    registers = 28 if cells == 1 else max(60, 20 + 5 * cells // 2)
    shared = p.get("use_shmem", 1)
    column, row = f"{w}*bx + tx", f"{h}*by + ty"
    tile = f"for l in 0..{ty - 1} for k in 0..{tx - 1}"
    cell = (f"t[tx + i + {bx}*k, ty + j + {by}*l]" if shared else
            f"a[{column} + i + {bx}*k, {row} + j + {by}*l]")
    load = f"""
    shared t: float[{w + HALO + p["use_padding"]}, {h + HALO}]
    loop j in 0..{-(-(h + HALO) // by) - 1} {{
        loop i in 0..{-(-(w + HALO) // bx) - 1} {{
            if tx + {bx}*i < {w + HALO} and ty + {by}*j < {h + HALO} {{
                t[tx + {bx}*i, ty + {by}*j] = a[{column} + {bx}*i, {row} + {by}*j]
            }}
        }}
    }}
    barrier"""
    return f"""
kernel convolution(a: float[{N + HALO}, {N + HALO}] restrict,
                   b: float[{N}, {N}]) over ({-(-N // w) * bx}, {-(-N // h) * by}) {{
    updates {cells}{load if shared else ""}
    s = [0 {tile}]
    for j in 0..{HALO} {{
        for i in 0..{HALO} {{
            s = [s[{tx}*l + k] + {cell} * (2 + i + {HALO + 1}*j) {tile}]
        }}
    }}
    for l in 0..{ty - 1} {{
        for k in 0..{tx - 1} {{
            b[{column} + {bx}*k, {row} + {by}*l] = s[{tx}*l + k]
        }}
    }}
}}""", {"block": (bx, by), "registers": registers}
