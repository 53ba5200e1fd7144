# How fast a GPU stencil runs, and why: a recipe for Spack.

from spack.package import *


class Wsp(AutotoolsPackage):
    """A small language in which one writes a GPU stencil and asks how fast it
    runs on a given GPU, what limits it, and how to launch it."""

    homepage = "https://example.org/wsp"
    url = "https://example.org/wsp/wsp-0.2.0.tar.xz"

    license("MIT")

    version("0.2.0", sha256="0" * 64)

    variant("mpi", default=False, description="rank and sweep under mpirun")

    depends_on("c", type="build")
    depends_on("flex", type="build")
    depends_on("bison", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("gmp")
    depends_on("isl@0.20:")
    depends_on("readline")
    depends_on("mpi", when="+mpi")

    def configure_args(self):
        return self.with_or_without("mpi")
