/* How fast a search enumerates its space: configurations per second of whole
 * questions with one and two threads, the median processor time of a
 * configuration, and the cost of its footprints by isl.
 *
 *	bench_space KERNELS [OUT.json]
 */

#include <errno.h>
#include <time.h>

#include "engine/count/footprint.h"
#include "lang/ask/subject.h"
#include "lang/base/buffer.h"
#include "lang/base/files.h"
#include "lang/base/memory.h"
#include "lang/device/library.h"
#include "tests/unit/check.h"
#include "tests/unit/program.h"

#define LEAST_US   300000 /* of a measurement */
#define ROUNDS	   9	  /* over a space; the best counts */
#define WAVE	   264	  /* blocks */
#define ISL_BUDGET 1000000

static const struct {
	const char *name, *kernel, *device, *blocks, *folds, *domain;
} questions[] = {
	{ "range-4 star", "star3d_r4", "a100", "blocks(1024)",
		"[(1,1,1), (1,2,1), (1,1,2)]", "(640, 512, 512)" },
	{ "D3Q15", "lbm_d3q15_phase", "h200", "blocks(512)", "[(1,1,1)]",
		"(256, 256, 256)" },
	{ "2D 5-point", "star2d_r1", "a100", "blocks(1024, dims = 2)",
		"[(1,1), (1,2), (2,1)]", "(15000, 15000)" },
};

#define N_QUESTION (sizeof(questions) / sizeof(questions[0]))

/* The measurements of one question. */
struct figures {
	int64_t n_config;
	double per_s[2];	   /* by threads */
	double median_us, mean_us; /* processor time of one */
	double closed_us, isl_us;  /* of the footprint of a wave */
};

static double now_us(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double) t.tv_sec * 1e6 + (double) t.tv_nsec * 1e-3;
}

/* Configurations a second of a whole rank. */
static double rate(struct eval *ev, size_t q, int threads, int64_t n)
{
	double start = now_us(CLOCK_MONOTONIC), spent;
	struct buffer program = { 0 };
	int64_t runs = 0;

	buffer_printf(&program,
		"set threads = %d\n"
		"best_ = rank %s on %s over block in %s, fold in %s "
		"with domain = %s top 1",
		threads, questions[q].kernel, questions[q].device,
		questions[q].blocks, questions[q].folds, questions[q].domain);
	do {
		free(program_run(ev, buffer_text(&program)));
		++runs;
		spent = now_us(CLOCK_MONOTONIC) - start;
	} while (spent < LEAST_US);
	buffer_free(&program);
	return (double) (runs * n) / spent * 1e6;
}

static bool find_subject(struct eval *ev, size_t q, struct diag *diag,
	struct subject *s)
{
	*s = (struct subject) { 0 };
	context_begin(ev, diag);
	return eval_lookup(ev, questions[q].kernel, &s->kernel_value) &&
		library_lookup(ev, questions[q].device, &s->device_value) &&
		(s->kernel = kernel_of(&s->kernel_value)) &&
		(s->device = device_of(&s->device_value)) &&
		options_session(ev, &s->options, nowhere);
}

static bool set_option(struct eval *ev, struct subject *s, const char *name,
	struct value v)
{
	bool ok = options_apply(ev, &s->options, name, &v, nowhere, false);

	value_free(&v);
	return ok;
}

/* Processor time of one estimate. */
static double time_us(struct eval *ev, struct lower_cache *cache,
	const struct subject *s)
{
	double start = now_us(CLOCK_PROCESS_CPUTIME_ID);
	struct lower_env env = lower_env(ev);
	struct report report;
	char why[256];
	bool lowered;

	subject_estimate_again(&env, cache, s, &s->options, &report, why,
		&lowered);
	if (lowered)
		report_clear(&report);
	return now_us(CLOCK_PROCESS_CPUTIME_ID) - start;
}

/* The footprint of a wave by closed forms and by isl, where both have it. */
static void compare_paths(struct eval *ev, const struct subject *s,
	struct figures *f, int *n_compared)
{
	struct lower_env env = lower_env(ev);
	int64_t n[2];
	struct kernel kernel;
	struct launch launch;
	struct thread_set set;
	enum footprint_status status[2];
	struct footprint what = {
		.kernel = &kernel,
		.launch = &launch,
		.granule_B = 32,
		.budget = ISL_BUDGET,
	};
	double start, middle, end;
	bool ok;
	int *access;

	if (!lower_kernel(&env, s->kernel, &s->options, nowhere, &kernel,
		    &launch))
		return;
	access = memory_new((size_t) kernel.n_access * sizeof(*access));
	for (int i = 0; i < kernel.n_access; ++i)
		if (kernel.access[i].field == 0 && !kernel.access[i].is_store)
			access[what.n_access++] = i;
	what.access = access;
	threads_of_blocks(&launch, launch_blocks(&launch) / 2, WAVE, &set);
	start = now_us(CLOCK_PROCESS_CPUTIME_ID);
	ok = footprint_count_by(FOOTPRINT_CLOSED, &what, 1, &set, n,
		&status[0]);
	middle = now_us(CLOCK_PROCESS_CPUTIME_ID);
	ok = ok &&
		footprint_count_by(FOOTPRINT_ISL, &what, 1, &set, n,
			&status[1]);
	end = now_us(CLOCK_PROCESS_CPUTIME_ID);
	if (ok && status[0] == FOOTPRINT_OK && status[1] == FOOTPRINT_OK) {
		f->closed_us += middle - start;
		f->isl_us += end - middle;
		++*n_compared;
	}
	free(access);
	lower_clear(&kernel);
}

static int compare_times(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Enumerate the configurations once, as rank does, starting with empty
 * caches.
 */
static bool measure_round(struct eval *ev, struct subject *s,
	const struct value *blocks, const struct value *folds, double *best)
{
	int64_t n_fold = value_length(folds);
	int64_t n = value_length(blocks) * n_fold;
	struct lower_cache *cache = lower_cache_new();
	bool ok = true;

	for (int64_t i = 0; ok && i < n; ++i) {
		double spent;

		ok = set_option(ev, s, "block",
			     value_item(blocks, i / n_fold)) &&
			set_option(ev, s, "fold",
				value_item(folds, i % n_fold));
		spent = time_us(ev, cache, s);
		if (best[i] == 0 || spent < best[i])
			best[i] = spent;
	}
	lower_cache_free(cache);
	return ok;
}

/* The configurations one by one. */
static bool measure_each(struct eval *ev, size_t q, struct figures *f)
{
	struct value blocks = program_value(ev, questions[q].blocks);
	struct value folds = program_value(ev, questions[q].folds);
	struct value domain = program_value(ev, questions[q].domain);
	int64_t n = value_length(&blocks) * value_length(&folds);
	double *spent = memory_new((size_t) n * sizeof(*spent));
	struct diag diag = { 0 };
	struct subject s;
	int n_compared = 0;
	bool ok = find_subject(ev, q, &diag, &s) &&
		set_option(ev, &s, "domain", value_copy(&domain));

	for (int round = 0; ok && round < ROUNDS; ++round)
		ok = measure_round(ev, &s, &blocks, &folds, spent);
	for (int64_t i = 0; ok && i < n; ++i)
		f->mean_us += spent[i] / (double) n;
	for (int64_t i = 0; ok && i < value_length(&blocks);
		i += value_length(&blocks) / 10 + 1) {
		ok = set_option(ev, &s, "block", value_item(&blocks, i));
		compare_paths(ev, &s, f, &n_compared);
	}
	f->n_config = n;
	qsort(spent, (size_t) n, sizeof(*spent), compare_times);
	f->median_us = spent[n / 2];
	if (n_compared > 0) {
		f->closed_us /= n_compared;
		f->isl_us /= n_compared;
	}
	free(spent);
	subject_clear(&s);
	value_free(&blocks);
	value_free(&folds);
	value_free(&domain);
	diag_clear(&diag);
	return ok;
}

static void print(size_t q, const struct figures *f, struct buffer *json)
{
	printf("%-13s %5lld configurations: %6.0f/s with 1 thread, %6.0f/s "
	       "with 2; one takes %5.1f us (median), %5.1f us (mean); "
	       "footprint %6.2f us, by isl %8.1f us\n",
		questions[q].name, (long long) f->n_config, f->per_s[0],
		f->per_s[1], f->median_us, f->mean_us, f->closed_us, f->isl_us);
	buffer_printf(json,
		"%s\n  {\"kernel\": \"%s\", \"device\": \"%s\", "
		"\"configurations\": %lld, \"per_s_1_thread\": %.1f, "
		"\"per_s_2_threads\": %.1f, \"median_us\": %.2f, "
		"\"mean_us\": %.2f, \"footprint_us\": %.3f, "
		"\"footprint_isl_us\": %.1f}",
		q ? "," : "[", questions[q].name, questions[q].device,
		(long long) f->n_config, f->per_s[0], f->per_s[1], f->median_us,
		f->mean_us, f->closed_us, f->isl_us);
}

static bool define_kernels(struct eval *ev, const char *path)
{
	struct buffer text = { 0 };
	struct diag diag = { 0 };
	bool ok = files_read(path, &text) &&
		program_start(ev, &diag, buffer_text(&text));

	diag_clear(&diag);
	buffer_free(&text);
	buffer_free(&ev->output);
	return ok;
}

int main(int argc, char **argv)
{
	const char *out = argc > 2 ? argv[2] : "bench.json";
	struct buffer json = { 0 };
	struct eval *ev;

	if (argc < 2) {
		fputs("bench_space KERNELS [OUT.json]\n", stderr);
		return 2;
	}
	ev = program_session();
	if (!define_kernels(ev, argv[1])) {
		fprintf(stderr, "%s: no kernels\n", argv[1]);
		return 1;
	}
	for (size_t q = 0; q < N_QUESTION; ++q) {
		struct figures f = { 0 };

		if (!measure_each(ev, q, &f))
			return 1;
		f.per_s[0] = rate(ev, q, 1, f.n_config);
		f.per_s[1] = rate(ev, q, 2, f.n_config);
		print(q, &f, &json);
		fflush(stdout);
	}
	buffer_add(&json, "\n]\n");
	if (!files_write(out, buffer_text(&json), json.len))
		fprintf(stderr, "%s: %s\n", out, strerror(errno));
	buffer_free(&json);
	eval_free(ev);
	return 0;
}
