#ifndef LANG_BASE_ACCOUNT_H
#define LANG_BASE_ACCOUNT_H

/* Memory that the values of a context take up now.
 *
 * A thread that works for a context has its account open; values that are
 * made and freed there count in it; without one, they are not counted.  Values
 * belong to one context, so what is added to an account is taken from it
 * again as long as it is open wherever values of the context are freed.
 * Results may outlive their context: accounts are counted references.
 *
 * An account is starved when memory ran out while it was open: it then
 * holds more than any budget allows, so that the comparison with the budget
 * at every step finds that as well.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct account {
	atomic_int refs;
	int64_t live_B;
	bool is_starved;
};

struct account *account_new(void);
struct account *account_keep(struct account *a);
void account_drop(struct account *a);

/* Open "a" (NULL: none) in this thread; gives the one that was open. */
struct account *account_open(struct account *a);

/* Count bytes that were taken, or given back if negative. */
void account_add(int64_t bytes);

/* Memory ran out; there is enough of it again. */
void account_starve(void);
void account_relieve(struct account *a);

#endif
