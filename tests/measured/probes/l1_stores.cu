/* Do stores take place in L1?  One warp loads "kept" lines, stores into "stored"
 * others, and times the loads of the first lines again: below 150 cycles is a hit
 * in L1.  Kinds of stores: whole lines (32 lanes of 4 B), one sector of a line, 4 B
 * of a line.  Then the stored lines are loaded: do they hit?
 */
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__device__ __forceinline__ float load(const float *p)
{
	float v;
	asm volatile("ld.global.ca.f32 %0, [%1];"
		     : "=f"(v)
		     : "l"(p)
		     : "memory");
	return v;
}

__global__ void probe(float *a, float *b, int kept, int stored, int lanes,
	int *hits, int *own, long long *cycles)
{
	int lane = threadIdx.x, n = 0, m = 0;
	float sum = 0;
	long long all = 0;

	for (int i = 0; i < kept; ++i)
		sum += load(a + i * 32 + lane);
	__syncwarp();
	if (sum == 12345.f)
		b[0] = sum;
	for (int i = 0; i < stored; ++i)
		if (lane < lanes)
			asm volatile("st.global.f32 [%0], %1;" ::"l"(
					     b + i * 32 + lane),
				     "f"(1.f)
				     : "memory");
	for (long long t0 = clock64(); clock64() - t0 < 20000;)
		;
	for (int i = 0; i < kept; ++i) {
		long long t = clock64();
		float v = load(a + i * 32 + lane);
		if (v == 12345.f)
			b[1] = v;
		t = clock64() - t;
		all += t;
		n += t < 150;
	}
	for (int i = 0; i < stored; ++i) {
		long long t = clock64();
		float v = load(b + i * 32 + (lane < lanes ? lane : 0));
		if (v == 12345.f)
			a[1] = v;
		t = clock64() - t;
		m += t < 150;
	}
	if (lane == 0) {
		*hits = n;
		*own = m;
		*cycles = all;
	}
}

int main()
{
	float *a, *b;
	int *r;
	long long *c;
	cudaMalloc(&a, 1 << 24);
	cudaMalloc(&b, 1 << 24);
	cudaMallocManaged(&r, 64);
	cudaMallocManaged(&c, 64);
	cudaMemset(a, 0, 1 << 24);
	cudaMemset(b, 0, 1 << 24);
	cudaFuncSetAttribute(probe,
		cudaFuncAttributePreferredSharedMemoryCarveout, 0);
	printf("kept_KiB,stored_KiB,lanes,hits,kept_lines,cycles,stored_hits,stored_lines\n");
	int kept[] = { 32, 64, 128, 192, 224 },
	    stored[] = { 0, 8, 16, 32, 64, 96, 128, 160, 192, 256, 512 },
	    lanes[] = { 32, 8, 1 };
	for (int w = 0; w < 2; ++w) /* the first warms L2 */
		for (int l : lanes)
			for (int k : kept)
				for (int s : stored) {
					probe<<<1, 32>>>(a, b, k * 8, s * 8, l,
						r, r + 1, c);
					if (cudaDeviceSynchronize() !=
						cudaSuccess) {
						printf("%s\n",
							cudaGetErrorString(
								cudaGetLastError()));
						return 1;
					}
					if (w)
						printf("%d,%d,%d,%d,%d,%.0f,%d,%d\n",
							k, s, l, r[0], k * 8,
							(double) c[0] / (k * 8),
							r[1], s * 8);
				}
	return 0;
}
