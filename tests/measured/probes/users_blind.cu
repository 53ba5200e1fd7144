/* Kernels in the form of benchmark suites and of tutorials, made after the
 * model: neither the suite of users_suite.cu nor these took part in it.
 */
#include "users.h"

/* Linear algebra with unannotated pointers and guards. */
template <int M, int N> __global__ void bicg_s(float *a, float *r, float *s)
{
	int j = X;

	if (j < N) {
		s[j] = 0;
		for (int i = 0; i < M; ++i)
			s[j] += r[i] * a[i * N + j];
	}
}

template <int M, int N> __global__ void bicg_q(float *a, float *p, float *q)
{
	int i = X;

	if (i < M) {
		q[i] = 0;
		for (int j = 0; j < N; ++j)
			q[i] += a[i * N + j] * p[j];
	}
}

template <class T, int N>
__global__ void gemm(T *a, T *b, T *c, T alpha, T beta)
{
	int j = X, i = Y;

	if (i < N && j < N) {
		c[i * N + j] *= beta;
		for (int k = 0; k < N; ++k)
			c[i * N + j] += alpha * a[i * N + k] * b[k * N + j];
	}
}

template <int NI, int NJ, int NK>
__global__ void mm3(float *a, float *b, float *c)
{
	int j = X, i = Y;

	if (i < NI && j < NJ) {
		float s = 0;

		for (int k = 0; k < NK; ++k)
			s += a[i * NK + k] * b[k * NJ + j];
		c[i * NJ + j] = s;
	}
}

template <int N> __global__ void gram(float *a, float *q, float *r)
{
	int j = X;

	if (j > 0 && j < N) {
		float s = 0;

		for (int i = 0; i < N; ++i)
			s += q[i * N] * a[i * N + j];
		r[j] = s;
		for (int i = 0; i < N; ++i)
			a[i * N + j] -= q[i * N] * s;
	}
}

template <int N> __global__ void lu_step(double *a, int k)
{
	int j = X, i = Y;

	if (i > k && j > k && i < N && j < N)
		a[i * N + j] -= a[i * N + k] * a[k * N + j];
}

template <int N>
__global__ void standardize(float *m, float *d, float *a, float root)
{
	int j = X, i = Y;

	if (i < N && j < N) {
		a[i * N + j] -= m[j];
		a[i * N + j] /= root * d[j];
	}
}

template <int N> __global__ void ger(double *a, double *u, double *v)
{
	int j = X, i = Y;

	if (i < N && j < N)
		a[i * N + j] += u[i] * v[j];
}

template <int M, int N> __global__ void rows_scan(float *a)
{
	int i = X;

	if (i < M)
		for (int j = 1; j < N; ++j)
			a[i * N + j] += a[i * N + j - 1];
}

template <int N> __global__ void symmetric(IN(float) a, OUT(float) b)
{
	int x = X, y = Y;

	b[y * N + x] = 0.5f * (a[y * N + x] + a[x * N + y]);
}

template <int N> __global__ void triangle(float *a, float *b, float *c)
{
	int j = X, i = Y;

	if (i < N && j <= i) {
		float s = 0;

		for (int k = 0; k < N; ++k)
			s += a[i * N + k] * b[j * N + k];
		c[i * N + j] = s;
	}
}

/* Stencils with guards. */
template <int NX, int NY> __global__ void conv9(float *a, float *b)
{
	int j = X, i = Y;

	if (i > 0 && i < NY - 1 && j > 0 && j < NX - 1)
		b[i * NX + j] = 0.2f * a[(i - 1) * NX + j - 1] -
			0.3f * a[(i - 1) * NX + j] + 0.4f * a[(i - 1) * NX + j + 1] +
			0.5f * a[i * NX + j - 1] + 0.6f * a[i * NX + j] +
			0.7f * a[i * NX + j + 1] - 0.8f * a[(i + 1) * NX + j - 1] -
			0.9f * a[(i + 1) * NX + j] + 0.1f * a[(i + 1) * NX + j + 1];
}

template <class T, int N> __global__ void heat3(IN(T) a, OUT(T) b)
{
	int x = X, y = Y;

	if (x > 0 && x < N - 1 && y > 0 && y < N - 1)
		for (int z = 1; z < N - 1; ++z) {
			int i = (z * N + y) * N + x;

			b[i] = (T) 0.4 * a[i] + (T) 0.1 * (a[i - 1] + a[i + 1] +
				a[i - N] + a[i + N] + a[i - N * N] +
				a[i + N * N]);
		}
}

template <class T, int N>
__global__ void wave8(IN(T) u, IN(T) v, OUT(T) w)
{
	const int S = N * N;
	int x = X, y = Y, z = Z, i = (z * N + y) * N + x;

	if (x < 4 || x >= N - 4 || y < 4 || y >= N - 4 || z < 4 || z >= N - 4)
		return;
	T l = (T) -8.5 * u[i] + (T) 1.6 * (u[i - 1] + u[i + 1] + u[i - N] +
		u[i + N] + u[i - S] + u[i + S]);
	l += (T) -0.2 * (u[i - 2] + u[i + 2] + u[i - 2 * N] + u[i + 2 * N] +
		u[i - 2 * S] + u[i + 2 * S]);
	l += (T) 0.025 * (u[i - 3] + u[i + 3] + u[i - 3 * N] + u[i + 3 * N] +
		u[i - 3 * S] + u[i + 3 * S]);
	l += (T) -0.0018 * (u[i - 4] + u[i + 4] + u[i - 4 * N] +
		u[i + 4 * N] + u[i - 4 * S] + u[i + 4 * S]);
	w[i] = 2 * u[i] - w[i] + v[i] * l;
}

template <int N> __global__ void redblack(float *a, IN(float) f, int colour)
{
	int x = X, y = Y, i = y * N + x;

	if (x > 0 && x < N - 1 && y > 0 && y < N - 1 && (x + y) % 2 == colour)
		a[i] = 0.25f * (a[i - 1] + a[i + 1] + a[i - N] + a[i + N] - f[i]);
}

template <int N> __global__ void weighted(IN(double) f, OUT(double) c)
{
	const int M = N / 2;
	int x = X, y = Y;

	if (x > 0 && x < M && y > 0 && y < M) {
		int i = 2 * y * N + 2 * x;

		c[y * M + x] = 0.25 * f[i] + 0.125 * (f[i - 1] + f[i + 1] +
			f[i - N] + f[i + N]) + 0.0625 * (f[i - N - 1] +
			f[i - N + 1] + f[i + N - 1] + f[i + N + 1]);
	}
}

template <int N>
__global__ void diffuse(IN(float) a, OUT(float) n, OUT(float) s, OUT(float) w,
	OUT(float) e, OUT(float) c)
{
	int x = X, y = Y, i = y * N + x;
	int up = max(y - 1, 0) * N + x, down = min(y + 1, N - 1) * N + x;
	int left = y * N + max(x - 1, 0), right = y * N + min(x + 1, N - 1);
	float v = a[i], dn = a[up] - v, ds = a[down] - v, dw = a[left] - v;
	float de = a[right] - v;
	float g = (dn * dn + ds * ds + dw * dw + de * de) / (v * v);
	float l = (dn + ds + dw + de) / v;
	float num = 0.5f * g - 0.0625f * l * l, den = 1 + 0.25f * l;
	float q = num / (den * den);

	den = (q - 0.05f) / (0.05f * 1.05f);
	n[i] = dn;
	s[i] = ds;
	w[i] = dw;
	e[i] = de;
	c[i] = 1 / (1 + den);
}

template <int N>
__global__ void upwind(IN(double) q, IN(double) u, IN(double) v, OUT(double) r)
{
	int x = X, y = Y, i = y * N + x;

	if (x > 0 && x < N - 1 && y > 0 && y < N - 1) {
		double a = u[i], b = v[i], c = q[i];

		r[i] = c - fmax(a, 0.0) * (c - q[i - 1]) -
			fmin(a, 0.0) * (q[i + 1] - c) -
			fmax(b, 0.0) * (c - q[i - N]) -
			fmin(b, 0.0) * (q[i + N] - c);
	}
}

/* D2Q9, one field a direction, periodic. */
template <int N> __global__ void d2q9(IN(double) f, OUT(double) g)
{
	const size_t S = (size_t) N * N;
	int x = X, y = Y;
	int l = (x + N - 1) % N, r = (x + 1) % N;
	int d = (y + N - 1) % N * N, u = (y + 1) % N * N, m = y * N;
	double f0 = f[m + x], f1 = f[S + m + l], f2 = f[2 * S + d + x];
	double f3 = f[3 * S + m + r], f4 = f[4 * S + u + x];
	double f5 = f[5 * S + d + l], f6 = f[6 * S + d + r];
	double f7 = f[7 * S + u + r], f8 = f[8 * S + u + l];
	double rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
	double ux = (f1 + f5 + f8 - f3 - f6 - f7) / rho;
	double uy = (f2 + f5 + f6 - f4 - f7 - f8) / rho;
	double b = 1 - 1.5 * (ux * ux + uy * uy), w = 0.8, p;

	g[m + x] = f0 + w * (4. / 9 * rho * b - f0);
	p = ux;
	g[S + m + x] = f1 + w * (rho / 9 * (b + 3 * p + 4.5 * p * p) - f1);
	g[3 * S + m + x] = f3 + w * (rho / 9 * (b - 3 * p + 4.5 * p * p) - f3);
	p = uy;
	g[2 * S + m + x] = f2 + w * (rho / 9 * (b + 3 * p + 4.5 * p * p) - f2);
	g[4 * S + m + x] = f4 + w * (rho / 9 * (b - 3 * p + 4.5 * p * p) - f4);
	p = ux + uy;
	g[5 * S + m + x] = f5 + w * (rho / 36 * (b + 3 * p + 4.5 * p * p) - f5);
	g[7 * S + m + x] = f7 + w * (rho / 36 * (b - 3 * p + 4.5 * p * p) - f7);
	p = uy - ux;
	g[6 * S + m + x] = f6 + w * (rho / 36 * (b + 3 * p + 4.5 * p * p) - f6);
	g[8 * S + m + x] = f8 + w * (rho / 36 * (b - 3 * p + 4.5 * p * p) - f8);
}

/* Shared memory. */
template <class T, int N, int B>
__global__ void mm_tile(IN(T) a, IN(T) b, OUT(T) c)
{
	__shared__ T s[B][B], t[B][B];
	int tx = threadIdx.x, ty = threadIdx.y, x = X, y = Y;
	T r = 0;

	for (int m = 0; m < N / B; ++m) {
		s[ty][tx] = a[y * N + m * B + tx];
		t[ty][tx] = b[(m * B + ty) * N + x];
		__syncthreads();
		for (int k = 0; k < B; ++k)
			r += s[ty][k] * t[k][tx];
		__syncthreads();
	}
	c[y * N + x] = r;
}

template <int B> __global__ void dot(IN(float) a, IN(float) b, OUT(float) r)
{
	__shared__ float s[B];
	int t = threadIdx.x, x = X;

	s[t] = a[x] * b[x];
	__syncthreads();
	for (int w = B / 2; w > 0; w /= 2) {
		if (t < w)
			s[t] += s[t + w];
		__syncthreads();
	}
	if (t == 0)
		r[blockIdx.x] = s[0];
}

/* Radius 2, the halo loaded by the threads at the edges. */
template <int N, int BX, int BY>
__global__ void tiled9(IN(float) a, OUT(float) b)
{
	__shared__ float s[BY + 4][BX + 4];
	int tx = threadIdx.x, ty = threadIdx.y, x = X, y = Y + 2;
	int i = y * N + x;

	s[ty + 2][tx + 2] = a[i];
	if (tx < 2) {
		s[ty + 2][tx] = a[i - 2];
		s[ty + 2][tx + BX + 2] = a[i + BX];
	}
	if (ty < 2) {
		s[ty][tx + 2] = a[i - 2 * N];
		s[ty + BY + 2][tx + 2] = a[i + BY * N];
	}
	__syncthreads();
	b[i] = 0.5f * s[ty + 2][tx + 2] + 0.1f * (s[ty + 2][tx] +
		s[ty + 2][tx + 1] + s[ty + 2][tx + 3] + s[ty + 2][tx + 4] +
		s[ty][tx + 2] + s[ty + 1][tx + 2] + s[ty + 3][tx + 2] +
		s[ty + 4][tx + 2]);
}

/* One step of a heated plate, tiles with a rim that does not store. */
template <int N, int B>
__global__ void plate(IN(float) t, IN(float) p, OUT(float) r)
{
	__shared__ float s[B][B], q[B][B];
	int tx = threadIdx.x, ty = threadIdx.y;
	int x = blockIdx.x * (B - 2) + tx, y = blockIdx.y * (B - 2) + ty;
	int i = y * N + x;

	s[ty][tx] = t[i];
	q[ty][tx] = p[i];
	__syncthreads();
	if (tx > 0 && tx < B - 1 && ty > 0 && ty < B - 1)
		r[i] = s[ty][tx] + 0.3f * (q[ty][tx] +
			(s[ty + 1][tx] + s[ty - 1][tx] - 2 * s[ty][tx]) * 0.2f +
			(s[ty][tx + 1] + s[ty][tx - 1] - 2 * s[ty][tx]) * 0.1f +
			(80.f - s[ty][tx]) * 0.01f);
}

/* Cheapest path, 20 rows at a time. */
template <int N, int B>
__global__ void path(IN(int) wall, IN(int) from, OUT(int) to)
{
	__shared__ int s[B + 2];
	int t = threadIdx.x, x = X, v = from[x];

#pragma unroll 1
	for (int k = 0; k < 20; ++k) {
		s[t + 1] = v;
		__syncthreads();
		v = min(min(s[t], s[t + 1]), s[t + 2]) + wall[k * N + x];
		__syncthreads();
	}
	to[x] = v;
}

/* Rows of N by a block of B: largest, sum of exponentials, quotient. */
template <int N, int B> __global__ void softmax_row(IN(float) a, OUT(float) b)
{
	__shared__ float s[B];
	int t = threadIdx.x, y = blockIdx.x;
	float m = -1e30f, e = 0;

	for (int k = 0; k < N / B; ++k)
		m = fmaxf(m, a[y * N + k * B + t]);
	s[t] = m;
	__syncthreads();
	for (int w = B / 2; w > 0; w /= 2) {
		if (t < w)
			s[t] = fmaxf(s[t], s[t + w]);
		__syncthreads();
	}
	m = s[0];
	__syncthreads();
	for (int k = 0; k < N / B; ++k)
		e += __expf(a[y * N + k * B + t] - m);
	s[t] = e;
	__syncthreads();
	for (int w = B / 2; w > 0; w /= 2) {
		if (t < w)
			s[t] += s[t + w];
		__syncthreads();
	}
	e = s[0];
	for (int k = 0; k < N / B; ++k)
		b[y * N + k * B + t] = __expf(a[y * N + k * B + t] - m) / e;
}

/* Streams and loops of a thread. */
__global__ void nearest(IN(float2) p, OUT(float) d, float lat, float lng)
{
	int x = X;
	float2 q = p[x];

	d[x] = sqrtf((lat - q.x) * (lat - q.x) + (lng - q.y) * (lng - q.y));
}

template <int N, int K, int D>
__global__ void clusters(IN(float) f, IN(float) c, OUT(float) best)
{
	int x = X;
	float m = 1e30f;

	for (int k = 0; k < K; ++k) {
		float s = 0;

		for (int d = 0; d < D; ++d) {
			float e = f[d * N + x] - c[k * D + d];

			s += e * e;
		}
		m = fminf(m, s);
	}
	best[x] = m;
}

template <int N>
__global__ void adjust(float *w, float *old, float *delta, float *ly)
{
	int j = X, i = Y;
	float d = 0.3f * delta[j] * ly[i] + 0.3f * old[i * N + j];

	w[i * N + j] += d;
	old[i * N + j] = d;
}

__global__ void iterate(IN(float) a, OUT(float) b)
{
	int x = X;
	float c = a[x], v = c;

#pragma unroll 8
	for (int k = 0; k < 256; ++k)
		v = v * v * 0.5f + c;
	b[x] = v;
}

__global__ void complex_product(IN(double2) a, IN(double2) b, OUT(double2) c)
{
	int x = X;
	double2 p = a[x], q = b[x];

	c[x] = make_double2(p.x * q.x - p.y * q.y, p.x * q.y + p.y * q.x);
}

template <int N, int R> __global__ void blur(IN(uint8_t) a, OUT(uint8_t) b)
{
	int x = X, y = Y + R, s = 0;

	for (int j = -R; j <= R; ++j)
		for (int i = -R; i <= R; ++i)
			s += a[(y + j) * N + x + i];
	b[y * N + x] = s / ((2 * R + 1) * (2 * R + 1));
}

/* Mean over a batch: channels apart by S, images by C*S. */
template <int C, int S, int B>
__global__ void batch_mean(IN(float) a, OUT(float) m)
{
	int x = X;
	float s = 0;

	for (int b = 0; b < B; ++b)
		s += a[(size_t) b * C * S + x];
	m[x] = s * (1.f / B);
}

template <int N> __global__ void small_systems(IN(double) a, IN(double) v, OUT(double) r)
{
	int x = X;
	double w[4];

#pragma unroll
	for (int j = 0; j < 4; ++j)
		w[j] = v[j * N + x];
#pragma unroll
	for (int i = 0; i < 4; ++i) {
		double s = 0;

#pragma unroll
		for (int j = 0; j < 4; ++j)
			s += a[(i * 4 + j) * N + x] * w[j];
		r[i * N + x] = s;
	}
}

#define SET(i) (i % 2 ? "held" : "fit")
#define F(i)   f<float>(i)
#define D(i)   f<double>(i)

void add_blind()
{
	for (int b : { 64, 256 }) {
		add("suite", "held", "bicg_s_4096", "float", 4096, b, bicg_s<4096, 4096>, F(0), F(1), F(4));
		add("suite", "fit", "bicg_q_4096", "float", 4096, b, bicg_q<4096, 4096>, F(0), F(1), F(4));
		add("suite", "fit", "bicg_s_16384", "float", 16384, b, bicg_s<4096, 16384>, F(0), F(1), F(4));
		add("suite", "held", "bicg_q_16384", "float", 16384, b, bicg_q<16384, 4096>, F(0), F(1), F(4));
		add("suite", "fit", "gram", "float", 2048, b, gram<2048>, F(0), F(1), F(4));
		add("suite", "held", "rows_scan", "float", 8192, b, rows_scan<8192, 1024>, F(0));
	}
	for (ints b : { ints(32, 8), ints(16, 16) }) {
		add("suite", "held", "gemm_1024", "float", ints(1024, 1024), b, gemm<float, 1024>, F(0), F(1), F(4), 1.5f, 0.5f);
		add("suite", "held", "gemm_1024", "double", ints(1024, 1024), b, gemm<double, 1024>, D(0), D(1), D(4), 1.5, 0.5);
		add("suite", "fit", "mm3", "float", ints(896, 800), b, mm3<800, 896, 960>, F(0), F(1), F(4));
		add("suite", "fit", "triangle", "float", ints(1024, 1024), b, triangle<1024>, F(0), F(1), F(4));
		add("suite", "held", "lu_step", "double", ints(4096, 4096), b, lu_step<4096>, D(4), 1000);
		add("suite", "fit", "standardize", "float", ints(4096, 4096), b, standardize<4096>, F(0), F(1), F(4), 3.5f);
		add("suite", "held", "ger", "double", ints(8192, 8192), b, ger<8192>, D(4), D(0), D(1));
		add("suite", "fit", "adjust", "float", ints(8192, 8192), b, adjust<8192>, F(4), F(5), F(0), F(1));
		add("guard", "held", "conv9", "float", ints(8192, 4096), b, conv9<8192, 4096>, F(0), F(4));
		add("guard", "fit", "heat3", "float", ints(512, 512), b, heat3<float, 512>, F(0), F(4));
		add("guard", "fit", "heat3", "double", ints(512, 512), b, heat3<double, 512>, D(0), D(4));
		add("guard", "held", "redblack", "float", ints(8192, 8192), b, redblack<8192>, F(4), F(0), 1);
		add("guard", "fit", "weighted", "double", ints(4096, 4096), b, weighted<8192>, D(0), D(4));
		add("guard", "held", "diffuse", "float", ints(4096, 4096), b, diffuse<4096>, F(0), F(3), F(4), F(5), F(6), F(7));
		add("guard", "fit", "upwind", "double", ints(8192, 8192), b, upwind<8192>, D(0), D(1), D(2), D(4));
		add("lbm", "held", "d2q9", "double", ints(3072, 3072), b, d2q9<3072>, D(0), D(4));
		add("suite", "fit", "symmetric", "float", ints(8192, 8192), b, symmetric<8192>, F(0), F(4));
		add("loop", "held", "blur_1", "uint8", ints(8192, 8192), b, blur<8192, 1>, f<uint8_t>(0), f<uint8_t>(4));
		add("loop", "held", "blur_3", "uint8", ints(8192, 8192), b, blur<8192, 3>, f<uint8_t>(0), f<uint8_t>(4));
	}
	for (ints b : { ints(32, 4, 2), ints(64, 4, 1), ints(8, 8, 8) }) {
		add("guard", "held", "wave8", "float", ints(384, 384, 384), b, wave8<float, 384>, F(0), F(1), F(4));
		add("guard", "fit", "wave8", "double", ints(384, 384, 384), b, wave8<double, 384>, D(0), D(1), D(4));
	}
	add("shared", "held", "mm_tile16_1536", "float", ints(1536, 1536), ints(16, 16), mm_tile<float, 1536, 16>, F(0), F(1), F(4));
	add("shared", "held", "mm_tile32_1536", "float", ints(1536, 1536), ints(32, 32), mm_tile<float, 1536, 32>, F(0), F(1), F(4));
	add("shared", "held", "mm_tile16_1536", "double", ints(1536, 1536), ints(16, 16), mm_tile<double, 1536, 16>, D(0), D(1), D(4));
	add("shared", "fit", "dot_128", "float", 1 << 26, 128, dot<128>, F(0), F(1), F(4));
	add("shared", "fit", "dot_512", "float", 1 << 26, 512, dot<512>, F(0), F(1), F(4));
	add("shared", "held", "tiled9_32_8", "float", ints(8192, 8192), ints(32, 8), tiled9<8192, 32, 8>, F(0), F(4));
	add("shared", "held", "tiled9_32_32", "float", ints(8192, 8192), ints(32, 32), tiled9<8192, 32, 32>, F(0), F(4));
	add("shared", "fit", "plate_16", "float", ints(16 * 512, 16 * 512), ints(16, 16), plate<7200, 16>, F(0), F(1), F(4));
	add("shared", "fit", "plate_32", "float", ints(32 * 240, 32 * 240), ints(32, 32), plate<7232, 32>, F(0), F(1), F(4));
	add("shared", "held", "path_256", "int32", 1 << 22, 256, path<1 << 22, 256>, f<int>(0), f<int>(1), f<int>(4));
	add("shared", "held", "path_1024", "int32", 1 << 22, 1024, path<1 << 22, 1024>, f<int>(0), f<int>(1), f<int>(4));
	add("shared", "fit", "softmax_row_1024_256", "float", 65536 * 256, 256, softmax_row<1024, 256>, F(0), F(4));
	add("shared", "held", "softmax_row_4096_256", "float", 16384 * 256, 256, softmax_row<4096, 256>, F(0), F(4));
	add("shared", "fit", "softmax_row_4096_1024", "float", 16384 * 1024, 1024, softmax_row<4096, 1024>, F(0), F(4));
	for (int b : { 128, 512 }) {
		add("stream", "fit", "nearest", "float", 1 << 26, b, nearest, f<float2>(0), F(4), 0.6f, 0.7f);
		add("loop", "held", "clusters_8_16", "float", 1 << 22, b, clusters<1 << 22, 8, 16>, F(0), F(1), F(4));
		add("loop", "fit", "clusters_32_4", "float", 1 << 22, b, clusters<1 << 22, 32, 4>, F(0), F(1), F(4));
		add("compute", "held", "iterate", "float", 1 << 24, b, iterate, F(0), F(4));
		add("stream", "held", "complex_product", "double", 1 << 25, b, complex_product, f<double2>(0), f<double2>(1), f<double2>(4));
		add("loop", "fit", "batch_mean_32", "float", 1 << 20, b, batch_mean<64, 16384, 32>, F(0), F(4));
		add("loop", "fit", "batch_mean_256", "float", 1 << 16, b, batch_mean<64, 1024, 256>, F(0), F(4));
		add("stream", "held", "small_systems", "double", 1 << 22, b, small_systems<1 << 22>, D(0), D(1), D(4));
	}
}
