// Blocks and folds of stencils together: a thread has FX x FY x FZ neighbouring
// cells, as `fold` has them, loads what they share once, and stores at its end.
//
//	nvcc -O3 -arch=native folds.cu && ./a.out >folds.csv
//	./a.out new >folds_new.csv
#include <algorithm>
#include <cstdio>
#include <vector>

struct extents {
	int x, y, z;
};

/* Sums around cell (i, j, k) of the thread, whose first cell is *a.  Strides are
 * multiplied by constants, so that the compiler sees which loads are the same.
 */
template <class T, int R> struct star3d {
	static __device__ T of(const T *__restrict__ a, int i, int j, int k, long row, long layer)
	{
		T sum = a[i + j * row + k * layer];
#pragma unroll
		for (int r = 1; r <= R; ++r)
			sum += a[i - r + j * row + k * layer] + a[i + r + j * row + k * layer] +
				a[i + (j - r) * row + k * layer] +
				a[i + (j + r) * row + k * layer] +
				a[i + j * row + (k - r) * layer] +
				a[i + j * row + (k + r) * layer];
		return sum * (T) 0.25;
	}
};

template <class T, int R> struct star2d {
	static __device__ T of(const T *__restrict__ a, int i, int j, int, long row, long)
	{
		T sum = a[i + j * row];
#pragma unroll
		for (int r = 1; r <= R; ++r)
			sum += a[i - r + j * row] + a[i + r + j * row] + a[i + (j - r) * row] +
				a[i + (j + r) * row];
		return sum * (T) 0.25;
	}
};

template <class T, int R> struct box3d {
	static __device__ T of(const T *__restrict__ a, int i, int j, int k, long row, long layer)
	{
		T sum = 0;
#pragma unroll
		for (int z = -R; z <= R; ++z)
#pragma unroll
			for (int y = -R; y <= R; ++y)
#pragma unroll
				for (int x = -R; x <= R; ++x)
					sum += a[i + x + (j + y) * row + (k + z) * layer];
		return sum * (T) 0.04;
	}
};

template <class T, int R> struct box2d {
	static __device__ T of(const T *__restrict__ a, int i, int j, int, long row, long)
	{
		T sum = 0;
#pragma unroll
		for (int y = -R; y <= R; ++y)
#pragma unroll
			for (int x = -R; x <= R; ++x)
				sum += a[i + x + (j + y) * row];
		return sum * (T) 0.11;
	}
};

template <class T, class STENCIL, int FX, int FY, int FZ>
__global__ void folded(const T *__restrict__ a, T *__restrict__ b, extents n)
{
	int x = (blockIdx.x * blockDim.x + threadIdx.x) * FX;
	int y = (blockIdx.y * blockDim.y + threadIdx.y) * FY;
	int z = (blockIdx.z * blockDim.z + threadIdx.z) * FZ;
	long row = n.x, layer = row * n.y, first = x + y * row + z * layer;
	T sum[FZ][FY][FX];

	if (x >= n.x || y >= n.y || z >= n.z)
		return;
#pragma unroll
	for (int k = 0; k < FZ; ++k)
#pragma unroll
		for (int j = 0; j < FY; ++j)
#pragma unroll
			for (int i = 0; i < FX; ++i)
				sum[k][j][i] = STENCIL::of(a + first, i, j, k, row, layer);
#pragma unroll
	for (int k = 0; k < FZ; ++k)
#pragma unroll
		for (int j = 0; j < FY; ++j)
#pragma unroll
			for (int i = 0; i < FX; ++i)
				b[first + i + j * row + k * layer] = sum[k][j][i];
}

static char *memory;
static const size_t half = (size_t) 1 << 31, pad = (size_t) 1 << 26;

template <class T, class STENCIL, int FX, int FY, int FZ>
static void measure(const char *name, extents n)
{
	static const int flat[][3] = { { 32, 4, 1 }, { 32, 8, 1 }, { 32, 16, 1 }, { 32, 32, 1 },
		{ 64, 2, 1 }, { 64, 4, 1 }, { 64, 8, 1 }, { 64, 16, 1 }, { 128, 1, 1 },
		{ 128, 2, 1 }, { 128, 4, 1 }, { 128, 8, 1 }, { 256, 1, 1 }, { 256, 2, 1 },
		{ 256, 4, 1 }, { 512, 1, 1 }, { 512, 2, 1 }, { 1024, 1, 1 }, { 16, 16, 1 },
		{ 16, 32, 1 } };
	static const int deep[][3] = { { 32, 4, 2 }, { 32, 2, 4 }, { 32, 4, 4 }, { 32, 2, 8 },
		{ 32, 8, 4 }, { 32, 4, 8 }, { 32, 2, 16 }, { 32, 1, 32 }, { 64, 2, 2 },
		{ 64, 4, 2 }, { 64, 2, 4 }, { 64, 4, 4 }, { 64, 2, 8 }, { 16, 4, 4 },
		{ 16, 8, 8 }, { 128, 2, 2 }, { 128, 2, 4 }, { 256, 1, 2 }, { 256, 2, 2 } };
	cudaFuncAttributes has;
	cudaEvent_t start, end;
	const T *a = (const T *) (memory + pad);
	T *b = (T *) (memory + half);

	cudaFuncGetAttributes(&has, folded<T, STENCIL, FX, FY, FZ>);
	cudaEventCreate(&start);
	cudaEventCreate(&end);
	for (int i = 0; i < 39; ++i) {
		const int *block = i < 20 ? flat[i] : deep[i - 20];
		dim3 threads(block[0], block[1], block[2]);
		dim3 grid((n.x + block[0] * FX - 1) / (block[0] * FX),
			(n.y + block[1] * FY - 1) / (block[1] * FY),
			(n.z + block[2] * FZ - 1) / (block[2] * FZ));
		std::vector<float> ms(9);

		if (n.z == 1 && block[2] > 1)
			continue;
		if (has.numRegs * block[0] * block[1] * block[2] > 65536)
			continue;
		for (float &t : ms) {
			cudaEventRecord(start);
			folded<T, STENCIL, FX, FY, FZ><<<grid, threads>>>(a, b, n);
			cudaEventRecord(end);
			cudaEventSynchronize(end);
			cudaEventElapsedTime(&t, start, end);
		}
		std::sort(ms.begin(), ms.end());
		printf("%s,%s,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%.5f,int64,last\n", name,
			sizeof(T) == 8 ? "double" : "float", n.x, n.y, n.z, block[0],
			block[1], block[2], FX, FY, FZ, has.numRegs, ms[ms.size() / 2]);
	}
}

template <class T, class STENCIL> static void measure_3d(const char *name, extents n)
{
	measure<T, STENCIL, 1, 1, 1>(name, n);
	measure<T, STENCIL, 2, 1, 1>(name, n);
	measure<T, STENCIL, 1, 2, 1>(name, n);
	measure<T, STENCIL, 1, 1, 2>(name, n);
	measure<T, STENCIL, 1, 1, 4>(name, n);
	measure<T, STENCIL, 1, 4, 1>(name, n);
	measure<T, STENCIL, 1, 2, 2>(name, n);
}

template <class T, class STENCIL> static void measure_2d(const char *name, extents n)
{
	measure<T, STENCIL, 1, 1, 1>(name, n);
	measure<T, STENCIL, 2, 1, 1>(name, n);
	measure<T, STENCIL, 4, 1, 1>(name, n);
	measure<T, STENCIL, 1, 2, 1>(name, n);
	measure<T, STENCIL, 1, 4, 1>(name, n);
	measure<T, STENCIL, 1, 8, 1>(name, n);
	measure<T, STENCIL, 2, 2, 1>(name, n);
}

template <class T, class STENCIL> static void measure_new_3d(const char *name, extents n)
{
	measure<T, STENCIL, 1, 1, 1>(name, n);
	measure<T, STENCIL, 2, 1, 1>(name, n);
	measure<T, STENCIL, 1, 1, 2>(name, n);
	measure<T, STENCIL, 1, 3, 1>(name, n);
	measure<T, STENCIL, 1, 4, 1>(name, n);
	measure<T, STENCIL, 1, 2, 4>(name, n);
	measure<T, STENCIL, 1, 1, 8>(name, n);
	measure<T, STENCIL, 1, 1, 16>(name, n);
}

template <class T, class STENCIL> static void measure_new_2d(const char *name, extents n)
{
	measure<T, STENCIL, 1, 1, 1>(name, n);
	measure<T, STENCIL, 2, 1, 1>(name, n);
	measure<T, STENCIL, 1, 3, 1>(name, n);
	measure<T, STENCIL, 1, 6, 1>(name, n);
	measure<T, STENCIL, 2, 4, 1>(name, n);
	measure<T, STENCIL, 1, 12, 1>(name, n);
	measure<T, STENCIL, 1, 24, 1>(name, n);
}

static void measure_new()
{
	measure_new_3d<double, star3d<double, 3>>("fold_star3d_r3", { 512, 512, 192 });
	measure_new_3d<float, star3d<float, 1>>("fold_star3d_r1", { 512, 512, 384 });
	measure_new_3d<double, star3d<double, 2>>("fold_star3d_r2", { 384, 512, 192 });
	measure_new_3d<float, box3d<float, 2>>("fold_box3d_r2", { 512, 384, 96 });
	measure_new_2d<double, star2d<double, 3>>("fold_star2d_r3", { 8192, 6144, 1 });
	measure_new_2d<float, box2d<float, 3>>("fold_box2d_r3", { 8192, 6144, 1 });
	measure_new_2d<float, star2d<float, 1>>("fold_star2d_r1", { 8192, 12288, 1 });
}

static void measure_first()
{
	measure_3d<double, star3d<double, 1>>("fold_star3d_r1", { 512, 512, 256 });
	measure_3d<float, star3d<float, 2>>("fold_star3d_r2", { 512, 512, 256 });
	measure_3d<float, star3d<float, 4>>("fold_star3d_r4", { 640, 512, 256 });
	measure_3d<double, box3d<double, 1>>("fold_box3d_r1", { 512, 256, 256 });
	measure_3d<float, box3d<float, 1>>("fold_box3d_r1", { 512, 512, 256 });
	measure_2d<float, star2d<float, 4>>("fold_star2d_r4", { 8192, 8192, 1 });
	measure_2d<double, star2d<double, 1>>("fold_star2d_r1", { 8192, 8192, 1 });
	measure_2d<float, box2d<float, 1>>("fold_box2d_r1", { 8192, 8192, 1 });
	measure_2d<double, box2d<double, 2>>("fold_box2d_r2", { 8192, 4096, 1 });
}

int main(int argc, char **argv)
{
	cudaMalloc(&memory, 2 * half);
	cudaMemset(memory, 0, 2 * half);
	printf("kernel,type,nx,ny,nz,bx,by,bz,fx,fy,fz,regs,ms,strides,stores\n");
	if (argc > 1)
		measure_new();
	else
		measure_first();
	return cudaDeviceSynchronize() != cudaSuccess;
}
