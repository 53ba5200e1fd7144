/* The question `diagram`: a simulation drawn as a map of lines of memory over
 * time.  A cell shows the strongest of fetched, accessed and resident.
 */

#include <string.h>

#include "lang/ask/answer.h"
#include "lang/launch/options.h"
#include "lang/picture/picture.h"
#include "lang/simulate/cache.h"
#include "lang/simulate/diagram.h"

/* Characters that a line of the drawing has at most, and its lines. */
#define MOST_COLUMNS 64
#define MOST_ROWS    48

/* Cells of a picture. */
#define MOST_CELLS 1000000

/* What happens most in a cell is what it shows. */
static int state_of(int cell)
{
	return cell & SIMULATE_FETCHED	 ? 3 :
		cell & SIMULATE_ACCESSED ? 2 :
		cell & SIMULATE_RESIDENT ? 1 :
					   0;
}

static const char *const states[] = { "elsewhere", "resident", "accessed",
	"fetched" };
static const char *const shades[] = { " ", "\u2591", "\u2592", "\u2588" };

/* Pale blue, blue and red of the 256 colours. */
static const char *const paints[] = { "\033[39m", "\033[38;5;153m",
	"\033[38;5;67m", "\033[38;5;167m" };

#define PLAIN 0 /* paints[] */

/* --------------------------------------------------------------- for print */

static int64_t per_character(int64_t n, int64_t most)
{
	return n > most ? (n - 1) / most + 1 : 1;
}

/* The strongest state of columns x .. x+n_x-1 and rows y .. y+n_y-1. */
static int strongest(const struct simulate_trace *t, int64_t x, int64_t n_x,
	int64_t y, int64_t n_y)
{
	int state = 0;

	for (int64_t i = x; i < x + n_x && i < t->n_column; ++i)
		for (int64_t j = y; j < y + n_y && j < t->n_row; ++j) {
			int here = state_of(t->cell[i * t->n_row + j]);

			state = here > state ? here : state;
		}
	return state;
}

/* A character for each state; with colours, the same block for all. */
static void add_state(struct buffer *out, int state, int *paint)
{
	if (!paint) {
		buffer_add(out, shades[state]);
		return;
	}
	if (*paint != state)
		buffer_add(out, paints[state]);
	*paint = state;
	buffer_add(out, state ? shades[3] : " ");
}

static void end_paint(struct buffer *out, int *paint)
{
	if (paint && *paint != PLAIN)
		buffer_add(out, paints[PLAIN]);
	if (paint)
		*paint = PLAIN;
}

static void draw_rows(const struct simulated *s, struct buffer *out, int *paint)
{
	const struct simulate_trace *t = &s->result.trace;
	int64_t n_x = per_character(t->n_column, MOST_COLUMNS);
	int64_t n_y = per_character(t->n_row, MOST_ROWS), start = 0;

	for (int i = 0; i < t->n_rows; ++i) {
		int64_t end = start + t->rows[i].n;

		for (int64_t y = start; y < end; y += n_y) {
			int64_t high = end - y < n_y ? end - y : n_y;

			buffer_printf(out, "\n%10s \u2502",
				y == start ?
					s->report.field[t->rows[i].field].name :
					"");
			for (int64_t x = 0; x < t->n_column; x += n_x)
				add_state(out, strongest(t, x, n_x, y, high),
					paint);
			end_paint(out, paint);
			buffer_trim(out, ' ');
		}
		start = end;
	}
	buffer_printf(out, "\n%10s \u2514", "");
	for (int64_t x = 0; x < t->n_column; x += n_x)
		buffer_add(out, "\u2500");
	buffer_printf(out, "\n%12sone character is %lld %s and %lld line%s", "",
		(long long) n_x,
		s->setup.interleave == SIMULATE_SEQUENTIAL ?
			(n_x == 1 ? "thread" : "threads") :
			(n_x == 1 ? "request" : "requests"),
		(long long) n_y, n_y == 1 ? "" : "s");
}

static void draw_key(struct buffer *out, int *paint)
{
	buffer_printf(out, "\n%12s", "");
	for (int i = 3; i > 0; --i) {
		add_state(out, i, paint);
		end_paint(out, paint);
		buffer_printf(out, " %s%s", states[i], i > 1 ? "  " : "");
	}
}

static void draw(const struct simulated *s, struct buffer *out, int *paint)
{
	answer_title(&s->report, out);
	buffer_add(out, "\n");
	cache_describe(&s->setup.level[0], out);
	buffer_printf(out, "; %s\n", interleave_names[s->setup.interleave]);
	draw_rows(s, out, paint);
	draw_key(out, paint);
	buffer_printf(out,
		"\n%12s%lld %s fetched for %lld accesses of "
		"%lld different lines",
		"", (long long) s->result.all[0].misses,
		s->setup.level[0].sector_B < s->setup.level[0].line_B ?
			"sectors" :
			"lines",
		(long long) s->result.accesses, (long long) s->result.lines[0]);
}

static void print(const struct object *o, struct buffer *out)
{
	draw((const struct simulated *) o, out, NULL);
}

static void paint(const struct object *o, struct buffer *out)
{
	int paint = PLAIN;

	draw((const struct simulated *) o, out, &paint);
}

/* ---------------------------------------------------------------- picture */

static void add_states(struct cells *cells)
{
	picture_add_cell_category(cells, "resident",
		picture_rgb(190, 215, 240));
	picture_add_cell_category(cells, "accessed", picture_rgb(60, 110, 180));
	picture_add_cell_category(cells, "fetched", picture_rgb(215, 70, 50));
}

/* The name of a field beside its first line. */
static void add_names(const struct simulated *s, struct panel *panel)
{
	const struct simulate_trace *t = &s->result.trace;
	int64_t start = 0;

	for (int i = 0; t->n_rows > 1 && i < t->n_rows; ++i) {
		picture_add_text(panel, 0.99 * (double) t->n_column,
			(double) start + 2, TEXT_END, PICTURE_INK,
			s->report.field[t->rows[i].field].name);
		start += t->rows[i].n;
	}
}

static bool picture(struct diag *diag, struct loc loc, const struct object *o,
	struct picture *p)
{
	const struct simulated *s = (const struct simulated *) o;
	const struct simulate_trace *t = &s->result.trace;
	struct buffer title = { 0 };
	struct panel *panel;
	struct cells *cells;

	if (t->n_row * t->n_column > MOST_CELLS)
		return diag_error(diag, loc, NULL,
			"%lld x %lld cells are too "
			"many to draw: %d are the most",
			(long long) t->n_column, (long long) t->n_row,
			MOST_CELLS);
	buffer_printf(&title, "%s, order %s", s->report.kernel,
		s->report.order);
	panel = picture_add_panel(p, buffer_text(&title));
	buffer_free(&title);
	picture_set_axis(&panel->x,
		s->setup.interleave == SIMULATE_SEQUENTIAL ? "thread" :
							     "request",
		NULL, false);
	picture_set_axis(&panel->y, "line of memory", NULL, false);
	panel->y.is_down = true;
	cells = picture_set_cells(panel, t->n_column, t->n_row);
	add_states(cells);
	for (int64_t i = 0; i < t->n_column; ++i)
		for (int64_t j = 0; j < t->n_row; ++j) {
			int state = state_of(t->cell[i * t->n_row + j]);

			if (state > 0)
				picture_set_cell(cells, i, j, state - 1);
		}
	add_names(s, panel);
	return true;
}

/* ----------------------------------------------------------------- object */

static void count_states(const struct simulate_trace *t, int64_t count[4])
{
	memset(count, 0, 4 * sizeof(*count));
	for (int64_t i = 0; i < t->n_row * t->n_column; ++i)
		++count[state_of(t->cell[i])];
}

/* The cells by row, as words of one letter each: "..far". */
static struct value rows_value(const struct simulated *s)
{
	const struct simulate_trace *t = &s->result.trace;
	struct value list = value_sequence(VALUE_LIST, t->n_row);

	for (int64_t row = 0; row < t->n_row; ++row) {
		struct value text = value_string_room((size_t) t->n_column);

		for (int64_t i = 0; i < t->n_column; ++i)
			text.u.string->text[i] =
				".raf"[state_of(t->cell[i * t->n_row + row])];
		list.u.sequence->item[row] = text;
	}
	return list;
}

static void fill(const struct finding *f, struct value *v)
{
	const struct simulated *s = (const struct simulated *) f;
	int64_t count[4];

	count_states(&s->result.trace, count);
	value_set(v, "kernel", value_text(s->report.kernel));
	value_set(v, "order", value_text(s->report.order));
	value_set(v, "columns", value_int(s->result.trace.n_column));
	value_set(v, "lines", value_int(s->result.trace.n_row));
	value_set(v, "misses", value_int(s->result.all[0].misses));
	value_set(v, "hit_rate",
		answer_figure(s->report.metric[METRIC_l1_hit_rate], ""));
	for (int i = 1; i < 4; ++i)
		value_set(v, states[i], value_int(count[i]));
	value_set(v, "rows", rows_value(s));
}

static const struct object_type diagram_type = {
	.name = "diagram",
	.release = simulation_release,
	.print = print,
	.paint = paint,
	.picture = picture,
	.rows = finding_rows,
	FINDING_METHODS,
};

struct value diagram_value(const struct simulated *s)
{
	return simulation_wrap(s, &diagram_type, fill);
}
