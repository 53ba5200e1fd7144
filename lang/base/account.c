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
	pthread_mutexattr_t again;

	atomic_init(&a->refs, 1);
	atomic_init(&a->leaving, NULL);
	pthread_mutexattr_init(&again);
	pthread_mutexattr_settype(&again, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&a->turn, &again);
	pthread_mutexattr_destroy(&again);
	return a;
}

struct account *account_keep(struct account *a)
{
	atomic_fetch_add(&a->refs, 1);
	return a;
}

void account_drop(struct account *a)
{
	if (atomic_fetch_sub(&a->refs, 1) > 1)
		return;
	pthread_mutex_destroy(&a->turn);
	free(a);
}

void account_take_turn(struct account *a)
{
	pthread_mutex_lock(&a->turn);
}

/* Who leaves while this thread ends its turn may have found it taken: look
 * once more afterwards.
 */
void account_end_turn(struct account *a)
{
	account_keep(a); /* those that leave may be the last to need it */
	do {
		struct leaver *l = atomic_exchange(&a->leaving, NULL), *next;

		for (; l; l = next) {
			next = l->next;
			l->free(l);
		}
		pthread_mutex_unlock(&a->turn);
	} while (atomic_load(&a->leaving) &&
		pthread_mutex_trylock(&a->turn) == 0);
	account_drop(a);
}

void account_leave(struct account *a, struct leaver *l)
{
	account_keep(a);
	l->next = atomic_load(&a->leaving);
	while (!atomic_compare_exchange_weak(&a->leaving, &l->next, l))
		;
	if (pthread_mutex_trylock(&a->turn) == 0)
		account_end_turn(a);
	account_drop(a);
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
