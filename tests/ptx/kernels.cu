/* CUDA kernels as users write them.  kernels.ptx is what nvcc -O3 made of
 * them, clang.ptx what clang -O3 did; make-ptx.sh makes both anew.
 */

#ifdef __clang__
#include "clang.h"
#endif

#define X (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define Y (int)(blockIdx.y * blockDim.y + threadIdx.y)
#define Z (int)(blockIdx.z * blockDim.z + threadIdx.z)

extern "C" {

/* ---- stencils */

__global__ void copy(const double *__restrict__ a, double *__restrict__ b, int n)
{
	int i = X;

	if (i < n)
		b[i] = a[i];
}

__global__ void triad(const float *__restrict__ a, const float *__restrict__ b,
	float *__restrict__ c, float s, int n)
{
	int i = X;

	if (i < n)
		c[i] = a[i] + s * b[i];
}

__global__ void heat(const double *__restrict__ a, double *__restrict__ b, int nx, int ny)
{
	int x = X, y = Y;

	if (x >= 1 && x < nx - 1 && y >= 1 && y < ny - 1)
		b[y * nx + x] = 0.25 * (a[y * nx + x - 1] + a[y * nx + x + 1] +
			a[(y - 1) * nx + x] + a[(y + 1) * nx + x]);
}

__global__ void jacobi(const double *__restrict__ a, double *__restrict__ b, int nx, int ny, int nz)
{
	int x = X, y = Y, z = Z;
	long i = x + nx * ((long) y + (long) ny * z);

	if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
		return;
	b[i] = a[i] + 0.1 * (a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx] +
		a[i - (long) nx * ny] + a[i + (long) nx * ny] - 6 * a[i]);
}

__global__ void star2(const float *__restrict__ a, float *__restrict__ b, int nx, int ny)
{
	int x = X, y = Y;
	float s = 0;

	if (x < 2 || y < 2 || x >= nx - 2 || y >= ny - 2)
		return;
	for (int k = 1; k <= 2; ++k)
		s += a[y * nx + x - k] + a[y * nx + x + k] +
			a[(y - k) * nx + x] + a[(y + k) * nx + x];
	b[y * nx + x] = s * 0.125f;
}

__global__ void box9(const double *__restrict__ a, double *__restrict__ b, int nx, int ny)
{
	int x = X + 1, y = Y + 1;
	double s = 0;

	if (x >= nx - 1 || y >= ny - 1)
		return;
	for (int j = -1; j <= 1; ++j)
		for (int i = -1; i <= 1; ++i)
			s += a[(y + j) * nx + x + i];
	b[y * nx + x] = s / 9;
}

__global__ void box27(const float *__restrict__ a, float *__restrict__ b, int nx, int ny, int nz)
{
	int x = X, y = Y, z = Z;
	float s = 0;

	if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
		return;
	for (int k = -1; k <= 1; ++k)
		for (int j = -1; j <= 1; ++j)
			for (int i = -1; i <= 1; ++i)
				s += a[((z + k) * ny + y + j) * nx + x + i];
	b[(z * ny + y) * nx + x] = s * 0.037f;
}

__global__ void march(const double *__restrict__ a, double *__restrict__ b, int nx, int ny, int nz)
{
	int x = X, y = Y, s = nx * ny;

	if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
		return;
#pragma unroll 1
	for (int z = 1; z < nz - 1; ++z) {
		int i = z * s + y * nx + x;

		b[i] = a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx] +
			a[i - s] + a[i + s] - 6 * a[i];
	}
}

__global__ void march_unrolled(const double *__restrict__ a, double *__restrict__ b, int nx, int ny, int nz)
{
	int x = X, y = Y, s = nx * ny;

	if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
		return;
	for (int z = 1; z < nz - 1; ++z) {
		int i = z * s + y * nx + x;

		b[i] = a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx] +
			a[i - s] + a[i + s] - 6 * a[i];
	}
}

/* ---- folds */

__global__ void fold_x(const float *__restrict__ a, float *__restrict__ b, int nx, int ny)
{
	int x = 2 * X, y = Y;

	if (x >= nx || y >= ny)
		return;
	b[y * nx + x] = a[y * nx + x] * 2;
	b[y * nx + x + 1] = a[y * nx + x + 1] * 2;
}

__global__ void fold_y(const double *__restrict__ a, double *__restrict__ b, int nx, int ny)
{
	int x = X, y = 4 * Y;

	if (x < 1 || x >= nx - 1 || y + 3 >= ny)
		return;
#pragma unroll
	for (int j = 0; j < 4; ++j)
		b[(y + j) * nx + x] = a[(y + j) * nx + x - 1] + a[(y + j) * nx + x + 1];
}

__global__ void stride_loop(const double *__restrict__ a, double *__restrict__ b, int n)
{
	for (int i = X; i < n; i += blockDim.x * gridDim.x)
		b[i] = 2 * a[i];
}

/* ---- boundaries */

__global__ void periodic_if(const double *__restrict__ a, double *__restrict__ b, int nx, int ny)
{
	int x = X, y = Y;
	int w = x == 0 ? nx - 1 : x - 1, e = x == nx - 1 ? 0 : x + 1;

	if (x < nx && y < ny)
		b[y * nx + x] = a[y * nx + w] + a[y * nx + e];
}

__global__ void periodic_mod(const double *__restrict__ a, double *__restrict__ b, int nx, int ny)
{
	int x = X, y = Y;

	if (x < nx && y < ny)
		b[y * nx + x] = a[y * nx + (x + nx - 1) % nx] + a[y * nx + (x + 1) % nx];
}

__global__ void clamped(const float *__restrict__ a, float *__restrict__ b, int nx, int ny)
{
	int x = X, y = Y;
	int w = x > 0 ? x - 1 : 0, e = x < nx - 1 ? x + 1 : nx - 1;

	if (x < nx && y < ny)
		b[y * nx + x] = a[y * nx + w] + a[y * nx + e];
}

__global__ void walls(const double *__restrict__ a, double *__restrict__ b, int nx, int ny)
{
	int x = X, y = Y;

	if (x >= nx || y >= ny)
		return;
	if (x == 0 || x == nx - 1)
		b[y * nx + x] = 0;
	else
		b[y * nx + x] = a[y * nx + x - 1] + a[y * nx + x + 1];
}

__global__ void red_black(double *__restrict__ a, int nx, int ny)
{
	int x = X, y = Y;

	if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
		return;
	if ((x + y) % 2 == 0)
		a[y * nx + x] = 0.25 * (a[y * nx + x - 1] + a[y * nx + x + 1] +
			a[(y - 1) * nx + x] + a[(y + 1) * nx + x]);
}

/* ---- indices */

__global__ void flat(const double *__restrict__ a, double *__restrict__ b)
{
	int i = X, x = i % 100, y = i / 100 % 200, z = i / 20000;

	if (i < 100 * 200 * 300)
		b[(z * 202 + y + 1) * 102 + x + 1] = a[(z * 202 + y) * 102 + x];
}

__global__ void bits(const int *__restrict__ a, int *__restrict__ b, int n)
{
	int i = X, lane = i & 31, warp = i >> 5;

	if (i < n)
		b[(warp << 5) | lane] = a[(warp << 6) + (lane << 1)];
}

__global__ void flip(const float *__restrict__ a, float *__restrict__ b, int n)
{
	int i = X;

	if (i < n)
		b[i ^ 1] = a[n - 1 - i];
}

/* ---- transposes and products */

__global__ void transpose(const float *__restrict__ a, float *__restrict__ b, int n)
{
	int x = X, y = Y;

	if (x < n && y < n)
		b[x * n + y] = a[y * n + x];
}

__global__ void transpose_tile(const float *__restrict__ a, float *__restrict__ b, int n)
{
	__shared__ float t[32][33];
	int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;

	for (int j = 0; j < 32; j += 8)
		t[threadIdx.y + j][threadIdx.x] = a[(y + j) * n + x];
	__syncthreads();
	x = blockIdx.y * 32 + threadIdx.x;
	y = blockIdx.x * 32 + threadIdx.y;
	for (int j = 0; j < 32; j += 8)
		b[(y + j) * n + x] = t[threadIdx.x][threadIdx.y + j];
}

__global__ void matmul(const float *__restrict__ a, const float *__restrict__ b,
	float *__restrict__ c, int n)
{
	int x = X, y = Y;
	float s = 0;

	if (x >= n || y >= n)
		return;
	for (int k = 0; k < n; ++k)
		s += a[y * n + k] * b[k * n + x];
	c[y * n + x] = s;
}

__global__ void matmul_tile(const float *__restrict__ a, const float *__restrict__ b,
	float *__restrict__ c, int n)
{
	__shared__ float s[16][16], t[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
	float r = 0;

#pragma unroll 1
	for (int m = 0; m < n / 16; ++m) {
		s[ty][tx] = a[y * n + m * 16 + tx];
		t[ty][tx] = b[(m * 16 + ty) * n + x];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 16; ++k)
			r += s[ty][k] * t[k][tx];
		__syncthreads();
	}
	c[y * n + x] = r;
}

__global__ void matvec(const double *__restrict__ a, const double *__restrict__ x,
	double *__restrict__ y, int n, int m)
{
	int i = X;
	double s = 0;

	if (i >= n)
		return;
	for (int j = 0; j < m; ++j)
		s += a[j * n + i] * x[j];
	y[i] = s;
}

/* ---- sums */

__global__ void row_sum(const float *__restrict__ a, float *__restrict__ b, int n, int m)
{
	int y = X;
	float s = 0;

	if (y >= n)
		return;
#pragma unroll 1
	for (int k = 0; k < m; ++k)
		s += a[y * m + k];
	b[y] = s;
}

__global__ void column_sum(const float *__restrict__ a, float *__restrict__ b, int n, int m)
{
	int x = X;
	float s = 0;

	if (x >= n)
		return;
#pragma unroll 1
	for (int k = 0; k < m; ++k)
		s += a[k * n + x];
	b[x] = s;
}

__global__ void block_sum(const float *__restrict__ a, float *__restrict__ b, int n)
{
	__shared__ float s[1024];
	int i = X, t = threadIdx.x;

	s[t] = i < n ? a[i] : 0;
	__syncthreads();
	for (int w = blockDim.x / 2; w > 0; w >>= 1) {
		if (t < w)
			s[t] += s[t + w];
		__syncthreads();
	}
	if (t == 0)
		b[blockIdx.x] = s[0];
}

__global__ void warp_sum(const float *__restrict__ a, float *__restrict__ b, int n)
{
	int i = X;
	float s = i < n ? a[i] : 0;

	for (int w = 16; w > 0; w /= 2)
		s += __shfl_down_sync(0xffffffff, s, w);
	if (threadIdx.x % 32 == 0)
		b[i / 32] = s;
}

__global__ void prefix(double *__restrict__ a, int n, int m)
{
	int x = X;

	if (x >= n)
		return;
#pragma unroll 1
	for (int k = 1; k < m; ++k)
		a[k * n + x] += a[(k - 1) * n + x];
}

__global__ void triangle(const double *__restrict__ a, double *__restrict__ b, int n)
{
	int i = X;
	double s = 0;

	if (i >= n)
		return;
#pragma unroll 1
	for (int j = 0; j <= i; ++j)
		s += a[j * n + i];
	b[i] = s;
}

__global__ void remainder_loop(const double *__restrict__ a, double *__restrict__ b, int n)
{
	int i = X;
	double s = 0;

	if (i >= n)
		return;
#pragma unroll 4
	for (int k = 0; k < 27; ++k)
		s += a[k * n + i];
	b[i] = s;
}

__global__ void nested(const float *__restrict__ a, float *__restrict__ b, int nx, int ny, int r)
{
	int x = X, y = Y;
	float s = 0;

	if (x + r >= nx || y + r >= ny)
		return;
#pragma unroll 1
	for (int j = 0; j <= r; ++j)
#pragma unroll 1
		for (int i = 0; i <= r; ++i)
			s += a[(y + j) * nx + x + i];
	b[y * nx + x] = s;
}

/* ---- lattice Boltzmann */

__global__ void lbm_soa(const double *__restrict__ f, double *__restrict__ g, int nx, int ny)
{
	const int cx[9] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
	const int cy[9] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
	int x = X, y = Y;
	double p[9], r = 0;

	if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
		return;
#pragma unroll
	for (int q = 0; q < 9; ++q) {
		p[q] = f[q * nx * ny + (y - cy[q]) * nx + x - cx[q]];
		r += p[q];
	}
#pragma unroll
	for (int q = 0; q < 9; ++q)
		g[q * nx * ny + y * nx + x] = p[q] * 0.9 + r * 0.011;
}

__global__ void lbm_aos(const double *__restrict__ f, double *__restrict__ g, int nx, int ny)
{
	int x = X, y = Y;
	double p[9], r = 0;

	if (x >= nx || y >= ny)
		return;
#pragma unroll
	for (int q = 0; q < 9; ++q) {
		p[q] = f[(y * nx + x) * 9 + q];
		r += p[q];
	}
#pragma unroll
	for (int q = 0; q < 9; ++q)
		g[(y * nx + x) * 9 + q] = p[q] * 0.9 + r * 0.011;
}

/* ---- shared memory */

__global__ void tile5(const float *__restrict__ a, float *__restrict__ b, int nx, int ny)
{
	__shared__ float t[18][34];
	int tx = threadIdx.x + 1, ty = threadIdx.y + 1, x = blockIdx.x * 32 + tx, y = blockIdx.y * 16 + ty;

	t[ty][tx] = a[y * nx + x];
	if (tx == 1)
		t[ty][0] = a[y * nx + x - 1];
	if (tx == 32)
		t[ty][33] = a[y * nx + x + 1];
	if (ty == 1)
		t[0][tx] = a[(y - 1) * nx + x];
	if (ty == 16)
		t[17][tx] = a[(y + 1) * nx + x];
	__syncthreads();
	b[y * nx + x] = t[ty][tx - 1] + t[ty][tx + 1] + t[ty - 1][tx] + t[ty + 1][tx];
}

__global__ void dynamic_tile(const double *__restrict__ a, double *__restrict__ b, int n)
{
	extern __shared__ double d[];
	int i = X, t = threadIdx.x;

	d[t] = a[i];
	__syncthreads();
	if (i < n)
		b[i] = d[blockDim.x - 1 - t];
}

/* ---- vectors */

__global__ void copy_float2(const float2 *__restrict__ a, float2 *__restrict__ b, int n)
{
	int i = X;

	if (i < n)
		b[i] = a[i];
}

__global__ void copy_float4(const float4 *__restrict__ a, float4 *__restrict__ b, int n)
{
	int i = X;

	if (i < n)
		b[i] = a[i];
}

/* ---- data */

__global__ void gathered(const double *__restrict__ a, const int *__restrict__ at,
	double *__restrict__ b, int n)
{
	int i = X;

	if (i < n)
		b[i] = a[at[i]];
}

__global__ void csr(const int *__restrict__ row, const int *__restrict__ column,
	const double *__restrict__ v, const double *__restrict__ x, double *__restrict__ y, int n)
{
	int i = X;
	double s = 0;

	if (i >= n)
		return;
#pragma unroll 1
	for (int k = row[i]; k < row[i + 1]; ++k)
		s += v[k] * x[column[k]];
	y[i] = s;
}

__global__ void histogram(const int *__restrict__ a, int *__restrict__ b, int n)
{
	int i = X;

	if (i < n)
		atomicAdd(&b[a[i]], 1);
}

__global__ void positive(const double *__restrict__ a, double *__restrict__ b, int n)
{
	int i = X;

	if (i < n && a[i] > 0)
		b[i] = a[i];
}

/* ---- calls */

__device__ __noinline__ double flux(const double *a, int i)
{
	return 0.5 * (a[i + 1] - a[i]);
}

__global__ void called(const double *__restrict__ a, double *__restrict__ b, int n)
{
	int i = X;

	if (i < n)
		b[i] = flux(a, i) + flux(a, i + 1);
}

/* The same with a function that compilers inline. */
__device__ static double slope(const double *a, int i)
{
	return 0.5 * (a[i + 1] - a[i]);
}

__global__ void inlined(const double *__restrict__ a, double *__restrict__ b, int n)
{
	int i = X;

	if (i < n)
		b[i] = slope(a, i) + slope(a, i + 1);
}

struct grid {
	const double *a;
	double *b;
	int nx, ny;
};

__global__ void by_value(struct grid g)
{
	int x = X, y = Y;

	if (x >= 1 && x < g.nx - 1 && y < g.ny)
		g.b[y * g.nx + x] = g.a[y * g.nx + x - 1] + g.a[y * g.nx + x + 1];
}

}
