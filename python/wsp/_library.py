"""The calls of libwsp through ctypes; lang/wsp.h says what each of them does.

The library is looked for in $WSP_LIBRARY, beside this file (where a wheel has
it), and where the system's linker looks.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import pathlib
from ctypes import POINTER, c_bool, c_char_p, c_double, c_int, c_size_t, c_void_p

OUTPUT = ctypes.CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)


class Progress(ctypes.Structure):
    _fields_ = [("done", c_double), ("total", c_double), ("seconds", c_double)]


PROGRESS = ctypes.CFUNCTYPE(None, c_void_p, POINTER(Progress))


class Message(ctypes.Structure):
    _fields_ = [
        ("is_error", c_bool),
        ("message", c_char_p),
        ("file", c_char_p),
        ("line", c_int),
        ("column", c_int),
        ("source_line", c_char_p),
        ("caret", c_int),
        ("caret_width", c_int),
        ("label", c_char_p),
        ("n_note", c_int),
        ("note", POINTER(c_char_p)),
    ]


# Name, result, arguments. Texts that the caller frees are void pointers.
_CALLS = (
    ("wsp_version", c_char_p),
    ("wsp_new", c_void_p),
    ("wsp_free", None, c_void_p),
    ("wsp_allow_files", None, c_void_p, c_bool),
    ("wsp_eval_at", c_void_p, c_void_p, c_char_p, c_int, c_char_p, c_size_t),
    ("wsp_check", c_void_p, c_void_p, c_char_p, c_char_p, c_size_t),
    ("wsp_save", c_bool, c_void_p),
    ("wsp_restore", c_bool, c_void_p),
    ("wsp_interrupt", None, c_void_p),
    ("wsp_on_progress", None, c_void_p, c_void_p, c_void_p),
    ("wsp_set_format", c_bool, c_void_p, c_char_p),
    ("wsp_set_screen", None, c_void_p, c_int, c_int, c_bool),
    ("wsp_ok", c_bool, c_void_p),
    ("wsp_text", c_char_p, c_void_p),
    ("wsp_value_as", c_char_p, c_void_p, c_char_p),
    ("wsp_number", c_bool, c_void_p, c_char_p, POINTER(c_double)),
    ("wsp_unit", c_char_p, c_void_p, c_char_p),
    ("wsp_string", c_char_p, c_void_p, c_char_p),
    ("wsp_value_error", c_char_p, c_void_p),
    ("wsp_error_text", c_char_p, c_void_p),
    ("wsp_message_count", c_int, c_void_p),
    ("wsp_message", POINTER(Message), c_void_p, c_int),
    ("wsp_result_free", None, c_void_p),
    ("wsp_last_kernel", c_char_p, c_void_p),
    ("wsp_wants_more", c_bool, c_char_p, c_size_t),
    ("wsp_complete", POINTER(c_void_p), c_void_p, c_char_p, c_size_t,
        POINTER(c_size_t)),
    ("wsp_format", c_void_p, c_char_p, c_size_t),
)


def _candidates() -> list[str]:
    given = os.environ.get("WSP_LIBRARY")
    if given:
        return [given]
    here = pathlib.Path(__file__).parent
    beside = [str(here / name) for name in ("libwsp.so", "libwsp.dylib")]
    found = ctypes.util.find_library("wsp")
    return [path for path in beside if os.path.exists(path)] + [
        name for name in (found, "libwsp.so.0") if name
    ]


def load() -> ctypes.CDLL:
    """The library, with the types of all calls."""
    failures = []
    for path in _candidates():
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            failures.append(str(error))
            continue
        for name, result, *arguments in _CALLS:
            call = getattr(library, name)
            call.restype = result
            call.argtypes = arguments
        return library
    raise ImportError(
        "libwsp is not installed: set WSP_LIBRARY to the path of libwsp.so ("
        + "; ".join(failures) + ")"
    )


# free() of the C library, for texts that libwsp allocates.
free = ctypes.CDLL(None).free
free.restype = None
free.argtypes = [c_void_p]
