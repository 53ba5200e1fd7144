"""Stencils of GT4Py: horizontal diffusion, and a sum along k."""

import numpy as np
from gt4py.cartesian.gtscript import (FORWARD, PARALLEL, Field, computation,
                                      interval)


def hdiff(inp: Field[np.float64], out: Field[np.float64], coeff: np.float64):
    with computation(PARALLEL), interval(...):
        lap = 4.0 * inp - (inp[1, 0, 0] + inp[-1, 0, 0]
                           + inp[0, 1, 0] + inp[0, -1, 0])
        out = inp - coeff * (lap[1, 0, 0] - lap)


def scan(inp: Field[np.float64], out: Field[np.float64]):
    with computation(FORWARD), interval(1, None):
        out = out[0, 0, -1] + inp
