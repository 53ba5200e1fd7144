// Fields that are updated in place, in rows that start within a line: one to four
// of them beside none to four that are only loaded, and pairs of updates one
// after the other.  Rows of 8192 or 2048 cells lie "pitch" cells apart.
//
//	nvcc -std=c++17 -O3 -arch=native shifted.cu && ./a.out >shifted.csv
#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#define FIELD(T) T *__restrict__

enum kind { COPIED, SCALED, ADDED, BOTH };
static const char *const names[] = { "copied", "scaled", "added", "both" };

template <class T, int KIND>
__global__ void one_by_one(FIELD(T) a, FIELD(T) b, int pitch, int offset)
{
	size_t i = (size_t) (blockIdx.y * blockDim.y + threadIdx.y) * pitch +
		blockIdx.x * blockDim.x + threadIdx.x + offset;

	if (KIND == COPIED)
		b[i] = 2 * a[i];
	if (KIND == SCALED)
		a[i] = 2 * a[i];
	if (KIND == ADDED)
		b[i] = 2 * a[i] + b[i];
	if (KIND == BOTH) {
		a[i] += 1;
		b[i] += 2;
	}
}

// All loads come before all stores.
template <int PLACED, int LOADED>
__global__ void together(FIELD(float) a, FIELD(float) b, FIELD(float) c, FIELD(float) d,
	FIELD(float) e, FIELD(float) f, FIELD(float) g, FIELD(float) h, int pitch, int offset)
{
	FIELD(float) placed[] = { a, b, c, d };
	FIELD(float) loaded[] = { e, f, g, h };
	size_t i = (size_t) (blockIdx.y * blockDim.y + threadIdx.y) * pitch +
		blockIdx.x * blockDim.x + threadIdx.x + offset;
	float s = 1, v[4];

#pragma unroll
	for (int k = 0; k < PLACED; ++k)
		v[k] = placed[k][i];
#pragma unroll
	for (int k = 0; k < LOADED; ++k)
		s += loaded[k][i];
#pragma unroll
	for (int k = 0; k < PLACED; ++k)
		placed[k][i] = v[k] * 2 + s;
}

static char *memory;
static const size_t field = (size_t) 576 << 20;

template <class K, class... A>
static void measure(const char *name, const char *type, int n, int pitch, dim3 block, int offset,
	K kernel, A... args)
{
	dim3 grid(n / block.x, n / block.y);
	std::vector<float> ms(9);
	cudaFuncAttributes has;
	cudaEvent_t start, end;

	cudaFuncGetAttributes(&has, kernel);
	cudaEventCreate(&start);
	cudaEventCreate(&end);
	for (float &t : ms) {
		cudaDeviceSynchronize();
		cudaEventRecord(start);
		kernel<<<grid, block>>>(args..., pitch, offset);
		cudaEventRecord(end);
		cudaEventSynchronize(end);
		cudaEventElapsedTime(&t, start, end);
	}
	std::sort(ms.begin(), ms.end());
	printf("%s_%d_%d,%s,%d,%d,1,%d,%d,1,%d,%d,%.5f\n", name, n, pitch, type, n, n, block.x, block.y,
		offset, has.numRegs, ms[4]);
}

template <class T, int KIND>
static void measure_one(const char *type, int n, int pitch, dim3 block, int offset)
{
	measure(names[KIND], type, n, pitch, block, offset, one_by_one<T, KIND>, (T *) memory,
		(T *) (memory + 2 * field));
}

template <class T> static void measure_all(const char *type)
{
	static const dim3 blocks[] = { { 32, 8 }, { 128, 2 }, { 256, 1 }, { 16, 16 } };
	int line = 128 / sizeof(T);

	for (int n : { 8192, 2048 })
		for (dim3 b : blocks)
			for (int offset : { 0, 1, 2, line / 8, line / 4, line / 2, line - 1 }) {
				measure_one<T, COPIED>(type, n, n + line, b, offset);
				measure_one<T, SCALED>(type, n, n + line, b, offset);
				measure_one<T, ADDED>(type, n, n + line, b, offset);
				measure_one<T, BOTH>(type, n, n + line, b, offset);
			}
	for (dim3 b : blocks) // rows that start at different places of a line
		for (int extra : { line / 2, line / 4, 2, 1 }) {
			measure_one<T, COPIED>(type, 8192, 8192 + extra, b, 0);
			measure_one<T, ADDED>(type, 8192, 8192 + extra, b, 0);
			measure_one<T, BOTH>(type, 8192, 8192 + extra, b, 0);
		}
}

template <int PLACED, int LOADED> static void measure_together()
{
	static const dim3 blocks[] = { { 32, 8 }, { 256, 1 }, { 16, 16 }, { 8, 32 } };
	char name[32];
	float *f[8];

	sprintf(name, "placed%d_loaded%d", PLACED, LOADED);
	for (int k = 0; k < 8; ++k)
		f[k] = (float *) (memory + k * field);
	for (dim3 b : blocks)
		for (int offset : { 0, 1, 4, 16 })
			measure(name, "float", 8192, 8224, b, offset, together<PLACED, LOADED>, f[0], f[1],
				f[2], f[3], f[4], f[5], f[6], f[7]);
}

int main()
{
	cudaMalloc(&memory, 8 * field);
	cudaMemset(memory, 0, 8 * field);
	printf("kernel,type,nx,ny,nz,bx,by,bz,offset,regs,ms\n");
	measure_all<float>("float");
	measure_all<double>("double");
	measure_together<1, 0>();
	measure_together<1, 1>();
	measure_together<1, 2>();
	measure_together<1, 4>();
	measure_together<2, 0>();
	measure_together<2, 1>();
	measure_together<2, 2>();
	measure_together<2, 4>();
	measure_together<3, 0>();
	measure_together<3, 2>();
	measure_together<3, 4>();
	measure_together<4, 0>();
	measure_together<4, 4>();
	return cudaDeviceSynchronize() != cudaSuccess;
}
