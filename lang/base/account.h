#ifndef LANG_BASE_ACCOUNT_H
#define LANG_BASE_ACCOUNT_H

/* Bytes that the values of a context hold now.
 *
 * A thread that works for a context opens the context's account. Allocating or
 * freeing a value adds to the open account; without one, nothing is counted.
 * Values belong to one context, so the account must also be open where they are
 * freed. It is reference-counted because a result may outlive its context.
 *
 * An account is starved when memory ran out while it was open. A starved
 * account exceeds every budget, so the budget check of the next evaluation step
 * reports the failure.
 *
 * Values have no locks: who works with those of a context takes its turn first.
 */

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* What is to be freed in a turn. */
struct leaver {
	struct leaver *next;
	void (*free)(struct leaver *l);
};

struct account {
	atomic_int refs;
	pthread_mutex_t turn;
	_Atomic(struct leaver *) leaving;
	int64_t live_B;
	int64_t work_B; /* see account_work() */
	bool is_starved;
};

struct account *account_new(void);
struct account *account_keep(struct account *a);
void account_drop(struct account *a);

/* Wait for one's turn; the thread that has it may take it again. */
void account_take_turn(struct account *a);
void account_end_turn(struct account *a);

/* Call l->free() in a turn without waiting for it: now, or in the thread whose
 * turn it is, when that ends.
 */
void account_leave(struct account *a, struct leaver *l);

/* Open "a" in this thread (NULL: no account). Returns the account that was open
 * before.
 */
struct account *account_open(struct account *a);

/* Add allocated bytes; a negative number for freed ones. */
void account_add(int64_t bytes);

/* Count bytes that were written or compared. One step of evaluation may handle
 * a list of any length; eval_step() looks at the clock after so much work, and
 * not only after so many steps. Allocated bytes count by themselves.
 */
void account_work(int64_t bytes);

/* Starve the open account because memory ran out; undo it once memory is
 * available again.
 */
void account_starve(void);
void account_relieve(struct account *a);

#endif
