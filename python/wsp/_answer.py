"""Answers as Python values: records with attributes, reports, and tables.

A report stays inside the library until something of it is read. Its time and
performance are read one by one; the first other attribute fetches all of it.
"""

from __future__ import annotations

import base64
import functools
import html
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Union, overload


class Quantity(float):
    """A number with the name of its unit."""

    unit: str

    def __new__(cls, number: float, unit: str = "") -> "Quantity":
        self = super().__new__(cls, number)
        self.unit = unit
        return self

    def __repr__(self) -> str:
        return f"{float(self)!r} {self.unit}".rstrip()

    __str__ = __repr__


class Record(dict[str, Any]):
    """A dict whose members are also attributes: r["dram"]["load"] is
    r.dram.load and r["dram.load"].
    """

    _units: dict[str, Any] = {}

    @property
    def units(self) -> dict[str, str]:
        """The unit of each figure that has one, by its dotted path."""
        return dict(_flat(self._units))

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(
                f"there is no figure '{name}'; there are {', '.join(self)}"
            ) from None

    def __missing__(self, path: str) -> Any:
        """A path through members: "dram.load"; devices have such keys."""
        first, dot, rest = path.partition(".")
        if not dot or not isinstance(self.get(first), dict):
            raise KeyError(path)
        return self[first][rest]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]

    def flat(self) -> dict[str, Any]:
        """All figures by their dotted paths: a row of a table."""
        return dict(_flat(self))

    def to_dict(self) -> dict[str, Any]:
        """Plain dicts and lists, for json.dumps()."""
        return {k: _plain(v) for k, v in self.items()}


class Report(Mapping[str, Any]):
    """The answer to estimate(): volumes, limits, time and verdict.

    A mapping whose members are also attributes, those of the report in the
    language: kernel, device, model, domain, block, fold, occupancy, l1, l2,
    dram, tlb, flops, limits, limiter, time, performance, verdict, fields,
    notes, outside.
    """

    def __init__(self, value: Any):
        self._value = value

    @functools.cached_property
    def _all(self) -> Record:
        record: Record = self._value.json()
        return record

    @property
    def time(self) -> float:
        """Seconds; 90 % of measured times lie in time_low to time_high."""
        return float(self._value.number("time"))

    @property
    def performance(self) -> float:
        """Lattice updates a second."""
        return float(self._value.number("performance"))

    @property
    def limiter(self) -> str:
        """The part of the device that decides, a key of limits."""
        return str(self._value.string("limiter"))

    @property
    def units(self) -> dict[str, str]:
        """The unit of each figure that has one, by its dotted path."""
        return self._all.units

    @property
    def text(self) -> str:
        """The report as the program prints it."""
        return str(self._value.form("text"))

    def svg(self) -> str:
        """A picture of the volumes and limits."""
        return str(self._value.form("svg"))

    def flat(self) -> dict[str, Any]:
        """All figures by their dotted paths: a row of a table."""
        return self._all.flat()

    def to_dict(self) -> dict[str, Any]:
        """Plain dicts and lists, for json.dumps()."""
        return self._all.to_dict()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._all, name)

    def __getitem__(self, path: str) -> Any:
        return self._all[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._all]

    def __repr__(self) -> str:
        return (
            f"<wsp.Report of {self.kernel} on {self.device}: "
            f"{self.time:.3g} s, {self.performance:.3g} LUP/s, "
            f"limited by {self.limiter}>"
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        # notebooks take HTML before a picture, so it has both
        return f"{image(self.svg())}<pre>{html.escape(self.text)}</pre>"


class Table(Sequence[Record]):
    """The answer to rank() and sweep(): a sequence of records, the best first.

    rows() gives one flat dict for each, which pandas.DataFrame() takes.
    """

    def __init__(self, value: Any, rows: list[Record]):
        self._value = value
        self._rows: list[Record] = rows

    @overload
    def __getitem__(self, i: int) -> Record: ...

    @overload
    def __getitem__(self, i: slice) -> list[Record]: ...

    def __getitem__(self, i: Union[int, slice]) -> Any:
        return self._rows[i]

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def columns(self) -> list[str]:
        """The dotted names of all columns."""
        return list(dict.fromkeys(name for r in self._rows for name in r.flat()))

    @property
    def units(self) -> dict[str, str]:
        """The unit of each column that has one."""
        return {k: u for row in self._rows for k, u in row.units.items()}

    def rows(self) -> list[dict[str, Any]]:
        return [row.flat() for row in self._rows]

    def to_pandas(self) -> Any:
        """A pandas.DataFrame; attrs["units"] has the units."""
        import pandas  # type: ignore[import-untyped, unused-ignore]

        frame = pandas.DataFrame(self.rows())
        frame.attrs["units"] = self.units
        return frame

    @property
    def text(self) -> str:
        return str(self._value.form("text"))

    def svg(self) -> str:
        """A heat map over blocks, lines or bars, as plot() chooses."""
        return str(self._value.form("svg"))

    def __repr__(self) -> str:
        return f"<wsp.Table of {len(self)} rows: {', '.join(self.columns)}>"

    def _repr_markdown_(self) -> str:
        return str(self._value.form("markdown"))


def image(svg: str) -> str:
    """A picture for HTML: as an image, so that its style stays inside."""
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="picture" src="data:image/svg+xml;base64,{data}">'


def _flat(members: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in members.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return value


def record(members: dict[str, Any]) -> Record:
    """A record from JSON. A list of numbers is a shape, such as a block."""
    made = Record(members)
    units = made.pop("units", None)
    if units:
        made._units = units
    for name, value in members.items():
        if type(value) is list and value and type(value[0]) in (int, float):
            made[name] = tuple(value)
    return made


def from_library(value: Any) -> Any:
    """The Python value for the last value of a program."""
    if value.is_report():
        return Report(value)
    unit = value.unit()
    decoded = value.json()
    if unit and isinstance(decoded, dict):
        return Quantity(decoded["value"], unit)
    if isinstance(decoded, list) and decoded and all(
        isinstance(row, dict) for row in decoded
    ):
        return Table(value, decoded)
    return decoded
