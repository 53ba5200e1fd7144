#include <stdlib.h>
#include <string.h>

#include "lang/base/account.h"
#include "lang/base/memory.h"
#include "lang/value/scope.h"
#include "lang/value/value.h"

/* So many members are found faster one by one. */
#define FEW	16

struct value value_record(void)
{
	struct value v = { .kind = VALUE_RECORD };

	v.u.record = memory_new(sizeof(struct record));
	v.u.record->refs = 1;
	v.u.record->bytes = sizeof(struct record);
	account_add(v.u.record->bytes);
	return v;
}

/* Where in the table the member is, or would be. */
static int *slot_of(const struct record *r, const char *name)
{
	uint32_t mask = (uint32_t) r->n_slot - 1;
	uint32_t at = scope_hash(name) & mask;

	while (r->slot[at] && strcmp(r->member[r->slot[at] - 1].name, name))
		at = (at + 1) & mask;
	return &r->slot[at];
}

static struct member *find_member(const struct record *r, const char *name)
{
	int i;

	if (r->n_slot > 0) {
		i = *slot_of(r, name);
		return i ? &r->member[i - 1] : NULL;
	}
	for (i = 0; i < r->n; ++i)
		if (r->member[i].name[0] == name[0] &&
		    strcmp(r->member[i].name, name) == 0)
			return &r->member[i];
	return NULL;
}

static void grow_table(struct record *r)
{
	int i, n = r->n_slot ? 2 * r->n_slot : 4 * FEW;

	free(r->slot);
	r->slot = memory_new((size_t) n * sizeof(*r->slot));
	r->n_slot = n;
	for (i = 0; i < r->n; ++i)
		*slot_of(r, r->member[i].name) = i + 1;
}

static struct member *add_member(struct record *r, const char *name)
{
	struct member *m;
	int64_t bytes = (int64_t) (sizeof(*m) + strlen(name) + 1);

	r->member = memory_grow(r->member, (size_t) r->n, sizeof(*m));
	m = &r->member[r->n++];
	*m = (struct member) { .name = memory_copy_text(name) };
	r->bytes += bytes;
	account_add(bytes);
	if (r->n > FEW && 2 * r->n > r->n_slot)
		grow_table(r);
	else if (r->n_slot > 0)
		*slot_of(r, name) = r->n;
	return m;
}

void value_set(struct value *record, const char *name, struct value v)
{
	struct member *m = find_member(record->u.record, name);

	if (m)
		value_free(&m->value);
	else
		m = add_member(record->u.record, name);
	m->value = v;
}

const struct value *value_get(const struct value *record, const char *name)
{
	const struct member *m = find_member(record->u.record, name);

	return m ? &m->value : NULL;
}
