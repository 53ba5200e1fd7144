# Texts of SVG pictures that lie on each other or leave the canvas, one a line.
# A text is a row of boxes along its direction, a little smaller than its letters
# so that rounding is no overlap.

function attribute(name,    at) {
	if (!match($0, " " name "=\"[^\"]*\""))
		return ""
	at = RSTART + length(name) + 3
	return substr($0, at, RSTART + RLENGTH - 1 - at)
}

FNR == 1 { n = 0 }
/viewBox/ {
	split(attribute("viewBox"), view, " ")
	width = view[3]
	height = view[4]
}
/^<text/ {
	text = $0
	sub(/^<text[^>]*>/, "", text)
	sub(/<.*/, "", text)
	gsub(/&[a-z]*;/, "x", text)
	size = attribute("font-size") + 0
	if (size == 0)
		size = 12
	long = 0.5 * size * length(text)
	angle = 0
	x = attribute("x") + 0
	y = attribute("y") - 0.35 * size
	if (match($0, /translate\([^)]*\)/)) {
		split(substr($0, RSTART + 10, RLENGTH - 11), to, " ")
		x = to[1]
		y = to[2]
	}
	if (match($0, /rotate\([^)]*\)/))
		angle = substr($0, RSTART + 7, RLENGTH - 8) * 3.14159265 / 180
	anchor = attribute("text-anchor")
	half = 0.3 * size
	from = anchor == "middle" ? -long / 2 : anchor == "end" ? -long : 0
	this = n
	for (at = from + half; at <= from + long - half + 0.01; at += 2 * half) {
		bx = x + at * cos(angle)
		by = y + at * sin(angle)
		if (bx < 0 || bx > width || by < 0 || by > height) {
			print FILENAME ": '" text "' leaves the picture"
			break
		}
		for (i = 0; i < this; ++i)
			if (bx - cx[i] < half + ch[i] && cx[i] - bx < half + ch[i] &&
			    by - cy[i] < half + ch[i] && cy[i] - by < half + ch[i]) {
				print FILENAME ": '" text "' lies on '" of[i] "'"
				at = from + long
				break
			}
		cx[n] = bx
		cy[n] = by
		ch[n] = half
		of[n++] = text
	}
}
