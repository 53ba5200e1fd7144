/* Matrix units: products (mma, wmma, wgmma) and how lanes load and store what
 * they multiply (ldmatrix, wmma.load), as ptxas makes them machine code.
 *
 * A fragment consists of matrices of 8 rows of 16 bytes, whatever its type.  A
 * lane of wmma.load takes four bytes of each from global memory; from shared
 * memory, ldmatrix loads up to four of them, each lane with the address of a
 * row.
 */

#include <stdlib.h>
#include <string.h>

#include "hw/tensor.h"
#include "lang/base/memory.h"
#include "lang/ptx/ptx_step.h"

#define ROWS  8
#define ROW_B 16
#define LANES 32

/* Types that an instruction names: of d, a, b and c at most. */
#define MOST_TYPES 4

enum factor_type { FACTOR_OTHER = -1 };

struct matrix_word {
	const char *name;
	int tensor; /* FACTOR_OTHER: no matrix unit of the model has it */
	double bytes;
};

static const struct matrix_word words[] = {
	{ "f16", TENSOR_fp16, 2 },
	{ "bf16", TENSOR_bf16, 2 },
	{ "tf32", TENSOR_tf32, 4 },
	{ "f32", TENSOR_fp32, 4 },
	{ "f64", TENSOR_fp64, 8 },
	{ "s8", TENSOR_int8, 1 },
	{ "u8", TENSOR_int8, 1 },
	{ "e4m3", TENSOR_fp8, 1 },
	{ "e5m2", TENSOR_fp8, 1 },
	{ "s32", FACTOR_OTHER, 4 },
	{ "u4", FACTOR_OTHER, 0.5 },
	{ "s4", FACTOR_OTHER, 0.5 },
	{ "b1", FACTOR_OTHER, 0.125 },
	{ "b16", FACTOR_OTHER, 2 },
	{ "b8", FACTOR_OTHER, 1 },
};

/* The name of an instruction, taken apart. */
struct matrix {
	bool is_group, is_sparse, is_col, is_fragment;
	char role;    /* of a fragment: a, b, c or d */
	int shape[3]; /* m, n, k; 0: not given */
	int matrices; /* .x4 */
	int n_type;
	const struct matrix_word *type[MOST_TYPES];
};

static bool is_word(const char *word, size_t len, const char *name)
{
	return strlen(name) == len && memcmp(word, name, len) == 0;
}

/* m16n8k16 */
static bool read_shape(const char *word, size_t len, int shape[3])
{
	static const char letters[] = "mnk";
	int found[3] = { 0 };
	size_t at = 0;

	for (int i = 0; i < 3; ++i) {
		if (at >= len || word[at] != letters[i])
			return i == 2 && at == len; /* of ldmatrix: m8n8 */
		for (++at; at < len && word[at] >= '0' && word[at] <= '9'; ++at)
			if (found[i] < 10000)
				found[i] = 10 * found[i] + word[at] - '0';
		if (found[i] == 0)
			return false;
	}
	if (at != len)
		return false;
	memcpy(shape, found, sizeof(found));
	return true;
}

static void read_word(struct matrix *x, const char *word, size_t len)
{
	static const char *const roles[] = { "a", "b", "c", "d" };

	if (read_shape(word, len, x->shape))
		return;
	x->is_sparse |= len >= 2 && memcmp(word, "sp", 2) == 0;
	for (size_t i = 0; i < sizeof(roles) / sizeof(roles[0]); ++i)
		if (is_word(word, len, roles[i]) && !x->role)
			x->role = roles[i][0];
	/* of a product, the layout of its factors is the same to the units */
	if (is_word(word, len, "col"))
		x->is_col = true;
	if (len == 2 && word[0] == 'x' && strchr("124", word[1]))
		x->matrices = word[1] - '0';
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i)
		if (is_word(word, len, words[i].name) && x->n_type < MOST_TYPES)
			x->type[x->n_type++] = &words[i];
}

static struct matrix matrix_of(const struct ptx_opcode *op)
{
	struct matrix x = {
		.is_group = strncmp(op->text, "wgmma", 5) == 0,
		.is_fragment = strncmp(op->text, "wmma", 4) == 0,
		.matrices = 1,
	};
	const char *word = op->text + strcspn(op->text, ".");

	while (*word == '.') {
		size_t len = strcspn(++word, ".");

		read_word(&x, word, len);
		word += len;
	}
	return x;
}

/* ------------------------------------------------------------- products */

static int list_node(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, int i)
{
	const struct ptx_operand *o = ptx_operand(inst, i);

	if (o->kind == OPERAND_LIST)
		o = o->n_sub > 0 ? &o->sub[0] : NULL;
	return o && o->kind == OPERAND_NAME ?
		ptx_step_node(run, ptx_step_operand(run, frame, o, PTX_B32)) :
		-1;
}

/* The product that an instruction is.  Factors have the second of three or
 * four types, the sums the first; of two types, d and c, they are f16.  Four
 * quarters of a warp have a product of m8n8k4 in f16 each.  Half of the factors
 * of a sparse product are zeros that no unit multiplies.
 */
static bool product_of(const struct matrix *x, struct kernel_mma *mma)
{
	const struct matrix_word *sum = x->type[0];
	int tensor = x->n_type > 2 ? x->type[1]->tensor : TENSOR_fp16;

	if (x->n_type < 2 || x->shape[2] == 0 || tensor == FACTOR_OTHER)
		return false;
	*mma = (struct kernel_mma) {
		.type = (enum tensor) tensor,
		.is_group = x->is_group,
		.m = x->shape[0],
		.n = x->shape[1],
		.k = x->is_sparse ? x->shape[2] / 2 : x->shape[2],
		.sum_B = (int) sum->bytes,
		.factor = { -1, -1 },
	};
	if (tensor == TENSOR_fp16 && !x->is_fragment && mma->m == 8 &&
		mma->n == 8 && mma->k == 4)
		mma->m = mma->n = 16;
	return mma->sum_B >= 2;
}

/* Matrix products of a kernel. */
#define MOST_PRODUCTS 16384
/* Nodes between a product and the one that began its sums. */
#define CHAIN_NODES 16

/* The first product that adds to the sums of "node"; -1: there is none. */
static int sums_of(const struct kernel_def *k, int node)
{
	const struct graph *g = &k->graph;

	for (int i = 0; node >= 0 && i < CHAIN_NODES; ++i) {
		const struct graph_node *n = &g->node[node];

		if (n->op == GRAPH_ADD && g->node[n->b].op == GRAPH_TILE)
			return k->mma[g->node[n->b].aux].sums;
		if (n->op == GRAPH_TILE)
			return k->mma[n->aux].sums;
		node = n->op == GRAPH_CARRIED ? k->carried[n->b].first :
			n->op == GRAPH_RESULT ? n->a :
						-1;
	}
	return -1;
}

/* A product of the nodes of both factors and of the sums that it adds to (-1:
 * none); the node of its sums.
 */
static int emit_product(struct ptx_run *run, const struct kernel_mma *mma,
	const int node[3])
{
	struct kernel_def *k = run->k;
	struct kernel_mma *p;
	int tile;

	if (!run->emits || run->failed)
		return -1;
	if (k->n_mma >= MOST_PRODUCTS) {
		ptx_run_fail(run, "more than %d matrix products",
			MOST_PRODUCTS);
		return -1;
	}
	k->mma = memory_grow(k->mma, (size_t) k->n_mma, sizeof(*mma));
	p = &k->mma[k->n_mma];
	*p = *mma;
	p->region = run->region;
	p->loc = ptx_loc(run->module, run->at);
	p->sums = sums_of(k, node[2]);
	if (p->sums < 0)
		p->sums = k->n_mma;
	tile = graph_tile(&k->graph, k->n_mma++, node[0], node[1],
		mma->sum_B == 8		? TYPE_DOUBLE :
			mma->sum_B == 2 ? TYPE_HALF :
					  TYPE_FLOAT);
	return node[2] < 0 ? tile :
			     graph_binary(&k->graph, GRAPH_ADD, node[2], tile);
}

/* An instruction of matrix units that the model has no rate of. */
static void emit_turn(struct ptx_run *run)
{
	if (run->emits)
		run->work[run->region].fp16 += 1;
}

void ptx_matrix_product(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, const struct ptx_opcode *op,
	const struct ptx_cond *guard)
{
	struct matrix x = matrix_of(op);
	int outer = run->region, node = -1, in[3];
	/* wgmma has no third factor: it adds to its result */
	int c = x.is_group ? 0 : 3;
	struct kernel_mma mma;

	for (int i = 0; i < 3; ++i)
		in[i] = list_node(run, frame, inst, i < 2 ? i + 1 : c);
	if (guard->op != COND_TRUE)
		run->region = ptx_emit_region(run, outer, REGION_THEN, -1,
			guard);
	if (guard->op != COND_FALSE && product_of(&x, &mma)) {
		if (x.is_group)
			ptx_run_note(run, NOTE_GROUP);
		node = emit_product(run, &mma, in);
	} else {
		ptx_run_note(run, NOTE_TENSOR);
		node = ptx_emit_data(run, op, in);
		emit_turn(run);
	}
	run->region = outer;
	ptx_step_set(run, frame, inst, ptx_operand(inst, 0), guard,
		ptx_step_data(run, node, NULL));
}

/* ------------------------------------------------------ loads and stores */

/* One instruction moves these bytes of a lane at base + offset. */
struct move {
	struct ptx_run *run;
	const struct ptx_value *base;
	int64_t offset;
	bool is_store;
	int node; /* that is stored, or the last that was loaded */
};

static const struct ptx_value *plus(struct ptx_run *run,
	const struct ptx_value *x, const struct ptx_value *y, int64_t factor)
{
	struct ptx_values *v = &run->values;

	if (!x || !y)
		return NULL;
	y = ptx_value_mul(v, y, ptx_value_int(v, factor));
	return y ? ptx_value_add(v, x, y, 1) : NULL;
}

/* "lanes": those with an address, from the first. */
static void emit(struct move *m, const struct ptx_value *at, int bytes,
	int lanes)
{
	struct ptx_run *run = m->run;
	struct ptx_values *v = &run->values;
	enum ptx_type type = bytes == 2 ? PTX_B16 :
		bytes == 8		? PTX_B64 :
					  PTX_B32;
	int outer = run->region, n = bytes / ptx_type_bytes(type);
	const struct ptx_value *lane;

	if (!run->emits || run->failed)
		return;
	if (!at) {
		ptx_run_fail(run,
			"this address is not an affine function of "
			"thread, block and loop indices");
		return;
	}
	if (lanes < LANES) {
		lane = ptx_value_mod(v, ptx_step_thread(run), LANES);
		lane = lane ? ptx_value_add(v, ptx_value_int(v, lanes - 1),
				      lane, -1) :
			      NULL;
		if (lane && lane->e)
			run->region = ptx_emit_region(run, outer, REGION_THEN,
				-1, ptx_cond_ge(v, lane->e));
	}
	if (m->is_store)
		ptx_emit_store(run, at, m->offset, type, n, m->node);
	else
		m->node = ptx_emit_load(run, at, m->offset, type, n);
	run->region = outer;
}

/* The shape of a fragment in memory: "inner" elements follow each other. */
struct fragment {
	int inner, outer;
	double elem_B;
	bool is_across; /* lanes of a row hold elements of different rows */
};

static bool fragment_of(const struct matrix *x, struct fragment *f)
{
	const int *s = x->shape;
	bool is_sum = x->role == 'c' || x->role == 'd';
	/* rows of a and of sums are m */
	int rows = x->role == 'b' ? s[2] : s[0];
	int columns = x->role == 'a' ? s[2] : s[1];

	if (!x->role || s[2] == 0 || x->n_type < 1)
		return false;
	*f = (struct fragment) {
		.inner = x->is_col ? rows : columns,
		.outer = x->is_col ? columns : rows,
		.elem_B = x->type[0]->bytes,
	};
	/* units take rows of a and columns of b, and give rows of sums; half
	 * precision is transposed on the way, wider types are not
	 */
	f->is_across = (x->is_col != (x->role == 'b')) &&
		(is_sum || f->elem_B >= 4);
	return f->inner > 0 && f->outer > 0 && f->elem_B >= 1 &&
		f->outer <= 256 && f->inner <= 256;
}

/* Lane l has elements e (l mod 4) to e (l mod 4) + e - 1 of row l / 4, or, of
 * matrices that lie across, of as many rows.
 */
static void move_elements(struct move *m, const struct fragment *f,
	const struct ptx_value *lane, int64_t stride, int e)
{
	struct ptx_values *v = &m->run->values;
	int64_t bytes = (int64_t) f->elem_B, pitch = stride * bytes;
	/* bytes from one quarter of a warp, and from one lane of it, to the
	 * next
	 */
	int64_t far = f->is_across ? bytes : pitch;
	int64_t near = f->is_across ? e * pitch : e * bytes;
	const struct ptx_value *first;
	int parts = f->is_across ? e : 1;

	first = plus(m->run, m->base, ptx_value_div(v, lane, 4), far);
	first = plus(m->run, first, ptx_value_mod(v, lane, 4), near);
	for (int i = 0; i < (f->is_across ? f->inner : f->outer); i += ROWS)
		for (int j = 0; j < (f->is_across ? f->outer : f->inner);
			j += 4 * e)
			for (int p = 0; p < parts; ++p)
				emit(m,
					plus(m->run, first, ptx_value_int(v, 1),
						i * far +
							(f->is_across ? (j + p) *
										pitch :
									j * bytes)),
					(int) bytes * e / parts, LANES);
}

/* ldmatrix of a fragment: lane l has the address of row l mod 8 of matrix
 * l / 8.
 */
static void move_matrices(struct move *m, const struct fragment *f,
	const struct ptx_value *lane, int64_t pitch_B)
{
	struct ptx_run *run = m->run;
	struct ptx_values *v = &run->values;
	int down = (f->outer + ROWS - 1) / ROWS;
	int across = (int) (f->inner * f->elem_B + ROW_B - 1) / ROW_B;
	const struct ptx_value *row = ptx_value_mod(v, lane, ROWS);
	const struct ptx_value *which = ptx_value_div(v, lane, ROWS);

	for (int i = 0; i < down * across; i += 4) {
		int n = down * across - i < 4 ? down * across - i : 4;
		const struct ptx_value *one = ptx_value_add(v, which,
			ptx_value_int(v, i), 1);
		const struct ptx_value *at = plus(run, m->base, row, pitch_B);

		at = plus(run, at, ptx_value_mod(v, one, down), ROWS * pitch_B);
		at = plus(run, at, ptx_value_div(v, one, down), ROW_B);
		emit(m, at, ROW_B, ROWS * n);
	}
}

/* Elements from row to row of a fragment. */
#define MOST_STRIDE ((int64_t) 1 << 40)

/* wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {...}, [p], stride */
static void move_fragment(struct move *m, const struct matrix *x,
	const struct ptx_value *stride, enum ptx_space space)
{
	struct ptx_values *v = &m->run->values;
	const struct ptx_value *lane = ptx_value_mod(v, ptx_step_thread(m->run),
		LANES);
	bool is_sum = x->role == 'c' || x->role == 'd';
	struct fragment f;
	int64_t n;

	if (!fragment_of(x, &f) || !lane) {
		ptx_run_note(m->run, NOTE_TENSOR);
		return;
	}
	if (!stride)
		stride = ptx_value_int(v, f.inner);
	if (ptx_value_is_const(stride, &n) &&
		(n > MOST_STRIDE || n < -MOST_STRIDE)) {
		ptx_run_fail(m->run,
			"the rows of this fragment are too far apart");
		return;
	}
	if (!ptx_value_is_const(stride, &n)) {
		if (m->run->emits && !ptx_run_missing(m->run, stride)) {
			ptx_run_fail(m->run,
				"the stride of this fragment is no number");
			ptx_run_explain(m->run, stride);
		}
		return;
	}
	if (is_sum)
		move_elements(m, &f, lane, n, 2);
	else if (f.elem_B == 8 || f.is_across)
		move_elements(m, &f, lane, n, 1);
	else if (space == SPACE_SHARED)
		move_matrices(m, &f, lane, n * (int64_t) f.elem_B);
	else
		move_elements(m, &f, lane, n, 4 / (int) f.elem_B);
}

void ptx_matrix_move(struct ptx_run *run, struct ptx_frame *frame,
	const struct ptx_instruction *inst, const struct ptx_opcode *op,
	const struct ptx_cond *guard)
{
	struct matrix x = matrix_of(op);
	bool is_store = op->code == CODE_MATRIX_STORE;
	const struct ptx_operand *o = ptx_operand(inst, is_store ? 0 : 1);
	struct move m = {
		.run = run,
		.base = ptx_memory_address(run, frame, o),
		.offset = o->offset,
		.is_store = is_store,
		.node = is_store ? list_node(run, frame, inst, 1) : -1,
	};
	int outer = run->region;

	if (guard->op != COND_TRUE)
		run->region = ptx_emit_region(run, outer, REGION_THEN, -1,
			guard);
	if (m.base && guard->op != COND_FALSE) {
		if (x.is_fragment)
			move_fragment(&m, &x,
				inst->n_operand > 2 ?
					ptx_step_operand(run, frame,
						ptx_operand(inst, 2), PTX_U32) :
					NULL,
				ptx_memory_space(run, op, m.base));
		else
			emit(&m, m.base, ROW_B, ROWS * x.matrices);
	}
	run->region = outer;
	if (!is_store)
		ptx_step_set(run, frame, inst, ptx_operand(inst, 0), guard,
			ptx_step_data(run, m.node, NULL));
}
