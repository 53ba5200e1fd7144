# How fast a GPU stencil runs, and why: a formula for Homebrew.
class Wsp < Formula
  desc "How fast a GPU stencil runs, and why"
  homepage "https://example.org/wsp"
  url "https://example.org/wsp/wsp-0.2.0.tar.xz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "bison" => :build
  depends_on "flex" => :build
  depends_on "pkgconf" => :build
  depends_on "gmp"
  depends_on "isl"
  depends_on "readline"

  def install
    system "./configure", *std_configure_args
    system "make", "install"
  end

  test do
    assert_equal "2", shell_output("#{bin}/wsp -e '1 + 1'").strip
  end
end
