/* Products modulo 2^32.
 *
 * Numbers are those of mathematics elsewhere, and 32 bits are taken to hold them.
 * A product with a factor of 2^24 or more that leaves 32 bits is meant to: it is
 * data (a hash), but for one test.  Compilers ask whether a number is a multiple
 * of D = 2^s d, d odd, by the inverse M of d modulo 2^32,
 *
 *	rotr(M z mod 2^32, s) < L   if and only if   z = D q and 0 <= q < L
 *
 * for L <= 2^32 / D, where z is one of 0 .. 2^32 - 1 modulo 2^32 (16.20).
 */

#include <string.h>

#include "engine/base/integer.h"
#include "lang/ptx/ptx_step.h"

#define WORD ((int64_t) 1 << 32)

/* Factors from here on are inverses and hashes, not strides. */
#define LARGE ((int64_t) 1 << 24)

/* Numbers below 0 that are looked at one by one. */
#define MOST_BELOW 4096

static bool is_word(const struct ptx_opcode *op)
{
	return op->class == CLASS_INTEGER && !op->is_wide && !op->is_hi &&
		ptx_type_bytes(op->type[0]) == 4;
}

static int64_t as_signed(int64_t n)
{
	n = integer_mod(n, WORD);
	return n >= WORD / 2 ? n - WORD : n;
}

const struct ptx_value *ptx_residue(struct ptx_values *v,
	const struct ptx_opcode *op, int n, const struct ptx_value *const *arg,
	const struct ptx_value *x)
{
	int64_t lo, hi, factor;

	if (!x || x->kind != VALUE_IS_INT || !is_word(op))
		return x;
	ptx_value_range(v, x, &lo, &hi);
	if (lo >= -WORD / 2 && hi < WORD)
		return x;
	if (ptx_value_is_const(x, &lo))
		return ptx_value_int(v, as_signed(lo));
	if ((op->code != CODE_MUL && op->code != CODE_MAD) || n < 2 ||
		!ptx_value_beside(arg[0], arg[1], &factor) ||
		(factor < LARGE && factor > -LARGE))
		return x;
	return NULL;
}

const struct quasi *ptx_residue_of(struct ptx_values *v,
	const struct ptx_opcode *op, int n, const struct ptx_value *const *arg,
	int *turn)
{
	const struct ptx_value *x;
	const struct quasi *e = NULL;
	int64_t c;

	*turn = 0;
	if (strncmp(op->text, "shf.", 4) == 0 && strstr(op->text, ".wrap") &&
		n == 3 && arg[0] == arg[1] && arg[0]->wrapped &&
		arg[0]->turn == 0 && ptx_value_is_const(arg[2], &c)) {
		*turn = (int) integer_mod(op->text[4] == 'l' ? -c : c, 32);
		return arg[0]->wrapped;
	}
	if (!is_word(op) || n < 2)
		return NULL;
	x = ptx_value_beside(arg[0], arg[1], &c);
	if (!x)
		return NULL;
	if (op->code == CODE_ADD && x->wrapped && x->turn == 0)
		return quasi_add(v->pool, x->wrapped,
			quasi_constant(v->pool, c));
	if ((op->code == CODE_MUL || op->code == CODE_MAD) &&
		x->kind == VALUE_IS_INT)
		e = quasi_scale(v->pool, x->e, c);
	if (op->code == CODE_MUL)
		return e;
	if (op->code != CODE_MAD || n != 3 || arg[2]->kind != VALUE_IS_INT)
		return NULL;
	return quasi_add(v->pool, e, arg[2]->e);
}

/* d e, with coefficients modulo 2^32. */
static const struct quasi *multiple(struct ptx_values *v, const struct quasi *e,
	int64_t d)
{
	struct quasi *z = quasi_pool_alloc(v->pool, sizeof(*z));
	struct quasi_term *term = quasi_pool_alloc(v->pool,
		((size_t) e->n_term + 1) * sizeof(*term));

	if (!z || !term)
		return NULL;
	*z = *e;
	z->term = term;
	z->n_term = 0;
	z->constant = as_signed(as_signed(e->constant) * d);
	for (int i = 0; i < N_QUASI_VAR; ++i)
		z->coef[i] = as_signed(as_signed(e->coef[i]) * d);
	for (int i = 0; i < e->n_term; ++i) {
		struct quasi_term t = e->term[i];

		t.coef = as_signed(as_signed(t.coef) * d);
		if (t.coef != 0)
			term[z->n_term++] = t;
	}
	/* sums count their terms */
	return quasi_add(v->pool, z, quasi_constant(v->pool, 0));
}

/* True if a number of lo .. -1 is, modulo 2^32, a multiple of D below L D. */
static bool has_below(int64_t lo, int64_t whole, int64_t limit)
{
	for (int64_t z = lo; z < 0; ++z)
		if ((z + WORD) % whole == 0 && (z + WORD) / whole < limit)
			return true;
	return false;
}

/* rotr(M z, s) < L. */
static const struct ptx_cond *is_multiple(struct ptx_values *v,
	const struct ptx_value *x, int64_t limit)
{
	int64_t whole = limit > 0 ? (WORD + limit / 2) / limit : 0, lo, hi;
	int64_t d = whole >> x->turn;
	const struct quasi *z;
	const struct ptx_cond *c;

	if (whole < 3 || whole > LARGE || d % 2 == 0 || d << x->turn != whole ||
		limit > (WORD - 1) / whole + 1)
		return NULL;
	z = multiple(v, x->wrapped, d);
	if (!z || !ptx_value_bounds(v, z, &lo, &hi))
		return NULL;
	if (lo < -MOST_BELOW) {
		z = quasi_add(v->pool, z, quasi_constant(v->pool, WORD));
		lo += WORD;
		hi += WORD;
	}
	if (!z || lo < -MOST_BELOW || hi >= WORD || has_below(lo, whole, limit))
		return NULL;
	c = ptx_cond_eq(v, quasi_mod(v->pool, z, whole));
	if (lo < 0)
		c = ptx_cond_both(v, COND_AND, ptx_cond_ge(v, z), c);
	if (hi >= whole * limit)
		c = ptx_cond_both(v, COND_AND, c,
			ptx_cond_ge(v,
				quasi_add(v->pool,
					quasi_constant(v->pool,
						whole * limit - 1),
					quasi_scale(v->pool, z, -1))));
	return c;
}

const struct ptx_cond *ptx_residue_compare(struct ptx_values *v,
	enum ptx_compare compare, const struct ptx_value *x,
	const struct ptx_value *y)
{
	const struct ptx_cond *c;
	int64_t n;

	if (x->kind != VALUE_IS_DATA || !x->wrapped ||
		!ptx_value_is_const(y, &n))
		return NULL;
	switch (compare) {
	case COMPARE_LT:
	case COMPARE_GE: break;
	case COMPARE_LE:
	case COMPARE_GT: ++n; break;
	default: return NULL;
	}
	c = is_multiple(v, x, n);
	return c && (compare == COMPARE_GE || compare == COMPARE_GT) ?
		ptx_cond_not(v, c) :
		c;
}
