/* In which order does L1 serve the warps of an SM?  Each of W warps makes N
 * loads that hit L1, "batch" of them before it waits.  If L1 serves all warps in
 * turn they end together; if only Q requests wait for L1 and old warps go first,
 * the oldest Q / batch warps end after Q / W of the time.  Written: when each warp
 * has made a quarter, half, three quarters and all of its loads.
 */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__device__ __forceinline__ int load(const int *p)
{
	int v;
	asm volatile("ld.global.ca.b32 %0, [%1];"
		     : "=r"(v)
		     : "l"(p)
		     : "memory");
	return v;
}

/* data are all 0, which the compiler does not know */
template <int BATCH>
__global__ void __launch_bounds__(1024)
	run(const int *a, int stride, int sets, int n, int *end, int *sm)
{
	int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	const int *p = a + (warp % sets) * 32 * stride * BATCH +
		(threadIdx.x % 32) * stride;
	int at = 0, t[5];

	/* all lines into L1 */
	for (int i = 0; i < sets * 32 * stride * BATCH; i += 32)
		at += load(a + i + threadIdx.x % 32);
	__syncthreads();
	t[0] = clock();
#pragma unroll
	for (int q = 1; q < 5; ++q) {
#pragma unroll 1
		for (int i = 0; i < n / 4 / BATCH; ++i) {
			int v[BATCH], sum = 0;
#pragma unroll
			for (int b = 0; b < BATCH; ++b)
				v[b] = load(p + at + b * 32 * stride);
#pragma unroll
			for (int b = 0; b < BATCH; ++b)
				sum += v[b];
			at += sum;
		}
		t[q] = clock() + at;
	}
	if (threadIdx.x % 32 == 0) {
		unsigned id;
		asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
		for (int q = 0; q < 5; ++q)
			end[warp * 5 + q] = t[q];
		sm[warp] = (int) id;
	}
}

static void go(FILE *f, const int *a, int threads, int blocks, int stride,
	int batch)
{
	int sets = stride == 1 ? 8 : 4, n = 2048, warps = threads / 32 * blocks;
	int *end, *sm, *e, *s, mine = -1;

	if (batch == 4)
		sets = stride == 1 ? 8 : 1;
	cudaMalloc(&end, warps * 5 * sizeof(int));
	cudaMalloc(&sm, warps * sizeof(int));
	for (int again = 0; again < 2; ++again)
		if (batch == 1)
			run<1><<<blocks, threads>>>(a, stride, sets, n, end,
				sm);
		else
			run<4><<<blocks, threads>>>(a, stride, sets, n, end,
				sm);
	cudaDeviceSynchronize();
	if (cudaGetLastError() != cudaSuccess)
		printf("failed\n");
	e = (int *) malloc(warps * 5 * sizeof(int));
	s = (int *) malloc(warps * sizeof(int));
	cudaMemcpy(e, end, warps * 5 * sizeof(int), cudaMemcpyDeviceToHost);
	cudaMemcpy(s, sm, warps * sizeof(int), cudaMemcpyDeviceToHost);
	mine = s[0];
	for (int i = 0; i < warps; ++i)
		if (s[i] == mine)
			fprintf(f, "%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d\n",
				threads, blocks, stride, batch, n, i, e[5 * i],
				e[5 * i + 1], e[5 * i + 2], e[5 * i + 3],
				e[5 * i + 4]);
	cudaFree(end);
	cudaFree(sm);
	free(e);
	free(s);
}

int main(int argc, char **argv)
{
	FILE *f = fopen(argv[1], "w");
	int *a;

	cudaMalloc(&a, 64 << 20);
	cudaMemset(a, 0, 64 << 20);
	fprintf(f,
		"threads,blocks,stride,batch,loads,warp,start,t1,t2,t3,t4\n");
	const int stride[] = { 1, 4, 32, 38 };
	for (int st : stride)
		for (int batch = 1; batch <= 4; batch += 3) {
			go(f, a, 128, 1, st, batch);
			go(f, a, 256, 1, st, batch);
			go(f, a, 512, 1, st, batch);
			go(f, a, 1024, 1, st, batch);
			go(f, a, 256, 132 * 8, st, batch);
			go(f, a, 1024, 132 * 2, st, batch);
		}
	fclose(f);
	return 0;
}
