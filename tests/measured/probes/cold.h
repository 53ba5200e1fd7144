#pragma once
// For kernels that are timed on caches that hold other data, all of it read: fields of 1 GiB each,
// and the median of nine launches, each between two events; or one launch for a profiler.
#include <algorithm>
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <vector>

#define IN(T)  const T *__restrict__
#define OUT(T) T *__restrict__
#define X      (blockIdx.x * blockDim.x + threadIdx.x)
#define Y      (blockIdx.y * blockDim.y + threadIdx.y)
#define Z      (blockIdx.z * blockDim.z + threadIdx.z)
typedef unsigned char byte;

struct ints {
	int x, y, z;
	ints(int x, int y = 1, int z = 1) : x(x), y(y), z(z)
	{
	}
};

template <class T> __global__ void fill(T *a, size_t n)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x)
		a[i] = (T) (0.5 + (unsigned) (i * 2654435761u) * 0x1p-33);
}

// Reads much, so that L2 holds nothing of the launch before and nothing that waits to be written.
__global__ void sweep(const float4 *a, size_t n, float *b)
{
	float s = 0;

	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x)
		s += a[i].x;
	if (s == 12345)
		*b = s;
}

// Indices below limit, all equally likely.
__global__ void draw(int *a, size_t n, unsigned limit)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x) {
		unsigned long long h = (i + 1) * 0x9E3779B97F4A7C15ull;
		h ^= h >> 31;
		h *= 0xBF58476D1CE4E5B9ull;
		h ^= h >> 29;
		a[i] = (unsigned) (h >> 20) % limit;
	}
}

static char *memory;
static bool once;
static unsigned limit; // of the indices in field 3, where a kernel has some
static const size_t field = (size_t) 1 << 30;
template <class T> static T *f(int i)
{
	return (T *) (memory + i * field);
}

template <class T, class... A, class... G>
static void measure(const char *name, ints n, ints b, const char *strides, T,
	void (*kernel)(A...), G... args)
{
	dim3 block(b.x, b.y, b.z);
	dim3 grid((n.x + b.x - 1) / b.x, (n.y + b.y - 1) / b.y,
		(n.z + b.z - 1) / b.z);
	std::vector<float> ms(9);
	cudaFuncAttributes has;
	cudaEvent_t from, to;

	cudaFuncGetAttributes(&has, kernel);
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	fill<<<1024, 256>>>((T *) memory, 10 * field / sizeof(T));
	if (limit)
		draw<<<1024, 256>>>(f<int>(3), field / 4, limit);
	if (once) {
		sweep<<<1024, 256>>>(f<float4>(9), field / 64, f<float>(9));
		cudaDeviceSynchronize();
		cudaProfilerStart();
		kernel<<<grid, block>>>(args...);
		cudaProfilerStop();
		return;
	}
	for (int i = -2; i < 9; ++i) {
		sweep<<<1024, 256>>>(f<float4>(9), field / 64, f<float>(9));
		cudaDeviceSynchronize();
		cudaEventRecord(from);
		kernel<<<grid, block>>>(args...);
		cudaEventRecord(to);
		cudaEventSynchronize(to);
		if (i >= 0)
			cudaEventElapsedTime(&ms[i], from, to);
	}
	std::sort(ms.begin(), ms.end());
	printf("%s,%s,%d,%d,%d,%d,%d,%d,%s,%d,%.6f\n", name,
		sizeof(T) == 8 ? "double" : "float", n.x, n.y, n.z, b.x, b.y,
		b.z, strides, has.numRegs, ms[4]);
	fflush(stdout);
}

#define F(i) f<float>(i)
#define D(i) f<double>(i)
#define I(i) f<int>(i)
#define B(i) f<byte>(i)
