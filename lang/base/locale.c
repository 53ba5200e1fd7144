/* Switches the locale of a thread, which no other thread of the host sees. */

#include <locale.h>
#include <pthread.h>

#include "lang/base/locale.h"
#include "lang/base/memory.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t plain; /* 0 if memory ran out: uselocale() changes nothing */

static void make_plain(void)
{
	plain = newlocale(LC_ALL_MASK, "C", (locale_t) 0);
}

bool locale_guarded(void (*work)(void *data), void *data)
{
	locale_t before;
	bool ok;

	pthread_once(&once, make_plain);
	before = uselocale(plain);
	ok = memory_guarded(work, data);
	uselocale(before);
	return ok;
}
