"""Builds the wheel (PEP 517) with configure and make, and nothing from PyPI.

The wheel holds the modules of python/wsp and libwsp.so, with isl and GMP in it
where their archives allow that.  The library is built in build-python/.
"""

from __future__ import annotations

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sysconfig
import tarfile
import zipfile

TOP = pathlib.Path(__file__).resolve().parent.parent
BUILD = TOP / "build-python"
SUMMARY = "How fast a GPU stencil runs, and why"


def _version() -> str:
    text = (TOP / "configure.ac").read_text()
    return re.search(r"AC_INIT\(\[wsp\], \[([^]]*)\]", text).group(1)


def _metadata() -> str:
    return (
        f"Metadata-Version: 2.1\nName: wsp\nVersion: {_version()}\n"
        f"Summary: {SUMMARY}\nLicense: MIT\nRequires-Python: >=3.9\n"
        "Description-Content-Type: text/markdown\n\n"
        + (TOP / "README.md").read_text()
    )


def _tag() -> str:
    platform = re.sub(r"[^A-Za-z0-9]", "_", sysconfig.get_platform())
    return f"py3-none-{platform}"


def _run(*command: str, cwd: pathlib.Path = TOP) -> None:
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise SystemExit(f"{done.stdout[-4000:]}\nfailed: {' '.join(command)}")


def _library() -> bytes:
    """Build the library; returns the bytes of the shared object."""
    if not (TOP / "configure").exists():
        _run("autoreconf", "-fi")
    BUILD.mkdir(exist_ok=True)
    if not (BUILD / "Makefile").exists():
        _run("../configure", "--disable-shared", "--with-pic", cwd=BUILD)
    _run("make", f"-j{os.cpu_count() or 1}", "python-library", cwd=BUILD)
    library = BUILD / "python" / "libwsp.so"
    subprocess.run(["strip", "--strip-unneeded", str(library)])
    return library.read_bytes()


def _members(library: bytes) -> dict[str, bytes]:
    members = {
        f"wsp/{path.name}": path.read_bytes()
        for path in sorted((TOP / "python" / "wsp").iterdir())
        if path.suffix in (".py", ".typed")
    }
    members["wsp/libwsp.so"] = library
    return members


def _write(path: pathlib.Path, members: dict[str, bytes]) -> None:
    info = f"wsp-{_version()}.dist-info"
    members[f"{info}/METADATA"] = _metadata().encode()
    members[f"{info}/WHEEL"] = (
        "Wheel-Version: 1.0\nGenerator: wsp\nRoot-Is-Purelib: false\n"
        f"Tag: {_tag()}\n"
    ).encode()
    members[f"{info}/LICENSE"] = (TOP / "LICENSE").read_bytes()
    record = ""
    for name, content in members.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
        record += f"{name},sha256={digest.decode().rstrip('=')},{len(content)}\n"
    record += f"{info}/RECORD,,\n"
    members[f"{info}/RECORD"] = record.encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in members.items():
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"wsp-{_version()}-{_tag()}.whl"
    _write(pathlib.Path(wheel_directory) / name, _members(_library()))
    return name


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """The modules stay in the tree; the library is put beside them."""
    (TOP / "python" / "wsp" / "libwsp.so").write_bytes(_library())
    name = f"wsp-{_version()}-{_tag()}.whl"
    path = {"wsp.pth": f"{TOP / 'python'}\n".encode()}
    _write(pathlib.Path(wheel_directory) / name, path)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """What git knows of the tree, and the description."""
    base = f"wsp-{_version()}"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=TOP, check=True,
                            stdout=subprocess.PIPE).stdout.decode()
    path = pathlib.Path(sdist_directory) / f"{base}.tar.gz"
    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name in filter(None, listed.split("\0")):
            archive.add(TOP / name, f"{base}/{name}", recursive=False)
        (BUILD / "PKG-INFO").parent.mkdir(exist_ok=True)
        (BUILD / "PKG-INFO").write_text(_metadata())
        archive.add(BUILD / "PKG-INFO", f"{base}/PKG-INFO")
    return path.name
