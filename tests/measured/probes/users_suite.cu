/* Kernels in the form in which benchmark suites have them: unannotated
 * pointers, guards, sums kept in memory, blocks of 256 or 32 x 8; and two
 * that compute more than they load.
 */
#include "users.h"

template <int N>
__global__ void atax_rows(float *a, float *x, float *t)
{
	int i = X;

	if (i < N) {
		t[i] = 0;
		for (int j = 0; j < N; ++j)
			t[i] += a[i * N + j] * x[j];
	}
}

template <int N>
__global__ void atax_columns(float *a, float *y, float *t)
{
	int j = X;

	if (j < N) {
		y[j] = 0;
		for (int i = 0; i < N; ++i)
			y[j] += a[i * N + j] * t[i];
	}
}

template <int N> __global__ void mvt_rows(double *a, double *x, double *y)
{
	int i = X;

	if (i < N)
		for (int j = 0; j < N; ++j)
			x[i] += a[i * N + j] * y[j];
}

template <int N> __global__ void mean_columns(float *m, float *a)
{
	int j = X;

	if (j < N) {
		m[j] = 0;
		for (int i = 0; i < N; ++i)
			m[j] += a[i * N + j];
		m[j] /= (float) N;
	}
}

template <int N>
__global__ void std_columns(float *m, float *d, float *a)
{
	int j = X;

	if (j < N) {
		d[j] = 0;
		for (int i = 0; i < N; ++i)
			d[j] += (a[i * N + j] - m[j]) * (a[i * N + j] - m[j]);
		d[j] /= (float) N;
		d[j] = sqrtf(d[j]);
		if (d[j] <= 0.005f)
			d[j] = 1;
	}
}

template <int N> __global__ void center(float *m, float *a)
{
	int j = X, i = Y;

	if (i < N && j < N)
		a[i * N + j] -= m[j];
}

template <int N> __global__ void covariance(float *s, float *a)
{
	int j = X;

	if (j < N)
		for (int k = j; k < N; ++k) {
			s[j * N + k] = 0;
			for (int i = 0; i < N; ++i)
				s[j * N + k] += a[i * N + j] * a[i * N + k];
			s[k * N + j] = s[j * N + k];
		}
}

template <int N> __global__ void syr2k(float *a, float *b, float *c)
{
	int j = X, i = Y;

	if (i < N && j < N) {
		c[i * N + j] *= 0.5f;
		for (int k = 0; k < N; ++k)
			c[i * N + j] += 1.5f * a[i * N + k] * b[j * N + k] +
				1.5f * b[i * N + k] * a[j * N + k];
	}
}

template <int NI, int NJ, int NK>
__global__ void mm2(float *a, float *b, float *c)
{
	int j = X, i = Y;

	if (i < NI && j < NJ) {
		c[i * NJ + j] = 0;
		for (int k = 0; k < NK; ++k)
			c[i * NJ + j] += a[i * NK + k] * b[k * NJ + j];
	}
}

/* One plane of a 3D convolution. */
template <int N> __global__ void conv3d_plane(float *a, float *b, int i)
{
	int k = X, j = Y, S = N * N;

	if (i < N - 1 && j < N - 1 && k < N - 1 && i > 0 && j > 0 && k > 0) {
		int c = i * S + j * N + k;

		b[c] = 2 * a[c - S - N - 1] + 4 * a[c + S - N - 1] +
			5 * a[c - S - N] + 7 * a[c + S - N] -
			8 * a[c - S + N] + 10 * a[c + S + N] -
			3 * a[c - N] + 6 * a[c] - 9 * a[c + N] +
			2 * a[c - S + N + 1] + 4 * a[c + S + N + 1];
	}
}

template <int N> __global__ void jacobi2d(float *a, float *b)
{
	int j = X, i = Y;

	if (i >= 1 && i < N - 1 && j >= 1 && j < N - 1)
		b[i * N + j] = 0.2f * (a[i * N + j] + a[i * N + j - 1] +
			a[i * N + 1 + j] + a[(1 + i) * N + j] +
			a[(i - 1) * N + j]);
}

/* Sweeps along rows, a thread a row. */
template <int N> __global__ void adi_rows(float *x, float *a, float *b)
{
	int i = X;

	if (i < N)
		for (int k = 1; k < N; ++k) {
			x[i * N + k] = x[i * N + k] - x[i * N + k - 1] *
				a[i * N + k] / b[i * N + k - 1];
			b[i * N + k] = b[i * N + k] - a[i * N + k] *
				a[i * N + k] / b[i * N + k - 1];
		}
}

template <int N> __global__ void adi_columns(float *x, float *a, float *b)
{
	int i = X;

	if (i < N)
		for (int k = 1; k < N; ++k) {
			x[k * N + i] = x[k * N + i] - x[(k - 1) * N + i] *
				a[k * N + i] / b[(k - 1) * N + i];
			b[k * N + i] = b[k * N + i] - a[k * N + i] *
				a[k * N + i] / b[(k - 1) * N + i];
		}
}

template <int NR, int NP>
__global__ void doitgen(float *a, float *c4, float *s)
{
	int p = X, q = Y;

	if (p < NP && q < NR) {
		s[q * NP + p] = 0;
		for (int k = 0; k < NP; ++k)
			s[q * NP + p] += a[q * NP + k] * c4[k * NP + p];
	}
}

/* Prices of options: exponentials, logarithms, square roots. */
__device__ static float cumulative(float d)
{
	float k = 1 / (1 + 0.2316419f * fabsf(d));
	float c = 0.39894228f * expf(-0.5f * d * d) * (k * (0.31938153f + k *
		(-0.35656378f + k * (1.78147794f + k * (-1.82125598f + k *
		1.33027443f)))));

	return d > 0 ? 1 - c : c;
}

__global__ void options(IN(float) price, IN(float) strike, IN(float) years,
	OUT(float) call, OUT(float) put)
{
	int i = X;
	float s = price[i], x = strike[i], t = years[i], q = sqrtf(t);
	float d1 = (logf(s / x) + (0.02f + 0.045f) * t) / (0.3f * q);
	float d2 = d1 - 0.3f * q, n1 = cumulative(d1), n2 = cumulative(d2);
	float e = expf(-0.02f * t);

	call[i] = s * n1 - x * e * n2;
	put[i] = x * e * (1 - n2) - s * (1 - n1);
}

/* Sixteen steps of a line in shared memory. */
template <int B> __global__ void steps16(IN(float) a, OUT(float) b)
{
	__shared__ float s[B + 2];
	int t = threadIdx.x, x = X;
	float v = a[x];

	if (t < 2)
		s[t * (B + 1)] = 0;
#pragma unroll 1
	for (int k = 0; k < 16; ++k) {
		s[t + 1] = v;
		__syncthreads();
		v = 0.5f * v + 0.25f * (s[t] + s[t + 2]);
		__syncthreads();
	}
	b[x] = v;
}

/* Column sums with U loads in flight, and shared memory that nobody uses. */
template <int M, int N, int U, int S>
__global__ void unrolled(IN(float) a, OUT(float) b)
{
	__shared__ float unused[S / 4 + 1];
	int x = X;
	float s = 0;

	if (S > 0 && x < 0) {
		unused[threadIdx.x] = a[x];
		__syncthreads();
		s = unused[threadIdx.x ^ 1];
	}
#pragma unroll U
	for (int k = 0; k < N; ++k)
		s += a[k * M + x];
	b[x] = s;
}

/* The sum in memory with enough threads to hide its latency. */
template <int M, int N>
__global__ void onto(const double *a, double *r)
{
	int x = X;

	for (int k = 0; k < N; ++k)
		r[x] += a[k * M + x];
}

/* Four sums of the same column of N, too long to stay in registers. */
template <int M, int N>
__global__ void passes4(IN(float) a, IN(float) w, OUT(float) b)
{
	int x = X;
	float s = 0;

#pragma unroll 1
	for (int p = 0; p < 4; ++p)
#pragma unroll 4
		for (int k = 0; k < N; ++k)
			s += a[k * M + x] * w[p];
	b[x] = s;
}

__global__ void histogram_of(IN(int) i, int *h, int bins)
{
	int x = X;

	atomicAdd(&h[(unsigned) i[x] % (unsigned) bins], 1);
}

template <int N>
__global__ void guard7(IN(float) a, OUT(float) b)
{
	int x = X, y = Y, z = Z, i = (z * N + y) * N + x;

	if (x > 0 && x < N - 1 && y > 0 && y < N - 1 && z > 0 && z < N - 1)
		b[i] = 0.16f * (a[i - 1] + a[i + 1] + a[i - N] + a[i + N] +
			a[i - N * N] + a[i + N * N]) + a[i];
}

/* Rows of 0 to N cells. */
template <int N> __global__ void ragged(IN(float) a, OUT(float) b)
{
	int x = X, y = Y;
	float s = 0;

	for (int k = 0; k < y; ++k)
		s += a[k * N + x];
	b[y * N + x] = s;
}

#define ROWS(kind, k, T, N, B, ...)                                       \
	add(kind, "held", #k, #T, N, B, k<N>, __VA_ARGS__)
#define PLANE(kind, k, T, N, ...)                                         \
	add(kind, "held", #k, #T, ints(N, N), ints(32, 8), k<N>, __VA_ARGS__)
#define UNROLLED(M, N, U, S, B)                                           \
	do {                                                              \
		idle_B = S;                                               \
		add("few", "fit", "unrolled_" #U "_" #N, "float", M, B,   \
			unrolled<M, N, U, S>, f<float>(0), f<float>(4));  \
		idle_B = 0;                                               \
	} while (0)
#define PASSES(M, N, B)                                                   \
	add("loop", "fit", "passes4_" #N, "float", M, B, passes4<M, N>,   \
		f<float>(0), f<float>(1), f<float>(4))

void add_suite()
{
	for (int b : { 128, 256 }) {
		ROWS("suite", atax_rows, float, 4096, b, f<float>(0),
			f<float>(1), f<float>(4));
		ROWS("suite", atax_columns, float, 4096, b, f<float>(0),
			f<float>(4), f<float>(1));
		ROWS("suite", mvt_rows, double, 4096, b, f<double>(0),
			f<double>(4), f<double>(1));
		ROWS("suite", mean_columns, float, 2048, b, f<float>(4),
			f<float>(0));
		ROWS("suite", std_columns, float, 2048, b, f<float>(4),
			f<float>(5), f<float>(0));
		ROWS("suite", adi_rows, float, 1024, b, f<float>(4),
			f<float>(0), f<float>(5));
		ROWS("suite", adi_columns, float, 1024, b, f<float>(4),
			f<float>(0), f<float>(5));
	}
	ROWS("imbalance", covariance, float, 512, 256, f<float>(4),
		f<float>(0));
	PLANE("suite", center, float, 2048, f<float>(1), f<float>(4));
	PLANE("suite", syr2k, float, 512, f<float>(0), f<float>(1),
		f<float>(4));
	PLANE("suite", jacobi2d, float, 2048, f<float>(0), f<float>(4));
	add("suite", "held", "mm2", "float", ints(512, 1024), ints(32, 8),
		mm2<1024, 512, 768>, f<float>(0), f<float>(1), f<float>(4));
	add("suite", "held", "conv3d_plane", "float", ints(256, 256),
		ints(32, 8), conv3d_plane<256>, f<float>(0), f<float>(4), 100);
	add("suite", "held", "doitgen", "float", ints(128, 16384),
		ints(32, 8), doitgen<16384, 128>, f<float>(0), f<float>(1),
		f<float>(4));
	for (int b : { 128, 512 })
		add("compute", "held", "options", "float", 1 << 24, b, options,
			f<float>(0), f<float>(1), f<float>(2), f<float>(4),
			f<float>(5));
	add("shared", "fit", "steps16_128", "float", 1 << 24, 128,
		steps16<128>, f<float>(0), f<float>(4));
	add("shared", "fit", "steps16_256", "float", 1 << 24, 256,
		steps16<256>, f<float>(0), f<float>(4));
	add("shared", "fit", "steps16_1024", "float", 1 << 24, 1024,
		steps16<1024>, f<float>(0), f<float>(4));
	UNROLLED(4096, 4096, 1, 0, 128);
	UNROLLED(4096, 4096, 2, 0, 128);
	UNROLLED(4096, 4096, 4, 0, 128);
	UNROLLED(4096, 4096, 8, 0, 128);
	UNROLLED(67584, 1024, 1, 0, 128);
	UNROLLED(67584, 1024, 4, 0, 128);
	UNROLLED(270336, 256, 1, 0, 128);
	UNROLLED(270336, 256, 4, 0, 128);
	UNROLLED(270336, 256, 4, 14000, 128);
	UNROLLED(270336, 256, 4, 28000, 128);
	UNROLLED(270336, 256, 4, 48000, 128);
	UNROLLED(4096, 1024, 1, 0, 128);
	UNROLLED(4096, 1024, 4, 0, 128);
	add("loop", "fit", "onto_256", "double", 131072, 128,
		onto<131072, 256>, f<double>(0), f<double>(4));
	add("loop", "fit", "onto_256", "double", 131072, 512,
		onto<131072, 256>, f<double>(0), f<double>(4));
	add("loop", "fit", "onto_2048", "double", 8192, 128,
		onto<8192, 2048>, f<double>(0), f<double>(4));
	PASSES(16896, 32, 128);
	PASSES(16896, 128, 128);
	PASSES(33792, 128, 256);
	PASSES(67584, 128, 512);
	PASSES(135168, 128, 512);
	PASSES(270336, 128, 512);
	PASSES(16896, 512, 128);
	PASSES(33792, 512, 256);
	PASSES(16896, 2048, 128);
	PASSES(1081344, 32, 256);
	for (int b : { 1024, 4096, 1 << 20 })
		add("atomic", "fit", b == 1024 ? "histogram_1024" : b == 4096 ?
			"histogram_4096" : "histogram_1048576", "int32",
			1 << 24, 256, histogram_of, f<int>(6), f<int>(5), b);
	for (ints b : { ints(32, 4, 2), ints(64, 2, 2) })
		add("guard", "fit", "guard7", "float", ints(320, 320, 320), b,
			guard7<320>, f<float>(0), f<float>(4));
	for (ints b : { ints(128, 1), ints(32, 8) })
		add("imbalance", "fit", "ragged", "float", ints(2048, 512), b,
			ragged<2048>, f<float>(0), f<float>(4));
}
