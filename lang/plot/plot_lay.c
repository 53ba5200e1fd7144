/* A picture on a terminal or on paper: its size, the note about what it leaves
 * out, and a picture of a value for programs that have no terminal.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/eval/eval.h"
#include "lang/picture/draw.h"
#include "lang/plot/plot.h"

/* In characters.  On a smaller terminal the picture is drawn at this size, as
 * its texts would not fit.
 */
#define COLUMNS_LEAST 40
#define COLUMNS_MOST  200
#define ROWS_LEAST    12
#define ROWS_MOST     40

/* Layouts until the note below a picture says what is left out with it. */
#define TURNS 4

static int n_lines(const char *text)
{
	int n = text && *text;

	for (; n > 0 && (text = strchr(text, '\n')); ++text)
		++n;
	return n;
}

/* The note that a picture wants below "own", its own one: points and labels
 * left out.  False if it has it already.  It never becomes shorter: a label may
 * fit beside a note only, and without it be left out again.
 */
static bool note_hidden(const struct layout *l, struct picture *p,
	const char *own)
{
	int64_t n_hidden = 0, n_unsaid = 0;
	struct buffer note = { 0 };
	bool is_new;

	for (int i = 0; i < l->n_place; ++i) {
		n_hidden += l->place[i].n_hidden;
		n_unsaid += l->place[i].n_unsaid;
	}
	if (own)
		buffer_add(&note, own);
	if (n_hidden > 0)
		buffer_printf(&note,
			"%s%lld point%s not shown (no number, or "
			"not above 0 on a logarithmic axis)",
			note.len ? "\n" : "", (long long) n_hidden,
			n_hidden == 1 ? "" : "s");
	for (int i = 0, n = 0; i < l->n_place; ++i)
		for (int k = 0; k < l->place[i].n_unnamed; ++k)
			buffer_printf(&note, "%s%s",
				n++ > 0		 ? ", " :
					note.len ? "\nno room to name " :
						   "no room to name ",
				l->place[i].unnamed[k]->name);
	if (n_unsaid > 0)
		buffer_printf(&note, "%s%lld label%s left out",
			note.len ? "\n" : "", (long long) n_unsaid,
			n_unsaid == 1 ? "" : "s");
	for (int i = n_lines(note.text); i < n_lines(p->note); ++i)
		buffer_add(&note, i > 0 ? "\n " : " ");
	is_new = strcmp(buffer_text(&note), p->note ? p->note : "") != 0;
	if (is_new)
		picture_set_text(&p->note, buffer_text(&note));
	buffer_free(&note);
	return is_new;
}

void plot_lay(struct layout *l, struct picture *p, const struct screen *s)
{
	int columns = s && s->columns > 0 ? s->columns : 79;
	int rows = (s && s->rows > 0 ? s->rows : 24) - 2;
	char *own = p->note ? memory_copy_text(p->note) : NULL;
	bool is_new = true;

	if (p->width > 0)
		columns = p->width;
	columns = columns < COLUMNS_LEAST ? COLUMNS_LEAST :
		columns > COLUMNS_MOST	  ? COLUMNS_MOST :
					    columns;
	rows = rows < ROWS_LEAST ? ROWS_LEAST :
		rows > ROWS_MOST ? ROWS_MOST :
				   rows;
	/* a note takes room, which may leave out more */
	for (int turn = 0; is_new && turn < TURNS; ++turn) {
		if (turn > 0)
			layout_free(l);
		if (s)
			layout_on_terminal(l, p, columns, rows);
		else
			layout_on_paper(l, p);
		is_new = note_hidden(l, p, own);
	}
	free(own);
}

void plot_draw_svg(struct picture *p, struct buffer *out)
{
	struct layout l;

	plot_lay(&l, p, NULL);
	svg_draw(&l, out);
	layout_free(&l);
}

bool plot_svg(const struct value *v, struct diag *diag, struct buffer *out)
{
	struct plot plot = {
		.diag = diag,
		.x = "",
		.picture = picture_new(),
	};
	bool ok = plot_value(&plot, v);

	if (ok)
		plot_draw_svg(plot.picture, out);
	picture_free(plot.picture);
	return ok;
}
