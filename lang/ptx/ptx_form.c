/* Sums with one piece of data in them: scale * root + rest.
 *
 * Addresses that depend on data are drawn at random.  Those of one piece of data
 * lie beside each other: the members of a structure a[i], the neighbours of a
 * cell, the trips of a loop along a row.
 */

#include "lang/base/memory.h"
#include "lang/ptx/ptx_value.h"

bool ptx_form_of(struct ptx_values *v, const struct ptx_value *x,
	struct ptx_form *f)
{
	if (x->kind == VALUE_IS_INT || (x->kind == VALUE_IS_POINTER && x->e))
		*f = (struct ptx_form) { .rest = x->e };
	else if (x->root)
		*f = (struct ptx_form) { x->root, x->scale, x->unit, x->rest };
	else if (x->kind == VALUE_IS_DATA)
		*f = (struct ptx_form) { x, 1, 0, quasi_constant(v->pool, 0) };
	else
		return false;
	return f->rest != NULL;
}

/* True if sums of such scales do not overflow. */
static bool is_near(int64_t scale)
{
	return scale >= -QUASI_LARGEST / 4 && scale <= QUASI_LARGEST / 4;
}

static bool add_forms(struct ptx_values *v, const struct ptx_form *a,
	const struct ptx_form *b, int sign, struct ptx_form *sum)
{
	struct quasi_pool *pool = v->pool;

	if (a->root && b->root && a->root != b->root)
		return false;
	*sum = (struct ptx_form) {
		.root = a->root ? a->root : b->root,
		.unit = a->root ? a->unit : b->unit,
		.rest = quasi_add(pool, a->rest,
			quasi_scale(pool, b->rest, sign)),
	};
	sum->scale = a->scale + sign * b->scale;
	return sum->rest && is_near(sum->scale);
}

static bool scale_form(struct ptx_values *v, const struct ptx_form *a,
	int64_t by, struct ptx_form *product)
{
	*product = (struct ptx_form) {
		.root = a->root,
		.rest = quasi_scale(v->pool, a->rest, by),
	};
	return product->rest &&
		!__builtin_mul_overflow(a->scale, by, &product->scale) &&
		is_near(product->scale);
}

/* Where 32 bits become 64, they are multiplied by the size of an element; so are
 * 64 bits, but a factor of the source may be part of that.
 */
static int64_t unit_of(const struct ptx_opcode *op, int64_t by)
{
	return op->is_wide ||
			(ptx_type_bytes(op->type[0]) == 8 && by > 0 &&
				(by & (by - 1)) == 0) ?
		by :
		0;
}

/* Finds what an instruction makes of the data among its operands, if it is a
 * sum: a[3 * i + 1], where i was loaded, stands beside a[3 * i].
 */
void ptx_form_set(struct ptx_values *v, const struct ptx_opcode *op, int n,
	const struct ptx_value *const *arg, struct ptx_value *x)
{
	struct ptx_form f[3], result;
	int64_t by;
	bool ok = n > 0 && n <= 3 && !ptx_type_is_float(op->type[0]) &&
		ptx_type_bytes(op->type[0]) >= 4 && !op->is_hi;

	for (int i = 0; ok && i < n; ++i)
		ok = ptx_form_of(v, arg[i], &f[i]);
	if (!ok)
		return;
	switch (op->code) {
	case CODE_CVT:
		ok = n == 1 && !ptx_type_is_float(op->type[1]);
		result = f[0];
		break;
	case CODE_ADD:
	case CODE_SUB:
		ok = n == 2 &&
			add_forms(v, &f[0], &f[1],
				op->code == CODE_ADD ? 1 : -1, &result);
		break;
	case CODE_SHL:
		ok = n == 2 && ptx_value_is_const(arg[1], &by) && by >= 0 &&
			by < 32 &&
			scale_form(v, &f[0], (int64_t) 1 << by, &result);
		result.unit = ok ? unit_of(op, (int64_t) 1 << by) : 0;
		break;
	case CODE_MUL:
	case CODE_MAD:
		if (n >= 2 && ptx_value_is_const(arg[1], &by))
			ok = scale_form(v, &f[0], by, &result);
		else
			ok = n >= 2 && ptx_value_is_const(arg[0], &by) &&
				scale_form(v, &f[1], by, &result);
		if (ok && result.root)
			result.unit = unit_of(op, by);
		if (ok && op->code == CODE_MAD)
			ok = n == 3 && add_forms(v, &result, &f[2], 1, &f[0]);
		if (ok && op->code == CODE_MAD)
			result = f[0];
		break;
	default: ok = false;
	}
	if (!ok)
		return;
	x->root = result.root;
	x->scale = result.scale;
	x->unit = result.unit;
	x->rest = result.rest;
}

bool ptx_form_step(struct ptx_values *v, const struct ptx_value *x,
	const struct ptx_value *y, int64_t *step)
{
	struct ptx_form a, b;
	const struct quasi *d;

	if (!x || !y || !ptx_form_of(v, x, &a) || !ptx_form_of(v, y, &b) ||
		!a.root || a.root != b.root || a.scale != b.scale)
		return false;
	d = quasi_add(v->pool, b.rest, quasi_scale(v->pool, a.rest, -1));
	if (!d || !quasi_is_constant(d))
		return false;
	*step = d->constant;
	return true;
}

const struct ptx_value *ptx_form_stepped(struct ptx_values *v,
	const struct ptx_value *x, const struct ptx_value *first, int64_t step,
	enum quasi_var var)
{
	struct ptx_form f;
	struct ptx_value *z;

	if (!ptx_form_of(v, first, &f))
		return x;
	z = quasi_pool_alloc(v->pool, sizeof(*z));
	if (!z)
		memory_failed();
	*z = *x;
	z->root = f.root;
	z->scale = f.scale;
	z->unit = f.unit;
	z->rest = quasi_add(v->pool, f.rest,
		quasi_scale(v->pool, quasi_variable(v->pool, var), step));
	if (!z->rest)
		z->root = NULL;
	return z;
}

const struct ptx_value *ptx_form_member(struct ptx_values *v,
	const struct ptx_value *x)
{
	struct ptx_value *member;

	if (x->kind != VALUE_IS_DATA)
		return x;
	member = quasi_pool_alloc(v->pool, sizeof(*member));
	if (!member)
		memory_failed();
	*member = *x;
	member->root = NULL;
	return member;
}
