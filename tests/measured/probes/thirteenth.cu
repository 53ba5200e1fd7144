// A thirteenth blind set of kernels as engineers write them, and in no other set.  In loops of a thread: a symmetric
// band matrix, heat through columns by factors made before, voices of a synthesizer, a layer of weights for six rows,
// a sweep of Jacobi, exponents of Lyapunov, options that knock out, attitudes from gyroscopes, triplets of embeddings
// and a phase field between mirrors; with shared memory: polynomials of two variables, an interpolating filter, two
// tiled products, norms, losses and counts of rows, steps within a block, a march along z, a filter of one picture by
// another, distances of curves by diagonals and a picture turned by 90 degrees.  Half of them say __restrict__.
// Said in thirteenth.wsp before anything was timed or predicted.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 thirteenth.cu && ./a.out >thirteenth.csv
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

// Loops in a thread.

// o = A v for a symmetric matrix of n rows, its diagonal and kd diagonals below it stored one behind the other.
__global__ void sbmv_lower(const double *a, const double *v, double *o, int n, int kd)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double s = a[i] * v[i];
	for (int k = 1; k <= kd; ++k) {
		if (i + k < n)
			s += a[k * n + i] * v[i + k];
		if (i >= k)
			s += a[k * n + i - k] * v[i - k];
	}
	o[i] = s;
}

// A step of Crank and Nicolson in n columns of m levels, in place; the matrix was factored before, inv has its pivots.
__global__ void heat_cn_factored(double *u, const double *inv, int n, int m, double r)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double below = 0, here = u[i], d = 0;
	for (int k = 0; k < m; ++k) {
		double above = u[(k + 1) * n + i];
		d = (here + r * (below - 2 * here + above) + r * d) * inv[k];
		below = here;
		here = above;
		u[k * n + i] = d;
	}
	double v = d;
	for (int k = m - 2; k >= 0; --k) {
		v = u[k * n + i] + r * inv[k] * v;
		u[k * n + i] = v;
	}
}

// n voices through a state variable filter that saturates, m samples each.
__global__ void svf_voices(const float *__restrict__ in, const float *__restrict__ cutoff, const float *__restrict__ res,
	float *__restrict__ out, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float g = 0.5f * cutoff[i], q = res[i], low = 0, band = 0;
	for (int k = 0; k < m; ++k) {
		low += g * band;
		float high = in[k * n + i] - low - q * band;
		band += g * high;
		float b2 = band * band;
		band = band * (27 + b2) / (27 + 9 * b2);
		out[k * n + i] = low;
	}
}

// A layer of n outputs for six rows of m inputs, weights of two bytes, those of an input side by side.
__global__ void linear_batch6(const __half *__restrict__ w, const float *__restrict__ in,
	const float *__restrict__ bias, float *__restrict__ out, int n, int m)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	if (j >= n)
		return;
	float acc[6];
	for (int b = 0; b < 6; ++b)
		acc[b] = bias[j];
	for (int k = 0; k < m; ++k) {
		float u = __half2float(w[k * n + j]);
		for (int b = 0; b < 6; ++b)
			acc[b] += u * in[b * m + k];
	}
	for (int b = 0; b < 6; ++b)
		out[b * n + j] = acc[b];
}

// A damped sweep of Jacobi, the matrix beside its diagonal in ELL with m entries to a row.
__global__ void ell_jacobi(const double *val, const int *col, const double *v, const double *b, const double *diag,
	double *o, int n, int m, double w)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double s = b[i];
	for (int k = 0; k < m; ++k)
		s -= val[k * n + i] * v[col[k * n + i]];
	double u = v[i];
	o[i] = u + w * (s / diag[i] - u);
}

// Exponents of Lyapunov of logistic maps whose rates are those of x and y in turn.
__global__ void lyapunov_map(float *o, int nx, int ny, float lo, float step_x, float step_y, int m, float part)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= nx || y >= ny)
		return;
	float a = lo + step_x * x, b = lo + step_y * y, v = 0.4f, s = 0;
	for (int k = 0; k < m; ++k) {
		v = a * v * (1 - v);
		s += __logf(fmaxf(fabsf(a * (1 - 2 * v)), 1e-6f));
		v = b * v * (1 - v);
		s += __logf(fmaxf(fabsf(b * (1 - 2 * v)), 1e-6f));
	}
	o[y * nx + x] = s * part;
}

// What n calls pay that end where a price passes a barrier; a path to a thread, two steps to a trip, from
// numbers of a linear congruence after Box and Muller.
__global__ void knockout_lcg(const unsigned *__restrict__ seed, const float *__restrict__ spot,
	float *__restrict__ pay, int n, int m, float drift, float vol, float barrier, float strike)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned u = seed[i];
	float s = spot[i], alive = 1;
	for (int k = 0; k < m; ++k) {
		u = u * 1664525u + 1013904223u;
		float a = ((u >> 8) + 1) * 5.9604645e-8f;
		u = u * 1664525u + 1013904223u;
		float b = (u >> 8) * 3.7450704e-7f;
		float r = vol * sqrtf(fmaxf(-2 * __logf(a), 0.f));
		s *= __expf(drift + r * __cosf(b));
		alive = s < barrier ? alive : 0;
		s *= __expf(drift + r * __sinf(b));
		alive = s < barrier ? alive : 0;
	}
	pay[i] = alive * fmaxf(s - strike, 0.f);
}

// Attitudes of n bodies from m turns that their gyroscopes have measured, as quaternions.
__global__ void imu_quat(const float *__restrict__ gx, const float *__restrict__ gy, const float *__restrict__ gz,
	float4 *__restrict__ o, int n, int m, float half_dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float w = 1, x = 0, y = 0, z = 0;
	for (int k = 0; k < m; ++k) {
		float a = half_dt * gx[k * n + i], b = half_dt * gy[k * n + i], c = half_dt * gz[k * n + i];
		float dw = -a * x - b * y - c * z;
		float dx = a * w + c * y - b * z;
		float dy = b * w - c * x + a * z;
		float dz = c * w + b * x - a * y;
		w += dw;
		x += dx;
		y += dy;
		z += dz;
		float r = rsqrtf(w * w + x * x + y * y + z * z);
		w *= r;
		x *= r;
		y *= r;
		z *= r;
	}
	o[i] = make_float4(w, x, y, z);
}

// Losses of n triplets: embeddings of 2 m halves, one to be near and one to be far; a triplet to a warp.
__global__ void triplet_warp(const __half2 *anchor, const __half2 *near, const __half2 *far, float *loss, int n, int m,
	float margin)
{
	int lane = threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	if (row >= n)
		return;
	float dn = 0, df = 0;
	for (int k = lane; k < m; k += 32) {
		float2 a = __half22float2(anchor[row * m + k]);
		float2 p = __half22float2(near[row * m + k]), q = __half22float2(far[row * m + k]);
		float px = a.x - p.x, py = a.y - p.y, qx = a.x - q.x, qy = a.y - q.y;
		dn += px * px + py * py;
		df += qx * qx + qy * qy;
	}
	for (int l = 16; l > 0; l /= 2) {
		dn += __shfl_down_sync(0xffffffffu, dn, l);
		df += __shfl_down_sync(0xffffffffu, df, l);
	}
	if (lane == 0)
		loss[row] = fmaxf(sqrtf(dn) - sqrtf(df) + margin, 0.f);
}

// A step of Allen and Cahn with mirrors at all faces; a thread to a column of nz cells.
__global__ void allen_cahn_cols(const float *u, float *o, int nx, int ny, int nz, float kappa, float dt)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= nx || y >= ny)
		return;
	int xm = max(x - 1, 0), xp = min(x + 1, nx - 1), ym = max(y - 1, 0), yp = min(y + 1, ny - 1);
	for (int z = 0; z < nz; ++z) {
		int zm = max(z - 1, 0), zp = min(z + 1, nz - 1);
		float v = u[(z * ny + y) * nx + x];
		float lap = u[(z * ny + y) * nx + xm] + u[(z * ny + y) * nx + xp] + u[(z * ny + ym) * nx + x]
			+ u[(z * ny + yp) * nx + x] + u[(zm * ny + y) * nx + x] + u[(zp * ny + y) * nx + x] - 6 * v;
		o[(z * ny + y) * nx + x] = v + dt * (kappa * lap + v - v * v * v);
	}
}

// Shared memory and shuffles.

// A polynomial of two variables with m x m coefficients at n places.
__global__ void poly2d_shared(const double *px, const double *py, const double *coef, double *o, int n, int m)
{
	__shared__ double c[256];
	for (int i = threadIdx.x; i < m * m; i += blockDim.x)
		c[i] = coef[i];
	__syncthreads();
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double u = px[i], v = py[i], s = 0;
	for (int j = m - 1; j >= 0; --j) {
		double q = 0;
		for (int k = m - 1; k >= 0; --k)
			q = q * u + c[j * m + k];
		s = s * v + q;
	}
	o[i] = s;
}

// Four samples for each, by a filter of taps coefficients for each of four phases.
__global__ void polyphase_up4(const float *__restrict__ in, const float *__restrict__ coef, float *__restrict__ out,
	int n, int taps)
{
	__shared__ float h[128], s[160];
	int tx = threadIdx.x, i = blockIdx.x * blockDim.x + tx, count = blockDim.x / 4, first = blockIdx.x * count;
	for (int j = tx; j < 4 * taps; j += blockDim.x)
		h[j] = coef[j];
	for (int j = tx; j < count + taps - 1; j += blockDim.x)
		s[j] = in[first + j];
	__syncthreads();
	if (i >= n)
		return;
	float v = 0;
	for (int k = 0; k < taps; ++k)
		v += h[tx % 4 * taps + k] * s[tx / 4 + k];
	out[i] = v;
}

// Gaussians of the distances of all pairs of rows with m values; n rows in b.
__global__ void rbf_gram(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ o, int n, int m,
	float gamma)
{
	__shared__ float s[16][16], t[16][17];
	int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
	float d = 0;
	for (int k = 0; k < m; k += 16) {
		s[ty][tx] = a[row * m + k + tx];
		t[ty][tx] = b[(blockIdx.x * 16 + ty) * m + k + tx];
		__syncthreads();
		for (int j = 0; j < 16; ++j) {
			float e = s[ty][j] - t[tx][j];
			d += e * e;
		}
		__syncthreads();
	}
	o[row * n + col] = expf(-gamma * d);
}

// C = A' B in tiles of 64 columns and 32 rows, 16 of each to a thread of 128; A is kk x nr, B kk x nc.
__global__ void gemm_tn_reg(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int nr,
	int nc, int kk)
{
	__shared__ float s[16][32], t[16][64];
	int tx = threadIdx.x, ty = threadIdx.y, id = ty * 16 + tx, row = blockIdx.y * 32, col = blockIdx.x * 64;
	float acc[4][4] = {};
	for (int k = 0; k < kk; k += 16) {
#pragma unroll
		for (int r = 0; r < 16; r += 4)
			s[id / 32 + r][id % 32] = a[(k + id / 32 + r) * nr + row + id % 32];
#pragma unroll
		for (int r = 0; r < 16; r += 2)
			t[id / 64 + r][id % 64] = b[(k + id / 64 + r) * nc + col + id % 64];
		__syncthreads();
#pragma unroll
		for (int j = 0; j < 16; ++j) {
			float u[4], v[4];
			for (int i = 0; i < 4; ++i) {
				u[i] = s[j][ty + 8 * i];
				v[i] = t[j][tx + 16 * i];
			}
			for (int i = 0; i < 4; ++i)
				for (int l = 0; l < 4; ++l)
					acc[i][l] += u[i] * v[l];
		}
		__syncthreads();
	}
	for (int i = 0; i < 4; ++i)
		for (int l = 0; l < 4; ++l)
			c[(row + ty + 8 * i) * nc + col + tx + 16 * l] = acc[i][l];
}

// x is added to a residual, and is then that sum over its root mean square; rows of m halves, a row to a block.
__global__ void add_rmsnorm(__half *x, __half *residual, const __half *weight, int m, float eps)
{
	__shared__ float s[512];
	int tx = threadIdx.x, row = blockIdx.x * m;
	float sum = 0;
	for (int i = tx; i < m; i += blockDim.x) {
		float v = __half2float(x[row + i]) + __half2float(residual[row + i]);
		residual[row + i] = __float2half(v);
		sum += v * v;
	}
	s[tx] = sum;
	__syncthreads();
	for (int w = blockDim.x / 2; w > 0; w >>= 1) {
		if (tx < w)
			s[tx] += s[tx + w];
		__syncthreads();
	}
	float r = rsqrtf(s[0] / m + eps);
	for (int i = tx; i < m; i += blockDim.x)
		x[row + i] = __float2half(__half2float(residual[row + i]) * r * __half2float(weight[i]));
}

// Cross entropies of rows of m logits with smoothed labels; a row to a block.
__global__ void smooth_xent(const float *__restrict__ a, const int *__restrict__ label, float *__restrict__ loss, int m,
	float smooth)
{
	__shared__ float part[16], total[16];
	int tx = threadIdx.x, warps = blockDim.x / 32;
	const float *p = a + blockIdx.x * m;
	float most = -1e30f;
	for (int i = tx; i < m; i += blockDim.x)
		most = fmaxf(most, p[i]);
	for (int l = 16; l > 0; l /= 2)
		most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, l));
	if (tx % 32 == 0)
		part[tx / 32] = most;
	__syncthreads();
	for (int w = 0; w < warps; ++w)
		most = fmaxf(most, part[w]);
	__syncthreads();
	float e = 0, s = 0;
	for (int i = tx; i < m; i += blockDim.x) {
		float v = p[i] - most;
		e += __expf(v);
		s += v;
	}
	for (int l = 16; l > 0; l /= 2) {
		e += __shfl_xor_sync(0xffffffffu, e, l);
		s += __shfl_xor_sync(0xffffffffu, s, l);
	}
	if (tx % 32 == 0) {
		part[tx / 32] = e;
		total[tx / 32] = s;
	}
	__syncthreads();
	if (tx == 0) {
		e = 0;
		s = 0;
		for (int w = 0; w < warps; ++w) {
			e += part[w];
			s += total[w];
		}
		float v = p[label[blockIdx.x]] - most;
		loss[blockIdx.x] = logf(e) - (1 - smooth) * v - smooth * s / m;
	}
}

// How often each byte occurs among n, counted by each warp for itself.
__global__ void hist_warps(const unsigned char *a, int *hist, int n)
{
	__shared__ int h[8 * 256];
	int tx = threadIdx.x, warps = blockDim.x / 32;
	for (int i = tx; i < 256 * warps; i += blockDim.x)
		h[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + tx; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&h[tx / 32 * 256 + a[i]], 1);
	__syncthreads();
	for (int i = tx; i < 256; i += blockDim.x) {
		int s = 0;
		for (int w = 0; w < warps; ++w)
			s += h[w * 256 + i];
		atomicAdd(&hist[i], s);
	}
}

// Steps of the equation of Burgers in blocks that overlap by as many cells on both sides.
__global__ void burgers_ghost(const float *__restrict__ u, float *__restrict__ o, int steps, float c, float nu)
{
	__shared__ float s[2][512];
	int tx = threadIdx.x, last = blockDim.x - 1, i = blockIdx.x * (blockDim.x - 2 * steps) + tx;
	s[0][tx] = u[i];
	__syncthreads();
	for (int t = 0; t < steps; ++t) {
		if (tx > t && tx < last - t) {
			float l = s[t % 2][tx - 1], v = s[t % 2][tx], r = s[t % 2][tx + 1];
			s[1 - t % 2][tx] = v - c * v * (r - l) + nu * (l - 2 * v + r);
		}
		__syncthreads();
	}
	if (tx >= steps && tx <= last - steps)
		o[i - steps] = s[steps % 2][tx];
}

// Laplacians of fourth order and wave numbers: planes in shared memory, what is above and below in registers.
__global__ void helmholtz_march(const double *u, const double *k2, double *o, int nx, int ny, int nz, double h)
{
	__shared__ double s[20][68];
	int tx = threadIdx.x + 2, ty = threadIdx.y + 2, bdx = blockDim.x, bdy = blockDim.y;
	int x = blockIdx.x * bdx + threadIdx.x, y = blockIdx.y * bdy + threadIdx.y;
	int sx = nx + 4, sxy = sx * (ny + 4), at = (y + 2) * sx + x + 2;
	double a = u[at], b = u[at + sxy], c = u[at + 2 * sxy], d = u[at + 3 * sxy];
	for (int z = 0; z < nz; ++z) {
		double e = u[at + (z + 4) * sxy];
		int p = at + (z + 2) * sxy, q = (z * ny + y) * nx + x;
		s[ty][tx] = c;
		if (threadIdx.y < 2) {
			s[ty - 2][tx] = u[p - 2 * sx];
			s[ty + bdy][tx] = u[p + bdy * sx];
		}
		if (threadIdx.x < 2) {
			s[ty][tx - 2] = u[p - 2];
			s[ty][tx + bdx] = u[p + bdx];
		}
		__syncthreads();
		double one = s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] + b + d;
		double two = s[ty][tx - 2] + s[ty][tx + 2] + s[ty - 2][tx] + s[ty + 2][tx] + a + e;
		o[q] = h * (16 * one - two - 90 * c) + k2[q] * c;
		__syncthreads();
		a = b;
		b = c;
		c = d;
		d = e;
	}
}

// A picture smoothed where another one of the same place, with flash, has no edges; radius up to 4, tiles of 16 x 16.
__global__ void flash_bilateral(const float *__restrict__ a, const float *__restrict__ flash, float *__restrict__ o,
	int nx, int radius, float near, float alike)
{
	__shared__ float s[24][24], g[24][24];
	int tx = threadIdx.x, ty = threadIdx.y, sx = nx + 2 * radius;
	int from = blockIdx.y * 16 * sx + blockIdx.x * 16;
	for (int j = ty; j < 16 + 2 * radius; j += 16)
		for (int i = tx; i < 16 + 2 * radius; i += 16) {
			s[j][i] = a[from + j * sx + i];
			g[j][i] = flash[from + j * sx + i];
		}
	__syncthreads();
	float c = g[ty + radius][tx + radius], sum = 0, all = 0;
	for (int j = -radius; j <= radius; ++j)
		for (int i = -radius; i <= radius; ++i) {
			float d = g[ty + radius + j][tx + radius + i] - c;
			float w = __expf(-near * (i * i + j * j) - alike * d * d);
			sum += w * s[ty + radius + j][tx + radius + i];
			all += w;
		}
	o[(blockIdx.y * 16 + ty) * nx + blockIdx.x * 16 + tx] = sum / all;
}

// Discrete distances after Frechet of pairs of curves with as many points as a block has threads; a pair to a block.
__global__ void frechet_wave(const float2 *p, const float2 *q, float *o)
{
	__shared__ float2 t[256];
	__shared__ float s[3][257];
	int tx = threadIdx.x, m = blockDim.x, i = blockIdx.x * blockDim.x + tx;
	float2 u = p[i];
	float left = 1e30f;
	t[tx] = q[i];
	for (int d = 0; d < 3; ++d)
		s[d][tx + 1] = 1e30f;
	if (tx == 0)
		for (int d = 0; d < 3; ++d)
			s[d][0] = 1e30f;
	__syncthreads();
	for (int d = 0; d < 2 * m - 1; ++d) {
		if (d >= tx && d < tx + m) {
			float2 v = t[d - tx];
			float dx = u.x - v.x, dy = u.y - v.y;
			float best = fminf(left, fminf(s[(d + 2) % 3][tx], s[(d + 1) % 3][tx]));
			if (d == 0)
				best = 0;
			left = fmaxf(dx * dx + dy * dy, best);
			s[d % 3][tx + 1] = left;
		}
		__syncthreads();
	}
	if (tx == m - 1)
		o[blockIdx.x] = sqrtf(left);
}

// A picture of words turned clockwise, in tiles of 32 x 32.
__global__ void rotate90_tile(const unsigned *__restrict__ a, unsigned *__restrict__ o, int nx, int ny)
{
	__shared__ unsigned t[32][33];
	int tx = threadIdx.x, x = blockIdx.x * 32, y = blockIdx.y * 32;
	for (int j = threadIdx.y; j < 32; j += blockDim.y)
		t[j][tx] = a[(y + j) * nx + x + tx];
	__syncthreads();
	for (int j = threadIdx.y; j < 32; j += blockDim.y)
		o[(x + j) * ny + ny - 1 - y - tx] = t[tx][j];
}

// Launches.

// Quarters of small integers, below limit and then plus add, all equally likely.
__global__ void quarters(__half *a, size_t n, int limit, int add)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x)
		a[i] = __float2half(0.25f * (float) ((int) (hashed(i) * (float) limit) + add));
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

// Data of their own, which timed() leaves alone: 16 parts of 256 MiB.  0 and 1 bytes, 2, 3 and 4 halves from -2 to 1.75,
// 5 halves of 1, 6 labels below 1000, 7 counts, 8 words.  All else is from 0.5 to 1.

int main(int argc, char **argv)
{
	typedef ints i3;
	struct line {
		int n, b;
	};
	struct plane {
		ints n, b;
	};

	listed = argc > 1 && !strcmp(argv[1], "rows");
	once = argc > 1;
	if (!listed) {
		CHECK(cudaMalloc(&memory, 10 * field));
		CHECK(cudaMalloc(&made, 16 * part_of));
		few<<<1024, 256>>>(own<byte>(0), 2 * part_of, 256, 1, 0);
		few<<<1024, 256>>>(own<int>(6), part_of / 4, 1000, 1, 0);
		CHECK(cudaMemset(own<int>(7), 0, part_of));
		draw<<<1024, 256>>>(own<int>(8), part_of / 4, ~0u);
		quarters<<<1024, 256>>>(own<__half>(2), 3 * part_of / 2, 16, -8);
		quarters<<<1024, 256>>>(own<__half>(5), part_of / 2, 1, 4);
		CHECK(cudaGetLastError());
		CHECK(cudaDeviceSynchronize());
	}
	printf(listed ? "kernel,type,nx,ny,nz,bx,by,bz,strides,regs,cold_ms,dram_read_bytes,dram_write_bytes,"
			"l2_read_sectors_tex,l2_write_sectors_tex,warp_insts,l1_data_wavefronts\n" :
			"kernel,type,nx,ny,nz,bx,by,bz,strides,regs,cold_ms\n");
#undef D
#define D field_of<double>
#define H own_of<__half>
#undef F
#define F field_of<float>

	for (line l : { line{ 15000, 64 }, line{ 300000, 128 }, line{ 3000000, 256 } })
		timed("sbmv_lower", l.n, l.b, 0., sbmv_lower, D(0, 17l * l.n), D(1, l.n), D(4, l.n), l.n, 16);
	for (line l : { line{ 8000, 64 }, line{ 100000, 128 }, line{ 600000, 256 } })
		timed("heat_cn_factored", l.n, l.b, 0., heat_cn_factored, D(0, 65l * l.n), D(1, 64), l.n, 64, .1);
	for (line l : { line{ 6000, 64 }, line{ 60000, 128 }, line{ 400000, 256 } })
		timed("svf_voices", l.n, l.b, 0.f, svf_voices, F(0, 128l * l.n), F(1, l.n), F(2, l.n), F(4, 128l * l.n), l.n, 128);
	for (line l : { line{ 4096, 64 }, line{ 40000, 128 }, line{ 120000, 256 } })
		timed("linear_batch6", l.n, l.b, 0.f, linear_batch6, H(2, 1024l * l.n), F(0, 6 * 1024), F(1, l.n), F(4, 6l * l.n),
			l.n, 1024);
	for (line l : { line{ 20000, 64 }, line{ 200000, 128 }, line{ 1500000, 256 } }) {
		limit = l.n;
		timed("ell_jacobi", l.n, l.b, 0., ell_jacobi, D(0, 12l * l.n), field_of<int>(3, 12l * l.n), D(1, l.n), D(2, l.n),
			D(5, l.n), D(4, l.n), l.n, 12, .66666667);
	}
	limit = 0;
	for (plane p : { plane{ i3(200, 150), i3(16, 8) }, plane{ i3(1000, 800), i3(32, 8) },
		     plane{ i3(4000, 3000), i3(32, 4) } })
		timed("lyapunov_map", p.n, p.b, 0.f, lyapunov_map, F(4, (long) p.n.x * p.n.y), p.n.x, p.n.y, 2.5f, 1.5f / p.n.x,
			1.5f / p.n.y, 64, 1.f / 128);
	for (line l : { line{ 10000, 64 }, line{ 200000, 128 }, line{ 2000000, 256 } })
		timed("knockout_lcg", l.n, l.b, 0.f, knockout_lcg, own_of<unsigned>(8, l.n), F(0, l.n), F(4, l.n), l.n, 64, -.0002f,
			.02f, 1.3f, .6f);
	for (line l : { line{ 5000, 32 }, line{ 80000, 128 }, line{ 600000, 256 } })
		timed("imu_quat", l.n, l.b, 0.f, imu_quat, F(0, 100l * l.n), F(1, 100l * l.n), F(2, 100l * l.n),
			field_of<float4>(4, l.n), l.n, 100, .005f);
	for (plane p : { plane{ i3(32, 2000), i3(32, 2) }, plane{ i3(32, 40000), i3(32, 4) },
		     plane{ i3(32, 160000), i3(32, 8) } })
		timed("triplet_warp", p.n, p.b, 0.f, triplet_warp, own_of<__half2>(2, 128l * p.n.y), own_of<__half2>(3, 128l * p.n.y),
			own_of<__half2>(4, 128l * p.n.y), F(4, p.n.y), p.n.y, 128, .2f);
	for (plane p : { plane{ i3(200, 100), i3(32, 4) }, plane{ i3(640, 480), i3(64, 4) },
		     plane{ i3(1600, 1200), i3(32, 8) } })
		timed("allen_cahn_cols", p.n, p.b, 0.f, allen_cahn_cols, F(0, 64l * p.n.x * p.n.y), F(4, 64l * p.n.x * p.n.y), p.n.x,
			p.n.y, 64, .1f, .05f);

	for (line l : { line{ 10000, 64 }, line{ 200000, 128 }, line{ 1500000, 256 } })
		timed("poly2d_shared", l.n, l.b, 0., poly2d_shared, D(0, l.n), D(1, l.n), D(2, 144), D(4, l.n), l.n, 12);
	for (line l : { line{ 20000, 64 }, line{ 500000, 128 }, line{ 16000000, 256 } }) {
		assert(l.b % 4 == 0 && l.b / 4 + 23 <= 160);
		timed("polyphase_up4", l.n, l.b, 0.f, polyphase_up4, F(0, l.n / 4 + l.b / 4 + 23), F(1, 96), F(4, l.n), l.n, 24);
	}
	for (plane p : { plane{ i3(160, 128), i3(16, 16) }, plane{ i3(1024, 1024), i3(16, 16) },
		     plane{ i3(4096, 2048), i3(16, 16) } }) {
		assert(p.n.x % 16 == 0 && p.n.y % 16 == 0);
		timed("rbf_gram", p.n, p.b, 0.f, rbf_gram, F(0, 64l * p.n.y), F(1, 64l * p.n.x), F(4, (long) p.n.x * p.n.y), p.n.x,
			64, .5f);
	}
	for (plane p : { plane{ i3(64, 32), i3(16, 8) }, plane{ i3(256, 256), i3(16, 8) },
		     plane{ i3(1024, 1024), i3(16, 8) } }) {
		assert(p.n.x % 16 == 0 && p.n.y % 8 == 0);
		timed("gemm_tn_reg", p.n, p.b, 0.f, gemm_tn_reg, F(0, 256l * 4 * p.n.y), F(1, 256l * 4 * p.n.x),
			F(4, 16l * p.n.x * p.n.y), 4 * p.n.y, 4 * p.n.x, 256);
	}
	for (line l : { line{ 100, 128 }, line{ 3000, 256 }, line{ 30000, 512 } })
		timed("add_rmsnorm", l.n * l.b, l.b, 0.f, add_rmsnorm, H(2, 2048l * l.n), H(3, 2048l * l.n), H(5, 2048), 2048, 1e-5f);
	for (line l : { line{ 120, 64 }, line{ 5000, 128 }, line{ 60000, 256 } })
		timed("smooth_xent", l.n * l.b, l.b, 0.f, smooth_xent, F(0, 1000l * l.n), own_of<int>(6, l.n), F(4, l.n), 1000, .1f);
	for (line l : { line{ 100, 64 }, line{ 2112, 128 }, line{ 4000, 256 } })
		timed("hist_warps", l.n * l.b, l.b, 0.f, hist_warps, own_of<byte>(0, 64l * l.n * l.b), own_of<int>(7, 256),
			64 * l.n * l.b);
	for (line l : { line{ 100, 128 }, line{ 3000, 256 }, line{ 40000, 512 } })
		timed("burgers_ghost", l.n * l.b, l.b, 0.f, burgers_ghost, F(0, (long) l.n * (l.b - 32) + 32),
			F(4, (long) l.n * (l.b - 32)), 16, .05f, .2f);
	for (plane p : { plane{ i3(128, 64), i3(32, 4) }, plane{ i3(512, 256), i3(32, 8) },
		     plane{ i3(1024, 512), i3(64, 4) } }) {
		assert(p.n.x % p.b.x == 0 && p.n.y % p.b.y == 0 && p.b.x <= 64 && p.b.y <= 16 && p.b.y >= 2);
		timed("helmholtz_march", p.n, p.b, 0., helmholtz_march, D(0, 52l * (p.n.x + 4) * (p.n.y + 4)),
			D(1, 48l * p.n.x * p.n.y), D(4, 48l * p.n.x * p.n.y), p.n.x, p.n.y, 48, 1. / 12);
	}
	for (plane p : { plane{ i3(256, 192), i3(16, 16) }, plane{ i3(1024, 768), i3(16, 16) },
		     plane{ i3(3840, 2160), i3(16, 16) } }) {
		assert(p.n.x % 16 == 0 && p.n.y % 16 == 0);
		timed("flash_bilateral", p.n, p.b, 0.f, flash_bilateral, F(0, (p.n.x + 6l) * (p.n.y + 6)),
			F(1, (p.n.x + 6l) * (p.n.y + 6)), F(4, (long) p.n.x * p.n.y), p.n.x, 3, .1f, 20.f);
	}
	for (line l : { line{ 100, 64 }, line{ 2000, 128 }, line{ 6000, 256 } }) {
		assert(l.b <= 256);
		timed("frechet_wave", l.n * l.b, l.b, 0.f, frechet_wave, field_of<float2>(0, (long) l.n * l.b),
			field_of<float2>(1, (long) l.n * l.b), F(4, l.n));
	}
	for (plane p : { plane{ i3(256, 192), i3(32, 8) }, plane{ i3(2048, 1024), i3(32, 8) },
		     plane{ i3(8192, 6144), i3(32, 8) } }) {
		assert(p.n.x % 32 == 0 && p.n.y % 32 == 0);
		timed("rotate90_tile", i3(p.n.x, p.n.y / 4), p.b, 0.f, rotate90_tile, own_of<unsigned>(8, (long) p.n.x * p.n.y),
			field_of<unsigned>(4, (long) p.n.x * p.n.y), p.n.x, p.n.y);
	}
	if (!listed)
		CHECK(cudaDeviceSynchronize());
	return 0;
}
