/* Where loads of several SMs for the same line meet on their way to L2.
 *
 *	nvcc -std=c++17 -O3 -arch=sm_90 meeting.cu -o meeting
 *	./meeting gpc			SMs by GPC, and how far their clocks are apart
 *	./meeting MODE list > cases.csv	MODE: pairs, lags, all, tiles
 *	ncu -k regex:step\|tile --clock-control none --cache-control none --csv --page raw \
 *	    --metrics ... ./meeting MODE
 *
 * Launch i that ncu counts is line i of cases.csv; ../h200/meeting.csv has both.  One
 * block runs on each SM.  Blocks start at the same edge of the global timer; then each
 * active SM loads "lines" lines with each warp every 3000 cycles, "lag" cycles late, or a
 * random number of cycles below "lag" (spread, tile).
 */
#include <algorithm>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>
static const int SMS = 132, STEPS = 64;
static const size_t BYTES = (size_t) 1 << 30;
struct lags {
	short of[SMS];
};

__device__ unsigned smid()
{
	unsigned s;
	asm volatile("mov.u32 %0, %%smid;" : "=r"(s));
	return s;
}
__device__ unsigned long long timer()
{
	unsigned long long t;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
	return t;
}
__device__ float load(const float *p)
{
	float v;
	asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(p));
	return v;
}

/* The cycle at which the timer reaches the next multiple of 2^17 ns. */
__device__ long long start()
{
	unsigned long long t0 = (timer() + 30000 + 131071) >> 17 << 17;
	while (timer() < t0)
		;
	return clock64();
}

/* "part" sectors of a line each SM loads: 0 all, 1 SM-dependent single sector */
template <int LINES>
__global__ void step(const float *in, float *out, lags lag, int steps,
	int period, int part, long long *c)
{
	extern __shared__ float room[];
	int s = smid(), l = lag.of[s], w = threadIdx.x / 32,
	    n = blockDim.x / 32;
	float v[LINES], sum = 0;

	if (l < 0)
		return;
	long long t = start() + 2000;
	if (c && threadIdx.x == 0)
		c[s] = t;
	const float *a = in + threadIdx.x % 32 + w * 32 * LINES;
	if (part == 1)
		a = in + threadIdx.x % 8 + s % 4 * 8 + w * 32 * LINES;
	for (int i = 0; i < steps; ++i) {
		while (clock64() < t + (long long) i * period + l)
			;
#pragma unroll
		for (int k = 0; k < LINES; ++k)
			v[k] = load(a + k * 32);
#pragma unroll
		for (int k = 0; k < LINES; ++k)
			sum += v[k];
		a += LINES * n * 32;
	}
	if (sum == 12345)
		out[0] = sum + room[0];
}

/* All SMs walk the same data: loads of 4 lines a warp, a chain of "work" additions, with a
 * barrier between (or none); SM s starts lag[s] cycles late; each warp waits up to "jitter" more. */
template <bool SYNC>
__global__ void tile(const float *in, float *out, lags lag, int trips, int work,
	int jitter, int together)
{
	extern __shared__ float room[];
	int s = smid(), l = lag.of[s];
	float v = 0;

	if (l < 0)
		return;
	if (together) {
		long long t = start() + 2000 + l;
		while (clock64() < t)
			;
	}
	unsigned h = (s * 64 + threadIdx.x / 32) * 2654435761u;
	const float *a = in + threadIdx.x;
	for (int i = 0; i < trips; ++i) {
		float x = load(a), y = load(a + blockDim.x);
		a += 2 * blockDim.x;
		v += x + y;
		if (SYNC)
			__syncthreads();
		int n = work;
		if (jitter) {
			h = h * 1664525u + 1013904223u;
			n += (h >> 16) * jitter >> 16;
		}
#pragma unroll 1
		for (int k = 0; k < n; k += 4)
			v = v * 1.5f + 1;
		if (SYNC)
			__syncthreads();
	}
	if (v == 12345)
		out[0] = v + room[0];
}

__global__ void touch(const float4 *in, size_t n, float *out)
{
	float s = 0;
	for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < n;
		i += (size_t) gridDim.x * blockDim.x)
		s += in[i].x;
	if (s == 12345)
		out[0] = s;
}

__global__ void who(int *sm)
{
	if (threadIdx.x == 0)
		sm[blockIdx.x] = smid();
}

static bool listing;
static float *data, *out;
static size_t cold;
static int launch, gpc[SMS];

static void said(const char *kind, int lines, int warps, int active, int a,
	int b, int lag, int dram, int x, int y)
{
	if (launch == 0 && listing)
		printf("launch,kind,lines,warps,active,a,b,lag,dram,x,y\n");
	if (listing)
		printf("%d,%s,%d,%d,%d,%d,%d,%d,%d,%d,%d\n", launch, kind,
			lines, warps, active, a, b, lag, dram, x, y);
	++launch;
}

static const float *place(int dram, size_t n)
{
	if (!dram) {
		touch<<<SMS, 256>>>((float4 *) data, n / 4, out);
		return data;
	}
	cold += (n + 65535) / 65536 * 65536;
	if ((cold + n) * 4 > BYTES) {
		cold = n;
	}
	return data + (128 << 20) / 4 + cold % ((BYTES - (256 << 20)) / 4);
}

static void steps(const char *kind, const lags &l, int lines, int warps, int a,
	int b, int lag, int dram, int part = 0, int n = STEPS,
	int period = 3000)
{
	int active = 0;
	for (int i = 0; i < SMS; ++i)
		active += l.of[i] >= 0;
	said(kind, lines, warps, active, a, b, lag, dram, part, n);
	if (listing)
		return;
	const float *p = place(dram, (size_t) n * lines * warps * 32 + 4096);
#define S(L)                                                                  \
	case L:                                                               \
		cudaFuncSetAttribute(step<L>,                                 \
			cudaFuncAttributeMaxDynamicSharedMemorySize,          \
			120 << 10);                                           \
		step<L><<<SMS, 32 * warps, 120 << 10>>>(p, out, l, n, period, \
			part, nullptr);                                       \
		break;
	switch (lines) {
		S(1) S(4) S(8) S(16) S(32)
	}
	cudaError_t e = cudaDeviceSynchronize();
	if (e != cudaSuccess)
		fprintf(stderr, "%s: %s\n", kind, cudaGetErrorString(e));
}

static lags none()
{
	lags l;
	for (short &x : l.of)
		x = -1;
	return l;
}
static lags all(int d)
{
	lags l;
	for (short &x : l.of)
		x = d ? rand() % d : 0;
	return l;
}

static void tiles(const char *kind, const lags &l, int lag, int warps,
	bool sync, int trips, int work, int jitter, int together, int dram)
{
	int active = 0;
	for (int i = 0; i < SMS; ++i)
		active += l.of[i] >= 0;
	said(kind, 2, warps, active, sync, together, lag, dram, work, jitter);
	if (listing)
		return;
	const float *p = place(dram, (size_t) trips * warps * 64 + 4096);
	if (sync) {
		cudaFuncSetAttribute(tile<true>,
			cudaFuncAttributeMaxDynamicSharedMemorySize, 120 << 10);
		tile<true><<<SMS, 32 * warps, 120 << 10>>>(p, out, l, trips,
			work, jitter, together);
	} else {
		cudaFuncSetAttribute(tile<false>,
			cudaFuncAttributeMaxDynamicSharedMemorySize, 120 << 10);
		tile<false><<<SMS, 32 * warps, 120 << 10>>>(p, out, l, trips,
			work, jitter, together);
	}
	cudaError_t e = cudaDeviceSynchronize();
	if (e != cudaSuccess)
		fprintf(stderr, "%s: %s\n", kind, cudaGetErrorString(e));
}

/* SMs that ever share a cluster of 16 share a GPC. */
static void gpcs(bool say)
{
	int *sm, h[128 * 16];
	std::vector<int> up(SMS);
	for (int i = 0; i < SMS; ++i)
		up[i] = i;
	auto root = [&](int i) {
		while (up[i] != i)
			i = up[i];
		return i;
	};
	cudaMalloc(&sm, sizeof(h));
	for (int size : { 2, 16 }) {
		cudaFuncSetAttribute(who,
			cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
		cudaFuncSetAttribute(who,
			cudaFuncAttributeMaxDynamicSharedMemorySize, 120 << 10);
		for (int t = 0; t < 10; ++t) {
			cudaLaunchConfig_t c = {};
			cudaLaunchAttribute at[1];
			c.gridDim = 128 * 16;
			c.blockDim = 32;
			c.dynamicSmemBytes = t % 2 ? 120 << 10 : 0;
			at[0].id = cudaLaunchAttributeClusterDimension;
			at[0].val.clusterDim.x = size;
			at[0].val.clusterDim.y = at[0].val.clusterDim.z = 1;
			c.attrs = at;
			c.numAttrs = 1;
			if (cudaLaunchKernelEx(&c, who, sm) != cudaSuccess ||
				cudaMemcpy(h, sm, sizeof(h),
					cudaMemcpyDeviceToHost) !=
					cudaSuccess) {
				fprintf(stderr, "cluster %d: %s\n", size,
					cudaGetErrorString(cudaGetLastError()));
				continue;
			}
			for (int i = 0; i < 128 * 16; ++i)
				up[root(h[i])] = root(h[i / size * size]);
		}
	}
	for (int i = 0; i < SMS; ++i)
		gpc[i] = root(i);
	if (say)
		for (int i = 0; i < SMS; ++i)
			printf("gpc,%d,%d\n", i, gpc[i]);
}

int main(int argc, char **argv)
{
	const char *mode = argv[1];
	listing = argc > 2;
	cudaMalloc(&data, BYTES);
	cudaMalloc(&out, 4096);
	cudaMemset(data, 0, BYTES);
	gpcs(false);
	srand(7);
	if (!strcmp(mode, "gpc")) {
		gpcs(true);
		long long *c, h[SMS];
		float *x = data;
		cudaMalloc(&c, sizeof(h));
		for (int t = 0; t < 3; ++t) {
			cudaFuncSetAttribute(step<1>,
				cudaFuncAttributeMaxDynamicSharedMemorySize,
				120 << 10);
			step<1><<<SMS, 32, 120 << 10>>>(x, out, all(0), 4, 3000,
				0, c);
			cudaMemcpy(h, c, sizeof(h), cudaMemcpyDeviceToHost);
			for (int i = 0; i < SMS; ++i)
				printf("clock,%d,%lld\n", i, h[i] - h[0]);
		}
	} else if (!strcmp(mode, "pairs")) {
		steps("none", none(), 1, 1, 0, 0, 0, 0);
		for (int a : { 0, 71 })
			for (int b = 0; b < SMS; ++b) {
				lags l = none();
				l.of[a] = 0;
				l.of[b] = 0;
				steps("pair", l, 4, 1, a, b, 0, 0);
			}
	} else if (!strcmp(mode, "lags")) {
		/* partners of SM 0: its TPC, its GPC, others */
		int p[8], n = 0, same = 0, other = 0;
		p[n++] = 1;
		for (int i = 2; i < SMS; ++i) {
			if (gpc[i] == gpc[0] && (same++ % 5) == 0 && n < 5)
				p[n++] = i;
		}
		for (int i = 2; i < SMS && n < 8; ++i)
			if (gpc[i] != gpc[0] && (other++ % 40) == 0)
				p[n++] = i;
		for (int dram : { 0, 1 })
			for (int lag :
				{ 0, 30, 60, 120, 200, 300, 450, 700, 1200 })
				for (int i = 0; i < n; ++i) {
					lags l = none();
					l.of[0] = 0;
					l.of[p[i]] = lag;
					steps("lag", l, 4, 1, 0, p[i], lag,
						dram);
				}
	} else if (!strcmp(mode, "all")) {
		for (int dram : { 0, 1 }) {
			for (int lines : { 1, 4, 8, 16, 32 })
				for (int warps : { 1, 4, 16, 32 })
					if (lines * warps <= 256)
						steps("all", all(0), lines,
							warps, 0, 0, 0, dram, 0,
							STEPS,
							lines * warps > 32 ?
								20000 :
								3000);
			for (int lines : { 1, 8 })
				for (int d :
					{ 30, 60, 120, 240, 480, 1000, 2000 })
					steps("spread", all(d), lines, 1, 0, 0,
						d, dram);
		}
		/* every GPC alone, and all SMs of even number, one of each GPC */
		for (int g = 0; g < SMS; ++g)
			if (gpc[g] == g) {
				lags l = none();
				for (int i = 0; i < SMS; ++i)
					if (gpc[i] == g)
						l.of[i] = 0;
				steps("one_gpc", l, 4, 1, g, 0, 0, 0);
			}
		lags l = none();
		for (int i = 0; i < SMS; i += 2)
			l.of[i] = 0;
		steps("even", l, 4, 1, 0, 0, 0, 0);
		l = none();
		for (int i = 0; i < SMS; ++i)
			if (gpc[i] == i)
				l.of[i] = 0;
		steps("one_each", l, 4, 1, 0, 0, 0, 0);
		l = none();
		for (int i = 0; i < 4; ++i)
			l.of[i] = 0;
		steps("sectors", l, 4, 1, 0, 0, 0, 0, 1);
		steps("sectors", all(0), 4, 1, 0, 0, 0, 0, 1);
		for (int n : { 2, 4, 6, 8, 12, 16 }) {
			int k = 0;
			l = none();
			for (int i = 0; i < SMS && k < n; ++i)
				if (gpc[i] == gpc[0]) {
					l.of[i] = 0;
					++k;
				}
			steps("first_of_gpc", l, 4, 1, n, 0, 0, 0);
		}
	} else {
		for (int sync : { 1, 0 })
			for (int warps : { 1, 8, 32 })
				for (int work : { 16, 400, 4000 })
					for (int d : { 0, 1000, 10000 })
						tiles("tile", all(d), d, warps,
							sync,
							std::max(1,
								200 * (warps < 8 ? 4 : 1)),
							work, 0, 1, 0);
		for (int warps : { 8, 32 })
			for (int jitter : { 100, 1000 })
				tiles("tile", all(0), 0, warps, 0, 200, 400,
					jitter, 1, 0);
		for (int warps : { 8, 32 })
			for (int work : { 16, 400, 4000 })
				for (int dram : { 0, 1 })
					tiles("tile", all(0), 0, warps, 1, 200,
						work, 0, 0, dram);
	}
	cudaError_t e = cudaDeviceSynchronize();
	if (e != cudaSuccess)
		fprintf(stderr, "failed: %s\n", cudaGetErrorString(e));
	return 0;
}
