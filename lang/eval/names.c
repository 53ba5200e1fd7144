/* Predefined names, and suggestions for undefined ones. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/eval/builtin.h"
#include "lang/eval/names.h"
#include "lang/eval/rooms.h"

/* Symbols: names whose value is the name itself. A program may rebind those
 * that are not fixed.
 */
static const struct {
	const char *name;
	bool is_fixed, is_type;
} symbols[] = {
	{ "rows", true, false },
	{ "linear", false, false },
	{ "morton", false, false },
	{ "hilbert", false, false },
	{ "auto", true, false },
	{ "half", true, true },
	{ "float", true, true },
	{ "double", true, true },
	{ "int8", true, true },
	{ "int16", true, true },
	{ "int32", true, true },
	{ "int64", true, true },
	{ "uint8", true, true },
	{ "uint16", true, true },
	{ "uint32", true, true },
	{ "cold", true, false },
	{ "warm", true, false },
	{ "wsp", true, false },
	{ "ernst2022", true, false },
	{ "warpspeed2025", true, false },
	{ "soa", true, false },
	{ "aos", true, false },
	{ "clamp", true, false },
	{ "mirror", true, false },
	{ "periodic", true, false },
	{ "constant", false, false },
	{ "constant64", false, false },
	{ "none", false, false },
	{ "text", false, false },
	{ "json", false, false },
	{ "csv", false, false },
	{ "markdown", false, false },
	{ "lru", false, false },
	{ "fifo", false, false },
	{ "random", false, false },
	{ "segmented", false, false },
	{ "full", false, false },
	{ "back", false, false },
	{ "through", false, false },
	{ "adjacent", false, false },
	{ "interleaved", false, false },
	{ "closed", false, false },
	{ "simulated", false, false },
	{ "inline", false, false },
	{ "sequential", false, false },
	{ "warps", false, false },
	{ "waves", false, false },
};

#define N_SYMBOL (sizeof(symbols) / sizeof(symbols[0]))

void names_index(struct eval *ev)
{
	int64_t at = 0;

	for (size_t i = 0; i < N_SYMBOL; ++i)
		map_add(&ev->predefined, map_hash_text(symbols[i].name), at++);
	for (int i = 0; i < ev->rooms->n_builtin; ++i)
		map_add(&ev->predefined,
			map_hash_text(ev->rooms->builtin[i].name), at++);
}

static const char *name_at(const struct eval *ev, int64_t i)
{
	return i < (int64_t) N_SYMBOL ? symbols[i].name :
					ev->rooms->builtin[i - N_SYMBOL].name;
}

/* The first of the name from "first" on, symbols before functions; -1 if there is
 * none.
 */
static int64_t find(const struct eval *ev, const char *name, int64_t first)
{
	uint64_t hash = map_hash_text(name);
	size_t at = 0;
	int64_t i;

	while ((i = map_next(&ev->predefined, hash, &at)) >= 0 &&
		(i < first || strcmp(name_at(ev, i), name) != 0))
		continue;
	return i;
}

const struct builtin *names_builtin(const struct eval *ev, const char *name)
{
	int64_t i = find(ev, name, N_SYMBOL);

	return i < 0 ? NULL : &ev->rooms->builtin[i - N_SYMBOL];
}

bool names_predefined(const struct eval *ev, const char *name,
	struct value *result)
{
	int64_t i;

	if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0) {
		*result = value_bool(name[0] == 't');
		return true;
	}
	if (strcmp(name, "pi") == 0) {
		*result = value_real(acos(-1), (struct dim) { { 0 } });
		return true;
	}
	i = find(ev, name, 0);
	if (i < 0)
		return false;
	if (i < (int64_t) N_SYMBOL) {
		*result = value_symbol(symbols[i].name);
		return true;
	}
	*result = (struct value) { .kind = VALUE_BUILTIN };
	result->u.builtin = &ev->rooms->builtin[i - N_SYMBOL];
	return true;
}

bool names_is_fixed(const char *name)
{
	if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0)
		return true;
	for (size_t i = 0; i < N_SYMBOL; ++i)
		if (strcmp(symbols[i].name, name) == 0)
			return symbols[i].is_fixed;
	return false;
}

bool names_is_type(const char *name)
{
	for (size_t i = 0; i < N_SYMBOL; ++i)
		if (strcmp(symbols[i].name, name) == 0)
			return symbols[i].is_type;
	return false;
}

bool names_check(struct eval *ev, const char *name, struct loc loc)
{
	return !names_is_fixed(name) ||
		diag_error(ev->diag, loc, NULL,
			"'%s' is predefined and cannot be redefined", name);
}

void names_each(struct eval *ev, void (*visit)(void *user, const char *name),
	void *user)
{
	for (int i = ev->locals.n - 1; i >= ev->base; --i)
		visit(user, ev->locals.at[i].name);
	for (int i = 0; i < ev->globals.n; ++i)
		visit(user, ev->globals.binding[i].name);
	for (size_t s = 0; s < N_SYMBOL; ++s)
		visit(user, symbols[s].name);
	for (int i = 0; i < ev->rooms->n_builtin; ++i)
		visit(user, ev->rooms->builtin[i].name);
	visit(user, "true");
	visit(user, "false");
	visit(user, "pi");
	ev->rooms->each_name(ev, visit, user);
}

void names_keep_nearest(void *user, const char *name)
{
	struct nearest *n = user;
	const char *two[2] = { n->best, name };

	n->best = n->best ? diag_nearest(n->name, two, 2) :
			    diag_nearest(n->name, &name, 1);
}

static const struct {
	const char *names, *note;
} hints[] = {
#define HINT(names, note) { names, note },
#include "lang/eval/hint.def"
};

/* True for what may be the name of a GPU: gtx1080, mi60, h800. */
static bool is_board(const char *name)
{
	size_t n_letter = strspn(name, "abcdefghijklmnopqrstuvwxyz");
	size_t n_digit = strspn(name + n_letter, "0123456789");
	static const char *const makes[] = { "a", "b", "gb", "gh", "gt", "gtx",
		"h", "k", "l", "m", "max", "mi", "p", "rtx", "rx", "t", "v" };

	for (size_t i = 0; i < sizeof(makes) / sizeof(makes[0]); ++i)
		if (strlen(makes[i]) == n_letter &&
			strncmp(makes[i], name, n_letter) == 0)
			return n_digit >= 2;
	return false;
}

/* True for i, j and k at the start of an index. */
static bool is_index(const char *name, struct loc loc)
{
	const char *text = loc.source ? loc.source->text : "";
	uint32_t at = loc.source ? loc.begin : 0;

	while (at > 0 && text[at - 1] == ' ')
		--at;
	return name[0] >= 'i' && name[0] <= 'k' && !name[1] && at > 0 &&
		(text[at - 1] == '[' || text[at - 1] == ',');
}

bool names_hint(struct diag *diag, const char *name, struct loc loc)
{
	struct buffer word = { 0 };
	bool found = is_index(name, loc);

	if (found)
		diag_note(diag,
			"indices are offsets from the cell of the thread: "
			"dst[i,j] = src[i+1,j] is dst[0,0] = src[1,0]");

	buffer_printf(&word, " %s ", name);
	for (size_t i = 0; i < sizeof(hints) / sizeof(hints[0]); ++i)
		if (strstr(hints[i].names, word.text)) {
			diag_note(diag, "%s", hints[i].note);
			found = true;
		}
	buffer_free(&word);
	if (!found && is_board(name))
		diag_note(diag,
			"'show devices' lists the devices; 'device %s : h100 { "
			"sm.count = ...; dram.bw = ... }' adds one",
			name);
	return found;
}

void names_suggest(struct eval *ev, const char *name)
{
	struct nearest n = { name, NULL };

	if (names_hint(ev->diag, name, (struct loc) { 0 }))
		return;

	names_each(ev, names_keep_nearest, &n);
	if (n.best)
		diag_note(ev->diag, "did you mean '%s'?", n.best);
}

void names_suggest_member(struct diag *diag, const char *name,
	const struct value *record)
{
	const struct record *r = record->u.record;
	const char *best = NULL;

	for (int i = 0; i < r->n; ++i) {
		const char *two[2] = { best, r->member[i].name };

		best = best ? diag_nearest(name, two, 2) :
			      diag_nearest(name, &two[1], 1);
	}
	if (best)
		diag_note(diag, "did you mean '%s'?", best);
}
