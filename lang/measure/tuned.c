/* Reads what auto-tuners write.  The three formats differ in where they keep
 * parameters and times:
 *
 *	Kernel Tuner	cache.KEY.PARAMETER, cache.KEY.time in ms
 *	T4		results[].configuration, results[].measurements[]
 *	KTT		Results[].Configuration[], .ComputationResults[]
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lang/base/json_read.h"
#include "lang/base/map.h"
#include "lang/base/memory.h"
#include "lang/measure/tuned.h"

/* Columns by name, and the cells of the current row: pointers into JSON, or
 * numbers.
 */
struct tuned {
	int n, most;
	const char **name;
	const struct json **cell;
	double *number; /* where "cell" is NULL; NaN: missing */
	struct map names;
	const char *kernel;
	struct buffer *out;
	bool is_head; /* collect columns, print nothing */
};

static int column_of(struct tuned *t, const char *name)
{
	uint64_t hash = map_hash_text(name);
	size_t at = 0;
	int64_t i;

	while ((i = map_next(&t->names, hash, &at)) >= 0)
		if (strcmp(t->name[i], name) == 0)
			return (int) i;
	if (!t->is_head)
		return -1;
	t->name = memory_grow(t->name, (size_t) t->n, sizeof(*t->name));
	t->cell = memory_grow(t->cell, (size_t) t->n, sizeof(*t->cell));
	t->number = memory_grow(t->number, (size_t) t->n, sizeof(*t->number));
	t->name[t->n] = name;
	map_add(&t->names, hash, t->n);
	return t->n++;
}

static void set_cell(struct tuned *t, const char *name, const struct json *v)
{
	int i = column_of(t, name);

	if (i >= 0)
		t->cell[i] = v;
}

static void set_number(struct tuned *t, const char *name, double v)
{
	int i = column_of(t, name);

	if (i >= 0)
		t->number[i] = v;
}

static bool is_value(const struct json *v)
{
	return v->kind == JSON_NUMBER || v->kind == JSON_STRING ||
		v->kind == JSON_TRUE || v->kind == JSON_FALSE;
}

static void add_quoted(struct buffer *out, const char *text)
{
	buffer_add_char(out, '"');
	for (; *text; ++text)
		if (*text == '"')
			buffer_add(out, "\"\"");
		else
			buffer_add_char(out, *text < ' ' ? ' ' : *text);
	buffer_add_char(out, '"');
}

static void add_cell(struct tuned *t, int i)
{
	const struct json *v = t->cell[i];
	char text[40];

	buffer_add_char(t->out, ',');
	if (!v && !isnan(t->number[i])) {
		snprintf(text, sizeof(text), "%.17g", t->number[i]);
		buffer_add(t->out, text);
	} else if (v && v->kind == JSON_STRING) {
		add_quoted(t->out, v->text);
	} else if (v && v->kind == JSON_NUMBER) {
		snprintf(text, sizeof(text), "%.17g", v->number);
		buffer_add(t->out, text);
	} else if (v) {
		buffer_add(t->out, v->kind == JSON_TRUE ? "1" : "0");
	}
}

static void start_row(struct tuned *t)
{
	for (int i = 0; i < t->n; ++i) {
		t->cell[i] = NULL;
		t->number[i] = NAN;
	}
}

/* Ends the row of a configuration, unless it failed. */
static void end_row(struct tuned *t, double ms)
{
	set_number(t, "ms", ms);
	if (t->is_head || !(ms > 0))
		return;
	add_quoted(t->out, t->kernel);
	for (int i = 0; i < t->n; ++i)
		add_cell(t, i);
	buffer_add_char(t->out, '\n');
}

/* -------------------------------------------------------------- formats */

/* Up to three whole numbers; a text with anything else says nothing. */
static void set_tuple(struct tuned *t, const char *const name[3],
	const char *text)
{
	static const char digits[] = "0123456789";

	if (text[strspn(text, "0123456789 ,()[]")])
		return;
	for (int i = 0; i < 3 && *(text += strcspn(text, digits)); ++i) {
		set_number(t, name[i], strtod(text, NULL));
		text += strspn(text, digits);
	}
}

/* A list, a number, or the text of a tuple: "(4096, 4096)". */
static void set_problem(struct tuned *t, const struct json *root)
{
	static const char *const name[3] = { "problem_size_x", "problem_size_y",
		"problem_size_z" };
	const struct json *size = json_read_member(root, "problem_size");
	const struct json *n = size && size->kind == JSON_ARRAY ? size->first :
								  size;

	if (size && size->kind == JSON_STRING) {
		set_tuple(t, name, size->text);
		return;
	}
	for (int i = 0; n && n->kind == JSON_NUMBER && i < 3; ++i) {
		set_cell(t, name[i], n);
		n = n == size ? NULL : n->next;
	}
}

/* {"kernel_name": ..., "problem_size": [4096, 4096],
 *  "cache": {"16,1": {"block_size_x": 16, "time": 3.9}}};
 * a configuration that failed has a word for its time, or 1e20 in caches of old
 * versions.
 */
static void read_kernel_tuner(struct tuned *t, const struct json *root)
{
	const struct json *cache = json_read_member(root, "cache");
	const struct json *keys = json_read_member(root, "tune_params_keys");

	for (const struct json *c = cache->first; c; c = c->next) {
		double ms = json_read_number(c, "time", NAN);

		if (ms >= 1e20)
			ms = NAN;
		start_row(t);
		set_problem(t, root);
		for (const struct json *k = keys ? keys->first : NULL; k;
			k = k->next) {
			const struct json *v = k->kind == JSON_STRING ?
				json_read_member(c, k->text) :
				NULL;

			if (v && is_value(v))
				set_cell(t, k->text, v);
		}
		end_row(t, ms);
	}
}

/* Milliseconds in a unit of time; NaN for an unknown one. */
static double unit_ms(const char *unit)
{
	static const struct {
		const char *name;
		double ms;
	} units[] = { { "s", 1e3 }, { "seconds", 1e3 }, { "ms", 1 },
		{ "milliseconds", 1 }, { "us", 1e-3 }, { "microseconds", 1e-3 },
		{ "ns", 1e-6 }, { "nanoseconds", 1e-6 } };

	for (size_t i = 0; unit && i < sizeof(units) / sizeof(units[0]); ++i)
		if (strcasecmp(unit, units[i].name) == 0)
			return units[i].ms;
	return NAN;
}

/* Three extents: KTT names the axes X, Y and Z, in T4 x, y and z. */
static void set_axes(struct tuned *t, const char *const name[3],
	const struct json *v)
{
	static const char *const upper[3] = { "X", "Y", "Z" };
	static const char *const lower[3] = { "x", "y", "z" };

	for (int i = 0; i < 3; ++i)
		set_number(t, name[i],
			json_read_number(v, upper[i],
				json_read_number(v, lower[i], NAN)));
}

/* What KTT knows of the launch: block, grid, registers. */
static void set_launch(struct tuned *t, const struct json *block,
	const struct json *global, double registers)
{
	static const char *const block_name[3] = { "bx", "by", "bz" };
	static const char *const global_name[3] = { "global_size_x",
		"global_size_y", "global_size_z" };

	set_axes(t, block_name, block);
	set_axes(t, global_name, global);
	set_number(t, "regs", registers);
}

/* Milliseconds in the unit of times that have none of their own: KTT states it
 * once for the whole file.
 */
static double file_unit_ms(const struct json *root)
{
	const char *unit = json_read_text(json_read_member(root, "metadata"),
		"timeunit");

	return unit && *unit ? unit_ms(unit) : 1;
}

/* {"results": [{"configuration": {...}, "invalidity": "correct",
 * "measurements": [{"name": "time", "value": 3.9, "unit": "ms"}]}]};
 * a configuration that failed has another word, such as "timeout".  KTT adds
 * "metadata", "compilation_data" and counters as further measurements.
 */
static void read_t4(struct tuned *t, const struct json *root)
{
	const struct json *results = json_read_member(root, "results");
	double file_ms = file_unit_ms(root);

	for (const struct json *r = results->first; r; r = r->next) {
		const struct json *config = json_read_member(r,
			"configuration");
		const struct json *all = json_read_member(r, "measurements");
		const struct json *compiled = json_read_member(r,
			"compilation_data");
		const char *invalidity = json_read_text(r, "invalidity");
		double ms = NAN;

		start_row(t);
		for (const struct json *p = config ? config->first : NULL; p;
			p = p->next)
			if (p->name && is_value(p))
				set_cell(t, p->name, p);
		for (const struct json *m = all ? all->first : NULL; m;
			m = m->next) {
			const char *name = json_read_text(m, "name");
			const char *unit = json_read_text(m, "unit");
			double value = json_read_number(m, "value", NAN);

			if (name && strcasecmp(name, "time") == 0)
				ms = value *
					(unit && *unit ? unit_ms(unit) :
							 file_ms);
			else if (name)
				set_number(t, name, value);
		}
		set_launch(t, json_read_member(compiled, "local_size"),
			json_read_member(compiled, "global_size"),
			json_read_number(compiled, "registers", NAN));
		if (invalidity && strcasecmp(invalidity, "correct") != 0)
			ms = NAN;
		end_row(t, ms);
	}
}

/* What KTT knows of the kernel that ran: the launch and counters. */
static void read_computation(struct tuned *t, const struct json *run)
{
	const struct json *counters = json_read_member(json_read_member(run,
							       "ProfilingData"),
		"Counters");

	set_launch(t, json_read_member(run, "LocalSize"),
		json_read_member(run, "GlobalSize"),
		json_read_number(json_read_member(run, "CompilationData"),
			"RegistersCount", NAN));
	for (const struct json *c = counters ? counters->first : NULL; c;
		c = c->next) {
		const char *name = json_read_text(c, "Name");

		if (name)
			set_number(t, name, json_read_number(c, "Value", NAN));
	}
}

/* {"Metadata": {"TimeUnit": "Microseconds"}, "Results": [{"Status": "Ok",
 * "ComputationResults": [{"Duration": 900, ...}],
 * "Configuration": [{"Name": "BLOCK_SIZE_X", "Value": 16}]}]}
 */
static void read_ktt(struct tuned *t, const struct json *root)
{
	const struct json *results = json_read_member(root, "Results");
	double ms = unit_ms(
		json_read_text(json_read_member(root, "Metadata"), "TimeUnit"));

	for (const struct json *r = results->first; r; r = r->next) {
		const struct json *runs = json_read_member(r,
			"ComputationResults");
		const struct json *config = json_read_member(r,
			"Configuration");
		const char *status = json_read_text(r, "Status");
		double time = 0;
		int n = 0;

		start_row(t);
		for (const struct json *p = config ? config->first : NULL; p;
			p = p->next) {
			const char *name = json_read_text(p, "Name");
			const struct json *v = json_read_member(p, "Value");

			if (name && v && is_value(v))
				set_cell(t, name, v);
		}
		if (runs && runs->first)
			read_computation(t, runs->first);
		for (const struct json *c = runs ? runs->first : NULL; c;
			c = c->next, ++n)
			time += json_read_number(c, "Duration", NAN);
		set_number(t, "computations", n);
		if (!runs || !runs->first || !status ||
			strcmp(status, "Ok") != 0)
			time = NAN;
		end_row(t, time * ms);
	}
}

/* ---------------------------------------------------------------- table */

static bool has_array(const struct json *root, const char *name,
	enum json_kind kind)
{
	const struct json *v = json_read_member(root, name);

	return v && v->kind == kind;
}

/* The name of the kernel that the file itself has, or NULL. */
static const char *kernel_of_file(const struct json *root)
{
	const struct json *results = json_read_member(root, "Results");
	const char *name = json_read_text(root, "kernel_name");

	return name ? name :
		results && results->first ?
		      json_read_text(results->first, "KernelName") :
		      NULL;
}

/* The board that Kernel Tuner or KTT measured on, or NULL. */
static const char *board_of_file(const struct json *root)
{
	const char *name = json_read_text(root, "device_name");

	if (!name)
		name = json_read_text(json_read_member(root, "Metadata"),
			"Device");
	return name ?
		name :
		json_read_text(json_read_member(root, "metadata"), "device");
}

static void write_head(struct tuned *t)
{
	buffer_add(t->out, "kernel");
	for (int i = 0; i < t->n; ++i) {
		buffer_add_char(t->out, ',');
		add_quoted(t->out, t->name[i]);
	}
	buffer_add_char(t->out, '\n');
}

bool tuned_is_json(const char *text)
{
	if (strncmp(text, "\xef\xbb\xbf", 3) == 0)
		text += 3;
	text += strspn(text, " \t\r\n");
	return *text == '{' || *text == '[';
}

static bool write_table(struct tuned *t, const struct json *root, char why[256])
{
	void (*read)(struct tuned * t, const struct json *root) =
		has_array(root, "cache", JSON_OBJECT)  ? read_kernel_tuner :
		has_array(root, "results", JSON_ARRAY) ? read_t4 :
		has_array(root, "Results", JSON_ARRAY) ? read_ktt :
							 NULL;

	if (!read) {
		snprintf(why, 256,
			"this JSON is neither a cache of Kernel Tuner, nor T4, "
			"nor results of KTT: it has no 'cache', 'results' or "
			"'Results'");
		return false;
	}
	if (!*t->kernel)
		t->kernel = kernel_of_file(root);
	if (!t->kernel) {
		snprintf(why, 256,
			"the file does not name its kernel: say "
			"kernel = \"name\"");
		return false;
	}
	t->is_head = true;
	read(t, root);
	t->is_head = false;
	write_head(t);
	read(t, root);
	return true;
}

/* Kernel Tuner appends to its cache and closes it at the end: that of a run that
 * was stopped, or still goes on, ends in a comma.
 */
static const struct json *read_open(struct arena *arena, const char *text,
	size_t len)
{
	const char *reason = NULL;
	char *closed;

	while (len > 0 && strchr(" \t\r\n", text[len - 1]))
		--len;
	if (len == 0 || text[len - 1] != ',')
		return NULL;
	closed = arena_alloc(arena, len + 1);
	memcpy(closed, text, len - 1);
	memcpy(closed + len - 1, "}}", 2);
	return json_read(arena, closed, len + 1, &reason);
}

bool tuned_table(const char *text, size_t len, const char *kernel,
	struct buffer *out, struct buffer *board, char why[256])
{
	struct arena *arena = arena_new();
	struct tuned t = { .kernel = kernel, .out = out };
	const char *reason = NULL;
	const struct json *root = json_read(arena, text, len, &reason);
	bool ok = false;

	if (!root)
		root = read_open(arena, text, len);
	if (!root)
		snprintf(why, 256, "this is no JSON: %.200s",
			reason ? reason : "it ends too early");
	else
		ok = write_table(&t, root, why);
	if (ok && board_of_file(root))
		buffer_add(board, board_of_file(root));
	map_clear(&t.names);
	free(t.name);
	free(t.cell);
	free(t.number);
	arena_free(arena);
	return ok;
}
