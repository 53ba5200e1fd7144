// Which SM runs a block where some blocks of the grid have nothing to do.
//
//	nvcc -O3 -arch=sm_90 deal.cu && ./a.out >deal.csv
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>
__device__ int active(int pattern, int b, int gx, int gy, int bx, int by)
{
	int X = b % gx, Y = b / gx;
	switch (pattern) {
	case 0: return 1;
	case 1: return X * bx <= Y * by + by - 1; // lower triangle
	case 2: return X * bx + bx - 1 >= Y * by; // upper triangle
	case 3: return b % 2;
	case 4: return b >= gx * gy / 2;
	case 5: return b < gx * gy / 2;
	case 6: return b % 4 == 0;
	default: return b / 132 % 2;
	}
}
__global__ void deal(int pattern, int gx, int gy, int bx, int by, int cycles,
	int *sm, int *on)
{
	int b = blockIdx.x, id;
	int a = active(pattern, b, gx, gy, bx, by);
	asm("mov.u32 %0, %%smid;" : "=r"(id));
	if (threadIdx.x == 0) {
		sm[b] = id;
		on[b] = a;
	}
	if (!a)
		return;
	long long t = clock64();
	while (clock64() - t < cycles)
		;
}
int main()
{
	int *sm, *on;
	cudaMallocManaged(&sm, 1 << 20);
	cudaMallocManaged(&on, 1 << 20);
	cudaEvent_t e0, e1;
	cudaEventCreate(&e0);
	cudaEventCreate(&e1);
	printf("pattern,gx,gy,threads,cycles,active,most,least,mean,us\n");
	int grids[][4] = { { 16, 64, 32, 8 }, { 32, 32, 16, 16 },
		{ 16, 32, 32, 8 }, { 64, 64, 16, 16 }, { 32, 16, 8, 16 },
		{ 64, 128, 16, 8 } };
	for (auto &g : grids)
		for (int p = 0; p < 8; ++p)
			for (int threads : { 256, 128, 1024 })
				for (int cycles : { 20000, 400000 })
					for (int rep = 0; rep < 2; ++rep) {
						int n = g[0] * g[1];
						float ms;
						cudaEventRecord(e0);
						deal<<<n, threads>>>(p, g[0],
							g[1], g[2], g[3],
							cycles, sm, on);
						cudaEventRecord(e1);
						cudaDeviceSynchronize();
						cudaEventElapsedTime(&ms, e0,
							e1);
						std::vector<int> c(132, 0);
						int a = 0;
						for (int b = 0; b < n; ++b)
							if (on[b])
								++c[sm[b]], ++a;
						if (rep)
							printf("%d,%d,%d,%d,%d,%d,%d,%d,%.2f,%.1f\n",
								p, g[0], g[1],
								threads, cycles,
								a,
								*std::max_element(
									c.begin(),
									c.end()),
								*std::min_element(
									c.begin(),
									c.end()),
								a / 132.,
								ms * 1e3);
					}
}
