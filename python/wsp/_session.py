"""Sessions: programs run in them, and questions asked with Python's values.

A session belongs to the library and serves one thread at a time, so each has
a lock; the functions of the module use one session per thread, which forgets
everything but devices between two calls.
"""

from __future__ import annotations

import ctypes
import dataclasses
import json
import math
import numbers
import re
import threading
import weakref
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Optional

from ._answer import Report, Table, from_library, record
from ._library import PROGRESS, free, load

_lib = load()

_decode = json.JSONDecoder(object_hook=record).decode
Over = Mapping[str, Any]


@dataclasses.dataclass(frozen=True)
class Message:
    """One error or warning, and where it is (lines and columns from 1)."""

    is_error: bool
    message: str
    file: Optional[str]
    line: int
    column: int
    width: int
    source_line: Optional[str]
    label: Optional[str]
    notes: tuple[str, ...]


class Error(ValueError):
    """A program or a question is wrong. str() shows it with a caret; messages
    has all errors and warnings.
    """

    def __init__(self, text: str, messages: Iterable[Message] = ()):
        super().__init__(text.rstrip("\n"))
        self.messages = tuple(messages)


def _text(raw: Optional[bytes]) -> Optional[str]:
    return None if raw is None else raw.decode("utf-8", "replace")


class _Value:
    """A result inside the library, freed with this object."""

    def __init__(self, session: "Session", pointer: int):
        self.session = session  # outlives the result
        self.pointer = pointer

    def __del__(self, free: Any = _lib.wsp_result_free) -> None:
        free(self.pointer)

    def ok(self) -> bool:
        return bool(_lib.wsp_ok(self.pointer))

    def output(self) -> str:
        return _text(_lib.wsp_text(self.pointer)) or ""

    def errors(self) -> str:
        return _text(_lib.wsp_error_text(self.pointer)) or ""

    def messages(self) -> tuple[Message, ...]:
        return tuple(
            _message(_lib.wsp_message(self.pointer, i).contents)
            for i in range(_lib.wsp_message_count(self.pointer))
        )

    def _failed(self) -> Error:
        return Error(_text(_lib.wsp_value_error(self.pointer)) or "")

    def number(self, path: str) -> float:
        number = ctypes.c_double()
        with self.session._lock:
            if not _lib.wsp_number(self.pointer, path.encode(), number):
                raise self._failed()
        return number.value

    def string(self, path: str) -> str:
        with self.session._lock:
            found = _text(_lib.wsp_string(self.pointer, path.encode()))
        if found is None:
            raise self._failed()
        return found

    def unit(self) -> Optional[str]:
        with self.session._lock:
            return _text(_lib.wsp_unit(self.pointer, b""))

    def is_report(self) -> bool:
        with self.session._lock:
            return bool(
                _lib.wsp_string(self.pointer, b"verdict")
                and _lib.wsp_string(self.pointer, b"kernel")
                and _lib.wsp_string(self.pointer, b"limiter")
            )

    def form(self, name: str) -> str:
        with self.session._lock:
            form = _text(_lib.wsp_value_as(self.pointer, name.encode()))
        if form is None:
            raise self._failed()
        return form

    def json(self) -> Any:
        return _decode(self.form("json"))


def _message(m: Any) -> Message:
    return Message(
        m.is_error,
        _text(m.message) or "",
        _text(m.file),
        m.line,
        m.column,
        m.caret_width,
        _text(m.source_line),
        _text(m.label),
        tuple(_text(m.note[i]) or "" for i in range(m.n_note)),
    )


class Result:
    """What a program gave: its output, its last value, and its messages."""

    def __init__(self, value: _Value):
        self._value = value
        self.ok: bool = value.ok()
        #: all that the program printed
        self.text: str = value.output()
        #: errors and warnings, and the same as text with carets
        self.messages: tuple[Message, ...] = value.messages()
        self.errors: str = value.errors()

    @property
    def value(self) -> Any:
        """The value of the last expression: a number (a Quantity if it has a
        unit), a text, a list, a Record, Report or Table; None if none.
        """
        return from_library(self._value)

    def is_report(self) -> bool:
        """Whether the last value is the answer to an estimate."""
        return self._value.is_report()

    def form(self, format: str) -> str:
        """The value as "text", "json", "csv", "markdown" or "svg"."""
        return self._value.form(format)

    def __repr__(self) -> str:
        return self.text + self.errors


# ------------------------------------------------------ Python to language


def _literal(value: Any) -> str:
    """A value of Python in the language; a text is an expression as it is."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        if not value.strip() or any(c in value for c in "\n\r\0;#"):
            raise ValueError(f"{value!r} is not one expression of the language")
        return value
    if isinstance(value, range):
        value = list(value)
    if isinstance(value, tuple):
        inside = ", ".join(map(_literal, value))
        return f"({inside})" if len(value) > 1 else inside
    if isinstance(value, (list, set, frozenset)):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Rational):
        return f"({value.numerator} / {value.denominator})"
    if isinstance(value, numbers.Real) and math.isfinite(value):
        unit = getattr(value, "unit", "")
        return f"{float(value)!r} {unit}".rstrip()
    raise TypeError(f"{value!r} has no form in the language")


def _device(device: str) -> str:
    """A device in the language: an expression; the name of a board as tools
    print it and a file that defines one become a text.
    """
    is_text = any(c in device for c in " -") or device.endswith(".wsp")
    is_program = any(c in device for c in '{"[\\') or not device.isprintable()
    if is_text and not is_program:
        return f'"{device.strip()}"'
    return _literal(device)


def _options(options: Mapping[str, Any]) -> str:
    given = ", ".join(
        f"{n} = {_literal(tuple(v) if isinstance(v, list) else v)}"
        for n, v in options.items()
    )
    return f" with {given}" if given else ""


def _over(over: Over) -> str:
    if not isinstance(over, Mapping):
        raise TypeError(
            f"over is a dict such as {{'block': [(32, 8), (64, 4)]}}, not {over!r}"
        )
    ranges = ", ".join(f"{n} in {_literal(v)}" for n, v in over.items())
    return f" over {ranges}" if ranges else ""


def _check_text(what: str, text: Any) -> None:
    if not isinstance(text, str):
        raise TypeError(f"the {what} is a text of the language, not {text!r}")
    if what == "kernel" and re.fullmatch(r"\S+\.(wsp|ptx|cu)", text):
        raise Error(
            f"{text!r} is the name of a file; a kernel is its text: "
            f"open({text!r}).read()"
            if text.endswith(".wsp")
            else f"{text!r} is the name of a file; doc/CUDA.md says how to ask "
            "about CUDA and PTX"
        )


def _is_name(text: str) -> bool:
    return text.isascii() and text.isidentifier()


_COMMENT = re.compile(r"#[^\n]*")


def _defines(name: str, text: str) -> bool:
    word = re.escape(name)
    # a kernel, or a stencil of one line: dst[0,0] = ...
    found = rf"\bkernel\s+{word}\b|(?:^|[;\n])\s*{word}\s*\[[^\]\n]*\][^=\n]*=[^=]"
    return re.search(found, _COMMENT.sub("", text)) is not None


def _question(
    word: str,
    kernel: str,
    device: Optional[str],
    over: Over,
    options: Mapping[str, Any],
    by: Optional[str],
    top: Optional[int],
) -> str:
    return "".join(
        (
            word,
            f" {kernel}" if kernel else "",
            f" on {_device(device)}" if device else "",
            _over(over),
            _options(options),
            f" by {_literal(by)}" if by else "",
            f" top {int(top)}" if top else "",
            ";",
        )
    )


# --------------------------------------------------------------- sessions


class Session:
    """Names, settings and the default device of one user of the library.

    files=True lets programs import, read and write files.
    """

    def __init__(self, files: bool = False, device: Optional[str] = None):
        pointer = _lib.wsp_new()
        if not pointer:
            raise MemoryError("a session of wsp")
        self._pointer = pointer
        self._lock = threading.RLock()
        self._progress: Any = None
        self._finalizer = weakref.finalize(self, _lib.wsp_free, pointer)
        _lib.wsp_allow_files(pointer, files)
        if device:
            self.run(f"set device = {_device(device)}")

    def _evaluate(self, text: str, name: str, line: int = 1) -> _Value:
        raw = text.encode("utf-8", "replace")
        with self._lock:
            pointer = _lib.wsp_eval_at(
                self._pointer, name.encode(), line, raw, len(raw)
            )
            return _Value(self, pointer)

    def _answer(self, text: str, name: str) -> _Value:
        value = self._evaluate(text, name)
        if not value.ok():
            raise Error(value.errors(), value.messages())
        return value

    def run(self, program: str, name: str = "<python>", check: bool = True) -> Result:
        """Run a program. Its errors raise wsp.Error, unless check=False: then
        the result has them.
        """
        result = Result(self._evaluate(program, name))
        if check and not result.ok:
            raise Error(result.errors, result.messages)
        return result

    def run_file(self, path: Any, check: bool = True) -> Result:
        """Run a file; imports in it need Session(files=True)."""
        with open(path, encoding="utf-8") as file:
            return self.run(file.read(), str(path), check)

    def check(self, program: str, name: str = "<python>") -> tuple[Message, ...]:
        """The errors and warnings of a program, which is not run."""
        raw = program.encode("utf-8", "replace")
        with self._lock:
            pointer = _lib.wsp_check(self._pointer, name.encode(), raw, len(raw))
            return _Value(self, pointer).messages()

    def _ask(
        self,
        word: str,
        kernel: str,
        device: Optional[str],
        over: Over,
        options: Mapping[str, Any],
        by: Optional[str] = None,
        top: Optional[int] = None,
    ) -> _Value:
        _check_text("kernel", kernel)
        if device:
            _check_text("device", device)
        with self._lock:
            if not _is_name(kernel):
                self._answer(kernel, "<kernel>")
                name = _text(_lib.wsp_last_kernel(self._pointer))
                if not name or not _defines(name, kernel):
                    raise Error("this text defines no kernel")
                kernel = name
            text = _question(word, kernel, device, over, options, by, top)
            return self._answer(text, "<question>")

    def estimate(
        self, kernel: str, device: Optional[str] = None, **options: Any
    ) -> Report:
        """How fast a kernel runs, and why. The kernel is a name or the text
        that defines it; options are those of `with`, such as block=(256, 2).
        """
        return Report(self._ask("estimate", kernel, device, {}, options))

    def rank(
        self,
        kernel: str,
        device: Optional[str] = None,
        over: Over = {},
        by: Optional[str] = None,
        top: Optional[int] = None,
        **options: Any,
    ) -> Table:
        """The best ways to launch a kernel: over={"block": "blocks(1024)",
        "fold": [(1, 1), (1, 2)]}.
        """
        return _table(self._ask("rank", kernel, device, over, options, by, top))

    def sweep(
        self,
        kernel: str,
        device: Optional[str] = None,
        over: Over = {},
        **options: Any,
    ) -> Table:
        """An estimate for each combination, in the order given."""
        return _table(self._ask("sweep", kernel, device, over, options))

    def complete(self, text: str) -> tuple[int, list[str]]:
        """Completions of a text, and where the completed word starts."""
        raw = text.encode("utf-8", "replace")
        start = ctypes.c_size_t()
        words = []
        with self._lock:
            found = _lib.wsp_complete(self._pointer, raw, len(raw), start)
        i = 0
        while found and found[i]:
            words.append(_text(ctypes.cast(found[i], ctypes.c_char_p).value) or "")
            free(found[i])
            i += 1
        free(found)
        return len(raw[: start.value].decode("utf-8", "replace")), words

    def on_progress(
        self, show: Optional[Callable[[float, float, float], None]]
    ) -> None:
        """Call show(done, total, seconds) while a long question runs."""

        def tell(_: Any, p: Any) -> None:
            if p and show:
                show(p.contents.done, p.contents.total, p.contents.seconds)

        self._progress = PROGRESS(tell) if show else None
        _lib.wsp_on_progress(
            self._pointer, ctypes.cast(self._progress, ctypes.c_void_p), None
        )

    def interrupt(self) -> None:
        """Stop the evaluation that another thread runs in this session; it
        raises wsp.Error there.
        """
        _lib.wsp_interrupt(self._pointer)


def _table(value: _Value) -> Table:
    return Table(value, value.json())


# ------------------------------------------------- questions without session


class _Local(threading.local):
    """The session of a thread for single questions. Its saved state has the
    devices asked about before, since reading one takes a millisecond.
    """

    def __init__(self) -> None:
        self.session = Session()
        self.devices: set[str] = set()
        _lib.wsp_save(self.session._pointer)

    def clean(self, device: Optional[str] = None) -> Session:
        session = self.session
        if not _lib.wsp_restore(session._pointer):
            self.__init__()  # type: ignore[misc]
            return self.session
        if device:
            _check_text("device", device)
        if device and device not in self.devices and "{" not in device:
            if session._evaluate(f"board({_device(device)});", "<device>").ok():
                self.devices.add(device)
                session._evaluate("0;", "<device>")
                _lib.wsp_save(session._pointer)
        return session


_local = _Local()


def estimate(kernel: str, device: str = "", **options: Any) -> Report:
    """How fast a kernel runs on a device, and why.

    kernel is the text that defines it, and names of stdlib/ work after `use`
    in that text. device is a name, that of a board as tools print it such as
    "NVIDIA A100-SXM4-80GB", or an expression such as
    "a100 with { l2.size = 80 MiB }". Options are those of `with` in the
    language: block, fold, domain, order, registers, shared, type, model. A
    text is an expression of the language: block="(256, 2)", order="rows".
    """
    return _local.clean(device).estimate(kernel, device or None, **options)


def rank(
    kernel: str,
    device: str = "",
    over: Over = {},
    by: Optional[str] = None,
    top: Optional[int] = None,
    **options: Any,
) -> Table:
    """The best ways to launch a kernel on a device, the best first."""
    session = _local.clean(device)
    return session.rank(kernel, device or None, over, by, top, **options)


def sweep(kernel: str, device: str = "", over: Over = {}, **options: Any) -> Table:
    """An estimate for each combination of values, in the order given."""
    return _local.clean(device).sweep(kernel, device or None, over, **options)


def run(program: str) -> Result:
    """Run a program in a session of its own."""
    return _local.clean().run(program)


def check(program: str) -> tuple[Message, ...]:
    """The errors and warnings of a program, which is not run."""
    return _local.clean().check(program)


def format(program: str) -> str:
    """The canonical form of a program."""
    raw = program.encode("utf-8", "replace")
    pointer = _lib.wsp_format(raw, len(raw))
    if not pointer:
        errors = "".join(m.message for m in check(program))
        raise Error(errors or "out of memory", check(program))
    text = _text(ctypes.string_at(pointer)) or ""
    free(pointer)
    return text


def devices() -> list[str]:
    """The names of all devices."""
    return _local.clean().complete("estimate k on ")[1]


def version() -> str:
    """The version of the library."""
    return _text(_lib.wsp_version()) or ""
