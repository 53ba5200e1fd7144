#!/bin/sh
# Devices of the user: those of files in $XDG_CONFIG_HOME/wsp/devices or
# ~/.config/wsp/devices are known, but not in safe mode; and single files.

. "${srcdir:-$(dirname "$0")/../..}/tests/check.sh"
wsp=${WSP:?}

mkdir -p config/wsp/devices home/.config/wsp/devices
cat >config/wsp/devices/mine.wsp <<'END'
device mine : hopper {
    name = "My own"; sm.count = 100; clock = 1.5 GHz; l2.total = 50 MiB; dram.peak = 3000 GB/s
}
END
echo 'device h100 : hopper { sm.count = 1; clock = 1 GHz }' \
	>config/wsp/devices/h100.wsp
echo 'x = 1' >config/wsp/devices/other.wsp
echo 'device broken : hopper { sm.count = 1' >home/.config/wsp/devices/broken.wsp
echo 'device b : hopper { nearest = "c"; sm.count = 1; clock = 1 GHz }' \
	>home/.config/wsp/devices/b.wsp
echo 'device c : hopper { nearest = "b"; sm.count = 1; clock = 1 GHz }' \
	>home/.config/wsp/devices/c.wsp
XDG_CONFIG_HOME=$PWD/config HOME=$PWD/home
export XDG_CONFIG_HOME HOME

run "$wsp" -e 'print mine.sm.count, mine.l2.size'
status 0
out '100 25 MiB'
err ''
run "$wsp" estimate 'b[0] = a[1] + a[-1]' --domain 10000000 --device mine
status 0
err ''

# the library keeps its names, and says whose file is not read; so does the
# first of two files
run "$wsp" -e 'print h100.sm.count'
status 0
out '132'
err_has "'h100' is that of wsp: $PWD/config/wsp/devices/h100.wsp is not read"
echo 'device mine : hopper { sm.count = 1; clock = 1 GHz }' \
	>config/wsp/devices/second.wsp
run "$wsp" -e 'print mine.sm.count'
status 0
out '100'
err_has "'mine' is that of mine.wsp: $PWD/config/wsp/devices/second.wsp is not"
run "$wsp" -e 'show devices'
out_has 'not read: mine in second.wsp: mine.wsp has a device of that name'
rm config/wsp/devices/second.wsp

# a device is found whatever its file is called, and a file as such
echo 'device other_name : h100 { sm.count = 7 }' \
	>"config/wsp/devices/a file-2.wsp"
run "$wsp" -e 'print other_name.sm.count'
status 0
out '7'
rm "config/wsp/devices/a file-2.wsp"
echo 'device inside : h100 { sm.count = 8 }' >my.wsp
echo 'my2 = h100 with { sm.count = 9 }' >my2.wsp
printf 'device p1 : h100 { sm.count = 1 }\ndevice p2 : p1 { }\n' >two.wsp
sed 's/p2/two/' two.wsp >sub.wsp && mkdir -p sub && mv sub.wsp sub/two.wsp
run "$wsp" -e 'print board("my.wsp").sm.count, board("my2.wsp").sm.count,
	board("sub/two.wsp").sm.count'
status 0
out '8 9 1'
run "$wsp" estimate 'b[0] = a[1]' --domain 1000000 --device ./my.wsp
status 0
out_has 'b on inside,'
run "$wsp" -e 'b[0] = a[1]' -e 'estimate on "two.wsp"'
status 1
err_has "'two.wsp' defines 2 devices"
run "$wsp" -e 'set device = "config/wsp/devices/other.wsp"'
status 1
err_has "other.wsp' defines no device"
run "$wsp" --safe -e 'board("my.wsp")'
status 1
err_has 'programs may not read files'

# a file must define the device it is named after
run "$wsp" -e 'print other.sm.count'
status 1
err_has "does not define a device 'other'"

# what a device lacks
run "$wsp" -e 'print mine.l3.size'
status 1
err_has 'mine has no L3, a cache on the side of the memory'
run "$wsp" -e 'print mine.tlb2.pages'
status 1
err_has "mine has no figure 'tlb2.pages'"
run "$wsp" -e 'mine.l3'
status 0
out 'mine has no figures of l3'

# the other files stop nobody from using this one, and it is suggested
run "$wsp" -e 'print mines.sm.count'
status 1
err_has "did you mean 'mine'?"

# safe programs read no files
run "$wsp" --safe -e 'print mine.sm.count'
status 1
err_has "undefined name 'mine'"

# without XDG_CONFIG_HOME, ~/.config
unset XDG_CONFIG_HOME
run "$wsp" -e 'print mine.sm.count'
status 1
run "$wsp" -e 'print broken.sm.count'
status 1
err_has 'broken.wsp'
run "$wsp" -e 'print b.sm.count'
status 1
err_has 'itself'

# show devices: by family, with those of the user
XDG_CONFIG_HOME=$PWD/config; export XDG_CONFIG_HOME
echo 'device few : hopper { sm.count = 1 }' >config/wsp/devices/few.wsp
run "$wsp" show devices
status 0
err ''
is 'mine' "$(grep -c '^  mine .*My own$' .out)" 1
out_has 'not read: h100 in h100.wsp: wsp has a device of that name'
out_has 'not listed: few.wsp: few lacks clock'
out_has 'not listed: other.wsp: '
rm config/wsp/devices/other.wsp config/wsp/devices/few.wsp
run "$wsp" show devices
status 0
err ''
is 'mine' "$(grep -c '^  mine .*My own$' .out)" 1
is 'h100' "$(grep -c '^  h100 ' .out)" 1
is 'a family' "$(grep -c '^hopper$' .out)" 1
is 'order' "$(sed -n '/^hopper$/,/^[a-z]/s/^  \([a-z0-9]*\) .*/\1/p' .out |
	tr '\n' ' ')" 'gh200 h100 h20 h200 mine '
run "$wsp" --format csv show devices
status 0
is 'a row' "$(grep -c '^mine,hopper,.*,My own$' .out)" 1
# an error in a file of the folder is said once, and nothing more
echo 'device unit : ampere { sm.count = 28; clock = 1 }' >config/wsp/devices/unit.wsp
run "$wsp" estimate 'b[0] = a[0]' --device unit --domain 2^20 --block 256
err_has 'clock is a figure in Hz'
is 'errors' "$(grep -c '^error' .err)" 1
rm config/wsp/devices/unit.wsp
# a device of the file that has the kernel
cat >board.wsp <<'END'
device board : ga102 { sm.count = 48; clock = 1.56 GHz; l2.total = 4 MiB; dram.peak = 448 GB/s }
kernel copy2(a, b: float[nx]) { b[0] = a[0] }
END
run "$wsp" estimate board.wsp --device board --domain 2^24 --block 256
status 0
out_has 'copy2 on board'
run "$wsp" estimate board.wsp --device boards --domain 2^24 --block 256
status 2
err_has "no board 'boards' is known"
printf 'kernel,nx,bx,ms\ncopy2,16777216,256,0.4\n' >rows.csv
run "$wsp" validate rows.csv --kernels board.wsp --device board
status 0
out_has 'device board'
run "$wsp" --format json -e 'show devices' -e 'show kernels'
status 0
is 'records' "$(grep -c '^\[{"device": ".*"units": {.*}}\]$' .out)" 1
out_has '[]'

check_done
