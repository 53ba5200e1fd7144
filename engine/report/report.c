/* Filling a report: texts, derivations and limits live in its pool; the first
 * allocation that fails marks the report as broken.
 */

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "engine/kernel/registers.h"
#include "engine/report/report.h"

#define REPORT_DERIVATIONS 64
#define REPORT_NOTES	   16

const struct metric_info metrics[N_METRIC] = {
#define METRIC(member, path, unit, what) { path, unit, what },
#include "engine/report/metric.def"
};

static bool device_is_complete(const struct device *dev, char why[256])
{
	int field = device_check(dev, 0);

	if (field < 0)
		return true;
	snprintf(why, 256, "%s has no usable '%s' (%s)",
		dev->id ? dev->id : "the device", device_fields[field].path,
		device_fields[field].what);
	return false;
}

static bool knows_clusters(const struct device *dev)
{
	static const char *const archs[] = { "hopper", "blackwell", "gb202" };

	for (size_t i = 0; i < sizeof(archs) / sizeof(archs[0]); ++i)
		if (dev->arch && strcmp(dev->arch, archs[i]) == 0)
			return true;
	return false;
}

/* True if the device has units for all matrix products, and instructions that
 * fill their tiles.
 */
static bool products_fit(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev, char why[256])
{
	for (int i = 0; i < kernel->n_product; ++i) {
		const struct product *p = &kernel->product[i];
		const char *type = tensors[p->type].word;
		double n = kernel_product_flops(p) / tensor_work(dev, p->type);

		if (launch->model != MODEL_WSP)
			snprintf(why, 256, "only model wsp has matrix units");
		else if (!(dev->tensor_FLOP_per_s > 0))
			snprintf(why, 256,
				"%s has no matrix units, or nobody said how "
				"fast they are (tensor.peak)",
				dev->id);
		else if (!(tensor_peak(dev, p->type) > 0))
			snprintf(why, 256,
				"the matrix units of %s do not multiply %s "
				"(tensor.%s)",
				dev->id, type, tensors[p->type].name);
		else if (p->is_group && !(dev->tensor_group > 0))
			snprintf(why, 256,
				"%s has no matrix instructions of several "
				"warps: write mma instead of wgmma",
				dev->id);
		else if (fmod((double) launch_threads_per_block(launch),
				 dev->warp_size *
					 (p->is_group ? KERNEL_GROUP : 1)) != 0)
			snprintf(why, 256,
				"a matrix product takes %s: threads of a block "
				"must be a multiple of %.0f",
				p->is_group ? "whole groups of warps" :
					      "whole warps",
				dev->warp_size *
					(p->is_group ? KERNEL_GROUP : 1));
		else if (!p->is_group && !(dev->tensor_FLOP > 0))
			snprintf(why, 256,
				"nobody said what one matrix instruction of %s "
				"computes (tensor.work)",
				dev->id);
		else if (!p->is_group && !(n >= 0.5 && 2 * n == floor(2 * n)))
			snprintf(why, 256,
				"instructions of %s compute %.0f FLOP of %s: "
				"a tile of %d x %d x %d is no multiple of that",
				dev->id, tensor_work(dev, p->type), type, p->m,
				p->n, p->k);
		else
			continue;
		return false;
	}
	return true;
}

enum estimate_status report_check(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	struct occupancy *occupancy, char why[256])
{
	if (!device_is_complete(dev, why))
		return ESTIMATE_MISSING;
	if (launch->has_clusters && !knows_clusters(dev)) {
		snprintf(why, 256, "%s has no clusters of blocks",
			dev->id ? dev->id : "the device");
		return ESTIMATE_IMPOSSIBLE;
	}
	if (!products_fit(kernel, launch, dev, why))
		return ESTIMATE_IMPOSSIBLE;
	if (!launch_check(launch, kernel, why) ||
		!occupancy_find(kernel, launch, dev, occupancy, why))
		return ESTIMATE_IMPOSSIBLE;
	return ESTIMATE_OK;
}

static void *report_alloc(struct report *r, size_t size)
{
	void *p;

	if (r->is_broken)
		return NULL;
	p = quasi_pool_alloc(r->pool, size);
	if (!p)
		r->is_broken = true;
	return p;
}

static char *format_text(struct report *r, const char *format, va_list args)
{
	va_list again;
	int length;
	char *text;

	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	text = length < 0 ? NULL : report_alloc(r, (size_t) length + 1);
	if (text)
		vsnprintf(text, (size_t) length + 1, format, args);
	return text;
}

char *report_text(struct report *r, const char *format, ...)
{
	va_list args;
	char *text;

	if (r->figures_only)
		return NULL;
	va_start(args, format);
	text = format_text(r, format, args);
	va_end(args);
	return text;
}

void report_caveat(struct report *r, const char *format, ...)
{
	va_list args;
	char *text;

	if (r->n_caveat == REPORT_CAVEATS)
		return;
	va_start(args, format);
	text = format_text(r, format, args);
	va_end(args);
	if (text)
		r->caveat[r->n_caveat++] = text;
}

void report_note(struct report *r, const char *brief, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = format_text(r, format, args);
	va_end(args);
	if (!text)
		return;
	report_caveat(r, "%s", brief ? brief : text);
	if (!r->figures_only && r->n_note < REPORT_NOTES)
		r->note[r->n_note++] = text;
}

static void fields_init(struct report *r, const struct kernel *kernel)
{
	r->field = report_alloc(r,
		sizeof(*r->field) * (size_t) (kernel->n_field + 1));
	for (int i = 0; r->field && i < kernel->n_field; ++i) {
		r->field[i] = (struct field_volume) {
			.name = report_text(r, "%s", kernel->field[i].name),
			.l2_load_B = NAN,
			.l2_store_B = NAN,
			.dram_load_B = NAN,
			.dram_store_B = NAN,
		};
		r->n_field = i + 1;
	}
}

static enum precision precision_of(const struct work *w)
{
	if (w->fp16 > w->fp32 && w->fp16 > w->fp64)
		return PRECISION_FP16;
	return w->fp32 > w->fp64 ? PRECISION_FP32 : PRECISION_FP64;
}

static double widest_B(const struct kernel *kernel)
{
	double widest = 0;

	for (int i = 0; i < kernel->n_field; ++i)
		widest = fmax(widest, kernel->field[i].elem_B);
	return widest;
}

/* The launch as the user gave it, its grid apart. */
static void show_ordered(struct report *r, const struct ordered *o)
{
	r->dims = o->dims;
	r->order = report_text(r, "%s", o->name);
	for (int i = 0; i < 3; ++i) {
		r->domain[i] = o->domain[i];
		r->fold[i] = o->fold[i];
	}
}

/* Blocks of an SM if a thread takes "registers". */
static int blocks_with(const struct kernel *kernel, const struct launch *launch,
	const struct device *dev, int registers)
{
	struct kernel other = *kernel;
	struct occupancy o;
	char why[256];

	other.registers = registers;
	return occupancy_find(&other, launch, dev, &o, why) ? o.blocks_per_sm :
							      0;
}

void report_init(struct report *r, const struct kernel *kernel,
	const struct launch *launch, const struct device *dev)
{
	*r = (struct report) {
		.model = launch->model,
		.figures_only = launch->figures_only,
		.dims = kernel->dims,
		.registers = registers_on(kernel, launch, dev),
		.registers_given = kernel->registers_given,
		.time_s = NAN,
		.kernel_s = NAN,
		.lup_per_s = NAN,
		.time_low_s = NAN,
		.time_high_s = NAN,
		.dram_B_per_s = NAN,
		.dram_share = NAN,
		.l2_B_per_s = NAN,
		.l2_share = NAN,
		.flop_per_s = NAN,
		.flop_share = NAN,
		.advice_s = NAN,
		.roofs = roofs_of(dev),
		.precision = precision_of(&kernel->work),
		.elem_B = widest_B(kernel),
		.warp_work.control = NAN,
		.thread_work.control = NAN,
		.global_load = { NAN, NAN, 0 },
		.global_store = { NAN, NAN, 0 },
		.shared_load = { NAN, NAN, 0 },
		.shared_store = { NAN, NAN, 0 },
		.pool = quasi_pool_new(),
	};
	r->is_broken = !r->pool;
	r->blocks_low = blocks_with(kernel, launch, dev, r->registers.low);
	r->blocks_high = blocks_with(kernel, launch, dev, r->registers.high);
	for (int i = 0; i < 3; ++i) {
		r->domain[i] = kernel_stated(kernel, i);
		r->block[i] = launch->block[i];
		r->fold[i] = launch->fold[i];
		r->apart[i] = launch->apart[i];
		r->grid[i] = launch->grid[i];
	}
	r->order = "rows";
	if (kernel->ordered)
		show_ordered(r, kernel->ordered);
	for (int i = 0; i < N_METRIC; ++i)
		r->metric[i] = NAN;
	r->kernel = report_text(r, "%s", kernel->name ? kernel->name : "");
	r->device = report_text(r, "%s", dev->id ? dev->id : "");
	if (!r->figures_only) {
		r->derivation = report_alloc(r,
			sizeof(*r->derivation) * REPORT_DERIVATIONS);
		r->note = report_alloc(r, sizeof(*r->note) * REPORT_NOTES);
	}
	fields_init(r, kernel);
}

void report_clear(struct report *r)
{
	if (r->pool)
		quasi_pool_free(r->pool);
	*r = (struct report) { 0 };
}

void report_limit(struct report *r, const char *name, const char *what,
	double seconds)
{
	if (!isfinite(seconds) || r->n_limit == REPORT_LIMITS)
		return;
	r->limit[r->n_limit] = (struct limit) { name, what, seconds };
	if (seconds > r->limit[r->limiter].seconds)
		r->limiter = r->n_limit;
	++r->n_limit;
}

void report_derive(struct report *r, const char *path, const char *equation,
	const char *formula, const char *unit, double value, const char *reason,
	int n_input, const struct derivation_input *input)
{
	struct derivation_input *copy;

	if (!isfinite(value) || r->is_broken || r->figures_only ||
		r->n_derivation == REPORT_DERIVATIONS)
		return;
	copy = report_alloc(r, sizeof(*copy) * (size_t) (n_input + 1));
	if (!copy)
		return;
	memcpy(copy, input, sizeof(*copy) * (size_t) n_input);
	r->derivation[r->n_derivation++] = (struct derivation) {
		.path = path,
		.equation = equation,
		.formula = formula,
		.reason = reason,
		.unit = unit,
		.value = value,
		.n_input = n_input,
		.input = copy,
	};
}

void report_forget(struct report *r, const char *path)
{
	int n = 0;

	for (int i = 0; i < r->n_derivation; ++i)
		if (strcmp(r->derivation[i].path, path) != 0)
			r->derivation[n++] = r->derivation[i];
	r->n_derivation = n;
}

double report_lup(const struct kernel *kernel)
{
	return (double) kernel->domain[0] * (double) kernel->domain[1] *
		(double) kernel->domain[2] * kernel->updates;
}

/* The longest limit but the one that decides, which may be shorter than one that
 * bounds the time from below.
 */
static int second_limit(const struct report *r)
{
	int second = -1;

	for (int i = 0; i < r->n_limit; ++i)
		if (i != r->limiter &&
			r->limit[i].seconds <= r->limit[r->limiter].seconds &&
			(second < 0 ||
				r->limit[i].seconds > r->limit[second].seconds))
			second = i;
	return second;
}

/* "units" decide, "updates in L2" decide, "bandwidth" decides. */
static bool is_plural(const char *what)
{
	const char *where = strstr(what, " in ");
	size_t n = where ? (size_t) (where - what) : strlen(what);

	return n > 0 && what[n - 1] == 's';
}

const char *report_decides(const char *what)
{
	return is_plural(what) ? "decide" : "decides";
}

void report_verdict(struct report *r)
{
	const struct limit *first = &r->limit[r->limiter], *next;
	int second = second_limit(r);

	if (second < 0)
		return;
	next = &r->limit[second];
	r->verdict = report_text(r, "%s %s; %s %s at %.0f %% of its time",
		first->what, report_decides(first->what), next->what,
		is_plural(next->what) ? "follow" : "follows",
		100 * next->seconds / first->seconds);
	if (r->verdict)
		r->verdict[0] = (char) toupper((unsigned char) r->verdict[0]);
}

/* The peak of a thread that has operations on matrix units beside those of
 * "peak": both work at the same time.
 */
static double with_matrix(const struct work *w, const struct device *dev,
	double peak)
{
	double flops = w->flops, seconds = 0;

	for (int t = 0; t < N_TENSOR; ++t) {
		double n = (w->tensor[t] + w->group[t]) / dev->warp_size;

		flops += n;
		seconds += n > 0 ? n / tensor_peak(dev, t) : 0;
	}
	return flops / fmax(seconds, w->flops / peak);
}

/* Floating-point operations in a second if every instruction were an fma
 * of the type the kernel computes in, and the units of each type were busy
 * as the mix of types allows.  Without a rate for half precision, it takes
 * the units of single precision.
 */
static double peak_flop_per_s(const struct kernel *kernel,
	const struct device *dev)
{
	const struct work *w = &kernel->work;
	double fp16 = isnan(dev->fp16_per_cyc) ? 0 : w->fp16;
	const double n[4] = { w->fp64, w->fp32 + w->fp16 - fp16, fp16,
		w->special };
	const double per_cyc[4] = { dev->fp64_per_cyc, dev->fp32_per_cyc,
		dev->fp16_per_cyc, dev->sfu_per_cyc };
	double peak = 2 * per_cyc[0], sum = 0, cycles = 0;

	for (int i = 0; i < 3; ++i) {
		sum += n[i];
		cycles = n[i] > 0 ? fmax(cycles, n[i] / per_cyc[i]) : cycles;
	}
	if (cycles > 0)
		peak = 2 * sum / cycles;
	/* functions count as operations and have units of their own */
	if (n[3] > 0 && per_cyc[3] > 0)
		cycles = fmax(cycles, n[3] / per_cyc[3]);
	if (n[3] > 0 && cycles > 0)
		peak = fmax(peak, w->flops / cycles);
	peak *= dev->sm_count * dev->clock_Hz;
	return kernel->n_product > 0 ? with_matrix(w, dev, peak) : peak;
}

static void put(struct report *r, enum metric metric, double measured)
{
	if (!isnan(measured))
		r->metric[metric] = measured;
}

void report_measured(struct report *r, const struct launch *launch)
{
	const struct volumes *v = launch->measured;

	if (!v)
		return;
	put(r, METRIC_dram_load_B, v->dram_load_B);
	put(r, METRIC_dram_store_B, v->dram_store_B);
	put(r, METRIC_l2_load_B, v->l2_load_B);
	put(r, METRIC_l2_store_B, v->l2_store_B);
	put(r, METRIC_l1_wavefronts, v->l1_wavefronts);
	put(r, METRIC_l2_requests, v->l2_requests);
}

void report_rates(struct report *r, const struct kernel *kernel,
	const struct device *dev)
{
	const double *m = r->metric;

	r->lup_per_s = report_lup(kernel) / r->time_s;
	r->dram_B_per_s = r->lup_per_s *
		(m[METRIC_dram_load_B] + m[METRIC_dram_store_B]);
	r->dram_share = r->dram_B_per_s / dev->dram_B_per_s;
	r->l2_B_per_s = r->lup_per_s *
		(m[METRIC_l2_load_B] + m[METRIC_l2_store_B] - r->joined_B);
	r->l2_share = r->l2_B_per_s / dev->l2_B_per_s;
	r->flop_per_s = r->lup_per_s * m[METRIC_flops];
	r->flop_share = r->flop_per_s / peak_flop_per_s(kernel, dev);
}

double report_limit_s(const struct report *r, const char *name)
{
	for (int i = 0; i < r->n_limit; ++i)
		if (strcmp(r->limit[i].name, name) == 0)
			return r->limit[i].seconds;
	return 0;
}

double report_missing(bool batches, double misses)
{
	return batches ? -expm1(-misses) : fmin(1, misses);
}

double report_queue(double queue, double queue_B, double load_B, double share)
{
	double n = share > 0 && queue_B > 0 ? load_B / (queue_B * share) : 1;

	return 1 + queue * log(fmax(1, n));
}

double report_turns_s(const struct report_turns *turns, double l1_s,
	double tensor_s)
{
	double factors = turns->factors * l1_s;

	return l1_s - factors + fmax(factors, tensor_s) +
		fmin(factors, tensor_s) / fmax(1, turns->warps) -
		fmax(l1_s, tensor_s);
}
