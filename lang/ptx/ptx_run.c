/* Symbolic execution as a whole: messages, calls, the run of a kernel. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/ptx/ptx_frame.h"

/* Calls inside each other. */
#define RUN_CALLS 16

/* Of what a caller stored last, arguments of a call are looked for in so much. */
#define PASSED_ARGUMENTS 64

uint64_t ptx_base_hash(bool is_param, int name, int64_t offset)
{
	return map_mix(map_mix(is_param, name), offset);
}

int ptx_base_find(const struct map *at, const struct ptx_base *base,
	bool is_param, int name, int64_t offset)
{
	size_t slot = 0;
	int64_t i;

	while ((i = map_next(at, ptx_base_hash(is_param, name, offset),
			&slot)) >= 0)
		if ((base[i].kind == BASE_PARAM) == is_param &&
			base[i].name == name && base[i].offset == offset)
			return (int) i;
	return -1;
}

/* --------------------------------------------------------------- errors */

bool ptx_run_fail(struct ptx_run *run, const char *fmt, ...)
{
	char text[256];
	va_list args;

	if (run->failed)
		return false;
	run->failed = true;
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	return diag_error(run->diag,
		run->at ? ptx_loc(run->module, run->at) :
			  (struct loc) { run->module->source,
				  run->function->begin, run->function->end },
		NULL, "%s", text);
}

static int line_of(const struct ptx_run *run, const struct ptx_instruction *i)
{
	int line, col;

	source_position(run->module->source, i->begin, &line, &col);
	return line;
}

/* Instructions of a chain that are named. */
#define CHAIN 6

void ptx_run_explain(struct ptx_run *run, const struct ptx_value *x)
{
	int n = 0;

	for (; x; x = x->from) {
		const struct ptx_base *b = x->missing ?
			&run->base[x->missing - 1] :
			NULL;

		if (x->made_by && n++ < CHAIN)
			diag_note(run->diag, "it depends on %s in line %d",
				run->module->opcode[x->made_by->opcode].text,
				line_of(run, x->made_by));
		if (b && ptx_type_bytes(b->type) < 8)
			diag_note(run->diag,
				"it depends on argument '%s', which must be "
				"given: %s = ...",
				b->title, b->title);
		else if (b)
			diag_note(run->diag,
				"it depends on argument '%s': if that is a "
				"number, give it as %s = ...",
				b->title, b->title);
		if (b)
			return;
	}
}

void ptx_run_note(struct ptx_run *run, enum ptx_note note)
{
	if (run->emits && !run->note[note])
		run->note[note] = run->at;
}

/* Names the whole numbers besides "slot" that have no value. */
static void note_others(struct ptx_run *run, int slot)
{
	struct buffer out = { 0 };

	for (int i = 0; i < run->n_base; ++i)
		if (i != slot && run->base[i].is_number &&
			!run->base[i].is_given)
			buffer_printf(&out, "%s%s", out.len ? ", " : "",
				run->base[i].title);
	if (out.len)
		diag_note(run->diag, "other numbers without a value: %s",
			buffer_text(&out));
	buffer_free(&out);
}

bool ptx_run_missing(struct ptx_run *run, const struct ptx_value *x)
{
	for (; x; x = x->from)
		if (x->missing) {
			run->lacks_argument = true;
			ptx_run_fail(run,
				"argument '%s' must be given: %s = "
				"...",
				run->base[x->missing - 1].title,
				run->base[x->missing - 1].title);
			note_others(run, x->missing - 1);
			return true;
		}
	return false;
}

/* ---------------------------------------------------------------- calls */

static void run_frame(struct ptx_run *run, const struct ptx_function *fn,
	struct ptx_frame *caller, int first_passed)
{
	const struct ptx_body *c = ptx_frame_body(run, fn);
	struct ptx_frame f = { .code = c,
		.caller = caller,
		.first_passed = first_passed };
	size_t blocks, multi;

	if (!c)
		return;
	blocks = (size_t) c->flow->n_block + 1;
	multi = (size_t) c->n_multi + 1;
	f.root = run->region;
	f.value = memory_new(((size_t) c->n_reg + 1) * sizeof(*f.value));
	f.now = memory_new(multi * sizeof(*f.now));
	f.out = memory_new(blocks * multi * sizeof(*f.out));
	f.rel = memory_new(blocks * sizeof(*f.rel));
	f.jump = memory_new(blocks * sizeof(*f.jump));
	f.parent = memory_new(blocks * sizeof(int));
	f.above = memory_new(blocks * sizeof(int));
	f.region = memory_new(blocks * sizeof(int));
	f.outside = memory_new(blocks * sizeof(int));
	f.reached = memory_new(blocks);
	for (size_t b = 0; b < blocks; ++b) {
		f.rel[b] = &ptx_cond_true;
		f.jump[b] = &ptx_cond_false;
	}
	ptx_frame_run(run, &f, -1);
	free(f.value);
	free(f.now);
	free(f.out);
	free(f.rel);
	free(f.jump);
	free(f.parent);
	free(f.above);
	free(f.region);
	free(f.outside);
	free(f.reached);
}

/* Gives the parameters of "fn" what the caller stored to the arguments. */
static void pass_arguments(struct ptx_run *run, const struct ptx_frame *frame,
	const struct ptx_function *fn, const struct ptx_operand *args)
{
	struct ptx_frame own = { .code = frame->code,
		.first_passed = run->n_passed };
	int end = run->n_passed, first = end - PASSED_ARGUMENTS;

	if (first < frame->first_passed)
		first = frame->first_passed;
	for (int i = 0; i < args->n_sub && i < fn->n_param; ++i)
		for (int j = first; j < end; ++j)
			if (run->passed[j].name == args->sub[i].name)
				ptx_frame_pass(run, &own, fn->param[i].name,
					run->passed[j].offset, &ptx_cond_true,
					run->passed[j].value);
}

/* Gives the caller the results, and forgets what else the call has passed since
 * "mark".
 */
static void pass_results(struct ptx_run *run, const struct ptx_frame *frame,
	const struct ptx_function *fn, const struct ptx_operand *result,
	int mark)
{
	int n = run->n_passed;

	run->n_passed = mark;
	for (int j = mark; result && j < n; ++j) {
		/* what follows may overwrite it */
		struct ptx_passed p = run->passed[j];

		for (int i = 0; i < result->n_sub && i < fn->n_result; ++i)
			if (p.name == fn->result[i].name) {
				ptx_frame_pass(run, frame, result->sub[i].name,
					p.offset, &ptx_cond_true, p.value);
				break;
			}
	}
}

/* call (result), function, (arguments): arguments and results are .param
 * variables.
 */
void ptx_run_call(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst)
{
	const struct ptx_operand *result = NULL, *args = NULL, *name = NULL;
	const struct ptx_function *fn;
	int mark = run->n_passed, region = run->region;
	const struct ptx_instruction *at = run->at;

	for (int i = 0; i < inst->n_operand; ++i) {
		const struct ptx_operand *o = &inst->operand[i];

		if (o->kind == OPERAND_NAME && !name)
			name = o;
		else if (o->kind == OPERAND_LIST && !name)
			result = o;
		else if (o->kind == OPERAND_LIST && !args)
			args = o;
	}
	fn = name ? ptx_find_function(run->module, name->name) : NULL;
	run->has_called = true;
	if (!fn) {
		ptx_run_note(run, NOTE_CALL);
		return;
	}
	if (run->n_call >= RUN_CALLS) {
		ptx_run_fail(run, "more than %d calls inside each other",
			RUN_CALLS);
		return;
	}
	if (args)
		pass_arguments(run, frame, fn, args);
	++run->n_call;
	++run->stretch;
	run_frame(run, fn, frame, mark);
	++run->stretch;
	--run->n_call;
	run->region = region;
	run->at = at;
	pass_results(run, frame, fn, result, mark);
}

/* ---------------------------------------------------------------- whole */

bool ptx_run(struct ptx_run *run)
{
	struct ptx_values *v = &run->values;

	v->pool = quasi_pool_new();
	if (!v->pool)
		memory_failed();
	v->known = memory_new(PTX_KNOWN * sizeof(*v->known));
	for (int d = 0; d < 3; ++d) {
		v->hi[VAR_TX + d] = run->block[d] - 1;
		v->hi[VAR_BX + d] = run->grid[d] - 1;
	}
	run->code = memory_new(
		((size_t) run->module->n_function + 1) * sizeof(*run->code));
	run->n_code = run->module->n_function;
	run->unknown = -1;
	run->emits = true;
	run->region = ptx_emit_region(run, -1, REGION_ROOT, -1, &ptx_cond_true);
	run_frame(run, run->function, NULL, 0);
	return !run->failed;
}

void ptx_run_clear(struct ptx_run *run)
{
	for (int i = 0; i < run->n_code; ++i)
		ptx_frame_forget(run->code[i]);
	free(run->code);
	free(run->values.known);
	free(run->condition);
	free(run->fence);
	free(run->drawn);
	map_clear(&run->drawn_at);
	free(run->work);
	free(run->passed);
	free(run->accessed);
	map_clear(&run->loaded);
	free(run->branch);
	free(run->chance);
	quasi_pool_free(run->values.pool);
	run->values.pool = NULL;
}
