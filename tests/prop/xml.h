#ifndef TESTS_XML_H
#define TESTS_XML_H

/* What an SVG of wsp may hold: a few elements, closed in order, and texts
 * that are escaped.
 */

#include <stdbool.h>
#include <string.h>

#define XML_DEPTH 8

/* The name of the element at "c"; NULL if wsp writes no such element. */
static inline const char *xml_name(const char *c)
{
	static const char *const names[] = { "svg", "title", "style", "rect",
		"path", "text", "g" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
		size_t n = strlen(names[i]);

		if (strncmp(c, names[i], n) == 0 && strchr(" >/", c[n]))
			return names[i];
	}
	return NULL;
}

/* The end of the tag at "c", which opens or closes an element; NULL if it is
 * not well formed.
 */
static inline const char *xml_tag(const char *c, const char **open, int *n)
{
	bool closes = c[1] == '/';
	const char *name = xml_name(c + 1 + closes), *end;
	bool quoted = false;

	for (end = c + 1; *end && (quoted || *end != '>'); ++end) {
		quoted ^= *end == '"';
		if (*end == '<' || (unsigned char) *end < ' ')
			return NULL;
	}
	if (!name || !*end || *n >= XML_DEPTH)
		return NULL;
	if (closes)
		return --*n >= 0 && open[*n] == name ? end : NULL;
	if (end[-1] != '/')
		open[(*n)++] = name;
	return end;
}

static inline bool xml_is_clean(const char *c)
{
	const char *open[XML_DEPTH];
	int n = 0;

	for (; *c; ++c) {
		if (*c == '<' && !(c = xml_tag(c, open, &n)))
			return false;
		if (*c == '&' && strncmp(c, "&lt;", 4) &&
			strncmp(c, "&gt;", 4) && strncmp(c, "&amp;", 5))
			return false;
		if (((unsigned char) *c < ' ' && *c != '\n') || *c == 0x7f)
			return false;
	}
	return n == 0;
}

#endif
