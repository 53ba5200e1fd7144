/* Reads a module: names, opcodes and functions while the grammar finds them. */

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/ptx/ptx_scan.h"

int ptx_grammar_parse(struct ptx_reader *r);

/* A text of more bytes is refused: 64 MiB are two million instructions. */
#define PTX_BYTES (64 << 20)

/* Errors in the text of one module that are reported. */
#define PTX_ERRORS 5

/* ---------------------------------------------------------------- names */

static const char *text_of(const struct ptx_reader *r, struct loc loc)
{
	return r->module->source->text + loc.begin;
}

/* Digits of a name that are its number; others are part of its stem, so that few
 * names have one hash.
 */
#define NUMBER_DIGITS 9

/* Registers are numbered, and met in about that order: %r4 to %r7 share a cache
 * line of the map.
 */
static uint64_t hash_name(const char *text, size_t len)
{
	size_t stem = len;
	int64_t number = 0;

	while (stem > 0 && len - stem < NUMBER_DIGITS &&
		text[stem - 1] >= '0' && text[stem - 1] <= '9')
		--stem;
	for (size_t i = stem; i < len; ++i)
		number = number * 10 + (text[i] - '0');
	return (map_mix(map_hash(text, stem), number >> 2) & ~UINT64_C(3)) |
		(uint64_t) (number & 3);
}

static int find_name(const struct ptx_module *m, uint64_t hash,
	const char *text, size_t len)
{
	size_t at = 0;
	int64_t i;

	while ((i = map_next(&m->names, hash, &at)) >= 0)
		if (strncmp(m->name[i], text, len) == 0 &&
			m->name[i][len] == '\0')
			return (int) i;
	return -1;
}

int ptx_find_name(const struct ptx_module *m, const char *name)
{
	size_t len = strlen(name);

	return find_name(m, hash_name(name, len), name, len);
}

int ptx_reader_intern(struct ptx_reader *r, const char *text, size_t len)
{
	struct ptx_module *m = r->module;
	uint64_t hash = hash_name(text, len);
	int i = find_name(m, hash, text, len);

	if (i >= 0)
		return i;
	m->name = memory_grow(m->name, (size_t) m->n_name, sizeof(*m->name));
	m->name[m->n_name] = arena_copy(m->arena, text, len);
	map_add(&m->names, hash, m->n_name);
	return m->n_name++;
}

int ptx_reader_name(struct ptx_reader *r, struct loc loc)
{
	return ptx_reader_intern(r, text_of(r, loc), loc.end - loc.begin);
}

int ptx_reader_opcode(struct ptx_reader *r, const char *text, size_t len)
{
	struct ptx_module *m = r->module;
	size_t at = 0;
	uint64_t hash = map_hash(text, len);
	int64_t i;

	while ((i = map_next(&m->opcodes, hash, &at)) >= 0)
		if (strncmp(m->opcode[i].text, text, len) == 0 &&
			m->opcode[i].text[len] == '\0')
			return (int) i;
	m->opcode = memory_grow(m->opcode, (size_t) m->n_opcode,
		sizeof(*m->opcode));
	ptx_opcode_decode(arena_copy(m->arena, text, len),
		&m->opcode[m->n_opcode]);
	map_add(&m->opcodes, hash, m->n_opcode);
	return m->n_opcode++;
}

/* A number above 2^63 wraps, as the machine does. */
int64_t ptx_reader_int(struct ptx_reader *r, struct loc loc)
{
	const char *text = text_of(r, loc);
	int base = 10;

	if (text[0] == '0' && loc.end - loc.begin > 1) {
		base = strchr("xX", text[1])  ? 16 :
			strchr("bB", text[1]) ? 2 :
						8;
		text += base == 8 ? 1 : 2;
	}
	return (int64_t) strtoull(text, NULL, base);
}

/* Bytes that an operand may add to a name: the machine has 32 bits. */
#define OFFSET_MOST ((int64_t) 1 << 40)

int64_t ptx_reader_offset(struct ptx_reader *r, int64_t n, struct loc loc)
{
	if (n >= -OFFSET_MOST && n <= OFFSET_MOST)
		return n;
	ptx_reader_error(r, loc, "this offset is too large");
	return 0;
}

/* 0d and 0f start the bits of a literal; others are decimal. */
bool ptx_reader_is_decimal(struct ptx_reader *r, struct loc loc)
{
	const char *text = text_of(r, loc);

	return text[0] != '0' || text[1] == '\0' || !strchr("dDfF", text[1]);
}

int64_t ptx_reader_bits(struct ptx_reader *r, struct loc loc)
{
	return ptx_reader_is_decimal(r, loc) ?
		0 :
		(int64_t) strtoull(text_of(r, loc) + 2, NULL, 16);
}

/* ------------------------------------------------------------- operands */

void ptx_reader_append(struct ptx_reader *r, struct ptx_list *list,
	const struct ptx_operand *o)
{
	/* lists are short: memory_grow() would resize at 1, 2 and 4 each time */
	if (r->n_open == r->open_room) {
		r->open_room = r->open_room ? 2 * r->open_room : 64;
		r->open = memory_resize(r->open,
			(size_t) r->open_room * sizeof(*r->open));
	}
	r->open[r->n_open++] = *o;
	++list->n;
}

struct ptx_operand *ptx_reader_close(struct ptx_reader *r, struct ptx_list list)
{
	size_t bytes = (size_t) list.n * sizeof(*r->open);
	struct ptx_operand *item;

	if (list.n == 0)
		return NULL;
	item = arena_alloc(r->module->arena, bytes);
	r->n_open -= list.n;
	memcpy(item, r->open + r->n_open, bytes);
	return item;
}

void ptx_reader_recover(struct ptx_reader *r)
{
	r->n_open = 0;
}

struct ptx_operand ptx_reader_group(struct ptx_reader *r, struct ptx_list list)
{
	return (struct ptx_operand) {
		.kind = OPERAND_LIST,
		.name = -1,
		.n_sub = list.n,
		.sub = ptx_reader_close(r, list),
	};
}

void ptx_reader_add(struct ptx_reader *r, const struct ptx_instruction *inst)
{
	struct ptx_function *f = &r->function;

	f->instruction = memory_grow(f->instruction, (size_t) f->n_instruction,
		sizeof(*f->instruction));
	f->instruction[f->n_instruction++] = *inst;
}

void ptx_reader_instruction(struct ptx_reader *r, int guard, bool guard_not,
	struct loc opcode, struct ptx_list operands, struct loc all)
{
	const struct ptx_instruction inst = {
		.opcode = ptx_reader_opcode(r, text_of(r, opcode),
			opcode.end - opcode.begin),
		.guard = guard,
		.guard_not = guard_not,
		.is_rolled = r->is_rolled,
		.n_operand = operands.n,
		.operand = ptx_reader_close(r, operands),
		.begin = all.begin,
		.end = all.end,
	};

	if (!ptx_table_branch(r, &inst))
		ptx_reader_add(r, &inst);
	r->is_rolled = false;
}

void ptx_reader_pragma(struct ptx_reader *r, struct loc all)
{
	static const char word[] = "\"nounroll\"";
	const char *text = text_of(r, all);
	size_t n = sizeof(word) - 1;

	for (size_t i = 0; i + n <= all.end - all.begin; ++i)
		r->is_rolled |= memcmp(text + i, word, n) == 0;
}

/* --------------------------------------------------------- declarations */

void ptx_reader_space(struct ptx_reader *r, struct loc word)
{
	switch (text_of(r, word)[1]) {
	case 'g': r->declared.space = SPACE_GLOBAL; break;
	case 's': r->declared.space = SPACE_SHARED; break;
	case 'c': r->declared.space = SPACE_CONST; break;
	case 'l': r->declared.space = SPACE_LOCAL; break;
	case 'p': r->declared.space = SPACE_PARAM; break;
	default: r->declared.space = SPACE_REG; break;
	}
	r->declared.align = 0;
}

void ptx_reader_declare(struct ptx_reader *r, struct loc word)
{
	const char *text = text_of(r, word) + 1;
	size_t len = word.end - word.begin - 1;

	if (ptx_opcode_type(text, len, &r->declared.type))
		return;
	if (len == 2 && text[0] == 'v' && isdigit((unsigned char) text[1]))
		r->declared.vector = text[1] - '0';
	if (len == 3 && memcmp(text, "ptr", 3) == 0)
		r->declared.is_pointer = true;
}

/* Bytes that a variable may be aligned to. */
#define ALIGN_MOST 65536

void ptx_reader_align(struct ptx_reader *r, int64_t n, struct loc loc)
{
	r->declared.align = n;
	if (n < 1 || n > ALIGN_MOST || (n & (n - 1)) != 0)
		ptx_reader_error(r, loc, "this is no alignment");
}

/* Bytes of a variable: no device has as many. */
#define VARIABLE_MOST ((int64_t) 1 << 50)

static struct ptx_variable variable_of(struct ptx_reader *r, int name,
	struct loc loc)
{
	struct ptx_variable v = {
		.name = name,
		.space = r->declared.space,
		.type = r->declared.type,
		.vector = r->declared.vector,
		.align = r->declared.align,
		.is_pointer = r->declared.is_pointer,
		.begin = loc.begin,
	};
	int64_t one = ptx_type_bytes(v.type) * (int64_t) v.vector;

	if (r->count < 0 || __builtin_mul_overflow(one, r->count, &v.bytes) ||
		v.bytes > VARIABLE_MOST) {
		ptx_reader_error(r, loc, "this array is too large");
		v.bytes = 0;
	}
	return v;
}

void ptx_reader_variable(struct ptx_reader *r, int name, struct loc loc)
{
	struct ptx_function *f = &r->function;
	struct ptx_module *m = r->module;
	struct ptx_variable v = variable_of(r, name, loc);

	if (v.space == SPACE_REG)
		return;
	if (f->name >= 0) {
		f->variable = memory_grow(f->variable, (size_t) f->n_variable,
			sizeof(v));
		f->variable[f->n_variable++] = v;
		return;
	}
	m->variable = memory_grow(m->variable, (size_t) m->n_variable,
		sizeof(v));
	m->variable[m->n_variable++] = v;
}

/* Parameters of a function: CUDA allows 32764 bytes of them. */
#define PARAMS_MOST 32764

void ptx_reader_param(struct ptx_reader *r, int name, bool is_result,
	struct loc loc)
{
	struct ptx_function *f = &r->function;
	struct ptx_variable v = variable_of(r, name, loc);

	if (is_result) {
		f->result = memory_grow(f->result, (size_t) f->n_result,
			sizeof(v));
		f->result[f->n_result++] = v;
	} else {
		f->param = memory_grow(f->param, (size_t) f->n_param,
			sizeof(v));
		map_add(&r->params, map_mix(1, name), f->n_param);
		f->param[f->n_param++] = v;
	}
	if (f->n_param > PARAMS_MOST || f->n_result > PARAMS_MOST)
		ptx_reader_error(r, loc,
			"this function has too many parameters");
}

/* More than any device has; products of three of them do not overflow. */
#define TUNING_MOST (1 << 20)

void ptx_reader_tuning(struct ptx_reader *r, struct loc word,
	const int64_t n[3])
{
	const char *text = text_of(r, word);
	int64_t to[3];

	for (int d = 0; d < 3; ++d)
		to[d] = n[d] < 0 || n[d] > TUNING_MOST ? TUNING_MOST : n[d];
	if (strncmp(text, ".reqntid", 8) == 0)
		memcpy(r->function.reqntid, to, sizeof(to));
	if (strncmp(text, ".maxntid", 8) == 0)
		memcpy(r->function.maxntid, to, sizeof(to));
	if (strncmp(text, ".minnctapersm", 13) == 0)
		r->function.minnctapersm = to[0];
	if (strncmp(text, ".maxnreg", 8) == 0)
		r->function.maxnreg = to[0];
}

static void forget_function(struct ptx_function *f)
{
	free(f->param);
	free(f->result);
	free(f->instruction);
	free(f->label);
	free(f->variable);
}

/* Nothing is left of a function that an error broke off. */
void ptx_reader_begin(struct ptx_reader *r, int name)
{
	struct ptx_function *f = &r->function;
	struct ptx_function next = {
		.name = name,
		.result = f->result,
		.n_result = f->n_result,
	};

	f->result = NULL;
	forget_function(f);
	*f = next;
	map_clear(&r->params);
	r->params = (struct map) { 0 };
	ptx_scope_begin(r);
}

static bool is_param(const struct ptx_reader *r, const struct ptx_operand *o)
{
	size_t at = 0;
	int64_t i;

	if (o->kind != OPERAND_NAME)
		return false;
	while ((i = map_next(&r->params, map_mix(1, o->name), &at)) >= 0)
		if (r->function.param[i].name == o->name)
			return true;
	return false;
}

/* mov.b64 %rd1, param; ld.param [%rd1+8] reads param+8: clang takes members of
 * structures so.
 */
static void resolve_params(struct ptx_reader *r)
{
	const struct ptx_function *f = &r->function;
	const struct ptx_module *m = r->module;
	const struct ptx_operand **is = NULL; /* by name */

	for (int i = 0; i < f->n_instruction; ++i) {
		const struct ptx_instruction *inst = &f->instruction[i];
		const struct ptx_opcode *op = &m->opcode[inst->opcode];
		struct ptx_operand *o = inst->operand;

		if (inst->n_operand != 2 ||
			(op->code == CODE_MOV && o[0].kind != OPERAND_NAME))
			continue;
		if (op->code == CODE_MOV && is_param(r, &o[1])) {
			if (!is)
				is = memory_new(
					(size_t) m->n_name * sizeof(*is));
			is[o[0].name] = &o[1];
		} else if (is && op->code == CODE_MOV &&
			o[1].kind == OPERAND_NAME && is[o[1].name]) {
			is[o[0].name] = is[o[1].name];
		} else if (is && op->space == SPACE_PARAM &&
			o[1].kind == OPERAND_ADDRESS && o[1].name >= 0 &&
			is[o[1].name]) {
			o[1].offset += is[o[1].name]->offset;
			o[1].name = is[o[1].name]->name;
		}
	}
	free(is);
}

void ptx_reader_function(struct ptx_reader *r, int name, bool is_entry,
	bool has_body, struct loc loc)
{
	struct ptx_module *m = r->module;
	struct ptx_function *f = &r->function;

	f->name = name;
	f->is_entry = is_entry;
	f->has_body = has_body;
	f->begin = loc.begin;
	f->end = loc.end;
	if (f->n_param > 0 && is_entry)
		resolve_params(r);
	m->function = memory_grow(m->function, (size_t) m->n_function,
		sizeof(*f));
	m->function[m->n_function++] = *f;
	*f = (struct ptx_function) { .name = -1 };
}

/* What bison says: "syntax error, unexpected X, expecting Y or Z". */
static void report_syntax(struct ptx_reader *r, struct loc loc,
	const char *text)
{
	static const char prefix[] = "syntax error, unexpected ";
	static const char rest[] = ", expecting ";
	const char *got = text + sizeof(prefix) - 1;
	const char *wanted = strstr(text, rest);

	if (wanted)
		diag_error(r->diag, loc, NULL,
			"this is not PTX: expected %s, got %.*s",
			wanted + sizeof(rest) - 1, (int) (wanted - got), got);
	else
		diag_error(r->diag, loc, NULL,
			"this is not PTX: %s cannot stand here", got);
}

void ptx_reader_error(struct ptx_reader *r, struct loc loc, const char *text)
{
	if (r->n_error++ >= PTX_ERRORS)
		return;
	if (strncmp(text, "syntax error, unexpected ", 25) == 0)
		report_syntax(r, loc, text);
	else
		diag_error(r->diag, loc, NULL, "this is not PTX: %s",
			/* of bison, whose stack is full */
			strcmp(text, "memory exhausted") == 0 ?
				"braces stand too deep inside each other" :
				text);
}

/* -------------------------------------------------------------- modules */

struct ptx_module *ptx_keep(struct ptx_module *m)
{
	++m->refs;
	return m;
}

void ptx_drop(struct ptx_module *m)
{
	if (--m->refs > 0)
		return;
	for (int i = 0; i < m->n_function; ++i)
		forget_function(&m->function[i]);
	free(m->function);
	free(m->function_at);
	free(m->variable);
	free(m->name);
	free(m->opcode);
	map_clear(&m->names);
	map_clear(&m->opcodes);
	arena_free(m->arena);
	source_drop(m->source);
	free(m);
}

/* Of functions with one name, which the assembler refuses, the first counts. */
static void index_functions(struct ptx_module *m)
{
	m->function_at = memory_new(((size_t) m->n_name + 1) * sizeof(int));
	for (int i = 0; i < m->n_name; ++i)
		m->function_at[i] = -1;
	for (int i = m->n_function - 1; i >= 0; --i)
		if (m->function[i].has_body)
			m->function_at[m->function[i].name] = i;
}

struct ptx_module *ptx_read(struct source *source, struct diag *diag)
{
	struct ptx_module *m = memory_new(sizeof(*m));
	struct ptx_reader r = {
		.module = m,
		.diag = diag,
		.function = { .name = -1 },
	};
	bool ok;

	m->refs = 1;
	m->source = source_keep(source);
	m->arena = arena_new();
	if (source->len > PTX_BYTES) {
		diag_error(diag, (struct loc) { source, 0, 0 }, NULL,
			"a PTX file of more than %d MiB is not read",
			PTX_BYTES >> 20);
		ptx_drop(m);
		return NULL;
	}
	r.scan = ptx_scan_new(source->text, source->len);
	ok = ptx_grammar_parse(&r) == 0 && r.n_error == 0;
	r.module->target = ptx_scan_target(r.scan);
	ptx_scan_free(r.scan);
	forget_function(&r.function);
	free(r.open);
	free(r.scope);
	map_clear(&r.labels);
	map_clear(&r.params);
	if (ok) {
		index_functions(m);
		return m;
	}
	ptx_drop(m);
	return NULL;
}

const struct ptx_function *ptx_find_function(const struct ptx_module *m,
	int name)
{
	int i = m->function_at[name];

	return i >= 0 ? &m->function[i] : NULL;
}

struct loc ptx_loc(const struct ptx_module *m,
	const struct ptx_instruction *inst)
{
	return (struct loc) { m->source, inst->begin, inst->end };
}
