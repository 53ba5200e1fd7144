"""A strategy for Kernel Tuner that measures first what wsp expects to be fast.

    from kernel_tuner_wsp import Predicted

    strategy = Predicted(describe, "a100")
    kernel_tuner.tune_kernel(..., strategy=strategy,
                             strategy_options={"max_fevals": 16})

describe(parameters) takes the tunable parameters as a dict and gives the
kernel in the language of wsp and its launch options as a dict. The first
measurement is the launch predicted to be fastest. Each one after it corrects
the predictions of launches like it: the logarithm of measured over predicted
time is a Gaussian process whose deviation is that of wsp's interval, and whose
correlation falls with the number of parameters that differ. Measured next is
what is expected to improve the fastest time most. learn=False keeps the order
of the predictions.

write_cache() and read_cache() convert between rows and Kernel Tuner's cache
files, so that measurements of others can be tuned in its simulation mode, and
so that predictions can be a cache for its other strategies.
"""

import json
import math
import random

import numpy
import wsp
from kernel_tuner.strategies.common import CostFunc
from kernel_tuner.util import StopCriterionReached
from kernel_tuner.util import read_cache as read_json

# 90 % of a normal distribution lie within 1.645 deviations.
DEVIATIONS = 1.645
# Measurements scatter by some percent.
NOISE = 0.03
# Correlation of two launches that differ in one parameter.
ALIKE = 0.8


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
    below = numpy.array([math.erfc(-x / math.sqrt(2)) / 2 for x in z])
    density = numpy.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    return deviation * (z * below + density)


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
        """Measure first what should be fastest, then what should improve on
        the fastest time so far most, until all are measured or the budget is
        spent.
        """
        times, deviations = zip(*(self.known[c] for c in configs))
        prior = numpy.log(times)
        deviations = numpy.array(deviations)
        codes = numpy.array([numpy.unique(column, return_inverse=True)[1]
                             for column in zip(*configs)]).T
        seen, ratios, rows = [], [], []
        gain, best = -prior, math.inf
        while len(seen) < len(configs):
            gain[seen] = -math.inf
            i = int(numpy.argmax(gain))
            # a launch that fails is as bad as the prediction times e^3
            measured = cost(configs[i], check_restrictions=False)
            ok = isinstance(measured, float) and 0 < measured < 1e30
            seen.append(i)
            ratios.append(math.log(measured / 1e3) - prior[i] if ok else 3.0)
            best = min(best, prior[i] + ratios[-1])
            differ = (codes != codes[i]).sum(axis=1)
            rows.append(deviations * deviations[i] * ALIKE ** differ)
            covariance = numpy.array(rows)
            inner = covariance[:, seen] + NOISE**2 * numpy.eye(len(seen))
            # the mean of the ratios stays in: if all launches measured so far
            # are slower than predicted, others may not be
            weights = numpy.linalg.solve(inner, covariance)
            gain = improvement(best, prior + ratios @ weights,
                               deviations**2 - (covariance * weights).sum(0))


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
