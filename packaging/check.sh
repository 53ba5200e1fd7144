#!/bin/sh
# Builds the packages of this commit and tries them where nothing else is:
#
#	sudo packaging/check.sh FOLDER
#
# Debian packages through dpkg-buildpackage and lintian, installed into a bare
# chroot by debootstrap; the static program in an empty one; the conda recipe
# rendered by rattler-build from PyPI, Guix's made a derivation by the Guix of
# Debian unstable, those of Spack and Homebrew read by the languages that they
# are written in.  Takes fifteen minutes and a mirror of Debian ($MIRROR).

set -u
top=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "${1:?folder to work in}" && cd "$1" || exit 1
here=$PWD root=$PWD/root
commit=$(git -C "$top" rev-parse --short HEAD)
. "$top/tests/count.sh"

# unpack FOLDER: the sources of the commit
unpack() {
	rm -rf "$1" && mkdir "$1" &&
	git -C "$top" archive "$commit" | tar x -C "$1"
}
debian() { (cd wsp && DEB_BUILD_OPTIONS=nocheck dpkg-buildpackage -us -uc -b); }
lint() { lintian ./*.changes | tee lint && [ ! -s lint ]; }
bare() {
	[ -x "$root/usr/bin/apt-get" ] || debootstrap --variant=minbase bookworm \
		"$root" "${MIRROR:-http://deb.debian.org/debian}"
}
inside() { DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }
install_all() {
	rm -f "$root"/tmp/*.deb
	cp ./*.deb "$root/tmp/" && rm -f "$root"/tmp/*dbgsym* &&
	inside sh -c 'apt-get -qq update && apt-get -qq install -y \
		--no-install-recommends /tmp/*.deb \
		ruby'
}
version() {
	inside wsp --version >version && cat version &&
	grep -q "commit $commit" version &&
	grep -q isl version
}
static() {
	mkdir -p static empty &&
	(cd static && ../wsp/configure -q && make -j2 static) &&
	cp static/wsp-static empty/wsp
}
ruby_reads() { inside ruby -c <"$top/packaging/homebrew/wsp.rb"; }
# Guix resolves all inputs; to build them, its own servers would be needed.
guix_derives() {
	sid=$here/sid
	[ -x "$sid/usr/bin/apt-get" ] || debootstrap --variant=minbase sid \
		"$sid" "${MIRROR:-http://deb.debian.org/debian}" || return 1
	unpack "$sid/root/wsp" && mount -t proc proc "$sid/proc" || return 1
	chroot "$sid" sh -c 'DEBIAN_FRONTEND=noninteractive
		export DEBIAN_FRONTEND
		apt-get -qq -o Acquire::Check-Valid-Until=false update &&
		apt-get -qq install -y --no-install-recommends guix || exit 1
		groupadd -f guixbuild
		useradd -g guixbuild -G guixbuild guixbuilder1
		mkdir -p /gnu/store
		guix-daemon --build-users-group=guixbuild --disable-chroot &
		sleep 3
		cd /root/wsp && guix build --derivations --no-grafts \
			--no-substitutes -f packaging/guix/wsp.scm
		status=$?
		kill $!
		exit $status'
	status=$?
	umount "$sid/proc"
	return $status
}
python_reads() {
	inside python3 -c 'import ast, sys; ast.parse(sys.stdin.read())' \
		<"$top/packaging/spack/package.py"
}
conda_renders() {
	[ -x venv/bin/python ] || python3 -m venv venv || return 1
	venv/bin/pip install -q py-rattler-build &&
	venv/bin/python - "$top/packaging/conda/recipe.yaml" <<'EOF'
import sys
import rattler_build as build
recipe = build.Stage0Recipe.from_yaml(open(sys.argv[1]).read())
variants = build.VariantConfig.from_yaml(
    "python: ['3.11.* *_cpython']\nc_compiler: [gcc]\n")
rendered = recipe.render(variants)
assert len(rendered) == 1 and "'wsp'" in repr(rendered[0]), rendered
EOF
}

check 'unpack' unpack wsp
check 'build the packages' debian
check 'lintian' lint
check 'a bare system' bare
check 'install' install_all
check 'version' version
check 'an estimate' inside wsp estimate 'dst[0,0] = src[1,0]' --device a100
check 'the tutorial' inside sh -c 'cd /usr/share/doc/wsp &&
	wsp doctest README.md doc/TUTORIAL.md'
check 'an example' inside wsp /usr/share/doc/wsp/examples/heat.wsp
check 'a probe' inside test -s \
	/usr/share/doc/wsp/tests/measured/probes/probes.cu
check 'Python' inside python3 -c 'import wsp; print(wsp.estimate(
	"kernel k(a, b: double[4096, 4096]) { b[0,0] = a[1,0] }", "a100"))'
check 'the static program' static
check 'in an empty root' chroot "$here/empty" /wsp -e 'print a100.sm.count'
check 'Spack' python_reads
check 'conda' conda_renders
check 'Homebrew' ruby_reads
check 'Guix' guix_derives
count_done
