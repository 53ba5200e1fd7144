"""The block size of GT4Py's stencils on GPUs, as wsp expects it to be best.

    from gt4py_wsp import set_block_size

    set_block_size(hdiff, (512, 512, 80), "a100")
    stencil = gtscript.stencil(backend="dace:gpu", definition=hdiff)

The definition is read by GT4Py's frontend; each parallel statement becomes a
kernel of wsp whose temporaries are in memory. GT4Py has one block size for all
kernels: the one with the smallest sum of times. It is 64,8,1 otherwise.
"""

import math

import wsp
from gt4py.cartesian import config
from gt4py.cartesian.definitions import BuildOptions
from gt4py.cartesian.frontend.gtscript_frontend import GTScriptFrontend
from gt4py.cartesian.gtc import gtir
from gt4py.cartesian.gtc.common import LoopOrder

TYPES = {"FLOAT32": "float", "FLOAT64": "double", "INT32": "int32",
         "INT64": "int64"}


class Unsupported(Exception):
    """wsp's language has no word for this part of a stencil."""


class Kernel:
    """One assignment of a stencil."""

    def __init__(self, types):
        self.types = types  # of fields and scalars, by name
        self.fields = {}
        self.scalars = {}

    def text(self, e):
        if isinstance(e, gtir.Literal):
            return str(e.value)
        if isinstance(e, gtir.ScalarAccess):
            self.scalars[e.name] = self.types.get(e.name, "double")
            return f"v_{e.name}"
        if isinstance(e, gtir.FieldAccess):
            o = e.offset
            if e.data_index or not hasattr(o, "i"):
                raise Unsupported(f"an index of {e.name} that is no offset")
            self.fields[e.name] = self.types.get(e.name, "double")
            return f"f_{e.name}[{o.i}, {o.j}, {o.k}]"
        if isinstance(e, gtir.BinaryOp):
            word = {"==": "==", "&&": "and", "||": "or"}.get(e.op.value, e.op.value)
            return f"({self.text(e.left)} {word} {self.text(e.right)})"
        if isinstance(e, gtir.UnaryOp):
            return f"({e.op.value} {self.text(e.expr)})"
        if isinstance(e, gtir.TernaryOp):
            return (f"(if {self.text(e.cond)} then {self.text(e.true_expr)}"
                    f" else {self.text(e.false_expr)})")
        if isinstance(e, gtir.Cast):
            return self.text(e.expr)
        if isinstance(e, gtir.NativeFuncCall):
            return f"{e.func.value}({', '.join(map(self.text, e.args))})"
        raise Unsupported(type(e).__name__)


def statements(body):
    """Assignments, with the condition that guards them or None."""
    for s in body:
        if isinstance(s, gtir.ParAssignStmt):
            yield s, None
        elif isinstance(s, (gtir.FieldIfStmt, gtir.ScalarIfStmt)):
            for branch in filter(None, (s.true_branch, s.false_branch)):
                for inner, _ in statements(branch.body):
                    yield inner, s.cond
        else:
            raise Unsupported(type(s).__name__)


def describe(definition, shape, externals={}, dtypes={}):
    """The kernels of a stencil over (i, j, k) cells; i is the fastest."""
    stencil = GTScriptFrontend.generate(
        definition, externals, dtypes,
        BuildOptions(name=definition.__name__, module=definition.__module__),
        "numpy")
    types = {p.name: TYPES[p.dtype.name] for p in stencil.params
             if p.dtype.name in TYPES}
    extent = ", ".join(str(n) for n in shape)
    kernels = []
    for loop in stencil.vertical_loops:
        if loop.loop_order != LoopOrder.PARALLEL:
            raise Unsupported("a loop along k")
        for statement, condition in statements(loop.body):
            k = Kernel(types)
            line = f"{k.text(statement.left)} = {k.text(statement.right)}"
            if condition is not None:
                line = f"if {k.text(condition)} {{ {line} }}"
            parameters = [f"v_{n}: {t}" for n, t in k.scalars.items()]
            parameters += [f"f_{n}: {t}[{extent}] restrict"
                           for n, t in k.fields.items()]
            kernels.append(f"kernel part{len(kernels)}({', '.join(parameters)})"
                           f" {{\n    {line}\n}}")
    return kernels


def block_size(definition, shape, device="h200", externals={}, dtypes={}):
    """The best block (i, j, k) for all kernels of a stencil together."""
    blocks = " + ".join(f"blocks({n}, dims = 3)" for n in (128, 256, 512, 1024))
    total = {}
    for kernel in describe(definition, shape, externals, dtypes):
        for row in wsp.sweep(kernel, device, over={"block": blocks},
                             strides="int64"):
            block = tuple(int(n) for n in row.block)
            total.setdefault(block, []).append(row.time)
    most = max(len(times) for times in total.values())
    return min((b for b in total if len(total[b]) == most),
               key=lambda b: math.fsum(total[b]))


def set_block_size(definition, shape, device="h200", **types):
    """Make it the block size of stencils that are built from now on."""
    block = block_size(definition, shape, device, **types)
    config.DACE_DEFAULT_BLOCK_SIZE = ",".join(map(str, block))
    return block
