// Kernels with loops in a thread and with shared memory as users write them, and in no other set:
// filters and recurrences by channel, products with register blocks, small dense algebra, a warp per
// row, dynamic programming, tables and bins in shared memory, marching and repeated stencils.
// Said in drawn.wsp and predicted before they were timed.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 drawn.cu && ./a.out >drawn.csv
//
// cold_ms is the median of nine launches, each between two events, on caches that hold other data, all of
// it read.
// With an argument each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
#include "cold.h"

// Loops in a thread.

__global__ void fir_queue(IN(float) a, OUT(float) b, int n, int m, float h0, float h1, float h2, float h3)
{
	int i = X;
	if (i >= n)
		return;
	float p = 0, q = 0, r = 0;
	for (int k = 0; k < m; ++k) {
		float v = a[k * n + i];
		b[k * n + i] = h0 * v + h1 * p + h2 * q + h3 * r;
		r = q;
		q = p;
		p = v;
	}
}

__global__ void iir_biquad(double *a, double *b, int n, int m, double b0, double b1, double b2, double a1,
	double a2)
{
	int i = X;
	if (i >= n)
		return;
	double s = 0, t = 0;
	for (int k = 0; k < m; ++k) {
		double v = a[k * n + i], o = b0 * v + s;
		s = b1 * v - a1 * o + t;
		t = b2 * v - a2 * o;
		b[k * n + i] = o;
	}
}

__global__ void zgemm(IN(double2) a, IN(double2) b, OUT(double2) c, int n, int m)
{
	int x = X, y = Y;
	double s = 0, t = 0;
	for (int k = 0; k < m; ++k) {
		double2 p = a[y * m + k], q = b[k * n + x];
		s += p.x * q.x - p.y * q.y;
		t += p.x * q.y + p.y * q.x;
	}
	c[y * n + x] = make_double2(s, t);
}

__global__ void autocorr(IN(float) a, OUT(float) r, int lags, int m)
{
	int i = X;
	if (i >= lags)
		return;
	float s = 0;
	for (int k = 0; k < m; ++k)
		s += a[k] * a[k + i];
	r[i] = s;
}

__global__ void durbin_batch(double *r, double *y, double *z, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	double alpha = -0.01 * r[i], beta = 1;
	y[i] = alpha;
	for (int k = 1; k < m; ++k) {
		beta *= 1 - alpha * alpha;
		double s = r[k * n + i];
		for (int j = 0; j < k; ++j)
			s += r[(k - j - 1) * n + i] * y[j * n + i];
		alpha = -0.01 * s / beta;
		for (int j = 0; j < k; ++j)
			z[j * n + i] = y[j * n + i] + alpha * y[(k - j - 1) * n + i];
		for (int j = 0; j < k; ++j)
			y[j * n + i] = z[j * n + i];
		y[k * n + i] = alpha;
	}
}

__global__ void mandel_fixed(OUT(float) o, int w, int h, int steps, float d)
{
	int x = X, y = Y;
	if (x >= w || y >= h)
		return;
	float cx = d * x - 2, cy = d * y - 1, p = 0, q = 0, c = 0;
	for (int k = 0; k < steps; ++k) {
		float t = p * p - q * q + cx;
		q = 2 * p * q + cy;
		p = t;
		c += p * p + q * q < 4 ? 1.f : 0.f;
	}
	o[y * w + x] = c;
}

__global__ void xorshift_pi(IN(unsigned) seed, OUT(int) o, int n, int steps)
{
	int i = X;
	if (i >= n)
		return;
	unsigned s = seed[i];
	int c = 0;
	for (int k = 0; k < steps; ++k) {
		s ^= s << 13;
		s ^= s >> 17;
		s ^= s << 5;
		unsigned u = s & 32767, v = s >> 16 & 32767;
		c += u * u + v * v < 1073741824u ? 1 : 0;
	}
	o[i] = c;
}

__global__ void online_softmax(IN(float) a, OUT(float) b, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float top = -1e30f, s = 0;
	for (int k = 0; k < m; ++k) {
		float v = a[k * n + i], t = fmaxf(top, v);
		s = s * expf(top - t) + expf(v - t);
		top = t;
	}
	float r = 1 / s;
	for (int k = 0; k < m; ++k)
		b[k * n + i] = expf(a[k * n + i] - top) * r;
}

__global__ void rms_warp(IN(float) a, IN(float) g, OUT(float) b, int m, float eps)
{
	int row = X / 32, lane = threadIdx.x % 32;
	float s = 0;
	for (int k = lane; k < m; k += 32)
		s += a[row * m + k] * a[row * m + k];
	for (int l = 16; l > 0; l /= 2)
		s += __shfl_xor_sync(~0u, s, l);
	float r = rsqrtf(s / m + eps);
	for (int k = lane; k < m; k += 32)
		b[row * m + k] = a[row * m + k] * r * g[k];
}

__global__ void mv_warp(double *a, double *v, double *r, int m)
{
	int row = X / 32, lane = threadIdx.x % 32;
	double s = 0;
	for (int k = lane; k < m; k += 32)
		s += a[row * m + k] * v[k];
	for (int l = 16; l > 0; l /= 2)
		s += __shfl_down_sync(~0u, s, l);
	if (lane == 0)
		r[row] = s;
}

__global__ void fem_apply(IN(float) w, IN(float) u, OUT(float) r, int n)
{
	int e = X;
	if (e >= n)
		return;
	float q[8];
	for (int j = 0; j < 8; ++j)
		q[j] = u[j * n + e];
	for (int i = 0; i < 8; ++i) {
		float s = 0;
		for (int j = 0; j < 8; ++j)
			s += w[8 * i + j] * q[j];
		r[i * n + e] = s;
	}
}

__global__ void zebra_line(double *u, double *f, int n, int m)
{
	int i = 2 * X + 1;
	if (i >= n - 1)
		return;
	for (int j = 1; j < m - 1; ++j)
		u[j * n + i] = 0.25 * (u[(j - 1) * n + i] + u[(j + 1) * n + i] + u[j * n + i - 1] +
			u[j * n + i + 1] - f[j * n + i]);
}

__global__ void mismatches(IN(byte) t, IN(byte) p, OUT(int) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	int c = 0;
	for (int k = 0; k < m; ++k)
		c += t[i + k] != p[k] ? 1 : 0;
	o[i] = c;
}

__global__ void legendre_sum(IN(double) c, IN(double) a, IN(double) b, IN(double) v, OUT(double) o, int n,
	int l)
{
	int i = X;
	if (i >= n)
		return;
	double w = v[i], p = 1, q = w, s = c[0] + c[1] * w;
	for (int k = 2; k < l; ++k) {
		double t = a[k] * w * q - b[k] * p;
		s += c[k] * t;
		p = q;
		q = t;
	}
	o[i] = s;
}

__global__ void bilateral(IN(float) a, OUT(float) o, int nx, int ny, int r, float near, float alike)
{
	int x = X, y = Y;
	if (x < r || x >= nx - r || y < r || y >= ny - r)
		return;
	float c = a[y * nx + x], s = 0, t = 0;
	for (int j = -r; j <= r; ++j)
		for (int i = -r; i <= r; ++i) {
			float v = a[(y + j) * nx + x + i], d = v - c, w = expf(-near * (i * i + j * j) - alike * d * d);
			s += w * v;
			t += w;
		}
	o[y * nx + x] = s / t;
}

__global__ void goertzel(IN(float) a, IN(float) w, OUT(float) o, int n, int m)
{
	int x = X, y = Y;
	if (x >= n)
		return;
	float c = w[y], p = 0, q = 0;
	for (int k = 0; k < m; ++k) {
		float s = a[k * n + x] + c * p - q;
		q = p;
		p = s;
	}
	o[y * n + x] = p * p + q * q - c * p * q;
}

__global__ void lorenz_rk4(double *a, double *b, int n, int steps, double h)
{
	int i = X;
	if (i >= n)
		return;
	double x = a[i], y = a[n + i], z = a[2 * n + i];
	for (int k = 0; k < steps; ++k) {
		double x1 = 10 * (y - x), y1 = x * (28 - z) - y, z1 = x * y - 2.5 * z;
		double u = x + 0.5 * h * x1, v = y + 0.5 * h * y1, w = z + 0.5 * h * z1;
		double x2 = 10 * (v - u), y2 = u * (28 - w) - v, z2 = u * v - 2.5 * w;
		u = x + 0.5 * h * x2, v = y + 0.5 * h * y2, w = z + 0.5 * h * z2;
		double x3 = 10 * (v - u), y3 = u * (28 - w) - v, z3 = u * v - 2.5 * w;
		u = x + h * x3, v = y + h * y3, w = z + h * z3;
		double x4 = 10 * (v - u), y4 = u * (28 - w) - v, z4 = u * v - 2.5 * w;
		x += h * 0.125 * (x1 + 3 * x2 + 3 * x3 + x4);
		y += h * 0.125 * (y1 + 3 * y2 + 3 * y3 + y4);
		z += h * 0.125 * (z1 + 3 * z2 + 3 * z3 + z4);
	}
	b[i] = x;
	b[n + i] = y;
	b[2 * n + i] = z;
}

__global__ void ssm_scan(IN(float) u, IN(float) a, IN(float) b, IN(float) c, OUT(float) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float h[16], d[16];
#pragma unroll
	for (int s = 0; s < 16; ++s) {
		h[s] = 0;
		d[s] = a[s * n + i];
	}
	for (int k = 0; k < m; ++k) {
		float v = u[k * n + i], r = 0;
#pragma unroll
		for (int s = 0; s < 16; ++s) {
			h[s] = d[s] * h[s] + b[16 * k + s] * v;
			r += c[16 * k + s] * h[s];
		}
		o[k * n + i] = r;
	}
}

__global__ void lif_neurons(IN(float) in, OUT(int) spikes, OUT(float) v, int n, int m, float leak)
{
	int i = X;
	if (i >= n)
		return;
	float p = v[i];
	int c = 0;
	for (int k = 0; k < m; ++k) {
		p = leak * p + in[k * n + i];
		bool fires = p > 4;
		c += fires ? 1 : 0;
		p = fires ? 0 : p;
	}
	spikes[i] = c;
	v[i] = p;
}

__global__ void fnv_rows(unsigned *a, unsigned *h, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	unsigned s = 2166136261u;
	for (int k = 0; k < m; ++k)
		s = (s ^ a[i * m + k]) * 16777619u;
	h[i] = s;
}

// Shared memory.

__global__ void knn_tile(IN(float4) p, IN(float4) q, OUT(float) d, OUT(int) id, int n, int points)
{
	__shared__ float4 s[128];
	int x = X, tx = threadIdx.x, at = 0;
	float4 c = q[x];
	float best = 1e30f, next = 1e30f;

	for (int m = 0; m < points; m += 128) {
		s[tx] = p[m + tx];
		__syncthreads();
		for (int k = 0; k < 128; ++k) {
			float4 v = s[k];
			float e = v.x - c.x, f = v.y - c.y, g = v.z - c.z, h = v.w - c.w;
			float r = e * e + f * f + g * g + h * h;
			next = fminf(next, fmaxf(best, r));
			at = r < best ? m + k : at;
			best = fminf(best, r);
		}
		__syncthreads();
	}
	d[x] = best;
	d[n + x] = next;
	id[x] = at;
}

__global__ void deinterleave3(IN(float) a, OUT(float) r, OUT(float) g, OUT(float) b)
{
	__shared__ float s[768];
	int tx = threadIdx.x, x = X;

	for (int k = 0; k < 3; ++k)
		s[256 * k + tx] = a[768 * blockIdx.x + 256 * k + tx];
	__syncthreads();
	r[x] = s[3 * tx];
	g[x] = s[3 * tx + 1];
	b[x] = s[3 * tx + 2];
}

__global__ void scan_warps(IN(int4) a, OUT(int4) b)
{
	__shared__ int w[8];
	int x = X, tx = threadIdx.x, lane = tx % 32;
	int4 p = a[2 * x], q = a[2 * x + 1];

	p.y += p.x;
	p.z += p.y;
	p.w += p.z;
	q.x += p.w;
	q.y += q.x;
	q.z += q.y;
	q.w += q.z;
	int s = q.w;
#pragma unroll
	for (int l = 1; l < 32; l *= 2) {
		int v = __shfl_up_sync(~0u, s, l);
		if (lane >= l)
			s += v;
	}
	if (lane == 31)
		w[tx / 32] = s;
	__syncthreads();
	int e = s - q.w;
	for (int k = 0; k < tx / 32; ++k)
		e += w[k];
	b[2 * x] = make_int4(p.x + e, p.y + e, p.z + e, p.w + e);
	b[2 * x + 1] = make_int4(q.x + e, q.y + e, q.z + e, q.w + e);
}

__global__ void row_bins(IN(int) a, OUT(int) h)
{
	__shared__ int s[16][128];
	int tx = threadIdx.x;

	for (int k = 0; k < 16; ++k)
		s[k][tx] = 0;
	for (int k = 0; k < 64; ++k) {
		int v = a[(64 * blockIdx.x + k) * 128 + tx];
		s[v][tx] += 1;
	}
	__syncthreads();
	if (tx < 16) {
		int c = 0;
		for (int k = 0; k < 128; ++k)
			c += s[tx][k];
		h[16 * blockIdx.x + tx] = c;
	}
}

__global__ void dgemm_reg(IN(double) a, IN(double) b, OUT(double) c, int n)
{
	__shared__ double as[8][32], bs[8][32];
	int tx = threadIdx.x, ty = threadIdx.y, t = 8 * ty + tx, x = 32 * blockIdx.x, y = 32 * blockIdx.y;
	double s[4][4] = {};

	for (int m = 0; m < n; m += 8) {
#pragma unroll
		for (int q = 0; q < 4; ++q) {
			int e = 64 * q + t;
			as[e % 8][e / 8] = a[(y + e / 8) * n + m + e % 8];
			bs[e / 32][e % 32] = b[(m + e / 32) * n + x + e % 32];
		}
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 8; ++k) {
			double p[4], q[4];
#pragma unroll
			for (int i = 0; i < 4; ++i) {
				p[i] = as[k][4 * ty + i];
				q[i] = bs[k][tx + 8 * i];
			}
#pragma unroll
			for (int i = 0; i < 4; ++i)
#pragma unroll
				for (int j = 0; j < 4; ++j)
					s[i][j] += p[i] * q[j];
		}
		__syncthreads();
	}
#pragma unroll
	for (int i = 0; i < 4; ++i)
#pragma unroll
		for (int j = 0; j < 4; ++j)
			c[(y + 4 * ty + i) * n + x + tx + 8 * j] = s[i][j];
}

__global__ void sgemm_reg(IN(float) a, IN(float) b, OUT(float) c, int n)
{
	__shared__ float as[8][128], bs[8][64];
	int tx = threadIdx.x, ty = threadIdx.y, t = 16 * ty + tx, x = 64 * blockIdx.x, y = 128 * blockIdx.y;
	float s[8][4] = {};

	for (int m = 0; m < n; m += 8) {
#pragma unroll
		for (int q = 0; q < 4; ++q)
			as[t % 8][t / 8 + 32 * q] = a[(y + t / 8 + 32 * q) * n + m + t % 8];
#pragma unroll
		for (int q = 0; q < 2; ++q)
			bs[t / 64 + 4 * q][t % 64] = b[(m + t / 64 + 4 * q) * n + x + t % 64];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 8; ++k) {
			float p[8], q[4];
#pragma unroll
			for (int i = 0; i < 8; ++i)
				p[i] = as[k][ty + 16 * i];
#pragma unroll
			for (int j = 0; j < 4; ++j)
				q[j] = bs[k][tx + 16 * j];
#pragma unroll
			for (int i = 0; i < 8; ++i)
#pragma unroll
				for (int j = 0; j < 4; ++j)
					s[i][j] += p[i] * q[j];
		}
		__syncthreads();
	}
#pragma unroll
	for (int i = 0; i < 8; ++i)
#pragma unroll
		for (int j = 0; j < 4; ++j)
			c[(y + ty + 16 * i) * n + x + tx + 16 * j] = s[i][j];
}

__global__ void wave_steps(IN(float) u, IN(float) v, OUT(float) o, int steps, float c)
{
	__shared__ float s[256];
	int tx = threadIdx.x, i = 240 * blockIdx.x + tx;
	float p = v[i], q = u[i];

	s[tx] = q;
	__syncthreads();
	for (int k = 0; k < steps; ++k) {
		float w = q;
		if (tx > 0 && tx < 255)
			w = 2 * q - p + c * (s[tx - 1] - 2 * q + s[tx + 1]);
		__syncthreads();
		s[tx] = w;
		p = q;
		q = w;
		__syncthreads();
	}
	if (tx >= 8 && tx < 248)
		o[i] = q;
}

__global__ void march_fourth(IN(float) a, OUT(float) b, int nx, int ny, int nz)
{
	__shared__ float s[12][36];
	int tx = threadIdx.x, ty = threadIdx.y, sx = nx + 4, p = sx * (ny + 4), i = (Y + 2) * sx + X + 2;
	float q0 = a[i], q1 = a[i + p], q2 = a[i + 2 * p], q3 = a[i + 3 * p];

	for (int k = 2; k < nz - 2; ++k) {
		int j = i + k * p;
		float q4 = a[j + 2 * p];
		s[ty + 2][tx + 2] = q2;
		if (tx < 2)
			s[ty + 2][tx] = a[j - 2];
		if (tx >= 30)
			s[ty + 2][tx + 4] = a[j + 2];
		if (ty < 2)
			s[ty][tx + 2] = a[j - 2 * sx];
		if (ty >= 6)
			s[ty + 4][tx + 2] = a[j + 2 * sx];
		__syncthreads();
		b[j] = 0.4f * q2 + 0.1f * (q1 + q3 + s[ty + 2][tx + 1] + s[ty + 2][tx + 3] + s[ty + 1][tx + 2] +
			s[ty + 3][tx + 2]) - 0.01f * (q0 + q4 + s[ty + 2][tx] + s[ty + 2][tx + 4] + s[ty][tx + 2] +
			s[ty + 4][tx + 2]);
		__syncthreads();
		q0 = q1;
		q1 = q2;
		q2 = q3;
		q3 = q4;
	}
}

__global__ void instance_norm(IN(float) a, OUT(float) b, int m, float f)
{
	__shared__ float u[8], v[8];
	int tx = threadIdx.x, row = blockIdx.x;
	float s = 0, t = 0;

	for (int k = tx; k < m; k += 256) {
		float w = a[row * m + k];
		s += w;
		t += w * w;
	}
	for (int l = 16; l > 0; l /= 2) {
		s += __shfl_xor_sync(~0u, s, l);
		t += __shfl_xor_sync(~0u, t, l);
	}
	if (tx % 32 == 0) {
		u[tx / 32] = s;
		v[tx / 32] = t;
	}
	__syncthreads();
	s = t = 0;
	for (int k = 0; k < 8; ++k) {
		s += u[k];
		t += v[k];
	}
	s *= f;
	float r = rsqrtf(t * f - s * s + 1e-5f);
	for (int k = tx; k < m; k += 256)
		b[row * m + k] = (a[row * m + k] - s) * r;
}

__global__ void sw_batch(IN(byte) a, IN(byte) b, OUT(int) o)
{
	__shared__ byte w[64];
	__shared__ int d[65], e[65];
	int tx = threadIdx.x, x = X, up = 0, best = 0, c = a[x];

	w[tx] = b[x];
	d[tx] = 0;
	e[tx] = 0;
	__syncthreads();
	for (int k = 0; k < 127; ++k) {
		int h = 0;
		bool in = tx <= k && tx > k - 64;
		if (in) {
			int r = w[k - tx] == c ? 2 : -1;
			h = max(max(0, d[tx] + r), max(e[tx], up) - 1);
			best = max(best, h);
		}
		__syncthreads();
		if (in) {
			d[tx + 1] = up;
			e[tx + 1] = h;
			up = h;
		}
		__syncthreads();
	}
	o[x] = best;
}

__global__ void chol_tile(IN(double) a, OUT(double) l)
{
	__shared__ double s[32][33];
	int tx = threadIdx.x, from = 1024 * blockIdx.x;

	for (int i = 0; i < 32; ++i)
		s[i][tx] = a[from + 32 * i + tx];
	s[tx][tx] += 32;
	__syncthreads();
	for (int k = 0; k < 32; ++k) {
		double d = sqrt(s[k][k]);
		__syncthreads();
		if (tx >= k)
			s[tx][k] /= d;
		__syncthreads();
		for (int j = k + 1; j <= tx; ++j)
			s[tx][j] -= s[tx][k] * s[j][k];
		__syncthreads();
	}
	for (int i = 0; i < 32; ++i)
		l[from + 32 * i + tx] = s[i][tx];
}

__global__ void minplus_tile(int *a, int *b, int *c, int n)
{
	__shared__ int sa[32][32], sb[32][32];
	int tx = threadIdx.x, ty = threadIdx.y, x = X, y = 32 * blockIdx.y + ty;
	int s[4] = { 2000000000, 2000000000, 2000000000, 2000000000 };

	for (int m = 0; m < n; m += 32) {
#pragma unroll
		for (int q = 0; q < 4; ++q) {
			sa[ty + 8 * q][tx] = a[(y + 8 * q) * n + m + tx];
			sb[ty + 8 * q][tx] = b[(m + ty + 8 * q) * n + x];
		}
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 32; ++k) {
			int v = sb[k][tx];
#pragma unroll
			for (int q = 0; q < 4; ++q)
				s[q] = min(s[q], sa[ty + 8 * q][k] + v);
		}
		__syncthreads();
	}
#pragma unroll
	for (int q = 0; q < 4; ++q)
		c[(y + 8 * q) * n + x] = s[q];
}

__global__ void dct_blocks(IN(float) a, IN(float) c, OUT(float) o, int n)
{
	__shared__ float w[64], s[8][32], t[8][32];
	int tx = threadIdx.x, ty = threadIdx.y, x = X, y = Y;
	float v = 0;

	if (ty < 2)
		w[32 * ty + tx] = c[32 * ty + tx];
	s[ty][tx] = a[y * n + x];
	__syncthreads();
	for (int k = 0; k < 8; ++k)
		v += w[tx % 8 * 8 + k] * s[ty][tx / 8 * 8 + k];
	t[ty][tx] = v;
	__syncthreads();
	v = 0;
	for (int k = 0; k < 8; ++k)
		v += w[8 * ty + k] * t[k][tx];
	o[y * n + x] = v;
}

__global__ void logsumexp_columns(IN(float) a, OUT(float) o, int n, int m)
{
	__shared__ float s[8][32];
	int tx = threadIdx.x, ty = threadIdx.y, x = X;
	float top = -1e30f, v = 0;

	for (int k = ty; k < m; k += 8)
		top = fmaxf(top, a[k * n + x]);
	s[ty][tx] = top;
	__syncthreads();
	for (int k = 0; k < 8; ++k)
		top = fmaxf(top, s[k][tx]);
	__syncthreads();
	for (int k = ty; k < m; k += 8)
		v += expf(a[k * n + x] - top);
	s[ty][tx] = v;
	__syncthreads();
	if (ty == 0) {
		for (int k = 1; k < 8; ++k)
			v += s[k][tx];
		o[x] = top + logf(v);
	}
}

__global__ void lut_shared(IN(float) t, IN(int) q, IN(float) a, OUT(float) b)
{
	__shared__ float s[1024];
	int tx = threadIdx.x;

	for (int k = tx; k < 1024; k += 256)
		s[k] = t[k];
	__syncthreads();
	for (int k = 0; k < 8; ++k) {
		int i = 2048 * blockIdx.x + 256 * k + tx, c = q[i];
		float p = s[c];
		b[i] = p + a[i] * (s[c + 1] - p);
	}
}

__global__ void cov_tile(double *a, double *mean, double *c, int n, int m, double f)
{
	__shared__ double sa[16][16], sb[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, x = X, y = Y, z = 16 * blockIdx.y + tx;
	double s = 0;

	for (int l = 0; l < m; l += 16) {
		double v = 0, w = 0;
		if (z < n)
			v = a[(l + ty) * n + z] - mean[z];
		if (x < n)
			w = a[(l + ty) * n + x] - mean[x];
		sa[ty][tx] = v;
		sb[ty][tx] = w;
		__syncthreads();
		for (int k = 0; k < 16; ++k)
			s += sa[k][ty] * sb[k][tx];
		__syncthreads();
	}
	if (x < n && y < n)
		c[y * n + x] = s * f;
}

// Neither.

__global__ void sort_eight(IN(float) a, OUT(float) b, int n)
{
	int x = X;
	if (x >= n)
		return;
	float v[8];
#pragma unroll
	for (int k = 0; k < 8; ++k)
		v[k] = a[k * n + x];
	auto swap = [&](int i, int j) {
		float lo = fminf(v[i], v[j]), hi = fmaxf(v[i], v[j]);
		v[i] = lo;
		v[j] = hi;
	};
	swap(0, 1), swap(2, 3), swap(4, 5), swap(6, 7);
	swap(0, 2), swap(1, 3), swap(4, 6), swap(5, 7);
	swap(1, 2), swap(5, 6), swap(0, 4), swap(3, 7);
	swap(1, 5), swap(2, 6), swap(1, 4), swap(3, 6);
	swap(2, 4), swap(3, 5), swap(3, 4);
#pragma unroll
	for (int k = 0; k < 8; ++k)
		b[k * n + x] = v[k];
}

__global__ void pic_push(IN(int) cell, IN(float) w, IN(float) e, float *v, float *r, int n, int row, float dt)
{
	int i = X;
	if (i >= n)
		return;
	int c = cell[i];
	float p = w[i], q = w[n + i];
	float lo = e[c] + p * (e[c + 1] - e[c]), hi = e[c + row] + p * (e[c + row + 1] - e[c + row]);
	float u = v[i] + dt * (lo + q * (hi - lo));
	v[i] = u;
	r[i] += dt * u;
}

int main(int argc, char **)
{
	typedef ints i3;
	once = argc > 1;
	cudaMalloc(&memory, 10 * field);
	printf("kernel,type,nx,ny,nz,bx,by,bz,strides,regs,cold_ms\n");
	auto v4 = [](int i) { return f<float4>(i); };
	auto d2 = [](int i) { return f<double2>(i); };
	auto i4 = [](int i) { return f<int4>(i); };
	auto u = [](int i) { return f<unsigned>(i); };
	struct line {
		int n, b;
	};
	for (line l : { line{ 3000, 64 }, line{ 65536, 128 }, line{ 500000, 256 } })
		measure("fir_queue", l.n, l.b, "int32", 0.f, fir_queue, F(0), F(4), l.n, 256, .1f, .2f, .3f, .4f);
	for (line l : { line{ 1024, 32 }, line{ 40000, 128 }, line{ 262144, 256 } })
		measure("iir_biquad", l.n, l.b, "int32", 0., iir_biquad, D(0), D(4), l.n, 400, .1, .2, .1, .3, .2);
	for (i3 b : { i3(32, 4), i3(16, 16) })
		for (int n : { 192, 768 })
			measure("zgemm", i3(n, n), b, "int32", 0., zgemm, d2(0), d2(1), d2(4), n, 320);
	for (line l : { line{ 2048, 128 }, line{ 16384, 64 }, line{ 131072, 256 } })
		measure("autocorr", l.n, l.b, "int32", 0.f, autocorr, F(0), F(4), l.n, 6000);
	for (line l : { line{ 2048, 64 }, line{ 200000, 128 } })
		measure("durbin_batch", l.n, l.b, "int32", 0., durbin_batch, D(0), D(4), D(5), l.n, 24);
	for (int n : { 256, 2048 })
		measure("mandel_fixed", i3(n, n), i3(16, 16), "int32", 0.f, mandel_fixed, F(4), n, n, 100, .001f);
	for (line l : { line{ 4096, 64 }, line{ 100000, 256 }, line{ 2097152, 256 } })
		measure("xorshift_pi", l.n, l.b, "int32", 0.f, xorshift_pi, u(0), I(4), l.n, 200);
	for (line l : { line{ 4096, 64 }, line{ 200000, 128 } })
		measure("online_softmax", l.n, l.b, "int32", 0.f, online_softmax, F(0), F(4), l.n, 250);
	for (line l : { line{ 256 * 32, 128 }, line{ 4000 * 32, 256 }, line{ 65536 * 32, 128 } })
		measure("rms_warp", l.n, l.b, "int32", 0.f, rms_warp, F(0), F(1), F(4), 2048, 1e-6f);
	for (line l : { line{ 500 * 32, 64 }, line{ 20000 * 32, 128 } })
		measure("mv_warp", l.n, l.b, "int32", 0., mv_warp, D(0), D(1), D(4), 3000);
	for (line l : { line{ 10000, 128 }, line{ 6000000, 256 } })
		measure("fem_apply", l.n, l.b, "int32", 0.f, fem_apply, F(0), F(1), F(4), l.n);
	for (line l : { line{ 512, 64 }, line{ 100000, 128 } })
		measure("zebra_line", l.n, l.b, "int32", 0., zebra_line, D(4), D(0), 2 * l.n, 300);
	for (line l : { line{ 20000, 128 }, line{ 4194304, 256 } })
		measure("mismatches", l.n, l.b, "int32", 0.f, mismatches, B(0), B(1), I(4), l.n, 48);
	for (line l : { line{ 5000, 64 }, line{ 1000000, 128 } })
		measure("legendre_sum", l.n, l.b, "int32", 0., legendre_sum, D(0), D(1), D(2), D(3), D(4), l.n, 120);
	for (i3 b : { i3(32, 8), i3(16, 8) })
		measure("bilateral", i3(3000, 2000), b, "int32", 0.f, bilateral, F(0), F(4), 3000, 2000, 3, .05f, 2.f);
	measure("bilateral", i3(400, 300), i3(32, 4), "int32", 0.f, bilateral, F(0), F(4), 400, 300, 3, .05f, 2.f);
	for (int n : { 1024, 32768 })
		measure("goertzel", i3(n, 16), i3(64, 2), "int32", 0.f, goertzel, F(0), F(1), F(4), n, 1000);
	for (line l : { line{ 4096, 32 }, line{ 600000, 128 } })
		measure("lorenz_rk4", l.n, l.b, "int32", 0., lorenz_rk4, D(0), D(4), l.n, 100, .001);
	for (line l : { line{ 2048, 64 }, line{ 131072, 128 } })
		measure("ssm_scan", l.n, l.b, "int32", 0.f, ssm_scan, F(0), F(1), F(2), F(3), F(4), l.n, 300);
	for (line l : { line{ 8192, 64 }, line{ 400000, 256 } })
		measure("lif_neurons", l.n, l.b, "int32", 0.f, lif_neurons, F(0), I(4), F(5), l.n, 500, .9f);
	for (line l : { line{ 3000, 64 }, line{ 500000, 128 } })
		measure("fnv_rows", l.n, l.b, "int32", 0.f, fnv_rows, u(0), u(4), l.n, 200);
	for (int n : { 4096, 131072 })
		measure("knn_tile", n, 128, "int32", 0.f, knn_tile, v4(0), v4(1), F(4), I(5), n, 4096);
	for (int n : { 51200, 33554432 })
		measure("deinterleave3", n, 256, "int32", 0.f, deinterleave3, F(0), F(4), F(5), F(6));
	for (int n : { 25600, 8388608 })
		measure("scan_warps", n, 256, "int32", 0.f, scan_warps, i4(0), i4(4));
	limit = 16;
	for (int n : { 12800, 2097152 })
		measure("row_bins", n, 128, "int32", 0.f, row_bins, I(3), I(4));
	limit = 1023;
	for (int n : { 12800, 4194304 })
		measure("lut_shared", n, 256, "int32", 0.f, lut_shared, F(0), I(3), F(1), F(4));
	limit = 0;
	for (int n : { 256, 1024, 2048 })
		measure("dgemm_reg", i3(n / 4, n / 4), i3(8, 8), "int32", 0., dgemm_reg, D(0), D(1), D(4), n);
	for (int n : { 512, 2048 })
		measure("sgemm_reg", i3(n / 4, n / 8), i3(16, 16), "int32", 0.f, sgemm_reg, F(0), F(1), F(4), n);
	for (int n : { 25600, 16777216 })
		measure("wave_steps", n, 256, "int32", 0.f, wave_steps, F(0), F(1), F(4), 8, .1f);
	for (int n : { 128, 512 })
		measure("march_fourth", i3(n, n), i3(32, 8), "int32", 0.f, march_fourth, F(0), F(4), n, n, 124);
	for (int n : { 200 * 256, 20000 * 256 })
		measure("instance_norm", n, 256, "int32", 0.f, instance_norm, F(0), F(4), 5000, .0002f);
	for (int n : { 100 * 64, 30000 * 64 })
		measure("sw_batch", n, 64, "int32", 0.f, sw_batch, B(0), B(1), I(4));
	for (int n : { 130 * 32, 20000 * 32 })
		measure("chol_tile", n, 32, "int32", 0., chol_tile, D(0), D(4));
	for (int n : { 384, 1536 })
		measure("minplus_tile", i3(n, n / 4), i3(32, 8), "int32", 0.f, minplus_tile, I(0), I(1), I(4), n);
	for (int n : { 512, 6144 })
		measure("dct_blocks", i3(n, n), i3(32, 8), "int32", 0.f, dct_blocks, F(0), F(1), F(4), n);
	for (int n : { 2048, 100000 })
		measure("logsumexp_columns", i3(n, 8), i3(32, 8), "int32", 0.f, logsumexp_columns, F(0), F(4), n, 1200);
	for (int n : { 320, 1008 })
		measure("cov_tile", i3(n, n), i3(16, 16), "int32", 0., cov_tile, D(0), D(1), D(4), n - 8, 512, .002);
	for (line l : { line{ 50000, 128 }, line{ 8388608, 256 } })
		measure("sort_eight", l.n, l.b, "int32", 0.f, sort_eight, F(0), F(4), l.n);
	limit = 1 << 20;
	for (line l : { line{ 60000, 128 }, line{ 16777216, 256 } })
		measure("pic_push", l.n, l.b, "int32", 0.f, pic_push, I(3), F(0), F(1), F(4), F(5), l.n, 1024, .1f);
	return cudaDeviceSynchronize() != cudaSuccess;
}
