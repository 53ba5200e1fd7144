/* A host that loads the shared library, asks it, and unloads it again and
 * again: the GMP of the host works after each round, and no memory is lost.
 *
 *	test_unload [LIBRARY [ROUNDS]]
 */

#include <dlfcn.h>
#include <gmp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "lang/wsp.h"
#include "tests/unit/check.h"

#define ROUNDS	40
#define SETTLED 10     /* rounds after which memory does not grow */
#define GROWTH	262144 /* bytes that it may grow all the same */
#define SKIPPED 77     /* to automake */

/* The calls, by pointers: ISO C has no conversion of those to functions. */
struct library {
	struct wsp *(*new)(void);
	struct wsp_result *(*eval)(struct wsp *w, const char *program);
	bool (*ok)(const struct wsp_result *r);
	void (*result_free)(struct wsp_result *r);
	void (*free)(struct wsp *w);
};

static void find(void *handle, const char *name, void *call)
{
	void *found = dlsym(handle, name);

	CHECK(found);
	memcpy(call, &found, sizeof(found));
}

/* Resident memory in bytes, without what malloc keeps: that is 20 MB more or
 * fewer as threads end.
 */
static long resident(void)
{
	long all, pages = 0;
	FILE *in = fopen("/proc/self/statm", "r");

#ifdef __GLIBC__
	malloc_trim(0);
#endif
	if (in && fscanf(in, "%ld %ld", &all, &pages) != 2)
		pages = 0;
	if (in)
		fclose(in);
	return pages * sysconf(_SC_PAGESIZE);
}

static void use_gmp(void)
{
	mpz_t n;

	mpz_init(n);
	mpz_ui_pow_ui(n, 3, 10000);
	CHECK(mpz_divisible_ui_p(n, 81));
	mpz_clear(n);
}

static void visit(const char *path)
{
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	struct library lib;
	struct wsp_result *r;
	struct wsp *w;

	CHECK(handle);
	find(handle, "wsp_new", &lib.new);
	find(handle, "wsp_eval", &lib.eval);
	find(handle, "wsp_ok", &lib.ok);
	find(handle, "wsp_result_free", &lib.result_free);
	find(handle, "wsp_free", &lib.free);
	w = lib.new();
	r = lib.eval(w,
		"kernel k(a, b: double[1000, 9]) { b[0,0] = a[(x + y) % 7, 0] }\n"
		"rank k over block in [(32, 1), (64, 1)]\n"
		"estimate k\n"
		"2^3000 % 7");
	CHECK(lib.ok(r));
	lib.result_free(r);
	lib.free(w);
	CHECK(dlclose(handle) == 0);
}

int main(int argc, char **argv)
{
	const char *path = argc > 1 ? argv[1] : LIBWSP;
	int rounds = argc > 2 ? atoi(argv[2]) : ROUNDS;
	long settled = 0;

	if (access(path, R_OK) != 0) {
		printf("there is no shared library %s\n", path);
		check_done();
		return SKIPPED;
	}
	for (int i = 0; i < rounds; ++i) {
		visit(path);
		use_gmp();
		if (i == SETTLED)
			settled = resident();
	}
	CHECK(resident() < settled + GROWTH);
	return check_done();
}
