"""How often straight code waits for loads, by what the assembler says:

    nvcc -O3 -arch=sm_90 -cubin folds.cu && nvdisasm -c -hex folds.cubin | python3 batches.py

An instruction has 21 bits for the scheduler: cycles to the next one, the
barrier that it raises, and those that it waits for.  A warp alone runs through
them with loads of 600 and of 200 cycles; what that differs by, over 400, are
its waits.  Prints a row for each function: loads, their words, waits.
"""

import re
import sys

INSTRUCTION = re.compile(r"\s+/\*[0-9a-f]{4,}\*/\s+(.*?);\s*/\* 0x[0-9a-f]{16} \*/")
SCHEDULED = re.compile(r"\s+/\* 0x([0-9a-f]{16}) \*/")
OTHER_CYCLES = 25


def functions(listing):
    name, code, text = None, [], None
    for line in listing:
        if found := re.match(r"\.text\.(\S+):", line):
            if name:
                yield name, code
            name, code = found.group(1), []
        elif found := INSTRUCTION.match(line):
            text = found.group(1).strip()
        elif (found := SCHEDULED.match(line)) and text:
            bits = int(found.group(1), 16) >> 41
            code.append((text, bits & 15, bits >> 5 & 7, bits >> 11 & 63))
            text = None
    if name:
        yield name, code


def cycles(code, load_cycles):
    now, barriers = 0, [0] * 6
    for text, stall, raised, waited in code:
        for i, ends in enumerate(barriers):
            if waited >> i & 1:
                now = max(now, ends)
        if raised < 6:
            takes = load_cycles if "LDG" in text else OTHER_CYCLES
            barriers[raised] = max(barriers[raised], now + takes)
        now += max(1, stall)
        if text.startswith("EXIT"):
            break
    return now


def words(load):
    return 4 if ".128" in load else 2 if ".64." in load else 1


print("function,loads,words,waits")
for name, code in functions(sys.stdin):
    loads = [text for text, *_ in code if "LDG" in text]
    waits = (cycles(code, 600) - cycles(code, 200)) / 400
    print(f"{name},{len(loads)},{sum(map(words, loads))},{waits:.1f}")
