// Kernels of the kinds that benchmark suites and samples are made of: plain pointers, extents as
// arguments, guards.  Said in suites.wsp and predicted before they were timed.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 suites.cu && ./a.out >suites.csv
//
// cold_ms is the median of nine launches, each between two events, on caches that hold other data, all of
// it read.
// With an argument each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
#include "cold.h"

__global__ void srad_one(float *J, float *dN, float *dS, float *dW, float *dE, float *c, int nx,
	int ny, float q)
{
	int x = X, y = Y;
	if (x >= nx || y >= ny)
		return;
	int i = y * nx + x;
	float j = J[i];
	float n = J[max(y - 1, 0) * nx + x] - j, s = J[min(y + 1, ny - 1) * nx + x] - j;
	float w = J[y * nx + max(x - 1, 0)] - j, e = J[y * nx + min(x + 1, nx - 1)] - j;
	float g = (n * n + s * s + w * w + e * e) / (j * j), l = (n + s + w + e) / j;
	float num = 0.5f * g - 0.0625f * l * l, den = 1 + 0.25f * l;
	float r = num / (den * den);
	float k = 1 / (1 + (r - q) / (q * (1 + q)));
	dN[i] = n;
	dS[i] = s;
	dW[i] = w;
	dE[i] = e;
	c[i] = fminf(fmaxf(k, 0.f), 1.f);
}

__global__ void srad_two(float *J, float *dN, float *dS, float *dW, float *dE, float *c, int nx,
	int ny, float lambda)
{
	int x = X, y = Y;
	if (x >= nx || y >= ny)
		return;
	int i = y * nx + x;
	float here = c[i], s = c[min(y + 1, ny - 1) * nx + x], e = c[y * nx + min(x + 1, nx - 1)];
	float d = here * dN[i] + s * dS[i] + here * dW[i] + e * dE[i];
	J[i] += 0.25f * lambda * d;
}

__global__ void chip(const float *p, const float *t, float *o, int nx, int ny, int nz, float cc,
	float cw, float cn, float ct)
{
	int x = X, y = Y, i = y * nx + x, xy = nx * ny;
	int w = x == 0 ? i : i - 1, e = x == nx - 1 ? i : i + 1;
	int n = y == 0 ? i : i - nx, s = y == ny - 1 ? i : i + nx;
	float below = t[i], here = below, above = t[i + xy];

	o[i] = cc * here + cw * t[w] + cw * t[e] + cn * t[s] + cn * t[n] + ct * below + ct * above + p[i];
	i += xy, w += xy, e += xy, n += xy, s += xy;
	for (int k = 1; k < nz - 1; ++k) {
		below = here;
		here = above;
		above = t[i + xy];
		o[i] = cc * here + cw * t[w] + cw * t[e] + cn * t[s] + cn * t[n] + ct * below + ct * above +
			p[i];
		i += xy, w += xy, e += xy, n += xy, s += xy;
	}
}

__global__ void eliminate(double *a, const double *m, int n, int t)
{
	int x = X, y = Y;
	if (x >= n - t || y >= n - 1 - t)
		return;
	a[(y + 1 + t) * n + x + t] -= m[y + 1 + t] * a[t * n + x + t];
}

__global__ void distance_to(const float *coord, float *cost, int n, int dims, int centre)
{
	int x = X;
	if (x < n) {
		float s = 0;
		for (int d = 0; d < dims; ++d) {
			float t = coord[d * n + x] - coord[d * n + centre];
			s += t * t;
		}
		cost[x] = s;
	}
}

__global__ void mri(int n, IN(float) kx, IN(float) ky, IN(float) kz, IN(float) phi, IN(float) x,
	IN(float) y, IN(float) z, OUT(float) qr, OUT(float) qi)
{
	int t = X;
	float a = x[t], b = y[t], c = z[t], r = 0, i = 0;

	for (int k = 0; k < n; ++k) {
		float e = 6.2831853f * (kx[k] * a + ky[k] * b + kz[k] * c);
		r += phi[k] * __cosf(e);
		i += phi[k] * __sinf(e);
	}
	qr[t] = r;
	qi[t] = i;
}

__global__ void cfd_step(int j, int n, float *old, float *v, float *f, float *fl)
{
	int i = X;
	float k = f[i] / (float) (3 + 1 - j);

	v[i] = old[i] + k * fl[i];
	v[i + n] = old[i + n] + k * fl[i + n];
	v[i + 2 * n] = old[i + 2 * n] + k * fl[i + 2 * n];
	v[i + 3 * n] = old[i + 3 * n] + k * fl[i + 3 * n];
	v[i + 4 * n] = old[i + 4 * n] + k * fl[i + 4 * n];
}

__global__ void places(float2 *at, float *d, int n, float lat, float lng)
{
	int i = Y * gridDim.x * blockDim.x + X;
	if (i < n) {
		float2 p = at[i];
		d[i] = sqrtf((lat - p.x) * (lat - p.x) + (lng - p.y) * (lng - p.y));
	}
}

__global__ void walsh(float *a, int stride)
{
	int p = X, l = p & (stride - 1), i = ((p - l) << 2) + l;
	float d0 = a[i], d1 = a[i + stride], d2 = a[i + 2 * stride], d3 = a[i + 3 * stride], t;

	t = d0, d0 = d0 + d2, d2 = t - d2;
	t = d1, d1 = d1 + d3, d3 = t - d3;
	t = d0, a[i] = d0 + d1, a[i + stride] = t - d1;
	t = d2, a[i + 2 * stride] = d2 + d3, a[i + 3 * stride] = t - d3;
}

__global__ void recursive(const float *in, float *out, int w, int h, float a0, float a1, float b1,
	float b2)
{
	int x = X;
	if (x >= w)
		return;
	float xp = in[x], yb = a0 * xp, yp = yb;
	for (int y = 0; y < h; ++y) {
		float xc = in[y * w + x];
		float yc = a0 * xc + a1 * xp - b1 * yp - b2 * yb;
		out[y * w + x] = yc;
		xp = xc;
		yb = yp;
		yp = yc;
	}
}

__global__ void box_columns(IN(float) in, OUT(float) out, int w, int h, int r)
{
	int x = X;
	float scale = 1.f / (2 * r + 1), t = in[x] * r;

	for (int y = 0; y < r + 1; ++y)
		t += in[y * w + x];
	for (int y = r + 1; y < h - r; ++y) {
		t += in[(y + r) * w + x];
		t -= in[(y - r - 1) * w + x];
		out[y * w + x] = t * scale;
	}
}

__global__ void disparity(IN(byte) left, IN(byte) right, OUT(byte) out, int w, int h)
{
	int x = X, y = Y, best = 1 << 20, at = 0;

	if (x < 16 || x >= w - 1 || y < 1 || y >= h - 1)
		return;
	for (int d = 0; d < 16; ++d) {
		int s = 0;
		for (int j = -1; j <= 1; ++j)
			for (int i = -1; i <= 1; ++i)
				s += abs(left[(y + j) * w + x + i] - right[(y + j) * w + x + i - d]);
		if (s < best)
			best = s, at = d;
	}
	out[y * w + x] = at;
}

template <int BX, int BY>
__global__ void fdtd(IN(float) in, OUT(float) out, int nx, int ny, int nz, float c0, float c1,
	float c2, float c3, float c4)
{
	__shared__ float s[BY + 8][BX + 8];
	int tx = threadIdx.x, ty = threadIdx.y, sx = nx + 8, sp = sx * (ny + 8);
	int i = (Y + 4) * sx + X + 4;
	float behind[4], front[4], here;

	for (int k = 3; k >= 0; --k)
		behind[k] = in[i + (3 - k) * sp];
	here = in[i + 4 * sp];
	for (int k = 0; k < 4; ++k)
		front[k] = in[i + (5 + k) * sp];
	for (int z = 0; z < nz; ++z) {
		if (z > 0) {
			for (int k = 3; k > 0; --k)
				behind[k] = behind[k - 1];
			behind[0] = here;
			here = front[0];
			for (int k = 0; k < 3; ++k)
				front[k] = front[k + 1];
			front[3] = in[i + (z + 8) * sp];
		}
		__syncthreads();
		if (ty < 4) {
			s[ty][tx + 4] = in[i + (z + 4) * sp - 4 * sx];
			s[ty + BY + 4][tx + 4] = in[i + (z + 4) * sp + BY * sx];
		}
		if (tx < 4) {
			s[ty + 4][tx] = in[i + (z + 4) * sp - 4];
			s[ty + 4][tx + BX + 4] = in[i + (z + 4) * sp + BX];
		}
		s[ty + 4][tx + 4] = here;
		__syncthreads();
		float v = c0 * here;
		v += c1 * (front[0] + behind[0] + s[ty + 3][tx + 4] + s[ty + 5][tx + 4] + s[ty + 4][tx + 3] +
			s[ty + 4][tx + 5]);
		v += c2 * (front[1] + behind[1] + s[ty + 2][tx + 4] + s[ty + 6][tx + 4] + s[ty + 4][tx + 2] +
			s[ty + 4][tx + 6]);
		v += c3 * (front[2] + behind[2] + s[ty + 1][tx + 4] + s[ty + 7][tx + 4] + s[ty + 4][tx + 1] +
			s[ty + 4][tx + 7]);
		v += c4 * (front[3] + behind[3] + s[ty][tx + 4] + s[ty + 8][tx + 4] + s[ty + 4][tx] +
			s[ty + 4][tx + 8]);
		out[i + (z + 4) * sp] = v;
	}
}

__global__ void monte(IN(float) draws, OUT(float) sum, OUT(float) square, int n, float s, float k,
	float mu, float v)
{
	__shared__ float a[128], b[128];
	int t = threadIdx.x;
	float p = 0, q = 0;

	for (int i = t; i < n; i += 128) {
		float d = s * (blockIdx.x + 1) * __expf(mu + v * draws[i]) - k, g = fmaxf(d, 0.f);
		p += g;
		q += g * g;
	}
	a[t] = p;
	b[t] = q;
	for (int l = 64; l > 0; l /= 2) {
		__syncthreads();
		if (t < l) {
			a[t] += a[t + l];
			b[t] += b[t + l];
		}
	}
	if (t == 0) {
		sum[blockIdx.x] = a[0];
		square[blockIdx.x] = b[0];
	}
}

__global__ void spectrum(IN(float2) h, IN(float) w, OUT(float2) o, int nx, int ny, float t)
{
	int x = X, y = Y, in = y * (nx + 8) + x, mirror = (ny - y) * (nx + 8) + nx - x;
	float2 a = h[in], b = h[mirror];
	float k = w[in] * t, c = __cosf(k), s = __sinf(k);

	o[y * nx + x] = make_float2(a.x * c - a.y * s + b.x * c - b.y * s, a.x * s + a.y * c -
		b.x * s - b.y * c);
}

__global__ void gray(const uchar4 *in, byte *out, int w, int h)
{
	int x = X, y = Y;
	if (x < w && y < h) {
		uchar4 p = in[y * w + x];
		out[y * w + x] = .299f * p.x + .587f * p.y + .114f * p.z;
	}
}

enum { LX = 192, LY = 128, LZ = 96, LS = LX * LY * LZ };
__global__ void d3q27(IN(float) f, OUT(float) g, float w)
{
	int x = X, y = Y, z = Z, i = (z * LY + y) * LX + x;
	float a[27], r = 0, u = 0, v = 0, s = 0;

	if (x < 1 || x >= LX - 1 || y < 1 || y >= LY - 1 || z < 1 || z >= LZ - 1)
		return;
#pragma unroll
	for (int q = 0; q < 27; ++q) {
		int cx = q % 3 - 1, cy = q / 3 % 3 - 1, cz = q / 9 - 1;
		a[q] = f[q * LS + i - (cz * LY + cy) * LX - cx];
		r += a[q];
		u += cx * a[q];
		v += cy * a[q];
		s += cz * a[q];
	}
	float k = 1 / r, m = 1.5f * (u * u + v * v + s * s) * k * k;
	u *= k, v *= k, s *= k;
#pragma unroll
	for (int q = 0; q < 27; ++q) {
		int cx = q % 3 - 1, cy = q / 3 % 3 - 1, cz = q / 9 - 1;
		float c = 3 * (cx * u + cy * v + cz * s);
		float t = (cx ? 1 / 6.f : 2 / 3.f) * (cy ? 1 / 6.f : 2 / 3.f) * (cz ? 1 / 6.f : 2 / 3.f);
		g[q * LS + i] = a[q] + w * (t * r * (1 + c + 0.5f * c * c - m) - a[q]);
	}
}

__global__ void lennard(IN(float4) at, IN(int) list, OUT(float4) force, int n, int many)
{
	int i = X;
	float4 p = at[i], s = make_float4(0, 0, 0, 0);

	for (int k = 0; k < many; ++k) {
		int j = list[k * n + i];
		float4 q = at[j];
		float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
		float r = dx * dx + dy * dy + dz * dz;
		if (r < 1e9f) {
			float r2 = 1 / r, r6 = r2 * r2 * r2, f = r2 * r6 * (1.5f * r6 - 2.f);
			s.x += dx * f;
			s.y += dy * f;
			s.z += dz * f;
		}
	}
	force[i] = s;
}

__global__ void gemver(double *a, double *v1, double *v2, double *u1, double *u2, int n)
{
	int j = X, i = Y;
	if (i < n && j < n)
		a[i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
}

__global__ void floyd(int *path, int n, int k)
{
	int j = X, i = Y;
	if (i < n && j < n)
		path[i * n + j] = min(path[i * n + j], path[i * n + k] + path[k * n + j]);
}

__global__ void adam(float *p, const float *g, float *m, float *v, int n, float lr, float b1,
	float b2, float c1, float c2)
{
	int i = X;
	if (i >= n)
		return;
	float d = g[i], a = b1 * m[i] + (1 - b1) * d, b = b2 * v[i] + (1 - b2) * d * d;
	m[i] = a;
	v[i] = b;
	p[i] -= lr * (a * c1) / (sqrtf(b * c2) + 1e-8f);
}

__global__ void swiglu(IN(__half) a, IN(__half) b, OUT(__half) o, int n)
{
	int i = X;
	if (i < n) {
		float v = __half2float(a[i]);
		o[i] = __float2half(v / (1 + __expf(-v)) * __half2float(b[i]));
	}
}

__global__ void embed(IN(int) token, IN(float) table, OUT(float) out, int width)
{
	for (int x = threadIdx.x; x < width; x += blockDim.x)
		out[(size_t) blockIdx.x * width + x] = table[(size_t) token[blockIdx.x] * width + x];
}

__global__ void softmax_channels(const float *in, float *out, int c, int hw)
{
	int x = X, b = blockIdx.y * c * hw;
	float m = -1e30f, s = 0;

	for (int k = 0; k < c; ++k)
		m = fmaxf(m, in[b + k * hw + x]);
	for (int k = 0; k < c; ++k)
		s += __expf(in[b + k * hw + x] - m);
	for (int k = 0; k < c; ++k)
		out[b + k * hw + x] = __expf(in[b + k * hw + x] - m) / s;
}

__global__ void pool(IN(float) in, OUT(float) out, int ow, int oh)
{
	int x = X, y = Y, c = Z, w = 2 * ow + 1, h = 2 * oh + 1;
	if (x >= ow || y >= oh)
		return;
	float m = -1e30f;
	for (int j = 0; j < 3; ++j)
		for (int i = 0; i < 3; ++i)
			m = fmaxf(m, in[(c * h + 2 * y + j) * w + 2 * x + i]);
	out[(c * oh + y) * ow + x] = m;
}

__global__ void upsample(IN(float) in, OUT(float) out, int w, int h)
{
	int x = X, y = Y, i = x / 2, j = y / 2;
	float fx = x % 2 ? 0.25f : 0.75f, fy = y % 2 ? 0.25f : 0.75f;

	if (x < 2 * w - 2 && y < 2 * h - 2)
		out[y * 2 * w + x] = (in[j * w + i] * fx + in[j * w + i + 1] * (1 - fx)) * fy +
			(in[(j + 1) * w + i] * fx + in[(j + 1) * w + i + 1] * (1 - fx)) * (1 - fy);
}

__global__ void im2col(IN(float) in, OUT(float) out, int w, int h)
{
	int x = X, y = Y, c = Z;
	if (x >= w || y >= h)
		return;
	for (int j = 0; j < 3; ++j)
		for (int i = 0; i < 3; ++i)
			out[((c * 9 + j * 3 + i) * h + y) * w + x] = in[(c * (h + 2) + y + j) * (w + 2) + x + i];
}

__global__ void to_channels_last(IN(float) in, OUT(float) out, int c, int hw)
{
	int k = X, p = Y;
	out[p * c + k] = in[k * hw + p];
}

struct particle {
	float x, y, z, u, v, w;
};
__global__ void push_structs(particle *p, int n, float t)
{
	int i = X;
	if (i >= n)
		return;
	particle q = p[i];
	q.u -= t * q.x;
	q.v -= t * q.y;
	q.w -= t * q.z;
	q.x += t * q.u;
	q.y += t * q.v;
	q.z += t * q.w;
	p[i] = q;
}

__global__ void push_arrays(float *x, float *y, float *z, float *u, float *v, float *w, int n,
	float t)
{
	int i = X;
	if (i >= n)
		return;
	u[i] -= t * x[i];
	v[i] -= t * y[i];
	w[i] -= t * z[i];
	x[i] += t * u[i];
	y[i] += t * v[i];
	z[i] += t * w[i];
}

__global__ void deposit(IN(int) cell, IN(float) charge, float *grid, int n)
{
	int i = X;
	if (i < n)
		atomicAdd(&grid[cell[i]], charge[i]);
}

__global__ void life(IN(byte) in, OUT(byte) out, int w, int h)
{
	int x = X, y = Y;
	int l = (x + w - 1) % w, r = (x + 1) % w, u = (y + h - 1) % h * w, d = (y + 1) % h * w, m = y * w;
	int s = in[u + l] + in[u + x] + in[u + r] + in[m + l] + in[m + r] + in[d + l] + in[d + x] + in[d + r];

	out[m + x] = s == 3 || (s == 2 && in[m + x]);
}

__global__ void string(const float *u, const float *up, float *un, int n, float c)
{
	int i = X;
	if (i > 0 && i < n - 1)
		un[i] = 2 * u[i] - up[i] + c * (u[i + 1] - 2 * u[i] + u[i - 1]);
}

__global__ void curl(IN(float3) a, OUT(float3) b, int nx, int ny, int nz)
{
	int x = X, y = Y, z = Z, p = nx * ny, i = z * p + y * nx + x;
	if (x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
		return;
	float3 c = a[i], e = a[i + 1], n = a[i + nx], t = a[i + p];
	b[i] = make_float3(n.z - c.z - t.y + c.y, t.x - c.x - e.z + c.z, e.y - c.y - n.x + c.x);
}

__global__ void deriche(const double *in, double *out, int w, int h, double a1, double a2, double b1,
	double b2)
{
	int y = X;
	if (y >= h)
		return;
	double y1 = 0, y2 = 0, x1 = 0;
	for (int x = 0; x < w; ++x) {
		double v = in[y * w + x], r = a1 * v + a2 * x1 + b1 * y1 + b2 * y2;
		out[y * w + x] = r;
		x1 = v;
		y2 = y1;
		y1 = r;
	}
}

__global__ void scalar_products(IN(float) a, IN(float) b, OUT(float) c, int n)
{
	__shared__ float s[512];
	int t = threadIdx.x, from = blockIdx.x * n;

	for (int i = t; i < 512; i += blockDim.x) {
		float sum = 0;
		for (int k = i; k < n; k += 512)
			sum += a[from + k] * b[from + k];
		s[i] = sum;
	}
	for (int l = 256; l > 0; l /= 2) {
		__syncthreads();
		for (int i = t; i < l; i += blockDim.x)
			s[i] += s[i + l];
	}
	if (t == 0)
		c[blockIdx.x] = s[0];
}

template <int B> __global__ void tile_copy(IN(double) a, OUT(double) b, int nx, int ny)
{
	__shared__ double s[B][B + 1];
	int x = blockIdx.x * B + threadIdx.x, y = blockIdx.y * B + threadIdx.y;

	for (int j = 0; j < B; j += 8)
		if (x < nx && y + j < ny)
			s[threadIdx.y + j][threadIdx.x] = a[(y + j) * nx + x];
	__syncthreads();
	x = blockIdx.y * B + threadIdx.x, y = blockIdx.x * B + threadIdx.y;
	for (int j = 0; j < B; j += 8)
		if (x < ny && y + j < nx)
			b[(y + j) * ny + x] = s[threadIdx.x][threadIdx.y + j];
}

__global__ void integrate(const double *f, double *s, int n, int levels, double h)
{
	int i = X;
	double w = 0;

	for (int k = 1; k < levels; ++k) {
		w -= 0.5 * h * (f[k * n + i] + f[(k - 1) * n + i]);
		s[k * n + i] = w;
	}
}

__global__ void hydro(double *r, double *u, double *e, double *p, double *c, int n)
{
	int i = X;
	if (i >= n)
		return;
	double v = fmax(r[i], 1e-10), in = e[i] - 0.5 * u[i] * u[i], pr = 0.4 * v * fmax(in, 1e-10);
	p[i] = pr;
	c[i] = sqrt(1.4 * pr / v);
}

int main(int argc, char **)
{
	once = argc > 1;
	cudaMalloc(&memory, 10 * field);
	printf("kernel,type,nx,ny,nz,bx,by,bz,strides,regs,cold_ms\n");
	for (ints b : { ints(16, 16), ints(32, 8), ints(64, 4) }) {
		for (int n : { 1000, 6000 }) {
			measure("srad_one", ints(n, n), b, "int32", 0.f, srad_one, F(0), F(1), F(2), F(3), F(4), F(5),
				n, n, 0.3f);
			measure("srad_two", ints(n, n), b, "int32", 0.f, srad_two, F(0), F(1), F(2), F(3), F(4), F(5),
				n, n, 0.3f);
			measure("floyd", ints(n, n), b, "int32", 0.f, floyd, I(0), n, 77);
			measure("gemver", ints(n, n), b, "int32", 0., gemver, D(0), D(1), D(2), D(3), D(4), n);
		}
		measure("eliminate", ints(5000, 5000), b, "int32", 0., eliminate, D(0), D(1), 5000, 10);
		measure("chip", ints(512, 512), b, "int32", 0.f, chip, F(0), F(1), F(4), 512, 512, 64, .5f, .1f,
			.1f, .05f);
		measure("disparity", ints(1920, 1080), b, "int32", 0.f, disparity, B(0), B(1), B(4), 1920, 1080);
		measure("spectrum", ints(2048, 2048), b, "int32", 0.f, spectrum, f<float2>(0), F(1),
			f<float2>(4), 2048, 2048, .5f);
		measure("gray", ints(7680, 4320), b, "int32", 0.f, gray, f<uchar4>(0), B(4), 7680, 4320);
		measure("life", ints(8192, 8192), b, "int32", 0.f, life, B(0), B(4), 8192, 8192);
		measure("upsample", ints(5000, 5000), b, "int32", 0.f, upsample, F(0), F(4), 2500, 2500);
		measure("pool", ints(300, 300, 64), b, "int32", 0.f, pool, F(0), F(4), 300, 300);
		measure("im2col", ints(224, 224, 64), b, "int32", 0.f, im2col, F(0), F(4), 224, 224);
	}
	for (ints b : { ints(32, 4, 2), ints(64, 2, 1), ints(128, 1, 1) }) {
		measure("d3q27", ints(LX, LY, LZ), b, "constant", 0.f, d3q27, F(0), F(5), .8f);
		measure("curl", ints(384, 256, 128), b, "int32", 0.f, curl, f<float3>(0), f<float3>(4), 384, 256,
			128);
	}
	for (int b : { 64, 128, 256, 1024 }) {
		measure("distance_to", 1 << 20, b, "int32", 0.f, distance_to, F(0), F(4), 1 << 20, 64, 500);
		measure("mri", 262144, b, "int32", 0.f, mri, 2048, F(0), F(1), F(2), F(3), F(4), F(5), F(6),
			F(7), F(8));
		measure("cfd_step", 1 << 24, b, "int32", 0.f, cfd_step, 1, 1 << 24, F(0), F(4), F(5), F(6));
		measure("places", ints(4096, 4096), b, "int32", 0.f, places, f<float2>(0), F(4), 1 << 24, .5f,
			.5f);
		measure("walsh", 1 << 24, b, "int32", 0.f, walsh, F(0), 1 << 12);
		measure("recursive", 3840, b, "int32", 0.f, recursive, F(0), F(4), 3840, 2160, .1f, .2f, .3f,
			.4f);
		measure("box_columns", 8192, b, "int32", 0.f, box_columns, F(0), F(4), 8192, 4096, 10);
		measure("adam", 50000000, b, "int32", 0.f, adam, F(0), F(1), F(4), F(5), 50000000, .1f, .9f, .99f,
			1.5f, 1.6f);
		measure("swiglu", 100000000, b, "int32", 0.f, swiglu, f<__half>(0), f<__half>(1), f<__half>(4),
			100000000);
		measure("softmax_channels", ints(65536, 16), b, "int32", 0.f, softmax_channels, F(0), F(4), 64,
			65536);
		measure("to_channels_last", ints(64, 32768), ints(64, b / 64), "int32", 0.f,
			to_channels_last, F(0), F(4), 64, 32768);
		measure("push_structs", 20000000, b, "int32", 0.f, push_structs, f<particle>(0), 20000000, .1f);
		measure("push_arrays", 20000000, b, "int32", 0.f, push_arrays, F(0), F(1), F(2), F(4), F(5), F(6),
			20000000, .1f);
		measure("string", 1 << 20, b, "int32", 0.f, string, F(0), F(1), F(4), 1 << 20, .1f);
		measure("string", 1 << 27, b, "int32", 0.f, string, F(0), F(1), F(4), 1 << 27, .1f);
		measure("deriche", 4096, b, "int32", 0., deriche, D(0), D(4), 4096, 4096, .1, .2, .3, .4);
		measure("scalar_products", 2048 * b, b, "int32", 0.f, scalar_products, F(0), F(1), F(4), 16384);
		measure("integrate", 262144, b, "int32", 0., integrate, D(0), D(4), 262144, 60, .1);
		measure("hydro", 30000000, b, "int32", 0., hydro, D(0), D(1), D(2), D(4), D(5), 30000000);
	}
	for (int b : { 64, 128, 256 }) {
		limit = 1 << 20;
		measure("lennard", 1 << 20, b, "int32", 0.f, lennard, f<float4>(0), I(3), f<float4>(4), 1 << 20,
			40);
		measure("deposit", 1 << 25, b, "int32", 0.f, deposit, I(3), F(1), F(4), 1 << 25);
		limit = 50000;
		measure("embed", 65536 * b, b, "int32", 0.f, embed, I(3), F(0), F(4), 1024);
		limit = 0;
	}
	measure("monte", 2048 * 128, 128, "int32", 0.f, monte, F(0), F(4), F(5), 262144, .1f, .1f, .1f, .1f);
	measure("fdtd", ints(512, 512), ints(32, 16), "int32", 0.f, fdtd<32, 16>, F(0), F(4), 512, 512, 256,
		.1f, .1f, .1f, .1f, .1f);
	measure("fdtd", ints(512, 512), ints(32, 8), "int32", 0.f, fdtd<32, 8>, F(0), F(4), 512, 512, 256,
		.1f, .1f, .1f, .1f, .1f);
	measure("fdtd", ints(512, 512), ints(64, 8), "int32", 0.f, fdtd<64, 8>, F(0), F(4), 512, 512, 256,
		.1f, .1f, .1f, .1f, .1f);
	measure("tile_copy", ints(5000, 1256), ints(32, 8), "int32", 0., tile_copy<32>, D(0), D(4), 5000,
		5000);
	return cudaDeviceSynchronize() != cudaSuccess;
}
