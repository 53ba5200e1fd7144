// What L1 keeps of lines that are used once more, by how many others come in between.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 reuse.cu && ./a.out list
//
// prints the launches; the counters of
//
//	ncu --profile-from-start off --cache-control all --metrics
//		l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum ./a.out
//
// over the sectors of the second uses are "kept" of reuse.csv.
#include <cstdio>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

template <bool NC> __device__ float load(const float *p)
{
	float v;

	if (NC)
		asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(v) : "l"(p));
	else
		asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(p));
	return v;
}

// In each trip a new line, and the one of "back" trips before.
template <bool NC>
__global__ void reuse(const float *in, float *out, int back, size_t pitch, int trips)
{
	const float *p = in + blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;

#pragma unroll 1
	for (int k = 0; k < back; ++k)
		s += load<NC>(p + k * pitch);
#pragma unroll 1
	for (int k = back; k < trips; ++k) {
		s += load<NC>(p + k * pitch);
		s += load<NC>(p + (k - back) * pitch);
	}
	if (s == 12345)
		out[0] = s;
}

// "lines" of a warp again and again.
__global__ void cyclic(const float *in, float *out, int lines, size_t pitch, int passes)
{
	const float *p = in + blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;

#pragma unroll 1
	for (int r = 0; r < passes; ++r)
#pragma unroll 1
		for (int k = 0; k < lines; ++k)
			s += load<false>(p + k * pitch);
	if (s == 12345)
		out[0] = s;
}

int main(int argc, char **)
{
	const size_t bytes = (size_t) 1 << 32;
	const bool list = argc > 1;
	float *a, *b;

	cudaMalloc(&a, bytes);
	cudaMalloc(&b, 4096);
	cudaMemset(a, 0, bytes);
	if (!list)
		cudaProfilerStart();
	for (int threads : { 64, 256, 1024 })
		for (long row : { 0, 8192, 8224, 8448, 9248, 65536, 65568 })
			for (int lines : { 128, 256, 448, 640, 896, 1280, 1664 }) {
				size_t pitch = row ? row : threads * 8;
				int back = lines / (threads / 32), trips = 3 * back + 200;

				if ((trips + 1) * pitch + threads * 8 > bytes / 4)
					continue;
				if (list) {
					printf("reuse, reuse_nc and cyclic: %d threads, rows of %zu B, %d lines, %d trips\n",
						threads, pitch * 4, lines, trips);
					continue;
				}
				reuse<false><<<8, threads>>>(a, b, back, pitch, trips);
				reuse<true><<<8, threads>>>(a, b, back, pitch, trips);
				cyclic<<<8, threads>>>(a, b, back, pitch, 8);
			}
	cudaProfilerStop();
	return cudaDeviceSynchronize() != cudaSuccess;
}
