#include <errno.h>
#include <string.h>

#include "lang/eval/builtin.h"
#include "lang/base/files.h"
#include "lang/picture/gnuplot.h"
#include "lang/plot/plot.h"

/* Terminals that are smaller are taken for this large. */
#define COLUMNS_LEAST	40
#define COLUMNS_MOST	200
#define ROWS_LEAST	12
#define ROWS_MOST	40

enum arg { WHAT, FILE_NAME, TITLE, X, Y, KIND, LOG };

static const struct {
	const char *end;
	enum gnuplot_target target;
	bool is_script;
} ends[] = {
	{ ".svg", GNUPLOT_SVG, false }, { ".png", GNUPLOT_PNG, false },
	{ ".pdf", GNUPLOT_PDF, false }, { ".gp", GNUPLOT_SVG, true },
};

#define N_END	(int) (sizeof(ends) / sizeof(ends[0]))

/* ---------------------------------------------------------- arguments */

/* A text, or "" if it was not given. */
static bool find_text(struct call *call, enum arg i, const char **text)
{
	const struct string *s;

	*text = "";
	if (!call_has(call, i))
		return true;
	if (!call_string(call, i, &s))
		return false;
	if (strlen(s->text) != s->len)
		return diag_error(call->diag, call_loc(call, i), NULL,
			"there is a NUL character in this text");
	*text = s->text;
	return true;
}

static bool find_columns(struct call *call, struct plot *plot)
{
	const struct value *v = &call->arg[Y];
	int64_t i;

	plot->n_y = 0;
	if (!call_has(call, Y))
		return true;
	if (v->kind == VALUE_STRING) {
		plot->n_y = v->u.string->len > 0;
		plot->y[0] = v->u.string->text;
		return true;
	}
	if (v->kind != VALUE_LIST || v->u.sequence->n > PLOT_COLUMNS)
		return call_wrong(call, Y, "the names of one to twelve "
			"columns");
	for (i = 0; i < v->u.sequence->n; ++i) {
		if (v->u.sequence->item[i].kind != VALUE_STRING)
			return call_wrong(call, Y, "names of columns");
		plot->y[plot->n_y++] = v->u.sequence->item[i].u.string->text;
	}
	return true;
}

static bool find_kind(struct call *call, struct plot *plot)
{
	static const char *const words[] = { "", "lines", "points", "bars",
		"stack", "heat" };
	const char *word;
	int i;

	if (!find_text(call, KIND, &word))
		return false;
	for (i = 0; i <= PLOT_HEAT; ++i)
		if (strcmp(words[i], word) == 0) {
			plot->kind = (enum plot_kind) i;
			return true;
		}
	return diag_error(call->diag, call_loc(call, KIND), NULL,
		"kind is \"lines\", \"points\", \"bars\", \"stack\" or "
		"\"heat\"");
}

static bool find_log(struct call *call, struct plot *plot)
{
	const char *axes;

	if (!find_text(call, LOG, &axes))
		return false;
	plot->log_given = call_has(call, LOG);
	plot->log_x = strchr(axes, 'x') != NULL;
	plot->log_y = strchr(axes, 'y') != NULL;
	if (strspn(axes, "xy") == strlen(axes) && strlen(axes) <= 2)
		return true;
	return diag_error(call->diag, call_loc(call, LOG), NULL,
		"log is \"x\", \"y\", \"xy\", or \"\" for none");
}

static bool find_end(struct call *call, const char *path, int *end)
{
	size_t len = strlen(path);

	for (*end = 0; *end < N_END; ++*end) {
		size_t n = strlen(ends[*end].end);

		if (len > n && strcmp(path + len - n, ends[*end].end) == 0)
			return true;
	}
	return diag_error(call->diag, call_loc(call, FILE_NAME), NULL,
		"the name of the file says what is drawn: it ends in .svg, "
		".png, .pdf or .gp");
}

/* -------------------------------------------------------------- drawing */

/* What was left out is said below the picture. */
static void note_hidden(const struct layout *l, struct picture *p)
{
	int64_t n_hidden = 0, n_unsaid = 0;
	struct buffer note = { 0 };
	int i;

	for (i = 0; i < l->n_place; ++i) {
		n_hidden += l->place[i].n_hidden;
		n_unsaid += l->place[i].n_unsaid;
	}
	if (p->note)
		buffer_add(&note, p->note);
	if (n_hidden > 0)
		buffer_printf(&note, "%s%lld point%s not shown (no number, or "
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

static void lay(struct layout *l, struct picture *p, const struct screen *s)
{
	int columns = s && s->columns > 0 ? s->columns : 79;
	int rows = (s && s->rows > 0 ? s->rows : 24) - 2;
	int turn;

	columns = columns < COLUMNS_LEAST ? COLUMNS_LEAST :
		columns > COLUMNS_MOST ? COLUMNS_MOST : columns;
	rows = rows < ROWS_LEAST ? ROWS_LEAST : rows > ROWS_MOST ?
		ROWS_MOST : rows;
	for (turn = 0; turn < 2; ++turn) {
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

static bool draw_here(struct call *call, struct picture *p)
{
	struct eval *ev = call->eval;
	struct buffer script = { 0 }, drawn = { 0 }, text = { 0 };
	struct layout l;
	bool ok;

	lay(&l, p, &ev->screen);
	gnuplot_script(&l, ev->screen.has_colour ? GNUPLOT_TERMINAL_COLOUR :
		GNUPLOT_TERMINAL, &script);
	layout_free(&l);
	ok = gnuplot_run(ev, call->loc, &script, &drawn);
	if (ok) {
		gnuplot_tidy(&drawn, &text);
		ok = eval_output(ev, buffer_text(&text), text.len, call->loc);
	}
	buffer_free(&script);
	buffer_free(&drawn);
	buffer_free(&text);
	return ok;
}

static bool draw_file(struct call *call, struct picture *p, const char *path,
	int end)
{
	struct buffer script = { 0 }, drawn = { 0 };
	const struct buffer *out = ends[end].is_script ? &script : &drawn;
	struct layout l;
	bool ok;

	lay(&l, p, NULL);
	if (ends[end].is_script)
		buffer_add(&script, "# Made by wsp. To draw it:  gnuplot "
			"FILE.gp >FILE.svg\n");
	gnuplot_script(&l, ends[end].target, &script);
	layout_free(&l);
	ok = ends[end].is_script ||
		gnuplot_run(call->eval, call->loc, &script, &drawn);
	if (ok && !files_write(path, buffer_text(out), out->len))
		ok = diag_error(call->diag, call_loc(call, FILE_NAME), NULL,
			"cannot write '%s': %s", path, strerror(errno));
	buffer_free(&script);
	buffer_free(&drawn);
	return ok;
}

DEFINE_BUILTIN(plot)
{
	struct eval *ev = call->eval;
	struct plot plot = { .diag = call->diag, .loc = call_loc(call, WHAT),
		.x_loc = call_loc(call, X), .y_loc = call_loc(call, Y),
		.kind_loc = call_loc(call, KIND),
		.log_loc = call_loc(call, LOG) };
	const char *path, *title;
	int end = -1;
	bool ok;

	*result = (struct value) { .kind = VALUE_NONE };
	if (!find_text(call, FILE_NAME, &path) ||
	    !find_text(call, TITLE, &title) || !find_text(call, X, &plot.x) ||
	    !find_columns(call, &plot) || !find_kind(call, &plot) ||
	    !find_log(call, &plot) || (call_has(call, FILE_NAME) &&
	    !find_end(call, path, &end)))
		return false;
	if (!ev->files_allowed)
		return diag_error(call->diag, call->loc, NULL, end < 0 ?
			"pictures cannot be drawn here: programs must not "
			"start gnuplot" : "files cannot be written here");
	if (ev->checking || ev->quiet || ev->share.part > 0)
		return true;
	plot.picture = picture_new();
	ok = plot_value(&plot, &call->arg[WHAT]);
	if (*title)
		picture_set_text(&plot.picture->title, title);
	ok = ok && (end < 0 ? draw_here(call, plot.picture) :
		draw_file(call, plot.picture, path, end));
	picture_free(plot.picture);
	return ok;
}
