/* What a launch loses where one block fills an SM: a 9x9 box of floats over
 * 4096x4096 cells in the naive order and in columns of 32, with 16 or 32 warps on
 * an SM in blocks of 32 to 1024 threads; shared memory keeps others away, and is
 * carved out alike for all, so that L1 is the same.
 *
 *	nvcc -O3 -arch=sm_90 one_block.cu -o one_block
 *	./one_block > one_block.csv
 */
#include <cstdio>
#include <cuda_runtime.h>

__global__ void box(const float *in, float *out, int n, int w)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, x, y;
	float s = 0;

	if (w == 0) {
		x = i % n;
		y = i / n;
	} else {
		int column = i / (n * w), at = i % (n * w);

		x = column * w + at % w;
		y = at / w;
	}
	for (int dy = -4; dy <= 4; ++dy) {
		int r = min(n - 1, max(0, y + dy));
#pragma unroll
		for (int dx = -4; dx <= 4; ++dx)
			s += in[r * n + min(n - 1, max(0, x + dx))];
	}
	out[y * n + x] = s / 81;
}

int main()
{
	const int n = 4096;
	float *a, *b;
	cudaEvent_t from, to;

	cudaMalloc(&a, sizeof(float) * n * n);
	cudaMalloc(&b, sizeof(float) * n * n);
	cudaMemset(a, 0, sizeof(float) * n * n);
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	cudaFuncSetAttribute(box, cudaFuncAttributeMaxDynamicSharedMemorySize,
		200 * 1024);
	/* the same L1 for all of them: what 228 KiB of shared memory leave */
	cudaFuncSetAttribute(box,
		cudaFuncAttributePreferredSharedMemoryCarveout, 100);
	printf("order,warps,threads,blocks,us\n");
	for (int warps = 16; warps <= 32; warps *= 2)
		for (int w = 0; w <= 32; w += 32)
			for (int threads = 32; threads <= warps * 32;
				threads *= 2) {
				int blocks = warps * 32 / threads, got = 0,
				    shared = 0;
				float ms, best = 1e9f;

				/* the least shared memory that leaves this many blocks */
				for (shared = 0; shared < 200 * 1024;
					shared += 256) {
					cudaOccupancyMaxActiveBlocksPerMultiprocessor(
						&got, box, threads, shared);
					if (got <= blocks)
						break;
				}
				if (got != blocks)
					continue;
				for (int r = 0; r < 6; ++r) {
					cudaEventRecord(from);
					for (int k = 0; k < 20; ++k)
						box<<<n * n / threads, threads,
							shared>>>(a, b, n, w);
					cudaEventRecord(to);
					cudaEventSynchronize(to);
					cudaEventElapsedTime(&ms, from, to);
					best = ms < best ? ms : best;
				}
				printf("%s,%d,%d,%d,%.2f\n",
					w ? "columns(32)" : "linear", warps,
					threads, blocks, best * 50);
			}
	fprintf(stderr, "%s\n", cudaGetErrorString(cudaGetLastError()));
	return 0;
}
