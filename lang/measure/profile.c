/* Profiles for rooflines: joins the launches in several files of one run by
 * the name of the kernel and the number of the launch.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/report/roofs.h"
#include "lang/ask/answer.h"
#include "lang/base/map.h"
#include "lang/base/memory.h"
#include "lang/measure/counters.h"
#include "lang/measure/profile.h"

/* A launch with its counters; NaN: unknown. */
struct launched {
	char *kernel;
	int next; /* next of the same name; -1: none */
	double value[N_COUNTER];
};

/* The launches of one name, and the next one to read in a file. */
struct series {
	int first, last, next;
};

struct profile {
	int n;
	struct launched *launch;
	int n_series;
	struct series *series;
	struct map map; /* name -> series */
};

struct profile *profile_new(void)
{
	return memory_new(sizeof(struct profile));
}

void profile_free(struct profile *p)
{
	for (int i = 0; i < p->n; ++i)
		free(p->launch[i].kernel);
	free(p->launch);
	free(p->series);
	map_clear(&p->map);
	free(p);
}

/* Adds a launch of a name without counters. */
static int new_launch(struct profile *p, const char *kernel)
{
	struct launched *l;

	p->launch = memory_grow(p->launch, (size_t) p->n, sizeof(*p->launch));
	l = &p->launch[p->n];
	*l = (struct launched) {
		.kernel = memory_copy_text(kernel),
		.next = -1,
	};
	for (int k = 0; k < N_COUNTER; ++k)
		l->value[k] = NAN;
	return p->n++;
}

/* The k-th launch of "kernel" in a file is the k-th in the profile. */
static int next_launch(struct profile *p, const char *kernel)
{
	uint64_t hash = map_hash_text(kernel);
	struct series *s;
	size_t at = 0;
	int64_t found;
	int i;

	while ((found = map_next(&p->map, hash, &at)) >= 0 &&
		strcmp(p->launch[p->series[found].first].kernel, kernel) != 0)
		continue;
	if (found < 0) {
		i = new_launch(p, kernel);
		p->series = memory_grow(p->series, (size_t) p->n_series,
			sizeof(*p->series));
		p->series[p->n_series] = (struct series) { i, i, -1 };
		map_add(&p->map, hash, p->n_series++);
		return i;
	}
	s = &p->series[found];
	if (s->next < 0) {
		i = new_launch(p, kernel);
		p->launch[s->last].next = i;
		s->last = i;
		return i;
	}
	i = s->next;
	s->next = p->launch[i].next;
	return i;
}

/* Each file starts again at the first launch. */
static void rewind_launches(struct profile *p)
{
	for (int i = 0; i < p->n_series; ++i)
		p->series[i].next = p->series[i].first;
}

/* ---------------------------------------------------------------- files */

static bool read_launches(struct profile *p, const struct counters *c)
{
	for (int64_t i = 0; i < c->n; ++i) {
		int at = next_launch(p, counters_kernel(c, i));

		if (!counters_launch(c, i, p->launch[at].value))
			return false;
	}
	if (c->n == 0)
		snprintf(c->why, 256, "the profile has no kernels");
	return c->n > 0;
}

static bool fail_tool(char why[256])
{
	snprintf(why, 256,
		"this is not a profile of nvprof or Nsight Compute: "
		"no line names the columns");
	return false;
}

bool profile_read(struct profile *p, char *text, size_t len, char why[256])
{
	struct counters c;
	bool ok;

	/* let the reader of the table report a NUL */
	if (strlen(text) == len && !counters_trim(text)) {
		free(text);
		return fail_tool(why);
	}
	if (!counters_read(&c, text, len, why))
		return false;
	rewind_launches(p);
	ok = c.tool == TOOL_ROCPROF ? fail_tool(why) : read_launches(p, &c);
	counters_clear(&c);
	return ok;
}

/* -------------------------------------------------------------- records */

static const struct {
	const char *name, *unit;
	enum counted counted;
} figures[] = {
	{ "dram", "B", COUNTED_DRAM_ALL },
	{ "l2", "B", COUNTED_L2_ALL },
	{ "instructions", "inst", COUNTED_THREAD_ON },
	{ "warp_instructions", "inst", COUNTED_WARP },
	{ "tensor_instructions", "inst", COUNTED_TENSOR },
	{ "global_loads", "inst", COUNTED_LOADS },
	{ "global_stores", "inst", COUNTED_STORES },
	{ "global_load_transactions", "txn", COUNTED_LOAD_TXN },
	{ "global_store_transactions", "txn", COUNTED_STORE_TXN },
	{ "shared_loads", "inst", COUNTED_SHARED_LOADS },
	{ "shared_stores", "inst", COUNTED_SHARED_STORES },
	{ "shared_load_transactions", "txn", COUNTED_SHARED_LOAD_TXN },
	{ "shared_store_transactions", "txn", COUNTED_SHARED_STORE_TXN },
};

#define N_FIGURE ((int) (sizeof(figures) / sizeof(figures[0])))

/* The sum of the known terms; NaN if neither is known. */
static double add_known(double a, double b)
{
	return isnan(a) ? b : isnan(b) ? a : a + b;
}

/* Traffic of a level is counted in total, or as loads and stores; for
 * instructions, those of threads with a true predicate are preferred.
 */
static double figure_of(const struct launched *l, enum counted counted)
{
	double v = counters_sum(l->value, counted), load, store;

	if (counted == COUNTED_THREAD_ON && isnan(v))
		return counters_sum(l->value, COUNTED_THREAD);
	if (counted == COUNTED_L2_ALL && isnan(v))
		return add_known(counters_sum(l->value, COUNTED_L2_LOAD),
			counters_sum(l->value, COUNTED_L2_STORE));
	if (counted != COUNTED_DRAM_ALL)
		return v;
	load = counters_sum(l->value, COUNTED_DRAM_LOAD);
	store = counters_sum(l->value, COUNTED_DRAM_STORE);
	return isnan(load + store) && !isnan(v) ? v : add_known(load, store);
}

static void set_figure(struct value *record, const char *name, double v,
	const char *unit)
{
	if (!isnan(v))
		value_set(record, name, answer_figure(v, unit));
}

static void set_flops(struct value *record, const struct launched *l)
{
	const enum counted of[N_PRECISION] = { COUNTED_FLOPS64, COUNTED_FLOPS32,
		COUNTED_FLOPS16 };
	double sum = NAN, most = -1;
	int precision = 0;

	for (int i = 0; i < N_PRECISION; ++i) {
		double v = counters_sum(l->value, of[i]);

		sum = add_known(sum, v);
		if (v > most) {
			most = v;
			precision = i;
		}
	}
	set_figure(record, "flops", sum, "FLOP");
	if (!isnan(sum))
		value_set(record, "precision",
			value_text(precision_names[precision]));
}

static struct value launch_value(const struct launched *l)
{
	struct value record = value_record();

	value_set(&record, "kernel", value_text(l->kernel));
	set_figure(&record, "time", counters_sum(l->value, COUNTED_TIME), "s");
	set_flops(&record, l);
	for (int i = 0; i < N_FIGURE; ++i)
		set_figure(&record, figures[i].name,
			figure_of(l, figures[i].counted), figures[i].unit);
	return record;
}

struct value profile_value(const struct profile *p)
{
	struct value list = value_sequence(VALUE_LIST, p->n);

	for (int i = 0; i < p->n; ++i)
		list.u.sequence->item[i] = launch_value(&p->launch[i]);
	return list;
}
