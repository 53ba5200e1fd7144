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
#include "lang/device/device.h"
#include "lang/measure/counters.h"
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
	MEMBER("launches", "", n_launch),
	MEMBER("clock", "Hz", clock_Hz),
	MEMBER("tensor_flops", "FLOP", tensor_flops),
	MEMBER("dram", "B", dram_B),
	MEMBER("l2", "B", l2_B),
	MEMBER("l1", "B", l1_B),
	MEMBER("system", "B", system_B),
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

/* Members that are not figures; the first is a number, but of no launch. */
static const char *const others[] = { "left_out", "kernel", "precision",
	"device", "capability", "missing", "l2_of" };

#define N_OTHER ((int) (sizeof(others) / sizeof(others[0])))

/* A member that nobody reads is a mistake. */
static bool check_members(const struct value *record, char why[256])
{
	const char *known[N_MEMBER + N_OTHER], *nearest;
	int n = 0;

	for (int i = 0; i < N_MEMBER; ++i)
		known[n++] = members[i].path;
	for (int i = 0; i < N_OTHER; ++i)
		known[n++] = others[i];
	for (int i = 0; i < record->u.record->n; ++i) {
		const char *name = record->u.record->member[i].name;
		bool is_known = false;

		for (int k = 0; !is_known && k < n; ++k)
			is_known = strcmp(name, known[k]) == 0;
		if (is_known)
			continue;
		nearest = diag_nearest(name, known, n);
		snprintf(why, 256, "it has an unknown member '%.60s'%s%s%s",
			name, nearest ? "; did you mean '" : "",
			nearest ? nearest : "", nearest ? "'?" : "");
		return false;
	}
	return true;
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

static bool read_l2_of(const struct value *record, struct roof_case *c,
	char why[256])
{
	static const char *const words[] = { "l1", "all", "reads" };
	const struct value *v = value_get(record, "l2_of");

	if (!v)
		return true;
	for (int i = 0; v->kind == VALUE_STRING && i < 3; ++i)
		if (strcmp(v->u.string->text, words[i]) == 0) {
			c->l2_of = (enum l2_of) i;
			return true;
		}
	snprintf(why, 256, "'l2_of' is \"l1\", \"all\" or \"reads\"");
	return false;
}

/* The level of memory whose point needs a metric, counted from DRAM; -1: none. */
static int level_of(const char *metric)
{
	enum counted counted;

	if (!counters_named(metric, &counted))
		return -1;
	switch (counted) {
	case COUNTED_DRAM_LOAD:
	case COUNTED_DRAM_ALL: return 0;
	case COUNTED_L2_LOAD:
	case COUNTED_L2_ALL: return 1;
	case COUNTED_LOAD_TXN: return 2;
	default: return -1;
	}
}

/* The counters that a profile lacks, of each level of memory. */
static void read_missing(const struct value *record, struct roof_case *c)
{
	const struct value *missing = value_get(record, "missing");

	if (!missing || missing->kind != VALUE_LIST)
		return;
	for (int64_t i = 0; i < missing->u.sequence->n; ++i) {
		const struct value *v = &missing->u.sequence->item[i];
		int level = v->kind == VALUE_STRING ?
			level_of(v->u.string->text) :
			-1;

		if (level >= 0 && !c->lacks[level])
			c->lacks[level] = memory_copy_text(v->u.string->text);
	}
}

bool roof_record(const struct value *record, struct roof_case *c, char why[256])
{
	const struct value *name = value_get(record, "kernel");
	bool any = false;

	*c = (struct roof_case) {
		.is_measured = true,
		.low_s = NAN,
		.high_s = NAN,
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
	if (!any) {
		snprintf(why, 256,
			"it has no 'time', 'flops', 'dram' or any "
			"other member that read_profile gives");
		return false;
	}
	if (!check_members(record, why) || !read_precision(record, c, why) ||
		!read_l2_of(record, c, why))
		return false;
	c->name = memory_copy_text(name && name->kind == VALUE_STRING ?
			name->u.string->text :
			"measured");
	read_missing(record, c);
	return true;
}

void roof_case_clear(struct roof_case *c)
{
	free(c->name);
	for (int i = 0; i < ROOFLINE_LEVELS; ++i)
		free(c->lacks[i]);
}

/* -------------------------------------------------------------- members */

static void set_figure(struct value *record, const char *path, double v,
	const char *unit)
{
	if (isfinite(v))
		answer_set(record, path, answer_figure(v, unit));
}

/* Of the classic kind, the units that the launches use most; without a launch,
 * those of double and single precision and matrix units.
 */
bool roof_has_ridge(const struct roofline *r, const struct ceiling *peak)
{
	if (peak->kind != CEILING_PEAK || peak->is_pipe ||
		strstr(peak->name, "no_fma"))
		return false;
	if (r->kind == ROOFLINE_INSTRUCTION)
		return strcmp(peak->name, "issue") == 0;
	for (int i = 0; i < r->n_case; ++i)
		if (strcmp(peak->name,
			    roofline_peak(&r->roofs, &r->cases[i])) == 0)
			return true;
	return r->n_case == 0 && strcmp(peak->name, "fp16") != 0 &&
		strncmp(peak->name, "tensor_", 7) != 0;
}

/* Where a bandwidth meets the peaks: ridge.fp64 */
static void set_ridges(struct value *v, const struct roofline *r,
	const struct ceiling *bandwidth)
{
	struct value ridges = value_record();

	for (int i = 0; i < r->n_ceiling; ++i)
		if (roof_has_ridge(r, &r->ceiling[i]))
			set_figure(&ridges, r->ceiling[i].name,
				roofline_ridge(&r->ceiling[i], bandwidth),
				roof_intensity_unit(r->kind));
	value_set(v, "ridge", ridges);
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
		set_figure(&v, "theoretical", c->theoretical, moved);
		if (c->kind == CEILING_BANDWIDTH)
			set_ridges(&v, r, c);
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
	set_figure(&v, "time", p->least_s, "s");
	if (p->wall)
		value_set(&v, "wall", value_text(p->wall));
	set_figure(&v, "ways", p->ways, "");
	return v;
}

static struct value points_value(const struct roofline *r)
{
	struct value list = value_sequence(VALUE_LIST, r->n_point);

	for (int i = 0; i < r->n_point; ++i)
		list.u.sequence->item[i] = point_value(r, &r->point[i]);
	return list;
}

/* Instructions of warps by the pipe that runs them, as profilers count them.
 * Loads, stores, shuffles and what matrix units do have pipes of their own, and
 * moves, jumps, barriers and the like are the rest.
 */
static struct value pipes_of(const struct work *w)
{
	struct value pipe = value_record();
	double memory = instruction_of(w, INSTRUCTION_MEMORY) +
		instruction_of(w, INSTRUCTION_SHARED) + w->shuffles;

	set_figure(&pipe, "fp64", w->fp64, "inst");
	set_figure(&pipe, "fp32", w->fp32, "inst");
	set_figure(&pipe, "fp16", w->fp16, "inst");
	set_figure(&pipe, "special", w->special, "inst");
	set_figure(&pipe, "integer", w->integer, "inst");
	set_figure(&pipe, "memory", memory, "inst");
	set_figure(&pipe, "matrix", w->matrix, "inst");
	set_figure(&pipe, "rest", w->control - w->shuffles + w->barrier,
		"inst");
	return pipe;
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
	answer_set(record, "mix.pipe", pipes_of(&c->warp_work));
}

/* One launch: what it does, and its points by name.  The bound of the whole
 * is the lowest of its levels.
 */
static void set_case(struct value *record, const struct roofline *r, int i)
{
	const struct roof_case *c = &r->cases[i];
	const struct roof_point *low = NULL;
	char verdict[ROOFLINE_VERDICT];

	value_set(record, "kernel", value_text(c->name));
	value_set(record, "measured", value_bool(c->is_measured));
	if (c->n_launch >= 1)
		value_set(record, "launches", value_int((int64_t) c->n_launch));
	set_figure(record, "time", c->time_s, "s");
	if (c->is_measured)
		set_figure(record, "clock", c->clock_Hz, "Hz");
	set_figure(record, "flops", roofline_flops(&r->roofs, c), "FLOP");
	value_set(record, "precision", value_text(roofline_peak(&r->roofs, c)));
	set_figure(record, "system", c->system_B, "B");
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
	roofline_verdict(r, i, verdict);
	value_set(record, "verdict", value_text(verdict));
}

/* Launches that could not be placed, with the reasons. */
static struct value left_value(const struct roof *roof)
{
	struct value list = value_sequence(VALUE_LIST, roof->n_left);

	for (int i = 0; i < roof->n_left; ++i)
		list.u.sequence->item[i] = value_text(roof->left[i]);
	return list;
}

/* The rooflines of further devices. */
static struct value beside_value(const struct roof *roof)
{
	struct value list = value_sequence(VALUE_LIST, roof->n_beside);

	for (int i = 0; i < roof->n_beside; ++i)
		list.u.sequence->item[i] = value_copy(&roof->beside[i]);
	return list;
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
	set_figure(v, "clock", r->roofs.clock_Hz, "Hz");
	value_set(v, "ceilings", ceilings_value(r));
	if (r->n_wall > 0)
		value_set(v, "walls", walls_value(r));
	value_set(v, "points", points_value(r));
	value_set(v, "left_out", left_value(roof));
	if (roof->n_beside > 0)
		value_set(v, "beside", beside_value(roof));
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
	for (int i = 0; i < roof->n_left; ++i)
		free(roof->left[i]);
	for (int i = 0; i < roof->n_beside; ++i)
		value_free(&roof->beside[i]);
	free(roof->left);
	free(roof->beside);
	free(roof->note);
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

/* Rows of one shape: a level has no wall, and only shared memory has ways. */
static struct value point_row(const struct roofline *r,
	const struct roof_point *p)
{
	struct value row = point_value(r, p);

	if (!p->wall)
		value_set(&row, "wall", value_text(""));
	if (isnan(p->ways))
		value_set(&row, "ways", value_text(""));
	value_set(&row, "measured",
		value_bool(r->cases[p->of_case].is_measured));
	return row;
}

static struct value ceiling_row(const struct roof *roof,
	const struct ceiling *c)
{
	enum roofline_kind kind = roof->line.kind;
	const char *unit = c->kind == CEILING_PEAK ? roof_unit(kind) :
		kind == ROOFLINE_CLASSIC	   ? "B/s" :
						     "txn/s";
	struct value row = value_record();

	value_set(&row, "device", value_text(roof->device));
	value_set(&row, "name", value_text(c->name));
	value_set(&row, "what", value_text(c->what));
	value_set(&row, "unit", value_text(unit));
	value_set(&row, "value", answer_figure(c->value, unit));
	value_set(&row, "theoretical",
		isnan(c->theoretical) ? value_text("") :
					answer_figure(c->theoretical, unit));
	return row;
}

static void add_ceilings(const struct roof *roof, struct value *list)
{
	const struct roofline *r = &roof->line;

	value_grow(list, r->n_ceiling);
	for (int i = 0; i < r->n_ceiling; ++i)
		list->u.sequence->item[list->u.sequence->n++] =
			ceiling_row(roof, &r->ceiling[i]);
}

/* Points; of devices alone, ceilings. */
static const struct value *rows(const struct object *o)
{
	struct roof *roof = (struct roof *) o;
	const struct roofline *r = &roof->line;
	struct value list;

	if (roof->finding.rows.kind != VALUE_NONE)
		return &roof->finding.rows;
	list = value_sequence(VALUE_LIST, r->n_point);
	for (int i = 0; i < r->n_point; ++i)
		list.u.sequence->item[i] = point_row(r, &r->point[i]);
	if (r->n_point == 0)
		add_ceilings(roof, &list);
	for (int i = 0; i < roof->n_beside && r->n_point == 0; ++i)
		add_ceilings(roof_of(&roof->beside[i]), &list);
	roof->finding.rows = list;
	return &roof->finding.rows;
}

static const struct object_type roof_type = {
	.name = "roofline",
	.release = release,
	.print = print,
	.compare = roof_compare,
	.picture = roof_picture,
	.rows = rows,
	FINDING_METHODS,
};

struct roof *roof_new(enum roofline_kind kind, const struct roofs *roofs,
	const char *device, int n, struct roof_case *cases)
{
	struct roof *roof = memory_new(sizeof(*roof));

	finding_init(&roof->finding, &roof_type, fill, NULL);
	roof->cases = cases;
	roof->device = memory_copy_text(device);
	roof->line.point = memory_new(
		(size_t) (n + 1) * ROOFLINE_POINTS * sizeof(*roof->line.point));
	roofline_make(&roof->line, kind, roofs, n, cases);
	return roof;
}

static struct roof *of_device(enum roofline_kind kind, const struct value *v)
{
	const struct device *dev = &device_of(v)->dev;
	struct roofs roofs = roofs_of(dev);

	return roof_new(kind, &roofs, dev->id, 0, NULL);
}

struct value roof_devices(enum roofline_kind kind, int64_t n,
	const struct value *device)
{
	struct roof *roof = of_device(kind, &device[0]);

	roof->n_beside = (int) n - 1;
	roof->beside = memory_new((size_t) n * sizeof(*roof->beside));
	for (int64_t i = 1; i < n; ++i)
		roof->beside[i - 1] = value_object(
			&of_device(kind, &device[i])->finding.object);
	return value_object(&roof->finding.object);
}

const struct roof *roof_of(const struct value *v)
{
	if (v->kind != VALUE_OBJECT || v->u.object->type != &roof_type)
		return NULL;
	return (const struct roof *) v->u.object;
}
