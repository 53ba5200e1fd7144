/* Memory taken by the values of a context: a counter, open in one thread. */

#include <stdlib.h>

#include "lang/base/account.h"
#include "lang/base/memory.h"

/* More than any budget, and far from the end of the type. */
#define STARVED_B (INT64_MAX / 2)

static _Thread_local struct account *current;

struct account *account_new(void)
{
	struct account *a = memory_new(sizeof(*a));

	atomic_init(&a->refs, 1);
	return a;
}

struct account *account_keep(struct account *a)
{
	atomic_fetch_add(&a->refs, 1);
	return a;
}

void account_drop(struct account *a)
{
	if (atomic_fetch_sub(&a->refs, 1) == 1)
		free(a);
}

struct account *account_open(struct account *a)
{
	struct account *before = current;

	current = a;
	return before;
}

void account_add(int64_t bytes)
{
	if (current)
		current->live_B += bytes;
}

void account_starve(void)
{
	if (!current || current->is_starved)
		return;
	current->is_starved = true;
	current->live_B += STARVED_B;
}

void account_relieve(struct account *a)
{
	if (!a->is_starved)
		return;
	a->is_starved = false;
	a->live_B -= STARVED_B;
}
