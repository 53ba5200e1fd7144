/* How many outstanding misses an SM has, and what they wait for.
 *
 * Warps load lines of 128 B that no L1 holds, k of them with each load
 * (neighbouring lanes share a line), from data that L2 holds or does not.
 * Blocks, warps of a block and k vary; one row of CSV for each launch:
 *
 *	where,sms,warps,k,ms,lines,lines_per_cycle_and_sm
 *
 * If registers for misses were the limit, the rate of an SM would not depend
 * on how many other SMs run; if L2 or the network were, it would fall.
 *
 *	nvcc -O3 -arch=sm_90 misses.cu -o misses && ./misses
 */

#include <cstdint>
#include <cstdio>

#define CHECK(call)							\
	do {								\
		cudaError_t e = (call);					\
		if (e != cudaSuccess) {					\
			fprintf(stderr, "%s\n", cudaGetErrorString(e));	\
			return 1;					\
		}							\
	} while (0)

enum { LINE = 32, ROUNDS = 4096, AHEAD = 4 };	/* floats, loads, in flight */

/* Each warp walks through the lines of its own, far from those of others;
 * a step is odd so that all lines come by before one comes again.
 */
template<int K> __global__ void touch(const float *a, uint32_t mask,
	float *out)
{
	uint32_t lane = threadIdx.x % 32;
	uint32_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	uint32_t line = warp * 7919u * K + lane / (32 / K);
	uint32_t within = lane % (32 / K);
	float sum[AHEAD] = { 0 };

	for (int i = 0; i < ROUNDS; i += AHEAD)
#pragma unroll
		for (int j = 0; j < AHEAD; ++j) {
			uint32_t at = (line + (i + j) * 40503u * K) & mask;

			sum[j] += a[(uint64_t) at * LINE + within];
		}
	if (sum[0] + sum[1] + sum[2] + sum[3] == -1)
		*out = 1;
}

template<int K> static int measure(const char *where, const float *a,
	uint32_t mask, float *out, double clock_kHz)
{
	const int sms[] = { 1, 4, 16, 33, 66, 132 }, warps[] = { 1, 2, 4, 8,
		16, 32 };
	cudaEvent_t start, stop;

	CHECK(cudaEventCreate(&start));
	CHECK(cudaEventCreate(&stop));
	for (int s : sms)
		for (int w : warps) {
			float ms, best = 1e30f;
			double lines = (double) s * w * ROUNDS * K;

			for (int r = 0; r < 5; ++r) {
				CHECK(cudaEventRecord(start));
				touch<K><<<s, 32 * w>>>(a, mask, out);
				CHECK(cudaEventRecord(stop));
				CHECK(cudaEventSynchronize(stop));
				CHECK(cudaEventElapsedTime(&ms, start, stop));
				best = ms < best ? ms : best;
			}
			printf("%s,%d,%d,%d,%.6f,%.0f,%.5f\n", where, s, w, K,
				best, lines, lines / (best * clock_kHz) / s);
		}
	return 0;
}

int main()
{
	const uint64_t large = (uint64_t) 4 << 30;
	int clock_kHz = 0;
	float *a, *out;

	CHECK(cudaMalloc(&a, large));
	CHECK(cudaMalloc(&out, sizeof(float)));
	CHECK(cudaMemset(a, 0, large));
	CHECK(cudaDeviceGetAttribute(&clock_kHz, cudaDevAttrClockRate, 0));
	printf("where,sms,warps,k,ms,lines,lines_per_cycle_and_sm\n");
	for (int in_dram = 0; in_dram < 2; ++in_dram) {
		const char *where = in_dram ? "dram" : "l2";
		uint32_t mask = (uint32_t) ((in_dram ? large : 8 << 20) /
			128 - 1);

		if (measure<1>(where, a, mask, out, clock_kHz) ||
		    measure<4>(where, a, mask, out, clock_kHz) ||
		    measure<32>(where, a, mask, out, clock_kHz))
			return 1;
	}
	return 0;
}
