/* Runs a fuzz target where libFuzzer is not at hand, with its options:
 *
 *	fuzz_parse FILE ...			run these, once each
 *	fuzz_parse -runs=N -seed=S FILE|DIR ...	and N changed ones
 *	fuzz_parse -max_total_time=S DIR ...	change them for S seconds
 *
 * Also -dict=FILE, -max_len=N, -timeout=S, -artifact_prefix=PATH.  Built with
 * --enable-fuzz, gcc reports each branch that is taken (trace-pc), and an
 * input that takes a new one is kept and changed further.  What crashes, or
 * takes longer than the timeout, is written to a file.
 */

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define WORDS	    4096
#define MOST_INPUTS 100000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
	uint8_t *data;
	size_t size;
};

static struct {
	long runs, seconds, timeout;
	size_t max_len;
	uint64_t seed;
	const char *dict, *artifacts;
} option = { .max_len = 4096, .seed = 1, .timeout = 60, .artifacts = "" };

static struct input *corpus;
static size_t n_corpus;
static struct input word[WORDS];
static int n_word;
static struct input current; /* for the handler of crashes */

/* ----------------------------------------------------------- coverage */

#ifdef FUZZ_FEEDBACK
#include "tests/fuzz/feedback.h"

static uint8_t ever[FEEDBACK_MAP];

/* True if the last run took a branch for the first time. */
FEEDBACK_PLAIN
static bool is_new(void)
{
	int found = 0;

	for (int i = 0; i < FEEDBACK_MAP; ++i) {
		found |= feedback_taken[i] & !ever[i];
		ever[i] |= feedback_taken[i];
		feedback_taken[i] = 0;
	}
	return found;
}

static int n_branch(void)
{
	int n = 0;

	for (int i = 0; i < FEEDBACK_MAP; ++i)
		n += ever[i];
	return n;
}
#else
#define FEEDBACK_PLAIN

static bool is_new(void)
{
	return 0;
}

static int n_branch(void)
{
	return 0;
}
#endif

/* ------------------------------------------------------------ crashes */

const char *__asan_default_options(void);
const char *__ubsan_default_options(void);

FEEDBACK_PLAIN
const char *__asan_default_options(void)
{
	return "abort_on_error=1:allocator_may_return_null=1";
}

FEEDBACK_PLAIN
const char *__ubsan_default_options(void)
{
	return "abort_on_error=1:print_stacktrace=1";
}

static void keep_current(const char *what)
{
	char path[512];
	int out;

	snprintf(path, sizeof(path), "%s%s-%ld", option.artifacts, what,
		(long) getpid());
	out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	if (out < 0)
		return;
	if (write(out, current.data, current.size) < 0)
		perror(path);
	close(out);
	fprintf(stderr, "the input is in %s\n", path);
}

static void on_crash(int number)
{
	signal(number, SIG_DFL);
	if (current.data) /* leaks are found behind the last one */
		keep_current(number == SIGPROF ? "timeout" : "crash");
	raise(number == SIGPROF ? SIGABRT : number);
}

/* ------------------------------------------------------------- inputs */

static void *must(void *p)
{
	if (p)
		return p;
	perror("fuzz");
	exit(2);
}

static struct input copy_of(const uint8_t *data, size_t size)
{
	struct input in = { must(malloc(size + 1)), size };

	memcpy(in.data, data, size);
	return in;
}

static void keep(struct input in)
{
	if (n_corpus >= MOST_INPUTS) {
		free(in.data);
		return;
	}
	if ((n_corpus & (n_corpus - 1)) == 0)
		corpus = must(
			realloc(corpus, 2 * (n_corpus + 1) * sizeof(*corpus)));
	corpus[n_corpus++] = in;
}

static void read_file(const char *path, size_t most)
{
	FILE *in = must(fopen(path, "rb"));
	uint8_t *data = must(malloc(most + 1));
	size_t n = fread(data, 1, most, in);

	fclose(in);
	keep(copy_of(data, n));
	free(data);
}

static void read_path(const char *path, int depth)
{
	struct stat is;
	struct dirent *entry;
	DIR *dir;
	char inner[1024];

	if (stat(path, &is) < 0 || !S_ISDIR(is.st_mode)) {
		read_file(path, depth == 0 ? 1 << 24 : option.max_len);
		return;
	}
	dir = must(opendir(path));
	while ((entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(inner, sizeof(inner), "%s/%s", path, entry->d_name);
		read_path(inner, depth + 1);
	}
	closedir(dir);
}

static int hex(char c)
{
	return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

/* Lines "text" of a dictionary, with \" \\ and \xAB. */
static void read_dictionary(const char *path)
{
	FILE *in = must(fopen(path, "r"));
	char line[256];

	while (fgets(line, sizeof(line), in) && n_word < WORDS) {
		char *from = strchr(line, '"'), *to = line;
		size_t n = 0;

		if (line[0] == '#' || !from)
			continue;
		for (++from; *from && *from != '"'; ++from, ++n) {
			if (*from != '\\') {
				to[n] = *from;
			} else if (from[1] == 'x') {
				to[n] = (char) (hex(from[2]) * 16 +
					hex(from[3]));
				from += 3;
			} else {
				to[n] = *++from;
			}
		}
		word[n_word++] = copy_of((uint8_t *) to, n);
	}
	fclose(in);
}

/* ------------------------------------------------------------ changes */

static size_t below(size_t n)
{
	option.seed ^= option.seed >> 12;
	option.seed ^= option.seed << 25;
	option.seed ^= option.seed >> 27;
	return n ? (size_t) (option.seed * 0x2545F4914F6CDD1DULL >> 20) % n : 0;
}

/* Put "n" bytes in the place of "gone" at "at". */
static void splice(struct input *in, size_t at, size_t gone,
	const uint8_t *bytes, size_t n)
{
	size_t rest = in->size - at - gone;
	uint8_t *data;

	if (in->size - gone + n > option.max_len)
		return;
	data = must(malloc(in->size - gone + n + 1));
	memcpy(data, in->data, at);
	memcpy(data + at, bytes, n);
	memcpy(data + at + n, in->data + at + gone, rest);
	free(in->data);
	in->data = data;
	in->size += n - gone;
}

static void change(struct input *in)
{
	static const char *const digits[] = { "0", "1", "-1", "2147483648",
		"9223372036854775807", "1e30", "0.1", "65536", "nan" };
	size_t at = below(in->size + 1), left = in->size - at;
	const struct input *other = &corpus[below(n_corpus)];
	size_t from = below(other->size), len;
	uint8_t byte = (uint8_t) below(256);

	switch (below(8)) {
	case 0: splice(in, at, left > 0, &byte, 1); break;
	case 1: splice(in, at, below(left < 8 ? left + 1 : 8), &byte, 0); break;
	case 2: splice(in, at, 0, &byte, 1); break;
	case 3:
		if (left > 0)
			in->data[at] ^= (uint8_t) (1 << below(8));
		break;
	case 4:
		len = below(9);
		splice(in, at, 0, (const uint8_t *) digits[len],
			strlen(digits[len]));
		break;
	case 5:
		len = below(other->size - from + 1);
		splice(in, at, below(left + 1), other->data + from, len);
		break;
	case 6:
		len = below(left < 64 ? left + 1 : 64);
		from = below(in->size - len + 1);
		splice(in, from, 0, in->data + at, len);
		break;
	default:
		if (n_word > 0) {
			other = &word[below((size_t) n_word)];
			splice(in, at, below(2) * (left > 0), other->data,
				other->size);
		}
	}
}

/* --------------------------------------------------------------- runs */

static void run(struct input in)
{
	/* of the processor: other programs may be busy */
	struct itimerval limit = { .it_value.tv_sec = option.timeout };

	current = in;
	setitimer(ITIMER_PROF, &limit, NULL);
	LLVMFuzzerTestOneInput(in.data, in.size);
	limit.it_value.tv_sec = 0;
	setitimer(ITIMER_PROF, &limit, NULL);
	current.data = NULL;
}

static long run_changed(void)
{
	time_t start = time(NULL);
	long n;

	for (n = 0; (option.runs == 0 || n < option.runs) &&
		(option.seconds == 0 || time(NULL) - start < option.seconds);
		++n) {
		const struct input *old = &corpus[below(n_corpus)];
		struct input in = copy_of(old->data, old->size);

		for (size_t k = 1 + below(4); k > 0; --k)
			change(&in);
		run(in);
		if (is_new())
			keep(in);
		else
			free(in.data);
	}
	return n;
}

static bool is_option(const char *arg)
{
	if (sscanf(arg, "-runs=%ld", &option.runs) == 1 ||
		sscanf(arg, "-max_total_time=%ld", &option.seconds) == 1 ||
		sscanf(arg, "-timeout=%ld", &option.timeout) == 1 ||
		sscanf(arg, "-max_len=%zu", &option.max_len) == 1 ||
		sscanf(arg, "-seed=%lu", (unsigned long *) &option.seed) == 1)
		return 1;
	if (strncmp(arg, "-dict=", 6) == 0)
		option.dict = arg + 6;
	else if (strncmp(arg, "-artifact_prefix=", 17) == 0)
		option.artifacts = arg + 17;
	return arg[0] == '-';
}

int main(int argc, char **argv)
{
	static const int crashes[] = { SIGABRT, SIGSEGV, SIGFPE, SIGBUS, SIGILL,
		SIGPROF };
	size_t n_given;
	long n = 0;

	for (int i = 1; i < argc; ++i)
		is_option(argv[i]);
	for (int i = 1; i < argc; ++i)
		if (argv[i][0] != '-')
			read_path(argv[i], 0);
	if (option.dict)
		read_dictionary(option.dict);
	if (n_corpus == 0)
		keep(copy_of((const uint8_t *) "", 0));
	for (int i = 0; i < 6; ++i)
		signal(crashes[i], on_crash);
	option.seed = option.seed * 0x9E3779B97F4A7C15ULL + 1;
	n_given = n_corpus;
	for (size_t i = 0; i < n_given; ++i)
		run(corpus[i]);
	is_new();
	if (option.runs > 0 || option.seconds > 0)
		n = run_changed();
	printf("%zu inputs, %ld runs, %zu kept, %d branches\n", n_given, n,
		n_corpus - n_given, n_branch());
	for (size_t i = 0; i < n_corpus; ++i)
		free(corpus[i].data);
	free(corpus);
	for (int i = 0; i < n_word; ++i)
		free(word[i].data);
	return 0;
}
