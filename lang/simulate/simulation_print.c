/* Simulations as values: the record of counts by level and field, and the
 * same for a person, level below level.
 */

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lang/ask/answer.h"
#include "lang/base/memory.h"
#include "lang/launch/options.h"
#include "lang/simulate/cache.h"
#include "lang/simulate/simulation.h"

static const char *const levels[] = { "l1", "l2", "dram" };
static const char *const level_names[] = { "L1", "L2" };

/* ----------------------------------------------------------------- record */

static void set(struct value *v, const char *level, const char *name,
	struct value member)
{
	struct buffer path = { 0 };

	buffer_printf(&path, "%s.%s", level, name);
	answer_set(v, buffer_text(&path), member);
	buffer_free(&path);
}

static void set_figure(struct value *v, const char *level, const char *name,
	double figure, const char *unit)
{
	if (!isnan(figure))
		set(v, level, name, answer_figure(figure, unit));
}

static double share(int64_t part, int64_t whole)
{
	return whole ? (double) part / (double) whole : NAN;
}

#define COUNT(member)                                             \
	{                                                         \
#member, offsetof(struct simulate_counts, member) \
	}

static const struct {
	const char *name;
	size_t offset;
} counts[] = {
	COUNT(requests),
	COUNT(hits),
	COUNT(misses),
	COUNT(compulsory),
	COUNT(capacity),
	COUNT(conflict),
};

#define N_COUNT ((int) (sizeof(counts) / sizeof(counts[0])))
#define N_PLAIN 3 /* of these are no classes of misses */

/* A sample of lines does not tell why L2 misses. */
static bool is_classified(const struct simulated *s, int level)
{
	return s->part.sms == 0 || level == 0;
}

/* Counts are of the whole launch, volumes per update. */
static void set_level(struct value *v, const struct simulated *s, int level,
	const struct simulate_counts *n)
{
	const char *name = levels[level];
	bool is_last = level == s->result.n_level - 1;
	const char *below = is_last || level > 0 ? levels[2] : levels[1];
	int n_count = is_classified(s, level) ? N_COUNT : N_PLAIN;

	for (int i = 0; i < n_count; ++i)
		set(v, name, counts[i].name,
			value_int(*(const int64_t *) ((const char *) n +
				counts[i].offset)));
	set_figure(v, name, "hit_rate", share(n->hits, n->requests), "");
	if (level == 0)
		set_figure(v, name, "load",
			(double) n->requests *
				(double) s->setup.level[0].sector_B / s->lup,
			"B/LUP");
	set_figure(v, below, "load", (double) n->load_B / s->lup, "B/LUP");
	set_figure(v, below, "store", (double) n->store_B / s->lup, "B/LUP");
	if (is_last)
		set_figure(v, below, "load_partial",
			(double) n->partial_B / s->lup, "B/LUP");
}

static struct value fields_value(const struct simulated *s)
{
	struct value list = value_sequence(VALUE_LIST, s->report.n_field);

	for (int f = 0; f < s->report.n_field; ++f) {
		struct value v = value_record();

		value_set(&v, "name", value_text(s->report.field[f].name));
		for (int i = 0; i < s->result.n_level; ++i)
			set_level(&v, s, i, &s->result.counts[i][f]);
		list.u.sequence->item[f] = v;
	}
	return list;
}

/* Least and greatest over seeds. */
static const struct {
	const char *path, *words, *unit;
} spreads[N_SIMULATED] = {
	{ "l1.hit_rate", "L1 hits", "" },
	{ "l2.load", "L2 loads", "B/LUP" },
	{ "dram.load", "DRAM loads", "B/LUP" },
};

/* With one cache, what it loads is what memory delivers. */
static bool has_spread(const struct simulated *s, int i)
{
	return s->n_seed > 1 &&
		(i != SIMULATED_L2_LOAD || s->result.n_level == 2);
}

static void set_spread(struct value *v, const struct simulated *s)
{
	for (int i = 0; i < N_SIMULATED; ++i) {
		if (!has_spread(s, i))
			continue;
		set(v, "least", spreads[i].path,
			answer_figure(s->least[i], spreads[i].unit));
		set(v, "most", spreads[i].path,
			answer_figure(s->most[i], spreads[i].unit));
	}
}

/* One standard deviation of what a sample tells, over the volume. */
static void set_error(struct value *v, const struct simulated *s)
{
	set(v, "error", "l2.load", answer_figure(s->part.l1_error, ""));
	set(v, "error", "dram.load", answer_figure(s->part.dram_error, ""));
}

static void fill(const struct finding *f, struct value *v)
{
	const struct simulated *s = (const struct simulated *) f;

	answer_set_launch(v, &s->report);
	value_set(v, "interleave",
		value_text(interleave_names[s->setup.interleave]));
	value_set(v, "cache", value_text(s->setup.is_warm ? "warm" : "cold"));
	value_set(v, "seed", value_int((int64_t) s->setup.seed));
	value_set(v, "seeds", value_int(s->n_seed));
	set_spread(v, s);
	value_set(v, "sms", value_int(s->setup.n_sm));
	value_set(v, "sampled", value_int(s->part.sms));
	if (s->part.sms > 0)
		set_error(v, s);
	value_set(v, "resident", value_int(s->setup.blocks_per_sm));
	value_set(v, "apart", value_int(s->setup.apart));
	value_set(v, "accesses", value_int((int64_t) s->result.accesses));
	value_set(v, "requests", value_int(s->result.requests));
	for (int i = 0; i < s->result.n_level; ++i) {
		set(v, levels[i], "size",
			answer_figure((double) s->setup.level[i].size_B, "B"));
		if (s->part.sms == 0)
			set(v, levels[i], "lines",
				value_int(s->result.lines[i]));
		set_level(v, s, i, &s->result.all[i]);
	}
	value_set(v, "fields", fields_value(s));
}

/* ----------------------------------------------------------- for a person */

static void add_count(struct buffer *out, int64_t n)
{
	if (n < 10000000)
		buffer_printf(out, "%lld", (long long) n);
	else
		buffer_printf(out, "%.4g", (double) n);
}

static void add_volume(struct buffer *out, const char *arrow, const char *what,
	int64_t B, double lup)
{
	struct buffer v = { 0 };

	answer_quantity(&v, (double) B / lup, "B/LUP");
	buffer_printf(out, "     %s %s %12s\n", arrow, what, buffer_text(&v));
	buffer_free(&v);
}

static void add_misses(struct buffer *out, const struct simulate_counts *n,
	bool is_classified)
{
	if (!n->requests) {
		buffer_add(out, "        no loads\n");
		return;
	}
	buffer_printf(out, "        hit rate %.2f %%: ",
		100 * share(n->hits, n->requests));
	add_count(out, n->hits);
	buffer_add(out, " of ");
	add_count(out, n->requests);
	buffer_add(out, " sectors\n        misses ");
	add_count(out, n->misses);
	if (!is_classified) {
		buffer_add(out, "\n");
		return;
	}
	buffer_add(out, " = ");
	add_count(out, n->compulsory);
	buffer_add(out, " compulsory + ");
	add_count(out, n->capacity);
	buffer_add(out, " capacity");
	if (n->conflict) {
		buffer_add(out, " + ");
		add_count(out, n->conflict);
		buffer_add(out, " conflict");
	}
	buffer_add(out, "\n");
}

static void add_levels(const struct simulated *s, struct buffer *out)
{
	const struct simulate_counts *n = s->result.all;

	buffer_add(out, "  threads\n");
	add_volume(out, "^", "load ",
		n[0].requests * s->setup.level[0].sector_B, s->lup);
	for (int i = 0; i < s->result.n_level; ++i) {
		buffer_printf(out, "  %-6s",
			s->result.n_level == 1 ? "cache" : level_names[i]);
		cache_describe(&s->setup.level[i], out);
		if (i == 0 && s->setup.n_sm > 1)
			buffer_printf(out, ", in each of %lld SMs",
				(long long) s->setup.n_sm);
		buffer_add(out, "\n");
		add_misses(out, &n[i], is_classified(s, i));
		add_volume(out, "^", "load ", n[i].load_B, s->lup);
		add_volume(out, "v", "store", n[i].store_B, s->lup);
	}
	buffer_printf(out, "  %s\n\n",
		s->result.n_level == 1 ? "memory" : "DRAM");
}

/* A line of the table of fields: fixed columns, as wide as their heads. */
static void add_cell(struct buffer *out, const char *head, const char *text)
{
	int width = (int) strlen(head) > 12 ? (int) strlen(head) : 12;

	buffer_printf(out, "  %*s", width, text);
}

static void add_field(const struct simulated *s, int f, struct buffer *out)
{
	int last = s->result.n_level - 1;

	buffer_printf(out, "\n  %-8s", s->report.field[f].name);
	for (int i = 0; i <= last; ++i) {
		const struct simulate_counts *n = &s->result.counts[i][f];
		struct buffer cell = { 0 };

		if (n->requests)
			buffer_printf(&cell, "%.2f %%",
				100 * share(n->hits, n->requests));
		else
			buffer_add(&cell, "-");
		add_cell(out, "hits", buffer_text(&cell));
		cell.len = 0;
		answer_quantity(&cell, (double) n->load_B / s->lup, "B/LUP");
		add_cell(out, "load", buffer_text(&cell));
		cell.len = 0;
		answer_quantity(&cell, (double) n->store_B / s->lup, "B/LUP");
		add_cell(out, "store", buffer_text(&cell));
		buffer_free(&cell);
	}
}

static void add_fields(const struct simulated *s, struct buffer *out)
{
	static const char *const heads[2][6] = {
		{ "hits", "loaded", "stored" },
		{ "L1 hits", "L2 load", "L2 store", "L2 hits", "DRAM load",
			"DRAM store" },
	};
	int n = s->result.n_level;

	buffer_printf(out, "  %-8s", "field");
	for (int i = 0; i < 3 * n; ++i)
		add_cell(out, heads[n - 1][i], heads[n - 1][i]);
	for (int f = 0; f < s->report.n_field; ++f)
		add_field(s, f, out);
	buffer_add(out, "\n\n  ");
}

/* "L1 hits 50.6 to 50.7 %, L2 loads ..." */
static void add_spread(const struct simulated *s, struct buffer *out)
{
	const char *comma = "";

	if (s->n_seed < 2)
		return;
	buffer_printf(out, "\n  over %lld seeds: ", (long long) s->n_seed);
	for (int i = 0; i < N_SIMULATED; ++i) {
		if (!has_spread(s, i))
			continue;
		buffer_printf(out, "%s%s ", comma, spreads[i].words);
		if (i == SIMULATED_HIT_RATE)
			buffer_printf(out, "%.2f to %.2f %%", 100 * s->least[i],
				100 * s->most[i]);
		else
			buffer_printf(out, "%.4g to %.4g B/LUP", s->least[i],
				s->most[i]);
		comma = ", ";
	}
}

/* "of a sample: 33 of 132 SMs ..." */
static void add_part(const struct simulated *s, struct buffer *out)
{
	const struct simulate_part *p = &s->part;

	if (p->sms == 0)
		return;
	buffer_printf(out,
		"\n  a sample: %lld of %lld SMs with all of their blocks, L2 loads "
		"to %.2g %% (one standard deviation)",
		(long long) p->sms, (long long) s->setup.n_sm,
		100 * p->l1_error);
	if (p->is_held)
		buffer_add(out, "; all data stay in L2");
	else
		buffer_printf(out,
			"; one line of %.3g through L2, DRAM to %.2g %%",
			p->stride, 100 * p->dram_error);
	if (s->whole_ms > 0)
		buffer_printf(out,
			"\n  all SMs would take about %.0f s: set time = ... allows "
			"that",
			s->whole_ms / 1000);
}

void simulation_print(const struct simulated *s, struct buffer *out)
{
	answer_title(&s->report, out);
	buffer_add(out, "\n\n");
	add_levels(s, out);
	add_fields(s, out);
	add_count(out, (int64_t) s->result.accesses);
	buffer_add(out,
		s->result.accesses == 1 ? " access in " : " accesses in ");
	add_count(out, s->result.requests);
	buffer_printf(out, " request%s, %s", s->result.requests == 1 ? "" : "s",
		interleave_names[s->setup.interleave]);
	if (s->setup.interleave == SIMULATE_WAVES)
		buffer_printf(out, " of %lld block%s on an SM",
			(long long) s->setup.blocks_per_sm,
			s->setup.blocks_per_sm == 1 ? "" : "s");
	if (s->setup.interleave == SIMULATE_WAVES && s->setup.apart > 0)
		buffer_printf(out, ", %lld accesses apart",
			(long long) s->setup.apart);
	buffer_add(out, s->setup.is_warm ? "; the second of two launches" : "");
	if (s->setup.level[0].policy == SIMULATE_RANDOM ||
		s->setup.level[s->result.n_level - 1].policy == SIMULATE_RANDOM)
		buffer_printf(out, "; seed %llu",
			(unsigned long long) s->setup.seed);
	if (s->has_chance && s->n_seed == 1 && s->part.sms == 0)
		buffer_add(out, "; one seed (seeds = 3 shows the spread)");
	add_spread(s, out);
	add_part(s, out);
}

/* ----------------------------------------------------------------- object */

struct value simulation_wrap(const struct simulated *s,
	const struct object_type *type, finding_fill *fill)
{
	struct simulated *copy = memory_new(sizeof(*copy));

	*copy = *s;
	finding_init(&copy->finding, type, fill, NULL);
	return value_object(&copy->finding.object);
}

void simulation_release(struct object *o)
{
	struct simulated *s = (struct simulated *) o;

	report_clear(&s->report);
	simulate_clear(&s->result);
	free(s->shape);
	finding_free(&s->finding);
}

static void print(const struct object *o, struct buffer *out)
{
	simulation_print((const struct simulated *) o, out);
}

/* Hits of each cache, and what memory delivers. */
static void brief(const struct object *o, struct buffer *out)
{
	const struct simulated *s = (const struct simulated *) o;
	const struct simulate_counts *n = s->result.all;
	int last = s->result.n_level - 1;

	answer_title(&s->report, out);
	buffer_add(out, ": ");
	for (int i = 0; i <= last; ++i) {
		if (n[i].requests == 0)
			continue;
		if (last > 0)
			buffer_printf(out, "%s ", level_names[i]);
		buffer_printf(out, "hits %.2f %%, ",
			100 * share(n[i].hits, n[i].requests));
	}
	answer_quantity(out, (double) n[last].load_B / s->lup, "B/LUP");
	buffer_printf(out, " from %s", last > 0 ? "DRAM" : "memory");
}

static const struct report *report(const struct object *o)
{
	return &((const struct simulated *) o)->report;
}

static const struct object_type simulation_type = {
	.name = "simulation",
	.release = simulation_release,
	.print = print,
	.brief = brief,
	.report = report,
	.rows = finding_rows,
	FINDING_METHODS,
};

struct value simulation_value(const struct simulated *s)
{
	return simulation_wrap(s, &simulation_type, fill);
}
