/* plot() and svg(): read the arguments, make a picture of the value, lay it
 * out, and send it to the terminal, a file, or a text.  The suffix of a file
 * gives its format; convert.c makes all formats but SVG from SVG.
 */

#include <errno.h>
#include <math.h>
#include <string.h>

#include "lang/base/files.h"
#include "lang/eval/builtin.h"
#include "lang/picture/draw.h"
#include "lang/plot/convert.h"
#include "lang/plot/plot.h"

/* plot(what, file, options...) and svg(what, options...) */
enum arg { WHAT, FILE_NAME };
enum option { TITLE, X, Y, KIND, LOG, SIZE };

static const char *const ends[] = { ".svg", ".png", ".pdf" };

#define SVG   0
#define N_END (int) (sizeof(ends) / sizeof(ends[0]))

/* ---------------------------------------------------------- arguments */

/* A text argument; "" if it was not given. */
static bool find_text(struct call *call, int i, const char **text)
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

static bool find_columns(struct call *call, int at, struct plot *plot)
{
	const struct value *v = &call->arg[at];

	plot->n_y = 0;
	if (!call_has(call, at))
		return true;
	if (v->kind == VALUE_STRING) {
		plot->n_y = v->u.string->len > 0;
		plot->y[0] = v->u.string->text;
		return true;
	}
	if (v->kind != VALUE_LIST || v->u.sequence->n > PLOT_COLUMNS)
		return call_wrong(call, at,
			"the names of one to twelve "
			"columns");
	for (int64_t i = 0; i < v->u.sequence->n; ++i) {
		if (v->u.sequence->item[i].kind != VALUE_STRING)
			return call_wrong(call, at, "names of columns");
		plot->y[plot->n_y++] = v->u.sequence->item[i].u.string->text;
	}
	return true;
}

static bool find_kind(struct call *call, int at, struct plot *plot)
{
	static const char *const words[] = { "", "lines", "points", "bars",
		"stack", "heat" };
	const char *word;

	if (!find_text(call, at, &word))
		return false;
	for (int i = 0; i <= PLOT_HEAT; ++i)
		if (strcmp(words[i], word) == 0) {
			plot->kind = (enum plot_kind) i;
			return true;
		}
	return diag_error(call->diag, call_loc(call, at), NULL,
		"kind is \"lines\", \"points\", \"bars\", \"stack\" or "
		"\"heat\"");
}

static bool find_log(struct call *call, int at, struct plot *plot)
{
	const char *axes;

	if (!find_text(call, at, &axes))
		return false;
	plot->log_given = call_has(call, at);
	plot->log_x = strchr(axes, 'x') != NULL;
	plot->log_y = strchr(axes, 'y') != NULL;
	if (strspn(axes, "xy") == strlen(axes) && strlen(axes) <= 2)
		return true;
	return diag_error(call->diag, call_loc(call, at), NULL,
		"log is \"x\", \"y\", \"xy\", or \"\" for none");
}

/* The least and the most of a size: width and height in pixels of a file, and
 * in characters and lines of a terminal. Texts do not fit into less.
 */
static const struct {
	int least, most;
} extents[2][2] = { { { 40, 200 }, { 10, 400 } },
	{ { 240, 8000 }, { 160, 8000 } } };

static bool find_extent(struct call *call, int at, const struct value *v,
	bool in_file, bool is_height, int *extent)
{
	int least = extents[in_file][is_height].least;
	int most = extents[in_file][is_height].most;
	double d = v->kind == VALUE_NUMBER && dim_is_none(v->u.number.dim) ?
		number_to_double(&v->u.number) :
		NAN;

	if (!(d >= least && d <= most))
		return diag_error(call->diag, call_loc(call, at), NULL,
			"the %s of a picture %s is a number from %d to %d, in "
			"%s",
			is_height ? "height" : "width",
			in_file ? "in a file" : "on a terminal", least, most,
			in_file		  ? "pixels" :
				is_height ? "lines" :
					    "characters");
	*extent = (int) d;
	return true;
}

/* size = (width, height), or the width alone */
static bool find_size(struct call *call, int at, bool in_file,
	struct plot *plot)
{
	const struct value *v = &call->arg[at];

	plot->width = plot->height = 0;
	if (!call_has(call, at))
		return true;
	if (v->kind != VALUE_TUPLE)
		return find_extent(call, at, v, in_file, false, &plot->width);
	if (v->u.sequence->n != 2)
		return call_wrong(call, at, "(width, height)");
	return find_extent(call, at, &v->u.sequence->item[0], in_file, false,
		       &plot->width) &&
		find_extent(call, at, &v->u.sequence->item[1], in_file, true,
			&plot->height);
}

/* Reads the options from argument "first" on. */
static bool find_options(struct call *call, int first, bool in_file,
	struct plot *plot, const char **title)
{
	*plot = (struct plot) {
		.diag = call->diag,
		.loc = call_loc(call, WHAT),
		.x_loc = call_loc(call, first + X),
		.y_loc = call_loc(call, first + Y),
		.kind_loc = call_loc(call, first + KIND),
		.log_loc = call_loc(call, first + LOG),
	};
	return find_text(call, first + TITLE, title) &&
		find_text(call, first + X, &plot->x) &&
		find_columns(call, first + Y, plot) &&
		find_kind(call, first + KIND, plot) &&
		find_log(call, first + LOG, plot) &&
		find_size(call, first + SIZE, in_file, plot);
}

static bool ends_in(const char *path, const char *end)
{
	size_t len = strlen(path), n = strlen(end);

	return len > n && strcmp(path + len - n, end) == 0;
}

static bool find_end(struct call *call, const char *path, int *end)
{
	for (*end = 0; *end < N_END; ++*end)
		if (ends_in(path, ends[*end]))
			return true;
	diag_error(call->diag, call_loc(call, FILE_NAME), NULL,
		"the name of the file must end in .svg, "
		".png or .pdf");
	if (ends_in(path, ".gp"))
		diag_note(call->diag,
			"scripts for gnuplot are no longer "
			"written: use .svg, which needs no other program");
	return false;
}

/* -------------------------------------------------------------- drawing */

static bool draw_here(struct call *call, struct picture *p)
{
	struct eval *ev = call->eval;
	struct buffer text = { 0 };
	struct layout l;
	bool ok;

	plot_lay(&l, p, &ev->screen);
	terminal_draw(&l, ev->screen.has_colour, &text);
	layout_free(&l);
	ok = eval_output(ev, buffer_text(&text), text.len, call->loc);
	buffer_free(&text);
	return ok;
}

static bool draw_file(struct call *call, struct picture *p, const char *path,
	int end)
{
	struct buffer svg = { 0 }, made = { 0 };
	struct buffer *out = end == SVG ? &svg : &made;
	bool ok;

	plot_draw_svg(p, &svg);
	ok = end == SVG ||
		convert_svg(call->eval, call->loc, ends[end] + 1, &svg, &made);
	if (ok && !files_write(path, buffer_text(out), out->len))
		ok = diag_error(call->diag, call_loc(call, FILE_NAME), NULL,
			"cannot write '%s': %s", path, strerror(errno));
	buffer_free(&svg);
	buffer_free(&made);
	return ok;
}

static bool make_picture(struct call *call, struct plot *plot,
	const char *title)
{
	bool ok;

	plot->picture = picture_new();
	plot->picture->width = plot->width;
	plot->picture->height = plot->height;
	ok = plot_value(plot, &call->arg[WHAT]);
	if (*title)
		picture_set_text(&plot->picture->title, title);
	return ok;
}

DEFINE_BUILTIN(plot)
{
	struct eval *ev = call->eval;
	struct plot plot;
	const char *path, *title;
	int end = -1;
	bool ok;

	*result = (struct value) { .kind = VALUE_NONE };
	if (!find_text(call, FILE_NAME, &path) ||
		!find_options(call, FILE_NAME + 1, *path, &plot, &title) ||
		(call_has(call, FILE_NAME) && !find_end(call, path, &end)))
		return false;
	if (end >= 0 && !ev->files_allowed)
		return diag_error(call->diag, call->loc, NULL,
			"cannot write a file here: programs may not write "
			"files");
	if (ev->checking || ev->quiet || ev->share.part > 0)
		return true;
	ok = make_picture(call, &plot, title) &&
		(end < 0 ? draw_here(call, plot.picture) :
			   draw_file(call, plot.picture, path, end));
	picture_free(plot.picture);
	return ok;
}

DEFINE_BUILTIN(svg)
{
	struct buffer text = { 0 };
	struct plot plot;
	const char *title;
	bool ok;

	if (!find_options(call, WHAT + 1, true, &plot, &title))
		return false;
	ok = make_picture(call, &plot, title);
	if (ok) {
		plot_draw_svg(plot.picture, &text);
		*result = value_string(text.text, text.len);
	}
	picture_free(plot.picture);
	buffer_free(&text);
	return ok;
}
