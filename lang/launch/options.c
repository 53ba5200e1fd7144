/* Launch options: a table with one row per option, which says what values it
 * takes and where in struct options they are stored.
 */

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "engine/model/mdm.h"
#include "lang/eval/rooms.h"
#include "lang/eval/settings.h"
#include "lang/launch/options.h"
#include "lang/launch/order_value.h"
#include "lang/value/apart.h"

const char *const model_names[] = { "wsp", "ernst2022", "warpspeed2025",
	"simulation" };
const char *const interleave_names[] = { "sequential", "warps", "waves",
	"random" };
static const char *const counting_names[] = { "auto", "closed", "simulated" };
static const char *const cells_names[] = { "adjacent", "interleaved" };
const char *const options_stride_names[] = { "constant", "int32", "int64",
	"constant64", NULL };
const char *const options_store_names[] = { "auto", "inline", "last", NULL };
static const char *const loads_names[] = { "inline", "first" };
const char *const policy_names[] = { "lru", "fifo", "random", "segmented" };

/* An option with its value. */
struct given {
	struct eval *ev;
	const char *name;
	const struct value *v;
	struct loc loc;
	bool is_session; /* by `set`, not by the question */
};

/* Report "NAME WHY, got VALUE"; false. */
static bool fail(const struct given *g, const char *why)
{
	struct buffer text = { 0 };

	value_print_brief(g->v, &text);
	diag_error(g->ev->diag, g->loc, NULL, "%s %s, got %s", g->name, why,
		buffer_text(&text));
	buffer_free(&text);
	return false;
}

/* Reads a whole number in [lo, hi]. */
static bool whole(const struct given *g, int64_t lo, int64_t hi,
	int64_t *result)
{
	char why[96];

	if (g->v->kind == VALUE_NUMBER && dim_is_none(g->v->u.number.dim) &&
		number_to_int(&g->v->u.number, result) && *result >= lo &&
		*result <= hi)
		return true;
	snprintf(why, sizeof(why), "must be a whole number from %lld to %lld",
		(long long) lo, (long long) hi);
	return fail(g, why);
}

/* The word that a value is: a string as well, or the name of a function. */
static const char *word_of(const struct value *v)
{
	return v->kind == VALUE_SYMBOL	 ? v->u.symbol :
		v->kind == VALUE_STRING	 ? v->u.string->text :
		v->kind == VALUE_BUILTIN ? v->u.builtin->name :
					   "";
}

/* Reads one of n words. */
static bool word(const struct given *g, const char *const *words, int n,
	int *index)
{
	struct buffer why = { 0 };

	for (int i = 0; i < n; ++i)
		if (strcmp(word_of(g->v), words[i]) == 0) {
			*index = i;
			return true;
		}
	buffer_add(&why, "is ");
	for (int i = 0; i < n; ++i)
		buffer_printf(&why, "%s%s",
			i == 0		  ? "" :
				i + 1 < n ? ", " :
					    " or ",
			words[i]);
	fail(g, buffer_text(&why));
	buffer_free(&why);
	return false;
}

static bool is_word(const struct given *g, const char *text)
{
	return g->v->kind == VALUE_SYMBOL && strcmp(g->v->u.symbol, text) == 0;
}

/* Reads one to three positive whole numbers; missing ones are 1.  Those `by
 * block` are marked in apart[], unless that is NULL.
 */
static bool extents(const struct given *g, int64_t *extent, int *n_extent,
	bool *apart)
{
	bool is_list = g->v->kind == VALUE_TUPLE || g->v->kind == VALUE_LIST;
	int64_t n = is_list ? value_length(g->v) : 1;

	if (n < 1 || n > 3)
		return fail(g, "has one to three extents");
	for (int64_t i = 0; i < 3; ++i) {
		extent[i] = 1;
		if (apart)
			apart[i] = false;
	}
	for (int64_t i = 0; i < n; ++i) {
		const struct value *v = is_list ? &g->v->u.sequence->item[i] :
						  g->v;

		if (apart && apart_of(v, &extent[i])) {
			apart[i] = true;
			continue;
		}
		if (v->kind != VALUE_NUMBER || !dim_is_none(v->u.number.dim) ||
			!number_is_integer(&v->u.number))
			return fail(g, "takes whole numbers");
		if (number_sign(&v->u.number) <= 0)
			return fail(g, "must be positive");
		if (!number_to_int(&v->u.number, &extent[i]))
			return fail(g, "must stay below 2^63");
	}
	*n_extent = (int) n;
	return true;
}

static bool set_domain(const struct given *g, struct options *o)
{
	int64_t extent[3], cells = 1;
	int n;

	if (!extents(g, extent, &n, NULL))
		return false;
	for (int i = 0; i < 3; ++i)
		if (__builtin_mul_overflow(cells, extent[i], &cells))
			return fail(g, "must have fewer than 2^63 cells");
	memcpy(g->is_session ? o->session_domain : o->domain, extent,
		sizeof(extent));
	*(g->is_session ? &o->n_session_domain : &o->n_domain) = n;
	return true;
}

static bool set_block(const struct given *g, struct options *o)
{
	o->block_is_auto = is_word(g, "auto");
	return o->block_is_auto || extents(g, o->block, &o->n_block, NULL);
}

static bool set_fold(const struct given *g, struct options *o)
{
	return extents(g, o->fold, &o->n_fold, o->by_block);
}

/* Reads a number of bytes. */
static bool bytes(const struct given *g, int64_t *result)
{
	struct dim bytes = { { 0 } };
	struct given plain = *g;
	struct value v = *g->v;

	bytes.exp[BASE_B] = 1;
	if (v.kind != VALUE_NUMBER ||
		(!dim_equal(v.u.number.dim, bytes) &&
			!dim_is_none(v.u.number.dim)))
		return diag_error(g->ev->diag, g->loc, NULL,
			"%s is a number of bytes, such as 48 KiB", g->name);
	v.u.number.dim = (struct dim) { { 0 } };
	plain.v = &v;
	return whole(&plain, 0, INT32_MAX, result);
}

static bool set_shared(const struct given *g, struct options *o)
{
	return bytes(g, &o->shared_B);
}

static bool set_spilled(const struct given *g, struct options *o)
{
	return bytes(g, &o->spilled_B);
}

static bool set_order(const struct given *g, struct options *o)
{
	o->order_is_auto = is_word(g, "auto");
	o->order = (struct order) { .kind = ORDER_ROWS };
	return o->order_is_auto || order_of(g->ev, g->v, g->loc, &o->order);
}

static bool set_type(const struct given *g, struct options *o)
{
	enum elem_type type;

	if (g->v->kind == VALUE_SYMBOL && type_find(g->v->u.symbol, &type) &&
		type_lanes(type) == 1) {
		o->type = type;
		return true;
	}
	return diag_error(g->ev->diag, g->loc, NULL,
		"type is half, float, "
		"double, int8, int16, int32, int64, uint8, uint16 or uint32, "
		"got a %s",
		value_kind_name(g->v));
}

static bool set_registers(const struct given *g, struct options *o)
{
	int64_t n;

	if (!whole(g, 1, 1024, &n))
		return false;
	o->registers = (int) n;
	return true;
}

static bool set_updates(const struct given *g, struct options *o)
{
	int64_t n;

	if (!whole(g, 1, INT32_MAX, &n))
		return false;
	o->updates = (double) n;
	return true;
}

static bool set_cache(const struct given *g, struct options *o)
{
	static const char *const words[] = { "warm", "cold" };
	int i;

	if (!word(g, words, 2, &i))
		return false;
	o->is_cold = i == 1;
	o->has_cache = true;
	return true;
}

static bool set_ways(const struct given *g, struct options *o)
{
	struct given some = *g;

	o->has_ways = true;
	o->ways = 0;
	some.name = "ways, if not full,";
	return is_word(g, "full") || whole(&some, 1, INT32_MAX, &o->ways);
}

/* A string, as `mdm` is a function. */
static bool set_kind(const struct given *g, struct options *o)
{
	for (int i = 0; i < N_MDM_KIND; ++i)
		if (strcmp(mdm_kinds[i], word_of(g->v)) == 0) {
			o->divergence = i;
			return true;
		}
	return fail(g,
		"is \"mdm\", \"gpumech\", \"gpumech_plus\", \"mdm_queue\", "
		"\"mdm_mshr\" or \"mdm_fraction\"");
}

/* Reads LO..HI, both inclusive, as a first one and how many. */
static bool part(const struct given *g, int64_t *first, int64_t *n)
{
	int64_t lo, hi;

	if (g->v->kind != VALUE_RANGE)
		return fail(g, "is a range, such as 0..99");
	if (!number_to_int(&g->v->u.range->lo, &lo) ||
		!number_to_int(&g->v->u.range->hi, &hi) || lo < 0 || hi < lo ||
		hi >= INT64_MAX / 2)
		return fail(g, "runs from 0 or more upwards");
	*first = lo;
	*n = hi - lo + 1;
	return true;
}

static bool set_window(const struct given *g, struct options *o)
{
	return part(g, &o->window.first, &o->window.n);
}

static bool set_lines(const struct given *g, struct options *o)
{
	return part(g, &o->lines.first, &o->lines.n);
}

static bool set_at(const struct given *g, struct options *o)
{
	o->has_at = true;
	return whole(g, 0, INT64_MAX / 2, &o->at);
}

/* An option is read by its own function or, if it has none, as a number or a
 * word that is stored at "at".
 */
static const struct option {
	const char *name;
	bool (*set)(const struct given *g, struct options *o);
	size_t at;	/* an int64_t or, with words, an enum */
	int64_t lo, hi; /* range of a number */
	int n_word;
	const char *const *words;
	size_t has;	 /* offset of the flag "was given"; 0: none */
	int needs;	 /* of the question, bits of enum question_takes */
	const char *why; /* other questions do not read it */
} rows[] = {
#define OWN(name, set)                                  \
	{                                               \
		name, set, 0, 0, 0, 0, NULL, 0, 0, NULL \
	}
#define NUMBER(name, lo, hi, needs)                                           \
	{                                                                     \
#name, NULL, offsetof(struct options, name), lo, hi, 0, NULL, \
			0, needs, NULL                                        \
	}
#define WORDS(name, n, words, has, needs, why)                               \
	{                                                                    \
#name, NULL, offsetof(struct options, name), 0, 0, n, words, \
			has, needs, why                                      \
	}
#define DRAWS	  "says what a diagram shows"
#define HAS(name) offsetof(struct options, has_##name)
	OWN("block", set_block),
	OWN("fold", set_fold),
	WORDS(cells, 2, cells_names, 0, 0, NULL),
	OWN("domain", set_domain),
	OWN("shared", set_shared),
	OWN("order", set_order),
	NUMBER(grid, 1, INT32_MAX, 0),
	OWN("type", set_type),
	OWN("registers", set_registers),
	{ "spilled", set_spilled, 0, 0, 0, 0, NULL, 0, TAKES_MODEL,
		"adds to the time of a launch" },
	OWN("updates", set_updates),
	{ "cache", set_cache, 0, 0, 0, 0, NULL, 0, TAKES_CACHE,
		"says what L2 holds before the launch" },
	NUMBER(offset, 0, INT32_MAX, 0),
	WORDS(model, 3, model_names, 0, TAKES_MODEL,
		"chooses how a time is predicted"),
	WORDS(strides, 4, options_stride_names, 0, TAKES_STRIDES,
		"changes the instructions of addresses alone"),
	WORDS(stores, 3, options_store_names, 0, TAKES_STRIDES,
		"changes the registers of folded threads alone"),
	WORDS(counting, 3, counting_names, 0, TAKES_MODEL,
		"chooses how volumes are found"),
	NUMBER(requests, 1000, 1000000000, TAKES_MODEL),
	{ "kind", set_kind, 0, 0, 0, 0, NULL, 0, TAKES_MODEL,
		"chooses how waits for memory are found" },
	WORDS(loads, N_LOADS, loads_names, 0, TAKES_MODEL,
		"says when a kernel issues its loads, for stall intervals"),
	WORDS(interleave, 4, interleave_names, HAS(interleave), TAKES_SIMULATED,
		NULL),
	WORDS(policy, 4, policy_names, HAS(policy), TAKES_SIMULATED, NULL),
	{ "ways", set_ways, 0, 0, 0, 0, NULL, 0, TAKES_SIMULATED, NULL },
	NUMBER(sms, 1, 1024, TAKES_SIMULATED),
	NUMBER(resident, 1, 1024, TAKES_SIMULATED),
	NUMBER(sampled, 1, 1024, TAKES_SIMULATED),
	NUMBER(apart, 0, INT32_MAX, TAKES_SIMULATED),
	NUMBER(seed, 0, INT64_MAX - 64, TAKES_SIMULATED),
	NUMBER(seeds, 1, 64, TAKES_SIMULATED),
	NUMBER(level, 1, 2, TAKES_WINDOW),
	{ "window", set_window, 0, 0, 0, 0, NULL, 0, TAKES_WINDOW, DRAWS },
	{ "lines", set_lines, 0, 0, 0, 0, NULL, 0, TAKES_WINDOW, DRAWS },
	{ "at", set_at, 0, 0, 0, 0, NULL, 0, TAKES_WINDOW, DRAWS },
};

static bool set_field(const struct given *g, const struct option *row,
	struct options *o)
{
	char *base = (char *) o;
	int i;

	if (!row->words)
		return whole(g, row->lo, row->hi, (int64_t *) (base + row->at));
	if (!word(g, row->words, row->n_word, &i))
		return false;
	memcpy(base + row->at, &i, sizeof(i));
	if (row->has)
		*(bool *) (base + row->has) = true;
	return true;
}

static const struct option *find(const char *name)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i)
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	return NULL;
}

int options_needs(const char *name, const char **why)
{
	const struct option *row = find(name);

	*why = row ? row->why : NULL;
	return row ? row->needs : 0;
}

bool options_apply(struct eval *ev, struct options *o, const char *name,
	const struct value *v, struct loc loc, bool is_session)
{
	const struct given g = { ev, name, v, loc, is_session };
	const struct option *row = find(name);

	if (!row)
		return diag_error(ev->diag, loc, NULL,
			"there is no launch option '%s'", name);
	return row->set ? row->set(&g, o) : set_field(&g, row, o);
}

bool options_is_apart(const struct options *o, int axis)
{
	return o->fold[axis] > 1 &&
		(o->cells == CELLS_INTERLEAVED || o->by_block[axis]);
}

bool options_session(struct eval *ev, struct options *o, struct loc loc)
{
	*o = (struct options) {
		.block_is_auto = true,
		.updates = 0,
		.type = TYPE_DOUBLE,
		.model = MODEL_WSP,
		.seed = 1,
	};
	for (int i = 0; i < 3; ++i)
		o->fold[i] = o->block[i] = 1;
	for (int i = 0; i < ev->settings.n; ++i) {
		const struct binding *b = &ev->settings.binding[i];

		if (b->name && settings_is_option(b->name) &&
			!options_apply(ev, o, b->name, &b->value, loc, true))
			return false;
	}
	return true;
}

bool options_strides_vary(const struct options *o)
{
	return o->strides == STRIDES_INT32 || o->strides == STRIDES_INT64;
}

bool options_read(struct eval *ev, struct options *o,
	const struct node *options)
{
	struct value v;
	bool ok;

	for (int i = 0; options && i < options->n_kid; ++i) {
		const struct node *setting = options->kid[i];

		if (!eval_node(ev, setting->kid[0], &v))
			return false;
		ok = (ev->checking && value_is_unknown(&v)) ||
			options_apply(ev, o, setting->text, &v,
				setting->kid[0]->loc, false);
		value_free(&v);
		if (!ok)
			return false;
	}
	return true;
}

bool options_check(struct eval *ev, const struct node *set, struct value *v)
{
	struct options scratch = { 0 };

	return options_apply(ev, &scratch, set->text, v, set->kid[0]->loc,
		true);
}
