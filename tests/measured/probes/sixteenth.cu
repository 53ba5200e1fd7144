// A sixteenth blind set of kernels, chosen by the rule of fourteenth.cu: of the benchmarks of HeCBench every fifth from
// the 5th on, then the first two from the 1st on that qualify; of each its hot kernel, written anew with its types, layout,
// loops, barriers and guards, if it has a loop, shared memory or guards, the language can say it, and no earlier set has
// it.  Seventeen of the 23 say __restrict__, as their originals do.
// Said in sixteenth.wsp before anything was timed or predicted.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 sixteenth.cu && ./a.out >sixteenth.csv
//
// cold_ms is the median of nine launches, each between two events, on caches that hold other data, all of
// it read.  An empty kernel is timed in the same way and printed on stderr: the cost of a launch.
// With an argument each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
//
// The argument rows lists the launches and makes none; the argument check makes some small ones and compares cells of
// their results with what the host computes.
#include "own.h"
#undef NDEBUG
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <cstring>

typedef unsigned long long word64;

__global__ void empty_launch()
{
}

// aidw: inverse distances with a power that depends on how dense the points are; 256 points at a time in shared memory.
__global__ void adaptive_weights(const float *__restrict__ dx, const float *__restrict__ dy, const float *__restrict__ dz,
	const int points, const float *__restrict__ ix, const float *__restrict__ iy, float *__restrict__ iz, const int n,
	const float area, const float *__restrict__ near)
{
	__shared__ float sx[256], sy[256], sz[256];
	int x = threadIdx.x + blockIdx.x * blockDim.x, tx = threadIdx.x;
	if (x >= n)
		return;
	float r = near[x] / (0.5f / sqrtf(points / area)), u = 0, power = 0, up = 0, down = 0;
	if (r >= 0.f)
		u = 0.5f - 0.5f * cosf(3.1415926f / 2.f * r);
	if (r >= 2.f)
		u = 1;
	if (u >= 0.f && u <= 0.1f)
		power = 1.5f;
	if (u > 0.1f && u <= 0.3f)
		power = 1.5f * (1.f - 5.f * (u - 0.1f)) + 2.f * 5.f * (u - 0.1f);
	if (u > 0.3f && u <= 0.5f)
		power = 2.5f * 5.f * (u - 0.3f) + 1.5f * (1.f - 5.f * (u - 0.3f));
	if (u > 0.5f && u <= 0.7f)
		power = 2.5f * (1.f - 5.f * (u - 0.5f)) + 3.f * 5.f * (u - 0.5f);
	if (u > 0.7f && u <= 0.9f)
		power = 3.5f * 5.f * (u - 0.7f) + 3.f * (1.f - 5.f * (u - 0.7f));
	if (u > 0.9f && u <= 1.f)
		power = 3.5f;
	power *= 0.5f;
	float a = ix[x], b = iy[x];
	int parts = (points - 1) / 256;
	for (int m = 0; m <= parts; ++m) {
		int held = min(256, points - 256 * m);
		if (tx < held) {
			sx[tx] = dx[tx + 256 * m];
			sy[tx] = dy[tx + 256 * m];
			sz[tx] = dz[tx + 256 * m];
		}
		__syncthreads();
		for (int e = 0; e < 256; ++e) {
			float p = a - sx[e], q = b - sy[e];
			float t = 1.f / powf(p * p + q * q, power);
			down += t;
			up += t * sz[e];
		}
	}
	iz[x] = up / down;
}

// backprop: products of inputs and weights, summed by blocks of 16 x 16 in shared memory.
__global__ void layer_forward(const float *input, float *weights, float *partial, const int hidden)
{
	__shared__ float in[16], w[16 * 16];
	int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
	int at = (hidden + 1) * 16 * by + (hidden + 1) * ty + tx + 1 + (hidden + 1), from = 16 * by + ty + 1;
	if (tx == 0)
		in[ty] = input[from];
	__syncthreads();
	w[ty * 16 + tx] = weights[at];
	__syncthreads();
	w[ty * 16 + tx] = w[ty * 16 + tx] * in[ty];
	__syncthreads();
	for (int i = 1; i <= 16; i = i * 2) {
		if (ty % i == 0)
			w[ty * 16 + tx] = w[ty * 16 + tx] + w[(ty + i / 2) * 16 + tx];
		__syncthreads();
	}
	weights[at] = w[ty * 16 + tx];
	__syncthreads();
	if (tx == 0)
		partial[by * hidden + ty] = w[tx * 16 + ty];
}

// chemv: the diagonal and lower part of a product of a complex Hermitian matrix and a vector, added up in memory.
struct complex32 {
	float re, im;
};

template <int N>
__global__ void hermitian_lower(complex32 *a, complex32 *v, complex32 *r, float alpha_im, float alpha_re, float beta_im,
	float beta_re)
{
	int x = 32 * blockIdx.x + threadIdx.x;
	for (int b = 0; b <= min(N - 2, 32 * (int) blockIdx.x + 30); b += 32) {
		if (x <= N - 1 && b == 0) {
			float re = r[x].re * beta_re - r[x].im * beta_im, im = r[x].im * beta_re + r[x].re * beta_im;
			r[x].re = re;
			r[x].im = im;
			float p = alpha_re * a[(N + 1) * x].re, q = alpha_im * a[(N + 1) * x].re;
			float s = p * v[x].re - q * v[x].im, t = q * v[x].re + p * v[x].im;
			re = r[x].re + s;
			im = r[x].im + t;
			r[x].re = re;
			r[x].im = im;
		}
		if (x <= N - 1)
			for (int k = 0; k <= min(31, x - b - 1); ++k) {
				float p = alpha_re * a[x + N * b + N * k].re - alpha_im * a[x + N * b + N * k].im;
				float q = alpha_im * a[x + N * b + N * k].re + alpha_re * a[x + N * b + N * k].im;
				float s = p * v[b + k].re - q * v[b + k].im, t = q * v[b + k].re + p * v[b + k].im;
				float re = r[x].re + s, im = r[x].im + t;
				r[x].re = re;
				r[x].im = im;
			}
		__syncthreads();
	}
}

// crs: two code words of a Cauchy matrix of bits and k words of data, four threads to a symbol.
__global__ void cauchy_code(int k, int index, const long *__restrict__ in, long *__restrict__ out,
	const unsigned *__restrict__ bits, int size)
{
	extern __shared__ long words[];
	int w = 4;
	long result[2] = { 0, 0 };
	const unsigned long full = ~0ul;
	int work = blockDim.x / w * w;
	const unsigned x = work * blockIdx.x + threadIdx.x;
	if (threadIdx.x >= work)
		return;
	if (x >= size)
		return;
	int group = threadIdx.x / w * w, inner = threadIdx.x % w;
	unsigned one = 1;
	for (int i = 0; i < k; ++i) {
		words[threadIdx.x] = *(in + i * size + x);
		__syncthreads();
		for (int j = 0; j < w; ++j) {
			unsigned m = bits[index];
			result[0] = result[0] ^ ((((m & (one << inner)) >> inner) * full) & words[group + j]);
			result[1] = result[1] ^ ((((m & (one << (inner + w))) >> (inner + w)) * full) & words[group + j]);
			++index;
		}
		__syncthreads();
	}
	out[x] = result[0];
	out[x + size] = result[1];
}

// degrid: visibilities from an image, each a sum over 256 x 256 cells around a point; a warp to a point.
template <class T>
__global__ void degrid_points(T *__restrict__ out, const T *__restrict__ in, const size_t points,
	const T *__restrict__ image, const size_t side, const T *__restrict__ gcf)
{
	const int bx = blockIdx.x, bdx = blockDim.x, tx = threadIdx.x, gx = gridDim.x, bdy = blockDim.y, ty = threadIdx.y;
	for (int n = 32 * bx; n < points; n += 32 * gx)
		for (int q = ty; q < 32; q += bdy) {
			T at = in[n + q];
			const int sub_x = floorf(8 * (at.x - floorf(at.x))), sub_y = floorf(8 * (at.y - floorf(at.y)));
			const int main_x = floorf(at.x), main_y = floorf(at.y);
			T sum = { 0, 0 };
			for (int a = tx - 128; a < 128; a += bdx)
				for (int b = -128; b < 128; ++b) {
					auto r1 = image[main_x + a + side * (main_y + b)].x;
					auto i1 = image[main_x + a + side * (main_y + b)].y;
					if (main_x + a < 0 || main_y + b < 0 || main_x + a >= side || main_y + b >= side)
						r1 = i1 = 0;
					auto r2 = gcf[256 * 256 * (8 * sub_y + sub_x) + 256 * b + a].x;
					auto i2 = gcf[256 * 256 * (8 * sub_y + sub_x) + 256 * b + a].y;
					sum.x += r1 * r2 - i1 * i2;
					sum.y += r1 * i2 + r2 * i1;
				}
			for (int s = bdx < 16 ? bdx : 16; s > 0; s /= 2) {
				sum.x += __shfl_down_sync(0xffffffff, sum.x, s);
				sum.y += __shfl_down_sync(0xffffffff, sum.y, s);
			}
			if (tx == 0)
				out[n + q] = sum;
		}
}

// dslash: staggered fermions on even sites: links to the next sites and the third ones, forth and back, of four axes.
struct complex64 {
	double re, im;
};

struct matrix3 {
	complex64 e[3][3];
};

struct vector3 {
	complex64 c[3];
};

// What row i of a matrix makes of a vector.
__device__ complex64 row_times(const matrix3 *a, const vector3 *b, int i)
{
	complex64 x = { 0.0, 0.0 };
	for (int j = 0; j < 3; ++j) {
		x.re += a->e[i][j].re * b->c[j].re - a->e[i][j].im * b->c[j].im;
		x.im += a->e[i][j].re * b->c[j].im + a->e[i][j].im * b->c[j].re;
	}
	return x;
}

__device__ void product_of(const matrix3 *a, const vector3 *b, vector3 *c)
{
	for (int i = 0; i < 3; ++i)
		c->c[i] = row_times(a, b, i);
}

__device__ void product_added(const matrix3 *a, const vector3 *b, vector3 *c)
{
	for (int i = 0; i < 3; ++i) {
		complex64 x = row_times(a, b, i);
		c->c[i].re += x.re;
		c->c[i].im += x.im;
	}
}

__device__ void combined(const vector3 *a, const vector3 *b, vector3 *c, int sign)
{
	for (int i = 0; i < 3; ++i) {
		c->c[i].re = sign > 0 ? a->c[i].re + b->c[i].re : a->c[i].re - b->c[i].re;
		c->c[i].im = sign > 0 ? a->c[i].im + b->c[i].im : a->c[i].im - b->c[i].im;
	}
}

// The four links of a kind.
__device__ void links(const matrix3 *__restrict__ link, const vector3 *__restrict__ source,
	const size_t *__restrict__ next, size_t site, vector3 *v)
{
	for (size_t k = 0; k < 4; ++k) {
		const matrix3 *a = link + site * 4 + k;
		const vector3 *b = source + next[4 * site + k];
		if (k == 0)
			product_of(a, b, v);
		else
			product_added(a, b, v);
	}
}

__global__ void staggered_links(const matrix3 *__restrict__ fat, const matrix3 *__restrict__ lng,
	const matrix3 *__restrict__ fat_back, const matrix3 *__restrict__ lng_back, const vector3 *__restrict__ source,
	vector3 *__restrict__ o, const size_t *__restrict__ forth, const size_t *__restrict__ back,
	const size_t *__restrict__ forth3, const size_t *__restrict__ back3, const int n)
{
	size_t x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x < n) {
		vector3 v;
		links(fat, source, forth, x, &o[x]);
		links(lng, source, forth3, x, &v);
		combined(&o[x], &v, &o[x], 1);
		links(fat_back, source, back, x, &v);
		combined(&o[x], &v, &o[x], -1);
		links(lng_back, source, back3, x, &v);
		combined(&o[x], &v, &o[x], -1);
	}
}

// ert: 1024 operations in double precision on each number of a working set, one after the other.
#define TIMES2(s)   s s
#define TIMES4(s)   TIMES2(s) TIMES2(s)
#define TIMES8(s)   TIMES4(s) TIMES4(s)
#define TIMES16(s)  TIMES8(s) TIMES8(s)
#define TIMES32(s)  TIMES16(s) TIMES16(s)
#define TIMES64(s)  TIMES32(s) TIMES32(s)
#define TIMES128(s) TIMES64(s) TIMES64(s)
#define TIMES256(s) TIMES128(s) TIMES128(s)
#define TIMES512(s) TIMES256(s) TIMES256(s)
#define STEP        b = b * a[i] + alpha;

template <class T> __global__ void fma_ladder(unsigned trials, unsigned n, T *__restrict__ a)
{
	unsigned all = gridDim.x * blockDim.x, each = (n + (all - 1)) / all;
	unsigned from = blockIdx.x * blockDim.x + threadIdx.x, to = from + each * all;
	if (from > n)
		from = n;
	if (to > n)
		to = n;
	T alpha = 2.0, beta = 1.0;
	for (unsigned j = 0; j < trials; ++j)
		for (unsigned i = from; i < to; i += all) {
			T b = beta;
			b = a[i] + alpha;
			STEP TIMES2(STEP) TIMES4(STEP) TIMES8(STEP) TIMES16(STEP) TIMES32(STEP) TIMES64(STEP) TIMES128(STEP)
				TIMES256(STEP) TIMES512(STEP) a[i] = -b;
		}
}

// hmm: a step of Viterbi's algorithm, the best state before each state; a row of transitions to a thread.
__global__ void viterbi_state(const float *__restrict__ old, const float *__restrict__ move,
	const float *__restrict__ emit, int *__restrict__ seen, float *__restrict__ now, int *__restrict__ path, const int n,
	const int t)
{
	int x = blockDim.x * blockIdx.x + threadIdx.x;
	if (x < n) {
		float most = 0.0;
		int at = -1;
		for (int k = 0; k < n; ++k) {
			float v = old[k] + move[x * n + k];
			if (v > most) {
				most = v;
				at = k;
			}
		}
		now[x] = most + emit[seen[t] * n + x];
		path[(t - 1) * n + x] = at;
	}
}

// interleave: structures of 16 integers added to others, again and again.
struct sixteen {
	unsigned s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb, sc, sd, se, sf;
};

__global__ void member_sums(sixteen *const to, const sixteen *const from, const unsigned n)
{
	const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x < n)
		for (unsigned i = 0; i < 256; ++i) {
			to[x].s0 += from[x].s0;
			to[x].s1 += from[x].s1;
			to[x].s2 += from[x].s2;
			to[x].s3 += from[x].s3;
			to[x].s4 += from[x].s4;
			to[x].s5 += from[x].s5;
			to[x].s6 += from[x].s6;
			to[x].s7 += from[x].s7;
			to[x].s8 += from[x].s8;
			to[x].s9 += from[x].s9;
			to[x].sa += from[x].sa;
			to[x].sb += from[x].sb;
			to[x].sc += from[x].sc;
			to[x].sd += from[x].sd;
			to[x].se += from[x].se;
			to[x].sf += from[x].sf;
		}
}

// keogh: a lower bound of warped distances between a query and each window of a series, held in shared memory.
__global__ void keogh_bound(const float *__restrict__ series, const float *__restrict__ means,
	const float *__restrict__ deviations, float *__restrict__ bound, const float *__restrict__ lower,
	const float *__restrict__ upper, const int m, const int n)
{
	extern __shared__ float held[];
	int tx = threadIdx.x, first = blockDim.x * blockIdx.x, x = first + tx;
	for (int k = tx; k < blockDim.x + m; k += blockDim.x)
		if (first + k < n)
			held[k] = series[first + k];
	__syncthreads();
	if (x < n - m + 1) {
		float s = 0, mean = means[x], deviation = deviations[x];
		for (int i = 0; i < m; ++i) {
			float v = (held[tx + i] - mean) / deviation, l = v - lower[i], u = v - upper[i];
			s += u * u * (u > 0) + l * l * (l < 0);
		}
		bound[x] = s;
	}
}

// lebesgue: the polynomials of Lagrange at many points, and the largest sum of their sizes.
__device__ void raise(double *most, double v)
{
	word64 seen = __double_as_longlong(*most);
	while (v > __longlong_as_double(seen)) {
		word64 old = seen;
		if ((seen = atomicCAS((word64 *) most, old, (word64) __double_as_longlong(v))) == old)
			break;
	}
}

__global__ void lagrange_basis(double *__restrict__ most, double *__restrict__ o, const double *__restrict__ at,
	const double *__restrict__ node, const int m, const int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= n)
		return;
	double t = 0.0;
	for (int i = 0; i < m; ++i) {
		o[i * n + x] = 1.0;
		for (int j = 0; j < m; ++j)
			if (i != j)
				o[i * n + x] = o[i * n + x] * (at[x] - node[j]) / (node[i] - node[j]);
		t += fabs(o[i * n + x]);
	}
	raise(most, t);
}

// lulesh: forces of Flanagan and Belytschko against hourglass modes, on the eight corners of each element.
// Of one axis: f[k] from the modes and the velocities of the corners.
__device__ void resisted(const double mode[8][4], const double v[8], double c, double *f)
{
	double h[4];
	for (int i = 0; i < 4; ++i)
		h[i] = mode[0][i] * v[0] + mode[1][i] * v[1] + mode[2][i] * v[2] + mode[3][i] * v[3] + mode[4][i] * v[4] +
			mode[5][i] * v[5] + mode[6][i] * v[6] + mode[7][i] * v[7];
	for (int k = 0; k < 8; ++k)
		f[k] = c * (mode[k][0] * h[0] + mode[k][1] * h[1] + mode[k][2] * h[2] + mode[k][3] * h[3]);
}

__device__ double shape(const double *c, const double *g)
{
	return c[0] * g[0] + c[1] * g[1] + c[2] * g[2] + c[3] * g[3] + c[4] * g[4] + c[5] * g[5] + c[6] * g[6] + c[7] * g[7];
}

__global__ void hourglass_force(const double *__restrict__ dx, const double *__restrict__ dy,
	const double *__restrict__ dz, const double *__restrict__ px, const double *__restrict__ py,
	const double *__restrict__ pz, const double *__restrict__ volume, const double *__restrict__ vx,
	const double *__restrict__ vy, const double *__restrict__ vz, const double *__restrict__ sound,
	const double *__restrict__ mass, const int *__restrict__ nodes, const double *__restrict__ gamma,
	double *__restrict__ fx, double *__restrict__ fy, double *__restrict__ fz, double factor, const int n)
{
	int x = blockDim.x * blockIdx.x + threadIdx.x;
	if (x >= n)
		return;
	int first = 8 * x;
	const int *node = nodes + first;
	double mode[8][4], ux[8], uy[8], uz[8], gx[8], gy[8], gz[8], inverse = 1.0 / volume[x];
	for (int i = 0; i < 4; ++i) {
		double a = shape(px + first, gamma + 8 * i), b = shape(py + first, gamma + 8 * i);
		double c = shape(pz + first, gamma + 8 * i);
		for (int k = 0; k < 8; ++k)
			mode[k][i] = gamma[i * 8 + k] - inverse * (dx[first + k] * a + dy[first + k] * b + dz[first + k] * c);
	}
	double side = cbrt(volume[x]);
	for (int k = 0; k < 8; ++k) {
		ux[k] = vx[node[k]];
		uy[k] = vy[node[k]];
		uz[k] = vz[node[k]];
	}
	double c = factor * -0.01 * sound[x] * mass[x] / side;
	resisted(mode, ux, c, gx);
	resisted(mode, uy, c, gy);
	resisted(mode, uz, c, gz);
	for (int k = 0; k < 8; ++k)
		fx[first + k] = gx[k];
	for (int k = 0; k < 8; ++k)
		fy[first + k] = gy[k];
	for (int k = 0; k < 8; ++k)
		fz[first + k] = gz[k];
}

// md5hash: a search for a key of up to seven bytes with a given digest; keys that differ in the first byte to a thread.
#define MIX_F (b & c | ~b & d)
#define MIX_G (b & d | ~d & c)
#define MIX_H (b ^ c ^ d)
#define MIX_I (c ^ (b | ~d))
#define TURN(mix, word, by, k)             \
	a = a + (mix) + (k) + (word);          \
	held = d;                              \
	d = c;                                 \
	c = b;                                 \
	b = b + (a << (by) | a >> (32 - (by))); \
	a = held;
#define FOUR(mix, p, q, r, s, b0, b1, b2, b3, k0, k1, k2, k3)                              \
	TURN(mix, p, b0, k0) TURN(mix, q, b1, k1) TURN(mix, r, b2, k2) TURN(mix, s, b3, k3)

// The digest of a key in two words.
__device__ void md5_words(const unsigned *words, unsigned length, unsigned *digest)
{
	unsigned a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476, held;
	unsigned n = 8 * length, u = words[0], v = words[1];
	switch (length) {
	case 0:
		u |= 0x80;
		break;
	case 1:
		u |= 0x8000;
		break;
	case 2:
		u |= 0x800000;
		break;
	case 3:
		u |= 0x80000000;
		break;
	case 4:
		v |= 0x80;
		break;
	case 5:
		v |= 0x8000;
		break;
	case 6:
		v |= 0x800000;
		break;
	case 7:
		v |= 0x80000000;
		break;
	}
	FOUR(MIX_F, u, v, 0, 0, 7, 12, 17, 22, 0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee)
	FOUR(MIX_F, 0, 0, 0, 0, 7, 12, 17, 22, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501)
	FOUR(MIX_F, 0, 0, 0, 0, 7, 12, 17, 22, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be)
	FOUR(MIX_F, 0, 0, n, 0, 7, 12, 17, 22, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821)
	FOUR(MIX_G, v, 0, 0, u, 5, 9, 14, 20, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa)
	FOUR(MIX_G, 0, 0, 0, 0, 5, 9, 14, 20, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8)
	FOUR(MIX_G, 0, n, 0, 0, 5, 9, 14, 20, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed)
	FOUR(MIX_G, 0, 0, 0, 0, 5, 9, 14, 20, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a)
	FOUR(MIX_H, 0, 0, 0, n, 4, 11, 16, 23, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c)
	FOUR(MIX_H, v, 0, 0, 0, 4, 11, 16, 23, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70)
	FOUR(MIX_H, 0, u, 0, 0, 4, 11, 16, 23, 0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05)
	FOUR(MIX_H, 0, 0, 0, 0, 4, 11, 16, 23, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665)
	FOUR(MIX_I, u, 0, n, 0, 6, 10, 15, 21, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039)
	FOUR(MIX_I, 0, 0, 0, v, 6, 10, 15, 21, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1)
	FOUR(MIX_I, 0, 0, 0, 0, 6, 10, 15, 21, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1)
	FOUR(MIX_I, 0, 0, 0, 0, 6, 10, 15, 21, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391)
	digest[0] = 0x67452301 + a;
	digest[1] = 0xefcdab89 + b;
	digest[2] = 0x98badcfe + c;
	digest[3] = 0x10325476 + d;
}

__global__ void md5_search(int *__restrict__ found, byte *__restrict__ found_key, unsigned *__restrict__ found_digest,
	int keys, const int length, const int values, const unsigned d0, const unsigned d1, const unsigned d2,
	const unsigned d3)
{
	int first = (blockDim.x * blockIdx.x + threadIdx.x) * values;
	unsigned rest = first;
	alignas(8) byte key[8] = {};
#pragma unroll
	for (int i = 0; i < 8; ++i) {
		key[i] = rest % values;
		rest /= values;
	}
	for (int j = 0; j < values && first + j < keys; ++j) {
		unsigned digest[4];
		md5_words((unsigned *) key, length, digest);
		if (digest[0] == d0 && digest[1] == d1 && digest[2] == d2 && digest[3] == d3) {
			found[0] = first + j;
#pragma unroll
			for (int i = 0; i < 8; ++i)
				found_key[i] = key[i];
			for (int i = 0; i < 4; ++i)
				found_digest[i] = digest[i];
		}
		++key[0];
	}
}

// minkowski: distances between rows of one matrix and columns of another, with any power.
template <int M, int N, int K>
__global__ void minkowski_rows(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
	const float power, const float inverse)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < K && y < M) {
		float s = 0;
		for (int i = 0; i < N; ++i)
			s += powf(fabsf(a[y * N + i] - b[i * K + x]), power);
		c[y * K + x] = powf(s, inverse);
	}
}

// morphology: rows of bytes dilated by 64 cells after van Herk, Gil and Werman; scans both ways in shared memory.
__device__ byte larger(byte a, byte b)
{
	return max(a, b);
}

__device__ void two_scans(const byte *__restrict__ held, byte *__restrict__ s, const int size, const int t)
{
	s[t] = held[t];
	s[t + size] = held[t + size];
	__syncthreads();
	for (int by = 1; by < size; by *= 2) {
		if (t >= by)
			s[t + size - 1] = larger(s[t + size - 1], s[t + size - 1 - by]);
		if (t <= size - 1 - by)
			s[t] = larger(s[t], s[t + by]);
		__syncthreads();
	}
}

__global__ void herk_dilate(byte *__restrict__ o, const byte *__restrict__ a, const int width, const int height,
	const int size)
{
	extern __shared__ byte bytes[];
	byte *held = bytes, *s = held + 2 * size;
	const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
	if (x >= width || y >= height)
		return;
	held[threadIdx.x] = a[y * width + x];
	if (x + size < width)
		held[threadIdx.x + size] = a[y * width + x + size];
	__syncthreads();
	two_scans(held, s, size, threadIdx.x);
	if (x + size / 2 < width - size / 2)
		o[y * width + x + size / 2] = larger(s[threadIdx.x], s[threadIdx.x + size - 1]);
}

// popcount: ones of words of 64 bits, bit by bit.
__global__ void bit_count(const unsigned long *__restrict__ a, int *__restrict__ o, const int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= n)
		return;
	unsigned long v = a[x];
	char count = 0;
	for (char i = 0; i < 64; i++) {
		count = count + (v & 0x1);
		v = v >> 1;
	}
	o[x] = count;
}

// rtm8: a step of two waves, of order 8 in space, and the image where they meet.
template <int NX, int NY> __device__ int cell_of(int x, int y, int z)
{
	return x + y * NX + z * NX * NY;
}

template <int NX, int NY, int NZ>
__global__ void two_waves(const float *__restrict__ vsq, const float *__restrict__ s, const float *__restrict__ r,
	float *__restrict__ next_s, float *__restrict__ next_r, float *__restrict__ image, const float *__restrict__ a,
	size_t n)
{
	unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
#define AT(x, y, z) cell_of<NX, NY>(x, y, z)
#define RING(f, k)                                                                                              \
	(f[AT(x + k, y, z)] + f[AT(x - k, y, z)] + f[AT(x, y + k, z)] + f[AT(x, y - k, z)] + f[AT(x, y, z + k)] + \
		f[AT(x, y, z - k)])
	if (4 <= x && x < NX - 4 && 4 <= y && y < NY - 4 && 4 <= z && z < NZ - 4) {
		float d = a[0] * s[AT(x, y, z)] + a[1] * RING(s, 1) + a[2] * RING(s, 2) + a[3] * RING(s, 3) + a[4] * RING(s, 4);
		next_s[AT(x, y, z)] = 2 * s[AT(x, y, z)] - next_s[AT(x, y, z)] + vsq[AT(x, y, z)] * d;
		d = a[0] * r[AT(x, y, z)] + a[1] * RING(r, 1) + a[2] * RING(r, 2) + a[3] * RING(r, 3) + a[4] * RING(r, 4);
		next_r[AT(x, y, z)] = 2 * r[AT(x, y, z)] - next_r[AT(x, y, z)] + vsq[AT(x, y, z)] * d;
		image[AT(x, y, z)] = next_s[AT(x, y, z)] * next_r[AT(x, y, z)];
	}
}

// sobol: quasi-random points, a dimension to a row of blocks; threads go on by strides that are a power of two.
__global__ void sobol_dims(unsigned vectors, unsigned dims, unsigned *__restrict__ directions, float *__restrict__ o)
{
	__shared__ unsigned v[32];
	directions += 32 * blockIdx.y;
	o += vectors * blockIdx.y;
	if (threadIdx.x < 32)
		v[threadIdx.x] = directions[threadIdx.x];
	__syncthreads();
	int first = threadIdx.x + blockIdx.x * blockDim.x, stride = gridDim.x * blockDim.x;
	unsigned gray = first ^ (first >> 1), p = 0, mask;
	for (unsigned k = 0; k < __ffs(stride) - 1; ++k) {
		mask = -(gray & 1);
		p ^= mask & v[k];
		gray = gray >> 1;
	}
	if (first < vectors)
		o[first] = (float) p * 2.3283064e-10f;
	unsigned always = v[__ffs(stride) - 2], low = stride - 1;
	for (unsigned i = first + stride; i < vectors; i += stride) {
		p ^= always ^ v[__ffs(~((i - stride) | low)) - 1];
		o[i] = (float) p * 2.3283064e-10f;
	}
}

// streamcluster: what it saves to move points to another centre, which is in shared memory.
struct member {
	float weight;
	long assign;
	float cost;
};

__global__ void switch_cost(const member *__restrict__ p, const float *__restrict__ coordinate,
	float *__restrict__ work, const int *__restrict__ centre, char *__restrict__ moved, const int n, const int dims,
	const long at, const int k)
{
	extern __shared__ float point[];
	const int tx = threadIdx.x, x = blockDim.x * blockIdx.x + tx;
	if (x < n) {
		if (tx == 0)
			for (int i = 0; i < dims; ++i)
				point[i] = coordinate[i * n + at];
		__syncthreads();
		float cost = 0.0;
		for (int i = 0; i < dims; ++i)
			cost += (coordinate[i * n + x] - point[i]) * (coordinate[i * n + x] - point[i]);
		cost = cost * p[x].weight;
		float now = p[x].cost;
		int base = x * (k + 1);
		if (cost < now) {
			moved[x] = '1';
			int to = base + k;
			work[to] = cost - now;
		} else {
			int assign = p[x].assign;
			int to = base + centre[assign];
			work[to] += now - cost;
		}
	}
}

// transpose: a tensor with six dimensions, permuted; 41 x 13 x 11 numbers at a time in shared memory.
__global__ void tensor_tile(int dims_in, int dims_out, int blocks, int size, int *shape_in, int *shape_out,
	float *inverse_in, float *inverse_out, int *stride_in, int *stride_near, int *stride_far, double *a, double *o)
{
	__shared__ double tile[5900];
	for (int b = blockIdx.x; b < blocks; b += gridDim.x) {
		int it = b, im = 0, base = 0;
		for (int i = 0; i < dims_in; ++i) {
			im = it * inverse_in[i];
			base += stride_in[i] * (it - im * shape_in[i]);
			it = im;
		}
		for (int i = threadIdx.x; i < size; i += blockDim.x)
			tile[i] = a[i + b * size];
		__syncthreads();
		for (int i = threadIdx.x; i < size; i += blockDim.x) {
			it = i;
			int far = 0, near = 0;
			for (int j = 0; j < dims_out; ++j) {
				im = it * inverse_out[j];
				int digit = it - im * shape_out[j];
				far += stride_far[j] * digit;
				near += stride_near[j] * digit;
				it = im;
			}
			o[base + far] = tile[near];
		}
		__syncthreads();
	}
}

// urng: noise added to pixels, by a generator whose last 16 numbers of each thread are shuffled in shared memory.
__device__ float shuffled(int seed, int *held)
{
	int i, k, y = 0, tx = threadIdx.x;
	for (i = 16; i >= 0; --i) {
		k = seed / 127773;
		seed = 16807 * (seed - k * 127773) - 2836 * k;
		if (seed < 0)
			seed += 2147483647;
		if (i < 16)
			held[16 * tx + i] = seed;
	}
	y = held[16 * tx];
	k = seed / 127773;
	seed = 16807 * (seed - k * 127773) - 2836 * k;
	if (seed < 0)
		seed += 2147483647;
	i = y / (1 + (2147483647 - 1) / 16);
	y = held[16 * tx + i];
	return 1.0f / 2147483647 * y;
}

__device__ byte saturated(float v)
{
	return (byte) (v > 255.f ? 255.f : v < 0.f ? 0.f : v);
}

__global__ void shuffled_noise(const uchar4 *__restrict__ a, uchar4 *__restrict__ o, const int n, const int factor)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= n)
		return;
	uchar4 p = a[x];
	float4 v = make_float4(p.x, p.y, p.z, p.w);
	float mean = (v.x + v.y + v.z + v.w) / 4.0f;
	__shared__ int held[16 * 256];
	float by = shuffled(-mean, held);
	by = (by - 0.55f) * (float) factor;
	o[x] = make_uchar4(saturated(v.x + by), saturated(v.y + by), saturated(v.z + by), saturated(v.w + by));
}

// ace: a step of a phase field that grows as a crystal with four-fold anisotropy, inside of a cube.
template <int N> __device__ double slope_x(double (*f)[N][N], double d, int x, int y, int z)
{
	return (f[x + 1][y][z] - f[x - 1][y][z]) / (2.0 * d);
}

template <int N> __device__ double slope_y(double (*f)[N][N], double d, int x, int y, int z)
{
	return (f[x][y + 1][z] - f[x][y - 1][z]) / (2.0 * d);
}

template <int N> __device__ double slope_z(double (*f)[N][N], double d, int x, int y, int z)
{
	return (f[x][y][z + 1] - f[x][y][z - 1]) / (2.0 * d);
}

__device__ double anisotropy(double a, double b, double c, double e)
{
	if (a != 0.0 || b != 0.0 || c != 0.0) {
		double p = a * a, q = b * b, r = c * c;
		return (1.0 - 3.0 * e) * (1.0 + 4.0 * e / (1.0 - 3.0 * e) * ((p * p + q * q + r * r) / ((p + q + r) * (p + q + r))));
	}
	return 1.0 - 5.0 / 3.0 * e;
}

template <int N>
__global__ void dendrite_step(double (*now)[N][N], double (*old)[N][N], double (*heat)[N][N], double (*fx)[N][N],
	double (*fy)[N][N], double (*fz)[N][N], double e, double tau, double lambda, double dt, double dx, double dy,
	double dz)
{
	unsigned z = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	unsigned x = blockIdx.z * blockDim.z + threadIdx.z;
	if (x < N - 1 && y < N - 1 && z < N - 1 && x > 0 && y > 0 && z > 0) {
		double a = slope_x<N>(old, dx, x, y, z), b = slope_y<N>(old, dy, x, y, z), c = slope_z<N>(old, dz, x, y, z);
		double w = anisotropy(a, b, c, e), v = old[x][y][z], u = heat[x][y][z];
		double well = -v * (1.0 - v * v) + lambda * u * (1.0 - v * v) * (1.0 - v * v);
		now[x][y][z] = v + dt / (tau * (w * w)) *
				(slope_x<N>(fx, dx, x, y, z) + slope_y<N>(fy, dy, x, y, z) + slope_z<N>(fz, dz, x, y, z) - well);
	}
}

// bezier-surface: points of a surface of degree 3 x 3, a row to a thread.
struct point3 {
	float x, y, z;
};

__device__ float bezier_weight(int k, float mu, int n)
{
	int up = n, kn = k, nkn = n - k;
	float blend = 1;
	while (up >= 1) {
		blend *= up;
		up--;
		if (kn > 1) {
			blend /= (float) kn;
			kn--;
		}
		if (nkn > 1) {
			blend /= (float) nkn;
			nkn--;
		}
	}
	if (k > 0)
		blend *= pow(mu, (float) k);
	if (n - k > 0)
		blend *= pow(1 - mu, (float) (n - k));
	return blend;
}

__global__ void bezier_rows(const point3 *in, point3 *out, const int ni, const int nj, const int rows, const int columns)
{
	int x = blockDim.x * blockIdx.x + threadIdx.x;
	if (x >= rows)
		return;
	float mu = x / (float) (rows - 1);
	for (int j = 0; j < columns; ++j) {
		float mv = j / (float) (columns - 1);
		point3 s = { 0, 0, 0 };
		for (int p = 0; p <= ni; ++p) {
			float bi = bezier_weight(p, mu, ni);
			for (int q = 0; q <= nj; ++q) {
				float bj = bezier_weight(q, mv, nj);
				s.x += in[p * (nj + 1) + q].x * bi * bj;
				s.y += in[p * (nj + 1) + q].y * bi * bj;
				s.z += in[p * (nj + 1) + q].z * bi * bj;
			}
		}
		out[x * columns + j] = s;
	}
}

// Launches.

// Sites around each of n even ones, which are odd, of a lattice in rows of 32, planes of 32 rows and cubes of 32 planes
// whose rows go on where the next one starts: the next of each axis, forth or back (way 1 or -1), or the third (3 or -3).
__global__ void sites_around(size_t *list, int n, int way)
{
	for (int x = X; x < n; x += gridDim.x * blockDim.x) {
		int odd = (x / 16 + x / 512 + x / 16384) % 2, side = way > 0 ? way / 2 : way / 2 - 1;
		int by[4] = { side + odd, 16 * way, 512 * way, 16384 * way };
		for (int k = 0; k < 4; ++k)
			list[4l * x + k] = n + (x + by[k] + n) % n;
	}
}

// Corners of elements in planes of 64 x 64.
__global__ void corners(int *node, int n)
{
	const int by[8] = { 0, 1, 66, 65, 4225, 4226, 4291, 4290 };
	for (int x = X; x < n; x += gridDim.x * blockDim.x)
		for (int k = 0; k < 8; ++k)
			node[8 * x + k] = x % 64 + 65 * (x / 64 % 64) + 4225 * (x / 4096) + by[k];
}

// Points of a weight of 1, near one of ten centres, which are points themselves; costs from 0 to 16/3.
__global__ void members(member *p, int *centre, int n)
{
	for (int x = X; x < n; x += gridDim.x * blockDim.x) {
		p[x] = { 1, 100 * min((int) (10 * hashed(x)), 9), 16 / 3.f * hashed(x + 1l * n) };
		centre[x] = x % 100 == 0 ? x / 100 % 10 : 0;
	}
}

// Points in a plane of 8000 x 8000, 32 with the same place between cells at a time.
__global__ void places(double2 *p, int n)
{
	for (int x = X; x < n; x += gridDim.x * blockDim.x) {
		int sub = x / 32 % 64;
		p[x].x = floorf(8000 * hashed(x)) + (sub % 8 + .5) / 8;
		p[x].y = floorf(8000 * hashed(x + 1l * n)) + (sub / 8 + .5) / 8;
	}
}

static bool listed;
static const char *strides = "int32"; // as the compiler knows them
static size_t dynamic; // shared memory

#define CHECK(e) check(e, #e, __LINE__)
static void check(cudaError_t e, const char *what, int line)
{
	if (e == cudaSuccess)
		return;
	fprintf(stderr, "line %d: %s: %s\n", line, what, cudaGetErrorString(e));
	exit(1);
}

// Field i, or data of our own, of which count elements are used behind the first from.
template <class T> static T *field_of(int i, long count, long from = 0)
{
	assert(i >= 0 && i < 9 && count > 0 && from + count < 1l << 31 && (from + count) * sizeof(T) <= field);
	return f<T>(i) + from;
}

template <class T> static T *own_of(int i, long count, long from = 0)
{
	assert(i >= 0 && i < 16 && count > 0 && from + count < 1l << 31 && (from + count) * sizeof(T) <= part_of);
	return own<T>(i) + from;
}

static void swept()
{
	sweep<<<1024, 256>>>(f<float4>(9), field / 64, f<float>(9));
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
}

// The median of nine launches after two, in ms.
template <class... A, class... G> static float cold_ms(dim3 grid, dim3 block, void (*kernel)(A...), G... args)
{
	std::vector<float> ms(9);
	cudaEvent_t from, to;

	CHECK(cudaEventCreate(&from));
	CHECK(cudaEventCreate(&to));
	for (int i = -2; i < 9; ++i) {
		swept();
		CHECK(cudaEventRecord(from));
		kernel<<<grid, block, dynamic>>>(args...);
		CHECK(cudaGetLastError());
		CHECK(cudaEventRecord(to));
		CHECK(cudaEventSynchronize(to));
		if (i >= 0)
			CHECK(cudaEventElapsedTime(&ms[i], from, to));
	}
	CHECK(cudaEventDestroy(from));
	CHECK(cudaEventDestroy(to));
	std::sort(ms.begin(), ms.end());
	return ms[4];
}

// As measure() of cold.h, and every error ends the program.
template <class T, class... A, class... G>
static void timed(const char *name, ints n, ints b, T, void (*kernel)(A...), G... args)
{
	dim3 block(b.x, b.y, b.z);
	dim3 grid((n.x + b.x - 1) / b.x, (n.y + b.y - 1) / b.y, (n.z + b.z - 1) / b.z);
	const char *type = sizeof(T) == 8 ? "double" : "float";
	cudaFuncAttributes has;

	assert(b.x * b.y * b.z <= 1024 && grid.y <= 65535 && grid.z <= 65535);
	if (listed) {
		printf("%s,%s,%d,%d,%d,%d,%d,%d,%s,,,,,,,,\n", name, type, n.x, n.y, n.z, b.x, b.y, b.z, strides);
		return;
	}
	CHECK(cudaFuncGetAttributes(&has, kernel));
	fill<<<1024, 256>>>((T *) memory, 10 * field / sizeof(T));
	CHECK(cudaGetLastError());
	if (once) {
		swept();
		CHECK(cudaProfilerStart());
		kernel<<<grid, block, dynamic>>>(args...);
		CHECK(cudaGetLastError());
		CHECK(cudaDeviceSynchronize());
		CHECK(cudaProfilerStop());
		return;
	}
	float ms = cold_ms(grid, block, kernel, args...);
	printf("%s,%s,%d,%d,%d,%d,%d,%d,%s,%d,%.6f\n", name, type, n.x, n.y, n.z, b.x, b.y, b.z, strides, has.numRegs, ms);
	fflush(stdout);
}

// Shapes and strides of a tensor whose axes 1 to 6 have 41, 13, 11, 9, 76 and 26 cells, permuted to 2 3 4 6 1 5.
struct permuted {
	int shape_in[3], shape_out[3], stride_in[3], near[3], far[3];
	float inverse_in[3], inverse_out[3];
};

static const int tile_size = 41 * 13 * 11, tiles = 9 * 76 * 26;

static permuted shapes()
{
	permuted p = { { 9, 76, 26 }, { 13, 11, 41 }, { 143, 143 * 9 * 26 * 41, 143 * 9 }, { 41, 41 * 13, 1 },
		{ 1, 13, 143 * 9 * 26 }, { 1 / 9.f, 1 / 76.f, 1 / 26.f }, { 1 / 13.f, 1 / 11.f, 1 / 41.f } };
	// A quotient by a reciprocal must be that of integers.
	for (int k = 0; k < 3; ++k) {
		for (int i = 0; (int) (i * p.inverse_in[k]) != i / p.shape_in[k] || i < tiles; ++i)
			if ((int) (i * p.inverse_in[k]) != i / p.shape_in[k])
				p.inverse_in[k] = nextafterf(p.inverse_in[k], 1), i = -1;
		for (int i = 0; (int) (i * p.inverse_out[k]) != i / p.shape_out[k] || i < tile_size; ++i)
			if ((int) (i * p.inverse_out[k]) != i / p.shape_out[k])
				p.inverse_out[k] = nextafterf(p.inverse_out[k], 1), i = -1;
	}
	return p;
}

// Checks: cells of small launches against the host.

template <class T> static std::vector<T> fetched(const T *from, long count)
{
	std::vector<T> v(count);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(v.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost));
	return v;
}

static void agree(const char *name, double got, double wanted)
{
	bool good = fabs(got - wanted) <= 1e-4 * std::max(1., fabs(wanted));
	fprintf(stderr, "%s: %.7g, on the host %.7g%s\n", name, got, wanted, good ? "" : ": WRONG");
}

static void check_some(const permuted *p, double *most)
{
	fill<<<1024, 256>>>((float *) memory, 10 * field / sizeof(float));
	auto a = fetched(f<float>(0), 1 << 20), b = fetched(f<float>(1), 1 << 20);
	auto deviations = fetched(f<float>(2), 256), lower = fetched(f<float>(5), 256), upper = fetched(f<float>(6), 256);
	auto words = fetched(f<long>(0), 1 << 16);
	auto bits = fetched(own<unsigned>(12), 32);

	bit_count<<<16, 64>>>(f<unsigned long>(0), f<int>(4), 1024);
	agree("bit_count", fetched(f<int>(4), 1024)[77], __builtin_popcountl(words[77]));

	keogh_bound<<<4, 64, 320 * sizeof(float)>>>(f<float>(0), f<float>(1), f<float>(2), f<float>(4), f<float>(5),
		f<float>(6), 256, 511);
	double s = 0;
	for (int i = 0; i < 256; ++i) {
		float v = (a[99 + i] - b[99]) / deviations[99], l = v - lower[i], u = v - upper[i];
		s += u * u * (u > 0) + l * l * (l < 0);
	}
	agree("keogh_bound", fetched(f<float>(4), 256)[99], s);

	minkowski_rows<64, 256, 512><<<dim3(32, 4), dim3(16, 16)>>>(f<float>(0), f<float>(1), f<float>(4), 3.f, 1 / 3.f);
	s = 0;
	for (int i = 0; i < 256; ++i)
		s += pow(fabs(a[7 * 256 + i] - b[i * 512 + 300]), 3);
	agree("minkowski_rows", fetched(f<float>(4), 64 * 512)[7 * 512 + 300], cbrt(s));

	cauchy_code<<<16, 64, 512>>>(8, 0, f<long>(0), f<long>(4), own<unsigned>(12), 1024);
	long code = 0;
	for (int i = 0; i < 8; ++i)
		for (int j = 0; j < 4; ++j)
			if (bits[4 * i + j] >> 6 & 1)
				code ^= words[1024 * i + 500 + j];
	agree("cauchy_code", fetched(f<long>(4), 2048)[1024 + 502] == code, 1);

	// The digest of the bytes 1, 2, 3 and 4.
	CHECK(cudaMemset(own<int>(13), 0, 64));
	md5_search<<<16, 64>>>(own<int>(13), own<byte>(13) + 16, own<unsigned>(13) + 8, 10000, 4, 10, 0x5ac0d608u, 0x792a5121u,
		0x9debdfa1u, 0x2f268f2au);
	agree("md5_search", fetched(own<int>(13), 1)[0], 4321);

	fill<<<1024, 256>>>((double *) memory, 10 * field / sizeof(double));
	auto c = fetched(f<double>(0), 2 * tile_size), node = fetched(f<double>(1), 11);
	tensor_tile<<<2, 256>>>(3, 3, 2, tile_size, (int *) p->shape_in, (int *) p->shape_out, (float *) p->inverse_in,
		(float *) p->inverse_out, (int *) p->stride_in, (int *) p->near, (int *) p->far, f<double>(0), f<double>(4));
	// Cell 5, 7, 3, 1, 0, 0 of the tensor: 5 + 41*(7 + 13*(3 + 11)).
	agree("tensor_tile", fetched(f<double>(4), 1 << 20)[7 + 13 * (3 + 11 * (1 + 9 * (0 + 26 * 5)))],
		c[5 + 41 * (7 + 13 * (3 + 11 * 1))]);

	lagrange_basis<<<16, 64>>>(most, f<double>(4), f<double>(0), f<double>(1), 11, 1024);
	double v = 1;
	for (int j = 0; j < 11; ++j)
		if (j != 3)
			v = v * (c[600] - node[j]) / (node[3] - node[j]);
	agree("lagrange_basis", fetched(f<double>(4), 11 * 1024)[3 * 1024 + 600], v);
	CHECK(cudaDeviceSynchronize());
}

// Data of their own, which timed() leaves alone: 16 parts of 256 MiB.  0 bytes, 1 coordinates, 2 distances to neighbours,
// 3 sites around sites, 4 numbers that are -1, 5 corners, 6 observations and directions, 7 coordinates of points, 8 their
// members and centres, 9 shapes, 10 places, 11 a bound that is never reached, 12 a matrix of bits.  All else is from 0.5
// to 1.

int main(int argc, char **argv)
{
	typedef ints i3;
	struct line {
		int n, b;
	};
	struct plane {
		ints n, b;
	};
	const bool compared = argc > 1 && !strcmp(argv[1], "check");

	listed = argc > 1 && !strcmp(argv[1], "rows");
	once = argc > 1;
	permuted none, *p = &none;
	if (!listed) {
		double never = 1e300;
		permuted of = shapes();
		CHECK(cudaMalloc(&memory, 10 * field));
		CHECK(cudaMalloc(&made, 16 * part_of));
		p = own<permuted>(9);
		CHECK(cudaMemset(made, 0, 16 * part_of));
		few<<<1024, 256>>>(own<byte>(0), part_of, 256, 1, 0);
		even<<<1024, 256>>>(own<float>(1), 1 << 25, 0, 1000);
		even<<<1024, 256>>>(own<float>(2), 1 << 20, 0, 3);
		few<<<1024, 256>>>(own<double>(4), 1 << 22, 1, 1, -1);
		few<<<1, 128>>>(own<int>(6), 128, 64, 1, 0);
		few<<<64, 256>>>(own<unsigned>(6) + 1024, 1 << 14, 1 << 24, 100, 1);
		even<<<1024, 256>>>(own<float>(7), 1 << 26, .5f, 1);
		CHECK(cudaMemcpy(own<permuted>(9), &of, sizeof of, cudaMemcpyHostToDevice));
		places<<<64, 256>>>(own<double2>(10), 8192);
		CHECK(cudaMemcpy(own<double>(11), &never, sizeof never, cudaMemcpyHostToDevice));
		few<<<1, 32>>>(own<unsigned>(12), 32, 256, 1, 0);
		CHECK(cudaGetLastError());
		CHECK(cudaDeviceSynchronize());
		if (compared) {
			check_some(p, own<double>(11));
			return 0;
		}
		if (!once)
			fprintf(stderr, "empty_launch: 132 blocks of 128 threads, cold_ms %.6f\n", cold_ms(132, 128, empty_launch));
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

	for (int n : { 4096, 65536, 400000 })
		timed("adaptive_weights", n, 256, 0.f, adaptive_weights, own_of<float>(1, 2048), own_of<float>(1, 2048, 2048),
			own_of<float>(1, 2048, 4096), 2048, own_of<float>(1, n, 1 << 20), own_of<float>(1, n, 1 << 21), F(4, n), n, 4e6f,
			own_of<float>(2, n));
	for (int n : { 16384, 131072, 1048544 })
		timed("layer_forward", i3(16, n), i3(16, 16), 0.f, layer_forward, F(0, n + 1), F(4, 17l * (n + 1)), F(5, n), 16);
	strides = "constant";
#define LOWER(n)                                                                                                \
	timed("hermitian_lower", n, 32, 0.f, hermitian_lower<n>, field_of<complex32>(0, (long) (n) * (n)),        \
		field_of<complex32>(1, n), field_of<complex32>(4, n), 1.59f, 3.14f, 8.28f, 2.71f)
	LOWER(256);
	LOWER(1024);
	LOWER(4096);
	strides = "int32";
	for (line l : { line{ 65536, 64 }, line{ 1048576, 128 }, line{ 8388608, 256 } }) {
		dynamic = l.b * sizeof(long);
		timed("cauchy_code", l.n, l.b, 0., cauchy_code, 8, 0, field_of<long>(0, 8l * l.n), field_of<long>(4, 2l * l.n),
			own_of<unsigned>(12, 32), l.n);
	}
	dynamic = 0;
	strides = "int64";
	for (int n : { 128, 1024, 8192 }) {
		const long side = 8192, all = side * side + 2 * side * 256 + 2 * 256;
		assert(all * sizeof(double2) <= 2 * field);
		timed("degrid_points", i3(n, 8), i3(32, 8), 0., degrid_points<double2>, field_of<double2>(4, n),
			own_of<double2>(10, n), (size_t) n, f<double2>(0) + side * 256 + 256, (size_t) side,
			field_of<double2>(2, 64 * 65536) + 256 * 257 / 2);
	}
	strides = "constant64";
	for (line l : { line{ 65536, 64 }, line{ 262144, 128 }, line{ 1048576, 256 } }) {
		const long n = 4l * l.n;
		const int way[4] = { 1, -1, 3, -3 };
		assert(l.n % 16384 == 0);
		for (int k = 0; k < 4 && !listed; ++k)
			sites_around<<<1024, 256>>>(own_of<size_t>(3, n, k * n), l.n, way[k]);
		timed("staggered_links", l.n, l.b, 0., staggered_links, field_of<matrix3>(0, n), field_of<matrix3>(1, n),
			field_of<matrix3>(2, n), field_of<matrix3>(3, n), field_of<vector3>(5, 2l * l.n), field_of<vector3>(4, l.n),
			own_of<size_t>(3, n), own_of<size_t>(3, n, n), own_of<size_t>(3, n, 2 * n), own_of<size_t>(3, n, 3 * n), l.n);
	}
	strides = "int32";
	for (line l : { line{ 8448, 64 }, line{ 67584, 128 }, line{ 270336, 256 } })
		timed("fma_ladder", l.n, l.b, 0., fma_ladder<double>, 2u, 4u * l.n, own_of<double>(4, 4l * l.n));
	for (line l : { line{ 512, 64 }, line{ 4096, 128 }, line{ 16384, 256 } })
		timed("viterbi_state", l.n, l.b, 0.f, viterbi_state, F(1, l.n), F(0, (long) l.n * l.n), F(2, 64l * l.n),
			own_of<int>(6, 128), F(4, l.n), I(5, 128l * l.n), l.n, 3);
	strides = "constant";
	for (line l : { line{ 4096, 64 }, line{ 16384, 128 }, line{ 65536, 256 } })
		timed("member_sums", l.n, l.b, 0.f, member_sums, field_of<sixteen>(4, l.n), field_of<sixteen>(0, l.n),
			(unsigned) l.n);
	strides = "int32";
	for (line l : { line{ 20032, 64 }, line{ 200064, 128 }, line{ 4000000, 256 } }) {
		assert(l.n % l.b == 0);
		dynamic = (256 + l.b) * sizeof(float);
		timed("keogh_bound", l.n, l.b, 0.f, keogh_bound, F(0, l.n + 255l), F(1, l.n), F(2, l.n), F(4, l.n), F(5, 256),
			F(6, 256), 256, l.n + 255);
	}
	dynamic = 0;
	for (line l : { line{ 20000, 64 }, line{ 500000, 128 }, line{ 2000000, 256 } })
		timed("lagrange_basis", l.n, l.b, 0., lagrange_basis, own_of<double>(11, 1), D(4, 11l * l.n), D(0, l.n), D(1, 11), 11,
			l.n);
	strides = "constant";
	for (line l : { line{ 16384, 64 }, line{ 131072, 128 }, line{ 1048576, 256 } }) {
		const long n = l.n, all = 8 * n, nodes = 4225 * (n / 4096 + 1);
		int *node = own_of<int>(5, all);
		assert(n % 4096 == 0);
		if (!listed)
			corners<<<1024, 256>>>(node, l.n);
		timed("hourglass_force", l.n, l.b, 0., hourglass_force, D(0, all), D(0, all, all), D(0, all, 2 * all),
			D(0, all, 3 * all), D(0, all, 4 * all), D(0, all, 5 * all), D(1, n), D(2, nodes), D(2, nodes, nodes),
			D(2, nodes, 2 * nodes), D(1, n, n), D(1, n, 2 * n), node, D(3, 32), D(4, all), D(4, all, all),
			D(4, all, 2 * all), 3., l.n);
	}
	for (line l : { line{ 2048, 64 }, line{ 65536, 128 }, line{ 1000000, 256 } })
		timed("md5_search", l.n, l.b, 0.f, md5_search, I(4, 1), field_of<byte>(5, 8), field_of<unsigned>(6, 4), 10 * l.n, 7,
			10, 1u, 2u, 3u, 4u);
#define MINKOWSKI(m, n, k, b)                                                                                  \
	timed("minkowski_rows", i3(k, m), b, 0.f, minkowski_rows<m, n, k>, F(0, (long) (m) * (n)),               \
		F(1, (long) (n) * (k)), F(4, (long) (m) * (k)), 3.f, 1 / 3.f)
	MINKOWSKI(64, 256, 512, i3(16, 16));
	MINKOWSKI(256, 512, 1024, i3(32, 8));
	MINKOWSKI(512, 1024, 2048, i3(16, 16));
	strides = "int32";
	dynamic = 4 * 64;
	for (i3 n : { i3(1024, 256), i3(4096, 1024), i3(8192, 8192) }) {
		assert(n.x % 64 == 0);
		timed("herk_dilate", n, 64, 0.f, herk_dilate, field_of<byte>(4, (long) n.x * n.y), own_of<byte>(0, (long) n.x * n.y),
			n.x, n.y, 64);
	}
	dynamic = 0;
	strides = "constant";
	for (line l : { line{ 65536, 64 }, line{ 1000000, 128 }, line{ 32000000, 256 } })
		timed("bit_count", l.n, l.b, 0., bit_count, field_of<unsigned long>(0, l.n), I(4, l.n), l.n);
#define WAVES(x, y, z, b)                                                                                       \
	timed("two_waves", i3(x, y, z), b, 0.f, two_waves<x, y, z>, F(0, (x) * (y) * (z)), F(1, (x) * (y) * (z)), \
		F(2, (x) * (y) * (z)), F(4, (x) * (y) * (z)), F(5, (x) * (y) * (z)), F(6, (x) * (y) * (z)), F(7, 5),  \
		(size_t) (x) * (y) * (z))
	WAVES(128, 64, 64, i3(16, 16));
	WAVES(320, 134, 200, i3(32, 8));
	WAVES(680, 134, 450, i3(16, 16));
	strides = "int32";
	for (plane q : { plane{ i3(16384, 4), i3(64) }, plane{ i3(16384, 32), i3(128) }, plane{ i3(16384, 256), i3(256) } })
		timed("sobol_dims", q.n, q.b, 0.f, sobol_dims, 131072u, (unsigned) q.n.y, own_of<unsigned>(6, 32l * q.n.y, 1024),
			F(4, 131072l * q.n.y));
	dynamic = 64 * sizeof(float);
	for (line l : { line{ 16384, 64 }, line{ 131072, 128 }, line{ 524288, 256 } }) {
		member *m = own_of<member>(8, l.n);
		int *centre = own_of<int>(8, l.n, 1 << 25);
		if (!listed)
			members<<<1024, 256>>>(m, centre, l.n);
		timed("switch_cost", l.n, l.b, 0.f, switch_cost, m, own_of<float>(7, 64l * l.n), F(4, 11l * l.n), centre,
			field_of<char>(5, l.n), l.n, 64, 5l, 10);
	}
	dynamic = 0;
	for (int n : { 132, 2048, tiles })
		timed("tensor_tile", 256 * n, 256, 0., tensor_tile, 3, 3, n, tile_size, (int *) p->shape_in, (int *) p->shape_out,
			(float *) p->inverse_in, (float *) p->inverse_out, (int *) p->stride_in, (int *) p->near, (int *) p->far,
			D(0, (long) tile_size * n), D(4, (long) tile_size * tiles));
	strides = "constant";
	for (int n : { 65536, 1000000, 32000000 })
		timed("shuffled_noise", n, 256, 0.f, shuffled_noise, own_of<uchar4>(0, n), field_of<uchar4>(4, n), n, 10);
#define CUBE(i, n) (double (*)[n][n]) D(i, (long) (n) * (n) * (n))
#define DENDRITE(n, b)                                                                                        \
	timed("dendrite_step", i3(n, n, n), b, 0., dendrite_step<n>, CUBE(4, n), CUBE(0, n), CUBE(1, n), CUBE(2, n), \
		CUBE(3, n), CUBE(5, n), .07, .64, 1.77, .01, .4, .4, .4)
	DENDRITE(64, i3(8, 8, 4));
	DENDRITE(160, i3(32, 4, 2));
	DENDRITE(400, i3(8, 8, 4));
	strides = "int32";
	for (line l : { line{ 1024, 64 }, line{ 16384, 128 }, line{ 65536, 256 } })
		timed("bezier_rows", l.n, l.b, 0.f, bezier_rows, field_of<point3>(0, 16), field_of<point3>(4, 100l * l.n), 3, 3, l.n,
			100);
	if (!listed)
		CHECK(cudaDeviceSynchronize());
	return 0;
}
