// How many loads wait in L1 for lines that are on their way?  A thread sums K cells
// side by side, or STEP apart, of F rows of R arrays and stores the sums to W arrays,
// which lie in DRAM or, 256 rows of them again and again, in L2.
//
//	nvcc -O3 -std=c++17 -arch=native pending.cu && ./a.out >pending.csv
#include <algorithm>
#include <cstdio>
#include <vector>

static char *memory;

template <class T> __device__ T zero()
{
	return T();
}

__device__ float2 operator+(float2 a, float2 b)
{
	return { a.x + b.x, a.y + b.y };
}

__device__ bool odd(float a)
{
	return a == 1e30f;
}

__device__ bool odd(double a)
{
	return a == 1e30;
}

__device__ bool odd(float2 a)
{
	return a.x == 1e30f;
}

template <class T, int F, int K, int R, int W, int STEP>
__global__ void walk(const T *__restrict__ a, T *__restrict__ b, int nx,
	int rows_mask, long field)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * F;
	T s[F];
#pragma unroll
	for (int j = 0; j < F; ++j) {
		const T *p = a + x + (long) ((y + j) & rows_mask) * nx;
		s[j] = zero<T>();
#pragma unroll
		for (int r = 0; r < R; ++r)
#pragma unroll
			for (int k = 0; k < K; ++k)
				s[j] = s[j] + p[r * field + k * STEP];
	}
	if (W == 0) {
		T t = zero<T>();
#pragma unroll
		for (int j = 0; j < F; ++j)
			t = t + s[j];
		if (odd(t))
			b[x] = t;
	}
#pragma unroll
	for (int j = 0; j < F; ++j)
#pragma unroll
		for (int w = 0; w < W; ++w)
			b[x + (long) ((y + j) & rows_mask) * nx + w * field] =
				s[j];
}

template <class T, int F, int K, int R, int W, int STEP>
static void go(int rows, int shared = 0)
{
	auto kernel = walk<T, F, K, R, W, STEP>;
	int nx = 8192, ny = 24576 * 4 / sizeof(T);
	long field = (long) nx * (rows ? rows : ny) + 4096;
	const T *a = (const T *) memory;
	T *b = (T *) (memory + (8ul << 30));
	std::vector<float> ms(7);
	cudaEvent_t s, e;
	cudaEventCreate(&s);
	cudaEventCreate(&e);
	cudaFuncSetAttribute(kernel,
		cudaFuncAttributeMaxDynamicSharedMemorySize, 220000);
	cudaFuncAttributes at;
	cudaFuncGetAttributes(&at, kernel);
	int blocks;
	cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256,
		shared);
	for (float &x : ms) {
		cudaEventRecord(s);
		kernel<<<dim3(nx / 256, ny / F), 256, shared>>>(a, b, nx,
			rows ? rows - 1 : 0x7fffffff, field);
		cudaEventRecord(e);
		cudaEventSynchronize(e);
		cudaEventElapsedTime(&x, s, e);
	}
	std::sort(ms.begin(), ms.end());
	double lines = 1.0 * nx * ny * sizeof(T) / 128;
	printf("%s,%zu,%d,%d,%d,%d,%d,%d,%d,%d,%d,%.4f,%.2f,%.1f\n",
		rows ? "l2" : "dram", sizeof(T), F, K, R, W, STEP, shared,
		at.numRegs, blocks * 8, nx * ny / 1000000, ms[3],
		ms[3] * 1e-3 * 1.98e9 * 132 / lines,
		(R + W) * 128 * lines / ms[3] / 1e6);
}

#define KS(T, F, R, W, S, rows, sh)     \
	go<T, F, 1, R, W, S>(rows, sh); \
	go<T, F, 2, R, W, S>(rows, sh); \
	go<T, F, 3, R, W, S>(rows, sh); \
	go<T, F, 4, R, W, S>(rows, sh); \
	go<T, F, 6, R, W, S>(rows, sh); \
	go<T, F, 8, R, W, S>(rows, sh);
int main(int argc, char **argv)
{
	cudaMalloc(&memory, 16ul << 30);
	cudaMemset(memory, 0, 16ul << 30);
	for (int i = 0; i < 20; ++i) // the clock rises
		walk<float, 4, 1, 1, 1, 1>
			<<<dim3(32, 6144), 256>>>((const float *) memory,
				(float *) (memory + (8ul << 30)), 8192,
				0x7fffffff, 0);
	printf("where,bytes,F,K,R,W,step,shared,regs,warps,Mcells,ms,cycles_line,GBps\n");
	KS(float, 4, 1, 0, 1, 0, 0)
		KS(float2, 4, 1, 0, 1, 0, 0) KS(float, 4, 1, 0, 32, 0,
			0) KS(float, 2, 1, 0, 1, 0, 0) KS(float, 8, 1, 0, 1, 0,
			0) KS(double, 4, 1, 0, 1, 0, 0) KS(float, 4, 1, 0, 1,
			256, 0) KS(float2, 4, 1, 0, 1, 128, 0) KS(float, 4, 1,
			0, 32, 256, 0) KS(float, 4, 1, 1, 1, 0, 0) KS(float, 4,
			2, 1, 1, 0, 0) KS(float, 4, 1, 2, 1, 0, 0) KS(float, 4,
			1, 1, 32, 0, 0) KS(float2, 4, 1, 1, 1, 0, 0) KS(float2,
			4, 1, 2, 1, 0, 0) KS(float, 4, 1, 1, 1, 256,
			0) KS(float, 4, 1, 0, 1, 0, 16000) KS(float, 4, 1, 0, 1,
			0, 24000) KS(float, 4, 1, 0, 1, 0, 28000) KS(float, 4,
			1, 0, 1, 0, 38000) KS(float, 4, 1, 0, 1, 0, 56000)
			KS(float, 4, 1, 1, 1, 0, 16000) KS(float, 4, 1, 1, 1, 0,
				24000) return cudaDeviceSynchronize() !=
		cudaSuccess;
}
