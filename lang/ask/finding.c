/* The record of an answer, made at the first question for a member, JSON or
 * a row.  Values belong to one thread at a time, so that the first reader may
 * make it without a lock; memory that runs out on the way leaves the finding
 * without a record, as it was.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/ask/answer.h"
#include "lang/ask/finding.h"
#include "lang/base/memory.h"

void finding_init(struct finding *f, const struct object_type *type,
	finding_fill *fill, finding_fill *fill_beside)
{
	*f = (struct finding) {
		.object = { 1, type },
		.fill = fill,
		.fill_beside = fill_beside,
	};
}

void finding_free(struct finding *f)
{
	value_free(&f->record);
	value_free(&f->beside);
	value_free(&f->rows);
	free(f->name);
	free(f);
}

/* A finding is only ever on the heap: its const is a promise to callers. */
static const struct value *made(const struct finding *f,
	const struct value *made, finding_fill *fill)
{
	struct value record;

	if (made->kind == VALUE_NONE) {
		record = value_record();
		if (fill)
			fill(f, &record);
		*(struct value *) made = record;
	}
	return made;
}

const struct value *finding_record(const struct finding *f)
{
	return made(f, &f->record, f->fill);
}

static const struct value *find_beside(const struct finding *f)
{
	return made(f, &f->beside, f->fill_beside);
}

const struct value *finding_member(const struct finding *f, const char *name)
{
	const struct value *v = value_get(finding_record(f), name);

	return v ? v : value_get(find_beside(f), name);
}

void finding_json(const struct object *o, struct buffer *out)
{
	value_json(finding_record((const struct finding *) o), out);
}

bool finding_get(const struct object *o, const char *name, struct value *result)
{
	const struct value *v = finding_member((const struct finding *) o,
		name);

	if (v)
		*result = value_copy(v);
	return v != NULL;
}

static int add_names(const char **name, int n, const struct value *record)
{
	for (int i = 0; i < record->u.record->n; ++i)
		name[n++] = record->u.record->member[i].name;
	return n;
}

int finding_names(const struct object *o, const char *const **name)
{
	struct finding *f = (struct finding *) o;
	const struct value *record = finding_record(f);
	const struct value *beside = find_beside(f);
	int n = record->u.record->n + beside->u.record->n;

	if (!f->name) {
		const char **all = memory_new((size_t) (n + 1) * sizeof(*all));

		add_names(all, add_names(all, 0, record), beside);
		f->name = all;
	}
	*name = f->name;
	return n;
}

/* ----------------------------------------------------------------- rows */

static struct value without_lists(const struct value *record)
{
	struct value row = value_record();

	for (int i = 0; i < record->u.record->n; ++i) {
		const struct member *m = &record->u.record->member[i];

		if (m->value.kind == VALUE_RECORD)
			value_set(&row, m->name, without_lists(&m->value));
		else if (m->value.kind != VALUE_LIST)
			value_set(&row, m->name, value_copy(&m->value));
	}
	return row;
}

const struct value *finding_rows(const struct object *o)
{
	struct finding *f = (struct finding *) o;

	if (f->rows.kind == VALUE_NONE) {
		struct value rows = value_sequence(VALUE_LIST, 1);

		rows.u.sequence->item[0] = without_lists(finding_record(f));
		f->rows = rows;
	}
	return &f->rows;
}

/* One row for each figure.  Units differ from row to row: a column of its own
 * names them.
 */
static void add_compared(struct value *rows, const struct value *figures,
	const struct value *ratios, struct buffer *path)
{
	size_t len = path->len;

	for (int i = 0; i < figures->u.record->n; ++i) {
		const struct member *m = &figures->u.record->member[i];
		const struct value *ratio = value_get(ratios, m->name);
		struct buffer unit = { 0 };
		struct value row;
		char name[32];

		buffer_printf(path, "%s%s", len ? "." : "", m->name);
		if (m->value.kind == VALUE_RECORD) {
			add_compared(rows, &m->value, ratio, path);
		} else if (m->value.kind == VALUE_LIST) {
			const struct sequence *s = m->value.u.sequence;

			row = value_record();
			value_set(&row, "figure",
				value_text(buffer_text(path)));
			for (int64_t k = 0; k < s->n && unit.len == 0; ++k)
				if (s->item[k].kind == VALUE_NUMBER)
					number_print_unit(&s->item[k].u.number,
						&unit);
			value_set(&row, "unit", value_text(buffer_text(&unit)));
			for (int64_t k = 0; k < s->n; ++k) {
				snprintf(name, sizeof(name), "r%lld",
					(long long) k + 1);
				value_set(&row, name, value_copy(&s->item[k]));
			}
			for (int64_t k = 1; k < s->n && ratio; ++k) {
				snprintf(name, sizeof(name), "r%lld/r1",
					(long long) k + 1);
				value_set(&row, name,
					value_copy(
						&ratio->u.sequence->item[k]));
			}
			value_grow(rows, 1);
			rows->u.sequence->item[rows->u.sequence->n++] = row;
		}
		buffer_free(&unit);
		path->len = len;
		if (path->text)
			path->text[len] = '\0';
	}
}

const struct value *finding_compared(const struct object *o)
{
	struct finding *f = (struct finding *) o;
	const struct value *figures = finding_member(f, "figures");
	const struct value *ratios = finding_member(f, "ratios");

	if (!figures || !ratios)
		return finding_rows(o);
	if (f->rows.kind == VALUE_NONE) {
		struct value rows = value_sequence(VALUE_LIST, 0);
		struct buffer path = { 0 };

		add_compared(&rows, figures, ratios, &path);
		buffer_free(&path);
		f->rows = rows;
	}
	return &f->rows;
}

void finding_set(struct value *record, int n, const struct figure_row *row,
	const void *from)
{
	const char *base = from;
	double v;

	for (int i = 0; i < n; ++i) {
		if (!row[i].unit) {
			value_set(record, row[i].path,
				value_bool(*(
					const bool *) (base + row[i].offset)));
			continue;
		}
		memcpy(&v, base + row[i].offset, sizeof(v));
		if (!isnan(v))
			answer_set(record, row[i].path,
				answer_figure(v, row[i].unit));
	}
}

/* ------------------------------------------------------ text and record */

struct told {
	struct finding finding;
	char *text;
};

static void release(struct object *o)
{
	free(((struct told *) o)->text);
	finding_free((struct finding *) o);
}

static void print(const struct object *o, struct buffer *out)
{
	buffer_add(out, ((const struct told *) o)->text);
}

#define FINDING(kind, word, rows_of)         \
	[FINDING_##kind] = { .name = (word), \
		.release = release,          \
		.print = print,              \
		.rows = rows_of,             \
		FINDING_METHODS }

static const struct object_type types[N_FINDING_KIND] = {
	FINDING(SEARCH, "search", finding_rows),
	FINDING(CROSSOVER, "crossover", finding_rows),
	FINDING(COMPARISON, "comparison", finding_compared),
	FINDING(REASON, "reason", finding_rows),
	FINDING(FIT, "fit", finding_rows),
};

struct value finding_value(enum finding_kind kind, struct buffer *text,
	struct value record)
{
	struct told *t = memory_new(sizeof(*t));

	finding_init(&t->finding, &types[kind], NULL, NULL);
	t->finding.record = record;
	t->text = buffer_take(text);
	return value_object(&t->finding.object);
}
