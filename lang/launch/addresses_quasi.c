/* Prints address expressions and conditions in CUDA's notation or isl's. */

#include <string.h>

#include "engine/base/integer.h"
#include "lang/launch/addresses_parts.h"

static const char *const thread_names[] = { "threadIdx.x", "threadIdx.y",
	"threadIdx.z" };
static const char *const block_names[] = { "blockIdx.x", "blockIdx.y",
	"blockIdx.z" };
static const char *const extent_names[] = { "blockDim.x", "blockDim.y",
	"blockDim.z" };
const char *const addresses_isl_names[N_QUASI_VAR] = { "tx", "ty", "tz", "bx",
	"by", "bz", "k0", "k1", "k2", "k3" };

void addresses_enter(struct printer *p, int loop)
{
	int n = kernel_loops(p->kernel, loop);

	p->n_loop = n < QUASI_LOOPS ? n : QUASI_LOOPS;
	for (; loop >= 0; loop = p->kernel->loop[loop].parent)
		if (--n < QUASI_LOOPS)
			p->loop[n] = loop;
}

/* A persistent launch has one loop more, the outermost. */
static const char *loop_name(const struct printer *p, int loop)
{
	int more = p->kernel->n_loop - p->k->n_loop;

	return loop < more ? "turn" : p->k->loop[loop - more].name;
}

/* Nested loops may share a name in the source, where the inner one hides the
 * outer.  Here each counter gets its own name.
 */
void addresses_counter(struct printer *p, int depth)
{
	const char *name;
	int same = 0;

	if (p->as_isl || depth >= p->n_loop) {
		buffer_add(p->out, addresses_isl_names[VAR_LOOP0 + depth]);
		return;
	}
	name = loop_name(p, p->loop[depth]);
	for (int i = 0; i < depth; ++i)
		same += strcmp(loop_name(p, p->loop[i]), name) == 0;
	buffer_add(p->out, name);
	for (; same > 0; --same)
		buffer_add(p->out, "_");
}

static void add_sign(struct printer *p, bool *first, bool negative)
{
	if (*first)
		buffer_add(p->out, negative ? "-" : "");
	else
		buffer_add(p->out, negative ? " - " : " + ");
	*first = false;
}

void addresses_times(struct printer *p, int64_t n)
{
	if (n != 1)
		buffer_printf(p->out, "*%lld", (long long) n);
}

/* threadIdx.x + blockIdx.x*blockDim.x, times their common factor */
static void add_axis(struct printer *p, const struct quasi *e, int d,
	bool *first)
{
	int64_t t = e->coef[VAR_TX + d], b = e->coef[VAR_BX + d];
	int64_t extent = p->launch->block[d];

	if (!p->as_isl && t != 0 && b == t * extent) {
		add_sign(p, first, t < 0);
		if (t != 1)
			buffer_add(p->out, "(");
		buffer_printf(p->out, "%s + %s*%s", thread_names[d],
			block_names[d], extent_names[d]);
		if (t != 1)
			buffer_add(p->out, ")");
		addresses_times(p, integer_abs(t));
		return;
	}
	if (t != 0) {
		add_sign(p, first, t < 0);
		buffer_add(p->out,
			p->as_isl ? addresses_isl_names[VAR_TX + d] :
				    thread_names[d]);
		addresses_times(p, integer_abs(t));
	}
	if (b != 0) {
		add_sign(p, first, b < 0);
		buffer_add(p->out,
			p->as_isl ? addresses_isl_names[VAR_BX + d] :
				    block_names[d]);
		addresses_times(p, integer_abs(b));
	}
}

static void add_term(struct printer *p, const struct quasi_term *t, bool *first)
{
	static const char *const isl_op[] = { "floor", "min", "max" };

	/* 0 - (a)/b: in -(a)/b the quotient of -a is rounded */
	if (*first && t->coef < 0 && t->op == QUASI_FLOOR) {
		buffer_add(p->out, "0");
		*first = false;
	}
	add_sign(p, first, t->coef < 0);
	if (p->as_isl && integer_abs(t->coef) != 1)
		buffer_printf(p->out, "%lld*",
			(long long) integer_abs(t->coef));
	if (t->op == QUASI_FLOOR) {
		buffer_add(p->out, p->as_isl ? "floor((" : "(");
		addresses_quasi(p, t->a);
		buffer_printf(p->out, ")/%lld%s", (long long) t->divisor,
			p->as_isl ? ")" : "");
	} else {
		buffer_printf(p->out, "%s(", isl_op[t->op]);
		addresses_quasi(p, t->a);
		buffer_add(p->out, ", ");
		addresses_quasi(p, t->b);
		buffer_add(p->out, ")");
	}
	if (!p->as_isl)
		addresses_times(p, integer_abs(t->coef));
}

void addresses_quasi(struct printer *p, const struct quasi *e)
{
	bool first = true;

	for (int d = 0; d < 3; ++d)
		add_axis(p, e, d, &first);
	for (int i = 0; i < QUASI_LOOPS; ++i) {
		int64_t c = e->coef[VAR_LOOP0 + i];

		if (c == 0)
			continue;
		add_sign(p, &first, c < 0);
		addresses_counter(p, i);
		addresses_times(p, integer_abs(c));
	}
	for (int i = 0; i < e->n_term; ++i)
		add_term(p, &e->term[i], &first);
	if (e->constant != 0 || first) {
		add_sign(p, &first, e->constant < 0);
		buffer_printf(p->out, "%lld",
			(long long) integer_abs(e->constant));
	}
}

void addresses_predicate(struct printer *p, const struct predicate *g)
{
	switch (g->op) {
	case PREDICATE_GE:
	case PREDICATE_EQ:
		addresses_quasi(p, g->e);
		if (p->as_isl)
			buffer_add(p->out,
				g->op == PREDICATE_GE ? " >= 0" : " = 0");
		else
			buffer_add(p->out,
				g->op == PREDICATE_GE ? " >= 0" : " == 0");
		break;
	case PREDICATE_NOT:
		buffer_add(p->out, "not (");
		addresses_predicate(p, g->a);
		buffer_add(p->out, ")");
		break;
	case PREDICATE_AND:
	case PREDICATE_OR:
		buffer_add(p->out, "(");
		addresses_predicate(p, g->a);
		buffer_add(p->out,
			g->op == PREDICATE_AND ? ") and (" : ") or (");
		addresses_predicate(p, g->b);
		buffer_add(p->out, ")");
		break;
	}
}
