// Kernels as users of suites and textbooks write them, and in no other set: loops in a thread with
// several sums, several loops or bounds by the thread, dense and matrix-vector codes with plain and
// with restricted pointers, tiles with several barriers, guarded stencils of several fields, sweeps,
// special functions, integers, divisors known at run time, branches that data decide.
// Said in fresh.wsp and predicted before they were timed.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 fresh.cu && ./a.out >fresh.csv
//
// cold_ms is the median of nine launches, each between two events, on caches that hold other data, all of
// it read.
// With an argument each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
#include "cold.h"

// Loops in a thread.

__global__ void moments(IN(float) a, OUT(float) m, int n, int rows)
{
	int i = X;
	if (i >= n)
		return;
	float s1 = 0, s2 = 0, s3 = 0, s4 = 0;
	for (int k = 0; k < rows; ++k) {
		float v = a[k * n + i], w = v * v;
		s1 += v;
		s2 += w;
		s3 += w * v;
		s4 += w * w;
	}
	m[i] = s1;
	m[n + i] = s2;
	m[2 * n + i] = s3;
	m[3 * n + i] = s4;
}

__global__ void minmax_scale(double *a, double *b, int n, int rows)
{
	int i = X;
	if (i >= n)
		return;
	double lo = a[i], hi = lo;
	for (int k = 1; k < rows; ++k) {
		lo = fmin(lo, a[k * n + i]);
		hi = fmax(hi, a[k * n + i]);
	}
	double r = 1 / (hi - lo);
	for (int k = 0; k < rows; ++k)
		b[k * n + i] = (a[k * n + i] - lo) * r;
}

__global__ void jacobi_dense(float *a, float *b, float *v, float *r, int n)
{
	int i = X;
	if (i < n) {
		float s = b[i];
		for (int j = 0; j < n; ++j)
			if (j != i)
				s -= a[i * n + j] * v[j];
		r[i] = s / a[i * n + i];
	}
}

__global__ void integral_rows(byte *a, int *b, int w, int h)
{
	int i = X;
	if (i >= h)
		return;
	int s = 0;
	for (int k = 0; k < w; ++k) {
		s += a[i * w + k];
		b[i * w + k] = s;
	}
}

__global__ void row_dot4(IN(float4) a, IN(float4) v, OUT(float) r, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float s = 0;
	for (int k = 0; k < m; ++k) {
		float4 p = a[i * m + k], q = v[k];
		s += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
	}
	r[i] = s;
}

__global__ void gemv_half(IN(__half) a, IN(__half) v, OUT(float) r, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float s = 0;
	for (int k = 0; k < m; ++k)
		s += __half2float(a[k * n + i]) * __half2float(v[k]);
	r[i] = s;
}

__global__ void lcg_walk(unsigned *a, unsigned *b, int n, int steps, unsigned m)
{
	int i = X;
	if (i >= n)
		return;
	unsigned s = a[i];
	for (int k = 0; k < steps; ++k)
		s = (s * 1664525u + 1013904223u) % m;
	b[i] = s;
}

__global__ void top_three(IN(float) q, IN(float) p, OUT(float) o, int n, int points)
{
	int i = X;
	if (i >= n)
		return;
	float v = q[i], a = 1e30f, b = 1e30f, c = 1e30f;
	for (int k = 0; k < points; ++k) {
		float d = fabsf(p[k] - v), t = fmaxf(a, d), u;
		a = fminf(a, d);
		u = fmaxf(b, t);
		b = fminf(b, t);
		c = fminf(c, u);
	}
	o[i] = a;
	o[n + i] = b;
	o[2 * n + i] = c;
}

__global__ void bilinear_form(IN(float) v, IN(float) w, OUT(float) r, int n)
{
	const int m = 24;
	int x = X;
	if (x >= n)
		return;
	float s = 0;
	for (int i = 0; i < m; ++i) {
		float t = 0;
		for (int j = 0; j < m; ++j)
			t += w[i * m + j] * v[j * n + x];
		s += t * v[i * n + x];
	}
	r[x] = s;
}

__global__ void form_runtime(IN(float) v, IN(float) w, OUT(float) r, int n, int m)
{
	int x = X;
	if (x >= n)
		return;
	float s = 0;
	for (int i = 0; i < m; ++i) {
		float t = 0;
		for (int j = 0; j < m; ++j)
			t += w[i * m + j] * v[j * n + x];
		s += t * v[i * n + x];
	}
	r[x] = s;
}

__global__ void sym_form(IN(double) v, IN(double) w, OUT(double) r, int n, int m)
{
	int x = X;
	if (x >= n)
		return;
	double s = 0;
	for (int i = 0; i < m; ++i) {
		double t = 0;
		for (int j = 0; j <= i; ++j)
			t += w[i * m + j] * v[j * n + x];
		s += t * v[i * n + x];
	}
	r[x] = s;
}

__global__ void two_updates(double *u, double *v, double *w, int n, int m)
{
	int i = X;
	if (i < n)
		for (int k = 0; k < m; ++k) {
			v[k * n + i] += 0.5 * u[k * n + i];
			w[k * n + i] += 0.25 * v[k * n + i];
		}
}

__global__ void gemv_pairs(IN(float2) a, IN(float) v, OUT(float2) r, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float s = 0, t = 0;
	for (int k = 0; k < m; ++k) {
		float2 p = a[k * n + i];
		s += p.x * v[k];
		t += p.y * v[k];
	}
	r[i] = make_float2(s, t);
}

__global__ void adi_z(double *a, double *b, double *c, double *d, double *cp, double *dp, int nx, int ny,
	int nz)
{
	int x = X, y = Y;
	if (x >= nx || y >= ny)
		return;
	double p = 0, q = 0, w = 0;
	for (int k = 0; k < nz; ++k) {
		int i = (k * ny + y) * nx + x;
		double m = 1 / (b[i] + 4 - a[i] * p);
		p = c[i] * m;
		q = (d[i] - a[i] * q) * m;
		cp[i] = p;
		dp[i] = q;
	}
	for (int k = nz - 1; k >= 0; --k) {
		int i = (k * ny + y) * nx + x;
		w = dp[i] - cp[i] * w;
		d[i] = w;
	}
}

__global__ void stride_axpy4(float4 *a, float4 *b, int n, float s)
{
	for (int i = X; i < n; i += gridDim.x * blockDim.x) {
		float4 p = a[i], q = b[i];
		b[i] = make_float4(s * p.x + q.x, s * p.y + q.y, s * p.z + q.z, s * p.w + q.w);
	}
}

__global__ void local_stats(IN(float) a, OUT(float) m, OUT(float) v, int nx, int ny, int r, float f)
{
	int x = X, y = Y;
	if (x < r || x >= nx - r || y < r || y >= ny - r)
		return;
	float s = 0, q = 0;
	for (int j = -r; j <= r; ++j)
		for (int i = -r; i <= r; ++i) {
			float t = a[(y + j) * nx + x + i];
			s += t;
			q += t * t;
		}
	s *= f;
	m[y * nx + x] = s;
	v[y * nx + x] = q * f - s * s;
}

// Dense and matrix-vector codes.

__global__ void dgemv_beta(double *a, double *v, double *r, int rows, int columns, double alpha, double beta)
{
	int i = X;
	if (i < rows) {
		double s = 0;
		for (int k = 0; k < columns; ++k)
			s += a[i * columns + k] * v[k];
		r[i] = alpha * s + beta * r[i];
	}
}

__global__ void gemv_split(IN(float) a, IN(float) v, OUT(float) r, int n, int m)
{
	__shared__ float p[8][32];
	int x = X, tx = threadIdx.x, ty = threadIdx.y;
	float s = 0;

	for (int k = ty; k < m; k += 8)
		s += a[k * n + x] * v[k];
	p[ty][tx] = s;
	__syncthreads();
	for (int l = 4; l > 0; l /= 2) {
		if (ty < l)
			p[ty][tx] += p[ty + l][tx];
		__syncthreads();
	}
	if (ty == 0)
		r[x] = p[0][tx];
}

__global__ void symv_lower(IN(float) a, IN(float) v, OUT(float) r, int n)
{
	int i = X;
	if (i >= n)
		return;
	float s = 0;
	for (int k = 0; k <= i; ++k)
		s += a[i * n + k] * v[k];
	for (int k = i + 1; k < n; ++k)
		s += a[k * n + i] * v[k];
	r[i] = s;
}

__global__ void trmv_upper(double *a, double *v, double *r, int n)
{
	int i = X;
	if (i >= n)
		return;
	double s = 0;
	for (int k = i; k < n; ++k)
		s += a[i * n + k] * v[k];
	r[i] = s;
}

__global__ void syr2k_lower(double *a, double *b, double *c, int n, int m, double alpha, double beta)
{
	int j = X, i = Y;
	if (i < n && j <= i) {
		c[i * n + j] *= beta;
		for (int k = 0; k < m; ++k)
			c[i * n + j] += alpha * a[i * m + k] * b[j * m + k] + alpha * b[i * m + k] * a[j * m + k];
	}
}

__global__ void gs_step(float *a, float *q, float *r, int n, int k)
{
	int j = X;
	if (j > k && j < n) {
		r[k * n + j] = 0;
		for (int i = 0; i < n; ++i)
			r[k * n + j] += q[i * n + k] * a[i * n + j];
		for (int i = 0; i < n; ++i)
			a[i * n + j] -= q[i * n + k] * r[k * n + j];
	}
}

__global__ void corr_centred(IN(float) a, IN(float) m, OUT(float) o, int n, int rows)
{
	int j = X, i = Y;
	if (i < n && j < n) {
		float s = 0;
		for (int k = 0; k < rows; ++k)
			s += (a[k * n + j] - m[j]) * (a[k * n + i] - m[i]);
		o[i * n + j] = s / (rows - 1);
	}
}

__global__ void chol_column(double *l, int n, int j)
{
	int i = X;
	if (i > j && i < n) {
		double s = l[i * n + j];
		for (int k = 0; k < j; ++k)
			s -= l[i * n + k] * l[j * n + k];
		l[i * n + j] = s / l[j * n + j];
	}
}

__global__ void batch_six(IN(double) a, IN(double) b, OUT(double) c, int n)
{
	int x = X;
	if (x >= n)
		return;
#pragma unroll
	for (int i = 0; i < 6; ++i)
#pragma unroll
		for (int j = 0; j < 6; ++j) {
			double s = 0;
#pragma unroll
			for (int k = 0; k < 6; ++k)
				s += a[36 * x + 6 * i + k] * b[36 * x + 6 * k + j];
			c[36 * x + 6 * i + j] = s;
		}
}

__global__ void cramer3(IN(float) m, IN(float) r, OUT(float) o, int n)
{
	int x = X;
	if (x >= n)
		return;
	float a = m[x], b = m[n + x], c = m[2 * n + x], d = m[3 * n + x], e = m[4 * n + x], f = m[5 * n + x];
	float g = m[6 * n + x], h = m[7 * n + x], i = m[8 * n + x];
	float p = r[x], q = r[n + x], s = r[2 * n + x];
	float det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
	o[x] = (p * (e * i - f * h) - b * (q * i - f * s) + c * (q * h - e * s)) / det;
	o[n + x] = (a * (q * i - f * s) - p * (d * i - f * g) + c * (d * s - q * g)) / det;
	o[2 * n + x] = (a * (e * s - q * h) - b * (d * s - q * g) + p * (d * h - e * g)) / det;
}

__global__ void ger_four(double *a, double *u, double *v, int nx, int ny)
{
	int x = X, y = Y;
	if (x < nx && y < ny)
		for (int q = 0; q < 4; ++q)
			a[y * nx + x] += u[q * ny + y] * v[q * nx + x];
}

__global__ void kron(IN(float) a, IN(float) b, OUT(float) c, int nx, int ny, int na, int p)
{
	int x = X, y = Y;
	if (x < nx && y < ny)
		c[y * nx + x] = a[y / p * na + x / p] * b[y % p * p + x % p];
}

__global__ void matmul_2x2(IN(float) a, IN(float) b, OUT(float) c, int n)
{
	int x = 2 * X, y = 2 * Y;
	float s = 0, t = 0, u = 0, v = 0;

	for (int k = 0; k < n; ++k) {
		float p = a[y * n + k], q = a[(y + 1) * n + k], e = b[k * n + x], f = b[k * n + x + 1];
		s += p * e;
		t += p * f;
		u += q * e;
		v += q * f;
	}
	c[y * n + x] = s;
	c[y * n + x + 1] = t;
	c[(y + 1) * n + x] = u;
	c[(y + 1) * n + x + 1] = v;
}

__global__ void gemm_float4(IN(float) a, IN(float4) b, OUT(float4) c, int n)
{
	int x = X, y = Y, w = n / 4;
	if (x >= w || y >= n)
		return;
	float4 s = make_float4(0, 0, 0, 0);
	for (int k = 0; k < n; ++k) {
		float p = a[y * n + k];
		float4 q = b[k * w + x];
		s.x += p * q.x;
		s.y += p * q.y;
		s.z += p * q.z;
		s.w += p * q.w;
	}
	c[y * w + x] = s;
}

__global__ void trsm_columns(double *l, double *b, double *o, int n, int m)
{
	int x = X;
	if (x >= n)
		return;
	for (int i = 0; i < m; ++i) {
		double s = b[i * n + x];
		for (int j = 0; j < i; ++j)
			s -= l[i * m + j] * o[j * n + x];
		o[i * n + x] = s / l[i * m + i];
	}
}

__global__ void chol_batch(double *a, int n, int m)
{
	int x = X;
	if (x >= n)
		return;
	for (int j = 0; j < m; ++j) {
		double s = a[(j * m + j) * n + x] + 8;
		for (int k = 0; k < j; ++k)
			s -= a[(j * m + k) * n + x] * a[(j * m + k) * n + x];
		double d = sqrt(s);
		a[(j * m + j) * n + x] = d;
		for (int i = j + 1; i < m; ++i) {
			double t = a[(i * m + j) * n + x];
			for (int k = 0; k < j; ++k)
				t -= a[(i * m + k) * n + x] * a[(j * m + k) * n + x];
			a[(i * m + j) * n + x] = t / d;
		}
	}
}

// Shared memory.

__global__ void coulomb_tile(IN(float4) at, OUT(float) v, int nx, int atoms, float h)
{
	__shared__ float4 s[256];
	int x = X, y = Y, t = threadIdx.y * blockDim.x + threadIdx.x;
	float e = 0;

	for (int m = 0; m < atoms; m += 256) {
		s[t] = at[m + t];
		__syncthreads();
		for (int k = 0; k < 256; ++k) {
			float dx = s[k].x - h * x, dy = s[k].y - h * y;
			e += s[k].w * rsqrtf(dx * dx + dy * dy + s[k].z * s[k].z);
		}
		__syncthreads();
	}
	v[y * nx + x] = e;
}

__global__ void scan_items(IN(int4) a, OUT(int4) b)
{
	__shared__ int s[256];
	int x = X, tx = threadIdx.x;
	int4 p = a[x];
	int q = p.x + p.y, r = q + p.z, t = r + p.w;

	s[tx] = t;
	__syncthreads();
	for (int l = 1; l < 256; l *= 2) {
		int v = 0;
		if (tx >= l)
			v = s[tx - l];
		__syncthreads();
		s[tx] += v;
		__syncthreads();
	}
	int e = s[tx] - t;
	b[x] = make_int4(e + p.x, e + q, e + r, e + t);
}

__global__ void transpose_batch(IN(double) a, OUT(double) b, int nx, int ny)
{
	__shared__ double s[16][17];
	int tx = threadIdx.x, ty = threadIdx.y, x = X, y = Y, n = blockIdx.z * nx * ny;

	if (x < nx && y < ny)
		s[ty][tx] = a[n + y * nx + x];
	__syncthreads();
	x = blockIdx.y * 16 + tx;
	y = blockIdx.x * 16 + ty;
	if (x < ny && y < nx)
		b[n + y * ny + x] = s[tx][ty];
}

__constant__ float weights[49];

template <int W, int H> __global__ void conv_tile7(IN(float) a, OUT(float) b, int nx, int ny)
{
	__shared__ float s[H + 6][W + 6];
	int tx = threadIdx.x, ty = threadIdx.y, x = X, y = Y;

	for (int j = ty; j < H + 6; j += H)
		for (int i = tx; i < W + 6; i += W) {
			int u = blockIdx.x * W + i - 3, v = blockIdx.y * H + j - 3;
			s[j][i] = u >= 0 && u < nx && v >= 0 && v < ny ? a[v * nx + u] : 0;
		}
	__syncthreads();
	float r = 0;
#pragma unroll
	for (int j = 0; j < 7; ++j)
#pragma unroll
		for (int i = 0; i < 7; ++i)
			r += weights[7 * j + i] * s[ty + j][tx + i];
	b[y * nx + x] = r;
}

__global__ void argmax_block(IN(float) a, OUT(float) v, OUT(int) w)
{
	__shared__ float s[256];
	__shared__ int t[256];
	int tx = threadIdx.x, x = X;

	s[tx] = a[x];
	t[tx] = x;
	__syncthreads();
	for (int l = 128; l > 0; l /= 2) {
		if (tx < l) {
			float p = s[tx], q = s[tx + l];
			int i = t[tx], j = t[tx + l];
			s[tx] = q > p ? q : p;
			t[tx] = q > p ? j : i;
		}
		__syncthreads();
	}
	if (tx == 0) {
		v[blockIdx.x] = s[0];
		w[blockIdx.x] = t[0];
	}
}

__global__ void hotspot_steps(float *t, float *p, float *o, int n)
{
	__shared__ float s[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, i = (12 * blockIdx.y + ty) * n + 12 * blockIdx.x + tx;
	float q, v = 0;

	s[ty][tx] = t[i];
	q = p[i];
	__syncthreads();
	for (int k = 1; k <= 2; ++k) {
		bool in = tx >= k && tx <= 15 - k && ty >= k && ty <= 15 - k;
		if (in) {
			float c = s[ty][tx];
			v = c + 0.1f * (q + (s[ty + 1][tx] + s[ty - 1][tx] - 2 * c) * 0.3f + (s[ty][tx + 1] +
				s[ty][tx - 1] - 2 * c) * 0.2f + (80 - c) * 0.05f);
		}
		__syncthreads();
		if (in)
			s[ty][tx] = v;
		__syncthreads();
	}
	if (tx >= 2 && tx <= 13 && ty >= 2 && ty <= 13)
		o[i] = s[ty][tx];
}

__global__ void nw_diag(int *m, int *r, int n, int gap)
{
	__shared__ int t[17][17];
	__shared__ int f[16][16];
	int tx = threadIdx.x, b = blockIdx.x, w = n + 1, c = n - 16 - 16 * b, from = 16 * b * w + c;

	for (int k = 0; k < 16; ++k)
		f[k][tx] = r[from + (k + 1) * w + tx + 1];
	if (tx == 0)
		t[0][0] = m[from];
	t[tx + 1][0] = m[from + (tx + 1) * w];
	t[0][tx + 1] = m[from + tx + 1];
	__syncthreads();
	for (int k = 0; k < 16; ++k) {
		if (tx <= k) {
			int i = tx + 1, j = k - tx + 1;
			t[j][i] = max(max(t[j - 1][i - 1] + f[j - 1][i - 1], t[j][i - 1] - gap), t[j - 1][i] - gap);
		}
		__syncthreads();
	}
	for (int k = 0; k < 15; ++k) {
		if (tx <= 14 - k) {
			int i = tx + k + 2, j = 16 - tx;
			t[j][i] = max(max(t[j - 1][i - 1] + f[j - 1][i - 1], t[j][i - 1] - gap), t[j - 1][i] - gap);
		}
		__syncthreads();
	}
	for (int k = 0; k < 16; ++k)
		m[from + (k + 1) * w + tx + 1] = t[k + 1][tx + 1];
}

__global__ void lud_blocks(float *a, float *b)
{
	__shared__ float s[16][16];
	int tx = threadIdx.x, from = blockIdx.x * 256;

	for (int i = 0; i < 16; ++i)
		s[i][tx] = a[from + i * 16 + tx];
	__syncthreads();
	for (int i = 0; i < 15; ++i) {
		if (tx > i) {
			for (int j = 0; j < i; ++j)
				s[tx][i] -= s[tx][j] * s[j][i];
			s[tx][i] /= s[i][i];
		}
		__syncthreads();
		if (tx > i)
			for (int j = 0; j <= i; ++j)
				s[i + 1][tx] -= s[i + 1][j] * s[j][tx];
		__syncthreads();
	}
	for (int i = 1; i < 16; ++i)
		b[from + i * 16 + tx] = s[i][tx];
}

__global__ void bitonic_block(IN(int) a, OUT(int) b)
{
	__shared__ int s[512];
	int t = threadIdx.x, from = blockIdx.x * 512;

	s[t] = a[from + t];
	s[t + 256] = a[from + t + 256];
	for (int k = 2; k <= 512; k *= 2)
		for (int j = k / 2; j > 0; j /= 2) {
			__syncthreads();
			int i = 2 * t - (t & (j - 1)), p = s[i], q = s[i + j], lo = min(p, q), hi = max(p, q);
			bool up = (t & (k / 2)) == 0;
			s[i] = up ? lo : hi;
			s[i + j] = up ? hi : lo;
		}
	__syncthreads();
	b[from + t] = s[t];
	b[from + t + 256] = s[t + 256];
}

// Stencils.

__global__ void poisson_var(double *u, double *k, double *f, double *r, int nx, int ny, int nz)
{
	int x = X, y = Y, z = Z;
	if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1) {
		int p = nx * ny, i = z * p + y * nx + x;
		double c = k[i], v = u[i];
		double s = 0.5 * (k[i + 1] + c) * (u[i + 1] - v) - 0.5 * (k[i - 1] + c) * (v - u[i - 1]);
		s += 0.5 * (k[i + nx] + c) * (u[i + nx] - v) - 0.5 * (k[i - nx] + c) * (v - u[i - nx]);
		s += 0.5 * (k[i + p] + c) * (u[i + p] - v) - 0.5 * (k[i - p] + c) * (v - u[i - p]);
		r[i] = f[i] - s;
	}
}

__global__ void shallow(IN(float) h, IN(float) p, IN(float) q, OUT(float) h2, OUT(float) p2, OUT(float) q2,
	int nx, int ny, float l)
{
	int x = X, y = Y, i = y * nx + x;
	if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1)
		return;
	float he = h[i + 1], hw = h[i - 1], hn = h[i + nx], hs = h[i - nx];
	float pe = p[i + 1], pw = p[i - 1], pn = p[i + nx], ps = p[i - nx];
	float qe = q[i + 1], qw = q[i - 1], qn = q[i + nx], qs = q[i - nx];
	h2[i] = 0.25f * (he + hw + hn + hs) - l * (pe - pw + qn - qs);
	p2[i] = 0.25f * (pe + pw + pn + ps) - l * (pe * pe / he + 4.9f * he * he - pw * pw / hw -
		4.9f * hw * hw + pn * qn / hn - ps * qs / hs);
	q2[i] = 0.25f * (qe + qw + qn + qs) - l * (pe * qe / he - pw * qw / hw + qn * qn / hn +
		4.9f * hn * hn - qs * qs / hs - 4.9f * hs * hs);
}

__global__ void sor_black(double *u, double *f, int nx, int ny, int nz, double w)
{
	int y = Y, z = Z, x = 2 * X + (y + z) % 2;
	if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1) {
		int p = nx * ny, i = z * p + y * nx + x;
		u[i] += w * ((u[i - 1] + u[i + 1] + u[i - nx] + u[i + nx] + u[i - p] + u[i + p] - f[i]) * 0.1666 -
			u[i]);
	}
}

__global__ void phase_field(IN(float) c, OUT(float) o, int nx, int ny, float k, float m)
{
	int x = X, y = Y, i = y * nx + x;
	if (x < 2 || x >= nx - 2 || y < 2 || y >= ny - 2)
		return;
	auto mu = [&](int j) {
		return c[j] * c[j] * c[j] - c[j] - k * (c[j + 1] + c[j - 1] + c[j + nx] + c[j - nx] - 4 * c[j]);
	};
	o[i] = c[i] + m * (mu(i + 1) + mu(i - 1) + mu(i + nx) + mu(i - nx) - 4 * mu(i));
}

__global__ void wave_march4(IN(float) u, IN(float) v, float *un, int nx, int ny, int nz)
{
	int x = X, y = Y, p = nx * ny;
	if (x < 4 || x >= nx - 4 || y < 4 || y >= ny - 4)
		return;
	float q[9];
#pragma unroll
	for (int k = 0; k < 8; ++k)
		q[k] = u[k * p + y * nx + x];
	for (int k = 4; k < nz - 4; ++k) {
		int i = k * p + y * nx + x;
		q[8] = u[i + 4 * p];
		float l = -8.5f * q[4];
		l += 1.6f * (q[3] + q[5] + u[i - 1] + u[i + 1] + u[i - nx] + u[i + nx]);
		l -= 0.2f * (q[2] + q[6] + u[i - 2] + u[i + 2] + u[i - 2 * nx] + u[i + 2 * nx]);
		l += 0.025f * (q[1] + q[7] + u[i - 3] + u[i + 3] + u[i - 3 * nx] + u[i + 3 * nx]);
		l -= 0.0018f * (q[0] + q[8] + u[i - 4] + u[i + 4] + u[i - 4 * nx] + u[i + 4 * nx]);
		un[i] = 2 * q[4] - un[i] + v[i] * l;
#pragma unroll
		for (int j = 0; j < 8; ++j)
			q[j] = q[j + 1];
	}
}

__global__ void lap_clamp(IN(float) a, OUT(float) b, int nx, int ny, int nz)
{
	int x = X, y = Y, z = Z, p = nx * ny;
	if (x >= nx || y >= ny || z >= nz)
		return;
	int w = max(x - 1, 0), e = min(x + 1, nx - 1), s = max(y - 1, 0), n = min(y + 1, ny - 1);
	int d = max(z - 1, 0), t = min(z + 1, nz - 1);
	b[z * p + y * nx + x] = 0.4f * a[z * p + y * nx + x] + 0.1f * (a[z * p + y * nx + w] +
		a[z * p + y * nx + e] + a[z * p + s * nx + x] + a[z * p + n * nx + x] + a[d * p + y * nx + x] +
		a[t * p + y * nx + x]);
}

__global__ void tensor_diff(double *u, double *a, double *b, double *c, double *o, int nx, int ny, double t)
{
	int x = X, y = Y;
	if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1) {
		int i = y * nx + x;
		double s = a[i] * (u[i + 1] - 2 * u[i] + u[i - 1]) + c[i] * (u[i + nx] - 2 * u[i] + u[i - nx]);
		o[i] = u[i] + t * (s + 0.5 * b[i] * (u[i + nx + 1] - u[i + nx - 1] - u[i - nx + 1] +
			u[i - nx - 1]));
	}
}

__global__ void wet_cells(IN(int) w, IN(float) a, OUT(float) b, int nx, int ny)
{
	int x = X, y = Y, i = y * nx + x;
	if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && w[i] < 700)
		b[i] = a[i] + 0.2f * (a[i + 1] + a[i - 1] + a[i + nx] + a[i - nx] - 4 * a[i]);
}

// Functions, integers, branches.

__global__ void kepler(IN(float) m, IN(float) e, OUT(float) o, int n, int steps)
{
	int i = X;
	if (i >= n)
		return;
	float a = m[i], c = e[i], v = a;
	for (int k = 0; k < steps; ++k)
		v -= (v - c * sinf(v) - a) / (1 - c * cosf(v));
	o[i] = v;
}

__global__ void haversine(IN(double) la, IN(double) lo, IN(double) lb, IN(double) lp, OUT(double) o, int n)
{
	int i = X;
	if (i >= n)
		return;
	double s = sin(0.5 * (lb[i] - la[i])), t = sin(0.5 * (lp[i] - lo[i]));
	o[i] = 2 * 6371 * asin(sqrt(s * s + cos(la[i]) * cos(lb[i]) * t * t));
}

__global__ void bsearch(IN(float) t, IN(float) q, OUT(int) o, int n, int m)
{
	int x = X;
	if (x >= n)
		return;
	float v = q[x];
	int i = 0;
	for (int l = m / 2; l > 0; l /= 2)
		if (t[i + l] < v)
			i += l;
	o[x] = i;
}

__global__ void rare_event(IN(int) s, IN(float) a, OUT(float) o, int n)
{
	int i = X;
	if (i >= n)
		return;
	float v = a[i];
	if (s[i] < 50)
		v = sqrtf(logf(v + 1.5f)) * expf(-v * v) + cosf(v) / (v + 0.1f);
	o[i] = v;
}

__global__ void digit_sum(IN(unsigned) a, OUT(unsigned) o, int n, int digits, unsigned base)
{
	int i = X;
	if (i >= n)
		return;
	unsigned v = a[i], s = 0;
	for (int k = 0; k < digits; ++k) {
		s += v % base;
		v /= base;
	}
	o[i] = s;
}

__global__ void wrap_shift(IN(float) a, OUT(float) b, int n, int s)
{
	int i = X;
	if (i < n)
		b[i] = a[(7 * i + s) % n];
}

__global__ void count_above(IN(int) a, OUT(float) r, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float s = 0;
	for (int k = 0; k < m; ++k) {
		int v = a[k * n + i];
		if (v >= 500)
			s += sqrtf(v);
	}
	r[i] = s;
}

int main(int argc, char **)
{
	typedef ints i3;
	once = argc > 1;
	cudaMalloc(&memory, 10 * field);
	float *table;
	std::vector<float> sorted(65536);
	for (int i = 0; i < 65536; ++i)
		sorted[i] = 0.5f + i / 131072.f;
	cudaMalloc(&table, 262144);
	cudaMemcpy(table, sorted.data(), 262144, cudaMemcpyHostToDevice);
	printf("kernel,type,nx,ny,nz,bx,by,bz,strides,regs,cold_ms\n");
	auto v4 = [](int i) { return f<float4>(i); };
	auto u = [](int i) { return f<unsigned>(i); };
	struct line {
		int n, b;
	};
	for (line l : { line{ 2048, 64 }, line{ 30000, 96 }, line{ 262144, 256 } })
		measure("moments", l.n, l.b, "int32", 0.f, moments, F(0), F(4), l.n, 512);
	for (line l : { line{ 4096, 128 }, line{ 131072, 256 } })
		measure("minmax_scale", l.n, l.b, "int32", 0., minmax_scale, D(0), D(4), l.n, 300);
	for (line l : { line{ 1024, 128 }, line{ 8192, 64 }, line{ 8192, 256 } })
		measure("jacobi_dense", l.n, l.b, "int32", 0.f, jacobi_dense, F(0), F(1), F(2), F(4), l.n);
	for (line l : { line{ 2160, 32 }, line{ 65536, 128 } })
		measure("integral_rows", l.n, l.b, "int32", 0.f, integral_rows, B(0), I(4), 1024, l.n);
	for (line l : { line{ 2000, 64 }, line{ 65536, 256 } })
		measure("row_dot4", l.n, l.b, "int32", 0.f, row_dot4, v4(0), v4(1), F(4), l.n, 256);
	for (line l : { line{ 4096, 64 }, line{ 131072, 256 } })
		measure("gemv_half", l.n, l.b, "int32", 0.f, gemv_half, f<__half>(0), f<__half>(1), F(4), l.n, 2048);
	for (line l : { line{ 4096, 128 }, line{ 4194304, 256 } })
		measure("lcg_walk", l.n, l.b, "int32", 0.f, lcg_walk, u(0), u(4), l.n, 64, 2147483647u);
	for (line l : { line{ 8192, 64 }, line{ 1048576, 256 } })
		measure("top_three", l.n, l.b, "int32", 0.f, top_three, F(0), F(1), F(4), l.n, 1024);
	for (line l : { line{ 4096, 64 }, line{ 1048576, 128 } }) {
		measure("bilinear_form", l.n, l.b, "int32", 0.f, bilinear_form, F(0), F(1), F(4), l.n);
		measure("form_runtime", l.n, l.b, "int32", 0.f, form_runtime, F(0), F(1), F(4), l.n, 24);
	}
	for (line l : { line{ 4096, 64 }, line{ 262144, 256 } })
		measure("sym_form", l.n, l.b, "int32", 0., sym_form, D(0), D(1), D(4), l.n, 64);
	for (line l : { line{ 1024, 128 }, line{ 20000, 64 }, line{ 524288, 256 } })
		measure("two_updates", l.n, l.b, "int32", 0., two_updates, D(0), D(4), D(5), l.n, 128);
	for (line l : { line{ 2048, 64 }, line{ 32768, 128 } })
		measure("gemv_pairs", l.n, l.b, "int32", 0.f, gemv_pairs, f<float2>(0), F(1), f<float2>(4), l.n, 1500);
	measure("adi_z", i3(64, 64), i3(32, 4), "int32", 0., adi_z, D(0), D(1), D(2), D(4), D(5), D(6), 64, 64, 128);
	measure("adi_z", i3(512, 256), i3(32, 8), "int32", 0., adi_z, D(0), D(1), D(2), D(4), D(5), D(6), 512, 256,
		128);
	for (line l : { line{ 3000, 32 }, line{ 3000, 256 }, line{ 40000, 128 } })
		measure("dgemv_beta", l.n, l.b, "int32", 0., dgemv_beta, D(0), D(1), D(4), l.n, 1000, 1.5, .5);
	for (int n : { 2048, 65536 })
		measure("gemv_split", i3(n, 8), i3(32, 8), "int32", 0.f, gemv_split, F(0), F(1), F(4), n, 2048);
	for (line l : { line{ 1500, 128 }, line{ 6000, 64 } })
		measure("symv_lower", l.n, l.b, "int32", 0.f, symv_lower, F(0), F(1), F(4), l.n);
	for (line l : { line{ 2000, 32 }, line{ 8000, 256 } })
		measure("trmv_upper", l.n, l.b, "int32", 0., trmv_upper, D(0), D(1), D(4), l.n);
	measure("syr2k_lower", i3(512, 512), i3(32, 8), "int32", 0., syr2k_lower, D(0), D(1), D(4), 512, 256, 1.5, .5);
	measure("syr2k_lower", i3(1024, 1024), i3(16, 16), "int32", 0., syr2k_lower, D(0), D(1), D(4), 1024, 256, 1.5,
		.5);
	for (line l : { line{ 512, 256 }, line{ 4096, 64 }, line{ 4096, 256 } })
		measure("gs_step", l.n, l.b, "int32", 0.f, gs_step, F(4), F(0), F(5), l.n, 10);
	for (i3 b : { i3(32, 8), i3(16, 16) })
		for (int n : { 320, 1200 })
			measure("corr_centred", i3(n, n), b, "int32", 0.f, corr_centred, F(0), F(1), F(4), n, 600);
	for (line l : { line{ 1024, 64 }, line{ 8192, 128 } })
		measure("chol_column", l.n, l.b, "int32", 0., chol_column, D(4), l.n, 512);
	for (line l : { line{ 4096, 64 }, line{ 500000, 128 } })
		measure("batch_six", l.n, l.b, "int32", 0., batch_six, D(0), D(1), D(4), l.n);
	for (line l : { line{ 20000, 128 }, line{ 8388608, 256 } })
		measure("cramer3", l.n, l.b, "int32", 0.f, cramer3, F(0), F(1), F(4), l.n);
	for (int n : { 300, 4000 })
		measure("ger_four", i3(n, n), i3(32, 8), "int32", 0., ger_four, D(4), D(0), D(1), n, n);
	for (int n : { 480, 3072 })
		measure("kron", i3(n, n), i3(32, 8), "int32", 0.f, kron, F(0), F(1), F(4), n, n, 64, 48);
	for (int n : { 128, 512 })
		for (i3 b : { i3(16, 16), i3(32, 4) })
			measure("matmul_2x2", i3(n, n), b, "int32", 0.f, matmul_2x2, F(0), F(1), F(4), 2 * n);
	for (i3 b : { i3(32, 8), i3(16, 16) })
		for (int n : { 256, 1024 })
			measure("gemm_float4", i3(n / 4, n), b, "int32", 0.f, gemm_float4, F(0), v4(1), v4(4), n);
	for (line l : { line{ 2048, 64 }, line{ 131072, 256 } })
		measure("trsm_columns", l.n, l.b, "int32", 0., trsm_columns, D(0), D(1), D(4), l.n, 64);
	for (line l : { line{ 4096, 64 }, line{ 1000000, 256 } })
		measure("chol_batch", l.n, l.b, "int32", 0., chol_batch, D(4), l.n, 8);
	for (line l : { line{ 32768, 128 }, line{ 262144, 256 } })
		measure("stride_axpy4", l.n, l.b, "int32", 0.f, stride_axpy4, v4(0), v4(4), 1 << 24, .5f);
	for (i3 b : { i3(32, 8), i3(16, 16) })
		measure("local_stats", i3(4000, 4000), b, "int32", 0.f, local_stats, F(0), F(4), F(5), 4000, 4000, 2, .04f);
	for (int n : { 64, 512 })
		measure("coulomb_tile", i3(n, n), i3(32, 8), "int32", 0.f, coulomb_tile, v4(0), F(4), n, 4096, .01f);
	for (int n : { 16384, 4194304 })
		measure("scan_items", n, 256, "int32", 0.f, scan_items, f<int4>(0), f<int4>(4));
	for (int n : { 8, 1000 })
		measure("transpose_batch", i3(208, 128, n), i3(16, 16), "int32", 0., transpose_batch, D(0), D(4), 200, 120);
	for (int n : { 512, 4096 }) {
		measure("conv_tile7_16_16", i3(n, n), i3(16, 16), "int32", 0.f, conv_tile7<16, 16>, F(0), F(4), n, n);
		measure("conv_tile7_32_8", i3(n, n), i3(32, 8), "int32", 0.f, conv_tile7<32, 8>, F(0), F(4), n, n);
	}
	for (int n : { 65536, 33554432 })
		measure("argmax_block", n, 256, "int32", 0.f, argmax_block, F(0), F(4), I(5));
	for (int n : { 512, 5456 })
		measure("hotspot_steps", i3(n, n), i3(16, 16), "int32", 0.f, hotspot_steps, F(0), F(1), F(4), 3 * n / 4 + 4);
	for (int n : { 2048, 16000 })
		measure("nw_diag", n, 16, "int32", 0.f, nw_diag, I(4), I(0), n, 10);
	for (int n : { 1024, 320000 })
		measure("lud_blocks", n, 16, "int32", 0.f, lud_blocks, F(0), F(4));
	for (int n : { 10240, 4194304 })
		measure("bitonic_block", n, 256, "int32", 0.f, bitonic_block, I(0), I(4));
	for (i3 b : { i3(32, 4, 2), i3(8, 8, 4), i3(64, 2, 1) }) {
		measure("poisson_var", i3(320, 320, 200), b, "int32", 0., poisson_var, D(0), D(1), D(2), D(4), 320, 320,
			200);
		measure("sor_black", i3(160, 320, 200), b, "int32", 0., sor_black, D(4), D(0), 320, 320, 200, 1.2);
		measure("lap_clamp", i3(512, 512, 256), b, "int32", 0.f, lap_clamp, F(0), F(4), 512, 512, 256);
	}
	measure("poisson_var", i3(64, 64, 64), i3(32, 4, 2), "int32", 0., poisson_var, D(0), D(1), D(2), D(4), 64, 64, 64);
	measure("sor_black", i3(32, 64, 64), i3(32, 4, 2), "int32", 0., sor_black, D(4), D(0), 64, 64, 64, 1.2);
	measure("lap_clamp", i3(100, 100, 100), i3(32, 4, 2), "int32", 0.f, lap_clamp, F(0), F(4), 100, 100, 100);
	for (i3 b : { i3(32, 8), i3(128, 1), i3(16, 8) }) {
		measure("shallow", i3(4096, 3000), b, "int32", 0.f, shallow, F(0), F(1), F(2), F(4), F(5), F(6), 4096, 3000,
			.1f);
		measure("phase_field", i3(4096, 4096), b, "int32", 0.f, phase_field, F(0), F(4), 4096, 4096, .1f, .1f);
		measure("tensor_diff", i3(3000, 3000), b, "int32", 0., tensor_diff, D(0), D(1), D(2), D(3), D(4), 3000,
			3000, .1);
		limit = 1000;
		measure("wet_cells", i3(6000, 6000), b, "int32", 0.f, wet_cells, I(3), F(1), F(4), 6000, 6000);
		limit = 0;
	}
	measure("shallow", i3(500, 500), i3(32, 8), "int32", 0.f, shallow, F(0), F(1), F(2), F(4), F(5), F(6), 500, 500,
		.1f);
	measure("phase_field", i3(500, 500), i3(32, 8), "int32", 0.f, phase_field, F(0), F(4), 500, 500, .1f, .1f);
	measure("tensor_diff", i3(500, 500), i3(32, 8), "int32", 0., tensor_diff, D(0), D(1), D(2), D(3), D(4), 500, 500,
		.1);
	measure("wave_march4", i3(128, 128), i3(32, 4), "int32", 0.f, wave_march4, F(0), F(1), F(4), 128, 128, 200);
	for (i3 b : { i3(32, 8), i3(64, 4) })
		measure("wave_march4", i3(512, 512), b, "int32", 0.f, wave_march4, F(0), F(1), F(4), 512, 512, 200);
	for (line l : { line{ 10000, 128 }, line{ 16777216, 256 } }) {
		measure("kepler", l.n, l.b, "int32", 0.f, kepler, F(0), F(1), F(4), l.n, 6);
		limit = 1000;
		measure("rare_event", l.n, l.b, "int32", 0.f, rare_event, I(3), F(1), F(4), l.n);
		limit = 0;
		measure("wrap_shift", l.n, l.b, "int32", 0.f, wrap_shift, F(0), F(4), l.n, 12345);
	}
	for (line l : { line{ 50000, 128 }, line{ 8388608, 256 } }) {
		measure("haversine", l.n, l.b, "int32", 0., haversine, D(0), D(1), D(2), D(3), D(4), l.n);
		measure("bsearch", l.n, l.b, "int32", 0.f, bsearch, table, F(1), I(4), l.n, 65536);
		measure("digit_sum", l.n, l.b, "int32", 0.f, digit_sum, u(0), u(4), l.n, 8, 10u);
	}
	limit = 1000;
	for (line l : { line{ 4096, 64 }, line{ 262144, 256 } })
		measure("count_above", l.n, l.b, "int32", 0.f, count_above, I(3), F(4), l.n, 400);
	return cudaDeviceSynchronize() != cudaSuccess;
}
