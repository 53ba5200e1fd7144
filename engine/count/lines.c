/* Expressions and predicates of the engine as isl objects. */

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/val.h>

#include "engine/count/lines.h"
#include "engine/count/val.h"

__isl_give isl_pw_aff *lines_of(__isl_take isl_pw_aff *address, int64_t block_B)
{
	isl_val *size = val_of(isl_pw_aff_get_ctx(address), block_B);

	return isl_pw_aff_floor(isl_pw_aff_scale_down_val(address, size));
}

/* The affine part of "e". */
static __isl_give isl_pw_aff *affine_part(const struct quasi *e,
	__isl_keep isl_multi_aff *vars)
{
	isl_ctx *ctx = isl_multi_aff_get_ctx(vars);
	isl_space *space = isl_multi_aff_get_domain_space(vars);
	isl_aff *sum;

	sum = isl_aff_zero_on_domain(isl_local_space_from_space(space));
	sum = isl_aff_add_constant_val(sum, val_of(ctx, e->constant));
	for (int v = 0; v < N_QUASI_VAR; ++v) {
		isl_aff *var;

		if (e->coef[v] == 0)
			continue;
		var = isl_multi_aff_get_aff(vars, v);
		var = isl_aff_scale_val(var, val_of(ctx, e->coef[v]));
		sum = isl_aff_add(sum, var);
	}
	return isl_pw_aff_from_aff(sum);
}

static __isl_give isl_pw_aff *term_of(const struct quasi_term *t,
	__isl_keep isl_multi_aff *vars)
{
	isl_pw_aff *a = lines_expression(t->a, vars);

	if (t->op == QUASI_FLOOR)
		return lines_of(a, t->divisor);
	if (t->op == QUASI_TABLE) {
		isl_pw_aff_free(a);
		isl_die(isl_multi_aff_get_ctx(vars), isl_error_unsupported,
			"an entry of a table", return NULL);
	}
	if (t->op == QUASI_MIN)
		return isl_pw_aff_min(a, lines_expression(t->b, vars));
	return isl_pw_aff_max(a, lines_expression(t->b, vars));
}

__isl_give isl_pw_aff *lines_expression(const struct quasi *e,
	__isl_keep isl_multi_aff *vars)
{
	isl_ctx *ctx = isl_multi_aff_get_ctx(vars);
	isl_pw_aff *sum = affine_part(e, vars);

	for (int i = 0; i < e->n_term; ++i) {
		isl_pw_aff *term = term_of(&e->term[i], vars);

		term = isl_pw_aff_scale_val(term, val_of(ctx, e->term[i].coef));
		sum = isl_pw_aff_add(sum, term);
	}
	return sum;
}

static __isl_give isl_set *universe(__isl_keep isl_multi_aff *vars)
{
	return isl_set_universe(isl_multi_aff_get_domain_space(vars));
}

__isl_give isl_set *lines_condition(const struct predicate *g,
	__isl_keep isl_multi_aff *vars)
{
	isl_set *a;

	if (!g)
		return universe(vars);
	switch (g->op) {
	case PREDICATE_GE:
		return isl_pw_aff_nonneg_set(lines_expression(g->e, vars));
	case PREDICATE_EQ:
		return isl_pw_aff_zero_set(lines_expression(g->e, vars));
	case PREDICATE_NOT:
		a = lines_condition(g->a, vars);
		return isl_set_subtract(universe(vars), a);
	case PREDICATE_AND:
		a = lines_condition(g->a, vars);
		return isl_set_intersect(a, lines_condition(g->b, vars));
	case PREDICATE_OR:
		a = lines_condition(g->a, vars);
		return isl_set_union(a, lines_condition(g->b, vars));
	}
	return NULL;
}
