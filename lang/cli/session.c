/* A context of libwsp with the settings of the command line; output goes to
 * standard output, errors to standard error.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "lang/base/buffer.h"
#include "lang/base/device_text.h"
#include "lang/base/memory.h"
#include "lang/cli/junit.h"
#include "lang/cli/question.h"
#include "lang/cli/session.h"
#include "lang/serve/message.h"

static bool wants_colour(int fd)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (no_color && *no_color)
		return false;
	return isatty(fd) && term && *term && strcmp(term, "dumb");
}

static int number_of(const char *name)
{
	const char *text = getenv(name);

	return text ? atoi(text) : 0;
}

/* The size for plot(): that of the window, or COLUMNS and LINES. */
static void set_screen(struct session *s)
{
	int columns = number_of("COLUMNS"), rows = number_of("LINES");
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
		columns = size.ws_col;
		rows = size.ws_row;
	}
	wsp_set_screen(s->wsp, columns, rows, wants_colour(STDOUT_FILENO));
}

static void write_output(void *user, const char *text, size_t len)
{
	struct session *s = user;

	if (s->quiet)
		return;
	if (!s->output_error && fwrite(text, 1, len, stdout) < len)
		s->output_error = errno;
	if (s->output_error) {
		wsp_interrupt(s->wsp);
		s->stopped = true;
	}
}

static void tell_error(struct session *s, const struct wsp_result *r)
{
	struct buffer text = { 0 };

	message_error(r, &text);
	buffer_add_char(&text, '\n');
	write_output(s, text.text, text.len);
	buffer_free(&text);
}

bool session_report(struct session *s, struct wsp_result *r)
{
	bool ok = wsp_ok(r), was_quiet = s->quiet;

	if (!ok && s->tells_json) {
		s->quiet = false;
		tell_error(s, r);
		s->quiet = was_quiet;
	}
	if (!s->output_error && fflush(stdout) != 0)
		s->output_error = errno;
	if (!s->stopped)
		fputs(s->colour ? wsp_error_colour(r) : wsp_error_text(r),
			stderr);
	s->failed |= !ok;
	wsp_result_free(r);
	return ok;
}

bool session_run(struct session *s, const char *name, int line,
	const char *text, size_t len)
{
	struct wsp_result *r;

	s->stopped = false;
	set_screen(s);
	r = wsp_eval_at(s->wsp, name, line, text, len);
	if (s->junit)
		junit_end_suite(s->junit, name, r);
	return session_report(s, r);
}

/* Shows the progress of a long question on one line of the terminal. */
static void show_progress(void *user, const struct wsp_progress *p)
{
	double rate, left;

	(void) user;
	if (!p) {
		fputs("\r\033[K", stderr);
		return;
	}
	rate = p->seconds > 0 ? p->done / p->seconds : 0;
	left = rate > 0 && p->total > p->done ? (p->total - p->done) / rate : 0;
	fprintf(stderr, "\r%.0f of %.0f, %.0f a second, %.0f s left\033[K",
		p->done, p->total, rate, left);
	fflush(stderr);
}

static bool set_shard(struct session *s, const struct cli *cli)
{
	const char *shard = cli->value[CLI_OPTION_SHARD];
	const char *format = cli->value[CLI_OPTION_FORMAT];
	int i, n, len = 0;

	if (!shard)
		return true;
	if (sscanf(shard, "%9d/%9d%n", &i, &n, &len) != 2 || shard[len] ||
		!wsp_set_shard(s->wsp, i, n)) {
		cli_complain("'--shard %s': say 2/8 for the second of eight",
			shard);
		return false;
	}
	if (!format || (strcmp(format, "csv") && strcmp(format, "json"))) {
		cli_complain("'--shard' needs '--format csv' or '--format "
			     "json', which 'wsp merge' reads");
		return false;
	}
	return true;
}

static bool set_device(struct session *s, const char *device)
{
	struct buffer text = { 0 };
	bool ok;

	buffer_add(&text, "set device = ");
	device_text_add(&text, device);
	ok = session_run(s, "--device", 1, text.text, text.len);
	buffer_free(&text);
	return ok;
}

/* Whether the library has the device, which is chosen then. */
static bool has_device(struct session *s, const char *device)
{
	struct buffer text = { 0 };
	struct wsp_result *r;
	bool ok;

	buffer_add(&text, "set device = ");
	device_text_add(&text, device);
	r = wsp_eval_at(s->wsp, "--device", 1, text.text, text.len);
	ok = wsp_ok(r);
	if (ok)
		session_report(s, r);
	else
		wsp_result_free(r);
	buffer_free(&text);
	return ok;
}

/* Questions read a file first, which may define the device. */
static bool choose_early(struct session *s, const struct cli *cli,
	const char *device)
{
	if (!question_is_command(cli->command))
		return set_device(s, device);
	if (!has_device(s, device))
		s->device = device;
	return true;
}

bool session_choose(struct session *s)
{
	return !s->device || set_device(s, s->device);
}

static bool set_time(struct session *s, const char *seconds)
{
	struct buffer text = { 0 };
	bool ok;

	if (!seconds[0] || seconds[strspn(seconds, "0123456789")]) {
		cli_complain("'--time %s': a whole number of seconds", seconds);
		return false;
	}
	buffer_printf(&text, "set time = %s s", seconds);
	ok = session_run(s, "--time", 1, text.text, text.len);
	buffer_free(&text);
	return ok;
}

bool session_open(struct session *s, const struct cli *cli)
{
	const char *format = cli->value[CLI_OPTION_FORMAT];
	const char *device = cli->value[CLI_OPTION_DEVICE];
	const char *seconds = cli->value[CLI_OPTION_TIME];

	*s = (struct session) {
		.wsp = wsp_new(),
		.colour = wants_colour(STDERR_FILENO),
		.tells_json = format && strcmp(format, "json") == 0,
	};
	if (!s->wsp)
		memory_failed();
	s->safe = cli->value[CLI_OPTION_SAFE];
	wsp_allow_files(s->wsp, !s->safe);
	wsp_on_output(s->wsp, write_output, s);
	wsp_stream(s->wsp, cli->command == CLI_COMMAND_SWEEP);
	if (isatty(STDERR_FILENO))
		wsp_on_progress(s->wsp, show_progress, s);
	if (format && !wsp_set_format(s->wsp, format)) {
		cli_complain("'--format %s': text, json, csv or markdown",
			format);
		return false;
	}
	return set_shard(s, cli) && (!seconds || set_time(s, seconds)) &&
		(!device || choose_early(s, cli, device));
}

void session_close(struct session *s)
{
	wsp_free(s->wsp);
	*s = (struct session) { 0 };
}
