/* Caches as values: the function cache() checks its arguments and gives a
 * record; `simulate ... on` reads such a record, or a list of two.
 */

#include <string.h>

#include "lang/ask/answer.h"
#include "lang/eval/builtin.h"
#include "lang/launch/options.h"
#include "lang/simulate/cache.h"

static struct value bytes(int64_t n)
{
	struct number v = number_int(n);

	v.dim.exp[BASE_B] = 1;
	return value_number(v);
}

/* Bytes, or a plain number of them; below 2^62. */
static bool read_bytes(const struct value *v, int64_t *n)
{
	struct number plain;
	struct dim B = { { 0 } };

	B.exp[BASE_B] = 1;
	if (v->kind != VALUE_NUMBER ||
		(!dim_equal(v->u.number.dim, B) &&
			!dim_is_none(v->u.number.dim)))
		return false;
	plain = v->u.number;
	plain.dim = (struct dim) { { 0 } };
	return number_to_int(&plain, n) && *n < INT64_C(1) << 62;
}

static bool read_count(const struct value *v, int64_t *n)
{
	return v->kind == VALUE_NUMBER && dim_is_none(v->u.number.dim) &&
		number_to_int(&v->u.number, n);
}

static bool is_symbol(const struct value *v, const char *name)
{
	return v->kind == VALUE_SYMBOL && strcmp(v->u.symbol, name) == 0;
}

static bool read_policy(const struct value *v, enum simulate_policy *policy)
{
	for (int i = 0; i <= SIMULATE_SEGMENTED; ++i)
		if (is_symbol(v, policy_names[i])) {
			*policy = (enum simulate_policy) i;
			return true;
		}
	return false;
}

/* -------------------------------------------------------------- members */

enum part { SIZE, LINE, SECTOR, WAYS, POLICY, EVICT, WRITE, N_MEMBER };

static const struct {
	const char *name, *what;
} members[N_MEMBER] = {
	{ "size", "a number of bytes, such as 64 KiB" },
	{ "line", "a number of bytes, such as 128 B" },
	{ "sector", "a number of bytes, such as 32 B" },
	{ "ways", "a positive whole number, or full" },
	{ "policy", "lru, fifo, random or segmented" },
	{ "evict", "a positive whole number of lines" },
	{ "write", "back or through" },
};

static bool read_member(struct simulate_cache *c, enum part m,
	const struct value *v)
{
	switch (m) {
	case SIZE: return read_bytes(v, &c->size_B);
	case LINE: return read_bytes(v, &c->line_B);
	case SECTOR: return read_bytes(v, &c->sector_B);
	case WAYS:
		c->ways = 0;
		return is_symbol(v, "full") ||
			(read_count(v, &c->ways) && c->ways > 0);
	case POLICY: return read_policy(v, &c->policy);
	case EVICT: return read_count(v, &c->evict) && c->evict > 0;
	case WRITE:
		c->is_through = is_symbol(v, "through");
		return c->is_through || is_symbol(v, "back");
	case N_MEMBER: break;
	}
	return false;
}

static bool report_member(struct eval *ev, struct loc loc, enum part m,
	const struct value *v)
{
	struct buffer text = { 0 };

	value_print_brief(v, &text);
	diag_error(ev->diag, loc, NULL, "the %s of a cache is %s, got %s",
		members[m].name, members[m].what, buffer_text(&text));
	if (m == POLICY && v->kind == VALUE_STRING)
		diag_suggest(ev->diag, v->u.string->text, policy_names, 4);
	buffer_free(&text);
	return false;
}

static bool check_cache(struct eval *ev, struct loc loc,
	struct simulate_cache *c)
{
	char why[256];

	if (c->sector_B == 0)
		c->sector_B = c->line_B;
	c->fetch_B = c->sector_B;
	c->write_B = c->is_through ? 1 : c->sector_B;
	return simulate_check(c, why) ||
		diag_error(ev->diag, loc, NULL, "%s", why);
}

/* ---------------------------------------------------------------- values */

static struct value cache_value(const struct simulate_cache *c)
{
	struct value r = value_record();

	value_set(&r, "size", bytes(c->size_B));
	value_set(&r, "line", bytes(c->line_B));
	value_set(&r, "sector", bytes(c->sector_B));
	value_set(&r, "ways",
		c->ways ? value_int(c->ways) : value_symbol("full"));
	value_set(&r, "policy", value_symbol(policy_names[c->policy]));
	value_set(&r, "evict", value_int(c->evict));
	value_set(&r, "write",
		value_symbol(c->is_through ? "through" : "back"));
	return r;
}

DEFINE_BUILTIN(cache)
{
	struct simulate_cache c = { .line_B = 32, .evict = 1 };

	for (int m = 0; m < N_MEMBER; ++m)
		if (call_has(call, m) &&
			!read_member(&c, (enum part) m, &call->arg[m]))
			return report_member(call->eval, call_loc(call, m),
				(enum part) m, &call->arg[m]);
	if (!check_cache(call->eval, call->loc, &c))
		return false;
	*result = cache_value(&c);
	return true;
}

static bool read_record(struct eval *ev, const struct value *v, struct loc loc,
	struct simulate_cache *c)
{
	*c = (struct simulate_cache) { .line_B = 32, .evict = 1 };
	if (v->kind != VALUE_RECORD || !value_get(v, "size"))
		return diag_error(ev->diag, loc, NULL,
			"expected a device or a cache, such as cache(64 KiB, "
			"line = 128 B); got a %s",
			value_kind_name(v));
	for (int m = 0; m < N_MEMBER; ++m) {
		const struct value *member = value_get(v, members[m].name);

		if (member && !read_member(c, (enum part) m, member))
			return report_member(ev, loc, (enum part) m, member);
	}
	return check_cache(ev, loc, c);
}

bool cache_is(const struct value *v)
{
	return v->kind == VALUE_RECORD || v->kind == VALUE_LIST;
}

bool cache_read(struct eval *ev, const struct value *v, struct loc loc,
	struct simulate_cache *cache, int *n_cache)
{
	*n_cache = 1;
	if (v->kind != VALUE_LIST)
		return read_record(ev, v, loc, &cache[0]);
	if (v->u.sequence->n < 1 || v->u.sequence->n > SIMULATE_LEVELS)
		return diag_error(ev->diag, loc, NULL,
			"a hierarchy is a list of one or two caches, got %lld",
			(long long) v->u.sequence->n);
	*n_cache = (int) v->u.sequence->n;
	for (int64_t i = 0; i < *n_cache; ++i)
		if (!read_record(ev, &v->u.sequence->item[i], loc, &cache[i]))
			return false;
	if (*n_cache == 2) {
		cache[0].is_through = true;
		cache[0].write_B = 1;
	}
	return true;
}

void cache_describe(const struct simulate_cache *c, struct buffer *out)
{
	struct value size = bytes(c->size_B), line = bytes(c->line_B);
	struct value sector = bytes(c->sector_B);

	value_print(&size, out);
	buffer_add(out, ", lines of ");
	value_print(&line, out);
	if (c->sector_B < c->line_B) {
		buffer_add(out, " in sectors of ");
		value_print(&sector, out);
	}
	if (c->ways)
		buffer_printf(out, ", %lld way%s", (long long) c->ways,
			c->ways == 1 ? "" : "s");
	else
		buffer_add(out, ", fully associative");
	if (c->odd_ways)
		buffer_printf(out, " (%lld ways do not divide its lines)",
			(long long) c->odd_ways);
	buffer_printf(out, ", %s", policy_names[c->policy]);
	if (c->evict > 1)
		buffer_printf(out, " by %lld lines", (long long) c->evict);
}
