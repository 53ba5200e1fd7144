/* Footprints of one box without gaps: the granules from its first to its last
 * byte.
 */

#include "engine/base/integer.h"
#include "engine/count/footprint_line.h"

/* The axes along which a box has more than one thread, by ascending stride. */
struct steps {
	int n;
	int64_t stride[3], times[3];
};

static void add_step(struct steps *s, int64_t stride, int64_t times)
{
	int i = s->n++;

	for (; i > 0 && s->stride[i - 1] > stride; --i) {
		s->stride[i] = s->stride[i - 1];
		s->times[i] = s->times[i - 1];
	}
	s->stride[i] = stride;
	s->times[i] = times;
}

/* The steps of a box, and the address of its lowest thread. */
static int64_t find_steps(const struct uniform *u, const struct thread_box *box,
	struct steps *s)
{
	int64_t shift = 0;

	s->n = 0;
	for (int d = 0; d < 3; ++d) {
		int64_t stride = u->stride[d];

		shift += stride * (stride < 0 ? box->hi[d] - 1 : box->lo[d]);
		if (stride != 0 && box->hi[d] - box->lo[d] > 1)
			add_step(s, integer_abs(stride),
				box->hi[d] - box->lo[d]);
	}
	return shift;
}

/* Extend a run by all steps; false if one leaves a granule out. */
static bool extend(const struct steps *s, int64_t granule_B, int64_t *run)
{
	for (int i = 0; i < s->n; ++i) {
		if (s->stride[i] > *run + granule_B)
			return false;
		*run += s->stride[i] * (s->times[i] - 1);
	}
	return true;
}

bool footprint_line(const struct footprint_task *task, int64_t *n)
{
	const struct uniform *u = task->uniform;
	int64_t granule_B = task->granule_B, shift, last = INT64_MIN, sum = 0;
	struct steps steps;

	if (task->n_set != 1 || task->set[0].n_box != 1)
		return false;
	shift = find_steps(u, &task->set[0].box[0], &steps);
	for (int i = 0, next; i < u->n_offset; i = next) {
		int64_t run, from, to;

		for (next = i + 1; next < u->n_offset &&
			u->offset[next] - u->offset[next - 1] <= granule_B;
			++next)
			continue;
		run = u->offset[next - 1] - u->offset[i];
		if (!extend(&steps, granule_B, &run))
			return false;
		from = integer_floor(u->offset[i] + shift, granule_B);
		to = integer_floor(u->offset[i] + shift + run, granule_B);
		if (from <= last)
			from = last + 1;
		if (from <= to) {
			sum += to - from + 1;
			last = to;
		}
	}
	n[1] += sum;
	return true;
}
