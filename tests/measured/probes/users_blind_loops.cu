/* More kernels with loops of a thread and with shared memory, made after
 * those of users_blind.cu were known.
 */
#include "users.h"

/* ------------------------------------------------ loops of a thread */

template <class T, int N>
__global__ void gesummv(T *a, T *b, T *v, T *y, T alpha, T beta)
{
	int i = X;

	if (i < N) {
		T s = 0, t = 0;

		for (int j = 0; j < N; ++j) {
			s += a[i * N + j] * v[j];
			t += b[i * N + j] * v[j];
		}
		y[i] = alpha * s + beta * t;
	}
}

template <class T, int N> __global__ void mvt_columns(T *a, T *u, T *v)
{
	int i = X;

	if (i < N)
		for (int j = 0; j < N; ++j)
			u[i] += a[j * N + i] * v[j];
}

template <int N, int M> __global__ void syrk_memory(float *a, float *c)
{
	int j = X, i = Y;

	if (i < N && j < N) {
		c[i * N + j] *= 0.5f;
		for (int k = 0; k < M; ++k)
			c[i * N + j] += 1.5f * a[i * M + k] * a[j * M + k];
	}
}

template <int N> __global__ void at_b(IN(float) a, IN(float) b, OUT(float) c)
{
	int x = X, y = Y;
	float s = 0;

	for (int k = 0; k < N; ++k)
		s += a[k * N + y] * b[k * N + x];
	c[y * N + x] = s;
}

/* Four columns of the product by each thread. */
template <int N>
__global__ void product_four(IN(float) a, IN(float) b, OUT(float) c)
{
	int x = X, y = Y;
	float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

	for (int k = 0; k < N; ++k) {
		float v = a[y * N + k];

		s0 += v * b[k * N + x];
		s1 += v * b[k * N + x + N / 4];
		s2 += v * b[k * N + x + N / 2];
		s3 += v * b[k * N + x + 3 * N / 4];
	}
	c[y * N + x] = s0;
	c[y * N + x + N / 4] = s1;
	c[y * N + x + N / 2] = s2;
	c[y * N + x + 3 * N / 4] = s3;
}

template <int M, int N> __global__ void running_max(IN(float) a, OUT(float) b)
{
	int x = X;
	float m = 0;

	for (int k = 0; k < N; ++k) {
		m = fmaxf(m, a[k * M + x]);
		b[k * M + x] = m;
	}
}

template <int M, int N> __global__ void filter(IN(double) a, OUT(double) b)
{
	int x = X;
	double p = 0, q = 0;

#pragma unroll 1
	for (int k = 0; k < N; ++k) {
		double r = a[k * M + x] + 0.6 * p - 0.2 * q;

		b[k * M + x] = r;
		q = p;
		p = r;
	}
}

template <int K> __global__ void taps(IN(float) a, IN(float) w, OUT(float) b)
{
	int x = X;
	float s = 0;

	for (int k = 0; k < K; ++k)
		s += a[x + k] * w[k];
	b[x] = s;
}

template <int M, int N> __global__ void normalize(IN(float) a, OUT(float) b)
{
	int x = X;
	float s = 0;

	for (int k = 0; k < N; ++k)
		s += a[k * M + x] * a[k * M + x];
	s = rsqrtf(s);
	for (int k = 0; k < N; ++k)
		b[k * M + x] = a[k * M + x] * s;
}

/* Largest of P x P cells, every second cell. */
template <int N, int P> __global__ void pool(IN(float) a, OUT(float) b)
{
	int x = X, y = Y;
	float m = -1e30f;

	for (int j = 0; j < P; ++j)
		for (int i = 0; i < P; ++i)
			m = fmaxf(m, a[(2 * y + j) * N + 2 * x + i]);
	b[y * (N / 2) + x] = m;
}

/* 3 x 3 weights for each channel. */
template <int N, int C>
__global__ void channels(IN(float) a, IN(float) w, OUT(float) b)
{
	int x = X, y = Y, z = Z;
	float s = 0;

	if (x > 0 && x < N - 1 && y > 0 && y < N - 1)
		for (int j = 0; j < 3; ++j)
			for (int i = 0; i < 3; ++i)
				s += w[z * 9 + j * 3 + i] *
					a[(z * N + y + j - 1) * N + x + i - 1];
	b[(z * N + y) * N + x] = s;
}

/* Rows of small matrices, a thread a row. */
template <int N>
__global__ void small_rows(IN(float) a, IN(float) v, OUT(float) r)
{
	int t = threadIdx.x, m = blockIdx.x;
	float s = 0;

	for (int k = 0; k < N; ++k)
		s += a[(m * N + k) * N + t] * v[m * N + k];
	r[m * N + t] = s;
}

template <int M, int N> __global__ void mean_rows(float *a, float *m)
{
	int i = X;

	if (i < M) {
		float s = 0;

		for (int j = 0; j < N; ++j)
			s += a[i * N + j];
		m[i] = s / N;
	}
}

template <int M, int N>
__global__ void two_sums(IN(double) a, IN(double) b, OUT(double) r)
{
	int x = X;
	double s = 0, t = 0;

	for (int k = 0; k < N; ++k) {
		s += a[k * M + x] * b[k * M + x];
		t += a[k * M + x];
	}
	r[x] = s - t * t;
}

/* --------------------------------------------------- shared memory */

/* A side that is no multiple of the tile. */
template <class T, int N, int B>
__global__ void mm_edge(IN(T) a, IN(T) b, OUT(T) c)
{
	__shared__ T s[B][B], t[B][B];
	int tx = threadIdx.x, ty = threadIdx.y, x = X, y = Y;
	T r = 0;

	for (int m = 0; m < (N + B - 1) / B; ++m) {
		s[ty][tx] = y < N && m * B + tx < N ? a[y * N + m * B + tx] : 0;
		t[ty][tx] = m * B + ty < N && x < N ? b[(m * B + ty) * N + x] : 0;
		__syncthreads();
		for (int k = 0; k < B; ++k)
			r += s[ty][k] * t[k][tx];
		__syncthreads();
	}
	if (x < N && y < N)
		c[y * N + x] = r;
}

template <int N> __global__ void transpose_add(IN(double) a, IN(double) b, OUT(double) c)
{
	__shared__ double s[32][33];
	int tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x, by = blockIdx.y;

	for (int j = 0; j < 32; j += 8)
		s[ty + j][tx] = a[(by * 32 + ty + j) * N + bx * 32 + tx];
	__syncthreads();
	for (int j = 0; j < 32; j += 8)
		c[(bx * 32 + ty + j) * N + by * 32 + tx] = s[tx][ty + j] +
			b[(bx * 32 + ty + j) * N + by * 32 + tx];
}

/* Eight values of each thread, then a tree. */
template <int B> __global__ void sum_eight(IN(float) a, OUT(float) r)
{
	__shared__ float s[B];
	int t = threadIdx.x, b = blockIdx.x;
	float v = 0;

	for (int k = 0; k < 8; ++k)
		v += a[(b * 8 + k) * B + t];
	s[t] = v;
	__syncthreads();
	for (int w = B / 2; w > 0; w /= 2) {
		if (t < w)
			s[t] += s[t + w];
		__syncthreads();
	}
	if (t == 0)
		r[b] = s[0];
}

/* Radius 4 in shared memory. */
template <int B> __global__ void line9(IN(double) a, OUT(double) b)
{
	__shared__ double s[B + 8];
	int t = threadIdx.x, x = X;

	s[t + 4] = a[x];
	if (t < 4) {
		s[t] = a[x - 4];
		s[t + B + 4] = a[x + B];
	}
	__syncthreads();
	double v = 0;

	for (int k = 0; k < 9; ++k)
		v += s[t + k];
	b[x] = v;
}

/* Four steps of a 5-point stencil on a tile; the rim is wrong, as in a test. */
template <int N, int B> __global__ void steps_tile(IN(float) a, OUT(float) b)
{
	__shared__ float s[B + 2][B + 2];
	int tx = threadIdx.x, ty = threadIdx.y, x = X, y = Y;
	float v = a[y * N + x];

	s[ty + 1][tx + 1] = v;
	if (tx == 0) {
		s[ty + 1][0] = v;
		s[ty + 1][B + 1] = v;
	}
	if (ty == 0) {
		s[0][tx + 1] = v;
		s[B + 1][tx + 1] = v;
	}
	__syncthreads();
#pragma unroll 1
	for (int k = 0; k < 4; ++k) {
		v = 0.2f * (s[ty + 1][tx + 1] + s[ty + 1][tx] + s[ty + 1][tx + 2] +
			s[ty][tx + 1] + s[ty + 2][tx + 1]);
		__syncthreads();
		s[ty + 1][tx + 1] = v;
		__syncthreads();
	}
	b[y * N + x] = v;
}

/* A matrix times a vector, of which blocks keep a part in shared memory. */
template <int M, int N, int B>
__global__ void mv_shared(IN(float) a, IN(float) v, OUT(float) r)
{
	__shared__ float s[B];
	int t = threadIdx.x, x = X;
	float sum = 0;

#pragma unroll 1
	for (int m = 0; m < N / B; ++m) {
		s[t] = v[m * B + t];
		__syncthreads();
#pragma unroll 16
		for (int k = 0; k < B; ++k)
			sum += a[(m * B + k) * M + x] * s[k];
		__syncthreads();
	}
	r[x] = sum;
}

/* Rows of N by blocks of B: mean and spread in two passes. */
template <int N, int B> __global__ void spread_row(IN(double) a, OUT(double) r)
{
	__shared__ double s[B];
	int t = threadIdx.x, y = blockIdx.x;
	double v = 0, w = 0;

	for (int k = 0; k < N / B; ++k)
		v += a[(size_t) y * N + k * B + t];
	s[t] = v;
	__syncthreads();
	for (int h = B / 2; h > 0; h /= 2) {
		if (t < h)
			s[t] += s[t + h];
		__syncthreads();
	}
	v = s[0] / N;
	__syncthreads();
	for (int k = 0; k < N / B; ++k) {
		double d = a[(size_t) y * N + k * B + t] - v;

		w += d * d;
	}
	s[t] = w;
	__syncthreads();
	for (int h = B / 2; h > 0; h /= 2) {
		if (t < h)
			s[t] += s[t + h];
		__syncthreads();
	}
	if (t == 0)
		r[y] = s[0] / N;
}

/* Forces between all pairs of N bodies of 1D, double. */
template <int N, int B> __global__ void forces(IN(double) p, OUT(double) f)
{
	__shared__ double s[B];
	int t = threadIdx.x, x = X;
	double v = p[x], sum = 0;

	for (int m = 0; m < N / B; ++m) {
		s[t] = p[m * B + t];
		__syncthreads();
#pragma unroll 8
		for (int k = 0; k < B; ++k) {
			double d = s[k] - v;

			sum += d * (d * d + 0.01);
		}
		__syncthreads();
	}
	f[x] = sum;
}

#define F(i) f<float>(i)
#define D(i) f<double>(i)

void add_blind_loops()
{
	const char *h = "held";

	for (int b : { 64, 256 }) {
		add("loop", h, "gesummv", "float", 4096, b, gesummv<float, 4096>, F(0), F(1), F(2), F(4), 1.5f, 0.5f);
		add("loop", h, "gesummv", "double", 4096, b, gesummv<double, 4096>, D(0), D(1), D(2), D(4), 1.5, 0.5);
		add("loop", h, "mvt_columns", "double", 4096, b, mvt_columns<double, 4096>, D(0), D(4), D(1));
		add("loop", h, "mvt_columns_8192", "float", 8192, b, mvt_columns<float, 8192>, F(0), F(4), F(1));
		add("loop", h, "running_max_512", "float", 65536, b, running_max<65536, 512>, F(0), F(4));
		add("loop", h, "filter_512", "double", 65536, b, filter<65536, 512>, D(0), D(4));
		add("loop", h, "filter_4096", "double", 8192, b, filter<8192, 4096>, D(0), D(4));
		add("loop", h, "normalize_64", "float", 1 << 20, b, normalize<1 << 20, 64>, F(0), F(4));
		add("loop", h, "normalize_1024", "float", 65536, b, normalize<65536, 1024>, F(0), F(4));
		add("loop", h, "mean_rows", "float", 16384, b, mean_rows<16384, 2048>, F(0), F(4));
		add("loop", h, "two_sums_128", "double", 1 << 19, b, two_sums<1 << 19, 128>, D(0), D(1), D(4));
		add("loop", h, "two_sums_2048", "double", 16384, b, two_sums<16384, 2048>, D(0), D(1), D(4));
		add("loop", h, "taps_16", "float", 1 << 25, b, taps<16>, F(0), F(1), F(4));
		add("loop", h, "taps_64", "float", 1 << 25, b, taps<64>, F(0), F(1), F(4));
	}
	for (ints b : { ints(32, 8), ints(16, 16) }) {
		add("loop", h, "syrk_memory", "float", ints(768, 768), b, syrk_memory<768, 512>, F(0), F(4));
		add("loop", h, "at_b_1024", "float", ints(1024, 1024), b, at_b<1024>, F(0), F(1), F(4));
		add("loop", h, "product_four", "float", ints(512, 2048), b, product_four<2048>, F(0), F(1), F(4));
		add("loop", h, "pool_2", "float", ints(4096, 4096), b, pool<8192, 2>, F(0), F(4));
		add("loop", h, "pool_4", "float", ints(4096, 4096), b, pool<8192, 4>, F(0), F(4));
		add("loop", h, "channels", "float", ints(512, 512, 64), b, channels<512, 64>, F(0), F(1), F(4));
	}
	add("loop", h, "small_rows_64", "float", 64 * 65536, 64, small_rows<64>, F(0), F(1), F(4));
	add("loop", h, "small_rows_128", "float", 128 * 16384, 128, small_rows<128>, F(0), F(1), F(4));
	add("shared", h, "mm_edge_1000_16", "float", ints(1008, 1008), ints(16, 16), mm_edge<float, 1000, 16>, F(0), F(1), F(4));
	add("shared", h, "mm_edge_1000_32", "float", ints(1024, 1024), ints(32, 32), mm_edge<float, 1000, 32>, F(0), F(1), F(4));
	add("shared", h, "mm_edge_1000_16", "double", ints(1008, 1008), ints(16, 16), mm_edge<double, 1000, 16>, D(0), D(1), D(4));
	add("shared", h, "transpose_add_4096", "double", ints(4096, 1024), ints(32, 8), transpose_add<4096>, D(0), D(1), D(4));
	add("shared", h, "transpose_add_8192", "double", ints(8192, 2048), ints(32, 8), transpose_add<8192>, D(0), D(1), D(4));
	add("shared", h, "sum_eight_128", "float", 1 << 24, 128, sum_eight<128>, F(0), F(4));
	add("shared", h, "sum_eight_256", "float", 1 << 24, 256, sum_eight<256>, F(0), F(4));
	add("shared", h, "sum_eight_1024", "float", 1 << 24, 1024, sum_eight<1024>, F(0), F(4));
	add("shared", h, "line9_128", "double", 1 << 25, 128, line9<128>, D(0), D(4));
	add("shared", h, "line9_512", "double", 1 << 25, 512, line9<512>, D(0), D(4));
	add("shared", h, "steps_tile_16", "float", ints(8192, 8192), ints(16, 16), steps_tile<8192, 16>, F(0), F(4));
	add("shared", h, "steps_tile_32", "float", ints(8192, 8192), ints(32, 32), steps_tile<8192, 32>, F(0), F(4));
	add("shared", h, "mv_shared_128", "float", 65536, 128, mv_shared<65536, 2048, 128>, F(0), F(1), F(4));
	add("shared", h, "mv_shared_256", "float", 65536, 256, mv_shared<65536, 2048, 256>, F(0), F(1), F(4));
	add("shared", h, "spread_row_2048_128", "double", 16384 * 128, 128, spread_row<2048, 128>, D(0), D(4));
	add("shared", h, "spread_row_2048_512", "double", 16384 * 512, 512, spread_row<2048, 512>, D(0), D(4));
	add("shared", h, "forces_128", "double", 32768, 128, forces<32768, 128>, D(0), D(4));
	add("shared", h, "forces_256", "double", 65536, 256, forces<65536, 256>, D(0), D(4));
}
