/* How long does L2 keep sectors that are stored in part?  Parts that come later, parts alone,
 * transposes.
 *
 *	nvcc -std=c++17 -O3 -arch=sm_90 -o parts parts.cu
 *	ncu --profile-from-start off --cache-control none --clock-control none --csv --page raw \
 *	    --print-units base --metrics dram__bytes_read.sum,dram__bytes_write.sum ./parts
 *
 * One line a launch on stdout, in the order of ncu's rows; README.md of h200 names the columns.
 * Before each launch 1 GiB is read, so that L2 holds nothing that waits to be written.
 */
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

#define X  (blockIdx.x * (size_t) blockDim.x + threadIdx.x)
#define GB ((size_t) 1 << 30)

static char *memory, *stored;

__global__ void sweep(const float4 *a, size_t n, float *b)
{
	float s = 0;

	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x)
		s += a[i].x;
	if (s == 12345)
		*b = s;
}

/* Groups of sectors side by side, "pitch" bytes apart. */
__device__ char *at(char *b, size_t sector, size_t pitch, int group)
{
	return b + sector / group * pitch + sector % group * 32;
}

template <class T>
__global__ void delayed(const float4 *a, char *b, size_t pitch, int group, int steps, int delay,
	int parts, int loads)
{
	cooperative_groups::grid_group grid = cooperative_groups::this_grid();
	size_t n = (size_t) gridDim.x * blockDim.x;

	for (int k = 0; k < steps + delay * (parts - 1); ++k) {
		for (int p = 0; p < parts; ++p) {
			int j = k - p * delay;

			if (j >= 0 && j < steps)
				*(T *) (at(b, j * n + X, pitch, group) + p * sizeof(T)) = T{};
		}
		for (int l = 0; l < loads; ++l) {
			float4 v = a[(k * (size_t) loads + l) * n + X];
			if (v.x == 12345)
				*b = 1;
		}
		grid.sync();
	}
}

__global__ void once(char *b, size_t pitch, int group, int parts)
{
	for (int p = 0; p < parts; ++p)
		*(double *) (at(b, X, pitch, group) + 8 * p) = p;
}

template <class T>
__global__ void transpose(const T *__restrict__ a, T *__restrict__ b, size_t pitch, int rows)
{
	size_t x = 32 * blockIdx.x + threadIdx.x, y = 32 * blockIdx.y + threadIdx.y;

	for (int j = 0; j < 32; j += rows)
		b[x * pitch + y + j] = a[(y + j) * 8192 + x];
}

__global__ void reversed(const float *__restrict__ a, float *__restrict__ b, size_t row,
	size_t plane)
{
	size_t x = X, y = blockIdx.y * blockDim.y + threadIdx.y;
	size_t z = blockIdx.z * blockDim.z + threadIdx.z;

	b[x * plane + y * row + z] = a[x + 256 * y + 65536 * z];
}

static void begin()
{
	sweep<<<1024, 256>>>((float4 *) (memory + 59 * GB), GB / 16, (float *) memory);
	cudaDeviceSynchronize();
	cudaProfilerStart();
}

static void end(const char *what, int bytes, size_t pitch, int group, int steps, int delay,
	int parts, int loads, int block, int rows, int pad)
{
	cudaProfilerStop();
	printf("%s,%d,%zu,%d,%d,%d,%d,%d,%d,%d,%d\n", what, bytes, pitch, group, steps, delay, parts,
		loads, block, rows, pad);
}

template <class T>
static void delay_parts(size_t pitch, int group, int delay, int parts, int loads)
{
	int steps = 200;
	void *args[] = { &memory, &stored, &pitch, &group, &steps, &delay, &parts, &loads };

	begin();
	cudaLaunchCooperativeKernel((void *) delayed<T>, dim3(132), dim3(32), args, 0, 0);
	end("delayed", sizeof(T), pitch, group, steps, delay, parts, loads, 32, 0, 0);
}

template <class T> static void transpose_all(int rows, int pad)
{
	begin();
	transpose<T><<<dim3(256, 256), dim3(32, rows)>>>((T *) memory, (T *) stored, 8192 + pad,
		rows);
	end("transpose", sizeof(T), 0, 0, 0, 0, 0, 0, 0, rows, pad);
}

int main()
{
	static const struct {
		size_t pitch;
		int group;
	} place[] = { { 32, 1 }, { 128, 1 }, { 4224, 1 }, { 4224, 2 }, { 4224, 4 } };

	if (cudaMalloc(&memory, 60 * GB))
		return 1;
	cudaMemset(memory, 0, 60 * GB);
	stored = memory + 8 * GB;
	for (auto p : place)
		for (int d : { 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48 })
			delay_parts<float4>(p.pitch, p.group, d, 2, 0);
	for (int parts : { 4, 2, 1 })
		for (int d : { 1, 2, 4, 8, 16, 32 })
			delay_parts<double>(4224, 1, d, parts, 0);
	for (int d : { 1, 2, 4, 8, 16, 32 })
		delay_parts<float>(4224, 4, d, 8, 0);
	for (int loads : { 1, 4, 16 })
		for (int d : { 4, 8, 16, 32 })
			delay_parts<float4>(4224, 1, d, 2, loads);
	for (int n = 1 << 12; n <= 1 << 18; n *= 2)
		for (auto p : place)
			for (int parts : { 1, 3 }) {
				begin();
				once<<<n / 256, 256>>>(stored, p.pitch, p.group, parts);
				end("once", 8, p.pitch, p.group, n, 0, parts, 0, 256, 0, 0);
			}
	for (int rows : { 4, 8, 32 })
		for (int pad : { 0, 4, 8, 16, 32, 64, 128, 256, 512, 808, 2048 }) {
			transpose_all<double>(rows, pad);
			transpose_all<float>(rows, pad);
		}
	for (int row : { 256, 264, 288, 320 })
		for (int pad : { 0, 8, 32, 64, 1000 }) {
			begin();
			reversed<<<dim3(8, 64, 128), dim3(32, 4, 2)>>>((float *) memory,
				(float *) stored, row, 256 * row + pad);
			end("reversed", 4, row, 0, 0, 0, 0, 0, 0, 0, pad);
		}
	return cudaDeviceSynchronize();
}
