// Parts of lines that are stored where they were loaded, or elsewhere, by the
// width of blocks: kernel, type, extents, block, registers, milliseconds.
//
//	nvcc -O3 -arch=native in_place.cu && ./a.out >in_place.csv
#include <algorithm>
#include <cstdio>
#include <vector>

enum kind { COPIED, SCALED, LATE, ADDED, STORED, BOTH };
static const char *const names[] = { "copied", "scaled", "late", "added", "stored", "both" };

template <int KIND>
__global__ void kernel(float *__restrict__ a, float *__restrict__ b, int nx)
{
	size_t i = (size_t) (blockIdx.y * blockDim.y + threadIdx.y) * nx +
		blockIdx.x * blockDim.x + threadIdx.x;

	if (KIND == COPIED)
		b[i] = 2 * a[i];
	if (KIND == SCALED)
		a[i] = 2 * a[i];
	if (KIND == LATE) { // the whole block has loaded before it stores
		float v = a[i];
		__syncthreads();
		a[i] = 2 * v;
	}
	if (KIND == ADDED)
		b[i] = 2 * a[i] + b[i];
	if (KIND == STORED)
		b[i] = nx;
	if (KIND == BOTH) {
		a[i] += 1;
		b[i] += 2;
	}
}

template <int KIND> static void time_blocks(float *a, float *b, int n)
{
	static const int blocks[][2] = { { 64, 4 }, { 32, 8 }, { 16, 16 }, { 8, 32 }, { 4, 64 },
		{ 2, 128 }, { 16, 4 }, { 8, 8 }, { 16, 64 }, { 8, 128 } };
	cudaFuncAttributes has;
	cudaEvent_t start, end;

	cudaFuncGetAttributes(&has, kernel<KIND>);
	cudaEventCreate(&start);
	cudaEventCreate(&end);
	for (const int *block : blocks) {
		dim3 threads(block[0], block[1]), grid(n / block[0], n / block[1]);
		std::vector<float> ms(15);

		for (float &t : ms) {
			cudaEventRecord(start);
			kernel<KIND><<<grid, threads>>>(a, b, n);
			cudaEventRecord(end);
			cudaEventSynchronize(end);
			cudaEventElapsedTime(&t, start, end);
		}
		std::sort(ms.begin(), ms.end());
		printf("%s_%d,float,%d,%d,1,%d,%d,1,%d,%.5f\n", names[KIND], n, n, n, block[0],
			block[1], has.numRegs, ms[ms.size() / 2]);
	}
}

int main()
{
	const size_t bytes = (size_t) 8192 * 8192 * sizeof(float);
	float *a, *b;

	cudaMalloc(&a, bytes);
	cudaMalloc(&b, bytes);
	cudaMemset(a, 0, bytes);
	cudaMemset(b, 0, bytes);
	printf("kernel,type,nx,ny,nz,bx,by,bz,regs,ms\n");
	for (int n : { 8192, 2048 }) {
		time_blocks<COPIED>(a, b, n);
		time_blocks<SCALED>(a, b, n);
		time_blocks<LATE>(a, b, n);
		time_blocks<ADDED>(a, b, n);
		time_blocks<STORED>(a, b, n);
		time_blocks<BOTH>(a, b, n);
	}
	return cudaDeviceSynchronize() != cudaSuccess;
}
