"""A Jupyter kernel: notebooks whose cells are programs of wsp.

    python3 -m wsp.kernel install           # then choose "wsp" in Jupyter
    python3 -m wsp.kernel install --prefix=DIR

The kernel itself needs the package ipykernel.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import sys
from typing import Any

from . import __version__
from ._jupyter import bundle
from ._session import Session, _lib

SPEC = {
    "argv": [sys.executable, "-m", "wsp.kernel", "-f", "{connection_file}"],
    "display_name": "wsp",
    "language": "wsp",
}
LANGUAGE = {
    "name": "wsp",
    "mimetype": "text/x-wsp",
    "file_extension": ".wsp",
    "pygments_lexer": "text",
}


def data_folder() -> pathlib.Path:
    """The user's folder of Jupyter, by the rules of jupyter_core."""
    given = os.environ.get("JUPYTER_DATA_DIR")
    shared = os.environ.get("XDG_DATA_HOME")
    if given:
        return pathlib.Path(given)
    if sys.platform == "darwin":
        return pathlib.Path.home() / "Library" / "Jupyter"
    if shared:
        return pathlib.Path(shared) / "jupyter"
    return pathlib.Path.home() / ".local" / "share" / "jupyter"


def install(prefix: str = "") -> pathlib.Path:
    """Write the kernel's description where Jupyter looks for it."""
    root = pathlib.Path(prefix) / "share" / "jupyter" if prefix else data_folder()
    folder = root / "kernels" / "wsp"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kernel.json").write_text(json.dumps(SPEC, indent=1) + "\n")
    return folder


def inspect(session: Session, code: str, position: int) -> str:
    """The help for the word at a position; "" if there is none."""
    start = end = position
    while start > 0 and (code[start - 1].isalnum() or code[start - 1] == "_"):
        start -= 1
    while end < len(code) and (code[end].isalnum() or code[end] == "_"):
        end += 1
    if start == end:
        return ""
    return session.run(f"help {code[start:end]}", check=False).text


def launch(arguments: list[str]) -> None:
    from ipykernel.kernelapp import IPKernelApp
    from ipykernel.kernelbase import Kernel

    class WspKernel(Kernel):
        implementation = "wsp"
        implementation_version = __version__
        language = "wsp"
        language_info = {**LANGUAGE, "version": __version__}
        banner = f"wsp {__version__}: help, or help NAME"

        def __init__(self, **kwargs: Any):
            super().__init__(**kwargs)  # type: ignore[no-untyped-call, unused-ignore]
            self.session_of_wsp = Session(files=True)

        def _send(self, kind: str, **content: Any) -> None:
            send: Any = self.send_response
            send(self.iopub_socket, kind, content)

        def do_execute(self, code: str, silent: bool, *_: Any, **__: Any) -> Any:
            result = self.session_of_wsp.run(code, "<cell>", check=False)
            shown = bundle(result)
            if shown and not silent:
                self._send("display_data", data=shown, metadata={})
            if result.errors and not silent:
                self._send("stream", name="stderr", text=result.errors)
            status = {"execution_count": self.execution_count}
            if result.ok:
                return {**status, "status": "ok", "payload": [],
                        "user_expressions": {}}
            return {**status, "status": "error", "ename": "wsp.Error",
                    "evalue": result.errors, "traceback": []}

        def do_complete(self, code: str, cursor_pos: int) -> Any:
            start, words = self.session_of_wsp.complete(code[:cursor_pos])
            return {"status": "ok", "matches": words, "cursor_start": start,
                    "cursor_end": cursor_pos, "metadata": {}}

        def do_is_complete(self, code: str) -> Any:
            raw = code.encode()
            more = _lib.wsp_wants_more(raw, len(raw))
            return {"status": "incomplete", "indent": "    "} if more else {
                "status": "complete"}

        def do_inspect(self, code: str, cursor_pos: int, *_: Any, **__: Any) -> Any:
            text = inspect(self.session_of_wsp, code, cursor_pos)
            return {"status": "ok", "found": bool(text), "metadata": {},
                    "data": {"text/plain": text} if text else {}}

    IPKernelApp.launch_instance(argv=arguments, kernel_class=WspKernel)


if __name__ == "__main__":
    if sys.argv[1:2] == ["install"]:
        parser = argparse.ArgumentParser("python3 -m wsp.kernel install")
        parser.add_argument("--prefix", default="")
        print("installed", install(parser.parse_args(sys.argv[2:]).prefix))
    else:
        launch(sys.argv[1:])
