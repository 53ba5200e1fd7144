// A further blind set of kernels as engineers write them, and in no other set: block-tridiagonal and
// small dense solvers, sweeps with register queues, filters, paths and scans by channel, products of
// bytes, tiles of images, tiled forces, transforms, wavefronts and norms.  Said in chosen.wsp before
// anything was timed or predicted.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 chosen.cu && ./a.out >chosen.csv
//
// cold_ms is the median of nine launches, each between two events, on caches that hold other data, all of
// it read.
// With an argument each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
#include "cold.h"

// Loops in a thread.

__global__ void block_tri2(double *a, double *b, double *c, double *d, double *w, double *u, int n, int m)
{
	int i = X, s = n * m;
	if (i >= n)
		return;
	double w0 = 0, w1 = 0, w2 = 0, w3 = 0, g0 = 0, g1 = 0;
	for (int k = 0; k < m; ++k) {
		int j = k * n + i;
		double a0 = a[j], a1 = a[s + j], a2 = a[2 * s + j], a3 = a[3 * s + j];
		double c0 = c[j], c1 = c[s + j], c2 = c[2 * s + j], c3 = c[3 * s + j];
		double b0 = b[j] - a0 * w0 - a1 * w2, b1 = b[s + j] - a0 * w1 - a1 * w3;
		double b2 = b[2 * s + j] - a2 * w0 - a3 * w2, b3 = b[3 * s + j] - a2 * w1 - a3 * w3;
		double r0 = d[j] - a0 * g0 - a1 * g1, r1 = d[s + j] - a2 * g0 - a3 * g1;
		double det = 1 / (b0 * b3 - b1 * b2);
		w0 = det * (b3 * c0 - b1 * c2);
		w1 = det * (b3 * c1 - b1 * c3);
		w2 = det * (b0 * c2 - b2 * c0);
		w3 = det * (b0 * c3 - b2 * c1);
		g0 = det * (b3 * r0 - b1 * r1);
		g1 = det * (b0 * r1 - b2 * r0);
		w[j] = w0;
		w[s + j] = w1;
		w[2 * s + j] = w2;
		w[3 * s + j] = w3;
		u[j] = g0;
		u[s + j] = g1;
	}
	for (int k = m - 2; k >= 0; --k) {
		int j = k * n + i;
		double h0 = u[j] - w[j] * g0 - w[s + j] * g1;
		double h1 = u[s + j] - w[2 * s + j] * g0 - w[3 * s + j] * g1;
		u[j] = h0;
		u[s + j] = h1;
		g0 = h0;
		g1 = h1;
	}
}

__device__ __forceinline__ void rotate_pair(float &p, float &q, float &pq, float &pr, float &qr)
{
	float theta = (q - p) / (2 * pq);
	float t = (theta < 0 ? -1.f : 1.f) / (fabsf(theta) + sqrtf(theta * theta + 1));
	float c = rsqrtf(t * t + 1), s = t * c, v = pr;

	p -= t * pq;
	q += t * pq;
	pq = 0;
	pr = c * v - s * qr;
	qr = s * v + c * qr;
}

__global__ void jacobi_eig3(IN(float) a, OUT(float) e, int n, int sweeps)
{
	int i = X;
	if (i >= n)
		return;
	float xx = a[i], yy = a[n + i], zz = a[2 * n + i], xy = a[3 * n + i], xz = a[4 * n + i], yz = a[5 * n + i];
	for (int k = 0; k < sweeps; ++k) {
		rotate_pair(xx, yy, xy, xz, yz);
		rotate_pair(xx, zz, xz, xy, yz);
		rotate_pair(yy, zz, yz, xy, xz);
	}
	e[i] = xx;
	e[n + i] = yy;
	e[2 * n + i] = zz;
}

__global__ void quadrature2(IN(double) g, IN(double) w, IN(double) a, IN(double) b, OUT(double) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	double p = a[i], q = b[i], s = 0;
	for (int k = 0; k < m; ++k) {
		double u = g[k], t = 0, r = 1 + p * u * u;
		for (int l = 0; l < m; ++l) {
			double v = g[l];
			t += w[l] * sqrt(r + q * v * v);
		}
		s += w[k] * t;
	}
	o[i] = s;
}

__global__ void ray_absorb(IN(float) a, OUT(float) o, int nx, int ny, int steps, float sigma)
{
	int x = X, y = Y;
	if (x >= nx || y >= ny)
		return;
	float t = 1, c = 0;
	for (int k = 0; k < steps; ++k) {
		float v = a[(k * ny + y) * nx + x], e = expf(-sigma * v);
		c += t * (1 - e) * v;
		t *= e;
	}
	o[y * nx + x] = c;
}

__global__ void range_queue(float *a, float *b, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float q[7];
#pragma unroll
	for (int k = 0; k < 6; ++k)
		q[k] = a[k * n + i];
	for (int k = 6; k < m; ++k) {
		q[6] = a[k * n + i];
		float lo = q[0], hi = q[0];
#pragma unroll
		for (int l = 1; l < 7; ++l) {
			lo = fminf(lo, q[l]);
			hi = fmaxf(hi, q[l]);
		}
		b[(k - 3) * n + i] = hi - lo;
#pragma unroll
		for (int l = 0; l < 6; ++l)
			q[l] = q[l + 1];
	}
}

__global__ void savgol_pair(IN(double) a, OUT(double) s, OUT(double) d, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	double q0 = a[i], q1 = a[n + i], q2 = a[2 * n + i], q3 = a[3 * n + i], q4 = a[4 * n + i], q5 = a[5 * n + i];
	for (int k = 3; k < m - 3; ++k) {
		double q6 = a[(k + 3) * n + i];
		s[k * n + i] = (7 * q3 + 6 * (q2 + q4) + 3 * (q1 + q5) - 2 * (q0 + q6)) * (1. / 21);
		d[k * n + i] = (3 * (q6 - q0) + 2 * (q5 - q1) + (q4 - q2)) * (1. / 28);
		q0 = q1;
		q1 = q2;
		q2 = q3;
		q3 = q4;
		q4 = q5;
		q5 = q6;
	}
}

__global__ void kalman_track(IN(double) z, OUT(double) o, int n, int m, double dt, double q, double r)
{
	int i = X;
	if (i >= n)
		return;
	double p = 0, v = 0, c0 = 1, c1 = 0, c2 = 1;
	for (int k = 0; k < m; ++k) {
		p += dt * v;
		c0 += dt * (2 * c1 + dt * c2) + q;
		c1 += dt * c2;
		c2 += q;
		double f = 1 / (c0 + r), k0 = c0 * f, k1 = c1 * f, e = z[k * n + i] - p;
		p += k0 * e;
		v += k1 * e;
		c2 -= k1 * c1;
		c1 -= k0 * c1;
		c0 -= k0 * c0;
		o[k * n + i] = p;
	}
}

__global__ void welford(IN(float) a, OUT(float) mean, OUT(float) var, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float u = 0, s = 0;
	for (int k = 0; k < m; ++k) {
		float v = a[k * n + i], d = v - u;
		u += d / (float) (k + 1);
		s += d * (v - u);
	}
	mean[i] = u;
	var[i] = s;
}

__global__ void sn_sweep(IN(float) q, IN(float) sigma, IN(float) mu, OUT(float) psi, int n, int m)
{
	int x = X, y = Y;
	if (x >= n)
		return;
	float c = 2 * mu[y], in = 0;
	for (int k = 0; k < m; ++k) {
		float p = (q[k * n + x] + c * in) / (sigma[k * n + x] + c);
		in = 2 * p - in;
		psi[(y * m + k) * n + x] = p;
	}
}

__global__ void heston_paths(IN(float) z, OUT(float) o, int n, int steps, float dt, float mu, float kappa,
	float theta, float xi, float rho, float rest)
{
	int i = X;
	if (i >= n)
		return;
	float s = 0, v = theta;
	for (int k = 0; k < steps; ++k) {
		float p = z[2 * k * n + i], q = z[(2 * k + 1) * n + i], u = fmaxf(v, 0.f), r = sqrtf(u * dt);
		s += (mu - 0.5f * u) * dt + r * p;
		v += kappa * (theta - u) * dt + xi * r * (rho * p + rest * q);
	}
	o[i] = fmaxf(expf(s) - 1, 0.f);
}

__global__ void ell_rhs4(IN(float) val, IN(int) col, IN(float4) v, OUT(float4) r, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float4 s = make_float4(0, 0, 0, 0);
	for (int k = 0; k < m; ++k) {
		float a = val[k * n + i];
		float4 p = v[col[k * n + i]];
		s.x += a * p.x;
		s.y += a * p.y;
		s.z += a * p.z;
		s.w += a * p.w;
	}
	r[i] = s;
}

__global__ void gemv_bytes(IN(uchar4) a, IN(uchar4) v, OUT(float) r, int m, float scale)
{
	int row = X / 32, lane = threadIdx.x % 32, s = 0;
	for (int k = lane; k < m; k += 32) {
		uchar4 p = a[row * m + k], q = v[k];
		s += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
	}
	for (int l = 16; l > 0; l /= 2)
		s += __shfl_down_sync(~0u, s, l);
	if (lane == 0)
		r[row] = s * scale;
}

__global__ void mc_march(IN(float) a, OUT(float) b, int n, int m, float c)
{
	int i = X;
	if (i >= n)
		return;
	float p = a[i], u = a[n + i], left = c * p;
	for (int k = 1; k < m - 1; ++k) {
		float r = a[(k + 1) * n + i], d = u - p, e = r - u, h = 0.5f * (d + e);
		float t = fminf(fminf(2 * fabsf(d), 2 * fabsf(e)), fabsf(h));
		float slope = d * e > 0 ? (h < 0 ? -t : t) : 0;
		float flux = c * (u + 0.5f * (1 - c) * slope);
		b[k * n + i] = u - (flux - left);
		left = flux;
		p = u;
		u = r;
	}
}

__global__ void weno_march(double *a, double *b, int n, int m, double eps, double scale)
{
	int i = X;
	if (i >= n)
		return;
	double q0 = a[i], q1 = a[n + i], q2 = a[2 * n + i], q3 = a[3 * n + i], left = 0;
	for (int k = 2; k < m - 2; ++k) {
		double q4 = a[(k + 2) * n + i];
		double e0 = q0 - 2 * q1 + q2, e1 = q1 - 2 * q2 + q3, e2 = q2 - 2 * q3 + q4;
		double f0 = q0 - 4 * q1 + 3 * q2, f1 = q1 - q3, f2 = 3 * q2 - 4 * q3 + q4;
		double s0 = eps + 13. / 12 * e0 * e0 + 0.25 * f0 * f0;
		double s1 = eps + 13. / 12 * e1 * e1 + 0.25 * f1 * f1;
		double s2 = eps + 13. / 12 * e2 * e2 + 0.25 * f2 * f2;
		double w0 = 0.1 / (s0 * s0), w1 = 0.6 / (s1 * s1), w2 = 0.3 / (s2 * s2);
		double p0 = 2 * q0 - 7 * q1 + 11 * q2, p1 = 5 * q2 - q1 + 2 * q3, p2 = 2 * q2 + 5 * q3 - q4;
		double flux = (w0 * p0 + w1 * p1 + w2 * p2) / (6 * (w0 + w1 + w2));
		b[k * n + i] = scale * (left - flux);
		left = flux;
		q0 = q1;
		q1 = q2;
		q2 = q3;
		q3 = q4;
	}
}

__global__ void sru_scan(IN(float) u, IN(float) f, IN(float) r, OUT(float) h, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float c = 0;
	for (int k = 0; k < m; ++k) {
		float v = u[k * n + i], g = 1 / (1 + expf(-f[k * n + i])), o = 1 / (1 + expf(-r[k * n + i]));
		c = g * c + (1 - g) * v;
		h[k * n + i] = o * c + (1 - o) * v;
	}
}

__global__ void bspline_prefilter(double *c, int n, int m, double z)
{
	int i = X;
	if (i >= n)
		return;
	double s = c[i];
	for (int k = 1; k < m; ++k) {
		s = 6 * c[k * n + i] + z * s;
		c[k * n + i] = s;
	}
	for (int k = m - 2; k >= 0; --k) {
		s = z * (s - c[k * n + i]);
		c[k * n + i] = s;
	}
}

__global__ void gmm_score(IN(float4) mean, IN(float4) scale, IN(float) c, IN(float4) p, OUT(float) o, int n,
	int m)
{
	int i = X;
	if (i >= n)
		return;
	float4 v = p[i];
	float s = 0;
	for (int k = 0; k < m; ++k) {
		float4 u = mean[k], w = scale[k];
		float d = v.x - u.x, e = v.y - u.y, f = v.z - u.z, g = v.w - u.w;
		s += expf(c[k] - w.x * d * d - w.y * e * e - w.z * f * f - w.w * g * g);
	}
	o[i] = logf(s);
}

__global__ void adler_columns(IN(byte) a, OUT(unsigned) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	unsigned s = 1, t = 0;
	for (int k = 0; k < m; ++k) {
		s += a[k * n + i];
		t += s;
	}
	o[i] = t % 65521 << 16 | s % 65521;
}

// Shared memory.

__global__ void energy_norm(IN(double) u, IN(double) f, OUT(double) o, int nx, int ny, int nz)
{
	__shared__ double part[8];
	int tx = threadIdx.x, ty = threadIdx.y, sx = nx + 1, p = sx * (ny + 1), i = Y * sx + X;
	double c = u[i], s = 0;

	for (int k = 0; k < nz - 1; ++k) {
		int j = i + k * p;
		double next = u[j + p], dx = u[j + 1] - c, dy = u[j + sx] - c, dz = next - c;
		s += 0.5 * (dx * dx + dy * dy + dz * dz) - f[j] * c;
		c = next;
	}
	for (int l = 16; l > 0; l /= 2)
		s += __shfl_down_sync(~0u, s, l);
	if (tx == 0)
		part[ty] = s;
	__syncthreads();
	if (tx == 0 && ty == 0) {
		for (int k = 1; k < 8; ++k)
			s += part[k];
		o[blockIdx.y * gridDim.x + blockIdx.x] = s;
	}
}

__global__ void crc_shared(IN(unsigned) table, IN(byte) a, OUT(unsigned) o, int n, int m)
{
	__shared__ unsigned s[256];
	int x = X, tx = threadIdx.x;
	unsigned c = 0xffffffff;

	s[tx] = table[tx];
	__syncthreads();
	for (int k = 0; k < m; ++k)
		c = s[(c ^ a[k * n + x]) & 255] ^ c >> 8;
	o[x] = c;
}

__global__ void dtw_wave(IN(float) a, IN(float) b, OUT(float) o)
{
	__shared__ float w[128], s[3][129];
	int tx = threadIdx.x, x = X;
	float c = a[x], h = 0;

	w[tx] = b[x];
	for (int r = 0; r < 3; ++r) {
		s[r][tx + 1] = 1e30f;
		if (tx == 0)
			s[r][0] = 0;
	}
	__syncthreads();
	for (int k = 0; k < 255; ++k) {
		if (tx <= k && tx > k - 128) {
			float best = fminf(s[(k + 1) % 3][tx], fminf(s[(k + 2) % 3][tx], s[(k + 2) % 3][tx + 1]));
			h = fabsf(c - w[k - tx]) + best;
			s[k % 3][tx + 1] = h;
		}
		__syncthreads();
	}
	o[x] = h;
}

__global__ void quant_rows(IN(float) a, OUT(signed char) q, OUT(float) scale, int m)
{
	__shared__ float s[8];
	int tx = threadIdx.x, row = blockIdx.x;
	float top = 0;

	for (int k = tx; k < m; k += 256)
		top = fmaxf(top, fabsf(a[row * m + k]));
	for (int l = 16; l > 0; l /= 2)
		top = fmaxf(top, __shfl_xor_sync(~0u, top, l));
	if (tx % 32 == 0)
		s[tx / 32] = top;
	__syncthreads();
	for (int k = 0; k < 8; ++k)
		top = fmaxf(top, s[k]);
	float r = 127 / top;
	for (int k = tx; k < m; k += 256)
		q[row * m + k] = (signed char) floorf(a[row * m + k] * r + 0.5f);
	if (tx == 0)
		scale[row] = top;
}

__device__ __forceinline__ float2 times(float2 a, float2 b)
{
	return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__global__ void fft256_shared(IN(float2) a, IN(float2) w, OUT(float2) b)
{
	__shared__ float2 s[256];
	int t = threadIdx.x, from = 256 * blockIdx.x;
	float2 v[4];

#pragma unroll
	for (int r = 0; r < 4; ++r)
		v[r] = a[from + t + 64 * r];
#pragma unroll
	for (int n = 1; n < 256; n *= 4) {
		if (n > 1)
#pragma unroll
			for (int r = 1; r < 4; ++r)
				v[r] = times(v[r], w[t % n * (64 / n) * r]);
		float2 p = make_float2(v[0].x + v[2].x, v[0].y + v[2].y), q = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
		float2 g = make_float2(v[1].x + v[3].x, v[1].y + v[3].y), h = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
		v[0] = make_float2(p.x + g.x, p.y + g.y);
		v[1] = make_float2(q.x + h.x, q.y + h.y);
		v[2] = make_float2(p.x - g.x, p.y - g.y);
		v[3] = make_float2(q.x - h.x, q.y - h.y);
		if (n < 64) {
			if (n > 1)
				__syncthreads();
#pragma unroll
			for (int r = 0; r < 4; ++r)
				s[t / n * n * 4 + t % n + n * r] = v[r];
			__syncthreads();
#pragma unroll
			for (int r = 0; r < 4; ++r)
				v[r] = s[t + 64 * r];
		}
	}
#pragma unroll
	for (int r = 0; r < 4; ++r)
		b[from + t + 64 * r] = v[r];
}

__global__ void hermitian(IN(double2) a, IN(double2) b, OUT(double2) c, int n, double alpha, double beta)
{
	__shared__ double2 s[16][17];
	int tx = threadIdx.x, ty = threadIdx.y, x = 16 * blockIdx.y + tx, y = 16 * blockIdx.x + ty;

	s[ty][tx] = a[Y * n + X];
	__syncthreads();
	double2 p = s[tx][ty], q = b[y * n + x];
	c[y * n + x] = make_double2(alpha * p.x + beta * q.x, beta * q.y - alpha * p.y);
}

__global__ void hermite_jerk(IN(float4) pos, IN(float4) vel, OUT(float4) acc, OUT(float4) jerk, int n, float eps)
{
	__shared__ float4 sp[128], sv[128];
	int x = X, tx = threadIdx.x;
	float4 p = pos[x], v = vel[x];
	float ax = 0, ay = 0, az = 0, jx = 0, jy = 0, jz = 0, pot = 0;

	for (int m = 0; m < n; m += 128) {
		sp[tx] = pos[m + tx];
		sv[tx] = vel[m + tx];
		__syncthreads();
#pragma unroll 4
		for (int k = 0; k < 128; ++k) {
			float4 r = sp[k], u = sv[k];
			float dx = r.x - p.x, dy = r.y - p.y, dz = r.z - p.z;
			float vx = u.x - v.x, vy = u.y - v.y, vz = u.z - v.z;
			float q = rsqrtf(dx * dx + dy * dy + dz * dz + eps), w = r.w * q, q2 = q * q;
			float g = w * q2, h = 3 * q2 * (dx * vx + dy * vy + dz * vz);
			pot -= w;
			ax += g * dx;
			ay += g * dy;
			az += g * dz;
			jx += g * (vx - h * dx);
			jy += g * (vy - h * dy);
			jz += g * (vz - h * dz);
		}
		__syncthreads();
	}
	acc[x] = make_float4(ax, ay, az, pot);
	jerk[x] = make_float4(jx, jy, jz, 0);
}

__device__ __forceinline__ void order(float &a, float &b)
{
	float t = fminf(a, b);
	b = fmaxf(a, b);
	a = t;
}

__global__ void median_tile(IN(float) a, OUT(float) b, int nx)
{
	__shared__ float s[10][34];
	int tx = threadIdx.x, ty = threadIdx.y, i = 8 * blockIdx.y * (nx + 2) + 32 * blockIdx.x;
	float v[9];

	for (int t = 32 * ty + tx; t < 340; t += 256)
		s[t / 34][t % 34] = a[i + t / 34 * (nx + 2) + t % 34];
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 9; ++k)
		v[k] = s[ty + k / 3][tx + k % 3];
	order(v[1], v[2]), order(v[4], v[5]), order(v[7], v[8]);
	order(v[0], v[1]), order(v[3], v[4]), order(v[6], v[7]);
	order(v[1], v[2]), order(v[4], v[5]), order(v[7], v[8]);
	order(v[0], v[3]), order(v[5], v[8]), order(v[4], v[7]);
	order(v[3], v[6]), order(v[1], v[4]), order(v[2], v[5]);
	order(v[4], v[7]), order(v[4], v[2]), order(v[6], v[4]);
	order(v[4], v[2]);
	b[Y * nx + X] = v[4];
}

__global__ void ssim_tile(IN(float) a, IN(float) b, OUT(float) o, int nx, float f, float c, float d)
{
	__shared__ float sa[14][38], sb[14][38], h[5][14][32];
	int tx = threadIdx.x, ty = threadIdx.y, t0 = 32 * ty + tx, i = 8 * blockIdx.y * (nx + 6) + 32 * blockIdx.x;

	for (int t = t0; t < 532; t += 256) {
		int j = i + t / 38 * (nx + 6) + t % 38;
		sa[t / 38][t % 38] = a[j];
		sb[t / 38][t % 38] = b[j];
	}
	__syncthreads();
	for (int t = t0; t < 448; t += 256) {
		int r = t / 32, q = t % 32;
		float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0;
#pragma unroll
		for (int k = 0; k < 7; ++k) {
			float u = sa[r][q + k], v = sb[r][q + k];
			s0 += u;
			s1 += v;
			s2 += u * u;
			s3 += v * v;
			s4 += u * v;
		}
		h[0][r][q] = s0;
		h[1][r][q] = s1;
		h[2][r][q] = s2;
		h[3][r][q] = s3;
		h[4][r][q] = s4;
	}
	__syncthreads();
	float m[5];
#pragma unroll
	for (int l = 0; l < 5; ++l) {
		float s = 0;
#pragma unroll
		for (int k = 0; k < 7; ++k)
			s += h[l][ty + k][tx];
		m[l] = s * f;
	}
	float p = m[0] * m[1], q = m[0] * m[0] + m[1] * m[1];
	o[Y * nx + X] = (2 * p + c) * (2 * (m[4] - p) + d) / ((q + c) * (m[2] + m[3] - q + d));
}

__global__ void march_faces(IN(float) u, IN(float) k, OUT(float) o, int nx, int ny, int nz)
{
	__shared__ float su[10][34], sk[10][34];
	int tx = threadIdx.x + 1, ty = threadIdx.y + 1, sx = nx + 2, p = sx * (ny + 2), i = (Y + 1) * sx + X + 1;
	float below = u[i], kb = k[i], here = u[i + p], kh = k[i + p];

	for (int z = 1; z < nz - 1; ++z) {
		int j = i + z * p;
		float above = u[j + p], ka = k[j + p];
		su[ty][tx] = here;
		sk[ty][tx] = kh;
		if (tx == 1) {
			su[ty][0] = u[j - 1];
			sk[ty][0] = k[j - 1];
		}
		if (tx == 32) {
			su[ty][33] = u[j + 1];
			sk[ty][33] = k[j + 1];
		}
		if (ty == 1) {
			su[0][tx] = u[j - sx];
			sk[0][tx] = k[j - sx];
		}
		if (ty == 8) {
			su[9][tx] = u[j + sx];
			sk[9][tx] = k[j + sx];
		}
		__syncthreads();
		o[j] = 0.5f * ((kh + sk[ty][tx - 1]) * (su[ty][tx - 1] - here) + (kh + sk[ty][tx + 1]) * (su[ty][tx + 1] - here) +
			(kh + sk[ty - 1][tx]) * (su[ty - 1][tx] - here) + (kh + sk[ty + 1][tx]) * (su[ty + 1][tx] - here) +
			(kh + kb) * (below - here) + (kh + ka) * (above - here));
		__syncthreads();
		below = here;
		kb = kh;
		here = above;
		kh = ka;
	}
}

__global__ void max_pyramid(IN(float) a, OUT(float) l1, OUT(float) l2, OUT(float) l3, OUT(float) l4, int n)
{
	__shared__ float s[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x, by = blockIdx.y;
	float v = 0;

	s[ty][tx] = a[Y * n + X];
	__syncthreads();
#pragma unroll
	for (int h = 8; h > 0; h /= 2) {
		if (tx < h && ty < h)
			v = fmaxf(fmaxf(s[2 * ty][2 * tx], s[2 * ty][2 * tx + 1]),
				fmaxf(s[2 * ty + 1][2 * tx], s[2 * ty + 1][2 * tx + 1]));
		__syncthreads();
		if (tx < h && ty < h) {
			float *l = h == 8 ? l1 : h == 4 ? l2 : h == 2 ? l3 : l4;
			s[ty][tx] = v;
			l[(h * by + ty) * (n / 16 * h) + h * bx + tx] = v;
		}
		__syncthreads();
	}
}

__global__ void softmax_grad(float *y, float *dy, float *dx, int m)
{
	__shared__ float part[4];
	int tx = threadIdx.x, from = blockIdx.x * m;
	float s = 0;

	for (int k = tx; k < m; k += 128)
		s += y[from + k] * dy[from + k];
	for (int l = 16; l > 0; l /= 2)
		s += __shfl_xor_sync(~0u, s, l);
	if (tx % 32 == 0)
		part[tx / 32] = s;
	__syncthreads();
	s = part[0] + part[1] + part[2] + part[3];
	for (int k = tx; k < m; k += 128)
		dx[from + k] = y[from + k] * (dy[from + k] - s);
}

__global__ void elastic_tile(IN(float) vx, IN(float) vy, IN(float) lam, IN(float) mu, float *sxx, float *syy,
	float *sxy, int nx, float dt, float c, float d)
{
	__shared__ float p[12][36], q[12][36];
	int tx = threadIdx.x, ty = threadIdx.y, i = 8 * blockIdx.y * (nx + 4) + 32 * blockIdx.x;

	for (int t = 32 * ty + tx; t < 432; t += 256) {
		int j = i + t / 36 * (nx + 4) + t % 36;
		p[t / 36][t % 36] = vx[j];
		q[t / 36][t % 36] = vy[j];
	}
	__syncthreads();
	tx += 2;
	ty += 2;
	float xx = c * (p[ty][tx] - p[ty][tx - 1]) - d * (p[ty][tx + 1] - p[ty][tx - 2]);
	float yy = c * (q[ty][tx] - q[ty - 1][tx]) - d * (q[ty + 1][tx] - q[ty - 2][tx]);
	float xy = c * (p[ty + 1][tx] - p[ty][tx]) - d * (p[ty + 2][tx] - p[ty - 1][tx]) +
		c * (q[ty][tx + 1] - q[ty][tx]) - d * (q[ty][tx + 2] - q[ty][tx - 1]);
	int j = Y * nx + X;
	float l = lam[j], g = mu[j];
	sxx[j] += dt * ((l + 2 * g) * xx + l * yy);
	syy[j] += dt * ((l + 2 * g) * yy + l * xx);
	sxy[j] += dt * g * xy;
}

__global__ void gauss_jordan16(IN(float) a, OUT(float) b)
{
	__shared__ float s[16][33];
	int tx = threadIdx.x, ty = threadIdx.y, i = 256 * blockIdx.x + 16 * ty + tx;

	s[ty][tx] = a[i] + (tx == ty ? 16.f : 0.f);
	s[ty][tx + 16] = tx == ty ? 1.f : 0.f;
	__syncthreads();
	for (int k = 0; k < 16; ++k) {
		float r = 1 / s[k][k];
		__syncthreads();
		if (ty == k) {
			s[k][tx] *= r;
			s[k][tx + 16] *= r;
		}
		__syncthreads();
		float f = s[ty][k];
		__syncthreads();
		if (ty != k) {
			s[ty][tx] -= f * s[k][tx];
			s[ty][tx + 16] -= f * s[k][tx + 16];
		}
		__syncthreads();
	}
	b[i] = s[ty][tx + 16];
}

__global__ void pcr_shared(IN(double) a, IN(double) b, IN(double) c, IN(double) d, OUT(double) o)
{
	__shared__ double sa[128], sb[128], sc[128], sd[128];
	int x = X, tx = threadIdx.x;
	double p = a[x], q = b[x] + 4, r = c[x], v = d[x];

	sa[tx] = p;
	sb[tx] = q;
	sc[tx] = r;
	sd[tx] = v;
	__syncthreads();
#pragma unroll
	for (int h = 1; h < 128; h *= 2) {
		double e = 0, g = 0;
		if (tx >= h) {
			double f = p / sb[tx - h];
			e = -f * sa[tx - h];
			q -= f * sc[tx - h];
			v -= f * sd[tx - h];
		}
		if (tx < 128 - h) {
			double f = r / sb[tx + h];
			g = -f * sc[tx + h];
			q -= f * sa[tx + h];
			v -= f * sd[tx + h];
		}
		p = e;
		r = g;
		__syncthreads();
		sa[tx] = p;
		sb[tx] = q;
		sc[tx] = r;
		sd[tx] = v;
		__syncthreads();
	}
	o[x] = v / q;
}

__global__ void rb_tile(IN(float) u, IN(float) f, OUT(float) o, int nx, int sweeps)
{
	__shared__ float s[18][18];
	int tx = threadIdx.x, ty = threadIdx.y, i = 16 * blockIdx.y * (nx + 2) + 16 * blockIdx.x;
	float g = f[Y * nx + X];

	for (int t = 16 * ty + tx; t < 324; t += 256)
		s[t / 18][t % 18] = u[i + t / 18 * (nx + 2) + t % 18];
	__syncthreads();
	for (int k = 0; k < sweeps; ++k) {
		if ((tx + ty) % 2 == 0)
			s[ty + 1][tx + 1] = 0.25f * (s[ty][tx + 1] + s[ty + 2][tx + 1] + s[ty + 1][tx] + s[ty + 1][tx + 2] - g);
		__syncthreads();
		if ((tx + ty) % 2 == 1)
			s[ty + 1][tx + 1] = 0.25f * (s[ty][tx + 1] + s[ty + 2][tx + 1] + s[ty + 1][tx] + s[ty + 1][tx + 2] - g);
		__syncthreads();
	}
	o[Y * nx + X] = s[ty + 1][tx + 1];
}

__global__ void sad_tile(IN(int) q, IN(int) r, OUT(int) d, OUT(int) id, int n, int m)
{
	__shared__ int s[64][8];
	int x = X, tx = threadIdx.x, best = 2000000000, at = 0, w[8];

#pragma unroll
	for (int j = 0; j < 8; ++j)
		w[j] = q[j * n + x];
	for (int l = 0; l < m; l += 64) {
#pragma unroll
		for (int j = 0; j < 4; ++j)
			s[tx / 8 + 16 * j][tx % 8] = r[8 * l + 128 * j + tx];
		__syncthreads();
		for (int k = 0; k < 64; ++k) {
			int c = 0;
#pragma unroll
			for (int j = 0; j < 8; ++j)
				c += abs(w[j] - s[k][j]);
			at = c < best ? l + k : at;
			best = min(best, c);
		}
		__syncthreads();
	}
	d[x] = best;
	id[x] = at;
}

// Neither.

__global__ void lu8_lanes(IN(double2) a, OUT(double2) b)
{
	int x = X, lane = threadIdx.x % 8;
	double r[8];

#pragma unroll
	for (int j = 0; j < 4; ++j) {
		double2 v = a[4 * x + j];
		r[2 * j] = v.x;
		r[2 * j + 1] = v.y;
	}
#pragma unroll
	for (int k = 0; k < 7; ++k) {
		double f = r[k] / __shfl_sync(~0u, r[k], k, 8);
		if (lane > k)
			r[k] = f;
#pragma unroll
		for (int j = k + 1; j < 8; ++j) {
			double v = __shfl_sync(~0u, r[j], k, 8);
			if (lane > k)
				r[j] -= f * v;
		}
	}
#pragma unroll
	for (int j = 0; j < 4; ++j)
		b[4 * x + j] = make_double2(r[2 * j], r[2 * j + 1]);
}

__global__ void segment_scan(IN(float) a, IN(int) head, OUT(float) b)
{
	int x = X, lane = threadIdx.x % 32, f = head[x];
	float s = a[x];

#pragma unroll
	for (int l = 1; l < 32; l *= 2) {
		float v = __shfl_up_sync(~0u, s, l);
		int g = __shfl_up_sync(~0u, f, l);
		if (lane >= l) {
			s = f ? s : s + v;
			f |= g;
		}
	}
	b[x] = s;
}

__device__ __forceinline__ void fft2(float2 &a, float2 &b)
{
	float2 t = a;
	a = make_float2(t.x + b.x, t.y + b.y);
	b = make_float2(t.x - b.x, t.y - b.y);
}

__global__ void fft8_thread(IN(float2) a, OUT(float2) b, int n)
{
	int i = X;
	if (i >= n)
		return;
	const float h = 0.70710678f;
	float2 v[8];
#pragma unroll
	for (int k = 0; k < 8; ++k)
		v[k] = a[k * n + i];
	fft2(v[0], v[4]), fft2(v[1], v[5]), fft2(v[2], v[6]), fft2(v[3], v[7]);
	v[5] = make_float2(h * (v[5].x + v[5].y), h * (v[5].y - v[5].x));
	v[6] = make_float2(v[6].y, -v[6].x);
	v[7] = make_float2(h * (v[7].y - v[7].x), -h * (v[7].x + v[7].y));
	fft2(v[0], v[2]), fft2(v[1], v[3]), fft2(v[4], v[6]), fft2(v[5], v[7]);
	v[3] = make_float2(v[3].y, -v[3].x);
	v[7] = make_float2(v[7].y, -v[7].x);
	fft2(v[0], v[1]), fft2(v[2], v[3]), fft2(v[4], v[5]), fft2(v[6], v[7]);
	b[i] = v[0];
	b[n + i] = v[4];
	b[2 * n + i] = v[2];
	b[3 * n + i] = v[6];
	b[4 * n + i] = v[1];
	b[5 * n + i] = v[5];
	b[6 * n + i] = v[3];
	b[7 * n + i] = v[7];
}

__global__ void hpp_gas(IN(byte) a, OUT(byte) b, int nx, int ny)
{
	int x = X, y = Y;
	if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1)
		return;
	int i = y * nx + x;
	int s = (a[i - 1] & 1) | (a[i + 1] & 2) | (a[i - nx] & 4) | (a[i + nx] & 8);
	b[i] = s == 3 ? 12 : s == 12 ? 3 : s;
}

__global__ void boris_gather(IN(int) cell, IN(float4) ef, IN(float4) bf, float *pos, float *vel, int n, float h,
	float dt)
{
	int i = X;
	if (i >= n)
		return;
	int c = cell[i];
	float4 e = ef[c], b = bf[c];
	float tx = h * b.x, ty = h * b.y, tz = h * b.z, f = 2 / (1 + tx * tx + ty * ty + tz * tz);
	float vx = vel[i] + h * e.x, vy = vel[n + i] + h * e.y, vz = vel[2 * n + i] + h * e.z;
	float ux = vx + vy * tz - vz * ty, uy = vy + vz * tx - vx * tz, uz = vz + vx * ty - vy * tx;
	vx += f * (uy * tz - uz * ty) + h * e.x;
	vy += f * (uz * tx - ux * tz) + h * e.y;
	vz += f * (ux * ty - uy * tx) + h * e.z;
	vel[i] = vx;
	vel[n + i] = vy;
	vel[2 * n + i] = vz;
	pos[i] += dt * vx;
	pos[n + i] += dt * vy;
	pos[2 * n + i] += dt * vz;
}

__constant__ double pade[16] = { 1, .5, .4, .3, .2, .1, .05, .02, 1, .6, .5, .4, .3, .2, .1, .05 };

__global__ void pade_eval(IN(double) a, OUT(double) b, int n)
{
	int i = X;
	if (i >= n)
		return;
	double x = a[i], x2 = x * x, x4 = x2 * x2;
	double p = pade[0] + pade[1] * x + (pade[2] + pade[3] * x) * x2 +
		(pade[4] + pade[5] * x + (pade[6] + pade[7] * x) * x2) * x4;
	double q = pade[8] + pade[9] * x + (pade[10] + pade[11] * x) * x2 +
		(pade[12] + pade[13] * x + (pade[14] + pade[15] * x) * x2) * x4;
	b[i] = p / q;
}

int main(int argc, char **)
{
	typedef ints i3;
	once = argc > 1;
	cudaMalloc(&memory, 10 * field);
	printf("kernel,type,nx,ny,nz,bx,by,bz,strides,regs,cold_ms\n");
	auto f2 = [](int i) { return f<float2>(i); };
	auto v4 = [](int i) { return f<float4>(i); };
	auto d2 = [](int i) { return f<double2>(i); };
	auto u4 = [](int i) { return f<uchar4>(i); };
	auto u = [](int i) { return f<unsigned>(i); };
	struct line {
		int n, b;
	};
	for (line l : { line{ 2048, 64 }, line{ 65536, 128 } })
		measure("block_tri2", l.n, l.b, "int32", 0., block_tri2, D(0), D(1), D(2), D(3), D(4), D(5), l.n, 32);
	for (line l : { line{ 8000, 64 }, line{ 150000, 128 }, line{ 4000000, 256 } })
		measure("jacobi_eig3", l.n, l.b, "int32", 0.f, jacobi_eig3, F(0), F(4), l.n, 3);
	for (line l : { line{ 4000, 64 }, line{ 500000, 256 } })
		measure("quadrature2", l.n, l.b, "int32", 0., quadrature2, D(0), D(1), D(2), D(3), D(4), l.n, 10);
	measure("ray_absorb", i3(128, 128), i3(16, 16), "int32", 0.f, ray_absorb, F(0), F(4), 128, 128, 96, .3f);
	measure("ray_absorb", i3(640, 480), i3(32, 4), "int32", 0.f, ray_absorb, F(0), F(4), 640, 480, 96, .3f);
	measure("ray_absorb", i3(2000, 2000), i3(32, 8), "int32", 0.f, ray_absorb, F(0), F(4), 2000, 2000, 96, .3f);
	for (line l : { line{ 20000, 128 }, line{ 300000, 256 } })
		measure("range_queue", l.n, l.b, "int32", 0.f, range_queue, F(0), F(4), l.n, 200);
	for (line l : { line{ 30000, 64 }, line{ 800000, 256 } })
		measure("savgol_pair", l.n, l.b, "int32", 0., savgol_pair, D(0), D(4), D(5), l.n, 150);
	for (line l : { line{ 2048, 64 }, line{ 30000, 128 }, line{ 250000, 256 } })
		measure("kalman_track", l.n, l.b, "int32", 0., kalman_track, D(0), D(4), l.n, 300, .1, .01, .5);
	for (line l : { line{ 5000, 64 }, line{ 500000, 256 } })
		measure("welford", l.n, l.b, "int32", 0.f, welford, F(0), F(4), F(5), l.n, 200);
	measure("sn_sweep", i3(2048, 8), i3(64, 2), "int32", 0.f, sn_sweep, F(0), F(1), F(2), F(4), 2048, 128);
	measure("sn_sweep", i3(65536, 8), i3(128, 1), "int32", 0.f, sn_sweep, F(0), F(1), F(2), F(4), 65536, 128);
	for (line l : { line{ 4096, 128 }, line{ 100000, 256 }, line{ 2000000, 128 } })
		measure("heston_paths", l.n, l.b, "int32", 0.f, heston_paths, F(0), F(4), l.n, 64, .01f, .05f, 2.f, .04f,
			.3f, -.7f, .71f);
	limit = 1 << 20;
	for (line l : { line{ 60000, 128 }, line{ 3000000, 256 } })
		measure("ell_rhs4", l.n, l.b, "int32", 0.f, ell_rhs4, F(0), I(3), v4(1), v4(4), l.n, 16);
	for (line l : { line{ 50000, 128 }, line{ 10000000, 256 } })
		measure("boris_gather", l.n, l.b, "int32", 0.f, boris_gather, I(3), v4(0), v4(1), F(4), F(5), l.n, .1f, .2f);
	limit = 2;
	for (line l : { line{ 102400, 128 }, line{ 33554432, 256 } })
		measure("segment_scan", l.n, l.b, "int32", 0.f, segment_scan, F(0), I(3), F(4));
	limit = 0;
	for (line l : { line{ 512 * 32, 64 }, line{ 8000 * 32, 128 }, line{ 200000 * 32, 256 } })
		measure("gemv_bytes", l.n, l.b, "int32", 0.f, gemv_bytes, u4(0), u4(1), F(4), 1024, .01f);
	for (line l : { line{ 10000, 64 }, line{ 1000000, 256 } })
		measure("mc_march", l.n, l.b, "int32", 0.f, mc_march, F(0), F(4), l.n, 200, .4f);
	for (line l : { line{ 4000, 64 }, line{ 400000, 128 } })
		measure("weno_march", l.n, l.b, "int32", 0., weno_march, D(0), D(4), l.n, 100, 1e-6, 2.);
	for (line l : { line{ 8192, 64 }, line{ 500000, 256 } })
		measure("sru_scan", l.n, l.b, "int32", 0.f, sru_scan, F(0), F(1), F(2), F(4), l.n, 128);
	for (line l : { line{ 2048, 64 }, line{ 400000, 128 } })
		measure("bspline_prefilter", l.n, l.b, "int32", 0., bspline_prefilter, D(4), l.n, 256, -.26794919243112);
	for (line l : { line{ 10000, 128 }, line{ 200000, 256 }, line{ 8000000, 256 } })
		measure("gmm_score", l.n, l.b, "int32", 0.f, gmm_score, v4(0), v4(1), F(2), v4(3), F(4), l.n, 64);
	for (line l : { line{ 40000, 128 }, line{ 1500000, 256 } })
		measure("adler_columns", l.n, l.b, "int32", 0.f, adler_columns, B(0), u(4), l.n, 512);
	for (int n : { 128, 640 })
		measure("energy_norm", i3(n, n), i3(32, 8), "int32", 0., energy_norm, D(0), D(1), D(4), n, n, 96);
	for (int n : { 25600, 2097152 })
		measure("crc_shared", n, 256, "int32", 0.f, crc_shared, u(0), B(1), u(4), n, 128);
	for (int n : { 100 * 128, 40000 * 128 })
		measure("dtw_wave", n, 128, "int32", 0.f, dtw_wave, F(0), F(1), F(4));
	for (int n : { 64 * 256, 2000 * 256, 60000 * 256 })
		measure("quant_rows", n, 256, "int32", 0.f, quant_rows, F(0), f<signed char>(4), F(5), 4096);
	for (int n : { 200 * 64, 100000 * 64 })
		measure("fft256_shared", n, 64, "int32", 0.f, fft256_shared, f2(0), f2(1), f2(4));
	for (int n : { 512, 4096 })
		measure("hermitian", i3(n, n), i3(16, 16), "int32", 0., hermitian, d2(0), d2(1), d2(4), n, .5, .25);
	for (int n : { 4096, 16384, 65536 })
		measure("hermite_jerk", n, 128, "int32", 0.f, hermite_jerk, v4(0), v4(1), v4(4), v4(5), n, .01f);
	measure("median_tile", i3(512, 256), i3(32, 8), "int32", 0.f, median_tile, F(0), F(4), 512);
	measure("median_tile", i3(8192, 8192), i3(32, 8), "int32", 0.f, median_tile, F(0), F(4), 8192);
	measure("ssim_tile", i3(640, 480), i3(32, 8), "int32", 0.f, ssim_tile, F(0), F(1), F(4), 640, 1 / 49.f, .01f,
		.03f);
	measure("ssim_tile", i3(7680, 4320), i3(32, 8), "int32", 0.f, ssim_tile, F(0), F(1), F(4), 7680, 1 / 49.f, .01f,
		.03f);
	for (int n : { 128, 512, 1024 })
		measure("march_faces", i3(n, n), i3(32, 8), "int32", 0.f, march_faces, F(0), F(1), F(4), n, n, 64);
	for (int n : { 512, 8192 })
		measure("max_pyramid", i3(n, n), i3(16, 16), "int32", 0.f, max_pyramid, F(0), F(4), F(5), F(6), F(7), n);
	for (int n : { 100 * 128, 5000 * 128, 130000 * 128 })
		measure("softmax_grad", n, 128, "int32", 0.f, softmax_grad, F(0), F(1), F(4), 1000);
	measure("elastic_tile", i3(256, 256), i3(32, 8), "int32", 0.f, elastic_tile, F(0), F(1), F(2), F(3), F(4), F(5),
		F(6), 256, .1f, 1.125f, .0416667f);
	measure("elastic_tile", i3(2048, 1024), i3(32, 8), "int32", 0.f, elastic_tile, F(0), F(1), F(2), F(3), F(4),
		F(5), F(6), 2048, .1f, 1.125f, .0416667f);
	measure("elastic_tile", i3(8192, 6144), i3(32, 8), "int32", 0.f, elastic_tile, F(0), F(1), F(2), F(3), F(4),
		F(5), F(6), 8192, .1f, 1.125f, .0416667f);
	for (int n : { 150, 200000 })
		measure("gauss_jordan16", i3(16 * n, 16), i3(16, 16), "int32", 0.f, gauss_jordan16, F(0), F(4));
	for (int n : { 100 * 128, 50000 * 128 })
		measure("pcr_shared", n, 128, "int32", 0., pcr_shared, D(0), D(1), D(2), D(3), D(4));
	for (int n : { 256, 6144 })
		measure("rb_tile", i3(n, n), i3(16, 16), "int32", 0.f, rb_tile, F(0), F(1), F(4), n, 4);
	for (int n : { 12800, 1024000 })
		measure("sad_tile", n, 128, "int32", 0.f, sad_tile, I(0), I(1), I(4), I(5), n, 1024);
	for (line l : { line{ 8 * 4000, 64 }, line{ 8 * 800000, 128 } })
		measure("lu8_lanes", l.n, l.b, "int32", 0., lu8_lanes, d2(0), d2(4));
	for (line l : { line{ 60000, 64 }, line{ 8388608, 128 } })
		measure("fft8_thread", l.n, l.b, "int32", 0.f, fft8_thread, f2(0), f2(4), l.n);
	measure("hpp_gas", i3(2048, 1024), i3(32, 8), "int32", 0.f, hpp_gas, B(0), B(4), 2048, 1024);
	measure("hpp_gas", i3(16384, 16384), i3(64, 4), "int32", 0.f, hpp_gas, B(0), B(4), 16384, 16384);
	measure("hpp_gas", i3(16384, 16384), i3(256, 1), "int32", 0.f, hpp_gas, B(0), B(4), 16384, 16384);
	for (line l : { line{ 131072, 128 }, line{ 67108864, 256 } })
		measure("pade_eval", l.n, l.b, "int32", 0., pade_eval, D(0), D(4), l.n);
	return cudaDeviceSynchronize() != cudaSuccess;
}
