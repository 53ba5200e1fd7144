/* The report as a person reads it: the memory hierarchy with the volumes on
 * its edges, a bar for each limiter, the verdict; and explain.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/report/formula.h"
#include "lang/ask/answer.h"
#include "lang/ask/figure.h"
#include "lang/launch/options.h"
#include "lang/number/unit.h"

#define BAR_CHARS 32
#define LEAST_S	  1e-12 /* a limit below is left out: it cannot matter */

/* "v" to four digits: more would claim more than a model knows. */
void answer_quantity(struct buffer *out, double v, const char *unit)
{
	char digits[32];
	struct value value;

	snprintf(digits, sizeof(digits), "%.4g", v);
	value = answer_figure(strtod(digits, NULL), unit);
	value_print(&value, out);
	value_free(&value);
}

/* A few digits are enough on the edges of the picture. */
static void add_short(struct buffer *out, double v)
{
	buffer_printf(out,
		fabs(v) >= 1000	       ? "%.0f" :
			fabs(v) >= 100 ? "%.1f" :
					 "%.2f",
		v);
}

void answer_extents(struct buffer *out, const int64_t *extent, int n)
{
	for (int i = 0; i < n; ++i)
		buffer_printf(out, "%s%lld", i ? "x" : "",
			(long long) extent[i]);
}

void answer_fold(struct buffer *out, const struct report *r)
{
	bool apart = r->apart[0] || r->apart[1] || r->apart[2];

	if (!apart) {
		answer_extents(out, r->fold, r->dims);
		return;
	}
	for (int i = 0; i < r->dims; ++i)
		buffer_printf(out, "%s%lld%s", i ? ", " : "(",
			(long long) r->fold[i], r->apart[i] ? " by block" : "");
	buffer_add_char(out, ')');
}

void answer_title(const struct report *r, struct buffer *out)
{
	bool folded = false;

	for (int i = 0; i < r->dims; ++i)
		folded |= r->fold[i] > 1;
	buffer_printf(out, "%s on %s, domain ", r->kernel, r->device);
	answer_extents(out, r->domain, r->dims);
	buffer_add(out, ", block ");
	answer_extents(out, r->block, r->dims);
	if (folded) {
		buffer_add(out, ", fold ");
		answer_fold(out, r);
	}
	if (strcmp(r->order, "rows") != 0)
		buffer_printf(out, ", order %s", r->order);
	buffer_printf(out, ", model %s", model_names[r->model]);
}

/* "  = 30.10 compulsory + 2.00 capacity", leaving out what is nothing */
static void add_parts(const struct report *r, struct buffer *out,
	const struct flow *flow)
{
	const char *gap = "  = ";

	for (int i = 0; i < flow->n_part; ++i) {
		double v = flow->part[i].sign * r->metric[flow->part[i].metric];

		if (isnan(v) || fabs(v) < 0.005)
			continue;
		/* the first one, or the next, which may be less than 0 */
		if (gap)
			buffer_printf(out, "%s%s", gap, v < 0 ? "-" : "");
		else
			buffer_add(out, v < 0 ? " - " : " + ");
		add_short(out, fabs(v));
		buffer_printf(out, " %s", flow->part[i].what);
		gap = NULL;
	}
}

static void add_edge(const struct report *r, struct buffer *out,
	const char *arrow, enum metric metric, const struct flow *flow)
{
	struct buffer v = { 0 };

	if (isnan(r->metric[metric]))
		return;
	add_short(&v, r->metric[metric]);
	buffer_printf(out, "     %s %8s B/LUP", arrow, buffer_text(&v));
	buffer_free(&v);
	if (flow)
		add_parts(r, out, flow);
	buffer_add(out, "\n");
}

static void add_flow(const struct report *r, struct buffer *out,
	const char *arrow, enum flow_name flow)
{
	add_edge(r, out, arrow, flows[flow].metric, &flows[flow]);
}

static const char *plural(double n)
{
	return n == 1 ? "" : "s";
}

static void add_hierarchy(const struct report *r, struct buffer *out)
{
	buffer_add(out, "  registers\n");
	add_edge(r, out, "^ load ", METRIC_l1_load_B, NULL);
	buffer_add(out, "  L1    ");
	answer_quantity(out, r->metric[METRIC_l1_wavefronts], "cyc/LUP");
	buffer_add(out, " for wavefronts\n");
	add_flow(r, out, "^ load ", FLOW_L2_LOAD);
	add_flow(r, out, "v store", FLOW_L2_STORE);
	buffer_add(out, "  L2\n");
	if (!isnan(r->metric[METRIC_l3_load_B])) {
		add_edge(r, out, "^ load ", METRIC_l3_load_B, NULL);
		add_edge(r, out, "v store", METRIC_l3_store_B, NULL);
		buffer_add(out, "  L3\n");
	}
	add_flow(r, out, "^ load ", FLOW_DRAM_LOAD);
	add_flow(r, out, "v store", FLOW_DRAM_STORE);
	buffer_add(out, "  DRAM");
	if (!isnan(r->metric[METRIC_tlb_pages])) {
		buffer_add(out, "  ");
		answer_quantity(out, r->metric[METRIC_tlb_pages], "");
		buffer_printf(out, " page%s touched by a wave",
			plural(r->metric[METRIC_tlb_pages]));
	}
	buffer_add(out, "\n");
}

/* Where the estimate of registers is not sure enough to know the blocks. */
static void add_blocks(const struct report *r, int registers, int blocks,
	struct buffer *out)
{
	/* the published models have their own rules of occupancy */
	if (blocks == r->occupancy.blocks_per_sm || r->model != MODEL_WSP)
		return;
	buffer_printf(out, "             with %d registers ", registers);
	if (blocks == 0)
		buffer_add(out, "no block would fit\n");
	else
		buffer_printf(out, "%d block%s, %d warps per SM\n", blocks,
			plural(blocks), blocks * r->occupancy.warps_per_block);
}

static void add_occupancy(const struct report *r, struct buffer *out)
{
	buffer_printf(out,
		"  occupancy  %d block%s, %d warp%s per SM, limited "
		"by %s; %d register%s per thread",
		r->occupancy.blocks_per_sm, plural(r->occupancy.blocks_per_sm),
		r->occupancy.warps_per_sm, plural(r->occupancy.warps_per_sm),
		r->occupancy.limiter, r->registers.n, plural(r->registers.n));
	if (r->registers.low < r->registers.high)
		buffer_printf(out, " (estimated, %d to %d)", r->registers.low,
			r->registers.high);
	buffer_add(out, "\n");
	add_blocks(r, r->registers.low, r->blocks_low, out);
	add_blocks(r, r->registers.high, r->blocks_high, out);
	buffer_add(out, "  work       ");
	answer_quantity(out, r->metric[METRIC_flops], "FLOP/LUP");
	if (!isnan(r->metric[METRIC_instructions])) {
		buffer_add(out, ", ");
		answer_quantity(out, r->metric[METRIC_instructions],
			"inst/LUP");
	}
	buffer_add(out, "\n");
	if (r->counted)
		buffer_printf(out, "  volumes    %s\n", r->counted);
}

static void add_limits(const struct report *r, struct buffer *out)
{
	bool done[REPORT_LIMITS] = { false };
	double longest = r->limit[r->limiter].seconds;

	for (int i = 0; i < r->n_limit; ++i) {
		struct buffer time = { 0 };
		int best = -1, n;

		for (int j = 0; j < r->n_limit; ++j)
			if (!done[j] &&
				(best < 0 ||
					r->limit[j].seconds >
						r->limit[best].seconds))
				best = j;
		done[best] = true;
		if (r->limit[best].seconds < LEAST_S && best != r->limiter)
			break;
		answer_quantity(&time, r->limit[best].seconds, "s");
		n = longest > 0 ?
			(int) floor(
				BAR_CHARS * r->limit[best].seconds / longest +
				0.5) :
			0;
		buffer_printf(out, "  %-9s %11s  ", r->limit[best].name,
			buffer_text(&time));
		buffer_repeat(out, '#', n);
		buffer_repeat(out, ' ', BAR_CHARS - n);
		buffer_printf(out, "  %s%s\n", r->limit[best].what,
			best == r->limiter ? "  <- decides" : "");
		buffer_free(&time);
	}
}

/* A rate in units of 1e9, with no more digits than the time it follows from. */
static void add_rate(const struct report *r, struct buffer *out,
	const char *name, double rate, const char *unit, double share)
{
	double step = 1;

	if (isnan(rate))
		return;
	while (r->time_low_s > 0 && rate / 1e9 >= 1000 * step)
		step *= 10;
	buffer_printf(out, ", %s %.0f %s", name,
		step * round(rate / 1e9 / step), unit);
	if (!isnan(share))
		buffer_printf(out, " (%.0f %%)", 100 * share);
}

/* With its interval; figures that follow from it have as many digits. */
static void add_time(const struct report *r, struct buffer *out)
{
	struct value time = answer_figure(r->time_s, "s");

	time.u.number.low = (float) (r->time_low_s / r->time_s);
	time.u.number.high = (float) (r->time_high_s / r->time_s);
	value_print(&time, out);
}

static void add_figure(const struct report *r, struct buffer *out, double v,
	const char *unit)
{
	struct value figure = answer_figure(v, unit);
	struct buffer text = { 0 };

	if (!(r->time_low_s > 0)) {
		answer_quantity(out, v, unit);
		return;
	}
	figure.u.number.low = figure.u.number.high = 1;
	value_print(&figure, &text);
	buffer_add_bytes(out, buffer_text(&text),
		(size_t) (strstr(buffer_text(&text), " (") -
			buffer_text(&text)));
	buffer_free(&text);
}

/* Launches of which the kernel itself is a smaller share say so. */
#define NOTABLY_LESS 0.8

static void add_result(const struct report *r, struct buffer *out)
{
	buffer_add(out, "  time ");
	if (r->time_low_s > 0)
		add_time(r, out);
	else
		answer_quantity(out, r->time_s, "s");
	if (r->kernel_s < NOTABLY_LESS * r->time_s) {
		buffer_add(out, ", kernel alone ");
		add_figure(r, out, r->kernel_s, "s");
	}
	buffer_add(out, ", ");
	add_figure(r, out, r->lup_per_s, "LUP/s");
	add_rate(r, out, "DRAM", r->dram_B_per_s, "GB/s", r->dram_share);
	add_rate(r, out, "L2", r->l2_B_per_s, "GB/s", r->l2_share);
	if (r->flop_per_s > 0)
		add_rate(r, out, "arithmetic", r->flop_per_s, "GFLOP/s",
			r->flop_share);
	if (r->verdict)
		buffer_printf(out, "\n  %s", r->verdict);
	if (r->advice)
		buffer_printf(out, "\n  %s", r->advice);
	for (int i = 0; i < r->n_note; ++i)
		buffer_printf(out, "\n  note: %s", r->note[i]);
	if (r->outside)
		buffer_printf(out, "\n  not validated %s", r->outside);
}

void answer_print(const struct report *r, struct buffer *out)
{
	answer_title(r, out);
	buffer_add(out, "\n\n");
	add_hierarchy(r, out);
	buffer_add(out, "\n");
	add_occupancy(r, out);
	buffer_add(out, "\n");
	add_limits(r, out);
	buffer_add(out, "\n");
	add_result(r, out);
}

/* ------------------------------------------------------------- explain */

static void add_exact(struct buffer *out, double v, const char *unit)
{
	buffer_printf(out, "%.17g", v);
	if (unit && unit[0] && strncmp(unit, "cyc", 3) != 0)
		buffer_printf(out, " %s", unit);
	else if (unit && strcmp(unit, "cyc/LUP") == 0)
		buffer_add(out, " cyc/LUP");
}

static void explain_one(const struct derivation *d, struct buffer *out)
{
	char formula[FORMULA_LENGTH];

	buffer_printf(out, "\n# %s, equation %s", d->path, d->equation);
	if (d->reason)
		buffer_printf(out, ": %s", d->reason);
	buffer_add(out, "\n");
	for (int i = 0; i < d->n_input; ++i) {
		buffer_printf(out, "%s = ", d->input[i].name);
		add_exact(out, d->input[i].value, d->input[i].unit);
		if (d->input[i].what)
			buffer_printf(out, "    # %s", d->input[i].what);
		buffer_add(out, "\n");
	}
	formula_spell(d->formula, formula);
	buffer_printf(out, "%s    # ", formula);
	answer_quantity(out, d->value, d->unit ? d->unit : "");
}

void answer_explain(const struct report *r, struct buffer *out)
{
	buffer_add(out, "# ");
	answer_title(r, out);
	buffer_add(out, "\n");
	for (int i = 0; i < r->n_derivation; ++i) {
		explain_one(&r->derivation[i], out);
		buffer_add(out, "\n");
	}
	if (r->verdict)
		buffer_printf(out, "\n# %s", r->verdict);
	if (r->advice)
		buffer_printf(out, "\n# %s", r->advice);
}
