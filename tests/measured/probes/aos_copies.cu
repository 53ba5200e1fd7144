// Arrays of structures of 8 to 27 members, copied member by member: with plain pointers each load
// waits for the store before it, with restricted ones loads come first.
//
//	nvcc -std=c++17 -O3 -arch=native aos_copies.cu && ./a.out
//
// ms is the least of five launches; counters are those of
//
//	ncu --cache-control all --clock-control none ./a.out
#include <algorithm>
#include <cstdio>

constexpr int STRUCTURES = 4194304;

template <class T, int N> __global__ void copied(T *b, const T *a, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= n)
		return;
#pragma unroll
	for (int q = 0; q < N; ++q)
		b[(size_t) x * N + q] = a[(size_t) x * N + q];
}

template <class T, int N> __global__ void apart(T *__restrict__ b, const T *__restrict__ a, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= n)
		return;
#pragma unroll
	for (int q = 0; q < N; ++q)
		b[(size_t) x * N + q] = a[(size_t) x * N + q];
}

static void *from, *to;

template <class T, class K> static void measure(const char *name, int members, const char *type, K kernel)
{
	for (int block : { 64, 128, 256, 1024 }) {
		cudaEvent_t start, end;
		float least = 1e9;

		cudaEventCreate(&start);
		cudaEventCreate(&end);
		for (int i = 0; i < 5; ++i) {
			float ms;

			cudaEventRecord(start);
			kernel<<<STRUCTURES / block, block>>>((T *) to, (const T *) from, STRUCTURES);
			cudaEventRecord(end);
			cudaEventSynchronize(end);
			cudaEventElapsedTime(&ms, start, end);
			least = std::min(least, ms);
		}
		printf("%s_%d,%s,%d,%d,%.5f\n", name, members, type, STRUCTURES, block, least);
	}
}

template <class T, int N> static void measure_both(const char *type)
{
	measure<T>("copied", N, type, copied<T, N>);
	measure<T>("apart", N, type, apart<T, N>);
}

int main()
{
	size_t most = sizeof(double) * 27 * STRUCTURES;

	cudaMalloc(&from, most);
	cudaMalloc(&to, most);
	cudaMemset(from, 0, most);
	printf("kernel,type,nx,bx,ms\n");
	measure_both<double, 8>("double");
	measure_both<double, 9>("double");
	measure_both<double, 15>("double");
	measure_both<double, 19>("double");
	measure_both<double, 27>("double");
	measure_both<float, 19>("float");
	measure_both<float, 27>("float");
}
