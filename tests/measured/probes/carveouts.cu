// How much of L1 the driver takes for shared memory, by threads, registers and shared memory of a block.
//
//	nvcc -O3 -arch=sm_90 carveouts.cu
//	ncu --csv --page raw --print-units base --section LaunchStats --section Occupancy ./a.out
//
// has it as launch__shared_mem_config_size.
#include <cuda_runtime.h>

static float *a;

__global__ void none(float *a)
{
	a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void __launch_bounds__(1024) few(float *a, int n)
{
	extern __shared__ float s[];

	if (n > 0)
		s[threadIdx.x] = a[threadIdx.x];
	__syncthreads();
	if (n > 0)
		a[blockIdx.x * blockDim.x + threadIdx.x] = s[n];
}

// N values in registers over a barrier.
template <int N, int THREADS> __global__ void __launch_bounds__(THREADS) many(float *a)
{
	float v[N], t = 0;

	for (int i = 0; i < N; ++i)
		v[i] = a[i * 1024 + threadIdx.x];
	__syncthreads();
	for (int i = 0; i < N; ++i)
		t = t * v[i] + v[N - 1 - i];
	for (int i = 0; i < N; ++i)
		t = t * v[i] + v[i / 2];
	a[blockIdx.x * blockDim.x + threadIdx.x] = t;
}

template <int N, int THREADS> static void by_shared()
{
	cudaFuncSetAttribute(many<N, THREADS>, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
	for (int k : { 0, 256, 1024, 2048, 4096, 8192, 12288, 16384, 24576, 32768, 49152, 65536, 98304 })
		many<N, THREADS><<<1000, THREADS, k>>>(a);
}

int main()
{
	cudaMalloc(&a, 1 << 28);
	cudaFuncSetAttribute(few, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
	for (int b = 32; b <= 1024; b += 32)
		none<<<1000, b>>>(a);
	for (int b : { 64, 128, 256, 512, 1024 })
		for (int k : { 128, 512, 1024, 2048, 3072, 4096, 6144, 8192, 10240, 12288, 16384, 20480, 24576, 32768, 40960,
			     49152, 65536, 98304, 112 * 1024, 160 * 1024, 227 * 1024 })
			few<<<1000, b, k>>>(a, 0);
	by_shared<8, 128>();
	by_shared<32, 128>();
	by_shared<64, 128>();
	by_shared<96, 128>();
	by_shared<180, 128>();
	by_shared<8, 256>();
	by_shared<32, 256>();
	by_shared<64, 256>();
	by_shared<96, 256>();
	by_shared<180, 256>();
	by_shared<32, 512>();
	by_shared<64, 512>();
	by_shared<96, 512>();
	by_shared<8, 1024>();
	by_shared<32, 1024>();
	by_shared<32, 64>();
	by_shared<96, 64>();
	by_shared<180, 64>();
	by_shared<180, 32>();
	return cudaDeviceSynchronize() != cudaSuccess;
}
