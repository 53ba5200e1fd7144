/* Functions defined by programs: construction, reference counts, and captured
 * names.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/account.h"
#include "lang/base/memory.h"
#include "lang/value/function.h"

struct function *function_new(const struct node *def, bool is_library)
{
	struct function *f = memory_new(sizeof(*f));

	f->refs = 1;
	f->name = def->text ? memory_copy_text(def->text) : NULL;
	f->source = source_keep(def->loc.source);
	f->node = def;
	f->is_library = is_library;
	return f;
}

void function_capture(struct function *f, const char *name,
	const struct value *v)
{
	f->captured = memory_grow(f->captured, (size_t) f->n_captured,
		sizeof(*f->captured));
	f->captured[f->n_captured].name = memory_copy_text(name);
	f->captured[f->n_captured++].value = value_copy(v);
}

struct function *function_keep(struct function *f)
{
	++f->refs;
	return f;
}

void function_free(struct function *f)
{
	if (!f || --f->refs > 0)
		return;
	for (int i = 0; i < f->n_captured; ++i) {
		free(f->captured[i].name);
		value_free(&f->captured[i].value);
	}
	account_add(-f->bytes);
	free(f->captured);
	free(f->name);
	source_drop(f->source);
	free(f);
}

static int compare_bindings(const void *a, const void *b)
{
	return strcmp(((const struct binding *) a)->name,
		((const struct binding *) b)->name);
}

const struct value *function_captured(const struct function *f,
	const char *name)
{
	const struct binding key = { .name = (char *) name };
	const struct binding *found = f->n_captured == 0 ?
		NULL :
		bsearch(&key, f->captured, (size_t) f->n_captured, sizeof(key),
			compare_bindings);

	return found ? &found->value : NULL;
}

void function_close(struct function *f)
{
	int n = 0;

	if (f->n_captured > 1)
		qsort(f->captured, (size_t) f->n_captured, sizeof(*f->captured),
			compare_bindings);
	for (int i = 0; i < f->n_captured; ++i) {
		struct binding *b = &f->captured[i];

		if (n > 0 && strcmp(f->captured[n - 1].name, b->name) == 0) {
			free(b->name);
			value_free(&b->value);
			continue;
		}
		f->bytes += (int64_t) (sizeof(*b) + strlen(b->name) + 1);
		f->captured[n++] = *b;
	}
	f->n_captured = n;
	f->bytes += (int64_t) sizeof(*f);
	account_add(f->bytes);
}
