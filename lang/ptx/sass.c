/* Listings of machine code:
 *
 *	        /+0090+/                   IMAD R6, R6, UR4, R3 ;
 *	.L_x_1:
 *	        /+0130+/              @P0 BRA `(.L_x_1) ;
 *
 * Only names of instructions, targets of branches and registers that are
 * always zero matter.
 */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/map.h"
#include "lang/base/memory.h"
#include "lang/ptx/ptx.h"
#include "lang/ptx/sass.h"

/* Instructions that a kernel may have. */
#define MOST_INSTRUCTIONS 4000000

enum flow { FLOW_NEXT, FLOW_BRANCH, FLOW_JUMP, FLOW_END, FLOW_CALL };

struct line {
	enum sass_class class;
	enum flow flow;
	int64_t target; /* address; with is_label: its hash.  -1: none */
	uint64_t address;
	bool is_label, is_nop, is_leader, is_run;
	bool is_table; /* it jumps to an address from memory */
	int turns;     /* of the units of products */
	int bytes;     /* of shared memory, by lane */
	int loop;
};

struct listing {
	int n;
	struct line *line;
	struct map address, label; /* to numbers of instructions */
};

/* ------------------------------------------------------------- classes */

static const struct {
	const char *name;
	enum sass_class class;
} names[] = {
	{ "LDSM", SASS_SHARED_LOAD },
	{ "LDS", SASS_SHARED_LOAD },
	{ "STSM", SASS_SHARED_STORE },
	{ "STS", SASS_SHARED_STORE },
	{ "ATOMS", SASS_SHARED_STORE },
	{ "LDGSTS", SASS_GLOBAL },
	{ "LDGDEPBAR", SASS_CONTROL },
	{ "LDG", SASS_GLOBAL },
	{ "STG", SASS_GLOBAL },
	{ "LDL", SASS_LOCAL },
	{ "STL", SASS_LOCAL },
	{ "LDC", SASS_CONTROL },
	{ "S2R", SASS_CONTROL },
	{ "CS2R", SASS_CONTROL },
	{ "R2UR", SASS_CONTROL },
	{ "MOV", SASS_CONTROL },
	{ "LD", SASS_GLOBAL },
	{ "ST", SASS_GLOBAL },
	{ "ATOMG", SASS_GLOBAL },
	{ "ATOM", SASS_GLOBAL },
	{ "REDUX", SASS_INTEGER },
	{ "REDG", SASS_GLOBAL },
	{ "RED", SASS_GLOBAL },
	{ "DMMA", SASS_TENSOR },
	{ "HMMA", SASS_TENSOR },
	{ "HGMMA", SASS_TENSOR },
	{ "IMMA", SASS_TENSOR },
	{ "IGMMA", SASS_TENSOR },
	{ "QGMMA", SASS_TENSOR },
	{ "BMMA", SASS_TENSOR },
	{ "MUFU", SASS_SPECIAL },
	{ "DADD", SASS_FP64 },
	{ "DMUL", SASS_FP64 },
	{ "DFMA", SASS_FP64 },
	{ "DMNMX", SASS_FP64 },
	{ "DSETP", SASS_FP64 },
	{ "FADD", SASS_FP32 },
	{ "FMUL", SASS_FP32 },
	{ "FFMA", SASS_FP32 },
	{ "FMNMX", SASS_FP32 },
	{ "FSETP", SASS_FP32 },
	{ "FSEL", SASS_FP32 },
	{ "FCHK", SASS_FP32 },
	{ "FSWZADD", SASS_FP32 },
	{ "HADD2", SASS_FP16 },
	{ "HMUL2", SASS_FP16 },
	{ "HFMA2", SASS_FP16 },
	{ "HMNMX2", SASS_FP16 },
	{ "HSETP2", SASS_FP16 },
	{ "HSET2", SASS_FP16 },
	{ "BAR", SASS_BARRIER },
	{ "BRA", SASS_CONTROL },
	{ "BRX", SASS_CONTROL },
	{ "JMP", SASS_CONTROL },
	{ "JMX", SASS_CONTROL },
	{ "CALL", SASS_CONTROL },
	{ "RET", SASS_CONTROL },
	{ "EXIT", SASS_CONTROL },
	{ "BSSY", SASS_CONTROL },
	{ "BSYNC", SASS_CONTROL },
	{ "BREAK", SASS_CONTROL },
	{ "BMOV", SASS_CONTROL },
	{ "WARPSYNC", SASS_CONTROL },
	{ "YIELD", SASS_CONTROL },
	{ "NANOSLEEP", SASS_CONTROL },
	{ "DEPBAR", SASS_CONTROL },
	{ "MEMBAR", SASS_CONTROL },
	{ "ERRBAR", SASS_CONTROL },
	{ "SSY", SASS_CONTROL },
	{ "SYNC", SASS_CONTROL },
	{ "PBK", SASS_CONTROL },
	{ "BRK", SASS_CONTROL },
	{ "NOP", SASS_CONTROL },
};

/* The name without its modifiers; all that is not in the table works on
 * integers, addresses or predicates.  Counters of integer instructions have
 * neither moves nor those of the uniform unit (U...): they only take a turn.
 */
static enum sass_class class_of(const char *name, size_t len, const char *rest,
	size_t n_rest)
{
	enum sass_class class = len > 0 &&
			(name[0] == 'U' ||
				(len == 4 && memcmp(name, "S2UR", 4) == 0)) ?
		SASS_CONTROL :
		SASS_INTEGER;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
		if (strlen(names[i].name) == len &&
			memcmp(name, names[i].name, len) == 0)
			class = names[i].class;
	/* 0 times 0 plus a literal is a move on another unit */
	for (size_t i = 0; class == SASS_FP16 && i + 7 <= n_rest; ++i)
		if (memcmp(rest + i, "-RZ, RZ", 7) == 0)
			class = SASS_CONTROL;
	return class;
}

/* Bytes that a lane moves, by the modifiers of LDS or STS: .U8, .64, .128. */
static int bytes_of(const char *rest, size_t len)
{
	static const struct {
		const char *word;
		int bytes;
	} widths[] = { { "8", 1 }, { "16", 2 }, { "64", 8 }, { "128", 16 } };
	size_t n = 0;

	for (size_t at = 0; at < len && rest[at] == '.'; at += n) {
		for (n = 1;
			at + n < len && isalnum((unsigned char) rest[at + n]);
			++n)
			continue;
		for (size_t i = 0; i < 4; ++i) {
			size_t digits = strlen(widths[i].word);

			if (n > digits && n <= digits + 2 &&
				memcmp(rest + at + n - digits, widths[i].word,
					digits) == 0)
				return widths[i].bytes;
		}
	}
	return 4;
}

static bool is_name(const char *name, size_t len, const char *what)
{
	return strlen(what) == len && memcmp(name, what, len) == 0;
}

static enum flow flow_of(const char *name, size_t len, bool is_guarded)
{
	if (is_name(name, len, "BRA") || is_name(name, len, "JMP"))
		return is_guarded ? FLOW_BRANCH : FLOW_JUMP;
	if (is_name(name, len, "EXIT") || is_name(name, len, "RET") ||
		is_name(name, len, "BRX") || is_name(name, len, "JMX"))
		return is_guarded ? FLOW_NEXT : FLOW_END;
	return is_name(name, len, "CALL") ? FLOW_CALL : FLOW_NEXT;
}

/* ---------------------------------------------------------------- lines */

static uint64_t hash_of(const char *text, size_t len)
{
	uint64_t h = 1469598103934665603u;

	for (size_t i = 0; i < len; ++i)
		h = (h ^ (unsigned char) text[i]) * 1099511628211u;
	return h;
}

static size_t label_length(const char *text, const char *end)
{
	const char *t = text;

	while (t < end && (isalnum((unsigned char) *t) || strchr("._$", *t)))
		++t;
	return (size_t) (t - text);
}

/* The target of a branch: the last 0x... or `(.L...) of its operands. */
static void find_target(const char *text, const char *end, struct line *l)
{
	for (const char *t = text; t + 2 < end; ++t) {
		if (t[0] == '0' && t[1] == 'x' &&
			isxdigit((unsigned char) t[2])) {
			l->target = (int64_t) (strtoull(t, NULL, 16) >> 1 << 1);
			l->is_label = false;
		}
		if (t[0] == '`' && t[1] == '(') {
			l->target = (int64_t) (hash_of(t + 2,
						       label_length(t + 2,
							       end)) >>
				1);
			l->is_label = true;
		}
	}
}

static const char *skip_blanks(const char *t, const char *end)
{
	while (t < end && (*t == ' ' || *t == '\t' || *t == '{'))
		++t;
	return t;
}

/* One line of a function: an instruction or a label. */
static void read_line(struct listing *s, const char *t, const char *end)
{
	struct line l = { .target = -1, .loop = -1 };
	const char *name, *stop;
	char *after;
	uint64_t address;
	bool is_guarded = false;
	size_t len;

	t = skip_blanks(t, end);
	if (t < end && *t == '.') {
		len = label_length(t, end);
		if (t + len < end && t[len] == ':')
			map_add(&s->label, map_mix(hash_of(t, len) >> 1, 0),
				s->n);
		return;
	}
	if (end - t < 6 || t[0] != '/' || t[1] != '*' ||
		!isxdigit((unsigned char) t[2]))
		return;
	address = strtoull(t + 2, &after, 16);
	if (after + 2 > end || after[0] != '*' || after[1] != '/')
		return;
	t = skip_blanks(after + 2, end);
	stop = memchr(t, ';', (size_t) (end - t));
	if (!stop || s->n >= MOST_INSTRUCTIONS)
		return;
	if (*t == '@') {
		/* @PT always runs */
		is_guarded = stop - t < 3 || memcmp(t, "@PT", 3) != 0;
		while (t < stop && *t != ' ')
			++t;
		t = skip_blanks(t, stop);
	}
	for (name = t; t < stop && (isalnum((unsigned char) *t) || *t == '_');
		++t)
		continue;
	len = (size_t) (t - name);
	if (len == 0)
		return;
	l.address = address;
	l.class = class_of(name, len, t, (size_t) (stop - t));
	if (is_name(name, len, "IMAD"))
		l.turns = stop - t > 3 &&
				(memcmp(t, ".WI", 3) == 0 ||
					memcmp(t, ".HI", 3) == 0) ?
			2 :
			1;
	if (is_name(name, len, "LDS") || is_name(name, len, "STS"))
		l.bytes = bytes_of(t, (size_t) (stop - t));
	l.is_nop = is_name(name, len, "NOP");
	l.is_table = is_name(name, len, "BRX") || is_name(name, len, "JMX");
	l.flow = flow_of(name, len, is_guarded);
	if (l.flow == FLOW_BRANCH || l.flow == FLOW_JUMP) {
		/* BRA P1, ... and BRA.DIV UR4, ... may go on */
		for (const char *o = t; o + 3 < stop; ++o)
			if ((*o == 'P' && isdigit((unsigned char) o[1])) ||
				memcmp(o, "DIV", 3) == 0)
				l.flow = FLOW_BRANCH;
		find_target(t, stop, &l);
	}
	map_add(&s->address, map_mix(address, 0), s->n);
	s->line = memory_grow(s->line, (size_t) s->n, sizeof(*s->line));
	s->line[s->n++] = l;
}

static int target_of(const struct listing *s, int i)
{
	const struct line *l = &s->line[i];
	size_t at = 0;

	if (l->target < 0)
		return -1;
	return (int) map_next(l->is_label ? &s->label : &s->address,
		map_mix((uint64_t) l->target, 0), &at);
}

/* ----------------------------------------------------------------- flow */

/* Marks what runs from the start, without subroutines. */
static void mark_run(struct listing *s)
{
	int *todo = memory_new(((size_t) s->n + 1) * sizeof(*todo));
	int n = 0;

	if (s->n > 0)
		todo[n++] = 0;
	while (n > 0)
		for (int i = todo[--n]; i < s->n && !s->line[i].is_run; ++i) {
			int to = target_of(s, i);

			s->line[i].is_run = true;
			if (to >= 0 && to < s->n) {
				s->line[to].is_leader = true;
				if (!s->line[to].is_run && n < s->n)
					todo[n++] = to;
			}
			if (s->line[i].flow == FLOW_JUMP ||
				s->line[i].flow == FLOW_END)
				break;
		}
	free(todo);
}

/* Bytes of an instruction, at most. */
#define INSTRUCTION_B 16

/* The first line behind which, or whose target, is missing: a listing that was
 * cut, as the code that ptxas writes ends in a jump and each target is in it.
 * -1: none.
 */
static int find_cut(const struct listing *s)
{
	for (int i = 0; i < s->n; ++i) {
		const struct line *l = &s->line[i];
		bool goes_on = l->flow != FLOW_JUMP && l->flow != FLOW_END;

		if (i + 1 < s->n &&
			s->line[i + 1].address - l->address - 1 >=
				INSTRUCTION_B)
			return i;
		if (l->is_run && goes_on && i + 1 == s->n)
			return i;
		if (l->is_run && l->target >= 0 &&
			(target_of(s, i) < 0 || target_of(s, i) >= s->n))
			return i;
	}
	return -1;
}

/* True if what runs jumps to an address from memory: a switch. */
static bool has_table(const struct listing *s)
{
	for (int i = 0; i < s->n; ++i)
		if (s->line[i].is_run && s->line[i].is_table)
			return true;
	return false;
}

/* Blocks that call a subroutine are slow paths.  True if there are some. */
static bool drop_calls(struct listing *s)
{
	bool has_calls = false;

	for (int i = 0; i < s->n; ++i) {
		int from = i, to = i;

		if (s->line[i].flow != FLOW_CALL || !s->line[i].is_run)
			continue;
		has_calls = true;
		while (from > 0 && !s->line[from].is_leader &&
			s->line[from - 1].flow == FLOW_NEXT)
			--from;
		while (to + 1 < s->n && !s->line[to + 1].is_leader &&
			(s->line[to].flow == FLOW_NEXT ||
				s->line[to].flow == FLOW_CALL))
			++to;
		for (int j = from; j <= to; ++j)
			s->line[j].is_run = false;
	}
	return has_calls;
}

struct span {
	int from, to;
};

static int compare_spans(const void *a, const void *b)
{
	const struct span *x = a, *y = b;

	return x->from != y->from ? x->from - y->from : y->to - x->to;
}

/* Loops are what branches back enclose; those to one place are one. */
static int find_spans(const struct listing *s, struct span **spans)
{
	struct span *all = NULL;
	int n = 0, kept = 0;

	for (int i = 0; i < s->n; ++i) {
		int to = s->line[i].is_run ? target_of(s, i) : -1;

		if (to < 0 || to >= i)
			continue;
		all = memory_grow(all, (size_t) n, sizeof(*all));
		all[n++] = (struct span) { to, i };
	}
	if (n > 0)
		qsort(all, (size_t) n, sizeof(*all), compare_spans);
	for (int i = 0; i < n; ++i)
		if (i == 0 || all[i].from != all[kept - 1].from)
			all[kept++] = all[i];
	*spans = all;
	return kept;
}

static void add_line(const struct line *l, double n[N_SASS_CLASS])
{
	if (!l->is_run || l->is_nop)
		return;
	++n[l->class];
	n[SASS_EITHER] += l->turns > 0;
	n[SASS_PRODUCTS] += l->turns;
	n[SASS_SHARED_B] += l->bytes;
}

/* Sets the innermost loop of each line: of those that hold it the last, as
 * "spans" are sorted by where they begin.
 */
static void set_loops(struct listing *s, const struct span *spans, int n)
{
	int *open = memory_new(((size_t) n + 1) * sizeof(*open));
	int n_open = 0, next = 0;

	for (int i = 0; i < s->n; ++i) {
		while (next < n && spans[next].from == i)
			open[n_open++] = next++;
		while (n_open > 0 && spans[open[n_open - 1]].to < i)
			--n_open;
		s->line[i].loop = n_open > 0 ? open[n_open - 1] : -1;
	}
	free(open);
}

/* Counts what lies between each loop and the next one with its parent. */
static void count_after(const struct listing *s, const struct span *spans,
	struct sass *result)
{
	int n = result->n_loop;
	/* by loop + 1: the one inside it that began last; by loop: the next */
	int *last = memory_new(((size_t) n + 1) * sizeof(*last));
	int *next = memory_new(((size_t) n + 1) * sizeof(*next));

	for (int l = 0; l <= n; ++l)
		last[l] = next[l] = -1;
	for (int l = n - 1; l >= 0; --l) {
		int parent = result->loop[l].parent;

		next[l] = last[parent + 1];
		last[parent + 1] = l;
	}
	/* last[] is now the first inside each, and moves on with the lines */
	for (int i = 0; i < s->n; ++i) {
		int *l = &last[s->line[i].loop + 1];

		while (*l >= 0 && next[*l] >= 0 && spans[next[*l]].from <= i)
			*l = next[*l];
		if (*l >= 0 && next[*l] >= 0 && spans[*l].to < i)
			add_line(&s->line[i], result->loop[*l].after);
	}
	free(last);
	free(next);
}

static void count(struct listing *s, struct sass *result)
{
	struct span *spans;
	int n = find_spans(s, &spans);

	result->n_loop = n;
	result->loop = memory_new(((size_t) n + 1) * sizeof(*result->loop));
	for (int l = 0; l < n; ++l) {
		int p = l - 1;

		while (p >= 0 && spans[p].to < spans[l].from)
			p = result->loop[p].parent;
		result->loop[l].parent = p;
	}
	set_loops(s, spans, n);
	for (int i = 0; i < s->n; ++i) {
		const struct line *l = &s->line[i];

		add_line(l, l->loop >= 0 ? result->loop[l->loop].n : result->n);
	}
	count_after(s, spans, result);
	free(spans);
}

/* ---------------------------------------------------------------- whole */

static bool has_name(const char *name, size_t len, const char *entry)
{
	char *mangled = memory_copy_bytes(name, len);
	bool same = ptx_is_called(mangled, entry);

	free(mangled);
	return same;
}

/* The name of a function that starts on this line; NULL: none does. */
static const char *function_name(const char *t, const char *end, size_t *len)
{
	static const char function[] = "Function : ", section[] = ".text.";

	t = skip_blanks(t, end);
	if ((size_t) (end - t) > sizeof(function) - 1 &&
		memcmp(t, function, sizeof(function) - 1) == 0)
		t += sizeof(function) - 1;
	else if ((size_t) (end - t) > sizeof(section) - 1 &&
		memcmp(t, section, sizeof(section) - 1) == 0 &&
		memchr(t, ':', (size_t) (end - t)))
		t += sizeof(section) - 1;
	else
		return NULL;
	*len = label_length(t, end);
	return t;
}

/* The device that a line `.target sm_90` or `code for sm_90` names; 0: none. */
static int target_on(const char *t, const char *end)
{
	static const char *const words[] = { ".target", "code for" };

	t = skip_blanks(t, end);
	for (int i = 0; i < 2; ++i) {
		size_t len = strlen(words[i]);

		if ((size_t) (end - t) <= len || memcmp(t, words[i], len) != 0)
			continue;
		t = skip_blanks(t + len, end);
		return end - t > 3 && memcmp(t, "sm_", 3) == 0 ? atoi(t + 3) :
								 0;
	}
	return 0;
}

static void forget(struct listing *s)
{
	free(s->line);
	map_clear(&s->address);
	map_clear(&s->label);
	*s = (struct listing) { 0 };
}

bool sass_read(const char *text, const char *entry, struct sass *result,
	char why[256])
{
	struct listing s = { 0 };
	bool in_function = false;
	int n_found = 0, target = 0, cut = -1;

	*result = (struct sass) { 0 };
	while (*text) {
		const char *end = text + strcspn(text, "\n"), *name;
		size_t len;

		name = function_name(text, end, &len);
		target = target_on(text, end) > 0 ? target_on(text, end) :
						    target;
		if (name) {
			in_function = !entry || has_name(name, len, entry);
			n_found += in_function;
			if (in_function) {
				forget(&s);
				result->target = target;
			}
		} else if (in_function) {
			read_line(&s, text, end);
		}
		text = *end ? end + 1 : end;
	}
	if (n_found == 1 && s.n > 0) {
		mark_run(&s);
		cut = s.line[0].address >= INSTRUCTION_B ? 0 : find_cut(&s);
	}
	if (cut >= 0) {
		snprintf(why, 256,
			"the code of %.120s is cut: instructions %s 0x%llx are "
			"missing",
			entry ? entry : "a kernel",
			s.line[0].address >= INSTRUCTION_B ? "before" :
							     "behind",
			(unsigned long long) s.line[cut].address);
	} else if (n_found == 1 && has_table(&s)) {
		snprintf(why, 256,
			"the code of %.120s jumps through a table, and the "
			"listing does not say where to",
			entry ? entry : "a kernel");
	} else if (n_found == 1 && s.n > 0) {
		result->has_calls = drop_calls(&s);
		count(&s, result);
	} else {
		snprintf(why, 256,
			n_found == 0 ?
				"it has no code of %.120s" :
				n_found == 1 ?
				"the code of %.120s has no instructions" :
				"it has several kernels called %.120s",
			entry ? entry : "a kernel");
	}
	forget(&s);
	return n_found == 1 && result->loop;
}

void sass_clear(struct sass *s)
{
	free(s->loop);
	*s = (struct sass) { 0 };
}
