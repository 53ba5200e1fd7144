"""Loads and stores that a thread runs in the listings of promoted.cu, whose loops
have 100 trips; atomic updates are stores:

    nvcc -O3 -arch=sm_90 -cubin -o promoted.cubin promoted.cu
    nvdisasm -c promoted.cubin >promoted.sass
    python3 promoted.py promoted.sass >compiled_promoted.csv
"""

import re
import sys

KINDS = {
    "LDG": "loads",
    "STG": "stores",
    "RED": "stores",
    "LDS": "shared_loads",
    "STS": "shared_stores",
}
TRIPS = 100


def functions(path):
    """The lines of code of each kernel: labels and instructions."""
    name, code = None, {}
    for line in open(path):
        section = re.match(r"\.text\.(\w+):", line)
        label = re.match(r"(\.L_\w+):", line)
        instruction = re.match(r"\s+/\*[0-9a-f]+\*/\s+(?:@!?U?P\w+ )?(.*?) ?;", line)
        if section:
            name = section[1]
            code[name] = []
        elif name and (label or instruction):
            code[name].append((label or instruction)[1])
    return code


def loops(code):
    """First and last line of each loop, of which an endless jump behind the end is none."""
    label = {line: i for i, line in enumerate(code) if line.startswith(".L_")}
    for i, line in enumerate(code):
        to = re.match(r"BRA .*`\((\.L_\w+)\)", line)
        if to and label.get(to[1], i) < i - 1:
            yield label[to[1]], i


def row(code):
    count = dict.fromkeys(KINDS.values(), 0)
    spans = set(loops(code))
    for i, line in enumerate(code):
        kind = KINDS.get(line[:3])
        if kind:
            count[kind] += TRIPS ** sum(a <= i <= b for a, b in spans)
    return count


print("kernel," + ",".join(dict.fromkeys(KINDS.values())))
table = {name: row(code) for name, code in functions(sys.argv[1]).items()}
for name in sorted(table):
    print(name + "," + ",".join(str(n) for n in table[name].values()))
