/* What L2 keeps, by how many bytes come in between, and what sparse rows of a
 * thread each make of it by warps on an SM.
 *
 *	nvcc -std=c++17 -O3 -arch=sm_90 l2.cu -o l2
 *	./l2 list > cases.csv
 *	ncu --cache-control all --csv --metrics ... ./l2 > counters.csv
 *
 * Launch i of counters.csv is line i of cases.csv; ../h200/l2.csv has both.  All
 * loads of walk and reuse pass L1 by.
 */
#include "sparse.h"

static const int SMS = 132;

__device__ float load(const float *p)
{
	float v;

	asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(v) : "l"(p));
	return v;
}

/* Block b walks through part (b + p * shift) mod n of the data in pass p. */
__global__ void walk(const float *in, float *out, int trips, int passes,
	int shift)
{
	float s = 0;

	for (int p = 0; p < passes; ++p) {
		size_t part = (blockIdx.x + (size_t) p * shift) % gridDim.x;
		const float *a = in + part * trips * blockDim.x + threadIdx.x;

#pragma unroll 4
		for (int k = 0; k < trips; ++k)
			s += load(a + (size_t) k * blockDim.x);
	}
	if (s == 12345)
		out[0] = s;
}

/* A new line in each trip (stored if "stores"), and the one of "back" trips
 * before, of this block or of one "shift" blocks on; with "again" also the
 * one of 2 "back".
 */
__global__ void reuse(float *in, float *out, int trips, int back, int shift,
	bool again, bool stores)
{
	size_t n = (size_t) trips * blockDim.x;
	float *a = in + blockIdx.x * n + threadIdx.x;
	float *b = in + (blockIdx.x + shift) % gridDim.x * n + threadIdx.x;
	float s = 0;

#pragma unroll 1
	for (int k = 0; k < trips; ++k) {
		if (stores)
			a[(size_t) k * blockDim.x] = s;
		else
			s += load(a + (size_t) k * blockDim.x);
		if (k >= back)
			s += load(b + (size_t) (k - back) * blockDim.x);
		if (again && k >= 2 * back)
			s += load(b + (size_t) (k - 2 * back) * blockDim.x);
	}
	if (s == 12345)
		out[0] = s;
}

static bool listing;
static float *data, *out;

static void said(const char *kernel, const char *what, int mb, int passes,
	int shift, int warps)
{
	static int n;

	if (n == 0 && listing)
		printf("launch,kernel,what,mb,passes,shift,warps\n");
	if (listing)
		printf("%d,%s,%s,%d,%d,%d,%d\n", n, kernel, what, mb, passes,
			shift, warps);
	++n;
}

template <class T> static void sparse(const matrix &m, const char *type)
{
	static const int kib[] = { 110, 54, 35, 26, 17, 0 };
	T *a = (T *) data, *v = a + 32 * (size_t) N, *r = v + N;

	for (int b : { 0, 1, 2, 3, 4, 5 }) {
		/* blocks of 4 warps: 2, 4, 6, 8, 12 and 16 of them */
		static const int blocks[] = { 2, 4, 6, 8, 12, 16 };

		said(m.name, type, 0, 1, 0, 4 * blocks[b]);
		if (listing)
			continue;
		cudaFuncSetAttribute(csr_thread<T>,
			cudaFuncAttributeMaxDynamicSharedMemorySize, 227 << 10);
		csr_thread<T><<<N / 128, 128, kib[b] << 10>>>(m.start, m.column,
			a, v, r);
		if (cudaDeviceSynchronize() != cudaSuccess)
			fprintf(stderr, "csr %s failed\n", type);
	}
}

int main(int argc, char **argv)
{
	static const int mbs[] = { 8, 16, 20, 24, 28, 30, 32, 34, 36, 38, 40,
		42, 44, 48, 52, 56, 60, 64, 72, 80, 100, 128 };
	const size_t bytes = (size_t) 1 << 30;

	listing = argc > 1 && strcmp(argv[1], "list") == 0;
	matrix band = banded(), even = uniform();

	cudaMalloc(&data, bytes);
	cudaMalloc(&out, 4096);
	cudaMemset(data, 0, bytes);
	sparse<float>(band, "float");
	sparse<double>(band, "double");
	sparse<float>(even, "float");
	sparse<double>(even, "double");
	for (int shift : { 0, 37 })
		for (int mb : mbs) {
			int trips = (long) mb * 1000000 / (SMS * 4096);

			said("walk", "loads", mb, 4, shift, 32);
			if (!listing)
				walk<<<SMS, 1024>>>(data, out, trips, 4, shift);
		}
	for (int kind = 0; kind < 4; ++kind)
		for (int mb : mbs) {
			static const char *what[] = { "own", "other", "twice",
				"stored" };
			int back = (long) mb * 1000000 / (SMS * 4096);
			int trips = 3 * back + 400, shift = kind == 1 ? 37 : 0;

			said("reuse", what[kind], mb, trips - back, shift, 32);
			if (!listing)
				reuse<<<SMS, 1024>>>(data, out, trips, back,
					shift, kind == 2, kind == 3);
		}
	if (cudaDeviceSynchronize() != cudaSuccess)
		fprintf(stderr, "failed\n");
	return 0;
}
