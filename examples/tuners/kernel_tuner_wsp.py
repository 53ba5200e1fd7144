"""A strategy for Kernel Tuner that measures first what wsp expects to be fast.

    from kernel_tuner_wsp import Predicted

    strategy = Predicted(describe, "a100")
    kernel_tuner.tune_kernel(..., strategy=strategy,
                             strategy_options={"max_fevals": 16})

describe(parameters) takes the tunable parameters as a dict and gives the
kernel in the language of wsp and its launch options as a dict. The first
measurement is the launch predicted to be fastest. After each one, the logarithm
of the time is a Gaussian process: its mean is the prediction, its deviation
that of wsp's interval, and its correlation falls with the number of parameters
that differ. How far the predictions are to be trusted, how alike launches are
and how wide the intervals should be is learned as well: the answers of a grid
of processes are averaged by how likely each makes the measurements. Measured
next is what is expected to improve the fastest time most. learn=False keeps
the order of the predictions.

write_cache() and read_cache() convert between rows and Kernel Tuner's cache
files, so that measurements of others can be tuned in its simulation mode, and
so that predictions can be a cache for its other strategies.
"""

import itertools
import json
import math
import random

import numpy
import wsp
from kernel_tuner.strategies.common import CostFunc
from kernel_tuner.util import StopCriterionReached
from kernel_tuner.util import read_cache as read_json
from scipy.special import ndtr

# 90 % of a normal distribution lie within 1.645 deviations.
DEVIATIONS = 1.645
# Measurements scatter by some percent.
NOISE = 0.03
# Measurements choose: the share of the spread of predictions that is real, the
# correlation of launches that differ in one parameter, a factor of intervals.
TRUST = (0, 0.25, 0.5, 0.75, 1)
ALIKE = (0.5, 0.65, 0.8, 0.9, 0.95)
WIDTH = (0.5, 1, 2)


def predict(launch, device):
    """The predicted time in seconds and the deviation of its logarithm, or
    None for a launch that does not fit on the device.
    """
    kernel, options = launch
    try:
        r = wsp.estimate(kernel, device, **options)
        return r.time, math.log(r.time_high / r.time_low) / (2 * DEVIATIONS)
    except wsp.Error:
        return None


def improvement(best, mean, variance):
    """By how much each launch is expected to be below "best", on average
    over a normal distribution (expected improvement, Mockus 1975).
    """
    deviation = numpy.sqrt(numpy.maximum(variance, 1e-12))
    z = (best - mean) / deviation
    density = numpy.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    return deviation * (z * ndtr(z) + density)


def likelihood(covariance, errors):
    root = numpy.linalg.cholesky(covariance)
    scaled = numpy.linalg.solve(root, errors)
    return -scaled @ scaled / 2 - numpy.log(numpy.diag(root)).sum()


def expect(prior, deviations, differ, seen, measured):
    """The expected improvement of each launch, averaged over processes; row i
    of "differ" counts the parameters that differ from launch seen[i].
    """
    processes = []
    for trust, alike, width in itertools.product(TRUST, ALIKE, WIDTH):
        mean = prior.mean() + trust * (prior - prior.mean())
        # what the mean no longer tells is unknown
        scale = width * numpy.hypot(deviations, (1 - trust) * prior.std())
        errors = measured - mean[seen]
        inner = (numpy.outer(scale[seen], scale[seen]) *
                 alike ** differ[:, seen] + NOISE**2 * numpy.eye(len(seen)))
        # a width of two is one deviation from what is expected
        likely = likelihood(inner, errors) - math.log2(width)**2 / 2
        processes.append((likely, mean, scale, alike, inner, errors))
    most = max(p[0] for p in processes)
    total = sum(math.exp(p[0] - most) for p in processes)
    gain = numpy.zeros(len(prior))
    for likely, mean, scale, alike, inner, errors in processes:
        share = math.exp(likely - most) / total
        if share > 0.01:
            outer = numpy.outer(scale[seen], scale) * alike ** differ
            weights = numpy.linalg.solve(inner, outer)
            gain += share * improvement(
                measured.min(), mean + errors @ weights,
                scale**2 - (outer * weights).sum(axis=0))
    return gain


class Predicted:
    """A strategy for tune_kernel() and tune_cache()."""

    def __init__(self, describe, device, learn=True, known=None):
        self.describe = describe
        self.device = device
        self.learn = learn
        #: predictions made so far, by configuration
        self.known = {} if known is None else known

    def predictions(self, searchspace):
        """Predictions of the whole space; launches that are described alike
        share one.
        """
        names = list(searchspace.tune_params)
        alike = {}
        for config in searchspace.list:
            if config in self.known:
                continue
            launch = self.describe(dict(zip(names, config)))
            if repr(launch) not in alike:
                alike[repr(launch)] = predict(launch, self.device)
            self.known[config] = alike[repr(launch)]
        return self.known

    def tune(self, searchspace, runner, tuning_options):
        cost = CostFunc(searchspace, tuning_options, runner, snap=False)
        known = self.predictions(searchspace)
        configs = [c for c in searchspace.list if known[c]]
        # equal predictions in no order of their own
        random.shuffle(configs)
        # launches that wsp thinks impossible come last
        rest = [c for c in searchspace.list if not known[c]]
        try:
            if self.learn:
                self._learn(cost, configs)
            else:
                for config in sorted(configs, key=lambda c: known[c][0]):
                    cost(config, check_restrictions=False)
            for config in rest:
                cost(config, check_restrictions=False)
        except StopCriterionReached:
            pass
        return cost.results

    def _learn(self, cost, configs):
        """Measure what should be fastest, then what should improve on it."""
        times, deviations = zip(*(self.known[c] for c in configs))
        prior, deviations = numpy.log(times), numpy.array(deviations)
        codes = numpy.array([numpy.unique(column, return_inverse=True)[1]
                             for column in zip(*configs)]).T
        seen, measured, differ = [], [], []
        gain = -prior
        while len(seen) < len(configs):
            gain[seen] = -math.inf
            i = int(numpy.argmax(gain))
            time = cost(configs[i], check_restrictions=False)
            ok = isinstance(time, float) and 0 < time < 1e30
            seen.append(i)
            # a launch that fails is as bad as the prediction times e^3
            measured.append(math.log(time / 1e3) if ok else prior[i] + 3)
            differ.append((codes != codes[i]).sum(axis=1))
            gain = expect(prior, deviations, numpy.array(differ), seen,
                          numpy.array(measured))


def write_cache(path, kernel, device, size, rows):
    """Write rows, dicts of parameters with a "time" in milliseconds, as a
    cache file. A time of None says that the launch failed.
    """
    names = [name for name in rows[0] if name != "time"]
    cache = {}
    for row in rows:
        key = ",".join(str(row[name]) for name in names)
        entry = dict(row)
        if row["time"] is None:
            entry["time"] = "RuntimeFailedConfig"
        cache[key] = entry
    values = {name: sorted({row[name] for row in rows}) for name in names}
    with open(path, "w") as file:
        json.dump({"device_name": device, "kernel_name": kernel,
                   "problem_size": list(size), "tune_params_keys": names,
                   "tune_params": values, "objective": "time",
                   "cache": cache}, file, indent="")


def read_cache(path):
    """The rows of a cache file that were measured, as write_cache() takes
    them.
    """
    data = read_json(path, open_cache=False)
    names = data["tune_params_keys"]
    return [{**{name: row[name] for name in names}, "time": row["time"]}
            for row in data["cache"].values() if "__error__" not in row]
