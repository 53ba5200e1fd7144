/* Dense products and kernels as benchmark suites have them, PolyBench's style
 * among them: pointers that may alias, sums kept in memory, guards.
 */
#include "users.h"

/* c (W wide, H high) = a (K wide) b */
template <class T, int W, int K>
__global__ void matmul(IN(T) a, IN(T) b, OUT(T) c)
{
	int x = X, y = Y;
	T s = 0;

	for (int k = 0; k < K; ++k)
		s += a[y * K + k] * b[k * W + x];
	c[y * W + x] = s;
}

template <int W, int K>
__global__ void matmul_bt(IN(float) a, IN(float) b, OUT(float) c)
{
	int x = X, y = Y;
	float s = 0;

	for (int k = 0; k < K; ++k)
		s += a[y * K + k] * b[x * K + k];
	c[y * W + x] = s;
}

/* A thread a row. */
template <class T, int N> __global__ void mv_rows(IN(T) a, IN(T) v, OUT(T) r)
{
	int y = X;
	T s = 0;

	for (int k = 0; k < N; ++k)
		s += a[y * N + k] * v[k];
	r[y] = s;
}

template <int N>
__global__ void mv_rows_mem(const float *a, const float *v, float *r)
{
	int y = X;

	for (int k = 0; k < N; ++k)
		r[y] += a[y * N + k] * v[k];
}

/* A thread a column. */
template <class T, int M, int N>
__global__ void mv_columns(IN(T) a, IN(T) v, OUT(T) r)
{
	int x = X;
	T s = 0;

	for (int k = 0; k < N; ++k)
		s += a[k * M + x] * v[k];
	r[x] = s;
}

template <class T, int M, int N>
__global__ void mv_columns_mem(const T *a, const T *v, T *r)
{
	int x = X;

	for (int k = 0; k < N; ++k)
		r[x] += a[k * M + x] * v[k];
}

template <int N>
__global__ void gemm_mem(const float *a, const float *b, float *c)
{
	int x = X, y = Y;

	if (x < N && y < N) {
		c[y * N + x] *= 0.5f;
		for (int k = 0; k < N; ++k)
			c[y * N + x] += 1.5f * a[y * N + k] * b[k * N + x];
	}
}

template <int N> __global__ void syrk_mem(const float *a, float *c)
{
	int x = X, y = Y;

	if (x < N && y < N) {
		c[y * N + x] *= 0.5f;
		for (int k = 0; k < N; ++k)
			c[y * N + x] += 1.5f * a[y * N + k] * a[x * N + k];
	}
}

template <int N>
__global__ void gesummv_mem(const float *a, const float *b, const float *v,
	float *t, float *r)
{
	int y = X;

	if (y < N) {
		for (int k = 0; k < N; ++k) {
			t[y] += a[y * N + k] * v[k];
			r[y] += b[y * N + k] * v[k];
		}
		r[y] = 1.5f * t[y] + 0.5f * r[y];
	}
}

template <int N> __global__ void conv2d_guard(const float *a, float *b)
{
	int x = X, y = Y;

	if (x > 0 && x < N - 1 && y > 0 && y < N - 1)
		b[y * N + x] = 0.2f * a[(y - 1) * N + x - 1] -
			0.3f * a[y * N + x - 1] + 0.4f * a[(y + 1) * N + x - 1] +
			0.5f * a[(y - 1) * N + x] + 0.6f * a[y * N + x] +
			0.7f * a[(y + 1) * N + x] -
			0.8f * a[(y - 1) * N + x + 1] -
			0.9f * a[y * N + x + 1] + 0.1f * a[(y + 1) * N + x + 1];
}

/* A thread a column of cells, guarded at the sides. */
template <int N> __global__ void star3d_loop(const double *a, double *b)
{
	int x = X, y = Y;

	if (x > 0 && x < N - 1 && y > 0 && y < N - 1)
		for (int k = 1; k < N - 1; ++k) {
			int i = (k * N + y) * N + x;

			b[i] = 0.4 * a[i] + 0.1 * (a[i - 1] + a[i + 1] +
				a[i - N] + a[i + N] + a[i - N * N] +
				a[i + N * N]);
		}
}

template <int N>
__global__ void fdtd_ey(const double *hz, double *ey)
{
	int x = X, y = Y;

	if (y > 0 && x < N)
		ey[y * N + x] = ey[y * N + x] -
			0.5 * (hz[y * N + x] - hz[(y - 1) * N + x]);
}

template <int N>
__global__ void fdtd_hz(const double *ex, const double *ey, double *hz)
{
	int x = X, y = Y;

	if (x < N - 1 && y < N - 1)
		hz[y * N + x] = hz[y * N + x] -
			0.7 * (ex[y * N + x + 1] - ex[y * N + x] +
				ey[(y + 1) * N + x] - ey[y * N + x]);
}

/* Row y of the product needs y + 1 terms ... */
template <int N> __global__ void trmm(IN(float) a, IN(float) b, OUT(float) c)
{
	int x = X, y = Y;
	float s = 0;

	for (int k = 0; k <= y; ++k)
		s += a[y * N + k] * b[k * N + x];
	c[y * N + x] = s;
}

/* ... and here thread x of a warp as many as its index. */
template <int N> __global__ void tri_columns(IN(float) a, OUT(float) b)
{
	int x = X;
	float s = 0;

	for (int k = 0; k <= x; ++k)
		s += a[k * N + x];
	b[x] = s;
}

#define MATMUL(name, T, W, H, K, bx, by)                                  \
	add("loop", "fit", name, #T, ints(W, H), ints(bx, by),            \
		matmul<T, W, K>, f<T>(0), f<T>(1), f<T>(4))
#define SQUARE(N, bx, by) MATMUL("matmul_" #N, float, N, N, N, bx, by)

void add_dense()
{
	SQUARE(256, 16, 16);
	SQUARE(256, 32, 8);
	SQUARE(512, 16, 16);
	SQUARE(512, 32, 8);
	SQUARE(512, 64, 4);
	SQUARE(1024, 16, 16);
	SQUARE(1024, 32, 8);
	SQUARE(1024, 32, 32);
	SQUARE(1024, 128, 1);
	SQUARE(2048, 16, 16);
	SQUARE(2048, 32, 8);
	MATMUL("matmul_1024", double, 1024, 1024, 1024, 32, 8);
	MATMUL("matmul_1024", double, 1024, 1024, 1024, 16, 16);
	MATMUL("matmul_wide", float, 4096, 256, 512, 32, 8);
	MATMUL("matmul_wide", float, 4096, 256, 512, 256, 1);
	for (ints b : { ints(32, 8), ints(16, 16) })
		add("loop", "held", "matmul_bt", "float", ints(1024, 1024), b,
			matmul_bt<1024, 1024>, f<float>(0), f<float>(1),
			f<float>(4));
	for (int b : { 32, 128, 256 }) {
		add("loop", "held", "mv_rows_4096", "float", 4096, b,
			mv_rows<float, 4096>, f<float>(0), f<float>(1),
			f<float>(4));
		add("loop", "held", "mv_rows_2048", "double", 16384, b,
			mv_rows<double, 2048>, f<double>(0), f<double>(1),
			f<double>(4));
	}
	for (int b : { 64, 256 }) {
		add("loop", "fit", "mv_columns_4096", "float", 4096, b,
			mv_columns<float, 4096, 4096>, f<float>(0),
			f<float>(1), f<float>(4));
		add("loop", "fit", "mv_columns_2048", "double", 16384, b,
			mv_columns<double, 16384, 2048>, f<double>(0),
			f<double>(1), f<double>(4));
		add("loop", "held", "mv_columns_mem_4096", "float", 4096, b,
			mv_columns_mem<float, 4096, 4096>, f<float>(0),
			f<float>(1), f<float>(4));
		add("loop", "held", "mv_columns_mem_2048", "double", 16384, b,
			mv_columns_mem<double, 16384, 2048>, f<double>(0),
			f<double>(1), f<double>(4));
		add("loop", "fit", "mv_rows_mem_4096", "float", 4096, b,
			mv_rows_mem<4096>, f<float>(0), f<float>(1),
			f<float>(4));
		add("loop", "held", "gesummv_mem", "float", 4096, b,
			gesummv_mem<4096>, f<float>(0), f<float>(1),
			f<float>(2), f<float>(4), f<float>(5));
	}
	for (ints b : { ints(32, 8), ints(16, 16) }) {
		add("loop", "held", "gemm_mem_512", "float", ints(512, 512), b,
			gemm_mem<512>, f<float>(0), f<float>(1), f<float>(4));
		add("loop", "held", "gemm_mem_1024", "float",
			ints(1024, 1024), b, gemm_mem<1024>, f<float>(0),
			f<float>(1), f<float>(4));
		add("loop", "held", "syrk_mem", "float", ints(1024, 1024), b,
			syrk_mem<1024>, f<float>(0), f<float>(4));
		add("guard", "held", "conv2d_guard", "float",
			ints(4096, 4096), b, conv2d_guard<4096>, f<float>(0),
			f<float>(4));
		add("loop", "held", "star3d_loop", "double", ints(256, 256),
			b, star3d_loop<256>, f<double>(0), f<double>(4));
		add("guard", "held", "fdtd_ey", "double", ints(4096, 4096), b,
			fdtd_ey<4096>, f<double>(0), f<double>(4));
		add("guard", "held", "fdtd_hz", "double", ints(4096, 4096), b,
			fdtd_hz<4096>, f<double>(0), f<double>(1),
			f<double>(4));
		add("imbalance", "held", "trmm", "float", ints(1024, 1024), b,
			trmm<1024>, f<float>(0), f<float>(1), f<float>(4));
	}
	for (int b : { 64, 256 })
		add("imbalance", "held", "tri_columns", "float", 16384, b,
			tri_columns<16384>, f<float>(0), f<float>(4));
}
