// A ninth blind set of kernels as engineers write them, and in no other set: XTEA, curve 25519, Philox,
// Rosenbrock's method for chemistry, forces of three bodies, tracing of spheres, Sobol's points, joins by hash,
// packed integers, optical flow, sparse tensors, matrices of blocks, absorbing layers, currents after
// Esirkepov and likelihoods of trees in loops of a thread; matches of LZ77, oriented gradients, lines after
// Hough, LU with pivots, lifts of discontinuous elements, the eikonal equation, lists of neighbours, layer
// norms backward, the delta rule, products with 4-bit weights, gates of experts, Ising's model, Sudoku, rays and
// triangles and runs in shared memory or with shuffles.
// Said in after.wsp before anything was timed or predicted.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 after.cu && ./a.out >after.csv
//
// cold_ms is the median of nine launches, each between two events, on caches that hold other data, all of
// it read.
// With an argument each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
#include "own.h"

// Loops in a thread.

// XTEA in counter mode, m blocks of 8 bytes to a thread.
__global__ void xtea_ctr(const uint2 *a, uint2 *o, unsigned k0, unsigned k1, unsigned k2, unsigned k3,
	unsigned nonce, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	unsigned key[4] = { k0, k1, k2, k3 };
	for (int k = 0; k < m; ++k) {
		unsigned v = nonce, w = k * n + i, s = 0;
#pragma unroll
		for (int r = 0; r < 32; ++r) {
			v += ((w << 4 ^ w >> 5) + w) ^ (s + key[s & 3]);
			s += 0x9E3779B9u;
			w += ((v << 4 ^ v >> 5) + v) ^ (s + key[s >> 11 & 3]);
		}
		uint2 u = a[k * n + i];
		o[k * n + i] = make_uint2(u.x ^ v, u.y ^ w);
	}
}

// Numbers of the field of curve 25519, ten limbs of 26 and 25 bits, times another one m times.
__global__ void fe25519_chain(IN(int) a, IN(int) b, OUT(int) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	int f[10], g[10], g19[10];
#pragma unroll
	for (int j = 0; j < 10; ++j) {
		f[j] = a[j * n + i] & 0x1ffffff;
		g[j] = b[j * n + i] & 0x1ffffff;
		g19[j] = 19 * g[j];
	}
	for (int k = 0; k < m; ++k) {
		long long h[10];
#pragma unroll
		for (int j = 0; j < 10; ++j) {
			h[j] = 0;
#pragma unroll
			for (int l = 0; l < 10; ++l) {
				int e = l <= j ? g[j - l] : g19[j - l + 10];
				int d = l % 2 == 1 && (j - l) % 2 != 0 ? 2 * f[l] : f[l];
				h[j] += (long long) d * e;
			}
		}
#pragma unroll
		for (int j = 0; j < 10; ++j) {
			long long c = h[j] >> (26 - j % 2);
			h[j] -= c << (26 - j % 2);
			if (j < 9)
				h[j + 1] += c;
			else
				h[0] += 19 * c;
		}
		long long c = h[0] >> 26;
		h[0] -= c << 26;
		h[1] += c;
#pragma unroll
		for (int j = 0; j < 10; ++j)
			f[j] = (int) h[j];
	}
#pragma unroll
	for (int j = 0; j < 10; ++j)
		o[j * n + i] = f[j];
}

// A rate after Ornstein and Uhlenbeck, 4 m steps to a path, by the generator Philox 4x32-10.
__global__ void philox_ou(OUT(float) o, int n, int m, unsigned seed, float mean, float pull, float sigma)
{
	int i = X;
	if (i >= n)
		return;
	float x = mean, s = 0;
	for (int k = 0; k < m; ++k) {
		unsigned c0 = i, c1 = k, c2 = 0, c3 = 0, k0 = seed, k1 = seed ^ 0x5bd1e995u;
#pragma unroll
		for (int r = 0; r < 10; ++r) {
			unsigned h0 = __umulhi(0xD2511F53u, c0), l0 = 0xD2511F53u * c0;
			unsigned h1 = __umulhi(0xCD9E8D57u, c2), l1 = 0xCD9E8D57u * c2;
			c0 = h1 ^ c1 ^ k0;
			c1 = l1;
			c2 = h0 ^ c3 ^ k1;
			c3 = l0;
			k0 += 0x9E3779B9u;
			k1 += 0xBB67AE85u;
		}
		float p = sqrtf(-2 * __logf((float) (c0 >> 8) * 5.9604645e-8f + 2.9802322e-8f));
		float q = (float) (c1 >> 8) * 3.7450704e-7f;
		float r = sqrtf(-2 * __logf((float) (c2 >> 8) * 5.9604645e-8f + 2.9802322e-8f));
		float t = (float) (c3 >> 8) * 3.7450704e-7f;
		x += pull * (mean - x) + sigma * p * __cosf(q);
		s += x;
		x += pull * (mean - x) + sigma * p * __sinf(q);
		s += x;
		x += pull * (mean - x) + sigma * r * __cosf(t);
		s += x;
		x += pull * (mean - x) + sigma * r * __sinf(t);
		s += x;
	}
	o[i] = __expf(-s);
	o[n + i] = x;
}

// Four species and five reactions in each cell, m steps of Rosenbrock's method with two stages.
__global__ void ros2_chem(const double *y, const double *temp, double *o, int n, int m, double h, double a1, double a2,
	double a3, double a4, double a5)
{
	int i = X;
	if (i >= n)
		return;
	double y0 = y[i], y1 = y[n + i], y2 = y[2 * n + i], y3 = y[3 * n + i], g = 1.7071067811865475 * h;
	double t = exp(-1 / temp[i]), k1 = a1 * t, k2 = a2 * t, k3 = a3 * t, k4 = a4 * t, k5 = a5 * t;
	for (int k = 0; k < m; ++k) {
		double j21 = g * k2 * y1, j22 = g * k2 * y2, j3 = 2 * g * k3 * y1, j42 = g * k4 * y2, j43 = g * k4 * y3;
		double m00 = 1 + g * k1, m01 = -j22, m02 = -j21, m03 = -g * k5;
		double m11 = 1 + j22 + 2 * j3, m12 = j21, m21 = j22 - j3, m22 = 1 + j21 + j43, m23 = j42;
		double m31 = -j22, m32 = -j21 - j43, m33 = 1 - j42 + g * k5;
		double u0 = 1 / m00, l1 = -g * k1 * u0, p11 = m11 - l1 * m01, p12 = m12 - l1 * m02, p13 = -l1 * m03;
		double u1 = 1 / p11, l2 = m21 * u1, p22 = m22 - l2 * p12, p23 = m23 - l2 * p13;
		double l3 = m31 * u1, p32 = m32 - l3 * p12, p33 = m33 - l3 * p13;
		double u2 = 1 / p22, l4 = p32 * u2, u3 = 1 / (p33 - l4 * p23);
		double b[4], e[4], v[4] = { y0, y1, y2, y3 };
#pragma unroll
		for (int stage = 0; stage < 2; ++stage) {
			double r1 = k1 * v[0], r2 = k2 * v[1] * v[2], r3 = k3 * v[1] * v[1], r4 = k4 * v[2] * v[3], r5 = k5 * v[3];
			double f0 = r2 + r5 - r1, f1 = r1 - r2 - 2 * r3, f2 = r3 - r2 - r4, f3 = r2 + r4 - r5;
			if (stage == 1) {
				f0 -= 2 * b[0];
				f1 -= 2 * b[1];
				f2 -= 2 * b[2];
				f3 -= 2 * b[3];
			}
			f1 -= l1 * f0;
			f2 -= l2 * f1;
			f3 -= l3 * f1 + l4 * f2;
			e[3] = f3 * u3;
			e[2] = (f2 - p23 * e[3]) * u2;
			e[1] = (f1 - p12 * e[2] - p13 * e[3]) * u1;
			e[0] = (f0 - m01 * e[1] - m02 * e[2] - m03 * e[3]) * u0;
			if (stage == 0) {
#pragma unroll
				for (int j = 0; j < 4; ++j) {
					b[j] = e[j];
					v[j] += h * e[j];
				}
			}
		}
		y0 += h * (1.5 * b[0] + .5 * e[0]);
		y1 += h * (1.5 * b[1] + .5 * e[1]);
		y2 += h * (1.5 * b[2] + .5 * e[2]);
		y3 += h * (1.5 * b[3] + .5 * e[3]);
	}
	o[i] = y0;
	o[n + i] = y1;
	o[2 * n + i] = y2;
	o[3 * n + i] = y3;
}

// Forces on atoms after Stillinger and Weber: pairs and triplets among m neighbours that are near enough.
__global__ void sw_triplets(IN(float4) pos, IN(int) list, OUT(float4) o, int n, int m, float rc)
{
	int i = X;
	if (i >= n)
		return;
	float4 p = pos[i];
	float fx = 0, fy = 0, fz = 0, e = 0, rc2 = rc * rc;
	for (int j = 0; j < m; ++j) {
		float4 q = pos[list[j * n + i]];
		float ax = q.x - p.x, ay = q.y - p.y, az = q.z - p.z, a2 = ax * ax + ay * ay + az * az + 1e-6f;
		if (a2 < rc2) {
			float ai = rsqrtf(a2), ad = 1 / (a2 * ai - rc - 1e-3f), a4 = ai * ai * ai * ai;
			float ae = __expf(ad), pair = (.6f * a4 - 1) * ae, ga = __expf(1.2f * ad), gd = 1.2f * ga * ad * ad * ai;
			float f = (2.4f * a4 * ai * ae + pair * ad * ad) * ai;
			e += pair;
			fx += f * ax;
			fy += f * ay;
			fz += f * az;
			for (int k = j + 1; k < m; ++k) {
				float4 r = pos[list[k * n + i]];
				float bx = r.x - p.x, by = r.y - p.y, bz = r.z - p.z, b2 = bx * bx + by * by + bz * bz + 1e-6f;
				if (b2 < rc2) {
					float bi = rsqrtf(b2), bd = 1 / (b2 * bi - rc - 1e-3f), gb = __expf(1.2f * bd);
					float c = (ax * bx + ay * by + az * bz) * ai * bi, d = c + .33333333f;
					float w = ga * gb * d, u = 2 * w * ai * bi, s = w * d;
					float ua = s * gd - u * c, ub = 1.2f * s * bd * bd * bi - u * c;
					e += s;
					fx += ua * ax + ub * bx + u * (ax + bx);
					fy += ua * ay + ub * by + u * (ay + by);
					fz += ua * az + ub * bz + u * (az + bz);
				}
			}
		}
	}
	o[i] = make_float4(fx, fy, fz, e);
}

// How far rays go until they meet spheres, a torus or the ground, m steps of sphere tracing.
__global__ void sphere_trace(OUT(float) o, int nx, int ny, int m, float px, float py)
{
	int x = X, y = Y;
	if (x >= nx || y >= ny)
		return;
	float u = ((float) x + .5f) * px - 1, v = ((float) y + .5f) * py - 1, f = rsqrtf(u * u + v * v + 2.25f);
	float dx = u * f, dy = v * f, dz = 1.5f * f, t = 0;
	for (int k = 0; k < m; ++k) {
		float qx = dx * t, qy = dy * t + .5f, qz = dz * t - 3;
		float cx = qx - 2 * floorf(.5f * qx + .5f), cz = qz - 2 * floorf(.5f * qz + .5f);
		float ball = sqrtf(cx * cx + qy * qy + cz * cz) - .4f, ring = sqrtf(qx * qx + qz * qz) - 1.5f;
		float torus = sqrtf(ring * ring + qy * qy) - .3f, h = fmaxf(.25f - fabsf(ball - torus), 0.f);
		t += .9f * fminf(fminf(ball, torus) - h * h, qy + 1);
	}
	o[y * nx + x] = t;
}

__constant__ unsigned directions[1024];

// A basket at Sobol's points in m dimensions, made normal after Acklam.
__global__ void sobol_basket(IN(float) weight, OUT(float) o, int n, int m, float strike)
{
	int i = X;
	if (i >= n)
		return;
	unsigned gray = i ^ i >> 1;
	float s = 0;
	for (int k = 0; k < m; ++k) {
		unsigned v = 0;
#pragma unroll
		for (int b = 0; b < 24; ++b)
			v ^= directions[32 * k + b] & (0u - (gray >> b & 1));
		float u = (float) (v >> 8) * 5.9604645e-8f + 2.9802322e-8f, q = u - .5f, z;
		if (fabsf(q) <= .425f) {
			float r = q * q;
			z = q * (((((-39.69683f * r + 220.9461f) * r - 275.9285f) * r + 138.3578f) * r - 30.66480f) * r + 2.506628f) /
				(((((-54.47610f * r + 161.5858f) * r - 155.6990f) * r + 66.80131f) * r - 13.28068f) * r + 1);
		} else {
			float r = sqrtf(-2 * __logf(fminf(u, 1 - u)));
			z = (((((-.007784894f * r - .3223965f) * r - 2.400758f) * r - 2.549732f) * r + 4.374664f) * r + 2.938164f) /
				((((.007784696f * r + .3224671f) * r + 2.445134f) * r + 3.754409f) * r + 1);
			z = q < 0 ? z : -z;
		}
		s += weight[k] * __expf(.2f * z - .02f);
	}
	o[i] = fmaxf(s - strike, 0.f);
}

__host__ __device__ __forceinline__ unsigned spread32(unsigned v)
{
	v *= 0x9E3779B1u;
	v ^= v >> 15;
	v *= 0x85EBCA77u;
	return v ^ v >> 13;
}

// The probe of a join: keys in a table with open addressing, half full; half of the keys are there.
__global__ void hash_probe(IN(unsigned) key, IN(uint2) table, OUT(int) o, int n, unsigned mask)
{
	int i = X;
	if (i >= n)
		return;
	unsigned k = key[i], at = spread32(k) & mask;
	int found = -1;
	for (;;) {
		uint2 e = table[at];
		if (e.x == k) {
			found = (int) e.y;
			break;
		}
		if (e.x == ~0u)
			break;
		at = (at + 1) & mask;
	}
	o[i] = found;
}

// Differences of 13 bits, 32 to 13 words, m times for each of n lists: the sums.
__global__ void unpack_delta(const unsigned *a, const unsigned *base, unsigned *o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	unsigned s = base[i];
	for (int k = 0; k < m; ++k) {
		unsigned w[13];
#pragma unroll
		for (int j = 0; j < 13; ++j)
			w[j] = a[(13 * k + j) * n + i];
#pragma unroll
		for (int j = 0; j < 32; ++j) {
			int at = 13 * j / 32, bit = 13 * j % 32;
			unsigned v = w[at] >> bit;
			if (bit > 19)
				v |= w[at + 1] << (32 - bit);
			s += v & 8191;
			o[(32 * k + j) * n + i] = s;
		}
	}
}

// Motion of pixels after Lucas and Kanade, windows of 7 x m.
__global__ void lucas_kanade(IN(float) a, IN(float) b, OUT(float2) o, int nx, int ny, int m)
{
	int x = X, y = Y, sx = nx + 8;
	if (x >= nx || y >= ny)
		return;
	float xx = 0, xy = 0, yy = 0, xt = 0, yt = 0;
	for (int j = 0; j < m; ++j) {
#pragma unroll
		for (int i = 0; i < 7; ++i) {
			int at = (y + j + 1) * sx + x + i + 1;
			float gx = .5f * (a[at + 1] - a[at - 1]), gy = .5f * (a[at + sx] - a[at - sx]), t = b[at] - a[at];
			xx += gx * gx;
			xy += gx * gy;
			yy += gy * gy;
			xt += gx * t;
			yt += gy * t;
		}
	}
	float d = 1 / (xx * yy - xy * xy + 1e-6f);
	o[y * nx + x] = make_float2((xy * yt - yy * xt) * d, (xy * xt - xx * yt) * d);
}

// A sparse tensor times two factors of 32 columns: m entries of one slice to a warp.
__global__ void mttkrp_coo(IN(int) slice, IN(int2) at, IN(float) v, IN(float) b, IN(float) c, OUT(float) o, int parts,
	int m)
{
	int x = threadIdx.x, y = Y;
	if (y >= parts)
		return;
	float s = 0;
#pragma unroll 4
	for (int k = 0; k < m; ++k) {
		int2 j = at[y * m + k];
		s += v[y * m + k] * b[j.x * 32 + x] * c[j.y * 32 + x];
	}
	atomicAdd(&o[slice[y] * 32 + x], s);
}

// A matrix of 4 x 4 blocks, m of them to a row of blocks, a row to a thread.
__global__ void bsr4_mv(IN(int) col, IN(double2) a, IN(double2) v, OUT(double) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	int row = i / 4, q = i % 4;
	double s = 0;
	for (int k = 0; k < m; ++k) {
		int c = col[row * m + k], at = ((row * m + k) * 4 + q) * 2;
		double2 p = a[at], r = a[at + 1], e = v[2 * c], f = v[2 * c + 1];
		s += p.x * e.x + p.y * e.y + r.x * f.x + r.y * f.y;
	}
	o[i] = s;
}

// A wave in time, of fourth order in space, along z, with convolutional layers that absorb at both ends of x.
__global__ void cpml_march(IN(float) u, IN(float) vel, float *w, float *psi, IN(float) ca, IN(float) cb, int nx, int ny,
	int m)
{
	int x = X, y = Y;
	if (x >= nx || y >= ny)
		return;
	int sx = nx + 4, plane = sx * (ny + 4), at = 2 * plane + (y + 2) * sx + x + 2;
	float q0 = u[at - 2 * plane], q1 = u[at - plane], q2 = u[at], q3 = u[at + plane];
	for (int k = 0; k < m; ++k) {
		float q4 = u[at + 2 * plane];
		float far = u[at - 2] + u[at + 2] + u[at - 2 * sx] + u[at + 2 * sx] + q0 + q4;
		float near = u[at - 1] + u[at + 1] + u[at - sx] + u[at + sx] + q1 + q3;
		float lap = 1.3333333f * near - .083333333f * far - 7.5f * q2;
		if (x < 16 || x >= nx - 16) {
			int e = min(x, 16) + max(x - nx + 16, 0), j = (k * ny + y) * 32 + e;
			float s = cb[e] * psi[j] + ca[e] * .5f * (u[at + 1] - u[at - 1]);
			psi[j] = s;
			lap -= s;
		}
		w[at] = 2 * q2 - w[at] + vel[at] * lap;
		q0 = q1;
		q1 = q2;
		q2 = q3;
		q3 = q4;
		at += plane;
	}
}

// Currents that particles make on their way, after Esirkepov, in two dimensions.
__global__ void esirkepov_2d(IN(float4) way, OUT(float) jx, OUT(float) jy, OUT(float) jz, int n, int gx, float charge,
	float vz)
{
	int i = X;
	if (i >= n)
		return;
	float4 p = way[i];
	int ix = (int) p.x, iy = (int) p.y, at = (iy - 1) * gx + ix - 1;
	float ox = p.x - (float) ix, oy = p.y - (float) iy, ex = p.z - (float) ix, ey = p.w - (float) iy;
	float sx[4] = { 0, 1 - ox, ox, 0 }, sy[4] = { 0, 1 - oy, oy, 0 }, dx[4], dy[4], up[4] = { 0, 0, 0, 0 };
#pragma unroll
	for (int k = 0; k < 4; ++k) {
		dx[k] = fmaxf(1 - fabsf(ex - (float) (k - 1)), 0.f) - sx[k];
		dy[k] = fmaxf(1 - fabsf(ey - (float) (k - 1)), 0.f) - sy[k];
	}
#pragma unroll
	for (int k = 0; k < 4; ++k) {
		float along = 0, fy = sy[k] + .5f * dy[k];
#pragma unroll
		for (int l = 0; l < 4; ++l) {
			float fx = sx[l] + .5f * dx[l];
			along -= charge * dx[l] * fy;
			up[l] -= charge * dy[k] * fx;
			if (l < 3)
				atomicAdd(&jx[at + k * gx + l], along);
			if (k < 3)
				atomicAdd(&jy[at + k * gx + l], up[l]);
			atomicAdd(&jz[at + k * gx + l], charge * vz * (sx[l] * fy + dx[l] * (.5f * sy[k] + .33333333f * dy[k])));
		}
	}
}

__device__ __forceinline__ float dot4(float4 a, float4 b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

// Likelihoods at a node of a tree from those of its two children, after Felsenstein: m classes of rates.
__global__ void felsenstein(IN(float4) left, IN(float4) right, IN(float4) pl, IN(float4) pr, OUT(float4) o,
	OUT(float) scale, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float most = 0;
	for (int k = 0; k < m; ++k) {
		float4 l = left[k * n + i], r = right[k * n + i], v;
		v.x = dot4(pl[4 * k], l) * dot4(pr[4 * k], r);
		v.y = dot4(pl[4 * k + 1], l) * dot4(pr[4 * k + 1], r);
		v.z = dot4(pl[4 * k + 2], l) * dot4(pr[4 * k + 2], r);
		v.w = dot4(pl[4 * k + 3], l) * dot4(pr[4 * k + 3], r);
		most = fmaxf(most, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w)));
		o[k * n + i] = v;
	}
	scale[i] = logf(most);
}

// Shared memory and shuffles.

// The best match of the next four bytes at the m positions before, as LZ77 looks for it: bytes, distance.
__global__ void lz_match(const byte *a, unsigned short *o, int m)
{
	__shared__ unsigned s[576];
	int tx = threadIdx.x, from = blockIdx.x * blockDim.x;

	for (int t = tx; t < (int) blockDim.x + 64; t += blockDim.x) {
		const byte *p = a + from + t;
		s[t] = p[0] | p[1] << 8 | p[2] << 16 | (unsigned) p[3] << 24;
	}
	__syncthreads();
	unsigned c = s[tx + 64], best = 0;
#pragma unroll 4
	for (int d = 1; d <= m; ++d) {
		unsigned v = c ^ s[tx + 64 - d], bytes = v ? (__ffs(v) - 1) >> 3 : 4;
		best = max(best, bytes << 8 | (255 - d));
	}
	o[from + tx] = (unsigned short) best;
}

// Histograms of gradients by direction, cells of 8 x 8 pixels, four to a block.
__global__ void hog_cells(IN(float) a, OUT(float) o, int nx)
{
	__shared__ float h[4][9];
	int tx = threadIdx.x, ty = threadIdx.y, t = 16 * ty + tx, sx = nx + 2, at = (Y + 1) * sx + X + 1;

	if (t < 36)
		h[t / 9][t % 9] = 0;
	__syncthreads();
	float gx = a[at + 1] - a[at - 1], gy = a[at + sx] - a[at - sx], v = sqrtf(gx * gx + gy * gy), w = atan2f(gy, gx);
	w = (w < 0 ? w + 3.1415927f : w) * 2.8647890f - .5f;
	float lo = floorf(w), part = w - lo;
	int b = (int) lo, c = ty / 8 * 2 + tx / 8;
	int b0 = b < 0 ? 8 : min(b, 8), b1 = b0 == 8 ? 0 : b0 + 1;
	atomicAdd(&h[c][b0], v * (1 - part));
	atomicAdd(&h[c][b1], v * part);
	__syncthreads();
	if (t < 36)
		o[((2 * blockIdx.y + t / 18) * (nx / 8) + 2 * blockIdx.x + t / 9 % 2) * 9 + t % 9] = h[t / 9][t % 9];
}

// Votes of points for lines after Hough: a block has an angle and m points.
__global__ void hough_rho(IN(short2) point, OUT(int) o, int m)
{
	__shared__ int acc[1792];
	int tx = threadIdx.x;
	float angle = (float) blockIdx.x * .017453293f, c = .7f * cosf(angle), s = .7f * sinf(angle);

	for (int t = tx; t < 1792; t += blockDim.x)
		acc[t] = 0;
	__syncthreads();
	for (int k = tx; k < m; k += blockDim.x) {
		short2 p = point[blockIdx.y * m + k];
		int r = (int) (c * (float) p.x + s * (float) p.y + 720);
		atomicAdd(&acc[r], 1);
	}
	__syncthreads();
	for (int t = tx; t < 1792; t += blockDim.x)
		o[(blockIdx.y * gridDim.x + blockIdx.x) * 1792 + t] = acc[t];
}

// LU of 32 x 32 matrices with pivots, a matrix to a warp, a row to a thread.
__global__ void getrf_pivot32(const float *a, float *o, int *pivot)
{
	__shared__ float s[4][32][33];
	int tx = threadIdx.x, y = Y;
	float(*c)[33] = s[threadIdx.y];

#pragma unroll
	for (int j = 0; j < 32; ++j)
		c[tx][j] = a[(y * 32 + j) * 32 + tx];
	__syncthreads();
#pragma unroll 1
	for (int k = 0; k < 32; ++k) {
		float v = tx >= k ? fabsf(c[tx][k]) : -1.f;
		int at = tx;
#pragma unroll
		for (int l = 16; l > 0; l /= 2) {
			float w = __shfl_xor_sync(~0u, v, l);
			int b = __shfl_xor_sync(~0u, at, l);
			bool take = w > v || (w == v && b < at);
			v = take ? w : v;
			at = take ? b : at;
		}
		if (at != k) {
			float t = c[k][tx];
			c[k][tx] = c[at][tx];
			c[at][tx] = t;
		}
		if (tx == 0)
			pivot[y * 32 + k] = at;
		__syncthreads();
		if (tx > k) {
			float l = c[tx][k] / c[k][k];
			c[tx][k] = l;
			for (int j = k + 1; j < 32; ++j)
				c[tx][j] -= l * c[k][j];
		}
		__syncthreads();
	}
#pragma unroll
	for (int j = 0; j < 32; ++j)
		o[(y * 32 + j) * 32 + tx] = c[tx][j];
}

// What faces add to tetrahedra of third order, 20 nodes, 10 to a face: acoustics, fluxes upwind.
__global__ void dg_lift(IN(int) next, IN(int) node, IN(float4) face, IN(float) lift, IN(float) q, float *rhs, int size,
	int elements)
{
	__shared__ float f[4][4][40];
	int tx = threadIdx.x, ty = threadIdx.y, e = Y;
	if (e < elements) {
		int minus = e * 20 + node[tx], plus = next[4 * e + tx / 10] * 20 + node[40 + tx];
		float4 n = face[4 * e + tx / 10];
		float dp = q[plus] - q[minus], du = q[size + plus] - q[size + minus];
		float dv = q[2 * size + plus] - q[2 * size + minus], dw = q[3 * size + plus] - q[3 * size + minus];
		float un = n.x * du + n.y * dv + n.z * dw, g = .5f * n.w;
		f[ty][0][tx] = g * (dp - un);
		f[ty][1][tx] = g * n.x * (un - dp);
		f[ty][2][tx] = g * n.y * (un - dp);
		f[ty][3][tx] = g * n.z * (un - dp);
	}
	__syncthreads();
	if (tx < 20 && e < elements) {
		float s[4] = { 0, 0, 0, 0 };
#pragma unroll 8
		for (int j = 0; j < 40; ++j) {
			float l = lift[20 * j + tx];
			s[0] += l * f[ty][0][j];
			s[1] += l * f[ty][1][j];
			s[2] += l * f[ty][2][j];
			s[3] += l * f[ty][3][j];
		}
#pragma unroll
		for (int j = 0; j < 4; ++j)
			rhs[j * size + 20 * e + tx] += s[j];
	}
}

// Times of arrival in cubes of 8 x 8 x 8 cells, m steps after Godunov, what is outside stays.
__global__ void eikonal_tile(IN(float) u, IN(float) slow, OUT(float) o, int nx, int ny, int m)
{
	__shared__ float s[10][10][10];
	int i = threadIdx.x + 1, j = threadIdx.y + 1, k = threadIdx.z + 1, sx = nx + 2, plane = sx * (ny + 2);
	int at = (Z + 1) * plane + (Y + 1) * sx + X + 1;

	s[k][j][i] = u[at];
	if (i == 1)
		s[k][j][0] = u[at - 1];
	if (i == 8)
		s[k][j][9] = u[at + 1];
	if (j == 1)
		s[k][0][i] = u[at - sx];
	if (j == 8)
		s[k][9][i] = u[at + sx];
	if (k == 1)
		s[0][j][i] = u[at - plane];
	if (k == 8)
		s[9][j][i] = u[at + plane];
	float f = slow[(Z * ny + Y) * nx + X], f2 = f * f;
	__syncthreads();
	for (int l = 0; l < m; ++l) {
		float x = fminf(s[k][j][i - 1], s[k][j][i + 1]), y = fminf(s[k][j - 1][i], s[k][j + 1][i]);
		float z = fminf(s[k - 1][j][i], s[k + 1][j][i]), lo = fminf(x, y), hi = fmaxf(x, y);
		float a = fminf(lo, z), b = fmaxf(lo, fminf(hi, z)), c = fmaxf(hi, z), t = a + b + c;
		float p = a + f, q = .5f * (a + b + sqrtf(fmaxf(2 * f2 - (a - b) * (a - b), 0.f)));
		float r = .33333333f * (t + sqrtf(fmaxf(t * t - 3 * (a * a + b * b + c * c - f2), 0.f)));
		float v = fminf(s[k][j][i], p <= b ? p : q <= c ? q : r);
		__syncthreads();
		s[k][j][i] = v;
		__syncthreads();
	}
	o[(Z * ny + Y) * nx + X] = s[k][j][i];
}

// Lists of neighbours from cells with 32 particles, a warp to a cell, 27 cells.
__global__ void cell_neighbours(IN(float4) pos, OUT(int) list, OUT(int) count, int most, float rc2)
{
	__shared__ float4 s[32];
	int tx = threadIdx.x, cx = gridDim.x + 2, cy = gridDim.y + 2, n = 32 * gridDim.x * gridDim.y * gridDim.z, found = 0;
	int i = 32 * ((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) + tx;
	float4 p = pos[32 * (((blockIdx.z + 1) * cy + blockIdx.y + 1) * cx + blockIdx.x + 1) + tx];

	for (int c = 0; c < 27; ++c) {
		int from = 32 * (((blockIdx.z + c / 9) * cy + blockIdx.y + c / 3 % 3) * cx + blockIdx.x + c % 3);
		s[tx] = pos[from + tx];
		__syncthreads();
#pragma unroll 4
		for (int j = 0; j < 32; ++j) {
			float4 q = s[j];
			float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z, d2 = dx * dx + dy * dy + dz * dz;
			if (d2 < rc2 && d2 > 0 && found < most) {
				list[found * n + i] = from + j;
				++found;
			}
		}
		__syncthreads();
	}
	count[i] = found;
}

// Gradients before a layer norm, a block to a row of 2 m halves.
__global__ void ln_backward(IN(half2) x, IN(half2) dy, IN(float2) gamma, IN(float2) stat, OUT(half2) o, int m, float inv)
{
	__shared__ float part[2][8];
	int tx = threadIdx.x, row = blockIdx.x;
	float2 ms = stat[row];
	float s = 0, t = 0;

	for (int k = tx; k < m; k += 256) {
		float2 a = __half22float2(x[row * m + k]), d = __half22float2(dy[row * m + k]), g = gamma[k];
		float p = d.x * g.x, q = d.y * g.y;
		s += p + q;
		t += p * (a.x - ms.x) * ms.y + q * (a.y - ms.x) * ms.y;
	}
#pragma unroll
	for (int l = 16; l > 0; l /= 2) {
		s += __shfl_xor_sync(~0u, s, l);
		t += __shfl_xor_sync(~0u, t, l);
	}
	if (tx % 32 == 0) {
		part[0][tx / 32] = s;
		part[1][tx / 32] = t;
	}
	__syncthreads();
	s = 0;
	t = 0;
#pragma unroll
	for (int j = 0; j < 8; ++j) {
		s += part[0][j];
		t += part[1][j];
	}
	s *= inv;
	t *= inv;
	for (int k = tx; k < m; k += 256) {
		float2 a = __half22float2(x[row * m + k]), d = __half22float2(dy[row * m + k]), g = gamma[k];
		float p = ms.y * (d.x * g.x - s - (a.x - ms.x) * ms.y * t), q = ms.y * (d.y * g.y - s - (a.y - ms.x) * ms.y * t);
		o[row * m + k] = __floats2half2_rn(p, q);
	}
}

// Linear attention by the delta rule: a head to a block, its 64 x 64 state in registers, m tokens.
__global__ void delta_rule(const float *q, const float *k, const float *v, const float *beta, float *o, int heads, int m)
{
	__shared__ float sq[64], sk[64];
	int tx = threadIdx.x, h = blockIdx.x;
	float s[64];

#pragma unroll
	for (int j = 0; j < 64; ++j)
		s[j] = 0;
	for (int t = 0; t < m; ++t) {
		int at = (t * heads + h) * 64 + tx;
		sq[tx] = q[at];
		sk[tx] = k[at];
		__syncthreads();
		float p = 0, u = 0;
#pragma unroll
		for (int j = 0; j < 64; ++j)
			p += s[j] * sk[j];
		float d = beta[t * heads + h] * (v[at] - p);
#pragma unroll
		for (int j = 0; j < 64; ++j) {
			s[j] += sk[j] * d;
			u += s[j] * sq[j];
		}
		o[at] = u;
		__syncthreads();
	}
}

// A matrix of 4-bit weights, 32 with one scale, times a vector of 4096: a row to a warp.
__global__ void gemv_int4(IN(unsigned) a, IN(half) scale, IN(half) v, OUT(float) o, int m)
{
	__shared__ float s[4096];
	int lane = threadIdx.x, y = Y;
	float sum = 0;

	for (int t = 32 * threadIdx.y + lane; t < 8 * m; t += 256)
		s[t] = __half2float(v[t]);
	__syncthreads();
	for (int w = lane; w < m; w += 32) {
		unsigned c = a[y * m + w];
		float t = 0;
#pragma unroll
		for (int j = 0; j < 8; ++j)
			t += (float) ((int) (c >> 4 * j & 15) - 8) * s[512 * j + w];
		sum += t * __half2float(scale[y * (m / 4) + w / 4]);
	}
#pragma unroll
	for (int l = 16; l > 0; l /= 2)
		sum += __shfl_xor_sync(~0u, sum, l);
	if (lane == 0)
		o[y] = sum;
}

// The eight most likely of 64 experts for each token, a warp to a token.
__global__ void topk_gate(IN(float) logit, OUT(float) weight, OUT(int) expert, int tokens)
{
	int x = threadIdx.x, y = Y, mine = 0;
	if (y >= tokens)
		return;
	float a = logit[y * 64 + x], b = logit[y * 64 + 32 + x], top = fmaxf(a, b), all, kept = 0, total = 0;
#pragma unroll
	for (int l = 16; l > 0; l /= 2)
		top = fmaxf(top, __shfl_xor_sync(~0u, top, l));
	a = __expf(a - top);
	b = __expf(b - top);
	all = a + b;
#pragma unroll
	for (int l = 16; l > 0; l /= 2)
		all += __shfl_xor_sync(~0u, all, l);
	a /= all;
	b /= all;
#pragma unroll
	for (int k = 0; k < 8; ++k) {
		float v = fmaxf(a, b);
		int at = a >= b ? x : x + 32;
#pragma unroll
		for (int l = 16; l > 0; l /= 2) {
			float w = __shfl_xor_sync(~0u, v, l);
			int c = __shfl_xor_sync(~0u, at, l);
			bool take = w > v || (w == v && c < at);
			v = take ? w : v;
			at = take ? c : at;
		}
		a = at == x ? -1.f : a;
		b = at == x + 32 ? -1.f : b;
		kept = x == k ? v : kept;
		mine = x == k ? at : mine;
		total += v;
	}
	if (x < 8) {
		weight[y * 8 + x] = kept / total;
		expert[y * 8 + x] = mine;
	}
}

// Ising's model in tiles of 64 x 16 spins, m sweeps after Metropolis in two colours, what is outside stays.
__global__ void ising_tile(const signed char *a, signed char *o, int nx, int m, unsigned seed, float beta)
{
	__shared__ signed char s[18][68];
	int tx = threadIdx.x, ty = threadIdx.y, sx = 2 * nx + 2, from = 16 * blockIdx.y * sx + 64 * blockIdx.x;
	unsigned u = (Y * nx + X + 1) * 2654435761u ^ seed;

	for (int t = 32 * ty + tx; t < 1188; t += 512)
		s[t / 66][t % 66] = a[from + t / 66 * sx + t % 66];
	__syncthreads();
	for (int k = 0; k < m; ++k) {
#pragma unroll
		for (int p = 0; p < 2; ++p) {
			int x = 2 * tx + (ty + p) % 2 + 1, y = ty + 1, c = s[y][x];
			int d = c * (s[y][x - 1] + s[y][x + 1] + s[y - 1][x] + s[y + 1][x]);
			u ^= u << 13;
			u ^= u >> 17;
			u ^= u << 5;
			if ((float) (u >> 8) * 5.9604645e-8f < __expf(beta * (float) d))
				s[y][x] = (signed char) -c;
			__syncthreads();
		}
	}
	int at = Y * 2 * nx + 2 * X;
	o[at] = s[ty + 1][2 * tx + 1];
	o[at + 1] = s[ty + 1][2 * tx + 2];
}

// What can stand in the 81 cells of Sudoku, a bit for each digit, m passes: a digit that is alone goes from its
// row, its column and its box.
__global__ void sudoku_masks(unsigned short *a, int m)
{
	__shared__ unsigned short s[3][81];
	int tx = threadIdx.x, ty = threadIdx.y, at = Y * 81 + tx, mask = a[at];

	s[ty][tx] = (unsigned short) mask;
	__syncthreads();
	for (int k = 0; k < m; ++k) {
		int gone = 0;
#pragma unroll
		for (int j = 0; j < 9; ++j) {
			int r = s[ty][tx / 9 * 9 + j], c = s[ty][9 * j + tx % 9];
			int b = s[ty][27 * (tx / 27) + tx % 9 / 3 * 3 + 9 * (j / 3) + j % 3];
			gone |= (__popc(r) == 1 ? r : 0) | (__popc(c) == 1 ? c : 0) | (__popc(b) == 1 ? b : 0);
		}
		mask = __popc(mask) == 1 ? mask : mask & ~gone;
		__syncthreads();
		s[ty][tx] = (unsigned short) mask;
		__syncthreads();
	}
	a[at] = (unsigned short) mask;
}

// The nearest of m triangles that a ray meets, after Moeller and Trumbore.
__global__ void ray_triangles(IN(float4) origin, IN(float4) dir, IN(float4) v0, IN(float4) e1, IN(float4) e2,
	OUT(float2) o, int n, int m)
{
	__shared__ float4 sv[256], sa[256], sb[256];
	int tx = threadIdx.x, i = X, best = -1;
	float4 p = origin[min(i, n - 1)], d = dir[min(i, n - 1)];
	float near = 1e30f;

	for (int k = 0; k < m; k += blockDim.x) {
		sv[tx] = v0[k + tx];
		sa[tx] = e1[k + tx];
		sb[tx] = e2[k + tx];
		__syncthreads();
#pragma unroll 4
		for (int j = 0; j < (int) blockDim.x; ++j) {
			float4 c = sv[j], a = sa[j], b = sb[j];
			float hx = d.y * b.z - d.z * b.y, hy = d.z * b.x - d.x * b.z, hz = d.x * b.y - d.y * b.x;
			float f = __fdividef(1.f, a.x * hx + a.y * hy + a.z * hz);
			float sx = p.x - c.x, sy = p.y - c.y, sz = p.z - c.z, u = f * (sx * hx + sy * hy + sz * hz);
			float qx = sy * a.z - sz * a.y, qy = sz * a.x - sx * a.z, qz = sx * a.y - sy * a.x;
			float v = f * (d.x * qx + d.y * qy + d.z * qz), t = f * (b.x * qx + b.y * qy + b.z * qz);
			bool hit = u >= 0 && v >= 0 && u + v <= 1 && t > 1e-4f && t < near;
			near = hit ? t : near;
			best = hit ? k + j : best;
		}
		__syncthreads();
	}
	if (i < n)
		o[i] = make_float2(near, (float) best);
}

// Where runs of bytes start, and of which: 1024 bytes to a block, four to a thread.
__global__ void rle_runs(IN(uchar4) a, OUT(int) start, OUT(byte) value, OUT(int) runs)
{
	__shared__ int part[8];
	int tx = threadIdx.x, i = X, lane = tx % 32, w = tx / 32, from = 1024 * blockIdx.x;
	uchar4 u = a[i], v = a[i + 1];
	int f0 = v.x != u.w, f1 = v.y != v.x, f2 = v.z != v.y, f3 = v.w != v.z, c = f0 + f1 + f2 + f3, s = c, base = 0;
#pragma unroll
	for (int l = 1; l < 32; l *= 2) {
		int b = __shfl_up_sync(~0u, s, l);
		s += lane >= l ? b : 0;
	}
	if (lane == 31)
		part[w] = s;
	__syncthreads();
#pragma unroll
	for (int j = 0; j < 8; ++j)
		base += j < w ? part[j] : 0;
	int at = from + base + s - c;
	if (f0) {
		start[at] = 4 * i;
		value[at] = v.x;
	}
	at += f0;
	if (f1) {
		start[at] = 4 * i + 1;
		value[at] = v.y;
	}
	at += f1;
	if (f2) {
		start[at] = 4 * i + 2;
		value[at] = v.z;
	}
	at += f2;
	if (f3) {
		start[at] = 4 * i + 3;
		value[at] = v.w;
	}
	if (tx == 255)
		runs[blockIdx.x] = base + s;
}

// Data of their own, which measure() leaves alone: 16 parts of 256 MiB.  All are drawn, each value as likely as
// another: 0 floats from 0 to 1, 1 words, 2 the table of the join (2^21 of 2^22 places), 3 columns of factors,
// 4 keys (half of them in the table), 5 bytes below 4, 6 ways of particles, 7 points in a square of 1024, 8 spins,
// 9 masks (a third with one digit), 10 slices, 11 particles in cells, 12 the nodes of faces.  Neighbours, columns
// and elements are drawn into field 3, below limit.

// The keys 0 to n - 1, each with itself.
__global__ void insert(uint2 *table, unsigned n, unsigned mask)
{
	for (unsigned k = X; k < n; k += gridDim.x * blockDim.x) {
		unsigned at = spread32(k) & mask;
		while (atomicCAS(&table[at].x, ~0u, k) != ~0u)
			at = (at + 1) & mask;
		table[at].y = k;
	}
}

// Ways of particles in a grid of side x side cells, up to 0.9 cells along each axis.
__global__ void ways(float4 *a, size_t n, int side)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x) {
		float x = 2 + (side - 6) * hashed(4 * i), y = 2 + (side - 6) * hashed(4 * i + 1);
		a[i] = make_float4(x, y, x + 1.8f * hashed(4 * i + 2) - .9f, y + 1.8f * hashed(4 * i + 3) - .9f);
	}
}

// 32 particles in each cell of width 1.
__global__ void in_cells(float4 *a, int cx, int cy, int cz)
{
	size_t n = (size_t) 32 * cx * cy * cz;

	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x) {
		int c = (int) (i / 32);
		a[i] = make_float4(c % cx + hashed(3 * i), c / cx % cy + hashed(3 * i + 1), c / cx / cy + hashed(3 * i + 2), 1);
	}
}

// Masks of Sudoku: a third of the cells have one digit.
__global__ void masks(unsigned short *a, size_t n)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x)
		a[i] = (unsigned short) (hashed(2 * i) < .333f ? 1 << (int) (9 * hashed(2 * i + 1)) : 511);
}

int main(int argc, char **)
{
	typedef ints i3;
	once = argc > 1;
	cudaMalloc(&memory, 10 * field);
	cudaMalloc(&made, 16 * part_of);
	even<<<1024, 256>>>(own<float>(0), part_of / 4, 0, 1);
	draw<<<1024, 256>>>(own<int>(1), part_of / 4, ~0u);
	cudaMemset(own<byte>(2), 255, (size_t) 8 << 22);
	insert<<<1024, 256>>>(own<uint2>(2), 1u << 21, (1u << 22) - 1);
	draw<<<1024, 256>>>(own<int>(3), part_of / 4, 100000);
	draw<<<1024, 256>>>(own<int>(4), part_of / 4, 1u << 22);
	few<<<1024, 256>>>(own<byte>(5), part_of, 4, 1, 0);
	ways<<<1024, 256>>>(own<float4>(6), part_of / 16, 2048);
	few<<<1024, 256>>>(own<short>(7), part_of / 2, 1024, 1, 0);
	few<<<1024, 256>>>(own<signed char>(8), part_of, 2, 2, -1);
	masks<<<1024, 256>>>(own<unsigned short>(9), part_of / 2);
	draw<<<1024, 256>>>(own<int>(10), part_of / 4, 50000);
	unsigned some[1024];
	for (unsigned i = 0; i < 1024; ++i)
		some[i] = i % 32 < 24 ? spread32(i + 1) | 1u << (31 - i % 32) : 0;
	cudaMemcpyToSymbol(directions, some, sizeof(directions));
	int nodes[80];
	for (int i = 0; i < 80; ++i)
		nodes[i] = i % 10 + 3 * (i % 40 / 10);
	cudaMemcpy(own<int>(12), nodes, sizeof(nodes), cudaMemcpyHostToDevice);
	printf("kernel,type,nx,ny,nz,bx,by,bz,strides,regs,cold_ms\n");
	auto f2 = [](int i) { return f<float2>(i); };
	auto v4 = [](int i) { return f<float4>(i); };
	auto h2 = [](int i) { return f<half2>(i); };
	auto u = [](int i) { return f<unsigned>(i); };
	const half zero = __float2half(0);
	struct line {
		int n, b;
	};
	struct plane {
		ints n, b;
	};
	for (line l : { line{ 100000, 64 }, line{ 1000000, 128 }, line{ 6000000, 256 } })
		measure("xtea_ctr", l.n, l.b, "int32", 0.f, xtea_ctr, f<uint2>(0), f<uint2>(4), 1u, 2u, 3u, 4u, 5u, l.n, 4);
	for (line l : { line{ 50000, 64 }, line{ 400000, 128 } })
		measure("fe25519_chain", l.n, l.b, "int32", 0.f, fe25519_chain, own<int>(1), own<int>(1) + (1 << 25), I(4), l.n,
			16);
	for (line l : { line{ 60000, 32 }, line{ 500000, 128 }, line{ 2000000, 256 } })
		measure("philox_ou", l.n, l.b, "int32", 0.f, philox_ou, F(4), l.n, 32, 77u, .03f, .01f, .001f);
	for (line l : { line{ 30000, 64 }, line{ 1000000, 128 } })
		measure("ros2_chem", l.n, l.b, "int32", 0., ros2_chem, D(0), D(1), D(4), l.n, 20, 1e-3, 4., 30., 20., 10., 1.);
	limit = 200000;
	for (line l : { line{ 50000, 64 }, line{ 300000, 128 } })
		measure("sw_triplets", l.n, l.b, "int32", 0.f, sw_triplets, own<float4>(0), I(3), v4(4), l.n, 12, .7f);
	limit = 0;
	for (plane p : { plane{ i3(640, 480), i3(16, 16) }, plane{ i3(3840, 2160), i3(32, 8) } })
		measure("sphere_trace", p.n, p.b, "int32", 0.f, sphere_trace, F(4), p.n.x, p.n.y, 64, 2.f / p.n.x, 2.f / p.n.y);
	for (line l : { line{ 100000, 128 }, line{ 1000000, 256 }, line{ 4000000, 64 } })
		measure("sobol_basket", l.n, l.b, "int32", 0.f, sobol_basket, F(0), F(4), l.n, 32, 20.f);
	for (line l : { line{ 500000, 64 }, line{ 3000000, 256 }, line{ 20000000, 128 } })
		measure("hash_probe", l.n, l.b, "int32", 0.f, hash_probe, own<unsigned>(4), own<uint2>(2), I(4), l.n,
			(1u << 22) - 1);
	for (line l : { line{ 60000, 64 }, line{ 600000, 128 }, line{ 2000000, 256 } })
		measure("unpack_delta", l.n, l.b, "int32", 0.f, unpack_delta, u(0), u(1), u(4), l.n, 4);
	for (plane p : { plane{ i3(1280, 720), i3(32, 4) }, plane{ i3(1920, 1080), i3(16, 16) },
		     plane{ i3(7680, 4320), i3(64, 4) } })
		measure("lucas_kanade", p.n, p.b, "int32", 0.f, lucas_kanade, F(0), F(1), f2(4), p.n.x, p.n.y, 7);
	for (plane p : { plane{ i3(32, 4000), i3(32, 4) }, plane{ i3(32, 40000), i3(32, 8) } })
		measure("mttkrp_coo", p.n, p.b, "int32", 0.f, mttkrp_coo, own<int>(10), own<int2>(3), F(0), F(1), F(2), F(4),
			p.n.y, 64);
	limit = 250000;
	for (line l : { line{ 100000, 64 }, line{ 1000000, 256 }, line{ 3000000, 128 } })
		measure("bsr4_mv", l.n, l.b, "int32", 0., bsr4_mv, I(3), f<double2>(0), f<double2>(2), D(5), l.n, 8);
	limit = 0;
	for (plane p : { plane{ i3(256, 256), i3(32, 4) }, plane{ i3(512, 512), i3(32, 8) },
		     plane{ i3(1024, 1024), i3(64, 4) } })
		measure("cpml_march", p.n, p.b, "int32", 0.f, cpml_march, F(0), F(1), F(4), F(5), F(2), F(3), p.n.x, p.n.y, 128);
	for (line l : { line{ 200000, 64 }, line{ 2000000, 128 } })
		measure("esirkepov_2d", l.n, l.b, "int32", 0.f, esirkepov_2d, own<float4>(6), F(4), F(5), F(6), l.n, 2048, .1f,
			.2f);
	for (line l : { line{ 200000, 64 }, line{ 1500000, 128 }, line{ 8000000, 256 } })
		measure("felsenstein", l.n, l.b, "int32", 0.f, felsenstein, v4(0), v4(1), v4(2), v4(3), v4(4), F(5), l.n, 4);

	for (line l : { line{ 1 << 20, 128 }, line{ 1 << 23, 256 }, line{ 1 << 26, 512 } })
		measure("lz_match", l.n, l.b, "int32", 0.f, lz_match, own<byte>(5), f<unsigned short>(4), 64);
	for (plane p : { plane{ i3(1280, 720), i3(16, 16) }, plane{ i3(7680, 4320), i3(16, 16) } })
		measure("hog_cells", p.n, p.b, "int32", 0.f, hog_cells, own<float>(0), F(4), p.n.x);
	for (plane p : { plane{ i3(180 * 256, 1), i3(256, 1) }, plane{ i3(180 * 512, 4), i3(512, 1) },
		     plane{ i3(180 * 256, 32), i3(256, 1) } })
		measure("hough_rho", p.n, p.b, "int32", 0.f, hough_rho, own<short2>(7), I(4), 16384);
	for (plane p : { plane{ i3(32, 2000), i3(32, 2) }, plane{ i3(32, 20000), i3(32, 4) },
		     plane{ i3(32, 60000), i3(32, 4) } })
		measure("getrf_pivot32", p.n, p.b, "int32", 0.f, getrf_pivot32, own<float>(0), F(4), I(5));
	for (plane p : { plane{ i3(40, 20000), i3(40, 4) }, plane{ i3(40, 50000), i3(40, 3) } }) {
		limit = p.n.y;
		measure("dg_lift", p.n, p.b, "int32", 0.f, dg_lift, I(3), own<int>(12), v4(0), F(1), F(2), F(4), 20 * p.n.y,
			p.n.y);
	}
	limit = 0;
	for (int n : { 96, 160, 400 })
		measure("eikonal_tile", i3(n, n, n), i3(8, 8, 8), "int32", 0.f, eikonal_tile, F(0), F(1), F(4), n, n, 8);
	for (i3 c : { i3(10, 10, 10), i3(20, 20, 16) }) {
		in_cells<<<1024, 256>>>(own<float4>(11), c.x + 2, c.y + 2, c.z + 2);
		measure("cell_neighbours", i3(32 * c.x, c.y, c.z), i3(32, 1, 1), "int32", 0.f, cell_neighbours, own<float4>(11),
			I(4), I(5), 160, .81f);
	}
	for (int n : { 4000, 16000, 60000 })
		measure("ln_backward", 256 * n, 256, "int32", zero, ln_backward, h2(0), h2(1), f2(2), f2(3), h2(4), 1024,
			1 / 2048.f);
	for (int n : { 64, 512, 2048 })
		measure("delta_rule", 64 * n, 64, "int32", 0.f, delta_rule, F(0), F(1), F(2), F(3), F(4), n, 256);
	for (plane p : { plane{ i3(32, 16384), i3(32, 8) }, plane{ i3(32, 131072), i3(32, 8) } })
		measure("gemv_int4", p.n, p.b, "int32", zero, gemv_int4, u(0), f<half>(1), f<half>(2), F(4), 512);
	for (plane p : { plane{ i3(32, 30000), i3(32, 4) }, plane{ i3(32, 400000), i3(32, 8) } })
		measure("topk_gate", p.n, p.b, "int32", 0.f, topk_gate, own<float>(0), F(4), I(5), p.n.y);
	for (plane p : { plane{ i3(256, 512), i3(32, 16) }, plane{ i3(2048, 4096), i3(32, 16) } })
		measure("ising_tile", p.n, p.b, "int32", 0.f, ising_tile, own<signed char>(8), f<signed char>(4), p.n.x, 10, 99u,
			-.8f);
	for (plane p : { plane{ i3(81, 3000), i3(81, 3) }, plane{ i3(81, 60000), i3(81, 2) } })
		measure("sudoku_masks", p.n, p.b, "int32", 0.f, sudoku_masks, own<unsigned short>(9), 10);
	for (line l : { line{ 20000, 64 }, line{ 200000, 128 }, line{ 1000000, 256 } })
		measure("ray_triangles", l.n, l.b, "int32", 0.f, ray_triangles, own<float4>(0), own<float4>(0) + (1 << 20),
			own<float4>(0) + (2 << 20), own<float4>(0) + (3 << 20), own<float4>(0) + (4 << 20), f2(4), l.n, 1024);
	for (line l : { line{ 1 << 21, 256 }, line{ 1 << 25, 256 } })
		measure("rle_runs", l.n, l.b, "int32", 0.f, rle_runs, own<uchar4>(5), I(4), B(5), I(6));
	return cudaDeviceSynchronize() != cudaSuccess;
}
