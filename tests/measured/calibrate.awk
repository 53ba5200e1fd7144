# Makes engine/model/interval_kind.def from points of `wsp validate --format
# csv`: intervals of kernels that are not plain stencils, and how much wider
# intervals are far from what was measured.  doc/MODEL.md, chapter 14.
#
# An error is ln(measured / predicted), of kinds that are not plain what doubts
# (14.3) leave of it.  Rows of one family (a name up to its first digit) are
# alike, so each row counts by one over the root of how many its family has.
# Kernels that nobody saw come as a set, so a set, a file, is tested on intervals
# made without it.

BEGIN {
	FS = ","
	TAIL = 0.05	# of the errors below an interval, and above it
	FAMILIES = 6	# that weigh as much as the wider class around them
	LEAST = 0.02	# distance of an end from the prediction
	n_kind = split("irregular loop shared scattered", kinds, " ")
	n_limiter = split("dram l2 sm fixed", limiters, " ")
	n_measure = split("threads updates fields element registers warps stores", \
		measures, " ")
	# as range_words in engine/model/interval.c
	split("1 2 1 1 2 2 2", below, " ")
	split("1 2 1 1 1 2 1", above, " ")
	class["dram"] = "dram"
	class["l2"] = class["requests"] = class["in_place"] = "l2"
	class["tlb"] = "l2"
	class["latency"] = class["longest"] = class["launch"] = "fixed"
	class["overhead"] = "fixed"
}

FNR == 1 {
	for (i = 1; i <= NF; ++i) {
		sub(/ \[.*/, "", $i)
		column[$i] = i
	}
	next
}

function at(name)
{
	return $column[name]
}

{
	gsub(/"[^"]*"/, "")
}

# Ranges of plain stencils are those of measured.csv: of other sets, rows outside
# of them take part.
at("kind") == "plain" && FILENAME !~ /(measured|_fit)$/ && at("far") == 1 {
	next
}

{
	++n
	set[n] = FILENAME
	kind[n] = at("kind")
	limiter[n] = at("limiter") in class ? class[at("limiter")] : "sm"
	family[n] = at("kernel")
	# measured.csv has one kernel of a name; parts of them are numbers
	if (kind[n] != "plain" || FILENAME !~ /measured$/)
		sub(/_*[0-9].*/, "", family[n])
	error[n] = log(at("time.measured") / at("time.predicted"))
	if (kind[n] != "plain")
		error[n] = left(error[n])
	end[n] = log((error[n] > 0 ? at("time_high") : at("time_low")) / \
		at("time.predicted")) / at("far")
	for (i = 1; i <= n_measure; ++i)
		measure[n, i] = at("measure." measures[i]) + 0
	is_outside[n] = at("kind") == "plain" && FILENAME !~ /(measured|_fit)$/
	++rows[group(n), family[n]]
}

# What doubts leave of an error: ends are sqrt(table^2 + doubt^2) away (14.2).
function left(e,    d)
{
	d = at(e > 0 ? "doubt_high" : "doubt_low")
	if (e * e <= d * d)
		return 0
	return e > 0 ? sqrt(e * e - d * d) : -sqrt(e * e - d * d)
}

# Plain stencils have a table of their own.
function group(i)
{
	return kind[i] == "plain" ? "plain" : "other"
}

function weight(i)
{
	return 1 / sqrt(rows[group(i), family[i]])
}

# The weighted quantile of v[1..m], interpolated between centres.
function quantile(m, share,    i, total, sum, here, before, middle)
{
	for (i = 1; i <= m; ++i)
		total += w[i]
	for (i = 1; i <= m; ++i) {
		here = sum + w[i] / 2
		if (here >= share * total) {
			if (i == 1)
				return v[1]
			return before + (v[i] - before) * \
				(share * total - middle) / (here - middle)
		}
		before = v[i]
		middle = here
		sum += w[i]
	}
	return before
}

# Insertion of "value" with "by" into v[1..m], ascending; returns m + 1.
function insert(m, value, by,    i)
{
	for (i = m; i > 0 && v[i] > value; --i) {
		v[i + 1] = v[i]
		w[i + 1] = w[i]
	}
	v[i + 1] = value
	w[i + 1] = by
	return m + 1
}

# Rows of class (k, l), "" for any, that are not plain nor of the set "without";
# n_family is set.
function select(k, l, without,    i, m, seen)
{
	n_family = 0
	for (i = 1; i <= n; ++i) {
		if (kind[i] == "plain" || set[i] == without || \
			(k != "" && kind[i] != k) || \
			(l != "" && limiter[i] != l))
			continue
		m = insert(m + 0, error[i], weight(i))
		n_family += !(family[i] in seen)
		seen[family[i]] = 1
	}
	return m + 0
}

# low and high of a class, shrunk towards wider classes.  Of one set alone,
# nothing would be left without it.
function cell(k, l, without,    level, m, a, b, share)
{
	low = high = 0
	if (select("", "", without) == 0)
		without = ""
	for (level = 0; level < 3; ++level) {
		m = select(level ? k : "", level == 2 ? l : "", without)
		if (m == 0)
			return
		a = quantile(m, TAIL)
		b = quantile(m, 1 - TAIL)
		a = a > -LEAST ? -LEAST : a
		b = b < LEAST ? LEAST : b
		share = level ? n_family / (n_family + FAMILIES) : 1
		low += share * (a - low)
		high += share * (b - high)
	}
}

# Whether row i lies outside of the ranges of the other families of its kind.
function is_far(i,    j, m, outside, lo, hi)
{
	for (m = 1; m <= n_measure; ++m) {
		lo = 1e300
		hi = -lo
		for (j = 1; j <= n; ++j) {
			if (kind[j] != kind[i] || is_outside[j] || \
				family[j] == family[i])
				continue
			if (measure[j, m] < lo)
				lo = measure[j, m]
			if (measure[j, m] > hi)
				hi = measure[j, m]
		}
		if (measure[i, m] * below[m] < lo || \
			measure[i, m] > hi * above[m])
			return 1
	}
	return 0
}

# The factor that leaves a tenth of the rows outside of intervals made without
# their set: of group g or kind k ("": all of the group), near (far = 0) or far.
# Families count alike, and of those near that are not plain, sets do.
function stretch(g, k, far,    i, m, seen)
{
	m = n_family = 0
	for (i = 1; i <= n; ++i) {
		if (group(i) != g || distance[i] != far || \
			(k != "" && kind[i] != k))
			continue
		m = insert(m, need[i], weight(i)^2 / share_of(i))
		n_family += !(family[i] in seen)
		seen[family[i]] = 1
	}
	n_stretch = m
	return m ? quantile(m, 1 - 2 * TAIL) : 0
}

# What the rows of the set of row i count, all together.
function share_of(i,    j)
{
	if (kind[i] == "plain" || distance[i])
		return 1
	if (!(set[i] in shares))
		for (j = 1; j <= n; ++j)
			if (set[j] == set[i] && kind[j] != "plain" && \
				!distance[j])
				shares[set[i]] += weight(j)^2
	return shares[set[i]]
}

# That of a kind, shrunk towards that of all.
function stretch_kind(k, all,    own)
{
	own = stretch("other", k, 0)
	return all + n_family / (n_family + FAMILIES) * (own - all)
}

function at_least_one(x)
{
	return x < 1 ? 1 : x
}

function print_far(g, near, far,    factor)
{
	factor = near > 0 ? at_least_one(far / near) : 1
	printf "FAR(%s, %.2f)\n", g, factor
}

END {
	for (i = 1; i <= n; ++i) {
		# by family, kind and measures: rows alike are alike
		key = kind[i] SUBSEP family[i]
		for (m = 1; m <= n_measure; ++m)
			key = key SUBSEP measure[i, m]
		if (!(key in known))
			known[key] = is_outside[i] || is_far(i)
		distance[i] = known[key]
		if (kind[i] == "plain") {
			need[i] = error[i] / end[i]
			continue
		}
		key = kind[i] SUBSEP limiter[i] SUBSEP set[i]
		if (!(key in lows)) {
			cell(kind[i], limiter[i], set[i])
			lows[key] = low
			highs[key] = high
		}
		need[i] = error[i] / (error[i] > 0 ? highs[key] : lows[key])
	}
	plain_near = stretch("plain", "", 0)
	plain_far = stretch("plain", "", 1)
	n_plain_far = n_stretch
	near = stretch("other", "", 0)
	n_near = n_stretch
	far = stretch("other", "", 1)
	n_far = n_stretch
	print "/* Made by `make calibrate`: do not edit."
	print " *"
	print " *\tFAR(plain or other, factor)"
	print " *\tKIND(kind, limiter, low, high, rows, families)"
	print " *\tKIND_RANGE(kind, name, lo, hi)"
	print " *"
	printf " * Ends are measured over predicted time, from %d rows of " \
		"the sets of\n", n_near + n_far
	print " * tests/measured/h200 that calibrate.sh names, less what doubts explain.  They"
	print " * were scaled by kind, so that 90 % of the rows lie inside of intervals made"
	printf " * without their set (all kinds together: by %.3f).  FAR is " \
		"how much more\n", near
	printf " * the %d rows outside of the ranges of other families need " \
		"(plain stencils:\n * %d).\n", n_far, n_plain_far
	print " */\n"
	print_far("plain", plain_near, plain_far)
	print_far("other", near, far)
	for (k = 1; k <= n_kind; ++k) {
		print ""
		scale = stretch_kind(kinds[k], near)
		for (l = 1; l <= n_limiter; ++l) {
			cell(kinds[k], limiters[l], "")
			a = exp(scale * low)
			b = exp(scale * high)
			m = select(kinds[k], limiters[l], "")
			printf "KIND(%s, %s, %.3f, %.3f, %d, %d)\n", \
				kinds[k], limiters[l], a, b, m, n_family
		}
		for (m = 1; m <= n_measure; ++m) {
			lo = 1e300
			hi = -lo
			for (i = 1; i <= n; ++i) {
				if (kind[i] != kinds[k])
					continue
				lo = measure[i, m] < lo ? measure[i, m] : lo
				hi = measure[i, m] > hi ? measure[i, m] : hi
			}
			printf "KIND_RANGE(%s, %s, %.12g, %.12g)\n", \
				kinds[k], measures[m], lo, hi
		}
	}
	print "\n#undef FAR\n#undef KIND\n#undef KIND_RANGE"
}
