/* Divergences explained, side by side, and as bars: the figures of
 * doc/MODEL.md, chapter 13, with the numbers that go into them.
 */

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "lang/ask/answer.h"
#include "lang/ask/compare.h"
#include "lang/ask/divergence.h"
#include "lang/base/memory.h"
#include "lang/picture/picture.h"

/* ---------------------------------------------------------------- explain */

/* A line with the number of its equation, if any, in a column of its own. */
static void say(struct buffer *out, const char *equation, const char *form, ...)
{
	char line[160];
	va_list arg;

	va_start(arg, form);
	vsnprintf(line, sizeof(line), form, arg);
	va_end(arg);
	if (equation[0])
		buffer_printf(out, "\n    %-50s %s", line, equation);
	else
		buffer_printf(out, "\n      %s", line);
}

static void explain_queue(const struct mdm *mdm, const struct mdm_interval *v,
	struct buffer *out)
{
	const struct mdm_machine *m = &mdm->machine;
	double all = m->sms * v->concurrent * v->dram_service_cyc;

	say(out, "(13.2)", "s_noc = f B / b_noc = %.4g cyc",
		v->noc_service_cyc);
	say(out, "", "f = %.4g GHz, B = %.4g B, b_noc = %.4g GB/s",
		m->clock_Hz / 1e9, v->block_B, m->noc_B_per_s / 1e9);
	say(out, "(13.3)", "s_dram = f r B / b_dram = %.4g cyc",
		v->dram_service_cyc);
	say(out, "", "r = %.4g, b_dram = %.4g GB/s", v->miss_ratio,
		m->dram_B_per_s / 1e9);
	say(out, "(13.4)", "M = min(M_read W, m) + M_write W = %.4g",
		v->concurrent);
	say(out, "", "M_read = %.4g, M_write = %.4g, W = %.4g, m = %.4g",
		v->reads, v->writes, m->warps, m->mshrs);
	if (mdm->kind != MDM_GPUMECH)
		say(out, "(13.5)", "S_noc = a n_SM M s_noc = %.4g cyc",
			v->noc_cyc);
	say(out, "(13.5)", "S_dram = a n_SM M s_dram = %.4g cyc", v->dram_cyc);
	say(out, "", "a = %s, n_SM = %.4g",
		v->dram_cyc > 0.75 * all ? "1" : "1/2", m->sms);
}

static void explain_batches(const struct mdm *mdm, const struct mdm_interval *v,
	struct buffer *out)
{
	const struct mdm_machine *m = &mdm->machine;

	say(out, "(13.6)", "L = L_llc + r_read L_dram = %.4g cyc",
		v->no_contention_cyc);
	say(out, "", "L_llc = %.4g cyc, r_read = %.4g, L_dram = %.4g cyc",
		m->llc_cyc, v->read_miss_ratio, m->dram_cyc);
	say(out, "(13.7)", "S_mem = %s = %.4g cyc",
		mdm->kind == MDM_GPUMECH ? "L" : "L + S_noc + S_dram",
		v->mem_cyc);
	if (!v->is_divergent) {
		say(out, "", "M_read W / m = %.4g: the MSHRs hold all misses",
			v->reads * m->warps / m->mshrs);
		return;
	}
	say(out, "", "M_read W / m = %.4g: memory-divergent, %.0f batches",
		v->reads * m->warps / m->mshrs, v->batches);
	say(out,
		mdm->kind == MDM || mdm->kind == MDM_MSHR ||
				mdm->kind == MDM_FRACTION ?
			"(13.8)" :
			"(13.11)",
		"S_mshr = %.4g S_mem = %.4g cyc", v->mshr_cyc / v->mem_cyc,
		v->mshr_cyc);
}

static void explain_interval(const struct mdm *mdm, int i, struct buffer *out)
{
	const struct mdm_interval *v = &mdm->interval[i];

	buffer_printf(out,
		"\n\n  interval %d, %.4g turn%s of %.4g instruction%s", i + 1,
		v->turns, v->turns == 1 ? "" : "s", v->instructions,
		v->instructions == 1 ? "" : "s");
	if (v->given_cyc > 0)
		say(out, "given", "C = %.4g cyc", v->base_cyc);
	else {
		say(out, "(13.9)", "C = %.4g cyc", v->base_cyc);
		say(out, "",
			"%.4g to issue, %.4g of operations that wait for each "
			"other, %.4g for loads",
			v->issue_cyc, v->chain_cyc,
			v->base_cyc - v->issue_cyc - v->chain_cyc);
	}
	if (!(v->reads > 0 || v->writes > 0))
		return;
	explain_queue(mdm, v, out);
	if (v->reads > 0)
		explain_batches(mdm, v, out);
}

void divergence_explain(const struct divergence *d, struct buffer *out)
{
	const struct mdm *mdm = &d->mdm;
	const struct mdm_machine *m = &mdm->machine;
	const char *decides = mdm_decides(mdm);

	divergence_title(d, out);
	for (int i = 0; i < mdm->n_interval; ++i)
		explain_interval(mdm, i, out);
	buffer_add(out, "\n");
	say(out, "(13.1)", "IPC = n_SM min(i, W sum n / sum (C + S)) = %.4g",
		mdm->ipc);
	say(out, "", "n_SM = %.4g, i = %.4g, W = %.4g, sum n = %.4g", m->sms,
		m->issue, m->warps, mdm->instructions);
	say(out, "", "sum C = %.4g, MSHRs %.4g, NoC %.4g, DRAM %.4g cyc",
		mdm->base_cyc, mdm->mshr_cyc, mdm->noc_cyc, mdm->dram_cyc);
	buffer_add(out, "\n    time = ");
	answer_quantity(out, mdm->time_s, "s");
	buffer_printf(out, ": %.0f warps at that rate", mdm->n_warp);
	if (decides)
		buffer_printf(out, " would be faster, but %s %s", decides,
			report_decides(decides));
	divergence_other(mdm, out);
}

/* ---------------------------------------------------------------- compare */

static double figure(const struct mdm *mdm, int i)
{
	const double figures[] = { mdm->instructions, mdm->base_cyc,
		mdm->mshr_cyc, mdm->noc_cyc, mdm->dram_cyc, mdm->pressure,
		mdm->batches, mdm->ipc_sm, mdm->ipc, mdm->time_s };

	return figures[i];
}

static const struct {
	const char *path, *unit;
} rows[] = {
	{ "instructions", "inst" },
	{ "base", "cyc" },
	{ "mshr", "cyc" },
	{ "noc", "cyc" },
	{ "dram", "cyc" },
	{ "pressure", "" },
	{ "batches", "" },
	{ "ipc_sm", "" },
	{ "ipc", "" },
	{ "time", "s" },
};

#define N_ROW (sizeof(rows) / sizeof(rows[0]))

/* What of the waits differs most: in cycles of one warp. */
static void sentence(const struct mdm *a, const struct mdm *b, int nb,
	struct buffer *out)
{
	static const char *const names[] = { "issue and latency", "MSHRs",
		"the NoC", "DRAM" };
	double most = 0;
	int widest = 0;

	for (int i = 0; i < 4; ++i)
		if (fabs(figure(a, i + 1) - figure(b, i + 1)) > most) {
			most = fabs(figure(a, i + 1) - figure(b, i + 1));
			widest = i;
		}
	if (!(most > 0)) {
		buffer_printf(out, "r1 and r%d wait for the same.", nb);
		return;
	}
	buffer_printf(out,
		"What differs most is waiting for %s: %.0f cycles of a warp in "
		"r1, %.0f in r%d.",
		names[widest], figure(a, widest + 1), figure(b, widest + 1),
		nb);
}

bool divergence_compare(struct diag *diag, struct loc loc, int n,
	const struct value *item, struct value *result)
{
	const struct mdm *mdm[COMPARE_MAX];
	struct compare_row row[N_ROW];
	struct buffer legend = { 0 };
	struct value words = value_sequence(VALUE_LIST, n - 1);

	for (int i = 0; i < n; ++i) {
		const struct divergence *d = divergence_of(&item[i]);

		if (!d) {
			value_free(&words);
			buffer_free(&legend);
			return diag_error(diag, loc, NULL,
				"a divergence compares with divergences; one "
				"of these is a %s",
				value_kind_name(&item[i]));
		}
		mdm[i] = &d->mdm;
		buffer_printf(&legend, "%s  r%d  %s, by %s%s: %s",
			i > 0 ? "\n" : "", i + 1, d->title,
			mdm_kinds[d->mdm.kind],
			d->mdm.loads == LOADS_FIRST ? ", loads first" : "",
			d->mdm.is_divergent ? "memory-divergent" :
					      "well-behaved");
	}
	for (size_t k = 0; k < N_ROW; ++k) {
		row[k] = (struct compare_row) { rows[k].path, rows[k].unit,
			memory_new((size_t) n * sizeof(double)) };
		for (int i = 0; i < n; ++i)
			row[k].v[i] = figure(mdm[i], (int) k);
	}
	for (int i = 1; i < n; ++i) {
		struct buffer text = { 0 };

		sentence(mdm[0], mdm[i], i + 1, &text);
		words.u.sequence->item[i - 1] = value_text(buffer_text(&text));
		buffer_free(&text);
	}
	*result = compare_figures(n, &legend, (int) N_ROW, row, words);
	for (size_t k = 0; k < N_ROW; ++k)
		free(row[k].v);
	buffer_free(&legend);
	return true;
}

/* ---------------------------------------------------------------- picture */

bool divergence_picture(struct diag *diag, struct loc loc,
	const struct object *o, struct picture *p)
{
	static const char *const names[] = { "base", "MSHRs", "NoC", "DRAM" };
	const struct divergence *d = (const struct divergence *) o;
	struct panel *panel = picture_add_panel(p, d->title);
	char number[32];

	(void) diag;
	(void) loc;
	picture_set_axis(&panel->x, "stall interval", NULL, false);
	picture_set_axis(&panel->y, "cycles of a warp", "cyc", false);
	for (int i = 0; i < d->mdm.n_interval; ++i) {
		picture_number(i + 1, number, sizeof(number));
		picture_add_category(&panel->x, number);
	}
	for (int k = 0; k < 4; ++k) {
		struct series *series = picture_add_series(panel, SERIES_STACK,
			names[k]);

		for (int i = 0; i < d->mdm.n_interval; ++i) {
			const struct mdm_interval *v = &d->mdm.interval[i];
			const double cyc[] = { v->base_cyc, v->mshr_cyc,
				v->noc_cyc, v->dram_cyc };

			picture_add_point(series, i, v->turns * cyc[k]);
		}
	}
	return true;
}
