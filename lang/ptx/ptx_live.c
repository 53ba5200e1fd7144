/* Registers that are live where loops begin: set before, and read in the loop
 * or behind it.  What they leave has room for loads in flight (20.26).
 */

#include <stdlib.h>

#include "lang/base/memory.h"
#include "lang/ptx/ptx_words_parts.h"

/* Blocks that are visited for all registers together.  Beyond, as no compiler
 * writes it, nothing is known of any loop.
 */
#define VISITED ((int64_t) 1 << 24)

/* Where a register is set or read, newest first. */
struct place {
	int block, next;
	bool is_set; /* without a guard: what it had before is gone */
};

struct live {
	const struct words *w;
	const struct ptx_flow *flow;
	int n_place;
	struct place *place;
	int *last;  /* by register: its newest place, -1: none */
	int *bytes; /* by register: of what it is set to; 0: a predicate */
	int *set;   /* by block: 1 + the last register found to be set there */
	int *met;   /* by block: 1 + the last register found to be live there */
	int *loop;  /* by block: the loop that begins there, -1: none */
	int *stack;
	int64_t visited;
};

static void add_place(struct live *v, int reg, int block, bool is_set)
{
	v->place = memory_grow(v->place, (size_t) v->n_place,
		sizeof(*v->place));
	v->place[v->n_place] = (struct place) { block, v->last[reg], is_set };
	v->last[reg] = v->n_place++;
}

/* True if the newest place of a register sets it in "block": what reads it
 * there reads that.
 */
static bool is_set_in(const struct live *v, int reg, int block)
{
	return v->last[reg] >= 0 && v->place[v->last[reg]].is_set &&
		v->place[v->last[reg]].block == block;
}

static int bytes_of(const struct ptx_opcode *op)
{
	return op->code == CODE_SETP ?
		0 :
		ptx_type_bytes(op->type[0]) * (op->is_wide ? 2 : 1);
}

static void visit_name(struct live *v, int name, int block, bool sets,
	bool is_guarded, int bytes)
{
	int reg = name < 0 ? -1 : v->w->reg[name];

	if (reg < 0)
		return;
	if (sets && bytes > v->bytes[reg])
		v->bytes[reg] = bytes;
	if (!is_set_in(v, reg, block))
		add_place(v, reg, block, sets && !is_guarded);
}

static void visit_operand(struct live *v, const struct ptx_operand *o,
	int block, bool sets, bool is_guarded, int bytes)
{
	for (int i = 0; o->kind == OPERAND_LIST && i < o->n_sub; ++i)
		visit_operand(v, &o->sub[i], block, sets, is_guarded, bytes);
	if (o->kind == OPERAND_NAME || o->kind == OPERAND_PAIR)
		visit_name(v, o->name, block, sets, is_guarded, bytes);
	if (o->kind == OPERAND_ADDRESS)
		visit_name(v, o->name, block, false, false, 0);
	if (o->kind == OPERAND_PAIR)
		visit_name(v, o->other, block, sets, is_guarded, 0);
}

/* Lists places in the order of the code, reads of an instruction first. */
static void list_places(struct live *v)
{
	for (int b = 0; b < v->flow->n_block; ++b)
		for (int i = v->flow->block[b].first; i < v->flow->block[b].end;
			++i) {
			const struct ptx_instruction *inst =
				&v->w->f->instruction[i];
			const struct ptx_opcode *op = opcode_of(v->w, i);
			bool sets = sets_first(op);

			visit_name(v, inst->guard, b, false, false, 0);
			for (int j = sets; j < inst->n_operand; ++j)
				visit_operand(v, &inst->operand[j], b, false,
					false, 0);
			if (sets && inst->n_operand > 0)
				visit_operand(v, ptx_operand(inst, 0), b, true,
					inst->guard >= 0, bytes_of(op));
		}
}

/* Parameters stay in constant memory, and so do pointers made of them. */
static bool is_param(const struct words *w, int reg)
{
	const struct uses *u = &w->uses[reg];
	const struct ptx_instruction *by;
	const struct ptx_opcode *op;

	if (u->n_set != 1)
		return false;
	by = &w->f->instruction[u->set_by];
	op = opcode_of(w, u->set_by);
	if (op->code == CODE_CVTA && by->n_operand > 1) {
		u = uses_of(w, ptx_operand(by, 1));
		op = u && u->n_set == 1 ? opcode_of(w, u->set_by) : op;
	}
	return op->code == CODE_LD && op->space == SPACE_PARAM;
}

/* Adds register "reg" to the loops at whose begin it is live: from each place
 * that reads it, back to those that set it.
 */
static void add_register(struct live *v, int reg, int *words)
{
	int n = 0;

	for (int p = v->last[reg]; p >= 0; p = v->place[p].next)
		if (v->place[p].is_set)
			v->set[v->place[p].block] = reg + 1;
	for (int p = v->last[reg]; p >= 0; p = v->place[p].next)
		if (!v->place[p].is_set &&
			v->met[v->place[p].block] != reg + 1) {
			v->met[v->place[p].block] = reg + 1;
			v->stack[n++] = v->place[p].block;
		}
	while (n > 0 && v->visited < VISITED) {
		int b = v->stack[--n];
		const struct ptx_block *block = &v->flow->block[b];

		++v->visited;
		if (v->loop[b] >= 0)
			words[v->loop[b]] += (v->bytes[reg] + 3) / 4;
		for (int i = 0; i < block->n_pred; ++i) {
			int from = block->pred[i];

			if (v->set[from] == reg + 1 || v->met[from] == reg + 1)
				continue;
			v->met[from] = reg + 1;
			v->stack[n++] = from;
		}
	}
}

void ptx_live_find(const struct words *w, const struct ptx_flow *flow,
	int n_reg, struct ptx_shape *shape)
{
	size_t n_block = (size_t) flow->n_block + 1;
	struct live v = {
		.w = w,
		.flow = flow,
		.last = memory_new(((size_t) n_reg + 1) * sizeof(int)),
		.bytes = memory_new(((size_t) n_reg + 1) * sizeof(int)),
		.set = memory_new(n_block * sizeof(int)),
		.met = memory_new(n_block * sizeof(int)),
		.loop = memory_new(n_block * sizeof(int)),
		.stack = memory_new(n_block * sizeof(int)),
	};
	int *words = memory_new(((size_t) flow->n_loop + 1) * sizeof(int));

	for (int i = 0; i < n_reg; ++i)
		v.last[i] = -1;
	for (int b = 0; b < flow->n_block; ++b)
		v.loop[b] = -1;
	for (int l = 0; l < flow->n_loop; ++l)
		v.loop[flow->loop[l].header] = l;
	if (flow->n_loop > 0)
		list_places(&v);
	for (int i = 0; i < n_reg && v.visited < VISITED; ++i)
		if (v.bytes[i] > 0 && !is_param(w, i))
			add_register(&v, i, words);
	for (int l = 0; l < flow->n_loop; ++l)
		shape[l].live = v.visited < VISITED ? words[l] : 0;
	free(words);
	free(v.place);
	free(v.last);
	free(v.bytes);
	free(v.set);
	free(v.met);
	free(v.loop);
	free(v.stack);
}

#define ROOM_LEAST   9
#define ROOM_WORDS   25
#define ROOM_PLAIN   16
#define ROOM_BARRIER 20
#define ROOM_BYTES   3
/* Registers that ptxas 13 takes where nothing asks for more. */
#define TAKEN 32

int ptx_live_room(const struct ptx_shape *shape, int registers)
{
	int least = shape->has_barrier ? ROOM_BARRIER :
		shape->is_strided      ? ROOM_LEAST :
					 ROOM_PLAIN;
	int more = registers > TAKEN ? registers - TAKEN : 0;
	int room = ROOM_WORDS + more - shape->live;

	if (shape->stores_bytes && !shape->has_barrier)
		return ROOM_BYTES;
	return room > least ? room : least;
}
