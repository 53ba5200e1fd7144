/* Bulk copies between global and shared memory, which one thread starts and the
 * TMA unit carries out: cp.async.bulk with a size in bytes.
 *
 * They are counted as if all threads of the block copied 16 B each, which moves
 * the same lines in as many requests as a block can make.  Copies of tensors
 * have a descriptor that only the host knows.
 */

#include <string.h>

#include "lang/ptx/ptx_step.h"

/* Bytes of a lane at a time, and accesses of a lane that are written out. */
#define LANE_B	    16
#define MOST_COPIES 1024

static bool uses_threads(const struct quasi *e)
{
	return ptx_value_uses(e, VAR_TX) || ptx_value_uses(e, VAR_TY) ||
		ptx_value_uses(e, VAR_TZ);
}

static bool is_of_threads(const struct ptx_cond *c)
{
	return c->op == COND_DATA || (c->e && uses_threads(c->e)) ||
		(c->a && is_of_threads(c->a)) || (c->b && is_of_threads(c->b));
}

/* The region around "r" that all threads run; -1 if only some run a loop around
 * it.
 */
static int region_of_all(const struct ptx_run *run, int r)
{
	const struct kernel_region *region = run->k->region;

	while (r > 0 && region[r].kind != REGION_LOOP &&
		is_of_threads(run->condition[r]))
		r = region[r].parent;
	for (int i = r; i > 0; i = region[i].parent)
		if (region[i].kind != REGION_LOOP &&
			is_of_threads(run->condition[i]))
			return -1;
	return r;
}

static bool fail(struct ptx_run *run, const char *why, const char *note)
{
	ptx_run_fail(run, "the copy '%s' is not understood: %s",
		run->module->opcode[run->at->opcode].text, why);
	diag_note(run->diag, "%s", note);
	diag_note(run->diag,
		"compile the kernel with plain loads instead, or write it as "
		"a kernel of addresses: load TYPE at ADDRESS");
	return false;
}

static bool check(struct ptx_run *run, const char *text)
{
	static const char plain[] =
		"cp.async, and cp.async.bulk with a size between global and "
		"shared memory are read";

	if (strstr(text, ".tensor") || strstr(text, ".im2col"))
		return fail(run,
			"a tensor map in memory says what it moves, which the "
			"host makes",
			plain);
	if (strstr(text, "reduce"))
		return fail(run, "it changes what lies at its end", plain);
	if (strstr(text, ".multicast") || !strstr(text, ".global"))
		return fail(run, "it reaches other blocks of a cluster", plain);
	return true;
}

/* An address that all threads agree on. */
static const struct ptx_value *place(struct ptx_run *run,
	struct ptx_frame *frame, const struct ptx_operand *o)
{
	const struct ptx_value *x = ptx_memory_address(run, frame, o);

	if (!x || (x->kind == VALUE_IS_POINTER && x->e && !uses_threads(x->e)))
		return x;
	fail(run,
		x->kind == VALUE_IS_POINTER && x->e ?
			"several threads of a block copy, each its own part" :
			"its address depends on data or on a condition",
		"one copy for the whole block is read");
	return NULL;
}

static const struct ptx_value *part(struct ptx_run *run,
	const struct ptx_value *x, const struct quasi *at)
{
	const struct quasi *e = quasi_add(run->values.pool, x->e, at);

	return e ? ptx_value_pointer(&run->values, x->base, e) : NULL;
}

static void copy_part(struct ptx_run *run, const struct ptx_instruction *inst,
	const struct ptx_value *to, const struct ptx_value *from,
	const struct quasi *at)
{
	int node;

	to = part(run, to, at);
	from = part(run, from, at);
	if (!to || !from) {
		ptx_run_fail(run, "this address exceeds 2^63");
		return;
	}
	node = ptx_emit_load(run, from, ptx_operand(inst, 1)->offset, PTX_B64,
		LANE_B / 8);
	ptx_emit_store(run, to, ptx_operand(inst, 0)->offset, PTX_B64,
		LANE_B / 8, node);
}

void ptx_bulk_copy(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst)
{
	struct ptx_values *v = &run->values;
	const char *text = run->module->opcode[inst->opcode].text;
	int64_t threads = run->block[0] * run->block[1] * run->block[2], bytes;
	int outer = run->region, region;
	const struct ptx_value *to, *from;
	const struct quasi *lane;

	if (!run->emits || run->failed || strstr(text, ".prefetch") ||
		!check(run, text))
		return;
	if (inst->n_operand < 3 ||
		!ptx_value_is_const(ptx_step_operand(run, frame,
					    ptx_operand(inst, 2), PTX_U32),
			&bytes) ||
		bytes < 1 || bytes > threads * LANE_B * MOST_COPIES) {
		fail(run, "its size is not known, or too large",
			"the size must follow from constants and arguments");
		return;
	}
	to = place(run, frame, ptx_operand(inst, 0));
	from = to ? place(run, frame, ptx_operand(inst, 1)) : NULL;
	if (!from)
		return;
	region = region_of_all(run, outer);
	if (region < 0) {
		fail(run,
			"some threads of the block copy in a loop of their own",
			"a loop that all threads run is read");
		return;
	}
	ptx_run_note(run, NOTE_BULK);
	lane = quasi_scale(v->pool, ptx_step_thread(run)->e, LANE_B);
	for (int64_t at = 0; at < bytes && !run->failed;
		at += threads * LANE_B) {
		const struct quasi *e = quasi_add(v->pool, lane,
			quasi_constant(v->pool, at));

		run->region = ptx_emit_region(run, region, REGION_THEN, -1,
			ptx_cond_ge(v,
				quasi_add(v->pool,
					quasi_constant(v->pool, bytes - 1),
					quasi_scale(v->pool, e, -1))));
		copy_part(run, inst, to, from, e);
	}
	run->region = outer;
}
