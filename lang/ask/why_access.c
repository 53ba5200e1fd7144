/* The accesses behind the difference of two reports: the launch is estimated
 * again without each of them.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/ask/subject.h"
#include "lang/ask/why_access.h"
#include "lang/base/memory.h"

/* -------------------------------------------------------------- names */

static void add_node(const struct kernel_def *k, int node, bool is_part,
	struct buffer *out);

static void add_pair(const struct kernel_def *k, const struct graph_node *n,
	const char *op, bool is_part, struct buffer *out)
{
	if (is_part)
		buffer_add(out, "(");
	add_node(k, n->a, true, out);
	buffer_add(out, op);
	add_node(k, n->b, true, out);
	if (is_part)
		buffer_add(out, ")");
}

/* An index as in the source, but names of constants are their values. */
static void add_node(const struct kernel_def *k, int node, bool is_part,
	struct buffer *out)
{
	const struct graph_node *n = &k->graph.node[node];
	int64_t value;

	if (graph_is_int(&k->graph, node, &value)) {
		buffer_printf(out, "%lld", (long long) value);
		return;
	}
	switch (n->op) {
	case GRAPH_COORD: buffer_add(out, coord_names[n->aux]); break;
	case GRAPH_EXTENT: buffer_printf(out, "n%c", "xyz"[n->aux]); break;
	case GRAPH_ARGUMENT: buffer_add(out, k->field[n->aux].name); break;
	case GRAPH_COUNTER: buffer_add(out, k->loop[n->aux].name); break;
	case GRAPH_ADD: add_pair(k, n, "+", is_part, out); break;
	case GRAPH_SUB: add_pair(k, n, "-", is_part, out); break;
	case GRAPH_MUL: add_pair(k, n, "*", is_part, out); break;
	case GRAPH_DIV:
	case GRAPH_FLOOR_DIV: add_pair(k, n, "/", is_part, out); break;
	case GRAPH_MOD: add_pair(k, n, "%", is_part, out); break;
	case GRAPH_MIN:
	case GRAPH_MAX:
		buffer_add(out, n->op == GRAPH_MIN ? "min" : "max");
		add_pair(k, n, ", ", true, out);
		break;
	case GRAPH_NEG:
		buffer_add(out, "-");
		add_node(k, n->a, true, out);
		break;
	default: buffer_add(out, "..."); break;
	}
}

/* "pdf[3][0, -1]"; or "pdf (access 2)" for an access by address */
static char *name_of(const struct kernel_def *k, int i)
{
	const struct kernel_access *a = &k->access[i];
	struct buffer out = { 0 };

	buffer_add(&out, k->field[a->field].name);
	if (a->address >= 0)
		buffer_printf(&out, " (access %d)", i + 1);
	if (a->component >= 0) {
		buffer_add(&out, "[");
		add_node(k, a->component, false, &out);
		buffer_add(&out, "]");
	}
	for (int d = 0; d < kernel_access_dims(a); ++d) {
		buffer_add(&out, d ? ", " : "[");
		add_node(k, kernel_access_index(a, d), false, &out);
	}
	if (a->n_index > 0)
		buffer_add(&out, "]");
	return buffer_take(&out);
}

/* ------------------------------------------------------------ figures */

bool why_figure_of(const char *limit, struct why_figure *f)
{
	static const struct {
		const char *limit;
		struct why_figure figure;
	} figures[] = {
		{ "l1",
			{
				.what = "the cycles of L1",
				.unit = "cyc/LUP",
				.metric = METRIC_l1_wavefronts,
			} },
		{ "requests",
			{
				.what = "the lines that L2 looks up",
				.unit = "txn/LUP",
				.metric = METRIC_l2_requests,
			} },
		{ "in_place",
			{
				.what = "the lines that L2 looks up",
				.unit = "txn/LUP",
				.metric = METRIC_l2_requests,
			} },
		{ "tlb",
			{
				.what = "the pages that are looked up",
				.unit = "page/LUP",
				.metric = METRIC_tlb_lookups,
			} },
	};

	for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); ++i)
		if (strcmp(figures[i].limit, limit) == 0) {
			*f = figures[i].figure;
			return true;
		}
	return false;
}

const struct field_volume *why_field(const struct report *r, const char *name)
{
	for (int i = 0; i < r->n_field; ++i)
		if (strcmp(r->field[i].name, name) == 0)
			return &r->field[i];
	return NULL;
}

double why_volume(const struct report *r, const struct flow *flow,
	const char *field)
{
	const char *f = (const char *) why_field(r, field);
	double v = f ? *(const double *) (f + flow->field) : 0;

	return isnan(v) ? 0 : v;
}

static double value_of(const struct report *r, const struct why_figure *f)
{
	if (f->field)
		return why_volume(r, f->flow, f->field);
	return isnan(r->metric[f->metric]) ? 0 : r->metric[f->metric];
}

/* The figure of the same launch without access "i"; false if the rest cannot
 * be estimated.
 */
static bool figure_without(struct eval *ev, const struct answer *a, int i,
	const struct why_figure *f, double *v)
{
	const struct subject *s = a->subject;
	struct lower_env env = lower_env(ev);
	struct options o = s->options;
	struct kernel kernel;
	struct launch launch;
	struct report report;
	char why[256];
	bool ok;

	o.registers = a->report.registers.n;
	if (!lower_kernel_without(&env, s->kernel, &o, i, s->loc, &kernel,
		    &launch))
		return false;
	ok = estimate(&kernel, &launch, &s->device->dev, &report, why) ==
		ESTIMATE_OK;
	if (ok) {
		*v = value_of(&report, f);
		report_clear(&report);
	}
	lower_clear(&kernel);
	return ok;
}

static bool is_meant(const struct kernel_def *k, int i,
	const struct why_figure *f)
{
	const struct kernel_access *a = &k->access[i];
	const struct kernel_field *field = &k->field[a->field];

	if (field->is_shared)
		return false;
	return !f->field ||
		(strcmp(field->name, f->field) == 0 &&
			a->is_store == (strcmp(f->flow->kind, "store") == 0));
}

static int count_meant(const struct kernel_def *k, const struct why_figure *f)
{
	int n = 0;

	for (int i = 0; i < k->n_access; ++i)
		n += is_meant(k, i, f);
	return n;
}

/* The entry of the access called "name", which is taken. */
static struct why_access *place_of(struct why_access *list, int *n, char *name)
{
	for (int i = 0; i < *n; ++i)
		if (strcmp(list[i].name, name) == 0) {
			free(name);
			return &list[i];
		}
	list[*n] = (struct why_access) { .name = name };
	return &list[(*n)++];
}

/* Leave out the accesses of one report, one after the other. */
static bool look_at(struct eval *ev, struct loc loc,
	const struct answer *answer, int which, const struct why_figure *f,
	struct why_access *list, int *n)
{
	const struct subject *s = answer->subject;
	struct lower_env env = lower_env(ev);
	struct kernel_def *made = s->kernel->maker ?
		lower_definition(&env, s->kernel, &s->options, s->loc) :
		NULL;
	const struct kernel_def *k = made ? made : s->kernel;
	double all = value_of(&answer->report, f), v;
	/* the caller has room for the accesses of the subject's kernel */
	bool ok = true, fits = count_meant(k, f) <= count_meant(s->kernel, f);

	for (int i = 0; ok && fits && i < k->n_access; ++i) {
		if (!is_meant(k, i, f))
			continue;
		ok = eval_step(ev, 1000, loc);
		if (ok && figure_without(ev, answer, i, f, &v))
			place_of(list, n, name_of(k, i))->v[which] += all - v;
	}
	if (made)
		kernel_drop(made);
	return ok;
}

double why_access_difference(const struct why_access *a)
{
	return fabs(a->v[1] - a->v[0]);
}

/* The largest differences first; equal ones stay as they are. */
static void sort(struct why_access *list, int n)
{
	int at;

	for (int i = 1; i < n; ++i) {
		struct why_access a = list[i];

		for (at = i; at > 0 &&
			why_access_difference(&a) >
				why_access_difference(&list[at - 1]) *
					(1 + 1e-9);
			--at)
			list[at] = list[at - 1];
		list[at] = a;
	}
}

int why_accesses(struct eval *ev, struct loc loc,
	const struct answer *const answer[2], const struct why_figure *f,
	double least, int size, struct why_access *access)
{
	struct why_access *list;
	int n = 0, n_kept = 0, n_all = 0;
	bool ok = true;

	for (int i = 0; i < 2; ++i)
		n_all += count_meant(answer[i]->subject->kernel, f);
	if (n_all > 2 * WHY_ACCESSES)
		return 0;
	list = memory_new((size_t) (n_all + 1) * sizeof(*list));
	for (int i = 0; ok && i < 2; ++i)
		ok = look_at(ev, loc, answer[i], i, f, list, &n);
	sort(list, n);
	while (ok && n_kept < n && n_kept < size &&
		why_access_difference(&list[n_kept]) >= least)
		++n_kept;
	if (n_kept > 0)
		memcpy(access, list, (size_t) n_kept * sizeof(*list));
	why_accesses_free(n - n_kept, list + n_kept);
	free(list);
	return ok ? n_kept : -1;
}

struct value why_access_record(const struct why_access *a, const char *unit)
{
	struct value r = value_record();

	value_set(&r, "access", value_text(a->name));
	value_set(&r, "first", answer_figure(a->v[0], unit));
	value_set(&r, "second", answer_figure(a->v[1], unit));
	value_set(&r, "difference", answer_figure(a->v[1] - a->v[0], unit));
	return r;
}

void why_accesses_free(int n, struct why_access *access)
{
	for (int i = 0; i < n; ++i)
		free(access[i].name);
}
