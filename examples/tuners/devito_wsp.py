"""The par-tile of Devito's kernels for GPUs, as wsp expects it to be best.

    from devito_wsp import par_tile

    tile = par_tile(equations, "a100")
    Operator(equations, platform="nvidiaX", language="openacc",
             opt=("advanced", {"par-tile": tile}))

The equations are lowered by Devito; each loop nest that it would run on the
GPU becomes a kernel of wsp with the same loads, stores and operations. A tile
of OpenACC names the innermost loop first, as a block of wsp does.
"""

import sympy as sp
from sympy.printing.str import StrPrinter

import wsp
from devito import Operator
from devito.ir.iet import Expression, FindNodes, retrieve_iteration_tree

TYPES = {2: "half", 4: "float", 8: "double"}


class Printer(StrPrinter):
    """Expressions of one loop nest in the language of wsp."""

    printmethod = "_wsp"  # not that of Devito's own classes

    def __init__(self, dimensions):
        super().__init__()
        self.dimensions = dimensions  # of the loops, the innermost first
        self.fields = {}
        self.scalars = set()

    def _print_Indexed(self, access):
        function = access.function
        offset, name = {}, [f"f_{function.name}"]
        for d, index in zip(function.dimensions, access.indices):
            space = [s for s in self.dimensions if s in index.free_symbols]
            if not space:  # a buffer of its own for each time level
                name.append(str(index))
                continue
            left = int(function._offset_domain[d])
            offset[space[0]] = sp.sympify(index) - space[0] - left
        name = "_".join(name)
        used = [s for s in self.dimensions if s in offset]
        halo = max(max(function._size_halo[d])
                   for d in function.dimensions if d in used or d.root in used)
        self.fields[name] = (TYPES[function.dtype().itemsize], used, int(halo))
        return f"{name}[{', '.join(str(int(offset[s])) for s in used)}]"

    def _print_Symbol(self, symbol):
        self.scalars.add(f"v_{symbol.name}")
        return f"v_{symbol.name}"

    def _print_Pow(self, power, rational=False):
        if power.exp == sp.Rational(1, 2):
            return f"sqrt({self._print(power.base)})"
        if power.exp == -1:
            return f"1/({self._print(power.base)})"
        return f"({self._print(power.base)})^({self._print(power.exp)})"

    def _print_Function(self, call):
        return f"{call.func.__name__.lower()}({', '.join(map(self._print, call.args))})"


def describe(operator):
    """The loop nests of an operator as kernels, each with its dimensions."""
    kernels, seen = [], set()
    for tree in retrieve_iteration_tree(operator):
        space = [i for i in tree if i.dim.is_Space]
        if not space or space[0] in seen:
            continue
        seen.add(space[0])
        dimensions = [i.dim for i in reversed(space)]
        printer = Printer(dimensions)
        lines, locals_ = [], set()
        shape = {}
        for node in FindNodes(Expression).visit(space[0]):
            for function in node.functions:
                if getattr(function, "grid", None):
                    grid = function.grid
                    shape.update(zip(grid.dimensions, grid.shape))
            left = printer.doprint(node.expr.lhs)
            if not node.expr.lhs.is_Indexed:
                locals_.add(left)
            lines.append(f"    {left} = {printer.doprint(node.expr.rhs)}")
        if not shape:
            continue
        parameters = [f"{s}: float" for s in sorted(printer.scalars - locals_)]
        for name, (kind, used, halo) in sorted(printer.fields.items()):
            sizes = ", ".join(str(shape[d.root]) for d in used)
            parameters.append(f"{name}: {kind}[{sizes}] restrict"
                              f" {{ halo = {halo} }}")
        domain = tuple(shape[d.root] for d in dimensions)
        kernels.append((f"kernel nest{len(kernels)}({', '.join(parameters)})"
                        f" over {domain} {{\n" + "\n".join(lines) + "\n}",
                        len(domain)))
    return kernels


def par_tile(equations, device="h200", threads=(128, 256, 512, 1024),
             platform="nvidiaX", language="openacc"):
    """The best tile for each loop nest, as the option par-tile takes it."""
    operator = Operator(equations, platform=platform, language=language)
    tiles = []
    for kernel, dims in describe(operator):
        blocks = " + ".join(f"blocks({n}, dims = {dims})" for n in threads)
        best = wsp.rank(kernel, device, over={"block": blocks}, top=1,
                        strides="int64")[0]
        tiles.append(tuple(int(n) for n in best.block))
    return tuple(tiles)
