/* The question `diagram`: a simulation drawn as a map of lines of memory over
 * time.  A cell shows the strongest of what happens in it: a fetch before an
 * access, that before mere presence.  So however many requests and lines a
 * cell is, no fetch disappears.
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

/* Cells of a picture, across and down: at most one a pixel. */
#define PICTURE_COLUMNS 760
#define PICTURE_ROWS	400

#define N_STATE		5

static int state_of(int cell)
{
	return cell & SIMULATE_FROM_DRAM ? 4 :
		cell & SIMULATE_FETCHED	 ? 3 :
		cell & SIMULATE_ACCESSED ? 2 :
		cell & SIMULATE_RESIDENT ? 1 :
					   0;
}

/* L1 above L2: it matters which of the two served a load. */
static bool is_two(const struct simulated *s)
{
	return s->setup.n_level == 2 && s->setup.view.level == 0;
}

static const char *state_name(const struct simulated *s, int state)
{
	static const char *const names[] = { "elsewhere", "resident",
		"accessed", "fetched", "from DRAM" };

	return state == 3 && is_two(s) ? "from L2" : names[state];
}

static const char *state_shade(const struct simulated *s, int state)
{
	static const char *const shades[] = { " ", "\u2591", "\u2592", "\u2588",
		"\u2588" };

	return state == 3 && is_two(s) ? "\u2593" : shades[state];
}

/* Pale blue, blue, orange and red of the 256 colours. */
static const char *const paints[] = { "\033[39m", "\033[38;5;153m",
	"\033[38;5;67m", "\033[38;5;215m", "\033[38;5;167m" };

/* Without two levels, what is fetched is red. */
static int paint_of(const struct simulated *s, int state)
{
	return state == 3 && !is_two(s) ? 4 : state;
}

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
	int all = 0;

	for (int64_t i = x; i < x + n_x && i < t->n_column; ++i)
		for (int64_t j = y; j < y + n_y && j < t->n_row; ++j)
			all |= t->cell[i * t->n_row + j];
	return state_of(all);
}

/* A character for each state; with colours, the same block for all. */
static void add_state(const struct simulated *s, struct buffer *out, int state,
	int *paint)
{
	if (!paint) {
		buffer_add(out, state_shade(s, state));
		return;
	}
	if (*paint != paint_of(s, state))
		buffer_add(out, paints[paint_of(s, state)]);
	*paint = paint_of(s, state);
	buffer_add(out, state ? "\u2588" : " ");
}

static void end_paint(struct buffer *out, int *paint)
{
	if (paint && *paint != PLAIN)
		buffer_add(out, paints[PLAIN]);
	if (paint)
		*paint = PLAIN;
}

static const char *request_word(const struct simulated *s, bool is_one)
{
	if (s->setup.interleave == SIMULATE_SEQUENTIAL)
		return is_one ? "thread" : "threads";
	return is_one ? "request" : "requests";
}

/* "one character is 4 threads and 2 lines, from thread 100 and line 8 on" */
static void draw_scale(const struct simulated *s, int64_t n_x, int64_t n_y,
	struct buffer *out)
{
	const struct simulate_trace *t = &s->result.trace;
	const struct simulate_view *v = &s->setup.view;
	int64_t requests = n_x * t->column_requests;
	int64_t lines = n_y * t->row_lines;

	buffer_printf(out, "\n%12sone character is %lld %s and %lld line%s", "",
		(long long) requests, request_word(s, requests == 1),
		(long long) lines, lines == 1 ? "" : "s");
	if (v->first > 0)
		buffer_printf(out, ", from %s %lld", request_word(s, true),
			(long long) v->first);
	if (v->first_line > 0)
		buffer_printf(out, "%s line %lld",
			v->first > 0 ? " and" : ", from",
			(long long) v->first_line);
	if (v->first > 0 || v->first_line > 0)
		buffer_add(out, " on");
}

static void draw_rows(const struct simulated *s, struct buffer *out, int *paint)
{
	const struct simulate_trace *t = &s->result.trace;
	int64_t n_x = per_character(t->n_column, MOST_COLUMNS);
	int64_t n_y = per_character(t->n_row, MOST_ROWS);

	for (int i = 0; i < t->n_rows; ++i) {
		int64_t start = t->rows[i].row, end = start + t->rows[i].n_row;

		for (int64_t y = start; y < end; y += n_y) {
			int64_t high = end - y < n_y ? end - y : n_y;

			buffer_printf(out, "\n%10s \u2502",
				y == start ?
					s->report.field[t->rows[i].field].name :
					"");
			for (int64_t x = 0; x < t->n_column; x += n_x)
				add_state(s, out, strongest(t, x, n_x, y, high),
					paint);
			end_paint(out, paint);
			buffer_trim(out, ' ');
		}
	}
	buffer_printf(out, "\n%10s \u2514", "");
	for (int64_t x = 0; x < t->n_column; x += n_x)
		buffer_add(out, "\u2500");
	draw_scale(s, n_x, n_y, out);
}

static void draw_key(const struct simulated *s, struct buffer *out, int *paint)
{
	int top = is_two(s) ? 4 : 3;

	buffer_printf(out, "\n%12s", "");
	for (int i = top; i > 0; --i) {
		add_state(s, out, i, paint);
		end_paint(out, paint);
		buffer_printf(out, " %s%s", state_name(s, i),
			i > 1 ? "  " : "");
	}
}

static void draw(const struct simulated *s, struct buffer *out, int *paint)
{
	int level = s->setup.view.level;
	const struct simulate_cache *cache = &s->setup.level[level];

	answer_title(&s->report, out);
	buffer_add(out, "\n");
	if (s->setup.n_level == 2)
		buffer_printf(out, "L%d: ", level + 1);
	cache_describe(cache, out);
	buffer_printf(out, "; %s\n", interleave_names[s->setup.interleave]);
	draw_rows(s, out, paint);
	draw_key(s, out, paint);
	buffer_printf(out,
		"\n%12s%lld %s fetched for %lld accesses of "
		"%lld different lines",
		"", (long long) s->result.all[level].misses,
		cache->sector_B < cache->line_B ? "sectors" : "lines",
		(long long) s->result.accesses,
		(long long) s->result.lines[level]);
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

static void add_states(const struct simulated *s, struct cells *cells)
{
	picture_add_cell_category(cells, "resident",
		picture_rgb(190, 215, 240));
	picture_add_cell_category(cells, "accessed", picture_rgb(60, 110, 180));
	if (is_two(s))
		picture_add_cell_category(cells, "from L2",
			picture_rgb(240, 160, 60));
	picture_add_cell_category(cells, is_two(s) ? "from DRAM" : "fetched",
		picture_rgb(215, 70, 50));
}

/* The name of a field beside its first line. */
static void add_names(const struct simulated *s, struct panel *panel,
	int64_t n_x, int64_t n_y)
{
	const struct simulate_trace *t = &s->result.trace;

	for (int i = 0; t->n_rows > 1 && i < t->n_rows; ++i)
		picture_add_text(panel,
			0.99 * (double) t->n_column / (double) n_x,
			(double) t->rows[i].row / (double) n_y + 2, TEXT_END,
			PICTURE_INK, s->report.field[t->rows[i].field].name);
}

static void set_axes(const struct simulated *s, struct panel *panel,
	int64_t n_x, int64_t n_y)
{
	const struct simulate_trace *t = &s->result.trace;

	picture_set_axis(&panel->x, request_word(s, true), NULL, false);
	picture_set_axis(&panel->y, "line of memory", NULL, false);
	panel->y.is_down = true;
	panel->x.origin = (double) s->setup.view.first;
	panel->x.each = (double) (n_x * t->column_requests);
	panel->y.origin = (double) s->setup.view.first_line;
	panel->y.each = (double) (n_y * t->row_lines);
}

static bool picture(struct diag *diag, struct loc loc, const struct object *o,
	struct picture *p)
{
	const struct simulated *s = (const struct simulated *) o;
	const struct simulate_trace *t = &s->result.trace;
	int64_t n_x = per_character(t->n_column, PICTURE_COLUMNS);
	int64_t n_y = per_character(t->n_row, PICTURE_ROWS);
	struct buffer title = { 0 };
	struct panel *panel;
	struct cells *cells;

	(void) diag;
	(void) loc;
	buffer_printf(&title, "%s, order %s", s->report.kernel,
		s->report.order);
	if (s->setup.n_level == 2)
		buffer_printf(&title, ", L%d", s->setup.view.level + 1);
	panel = picture_add_panel(p, buffer_text(&title));
	buffer_free(&title);
	set_axes(s, panel, n_x, n_y);
	cells = picture_set_cells(panel,
		t->n_column > 0 ? (t->n_column - 1) / n_x + 1 : 0,
		t->n_row > 0 ? (t->n_row - 1) / n_y + 1 : 0);
	add_states(s, cells);
	for (int64_t i = 0; i < cells->n_x; ++i)
		for (int64_t j = 0; j < cells->n_y; ++j) {
			int state = strongest(t, i * n_x, n_x, j * n_y, n_y);

			if (state > 0)
				picture_set_cell(cells, i, j, state - 1);
		}
	add_names(s, panel, n_x, n_y);
	return true;
}

/* ----------------------------------------------------------------- object */

static void count_states(const struct simulate_trace *t, int64_t count[N_STATE])
{
	memset(count, 0, N_STATE * sizeof(*count));
	for (int64_t i = 0; i < t->n_row * t->n_column; ++i)
		++count[state_of(t->cell[i])];
}

/* The cells by row, as words of one letter each: "..far"; where L1 has L2
 * below it, "2" and "d" say who served.
 */
static struct value rows_value(const struct simulated *s)
{
	const struct simulate_trace *t = &s->result.trace;
	const char *letters = is_two(s) ? ".ra2d" : ".raff";
	struct value list = value_sequence(VALUE_LIST, t->n_row);

	for (int64_t row = 0; row < t->n_row; ++row) {
		struct value text = value_string_room((size_t) t->n_column);

		for (int64_t i = 0; i < t->n_column; ++i)
			text.u.string->text[i] =
				letters[state_of(t->cell[i * t->n_row + row])];
		list.u.sequence->item[row] = text;
	}
	return list;
}

static void fill(const struct finding *f, struct value *v)
{
	const struct simulated *s = (const struct simulated *) f;
	const struct simulate_trace *t = &s->result.trace;
	int level = s->setup.view.level;
	int64_t count[N_STATE];

	count_states(t, count);
	value_set(v, "kernel", value_text(s->report.kernel));
	value_set(v, "order", value_text(s->report.order));
	value_set(v, "level", value_int(level + 1));
	value_set(v, "columns", value_int(t->n_column));
	value_set(v, "lines", value_int(t->n_row));
	value_set(v, "requests", value_int(t->n_request));
	value_set(v, "cell_requests", value_int(t->column_requests));
	value_set(v, "cell_lines", value_int(t->row_lines));
	value_set(v, "misses", value_int(s->result.all[level].misses));
	value_set(v, "hit_rate",
		answer_figure(s->report.metric[level > 0 ? METRIC_l2_hit_rate :
							   METRIC_l1_hit_rate],
			""));
	value_set(v, "resident", value_int(count[1]));
	value_set(v, "accessed", value_int(count[2]));
	value_set(v, "fetched", value_int(count[3] + count[4]));
	if (is_two(s)) {
		value_set(v, "from_l2", value_int(count[3]));
		value_set(v, "from_dram", value_int(count[4]));
	}
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
