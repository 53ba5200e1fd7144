/* Rooflines side by side: the same points of several launches. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/ask/answer.h"
#include "lang/ask/finding.h"
#include "lang/base/memory.h"
#include "lang/roofline/roof.h"

/* A launch of one of the rooflines. */
struct side {
	const struct roof *roof;
	int i;
};

static const struct roof_case *case_of(const struct side *s)
{
	return &s->roof->cases[s->i];
}

static const struct roof_point *point_of(const struct side *s,
	const char *name)
{
	const struct roofline *r = &s->roof->line;
	int k;

	for (k = 0; k < r->n_point; ++k)
		if (r->point[k].of_case == s->i &&
		    strcmp(r->point[k].name, name) == 0)
			return &r->point[k];
	return NULL;
}

/* The figures that are compared: of points, then of whole launches. */
static const char *const of_points[] = {
	"intensity", "performance", "share"
};

static double figure_of(const struct side *s, const char *name, int which)
{
	const struct roof_point *p = point_of(s, name);

	if (!p)
		return NAN;
	return which == 0 ? p->intensity : which == 1 ? p->performance :
		p->share;
}

static const char *unit_of(enum roofline_kind kind, int which)
{
	return which == 0 ? roof_intensity_unit(kind) : which == 1 ?
		roof_unit(kind) : "";
}

struct table {
	int n;
	const struct side *side;
	struct buffer *text;
	struct value *figures, *ratios;
};

static void add_cell(struct buffer *out, double v, const char *unit)
{
	struct buffer text = { 0 };

	if (isnan(v))
		buffer_add(&text, "-");
	else
		answer_quantity(&text, v, unit);
	buffer_printf(out, "  %16s", buffer_text(&text));
	buffer_free(&text);
}

static struct value figure_value(double v, const char *unit)
{
	return isnan(v) ? value_symbol("none") : answer_figure(v, unit);
}

/* One line: the figure of each launch, then ratios to the first. */
static void add_row(struct table *t, const char *path, const double *v,
	const char *unit)
{
	struct value list = value_sequence(VALUE_LIST, t->n);
	struct value over = value_sequence(VALUE_LIST, t->n);
	int i, known = 0;

	for (i = 0; i < t->n; ++i) {
		list.u.sequence->item[i] = figure_value(v[i], unit);
		over.u.sequence->item[i] = figure_value(v[i] / v[0], "");
		known += !isnan(v[i]);
	}
	if (known < 2) {
		value_free(&list);
		value_free(&over);
		return;
	}
	answer_set(t->figures, path, list);
	answer_set(t->ratios, path, over);
	buffer_printf(t->text, "\n%-26s", path);
	for (i = 0; i < t->n; ++i)
		add_cell(t->text, v[i], unit);
	for (i = 1; i < t->n; ++i)
		add_cell(t->text, v[i] / v[0], "");
}

static void add_point(struct table *t, const char *name)
{
	double *v = memory_new((size_t) t->n * sizeof(*v));
	struct buffer path = { 0 };
	int which, i;

	for (which = 0; which < 3; ++which) {
		for (i = 0; i < t->n; ++i)
			v[i] = figure_of(&t->side[i], name, which);
		path.len = 0;
		buffer_printf(&path, "%s.%s", name, of_points[which]);
		add_row(t, buffer_text(&path), v,
			unit_of(t->side[0].roof->line.kind, which));
	}
	buffer_free(&path);
	free(v);
}

static void add_whole(struct table *t)
{
	double *v = memory_new((size_t) t->n * 4 * sizeof(*v));
	int i, n = t->n;

	for (i = 0; i < n; ++i) {
		const struct roof_case *c = case_of(&t->side[i]);

		v[i] = c->time_s;
		v[n + i] = c->thread_inst;
		v[2 * n + i] = c->warp_inst;
		v[3 * n + i] = roofline_predication(
			&t->side[i].roof->line.roofs, c);
	}
	add_row(t, "time", v, "s");
	add_row(t, "instructions", v + n, "inst");
	add_row(t, "warp_instructions", v + 2 * n, "inst");
	add_row(t, "predication", v + 3 * n, "");
	free(v);
}

static void add_head(const struct table *t, struct buffer *out)
{
	int i;

	for (i = 0; i < t->n; ++i) {
		const struct roof_case *c = case_of(&t->side[i]);

		buffer_printf(out, "%s  r%d  %s on %s, %s", i ? "\n" : "",
			i + 1, c->name, t->side[i].roof->device,
			c->is_measured ? "measured" : "predicted");
	}
	buffer_printf(out, "\n\n%-26s", "figure");
	for (i = 0; i < t->n; ++i)
		buffer_printf(out, "  %14sr%d", "", i + 1);
	for (i = 1; i < t->n; ++i)
		buffer_printf(out, "  %11sr%d/r1", "", i + 1);
}

static struct value names_value(const struct table *t)
{
	struct value list = value_sequence(VALUE_LIST, t->n);
	int i;

	for (i = 0; i < t->n; ++i)
		list.u.sequence->item[i] =
			value_text(case_of(&t->side[i])->name);
	return list;
}

static struct value compare_sides(int n, const struct side *side)
{
	static const char *const points[] = {
		"dram", "l2", "l1", "tensor_dram", "tensor_l2", "tensor_l1",
		"global", "global_load", "global_store", "shared",
		"shared_load", "shared_store"
	};
	struct value record = value_record(), figures = value_record();
	struct value ratios = value_record();
	struct buffer text = { 0 };
	struct table t = { n, side, &text, &figures, &ratios };
	size_t i;

	add_head(&t, &text);
	for (i = 0; i < sizeof(points) / sizeof(points[0]); ++i)
		add_point(&t, points[i]);
	add_whole(&t);
	value_set(&record, "kernels", names_value(&t));
	value_set(&record, "figures", figures);
	value_set(&record, "ratios", ratios);
	return finding_value(FINDING_COMPARISON, &text, record);
}

static struct value compare_roofs(int n, const struct roof *const *roof)
{
	struct side *side;
	struct value v;
	int n_side = 0, i, k;

	for (i = 0; i < n; ++i)
		n_side += roof[i]->line.n_case;
	side = memory_new((size_t) n_side * sizeof(*side));
	for (i = n_side = 0; i < n; ++i)
		for (k = 0; k < roof[i]->line.n_case; ++k)
			side[n_side++] = (struct side) { roof[i], k };
	v = compare_sides(n_side, side);
	free(side);
	return v;
}

bool roof_compare(struct diag *diag, struct loc loc, int n,
	const struct value *v, struct value *result)
{
	const struct roof **roof = memory_new((size_t) n * sizeof(*roof));
	bool ok = true;
	int i;

	for (i = 0; ok && i < n; ++i) {
		roof[i] = roof_of(&v[i]);
		if (!roof[i])
			ok = diag_error(diag, loc, NULL,
				"a roofline compares with rooflines; one of "
				"these is a %s", value_kind_name(&v[i]));
		else if (roof[i]->line.kind != roof[0]->line.kind)
			ok = diag_error(diag, loc, NULL,
				"a classic roofline and one of instructions "
				"have nothing to compare");
	}
	if (ok)
		*result = compare_roofs(n, roof);
	free(roof);
	return ok;
}
