// What loads of constant memory cost by how much of it a loop walks through:
// n bytes, 1 to 64 warps of an SM, each all of it in the same order.
//
//	nvcc -O3 -arch=native constants.cu && ./a.out >constants.csv
#include <algorithm>
#include <cstdio>
#include <vector>

__constant__ double2 pairs[4096];

template <class T> __device__ T value(int k);
template <> __device__ float value<float>(int k)
{
	return ((const float *) pairs)[k];
}
template <> __device__ double value<double>(int k)
{
	return ((const double *) pairs)[k];
}

template <class T>
__global__ void walk(T *o, long long *cycles, int n, int times, T t)
{
	T s = threadIdx.x;
	long long start = clock64();

	for (int i = 0; i < times; ++i)
		for (int k = 0; k < n; ++k)
			s = s * t + value<T>(k);
	o[blockIdx.x * blockDim.x + threadIdx.x] = s;
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = clock64() - start;
}

/* each warp begins elsewhere, so that warps are not in step */
template <class T>
__global__ void apart(T *o, long long *cycles, int n, int times, T t)
{
	T s = threadIdx.x;
	long long start = clock64();
	int first = __shfl_sync(~0u,
		(threadIdx.x / 32 + 5 * blockIdx.x) * 37 % n, 0);

	for (int i = 0; i < times; ++i) {
		for (int k = first; k < n; ++k)
			s = s * t + value<T>(k);
		for (int k = 0; k < first; ++k)
			s = s * t + value<T>(k);
	}
	o[blockIdx.x * blockDim.x + threadIdx.x] = s;
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = clock64() - start;
}

__global__ void two(double *o, long long *cycles, int n, int times, double t)
{
	double p = threadIdx.x, q = 0;
	long long start = clock64();

	for (int i = 0; i < times; ++i)
		for (int k = 0; k < n; ++k) {
			double2 c = pairs[k];
			p = t * p + c.x;
			q = t * q + c.y;
		}
	o[blockIdx.x * blockDim.x + threadIdx.x] = p + q;
	if (threadIdx.x == 0)
		cycles[blockIdx.x] = clock64() - start;
}

__global__ void sweep(const float4 *p, size_t n, float *o)
{
	float s = 0;
	for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < n;
		i += (size_t) gridDim.x * blockDim.x)
		s += p[i].x;
	if (s == 1.5f)
		*o = s;
}

template <class T, class K>
static void measure(K kernel, const char *name, int elem, int bytes, int warps,
	bool cold)
{
	static float4 *big;
	if (!big)
		cudaMalloc(&big, 1 << 29), cudaMemset(big, 0, 1 << 29);

	static T *o;
	static long long *cycles;
	int sms = 132, per = warps < 4 ? 1 : warps / 4,
	    threads = warps < 4 ? 32 * warps : 128;
	int blocks = sms * per, n = bytes / elem,
	    times = cold ? 1 : std::max(1, 8192 / n);
	std::vector<long long> c(blocks);
	double best = 1e30;

	if (!o)
		cudaMalloc(&o, 1 << 24), cudaMalloc(&cycles, 1 << 20);
	for (int i = 0; i < 5; ++i) {
		double sum = 0;

		if (cold)
			sweep<<<1320, 256>>>(big, (1 << 29) / 16, (float *) o);
		kernel<<<blocks, threads>>>(o, cycles, n, times, (T) 0.5);
		cudaMemcpy(c.data(), cycles, blocks * 8,
			cudaMemcpyDeviceToHost);
		for (long long v : c)
			sum += v;
		best = std::min(best, sum / blocks);
	}
	printf("%s,%d,%d,%d,%d,%.3f\n", name, elem, bytes, warps, cold,
		best / ((double) n * times));
}

int main()
{
	static const int size[] = { 256, 512, 1024, 1536, 2048, 2560, 3072,
		4096, 6144, 8192, 16384, 24576, 32768, 49152, 65536 };
	static const int warps[] = { 1, 2, 4, 8, 16, 32, 64 };
	std::vector<double> zero(8192);

	cudaMemcpyToSymbol(pairs, zero.data(), 65536);
	printf("kernel,elem,bytes,warps,cold,cycles\n");
	for (bool cold : { false, true })
		for (int b : size)
			for (int w : warps) {
				measure<float>(walk<float>, "walk", 4, b, w,
					cold);
				measure<float>(apart<float>, "apart", 4, b, w,
					cold);
				measure<double>(walk<double>, "walk", 8, b, w,
					cold);
				measure<double>(apart<double>, "apart", 8, b, w,
					cold);
				measure<double>(two, "two", 16, b, w, cold);
			}
	return cudaDeviceSynchronize() != cudaSuccess;
}
