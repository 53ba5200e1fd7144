#ifndef LANG_SERVE_SERVE_H
#define LANG_SERVE_SERVE_H

/* The server: it reads requests, puts each into the queue of its session, and
 * a thread for each session answers them one after the other.  A program that
 * hands over requests itself gets each answered before the call returns.
 *
 * Methods are rows of tables.  A request without an id is a notification and
 * gets no answer, not even an error.
 */

#include <stdbool.h>

#include "lang/base/arena.h"
#include "lang/base/buffer.h"
#include "lang/base/json_read.h"
#include "lang/wsp.h"

/* Errors of JSON-RPC, and ours. */
enum serve_error {
	SERVE_FAILED = 1, /* the program has an error; "data" has it */
	SERVE_CANCELLED = -32800,
	SERVE_NOT_JSON = -32700,
	SERVE_NO_REQUEST = -32600,
	SERVE_NO_METHOD = -32601,
	SERVE_BAD_PARAMS = -32602
};

struct serve;
struct document;

/* A session of the server: a context of the library, and its thread. */
struct worker {
	struct serve *serve;
	struct wsp *wsp;
	struct document *documents; /* of an editor */
	void *thread;
};

struct request {
	struct worker *worker;
	struct arena *arena; /* of the message, freed with the request */
	const char *id;	     /* as it was written; NULL: a notification */
	const struct json *params;
	const struct serve_method *method;
	bool is_cancelled;
	struct request *next;
};

struct serve_method {
	const char *name;
	void (*answer)(struct request *q);
};

struct serve_options {
	bool is_lsp;
	bool is_safe;	    /* programs reach no files */
	const char *device; /* the default of every session, or NULL */
	/* Takes messages instead of standard output, without threads. */
	void (*write)(const struct buffer *message);
};

/* Serve until the input ends; returns the exit status. */
int serve_run(const struct serve_options *options);

/* A server without input and threads, for "write" of the options. */
struct serve *serve_open(const struct serve_options *options);
void serve_take(struct serve *s, const char *message, size_t len);
void serve_close(struct serve *s);

/* The options that the server runs with. */
const struct serve_options *serve_options_of(const struct request *q);

/* Answer with a result, which is JSON, or with an error and its data, JSON or
 * NULL.
 */
void serve_reply(struct request *q, const char *json);
void serve_fail(struct request *q, enum serve_error code, const char *message,
	const char *data);

/* Send a notification. */
void serve_notify(struct worker *w, const char *method, const char *params);

/* True if the request was cancelled; it is then answered so. */
bool serve_is_cancelled(struct request *q);

/* The methods of `wsp serve` and of the language server. */
extern const struct serve_method rpc_methods[], lsp_methods[];

#endif
