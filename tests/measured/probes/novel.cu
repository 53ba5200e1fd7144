// A further blind set of kernels as engineers write them, and in no other set: loops in a thread (periodic
// lines, fits, recurrences, marches, tables, histories, trackers, elements, paths, filters, stiff systems)
// and shared memory (norms, scans, halos, steps in a tile, block solvers, networks, transforms,
// convolutions, vortices, wavelets, paths by disparity, bins).  Said in novel.wsp before anything was timed
// or predicted.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 novel.cu && ./a.out >novel.csv
//
// cold_ms is the median of nine launches, each between two events, on caches that hold other data, all of
// it read.
// With an argument each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
#include "cold.h"

// Loops in a thread.

__global__ void cyclic_tri(double *a, double *b, double *c, double *d, double *w, double *u, double *v, int n,
	int m)
{
	int i = X, last = (m - 1) * n + i;
	if (i >= n)
		return;
	double beta = a[i], alpha = c[last], gamma = -b[i];
	double f = 1 / (b[i] - gamma), cp = c[i] * f, p = d[i] * f, q = gamma * f;
	w[i] = cp;
	u[i] = p;
	v[i] = q;
	for (int k = 1; k < m - 1; ++k) {
		int j = k * n + i;
		double l = a[j];
		f = 1 / (b[j] - l * cp);
		cp = c[j] * f;
		p = (d[j] - l * p) * f;
		q = -l * q * f;
		w[j] = cp;
		u[j] = p;
		v[j] = q;
	}
	double l = a[last];
	f = 1 / (b[last] - alpha * beta / gamma - l * cp);
	p = (d[last] - l * p) * f;
	q = (alpha - l * q) * f;
	u[last] = p;
	v[last] = q;
	double pl = p, ql = q;
	for (int k = m - 2; k >= 0; --k) {
		int j = k * n + i;
		double g = w[j];
		p = u[j] - g * p;
		q = v[j] - g * q;
		u[j] = p;
		v[j] = q;
	}
	double s = (p + beta * pl / gamma) / (1 + q + beta * ql / gamma);
	for (int k = 0; k < m; ++k)
		u[k * n + i] -= s * v[k * n + i];
}

__global__ void parabola_fit(IN(float) t, IN(float) w, IN(float) y, OUT(float) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, r0 = 0, r1 = 0, r2 = 0;
	for (int k = 0; k < m; ++k) {
		float x = t[k], g = w[k * n + i], v = y[k * n + i], gx = g * x, gxx = gx * x;
		s0 += g;
		s1 += gx;
		s2 += gxx;
		s3 += gxx * x;
		s4 += gxx * x * x;
		r0 += g * v;
		r1 += gx * v;
		r2 += gxx * v;
	}
	float c0 = s2 * s4 - s3 * s3, c1 = s2 * s3 - s1 * s4, c2 = s1 * s3 - s2 * s2;
	float f = 1 / (s0 * c0 + s1 * c1 + s2 * c2);
	o[i] = f * (r0 * c0 + r1 * c1 + r2 * c2);
	o[n + i] = f * (r0 * c1 + r1 * (s0 * s4 - s2 * s2) + r2 * (s1 * s2 - s0 * s3));
	o[2 * n + i] = f * (r0 * c2 + r1 * (s1 * s2 - s0 * s3) + r2 * (s0 * s2 - s1 * s1));
}

__global__ void bessel_miller(IN(double) x, OUT(double) o, int n, int m, int order, double scale)
{
	int i = X;
	if (i >= n)
		return;
	double inv = 2 / (scale * x[i]), p = 1e-30, q = 0, s = 0, r = 0;
	for (int k = m; k > 0; --k) {
		double t = k * inv * p - q;
		q = p;
		p = t;
		s += k % 2 == 1 ? t : 0;
		r = k == order ? q : r;
	}
	o[i] = r / (2 * s - p);
}

__global__ void box27_march(IN(float) a, OUT(float) b, int nx, int ny, int nz, float w0, float w1, float w2,
	float w3)
{
	int x = X, y = Y, sx = nx + 2, s = sx * (ny + 2), i = (y + 1) * sx + x + 1;
	if (x >= nx || y >= ny)
		return;
	float c0 = a[i], e0 = a[i - 1] + a[i + 1] + a[i - sx] + a[i + sx];
	float d0 = a[i - sx - 1] + a[i - sx + 1] + a[i + sx - 1] + a[i + sx + 1];
	int j = i + s;
	float c1 = a[j], e1 = a[j - 1] + a[j + 1] + a[j - sx] + a[j + sx];
	float d1 = a[j - sx - 1] + a[j - sx + 1] + a[j + sx - 1] + a[j + sx + 1];
	for (int z = 1; z < nz - 1; ++z) {
		j = i + (z + 1) * s;
		float c2 = a[j], e2 = a[j - 1] + a[j + 1] + a[j - sx] + a[j + sx];
		float d2 = a[j - sx - 1] + a[j - sx + 1] + a[j + sx - 1] + a[j + sx + 1];
		b[j - s] = w0 * c1 + w1 * (e1 + c0 + c2) + w2 * (d1 + e0 + e2) + w3 * (d0 + d2);
		c0 = c1;
		e0 = e1;
		d0 = d1;
		c1 = c2;
		e1 = e2;
		d1 = d2;
	}
}

__global__ void eos_lookup(IN(int) id, IN(double) f, IN(double2) pt, IN(double2) et, OUT(double) p, OUT(double) e,
	int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	double sp = 0, se = 0;
	for (int k = 0; k < m; ++k) {
		int c = id[k * n + i];
		double w = f[k * n + i];
		double2 u = pt[c], v = et[c];
		sp += w * (u.x + w * u.y);
		se += w * (v.x + w * v.y);
	}
	p[i] = sp;
	e[i] = se;
}

__global__ void volterra(IN(double) ker, IN(double) g, double *u, int n, int m, double h)
{
	int i = X;
	if (i >= n)
		return;
	for (int k = 0; k < m; ++k) {
		double s = 0;
		for (int j = 0; j < k; ++j)
			s += ker[k - j] * u[j * n + i];
		u[k * n + i] = g[k * n + i] + h * s;
	}
}

__global__ void track_lattice(IN(float4) lat, float *qx, float *px, float *qy, float *py, int n, int m, int turns)
{
	int i = X;
	if (i >= n)
		return;
	float x = qx[i], u = px[i], y = qy[i], v = py[i];
	for (int t = 0; t < turns; ++t)
		for (int k = 0; k < m; ++k) {
			float4 e = lat[k];
			x += e.x * u;
			y += e.x * v;
			u -= e.y * x + e.z * (x * x - y * y);
			v += e.y * y + 2 * e.z * x * y;
		}
	qx[i] = x;
	px[i] = u;
	qy[i] = y;
	py[i] = v;
}

__global__ void tet_stiffness(IN(int) conn, IN(double) xs, IN(double) ys, IN(double) zs, IN(double) kap,
	IN(double) shape, IN(double) wq, OUT(double) o, int n, int nq)
{
	int i = X;
	if (i >= n)
		return;
	int n0 = conn[i], n1 = conn[n + i], n2 = conn[2 * n + i], n3 = conn[3 * n + i];
	double x0 = xs[n0], y0 = ys[n0], z0 = zs[n0];
	double ax = xs[n1] - x0, ay = ys[n1] - y0, az = zs[n1] - z0;
	double bx = xs[n2] - x0, by = ys[n2] - y0, bz = zs[n2] - z0;
	double cx = xs[n3] - x0, cy = ys[n3] - y0, cz = zs[n3] - z0;
	double k0 = kap[n0], k1 = kap[n1], k2 = kap[n2], k3 = kap[n3], s = 0;
	for (int q = 0; q < nq; ++q)
		s += wq[q] * (shape[4 * q] * k0 + shape[4 * q + 1] * k1 + shape[4 * q + 2] * k2 + shape[4 * q + 3] * k3);
	double gx1 = by * cz - bz * cy, gy1 = bz * cx - bx * cz, gz1 = bx * cy - by * cx;
	double gx2 = cy * az - cz * ay, gy2 = cz * ax - cx * az, gz2 = cx * ay - cy * ax;
	double gx3 = ay * bz - az * by, gy3 = az * bx - ax * bz, gz3 = ax * by - ay * bx;
	double det = ax * gx1 + ay * gy1 + az * gz1, f = s / (6 * fabs(det));
	double gx0 = -gx1 - gx2 - gx3, gy0 = -gy1 - gy2 - gy3, gz0 = -gz1 - gz2 - gz3;
	o[i] = f * (gx0 * gx0 + gy0 * gy0 + gz0 * gz0);
	o[n + i] = f * (gx0 * gx1 + gy0 * gy1 + gz0 * gz1);
	o[2 * n + i] = f * (gx0 * gx2 + gy0 * gy2 + gz0 * gz2);
	o[3 * n + i] = f * (gx0 * gx3 + gy0 * gy3 + gz0 * gz3);
	o[4 * n + i] = f * (gx1 * gx1 + gy1 * gy1 + gz1 * gz1);
	o[5 * n + i] = f * (gx1 * gx2 + gy1 * gy2 + gz1 * gz2);
	o[6 * n + i] = f * (gx1 * gx3 + gy1 * gy3 + gz1 * gz3);
	o[7 * n + i] = f * (gx2 * gx2 + gy2 * gy2 + gz2 * gz2);
	o[8 * n + i] = f * (gx2 * gx3 + gy2 * gy3 + gz2 * gz3);
	o[9 * n + i] = f * (gx3 * gx3 + gy3 * gy3 + gz3 * gz3);
}

__device__ __forceinline__ float best_of(float a, float b, float c, float d, int &from)
{
	float t = a;
	from = 0;
	from = b > t ? 1 : from;
	t = fmaxf(t, b);
	from = c > t ? 2 : from;
	t = fmaxf(t, c);
	from = d > t ? 3 : from;
	return fmaxf(t, d);
}

__global__ void viterbi4(IN(int) obs, IN(float4) emit, OUT(byte) back, OUT(float) o, int n, int m, float stay,
	float step, float jump)
{
	int i = X;
	if (i >= n)
		return;
	float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
	for (int k = 0; k < m; ++k) {
		float4 e = emit[obs[k * n + i]];
		int f0, f1, f2, f3;
		float t0 = e.x + best_of(s0 + stay, s1 + step, s2 + jump, s3 + step, f0);
		float t1 = e.y + best_of(s0 + step, s1 + stay, s2 + step, s3 + jump, f1);
		float t2 = e.z + best_of(s0 + jump, s1 + step, s2 + stay, s3 + step, f2);
		float t3 = e.w + best_of(s0 + step, s1 + jump, s2 + step, s3 + stay, f3);
		back[k * n + i] = f0 | f1 << 2 | f2 << 4 | f3 << 6;
		s0 = t0;
		s1 = t1;
		s2 = t2;
		s3 = t3;
	}
	o[i] = fmaxf(fmaxf(s0, s1), fmaxf(s2, s3));
}

__constant__ float even[196], odd[196];

__global__ void gabor_bytes(IN(byte) a, OUT(float) o, int nx, int ny, int m)
{
	int x = X, y = Y, sx = nx + 6;
	if (x >= nx || y >= ny)
		return;
	float best = 0;
	for (int k = 0; k < m; ++k) {
		float e = 0, f = 0;
		for (int j = 0; j < 7; ++j)
			for (int i = 0; i < 7; ++i) {
				float v = a[(y + j) * sx + x + i];
				e += even[49 * k + 7 * j + i] * v;
				f += odd[49 * k + 7 * j + i] * v;
			}
		best = fmaxf(best, e * e + f * f);
	}
	o[y * nx + x] = sqrtf(best);
}

__global__ void garch_ll(IN(float) r, IN(float) omega, IN(float) alpha, IN(float) beta, OUT(float) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float w = omega[i], a = alpha[i], b = beta[i], h = w / (1.5f - b), s = 0;
	for (int k = 0; k < m; ++k) {
		float v = r[k * n + i], q = v * v;
		s += logf(h) + q / h;
		h = w + a * q + b * h;
	}
	o[i] = -0.5f * s;
}

__global__ void stiff_euler(IN(double) k1, IN(double) k2, IN(double) k3, double *y, int n, int steps, double dt)
{
	int i = X;
	if (i >= n)
		return;
	double p = dt * k1[i], q = dt * k2[i], r = dt * k3[i], a = y[i], b = y[n + i], c = y[2 * n + i];
	for (int t = 0; t < steps; ++t) {
		double u = a, v = b, w = c;
		for (int l = 0; l < 3; ++l) {
			double f = u - a + p * u - q * v * w;
			double g = v - b - p * u + q * v * w + r * v * v;
			double h = w - c - r * v * v;
			double j00 = 1 + p, j01 = -q * w, j02 = -q * v;
			double j11 = 1 + q * w + 2 * r * v, j12 = q * v, j21 = -2 * r * v;
			double m0 = j11 - j12 * j21, m1 = j01 - j02 * j21, ff = f - j02 * h, gg = g - j12 * h;
			double det = 1 / (j00 * m0 + p * m1), du = det * (ff * m0 - m1 * gg), dv = det * (j00 * gg + p * ff);
			double dw = h - j21 * dv;
			u -= du;
			v -= dv;
			w -= dw;
		}
		a = u;
		b = v;
		c = w;
	}
	y[i] = a;
	y[n + i] = b;
	y[2 * n + i] = c;
}

__global__ void lcs_bits(IN(byte) a, IN(unsigned) mask, OUT(int) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	unsigned m0 = mask[i], m1 = mask[n + i], m2 = mask[2 * n + i], m3 = mask[3 * n + i], v = ~0u;
	for (int k = 0; k < m; ++k) {
		int c = a[k * n + i];
		unsigned t = v & (c == 0 ? m0 : c == 1 ? m1 : c == 2 ? m2 : m3);
		v = (v + t) | (v - t);
	}
	o[i] = __popc(~v);
}

__global__ void ema_half(__half *a, __half *b, int n, int m, float fast, float slow)
{
	int i = X;
	if (i >= n)
		return;
	float p = 0, q = 0;
	for (int k = 0; k < m; ++k) {
		float v = __half2float(a[k * n + i]);
		p += fast * (v - p);
		q += slow * (v - q);
		b[k * n + i] = __float2half(p - q);
	}
}

// Shared memory.

__global__ void norms_tree(IN(double) a, IN(double) b, OUT(double) o, int n)
{
	__shared__ double s1[256], s2[256], s3[256];
	int tx = threadIdx.x;
	double p = 0, q = 0, r = 0;

	for (int i = X; i < n; i += gridDim.x * blockDim.x) {
		double d = fabs(a[i] - b[i]);
		p += d;
		q += d * d;
		r = fmax(r, d);
	}
	s1[tx] = p;
	s2[tx] = q;
	s3[tx] = r;
	__syncthreads();
#pragma unroll
	for (int h = 128; h > 0; h /= 2) {
		if (tx < h) {
			s1[tx] += s1[tx + h];
			s2[tx] += s2[tx + h];
			s3[tx] = fmax(s3[tx], s3[tx + h]);
		}
		__syncthreads();
	}
	if (tx == 0) {
		o[blockIdx.x] = s1[0];
		o[gridDim.x + blockIdx.x] = s2[0];
		o[2 * gridDim.x + blockIdx.x] = s3[0];
	}
}

__global__ void hillis_scan(IN(int) a, OUT(int) b, OUT(int) total)
{
	__shared__ int s[2][1024];
	int tx = threadIdx.x, x = X, v = a[x], p = 0;

	s[0][tx] = v;
	__syncthreads();
#pragma unroll
	for (int h = 1; h < 1024; h *= 2) {
		if (tx >= h)
			v += s[p][tx - h];
		p = 1 - p;
		s[p][tx] = v;
		__syncthreads();
	}
	b[x] = v;
	if (tx == 1023)
		total[blockIdx.x] = v;
}

__global__ void arakawa_tile(IN(double) psi, IN(double) om, OUT(double) o, int nx, double c)
{
	__shared__ double p[10][34], w[10][34];
	int x = threadIdx.x, y = threadIdx.y, i = 8 * blockIdx.y * (nx + 2) + 32 * blockIdx.x;

	for (int t = 32 * y + x; t < 340; t += 256) {
		int j = i + t / 34 * (nx + 2) + t % 34;
		p[t / 34][t % 34] = psi[j];
		w[t / 34][t % 34] = om[j];
	}
	__syncthreads();
	++x;
	++y;
	double pe = p[y][x + 1], pw = p[y][x - 1], pn = p[y + 1][x], ps = p[y - 1][x];
	double we = w[y][x + 1], ww = w[y][x - 1], wn = w[y + 1][x], ws = w[y - 1][x];
	double pne = p[y + 1][x + 1], pnw = p[y + 1][x - 1], pse = p[y - 1][x + 1], psw = p[y - 1][x - 1];
	double wne = w[y + 1][x + 1], wnw = w[y + 1][x - 1], wse = w[y - 1][x + 1], wsw = w[y - 1][x - 1];
	double j1 = (pe - pw) * (wn - ws) - (pn - ps) * (we - ww);
	double j2 = pe * (wne - wse) - pw * (wnw - wsw) - pn * (wne - wnw) + ps * (wse - wsw);
	double j3 = wn * (pne - pnw) - ws * (pse - psw) - we * (pne - pse) + ww * (pnw - psw);
	o[Y * nx + X] = c * (j1 + j2 + j3);
}

__global__ void gray_scott(IN(float) u, IN(float) v, OUT(float) uo, OUT(float) vo, int sx, int steps, float du,
	float dv, float feed, float kill)
{
	__shared__ float su[32][32], sv[32][32];
	int x = threadIdx.x, y = threadIdx.y, i = (24 * blockIdx.y + y) * sx + 24 * blockIdx.x + x;
	float p = u[i], q = v[i];

	su[y][x] = p;
	sv[y][x] = q;
	__syncthreads();
	for (int k = 0; k < steps; ++k) {
		if (x > 0 && x < 31 && y > 0 && y < 31) {
			float lu = su[y][x - 1] + su[y][x + 1] + su[y - 1][x] + su[y + 1][x] - 4 * p;
			float lv = sv[y][x - 1] + sv[y][x + 1] + sv[y - 1][x] + sv[y + 1][x] - 4 * q;
			float r = p * q * q;
			p += du * lu - r + feed * (1 - p);
			q += dv * lv + r - kill * q;
		}
		__syncthreads();
		su[y][x] = p;
		sv[y][x] = q;
		__syncthreads();
	}
	if (x >= 4 && x < 28 && y >= 4 && y < 28) {
		uo[i] = p;
		vo[i] = q;
	}
}

__device__ __forceinline__ float warp_sum(float v)
{
#pragma unroll
	for (int l = 16; l > 0; l /= 2)
		v += __shfl_xor_sync(~0u, v, l);
	return v;
}

__global__ void cg_dense32(IN(float) a, IN(float) b, OUT(float) o, int iterations)
{
	__shared__ float s[32][33], sp[32];
	int t = threadIdx.x, from = 1024 * blockIdx.x;

	for (int k = 0; k < 32; ++k)
		s[k][t] = a[from + 32 * k + t] + (k == t ? 32.f : 0.f);
	float r = b[32 * blockIdx.x + t], p = r, x = 0, rr = warp_sum(r * r);
	for (int k = 0; k < iterations; ++k) {
		float ap = 0;
		sp[t] = p;
		__syncthreads();
#pragma unroll
		for (int j = 0; j < 32; ++j)
			ap += s[t][j] * sp[j];
		float alpha = rr / warp_sum(p * ap);
		x += alpha * p;
		r -= alpha * ap;
		float next = warp_sum(r * r);
		p = r + next / rr * p;
		rr = next;
		__syncthreads();
	}
	o[32 * blockIdx.x + t] = x;
}

__global__ void line_solve(IN(float) d, IN(float) w, OUT(float) u, float l)
{
	__shared__ float s[64][65];
	int t = threadIdx.x, from = 4096 * blockIdx.x;

	for (int k = 0; k < 64; ++k)
		s[k][t] = d[from + 64 * k + t];
	__syncthreads();
	float v = 0;
	for (int k = 0; k < 64; ++k) {
		v = (s[t][k] - l * v) * w[k];
		s[t][k] = v;
	}
	for (int k = 62; k >= 0; --k) {
		v = s[t][k] - l * w[k] * v;
		s[t][k] = v;
	}
	__syncthreads();
	for (int k = 0; k < 64; ++k)
		u[from + 64 * k + t] = s[k][t];
}

__global__ void batcher_pairs(float *key, int *val)
{
	__shared__ float s[512];
	__shared__ int v[512];
	int t = threadIdx.x, from = 512 * blockIdx.x;

	s[t] = key[from + t];
	s[t + 256] = key[from + t + 256];
	v[t] = val[from + t];
	v[t + 256] = val[from + t + 256];
	__syncthreads();
#pragma unroll
	for (int p = 1; p < 512; p *= 2)
#pragma unroll
		for (int k = p; k > 0; k /= 2) {
			int i = k % p + t / k * 2 * k + t % k;
			if (i + k < 512 && i / (2 * p) == (i + k) / (2 * p)) {
				float a = s[i], b = s[i + k];
				int c = v[i], d = v[i + k];
				s[i] = a > b ? b : a;
				s[i + k] = a > b ? a : b;
				v[i] = a > b ? d : c;
				v[i + k] = a > b ? c : d;
			}
			__syncthreads();
		}
	key[from + t] = s[t];
	key[from + t + 256] = s[t + 256];
	val[from + t] = v[t];
	val[from + t + 256] = v[t + 256];
}

__global__ void stockham128(IN(double2) a, IN(double2) w, OUT(double2) b)
{
	__shared__ double2 s[2][128];
	int t = threadIdx.x, from = 128 * blockIdx.x, p = 0;
	double2 u = a[from + t], v = a[from + t + 64];

#pragma unroll
	for (int l = 1; l < 128; l *= 2) {
		if (l > 1) {
			double2 f = w[t % l * (64 / l)];
			v = make_double2(v.x * f.x - v.y * f.y, v.x * f.y + v.y * f.x);
		}
		double2 g = make_double2(u.x + v.x, u.y + v.y), h = make_double2(u.x - v.x, u.y - v.y);
		if (l < 64) {
			int i = t / l * l * 2 + t % l;
			s[p][i] = g;
			s[p][i + l] = h;
			__syncthreads();
			u = s[p][t];
			v = s[p][t + 64];
			p = 1 - p;
		} else {
			b[from + t] = g;
			b[from + t + 64] = h;
		}
	}
}

__global__ void conv_channels(IN(float) a, IN(float) w, OUT(float) o, int n, int m)
{
	__shared__ float s[136], f[36];
	int tx = threadIdx.x, x = X;
	float c[4] = { 0, 0, 0, 0 };

	for (int k = 0; k < m; ++k) {
		s[tx] = a[k * (n + 8) + x];
		if (tx < 8)
			s[tx + 128] = a[k * (n + 8) + x + 128];
		if (tx < 36)
			f[tx] = w[36 * k + tx];
		__syncthreads();
#pragma unroll
		for (int j = 0; j < 9; ++j) {
			float v = s[tx + j];
#pragma unroll
			for (int l = 0; l < 4; ++l)
				c[l] += f[9 * l + j] * v;
		}
		__syncthreads();
	}
#pragma unroll
	for (int l = 0; l < 4; ++l)
		o[l * n + x] = c[l];
}

__global__ void vortex_tile(IN(double2) pos, IN(double) circ, OUT(double2) vel, int n, double eps)
{
	__shared__ double2 sp[64];
	__shared__ double sg[64];
	int x = X, tx = threadIdx.x;
	double2 p = pos[x];
	double u = 0, v = 0;

	for (int m = 0; m < n; m += 64) {
		sp[tx] = pos[m + tx];
		sg[tx] = circ[m + tx];
		__syncthreads();
		for (int k = 0; k < 64; ++k) {
			double dx = p.x - sp[k].x, dy = p.y - sp[k].y, g = sg[k] / (dx * dx + dy * dy + eps);
			u -= g * dy;
			v += g * dx;
		}
		__syncthreads();
	}
	vel[x] = make_double2(u, v);
}

__global__ void lifting53(IN(short) a, OUT(int) b)
{
	__shared__ int s[512];
	int t = threadIdx.x, from = 512 * blockIdx.x;

	s[t] = a[from + t];
	s[t + 256] = a[from + t + 256];
	__syncthreads();
#pragma unroll
	for (int h = 1; h < 8; h *= 2) {
		if (t < 256 / h)
			s[(2 * t + 1) * h] -= (s[2 * t * h] + s[min((2 * t + 2) * h, 512 - 2 * h)]) >> 1;
		__syncthreads();
		if (t < 256 / h)
			s[2 * t * h] += (s[max(2 * t - 1, 1) * h] + s[(2 * t + 1) * h] + 2) >> 2;
		__syncthreads();
	}
	b[from + t] = s[t];
	b[from + t + 256] = s[t + 256];
}

__global__ void sat_tile(IN(float) a, OUT(float) o, int nx)
{
	__shared__ float s[32][33];
	int t = threadIdx.x, i = 32 * blockIdx.y * nx + 32 * blockIdx.x + t;

	for (int k = 0; k < 32; ++k)
		s[k][t] = a[i + k * nx];
	__syncthreads();
	float c = 0;
	for (int k = 0; k < 32; ++k) {
		c += s[t][k];
		s[t][k] = c;
	}
	__syncthreads();
	c = 0;
	for (int k = 0; k < 32; ++k) {
		c += s[k][t];
		o[i + k * nx] = c;
	}
}

__global__ void sgm_path(IN(byte) cost, OUT(short) o, int m, int p1, int p2)
{
	__shared__ int s[66], low[2];
	int t = threadIdx.x, l = 0;

	if (t < 2)
		s[65 * t] = 1000000;
	for (int k = 0; k < m; ++k) {
		int i = (blockIdx.x * m + k) * 64 + t, v = l;
		s[t + 1] = l;
#pragma unroll
		for (int h = 16; h > 0; h /= 2)
			v = min(v, __shfl_xor_sync(~0u, v, h));
		if (t % 32 == 0)
			low[t / 32] = v;
		__syncthreads();
		v = min(low[0], low[1]);
		l = cost[i] + min(min(l, s[t] + p1), min(s[t + 2] + p1, v + p2)) - v;
		o[i] = l;
		__syncthreads();
	}
}

__global__ void permute_zyx(double *a, double *b, int nx, int ny, int nz)
{
	__shared__ double s[32][33];
	int tx = threadIdx.x, ty = threadIdx.y, x = 32 * blockIdx.x, z = 32 * blockIdx.y, y = blockIdx.z;

#pragma unroll
	for (int k = 0; k < 32; k += 8)
		s[ty + k][tx] = a[((z + ty + k) * ny + y) * nx + x + tx];
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 32; k += 8)
		b[((x + ty + k) * ny + y) * nz + z + tx] = s[tx][ty + k];
}

__global__ void hgemm_tile(IN(__half) a, IN(__half) b, OUT(float) c, int n)
{
	__shared__ __half sa[32][32], sb[32][32];
	int tx = threadIdx.x, ty = threadIdx.y, x = X, y = 32 * blockIdx.y + ty;
	float s[4] = { 0, 0, 0, 0 };

	for (int m = 0; m < n; m += 32) {
#pragma unroll
		for (int r = 0; r < 4; ++r) {
			sa[ty + 8 * r][tx] = a[(y + 8 * r) * n + m + tx];
			sb[ty + 8 * r][tx] = b[(m + ty + 8 * r) * n + x];
		}
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 32; ++k) {
			float v = __half2float(sb[k][tx]);
#pragma unroll
			for (int r = 0; r < 4; ++r)
				s[r] += __half2float(sa[ty + 8 * r][k]) * v;
		}
		__syncthreads();
	}
#pragma unroll
	for (int r = 0; r < 4; ++r)
		c[(y + 8 * r) * n + x] = s[r];
}

__global__ void energy_bins(IN(int) key, int *bins, int n)
{
	__shared__ int s[1024];

	for (int t = threadIdx.x; t < 1024; t += 256)
		s[t] = 0;
	__syncthreads();
	for (int i = X; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&s[key[i]], 1);
	__syncthreads();
	for (int t = threadIdx.x; t < 1024; t += 256)
		atomicAdd(&bins[t], s[t]);
}

int main(int argc, char **)
{
	typedef ints i3;
	once = argc > 1;
	cudaMalloc(&memory, 10 * field);
	printf("kernel,type,nx,ny,nz,bx,by,bz,strides,regs,cold_ms\n");
	auto v4 = [](int i) { return f<float4>(i); };
	auto d2 = [](int i) { return f<double2>(i); };
	auto u = [](int i) { return f<unsigned>(i); };
	auto h = [](int i) { return f<__half>(i); };
	struct line {
		int n, b;
	};
	for (line l : { line{ 2048, 64 }, line{ 40000, 128 }, line{ 300000, 128 } })
		measure("cyclic_tri", l.n, l.b, "int32", 0., cyclic_tri, D(0), D(1), D(2), D(3), D(4), D(5), D(6), l.n, 64);
	for (line l : { line{ 6000, 64 }, line{ 200000, 128 }, line{ 2000000, 256 } })
		measure("parabola_fit", l.n, l.b, "int32", 0.f, parabola_fit, F(0), F(1), F(2), F(4), l.n, 96);
	for (line l : { line{ 8192, 64 }, line{ 400000, 256 } })
		measure("bessel_miller", l.n, l.b, "int32", 0., bessel_miller, D(0), D(4), l.n, 800, 7, 600.);
	measure("box27_march", i3(160, 160), i3(32, 4), "int32", 0.f, box27_march, F(0), F(4), 160, 160, 64, .3f, .1f,
		.05f, .02f);
	measure("box27_march", i3(500, 500), i3(32, 8), "int32", 0.f, box27_march, F(0), F(4), 500, 500, 64, .3f, .1f,
		.05f, .02f);
	measure("box27_march", i3(1500, 1000), i3(64, 4), "int32", 0.f, box27_march, F(0), F(4), 1500, 1000, 64, .3f,
		.1f, .05f, .02f);
	limit = 65536;
	for (line l : { line{ 150000, 128 }, line{ 4000000, 256 } })
		measure("eos_lookup", l.n, l.b, "int32", 0., eos_lookup, I(3), D(0), d2(1), d2(2), D(4), D(5), l.n, 16);
	limit = 200000;
	for (line l : { line{ 300000, 64 }, line{ 3000000, 128 } })
		measure("tet_stiffness", l.n, l.b, "int32", 0., tet_stiffness, I(3), D(0), D(1), D(2), D(4), D(5), D(6), D(7),
			l.n, 4);
	limit = 16;
	for (line l : { line{ 5000, 64 }, line{ 100000, 128 }, line{ 1000000, 256 } })
		measure("viterbi4", l.n, l.b, "int32", 0.f, viterbi4, I(3), v4(0), B(4), F(5), l.n, 100, -.1f, -2.f, -4.f);
	limit = 4;
	for (line l : { line{ 20000, 64 }, line{ 400000, 128 }, line{ 3000000, 256 } })
		measure("lcs_bits", l.n, l.b, "int32", 0.f, lcs_bits, B(3), u(0), I(4), l.n, 256);
	limit = 1024;
	for (int n : { 132 * 256, 1056 * 256 })
		measure("energy_bins", n, 256, "int32", 0.f, energy_bins, I(3), I(4), 128 * n);
	limit = 0;
	for (line l : { line{ 4096, 64 }, line{ 60000, 128 }, line{ 400000, 256 } })
		measure("volterra", l.n, l.b, "int32", 0., volterra, D(0), D(1), D(4), l.n, 64, .01);
	for (line l : { line{ 4096, 128 }, line{ 100000, 128 }, line{ 2000000, 256 } })
		measure("track_lattice", l.n, l.b, "int32", 0.f, track_lattice, v4(0), F(4), F(5), F(6), F(7), l.n, 64, 16);
	measure("gabor_bytes", i3(1280, 720), i3(16, 16), "int32", 0.f, gabor_bytes, B(0), F(4), 1280, 720, 4);
	measure("gabor_bytes", i3(1920, 1080), i3(32, 8), "int32", 0.f, gabor_bytes, B(0), F(4), 1920, 1080, 4);
	measure("gabor_bytes", i3(7680, 4320), i3(128, 1), "int32", 0.f, gabor_bytes, B(0), F(4), 7680, 4320, 4);
	for (line l : { line{ 4096, 64 }, line{ 50000, 128 }, line{ 800000, 256 } })
		measure("garch_ll", l.n, l.b, "int32", 0.f, garch_ll, F(0), F(1), F(2), F(3), F(4), l.n, 250);
	for (line l : { line{ 3000, 32 }, line{ 60000, 128 }, line{ 500000, 128 } })
		measure("stiff_euler", l.n, l.b, "int32", 0., stiff_euler, D(0), D(1), D(2), D(4), l.n, 30, .1);
	for (line l : { line{ 8000, 64 }, line{ 200000, 256 }, line{ 1500000, 256 } })
		measure("ema_half", l.n, l.b, "int32", __half(0.f), ema_half, h(0), h(4), l.n, 256, .15f, .07f);
	for (int n : { 64 * 256, 264 * 256, 1056 * 256 })
		measure("norms_tree", n, 256, "int32", 0., norms_tree, D(0), D(1), D(4), 256 * n);
	for (int n : { 8000 * 1024, 60000 * 1024 })
		measure("hillis_scan", n, 1024, "int32", 0.f, hillis_scan, I(0), I(4), I(5));
	measure("arakawa_tile", i3(1536, 1024), i3(32, 8), "int32", 0., arakawa_tile, D(0), D(1), D(4), 1536, .08);
	measure("arakawa_tile", i3(8192, 4096), i3(32, 8), "int32", 0., arakawa_tile, D(0), D(1), D(4), 8192, .08);
	measure("gray_scott", i3(32 * 40, 32 * 30), i3(32, 32), "int32", 0.f, gray_scott, F(0), F(1), F(4), F(5),
		24 * 40 + 8, 4, .16f, .08f, .035f, .1f);
	measure("gray_scott", i3(32 * 200, 32 * 200), i3(32, 32), "int32", 0.f, gray_scott, F(0), F(1), F(4), F(5),
		24 * 200 + 8, 4, .16f, .08f, .035f, .1f);
	for (int n : { 500, 20000, 150000 })
		measure("cg_dense32", 32 * n, 32, "int32", 0.f, cg_dense32, F(0), F(1), F(4), 32);
	for (int n : { 1500, 50000 })
		measure("line_solve", 64 * n, 64, "int32", 0.f, line_solve, F(0), F(1), F(4), .3f);
	for (int n : { 3000, 40000 })
		measure("batcher_pairs", 256 * n, 256, "int32", 0.f, batcher_pairs, F(4), I(5));
	for (int n : { 15000, 100000 })
		measure("stockham128", 64 * n, 64, "int32", 0., stockham128, d2(0), d2(1), d2(4));
	for (int n : { 12800, 400000, 4000000 })
		measure("conv_channels", n, 128, "int32", 0.f, conv_channels, F(0), F(1), F(4), n, 32);
	for (int n : { 4096, 16384, 40960 })
		measure("vortex_tile", n, 64, "int32", 0., vortex_tile, d2(0), D(1), d2(4), n, .01);
	for (int n : { 12000, 120000 })
		measure("lifting53", 256 * n, 256, "int32", 0.f, lifting53, f<short>(0), I(4));
	measure("sat_tile", i3(3072, 2048 / 32), i3(32, 1), "int32", 0.f, sat_tile, F(0), F(4), 3072);
	measure("sat_tile", i3(8192, 8192 / 32), i3(32, 1), "int32", 0.f, sat_tile, F(0), F(4), 8192);
	for (int n : { 480, 16000 })
		measure("sgm_path", 64 * n, 64, "int32", 0.f, sgm_path, B(0), f<short>(4), 640, 8, 32);
	for (int n : { 192, 480 })
		measure("permute_zyx", i3(n, n / 4, n), i3(32, 8), "int32", 0., permute_zyx, D(0), D(4), n, n, n);
	for (int n : { 512, 1024, 2048 })
		measure("hgemm_tile", i3(n, n / 4), i3(32, 8), "int32", __half(0.f), hgemm_tile, h(0), h(1), F(4), n);
	return cudaDeviceSynchronize() != cudaSuccess;
}
