/* `wsp merge`: checks that shards belong together, and merges their rows by
 * the figure that the question sorts by.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/cli/merge.h"
#include "lang/cli/shard.h"

/* All shards, and the rows of all of them. */
struct merge {
	int n_shard;
	struct shard *shard;
	const struct shard *first; /* the first shard with rows, or NULL */
	int64_t n_row;
	struct shard_row *row;
	const struct shard_row *best; /* of all rows, or NULL */
};

static bool complain(const struct shard *s, const char *why)
{
	cli_complain("'%s' %s", s->path, why);
	return false;
}

/* True if "s" belongs to the same question as the first shard with rows. */
static bool check_shard(struct merge *m, const struct shard *s)
{
	if (s->is_json != m->shard[0].is_json)
		return complain(s, "is not in the format of the others");
	if (s->n == 0)
		return true;
	if (!m->first)
		m->first = s;
	if (s->n != m->first->n ||
		strcmp(buffer_text(&s->order), buffer_text(&m->first->order)) ||
		strcmp(buffer_text(&s->head), buffer_text(&m->first->head)))
		return complain(s, "belongs to another question");
	if (m->n_shard != s->n) {
		cli_complain(
			"'%s' is one of %lld shards, but there are %d files",
			s->path, (long long) s->n, m->n_shard);
		return false;
	}
	return true;
}

static bool check_twice(const struct merge *m)
{
	for (int i = 0; i < m->n_shard; ++i)
		for (int j = 0; j < i; ++j)
			if (m->shard[i].n > 0 && m->shard[j].n > 0 &&
				m->shard[i].i % m->shard[i].n ==
					m->shard[j].i % m->shard[j].n) {
				cli_complain("'%s' and '%s' are the same "
					     "shard",
					m->shard[j].path, m->shard[i].path);
				return false;
			}
	return true;
}

static bool read_all(struct merge *m, const struct cli *cli)
{
	m->shard = memory_new((size_t) cli->n_input * sizeof(*m->shard));
	for (int i = 0; i < cli->n_input; ++i) {
		const char *path = cli->input[i].text, *why;

		why = shard_read(&m->shard[m->n_shard++], path);
		if (why) {
			cli_complain("'%s': %s", path, why);
			return false;
		}
		m->n_row += m->shard[i].n_row;
	}
	for (int i = 0; i < m->n_shard; ++i)
		if (!check_shard(m, &m->shard[i]))
			return false;
	return check_twice(m);
}

static int compare(const struct shard_row *x, const struct shard_row *y)
{
	if (x->key != y->key && !(isnan(x->key) && isnan(y->key)))
		return isnan(x->key)	? 1 :
			isnan(y->key)	? -1 :
			x->key < y->key ? -1 :
					  1;
	return x->index < y->index ? -1 : 1;
}

static int compare_index(const void *a, const void *b)
{
	const struct shard_row *x = a, *y = b;

	return x->index < y->index ? -1 : 1;
}

static int compare_up(const void *a, const void *b)
{
	return compare(a, b);
}

static int compare_down(const void *a, const void *b)
{
	struct shard_row x = *(const struct shard_row *) a;
	struct shard_row y = *(const struct shard_row *) b;

	x.key = -x.key;
	y.key = -y.key;
	return compare(&x, &y);
}

static const struct shard_row *find_best(const struct merge *m)
{
	const struct shard_row *best = m->n_row > 0 ? m->row : NULL;

	for (int64_t i = 1; i < m->n_row; ++i)
		if ((m->first->is_descending ?
				    compare_down :
				    compare_up)(&m->row[i], best) < 0)
			best = &m->row[i];
	return best;
}

static void gather_rows(struct merge *m)
{
	int64_t n = 0;

	m->row = memory_new(((size_t) m->n_row + 1) * sizeof(*m->row));
	for (int i = 0; i < m->n_shard; ++i) {
		const struct shard *s = &m->shard[i];

		if (s->n_row > 0)
			memcpy(m->row + n, s->row,
				(size_t) s->n_row * sizeof(*s->row));
		n += s->n_row;
	}
	if (!m->first)
		return;
	qsort(m->row, (size_t) m->n_row, sizeof(*m->row),
		!m->first->is_sorted		? compare_index :
			m->first->is_descending ? compare_down :
						  compare_up);
	if (m->n_row > m->first->top)
		m->n_row = m->first->top;
	m->best = find_best(m);
}

/* A row ties with the best if it lies within the interval of that. */
static bool ties(const struct merge *m, const struct shard_row *row)
{
	double end = strtod(m->best->tie, NULL);

	return m->first->is_descending ? row->key >= end : row->key <= end;
}

static void print_row(const struct merge *m, const struct shard_row *row)
{
	const char *behind = row->text;

	if (row->tie && m->best->tie) {
		fwrite(row->text, 1, (size_t) (row->tie - row->text), stdout);
		fputs(ties(m, row) ? "true" : "false", stdout);
		behind = row->tie + row->tie_len;
	}
	fwrite(behind, 1, (size_t) (row->text + row->len - behind), stdout);
}

static void print_rows(const struct merge *m)
{
	bool is_json = m->shard[0].is_json;

	if (is_json)
		putchar('[');
	else if (m->first)
		puts(buffer_text(&m->first->head));
	for (int64_t i = 0; i < m->n_row; ++i) {
		if (is_json)
			fputs(i > 0 ? ", {" : "{", stdout);
		print_row(m, &m->row[i]);
		if (!is_json)
			putchar('\n');
	}
	if (is_json)
		puts("]");
	else if (!m->first)
		putchar('\n');
}

int merge_run(const struct cli *cli)
{
	struct merge m = { 0 };
	int status = 2;

	if (read_all(&m, cli)) {
		gather_rows(&m);
		print_rows(&m);
		status = 0;
	}
	for (int i = 0; i < m.n_shard; ++i)
		shard_free(&m.shard[i]);
	free(m.shard);
	free(m.row);
	return status;
}
