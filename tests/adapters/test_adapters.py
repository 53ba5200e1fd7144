"""The adapters of examples/tuners, each with the package that it is for.

A package that is not installed skips its tests; `make check-adapters` installs
all of them. None needs a GPU.
"""

import importlib.util
import math
import os
import pathlib
import random
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "examples" / "tuners"))
os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
os.environ.setdefault("DEVITO_LOGGING", "ERROR")

import wsp  # noqa: E402


def needs(package):
    return unittest.skipUnless(importlib.util.find_spec(package),
                               f"{package} is not installed")


@needs("kernel_tuner")
class KernelTuner(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import kernel_tuner_score as score
        import kernel_tuner_wsp as adapter

        cls.score, cls.adapter = score, adapter
        table = TOP / "tests" / "measured" / "public" / "convolution_a100.csv"
        cls.rows = [r for r in score.table_rows(table)
                    if r["block_size_x"] in (16, 32, 64)
                    and r["block_size_y"] in (2, 8)
                    and r["tile_size_x"] <= 2 and r["tile_size_y"] <= 2]
        cls.folder = tempfile.TemporaryDirectory()
        cls.cache = os.path.join(cls.folder.name, "cache.json")
        adapter.write_cache(cls.cache, "convolution", "a100", (4096, 4096),
                            cls.rows)
        cls.known = {}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def tune(self, learn, budget):
        import kernel_tuner

        strategy = self.adapter.Predicted(self.score.describe, "a100", learn,
                                          self.known)
        random.seed(1)
        results, _ = kernel_tuner.tune_cache(
            self.cache, strategy=strategy, quiet=True,
            strategy_options={"max_fevals": budget})
        names = [n for n in self.rows[0] if n != "time"]
        configs = [tuple(r[n] for n in names) for r in results]
        self.assertEqual(len(set(configs)), len(configs))
        self.assertEqual(len(configs), budget)
        return results, [strategy.known[c] for c in configs]

    def test_cache(self):
        self.assertGreater(len(self.rows), 40)
        self.assertEqual(self.adapter.read_cache(self.cache), self.rows)

    def test_failed_launch(self):
        path = os.path.join(self.folder.name, "failed.json")
        rows = [{"a": 1, "time": 2.0}, {"a": 2, "time": None}]
        self.adapter.write_cache(path, "k", "a100", (1,), rows)
        self.assertEqual(self.adapter.read_cache(path), rows[:1])

    def test_order(self):
        _, predictions = self.tune(False, 20)
        times = [time for time, _ in predictions]
        self.assertEqual(times, sorted(times))
        self.assertEqual(times[0], min(p[0] for p in self.known.values() if p))

    def test_learning(self):
        results, predictions = self.tune(True, 8)
        self.assertEqual(predictions[0][0],
                         min(p[0] for p in self.known.values() if p))
        times = sorted(r["time"] for r in self.rows)
        self.assertLess(min(r["time"] for r in results), times[len(times) // 8])

    def test_trust(self):
        """Predictions that are all wrong are found out."""
        known = dict(self.known)
        self.known = {c: p and (1e-6 / p[0], 0.3) for c, p in known.items()}
        found = [min(r["time"] for r in self.tune(learn, 24)[0])
                 for learn in (True, False)]
        self.known = known
        self.assertLess(*found)

    def test_random_search(self):
        # the minimum of 2 of 1, 2, 3: 1, 1, 2
        self.assertAlmostEqual(self.score.random_search([3, 1, 2], 2), 4 / 3)
        self.assertAlmostEqual(self.score.random_search([3, 1, 2], 1), 2)
        self.assertAlmostEqual(self.score.random_search([3, 1, 2], 3), 1)


@needs("pystencils")
class Pystencils(unittest.TestCase):
    def setUp(self):
        import pystencils
        import pystencils_wsp

        self.ps, self.adapter = pystencils, pystencils_wsp

    def block_of(self, rule, shape):
        config = self.ps.CreateKernelConfig(target=self.ps.Target.CUDA)
        best = self.adapter.configure(config, rule, shape, "a100")
        kernel = self.ps.create_kernel(rule, config)
        block = kernel.get_launch_configuration().default_block_size
        self.assertEqual(tuple(block), (*best.block, 1, 1)[:3])
        return best

    def test_layout(self):
        for layout, offset in (("fzyx", "[1, 0, 0]"), ("c", "[0, 0, 1]")):
            src, dst = self.ps.fields("src, dst: double[3D]", layout=layout)
            rule = [self.ps.Assignment(dst[0, 0, 0],
                                       src[1, 0, 0] - src[-1, 0, 0])]
            text = self.adapter.describe(rule, (256, 128, 64))
            self.assertIn(f"src{offset}", text)
            self.assertIn("[256, 128, 64]" if layout == "fzyx" else
                          "[64, 128, 256]", text)
            best = self.block_of(rule, (256, 128, 64))
            self.assertAlmostEqual(best.l2.store, 8, delta=0.1)

    def test_default_is_not_better(self):
        src, dst = self.ps.fields("src, dst: double[3D]", layout="fzyx")
        rule = [self.ps.Assignment(dst[0, 0, 0],
                                   (src[1, 0, 0] + src[0, 1, 0] + src[0, 0, 1]) / 3)]
        shape = (512, 512, 256)
        default = wsp.estimate(self.adapter.describe(rule, shape), "a100",
                               block=(8, 8, 4), strides="int64")
        self.assertLess(self.block_of(rule, shape).time, default.time)

    @needs("lbmpy")
    def test_lbmpy(self):
        from lbmpy import (LBMConfig, LBStencil, Method, Stencil,
                           create_lb_update_rule)

        rule = create_lb_update_rule(lbm_config=LBMConfig(
            stencil=LBStencil(Stencil.D3Q19), method=Method.SRT,
            relaxation_rate=1.8, compressible=True))
        shape = (256, 256, 128)
        best = self.block_of(rule, shape)
        self.assertAlmostEqual(best.dram.load, 19 * 8, delta=1)
        self.assertAlmostEqual(best.dram.store, 19 * 8, delta=1)
        r = wsp.estimate(self.adapter.describe(rule, shape), "a100",
                         block=best.block)
        counted = sum(rule.operation_count[k] for k in ("adds", "muls", "divs"))
        # wsp counts equal subexpressions once, as compilers do
        self.assertLessEqual(r.flops, counted)
        self.assertGreater(r.flops, counted / 2)


@needs("triton")
class Triton(unittest.TestCase):
    N = 4096
    TILES = ((32, 8), (128, 2), (8, 64), (64, 16), (1024, 1))

    def setUp(self):
        import triton
        import triton.language as tl
        import triton_wsp
        from triton_kernels import heat, scale, transpose

        self.triton, self.tl, self.adapter = triton, tl, triton_wsp
        self.kernels = {
            heat: self.heat, scale: self.scale, transpose: self.transpose}

    def size(self, p):
        return (p["nx"], p["ny"]), (p["BX"], p["BY"]), p["num_warps"]

    def heat(self, p):
        return self.adapter.tiled(
            lambda at: f"0.25 * ({at('a', -1, 0)} + {at('a', 1, 0)}"
            f" + {at('a', 0, -1)} + {at('a', 0, 1)})", *self.size(p))

    def scale(self, p):
        return self.adapter.tiled(lambda at: f"3 * {at('a', 0, 0)}",
                                  *self.size(p))

    def transpose(self, p):
        return self.adapter.transposed(*self.size(p))

    def compiled(self, kernel, p, folder):
        """What wsp expects of the PTX that Triton compiles."""
        from triton.backends.compiler import GPUTarget
        from triton.compiler import ASTSource

        aligned = [["tt.divisibility", 16]]
        source = ASTSource(
            fn=kernel, constexprs={"BX": p["BX"], "BY": p["BY"]},
            signature={"a": "*fp32", "b": "*fp32", "nx": "i32", "ny": "i32",
                       "BX": "constexpr", "BY": "constexpr"},
            attrs={(i,): aligned for i in range(4)})
        path = os.path.join(folder, "k.ptx")
        with open(path, "w") as file:
            file.write(self.triton.compile(
                source, target=GPUTarget("cuda", 90, 32),
                options={"num_warps": p["num_warps"]}).asm["ptx"])
        threads = 32 * p["num_warps"]
        over = (p["nx"] // p["BX"] * threads, p["ny"] // p["BY"])
        return wsp.Session(files=True).run(
            f'k = ptx("{path}", "{kernel.fn.__name__}", nx = {p["nx"]},'
            f' ny = {p["ny"]}, over = {over})\n'
            f"estimate k on h200 with block = ({threads}, 1)").value.time

    def test_as_compiled(self):
        """A description takes the time of what Triton compiles of it."""
        with tempfile.TemporaryDirectory() as folder:
            for kernel, describe in self.kernels.items():
                for bx, by in self.TILES:
                    p = {"nx": self.N, "ny": self.N, "BX": bx, "BY": by,
                         "num_warps": 4}
                    with self.subTest(kernel=kernel.fn.__name__, tile=(bx, by)):
                        told = self.adapter.time_of(describe, "h200", p)
                        real = self.compiled(kernel, p, folder)
                        self.assertLess(abs(math.log(told / real)),
                                        math.log(1.7))

    def test_autotune(self):
        """Triton's own autotuner keeps what it is told to."""
        configs = [self.triton.Config({"BX": x, "BY": y}) for x, y in self.TILES]
        for kernel, describe in self.kernels.items():
            tuner = self.triton.autotune(
                configs=configs, key=["nx", "ny"], do_bench=lambda *a, **k: 0,
                prune_configs_by=self.adapter.prune(describe, "h200", keep=2))(kernel)
            tuner.nargs = {"a": None, "b": None, "nx": self.N, "ny": self.N}
            kept = [(c.kwargs["BX"], c.kwargs["BY"])
                    for c in tuner.prune_configs({})]
            self.assertEqual(len(kept), 2)
            slow = (1024, 1) if kernel.fn.__name__ == "transpose" else (8, 64)
            self.assertNotIn(slow, kept)


@needs("devito")
class Devito(unittest.TestCase):
    def test_wave(self):
        import devito
        from devito_wsp import describe, par_tile

        grid = devito.Grid(shape=(256, 256, 512))
        u = devito.TimeFunction(name="u", grid=grid, space_order=8, time_order=2)
        m = devito.Function(name="m", grid=grid, space_order=0)
        wave = devito.Eq(u.forward, devito.solve(m * u.dt2 - u.laplace, u.forward))
        gpu = {"platform": "nvidiaX", "language": "openacc"}
        (kernel, dims), = describe(devito.Operator(wave, **gpu))
        self.assertEqual(dims, 3)
        self.assertIn("over (512, 256, 256)", kernel)
        k = wsp.Session().run(kernel + "\nnest0").value
        self.assertEqual({f["name"]: f["loads"] for f in k["fields"]},
                         {"f_m": 1, "f_u_t0": 25, "f_u_t1": 1, "f_u_t2": 0})
        tile, = par_tile(wave, "a100")
        code = str(devito.Operator(wave, opt=("advanced", {"par-tile": (tile,)}),
                                   **gpu))
        self.assertIn(f"tile({','.join(map(str, tile))})", code)
        self.assertGreaterEqual(tile[0], 16)

    def test_two_nests(self):
        import devito
        from devito_wsp import par_tile

        grid = devito.Grid(shape=(1024, 2048))
        v = devito.TimeFunction(name="v", grid=grid, space_order=2)
        w = devito.TimeFunction(name="w", grid=grid, space_order=2)
        tiles = par_tile([devito.Eq(v.forward, v + 0.1 * v.laplace),
                          devito.Eq(w.forward, w + v.forward.dx)], "a100")
        self.assertEqual([len(tile) for tile in tiles], [2, 2])


@needs("gt4py")
class GT4Py(unittest.TestCase):
    def test_hdiff(self):
        from gt4py.cartesian import config
        from gt4py_stencils import hdiff, scan
        from gt4py_wsp import Unsupported, block_size, describe, set_block_size

        kernels = describe(hdiff, (512, 512, 80))
        self.assertEqual(len(kernels), 2)
        k = wsp.Session().run(kernels[0] + "\npart0").value
        self.assertEqual({f["name"]: f["loads"] for f in k["fields"]},
                         {"f_lap": 0, "f_inp": 5})
        block = set_block_size(hdiff, (512, 512, 80), "a100")
        self.assertEqual(config.DACE_DEFAULT_BLOCK_SIZE,
                         ",".join(map(str, block)))
        times = [sum(wsp.estimate(k, "a100", block=b, strides="int64").time
                     for k in kernels) for b in (block, (64, 8, 1))]
        self.assertLessEqual(*times)
        with self.assertRaisesRegex(Unsupported, "loop along k"):
            block_size(scan, (64, 64, 64))


if __name__ == "__main__":
    unittest.main(verbosity=2)
