/* A kernel when all of its code has run: the shapes of its fields, the threads
 * that its guards allow, and its counts.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/ptx/ptx_run.h"

/* --------------------------------------------------------------- counts */

/* The stack pointer and the descriptor of global memory, which every thread
 * loads.
 */
#define PROLOGUE 2

/* Bytes that a thread stores to local memory and loads again.  A listing has
 * the instructions, of 4 bytes each; ptxas says how much code there is, which
 * is taken to run once; a cubin how much memory, which without arrays is all
 * for spills.
 */
static double spilled_B(const struct ptx_run *run)
{
	const struct cubin *t = &run->args->taken;
	int64_t code_B = t->spill_store_B + t->spill_load_B;

	if (run->has_sass)
		return run->local * 4 / 2;
	if (run->args->registers != t->registers)
		return 0;
	return code_B > 0	      ? (double) code_B / 2 :
		run->note[NOTE_LOCAL] ? 0 :
					(double) t->stack_B;
}

static void set_given(struct ptx_run *run)
{
	struct kernel_def *k = run->k;

	for (int i = 0; i < k->n_region; ++i) {
		const struct ptx_work *w = &run->work[i];
		double *given = i == 0 ? k->given : k->region[i].given;

		given[GIVEN_FLOPS] = w->flops;
		given[GIVEN_FP16] = w->fp16;
		given[GIVEN_FP32] = w->fp32;
		given[GIVEN_FP64] = w->fp64;
		given[GIVEN_THREE] = w->three;
		given[GIVEN_SPECIAL] = w->special;
		given[GIVEN_INTEGER] = w->integer;
		given[GIVEN_EITHER] = w->either;
		given[GIVEN_PRODUCTS] = w->products;
		given[GIVEN_ON_DATA] = w->on_data;
		given[GIVEN_EXPANDED] = w->expanded;
		given[GIVEN_SLOW_PATHS] = w->slow_paths;
		given[GIVEN_REPEATED] = w->repeated;
		given[GIVEN_SHUFFLES] = w->shuffles;
		given[GIVEN_CONTROL] = w->control;
		if (w->constant_B > 0)
			given[GIVEN_CONSTANTS] = w->constant_B;
	}
	if (!run->has_sass)
		k->given[GIVEN_CONTROL] += PROLOGUE;
	if (run->args->updates > 0)
		k->given[GIVEN_UPDATES] = run->args->updates;
	if (run->args->registers > 0)
		k->given[GIVEN_REGISTERS] = run->args->registers;
	if (spilled_B(run) > 0)
		k->given[GIVEN_SPILLED] = spilled_B(run);
}

/* --------------------------------------------------------------- bounds */

/* Threads and bytes beyond are none of a launch. */
#define FAR ((int64_t) 1 << 60)

/* True if "e" has threadIdx + blockDim * blockIdx along axis d, or neither. */
static bool is_global(const struct ptx_run *run, const struct quasi *e, int d)
{
	int64_t block;

	return !__builtin_mul_overflow(e->coef[VAR_TX + d], run->block[d],
		       &block) &&
		e->coef[VAR_BX + d] == block;
}

/* The largest g along axis d with e >= 0, if "e" bounds it from above:
 *
 *	c - a g >= 0   and   c - a floor(g / m) >= 0
 *
 * where g = threadIdx + blockDim * blockIdx.  -1: it does not.
 */
static int64_t bound_of(const struct ptx_run *run, const struct quasi *e, int d)
{
	const struct quasi *g = e;
	int64_t a, m = 1, c = e->constant;

	if (e->n_term == 1 && e->term[0].op == QUASI_FLOOR &&
		e->term[0].coef < 0 && e->term[0].a->n_term == 0 &&
		e->term[0].a->constant == 0) {
		for (int v = 0; v < N_QUASI_VAR; ++v)
			if (e->coef[v] != 0)
				return -1;
		g = e->term[0].a;
		m = e->term[0].divisor;
		a = -e->term[0].coef;
		if (g->coef[VAR_TX + d] != 1)
			return -1;
	} else {
		a = -g->coef[VAR_TX + d];
	}
	if ((g == e && g->n_term > 0) || a <= 0 || c < 0 ||
		!is_global(run, g, d) || c / a >= FAR / m)
		return -1;
	for (int v = 0; v < N_QUASI_VAR; ++v)
		if (g->coef[v] != 0 && v != (int) VAR_TX + d &&
			v != (int) VAR_BX + d)
			return -1;
	return (c / a + 1) * m - 1;
}

static int64_t bound_by(const struct ptx_run *run, const struct ptx_cond *c,
	int d)
{
	int64_t a, b;

	switch (c->op) {
	case COND_GE: return bound_of(run, c->e, d);
	case COND_AND:
	case COND_OR:
		a = bound_by(run, c->a, d);
		b = bound_by(run, c->b, d);
		if (c->op == COND_OR)
			return a < 0 || b < 0 ? -1 : a > b ? a : b;
		return a < 0 ? b : b < 0 ? a : a < b ? a : b;
	default: return -1;
	}
}

/* The same for all conditions around region "r". */
static int64_t bound_in(const struct ptx_run *run, int r, int d)
{
	int64_t most = -1, one;

	for (; r >= 0; r = run->k->region[r].parent) {
		one = bound_by(run, run->condition[r], d);
		if (one >= 0 && (most < 0 || one < most))
			most = one;
	}
	return most;
}

/* --------------------------------------------------------------- fields */

/* The largest value of "e" over the domain, where the conditions of "region"
 * hold: a thread index and its block index count as one coordinate where they
 * are one.
 */
static bool largest(const struct ptx_run *run, const struct quasi *e,
	int region, int64_t *max)
{
	struct quasi rest = *e;
	int64_t lo[N_QUASI_VAR], hi[N_QUASI_VAR], min, n, last;

	memcpy(lo, run->values.lo, sizeof(lo));
	memcpy(hi, run->values.hi, sizeof(hi));
	for (int d = 0; d < 3; ++d)
		if (is_global(run, &rest, d)) {
			n = rest.coef[VAR_TX + d];
			last = bound_in(run, region, d);
			if (last < 0 || last >= run->domain[d])
				last = run->domain[d] - 1;
			if (n > 0 &&
				(__builtin_mul_overflow(n, last, &n) ||
					__builtin_add_overflow(rest.constant, n,
						&rest.constant)))
				return false;
			rest.coef[VAR_TX + d] = rest.coef[VAR_BX + d] = 0;
		}
	return quasi_bounds(&rest, lo, hi, &min, max) && *max < FAR;
}

/* Loop counters had bounds while their loop ran only. */
static void bound_counters(struct ptx_run *run, int region)
{
	const struct kernel_def *k = run->k;
	int64_t trips;

	for (int d = 0; d < QUASI_LOOPS; ++d) {
		int loop = ptx_emit_loop_at(k, region, d);

		run->values.lo[VAR_LOOP0 + d] = 0;
		run->values.hi[VAR_LOOP0 + d] = 0;
		if (loop >= 0 &&
			graph_is_int(&k->graph, k->loop[loop].hi, &trips))
			run->values.hi[VAR_LOOP0 + d] = trips;
	}
}

static int compare_strides(const void *a, const void *b)
{
	int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

	return (x > y) - (x < y);
}

#define MOST_STRIDES 64

/* Accesses that are searched for one that shows how an address is aligned. */
#define NEIGHBOURS 16

struct shape {
	int elem_B;
	enum ptx_type type;
	int64_t size_B;
	int n_stride;
	int64_t stride[MOST_STRIDES];
	/* bytes from thread to thread, by axis */
	int n_thread[3];
	int64_t thread[3][MOST_STRIDES];
};

static void add_distinct(int64_t n, int *n_of, int64_t of[MOST_STRIDES])
{
	for (int i = 0; i < *n_of; ++i)
		if (of[i] == n)
			return;
	if (*n_of < MOST_STRIDES)
		of[(*n_of)++] = n;
}

static void add_stride(struct shape *s, int64_t stride)
{
	stride = stride < 0 ? -stride : stride;
	if (stride <= s->elem_B || stride % s->elem_B != 0)
		return;
	add_distinct(stride, &s->n_stride, s->stride);
}

/* True if blocks along axis "d" lie as the threads of some access do: accesses
 * of the first thread alone, as of a halo, do not show it.
 */
static bool follows_threads(const struct shape *s, int d, int64_t block,
	int64_t c)
{
	for (int i = 0; i < s->n_thread[d]; ++i)
		if (c % block == 0 && c / block == s->thread[d][i])
			return true;
	return false;
}

/* Accesses and bases by field. */
struct by_field {
	int *first, *base; /* by field; -1: none */
	int *next;	   /* by access: the next one of its field; -1 */
};

static void group(const struct ptx_run *run, struct by_field *by)
{
	const struct kernel_def *k = run->k;
	size_t n = (size_t) k->n_field + 1;

	by->first = memory_new(n * sizeof(int));
	by->base = memory_new(n * sizeof(int));
	by->next = memory_new(((size_t) k->n_access + 1) * sizeof(int));
	for (int i = 0; i < k->n_field; ++i)
		by->first[i] = by->base[i] = -1;
	for (int i = run->n_base - 1; i >= 0; --i)
		if (run->base[i].field >= 0)
			by->base[run->base[i].field] = i;
	for (int i = k->n_access - 1; i >= 0; --i) {
		by->next[i] = by->first[k->access[i].field];
		by->first[k->access[i].field] = i;
	}
}

static void ungroup(struct by_field *by)
{
	free(by->first);
	free(by->base);
	free(by->next);
}

static void measure(struct ptx_run *run, int field, const struct by_field *by,
	struct shape *s)
{
	const struct kernel_def *k = run->k;
	int64_t max;

	for (int i = by->first[field]; i >= 0; i = by->next[i]) {
		const struct ptx_accessed *a = &run->accessed[i];

		if (a->bytes == 0)
			continue;
		if (a->bytes < s->elem_B)
			s->elem_B = a->bytes;
		if (s->type == PTX_NONE || ptx_type_is_float(a->type))
			s->type = a->type;
		for (int d = 0; a->e && d < 3; ++d)
			add_distinct(a->e->coef[VAR_TX + d], &s->n_thread[d],
				s->thread[d]);
	}
	for (int i = by->first[field]; i >= 0; i = by->next[i]) {
		const struct ptx_accessed *a = &run->accessed[i];

		if (!a->e)
			continue;
		bound_counters(run, k->access[i].region);
		if (largest(run, a->e, k->access[i].region, &max) &&
			max + a->bytes > s->size_B)
			s->size_B = max + a->bytes;
		for (int v = 0; v < N_QUASI_VAR; ++v) {
			int64_t c = a->e->coef[v];

			if (c != 0 && v >= VAR_BX && v <= VAR_BZ &&
				follows_threads(s, v - VAR_BX,
					run->block[v - VAR_BX], c))
				c = 0;
			if (v < VAR_LOOP0 || c % 64 == 0)
				add_stride(s, c);
		}
	}
}

/* Rows and planes: the two smallest strides of which one divides the other and
 * that hold all of the field.
 */
static void set_extents(struct ptx_run *run, struct kernel_field *f,
	struct shape *s)
{
	struct graph *g = &run->k->graph;
	int64_t row = 0, plane = 0,
		cells = (s->size_B + s->elem_B - 1) / s->elem_B;

	if (cells < 1)
		cells = 1;
	qsort(s->stride, (size_t) s->n_stride, sizeof(*s->stride),
		compare_strides);
	for (int i = 0; i < s->n_stride && !f->is_shared; ++i) {
		int64_t n = s->stride[i] / s->elem_B;

		if (n >= cells)
			break;
		if (row == 0)
			row = n;
		else if (plane == 0 && n % row == 0)
			plane = n;
	}
	f->n_dim = plane ? 3 : row ? 2 : 1;
	if (plane) {
		f->extent[0] = graph_int(g, row);
		f->extent[1] = graph_int(g, plane / row);
		f->extent[2] = graph_int(g, (cells + plane - 1) / plane);
	} else if (row) {
		f->extent[0] = graph_int(g, row);
		f->extent[1] = graph_int(g, (cells + row - 1) / row);
	} else {
		f->extent[0] = graph_int(g, cells);
	}
}

static void set_field(struct ptx_run *run, int i, const struct by_field *by)
{
	struct kernel_field *f = &run->k->field[i];
	const struct ptx_base *b = by->base[i] < 0 ? NULL :
						     &run->base[by->base[i]];
	struct shape s = { .elem_B = 16 };
	int64_t size_B;

	if (!b)
		return;
	measure(run, i, by, &s);
	/* a narrower part of a wide element is no number */
	f->type = ptx_emit_type(ptx_type_bytes(s.type) <= s.elem_B ? s.type :
								     PTX_NONE,
		s.elem_B);
	if (b->bytes > 0)
		s.size_B = b->bytes;
	if (b->n_elem > 0 &&
		(__builtin_mul_overflow(b->n_elem,
			 b->unit > s.elem_B ? b->unit : s.elem_B, &size_B) ||
			size_B > FAR))
		size_B = FAR;
	if (b->n_elem > 0)
		s.size_B = size_B;
	set_extents(run, f, &s);
}

/* a - b is a multiple of "n" everywhere. */
static bool is_multiple(struct ptx_run *run, const struct quasi *a,
	const struct quasi *b, int64_t n)
{
	struct quasi_pool *pool = run->values.pool;
	const struct quasi *d = quasi_add(pool, a, quasi_scale(pool, b, -1));

	if (!d || d->constant % n != 0)
		return false;
	for (int v = 0; v < N_QUASI_VAR; ++v)
		if (d->coef[v] % n != 0)
			return false;
	for (int i = 0; i < d->n_term; ++i)
		if (d->term[i].coef % n != 0)
			return false;
	return true;
}

/* True if access "j" is the next word behind access "i". */
static bool is_behind(struct ptx_run *run, int i, int j)
{
	const struct kernel_access *a = &run->k->access[i],
				   *b = &run->k->access[j];
	const struct ptx_accessed *x = &run->accessed[i],
				  *y = &run->accessed[j];
	const struct quasi *d;

	if (a->field != b->field || a->region != b->region ||
		a->is_store != b->is_store || a->is_atomic || b->is_atomic ||
		a->hint != b->hint || x->bytes != y->bytes || !x->e || !y->e ||
		x->bytes > 8)
		return false;
	d = quasi_add(run->values.pool, y->e,
		quasi_scale(run->values.pool, x->e, -1));
	return d && quasi_is_constant(d) && d->constant == x->bytes;
}

/* The assembler joins two words that follow each other in code and in memory,
 * if a wider access shows that they are aligned.  Makes the first of two twice
 * as wide, and the second none.
 */
static void join_accesses(struct ptx_run *run)
{
	const struct kernel_def *k = run->k;

	for (int i = 0; i + 1 < k->n_access; ++i) {
		struct ptx_accessed *x = &run->accessed[i];
		bool is_aligned = false;

		if (!is_behind(run, i, i + 1))
			continue;
		for (int j = i + 2;
			j < k->n_access && j < i + NEIGHBOURS && !is_aligned;
			++j)
			is_aligned = k->access[j].field == k->access[i].field &&
				run->accessed[j].e &&
				run->accessed[j].bytes >= 2 * x->bytes &&
				is_multiple(run, run->accessed[j].e, x->e,
					2 * x->bytes);
		if (!is_aligned)
			continue;
		x->bytes *= 2;
		x->vector *= 2;
		run->accessed[++i].bytes = 0;
	}
}

/* An access of more bytes than an element becomes several, but for shared
 * memory, where each has its own width.
 */
static void split_accesses(struct ptx_run *run)
{
	struct kernel_def *k = run->k;
	struct kernel_access *all = NULL;
	int *moved = memory_new(((size_t) k->n_access + 1) * sizeof(int));
	int n = 0;

	for (int i = 0; i < k->n_access; ++i) {
		const struct ptx_accessed *at = &run->accessed[i];
		bool is_shared = k->field[k->access[i].field].is_shared;
		int elem_B = type_bytes(k->field[k->access[i].field].type);
		int parts = is_shared ? 1 : at->bytes / elem_B;

		if (is_shared && at->bytes != elem_B)
			k->access[i].type = ptx_emit_type(at->type, at->bytes);

		moved[i] = n;
		if (at->bytes == 0) {
			moved[i] = n - 1; /* part of the one before */
			continue;
		}
		for (int j = 0; j < parts || j == 0; ++j) {
			struct kernel_access a = k->access[i];

			if (j > 0 && a.address < 0)
				break;
			if (j > 0)
				a.address = graph_binary(&k->graph, GRAPH_ADD,
					a.address,
					graph_int(&k->graph,
						j * (int64_t) elem_B));
			if (j > 0 && !run->note[NOTE_WIDE])
				run->note[NOTE_WIDE] = at->at;
			all = memory_grow(all, (size_t) n, sizeof(*all));
			all[n++] = a;
		}
	}
	for (int i = 0; i < k->graph.n_node; ++i)
		if (k->graph.node[i].op == GRAPH_LOAD)
			k->graph.node[i].aux = moved[k->graph.node[i].aux];
	free(moved);
	free(k->access);
	k->access = all;
	k->n_access = n;
}

/* --------------------------------------------------------------- domain */

int64_t ptx_emit_extent(const struct ptx_run *run, int d)
{
	const struct kernel_def *k = run->k;
	int64_t all = -1;

	for (int i = 0; i < k->n_access; ++i) {
		int64_t most;

		if (!k->access[i].is_store ||
			k->field[k->access[i].field].is_shared)
			continue;
		most = bound_in(run, k->access[i].region, d);
		if (most < 0)
			return -1;
		all = most > all ? most : all;
	}
	return all < 0 ? -1 : all + 1;
}

bool ptx_emit_finish(struct ptx_run *run)
{
	struct kernel_def *k = run->k;
	struct by_field by;

	k->by_address = k->has_flow = true;
	join_accesses(run);
	group(run, &by);
	for (int i = 0; i < k->n_field; ++i)
		set_field(run, i, &by);
	ungroup(&by);
	run->at = NULL;
	if (run->args->sass) {
		run->has_sass = ptx_sass_use(run);
		if (!run->has_sass && !run->args->sass_is_found)
			return false;
	}
	split_accesses(run);
	set_given(run);
	for (int d = 0; d < k->dims; ++d)
		k->domain[d] = graph_int(&k->graph, run->domain[d]);
	if (run->is_outline)
		kernel_finish_outline(k);
	else
		kernel_finish(k);
	return true;
}
