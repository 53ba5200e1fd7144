/* Properties of the JSON reader: what is written is read back, what is not JSON
 * is refused, and no text whatever makes it read past its end (the texts have
 * no NUL behind them, so that a sanitizer sees that).
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/buffer.h"
#include "lang/base/json.h"
#include "lang/base/json_read.h"
#include "lang/base/memory.h"
#include "tests/prop/random.h"
#include "tests/unit/check.h"

#define CASES 4000

static const char *const refused[] = { "", " ", "{", "[", "\"", "nul", "tru",
	"01", "-", "1.", ".5", "1e", "+1", "[1,]", "{\"a\":1,}", "{a:1}",
	"[1 2]", "{\"a\" 1}", "'a'", "\"\\x\"", "\"\\u12\"", "\"\\ud83d",
	"\"\t\"", "\"\xff\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"", "1 2", "NaN",
	"Infinity", "[1]]", "//", "{\"a\":1 \"b\":2}",
	"\xef\xbb\xbf"
	"1",
	"\"\\" };

static const struct {
	const char *json, *text;
} strings[] = {
	{ "\"\"", "" },
	{ "\"a\\n\\t\\\"\\\\\\/\\b\\f\\r\"", "a\n\t\"\\/\b\f\r" },
	{ "\"\\u0041\\u00e9\\u20ac\"", "A\xc3\xa9\xe2\x82\xac" },
	{ "\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80" },
	{ "\"\\ud83d\"", "\xef\xbf\xbd" },
	{ "\"\\ude00x\"", "\xef\xbf\xbdx" },
	{ "\"\\ud83d\\u0041\"",
		"\xef\xbf\xbd"
		"A" },
};

/* Read a copy of exactly "len" bytes. */
static const struct json *read_copy(struct arena *arena, const char *text,
	size_t len, char **copy)
{
	const char *why;

	*copy = malloc(len + !len);
	memcpy(*copy, text, len);
	return json_read(arena, *copy, len, &why);
}

static void test_refused(void)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); ++i) {
		struct arena *arena = arena_new();
		char *copy;

		CHECK(!read_copy(arena, refused[i], strlen(refused[i]), &copy));
		free(copy);
		arena_free(arena);
	}
}

static void test_strings(void)
{
	struct arena *arena = arena_new();

	for (size_t i = 0; i < sizeof(strings) / sizeof(strings[0]); ++i) {
		const char *why;
		const struct json *v = json_read(arena, strings[i].json,
			strlen(strings[i].json), &why);

		CHECK(v && v->kind == JSON_STRING &&
			strcmp(v->text, strings[i].text) == 0 &&
			v->len == strlen(strings[i].text));
	}
	arena_free(arena);
}

static void test_depth(void)
{
	struct arena *arena = arena_new();
	struct buffer text = { 0 };
	const char *why;

	buffer_repeat(&text, '[', JSON_DEPTH);
	buffer_repeat(&text, ']', JSON_DEPTH);
	CHECK(json_read(arena, text.text, text.len, &why) != NULL);
	buffer_free(&text);
	buffer_repeat(&text, '[', 1000000);
	CHECK(!json_read(arena, text.text, text.len, &why));
	CHECK(strcmp(why, "values nest too deeply") == 0);
	buffer_free(&text);
	arena_free(arena);
}

/* ------------------------------------------------------- random values */

static void add_random(struct buffer *out, int depth)
{
	static const char bytes[] = "ab\"\\/\n\t\x01\xc3\xa9\xf0\x9f";
	char text[8];
	int n = (int) pick(0, 4);

	switch (pick(0, depth > 0 ? 6 : 4)) {
	case 0: buffer_add(out, "null"); break;
	case 1: buffer_add(out, pick(0, 1) ? "true" : "false"); break;
	case 2: buffer_printf(out, "%d", (int) pick(-1000, 1000)); break;
	case 3:
		buffer_printf(out, "%.17g",
			(double) pick(-1000, 1000) / 7.0 *
				pow(10, (double) pick(-20, 20)));
		break;
	case 4:
		for (int i = 0; i < n; ++i)
			text[i] = bytes[pick(0, (int) sizeof(bytes) - 2)];
		json_string(out, text, (size_t) n);
		break;
	case 5:
		buffer_add(out, "[ ");
		for (int i = 0; i < n; ++i) {
			buffer_add(out, i ? " , " : "");
			add_random(out, depth - 1);
		}
		buffer_add(out, "]");
		break;
	default:
		buffer_add(out, "{");
		for (int i = 0; i < n; ++i) {
			buffer_printf(out, "%s\"m%d\" :\n", i ? "," : "", i);
			add_random(out, depth - 1);
		}
		buffer_add(out, " }");
	}
}

/* Write what was read; equal values have equal texts. */
static void write_json(const struct json *v, struct buffer *out)
{
	switch (v->kind) {
	case JSON_STRING: json_string(out, v->text, v->len); return;
	case JSON_NUMBER: buffer_printf(out, "%.17g", v->number); return;
	case JSON_NULL:
	case JSON_TRUE:
	case JSON_FALSE: buffer_add_bytes(out, v->raw, v->n_raw); return;
	case JSON_ARRAY:
	case JSON_OBJECT: break;
	}
	buffer_add_char(out, v->kind == JSON_ARRAY ? '[' : '{');
	for (const struct json *m = v->first; m; m = m->next) {
		if (m->name) {
			json_string(out, m->name, strlen(m->name));
			buffer_add_char(out, ':');
		}
		write_json(m, out);
		buffer_add_char(out, ',');
	}
	buffer_add_char(out, v->kind == JSON_ARRAY ? ']' : '}');
}

/* A value is read from its text, and again from the part of the text that it
 * says it came from.
 */
static void test_round_trip(void)
{
	struct arena *arena = arena_new();
	struct buffer text = { 0 }, once = { 0 }, twice = { 0 };
	const struct json *v, *again;
	char *copy, *second;

	add_random(&text, 4);
	v = read_copy(arena, text.text, text.len, &copy);
	CHECK(v != NULL);
	if (v) {
		again = read_copy(arena, v->raw, v->n_raw, &second);
		CHECK(again != NULL);
		write_json(v, &once);
		if (again)
			write_json(again, &twice);
		CHECK(strcmp(buffer_text(&once), buffer_text(&twice)) == 0);
		free(second);
	}
	free(copy);
	buffer_free(&text);
	buffer_free(&once);
	buffer_free(&twice);
	arena_free(arena);
}

/* A text with a changed byte, or cut, is read or refused; both end. */
static void test_damage(void)
{
	struct arena *arena = arena_new();
	struct buffer text = { 0 };
	char *copy;

	add_random(&text, 4);
	text.text[pick(0, (int) text.len - 1)] = (char) pick(0, 255);
	text.len = (size_t) pick(0, (int) text.len);
	read_copy(arena, text.text, text.len, &copy);
	free(copy);
	buffer_free(&text);
	arena_free(arena);
}

int main(int argc, char **argv)
{
	long n = check_cases(CASES);

	state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	printf("seed %llu\n", (unsigned long long) state);
	test_refused();
	test_strings();
	test_depth();
	for (long i = 0; i < n; ++i) {
		test_round_trip();
		test_damage();
	}
	return check_done();
}
