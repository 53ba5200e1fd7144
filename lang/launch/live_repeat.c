/* Operations that a compiler repeats where registers are scarce.
 *
 * A sum, difference or product of loads that other operations need too, or a
 * constant times such a value, can be computed again at each use, and no
 * register holds it in between (rematerialization).  In lattice Boltzmann,
 * f1 - f2 is part of the momentum and, after all sums, of the collision of its
 * pair; the density times a weight is part of all directions of that weight.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/launch/live.h"

static bool is_repeated(const struct live *v, const int *uses, int value)
{
	const struct value_node *n = &v->value[value];
	bool is_scaled = n->op == GRAPH_MUL && (n->kid[0] < 0 || n->kid[1] < 0);

	if ((n->op != GRAPH_ADD && n->op != GRAPH_SUB && n->op != GRAPH_MUL) ||
		uses[value] < 2 || v->is_stored[value])
		return false;
	for (int c = 0; c < 3; ++c) {
		int kid = n->kid[c];

		if (kid >= 0 &&
			(v->value[kid].loop != n->loop || uses[kid] < 2 ||
				!(is_scaled || v->value[kid].is_load)))
			return false;
	}
	return true;
}

/* The arrays by value, for "n" more of them. */
static void make_room(struct live *v, int n)
{
	size_t old = (size_t) v->n_value + 1, size = old + (size_t) n;

	v->value = memory_resize(v->value, size * sizeof(*v->value));
	v->uses = memory_resize(v->uses, size * sizeof(*v->uses));
	v->place = memory_resize(v->place, size * sizeof(*v->place));
	v->todo = memory_resize(v->todo, (3 * size + 1) * sizeof(*v->todo));
	v->seen = memory_resize(v->seen, size);
	v->is_stored = memory_resize(v->is_stored, size);
	memset(v->uses + old, 0, (size_t) n * sizeof(*v->uses));
	memset(v->place + old, -1, (size_t) n * sizeof(*v->place));
	memset(v->seen + old, 0, (size_t) n);
	memset(v->is_stored + old, 0, (size_t) n);
}

bool live_repeat(struct live *v)
{
	int *uses = memory_new(((size_t) v->n_value + 1) * sizeof(int));
	int *left = memory_new(((size_t) v->n_value + 1) * sizeof(int));
	int n_value = v->n_value, more = 0;

	for (int i = 0; i < n_value; ++i)
		for (int c = 0; c < 3; ++c)
			if (v->value[i].kid[c] >= 0)
				++uses[v->value[i].kid[c]];
	for (int i = 0; i < n_value; ++i)
		if (is_repeated(v, uses, i))
			more += left[i] = uses[i] - 1;
	if (more > 0)
		make_room(v, more);
	/* the last use keeps the value itself */
	for (int i = 0; more > 0 && i < n_value; ++i)
		for (int c = 0; c < 3; ++c) {
			int kid = v->value[i].kid[c];

			if (kid < 0 || left[kid] == 0)
				continue;
			--left[kid];
			v->value[v->n_value] = v->value[kid];
			v->value[i].kid[c] = v->n_value++;
		}
	free(uses);
	free(left);
	return more > 0;
}
