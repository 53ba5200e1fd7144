/* Pictures on a terminal, as they come from gnuplot's terminal `dumb`. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/picture/gnuplot.h"

/* The end of an escape sequence "ESC [ ... m" that starts at "c", or NULL. */
static const char *skip_colour(const char *c, const char *end)
{
	if (end - c < 3 || c[0] != '\033' || c[1] != '[')
		return NULL;
	for (c += 2; c < end && (*c == ';' || (*c >= '0' && *c <= '9')); ++c)
		continue;
	return c < end && *c == 'm' ? c + 1 : NULL;
}

static bool is_plain(const char *colour, size_t len)
{
	return len == 0 || (len >= 6 && memcmp(colour, "\033[0;39", 6) == 0);
}

/* The nearest of the 6 levels of the colour cube: 0, 95, 135, ... 255. */
static int level(int v)
{
	return v < 48 ? 0 : v < 115 ? 1 : (v - 35) / 40;
}

static int cut_off(double v)
{
	return v > 255 ? 255 : (int) v;
}

/* Lighter, if it could hardly be seen on black. */
static void lighten(int *r, int *g, int *b)
{
	double light = 0.3 * *r + 0.59 * *g + 0.11 * *b;
	double by = light > 100 ? 1 : 100 / (light + 1);

	*r = cut_off(*r * by);
	*g = cut_off(*g * by);
	*b = cut_off(*b * by);
	if (0.3 * *r + 0.59 * *g + 0.11 * *b < 60)
		*r = *g = 95;
}

/* A colour "ESC [ 38;2;R;G;B m" as one of the 256 that all terminals have,
 * which gnuplot itself gets wrong for light greys.
 */
static void add_colour(struct buffer *out, const char *colour)
{
	int r, g, b;

	if (sscanf(colour, "\033[38;2;%3d;%3d;%3d", &r, &g, &b) != 3)
		return;
	lighten(&r, &g, &b);
	if (abs(r - g) < 8 && abs(g - b) < 8 && g >= 8 && g < 247)
		buffer_printf(out, "\033[38;5;%dm", 232 + (g - 8) / 10);
	else
		buffer_printf(out, "\033[38;5;%dm", 16 + 36 * level(r) +
			6 * level(g) + level(b));
}

/* One line: colours are written when a letter needs them. */
static void tidy_line(const char *c, const char *end, struct buffer *out)
{
	const char *want = NULL, *have = NULL, *next;
	size_t want_len = 0, have_len = 0;
	int blanks = 0;

	for (; c < end; ++c) {
		next = skip_colour(c, end);
		if (next) {
			want = c;
			want_len = is_plain(c, (size_t) (next - c)) ? 0 :
				(size_t) (next - c);
			c = next - 1;
			continue;
		}
		if (*c == ' ' || *c == '\f') {
			blanks += *c == ' ';
			continue;
		}
		buffer_repeat(out, ' ', blanks);
		blanks = 0;
		if (want_len != have_len || (want_len > 0 &&
		    memcmp(want, have, want_len) != 0)) {
			if (want_len == 0)
				buffer_add(out, "\033[0m");
			else
				add_colour(out, want);
			have = want;
			have_len = want_len;
		}
		buffer_add_char(out, *c);
	}
	if (have_len > 0)
		buffer_add(out, "\033[0m");
}

void gnuplot_tidy(const struct buffer *drawn, struct buffer *out)
{
	const char *c = buffer_text(drawn), *end = c + drawn->len;
	struct buffer line = { 0 };
	bool any = false;
	int empty = 0;

	while (c < end) {
		const char *stop = memchr(c, '\n', (size_t) (end - c));

		if (!stop)
			stop = end;
		buffer_free(&line);
		tidy_line(c, stop, &line);
		if (line.len > 0) {
			buffer_repeat(out, '\n', any ? empty : 0);
			buffer_add_bytes(out, line.text, line.len);
			buffer_add_char(out, '\n');
			any = true;
			empty = 0;
		} else {
			++empty;
		}
		c = stop + 1;
	}
	buffer_free(&line);
}
