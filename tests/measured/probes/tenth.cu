// A tenth blind set of kernels as engineers write them, and in no other set: films of optics, smiles of
// volatility, search from the bottom up, alarms of radar, loops that lock phases, rigid water, fluxes over the
// sea, compressed series, SipHash, messages of codes, superpixels, integrals of Gaussians, plaquettes, shifted
// systems and distances to polygons in loops of a thread; suppressed boxes, motifs, Huffman's and Reed's codes,
// total variation, merges, exponentials of matrices, transport, blocks of ZFP, satellites, ropes, V-cycles,
// ensembles, losses and common neighbours in shared memory or with shuffles.
// Said in tenth.wsp before anything was timed or predicted.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 tenth.cu && ./a.out >tenth.csv
//
// cold_ms is the median of nine launches, each between two events, on caches that hold other data, all of
// it read.
// With an argument each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
#include "own.h"

// Loops in a thread.

// What m thin films let through and reflect, by the product of their matrices.
__global__ void thin_films(IN(float) wave, IN(float2) film, OUT(float2) o, int n, int m, float ns)
{
	int i = X;
	if (i >= n)
		return;
	float q = 6.2831853f / wave[i], a = 1, b = 0, c = 0, d = 1;
	for (int k = 0; k < m; ++k) {
		float2 f = film[k];
		float p = q * f.x * f.y, s = __sinf(p), t = __cosf(p), u = f.x * s, v = __fdividef(s, f.x);
		float e = a * t - b * u, g = c * t + d * u;
		b = a * v + b * t;
		d = d * t - c * v;
		a = e;
		c = g;
	}
	float re = a - ns * d, im = ns * b - c, se = a + ns * d, sm = ns * b + c, h = 1 / (se * se + sm * sm);
	o[i] = make_float2((re * re + im * im) * h, 4 * ns * h);
}

// How far volatilities after Hagan (SABR, beta 0.5) are from m quotes.
__global__ void sabr_error(IN(float) alpha, IN(float) rho, IN(float) nu, IN(float2) quote, OUT(float) o, int n, int m,
	float f, float years)
{
	int i = X;
	if (i >= n)
		return;
	float a = alpha[i], r = rho[i], v = nu[i], s = 0;
	for (int k = 0; k < m; ++k) {
		float2 q = quote[k];
		float root = sqrtf(sqrtf(f * q.x)), l = logf(f / q.x), l2 = l * l, w = v / a * root * l;
		float top = sqrtf(1 - 2 * r * w + w * w) + w - r, g = a / root;
		float ratio = fabsf(w) < 1e-4f ? 1.f : w / logf(top / (1 - r));
		float grow = 1 + years * (.010416667f * g * g + .125f * r * v * g + (.083333333f - .125f * r * r) * v * v);
		float e = g * ratio * grow / (1 + .010416667f * l2 + 3.2552083e-5f * l2 * l2) - q.y;
		s += e * e;
	}
	o[i] = s;
}

// A step of a search from the bottom up: who was not seen looks for a neighbour in the frontier.
__global__ void bfs_bottom_up(IN(int) seen, IN(int) near, IN(unsigned) front, OUT(int) parent, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	if (seen[i])
		return;
	for (int j = 0; j < m; ++j) {
		int u = near[j * n + i];
		if (front[u >> 5] >> (u & 31) & 1) {
			parent[i] = u;
			break;
		}
	}
}

// Alarms of a radar: the power of a cell against the greater mean of m cells before and behind it.
__global__ void cfar_cells(IN(float2) a, OUT(float) o, int nx, int ny, int m, float scale)
{
	int x = X, y = Y;
	if (x >= nx || y >= ny)
		return;
	const float2 *r = a + y * (nx + 64) + x + 32;
	float lead = 0, lag = 0;
	for (int k = 0; k < m; ++k) {
		float2 u = r[-4 - k], v = r[4 + k];
		lead += u.x * u.x + u.y * u.y;
		lag += v.x * v.x + v.y * v.y;
	}
	float2 c = *r;
	o[y * nx + x] = c.x * c.x + c.y * c.y - scale * fmaxf(lead, lag);
}

// Costas' loop locks the phase of n channels, m samples of each.
__global__ void costas_pll(const float2 *a, float *o, float *last, int n, int m, float gain, float pull)
{
	int i = X;
	if (i >= n)
		return;
	float phase = 0, step = 0;
	for (int k = 0; k < m; ++k) {
		float2 u = a[k * n + i];
		float s = sinf(phase), c = cosf(phase), re = u.x * c + u.y * s, im = u.y * c - u.x * s;
		float e = re > 0 ? im : -im;
		step += pull * e;
		phase += step + gain * e;
		phase -= 6.2831853f * rintf(.15915494f * phase);
		o[k * n + i] = re;
	}
	last[i] = phase;
}

// Rigid molecules of water: three distances after SHAKE, m times.
__global__ void shake_water(IN(float) old, IN(float) now, OUT(float) o, int n, int m, float oh2, float hh2)
{
	int i = X;
	if (i >= n)
		return;
	float p[9], b[9];
#pragma unroll
	for (int c = 0; c < 9; ++c)
		p[c] = now[c * n + i];
#pragma unroll
	for (int c = 0; c < 3; ++c) {
		float r0 = old[c * n + i], r1 = old[(3 + c) * n + i], r2 = old[(6 + c) * n + i];
		b[c] = r0 - r1;
		b[3 + c] = r0 - r2;
		b[6 + c] = r1 - r2;
	}
	for (int k = 0; k < m; ++k) {
#pragma unroll
		for (int e = 0; e < 3; ++e) {
			int u = e < 2 ? 0 : 3, v = e == 0 ? 3 : 6;
			float mu = e < 2 ? .0625f : 1.f, mv = 1, want = e < 2 ? oh2 : hh2;
			float dx = p[u] - p[v], dy = p[u + 1] - p[v + 1], dz = p[u + 2] - p[v + 2];
			float bx = b[3 * e], by = b[3 * e + 1], bz = b[3 * e + 2];
			float g = (want - dx * dx - dy * dy - dz * dz) / (2 * (mu + mv) * (bx * dx + by * dy + bz * dz));
			p[u] += mu * g * bx;
			p[u + 1] += mu * g * by;
			p[u + 2] += mu * g * bz;
			p[v] -= mv * g * bx;
			p[v + 1] -= mv * g * by;
			p[v + 2] -= mv * g * bz;
		}
	}
#pragma unroll
	for (int c = 0; c < 9; ++c)
		o[c * n + i] = p[c];
}

// What the wind over the sea carries, m steps of similarity after Monin and Obukhov.
__global__ void monin_obukhov(IN(float) wind, IN(float) warmer, OUT(float) tau, OUT(float) heat, int n, int m, float zr)
{
	int i = X;
	if (i >= n)
		return;
	float u = wind[i], d = warmer[i], us = .04f * u, ts = .04f * d;
	for (int k = 0; k < m; ++k) {
		float z0 = .00112f * us * us + 1.65e-6f / us, pm, ph;
		float zl = fminf(fmaxf(.013531f * zr * ts / (us * us), -5.f), 2.f);
		if (zl < 0) {
			float r = sqrtf(sqrtf(1 - 16 * zl)), w = .5f * (1 + r * r);
			pm = 2 * logf(.5f * (1 + r)) + logf(w) - 2 * atanf(r) + 1.5707963f;
			ph = 2 * logf(w);
		} else {
			pm = -5 * zl;
			ph = pm;
		}
		us = .4f * u / (logf(zr / z0) - pm);
		ts = .4f * d / (logf(10 * zr / z0) - ph);
	}
	tau[i] = 1.2f * us * us;
	heat[i] = -1206 * us * ts;
}

// How many bits a series of m doubles takes after Gorilla, by what neighbours differ in.
__global__ void gorilla_bits(const long long *a, int *o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	long long last = 0;
	int bits = 0, lead = 65, trail = 0;
	for (int k = 0; k < m; ++k) {
		long long v = a[k * n + i], d = v ^ last;
		int l = min(__clzll(d), 31), t = __ffsll(d) - 1;
		bool same = d == 0, fits = l >= lead && t >= trail;
		bits += same ? 1 : fits ? 66 - lead - trail : 77 - l - t;
		lead = same || fits ? lead : l;
		trail = same || fits ? trail : t;
		last = v;
	}
	o[i] = bits;
}

__device__ __forceinline__ unsigned turn(unsigned v, int by)
{
	return v << by | v >> (32 - by);
}

__device__ __forceinline__ void sip_round(unsigned &v0, unsigned &v1, unsigned &v2, unsigned &v3)
{
	v0 += v1;
	v1 = turn(v1, 5) ^ v0;
	v0 = turn(v0, 16);
	v2 += v3;
	v3 = turn(v3, 8) ^ v2;
	v0 += v3;
	v3 = turn(v3, 7) ^ v0;
	v2 += v1;
	v1 = turn(v1, 13) ^ v2;
	v2 = turn(v2, 16);
}

// HalfSipHash-2-4 of keys of m words.
__global__ void halfsip_rows(IN(unsigned) a, OUT(unsigned) o, int n, int m, unsigned k0, unsigned k1)
{
	int i = X;
	if (i >= n)
		return;
	unsigned v0 = k0, v1 = k1, v2 = k0 ^ 0x6c796765u, v3 = k1 ^ 0x74656462u;
	for (int k = 0; k < m; ++k) {
		unsigned w = a[k * n + i];
		v3 ^= w;
		sip_round(v0, v1, v2, v3);
		sip_round(v0, v1, v2, v3);
		v0 ^= w;
	}
	v2 ^= 255;
#pragma unroll
	for (int r = 0; r < 4; ++r)
		sip_round(v0, v1, v2, v3);
	o[i] = v1 ^ v3;
}

// Messages of m variables of a parity check of an LDPC code, least and second least.
__global__ void ldpc_minsum(IN(int) col, IN(float) l, IN(float) old, OUT(float) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float m1 = 1e30f, m2 = 1e30f;
	int at = 0, odd = 0;
	for (int j = 0; j < m; ++j) {
		float q = l[col[j * n + i]] - old[j * n + i], w = fabsf(q);
		odd ^= q < 0;
		at = w < m1 ? j : at;
		m2 = fminf(m2, fmaxf(m1, w));
		m1 = fminf(m1, w);
	}
	for (int j = 0; j < m; ++j) {
		float q = l[col[j * n + i]] - old[j * n + i], r = .75f * (j == at ? m2 : m1);
		o[j * n + i] = (q < 0) != (odd != 0) ? -r : r;
	}
}

// The nearest in colour and place of the m x 3 superpixels around each pixel, tiles of 16 x 16.
__global__ void slic_assign(IN(float) a, IN(float4) centre, IN(float2) place, OUT(int) label, int nx, int ny, int m,
	float weight)
{
	int x = X, y = Y;
	if (x >= nx || y >= ny)
		return;
	int at = y * nx + x, sx = nx / 16 + 2, best = 0;
	float l = a[at], r = a[nx * ny + at], g = a[2 * nx * ny + at], near = 1e30f;
	for (int j = 0; j < m; ++j) {
#pragma unroll
		for (int i = 0; i < 3; ++i) {
			int c = (y / 16 + j) * sx + x / 16 + i;
			float4 v = centre[c];
			float2 p = place[c];
			float dl = l - v.x, dr = r - v.y, dg = g - v.z, dx = (float) x - p.x, dy = (float) y - p.y;
			float d = dl * dl + dr * dr + dg * dg + weight * (dx * dx + dy * dy);
			best = d < near ? c : best;
			near = fminf(near, d);
		}
	}
	label[at] = best;
}

// Two-electron integrals of s functions: pairs of centres, m products of Gaussians in each.
__global__ void eri_ssss(IN(double) bra, IN(double) ket, OUT(double) o, int nb, int nk, int m)
{
	int x = X, y = Y;
	if (x >= nb || y >= nk)
		return;
	double s = 0;
	for (int k = 0; k < m; ++k) {
		double p = bra[k * nb + x], px = bra[(m + k) * nb + x], py = bra[(2 * m + k) * nb + x];
		double pz = bra[(3 * m + k) * nb + x], pk = bra[(4 * m + k) * nb + x];
		for (int l = 0; l < m; ++l) {
			double q = ket[l * nk + y], dx = px - ket[(m + l) * nk + y], dy = py - ket[(2 * m + l) * nk + y];
			double dz = pz - ket[(3 * m + l) * nk + y], f = 1 / (p + q);
			double t = p * q * f * (dx * dx + dy * dy + dz * dz) + 1e-12, r = sqrt(t);
			s += pk * ket[(4 * m + l) * nk + y] * sqrt(f) / (p * q) * erf(r) / r;
		}
	}
	o[y * nb + x] = s;
}

// The real trace of U_mu(s) U_nu(s + mu) U_mu(s + nu)* U_nu(s)*.
__device__ __forceinline__ float plaquette(const float2 *__restrict__ u, int size, int s, int smu, int snu, int mu, int nu)
{
	float2 a[9], b[9], c[9], d[9];
	float t = 0;
#pragma unroll
	for (int k = 0; k < 9; ++k) {
		a[k] = u[(9 * mu + k) * size + s];
		b[k] = u[(9 * nu + k) * size + smu];
		c[k] = u[(9 * mu + k) * size + snu];
		d[k] = u[(9 * nu + k) * size + s];
	}
#pragma unroll
	for (int i = 0; i < 3; ++i) {
#pragma unroll
		for (int j = 0; j < 3; ++j) {
			float e = 0, f = 0, g = 0, h = 0;
#pragma unroll
			for (int k = 0; k < 3; ++k) {
				float2 p = a[3 * i + k], q = b[3 * k + j], v = d[3 * i + k], w = c[3 * k + j];
				e += p.x * q.x - p.y * q.y;
				f += p.x * q.y + p.y * q.x;
				g += v.x * w.x - v.y * w.y;
				h += v.x * w.y + v.y * w.x;
			}
			t += e * g + f * h;
		}
	}
	return t;
}

// Three plaquettes of matrices of SU(3) at each site, with a layer of neighbours behind the last sites.
__global__ void su3_plaquette(IN(float2) u, OUT(float) o, int nx, int ny, int nz)
{
	int x = X, y = Y, z = Z;
	if (x >= nx || y >= ny || z >= nz)
		return;
	int sx = nx + 1, plane = sx * (ny + 1), size = plane * (nz + 1), s = z * plane + y * sx + x;
	float t = plaquette(u, size, s, s + 1, s + sx, 0, 1);
	t += plaquette(u, size, s, s + 1, s + plane, 0, 2);
	t += plaquette(u, size, s, s + sx, s + plane, 1, 2);
	o[(z * ny + y) * nx + x] = t;
}

// Solutions and directions of m shifted systems, all from one residual.
__global__ void multishift_update(const double *r, const double *alpha, const double *zeta, const double *beta, double *p,
	double *v, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	double e = r[i];
	for (int k = 0; k < m; ++k) {
		double d = p[k * n + i];
		v[k * n + i] += alpha[k] * d;
		p[k * n + i] = zeta[k] * e + beta[k] * d;
	}
}

// How far points are from a polygon of m edges, and on which side.
__global__ void polygon_sdf(IN(float2) point, IN(float2) corner, OUT(float) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float2 p = point[i], b = corner[m - 1];
	float d = 1e30f, s = 1;
	for (int k = 0; k < m; ++k) {
		float2 a = corner[k];
		float ex = b.x - a.x, ey = b.y - a.y, wx = p.x - a.x, wy = p.y - a.y;
		float t = fminf(fmaxf(__fdividef(wx * ex + wy * ey, ex * ex + ey * ey), 0.f), 1.f);
		float qx = wx - ex * t, qy = wy - ey * t;
		d = fminf(d, qx * qx + qy * qy);
		bool above = p.y >= a.y, below = p.y < b.y, left = ex * wy > ey * wx;
		s = (above && below && left) || (!above && !below && !left) ? -s : s;
		b = a;
	}
	o[i] = s * sqrtf(d);
}

// Shared memory and shuffles.

// Which of 64 boxes overlap with each of 64 others by more than a limit: a bit for each, above the diagonal.
__global__ void nms_bits(IN(float4) box, OUT(uint2) o, float limit)
{
	__shared__ float4 s[64];
	int tx = threadIdx.x, i = 64 * blockIdx.y + tx;
	float4 a = box[i];

	s[tx] = box[64 * blockIdx.x + tx];
	__syncthreads();
	if (blockIdx.x >= blockIdx.y) {
		float area = (a.z - a.x) * (a.w - a.y);
		unsigned w[2] = { 0, 0 };
#pragma unroll
		for (int h = 0; h < 2; ++h) {
#pragma unroll 8
			for (int j = 0; j < 32; ++j) {
				float4 b = s[32 * h + j];
				float dx = fmaxf(fminf(a.z, b.z) - fmaxf(a.x, b.x), 0.f);
				float dy = fmaxf(fminf(a.w, b.w) - fmaxf(a.y, b.y), 0.f), in = dx * dy;
				w[h] |= in > limit * (area + (b.z - b.x) * (b.w - b.y) - in) ? 1u << j : 0;
			}
		}
		o[i * gridDim.x + blockIdx.x] = make_uint2(w[0], w[1]);
	}
}

// How well m bases from each on fit a motif, on either strand.
__global__ void pwm_scan(IN(byte) seq, IN(float) weight, OUT(float) o, int m)
{
	__shared__ float w[64];
	__shared__ byte s[528];
	int tx = threadIdx.x, from = blockIdx.x * blockDim.x;
	float f = 0, r = 0;

	if (tx < 4 * m)
		w[tx] = weight[tx];
	for (int t = tx; t < (int) blockDim.x + m; t += blockDim.x)
		s[t] = seq[from + t];
	__syncthreads();
	for (int j = 0; j < m; ++j) {
		int b = s[tx + j];
		f += w[4 * j + b];
		r += w[4 * (m - 1 - j) + 3 - b];
	}
	o[from + tx] = fmaxf(f, r);
}

// 4 m symbols of each of n streams after Huffman, by a table of 1024: length and symbol.
__global__ void huff_decode(IN(unsigned) a, IN(unsigned short) table, OUT(unsigned) o, int n, int m)
{
	__shared__ unsigned short s[1024];
	int tx = threadIdx.x, i = X, next = 2;
	unsigned hi = a[i], lo = a[n + i], used = 0;

	for (int t = tx; t < 1024; t += blockDim.x)
		s[t] = table[t];
	__syncthreads();
	for (int k = 0; k < m; ++k) {
		unsigned all = 0;
#pragma unroll
		for (int j = 0; j < 4; ++j) {
			unsigned e = s[(hi << used | lo >> 1 >> (31 - used)) >> 22];
			all |= (e & 255) << 8 * j;
			used += e >> 8;
			if (used >= 32) {
				used -= 32;
				hi = lo;
				lo = a[next * n + i];
				++next;
			}
		}
		o[k * n + i] = all;
	}
}

// 16 bytes of parity after Reed and Solomon for 4 m bytes, by products of each byte with the generator.
__global__ void rs_encode(IN(unsigned) a, IN(uint4) table, OUT(uint4) o, int n, int m)
{
	__shared__ uint4 s[256];
	int i = X;
	unsigned p0 = 0, p1 = 0, p2 = 0, p3 = 0;

	for (int t = threadIdx.x; t < 256; t += blockDim.x)
		s[t] = table[t];
	__syncthreads();
	if (i >= n)
		return;
	for (int k = 0; k < m; ++k) {
		unsigned w = a[k * n + i];
#pragma unroll
		for (int b = 0; b < 4; ++b) {
			uint4 e = s[(w >> 8 * b ^ p0) & 255];
			p0 = (p0 >> 8 | p1 << 24) ^ e.x;
			p1 = (p1 >> 8 | p2 << 24) ^ e.y;
			p2 = (p2 >> 8 | p3 << 24) ^ e.z;
			p3 = p3 >> 8 ^ e.w;
		}
	}
	o[i] = make_uint4(p0, p1, p2, p3);
}

// Total variation in tiles of 32 x 16, m steps of the dual after Chambolle, 0 outside.
__global__ void chambolle_tv(IN(float) a, OUT(float) o, int nx, int m, float lambda, float step)
{
	__shared__ float u[17][33], p[17][33], q[17][33];
	int i = threadIdx.x, j = threadIdx.y, at = Y * nx + X;
	float g = a[at], gl = g / lambda, v = 0, w = 0;

	p[j + 1][i + 1] = 0;
	q[j + 1][i + 1] = 0;
	if (i == 0) {
		p[j + 1][0] = 0;
		u[j][32] = 0;
	}
	if (j == 0) {
		q[0][i + 1] = 0;
		u[16][i] = 0;
	}
	__syncthreads();
	for (int k = 0; k < m; ++k) {
		u[j][i] = v - p[j + 1][i] + w - q[j][i + 1] - gl;
		__syncthreads();
		float c = u[j][i], dx = u[j][i + 1] - c, dy = u[j + 1][i] - c;
		float f = 1 / (1 + step * sqrtf(dx * dx + dy * dy));
		v = (v + step * dx) * f;
		w = (w + step * dy) * f;
		p[j + 1][i + 1] = v;
		q[j + 1][i + 1] = w;
		__syncthreads();
	}
	o[at] = g - lambda * (v - p[j + 1][i] + w - q[j][i + 1]);
}

// Two sorted lists of 1024 keys become one, eight keys to a thread.
__global__ void merge_path(IN(int) a, IN(int) b, OUT(int) o)
{
	__shared__ int s[2049];
	int tx = threadIdx.x, from = 1024 * blockIdx.x, d = 8 * tx, lo = max(0, d - 1024), hi = min(d, 1024), v[8];

#pragma unroll
	for (int k = 0; k < 4; ++k) {
		s[256 * k + tx] = a[from + 256 * k + tx];
		s[1024 + 256 * k + tx] = b[from + 256 * k + tx];
	}
	__syncthreads();
	while (lo < hi) {
		int mid = (lo + hi) >> 1;
		if (s[mid] <= s[1023 + d - mid])
			lo = mid + 1;
		else
			hi = mid;
	}
	int i = lo, j = 1024 + d - lo, ka = s[i], kb = s[j];
#pragma unroll
	for (int k = 0; k < 8; ++k) {
		bool take = j >= 2048 || (i < 1024 && ka <= kb);
		v[k] = take ? ka : kb;
		i += take;
		j += !take;
		int e = s[take ? i : j];
		ka = take ? e : ka;
		kb = take ? kb : e;
	}
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 8; ++k)
		s[8 * tx + k] = v[k];
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 8; ++k)
		o[2 * from + 256 * k + tx] = s[256 * k + tx];
}

// Exponentials of 8 x 8 matrices: six terms of the series, m squares.
__global__ void expm8_batch(IN(float) a, OUT(float) o, int m, float scale)
{
	__shared__ float sa[4][8][9], sp[4][8][9];
	int i = threadIdx.x, j = threadIdx.y, l = threadIdx.z, at = (Z * 8 + j) * 8 + i;
	const float part[6] = { .16666667f, .2f, .25f, .33333333f, .5f, 1 };
	float one = i == j ? 1.f : 0.f, p = one;

	sa[l][j][i] = scale * a[at];
#pragma unroll
	for (int k = 0; k < 6; ++k) {
		sp[l][j][i] = p;
		__syncthreads();
		float s = 0;
#pragma unroll
		for (int c = 0; c < 8; ++c)
			s += sa[l][j][c] * sp[l][c][i];
		p = one + part[k] * s;
		__syncthreads();
	}
	for (int k = 0; k < m; ++k) {
		sp[l][j][i] = p;
		__syncthreads();
		p = 0;
#pragma unroll
		for (int c = 0; c < 8; ++c)
			p += sp[l][j][c] * sp[l][c][i];
		__syncthreads();
	}
	o[at] = p;
}

// Transport between two sets of 64 after Sinkhorn, m steps: a problem to a block.
__global__ void sinkhorn64(IN(float) cost, OUT(float) left, OUT(float) right, int m, float sharp)
{
	__shared__ float k[64][65], u[64], v[64];
	int tx = threadIdx.x, from = 4096 * blockIdx.x;

#pragma unroll 8
	for (int i = 0; i < 64; ++i)
		k[i][tx] = __expf(-sharp * cost[from + 64 * i + tx]);
	v[tx] = 1;
	__syncthreads();
	for (int t = 0; t < m; ++t) {
		float s = 0;
#pragma unroll 16
		for (int j = 0; j < 64; ++j)
			s += k[tx][j] * v[j];
		u[tx] = __fdividef(.015625f, s);
		__syncthreads();
		s = 0;
#pragma unroll 16
		for (int i = 0; i < 64; ++i)
			s += k[i][tx] * u[i];
		v[tx] = __fdividef(.015625f, s);
		__syncthreads();
	}
	left[64 * blockIdx.x + tx] = u[tx];
	right[64 * blockIdx.x + tx] = v[tx];
}

__device__ __forceinline__ void lift4(int &x, int &y, int &z, int &w)
{
	x = (x + w) >> 1;
	w -= x;
	z = (z + y) >> 1;
	y -= z;
	x = (x + z) >> 1;
	z -= x;
	w = (w + y) >> 1;
	y -= w;
	w += y >> 1;
	y -= w >> 1;
}

// Blocks of 4 x 4 x 4 values after ZFP: along x in registers, along y and z through shared memory; 16 threads to
// a block, eight neighbours along x together.
__global__ void zfp_lift4(IN(float4) a, OUT(int4) o, OUT(int) planes, int gx, int gy)
{
	__shared__ int s[8][64];
	int l = threadIdx.x, t = threadIdx.y, bx = Y, by = blockIdx.z % gy, bz = blockIdx.z / gy;
	float4 v = a[((4 * bz + l / 4) * (4 * gy) + 4 * by + l % 4) * gx + bx];
	int x = (int) (v.x * 6.7108864e7f), y = (int) (v.y * 6.7108864e7f);
	int z = (int) (v.z * 6.7108864e7f), w = (int) (v.w * 6.7108864e7f), *c = s[t];

	lift4(x, y, z, w);
	c[4 * l] = x;
	c[4 * l + 1] = y;
	c[4 * l + 2] = z;
	c[4 * l + 3] = w;
	__syncthreads();
	int at = l / 4 * 16 + l % 4;
	x = c[at];
	y = c[at + 4];
	z = c[at + 8];
	w = c[at + 12];
	lift4(x, y, z, w);
	c[at] = x;
	c[at + 4] = y;
	c[at + 8] = z;
	c[at + 12] = w;
	__syncthreads();
	x = c[l];
	y = c[l + 16];
	z = c[l + 32];
	w = c[l + 48];
	lift4(x, y, z, w);
	int4 u = make_int4((x + 0xaaaaaaaau) ^ 0xaaaaaaaau, (y + 0xaaaaaaaau) ^ 0xaaaaaaaau, (z + 0xaaaaaaaau) ^ 0xaaaaaaaau,
		(w + 0xaaaaaaaau) ^ 0xaaaaaaaau);
	int all = u.x | u.y | u.z | u.w;
#pragma unroll
	for (int k = 8; k > 0; k /= 2)
		all |= __shfl_xor_sync(~0u, all, k);
	o[(blockIdx.z * gx + bx) * 16 + l] = u;
	if (l == 0)
		planes[blockIdx.z * gx + bx] = 32 - __clz(all);
}

// A code of 1023 chips, shifted by the block's number, in m samples at a frequency: the search for a satellite.
__global__ void gps_correlate(IN(float2) sample, IN(signed char) code, OUT(float) o, int m, float low, float step)
{
	__shared__ float s[1023], part[8][2];
	int tx = threadIdx.x;
	float turn = low + step * (float) blockIdx.y, re = 0, im = 0;

	for (int t = tx; t < 1023; t += 256)
		s[t] = (float) code[t];
	__syncthreads();
	for (int t = tx; t < m; t += 256) {
		float2 u = sample[t];
		float p = turn * (float) t, c = __cosf(p), d = __sinf(p), w = s[(t + blockIdx.x) % 1023];
		re += w * (u.x * c + u.y * d);
		im += w * (u.y * c - u.x * d);
	}
#pragma unroll
	for (int l = 16; l > 0; l /= 2) {
		re += __shfl_down_sync(~0u, re, l);
		im += __shfl_down_sync(~0u, im, l);
	}
	if (tx % 32 == 0) {
		part[tx / 32][0] = re;
		part[tx / 32][1] = im;
	}
	__syncthreads();
	if (tx == 0) {
		re = 0;
		im = 0;
#pragma unroll
		for (int j = 0; j < 8; ++j) {
			re += part[j][0];
			im += part[j][1];
		}
		o[blockIdx.y * gridDim.x + blockIdx.x] = re * re + im * im;
	}
}

// Ropes of 256 particles whose neighbours keep their distance, m steps in two colours.
__global__ void pbd_rope(IN(float4) a, IN(float4) last, OUT(float4) o, int m, float rest, float damp)
{
	__shared__ float sx[256], sy[256], sz[256];
	int tx = threadIdx.x, from = 256 * blockIdx.x;

#pragma unroll
	for (int h = 0; h < 2; ++h) {
		int i = tx + 128 * h;
		float4 p = a[from + i], q = last[from + i];
		sx[i] = p.x + damp * (p.x - q.x);
		sy[i] = p.y + damp * (p.y - q.y) - .001f;
		sz[i] = p.z + damp * (p.z - q.z);
	}
	__syncthreads();
	for (int k = 0; k < m; ++k) {
#pragma unroll
		for (int c = 0; c < 2; ++c) {
			if (tx < 128 - c) {
				int i = 2 * tx + c;
				float x0 = sx[i], y0 = sy[i], z0 = sz[i], dx = sx[i + 1] - x0, dy = sy[i + 1] - y0, dz = sz[i + 1] - z0;
				float f = .5f - .5f * rest * rsqrtf(dx * dx + dy * dy + dz * dz + 1e-9f);
				sx[i] = x0 + f * dx;
				sy[i] = y0 + f * dy;
				sz[i] = z0 + f * dz;
				sx[i + 1] = x0 + dx - f * dx;
				sy[i + 1] = y0 + dy - f * dy;
				sz[i + 1] = z0 + dz - f * dz;
			}
			__syncthreads();
		}
	}
#pragma unroll
	for (int h = 0; h < 2; ++h) {
		int i = tx + 128 * h;
		o[from + i] = make_float4(sx[i], sy[i], sz[i], 1);
	}
}

// Sweeps of Jacobi's method over the first n cells of a level that starts at cell at.
#define SWEEPS(at, n, times)                                                                  \
	_Pragma("unroll") for (int k = 0; k < (times); ++k)                                       \
	{                                                                                         \
		float e = 0;                                                                          \
		if (tx < (n))                                                                         \
			e = u[(at) + tx + 1] + .33333333f * (f[(at) + tx + 1] + u[(at) + tx] +                \
													u[(at) + tx + 2] - 2 * u[(at) + tx + 1]);     \
		__syncthreads();                                                                      \
		if (tx < (n))                                                                         \
			u[(at) + tx + 1] = e;                                                             \
		__syncthreads();                                                                      \
	}

// m V-cycles for -u'' = f in lines of 256 cells, five levels of 256 to 16 cells.
__global__ void vcycle_line(IN(float) a, OUT(float) o, int m)
{
	__shared__ float u[506], f[506], r[258];
	int tx = threadIdx.x;

	for (int t = tx; t < 506; t += 256)
		u[t] = 0;
	f[tx + 1] = a[X];
	if (tx < 2)
		r[257 * tx] = 0;
	__syncthreads();
	for (int c = 0; c < m; ++c) {
#pragma unroll
		for (int l = 0; l < 4; ++l) {
			const int n = 256 >> l, at = 512 - (512 >> l) + 2 * l;
			SWEEPS(at, n, 2)
			if (tx < n)
				r[tx + 1] = f[at + tx + 1] + u[at + tx] + u[at + tx + 2] - 2 * u[at + tx + 1];
			if (tx == n)
				r[n + 1] = 0;
			__syncthreads();
			if (tx < n / 2) {
				f[at + n + 3 + tx] = .5f * (r[2 * tx] + r[2 * tx + 3]) + 1.5f * (r[2 * tx + 1] + r[2 * tx + 2]);
				u[at + n + 3 + tx] = 0;
			}
			__syncthreads();
		}
		SWEEPS(488, 16, 8)
#pragma unroll
		for (int l = 3; l >= 0; --l) {
			const int n = 256 >> l, at = 512 - (512 >> l) + 2 * l;
			if (tx < n)
				u[at + tx + 1] += .75f * u[at + n + 3 + tx / 2] + .25f * u[at + n + 2 + tx / 2 + tx % 2 * 2];
			__syncthreads();
			SWEEPS(at, n, 2)
		}
	}
	o[X] = u[tx + 1];
}

// An ensemble of 32 takes in m observations near each point, one after the other, a member to a lane.
__global__ void enkf_local(IN(float) state, IN(float) seen, IN(int) list, IN(float2) obs, OUT(float) o, int points, int m)
{
	int x = threadIdx.x, y = Y;
	if (y >= points)
		return;
	float v = state[y * 32 + x];
	for (int k = 0; k < m; ++k) {
		int j = list[y * m + k];
		float2 w = obs[j];
		float h = seen[j * 32 + x], hm = h, vm = v;
#pragma unroll
		for (int l = 16; l > 0; l /= 2) {
			hm += __shfl_xor_sync(~0u, hm, l);
			vm += __shfl_xor_sync(~0u, vm, l);
		}
		hm *= .03125f;
		vm *= .03125f;
		float da = h - hm, db = v - vm, var = da * da, cov = da * db;
#pragma unroll
		for (int l = 16; l > 0; l /= 2) {
			var += __shfl_xor_sync(~0u, var, l);
			cov += __shfl_xor_sync(~0u, cov, l);
		}
		float s = var * .032258065f + w.y, g = cov * .032258065f / s, b = 1 / (1 + sqrtf(w.y / s));
		v += g * (w.x - hm) - b * g * da;
	}
	o[y * 32 + x] = v;
}

// How likely 0 to 127 of m names are lost when a factor has the value of the block.
__global__ void copula_recursion(IN(float) factor, IN(float) barrier, OUT(float) o, int m, float load, float rest)
{
	__shared__ float q[128], s[258];
	int tx = threadIdx.x;
	float c = factor[blockIdx.x], p = tx == 0 ? 1.f : 0.f;

	if (tx < m)
		q[tx] = .5f * erfcf((load * c - barrier[tx]) * rest);
	s[tx + 1] = p;
	if (tx < 2)
		s[129 * tx] = 0;
	__syncthreads();
	for (int k = 0; k < m; ++k) {
		p += q[k] * (s[k % 2 * 129 + tx] - p);
		s[(k + 1) % 2 * 129 + tx + 1] = p;
		__syncthreads();
	}
	o[blockIdx.x * 128 + tx] = p;
}

// How many neighbours both ends of an edge have: rows of 32 m bits, an edge to a warp.
__global__ void common_neighbours(IN(int2) edge, IN(unsigned) bits, OUT(int) o, int edges, int m)
{
	int x = threadIdx.x, y = Y, c = 0;
	if (y >= edges)
		return;
	int2 e = edge[y];
	for (int k = x; k < m; k += 32)
		c += __popc(bits[e.x * m + k] & bits[e.y * m + k]);
#pragma unroll
	for (int l = 16; l > 0; l /= 2)
		c += __shfl_down_sync(~0u, c, l);
	if (x == 0)
		o[y] = c;
}

// Data of their own, which measure() leaves alone: 16 parts of 256 MiB.  0 molecules as they were and 1 as they
// are, 2 words, 3 bits, one of ten set, 4 who was seen, a half, 5 bytes below 4, 6 and 7 lists that are sorted,
// 8 boxes, 9 floats from -0.7 to 0.7, 10 winds of 2 to 15, 11 differences of -2.1 to 0.9, 12 floats from 0.6 to 1.4,
// 13 the code and Huffman's table, 14 pairs below 16384, 15 corners of a polygon.  Neighbours, columns and observations
// are drawn into field 3, below limit.

// Words whose bits are set with a chance of one in ten.
__global__ void sparse_bits(unsigned *a, size_t n)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x) {
		unsigned w = 0;
		for (int b = 0; b < 32; ++b)
			w |= hashed(32 * i + b) < .1f ? 1u << b : 0;
		a[i] = w;
	}
}

// Lists of 1024 keys, each 0 to 99 more than the one before.
__global__ void sorted(int *a, int lists, int salt)
{
	for (int i = X; i < lists; i += gridDim.x * blockDim.x)
		for (int k = 0, v = 0; k < 1024; ++k) {
			v += (int) (hashed(((size_t) salt << 40) + 1024 * (size_t) i + k) * 100);
			a[1024 * (size_t) i + k] = v;
		}
}

// Boxes of 10 to 60 in a square of 512.
__global__ void boxes(float4 *a, int n)
{
	for (int i = X; i < n; i += gridDim.x * blockDim.x) {
		float x = 512 * hashed(4 * i), y = 512 * hashed(4 * i + 1);
		a[i] = make_float4(x, y, x + 10 + 50 * hashed(4 * i + 2), y + 10 + 50 * hashed(4 * i + 3));
	}
}

// Water at rest, and moved by up to 0.02 along each axis.
__global__ void water(float *old, float *now, int n)
{
	const float at[9] = { 0, 0, 0, .9572f, 0, 0, -.2399872f, .9266272f, 0 };
	for (int i = X; i < n; i += gridDim.x * blockDim.x)
		for (int c = 0; c < 9; ++c) {
			float v = at[c] + 20 * hashed(3 * (size_t) i + c % 3);
			old[c * n + i] = v;
			now[c * n + i] = v + .04f * hashed(((size_t) 9 << 40) + 9 * (size_t) i + c) - .02f;
		}
}

int main(int argc, char **)
{
	typedef ints i3;
	once = argc > 1;
	cudaMalloc(&memory, 10 * field);
	cudaMalloc(&made, 16 * part_of);
	draw<<<1024, 256>>>(own<int>(2), part_of / 4, ~0u);
	sparse_bits<<<1024, 256>>>(own<unsigned>(3), 1 << 19);
	few<<<1024, 256>>>(own<int>(4), part_of / 4, 2, 1, 0);
	few<<<1024, 256>>>(own<byte>(5), part_of, 4, 1, 0);
	sorted<<<64, 256>>>(own<int>(6), 16384, 1);
	sorted<<<64, 256>>>(own<int>(7), 16384, 2);
	boxes<<<64, 256>>>(own<float4>(8), 16384);
	even<<<1024, 256>>>(own<float>(9), part_of / 4, -.7f, .7f);
	even<<<1024, 256>>>(own<float>(10), part_of / 4, 2, 15);
	even<<<1024, 256>>>(own<float>(11), part_of / 4, -2.1f, .9f);
	even<<<1024, 256>>>(own<float>(12), part_of / 4, .6f, 1.4f);
	few<<<1, 256>>>(own<signed char>(13), 1023, 2, 2, -1);
	few<<<1024, 256>>>(own<int>(14), part_of / 4, 16384, 1, 0);
	unsigned short codes[1024];
	for (int i = 0; i < 1024; ++i)
		codes[i] = (unsigned short) ((4 + i % 7) << 8 | (i & 255));
	cudaMemcpy(own<unsigned short>(13) + 1024, codes, sizeof(codes), cudaMemcpyHostToDevice);
	float corners[256];
	for (int i = 0; i < 128; ++i) {
		float r = .2f + .15f * (float) (i % 5);
		corners[2 * i] = .75f + r * cosf((float) i * .049087385f);
		corners[2 * i + 1] = .75f + r * sinf((float) i * .049087385f);
	}
	cudaMemcpy(own<float>(15), corners, sizeof(corners), cudaMemcpyHostToDevice);
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
	for (line l : { line{ 50000, 64 }, line{ 500000, 128 }, line{ 4000000, 256 } })
		measure("thin_films", l.n, l.b, "int32", 0.f, thin_films, F(0), f2(1), f2(4), l.n, 40, 1.52f);
	for (line l : { line{ 20000, 64 }, line{ 300000, 128 }, line{ 2000000, 256 } })
		measure("sabr_error", l.n, l.b, "int32", 0.f, sabr_error, F(0), own<float>(9), F(1), own<float2>(12), F(4), l.n,
			16, 1.f, 2.f);
	for (line l : { line{ 200000, 128 }, line{ 2000000, 256 }, line{ 10000000, 64 } }) {
		limit = l.n;
		measure("bfs_bottom_up", l.n, l.b, "int32", 0.f, bfs_bottom_up, own<int>(4), I(3), own<unsigned>(3), I(4), l.n, 16);
	}
	limit = 0;
	for (plane p : { plane{ i3(1024, 256), i3(64, 2) }, plane{ i3(4096, 2048), i3(128, 1) },
		     plane{ i3(8192, 8192), i3(32, 8) } })
		measure("cfar_cells", p.n, p.b, "int32", 0.f, cfar_cells, f2(0), F(4), p.n.x, p.n.y, 16, .4f);
	for (line l : { line{ 20000, 64 }, line{ 200000, 128 }, line{ 800000, 256 } })
		measure("costas_pll", l.n, l.b, "int32", 0.f, costas_pll, f2(0), F(4), F(5), l.n, 128, .1f, .01f);
	for (line l : { line{ 30000, 64 }, line{ 400000, 128 }, line{ 3000000, 256 } }) {
		water<<<1024, 256>>>(own<float>(0), own<float>(1), l.n);
		measure("shake_water", l.n, l.b, "int32", 0.f, shake_water, own<float>(0), own<float>(1), F(4), l.n, 10,
			.91623184f, 2.2918953f);
	}
	for (line l : { line{ 40000, 64 }, line{ 1000000, 128 }, line{ 8000000, 256 } })
		measure("monin_obukhov", l.n, l.b, "int32", 0.f, monin_obukhov, own<float>(10), own<float>(11), F(4), F(5), l.n, 5,
			10.f);
	for (line l : { line{ 20000, 64 }, line{ 200000, 128 }, line{ 1000000, 256 } })
		measure("gorilla_bits", l.n, l.b, "int32", 0.f, gorilla_bits, own<long long>(2), I(4), l.n, 32);
	for (line l : { line{ 100000, 64 }, line{ 1000000, 256 }, line{ 8000000, 128 } })
		measure("halfsip_rows", l.n, l.b, "int32", 0.f, halfsip_rows, own<unsigned>(2), u(4), l.n, 8, 0x12345678u,
			0x9abcdef0u);
	for (line l : { line{ 50000, 64 }, line{ 500000, 128 }, line{ 4000000, 256 } }) {
		limit = 2 * l.n;
		measure("ldpc_minsum", l.n, l.b, "int32", 0.f, ldpc_minsum, I(3), F(0), F(1), F(4), l.n, 8);
	}
	limit = 0;
	for (plane p : { plane{ i3(640, 480), i3(16, 16) }, plane{ i3(1920, 1088), i3(32, 8) },
		     plane{ i3(7680, 4320), i3(64, 4) } })
		measure("slic_assign", p.n, p.b, "int32", 0.f, slic_assign, F(0), v4(1), f2(2), I(4), p.n.x, p.n.y, 3, .002f);
	for (plane p : { plane{ i3(128, 64), i3(32, 2) }, plane{ i3(512, 512), i3(64, 2) },
		     plane{ i3(1500, 1000), i3(32, 4) } })
		measure("eri_ssss", p.n, p.b, "int32", 0., eri_ssss, D(0), D(1), D(4), p.n.x, p.n.y, 3);
	for (plane p : { plane{ i3(24, 24, 24), i3(24, 4, 2) }, plane{ i3(64, 64, 48), i3(32, 4, 1) },
		     plane{ i3(160, 128, 128), i3(32, 2, 2) } })
		measure("su3_plaquette", p.n, p.b, "int32", 0.f, su3_plaquette, f2(0), F(4), p.n.x, p.n.y, p.n.z);
	for (line l : { line{ 60000, 64 }, line{ 1000000, 256 }, line{ 4000000, 128 } })
		measure("multishift_update", l.n, l.b, "int32", 0., multishift_update, D(0), D(1), D(2), D(3), D(4), D(5), l.n, 8);
	for (line l : { line{ 30000, 64 }, line{ 400000, 128 }, line{ 3000000, 256 } })
		measure("polygon_sdf", l.n, l.b, "int32", 0.f, polygon_sdf, f2(0), own<float2>(15), F(4), l.n, 128);

	for (int n : { 1024, 6144, 16384 })
		measure("nms_bits", i3(n, n / 64), i3(64, 1), "int32", 0.f, nms_bits, own<float4>(8), f<uint2>(4), .5f);
	for (line l : { line{ 1 << 18, 128 }, line{ 1 << 22, 256 }, line{ 1 << 25, 512 } })
		measure("pwm_scan", l.n, l.b, "int32", 0.f, pwm_scan, own<byte>(5), F(0), F(4), 16);
	for (line l : { line{ 128 * 200, 128 }, line{ 256 * 1500, 256 }, line{ 256 * 8000, 256 } })
		measure("huff_decode", l.n, l.b, "int32", 0.f, huff_decode, own<unsigned>(2), own<unsigned short>(13) + 1024, u(4),
			l.n, 16);
	for (line l : { line{ 60000, 64 }, line{ 600000, 128 }, line{ 4000000, 256 } })
		measure("rs_encode", l.n, l.b, "int32", 0.f, rs_encode, own<unsigned>(2), own<uint4>(2) + (1 << 23), f<uint4>(4), l.n,
			16);
	for (plane p : { plane{ i3(512, 512), i3(32, 16) }, plane{ i3(2048, 2048), i3(32, 16) },
		     plane{ i3(8192, 4096), i3(32, 16) } })
		measure("chambolle_tv", p.n, p.b, "int32", 0.f, chambolle_tv, F(0), F(4), p.n.x, 10, .1f, .248f);
	for (int n : { 100, 2000, 16000 })
		measure("merge_path", 256 * n, 256, "int32", 0.f, merge_path, own<int>(6), own<int>(7), I(4));
	for (int n : { 2000, 30000, 200000 })
		measure("expm8_batch", i3(8, 8, n), i3(8, 8, 4), "int32", 0.f, expm8_batch, F(0), F(4), 4, .0625f);
	for (int n : { 200, 2000, 12000 })
		measure("sinkhorn64", 64 * n, 64, "int32", 0.f, sinkhorn64, F(0), F(4), F(5), 20, 4.f);
	for (i3 p : { i3(64, 8), i3(128, 32), i3(256, 128) })
		measure("zfp_lift4", i3(16, p.x, 64 * p.y), i3(16, 8, 1), "int32", 0.f, zfp_lift4, v4(0), f<int4>(4), I(6), p.x,
			64);
	for (i3 p : { i3(128, 3), i3(1023, 8), i3(1023, 41) })
		measure("gps_correlate", i3(256 * p.x, p.y), i3(256, 1), "int32", 0.f, gps_correlate, f2(0), own<signed char>(13),
			F(4), 4096, -.2f, .01f);
	for (int n : { 200, 3000, 20000 })
		measure("pbd_rope", 128 * n, 128, "int32", 0.f, pbd_rope, v4(0), v4(1), v4(4), 20, .1f, .98f);
	for (int n : { 150, 2000, 16000 })
		measure("vcycle_line", 256 * n, 256, "int32", 0.f, vcycle_line, F(0), F(4), 2);
	limit = 100000;
	for (plane p : { plane{ i3(32, 2000), i3(32, 2) }, plane{ i3(32, 40000), i3(32, 4) },
		     plane{ i3(32, 300000), i3(32, 8) } })
		measure("enkf_local", p.n, p.b, "int32", 0.f, enkf_local, F(0), F(1), I(3), f2(2), F(4), p.n.y, 16);
	limit = 0;
	for (int n : { 150, 2000, 20000 })
		measure("copula_recursion", 128 * n, 128, "int32", 0.f, copula_recursion, own<float>(9), F(0), F(4), 125, .5f,
			.81649658f);
	for (plane p : { plane{ i3(32, 3000), i3(32, 2) }, plane{ i3(32, 60000), i3(32, 4) },
		     plane{ i3(32, 400000), i3(32, 8) } })
		measure("common_neighbours", p.n, p.b, "int32", 0.f, common_neighbours, own<int2>(14), own<unsigned>(2), I(4), p.n.y,
			512);
	return cudaDeviceSynchronize() != cudaSuccess;
}
