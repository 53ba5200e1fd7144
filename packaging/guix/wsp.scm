;;; How fast a GPU stencil runs, and why: a package for Guix.
;;;	guix build -f packaging/guix/wsp.scm	(in the source tree)

(use-modules (guix packages)
             (guix gexp)
             (guix build-system gnu)
             ((guix licenses) #:prefix license:)
             (gnu packages autotools)
             (gnu packages bison)
             (gnu packages flex)
             (gnu packages gcc)
             (gnu packages multiprecision)
             (gnu packages pkg-config)
             (gnu packages readline))

(package
  (name "wsp")
  (version "0.2.0")
  (source (local-file "../.." "wsp-checkout" #:recursive? #t))
  (build-system gnu-build-system)
  (native-inputs
   (list autoconf automake libtool bison flex pkg-config))
  (inputs (list gmp isl readline))
  (home-page "https://example.org/wsp")
  (synopsis "How fast a GPU stencil runs, and why")
  (description "A small language in which one writes a GPU stencil and asks
how fast it runs on a given GPU, what limits it, and how to launch it.")
  (license license:expat))
