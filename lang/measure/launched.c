/* Lowers the rows of a table of measurements.  What a row does not give is
 * taken from the options of the question.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lang/base/memory.h"
#include "lang/device/board.h"
#include "lang/launch/lower.h"
#include "lang/measure/launched.h"

/* The extents of a row for a kernel of "dims" dimensions; 0: not given. */
static bool take_extents(const int64_t said[3], int dims, const char *what,
	int64_t extent[3], int *n, char why[256])
{
	if (said[0] == 0 && said[1] == 0 && said[2] == 0)
		return true;
	for (int i = 0; i < 3; ++i) {
		extent[i] = said[i] ? said[i] : 1;
		if (i >= dims && extent[i] > 1) {
			snprintf(why, 256,
				"the %s has more dimensions than "
				"the kernel",
				what);
			return false;
		}
	}
	*n = dims;
	return true;
}

/* The block of a row that gives only the number of threads. */
static bool take_threads(const struct measured_row *row, int dims,
	struct options *o, char why[256])
{
	if (row->block_threads == 0)
		return true;
	if (o->n_block == 0 && dims == 1) {
		o->block[0] = row->block_threads;
		o->n_block = 1;
		o->block_is_auto = false;
	}
	if (o->n_block == 0 ||
		(double) o->block[0] * (double) o->block[1] *
				(double) o->block[2] ==
			(double) row->block_threads)
		return true;
	snprintf(why, 256,
		"the block has %lld threads, but the question says otherwise",
		(long long) row->block_threads);
	return false;
}

/* One extent for all axes, and columns of a width; a width of 0 is the order
 * that the question gives.
 */
static void take_order(const struct measured_row *row, int dims,
	struct options *o)
{
	for (int i = 0; row->cube > 0 && i < 3; ++i)
		o->domain[i] = i < dims ? row->cube : 1;
	if (row->cube > 0)
		o->n_domain = dims;
	if (row->width > 0)
		o->order = (struct order) {
			.size = { row->width, 1, 1 },
			.kind = ORDER_COLUMNS,
		};
}

/* The problem size of a tuner: the domain, unless the kernel has its own, of
 * which that may be a part.
 */
static void take_problem(const struct measured_row *row, int dims,
	struct options *o)
{
	char why[256];
	int64_t extent[3];
	int n = 0;

	if (!take_extents(row->problem, dims, "problem", extent, &n, why) ||
		n == 0)
		return;
	memcpy(o->session_domain, extent, sizeof(extent));
	o->n_session_domain = n;
}

/* What was measured had a domain of its own: the default would be a guess. */
static bool check_domain(const struct kernel_def *k, const struct options *o,
	char why[256])
{
	if (lower_knows_domain(k, o))
		return true;
	snprintf(why, 256,
		"the domain is not known: say 'domain = (4096, 4096)' or "
		"--domain 4096x4096, or give the fields of the kernel their "
		"extents");
	return false;
}

static bool take_options(const struct measured_row *row, int dims,
	struct options *o, char why[256])
{
	take_order(row, dims, o);
	take_problem(row, dims, o);
	if (!take_extents(row->domain, dims, "domain", o->domain, &o->n_domain,
		    why) ||
		!take_extents(row->block, dims, "block", o->block, &o->n_block,
			why) ||
		!take_extents(row->fold, dims, "fold", o->fold, &o->n_fold,
			why) ||
		!take_threads(row, dims, o, why))
		return false;
	o->block_is_auto = o->n_block == 0;
	if (o->order_is_auto) {
		snprintf(why, 256,
			"the order is not known: say 'order = rows'");
		return false;
	}
	if (row->type != TYPE_OPEN)
		o->type = row->type;
	if (row->computations > 1) {
		snprintf(why, 256,
			"the time is that of %lld launches, and one would be "
			"predicted",
			(long long) row->computations);
		return false;
	}
	if (row->strides >= 0)
		o->strides = (enum strides) row->strides;
	if (row->stores >= 0)
		o->stores = (enum store_order) row->stores;
	if (row->registers > 0)
		o->registers = (int) fmin((double) row->registers, 1024);
	if (row->spilled_B > 0)
		o->spilled_B = row->spilled_B;
	if (row->has_offset)
		o->offset = row->offset;
	if (row->has_shared)
		o->shared_B = row->shared_B;
	if (o->block_is_auto)
		snprintf(why, 256,
			"the block is not known: say "
			"'block = (256, 1, 1)'");
	return !o->block_is_auto;
}

/* Lowers a row; an error message goes to "why", warnings to the user, once. */
static bool lower_quietly(struct eval *ev, const struct kernel_def *k,
	const struct options *o, struct loc loc, struct launched *l,
	char why[256])
{
	struct lower_env env = lower_env(ev);
	struct diag quiet = { 0 };
	bool ok;

	env.diag = &quiet;
	env.warns = true;
	ok = lower_kernel(&env, k, o, loc, &l->kernel, &l->launch);
	if (!ok)
		snprintf(why, 256, "%s",
			quiet.n_entry > 0 ? quiet.entry[0].message :
					    "the launch is invalid");
	else
		diag_move_new(ev->diag, &quiet);
	diag_clear(&quiet);
	return ok;
}

static bool check_grid(const struct measured_row *row,
	const struct launch *launch, char why[256])
{
	for (int i = 0; row->grid[0] && i < 3; ++i)
		if (row->grid[i] != launch->grid[i]) {
			snprintf(why, 256,
				"the grid was %lldx%lldx%lld, but "
				"domain, block and fold make it "
				"%lldx%lldx%lld",
				(long long) row->grid[0],
				(long long) row->grid[1],
				(long long) row->grid[2],
				(long long) launch->grid[0],
				(long long) launch->grid[1],
				(long long) launch->grid[2]);
			return false;
		}
	return true;
}

/* KTT has the grid in blocks or in threads, as its user counts them. */
static bool check_global(const struct measured_row *row,
	const struct launch *launch, char why[256])
{
	bool in_blocks = true, in_threads = true;

	for (int i = 0; row->global[0] && i < 3; ++i) {
		int64_t n = row->global[i] ? row->global[i] : 1;

		in_blocks = in_blocks && n == launch->grid[i];
		in_threads = in_threads &&
			(n - 1) / launch->block[i] + 1 == launch->grid[i];
	}
	if (in_blocks || in_threads)
		return true;
	snprintf(why, 256,
		"the global size was %lldx%lldx%lld, but domain, block and "
		"fold make %lldx%lldx%lld blocks",
		(long long) row->global[0], (long long) row->global[1],
		(long long) row->global[2], (long long) launch->grid[0],
		(long long) launch->grid[1], (long long) launch->grid[2]);
	return false;
}

/* The value of a cell: a number, or a text. */
static struct value cell_value(const char *text)
{
	struct number n;

	return number_read(text, &n) == NUMBER_OK ? value_number(n) :
						    value_text(text);
}

/* The column of a parameter: tuners write some names in capitals. */
static int parameter_column(const struct csv *csv, const char *name)
{
	int column = csv_column(csv, name);

	for (int i = 0; column < 0 && i < csv->n_column; ++i)
		if (strcasecmp(csv->cell[i], name) == 0)
			column = i;
	return column;
}

/* Warn, once, of a parameter that no column has: its default may not be what
 * was measured.
 */
static void warn_default(struct eval *ev, const struct value *maker,
	const char *parameter, struct loc loc)
{
	struct diag one = { 0 };

	diag_warning(&one, loc, NULL,
		"no column is called '%s', a parameter of kernel '%s': its "
		"default is taken for all rows",
		parameter, maker->u.function->node->text);
	diag_move_new(ev->diag, &one);
	diag_clear(&one);
}

/* Calls the function "maker" with those of its parameters that are columns. */
static bool make_kernel(struct eval *ev, const struct csv *csv, int64_t row,
	const struct value *maker, struct loc loc, struct value *kernel,
	char why[256])
{
	const struct node *def = maker->u.function->node;
	struct diag quiet = { 0 }, *said = ev->diag;
	size_t room = (size_t) def->n_kid;
	const char **name = memory_new(room * sizeof(*name));
	struct value *arg = memory_new(room * sizeof(*arg));
	int n = 0, column;
	bool ok;

	for (int i = 1; i < def->n_kid; ++i) {
		column = parameter_column(csv, def->kid[i]->text);
		if (column < 0 && def->kid[i]->n_kid > 0 && def->kid[i]->kid[0])
			warn_default(ev, maker, def->kid[i]->text, loc);
		if (column < 0 ||
			counters_is_missing(csv_cell(csv, row, column)))
			continue;
		name[n] = def->kid[i]->text;
		arg[n++] = cell_value(csv_cell(csv, row, column));
	}
	ev->diag = &quiet;
	ok = eval_apply_named(ev, maker, n, name, arg, loc, kernel);
	ev->diag = said;
	if (!ok)
		snprintf(why, 256, "%.200s",
			quiet.n_entry > 0 ? quiet.entry[0].message :
					    "the kernel cannot be made");
	diag_clear(&quiet);
	for (int i = 0; i < n; ++i)
		value_free(&arg[i]);
	free(arg);
	free(name);
	return ok;
}

/* A column that is a parameter of the kernel says nothing else of the launch. */
static void forget_parameters(const struct node *def, struct measured_row *row)
{
	for (int i = 1; i < def->n_kid; ++i) {
		const char *name = def->kid[i]->text;

		if (strcmp(name, "width") == 0)
			row->width = -1;
		else if (strcmp(name, "n") == 0)
			row->cube = 0;
		else if (strcmp(name, "offset") == 0)
			row->has_offset = false;
		else if (strcmp(name, "shared") == 0)
			row->has_shared = false;
	}
}

/* The kernel of a row: one of the session, or what a kernel with parameters
 * makes of the columns that have their names.
 */
static bool find_kernel(struct eval *ev, const struct measured_table *t,
	struct measured_row *row, struct loc loc, struct value *kernel,
	char why[256])
{
	struct value maker = { 0 };
	bool ok = true;

	if (!eval_lookup(ev, row->kernel, kernel)) {
		snprintf(why, 256, "there is no kernel '%.80s'", row->kernel);
		return false;
	}
	if (kernel->kind == VALUE_FUNCTION) {
		maker = *kernel;
		*kernel = (struct value) { 0 };
		ok = make_kernel(ev, &t->counters.csv, row->at, &maker, loc,
			kernel, why);
		forget_parameters(maker.u.function->node, row);
		value_free(&maker);
	}
	if (ok && !kernel_of(kernel)) {
		snprintf(why, 256, "'%.80s' is not a kernel", row->kernel);
		value_free(kernel);
		ok = false;
	}
	return ok;
}

/* A table says the type of fields that leave it open. */
static enum elem_type widest(const struct kernel_def *k, enum elem_type open)
{
	enum elem_type most = TYPE_NONE;

	for (int i = 0; i < k->n_field; ++i) {
		const struct kernel_field *f = &k->field[i];
		enum elem_type type = f->type == TYPE_OPEN ? open : f->type;

		if (!f->is_scalar && !f->is_shared && type > most)
			most = type;
	}
	return most == TYPE_NONE ? open : most;
}

static bool lower_row(struct eval *ev, const struct subject *s,
	const struct measured_table *t, const struct measured_row *row,
	struct launched *l, char why[256])
{
	struct options o = s->options;
	struct measured_row said = *row;
	const struct kernel_def *k;
	struct value kernel = { 0 };
	bool ok;

	if (!find_kernel(ev, t, &said, s->loc, &kernel, why))
		return false;
	k = kernel_of(&kernel);
	ok = take_options(&said, k->dims, &o, why) &&
		check_domain(k, &o, why) &&
		lower_quietly(ev, k, &o, s->loc, l, why);
	l->type = widest(k, o.type);
	value_free(&kernel);
	if (!ok)
		return false;
	l->empty_s = row->empty_s;
	l->lup = (double) l->kernel.domain[0] * (double) l->kernel.domain[1] *
		(double) l->kernel.domain[2] * l->kernel.updates;
	if (check_grid(row, &l->launch, why) &&
		check_global(row, &l->launch, why))
		return true;
	lower_clear(&l->kernel);
	return false;
}

/* The device that a row names, complete. */
static bool find_device(struct eval *ev, const struct subject *s,
	const struct measured_row *row, struct launched *l, char why[256])
{
	struct diag quiet = { 0 }, *said = ev->diag;
	struct device_object *d = NULL;
	struct buffer near = { 0 };
	bool is_complete;

	l->dev = &s->device->dev;
	if (!row->device)
		return true;
	if (eval_lookup(ev, row->device, &l->device_value) ||
		board_find(ev, row->device, &l->device_value, &near))
		d = device_of(&l->device_value);
	buffer_free(&near);
	if (!d) {
		snprintf(why, 256, "there is no device '%.80s'", row->device);
		return false;
	}
	ev->diag = &quiet;
	is_complete = device_complete(ev, d, s->loc);
	ev->diag = said;
	if (!is_complete)
		snprintf(why, 256, "device '%.80s' lacks figures", row->device);
	diag_clear(&quiet);
	l->dev = &d->dev;
	return is_complete;
}

struct launched *launched_new(struct eval *ev, const struct subject *s,
	const struct measured_table *t, const struct measured_row *row,
	char why[256])
{
	struct launched *l = memory_new(sizeof(*l));

	*l = (struct launched) { 0 };
	if (!find_device(ev, s, row, l, why) ||
		!lower_row(ev, s, t, row, l, why)) {
		value_free(&l->device_value);
		free(l);
		return NULL;
	}
	/* both sides of open branches are estimated with the kernel */
	if (l->launch.model != MODEL_WSP || l->kernel.side[0] ||
		l->kernel.side[1])
		return l;
	l->is_prepared = prepared_init(&l->prepared, &l->kernel, &l->launch,
				 l->dev, why) == ESTIMATE_OK;
	if (l->is_prepared)
		return l;
	launched_free(l);
	return NULL;
}

void launched_free(struct launched *l)
{
	if (!l)
		return;
	if (l->is_prepared)
		prepared_clear(&l->prepared);
	lower_clear(&l->kernel);
	value_free(&l->device_value);
	free(l);
}

/* The launch as it is asked about: figures only. */
static struct launch asked(const struct launched *l, bool is_cold,
	const struct volumes *given)
{
	struct launch launch = l->launch;

	launch.cache_is_cold = is_cold;
	launch.measured = given;
	launch.figures_only = true;
	return launch;
}

/* "dev", or a copy in "own" whose empty launches take what the row says. */
static const struct device *with_empty(const struct launched *l,
	const struct device *dev, struct device *own)
{
	if (l->empty_s <= 0)
		return dev;
	*own = *dev;
	own->launch_s = l->empty_s;
	own->doubt[DEVICE_launch_s] = 0;
	return own;
}

bool launched_estimate(const struct launched *l, const struct device *dev,
	bool is_cold, const struct volumes *given, struct report *report,
	char why[256])
{
	struct launch launch = asked(l, is_cold, given);
	struct device own;

	dev = with_empty(l, dev, &own);
	return (l->is_prepared ? prepared_estimate(&l->prepared, &launch, dev,
					 report, why) :
				 estimate(&l->kernel, &launch, dev, report,
					 why)) == ESTIMATE_OK;
}

void launched_cover(const struct launched *l, const struct device *dev,
	bool is_cold, struct report *report)
{
	struct launch launch = asked(l, is_cold, NULL);
	struct device own;

	dev = with_empty(l, dev, &own);
	if (l->is_prepared)
		estimate_cover_l3(report, &l->kernel, &launch, dev);
}
