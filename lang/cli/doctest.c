/* `wsp doctest`: runs the examples of documents and compares their output, or
 * with --accept writes the output into the document.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/buffer.h"
#include "lang/base/memory.h"
#include "lang/cli/doctest.h"
#include "lang/cli/doctest_blocks.h"
#include "lang/cli/doctest_match.h"
#include "lang/cli/session.h"

/* Expected output to be replaced: text[from..to) of the file. */
struct edit {
	size_t from, to;
	char *text;
};

struct doctest {
	const struct cli *cli;
	int n_passed, n_failed, n_skipped, n_accepted;
	int status;

	/* the current file */
	const char *path;
	enum doctest_kind kind;
	struct buffer text;
	struct session session;
	bool is_open; /* a session is open */
	int n_edit;
	struct edit *edit;
};

enum outcome { PASSED, FAILED, ACCEPTED };

static enum outcome worse(enum outcome a, enum outcome b)
{
	if (a == FAILED || b == FAILED)
		return FAILED;
	return a == ACCEPTED ? a : b;
}

/* Output is collected in results, for comparison. */
static bool open_session(struct doctest *t, bool fresh)
{
	if (t->is_open && !fresh)
		return true;
	if (t->is_open)
		session_close(&t->session);
	t->is_open = true;
	if (!session_open(&t->session, t->cli))
		return false;
	wsp_on_output(t->session.wsp, NULL, NULL);
	return true;
}

static void print_indented(const char *mark, const char *text, size_t len)
{
	const char *end = text + len;

	while (text < end) {
		const char *stop = memchr(text, '\n', (size_t) (end - text));

		if (!stop)
			stop = end;
		printf("  %s%.*s\n", mark, (int) (stop - text), text);
		text = stop + 1;
	}
}

static enum outcome report(struct doctest *t, int line, const char *what)
{
	printf("%s:%d: %s\n", t->path, line, what);
	return FAILED;
}

static struct slice row_slice(const struct doctest *t,
	const struct doctest_row *row)
{
	return (struct slice) { t->text.text + row->begin,
		row->end - row->begin };
}

/* The input rows as a program, without prompts. */
static void gather_input(const struct doctest *t, const struct doctest_row *row,
	int n, struct buffer *out)
{
	for (int i = 0; i < n; ++i) {
		struct slice s = row_slice(t, &row[i]);
		size_t prompt = doctest_blocks_prompt(s.text, s.len);

		buffer_add_bytes(out, s.text + prompt, s.len - prompt);
		buffer_add_char(out, '\n');
	}
}

/* The leader (indentation, comment characters) of new lines after "row".  A
 * line that opens a comment is followed by lines that continue it.
 */
static char *leader_of(const struct doctest *t, const struct doctest_row *row)
{
	char *leader = memory_copy_bytes(t->text.text + row->start,
		row->begin - row->start);
	char *open = strstr(leader, "/*");

	if (t->kind == DOCTEST_C && open) {
		memcpy(open, " *", 2);
		for (open += 2; *open == '*' || *open == '!'; ++open)
			*open = ' ';
	}
	return leader;
}

static void add_new_line(struct buffer *out, const char *eol,
	const char *leader, struct slice line)
{
	size_t len = strlen(leader);

	while (line.len == 0 && len > 0 && strchr(" \t", leader[len - 1]))
		--len;
	buffer_add(out, eol);
	buffer_add_bytes(out, leader, len);
	buffer_add_bytes(out, line.text, line.len);
}

/* Replaces expected output by what the program printed, but keeps the patterns
 * that still match; false if the block cannot hold the output.
 */
static bool accept_output(struct doctest *t, const struct doctest_row *input,
	const struct doctest_row *last, const struct doctest_step *step,
	int n_step)
{
	bool crlf = t->text.text[input->end] == '\r';
	struct buffer out = { 0 };
	char *leader;

	for (int i = 0; i < n_step; ++i)
		if (step[i].fate == DOCTEST_ADD &&
			doctest_blocks_ends(t->kind, step[i].line.text,
				step[i].line.len))
			return false;
	leader = leader_of(t, input);
	for (int i = 0; i < n_step; ++i)
		if (step[i].fate != DOCTEST_DROP)
			add_new_line(&out, crlf ? "\r\n" : "\n", leader,
				step[i].line);
	free(leader);
	t->edit = memory_grow(t->edit, (size_t) t->n_edit, sizeof(*t->edit));
	t->edit[t->n_edit++] = (struct edit) { input->end, last->end,
		buffer_take(&out) };
	return true;
}

static void print_steps(const struct doctest_step *step, int n_step)
{
	static const char *const mark[] = { [DOCTEST_KEEP] = " ",
		[DOCTEST_DROP] = "-",
		[DOCTEST_ADD] = "+" };

	for (int i = 0; i < n_step; ++i)
		printf("  %s%.*s\n", mark[step[i].fate], (int) step[i].line.len,
			step[i].line.text);
}

static enum outcome differs(struct doctest *t, const struct doctest_block *b,
	const struct doctest_example *e, const struct doctest_step *step,
	int n_step)
{
	const struct doctest_row *input = &b->row[e->input];
	const struct doctest_row *last = input + e->n_input + e->n_output - 1;

	if (t->cli->value[CLI_OPTION_ACCEPT]) {
		if (accept_output(t, input + e->n_input - 1, last, step,
			    n_step))
			return ACCEPTED;
		report(t, input->number,
			"not accepted: the output would end the block");
	} else {
		report(t, input->number, "output differs (-expected +got)");
	}
	for (int i = 0; i < e->n_input; ++i) {
		struct slice s = row_slice(t, &input[i]);

		print_indented(" ", s.text, s.len);
	}
	print_steps(step, n_step);
	return FAILED;
}

static enum outcome compare(struct doctest *t, const struct doctest_block *b,
	const struct doctest_example *e, const char *got, size_t len)
{
	struct slice *want = memory_new(
		((size_t) e->n_output + 1) * sizeof(*want));
	enum outcome outcome = PASSED;
	struct doctest_step *step;
	struct slice *line;
	int n_line, n_step;

	for (int i = 0; i < e->n_output; ++i)
		want[i] = row_slice(t, &b->row[e->output + i]);
	line = doctest_match_split(got, len, &n_line);
	if (!doctest_match_lines(want, e->n_output, line, n_line, b->within)) {
		step = doctest_match_align(want, e->n_output, line, n_line,
			b->within, &n_step);
		outcome = differs(t, b, e, step, n_step);
		free(step);
	}
	free(line);
	free(want);
	return outcome;
}

static enum outcome run_example(struct doctest *t,
	const struct doctest_block *b, const struct doctest_example *e,
	bool *failed)
{
	struct buffer input = { 0 }, got = { 0 };
	struct wsp_result *r;
	enum outcome outcome;

	gather_input(t, &b->row[e->input], e->n_input, &input);
	r = wsp_eval_named(t->session.wsp, "<repl>", buffer_text(&input),
		input.len);
	*failed |= !wsp_ok(r);
	buffer_add(&got, wsp_text(r));
	buffer_add(&got, wsp_error_text(r));
	wsp_result_free(r);
	outcome = compare(t, b, e, buffer_text(&got), got.len);
	buffer_free(&input);
	buffer_free(&got);
	return outcome;
}

/* Expected output without an input before it is a mistake of the author. */
static bool starts_with_output(const struct doctest *t,
	const struct doctest_block *b)
{
	static const struct slice blank = { "", 0 };

	for (int i = 0; i < b->example[0].input; ++i)
		if (!doctest_match_line(blank, row_slice(t, &b->row[i]), 0))
			return true;
	return false;
}

static enum outcome run_examples(struct doctest *t,
	const struct doctest_block *b)
{
	enum outcome outcome = PASSED;
	bool failed = false;

	if (starts_with_output(t, b))
		return report(t, b->number, "text before the first prompt");
	for (int i = 0; i < b->n_example; ++i)
		outcome = worse(outcome,
			run_example(t, b, &b->example[i], &failed));
	if (b->error && !failed)
		return report(t, b->number, "no error, but one is expected");
	return outcome;
}

/* A block without prompts only has to run. */
static enum outcome run_program(struct doctest *t,
	const struct doctest_block *b)
{
	int line = b->n_row ? b->row[0].number : b->number;
	struct buffer program = { 0 };
	enum outcome outcome = PASSED;
	struct wsp_result *r;

	gather_input(t, b->row, b->n_row, &program);
	r = wsp_eval_at(t->session.wsp, t->path, line, buffer_text(&program),
		program.len);
	if (wsp_ok(r) && b->error)
		outcome = report(t, b->number, "no error, but one is expected");
	if (!wsp_ok(r) && !b->error) {
		const char *text = wsp_error_text(r);

		outcome = report(t, b->number, "does not run");
		print_indented("", text, strlen(text));
	}
	wsp_result_free(r);
	buffer_free(&program);
	return outcome;
}

static enum outcome run_block(struct doctest *t, const struct doctest_block *b)
{
	if (b->unknown) {
		printf("%s:%d: unknown attribute '%s': fresh, error, skip or within=10%%\n",
			t->path, b->number, b->unknown);
		return FAILED;
	}
	if (!open_session(t, b->fresh))
		return report(t, b->number, "cannot open a session");
	return b->n_example ? run_examples(t, b) : run_program(t, b);
}

static void run_blocks(struct doctest *t, const struct doctest_block *b, int n)
{
	for (int i = 0; i < n; ++i) {
		if (b[i].skip) {
			++t->n_skipped;
			continue;
		}
		switch (run_block(t, &b[i])) {
		case PASSED: ++t->n_passed; break;
		case FAILED: ++t->n_failed; break;
		case ACCEPTED: ++t->n_accepted; break;
		}
	}
}

static void write_edits(struct doctest *t)
{
	struct buffer out = { 0 };
	size_t at = 0;

	for (int i = 0; i < t->n_edit; ++i) {
		const struct edit *e = &t->edit[i];

		buffer_add_bytes(&out, t->text.text + at, e->from - at);
		buffer_add(&out, e->text);
		at = e->to;
	}
	buffer_add_bytes(&out, t->text.text + at, t->text.len - at);
	if (!cli_store(t->path, out.text, out.len))
		t->status = 1;
	buffer_free(&out);
}

static void close_file(struct doctest *t)
{
	if (t->is_open)
		session_close(&t->session);
	t->is_open = false;
	for (int i = 0; i < t->n_edit; ++i)
		free(t->edit[i].text);
	free(t->edit);
	t->edit = NULL;
	t->n_edit = 0;
	buffer_free(&t->text);
}

static void test_file(struct doctest *t, const char *path)
{
	struct doctest_block *block;
	int n;

	if (!cli_load(path, &t->text)) {
		t->status = 2;
		return;
	}
	t->path = path;
	t->kind = doctest_lines_kind(path);
	block = doctest_blocks_find(t->kind, buffer_text(&t->text), t->text.len,
		&n);
	run_blocks(t, block, n);
	if (t->n_edit > 0)
		write_edits(t);
	doctest_blocks_free(block, n);
	close_file(t);
}

int doctest_run(const struct cli *cli)
{
	struct doctest t = { .cli = cli };

	for (int i = 0; i < cli->n_input; ++i)
		test_file(&t, cli->input[i].text);
	printf("%d passed, %d failed", t.n_passed, t.n_failed);
	if (t.n_accepted)
		printf(", %d accepted", t.n_accepted);
	if (t.n_skipped)
		printf(", %d skipped", t.n_skipped);
	putchar('\n');
	if (t.status)
		return t.status;
	return t.n_failed ? 1 : 0;
}
