/* Rooflines side by side: the same points of several launches. */

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lang/ask/answer.h"
#include "lang/ask/compare.h"
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

static const struct roof_point *point_of(const struct side *s, const char *name)
{
	const struct roofline *r = &s->roof->line;

	for (int k = 0; k < r->n_point; ++k)
		if (r->point[k].of_case == s->i &&
			strcmp(r->point[k].name, name) == 0)
			return &r->point[k];
	return NULL;
}

struct table {
	int n;
	const struct side *side;
	double *v, *ratio; /* of one row */
	struct buffer *text;
	struct value *record;
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

/* One line: the figure of each launch, then ratios to the first. */
static void add_row(struct table *t, const char *path, const char *unit)
{
	int known = 0;

	for (int i = 0; i < t->n; ++i) {
		t->ratio[i] = t->v[i] / t->v[0];
		known += !isnan(t->v[i]);
	}
	if (known < 2)
		return;
	compare_set(t->record, path, t->n, t->v, t->ratio, unit);
	buffer_printf(t->text, "\n%-26s", path);
	for (int i = 0; i < t->n; ++i)
		add_cell(t->text, t->v[i], unit);
	for (int i = 1; i < t->n; ++i)
		add_cell(t->text, t->ratio[i], "");
}

/* A member of the point called "name" of each launch. */
static void add_point_row(struct table *t, const char *name, const char *member,
	size_t offset, const char *unit)
{
	struct buffer path = { 0 };

	for (int i = 0; i < t->n; ++i) {
		const char *p = (const char *) point_of(&t->side[i], name);

		t->v[i] = p ? *(const double *) (p + offset) : NAN;
	}
	buffer_printf(&path, "%s.%s", name, member);
	add_row(t, buffer_text(&path), unit);
	buffer_free(&path);
}

static void add_point(struct table *t, const char *name)
{
	enum roofline_kind kind = t->side[0].roof->line.kind;

	add_point_row(t, name, "intensity",
		offsetof(struct roof_point, intensity),
		roof_intensity_unit(kind));
	add_point_row(t, name, "performance",
		offsetof(struct roof_point, performance), roof_unit(kind));
	add_point_row(t, name, "share", offsetof(struct roof_point, share), "");
}

static void add_case_row(struct table *t, const char *path, size_t offset,
	const char *unit)
{
	for (int i = 0; i < t->n; ++i)
		t->v[i] = *(
			const double *) ((const char *) case_of(&t->side[i]) +
			offset);
	add_row(t, path, unit);
}

static void add_whole(struct table *t)
{
	add_case_row(t, "time", offsetof(struct roof_case, time_s), "s");
	add_case_row(t, "instructions", offsetof(struct roof_case, thread_inst),
		"inst");
	add_case_row(t, "warp_instructions",
		offsetof(struct roof_case, warp_inst), "inst");
	for (int i = 0; i < t->n; ++i)
		t->v[i] = roofline_predication(&t->side[i].roof->line.roofs,
			case_of(&t->side[i]));
	add_row(t, "predication", "");
}

static void add_head(const struct table *t, struct buffer *out)
{
	for (int i = 0; i < t->n; ++i) {
		const struct roof_case *c = case_of(&t->side[i]);

		buffer_printf(out, "%s  r%d  %s on %s, %s", i ? "\n" : "",
			i + 1, c->name, t->side[i].roof->device,
			c->is_measured ? "measured" : "predicted");
	}
	buffer_printf(out, "\n\n%-26s", "figure");
	for (int i = 0; i < t->n; ++i)
		buffer_printf(out, "  %14sr%d", "", i + 1);
	for (int i = 1; i < t->n; ++i)
		buffer_printf(out, "  %11sr%d/r1", "", i + 1);
}

static struct value names_value(const struct table *t)
{
	struct value list = value_sequence(VALUE_LIST, t->n);

	for (int i = 0; i < t->n; ++i)
		list.u.sequence->item[i] = value_text(
			case_of(&t->side[i])->name);
	return list;
}

static struct value compare_sides(int n, const struct side *side)
{
	static const char *const points[] = { "dram", "l2", "l1", "tensor_dram",
		"tensor_l2", "tensor_l1", "global", "global_load",
		"global_store", "shared", "shared_load", "shared_store" };
	struct value record = value_record();
	struct buffer text = { 0 };
	struct table t = {
		.n = n,
		.side = side,
		.text = &text,
		.record = &record,
	};

	t.v = memory_new(2 * (size_t) n * sizeof(*t.v));
	t.ratio = t.v + n;
	value_set(&record, "kernels", names_value(&t));
	value_set(&record, "figures", value_record());
	value_set(&record, "ratios", value_record());
	add_head(&t, &text);
	for (size_t i = 0; i < sizeof(points) / sizeof(points[0]); ++i)
		add_point(&t, points[i]);
	add_whole(&t);
	free(t.v);
	return finding_value(FINDING_COMPARISON, &text, record);
}

static struct value compare_roofs(int n, const struct roof *const *roof)
{
	struct side *side;
	struct value v;
	int n_side = 0, i;

	for (i = 0; i < n; ++i)
		n_side += roof[i]->line.n_case;
	side = memory_new((size_t) n_side * sizeof(*side));
	for (i = n_side = 0; i < n; ++i)
		for (int k = 0; k < roof[i]->line.n_case; ++k)
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

	for (int i = 0; ok && i < n; ++i) {
		roof[i] = roof_of(&v[i]);
		if (!roof[i])
			ok = diag_error(diag, loc, NULL,
				"a roofline compares with rooflines; one of "
				"these is a %s",
				value_kind_name(&v[i]));
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
