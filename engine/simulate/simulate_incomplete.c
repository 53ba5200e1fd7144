/* Lines that are stored in part: simulate_incomplete.h. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/heap.h"
#include "engine/base/integer.h"
#include "engine/base/map.h"
#include "engine/simulate/simulate_incomplete.h"

struct incomplete_set {
	int32_t n, frame[INCOMPLETE_WAYS]; /* the oldest first */
};

bool incomplete_init(struct incomplete *p, int64_t lines)
{
	*p = (struct incomplete) { .n_set = 0 };
	if (lines <= 0)
		return true;
	p->n_set = integer_max(1,
		(lines + INCOMPLETE_WAYS / 2) / INCOMPLETE_WAYS);
	p->set = heap_clear((size_t) p->n_set, sizeof(*p->set));
	return p->set != NULL;
}

void incomplete_clear(struct incomplete *p)
{
	free(p->set);
	*p = (struct incomplete) { .n_set = 0 };
}

void incomplete_forget(struct incomplete *p)
{
	if (p->n_set > 0)
		memset(p->set, 0, (size_t) p->n_set * sizeof(*p->set));
}

/* Lines side by side are of sets side by side; those far apart, of any. */
static struct incomplete_set *set_of(struct incomplete *p, int64_t line)
{
	uint64_t n = (uint64_t) p->n_set, at = (uint64_t) line;

	return &p->set[(at + map_mix(0, at / n) % n) % n];
}

static void leave(struct incomplete_set *s, int i)
{
	--s->n;
	memmove(&s->frame[i], &s->frame[i + 1],
		(size_t) (s->n - i) * sizeof(*s->frame));
}

int32_t incomplete_add(struct incomplete *p, int64_t line, int32_t frame)
{
	struct incomplete_set *s = set_of(p, line);
	int32_t victim = -1;

	if (s->n == INCOMPLETE_WAYS) {
		victim = s->frame[0];
		leave(s, 0);
	}
	s->frame[s->n++] = frame;
	return victim;
}

void incomplete_remove(struct incomplete *p, int64_t line, int32_t frame)
{
	struct incomplete_set *s = set_of(p, line);

	for (int i = 0; i < s->n; ++i)
		if (s->frame[i] == frame) {
			leave(s, i);
			return;
		}
}
