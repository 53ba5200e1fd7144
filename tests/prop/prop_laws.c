/* Laws that answers keep for any kernel of the language, on any device.
 *
 * Random kernels with components, layouts, halos, boundaries, conditions,
 * loops, shared memory and scattered loads, in random launches.  Answers
 * do not depend on names, on the order of independent statements (but for the
 * time, where loads wait behind the slow path of a root), nor on how often one
 * asks; kernels that `show addresses` prints read back to the same
 * figures; more cache never means more traffic, a faster memory never a slower
 * kernel.
 *
 *	prop_laws [SEED [CASES [FIRST]]]
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/report/physics.h"
#include "engine/roofline/roofline.h"
#include "lang/ask/answer.h"
#include "lang/ask/subject.h"
#include "tests/prop/random_program.h"
#include "tests/unit/check.h"
#include "tests/unit/program.h"

#define CASES 60

static long n_read_back;

static const char *const other_names[PROGRAM_FIELDS] = { "zeta_of_long_name",
	"y1", "w", "velocity", "k2", "a" };

/* Run "text"; true if there was no error. */
static bool run(struct eval *ev, const char *text)
{
	struct diag diag = { 0 };
	bool ok = program_start(ev, &diag, text);

	for (int i = 0; !ok && i < diag.n_entry; ++i)
		if (diag.entry[i].severity == SEVERITY_ERROR)
			printf("%s\n  %s\n", text, diag.entry[i].message);
	buffer_free(&ev->output);
	diag_clear(&diag);
	return ok;
}

/* The answer for kernel k, kept as `r`; NULL after an error. */
static const struct report *ask(struct eval *ev, const struct buffer *options,
	const char *device)
{
	struct buffer b = { 0 };
	const struct value *r;
	const struct answer *a;
	bool ok;

	buffer_printf(&b, "r = estimate k on %s with counting = closed, %s",
		device, buffer_text(options));
	ok = run(ev, b.text);
	buffer_free(&b);
	CHECK(ok);
	r = ok ? scope_find(&ev->globals, "r") : NULL;
	a = r ? answer_of(r) : NULL;
	return a ? &a->report : NULL;
}

static bool near(double a, double b)
{
	return a == b || (isnan(a) && isnan(b)) ||
		fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

static bool at_most(double a, double b)
{
	return isnan(a) || isnan(b) || a <= b * (1 + 1e-9) + 1e-12;
}

/* What has to be the same in two reports; the rest is texts. */
struct figures {
	double metric[N_METRIC], time_s;
	int registers, n_limit;
	struct limit limit[REPORT_LIMITS];
};

static struct figures figures_of(const struct report *r)
{
	struct figures f = {
		.time_s = r->time_s,
		.registers = r->registers.n,
		.n_limit = r->n_limit,
	};

	memcpy(f.metric, r->metric, sizeof(f.metric));
	memcpy(f.limit, r->limit, sizeof(f.limit));
	return f;
}

static void check_metrics(const struct figures *a, const struct figures *b)
{
	for (int i = 0; i < N_METRIC; ++i) {
		/* writes wait for fills as long as the launch takes */
		if (i == METRIC_l1_wavefronts && !near(a->time_s, b->time_s))
			continue;
		CHECK(near(a->metric[i], b->metric[i]));
		if (!near(a->metric[i], b->metric[i]))
			printf("  %s: %.17g, %.17g\n", metrics[i].path,
				a->metric[i], b->metric[i]);
	}
}

static void check_better(const struct figures *better, const struct figures *f,
	bool is_cache)
{
	static const int volume[] = { METRIC_dram_load_B, METRIC_dram_store_B,
		METRIC_l2_load_B, METRIC_l2_store_B };

	CHECK(at_most(better->time_s, f->time_s));
	if (!at_most(better->time_s, f->time_s))
		printf("  %.17g s instead of %.17g s\n", better->time_s,
			f->time_s);
	for (int i = 0; is_cache && i < 4; ++i) {
		double is = better->metric[volume[i]];
		double was = f->metric[volume[i]];

		CHECK(at_most(is, was));
		if (!at_most(is, was))
			printf("  %s: %.17g instead of %.17g\n",
				metrics[volume[i]].path, is, was);
	}
}

/* The device with one figure doubled. */
static void check_devices(struct eval *ev, const struct program *p,
	const struct figures *f)
{
	static const char *const figure[] = { "l2.size", "dram.bw", "l2.bw" };

	for (int i = 0; i < 3; ++i) {
		struct buffer b = { 0 };
		const struct report *r;

		buffer_printf(&b, "(%s with { %s = 2 * %s.%s })", p->device,
			figure[i], p->device, figure[i]);
		r = ask(ev, &p->options, b.text);
		if (r) {
			struct figures better = figures_of(r);

			check_better(&better, f, i == 0);
		}
		buffer_free(&b);
	}
}

/* The same choices once more, with other names or another first statement;
 * what is asked of it then.
 */
static void check_again(uint64_t from, const char *const *name, int first,
	const struct figures *f)
{
	struct eval *ev = eval_new(&tables_rooms);
	struct buffer text = { 0 };
	struct program p;
	const struct report *r;

	state = from;
	program_make(&p, name);
	program_text(&p, first, &text);
	if (run(ev, text.text) && (r = ask(ev, &p.options, p.device))) {
		struct figures again = figures_of(r);

		int before = n_failed;

		/* no load is moved across the slow path of a root */
		check_metrics(&again, f);
		if (first == 0 || !strstr(text.text, "sqrt"))
			CHECK(near(again.time_s, f->time_s));
		if (n_failed > before)
			printf("%s%s on %s\n", text.text, p.options.text,
				p.device);
	}
	buffer_free(&text);
	program_clear(&p);
	eval_free(ev);
}

/* The kernel as its addresses; empty where chance has them. */
static void print_addresses(struct eval *ev, const struct program *p,
	struct buffer *out)
{
	struct diag diag = { 0 };
	struct buffer text = { 0 };

	buffer_printf(&text, "show addresses of k with %s",
		buffer_text(&p->options));
	if (program_start(ev, &diag, text.text))
		buffer_add(out, buffer_text(&ev->output));
	buffer_free(&ev->output);
	buffer_free(&text);
	diag_clear(&diag);
}

/* Addresses do not say what waits for what, so that a warp waits less often: no
 * limit is longer.  The time may be: of fewer waits more are in loops, and
 * these are hidden otherwise (20.5).
 */
static void check_limits(const struct figures *again, const struct figures *f)
{
	for (int i = 0; i < f->n_limit; ++i) {
		const struct limit *was = &f->limit[i];

		for (int j = 0; j < again->n_limit; ++j) {
			const struct limit *is = &again->limit[j];

			/* writes wait for fills as long as the launch takes */
			if (strcmp(is->name, was->name) != 0 ||
				(strcmp(is->name, "l1") == 0 &&
					!near(again->time_s, f->time_s)))
				continue;
			CHECK(at_most(is->seconds, was->seconds));
			if (!at_most(is->seconds, was->seconds))
				printf("  %s: %.17g s instead of %.17g s\n",
					is->name, is->seconds, was->seconds);
		}
	}
}

/* The printed kernel states the registers of an SM of 65536 for 2048 threads;
 * another SM has the registers that were estimated for it.
 */
static void check_addresses(struct eval *ev, const struct program *p,
	const struct figures *f, const struct device *dev)
{
	struct buffer text = { 0 }, options = { 0 };
	const struct report *r;
	int before = n_failed;

	buffer_add(&options, buffer_text(&p->others));
	if (dev->sm_registers != 32 * dev->sm_threads &&
		!strstr(buffer_text(&options), "registers"))
		buffer_printf(&options, ", registers = %d", f->registers);

	print_addresses(ev, p, &text);
	if (text.len > 0 && run(ev, text.text) &&
		(r = ask(ev, &options, p->device))) {
		struct figures again = figures_of(r);

		check_metrics(&again, f);
		check_limits(&again, f);
		++n_read_back;
	}
	if (n_failed > before) {
		buffer_add(&text, "\n");
		program_text(p, 0, &text);
		printf("%s%s on %s\n", text.text, p->options.text, p->device);
	}
	buffer_free(&options);
	buffer_free(&text);
}

/* No point lies above the ceiling that it is judged by. */
static void check_roofline(const struct report *r)
{
	static struct roof_point point[ROOFLINE_POINTS];
	struct roof_case c = roofline_case(r);
	struct roofline line = { .point = point };

	roofline_make(&line, ROOFLINE_INSTRUCTION, &r->roofs, 1, &c);
	for (int i = 0; i < line.n_point; ++i)
		CHECK(at_most(point[i].performance,
			point[i].slope * point[i].intensity));
}

static void check_report(const struct report *r, const struct device *dev)
{
	const struct launch launch = { .model = r->model };
	char why[256] = "";

	CHECK(physics_holds(r, &launch, dev, why));
	if (why[0])
		printf("  %s\n", why);
	CHECK(r->time_low_s <= r->time_s && r->time_s <= r->time_high_s);
	check_roofline(r);
}

static void check_case(uint64_t from)
{
	struct eval *ev = eval_new(&tables_rooms);
	struct buffer text = { 0 };
	struct program p;
	const struct report *r;

	state = from;
	program_make(&p, program_names);
	program_text(&p, 0, &text);
	CHECK(run(ev, text.text));
	r = ask(ev, &p.options, p.device);
	if (r) {
		struct figures f = figures_of(r);
		const struct answer *a = answer_of(
			scope_find(&ev->globals, "r"));

		const struct device dev = a->subject->device->dev;

		check_report(r, &dev);
		check_again(from, other_names, 0, &f);
		/* what a store may change is loaded again behind it */
		if (p.n_statement > 1 && p.is_restrict)
			check_again(from, program_names, 1, &f);
		check_devices(ev, &p, &f);
		check_addresses(ev, &p, &f, &dev);
	}
	buffer_free(&text);
	program_clear(&p);
	eval_free(ev);
}

/* Kernels that chance makes seldom: L2 loads and stores what atomic updates change,
 * which L1 neither loads nor stores.
 */
static void check_known(void)
{
	static const char program[] =
		"kernel k(d: float[130, 130] { halo = 2 }, a: float[512, 512]) "
		"over (64, 1000) { d[0,0] atomic+= a[0,0] }\n"
		"device small : h200 { l2.size = 64 KiB }\n"
		"r = estimate k on small"
		" with block = (64, 1), counting = closed";
	struct eval *ev = eval_new(&tables_rooms);
	bool ok = run(ev, program);

	CHECK(ok);
	if (ok) {
		const struct answer *a = answer_of(
			scope_find(&ev->globals, "r"));

		CHECK(a->report.metric[METRIC_dram_store_B] >
			a->report.metric[METRIC_l2_store_B]);
		check_report(&a->report, &a->subject->device->dev);
	}
	eval_free(ev);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	long cases = argc > 2 ? atol(argv[2]) : check_cases(CASES);
	long first = argc > 3 ? atol(argv[3]) : 0;

	printf("seed %" PRIu64 "\n", seed);
	check_known();
	for (long i = first; i < first + cases; ++i) {
		int before = n_failed;

		check_case(seed * UINT64_C(0x100000001) + (uint64_t) i);
		if (n_failed > before)
			printf("  in case %ld\n", i);
	}
	printf("%ld kernels of addresses read back\n", n_read_back);
	return check_done();
}
