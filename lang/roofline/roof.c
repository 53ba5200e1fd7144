/* Rooflines as values: reading the launches that a record describes, and
 * the record of a roofline, which is made of its ceilings, walls and points.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/model/instruction.h"
#include "lang/ask/answer.h"
#include "lang/base/memory.h"
#include "lang/number/unit.h"
#include "lang/roofline/roof.h"

const char *roof_unit(enum roofline_kind kind)
{
	return kind == ROOFLINE_CLASSIC ? "FLOP/s" : "inst/s";
}

const char *roof_intensity_unit(enum roofline_kind kind)
{
	return kind == ROOFLINE_CLASSIC ? "FLOP/B" : "inst/txn";
}

/* -------------------------------------------------------------- records */

#define MEMBER(name, unit, member) FIGURE_ROW(roof_case, name, unit, member)

/* What a record says of a launch. */
static const struct figure_row members[] = {
	MEMBER("time", "s", time_s),
	MEMBER("flops", "FLOP", flops),
	MEMBER("dram", "B", dram_B),
	MEMBER("l2", "B", l2_B),
	MEMBER("instructions", "inst", thread_inst),
	MEMBER("warp_instructions", "inst", warp_inst),
	MEMBER("tensor_instructions", "inst", tensor_inst),
	MEMBER("global_loads", "inst", global_load.inst),
	MEMBER("global_stores", "inst", global_store.inst),
	MEMBER("global_load_transactions", "txn", global_load.txn),
	MEMBER("global_store_transactions", "txn", global_store.txn),
	MEMBER("shared_loads", "inst", shared_load.inst),
	MEMBER("shared_stores", "inst", shared_store.inst),
	MEMBER("shared_load_transactions", "txn", shared_load.txn),
	MEMBER("shared_store_transactions", "txn", shared_store.txn),
};

#define N_MEMBER ((int) (sizeof(members) / sizeof(members[0])))

static double *member_of(struct roof_case *c, int i)
{
	return (double *) ((char *) c + members[i].offset);
}

/* A number of the right dimension, not negative; without a unit it is in
 * base units.
 */
static bool read_member(const struct value *v, const struct figure_row *m,
	double *result, char why[256])
{
	struct unit unit = { .num = 1, .den = 1 };
	const struct number *n = &v->u.number;

	unit_parse(m->unit, strlen(m->unit), &unit);
	if (v->kind != VALUE_NUMBER ||
		(!dim_is_none(n->dim) && !dim_equal(n->dim, unit.dim))) {
		snprintf(why, 256, "'%s' is not a number in %s", m->path,
			m->unit);
		return false;
	}
	*result = number_to_double(n);
	if (*result >= 0 && isfinite(*result))
		return true;
	snprintf(why, 256, "'%s' is negative or not finite", m->path);
	return false;
}

static bool read_precision(const struct value *record, struct roof_case *c,
	char why[256])
{
	const struct value *v = value_get(record, "precision");

	if (!v)
		return true;
	for (int i = 0; v->kind == VALUE_STRING && i < N_PRECISION; ++i)
		if (strcmp(v->u.string->text, precision_names[i]) == 0) {
			c->precision = i;
			return true;
		}
	snprintf(why, 256, "'precision' is \"fp64\", \"fp32\" or \"fp16\"");
	return false;
}

bool roof_record(const struct value *record, struct roof_case *c, char why[256])
{
	const struct value *name = value_get(record, "kernel");
	bool any = false;

	*c = (struct roof_case) {
		.is_measured = true,
		.warp_work.control = NAN,
		.thread_work.control = NAN,
	};
	for (int i = 0; i < N_MEMBER; ++i) {
		const struct value *v = value_get(record, members[i].path);

		*member_of(c, i) = NAN;
		if (!v)
			continue;
		if (!read_member(v, &members[i], member_of(c, i), why))
			return false;
		any = true;
	}
	if (!read_precision(record, c, why))
		return false;
	if (!any) {
		snprintf(why, 256,
			"it has no 'time', 'flops', 'dram' or any "
			"other member that read_profile gives");
		return false;
	}
	c->name = memory_copy_text(name && name->kind == VALUE_STRING ?
			name->u.string->text :
			"measured");
	return true;
}

void roof_case_clear(struct roof_case *c)
{
	free(c->name);
}

/* -------------------------------------------------------------- members */

static void set_figure(struct value *record, const char *path, double v,
	const char *unit)
{
	if (isfinite(v))
		answer_set(record, path, answer_figure(v, unit));
}

static struct value ceilings_value(const struct roofline *r)
{
	struct value list = value_sequence(VALUE_LIST, r->n_ceiling);
	const char *moved = r->kind == ROOFLINE_CLASSIC ? "B/s" : "txn/s";

	for (int i = 0; i < r->n_ceiling; ++i) {
		const struct ceiling *c = &r->ceiling[i];
		struct value v = value_record();

		value_set(&v, "name", value_text(c->name));
		value_set(&v, "what", value_text(c->what));
		set_figure(&v, c->kind == CEILING_PEAK ? "peak" : "bandwidth",
			c->value,
			c->kind == CEILING_PEAK ? roof_unit(r->kind) : moved);
		list.u.sequence->item[i] = v;
	}
	return list;
}

static struct value walls_value(const struct roofline *r)
{
	struct value list = value_sequence(VALUE_LIST, r->n_wall);

	for (int i = 0; i < r->n_wall; ++i) {
		const struct wall *w = &r->wall[i];
		struct value v = value_record();

		value_set(&v, "name", value_text(w->name));
		value_set(&v, "what", value_text(w->what));
		value_set(&v, "memory",
			value_text(w->is_shared ? "shared" : "global"));
		set_figure(&v, "intensity", w->intensity, "inst/txn");
		list.u.sequence->item[i] = v;
	}
	return list;
}

static struct value point_value(const struct roofline *r,
	const struct roof_point *p)
{
	struct value v = value_record();

	value_set(&v, "kernel", value_text(r->cases[p->of_case].name));
	value_set(&v, "name", value_text(p->name));
	set_figure(&v, "work", p->work,
		r->kind == ROOFLINE_CLASSIC ? "FLOP" : "inst");
	set_figure(&v, "volume", p->moved,
		r->kind == ROOFLINE_CLASSIC ? "B" : "txn");
	set_figure(&v, "intensity", p->intensity, roof_intensity_unit(r->kind));
	set_figure(&v, "performance", p->performance, roof_unit(r->kind));
	set_figure(&v, "bound", p->bound, roof_unit(r->kind));
	set_figure(&v, "share", p->share, "");
	value_set(&v, "ceiling", value_text(p->ceiling));
	value_set(&v, "nearest", value_text(p->nearest));
	if (p->wall)
		value_set(&v, "wall", value_text(p->wall));
	set_figure(&v, "time", p->least_s, "s");
	return v;
}

static struct value points_value(const struct roofline *r)
{
	struct value list = value_sequence(VALUE_LIST, r->n_point);

	for (int i = 0; i < r->n_point; ++i)
		list.u.sequence->item[i] = point_value(r, &r->point[i]);
	return list;
}

/* Instructions by class, of warps and of threads. */
static void set_mix(struct value *record, const struct roof_case *c)
{
	struct value warp = value_record(), thread = value_record();

	for (int i = 0; i < N_INSTRUCTION; ++i) {
		set_figure(&warp, instruction_names[i],
			instruction_of(&c->warp_work, i), "inst");
		set_figure(&thread, instruction_names[i],
			instruction_of(&c->thread_work, i), "inst");
	}
	answer_set(record, "mix.warp", warp);
	answer_set(record, "mix.thread", thread);
}

/* One launch: what it does, and its points by name.  The bound of the whole
 * is the lowest of its levels.
 */
static void set_case(struct value *record, const struct roofline *r, int i)
{
	const struct roof_case *c = &r->cases[i];
	const struct roof_point *low = NULL;

	value_set(record, "kernel", value_text(c->name));
	value_set(record, "measured", value_bool(c->is_measured));
	set_figure(record, "time", c->time_s, "s");
	set_figure(record, "flops", c->flops, "FLOP");
	value_set(record, "precision",
		value_text(precision_names[c->precision]));
	set_figure(record, "instructions", c->thread_inst, "inst");
	set_figure(record, "warp_instructions", c->warp_inst, "inst");
	set_figure(record, "tensor_instructions", c->tensor_inst, "inst");
	set_figure(record, "warp_performance", c->warp_inst / c->time_s,
		"inst/s");
	set_figure(record, "predication", roofline_predication(&r->roofs, c),
		"");
	if (!isnan(c->warp_work.control))
		set_mix(record, c);
	for (int k = 0; k < r->n_point; ++k) {
		const struct roof_point *p = &r->point[k];

		if (p->of_case != i)
			continue;
		value_set(record, p->name, point_value(r, p));
		if (p->of == POINT_ALL && (!low || p->bound < low->bound))
			low = p;
	}
	if (low) {
		set_figure(record, "bound", low->bound, roof_unit(r->kind));
		value_set(record, "ceiling", value_text(low->ceiling));
		value_set(record, "limiter",
			value_text(c->limiter ? c->limiter : low->ceiling));
	}
}

/* A roofline of one launch has its members, too. */
static void fill(const struct finding *f, struct value *v)
{
	const struct roof *roof = (const struct roof *) f;
	const struct roofline *r = &roof->line;
	struct value list = value_sequence(VALUE_LIST, r->n_case);

	value_set(v, "kind",
		value_text(r->kind == ROOFLINE_CLASSIC ? "classic" :
							 "instruction"));
	value_set(v, "device", value_text(roof->device));
	value_set(v, "ceilings", ceilings_value(r));
	if (r->n_wall > 0)
		value_set(v, "walls", walls_value(r));
	value_set(v, "points", points_value(r));
	for (int i = 0; i < r->n_case; ++i) {
		list.u.sequence->item[i] = value_record();
		set_case(&list.u.sequence->item[i], r, i);
	}
	value_set(v, "kernels", list);
	if (r->n_case == 1)
		set_case(v, r, 0);
}

static void release(struct object *o)
{
	struct roof *roof = (struct roof *) o;

	for (int i = 0; i < roof->line.n_case; ++i)
		roof_case_clear(&roof->cases[i]);
	free(roof->line.point);
	free(roof->cases);
	free(roof->device);
	free(roof->kernel);
	free(roof->title);
	finding_free(&roof->finding);
}

static void print(const struct object *o, struct buffer *out)
{
	roof_print((const struct roof *) o, out);
}

static const struct object_type roof_type = {
	.name = "roofline",
	.release = release,
	.print = print,
	.compare = roof_compare,
	.picture = roof_picture,
	FINDING_METHODS,
};

struct value roof_value(enum roofline_kind kind, const struct roofs *roofs,
	const char *device, char *kernel, char *title, int n,
	struct roof_case *cases)
{
	struct roof *roof = memory_new(sizeof(*roof));

	finding_init(&roof->finding, &roof_type, fill, NULL);
	roof->cases = cases;
	roof->device = memory_copy_text(device);
	roof->kernel = kernel;
	roof->title = title;
	roof->line.point = memory_new(
		(size_t) n * ROOFLINE_POINTS * sizeof(*roof->line.point));
	roofline_make(&roof->line, kind, roofs, n, cases);
	return value_object(&roof->finding.object);
}

const struct roof *roof_of(const struct value *v)
{
	if (v->kind != VALUE_OBJECT || v->u.object->type != &roof_type)
		return NULL;
	return (const struct roof *) v->u.object;
}
