/* When does L2 write stored lines to DRAM?  Bytes stored, bytes loaded beside, before and behind
 * them, whole and part of lines, a pause, tables that stay.
 *
 *	nvcc -std=c++17 -O3 -arch=sm_90 -o write_back write_back.cu
 *	ncu --profile-from-start off --cache-control none --clock-control none --csv --page raw \
 *	    --print-units base --metrics dram__bytes_read.sum,dram__bytes_write.sum ./write_back
 *	ncu ... --cache-control all ./write_back flushed	without a sweep before
 *	ncu ... ./write_back dirty	L2 holds stored lines before each launch
 *	ncu ... ./write_back fields	several fields loaded, one stored or updated
 *
 * One line a launch on stdout: what,a,b,c (MB but for ratios), in the order of ncu's rows.  Before
 * each launch 1 GiB is read, so that L2 holds nothing that waits to be written.
 */
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

typedef float4 *out;
typedef const float4 *__restrict__ in;

__device__ static uint32_t hash(uint32_t i)
{
	uint64_t v = (i + 1) * 0x9e3779b97f4a7c15;

	v = (v ^ v >> 30) * 0xbf58476d1ce4e5b9;
	v = (v ^ v >> 27) * 0x94d049bb133111eb;
	return v >> 32;
}

#define X (blockIdx.x * (size_t) blockDim.x + threadIdx.x)

__global__ void sweep(in a, size_t n, float *b)
{
	float s = 0;

	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x)
		s += a[i].x;
	if (s == 12345)
		*b = s;
}

/* Each block of 256 threads has 4 KiB of a field. */
__global__ void loads(in a, float *b)
{
	float4 v = a[X];

	if (v.x + v.y + v.z + v.w == 12345)
		*b = v.x;
}

__global__ void stores(out b)
{
	b[X] = make_float4(1, 2, 3, 4);
}

/* of each n_load + n_store blocks the first n_store store, the others load */
__global__ void mixed(in a, out b, int n_load, int n_store, float *r)
{
	int n = n_load + n_store;
	size_t group = blockIdx.x / n;
	int k = blockIdx.x % n;

	if (k < n_store) {
		b[(group * n_store + k) * 256 + threadIdx.x] =
			make_float4(1, 2, 3, 4);
	} else {
		float4 v = a[(group * n_load + k - n_store) * 256 + threadIdx.x];
		if (v.x + v.y + v.z + v.w == 12345)
			*r = v.x;
	}
}

/* one thread loads n_load cells and stores n_store */
template <int LOADS, int STORES>
__global__ void copied(in a, out b, size_t pitch)
{
	float4 v = make_float4(0, 0, 0, 0);

#pragma unroll
	for (int k = 0; k < LOADS; ++k) {
		float4 w = a[k * pitch + X];
		v.x += w.x, v.y += w.y, v.z += w.z, v.w += w.w;
	}
#pragma unroll
	for (int k = 0; k < STORES; ++k)
		b[k * pitch + X] = v;
}

__global__ void scaled(out b)
{
	float4 v = b[X];

	v.x *= 2, v.y *= 2, v.z *= 2, v.w *= 2;
	b[X] = v;
}

/* one thread loads n_load cells of others, and updates one */
template <class T, int LOADS>
__global__ void updated(const T *__restrict__ a, T *b, size_t pitch)
{
	T v = b[X];

#pragma unroll
	for (int k = 0; k < LOADS; ++k)
		v += a[k * pitch + X];
	b[X] = v;
}

/* the same, stored elsewhere */
template <class T, int LOADS>
__global__ void added(const T *__restrict__ a, T *b, size_t pitch)
{
	T v = 0;

#pragma unroll
	for (int k = 0; k < LOADS; ++k)
		v += a[k * pitch + X];
	b[X] = v;
}

/* n blocks of the first kind, then the others */
__global__ void stores_then_loads(in a, out b, unsigned n_store, float *r)
{
	if (blockIdx.x < n_store) {
		b[X] = make_float4(1, 2, 3, 4);
	} else {
		float4 v = a[X - (size_t) n_store * 256];
		if (v.x + v.y + v.z + v.w == 12345)
			*r = v.x;
	}
}

__global__ void loads_then_stores(in a, out b, unsigned n_load, float *r)
{
	if (blockIdx.x >= n_load) {
		b[X - (size_t) n_load * 256] = make_float4(1, 2, 3, 4);
	} else {
		float4 v = a[X];
		if (v.x + v.y + v.z + v.w == 12345)
			*r = v.x;
	}
}

/* the last block waits */
__global__ void stores_then_pause(out b, unsigned n_store, long long ns)
{
	if (blockIdx.x < n_store) {
		b[X] = make_float4(1, 2, 3, 4);
		return;
	}
	if (threadIdx.x == 0) {
		long long from, now;

		asm volatile("mov.u64 %0, %globaltimer;" : "=l"(from));
		do {
			__nanosleep(1000);
			asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
		} while (now - from < ns);
	}
}

/* one float, each `stride` floats apart */
__global__ void strided_stores(float *b, int stride)
{
	b[X * stride] = 1;
}

/* 4 B of each `stride` floats */
__global__ void strided_loads(const float *__restrict__ a, int stride, int n,
	out b)
{
	float s = 0;

	for (int k = 0; k < n; ++k)
		s += a[((size_t) k * gridDim.x * blockDim.x + X) * stride];
	b[X] = make_float4(s, s, s, s);
}

__global__ void atomics(int *b, uint32_t cells)
{
	atomicAdd(&b[(uint64_t) hash(X) * cells >> 32], 1);
}

/* draws of a table beside stores */
__global__ void drawn(const float *__restrict__ a, out b, uint32_t cells)
{
	float s = 0;
	uint32_t x = X;

#pragma unroll
	for (int k = 0; k < 4; ++k)
		s += a[(uint64_t) hash(4 * x + k) * cells >> 32];
	b[X] = make_float4(s, s, s, s);
}

/* reads a table once more for each line stored, one line after the other */
__global__ void again(in a, out b, size_t n)
{
	float4 v = a[X % n];

	b[X] = v;
}

/* stored again and again: a ring of n cells, `times` times */
__global__ void ring(out b, size_t n, in a)
{
	float4 v = a[X];

	b[X % n] = v;
}

static float4 *a, *b, *c;
static float *r;
static bool flushed, is_dirty;

template <class F>
static void count(const char *what, double p, double q, double s, F run)
{
	if (!flushed)
		sweep<<<2048, 256>>>(c, (size_t) 1 << 26, r);
	if (is_dirty)
		stores<<<16384, 256>>>(c);
	cudaDeviceSynchronize();
	cudaProfilerStart();
	run();
	cudaDeviceSynchronize();
	cudaProfilerStop();
	printf("%s,%g,%g,%g\n", what, p, q, s);
	fflush(stdout);
}

static unsigned blocks(double MB)
{
	return MB * 1e6 / 4096;
}

/* MB of each field; "times" as many are loaded beside it */
template <class T, int LOADS> static void count_fields(const char *type)
{
	for (double m : { 16, 32, 64, 96 }) {
		size_t pitch = m * 1e6 / sizeof(T) + 4096;
		unsigned n = m * 1e6 / sizeof(T) / 256;
		char what[40];

		snprintf(what, sizeof(what), "updated_%s", type);
		count(what, LOADS, m, 0, [=] { updated<T, LOADS><<<n, 256>>>(
			(T *) a, (T *) b, pitch); });
		snprintf(what, sizeof(what), "added_%s", type);
		count(what, LOADS, m, 0, [=] { added<T, LOADS><<<n, 256>>>(
			(T *) a, (T *) b, pitch); });
	}
}

int main(int argc, char **argv)
{
	double M[] = { 8, 16, 24, 32, 36, 40, 44, 48, 56, 64, 96, 128, 256 };
	double few[] = { 32, 48, 64, 96, 128, 256 };

	flushed = argc > 1 && strcmp(argv[1], "flushed") == 0;
	is_dirty = argc > 1 && strcmp(argv[1], "dirty") == 0;
	if (cudaMalloc(&a, (size_t) 4 << 30) || cudaMalloc(&b, (size_t) 4 << 30) ||
		cudaMalloc(&c, (size_t) 1 << 30) || cudaMalloc(&r, 4096))
		return 1;
	cudaMemset(a, 0, (size_t) 4 << 30);
	cudaMemset(b, 0, (size_t) 4 << 30);
	cudaMemset(c, 0, (size_t) 1 << 30);
	if (argc > 1 && strcmp(argv[1], "fields") == 0) {
		count_fields<float, 1>("float");
		count_fields<float, 2>("float");
		count_fields<float, 4>("float");
		count_fields<float, 8>("float");
		count_fields<double, 1>("double");
		count_fields<double, 2>("double");
		count_fields<double, 4>("double");
		count_fields<double, 8>("double");
		return cudaDeviceSynchronize() != cudaSuccess;
	}
	for (double m : M)
		count("loads", m, 0, 0, [=] { loads<<<blocks(m), 256>>>(a, r); });
	for (double m : M)
		count("stores", 0, m, 0, [=] { stores<<<blocks(m), 256>>>(b); });
	if (is_dirty)
		return 0;
	for (double m : { 16, 24, 32, 40, 48, 56, 64, 96, 128, 256 })
		count("in_place", m, m, 0,
			[=] { scaled<<<blocks(m), 256>>>(b); });
	/* total bytes, loads : stores */
	for (double m : few) {
		count("copied", m * 8 / 9, m / 9, 8, [=] {
			copied<8, 1><<<blocks(m / 9), 256>>>(a, b, 1 << 24); });
		count("copied", m * 4 / 5, m / 5, 4, [=] {
			copied<4, 1><<<blocks(m / 5), 256>>>(a, b, 1 << 24); });
		count("copied", m * 2 / 3, m / 3, 2, [=] {
			copied<2, 1><<<blocks(m / 3), 256>>>(a, b, 1 << 24); });
		count("copied", m / 2, m / 2, 1, [=] {
			copied<1, 1><<<blocks(m / 2), 256>>>(a, b, 1 << 24); });
		count("copied", m / 3, 2 * m / 3, .5, [=] {
			copied<1, 2><<<blocks(m / 3), 256>>>(a, b, 1 << 24); });
		count("copied", m / 5, 4 * m / 5, .25, [=] {
			copied<1, 4><<<blocks(m / 5), 256>>>(a, b, 1 << 24); });
		count("copied", m / 9, 8 * m / 9, .125, [=] {
			copied<1, 8><<<blocks(m / 9), 256>>>(a, b, 1 << 24); });
	}
	for (double m : few) {
		count("mixed", m * 8 / 9, m / 9, 8, [=] {
			mixed<<<blocks(m), 256>>>(a, b, 8, 1, r); });
		count("mixed", m / 2, m / 2, 1, [=] {
			mixed<<<blocks(m), 256>>>(a, b, 1, 1, r); });
		count("mixed", m / 9, 8 * m / 9, .125, [=] {
			mixed<<<blocks(m), 256>>>(a, b, 1, 8, r); });
	}
	for (double n : { 4, 8, 16, 24 })
		for (double m : { 8, 16, 24, 32, 40, 48, 64, 128 })
			count("stores_then_loads", m, n, 0, [=] {
				stores_then_loads<<<blocks(m) + blocks(n), 256>>>(
					a, b, blocks(n), r); });
	for (double n : { 8, 16, 24, 32, 48 })
		count("loads_then_stores", 128, n, 0, [=] {
			loads_then_stores<<<blocks(128) + blocks(n), 256>>>(
				a, b, blocks(128), r); });
	for (double n : { 8, 16, 24, 40 })
		for (double us : { 10, 100, 1000, 10000 })
			count("stores_then_pause", us, n, 0, [=] {
				stores_then_pause<<<blocks(n) + 1, 256>>>(
					b, blocks(n), us * 1000); });
	/* of each 32 B, 64 B, 128 B, 256 B four bytes: m is what the stores span */
	for (int stride : { 8, 16, 32, 64 })
		for (double m : { 8, 16, 32, 64, 128 })
			count("strided_stores", 0, m, stride, [=] {
				strided_stores<<<m * 1e6 / stride / 1024, 256>>>(
					(float *) b, stride); });
	/* stores of 32 MB beside loads of a sector of each so many bytes */
	for (int stride : { 8, 16, 32 })
		for (int n : { 1, 2, 4, 8 })
			count("strided_loads", n, 32, stride, [=] {
				strided_loads<<<blocks(32), 256>>>(
					(const float *) a, stride, n, b); });
	for (double m : { .065536, 1., 4., 16., 24., 32., 48., 64. })
		count("atomics", 0, m, 0, [=] {
			atomics<<<65536, 256>>>((int *) b, m * 1e6 / 4); });
	for (double m : { .016, 4., 8., 12., 16., 20., 24., 32. })
		count("drawn", m, 256, 0, [=] {
			drawn<<<blocks(256), 256>>>(
				(const float *) a, b, m * 1e6 / 4); });
	for (double m : { 4, 8, 12, 16, 20, 24, 32 })
		count("again", m, 256, 0, [=] {
			again<<<blocks(256), 256>>>(a, b, m * 1e6 / 16); });
	for (double m : { 1, 4, 8, 12, 16, 20, 24, 32, 40 })
		count("ring", 256, m, 0, [=] {
			ring<<<blocks(256), 256>>>(b, m * 1e6 / 16, a); });
	return cudaDeviceSynchronize() != cudaSuccess;
}
