/* Reports as values: the record that members, JSON and tables show, made of
 * the launch, the figures of figure.h, limits, fields and notes.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/kernel/quasi.h"
#include "lang/ask/answer.h"
#include "lang/ask/divergence.h"
#include "lang/ask/figure.h"
#include "lang/ask/subject.h"
#include "lang/base/account.h"
#include "lang/base/memory.h"
#include "lang/launch/options.h"
#include "lang/number/unit.h"
#include "lang/value/apart.h"

/* --------------------------------------------------------------- values */

/* 0 in a unit; cyc, a label without a dimension, is kept for printing. */
static struct number parse_unit(const char *text, size_t len)
{
	struct unit unit = { .num = 1, .den = 1 };
	struct number zero;

	unit_parse(text, len, &unit);
	zero = number_real(0, unit.dim);
	if (strstr(text, "cyc")) {
		zero.spelling = unit.spelling;
		zero.spelling.shown = true;
	}
	return zero;
}

/* Answers come in some twenty units, each again and again: a thread parses
 * each of them once.
 */
struct value answer_figure(double v, const char *unit)
{
	static _Thread_local struct {
		char text[16];
		struct number zero;
	} known[32];
	static _Thread_local int n_known;
	size_t len = strlen(unit);
	struct number n;
	int i;

	for (i = 0; i < n_known; ++i)
		if (known[i].text[0] == unit[0] &&
			strcmp(known[i].text, unit) == 0)
			break;
	n = i < n_known ? known[i].zero : parse_unit(unit, len);
	if (i == n_known && i < 32 && len < sizeof(known[i].text)) {
		memcpy(known[i].text, unit, len + 1);
		known[n_known++].zero = n;
	}
	n.u.real = v;
	return value_number(n);
}

void answer_set(struct value *record, const char *path, struct value v)
{
	const char *dot = strchr(path, '.');
	const struct value *found;
	struct value inner;
	char *head;

	if (!dot) {
		value_set(record, path, v);
		return;
	}
	head = memory_copy_bytes(path, (size_t) (dot - path));
	found = value_get(record, head);
	/* the record is not shared yet, so it may still change */
	inner = found ? *found : value_record();
	if (!found)
		value_set(record, head, inner);
	answer_set(&inner, dot + 1, v);
	free(head);
}

static void set_figure(struct value *record, const char *path, double v,
	const char *unit)
{
	if (!isnan(v))
		answer_set(record, path, answer_figure(v, unit));
}

static void set_figures(struct value *record, const struct report *r, int from,
	int to)
{
	for (; from < to; ++from)
		set_figure(record, figures[from].path, figure_of(r, from),
			figures[from].unit);
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

struct value answer_tuple(const int64_t *extent, int n)
{
	struct value t = value_sequence(VALUE_TUPLE, n);

	for (int i = 0; i < n; ++i)
		t.u.sequence->item[i] = value_int(extent[i]);
	return t;
}

/* As a question takes it: (4 by block, 1). */
static struct value fold_tuple(const struct report *r)
{
	struct value t = value_sequence(VALUE_TUPLE, r->dims);

	for (int i = 0; i < r->dims; ++i)
		t.u.sequence->item[i] = r->apart[i] ? apart_value(r->fold[i]) :
						      value_int(r->fold[i]);
	return t;
}

#define VOLUME(path, member) FIGURE_ROW(field_volume, path, "B/LUP", member)

static const struct figure_row of_field[] = {
	VOLUME("l2.load", l2_load_B),
	VOLUME("l2.store", l2_store_B),
	VOLUME("dram.load", dram_load_B),
	VOLUME("dram.store", dram_store_B),
};

static struct value fields_value(const struct report *r)
{
	struct value list = value_sequence(VALUE_LIST, r->n_field);

	for (int i = 0; i < r->n_field; ++i) {
		struct value v = value_record();

		value_set(&v, "name", value_text(r->field[i].name));
		finding_set(&v, FIGURE_ROWS(of_field), &r->field[i]);
		list.u.sequence->item[i] = v;
	}
	return list;
}

void answer_set_launch(struct value *v, const struct report *r)
{
	value_set(v, "kernel", value_text(r->kernel));
	value_set(v, "device", value_text(r->device));
	value_set(v, "model", value_text(model_names[r->model]));
	value_set(v, "domain", answer_tuple(r->domain, r->dims));
	value_set(v, "block", answer_tuple(r->block, r->dims));
	value_set(v, "fold", fold_tuple(r));
	value_set(v, "order", value_text(r->order));
}

static void set_occupancy(struct value *v, const struct report *r)
{
	value_set(v, "grid", answer_tuple(r->grid, r->dims));
	value_set(v, "registers", value_int(r->registers.n));
	value_set(v, "registers_low", value_int(r->registers.low));
	value_set(v, "registers_high", value_int(r->registers.high));
	answer_set(v, "occupancy.blocks_per_sm",
		value_int(r->occupancy.blocks_per_sm));
	answer_set(v, "occupancy.warps_per_sm",
		value_int(r->occupancy.warps_per_sm));
	answer_set(v, "occupancy.limiter", value_text(r->occupancy.limiter));
}

static void set_limits(struct value *v, const struct report *r)
{
	struct buffer path = { 0 };

	for (int i = 0; i < r->n_limit; ++i) {
		path.len = 0;
		buffer_printf(&path, "limits.%s", r->limit[i].name);
		set_figure(v, buffer_text(&path), r->limit[i].seconds, "s");
	}
	buffer_free(&path);
}

static void set_times(struct value *v, const struct report *r)
{
	set_interval(v, "time", r->time_s, "s", r->time_low_s, r->time_high_s);
	if (!isnan(r->kernel_s))
		set_interval(v, "kernel_time", r->kernel_s, "s",
			r->kernel_s * r->time_low_s / r->time_s,
			r->kernel_s * r->time_high_s / r->time_s);
	set_interval(v, "performance", r->lup_per_s, "LUP/s",
		r->lup_per_s * r->time_s / r->time_high_s,
		r->lup_per_s * r->time_s / r->time_low_s);
	value_set(v, "limiter", value_text(r->limit[r->limiter].name));
}

static struct value notes_value(const struct report *r)
{
	struct value list = value_sequence(VALUE_LIST, r->n_note);

	for (int i = 0; i < r->n_note; ++i)
		list.u.sequence->item[i] = value_text(r->note[i]);
	return list;
}

static void fill(const struct finding *f, struct value *v)
{
	const struct report *r = &((const struct answer *) f)->report;

	answer_set_launch(v, r);
	set_occupancy(v, r);
	set_figures(v, r, 0, N_METRIC);
	set_limits(v, r);
	set_times(v, r);
	set_figures(v, r, FIGURE_achieved_dram, FIGURE_flops_share + 1);
	value_set(v, "verdict", value_text(r->verdict ? r->verdict : ""));
	value_set(v, "fields", fields_value(r));
	value_set(v, "notes", notes_value(r));
	if (r->counted)
		value_set(v, "counted", value_text(r->counted));
	if (!isnan(r->time_low_s))
		value_set(v, "outside",
			value_text(r->outside ? r->outside : ""));
}

static void fill_beside(const struct finding *f, struct value *v)
{
	const struct report *r = &((const struct answer *) f)->report;
	struct value mdm;

	if (!r->mdm)
		return;
	mdm = value_record();
	divergence_fill(r->mdm, &mdm);
	value_set(v, "mdm", mdm);
}

/* -------------------------------------------------------------- object */

/* What an answer holds, in the account of memory. */
static int64_t bytes_of(const struct answer *a)
{
	return (int64_t) (sizeof(*a) + sizeof(*a->subject) +
		quasi_pool_bytes(a->report.pool));
}

static void release(struct object *o)
{
	struct answer *a = (struct answer *) o;

	account_add(-bytes_of(a));
	subject_clear(a->subject);
	free(a->subject);
	report_clear(&a->report);
	value_free(&a->times);
	finding_free(&a->finding);
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

static void title(const struct object *o, struct buffer *out)
{
	const struct report *r = &((const struct answer *) o)->report;

	answer_title(r, out);
	if (r->verdict)
		buffer_printf(out, "; %s", r->verdict);
}

static const struct report *report(const struct object *o)
{
	return &((const struct answer *) o)->report;
}

static struct value row(const struct object *o)
{
	return value_copy(finding_record((const struct finding *) o));
}

/* Most programs ask a report for its time alone: a record of what set_times
 * sets is made in a tenth of the time of all members.
 */
static bool get(const struct object *o, const char *name, struct value *result)
{
	struct answer *a = (struct answer *) o;
	const struct value *found;

	if (a->finding.record.kind != VALUE_NONE)
		return finding_get(o, name, result);
	if (a->times.kind == VALUE_NONE) {
		struct value times = value_record();

		set_times(&times, &a->report);
		a->times = times;
	}
	found = value_get(&a->times, name);
	if (!found)
		return finding_get(o, name, result);
	*result = value_copy(found);
	return true;
}

static const struct object_type answer_type = {
	.name = "report",
	.release = release,
	.print = print,
	.brief = brief,
	.title = title,
	.report = report,
	.row = row,
	.json = finding_json,
	.get = get,
	.names = finding_names,
};

struct value answer_value(struct report *report, const struct subject *s)
{
	struct answer *a = memory_new(sizeof(*a));

	finding_init(&a->finding, &answer_type, fill, fill_beside);
	a->report = *report;
	a->subject = memory_new(sizeof(*a->subject));
	*a->subject = *s;
	a->subject->kernel_value = value_copy(&s->kernel_value);
	a->subject->device_value = value_copy(&s->device_value);
	account_add(bytes_of(a));
	return value_object(&a->finding.object);
}

const struct answer *answer_of(const struct value *v)
{
	if (v->kind != VALUE_OBJECT || v->u.object->type != &answer_type)
		return NULL;
	return (const struct answer *) v->u.object;
}
