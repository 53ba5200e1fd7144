/* Frames of messages.  Reading is bounded: nobody can make the server hold
 * more than TRANSPORT_BYTES of one message.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lang/serve/transport.h"

#define HEADER_BYTES 1000 /* of a line of a header; lengths have less */

/* Read a line without its end; false at the end of the input.  What is longer
 * than "most" is dropped, and *is_long says so.
 */
static bool read_line(struct buffer *line, size_t most, bool *is_long)
{
	int c;

	line->len = 0;
	*is_long = false;
	while ((c = getc_unlocked(stdin)) != EOF && c != '\n') {
		if (line->len < most)
			buffer_add_char(line, (char) c);
		else
			*is_long = true;
	}
	if (line->len > 0 && line->text[line->len - 1] == '\r')
		line->text[--line->len] = '\0';
	return c != EOF || line->len > 0;
}

static bool is_blank(const struct buffer *line)
{
	return line->len == 0 || strspn(line->text, " \t") == line->len;
}

static enum transport_status read_one_line(struct buffer *message)
{
	bool is_long;

	do {
		if (!read_line(message, TRANSPORT_BYTES, &is_long))
			return TRANSPORT_END;
	} while (is_blank(message));
	return is_long ? TRANSPORT_TOO_LONG : TRANSPORT_MESSAGE;
}

/* Read the lines of a header; *length is -1 without a Content-Length. */
static bool read_header(long long *length)
{
	static const char name[] = "Content-Length:";
	struct buffer line = { 0 };
	bool is_long, more;

	*length = -1;
	while ((more = read_line(&line, HEADER_BYTES, &is_long)) &&
		line.len > 0)
		if (strncasecmp(line.text, name, strlen(name)) == 0)
			*length = atoll(line.text + strlen(name));
	buffer_free(&line);
	return more;
}

static enum transport_status read_framed(struct buffer *message)
{
	long long length;

	if (!read_header(&length))
		return TRANSPORT_END;
	message->len = 0;
	if (length < 0)
		return TRANSPORT_MALFORMED;
	for (long long i = 0; i < length; ++i) {
		int c = getc_unlocked(stdin);

		if (c == EOF)
			return TRANSPORT_END;
		if (i < (long long) TRANSPORT_BYTES)
			buffer_add_char(message, (char) c);
	}
	return length > (long long) TRANSPORT_BYTES ? TRANSPORT_TOO_LONG :
						      TRANSPORT_MESSAGE;
}

enum transport_status transport_read(bool has_header, struct buffer *message)
{
	return has_header ? read_framed(message) : read_one_line(message);
}

bool transport_write(bool has_header, const struct buffer *message)
{
	bool ok;

	flockfile(stdout);
	if (has_header)
		printf("Content-Length: %zu\r\n\r\n", message->len);
	ok = fwrite(buffer_text(message), 1, message->len, stdout) ==
		message->len;
	if (!has_header)
		putchar('\n');
	ok = fflush(stdout) == 0 && ok;
	funlockfile(stdout);
	return ok;
}
