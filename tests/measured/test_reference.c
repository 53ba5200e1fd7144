/* model = warpspeed2025 against the outputs of the published tool.
 *
 *	test_reference [FILE...]
 *
 * Without arguments the files of $REFERENCE_DIR or, without that, of
 * tests/measured/reference are read; devices.txt lies beside the first
 * file.  Every value of every case must agree to 1e-9 of itself, with one
 * exception.  On AMD devices the tool fuses neighbouring accesses in the
 * order in which Python walks a set.  Where that order matters, its output
 * is one of several, and ours need not be the same one: a case may differ
 * only if our figures change when the accesses are given in reverse.  Such
 * cases are counted and may be at most one in AMD_UNORDERED.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"
#include "tests/unit/figures.h"

#define TOLERANCE     1e-9
#define AMD_UNORDERED 16
#define N_DEVICE      32
#define N_VALUE	      1024
#define N_FIELD	      128
#define N_ACCESS      1024
#define LINE	      1024
#define NAME	      128

static const char *const file_names[] = {
	"samples.txt",
	"star25.txt",
	"lbm.txt",
	"l1strides.txt",
	"conv.txt",
	"scan.txt",
	"star25ghost.txt",
	"edge.txt",
};

#define N_FILE (sizeof(file_names) / sizeof(file_names[0]))

/* A device of devices.txt. */
struct entry {
	char name[NAME];
	struct device dev;
};

static struct entry entries[N_DEVICE];
static int n_entry;

struct value {
	char name[NAME];
	double value;
};

/* A case as it is read. */
struct reference {
	char name[NAME], device[NAME];
	struct kernel kernel;
	struct launch launch;
	struct field field[N_FIELD];
	char field_name[N_FIELD][NAME];
	struct warpspeed2025_hint hint[N_FIELD];
	struct access access[N_ACCESS];
	int n_value;
	struct value value[N_VALUE];
};

/* How many cases and values there were, and how many did not agree. */
struct tally {
	int n_case, n_case_failed;
	int n_unordered; /* differ because order matters */
	long n_value, n_value_failed;
};

static void figure_set(struct device *dev, const char *key, double x)
{
	static const struct {
		const char *key, *path;
		double scale;
	} map[] = {
		{ "clock", "clock", 1e9 },
		{ "smCount", "sm.count", 1 },
		{ "sizeL1", "l1.size", 1 },
		{ "sizeL2", "l2.size", 1 },
		{ "L2BW", "l2.bw", 1e9 },
		{ "memBW", "dram.bw", 1e9 },
		{ "L1BankWidth", "l1.bank", 1 },
		{ "CLAllocationSize", "l1.line", 1 },
		{ "CLFetchSize", "l1.sector", 1 },
		{ "CLWriteSize", "l1.store", 1 },
		{ "DRAMFetchSize", "dram.fetch", 1 },
		{ "DRAMWriteSize", "dram.write", 1 },
		{ "warpSize", "warp.size", 1 },
		{ "subWarpSize", "subwarp.size", 1 },
		{ "lsuCount", "lsu.count", 1 },
		{ "fp32CycleSM", "fp32.rate", 1 },
		{ "fp64CycleSM", "fp64.rate", 1 },
	};

	for (size_t i = 0; i < sizeof(map) / sizeof(map[0]); ++i)
		if (strcmp(map[i].key, key) == 0)
			device_set(dev, device_find(map[i].path),
				x * map[i].scale);
}

static void l1_model_set(struct device *dev, const char *name)
{
	dev->l1_model = strcmp(name, "CDNA") == 0 ? "cdna" :
		strcmp(name, "RDNA") == 0	  ? "rdna" :
						    "nv";
}

static bool read_devices(const char *path)
{
	char line[LINE], key[NAME], text[NAME];
	struct entry *e = NULL;
	FILE *f = fopen(path, "r");

	if (!f) {
		printf("cannot read %s\n", path);
		return false;
	}
	while (fgets(line, sizeof(line), f)) {
		double x;

		if (sscanf(line, "device %127s", text) == 1 &&
			n_entry < N_DEVICE) {
			e = &entries[n_entry++];
			strcpy(e->name, text);
			device_init(&e->dev, e->name);
		} else if (sscanf(line, " L1Model %127s", text) == 1 && e) {
			l1_model_set(&e->dev, text);
		} else if (sscanf(line, " %127s %lf", key, &x) == 2 && e) {
			figure_set(&e->dev, key, x);
		}
	}
	fclose(f);
	return n_entry > 0;
}

static const struct device *find_device(const char *name)
{
	for (int i = 0; i < n_entry; ++i)
		if (strcmp(entries[i].name, name) == 0)
			return &entries[i].dev;
	return NULL;
}

/* c + cx tidx + cy tidy + cz tidz, tid = blockIdx * blockDim + threadIdx */
static const struct quasi *form(struct quasi_pool *pool,
	const struct launch *launch, const long long *c)
{
	const struct quasi *e = quasi_constant(pool, c[0]);

	for (int d = 0; d < 3; ++d) {
		const struct quasi *t = quasi_variable(pool, VAR_TX + d);
		const struct quasi *b = quasi_variable(pool, VAR_BX + d);

		t = quasi_add(pool, t, quasi_scale(pool, b, launch->block[d]));
		e = quasi_add(pool, e, quasi_scale(pool, t, c[d + 1]));
	}
	return e;
}

static bool read_access(struct reference *r, const char *line)
{
	struct kernel *k = &r->kernel;
	struct access *a = &r->access[k->n_access];
	const struct field *f = &r->field[k->n_field - 1];
	long long c[3][4];
	const struct quasi *e;

	if (sscanf(line,
		    " access %lld %lld %lld %lld / %lld %lld %lld %lld "
		    "/ %lld %lld %lld %lld",
		    &c[0][0], &c[0][1], &c[0][2], &c[0][3], &c[1][0], &c[1][1],
		    &c[1][2], &c[1][3], &c[2][0], &c[2][1], &c[2][2],
		    &c[2][3]) != 12)
		return false;
	*a = (struct access) {
		.field = k->n_field - 1,
		.is_store = f->is_stored,
		.loop = -1,
		.label = k->n_access,
	};
	for (int i = 0; i < 3; ++i)
		a->index[i] = form(k->pool, &r->launch, c[i]);
	e = quasi_add(k->pool, a->index[1],
		quasi_scale(k->pool, a->index[2], f->extent[1]));
	e = quasi_add(k->pool, a->index[0],
		quasi_scale(k->pool, e, f->extent[0]));
	a->address = quasi_scale(k->pool, e, f->elem_B);
	if (!a->address)
		return false;
	++k->n_access;
	return true;
}

static bool read_field(struct reference *r, const char *line)
{
	struct kernel *k = &r->kernel;
	struct field *f = &r->field[k->n_field];
	char kind[8], *name = r->field_name[k->n_field];
	long long dims[3];
	int size, align, mult, scalar;

	if (sscanf(line,
		    "%7s %127s size %d dims %lld %lld %lld align %d "
		    "mult %d scalar %d",
		    kind, name, &size, &dims[0], &dims[1], &dims[2], &align,
		    &mult, &scalar) != 9)
		return false;
	*f = (struct field) {
		.name = name,
		.elem_B = size,
		.base_B = align * size,
		.size_B = dims[0] * dims[1] * dims[2] * size,
		.extent = { dims[0], dims[1], dims[2] },
		.n_component = 1,
		.is_loaded = strcmp(kind, "load") == 0,
		.is_stored = strcmp(kind, "store") == 0,
	};
	r->hint[k->n_field] = (struct warpspeed2025_hint) { mult, scalar != 0 };
	++k->n_field;
	return true;
}

static bool read_kernel(struct reference *r, const char *line)
{
	double flops, flins;
	int fp;

	if (sscanf(line, "kernel registers %d flops %lf flins %lf fp %d",
		    &r->kernel.registers, &flops, &flins, &fp) != 4)
		return false;
	r->kernel.work.flops = flops;
	r->kernel.work.fp32 = fp == 4 ? flins : 0;
	r->kernel.work.fp64 = fp == 4 ? 0 : flins;
	r->kernel.updates = 1;
	return true;
}

static void set_grid(struct reference *r)
{
	for (int d = 0; d < 3; ++d)
		r->launch.grid[d] = (r->kernel.domain[d] - 1) /
				(r->launch.block[d] * r->launch.fold[d]) +
			1;
}

static bool read_extents(const char *line, const char *format, int64_t *to)
{
	long long x[3];

	if (sscanf(line, format, &x[0], &x[1], &x[2]) != 3)
		return false;
	for (int d = 0; d < 3; ++d)
		to[d] = x[d];
	return true;
}

static bool read_line(struct reference *r, const char *line)
{
	struct value *v = &r->value[r->n_value];

	if (strncmp(line, "block ", 6) == 0)
		return read_extents(line, "block %lld %lld %lld",
			r->launch.block);
	if (strncmp(line, "domain ", 7) == 0)
		return read_extents(line, "domain %lld %lld %lld",
			r->kernel.domain);
	if (strncmp(line, "fold ", 5) == 0)
		return read_extents(line, "fold %lld %lld %lld",
			r->launch.fold);
	if (strncmp(line, "kernel ", 7) == 0)
		return read_kernel(r, line);
	if (strncmp(line, "load ", 5) == 0 || strncmp(line, "store ", 6) == 0)
		return r->kernel.n_field < N_FIELD && read_field(r, line);
	if (strncmp(line, "  access ", 9) == 0)
		return r->kernel.n_access < N_ACCESS && r->kernel.n_field &&
			read_access(r, line);
	if (strncmp(line, "expect", 6) == 0)
		return true;
	if (r->n_value == N_VALUE ||
		sscanf(line, " %127s %lf", v->name, &v->value) != 2)
		return false;
	++r->n_value;
	return true;
}

/* Read the lines of a case that "line" opens, up to its "end". */
static bool read_case(struct reference *r, FILE *f, char *line)
{
	memset(r, 0, sizeof(*r));
	if (sscanf(line, "case %127s %127s", r->name, r->device) != 2)
		return false;
	r->kernel.name = r->name;
	r->kernel.dims = 3;
	r->kernel.field = r->field;
	r->kernel.access = r->access;
	r->kernel.pool = quasi_pool_new();
	r->launch.model = MODEL_WARPSPEED2025;
	if (!r->kernel.pool)
		return false;
	while (fgets(line, LINE, f)) {
		if (strncmp(line, "end", 3) == 0) {
			set_grid(r);
			return true;
		}
		if (!read_line(r, line)) {
			printf("%s: cannot read: %s", r->name, line);
			return false;
		}
	}
	return false;
}

static void keep_value(const char *name, double value, void *user)
{
	struct reference *got = user;

	if (got->n_value == N_VALUE)
		return;
	snprintf(got->value[got->n_value].name, NAME, "%s", name);
	got->value[got->n_value++].value = value;
}

static const double *find_value(const struct reference *r, const char *name)
{
	for (int i = 0; i < r->n_value; ++i)
		if (strcmp(r->value[i].name, name) == 0)
			return &r->value[i].value;
	return NULL;
}

static bool is_near(const double *x, double value)
{
	return x && fabs(*x - value) <= TOLERANCE * fabs(value);
}

/* How many values of "want" are not those of "got". */
static int compare_values(const struct reference *want,
	const struct reference *got)
{
	bool is_loud = getenv("REFERENCE_VERBOSE") != NULL;
	int n = 0;

	for (int i = 0; i < want->n_value; ++i) {
		const struct value *v = &want->value[i];
		const double *x = find_value(got, v->name);

		if (is_near(x, v->value))
			continue;
		++n;
		if (is_loud)
			printf("%s %s: %s is %.17g, not %.17g\n", want->name,
				want->device, v->name, x ? *x : NAN, v->value);
	}
	return n;
}

/* All figures of "r", into "got". */
static bool find_figures(const struct reference *r, const struct device *dev,
	struct reference *got)
{
	struct warpspeed2025 w;
	char why[256] = "";

	got->n_value = 0;
	if (warpspeed2025_metrics(&r->kernel, &r->launch, dev, r->hint, &w,
		    why) != ESTIMATE_OK) {
		printf("%s %s: %s\n", r->name, r->device, why);
		return false;
	}
	figures_visit(&w, keep_value, got);
	warpspeed2025_clear(&w);
	return true;
}

/* Do the figures change when the accesses come in reverse? */
static bool depends_on_order(struct reference *r, const struct device *dev,
	const struct reference *got)
{
	static struct reference other;
	int n = r->kernel.n_access;

	for (int i = 0; i < n / 2; ++i) {
		struct access a = r->access[i];

		r->access[i] = r->access[n - 1 - i];
		r->access[n - 1 - i] = a;
	}
	if (!find_figures(r, dev, &other))
		return false;
	for (int i = 0; i < got->n_value; ++i)
		if (!is_near(find_value(&other, got->value[i].name),
			    got->value[i].value))
			return true;
	return false;
}

static void run_case(struct reference *r, const struct device *dev,
	bool is_nvidia, struct tally *tally)
{
	static struct reference got;
	int n = r->n_value;

	++tally->n_case;
	tally->n_value += r->n_value;
	if (find_figures(r, dev, &got))
		n = compare_values(r, &got);
	if (n == 0)
		return;
	if (!is_nvidia && depends_on_order(r, dev, &got)) {
		++tally->n_unordered;
		return;
	}
	++tally->n_case_failed;
	tally->n_value_failed += n;
}

static void print_tally(const char *path, const char *who,
	const struct tally *t)
{
	if (t->n_case > 0)
		printf("%-24s %-7s %5d cases %5d differ, %7ld values "
		       "%5ld differ; %d depend on the order\n",
			path, who, t->n_case, t->n_case_failed, t->n_value,
			t->n_value_failed, t->n_unordered);
}

static void add_tally(struct tally *to, const struct tally *from)
{
	to->n_case += from->n_case;
	to->n_case_failed += from->n_case_failed;
	to->n_unordered += from->n_unordered;
	to->n_value += from->n_value;
	to->n_value_failed += from->n_value_failed;
}

/* The cases of "path" on NVIDIA devices, or the others. */
static bool run_file(const char *path, bool is_nvidia, struct tally *all)
{
	static struct reference r;
	const char *name = strrchr(path, '/');
	struct tally tally = { 0 };
	FILE *f = fopen(path, "r");
	bool ok = f != NULL;
	char line[LINE];

	while (ok && fgets(line, sizeof(line), f)) {
		const struct device *dev;

		if (strncmp(line, "case ", 5))
			continue;
		ok = read_case(&r, f, line);
		dev = find_device(r.device);
		if (!dev)
			printf("%s: no device %s\n", path, r.device);
		ok = ok && dev;
		if (ok && (strcmp(dev->l1_model, "nv") == 0) == is_nvidia)
			run_case(&r, dev, is_nvidia, &tally);
		if (r.kernel.pool)
			quasi_pool_free(r.kernel.pool);
	}
	if (f)
		fclose(f);
	else
		printf("cannot read %s\n", path);
	print_tally(name ? name + 1 : path, is_nvidia ? "NVIDIA" : "AMD",
		&tally);
	add_tally(all, &tally);
	return ok;
}

static bool run_files(int n, char **path, bool is_nvidia, struct tally *all)
{
	bool ok = true;

	for (int i = 0; i < n; ++i)
		ok = run_file(path[i], is_nvidia, all) && ok;
	print_tally("all", is_nvidia ? "NVIDIA" : "AMD", all);
	return ok;
}

int main(int argc, char **argv)
{
	static char path[N_FILE][512], devices[600];
	char *path_of[N_FILE], **paths = argv + 1;
	struct tally nvidia = { 0 }, amd = { 0 };
	const char *dir = getenv("REFERENCE_DIR");
	int n = argc - 1;

	if (!dir)
		dir = REFERENCE_DIR;
	if (n == 0) {
		n = N_FILE;
		paths = path_of;
		for (int i = 0; i < n; ++i) {
			snprintf(path[i], sizeof(path[i]), "%s/%s", dir,
				file_names[i]);
			path_of[i] = path[i];
		}
	}
	snprintf(devices, sizeof(devices), "%s", paths[0]);
	snprintf(strrchr(devices, '/') ? strrchr(devices, '/') + 1 : devices,
		16, "devices.txt");
	CHECK(read_devices(devices));
	CHECK(run_files(n, paths, true, &nvidia));
	CHECK(run_files(n, paths, false, &amd));
	CHECK(nvidia.n_case > 0);
	CHECK(nvidia.n_case_failed == 0);
	CHECK(nvidia.n_value_failed == 0);
	CHECK(amd.n_case_failed == 0);
	CHECK(argc > 1 || amd.n_unordered * AMD_UNORDERED <= amd.n_case);
	return check_done();
}
