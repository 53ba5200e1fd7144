/* Sorting of integers: by insertion if they are few, else by qsort(). */

#include <stdlib.h>

#include "engine/base/integer.h"

#define FEW 64 /* up to here, insertion is faster than qsort() */

static int compare(const void *p, const void *q)
{
	int64_t a = *(const int64_t *) p, b = *(const int64_t *) q;

	return (a > b) - (a < b);
}

void integer_sort(int64_t *v, int n)
{
	if (n > FEW) {
		qsort(v, (size_t) n, sizeof(v[0]), compare);
		return;
	}
	for (int i = 1; i < n; ++i) {
		int64_t x = v[i];
		int j = i;

		for (; j > 0 && v[j - 1] > x; --j)
			v[j] = v[j - 1];
		v[j] = x;
	}
}
