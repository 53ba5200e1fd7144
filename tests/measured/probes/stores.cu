/* What stores that stay in L2 cost: bytes a ns by width of a lane's store, by
 * the sectors of a request, by SMs, and beside loads.
 *
 *	nvcc -std=c++17 -O3 -arch=sm_90 -o stores stores.cu && ./stores
 */
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>

static char *memory;

/* Lane i of warp w writes T number (w*32 + i)*S of a field that is walked
 * again and again; K more fields are loaded. */
template <class T, int S, int K>
__global__ void walk(T *b, const T *a, size_t n, int turns)
{
	size_t all = (size_t) gridDim.x * blockDim.x;
	T s = b[0];

	for (int t = 0; t < turns; ++t)
		for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all) {
			T v = s;
#pragma unroll
			for (int k = 0; k < K; ++k) {
				T u = __ldcg(&a[k * n * S + i * S]);
				((float *) &v)[0] += ((float *) &u)[0];
			}
			b[i * S] = v;
		}
}

template <class T, int S, int K>
static void measure(const char *name, size_t bytes, int blocks, int threads)
{
	size_t n = bytes / sizeof(T) / S;
	cudaEvent_t from, to;
	float best = 1e30f;
	int turns = (int) std::max<size_t>(8, ((size_t) 2 << 30) / bytes);

	cudaEventCreate(&from);
	cudaEventCreate(&to);
	for (int r = 0; r < 4; ++r) {
		float ms;

		cudaEventRecord(from);
		walk<T, S, K><<<blocks, threads>>>((T *) memory,
			(T *) (memory + (64 << 20)), n, turns);
		cudaEventRecord(to);
		cudaEventSynchronize(to);
		cudaEventElapsedTime(&ms, from, to);
		best = std::min(best, ms);
	}
	double stored = (double) n * sizeof(T) * turns / best * 1e-6;

	printf("stores,%s,%zu,%d,%d,%d,%d,%.1f\n", name, bytes >> 10, blocks,
		threads, S, K, stored);
}



int main()
{
	cudaMalloc(&memory, (size_t) 512 << 20);
	cudaMemset(memory, 0, (size_t) 512 << 20);
	printf("set,type,KiB,blocks,threads,stride,loads,GB/s stored\n");
	for (size_t mib : { 2, 8, 16, 24 }) {
		measure<float, 1, 0>("float", mib << 20, 132 * 8, 256);
		measure<double, 1, 0>("double", mib << 20, 132 * 8, 256);
		measure<float4, 1, 0>("float4", mib << 20, 132 * 8, 256);
		measure<short, 1, 0>("short", mib << 20, 132 * 8, 256);
		measure<char, 1, 0>("char", mib << 20, 132 * 8, 256);
	}
	for (int blocks : { 1, 2, 4, 8, 16, 33, 66, 99, 132 }) {
		measure<float, 1, 0>("float", 8 << 20, blocks, 1024);
		measure<float4, 1, 0>("float4", 8 << 20, blocks, 1024);
	}
	measure<float, 2, 0>("float", 8 << 20, 132 * 8, 256);
	measure<float, 4, 0>("float", 8 << 20, 132 * 8, 256);
	measure<float, 8, 0>("float", 8 << 20, 132 * 8, 256);
	measure<float, 16, 0>("float", 8 << 20, 132 * 8, 256);
	measure<float, 32, 0>("float", 8 << 20, 132 * 8, 256);
	measure<double, 4, 0>("double", 8 << 20, 132 * 8, 256);
	measure<float, 1, 1>("float", 8 << 20, 132 * 8, 256);
	measure<float, 1, 2>("float", 4 << 20, 132 * 8, 256);
	measure<float, 1, 4>("float", 4 << 20, 132 * 8, 256);
	measure<double, 1, 1>("double", 8 << 20, 132 * 8, 256);
	measure<double, 1, 2>("double", 4 << 20, 132 * 8, 256);
	measure<float4, 1, 1>("float4", 8 << 20, 132 * 8, 256);
	measure<float4, 1, 2>("float4", 4 << 20, 132 * 8, 256);
	return 0;
}
