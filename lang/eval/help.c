/* `help WORD`: looks up words of help.def, functions, settings, libraries,
 * units and names of the session.
 */

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "lang/eval/builtin.h"
#include "lang/eval/help.h"
#include "lang/eval/module.h"
#include "lang/eval/names.h"
#include "lang/eval/rooms.h"
#include "lang/eval/settings.h"
#include "lang/number/unit.h"

static const struct {
	const char *word, *form, *help;
} words[] = {
#define WORD(word, form, help) { word, form, help },
#include "lang/eval/help.def"
};

#define N_WORD ((int) (sizeof(words) / sizeof(words[0])))

static const char overview[] =
	"Write a stencil, ask how fast it runs:\n"
	"\n"
	"  dst[0,0] = (src[1,0] + src[-1,0] + src[0,1] + src[0,-1]) / 4\n"
	"  estimate on a100 with domain = (15000, 15000), block = (256, 2)\n"
	"\n"
	"questions:   estimate rank sweep layers roofline explain smallest crossover\n"
	"definitions: kernel device def for if set use import\n"
	"to look at:  show dst, show kernels, show devices, show addresses of dst\n"
	"numbers:     4096^2 * 8 B / 192 GB/s in ms\n"
	"\n"
	"help WORD explains a word, a function, a unit or a setting;\n"
	"help functions, help units and help settings list them.\n";

static void list_builtins(const struct rooms *rooms, struct buffer *out)
{
	int col = 0;

	for (int i = 0; i < rooms->n_builtin; ++i) {
		int len = (int) strlen(rooms->builtin[i].name) + 1;

		if (col + len > 76) {
			buffer_add(out, "\n");
			col = 0;
		}
		buffer_printf(out, "%s ", rooms->builtin[i].name);
		col += len;
	}
	buffer_add(out, "\n");
}

static void list_units(struct buffer *out)
{
	const char *const *name;
	int n = unit_names(&name), col = 0;

	for (int i = 0; i < n; ++i) {
		int len = (int) strlen(name[i]) + 1;

		if (col + len > 76) {
			buffer_add(out, "\n");
			col = 0;
		}
		buffer_printf(out, "%s ", name[i]);
		col += len;
	}
	buffer_add(out, "\nand quotients such as GB/s, B/LUP, FLOP/B.\n");
}

struct setting_list {
	struct eval *ev;
	struct buffer *out;
	const char *only; /* NULL: all settings */
	bool found;
};

/* "memory: a setting, budget: bytes that ...; now 1 GiB" */
static void add_setting(void *user, const char *name, const char *help)
{
	struct setting_list *list = user;
	struct buffer now = { 0 };

	if (list->only && strcmp(list->only, name) != 0)
		return;
	list->found = true;
	if (list->only)
		buffer_printf(list->out, "%s: %s, %s", name,
			settings_is_option(name) ? "a launch option" :
						   "a setting",
			help);
	else
		buffer_printf(list->out, "  %-15s %s", name, help);
	settings_print_value(list->ev, name, &now);
	buffer_printf(list->out, now.len ? "; now %s\n" : "%s\n",
		buffer_text(&now));
	buffer_free(&now);
}

/* Add the comment that ends just before "end": consecutive lines that start
 * with '#', each indented.
 */
static void add_comment(const char *text, size_t end, struct buffer *out)
{
	size_t begin = end, line;

	while (begin > 0) {
		for (line = begin - 1; line > 0 && text[line - 1] != '\n';)
			--line;
		if (text[line] != '#')
			break;
		begin = line;
	}
	while (begin < end) {
		for (line = begin; text[line] != '\n';)
			++line;
		begin += begin + 1 < line ? 2 : 1;
		buffer_add(out, "  ");
		buffer_add_bytes(out, text + begin, line - begin);
		buffer_add(out, "\n");
		begin = line + 1;
	}
}

/* Add the comment at the start of a library. */
static void help_library(const struct embedded *e, struct buffer *out)
{
	size_t end = 0;
	const char *eol;

	while (e->text[end] == '#' && (eol = strchr(e->text + end, '\n')))
		end = (size_t) (eol - e->text) + 1;
	buffer_printf(out, "%s: a library; use %s\n", e->name, e->name);
	add_comment(e->text, end, out);
}

/* Add one line for a library: the first sentence of its comment. */
static void add_library(void *user, const struct embedded *e)
{
	struct buffer *out = user;
	const char *at = e->text;

	buffer_printf(out, "  %-10s ", e->name);
	for (at += 2;
		at[0] && !(at[0] == '.' && (at[1] == ' ' || at[1] == '\n'));
		++at) {
		buffer_add_char(out, at[0] == '\n' ? ' ' : at[0]);
		if (at[0] == '\n' && at[1] == '#')
			at += 2;
	}
	buffer_add(out, "\n");
}

static bool help_word(struct eval *ev, const char *word, struct buffer *out)
{
	struct setting_list settings = { .ev = ev, .out = out };

	for (int i = 0; i < N_WORD; ++i) {
		if (strcmp(words[i].word, word) != 0)
			continue;
		buffer_printf(out, "%s\n  %s\n", words[i].form, words[i].help);
		if (strcmp(word, "set") == 0)
			settings_each(add_setting, &settings);
		if (strcmp(word, "use") == 0)
			module_each_library(add_library, out);
		return true;
	}
	return false;
}

static void help_builtin(const struct builtin *b, struct buffer *out)
{
	buffer_printf(out, "%s(%s)\n  %s\n", b->name, b->params, b->help);
	if (b->example)
		buffer_printf(out, "  %s  gives  %s\n", b->example, b->gives);
}

static bool help_unit(const char *name, struct buffer *out)
{
	struct number one = number_int(1), n;
	struct unit unit;
	char base[64];

	if (unit_parse(name, strlen(name), &unit) != strlen(name) ||
		number_with_unit(&one, &unit, &n) != NUMBER_OK)
		return false;
	buffer_printf(out, "%s: a unit; 1 %s is ", name, name);
	number_print_plain(&n, out);
	dim_name(unit.dim, base, sizeof(base));
	buffer_printf(out, " %s\n", base[0] ? base : "without dimension");
	number_free(&n);
	return true;
}

/* ------------------------------------------------------------- mentions */

#define SHORTEST 3 /* "a" and "of" are in every text */

/* Topics whose text has a word: where people look for a snapshot they find
 * diagram.
 */
struct mentions {
	const char *name;
	struct buffer *out;
	int n;
};

static bool is_of_name(char c)
{
	return c == '_' || isalnum((unsigned char) c);
}

/* Does the text have "name", in any case and not as a part of a longer one? */
static bool has_word(const char *text, const char *name)
{
	size_t len = strlen(name);

	for (const char *at = text; *at; ++at)
		if (strncasecmp(at, name, len) == 0 &&
			!(at > text && is_of_name(at[-1])) &&
			!is_of_name(at[len]))
			return true;
	return false;
}

static void add_mention(struct mentions *m, const char *topic, const char *form)
{
	if (m->n++ == 0)
		buffer_printf(m->out, "%s is in the help of\n", m->name);
	buffer_printf(m->out, "  %-15s %s\n", topic, form);
}

static void find_in_setting(void *user, const char *name, const char *help)
{
	struct mentions *m = user;

	if (has_word(help, m->name))
		add_mention(m, name, help);
}

/* A function of a library that is not in use. */
static void find_in_library(void *user, const struct embedded *e)
{
	struct mentions *m = user;
	struct buffer def = { 0 };

	buffer_printf(&def, "\ndef %s(", m->name);
	if (strstr(e->text, buffer_text(&def))) {
		buffer_printf(m->out, "%s: a function of %s; use %s\n", m->name,
			e->name, e->name);
		++m->n;
	}
	buffer_free(&def);
}

static bool help_mentions(struct eval *ev, const char *name, struct buffer *out)
{
	struct mentions m = { name, out, 0 };

	if (strlen(name) < SHORTEST)
		return false;
	module_each_library(find_in_library, &m);
	if (m.n > 0)
		return true;
	for (int i = 0; i < N_WORD; ++i)
		if (has_word(words[i].help, name) ||
			has_word(words[i].form, name))
			add_mention(&m, words[i].word, words[i].form);
	for (int i = 0; i < ev->rooms->n_builtin; ++i) {
		const struct builtin *b = &ev->rooms->builtin[i];

		struct buffer form = { 0 };

		buffer_printf(&form, "%s(%s)", b->name, b->params);
		if (has_word(b->help, name) || has_word(b->params, name))
			add_mention(&m, b->name, buffer_text(&form));
		buffer_free(&form);
	}
	settings_each(find_in_setting, &m);
	return m.n > 0;
}

static bool help_value(struct eval *ev, const char *name, struct buffer *out)
{
	int errors = ev->diag->n_error;
	struct value v;

	if (!eval_lookup(ev, name, &v))
		return ev->diag->n_error > errors;
	if (v.kind == VALUE_SYMBOL && help_mentions(ev, name, out)) {
		value_free(&v);
		return true;
	}
	buffer_printf(out, "%s: a %s\n", name, value_kind_name(&v));
	if (v.kind == VALUE_FUNCTION) {
		struct loc loc = v.u.function->node->loc;

		add_comment(loc.source->text, loc.begin, out);
		buffer_add(out, "  ");
		buffer_add_bytes(out, loc.source->text + loc.begin,
			loc.end - loc.begin);
		buffer_add(out, "\n");
	} else if (v.kind == VALUE_OBJECT) {
		buffer_add(out, "  ");
		value_print(&v, out);
		buffer_add(out, "\n");
	}
	value_free(&v);
	return true;
}

static bool help_any(struct eval *ev, const char *name, struct buffer *out)
{
	struct setting_list setting = { .ev = ev, .out = out, .only = name };
	const struct builtin *b;
	bool found;

	if (strcmp(name, "functions") == 0) {
		list_builtins(ev->rooms, out);
		return true;
	}
	if (strcmp(name, "units") == 0) {
		list_units(out);
		return true;
	}
	if (help_word(ev, strcmp(name, "settings") == 0 ? "set" : name, out))
		return true;
	b = names_builtin(ev, name);
	if (b) {
		help_builtin(b, out);
		return true;
	}
	settings_each(add_setting, &setting);
	found = setting.found || help_value(ev, name, out);
	if (module_find_library(name)) {
		help_library(module_find_library(name), out);
		return true;
	}
	return found || help_unit(name, out) || help_mentions(ev, name, out);
}

bool help_statement(struct eval *ev, const struct node *node)
{
	struct buffer out = { 0 };
	bool ok = true;

	if (!node->text) {
		buffer_add(&out, overview);
	} else if (!help_any(ev, node->text, &out)) {
		ok = diag_error(ev->diag, node->loc, NULL,
			"there is no help on '%s'", node->text);
		names_suggest(ev, node->text);
		diag_note(ev->diag,
			"'help' alone lists the topics, 'help functions' all "
			"functions");
	}
	ok = ok && eval_output(ev, buffer_text(&out), out.len, node->loc);
	buffer_free(&out);
	return ok;
}
