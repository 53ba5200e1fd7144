/* Source texts, their reference counts, and lines and columns in them. */

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/account.h"
#include "lang/base/memory.h"
#include "lang/base/source.h"

struct source *source_new(const char *name, const char *text, size_t len)
{
	struct source *source = memory_new(sizeof(*source));

	source->refs = 1;
	source->first_line = 1;
	source->name = memory_copy_text(name);
	source->text = memory_copy_bytes(text, len);
	source->len = len;
	source->arena = arena_new();
	return source;
}

struct source *source_keep(struct source *source)
{
	if (source)
		++source->refs;
	return source;
}

void source_drop(struct source *source)
{
	if (!source || --source->refs > 0)
		return;
	account_add(-source->kept_B);
	arena_free(source->arena);
	free(atomic_load(&source->lines));
	free(source->text);
	free(source->name);
	free(source);
}

void source_leave(struct source *source)
{
	if (source->refs > 1) {
		source->kept_B = (int64_t) (source->len +
			arena_bytes(source->arena));
		account_add(source->kept_B);
	}
	source_drop(source);
}

/* Byte offsets at which lines start. */
struct source_lines {
	int n;
	uint32_t start[];
};

static const char *next_line(const struct source *source, const char *at)
{
	const char *end = memchr(at, '\n',
		(size_t) (source->text + source->len - at));

	return end ? end + 1 : NULL;
}

/* The line table is built for the first message that needs it. Several threads
 * may do so at once; the first table to be stored wins.
 */
static const struct source_lines *lines_of(struct source *source)
{
	struct source_lines *lines = atomic_load(&source->lines), *none = NULL;
	size_t n = 0;

	if (lines)
		return lines;
	for (const char *at = source->text; at; at = next_line(source, at))
		++n;
	lines = memory_new(sizeof(*lines) + n * sizeof(lines->start[0]));
	for (const char *at = source->text; at; at = next_line(source, at))
		lines->start[lines->n++] = (uint32_t) (at - source->text);
	if (atomic_compare_exchange_strong(&source->lines, &none, lines))
		return lines;
	free(lines);
	return none;
}

static bool is_continuation_byte(char c)
{
	return ((unsigned char) c & 0xc0) == 0x80;
}

void source_position(struct source *source, uint32_t offset, int *line,
	int *col)
{
	const struct source_lines *lines = lines_of(source);
	int lo = 0, hi = lines->n - 1, mid;

	while (lo < hi) {
		mid = (lo + hi + 1) / 2;
		if (lines->start[mid] <= offset)
			lo = mid;
		else
			hi = mid - 1;
	}
	*line = lo + source->first_line;
	*col = 1;
	for (uint32_t i = lines->start[lo]; i < offset && i < source->len; ++i)
		*col += !is_continuation_byte(source->text[i]);
}

const char *source_line(struct source *source, int line, size_t *len)
{
	const struct source_lines *lines = lines_of(source);
	const char *start, *end;

	line -= source->first_line;
	if (line < 0 || line >= lines->n) {
		*len = 0;
		return "";
	}
	start = source->text + lines->start[line];
	end = memchr(start, '\n', source->len - lines->start[line]);
	if (!end)
		end = source->text + source->len;
	if (end > start && end[-1] == '\r')
		--end;
	*len = (size_t) (end - start);
	return start;
}

struct loc loc_join(struct loc a, struct loc b)
{
	if (!a.source)
		return b;
	if (b.source != a.source)
		return a;
	if (b.begin < a.begin)
		a.begin = b.begin;
	if (b.end > a.end)
		a.end = b.end;
	return a;
}
