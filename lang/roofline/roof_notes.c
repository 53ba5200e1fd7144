/* Lines below the picture of a roofline: what it does not show, and why. */

#include <string.h>

#include "lang/picture/picture.h"
#include "lang/roofline/roof.h"

/* Launches that a note names; it counts the others. */
#define NAMED 3

/* What tells a launch from others: the title has the kernel if it is that
 * of all.
 */
const char *roof_label(const struct roofline *line, const char *kernel,
	int of_case)
{
	const char *name = line->cases[of_case].name;
	size_t n = kernel ? strlen(kernel) : 0;

	return n > 0 && strncmp(name, kernel, n) == 0 && name[n] == ' ' ?
		name + n + 1 :
		name;
}

void roof_note(struct picture *p, const char *text)
{
	struct buffer note = { 0 };

	buffer_printf(&note, "%s%s%s", p->note ? p->note : "",
		p->note ? "\n" : "", text);
	picture_set_text(&p->note, buffer_text(&note));
	buffer_free(&note);
}

/* True if case i has no point of "level", for the reason "why". */
static bool lacks(const struct roofline *line, int i,
	const struct roof_absent *what)
{
	struct roof_absent absent[ROOFLINE_LEVELS];
	int n = roofline_absent(line, i, absent);

	for (int k = 0; k < n; ++k)
		if (absent[k].level == what->level &&
			absent[k].why == what->why)
			return true;
	return false;
}

/* "no point of DRAM of k1, k2 and 7 more: nothing moves through it" */
static void note_lack(const struct roofline *line, const char *kernel,
	const struct roof_absent *what, struct picture *p)
{
	struct buffer text = { 0 };
	int n = 0, all = line->n_case;

	buffer_printf(&text, "no point of %s", what->level);
	for (int i = 0; i < all; ++i)
		n += lacks(line, i, what);
	for (int i = 0, k = 0; i < all && n < all && k <= NAMED; ++i) {
		if (!lacks(line, i, what))
			continue;
		if (k < NAMED)
			buffer_printf(&text, "%s%s", k ? ", " : " of ",
				roof_label(line, kernel, i));
		else
			buffer_printf(&text, " and %d more", n - NAMED);
		++k;
	}
	buffer_printf(&text, ": %s%s%s", what->why,
		what->lacks ? "; the profile lacks " : "",
		what->lacks ? what->lacks : "");
	roof_note(p, buffer_text(&text));
	buffer_free(&text);
}

/* Levels without a point, each reason once. */
void roof_note_absent(const struct roofline *line, const char *kernel,
	struct picture *p)
{
	for (int i = 0; i < line->n_case; ++i) {
		struct roof_absent absent[ROOFLINE_LEVELS];
		int n = roofline_absent(line, i, absent);

		for (int k = 0; k < n; ++k) {
			int first = 0;

			while (!lacks(line, first, &absent[k]))
				++first;
			if (first == i)
				note_lack(line, kernel, &absent[k], p);
		}
	}
}
