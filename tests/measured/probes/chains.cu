/* What a warp waits for: chains of loads and of arithmetic, barriers, atomics,
 * conflicts of shared memory, launches, and rates by warps on an SM.
 *
 *	nvcc -std=c++17 -O3 -arch=sm_90 -o chains chains.cu && ./chains
 *
 * prints probe,variant,at,value; chains.csv in ../h200 says what each is.
 */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#include <numeric>
#include <vector>

static double clock_Hz;
static int n_sm;
static long long *cycles;	/* on the device */
static int *sink;

template <class F> static double time_us(F launch, int times = 1)
{
	cudaEvent_t from, to;
	float best = 1e30f, ms;

	cudaEventCreate(&from);
	cudaEventCreate(&to);
	for (int r = 0; r < 5; ++r) {
		cudaEventRecord(from);
		for (int i = 0; i < times; ++i)
			launch();
		cudaEventRecord(to);
		cudaEventSynchronize(to);
		cudaEventElapsedTime(&ms, from, to);
		best = std::min(best, ms);
	}
	return best * 1e3 / times;
}

static double read_cycles()
{
	long long c = 0;

	cudaMemcpy(&c, cycles, sizeof(c), cudaMemcpyDeviceToHost);
	return (double) c;
}

static void print(const char *probe, const char *variant, double at,
	double value)
{
	printf("%s,%s,%g,%.5g\n", probe, variant, at, value);
	fflush(stdout);
}

/* One thread follows pointers. */
__global__ void chase(const int *a, int steps, long long *cycles, int *sink)
{
	int i = 0;

	for (int k = 0; k < steps; ++k)
		i = a[i];
	long long from = clock64();
#pragma unroll 16
	for (int k = 0; k < steps; ++k)
		i = a[i];
	*cycles = clock64() - from;
	*sink = i;
}

__global__ void chase_shared(int steps, long long *cycles, int *sink)
{
	__shared__ int s[1024];
	int i = 0;

	for (int k = threadIdx.x; k < 1024; k += 32)
		s[k] = (k + 37) % 1024;
	__syncthreads();
	long long from = clock64();
#pragma unroll 16
	for (int k = 0; k < steps; ++k)
		i = s[i];
	*cycles = clock64() - from;
	*sink = i;
}

/* A value goes through shared memory and comes back. */
__global__ void pass_shared(int steps, long long *cycles, int *sink)
{
	__shared__ volatile int s[32];
	int i = threadIdx.x, t = threadIdx.x;

	long long from = clock64();
#pragma unroll 16
	for (int k = 0; k < steps; ++k) {
		s[t] = i;
		i = s[t ^ 1] + 1;
	}
	*cycles = clock64() - from;
	*sink = i;
}

/* A store to global memory, then a load of it: t[x] += ... in a loop. */
__global__ void pass_global(volatile int *a, int steps, long long *cycles,
	int *sink)
{
	int i = 0;

	long long from = clock64();
#pragma unroll 16
	for (int k = 0; k < steps; ++k) {
		a[threadIdx.x] = i;
		i = a[threadIdx.x] + 1;
	}
	*cycles = clock64() - from;
	*sink = i;
}

enum { FMA, ADD, MUL, DIV, SQRT, EXP, MAX };
template <class T, int OP>
__global__ void arithmetic(T v, T w, int steps, long long *cycles, int *sink)
{
	T s = v;

	long long from = clock64();
#pragma unroll 16
	for (int k = 0; k < steps; ++k)
		if constexpr (OP == FMA)
			s = s * v + w;
		else if constexpr (OP == ADD)
			s = s + v;
		else if constexpr (OP == MUL)
			s = s * v;
		else if constexpr (OP == DIV)
			s = v / s;
		else if constexpr (OP == SQRT)
			s = sqrt(s + v);
		else if constexpr (OP == EXP)
			s = exp(s - w);
		else
			s = max(s + v, w);
	*cycles = clock64() - from;
	*sink = (int) s;
}

__global__ void barriers(int steps, long long *cycles)
{
	__syncthreads();
	long long from = clock64();
#pragma unroll 8
	for (int k = 0; k < steps; ++k)
		__syncthreads();
	if (threadIdx.x == 0)
		*cycles = clock64() - from;
}

/* Atomics: thread i of n adds to (i / same * stride) % bins, "steps" times
 * with a new address each time.
 */
template <class T>
__global__ void atomics(T *h, unsigned same, unsigned stride, unsigned bins,
	int steps)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

	for (int k = 0; k < steps; ++k)
		atomicAdd(&h[((i + k * 7919 * 32) / same * stride) % bins],
			(T) 1);
}

__global__ void atomics_return(int *h, unsigned bins, int steps, int *sink)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	int v = 0;

	for (int k = 0; k < steps; ++k)
		v += atomicAdd(&h[(i + k * 7919 * 32) % bins], 1);
	if (v == -1)
		*sink = v;
}

__global__ void atomics_shared(unsigned same, int steps, int *sink)
{
	__shared__ int h[1024];

	h[threadIdx.x] = 0;
	__syncthreads();
	for (int k = 0; k < steps; ++k)
		atomicAdd(&h[(threadIdx.x / same + k) % 1024], 1);
	__syncthreads();
	if (h[0] == -1)
		*sink = 1;
}

/* Shared loads "stride" words apart; cycles of an SM for one load of a warp. */
template <class T>
__global__ void shared_loads(int stride, int steps, long long *cycles,
	int *sink)
{
	__shared__ T s[4096];
	T v[4] = { 0, 0, 0, 0 };
	int at = threadIdx.x % 32 * stride;

	for (int k = threadIdx.x; k < 4096; k += blockDim.x)
		s[k] = k;
	__syncthreads();
	long long from = clock64();
	for (int k = 0; k < steps; k += 4)
#pragma unroll
		for (int j = 0; j < 4; ++j)
			v[j] += s[(at + k + j) & 4095];
	__syncthreads();
	if (threadIdx.x == 0)
		*cycles = clock64() - from;
	if (v[0] + v[1] + v[2] + v[3] == (T) -1)
		*sink = 1;
}

/* Each warp reads lines of its own, AHEAD of them in flight. */
template <int AHEAD>
__global__ void stream(const float *a, uint32_t mask, int steps, int *sink)
{
	uint32_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	uint32_t n_warp = gridDim.x * blockDim.x / 32;
	uint32_t lane = threadIdx.x % 32;
	float v[AHEAD] = { 0 };
	float s = 0;

#pragma unroll 1
	for (int k = 0; k < steps; k += AHEAD) {
#pragma unroll
		for (int j = 0; j < AHEAD; ++j)
			v[j] = a[(uint64_t) ((warp + (k + j) * n_warp) & mask) *
				32 + lane];
#pragma unroll
		for (int j = 0; j < AHEAD; ++j)
			s += v[j];
		/* the next loads need this sum */
		if (s == -1)
			k += 1;
	}
	if (s == -2)
		*sink = 1;
}

__global__ void empty()
{
}

/* FP chains of w warps on each SM. */
template <class T> __global__ void chains_of(T v, int steps, int *sink)
{
	T s = v;

	for (int k = 0; k < steps; ++k)
		s = s * v + (T) 0.5;
	if (s == (T) -1)
		*sink = 1;
}

static void latencies()
{
	const double MiB[] = { 1. / 64, 1. / 16, 1, 8, 24, 128, 1024 };
	const int LINE = 32;
	int *d;

	for (double m : MiB) {
		size_t lines = (size_t) (m * 1048576 / 128);
		std::vector<int> order(lines), next(lines * LINE);
		int steps = lines < 4096 ? (int) lines : 4096;

		std::iota(order.begin(), order.end(), 0);
		uint64_t r = 88172645463325252;
		for (size_t i = lines - 1; i > 0; --i) {
			r ^= r << 13, r ^= r >> 7, r ^= r << 17;
			std::swap(order[i], order[(r >> 11) % (i + 1)]);
		}
		for (size_t i = 0; i < lines; ++i)
			next[(size_t) order[i] * LINE] =
				order[(i + 1) % lines] * LINE;
		cudaMalloc(&d, lines * 128);
		cudaMemcpy(d, next.data(), lines * 128, cudaMemcpyHostToDevice);
		/* data behind L2: the second pass meets new lines */
		chase<<<1, 1>>>(d, m <= 24 ? (int) lines : steps, cycles, sink);
		print("latency", "load_MiB", m, read_cycles() /
			(m <= 24 ? lines : steps));
		cudaFree(d);
	}
	int *a;
	cudaMalloc(&a, 4096);
	for (int i = 0; i < 2; ++i)
		chase_shared<<<1, 32>>>(4096, cycles, sink);
	print("latency", "shared", 0, read_cycles() / 4096);
	for (int i = 0; i < 2; ++i)
		pass_shared<<<1, 32>>>(4096, cycles, sink);
	print("latency", "shared_store_load", 0, read_cycles() / 4096);
	for (int i = 0; i < 2; ++i)
		pass_global<<<1, 32>>>(a, 4096, cycles, sink);
	print("latency", "global_store_load", 0, read_cycles() / 4096);
#define CHAIN(T, OP, v, w)                                                \
	do {                                                              \
		for (int i = 0; i < 2; ++i)                               \
			arithmetic<T, OP><<<1, 32>>>(v, w, 4096, cycles,  \
				sink);                                    \
		print("chain", #T "_" #OP, 0, read_cycles() / 4096);      \
	} while (0)
	CHAIN(float, FMA, 0.9f, 0.5f);
	CHAIN(float, ADD, 0.9f, 0.5f);
	CHAIN(float, MUL, 0.9999f, 0.5f);
	CHAIN(float, DIV, 1.5f, 0.5f);
	CHAIN(float, SQRT, 1.5f, 0.5f);
	CHAIN(float, EXP, 0.1f, 0.7f);
	CHAIN(float, MAX, 0.1f, 0.7f);
	CHAIN(double, FMA, 0.9, 0.5);
	CHAIN(double, ADD, 0.9, 0.5);
	CHAIN(double, MUL, 0.9999, 0.5);
	CHAIN(double, DIV, 1.5, 0.5);
	CHAIN(double, SQRT, 1.5, 0.5);
	CHAIN(double, EXP, 0.1, 0.7);
	CHAIN(int, FMA, 3, 5);
	for (int w = 1; w <= 32; w *= 2) {
		for (int i = 0; i < 2; ++i)
			barriers<<<1, 32 * w>>>(4096, cycles);
		print("barrier", "warps", w, read_cycles() / 4096);
	}
}

static void rates()
{
	const int B = 1024, STEPS = 64;
	int *h, blocks = n_sm * 2;
	double n = (double) blocks * B * STEPS;

	cudaMalloc(&h, (size_t) 1 << 30);
	/* additions per ns of the device */
#define ATOMIC(T, name, at, same, stride, bins)                           \
	print("atomic", #T "_" name, at, n / 1e3 / time_us([=] {          \
		atomics<T><<<blocks, B>>>((T *) h, same, stride, bins,    \
			STEPS); }))
	ATOMIC(int, "one_address", 1, 1, 0, 1);
	ATOMIC(float, "one_address", 1, 1, 0, 1);
	ATOMIC(double, "one_address", 1, 1, 0, 1);
	ATOMIC(int, "warp_an_address", 65536, 32, 1, 65536);
	ATOMIC(int, "adjacent_bins", 1 << 10, 1, 1, 1 << 10);
	ATOMIC(int, "adjacent_bins", 1 << 16, 1, 1, 1 << 16);
	ATOMIC(int, "adjacent_bins", 1 << 22, 1, 1, 1 << 22);
	ATOMIC(int, "adjacent_bins", 1 << 28, 1, 1, 1 << 28);
	ATOMIC(float, "adjacent_bins", 1 << 22, 1, 1, 1 << 22);
	ATOMIC(double, "adjacent_bins", 1 << 22, 1, 1, 1 << 22);
	ATOMIC(int, "line_a_lane_bins", 1 << 16, 1, 32, 1 << 16);
	ATOMIC(int, "line_a_lane_bins", 1 << 22, 1, 32, 1 << 22);
	ATOMIC(int, "line_a_lane_bins", 1 << 28, 1, 32, 1 << 28);
	ATOMIC(int, "lanes_an_address", 2, 2, 1, 1 << 22);
	ATOMIC(int, "lanes_an_address", 4, 4, 1, 1 << 22);
	ATOMIC(int, "lanes_an_address", 8, 8, 1, 1 << 22);
	ATOMIC(int, "lanes_an_address", 16, 16, 1, 1 << 22);
	print("atomic", "int_returned", 1 << 22, n / 1e3 / time_us([=] {
		atomics_return<<<blocks, B>>>(h, 1 << 22, STEPS, sink); }));
	for (int same : { 1, 2, 4, 8, 32 })
		print("atomic", "int_shared_lanes_an_address", same,
			n / 1e3 / time_us([=] { atomics_shared<<<blocks, B>>>(
				same, STEPS, sink); }));
	for (int stride : { 0, 1, 2, 3, 4, 8, 16, 32, 33 }) {
		for (int i = 0; i < 2; ++i)
			shared_loads<float><<<1, 1024>>>(stride, 1024, cycles,
				sink);
		print("shared", "float_stride", stride,
			read_cycles() / (32. * 1024));
		for (int i = 0; i < 2; ++i)
			shared_loads<double><<<1, 1024>>>(stride, 1024, cycles,
				sink);
		print("shared", "double_stride", stride,
			read_cycles() / (32. * 1024));
	}
	cudaFree(h);
}

static void launches()
{
	for (int blocks : { 1, 132, 1056, 2112, 16896, 65536 }) {
		print("launch", "event_pair_us", blocks,
			time_us([=] { empty<<<blocks, 128>>>(); }));
		print("launch", "in_a_row_us", blocks,
			time_us([=] { empty<<<blocks, 128>>>(); }, 1000));
	}
}

/* GB/s and arithmetic chains by warps on each SM. */
static void by_warps()
{
	float *a;

	cudaMalloc(&a, (size_t) 2 << 30);
	cudaMemset(a, 0, (size_t) 2 << 30);
	for (int w : { 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64 }) {
		int per = w > 32 ? 2 : 1, threads = w / per * 32;
		int blocks = n_sm * per, n_warp = blocks * threads / 32;
#define STREAM(name, AHEAD, mask, total)                                  \
		do {                                                      \
			int steps = (int) std::min(65536., total / 128. / \
				n_warp) / 8 * 8;                          \
			double us = time_us([=] {                         \
				stream<AHEAD><<<blocks, threads>>>(a, mask, \
					steps, sink); });                 \
			print("warps", name, w, 128e-3 * steps * n_warp / us); \
		} while (0)
		STREAM("dram_1_GBps", 1, (1u << 24) - 1, 2147483648.);
		STREAM("dram_4_GBps", 4, (1u << 24) - 1, 2147483648.);
		STREAM("dram_8_GBps", 8, (1u << 24) - 1, 2147483648.);
		STREAM("l2_1_GBps", 1, (1u << 17) - 1, 2147483648.);
		STREAM("l2_4_GBps", 4, (1u << 17) - 1, 2147483648.);
		STREAM("l2_8_GBps", 8, (1u << 17) - 1, 2147483648.);
		print("warps", "fma32_chain_ns", w, 1e3 * time_us([=] {
			chains_of<float><<<blocks, threads>>>(0.9f, 65536,
				sink); }) / 65536);
		print("warps", "fma64_chain_ns", w, 1e3 * time_us([=] {
			chains_of<double><<<blocks, threads>>>(0.9, 65536,
				sink); }) / 65536);
	}
	cudaFree(a);
}

int main(void)
{
	int kHz;

	cudaDeviceGetAttribute(&kHz, cudaDevAttrClockRate, 0);
	cudaDeviceGetAttribute(&n_sm, cudaDevAttrMultiProcessorCount, 0);
	clock_Hz = kHz * 1e3;
	cudaMalloc(&cycles, sizeof(*cycles));
	cudaMalloc(&sink, sizeof(*sink));
	printf("probe,variant,at,value\n");
	print("prop", "clock_GHz", 0, clock_Hz / 1e9);
	latencies();
	rates();
	launches();
	by_warps();
	return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
