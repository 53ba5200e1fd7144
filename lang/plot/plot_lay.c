/* A picture on a terminal or on paper: its size, the note about what it leaves
 * out, and a picture of a value for programs that have no terminal.
 */

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

/* Adds a note below the picture about points and labels left out. */
static void note_hidden(const struct layout *l, struct picture *p)
{
	int64_t n_hidden = 0, n_unsaid = 0;
	struct buffer note = { 0 };

	for (int i = 0; i < l->n_place; ++i) {
		n_hidden += l->place[i].n_hidden;
		n_unsaid += l->place[i].n_unsaid;
	}
	if (p->note)
		buffer_add(&note, p->note);
	if (n_hidden > 0)
		buffer_printf(&note,
			"%s%lld point%s not shown (no number, or "
			"not above 0 on a logarithmic axis)",
			note.len ? "\n" : "", (long long) n_hidden,
			n_hidden == 1 ? "" : "s");
	if (n_unsaid > 0)
		buffer_printf(&note, "%s%lld label%s left out",
			note.len ? "\n" : "", (long long) n_unsaid,
			n_unsaid == 1 ? "" : "s");
	if (note.len > 0)
		picture_set_text(&p->note, note.text);
	buffer_free(&note);
}

void plot_lay(struct layout *l, struct picture *p, const struct screen *s)
{
	int columns = s && s->columns > 0 ? s->columns : 79;
	int rows = (s && s->rows > 0 ? s->rows : 24) - 2;

	if (p->width > 0)
		columns = p->width;
	columns = columns < COLUMNS_LEAST ? COLUMNS_LEAST :
		columns > COLUMNS_MOST	  ? COLUMNS_MOST :
					    columns;
	rows = rows < ROWS_LEAST ? ROWS_LEAST :
		rows > ROWS_MOST ? ROWS_MOST :
				   rows;
	for (int turn = 0; turn < 2; ++turn) {
		if (s)
			layout_on_terminal(l, p, columns, rows);
		else
			layout_on_paper(l, p);
		if (turn == 0) {
			note_hidden(l, p);
			layout_free(l);
		}
	}
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
