/* Sessions, their threads and queues.  One lock guards all queues; a thread
 * holds it only to take a request, never while it answers.
 *
 * A request that is cancelled before its turn is answered at its turn; one that
 * is running is interrupted.
 */

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/device_text.h"
#include "lang/base/json.h"
#include "lang/base/memory.h"
#include "lang/serve/serve.h"
#include "lang/serve/transport.h"

#define MOST_SESSIONS 64
#define MOST_WAITING  100000 /* requests of a session */

struct session_thread {
	struct worker worker;
	char *name;
	pthread_t thread;
	pthread_cond_t wake;
	struct request *first, **last; /* that wait */
	int n_waiting;
	struct request *running;
	bool is_ending; /* after what waits */
	struct session_thread *next;
};

struct serve {
	struct serve_options options;
	pthread_mutex_t lock;
	struct session_thread *threads;
	int n_thread;
	bool has_failed; /* output cannot be written */
};

/* ------------------------------------------------------------- answers */

static void send(struct serve *s, const struct buffer *message)
{
	if (s->options.write) {
		s->options.write(message);
		return;
	}
	if (transport_write(s->options.is_lsp, message))
		return;
	pthread_mutex_lock(&s->lock);
	s->has_failed = true;
	pthread_mutex_unlock(&s->lock);
}

static void answer(struct request *q, const char *member, const char *json)
{
	struct buffer out = { 0 };

	if (!q->id)
		return;
	buffer_printf(&out,
		"{\"jsonrpc\": \"2.0\", \"id\": %s, \"%s\": ", q->id, member);
	buffer_add(&out, json);
	buffer_add_char(&out, '}');
	send(q->worker->serve, &out);
	buffer_free(&out);
}

void serve_reply(struct request *q, const char *json)
{
	answer(q, "result", json);
}

void serve_fail(struct request *q, enum serve_error code, const char *message,
	const char *data)
{
	struct buffer error = { 0 };

	buffer_printf(&error, "{\"code\": %d, \"message\": ", code);
	json_string(&error, message, strlen(message));
	if (data) {
		buffer_add(&error, ", \"data\": ");
		buffer_add(&error, data);
	}
	buffer_add_char(&error, '}');
	answer(q, "error", error.text);
	buffer_free(&error);
}

void serve_notify(struct worker *w, const char *method, const char *params)
{
	struct buffer out = { 0 };

	buffer_printf(&out,
		"{\"jsonrpc\": \"2.0\", \"method\": \"%s\", "
		"\"params\": ",
		method);
	buffer_add(&out, params);
	buffer_add_char(&out, '}');
	send(w->serve, &out);
	buffer_free(&out);
}

const struct serve_options *serve_options_of(const struct request *q)
{
	return &q->worker->serve->options;
}

bool serve_is_cancelled(struct request *q)
{
	struct serve *s = q->worker->serve;
	bool is_cancelled;

	pthread_mutex_lock(&s->lock);
	is_cancelled = q->is_cancelled;
	pthread_mutex_unlock(&s->lock);
	if (is_cancelled)
		serve_fail(q, SERVE_CANCELLED, "cancelled", NULL);
	return is_cancelled;
}

/* ------------------------------------------------------------- threads */

static void free_request(struct request *q)
{
	arena_free(q->arena);
	free(q);
}

/* Wait for the next request; NULL at the end, and without threads if there is
 * none.
 */
static struct request *next_request(struct session_thread *t)
{
	struct serve *s = t->worker.serve;
	struct request *q;

	pthread_mutex_lock(&s->lock);
	while (!t->first && !t->is_ending && !s->options.write)
		pthread_cond_wait(&t->wake, &s->lock);
	q = t->first;
	if (q) {
		t->first = q->next;
		if (!t->first)
			t->last = &t->first;
		--t->n_waiting;
	}
	t->running = q;
	pthread_mutex_unlock(&s->lock);
	return q;
}

/* A request that was cancelled at its very end leaves the context interrupted:
 * an empty program takes that away.
 */
static void finish(struct session_thread *t, struct request *q)
{
	struct serve *s = t->worker.serve;
	bool is_cancelled;

	pthread_mutex_lock(&s->lock);
	t->running = NULL;
	is_cancelled = q->is_cancelled;
	pthread_mutex_unlock(&s->lock);
	if (is_cancelled)
		wsp_result_free(wsp_eval(t->worker.wsp, ""));
	free_request(q);
}

/* Answer what waits. */
static void *work(void *user)
{
	struct session_thread *t = user;
	struct request *q;

	while ((q = next_request(t)) != NULL) {
		if (!serve_is_cancelled(q))
			q->method->answer(q);
		finish(t, q);
	}
	return NULL;
}

static void show_progress(void *user, const struct wsp_progress *p)
{
	struct session_thread *t = user;
	struct request *q = t->running; /* this thread's own */
	struct buffer params = { 0 };

	if (!p || !q || !q->id || t->worker.serve->options.is_lsp)
		return;
	buffer_printf(&params,
		"{\"id\": %s, \"done\": %.0f, \"total\": %.0f, "
		"\"seconds\": %.1f}",
		q->id, p->done, p->total, p->seconds);
	serve_notify(&t->worker, "progress", params.text);
	buffer_free(&params);
}

static bool open_context(struct session_thread *t)
{
	const struct serve_options *o = &t->worker.serve->options;
	struct buffer set = { 0 };

	t->worker.wsp = wsp_new();
	if (!t->worker.wsp)
		return false;
	wsp_allow_files(t->worker.wsp, !o->is_safe);
	wsp_on_progress(t->worker.wsp, show_progress, t);
	if (o->device) {
		buffer_add(&set, "set device = ");
		device_text_add(&set, o->device);
		wsp_result_free(wsp_eval(t->worker.wsp, set.text));
		buffer_free(&set);
	}
	return true;
}

static struct session_thread *find_thread(struct serve *s, const char *name)
{
	for (struct session_thread *t = s->threads; t; t = t->next)
		if (strcmp(t->name, name) == 0)
			return t;
	return NULL;
}

static struct session_thread *start_thread(struct serve *s, const char *name)
{
	struct session_thread *t;

	if (s->n_thread == MOST_SESSIONS)
		return NULL;
	t = memory_new(sizeof(*t));
	t->worker.serve = s;
	t->worker.thread = t;
	t->last = &t->first;
	t->name = memory_copy_text(name);
	pthread_cond_init(&t->wake, NULL);
	if (!open_context(t) ||
		(!s->options.write &&
			pthread_create(&t->thread, NULL, work, t) != 0)) {
		wsp_free(t->worker.wsp);
		free(t->name);
		free(t);
		return NULL;
	}
	t->next = s->threads;
	s->threads = t;
	++s->n_thread;
	return t;
}

/* Let a thread finish what waits for it, and free it. */
static void end_thread(struct serve *s, struct session_thread *t)
{
	struct session_thread **at = &s->threads;

	pthread_mutex_lock(&s->lock);
	t->is_ending = true;
	pthread_cond_signal(&t->wake);
	pthread_mutex_unlock(&s->lock);
	if (!s->options.write)
		pthread_join(t->thread, NULL);
	while (*at != t)
		at = &(*at)->next;
	*at = t->next;
	--s->n_thread;
	wsp_free(t->worker.wsp);
	pthread_cond_destroy(&t->wake);
	free(t->name);
	free(t);
}

/* ------------------------------------------------------------ requests */

static bool is_same(const struct request *q, const struct json *id)
{
	return q && q->id && id && strlen(q->id) == id->n_raw &&
		memcmp(q->id, id->raw, id->n_raw) == 0;
}

/* Cancel the request of that id, wherever it is. */
static void cancel(struct serve *s, const struct json *id)
{
	pthread_mutex_lock(&s->lock);
	for (struct session_thread *t = s->threads; t; t = t->next) {
		for (struct request *q = t->first; q; q = q->next)
			q->is_cancelled |= is_same(q, id);
		if (is_same(t->running, id)) {
			t->running->is_cancelled = true;
			wsp_interrupt(t->worker.wsp);
		}
	}
	pthread_mutex_unlock(&s->lock);
}

/* Cancel all requests of a session. */
static void cancel_all(struct serve *s, struct session_thread *t)
{
	pthread_mutex_lock(&s->lock);
	for (struct request *q = t->first; q; q = q->next)
		q->is_cancelled = true;
	if (t->running) {
		t->running->is_cancelled = true;
		wsp_interrupt(t->worker.wsp);
	}
	pthread_mutex_unlock(&s->lock);
}

/* What the reader answers itself: it may not wait for a session. */
static bool answer_now(struct serve *s, struct request *q, const char *name,
	const char *session)
{
	struct session_thread *t;

	if (strcmp(name, "cancel") == 0 ||
		strcmp(name, "$/cancelRequest") == 0) {
		cancel(s, json_read_member(q->params, "id"));
		serve_reply(q, "null");
		return true;
	}
	if (s->options.is_lsp || strcmp(name, "close") != 0)
		return false;
	t = find_thread(s, session);
	if (t) {
		cancel_all(s, t);
		end_thread(s, t);
	}
	serve_reply(q, t ? "true" : "false");
	return true;
}

static const struct serve_method *find_method(const struct serve *s,
	const char *name)
{
	const struct serve_method *m = s->options.is_lsp ? lsp_methods :
							   rpc_methods;

	while (m->name && strcmp(m->name, name) != 0)
		++m;
	return m->name ? m : NULL;
}

/* Put a request into its queue; false if it was answered instead. */
static bool queue(struct serve *s, struct request *q, const char *session)
{
	struct session_thread *t = find_thread(s, session);
	bool is_full;

	if (!t)
		t = start_thread(s, session);
	if (!t) {
		serve_fail(q, SERVE_BAD_PARAMS,
			"there are too many sessions: close one", NULL);
		return false;
	}
	q->worker = &t->worker;
	pthread_mutex_lock(&s->lock);
	is_full = t->n_waiting == MOST_WAITING;
	if (!is_full) {
		*t->last = q;
		t->last = &q->next;
		++t->n_waiting;
		pthread_cond_signal(&t->wake);
	}
	pthread_mutex_unlock(&s->lock);
	if (is_full)
		serve_fail(q, SERVE_BAD_PARAMS,
			"too many requests wait in this session", NULL);
	else if (s->options.write)
		work(t);
	return !is_full;
}

/* Read the parts of a request; false if it is none. */
static bool read_parts(struct request *q, const struct json *message,
	const char **name)
{
	const struct json *id = json_read_member(message, "id");

	*name = json_read_text(message, "method");
	q->params = json_read_member(message, "params");
	if (id && id->kind != JSON_NUMBER && id->kind != JSON_STRING &&
		id->kind != JSON_NULL)
		return false;
	q->id = id ? arena_copy(q->arena, id->raw, id->n_raw) : NULL;
	return *name != NULL;
}

/* Take a message; false if the server shall end. */
static bool take(struct serve *s, const char *text, size_t len)
{
	struct worker nobody = { .serve = s };
	struct request *q = memory_new(sizeof(*q));
	const char *why, *name, *session;
	const struct json *message;
	bool waits = false, goes_on = true;

	*q = (struct request) { .worker = &nobody, .arena = arena_new() };
	message = json_read(q->arena, text, len, &why);
	if (!message) {
		q->id = "null";
		serve_fail(q, SERVE_NOT_JSON, why, NULL);
	} else if (!read_parts(q, message, &name)) {
		/* an editor's answer to a request of ours has no method */
		q->id = q->id ? q->id : "null";
		if (!json_read_member(message, "result"))
			serve_fail(q, SERVE_NO_REQUEST,
				"a request has a method and an id", NULL);
	} else if (s->options.is_lsp && strcmp(name, "exit") == 0) {
		goes_on = false;
	} else {
		session = json_read_text(q->params, "session");
		if (!session || s->options.is_lsp)
			session = "";
		q->method = find_method(s, name);
		if (answer_now(s, q, name, session))
			;
		else if (!q->method)
			serve_fail(q, SERVE_NO_METHOD,
				"there is no such method", NULL);
		else
			waits = queue(s, q, session);
	}
	if (!waits)
		free_request(q);
	return goes_on;
}

/* A message that cannot be read is answered without an id. */
static void complain(struct serve *s, const char *why)
{
	struct worker nobody = { .serve = s };
	struct request q = { .worker = &nobody, .id = "null" };

	serve_fail(&q, SERVE_NO_REQUEST, why, NULL);
}

static bool has_failed(struct serve *s)
{
	bool failed;

	pthread_mutex_lock(&s->lock);
	failed = s->has_failed;
	pthread_mutex_unlock(&s->lock);
	return failed;
}

struct serve *serve_open(const struct serve_options *options)
{
	struct serve *s = memory_new(sizeof(*s));

	*s = (struct serve) { .options = *options };
	pthread_mutex_init(&s->lock, NULL);
	return s;
}

void serve_take(struct serve *s, const char *message, size_t len)
{
	take(s, message, len);
}

void serve_close(struct serve *s)
{
	while (s->threads)
		end_thread(s, s->threads);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

int serve_run(const struct serve_options *options)
{
	struct serve *s = serve_open(options);
	struct buffer message = { 0 };
	enum transport_status status;
	bool goes_on = true;

	signal(SIGINT, SIG_DFL);
	while (goes_on && !has_failed(s) &&
		(status = transport_read(options->is_lsp, &message)) !=
			TRANSPORT_END) {
		if (status == TRANSPORT_MESSAGE)
			goes_on = take(s, buffer_text(&message), message.len);
		else
			complain(s,
				status == TRANSPORT_TOO_LONG ?
					"this is longer than 16 MiB" :
					"there is no Content-Length");
	}
	while (s->threads)
		end_thread(s, s->threads);
	goes_on = !s->has_failed;
	serve_close(s);
	buffer_free(&message);
	return goes_on ? 0 : 1;
}
