// In which order does an SM accept loads that miss L1?  Structures of N members, one to a thread:
// "apart" makes all loads of a batch before its stores, "copied" a load and a store in turn.
// Written: for each warp of one SM in the middle of the launch, the clock when it starts, after each
// load (4 B of every 8) was accepted (not answered), when the data of the batch are there, and at
// its end.
//
//	nvcc -std=c++17 -O3 -arch=native miss_order.cu && ./a.out miss_order.csv
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int CELLS = 4194304, LOADS = 9, WARPS = 1024;

__device__ __forceinline__ float load(const double *p)
{
	float v;
	asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(p));
	return v;
}

__device__ __forceinline__ void store(double *p, float v)
{
	asm volatile("st.global.f32 [%0], %1;" : : "l"(p), "f"(v));
}

__device__ __forceinline__ unsigned now()
{
	unsigned t;
	asm volatile("mov.u32 %0, %%clock;" : "=r"(t));
	return t;
}

__device__ int taken;

template <int MODE> __global__ void __launch_bounds__(1024, 2)
	work(double *b, const double *a, int members, int first, int last, unsigned *out)
{
	long x = (long) blockIdx.x * blockDim.x + threadIdx.x;
	const double *p = a + x * members;
	double *q = b + x * members;
	float v[LOADS], sum = 0;
	unsigned t[LOADS + 3], sm;

	asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
	t[0] = now();
	if (MODE < 2) {
#pragma unroll
		for (int i = 0; i < LOADS; ++i) {
			v[i] = load(p + i);
			t[i + 1] = now();
		}
#pragma unroll
		for (int i = 0; i < LOADS; ++i)
			sum += v[i];
		asm volatile("" : "+f"(sum));
		t[LOADS + 1] = now() + (sum == 12345);
		if (MODE == 1) {
#pragma unroll
			for (int i = 0; i < LOADS; ++i)
				store(q + i, v[i]);
		}
	} else {
#pragma unroll
		for (int i = 0; i < LOADS; ++i) {
			store(q + i, load(p + i));
			t[i + 1] = now();
		}
		t[LOADS + 1] = now();
	}
	t[LOADS + 2] = now();
	if (sum == 12345)
		b[x] = sum;
	if (sm == 0 && threadIdx.x % 32 == 0 && blockIdx.x >= first && blockIdx.x < last) {
		int n = atomicAdd(&taken, 1);
		if (n < WARPS) {
			out[n * 20] = blockIdx.x;
			out[n * 20 + 1] = threadIdx.x / 32;
			for (int i = 0; i < LOADS + 3; ++i)
				out[n * 20 + 2 + i] = t[i];
		}
	}
}

template <int MODE> void go(FILE *f, const char *name, double *a, double *b, int members, int threads, unsigned *out)
{
	static unsigned host[WARPS * 20];
	int blocks = CELLS / threads, zero = 0, n;
	float ms;
	cudaEvent_t s, e;
	cudaEventCreate(&s);
	cudaEventCreate(&e);
	for (int again = 0; again < 2; ++again) {
		cudaMemcpyToSymbol(taken, &zero, sizeof(int));
		cudaEventRecord(s);
		work<MODE><<<blocks, threads>>>(b, a, members, blocks / 2, blocks / 2 + 64 * 1024 / threads * 132 / 8, out);
		cudaEventRecord(e);
	}
	cudaDeviceSynchronize();
	if (cudaGetLastError() != cudaSuccess)
		printf("failed %s\n", name);
	cudaEventElapsedTime(&ms, s, e);
	cudaMemcpyFromSymbol(&n, taken, sizeof(int));
	n = n < WARPS ? n : WARPS;
	cudaMemcpy(host, out, n * 80, cudaMemcpyDeviceToHost);
	for (int i = 0; i < n; ++i) {
		fprintf(f, "%s,%d,%d,%.4f", name, members, threads, ms);
		for (int j = 0; j < 2 + LOADS + 3; ++j)
			fprintf(f, ",%u", host[i * 20 + j]);
		fprintf(f, "\n");
	}
}

int main(int argc, char **argv)
{
	FILE *f = fopen(argv[1], "w");
	double *a, *b;
	unsigned *out;
	size_t size = (size_t) CELLS * 27 * 8;

	cudaMalloc(&a, size);
	cudaMalloc(&b, size);
	cudaMalloc(&out, WARPS * 80);
	cudaMemset(a, 0, size);
	cudaMemset(b, 0, size);
	fprintf(f, "kernel,members,threads,ms,block,warp,start");
	for (int i = 0; i < LOADS; ++i)
		fprintf(f, ",t%d", i + 1);
	fprintf(f, ",there,end\n");
	for (int members : { 15, 27 })
		for (int threads : { 64, 256, 1024 }) {
			go<0>(f, "loads", a, b, members, threads, out);
			go<1>(f, "apart", a, b, members, threads, out);
			go<2>(f, "copied", a, b, members, threads, out);
		}
	fclose(f);
	return 0;
}
