/* Tables that are drawn from at random, by size: what L1 and L2 keep of them,
 * and how fast DRAM serves the rest.
 *
 *	nvcc -std=c++17 -O3 -arch=sm_90 -o draws draws.cu
 *	./draws				one line of CSV a launch, with times
 *	ncu --profile-from-start off --cache-control all \
 *	    --clock-control none --csv --page raw --print-units base \
 *	    --metrics ... ./draws once	the same launches, counted once each
 *
 * Columns as in users_*.csv.  Sizes differ from those of users_scattered.cu,
 * whose tables are held out.
 */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

#define X      (blockIdx.x * blockDim.x + threadIdx.x)
#define IN(T)  const T *__restrict__
#define OUT(T) T *__restrict__

enum { N = 1 << 24 };

__host__ __device__ static uint32_t hash(uint32_t i)
{
	uint64_t v = (i + 1) * 0x9e3779b97f4a7c15;

	v = (v ^ v >> 30) * 0xbf58476d1ce4e5b9;
	v = (v ^ v >> 27) * 0x94d049bb133111eb;
	return v >> 32;
}

__global__ void drawn(IN(float) a, IN(int) i, OUT(float) b)
{
	int x = X;

	b[x] = a[i[x]];
}

/* The same where 32/K lanes share a line. */
template <int K> __global__ void fill(int *i, uint32_t cells)
{
	uint32_t x = X, group = x / (32 / K);
	uint64_t line = (uint64_t) hash(group) * (cells / 32) >> 32;

	i[x] = K == 32 ? (uint64_t) hash(x) * cells >> 32 :
			 line * 32 + (hash(group ^ 0x5bd1e995) % K) * (32 / K) +
				x % (32 / K);
}

/* Four draws a thread, no array of indices. */
__global__ void drawn_4(IN(float) a, OUT(float) b, uint32_t cells)
{
	uint32_t x = X;
	float s = 0;

#pragma unroll
	for (int k = 0; k < 4; ++k)
		s += a[(uint64_t) hash(4 * x + k) * cells >> 32];
	b[x] = s;
}

struct row {
	const char *name;
	int lines;
	double MiB;
};

static const row rows[] = {
	{ "drawn_96KiB", 32, 3. / 32 }, { "drawn_128KiB", 32, .125 },
	{ "drawn_192KiB", 32, .1875 }, { "drawn_320KiB", 32, .3125 },
	{ "drawn_512KiB", 32, .5 }, { "drawn_8MiB", 32, 8 },
	{ "drawn_20MiB", 32, 20 }, { "drawn_24MiB", 32, 24 },
	{ "drawn_28MiB", 32, 28 }, { "drawn_36MiB", 32, 36 },
	{ "drawn_40MiB", 32, 40 }, { "drawn_48MiB", 32, 48 },
	{ "drawn_96MiB", 32, 96 }, { "drawn_128MiB", 32, 128 },
	{ "drawn_512MiB", 32, 512 }, { "drawn_2GiB", 32, 2048 },
	{ "drawn_8GiB", 32, 8192 - 1. / 1024 },
	{ "lines_1_64MiB", 1, 64 }, { "lines_1_256MiB", 1, 256 },
	{ "lines_1_4GiB", 1, 4096 }, { "lines_4_256MiB", 4, 256 },
	{ "lines_4_4GiB", 4, 4096 }, { "lines_16_256MiB", 16, 256 },
	{ "drawn_4_16KiB", 0, 1. / 64 }, { "drawn_4_160KiB", 0, 10. / 64 },
	{ "drawn_4_256KiB", 0, .25 }, { "drawn_4_28MiB", 0, 28 },
	{ "drawn_4_36MiB", 0, 36 }, { "drawn_4_64MiB", 0, 64 },
	{ "drawn_4_2GiB", 0, 2048 },
};

static float *a, *b;
static int *index_;

static void prepare(const row &r)
{
	uint32_t cells = r.MiB * (1 << 18);

	if (r.lines == 1)
		fill<1><<<N / 256, 256>>>(index_, cells);
	else if (r.lines == 4)
		fill<4><<<N / 256, 256>>>(index_, cells);
	else if (r.lines == 16)
		fill<16><<<N / 256, 256>>>(index_, cells);
	else if (r.lines == 32)
		fill<32><<<N / 256, 256>>>(index_, cells);
	cudaDeviceSynchronize();
}

static void run(const row &r)
{
	if (r.lines)
		drawn<<<N / 256, 256>>>(a, index_, b);
	else
		drawn_4<<<N / 256, 256>>>(a, b, r.MiB * (1 << 18));
}

static float time_of(const row &r, int times)
{
	cudaEvent_t from, to;
	float ms = 0;

	cudaEventCreate(&from);
	cudaEventCreate(&to);
	cudaEventRecord(from);
	for (int i = 0; i < times; ++i)
		run(r);
	cudaEventRecord(to);
	cudaEventSynchronize(to);
	cudaEventElapsedTime(&ms, from, to);
	return ms;
}

int main(int argc, char **argv)
{
	bool once = argc > 1 && strcmp(argv[1], "once") == 0;

	if (cudaMalloc(&a, (size_t) 8 << 30) != cudaSuccess ||
		cudaMalloc(&b, N * 4) != cudaSuccess ||
		cudaMalloc(&index_, N * 4) != cudaSuccess)
		return 1;
	cudaMemset(a, 0, (size_t) 8 << 30);
	if (!once)
		printf("kernel,type,nx,ny,nz,bx,by,bz,fx,fy,fz,ms,ms_min\n");
	for (const row &r : rows) {
		float ms[7];

		prepare(r);
		if (once) {
			cudaProfilerStart();
			run(r);
			cudaDeviceSynchronize();
			cudaProfilerStop();
			continue;
		}
		for (int i = 0; i < 9; ++i) {
			float t = time_of(r, 1);

			if (i >= 2)
				ms[i - 2] = t;
		}
		std::sort(ms, ms + 7);
		printf("%s,float,%d,1,1,256,1,1,1,1,1,%.6f,%.6f\n", r.name, N,
			ms[3], ms[0]);
	}
	return cudaDeviceSynchronize() != cudaSuccess;
}
