# Loops of compiled kernels, and how often a trip of each waits for loads:
#
#	cuobjdump -sass PROGRAM | c++filt | awk -f waits.awk
#
# A warp issues in order, so it waits at the first instruction that needs the
# register of a load in flight; by then all loads issued before have arrived,
# or nearly.  The second pass through a loop is counted, which starts with the
# loads that the end of the first left in flight.

function flush_function(   i, j, n, from) {
	for (i = 0; i < n_code; ++i) {
		if (code[i] !~ /^BRA .*0x/)
			continue
		from = code[i]
		sub(/.*0x/, "", from)
		if (!(from in at) || at[from] > i)
			continue
		count_loop(at[from], i)
	}
	delete code
	delete at
	n_code = 0
}

# Registers of a load of "wide" words are reg, reg + 1, ...
function count_loop(from, to,   pass, i, words, w, n, reg, wide) {
	delete flying
	for (pass = 0; pass < 2; ++pass) {
		loads = stores = shared = waits = 0
		for (i = from; i <= to; ++i) {
			n = split(code[i], words, /[^A-Za-z0-9_.]+/)
			loads += words[1] ~ /^LDG/
			stores += words[1] ~ /^STG/
			shared += words[1] ~ /^LDS/
			for (w = words[1] ~ /^(LD|ST|RED)/ ? 2 : 3; w <= n; ++w)
				if (waits_for(words[w], words[1])) {
					++waits
					delete flying
					break
				}
			if (words[1] !~ /^LDG/)
				continue
			reg = substr(words[2], 2)
			wide = words[1] ~ /\.128/ ? 4 : words[1] ~ /\.64/ ? 2 : 1
			for (w = 0; w < wide; ++w)
				flying[reg + w] = 1
		}
	}
	if (loads > 0)
		printf "\"%s\",%d,%d,%d,%d,%d\n", name, to - from + 1, loads,
			stores, shared, waits
}

# An operand of a double, or of an address, has two registers.
function waits_for(word, op,   reg) {
	if (word !~ /^R[0-9]+(\.64|\.reuse)?$/)
		return 0
	reg = substr(word, 2) + 0
	return (reg in flying) || ((op ~ /^D/ || word ~ /\.64/) &&
		(reg + 1 in flying))
}

BEGIN { print "kernel,instructions,loads,stores,shared_loads,waits" }
/Function :/ {
	flush_function()
	name = $0
	sub(/.*Function : (void )?/, "", name)
	sub(/\(.*/, "", name)
}
match($0, /\/\*[0-9a-f]+\*\/ +[@A-Z]/) {
	line = substr($0, RSTART + 2)
	address = line
	sub(/\*.*/, "", address)
	sub(/^0+/, "", address)
	sub(/^[0-9a-f]+\*\/ */, "", line)
	sub(/ *;.*/, "", line)
	sub(/^@!?U?P[0-9T] */, "", line)
	at[address] = n_code
	code[n_code++] = line
}
END { flush_function() }
