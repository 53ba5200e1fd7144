/* Where blocks run and what stores that fill no sector cost.
 *
 *	nvcc -O3 -arch=native -o blocks blocks.cu
 *	./blocks
 *
 * prints, one line of CSV each:
 *
 *	sm,TX,TY,TZ,NX,NY,NZ,d,all,first	share of the blocks b whose
 *		SM also runs b + d: of all blocks, of the first wave; a star
 *		of range 4 over NX x NY x NZ doubles
 *	store,STREAMS,WIDTH,THREADS,ms,GB/s	STREAMS fields of floats are
 *		stored in rows of WIDTH cells, 2^24 cells each
 */

#include <algorithm>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

static __device__ int my_sm()
{
	int sm;

	asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
	return sm;
}

__global__ void star(const double *__restrict__ a, double *__restrict__ b,
	int nx, int ny, int nz, int *sm)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	int z = blockIdx.z * blockDim.z + threadIdx.z;
	long at = x + (long) nx * (y + (long) ny * z);

	if (threadIdx.x + threadIdx.y + threadIdx.z == 0)
		sm[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y *
			blockIdx.z)] = my_sm();
	if (x >= nx || y >= ny || z >= nz)
		return;
	double s = a[at];
#pragma unroll
	for (int r = 1; r <= 4; ++r)
		s += a[at + r] + a[at - r] + a[at + r * nx] + a[at - r * nx] +
			a[at + (long) r * nx * ny] + a[at - (long) r * nx * ny];
	b[at] = s / 25;
}

static void where(double *a, double *b, int tx, int ty, int tz, int nx,
	int ny, int nz)
{
	dim3 block(tx, ty, tz), grid((nx + tx - 1) / tx, (ny + ty - 1) / ty,
		(nz + tz - 1) / tz);
	int n = grid.x * grid.y * grid.z, *sm, resident, n_sm;
	std::vector<int> on(n);

	cudaDeviceGetAttribute(&n_sm, cudaDevAttrMultiProcessorCount, 0);
	cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, star,
		tx * ty * tz, 0);
	cudaMalloc(&sm, n * sizeof(int));
	for (int i = 0; i < 2; ++i)
		star<<<grid, block>>>(a, b, nx, ny, nz, sm);
	cudaMemcpy(on.data(), sm, n * sizeof(int), cudaMemcpyDeviceToHost);
	for (int k = 0; k < 24; ++k) {
		const int more[] = { 132, 131, 133, 66, 264, (int) grid.x,
			(int) (grid.x * grid.y), (int) grid.x * 2 };
		int d = k < 16 ? k + 1 : more[k - 16];
		int first = std::min(n, resident * n_sm);
		double all = 0, begin = 0;

		if (d >= n)
			continue;
		for (int i = 0; i + d < n; ++i) {
			all += on[i] == on[i + d];
			begin += i + d < first && on[i] == on[i + d];
		}
		printf("sm,%d,%d,%d,%d,%d,%d,%d,%.4f,%.4f\n", tx, ty, tz, nx,
			ny, nz, d, all / (n - d), first > d ? begin /
			(first - d) : 0);
	}
	cudaFree(sm);
}

/* Rows of "width" cells follow each other; each is computed by threads that
 * start with it, so that rows start anywhere in a sector.
 */
template <int STREAMS>
__global__ void stores(float *b, int width, int rows)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x >= width || y >= rows)
		return;
#pragma unroll
	for (int q = 0; q < STREAMS; ++q)
		b[(long) q * width * rows + x + (long) y * width] = x + q;
}

template <int STREAMS> static void store(float *b, int width, int tx, int ty)
{
	int rows = (1 << 24) / width;
	dim3 block(tx, ty), grid((width + tx - 1) / tx, (rows + ty - 1) / ty);
	cudaEvent_t from, to;
	float ms[7];

	cudaEventCreate(&from);
	cudaEventCreate(&to);
	for (int r = 0; r < 9; ++r) {
		cudaEventRecord(from);
		stores<STREAMS><<<grid, block>>>(b, width, rows);
		cudaEventRecord(to);
		cudaEventSynchronize(to);
		if (r >= 2)
			cudaEventElapsedTime(&ms[r - 2], from, to);
	}
	std::sort(ms, ms + 7);
	printf("store,%d,%d,%dx%d,%.6f,%.1f\n", STREAMS, width, tx, ty, ms[3],
		4e-6 * STREAMS * width * rows / ms[3]);
}

template <int STREAMS> static void stores_of(float *b)
{
	static const int width[] = { 256, 252, 250, 249, 248, 1000, 1001, 4096 };

	for (int w : width) {
		store<STREAMS>(b, w, 32, 8);
		store<STREAMS>(b, w, 128, 2);
		store<STREAMS>(b, w, 256, 1);
		store<STREAMS>(b, w, 16, 16);
		store<STREAMS>(b, w, 8, 32);
	}
}

int main()
{
	const size_t guard = (size_t) 1 << 26, bytes = (size_t) 3 << 30;
	char *a, *b;

	if (cudaMalloc(&a, bytes) != cudaSuccess ||
	    cudaMalloc(&b, bytes) != cudaSuccess)
		return 1;
	cudaMemset(a, 0, bytes);
	cudaMemset(b, 0, bytes);
	static const int shape[][6] = {
		{ 256, 1, 1, 640, 512, 512 }, { 1024, 1, 1, 640, 512, 512 },
		{ 32, 1, 8, 640, 512, 512 }, { 64, 1, 4, 640, 512, 512 },
		{ 32, 8, 1, 640, 512, 512 }, { 16, 4, 4, 640, 512, 512 },
		{ 1, 256, 1, 640, 512, 512 }, { 64, 1, 1, 640, 512, 512 },
		{ 256, 1, 1, 64, 64, 64 }, { 32, 1, 8, 64, 64, 64 },
		{ 32, 1, 8, 128, 128, 128 }, { 256, 1, 1, 128, 128, 128 },
		{ 16, 2, 8, 192, 192, 192 }, { 32, 32, 1, 640, 512, 512 },
	};
	for (const int *s : shape)
		where((double *) (a + guard), (double *) (b + guard), s[0],
			s[1], s[2], s[3], s[4], s[5]);
	stores_of<1>((float *) b);
	stores_of<4>((float *) b);
	stores_of<10>((float *) b);
	return 0;
}
