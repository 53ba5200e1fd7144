/* device_from(): writes a device in the language from the table of the probe
 * programs (tests/measured/probes).  Each figure cites its probe; figures that
 * no probe measured are inherited from the family.
 */

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/device.h"
#include "lang/base/csv.h"
#include "lang/base/memory.h"
#include "lang/base/statistics.h"
#include "lang/device/device.h"
#include "lang/device/library.h"
#include "lang/eval/builtin.h"
#include "lang/eval/eval.h"
#include "lang/eval/names.h"
#include "lang/number/unit.h"
#include "lang/syntax/tokens.h"

/* The parameters of the row in builtin.def. */
enum { TABLE, NAME };

/* Families by compute capability, ascending. */
static const struct {
	double capability;
	const char *family;
} families[] = {
	{ 5.2, "maxwell" },
	{ 6.0, "pascal" },
	{ 6.1, "gp102" },
	{ 7.0, "volta" },
	{ 7.5, "turing" },
	{ 8.0, "ampere" },
	{ 8.6, "ga102" },
	{ 8.9, "ada" },
	{ 9.0, "hopper" },
	{ 10.0, "blackwell" },
	{ 10.3, "blackwell" },
	{ 12.0, "gb202" },
};

#define N_FAMILY ((int) (sizeof(families) / sizeof(families[0])))

struct probes {
	struct csv csv;
	const char *file; /* name of the table, cited as the source */
	struct buffer *out;
	double l2_KiB;
	const struct device *family;
	char refused[128]; /* why no device can be made */
};

/* --------------------------------------------------------------- figures */

static double cell(const struct probes *p, int64_t row, int column)
{
	char *end;
	const char *text = csv_cell(&p->csv, row, column);
	double v = strtod(text, &end);

	return *end || end == text ? NAN : v;
}

static bool is_of(const struct probes *p, int64_t row, const char *probe,
	const char *variant)
{
	return strcmp(csv_cell(&p->csv, row, 0), probe) == 0 &&
		strcmp(csv_cell(&p->csv, row, 1), variant) == 0;
}

/* The values of a probe for lo <= "at" <= hi, in ascending order.  The caller
 * frees *list.
 */
static int values(const struct probes *p, const char *probe,
	const char *variant, double lo, double hi, double **list)
{
	int n = 0;

	*list = memory_new((size_t) (p->csv.n_row + 1) * sizeof(**list));
	for (int64_t i = 0; i < p->csv.n_row; ++i) {
		double at = cell(p, i, 2), v = cell(p, i, 3);

		if (is_of(p, i, probe, variant) && at >= lo && at <= hi &&
			v > 0 && isfinite(v))
			(*list)[n++] = v;
	}
	if (n > 0)
		statistics_sort(*list, n);
	return n;
}

/* A quantile of those values; NaN if there are none. */
static double share_of(const struct probes *p, const char *probe,
	const char *variant, double lo, double hi, double share)
{
	double *list, v = NAN;
	int n = values(p, probe, variant, lo, hi, &list);

	if (n > 0)
		v = statistics_quantile(list, n, share);
	free(list);
	return v;
}

static double median(const struct probes *p, const char *probe,
	const char *variant, double lo, double hi)
{
	return share_of(p, probe, variant, lo, hi, 0.5);
}

static double most(const struct probes *p, const char *probe,
	const char *variant)
{
	return share_of(p, probe, variant, 0, INFINITY, 1);
}

static double property(const struct probes *p, const char *name)
{
	return median(p, "prop", name, 0, 0);
}

static const char *text_of(const struct probes *p, const char *name)
{
	for (int64_t i = 0; i < p->csv.n_row; ++i)
		if (is_of(p, i, "prop", name))
			return csv_cell(&p->csv, i, 3);
	return NULL;
}

/* The largest "at" at which the probe is still within "factor" of its value at
 * the first "at" of at least "lo".
 */
static double knee(const struct probes *p, const char *probe,
	const char *variant, double lo, double factor)
{
	double first = NAN, last = NAN;

	for (int64_t i = 0; i < p->csv.n_row; ++i) {
		double at = cell(p, i, 2), v = cell(p, i, 3);

		if (!is_of(p, i, probe, variant) || !(at >= lo))
			continue;
		if (isnan(first))
			first = v;
		if (v > factor * first)
			break;
		last = at;
	}
	return last;
}

/* ------------------------------------------------------------------ text */

static double factor_of(const char *name)
{
	struct unit unit = { .num = 1, .den = 1 };

	unit_parse(name, strlen(name), &unit);
	return (double) unit.num / (double) unit.den;
}

/* Figures that probes must measure unless the family has them; what else is
 * missing can be derived.
 */
static bool is_essential(const char *path)
{
	static const char *const paths[] = { "sm.count", "clock", "l2.size",
		"l2.bw", "dram.bw" };

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); ++i)
		if (strcmp(path, paths[i]) == 0)
			return true;
	return false;
}

/* Why no device can have a figure; NULL: one can. */
static const char *fault_of(const struct device_field_info *info, double figure)
{
	if (!(figure >= info->lo && figure <= info->hi))
		return "out of range";
	if (device_is_whole(info) && figure != floor(figure))
		return "no whole number";
	return NULL;
}

/* Writes a figure with its source.  Figures that were not measured, or that no
 * device can have, are left out; without an essential one, no device can be
 * made.
 */
static void add(struct probes *p, const char *path, double v, int digits,
	const char *unit, const char *source)
{
	int field = device_find(path);
	const struct device_field_info *info = &device_fields[field];
	bool is_needed = is_essential(path) &&
		isnan(device_get(p->family, field));
	const char *fault;
	char text[64];
	double figure;

	if (!(v > 0) || !isfinite(v)) {
		if (is_needed)
			snprintf(p->refused, sizeof(p->refused), "no %s (%s)",
				path, source);
		return;
	}
	snprintf(text, sizeof(text), "%.*g%s%s", digits, v, *unit ? " " : "",
		unit);
	figure = strtod(text, NULL) * factor_of(unit) / factor_of(info->unit);
	fault = fault_of(info, figure);
	if (fault) {
		buffer_printf(p->out, "\n    # %s of %s (%s) is %s: left out\n",
			path, text, source, fault);
		if (is_needed)
			snprintf(p->refused, sizeof(p->refused),
				"%s of %s (%s)", path, text, source);
		return;
	}
	buffer_printf(p->out, "\n    %s = %s\n", path, text);
	buffer_printf(p->out, "    source.%s = \"measured: %s: %s\"\n", path,
		p->file, source);
}

static const char *family_of(const struct probes *p, bool *is_known)
{
	double capability = property(p, "capability");
	int i = N_FAMILY - 1;

	*is_known = false;
	if (isnan(capability))
		return "hopper";
	while (i > 0 && families[i].capability > capability)
		--i;
	*is_known = families[i].capability == capability;
	return families[i].family;
}

/* Writes a text of the table without characters that would end a string or a
 * comment.
 */
static void add_text(const struct probes *p, const char *text)
{
	for (; *text; ++text)
		if (*text != '"' && *text != '\\')
			buffer_add_char(p->out,
				(unsigned char) *text < ' ' ? ' ' : *text);
}

static void add_head(const struct probes *p, const char *name)
{
	bool is_known;
	const char *family = family_of(p, &is_known);
	const char *device = text_of(p, "name");
	const char *capability = text_of(p, "capability");

	if (!is_known) {
		buffer_add(p->out,
			"# There is no family for compute "
			"capability ");
		add_text(p, capability ? capability : "(not in the table)");
		buffer_printf(p->out,
			": check the figures inherited from %s.\n", family);
	}
	buffer_printf(p->out, "device %s : %s {\n    name = \"", name, family);
	add_text(p, device ? device : name);
	buffer_printf(p->out,
		"\"\n    source = \"measured: %s, device "
		"properties\"\n",
		p->file);
}

static void add_properties(struct probes *p)
{
	add(p, "sm.count", property(p, "sm"), 6, "", "sm");
	add(p, "clock", median(p, "clock", "fp32", 0, 0), 4, "GHz",
		"clock while FP32 units are busy");
	add(p, "boost.clock", property(p, "clock_GHz"), 4, "GHz", "clock_GHz");
	add(p, "sm.threads", property(p, "threads_per_sm"), 6, "",
		"threads_per_sm");
	add(p, "sm.blocks", property(p, "blocks_per_sm"), 6, "",
		"blocks_per_sm");
	add(p, "sm.registers", property(p, "regs_per_sm"), 8, "",
		"regs_per_sm");
	add(p, "sm.shared", property(p, "smem_per_sm"), 9, "B", "smem_per_sm");
	add(p, "block.shared", property(p, "smem_per_block"), 9, "B",
		"smem_per_block");
	add(p, "dram.size", property(p, "memory_bytes"), 15, "B",
		"memory_bytes");
	add(p, "dram.peak",
		property(p, "memory_GHz") * property(p, "bus_bits") / 4, 5,
		"GB/s", "2 x memory_GHz x bus_bits / 8");
}

static void add_caches(struct probes *p)
{
	double total = p->l2_KiB;
	double near = knee(p, "latency", "chase", 1024, 1.1);
	int sections = near < 0.6 * total ? 2 : 1;

	add(p, "l2.total", total * 1024, 12, "B", "l2_bytes");
	add(p, "l2.sections", sections, 1, "",
		"2 where the chase becomes "
		"slower before l2_bytes are reached");
	add(p, "l2.size", total * 1024 / sections, 12, "B",
		"l2_bytes over l2.sections");
	add(p, "l1.bw", most(p, "l1", "load"), 5, "GB/s", "l1,load, the most");
	add(p, "l2.bw", median(p, "l2", "shared", total / 8, total / 2), 4,
		"GB/s", "l2,shared, an eighth to half of L2, median");
	add(p, "l2.rate", median(p, "l2", "lines", 0, INFINITY), 3, "GHz",
		"l2,lines, median");
	add(p, "l1.latency", median(p, "latency", "chase", 16, 64), 3, "cyc",
		"chase over 16 to 64 KiB");
	add(p, "l2.latency", median(p, "latency", "chase", 1024, total / 4), 4,
		"cyc", "chase over 1 MiB to a quarter of L2");
	add(p, "dram.latency",
		median(p, "latency", "chase", 2 * total, 10 * total), 4, "cyc",
		"chase over 2 to 10 times L2");
}

static void add_memory(struct probes *p)
{
	double scale = most(p, "dram", "scale");
	double triad = most(p, "dram", "triad");
	double fast = most(p, "tlb", "rate"), pages = NAN;

	add(p, "dram.bw", isnan(triad) || scale > triad ? scale : triad, 4,
		"GB/s", "dram, scale and triad, the most");
	for (int64_t i = 0; i < p->csv.n_row; ++i)
		if (is_of(p, i, "tlb", "rate") && cell(p, i, 3) >= 0.7 * fast)
			pages = cell(p, i, 2);
	add(p, "tlb.pages", pages, 4, "",
		"tlb,rate, the last before it falls by 30 %");
	add(p, "tlb.rate", share_of(p, "tlb", "rate", 2 * pages, INFINITY, 0),
		3, "GHz", "tlb,rate, the least");
	add(p, "launch.overhead",
		share_of(p, "launch", "overhead_us", 0, INFINITY, 1), 3, "us",
		"launch,overhead_us");
	add(p, "launch.rate", most(p, "launch", "rate"), 4, "GHz",
		"launch,rate, the most");
}

/* ------------------------------------------------------------------ call */

static bool check_probes(struct call *call, struct probes *p)
{
	static const struct {
		const char *probe, *variant;
	} need[] = { { "prop", "sm" }, { "prop", "l2_bytes" },
		{ "clock", "fp32" }, { "dram", "scale" }, { "l2", "shared" } };

	if (csv_column(&p->csv, "probe") != 0 ||
		csv_column(&p->csv, "variant") != 1 ||
		csv_column(&p->csv, "at") != 2 ||
		csv_column(&p->csv, "value") != 3)
		return diag_error(call->diag, call_loc(call, TABLE), NULL,
			"%s has no columns 'probe,variant,at,value': it is not "
			"what tests/measured/probes prints",
			p->file);
	for (size_t i = 0; i < sizeof(need) / sizeof(need[0]); ++i)
		if (isnan(share_of(p, need[i].probe, need[i].variant, 0,
			    INFINITY, 0.5)))
			return diag_error(call->diag, call_loc(call, TABLE),
				NULL, "%s has no '%s,%s'", p->file,
				need[i].probe, need[i].variant);
	p->l2_KiB = property(p, "l2_bytes") / 1024;
	return true;
}

static bool read_probes(struct call *call, const char *path,
	struct buffer *text, struct probes *p)
{
	size_t len = text->len;
	char why[256] = "";

	if (!csv_parse(&p->csv, buffer_take(text), len, why))
		return diag_error(call->diag, call_loc(call, TABLE), NULL,
			"%s: %s", path, why);
	p->file = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	for (const char *c = p->file; *c; ++c)
		if (*c == '"' || *c == '\\' || (unsigned char) *c < ' ')
			p->file = "probes";
	if (check_probes(call, p))
		return true;
	csv_clear(&p->csv);
	return false;
}

static bool find_name(struct call *call, const char **name)
{
	const struct string *s = NULL;
	const char *c;

	*name = "mine";
	if (!call_has(call, NAME))
		return true;
	if (!call_string(call, NAME, &s))
		return false;
	*name = s->text;
	for (c = s->text; isalnum((unsigned char) *c) || *c == '_'; ++c)
		;
	if (*c || !(isalpha((unsigned char) s->text[0]) || s->text[0] == '_'))
		return diag_error(call->diag, call_loc(call, NAME), NULL,
			"'%s' cannot be the name of a device: letters, digits "
			"and _",
			s->text);
	return !(tokens_word(s->text, strlen(s->text)) ||
		       names_is_fixed(s->text)) ||
		diag_error(call->diag, call_loc(call, NAME), NULL,
			"'%s' cannot be the name of a device: it is a word of the "
			"language",
			s->text);
}

static bool make_device(struct call *call, struct probes *p, const char *name,
	struct value *result)
{
	const struct device_object *device;
	struct value family;
	bool is_known;

	if (!library_lookup(call->eval, family_of(p, &is_known), &family))
		return false;
	device = device_of(&family);
	p->family = &device->dev;
	add_head(p, name);
	add_properties(p);
	add_caches(p);
	add_memory(p);
	buffer_add(p->out, "}");
	p->family = NULL;
	value_free(&family);
	if (*p->refused)
		return diag_error(call->diag, call_loc(call, TABLE), NULL,
			"cannot make a device from %s: it has %s", p->file,
			p->refused);
	*result = value_text(buffer_text(p->out));
	return true;
}

DEFINE_BUILTIN(device_from)
{
	struct buffer out = { 0 }, text = { 0 };
	struct probes p = { .out = &out };
	const struct string *file = NULL;
	const char *name;
	char *path;
	bool ok;

	if (call->eval->checking) {
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return true;
	}
	if (!call_string(call, TABLE, &file) || !find_name(call, &name) ||
		!call_file(call, TABLE, "a table", &path, &text))
		return false;
	ok = read_probes(call, path, &text, &p);
	if (ok) {
		ok = make_device(call, &p, name, result);
		csv_clear(&p.csv);
	}
	buffer_free(&out);
	free(path);
	return ok;
}
