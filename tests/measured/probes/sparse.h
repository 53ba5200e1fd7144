#pragma once
/* Sparse matrices of 2^20 rows: bands of a grid of 128 x 128 x 64 cells, and columns drawn at
 * random.
 */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

static uint64_t state = 88172645463325252;

static uint64_t draw(uint64_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (state >> 11) % n;
}

static const int N = 1 << 20;

struct matrix {
	const char *name;
	int *start, *column;
	int n;
};

static int *upload(const std::vector<int> &v)
{
	int *d;

	if (cudaMalloc(&d, v.size() * sizeof(int)) != cudaSuccess)
		exit(1);
	cudaMemcpy(d, v.data(), v.size() * sizeof(int), cudaMemcpyHostToDevice);
	return d;
}

static matrix banded()
{
	std::vector<int> start, column;

	for (int x = 0; x < N; ++x) {
		start.push_back(column.size());
		for (int d = 0; d < 27; ++d) {
			int c = x + d % 3 - 1 + (d / 3 % 3 - 1) * 128 +
				(d / 9 - 1) * 16384;

			column.push_back(std::min(std::max(c, 0), N - 1));
		}
	}
	start.push_back(column.size());
	return { "banded", upload(start), upload(column), (int) column.size() };
}

static matrix uniform()
{
	std::vector<int> start, column;

	for (int x = 0; x < N; ++x) {
		start.push_back(column.size());
		for (int k = 0; k < 16; ++k)
			column.push_back(draw(N));
		std::sort(column.end() - 16, column.end());
	}
	start.push_back(column.size());
	return { "uniform", upload(start), upload(column),
		(int) column.size() };
}

template <class T>
__global__ void csr_thread(const int *__restrict__ start,
	const int *__restrict__ column, const T *__restrict__ a,
	const T *__restrict__ v, T *__restrict__ r)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	T s = 0;

	for (int k = start[x]; k < start[x + 1]; ++k)
		s += a[k] * v[column[k]];
	r[x] = s;
}
