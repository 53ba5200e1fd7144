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
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct account {
	atomic_int refs;
	int64_t live_B;
	int64_t work_B; /* see account_work() */
	bool is_starved;
};

struct account *account_new(void);
struct account *account_keep(struct account *a);
void account_drop(struct account *a);

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
