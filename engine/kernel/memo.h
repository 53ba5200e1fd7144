#ifndef ENGINE_KERNEL_MEMO_H
#define ENGINE_KERNEL_MEMO_H

/* Results that several estimates need, kept from one to the next.
 *
 * A key is a short list of integers that determines the results completely:
 * an estimate with a memo and one without give the same answer to the bit.  A
 * full memo is emptied.  A memo belongs to one thread.
 */

#include <stddef.h>
#include <stdint.h>

#define MEMO_VALUES 3

/* The first number of a key. */
enum memo_kind { MEMO_LAUNCH };

struct memo;

struct memo *memo_new(void); /* NULL when memory runs out */
void memo_free(struct memo *memo);

/* The MEMO_VALUES results for key[0 .. n_key-1]; NULL if there are none or
 * "memo" is NULL.
 */
const double *memo_find(const struct memo *memo, int n_key, const int64_t *key);

void memo_add(struct memo *memo, int n_key, const int64_t *key,
	const double value[MEMO_VALUES]);

/* A new number, different from all before. */
int64_t memo_number(struct memo *memo);

#endif
