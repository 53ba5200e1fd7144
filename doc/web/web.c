/* The server of lang/serve inside a web worker: one request in, its answer out
 * before the call returns.  The files that programs reach are those of the
 * worker's memory, where the page puts the examples.
 */

#include <errno.h>
#include <spawn.h>

#include <emscripten.h>

#include "lang/serve/serve.h"

void web_take(const char *request, size_t len);

/* Hand a message to the page: an answer, or progress of a question. */
EM_JS(void, web_write, (const char *text, size_t len),
	{ Module.receive(UTF8ToString(text, len)); })

/* There are no processes: a picture as PNG or PDF is an error, as where
 * rsvg-convert is missing.
 */
int posix_spawnp(pid_t *pid, const char *file,
	const posix_spawn_file_actions_t *actions,
	const posix_spawnattr_t *attributes, char *const arguments[],
	char *const environment[])
{
	(void) pid, (void) file, (void) actions, (void) attributes;
	(void) arguments, (void) environment;
	return ENOSYS;
}

static void write_message(const struct buffer *message)
{
	web_write(message->text, message->len);
}

EMSCRIPTEN_KEEPALIVE void web_take(const char *request, size_t len)
{
	static struct serve *serve;
	const struct serve_options options = {
		.write = write_message,
	};

	if (!serve)
		serve = serve_open(&options);
	serve_take(serve, request, len);
}
