/* mdm(): the memory divergence model on figures that a user gives, so that the
 * inputs of the paper and counters of a profiler can be typed.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/ask/answer.h"
#include "lang/ask/divergence.h"
#include "lang/base/memory.h"
#include "lang/device/board.h"
#include "lang/device/device.h"
#include "lang/eval/builtin.h"

enum { INTERVALS, MACHINE, KIND, WARPS, LAUNCHED };

/* Members of an interval: what they are without a value is in make_interval(). */
static const struct {
	const char *name, *unit;
	size_t at;
} members[] = {
	{ "instructions", "inst", offsetof(struct mdm_interval, instructions) },
	{ "reads", "txn", offsetof(struct mdm_interval, reads) },
	{ "turns", "", offsetof(struct mdm_interval, turns) },
	{ "writes", "txn", offsetof(struct mdm_interval, writes) },
	{ "block", "B", offsetof(struct mdm_interval, block_B) },
	{ "llc_miss_ratio", "", offsetof(struct mdm_interval, miss_ratio) },
	{ "base", "cyc", offsetof(struct mdm_interval, given_cyc) },
};

/* The first members have no default. */
#define N_NEEDED 2
#define N_MEMBER (sizeof(members) / sizeof(members[0]))

static bool is_in(const struct number *n, const char *unit)
{
	struct value one = answer_figure(1, unit);
	bool is = dim_is_none(n->dim) || dim_equal(n->dim, one.u.number.dim);

	value_free(&one);
	return is;
}

/* Figures beyond have no meaning, and more digits than a report has room for. */
#define MOST 1e12

/* A figure that is not negative, plain or in its unit. */
static bool read_figure(struct call *call, int i, const struct value *v,
	const char *name, const char *unit, double *figure)
{
	struct buffer text = { 0 };

	if (v->kind == VALUE_NUMBER && is_in(&v->u.number, unit) &&
		number_sign(&v->u.number) >= 0) {
		*figure = number_to_double(&v->u.number);
		if (*figure <= MOST)
			return true;
	}
	value_print_brief(v, &text);
	diag_error(call->diag, call_loc(call, i), NULL,
		"'%s' is a number%s%s, 0 or more%s; got %s", name,
		unit[0] ? " in " : "", unit,
		*figure > MOST ? " and at most 1e12" : "", buffer_text(&text));
	buffer_free(&text);
	return false;
}

/* What the intervals of an answer have besides: found anew. */
static const char *const found[] = { "noc_service", "dram_service",
	"concurrent", "noc", "dram", "no_contention", "memory", "mshr",
	"batches", "divergent" };

#define N_FOUND (sizeof(found) / sizeof(found[0]))

static bool is_member(const char *name)
{
	for (size_t k = 0; k < N_MEMBER; ++k)
		if (strcmp(members[k].name, name) == 0)
			return true;
	for (size_t k = 0; k < N_FOUND; ++k)
		if (strcmp(found[k], name) == 0)
			return true;
	return false;
}

/* A misspelt member would be left out without a word. */
static bool check_members(struct call *call, const struct value *r)
{
	const char *known[N_MEMBER];

	for (size_t k = 0; k < N_MEMBER; ++k)
		known[k] = members[k].name;
	for (int i = 0; i < r->u.record->n; ++i) {
		const char *name = r->u.record->member[i].name;

		if (is_member(name))
			continue;
		diag_error(call->diag, call_loc(call, INTERVALS), NULL,
			"an interval has no member '%s'", name);
		diag_suggest(call->diag, name, known, N_MEMBER);
		return false;
	}
	return true;
}

static bool make_interval(struct call *call, const struct device *dev,
	const struct value *r, struct mdm_interval *v)
{
	*v = (struct mdm_interval) {
		.turns = 1,
		.block_B = dev->l1_line_B,
		.miss_ratio = 1,
	};
	for (size_t k = 0; k < N_MEMBER; ++k) {
		const struct value *m = r->kind == VALUE_RECORD ?
			value_get(r, members[k].name) :
			NULL;

		if (!m && k < N_NEEDED)
			return diag_error(call->diag, call_loc(call, INTERVALS),
				NULL,
				"an interval is a record with instructions and "
				"reads, such as record(instructions = 20, "
				"reads = 4)");
		if (m &&
			!read_figure(call, INTERVALS, m, members[k].name,
				members[k].unit,
				(double *) ((char *) v + members[k].at)))
			return false;
	}
	if (!check_members(call, r))
		return false;
	if (!(v->instructions > 0))
		return diag_error(call->diag, call_loc(call, INTERVALS), NULL,
			"an interval has one instruction or more");
	if (v->reads + v->writes > 0 && !(v->block_B > 0))
		return diag_error(call->diag, call_loc(call, INTERVALS), NULL,
			"an interval with misses has a 'block' of 1 B or more, "
			"which each of them moves");
	if (v->miss_ratio * v->block_B > 1.001 * dev->l1_line_B)
		return diag_error(call->diag, call_loc(call, INTERVALS), NULL,
			"a miss moves no more of DRAM than a line: "
			"'llc_miss_ratio' times 'block' is %.4g B, a line %.0f "
			"B",
			v->miss_ratio * v->block_B, dev->l1_line_B);
	v->read_miss_ratio = v->miss_ratio < 1 ? v->miss_ratio : 1;
	v->loads = v->reads > 0;
	v->issue_cyc = v->instructions / dev->issue_per_cyc;
	return true;
}

/* Leaves *kind as it is where the call has none. */
static bool find_kind(struct call *call, enum mdm_kind *kind)
{
	const char *text;

	if (!call_has(call, KIND))
		return true;
	if (call->arg[KIND].kind != VALUE_STRING)
		return call_wrong(call, KIND, "a string, such as \"gpumech\"");
	text = call->arg[KIND].u.string->text;
	for (int i = 0; i < N_MDM_KIND; ++i)
		if (strcmp(mdm_kinds[i], text) == 0) {
			*kind = (enum mdm_kind) i;
			return true;
		}
	diag_error(call->diag, call_loc(call, KIND), NULL,
		"there is no kind of divergence called '%s'", text);
	diag_suggest(call->diag, text, mdm_kinds, N_MDM_KIND);
	divergence_note_kinds(call->diag);
	return false;
}

static bool solve(struct call *call, const struct device *dev,
	const struct value *items, enum mdm_kind kind, struct value *result)
{
	struct mdm mdm = {
		.by_hand = true,
		.n_interval = (int) value_length(items),
	};
	double most = dev->sm_threads / dev->warp_size, warps = most;
	bool ok = true, runs = false;

	if (call_has(call, WARPS) &&
		!read_figure(call, WARPS, &call->arg[WARPS], "warps", "",
			&warps))
		return false;
	if (warps <= 0)
		return diag_error(call->diag, call_loc(call, WARPS), NULL,
			"an SM runs at least 1 warp, got %g", warps);
	if (warps > most)
		return diag_error(call->diag, call_loc(call, WARPS), NULL,
			"an SM of '%s' runs at most %.0f warps, got %g",
			dev->id, most, warps);
	if (!mdm_machine_of(dev, dev->sm_count, warps, &mdm.machine))
		return diag_error(call->diag, call_loc(call, MACHINE), NULL,
			"'%s' must have mshrs, noc.bw, latencies and warps",
			dev->id);
	mdm.n_warp = warps * dev->sm_count;
	if (call_has(call, LAUNCHED) &&
		!read_figure(call, LAUNCHED, &call->arg[LAUNCHED], "launched",
			"", &mdm.n_warp))
		return false;
	mdm.interval = memory_new(
		((size_t) mdm.n_interval + 1) * sizeof(*mdm.interval));
	for (int i = 0; ok && i < mdm.n_interval; ++i) {
		ok = make_interval(call, dev, &items->u.sequence->item[i],
			&mdm.interval[i]);
		runs |= mdm.interval[i].turns > 0;
	}
	if (ok && !runs)
		ok = diag_error(call->diag, call_loc(call, INTERVALS), NULL,
			"no interval runs: 'turns' is 0 in all of them");
	if (ok)
		*result = divergence_by_hand(&mdm, kind);
	else
		free(mdm.interval);
	return ok;
}

/* The device of the call, by its name too, or the one that was set; if there is
 * none, a null value and true.
 */
static bool find_machine(struct call *call, struct value *machine)
{
	const struct value *set = scope_find(&call->eval->settings, "device");

	*machine = value_copy(
		call_has(call, MACHINE) || !set ? &call->arg[MACHINE] : set);
	return !call_has(call, MACHINE) ||
		board_take(call->eval, call_loc(call, MACHINE), machine);
}

/* The intervals of a list, on the device in "machine". */
static bool by_hand(struct call *call, const struct value *machine,
	enum mdm_kind kind, struct value *result)
{
	const struct device_object *dev = device_of(machine);
	struct value items;
	bool ok;

	if (!dev)
		return call_wrong(call, call_has(call, MACHINE) ? MACHINE : 0,
			call_has(call, MACHINE) ?
				"a device" :
				"a report, or intervals with a machine");
	if (!call_items(call, INTERVALS, &items))
		return false;
	ok = value_length(&items) > 0 || call_empty(call, INTERVALS);
	ok = ok && device_complete(call->eval, dev, call_loc(call, MACHINE)) &&
		solve(call, &dev->dev, &items, kind, result);
	value_free(&items);
	return ok;
}

DEFINE_BUILTIN(mdm)
{
	const struct answer *answer = answer_of(&call->arg[INTERVALS]);
	bool has_report = answer && answer->report.mdm;
	enum mdm_kind kind = has_report ? answer->report.mdm->kind : MDM;
	struct value machine;
	bool ok;

	if (!find_kind(call, &kind))
		return false;
	if (has_report) {
		*result = divergence_value(&answer->report, kind);
		return true;
	}
	ok = find_machine(call, &machine) &&
		by_hand(call, &machine, kind, result);
	value_free(&machine);
	return ok;
}
