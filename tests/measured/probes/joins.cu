// Stores of a thread that follow each other side by side: which of them L1 joins
// before L2 sees them.  Thread i stores K elements from element i*S on.
//
//	nvcc -O3 -arch=native joins.cu && ncu ... ./a.out; joins.csv has the columns
//	that are printed and the counters of each launch.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

template <class T, int K, int S>
__global__ void stored(T *__restrict__ b, T v)
{
	size_t i = (size_t) (blockIdx.x * blockDim.x + threadIdx.x) * S;
#pragma unroll
	for (int k = 0; k < K; ++k)
		__stwb(&b[i + k], v + k);
}

// the same, each store after a load
template <class T, int K, int S>
__global__ void copied(T *__restrict__ b, const T *a)
{
	size_t i = (size_t) (blockIdx.x * blockDim.x + threadIdx.x) * S;
	volatile T *to = b;
#pragma unroll
	for (int k = 0; k < K; ++k)
		to[i + k] = a[i + k];
}

static char *memory;
static const size_t size = (size_t) 1 << 30;

template <class T, int K, int S> static void measure()
{
	size_t threads = size / 2 / (S * sizeof(T)) / 256 * 256;
	cudaEvent_t start, end;
	T *b = (T *) memory, *a = (T *) (memory + size);
	int turns = getenv("PROFILE") ? 1 : 9;

	cudaEventCreate(&start);
	cudaEventCreate(&end);
	for (int copies = 0; copies < 2; ++copies) {
		std::vector<float> ms(turns);
		for (float &t : ms) {
			cudaEventRecord(start);
			if (copies)
				copied<T, K, S><<<threads / 256, 256>>>(b, a);
			else
				stored<T, K, S><<<threads / 256, 256>>>(b, 1);
			cudaEventRecord(end);
			cudaEventSynchronize(end);
			cudaEventElapsedTime(&t, start, end);
		}
		std::sort(ms.begin(), ms.end());
		printf("%s,%s,%d,%d,%zu,%.5f\n", copies ? "copied" : "stored",
			sizeof(T) == 8 ? "double" : "float", K, S, threads,
			ms[ms.size() / 2]);
	}
}

int main()
{
	cudaMalloc(&memory, 2 * size);
	cudaMemset(memory, 0, 2 * size);
	printf("kind,type,k,s,threads,ms\n");
	measure<float, 1, 1>();
	measure<float, 2, 2>();
	measure<float, 3, 3>();
	measure<float, 4, 4>();
	measure<float, 5, 5>();
	measure<float, 6, 6>();
	measure<float, 8, 8>();
	measure<float, 12, 12>();
	measure<float, 16, 16>();
	measure<float, 32, 32>();
	measure<float, 2, 4>();
	measure<float, 2, 8>();
	measure<float, 4, 16>();
	measure<float, 8, 32>();
	measure<double, 1, 1>();
	measure<double, 2, 2>();
	measure<double, 3, 3>();
	measure<double, 4, 4>();
	measure<double, 5, 5>();
	measure<double, 8, 8>();
	measure<double, 16, 16>();
	measure<double, 19, 19>();
	measure<double, 2, 8>();
	measure<double, 4, 8>();
	measure<double, 4, 16>();
	return cudaDeviceSynchronize() != cudaSuccess;
}
