/* roofline X [on DEVICE] [with ...] [kind KIND]: X is a report, a kernel, a
 * launch that was measured, or a list of these.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/ask/answer.h"
#include "lang/ask/subject.h"
#include "lang/base/memory.h"
#include "lang/device/board.h"
#include "lang/device/device.h"
#include "lang/device/library.h"
#include "lang/roofline/roof.h"

#define MOST_CASES 100

/* The question, and the launches of X found so far. */
struct asking {
	struct eval *ev;
	const struct node *node;
	enum roofline_kind kind;
	struct loc loc; /* of X */
	int n;
	struct roof_case *cases;
	char *kernel; /* of the first report, or NULL */
	char *title;
	int detail; /* of names: 1 adds domains, 2 blocks */
	struct roofs roofs;
	char *device; /* NULL: not known yet */
	bool is_from_profile;
	char *assumed; /* on a board that no name of the profile tells, or NULL */
	bool has_report;
	bool is_unknown;
	bool is_list;
	int n_left; /* launches that cannot be placed, and why */
	char **left;
	int n_beside; /* rooflines of further devices */
	struct value *beside;
};

/* -------------------------------------------------------------- clauses */

static bool find_kind(struct eval *ev, const struct node *node,
	enum roofline_kind *kind)
{
	const struct node *clause = subject_clause(node, NODE_KIND);

	*kind = ROOFLINE_CLASSIC;
	if (!clause)
		return true;
	if (strcmp(clause->text, "instruction") == 0)
		*kind = ROOFLINE_INSTRUCTION;
	else if (strcmp(clause->text, "classic") != 0) {
		diag_error(ev->diag, clause->loc, NULL,
			"there is no roofline of kind '%s'", clause->text);
		diag_note(ev->diag, "there are classic and instruction");
		return false;
	}
	return true;
}

static void take_device(struct asking *a, const struct device_object *b)
{
	a->roofs = roofs_of(&b->dev);
	a->device = memory_copy_text(b->dev.id);
}

/* A profile without the name of a board still says which architecture it is
 * of: the device of the session must have it, and that of "on" is told apart.
 */
static bool check_capability(struct asking *a, const struct value *record,
	const struct device_object *b, bool is_named)
{
	const struct value *v = value_get(record, "capability");
	const char *text = v && v->kind == VALUE_STRING ? v->u.string->text :
							  NULL;
	char chip[BOARD_CHIP] = "";
	const char *family = text ? board_chip(text, chip) : NULL;
	bool is_same = family && strcmp(family, library_family(b)) == 0;
	struct buffer why = { 0 };
	struct value found = { .kind = VALUE_NONE };

	if (!*chip || (is_named && (is_same || !family)))
		return true;
	buffer_printf(&why, "the profile is of compute capability %.10s", text);
	if (is_same || is_named) {
		buffer_printf(&why,
			is_same ? " and names no board: %s is assumed" :
				  ", which %s does not have",
			b->dev.id);
		a->assumed = buffer_take(&why);
		return true;
	}
	buffer_printf(&why, ", which %s does not have; ", b->dev.id);
	if (!family)
		buffer_add(&why, "no board with it is known");
	else if (board_find(a->ev, chip, &found, &why))
		value_free(&found);
	diag_error(a->ev->diag, a->loc, NULL, "%s", buffer_text(&why));
	diag_note(a->ev->diag, "name the board with 'on' or --device");
	buffer_free(&why);
	return false;
}

/* The device of the clause "on", of the profile, or of the session. */
static bool find_device(struct asking *a, const struct value *record)
{
	const struct node *on = subject_clause(a->node, NODE_ON);
	const struct value *board = value_get(record, "device");
	struct subject s = { .loc = a->node->loc };
	struct buffer why = { 0 };
	bool ok;

	if (a->device)
		return true;
	if (!on && board && board->kind == VALUE_STRING) {
		ok = board_find(a->ev, board->u.string->text, &s.device_value,
			&why);
		if (!ok) {
			diag_error(a->ev->diag, a->loc, NULL,
				"the device of the profile: %s",
				buffer_text(&why));
			diag_note(a->ev->diag, "name a device with 'on'");
			buffer_free(&why);
			return false;
		}
		take_device(a, device_of(&s.device_value));
		a->is_from_profile = true;
		value_free(&s.device_value);
		return true;
	}
	ok = subject_find_device(a->ev, on, a->node->loc, &s);
	if (ok && s.is_unknown)
		a->is_unknown = true;
	else if (ok && (ok = check_capability(a, record, s.device, on != NULL)))
		take_device(a, s.device);
	value_free(&s.device_value);
	return ok;
}

static bool refuse_clauses(struct asking *a)
{
	const struct node *on = subject_clause(a->node, NODE_ON);
	const struct node *with = subject_clause(a->node, NODE_OPTIONS);

	if (!on && !with)
		return true;
	return diag_error(a->ev->diag, (on ? on : with)->loc, NULL,
		"a report has its own device and launch: leave out '%s'",
		on ? "on" : "with");
}

/* ---------------------------------------------------------------- cases */

/* Why a launch is left out: what the profile lacks, by the profiler's names. */
static char *reason(const char *why, const struct value *record)
{
	const struct value *missing = record ? value_get(record, "missing") :
					       NULL;
	struct buffer text = { 0 };

	buffer_add(&text, why);
	if (!missing || missing->kind != VALUE_LIST)
		return buffer_take(&text);
	buffer_add(&text, "; the profile lacks ");
	for (int64_t i = 0; i < missing->u.sequence->n; ++i) {
		const struct value *v = &missing->u.sequence->item[i];

		if (v->kind == VALUE_STRING)
			buffer_printf(&text, "%s%s", i ? ", " : "",
				v->u.string->text);
	}
	return buffer_take(&text);
}

/* Whether a measured launch can be one of this device: its warps have at most
 * as many active lanes as those of the device have lanes.
 */
static bool fits_device(const struct asking *a, const struct roof_case *c,
	char why[256])
{
	double lanes = c->thread_inst / c->warp_inst;

	if (!a->device || !(lanes > 1.01 * a->roofs.lanes))
		return true;
	snprintf(why, 256,
		"'%s' was not measured on %s: %.3g lanes of its warps are "
		"active, of %.0f there; name the GPU with 'on' or --device",
		c->name, a->device, lanes, a->roofs.lanes);
	return false;
}

/* A profile of several boards is placed on the first: what others ran is left
 * out, unless "on" says where to place it.
 */
static bool is_of_board(const struct asking *a, const struct roof_case *c,
	const struct value *record, char why[256])
{
	const struct value *board = value_get(record, "device");
	struct value found = { .kind = VALUE_NONE };
	struct buffer text = { 0 };
	bool ok;

	if (!a->is_from_profile || !board || board->kind != VALUE_STRING)
		return true;
	ok = board_find(a->ev, board->u.string->text, &found, &text) &&
		strcmp(device_of(&found)->dev.id, a->device) == 0;
	if (!ok)
		snprintf(why, 256,
			"'%.60s' was measured on %.40s, not on %.40s: give it a "
			"roofline of its own, or name one board with 'on' or "
			"--device",
			c->name, board->u.string->text, a->device);
	value_free(&found);
	buffer_free(&text);
	return ok;
}

/* Takes ownership of "why". */
static void leave(struct asking *a, char *why)
{
	a->left = memory_grow(a->left, (size_t) a->n_left, sizeof(*a->left));
	a->left[a->n_left++] = why;
}

/* "record" is that of a measured launch, or NULL. */
static bool add_case(struct asking *a, struct roof_case *c,
	const struct value *record)
{
	char why[256], kept[256], *text;

	if (!roofline_can(a->kind, c, why) ||
		(record &&
			(!fits_device(a, c, why) ||
				!is_of_board(a, c, record, why)))) {
		text = reason(why,
			(a->kind == ROOFLINE_CLASSIC && c->flops == 0) ||
					roofline_can(a->kind, c, kept) ?
				NULL :
				record);
		roof_case_clear(c);
		if (!a->is_list) {
			diag_error(a->ev->diag, a->loc, NULL, "%s", text);
			free(text);
			return false;
		}
		leave(a, text);
		return true;
	}
	a->cases = memory_grow(a->cases, (size_t) a->n, sizeof(*c));
	a->cases[a->n++] = *c;
	return true;
}

/* The kernel, with its domain and block where names would be the same. */
static char *case_name(const struct report *r, int detail)
{
	struct buffer name = { 0 };

	buffer_add(&name, r->kernel);
	if (detail > 0) {
		buffer_add(&name, " ");
		answer_extents(&name, r->domain, r->dims);
	}
	if (detail > 1) {
		buffer_add(&name, ", block ");
		answer_extents(&name, r->block, r->dims);
	}
	return buffer_take(&name);
}

static bool has_same_names(const struct sequence *s, int detail)
{
	bool same = false;

	for (int64_t i = 0; !same && i < s->n; ++i)
		for (int64_t k = 0; !same && k < i; ++k) {
			const struct answer *a = answer_of(&s->item[i]);
			const struct answer *b = answer_of(&s->item[k]);
			char *p, *q;

			if (!a || !b)
				continue;
			p = case_name(&a->report, detail);
			q = case_name(&b->report, detail);
			same = strcmp(p, q) == 0;
			free(p);
			free(q);
		}
	return same;
}

/* Whether the launches are of several kernels. */
static bool is_mixed(const struct asking *a)
{
	size_t n = a->kernel ? strlen(a->kernel) : 0;

	for (int i = 0; i < a->n; ++i)
		if (n == 0 || strncmp(a->cases[i].name, a->kernel, n) != 0 ||
			(a->cases[i].name[n] && a->cases[i].name[n] != ' '))
			return true;
	return false;
}

static bool add_report(struct asking *a, const struct report *r)
{
	struct roof_case c = roofline_case(r);
	struct buffer title = { 0 };

	a->has_report = true;
	if (!a->device) {
		a->roofs = r->roofs;
		a->device = memory_copy_text(r->device);
		answer_title(r, &title);
		a->title = buffer_take(&title);
	} else if (!roofs_equal(&a->roofs, &r->roofs)) {
		return diag_error(a->ev->diag, a->loc, NULL,
			"a roofline has one device, and these are %s and %s",
			a->device, r->device);
	}
	c.name = case_name(r, a->detail);
	a->kernel = a->kernel ? a->kernel : memory_copy_text(r->kernel);
	return add_case(a, &c, NULL);
}

static bool add_kernel(struct asking *a)
{
	struct report report;
	struct subject s;
	bool ok;

	if (!subject_find(a->ev, a->node, a->node->kid[0], &s))
		return false;
	if (a->ev->checking || s.is_unknown) {
		a->is_unknown = true;
		subject_clear(&s);
		return true;
	}
	ok = subject_estimate(a->ev, &s, &report);
	if (ok) {
		ok = add_report(a, &report);
		report_clear(&report);
	}
	subject_clear(&s);
	return ok;
}

static bool add_record(struct asking *a, const struct value *v)
{
	struct roof_case c;
	char why[256];

	if (value_get(v, "limiter") && value_get(v, "performance")) {
		diag_error(a->ev->diag, a->loc, NULL,
			"a row of rank or sweep has no launch to place");
		diag_note(a->ev->diag,
			"estimate it: roofline (estimate K "
			"with block = row.block)");
		return false;
	}
	if (!roof_record(v, &c, why)) {
		diag_error(a->ev->diag, a->loc, NULL,
			"this record is not a launch: %s", why);
		diag_note(a->ev->diag,
			"a roofline is of a report, as "
			"estimate gives, or of what read_profile gives; its "
			"members are (roofline r).dram, with parentheses");
		return false;
	}
	if (!find_device(a, v)) {
		roof_case_clear(&c);
		return false;
	}
	return add_case(a, &c, v);
}

/* Devices alone: the first is the roofline, the others are beside it. */
static bool add_device(struct asking *a, const struct device_object *b)
{
	struct roofs roofs;

	if (a->n > 0 || a->n_left > 0)
		return diag_error(a->ev->diag, a->loc, NULL,
			"devices and launches do not mix: a roofline of "
			"launches has one device, 'on'");
	if (!device_complete(a->ev, b, a->loc))
		return false;
	if (!a->device) {
		take_device(a, b);
		return true;
	}
	roofs = roofs_of(&b->dev);
	a->beside = memory_grow(a->beside, (size_t) a->n_beside,
		sizeof(*a->beside));
	a->beside[a->n_beside++] = value_object(
		&roof_new(a->kind, &roofs, b->dev.id, 0, NULL)->finding.object);
	return true;
}

static bool add_value(struct asking *a, const struct value *v)
{
	const struct answer *answer = answer_of(v);

	if (device_of(v))
		return add_device(a, device_of(v));
	if (a->device && a->n == 0 && a->n_left == 0 && a->n_beside == 0 &&
		a->is_list && !a->is_from_profile && !a->has_report &&
		v->kind != VALUE_RECORD)
		return diag_error(a->ev->diag, a->loc, NULL,
			"devices and launches do not mix: a roofline of "
			"launches has one device, 'on'");

	if (v->kind == VALUE_UNKNOWN) {
		a->is_unknown = true;
		return true;
	}
	if (answer)
		return add_report(a, &answer->report);
	if (v->kind == VALUE_RECORD)
		return add_record(a, v);
	diag_error(a->ev->diag, a->loc, NULL,
		"roofline needs a report, as estimate gives; this is a %s",
		value_kind_name(v));
	diag_note(a->ev->diag,
		"a kernel, what read_profile gives and lists "
		"of reports have rooflines, too");
	return false;
}

/* The time of a measured launch, 0 where none is known; NaN: it is not one. */
static double time_of(const struct value *v)
{
	const struct value *time = v->kind == VALUE_RECORD ?
		value_get(v, "time") :
		NULL;

	if (v->kind != VALUE_RECORD)
		return NAN;
	return time && time->kind == VALUE_NUMBER ?
		fmax(number_to_double(&time->u.number), 0) :
		0;
}

static int by_time(const void *a, const void *b)
{
	double x = *(const double *) a, y = *(const double *) b;

	return (x < y) - (x > y);
}

/* A profile of more kernels than a roofline shows keeps those that take
 * longest: the time below which others are left out, 0 if there are not too
 * many, NaN if there are too many and not all were measured.
 */
static double least_time(const struct sequence *s)
{
	double *time, least;

	if (s->n <= MOST_CASES)
		return 0;
	time = memory_new((size_t) s->n * sizeof(*time));
	for (int64_t i = 0; i < s->n; ++i) {
		time[i] = time_of(&s->item[i]);
		if (isnan(time[i])) {
			free(time);
			return NAN;
		}
	}
	qsort(time, (size_t) s->n, sizeof(*time), by_time);
	least = time[MOST_CASES - 1];
	free(time);
	return least;
}

static void leave_short(struct asking *a, const struct sequence *s, int64_t n,
	double left_s)
{
	struct buffer why = { 0 };
	double all_s = 0;

	for (int64_t i = 0; i < s->n; ++i)
		all_s += time_of(&s->item[i]);
	buffer_printf(&why,
		"%lld of %lld launches, %.2g %% of the time: a "
		"roofline shows the %d that take longest",
		(long long) n, (long long) s->n, 100 * left_s / all_s,
		MOST_CASES);
	leave(a, buffer_take(&why));
}

static bool add_list(struct asking *a, const struct sequence *s)
{
	double least = least_time(s), left_s = 0;
	int64_t n_kept = 0;
	bool ok = true;

	if (s->n == 0 || isnan(least))
		return diag_error(a->ev->diag, a->loc, NULL,
			"a roofline shows 1 to %d launches, not %lld",
			MOST_CASES, (long long) s->n);
	a->is_list = true;
	while (a->detail < 2 && has_same_names(s, a->detail))
		++a->detail;
	for (int64_t i = 0; ok && i < s->n; ++i) {
		double time = time_of(&s->item[i]);

		if (s->n > MOST_CASES &&
			(time < least || n_kept == MOST_CASES)) {
			left_s += time;
			continue;
		}
		++n_kept;
		ok = add_value(a, &s->item[i]);
	}
	if (ok && n_kept < s->n)
		leave_short(a, s, s->n - n_kept, left_s);
	if (is_mixed(a)) {
		free(a->kernel);
		a->kernel = NULL;
	}
	if (s->n > 1) {
		free(a->title);
		a->title = NULL;
	}
	return ok;
}

/* X is evaluated here unless it is a kernel, which takes the clauses. */
static bool add_subject(struct asking *a)
{
	const struct node *x = a->node->kid[0];
	struct value v;
	bool ok;

	if (!x)
		return add_kernel(a);
	if (!eval_node(a->ev, x, &v))
		return false;
	if (kernel_of(&v)) {
		value_free(&v);
		return add_kernel(a);
	}
	if (v.kind == VALUE_LIST || v.kind == VALUE_TUPLE)
		ok = add_list(a, v.u.sequence);
	else
		ok = add_value(a, &v);
	if (ok && (answer_of(&v) || device_of(&v)))
		ok = refuse_clauses(a);
	if (ok && a->n == 0 && a->n_left > 0)
		ok = diag_error(a->ev->diag, a->loc, NULL, "%s", a->left[0]);
	value_free(&v);
	return ok;
}

static char *measured_title(const struct asking *a)
{
	struct buffer title = { 0 };

	buffer_printf(&title, "%s on %s, measured", a->cases[0].name,
		a->device);
	return buffer_take(&title);
}

/* The clock of all measured launches, by their times; NaN: not known. */
static double mean_clock(const struct asking *a)
{
	double cycles = 0, time_s = 0;

	for (int i = 0; i < a->n; ++i)
		if (a->cases[i].clock_Hz > 0) {
			cycles += a->cases[i].clock_Hz * a->cases[i].time_s;
			time_s += a->cases[i].time_s;
		}
	return cycles / time_s;
}

/* A clock that differs by more than this is not that of the device's figures. */
#define CLOCK_SAME 0.01

/* Ceilings of the SMs at the clock of the profile. */
static char *scale_clock(struct asking *a)
{
	double clock = mean_clock(a), own = a->roofs.clock_Hz;
	struct buffer note = { 0 };

	if (isnan(clock) || fabs(clock / own - 1) <= CLOCK_SAME)
		return NULL;
	buffer_add(&note, "clock of the profile ");
	answer_quantity(&note, clock, "Hz");
	buffer_printf(&note, ", of %s ", a->device);
	answer_quantity(&note, own, "Hz");
	if (a->has_report) {
		buffer_add(&note,
			": the ceilings are those of the device, as there are "
			"predictions among the launches");
	} else {
		a->roofs = roofs_at(&a->roofs, clock);
		buffer_add(&note,
			": the ceilings of the SMs, L1 and shared memory are "
			"at the former");
	}
	return buffer_take(&note);
}

/* Both lines, or the one that there is; takes ownership. */
static char *join_notes(char *a, char *b)
{
	struct buffer both = { 0 };

	if (!a || !b)
		return a ? a : b;
	buffer_printf(&both, "%s\n%s", a, b);
	free(a);
	free(b);
	return buffer_take(&both);
}

static void clear_asking(struct asking *a)
{
	for (int i = 0; i < a->n; ++i)
		roof_case_clear(&a->cases[i]);
	for (int i = 0; i < a->n_left; ++i)
		free(a->left[i]);
	for (int i = 0; i < a->n_beside; ++i)
		value_free(&a->beside[i]);
	free(a->cases);
	free(a->left);
	free(a->beside);
	free(a->kernel);
	free(a->title);
	free(a->device);
	free(a->assumed);
}

static struct value answer_asking(struct asking *a)
{
	char *note = join_notes(a->assumed, scale_clock(a));
	struct roof *roof = roof_new(a->kind, &a->roofs, a->device, a->n,
		a->cases);

	roof->kernel = a->kernel;
	roof->title = a->title;
	if (!roof->title && a->n == 1)
		roof->title = measured_title(a);
	if (!roof->kernel && a->n == 1)
		roof->kernel = memory_copy_text(a->cases[0].name);
	roof->note = note;
	roof->n_left = a->n_left;
	roof->left = a->left;
	roof->n_beside = a->n_beside;
	roof->beside = a->beside;
	free(a->device);
	return value_object(&roof->finding.object);
}

static bool ask_roofline(struct eval *ev, const struct node *node,
	struct value *result)
{
	struct asking a = {
		.ev = ev,
		.node = node,
		.loc = node->kid[0] ? node->kid[0]->loc : node->loc,
	};
	bool ok;

	if (!subject_check_clauses(ev, node) || !find_kind(ev, node, &a.kind))
		return false;
	ok = add_subject(&a);
	if (ok && !a.is_unknown && !ev->checking) {
		*result = answer_asking(&a);
		return true;
	}
	clear_asking(&a);
	result->kind = VALUE_UNKNOWN;
	return ok;
}

const struct question roof_questions[] = {
	{ "roofline", ask_roofline, TAKES_KIND | TAKES_TIME, NULL }, { 0 }
};
