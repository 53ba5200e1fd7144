/* Counts the bytes held by the values of a context. Each thread has at most one
 * open account; allocations in that thread add to it.
 */

#include <stdlib.h>

#include "lang/base/account.h"
#include "lang/base/memory.h"

/* Bytes added to a starved account: more than any budget, and small enough that
 * later additions do not overflow int64_t.
 */
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
	if (!current)
		return;
	current->live_B += bytes;
	if (bytes > 0)
		current->work_B += bytes;
}

void account_work(int64_t bytes)
{
	if (current)
		current->work_B += bytes;
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
