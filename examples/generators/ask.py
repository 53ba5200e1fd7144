"""What every generator here does with its PTX: ask wsp for the best block."""

import os
import subprocess
import tempfile

WSP = os.environ.get("WSP", "wsp")


def ask(ptx, entry, arguments, question):
    """The words that wsp prints for a question about kernel k."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.ptx")
        with open(path, "w") as f:
            f.write(ptx)
        program = f'k = ptx("{path}", "{entry}", {arguments})\n' + question
        return subprocess.run([WSP, "-e", program], capture_output=True,
                              text=True, check=True).stdout.split()


def best_block(ptx, entry, arguments, device="h200"):
    """The block (x, y) that wsp expects to be fastest, and the time in us."""
    out = ask(ptx, entry, arguments,
              "b = blocks(128, dims = 2) + blocks(256, dims = 2)"
              " + blocks(512, dims = 2)\n"
              f"t = rank k on {device} over block in b top 1\n"
              "print best(t).block[0], best(t).block[1], best(t).time / 1 us\n")
    return (int(out[0]), int(out[1])), float(out[2])


def time_of(ptx, entry, arguments, block, device="h200"):
    """The time in us that wsp expects for one block."""
    out = ask(ptx, entry, arguments,
              f"print (estimate k on {device} with block = {block}).time / 1 us\n")
    return float(out[0])
