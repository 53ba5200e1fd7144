# The listing of quotients.cu as a table: instructions of each kernel beyond those of its copy, by
# class.  A thread executes all of the code before EXIT, but for run-time divisors of 64 bits:
# there, of the two paths, the one with the call, and what is called.

function class(op) {
	sub(/\..*/, "", op)
	if (op == "MUFU")
		return "special"
	if (op ~ /^(I2F|F2I|I2FP)$/)
		return "conversion"
	if (op ~ /^(BRA|CALL|RET|EXIT|BSSY|BSYNC|NOP|S2R|S2UR|LDC|ULDC|LDG|STG)$/)
		return "control"
	return "integer"
}
/^\.text\./ {
	name = substr($1, 7); sub(/:$/, "", name)
	names[++n] = name
	is_over = has_call = 0
	until = ""
	next
}
/^\$/ && name { is_over = 0; next }	# a function that is called
/^\.L_/ && index($1, until ":") == 1 { until = "" }
/^ *\/\*[0-9a-f]+\*\// && name && !is_over {
	op = $2 ~ /^@/ ? $3 : $2
	if (until == "")
		++count[name, class(op)]
	if (op ~ /^CALL/)
		has_call = 1
	if (op == "BRA" && $2 !~ /^@/ && has_call && match($0, /\.L_x_[0-9]+/))
		until = substr($0, RSTART, RLENGTH)	# over the path without a call
	is_over = (op == "EXIT" || op ~ /^RET/) && $2 !~ /^@/
}
END {
	print "type,op,divisor,integer,special,conversion,control"
	for (i = 1; i <= n; ++i) {
		split(names[i], part, "_")
		if (part[1] == "copy")
			continue
		copy = "copy_" part[2]
		printf "%s,%s,%s", part[2], part[1], part[3]
		m = split("integer special conversion control", classes, " ")
		for (j = 1; j <= m; ++j)
			printf ",%d", count[names[i], classes[j]] - count[copy, classes[j]]
		printf "\n"
	}
}
