#include <stdlib.h>
#include <string.h>

#include "lang/memory.h"
#include "lang/source.h"

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
	arena_free(source->arena);
	free(source->line);
	free(source->text);
	free(source->name);
	free(source);
}

/* Lines are looked for when the first message needs them. */
static void find_lines(struct source *source)
{
	uint32_t i;

	if (source->line)
		return;
	source->line = memory_grow(NULL, 0, sizeof(uint32_t));
	source->line[0] = 0;
	source->n_line = 1;
	for (i = 0; i < source->len; ++i) {
		if (source->text[i] != '\n')
			continue;
		source->line = memory_grow(source->line,
			(size_t) source->n_line, sizeof(uint32_t));
		source->line[source->n_line++] = i + 1;
	}
}

static int is_continuation_byte(char c)
{
	return ((unsigned char) c & 0xc0) == 0x80;
}

void source_position(struct source *source, uint32_t offset,
	int *line, int *col)
{
	int lo = 0, hi, mid;
	uint32_t i;

	find_lines(source);
	hi = source->n_line - 1;
	while (lo < hi) {
		mid = (lo + hi + 1) / 2;
		if (source->line[mid] <= offset)
			lo = mid;
		else
			hi = mid - 1;
	}
	*line = lo + source->first_line;
	*col = 1;
	for (i = source->line[lo]; i < offset && i < source->len; ++i)
		*col += !is_continuation_byte(source->text[i]);
}

const char *source_line(struct source *source, int line, size_t *len)
{
	const char *start, *end;

	find_lines(source);
	line -= source->first_line;
	if (line < 0 || line >= source->n_line) {
		*len = 0;
		return "";
	}
	start = source->text + source->line[line];
	end = memchr(start, '\n', source->len - source->line[line]);
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
