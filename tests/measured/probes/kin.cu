// Kernels that are kin to those of suites.cu and codes.cu, and in neither: dense and matrix-vector
// products with plain pointers, few threads or odd extents, guarded stencils, sweeps in colours,
// tiles, scans, lattices in two layouts, particles, pictures, half precision, blocks of odd shapes.
// Said in kin.wsp and predicted before they were timed.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 kin.cu && ./a.out >kin.csv
//
// cold_ms is the median of nine launches, each between two events, on caches that hold other data, all of
// it read.
// With an argument each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
#include "cold.h"

// Dense and matrix-vector products.

__global__ void tall_product(double *a, double *b, double *c, int ni, int nj, int nk, double alpha)
{
	int j = X, i = Y;
	if (i < ni && j < nj) {
		double s = 0;
		for (int k = 0; k < nk; ++k)
			s += alpha * a[i * nk + k] * b[k * nj + j];
		c[i * nj + j] = s;
	}
}

__global__ void beta_product(float *a, float *b, float *c, int ni, int nj, int nk, float alpha,
	float beta)
{
	int j = X, i = Y;
	if (i < ni && j < nj) {
		c[i * nj + j] *= beta;
		for (int k = 0; k < nk; ++k)
			c[i * nj + j] += alpha * a[i * nk + k] * b[k * nj + j];
	}
}

__global__ void thin_product(IN(float) a, IN(float) b, OUT(float) c, int n, int nk)
{
	int j = X, i = Y;
	float s = 0;

	for (int k = 0; k < nk; ++k)
		s += a[i * nk + k] * b[k * n + j];
	c[i * n + j] = s;
}

__global__ void mvt_both(double *a, double *x1, double *x2, double *y1, double *y2, int n)
{
	int i = X;
	if (i < n) {
		double s = x1[i], t = x2[i];
		for (int j = 0; j < n; ++j) {
			s += a[i * n + j] * y1[j];
			t += a[j * n + i] * y2[j];
		}
		x1[i] = s;
		x2[i] = t;
	}
}

__global__ void two_matrices(IN(float) a, IN(float) b, IN(float) v, OUT(float) r, int n, float alpha,
	float beta)
{
	int i = X;
	if (i < n) {
		float s = 0, t = 0;
		for (int j = 0; j < n; ++j) {
			s += a[j * n + i] * v[j];
			t += b[j * n + i] * v[j];
		}
		r[i] = alpha * s + beta * t;
	}
}

__global__ void rank_two(IN(float) a, IN(float) b, float *c, int n, int nk, float alpha, float beta)
{
	int j = X, i = Y;
	if (i < n && j < n) {
		float s = 0;
		for (int k = 0; k < nk; ++k)
			s += a[j * nk + k] * b[i * nk + k] + b[j * nk + k] * a[i * nk + k];
		c[i * n + j] = beta * c[i * n + j] + alpha * s;
	}
}

__global__ void triangle_times(IN(double) a, IN(double) b, OUT(double) c, int m, int n, double alpha)
{
	int j = X, i = Y;
	if (i < m && j < n) {
		double s = b[i * n + j];
		for (int k = i + 1; k < m; ++k)
			s += a[k * m + i] * b[k * n + j];
		c[i * n + j] = alpha * s;
	}
}

__global__ void contract(float *a, float *c4, float *s, int np, int nq)
{
	int p = X, q = Y, r = Z;
	if (p < np && q < nq) {
		float t = 0;
		for (int k = 0; k < np; ++k)
			t += a[(r * nq + q) * np + k] * c4[k * np + p];
		s[(r * nq + q) * np + p] = t;
	}
}

__global__ void gemv_block(IN(double) a, IN(double) v, OUT(double) r, int n)
{
	__shared__ double s[128];
	int t = threadIdx.x;
	double sum = 0;

	for (int k = t; k < n; k += 128)
		sum += a[blockIdx.x * n + k] * v[k];
	s[t] = sum;
	__syncthreads();
	for (int l = 64; l > 0; l /= 2) {
		if (t < l)
			s[t] += s[t + l];
		__syncthreads();
	}
	if (t == 0)
		r[blockIdx.x] = s[0];
}

// Guarded stencils, sweeps.

__global__ void heat_guard(double *a, double *b, int nx, int ny, int nz)
{
	int i = X, j = Y, k = Z;
	if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1 && k > 0 && k < nz - 1) {
		int c = (k * ny + j) * nx + i, p = nx * ny;
		b[c] = 0.125 * (a[c + p] - 2.0 * a[c] + a[c - p]) + 0.125 * (a[c + nx] - 2.0 * a[c] +
			a[c - nx]) + 0.125 * (a[c + 1] - 2.0 * a[c] + a[c - 1]) + a[c];
	}
}

__global__ void seidel_colour(double *a, int n, int cx, int cy)
{
	int i = 2 * X + cx, j = 2 * Y + cy;
	if (i > 0 && i < n - 1 && j > 0 && j < n - 1)
		a[j * n + i] = (a[(j - 1) * n + i - 1] + a[(j - 1) * n + i] + a[(j - 1) * n + i + 1] +
			a[j * n + i - 1] + a[j * n + i] + a[j * n + i + 1] + a[(j + 1) * n + i - 1] +
			a[(j + 1) * n + i] + a[(j + 1) * n + i + 1]) * (1 / 9.);
}

__global__ void implicit_columns(double *u, double *p, double *q, double *v, int n, double a, double b,
	double d)
{
	int x = X;
	if (x < 1 || x >= n - 1)
		return;
	double pp = 0, qq = 1;
	for (int k = 1; k < n - 1; ++k) {
		double r = 1 / (a * pp + b);
		qq = (d * u[k * n + x - 1] + (1 - 2 * d) * u[k * n + x] + d * u[k * n + x + 1] - a * qq) * r;
		pp = -a * r;
		p[k * n + x] = pp;
		q[k * n + x] = qq;
	}
	double w = 1;
	for (int k = n - 2; k > 0; --k) {
		w = p[k * n + x] * w + q[k * n + x];
		v[k * n + x] = w;
	}
}

__global__ void jacobi_residual(IN(float) a, IN(float) f, OUT(float) b, float *total, int nx, int ny)
{
	__shared__ float s[256];
	int x = X, y = Y, t = threadIdx.y * blockDim.x + threadIdx.x, i = y * nx + x;
	float d = 0;

	if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1) {
		float v = 0.25f * (a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx] - f[i]);
		d = fabsf(v - a[i]);
		b[i] = v;
	}
	s[t] = d;
	__syncthreads();
	for (int l = 128; l > 0; l /= 2) {
		if (t < l)
			s[t] += s[t + l];
		__syncthreads();
	}
	if (t == 0)
		atomicAdd(total, s[0]);
}

__global__ void wave_sponge(IN(float) u, IN(float) c, IN(float) sx, IN(float) sy, IN(float) sz, float *un,
	int nx, int ny, int nz, int w)
{
	int x = X, y = Y, z = Z;
	if (x < 2 || x >= nx - 2 || y < 2 || y >= ny - 2 || z < 2 || z >= nz - 2)
		return;
	int p = nx * ny, i = z * p + y * nx + x;
	float l = -7.5f * u[i] + 1.3333f * (u[i - 1] + u[i + 1] + u[i - nx] + u[i + nx] + u[i - p] +
		u[i + p]) - 0.0833f * (u[i - 2] + u[i + 2] + u[i - 2 * nx] + u[i + 2 * nx] +
		u[i - 2 * p] + u[i + 2 * p]);
	float v = 2 * u[i] - un[i] + c[i] * l;
	if (x < w || x >= nx - w || y < w || y >= ny - w || z < w || z >= nz - w)
		v *= sx[x] * sy[y] * sz[z];
	un[i] = v;
}

__global__ void biharmonic(const double *a, double *b, int nx, int ny)
{
	int i = X, j = Y;
	if (i > 1 && i < nx - 2 && j > 1 && j < ny - 2) {
		int c = j * nx + i;
		b[c] = 20 * a[c] - 8 * (a[c - 1] + a[c + 1] + a[c - nx] + a[c + nx]) + 2 * (a[c - nx - 1] +
			a[c - nx + 1] + a[c + nx - 1] + a[c + nx + 1]) + a[c - 2] + a[c + 2] + a[c - 2 * nx] +
			a[c + 2 * nx];
	}
}

__global__ void fields_e(float *ex, float *ey, float *hz, int nx, int ny)
{
	int j = X, i = Y;
	if (i < ny && j < nx) {
		if (i > 0)
			ey[i * nx + j] -= 0.5f * (hz[i * nx + j] - hz[(i - 1) * nx + j]);
		if (j > 0)
			ex[i * nx + j] -= 0.5f * (hz[i * nx + j] - hz[i * nx + j - 1]);
	}
}

__global__ void resid(const double *u, const double *v, double *r, int n)
{
	int x = X, y = Y, z = Z;
	if (x < 1 || x >= n - 1 || y < 1 || y >= n - 1 || z < 1 || z >= n - 1)
		return;
	int i = (z * n + y) * n + x, p = n * n;
	double e = u[i - n - p - 1] + u[i - n - p + 1] + u[i - n + p - 1] + u[i - n + p + 1] +
		u[i + n - p - 1] + u[i + n - p + 1] + u[i + n + p - 1] + u[i + n + p + 1];
	double d = u[i - n - p] + u[i - n + p] + u[i + n - p] + u[i + n + p] + u[i - 1 - p] + u[i - 1 + p] +
		u[i + 1 - p] + u[i + 1 + p] + u[i - 1 - n] + u[i - 1 + n] + u[i + 1 - n] + u[i + 1 + n];
	r[i] = v[i] + 2.6 * u[i] - 0.16 * d - 0.08 * e;
}

__global__ void stress(const float *u, const float *v, const float *w, const float *la, const float *mu,
	float *xx, float *yy, float *zz, float *xy, int nx, int ny, int nz, float h)
{
	int x = X, y = Y, z = Z;
	if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1 || z < 1 || z >= nz - 1)
		return;
	int p = nx * ny, i = z * p + y * nx + x;
	float a = h * (u[i] - u[i - 1]), b = h * (v[i] - v[i - nx]), c = h * (w[i] - w[i - p]);
	float l = la[i] * (a + b + c), m = 2 * mu[i];
	float g = mu[i] * h * (u[i + nx] - u[i] + v[i + 1] - v[i]);
	xx[i] += l + m * a;
	yy[i] += l + m * b;
	zz[i] += l + m * c;
	xy[i] += g;
}

__global__ void advect3(IN(float) q, IN(float) u, IN(float) v, IN(float) w, OUT(float) r, int nx, int ny,
	int nz)
{
	int x = X, y = Y, z = Z;
	if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1 || z < 1 || z >= nz - 1)
		return;
	int p = nx * ny, i = z * p + y * nx + x;
	float c = q[i], a = u[i] - 0.7f, b = v[i] - 0.7f, d = w[i] - 0.7f;
	float e = a > 0 ? c - q[i - 1] : q[i + 1] - c;
	float f = b > 0 ? c - q[i - nx] : q[i + nx] - c;
	float g = d > 0 ? c - q[i - p] : q[i + p] - c;
	r[i] = c - 0.1f * (a * e + b * f + d * g);
}

__global__ void march_two(IN(double) a, OUT(double) b, int nx, int ny, int nz)
{
	int x = X, y = Y;
	if (x < 2 || x >= nx - 2 || y < 2 || y >= ny - 2)
		return;
	int p = nx * ny, i = y * nx + x;
	double q0 = a[i], q1 = a[i + p], q2 = a[i + 2 * p], q3 = a[i + 3 * p];

	i += 2 * p;
	for (int z = 2; z < nz - 2; ++z, i += p) {
		double q4 = a[i + 2 * p];
		b[i] = -7.5 * q2 + 1.3333 * (q1 + q3 + a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx]) - 0.0833 *
			(q0 + q4 + a[i - 2] + a[i + 2] + a[i - 2 * nx] + a[i + 2 * nx]);
		q0 = q1, q1 = q2, q2 = q3, q3 = q4;
	}
}

__global__ void diagonals(IN(double) d, IN(double) v, OUT(double) r, int n, int nx, int p)
{
	int i = X;
	if (i >= n)
		return;
	double s = d[3 * n + i] * v[i];
	if (i >= p)
		s += d[i] * v[i - p];
	if (i >= nx)
		s += d[n + i] * v[i - nx];
	if (i >= 1)
		s += d[2 * n + i] * v[i - 1];
	if (i + 1 < n)
		s += d[4 * n + i] * v[i + 1];
	if (i + nx < n)
		s += d[5 * n + i] * v[i + nx];
	if (i + p < n)
		s += d[6 * n + i] * v[i + p];
	r[i] = s;
}

// Shared memory.

template <int BX, int BY>
__global__ void separable(IN(float) a, OUT(float) b, int w, int h, float c0, float c1, float c2)
{
	__shared__ float s[BY + 4][BX + 4], r[BY + 4][BX];
	int tx = threadIdx.x, ty = threadIdx.y, x0 = blockIdx.x * BX, y0 = blockIdx.y * BY;

	for (int j = ty; j < BY + 4; j += BY)
		for (int i = tx; i < BX + 4; i += BX)
			s[j][i] = a[(y0 + j) * (w + 4) + x0 + i];
	__syncthreads();
	for (int j = ty; j < BY + 4; j += BY)
		r[j][tx] = c0 * s[j][tx + 2] + c1 * (s[j][tx + 1] + s[j][tx + 3]) + c2 * (s[j][tx] +
			s[j][tx + 4]);
	__syncthreads();
	b[(y0 + ty) * w + x0 + tx] = c0 * r[ty + 2][tx] + c1 * (r[ty + 1][tx] + r[ty + 3][tx]) + c2 *
		(r[ty][tx] + r[ty + 4][tx]);
}

template <int B> __global__ void blelloch(IN(float) a, OUT(float) b)
{
	__shared__ float s[2 * B];
	int t = threadIdx.x, from = blockIdx.x * 2 * B, o = 1;

	s[2 * t] = a[from + 2 * t];
	s[2 * t + 1] = a[from + 2 * t + 1];
	for (int d = B; d > 0; d >>= 1) {
		__syncthreads();
		if (t < d)
			s[o * (2 * t + 2) - 1] += s[o * (2 * t + 1) - 1];
		o *= 2;
	}
	if (t == 0)
		s[2 * B - 1] = 0;
	for (int d = 1; d < 2 * B; d *= 2) {
		o >>= 1;
		__syncthreads();
		if (t < d) {
			int i = o * (2 * t + 1) - 1, j = o * (2 * t + 2) - 1;
			float v = s[i];
			s[i] = s[j];
			s[j] += v;
		}
	}
	__syncthreads();
	b[from + 2 * t] = s[2 * t];
	b[from + 2 * t + 1] = s[2 * t + 1];
}

__global__ void rotate_planes(IN(float) a, OUT(float) b, int nx, int ny, int nz)
{
	__shared__ float s[32][33];
	int tx = threadIdx.x, ty = threadIdx.y, y = blockIdx.z;

	for (int j = 0; j < 32; j += 8)
		s[ty + j][tx] = a[((blockIdx.y * 32 + ty + j) * ny + y) * nx + blockIdx.x * 32 + tx];
	__syncthreads();
	for (int j = 0; j < 32; j += 8)
		b[((blockIdx.x * 32 + ty + j) * ny + y) * nz + blockIdx.y * 32 + tx] = s[tx][ty + j];
}

template <int B> __global__ void softmax_half(IN(__half) a, OUT(__half) o, int n)
{
	__shared__ float s[B];
	int t = threadIdx.x, from = blockIdx.x * n;
	float m = -1e30f, sum = 0;

	for (int k = t; k < n; k += B)
		m = fmaxf(m, __half2float(a[from + k]));
	s[t] = m;
	__syncthreads();
	for (int l = B / 2; l > 0; l /= 2) {
		if (t < l)
			s[t] = fmaxf(s[t], s[t + l]);
		__syncthreads();
	}
	m = s[0];
	__syncthreads();
	for (int k = t; k < n; k += B)
		sum += __expf(__half2float(a[from + k]) - m);
	s[t] = sum;
	__syncthreads();
	for (int l = B / 2; l > 0; l /= 2) {
		if (t < l)
			s[t] += s[t + l];
		__syncthreads();
	}
	sum = 1 / s[0];
	for (int k = t; k < n; k += B)
		o[from + k] = __float2half(__expf(__half2float(a[from + k]) - m) * sum);
}

__global__ void norm_stride(IN(double) a, double *total, int n)
{
	__shared__ double s[256];
	int t = threadIdx.x;
	double sum = 0;

	for (int i = X; i < n; i += gridDim.x * blockDim.x)
		sum += a[i] * a[i];
	s[t] = sum;
	__syncthreads();
	for (int l = 128; l > 0; l /= 2) {
		if (t < l)
			s[t] += s[t + l];
		__syncthreads();
	}
	if (t == 0)
		atomicAdd(total, s[0]);
}

__global__ void conv_time(IN(float) a, IN(float) w, OUT(float) b, int n, int channels)
{
	int x = X, o = Y;
	float s = 0;

	for (int c = 0; c < channels; ++c)
		for (int k = 0; k < 5; ++k)
			s += w[(o * channels + c) * 5 + k] * a[c * (n + 4) + x + k];
	b[o * n + x] = fmaxf(s, 0.f);
}

__global__ void attend(IN(float) q, IN(float) k, IN(float) v, OUT(float) o, int n)
{
	int x = X, h = blockIdx.y;
	float r[16], acc[16], m = -1e30f, l = 0;

#pragma unroll
	for (int d = 0; d < 16; ++d)
		r[d] = q[(h * 16 + d) * n + x], acc[d] = 0;
	for (int j = 0; j < n; ++j) {
		float s = 0;
#pragma unroll
		for (int d = 0; d < 16; ++d)
			s += r[d] * k[(h * n + j) * 16 + d];
		float t = fmaxf(m, s), e = __expf(m - t), p = __expf(s - t);
		l = l * e + p;
#pragma unroll
		for (int d = 0; d < 16; ++d)
			acc[d] = acc[d] * e + p * v[(h * n + j) * 16 + d];
		m = t;
	}
	l = 1 / l;
#pragma unroll
	for (int d = 0; d < 16; ++d)
		o[(h * 16 + d) * n + x] = acc[d] * l;
}

// Small systems.

__global__ void lu_batched(IN(double) a, OUT(double) b, int n)
{
	int x = X;
	double m[25];

	if (x >= n)
		return;
#pragma unroll
	for (int i = 0; i < 25; ++i)
		m[i] = a[i * n + x];
#pragma unroll
	for (int k = 0; k < 4; ++k) {
		double r = 1 / m[5 * k + k];
#pragma unroll
		for (int i = k + 1; i < 5; ++i) {
			m[5 * i + k] *= r;
#pragma unroll
			for (int j = k + 1; j < 5; ++j)
				m[5 * i + j] -= m[5 * i + k] * m[5 * k + j];
		}
	}
#pragma unroll
	for (int i = 0; i < 25; ++i)
		b[i * n + x] = m[i];
}

__global__ void penta(IN(float) e, IN(float) c, IN(float) d, IN(float) f, OUT(float) al, OUT(float) z, int n,
	int m)
{
	int x = X;
	if (x >= n)
		return;
	float a1 = 0, a2 = 0, z1 = 0, z2 = 0;
	for (int k = 0; k < m; ++k) {
		float g = c[k * n + x] - a2 * e[k * n + x];
		float r = 1 / (d[k * n + x] + 4 - e[k * n + x] * 0.1f - a1 * g);
		float w = (f[k * n + x] - z2 * e[k * n + x] - z1 * g) * r;
		a2 = a1;
		a1 = g * r;
		z2 = z1;
		z1 = w;
		al[k * n + x] = a1;
		z[k * n + x] = w;
	}
}

__global__ void batch_four(IN(float) a, IN(float) b, OUT(float) c)
{
	int x = X, m = x / 16 * 16, i = x % 16 / 4, j = x % 4;
	float s = 0;

	for (int k = 0; k < 4; ++k)
		s += a[m + 4 * i + k] * b[m + 4 * k + j];
	c[x] = s;
}

// Lattices.

template <bool aos>
__global__ void lattice9(IN(float) f, OUT(float) g, int nx, int ny, float w)
{
	int x = X, y = Y, n = nx * ny, i = y * nx + x;
	if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1)
		return;
#define AT(q, i) (aos ? (i) * 9 + (q) : (q) * n + (i))
	float f0 = f[AT(0, i)], f1 = f[AT(1, i - 1)], f2 = f[AT(2, i - nx)], f3 = f[AT(3, i + 1)];
	float f4 = f[AT(4, i + nx)], f5 = f[AT(5, i - 1 - nx)], f6 = f[AT(6, i + 1 - nx)];
	float f7 = f[AT(7, i + 1 + nx)], f8 = f[AT(8, i - 1 + nx)];
	float r = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8, k = 1 / r;
	float u = (f1 - f3 + f5 - f6 - f7 + f8) * k, v = (f2 - f4 + f5 + f6 - f7 - f8) * k;
	float m = 1.5f * (u * u + v * v), a = r / 9, b = r / 36, p = u + v, s = v - u;
	g[AT(0, i)] = f0 + w * (4 * a * (1 - m) - f0);
	g[AT(1, i)] = f1 + w * (a * (1 + 3 * u + 4.5f * u * u - m) - f1);
	g[AT(2, i)] = f2 + w * (a * (1 + 3 * v + 4.5f * v * v - m) - f2);
	g[AT(3, i)] = f3 + w * (a * (1 - 3 * u + 4.5f * u * u - m) - f3);
	g[AT(4, i)] = f4 + w * (a * (1 - 3 * v + 4.5f * v * v - m) - f4);
	g[AT(5, i)] = f5 + w * (b * (1 + 3 * p + 4.5f * p * p - m) - f5);
	g[AT(6, i)] = f6 + w * (b * (1 + 3 * s + 4.5f * s * s - m) - f6);
	g[AT(7, i)] = f7 + w * (b * (1 - 3 * p + 4.5f * p * p - m) - f7);
	g[AT(8, i)] = f8 + w * (b * (1 - 3 * s + 4.5f * s * s - m) - f8);
#undef AT
}

template <bool aos>
__global__ void lattice15(IN(double) f, OUT(double) g, int nx, int ny, int nz, double w)
{
	constexpr int cx[15] = { 0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, -1, 1 };
	constexpr int cy[15] = { 0, 0, 0, 1, -1, 0, 0, 1, -1, 1, -1, -1, 1, 1, -1 };
	constexpr int cz[15] = { 0, 0, 0, 0, 0, 1, -1, 1, -1, -1, 1, 1, -1, 1, -1 };
	int x = X, y = Y, z = Z, n = nx * ny * nz, i = (z * ny + y) * nx + x;
	double a[15], r = 0, u = 0, v = 0, s = 0;

	if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1 || z < 1 || z >= nz - 1)
		return;
#pragma unroll
	for (int q = 0; q < 15; ++q) {
		int j = i - (cz[q] * ny + cy[q]) * nx - cx[q];
		a[q] = f[aos ? j * 15 + q : q * n + j];
		r += a[q];
		u += cx[q] * a[q];
		v += cy[q] * a[q];
		s += cz[q] * a[q];
	}
	double k = 1 / r, m;
	u *= k, v *= k, s *= k;
	m = 1.5 * (u * u + v * v + s * s);
#pragma unroll
	for (int q = 0; q < 15; ++q) {
		double c = 3 * (cx[q] * u + cy[q] * v + cz[q] * s), t = q == 0 ? 2 / 9. : q < 7 ? 1 / 9. : 1 / 72.;
		g[aos ? i * 15 + q : q * n + i] = a[q] + w * (t * r * (1 + c + 0.5 * c * c - m) - a[q]);
	}
}

// Particles.

__global__ void cloud_gather(IN(int) cell, IN(float2) part, IN(float) grid, OUT(float) o, int n, int nx)
{
	int i = X;
	if (i >= n)
		return;
	int c = cell[i];
	float2 p = part[i];
	o[i] = (1 - p.x) * (1 - p.y) * grid[c] + p.x * (1 - p.y) * grid[c + 1] + (1 - p.x) * p.y * grid[c + nx] +
		p.x * p.y * grid[c + nx + 1];
}

__global__ void cloud_scatter(IN(int) cell, IN(float2) part, float *grid, int n, int nx)
{
	int i = X;
	if (i >= n)
		return;
	int c = cell[i];
	float2 p = part[i];
	atomicAdd(&grid[c], (1 - p.x) * (1 - p.y));
	atomicAdd(&grid[c + 1], p.x * (1 - p.y));
	atomicAdd(&grid[c + nx], (1 - p.x) * p.y);
	atomicAdd(&grid[c + nx + 1], p.x * p.y);
}

__global__ void leapfrog(float4 *at, float4 *v, int n, float t)
{
	int i = X;
	if (i >= n)
		return;
	float4 p = at[i], u = v[i];
	float r = rsqrtf(p.x * p.x + p.y * p.y + p.z * p.z + 0.01f), g = -p.w * r * r * r;
	u.x += t * g * p.x;
	u.y += t * g * p.y;
	u.z += t * g * p.z;
	p.x += t * u.x;
	p.y += t * u.y;
	p.z += t * u.z;
	at[i] = p;
	v[i] = u;
}

// Pictures, tables, vectors.

__global__ void enlarge(const uchar4 *a, uchar4 *b, int w, int h)
{
	int x = X, y = Y;
	if (x < 3 * w && y < 3 * h)
		b[y * 3 * w + x] = a[y / 3 * w + x / 3];
}

__global__ void yuv(const uchar4 *a, byte *y1, byte *u, byte *v, int w, int h)
{
	int x = X, y = Y;
	if (x >= w || y >= h)
		return;
	uchar4 p = a[y * w + x];
	y1[y * w + x] = ((66 * p.x + 129 * p.y + 25 * p.z + 128) >> 8) + 16;
	u[y * w + x] = ((-38 * p.x - 74 * p.y + 112 * p.z + 128) >> 8) + 128;
	v[y * w + x] = ((112 * p.x - 94 * p.y - 18 * p.z + 128) >> 8) + 128;
}

__global__ void dilate(IN(byte) a, OUT(byte) b, int w, int h)
{
	int x = X, y = Y, m = 0;
	if (x >= w || y >= h)
		return;
	for (int i = -3; i <= 3; ++i)
		m = max(m, (int) a[y * w + min(max(x + i, 0), w - 1)]);
	b[y * w + x] = m;
}

__global__ void gamma_table(IN(byte) a, IN(byte) table, OUT(byte) b, int n)
{
	int i = X;
	if (i < n)
		b[i] = table[a[i]];
}

__global__ void half_axpy(IN(__half2) a, __half2 *b, int n, __half2 s)
{
	for (int i = X; i < n; i += gridDim.x * blockDim.x)
		b[i] = __hfma2(s, a[i], b[i]);
}

__global__ void complex_fma(const double2 *a, const double2 *b, double2 *c, int n)
{
	int i = X;
	if (i >= n)
		return;
	double2 p = a[i], q = b[i], r = c[i];
	r.x += p.x * q.x - p.y * q.y;
	r.y += p.x * q.y + p.y * q.x;
	c[i] = r;
}

int main(int argc, char **)
{
	typedef ints i3;
	once = argc > 1;
	cudaMalloc(&memory, 10 * field);
	printf("kernel,type,nx,ny,nz,bx,by,bz,strides,regs,cold_ms\n");
	for (i3 b : { i3(32, 8), i3(8, 8), i3(96, 2), i3(4, 64) }) {
		measure("tall_product", i3(700, 900), b, "int32", 0., tall_product, D(0), D(1), D(4), 900, 700, 1100,
			1.5);
		measure("rank_two", i3(600, 600), b, "int32", 0.f, rank_two, F(0), F(1), F(4), 600, 400, 1.5f, 1.2f);
		measure("biharmonic", i3(3001, 3001), b, "int32", 0., biharmonic, D(0), D(4), 3001, 3001);
		measure("fields_e", i3(4000, 4000), b, "int32", 0.f, fields_e, F(0), F(1), F(2), 4000, 4000);
	}
	for (i3 b : { i3(32, 8), i3(8, 8), i3(64, 1) }) {
		for (int n : { 300, 1024 })
			measure("beta_product", i3(n, n), b, "int32", 0.f, beta_product, F(0), F(1), F(4), n, n, n, 1.5f,
				1.2f);
		measure("thin_product", i3(64, 64), b, "int32", 0.f, thin_product, F(0), F(1), F(4), 64, 4096);
		measure("triangle_times", i3(900, 800), b, "int32", 0., triangle_times, D(0), D(1), D(4), 800, 900,
			1.5);
		measure("seidel_colour", i3(2500, 2500), b, "int32", 0., seidel_colour, D(0), 5000, 1, 1);
		measure("enlarge", i3(5760, 3240), b, "int32", 0.f, enlarge, f<uchar4>(0), f<uchar4>(4), 1920, 1080);
		measure("yuv", i3(7680, 4320), b, "int32", 0.f, yuv, f<uchar4>(0), B(4), B(5), B(6), 7680, 4320);
		measure("dilate", i3(8192, 8192), b, "int32", 0.f, dilate, B(0), B(4), 8192, 8192);
		measure("conv_time", i3(4096, 128), b, "int32", 0.f, conv_time, F(0), F(1), F(4), 4096, 64);
		measure("march_two", i3(512, 512), b, "int32", 0., march_two, D(0), D(4), 512, 512, 128);
		measure("lattice9_soa", i3(2000, 1500), b, "int32", 0.f, lattice9<false>, F(0), F(4), 2000, 1500, .8f);
		measure("lattice9_aos", i3(2000, 1500), b, "int32", 0.f, lattice9<true>, F(0), F(4), 2000, 1500, .8f);
	}
	for (i3 b : { i3(32, 8), i3(16, 16) })
		measure("jacobi_residual", i3(4096, 4096), b, "int32", 0.f, jacobi_residual, F(0), F(1), F(4), F(5),
			4096, 4096);
	for (i3 b : { i3(32, 4, 2), i3(8, 8, 8), i3(64, 1, 4) }) {
		measure("contract", i3(100, 160, 150), b, "int32", 0.f, contract, F(0), F(1), F(4), 100, 160);
		measure("heat_guard", i3(200, 200, 200), b, "int32", 0., heat_guard, D(0), D(4), 200, 200, 200);
		measure("heat_guard", i3(400, 400, 200), b, "int32", 0., heat_guard, D(0), D(4), 400, 400, 200);
		measure("wave_sponge", i3(300, 200, 160), b, "int32", 0.f, wave_sponge, F(0), F(1), F(2), F(3), F(5),
			F(4), 300, 200, 160, 20);
		measure("resid", i3(258, 258, 258), b, "int32", 0., resid, D(0), D(1), D(4), 258);
		measure("stress", i3(320, 256, 128), b, "int32", 0.f, stress, F(0), F(1), F(2), F(3), F(8), F(4), F(5),
			F(6), F(7), 320, 256, 128, .1f);
		measure("advect3", i3(320, 256, 128), b, "int32", 0.f, advect3, F(0), F(1), F(2), F(3), F(4), 320, 256,
			128);
		measure("lattice15_soa", i3(160, 160, 100), b, "int32", 0., lattice15<false>, D(0), D(4), 160, 160,
			100, .8);
		measure("lattice15_aos", i3(160, 160, 100), b, "int32", 0., lattice15<true>, D(0), D(4), 160, 160,
			100, .8);
	}
	for (int b : { 32, 96, 256 }) {
		measure("mvt_both", 6000, b, "int32", 0., mvt_both, D(0), D(1), D(2), D(4), D(5), 6000);
		measure("two_matrices", 5000, b, "int32", 0.f, two_matrices, F(0), F(1), F(2), F(4), 5000, 1.5f, 1.2f);
		measure("implicit_columns", 2000, b, "int32", 0., implicit_columns, D(0), D(4), D(5), D(6), 2000, .1,
			1.5, .2);
		measure("penta", 65536, b, "int32", 0.f, penta, F(0), F(1), F(2), F(3), F(4), F(5), 65536, 128);
	}
	for (int b : { 96, 256, 1024 }) {
		measure("diagonals", 4096000, b, "int32", 0., diagonals, D(0), D(1), D(4), 4096000, 160, 25600);
		measure("leapfrog", 1 << 24, b, "int32", 0.f, leapfrog, f<float4>(0), f<float4>(4), 1 << 24, .1f);
		measure("complex_fma", 20000000, b, "int32", 0., complex_fma, f<double2>(0), f<double2>(1),
			f<double2>(4), 20000000);
		measure("batch_four", 1 << 24, b, "int32", 0.f, batch_four, F(0), F(1), F(4));
	}
	for (int b : { 64, 128, 256 }) {
		measure("lu_batched", 1000000, b, "int32", 0., lu_batched, D(0), D(4), 1000000);
		measure("attend", i3(1024, 16), b, "int32", 0.f, attend, F(0), F(1), F(2), F(4), 1024);
		measure("half_axpy", 1024 * b, b, "int32", 0.f, half_axpy, f<__half2>(0), f<__half2>(4), 1 << 26,
			__floats2half2_rn(.5f, .5f));
	}
	for (int b : { 128, 512 }) {
		limit = 1 << 20;
		measure("cloud_gather", 1 << 23, b, "int32", 0.f, cloud_gather, I(3), f<float2>(0), F(1), F(4), 1 << 23,
			1024);
		measure("cloud_scatter", 1 << 23, b, "int32", 0.f, cloud_scatter, I(3), f<float2>(0), F(4), 1 << 23,
			1024);
		limit = 0xffffffff;
		measure("gamma_table", 1 << 26, b, "int32", 0.f, gamma_table, f<byte>(3), B(0), B(4), 1 << 26);
		limit = 0;
	}
	for (int rows : { 512, 8192 })
		measure("gemv_block", rows * 128, 128, "int32", 0., gemv_block, D(0), D(8), D(4), 8192);
	for (int blocks : { 264, 1024 })
		measure("norm_stride", blocks * 256, 256, "int32", 0., norm_stride, D(0), D(4), 264 * 256 * 1024);
	measure("softmax_half_128", 8192 * 128, 128, "int32", 0.f, softmax_half<128>, f<__half>(0), f<__half>(4),
		4096);
	measure("softmax_half_1024", 8192 * 1024, 1024, "int32", 0.f, softmax_half<1024>, f<__half>(0),
		f<__half>(4), 4096);
	measure("blelloch_128", 1 << 24, 128, "int32", 0.f, blelloch<128>, F(0), F(4));
	measure("blelloch_512", 1 << 24, 512, "int32", 0.f, blelloch<512>, F(0), F(4));
	measure("rotate_planes", i3(512, 64, 128), i3(32, 8), "int32", 0.f, rotate_planes, F(0), F(4), 512, 128,
		256);
	measure("separable_32_8", i3(4096, 4096), i3(32, 8), "int32", 0.f, separable<32, 8>, F(0), F(4), 4096, 4096, .4f,
		.2f, .1f);
	measure("separable_16_16", i3(4096, 4096), i3(16, 16), "int32", 0.f, separable<16, 16>, F(0), F(4), 4096, 4096,
		.4f, .2f, .1f);
	measure("separable_64_8", i3(4096, 4096), i3(64, 8), "int32", 0.f, separable<64, 8>, F(0), F(4), 4096, 4096, .4f,
		.2f, .1f);
	return cudaDeviceSynchronize() != cudaSuccess;
}
