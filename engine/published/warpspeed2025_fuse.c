/* Fusion of accesses to neighbouring addresses, as AMD compilers do it:
 * doc/MODEL.md, section 8.7.
 */

#include <string.h>

#include "engine/published/warpspeed2025_case.h"

#define FUSED_B 16

static void move_access(struct stream *s, int *size_B, int from, int to)
{
	struct stream_access access = s->access[from];
	struct linear_access address = s->address[from];
	int size = size_B[from];

	for (; from > to; --from) {
		s->access[from] = s->access[from - 1];
		s->address[from] = s->address[from - 1];
		size_B[from] = size_B[from - 1];
	}
	s->access[to] = access;
	s->address[to] = address;
	size_B[to] = size;
}

/* Sort by size, largest first; the sort is stable. */
static void sort_by_size(struct stream *s, int *size_B)
{
	for (int i = 1; i < s->n_access; ++i) {
		int to = i;

		while (to > 0 && size_B[to - 1] < size_B[i])
			--to;
		move_access(s, size_B, i, to);
	}
}

static bool follows(const struct linear_access *a, int size_B,
	const struct linear_access *b)
{
	return b->constant - a->constant == size_B &&
		!memcmp(a->coef, b->coef, sizeof(a->coef));
}

static void drop_access(struct stream *s, int *size_B, int at)
{
	--s->n_access;
	for (; at < s->n_access; ++at) {
		s->access[at] = s->access[at + 1];
		s->address[at] = s->address[at + 1];
		size_B[at] = size_B[at + 1];
	}
}

/* Fuse the first pair possible; false if there is none.  The start of the
 * second access is lost, as in the tool.
 */
static bool fuse_pair(struct stream *s, int *size_B)
{
	for (int i = 0; i < s->n_access; ++i) {
		for (int j = 0; j < s->n_access; ++j) {
			if (size_B[i] + size_B[j] > FUSED_B ||
				!follows(&s->address[i], size_B[i],
					&s->address[j]))
				continue;
			size_B[i] += size_B[j];
			drop_access(s, size_B, j);
			return true;
		}
	}
	return false;
}

void warpspeed2025_fuse(struct warpspeed2025_case *c)
{
	for (int i = 0; i < c->streams.n_stream; ++i) {
		struct stream *s = &c->streams.stream[i];
		int *size_B = c->access_B + (s->access - c->streams.access);

		do
			sort_by_size(s, size_B);
		while (fuse_pair(s, size_B));
	}
}
