/* The device that a profile was taken on, by the name of its board.  Profilers
 * write "NVIDIA H200" or "Tesla V100-SXM2-16GB"; devices have such names, too.
 */

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "lang/device/device.h"
#include "lang/device/library.h"
#include "lang/roofline/roof.h"

#define MOST_WORDS 12
#define WORD	   24

/* The words of a name in lower case, without those of the vendor. */
struct words {
	int n;
	char word[MOST_WORDS][WORD];
};

static struct words words_of(const char *name)
{
	static const char *const vendors[] = { "nvidia", "tesla", "amd",
		"instinct", "geforce", "gpu", "graphics", "hbm3", "hbm2" };
	struct words w = { 0 };

	while (*name && w.n < MOST_WORDS) {
		char *word = w.word[w.n];
		size_t len = 0;
		bool is_vendor = false;

		while (*name && !isalnum((unsigned char) *name))
			++name;
		for (; isalnum((unsigned char) *name); ++name)
			if (len + 1 < WORD)
				word[len++] = (char) tolower(
					(unsigned char) *name);
		word[len] = '\0';
		for (size_t i = 0; i < sizeof(vendors) / sizeof(vendors[0]);
			++i)
			is_vendor |= strcmp(word, vendors[i]) == 0;
		w.n += len > 0 && !is_vendor;
	}
	return w;
}

/* Words of "a" that "b" has, too. */
static int n_common(const struct words *a, const struct words *b)
{
	int n = 0;

	for (int i = 0; i < a->n; ++i)
		for (int k = 0; k < b->n; ++k)
			if (strcmp(a->word[i], b->word[k]) == 0) {
				++n;
				break;
			}
	return n;
}

/* 's' for a board in an SXM socket, 'p' for a PCIe card, 0 if the name does not
 * say: the two differ in clocks, SMs and memory.
 */
static char form_of(const struct words *w)
{
	for (int i = 0; i < w->n; ++i)
		if (strncmp(w->word[i], "sxm", 3) == 0 ||
			strcmp(w->word[i], "pcie") == 0)
			return w->word[i][0];
	return 0;
}

static bool is_other_form(const struct words *a, const struct words *b)
{
	return form_of(a) && form_of(b) && form_of(a) != form_of(b);
}

struct search {
	struct eval *ev;
	struct words board;
	int best; /* words in common, less those that are not */
	int n;	  /* devices with that many */
	struct value found;
	struct buffer names;
};

/* The first word, such as "h200", must be the same. */
static void visit(void *user, const char *name)
{
	struct search *s = user;
	struct value v;
	struct words w;
	struct device_object *b;
	int score;

	if (!library_lookup(s->ev, name, &v))
		return;
	b = device_of(&v);
	if (!b || !b->dev.name || s->board.n == 0) {
		value_free(&v);
		return;
	}
	w = words_of(b->dev.name);
	score = w.n > 0 && strcmp(w.word[0], s->board.word[0]) == 0 &&
			!is_other_form(&w, &s->board) ?
		4 * n_common(&w, &s->board) - w.n :
		-MOST_WORDS;
	if (score > s->best) {
		s->best = score;
		s->n = 0;
		s->names.len = 0;
		value_free(&s->found);
		s->found = value_copy(&v);
	}
	if (score == s->best && score > -MOST_WORDS) {
		buffer_printf(&s->names, "%s%s", s->n ? ", " : "", name);
		++s->n;
	}
	value_free(&v);
}

struct value roof_board(struct eval *ev, const char *board, char why[256])
{
	struct search s = {
		.ev = ev,
		.board = words_of(board),
		.best = -MOST_WORDS,
	};

	library_each(ev, visit, &s);
	if (s.n != 1) {
		value_free(&s.found);
		s.found = (struct value) { .kind = VALUE_NONE };
		snprintf(why, 256,
			s.n ? "the profile is of a board '%.60s', which may be "
			      "%.120s: say which with 'on'" :
			      "the profile is of a board '%.60s', of which "
			      "nothing is known%.0s: name a device with 'on'",
			board, buffer_text(&s.names));
	}
	buffer_free(&s.names);
	return s.found;
}
