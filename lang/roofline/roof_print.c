/* A roofline as a person reads it: ceilings, then a line for each point. */

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/model/instruction.h"
#include "lang/ask/answer.h"
#include "lang/roofline/roof.h"

static void add_quantity(struct buffer *out, int width, double v,
	const char *unit)
{
	struct buffer text = { 0 };

	answer_quantity(&text, v, unit);
	buffer_printf(out, "%*s", width, buffer_text(&text));
	buffer_free(&text);
}

/* What the data sheet promises, and where a bandwidth meets the peaks. */
static void add_beside(const struct roofline *r, const struct ceiling *c,
	struct buffer *out)
{
	const char *gap = "; ridge";

	if (!isnan(c->theoretical)) {
		buffer_add(out, ", in theory ");
		answer_quantity(out, c->theoretical,
			r->kind == ROOFLINE_CLASSIC ? "B/s" : "txn/s");
	}
	for (int i = 0; c->kind == CEILING_BANDWIDTH && i < r->n_ceiling; ++i) {
		const struct ceiling *peak = &r->ceiling[i];

		if (!roof_has_ridge(r, peak))
			continue;
		buffer_printf(out, "%s %.4g", gap, roofline_ridge(peak, c));
		if (r->kind == ROOFLINE_CLASSIC)
			buffer_printf(out, " (%s)", peak->name);
		gap = ",";
	}
}

static void add_ceilings(const struct roofline *r, struct buffer *out)
{
	for (int i = 0; i < r->n_ceiling; ++i) {
		const struct ceiling *c = &r->ceiling[i];

		buffer_printf(out, "  %-14s", c->name);
		add_quantity(out, 17, c->value,
			c->kind == CEILING_PEAK ? roof_unit(r->kind) :
				r->kind == ROOFLINE_CLASSIC ? "B/s" :
							      "txn/s");
		buffer_printf(out, "  %s", c->what);
		add_beside(r, c, out);
		buffer_add_char(out, '\n');
	}
}

static void add_walls(const struct roofline *r, struct buffer *out)
{
	for (int i = 0; i < r->n_wall; ++i) {
		const struct wall *w = &r->wall[i];

		buffer_printf(out, "  %-14s", w->name);
		add_quantity(out, 17, w->intensity, "inst/txn");
		buffer_printf(out, "  wall of %s memory: %s\n",
			w->is_shared ? "shared" : "global", w->what);
	}
}

static void add_point(const struct roofline *r, const struct roof_point *p,
	struct buffer *out)
{
	buffer_printf(out, "\n  %-14s", p->name);
	add_quantity(out, 17, p->intensity, roof_intensity_unit(r->kind));
	add_quantity(out, 15, p->performance, roof_unit(r->kind));
	add_quantity(out, 15, p->bound, roof_unit(r->kind));
	buffer_printf(out, "%7.0f %%  %-8s  %s", 100 * p->share, p->ceiling,
		p->nearest);
	if (p->wall)
		buffer_printf(out, ", wall %s", p->wall);
	if (p->ways >= 1.2)
		buffer_printf(out, ", %.3g-way conflicts", p->ways);
}

static void add_mix(const struct roof_case *c, struct buffer *out)
{
	double all = instruction_all(&c->warp_work);

	buffer_add(out, "\n  mix");
	for (int i = 0; i < N_INSTRUCTION; ++i)
		buffer_printf(out, "%s %s %.0f %%", i ? "," : "",
			instruction_names[i],
			100 * instruction_of(&c->warp_work, i) / all);
	buffer_add(out, " of warp instructions");
}

static void add_instructions(const struct roofline *r,
	const struct roof_case *c, struct buffer *out)
{
	double lanes = r->roofs.lanes;

	if (isnan(c->warp_inst))
		return;
	buffer_add(out, "\n  warps issue ");
	answer_quantity(out, c->warp_inst / c->time_s, "inst/s");
	if (isnan(c->thread_inst))
		buffer_add(out,
			"; active lanes are not counted: points are of warps");
	else
		buffer_printf(out, "; %.3g of %.0f lanes are active",
			lanes / roofline_predication(&r->roofs, c), lanes);
	if (!isnan(c->warp_work.control))
		add_mix(c, out);
}

static void add_absent(const struct roofline *r, int i, struct buffer *out)
{
	struct roof_absent absent[ROOFLINE_LEVELS];
	int n = roofline_absent(r, i, absent);

	for (int k = 0; k < n; ++k)
		buffer_printf(out, "\n  no point of %s: %s%s%s",
			absent[k].level, absent[k].why,
			absent[k].lacks ? "; the profile lacks " : "",
			absent[k].lacks ? absent[k].lacks : "");
}

static void add_case(const struct roofline *r, int i, bool has_title,
	struct buffer *out)
{
	const struct roof_case *c = &r->cases[i];
	char verdict[ROOFLINE_VERDICT];
	int n = 0;

	for (int k = 0; k < r->n_point; ++k)
		n += r->point[k].of_case == i;
	if (!has_title) {
		buffer_printf(out, "\n\n%s%s, ", c->name,
			c->is_measured ? " (measured)" : "");
		if (c->n_launch > 1)
			buffer_printf(out, "%.0f launches, ", c->n_launch);
		answer_quantity(out, c->time_s, "s");
	} else {
		buffer_add(out, "\n");
	}
	buffer_add(out,
		n > 0 ? "" : "\n  no points: the bytes moved are not known");
	if (n > 0)
		buffer_printf(out, "\n  %-14s%17s%15s%15s%9s  %-8s  %s",
			"point", "intensity", "performance", "bound", "reached",
			"by", "nearest");
	for (int k = 0; k < r->n_point; ++k)
		if (r->point[k].of_case == i)
			add_point(r, &r->point[k], out);
	if (n > 0 || c->is_measured)
		add_absent(r, i, out);
	if (r->kind == ROOFLINE_INSTRUCTION)
		add_instructions(r, c, out);
	if (c->system_B > 0) {
		buffer_add(out, "\n  over PCIe or NVLink ");
		answer_quantity(out, c->system_B, "B");
	}
	roofline_verdict(r, i, verdict);
	buffer_printf(out, "\n  %s", verdict);
}

void roof_print(const struct roof *roof, struct buffer *out)
{
	const struct roofline *r = &roof->line;

	buffer_printf(out, "%sroofline of ",
		r->kind == ROOFLINE_CLASSIC ? "" : "instruction ");
	if (roof->title)
		buffer_add(out, roof->title);
	else if (r->n_case == 0)
		buffer_add(out, roof->device);
	else
		buffer_printf(out, "%d launches on %s", r->n_case,
			roof->device);
	buffer_add(out, "\n\n");
	add_ceilings(r, out);
	add_walls(r, out);
	out->len -= out->len > 0;
	buffer_add(out, "");
	if (roof->note)
		buffer_printf(out, "\n\n%s", roof->note);
	for (int i = 0; i < r->n_case; ++i)
		add_case(r, i, roof->title != NULL, out);
	for (int i = 0; i < roof->n_left; ++i)
		buffer_printf(out, "%s\nnot placed: %s", i ? "" : "\n",
			roof->left[i]);
	for (int i = 0; i < roof->n_beside; ++i) {
		buffer_add(out, "\n\n");
		roof_print(roof_of(&roof->beside[i]), out);
	}
}
