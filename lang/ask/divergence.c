#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/ask/answer.h"
#include "lang/ask/divergence.h"
#include "lang/base/memory.h"

/* A record with a table that people can read; it owns its intervals. */
struct divergence {
	struct object object;
	struct mdm mdm;
	char *title;
	struct value record;
};

static const struct object_type divergence_type;

static struct value interval_record(const struct mdm_interval *v)
{
	struct value r = value_record();

	value_set(&r, "turns", answer_figure(v->turns, ""));
	value_set(&r, "instructions", answer_figure(v->instructions, "inst"));
	value_set(&r, "reads", answer_figure(v->reads, "txn"));
	value_set(&r, "writes", answer_figure(v->writes, "txn"));
	value_set(&r, "block", answer_figure(v->block_B, "B"));
	value_set(&r, "llc_miss_ratio", answer_figure(v->miss_ratio, ""));
	value_set(&r, "base", answer_figure(v->base_cyc, "cyc"));
	value_set(&r, "noc_service", answer_figure(v->noc_service_cyc, "cyc"));
	value_set(&r, "dram_service",
		answer_figure(v->dram_service_cyc, "cyc"));
	value_set(&r, "concurrent", answer_figure(v->concurrent, "txn"));
	value_set(&r, "noc", answer_figure(v->noc_cyc, "cyc"));
	value_set(&r, "dram", answer_figure(v->dram_cyc, "cyc"));
	value_set(&r, "no_contention",
		answer_figure(v->no_contention_cyc, "cyc"));
	value_set(&r, "memory", answer_figure(v->mem_cyc, "cyc"));
	value_set(&r, "mshr", answer_figure(v->mshr_cyc, "cyc"));
	value_set(&r, "batches", answer_figure(v->batches, ""));
	value_set(&r, "divergent", value_bool(v->is_divergent));
	return r;
}

/* Seconds of the whole launch at that rate. */
static double seconds(const struct mdm *mdm)
{
	return mdm->n_warp * mdm->instructions / (mdm->ipc * mdm->machine.clock_Hz);
}

struct value divergence_record(const struct mdm *mdm)
{
	struct value r = value_record();
	struct value list = value_sequence(VALUE_LIST, mdm->n_interval);

	for (int i = 0; i < mdm->n_interval; ++i)
		list.u.sequence->item[i] = interval_record(&mdm->interval[i]);
	value_set(&r, "kind", value_text(mdm_kinds[mdm->kind]));
	value_set(&r, "class", value_text(mdm->is_divergent ?
		"memory-divergent" : "well-behaved"));
	value_set(&r, "pressure", answer_figure(mdm->pressure, ""));
	value_set(&r, "batches", answer_figure(mdm->batches, ""));
	value_set(&r, "ipc", answer_figure(mdm->ipc, ""));
	value_set(&r, "ipc_sm", answer_figure(mdm->ipc_sm, ""));
	value_set(&r, "time", answer_figure(seconds(mdm), "s"));
	value_set(&r, "warps", answer_figure(mdm->machine.warps, ""));
	value_set(&r, "instructions",
		answer_figure(mdm->instructions, "inst"));
	value_set(&r, "base", answer_figure(mdm->base_cyc, "cyc"));
	value_set(&r, "mshr", answer_figure(mdm->mshr_cyc, "cyc"));
	value_set(&r, "noc", answer_figure(mdm->noc_cyc, "cyc"));
	value_set(&r, "dram", answer_figure(mdm->dram_cyc, "cyc"));
	value_set(&r, "intervals", list);
	return r;
}

struct value divergence_value(const struct report *report,
	enum mdm_kind kind)
{
	struct divergence *d = memory_new(sizeof(*d));
	struct buffer title = { 0 };

	d->object.refs = 1;
	d->object.type = &divergence_type;
	d->mdm = *report->mdm;
	d->mdm.interval = memory_new((size_t) (d->mdm.n_interval + 1) *
		sizeof(*d->mdm.interval));
	memcpy(d->mdm.interval, report->mdm->interval,
		(size_t) d->mdm.n_interval * sizeof(*d->mdm.interval));
	mdm_solve(&d->mdm, kind);
	answer_title(report, &title);
	d->title = buffer_take(&title);
	d->record = divergence_record(&d->mdm);
	return value_object(&d->object);
}

/* ------------------------------------------------------------ printing */

/* Cycles to four digits, without exponents, right-aligned. */
static void print_cycles(double v, int width, struct buffer *out)
{
	buffer_printf(out, v < 1000 ? "%*.4g" : "%*.0f", width, v);
}

static void print_rows(const struct mdm *mdm, struct buffer *out)
{
	buffer_add(out, "\n\n  interval    turns   inst  reads writes    base"
		"    MSHR     NoC    DRAM  batches");
	for (int i = 0; i < mdm->n_interval; ++i) {
		const struct mdm_interval *v = &mdm->interval[i];

		buffer_printf(out, "\n  %8d %8.0f %6.4g %6.3g %6.3g", i + 1,
			v->turns, v->instructions, v->reads, v->writes);
		print_cycles(v->base_cyc, 8, out);
		print_cycles(v->mshr_cyc, 8, out);
		print_cycles(v->noc_cyc, 8, out);
		print_cycles(v->dram_cyc, 8, out);
		buffer_printf(out, " %8.0f", v->batches);
	}
}

static void print_share(const char *name, double cycles, double all,
	struct buffer *out)
{
	int bar = (int) (32 * cycles / all + 0.5);

	buffer_printf(out, "\n  %-5s", name);
	print_cycles(cycles, 10, out);
	buffer_printf(out, " cyc %5.1f %%%s", 100 * cycles / all,
		bar > 0 ? "  " : "");
	while (bar-- > 0)
		buffer_add_char(out, '#');
}

static void print_machine(const struct mdm *mdm, struct buffer *out)
{
	const struct mdm_machine *m = &mdm->machine;

	buffer_printf(out, "\n  %.4g warps on each of %.0f SMs, %.0f MSHRs: "
		"the misses of an interval fill %.3g of them", m->warps,
		m->sms, m->mshrs, mdm->pressure);
	buffer_printf(out, "\n  %s", mdm->is_divergent ?
		"memory-divergent" : "well-behaved");
	if (mdm->is_divergent)
		buffer_printf(out, ": misses are served in up to %.0f batches",
			mdm->batches);
}

static void print(const struct object *o, struct buffer *out)
{
	const struct divergence *d = (const struct divergence *) o;
	const struct mdm *mdm = &d->mdm;
	double all = mdm->base_cyc + mdm->mshr_cyc + mdm->noc_cyc +
		mdm->dram_cyc;

	buffer_printf(out, "%s, divergence by %s", d->title,
		mdm_kinds[mdm->kind]);
	print_machine(mdm, out);
	print_rows(mdm, out);
	buffer_add(out, "\n");
	print_share("base", mdm->base_cyc, all, out);
	print_share("MSHR", mdm->mshr_cyc, all, out);
	print_share("NoC", mdm->noc_cyc, all, out);
	print_share("DRAM", mdm->dram_cyc, all, out);
	buffer_printf(out, "\n\n  IPC %.4g of an SM%s, %.4g of the GPU, time ",
		mdm->ipc_sm, mdm->ipc_sm >= mdm->machine.issue ?
		" (its issue width)" : "", mdm->ipc);
	answer_quantity(out, seconds(mdm), "s");
}

static void release(struct object *o)
{
	struct divergence *d = (struct divergence *) o;

	free(d->title);
	free(d->mdm.interval);
	value_free(&d->record);
	free(d);
}

static void json(const struct object *o, struct buffer *out)
{
	value_json(&((const struct divergence *) o)->record, out);
}

static bool get(const struct object *o, const char *name,
	struct value *result)
{
	const struct value *v = value_get(
		&((const struct divergence *) o)->record, name);

	if (v)
		*result = value_copy(v);
	return v != NULL;
}

static int names(const struct object *o, const char *const **name)
{
	static const char *const members[] = { "kind", "class", "pressure",
		"batches", "ipc", "ipc_sm", "time", "warps", "instructions",
		"base", "mshr", "noc", "dram", "intervals" };

	(void) o;
	*name = members;
	return (int) (sizeof(members) / sizeof(members[0]));
}

static const struct object_type divergence_type = {
	.name = "divergence",
	.release = release,
	.print = print,
	.json = json,
	.get = get,
	.names = names,
};
