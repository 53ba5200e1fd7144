"""Cycles of one warp in the loops of a listing, and how often it waits for loads:

    nvcc -std=c++17 -O3 -arch=sm_90 -cubin plain.cu && nvdisasm -c -hex plain.cubin | python3 paces.py

One warp runs through the cycles and scoreboards that the assembler wrote. Prints a row for each
loop: its instructions (without those of loops in it, and of slow paths), cycles of a trip if loads
of global memory take none, and the times that it waits for them, from loads of 10000 and 20000
cycles.
"""

import re
import sys

INSTRUCTION = re.compile(r"\s+/\*[0-9a-f]{4,}\*/\s+(.*?);\s*/\* 0x[0-9a-f]{16} \*/")
SCHEDULED = re.compile(r"\s+/\* 0x([0-9a-f]{16}) \*/")
LABEL = re.compile(r"(\.L_x_\d+):")
TRIPS, JUMP, BARRIER, READ, OTHER = 10, 10, 15, 12, 20
TAKES = (("LDS", 29), ("ATOMS", 60), ("SHFL", 23), ("MUFU", 18), ("LDC", 30), ("ULDC", 30),
         ("S2", 25), ("REDUX", 25), ("I2F", 16), ("F2I", 16), ("F2F", 16), ("POPC", 16), ("FLO", 16),
         ("FRND", 16))
LOADS = ("LDG", "LD.", "ATOMG", "ATOM.")


def functions(listing):
    name, code, labels, text = None, [], {}, None
    for line in listing:
        if found := re.match(r"\.text\.(\S+):", line):
            if name:
                yield name, code, labels
            name, code, labels = found.group(1), [], {}
        elif found := LABEL.match(line):
            labels[found.group(1)] = len(code)
        elif found := INSTRUCTION.match(line):
            text = found.group(1).strip()
        elif (found := SCHEDULED.match(line)) and text:
            bits = int(found.group(1), 16) >> 41
            code.append((text, bits & 15, bits >> 5 & 7, bits >> 8 & 7, bits >> 11 & 63))
            text = None
    if name:
        yield name, code, labels


def opcode(text):
    words = text.split()
    return words[1] if words[0].startswith("@") else words[0]


def target(text, labels):
    found = re.search(r"`\((\.L_x_\d+)\)", text)
    return labels.get(found.group(1)) if found else None


def loops(code, labels):
    ends = {}
    for i, (text, *_) in enumerate(code):
        begin = target(text, labels) if opcode(text).startswith("BRA") else None
        if begin is not None and begin < i:
            ends[begin] = i
    return sorted(ends.items())


def trip(code, labels, begin, end, others):
    """One trip: inner loops and the calls of slow paths are passed over."""
    i, out = begin, []
    while i <= end:
        inner = [b for a, b in others if a == i and a > begin and b <= end]
        if inner:
            i = max(inner) + 1
            continue
        text = code[i][0]
        out.append(i)
        to = target(text, labels) if opcode(text).startswith("BRA") and i < end else None
        if to is not None and i < to <= end:
            decided = text.startswith("@") or re.search(r"BRA\S* !?U?P", text)
            if not decided or any("CALL" in code[j][0] for j in range(i + 1, to)):
                i = to
                continue
        i += 1
    return out


def takes(name, load_cycles):
    if name.startswith(LOADS):
        return load_cycles
    return next((cycles for start, cycles in TAKES if name.startswith(start)), OTHER)


def cycles(code, path, load_cycles):
    now, barriers, marks = 0, [[] for _ in range(6)], []
    for _ in range(TRIPS):
        for text, stall, raised, read, waited in (code[i] for i in path):
            name = opcode(text)
            for k in range(6):
                if waited >> k & 1:
                    now = max([now, *barriers[k]])
                    barriers[k] = []
            if found := re.search(r"DEPBAR\S* SB(\d), (0x[0-9a-f]+|\d+)", text):
                ends, left = sorted(barriers[int(found.group(1))]), int(found.group(2), 0)
                if len(ends) > left:
                    now = max(now, ends[len(ends) - left - 1])
            if raised < 6:
                barriers[raised].append(now + takes(name, load_cycles))
            if read < 6:
                barriers[read].append(now + READ)
            now += max(1, stall) + (BARRIER if name.startswith("BAR") else 0)
        now += JUMP
        marks.append(now)
    return (marks[-1] - marks[TRIPS // 2 - 1]) / (TRIPS - TRIPS // 2)


if __name__ == "__main__":
    print("function,begin,end,instructions,loads,cycles,waits")
    for name, code, labels in functions(sys.stdin):
        others = loops(code, labels)
        for begin, end in others:
            path = trip(code, labels, begin, end, others)
            loads = sum(opcode(code[i][0]).startswith("LDG") for i in path)
            waits = (cycles(code, path, 20000) - cycles(code, path, 10000)) / 10000
            print(f"{name},{begin},{end},{len(path)},{loads},{cycles(code, path, 0):.0f},{waits:.1f}")
