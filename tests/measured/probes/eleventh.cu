// An eleventh blind set of kernels as engineers write them, and in no other set: coupled oscillators, a filter
// of painters, recurrent units, jumps of prices, reads that are trimmed, shaded pixels, noise of octaves, CORDIC,
// cancelled echoes, parcels of air, lenses of haloes, counts of eigenvalues, reactions by chance and weights of
// grids in loops of a thread; phases that part, singular values, turbo codes, RC4, a query of sums, adapters of
// low rank, coded frames, moments of cells, shifted distributions, coded textures, corrected fluxes, joins of
// bands and directions of descent in shared memory or with shuffles; torsions, skinned vertices and embedded
// atoms by drawn indices.
// Said in eleventh.wsp before anything was timed or predicted.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 eleventh.cu && ./a.out >eleventh.csv
//
// cold_ms is the median of nine launches, each between two events, on caches that hold other data, all of
// it read.
// With an argument each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
#include "own.h"

// Loops in a thread.

// Kuramoto's oscillators on a ring, each with m neighbours on either side.
__global__ void kuramoto_ring(IN(float) theta, IN(float) omega, OUT(float) o, int n, int m, float pull, float dt)
{
	int i = X;
	if (i >= n)
		return;
	float t = theta[i + m], s = 0;
	for (int k = 1; k <= m; ++k)
		s += sinf(theta[i + m - k] - t) + sinf(theta[i + m + k] - t);
	o[i] = t + dt * (omega[i] + pull * s);
}

// Kuwahara's filter: the mean of that of four squares of m + 1 cells around a pixel which varies least.
__global__ void kuwahara_quads(IN(float) a, OUT(float) o, int nx, int ny, int m, float part)
{
	int x = X, y = Y;
	if (x >= nx || y >= ny)
		return;
	int sx = nx + 2 * m;
	float least = 1e30f, mean = 0;
#pragma unroll
	for (int q = 0; q < 4; ++q) {
		const float *c = a + (y + q / 2 * m) * sx + x + q % 2 * m;
		float s = 0, s2 = 0;
		for (int j = 0; j <= m; ++j)
			for (int i = 0; i <= m; ++i) {
				float v = c[j * sx + i];
				s += v;
				s2 += v * v;
			}
		float e = s * part, var = s2 * part - e * e;
		mean = var < least ? e : mean;
		least = fminf(least, var);
	}
	o[y * nx + x] = mean;
}

__device__ __forceinline__ float gate(const float *w, float v, float h0, float h1)
{
	return __fdividef(1.f, 1.f + __expf(-(w[0] * v + w[1] * h0 + w[2] * h1 + w[3])));
}

// Gated recurrent units with two hidden values over series of m values.
__global__ void gru2_series(IN(float) a, IN(float) weight, OUT(float2) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float w[24], h0 = 0, h1 = 0;
#pragma unroll
	for (int k = 0; k < 24; ++k)
		w[k] = weight[k];
	for (int k = 0; k < m; ++k) {
		float v = a[k * n + i];
		float r0 = gate(w, v, h0, h1), r1 = gate(w + 4, v, h0, h1);
		float z0 = gate(w + 8, v, h0, h1), z1 = gate(w + 12, v, h0, h1);
		float c0 = tanhf(w[16] * v + r0 * (w[17] * h0 + w[18] * h1) + w[19]);
		float c1 = tanhf(w[20] * v + r1 * (w[21] * h0 + w[22] * h1) + w[23]);
		h0 = c0 + z0 * (h0 - c0);
		h1 = c1 + z1 * (h1 - c1);
	}
	o[i] = make_float2(h0, h1);
}

// Calls on a price that jumps, after Merton: m terms of Poisson's series.
__global__ void merton_jumps(IN(double) spot, IN(double) strike, IN(double) years, IN(double) vol, OUT(double) o, int n,
	int m, double rate, double often, double wide, double shift)
{
	int i = X;
	if (i >= n)
		return;
	double s = spot[i], k = strike[i], t = years[i], v = vol[i];
	double l = log(s / k), base = v * v * t, lt = often * t, w = exp(-lt), price = 0;
	for (int j = 0; j < m; ++j) {
		double sd = sqrt(base + j * wide), r = rate * t + j * shift;
		double d1 = (l + r) / sd + .5 * sd, d2 = d1 - sd;
		price += w * (.5 * s * erfc(-.7071067811865476 * d1) - .5 * k * exp(-r) * erfc(-.7071067811865476 * d2));
		w *= lt / (j + 1);
	}
	o[i] = price;
}

// The part of each of n reads of m bases whose qualities exceed a limit most, after Mott.
__global__ void quality_trim(IN(byte) a, OUT(int2) o, int n, int m, int least)
{
	int i = X;
	if (i >= n)
		return;
	int s = 0, most = 0, from = 0, start = 0, end = 0;
	for (int k = 0; k < m; ++k) {
		s += a[k * n + i] - least;
		from = s < 0 ? k + 1 : from;
		s = max(s, 0);
		start = s > most ? from : start;
		end = s > most ? k + 1 : end;
		most = max(most, s);
	}
	o[i] = make_int2(start, end);
}

// Pixels in the light of m lamps after Cook, Torrance and Smith; the eye is along z.
__global__ void ggx_lights(IN(float) normal, IN(float) rough, IN(float4) lamp, OUT(float) o, int n, int m, float f0)
{
	int i = X;
	if (i >= n)
		return;
	float ux = normal[i], uy = normal[n + i], uz = normal[2 * n + i], r = rough[i];
	float a = r * r, a2 = a * a, nv = fmaxf(uz, .001f), gv = nv + sqrtf(a2 + (1 - a2) * nv * nv), s = 0;
	for (int k = 0; k < m; ++k) {
		float4 l = lamp[k];
		float hz = l.z + 1, h = rsqrtf(l.x * l.x + l.y * l.y + hz * hz);
		float nl = fmaxf(ux * l.x + uy * l.y + uz * l.z, 0.f), nh = (ux * l.x + uy * l.y + uz * hz) * h;
		float c = 1 - (l.x * l.x + l.y * l.y + l.z * hz) * h, c2 = c * c, f = f0 + (1 - f0) * c2 * c2 * c;
		float d = nh * nh * (a2 - 1) + 1, g = (nl + sqrtf(a2 + (1 - a2) * nl * nl)) * gv;
		s += __fdividef(l.w * nl * f * a2, 3.1415927f * d * d * g);
	}
	o[i] = s;
}

// What a corner of Perlin's grid adds, u and v away from it.
__device__ __forceinline__ float slope(unsigned h, float u, float v)
{
	h = (h ^ h >> 13) * 1274126177u;
	h ^= h >> 16;
	return (h & 1 ? u : -u) + (h & 2 ? v : -v);
}

// Noise of m octaves after Perlin.
__global__ void perlin_octaves(OUT(float) o, int nx, int ny, int m, float scale)
{
	int x = X, y = Y;
	if (x >= nx || y >= ny)
		return;
	float fx = (float) x * scale, fy = (float) y * scale, amp = .5f, s = 0;
	for (int k = 0; k < m; ++k) {
		float gx = floorf(fx), gy = floorf(fy), u = fx - gx, v = fy - gy;
		unsigned hx = (int) gx * 374761393u, hy = (int) gy * 668265263u;
		float su = u * u * u * (u * (u * 6 - 15) + 10), sv = v * v * v * (v * (v * 6 - 15) + 10);
		float a = slope(hx + hy, u, v), b = slope(hx + 374761393u + hy, u - 1, v);
		float c = slope(hx + hy + 668265263u, u, v - 1), d = slope(hx + 374761393u + hy + 668265263u, u - 1, v - 1);
		float e = a + su * (b - a), f = c + su * (d - c);
		s += amp * (e + sv * (f - e));
		amp *= .5f;
		fx = 2 * fx + 17.3f;
		fy = 2 * fy + 9.1f;
	}
	o[y * nx + x] = s;
}

// Phase and magnitude of samples, m steps of CORDIC.
__global__ void cordic_phase(IN(short2) a, IN(int) angle, OUT(int) phase, OUT(int) size, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	short2 u = a[i];
	bool back = u.x < 0;
	int re = (back ? -u.x : u.x) * 256, im = (back ? -u.y : u.y) * 256, z = back ? 1073741824 : 0;
	for (int k = 0; k < m; ++k) {
		int dr = re >> k, di = im >> k, t = angle[k];
		bool below = im < 0;
		re += below ? -di : di;
		im += below ? dr : -dr;
		z += below ? -t : t;
	}
	phase[i] = z;
	size[i] = re;
}

// Echoes of n lines are cancelled by normalised least mean squares with eight taps, m samples of each.
__global__ void nlms_echo(IN(float) distant, IN(float) here, OUT(float) o, int n, int m, float mu)
{
	int i = X;
	if (i >= n)
		return;
	float w[8] = {}, b[8] = {}, power = .001f;
	for (int k = 0; k < m; ++k) {
		float v = distant[k * n + i], y = 0;
		power += v * v - b[7] * b[7];
#pragma unroll
		for (int j = 7; j > 0; --j)
			b[j] = b[j - 1];
		b[0] = v;
#pragma unroll
		for (int j = 0; j < 8; ++j)
			y += w[j] * b[j];
		float e = here[k * n + i] - y, g = __fdividef(mu * e, power);
#pragma unroll
		for (int j = 0; j < 8; ++j)
			w[j] += g * b[j];
		o[k * n + i] = e;
	}
}

// What lifts a parcel of air, and what holds it down, as it rises through m levels.
__global__ void cape_column(IN(float) warm, IN(float) moist, IN(float2) level, OUT(float2) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float t = warm[i], q = moist[i], cape = 0, cin = 0;
	for (int k = 0; k < m; ++k) {
		float2 l = level[k];
		float te = warm[k * n + i], qe = moist[k * n + i];
		float es = 611.2f * expf(17.67f * (t - 273.15f) / (t - 29.65f)), qs = .622f * es / (l.x - .378f * es);
		float lapse = (1 + 8713.1f * qs / t) / (1 + 1.3494e7f * qs / (t * t));
		lapse = q > qs ? lapse : 1.f;
		q = fminf(q, qs);
		t -= .2857f * t * l.y * lapse;
		float lift = 287.04f * l.y * (t * (1 + .608f * q) - te * (1 + .608f * qe));
		cape += fmaxf(lift, 0.f);
		cin += fminf(lift, 0.f);
	}
	o[i] = make_float2(cape, cin);
}

// How m haloes after Navarro, Frenk and White bend light.
__global__ void nfw_lens(IN(float2) place, IN(float4) halo, OUT(float2) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float2 u = place[i];
	float ax = 0, ay = 0;
	for (int k = 0; k < m; ++k) {
		float4 h = halo[k];
		float dx = u.x - h.x, dy = u.y - h.y, r2 = dx * dx + dy * dy + 1e-6f, q = sqrtf(r2) * h.z, f;
		if (q < 1) {
			float w = sqrtf(1 - q * q);
			f = logf((1 + w) / q) / w;
		} else {
			float w = sqrtf(q * q - 1) + 1e-6f;
			f = atanf(w) / w;
		}
		float g = h.w * (logf(.5f * q) + f) / r2;
		ax += g * dx;
		ay += g * dy;
	}
	o[i] = make_float2(ax, ay);
}

// How many eigenvalues of a tridiagonal matrix of m rows lie below each of n shifts, after Sturm.
__global__ void sturm_count(IN(double) d, IN(double) e2, OUT(int) o, int n, int m, double low, double step)
{
	int i = X;
	if (i >= n)
		return;
	double s = low + step * i, q = 1;
	int c = 0;
	for (int k = 0; k < m; ++k) {
		q = d[k] - s - e2[k] / q;
		q = fabs(q) < 1e-30 ? -1e-30 : q;
		c += q < 0;
	}
	o[i] = c;
}

// m reactions after Gillespie, of two kinds of molecules that come, pair, part and go.
__global__ void gillespie_steps(IN(unsigned) seed, OUT(float) time, OUT(float2) o, int n, int m, float birth, float join,
	float part, float death)
{
	int i = X;
	if (i >= n)
		return;
	unsigned u = seed[i];
	float a = 40, b = 20, t = 0;
	for (int k = 0; k < m; ++k) {
		float r1 = birth + join * a * (a - 1), r2 = r1 + part * b, sum = r2 + death * b;
		u ^= u << 13;
		u ^= u >> 17;
		u ^= u << 5;
		float v = (float) (u >> 8) * 5.9604645e-8f + 1e-9f;
		u ^= u << 13;
		u ^= u >> 17;
		u ^= u << 5;
		float w = (float) (u >> 8) * 5.9604645e-8f * sum;
		t -= __fdividef(__logf(v), sum);
		a += w < birth ? 1.f : w < r1 ? -2.f : w < r2 ? 2.f : 0.f;
		b += w < birth ? 0.f : w < r1 ? 1.f : -1.f;
	}
	time[i] = t;
	o[i] = make_float2(a, b);
}

// Weights after Becke of points of a grid around one of m atoms.
__global__ void becke_partition(IN(float4) point, IN(float4) atom, IN(float) inverse, OUT(float) o, int n, int m, int own)
{
	int i = X;
	if (i >= n)
		return;
	float4 p = point[i];
	float all = 0, mine = 0;
	for (int a = 0; a < m; ++a) {
		float4 c = atom[a];
		float ax = p.x - c.x, ay = p.y - c.y, az = p.z - c.z, ra = sqrtf(ax * ax + ay * ay + az * az), w = 1;
		for (int b = 0; b < m; ++b) {
			float4 d = atom[b];
			float bx = p.x - d.x, by = p.y - d.y, bz = p.z - d.z, rb = sqrtf(bx * bx + by * by + bz * bz);
			float f = (ra - rb) * inverse[a * m + b];
			f = f * (1.5f - .5f * f * f);
			f = f * (1.5f - .5f * f * f);
			f = f * (1.5f - .5f * f * f);
			w *= a == b ? 1.f : .5f - .5f * f;
		}
		all += w;
		mine = a == own ? w : mine;
	}
	o[i] = p.w * mine / all;
}

// Shared memory and shuffles.

// A step of Cahn and Hilliard in tiles of 16 x 16: the potential and its Laplacian.
__global__ void cahn_hilliard(IN(double) a, OUT(double) o, int nx, double kappa, double dt)
{
	__shared__ double s[20][20], u[18][18];
	int tx = threadIdx.x, ty = threadIdx.y, sx = nx + 4;

	for (int j = ty; j < 20; j += 16)
		for (int i = tx; i < 20; i += 16)
			s[j][i] = a[(16 * blockIdx.y + j) * sx + 16 * blockIdx.x + i];
	__syncthreads();
	for (int j = ty; j < 18; j += 16)
		for (int i = tx; i < 18; i += 16) {
			double v = s[j + 1][i + 1];
			u[j][i] = v * v * v - v - kappa * (s[j + 1][i] + s[j + 1][i + 2] + s[j][i + 1] + s[j + 2][i + 1] - 4 * v);
		}
	__syncthreads();
	o[Y * nx + X] = s[ty + 2][tx + 2] +
		dt * (u[ty + 1][tx] + u[ty + 1][tx + 2] + u[ty][tx + 1] + u[ty + 2][tx + 1] - 4 * u[ty + 1][tx + 1]);
}

__device__ __forceinline__ float warp_sum(float v)
{
#pragma unroll
	for (int l = 16; l > 0; l /= 2)
		v += __shfl_xor_sync(~0u, v, l);
	return v;
}

// Singular values of matrices of 32 x 6 after Hestenes, a row to a lane, m sweeps.
__global__ void svd_hestenes6(IN(float) a, OUT(float) o, OUT(float) sigma, int matrices, int m)
{
	int x = threadIdx.x, y = Y;
	float v[6];

	if (y >= matrices)
		return;
#pragma unroll
	for (int c = 0; c < 6; ++c)
		v[c] = a[(6 * y + c) * 32 + x];
	for (int k = 0; k < m; ++k) {
#pragma unroll
		for (int i = 0; i < 5; ++i) {
#pragma unroll
			for (int j = i + 1; j < 6; ++j) {
				float al = warp_sum(v[i] * v[i]), be = warp_sum(v[j] * v[j]), ga = warp_sum(v[i] * v[j]);
				float z = __fdividef(be - al, 2 * ga);
				float t = __fdividef(z < 0 ? -1.f : 1.f, fabsf(z) + sqrtf(1 + z * z));
				float c = rsqrtf(1 + t * t), s = c * t, w = c * v[i] - s * v[j];
				v[j] = s * v[i] + c * v[j];
				v[i] = w;
			}
		}
	}
#pragma unroll
	for (int c = 0; c < 6; ++c) {
		float e = warp_sum(v[c] * v[c]);
		o[(6 * y + c) * 32 + x] = v[c];
		if (x == 0)
			sigma[6 * y + c] = sqrtf(e);
	}
}

// Forward metrics of a turbo code of eight states, a state to a lane, m steps.
__global__ void bcjr_alpha(IN(float2) llr, OUT(float) o, int n, int m)
{
	int i = X, s = threadIdx.x & 7, from = 2 * s & 7;
	if (i >= n)
		return;
	float d = s & 4 ? .5f : -.5f, e = __popc(s & 5) & 1 ? .5f : -.5f, alpha = s == 0 ? 0.f : -100.f;
	for (int k = 0; k < m; ++k) {
		float2 l = llr[k * (n / 8) + i / 8];
		float a0 = __shfl_sync(~0u, alpha, from, 8), a1 = __shfl_sync(~0u, alpha, from + 1, 8);
		float g = d * l.x + e * l.y;
		alpha = fmaxf(a0 + g, a1 - g);
		alpha -= __shfl_sync(~0u, alpha, 0, 8);
		o[k * n + i] = alpha;
	}
}

// Streams of 4 m bytes of RC4, a key and a state of 256 bytes to each thread.
__global__ void rc4_streams(IN(unsigned) key, OUT(unsigned) o, int n, int m)
{
	__shared__ byte s[256][64];
	int tx = threadIdx.x, i = X;
	unsigned word = key[i], j = 0;

	for (int k = 0; k < 256; ++k)
		s[k][tx] = (byte) k;
	for (int k = 0; k < 256; ++k) {
		unsigned v = s[k][tx];
		j = (j + v + (word >> 8 * (k & 3))) & 255;
		unsigned u = s[j][tx];
		s[k][tx] = (byte) u;
		s[j][tx] = (byte) v;
	}
	j = 0;
	for (int k = 0; k < m; ++k) {
		unsigned w = 0;
#pragma unroll
		for (int b = 0; b < 4; ++b) {
			int h = (4 * k + b + 1) & 255;
			unsigned v = s[h][tx];
			j = (j + v) & 255;
			unsigned u = s[j][tx];
			s[h][tx] = (byte) u;
			s[j][tx] = (byte) v;
			w |= (unsigned) s[(u + v) & 255][tx] << 8 * b;
		}
		o[k * n + i] = w;
	}
}

// What a change of discounts brings in (query 6 of TPC-H): m rows to a thread, a sum to a block.
__global__ void tpch_q6(IN(int) date, IN(byte) discount, IN(byte) quantity, IN(float) price, OUT(float) o, int n, int m,
	int from, int to)
{
	__shared__ float part[8];
	int tx = threadIdx.x, i = X;
	float s = 0;

	for (int k = 0; k < m; ++k) {
		int j = k * n + i, d = date[j];
		if (d >= from && d < to) {
			int c = discount[j];
			if (c >= 5 && c <= 7) {
				if (quantity[j] < 24)
					s += price[j] * (.01f * (float) c);
			}
		}
	}
	s = warp_sum(s);
	if (tx % 32 == 0)
		part[tx / 32] = s;
	__syncthreads();
	if (tx == 0) {
		s = 0;
#pragma unroll
		for (int k = 0; k < 8; ++k)
			s += part[k];
		o[blockIdx.x] = s;
	}
}

// What an adapter of rank 8 adds to rows of m values: a row to a block of 128.
__global__ void lora_rows(IN(float) a, IN(float) base, IN(float) down, IN(float) up, OUT(float) o, int m, float scale)
{
	__shared__ float part[8][4];
	int tx = threadIdx.x, from = blockIdx.x * m;
	float h[8] = {};

	for (int c = tx; c < m; c += 128) {
		float v = a[from + c];
#pragma unroll
		for (int r = 0; r < 8; ++r)
			h[r] += v * down[r * m + c];
	}
#pragma unroll
	for (int r = 0; r < 8; ++r)
		h[r] = warp_sum(h[r]);
	if (tx % 32 == 0) {
#pragma unroll
		for (int r = 0; r < 8; ++r)
			part[r][tx / 32] = h[r];
	}
	__syncthreads();
#pragma unroll
	for (int r = 0; r < 8; ++r)
		h[r] = scale * (part[r][0] + part[r][1] + part[r][2] + part[r][3]);
	for (int c = tx; c < m; c += 128) {
		float s = base[from + c];
#pragma unroll
		for (int r = 0; r < 8; ++r)
			s += h[r] * up[r * m + c];
		o[from + c] = s;
	}
}

// The modified cosine transform of four frames a block, 64 coefficients of 128 samples under a window.
__global__ void mdct_frames(IN(float) a, IN(float) window, IN(float) cosine, OUT(float) o, int m, float scale)
{
	__shared__ float4 s[128];
	int tx = threadIdx.x, from = 256 * blockIdx.x;
	float c0 = 0, c1 = 0, c2 = 0, c3 = 0;

#pragma unroll
	for (int h = 0; h < 2; ++h) {
		float w = window[64 * h + tx];
		const float *b = a + from + 64 * h + tx;
		s[64 * h + tx] = make_float4(w * b[0], w * b[64], w * b[128], w * b[192]);
	}
	__syncthreads();
	for (int k = 0; k < m; ++k) {
		float c = cosine[64 * k + tx];
		float4 v = s[k];
		c0 += c * v.x;
		c1 += c * v.y;
		c2 += c * v.z;
		c3 += c * v.w;
	}
	o[from + tx] = scale * c0;
	o[from + 64 + tx] = scale * c1;
	o[from + 128 + tx] = scale * c2;
	o[from + 192 + tx] = scale * c3;
}

// Moments of the charges in a cell up to the second: a cell of 32 m charges to a warp.
__global__ void p2m_moments(IN(float4) charge, IN(float4) centre, OUT(float) o, int cells, int m)
{
	int x = threadIdx.x, y = Y;
	float s[10] = {};

	if (y >= cells)
		return;
	float4 c = centre[y];
	for (int k = 0; k < m; ++k) {
		float4 q = charge[(y * m + k) * 32 + x];
		float dx = q.x - c.x, dy = q.y - c.y, dz = q.z - c.z, qx = q.w * dx, qy = q.w * dy, qz = q.w * dz;
		s[0] += q.w;
		s[1] += qx;
		s[2] += qy;
		s[3] += qz;
		s[4] += qx * dx;
		s[5] += qx * dy;
		s[6] += qx * dz;
		s[7] += qy * dy;
		s[8] += qy * dz;
		s[9] += qz * dz;
	}
#pragma unroll
	for (int j = 0; j < 10; ++j) {
#pragma unroll
		for (int l = 16; l > 0; l /= 2)
			s[j] += __shfl_down_sync(~0u, s[j], l);
	}
	if (x == 0) {
#pragma unroll
		for (int j = 0; j < 10; ++j)
			o[j * cells + y] = s[j];
	}
}

// Distributions of 256 velocities, shifted by m fields one after the other, by cubics.
__global__ void vlasov_shift(IN(float) a, IN(float) field, OUT(float) o, int m, float dt)
{
	__shared__ float s[512];
	int tx = threadIdx.x;
	float v = a[X];

	for (int k = 0; k < m; ++k) {
		int to = k % 2 * 256;
		float e = dt * field[k * gridDim.x + blockIdx.x], f = floorf(e), u = e - f, u1 = u + 1, u2 = u - 1, u3 = u - 2;
		int j = tx + (int) f;
		s[to + tx] = v;
		__syncthreads();
		v = .5f * u1 * u2 * u3 * s[to + (j & 255)] - .16666667f * u * u2 * u3 * s[to + ((j - 1) & 255)] -
			.5f * u1 * u * u3 * s[to + ((j + 1) & 255)] + .16666667f * u1 * u * u2 * s[to + ((j + 2) & 255)];
	}
	o[X] = v;
}

// Tiles of 4 x 4 pixels as BC1 has them: two colours and two bits for each pixel; a pixel to a lane.
__global__ void bc1_encode(IN(uchar4) a, OUT(uint2) o, int gx)
{
	int l = threadIdx.x, x = Y, y = blockIdx.z;
	uchar4 u = a[(4 * y + l / 4) * (4 * gx) + 4 * x + l % 4];
	int r = u.x, g = u.y, b = u.z, r0 = r, r1 = r, g0 = g, g1 = g, b0 = b, b1 = b;

#pragma unroll
	for (int k = 8; k > 0; k /= 2) {
		r0 = min(r0, __shfl_xor_sync(~0u, r0, k));
		r1 = max(r1, __shfl_xor_sync(~0u, r1, k));
		g0 = min(g0, __shfl_xor_sync(~0u, g0, k));
		g1 = max(g1, __shfl_xor_sync(~0u, g1, k));
		b0 = min(b0, __shfl_xor_sync(~0u, b0, k));
		b1 = max(b1, __shfl_xor_sync(~0u, b1, k));
	}
	int dr = r1 - r0, dg = g1 - g0, db = b1 - b0;
	int d = (r - r0) * dr + (g - g0) * dg + (b - b0) * db, all = dr * dr + dg * dg + db * db;
	int at = (int) (__fdividef(3.f * (float) d, (float) all + .001f) + .5f);
	unsigned bits = (45u >> 2 * at & 3) << 2 * l;
#pragma unroll
	for (int k = 8; k > 0; k /= 2)
		bits |= __shfl_xor_sync(~0u, bits, k);
	unsigned high = (r1 >> 3) << 11 | (g1 >> 2) << 5 | b1 >> 3, low = (r0 >> 3) << 11 | (g0 >> 2) << 5 | b0 >> 3;
	if (l == 0)
		o[y * gx + x] = make_uint2(high | low << 16, bits);
}

// Lines of 256 cells, moved m times by fluxes that Boris and Book correct, periodic.
__global__ void fct_lines(IN(float) a, IN(float) speed, OUT(float) o, int m, float nu, float mu)
{
	__shared__ float s[256], d[256];
	int tx = threadIdx.x, l = (tx + 255) & 255, r = (tx + 1) & 255, rr = (tx + 2) & 255;
	float q = a[X], c = .4f * speed[blockIdx.x];

	for (int k = 0; k < m; ++k) {
		s[tx] = q;
		__syncthreads();
		float ql = s[l], t = q - c * (q - ql) + nu * (ql - 2 * q + s[r]);
		d[tx] = t;
		__syncthreads();
		float tr = d[r], f = mu * (tr - t), sign = f < 0 ? -1.f : 1.f;
		f = sign * fmaxf(0.f, fminf(fabsf(f), fminf(sign * (d[rr] - tr), sign * (t - d[l]))));
		s[tx] = f;
		__syncthreads();
		q = t - f + s[l];
		__syncthreads();
	}
	o[X] = q;
}

// How many of 256 m keys are at most a band away from each of n others.
__global__ void band_join_tile(IN(int) a, IN(int) b, OUT(int) o, int m, int band, unsigned width)
{
	__shared__ int s[256];
	int tx = threadIdx.x, v = a[X] + band, c = 0;

	for (int t = 0; t < m; ++t) {
		s[tx] = b[256 * t + tx];
		__syncthreads();
#pragma unroll 8
		for (int j = 0; j < 256; ++j)
			c += (unsigned) (v - s[j]) <= width;
		__syncthreads();
	}
	o[X] = c;
}

// Directions of descent from m steps and changes of gradients (L-BFGS), problems of 128 unknowns.
__global__ void lbfgs_direction(IN(float) gradient, IN(float) step, IN(float) change, IN(float) rho, OUT(float) o, int n,
	int m, float gamma)
{
	__shared__ float part[4], alpha[16];
	int tx = threadIdx.x, i = X;
	float q = gradient[i];

	for (int k = m - 1; k >= 0; --k) {
		float d = warp_sum(step[k * n + i] * q);
		if (tx % 32 == 0)
			part[tx / 32] = d;
		__syncthreads();
		float e = rho[k * gridDim.x + blockIdx.x] * (part[0] + part[1] + part[2] + part[3]);
		q -= e * change[k * n + i];
		if (tx == 0)
			alpha[k] = e;
		__syncthreads();
	}
	q *= gamma;
	for (int k = 0; k < m; ++k) {
		float d = warp_sum(change[k * n + i] * q);
		if (tx % 32 == 0)
			part[tx / 32] = d;
		__syncthreads();
		q += step[k * n + i] * (alpha[k] - rho[k * gridDim.x + blockIdx.x] * (part[0] + part[1] + part[2] + part[3]));
		__syncthreads();
	}
	o[i] = -q;
}

// Drawn indices.

// Energies of torsions: four atoms of a list, the angle between their planes.
__global__ void dihedral_energy(IN(int4) quad, IN(float4) atom, IN(float2) constant, OUT(float) o, int n, float turns)
{
	int i = X;
	if (i >= n)
		return;
	int4 q = quad[i];
	float4 a = atom[q.x], b = atom[q.y], c = atom[q.z], d = atom[q.w];
	float2 w = constant[i];
	float ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z, vx = c.x - b.x, vy = c.y - b.y, vz = c.z - b.z;
	float wx = d.x - c.x, wy = d.y - c.y, wz = d.z - c.z;
	float mx = uy * vz - uz * vy, my = uz * vx - ux * vz, mz = ux * vy - uy * vx;
	float nx = vy * wz - vz * wy, ny = vz * wx - vx * wz, nz = vx * wy - vy * wx;
	float s = sqrtf(vx * vx + vy * vy + vz * vz) * (ux * nx + uy * ny + uz * nz);
	float phi = atan2f(s, mx * nx + my * ny + mz * nz);
	o[i] = w.x * (1 + cosf(turns * phi - w.y));
}

// Vertices follow four of 64 bones each.
__global__ void skin_vertices(IN(float) vertex, IN(uchar4) bone, IN(float4) weight, IN(float4) matrix, OUT(float) o, int n)
{
	int i = X;
	if (i >= n)
		return;
	float x = vertex[i], y = vertex[n + i], z = vertex[2 * n + i], w[4], s[3] = {};
	uchar4 b = bone[i];
	float4 u = weight[i];
	int at[4] = { b.x, b.y, b.z, b.w };
	w[0] = u.x;
	w[1] = u.y;
	w[2] = u.z;
	w[3] = u.w;
#pragma unroll
	for (int k = 0; k < 4; ++k) {
#pragma unroll
		for (int c = 0; c < 3; ++c) {
			float4 r = matrix[3 * at[k] + c];
			s[c] += w[k] * (r.x * x + r.y * y + r.z * z + r.w);
		}
	}
#pragma unroll
	for (int c = 0; c < 3; ++c)
		o[c * n + i] = s[c];
}

// Densities of the embedded atom: m neighbours of a list, of which those nearer than a limit count.
__global__ void eam_density(IN(float4) atom, IN(int) near, OUT(float) rho, OUT(float) energy, int n, int m, float most2,
	float inverse, float fall)
{
	int i = X;
	if (i >= n)
		return;
	float4 a = atom[i];
	float s = 0;
	for (int j = 0; j < m; ++j) {
		float4 b = atom[near[j * n + i]];
		float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z, r2 = dx * dx + dy * dy + dz * dz;
		if (r2 < most2) {
			float r = sqrtf(r2), c = 1 - r * inverse;
			s += b.w * c * c * expf(-fall * r);
		}
	}
	rho[i] = s;
	energy[i] = -sqrtf(s);
}

// Data of their own, which measure() leaves alone: 16 parts of 256 MiB.  0 floats from -1 to 1, 1 temperatures of
// 240 to 300, 2 words, 3 moistures of 0.002 to 0.016, 4 qualities of 2 to 42, 5 days below 2556, 6 discounts of 0 to
// 10, 7 quantities of 1 to 50, 8 bones below 64, 9 floats from 0 to 1, 10 levels and haloes, 11 keys below 2^20,
// 12 floats from -5 to 5.  Atoms of torsions and of neighbours are drawn into field 3, below limit.

// Small integers below limit, plus add, all equally likely; salt, so that columns differ.
template <class T> __global__ void salted(T *a, size_t n, int limit, int add, int salt)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x)
		a[i] = (T) ((int) (hashed(((size_t) salt << 40) + i) * (float) limit) + add);
}

int main(int argc, char **)
{
	typedef ints i3;
	once = argc > 1;
	cudaMalloc(&memory, 10 * field);
	cudaMalloc(&made, 16 * part_of);
	even<<<1024, 256>>>(own<float>(0), part_of / 4, -1, 1);
	even<<<1024, 256>>>(own<float>(1), part_of / 4, 240, 300);
	draw<<<1024, 256>>>(own<int>(2), part_of / 4, ~0u);
	even<<<1024, 256>>>(own<float>(3), part_of / 4, .002f, .016f);
	salted<<<1024, 256>>>(own<byte>(4), part_of, 41, 2, 0);
	salted<<<1024, 256>>>(own<int>(5), part_of / 4, 2556, 0, 1);
	salted<<<1024, 256>>>(own<byte>(6), part_of, 11, 0, 2);
	salted<<<1024, 256>>>(own<byte>(7), part_of, 50, 1, 3);
	salted<<<1024, 256>>>(own<byte>(8), part_of, 64, 0, 4);
	even<<<1024, 256>>>(own<float>(9), part_of / 4, 0, 1);
	salted<<<1024, 256>>>(own<int>(11), part_of / 4, 1 << 20, 0, 5);
	even<<<1024, 256>>>(own<float>(12), part_of / 4, -5, 5);
	float levels[80], haloes[192];
	for (int k = 0; k < 40; ++k) {
		levels[2 * k] = 100000 * expf(-.05f * (float) k);
		levels[2 * k + 1] = .05f;
	}
	for (int k = 0; k < 48; ++k) {
		haloes[4 * k] = (float) (k * 29 % 48) / 48 + .01f;
		haloes[4 * k + 1] = (float) (k * 35 % 48) / 48 + .01f;
		haloes[4 * k + 2] = 1.5f + .5f * (float) (k % 5);
		haloes[4 * k + 3] = .01f;
	}
	cudaMemcpy(own<float>(10), levels, sizeof(levels), cudaMemcpyHostToDevice);
	cudaMemcpy(own<float>(10) + 1024, haloes, sizeof(haloes), cudaMemcpyHostToDevice);
	printf("kernel,type,nx,ny,nz,bx,by,bz,strides,regs,cold_ms\n");
	auto f2 = [](int i) { return f<float2>(i); };
	auto v4 = [](int i) { return f<float4>(i); };
	auto u = [](int i) { return f<unsigned>(i); };
	struct line {
		int n, b;
	};
	struct plane {
		ints n, b;
	};
	for (line l : { line{ 20000, 64 }, line{ 400000, 128 }, line{ 10000000, 256 } })
		measure("kuramoto_ring", l.n, l.b, "int32", 0.f, kuramoto_ring, F(0), F(1), F(4), l.n, 16, .1f, .01f);
	for (plane p : { plane{ i3(256, 256), i3(16, 16) }, plane{ i3(1920, 1080), i3(32, 8) },
		     plane{ i3(5120, 2880), i3(64, 4) } })
		measure("kuwahara_quads", p.n, p.b, "int32", 0.f, kuwahara_quads, F(0), F(4), p.n.x, p.n.y, 3, .0625f);
	for (line l : { line{ 20000, 64 }, line{ 200000, 128 }, line{ 1000000, 256 } })
		measure("gru2_series", l.n, l.b, "int32", 0.f, gru2_series, own<float>(0), own<float>(12), f2(4), l.n, 64);
	for (line l : { line{ 10000, 64 }, line{ 100000, 128 }, line{ 1000000, 256 } })
		measure("merton_jumps", l.n, l.b, "int32", 0., merton_jumps, D(0), D(1), D(2), D(3), D(4), l.n, 10, .03, .5, .02,
			.01);
	for (line l : { line{ 40000, 64 }, line{ 500000, 128 }, line{ 2500000, 256 } })
		measure("quality_trim", l.n, l.b, "int32", 0.f, quality_trim, own<byte>(4), f<int2>(4), l.n, 100, 20);
	for (line l : { line{ 20000, 64 }, line{ 300000, 128 }, line{ 4000000, 256 } })
		measure("ggx_lights", l.n, l.b, "int32", 0.f, ggx_lights, F(0), F(1), v4(2), F(4), l.n, 32, .04f);
	for (plane p : { plane{ i3(512, 256), i3(64, 2) }, plane{ i3(2048, 1024), i3(32, 4) },
		     plane{ i3(4096, 4096), i3(16, 16) } })
		measure("perlin_octaves", p.n, p.b, "int32", 0.f, perlin_octaves, F(4), p.n.x, p.n.y, 6, .013f);
	for (line l : { line{ 100000, 128 }, line{ 2000000, 256 }, line{ 30000000, 64 } })
		measure("cordic_phase", l.n, l.b, "int32", 0.f, cordic_phase, own<short2>(2), own<int>(11), I(4), I(5), l.n, 16);
	for (line l : { line{ 10000, 64 }, line{ 100000, 128 }, line{ 800000, 256 } })
		measure("nlms_echo", l.n, l.b, "int32", 0.f, nlms_echo, F(0), F(1), F(4), l.n, 96, .1f);
	for (line l : { line{ 20000, 64 }, line{ 200000, 128 }, line{ 1600000, 256 } })
		measure("cape_column", l.n, l.b, "int32", 0.f, cape_column, own<float>(1), own<float>(3), own<float2>(10), f2(4),
			l.n, 40);
	for (line l : { line{ 10000, 64 }, line{ 100000, 128 }, line{ 1000000, 256 } })
		measure("nfw_lens", l.n, l.b, "int32", 0.f, nfw_lens, own<float2>(9), own<float4>(10) + 256, f2(4), l.n, 48);
	for (line l : { line{ 5000, 64 }, line{ 50000, 128 }, line{ 500000, 256 } })
		measure("sturm_count", l.n, l.b, "int32", 0., sturm_count, D(0), D(1), I(4), l.n, 256, -1., 4e-6);
	for (line l : { line{ 20000, 64 }, line{ 200000, 128 }, line{ 2000000, 256 } })
		measure("gillespie_steps", l.n, l.b, "int32", 0.f, gillespie_steps, own<unsigned>(2), F(4), f2(5), l.n, 128, 20.f,
			.01f, .5f, .5f);
	for (line l : { line{ 20000, 64 }, line{ 300000, 128 }, line{ 3000000, 256 } })
		measure("becke_partition", l.n, l.b, "int32", 0.f, becke_partition, v4(0), v4(1), F(2), F(4), l.n, 8, 2);

	for (plane p : { plane{ i3(256, 256), i3(16, 16) }, plane{ i3(1024, 1024), i3(16, 16) },
		     plane{ i3(6144, 6144), i3(16, 16) } })
		measure("cahn_hilliard", p.n, p.b, "int32", 0., cahn_hilliard, D(0), D(4), p.n.x, .5, .01);
	for (plane p : { plane{ i3(32, 1000), i3(32, 2) }, plane{ i3(32, 20000), i3(32, 4) },
		     plane{ i3(32, 150000), i3(32, 8) } })
		measure("svd_hestenes6", p.n, p.b, "int32", 0.f, svd_hestenes6, own<float>(0), F(4), F(5), p.n.y, 4);
	for (line l : { line{ 16000, 64 }, line{ 200000, 128 }, line{ 3000000, 256 } })
		measure("bcjr_alpha", l.n, l.b, "int32", 0.f, bcjr_alpha, own<float2>(0), F(4), l.n, 64);
	for (int n : { 100, 1000, 8000 })
		measure("rc4_streams", 64 * n, 64, "int32", 0.f, rc4_streams, own<unsigned>(2), u(4), 64 * n, 32);
	for (int n : { 200, 2000, 12000 })
		measure("tpch_q6", 256 * n, 256, "int32", 0.f, tpch_q6, own<int>(5), own<byte>(6), own<byte>(7), F(0), F(4), 256 * n,
			16, 730, 1095);
	for (int n : { 150, 3000, 30000 })
		measure("lora_rows", 128 * n, 128, "int32", 0.f, lora_rows, F(0), F(1), F(2), F(3), F(4), 512, .125f);
	for (int n : { 200, 4000, 100000 })
		measure("mdct_frames", 64 * n, 64, "int32", 0.f, mdct_frames, own<float>(0), F(1), own<float>(12), F(4), 128,
			.125f);
	for (plane p : { plane{ i3(32, 2000), i3(32, 2) }, plane{ i3(32, 30000), i3(32, 4) },
		     plane{ i3(32, 300000), i3(32, 8) } })
		measure("p2m_moments", p.n, p.b, "int32", 0.f, p2m_moments, v4(0), v4(1), F(4), p.n.y, 4);
	for (int n : { 200, 3000, 60000 })
		measure("vlasov_shift", 256 * n, 256, "int32", 0.f, vlasov_shift, F(0), own<float>(12), F(4), 8, 1.f);
	for (plane p : { plane{ i3(16, 64, 32), i3(16, 4, 1) }, plane{ i3(16, 256, 256), i3(16, 8, 1) },
		     plane{ i3(16, 1920, 1080), i3(16, 16, 1) } })
		measure("bc1_encode", p.n, p.b, "int32", 0.f, bc1_encode, own<uchar4>(2), f<uint2>(4), p.n.y);
	for (int n : { 200, 3000, 30000 })
		measure("fct_lines", 256 * n, 256, "int32", 0.f, fct_lines, own<float>(0), F(1), F(4), 16, .16f, .12f);
	for (int n : { 100, 1000, 5000 })
		measure("band_join_tile", 256 * n, 256, "int32", 0.f, band_join_tile, own<int>(11), own<int>(11) + (1 << 24), I(4),
			16, 1000, 2000u);
	for (int n : { 200, 3000, 20000 })
		measure("lbfgs_direction", 128 * n, 128, "int32", 0.f, lbfgs_direction, F(0), own<float>(0), F(1), F(2), F(4),
			128 * n, 6, .5f);

	limit = 200000;
	for (line l : { line{ 20000, 64 }, line{ 300000, 128 }, line{ 4000000, 256 } })
		measure("dihedral_energy", l.n, l.b, "int32", 0.f, dihedral_energy, f<int4>(3), own<float4>(9), f2(0), F(4), l.n,
			3.f);
	limit = 0;
	for (line l : { line{ 50000, 64 }, line{ 1000000, 128 }, line{ 6000000, 256 } })
		measure("skin_vertices", l.n, l.b, "int32", 0.f, skin_vertices, F(0), own<uchar4>(8), v4(1), v4(2), F(4), l.n);
	for (line l : { line{ 20000, 64 }, line{ 200000, 128 }, line{ 2000000, 256 } }) {
		limit = l.n;
		measure("eam_density", l.n, l.b, "int32", 0.f, eam_density, own<float4>(9), I(3), F(4), F(5), l.n, 24, .49f,
			1.4285714f, 2.f);
	}
	return cudaDeviceSynchronize() != cudaSuccess;
}
