/* What holds a launch back, in one sentence: the ceiling that decides, bank
 * conflicts, lanes that wait, and sectors that are not used.
 */

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/roofline/roofline.h"

/* A measured launch that reaches this much of a ceiling is held by it: copies
 * reach 90 to 95 % of DRAM, and kernels with two kinds of work 60 to 80 %.
 */
#define DECIDES 0.6

/* Counters and times of separate runs differ by a few per cent. */
#define ABOVE 1.05

struct words {
	char *text;
	size_t len;
};

__attribute__((format(printf, 2, 3))) static void add(struct words *w,
	const char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(w->text + w->len, ROOFLINE_VERDICT - w->len, fmt, args);
	va_end(args);
	if (n > 0)
		w->len += (size_t) n;
	if (w->len >= ROOFLINE_VERDICT)
		w->len = ROOFLINE_VERDICT - 1;
}

static const struct roof_point *find_point(const struct roofline *r, int i,
	const char *name)
{
	for (int k = 0; k < r->n_point; ++k)
		if (r->point[k].of_case == i &&
			strcmp(r->point[k].name, name) == 0)
			return &r->point[k];
	return NULL;
}

/* The point that gets nearest to its bound.  Where L2 counts more than what L1
 * asks for, it cannot be compared with its ceiling.
 */
static const struct roof_point *find_highest(const struct roofline *r, int i)
{
	const struct roof_point *high = NULL;

	for (int k = 0; k < r->n_point; ++k) {
		const struct roof_point *p = &r->point[k];

		if (p->of_case == i && p->of != POINT_LOADS &&
			p->of != POINT_STORES &&
			(r->cases[i].l2_of != L2_OF_ALL ||
				strcmp(p->name, "l2") != 0) &&
			(!high || p->share > high->share))
			high = p;
	}
	return high;
}

static const char *words_of(const struct roofline *r, const char *ceiling)
{
	for (int i = 0; i < r->n_ceiling; ++i)
		if (strcmp(r->ceiling[i].name, ceiling) == 0)
			return r->ceiling[i].what;
	return ceiling;
}

/* What can be wrong with a profile whose point is above its ceiling. */
static void add_above(const struct roofline *r, const struct roof_point *p,
	struct words *w)
{
	add(w, "%.0f %% of %s is more than the device can: ", 100 * p->share,
		words_of(r, p->ceiling));
	if (strcmp(p->ceiling, "l2") == 0 || strcmp(p->ceiling, "l1") == 0)
		add(w,
			"counters of another run than the time, another clock "
			"or device, or a figure of the device that is too low");
	else
		add(w,
			"the time is of another run or clock than the "
			"counters, or the device is another");
}

static const char *decide(const char *what)
{
	size_t n = strlen(what);

	return n > 0 && what[n - 1] == 's' ? "decide" : "decides";
}

/* The share of its ceiling that the level of the limiter has, or the nearest. */
static void add_predicted(const struct roofline *r, int i, struct words *w)
{
	const struct roof_case *c = &r->cases[i];
	const struct roof_point *p = find_point(r, i, c->limiter),
				*high = find_highest(r, i);

	if (p)
		add(w, "%.0f %% of %s, which decides",
			100 * p->performance / (p->slope * p->intensity),
			words_of(r, p->name));
	else if (high)
		add(w, "%.0f %% of %s: %s %s", 100 * high->share,
			words_of(r, high->ceiling), c->limiter_what,
			decide(c->limiter_what));
	else
		add(w, "%s %s", c->limiter_what, decide(c->limiter_what));
}

static void add_measured(const struct roofline *r, int i, struct words *w)
{
	const struct roof_case *c = &r->cases[i];
	const struct roof_point *high = find_highest(r, i);
	double issue = c->warp_inst / c->time_s / r->roofs.inst_per_s;
	double tensor = roofline_tensor_flops(&r->roofs, c) / c->time_s /
		r->roofs.tensor_FLOP_per_s[c->tensor];

	if (tensor >= DECIDES && (!high || tensor > high->share))
		add(w, "%.0f %% of the matrix units, which decide",
			100 * tensor);
	else if (issue >= DECIDES && (!high || issue > high->share))
		add(w, "%.0f %% of instruction issue, which decides",
			100 * issue);
	else if (!high)
		add(w, "no traffic is counted: nothing to compare it with");
	else if (high->share > ABOVE)
		add_above(r, high, w);
	else if (high->share >= DECIDES)
		add(w, "%.0f %% of %s, which decides", 100 * high->share,
			words_of(r, high->ceiling));
	else
		add(w,
			"%.0f %% of %s is the most it reaches: latency, too "
			"few warps or uneven work decides",
			100 * high->share, words_of(r, high->ceiling));
}

static void add_conflicts(const struct roofline *r, int i, struct words *w)
{
	static const char *const name[] = { "shared_load", "shared_store" };
	static const char *const words[] = { "loads", "stores" };

	for (int k = 0; k < 2; ++k) {
		const struct roof_point *p = find_point(r, i, name[k]);

		if (p && p->ways >= 1.2)
			add(w, "; %.3g-way bank conflicts of %s", p->ways,
				words[k]);
	}
}

static void add_lanes(const struct roofline *r, int i, struct words *w)
{
	double lanes = r->roofs.lanes,
	       active = lanes / roofline_predication(&r->roofs, &r->cases[i]);

	if (active < 0.95 * lanes)
		add(w, "; %.3g of %.0f lanes active", active, lanes);
}

/* Transactions of a request beyond those that its bytes need; without a size
 * of elements, beyond those of 8-byte elements.
 */
static void add_strides(const struct roofline *r, int i, struct words *w)
{
	static const char *const name[] = { "global_load", "global_store" };
	static const char *const words[] = { "load", "store" };
	const struct roofs *f = &r->roofs;
	double elem_B = r->cases[i].elem_B > 0 ? r->cases[i].elem_B : 8;
	double needed = fmax(1, f->lanes * elem_B / f->txn_B);

	for (int k = 0; k < 2; ++k) {
		const struct roof_point *p = find_point(r, i, name[k]);

		if (p && 1 / p->intensity > 1.3 * needed)
			add(w, "; a %s takes %.3g transactions where %.3g do",
				words[k], 1 / p->intensity, needed);
	}
}

int roofline_absent(const struct roofline *r, int of_case,
	struct roof_absent absent[ROOFLINE_LEVELS])
{
	const struct roof_case *c = &r->cases[of_case];
	const struct {
		const char *name, *level;
		double moved;
	} levels[ROOFLINE_LEVELS] = {
		{ "dram", "DRAM", c->dram_B },
		{ "l2", "L2", c->l2_B },
		{ "l1", "L1", roofline_l1_txn(&r->roofs, c) },
	};
	int n = 0;

	for (int k = 0; k < ROOFLINE_LEVELS; ++k) {
		if (find_point(r, of_case, levels[k].name))
			continue;
		absent[n].level = levels[k].level;
		absent[n].lacks = isnan(levels[k].moved) ? c->lacks[k] : NULL;
		absent[n++].why = isnan(levels[k].moved) ?
			"its traffic is not counted" :
			levels[k].moved < 1 ? "nothing moves through it" :
					      "its bandwidth is not known";
	}
	return n;
}

void roofline_verdict(const struct roofline *r, int of_case,
	char text[ROOFLINE_VERDICT])
{
	const struct roof_case *c = &r->cases[of_case];
	struct words w = { text, 0 };

	text[0] = '\0';
	if (c->is_measured)
		add_measured(r, of_case, &w);
	else if (c->limiter)
		add_predicted(r, of_case, &w);
	else
		add(&w, "the model names no limiter");
	if (c->l2_of == L2_OF_ALL)
		add(&w,
			"; the point of L2 has fills from DRAM and traffic "
			"inside L2");
	else if (c->l2_of == L2_OF_READS)
		add(&w, "; the point of L2 has no stores");
	add_conflicts(r, of_case, &w);
	add_lanes(r, of_case, &w);
	add_strides(r, of_case, &w);
}
