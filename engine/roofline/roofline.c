/* Ceilings, walls and points of a roofline (doc/MODEL.md, chapter 16).  A point
 * is work over what one level of memory moves, below the ceiling of that level.
 */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/model/instruction.h"
#include "engine/roofline/roofline.h"

/* -------------------------------------------------------------- reports */

static struct transactions scaled(const struct transactions *t, double txn)
{
	return (struct transactions) { t->inst, t->txn * txn, 0 };
}

struct roof_case roofline_case(const struct report *r)
{
	const double *v = r->metric;
	double lup = r->lup_per_s * r->time_s;
	bool is_counted = !isnan(r->warp_work.control);
	double tensor = is_counted ? instruction_tensor(&r->warp_work) : 0;

	return (struct roof_case) {
		.n_launch = NAN,
		.limiter = r->n_limit > 0 ? r->limit[r->limiter].name : NULL,
		.limiter_what = r->n_limit > 0 ? r->limit[r->limiter].what :
						 NULL,
		.time_s = r->time_s,
		.low_s = r->time_low_s,
		.high_s = r->time_high_s,
		.clock_Hz = NAN,
		.flops = v[METRIC_flops] * lup - tensor,
		.tensor_flops = tensor > 0 ? tensor : NAN,
		.tensor = r->tensor,
		.l1_B = NAN,
		.system_B = NAN,
		.precision = r->precision,
		.dram_B = (v[METRIC_dram_load_B] + v[METRIC_dram_store_B]) *
			lup,
		.l2_B = (v[METRIC_l2_load_B] + v[METRIC_l2_store_B] -
				r->joined_B) *
			lup,
		.warp_inst = is_counted ? instruction_all(&r->warp_work) : NAN,
		.thread_inst = is_counted ? instruction_all(&r->thread_work) :
					    NAN,
		.tensor_inst = tensor > 0 ? r->warp_work.matrix : NAN,
		.warp_work = r->warp_work,
		.thread_work = r->thread_work,
		.global_load = scaled(&r->global_load,
			r->roofs.sector_B / r->roofs.txn_B),
		.global_store = scaled(&r->global_store,
			r->roofs.store_B / r->roofs.txn_B),
		.l1_load = r->l1_sectors * r->roofs.sector_B / r->roofs.txn_B,
		.shared_load = r->shared_load,
		.shared_store = r->shared_store,
		.elem_B = r->elem_B,
	};
}

/* The sum of the known terms; NaN if neither is known. */
static double add_known(double a, double b)
{
	return isnan(a) ? b : isnan(b) ? a : a + b;
}

/* Operations of matrix units: counted, or instructions of a known size. */
double roofline_tensor_flops(const struct roofs *f, const struct roof_case *c)
{
	return isnan(c->tensor_flops) ?
		c->tensor_inst * f->tensor_FLOP_per_s[c->tensor] /
			f->tensor_inst_per_s[c->tensor] :
		c->tensor_flops;
}

double roofline_flops(const struct roofs *roofs, const struct roof_case *c)
{
	return add_known(c->flops, roofline_tensor_flops(roofs, c));
}

enum precision roofline_precision(const struct roofs *roofs,
	const struct roof_case *c)
{
	double tensor = roofline_tensor_flops(roofs, c);

	return tensor > 0 && !(c->flops > tensor) ? PRECISION_TENSOR :
						    c->precision;
}

/* Ceilings of matrix units in FLOP/s and in instructions. */
static const char *const tensor_names[N_TENSOR] = {
#define TENSOR(type, word, elem_B, work, share, what) "tensor_" #type,
#include "hw/tensor.def"
};
static const char *const tensor_words[N_TENSOR] = {
#define TENSOR(type, word, elem_B, work, share, what) "matrix units, " what,
#include "hw/tensor.def"
};
static const char *const tensor_pipe_words[N_TENSOR] = {
#define TENSOR(type, word, elem_B, work, share, what) \
	"matrix instructions, " what,
#include "hw/tensor.def"
};

/* The first type of the same rate. */
static int tensor_alike(const double *rate, int type)
{
	int first = 0;

	while (first < type && rate[first] != rate[type])
		++first;
	return first;
}

static const char *tensor_name(const struct roofs *f, enum tensor type)
{
	int first = tensor_alike(f->tensor_FLOP_per_s, type);

	return first == TENSOR_fp16 ? "tensor" : tensor_names[first];
}

const char *roofline_peak(const struct roofs *roofs, const struct roof_case *c)
{
	enum precision precision = roofline_precision(roofs, c);

	return precision == PRECISION_TENSOR ? tensor_name(roofs, c->tensor) :
					       precision_names[precision];
}

bool roofline_can(enum roofline_kind kind, const struct roof_case *c,
	char why[256])
{
	double tensor = add_known(c->tensor_flops, c->tensor_inst);

	why[0] = '\0';
	if (!(c->time_s > 0))
		snprintf(why, 256, "'%s' has no time", c->name);
	else if (kind == ROOFLINE_CLASSIC && tensor > 0)
		return true;
	else if (kind == ROOFLINE_CLASSIC && isnan(c->flops))
		snprintf(why, 256,
			"the floating-point operations of '%s' are "
			"not counted; 'kind instruction' does not need them",
			c->name);
	else if (kind == ROOFLINE_CLASSIC && !(c->flops > 0))
		snprintf(why, 256,
			"'%s' has no floating-point operations: "
			"'kind instruction' places it",
			c->name);
	else if (kind == ROOFLINE_INSTRUCTION && isnan(c->thread_inst) &&
		isnan(c->warp_inst) && !(c->tensor_inst > 0))
		snprintf(why, 256, "the instructions of '%s' are not counted%s",
			c->name,
			c->is_measured ? "" :
					 ": 'model = wsp' "
					 "counts them");
	return !why[0];
}

/* ------------------------------------------------------------- ceilings */

static struct ceiling *add_ceiling(struct roofline *r, const char *name,
	const char *what, enum ceiling_kind kind, double value)
{
	struct ceiling *c = &r->ceiling[r->n_ceiling];

	if (!isfinite(value) || value <= 0)
		return NULL;
	*c = (struct ceiling) { name, what, kind, value, NAN, false };
	++r->n_ceiling;
	return c;
}

static void add_bandwidth(struct roofline *r, const char *name,
	const char *what, double value, double theoretical)
{
	struct ceiling *c = add_ceiling(r, name, what, CEILING_BANDWIDTH,
		value);

	/* a figure that was not measured is the theoretical one itself */
	if (c && theoretical > value)
		c->theoretical = theoretical;
}

static void add_pipe(struct roofline *r, const char *name, const char *what,
	double value)
{
	struct ceiling *c = add_ceiling(r, name, what, CEILING_PEAK, value);

	if (c)
		c->is_pipe = true;
}

static void add_wall(struct roofline *r, const char *name, const char *what,
	bool is_shared, double elem_B, double intensity)
{
	if (isfinite(intensity) && r->n_wall < ROOFLINE_WALLS)
		r->wall[r->n_wall++] = (struct wall) { name, what, is_shared,
			elem_B, intensity };
}

static const char *l1_words(const struct roofs *f)
{
	return f->l1_is_derived ? "L1 bandwidth, as its banks allow" :
				  "L1 bandwidth";
}

static bool has_precision(const struct roofline *r, enum precision precision)
{
	for (int i = 0; i < r->n_case; ++i)
		if (roofline_precision(&r->roofs, &r->cases[i]) == precision)
			return true;
	return r->n_case == 0;
}

/* A device shows the peaks of all types, a launch that of its own. */
static bool has_tensor(const struct roofline *r, int type)
{
	const double *rate = r->roofs.tensor_FLOP_per_s;

	for (int i = 0; i < r->n_case; ++i)
		if (roofline_precision(&r->roofs, &r->cases[i]) ==
				PRECISION_TENSOR &&
			tensor_alike(rate, r->cases[i].tensor) == type)
			return true;
	return r->n_case == 0 && tensor_alike(rate, type) == type;
}

/* Without fma, half of the operations. */
static void classic_ceilings(struct roofline *r)
{
	const struct roofs *f = &r->roofs;

	for (int t = 0; t < N_TENSOR; ++t)
		if (has_tensor(r, t))
			add_ceiling(r, tensor_name(f, t), tensor_words[t],
				CEILING_PEAK, f->tensor_FLOP_per_s[t]);
	if (has_precision(r, PRECISION_FP16))
		add_ceiling(r, "fp16", "FP16", CEILING_PEAK,
			f->fp16_FLOP_per_s);
	add_ceiling(r, "fp32", "FP32", CEILING_PEAK, f->fp32_FLOP_per_s);
	add_ceiling(r, "fp32_no_fma", "FP32 without fma", CEILING_PEAK,
		f->fp32_FLOP_per_s / 2);
	add_ceiling(r, "fp64", "FP64", CEILING_PEAK, f->fp64_FLOP_per_s);
	add_ceiling(r, "fp64_no_fma", "FP64 without fma", CEILING_PEAK,
		f->fp64_FLOP_per_s / 2);
	add_bandwidth(r, "l1", l1_words(f), f->l1_B_per_s, f->l1_peak_B_per_s);
	add_bandwidth(r, "l2", "L2 bandwidth", f->l2_B_per_s, NAN);
	add_bandwidth(r, "dram", "DRAM bandwidth", f->dram_B_per_s,
		f->dram_peak_B_per_s);
	if (r->n_case == 0)
		add_pipe(r, "sfu", "special functions, one FLOP each",
			f->sfu_inst_per_s * f->lanes);
}

/* Bandwidths in transactions, each level's in its own.
 *
 *	b / s							  (16.9)
 */
static void instruction_ceilings(struct roofline *r)
{
	const struct roofs *f = &r->roofs;

	add_ceiling(r, "issue", "instruction issue", CEILING_PEAK,
		f->inst_per_s);
	add_ceiling(r, "tensor", "matrix instructions", CEILING_PEAK,
		f->tensor_inst_per_s[TENSOR_fp16]);
	add_bandwidth(r, "l1", l1_words(f), f->l1_B_per_s / f->txn_B,
		f->l1_peak_B_per_s / f->txn_B);
	add_bandwidth(r, "l2", "L2 bandwidth", f->l2_B_per_s / f->txn_B, NAN);
	add_bandwidth(r, "dram", "DRAM bandwidth", f->dram_B_per_s / f->txn_B,
		f->dram_peak_B_per_s / f->txn_B);
	add_bandwidth(r, "shared", "shared memory",
		f->shared_B_per_s / f->shared_txn_B, NAN);
	add_pipe(r, "pipe_fp32", "FP32 instructions", f->fp32_inst_per_s);
	add_pipe(r, "pipe_fp64", "FP64 instructions", f->fp64_inst_per_s);
	add_pipe(r, "pipe_int", "integer instructions", f->int_inst_per_s);
	add_pipe(r, "pipe_lsu", "loads and stores", f->lsu_inst_per_s);
	add_pipe(r, "pipe_sfu", "special functions", f->sfu_inst_per_s);
	for (int t = 1; t < N_TENSOR; ++t)
		if (tensor_alike(f->tensor_inst_per_s, t) == t)
			add_pipe(r, tensor_names[t], tensor_pipe_words[t],
				f->tensor_inst_per_s[t]);
}

double roofline_ridge(const struct ceiling *peak,
	const struct ceiling *bandwidth)
{
	return peak->value / bandwidth->value;
}

/* Sizes of elements that have a wall of stride 1, largest first. */
static const struct {
	double elem_B;
	const char *name, *what;
} strides[] = {
	{ 16, "stride_1_16B", "stride 1, 16 B" },
	{ 8, "stride_1_fp64", "stride 1, 8 B" },
	{ 4, "stride_1_fp32", "stride 1, 4 B" },
	{ 2, "stride_1_fp16", "stride 1, 2 B" },
	{ 1, "stride_1_int8", "stride 1, 1 B" },
};

/* Where no launch says how large its elements are, 4 and 8 bytes. */
static bool has_elements(const struct roofline *r, double elem_B)
{
	bool is_known = false;

	for (int i = 0; i < r->n_case; ++i) {
		is_known |= r->cases[i].elem_B > 0;
		if (r->cases[i].elem_B == elem_B)
			return true;
	}
	return !is_known && (elem_B == 4 || elem_B == 8);
}

/* Instructions per transaction of accesses with a stride: one transaction
 * for all lanes, those that the bytes of all lanes fill, one for each lane.
 *
 *	1,	min(1, s / (l e)),	1 / l			  (16.10)
 *
 *	s  bytes of a transaction, l  lanes, e  bytes of an element
 */
static void walls(struct roofline *r)
{
	const struct roofs *f = &r->roofs;
	double per_B = f->txn_B / f->lanes;

	for (int i = (int) (sizeof(strides) / sizeof(strides[0])) - 1; i >= 0;
		--i)
		if (has_elements(r, strides[i].elem_B))
			add_wall(r, strides[i].name, strides[i].what, false,
				strides[i].elem_B,
				fmin(1, per_B / strides[i].elem_B));
	add_wall(r, "stride_0", "stride 0", false, 0, 1);
	add_wall(r, "stride_8", "stride 8", false, 0, 1 / f->lanes);
	add_wall(r, "no_conflicts", "no conflicts", true, 0, 1);
	add_wall(r, "all_conflicts",
		f->lanes == 32 ? "32-way conflicts" : "all lanes conflict",
		true, 0, 1 / f->lanes);
}

/* --------------------------------------------------------------- points */

static double ceiling_value(const struct roofline *r, const char *name)
{
	for (int i = 0; i < r->n_ceiling; ++i)
		if (strcmp(r->ceiling[i].name, name) == 0)
			return r->ceiling[i].value;
	return NAN;
}

/* "fp64" and "fp64_no_fma" are peaks of the same units. */
static bool is_peak_of(const char *name, const char *peak)
{
	size_t n = strlen(peak);

	return strncmp(name, peak, n) == 0 &&
		(!name[n] || strcmp(name + n, "_no_fma") == 0);
}

/* The ceiling whose height at the point's intensity is nearest, as a
 * ratio: a peak of its own units, or the bandwidth of its own level.
 */
static const char *find_nearest(const struct roofline *r,
	const struct roof_point *p, const char *peak, const char *level)
{
	double least = INFINITY;
	const char *nearest = NULL;

	for (int i = 0; i < r->n_ceiling; ++i) {
		const struct ceiling *c = &r->ceiling[i];
		double height = c->kind == CEILING_PEAK ?
			c->value :
			c->value * p->intensity,
		       far;

		if (c->kind == CEILING_BANDWIDTH ? strcmp(c->name, level) :
						   !is_peak_of(c->name, peak))
			continue;
		far = fabs(log(height / p->performance));
		if (far < least) {
			least = far;
			nearest = c->name;
		}
	}
	return nearest;
}

static const char *find_wall(const struct roofline *r,
	const struct roof_point *p, double elem_B)
{
	double least = INFINITY;
	const char *nearest = NULL;

	for (int i = 0; i < r->n_wall; ++i) {
		const struct wall *w = &r->wall[i];
		double far = fabs(log(w->intensity / p->intensity));

		if (w->is_shared ||
			(w->elem_B > 0 && elem_B > 0 && w->elem_B != elem_B) ||
			far >= least)
			continue;
		least = far;
		nearest = w->name;
	}
	return nearest;
}

static void bound_point(const struct roofline *r, struct roof_point *p,
	const char *peak, const char *level)
{
	p->bound = fmin(p->peak, p->slope * p->intensity);
	p->ceiling = p->slope * p->intensity < p->peak ? level : peak;
	p->nearest = find_nearest(r, p, peak, level);
	p->share = p->performance / p->bound;
	p->least_s = p->work / p->bound;
}

/* The point of "work" done while "moved" went through "level".
 *
 *	x = W / V,  y = W / T,  y <= min(P, b x)		  (16.3)
 *
 *	W  operations or instructions		work
 *	V  bytes or transactions of the level	moved
 *	T  time of the launch			time_s
 *	P, b  ceiling, bandwidth		peak, level
 */
static struct roof_point *add_point(struct roofline *r, int of_case,
	enum point_of of, const char *name, double work, double moved,
	const char *peak, const char *level)
{
	struct roof_point *p = &r->point[r->n_point];
	double time_s = r->cases[of_case].time_s;

	*p = (struct roof_point) {
		.of_case = of_case,
		.of = of,
		.name = name,
		.work = work,
		.moved = moved,
		.intensity = work / moved,
		.performance = work / time_s,
		.peak = ceiling_value(r, peak),
		.slope = ceiling_value(r, level),
		.ways = NAN,
	};
	/* less than one byte or transaction is nothing */
	if (!(work > 0) || !(moved >= 1) || !isfinite(p->intensity) ||
		isnan(p->slope) || isnan(p->peak))
		return NULL;
	bound_point(r, p, peak, level);
	++r->n_point;
	return p;
}

/* What L1 moves: sectors of global memory, as far as it delivers them (7.28),
 * and, where it is the same memory, rows of shared memory, all in transactions of
 * global memory that take as long.
 *
 *	V_L1 = V_global + (b / b_shared) (s_shared / s) V_shared  (16.4)
 */
double roofline_l1_txn(const struct roofs *f, const struct roof_case *c)
{
	double shared = c->shared_load.txn + c->shared_store.txn;
	double load = c->l1_load > 0 ? c->l1_load : c->global_load.txn;
	double global = load + c->global_store.txn;

	if (isnan(global))
		return c->l1_B / f->txn_B;
	return global +
		(isnan(shared) || !f->shared_is_l1 ?
				0 :
				shared * f->shared_txn_B / f->txn_B *
					f->l1_B_per_s / f->shared_B_per_s);
}

static void classic_points(struct roofline *r, int i)
{
	const struct roof_case *c = &r->cases[i];
	const char *peak = roofline_peak(&r->roofs, c);
	double flops = roofline_flops(&r->roofs, c);

	add_point(r, i, POINT_ALL, "dram", flops, c->dram_B, peak, "dram");
	add_point(r, i, POINT_ALL, "l2", flops, c->l2_B, peak, "l2");
	add_point(r, i, POINT_ALL, "l1", flops,
		roofline_l1_txn(&r->roofs, c) * r->roofs.txn_B, peak, "l1");
}

/* Rows of shared memory that a warp's request takes, over the fewest that its
 * bytes can take.  Elements of a measured launch are not known: any row beyond
 * the first counts.
 *
 *	k = (V / W) / max(1, l e / s)				  (16.15)
 */
static double conflict_ways(const struct roofline *r,
	const struct transactions *t, double elem_B)
{
	const struct roofs *f = &r->roofs;
	double least = elem_B > 0 ? f->lanes * elem_B / f->shared_txn_B : 1;

	return t->least > 0 ? t->txn / t->least :
			      t->txn / t->inst / fmax(1, least);
}

static const char *conflict_wall(const struct roofline *r, double ways)
{
	return ways < 1.2		     ? "no_conflicts" :
		ways > 0.97 * r->roofs.lanes ? "all_conflicts" :
					       "some_conflicts";
}

/* The share of global transactions that L1 delivers (7.28): it gets through the
 * others in no time.
 */
static double delivered(const struct roof_case *c, enum point_of of)
{
	double load = c->l1_load > 0 ? c->l1_load : c->global_load.txn;
	double store = c->global_store.txn;

	return of == POINT_STORES ?
		1 :
		of == POINT_LOADS ?
		load / c->global_load.txn :
		(load + store) / (c->global_load.txn + store);
}

static void add_memory(struct roofline *r, int i, enum point_of of,
	const char *name, const struct transactions *t, bool is_shared)
{
	struct roof_point *p = add_point(r, i, of, name, t->inst, t->txn,
		"issue", is_shared ? "shared" : "l1");

	if (p && !is_shared) {
		p->slope /= delivered(&r->cases[i], of);
		bound_point(r, p, "issue", "l1");
	}

	if (p && is_shared) {
		p->ways = conflict_ways(r, t, r->cases[i].elem_B);
		p->wall = conflict_wall(r, p->ways);
	} else if (p) {
		p->wall = find_wall(r, p, r->cases[i].elem_B);
	}
}

static void add_both(struct roofline *r, int i, const char *const name[3],
	const struct transactions *load, const struct transactions *store,
	bool is_shared)
{
	struct transactions both = { load->inst + store->inst,
		load->txn + store->txn, load->least + store->least };

	add_memory(r, i, POINT_LOADS_STORES, name[0], &both, is_shared);
	add_memory(r, i, POINT_LOADS, name[1], load, is_shared);
	add_memory(r, i, POINT_STORES, name[2], store, is_shared);
}

/* The ceiling of matrix instructions of a type. */
static const char *tensor_pipe(const struct roofline *r, enum tensor type)
{
	int first = tensor_alike(r->roofs.tensor_inst_per_s, type);

	return first == TENSOR_fp16 ? "tensor" : tensor_names[first];
}

static void instruction_points(struct roofline *r, int i)
{
	static const char *const global[3] = { "global", "global_load",
		"global_store" };
	static const char *const shared[3] = { "shared", "shared_load",
		"shared_store" };
	static const char *const level[3] = { "dram", "l2", "l1" };
	static const char *const tensor[3] = { "tensor_dram", "tensor_l2",
		"tensor_l1" };
	const struct roof_case *c = &r->cases[i];
	const struct roofs *f = &r->roofs;
	const double moved[3] = { c->dram_B / f->txn_B, c->l2_B / f->txn_B,
		roofline_l1_txn(f, c) };
	double inst = isnan(c->thread_inst) ? c->warp_inst :
					      c->thread_inst / f->lanes;

	for (int k = 0; k < 3; ++k)
		add_point(r, i, POINT_ALL, level[k], inst, moved[k], "issue",
			level[k]);
	for (int k = 0; k < 3; ++k)
		add_point(r, i, POINT_TENSOR, tensor[k], c->tensor_inst,
			moved[k], tensor_pipe(r, c->tensor), level[k]);
	add_both(r, i, global, &c->global_load, &c->global_store, false);
	add_both(r, i, shared, &c->shared_load, &c->shared_store, true);
}

double roofline_predication(const struct roofs *roofs,
	const struct roof_case *c)
{
	return c->warp_inst * roofs->lanes / c->thread_inst;
}

void roofline_make(struct roofline *r, enum roofline_kind kind,
	const struct roofs *roofs, int n_case, const struct roof_case *cases)
{
	r->kind = kind;
	r->roofs = *roofs;
	r->n_case = n_case;
	r->cases = cases;
	r->n_ceiling = r->n_wall = r->n_point = 0;
	if (kind == ROOFLINE_CLASSIC) {
		classic_ceilings(r);
	} else {
		instruction_ceilings(r);
		walls(r);
	}
	for (int i = 0; i < n_case; ++i)
		if (kind == ROOFLINE_CLASSIC)
			classic_points(r, i);
		else
			instruction_points(r, i);
}
