// The 7-point star by the size of its planes: where L2 ceases to keep layers.
//
//	nvcc -O3 -arch=native planes.cu && ./a.out >planes.csv
//	ncu --metrics dram__bytes_read.sum,dram__bytes_write.sum,... ./a.out once
#include <algorithm>
#include <cstdio>
#include <vector>

__global__ void star3d_r1(const double *__restrict__ a, double *__restrict__ b, int nx, int ny, int nz)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
	    z = blockIdx.z * blockDim.z + threadIdx.z;
	long row = nx, layer = row * ny, i = x + y * row + z * layer;

	if (x >= nx || y >= ny || z >= nz)
		return;
	b[i] = (a[i] + a[i - 1] + a[i + 1] + a[i - row] + a[i + row] + a[i - layer] +
		       a[i + layer]) / 7;
}

int main(int argc, char **)
{
	static const int extents[] = { 384, 512, 640, 768, 896, 1024, 1152, 1280, 1408, 1536, 1664,
		1792, 1920, 2048, 2304, 2560, 3072 };
	static const int blocks[][3] = { { 256, 1, 1 }, { 64, 4, 1 }, { 32, 8, 4 } };
	const size_t bytes = (size_t) 3 << 30;
	char *memory;
	cudaFuncAttributes has;
	cudaEvent_t start, end;

	cudaMalloc(&memory, 2 * bytes);
	cudaMemset(memory, 0, 2 * bytes);
	cudaFuncGetAttributes(&has, star3d_r1);
	cudaEventCreate(&start);
	cudaEventCreate(&end);
	printf("kernel,type,nx,ny,nz,bx,by,bz,regs,ms\n");
	for (int n : extents)
		for (const int *block : blocks) {
			int nz = (int) std::min<long>(512, 128L * 1024 * 1024 / ((long) n * n)) / 4 * 4;
			const double *a = (const double *) (memory + ((size_t) 1 << 28));
			double *b = (double *) (memory + bytes);
			dim3 threads(block[0], block[1], block[2]);
			dim3 grid((n + block[0] - 1) / block[0], n / block[1], nz / block[2]);
			std::vector<float> ms(argc > 1 ? 1 : 9);

			for (float &t : ms) {
				cudaEventRecord(start);
				star3d_r1<<<grid, threads>>>(a, b, n, n, nz);
				cudaEventRecord(end);
				cudaEventSynchronize(end);
				cudaEventElapsedTime(&t, start, end);
			}
			std::sort(ms.begin(), ms.end());
			printf("star3d_r1,double,%d,%d,%d,%d,%d,%d,%d,%.5f\n", n, n, nz, block[0],
				block[1], block[2], has.numRegs, ms[ms.size() / 2]);
		}
	return cudaDeviceSynchronize() != cudaSuccess;
}
