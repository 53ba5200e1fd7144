"""Loops of run-time length around the sizes at which nvcc and its assembler join fewer trips.

    python3 joined.py cu >joined.cu && nvcc -O3 -arch=sm_90 -ptx joined.cu &&
    ptxas -arch sm_90 -O3 -o joined.cubin joined.ptx && nvdisasm -c joined.cubin >joined.sass
    python3 joined.py wsp >joined.wsp
    python3 joined.py csv joined.sass >compiled_joined.csv

KIND_FORM_N has N operations or accesses of a kind in a trip.  Form "tile" is shared out among the
128 threads of a block, "row" goes through a row of its own, "column" through a column, and "step"
moves by the extent of the block.  Trips that are joined are the most loads, stores or, where a trip
has none, shared loads of a loop in SASS over those of a trip.
"""
import re
import sys

FORMS = {
    # loop of C, loop of wsp, index in C, index in wsp
    "tile": ("for (int c = tx; c < m; c += 128)", "loop c in tx..m - 1 step 128"),
    "row": ("for (int c = 0; c < m; ++c)", "loop c in 0..m - 1"),
    "column": ("for (int c = 0; c < m; ++c)", "loop c in 0..m - 1"),
    "step": ("for (int c = tx; c < m; c += blockDim.x)", "loop c in tx..m - 1 step bdx"),
}


def at(form):
    """Element c of what the thread or its block has, in C and in wsp."""
    if form == "column":
        return "a[c * n + i]", "a[x, c, 0]"
    return "a[c + from]", "a[c, x]" if form == "row" else "a[c, bx]"


UNROLLED = "_Pragma(\"unroll\") for (int k = 0; k < %d; ++k) %s", "for k in 0..%d { %s }"


def unrolled(n, c, w):
    return UNROLLED[0] % (n, c), UNROLLED[1] % (n - 1, w)


def chain(form, n, c, w):
    """n operations in turn on what is loaded."""
    load, each = at(form), unrolled(n, "v = %s;" % c, "v = %s" % w)
    return ["float v = %s;" % load[0], each[0], "s += v;"], ["v = " + load[1], each[1], "s += v"]


def loads(form, n, factor=""):
    each = unrolled(n, "s += %s a[c + k * m];" % factor, "s += %sa[c, 0*x + k]" % factor)
    return [each[0]], [each[1]]


def stores(form, n):
    load, each = at(form), unrolled(n, "b[c + k * m] = v;", "b[c, 0*x + k] = v")
    return ["float v = f * %s;" % load[0], each[0]], ["v = f*" + load[1], each[1]]


KINDS = {
    "add": (lambda f, n: chain(f, n, "v + g", "v + g"), 1),
    "mul": (lambda f, n: chain(f, n, "v * g", "v*g"), 1),
    "fma": (lambda f, n: chain(f, n, "v * f + g", "v*f + g"), 1),
    "max": (lambda f, n: chain(f, n, "fmaxf(v * f, g)", "max(v*f, g)"), 1),
    "load": (loads, "n"),
    "dot": (lambda f, n: loads(f, n, "f*"), "n"),
    "store": (stores, 1),
}

SIZES = {
    "add": {"tile": (2, 8, 9, 43, 44, 50), "row": (3, 8, 10, 30, 46), "column": (4, 7, 9, 20, 48),
            "step": (2, 20)},
    "mul": {"tile": (4, 9, 11, 42, 46), "row": (5, 8, 12, 40, 50)},
    "fma": {"tile": (1, 4, 8, 9, 16, 21, 22, 30, 43, 45), "row": (2, 6, 8, 10, 15, 24, 40, 48),
            "column": (1, 5, 8, 10, 20, 26, 45), "step": (3, 12)},
    "max": {"tile": (2, 4, 5, 20, 23), "row": (1, 4, 6, 25)},
    "load": {"tile": (1, 2, 3, 4, 6, 7, 10, 12, 17, 24), "step": (1, 4)},
    "dot": {"tile": (1, 2, 3, 4, 6, 9, 12, 16, 20)},
    "store": {"tile": (4, 6, 8, 12, 16, 20), "step": (2,)},
}


def kernels():
    for kind, forms in SIZES.items():
        for form, sizes in forms.items():
            for n in sizes:
                yield "%s_%s_%d" % (kind, form, n), kind, form, n


def print_cu():
    for name, kind, form, n in kernels():
        body = KINDS[kind][0](form, n)[0]
        print('extern "C" __global__ void %s(const float *__restrict__ a, float *__restrict__ b, '
              "float *__restrict__ o, int n, int m, float f, float g)" % name)
        print("{\n\tint tx = threadIdx.x, i = blockIdx.x * blockDim.x + tx, from = %s * m;" %
              ("i" if form == "row" else "blockIdx.x"))
        print("\tfloat s = 0;\n\n\t%s {" % FORMS[form][0])
        print("\n".join("\t\t" + line for line in body))
        print("\t}\n\to[i] = s;\n}\n")


def print_wsp():
    print("# The kernels of joined.py, which wrote this file.")
    for name, kind, form, n in kernels():
        body = KINDS[kind][0](form, n)[1]
        m = 4096 if form in ("column", "row") else 524288
        shape = {"column": "[nx, 4096, 1]", "row": "[4096, nx]"}.get(form, "[524288, nx/128]")
        print("\nkernel %s(a, b: float%s restrict, o: float[nx] restrict, f, g: float, "
              "m: int32 = %d) over (12800) {" % (name, shape, m))
        print("    s = float(0)\n    %s {" % FORMS[form][1])
        print("\n".join("        " + line for line in body))
        print("    }\n    o[x] = s\n}")


def print_csv(path):
    most, name, first, code, jumps = {}, None, {}, [], []

    def end():
        spans = [code[a:b + 1] for a, b in jumps if b > a + 2]
        most[name] = max([(sum(c == "LDG" for c in s), sum(c == "STG" for c in s))
                          for s in spans] or [(0, 0)])

    for line in open(path):
        label = re.match(r"(\.L_x_\d+):", line)
        inst = re.match(r"\s+/\*[0-9a-f]+\*/\s+(?:@!?U?P\w+ )?\s*([A-Z0-9]+)\S*(.*);", line)
        section = re.match(r"\s*\.section\s+\.text\.(\w+)", line)
        if section:
            if name:
                end()
            name, first, code, jumps = section[1], {}, [], []
        elif label:
            first[label[1]] = len(code)
        elif inst:
            target = re.search(r"`\((\.L_x_\d+)\)", inst[2])
            if inst[1] == "BRA" and target and target[1] in first:
                jumps.append((first[target[1]], len(code)))
            code.append(inst[1])
    end()
    print("kernel,joined")
    for name, kind, form, n in kernels():
        each = KINDS[kind][1]
        print("%s,%d" % (name, most[name][0] // (n if each == "n" else each)))


if sys.argv[1] == "csv":
    print_csv(sys.argv[2])
else:
    print_cu() if sys.argv[1] == "cu" else print_wsp()
