/* When the warps of an SM make each trip of four cells of sparse rows, a thread a
 * row, in cycles:
 *
 *	nvcc -std=c++17 -O3 -arch=sm_90 l2_trips.cu -o l2_trips && ./l2_trips
 *
 * ../h200/l2_trips.csv has what three SMs print, by trip.
 */
#include "sparse.h"

/* csr_thread, unrolled by hand as nvcc does it, with the time of each trip of
 * four: when its sum is known.
 */
template <class T>
__global__ void csr_trace(const int *__restrict__ start,
	const int *__restrict__ column, const T *__restrict__ a,
	const T *__restrict__ v, T *__restrict__ r, long long *times)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, n = 1;
	T s = 0;
	unsigned sm;
	long long t;
	int k = start[x], end = start[x + 1];

	asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
	asm volatile("mov.u64 %0, %%clock64;" : "=l"(t));
	if (x % 32 == 0)
		times[(x / 32) * 16] = t + (k == -1);
	for (; k + 3 < end; k += 4) {
		int j[4];
		T w[4];

#pragma unroll
		for (int u = 0; u < 4; ++u)
			j[u] = column[k + u];
#pragma unroll
		for (int u = 0; u < 4; ++u)
			w[u] = a[k + u];
#pragma unroll
		for (int u = 0; u < 4; ++u)
			s += w[u] * v[j[u]];
		bool never = __any_sync(~0u, s == (T) 12345);

		asm volatile("mov.u64 %0, %%clock64;" : "=l"(t));
		if (x % 32 == 0)
			times[(x / 32) * 16 + n] = t + never;
		++n;
	}
	for (; k < end; ++k)
		s += a[k] * v[column[k]];
	bool never = __any_sync(~0u, s == (T) 12345);

	asm volatile("mov.u64 %0, %%clock64;" : "=l"(t));
	if (x % 32 == 0) {
		times[(x / 32) * 16 + n] = t + never;
		times[(x / 32) * 16 + 14] = n;
		times[(x / 32) * 16 + 15] = sm;
	}
	r[x] = s;
}

static float *data;

template <class T> static void trace(const matrix &m, const char *type)
{
	T *a = (T *) data, *v = a + 32 * (size_t) N, *r = v + N;
	long long *times;
	std::vector<long long> t(N / 32 * 16);
	cudaEvent_t e[3];

	for (int i = 0; i < 3; ++i)
		cudaEventCreate(&e[i]);
	cudaMalloc(&times, t.size() * 8);
	for (int i = 0; i < 2; ++i) {
		cudaMemset(times, 0, t.size() * 8);
		cudaEventRecord(e[0]);
		csr_trace<T>
			<<<N / 128, 128>>>(m.start, m.column, a, v, r, times);
		cudaEventRecord(e[1]);
		csr_thread<T><<<N / 128, 128>>>(m.start, m.column, a, v, r);
		cudaEventRecord(e[2]);
		cudaDeviceSynchronize();
	}
	float traced, plain;

	cudaEventElapsedTime(&traced, e[0], e[1]);
	cudaEventElapsedTime(&plain, e[1], e[2]);
	fprintf(stderr, "%s,%s,%g,%g\n", m.name, type, traced * 1000,
		plain * 1000);
	cudaMemcpy(t.data(), times, t.size() * 8, cudaMemcpyDeviceToHost);
	for (long long sm : { 3, 47, 91 }) {
		long long first = -1;

		for (int w = 0; w < N / 32; ++w)
			if (t[w * 16 + 15] == sm &&
				(first < 0 || t[w * 16] < first))
				first = t[w * 16];
		for (int w = 0; w < N / 32; ++w) {
			if (t[w * 16 + 15] != sm)
				continue;
			printf("%s,%s,%lld,%d", m.name, type, sm, w);
			for (int k = 0; k <= t[w * 16 + 14]; ++k)
				printf(",%lld", t[w * 16 + k] - first);
			printf("\n");
		}
	}
	cudaFree(times);
}

int main()
{
	const size_t bytes = (size_t) 1 << 30;
	matrix band = banded(), even = uniform();

	cudaMalloc(&data, bytes);
	cudaMemset(data, 0, bytes);
	printf("matrix,type,sm,warp,start,trips\n");
	trace<float>(band, "float");
	trace<double>(band, "double");
	trace<float>(even, "float");
	trace<double>(even, "double");
	return 0;
}
