"""wsp in notebooks: the cell magic `%%wsp` of IPython, and what a cell shows.

A cell shows what the program prints; a picture, which svg(x) gives, is drawn
instead of its text, and a report that comes last has its picture below it.
"""

from __future__ import annotations

import html
from typing import Any, Optional

from ._answer import image
from ._session import Result, Session

_sessions: dict[int, Session] = {}


def bundle(result: Result) -> dict[str, str]:
    """What a notebook shows of a result, by MIME type; {} for nothing."""
    text = result.text
    picture = text.find("<svg")
    if picture >= 0 and text.rstrip().endswith("</svg>"):
        shown = {"image/svg+xml": text[picture:]}
        if text[:picture].strip():
            shown["text/html"] = (
                f"<pre>{html.escape(text[:picture])}</pre>{image(text[picture:])}"
            )
        return {**shown, "text/plain": text}
    if text.strip() and result.is_report():
        return {
            "text/html": f"<pre>{html.escape(text)}</pre>{image(result.form('svg'))}",
            "text/plain": text.rstrip("\n"),
        }
    return {"text/plain": text.rstrip("\n")} if text.strip() else {}


class Plain:
    """Text of the program: notebooks show it as it is, without quotes."""

    def __init__(self, shown: dict[str, str]):
        self._shown = shown

    def __repr__(self) -> str:
        return self._shown.get("text/plain", "")

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        return self._shown


def load_ipython_extension(shell: Any) -> None:
    """Add `%%wsp [NAME]`: run the cell in one session of the notebook, and
    put the value of its last expression into the variable NAME; and `%wsp
    PROGRAM`, a program of one line.
    """

    def wsp(line: str, cell: Optional[str] = None) -> Any:
        session = _sessions.setdefault(id(shell), Session(files=True))
        if cell is None:
            line, cell = "", line
        result = session.run(cell, "<cell>", check=False)
        if not result.ok:
            from IPython.core.error import UsageError

            raise UsageError(result.text + result.errors)
        if line.strip():
            shell.push({line.strip(): result.value})
        shown = bundle(result)
        return Plain(shown) if shown else None

    shell.register_magic_function(wsp, magic_kind="line_cell", magic_name="wsp")
