// An eighth blind set of kernels as engineers write them, and in no other set: hashes of leaves, options
// on a mean, densities of particles, distances of galaxies, stability of the ocean, filter banks, searches
// in a genome, filters after Bloom, forests of decisions, rotations, dedispersion, yields, arms of robots,
// characteristics and transforms after Winograd in loops of a thread; AES, splats, alignments of speech,
// transforms by three, wavelets, Gram and Schmidt, excitable media, textures, the bootstrap, factors of
// ratings, graph attention, binary products, mosaics, drainage and paged attention in shared memory.
// Said in met.wsp before anything was timed or predicted.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 met.cu && ./a.out >met.csv
//
// cold_ms is the median of nine launches, each between two events, on caches that hold other data, all of
// it read.
// With an argument each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
#include "own.h"

// Loops in a thread.

__device__ __forceinline__ unsigned rotr(unsigned v, int n)
{
	return v >> n | v << (32 - n);
}

// SHA-256 of messages of m blocks, whose words the host has swapped.
__global__ void sha256_leaves(IN(uint4) a, OUT(uint4) o, int n, int m)
{
	static constexpr unsigned key[64] = { 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
		0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
		0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
		0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
		0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb,
		0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624,
		0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
		0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb,
		0xbef9a3f7, 0xc67178f2 };
	int i = X;
	if (i >= n)
		return;
	unsigned h[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
		0x5be0cd19 };
	for (int k = 0; k < m; ++k) {
		unsigned w[16], s[8];
#pragma unroll
		for (int j = 0; j < 4; ++j) {
			uint4 v = a[4 * (m * i + k) + j];
			w[4 * j] = v.x;
			w[4 * j + 1] = v.y;
			w[4 * j + 2] = v.z;
			w[4 * j + 3] = v.w;
		}
#pragma unroll
		for (int j = 0; j < 8; ++j)
			s[j] = h[j];
#pragma unroll
		for (int t = 0; t < 64; ++t) {
			if (t >= 16) {
				unsigned p = w[(t + 1) & 15], q = w[(t + 14) & 15];
				w[t & 15] += (rotr(p, 7) ^ rotr(p, 18) ^ p >> 3) + w[(t + 9) & 15] +
					(rotr(q, 17) ^ rotr(q, 19) ^ q >> 10);
			}
			unsigned e = s[4], b = s[0];
			unsigned u = s[7] + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + (s[6] ^ (e & (s[5] ^ s[6]))) + key[t] +
				w[t & 15];
			unsigned v = (rotr(b, 2) ^ rotr(b, 13) ^ rotr(b, 22)) + ((b & s[1]) | (s[2] & (b | s[1])));
			s[7] = s[6];
			s[6] = s[5];
			s[5] = e;
			s[4] = s[3] + u;
			s[3] = s[2];
			s[2] = s[1];
			s[1] = b;
			s[0] = u + v;
		}
#pragma unroll
		for (int j = 0; j < 8; ++j)
			h[j] += s[j];
	}
	o[2 * i] = make_uint4(h[0], h[1], h[2], h[3]);
	o[2 * i + 1] = make_uint4(h[4], h[5], h[6], h[7]);
}

// A call on the mean of the price, a path of 2 m days to a thread.
__global__ void asian_paths(OUT(float) o, int n, int m, unsigned seed, float spot, float drift, float vol,
	float strike)
{
	int i = X;
	if (i >= n)
		return;
	unsigned u = (i + 1) * 2654435761u ^ seed;
	float s = spot, t = 0;
	for (int k = 0; k < m; ++k) {
		u ^= u << 13;
		u ^= u >> 17;
		u ^= u << 5;
		float p = (float) (u >> 8) * 5.9604645e-8f + 2.9802322e-8f;
		u ^= u << 13;
		u ^= u >> 17;
		u ^= u << 5;
		float q = (float) (u >> 8) * 3.7450704e-7f;
		float r = vol * sqrtf(-2 * __logf(p));
		s *= __expf(drift + r * __cosf(q));
		t += s;
		s *= __expf(drift + r * __sinf(q));
		t += s;
	}
	t /= (float) (2 * m);
	o[i] = fmaxf(t - strike, 0.f);
	o[n + i] = s;
}

// Densities by a kernel after Wendland, of m neighbours those that are near enough.
__global__ void sph_density(IN(float4) pos, IN(int) list, OUT(float) o, int n, int m, float h)
{
	int i = X;
	if (i >= n)
		return;
	float4 p = pos[i];
	float s = p.w, g = 2 / h;
	for (int k = 0; k < m; ++k) {
		float4 r = pos[list[k * n + i]];
		float dx = p.x - r.x, dy = p.y - r.y, dz = p.z - r.z, d2 = dx * dx + dy * dy + dz * dz;
		if (d2 < h * h) {
			float q = g * sqrtf(d2), t = 1 - .5f * q;
			t *= t;
			s += r.w * t * t * (2 * q + 1);
		}
	}
	o[i] = .55704230f * s / (h * h * h);
}

// Distances of galaxies by their redshift: an integral by Simpson's rule.
__global__ void comoving_simpson(IN(double) red, OUT(double) o, int n, int m, double om, double orad, double ok,
	double ol)
{
	int i = X;
	if (i >= n)
		return;
	double z = red[i], h = z / m, b = 1 + z, s = 1 + rsqrt(ol + b * b * (ok + b * (om + b * orad)));
	for (int k = 1; k < m; ++k) {
		double a = 1 + h * k;
		s += (k & 1 ? 4. : 2.) * rsqrt(ol + a * a * (ok + a * (om + a * orad)));
	}
	s *= h / 3;
	o[i] = s;
	o[n + i] = 5 * log10(b * s);
}

// Pressure and stability of columns of the ocean, from the surface down.
__global__ void brunt_column(IN(double) temp, IN(double) salt, IN(double) dz, OUT(double) pres, OUT(double) o, int n,
	int m)
{
	int i = X;
	if (i >= n)
		return;
	double p = 0, above = 1000;
	for (int k = 0; k < m; ++k) {
		double t = temp[k * n + i], s = salt[k * n + i], h = dz[k];
		double r = 999.84 + t * (.0679 - t * (.0091 - 1e-4 * t)) + s * (.8245 - t * (.0041 - 7.6e-5 * t) + 4.8e-4 * s) +
			p * (4.5e-7 - 2.5e-9 * t);
		double q = p + 4.9033 * h * r;
		pres[k * n + i] = q;
		o[k * n + i] = 9.8066 * (r - above) / (r * h);
		above = r;
		p = q + 4.9033 * h * r;
	}
}

// Before the transform of a polyphase filter bank: m taps for each of nc channels.
__global__ void pfb_frontend(IN(char2) a, IN(float) h, OUT(float2) o, int nc, int frames, int m)
{
	int x = X, y = Y;
	if (x >= nc || y >= frames)
		return;
	float re = 0, im = 0;
	for (int t = 0; t < m; ++t) {
		char2 v = a[(y + t) * nc + x];
		float w = h[t * nc + x];
		re += w * (float) v.x;
		im += w * (float) v.y;
	}
	o[y * nc + x] = make_float2(re, im);
}

// Backward search of m letters in an index after Ferragina and Manzini, from the intervals that a table of
// seeds gave: 32 letters to a block, two planes of bits and the counts before it.
__global__ void fm_search(IN(uint2) seed, IN(byte) letters, IN(unsigned) first, IN(unsigned) occ, IN(uint2) bits,
	OUT(uint2) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	uint2 at = seed[i];
	unsigned lo = at.x, hi = at.y;
	for (int k = m - 1; k >= 0; --k) {
		unsigned c = letters[k * n + i] >> 1 & 3, f = first[c], x = c & 1 ? 0 : ~0u, y = c & 2 ? 0 : ~0u;
		uint2 p = bits[lo >> 5], q = bits[hi >> 5];
		lo = f + occ[4 * (lo >> 5) + c] + __popc((p.x ^ x) & (p.y ^ y) & ((1u << (lo & 31)) - 1));
		hi = f + occ[4 * (hi >> 5) + c] + __popc((q.x ^ x) & (q.y ^ y) & ((1u << (hi & 31)) - 1));
	}
	o[i] = make_uint2(lo, hi);
}

// Which keys a Bloom filter with m bits for each may hold.
__global__ void bloom_probe(IN(unsigned) key, IN(unsigned) words, OUT(byte) o, int n, int m, unsigned mask)
{
	int i = X;
	if (i >= n)
		return;
	unsigned v = key[i], b = v * 0x9E3779B1u, d = v * 0x85EBCA77u | 1, hit = 1;
	b ^= b >> 15;
	for (int k = 0; k < m; ++k) {
		hit &= words[b >> 5 & mask] >> (b & 31);
		b += d;
	}
	o[i] = (byte) hit;
}

// A forest of m trees with eight levels: the feature and the threshold of each node, the values of leaves.
__global__ void forest_predict(IN(float) a, IN(int) feature, IN(float) threshold, IN(float) leaf, OUT(float) o, int n,
	int m)
{
	int i = X;
	if (i >= n)
		return;
	float s = 0;
	for (int t = 0; t < m; ++t) {
		int at = 0;
#pragma unroll
		for (int l = 0; l < 8; ++l)
			at = 2 * at + 1 + (a[feature[256 * t + at] * n + i] > threshold[256 * t + at] ? 1 : 0);
		s += leaf[256 * t + at - 255];
	}
	o[i] = s / (float) m;
}

// The rotation in a gradient of deformation, by m steps of Newton.
__global__ void polar_newton3(IN(float) f, OUT(float) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float r[9], c[9];
#pragma unroll
	for (int j = 0; j < 9; ++j)
		r[j] = f[j * n + i] + (j % 4 == 0 ? 2 : 0);
	for (int k = 0; k < m; ++k) {
		c[0] = r[4] * r[8] - r[5] * r[7];
		c[1] = r[5] * r[6] - r[3] * r[8];
		c[2] = r[3] * r[7] - r[4] * r[6];
		c[3] = r[2] * r[7] - r[1] * r[8];
		c[4] = r[0] * r[8] - r[2] * r[6];
		c[5] = r[1] * r[6] - r[0] * r[7];
		c[6] = r[1] * r[5] - r[2] * r[4];
		c[7] = r[2] * r[3] - r[0] * r[5];
		c[8] = r[0] * r[4] - r[1] * r[3];
		float d = .5f / (r[0] * c[0] + r[1] * c[1] + r[2] * c[2]);
#pragma unroll
		for (int j = 0; j < 9; ++j)
			r[j] = .5f * r[j] + d * c[j];
	}
#pragma unroll
	for (int j = 0; j < 9; ++j)
		o[j * n + i] = r[j];
}

// Sums over m channels, each late by what a measure of dispersion says.
__global__ void dedisperse_sum(IN(byte) a, IN(int) delay, OUT(float) o, int nt, int samples, int m, float f)
{
	int x = X, y = Y, s = 0;
	if (x >= nt)
		return;
	for (int k = 0; k < m; ++k)
		s += a[k * samples + x + delay[y * m + k]];
	o[y * nt + x] = f * (float) s;
}

// The yield of bonds with m coupons, by steps of Newton.
__global__ void bond_yield(IN(double) price, IN(double) coupon, OUT(double) o, int n, int m, int steps)
{
	int i = X;
	if (i >= n)
		return;
	double p = price[i], c = .05 * coupon[i], y = .03;
	for (int l = 0; l < steps; ++l) {
		double d = 1 / (1 + y), v = 1 + c, w = 0;
		for (int k = 1; k < m; ++k) {
			w = w * d + v;
			v = v * d + c;
		}
		y += (v * d - p) / ((w * d + v) * d * d);
	}
	o[i] = y;
}

// Where the hand of an arm with m joints is, after Denavit and Hartenberg.
__global__ void dh_chain(IN(float) theta, IN(float4) link, OUT(float) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float r[12] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 };
	for (int k = 0; k < m; ++k) {
		float t = theta[k * n + i], c = cosf(t), s = sinf(t);
		float4 q = link[k];
#pragma unroll
		for (int j = 0; j < 12; j += 4) {
			float u = r[j], v = r[j + 1], w = r[j + 2], e = v * c - u * s, x = u * c + v * s;
			r[j] = x;
			r[j + 1] = q.x * e + q.y * w;
			r[j + 2] = q.x * w - q.y * e;
			r[j + 3] += q.z * x + q.w * w;
		}
	}
#pragma unroll
	for (int j = 0; j < 12; ++j)
		o[j * n + i] = r[j];
}

// Flux along tracks of m segments in 32 groups, what each leaves is added to its region.
__global__ void moc_sweep(IN(int) region, IN(float) length, IN(float) sigma, IN(float) source, IN(float) psi,
	OUT(float) phi, OUT(float) o, int tracks, int m)
{
	int x = threadIdx.x, y = Y;
	if (y >= tracks)
		return;
	float p = 4 * psi[y * 32 + x];
	for (int k = 0; k < m; ++k) {
		int r = region[y * m + k] * 32 + x;
		float d = (p - source[r]) * (1 - __expf(-sigma[r] * length[y * m + k]));
		p -= d;
		atomicAdd(&phi[r], d);
	}
	o[y * 32 + x] = p;
}

// Tiles of 4 x 4 pixels as Winograd's products with 2 x 2 results take them, for m channels.
__global__ void winograd_input(IN(half2) a, OUT(half) o, int nx, int ny, int m)
{
	int x = X, y = Y;
	if (x >= nx || y >= ny)
		return;
	for (int k = 0; k < m; ++k) {
		float d[4][4], t[4][4];
#pragma unroll
		for (int j = 0; j < 4; ++j) {
			int i = (k * (2 * ny + 2) + 2 * y + j) * (nx + 1) + x;
			float2 u = __half22float2(a[i]), v = __half22float2(a[i + 1]);
			d[j][0] = u.x;
			d[j][1] = u.y;
			d[j][2] = v.x;
			d[j][3] = v.y;
		}
#pragma unroll
		for (int j = 0; j < 4; ++j) {
			t[0][j] = d[0][j] - d[2][j];
			t[1][j] = d[1][j] + d[2][j];
			t[2][j] = d[2][j] - d[1][j];
			t[3][j] = d[1][j] - d[3][j];
		}
#pragma unroll
		for (int j = 0; j < 4; ++j) {
			int i = ((4 * j * m + k) * ny + y) * nx + x, next = m * ny * nx;
			o[i] = __float2half(t[j][0] - t[j][2]);
			o[i + next] = __float2half(t[j][1] + t[j][2]);
			o[i + 2 * next] = __float2half(t[j][2] - t[j][1]);
			o[i + 3 * next] = __float2half(t[j][1] - t[j][3]);
		}
	}
}

// Shared memory.

__constant__ unsigned round_keys[60];

// AES, each block of 16 bytes for itself, with four tables and the box in shared memory; the words of the
// tables are any.
__global__ void aes_ecb(IN(uint4) a, IN(unsigned) table, IN(byte) box, OUT(uint4) o, int n, int rounds)
{
	__shared__ unsigned t0[256], t1[256], t2[256], t3[256];
	__shared__ byte sb[256];
	int step = gridDim.x * blockDim.x;

	for (int t = threadIdx.x; t < 256; t += blockDim.x) {
		t0[t] = table[t];
		t1[t] = table[256 + t];
		t2[t] = table[512 + t];
		t3[t] = table[768 + t];
		sb[t] = box[t];
	}
	__syncthreads();
	for (int i = X; i < n; i += step) {
		uint4 v = a[i];
		unsigned p = v.x ^ round_keys[0], q = v.y ^ round_keys[1], r = v.z ^ round_keys[2], s = v.w ^ round_keys[3];
		for (int k = 1; k < rounds; ++k) {
			unsigned e = t0[p >> 24] ^ t1[q >> 16 & 255] ^ t2[r >> 8 & 255] ^ t3[s & 255] ^ round_keys[4 * k];
			unsigned f = t0[q >> 24] ^ t1[r >> 16 & 255] ^ t2[s >> 8 & 255] ^ t3[p & 255] ^ round_keys[4 * k + 1];
			unsigned g = t0[r >> 24] ^ t1[s >> 16 & 255] ^ t2[p >> 8 & 255] ^ t3[q & 255] ^ round_keys[4 * k + 2];
			unsigned h = t0[s >> 24] ^ t1[p >> 16 & 255] ^ t2[q >> 8 & 255] ^ t3[r & 255] ^ round_keys[4 * k + 3];
			p = e;
			q = f;
			r = g;
			s = h;
		}
		v.x = (unsigned) sb[p >> 24] << 24 ^ sb[q >> 16 & 255] << 16 ^ sb[r >> 8 & 255] << 8 ^ sb[s & 255] ^
			round_keys[4 * rounds];
		v.y = (unsigned) sb[q >> 24] << 24 ^ sb[r >> 16 & 255] << 16 ^ sb[s >> 8 & 255] << 8 ^ sb[p & 255] ^
			round_keys[4 * rounds + 1];
		v.z = (unsigned) sb[r >> 24] << 24 ^ sb[s >> 16 & 255] << 16 ^ sb[p >> 8 & 255] << 8 ^ sb[q & 255] ^
			round_keys[4 * rounds + 2];
		v.w = (unsigned) sb[s >> 24] << 24 ^ sb[p >> 16 & 255] << 16 ^ sb[q >> 8 & 255] << 8 ^ sb[r & 255] ^
			round_keys[4 * rounds + 3];
		o[i] = v;
	}
}

// Tiles of 16 x 16 pixels, each under m splats of its own, from the front to the back.
__global__ void splat_tile(IN(float2) centre, IN(float4) conic, IN(float4) colour, OUT(float4) o, int nx, int m)
{
	__shared__ float2 sp[256];
	__shared__ float4 sq[256], sc[256];
	int t0 = 16 * threadIdx.y + threadIdx.x, from = (blockIdx.y * gridDim.x + blockIdx.x) * m;
	float px = (float) X + .5f, py = (float) Y + .5f, r = 0, g = 0, b = 0, t = 1;

	for (int k = 0; k < m; k += 256) {
		sp[t0] = centre[from + k + t0];
		sq[t0] = conic[from + k + t0];
		sc[t0] = colour[from + k + t0];
		__syncthreads();
#pragma unroll 4
		for (int j = 0; j < 256; ++j) {
			float2 p = sp[j];
			float4 q = sq[j];
			float dx = p.x - px, dy = p.y - py;
			float al = fminf(.99f, q.w * __expf(-.5f * (q.x * dx * dx + q.z * dy * dy) - q.y * dx * dy));
			if (al > .00392157f) {
				float4 c = sc[j];
				float w = al * t;
				r += w * c.x;
				g += w * c.y;
				b += w * c.z;
				t -= w;
			}
		}
		__syncthreads();
	}
	o[Y * nx + X] = make_float4(r, g, b, t);
}

// Forward sums of the connectionist temporal classification: a state to a thread, m frames.
__global__ void ctc_alpha(IN(int) label, IN(float) logp, OUT(float) o, int n, int m)
{
	__shared__ float s[2][258];
	int tx = threadIdx.x, x = X, c = label[x], before = tx > 1 ? label[x - 2] : -1;
	bool skip = tx % 2 == 1 && c != before;
	const float none = -1e30f;

	s[0][tx + 2] = tx < 2 ? 0 : none;
	if (tx < 2)
		s[0][tx] = s[1][tx] = none;
	__syncthreads();
	for (int k = 0; k < m; ++k) {
		float l = logp[(blockIdx.x * m + k) * 128 + c];
		float a = s[k % 2][tx + 2], b = s[k % 2][tx + 1], d = skip ? s[k % 2][tx] : none, q = fmaxf(fmaxf(a, b), d);
		float v = l + q + __logf(__expf(a - q) + __expf(b - q) + __expf(d - q));
		s[(k + 1) % 2][tx + 2] = v;
		o[k * n + x] = v;
		__syncthreads();
	}
}

// Transforms of 243 complex numbers by three.
__global__ void fft243_r3(IN(float2) a, IN(float2) twiddle, OUT(float2) o)
{
	__shared__ float2 s[4][243];
	int tx = threadIdx.x, ty = threadIdx.y, y = Y;
	float2 v[3];

#pragma unroll
	for (int j = 0; j < 3; ++j)
		v[j] = a[y * 243 + 81 * j + tx];
#pragma unroll
	for (int l = 1; l < 243; l *= 3) {
		int k = tx % l;
		if (l > 1) {
#pragma unroll
			for (int j = 0; j < 3; ++j)
				v[j] = s[ty][81 * j + tx];
#pragma unroll
			for (int j = 1; j < 3; ++j) {
				float2 w = twiddle[81 / l * j * k], u = v[j];
				v[j] = make_float2(w.x * u.x - w.y * u.y, w.x * u.y + w.y * u.x);
			}
			__syncthreads();
		}
		float pr = v[1].x + v[2].x, pi = v[1].y + v[2].y;
		float mr = .8660254f * (v[1].y - v[2].y), mi = .8660254f * (v[2].x - v[1].x);
		float hr = v[0].x - .5f * pr, hi = v[0].y - .5f * pi;
		v[0] = make_float2(v[0].x + pr, v[0].y + pi);
		v[1] = make_float2(hr + mr, hi + mi);
		v[2] = make_float2(hr - mr, hi - mi);
		if (l < 81) {
#pragma unroll
			for (int j = 0; j < 3; ++j)
				s[ty][tx / l * l * 3 + k + j * l] = v[j];
			__syncthreads();
		}
	}
#pragma unroll
	for (int j = 0; j < 3; ++j)
		o[y * 243 + 81 * j + tx] = v[j];
}

// Wavelets of JPEG 2000, 9 and 7 taps, along rows of 1024 pixels.
__global__ void cdf97_rows(IN(float2) a, OUT(float) o)
{
	__shared__ float e[512], d[512];
	int tx = threadIdx.x, from = 512 * blockIdx.x;
	const float alpha = -1.586134f, beta = -.05298012f, gamma = .8829111f, delta = .4435069f, scale = 1.149604f;

#pragma unroll
	for (int k = 0; k < 2; ++k) {
		int i = 256 * k + tx;
		float2 v = a[from + i];
		e[i] = v.x;
		d[i] = v.y;
	}
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 2; ++k) {
		int i = 256 * k + tx;
		d[i] += alpha * (e[i] + e[min(i + 1, 511)]);
	}
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 2; ++k) {
		int i = 256 * k + tx;
		e[i] += beta * (d[max(i - 1, 0)] + d[i]);
	}
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 2; ++k) {
		int i = 256 * k + tx;
		d[i] += gamma * (e[i] + e[min(i + 1, 511)]);
	}
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 2; ++k) {
		int i = 256 * k + tx;
		float v = d[i];
		o[2 * from + i] = (e[i] + delta * (d[max(i - 1, 0)] + v)) * (1 / scale);
		o[2 * from + 512 + i] = v * scale;
	}
}

// Gram and Schmidt's method for panels of 128 rows and 8 columns, a row to a thread.
__global__ void mgs_panel(IN(double) a, OUT(double) q, OUT(double) r)
{
	__shared__ double part[4][8];
	int tx = threadIdx.x, from = 1024 * blockIdx.x;
	double v[8];

#pragma unroll
	for (int k = 0; k < 8; ++k)
		v[k] = a[from + 128 * k + tx];
#pragma unroll
	for (int k = 0; k < 8; ++k) {
#pragma unroll
		for (int j = k; j < 8; ++j) {
			double p = v[k] * v[j];
#pragma unroll
			for (int l = 16; l > 0; l /= 2)
				p += __shfl_xor_sync(~0u, p, l);
			if (tx % 32 == 0)
				part[tx / 32][j] = p;
		}
		__syncthreads();
		double f = rsqrt(part[0][k] + part[1][k] + part[2][k] + part[3][k]);
		v[k] *= f;
#pragma unroll
		for (int j = k + 1; j < 8; ++j)
			v[j] -= f * (part[0][j] + part[1][j] + part[2][j] + part[3][j]) * v[k];
		if (tx >= k && tx < 8)
			r[64 * blockIdx.x + 8 * k + tx] = f * (part[0][tx] + part[1][tx] + part[2][tx] + part[3][tx]);
		__syncthreads();
	}
#pragma unroll
	for (int k = 0; k < 8; ++k)
		q[from + 128 * k + tx] = v[k];
}

// FitzHugh and Nagumo's medium, m steps of a tile of which 24 x 24 cells stay.
__global__ void fitzhugh_steps(IN(float) u, IN(float) v, OUT(float) uo, OUT(float) vo, int sx, int m, float d, float dt,
	float eps)
{
	__shared__ float s[32][32];
	int tx = threadIdx.x, ty = threadIdx.y, i = (24 * blockIdx.y + ty) * sx + 24 * blockIdx.x + tx;
	float a = u[i], b = v[i];

	s[ty][tx] = a;
	__syncthreads();
	for (int k = 0; k < m; ++k) {
		if (tx > k && tx < 31 - k && ty > k && ty < 31 - k) {
			float l = s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] - 4 * a;
			float w = a + dt * (d * l + a - .3333333f * a * a * a - b);
			b += dt * eps * (a + .7f - .8f * b);
			a = w;
		}
		__syncthreads();
		s[ty][tx] = a;
		__syncthreads();
	}
	if (tx >= 4 && tx < 28 && ty >= 4 && ty < 28) {
		uo[i] = a;
		vo[i] = b;
	}
}

// How often levels of grey are side by side, 16 levels; a thread has m rows.
__global__ void glcm_hist(IN(byte) a, int *o, int nx, int sx, int m)
{
	__shared__ int s[256];
	int tx = threadIdx.x, x = X, y = Y;

	s[tx] = 0;
	__syncthreads();
	if (x < nx)
		for (int k = 0; k < m; ++k) {
			int i = (y * m + k) * sx + x;
			atomicAdd(&s[(a[i] & 240) + (a[i + 1] >> 4)], 1);
		}
	__syncthreads();
	atomicAdd(&o[tx], s[tx]);
}

// Means and variances of m values drawn from a sample of 4096, each thread draws its own.
__global__ void bootstrap_means(IN(float) a, OUT(float) o, int n, int m, unsigned seed)
{
	__shared__ float s[4096];
	int i = X;
	unsigned u = (i + 1) * 0x9E3779B1u ^ seed;
	float p = 0, q = 0;

	for (int t = threadIdx.x; t < 4096; t += blockDim.x)
		s[t] = a[t];
	__syncthreads();
	if (i >= n)
		return;
	u ^= u >> 16;
	u *= 0x85EBCA6Bu;
	u ^= u >> 13;
	for (int k = 0; k < m; ++k) {
		u ^= u << 13;
		u ^= u >> 17;
		u ^= u << 5;
		float v = s[u >> 20];
		p += v;
		q += v * v;
	}
	p /= (float) m;
	o[i] = p;
	o[n + i] = q / (float) m - p * p;
}

// Normal equations of alternating least squares: m ratings of a user, 16 factors.
__global__ void als_normal(IN(int) item, IN(float) rating, IN(float) factor, OUT(float) o, OUT(float) rhs, int m,
	float lambda)
{
	__shared__ float s[16][17], r[16];
	int tx = threadIdx.x, ty = threadIdx.y, b = blockIdx.x;
	float v = tx == ty ? lambda : 0, w = 0;

	for (int l = 0; l < m; l += 16) {
		s[ty][tx] = factor[item[b * m + l + ty] * 16 + tx];
		if (ty == 0)
			r[tx] = rating[b * m + l + tx];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 16; ++k)
			v += s[k][ty] * s[k][tx];
		if (ty == 0) {
#pragma unroll
			for (int k = 0; k < 16; ++k)
				w += r[k] * s[k][tx];
		}
		__syncthreads();
	}
	o[256 * b + 16 * ty + tx] = v;
	if (ty == 0)
		rhs[16 * b + tx] = w;
}

// Attention of a node to 32 others, a warp to a node: 64 features, two to a lane.
__global__ void gat_node(IN(int) list, IN(float) left, IN(float) right, IN(float2) h, OUT(float2) o, int nodes)
{
	int x = threadIdx.x, y = Y;
	if (y >= nodes)
		return;
	int j = list[y * 32 + x];
	float e = left[y] + right[j], most, w, all;
	e = e > 0 ? e : .2f * e;
	most = e;
#pragma unroll
	for (int l = 16; l > 0; l /= 2)
		most = fmaxf(most, __shfl_xor_sync(~0u, most, l));
	w = __expf(e - most);
	all = w;
#pragma unroll
	for (int l = 16; l > 0; l /= 2)
		all += __shfl_xor_sync(~0u, all, l);
	w /= all;
	float2 s = make_float2(0, 0);
#pragma unroll 8
	for (int k = 0; k < 32; ++k) {
		float2 v = h[__shfl_sync(~0u, j, k) * 32 + x];
		float f = __shfl_sync(~0u, w, k);
		s.x += f * v.x;
		s.y += f * v.y;
	}
	o[y * 32 + x] = s;
}

// Products of matrices of signs, m words of 32 signs to a row, 32 x 32 results to a block.
__global__ void xnor_gemm(IN(unsigned) a, IN(unsigned) b, OUT(int) o, int n, int m)
{
	__shared__ unsigned sa[32][17], sb[32][17];
	int tx = threadIdx.x, ty = threadIdx.y, c0 = 0, c1 = 0, c2 = 0, c3 = 0;
	int ra = 32 * blockIdx.y + ty, rb = 32 * blockIdx.x + ty;

	for (int l = 0; l < m; l += 16) {
		sa[ty][tx] = a[ra * m + l + tx];
		sa[ty + 16][tx] = a[(ra + 16) * m + l + tx];
		sb[ty][tx] = b[rb * m + l + tx];
		sb[ty + 16][tx] = b[(rb + 16) * m + l + tx];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 16; ++k) {
			unsigned p = sa[ty][k], q = sa[ty + 16][k], u = sb[tx][k], v = sb[tx + 16][k];
			c0 += __popc(p ^ u);
			c1 += __popc(p ^ v);
			c2 += __popc(q ^ u);
			c3 += __popc(q ^ v);
		}
		__syncthreads();
	}
	int i = ra * n + 32 * blockIdx.x + tx;
	o[i] = 32 * m - 2 * c0;
	o[i + 16] = 32 * m - 2 * c1;
	o[i + 16 * n] = 32 * m - 2 * c2;
	o[i + 16 * n + 16] = 32 * m - 2 * c3;
}

__device__ __forceinline__ unsigned short level(float v)
{
	return (unsigned short) fminf(fmaxf(v + .5f, 0.f), 65535.f);
}

// Colours of a Bayer mosaic (red first), after Malvar, He and Cutler.
__global__ void demosaic_tile(IN(unsigned short) a, OUT(ushort4) o, int nx)
{
	__shared__ unsigned short s[12][36];
	int tx = threadIdx.x, ty = threadIdx.y, sx = nx + 4, from = 8 * blockIdx.y * sx + 32 * blockIdx.x;

	for (int t = 32 * ty + tx; t < 432; t += 256)
		s[t / 36][t % 36] = a[from + t / 36 * sx + t % 36];
	__syncthreads();
	int p = tx + 2, q = ty + 2;
	float c = s[q][p], h = (float) s[q][p - 1] + s[q][p + 1], v = (float) s[q - 1][p] + s[q + 1][p];
	float hh = (float) s[q][p - 2] + s[q][p + 2], vv = (float) s[q - 2][p] + s[q + 2][p];
	float d = (float) s[q - 1][p - 1] + s[q - 1][p + 1] + s[q + 1][p - 1] + s[q + 1][p + 1];
	float green = .125f * (4 * c + 2 * (h + v) - hh - vv);
	float along = .125f * (5 * c + 4 * h - d - hh + .5f * vv);
	float across = .125f * (5 * c + 4 * v - d - vv + .5f * hh);
	float far = .125f * (6 * c + 2 * d - 1.5f * (hh + vv));
	bool even = tx % 2 == 0, top = ty % 2 == 0;
	float r = top ? (even ? c : along) : (even ? across : far);
	float g = even == top ? green : c;
	float b = top ? (even ? far : across) : (even ? along : c);
	o[Y * nx + X] = make_ushort4(level(r), level(g), level(b), 65535);
}

// Where water runs to, of the eight neighbours, and how steep it is.
__global__ void d8_flow(IN(float) a, OUT(byte) o, OUT(float) slope, int nx)
{
	__shared__ float s[10][34];
	int tx = threadIdx.x, ty = threadIdx.y, sx = nx + 2, from = 8 * blockIdx.y * sx + 32 * blockIdx.x, at = 0;

	for (int t = 32 * ty + tx; t < 340; t += 256)
		s[t / 34][t % 34] = a[from + t / 34 * sx + t % 34];
	__syncthreads();
	float c = s[ty + 1][tx + 1], most = 0;
#pragma unroll
	for (int k = 0; k < 9; ++k) {
		int i = k % 3, j = k / 3;
		if (k != 4) {
			float f = (c - s[ty + j][tx + i]) * (i != 1 && j != 1 ? .70710678f : 1.f);
			at = f > most ? k + 1 : at;
			most = fmaxf(most, f);
		}
	}
	o[Y * nx + X] = (byte) at;
	slope[Y * nx + X] = most;
}

// Attention of one query for each head over m pages of 16 keys, 64 numbers each, two to a lane.
__global__ void paged_decode(IN(half2) q, IN(half2) keys, IN(half2) values, IN(int) table, OUT(half2) o, int m,
	float scale)
{
	__shared__ float s[1024], part[4], px[4][32], py[4][32];
	int tx = threadIdx.x, lane = tx % 32, w = tx / 32, head = blockIdx.x, seq = blockIdx.y, heads = gridDim.x;
	float2 a = __half22float2(q[(seq * heads + head) * 32 + lane]);
	float most = -1e30f, all = 0, x = 0, y = 0;

	for (int p = 0; p < m; ++p) {
		int page = table[seq * m + p];
#pragma unroll
		for (int j = 0; j < 4; ++j) {
			float2 v = __half22float2(keys[((page * heads + head) * 16 + 4 * j + w) * 32 + lane]);
			float d = a.x * v.x + a.y * v.y;
#pragma unroll
			for (int l = 16; l > 0; l /= 2)
				d += __shfl_xor_sync(~0u, d, l);
			if (lane == 0)
				s[16 * p + 4 * j + w] = scale * d;
		}
	}
	__syncthreads();
	for (int t = tx; t < 16 * m; t += 128)
		most = fmaxf(most, s[t]);
#pragma unroll
	for (int l = 16; l > 0; l /= 2)
		most = fmaxf(most, __shfl_xor_sync(~0u, most, l));
	if (lane == 0)
		part[w] = most;
	__syncthreads();
	most = fmaxf(fmaxf(part[0], part[1]), fmaxf(part[2], part[3]));
	__syncthreads();
	for (int t = tx; t < 16 * m; t += 128) {
		float e = __expf(s[t] - most);
		s[t] = e;
		all += e;
	}
#pragma unroll
	for (int l = 16; l > 0; l /= 2)
		all += __shfl_xor_sync(~0u, all, l);
	if (lane == 0)
		part[w] = all;
	__syncthreads();
	all = part[0] + part[1] + part[2] + part[3];
	for (int p = 0; p < m; ++p) {
		int page = table[seq * m + p];
#pragma unroll
		for (int j = 0; j < 4; ++j) {
			float2 v = __half22float2(values[((page * heads + head) * 16 + 4 * j + w) * 32 + lane]);
			float e = s[16 * p + 4 * j + w];
			x += e * v.x;
			y += e * v.y;
		}
	}
	px[w][lane] = x;
	py[w][lane] = y;
	__syncthreads();
	if (w == 0) {
		float f = 1 / all;
		x = px[0][lane] + px[1][lane] + px[2][lane] + px[3][lane];
		y = py[0][lane] + py[1][lane] + py[2][lane] + py[3][lane];
		o[(seq * heads + head) * 32 + lane] = __floats2half2_rn(f * x, f * y);
	}
}

// Splats in the square of 32 x 32 pixels around their tile: round ones, four pixels wide, half opaque.
__global__ void splats(float2 *centre, float4 *conic, int tiles, size_t n, int m)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x) {
		int t = (int) (i / m);
		centre[i] = make_float2(16 * (t % tiles) - 8 + 32 * hashed(2 * i), 16 * (t / tiles) - 8 + 32 * hashed(2 * i + 1));
		conic[i] = make_float4(.0625f, 0, .0625f, .5f);
	}
}

int main(int argc, char **)
{
	typedef ints i3;
	once = argc > 1;
	cudaMalloc(&memory, 10 * field);
	cudaMalloc(&made, 16 * part_of);
	even<<<1024, 256>>>(own<float>(0), part_of / 4, 0, 1);
	draw<<<1024, 256>>>(own<int>(1), part_of / 4, ~0u);
	draw<<<1024, 256>>>(own<int>(2), part_of / 4, (1 << 25) - 64);
	draw<<<1024, 256>>>(own<int>(3), part_of / 4, 32);
	even<<<1024, 256>>>(own<float>(4), part_of / 4, .4f, .6f);
	draw<<<1024, 256>>>(own<int>(8), part_of / 4, (1 << 27) - 64);
	unsigned some[64];
	for (unsigned i = 0; i < 64; ++i)
		some[i] = i << 25;
	cudaMemcpy(own<unsigned>(5), some, sizeof(some), cudaMemcpyHostToDevice);
	for (unsigned i = 0; i < 64; ++i)
		some[i] = (i + 1) * 2654435761u;
	cudaMemcpyToSymbol(round_keys, some, sizeof(round_keys));
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
	for (line l : { line{ 200000, 64 }, line{ 800000, 128 }, line{ 4000000, 256 } })
		measure("sha256_leaves", l.n, l.b, "int32", 0.f, sha256_leaves, u4(0), u4(4), l.n, 2);
	for (line l : { line{ 200000, 64 }, line{ 3000000, 256 } })
		measure("asian_paths", l.n, l.b, "int32", 0.f, asian_paths, F(4), l.n, 126, 12345u, 1.f, 1e-4f, .0126f, 1.f);
	limit = 200000;
	for (line l : { line{ 100000, 128 }, line{ 600000, 256 }, line{ 2500000, 64 } })
		measure("sph_density", l.n, l.b, "int32", 0.f, sph_density, own<float4>(0), I(3), F(4), l.n, 64, .7f);
	limit = 0;
	for (line l : { line{ 200000, 64 }, line{ 6000000, 256 } })
		measure("comoving_simpson", l.n, l.b, "int32", 0., comoving_simpson, D(0), D(4), l.n, 64, .3, 1e-4, -.01, .7099);
	for (line l : { line{ 40000, 64 }, line{ 150000, 128 }, line{ 400000, 256 } })
		measure("brunt_column", l.n, l.b, "int32", 0., brunt_column, D(0), D(1), D(2), D(4), D(5), l.n, 60);
	for (plane p : { plane{ i3(512, 16000), i3(64, 4) }, plane{ i3(1024, 20000), i3(128, 1) },
		     plane{ i3(4096, 16000), i3(256, 1) } })
		measure("pfb_frontend", p.n, p.b, "int32", 0.f, pfb_frontend, f<char2>(0), F(1), f2(4), p.n.x, p.n.y, 8);
	for (line l : { line{ 30000, 64 }, line{ 200000, 128 }, line{ 800000, 256 } })
		measure("fm_search", l.n, l.b, "int32", 0.f, fm_search, own<uint2>(8), own<byte>(1), own<unsigned>(5),
			own<unsigned>(2), own<uint2>(1) + (1 << 24), f<uint2>(4), l.n, 24);
	for (line l : { line{ 300000, 128 }, line{ 2000000, 256 }, line{ 10000000, 512 } })
		measure("bloom_probe", l.n, l.b, "int32", 0.f, bloom_probe, own<unsigned>(1), own<unsigned>(1) + (1 << 25), B(4),
			l.n, 7, (1u << 24) - 1);
	for (line l : { line{ 20000, 64 }, line{ 120000, 128 }, line{ 500000, 256 } })
		measure("forest_predict", l.n, l.b, "int32", 0.f, forest_predict, own<float>(0), own<int>(3), own<float>(4), F(0),
			F(4), l.n, 64);
	for (line l : { line{ 800000, 128 }, line{ 2000000, 64 }, line{ 8000000, 256 } })
		measure("polar_newton3", l.n, l.b, "int32", 0.f, polar_newton3, F(0), F(4), l.n, 10);
	limit = 1024;
	for (plane p : { plane{ i3(16384, 32), i3(256, 1) }, plane{ i3(40000, 128), i3(128, 2) },
		     plane{ i3(65536, 256), i3(256, 1) } })
		measure("dedisperse_sum", p.n, p.b, "int32", 0.f, dedisperse_sum, B(0), I(3), F(4), p.n.x, p.n.x + 1024, 256,
			1 / 256.f);
	limit = 0;
	for (line l : { line{ 400000, 64 }, line{ 6000000, 256 } })
		measure("bond_yield", l.n, l.b, "int32", 0., bond_yield, D(0), D(1), D(4), l.n, 60, 6);
	for (line l : { line{ 800000, 128 }, line{ 6000000, 256 } })
		measure("dh_chain", l.n, l.b, "int32", 0.f, dh_chain, F(0), v4(1), F(4), l.n, 7);
	limit = 50000;
	for (plane p : { plane{ i3(32, 6000), i3(32, 4) }, plane{ i3(32, 30000), i3(32, 2) },
		     plane{ i3(32, 120000), i3(32, 8) } })
		measure("moc_sweep", p.n, p.b, "int32", 0.f, moc_sweep, I(3), F(0), F(1), F(2), F(5), F(4), F(6), p.n.y, 40);
	limit = 0;
	for (plane p : { plane{ i3(224, 224), i3(16, 8) }, plane{ i3(512, 512), i3(32, 8) },
		     plane{ i3(960, 540), i3(64, 4) } })
		measure("winograd_input", p.n, p.b, "int32", zero, winograd_input, h2(0), f<half>(4), p.n.x, p.n.y, 32);

	for (line l : { line{ 132 * 256, 256 }, line{ 528 * 256, 256 }, line{ 528 * 512, 512 } })
		measure("aes_ecb", l.n, l.b, "int32", 0.f, aes_ecb, own<uint4>(1), own<unsigned>(1), own<byte>(1) + 4096, u4(4),
			1 << 22, 10);
	for (plane p : { plane{ i3(640, 480), i3(16, 16) }, plane{ i3(1280, 720), i3(16, 16) },
		     plane{ i3(2560, 1440), i3(16, 16) } }) {
		size_t n = (size_t) p.n.x * p.n.y / 256 * 512;
		splats<<<1024, 256>>>(own<float2>(6), own<float4>(7), p.n.x / 16, n, 512);
		measure("splat_tile", p.n, p.b, "int32", 0.f, splat_tile, own<float2>(6), own<float4>(7), v4(0), v4(4), p.n.x,
			512);
	}
	limit = 128;
	for (line l : { line{ 400 * 128, 128 }, line{ 1000 * 256, 256 }, line{ 6000 * 64, 64 } })
		measure("ctc_alpha", l.n, l.b, "int32", 0.f, ctc_alpha, I(3), F(0), F(4), l.n, 200);
	limit = 0;
	for (plane p : { plane{ i3(81, 20000), i3(81, 1) }, plane{ i3(81, 60000), i3(81, 4) },
		     plane{ i3(81, 180000), i3(81, 3) } })
		measure("fft243_r3", p.n, p.b, "int32", 0.f, fft243_r3, f2(0), f2(1), f2(4));
	for (int n : { 8000, 30000, 100000 })
		measure("cdf97_rows", 256 * n, 256, "int32", 0.f, cdf97_rows, f2(0), F(4));
	for (int n : { 5000, 50000 })
		measure("mgs_panel", 128 * n, 128, "int32", 0., mgs_panel, D(0), D(4), D(5));
	for (int n : { 86, 171, 300 })
		measure("fitzhugh_steps", i3(32 * n, 32 * n), i3(32, 32), "int32", 0.f, fitzhugh_steps, F(0), F(1), F(4), F(5),
			24 * n + 8, 4, .2f, .05f, .08f);
	limit = ~0u;
	for (plane p : { plane{ i3(4096, 64), i3(256, 1) }, plane{ i3(16384, 192), i3(256, 1) } })
		measure("glcm_hist", p.n, p.b, "int32", 0.f, glcm_hist, B(3), I(4), p.n.x, p.n.x + 1, 64);
	limit = 0;
	for (line l : { line{ 200000, 128 }, line{ 2000000, 512 } })
		measure("bootstrap_means", l.n, l.b, "int32", 0.f, bootstrap_means, F(0), F(4), l.n, 1000, 77u);
	limit = 200000;
	for (int n : { 5000, 40000, 200000 })
		measure("als_normal", i3(16 * n, 16), i3(16, 16), "int32", 0.f, als_normal, I(3), F(0), F(1), F(4), F(5), 64, .1f);
	limit = 100000;
	for (plane p : { plane{ i3(32, 20000), i3(32, 4) }, plane{ i3(32, 400000), i3(32, 8) } })
		measure("gat_node", p.n, p.b, "int32", 0.f, gat_node, I(3), F(0), F(1), f2(2), f2(4), p.n.y);
	limit = 0;
	for (plane p : { plane{ i3(512, 512), i3(16, 16) }, plane{ i3(4096, 2048), i3(16, 16) } })
		measure("xnor_gemm", p.n, p.b, "int32", 0.f, xnor_gemm, u(0), u(1), I(4), 2 * p.n.x, 128);
	for (plane p : { plane{ i3(3840, 2160), i3(32, 8) }, plane{ i3(8192, 8192), i3(32, 8) } })
		measure("demosaic_tile", p.n, p.b, "int32", 0.f, demosaic_tile, f<unsigned short>(0), f<ushort4>(4), p.n.x);
	for (plane p : { plane{ i3(4096, 2048), i3(32, 8) }, plane{ i3(10240, 10240), i3(32, 8) } })
		measure("d8_flow", p.n, p.b, "int32", 0.f, d8_flow, F(0), B(4), F(5), p.n.x);
	limit = 16384;
	for (int n : { 64, 256, 800 })
		measure("paged_decode", i3(8 * 128, n), i3(128, 1), "int32", zero, paged_decode, h2(0), h2(1), h2(2), I(3), h2(4),
			32, .125f);
	return cudaDeviceSynchronize() != cudaSuccess;
}
