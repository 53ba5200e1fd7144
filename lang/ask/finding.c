#include <stdlib.h>

#include "lang/ask/finding.h"
#include "lang/base/memory.h"

struct finding {
	struct object object;
	char *text;
	struct value record;
	const char **name;		/* of the members */
};

static void release(struct object *o)
{
	struct finding *f = (struct finding *) o;

	value_free(&f->record);
	free(f->text);
	free(f->name);
	free(f);
}

static void print(const struct object *o, struct buffer *out)
{
	buffer_add(out, ((const struct finding *) o)->text);
}

static void json(const struct object *o, struct buffer *out)
{
	value_json(&((const struct finding *) o)->record, out);
}

static bool get(const struct object *o, const char *name,
	struct value *result)
{
	const struct value *v = value_get(
		&((const struct finding *) o)->record, name);

	if (v)
		*result = value_copy(v);
	return v != NULL;
}

static int names(const struct object *o, const char *const **name)
{
	const struct finding *f = (const struct finding *) o;

	*name = f->name;
	return f->record.u.record->n;
}

#define FINDING(kind, word)	[FINDING_##kind] = { .name = (word),	\
	.release = release, .print = print, .json = json, .get = get,	\
	.names = names }

static const struct object_type types[N_FINDING_KIND] = {
	FINDING(SEARCH, "search"),
	FINDING(CROSSOVER, "crossover"),
	FINDING(COMPARISON, "comparison"),
	FINDING(REASON, "reason"),
};

struct value finding_value(enum finding_kind kind, struct buffer *text,
	struct value record)
{
	struct finding *f = memory_new(sizeof(*f));
	const struct record *r = record.u.record;
	int i;

	f->object.refs = 1;
	f->object.type = &types[kind];
	f->text = buffer_take(text);
	f->record = record;
	f->name = memory_new((size_t) (r->n + 1) * sizeof(*f->name));
	for (i = 0; i < r->n; ++i)
		f->name[i] = r->member[i].name;
	return value_object(&f->object);
}
