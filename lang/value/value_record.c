/* Records: members in the order in which they were set, with a hash table over
 * large ones.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/account.h"
#include "lang/base/memory.h"
#include "lang/value/value.h"

/* Members up to which a linear search is faster than hashing. */
#define FEW 16

struct value value_record(void)
{
	struct value v = { .kind = VALUE_RECORD };

	v.u.record = memory_new(sizeof(struct record));
	v.u.record->refs = 1;
	v.u.record->bytes = sizeof(struct record);
	account_add(v.u.record->bytes);
	return v;
}

static struct member *find_member(const struct record *r, const char *name)
{
	size_t at = 0;
	uint64_t hash;
	int64_t i;

	if (r->map) {
		hash = map_hash_text(name);
		while ((i = map_next(r->map, hash, &at)) >= 0)
			if (strcmp(r->member[i].name, name) == 0)
				return &r->member[i];
		return NULL;
	}
	for (i = 0; i < r->n; ++i)
		if (r->member[i].name[0] == name[0] &&
			strcmp(r->member[i].name, name) == 0)
			return &r->member[i];
	return NULL;
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
	if (r->n > FEW && !r->map)
		r->map = memory_new(sizeof(*r->map));
	while (r->map && r->map->n < (size_t) r->n)
		map_add(r->map, map_hash_text(r->member[r->map->n].name),
			(int64_t) r->map->n);
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
