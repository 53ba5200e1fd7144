/* Devices by the names of their boards.  A name is split into the model, all
 * words but those of the vendor and of the memory, the form of the board and the
 * size of its memory.  A board is found if its model is the same and neither
 * form nor size contradict: "A100" may be two boards, "H100 PCIe" is none of
 * hw/, which has the one in an SXM socket.
 */

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/device_text.h"
#include "lang/base/memory.h"
#include "lang/device/board.h"
#include "lang/device/device.h"
#include "lang/device/folder.h"
#include "lang/device/library.h"
#include "lang/eval/builtin.h"

#define WORD	  32
#define MODEL	  64
#define MOST_NEAR 4

struct name {
	char model[MODEL]; /* words that are left, without blanks: "rtx4090" */
	char form;	   /* 's': in an SXM socket, 'p': PCIe, 0: not said */
	int size_GB;	   /* 0: not said */
};

static const struct {
	const char *name, *device;
} boards[] = {
#define BOARD(name, device) { name, device },
#define CHIP(name, family)
#include "lang/device/board.def"
};

static const struct {
	const char *name, *family;
} chips[] = {
#define BOARD(name, device)
#define CHIP(name, family) { name, family },
#include "lang/device/board.def"
};

/* ---------------------------------------------------------------- names */

/* Words that do not tell boards of one vendor apart. */
static bool is_of_vendor(const char *word)
{
	static const char *const words[] = { "nvidia", "tesla", "geforce",
		"quadro", "amd", "ati", "radeon", "instinct", "intel", "r",
		"tm", "corporation", "data", "center", "gpu", "graphics",
		"generation", "accelerator", "oam", "vf" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i)
		if (strcmp(word, words[i]) == 0)
			return true;
	return strncmp(word, "hbm", 3) == 0 || strncmp(word, "gddr", 4) == 0;
}

/* The next word in lower case; false at the end of the name. */
static bool next_word(const char **at, const char *end, char word[WORD])
{
	size_t len = 0;

	while (*at < end && !isalnum((unsigned char) **at))
		++*at;
	for (; *at < end && isalnum((unsigned char) **at); ++*at)
		if (len + 1 < WORD)
			word[len++] = (char) tolower((unsigned char) **at);
	word[len] = '\0';
	return len > 0;
}

/* The GB of "80gb", or of "80" before the word "gb"; else 0. */
static int size_of(const char *word, const char **at, const char *end)
{
	size_t n = strspn(word, "0123456789");
	const char *after = *at;
	char unit[WORD];

	if (n == 0 || n > 4)
		return 0;
	if (word[n] == '\0') {
		if (!next_word(&after, end, unit) || strcmp(unit, "gb") != 0)
			return 0;
		*at = after;
	} else if (strcmp(word + n, "gb") != 0 && strcmp(word + n, "g") != 0) {
		return 0;
	}
	return atoi(word);
}

/* What lspci prints has the board in brackets; "MI250X/MI250" and "MI250X, one
 * GCD" begin with it.
 */
static struct name name_of(const char *text)
{
	const char *bracket = strchr(text, '[');
	const char *at = bracket && strchr(bracket, ']') ? bracket + 1 : text;
	const char *end = at + strcspn(at, ",/]");
	struct name n = { 0 };
	size_t len = 0;
	char word[WORD];

	while (next_word(&at, end, word)) {
		int size_GB = size_of(word, &at, end);

		if (size_GB) {
			n.size_GB = size_GB;
		} else if (strncmp(word, "sxm", 3) == 0 ||
			strcmp(word, "pcie") == 0) {
			n.form = word[0];
		} else if (!is_of_vendor(word) && len + strlen(word) < MODEL) {
			memcpy(n.model + len, word, strlen(word) + 1);
			len += strlen(word);
		}
	}
	return n;
}

static bool is_same(const struct name *a, const struct name *b)
{
	return strcmp(a->model, b->model) == 0 &&
		(!a->form || !b->form || a->form == b->form) &&
		(!a->size_GB || !b->size_GB || a->size_GB == b->size_GB);
}

/* How near two names are: the same model in another form, a variant such as
 * "rtx4090laptop", or the same letters with other digits.
 */
enum nearness { FAR, OTHER_DIGITS, VARIANT, SAME_MODEL };

static enum nearness nearness_of(const struct name *a, const struct name *b)
{
	const char *model = b->model;
	size_t n_a = strlen(a->model), n_b = strlen(model);
	size_t n_letter = strcspn(model, "0123456789");

	if (n_a == 0 || n_b == 0)
		return FAR;
	if (strncmp(a->model, model, n_a < n_b ? n_a : n_b) == 0)
		return n_a == n_b ? SAME_MODEL : VARIANT;
	return strncmp(a->model, model, n_letter) == 0 &&
			diag_nearest(a->model, &model, 1) ?
		OTHER_DIGITS :
		FAR;
}

/* --------------------------------------------------------------- search */

struct search {
	struct eval *ev;
	const char *text, *family; /* family: of the chip that "text" names */
	struct name name;
	char found[WORD * 2];
	int n_same, n_near;
	enum nearness nearness; /* of those in "near" */
	struct buffer same, near;
};

/* The name in the text of a built-in device, which is faster than to run its
 * file; NULL for families, which have none.
 */
static char *name_in(const char *text)
{
	const char *line = text;

	while ((line = strchr(line, '\n'))) {
		line += 1 + strspn(line + 1, " ");
		if (strncmp(line, "name ", 5) != 0)
			continue;
		line += strcspn(line, "\"\n");
		if (*line == '"')
			return memory_copy_bytes(line + 1,
				strcspn(line + 1, "\""));
	}
	return NULL;
}

static char *name_of_device(struct eval *ev, const char *device)
{
	const struct embedded *e = device_text_find(device);
	struct diag quiet = { 0 }, *said = ev->diag;
	const struct device_object *b = NULL;
	struct value v = { .kind = VALUE_NONE };
	char *name = NULL;

	if (e)
		return name_in(e->text);
	ev->diag = &quiet;
	if (library_lookup(ev, device, &v))
		b = device_of(&v);
	if (b && b->dev.name)
		name = memory_copy_text(b->dev.name);
	ev->diag = said;
	diag_clear(&quiet);
	value_free(&v);
	return name;
}

static void add(struct buffer *list, int *n, const char *device,
	const char *name)
{
	if (++*n > MOST_NEAR)
		return;
	if (*n == 1)
		list->len = 0;
	buffer_printf(list, "%s%s (%s)", *n > 1 ? ", " : "", device, name);
}

static bool has_chip(struct search *s, const char *device)
{
	const struct device_object *b;
	struct value v = { .kind = VALUE_NONE };
	bool has = false;

	if (s->family && library_lookup(s->ev, device, &v) &&
		(b = device_of(&v)) && !isnan(b->dev.sm_count))
		has = strcmp(library_family(b), s->family) == 0;
	value_free(&v);
	return has;
}

static void visit(void *user, const char *device)
{
	struct search *s = user;
	char *text = name_of_device(s->ev, device);
	struct name name = name_of(text ? text : "");
	bool same = text && name.model[0] && is_same(&s->name, &name);
	enum nearness nearness = !text ? FAR :
		has_chip(s, device)    ? SAME_MODEL :
					 nearness_of(&s->name, &name);

	for (size_t i = 0; text && i < sizeof(boards) / sizeof(boards[0]);
		++i) {
		struct name other = name_of(boards[i].name);

		same |= strcmp(boards[i].device, device) == 0 &&
			is_same(&s->name, &other);
	}
	if (strcmp(device, s->text) == 0 || same) {
		snprintf(s->found, sizeof(s->found), "%s", device);
		add(&s->same, &s->n_same, device, text ? text : "");
	} else if (nearness > FAR && nearness >= s->nearness) {
		if (nearness > s->nearness)
			s->n_near = 0;
		s->nearness = nearness;
		add(&s->near, &s->n_near, device, text);
	}
	free(text);
}

static void say_why(const struct search *s, struct buffer *why)
{
	if (strchr(s->text, ','))
		buffer_printf(why,
			"'%.60s' is no board: a question is about one device; "
			"'sweep k on gpu over gpu in [a100, h100]' asks about "
			"several",
			s->text);
	else if (s->n_same > 1)
		buffer_printf(why, "'%.60s' may be %s: say which", s->text,
			buffer_text(&s->same));
	else if (s->family)
		buffer_printf(why,
			"'%.60s' is an architecture, not a board; boards that "
			"have it: %s",
			s->text, buffer_text(&s->near));
	else
		buffer_printf(why,
			s->n_near ? "no board '%.60s' is known; near it: %s" :
				    "no board '%.60s' is known%s",
			s->text, buffer_text(&s->near));
}

static const char *chip_family(const char *name)
{
	for (size_t i = 0; i < sizeof(chips) / sizeof(chips[0]); ++i)
		if (strcmp(name, chips[i].name) == 0)
			return chips[i].family;
	return NULL;
}

const char *board_chip(const char *capability, char chip[BOARD_CHIP])
{
	size_t major = strspn(capability, "0123456789");
	const char *minor = capability + major + 1;

	chip[0] = '\0';
	if (major == 0 || major > 3 || capability[major] != '.' ||
		!isdigit((unsigned char) minor[0]) || minor[1])
		return NULL;
	snprintf(chip, BOARD_CHIP, "sm_%.*s%c", (int) major, capability,
		minor[0]);
	return chip_family(chip);
}

/* A device's own name comes before names of boards. */
bool board_find(struct eval *ev, const char *name, struct value *result,
	struct buffer *why)
{
	struct search s = {
		.ev = ev,
		.text = name,
		.family = chip_family(name),
		.name = name_of(name),
	};
	bool ok;

	if (device_text_find(name))
		return library_lookup(ev, name, result);
	library_each(ev, visit, &s);
	ok = s.n_same == 1 && library_lookup(ev, s.found, result);
	if (!ok)
		say_why(&s, why);
	buffer_free(&s.same);
	buffer_free(&s.near);
	return ok;
}

/* A device that the program has defined under this name. */
static bool find_defined(struct eval *ev, const char *name,
	struct value *result)
{
	if (!eval_lookup(ev, name, result))
		return false;
	if (device_of(result))
		return true;
	value_free(result);
	return false;
}

bool board_take(struct eval *ev, struct loc loc, struct value *v)
{
	struct value found;
	struct buffer why = { 0 };
	int n_error = ev->diag->n_error;
	const char *name;
	bool ok;

	if (v->kind != VALUE_STRING)
		return true;
	name = v->u.string->text;
	if (device_text_is_file(name)) {
		ok = folder_take_file(ev, name, loc, &found);
		if (ok) {
			value_free(v);
			*v = found;
		}
		return ok;
	}
	/* a device of the user's folder that has an error was found, too */
	ok = find_defined(ev, name, &found) ||
		(ev->diag->n_error == n_error &&
			board_find(ev, name, &found, &why));
	if (ok) {
		value_free(v);
		*v = found;
	} else if (ev->diag->n_error == n_error) {
		diag_error(ev->diag, loc, NULL, "%s", buffer_text(&why));
		diag_note(ev->diag,
			"'show devices' lists the devices; 'device mine : h100 "
			"{ sm.count = ...; dram.bw = ... }' adds one");
	}
	buffer_free(&why);
	return ok;
}

DEFINE_BUILTIN(board)
{
	bool ok;

	*result = value_copy(&call->arg[0]);
	ok = board_take(call->eval, call_loc(call, 0), result) &&
		(device_of(result) ||
			call_wrong(call, 0, "the name of a board"));
	if (!ok)
		value_free(result);
	return ok;
}
