/* Footprints of stencils by sweeping over boxes of planes, rows and bytes.
 * Works on fixed arrays only: most counts of a search come here.
 */

#include "engine/base/integer.h"
#include "engine/count/footprint_grid.h"

#define LEVELS	    2 /* rows, planes */
#define MOST_BOXES  256
#define FEW_BOXES   6
#define MOST_RUNS   64
#define MOST_ROUNDS 4 /* rows that a run may span */
#define MOST_PHASES 64

/* Bytes of a row, rows of a plane, planes: lo[l] .. hi[l]-1. */
struct box {
	int set;
	int64_t lo[LEVELS + 1], hi[LEVELS + 1];
};

/* Accesses without a granule left out between them: "length" bytes from
 * "offset" on, relative to the thread.
 */
struct run {
	int64_t offset, length;
};

struct grid {
	const struct footprint_task *task;
	int64_t granule_B, origin;
	/* Axes of the threads by ascending stride; the first "n_inner" leave
	 * no granule out and only lengthen runs, the others are levels.
	 */
	int n_axis, n_inner, axis[3];
	int64_t stride[3];
	int n_level;
	int64_t radix[LEVELS + 1]; /* bytes from row to row, ... */
	/* Rows of a plane, if a plane is a whole number of rows; or 0. */
	int64_t rows;
	bool wraps; /* runs are split at the end of a row */
	int n_run, n_shape;
	struct run run[MOST_RUNS];
	struct box shape[MOST_RUNS]; /* runs of one thread that unite */
	int n_box;
	struct box box[MOST_BOXES];
	/* Rows begin at the phases phase0 + i * phase_B of a granule. */
	int64_t phase_B, phase0;
	int n_phase;
	int64_t from[LEVELS + 1], to[LEVELS + 1]; /* where the sweep is */
	int64_t *n;
};

/* ------------------------------------------------------------ the levels */

static void sort_axes(struct grid *g)
{
	const int64_t *stride = g->task->uniform->stride;

	g->n_axis = 0;
	for (int d = 0; d < 3; ++d) {
		int64_t by = integer_abs(stride[d]);
		int i = g->n_axis;

		if (by == 0)
			continue;
		for (; i > 0 && g->stride[i - 1] > by; --i) {
			g->axis[i] = g->axis[i - 1];
			g->stride[i] = g->stride[i - 1];
		}
		g->axis[i] = d;
		g->stride[i] = by;
		++g->n_axis;
	}
}

static bool find_runs(struct grid *g)
{
	const struct uniform *u = g->task->uniform;

	g->n_run = 0;
	for (int i = 0, next; i < u->n_offset; i = next) {
		struct run *r = &g->run[g->n_run];

		if (g->n_run++ == MOST_RUNS)
			return false;
		for (next = i + 1; next < u->n_offset &&
			u->offset[next] - u->offset[next - 1] <= g->granule_B;
			++next)
			continue;
		r->offset = u->offset[i];
		r->length = u->offset[next - 1] - u->offset[i] + 1;
	}
	return true;
}

static int64_t times(const struct grid *g, const struct thread_box *box, int i)
{
	return box->hi[g->axis[i]] - box->lo[g->axis[i]];
}

/* Lower n_inner to the first axis whose stride leaves granules out after the
 * shortest run.
 */
static void find_inner(struct grid *g, const struct thread_box *box,
	int64_t shortest)
{
	for (int i = 0; i < g->n_inner; ++i) {
		int64_t n = times(g, box, i);

		if (n == 1)
			continue;
		if (g->stride[i] >= shortest + g->granule_B)
			g->n_inner = i;
		else
			shortest += g->stride[i] * (n - 1);
	}
}

/* Whether some box has several threads along axis "i". */
static bool moves(const struct grid *g, int i)
{
	const struct footprint_task *task = g->task;

	for (int s = 0; s < task->n_set; ++s)
		for (int b = 0; b < task->set[s].n_box; ++b)
			if (times(g, &task->set[s].box[b], i) > 1)
				return true;
	return false;
}

static bool find_levels(struct grid *g)
{
	const struct footprint_task *task = g->task;
	int64_t shortest = INT64_MAX;

	for (int i = 0; i < g->n_run; ++i)
		if (g->run[i].length < shortest)
			shortest = g->run[i].length;
	g->n_inner = g->n_axis;
	for (int s = 0; s < task->n_set; ++s)
		for (int b = 0; b < task->set[s].n_box; ++b)
			find_inner(g, &task->set[s].box[b], shortest);
	g->n_level = 0;
	for (int i = g->n_inner; i < g->n_axis; ++i) {
		if (!moves(g, i)) {
			g->axis[i] = -1;
			continue;
		}
		if (g->n_level == LEVELS)
			return false;
		g->radix[++g->n_level] = g->stride[i];
	}
	g->rows = 0;
	if (g->n_level == 2 && g->radix[2] % g->radix[1] == 0)
		g->rows = g->radix[2] / g->radix[1];
	return true;
}

static bool find_phases(struct grid *g)
{
	g->phase_B = g->granule_B;
	for (int l = 1; l <= g->n_level; ++l)
		g->phase_B = integer_gcd(g->phase_B, g->radix[l]);
	if (g->granule_B / g->phase_B > MOST_PHASES)
		return false;
	g->n_phase = (int) (g->granule_B / g->phase_B);
	return true;
}

/* ------------------------------------------------------------- the boxes */

/* Write "at" in digits.  Digits may be negative: an access at offset -1 lies
 * left of its thread.  Rounding tolerates radix/8; more would confuse it with
 * the next row of a folded thread, radix/2 away.
 */
static void write_digits(const struct grid *g, int64_t at, int64_t *digit)
{
	for (int l = g->n_level; l > 0; --l) {
		int64_t below = g->wraps ? 0 : g->radix[l] / 8;

		digit[l] = integer_floor(at + below, g->radix[l]);
		at -= digit[l] * g->radix[l];
	}
	digit[0] = at;
}

static bool holds(const struct grid *g, const struct box *a,
	const struct box *b)
{
	for (int l = 0; l <= g->n_level; ++l)
		if (b->lo[l] < a->lo[l] || b->hi[l] > a->hi[l])
			return false;
	return true;
}

/* Merge "b" into "a" if one contains the other, or if they differ along one
 * level only and leave no gap there.
 */
static bool unite(const struct grid *g, struct box *a, const struct box *b)
{
	int level = -1;

	for (int l = 0; l <= g->n_level; ++l) {
		if (a->lo[l] == b->lo[l] && a->hi[l] == b->hi[l])
			continue;
		if (b->lo[l] > a->hi[l] || a->lo[l] > b->hi[l])
			return false;
		if (level >= 0)
			return holds(g, a, b);
		level = l;
	}
	if (level < 0)
		return true;
	if (b->lo[level] < a->lo[level])
		a->lo[level] = b->lo[level];
	if (b->hi[level] > a->hi[level])
		a->hi[level] = b->hi[level];
	return true;
}

/* Add "b" to the boxes of its set, which start at "first".  A box that "b"
 * can be merged with is mostly among the last ones.
 */
static bool add_box(struct grid *g, int first, const struct box *b)
{
	if (first < g->n_box - FEW_BOXES)
		first = g->n_box - FEW_BOXES;
	for (int i = g->n_box - 1; i >= first; --i)
		if (unite(g, &g->box[i], b))
			return true;
	if (g->n_box == MOST_BOXES)
		return false;
	g->box[g->n_box++] = *b;
	return true;
}

static void carry(struct box *b, int l, int64_t end)
{
	b->lo[l] -= end;
	b->hi[l] -= end;
	++b->lo[l + 1];
	++b->hi[l + 1];
}

/* Add "b", split at the end of a row (l = 0) or a plane: the rest belongs to
 * the next one.
 */
static bool split_box(struct grid *g, int first, struct box *b, int l)
{
	int64_t end = 0;

	if (g->wraps && l < g->n_level)
		end = l == 0 ? g->radix[1] : g->rows;
	if (end == 0)
		return add_box(g, first, b);
	if (b->lo[l] >= end)
		carry(b, l, end);
	for (int i = 0; b->hi[l] > end; ++i) {
		struct box part = *b;

		if (i == MOST_ROUNDS)
			return false;
		part.hi[l] = end;
		if (!split_box(g, first, &part, l + 1))
			return false;
		carry(b, l, end);
		b->lo[l] = 0;
	}
	return split_box(g, first, b, l + 1);
}

/* The lowest address of a thread of "box". */
static int64_t lowest_thread(const struct grid *g, const struct thread_box *box)
{
	const int64_t *stride = g->task->uniform->stride;
	int64_t at = 0;

	for (int d = 0; d < 3; ++d)
		at += stride[d] * (stride[d] < 0 ? box->hi[d] - 1 : box->lo[d]);
	return at;
}

static bool add_boxes(struct grid *g, int set, int first,
	const struct thread_box *box)
{
	int64_t at[LEVELS + 1], n[LEVELS + 1], longer = 0;
	int n_level = 0;

	write_digits(g, lowest_thread(g, box) - g->origin, at);
	for (int i = 0; i < g->n_inner; ++i)
		longer += g->stride[i] * (times(g, box, i) - 1);
	for (int i = g->n_inner; i < g->n_axis; ++i)
		if (g->axis[i] >= 0)
			n[++n_level] = times(g, box, i);
	for (int i = 0; i < g->n_shape; ++i) {
		struct box b = g->shape[i];

		b.set = set;
		b.lo[0] += at[0];
		b.hi[0] += at[0] + longer;
		for (int l = 1; l <= n_level; ++l) {
			b.lo[l] += at[l];
			b.hi[l] += at[l] + n[l] - 1;
		}
		if (!split_box(g, first, &b, 0))
			return false;
	}
	return true;
}

/* The boxes of one thread. */
static void find_shapes(struct grid *g)
{
	g->n_shape = 0;
	for (int i = 0; i < g->n_run; ++i) {
		struct box *b = &g->shape[g->n_shape];
		int last = g->n_shape - 1;

		write_digits(g, g->run[i].offset, b->lo);
		b->hi[0] = b->lo[0] + g->run[i].length;
		for (int l = 1; l <= g->n_level; ++l)
			b->hi[l] = b->lo[l] + 1;
		while (last >= 0 && !unite(g, &g->shape[last], b))
			--last;
		g->n_shape += last < 0;
	}
}

/* Boxes of all runs, in digits from "origin" on. */
static bool lay_out(struct grid *g, int64_t origin, bool wraps)
{
	const struct footprint_task *task = g->task;

	g->origin = origin;
	g->phase0 = integer_mod(origin, g->granule_B);
	g->wraps = wraps;
	g->n_box = 0;
	find_shapes(g);
	for (int s = 0; s < task->n_set; ++s) {
		int first = g->n_box;

		for (int b = 0; b < task->set[s].n_box; ++b)
			if (!add_boxes(g, s, first, &task->set[s].box[b]))
				return false;
	}
	return g->n_box > 0;
}

/* The box that holds all. */
static struct box find_hull(const struct grid *g)
{
	struct box hull = g->box[0];

	for (int i = 1; i < g->n_box; ++i)
		for (int l = 0; l <= g->n_level; ++l) {
			if (g->box[i].lo[l] < hull.lo[l])
				hull.lo[l] = g->box[i].lo[l];
			if (g->box[i].hi[l] > hull.hi[l])
				hull.hi[l] = g->box[i].hi[l];
		}
	return hull;
}

/* Does every granule lie in one row, and does every row have one number?
 * Rows that are split at their ends need only be whole granules.
 */
static bool are_apart(const struct grid *g)
{
	struct box hull = find_hull(g);
	int64_t wide = hull.hi[0] - hull.lo[0] + g->granule_B - 1;

	if (g->n_level == 0)
		return true;
	if (!g->wraps && wide > g->radix[1])
		return false;
	if (g->n_level == 1 || (g->wraps && g->rows > 0) ||
		(g->rows > 0 && hull.hi[1] - hull.lo[1] <= g->rows))
		return true;
	return (hull.hi[1] - hull.lo[1] - 1) * g->radix[1] + wide <=
		g->radix[2];
}

/* Find boxes relative to the one box of threads, or else in rows that start
 * at granule boundaries.
 */
static bool find_boxes(struct grid *g)
{
	const struct footprint_task *task = g->task;
	int64_t base_B = task->base_B;

	if (task->n_set == 1 && task->set[0].n_box == 1 &&
		lay_out(g, lowest_thread(g, &task->set[0].box[0]), false) &&
		are_apart(g))
		return true;
	return g->n_phase == 1 &&
		lay_out(g, base_B - base_B % g->granule_B, true) &&
		are_apart(g);
}

/* --------------------------------------------------------------- the sweep */

/* Add to n_row[i] the number of rows in the current sweep that start at phase
 * i: the levels up to "l" vary, those above are at "phase", and all counts
 * are multiplied by "times".
 */
static void add_phases(const struct grid *g, int l, int64_t phase,
	int64_t times, int64_t *n_row)
{
	int64_t n_phase = g->n_phase, n, step, round;

	if (l == 0) {
		n_row[phase] += times;
		return;
	}
	n = g->to[l] - g->from[l];
	if (n_phase == 1) {
		add_phases(g, l - 1, 0, times * n, n_row);
		return;
	}
	step = g->radix[l] / g->phase_B % n_phase;
	round = n_phase / integer_gcd(n_phase, step);
	phase = (phase + integer_mod(g->from[l], n_phase) * step) % n_phase;
	for (int64_t i = 0; i < round && i < n; ++i) {
		add_phases(g, l - 1, phase, times * ((n - i - 1) / round + 1),
			n_row);
		phase = (phase + step) % n_phase;
	}
}

/* A row, swept up to granule "at"; set s touches all granules from there to
 * until[s]-1.
 */
struct row {
	int64_t at, until[FOOTPRINT_SETS], times;
	int n_set;
	int64_t *n;
};

/* Advance to granule "to". */
static void go_on(struct row *r, int64_t to)
{
	while (r->at < to) {
		int64_t end = to;
		unsigned sets = 0;

		for (int s = 0; s < r->n_set; ++s) {
			if (r->until[s] <= r->at)
				continue;
			sets |= 1u << s;
			if (r->until[s] < end)
				end = r->until[s];
		}
		if (!sets)
			break;
		r->n[sets] += (end - r->at) * r->times;
		r->at = end;
	}
	r->at = to;
}

/* Count the granules of "times" rows that start "phase" bytes into a granule;
 * the boxes of "list" ascend along the row.
 */
static void count_row(struct grid *g, const int *list, int n, int64_t phase,
	int64_t times)
{
	struct row r = {
		.at = INT64_MIN,
		.times = times,
		.n_set = g->task->n_set,
		.n = g->n,
	};
	int bits = __builtin_ctzll((unsigned long long) g->granule_B);
	bool is_power = g->granule_B == INT64_C(1) << bits;

	for (int s = 0; s < r.n_set; ++s)
		r.until[s] = INT64_MIN;
	for (int i = 0; i < n; ++i) {
		const struct box *b = &g->box[list[i]];
		int64_t from = b->lo[0] + phase, to = b->hi[0] - 1 + phase;

		from = is_power ? from >> bits :
				  integer_floor(from, g->granule_B);
		to = is_power ? to >> bits : integer_floor(to, g->granule_B);
		go_on(&r, from);
		if (to >= r.until[b->set])
			r.until[b->set] = to + 1;
	}
	go_on(&r, INT64_MAX);
}

static void count_rows(struct grid *g, const int *list, int n)
{
	int64_t n_row[MOST_PHASES] = { 0 };

	add_phases(g, g->n_level, 0, 1, n_row);
	for (int i = 0; i < g->n_phase; ++i)
		if (n_row[i] > 0)
			count_row(g, list, n,
				(g->phase0 + i * g->phase_B) % g->granule_B,
				n_row[i]);
}

/* Order "list" by where boxes begin along "level". */
static void sort_by(const struct grid *g, int level, int *list, int n)
{
	for (int i = 1; i < n; ++i) {
		int x = list[i], j = i;

		for (; j > 0 &&
			g->box[list[j - 1]].lo[level] > g->box[x].lo[level];
			--j)
			list[j] = list[j - 1];
		list[j] = x;
	}
}

/* Append "box" to list[0 .. n-1]; at level 1 insert it in order, as the boxes
 * of a row must ascend.
 */
static void put(const struct grid *g, int level, int *list, int n, int box)
{
	for (; level == 1 && n > 0 &&
		g->box[list[n - 1]].lo[0] > g->box[box].lo[0];
		--n)
		list[n] = list[n - 1];
	list[n] = box;
}

/* Sweep over the boxes of "list" along "level", from edge to edge. */
static void sweep(struct grid *g, int level, const int *list, int n)
{
	int order[MOST_BOXES], here[MOST_BOXES], n_here = 0;
	int64_t at = 0;

	if (level == 0) {
		count_rows(g, list, n);
		return;
	}
	for (int i = 0; i < n; ++i)
		order[i] = list[i];
	sort_by(g, level, order, n);
	for (int i = 0; i < n || n_here > 0; at = g->to[level]) {
		int64_t end = INT64_MAX;
		int n_left = 0;

		if (n_here == 0)
			at = g->box[order[i]].lo[level];
		for (; i < n && g->box[order[i]].lo[level] == at; ++i)
			put(g, level, here, n_here++, order[i]);
		if (i < n)
			end = g->box[order[i]].lo[level];
		for (int k = 0; k < n_here; ++k)
			if (g->box[here[k]].hi[level] < end)
				end = g->box[here[k]].hi[level];
		g->from[level] = at;
		g->to[level] = end;
		sweep(g, level - 1, here, n_here);
		for (int k = 0; k < n_here; ++k)
			if (g->box[here[k]].hi[level] > end)
				here[n_left++] = here[k];
		n_here = n_left;
	}
}

bool footprint_grid(const struct footprint_task *task, int64_t *n)
{
	struct grid g;
	int list[MOST_BOXES];

	g.task = task;
	g.granule_B = task->granule_B;
	g.n = n;
	sort_axes(&g);
	if (!find_runs(&g) || !find_levels(&g) || !find_phases(&g) ||
		!find_boxes(&g))
		return false;
	for (int i = 0; i < g.n_box; ++i)
		list[i] = i;
	if (g.n_level == 0)
		sort_by(&g, 0, list, g.n_box);
	sweep(&g, g.n_level, list, g.n_box);
	return true;
}
