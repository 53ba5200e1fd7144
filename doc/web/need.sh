#!/bin/sh
# Install a package of Debian unless its command is there.
#
#	need.sh COMMAND PACKAGE

command -v "$1" >/dev/null && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
	echo "$1 is needed: apt-get install $2" >&2
	exit 1
fi
echo "  INSTALL  $2"
DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND
# the lists of packages may be missing or old: fetch them only then
apt-get install -y --no-install-recommends "$2" >/dev/null 2>&1 || {
	apt-get update >/dev/null &&
		apt-get install -y --no-install-recommends "$2" >/dev/null
}
