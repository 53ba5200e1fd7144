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

/* A launch with its counters, or the mean of several; NaN: unknown. */
struct launched {
	char *kernel;
	char *board;	  /* NULL: not known */
	char *capability; /* of a GPU of NVIDIA, "9.0"; NULL: not known */
	enum counters_tool tool;
	int series;
	int next; /* next of the same name; -1: none */
	double n; /* launches that this is the mean of */
	double value[N_COUNTER];
};

/* The launches of one name, the next one to read in a file, and the mean of
 * them from a table of times, which has what the launches themselves lack;
 * -1: none.
 */
struct series {
	int first, last, next, mean;
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
	for (int i = 0; i < p->n; ++i) {
		free(p->launch[i].kernel);
		free(p->launch[i].board);
		free(p->launch[i].capability);
	}
	free(p->launch);
	free(p->series);
	map_clear(&p->map);
	free(p);
}

/* The launches of a name; -1: there are none. */
static int find_series(const struct profile *p, const char *kernel)
{
	uint64_t hash = map_hash_text(kernel);
	size_t at = 0;
	int64_t found;

	while ((found = map_next(&p->map, hash, &at)) >= 0) {
		const struct series *s = &p->series[found];
		int any = s->first >= 0 ? s->first : s->mean;

		if (strcmp(p->launch[any].kernel, kernel) == 0)
			break;
	}
	return (int) found;
}

/* The same; a new one is empty, and the caller adds its first launch. */
static int need_series(struct profile *p, const char *kernel)
{
	int found = find_series(p, kernel);

	if (found >= 0)
		return found;
	p->series = memory_grow(p->series, (size_t) p->n_series,
		sizeof(*p->series));
	p->series[p->n_series] = (struct series) { -1, -1, -1, -1 };
	map_add(&p->map, map_hash_text(kernel), p->n_series);
	return p->n_series++;
}

/* Adds a launch of a name without counters. */
static int new_launch(struct profile *p, const char *kernel, int series)
{
	struct launched *l;

	p->launch = memory_grow(p->launch, (size_t) p->n, sizeof(*p->launch));
	l = &p->launch[p->n];
	*l = (struct launched) {
		.kernel = memory_copy_text(kernel),
		.series = series,
		.next = -1,
		.n = 1,
	};
	for (int k = 0; k < N_COUNTER; ++k)
		l->value[k] = NAN;
	return p->n++;
}

/* The k-th launch of "kernel" in a file is the k-th in the profile. */
static int next_launch(struct profile *p, const char *kernel)
{
	int series = need_series(p, kernel), i = p->series[series].next;
	struct series *s = &p->series[series];

	if (i >= 0) {
		s->next = p->launch[i].next;
		return i;
	}
	i = new_launch(p, kernel, series);
	if (s->first < 0)
		s->first = i;
	else
		p->launch[s->last].next = i;
	s->last = i;
	return i;
}

/* Each file starts again at the first launch. */
static void rewind_launches(struct profile *p)
{
	for (int i = 0; i < p->n_series; ++i)
		p->series[i].next = p->series[i].first;
}

/* Adds the mean of n launches to the one of its name, from a table of another
 * process.
 */
static void add_mean(struct profile *p, const char *kernel, double n,
	const double value[N_COUNTER])
{
	int series = need_series(p, kernel), at = p->series[series].mean;
	bool is_new = at < 0;
	struct launched *l;

	if (is_new)
		at = p->series[series].mean = new_launch(p, kernel, series);
	l = &p->launch[at];
	for (int k = 0; k < N_COUNTER; ++k)
		l->value[k] = is_new || isnan(l->value[k]) ?
			value[k] :
			(l->n * l->value[k] + n * value[k]) / (l->n + n);
	l->n = is_new ? n : l->n + n;
	l->tool = TOOL_SUMMARY;
}

/* ---------------------------------------------------------------- files */

static void set_board(struct launched *l, const char *board)
{
	size_t n = strcspn(board, "(");

	if (!*board || l->board)
		return;
	l->board = memory_copy_text(board);
	while (n > 0 && l->board[n - 1] == ' ')
		--n;
	l->board[n] = '\0';
}

static void set_capability(struct launched *l, const char *capability)
{
	if (*capability && !l->capability)
		l->capability = memory_copy_text(capability);
}

static bool read_mean(struct profile *p, const struct counters *c, int64_t i,
	const char *name)
{
	double value[N_COUNTER];

	for (int k = 0; k < N_COUNTER; ++k)
		value[k] = NAN;
	if (!counters_launch(c, i, value))
		return false;
	add_mean(p, name, counters_count(c, i), value);
	return true;
}

static bool read_launch(struct profile *p, const struct counters *c, int64_t i,
	const char *name)
{
	int at = next_launch(p, name);
	struct launched *l = &p->launch[at];

	if (c->tool != TOOL_TRACE || l->tool == TOOL_OWN)
		l->tool = c->tool;
	l->n = fmax(l->n, counters_count(c, i));
	set_board(l, counters_board(c, i));
	set_capability(l, counters_capability(c, i));
	return counters_launch(c, i, l->value);
}

static bool read_launches(struct profile *p, const struct counters *c)
{
	for (int64_t i = 0; i < c->n; ++i) {
		char *name = counters_kernel_full(c, i);
		bool ok = c->tool == TOOL_SUMMARY ? read_mean(p, c, i, name) :
						    read_launch(p, c, i, name);

		free(name);
		if (!ok)
			return false;
	}
	return true;
}

/* True if the first launch of a table has a counter that the profile has for
 * this kernel already.  Each pass of a profiler has times, so that these tell
 * only where the table has nothing else.
 */
static bool counts_again(const struct profile *p, const struct counters *c)
{
	bool is_again[2] = { false }, has_more = false;
	int64_t n_bad = *c->n_bad;
	double value[N_COUNTER];
	char *name = c->n > 0 ? counters_kernel_full(c, 0) : NULL;
	int at = name ? find_series(p, name) : -1;

	free(name);
	at = at < 0 ? -1 : p->series[at].first;
	for (int k = 0; k < N_COUNTER; ++k)
		value[k] = NAN;
	if (at < 0 || !counters_launch(c, 0, value))
		return false;
	*c->n_bad = n_bad;
	for (int k = 0; k < N_COUNTER; ++k) {
		bool is_time = counters_counted(k) == COUNTED_TIME;

		if (isnan(value[k]))
			continue;
		has_more |= !is_time;
		is_again[is_time] |= !isnan(p->launch[at].value[k]);
	}
	return is_again[!has_more];
}

/* A table from its header to the next one.  A table of the same file and with
 * the same header that counts the same is of another process; others count the
 * same launches again.
 */
static bool read_table(struct profile *p, const char *head, size_t len,
	int64_t line, bool is_more, int64_t *n_bad, char why[256])
{
	struct counters c;
	bool ok;

	if (!counters_read_loose(&c, memory_copy_bytes(head, len), len, line,
		    n_bad, why))
		return false;
	if (!is_more || !counts_again(p, &c))
		rewind_launches(p);
	ok = read_launches(p, &c);
	counters_clear(&c);
	return ok;
}

static bool is_same_line(const char *a, const char *b)
{
	size_t n = strcspn(a, "\r\n");

	return n == strcspn(b, "\r\n") && strncmp(a, b, n) == 0;
}

static bool read_tables(struct profile *p, char *text, int64_t *n_bad,
	char why[256])
{
	int64_t line = 1;
	char *head = counters_head(text, &line), *last = NULL;
	int n = p->n;
	bool ok = true;

	while (ok && head) {
		size_t len = strcspn(head, "\n");
		char *rest = head + len + (head[len] == '\n'), *next;
		int64_t at = line++;

		next = counters_head(rest, &line);
		len = next ? (size_t) (next - head) : strlen(head);
		ok = read_table(p, head, len, at,
			last && is_same_line(last, head), n_bad, why);
		last = head;
		head = next;
	}
	if (ok && n == 0 && p->n == 0) {
		snprintf(why, 256, "the profile has no kernels");
		return false;
	}
	return ok;
}

bool profile_read(struct profile *p, char *text, size_t len, int64_t *n_bad,
	char why[256])
{
	bool ok = false;

	*n_bad = 0;
	text = counters_decode(text, &len);
	if (strlen(text) == len && counters_trim(text))
		ok = read_tables(p, text, n_bad, why);
	else
		counters_explain(text, len, why);
	free(text);
	return ok;
}

/* -------------------------------------------------------------- figures */

/* The members of a record, in its order, and what they are made of.  FLOPS and
 * PRECISION stand between time and the rest.
 */
static const struct {
	const char *name, *unit;
	enum counted counted;
} figures[] = {
	{ "time", "s", COUNTED_TIME },
	{ "fp64", "FLOP", COUNTED_FLOPS64 },
	{ "fp32", "FLOP", COUNTED_FLOPS32 },
	{ "fp16", "FLOP", COUNTED_FLOPS16 },
	{ "tensor_flops", "FLOP", COUNTED_TENSOR_FLOPS },
	{ "dram", "B", COUNTED_DRAM_ALL },
	{ "l2", "B", COUNTED_L2_ALL },
	{ "l1", "B", COUNTED_L1_ALL },
	{ "system", "B", COUNTED_SYSTEM },
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

#define N_FIGURE     ((int) (sizeof(figures) / sizeof(figures[0])))
#define FIGURE_TIME  0
#define FIGURE_FLOPS 1 /* the first precision */

/* The sum of the known terms; NaN if neither is known. */
static double add_known(double a, double b)
{
	return isnan(a) ? b : isnan(b) ? a : a + b;
}

/* Traffic of a level is counted in total, or as loads and stores; for
 * instructions, those of threads with a true predicate are preferred.  Loads
 * without stores are not the traffic; reads alone are used where Nsight's own
 * hierarchical roofline of Hopper shows them, and the report says so.
 */
static double figure_of(const struct launched *l, enum counted counted)
{
	double v = counters_sum(l->value, counted), load, store;

	switch (counted) {
	case COUNTED_THREAD_ON:
		return isnan(v) ? counters_sum(l->value, COUNTED_THREAD) : v;
	case COUNTED_L1_ALL:
		return isnan(v) ? counters_sum(l->value, COUNTED_L1_READS) : v;
	case COUNTED_L2_ALL:
		load = counters_sum(l->value, COUNTED_L2_LOAD);
		store = counters_sum(l->value, COUNTED_L2_STORE);
		if (!isnan(load + store))
			v = load + store;
		return isnan(v) ? counters_sum(l->value, COUNTED_L2_READS) : v;
	case COUNTED_DRAM_ALL:
		load = counters_sum(l->value, COUNTED_DRAM_LOAD);
		store = counters_sum(l->value, COUNTED_DRAM_STORE);
		return isnan(load + store) ? v : load + store;
	default: return v;
	}
}

/* The figures of one launch, or the sums over several. */
struct sums {
	double n;
	double figure[N_FIGURE];
	double cycles, clocked_s; /* NaN: no clock is known */
};

static struct sums sums_of(const struct profile *p, int at)
{
	const struct launched *l = &p->launch[at];
	int mean = p->series[l->series].mean;
	struct sums s = { .n = l->n };
	double clock = counters_sum(l->value, COUNTED_CLOCK);

	for (int i = 0; i < N_FIGURE; ++i) {
		s.figure[i] = figure_of(l, figures[i].counted);
		if (isnan(s.figure[i]) && mean >= 0)
			s.figure[i] = figure_of(&p->launch[mean],
				figures[i].counted);
		s.figure[i] *= l->n;
	}
	s.clocked_s = s.figure[FIGURE_TIME];
	s.cycles = clock * s.clocked_s;
	return s;
}

static void add_sums(struct sums *s, const struct sums *more)
{
	s->n += more->n;
	for (int i = 0; i < N_FIGURE; ++i)
		s->figure[i] += more->figure[i];
	s->cycles += more->cycles;
	s->clocked_s += more->clocked_s;
}

/* A launch takes part in the sum if it has all figures that any launch of its
 * kernel has, so that the ratios of sums mean something.
 */
static bool is_complete(const struct sums *s, const bool has[N_FIGURE])
{
	for (int i = 0; i < N_FIGURE; ++i)
		if (has[i] && isnan(s->figure[i]))
			return false;
	return true;
}

static struct sums sum_series(const struct profile *p, int first, int *n_left)
{
	struct sums all = { 0 };
	bool has[N_FIGURE] = { false };

	*n_left = 0;
	for (int at = first; at >= 0; at = p->launch[at].next) {
		struct sums s = sums_of(p, at);

		for (int i = 0; i < N_FIGURE; ++i)
			has[i] |= !isnan(s.figure[i]);
	}
	for (int at = first; at >= 0; at = p->launch[at].next) {
		struct sums s = sums_of(p, at);

		if (!is_complete(&s, has))
			++*n_left;
		else if (all.n == 0)
			all = s;
		else
			add_sums(&all, &s);
	}
	if (all.n > 0)
		return all;
	*n_left = 0;
	all = sums_of(p, first);
	for (int at = p->launch[first].next; at >= 0; at = p->launch[at].next) {
		struct sums s = sums_of(p, at);

		add_sums(&all, &s);
	}
	return all;
}

/* -------------------------------------------------------------- records */

static void set_figure(struct value *record, const char *name, double v,
	const char *unit)
{
	if (isfinite(v))
		value_set(record, name, answer_figure(v, unit));
}

static void set_flops(struct value *record, const struct sums *s)
{
	double sum = NAN, most = -1;
	int precision = 0;

	for (int i = 0; i < N_PRECISION; ++i) {
		double v = s->figure[FIGURE_FLOPS + i];

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

/* What the traffic of L2 is made of, where it is not what L1 asks for: Nsight
 * Compute's totals have fills from DRAM and, on the A100 and its successors,
 * what passes between the halves of L2.
 */
static void set_l2_of(struct value *record, const struct launched *l)
{
	const char *of = NULL;

	if (l->tool != TOOL_NCU ||
		!isnan(counters_sum(l->value, COUNTED_L2_LOAD) +
			counters_sum(l->value, COUNTED_L2_STORE)))
		return;
	if (!isnan(counters_sum(l->value, COUNTED_L2_ALL)))
		of = "all";
	else if (!isnan(counters_sum(l->value, COUNTED_L2_READS)))
		of = "reads";
	if (of)
		value_set(record, "l2_of", value_text(of));
}

static bool has_flops(const struct sums *s)
{
	for (int i = 0; i <= N_PRECISION; ++i)
		if (!isnan(s->figure[FIGURE_FLOPS + i]))
			return true;
	return false;
}

/* Of loads and stores the first that is not counted. */
static enum counted lacking(const struct launched *l, enum counted loads,
	enum counted stores)
{
	return isnan(counters_sum(l->value, loads)) ? loads : stores;
}

/* The metrics whose absence leaves points out, by the names of the tool. */
static void set_missing(struct value *record, const struct launched *l,
	const struct sums *s)
{
	static const char *const wanted[] = { "time", "fp64", "dram", "l2",
		"instructions", "global_loads", "global_load_transactions" };
	struct value list = value_sequence(VALUE_LIST, 0);

	for (size_t k = 0; k < sizeof(wanted) / sizeof(wanted[0]); ++k)
		for (int i = 0; i < N_FIGURE; ++i) {
			const char *metric;

			if (strcmp(figures[i].name, wanted[k]) != 0 ||
				!isnan(s->figure[i]) ||
				(i == FIGURE_FLOPS && has_flops(s)))
				continue;
			metric = counters_metric(l->tool, figures[i].counted);
			if (!metric && figures[i].counted == COUNTED_DRAM_ALL)
				metric = counters_metric(l->tool,
					lacking(l, COUNTED_DRAM_LOAD,
						COUNTED_DRAM_STORE));
			if (l->tool != TOOL_NVPROF &&
				figures[i].counted == COUNTED_L2_ALL)
				metric = counters_metric(l->tool,
					lacking(l, COUNTED_L2_LOAD,
						COUNTED_L2_STORE));
			if (!metric && figures[i].counted == COUNTED_THREAD_ON)
				metric = counters_metric(l->tool, COUNTED_WARP);
			if (!metric)
				continue;
			value_grow(&list, 1);
			list.u.sequence->item[list.u.sequence->n++] =
				value_text(metric);
		}
	if (list.u.sequence->n > 0)
		value_set(record, "missing", list);
	else
		value_free(&list);
}

static struct value launch_value(const struct launched *l, const struct sums *s,
	int n_left)
{
	struct value record = value_record();

	value_set(&record, "kernel", value_text(l->kernel));
	value_set(&record, "launches", value_int((int64_t) s->n));
	if (n_left > 0)
		value_set(&record, "left_out", value_int(n_left));
	set_figure(&record, "time", s->figure[FIGURE_TIME], "s");
	set_flops(&record, s);
	for (int i = FIGURE_FLOPS + N_PRECISION; i < N_FIGURE; ++i)
		set_figure(&record, figures[i].name, s->figure[i],
			figures[i].unit);
	set_figure(&record, "clock", s->cycles / s->clocked_s, "Hz");
	set_l2_of(&record, l);
	if (l->board)
		value_set(&record, "device", value_text(l->board));
	if (l->capability)
		value_set(&record, "capability", value_text(l->capability));
	set_missing(&record, l, s);
	return record;
}

/* The mean of a kernel is a launch where the profile has no other. */
static bool is_launch(const struct profile *p, int i)
{
	const struct series *s = &p->series[p->launch[i].series];

	return s->mean != i || s->first < 0;
}

struct value profile_value(const struct profile *p, bool is_grouped)
{
	int n = is_grouped ? p->n_series : p->n, n_value = 0;
	struct value list = value_sequence(VALUE_LIST, n);

	for (int i = 0; i < n; ++i) {
		int at = i, n_left = 0;
		struct sums s;

		if (is_grouped)
			at = p->series[i].first >= 0 ? p->series[i].first :
						       p->series[i].mean;
		if (!is_launch(p, at))
			continue;
		s = is_grouped ? sum_series(p, at, &n_left) : sums_of(p, at);
		list.u.sequence->item[n_value++] = launch_value(&p->launch[at],
			&s, n_left);
	}
	list.u.sequence->n = n_value;
	return list;
}
