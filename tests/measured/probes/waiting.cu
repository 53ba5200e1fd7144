/* Do loads wait behind others that take longer?  Of the 64 warps of an SM some
 * load lines that DRAM has, the others lines that L2 has, or that L1 has
 * ("hits"), "batch" loads before each wait, for a fixed time.  Written: loads of
 * both kinds in 1000 cycles, and cycles of a batch.
 */
#include <cstdio>
#include <cuda_runtime.h>

template <int B>
__global__ void __launch_bounds__(1024) run(const float *far, const float *near,
	unsigned near_n, int dram_warps, int hits, int cycles, int *trips,
	int *ticket, float *out)
{
	__shared__ int mine;
	int sm;
	asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
	if (sm != 8)
		return;
	if (threadIdx.x == 0)
		mine = atomicAdd(ticket, 1);
	__syncthreads();
	if (mine >= 2)
		return;
	int w = mine * 32 + threadIdx.x / 32, lane = threadIdx.x % 32;
	/* spread over schedulers and blocks */
	bool far_one = (w * 37 + w / 32) % 64 < dram_warps;
	const float *base = far_one ? far : near;
	unsigned mask = far_one ? ~0u : near_n - 1, at = w * 32 * B;
	float sum = 0;
	int n = 0;
	if (!far_one && hits)
		mask = 1023;
	__syncthreads();
	int start = clock();
	while ((int) clock() - start < cycles) {
		const float *p = base + (at & mask) + lane;
		float v[B];
#pragma unroll
		for (int i = 0; i < B; ++i)
			asm volatile("ld.global.f32 %0, [%1];"
				     : "=f"(v[i])
				     : "l"(p + i * 32));
#pragma unroll
		for (int i = 0; i < B; ++i)
			sum += v[i];
		at += 64 * 32 * B;
		++n;
	}
	if (lane == 0)
		trips[w] = far_one ? -n : n;
	if (sum == 12345)
		*out = sum;
}

__global__ void touch(const float4 *a, size_t n, float *b)
{
	float s = 0;
	for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
		i += (size_t) gridDim.x * blockDim.x)
		s += a[i].x;
	if (s == 12345)
		*b = s;
}

int main()
{
	float *far, *near, *sweep, *out;
	int *trips, *ticket;
	cudaMalloc(&far, (size_t) 16 << 30);
	cudaMalloc(&near, 16 << 20);
	cudaMalloc(&sweep, 1 << 30);
	cudaMalloc(&out, 4096);
	cudaMalloc(&trips, 256);
	cudaMalloc(&ticket, 4);
	cudaMemset(far, 0, (size_t) 16 << 30);
	cudaMemset(near, 0, 16 << 20);
	cudaMemset(sweep, 0, 1 << 30);
	printf("batch,hits,dram_warps,dram_loads,other_loads,each_dram,each_other\n");
	for (int b : { 4, 8, 16 })
		for (int hits = 0; hits < 2; ++hits)
			for (int m : { 0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48,
				     64 }) {
				const int cycles = 200000;
				touch<<<1024, 256>>>((float4 *) sweep,
					(size_t) 1 << 26, out);
				touch<<<1024, 256>>>((float4 *) near, 1 << 20,
					out);
				cudaMemset(ticket, 0, 4);
				if (b == 4)
					run<4><<<264, 1024>>>(far, near,
						4 << 20, m, hits, cycles, trips,
						ticket, out);
				else if (b == 8)
					run<8><<<264, 1024>>>(far, near,
						4 << 20, m, hits, cycles, trips,
						ticket, out);
				else
					run<16><<<264, 1024>>>(far, near,
						4 << 20, m, hits, cycles, trips,
						ticket, out);
				if (cudaDeviceSynchronize() != cudaSuccess) {
					puts(cudaGetErrorString(
						cudaGetLastError()));
					return 1;
				}
				int t[64], M = 0, L = 0, nm = 0;
				cudaMemcpy(t, trips, 256,
					cudaMemcpyDeviceToHost);
				for (int x : t)
					if (x < 0) {
						M -= x;
						++nm;
					} else
						L += x;
				printf("%d,%d,%d,%.2f,%.2f,%.0f,%.0f\n", b,
					hits, nm, M * b * 1000. / cycles,
					L * b * 1000. / cycles,
					M ? cycles * (double) nm / M : 0,
					L ? cycles * (64. - nm) / L : 0);
			}
}
