"""What every generator here does with its PTX: ask wsp for the best block."""

import os
import subprocess
import sys
import tempfile

WSP = os.environ.get("WSP", "wsp")


def ask(ptx, entry, arguments, question):
    """The words that wsp prints for a question about kernel k; the PTX stays in folder
    KEEP, if there is one."""
    if "KEEP" in os.environ:
        os.makedirs(os.environ["KEEP"], exist_ok=True)
        name = os.path.basename(sys.argv[0]).split("_")[0] + ".ptx"
        with open(os.path.join(os.environ["KEEP"], name), "w") as f:
            f.write(ptx)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.ptx")
        with open(path, "w") as f:
            f.write(ptx)
        program = f'k = ptx("{path}", "{entry}", {arguments})\n' + question
        return subprocess.run([WSP, "-e", program], stdout=subprocess.PIPE,
                              text=True, check=True).stdout.split()


def best_block(ptx, entry, arguments, device="h200", dims=2):
    """The block that wsp expects to be fastest, and its time in us."""
    sizes = " + ".join(f"blocks({n}, dims = {dims})" for n in (128, 256, 512))
    out = ask(ptx, entry, arguments,
              f"b = {sizes}\n"
              f"t = rank k on {device} over block in b top 1\n"
              "print " + ", ".join(f"best(t).block[{d}]" for d in range(dims)) +
              ", best(t).time / 1 us\n")
    return tuple(int(n) for n in out[:dims]), float(out[dims])


def time_of(ptx, entry, arguments, block, device="h200"):
    """The time in us that wsp expects for one block."""
    out = ask(ptx, entry, arguments,
              f"print (estimate k on {device} with block = {block}).time / 1 us\n")
    return float(out[0])
