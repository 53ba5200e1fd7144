/* Which SM runs each block, and when it starts, for grids and rooms of a block.
 *
 *	nvcc -std=c++17 -O3 -arch=sm_90 where.cu -o where && ./where > ../h200/where.csv
 *
 * "sms" has SM:ns for each block, in ns after the first.
 */
#include <cstdio>
#include <cuda_runtime.h>
__global__ void where(int *sm, unsigned long long *at, int cycles)
{
	extern __shared__ int room[];
	unsigned s;
	unsigned long long t;
	asm volatile("mov.u32 %0, %%smid;" : "=r"(s));
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
	if (threadIdx.x == 0) {
		sm[blockIdx.x] = s;
		at[blockIdx.x] = t;
	}
	long long c = clock64();
	while (clock64() - c < cycles)
		;
	if (cycles < 0)
		sm[0] = room[0];
}
int main()
{
	int *sm;
	unsigned long long *at;
	static int h[8192];
	static unsigned long long ht[8192];
	cudaMalloc(&sm, sizeof(h));
	cudaMalloc(&at, sizeof(ht));
	cudaFuncSetAttribute(where, cudaFuncAttributeMaxDynamicSharedMemorySize,
		120 << 10);
	printf("threads,shared,blocks,run,sms\n");
	struct {
		int threads, kib, blocks;
	} c[] = { { 128, 120, 132 }, { 128, 0, 132 }, { 128, 0, 16 },
		{ 128, 0, 32 }, { 128, 0, 64 }, { 128, 0, 128 },
		{ 256, 20, 128 }, { 256, 20, 396 }, { 64, 0, 640 },
		{ 256, 0, 1056 }, { 256, 20, 2112 }, { 1024, 0, 528 } };
	for (auto &x : c)
		for (int run = 0; run < 3; ++run) {
			where<<<x.blocks, x.threads, x.kib << 10>>>(sm, at,
				20000);
			cudaMemcpy(h, sm, sizeof(h), cudaMemcpyDeviceToHost);
			cudaMemcpy(ht, at, sizeof(ht), cudaMemcpyDeviceToHost);
			if (run == 0)
				continue;
			unsigned long long t0 = ht[0];
			for (int i = 0; i < x.blocks; ++i)
				if (ht[i] < t0)
					t0 = ht[i];
			printf("%d,%d,%d,%d,", x.threads, x.kib, x.blocks, run);
			for (int i = 0; i < x.blocks; ++i)
				printf("%d:%llu ", h[i], ht[i] - t0);
			printf("\n");
		}
	cudaError_t e = cudaDeviceSynchronize();
	if (e != cudaSuccess)
		fprintf(stderr, "%s\n", cudaGetErrorString(e));
}
