// A further blind set of kernels as engineers write them, and in no other set: columns of physics,
// histories, pushers, dynamic programmes, series and windows in loops of a thread; corners of images,
// twiddled transposes, scans of maps, panels, triangles, brick sorts, transforms of integers, beams and
// restrictions in shared memory.  Said in unseen.wsp before anything was timed or predicted.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 unseen.cu && ./a.out >unseen.csv
//
// cold_ms is the median of nine launches, each between two events, on caches that hold other data, all of
// it read.
// With an argument each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
#include "cold.h"

// Loops in a thread.

__global__ void givens_rls(IN(double) a, IN(double) b, OUT(double) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	double r[4][4], d[4];
#pragma unroll
	for (int j = 0; j < 4; ++j) {
		d[j] = 0;
#pragma unroll
		for (int l = j; l < 4; ++l)
			r[j][l] = j == l ? .001 : 0;
	}
	for (int k = 0; k < m; ++k) {
		double v[4], e = b[k * n + i];
#pragma unroll
		for (int j = 0; j < 4; ++j)
			v[j] = a[(4 * k + j) * n + i];
#pragma unroll
		for (int j = 0; j < 4; ++j) {
			double h = rsqrt(r[j][j] * r[j][j] + v[j] * v[j]), c = r[j][j] * h, s = v[j] * h;
#pragma unroll
			for (int l = j; l < 4; ++l) {
				double t = v[l];
				v[l] = c * t - s * r[j][l];
				r[j][l] = c * r[j][l] + s * t;
			}
			double t = e;
			e = c * t - s * d[j];
			d[j] = c * d[j] + s * t;
		}
	}
	double x3 = d[3] / r[3][3];
	double x2 = (d[2] - r[2][3] * x3) / r[2][2];
	double x1 = (d[1] - r[1][2] * x2 - r[1][3] * x3) / r[1][1];
	o[i] = (d[0] - r[0][1] * x1 - r[0][2] * x2 - r[0][3] * x3) / r[0][0];
	o[n + i] = x1;
	o[2 * n + i] = x2;
	o[3 * n + i] = x3;
}

__global__ void two_stream(double *tau, double *planck, double *down, double *net, int n, int m, double sky,
	double ground)
{
	int i = X;
	if (i >= n)
		return;
	double f = sky;
	for (int k = 0; k < m; ++k) {
		double e = exp(-1.66 * tau[k * n + i]);
		f = f * e + (1 - e) * planck[k * n + i];
		down[k * n + i] = f;
	}
	f = ground;
	for (int k = m - 1; k >= 0; --k) {
		double e = exp(-1.66 * tau[k * n + i]);
		f = f * e + (1 - e) * planck[k * n + i];
		net[k * n + i] = f - down[k * n + i];
	}
}

__global__ void slab_history(IN(unsigned) seed, OUT(float) o, int n, int m, float path, float albedo, float depth)
{
	int i = X;
	if (i >= n)
		return;
	unsigned s = seed[i];
	float p = 0, mu = 1, w = 1, out = 0;
	for (int k = 0; k < m; ++k) {
		s = 1664525 * s + 1013904223;
		p -= path * mu * logf((float) (s >> 8) * 0x1p-24f + 1e-8f);
		out += p > depth ? w : 0;
		p = p > depth ? 0 : fabsf(p);
		s = 1664525 * s + 1013904223;
		mu = 2 * ((float) (s >> 8) * 0x1p-24f) - 1;
		w *= albedo;
	}
	o[i] = out;
}

__global__ void henon_yoshida(IN(double) a, OUT(double) o, int n, int steps, double c0, double c1, double d0,
	double d1)
{
	int i = X;
	if (i >= n)
		return;
	double u = .2 * a[i], v = .2 * a[n + i], p = .2 * a[2 * n + i], q = .2 * a[3 * n + i];
	for (int k = 0; k < steps; ++k) {
#pragma unroll
		for (int j = 0; j < 3; ++j) {
			double c = j == 0 ? c0 : c1, d = j == 1 ? d1 : d0;
			u += c * p;
			v += c * q;
			p -= d * (u + 2 * u * v);
			q -= d * (v + u * u - v * v);
		}
		u += c0 * p;
		v += c0 * q;
	}
	o[i] = u;
	o[n + i] = v;
	o[2 * n + i] = p;
	o[3 * n + i] = q;
}

__constant__ double2 series[1000];

__global__ void clenshaw_pair(IN(double) a, OUT(double2) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	double v = a[i], t = 2 * v, p = 0, q = 0, r = 0, s = 0;
	for (int k = m - 1; k >= 1; --k) {
		double2 c = series[k];
		double e = t * p - q + c.x, f = t * r - s + c.y;
		q = p;
		p = e;
		s = r;
		r = f;
	}
	double2 c = series[0];
	o[i] = make_double2(v * p - q + c.x, v * r - s + c.y);
}

__global__ void sobel_march(IN(byte) a, OUT(byte) o, int n, int m)
{
	int x = X, y = Y, sx = n + 2;
	if (x >= n)
		return;
	int i = y * m * sx + x;
	int l0 = a[i], c0 = a[i + 1], r0 = a[i + 2], l1 = a[i + sx], c1 = a[i + sx + 1], r1 = a[i + sx + 2];
	for (int k = 0; k < m; ++k) {
		int j = (y * m + k + 2) * sx + x;
		int l2 = a[j], c2 = a[j + 1], r2 = a[j + 2];
		int gx = r0 + 2 * r1 + r2 - l0 - 2 * l1 - l2, gy = l2 + 2 * c2 + r2 - l0 - 2 * c0 - r0;
		o[(y * m + k) * n + x] = min(abs(gx) + abs(gy), 255);
		l0 = l1;
		c0 = c1;
		r0 = r1;
		l1 = l2;
		c1 = c2;
		r1 = r2;
	}
}

__global__ void knapsack_rows(unsigned *best, unsigned *value, int n, int m, int room)
{
	int i = X;
	if (i >= n)
		return;
	for (int k = 0; k < m; ++k) {
		unsigned p = value[k * n + i];
		for (int w = room; w >= k + 3; --w)
			best[w * n + i] = max(best[w * n + i], best[(w - k - 3) * n + i] + p);
	}
}

__global__ void quad4_stiff(IN(int) node, IN(double2) at, IN(double) g, IN(double) kappa, OUT(double) o, int n,
	int m)
{
	int i = X;
	if (i >= n)
		return;
	double2 p[4];
	double s[10], c = kappa[i];
#pragma unroll
	for (int j = 0; j < 4; ++j)
		p[j] = at[node[j * n + i]];
#pragma unroll
	for (int j = 0; j < 10; ++j)
		s[j] = 0;
	for (int q = 0; q < m; ++q) {
		double xx = 0, xy = 0, yx = 0, yy = 0, u[4], v[4];
#pragma unroll
		for (int j = 0; j < 4; ++j) {
			double d = g[9 * q + j], e = g[9 * q + 4 + j];
			xx += d * p[j].x;
			xy += d * p[j].y;
			yx += e * p[j].x;
			yy += e * p[j].y;
		}
		double f = c * g[9 * q + 8] / (xx * yy - xy * yx);
#pragma unroll
		for (int j = 0; j < 4; ++j) {
			double d = g[9 * q + j], e = g[9 * q + 4 + j];
			u[j] = yy * d - xy * e;
			v[j] = xx * e - yx * d;
		}
#pragma unroll
		for (int j = 0; j < 4; ++j)
#pragma unroll
			for (int l = 0; l <= j; ++l)
				s[j * (j + 1) / 2 + l] += f * (u[j] * u[l] + v[j] * v[l]);
	}
#pragma unroll
	for (int j = 0; j < 10; ++j)
		o[j * n + i] = s[j];
}

__global__ void opacity_bands(IN(int) level, IN(float) frac, IN(float) amount, IN(float) table, IN(float) weight,
	OUT(float) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	int j = level[i];
	float f = frac[i], u = amount[i], s = 0;
	for (int k = 0; k < m; ++k) {
		float lo = table[512 * k + j], hi = table[512 * k + j + 1];
		s += weight[k] * expf(-u * (lo + f * (hi - lo)));
	}
	o[i] = s;
}

__global__ void wkv_half(IN(half) key, IN(half) val, IN(float) decay, IN(float) first, OUT(half) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	float w = decay[i], u = first[i], a = 0, b = 0, top = -1e30f;
	for (int t = 0; t < m; ++t) {
		float k = __half2float(key[t * n + i]), v = __half2float(val[t * n + i]);
		float p = fmaxf(top, u + k), e = expf(top - p), f = expf(u + k - p);
		o[t * n + i] = __float2half((e * a + f * v) / (e * b + f));
		p = fmaxf(top - w, k);
		e = expf(top - w - p);
		f = expf(k - p);
		a = e * a + f * v;
		b = e * b + f;
		top = p;
	}
}

__global__ void nash_cascade(float *rain, float *flow, int n, int m, float c)
{
	int i = X;
	if (i >= n)
		return;
	float s[5] = { 0, 0, 0, 0, 0 };
	for (int k = 0; k < m; ++k) {
		float q = rain[k * n + i];
#pragma unroll
		for (int j = 0; j < 5; ++j) {
			s[j] += q;
			q = c * s[j];
			s[j] -= q;
		}
		flow[k * n + i] = q;
	}
}

__global__ void prony_stress(double *h, IN(double) strain, IN(double) e, IN(double) g, OUT(double) o, long n, int m)
{
	long i = X;
	if (i >= n)
		return;
	double d[6], s[6];
#pragma unroll
	for (int c = 0; c < 6; ++c) {
		d[c] = strain[c * n + i];
		s[c] = 0;
	}
	for (int k = 0; k < m; ++k) {
		double p = e[k], q = g[k];
#pragma unroll
		for (int c = 0; c < 6; ++c) {
			double v = p * h[(6 * k + c) * n + i] + q * d[c];
			h[(6 * k + c) * n + i] = v;
			s[c] += v;
		}
	}
#pragma unroll
	for (int c = 0; c < 6; ++c)
		o[c * n + i] = s[c];
}

__global__ void census_window(IN(byte) a, OUT(long long) o, int nx, int ny, int r)
{
	int x = X, y = Y, sx = nx + 2 * r;
	if (x >= nx || y >= ny)
		return;
	int c = a[(y + r) * sx + x + r];
	long long s = 0;
	for (int j = 0; j <= 2 * r; ++j)
		for (int k = 0; k <= 2 * r; ++k)
			s = s << 1 | (a[(y + j) * sx + x + k] < c ? 1 : 0);
	o[y * nx + x] = s;
}

__global__ void biot_wire(IN(float4) mid, IN(float4) along, IN(float4) at, OUT(float4) o, int n, int m, float eps)
{
	int i = X;
	if (i >= n)
		return;
	float4 p = at[i];
	float bx = 0, by = 0, bz = 0;
	for (int k = 0; k < m; ++k) {
		float4 c = mid[k], d = along[k];
		float x = p.x - c.x, y = p.y - c.y, z = p.z - c.z, q = rsqrtf(x * x + y * y + z * z + eps);
		float f = d.w * q * q * q;
		bx += f * (d.y * z - d.z * y);
		by += f * (d.z * x - d.x * z);
		bz += f * (d.x * y - d.y * x);
	}
	o[i] = make_float4(bx, by, bz, 0);
}

// Shared memory.

__global__ void harris_tile(IN(float) a, OUT(float) o, int nx, float c)
{
	__shared__ float s[12][36], p[10][34], q[10][34];
	int tx = threadIdx.x, ty = threadIdx.y, t0 = 32 * ty + tx, i = 8 * blockIdx.y * (nx + 4) + 32 * blockIdx.x;

	for (int t = t0; t < 432; t += 256)
		s[t / 36][t % 36] = a[i + t / 36 * (nx + 4) + t % 36];
	__syncthreads();
	for (int t = t0; t < 340; t += 256) {
		int r = t / 34, l = t % 34;
		p[r][l] = .5f * (s[r + 1][l + 2] - s[r + 1][l]);
		q[r][l] = .5f * (s[r + 2][l + 1] - s[r][l + 1]);
	}
	__syncthreads();
	float xx = 0, yy = 0, xy = 0;
#pragma unroll
	for (int j = 0; j < 3; ++j)
#pragma unroll
		for (int k = 0; k < 3; ++k) {
			float u = p[ty + j][tx + k], v = q[ty + j][tx + k];
			xx += u * u;
			yy += v * v;
			xy += u * v;
		}
	o[Y * nx + X] = xx * yy - xy * xy - c * (xx + yy) * (xx + yy);
}

__global__ void twiddle_transpose(IN(float2) a, OUT(float2) b, int n, float f)
{
	__shared__ float2 s[32][33];
	int tx = threadIdx.x, ty = threadIdx.y, x = 32 * blockIdx.x + tx, y = 32 * blockIdx.y + ty;

#pragma unroll
	for (int j = 0; j < 32; j += 8) {
		float2 v = a[(y + j) * n + x];
		float w = f * (float) x * (float) (y + j), c = __cosf(w), d = __sinf(w);
		s[ty + j][tx] = make_float2(c * v.x - d * v.y, c * v.y + d * v.x);
	}
	__syncthreads();
	x = 32 * blockIdx.y + tx;
	y = 32 * blockIdx.x + ty;
#pragma unroll
	for (int j = 0; j < 32; j += 8)
		b[(y + j) * n + x] = s[tx][ty + j];
}

__global__ void fused_dots(IN(double) r, IN(double) z, IN(double) q, OUT(double) o, int n)
{
	__shared__ double part[3][8];
	int tx = threadIdx.x, step = gridDim.x * blockDim.x;
	double a = 0, b = 0, c = 0;

	for (int i = X; i < n; i += step) {
		double u = r[i];
		a += u * u;
		b += u * z[i];
		c += u * q[i];
	}
#pragma unroll
	for (int l = 16; l > 0; l /= 2) {
		a += __shfl_down_sync(~0u, a, l);
		b += __shfl_down_sync(~0u, b, l);
		c += __shfl_down_sync(~0u, c, l);
	}
	if (tx % 32 == 0) {
		part[0][tx / 32] = a;
		part[1][tx / 32] = b;
		part[2][tx / 32] = c;
	}
	__syncthreads();
	if (tx < 3) {
		double s = 0;
#pragma unroll
		for (int k = 0; k < 8; ++k)
			s += part[tx][k];
		o[3 * blockIdx.x + tx] = s;
	}
}

__global__ void affine_scan(IN(float4) slope, IN(float4) shift, OUT(float4) o)
{
	__shared__ float sp[32], sq[32];
	int x = X, tx = threadIdx.x, lane = tx % 32, warp = tx / 32;
	float4 a = slope[x], b = shift[x];
	float p = a.x * a.y * a.z * a.w, q = a.w * (a.z * (a.y * b.x + b.y) + b.z) + b.w, h = 0;

#pragma unroll
	for (int l = 1; l < 32; l *= 2) {
		float u = __shfl_up_sync(~0u, p, l), v = __shfl_up_sync(~0u, q, l);
		if (lane >= l) {
			q += p * v;
			p *= u;
		}
	}
	if (lane == 31) {
		sp[warp] = p;
		sq[warp] = q;
	}
	__syncthreads();
	for (int k = 0; k < warp; ++k)
		h = sp[k] * h + sq[k];
	float u = __shfl_up_sync(~0u, p, 1), v = __shfl_up_sync(~0u, q, 1);
	if (lane > 0)
		h = u * h + v;
	float4 r;
	r.x = a.x * h + b.x;
	r.y = a.y * r.x + b.y;
	r.z = a.z * r.y + b.z;
	r.w = a.w * r.z + b.w;
	o[x] = r;
}

__global__ void cross_march(IN(double) u, OUT(double) o, int nx, int ny, int nz, double cx, double cy, double cz,
	double cxy)
{
	__shared__ double s[18][18];
	int tx = threadIdx.x, ty = threadIdx.y, t0 = 16 * ty + tx, sx = nx + 2, p = sx * (ny + 2);
	int from = 16 * blockIdx.y * sx + 16 * blockIdx.x, i = from + (ty + 1) * sx + tx + 1;
	double below = u[i];

	for (int z = 1; z < nz - 1; ++z) {
		for (int t = t0; t < 324; t += 256)
			s[t / 18][t % 18] = u[z * p + from + t / 18 * sx + t % 18];
		double above = u[(z + 1) * p + i];
		__syncthreads();
		double here = s[ty + 1][tx + 1];
		o[z * p + i] = cx * (s[ty + 1][tx] + s[ty + 1][tx + 2] - 2 * here) +
			cy * (s[ty][tx + 1] + s[ty + 2][tx + 1] - 2 * here) + cz * (below + above - 2 * here) +
			cxy * (s[ty][tx] - s[ty][tx + 2] - s[ty + 2][tx] + s[ty + 2][tx + 2]);
		__syncthreads();
		below = here;
	}
}

__device__ __forceinline__ float warp_sum(float s)
{
#pragma unroll
	for (int l = 16; l > 0; l /= 2)
		s += __shfl_xor_sync(~0u, s, l);
	return s;
}

__global__ void tsqr_panel(IN(float) a, OUT(float) b, OUT(float) tau)
{
	__shared__ float part[4][8], dots[4][8], head[8];
	int tx = threadIdx.x, from = 1024 * blockIdx.x + tx;
	float r[8];

#pragma unroll
	for (int j = 0; j < 8; ++j)
		r[j] = a[from + 128 * j];
#pragma unroll
	for (int k = 0; k < 8; ++k) {
		float v = tx >= k ? r[k] : 0, s = warp_sum(v * v);
		if (tx % 32 == 0)
			part[tx / 32][k] = s;
		if (tx == k)
			head[k] = v;
		__syncthreads();
		float norm = sqrtf(part[0][k] + part[1][k] + part[2][k] + part[3][k]), top = head[k];
		float lead = top < 0 ? top - norm : top + norm, f = 1 / (norm * fabsf(lead));
		if (tx == k)
			v = lead;
#pragma unroll
		for (int j = k + 1; j < 8; ++j) {
			float d = warp_sum(v * r[j]);
			if (tx % 32 == 0)
				dots[tx / 32][j] = d;
		}
		__syncthreads();
#pragma unroll
		for (int j = k + 1; j < 8; ++j)
			r[j] -= f * v * (dots[0][j] + dots[1][j] + dots[2][j] + dots[3][j]);
		if (tx >= k)
			r[k] = v;
		if (tx == k)
			tau[8 * blockIdx.x + k] = f;
	}
#pragma unroll
	for (int j = 0; j < 8; ++j)
		b[from + 128 * j] = r[j];
}

__global__ void trsv_shared(IN(double) a, IN(double) b, OUT(double) o)
{
	__shared__ double s[64][65], w[64];
	int x = X, tx = threadIdx.x;
	double v = b[x];

	for (int k = 0; k < 64; ++k)
		s[k][tx] = a[4096 * blockIdx.x + 64 * k + tx];
	__syncthreads();
	for (int k = 0; k < 64; ++k) {
		if (tx == k) {
			v /= s[k][k];
			w[k] = v;
		}
		__syncthreads();
		if (tx > k)
			v -= s[tx][k] * w[k];
	}
	o[x] = v;
}

__global__ void brick_sort(IN(int) a, OUT(int) b, int m)
{
	__shared__ int s[512];
	int tx = threadIdx.x, from = 512 * blockIdx.x + tx;

	s[tx] = a[from];
	s[tx + 256] = a[from + 256];
	__syncthreads();
	for (int k = 0; k < m; ++k) {
		int i = 2 * tx + k % 2;
		if (i < 511) {
			int p = s[i], q = s[i + 1];
			s[i] = min(p, q);
			s[i + 1] = max(p, q);
		}
		__syncthreads();
	}
	b[from] = s[tx];
	b[from + 256] = s[tx + 256];
}

__global__ void ntt256(IN(unsigned) a, IN(unsigned) w, OUT(unsigned) b)
{
	__shared__ unsigned s[256];
	int t = threadIdx.x, from = 256 * blockIdx.x + t;

	s[t] = a[from] % 12289;
	s[t + 128] = a[from + 128] % 12289;
	__syncthreads();
#pragma unroll
	for (int h = 128; h > 0; h /= 2) {
		int i = t / h * 2 * h + t % h;
		unsigned u = s[i], v = s[i + h] * w[128 / h + t / h] % 12289, p = u + v, q = u + 12289 - v;
		s[i] = p >= 12289 ? p - 12289 : p;
		s[i + h] = q >= 12289 ? q - 12289 : q;
		__syncthreads();
	}
	b[from] = s[t];
	b[from + 128] = s[t + 128];
}

__global__ void dilated_half(IN(half) a, IN(float) w, OUT(half) o, int n, int m)
{
	__shared__ half s[8][144];
	int tx = threadIdx.x, x = X, y = blockIdx.y;
	float r[4] = { 0, 0, 0, 0 };

	for (int l = 0; l < m; l += 8) {
		for (int t = tx; t < 1152; t += 128)
			s[t / 144][t % 144] = a[(l + t / 144) * (n + 16) + 128 * blockIdx.x + t % 144];
		__syncthreads();
#pragma unroll
		for (int c = 0; c < 8; ++c)
#pragma unroll
			for (int k = 0; k < 3; ++k) {
				float v = __half2float(s[c][tx + 8 * k]);
#pragma unroll
				for (int j = 0; j < 4; ++j)
					r[j] += w[((4 * y + j) * m + l + c) * 3 + k] * v;
			}
		__syncthreads();
	}
#pragma unroll
	for (int j = 0; j < 4; ++j)
		o[(4 * y + j) * n + x] = __float2half(r[j]);
}

__global__ void born_tile(IN(float4) pos, IN(float) charge, OUT(float) o, int n)
{
	__shared__ float4 sp[256];
	__shared__ float sq[256];
	int x = X, tx = threadIdx.x;
	float4 p = pos[x];
	float s = 0;

	for (int m = 0; m < n; m += 256) {
		sp[tx] = pos[m + tx];
		sq[tx] = charge[m + tx];
		__syncthreads();
#pragma unroll 8
		for (int k = 0; k < 256; ++k) {
			float4 r = sp[k];
			float dx = r.x - p.x, dy = r.y - p.y, dz = r.z - p.z, d = dx * dx + dy * dy + dz * dz, c = p.w * r.w;
			s += sq[k] * rsqrtf(d + c * __expf(-__fdividef(d, 4 * c)));
		}
		__syncthreads();
	}
	o[x] = s * charge[x];
}

__global__ void welford_rows(float *a, float *mean, float *var, int m)
{
	__shared__ float su[16], ss[16];
	int tx = threadIdx.x, from = blockIdx.x * m;
	float c = 0, u = 0, s = 0;

	for (int k = tx; k < m; k += 512) {
		float v = a[from + k], d = v - u;
		c += 1;
		u += d / c;
		s += d * (v - u);
	}
#pragma unroll
	for (int l = 16; l > 0; l /= 2) {
		float p = __shfl_xor_sync(~0u, u, l), q = __shfl_xor_sync(~0u, s, l), d = p - u;
		u = .5f * (u + p);
		s += q + .5f * c * d * d;
		c *= 2;
	}
	if (tx % 32 == 0) {
		su[tx / 32] = u;
		ss[tx / 32] = s;
	}
	__syncthreads();
	if (tx < 32) {
		u = su[tx % 16];
		s = ss[tx % 16];
#pragma unroll
		for (int l = 8; l > 0; l /= 2) {
			float p = __shfl_xor_sync(~0u, u, l), q = __shfl_xor_sync(~0u, s, l), d = p - u;
			u = .5f * (u + p);
			s += q + .5f * c * d * d;
			c *= 2;
		}
		if (tx == 0) {
			mean[blockIdx.x] = u;
			var[blockIdx.x] = s / c;
		}
	}
}

__global__ void fullweight_tile(IN(double) a, OUT(double) o, int nx)
{
	__shared__ double s[17][65];
	int tx = threadIdx.x, ty = threadIdx.y, sx = 2 * nx + 1, i = 16 * blockIdx.y * sx + 64 * blockIdx.x;

	for (int t = 32 * ty + tx; t < 1105; t += 256)
		s[t / 65][t % 65] = a[i + t / 65 * sx + t % 65];
	__syncthreads();
	int p = 2 * tx + 1, q = 2 * ty + 1;
	o[Y * nx + X] = .25 * s[q][p] + .125 * (s[q][p - 1] + s[q][p + 1] + s[q - 1][p] + s[q + 1][p]) +
		.0625 * (s[q - 1][p - 1] + s[q - 1][p + 1] + s[q + 1][p - 1] + s[q + 1][p + 1]);
}

__global__ void closure_tile(IN(int) a, OUT(int) b, int m)
{
	__shared__ int s[32][32];
	int tx = threadIdx.x, ty = threadIdx.y, i = 1024 * blockIdx.x + 32 * ty + tx, d = a[i];

	s[ty][tx] = d;
	__syncthreads();
	for (int k = 0; k < m; ++k) {
		d = min(d, s[ty][k] + s[k][tx]);
		__syncthreads();
		s[ty][tx] = d;
		__syncthreads();
	}
	b[i] = d;
}

__global__ void beamform(IN(char2) a, IN(float2) w, OUT(float) o, int n, int m)
{
	__shared__ float2 sa[16][64], sw[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, x = X, t = 64 * ty + tx;
	float re[4] = { 0, 0, 0, 0 }, im[4] = { 0, 0, 0, 0 };

	for (int l = 0; l < m; l += 16) {
#pragma unroll
		for (int j = 0; j < 4; ++j) {
			char2 v = a[(l + ty + 4 * j) * n + x];
			sa[ty + 4 * j][tx] = make_float2(v.x, v.y);
		}
		sw[t / 16][t % 16] = w[(16 * blockIdx.y + t / 16) * m + l + t % 16];
		__syncthreads();
#pragma unroll 4
		for (int k = 0; k < 16; ++k) {
			float2 v = sa[k][tx];
#pragma unroll
			for (int j = 0; j < 4; ++j) {
				float2 u = sw[4 * ty + j][k];
				re[j] += u.x * v.x - u.y * v.y;
				im[j] += u.x * v.y + u.y * v.x;
			}
		}
		__syncthreads();
	}
#pragma unroll
	for (int j = 0; j < 4; ++j)
		o[(16 * blockIdx.y + 4 * ty + j) * n + x] = re[j] * re[j] + im[j] * im[j];
}

int main(int argc, char **)
{
	typedef ints i3;
	once = argc > 1;
	cudaMalloc(&memory, 10 * field);
	printf("kernel,type,nx,ny,nz,bx,by,bz,strides,regs,cold_ms\n");
	auto f2 = [](int i) { return f<float2>(i); };
	auto v4 = [](int i) { return f<float4>(i); };
	auto d2 = [](int i) { return f<double2>(i); };
	auto h = [](int i) { return f<half>(i); };
	auto u = [](int i) { return f<unsigned>(i); };
	const half zero = __float2half(0);
	struct line {
		int n, b;
	};
	for (line l : { line{ 4000, 64 }, line{ 60000, 128 }, line{ 200000, 256 } })
		measure("givens_rls", l.n, l.b, "int32", 0., givens_rls, D(0), D(1), D(4), l.n, 96);
	for (line l : { line{ 6000, 64 }, line{ 100000, 128 }, line{ 600000, 256 } })
		measure("two_stream", l.n, l.b, "int32", 0., two_stream, D(0), D(1), D(4), D(5), l.n, 60, .1, .9);
	for (line l : { line{ 16384, 128 }, line{ 200000, 256 }, line{ 3000000, 256 } })
		measure("slab_history", l.n, l.b, "int32", 0.f, slab_history, u(0), F(4), l.n, 256, .3f, .97f, 2.f);
	for (line l : { line{ 8448, 64 }, line{ 90000, 128 }, line{ 1000000, 512 } })
		measure("henon_yoshida", l.n, l.b, "int32", 0., henon_yoshida, D(0), D(4), l.n, 200, .0067, -.0017, .0135,
			-.017);
	for (line l : { line{ 8000, 64 }, line{ 500000, 256 }, line{ 3000000, 128 } })
		measure("clenshaw_pair", l.n, l.b, "int32", 0., clenshaw_pair, D(0), d2(4), l.n, 1000);
	measure("sobel_march", i3(1920, 6), i3(128, 1), "int32", 0.f, sobel_march, B(0), B(4), 1920, 180);
	measure("sobel_march", i3(7680, 24), i3(128, 1), "int32", 0.f, sobel_march, B(0), B(4), 7680, 180);
	measure("sobel_march", i3(16384, 91), i3(256, 1), "int32", 0.f, sobel_march, B(0), B(4), 16384, 180);
	for (line l : { line{ 4000, 64 }, line{ 60000, 128 }, line{ 500000, 256 } })
		measure("knapsack_rows", l.n, l.b, "int32", 0.f, knapsack_rows, u(4), u(0), l.n, 12, 199);
	limit = 1 << 20;
	for (line l : { line{ 300000, 64 }, line{ 4000000, 256 } })
		measure("quad4_stiff", l.n, l.b, "int32", 0., quad4_stiff, I(3), d2(0), D(1), D(2), D(4), l.n, 9);
	limit = 511;
	for (line l : { line{ 20000, 128 }, line{ 400000, 256 }, line{ 3000000, 256 } })
		measure("opacity_bands", l.n, l.b, "int32", 0.f, opacity_bands, I(3), F(0), F(1), F(2), F(5), F(4), l.n, 200);
	limit = 0;
	for (line l : { line{ 4096, 64 }, line{ 65536, 128 }, line{ 500000, 256 } })
		measure("wkv_half", l.n, l.b, "int32", zero, wkv_half, h(0), h(1), F(2), F(3), h(4), l.n, 256);
	for (line l : { line{ 3000, 32 }, line{ 80000, 128 }, line{ 800000, 256 } })
		measure("nash_cascade", l.n, l.b, "int32", 0.f, nash_cascade, F(0), F(4), l.n, 240, .2f);
	for (line l : { line{ 40000, 64 }, line{ 300000, 128 }, line{ 1200000, 256 } })
		measure("prony_stress", l.n, l.b, "int64", 0., prony_stress, D(4), D(0), D(1), D(2), D(5), (long) l.n, 12);
	measure("census_window", i3(1920, 1080), i3(16, 16), "int32", 0.f, census_window, B(0), f<long long>(4), 1920, 1080,
		3);
	measure("census_window", i3(4096, 2160), i3(64, 4), "int32", 0.f, census_window, B(0), f<long long>(4), 4096, 2160,
		3);
	measure("census_window", i3(8192, 8192), i3(32, 8), "int32", 0.f, census_window, B(0), f<long long>(4), 8192, 8192,
		3);
	for (line l : { line{ 10000, 128 }, line{ 200000, 256 }, line{ 2000000, 64 } })
		measure("biot_wire", l.n, l.b, "int32", 0.f, biot_wire, v4(0), v4(1), v4(2), v4(4), l.n, 800, .001f);
	measure("harris_tile", i3(2560, 1440), i3(32, 8), "int32", 0.f, harris_tile, F(0), F(4), 2560, .04f);
	measure("harris_tile", i3(8192, 8192), i3(32, 8), "int32", 0.f, harris_tile, F(0), F(4), 8192, .04f);
	for (int n : { 2048, 4096, 8192 })
		measure("twiddle_transpose", i3(n, n / 4), i3(32, 8), "int32", 0.f, twiddle_transpose, f2(0), f2(4), n, -1e-7f);
	for (int n : { 132 * 256, 528 * 256, 2112 * 256 })
		measure("fused_dots", n, 256, "int32", 0., fused_dots, D(0), D(1), D(2), D(4), 33554432);
	for (line l : { line{ 2097152, 256 }, line{ 2097152, 1024 }, line{ 16777216, 512 } })
		measure("affine_scan", l.n, l.b, "int32", 0.f, affine_scan, v4(0), v4(1), v4(4));
	for (int n : { 128, 512, 960 })
		measure("cross_march", i3(n, n), i3(16, 16), "int32", 0., cross_march, D(0), D(4), n, n, 64, .1, .2, .3, .05);
	for (int n : { 3000 * 128, 60000 * 128 })
		measure("tsqr_panel", n, 128, "int32", 0.f, tsqr_panel, F(0), F(4), F(5));
	for (int n : { 500 * 64, 20000 * 64 })
		measure("trsv_shared", n, 64, "int32", 0., trsv_shared, D(0), D(1), D(4));
	for (int n : { 100 * 256, 8000 * 256 })
		measure("brick_sort", n, 256, "int32", 0.f, brick_sort, I(0), I(4), 512);
	for (int n : { 20000 * 128, 400000 * 128 })
		measure("ntt256", n, 128, "int32", 0.f, ntt256, u(0), u(1), u(4));
	for (int n : { 4096, 65536 })
		measure("dilated_half", i3(n, 16), i3(128, 1), "int32", zero, dilated_half, h(0), F(1), h(4), n, 64);
	for (int n : { 8192, 32768, 98304 })
		measure("born_tile", n, 256, "int32", 0.f, born_tile, v4(0), F(1), F(4), n);
	for (int n : { 100 * 512, 2000 * 512, 8000 * 512 })
		measure("welford_rows", n, 512, "int32", 0.f, welford_rows, F(0), F(4), F(5), 32768);
	measure("fullweight_tile", i3(1536, 1024), i3(32, 8), "int32", 0., fullweight_tile, D(0), D(4), 1536);
	measure("fullweight_tile", i3(4096, 4096), i3(32, 8), "int32", 0., fullweight_tile, D(0), D(4), 4096);
	for (int n : { 1500, 60000 })
		measure("closure_tile", i3(32 * n, 32), i3(32, 32), "int32", 0.f, closure_tile, I(0), I(4), 32);
	measure("beamform", i3(4096, 8), i3(64, 4), "int32", 0.f, beamform, f<char2>(0), f2(1), F(4), 4096, 256);
	measure("beamform", i3(65536, 16), i3(64, 4), "int32", 0.f, beamform, f<char2>(0), f2(1), F(4), 65536, 256);
	measure("beamform", i3(524288, 16), i3(64, 4), "int32", 0.f, beamform, f<char2>(0), f2(1), F(4), 524288, 256);
	return cudaDeviceSynchronize() != cudaSuccess;
}
