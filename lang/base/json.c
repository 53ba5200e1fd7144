/* JSON strings: escapes, and U+FFFD for bytes that are not UTF-8. */

#include <stdbool.h>
#include <stdint.h>

#include "lang/base/json.h"

static bool is_tail(char c)
{
	return ((unsigned char) c & 0xc0) == 0x80;
}

/* Shortest form only, no surrogates, nothing above U+10FFFF. */
static bool is_code(uint32_t code, size_t n)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };

	return code >= least[n] && code <= 0x10ffff &&
		(code < 0xd800 || code > 0xdfff);
}

size_t json_char(const char *text, size_t len)
{
	unsigned char c = len > 0 ? (unsigned char) text[0] : 0xff;
	uint32_t code;
	size_t n;

	if (c < 0x80)
		return 1;
	n = c >= 0xc0 && c < 0xe0     ? 2 :
		c >= 0xe0 && c < 0xf0 ? 3 :
		c >= 0xf0 && c < 0xf8 ? 4 :
					0;
	if (n == 0 || n > len)
		return 0;
	code = c & (0xffu >> (n + 1));
	for (size_t i = 1; i < n; ++i) {
		if (!is_tail(text[i]))
			return 0;
		code = code << 6 | ((unsigned char) text[i] & 0x3f);
	}
	return is_code(code, n) ? n : 0;
}

static void add_ascii(struct buffer *out, char c)
{
	switch (c) {
	case '"': buffer_add(out, "\\\""); break;
	case '\\': buffer_add(out, "\\\\"); break;
	case '\n': buffer_add(out, "\\n"); break;
	case '\r': buffer_add(out, "\\r"); break;
	case '\t': buffer_add(out, "\\t"); break;
	default:
		if ((unsigned char) c < 0x20 || c == 0x7f)
			buffer_printf(out, "\\u%04x", (unsigned) c);
		else
			buffer_add_char(out, c);
	}
}

/* Length of the prefix of "text" that needs no escape. */
static size_t plain_run(const char *text, size_t len)
{
	size_t n = 0;

	while (n < len && text[n] >= 0x20 && text[n] < 0x7f && text[n] != '"' &&
		text[n] != '\\')
		++n;
	return n;
}

void json_string(struct buffer *out, const char *text, size_t len)
{
	size_t n;

	buffer_add_char(out, '"');
	for (size_t i = 0; i < len; i += n ? n : 1) {
		n = plain_run(text + i, len - i);
		if (n > 0) {
			buffer_add_bytes(out, text + i, n);
			continue;
		}
		n = json_char(text + i, len - i);
		if (n == 0)
			buffer_add(out, "\xef\xbf\xbd");
		else if (n == 1)
			add_ascii(out, text[i]);
		else
			buffer_add_bytes(out, text + i, n);
	}
	buffer_add_char(out, '"');
}
