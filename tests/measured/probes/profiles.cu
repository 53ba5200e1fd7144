/* The kernels of the profiles in tests/measured/profiles: a star of seven points
 * in two types, a transpose whose tile has bank conflicts, a matrix product on
 * tensor cores, and integers whose lanes wait for each other.
 *
 *	nvcc -O3 -arch=sm_90 -o profiles profiles.cu
 *	ncu --csv --page raw --set roofline ./profiles > set_roofline.csv
 *	ncu --csv --page raw --set full ./profiles > set_full.csv
 *	ncu --csv --page raw --metrics ... ./profiles > nersc.csv
 *	ncu --csv --set roofline ./profiles > details.csv
 */
#include <cuda_fp16.h>
#include <mma.h>

#define N    256
#define SIDE 2048
#define GEMM 1024

template <typename T> __global__ void star7(const T *a, T *b)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
	int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	int z = blockIdx.z + 1;
	int i = x + (N + 2) * (y + (N + 2) * z);

	b[i] = (a[i] + a[i - 1] + a[i + 1] + a[i - N - 2] + a[i + N + 2] +
		       a[i - (N + 2) * (N + 2)] + a[i + (N + 2) * (N + 2)]) *
		(T) 0.125;
}

__global__ void transpose(const float *a, float *b)
{
	__shared__ float tile[32][32];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;

	for (int j = threadIdx.y; j < 32; j += 8)
		tile[j][threadIdx.x] = a[(y + j) * SIDE + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32;
	for (int j = threadIdx.y; j < 32; j += 8)
		b[(y + j) * SIDE + x] = tile[threadIdx.x][j];
}

/* One warp a tile of 16 x 16 */
__global__ void product(const half *a, const half *b, float *c)
{
	using namespace nvcuda::wmma;
	fragment<matrix_a, 16, 16, 16, half, row_major> fa;
	fragment<matrix_b, 16, 16, 16, half, col_major> fb;
	fragment<accumulator, 16, 16, 16, float> fc;
	int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
	int row = warp / (GEMM / 16) * 16, column = warp % (GEMM / 16) * 16;

	fill_fragment(fc, 0);
	for (int k = 0; k < GEMM; k += 16) {
		load_matrix_sync(fa, a + row * GEMM + k, GEMM);
		load_matrix_sync(fb, b + column * GEMM + k, GEMM);
		mma_sync(fc, fa, fb, fc);
	}
	store_matrix_sync(c + row * GEMM + column, fc, GEMM, mem_row_major);
}

__global__ void collatz(unsigned *steps)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = i + 1, s = 0;

	for (; n != 1 && s < 200; ++s)
		n = n % 2 ? 3 * n + 1 : n / 2;
	steps[i] = s;
}

int main()
{
	size_t bytes = (size_t) (N + 2) * (N + 2) * (N + 2) * sizeof(double);
	dim3 block(64, 4), grid(N / 64, N / 4, N);
	void *a, *b, *c;

	if (cudaMalloc(&a, bytes) || cudaMalloc(&b, bytes) ||
		cudaMalloc(&c, bytes))
		return 1;
	cudaMemset(a, 0, bytes);
	cudaMemset(b, 0, bytes);
	star7<double><<<grid, block>>>((double *) a, (double *) b);
	star7<double><<<grid, block>>>((double *) b, (double *) a);
	star7<float><<<grid, block>>>((float *) a, (float *) b);
	transpose<<<dim3(SIDE / 32, SIDE / 32), dim3(32, 8)>>>((float *) a,
		(float *) b);
	product<<<GEMM * GEMM / 256 / 8, 256>>>((half *) a, (half *) b,
		(float *) c);
	collatz<<<4096, 256>>>((unsigned *) c);
	return cudaDeviceSynchronize() != cudaSuccess;
}
