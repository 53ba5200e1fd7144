/* compare(): every figure of some reports side by side, with ratios to the
 * first, and a sentence for each of the others about what makes the
 * difference.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/ask/answer.h"
#include "lang/ask/compare.h"
#include "lang/ask/figure.h"
#include "lang/ask/finding.h"
#include "lang/base/memory.h"
#include "lang/launch/options.h"
#include "lang/value/table.h"

/* Figures below this are rounding errors, unless they are times. */
#define DUST 1e-9

/* A figure of all reports; NaN where a report has none. */
struct row {
	char *path;
	const char *unit;
	double *v;
};

struct comparison {
	int n;
	const struct report *const *r;
	int n_row;
	struct row *row;
};

/* ------------------------------------------------------------ figures */

static bool is_dust(double v, const char *unit)
{
	return fabs(v) < DUST && (v == 0 || strcmp(unit, "s") != 0);
}

/* The values of "v", taken, unless all of them are nothing. */
static void add_row(struct comparison *c, const char *path, const char *unit,
	double *v)
{
	struct row row = { .unit = unit, .v = v };
	bool any = false;

	for (int i = 0; i < c->n; ++i)
		any |= !isnan(v[i]) && !is_dust(v[i], unit);
	if (!any) {
		free(v);
		return;
	}
	row.path = memory_copy_text(path);
	c->row = memory_grow(c->row, (size_t) c->n_row, sizeof(row));
	c->row[c->n_row++] = row;
}

static double *new_values(const struct comparison *c)
{
	return memory_new((size_t) c->n * sizeof(double));
}

static void add_figures(struct comparison *c, int from, int to)
{
	for (; from <= to; ++from) {
		double *v = new_values(c);

		for (int i = 0; i < c->n; ++i)
			v[i] = figure_of(c->r[i], from);
		add_row(c, figures[from].path, figures[from].unit, v);
	}
}

static void add_registers(struct comparison *c)
{
	double *v = new_values(c);

	for (int i = 0; i < c->n; ++i)
		v[i] = c->r[i]->model == MODEL_SIMULATION ?
			NAN :
			c->r[i]->registers.n;
	add_row(c, "registers", "", v);
}

/* The limits of report "k" that none before it has. */
static void add_limits(struct comparison *c, int k)
{
	struct buffer path = { 0 };

	for (int j = 0; j < c->r[k]->n_limit; ++j) {
		const char *name = c->r[k]->limit[j].name;
		double *v = new_values(c);
		bool is_new = true;

		for (int i = 0; i < c->n; ++i) {
			const struct limit *l = why_limit(c->r[i], name);

			v[i] = l ? l->seconds : NAN;
			is_new &= i >= k || !l;
		}
		path.len = 0;
		buffer_printf(&path, "limits.%s", name);
		if (is_new)
			add_row(c, buffer_text(&path), "s", v);
		else
			free(v);
	}
	buffer_free(&path);
}

static void add_rows(struct comparison *c)
{
	add_figures(c, 0, N_METRIC - 1);
	add_registers(c);
	add_figures(c, FIGURE_blocks_per_sm, FIGURE_warps_per_sm);
	for (int i = 0; i < c->n; ++i)
		add_limits(c, i);
	add_figures(c, FIGURE_time, FIGURE_time);
	add_figures(c, FIGURE_performance, FIGURE_performance);
}

/* -------------------------------------------------------------- words */

/* What a report is about, in parts that can be the same or not. */
enum part {
	PART_KERNEL,
	PART_DOMAIN,
	PART_BLOCK,
	PART_FOLD,
	PART_ORDER,
	PART_MODEL,
	N_PART
};

static void add_part(const struct report *r, enum part part, struct buffer *out)
{
	static const char *const word[] = { "", "domain ", "block ", "fold " };
	const int64_t *const extents[] = { NULL, r->domain, r->block, r->fold };

	if (part == PART_KERNEL)
		buffer_printf(out, "%s on %s", r->kernel, r->device);
	else if (part == PART_MODEL)
		buffer_printf(out, "model %s", model_names[r->model]);
	else if (part == PART_ORDER)
		buffer_printf(out, "order %s", r->order);
	else if (part == PART_FOLD) {
		buffer_add(out, word[part]);
		answer_fold(out, r);
	} else {
		buffer_add(out, word[part]);
		answer_extents(out, extents[part], r->dims);
	}
}

static bool is_common(const struct comparison *c, enum part part)
{
	struct buffer first = { 0 }, other = { 0 };
	bool same = true;

	add_part(c->r[0], part, &first);
	for (int i = 1; same && i < c->n; ++i) {
		other.len = 0;
		add_part(c->r[i], part, &other);
		same = strcmp(buffer_text(&first), buffer_text(&other)) == 0;
	}
	buffer_free(&first);
	buffer_free(&other);
	return same;
}

/* The parts that are the same in all reports, or those that differ. */
static void add_parts(const struct comparison *c, int i, bool common,
	struct buffer *out)
{
	const char *gap = "";

	for (int part = 0; part < N_PART; ++part) {
		if (is_common(c, part) != common ||
			(part == PART_ORDER && common &&
				strcmp(c->r[i]->order, "rows") == 0))
			continue;
		buffer_add(out, gap);
		add_part(c->r[i], part, out);
		gap = ", ";
	}
}

static void add_legend(const struct comparison *c, struct buffer *out)
{
	struct buffer own = { 0 };

	add_parts(c, 0, true, out);
	for (int i = 0; i < c->n; ++i) {
		own.len = 0;
		buffer_add(&own, "");
		add_parts(c, i, false, &own);
		buffer_printf(out, "%s  r%d  %s", out->len > 0 ? "\n" : "",
			i + 1,
			own.len > 0 ? buffer_text(&own) : "the same launch");
	}
	buffer_free(&own);
}

/* -------------------------------------------------------------- table */

/* The unit for a row, with the prefix that fits its largest figure, and
 * what one of it is in base units.
 */
static double choose_unit(const struct comparison *c, const struct row *row,
	struct buffer *unit)
{
	struct value like = answer_figure(0, row->unit);
	double most = 0;

	for (int i = 0; i < c->n; ++i)
		if (fabs(row->v[i]) > most)
			most = fabs(row->v[i]);
	return table_scale(&like.u.number, most, unit);
}

static void add_number(struct buffer *out, double v)
{
	if (isnan(v))
		buffer_add(out, "-");
	else if (fabs(v) >= 1e4 && fabs(v) < 1e9)
		buffer_printf(out, "%.0f", v);
	else
		buffer_printf(out, "%.4g", v);
}

/* The cells of a line: figure, unit, one for each report, and the ratios
 * to the first.
 */
static int n_column(const struct comparison *c)
{
	return 2 + c->n + c->n - 1;
}

static double ratio(const struct row *row, int i)
{
	if (is_dust(row->v[0], row->unit))
		return NAN;
	return is_dust(row->v[i], row->unit) ? 0 : row->v[i] / row->v[0];
}

static void fill_line(const struct comparison *c, const struct row *row,
	struct buffer *cell)
{
	double scale = choose_unit(c, row, &cell[1]);

	buffer_add(&cell[0], row->path);
	for (int i = 0; i < c->n; ++i)
		add_number(&cell[2 + i],
			is_dust(row->v[i], row->unit) ? 0 : row->v[i] / scale);
	for (int i = 1; i < c->n; ++i)
		add_number(&cell[1 + c->n + i], ratio(row, i));
}

static void fill_head(const struct comparison *c, struct buffer *cell)
{
	buffer_add(&cell[0], "figure");
	buffer_add(&cell[1], "unit");
	for (int i = 0; i < c->n; ++i)
		buffer_printf(&cell[2 + i], "r%d", i + 1);
	for (int i = 1; i < c->n; ++i)
		buffer_printf(&cell[1 + c->n + i], "r%d/r1", i + 1);
}

static void add_line(const struct comparison *c, const struct buffer *cell,
	const int *width, struct buffer *out)
{
	buffer_add_char(out, '\n');
	for (int i = 0; i < n_column(c); ++i)
		buffer_printf(out,
			i == 0	       ? "%-*s" :
				i == 1 ? "  %-*s" :
					 "  %*s",
			width[i], buffer_text(&cell[i]));
}

static void add_table(const struct comparison *c, struct buffer *out)
{
	int n = n_column(c);
	struct buffer *cell = memory_new(
		(size_t) n * ((size_t) c->n_row + 1) * sizeof(*cell));
	int *width = memory_new((size_t) n * sizeof(*width));

	fill_head(c, cell);
	for (int i = 0; i < c->n_row; ++i)
		fill_line(c, &c->row[i], &cell[(i + 1) * n]);
	for (int i = 0; i <= c->n_row; ++i)
		for (int j = 0; j < n; ++j)
			if ((int) cell[i * n + j].len > width[j])
				width[j] = (int) cell[i * n + j].len;
	for (int i = 0; i <= c->n_row; ++i)
		add_line(c, &cell[i * n], width, out);
	for (int i = 0; i < n * (c->n_row + 1); ++i)
		buffer_free(&cell[i]);
	free(cell);
	free(width);
}

/* ------------------------------------------------------------- record */

static struct value list_of(int n, const double *v, const char *unit)
{
	struct value list = value_sequence(VALUE_LIST, n);

	for (int i = 0; i < n; ++i)
		list.u.sequence->item[i] = isnan(v[i]) ?
			value_symbol("none") :
			answer_figure(v[i], unit);
	return list;
}

void compare_set(struct value *record, const char *path, int n, const double *v,
	const double *ratio, const char *unit)
{
	struct value figures = *value_get(record, "figures");
	struct value ratios = *value_get(record, "ratios");

	answer_set(&figures, path, list_of(n, v, unit));
	answer_set(&ratios, path, list_of(n, ratio, ""));
}

static void set_rows(const struct comparison *c, struct value *record)
{
	double *over = new_values(c);

	for (int i = 0; i < c->n_row; ++i) {
		for (int j = 0; j < c->n; ++j)
			over[j] = ratio(&c->row[i], j);
		compare_set(record, c->row[i].path, c->n, c->row[i].v, over,
			c->row[i].unit);
	}
	free(over);
}

static struct value titles(const struct comparison *c)
{
	struct value list = value_sequence(VALUE_LIST, c->n);

	for (int i = 0; i < c->n; ++i) {
		struct buffer title = { 0 };

		answer_title(c->r[i], &title);
		list.u.sequence->item[i] = value_text(buffer_text(&title));
		buffer_free(&title);
	}
	return list;
}

static struct value limiters(const struct comparison *c)
{
	struct value list = value_sequence(VALUE_LIST, c->n);

	for (int i = 0; i < c->n; ++i)
		list.u.sequence->item[i] = value_text(c->r[i]->n_limit == 0 ?
				"none" :
				c->r[i]->limit[c->r[i]->limiter].name);
	return list;
}

/* The volume in which a report differs most from the first, of those that
 * both have: a simulation has no time to compare.
 */
static void volumes_sentence(const struct comparison *c, int i,
	struct buffer *out)
{
	static const enum metric volumes[] = { METRIC_l1_load_B,
		METRIC_l2_load_B, METRIC_l2_store_B, METRIC_dram_load_B,
		METRIC_dram_store_B };
	enum metric widest = N_METRIC;
	double most = -1;

	for (size_t k = 0; k < sizeof(volumes) / sizeof(volumes[0]); ++k) {
		double a = c->r[0]->metric[volumes[k]];
		double b = c->r[i]->metric[volumes[k]];

		if (isnan(a) || isnan(b) || fabs(a - b) <= most)
			continue;
		most = fabs(a - b);
		widest = volumes[k];
	}
	if (widest == N_METRIC) {
		buffer_printf(out, "r1 and r%d have no volume in common.",
			i + 1);
		return;
	}
	buffer_printf(out,
		"The volume that differs most is %s: ", metrics[widest].path);
	answer_quantity(out, c->r[0]->metric[widest], "B/LUP");
	buffer_add(out, " in r1, ");
	answer_quantity(out, c->r[i]->metric[widest], "B/LUP");
	buffer_printf(out, " in r%d.", i + 1);
}

static void sentence(const struct comparison *c, int i, struct buffer *out)
{
	if (c->r[0]->n_limit == 0 || c->r[i]->n_limit == 0)
		volumes_sentence(c, i, out);
	else
		why_sentence(c->r[0], c->r[i], 1, i + 1, out);
}

/* A sentence for each but the first, in the text and as a list. */
static struct value add_sentences(const struct comparison *c,
	struct buffer *out)
{
	struct value list = value_sequence(VALUE_LIST, c->n - 1);

	for (int i = 1; i < c->n; ++i) {
		struct buffer text = { 0 };

		sentence(c, i, &text);
		buffer_printf(out, "\n%s", buffer_text(&text));
		list.u.sequence->item[i - 1] = value_text(buffer_text(&text));
		buffer_free(&text);
	}
	return list;
}

static void free_rows(struct comparison *c)
{
	for (int i = 0; i < c->n_row; ++i) {
		free(c->row[i].path);
		free(c->row[i].v);
	}
	free(c->row);
}

struct value compare_figures(int n, const struct buffer *legend, int n_row,
	const struct compare_row *row, struct value words)
{
	struct comparison c = { .n = n };
	struct value record = value_record();
	struct buffer text = { 0 };

	for (int i = 0; i < n_row; ++i) {
		double *v = new_values(&c);

		memcpy(v, row[i].v, (size_t) n * sizeof(*v));
		add_row(&c, row[i].path, row[i].unit, v);
	}
	buffer_add(&text, buffer_text(legend));
	buffer_add_char(&text, '\n');
	add_table(&c, &text);
	buffer_add_char(&text, '\n');
	for (int i = 0; i < n - 1; ++i)
		buffer_printf(&text, "\n%s",
			words.u.sequence->item[i].u.string->text);
	value_set(&record, "figures", value_record());
	value_set(&record, "ratios", value_record());
	set_rows(&c, &record);
	value_set(&record, "words", words);
	free_rows(&c);
	return finding_value(FINDING_COMPARISON, &text, record);
}

struct value compare_value(int n, const struct report *const *r)
{
	struct comparison c = { .n = n, .r = r };
	struct value record = value_record();
	struct buffer text = { 0 };

	add_rows(&c);
	add_legend(&c, &text);
	buffer_add_char(&text, '\n');
	add_table(&c, &text);
	buffer_add_char(&text, '\n');
	value_set(&record, "reports", titles(&c));
	value_set(&record, "limiters", limiters(&c));
	value_set(&record, "figures", value_record());
	value_set(&record, "ratios", value_record());
	set_rows(&c, &record);
	value_set(&record, "words", add_sentences(&c, &text));
	free_rows(&c);
	return finding_value(FINDING_COMPARISON, &text, record);
}
