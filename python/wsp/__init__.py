"""How fast does a GPU stencil run, and why?

    >>> import wsp
    >>> heat = '''
    ... kernel heat(src, dst: double[15000, 15000]) {
    ...     dst[0,0] = (src[1,0] + src[-1,0] + src[0,1] + src[0,-1]) / 4
    ... }'''
    >>> report = wsp.estimate(heat, "a100", block=(256, 2))
    >>> report.limiter, round(report.dram.load), report.units["dram.load"]
    ('dram', 8, 'B/LUP')
    >>> table = wsp.rank(heat, "a100", over={"block": [(32, 8), (256, 2)]})
    >>> table[0].block
    (256, 2)

Figures are in base units: bytes, seconds, lattice updates. doc/PYTHON.md is
the manual, doc/LANGUAGE.md describes the language of kernels and questions.
"""

from __future__ import annotations

from typing import Any

from ._answer import Quantity, Record, Report, Table
from ._session import (
    Error,
    Message,
    Result,
    Session,
    check,
    devices,
    estimate,
    format,
    rank,
    run,
    sweep,
    version,
)

__version__ = version()
__all__ = [
    "Error",
    "Message",
    "Quantity",
    "Record",
    "Report",
    "Result",
    "Session",
    "Table",
    "check",
    "devices",
    "estimate",
    "format",
    "rank",
    "run",
    "sweep",
    "version",
]


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext wsp` in IPython and Jupyter: the cell magic `%%wsp`."""
    from ._jupyter import load_ipython_extension as load

    load(shell)
