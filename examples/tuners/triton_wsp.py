"""Fewer configurations for Triton's autotuner: those that wsp expects to be slow
are not compiled.

    def describe(p):
        return tiled(lambda at: f"{at('a', -1, 0)} + {at('a', 1, 0)}",
                     (p["nx"], p["ny"]), (p["BX"], p["BY"]), p["num_warps"])

    @triton.autotune(configs=[triton.Config({"BX": 128, "BY": 4}), ...],
                     key=["nx", "ny"],
                     prune_configs_by=prune(describe, "h200", keep=4))
    @triton.jit
    def heat(a, b, nx, ny, BX: tl.constexpr, BY: tl.constexpr): ...

describe(p) takes the arguments of the kernel and those of a configuration as
one dict, and gives the kernel in the language of wsp and its launch. tiled()
and transposed() write kernels as Triton spreads a tile over threads.
"""

import math

import wsp

WARP = 32
# Elements of 4 and 8 bytes; a thread accesses up to 16 bytes at once.
TYPES = {4: {1: "float", 2: "float2", 4: "float4"},
         8: {1: "double", 2: "double2"}}


class Layout:
    """Triton's blocked layout of a tile: a thread has "wide" elements side by
    side along x, threads cover x first and then y, and what remains of the
    tile follows a block apart.
    """

    def __init__(self, tile, threads, element):
        self.tile = tile
        self.wide = min(max(TYPES[element]), tile[0],
                        max(1, math.prod(tile) // threads))
        self.type = TYPES[element][self.wide]
        self.across = min(tile[0] // self.wide, threads)
        self.down = min(tile[1], threads // self.across)
        self.parts = [""] if self.wide == 1 else [
            f".{c}" for c in "xyzw"[:self.wide]]

    def groups(self):
        """x / wide and y, in the tile, of each group of thread tx."""
        for y in range(0, self.tile[1], self.down):
            for x in range(0, self.tile[0] // self.wide, self.across):
                yield (f"(tx % {self.across} + {x})",
                       f"(tx / {self.across} % {self.down} + {y})")

    def field(self, name, domain):
        """A field whose elements are such groups."""
        return f"{name}: {self.type}[{domain[0] // self.wide}, {domain[1]}]"

    def store(self, target, values):
        return f"{target} = " + (values[0] if self.wide == 1 else
                                 f"({', '.join(values)})")


def kernel(parameters, lines, domain, tile, threads):
    """One tile is one block."""
    over = (-(-domain[0] // tile[0]) * threads, -(-domain[1] // tile[1]))
    lines = [f"updates {math.prod(tile) // threads}", *lines]
    return (f"kernel tiled({', '.join(parameters)}) over {over} {{\n    "
            + "\n    ".join(lines) + "\n}", {"block": (threads, 1)})


def tiled(value, domain, tile, num_warps, element=4):
    """A pointwise kernel or a stencil. value(at) is the expression stored to
    "out"; at(field, dx, dy) is a load. Loads without an offset along x are
    joined to vectors, as are stores.
    """
    threads = num_warps * WARP
    a = Layout(tile, threads, element)
    offsets = {}
    value(lambda field, dx, dy: offsets.setdefault(field, set()).add(dx))
    joined = {field for field, dx in offsets.items() if dx == {0}}

    def one(x, y, e):
        def at(field, dx, dy):
            if field in joined:
                return f"{field}[{x}, {y} + {dy}]{a.parts[e]}"
            return f"{field}[{a.wide}*({x}) + {dx + e}, {y} + {dy}]"
        return value(at)

    lines = []
    for x, y in a.groups():
        x, y = f"{tile[0] // a.wide}*bx + {x}", f"{tile[1]}*by + {y}"
        lines.append(a.store(f"out[{x}, {y}]",
                             [one(x, y, e) for e in range(a.wide)]))
    parameters = [(a.field(f, domain) if f in joined else
                   f"{f}: {TYPES[element][1]}{list(domain)}") + " restrict"
                  for f in offsets] + [a.field("out", domain)]
    return kernel(parameters, lines, domain, tile, threads)


def transposed(domain, tile, num_warps, element=4):
    """out[y, x] = a[x, y]: a tile is loaded along x, exchanged through shared
    memory and stored along y, as Triton's compiler does.
    """
    threads = num_warps * WARP
    a = Layout(tile, threads, element)
    b = Layout(tile[::-1], threads, element)
    lines = [f"shared t: {TYPES[element][1]}[{tile[0] + 1}, {tile[1]}]"]
    for i, (x, y) in enumerate(a.groups()):
        lines.append(f"v{i} = a[{tile[0] // a.wide}*bx + {x}, {tile[1]}*by + {y}]")
        lines += [f"t[{a.wide}*{x} + {e}, {y}] = v{i}{part}"
                  for e, part in enumerate(a.parts)]
    lines.append("barrier")
    for y, x in b.groups():
        lines.append(b.store(
            f"out[{tile[1] // b.wide}*by + {y}, {tile[0]}*bx + {x}]",
            [f"t[{x}, {b.wide}*{y} + {e}]" for e in range(b.wide)]))
    return kernel([a.field("a", domain), b.field("out", domain[::-1])], lines,
                  domain, tile, threads)


def time_of(describe, device, parameters):
    """The predicted time in seconds; a launch that does not fit takes forever."""
    text, options = describe(parameters)
    try:
        return wsp.estimate(text, device, strides="int32", **options).time
    except wsp.Error:
        return math.inf


def prune(describe, device, keep=4):
    """For triton.autotune(prune_configs_by=...): compile and measure only the
    best ones.
    """

    def perf_model(**parameters):
        return time_of(describe, device, parameters)

    return {"perf_model": perf_model, "top_k": keep}
