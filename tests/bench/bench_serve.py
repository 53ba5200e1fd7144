"""Questions a second from `wsp serve`, in processor time of the server; see
bench_questions.c.

    python3 tests/bench/bench_serve.py build/wsp
"""

import json
import resource
import subprocess
import sys

N = 4000
HEAT = """kernel heat(src, dst: double[15000, 15000]) {
    dst[0,0] = (src[1,0] + src[-1,0] + src[0,1] + src[0,-1]) / %d
}
"""
WAYS = {
    "a new kernel, an estimate, its time":
        "r = estimate heat on a100 with block = (256, 2)\nr.time;",
    "a new kernel, all of the report":
        "estimate heat on a100 with block = (256, 2);",
}


def used():
    u = resource.getrusage(resource.RUSAGE_CHILDREN)
    return u.ru_utime + u.ru_stime


for said, question in WAYS.items():
    requests = "".join(
        json.dumps({"id": i, "method": "eval",
                    "params": {"program": HEAT % (i + 3) + question}}) + "\n"
        for i in range(N))
    before = used()
    done = subprocess.run([sys.argv[1], "serve"], input=requests.encode(),
                          stdout=subprocess.PIPE, check=True)
    per_s = N / (used() - before)
    assert done.stdout.count(b'"result"') == N
    print(f"{said:36} {per_s:6.0f} a second, {1e6 / per_s:5.0f} us")
