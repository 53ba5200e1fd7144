// The time of a launch by the length of its code: N FFMA in a row, which wait for each other (f) or
// do so in fours (g), by blocks and threads, with caches that hold the code and with others.
//
//	nvcc -O3 -arch=sm_90 code.cu && ./a.out >code.csv
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>
#include <utility>
#include <vector>

#define FMA(s) asm volatile("fma.rn.f32 %0, %0, %0, %1;" : "+f"(s) : "f"(c))
template <int N, int W> __global__ void code(const float *a, float *r, float c)
{
	float s[4];

	for (int i = 0; i < 4; ++i)
		s[i] = a[threadIdx.x & 31] + i;
#pragma unroll
	for (int i = 0; i < N; ++i)
		FMA(s[i % W]);
	r[blockIdx.x * blockDim.x + threadIdx.x] = s[0] + s[1] + s[2] + s[3];
}

__global__ void empty(const float *, float *, float)
{
}

__global__ void flush(float *p, size_t n)
{
	for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < n; i += (size_t) gridDim.x * blockDim.x)
		p[i] += 1;
}

static float *a, *r, *big;

template <class K> static void run(const char *name, int n, K k, int blocks, int threads)
{
	cudaEvent_t from, to;

	cudaEventCreate(&from);
	cudaEventCreate(&to);
	for (int cold = 0; cold < 2; ++cold) {
		std::vector<float> ms(25);

		for (float &t : ms) {
			if (cold)
				flush<<<1056, 256>>>(big, 1 << 27);
			cudaDeviceSynchronize();
			cudaEventRecord(from);
			k<<<blocks, threads>>>(a, r, 0.5f);
			cudaEventRecord(to);
			cudaEventSynchronize(to);
			cudaEventElapsedTime(&t, from, to);
		}
		std::sort(ms.begin(), ms.end());
		printf("%s,%d,%d,%d,%s,%.3f,%.3f\n", name, n, blocks, threads, cold ? "cold" : "warm", ms[12] * 1e3, ms[2] * 1e3);
	}
}

template <int... N> static void all(int blocks, int threads, std::integer_sequence<int, N...>)
{
	run("empty", 0, empty, blocks, threads);
	((run("f", N, code<N, 1>, blocks, threads), run("g", N, code<N, 4>, blocks, threads)), ...);
}

int main()
{
	std::integer_sequence<int, 8, 16, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096> sizes;

	cudaMalloc(&a, 1 << 20);
	cudaMalloc(&r, 1 << 24);
	cudaMalloc(&big, 1 << 29);
	printf("kernel,n,blocks,threads,cache,us,least_us\n");
	all(132, 32, sizes);
	all(132, 256, sizes);
	all(1056, 256, sizes);
	return cudaDeviceSynchronize() != cudaSuccess;
}
