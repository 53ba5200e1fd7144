# Entries of the keys of rooflines on a terminal whose letter is nowhere in the
# picture, and that no line below it names.

function check(    i) {
	for (i = 1; i <= n; ++i)
		if (!index(body, letter[i]) && !index(below, name[i]))
			print title ": " letter[i] " " name[i]
	n = 0
	body = below = ""
}

/^roofline of |^[a-z0-9]+ on [a-z0-9_]+$/ {
	check()
	title = $0
	part = "key"
	next
}
/^performance \(/ && part == "key" {
	part = "body"
	next
}
part == "key" {
	count = split($0, entry, "   ")
	for (i = 1; i <= count; ++i) {
		at = index(entry[i], " ")
		if (!at || entry[i] ~ /loads and stores only/)
			continue
		letter[++n] = substr(entry[i], 1, at - 1)
		name[n] = substr(entry[i], at + 1)
		sub(/\342\200\246$/, "", name[n])
	}
}
part == "below" { below = below " " $0 }
part == "body" {
	body = body $0
	if (/--/)
		part = "below"
}
END { check() }
