/* Loops in a thread that walk along columns: recurrences, several passes over
 * the same data, sums, chunks.  Loops are unrolled as nvcc likes.
 */
#include "users.h"

/* Tridiagonal systems, one a thread, with constant coefficients ... */
template <class T, int M, int N>
__global__ void thomas(IN(T) d, OUT(T) cp, OUT(T) dp, OUT(T) u)
{
	int x = X;
	T c = (T) 0.3, e = d[x];

	cp[x] = c;
	dp[x] = e;
	for (int k = 1; k < N; ++k) {
		T m = 1 / ((T) 2.1 - (T) 0.3 * c);

		c = (T) 0.3 * m;
		e = (d[k * M + x] - (T) 0.3 * e) * m;
		cp[k * M + x] = c;
		dp[k * M + x] = e;
	}
	u[(N - 1) * M + x] = e;
	for (int k = N - 2; k >= 0; --k) {
		e = dp[k * M + x] - cp[k * M + x] * e;
		u[k * M + x] = e;
	}
}

/* ... and with coefficients of their own */
template <class T, int M, int N>
__global__ void thomas_var(IN(T) a, IN(T) b, IN(T) c, IN(T) d, OUT(T) cp,
	OUT(T) dp, OUT(T) u)
{
	int x = X;
	T m = 1 / b[x], g = c[x] * m, e = d[x] * m;

	cp[x] = g;
	dp[x] = e;
	for (int k = 1; k < N; ++k) {
		int i = k * M + x;

		m = 1 / (b[i] - a[i] * g);
		g = c[i] * m;
		e = (d[i] - a[i] * e) * m;
		cp[i] = g;
		dp[i] = e;
	}
	u[(N - 1) * M + x] = e;
	for (int k = N - 2; k >= 0; --k) {
		e = dp[k * M + x] - cp[k * M + x] * e;
		u[k * M + x] = e;
	}
}

template <int M, int N> __global__ void softmax3(IN(float) a, OUT(float) b)
{
	int x = X;
	float m = -1e30f, s = 0;

	for (int k = 0; k < N; ++k)
		m = fmaxf(m, a[k * M + x]);
	for (int k = 0; k < N; ++k)
		s += expf(a[k * M + x] - m);
	s = 1 / s;
	for (int k = 0; k < N; ++k)
		b[k * M + x] = expf(a[k * M + x] - m) * s;
}

/* The maximum and the sum in one pass. */
template <int M, int N> __global__ void softmax2(IN(float) a, OUT(float) b)
{
	int x = X;
	float m = -1e30f, s = 0;

	for (int k = 0; k < N; ++k) {
		float v = a[k * M + x], w = fmaxf(m, v);

		s = s * expf(m - w) + expf(v - w);
		m = w;
	}
	s = 1 / s;
	for (int k = 0; k < N; ++k)
		b[k * M + x] = expf(a[k * M + x] - m) * s;
}

template <int M, int N> __global__ void layernorm(IN(float) a, OUT(float) b)
{
	int x = X;
	float s = 0, v = 0;

	for (int k = 0; k < N; ++k)
		s += a[k * M + x];
	s *= 1.f / N;
	for (int k = 0; k < N; ++k) {
		float d = a[k * M + x] - s;

		v += d * d;
	}
	v = rsqrtf(v * (1.f / N) + 1e-5f);
	for (int k = 0; k < N; ++k)
		b[k * M + x] = (a[k * M + x] - s) * v;
}

template <class T, int M, int N> __global__ void prefix(IN(T) a, OUT(T) b)
{
	int x = X;
	T s = 0;

	for (int k = 0; k < N; ++k) {
		s += a[k * M + x];
		b[k * M + x] = s;
	}
}

/* Four weighted sums of the same column. */
template <int M, int N>
__global__ void passes(IN(float) a, IN(float) w, OUT(float) b)
{
	int x = X;
	float s = 0;

#pragma unroll 1
	for (int p = 0; p < 4; ++p)
		for (int k = 0; k < N; ++k)
			s += a[k * M + x] * w[p];
	b[x] = s;
}

/* A grid that walks through a longer field. */
template <class T, int M, int N>
__global__ void gridstride(IN(T) a, IN(T) b, OUT(T) c)
{
	int x = X;

	for (int k = 0; k < N; ++k)
		c[k * M + x] = a[k * M + x] + (T) 1.5 * b[k * M + x];
}

/* A thread sums N cells side by side. */
template <int N> __global__ void chunk(IN(float) a, OUT(float) b)
{
	int x = X;
	float s = 0;

	for (int k = 0; k < N; ++k)
		s += a[x * N + k];
	b[x] = s;
}

/* Weights in memory; N x N of them. */
template <int W, int N>
__global__ void conv(IN(float) a, IN(float) w, OUT(float) b)
{
	int x = X, y = Y;
	float s = 0;

	for (int j = 0; j < N; ++j)
		for (int i = 0; i < N; ++i)
			s += w[j * N + i] * a[(y + j) * W + x + i];
	b[y * W + x] = s;
}

/* Every fourth row of a column. */
template <int M, int N> __global__ void skip4(IN(double) a, OUT(double) b)
{
	int x = X;
	double s = 0;

	for (int k = 0; k < N; k += 4)
		s += a[k * M + x];
	b[x] = s;
}

#define THOMAS(T, M, N, B)                                             \
	add("loop", "held", "thomas_" #N, type_of<T>(), M, B,             \
		thomas<T, M, N>, f<T>(0), f<T>(1), f<T>(2), f<T>(3))
#define THOMAS_VAR(T, M, N, B)                                            \
	add("loop", "held", "thomas_var_" #N, type_of<T>(), M, B,         \
		thomas_var<T, M, N>, f<T>(0), f<T>(1), f<T>(2), f<T>(3),  \
		f<T>(4), f<T>(5), f<T>(6))
#define COLUMN(k, part, T, M, N, B)                                       \
	add("loop", part, #k "_" #N, #T, M, B, k<M, N>, f<T>(0), f<T>(4))

void add_loops()
{
	for (int b : { 64, 128, 256 }) {
		THOMAS(double, 65536, 256, b);
		THOMAS(float, 131072, 128, b);
	}
	for (int b : { 64, 128 }) {
		THOMAS(double, 16384, 1024, b);
		THOMAS(double, 4096, 2048, b);
		THOMAS_VAR(double, 32768, 256, b);
		THOMAS_VAR(float, 8192, 512, b);
	}
	for (int b : { 128, 256 }) {
		COLUMN(softmax3, "fit", float, 65536, 1024, b);
		COLUMN(softmax3, "fit", float, 16384, 256, b);
		COLUMN(softmax3, "fit", float, 262144, 64, b);
		COLUMN(layernorm, "held", float, 65536, 512, b);
		COLUMN(layernorm, "held", float, 16384, 128, b);
		COLUMN(skip4, "fit", double, 32768, 512, b);
		add("loop", "fit", "prefix_512", "float", 65536, b,
			prefix<float, 65536, 512>, f<float>(0), f<float>(4));
		add("loop", "fit", "prefix_2048", "double", 8192, b,
			prefix<double, 8192, 2048>, f<double>(0), f<double>(4));
		add("loop", "fit", "prefix_32", "float", 1048576, b,
			prefix<float, 1048576, 32>, f<float>(0), f<float>(4));
		add("loop", "held", "chunk_16", "float", 4194304, b,
			chunk<16>, f<float>(0), f<float>(4));
		add("loop", "held", "chunk_64", "float", 1048576, b,
			chunk<64>, f<float>(0), f<float>(4));
	}
	for (int b : { 64, 256 }) {
		COLUMN(softmax2, "held", float, 65536, 512, b);
		COLUMN(softmax2, "held", float, 8192, 1024, b);
	}
	for (int b : { 128, 512 }) {
#define PASSES(M, N)                                                      \
		add("loop", "fit", "passes_" #N, "float", M, b,           \
			passes<M, N>, f<float>(0), f<float>(1), f<float>(4))
		PASSES(65536, 16);
		PASSES(65536, 256);
		PASSES(16384, 2048);
		PASSES(262144, 64);
	}
	for (int b : { 256, 1024 }) {
		add("loop", "fit", "gridstride_248", "float", 270336, b,
			gridstride<float, 270336, 248>, f<float>(0),
			f<float>(1), f<float>(4));
		add("loop", "fit", "gridstride_496", "double", 67584, b,
			gridstride<double, 67584, 496>, f<double>(0),
			f<double>(1), f<double>(4));
	}
	for (ints b : { ints(32, 8), ints(64, 4), ints(16, 16) }) {
		add("loop", "held", "conv_5", "float", ints(4096, 4096), b,
			conv<4096, 5>, f<float>(0), f<float>(1), f<float>(4));
		add("loop", "held", "conv_15", "float", ints(4096, 2048), b,
			conv<4096, 15>, f<float>(0), f<float>(1), f<float>(4));
	}
}
