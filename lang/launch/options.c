/* Launch options from values: one branch per option checks the value and sets
 * a member of struct options.
 */

#include <string.h>

#include "lang/launch/options.h"
#include "lang/launch/order.h"
#include "lang/eval/settings.h"

const char *const model_names[] = { "wsp", "ernst2022", "warpspeed2025",
	"simulation" };
const char *const interleave_names[] = { "sequential", "warps", "waves" };
const char *const policy_names[] = { "lru", "fifo", "random" };

/* A whole number from a value, within [lo, hi]. */
static bool whole(struct eval *ev, const char *name, const struct value *v,
	struct loc loc, int64_t lo, int64_t hi, int64_t *result)
{
	struct buffer text = { 0 };

	if (v->kind == VALUE_NUMBER && dim_is_none(v->u.number.dim) &&
	    number_to_int(&v->u.number, result) && *result >= lo &&
	    *result <= hi)
		return true;
	value_print_brief(v, &text);
	diag_error(ev->diag, loc, NULL,
		"%s must be a whole number from %lld to %lld, got %s", name,
		(long long) lo, (long long) hi, buffer_text(&text));
	buffer_free(&text);
	return false;
}

static bool fail_whole(struct eval *ev, const char *name, struct loc loc,
	const struct value *v, const char *why)
{
	struct buffer text = { 0 };

	value_print_brief(v, &text);
	diag_error(ev->diag, loc, NULL, "%s %s, got %s", name, why,
		buffer_text(&text));
	buffer_free(&text);
	return false;
}

/* One to three positive whole numbers; what is missing is 1. */
static bool extents(struct eval *ev, const char *name, const struct value *v,
	struct loc loc, int64_t *extent, int *n_extent)
{
	int64_t n = v->kind == VALUE_TUPLE || v->kind == VALUE_LIST ?
		value_length(v) : 1, i;

	if (n < 1 || n > 3)
		return fail_whole(ev, name, loc, v,
			"has one to three extents");
	for (i = 0; i < 3; ++i)
		extent[i] = 1;
	for (i = 0; i < n; ++i) {
		struct value item = v->kind == VALUE_NUMBER ? value_copy(v) :
			v->kind == VALUE_TUPLE || v->kind == VALUE_LIST ?
			value_item(v, i) : value_copy(v);
		bool ok = item.kind == VALUE_NUMBER &&
			dim_is_none(item.u.number.dim) &&
			number_is_integer(&item.u.number);
		int sign = ok ? number_sign(&item.u.number) : 0;
		bool fits = ok && number_to_int(&item.u.number, &extent[i]);

		value_free(&item);
		if (!ok)
			return fail_whole(ev, name, loc, v,
				"takes whole numbers");
		if (sign <= 0)
			return fail_whole(ev, name, loc, v,
				"must be positive");
		if (!fits)
			return fail_whole(ev, name, loc, v,
				"must stay below 2^63");
	}
	*n_extent = (int) n;
	return true;
}

static bool set_domain(struct eval *ev, struct options *o,
	const struct value *v, struct loc loc, bool is_session)
{
	int64_t extent[3], cells = 1;
	int n, i;

	if (!extents(ev, "domain", v, loc, extent, &n))
		return false;
	for (i = 0; i < 3; ++i)
		if (__builtin_mul_overflow(cells, extent[i], &cells))
			return fail_whole(ev, "domain", loc, v,
				"must have fewer than 2^63 cells");
	memcpy(is_session ? o->session_domain : o->domain, extent,
		sizeof(extent));
	*(is_session ? &o->n_session_domain : &o->n_domain) = n;
	return true;
}

static bool set_block(struct eval *ev, struct options *o,
	const struct value *v, struct loc loc)
{
	o->block_is_auto = v->kind == VALUE_SYMBOL &&
		strcmp(v->u.symbol, "auto") == 0;
	return o->block_is_auto ||
		extents(ev, "block", v, loc, o->block, &o->n_block);
}

static bool set_shared(struct eval *ev, struct options *o,
	const struct value *v, struct loc loc)
{
	struct dim bytes = { { 0 } };
	struct value plain;

	bytes.exp[BASE_B] = 1;
	if (v->kind != VALUE_NUMBER || (!dim_equal(v->u.number.dim, bytes) &&
	    !dim_is_none(v->u.number.dim)))
		return diag_error(ev->diag, loc, NULL,
			"shared is a number of bytes, such as 48 KiB");
	plain = *v;
	plain.u.number.dim = (struct dim) { { 0 } };
	return whole(ev, "shared", &plain, loc, 0, INT32_MAX, &o->shared_B);
}

static bool symbol_of(struct eval *ev, const char *name,
	const struct value *v, struct loc loc, const char *const *word, int n,
	int *index)
{
	struct buffer list = { 0 }, got = { 0 };
	int i;

	for (i = 0; v->kind == VALUE_SYMBOL && i < n; ++i)
		if (strcmp(v->u.symbol, word[i]) == 0) {
			*index = i;
			return true;
		}
	for (i = 0; i < n; ++i)
		buffer_printf(&list, "%s%s", i == 0 ? "" : i + 1 < n ? ", " :
			" or ", word[i]);
	value_print_brief(v, &got);
	diag_error(ev->diag, loc, NULL, "%s is %s, got %s", name,
		buffer_text(&list), buffer_text(&got));
	buffer_free(&list);
	buffer_free(&got);
	return false;
}

static bool set_type(struct eval *ev, struct options *o,
	const struct value *v, struct loc loc)
{
	if (v->kind == VALUE_SYMBOL && type_find(v->u.symbol, &o->type))
		return true;
	return diag_error(ev->diag, loc, NULL, "type is half, float, double, "
		"int8, int16, int32 or int64, got a %s", value_kind_name(v));
}

bool options_is_simulated(const char *name)
{
	static const char *const names[] = { "interleave", "policy", "ways",
		"sms", "resident", "apart", "seed" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

static bool apply_simulated(struct eval *ev, struct options *o,
	const char *name, const struct value *v, struct loc loc)
{
	int i;

	if (strcmp(name, "interleave") == 0) {
		if (!symbol_of(ev, name, v, loc, interleave_names, 3, &i))
			return false;
		o->interleave = (enum simulate_interleave) i;
		o->has_interleave = true;
		return true;
	}
	if (strcmp(name, "policy") == 0) {
		if (!symbol_of(ev, name, v, loc, policy_names, 3, &i))
			return false;
		o->policy = (enum simulate_policy) i;
		o->has_policy = true;
		return true;
	}
	if (strcmp(name, "ways") == 0) {
		o->has_ways = true;
		o->ways = 0;
		return (v->kind == VALUE_SYMBOL &&
			strcmp(v->u.symbol, "full") == 0) ||
			whole(ev, "ways, if not full,", v, loc, 1, INT32_MAX,
				&o->ways);
	}
	if (strcmp(name, "sms") == 0)
		return whole(ev, name, v, loc, 1, 1024, &o->sms);
	if (strcmp(name, "resident") == 0)
		return whole(ev, name, v, loc, 1, 1024, &o->resident);
	if (strcmp(name, "apart") == 0)
		return whole(ev, name, v, loc, 0, INT32_MAX, &o->apart);
	return whole(ev, name, v, loc, 0, INT64_MAX, &o->seed);
}

bool options_apply(struct eval *ev, struct options *o, const char *name,
	const struct value *v, struct loc loc, bool is_session)
{
	static const char *const caches[] = { "warm", "cold" };
	static const char *const strides[] = { "constant", "int32", "int64" };
	int64_t n;
	int i;

	if (strcmp(name, "block") == 0)
		return set_block(ev, o, v, loc);
	if (strcmp(name, "fold") == 0)
		return extents(ev, "fold", v, loc, o->fold, &o->n_fold);
	if (strcmp(name, "domain") == 0)
		return set_domain(ev, o, v, loc, is_session);
	if (strcmp(name, "shared") == 0)
		return set_shared(ev, o, v, loc);
	if (strcmp(name, "order") == 0)
		return order_of(ev, v, loc, &o->order);
	if (strcmp(name, "type") == 0)
		return set_type(ev, o, v, loc);
	if (strcmp(name, "registers") == 0) {
		if (!whole(ev, name, v, loc, 1, 1024, &n))
			return false;
		o->registers = (int) n;
		return true;
	}
	if (strcmp(name, "offset") == 0)
		return whole(ev, name, v, loc, 0, INT32_MAX, &o->offset);
	if (strcmp(name, "updates") == 0) {
		if (!whole(ev, name, v, loc, 1, INT32_MAX, &n))
			return false;
		o->updates = (double) n;
		return true;
	}
	if (strcmp(name, "cache") == 0) {
		if (!symbol_of(ev, name, v, loc, caches, 2, &i))
			return false;
		o->is_cold = i == 1;
		o->has_cache = true;
		return true;
	}
	if (strcmp(name, "model") == 0) {
		if (!symbol_of(ev, name, v, loc, model_names, 3, &i))
			return false;
		o->model = (enum model) i;
		return true;
	}
	if (strcmp(name, "strides") == 0) {
		if (!symbol_of(ev, name, v, loc, strides, 3, &i))
			return false;
		o->strides = (enum strides) i;
		return true;
	}
	if (options_is_simulated(name))
		return apply_simulated(ev, o, name, v, loc);
	return diag_error(ev->diag, loc, NULL,
		"there is no launch option '%s'", name);
}

bool options_session(struct eval *ev, struct options *o, struct loc loc)
{
	int i;

	*o = (struct options) { .block_is_auto = true, .updates = 0,
		.type = TYPE_DOUBLE, .model = MODEL_WSP, .seed = 1 };
	for (i = 0; i < 3; ++i)
		o->fold[i] = o->block[i] = 1;
	for (i = 0; i < ev->settings.n; ++i) {
		const struct binding *b = &ev->settings.binding[i];

		if (b->name && settings_is_option(b->name) &&
		    !options_apply(ev, o, b->name, &b->value, loc, true))
			return false;
	}
	return true;
}

bool options_read(struct eval *ev, struct options *o,
	const struct node *options)
{
	struct value v;
	bool ok;
	int i;

	for (i = 0; options && i < options->n_kid; ++i) {
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

bool options_check(struct eval *ev, const struct node *set,
	const struct value *v)
{
	struct options scratch = { 0 };

	return options_apply(ev, &scratch, set->text, v, set->kid[0]->loc,
		true);
}
