"""The tutorial typed from start to end in one session at a real prompt, a
pseudo-terminal: what comes out is what it prints.

    python3 tests/python/typed.py build/wsp doc/TUTORIAL.md

Blocks without a prompt are files of the reader: they are typed, too. Numbers
may differ by 2 %, as the tests of the document allow.
"""

import os
import pty
import re
import select
import struct
import sys
import termios
import time
from fcntl import ioctl

PROMPT = re.compile(r"(?:wsp|\.\.\.)> $")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def plain(text):
    """Without escape sequences and carriage returns."""
    return re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", text).replace("\r", "")


def read_until_prompt(fd, least=0.0):
    text, end = "", time.time() + 120
    while time.time() < end:
        ready, _, _ = select.select([fd], [], [], 0.05)
        if ready:
            try:
                piece = os.read(fd, 1 << 16)
            except OSError:
                break
            if not piece:
                break
            text += piece.decode("utf-8", "replace")
        elif PROMPT.search(plain(text)):
            break
    return plain(text)


def alike(a, b):
    """Lines that differ in blanks, bars and a few per cent of numbers."""
    a, b = (re.sub(r"#+", "#", " ".join(s.split())) for s in (a, b))
    x, y = NUMBER.findall(a), NUMBER.findall(b)
    return NUMBER.sub("0", a) == NUMBER.sub("0", b) and all(
        abs(float(p) - float(q)) <= 0.02 * abs(float(q)) + 1e-12
        for p, q in zip(x, y))


def typed(document):
    """Pairs of a line to type and the lines that must come out."""
    for info, block in re.findall(r"^```(wsp[^\n]*)\n(.*?)^```", document,
                                  re.S | re.M):
        lines = block.splitlines()
        if "skip" in info:
            continue
        if not lines[0].startswith("wsp> "):
            yield from ((line, None) for line in lines)
            continue
        line, out = None, []
        for each in lines:
            if each.startswith(("wsp> ", "...> ")):
                if line is not None:
                    yield line, out
                line, out = each[5:], []
            else:
                out.append(each)
        yield line, out


def main():
    program, path = (os.path.abspath(a) for a in sys.argv[1:3])
    passed = failed = 0
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(TERM="dumb", HOME="/nonexistent", NO_COLOR="1")
        os.execv(program, [program])
    ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 250, 0, 0))
    read_until_prompt(fd)
    with open(path, encoding="utf-8") as file:
        document = file.read()
    for line, want in typed(document):
        os.write(fd, (line + "\n").encode())
        got = read_until_prompt(fd).splitlines()[1:-1]
        if want is None:
            wrong = [g for g in got if g.startswith("error")]
        else:
            got = [g for g in got if g.strip()]
            want = [w for w in want if w.strip()]
            wrong = [f"-{w}\n+{g}" for w, g in zip(want, got)
                     if w.strip() != "..." and not alike(w, g)]
            if len(want) != len(got) and "..." not in want:
                wrong.append(f"{len(got)} lines, not {len(want)}")
        passed += not wrong
        failed += bool(wrong)
        if wrong:
            print(f"wsp> {line}\n" + "\n".join(wrong))
    os.write(fd, b"quit\n")
    os.close(fd)
    os.waitpid(pid, 0)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
