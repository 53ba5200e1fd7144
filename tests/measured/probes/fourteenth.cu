// A fourteenth blind set of kernels, chosen by a rule: of the benchmarks of HeCBench every fifth from the 4th on, then
// every fifth from the 2nd on; of each its hot kernel, written anew with its types, layout, loops, barriers and guards,
// if it has a loop, shared memory or guards, the language can say it, and no earlier set has it.  skipped.txt lists the
// others.  Eight of the 24 say __restrict__, as their originals do.
// Said in fourteenth.wsp before anything was timed or predicted.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 fourteenth.cu && ./a.out >fourteenth.csv
//
// cold_ms is the median of nine launches, each between two events, on caches that hold other data, all of
// it read.
// With an argument each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
//
// The argument rows lists the launches and makes none.
#include "own.h"
#undef NDEBUG
#include <cassert>
#include <cfloat>
#include <cstdlib>
#include <cstring>

typedef unsigned long long word64;

// Every fifth benchmark from the 4th on.

// bspline-vgh: values, gradients and Hessians of n cubic splines at one point of a grid, an orbital to a thread.
__global__ void bspline_vgh(const float *__restrict__ coefs, long xs, long ys, long zs, float *__restrict__ vals,
	float *__restrict__ grads, float *__restrict__ hess, const float *a, const float *b, const float *c, const float *da,
	const float *db, const float *dc, const float *d2a, const float *d2b, const float *d2c, float sx, float sy, float sz,
	int n, int ix, int iy, int iz)
{
	int q = blockIdx.x * blockDim.x + threadIdx.x;
	if (q >= n)
		return;
	const float *first = coefs + ix * xs + iy * ys + iz * zs + q;
	float v = 0, gx = 0, gy = 0, gz = 0, xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
	for (int i = 0; i < 4; ++i)
		for (int j = 0; j < 4; ++j) {
			const float *p = first + i * xs + j * ys;
			float ab = a[i] * b[j], dab = da[i] * b[j], adb = a[i] * db[j];
			float dadb = da[i] * db[j], d2ab = d2a[i] * b[j], ad2b = a[i] * d2b[j];
			float s0 = c[0] * p[0] + c[1] * p[zs] + c[2] * p[2 * zs] + c[3] * p[3 * zs];
			float s1 = dc[0] * p[0] + dc[1] * p[zs] + dc[2] * p[2 * zs] + dc[3] * p[3 * zs];
			float s2 = d2c[0] * p[0] + d2c[1] * p[zs] + d2c[2] * p[2 * zs] + d2c[3] * p[3 * zs];
			xx += d2ab * s0;
			xy += dadb * s0;
			xz += dab * s1;
			yy += ad2b * s0;
			yz += adb * s1;
			zz += ab * s2;
			gx += dab * s0;
			gy += adb * s0;
			gz += ab * s1;
			v += ab * s0;
		}
	vals[q] = v;
	grads[3 * q] = gx * sx;
	grads[3 * q + 1] = gy * sy;
	grads[3 * q + 2] = gz * sz;
	hess[9 * q] = xx * sx * sx;
	hess[9 * q + 1] = xy * sx * sy;
	hess[9 * q + 2] = xz * sx * sz;
	hess[9 * q + 3] = xy * sx * sy;
	hess[9 * q + 4] = yy * sy * sy;
	hess[9 * q + 5] = yz * sy * sz;
	hess[9 * q + 6] = xz * sx * sz;
	hess[9 * q + 7] = yz * sy * sz;
	hess[9 * q + 8] = zz * sz * sz;
}

// crc64: checksums of n equal parts of some bytes, each by five interleaved streams and tables of four bytes.
__global__ void crc64_streams(size_t *sizes, word64 *sums, const byte *data, const word64 *table, const word64 *inter,
	size_t bytes, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	size_t part = bytes / n;
	const byte *at = data + part * i, *end = i != n - 1 ? at + part : data + bytes;
	sizes[i] = end - at;
	word64 cs[5] = { ~0ull, 0, 0, 0, 0 }, carry = 0;
	unsigned in[5];
	for (int j = 0; j < 5; ++j)
		in[j] = ((const unsigned *) at)[j];
	at += 20;
	for (; end - at >= 20; at += 20) {
		cs[0] ^= carry;
		for (int j = 0; j < 5; ++j) {
			in[j] ^= (unsigned) cs[j];
			if (j < 4)
				cs[j + 1] ^= cs[j] >> 32;
			else
				carry = cs[j] >> 32;
			cs[j] = inter[in[j] & 255];
			in[j] >>= 8;
		}
		for (int b = 1; b < 3; ++b)
			for (int j = 0; j < 5; ++j) {
				cs[j] ^= inter[b * 256 + (in[j] & 255)];
				in[j] >>= 8;
			}
		for (int j = 0; j < 5; ++j) {
			cs[j] ^= inter[768 + (in[j] & 255)];
			in[j] = ((const unsigned *) at)[j];
		}
	}
	word64 c = cs[0] ^ carry;
	for (int j = 0; j < 5; ++j) {
		if (j > 0)
			c ^= cs[j];
		unsigned w = in[j] ^ (unsigned) c;
		c >>= 32;
		for (int b = 0; b < 4; ++b) {
			c ^= table[b * 256 + (w & 255)];
			w >>= 8;
		}
	}
	sums[i] = ~c;
}

// dp: products of n pairs of four floats.
__global__ void dot4_each(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		int j = 4 * i;
		c[i] = a[j] * b[j] + a[j + 1] * b[j + 1] + a[j + 2] * b[j + 2] + a[j + 3] * b[j + 3];
	}
}

// epistatis: scores of all pairs of n markers, of two groups with words of 32 samples, two bits to a sample.
__device__ float gamma_part(unsigned n)
{
	return n == 0 ? 0.f : ((float) n + .5f) * logf((float) n) - ((float) n - 1.f);
}

__device__ void count_pair(unsigned *ft, const unsigned *p, const unsigned *q, int at, unsigned mask)
{
	unsigned p2 = ~(p[at] | p[at + 1]) & mask, q2 = ~(q[at] | q[at + 1]) & mask;
	ft[0] += __popc(p[at] & q[at]);
	ft[1] += __popc(p[at] & q[at + 1]);
	ft[2] += __popc(p[at] & q2);
	ft[3] += __popc(p[at + 1] & q[at]);
	ft[4] += __popc(p[at + 1] & q[at + 1]);
	ft[5] += __popc(p[at + 1] & q2);
	ft[6] += __popc(p2 & q[at]);
	ft[7] += __popc(p2 & q[at + 1]);
	ft[8] += __popc(p2 & q2);
}

__global__ void epistasis_pairs(const unsigned *zeros, const unsigned *ones, float *scores, int n, int mz, int mo,
	unsigned mask_z, unsigned mask_o)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (j > i && i < n && j < n) {
		unsigned ft[18];
		for (int k = 0; k < 18; ++k)
			ft[k] = 0;
		const unsigned *p = zeros + 2 * i, *q = zeros + 2 * j;
		for (int k = 0; k < mz - 1; ++k)
			count_pair(ft, p, q, 2 * n * k, ~0u);
		count_pair(ft, p, q, 2 * n * (mz - 1), mask_z);
		p = ones + 2 * i;
		q = ones + 2 * j;
		for (int k = 0; k < mo - 1; ++k)
			count_pair(ft + 9, p, q, 2 * n * k, ~0u);
		count_pair(ft + 9, p, q, 2 * n * (mo - 1), mask_o);
		float s = 0;
		for (int k = 0; k < 9; ++k)
			s += gamma_part(ft[k] + ft[k + 9] + 1) - gamma_part(ft[k]) - gamma_part(ft[k + 9]);
		s = fabsf(s);
		if (s == 0)
			s = FLT_MAX;
		scores[i * n + j] = s;
	}
}

// f16sp: scalar products of halves in pairs, one of each block.
__global__ void half2_dot(const __half2 *a, const __half2 *b, float *r, size_t n)
{
	__shared__ __half2 s[128];
	int tx = threadIdx.x, step = gridDim.x * blockDim.x;
	__half2 v = __float2half2_rn(0.f);
	for (int i = blockIdx.x * blockDim.x + tx; i < n; i += step)
		v = __hfma2(a[i], b[i], v);
	s[tx] = v;
	__syncthreads();
	if (tx < 64)
		s[tx] = __hadd2(s[tx], s[tx + 64]);
	__syncthreads();
	for (int l = 32; l > 0; l /= 2) {
		if (tx < 32)
			s[tx] = __hadd2(s[tx], s[tx + l]);
		__syncthreads();
	}
	if (tx == 0)
		r[blockIdx.x] = __low2float(s[0]) + __high2float(s[0]);
}

// fpc: how many bytes words take when frequent patterns are packed, summed by each block.
__device__ unsigned magnitude(int v)
{
	unsigned t = v >> 31;
	return (v ^ t) - t;
}

__global__ void pattern_sizes(const word64 *a, unsigned *total)
{
	__shared__ unsigned sum;
	int tx = threadIdx.x;
	word64 v = a[blockIdx.x * blockDim.x + tx];
	unsigned bytes;
	if (v == 0)
		bytes = 1;
	else if (magnitude((int) v) <= 0xFF)
		bytes = 1;
	else if (magnitude((int) v) <= 0xFFFF)
		bytes = 2;
	else if ((v & 0xFFFF) == 0)
		bytes = 2;
	else if (magnitude((int) (v & 0xFFFF)) <= 0xFF && magnitude((int) (v >> 16 & 0xFFFF)) <= 0xFF)
		bytes = 2;
	else if ((v & 0xFF) == (v >> 8 & 0xFF) && (v & 0xFF) == (v >> 16 & 0xFF) && (v & 0xFF) == (v >> 24 & 0xFF))
		bytes = 1;
	else
		bytes = 4;
	if (tx == 0)
		sum = 0;
	__syncthreads();
	atomicAdd(&sum, bytes);
	__syncthreads();
	if (tx == blockDim.x - 1)
		atomicAdd(total, sum);
}

// goulash: gates of n cells of a heart a step further, their rates quotients of polynomials of the voltage.
__global__ void gate_rational(double *__restrict__ gate, long n, const double *__restrict__ volt)
{
	long i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const double m[15] = { .99, .041, 6.3e-4, 4.4e-6, 1.2e-8, 1, .0406, 6.4e-4, 4.3e-6, 1.4e-8, -1.4e-11, -4.3e-13,
		7.7e-15, 1.4e-16, -2.7e-18 };
	const double t[19] = { .36, 1.1e-3, -1.6e-5, -1.4e-6, 3.4e-8, 1.1e-8, -2.8e-10, -1.6e-11, 3.2e-13, 1.3e-14, -1.4e-16,
		-6.2e-18, 1e-20, 1.6e-21, 8.8e-24, -1.4e-25, -1.8e-27, -6e-30, 1 };
	double v = volt[i], up = 0, down = 0, rate = 0;
	for (int j = 4; j >= 0; --j)
		up = m[j] + v * up;
	for (int j = 14; j >= 5; --j)
		down = m[j] + v * down;
	double rest = up / down;
	for (int j = 17; j >= 0; --j)
		rate = t[j] + v * rate;
	gate[i] += (rest - gate[i]) * (1 - exp(-rate));
}

// iso2dfd: a step of the wave equation in two dimensions.
__global__ void iso2d_step(float *next, const float *prev, const float *vel, float scale, int rows, int cols)
{
	int x = blockDim.x * blockIdx.x + threadIdx.x, y = blockDim.y * blockIdx.y + threadIdx.y;
	if (y < rows && x < cols) {
		size_t i = y * cols + x;
		if (x >= 1 && x < cols - 1 && y >= 1 && y < rows - 1) {
			float v = 0;
			v += prev[i + 1] - 2.0 * prev[i] + prev[i - 1];
			v += prev[i + cols] - 2.0 * prev[i] + prev[i - cols];
			v *= scale * vel[i];
			next[i] = 2.0f * prev[i] - next[i] + v;
		}
	}
}

// keccaktreehash: leaves of a tree of Keccak with lanes of 32 bits, 32 blocks of 256 bits to a thread.
__device__ unsigned turned(unsigned v, int n)
{
	return n ? v << n | v >> (32 - n) : v;
}

template <int T> __global__ void keccak_leaves(const unsigned *in, unsigned *out, const unsigned *rounds)
{
	constexpr int from[25] = { 0, 6, 12, 18, 24, 3, 9, 10, 16, 22, 1, 7, 13, 19, 20, 4, 5, 11, 17, 23, 2, 8, 14, 15, 21 };
	constexpr int turn[25] = { 0, 12, 11, 21, 14, 28, 20, 3, 13, 29, 1, 6, 25, 8, 18, 27, 4, 10, 15, 24, 30, 23, 7, 9, 2 };
	unsigned s[25], b[25], c[5];
	for (int i = 0; i < 25; ++i)
		s[i] = 0;
	for (int k = 0; k < 32; ++k) {
		for (int w = 0; w < 8; ++w)
			s[w] ^= in[threadIdx.x + w * T + k * T * 8 + blockIdx.x * T * 8 * 32];
		for (int r = 0; r < 22; ++r) {
#pragma unroll
			for (int i = 0; i < 5; ++i)
				c[i] = s[i] ^ s[i + 5] ^ s[i + 10] ^ s[i + 15] ^ s[i + 20];
#pragma unroll
			for (int i = 0; i < 25; ++i)
				s[i] ^= c[(i + 4) % 5] ^ turned(c[(i + 1) % 5], 1);
#pragma unroll
			for (int i = 0; i < 25; ++i)
				b[i] = turned(s[from[i]], turn[i]);
#pragma unroll
			for (int i = 0; i < 25; ++i)
				s[i] = b[i] ^ (~b[i / 5 * 5 + (i + 1) % 5] & b[i / 5 * 5 + (i + 2) % 5]);
			s[0] ^= rounds[r];
		}
	}
	for (int w = 0; w < 8; ++w)
		out[threadIdx.x + w * T + blockIdx.x * T * 8] = s[w];
}

// matrix-rotate: a square matrix turned by 90 degrees in place, a ring to a thread.
__global__ void rotate_rings(float *a, int n)
{
	int ring = blockIdx.x * blockDim.x + threadIdx.x;
	if (ring < n / 2) {
		int first = ring, last = n - 1 - ring;
		for (int i = first; i < last; ++i) {
			int from = last - (i - first);
			float top = a[first * n + i];
			a[first * n + i] = a[from * n + first];
			a[from * n + first] = a[last * n + from];
			a[last * n + from] = a[i * n + last];
			a[i * n + last] = top;
		}
	}
}

// mdh: potentials of charged atoms in a salt, four points of the grid to a thread, atoms through shared memory.
__device__ float4 operator-(float4 a, float b)
{
	return make_float4(a.x - b, a.y - b, a.z - b, a.w - b);
}

__device__ float screened(float dx, float dy, float dz, float q, float size, float kappa, float pre)
{
	float r = sqrtf(dx * dx + dy * dy + dz * dz);
	return pre * (q / r) * expf(-kappa * (r - size)) / (1.0f + kappa * size);
}

__global__ void debye_atoms(int atoms, const float *__restrict__ ax, const float *__restrict__ ay,
	const float *__restrict__ az, const float *__restrict__ gx, const float *__restrict__ gy,
	const float *__restrict__ gz, const float *__restrict__ charge, const float *__restrict__ size, float kappa,
	float pre, float *__restrict__ val)
{
	__shared__ float s[5 * 256];
	int tx = threadIdx.x, count = blockDim.x, i = blockIdx.x * count + tx;
	float4 v = make_float4(0, 0, 0, 0);
	float4 px = ((const float4 *) gx)[i], py = ((const float4 *) gy)[i], pz = ((const float4 *) gz)[i];
	for (int j = 0; j < atoms; j += count) {
		if (j + count > atoms)
			count = atoms - j;
		if (j + tx < atoms) {
			s[5 * tx] = ax[j + tx];
			s[5 * tx + 1] = ay[j + tx];
			s[5 * tx + 2] = az[j + tx];
			s[5 * tx + 3] = charge[j + tx];
			s[5 * tx + 4] = size[j + tx];
		}
		__syncthreads();
		for (int k = 0; k < count; ++k) {
			float4 dx = px - s[5 * k], dy = py - s[5 * k + 1], dz = pz - s[5 * k + 2];
			v.x += screened(dx.x, dy.x, dz.x, s[5 * k + 3], s[5 * k + 4], kappa, pre);
			v.y += screened(dx.y, dy.y, dz.y, s[5 * k + 3], s[5 * k + 4], kappa, pre);
			v.z += screened(dx.z, dy.z, dz.z, s[5 * k + 3], s[5 * k + 4], kappa, pre);
			v.w += screened(dx.w, dy.w, dz.w, s[5 * k + 3], s[5 * k + 4], kappa, pre);
		}
		__syncthreads();
	}
	((float4 *) val)[i] = v;
}

// particlefilter: particles that moved by chance, and how likely they are by the pixels of a disc around each.
__device__ int next_seed(int v)
{
	return (int) (1103515245u * v + 12345) % 2147483647;
}

template <int T>
__global__ void particle_weights(float *px, float *py, const float *xj, const float *yj, int *ind, const int *disc,
	float *like, const byte *picture, float *weights, int *seed, float *partial, int n, int m, int ny, int frames, int k,
	int cells)
{
	__shared__ float s[T];
	int tx = threadIdx.x, i = blockIdx.x * blockDim.x + tx;
	if (i < n) {
		px[i] = xj[i];
		py[i] = yj[i];
		weights[i] = 1.0f / n;
		seed[i] = next_seed(seed[i]);
		float u = fmaxf(fabsf(seed[i] / 2147483648.f), 1e-9f);
		seed[i] = next_seed(seed[i]);
		float v = fabsf(seed[i] / 2147483648.f);
		px[i] += 1.0f + 5.0f * (sqrtf(-2.0f * logf(u)) * cosf(6.2831853f * v));
		seed[i] = next_seed(seed[i]);
		u = fmaxf(fabsf(seed[i] / 2147483648.f), 1e-9f);
		seed[i] = next_seed(seed[i]);
		v = fabsf(seed[i] / 2147483648.f);
		py[i] += -2.0f + 2.0f * (sqrtf(-2.0f * logf(u)) * cosf(6.2831853f * v));
	}
	__syncthreads();
	if (i < n) {
		for (int y = 0; y < m; ++y) {
			int x0 = (int) px[i] + disc[2 * y + 1], y0 = (int) py[i] + disc[2 * y];
			ind[i * m + y] = abs(x0 * ny * frames + y0 * frames + k);
			if (ind[i * m + y] >= cells)
				ind[i * m + y] = 0;
		}
		float sum = 0;
		for (int y = 0; y < m; ++y) {
			int c = picture[ind[i * m + y]];
			sum += ((c - 100) * (c - 100) - (c - 228) * (c - 228)) / 50.0f;
		}
		like[i] = sum / m - 3.0f;
		weights[i] = weights[i] * expf(like[i]);
	}
	s[tx] = 0;
	__syncthreads();
	if (i < n)
		s[tx] = weights[i];
	__syncthreads();
	for (int l = T / 2; l > 0; l /= 2) {
		if (tx < l)
			s[tx] += s[tx + l];
		__syncthreads();
	}
	if (tx == 0)
		partial[blockIdx.x] = s[0];
}

// qrg: quasirandom numbers of Niederreiter in three dimensions.
__global__ void niederreiter(float *out, const unsigned *table, unsigned seed, unsigned n)
{
	unsigned ty = threadIdx.y, step = gridDim.x * blockDim.x;
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
		unsigned r = 0, data = seed + i;
		for (int bit = 0; bit < 31; ++bit, data >>= 1)
			if (data & 1)
				r ^= table[bit + ty * 31];
		out[__mul24(ty, n) + i] = (float) (r + 1) * (1.0f / 2147483649.f);
	}
}

// reaction: second derivatives along z with no flux at the ends; a block has pencils side by side.
__global__ void pencil_d2z(const float *__restrict__ f, float *__restrict__ d, unsigned mx, unsigned my, unsigned mz,
	unsigned pencils)
{
	__shared__ float s[1024];
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = threadIdx.y, tx = threadIdx.x;
	int at = k * mx * my + j * mx + i;
	s[k * pencils + tx] = f[at];
	__syncthreads();
	if (k == 0)
		d[at] = s[(k + 1) * pencils + tx] - s[k * pencils + tx];
	else if (k == mz - 1)
		d[at] = s[(k - 1) * pencils + tx] - s[k * pencils + tx];
	else
		d[at] = s[(k + 1) * pencils + tx] - 2.f * s[k * pencils + tx] + s[(k - 1) * pencils + tx];
}

// sampling: rows of a data set, of the background or of an observation where a mask says so; a row of it to a block.
__global__ void shap_rows(const float *mask, int cols, const float *background, int m, float *data,
	const float *observation)
{
	int row = blockIdx.x * cols;
	for (int col = threadIdx.x; col < cols; col += blockDim.x) {
		int v = (int) mask[row + col];
		for (int r = blockIdx.x * m; r < blockIdx.x * m + m; ++r) {
			if (v == 0)
				data[r * cols + col] = background[r % m * cols + col];
			else
				data[r * cols + col] = observation[col];
		}
	}
}

// shmembench: six vectors of each thread that change places in shared memory.
__device__ void swapped(float4 *a, float4 *b)
{
	float4 t = *b;
	*b = *a;
	*a = t;
}

__device__ float4 some(int i)
{
	return make_float4(i, i + 11, i + 19, i + 23);
}

__global__ void shared_swaps(float4 *o)
{
	__shared__ float4 s[6 * 256];
	int tx = threadIdx.x, n = blockDim.x;
	s[tx] = some(tx);
	s[tx + n] = some(tx + 1);
	s[tx + 2 * n] = some(tx + 3);
	s[tx + 3 * n] = some(tx + 7);
	s[tx + 4 * n] = some(tx + 13);
	s[tx + 5 * n] = some(tx + 17);
	__syncthreads();
#pragma unroll 32
	for (int j = 0; j < 1024; ++j) {
		swapped(s + tx, s + tx + n);
		swapped(s + tx + 2 * n, s + tx + 3 * n);
		swapped(s + tx + 4 * n, s + tx + 5 * n);
		__syncthreads();
		swapped(s + tx + n, s + tx + 2 * n);
		swapped(s + tx + 3 * n, s + tx + 4 * n);
		__syncthreads();
	}
	float4 a = s[tx], b = s[tx + n], c = s[tx + 2 * n], d = s[tx + 3 * n], e = s[tx + 4 * n], f = s[tx + 5 * n];
	o[blockIdx.x * n + tx] = make_float4(a.x + b.x + c.x + d.x + e.x + f.x, a.y + b.y + c.y + d.y + e.y + f.y,
		a.z + b.z + c.z + d.z + e.z + f.z, a.w + b.w + c.w + d.w + e.w + f.w);
}

// stencil3d: divergence of currents in a medium whose conductivity is a tensor; blocks of 16 x 16 march through 20
// planes, and overlap by two cells.
__global__ void tensor_march(const double *__restrict__ psi, double *__restrict__ out, const double *__restrict__ sx,
	const double *__restrict__ sy, const double *__restrict__ sz, int nx, int ny, int nz)
{
	__shared__ double s[4][16][16];
	const int j = threadIdx.y, k = threadIdx.x, from = 14 * blockIdx.z + nz * (14 * blockIdx.y + ny * 20 * blockIdx.x);
	const int plane = ny * nz, all = nx * plane, at = j * nz + k;
	psi += from;
	out += from;
	sx += from;
	sy += from;
	sz += from;
	int last_x = 21, last_y = 15, last_z = 15;
	if (blockIdx.x == gridDim.x - 1)
		last_x = nx - 2 - 20 * blockIdx.x + 1;
	if (blockIdx.y == gridDim.y - 1)
		last_y = ny - 2 - 14 * blockIdx.y + 1;
	if (blockIdx.z == gridDim.z - 1)
		last_z = nz - 2 - 14 * blockIdx.z + 1;
	if (j > last_y || k > last_z)
		return;
	int p = 0, c = 1, n = 2;
	s[c][j][k] = psi[at];
	s[n][j][k] = psi[at + plane];
	double sum = 0;
	bool in_j = j > 0 && j < last_y, in_k = k > 0 && k < last_z;
	__syncthreads();
	if (in_k && in_j) {
		double xd = s[n][j][k] - s[c][j][k];
		double yd = (-s[c][j - 1][k] + s[c][j + 1][k] - s[n][j - 1][k] + s[n][j + 1][k]) / 4.;
		double zd = (-s[c][j][k - 1] + s[c][j][k + 1] - s[n][j][k - 1] + s[n][j][k + 1]) / 4.;
		int q = at + plane;
		sum -= sx[q] * xd + sx[q + all] * yd + sx[q + 2 * all] * zd;
	}
	int t = p;
	p = c;
	c = n;
	n = t;
	for (int i = 1; i < last_x; ++i) {
		s[n][j][k] = psi[at + (i + 1) * plane];
		__syncthreads();
		if (in_k && j < last_y) {
			double xd = (-s[p][j][k] - s[p][j + 1][k] + s[n][j][k] + s[n][j + 1][k]) / 4.;
			double yd = -s[c][j][k] + s[c][j + 1][k];
			double zd = (-s[c][j][k - 1] + s[c][j][k + 1] - s[c][j + 1][k - 1] + s[c][j + 1][k + 1]) / 4.;
			int q = at + nz + i * plane;
			double flow = sy[q] * xd + sy[q + all] * yd + sy[q + 2 * all] * zd;
			sum += flow;
			s[3][j][k] = flow;
		}
		__syncthreads();
		if (in_k && in_j)
			sum -= s[3][j - 1][k];
		__syncthreads();
		if (k < last_z && in_j) {
			double xd = (-s[p][j][k] - s[p][j][k + 1] + s[n][j][k] + s[n][j][k + 1]) / 4.;
			double yd = (-s[c][j - 1][k] - s[c][j - 1][k + 1] + s[c][j + 1][k] + s[c][j + 1][k + 1]) / 4.;
			double zd = -s[c][j][k] + s[c][j][k + 1];
			int q = at + 1 + i * plane;
			double flow = sz[q] * xd + sz[q + all] * yd + sz[q + 2 * all] * zd;
			sum += flow;
			s[3][j][k] = flow;
		}
		__syncthreads();
		if (in_k && in_j)
			sum -= s[3][j][k - 1];
		__syncthreads();
		if (in_k && in_j) {
			double xd = s[n][j][k] - s[c][j][k];
			double yd = (-s[c][j - 1][k] + s[c][j + 1][k] - s[n][j - 1][k] + s[n][j + 1][k]) / 4.;
			double zd = (-s[c][j][k - 1] + s[c][j][k + 1] - s[n][j][k - 1] + s[n][j][k + 1]) / 4.;
			int q = at + (i + 1) * plane;
			double flow = sx[q] * xd + sx[q + all] * yd + sx[q + 2 * all] * zd;
			sum += flow;
			out[at + i * plane] = sum;
			sum = -flow;
		}
		__syncthreads();
		t = p;
		p = c;
		c = n;
		n = t;
	}
}

// xsbench: macroscopic cross sections of drawn energies and materials, by a search on the unionized grid; 12 nuclides to
// a material, all materials equally likely, 22 doublings to a seed and 20 steps to a search.
struct grid_point {
	double energy, total, elastic, absorbed, fission, nu;
};

__global__ void xs_lookup(const int *nuclides, const double *concs, const int *mats, const grid_point *grid, int *best,
	const double *energies, const int *index, int n, long isotopes, long points, int most)
{
	size_t i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	word64 a = 2806196910506780709ull, c = 1, an = 1, cn = 0, rest = 2 * i;
	for (int k = 0; k < 22; ++k) {
		if (rest & 1) {
			an *= a;
			cn = cn * a + c;
		}
		c *= a + 1;
		a *= a;
		rest >>= 1;
	}
	word64 seed = (an * 1070 + cn) % 9223372036854775808ull;
	seed = (2806196910506780709ull * seed + 1) % 9223372036854775808ull;
	double e = (double) seed / 9223372036854775808.;
	seed = (2806196910506780709ull * seed + 1) % 9223372036854775808ull;
	int mat = (int) ((double) seed / 9223372036854775808. * 12);
	long lo = 0, hi = isotopes * points - 1;
	for (int k = 0; k < 20; ++k) {
		long mid = lo + (hi - lo) / 2;
		if (energies[mid] > e)
			hi = mid;
		else
			lo = mid;
	}
	double macro[5] = {};
	for (int j = 0; j < nuclides[mat]; ++j) {
		int nuc = mats[mat * most + j];
		double conc = concs[mat * most + j];
		long at = index[lo * isotopes + nuc];
		if (at == points - 1)
			--at;
		grid_point low = grid[nuc * points + at], high = grid[nuc * points + at + 1];
		double f = (high.energy - e) / (high.energy - low.energy);
		macro[0] += conc * (high.total - f * (high.total - low.total));
		macro[1] += conc * (high.elastic - f * (high.elastic - low.elastic));
		macro[2] += conc * (high.absorbed - f * (high.absorbed - low.absorbed));
		macro[3] += conc * (high.fission - f * (high.fission - low.fission));
		macro[4] += conc * (high.nu - f * (high.nu - low.nu));
	}
	double most_ = -1;
	int which = 0;
	for (int j = 0; j < 5; ++j)
		if (macro[j] > most_) {
			most_ = macro[j];
			which = j;
		}
	best[i] = which + 1;
}

// Every fifth benchmark from the 2nd on.

// adv: advection of a velocity in hexahedra of degree 7, integrated at 16 x 16 x 16 points; an element to a block.
__global__ void cubature_adv(const double *__restrict__ vgeo, const double *__restrict__ cubvgeo,
	const double *__restrict__ diff, const double *__restrict__ interp, int offset, const double *__restrict__ u,
	double *__restrict__ nu)
{
	__shared__ double sd[16][16], si[8][16], su[8][8], sv[8][8], sw[8][8], tu[16][16], tv[16][16], tw[16][16];
	double ru[16], rv[16], rw[16], du[16], dv[16], dw[16];
	const int e = blockIdx.x, i = threadIdx.x, j = threadIdx.y;
	if (j < 8)
		si[j][i] = interp[16 * j + i];
	sd[j][i] = diff[16 * j + i];
	for (int k = 0; k < 16; ++k)
		ru[k] = rv[k] = rw[k] = 0;
	for (int c = 0; c < 8; ++c) {
		if (j < 8 && i < 8) {
			int q = e * 512 + c * 64 + j * 8 + i;
			su[j][i] = u[q];
			sv[j][i] = u[q + offset];
			sw[j][i] = u[q + 2 * offset];
		}
		__syncthreads();
		double a = 0, b = 0, d = 0;
		if (j < 8)
			for (int l = 0; l < 8; ++l) {
				double f = si[l][i];
				a += f * su[j][l];
				b += f * sv[j][l];
				d += f * sw[j][l];
			}
		tu[j][i] = a;
		tv[j][i] = b;
		tw[j][i] = d;
		__syncthreads();
		a = b = d = 0;
		for (int l = 0; l < 8; ++l) {
			double f = si[l][j];
			a += f * tu[l][i];
			b += f * tv[l][i];
			d += f * tw[l][i];
		}
#pragma unroll
		for (int k = 0; k < 16; ++k) {
			double f = si[c][k];
			ru[k] += f * a;
			rv[k] += f * b;
			rw[k] += f * d;
		}
	}
#pragma unroll
	for (int k = 0; k < 16; ++k) {
		du[k] = ru[k];
		dv[k] = rv[k];
		dw[k] = rw[k];
	}
#pragma unroll
	for (int k = 0; k < 16; ++k) {
		tu[j][i] = du[k];
		tv[j][i] = dv[k];
		tw[j][i] = dw[k];
		__syncthreads();
		double ur = 0, us = 0, ut = 0, vr = 0, vs = 0, vt = 0, wr = 0, ws = 0, wt = 0;
		for (int l = 0; l < 16; ++l) {
			double f = sd[i][l];
			ur += f * tu[j][l];
			vr += f * tv[j][l];
			wr += f * tw[j][l];
		}
		for (int l = 0; l < 16; ++l) {
			double f = sd[j][l];
			us += f * tu[l][i];
			vs += f * tv[l][i];
			ws += f * tw[l][i];
		}
#pragma unroll
		for (int l = 0; l < 16; ++l) {
			double f = sd[k][l];
			ut += f * du[l];
			vt += f * dv[l];
			wt += f * dw[l];
		}
		const double *g = cubvgeo + e * 4096 * 12 + k * 256 + j * 16 + i;
		double weight = g[5 * 4096], a = ru[k], b = rv[k], d = rw[k];
		double uh = weight * (a * g[0] + b * g[4096] + d * g[7 * 4096]);
		double vh = weight * (a * g[2 * 4096] + b * g[3 * 4096] + d * g[8 * 4096]);
		double wh = weight * (a * g[9 * 4096] + b * g[10 * 4096] + d * g[11 * 4096]);
		ru[k] = uh * ur + vh * us + wh * ut;
		rv[k] = uh * vr + vh * vs + wh * vt;
		rw[k] = uh * wr + vh * ws + wh * wt;
	}
	for (int c = 0; c < 8; ++c) {
		double a = 0, b = 0, d = 0;
#pragma unroll
		for (int k = 0; k < 16; ++k) {
			double f = si[c][k];
			a += f * ru[k];
			b += f * rv[k];
			d += f * rw[k];
		}
		if (i < 8 && j < 8) {
			su[j][i] = a;
			sv[j][i] = b;
			sw[j][i] = d;
		}
		__syncthreads();
		if (j < 8) {
			a = b = d = 0;
			if (i < 8)
				for (int k = 0; k < 8; ++k) {
					double f = si[j][k];
					a += f * su[k][i];
					b += f * sv[k][i];
					d += f * sw[k][i];
				}
			tu[j][i] = a;
			tv[j][i] = b;
			tw[j][i] = d;
		}
		__syncthreads();
		if (i < 8 && j < 8) {
			a = b = d = 0;
			for (int k = 0; k < 16; ++k) {
				double f = si[i][k];
				a += f * tu[j][k];
				b += f * tv[j][k];
				d += f * tw[j][k];
			}
			int q = c * 64 + j * 8 + i;
			double inverse = vgeo[e * 512 * 12 + q + 6 * 512];
			nu[e * 512 + q] = inverse * a;
			nu[e * 512 + q + offset] = inverse * b;
			nu[e * 512 + q + 2 * offset] = inverse * d;
		}
	}
}

// all-pairs-distance: in how many of 4096 attributes two instances differ, a pair to a block.
template <int T> __global__ void instance_pairs(const char *data, int *distance, int n)
{
	__shared__ int s[T];
	int tx = threadIdx.x, gx = blockIdx.x, gy = blockIdx.y;
	s[tx] = 0;
	__syncthreads();
	for (int i = 4 * tx; i < 4096; i += 4 * T) {
		char4 p = *(const char4 *) (data + i + 4096 * gx), q = *(const char4 *) (data + i + 4096 * gy);
		char count = 0;
		if (p.x ^ q.x)
			++count;
		if (p.y ^ q.y)
			++count;
		if (p.z ^ q.z)
			++count;
		if (p.w ^ q.w)
			++count;
		s[tx] += count;
	}
	__syncthreads();
	if (tx == 0) {
		for (int i = 1; i < T; ++i)
			s[0] += s[i];
		distance[n * gy + gx] = s[0];
	}
}

// asmooth: boxes of a picture that grow until they hold enough, here twice, and how many boxes each pixel is in.
__global__ void smooth_boxes(int lx, int ly, float threshold, int rounds, const float *__restrict__ a,
	int *__restrict__ box, float *__restrict__ norm)
{
	__shared__ float s[1024];
	int tx = threadIdx.x, ty = threadIdx.y, bdx = blockDim.x, bdy = blockDim.y;
	int x = blockIdx.x * bdx + tx, y = blockIdx.y * bdy + ty, t = ty * bdx + tx, at = y * lx + x;
	if (x < lx && y < ly)
		s[t] = a[at];
	__syncthreads();
	if (x < lx && y < ly) {
		float sum = 0;
		int count = 0;
		for (int q = 1; q <= rounds; ++q) {
			sum = 0;
			count = 0;
			for (int j = -q; j <= q; ++j)
				for (int i = -q; i <= q; ++i)
					if (x - q >= 0 && x + q < lx && y - q >= 0 && y + q < ly) {
						++count;
						if (tx - q >= 0 && tx + q < bdx && ty - q >= 0 && ty + q < bdy)
							sum += s[t + j * bdx + i];
						else
							sum += a[at + j * lx + i];
					}
		}
		box[at] = sum < threshold ? rounds + 1 : rounds;
		for (int j = -rounds; j <= rounds; ++j)
			for (int i = -rounds; i <= rounds; ++i)
				if (count != 0)
					atomicAdd(&norm[at + j * lx + i], __fdividef(1.f, (float) count));
	}
}

// bfs: a level of a search by breadth, from nodes on the front to their neighbours; six edges to a node.
struct graph_node {
	int start, edges;
};

__global__ void bfs_front(const graph_node *nodes, const int *edge, char *front, char *next, const char *visited,
	int *cost, int n, char done)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && front[i]) {
		front[i] = done;
		for (int k = nodes[i].start; k < nodes[i].edges + nodes[i].start; ++k) {
			int at = edge[k];
			if (!visited[at]) {
				cost[at] = cost[i] + 1;
				next[at] = 1;
			}
		}
	}
}

// compute-score: scores of documents, eight words and their counts of each of two lists to a thread, whose weights are
// read where two bits of a table are set.
__device__ word64 weighted(word64 w, unsigned count)
{
	unsigned low = ((unsigned) w & 0xFFFFF) * count, high = ((unsigned) (w >> 24) & 0xFFFF) * count;
	return (word64) low + ((word64) high << 24);
}

__device__ word64 list_score(const unsigned *words, const word64 *weight, const unsigned *bits, int first)
{
	word64 sum = 0;
	for (int i = 0; i < 8; ++i) {
		unsigned v = words[first + i], count = v & 0xFF, id = v >> 8, h1 = id >> 5, h2 = id & 0x7FFFF;
		if (v != ~0u && bits[h1 >> 5] >> (h1 & 31) & 1 && bits[h2 >> 5] >> (h2 & 31) & 1)
			sum += weighted(weight[id], count);
	}
	return sum;
}

__global__ void document_scores(const unsigned *words_a, const unsigned *words_b, const word64 *weight_a,
	const word64 *weight_b, const unsigned *bits, unsigned *high, unsigned *low)
{
	__shared__ word64 s[8];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	s[threadIdx.x] = list_score(words_a, weight_a, bits, 8 * i) + list_score(words_b, weight_b, bits, 8 * i);
	__syncthreads();
	if (threadIdx.x == 0) {
		word64 sum = s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7];
		high[blockIdx.x] = (unsigned) (sum >> 32);
		low[blockIdx.x] = (unsigned) sum;
	}
}

// easyWave: heights of a tsunami a step further, where there is sea; twelve values to a node.
__global__ void tsunami_heights(float *node, const float *r6, int nx, int ny, float zero, float arrival, float now)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1, m = y * nx + x;
	if (x >= nx || y >= ny)
		return;
	enum { depth, height, highest, flux_x, flux_y, r1, time = 10, all = 12 };
	if (node[m * all + depth] == 0)
		return;
	float h = node[m * all + height]
		- node[m * all + r1] * (node[m * all + flux_x] - node[(m - nx) * all + flux_x] + node[m * all + flux_y] * r6[x]
			- node[(m - 1) * all + flux_y] * r6[x - 1]);
	float size = fabsf(h);
	if (size < zero)
		h = 0;
	node[m * all + height] = h;
	if (h > node[m * all + highest])
		node[m * all + highest] = h;
	if (arrival != 0 && node[m * all + time] < 0 && size > arrival)
		node[m * all + time] = now;
}

// Launches.

// Quarters of small integers, below limit and then plus add, all equally likely.
__global__ void quarters(__half *a, size_t n, int limit, int add)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x)
		a[i] = __float2half(0.25f * (float) ((int) (hashed(i) * (float) limit) + add));
}

// 1 with this chance, else 0.
__global__ void chance(char *a, size_t n, float share)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x)
		a[i] = hashed(i) < share;
}

// Words whose bits are 1 with the chance 1/16.
__global__ void sparse_bits(unsigned *a, int n, const unsigned *words)
{
	for (int i = X; i < n; i += gridDim.x * blockDim.x)
		a[i] = words[4 * i] & words[4 * i + 1] & words[4 * i + 2] & words[4 * i + 3];
}

// Two words for 32 samples, of which each is of the first kind, of the second or of none: chances 3/8, 3/8 and 1/4.
__global__ void genotypes(unsigned *a, int n, const unsigned *words)
{
	for (int i = X; i < n; i += gridDim.x * blockDim.x) {
		unsigned v = words[3 * i], either = words[3 * i + 1] | words[3 * i + 2];
		a[2 * i] = v & either;
		a[2 * i + 1] = ~v & either;
	}
}

// Words of four bytes, each 0 with the chance 3/4, else 255 shifted left by up to seven bits, as fpc draws them.
__global__ void shifted_bytes(word64 *a, size_t n)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x) {
		word64 v = 0;
		for (int b = 0; b < 4; ++b) {
			int l = (int) (hashed(4 * i + b) * 32);
			v |= (word64) (l < 8 ? 255 << l & 255 : 0) << (8 * b);
		}
		a[i] = v;
	}
}

// Rows of cols values, two of them side by side 1, the others 0.
__global__ void two_ones(float *a, size_t n, int cols)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x) {
		int at = (int) (i / cols * 7 % (cols - 1)), col = (int) (i % cols);
		a[i] = col == at || col == at + 1;
	}
}

// A grid of energies in order.
__global__ void ordered(double *a, int n)
{
	for (int i = X; i < n; i += gridDim.x * blockDim.x)
		a[i] = (i + .5) / n;
}

// Nodes with six edges each.
__global__ void six_edges(graph_node *a, int n)
{
	for (int i = X; i < n; i += gridDim.x * blockDim.x)
		a[i] = { 6 * i, 6 };
}

// Nodes of an ocean: 30 in 100 are land, fluxes from -1 to 1, all waves have arrived.
__global__ void ocean(float *a, size_t n)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x) {
		int q = (int) (i % 12);
		float v = hashed(i);
		a[i] = q == 0 ? (v < .3f ? 0 : 100) : q == 3 || q == 4 ? 2 * v - 1 : q == 5 ? .1f : q == 10 ? 1 : 0;
	}
}

static bool listed;

#define CHECK(e) check(e, #e, __LINE__)
static void check(cudaError_t e, const char *what, int line)
{
	if (e == cudaSuccess)
		return;
	fprintf(stderr, "line %d: %s: %s\n", line, what, cudaGetErrorString(e));
	exit(1);
}

// Field i, or data of our own, of which count elements are used.
template <class T> static T *field_of(int i, long count)
{
	assert(i >= 0 && i < 9 && count > 0 && count < 1l << 31 && count * sizeof(T) <= field);
	return f<T>(i);
}

template <class T> static T *own_of(int i, long count)
{
	assert(i >= 0 && i < 16 && count > 0 && count < 1l << 31 && count * sizeof(T) <= part_of);
	return own<T>(i);
}

static void swept()
{
	sweep<<<1024, 256>>>(f<float4>(9), field / 64, f<float>(9));
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
}

// As measure() of cold.h, and every error ends the program.
template <class T, class... A, class... G>
static void timed(const char *name, ints n, ints b, T, void (*kernel)(A...), G... args)
{
	dim3 block(b.x, b.y, b.z);
	dim3 grid((n.x + b.x - 1) / b.x, (n.y + b.y - 1) / b.y, (n.z + b.z - 1) / b.z);
	const char *type = sizeof(T) == 8 ? "double" : "float";
	std::vector<float> ms(9);
	cudaFuncAttributes has;
	cudaEvent_t from, to;

	assert(b.x * b.y * b.z <= 1024 && grid.y <= 65535 && grid.z <= 65535);
	if (listed) {
		printf("%s,%s,%d,%d,%d,%d,%d,%d,int32,,,,,,,,\n", name, type, n.x, n.y, n.z, b.x, b.y, b.z);
		return;
	}
	CHECK(cudaFuncGetAttributes(&has, kernel));
	CHECK(cudaEventCreate(&from));
	CHECK(cudaEventCreate(&to));
	fill<<<1024, 256>>>((T *) memory, 10 * field / sizeof(T));
	CHECK(cudaGetLastError());
	if (limit) {
		draw<<<1024, 256>>>(f<int>(3), field / 4, limit);
		CHECK(cudaGetLastError());
	}
	if (once) {
		swept();
		CHECK(cudaProfilerStart());
		kernel<<<grid, block>>>(args...);
		CHECK(cudaGetLastError());
		CHECK(cudaDeviceSynchronize());
		CHECK(cudaProfilerStop());
	} else {
		for (int i = -2; i < 9; ++i) {
			swept();
			CHECK(cudaEventRecord(from));
			kernel<<<grid, block>>>(args...);
			CHECK(cudaGetLastError());
			CHECK(cudaEventRecord(to));
			CHECK(cudaEventSynchronize(to));
			if (i >= 0)
				CHECK(cudaEventElapsedTime(&ms[i], from, to));
		}
		std::sort(ms.begin(), ms.end());
		printf("%s,%s,%d,%d,%d,%d,%d,%d,int32,%d,%.6f\n", name, type, n.x, n.y, n.z, b.x, b.y, b.z, has.numRegs,
			ms[4]);
		fflush(stdout);
	}
	CHECK(cudaEventDestroy(from));
	CHECK(cudaEventDestroy(to));
}

// Data of their own, which timed() leaves alone: 16 parts of 256 MiB.  0 bytes, 1 pixels from 100 to 227, 2 and 3 halves
// from -2 to 1.75, 4 bytes below 3, 5 rows with two ones, 6 patterns, 7 counts, 8 and 9 words, 10 small tables, 11 weights,
// 12 genotypes, particles and seeds, 13 a front, 14 what was visited and nodes, 15 an ocean.  All else is from 0.5 to 1.

int main(int argc, char **argv)
{
	typedef ints i3;
	struct line {
		int n, b;
	};
	struct plane {
		ints n, b;
	};
	const int cols = 2000, isotopes = 68, points = 11303, pixels = 128 * 128 * 10;
	int disc[138], m = 0;

	for (int i = -5; i <= 5; ++i)
		for (int j = -5; j <= 5; ++j)
			if (i * i + j * j < 22) {
				disc[m++] = i;
				disc[m++] = j;
			}
	assert(m == 138);
	listed = argc > 1 && !strcmp(argv[1], "rows");
	once = argc > 1;
	if (!listed) {
		CHECK(cudaMalloc(&memory, 10 * field));
		CHECK(cudaMalloc(&made, 16 * part_of));
		CHECK(cudaMemset(made, 0, 16 * part_of));
		few<<<1024, 256>>>(own<byte>(0), part_of, 256, 1, 0);
		few<<<1024, 256>>>(own<byte>(1), part_of, 128, 1, 100);
		quarters<<<1024, 256>>>(own<__half>(2), part_of, 16, -8);
		few<<<1024, 256>>>(own<byte>(4), part_of, 3, 1, 0);
		two_ones<<<1024, 256>>>(own<float>(5), 8000l * cols, cols);
		shifted_bytes<<<1024, 256>>>(own<word64>(6), part_of / 8);
		draw<<<1024, 256>>>(own<int>(8), part_of / 2, ~0u);
		sparse_bits<<<64, 256>>>(own<unsigned>(10), 16384, own<unsigned>(8));
		few<<<64, 256>>>(own<int>(10) + 32768, 12 * 34, isotopes, 1, 0);
		few<<<64, 256>>>(own<int>(10) + 36864, 12, 1, 1, 12);
		CHECK(cudaMemcpy(own<int>(10) + 40960, disc, sizeof disc, cudaMemcpyHostToDevice));
		ordered<<<64, 256>>>(own<double>(10) + 32768, isotopes * points);
		few<<<1024, 256>>>(own<word64>(11), part_of / 8, 10000000, 1, 1);
		genotypes<<<64, 256>>>(own<unsigned>(12), 1 << 21, own<unsigned>(8));
		even<<<1024, 256>>>(own<float>(12) + (1 << 24), 1 << 21, 40, 88);
		few<<<1024, 256>>>(own<int>(12) + (1 << 25), 1 << 20, 1 << 24, 1, 1);
		chance<<<1024, 256>>>(own<char>(13), part_of, .1f);
		chance<<<1024, 256>>>(own<char>(14), part_of / 2, .5f);
		six_edges<<<1024, 256>>>((graph_node *) (own<char>(14) + part_of / 2), 1 << 22);
		CHECK(cudaGetLastError());
		CHECK(cudaDeviceSynchronize());
	}
	printf(listed ? "kernel,type,nx,ny,nz,bx,by,bz,strides,regs,cold_ms,dram_read_bytes,dram_write_bytes,"
			"l2_read_sectors_tex,l2_write_sectors_tex,warp_insts,l1_data_wavefronts\n" :
			"kernel,type,nx,ny,nz,bx,by,bz,strides,regs,cold_ms\n");
#undef D
#define D field_of<double>
#undef F
#define F field_of<float>
#undef I
#define I field_of<int>
#define W own_of<unsigned>
#define W8 own_of<word64>

	for (line l : { line{ 2000, 64 }, line{ 60000, 128 }, line{ 1000000, 256 } })
		timed("bspline_vgh", l.n, l.b, 0.f, bspline_vgh, F(0, 216l * l.n), 36l * l.n, 6l * l.n, (long) l.n, F(1, l.n),
			F(2, 3l * l.n), F(3, 9l * l.n), F(4, 4), F(4, 8) + 4, F(4, 12) + 8, F(4, 16) + 12, F(4, 20) + 16, F(4, 24) + 20,
			F(4, 28) + 24, F(4, 32) + 28, F(4, 36) + 32, 4.5f, 4.5f, 4.5f, l.n, 1, 1, 1);
	for (line l : { line{ 3200, 64 }, line{ 24576, 128 }, line{ 98304, 256 } }) {
		assert(l.n % l.b == 0);
		timed("crc64_streams", l.n, l.b, 0., crc64_streams, field_of<size_t>(4, l.n), field_of<word64>(5, l.n),
			own_of<byte>(0, 1020l * l.n), W8(8, 1024), W8(8, 2048) + 1024, 1020ul * l.n, l.n);
	}
	for (line l : { line{ 20000, 64 }, line{ 1000000, 128 }, line{ 16000000, 256 } })
		timed("dot4_each", l.n, l.b, 0.f, dot4_each, F(0, 4l * l.n), F(1, 4l * l.n), F(4, l.n), l.n);
	for (plane p : { plane{ i3(300, 300), i3(32, 2) }, plane{ i3(1000, 1000), i3(128, 1) },
		     plane{ i3(3000, 3000), i3(64, 1) } })
		timed("epistasis_pairs", p.n, p.b, 0.f, epistasis_pairs, W(12, 32l * p.n.x), W(12, (1 << 21) + 32l * p.n.x) + (1 << 21),
			F(4, (long) p.n.x * p.n.y), p.n.x, 16, 16, 0xFFFFFFu, 0xFFFFu);
	for (line l : { line{ 132, 128 }, line{ 1024, 128 }, line{ 32768, 128 } }) {
		assert(l.b == 128);
		timed("half2_dot", l.n * l.b, l.b, 0.f, half2_dot, own_of<__half2>(2, 16l * l.n * l.b),
			own_of<__half2>(3, 16l * l.n * l.b), F(4, l.n), 16ul * l.n * l.b);
	}
	for (line l : { line{ 500, 64 }, line{ 10000, 128 }, line{ 100000, 256 } })
		timed("pattern_sizes", l.n * l.b, l.b, 0.f, pattern_sizes, W8(6, (long) l.n * l.b), W(7, 1));
	for (line l : { line{ 20000, 64 }, line{ 500000, 128 }, line{ 20000000, 256 } })
		timed("gate_rational", l.n, l.b, 0., gate_rational, D(0, l.n), (long) l.n, D(1, l.n));
	for (plane p : { plane{ i3(256, 200), i3(16, 16) }, plane{ i3(2000, 1500), i3(32, 8) },
		     plane{ i3(9000, 6000), i3(16, 16) } })
		timed("iso2d_step", p.n, p.b, 0.f, iso2d_step, F(0, (long) p.n.x * p.n.y), F(1, (long) p.n.x * p.n.y),
			F(2, (long) p.n.x * p.n.y), .1f, p.n.y, p.n.x);
	timed("keccak_leaves", 64 * 64, 64, 0.f, keccak_leaves<64>, W(8, 64l * 64 * 256), field_of<unsigned>(4, 64l * 64 * 8),
		W(9, 22));
	timed("keccak_leaves", 500 * 96, 96, 0.f, keccak_leaves<96>, W(8, 500l * 96 * 256), field_of<unsigned>(4, 500l * 96 * 8),
		W(9, 22));
	timed("keccak_leaves", 1300 * 192, 192, 0.f, keccak_leaves<192>, W(8, 1300l * 192 * 256),
		field_of<unsigned>(4, 1300l * 192 * 8), W(9, 22));
	for (line l : { line{ 128, 32 }, line{ 320, 64 }, line{ 640, 128 } })
		timed("rotate_rings", l.n, l.b, 0.f, rotate_rings, F(0, 4l * l.n * l.n), 2 * l.n);
	for (line l : { line{ 100, 64 }, line{ 264, 128 }, line{ 512, 256 } }) {
		assert(l.b <= 256 && 1024 % l.b == 0);
		timed("debye_atoms", l.n * l.b, l.b, 0.f, debye_atoms, 1024, F(0, 1024), F(1, 1024), F(2, 1024), F(4, 4l * l.n * l.b),
			F(7, 4l * l.n * l.b), F(8, 4l * l.n * l.b), F(5, 1024), F(6, 1024), .0735f, 4.46f, F(3, 4l * l.n * l.b));
	}
#define PARTICLES(n, b) \
	timed("particle_weights", n, b, 0.f, particle_weights<b>, F(0, n), F(1, n), own_of<float>(12, (1 << 24) + n) + (1 << 24), \
		own_of<float>(12, (1 << 24) + (1 << 20) + n) + (1 << 24) + (1 << 20), I(3, 69l * (n)), \
		own_of<int>(10, 40960 + 138) + 40960, F(2, n), own_of<byte>(1, pixels), F(4, n), \
		own_of<int>(12, (1 << 25) + n) + (1 << 25), F(5, (n) / (b)), n, 69, 128, 10, 4, pixels)
	PARTICLES(64 * 150, 64);
	PARTICLES(128 * 800, 128);
	PARTICLES(256 * 1600, 256);
	for (plane p : { plane{ i3(4096, 3), i3(64, 3) }, plane{ i3(16384, 3), i3(128, 3) },
		     plane{ i3(98304, 3), i3(256, 3) } })
		timed("niederreiter", p.n, p.b, 0.f, niederreiter, F(4, 3 * 64l * p.n.x), W(8, 93), 0u, 64u * p.n.x);
	for (plane p : { plane{ i3(64, 64 * 64), i3(2, 64) }, plane{ i3(128, 128 * 128), i3(2, 128) },
		     plane{ i3(512, 512 * 256), i3(4, 256) } }) {
		assert(p.n.x % p.b.x == 0 && p.n.y % p.b.y == 0 && p.b.x * p.b.y <= 1024);
		timed("pencil_d2z", p.n, p.b, 0.f, pencil_d2z, F(0, (long) p.n.x * p.n.y), F(4, (long) p.n.x * p.n.y), p.n.x,
			p.n.y / p.b.y, p.b.y, p.b.x);
	}
	for (line l : { line{ 100, 128 }, line{ 1000, 256 }, line{ 8000, 512 } })
		timed("shap_rows", l.n * l.b, l.b, 0.f, shap_rows, own_of<float>(5, (long) l.n * cols), cols, F(0, 10l * cols), 10,
			F(4, 10l * l.n * cols), F(1, cols));
	for (line l : { line{ 33, 64 }, line{ 132, 128 }, line{ 264, 256 } })
		timed("shared_swaps", l.n * l.b, l.b, 0.f, shared_swaps, field_of<float4>(4, (long) l.n * l.b));
	for (ints t : { i3(2, 4, 4), i3(5, 8, 8), i3(10, 14, 14) }) {
		int nx = 20 * t.x + 2, ny = 14 * t.y + 2, nz = 14 * t.z + 2;
		long all = (long) nx * ny * nz;
		timed("tensor_march", i3(16 * t.x, 16 * t.y, t.z), i3(16, 16), 0., tensor_march, D(0, all), D(4, all), D(1, 3 * all),
			D(2, 3 * all), D(3, 3 * all), nx, ny, nz);
	}
	for (line l : { line{ 20000, 64 }, line{ 200000, 128 }, line{ 1000000, 256 } }) {
		limit = points;
		assert(2l * l.n < 1 << 22 && isotopes * points < 1 << 20);
		timed("xs_lookup", l.n, l.b, 0., xs_lookup, own_of<int>(10, 36864 + 12) + 36864, D(0, 12 * 34),
			own_of<int>(10, 32768 + 12 * 34) + 32768, field_of<grid_point>(1, (long) isotopes * points), I(4, l.n),
			own_of<double>(10, 32768 + isotopes * points) + 32768, I(3, (long) isotopes * isotopes * points), l.n,
			(long) isotopes, (long) points, 34);
	}
	limit = 0;

	for (int n : { 100, 500, 2500 })
		timed("cubature_adv", i3(16 * n, 16), i3(16, 16), 0., cubature_adv, D(0, 512l * 12 * n), D(1, 4096l * 12 * n), D(2, 256),
			D(3, 128), 512 * n, D(4, 3l * 512 * n), D(5, 3l * 512 * n));
	timed("instance_pairs", i3(64 * 20, 20), 64, 0.f, instance_pairs<64>, own_of<char>(4, 4096l * 20), I(4, 20 * 20), 20);
	timed("instance_pairs", i3(128 * 100, 100), 128, 0.f, instance_pairs<128>, own_of<char>(4, 4096l * 100), I(4, 100 * 100),
		100);
	timed("instance_pairs", i3(256 * 224, 224), 256, 0.f, instance_pairs<256>, own_of<char>(4, 4096l * 224), I(4, 224 * 224),
		224);
	for (plane p : { plane{ i3(256, 192), i3(16, 16) }, plane{ i3(1024, 768), i3(32, 8) },
		     plane{ i3(2048, 1536), i3(16, 16) } })
		timed("smooth_boxes", p.n, p.b, 0.f, smooth_boxes, p.n.x, p.n.y, 10.f, 2, F(0, (long) p.n.x * p.n.y),
			I(1, (long) p.n.x * p.n.y), F(4, (long) p.n.x * p.n.y));
	for (line l : { line{ 30000, 64 }, line{ 400000, 128 }, line{ 4000000, 256 } }) {
		limit = l.n;
		timed("bfs_front", l.n, l.b, 0.f, bfs_front, (graph_node *) (own<char>(14) + part_of / 2), I(3, 6l * l.n),
			own_of<char>(13, l.n), field_of<char>(4, l.n), own_of<char>(14, l.n), I(5, l.n), l.n, (char) 1);
	}
	limit = 0;
	for (line l : { line{ 5000, 8 }, line{ 100000, 8 }, line{ 1000000, 8 } })
		timed("document_scores", l.n * l.b, l.b, 0.f, document_scores, W(8, 64l * l.n), W(9, 64l * l.n), W8(11, 1 << 24),
			W8(11, 1 << 25) + (1 << 24), W(10, 16384), field_of<unsigned>(4, l.n), field_of<unsigned>(5, l.n));
	for (plane p : { plane{ i3(200, 150), i3(16, 16) }, plane{ i3(800, 600), i3(32, 8) },
		     plane{ i3(2300, 2300), i3(32, 4) } }) {
		int nx = p.n.x + 1, ny = p.n.y + 1;
		if (!listed)
			ocean<<<1024, 256>>>(own<float>(15), part_of / 4);
		timed("tsunami_heights", p.n, p.b, 0.f, tsunami_heights, own_of<float>(15, 12l * nx * ny), F(0, nx), nx, ny, 1e-5f,
			1e-3f, 60.f);
	}
	if (!listed)
		CHECK(cudaDeviceSynchronize());
	return 0;
}
