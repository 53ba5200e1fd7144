# Classes of instructions in what cuobjdump -sass prints, one line a kernel.
# The code behind the last EXIT never runs.

BEGIN { print "kernel,fp,integer,load,store,other" }

function flush() {
	if (kernel != "")
		printf "%s,%d,%d,%d,%d,%d\n", kernel, n["fp"], n["integer"],
			n["load"], n["store"], n["other"]
	split("", n)
}

function class_of(op) {
	if (op ~ /^[DFH](ADD|MUL|FMA)/)
		return "fp"
	if (op ~ /^LDG/)
		return "load"
	if (op ~ /^STG/)
		return "store"
	if (op ~ /^(IMAD|IADD3|LEA|LOP3|SHF\.|ISETP|IABS|SEL|IMNMX)/ &&
	    op !~ /^IMAD\.MOV/)
		return "integer"
	return "other"
}

/Function :/ { flush(); kernel = $NF }

/^ +\/\*[0-9a-f]+\*\/ / {
	op = $2 ~ /^@/ ? $3 : $2
	sub(/;$/, "", op)
	if (op != "NOP" && !(op == "BRA" && was == "EXIT"))
		++n[class_of(op)]
	was = op
}

END { flush() }
