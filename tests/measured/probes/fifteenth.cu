// A fifteenth blind set of kernels, chosen by a rule: of the benchmarks of HeCBench every fifth from the 3rd on; of each
// its hot kernel, written anew with its types, layout, loops, barriers and guards, if it has a loop, shared memory or
// guards, the language can say it, and no earlier set has it.  skipped.txt lists the others.  Seventeen of the 22 say
// __restrict__, as their originals do.
// Said in fifteenth.wsp before anything was timed or predicted.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 fifteenth.cu && ./a.out >fifteenth.csv
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
#include <cstdlib>
#include <cstring>

typedef unsigned long long word64;
typedef signed char spin_t;
typedef unsigned long word;

// amgmk: relaxation of a sparse matrix in CSR, whose rows begin with the diagonal.
__global__ void csr_relax(const double *a, const int *start, const int *column, double *u, const double *f, int n)
{
	int i = blockDim.x * blockIdx.x + threadIdx.x;
	if (i >= n)
		return;
	if (a[start[i]] != 0) {
		double s = f[i];
		for (int k = start[i] + 1; k < start[i + 1]; ++k)
			s -= a[k] * u[column[k]];
		u[i] = s / a[start[i]];
	}
}

// b+tree: a range of keys found in a tree of nodes with 256 keys, a query to a block.
struct knode {
	int location, indices[257], keys[257];
	bool leaf;
	int count;
};

__global__ void range_keys(long height, const knode *node, long nodes, long *now, long *offset, long *last, long *offset2,
	const int *low, const int *high, int *first, int *length)
{
	int i = threadIdx.x, q = blockIdx.x;
	for (int l = 0; l < height; ++l) {
		if (node[now[q]].keys[i] <= low[q] && node[now[q]].keys[i + 1] > low[q])
			if (node[now[q]].indices[i] < nodes)
				offset[q] = node[now[q]].indices[i];
		if (node[last[q]].keys[i] <= high[q] && node[last[q]].keys[i + 1] > high[q])
			if (node[last[q]].indices[i] < nodes)
				offset2[q] = node[last[q]].indices[i];
		__syncthreads();
		if (i == 0) {
			now[q] = offset[q];
			last[q] = offset2[q];
		}
		__syncthreads();
	}
	if (node[now[q]].keys[i] == low[q])
		first[q] = node[now[q]].indices[i];
	__syncthreads();
	if (node[last[q]].keys[i] == high[q])
		length[q] = node[last[q]].indices[i] - first[q] + 1;
}

// cfd: fluxes of the Euler equations into cells of an unstructured mesh, each with four faces.
struct triple {
	float x, y, z;
};

__device__ float pressure_of(float density, float energy, float speed2)
{
	return (1.4f - 1.0f) * (energy - 0.5f * density * speed2);
}

// Fluxes of the three momenta and of the energy.
__device__ void contribution(triple m, float energy, float pressure, triple v, triple *fx, triple *fy, triple *fz,
	triple *fe)
{
	fx->x = v.x * m.x + pressure;
	fx->y = v.x * m.y;
	fx->z = v.x * m.z;
	fy->x = fx->y;
	fy->y = v.y * m.y + pressure;
	fy->z = v.y * m.z;
	fz->x = fx->z;
	fz->y = fy->z;
	fz->z = v.z * m.z + pressure;
	float both = energy + pressure;
	fe->x = v.x * both;
	fe->y = v.y * both;
	fe->z = v.z * both;
}

__global__ void euler_flux(int n, const int *near, const float *normals, const float *v, const float *far, float *o,
	const triple *far_e, const triple *far_x, const triple *far_y, const triple *far_z)
{
	const int i = blockDim.x * blockIdx.x + threadIdx.x;
	if (i >= n)
		return;
	float d = v[i], e = v[i + 4 * n];
	triple m = { v[i + n], v[i + 2 * n], v[i + 3 * n] }, w = { m.x / d, m.y / d, m.z / d }, ox, oy, oz, oe;
	float speed2 = w.x * w.x + w.y * w.y + w.z * w.z, speed = sqrtf(speed2), p = pressure_of(d, e, speed2);
	float sound = sqrtf(1.4f * p / d);
	contribution(m, e, p, w, &ox, &oy, &oz, &oe);
	float fd = 0, fe = 0;
	triple f = { 0, 0, 0 };
#pragma unroll
	for (int j = 0; j < 4; ++j) {
		int nb = near[i + j * n];
		triple normal = { normals[i + j * n], normals[i + (j + 4) * n], normals[i + (j + 8) * n] };
		float size = sqrtf(normal.x * normal.x + normal.y * normal.y + normal.z * normal.z), factor;
		if (nb >= 0) {
			float bd = v[nb], be;
			triple bm = { v[nb + n], v[nb + 2 * n], v[nb + 3 * n] }, bx, by, bz, bq;
			be = v[nb + 4 * n];
			triple bw = { bm.x / bd, bm.y / bd, bm.z / bd };
			float b2 = bw.x * bw.x + bw.y * bw.y + bw.z * bw.z, bp = pressure_of(bd, be, b2);
			float bs = sqrtf(1.4f * bp / bd);
			contribution(bm, be, bp, bw, &bx, &by, &bz, &bq);
			factor = -size * 0.2f * 0.5f * (speed + sqrtf(b2) + sound + bs);
			fd += factor * (d - bd);
			fe += factor * (e - be);
			f.x += factor * (m.x - bm.x);
			f.y += factor * (m.y - bm.y);
			f.z += factor * (m.z - bm.z);
			factor = 0.5f * normal.x;
			fd += factor * (bm.x + m.x);
			fe += factor * (bq.x + oe.x);
			f.x += factor * (bx.x + ox.x);
			f.y += factor * (by.x + oy.x);
			f.z += factor * (bz.x + oz.x);
			factor = 0.5f * normal.y;
			fd += factor * (bm.y + m.y);
			fe += factor * (bq.y + oe.y);
			f.x += factor * (bx.y + ox.y);
			f.y += factor * (by.y + oy.y);
			f.z += factor * (bz.y + oz.y);
			factor = 0.5f * normal.z;
			fd += factor * (bm.z + m.z);
			fe += factor * (bq.z + oe.z);
			f.x += factor * (bx.z + ox.z);
			f.y += factor * (by.z + oy.z);
			f.z += factor * (bz.z + oz.z);
		} else if (nb == -1) {
			f.x += normal.x * p;
			f.y += normal.y * p;
			f.z += normal.z * p;
		} else if (nb == -2) {
			factor = 0.5f * normal.x;
			fd += factor * (far[1] + m.x);
			fe += factor * (far_e[0].x + oe.x);
			f.x += factor * (far_x[0].x + ox.x);
			f.y += factor * (far_y[0].x + oy.x);
			f.z += factor * (far_z[0].x + oz.x);
			factor = 0.5f * normal.y;
			fd += factor * (far[2] + m.y);
			fe += factor * (far_e[0].y + oe.y);
			f.x += factor * (far_x[0].y + ox.y);
			f.y += factor * (far_y[0].y + oy.y);
			f.z += factor * (far_z[0].y + oz.y);
			factor = 0.5f * normal.z;
			fd += factor * (far[3] + m.z);
			fe += factor * (far_e[0].z + oe.z);
			f.x += factor * (far_x[0].z + ox.z);
			f.y += factor * (far_y[0].z + oy.z);
			f.z += factor * (far_z[0].z + oz.z);
		}
	}
	o[i] = fd;
	o[i + n] = f.x;
	o[i + 2 * n] = f.y;
	o[i + 3 * n] = f.z;
	o[i + 4 * n] = fe;
}

// clink: a network with five LSTM cells goes through 200 samples, a series to a thread.
const int samples_of = 200;

__device__ float sigmoid(float v)
{
	return 1.f / (1.f + expf(-v));
}

// Sums of the five cells into gate q.
__device__ void sums(int q, const float *__restrict__ win, const float *__restrict__ wh, const float *__restrict__ bias,
	const float *h, float v, float *gate)
{
	for (int j = 0; j < 5; ++j) {
		gate[j] = win[5 * q + j] * v;
		for (int i = 0; i < 5; ++i)
			gate[j] += h[i] * wh[25 * q + 5 * j + i];
		gate[j] += bias[5 * q + j];
		gate[j] = q < 3 ? sigmoid(gate[j]) : tanhf(gate[j]);
	}
}

__global__ void lstm_five(const float *__restrict__ a, const float *__restrict__ win, const float *__restrict__ wh,
	const float *__restrict__ bias, const float *__restrict__ wo, const float *__restrict__ bo, float *__restrict__ o)
{
	int x = blockDim.x * blockIdx.x + threadIdx.x;
	float h[5] = {}, c[5] = {}, in[5], forget[5], out[5], in2[5];
	for (int t = 0; t < samples_of; ++t) {
		sums(0, win, wh, bias, h, a[x * samples_of + t], in);
		sums(1, win, wh, bias, h, a[x * samples_of + t], forget);
		sums(2, win, wh, bias, h, a[x * samples_of + t], out);
		sums(3, win, wh, bias, h, a[x * samples_of + t], in2);
		for (int j = 0; j < 5; ++j) {
			c[j] = c[j] * forget[j] + in2[j] * in[j];
			h[j] = tanhf(c[j]) * out[j];
		}
		o[x * samples_of + t] = bo[0];
		for (int j = 0; j < 5; ++j)
			o[x * samples_of + t] += h[j] * wo[j];
	}
}

// ddbp: differences of an integrated slice, added to a volume with the angles of the rays.
__global__ void differentiate_slice(double *__restrict__ volume, const double *__restrict__ slice, double tube_x,
	double tube_y, double tube_z, const double *__restrict__ at_x, const double *__restrict__ at_y,
	const double *__restrict__ at_z, int rows, int cols, int map_cols, double du, double dv, double dx, double dy,
	double dz, int z)
{
	const int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
	if (px < cols && py < rows) {
		const int at = rows * cols * z + py * cols + px, below = py * map_cols + px, above = (py + 1) * map_cols + px;
		double gamma = atan((at_x[py] + dx / 2.0 - tube_x) / (tube_z - at_z[z]));
		double alpha = atan((at_y[px] + dy / 2.0 - tube_y) / (tube_z - at_z[z]));
		double a = slice[below], b = slice[above], c = slice[below + 1], d = slice[above + 1];
		if (c == 0 && d == 0) {
			c = a;
			d = b;
		}
		volume[at] += (d - c - b + a) * (du * dv * dz / (cos(alpha) * cos(gamma) * dx * dy));
	}
}

// fhd: a term of the reconstruction of magnetic resonance images: samples of k space are in constant memory.
__constant__ triple kspace[4096];

__global__ void fhd_voxels(const float *__restrict__ mr, const float *__restrict__ mi, float *__restrict__ fr,
	float *__restrict__ fi, const float *__restrict__ ax, const float *__restrict__ ay, const float *__restrict__ az,
	int n, int voxels)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x < n) {
		float a = ax[x], b = ay[x], c = az[x], r = fr[x], i = fi[x];
		for (int m = 0; m < voxels; ++m) {
			float e = 2.f * 3.14159265f * (kspace[m].x * a + kspace[m].y * b + kspace[m].z * c);
			float u = __cosf(e), v = __sinf(e);
			r += mr[m] * u - mi[m] * v;
			i += mi[m] * u + mr[m] * v;
		}
		fr[x] = r;
		fi[x] = i;
	}
}

// gmm: how likely events are in a cluster with a full matrix of covariances; a part of the events to a block.
struct mixture {
	float *share, *constant, *means, *inverse, *likely;
};

__global__ void gmm_estep(const float *data, mixture *clusters, int dims, int events)
{
	__shared__ float means[24], inverse[24 * 24];
	const int tx = threadIdx.x, c = blockIdx.x;
	int part = events / 24;
	part -= part % 16;
	int from = blockIdx.y * part + tx, to = blockIdx.y == gridDim.y - 1 ? events : (blockIdx.y + 1) * part;
	if (tx < dims)
		means[tx] = clusters->means[c * dims + tx];
	for (int i = tx; i < dims * dims; i += 256)
		inverse[i] = clusters->inverse[c * dims * dims + i];
	float share = clusters->share[c], constant = clusters->constant[c];
	__syncthreads();
	for (int e = from; e < to; e += 256) {
		float s = 0;
		for (int i = 0; i < dims; ++i)
			for (int j = 0; j < dims; ++j)
				s += (data[i * events + e] - means[i]) * (data[j * events + e] - means[j]) * inverse[i * dims + j];
		clusters->likely[c * events + e] = -.5f * s + constant + logf(share);
	}
}

// hexciton: commutators of complex matrices with a Hamiltonian; four matrices are interleaved.
__global__ void commutator_aosoa(const float *__restrict__ a, float *__restrict__ o, const float *__restrict__ h, int dim)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, at = x / 4 * 4 * 2 * dim * dim + x % 4;
#define RE(i, j)  (at + 8 * (dim * (i) + (j)))
#define IM(i, j)  (at + 8 * (dim * (i) + (j)) + 4)
#define HRE(i, j) ((i) * dim + (j))
#define HIM(i, j) (dim * dim + (i) * dim + (j))
	for (int i = 0; i < dim; ++i)
		for (int j = 0; j < dim; ++j) {
			float re = 0, im = 0;
			for (int k = 0; k < dim; ++k) {
				im -= h[HRE(i, k)] * a[RE(k, j)];
				im += a[RE(i, k)] * h[HRE(k, j)];
				im += h[HIM(i, k)] * a[IM(k, j)];
				im -= a[IM(i, k)] * h[HIM(k, j)];
				re += h[HRE(i, k)] * a[IM(k, j)];
				re -= a[RE(i, k)] * h[HIM(k, j)];
				re += h[HIM(i, k)] * a[RE(k, j)];
				re -= a[IM(i, k)] * h[HRE(k, j)];
			}
			o[RE(i, j)] += re;
			o[IM(i, j)] += im;
		}
}

// hwt1d: nine levels of a Haar transform of 512 samples, a part of a signal to each block.
__global__ void haar_levels(const float *__restrict__ a, float *__restrict__ coefs, float *__restrict__ averages,
	const unsigned all, const unsigned signal, const unsigned done, const unsigned most)
{
	extern __shared__ float signals[];
	size_t tx = threadIdx.x, bx = blockIdx.x, n = blockDim.x;
	float u = a[bx * n * 2 + tx], v = a[bx * n * 2 + n + tx];
	if (done == 0) {
		float r = rsqrtf((float) signal);
		u *= r;
		v *= r;
	}
	signals[tx] = u;
	signals[n + tx] = v;
	__syncthreads();
	unsigned levels = all > most ? most : all, active = (1 << levels) / 2, to = signal / 2;
	for (unsigned i = 0; i < levels; ++i) {
		float p, q;
		if (tx < active) {
			p = signals[2 * tx];
			q = signals[2 * tx + 1];
		}
		__syncthreads();
		if (tx < active) {
			signals[tx] = (p + q) * .7071f;
			unsigned at = to + bx * active + tx;
			coefs[at] = (p - q) * .7071f;
			to >>= 1;
		}
		active >>= 1;
		__syncthreads();
	}
	if (tx == 0)
		averages[bx] = signals[0];
}

// ising: spins of one colour of a checkerboard, turned by the Metropolis rule.
template <bool black>
__global__ void ising_half(spin_t *spin, const spin_t *__restrict__ other, const float *__restrict__ chance, float cold,
	long long rows, long long cols)
{
	const long long x = (long long) blockDim.x * blockIdx.x + threadIdx.x;
	const int i = x / cols, j = x % cols;
	if (i >= rows || j >= cols)
		return;
	int up = i + 1 < rows ? i + 1 : 0, down = i - 1 >= 0 ? i - 1 : rows - 1;
	int right = j + 1 < cols ? j + 1 : 0, left = j - 1 >= 0 ? j - 1 : cols - 1, side;
	if (black)
		side = i % 2 ? right : left;
	else
		side = i % 2 ? left : right;
	spin_t sum = other[down * cols + j] + other[i * cols + j] + other[up * cols + j] + other[i * cols + side];
	spin_t s = spin[i * cols + j];
	float ratio = expf(-2.0f * cold * sum * s);
	if (chance[i * cols + j] < ratio)
		spin[i * cols + j] = -s;
}

// lid-driven-cavity: residuals of the pressures of red and black cells, squared and summed by each block.
template <int N>
__global__ void cavity_residual(double dt, const double *__restrict__ f, const double *__restrict__ g,
	const double *__restrict__ red, const double *__restrict__ black, double *__restrict__ res)
{
	__shared__ double s[128];
	constexpr double dx = 1.0 / N, dy = 1.0 / N;
	const int row = blockIdx.x * blockDim.x + threadIdx.x + 1, col = blockIdx.y * blockDim.y + threadIdx.y + 1;
	const int odd = col & 1, even = (col + 1) & 1;
#define FULL(a, i, j) a[(i) * (N + 2) + (j)]
#define HALF(a, i, j) a[(i) * (N / 2 + 2) + (j)]
	double c = HALF(red, col, row), w = HALF(black, col - 1, row), e = HALF(black, col + 1, row);
	double b = HALF(black, col, row - odd), t = HALF(black, col, row + even);
	double rhs = ((FULL(f, col, 2 * row - odd) - FULL(f, col - 1, 2 * row - odd)) / dx +
		(FULL(g, col, 2 * row - odd) - FULL(g, col, 2 * row - odd - 1)) / dy) / dt;
	double r1 = (e - 2.0 * c + w) / (dx * dx) + (t - 2.0 * c + b) / (dy * dy) - rhs;
	c = HALF(black, col, row);
	w = HALF(red, col - 1, row);
	e = HALF(red, col + 1, row);
	b = HALF(red, col, row - even);
	t = HALF(red, col, row + odd);
	rhs = ((FULL(f, col, 2 * row - even) - FULL(f, col - 1, 2 * row - even)) / dx +
		(FULL(g, col, 2 * row - even) - FULL(g, col, 2 * row - even - 1)) / dy) / dt;
	double r2 = (e - 2.0 * c + w) / (dx * dx) + (t - 2.0 * c + b) / (dy * dy) - rhs;
	s[threadIdx.x] = r1 * r1 + r2 * r2;
	__syncthreads();
	for (int l = 64; l != 0; l >>= 1) {
		if (threadIdx.x < l)
			s[threadIdx.x] += s[threadIdx.x + l];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		res[blockIdx.y + gridDim.y * blockIdx.x] = s[0];
}

// lsqt: a Hamiltonian with hopping to neighbours applied to a complex state, an atom to a thread.
__global__ void apply_hamiltonian(int n, double most, const int *__restrict__ number, const int *__restrict__ list,
	const double *__restrict__ potential, const double *__restrict__ hr, const double *__restrict__ hi,
	const double *__restrict__ ar, const double *__restrict__ ai, double *__restrict__ br, double *__restrict__ bi)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x < n) {
		double r = potential[x] * ar[x], i = potential[x] * ai[x];
		for (int m = 0; m < number[x]; ++m) {
			int from = m * n + x, at = list[from];
			double a = hr[from], b = hi[from], c = ar[at], d = ai[at];
			r += a * c - b * d;
			i += a * d + b * c;
		}
		r /= most;
		i /= most;
		br[x] = r;
		bi[x] = i;
	}
}

// match: for points with 128 coordinates the best one of 4096 others, by scalar products in shared memory.
const int others = 4096;

__global__ void match_points(const float *__restrict__ p1, const float *__restrict__ p2, float *__restrict__ score,
	int *__restrict__ index)
{
	__shared__ float4 s1[16 * 33], s2[16 * 32];
	__shared__ float sc[16 * 16];
	const int tx = threadIdx.x, ty = threadIdx.y, first = 16 * blockIdx.x;
	for (int d = tx; d < 32; d += 16)
		for (int j = ty; j < 16; j += 16)
			s1[33 * j + d] = ((const float4 *) p1)[(first + j) * 32 + d];
	__syncthreads();
	float most = 0;
	int at = -1;
	for (int b = 0; b < others; b += 16) {
		for (int d = tx; d < 32; d += 16)
			s2[32 * ty + d] = ((const float4 *) p2)[(b + ty) * 32 + d];
		__syncthreads();
		float s = 0;
		for (int d = 0; d < 32; ++d) {
			float4 u = s1[33 * tx + d], v = s2[32 * ty + d];
			s += u.x * v.x;
			s += u.y * v.y;
			s += u.z * v.z;
			s += u.w * v.w;
		}
		sc[16 * ty + tx] = s;
		__syncthreads();
		if (ty == 0)
			for (int i = 0; i < 16; ++i)
				if (sc[16 * i + tx] > most) {
					most = sc[16 * i + tx];
					at = b + i;
				}
		__syncthreads();
	}
	if (ty == 0) {
		score[first + tx] = most;
		index[first + tx] = at;
	}
}

// memtest: words are compared with one pattern and get another; errors are recorded.
__global__ void read_write_check(char *__restrict__ memory, word bytes, word one, word two, unsigned *__restrict__ errors,
	word *__restrict__ address, word *__restrict__ expected, word *__restrict__ current, word *__restrict__ second)
{
	word *buf = (word *) memory, n = bytes / sizeof(word);
	int step = gridDim.x * blockDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
		word v = buf[i];
		if (v != one) {
			unsigned at = atomicAdd(errors, 1u) % 10;
			address[at] = (word) &buf[i];
			expected[at] = one;
			current[at] = v;
			second[at] = buf[i];
		}
		buf[i] = two;
	}
}

// minimod: a step of the wave equation, of order 8, in the inside of a field; tiles of 8 x 8 x 8 and their halo.
__global__ void acoustic_tile8(long long ny, long long nz, long long x3, long long x4, long long y3, long long y4,
	long long z3, long long z4, long long lx, long long ly, long long lz, float c0, float cx1, float cx2, float cx3,
	float cx4, float cy1, float cy2, float cy3, float cy4, float cz1, float cz2, float cz3, float cz4,
	const float *__restrict__ u, float *__restrict__ v, const float *__restrict__ vp)
{
	__shared__ float s[16][16][16];
#define OUTER(i, j, k) (((i) + lx) * (ny + 2 * ly) * (nz + 2 * lz) + ((j) + ly) * (nz + 2 * lz) + (k) + lz)
#define INNER(i, j, k) ((i) * ny * nz + (j) * nz + (k))
	const int ti = threadIdx.z, tj = threadIdx.y, tk = threadIdx.x;
	const long long i = x3 + blockIdx.z * blockDim.z + ti, j = y3 + blockIdx.y * blockDim.y + tj;
	const long long k = z3 + blockIdx.x * blockDim.x + tk;
	s[ti][tj][tk] = 0;
	if (ti < 8 && tj < 8 && tk < 8)
		s[8 + ti][8 + tj][8 + tk] = 0;
	__syncthreads();
	const long long si = ti + 4, sj = tj + 4, sk = tk + 4;
	const int side_i = ti / 4, side_j = tj / 4;
	s[ti + side_i * 8][sj][sk] = u[OUTER(i + (side_i * 2 - 1) * 4, j, k)];
	s[si][tj + side_j * 8][sk] = u[OUTER(i, j + (side_j * 2 - 1) * 4, k)];
	s[si][sj][tk] = u[OUTER(i, j, k - 4)];
	s[si][sj][tk + 8] = u[OUTER(i, j, k + 4)];
	__syncthreads();
	if (i > x4 - 1 || j > y4 - 1 || k > z4 - 1)
		return;
	float lap = c0 * s[si][sj][sk] + cx1 * (s[si + 1][sj][sk] + s[si - 1][sj][sk]) +
		cy1 * (s[si][sj + 1][sk] + s[si][sj - 1][sk]) + cz1 * (s[si][sj][sk + 1] + s[si][sj][sk - 1]) +
		cx2 * (s[si + 2][sj][sk] + s[si - 2][sj][sk]) + cy2 * (s[si][sj + 2][sk] + s[si][sj - 2][sk]) +
		cz2 * (s[si][sj][sk + 2] + s[si][sj][sk - 2]) + cx3 * (s[si + 3][sj][sk] + s[si - 3][sj][sk]) +
		cy3 * (s[si][sj + 3][sk] + s[si][sj - 3][sk]) + cz3 * (s[si][sj][sk + 3] + s[si][sj][sk - 3]) +
		cx4 * (s[si + 4][sj][sk] + s[si - 4][sj][sk]) + cy4 * (s[si][sj + 4][sk] + s[si][sj - 4][sk]) +
		cz4 * (s[si][sj][sk + 4] + s[si][sj][sk - 4]);
	v[OUTER(i, j, k)] = 2.f * s[si][sj][sk] + vp[INNER(i, j, k)] * lap - v[OUTER(i, j, k)];
}

// murmurhash3: hash values of 128 bits of keys that lie one behind the other, a key to a thread.
__device__ word64 spun(word64 v, int n)
{
	return v << n | v >> (64 - n);
}

__device__ word64 eight(const byte *p, unsigned i)
{
	word64 v = 0;
	for (unsigned q = 0; q < 8; ++q)
		v |= (word64) p[8 * i + q] << (q * 8);
	return v;
}

__device__ word64 mixed(word64 k)
{
	k ^= k >> 33;
	k *= 0xff51afd7ed558ccdull;
	k ^= k >> 33;
	k *= 0xc4ceb9fe1a85ec53ull;
	return k ^ k >> 33;
}

__device__ void murmur3(const byte *key, unsigned length, unsigned seed, word64 *o)
{
	const word64 c1 = 0x87c37b91114253d5ull, c2 = 0x4cf5ad432745937full;
	const unsigned blocks = length / 16;
	word64 h1 = seed, h2 = seed, k1, k2;
	for (unsigned i = 0; i < blocks; ++i) {
		k1 = eight(key, 2 * i);
		k2 = eight(key, 2 * i + 1);
		h1 ^= spun(k1 * c1, 31) * c2;
		h1 = (spun(h1, 27) + h2) * 5 + 0x52dce729;
		h2 ^= spun(k2 * c2, 33) * c1;
		h2 = (spun(h2, 31) + h1) * 5 + 0x38495ab5;
	}
	const byte *tail = key + blocks * 16;
	k1 = k2 = 0;
	switch (length & 15) {
	case 15:
		k2 ^= (word64) tail[14] << 48;
	case 14:
		k2 ^= (word64) tail[13] << 40;
	case 13:
		k2 ^= (word64) tail[12] << 32;
	case 12:
		k2 ^= (word64) tail[11] << 24;
	case 11:
		k2 ^= (word64) tail[10] << 16;
	case 10:
		k2 ^= (word64) tail[9] << 8;
	case 9:
		k2 ^= (word64) tail[8];
		h2 ^= spun(k2 * c2, 33) * c1;
	case 8:
		k1 ^= (word64) tail[7] << 56;
	case 7:
		k1 ^= (word64) tail[6] << 48;
	case 6:
		k1 ^= (word64) tail[5] << 40;
	case 5:
		k1 ^= (word64) tail[4] << 32;
	case 4:
		k1 ^= (word64) tail[3] << 24;
	case 3:
		k1 ^= (word64) tail[2] << 16;
	case 2:
		k1 ^= (word64) tail[1] << 8;
	case 1:
		k1 ^= (word64) tail[0];
		h1 ^= spun(k1 * c1, 31) * c2;
	}
	h1 ^= length;
	h2 ^= length;
	h1 += h2;
	h2 += h1;
	h1 = mixed(h1);
	h2 = mixed(h2);
	h1 += h2;
	h2 += h1;
	o[0] = h1;
	o[1] = h2;
}

__global__ void murmur3_keys(const byte *__restrict__ keys, const unsigned *__restrict__ start,
	const unsigned *__restrict__ length, word64 *__restrict__ o, unsigned n)
{
	unsigned i = blockDim.x * blockIdx.x + threadIdx.x;
	if (i < n)
		murmur3(keys + start[i], length[i], i, o + 2 * i);
}

// particle-diffusion: water moves at random in a plane of cells; each particle has a map of where it was inside one.
__global__ void diffuse_particles(float *__restrict__ px, float *__restrict__ py, const float *__restrict__ rx,
	const float *__restrict__ ry, size_t *__restrict__ map, size_t n, unsigned steps, int side, float radius)
{
	size_t x = blockDim.x * blockIdx.x + threadIdx.x;
	if (x >= n)
		return;
	float u = px[x], v = py[x];
	size_t base = x * side * side;
	for (size_t k = 0; k < steps; ++k) {
		float a = rx[k * n + x], b = ry[k * n + x];
		u += a / 1000.0f - 0.0495f;
		v += b / 1000.0f - 0.0495f;
		float du = u - truncf(u), dv = v - truncf(v);
		int i = floorf(u), j = floorf(v);
		if (u < side && v < side && u >= 0 && v >= 0)
			if (du * du + dv * dv <= radius * radius)
				++map[base + j * side + i];
	}
	px[x] = u;
	py[x] = v;
}

// pointwise: what an LSTM does to the sums of its gates, for units of a batch.
__global__ void lstm_pointwise(int hidden, int batches, const float *__restrict__ th, const float *__restrict__ ti,
	const float *__restrict__ bias, float *__restrict__ gates, float *__restrict__ h, float *__restrict__ i,
	const float *__restrict__ c, float *__restrict__ o)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x >= batches * hidden)
		return;
	int at = x % hidden + 4 * (x / hidden) * hidden;
	float g[4];
	for (int q = 0; q < 4; ++q) {
		g[q] = ti[q * hidden + at] + th[q * hidden + at];
		g[q] += bias[q * hidden + x % hidden] + bias[(q + 4) * hidden + x % hidden];
		gates[at + q * hidden] = g[q];
	}
	float in = sigmoid(g[0]), forget = sigmoid(g[1]), in2 = tanhf(g[2]), out = sigmoid(g[3]);
	float v = forget * c[x] + in * in2;
	o[x] = v;
	v = out * tanhf(v);
	h[x] = v;
	i[x] = v;
}

// projectile: how far, how long and how high projectiles fly.
struct shot {
	float angle, speed, range, time, height;
};

__global__ void shot_range(const shot *a, shot *o, int n)
{
	const float pi = 3.1415f, gravity = 9.81f;
	int i = blockDim.x * blockIdx.x + threadIdx.x;
	if (i >= n)
		return;
	float angle = a[i].angle, speed = a[i].speed;
	float s = sinf(angle * pi / 180.0f), c = cosf(angle * pi / 180.0f);
	float time = fabsf(2 * speed * s) / gravity, range = fabsf(speed * time * c);
	float height = speed * speed * s * s / 2.0f * gravity;
	o[i].range = range;
	o[i].time = time;
	o[i].angle = angle;
	o[i].speed = speed;
	o[i].height = height;
}

// sosfil: a cascade of 32 filters of order 2, a thread each; samples go from thread to thread in shared memory.
__global__ void sos_cascade(int signals, int samples, int sections, int width, const float *__restrict__ sos,
	const float *__restrict__ zi, float *__restrict__ a)
{
	extern __shared__ char shared[];
	float *so = (float *) shared, *sz = so + sections, *ss = sz + sections * width;
	const int tx = threadIdx.x, ty = blockIdx.y * blockDim.y + threadIdx.y;
	so[tx] = 0;
	for (int i = 0; i < width; ++i)
		sz[tx * width + i] = zi[ty * sections * width + tx * width + i];
#pragma unroll
	for (int i = 0; i < 6; ++i)
		ss[tx * 6 + i] = sos[tx * 6 + i];
	__syncthreads();
	const int filled = sections - 1, rest = samples - filled;
	float t, v;
	if (ty < signals) {
		for (int n = 0; n < filled; ++n) {
			if (tx == 0)
				v = a[ty * samples + n];
			else
				v = so[tx - 1];
			t = ss[tx * 6] * v + sz[tx * width];
			sz[tx * width] = ss[tx * 6 + 1] * v - ss[tx * 6 + 4] * t + sz[tx * width + 1];
			sz[tx * width + 1] = ss[tx * 6 + 2] * v - ss[tx * 6 + 5] * t;
			so[tx] = t;
			__syncthreads();
		}
		for (int n = filled; n < samples; ++n) {
			if (tx == 0)
				v = a[ty * samples + n];
			else
				v = so[tx - 1];
			t = ss[tx * 6] * v + sz[tx * width];
			sz[tx * width] = ss[tx * 6 + 1] * v - ss[tx * 6 + 4] * t + sz[tx * width + 1];
			sz[tx * width + 1] = ss[tx * 6 + 2] * v - ss[tx * 6 + 5] * t;
			if (tx < filled)
				so[tx] = t;
			else
				a[ty * samples + (n - filled)] = t;
			__syncthreads();
		}
		for (int n = 0; n < sections; ++n) {
			if (tx > n) {
				v = so[tx - 1];
				t = ss[tx * 6] * v + sz[tx * width];
				sz[tx * width] = ss[tx * 6 + 1] * v - ss[tx * 6 + 4] * t + sz[tx * width + 1];
				sz[tx * width + 1] = ss[tx * 6 + 2] * v - ss[tx * 6 + 5] * t;
				if (tx < filled)
					so[tx] = t;
				else
					a[ty * samples + (n + rest)] = t;
			}
			__syncthreads();
		}
	}
}

// tissue: what all points of a tissue add to the solute at each, four threads to a point.
__global__ void tissue_sources(const int *__restrict__ point, const float *__restrict__ g, const float *__restrict__ b,
	float *__restrict__ ct, const float *__restrict__ before, const float *__restrict__ q, int n, int all, int step,
	int species)
{
	float s = 0;
	const int x = blockDim.x * blockIdx.x + threadIdx.x, i = x / step, r = x % step;
	if (i < n) {
		int px = point[i], py = point[i + n], pz = point[i + 2 * n];
		for (int j = r; j < n; j += step) {
			int at = abs(point[j] - px) + abs(point[j + n] - py) + abs(point[j + 2 * n] - pz) + (species - 1) * all;
			s += g[at] * before[j] + b[at] * q[j];
		}
		if (r == 0)
			ct[i] = s;
	}
	for (int k = 1; k < step; ++k)
		if (r == k && i < n)
			ct[i] += s;
}

// tsa: a step of Trotter's product for a wave function, by pairs of cells in shared memory.
template <int back>
__device__ void vertical_pair(float a, float b, int height, float &cr, float &ci, int kx, int ky, int py, float re[96][16],
	float im[96][16])
{
	const int peer = ky + 1 - 2 * back;
	if (py >= back && py < height - 1 + back && ky >= back && ky < 96 - 1 + back) {
		float pr = re[peer][kx], pi = im[peer][kx];
		re[peer][kx] = a * pr - b * ci;
		im[peer][kx] = a * pi + b * cr;
		cr = a * cr - b * pi;
		ci = a * ci + b * pr;
	}
}

template <int back>
__device__ void horizontal_pair(float a, float b, int width, float &cr, float &ci, int kx, int ky, int px,
	float re[96][16], float im[96][16])
{
	const int peer = kx + 1 - 2 * back;
	if (px >= back && px < width - 1 + back && kx >= back && kx < 16 - 1 + back) {
		float pr = re[ky][peer], pi = im[ky][peer];
		re[ky][peer] = a * pr - b * ci;
		im[ky][peer] = a * pi + b * cr;
		cr = a * cr - b * pi;
		ci = a * ci + b * pr;
	}
}

__global__ void trotter_tile(float a, float b, int width, int height, const float *__restrict__ re,
	const float *__restrict__ im, float *__restrict__ ore, float *__restrict__ oim)
{
	__shared__ float sr[96][16], si[96][16];
	int px = blockIdx.x * 10 + threadIdx.x - 3, py = blockIdx.y * 88 + threadIdx.y - 4;
	if (px >= 0 && px < width) {
#pragma unroll
		for (int i = 0, at = py * width + px; i < 6; ++i, at += 16 * width)
			if (py + i * 16 >= 0 && py + i * 16 < height) {
				sr[threadIdx.y + i * 16][threadIdx.x] = re[at];
				si[threadIdx.y + i * 16][threadIdx.x] = im[at];
			}
	}
	__syncthreads();
	int sx = threadIdx.x, sy = 2 * threadIdx.y + 1 - threadIdx.x % 2, cy = blockIdx.y * 88 + sy - 4;
	float cr[3], ci[3];
#pragma unroll
	for (int q = 0; q < 3; ++q) {
		cr[q] = sr[sy + q * 32][sx];
		ci[q] = si[sy + q * 32][sx];
	}
#define VERTICAL(back)                                                                                          \
	_Pragma("unroll") for (int q = 0; q < 3; ++q)                                                             \
		vertical_pair<back>(a, b, height, cr[q], ci[q], sx, sy + q * 32, cy + q * 32, sr, si);             \
	__syncthreads();
#define HORIZONTAL(back)                                                                                        \
	_Pragma("unroll") for (int q = 0; q < 3; ++q)                                                             \
		horizontal_pair<back>(a, b, width, cr[q], ci[q], sx, sy + q * 32, px, sr, si);                     \
	__syncthreads();
	VERTICAL(0)
	HORIZONTAL(0)
	VERTICAL(1)
	HORIZONTAL(1)
	HORIZONTAL(1)
	VERTICAL(1)
	HORIZONTAL(0)
	VERTICAL(0)
#pragma unroll
	for (int q = 0; q < 3; ++q) {
		sr[sy + q * 32][sx] = cr[q];
		si[sy + q * 32][sx] = ci[q];
	}
	__syncthreads();
	sx = threadIdx.x + 3;
	sy = threadIdx.y + 4;
	px += 3;
	py += 4;
	if (sx < 16 - 3 && px < width) {
#pragma unroll
		for (int i = 0, at = py * width + px; i < 6; ++i, at += 16 * width)
			if (sy + i * 16 < 96 - 4 && py + i * 16 < height) {
				ore[at] = sr[sy + i * 16][sx];
				oim[at] = si[sy + i * 16][sx];
			}
	}
}

// Launches.

// Rows of a matrix on a periodic grid of n cells in planes of 64 x 64: the diagonal is 6, its neighbours are -1.
__global__ void seven_points(double *a, int *start, int *column, int n)
{
	const int by[7] = { 0, -4096, -64, -1, 1, 64, 4096 };
	for (int i = X; i <= n; i += gridDim.x * blockDim.x) {
		start[i] = 7 * i;
		for (int k = 0; k < 7 && i < n; ++k) {
			a[7l * i + k] = k ? -1 : 6;
			column[7 * i + k] = (i + by[k] + n) % n;
		}
	}
}

// Four neighbours of each of n atoms on a periodic lattice in rows of 1024.
__global__ void four_neighbours(int *number, int *list, int n)
{
	const int by[4] = { -1024, -1, 1, 1024 };
	for (int i = X; i < n; i += gridDim.x * blockDim.x) {
		number[i] = 4;
		for (int k = 0; k < 4; ++k)
			list[k * n + i] = (i + by[k] + n) % n;
	}
}

// A tree of keys 0 to 2^24 - 1: the root, 256 nodes and 65536 leaves, whose keys are their records.
__global__ void full_tree(knode *node)
{
	for (int q = X; q < 65793; q += gridDim.x * blockDim.x)
		for (int j = 0; j <= 256; ++j) {
			node[q].indices[j] = q == 0 ? 1 + j : q <= 256 ? 257 + 256 * (q - 1) + j : 256 * (q - 257) + j;
			node[q].keys[j] = q == 0 ? 65536 * j : q <= 256 ? 65536 * (q - 1) + 256 * j : 256 * (q - 257) + j;
		}
}

// Faces of n cells, of which 2 in 100 are a wing and 2 far away.
__global__ void faces(int *near, int n)
{
	for (int i = X; i < 4 * n; i += gridDim.x * blockDim.x) {
		float v = hashed(i);
		near[i] = v < .96f ? min((int) (hashed(i + 4 * n) * (float) n), n - 1) : v < .98f ? -1 : -2;
	}
}

// Densities from 1 to 1.4, momenta from 0 to 0.5 and energies from 2 to 3, so that pressures are above 0.6.
__global__ void gas(float *v, int n)
{
	for (int i = X; i < 5 * n; i += gridDim.x * blockDim.x) {
		int q = i / n;
		float w = hashed(i);
		v[i] = q == 0 ? 1 + .4f * w : q == 4 ? 2 + w : .5f * w;
	}
}

// Spins, up or down with the same chance.
__global__ void spins(spin_t *s, size_t n)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x)
		s[i] = hashed(i) < .5f ? -1 : 1;
}

// Sections whose gain is 1 at all frequencies.
__global__ void all_pass(float *sos)
{
	const float of[6] = { .6f, -.9f, 1, 1, -.9f, .6f };
	for (int i = X; i < 192; i += gridDim.x * blockDim.x)
		sos[i] = of[i % 6];
}

// Keys of 250 bytes.
__global__ void equal_keys(unsigned *start, unsigned *length, int n)
{
	for (int i = X; i < n; i += gridDim.x * blockDim.x) {
		start[i] = 250 * i;
		length[i] = 250;
	}
}

static bool listed;
static const char *strides = "int32"; // as the compiler knows them
static size_t dynamic; // shared memory
static void (*prepare)(); // before each launch, if not null

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

template <class T> static T *own_of(int i, long count, long from = 0)
{
	assert(i >= 0 && i < 16 && count > 0 && from + count < 1l << 31 && (from + count) * sizeof(T) <= part_of);
	return own<T>(i) + from;
}

static void swept()
{
	if (prepare)
		prepare();
	sweep<<<1024, 256>>>(f<float4>(9), field / 64, f<float>(9));
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
}

// Queries of a tree start at its root.
static void to_root()
{
	CHECK(cudaMemset(own<long>(6), 0, 1 << 26));
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
		printf("%s,%s,%d,%d,%d,%d,%d,%d,%s,,,,,,,,\n", name, type, n.x, n.y, n.z, b.x, b.y, b.z, strides);
		return;
	}
	CHECK(cudaFuncGetAttributes(&has, kernel));
	CHECK(cudaEventCreate(&from));
	CHECK(cudaEventCreate(&to));
	fill<<<1024, 256>>>((T *) memory, 10 * field / sizeof(T));
	CHECK(cudaGetLastError());
	if (once) {
		swept();
		CHECK(cudaProfilerStart());
		kernel<<<grid, block, dynamic>>>(args...);
		CHECK(cudaGetLastError());
		CHECK(cudaDeviceSynchronize());
		CHECK(cudaProfilerStop());
	} else {
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
		std::sort(ms.begin(), ms.end());
		printf("%s,%s,%d,%d,%d,%d,%d,%d,%s,%d,%.6f\n", name, type, n.x, n.y, n.z, b.x, b.y, b.z, strides, has.numRegs,
			ms[4]);
		fflush(stdout);
	}
	CHECK(cudaEventDestroy(from));
	CHECK(cudaEventDestroy(to));
}

// Data of their own, which timed() leaves alone: 16 parts of 256 MiB.  0 bytes of keys, 1 steps of particles, 2 particles,
// 3 a matrix, 4 its columns and starts, 5 a tree, 6 where queries are, 7 words that are 0, 8 faces and a gas, 9 spins,
// 10 chances and keys' starts, 11 neighbours, 12 sections and points, 13 ranges of keys, 14 a mixture.  All else is from
// 0.5 to 1.

int main(int argc, char **argv)
{
	typedef ints i3;
	struct line {
		int n, b;
	};
	struct plane {
		ints n, b;
	};
	const int cols = 2560, events = 24576;

	listed = argc > 1 && !strcmp(argv[1], "rows");
	once = argc > 1;
	if (!listed) {
		std::vector<triple> k(4096);
		for (int i = 0; i < 4096; ++i)
			k[i] = { .001f * (i % 200), .002f * (i % 100), .003f * (i % 70) };
		CHECK(cudaMemcpyToSymbol(kspace, k.data(), k.size() * sizeof(triple)));
		CHECK(cudaMalloc(&memory, 10 * field));
		CHECK(cudaMalloc(&made, 16 * part_of));
		CHECK(cudaMemset(made, 0, 16 * part_of));
		few<<<1024, 256>>>(own<byte>(0), part_of, 256, 1, 0);
		few<<<1024, 256>>>(own<float>(1), part_of / 4, 100, 1, 0);
		full_tree<<<1024, 256>>>(own<knode>(5));
		even<<<1024, 256>>>(own<float>(10), 1 << 25, 0, 1);
		equal_keys<<<1024, 256>>>(own<unsigned>(10) + (1 << 25), own<unsigned>(10) + (1 << 25) + (1 << 24), 1 << 19);
		all_pass<<<1, 192>>>(own<float>(12));
		few<<<64, 256>>>(own<int>(12) + 1024, 1 << 16, 1333, 1, 0);
		few<<<64, 256>>>(own<int>(13), 1 << 16, 1 << 24, 1, 0);
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

	for (line l : { line{ 16384, 64 }, line{ 262144, 128 }, line{ 4194304, 256 } }) {
		double *a = own_of<double>(3, 7l * l.n);
		int *column = own_of<int>(4, 7l * l.n), *start = own_of<int>(4, l.n + 1, 1 << 25);
		assert(l.n % 4096 == 0);
		if (!listed)
			seven_points<<<1024, 256>>>(a, start, column, l.n);
		timed("csr_relax", l.n, l.b, 0., csr_relax, a, start, column, D(0, l.n), D(1, l.n), l.n);
	}
	strides = "constant64";
	prepare = to_root;
	for (int n : { 100, 1000, 10000 }) {
		assert(sizeof(knode) == 517 * 4);
		timed("range_keys", 256 * n, 256, 0.f, range_keys, 2l, own_of<knode>(5, 65793), 65793l, own_of<long>(6, n),
			own_of<long>(6, n, 1 << 20), own_of<long>(6, n, 2 << 20), own_of<long>(6, n, 3 << 20), own_of<int>(13, n),
			own_of<int>(13, n, 1 << 15), I(4, n), I(5, n));
	}
	prepare = nullptr;
	strides = "int32";
	for (line l : { line{ 20000, 64 }, line{ 200000, 192 }, line{ 1000000, 256 } }) {
		int *near = own_of<int>(8, 4l * l.n);
		float *v = own_of<float>(8, 5l * l.n, 1 << 24);
		if (!listed) {
			faces<<<1024, 256>>>(near, l.n);
			gas<<<1024, 256>>>(v, l.n);
		}
		timed("euler_flux", l.n, l.b, 0.f, euler_flux, l.n, near, F(0, 12l * l.n), v, F(1, 5), F(4, 5l * l.n),
			field_of<triple>(2, 1), field_of<triple>(2, 12) + 11, field_of<triple>(2, 23) + 22, field_of<triple>(2, 34) + 33);
	}
	strides = "constant";
	for (line l : { line{ 4096, 64 }, line{ 32768, 128 }, line{ 131072, 256 } }) {
		assert(l.n % l.b == 0);
		timed("lstm_five", l.n, l.b, 0.f, lstm_five, F(0, (long) l.n * samples_of), F(1, 20), F(2, 100), F(3, 20), F(5, 5),
			F(6, 1), F(4, (long) l.n * samples_of));
	}
	strides = "int32";
	for (plane p : { plane{ i3(200, 150), i3(16, 16) }, plane{ i3(1200, 1000), i3(32, 8) },
		     plane{ i3(6000, 5000), i3(16, 16) } })
		timed("differentiate_slice", p.n, p.b, 0., differentiate_slice, D(4, 4l * p.n.x * p.n.y),
			D(0, (p.n.x + 1l) * (p.n.y + 1)), 0., 30., 690., D(1, p.n.y), D(2, p.n.x), D(3, 4), p.n.y, p.n.x, p.n.x + 1,
			.14, .14, .112, .112, 1., 2);
	for (line l : { line{ 8000, 64 }, line{ 60000, 128 }, line{ 300000, 256 } })
		timed("fhd_voxels", l.n, l.b, 0.f, fhd_voxels, F(0, 4096), F(1, 4096), F(4, l.n), F(5, l.n), F(2, l.n), F(3, l.n),
			F(6, l.n), l.n, 4096);
	for (int n : { 4, 24, 100 }) {
		if (!listed) {
			mixture m = { F(1, n), F(2, n), F(3, 24l * n), F(5, 576l * n), F(4, (long) n * events) };
			CHECK(cudaMemcpy(own<mixture>(14), &m, sizeof m, cudaMemcpyHostToDevice));
		}
		timed("gmm_estep", i3(256 * n, 24), 256, 0.f, gmm_estep, F(0, 24l * events), own_of<mixture>(14, 1), 24, events);
	}
	for (line l : { line{ 4096, 64 }, line{ 32768, 128 }, line{ 262144, 256 } }) {
		assert(l.n % l.b == 0);
		timed("commutator_aosoa", l.n, l.b, 0.f, commutator_aosoa, F(0, 98l * l.n), F(4, 98l * l.n), F(1, 98), 7);
	}
	strides = "int64";
	dynamic = 512 * sizeof(float);
	for (int levels : { 15, 19, 25 }) {
		int n = 1 << (levels - 1);
		timed("haar_levels", n, 256, 0.f, haar_levels, F(0, 2l * n), F(4, 2l * n), F(5, n / 256), (unsigned) levels, 2u * n, 0u,
			9u);
	}
	dynamic = 0;
	for (line l : { line{ 20, 64 }, line{ 400, 128 }, line{ 10240, 256 } }) {
		int n = l.n * cols;
		spin_t *spin = own_of<spin_t>(9, n), *other = own_of<spin_t>(9, n, 1 << 25);
		float *chance = own_of<float>(10, n);
		if (!listed) {
			spins<<<1024, 256>>>(spin, part_of);
			// Behind the first step no spin has most neighbours against it: 3 in 8 have no sum, and turn in each step.
			ising_half<true><<<n / 256, 256>>>(spin, other, chance, 4.407f, l.n, cols);
			CHECK(cudaGetLastError());
		}
		timed("ising_half", n, l.b, 0.f, ising_half<true>, spin, other, chance, 4.407f, (long long) l.n, (long long) cols);
	}
	strides = "constant";
#define CAVITY(n) \
	timed("cavity_residual", i3((n) / 2, n), 128, 0., cavity_residual<n>, .001, D(0, (n + 2l) * (n + 2)), \
		D(1, (n + 2l) * (n + 2)), D(2, (n / 2 + 2l) * (n + 2)), D(3, (n / 2 + 2l) * (n + 2)), D(4, n / 256 * n))
	CAVITY(256);
	CAVITY(1024);
	CAVITY(4096);
	strides = "int32";
	for (line l : { line{ 16384, 64 }, line{ 262144, 128 }, line{ 4194304, 256 } }) {
		int *list = own_of<int>(11, 4l * l.n), *number = own_of<int>(11, l.n, 1 << 25);
		if (!listed)
			four_neighbours<<<1024, 256>>>(number, list, l.n);
		timed("apply_hamiltonian", l.n, l.b, 0., apply_hamiltonian, l.n, 5.1, number, list, D(0, l.n), D(1, 4l * l.n),
			D(2, 4l * l.n), D(3, l.n), D(4, l.n), D(5, l.n), D(6, l.n));
	}
	strides = "constant";
	for (int n : { 512, 2112, 8192 })
		timed("match_points", i3(n, 16), i3(16, 16), 0.f, match_points, F(0, 128l * n), F(1, 128l * others), F(4, n), I(5, n));
	strides = "int32";
	for (line l : { line{ 8448, 64 }, line{ 131072, 128 }, line{ 524288, 256 } }) {
		assert(l.n % l.b == 0);
		timed("read_write_check", l.n, l.b, 0., read_write_check, (char *) own_of<word>(7, 32l * l.n), 256ul * l.n, 0ul, 0ul,
			field_of<unsigned>(4, 1), field_of<word>(5, 10), field_of<word>(6, 10), field_of<word>(7, 10),
			field_of<word>(8, 10));
	}
	strides = "int64";
	for (ints n : { i3(64, 64, 32), i3(192, 160, 128), i3(448, 448, 448) }) {
		long long nx = n.z + 32, ny = n.y + 32, nz = n.x + 32;
		assert(n.x % 8 == 0 && n.y % 8 == 0 && n.z % 8 == 0);
		timed("acoustic_tile8", n, i3(8, 8, 8), 0.f, acoustic_tile8, ny, nz, 16ll, nx - 16, 16ll, ny - 16, 16ll, nz - 16, 4ll,
			4ll, 4ll, -8.5f, 1.6f, -.2f, .025f, -.0018f, 1.61f, -.21f, .026f, -.0019f, 1.62f, -.22f, .027f, -.002f,
			F(0, (nx + 8) * (ny + 8) * (nz + 8)), F(4, (nx + 8) * (ny + 8) * (nz + 8)), F(1, nx * ny * nz));
	}
	strides = "int32";
	for (line l : { line{ 5000, 64 }, line{ 50000, 128 }, line{ 500000, 256 } })
		timed("murmur3_keys", l.n, l.b, 0.f, murmur3_keys, own_of<byte>(0, 250l * l.n), own_of<unsigned>(10, l.n, 1 << 25),
			own_of<unsigned>(10, l.n, (1 << 25) + (1 << 24)), field_of<word64>(4, 2l * l.n), (unsigned) l.n);
	strides = "int64";
	for (line l : { line{ 4096, 64 }, line{ 36864, 128 }, line{ 147456, 256 } }) {
		// In three whole cells amid 21, which no particle leaves in eleven launches but by a chance below 1 in 100.
		if (!listed)
			even<<<1024, 256>>>(own<float>(2), 1 << 25, 9, 12);
		timed("diffuse_particles", l.n, l.b, 0.f, diffuse_particles, own_of<float>(2, l.n), own_of<float>(2, l.n, 1 << 24),
			own_of<float>(1, 100l * l.n), own_of<float>(1, 100l * l.n, 1 << 25), field_of<size_t>(4, 441l * l.n),
			(size_t) l.n, 100u, 21, .5f);
	}
	strides = "int32";
	for (line l : { line{ 64, 64 }, line{ 512, 128 }, line{ 8192, 256 } }) {
		int n = 512 * l.n;
		timed("lstm_pointwise", n, l.b, 0.f, lstm_pointwise, 512, l.n, F(0, 4l * n), F(1, 4l * n), F(2, 4096), F(4, 4l * n),
			F(5, n), F(6, n), F(3, n), F(7, n));
	}
	for (line l : { line{ 20000, 64 }, line{ 500000, 128 }, line{ 10000000, 256 } })
		timed("shot_range", l.n, l.b, 0.f, shot_range, field_of<shot>(0, l.n), field_of<shot>(4, l.n), l.n);
	dynamic = 288 * sizeof(float);
	for (int n : { 8, 400, 4000 })
		timed("sos_cascade", i3(32, n), 32, 0.f, sos_cascade, n, 2000, 32, 2, own_of<float>(12, 192), F(1, 64l * n),
			F(4, 2000l * n));
	dynamic = 0;
	for (line l : { line{ 1000, 64 }, line{ 4000, 128 }, line{ 12000, 256 } }) {
		assert(l.n % 4 == 0);
		timed("tissue_sources", 4 * l.n, l.b, 0.f, tissue_sources, own_of<int>(12, 3l * l.n, 1024), F(0, 8000), F(1, 8000),
			F(4, l.n), F(2, l.n), F(3, l.n), l.n, 4000, 4, 2);
	}
	for (ints t : { i3(20, 2), i3(100, 10), i3(400, 45) }) {
		long all = 880l * t.x * t.y;
		timed("trotter_tile", i3(16 * t.x, 16 * t.y), i3(16, 16), 0.f, trotter_tile, .9998f, .02f, 10 * t.x, 88 * t.y,
			F(0, all), F(1, all), F(4, all), F(5, all));
	}
	if (!listed)
		CHECK(cudaDeviceSynchronize());
	return 0;
}
