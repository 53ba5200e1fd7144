#ifndef TESTS_CLOCK_H
#define TESTS_CLOCK_H

/* The time that a program may take beyond its time budget. */

#include <time.h>

#define LIMIT_S 3.0 /* budget of 1 s, and 2 s to stop */

/* Processor time, as the machine may be busy. */
static inline double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

#endif
