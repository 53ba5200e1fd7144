"""The launch of a kernel of pystencils or lbmpy, as wsp expects it to be best.

    from pystencils_wsp import configure

    config = ps.CreateKernelConfig(target=ps.Target.CUDA)
    best = configure(config, rule, (512, 512, 512), "a100")
    kernel = ps.create_kernel(rule, config)

rule is what create_kernel() takes: assignments, or a collection of them such
as an update rule of lbmpy. describe() gives it in the language of wsp: the
assignments are translated as they are, so that loads, stores and flops are
those of the generated kernel. configure() ranks all blocks and puts the best
one into the configuration; pystencils takes (8, 8, 4) otherwise.
"""

import sympy as sp
from sympy.printing.str import StrPrinter

import pystencils as ps
import wsp

TYPES = {16: "half", 32: "float", 64: "double"}


def axes(field):
    """The coordinates of a field from the fastest in memory to the slowest,
    as wsp orders them.
    """
    return tuple(reversed(field.layout))


class Printer(StrPrinter):
    """Expressions of SymPy in the language of wsp."""

    def _print_Access(self, access):
        spatial = ", ".join(self._print(access.offsets[axis])
                            for axis in axes(access.field))
        parts = [f"[{int(i)}]" for i in access.index]
        return f"{access.field.name}{''.join(parts)}[{spatial}]"

    def _print_Pow(self, power, rational=False):
        if power.exp == sp.Rational(1, 2):
            return f"sqrt({self._print(power.base)})"
        return super()._print_Pow(power, rational).replace("**", "^")

    def _print_Symbol(self, symbol):
        return "v_" + symbol.name

    def _print_Piecewise(self, piecewise):
        (first, condition), *rest = piecewise.args
        if condition == True or not rest:  # noqa: E712, a SymPy truth value
            return self._print(first)
        others = self._print_Piecewise(sp.Piecewise(*rest, evaluate=False))
        return (f"(if {self._print(condition)} then {self._print(first)} "
                f"else {others})")


def assignments_of(rule):
    return list(getattr(rule, "all_assignments", rule))


def describe(rule, shape, name="generated"):
    """The kernel for cells of that shape, in the coordinates of pystencils."""
    rule = assignments_of(rule)
    printer = Printer()
    fields, symbols, lines, known = {}, {}, [], set()
    for one in rule:
        for access in one.atoms(ps.Field.Access):
            fields[access.field.name] = access.field
        for symbol in one.rhs.free_symbols - known:
            if type(symbol) is not ps.Field.Access:
                symbols[symbol.name] = symbol
        known.add(one.lhs)
        lines.append(f"    {printer.doprint(one.lhs)} = {printer.doprint(one.rhs)}")
    parameters = [f"v_{s}: double" for s in sorted(symbols)]
    for field in sorted(fields.values(), key=lambda f: f.name):
        count = 1
        for n in field.index_shape:
            count *= int(n)
        extent = ", ".join(str(shape[axis]) for axis in axes(field))
        parameters.append(
            f"{field.name}: {TYPES[field.dtype.numpy_dtype.itemsize * 8]}"
            + (f"[{count}]" if field.index_shape else "") + f"[{extent}] restrict")
    return (f"kernel {name}({', '.join(parameters)}) {{\n"
            + "\n".join(lines) + "\n}")


def rank(rule, shape, device="h200", top=None):
    """All blocks of 128 to 1024 threads, the best first. The strides of the
    generated code are arguments of 64 bits.
    """
    dims = len(shape)
    return wsp.rank(describe(rule, shape), device, top=top, strides="int64",
                    over={"block": " + ".join(f"blocks({n}, dims = {dims})"
                                              for n in (128, 256, 512, 1024))})


def configure(config, rule, shape, device="h200"):
    """Set the block of a configuration to the best one; gives its row of the
    ranking.
    """
    best = rank(rule, shape, device, top=1)[0]
    config.gpu.default_block_size = (*best.block, 1, 1)[:3]
    return best
