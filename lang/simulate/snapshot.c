/* `diagram K ... with at = t`: what the caches hold of each field after request
 * t, as the field lies in memory: x to the right, y downwards, layers one
 * below the other.
 */

#include "lang/ask/answer.h"
#include "lang/launch/options.h"
#include "lang/picture/picture.h"
#include "lang/simulate/cache.h"
#include "lang/simulate/diagram.h"

/* Characters across and down, and cells of a picture: at most one a pixel
 * where two fields lie side by side, so that none disappears.
 */
#define MOST_COLUMNS	64
#define MOST_ROWS	32
#define PICTURE_COLUMNS 280
#define PICTURE_ROWS	200

/* Weakest first. */
enum held { ELSEWHERE, IN_L2, IN_L1, TOUCHED, FETCHED, N_HELD };

static enum held held_of(int bits)
{
	return bits & SIMULATE_HELD_FETCHED  ? FETCHED :
		bits & SIMULATE_HELD_TOUCHED ? TOUCHED :
		bits & SIMULATE_HELD_FIRST   ? IN_L1 :
		bits & SIMULATE_HELD_LAST    ? IN_L2 :
					       ELSEWHERE;
}

static const char *held_name(const struct simulated *s, enum held held)
{
	static const char *const names[] = { "elsewhere", "in L2", "in L1",
		"accessed", "fetched" };

	return held == IN_L1 && s->setup.n_level == 1 ? "held" : names[held];
}

static const char *const shades[] = { "\u00b7", "\u2591", "\u2592", "\u2593",
	"\u2588" };

/* A field as a map: all rows of all layers and components. */
struct chart {
	int field;
	int64_t n_x, n_y;	/* elements */
	int64_t each_x, each_y; /* in a cell */
};

static struct chart chart_of(const struct simulated *s, int field,
	int64_t most_x, int64_t most_y)
{
	const struct simulate_held_field *f = &s->result.snapshot.field[field];
	const struct field_shape *shape = &s->shape[field];
	struct chart m = { .field = field, .n_x = shape->n_x };
	int64_t last = (f->first + f->n) * s->result.snapshot.granule_B - 1;

	m.n_y = (last - f->origin) / (shape->elem_B * m.n_x) + 1;
	if (m.n_y > shape->n_y)
		m.n_y = shape->n_y;
	m.each_x = m.n_x > most_x ? (m.n_x - 1) / most_x + 1 : 1;
	m.each_y = m.n_y > most_y ? (m.n_y - 1) / most_y + 1 : 1;
	return m;
}

/* Is anything of the field touched, so that it has a map? */
static bool has_chart(const struct simulated *s, int field)
{
	return s->result.snapshot.field[field].n > 0;
}

static int bits_at(const struct simulated *s, int field, int64_t element)
{
	const struct simulate_snapshot *shot = &s->result.snapshot;
	const struct simulate_held_field *f = &shot->field[field];
	int64_t at = (f->origin + element * s->shape[field].elem_B) /
			shot->granule_B -
		f->first;

	return at >= 0 && at < f->n ? f->held[at] : 0;
}

/* The strongest state of the elements of a cell. */
static enum held held_at(const struct simulated *s, const struct chart *m,
	int64_t i, int64_t j)
{
	int bits = 0;

	for (int64_t y = j * m->each_y; y < (j + 1) * m->each_y && y < m->n_y;
		++y)
		for (int64_t x = i * m->each_x;
			x < (i + 1) * m->each_x && x < m->n_x; ++x)
			bits |= bits_at(s, m->field, y * m->n_x + x);
	return held_of(bits);
}

static int64_t cells_across(const struct chart *m)
{
	return (m->n_x - 1) / m->each_x + 1;
}

static int64_t cells_down(const struct chart *m)
{
	return (m->n_y - 1) / m->each_y + 1;
}

/* --------------------------------------------------------------- for print */

static void draw_chart(const struct simulated *s, const struct chart *m,
	struct buffer *out)
{
	for (int64_t j = 0; j < cells_down(m); ++j) {
		buffer_printf(out, "\n%10s ",
			j == 0 ? s->report.field[m->field].name : "");
		for (int64_t i = 0; i < cells_across(m); ++i)
			buffer_add(out, shades[held_at(s, m, i, j)]);
	}
	if (m->each_x > 1 || m->each_y > 1)
		buffer_printf(out,
			"\n%11sone character is %lld x %lld elements", "",
			(long long) m->each_x, (long long) m->each_y);
}

static void print(const struct object *o, struct buffer *out)
{
	const struct simulated *s = (const struct simulated *) o;
	bool is_thread = s->setup.interleave == SIMULATE_SEQUENTIAL;

	answer_title(&s->report, out);
	for (int i = 0; i < s->setup.n_level; ++i) {
		buffer_add(out, "\n");
		if (s->setup.n_level == 2)
			buffer_printf(out, "L%d: ", i + 1);
		cache_describe(&s->setup.level[i], out);
	}
	buffer_printf(out, "\nafter %s %lld of %lld, %s\n",
		is_thread ? "thread" : "request",
		(long long) s->setup.view.moment,
		(long long) s->result.trace.n_request,
		interleave_names[s->setup.interleave]);
	for (int i = 0; i < s->report.n_field; ++i)
		if (has_chart(s, i)) {
			struct chart m = chart_of(s, i, MOST_COLUMNS,
				MOST_ROWS);

			draw_chart(s, &m, out);
			buffer_add(out, "\n");
		}
	buffer_printf(out, "\n%11s", "");
	for (int i = FETCHED; i >= ELSEWHERE; --i)
		if (i != IN_L2 || s->setup.n_level == 2)
			buffer_printf(out, "%s %s%s", shades[i],
				held_name(s, (enum held) i),
				i > ELSEWHERE ? "  " : "");
}

/* ---------------------------------------------------------------- picture */

static void add_categories(const struct simulated *s, struct cells *cells)
{
	if (s->setup.n_level == 2)
		picture_add_cell_category(cells, held_name(s, IN_L2),
			picture_rgb(225, 235, 225));
	picture_add_cell_category(cells, held_name(s, IN_L1),
		picture_rgb(190, 215, 240));
	picture_add_cell_category(cells, "accessed", picture_rgb(60, 110, 180));
	picture_add_cell_category(cells, "fetched", picture_rgb(215, 70, 50));
}

static bool picture(struct diag *diag, struct loc loc, const struct object *o,
	struct picture *p)
{
	const struct simulated *s = (const struct simulated *) o;
	int weakest = s->setup.n_level == 2 ? IN_L2 : IN_L1;

	(void) diag;
	(void) loc;
	for (int f = 0; f < s->report.n_field; ++f) {
		struct chart m;
		struct panel *panel;
		struct cells *cells;

		if (!has_chart(s, f))
			continue;
		m = chart_of(s, f, PICTURE_COLUMNS, PICTURE_ROWS);
		panel = picture_add_panel(p, s->report.field[f].name);
		picture_set_axis(&panel->x, "x", NULL, false);
		picture_set_axis(&panel->y, "y", NULL, false);
		panel->y.is_down = true;
		panel->x.each = (double) m.each_x;
		panel->y.each = (double) m.each_y;
		cells = picture_set_cells(panel, cells_across(&m),
			cells_down(&m));
		add_categories(s, cells);
		for (int64_t j = 0; j < cells->n_y; ++j)
			for (int64_t i = 0; i < cells->n_x; ++i) {
				enum held held = held_at(s, &m, i, j);

				if (held != ELSEWHERE)
					picture_set_cell(cells, i, j,
						(int) held - weakest);
			}
	}
	return true;
}

/* ----------------------------------------------------------------- object */

/* Bytes of a field that a cache holds. */
static struct value held_value(const struct simulated *s, int field, int bit)
{
	const struct simulate_snapshot *shot = &s->result.snapshot;
	int64_t n = 0;

	for (int64_t i = 0; i < shot->field[field].n; ++i)
		n += (shot->field[field].held[i] & bit) != 0;
	return answer_figure((double) (n * shot->granule_B), "B");
}

/* A text of one letter for each element of each row. */
static struct value rows_value(const struct simulated *s, int field)
{
	struct chart m = chart_of(s, field, MOST_COLUMNS, MOST_ROWS);
	struct value list = value_sequence(VALUE_LIST, cells_down(&m));

	for (int64_t j = 0; j < cells_down(&m); ++j) {
		struct value text = value_string_room(
			(size_t) cells_across(&m));

		for (int64_t i = 0; i < cells_across(&m); ++i)
			text.u.string->text[i] = ".21af"[held_at(s, &m, i, j)];
		list.u.sequence->item[j] = text;
	}
	return list;
}

static void fill(const struct finding *f, struct value *v)
{
	const struct simulated *s = (const struct simulated *) f;
	struct value fields = value_record();

	value_set(v, "kernel", value_text(s->report.kernel));
	value_set(v, "order", value_text(s->report.order));
	value_set(v, "at", value_int(s->setup.view.moment));
	value_set(v, "requests", value_int(s->result.trace.n_request));
	for (int i = 0; i < s->report.n_field; ++i) {
		struct value one = value_record();

		if (!has_chart(s, i)) {
			value_free(&one);
			continue;
		}
		value_set(&one, "l1", held_value(s, i, SIMULATE_HELD_FIRST));
		if (s->setup.n_level == 2)
			value_set(&one, "l2",
				held_value(s, i, SIMULATE_HELD_LAST));
		value_set(&one, "rows", rows_value(s, i));
		value_set(&fields, s->report.field[i].name, one);
	}
	value_set(v, "fields", fields);
}

static const struct object_type snapshot_type = {
	.name = "snapshot",
	.release = simulation_release,
	.print = print,
	.picture = picture,
	.rows = finding_rows,
	FINDING_METHODS,
};

struct value snapshot_value(const struct simulated *s)
{
	return simulation_wrap(s, &snapshot_type, fill);
}
