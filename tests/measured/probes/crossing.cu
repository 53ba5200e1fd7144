// What passes between the two sections of L2?  Blocks read chunks of a field from DRAM, each of
// which SHARE blocks read, or small fields in L2 again and again, and store beside it, or only.
//
//	nvcc -O3 -std=c++17 -arch=native crossing.cu && ./a.out >crossing.csv
//	ncu ... ./a.out once >counters.csv
#include <algorithm>
#include <cstdio>
#include <cuda_profiler_api.h>
#include <vector>

static char *memory;
static bool once;

template <class T> __device__ bool odd(T a)
{
	return a == (T) 1e30f;
}

/* A block has chunks of 256 F words: it loads chunk (block / share) of a field of
 * `loaded` chunks, W times stores chunk (block) of one of `stored` chunks.
 */
template <class T, int F, int R, int W>
__global__ void walk(const T *__restrict__ a, T *__restrict__ b, unsigned share, unsigned apart,
	unsigned loaded, unsigned stored)
{
	unsigned block = blockIdx.x;
	unsigned from = apart ? block % apart : block / share;
	const T *p = a + (size_t) (from % loaded) * 256 * F + threadIdx.x;
	T *q = b + (size_t) (block % stored) * 256 * F + threadIdx.x;
	T s[F];

#pragma unroll
	for (int f = 0; f < F; ++f)
		s[f] = R ? p[f * 256] : (T) block;
	if (W) {
#pragma unroll
		for (int f = 0; f < F; ++f)
			q[f * 256] = s[f];
	} else {
		T t = 0;
#pragma unroll
		for (int f = 0; f < F; ++f)
			t += s[f];
		if (odd(t))
			*q = t;
	}
}

template <class T, int R, int W>
static void go(const char *what, unsigned share, unsigned apart, size_t loaded_B, size_t stored_B,
	size_t moved_B)
{
	const int F = 4;
	size_t chunk = 256 * F * sizeof(T);
	unsigned blocks = moved_B / chunk;
	std::vector<float> ms(once ? 1 : 9);
	cudaEvent_t s, e;

	cudaEventCreate(&s);
	cudaEventCreate(&e);
	for (float &t : ms) {
		if (once)
			cudaProfilerStart();
		cudaEventRecord(s);
		walk<T, F, R, W><<<blocks, 256>>>((const T *) memory, (T *) (memory + (4ul << 30)),
			share, apart, loaded_B / chunk, stored_B / chunk);
		cudaEventRecord(e);
		cudaEventSynchronize(e);
		if (once)
			cudaProfilerStop();
		cudaEventElapsedTime(&t, s, e);
	}
	std::sort(ms.begin(), ms.end());
	printf("%s,%d,%u,%u,%d,%d,%zu,%zu,%zu,%.5f\n", what, (int) sizeof(T), share, apart, R, W,
		loaded_B >> 20, stored_B >> 20, moved_B >> 20, ms[ms.size() / 2]);
}

template <class T> static void all()
{
	const size_t M = 1 << 20, G = 1 << 30;

	for (unsigned k : { 1, 2, 3, 4, 6, 8, 16 })
		go<T, 1, 0>("loads", k, 0, 2 * G, 16 * M, k < 4 ? 2 * G * k : 8 * G);
	for (unsigned k : { 1, 2, 3, 4, 8 })
		go<T, 1, 1>("copies", k, 0, 2 * G, 16 * M, k < 3 ? 2 * G * k : 4 * G);
	for (unsigned k : { 1, 2, 4, 8 })
		go<T, 1, 1>("copies", k, 0, 2 * G, 2 * G, k < 3 ? 2 * G * k : 4 * G);
	for (size_t m : { 1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48 })
		go<T, 1, 0>("again", 1, 0, m * M, 16 * M, 4 * G);
	for (size_t m : { 1, 2, 4, 8, 16, 24 })
		go<T, 0, 1>("stores", 1, 0, M, m * M, 4 * G);
	for (size_t m : { 2, 4, 8, 12 })
		go<T, 1, 1>("both", 1, 0, m * M, m * M, 4 * G);
	go<T, 0, 1>("stores", 1, 0, M, 2 * G, 4 * G);
}

int main(int argc, char **)
{
	once = argc > 1;
	cudaMalloc(&memory, 8ul << 30);
	cudaMemset(memory, 0, 8ul << 30);
	printf("what,bytes,share,apart,loads,stores,loaded_MiB,stored_MiB,moved_MiB,ms\n");
	all<double>();
	all<float>();
	return cudaDeviceSynchronize() != cudaSuccess;
}
