/* What an estimate costs: CPU time of each row of tables of measured launches,
 * by how its volumes were counted, and how much more the slowest rows take.
 *
 *	bench_rows KERNELS TABLE...	the median of 3, in ms
 *	bench_rows -l KERNELS TABLE...	a line for each row as well
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lang/wsp.h"

#define LINE	8192
#define COLUMNS 128
#define ROWS	4096
#define CLASSES 32

/* What an estimate should take at most. */
#define MOST_MS 200.

struct table {
	int n;
	char text[LINE];
	char *cell[COLUMNS];
};

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return 1e3 * (double) t.tv_sec + 1e-6 * (double) t.tv_nsec;
}

static bool read_line(FILE *file, struct table *t)
{
	char *text = t->text;

	if (!fgets(text, LINE, file))
		return false;
	text[strcspn(text, "\r\n")] = '\0';
	for (t->n = 0; text && t->n < COLUMNS; ++t->n) {
		t->cell[t->n] = text;
		text = strchr(text, ',');
		if (text)
			*text++ = '\0';
	}
	return true;
}

static const char *cell(const struct table *head, const struct table *row,
	const char *name)
{
	for (int i = 0; i < head->n && i < row->n; ++i)
		if (strcmp(head->cell[i], name) == 0)
			return row->cell[i];
	return "";
}

static long number(const struct table *head, const struct table *row,
	const char *name, long otherwise)
{
	const char *text = cell(head, row, name);

	return *text ? atol(text) : otherwise;
}

/* The question, with a domain and a block of "dims" dimensions, and with a type
 * for fields that have none.
 */
static void ask_row(const struct table *head, const struct table *row, int dims,
	bool is_typed, char question[LINE])
{
	static const char *const name[3][3] = { { "nx", "ny", "nz" },
		{ "bx", "by", "bz" }, { "fx", "fy", "fz" } };
	static const char *const option[3] = { "domain", "block", "fold" };
	int n = snprintf(question, LINE,
		"estimate %s on h200 with cache = warm",
		cell(head, row, "kernel"));

	for (int i = 0; i < 3; ++i) {
		long folded = 1;

		for (int d = 0; i == 2 && d < dims; ++d)
			folded *= number(head, row, name[i][d], 1);
		if (i == 2 && folded == 1)
			continue;
		n += snprintf(question + n, LINE - (size_t) n, ", %s = (",
			option[i]);
		for (int d = 0; d < dims; ++d)
			n += snprintf(question + n, LINE - (size_t) n, "%ld, ",
				number(head, row, name[i][d], 1));
		n += snprintf(question + n, LINE - (size_t) n, ")");
	}
	if (number(head, row, "regs", 0) > 0)
		n += snprintf(question + n, LINE - (size_t) n,
			", registers = %ld", number(head, row, "regs", 0));
	if (!is_typed && *cell(head, row, "type"))
		snprintf(question + n, LINE - (size_t) n, ", type = %s",
			cell(head, row, "type"));
}

struct class
{
	char name[128];
	int n;
	double ms[ROWS];
};

static int compare(const void *x, const void *y)
{
	double a = *(const double *) x, b = *(const double *) y;

	return (a > b) - (a < b);
}

/* "sampled, a loop" of "sampled, a loop: 3 SMs, ..." */
static struct class *class_of(struct class *classes, int *n,
	const char *counted)
{
	char name[sizeof(classes->name)];
	int i;

	snprintf(name, sizeof(name), "%s", counted);
	name[strcspn(name, ":;")] = '\0';
	for (i = 0; i < *n; ++i)
		if (strcmp(classes[i].name, name) == 0)
			return &classes[i];
	if (*n == CLASSES)
		return &classes[CLASSES - 1];
	strcpy(classes[*n].name, name);
	return &classes[(*n)++];
}

/* The slowest rows over the median, which the speed of a machine leaves as it is. */
static void print_slowest(const struct class *all)
{
	double median = all->ms[all->n / 2];
	int n = 0;

	for (int i = 0; i < all->n; ++i)
		n += all->ms[i] > MOST_MS;
	printf("%d of %d rows above %.0f ms; 90 %% %.1f, 99 %% %.1f and worst "
	       "%.1f times the median\n",
		n, all->n, MOST_MS, all->ms[all->n * 9 / 10] / median,
		all->ms[all->n * 99 / 100] / median,
		all->ms[all->n - 1] / median);
}

static bool time_row(struct wsp *w, const struct table *head,
	const struct table *row, double *ms, char counted[256])
{
	char question[LINE];
	double each[3];

	for (int way = 0; way < 6; ++way) {
		bool ok = true;

		ask_row(head, row, 3 - way / 2, way % 2 == 0, question);
		for (int i = 0; ok && i < 3; ++i) {
			double begin = now_ms();
			struct wsp_result *r = wsp_eval(w, question);
			const char *text = NULL;

			each[i] = now_ms() - begin;
			ok = wsp_ok(r);
			if (ok)
				text = wsp_string(r, "counted");
			if (text)
				snprintf(counted, 256, "%s", text);
			wsp_result_free(r);
		}
		if (!ok)
			continue;
		qsort(each, 3, sizeof(*each), compare);
		*ms = each[1];
		return true;
	}
	return false;
}

int main(int argc, char **argv)
{
	static struct class class[CLASSES + 1];
	static struct table head, row;
	bool lists = argc > 1 && strcmp(argv[1], "-l") == 0;
	struct class *all = &class[CLASSES];
	int n_class = 0, n_refused = 0, first = lists ? 2 : 1;
	char program[LINE];
	struct wsp *w = wsp_new();

	if (argc < first + 2)
		return fprintf(stderr, "bench_rows [-l] KERNELS TABLE...\n"), 2;
	wsp_allow_files(w, true);
	snprintf(program, sizeof(program), "import \"%s\"", argv[first]);
	wsp_result_free(wsp_eval(w, program));
	for (int i = first + 1; i < argc; ++i) {
		FILE *file = fopen(argv[i], "r");

		if (!file || !read_line(file, &head))
			return fprintf(stderr, "cannot read %s\n", argv[i]), 1;
		while (read_line(file, &row) && all->n < ROWS) {
			char counted[256] = "";
			struct class *c;
			double ms;

			if (!time_row(w, &head, &row, &ms, counted)) {
				++n_refused;
				continue;
			}
			if (lists)
				printf("%8.2f  %s %s: %s\n", ms, row.cell[0],
					cell(&head, &row, "nx"), counted);
			c = class_of(class, &n_class, counted);
			c->ms[c->n++] = all->ms[all->n++] = ms;
		}
		fclose(file);
	}
	wsp_free(w);
	strcpy(all->name, "all");
	printf("%-56s %5s %8s %8s %8s ms\n", "counted", "rows", "median",
		"90 %", "worst");
	for (int i = 0; i <= n_class; ++i) {
		struct class *c = i < n_class ? &class[i] : all;

		qsort(c->ms, (size_t) c->n, sizeof(*c->ms), compare);
		if (c->n > 0)
			printf("%-56s %5d %8.2f %8.2f %8.2f\n", c->name, c->n,
				c->ms[c->n / 2], c->ms[c->n * 9 / 10],
				c->ms[c->n - 1]);
	}
	if (all->n > 0)
		print_slowest(all);
	if (n_refused > 0)
		printf("%d rows are refused\n", n_refused);
	return 0;
}
