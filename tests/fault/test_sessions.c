/* Sessions as users and strangers type them, made by chance.
 *
 *	test_sessions [SEED [N [show]]]
 *
 * A session defines two and more kernels, of addresses or of cells, with bases
 * that are fields, scalars or missing, any indices, types, loops, conditions,
 * chances and shared arrays, atomic updates, lists that loops carry, hints,
 * matrix products, constant fields, vectors and parameters, folds by block, and
 * asks every question in between, with options at small, usual and absurd values, on all devices and
 * caches.  Names of questions, options, figures, functions and devices come
 * from the tables of the program, so that new ones are asked too.  Each input
 * must give an answer or an error within its budget of time, and the same
 * session the same text again.
 *
 * N sessions follow from the seeds SEED, SEED + 1, ...: a failure names its own.
 * The program starts itself once more with glibc's checks of the heap and with
 * memory that is filled when it is taken and freed: what sanitizers hide, such
 * as reads of memory that happens to be zero, shows here.
 */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lang/base/buffer.h"
#include "lang/tables.h"
#include "lang/wsp.h"
#include "tests/fault/clock.h"
#include "tests/fault/random_session.h"
#include "tests/prop/random.h"
#include "tests/unit/check.h"

#define N_SESSION 60

/* ---- questions */

static void add_device(struct buffer *b, const struct made *m)
{
	if (chance(15)) {
		buffer_printf(b, "cache(%s * 128 B%s%s)", number(),
			chance(50) ? ", line = 128 B, sector = 32 B" : "",
			chance(30) ? ", ways = 4" : "");
		return;
	}
	buffer_add(b, m->device[pick(0, m->n_device - 1)]);
	if (chance(25))
		buffer_printf(b, " with { %s = %s%s }", ANY(device_figures),
			number(),
			chance(30)	   ? " KiB" :
				chance(30) ? " GB/s" :
					     "");
}

static const char *question_word(void)
{
	const char *word[64];
	int n = 0;

	for (int t = 0; tables_rooms.questions[t]; ++t)
		for (const struct question *q = tables_rooms.questions[t];
			q->word && n < COUNT(word); ++q)
			word[n++] = q->word;
	return word[pick(0, n - 1)];
}

static void add_plain_question(struct buffer *b, const struct made *m,
	const char *word)
{
	bool is_space = strcmp(word, "rank") == 0 || strcmp(word, "sweep") == 0;

	buffer_printf(b, "%s %s%d", word, chance(wild) ? "r" : "k",
		(int) pick(0, 2));
	if (is_space || chance(wild)) {
		const char *option = chance(70) ? "block" : option_name(word);

		buffer_printf(b, " over %s in ", option);
		if (strcmp(option, "block") == 0 && chance(60)) {
			buffer_printf(b, "blocks(%s)", whole());
		} else {
			buffer_add(b, "[");
			add_value(b, option);
			buffer_add(b, ", ");
			add_value(b, option);
			buffer_add(b, "]");
		}
	}
	if (chance(80)) {
		buffer_add(b, " on ");
		add_device(b, m);
	}
	add_options(b, word);
	if (chance(is_space ? 20 : wild))
		buffer_printf(b, " by %s", ANY(figures));
	if (chance(is_space ? 20 : wild))
		buffer_printf(b, " top %s", number());
	if (chance(wild))
		buffer_add(b, " kind instruction");
}

static void add_question(struct buffer *b, const struct made *m)
{
	const char *word = question_word();

	if (strcmp(word, "smallest") == 0 || strcmp(word, "largest") == 0 ||
		strcmp(word, "crossover") == 0) {
		bool is_crossover = strcmp(word, "crossover") == 0;

		buffer_printf(b, "%s n in %s..%s %s (", word, ANY(small),
			whole(), is_crossover ? "of" : "such that");
		buffer_printf(b, "estimate k%d on ", (int) pick(0, 2));
		add_device(b, m);
		buffer_printf(b, " with block = n).%s", ANY(figures));
		if (is_crossover) {
			buffer_add(b, " and (");
			add_plain_question(b, m, "estimate");
			buffer_printf(b, ").%s\n", ANY(figures));
		} else {
			buffer_printf(b, " > %s\n", number());
		}
		return;
	}
	buffer_add(b, chance(60) ? "r = " : "");
	add_plain_question(b, m, word);
	buffer_add(b, "\n");
}

/* What one does with an answer, a kernel or a device. */
static void add_use(struct buffer *b, const struct made *m)
{
	static const char *const of[] = { "r", "k0", "k1", "h200", "[r, r]" };

	switch (pick(0, 9)) {
	case 8:
		buffer_printf(b, "%s(r, size = ", chance(80) ? "plot" : "svg");
		add_extents(b, (int) pick(1, 2), number);
		buffer_add(b, ")\n");
		return;
	case 9:
		if (chance(50)) {
			buffer_add(b, "explain ");
			add_plain_question(b, m, "divergence");
		} else {
			buffer_add(b, "compare(");
			add_plain_question(b, m, "divergence");
			buffer_add(b, ", ");
			add_plain_question(b, m, "divergence");
			buffer_add(b, ")");
		}
		buffer_add(b, "\n");
		return;
	case 7:
		buffer_add(b, "show order ");
		add_order(b);
		buffer_add(b, " of ");
		add_extents(b, (int) pick(1, 3), number);
		buffer_add(b, "\n");
		return;
	case 0: buffer_add(b, "explain r\n"); return;
	case 1: buffer_printf(b, "r.%s\n", ANY(figures)); return;
	case 2:
		buffer_printf(b, "show %s of k%d",
			chance(50) ? "addresses" : "maps", (int) pick(0, 2));
		add_options(b, "show");
		buffer_add(b, "\n");
		return;
	case 3:
		buffer_printf(b, "%s(%s%s%s)\n", ANY(functions), ANY(of),
			chance(30) ? ", " : "", chance(30) ? number() : "");
		return;
	case 4: {
		const char *option = ANY(settings).name;

		/* a session that may run for long, or write a lot, says little
		 */
		if (strcmp(option, "time") == 0 ||
			strcmp(option, "accesses") == 0)
			return;
		buffer_printf(b, "set %s = ", option);
		add_value(b, option);
		buffer_add(b, "\n");
		return;
	}
	case 5:
		buffer_printf(b, "show %s\n",
			m->device[pick(0, m->n_device - 1)]);
		return;
	default: buffer_add(b, "r\n"); return;
	}
}

/* ---- sessions */

static struct buffer current; /* the input that runs, for a crash */
static uint64_t current_seed;

static void say(const char *text)
{
	if (write(STDOUT_FILENO, text, strlen(text)) < 0)
		_exit(3);
}

static void on_crash(int signal)
{
	char line[120];

	snprintf(line, sizeof(line),
		"signal %d in the session of seed %llu, in the input\n", signal,
		(unsigned long long) current_seed);
	say(line);
	say(buffer_text(&current));
	say("0 passed, 1 failed\n");
	_exit(1);
}

static bool shows;
static int n_input, n_error;

/* Run one input; its text, and how long it took. */
static void run(struct made *m, struct buffer *said)
{
	double from = now_s(), took;
	struct wsp_result *r;

	if (shows)
		printf("%s", buffer_text(&current));
	r = wsp_eval(m->w, buffer_text(&current));
	took = now_s() - from;
	++n_input;
	n_error += !wsp_ok(r);
	if (shows)
		printf("%s%s", wsp_text(r), wsp_error_text(r));
	buffer_add(said, wsp_text(r));
	buffer_add(said, wsp_error_text(r));
	if (took > LIMIT_S || (!wsp_ok(r) && wsp_error_text(r)[0] == '\0'))
		printf("seed %llu, %.1f s:\n%s",
			(unsigned long long) current_seed, took,
			buffer_text(&current));
	CHECK(took <= LIMIT_S);
	CHECK(wsp_ok(r) || wsp_error_text(r)[0] != '\0');
	wsp_result_free(r);
}

static void input(struct made *m, void (*add)(struct buffer *, struct made *),
	struct buffer *said)
{
	buffer_free(&current);
	current = (struct buffer) { 0 };
	add(&current, m);
	run(m, said);
}

static void add_start(struct buffer *b, struct made *m)
{
	(void) m;
	buffer_add(b,
		"def turned(i) = (i / 8, i % 8)\n"
		"kernel k0(a, b: [64, 64]) { b[0,0] = a[0,0] + a[1,0] }\n"
		"kernel k1(b) over (100) { store double at b + threadIdx.x*8 }"
		"\n"
		"kernel k2(a: [512], b: float[512]) { b[0] = 2 * a[-1] }\n"
		"n = 32\nr = estimate k0 on a100 with block = 32\n"
		"set time = 1 s\nset threads = 1\nset memory = 200 MB\n"
		"set output = 1 MB\nset accesses = 200000\n");
}

static void add_anything(struct buffer *b, struct made *m)
{
	int what = (int) pick(0, 9);

	if (what < 3)
		add_kernel(b, m);
	else if (what < 7)
		add_question(b, m);
	else
		add_use(b, m);
}

/* The session that follows from "seed". */
static void session(const struct made *devices, uint64_t seed,
	struct buffer *said)
{
	struct made m = *devices;
	int n;

	m.n_kernel = 0;
	m.n_field = 1;
	m.w = wsp_new();
	state = current_seed = seed;
	wild = (int) ONE_OF(0, 0, 1, 1, 3, 10, 30);
	n = (int) pick(4, 14);
	input(&m, add_start, said);
	for (int i = 0; i < n; ++i)
		input(&m, add_anything, said);
	wsp_free(m.w);
}

/* The same session says the same, unless it ran out of time. */
static void compare(uint64_t seed, const char *said, const char *again)
{
	static const char late[] = "the budget of 'time'";
	bool is_same = strcmp(said, again) == 0 || strstr(said, late) ||
		strstr(again, late);
	int i = 0;

	CHECK(is_same);
	if (is_same)
		return;
	while (said[i] == again[i])
		++i;
	i = i > 200 ? i - 200 : 0;
	printf("seed %llu says\n%.400s\nand then\n%.400s\n",
		(unsigned long long) seed, said + i, again + i);
}

static void find_devices(struct made *m)
{
	struct wsp *w = wsp_new();
	struct wsp_result *r = wsp_eval(w, "show devices\n");
	char *text = strdup(wsp_text(r)), *line, *rest = text;

	while ((line = strtok_r(rest, "\n", &rest)) &&
		m->n_device < COUNT(m->device)) {
		char *name = strtok(line, " ");

		if (name && strcmp(name, "device") != 0)
			m->device[m->n_device++] = strdup(name);
	}
	free(text);
	wsp_result_free(r);
	wsp_free(w);
	CHECK(m->n_device > 20);
}

/* Start again with the checks of glibc's heap, if there are such. */
static void check_heap(char **argv)
{
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && \
	!defined(__SANITIZE_THREAD__)
	if (getenv("MALLOC_PERTURB_"))
		return;
	setenv("MALLOC_PERTURB_", "165", 1);
	setenv("MALLOC_CHECK_", "3", 1);
	setenv("LD_PRELOAD", "libc_malloc_debug.so.0", 0);
	execv("/proc/self/exe", argv);
#else
	(void) argv;
#endif
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	long n = argc > 2 ? atol(argv[2]) : check_cases(N_SESSION);
	struct made devices = { 0 };

	check_heap(argv);
	shows = argc > 3;
	signal(SIGSEGV, on_crash);
	signal(SIGBUS, on_crash);
	signal(SIGFPE, on_crash);
	signal(SIGABRT, on_crash);
	printf("seed %llu\n", (unsigned long long) seed);
	find_devices(&devices);
	for (long i = 0; i < n; ++i) {
		struct buffer said = { 0 }, again = { 0 };
		uint64_t own = seed + (uint64_t) i;

		session(&devices, own, &said);
		if (i % 4 == 0) {
			session(&devices, own, &again);
			compare(own, buffer_text(&said), buffer_text(&again));
		}
		buffer_free(&said);
		buffer_free(&again);
	}
	buffer_free(&current);
	for (int i = 0; i < devices.n_device; ++i)
		free(devices.device[i]);
	printf("%ld sessions of %d inputs, %d of them errors, on %d devices\n",
		n, n_input, n_error, devices.n_device);
	return check_done();
}
