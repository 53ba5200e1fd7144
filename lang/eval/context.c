/* The life of a session: start, inputs, saving and restoring, and completion.
 */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lang/base/embedded.h"
#include "lang/base/memory.h"
#include "lang/eval/context.h"
#include "lang/eval/module.h"
#include "lang/eval/names.h"
#include "lang/eval/rooms.h"
#include "lang/eval/settings.h"
#include "lang/number/unit.h"
#include "lang/syntax/parse.h"
#include "lang/value/path.h"

static void load_prelude(struct eval *ev)
{
	struct diag diag = { 0 };

	context_begin(ev, &diag);
	for (int i = 0; i < n_embedded; ++i)
		if (strcmp(embedded[i].folder, "stdlib") == 0 &&
			strcmp(embedded[i].name, "prelude") == 0)
			module_run_embedded(ev, &embedded[i]);
	context_end(ev);
	diag_clear(&diag);
}

struct eval *eval_new(const struct rooms *rooms)
{
	struct eval *ev = memory_new(sizeof(*ev));

	ev->rooms = rooms;
	names_index(ev);
	atomic_init(&ev->interrupted, false);
	ev->account = account_new();
	ev->budget = settings_budget();
	ev->threads = (int) sysconf(_SC_NPROCESSORS_ONLN);
	if (ev->threads < 1)
		ev->threads = 1;
	load_prelude(ev);
	return ev;
}

/* ---------------------------------------------------- saved sessions */

/* The part of a session that programs can change. */
struct saved {
	struct scope globals, library, settings;
	struct module *modules; /* the innermost one loaded */
	struct owned *owned;	/* the newest entry */
	char *last_kernel;
	enum format format;
	struct budget budget;
	int threads;
};

struct saved *context_save(const struct eval *ev)
{
	struct saved *s = memory_new(sizeof(*s));

	s->globals = scope_copy(&ev->globals);
	s->library = scope_copy(&ev->library);
	s->settings = scope_copy(&ev->settings);
	s->modules = ev->modules;
	s->owned = ev->owned;
	if (ev->last_kernel)
		s->last_kernel = memory_copy_text(ev->last_kernel);
	s->format = ev->format;
	s->budget = ev->budget;
	s->threads = ev->threads;
	return s;
}

/* Free objects that the session acquired after "until". */
static void forget_owned(struct eval *ev, const struct owned *until)
{
	while (ev->owned != until) {
		struct owned *o = ev->owned;

		ev->owned = o->next;
		o->free(o);
	}
}

static void put_back(struct scope *s, const struct scope *saved)
{
	scope_clear(s);
	*s = scope_copy(saved);
}

void context_restore(struct eval *ev, const struct saved *s)
{
	put_back(&ev->globals, &s->globals);
	put_back(&ev->library, &s->library);
	put_back(&ev->settings, &s->settings);
	module_forget(ev, s->modules);
	forget_owned(ev, s->owned);
	free(ev->last_kernel);
	ev->last_kernel = s->last_kernel ? memory_copy_text(s->last_kernel) :
					   NULL;
	ev->format = s->format;
	ev->budget = s->budget;
	ev->threads = s->threads;
}

void context_forget(struct saved *s)
{
	if (!s)
		return;
	scope_clear(&s->globals);
	scope_clear(&s->library);
	scope_clear(&s->settings);
	free(s->last_kernel);
	free(s);
}

void eval_free(struct eval *ev)
{
	struct account *outer;

	if (!ev)
		return;
	outer = account_open(ev->account);
	locals_clear(&ev->locals);
	scope_clear(&ev->globals);
	scope_clear(&ev->library);
	scope_clear(&ev->settings);
	module_forget(ev, NULL);
	forget_owned(ev, NULL);
	buffer_free(&ev->output);
	free(ev->last_kernel);
	account_open(outer == ev->account ? NULL : outer);
	account_drop(ev->account);
	map_clear(&ev->predefined);
	free(ev);
}

void context_begin(struct eval *ev, struct diag *diag)
{
	struct account *outer = account_open(ev->account);

	if (outer != ev->account)
		ev->outer = outer;
	ev->diag = diag;
	ev->steps = ev->output_B = 0;
	eval_start_clock(ev);
	ev->noted = (struct noted) { 0 };
	ev->stack_top = (uintptr_t) __builtin_frame_address(0);
	ev->checking = ev->quiet = ev->in_index = ev->in_library = false;
	ev->has_last = false;
	ev->callee = NULL;
	ev->build = NULL;
	eval_unbind(ev, 0);
	ev->base = 0;
	account_relieve(ev->account);
	context_limit_memory(ev);
	if (!memory_refill())
		account_starve();
}

void context_end(struct eval *ev)
{
	account_open(ev->outer);
	ev->outer = NULL;
	ev->diag = NULL;
	atomic_store(&ev->interrupted, false);
}

/* If values already exceed a lowered budget, they may stay: the limit is then
 * their present size.
 */
void context_limit_memory(struct eval *ev)
{
	ev->memory_B = ev->account->live_B > ev->budget.memory_B &&
			!ev->account->is_starved ?
		ev->account->live_B :
		ev->budget.memory_B;
}

/* --------------------------------------------------------- completion */

struct completion {
	const char *word;
	size_t len;
	char **found;
	int n;
};

static void offer(void *user, const char *name)
{
	struct completion *c = user;

	if (strncmp(name, c->word, c->len) != 0)
		return;
	for (int i = 0; i < c->n; ++i)
		if (strcmp(c->found[i], name) == 0)
			return;
	c->found = memory_grow(c->found, (size_t) c->n, sizeof(*c->found));
	c->found[c->n++] = memory_copy_text(name);
}

static void offer_setting(void *user, const char *name, const char *help)
{
	(void) help;
	offer(user, name);
}

static void offer_library(void *user, const struct embedded *e)
{
	offer(user, e->name);
}

static bool is_word_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		(c >= '0' && c <= '9') || c == '_';
}

static void offer_all(struct completion *c, const char *const *name, int n)
{
	for (int i = 0; i < n; ++i)
		offer(c, name[i]);
}

/* Offer the members of the value that the dotted path text[0..len) names. */
static void offer_members(struct eval *ev, struct completion *c,
	const char *text, size_t len)
{
	struct diag quiet = { 0 };
	struct value v, part;
	const char *const *names;
	char *path = memory_copy_bytes(text, len), *dot, *at = path;
	int i;
	bool ok;

	context_begin(ev, &quiet);
	dot = strchr(at, '.');
	if (dot)
		*dot = '\0';
	ok = eval_lookup(ev, at, &v);
	while (ok && dot) {
		at = dot + 1;
		dot = strchr(at, '.');
		if (dot)
			*dot = '\0';
		ok = path_member(&v, at, &part);
		value_free(&v);
		v = part;
	}
	if (ok && v.kind == VALUE_OBJECT && v.u.object->type->names) {
		i = v.u.object->type->names(v.u.object, &names);
		offer_all(c, names, i);
	}
	if (ok && v.kind == VALUE_RECORD)
		for (i = 0; i < v.u.record->n; ++i)
			offer(c, v.u.record->member[i].name);
	if (ok)
		value_free(&v);
	free(path);
	context_end(ev);
	diag_clear(&quiet);
}

/* The word that ends before text[from], with blanks between; *len is 0 if there
 * is none.
 */
static const char *word_before(const char *text, size_t from, size_t *len)
{
	size_t end = from, begin;

	while (end > 0 && text[end - 1] == ' ')
		--end;
	for (begin = end; begin > 0 && is_word_byte(text[begin - 1]); --begin)
		;
	*len = end < from ? end - begin : 0;
	return text + begin;
}

static bool is_word(const char *at, size_t len, const char *word)
{
	return strlen(word) == len && strncmp(at, word, len) == 0;
}

/* True if the word before text[from] is "word". */
static bool follows(const char *text, size_t from, const char *word)
{
	size_t len;
	const char *at = word_before(text, from, &len);

	return is_word(at, len, word);
}

/* True if text[from] starts an item of the list after "word": the word itself
 * or a comma outside of brackets is before it, and no other clause between.
 */
static bool begins_item(const char *text, size_t from, const char *word)
{
	static const char *const clauses[] = { "on", "with", "over", "by" };
	size_t at = from, len;
	int depth = 0;

	while (at > 0 && text[at - 1] == ' ')
		--at;
	if (at == 0 || (text[at - 1] != ',' && !follows(text, from, word)))
		return false;
	for (; at > 0; --at) {
		char c = text[at - 1];

		depth += (c == ')' || c == ']') - (c == '(' || c == '[');
		if (depth < 0)
			return false;
		if (is_word_byte(c) || at == from)
			continue;
		for (size_t i = 0;
			depth == 0 && i < sizeof(clauses) / sizeof(clauses[0]);
			++i) {
			len = strlen(clauses[i]);
			if (at + len < from && text[at + len] == ' ' &&
				strncmp(text + at, clauses[i], len) == 0)
				return strcmp(clauses[i], word) == 0;
		}
	}
	return false;
}

/* The question of the statement that text[from] is in; NULL if none. */
static const struct question *question_before(const struct eval *ev,
	const char *text, size_t from)
{
	for (size_t end = from; end > 0 && text[end - 1] != '\n';) {
		size_t begin = end;

		while (begin > 0 && is_word_byte(text[begin - 1]))
			--begin;
		for (const struct question *const *room = ev->rooms->questions;
			*room && begin < end; ++room)
			for (const struct question *q = *room; q->word; ++q)
				if (is_word(text + begin, end - begin, q->word))
					return q;
		end = begin < end ? begin : end - 1;
	}
	return NULL;
}

/* The launch options that a question takes. */
struct taken {
	struct completion *completion;
	const struct eval *ev;
	const struct question *question; /* NULL: any */
};

static void offer_option(void *user, const char *name, const char *help)
{
	const struct taken *t = user;
	const char *why;
	int needs;

	(void) help;
	if (!settings_is_option(name))
		return;
	needs = t->ev->rooms->option_needs(name, &why);
	if (!t->question || needs == 0 || needs & t->question->takes)
		offer(t->completion, name);
}

/* Offer the names of the session whose values are objects of a type. */
static void offer_objects(struct eval *ev, struct completion *c,
	const char *type)
{
	for (int i = 0; i < ev->globals.n; ++i) {
		const struct value *v = &ev->globals.binding[i].value;

		if (v->kind == VALUE_OBJECT &&
			strcmp(v->u.object->type->name, type) == 0)
			offer(c, ev->globals.binding[i].name);
	}
}

/* True if the word before text[from] asks a question about a kernel. */
static bool follows_question(const struct eval *ev, const char *text,
	size_t from)
{
	size_t len;
	const char *at = word_before(text, from, &len);

	for (const struct question *const *room = ev->rooms->questions; *room;
		++room)
		for (const struct question *q = *room; q->word; ++q)
			if (is_word(at, len, q->word))
				return true;
	return false;
}

static void offer_kernels(struct eval *ev, struct completion *c)
{
	offer_objects(ev, c, "kernel");
	offer(c, "on");
	offer(c, "over");
	offer(c, "with");
}

/* What may follow `show`. */
static void offer_shown(struct eval *ev, struct completion *c)
{
	static const char *const words[] = { "addresses", "devices", "kernels",
		"maps", "order" };

	offer_all(c, words, sizeof(words) / sizeof(words[0]));
	offer_objects(ev, c, "kernel");
	offer_objects(ev, c, "device");
	ev->rooms->each_name(ev, offer, c);
}

/* What may follow `on`. */
static void offer_places(struct eval *ev, struct completion *c)
{
	struct diag quiet = { 0 };

	context_begin(ev, &quiet);
	ev->rooms->each_place(ev, offer, c);
	context_end(ev);
	diag_clear(&quiet);
	for (int i = 0; i < ev->globals.n; ++i) {
		const struct binding *b = &ev->globals.binding[i];

		if (b->value.kind == VALUE_OBJECT &&
			!scope_find(&ev->library, b->name) &&
			strcmp(b->value.u.object->type->name, "device") == 0)
			offer(c, b->name);
	}
}

/* The values of the option whose name is the word "option". */
struct offered {
	struct completion *c;
	const char *option;
	size_t len;
	bool any;
};

static void offer_value(void *user, const char *option, const char *value)
{
	struct offered *o = user;

	if (!is_word(o->option, o->len, option))
		return;
	offer(o->c, value);
	o->any = true;
}

/* The words that options take as values, after `option =` before text[from] or
 * as the lists of `over option in`; false if there is no such option.
 */
static bool offer_values(struct eval *ev, struct completion *c,
	const char *text, size_t from)
{
	struct offered offered = { .c = c };
	size_t at = from, len;
	const char *option;
	bool is_axis;

	while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '['))
		--at;
	is_axis = at < from && follows(text, at + 1, "in");
	if (is_axis)
		at -= strlen("in");
	else if (at == 0 || text[--at] != '=')
		return false;
	option = word_before(text, at, &len);
	if (is_axis &&
		(is_word(option, len, "block") ||
			is_word(option, len, "fold"))) {
		offer(c, *option == 'b' ? "blocks" : "folds");
		return true;
	}
	if (is_word(option, len, "device")) {
		offer_places(ev, c);
		return true;
	}
	offered.option = option;
	offered.len = len;
	settings_each_value(offer_value, &offered);
	return offered.any;
}

static int compare_words(const void *a, const void *b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

char **context_complete(struct eval *ev, const char *text, size_t len,
	size_t *start)
{
	struct completion c = { 0 };
	const char *const *names;
	size_t from = len, path;
	int n;

	while (from > 0 && is_word_byte(text[from - 1]))
		--from;
	*start = from;
	c.word = text + from;
	c.len = len - from;
	for (path = from; path > 0 &&
		(is_word_byte(text[path - 1]) || text[path - 1] == '.');
		--path)
		;
	if (from > 0 && text[from - 1] == '.' && path < from - 1) {
		offer_members(ev, &c, text + path, from - 1 - path);
	} else if (follows(text, from, "use")) {
		module_each_library(offer_library, &c);
	} else if (follows(text, from, "on")) {
		offer_places(ev, &c);
	} else if (begins_item(text, from, "with") ||
		begins_item(text, from, "over")) {
		struct taken t = { &c, ev, question_before(ev, text, from) };

		settings_each(offer_option, &t);
	} else if (offer_values(ev, &c, text, from)) {
		; /* nothing else fits */
	} else if (follows(text, from, "show")) {
		offer_shown(ev, &c);
	} else if (follows(text, from, "set")) {
		settings_each(offer_setting, &c);
	} else if (follows_question(ev, text, from)) {
		offer_kernels(ev, &c);
	} else {
		names_each(ev, offer, &c);
		n = parse_keywords(&names);
		offer_all(&c, names, n);
		settings_each(offer_setting, &c);
		if (from > 0 && text[from - 1] == ' ' && c.len > 0) {
			n = unit_names(&names);
			offer_all(&c, names, n);
		}
	}
	if (c.n == 0)
		return NULL;
	qsort(c.found, (size_t) c.n, sizeof(*c.found), compare_words);
	c.found = memory_resize(c.found, ((size_t) c.n + 1) * sizeof(*c.found));
	c.found[c.n] = NULL;
	return c.found;
}
