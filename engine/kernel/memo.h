#ifndef ENGINE_KERNEL_MEMO_H
#define ENGINE_KERNEL_MEMO_H

/* Figures that estimates have in common, kept from one to the next.
 *
 * A key is a few whole numbers that say all that the figures depend on: an
 * estimate with a memo and one without give the same answer to the bit.
 * What is kept stays bounded; a full memo starts anew.  A memo is used by
 * one thread.
 */

#include <stddef.h>
#include <stdint.h>

#define MEMO_VALUES	3

/* What a key begins with. */
enum memo_kind { MEMO_LAUNCH };

struct memo;

struct memo *memo_new(void);		/* NULL when memory runs out */
void memo_free(struct memo *memo);

/* MEMO_VALUES figures that belong to key[0 .. n_key-1]; NULL if there are
 * none, or "memo" is NULL.
 */
const double *memo_find(const struct memo *memo, int n_key,
	const int64_t *key);

void memo_add(struct memo *memo, int n_key, const int64_t *key,
	const double value[MEMO_VALUES]);

/* A number that is given out once. */
int64_t memo_number(struct memo *memo);

#endif
