"""wsp against Kernel Tuner's strategies, in its simulation mode:

    kernel_tuner_score.py TABLE.csv DEVICE [REPETITIONS [STRATEGY ...]]

The table has measured times of the convolution of the benchmark hub
(convolution.py), a column for each parameter and "ms". Each strategy runs with
its default options and the seeds 1 to REPETITIONS until it has measured 50
launches. Two scores, each a mean over repetitions:

- reached: time of the fastest launch of the table over that of the fastest one
  measured so far;
- P, Kernel Tuner's own (Willemsen et al., A methodology for comparing
  optimization algorithms for auto-tuning, 2024): how much of the way from
  random search to the optimum is left behind, (b - f) / (b - o), where f is
  the mean fastest time of the strategy, o the optimum and b what random search
  is expected to find with as many measurements.
"""

import contextlib
import csv
import io
import json
import os
import random
import sys
import tempfile

import kernel_tuner
import numpy
from kernel_tuner.interface import strategy_map

from convolution import describe
from kernel_tuner_wsp import Predicted, write_cache

BUDGETS = (1, 8, 16, 50)


def table_rows(path):
    """Parameters in lower case, and "time" in ms."""
    with open(path) as file:
        for row in csv.DictReader(file):
            names = {"padding": "use_padding"}
            row = {names.get(k.lower(), k.lower()): v for k, v in row.items()}
            time = float(row.pop("ms"))
            keep = ("block_size_x", "block_size_y", "tile_size_x",
                    "tile_size_y", "use_padding", "read_only", "use_shmem")
            yield {**{k: int(row[k]) for k in keep if k in row}, "time": time}


def trajectory(cache, strategy, seed):
    """The times of different launches in the order they were measured."""
    random.seed(seed)
    numpy.random.seed(seed)
    with contextlib.redirect_stdout(io.StringIO()):
        results, _ = kernel_tuner.tune_cache(
            cache, strategy=strategy, quiet=True, seed=seed,
            strategy_options={"max_fevals": BUDGETS[-1]})
    times = {}
    for r in results:
        key = tuple(v for k, v in r.items() if k.count("_size_") or
                    k in ("use_padding", "read_only", "use_shmem"))
        if isinstance(r["time"], float):
            times.setdefault(key, r["time"])
    return list(times.values())


def random_search(times, n):
    """The expected minimum of n times drawn without replacement."""
    times, left, expected = sorted(times), 1.0, 0.0
    for i, time in enumerate(times):
        if n > len(times) - i:
            return expected + left * time
        first = n / (len(times) - i)
        expected, left = expected + left * first * time, left * (1 - first)
    return expected


def score(cache, times, strategy, repetitions):
    """Pairs of both scores for each budget."""
    paths = [trajectory(cache, strategy, seed + 1)
             for seed in range(repetitions)]
    for n in BUDGETS:
        found = [min(path[:n]) for path in paths]
        optimum, base = min(times), random_search(times, n)
        yield (sum(optimum / f for f in found) / len(found),
               (base - sum(found) / len(found)) / (base - optimum))


def main(table, device, repetitions=20, *names):
    rows = list(table_rows(table))
    times = [row["time"] for row in rows]
    known = {}
    saved = os.environ.get("PREDICTIONS", "")
    if saved and os.path.exists(saved):
        with open(saved) as file:
            known = {tuple(c): p for c, p in json.load(file)}
    rivals = {name: name for name in strategy_map if name != "brute_force"}
    ours = {"wsp": Predicted(describe, device, known=known),
            "wsp, order alone": Predicted(describe, device, False, known)}
    strategies = {**ours, **rivals}
    print(f"{len(rows)} launches, {int(repetitions)} repetitions\n")
    print("| strategy |" + "".join(f" {n} |" for n in BUDGETS) +
          "".join(f" P({n}) |" for n in BUDGETS))
    print("|---|" + "---|" * 2 * len(BUDGETS))
    with tempfile.TemporaryDirectory() as folder:
        cache = os.path.join(folder, "cache.json")
        write_cache(cache, "convolution", device, (4096, 4096), rows)
        for name in names or strategies:
            try:
                pairs = list(score(cache, times, strategies[name],
                                   int(repetitions)))
            except Exception as e:
                print(f"| {name} | does not run: {type(e).__name__} {e} |")
                continue
            print(f"| {name} |" + "".join(f" {r:.3f} |" for r, _ in pairs) +
                  "".join(f" {p:.2f} |" for _, p in pairs), flush=True)
    if saved:
        with open(saved, "w") as file:
            json.dump(list(known.items()), file)


if __name__ == "__main__":
    main(*sys.argv[1:])
