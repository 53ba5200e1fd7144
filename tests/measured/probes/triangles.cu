// Loops whose bounds depend on the thread: triangles, windows and bands.
//
//	nvcc -O3 -arch=native triangles.cu && ./a.out >triangles.csv
#include <algorithm>
#include <cstdio>
#include <vector>

#define IN const float *__restrict__
#define OUT float *__restrict__
#define X (blockIdx.x * blockDim.x + threadIdx.x)
#define Y (blockIdx.y * blockDim.y + threadIdx.y)

template <int N> __global__ void upper_product(IN a, IN b, OUT c)
{
	int x = X, y = Y;
	float s = 0;

	for (int k = y; k < N; ++k)
		s += a[y * N + k] * b[k * N + x];
	c[y * N + x] = s;
}

template <int N> __global__ void lower_rows(IN a, IN, OUT b)
{
	int x = X;
	float s = 0;

	for (int k = 0; k <= x; ++k)
		s += a[x * N + k];
	b[x] = s;
}

template <int N> __global__ void upper_columns(IN a, IN, OUT b)
{
	int x = X;
	float s = 0;

	for (int k = x; k < N; ++k)
		s += a[k * N + x];
	b[x] = s;
}

template <int N> __global__ void around(IN a, IN, OUT b)
{
	int x = X;
	float s = 0;

	for (int k = 0; k < x; ++k)
		s += a[k * N + x];
	for (int k = x + 1; k < N; ++k)
		s -= a[k * N + x];
	b[x] = s;
}

template <int N> __global__ void gram(IN a, IN, OUT c)
{
	int x = X;

	for (int j = x; j < N; ++j) {
		float s = 0;

		for (int i = 0; i < 256; ++i)
			s += a[i * N + x] * a[i * N + j];
		c[j * N + x] = s;
	}
}

template <int N> __global__ void windows(IN a, IN, OUT b)
{
	int x = X, y = Y;
	float s = 0;

	for (int k = max(0, x - 31); k <= min(N - 1, x + 31); ++k)
		s += a[y * N + k];
	b[y * N + x] = s;
}

template <int N> __global__ void pairs(IN p, IN, OUT f)
{
	int x = X;
	float s = 0, at = p[x];

	for (int j = x + 1; j < N; ++j) {
		float d = at - p[j];

		s += d * d * d + d;
	}
	f[x] = s;
}

template <int N> __global__ void heights(IN a, IN, OUT b)
{
	int x = X, y = Y, z = blockIdx.z;
	float s = 0;

	for (int k = 0; k <= z; ++k)
		s += a[(k * N + y) * N + x];
	b[(z * N + y) * N + x] = s;
}

template <int N> __global__ void halves(IN a, IN, OUT b)
{
	int x = X, y = Y;
	float s = 0;

	for (int k = y / 2; k <= y; ++k)
		s += a[k * N + x];
	b[y * N + x] = s;
}

template <int N> __global__ void simplex(IN a, IN, OUT b)
{
	int x = X;
	float s = 0;

	for (int k = 0; k < 128; ++k)
		for (int j = 0; j <= k; ++j)
			s += a[j * N + x] * (k + 1);
	b[x] = s;
}

static float *memory;

static void measure(const char *name, int nx, int ny, int nz, int bx, int by,
	void (*kernel)(IN, IN, OUT))
{
	dim3 block(bx, by), grid(nx / bx, ny / by, nz);
	size_t third = (size_t) 1 << 28;
	cudaFuncAttributes has;
	cudaEvent_t start, end;
	std::vector<float> ms(9);

	cudaFuncGetAttributes(&has, kernel);
	cudaEventCreate(&start);
	cudaEventCreate(&end);
	for (float &t : ms) {
		cudaEventRecord(start);
		kernel<<<grid, block>>>(memory, memory + third, memory + 2 * third);
		cudaEventRecord(end);
		cudaEventSynchronize(end);
		cudaEventElapsedTime(&t, start, end);
	}
	std::sort(ms.begin(), ms.end());
	printf("%s,float,%d,%d,%d,%d,%d,1,%d,%.5f\n", name, nx, ny, nz, bx, by, has.numRegs,
		ms[ms.size() / 2]);
}

int main()
{
	cudaMalloc(&memory, (size_t) 3 << 30);
	cudaMemset(memory, 0, (size_t) 3 << 30);
	printf("kernel,type,nx,ny,nz,bx,by,bz,regs,ms\n");
	for (int b = 64; b <= 256; b *= 4) {
		measure("lower_rows", 8192, 1, 1, b, 1, lower_rows<8192>);
		measure("upper_columns", 8192, 1, 1, b, 1, upper_columns<8192>);
		measure("around", 8192, 1, 1, b, 1, around<8192>);
		measure("gram", 1024, 1, 1, b, 1, gram<1024>);
		measure("pairs", 65536, 1, 1, b, 1, pairs<65536>);
		measure("simplex", 65536, 1, 1, b, 1, simplex<65536>);
		measure("upper_product", 1024, 1024, 1, 32, b / 32, upper_product<1024>);
		measure("windows", 4096, 4096, 1, b, 1, windows<4096>);
		measure("windows", 4096, 4096, 1, 32, b / 32, windows<4096>);
		measure("heights", 512, 512, 64, 64, b / 64, heights<512>);
		measure("halves", 2048, 512, 1, 64, b / 64, halves<2048>);
		measure("halves", 2048, 512, 1, b, 1, halves<2048>);
	}
	return cudaDeviceSynchronize() != cudaSuccess;
}
