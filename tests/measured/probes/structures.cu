// Arrays of structures: which of the stores of a thread, side by side, L1 joins before L2 sees
// them, by members, block and threads on an SM.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 structures.cu && ./a.out
//
// structures.csv has these times and, for each launch, what ncu counts of `./a.out once`
// (--cache-control all --clock-control none).  structures.wsp has the same kernels.
#include <algorithm>
#include <cstdio>
#include <vector>

#define CELL                                                                                       \
	int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
	T v[K];                                                                                    \
	if (i >= n)                                                                                \
		return
#define EACH _Pragma("unroll") for (int k = 0; k < K; ++k)
#define STORE EACH b[(size_t) i * K + k] = v[k] * (T) 1.5

template <class T, int K> __global__ void copied(const T *__restrict__ a, T *__restrict__ b, int n)
{
	CELL;
	EACH v[k] = a[(size_t) i * K + k];
	STORE;
}

template <class T, int K> __global__ void updated(const T *, T *b, int n)
{
	CELL;
	EACH v[k] = b[(size_t) i * K + k];
	STORE;
}

// from an array for each member
template <class T, int K> __global__ void gathered(const T *__restrict__ a, T *__restrict__ b, int n)
{
	CELL;
	EACH v[k] = a[(size_t) n * k + i];
	STORE;
}

template <class T, int K> __global__ void stored(const T *, T *__restrict__ b, int n)
{
	CELL;
	EACH v[k] = (T) (i + k);
	EACH b[(size_t) i * K + k] = v[k];
}

static char *memory;
static bool once;
static const size_t size = (size_t) 1 << 30;

template <class T, int K>
static void measure(const char *name, void (*kernel)(const T *, T *, int))
{
	int n = 402653184 / (K * sizeof(T));
	const T *a = (const T *) memory;
	T *b = (T *) (memory + size);
	cudaEvent_t start, end;

	cudaEventCreate(&start);
	cudaEventCreate(&end);
	for (int block : { 32, 64, 128, 256, 512, 1024 })
		for (int threads : { 2048, 512 }) { // on an SM
			int shared = threads == 512 ? 227 * 1024 / (512 / block) - 1024 : 0;
			std::vector<float> ms(once ? 1 : 7);

			if (shared && block != 128 && block != 256)
				continue;
			cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
			for (float &t : ms) {
				cudaEventRecord(start);
				kernel<<<(n + block - 1) / block, block, shared>>>(a, b, n);
				cudaEventRecord(end);
				cudaEventSynchronize(end);
				cudaEventElapsedTime(&t, start, end);
			}
			std::sort(ms.begin(), ms.end());
			printf("%s%d,%s,%d,%d,%d,int32,%.5f\n", name, K,
				sizeof(T) == 8 ? "double" : "float", n, block, shared, ms[ms.size() / 2]);
		}
}

template <class T, int K> static void measure_all()
{
	measure<T, K>("copied", copied<T, K>);
	measure<T, K>("updated", updated<T, K>);
	measure<T, K>("gathered", gathered<T, K>);
	measure<T, K>("stored", stored<T, K>);
}

int main(int argc, char **)
{
	once = argc > 1;
	cudaMalloc(&memory, 2 * size);
	cudaMemset(memory, 0, 2 * size);
	printf("kernel,type,nx,bx,shared,strides,ms\n");
	measure_all<float, 2>();
	measure_all<float, 3>();
	measure_all<float, 4>();
	measure_all<float, 5>();
	measure_all<float, 6>();
	measure_all<float, 8>();
	measure_all<float, 12>();
	measure_all<double, 2>();
	measure_all<double, 3>();
	measure_all<double, 4>();
	measure_all<double, 5>();
	return cudaDeviceSynchronize() != cudaSuccess;
}
