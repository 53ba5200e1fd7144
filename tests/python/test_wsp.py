"""The Python module against the library of the build tree.

tests/cli/python.sh runs this with WSP_LIBRARY and PYTHONPATH set; figures are
compared with those of the program, $WSP.
"""

import doctest
import fractions
import gc
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import unittest
import unittest.mock

import wsp
from wsp import _jupyter, kernel

HEAT = """kernel heat(src, dst: double[1500, 1500]) {
    dst[0,0] = (src[1,0] + src[-1,0] + src[0,1] + src[0,-1]) / 4
}
"""


def program(text):
    """What the program answers to the same question, as JSON."""
    done = subprocess.run(
        [os.environ["WSP"], "--format", "json", "-e", HEAT, "-e", text],
        stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


class Questions(unittest.TestCase):
    def test_estimate_equals_the_program(self):
        r = wsp.estimate(HEAT, "a100", block=(256, 2))
        told = program("estimate heat on a100 with block = (256, 2)")
        self.assertEqual(r.time, told["time"])
        self.assertEqual(r.performance, told["performance"])
        self.assertEqual(r.limiter, told["limiter"])
        self.assertEqual(r.dram.load, told["dram"]["load"])
        self.assertEqual(r["dram.load"], told["dram"]["load"])
        self.assertEqual(r.units["dram.load"], "B/LUP")
        units = told.pop("units")
        self.assertEqual(r.to_dict(), told)
        self.assertEqual(r.units["limits.dram"], units["limits"]["dram"])
        self.assertEqual(r.block, (256, 2))
        self.assertEqual(r.flat()["l2.store"], told["l2"]["store"])
        self.assertIn("l2", dir(r))
        self.assertEqual(set(r), set(told))
        json.dumps(r.to_dict())

    def test_options(self):
        for block in ((32, 8), [32, 8], "(32, 8)"):
            r = wsp.estimate(HEAT, "a100", block=block, registers=40)
            self.assertEqual((r.block, r.registers), ((32, 8), 40))
        r = wsp.estimate(HEAT, "a100 with { l2.size = 1 MiB }")
        self.assertEqual(r.kernel, "heat")
        half = fractions.Fraction(1, 2)
        for bad in ({"block": "(1, 2)\nprint 1"}, {"block": float("nan")},
                    {"block": object()}, {"block": ""}):
            with self.assertRaises((TypeError, ValueError)):
                wsp.estimate(HEAT, "a100", **bad)
        with self.assertRaises(wsp.Error):
            wsp.estimate(HEAT, "a100", updates=half)

    def test_rank(self):
        blocks = [(32, 8), (256, 2), (64, 4)]
        t = wsp.rank(HEAT, "a100", over={"block": blocks}, top=2)
        told = program("rank heat on a100 over block in "
                       "[(32, 8), (256, 2), (64, 4)] top 2")
        self.assertEqual([r.time for r in t], [r["time"] for r in told])
        self.assertEqual(t[0].block, tuple(told[0]["block"]))
        self.assertEqual(t.columns[:2], ["block", "performance"])
        self.assertEqual(t.units["time"], "s")
        self.assertEqual(t.rows()[0]["dram.load"], told[0]["dram"]["load"])
        self.assertIn("| block |", t._repr_markdown_())
        self.assertEqual(len(t[:1]), 1)
        again = wsp.estimate(HEAT, "a100", block=t[0].block)
        self.assertEqual(again.time, t[0].time)

    def test_sweep_keeps_its_order(self):
        t = wsp.sweep(HEAT, "a100", over={"block": [(256, 2), (32, 8)]})
        self.assertEqual([r.block for r in t], [(256, 2), (32, 8)])

    def test_nothing_is_left_between_questions(self):
        wsp.estimate(HEAT, "a100")
        line = wsp.estimate("b[0,0] = a[1,0] + a[-1,0]", "a100", block=(64, 4))
        self.assertEqual(line.kernel, "b")
        with self.assertRaisesRegex(wsp.Error, "defines no kernel"):
            wsp.estimate("x = 3", "a100")
        with self.assertRaisesRegex(wsp.Error, "undefined name 'heat'"):
            wsp.estimate("heat", "a100")

    def test_threads(self):
        found = []

        def ask(n):
            for i in range(n, n + 10):
                found.append((i, wsp.estimate(
                    HEAT.replace("1500", str(1000 + i)), "a100").domain))

        threads = [threading.Thread(target=ask, args=(10 * i,)) for i in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(sorted(found),
                         [(i, (1000 + i, 1000 + i)) for i in range(40)])


class Errors(unittest.TestCase):
    def test_message(self):
        with self.assertRaises(wsp.Error) as caught:
            wsp.estimate("kernel k(a: double[nx]) {\n a[0] = b[0] }", "a100")
        (m,) = caught.exception.messages
        self.assertEqual((m.line, m.column, m.width), (2, 9, 1))
        self.assertEqual(m.message, "undefined name 'b'")
        self.assertIn("^", str(caught.exception))

    def test_unknown_device_and_figure(self):
        with self.assertRaises(wsp.Error):
            wsp.estimate(HEAT, "a1000")
        r = wsp.estimate(HEAT, "a100")
        with self.assertRaisesRegex(AttributeError, "no figure 'speed'"):
            r.speed
        with self.assertRaises(KeyError):
            r["dram.speed"]

    def test_check_and_format(self):
        self.assertEqual(wsp.check(HEAT), ())
        self.assertTrue(wsp.check("x = y")[0].is_error)
        self.assertEqual(wsp.format("x=1+ 2"), "x = 1 + 2\n")
        with self.assertRaises(wsp.Error):
            wsp.format("x = = 1")


class Sessions(unittest.TestCase):
    def test_values(self):
        s = wsp.Session()
        for text, value in (("2^70", 2**70), ("1/4", 0.25), ("true", True),
                            ('"a"', "a"), ("x = 3", None), ("[1, 2]", [1, 2]),
                            ("x", 3)):
            self.assertEqual(s.run(text).value, value)
        q = s.run("16 B/LUP").value
        self.assertEqual((q, q.unit, repr(q)), (16, "B/LUP", "16.0 B/LUP"))
        r = s.run("record(a = 1, b = 2 s)").value
        self.assertEqual((r.a, r.units), (1, {"b": "s"}))
        self.assertEqual(s.run('print "hi"').text, "hi\n")

    def test_pictures_name_a_line_or_say_so(self):
        s = wsp.Session()
        s.run("kernel k(a, b: double[512, 512]) { b[0,0] = a[1,0] + a[-1,0] }")
        s.run("r = roofline (estimate k on a100 with block = (64, 4))")
        for height in range(240, 360, 20):
            svg = s.run(f"svg(r, size = (344, {height}))").value
            note = re.search("no room to name ([^<]*)", svg)
            for name in note.group(1).split(", ") if note else []:
                self.assertNotIn(f">{name}</text>", svg)

    def test_names_of_boards(self):
        k = "kernel copy(a, b: float[1024]) { b[0] = a[0] }"
        self.assertEqual(wsp.estimate(k, "NVIDIA GeForce RTX 4090").device, "rtx4090")
        self.assertEqual(wsp.Session(device="Tesla T4").run(
            k + "; estimate copy").value.device, "t4")
        with self.assertRaisesRegex(wsp.Error, "near it: h100"):
            wsp.estimate(k, "NVIDIA H100 PCIe")

    def test_wrong_kinds(self):
        k = "kernel copy(a, b: float[1024]) { b[0] = a[0] }"
        for ask, said in (
            (lambda: wsp.estimate(5, "a100"), "kernel is a text"),
            (lambda: wsp.estimate(k, 5), "device is a text"),
            (lambda: wsp.rank(k, "a100", over="block"), "over is a dict"),
        ):
            self.assertRaisesRegex(TypeError, said, ask)
        with self.assertRaisesRegex(wsp.Error, "a kernel is its text"):
            wsp.estimate("copy.wsp", "a100")

    def test_device_of_a_file(self):
        k = "kernel copy(a, b: float[1024]) { b[0] = a[0] }"
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "my.wsp")
            with open(path, "w") as file:
                file.write("device mine : a100 { sm.count = 100 }\n")
            s = wsp.Session(files=True)
            self.assertEqual(s.estimate(k, path).device, "mine")
        with self.assertRaisesRegex(wsp.Error, "may not read files"):
            wsp.estimate(k, path)

    def test_state_and_device(self):
        s = wsp.Session(device="a100")
        s.run(HEAT)
        self.assertEqual(s.estimate("heat").device, "a100")
        self.assertEqual(s.run("estimate heat").value.device, "a100")
        with self.assertRaisesRegex(wsp.Error, "defines no kernel"):
            s.estimate("# kernel heat\ny = 1")

    def test_files_are_closed(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.wsp"
            path.write_text("x = 7\nx\n")
            self.assertEqual(wsp.Session().run_file(path).value, 7)
            load = f'import "{path}"'
            with self.assertRaises(wsp.Error):
                wsp.Session().run(load)
            wsp.Session(files=True).run(load)

    def test_a_result_outlives_its_session(self):
        s = wsp.Session()
        r = s.estimate(HEAT, "h200", block=(32, 8))
        del s
        gc.collect()
        self.assertGreater(r.l2.load, 0)

    def test_interrupt(self):
        s = wsp.Session()
        timer = threading.Timer(0.1, s.interrupt)
        timer.start()
        with self.assertRaisesRegex(wsp.Error, "interrupt"):
            s.run("len([x for x in 1..2^40 if false])")
        timer.join()
        self.assertEqual(s.run("1 + 1").value, 2)

    def test_complete(self):
        s = wsp.Session()
        start, words = s.complete("é = estim")
        self.assertEqual((start, words), (4, ["estimate"]))
        self.assertIn("a100", wsp.devices())


class Notebooks(unittest.TestCase):
    def test_pictures(self):
        r = wsp.estimate(HEAT, "a100")
        self.assertTrue(r._repr_svg_().startswith("<svg"))
        self.assertIn("heat on a100", r._repr_html_())
        self.assertIn("image/svg+xml", r._repr_html_())
        self.assertIn("heat on a100", repr(r))
        shown = _jupyter.bundle(wsp.run('print "x"\nprint svg([1, 2, 3])'))
        self.assertTrue(shown["image/svg+xml"].startswith("<svg"))
        self.assertTrue(shown["text/html"].startswith("<pre>x"))
        self.assertEqual(_jupyter.bundle(wsp.run("1 + 1")),
                         {"text/plain": "2"})
        self.assertEqual(_jupyter.bundle(wsp.run("x = 1")), {})
        shown = _jupyter.bundle(wsp.run("print 7\ndst[0] = src[1]\nestimate on a100"))
        self.assertTrue(shown["text/html"].startswith("<pre>7"))
        self.assertIn("image/svg+xml", shown["text/html"])

    def test_magic(self):
        class Shell:
            def register_magic_function(self, f, magic_kind, magic_name):
                self.magic = f

            def push(self, names):
                self.names = names

        shell = Shell()
        wsp.load_ipython_extension(shell)
        self.assertIsNone(shell.magic("", "x = 41"))
        self.assertEqual(repr(shell.magic("y", "x + 1")), "42")
        self.assertEqual(shell.names, {"y": 42})
        self.assertEqual(repr(shell.magic("x * 2")), "82")

    def test_kernel(self):
        s = wsp.Session()
        self.assertIn("estimate", kernel.inspect(s, "x = estimate heat", 6))
        self.assertEqual(kernel.inspect(s, "  ", 1), "")
        with tempfile.TemporaryDirectory() as folder:
            spec = json.loads((kernel.install(folder) / "kernel.json").read_text())
            with unittest.mock.patch.dict(os.environ, JUPYTER_DATA_DIR=folder):
                self.assertEqual(kernel.install(),
                                 pathlib.Path(folder) / "kernels" / "wsp")
        self.assertEqual(spec["argv"][0], sys.executable)


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite(wsp))
    manual = pathlib.Path(__file__).parents[2] / "doc" / "PYTHON.md"
    tests.addTests(doctest.DocFileSuite(
        str(manual), module_relative=False, optionflags=doctest.ELLIPSIS))
    return tests


if __name__ == "__main__":
    found = unittest.main(exit=False, verbosity=0).result
    failed = len(found.failures) + len(found.errors)
    print(f"{found.testsRun - failed} passed, {failed} failed")
    sys.exit(failed > 0)
