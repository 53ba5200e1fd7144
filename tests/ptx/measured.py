#!/usr/bin/env python3
"""Errors of launches on an H200, asked from PTX and written by hand.

    WSP=build/wsp tests/ptx/measured.py [--rows] FOLDER [SET...]

    WSP=build/wsp tests/ptx/measured.py --classes FOLDER [SET...]

For each set: nvcc writes the PTX of tests/measured/probes/SET.cu into FOLDER; the program itself is
linked to launches.c, which notes down what it launches, with which arguments; `wsp validate` takes
a kernel for each row from that, and the kernels of SET.wsp. Printed are the rows that both predict:
median and 90 % of the errors of time and of instructions of warps, in %, how many times are more
than 3 % apart, and how many measured times lie in their intervals. --rows also lists those that are
apart. --classes prints the errors of instructions from PTX by the unit that runs them, against the
counters of stalls.csv: units of FP64, of special functions, of loads, stores and shuffles (that
also give a warp its threadIdx), of all other arithmetic (ncu's alu and fma), the rest, and all. Needs nvcc and gcc, no GPU. Rows whose
loops data decide need 'trips', which nobody says here: they are left out.
"""

import csv
import math
import os
import re
import statistics
import struct
import subprocess
import sys
from collections import defaultdict, deque

HERE = os.path.dirname(os.path.abspath(__file__))
MEASURED = os.path.join(os.path.dirname(HERE), "measured")
PROBES = os.path.join(MEASURED, "probes")
SETS = """blind blind_loops users_fit users_held updates_held math codes suites chosen fresh kin
novel drawn unseen varied plain met after tenth eleventh""".split()
# sets of users*.cu: what they are compiled with, and the kernels by hand
USERS = {"users_fit": ("", "users"), "users_held": ("", "users"),
         "updates_held": ("-DUPDATES", "updates"), "blind": ("-DBLIND", "blind"),
         "blind_loops": ("-DBLIND_LOOPS", "blind_loops")}
# the share of lanes behind branches on data, as the kernels by hand say it; of several branches
# that follow each other in turn
TAKEN = {"wet_cells": 0.7, "rare_event": 0.05, "count_above": 0.5, "masked": 0.3,
         "monin_obukhov": 0.7, "nfw_lens": 0.3913, "eam_density": 0.5548,
         "tpch_q6": (365 / 2556, 3 / 11, 0.46)}
# kernels of which data choose the elements of arrays, and how many these have, as the kernels by
# hand say it; none are said of shared memory
DRAWN = {"deposit_shared": "", "rs_encode": "", "rc4_streams": "",
         "dihedral_energy": ", p1 = 200000", "skin_vertices": ", p3 = 192",
         "eam_density": ", p0 = {p4}"}
BYTES = {"8": 1, "16": 2, "32": 4, "64": 8}
# sets of stalls.csv, which has the rows of each in their order; its counters are those of one of
# the schedulers of an H200
COUNTED = "fresh suites codes kin chosen drawn unseen novel varied plain".split()
SCHEDULERS = 528
CLASSES = "fp64 special memory arithmetic rest all".split()
POINTERS = range(1 << 32, 1 << 40)  # what launches.c gives


def run(*command, **more):
    return subprocess.run(command, check=True, **more)


def parameters(path):
    """Mangled names of a PTX file, with (type, bytes) of each parameter."""
    kernels = {}
    with open(path) as f:
        text = f.read()
    for m in re.finditer(r"\.entry\s+(\w+)\s*\((.*?)\)", text, re.S):
        kernels[m[1]] = []
        for p in filter(None, map(str.strip, m[2].split(","))):
            kind, bits = re.search(r"\.([ubsf])(8|16|32|64)\b", p).groups()
            many = re.search(r"\[(\d+)\]", p)
            kernels[m[1]].append((kind, BYTES[bits] * int(many[1] if many else 1)))
    return kernels


def compile_set(name, folder):
    """The kernels of a set: PTX file, parameters; and what its program prints."""
    define = USERS[name][0] if name in USERS else ""
    files = [os.path.join(PROBES, name + ".cu")]
    if name in USERS:
        files = sorted(os.path.join(PROBES, f) for f in os.listdir(PROBES)
                       if re.fullmatch(r"users\w*\.cu", f))
    kernels = {}
    for f in files:
        ptx = os.path.join(folder, os.path.basename(f)[:-2] + "ptx")
        if not os.path.exists(ptx):
            run("nvcc", "-w", "-ptx", "-std=c++17", "-O3", "-arch=sm_90", f, "-o", ptx)
        kernels.update({k: (ptx, p) for k, p in parameters(ptx).items()})
    sizes = os.path.join(folder, "sizes")
    with open(sizes, "w") as out:
        for k, (_, p) in kernels.items():
            print(k, *(n for _, n in p), file=out)
    program = os.path.join(folder, ("users" + define if name in USERS else name) + ".program")
    if not os.path.exists(program):
        objects = []
        for f in ("launches", "launches_rest"):
            objects.append(os.path.join(folder, f + ".o"))
            run("nvcc", "-w", "-c", os.path.join(HERE, f + ".c"), "-o", objects[-1])
        run("nvcc", "-w", "-std=c++17", "-Xptxas", "-O0", "-arch=sm_90", "-cudart", "none",
            *filter(None, [define]), *files, *objects, "-o", program)
    said = run(program, env=dict(os.environ, PARAMS=sizes), stdout=subprocess.PIPE,
               stderr=subprocess.DEVNULL, text=True).stdout
    return kernels, said


def key_of(row):
    return tuple(row.get(k) or "0" for k in "kernel type nx ny nz bx by bz width shared".split())


def launches(said):
    """The launches that a program prints a row for: the last one before it."""
    found, last, head = defaultdict(deque), None, None
    for line in said.splitlines():
        if line.startswith("@"):
            last = line.split()[1:]
        elif head is None:
            head = line.split(",")
        elif line.count(",") == len(head) - 1:
            found[key_of(dict(zip(head, line.split(","))))].append(last)
    return found


def taken(path, kernel, shares, given):
    """'taken' of a kernel: of several shares the n-th for each n-th line that data decide."""
    if isinstance(shares, float):
        return f"taken = {shares}"
    text = f'print ptx("{path}", "{kernel}", {", ".join(given)}, taken = [(1, 0.5)])'
    said = subprocess.run([os.environ.get("WSP", "wsp"), "-e", text], stderr=subprocess.PIPE,
                          stdout=subprocess.DEVNULL, text=True).stderr
    lines = re.search(r"they do in lines ([0-9, ]+)", said)[1].split(", ")
    return "taken = [%s]" % ", ".join(f"({n}, {shares[i % len(shares)]:.6f})"
                                      for i, n in enumerate(lines))


def definition(name, kernels, launch, kernel):
    ptx, params = kernels[launch[0]]
    grid, block = (list(map(int, launch[i:i + 3])) for i in (1, 4))
    over = [n * b for n, b in zip(grid, block)]
    given = []
    for i, ((kind, n), text) in enumerate(zip(params, launch[8:])):
        value = struct.unpack({1: "b", 2: "h", 4: "i", 8: "q"}.get(n, "0s"),
                              bytes.fromhex(text)[:n if n in (1, 2, 4, 8) else 0])
        if kind in "us" and value[0] not in POINTERS:
            given.append(f"p{i} = {value[0]}")
    if kernel in DRAWN:
        values = dict(g.split(" = ") for g in given)
        given.append('gather = "random"' + DRAWN[kernel].format(**values))
    given.append("over = (%d, %d, %d), block = (%d, %d, %d)" % (*over, *block))
    if kernel in TAKEN:
        given.append(taken(ptx, launch[0], TAKEN[kernel], given))
    return over, f'def {name}() = ptx("{ptx}", "{launch[0]}", {", ".join(given)})\n'


def validate(table, kernels):
    wsp = os.environ.get("WSP", "wsp")
    text = subprocess.run([wsp, "validate", table, "--kernels", kernels, "--device", "h200",
                           "--time", "600", "--format", "csv"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True).stdout
    return {int(r["line"]): r for r in csv.DictReader(text.splitlines())
            if (r["line"] or "").isdigit()}


def error(row, what):
    cell = {k.split(" [")[0]: v for k, v in row.items()}
    try:
        return float(cell[what + ".predicted"]) / float(cell[what + ".measured"]) - 1
    except (KeyError, ValueError, ZeroDivisionError):
        return None


def summary(errors):
    e = sorted(abs(100 * x) for x in errors if x is not None)
    if not e:
        return ""
    return "%.1f (%.1f)" % (statistics.median(e), e[round(0.9 * (len(e) - 1))])


def is_inside(row):
    cell = {k.split(" [")[0]: v for k, v in row.items()}
    return float(cell["time_low"]) <= float(cell["time.measured"]) <= float(cell["time_high"])


def ask(name, folder):
    """The rows of a set that its program launches, and their kernels in SET.wsp."""
    kernels, said = compile_set(name, folder)
    found = launches(said)
    with open(os.path.join(MEASURED, "h200", name + ".csv")) as f:
        rows = list(csv.DictReader(f))
    for i, r in enumerate(rows):
        r["row"] = i
    rows = [r for r in rows if key_of(r) in found]
    drop = set("type width offset strides fx fy fz".split())
    script, table, hand = (os.path.join(folder, name + end) for end in (".wsp", ".csv", "_hand.csv"))
    with open(script, "w") as s, open(table, "w") as t, open(hand, "w") as h:
        columns = [c for c in rows[0] if c != "row"]
        by_hand = csv.DictWriter(h, columns, extrasaction="ignore")
        asked = csv.DictWriter(t, [c for c in columns if c not in drop], extrasaction="ignore")
        by_hand.writeheader()
        asked.writeheader()
        for i, r in enumerate(rows):
            queue = found[key_of(r)]
            launch = queue.popleft() if len(queue) > 1 else queue[0]
            own = f"k{i}_{r['kernel']}"
            over, text = definition(own, kernels, launch, r["kernel"])
            s.write(text)
            by_hand.writerow(r)
            asked.writerow(dict(r, kernel=own, nx=over[0], ny=over[1], nz=over[2]))
            r["own"] = own
            r["blocks"] = math.prod(map(int, launch[1:4]))
    return rows, script, table, hand


def score(name, folder):
    _, script, table, hand = ask(name, folder)
    p = validate(table, script)
    h = validate(hand, os.path.join(PROBES, (USERS[name][1] if name in USERS else name) + ".wsp"))
    return [(name, i, h[i]["kernel"], h[i]["block"], error(p[i], "time"), error(h[i], "time"),
             error(p[i], "warp_instructions"), error(h[i], "warp_instructions"),
             is_inside(p[i]), is_inside(h[i])) for i in sorted(set(p) & set(h))]


def show(name, rows):
    apart = [r for r in rows if abs((1 + r[4]) / (1 + r[5]) - 1) > 0.03]
    near = sum(abs(r[4]) < abs(r[5]) for r in apart)
    print("| %s | %d | %s | %d (%d) | %.0f (%.0f) |" % (
        name, len(rows), " | ".join(summary([r[k] for r in rows]) for k in (4, 5, 6, 7)),
        len(apart), near, *(100 * sum(r[k] for r in rows) / len(rows) for k in (8, 9))),
        flush=True)
    return apart


def counted(name):
    """Instructions of all warps by class, by the row of the set."""
    with open(os.path.join(MEASURED, "h200", "stalls.csv")) as f:
        rows = [r for r in csv.DictReader(f) if r["set"] == name]
    result = []
    for r in rows:
        n = {k: SCHEDULERS * float(r[k]) for k in "fp64 xu lsu alu fma instructions".split()}
        parts = [n["fp64"], n["xu"], n["lsu"], n["alu"] + n["fma"]]
        result.append(parts + [n["instructions"] - sum(parts), n["instructions"]])
    return result


def classes(name, folder):
    """(class, predicted, counted, of all counted) of each launch that PTX predicts."""
    rows, script, table, _ = ask(name, folder)
    known = validate(table, script)
    text = os.path.join(folder, name + "_classes.wsp")
    with open(text, "w") as f:
        print(f'import "{script}"', file=f)
        for line, r in enumerate(rows, 2):
            if line not in known:
                continue
            more = f", shared = {r['shared']}" if int(r.get("shared") or 0) > 0 else ""
            print(f"e = estimate {r['own']}() on h200 with block = ({r['bx']}, {r['by']}, {r['bz']}), "
                  f"registers = {r['regs']}, cache = cold{more}", file=f)
            print("u = (roofline(e) kind instruction).mix.pipe", file=f)
            print(f"print {r['row']}, [x/(1 inst) for x in [u.fp64, u.special, u.memory, "
                  "u.fp32 + u.fp16 + u.integer, u.rest + u.matrix]]", file=f)
    said = subprocess.run([os.environ.get("WSP", "wsp"), "--time", "600", text],
                          stdout=subprocess.PIPE, text=True).stdout
    truth, found, of_row = counted(name), [], {r["row"]: r for r in rows}
    for line in said.splitlines():
        i, n = line.split(" ", 1)
        n = [float(x) for x in re.findall(r"[0-9.]+(?:e[-+]?\d+)?", re.sub("±[0-9.]+%", "", n))]
        # units of loads read threadIdx, once for each axis of a block
        shape = [int(of_row[int(i)][k]) for k in ("bx", "by", "bz")]
        warps = -(-math.prod(shape) // 32) * int(of_row[int(i)]["blocks"])
        indices = warps * sum(x > 1 for x in shape)
        n[2] += indices
        n[4] -= indices
        n.append(sum(n))
        found += [(CLASSES[k], n[k], truth[int(i)][k], truth[int(i)][-1]) for k in range(len(n))]
    return found


def show_classes(name, found):
    """Errors of launches that have at least 1 % of their instructions in the class."""
    cells = []
    for c in CLASSES:
        rows = [(p, q) for k, p, q, all_ in found if k == c and q > 0.01 * all_]
        cells.append(f"{summary([p / q - 1 for p, q in rows])}, {len(rows)}" if rows else "")
    print("| %s | %s |" % (name, " | ".join(cells)), flush=True)


def main():
    args = [a for a in sys.argv[1:] if not a.startswith("--")]
    folder, names = os.path.abspath(args[0]), args[1:]
    os.makedirs(folder, exist_ok=True)
    if "--classes" in sys.argv:
        print("| | " + " | ".join(CLASSES) + " |\n|---" + "|---" * len(CLASSES) + "|")
        everything = []
        for name in names or COUNTED:
            rows = classes(name, folder)
            everything += rows
            show_classes(name, rows)
        show_classes("all", everything)
        return
    names = names or SETS
    print("| | launches | time, PTX | by hand | instructions, PTX | by hand | more than 3 % apart "
          "(PTX nearer) | inside, PTX (by hand) |\n|---|---|---|---|---|---|---|---|")
    everything = []
    for name in names:
        rows = score(name, folder)
        everything += rows
        show(name, rows)
    apart = show("all", everything)
    if "--rows" in sys.argv:
        for r in sorted(apart, key=lambda r: abs(r[5]) - abs(r[4])):
            print("%-12s %4d %-20s %-14s %6.1f %6.1f" % (*r[:4], 100 * r[4], 100 * r[5]))


main()
