#pragma once
// Data of a program's own, which measure() of cold.h leaves alone: 16 parts of 256 MiB.
#include "cold.h"

static char *made;
static const size_t part_of = (size_t) 1 << 28;

template <class T> static T *own(int i)
{
	return (T *) (made + i * part_of);
}

__device__ float hashed(unsigned long long i)
{
	unsigned long long h = (i + 1) * 0x9E3779B97F4A7C15ull;

	h ^= h >> 31;
	h *= 0xBF58476D1CE4E5B9ull;
	h ^= h >> 29;
	return (float) (unsigned) (h >> 40) * 0x1p-24f;
}

// Floats from lo to hi, all equally likely.
__global__ void even(float *a, size_t n, float lo, float hi)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x)
		a[i] = lo + (hi - lo) * hashed(i);
}

// Small integers below limit times by, plus add, all equally likely.
template <class T>
__global__ void few(T *a, size_t n, int limit, int by, int add)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x)
		a[i] = (T) ((int) (hashed(i) * (float) limit) * by + add);
}
