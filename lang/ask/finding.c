/* The record of an answer, made at the first question for a member, JSON or
 * a row.  Values belong to one thread at a time, so that the first reader may
 * make it without a lock; memory that runs out on the way leaves the finding
 * without a record, as it was.
 */

#include <math.h>
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

#define FINDING(kind, word)                  \
	[FINDING_##kind] = { .name = (word), \
		.release = release,          \
		.print = print,              \
		FINDING_METHODS }

static const struct object_type types[N_FINDING_KIND] = {
	FINDING(SEARCH, "search"),
	FINDING(CROSSOVER, "crossover"),
	FINDING(COMPARISON, "comparison"),
	FINDING(REASON, "reason"),
	FINDING(FIT, "fit"),
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
