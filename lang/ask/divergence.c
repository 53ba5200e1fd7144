/* The answer to `divergence`: the intervals of a warp, the cycles that each
 * waits for MSHRs, NoC and DRAM, and the IPC that follows.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/ask/answer.h"
#include "lang/ask/divergence.h"
#include "lang/ask/finding.h"
#include "lang/base/memory.h"

#define INTERVAL(path, unit, member) \
	FIGURE_ROW(mdm_interval, path, unit, member)

static const struct figure_row of_interval[] = {
	INTERVAL("turns", "", turns),
	INTERVAL("instructions", "inst", instructions),
	INTERVAL("reads", "txn", reads),
	INTERVAL("writes", "txn", writes),
	INTERVAL("block", "B", block_B),
	INTERVAL("llc_miss_ratio", "", miss_ratio),
	INTERVAL("base", "cyc", base_cyc),
	INTERVAL("noc_service", "cyc", noc_service_cyc),
	INTERVAL("dram_service", "cyc", dram_service_cyc),
	INTERVAL("concurrent", "txn", concurrent),
	INTERVAL("noc", "cyc", noc_cyc),
	INTERVAL("dram", "cyc", dram_cyc),
	INTERVAL("no_contention", "cyc", no_contention_cyc),
	INTERVAL("memory", "cyc", mem_cyc),
	INTERVAL("mshr", "cyc", mshr_cyc),
	INTERVAL("batches", "", batches),
	INTERVAL("divergent", NULL, is_divergent),
};

/* The rates of a warp, and after the time its instructions and waits. */
static const struct figure_row rates[] = {
	FIGURE_ROW(mdm, "pressure", "", pressure),
	FIGURE_ROW(mdm, "batches", "", batches),
	FIGURE_ROW(mdm, "ipc", "", ipc),
	FIGURE_ROW(mdm, "ipc_sm", "", ipc_sm),
};
static const struct figure_row waits[] = {
	FIGURE_ROW(mdm, "warps", "", machine.warps),
	FIGURE_ROW(mdm, "instructions", "inst", instructions),
	FIGURE_ROW(mdm, "base", "cyc", base_cyc),
	FIGURE_ROW(mdm, "mshr", "cyc", mshr_cyc),
	FIGURE_ROW(mdm, "noc", "cyc", noc_cyc),
	FIGURE_ROW(mdm, "dram", "cyc", dram_cyc),
};

static const char *class_of(const struct mdm *mdm)
{
	return mdm->is_divergent ? "memory-divergent" : "well-behaved";
}

/* What the other order of loads gives. */
static struct value other_verdict(const struct mdm *mdm)
{
	const struct mdm *other = mdm->other ? mdm->other : mdm;
	struct value r = value_record();

	value_set(&r, "loads",
		value_text(mdm_loads[mdm_other_loads(mdm->loads)]));
	value_set(&r, "class", value_text(class_of(other)));
	finding_set(&r, FIGURE_ROWS(rates), other);
	value_set(&r, "time", answer_figure(other->time_s, "s"));
	return r;
}

void divergence_fill(const struct mdm *mdm, struct value *r)
{
	struct value list = value_sequence(VALUE_LIST, mdm->n_interval);
	const char *decides = mdm_decides(mdm);

	for (int i = 0; i < mdm->n_interval; ++i) {
		list.u.sequence->item[i] = value_record();
		finding_set(&list.u.sequence->item[i], FIGURE_ROWS(of_interval),
			&mdm->interval[i]);
	}
	value_set(r, "kind", value_text(mdm_kinds[mdm->kind]));
	if (!mdm->by_hand)
		value_set(r, "loads", value_text(mdm_loads[mdm->loads]));
	value_set(r, "class", value_text(class_of(mdm)));
	finding_set(r, FIGURE_ROWS(rates), mdm);
	value_set(r, "time", answer_figure(mdm->time_s, "s"));
	value_set(r, "decides", value_text(decides ? decides : "waiting"));
	finding_set(r, FIGURE_ROWS(waits), mdm);
	if (!mdm->by_hand)
		value_set(r, "other", other_verdict(mdm));
	value_set(r, "intervals", list);
}

static void fill(const struct finding *f, struct value *record)
{
	const struct divergence *d = (const struct divergence *) f;

	if (d->launch.kind == VALUE_RECORD)
		for (int i = 0; i < d->launch.u.record->n; ++i) {
			const struct member *m = &d->launch.u.record->member[i];

			value_set(record, m->name, value_copy(&m->value));
		}
	divergence_fill(&d->mdm, record);
}

/* ------------------------------------------------------------ printing */

/* Fewer are printed as 0. */
#define LEAST_CYCLES 0.0005

/* Cycles to four digits, without exponents, right-aligned behind a space. */
static void print_cycles(double v, int width, struct buffer *out)
{
	buffer_printf(out, v < 1000 ? " %*.4g" : " %*.0f", width - 1,
		v < LEAST_CYCLES ? 0 : v);
}

static void print_rows(const struct mdm *mdm, struct buffer *out)
{
	buffer_add(out,
		"\n\n  interval    turns   inst  reads writes    base"
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

	buffer_printf(out,
		"\n  %.4g warps on each of %.0f SMs: a stall "
		"interval has %.3g times as many misses as an SM has MSHRs "
		"(%.0f)",
		m->warps, m->sms, mdm->pressure, m->mshrs);
	buffer_printf(out, "\n  %s", class_of(mdm));
	if (mdm->is_divergent)
		buffer_printf(out, ": misses are served in up to %.0f batches",
			mdm->batches);
}

void divergence_title(const struct divergence *d, struct buffer *out)
{
	buffer_printf(out, "%s, divergence by %s%s", d->title,
		mdm_kinds[d->mdm.kind],
		d->mdm.loads == LOADS_FIRST ? ", loads first" : "");
}

void divergence_note_kinds(struct diag *diag)
{
	diag_note(diag,
		"there are mdm, gpumech, gpumech_plus, mdm_queue, mdm_mshr and "
		"mdm_fraction");
}

void divergence_other(const struct mdm *mdm, struct buffer *out)
{
	const struct mdm *other = mdm->other;

	if (!other || other->is_divergent == mdm->is_divergent)
		return;
	buffer_printf(out,
		"\n  with loads = %s: %s, %.3g times as many misses as MSHRs, "
		"IPC %.4g, time ",
		mdm_loads[other->loads], class_of(other), other->pressure,
		other->ipc);
	answer_quantity(out, other->time_s, "s");
}

/* Misses may be off by this part of a batch, the MSHRs of an SM: where as much
 * more or less makes another number of batches, the answer says so.
 */
#define NEAR 0.05

static bool is_near(const struct mdm *mdm, int i, double *full)
{
	const struct mdm_machine *m = &mdm->machine;
	double pressure = mdm->interval[i].reads * m->warps / m->mshrs;

	*full = round(pressure);
	return *full >= 1 && fabs(pressure - *full) < NEAR;
}

/* A note on the first such interval. */
static void print_near(const struct mdm *mdm, struct buffer *out)
{
	double full = 0;
	int i = 0;

	while (i < mdm->n_interval && !is_near(mdm, i, &full))
		++i;
	if (i == mdm->n_interval)
		return;
	buffer_printf(out,
		"\n  note: the misses of interval %d are %.0f times the MSHRs, to "
		"within 5 %% of them: a few more or fewer change the %s",
		i + 1, full, full == 1 ? "verdict" : "batches");
}

static void print(const struct object *o, struct buffer *out)
{
	const struct divergence *d = (const struct divergence *) o;
	const struct mdm *mdm = &d->mdm;
	double all = mdm->base_cyc + mdm->mshr_cyc + mdm->noc_cyc +
		mdm->dram_cyc;
	const char *decides = mdm_decides(mdm);

	divergence_title(d, out);
	print_machine(mdm, out);
	print_rows(mdm, out);
	buffer_add(out, "\n");
	print_share("base", mdm->base_cyc, all, out);
	print_share("MSHR", mdm->mshr_cyc, all, out);
	print_share("NoC", mdm->noc_cyc, all, out);
	print_share("DRAM", mdm->dram_cyc, all, out);
	buffer_printf(out, "\n\n  IPC %.4g of an SM%s, %.4g of the GPU, time ",
		mdm->ipc_sm,
		mdm->ipc_sm >= mdm->machine.issue ? " (its issue width)" : "",
		mdm->ipc);
	answer_quantity(out, mdm->time_s, "s");
	if (decides)
		buffer_printf(out, ", which %s %s (an IPC of %.4g)", decides,
			report_decides(decides),
			mdm->ipc * mdm->rate_s / mdm->time_s);
	print_near(mdm, out);
	divergence_other(mdm, out);
}

static void brief(const struct object *o, struct buffer *out)
{
	const struct divergence *d = (const struct divergence *) o;

	divergence_title(d, out);
	buffer_printf(out, ": %s, IPC %.4g, ", class_of(&d->mdm), d->mdm.ipc);
	answer_quantity(out, d->mdm.time_s, "s");
}

/* All but the intervals. */
static struct value row(const struct object *o)
{
	return value_copy(&finding_rows(o)->u.sequence->item[0]);
}

static void release(struct object *o)
{
	struct divergence *d = (struct divergence *) o;

	free(d->title);
	value_free(&d->launch);
	free(d->mdm.interval);
	if (d->mdm.other)
		free(d->mdm.other->interval);
	free(d->mdm.other);
	finding_free(&d->finding);
}

static const struct object_type divergence_type = {
	.name = "divergence",
	.release = release,
	.print = print,
	.brief = brief,
	.picture = divergence_picture,
	.compare = divergence_compare,
	.row = row,
	FINDING_METHODS,
};

const struct divergence *divergence_of(const struct value *v)
{
	return v->kind == VALUE_OBJECT &&
			v->u.object->type == &divergence_type ?
		(const struct divergence *) v->u.object :
		NULL;
}

struct value divergence_by_hand(struct mdm *mdm, enum mdm_kind kind)
{
	struct divergence *d = memory_new(sizeof(*d));

	finding_init(&d->finding, &divergence_type, fill, NULL);
	mdm_bound(mdm);
	mdm_solve(mdm, kind);
	d->mdm = *mdm;
	d->title = memory_copy_text("intervals");
	return value_object(&d->finding.object);
}

static void copy_mdm(const struct mdm *from, struct mdm *to)
{
	size_t bytes = (size_t) from->n_interval * sizeof(*from->interval);

	*to = *from;
	to->interval = memory_new(bytes + sizeof(*to->interval));
	memcpy(to->interval, from->interval, bytes);
	if (!from->other)
		return;
	to->other = memory_new(sizeof(*to->other));
	copy_mdm(from->other, to->other);
}

struct value divergence_value(const struct report *report, enum mdm_kind kind)
{
	struct divergence *d = memory_new(sizeof(*d));
	struct buffer title = { 0 };

	finding_init(&d->finding, &divergence_type, fill, NULL);
	copy_mdm(report->mdm, &d->mdm);
	mdm_solve(&d->mdm, kind);
	answer_title(report, &title);
	d->title = buffer_take(&title);
	d->launch = value_record();
	answer_set_launch(&d->launch, report);
	return value_object(&d->finding.object);
}
