// A seventh blind set of kernels as engineers write them, and in no other set: orbits, implied volatilities,
// searches by Hamming distance, ciphers, decimators, Ewald sums, joins, rain, eddies, imaging conditions,
// rotary embeddings, selective scans, periodograms, running boxes and rates of reactions in loops of a
// thread; attention, Cholesky, Maxwell, deposits, cosines, entropies, Hadamard, clusters, Levinson, erosion,
// prolongation, small products, correlators, packed columns and discontinuous elements in shared memory.
// Said in varied.wsp before anything was timed or predicted.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 varied.cu && ./a.out >varied.csv
//
// cold_ms is the median of nine launches, each between two events, on caches that hold other data, all of
// it read.
// With an argument each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
#include "cold.h"

// Loops in a thread.

// Kepler's equation by m steps of Newton; the place in the plane of the orbit.
__global__ void kepler_newton(IN(double) mean, IN(double) ecc, OUT(double) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	double a = mean[i], e = .9 * ecc[i], t = a + e;
	for (int k = 0; k < m; ++k)
		t -= (t - e * sin(t) - a) / (1 - e * cos(t));
	o[i] = cos(t) - e;
	o[n + i] = sqrt(1 - e * e) * sin(t);
}

// The volatility at which a call has its price, by m steps of Newton.
__global__ void implied_vol(IN(float) price, IN(float) spot, IN(float) strike, IN(float) years, OUT(float) o, int n,
	int m, float rate)
{
	int i = X;
	if (i >= n)
		return;
	float s = spot[i], t = years[i], c = .4f * s * price[i], q = sqrtf(t), d = strike[i] * expf(-rate * t);
	float l = logf(s / d), v = .5f;
	for (int k = 0; k < m; ++k) {
		float w = v * q, d1 = l / w + .5f * w, d2 = d1 - w;
		float p = .5f * s * erfcf(-.70710678f * d1) - .5f * d * erfcf(-.70710678f * d2);
		float g = .39894228f * s * q * expf(-.5f * d1 * d1);
		v = fminf(fmaxf(v - (p - c) / (g + 1e-4f), .05f), 4.f);
	}
	o[i] = v;
}

// The nearest of m codes of 128 bits.
__global__ void hamming_scan(IN(uint4) code, IN(uint4) base, OUT(int) o, OUT(int) id, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	uint4 q = code[i];
	int best = 129, at = 0;
	for (int k = 0; k < m; ++k) {
		uint4 p = base[k];
		int d = __popc(q.x ^ p.x) + __popc(q.y ^ p.y) + __popc(q.z ^ p.z) + __popc(q.w ^ p.w);
		at = d < best ? k : at;
		best = min(best, d);
	}
	o[i] = best;
	id[i] = at;
}

__device__ __forceinline__ void quarter(unsigned &a, unsigned &b, unsigned &c, unsigned &d)
{
	a += b;
	d ^= a;
	d = d << 16 | d >> 16;
	c += d;
	b ^= c;
	b = b << 12 | b >> 20;
	a += b;
	d ^= a;
	d = d << 8 | d >> 24;
	c += d;
	b ^= c;
	b = b << 7 | b >> 25;
}

// ChaCha: a block of 64 bytes to a thread, m double rounds.
__global__ void chacha_blocks(IN(uint4) a, OUT(uint4) o, uint4 k, uint4 l, uint4 c, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	unsigned s[16] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, k.x, k.y, k.z, k.w, l.x, l.y, l.z, l.w,
		c.x + i, c.y, c.z, c.w }, v[16];
#pragma unroll
	for (int j = 0; j < 16; ++j)
		v[j] = s[j];
	for (int r = 0; r < m; ++r) {
		quarter(v[0], v[4], v[8], v[12]);
		quarter(v[1], v[5], v[9], v[13]);
		quarter(v[2], v[6], v[10], v[14]);
		quarter(v[3], v[7], v[11], v[15]);
		quarter(v[0], v[5], v[10], v[15]);
		quarter(v[1], v[6], v[11], v[12]);
		quarter(v[2], v[7], v[8], v[13]);
		quarter(v[3], v[4], v[9], v[14]);
	}
#pragma unroll
	for (int j = 0; j < 4; ++j) {
		uint4 w = a[4 * i + j];
		w.x ^= v[4 * j] + s[4 * j];
		w.y ^= v[4 * j + 1] + s[4 * j + 1];
		w.z ^= v[4 * j + 2] + s[4 * j + 2];
		w.w ^= v[4 * j + 3] + s[4 * j + 3];
		o[4 * i + j] = w;
	}
}

// A filter with m taps that keeps every d-th sample.
__global__ void fir_decimate(IN(float) a, IN(float) h, OUT(float) o, int n, int m, int d)
{
	int i = X;
	if (i >= n)
		return;
	float s = 0;
	for (int k = 0; k < m; ++k)
		s += h[k] * a[d * i + k];
	o[i] = s;
}

// The part in real space of an Ewald sum over m neighbours.
__global__ void ewald_real(IN(float4) pos, IN(int) list, OUT(float4) o, int n, int m, float alpha)
{
	int i = X;
	if (i >= n)
		return;
	float4 p = pos[i];
	float fx = 0, fy = 0, fz = 0, en = 0;
	for (int k = 0; k < m; ++k) {
		float4 r = pos[list[k * n + i]];
		float dx = p.x - r.x, dy = p.y - r.y, dz = p.z - r.z, d2 = dx * dx + dy * dy + dz * dz + 1e-3f;
		float d = sqrtf(d2), ad = alpha * d, q = p.w * r.w, e = q * erfcf(ad) / d;
		float f = (e + 1.1283792f * alpha * q * expf(-ad * ad)) / d2;
		fx += f * dx;
		fy += f * dy;
		fz += f * dz;
		en += e;
	}
	o[i] = make_float4(fx, fy, fz, en);
}

// Facts joined with two dimensions, sums by thread.
__global__ void star_join(IN(int) part, IN(int) shop, IN(float) price, IN(float) rate, IN(float) tax, OUT(float) o,
	int n)
{
	int x = X, step = gridDim.x * blockDim.x;
	float s = 0, t = 0;
	for (int i = x; i < n; i += step) {
		float p = price[i] * rate[part[i]];
		s += p;
		t += p * tax[shop[i]];
	}
	o[x] = s;
	o[step + x] = t;
}

// Rain that falls through m layers, implicit in time.
__global__ void rain_fallout(float *q, const float *rho, const float *dz, float *o, int n, int m, float dt)
{
	int i = X;
	if (i >= n)
		return;
	float in = 0;
	for (int k = m - 1; k >= 0; --k) {
		float r = rho[k * n + i], h = dz[k * n + i], w = q[k * n + i];
		float v = 36.34f * powf(.001f * r * fmaxf(w, 1e-6f), .1346f) * sqrtf(1.2f / r);
		w = (w + dt * in / (r * h)) / (1 + dt * v / h);
		in = r * w * v;
		q[k * n + i] = w;
	}
	o[i] = in;
}

// The viscosity of small eddies after Smagorinsky, through the layers.
__global__ void smagorinsky_march(IN(float) u, IN(float) v, IN(float) w, OUT(float) o, int nx, int ny, int nz,
	float c)
{
	int x = X, y = Y, sx = nx + 2, p = sx * (ny + 2);
	if (x >= nx || y >= ny)
		return;
	int i = (y + 1) * sx + x + 1;
	for (int k = 1; k < nz - 1; ++k) {
		int j = k * p + i;
		float ux = u[j + 1] - u[j - 1], uy = u[j + sx] - u[j - sx], uz = u[j + p] - u[j - p];
		float vx = v[j + 1] - v[j - 1], vy = v[j + sx] - v[j - sx], vz = v[j + p] - v[j - p];
		float wx = w[j + 1] - w[j - 1], wy = w[j + sx] - w[j - sx], wz = w[j + p] - w[j - p];
		float a = uy + vx, b = uz + wx, d = vz + wy;
		o[j] = c * sqrtf(2 * (ux * ux + vy * vy + wz * wz) + a * a + b * b + d * d);
	}
}

// The imaging condition of reverse time migration over m snapshots.
__global__ void rtm_condition(IN(float) src, IN(float) rcv, OUT(float) image, OUT(float) light, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float s = 0, t = 0;
	for (int k = 0; k < m; ++k) {
		float a = src[k * n + i];
		s += a * rcv[k * n + i];
		t += a * a;
	}
	image[i] = s / (t + 1e-6f);
	light[i] = t;
}

// Rotary embedding of m heads with 64 pairs each.
__global__ void rope_heads(IN(half2) q, OUT(half2) o, int tokens, int m, float base)
{
	int x = X, y = Y;
	if (y >= tokens)
		return;
	float f = (float) y * exp2f(-base * (float) x), c = cosf(f), s = sinf(f);
	for (int h = 0; h < m; ++h) {
		float2 v = __half22float2(q[(y * m + h) * 64 + x]);
		o[(y * m + h) * 64 + x] = __floats2half2_rn(c * v.x - s * v.y, s * v.x + c * v.y);
	}
}

// A selective scan of m steps with 16 states for each channel.
__global__ void mamba_scan(IN(float) u, IN(float) delta, IN(float) a, IN(float) b, IN(float) c, OUT(float) o, int n,
	int m)
{
	int i = X;
	if (i >= n)
		return;
	float l[16], h[16];
#pragma unroll
	for (int s = 0; s < 16; ++s) {
		l[s] = -a[s * n + i];
		h[s] = 0;
	}
	for (int t = 0; t < m; ++t) {
		float d = delta[t * n + i], v = d * u[t * n + i], r = 0;
#pragma unroll
		for (int s = 0; s < 16; ++s) {
			h[s] = __expf(d * l[s]) * h[s] + v * b[16 * t + s];
			r += h[s] * c[16 * t + s];
		}
		o[t * n + i] = r;
	}
}

// The periodogram of m samples at uneven times, a frequency to a thread.
__global__ void lomb_scargle(IN(float2) seen, OUT(float) o, int n, int m, float df)
{
	int i = X;
	if (i >= n)
		return;
	float w = df * (float) (i + 1), cc = 0, cs = 0, yc = 0, ys = 0;
	for (int k = 0; k < m; ++k) {
		float2 p = seen[k];
		float c = cosf(w * p.x), s = sinf(w * p.x);
		cc += c * c;
		cs += c * s;
		yc += p.y * c;
		ys += p.y * s;
	}
	float ss = (float) m - cc;
	o[i] = (yc * yc * ss - 2 * yc * ys * cs + ys * ys * cc) / (cc * ss - cs * cs);
}

// The mean of 2 r + 1 rows, by a running sum; a thread has m rows.
__global__ void running_box(IN(byte) a, OUT(byte) o, int nx, int m, int r, float f)
{
	int x = X;
	if (x >= nx)
		return;
	int i = Y * m * nx + x, s = 0;
	for (int k = 0; k < 2 * r; ++k)
		s += a[i + k * nx];
	for (int k = 0; k < m; ++k) {
		s += a[i + (k + 2 * r) * nx];
		o[i + k * nx] = (byte) (f * (float) s);
		s -= a[i + k * nx];
	}
}

// Rates of m reactions, each of two species.
__global__ void arrhenius_rates(IN(double) temp, IN(double) c, IN(double) la, IN(double) b, IN(double) ea,
	OUT(double) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	double t = 2000 * temp[i], l = log(t), r = 8000 / t;
	for (int k = 0; k < m; ++k)
		o[k * n + i] = exp(la[k] + b[k] * l - ea[k] * r) * c[k * n + i] * c[(k + 1) * n + i];
}

// Shared memory.

// Attention with heads of 32 numbers, a query to a thread.
__global__ void flash_row(IN(float4) q, IN(float4) k, IN(float4) v, OUT(float4) o, int len, float scale)
{
	__shared__ float4 sk[32][8], sv[32][8];
	int tx = threadIdx.x, x = X, head = blockIdx.y * len;
	float4 a[8], r[8];
	float most = -1e30f, all = 0;

#pragma unroll
	for (int c = 0; c < 8; ++c) {
		a[c] = q[(head + x) * 8 + c];
		r[c] = make_float4(0, 0, 0, 0);
	}
	for (int t = 0; t < len; t += 32) {
#pragma unroll
		for (int j = 0; j < 4; ++j) {
			sk[8 * j + tx / 8][tx % 8] = k[(head + t + 8 * j + tx / 8) * 8 + tx % 8];
			sv[8 * j + tx / 8][tx % 8] = v[(head + t + 8 * j + tx / 8) * 8 + tx % 8];
		}
		__syncthreads();
#pragma unroll 2
		for (int j = 0; j < 32; ++j) {
			float s = 0;
#pragma unroll
			for (int c = 0; c < 8; ++c) {
				float4 b = sk[j][c];
				s += a[c].x * b.x + a[c].y * b.y + a[c].z * b.z + a[c].w * b.w;
			}
			s *= scale;
			float p = fmaxf(most, s), e = __expf(most - p), f = __expf(s - p);
			all = all * e + f;
			most = p;
#pragma unroll
			for (int c = 0; c < 8; ++c) {
				float4 b = sv[j][c];
				r[c].x = r[c].x * e + f * b.x;
				r[c].y = r[c].y * e + f * b.y;
				r[c].z = r[c].z * e + f * b.z;
				r[c].w = r[c].w * e + f * b.w;
			}
		}
		__syncthreads();
	}
	float g = 1 / all;
#pragma unroll
	for (int c = 0; c < 8; ++c)
		o[(head + x) * 8 + c] = make_float4(g * r[c].x, g * r[c].y, g * r[c].z, g * r[c].w);
}

// The factor of Cholesky of matrices with 32 rows, a row to a thread.
__global__ void cholesky32_block(IN(double) a, OUT(double) o, int m)
{
	__shared__ double s[32][33];
	int tx = threadIdx.x, from = 1024 * blockIdx.x;

	for (int k = 0; k < m; ++k)
		s[k][tx] = a[from + 32 * k + tx] + (k == tx ? 32 : 0);
	__syncthreads();
	for (int k = 0; k < m; ++k) {
		double d = sqrt(s[k][k]);
		__syncthreads();
		if (tx >= k)
			s[tx][k] = s[tx][k] / d;
		__syncthreads();
		if (tx > k) {
			double l = s[tx][k];
			for (int j = k + 1; j <= tx; ++j)
				s[tx][j] -= l * s[j][k];
		}
		__syncthreads();
	}
	for (int k = 0; k < m; ++k)
		o[from + 32 * k + tx] = tx <= k ? s[k][tx] : 0;
}

// A step of Maxwell's equations in the plane, both fields at once.
__global__ void maxwell_tile(IN(float) ez, IN(float) hx, IN(float) hy, OUT(float) eo, OUT(float) xo, OUT(float) yo,
	int nx, float ce, float ch)
{
	__shared__ float e[10][34], p[9][33], q[9][33];
	int tx = threadIdx.x, ty = threadIdx.y, t0 = 32 * ty + tx, sx = nx + 2;
	int from = 8 * blockIdx.y * sx + 32 * blockIdx.x;

	for (int t = t0; t < 340; t += 256)
		e[t / 34][t % 34] = ez[from + t / 34 * sx + t % 34];
	__syncthreads();
	for (int t = t0; t < 297; t += 256) {
		int r = t / 33, c = t % 33, i = from + r * sx + c;
		p[r][c] = hx[i] - ch * (e[r + 1][c] - e[r][c]);
		q[r][c] = hy[i] + ch * (e[r][c + 1] - e[r][c]);
	}
	__syncthreads();
	int i = from + (ty + 1) * sx + tx + 1;
	float u = p[ty + 1][tx + 1], v = q[ty + 1][tx + 1];
	eo[i] = e[ty + 1][tx + 1] + ce * (v - q[ty + 1][tx] - u + p[ty][tx + 1]);
	xo[i] = u;
	yo[i] = v;
}

// Charges of particles shared by the two nodes of their cell.
__global__ void deposit_shared(IN(int) cell, IN(float) at, IN(float) charge, float *rho, int n)
{
	__shared__ float s[1024];
	int tx = threadIdx.x, step = gridDim.x * blockDim.x;

	for (int t = tx; t < 1024; t += 256)
		s[t] = 0;
	__syncthreads();
	for (int i = X; i < n; i += step) {
		int c = cell[i];
		float f = at[i], q = charge[i];
		atomicAdd(&s[c], q * (1 - f));
		atomicAdd(&s[c + 1], q * f);
	}
	__syncthreads();
	for (int t = tx; t < 1024; t += 256)
		atomicAdd(&rho[t], s[t]);
}

// The cosine transform of tiles of 8 x 8 pixels, and their quantization.
__global__ void dct8_tile(IN(byte) a, IN(float) cosine, IN(float) quant, OUT(short) o, int nx)
{
	__shared__ float s[8][33], t[8][33], c[8][9];
	int tx = threadIdx.x, ty = threadIdx.y, u = tx % 8;
	float v = 0;

	if (tx < 8)
		c[ty][tx] = cosine[8 * ty + tx];
	s[ty][tx] = (float) a[Y * nx + X] - 128;
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 8; ++k)
		v += c[u][k] * s[ty][8 * (tx / 8) + k];
	t[ty][tx] = v;
	__syncthreads();
	v = 0;
#pragma unroll
	for (int k = 0; k < 8; ++k)
		v += c[ty][k] * t[k][tx];
	o[Y * nx + X] = (short) rintf(v * quant[8 * ty + u]);
}

// The entropy of the distribution that a row of m logits is.
__global__ void entropy_rows(IN(half) a, OUT(float) o, int m)
{
	__shared__ float sm[8], ss[8], st[8];
	int tx = threadIdx.x, b = blockIdx.x;
	float most = -1e30f, s = 0, t = 0;

	for (int k = tx; k < m; k += 256) {
		float v = __half2float(a[b * m + k]), p = fmaxf(most, v), e = __expf(most - p), f = __expf(v - p);
		s = s * e + f;
		t = t * e + v * f;
		most = p;
	}
#pragma unroll
	for (int l = 16; l > 0; l /= 2) {
		float q = __shfl_xor_sync(~0u, most, l), u = __shfl_xor_sync(~0u, s, l), w = __shfl_xor_sync(~0u, t, l);
		float p = fmaxf(most, q), e = __expf(most - p), f = __expf(q - p);
		s = s * e + u * f;
		t = t * e + w * f;
		most = p;
	}
	if (tx % 32 == 0) {
		sm[tx / 32] = most;
		ss[tx / 32] = s;
		st[tx / 32] = t;
	}
	__syncthreads();
	if (tx == 0) {
#pragma unroll
		for (int k = 1; k < 8; ++k) {
			float q = sm[k], p = fmaxf(most, q), e = __expf(most - p), f = __expf(q - p);
			s = s * e + ss[k] * f;
			t = t * e + st[k] * f;
			most = p;
		}
		o[b] = logf(s) + most - t / s;
	}
}

// Walsh and Hadamard's transform of 1024 numbers.
__global__ void hadamard1024(IN(float) a, OUT(float) o, float f)
{
	__shared__ float s[1024];
	int tx = threadIdx.x, from = 1024 * blockIdx.x;

	s[tx] = a[from + tx];
	s[tx + 512] = a[from + tx + 512];
	__syncthreads();
#pragma unroll
	for (int h = 1; h < 1024; h *= 2) {
		int i = tx / h * 2 * h + tx % h;
		float p = s[i], q = s[i + h];
		s[i] = p + q;
		s[i + h] = p - q;
		__syncthreads();
	}
	o[from + tx] = f * s[tx];
	o[from + tx + 512] = f * s[tx + 512];
}

// The nearest of m centres, of points with eight coordinates.
__global__ void kmeans_assign(IN(float4) p, IN(float4) centre, OUT(int) o, OUT(float) dist, int n, int m)
{
	__shared__ float4 c[512];
	int x = X, tx = threadIdx.x, at = 0;
	float best = 1e30f;

	for (int t = tx; t < 2 * m; t += 128)
		c[t] = centre[t];
	float4 a = p[x], b = p[n + x];
	__syncthreads();
	for (int k = 0; k < m; ++k) {
		float4 u = c[2 * k], v = c[2 * k + 1];
		float d0 = a.x - u.x, d1 = a.y - u.y, d2 = a.z - u.z, d3 = a.w - u.w;
		float d4 = b.x - v.x, d5 = b.y - v.y, d6 = b.z - v.z, d7 = b.w - v.w;
		float d = d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3 + d4 * d4 + d5 * d5 + d6 * d6 + d7 * d7;
		at = d < best ? k : at;
		best = fminf(best, d);
	}
	o[x] = at;
	dist[x] = best;
}

// Linear prediction of order m after Levinson and Durbin, a frame to a block.
__global__ void levinson_block(IN(float) r, OUT(float) o, int m)
{
	__shared__ float c[65], a[65], part[2];
	int tx = threadIdx.x, b = blockIdx.x;

	c[tx] = r[65 * b + tx] + (tx == 0 ? 40 : 0);
	if (tx == 0)
		c[64] = r[65 * b + 64];
	a[tx + 1] = 0;
	__syncthreads();
	float e = c[0];
	for (int k = 1; k <= m; ++k) {
		float v = 0;
		if (tx + 1 < k)
			v = a[tx + 1] * c[k - tx - 1];
#pragma unroll
		for (int l = 16; l > 0; l /= 2)
			v += __shfl_xor_sync(~0u, v, l);
		if (tx % 32 == 0)
			part[tx / 32] = v;
		__syncthreads();
		float g = -(c[k] + part[0] + part[1]) / e, w = g;
		if (tx + 1 < k)
			w = a[tx + 1] + g * a[k - tx - 1];
		__syncthreads();
		if (tx < k)
			a[tx + 1] = w;
		e *= 1 - g * g;
		__syncthreads();
	}
	o[64 * b + tx] = a[tx + 1];
}

// The least of 9 x 9 pixels, by rows and then by columns.
__global__ void erode_tile(IN(byte) a, OUT(byte) o, int nx)
{
	__shared__ byte s[16][40], r[16][32];
	int tx = threadIdx.x, ty = threadIdx.y, sx = nx + 8, from = 8 * blockIdx.y * sx + 32 * blockIdx.x, v = 255;

	for (int t = 32 * ty + tx; t < 640; t += 256)
		s[t / 40][t % 40] = a[from + t / 40 * sx + t % 40];
	__syncthreads();
#pragma unroll
	for (int j = 0; j < 16; j += 8) {
		int w = 255;
#pragma unroll
		for (int k = 0; k < 9; ++k)
			w = min(w, (int) s[ty + j][tx + k]);
		r[ty + j][tx] = w;
	}
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 9; ++k)
		v = min(v, (int) r[ty + k][tx]);
	o[Y * nx + X] = v;
}

// The correction of a coarse grid, interpolated and added.
__global__ void prolong_tile(IN(double) e, double *u, int nx)
{
	__shared__ double s[5][17];
	int tx = threadIdx.x, ty = threadIdx.y, t = 32 * ty + tx, i = tx / 2, j = ty / 2, p = tx % 2, q = ty % 2;

	if (t < 85)
		s[t / 17][t % 17] = e[(4 * blockIdx.y + t / 17) * (nx / 2 + 1) + 16 * blockIdx.x + t % 17];
	__syncthreads();
	u[Y * nx + X] += .25 * (s[j][i] + s[j][i + p] + s[j + q][i] + s[j + q][i + p]);
}

// Products of matrices with 16 rows, one to a block.
__global__ void batched_gemm16(IN(double) a, IN(double) b, double *c, double alpha, double beta)
{
	__shared__ double sa[16][16], sb[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, i = 256 * blockIdx.x + 16 * ty + tx;
	double s = 0;

	sa[ty][tx] = a[i];
	sb[ty][tx] = b[i];
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 16; ++k)
		s += sa[ty][k] * sb[k][tx];
	c[i] = alpha * s + beta * c[i];
}

// Correlations of all pairs of n antennas over m times, for each channel.
__global__ void xengine_tile(IN(char2) a, OUT(int2) o, int n, int m)
{
	__shared__ char2 sa[16][16], sb[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, z = blockIdx.z, re = 0, im = 0;

	for (int l = 0; l < m; l += 16) {
		int i = (z * m + l + ty) * n + tx;
		sa[ty][tx] = a[i + 16 * blockIdx.y];
		sb[ty][tx] = a[i + 16 * blockIdx.x];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 16; ++k) {
			char2 p = sa[k][ty], q = sb[k][tx];
			re += p.x * q.x + p.y * q.y;
			im += p.y * q.x - p.x * q.y;
		}
		__syncthreads();
	}
	o[(z * n + Y) * n + X] = make_int2(re, im);
}

// 1024 numbers of b bits each above a base, unpacked.
__global__ void unpack_for(IN(unsigned) a, IN(unsigned) base, OUT(unsigned) o, int b)
{
	__shared__ unsigned s[1025];
	int tx = threadIdx.x, words = 32 * b;
	unsigned from = base[blockIdx.x], mask = (1u << b) - 1;

	for (int t = tx; t < words; t += 256)
		s[t] = a[words * blockIdx.x + t];
	if (tx == 0)
		s[words] = 0;
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 4; ++k) {
		int i = 256 * k + tx, bit = i * b, j = bit >> 5, h = bit & 31;
		o[1024 * blockIdx.x + i] = from + ((s[j] >> h | s[j + 1] << 1 << (31 - h)) & mask);
	}
}

// Sound in discontinuous elements with m nodes: derivatives in the volume.
__global__ void dg_volume(IN(float) u, IN(float) dr, IN(float) ds, IN(float) dt, IN(float) geo, OUT(float) o, int n,
	int m)
{
	__shared__ float s[4][64];
	int x = X, tx = threadIdx.x, b = blockIdx.x;
	float r[4], p[4], q[4], g[9];

#pragma unroll
	for (int f = 0; f < 4; ++f) {
		s[f][tx] = u[f * n + x];
		r[f] = p[f] = q[f] = 0;
	}
	__syncthreads();
	for (int k = 0; k < m; ++k) {
		float a = dr[k * m + tx], c = ds[k * m + tx], d = dt[k * m + tx];
#pragma unroll
		for (int f = 0; f < 4; ++f) {
			float v = s[f][k];
			r[f] += a * v;
			p[f] += c * v;
			q[f] += d * v;
		}
	}
#pragma unroll
	for (int j = 0; j < 9; ++j)
		g[j] = geo[9 * b + j];
	o[x] = -(g[0] * r[1] + g[1] * p[1] + g[2] * q[1] + g[3] * r[2] + g[4] * p[2] + g[5] * q[2] + g[6] * r[3] +
		g[7] * p[3] + g[8] * q[3]);
	o[n + x] = -(g[0] * r[0] + g[1] * p[0] + g[2] * q[0]);
	o[2 * n + x] = -(g[3] * r[0] + g[4] * p[0] + g[5] * q[0]);
	o[3 * n + x] = -(g[6] * r[0] + g[7] * p[0] + g[8] * q[0]);
}

int main(int argc, char **)
{
	typedef ints i3;
	once = argc > 1;
	cudaMalloc(&memory, 10 * field);
	printf("kernel,type,nx,ny,nz,bx,by,bz,strides,regs,cold_ms\n");
	auto f2 = [](int i) { return f<float2>(i); };
	auto v4 = [](int i) { return f<float4>(i); };
	auto u4 = [](int i) { return f<uint4>(i); };
	auto h2 = [](int i) { return f<half2>(i); };
	auto u = [](int i) { return f<unsigned>(i); };
	const half zero = __float2half(0);
	struct line {
		int n, b;
	};
	struct plane {
		ints n, b;
	};
	for (line l : { line{ 100000, 64 }, line{ 1000000, 128 }, line{ 5000000, 256 } })
		measure("kepler_newton", l.n, l.b, "int32", 0., kepler_newton, D(0), D(1), D(4), l.n, 20);
	for (line l : { line{ 400000, 128 }, line{ 2500000, 256 }, line{ 10000000, 512 } })
		measure("implied_vol", l.n, l.b, "int32", 0.f, implied_vol, F(0), F(1), F(2), F(3), F(4), l.n, 16, .03f);
	for (line l : { line{ 20000, 64 }, line{ 200000, 128 }, line{ 1000000, 256 } })
		measure("hamming_scan", l.n, l.b, "int32", 0.f, hamming_scan, u4(0), u4(1), I(4), I(5), l.n, 1000);
	for (line l : { line{ 400000, 64 }, line{ 4000000, 256 } })
		measure("chacha_blocks", l.n, l.b, "int32", 0.f, chacha_blocks, u4(0), u4(4), make_uint4(1, 2, 3, 4),
			make_uint4(5, 6, 7, 8), make_uint4(1, 9, 74, 0), l.n, 10);
	for (line l : { line{ 400000, 64 }, line{ 4000000, 128 }, line{ 20000000, 256 } })
		measure("fir_decimate", l.n, l.b, "int32", 0.f, fir_decimate, F(0), F(1), F(4), l.n, 80, 5);
	limit = 100000;
	for (line l : { line{ 100000, 128 }, line{ 1000000, 256 } })
		measure("ewald_real", l.n, l.b, "int32", 0.f, ewald_real, v4(0), I(3), v4(4), l.n, 64, 1.5f);
	limit = 200000;
	for (int n : { 264 * 256, 1056 * 256 })
		measure("star_join", n, 256, "int32", 0.f, star_join, I(3), I(3) + (1 << 26), F(0), F(1), F(2), F(4), 30000000);
	limit = 0;
	for (line l : { line{ 30000, 64 }, line{ 200000, 128 }, line{ 1000000, 256 } })
		measure("rain_fallout", l.n, l.b, "int32", 0.f, rain_fallout, F(4), F(0), F(1), F(5), l.n, 50, .01f);
	for (plane p : { plane{ i3(256, 128), i3(32, 4) }, plane{ i3(700, 900), i3(32, 8) },
		     plane{ i3(1536, 1024), i3(128, 2) } })
		measure("smagorinsky_march", p.n, p.b, "int32", 0.f, smagorinsky_march, F(0), F(1), F(2), F(4), p.n.x, p.n.y, 48,
			.01f);
	for (line l : { line{ 400000, 64 }, line{ 1500000, 128 }, line{ 5000000, 256 } })
		measure("rtm_condition", l.n, l.b, "int32", 0.f, rtm_condition, F(0), F(1), F(4), F(5), l.n, 40);
	for (plane p : { plane{ i3(64, 8192), i3(64, 1) }, plane{ i3(64, 20000), i3(64, 4) },
		     plane{ i3(64, 65536), i3(64, 2) } })
		measure("rope_heads", p.n, p.b, "int32", zero, rope_heads, h2(0), h2(4), p.n.y, 32, .2076f);
	for (line l : { line{ 8192, 64 }, line{ 65536, 128 }, line{ 300000, 256 } })
		measure("mamba_scan", l.n, l.b, "int32", 0.f, mamba_scan, F(0), F(1), F(2), F(3), F(5), F(4), l.n, 512);
	for (line l : { line{ 8192, 32 }, line{ 50000, 128 }, line{ 500000, 256 } })
		measure("lomb_scargle", l.n, l.b, "int32", 0.f, lomb_scargle, f2(0), F(4), l.n, 500, .002f);
	for (plane p : { plane{ i3(4096, 24), i3(128, 1) }, plane{ i3(7680, 17), i3(64, 1) },
		     plane{ i3(16384, 63), i3(256, 1) } })
		measure("running_box", p.n, p.b, "int32", 0.f, running_box, B(0), B(4), p.n.x, 256, 7, 1 / 15.f);
	for (line l : { line{ 120000, 64 }, line{ 2000000, 256 } })
		measure("arrhenius_rates", l.n, l.b, "int32", 0., arrhenius_rates, D(0), D(1), D(2), D(3), D(5), D(4), l.n, 40);
	for (plane p : { plane{ i3(512, 16), i3(64, 1) }, plane{ i3(1024, 64), i3(64, 1) },
		     plane{ i3(2048, 48), i3(64, 1) } })
		measure("flash_row", p.n, p.b, "int32", 0.f, flash_row, v4(0), v4(1), v4(2), v4(4), p.n.x, .1767767f);
	for (int n : { 2000, 12000, 60000 })
		measure("cholesky32_block", 32 * n, 32, "int32", 0., cholesky32_block, D(0), D(4), 32);
	measure("maxwell_tile", i3(2048, 2560), i3(32, 8), "int32", 0.f, maxwell_tile, F(0), F(1), F(2), F(4), F(5), F(6),
		2048, .5f, .4f);
	measure("maxwell_tile", i3(8192, 8192), i3(32, 8), "int32", 0.f, maxwell_tile, F(0), F(1), F(2), F(4), F(5), F(6),
		8192, .5f, .4f);
	limit = 1023;
	for (int n : { 264 * 256, 1056 * 256 })
		measure("deposit_shared", n, 256, "int32", 0.f, deposit_shared, I(3), F(0), F(1), F(4), 8000000);
	limit = 0;
	for (plane p : { plane{ i3(3840, 2160), i3(32, 8) }, plane{ i3(8192, 8192), i3(32, 8) },
		     plane{ i3(16384, 16384), i3(32, 8) } })
		measure("dct8_tile", p.n, p.b, "int32", 0.f, dct8_tile, B(0), F(1), F(2), f<short>(4), p.n.x);
	for (int n : { 1500, 12000 })
		measure("entropy_rows", 256 * n, 256, "int32", zero, entropy_rows, f<half>(0), F(4), 32000);
	for (int n : { 12000, 100000 })
		measure("hadamard1024", 512 * n, 512, "int32", 0.f, hadamard1024, F(0), F(4), .03125f);
	for (int n : { 1500, 6000, 20000 })
		measure("kmeans_assign", 128 * n, 128, "int32", 0.f, kmeans_assign, v4(0), v4(1), I(4), F(5), 128 * n, 200);
	for (int n : { 8000, 60000 })
		measure("levinson_block", 64 * n, 64, "int32", 0.f, levinson_block, F(0), F(4), 64);
	for (plane p : { plane{ i3(3840, 2160), i3(32, 8) }, plane{ i3(4096, 8192), i3(32, 8) },
		     plane{ i3(16384, 16384), i3(32, 8) } })
		measure("erode_tile", p.n, p.b, "int32", 0.f, erode_tile, B(0), B(4), p.n.x);
	for (plane p : { plane{ i3(4096, 2048), i3(32, 8) }, plane{ i3(8192, 8192), i3(32, 8) } })
		measure("prolong_tile", p.n, p.b, "int32", 0., prolong_tile, D(0), D(4), p.n.x);
	for (int n : { 12000, 50000, 150000 })
		measure("batched_gemm16", i3(16 * n, 16), i3(16, 16), "int32", 0., batched_gemm16, D(0), D(1), D(4), .5, .25);
	for (plane p : { plane{ i3(128, 128, 16), i3(16, 16) }, plane{ i3(256, 256, 64), i3(16, 16) } })
		measure("xengine_tile", p.n, p.b, "int32", 0.f, xengine_tile, f<char2>(0), f<int2>(4), p.n.x, 256);
	for (int n : { 25000, 200000 })
		measure("unpack_for", 256 * n, 256, "int32", 0.f, unpack_for, u(0), u(1), u(4), 11);
	for (int n : { 8000, 30000, 150000 })
		measure("dg_volume", 56 * n, 56, "int32", 0.f, dg_volume, F(0), F(1), F(2), F(3), F(5), F(4), 56 * n, 56);
	return cudaDeviceSynchronize() != cudaSuccess;
}
