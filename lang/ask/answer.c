#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/account.h"
#include "lang/ask/answer.h"
#include "lang/ask/divergence.h"
#include "lang/base/memory.h"
#include "lang/launch/options.h"
#include "lang/ask/subject.h"
#include "lang/number/unit.h"

/* "v" in a unit of metric.def; cyc, a label, is kept for printing. */
struct value answer_figure(double v, const char *unit)
{
	struct unit u = { .num = 1, .den = 1 };
	struct number n;

	unit_parse(unit, strlen(unit), &u);
	n = number_real(v, u.dim);
	if (strstr(unit, "cyc")) {
		n.spelling = u.spelling;
		n.spelling.shown = true;
	}
	return value_number(n);
}

void answer_set(struct value *record, const char *path, struct value v)
{
	const char *dot = strchr(path, '.');
	struct value inner = { 0 };
	char *head;
	int i;

	if (!dot) {
		value_set(record, path, v);
		return;
	}
	head = memory_copy_bytes(path, (size_t) (dot - path));
	for (i = 0; i < record->u.record->n; ++i)
		if (strcmp(record->u.record->member[i].name, head) == 0)
			break;
	if (i == record->u.record->n)
		value_set(record, head, value_record());
	/* the record is not shared yet, so it may still change */
	inner = record->u.record->member[i].value;
	answer_set(&inner, dot + 1, v);
	record->u.record->member[i].value = inner;
	free(head);
}

static void set_figure(struct value *record, const char *path, double v,
	const char *unit)
{
	if (isnan(v))
		return;
	answer_set(record, path, answer_figure(v, unit));
}

/* A figure that prints with its interval, whose ends have names, too. */
static void set_interval(struct value *record, const char *path, double v,
	const char *unit, double low, double high)
{
	struct buffer name = { 0 };
	struct value figure;

	if (isnan(v))
		return;
	figure = answer_figure(v, unit);
	if (low > 0 && high < INFINITY) {
		figure.u.number.low = (float) (low / v);
		figure.u.number.high = (float) (high / v);
	}
	answer_set(record, path, figure);
	buffer_printf(&name, "%s_low", path);
	set_figure(record, buffer_text(&name), low, unit);
	name.len = 0;
	buffer_printf(&name, "%s_high", path);
	set_figure(record, buffer_text(&name), high, unit);
	buffer_free(&name);
}

static struct value extents_value(const int64_t *extent, int n)
{
	struct value t = value_sequence(VALUE_TUPLE, n);
	int i;

	for (i = 0; i < n; ++i)
		t.u.sequence->item[i] = value_int(extent[i]);
	return t;
}

static struct value fields_value(const struct report *r)
{
	struct value list = value_sequence(VALUE_LIST, r->n_field);
	int i;

	for (i = 0; i < r->n_field; ++i) {
		const struct field_volume *f = &r->field[i];
		struct value v = value_record();

		value_set(&v, "name", value_text(f->name));
		set_figure(&v, "l2.load", f->l2_load_B, "B/LUP");
		set_figure(&v, "l2.store", f->l2_store_B, "B/LUP");
		set_figure(&v, "dram.load", f->dram_load_B, "B/LUP");
		set_figure(&v, "dram.store", f->dram_store_B, "B/LUP");
		list.u.sequence->item[i] = v;
	}
	return list;
}

static void set_launch(struct value *v, const struct report *r)
{
	value_set(v, "kernel", value_text(r->kernel));
	value_set(v, "device", value_text(r->device));
	value_set(v, "model", value_text(model_names[r->model]));
	value_set(v, "domain", extents_value(r->domain, r->dims));
	value_set(v, "block", extents_value(r->block, r->dims));
	value_set(v, "fold", extents_value(r->fold, r->dims));
	value_set(v, "order", value_text(r->order));
	value_set(v, "grid", extents_value(r->grid, r->dims));
	value_set(v, "registers", value_int(r->registers));
	answer_set(v, "occupancy.blocks_per_sm",
		value_int(r->occupancy.blocks_per_sm));
	answer_set(v, "occupancy.warps_per_sm",
		value_int(r->occupancy.warps_per_sm));
	answer_set(v, "occupancy.limiter", value_text(r->occupancy.limiter));
}

static void set_rates(struct value *v, const struct report *r)
{
	struct buffer path = { 0 };
	int i;

	for (i = 0; i < r->n_limit; ++i) {
		path.len = 0;
		buffer_printf(&path, "limits.%s", r->limit[i].name);
		set_figure(v, buffer_text(&path), r->limit[i].seconds, "s");
	}
	buffer_free(&path);
	set_interval(v, "time", r->time_s, "s", r->time_low_s, r->time_high_s);
	set_interval(v, "performance", r->lup_per_s, "LUP/s",
		r->lup_per_s * r->time_s / r->time_high_s,
		r->lup_per_s * r->time_s / r->time_low_s);
	value_set(v, "limiter", value_text(r->limit[r->limiter].name));
	set_figure(v, "achieved.dram", r->dram_B_per_s, "B/s");
	set_figure(v, "achieved.dram_share", r->dram_share, "");
	set_figure(v, "achieved.l2", r->l2_B_per_s, "B/s");
	set_figure(v, "achieved.l2_share", r->l2_share, "");
	set_figure(v, "achieved.flops", r->flop_per_s, "FLOP/s");
	set_figure(v, "achieved.flops_share", r->flop_share, "");
}

static struct value notes_value(const struct report *r)
{
	struct value list = value_sequence(VALUE_LIST, r->n_note);
	int i;

	for (i = 0; i < r->n_note; ++i)
		list.u.sequence->item[i] = value_text(r->note[i]);
	return list;
}

static struct value record_of(const struct report *r)
{
	struct value v = value_record();
	int i;

	set_launch(&v, r);
	for (i = 0; i < N_METRIC; ++i)
		set_figure(&v, metrics[i].path, r->metric[i], metrics[i].unit);
	set_rates(&v, r);
	value_set(&v, "verdict", value_text(r->verdict ? r->verdict : ""));
	value_set(&v, "fields", fields_value(r));
	value_set(&v, "notes", notes_value(r));
	if (!isnan(r->time_low_s))
		value_set(&v, "outside", value_text(r->outside ?
			r->outside : ""));
	return v;
}

/* ------------------------------------------------- figures by name */

static const struct {
	const char *path, *unit;
	size_t offset;
} figures[] = {
	{ "time", "s", offsetof(struct report, time_s) },
	{ "time_low", "s", offsetof(struct report, time_low_s) },
	{ "time_high", "s", offsetof(struct report, time_high_s) },
	{ "performance", "LUP/s", offsetof(struct report, lup_per_s) },
	{ "achieved.dram", "B/s", offsetof(struct report, dram_B_per_s) },
	{ "achieved.dram_share", "", offsetof(struct report, dram_share) },
	{ "achieved.l2", "B/s", offsetof(struct report, l2_B_per_s) },
	{ "achieved.l2_share", "", offsetof(struct report, l2_share) },
	{ "achieved.flops", "FLOP/s", offsetof(struct report, flop_per_s) },
	{ "achieved.flops_share", "", offsetof(struct report, flop_share) },
};

/* The same of the divergence model. */
static const struct {
	const char *path, *unit;
	size_t offset;
} mdm_figures[] = {
	{ "mdm.ipc", "", offsetof(struct mdm, ipc) },
	{ "mdm.base", "cyc", offsetof(struct mdm, base_cyc) },
	{ "mdm.mshr", "cyc", offsetof(struct mdm, mshr_cyc) },
	{ "mdm.noc", "cyc", offsetof(struct mdm, noc_cyc) },
	{ "mdm.dram", "cyc", offsetof(struct mdm, dram_cyc) },
	{ "mdm.batches", "", offsetof(struct mdm, batches) },
	{ "mdm.pressure", "", offsetof(struct mdm, pressure) },
};

#define N_MDM_FIGURE	((int) (sizeof(mdm_figures) / sizeof(mdm_figures[0])))

#define N_FIGURE	((int) (sizeof(figures) / sizeof(figures[0])))

static const char *const occupancies[] = { "occupancy.blocks_per_sm",
	"occupancy.warps_per_sm" };

/* Where "path" is in the tables: a metric, N_METRIC + a figure, and behind
 * these the occupancies and those of divergence; -1 if nowhere.
 */
static int find_figure(const char *path)
{
	int i;

	for (i = 0; i < N_METRIC; ++i)
		if (strcmp(metrics[i].path, path) == 0)
			return i;
	for (i = 0; i < N_FIGURE; ++i)
		if (strcmp(figures[i].path, path) == 0)
			return N_METRIC + i;
	for (i = 0; i < 2; ++i)
		if (strcmp(occupancies[i], path) == 0)
			return N_METRIC + N_FIGURE + i;
	for (i = 0; i < N_MDM_FIGURE; ++i)
		if (strcmp(mdm_figures[i].path, path) == 0)
			return N_METRIC + N_FIGURE + 2 + i;
	return -1;
}

bool answer_has_number(const char *path)
{
	return find_figure(path) >= 0;
}

bool answer_number(const struct report *r, const char *path, double *v)
{
	int i = find_figure(path), mdm = i - (N_METRIC + N_FIGURE + 2);

	if (i < 0)
		return false;
	*v = NAN;
	if (mdm >= 0) {
		if (r->mdm)
			memcpy(v, (const char *) r->mdm +
				mdm_figures[mdm].offset, sizeof(*v));
	} else if (i < N_METRIC)
		*v = r->metric[i];
	else if (i < N_METRIC + N_FIGURE)
		memcpy(v, (const char *) r + figures[i - N_METRIC].offset,
			sizeof(*v));
	else
		*v = i == N_METRIC + N_FIGURE ? r->occupancy.blocks_per_sm :
			r->occupancy.warps_per_sm;
	return true;
}

const char *answer_unit(const char *path)
{
	int i = find_figure(path), mdm = i - (N_METRIC + N_FIGURE + 2);

	if (mdm >= 0)
		return mdm_figures[mdm].unit;
	return i < 0 || i >= N_METRIC + N_FIGURE ? "" : i < N_METRIC ?
		metrics[i].unit : figures[i - N_METRIC].unit;
}

bool answer_in_rows(const char *path)
{
	static const char *const shown[] = { "time", "performance",
		"dram.load", "dram.store", "l2.load", "l2.store",
		"l1.wavefronts" };
	size_t i;

	for (i = 0; i < sizeof(shown) / sizeof(shown[0]); ++i)
		if (strcmp(shown[i], path) == 0)
			return true;
	return false;
}

bool answer_is_column(const char *name)
{
	static const char *const columns[] = { "performance", "time",
		"limiter", "dram", "l2", "l1", "index" };
	size_t i;

	for (i = 0; i < sizeof(columns) / sizeof(columns[0]); ++i)
		if (strcmp(columns[i], name) == 0)
			return true;
	return false;
}

void answer_suggest(struct diag *diag, const char *path)
{
	const char *names[N_METRIC + N_FIGURE + 2 + N_MDM_FIGURE];
	int i, n = 0;

	for (i = 0; i < N_METRIC; ++i)
		names[n++] = metrics[i].path;
	for (i = 0; i < N_FIGURE; ++i)
		names[n++] = figures[i].path;
	for (i = 0; i < 2; ++i)
		names[n++] = occupancies[i];
	for (i = 0; i < N_MDM_FIGURE; ++i)
		names[n++] = mdm_figures[i].path;
	diag_suggest(diag, path, names, n);
}

struct value answer_value(struct report *report, const struct subject *s)
{
	struct answer *a = memory_new(sizeof(*a));

	account_add(sizeof(*a));
	a->object.refs = 1;
	a->object.type = &answer_type;
	a->report = *report;
	a->record = record_of(report);
	a->subject = memory_new(sizeof(*a->subject));
	*a->subject = *s;
	a->subject->kernel_value = value_copy(&s->kernel_value);
	a->subject->device_value = value_copy(&s->device_value);
	return value_object(&a->object);
}

const struct answer *answer_of(const struct value *v)
{
	if (v->kind != VALUE_OBJECT || v->u.object->type != &answer_type)
		return NULL;
	return (const struct answer *) v->u.object;
}

static void release(struct object *o)
{
	struct answer *a = (struct answer *) o;

	value_free(&a->record);
	subject_clear(a->subject);
	free(a->subject);
	report_clear(&a->report);
	account_add(-(int64_t) sizeof(*a));
	free(a);
}

static void print(const struct object *o, struct buffer *out)
{
	answer_print(&((const struct answer *) o)->report, out);
}

static void brief(const struct object *o, struct buffer *out)
{
	const struct report *r = &((const struct answer *) o)->report;

	answer_title(r, out);
	buffer_add(out, ": ");
	answer_quantity(out, r->time_s, "s");
	buffer_add(out, ", ");
	answer_quantity(out, r->lup_per_s, "LUP/s");
	if (r->n_limit > 0)
		buffer_printf(out, ", %s decides", r->limit[r->limiter].name);
}

static struct value row(const struct object *o)
{
	return value_copy(&((const struct answer *) o)->record);
}

static void json(const struct object *o, struct buffer *out)
{
	value_json(&((const struct answer *) o)->record, out);
}

static bool get(const struct object *o, const char *name,
	struct value *result)
{
	const struct answer *a = (const struct answer *) o;
	const struct value *v = value_get(&a->record, name);

	if (v)
		*result = value_copy(v);
	else if (strcmp(name, "mdm") == 0 && a->report.mdm)
		*result = divergence_record(a->report.mdm);
	else
		return false;
	return true;
}

static int names(const struct object *o, const char *const **name)
{
	static const char *const members[] = {
		"kernel", "device", "model", "domain", "block", "fold",
		"order", "grid", "registers", "occupancy", "launch", "l1",
		"shared", "l2", "dram", "tlb", "flops", "instructions",
		"warp_instructions",
		"limits", "time", "time_low", "time_high", "performance",
		"performance_low", "performance_high", "limiter", "achieved",
		"mdm", "verdict", "fields", "notes", "outside",
	};

	(void) o;
	*name = members;
	return (int) (sizeof(members) / sizeof(members[0]));
}

const struct object_type answer_type = {
	.name = "report",
	.release = release,
	.print = print,
	.brief = brief,
	.row = row,
	.json = json,
	.get = get,
	.names = names,
};
