/* The points of a validation: a record for each row with what was launched,
 * measured and predicted.
 */

#include <math.h>

#include "engine/model/interval.h"
#include "lang/ask/answer.h"
#include "lang/measure/validate.h"

static struct value triple(const int64_t extent[3])
{
	struct value v = value_sequence(VALUE_TUPLE, 3);

	for (int i = 0; i < 3; ++i)
		v.u.sequence->item[i] = value_int(extent[i]);
	return v;
}

void validate_set_group(const struct validation *v, struct value *r,
	const struct validate_row *row)
{
	const struct options *o = &v->subject.options;
	const struct measured_row *m = row->row;

	value_set(r, "kernel", value_text(m->kernel));
	if (v->table->has_device)
		value_set(r, "device", value_text(row->dev->id));
	value_set(r, "type", value_text(type_name(row->type)));
	value_set(r, "domain", triple(row->domain));
	value_set(r, "fold", triple(row->fold));
	value_set(r, "offset",
		value_int(m->has_offset ? m->offset : o->offset));
	value_set(r, "shared",
		value_int(m->has_shared ? m->shared_B : o->shared_B));
}

void validate_set_launch(const struct validation *v, struct value *r,
	const struct validate_row *row)
{
	validate_set_group(v, r, row);
	value_set(r, "block", triple(row->block));
	if (row->row->width >= 0)
		value_set(r, "order",
			value_text(row->order ? row->order : "rows"));
}

struct value validate_figure(double v, const char *unit)
{
	if (isnan(v))
		return (struct value) { .kind = VALUE_NONE };
	return unit ? answer_figure(v, unit) :
		      value_real(v, (struct dim) { { 0 } });
}

/* The interval, and what it was chosen by. */
static void set_interval(const struct validate_row *r, struct value *record)
{
	const struct prediction *p = &r->predicted;
	struct value measure = value_record();

	value_set(record, "time_low", validate_figure(p->low_s, "s"));
	value_set(record, "time_high", validate_figure(p->high_s, "s"));
	value_set(record, "kind", value_text(interval_kinds[p->kind]));
	value_set(record, "far", validate_figure(p->far, NULL));
	value_set(record, "doubt_low", validate_figure(p->doubt[0], NULL));
	value_set(record, "doubt_high", validate_figure(p->doubt[1], NULL));
	for (int i = 0; i < INTERVAL_RANGES; ++i)
		value_set(&measure, interval_ranges[i],
			validate_figure(p->measure[i], NULL));
	value_set(record, "measure", measure);
}

static struct value point(const struct validation *v,
	const struct validate_row *r)
{
	struct value record = value_record();

	value_set(&record, "line", value_int(r->row->line));
	validate_set_launch(v, &record, r);
	value_set(&record, "limiter", value_text(r->predicted.limiter));
	for (int i = 0; i < N_MEASURED; ++i) {
		const char *unit = i == MEASURED_IPC ?
			"" :
			i == MEASURED_TIME ?
			"s" :
			metrics[measured_info[i].metric].unit;
		struct value both;

		if (!v->table->has[i])
			continue;
		both = value_record();
		value_set(&both, "measured",
			validate_figure(r->measured[i], unit));
		value_set(&both, "predicted",
			validate_figure(r->predicted.figure[i], unit));
		value_set(&record, measured_info[i].path, both);
	}
	if (v->has_left_out) {
		value_set(&record, "time_left_out",
			validate_figure(r->left_out.figure[MEASURED_TIME],
				"s"));
		value_set(&record, "limiter_left_out",
			value_text(r->left_out.limiter));
	}
	value_set(&record, "time_from_measured",
		validate_figure(r->predicted.time_given_s, "s"));
	if (v->subject.options.model == MODEL_WSP)
		set_interval(r, &record);
	return record;
}

struct value validate_points(const struct validation *v)
{
	struct value list = value_sequence(VALUE_LIST, v->n_row);

	for (int64_t i = 0; i < v->n_row; ++i)
		list.u.sequence->item[i] = point(v, &v->row[i]);
	return list;
}
