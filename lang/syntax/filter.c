/* The filter between scanner and grammar: a stack of open brackets and blocks
 * decides the meaning of newlines, commas and words.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/syntax/ast.h"
#include "lang/syntax/filter.h"
#include "lang/syntax/grammar.h"
#include "lang/syntax/quantity.h"

/* An open bracket, or the source itself. */
struct level {
	uint32_t opener; /* its token; TOKENS_NONE for the source */
	int kind;	 /* (, [, TOK_BLOCK, TOK_BODY, TOK_SETTINGS */
	int head;	 /* first token of the current statement, or 0 */
	int list;	 /* TOK_WITH or TOK_OVER inside of its list */
	bool is_closed;	 /* it has a closing bracket */
};

/* Tokens are filtered in place: item[0..n_out) is finished and item[next] is
 * the current one; n_out never overtakes next.
 */
struct filter {
	const char *text;
	struct token *item;
	uint32_t next, n_out;
	struct level *level;
	size_t n_level;
	size_t n_loose; /* open brackets without a closing one */
};

static bool ends_statement(int kind)
{
	return kind == TOK_NEWLINE || kind == ';' || kind == TOK_SILENCE;
}

static struct level *top_level(struct filter *f)
{
	return &f->level[f->n_level - 1];
}

static int last_kind(const struct filter *f)
{
	return f->n_out > 0 ? f->item[f->n_out - 1].kind : 0;
}

/* True if the next token starts a statement or a setting. */
static bool at_start(const struct filter *f)
{
	int last = last_kind(f);

	return last == 0 || ends_statement(last) || last == TOK_BLOCK ||
		last == TOK_BODY || last == TOK_SETTINGS ||
		last == TOK_DEVICE_BRACE ||
		(last == TOK_BAD && f->item[f->n_out - 1].fault == FAULT_BRACE);
}

static struct token *emit(struct filter *f, struct token t, int kind)
{
	struct level *level = top_level(f);
	struct token *out = &f->item[f->n_out++];

	if (level->head == 0)
		level->head = kind;
	t.kind = (uint16_t) kind;
	t.link = level->opener;
	*out = t;
	return out;
}

static void emit_bad(struct filter *f, struct token t, enum fault fault,
	uint32_t end)
{
	t.end = end;
	t.fault = (uint16_t) fault;
	emit(f, t, TOK_BAD);
}

/* End the statement: reset the state that depends on its words. */
static void end_statement(struct filter *f)
{
	struct level *level = top_level(f);

	level->head = level->list = 0;
	f->n_loose = 0;
}

static uint32_t skip_newlines(const struct filter *f, uint32_t i)
{
	while (f->item[i].kind == TOK_NEWLINE)
		++i;
	return i;
}

static bool is_word(const struct filter *f, uint32_t i)
{
	return tokens_is_word(f->text, &f->item[i]);
}

static bool ignores_newlines(struct filter *f)
{
	int kind = top_level(f)->kind;

	return kind == '(' || kind == '[';
}

/* True if token i is a word that can only start a statement. */
static bool starts_statement(const struct filter *f, uint32_t i)
{
	switch (f->item[i].kind) {
	case TOK_KERNEL:
	case TOK_DEVICE:
	case TOK_DEF:
	case TOK_LOOP:
	case TOK_PRINT:
	case TOK_ASSERT:
	case TOK_USE:
	case TOK_IMPORT:
	case TOK_SET:
	case TOK_SHOW:
	case TOK_EXPLAIN:
	case TOK_HELP:
		return f->item[i + 1].kind != '=' && f->item[i + 1].kind != '.';
	default: return false;
	}
}

static void filter_newline(struct filter *f)
{
	uint32_t behind = skip_newlines(f, f->next);
	struct token t = f->item[f->next];

	f->next = behind;
	if (ignores_newlines(f) || at_start(f) || f->item[behind].kind == '{')
		return;
	if (tokens_continues(last_kind(f)) && !starts_statement(f, behind))
		return;
	emit(f, t, TOK_NEWLINE);
	end_statement(f);
}

static void filter_semicolon(struct filter *f)
{
	int behind = f->item[f->next + 1].kind;
	struct token t = f->item[f->next++];
	bool is_last = behind == TOK_NEWLINE || behind == TOK_END;

	emit(f, t, is_last ? TOK_SILENCE : ';');
	end_statement(f);
}

/* The kind of an opening brace: settings, the body of a kernel, or a block. */
static int brace_kind(struct filter *f)
{
	const struct level *level = top_level(f);
	int last = last_kind(f);

	if (last == TOK_WITH_BRACE || level->kind == '(' ||
		level->head == TOK_SHARED)
		return TOK_SETTINGS;
	if (level->head == TOK_DEVICE)
		return TOK_DEVICE_BRACE;
	if (level->head == TOK_KERNEL || level->kind == TOK_BODY)
		return TOK_BODY;
	return TOK_BLOCK;
}

static void filter_open(struct filter *f)
{
	struct token t = f->item[f->next];
	int kind = t.kind, token;
	bool is_closed = t.link != TOKENS_NONE;

	token = kind;
	if (kind == '{')
		kind = token = brace_kind(f);
	if (kind == '(' && is_closed && !tokens_ends_operand(last_kind(f)) &&
		f->item[t.link + 1].kind == TOK_ARROW)
		token = TOK_LAMBDA;
	++f->next;
	if (f->n_level + f->n_loose == AST_MAX_DEPTH + 1)
		emit_bad(f, t, FAULT_DEEP, t.end);
	else
		emit(f, t, token);
	if (!is_closed && t.kind != '{') {
		++f->n_loose;
		return;
	}
	f->level = memory_grow(f->level, f->n_level, sizeof(struct level));
	f->level[f->n_level++] = (struct level) {
		.opener = f->n_out - 1,
		.kind = kind,
		.is_closed = is_closed,
	};
}

static void filter_close(struct filter *f)
{
	struct token t = f->item[f->next++];
	uint32_t opener;

	if (t.link == TOKENS_NONE) {
		emit_bad(f, t, FAULT_CLOSER, t.end);
		return;
	}
	opener = top_level(f)->opener;
	--f->n_level;
	emit(f, t, t.kind)->link = opener;
}

static bool after_power(const struct filter *f)
{
	uint32_t n = f->n_out;

	return last_kind(f) == '^' ||
		(n > 1 && last_kind(f) == '-' && f->item[n - 2].kind == '^');
}

static void emit_unit(struct filter *f, struct token t, enum fault fault)
{
	if (fault == FAULT_NONE)
		emit(f, t, TOK_UNIT);
	else
		emit_bad(f, t, fault, t.end);
}

static bool is_clause_word(uint32_t place)
{
	return place == TOK_BY || place == TOK_TOP || place == TOK_KIND ||
		place == TOK_SUCH || place == TOK_UNROLL || place == TOK_STEP ||
		place == TOK_AS || place == TOK_INTERLEAVED;
}

/* A number and its unit, which must be on the same line. */
static void filter_number(struct filter *f)
{
	struct token t = f->item[f->next++];
	struct token word = f->item[f->next];
	enum fault fault = FAULT_NONE;
	uint32_t n;

	if (tokens_touch(&f->item[f->next]) &&
		(word.kind == '.' || word.kind == TOK_NUMBER ||
			f->text[word.begin] == '_')) {
		++f->next;
		emit_bad(f, t, word.kind == '.' ? FAULT_DOT : FAULT_NUMBER,
			word.end);
		return;
	}
	if (word.kind != TOK_NAME || is_clause_word(word.link)) {
		emit(f, t, TOK_NUMBER);
		return;
	}
	n = quantity_unit(f->text, &f->item[f->next]);
	if (n == 0)
		fault = FAULT_UNIT;
	else if (after_power(f))
		fault = FAULT_EXPONENT;
	if (n == 0)
		n = quantity_meant(f->text, &f->item[f->next], false);
	f->next += n;
	word.end = f->item[f->next - 1].end;
	emit(f, t, TOK_NUMBER);
	emit_unit(f, word, fault);
}

/* An `in` that no earlier word has claimed converts to a unit. */
static void filter_convert(struct filter *f, struct token t)
{
	uint32_t i = f->next, n;
	struct token unit;

	if (ignores_newlines(f))
		i = skip_newlines(f, i);
	unit = f->item[i];
	if (unit.kind != TOK_NAME) {
		emit(f, t, TOK_CONVERT);
		return;
	}
	n = quantity_meant(f->text, &f->item[i], true);
	f->next = i + n;
	unit.end = f->item[f->next - 1].end;
	n -= quantity_unit(f->text, &f->item[i]);
	emit(f, t, TOK_CONVERT);
	emit_unit(f, unit, n ? FAULT_UNIT : FAULT_NONE);
}

/* Claim the `in` after a variable of `over`, starting at token i. The variable
 * may be a figure of the device, such as l2.size.
 */
static bool claim_over(struct filter *f, uint32_t i)
{
	i = skip_newlines(f, i);
	if (f->item[i].kind != TOK_NAME)
		return false;
	while (f->item[i + 1].kind == '.' && is_word(f, i + 2))
		i += 2;
	if (f->item[i + 1].kind != TOK_IN)
		return false;
	f->item[i + 1].link = TOK_IN;
	return true;
}

/* Claim the `in` after "NAME, NAME" or "(NAME, NAME)", starting at token i. */
static bool claim_in(struct filter *f, uint32_t i)
{
	i = skip_newlines(f, i);
	if (f->item[i].kind == '(')
		i = skip_newlines(f, i + 1);
	while (f->item[i].kind == TOK_NAME) {
		i = skip_newlines(f, i + 1);
		if (f->item[i].kind != ',')
			break;
		i = skip_newlines(f, i + 1);
	}
	if (f->item[i].kind == ')')
		i = skip_newlines(f, i + 1);
	if (f->item[i].kind != TOK_IN)
		return false;
	f->item[i].link = TOK_IN;
	return true;
}

/* True if a dotted path and '=' start at token i. */
static bool is_setting(const struct filter *f, uint32_t i)
{
	i = skip_newlines(f, i);
	if (!is_word(f, i))
		return false;
	while (f->item[i + 1].kind == '.' && is_word(f, i + 2))
		i += 2;
	return f->item[i + 1].kind == '=';
}

static void filter_comma(struct filter *f)
{
	struct level *level = top_level(f);
	struct token t = f->item[f->next++];
	uint32_t name = skip_newlines(f, f->next);
	bool goes_on = false;

	if (level->list == TOK_WITH)
		goes_on = is_setting(f, name);
	else if (level->list == TOK_OVER)
		goes_on = claim_over(f, name);
	if (!goes_on)
		level->list = 0;
	emit(f, t, goes_on ? TOK_NEXT : ',');
}

static bool has_settings(const struct level *level)
{
	return level->kind == TOK_SETTINGS || level->kind == TOK_DEVICE_BRACE;
}

/* True if a reserved word is a name here: of an argument or a setting. */
static bool names_setting(struct filter *f)
{
	int last = last_kind(f), behind = f->item[f->next + 1].kind;
	bool is_path = last == TOK_WITH || last == TOK_SET ||
		last == TOK_NEXT ||
		(has_settings(top_level(f)) && (last == ',' || at_start(f)));

	if (behind == '=')
		return is_path || last == '(' || last == TOK_LAMBDA ||
			last == ',';
	return behind == '.' && is_path;
}

/* True if by, top or kind starts a clause: after a subject, or after the
 * question word and its own argument.
 */
static bool starts_clause(const struct filter *f, int place)
{
	int last = last_kind(f), behind = f->item[f->next + 1].kind;

	if (tokens_ends_operand(last))
		return true;
	if (last != TOK_ASK)
		return false;
	return behind == TOK_NAME || (behind == TOK_NUMBER && place == TOK_TOP);
}

static bool ends_line(int kind)
{
	return kind == TOK_NEWLINE || kind == ';' || kind == '}' ||
		kind == TOK_END;
}

/* The token for a word that is reserved only at the start of a kernel's
 * statement.
 */
static int body_word(const struct filter *f, int place)
{
	const struct token *t = &f->item[f->next];
	bool is_juxtaposed = is_word(f, f->next + 1) || t[1].kind == TOK_NUMBER;

	switch (place) {
	case TOK_BARRIER: return ends_line(t[1].kind) ? place : TOK_NAME;
	case TOK_FLOPS:
		return is_juxtaposed || t[1].kind == '(' ? place : TOK_NAME;
	case TOK_SHARED:
	case TOK_LOAD:
	case TOK_STORE: return is_juxtaposed ? place : TOK_NAME;
	default: return TOK_NAME;
	}
}

static bool is_text(const struct filter *f, uint32_t i, const char *word)
{
	const struct token *t = &f->item[i];

	return t->end - t->begin == strlen(word) &&
		memcmp(f->text + t->begin, word, strlen(word)) == 0;
}

/* `show WORD of ...`, `show order NAME...`, `show devices`,
 * `show kernels`
 */
static bool is_show_word(const struct filter *f)
{
	int behind = f->item[f->next + 1].kind;

	return behind == TOK_OF ||
		(is_text(f, f->next, "order") && behind == TOK_NAME) ||
		((is_text(f, f->next, "devices") ||
			 is_text(f, f->next, "kernels")) &&
			ends_line(behind));
}

/* load double at ... */
static bool follows_access(const struct filter *f)
{
	int kind = f->n_out > 1 ? f->item[f->n_out - 2].kind : 0;

	return last_kind(f) == TOK_NAME &&
		(kind == TOK_LOAD || kind == TOK_STORE);
}

/* mma (16, 8, 16) half -> ..., mma m16n8k16 half -> ..., as a statement of a
 * kernel or the value of an assignment
 */
static bool is_product(struct filter *f)
{
	const struct token *t = &f->item[f->next];
	uint32_t type = f->next + 2;
	int last = last_kind(f);

	if (top_level(f)->kind != TOK_BODY ||
		!(at_start(f) || last == '=' || last == TOK_ADD_TO))
		return false;
	if (t[1].kind == '(' && t[1].link != TOKENS_NONE)
		type = t[1].link + 1;
	else if (!is_word(f, f->next + 1))
		return false;
	return is_word(f, type);
}

/* `4 by block`: cells of a thread, not a metric to rank by */
static bool follows_cells(const struct filter *f)
{
	int behind = f->item[f->next + 2].kind;

	return tokens_ends_operand(last_kind(f)) &&
		f->item[f->next + 1].kind == TOK_NAME &&
		is_text(f, f->next + 1, "block") && behind != '.' &&
		behind != '=' && behind != '(';
}

static int place_word(struct filter *f, int place)
{
	int last = last_kind(f);

	if (place == TOK_BY && follows_cells(f))
		return TOK_BY_BLOCK;
	if (place == TOK_BY || place == TOK_TOP || place == TOK_KIND)
		return starts_clause(f, place) ? place : TOK_NAME;
	if (place == TOK_SUCH || place == TOK_UNROLL || place == TOK_STEP ||
		place == TOK_AS || place == TOK_INTERLEAVED)
		return tokens_ends_operand(last) ? place : TOK_NAME;
	if (place == TOK_RESTRICT || place == TOK_CONSTANT)
		return last == ']' ? place : TOK_NAME;
	if (place == TOK_ATOMIC)
		return last == ']' ? place : TOK_NAME;
	if (place == TOK_THAT)
		return last == TOK_SUCH ? place : TOK_NAME;
	if (place == TOK_AT)
		return follows_access(f) ? place : TOK_NAME;
	if (place == TOK_MMA)
		return is_product(f) ? place : TOK_NAME;
	return top_level(f)->kind == TOK_BODY && at_start(f) ?
		body_word(f, place) :
		TOK_NAME;
}

static int word_kind(struct filter *f)
{
	struct token t = f->item[f->next];
	int last = last_kind(f);

	if (last == '.' || last == TOK_HELP || last == TOK_USE)
		return TOK_NAME;
	if (t.kind != TOK_NAME)
		return names_setting(f) ? TOK_NAME : t.kind;
	if (last == TOK_SHOW && is_show_word(f))
		return TOK_SHOW_WORD;
	return t.link == TOKENS_NONE ? TOK_NAME : place_word(f, (int) t.link);
}

/* A line starts with a word that cannot occur in a block, and the braces around
 * it are never closed: close them before this line.
 */
static void close_braces(struct filter *f)
{
	struct token t = f->item[f->next];
	uint32_t i;

	if (f->n_level == 1 || top_level(f)->is_closed)
		return;
	if (t.kind == TOK_END) {
		i = f->n_out - (last_kind(f) == TOK_NEWLINE ? 2 : 1);
		t.begin = t.end = f->item[i].end;
		if (!at_start(f))
			emit(f, t, TOK_NEWLINE);
	} else if (ends_statement(last_kind(f))) {
		--f->n_out;
	} else {
		return;
	}
	t.fault = FAULT_BRACE;
	emit(f, t, TOK_BAD);
	f->n_level = 1;
	end_statement(f);
}

static void filter_word(struct filter *f)
{
	struct level *level = top_level(f);
	struct token t = f->item[f->next];
	int kind = word_kind(f);

	switch (kind) {
	case TOK_KERNEL:
	case TOK_DEVICE:
	case TOK_DEF:
	case TOK_IMPORT:
	case TOK_USE:
		if (at_start(f))
			close_braces(f);
		break;
	case TOK_OVER:
		level->list = TOK_OVER;
		claim_over(f, f->next + 1);
		break;
	case TOK_FOR:
	case TOK_LOOP:
	case TOK_SEARCH:
	case TOK_CROSSOVER: claim_in(f, f->next + 1); break;
	case TOK_WITH:
		if (f->item[skip_newlines(f, f->next + 1)].kind == '{')
			kind = TOK_WITH_BRACE;
		else
			level->list = TOK_WITH;
		break;
	case TOK_ON:
	case TOK_OF:
	case TOK_BY:
	case TOK_TOP:
	case TOK_KIND: level->list = 0; break;
	case TOK_BY_BLOCK: t.end = f->item[++f->next].end; break;
	case TOK_IN:
		++f->next;
		if (t.link == TOK_IN)
			emit(f, t, TOK_IN);
		else
			filter_convert(f, t);
		return;
	}
	++f->next;
	emit(f, t, kind);
}

static void filter_sign(struct filter *f)
{
	struct token t = f->item[f->next++];

	emit(f, t, t.kind);
}

static void filter_token(struct filter *f)
{
	switch (f->item[f->next].kind) {
	case TOK_NEWLINE: filter_newline(f); break;
	case ';': filter_semicolon(f); break;
	case ',': filter_comma(f); break;
	case '(':
	case '[':
	case '{': filter_open(f); break;
	case ')':
	case ']':
	case '}': filter_close(f); break;
	case TOK_NUMBER: filter_number(f); break;
	default:
		if (is_word(f, f->next))
			filter_word(f);
		else
			filter_sign(f);
	}
}

void filter_tokens(struct tokens *tokens)
{
	struct filter f = { .text = tokens->source->text };
	struct token end = tokens->item[tokens->n - 1];

	/* room for TOK_NEWLINE and FAULT_BRACE before TOK_END */
	f.item = memory_resize(tokens->item, (tokens->n + 2) * sizeof(end));
	f.level = memory_grow(NULL, 0, sizeof(struct level));
	f.level[f.n_level++] = (struct level) {
		.opener = TOKENS_NONE,
		.kind = TOK_BLOCK,
		.is_closed = true,
	};
	while (f.item[f.next].kind != TOK_END)
		filter_token(&f);
	close_braces(&f);
	f.n_level = 1;
	emit(&f, end, TOK_END);
	free(f.level);
	tokens->item = f.item;
	tokens->n = f.n_out;
}
