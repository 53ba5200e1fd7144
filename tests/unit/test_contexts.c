/* Contexts of libwsp share nothing: four threads that ask the same at the
 * same time get the same answers as one.
 */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/wsp.h"
#include "tests/unit/check.h"

#define N_THREAD 4

static const char *const programs[] = {
	("kernel star(a, b: double[640, 512, 512]) {\n"
	 "    b[0,0,0] = sum(a[o] for o in star(3, 4)) / 25\n"
	 "}\n"
	 "set format = json\n"
	 "for m in [wsp, ernst2022, warpspeed2025] {\n"
	 "    estimate star on a100 with block = (64, 4, 4), model = m\n"
	 "}\n"),
	("kernel red(a, b: double[256, 256, 64]) {\n"
	 "    if (x + y + z) % 2 == 0 { b[0,0,0] = a[0,0,1] + a[0,0,-1] }\n"
	 "}\n"
	 "estimate red on h200 with block = (32, 8)\n"),
	("set threads = 3\n"
	 "rank red on v100 over block in blocks(256)\n"),
	"layers star on v100 with block = (32, 4, 4)\n",
	"1 B + 1 s\n",
	"[k^30 for k in 1..20]\n",
};

#define N_PROGRAM ((int) (sizeof(programs) / sizeof(programs[0])))

struct answers {
	char *text[N_PROGRAM];
};

static void *ask(void *data)
{
	struct answers *answers = data;
	struct wsp *w = wsp_new();

	for (int i = 0; i < N_PROGRAM; ++i) {
		struct wsp_result *r = wsp_eval(w, programs[i]);
		const char *text = wsp_ok(r) ? wsp_text(r) : wsp_error_text(r);

		answers->text[i] = strdup(text);
		wsp_result_free(r);
	}
	wsp_free(w);
	return NULL;
}

static void clear(struct answers *answers)
{
	for (int i = 0; i < N_PROGRAM; ++i)
		free(answers->text[i]);
}

int main(void)
{
	struct answers alone, together[N_THREAD];
	pthread_t thread[N_THREAD];

	ask(&alone);
	for (int i = 0; i < N_PROGRAM; ++i)
		CHECK(alone.text[i][0] != '\0');
	for (int i = 0; i < N_THREAD; ++i)
		CHECK(pthread_create(&thread[i], NULL, ask, &together[i]) == 0);
	for (int i = 0; i < N_THREAD; ++i)
		CHECK(pthread_join(thread[i], NULL) == 0);
	for (int i = 0; i < N_THREAD; ++i) {
		for (int j = 0; j < N_PROGRAM; ++j)
			CHECK(strcmp(alone.text[j], together[i].text[j]) == 0);
		clear(&together[i]);
	}
	clear(&alone);
	return check_done();
}
