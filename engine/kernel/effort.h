#ifndef ENGINE_KERNEL_EFFORT_H
#define ENGINE_KERNEL_EFFORT_H

/* The work of one estimate, counted in steps of about 10 ns, and how much of it
 * there may be (doc/MODEL.md, chapter 19).
 *
 * What counts and samples asks how much is left before it begins, and samples less
 * where that is not enough; nothing stops halfway.  Steps are counted, not timed,
 * so that a launch has the same figures on any machine.
 */

#include <stdbool.h>
#include <stdint.h>

struct effort {
	int64_t made, most;
	int64_t limit; /* of the stage at hand, so that later ones have a share */
	bool is_cut;   /* something was sampled less */
	bool is_short; /* a count took another way, which notes what it lacks */
};

/* The stage that begins may bring what was made to "share" of all. */
static inline void effort_begin(struct effort *e, double share)
{
	if (e)
		e->limit = (int64_t) (share * (double) e->most);
}

static inline void effort_spend(struct effort *e, double steps)
{
	if (e)
		e->made += steps < 0x1p60 ? (int64_t) steps : INT64_C(1) << 60;
}

/* Steps that the stage at hand may still make; NULL: any number. */
static inline double effort_left(const struct effort *e)
{
	if (!e)
		return 0x1p62;
	return e->made < e->limit ? (double) (e->limit - e->made) : 0;
}

/* Of "n" samples of "each" steps those that a part of the rest suffices for, "least"
 * at least.  How far these differ tells their error.
 */
static inline int effort_samples(const struct effort *e, int n, int least,
	double each)
{
	double fits = effort_left(e) / 2 / (each > 1 ? each : 1);

	if (fits >= n || n <= least)
		return n;
	return fits > least ? (int) fits : least;
}

/* A sample that is gone through in its order, and grows thinner where it takes too
 * long: units that are passed over are represented by those that are taken, by
 * their sizes.
 */
struct effort_sample {
	struct effort *effort;
	double begin, fits; /* steps made before, and those that it may make */
	double n, step, next;
	double all, taken; /* sizes */
};

static inline struct effort_sample effort_sample(struct effort *e)
{
	return (struct effort_sample) { .effort = e,
		.begin = e ? (double) e->made : 0,
		.fits = effort_left(e) / 2,
		.step = 1 };
}

/* Is the next unit of a sample taken, after which "n_left" follow?  A unit that
 * represents others weighs more.
 */
static inline bool effort_takes(struct effort_sample *s, int n_left,
	double size, double *weight)
{
	double made = s->effort ? (double) s->effort->made - s->begin : 0;
	double rest = s->fits - made, due;

	s->all += size;
	if (s->n++ < s->next)
		return false;
	due = made / s->n * n_left;
	if (made > s->fits / 2 && due > rest) {
		s->step = rest > 0 && s->step * due / rest < n_left ?
			s->step * due / rest :
			n_left;
		s->effort->is_cut = true;
	}
	*weight *= s->step;
	s->taken += size * s->step;
	s->next = s->n - 1 + s->step;
	return true;
}

/* What a sum over the units that were taken is multiplied by. */
static inline double effort_scale(const struct effort_sample *s)
{
	return s->step > 1 && s->taken > 0 ? s->all / s->taken : 1;
}

#endif
