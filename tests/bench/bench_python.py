"""Questions a second from Python, in processor time; see bench_questions.c.

    WSP_LIBRARY=build/python/libwsp.so PYTHONPATH=python \
        python3 tests/bench/bench_python.py
"""

import time

import wsp

HEAT = """kernel heat(src, dst: double[15000, 15000]) {
    dst[0,0] = (src[1,0] + src[-1,0] + src[0,1] + src[0,-1]) / %d
}"""
BLOCKS = [(256, 2), (32, 8), (64, 4), (128, 2), (16, 16), (512, 1)]

session = wsp.Session()
session.run(HEAT % 4)

WAYS = {
    "estimate of a known kernel": lambda i: session.estimate(
        "heat", "a100", block=BLOCKS[i % 6]).time,
    "a new kernel, an estimate, its time": lambda i: wsp.estimate(
        HEAT % (i + 3), "a100", block=BLOCKS[i % 6]).time,
    "a new kernel, all of the report": lambda i: wsp.estimate(
        HEAT % (i + 3), "a100", block=BLOCKS[i % 6]).to_dict(),
}

for said, ask in WAYS.items():
    best = 0.0
    for _ in range(5):
        n, start = 0, time.process_time()
        while time.process_time() - start < 0.1:
            ask(n)
            n += 1
        best = max(best, n / (time.process_time() - start))
    print(f"{said:36} {best:6.0f} a second, {1e6 / best:5.0f} us")
