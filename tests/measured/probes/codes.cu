// Kernels of the kinds that mini-apps, image processing and networks are made of.
// Said in codes.wsp and predicted before they were timed.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 codes.cu && ./a.out >codes.csv
//
// ms is the median of nine launches, each between two events.  With an argument
// each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
#include <algorithm>
#include <cstdio>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <vector>

#define IN(T) const T *__restrict__
#define OUT(T) T *__restrict__
#define X (blockIdx.x * blockDim.x + threadIdx.x)
#define Y (blockIdx.y * blockDim.y + threadIdx.y)
#define Z (blockIdx.z * blockDim.z + threadIdx.z)

enum { W = 3840, S = W + 16 }; // 2D: rows of S cells
enum { NX = 384, NY = 256, NZ = 128, PX = NX + 16, PY = NY + 16 }; // 3D
enum { P = PX * PY };

__global__ void fluxes(IN(double) ax, IN(double) ay, IN(double) u, IN(double) u1, IN(double) v,
	IN(double) v1, OUT(double) fx, OUT(double) fy)
{
	int i = Y * S + X;

	fx[i] = 0.01 * ax[i] * (u[i] + u[i + S] + u1[i] + u1[i + S]);
	fy[i] = 0.01 * ay[i] * (v[i] + v[i + 1] + v1[i] + v1[i + 1]);
}

__global__ void work_done(IN(double) fx, IN(double) fy, IN(double) vol, IN(double) rho,
	IN(double) e, IN(double) p, IN(double) q, OUT(double) rho1, OUT(double) e1)
{
	int i = Y * S + X;
	double t = fx[i + 1] - fx[i] + fy[i + S] - fy[i];
	double change = vol[i] / (vol[i] + t), r = 1 / vol[i];

	e1[i] = e[i] - (p[i] / rho[i] + q[i] / rho[i]) * t * r;
	rho1[i] = rho[i] * change;
}

__global__ void viscosity(IN(double) u, IN(double) v, IN(double) p, IN(double) rho, OUT(double) q)
{
	int i = (Y + 1) * S + X + 1;
	double du = u[i + 1] + u[i + 1 + S] - u[i] - u[i + S];
	double dv = v[i + S] + v[i + 1 + S] - v[i] - v[i + 1];
	double gx = 0.5 * (p[i + 1] - p[i - 1]), gy = 0.5 * (p[i + S] - p[i - S]);
	double g = 1 / sqrt(gx * gx + gy * gy + 1e-8), d = fmin(du + dv, 0.0);
	double l = fmin(fabs(gx * g) + 0.01, fabs(gy * g) + 0.01);

	q[i] = 2 * rho[i] * l * l * d * d;
}

__global__ void minmod(IN(double) a, IN(double) f, OUT(double) b)
{
	int i = Y * S + X + 2;
	double l = a[i] - a[i - 1], r = a[i + 1] - a[i], rr = a[i + 2] - a[i + 1];
	double here = l * r > 0 ? copysign(fmin(fabs(l), fabs(r)), r) : 0;
	double there = r * rr > 0 ? copysign(fmin(fabs(r), fabs(rr)), rr) : 0;

	b[i] = a[i] - f[i] * (r - 0.5 * (there - here));
}

__global__ void cg_apply(IN(double) p, IN(double) kx, IN(double) ky, OUT(double) w, OUT(double) part)
{
	__shared__ double s[256];
	int t = threadIdx.y * blockDim.x + threadIdx.x, i = (Y + 1) * S + X + 1;
	double r = (1 + kx[i + 1] + kx[i] + ky[i + S] + ky[i]) * p[i] - kx[i + 1] * p[i + 1] -
		kx[i] * p[i - 1] - ky[i + S] * p[i + S] - ky[i] * p[i - S];

	w[i] = r;
	s[t] = r * p[i];
	__syncthreads();
	for (int k = 128; k > 0; k /= 2) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		part[blockIdx.y * gridDim.x + blockIdx.x] = s[0];
}

__global__ void waters(IN(float) h, IN(float) p, IN(float) q, OUT(float) h1, OUT(float) p1,
	OUT(float) q1)
{
	int i = (Y + 1) * S + X + 1, e = i + 1, w = i - 1, n = i + S, s = i - S;
	float re = 1 / h[e], rw = 1 / h[w], rn = 1 / h[n], rs = 1 / h[s];

	h1[i] = 0.25f * (h[e] + h[w] + h[n] + h[s]) - 0.1f * (p[e] - p[w] + q[n] - q[s]);
	p1[i] = 0.25f * (p[e] + p[w] + p[n] + p[s]) -
		0.1f * (p[e] * p[e] * re + 4.9f * h[e] * h[e] - p[w] * p[w] * rw - 4.9f * h[w] * h[w] +
			       p[n] * q[n] * rn - p[s] * q[s] * rs);
	q1[i] = 0.25f * (q[e] + q[w] + q[n] + q[s]) -
		0.1f * (q[n] * q[n] * rn + 4.9f * h[n] * h[n] - q[s] * q[s] * rs - 4.9f * h[s] * h[s] +
			       p[e] * q[e] * re - p[w] * q[w] * rw);
}

__device__ float slope(IN(float) a, int i, int d)
{
	return 1.125f * (a[i + d] - a[i]) - 0.0417f * (a[i + 2 * d] - a[i - d]);
}

__global__ void velocities(IN(float) xx, IN(float) yy, IN(float) zz, IN(float) xy, IN(float) xz,
	IN(float) yz, float *u, float *v, float *w)
{
	int i = ((Z + 2) * PY + Y + 2) * PX + X + 2;

	u[i] += 0.1f * (slope(xx, i, 1) + slope(xy, i, PX) + slope(xz, i, P));
	v[i] += 0.1f * (slope(xy, i, 1) + slope(yy, i, PX) + slope(yz, i, P));
	w[i] += 0.1f * (slope(xz, i, 1) + slope(yz, i, PX) + slope(zz, i, P));
}

__global__ void wave_eight(IN(float) a, IN(float) c, float *b)
{
	int i = ((Z + 4) * PY + Y + 4) * PX + X + 4;
	const float k[] = { -8.54f, 1.6f, -0.2f, 0.0254f, -0.0018f };
	float s = k[0] * a[i];

#pragma unroll
	for (int r = 1; r <= 4; ++r)
		s += k[r] * (a[i - r] + a[i + r] + a[i - r * PX] + a[i + r * PX] + a[i - r * P] + a[i + r * P]);
	b[i] = 2 * a[i] - b[i] + c[i] * s;
}

__global__ void himeno(IN(float) p, IN(float) a, IN(float) b, IN(float) c, IN(float) bnd,
	IN(float) wrk, OUT(float) out)
{
	enum { V = P * (NZ + 16) };
	int i = ((Z + 1) * PY + Y + 1) * PX + X + 1;
	float s = a[i] * p[i + P] + a[i + V] * p[i + PX] + a[i + 2 * V] * p[i + 1] +
		b[i] * (p[i + P + PX] - p[i + P - PX] - p[i - P + PX] + p[i - P - PX]) +
		b[i + V] * (p[i + PX + 1] - p[i - PX + 1] - p[i + PX - 1] + p[i - PX - 1]) +
		b[i + 2 * V] * (p[i + P + 1] - p[i + P - 1] - p[i - P + 1] + p[i - P - 1]) +
		c[i] * p[i - P] + c[i + V] * p[i - PX] + c[i + 2 * V] * p[i - 1] + wrk[i];

	out[i] = p[i] + 0.8f * (s * a[i + 3 * V] - p[i]) * bnd[i];
}

__global__ void wrapped(IN(double) a, OUT(double) b)
{
	int x = X, y = Y, z = Z;
	int e = x == NX - 1 ? 0 : x + 1, w = x == 0 ? NX - 1 : x - 1;
	int n = y == NY - 1 ? 0 : y + 1, s = y == 0 ? NY - 1 : y - 1;
	int t = z == NZ - 1 ? 0 : z + 1, u = z == 0 ? NZ - 1 : z - 1;
#define A(x, y, z) a[((z) * NY + (y)) * NX + (x)]

	b[(z * NY + y) * NX + x] = A(x, y, z) +
		0.1 * (A(e, y, z) + A(w, y, z) + A(x, n, z) + A(x, s, z) + A(x, y, t) + A(x, y, u) -
			      6 * A(x, y, z));
#undef A
}

typedef unsigned char byte;

__global__ void edges(IN(byte) a, OUT(byte) b)
{
	int i = (Y + 1) * S + X + 1;
	int nw = a[i - S - 1], n = a[i - S], ne = a[i - S + 1], w = a[i - 1], e = a[i + 1];
	int sw = a[i + S - 1], s = a[i + S], se = a[i + S + 1];
	float gx = ne + 2 * e + se - nw - 2 * w - sw, gy = sw + 2 * s + se - nw - 2 * n - ne;

	b[i] = fminf(sqrtf(gx * gx + gy * gy), 255);
}

__device__ void order(float &a, float &b)
{
	float t = fminf(a, b);

	b = fmaxf(a, b);
	a = t;
}

__global__ void median(IN(float) a, OUT(float) b)
{
	int i = (Y + 1) * S + X + 1;
	float v[9];

#pragma unroll
	for (int k = 0; k < 9; ++k)
		v[k] = a[i + (k / 3 - 1) * S + k % 3 - 1];
	order(v[1], v[2]), order(v[4], v[5]), order(v[7], v[8]), order(v[0], v[1]);
	order(v[3], v[4]), order(v[6], v[7]), order(v[1], v[2]), order(v[4], v[5]);
	order(v[7], v[8]), order(v[0], v[3]), order(v[5], v[8]), order(v[4], v[7]);
	order(v[3], v[6]), order(v[1], v[4]), order(v[2], v[5]), order(v[4], v[7]);
	order(v[4], v[2]), order(v[6], v[4]), order(v[4], v[2]);
	b[i] = v[4];
}

template <int B> __global__ void row_filter(IN(float) a, IN(float) c, OUT(float) b)
{
	__shared__ float s[B + 16];
	int t = threadIdx.x, i = Y * S + X + 8;
	float r = 0;

	s[t + 8] = a[i];
	if (t < 8) {
		s[t] = a[i - 8];
		s[t + B + 8] = a[i + B];
	}
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 17; ++k)
		r += c[k] * s[t + k];
	b[i] = r;
}

template <int B> __global__ void hot(IN(float) temp, IN(float) power, OUT(float) out)
{
	__shared__ float s[2][B][B];
	int tx = threadIdx.x, ty = threadIdx.y;
	int x = blockIdx.x * (B - 4) + tx, y = blockIdx.y * (B - 4) + ty, i = y * S + x;
	float p = power[i];

	s[0][ty][tx] = temp[i];
	__syncthreads();
	if (tx >= 1 && tx < B - 1 && ty >= 1 && ty < B - 1)
		s[1][ty][tx] = s[0][ty][tx] +
			0.1f * (p + s[0][ty][tx - 1] + s[0][ty][tx + 1] + s[0][ty - 1][tx] +
				       s[0][ty + 1][tx] - 4 * s[0][ty][tx]);
	__syncthreads();
	if (tx >= 2 && tx < B - 2 && ty >= 2 && ty < B - 2)
		out[i] = s[1][ty][tx] +
			0.1f * (p + s[1][ty][tx - 1] + s[1][ty][tx + 1] + s[1][ty - 1][tx] +
				       s[1][ty + 1][tx] - 4 * s[1][ty][tx]);
}

template <int B> __global__ void cheapest(IN(int) wall, IN(int) from, OUT(int) to)
{
	__shared__ int s[2][B];
	int t = threadIdx.x, x = blockIdx.x * (B - 32) + t;
	int here = from[x];

	for (int k = 0; k < 16; ++k) {
		s[k % 2][t] = here;
		__syncthreads();
		if (t > k && t < B - 1 - k)
			here = min(here, min(s[k % 2][t - 1], s[k % 2][t + 1])) + wall[k * (1 << 22) + x];
	}
	if (t >= 16 && t < B - 16)
		to[x] = here;
}

__global__ void trailing(float *a)
{
	__shared__ float l[16][16], u[16][16];
	int tx = threadIdx.x, ty = threadIdx.y;
	int x = X + 16, y = Y + 16;
	float s = 0;

	l[ty][tx] = a[y * 4112 + tx];
	u[ty][tx] = a[ty * 4112 + x];
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 16; ++k)
		s += l[ty][k] * u[k][tx];
	a[y * 4112 + x] -= s;
}

__global__ void clusters16(IN(float) a, IN(float) c, OUT(int) best)
{
	int x = X, at = 0;
	float v[16], least = 1e30f;

#pragma unroll
	for (int f = 0; f < 16; ++f)
		v[f] = a[f * (1 << 22) + x];
	for (int k = 0; k < 32; ++k) {
		float d = 0;

#pragma unroll
		for (int f = 0; f < 16; ++f)
			d += (v[f] - c[k * 16 + f]) * (v[f] - c[k * 16 + f]);
		if (d < least) {
			least = d;
			at = k;
		}
	}
	best[x] = at;
}

__global__ void layer(IN(float) in, IN(float) weights, OUT(float) part)
{
	__shared__ float node[16], s[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, y = Y;

	if (tx == 0)
		node[ty] = in[y];
	__syncthreads();
	s[ty][tx] = weights[y * 16 + tx] * node[ty];
	__syncthreads();
	for (int k = 1; k < 16; k *= 2) {
		if (ty % (2 * k) == 0)
			s[ty][tx] += s[ty + k][tx];
		__syncthreads();
	}
	if (ty == 0)
		part[blockIdx.y * 16 + tx] = s[0][tx];
}

__global__ void options_price(IN(float) s, IN(float) k, IN(float) t, OUT(float) call, OUT(float) put)
{
	int i = X;
	float root = sqrtf(t[i]), d = (logf(s[i] / k[i]) + (0.02f + 0.045f) * t[i]) / (0.3f * root);
	float e = d - 0.3f * root, n = 0.5f * (1 + erff(0.70710678f * d));
	float m = 0.5f * (1 + erff(0.70710678f * e)), r = k[i] * expf(-0.02f * t[i]);

	call[i] = s[i] * n - r * m;
	put[i] = r * (1 - m) - s[i] * (1 - n);
}

__global__ void cosines(IN(float) a, IN(float) c, OUT(float) b)
{
	__shared__ float s[4][8][8], r[4][8][8];
	int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
	int i = (blockIdx.y * 8 + ty) * 4096 + (blockIdx.x * 4 + tz) * 8 + tx;
	float t = 0;

	s[tz][ty][tx] = a[i];
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 8; ++k)
		t += c[ty * 8 + k] * s[tz][k][tx];
	r[tz][ty][tx] = t;
	__syncthreads();
	t = 0;
#pragma unroll
	for (int k = 0; k < 8; ++k)
		t += r[tz][ty][k] * c[tx * 8 + k];
	b[i] = t;
}

__global__ void spectral(IN(double) u, IN(double) d, IN(double) g, OUT(double) w)
{
	__shared__ double s[8][8][8], m[8][8], q[8][8][8];
	int i = threadIdx.x, j = threadIdx.y, k = threadIdx.z;
	int at = blockIdx.x * 512 + k * 64 + j * 8 + i;
	double r = 0, t = 0, v = 0;

	s[k][j][i] = u[at];
	if (k == 0)
		m[j][i] = d[j * 8 + i];
	__syncthreads();
#pragma unroll
	for (int l = 0; l < 8; ++l) {
		r += m[i][l] * s[k][j][l];
		t += m[j][l] * s[k][l][i];
		v += m[k][l] * s[l][j][i];
	}
	q[k][j][i] = (r + t + v) * g[at];
	__syncthreads();
	r = 0;
#pragma unroll
	for (int l = 0; l < 8; ++l)
		r += m[l][i] * q[k][j][l];
	w[at] = r;
}

__global__ void links(IN(double) u, IN(double) v, OUT(double) w)
{
	enum { N = 1 << 20 };
	int x = X;
	double re[3], im[3];

#pragma unroll
	for (int j = 0; j < 3; ++j) {
		re[j] = v[2 * j * N + x];
		im[j] = v[(2 * j + 1) * N + x];
	}
#pragma unroll
	for (int i = 0; i < 3; ++i) {
		double a = 0, b = 0;

#pragma unroll
		for (int j = 0; j < 3; ++j) {
			double p = u[(6 * i + 2 * j) * N + x], q = u[(6 * i + 2 * j + 1) * N + x];

			a += p * re[j] - q * im[j];
			b += p * im[j] + q * re[j];
		}
		w[2 * i * N + x] = a;
		w[(2 * i + 1) * N + x] = b;
	}
}

__global__ void depthwise(IN(float) a, IN(float) w, OUT(float) b)
{
	int c = threadIdx.x, x = Y, y = blockIdx.z;
	float s = 0;

#pragma unroll
	for (int j = 0; j < 3; ++j)
#pragma unroll
		for (int i = 0; i < 3; ++i)
			s += w[(j * 3 + i) * 64 + c] * a[((y + j) * 514 + x + i) * 64 + c];
	b[(y * 512 + x) * 64 + c] = fmaxf(s, 0);
}

__global__ void bias(IN(float) a, IN(float) c, OUT(float) b)
{
	int i = X;

	b[i] = fmaxf(a[i] + c[i / 3136 % 64], 0);
}

__global__ void scores(IN(float) q, IN(float) k, OUT(float) s)
{
	int x = X, y = Y;
	float r = 0;

	for (int d = 0; d < 64; ++d)
		r += q[y * 64 + d] * k[x * 64 + d];
	s[y * 2048 + x] = r * 0.125f;
}

__global__ void mixed(IN(float) p, IN(float) v, OUT(float) o)
{
	int x = X, y = Y;
	float r = 0;

	for (int j = 0; j < 2048; ++j)
		r += p[y * 2048 + j] * v[j * 64 + x];
	o[y * 64 + x] = r;
}

template <class T> __global__ void reversed(IN(T) a, OUT(T) b)
{
	b[(X * 256 + Y) * 256 + Z] = a[(Z * 256 + Y) * 256 + X];
}

template <class T> __global__ void swapped(IN(T) a, OUT(T) b)
{
	b[(Z * 256 + X) * 256 + Y] = a[(Z * 256 + Y) * 256 + X];
}

__global__ void haar(IN(float) a, OUT(float) b)
{
	int x = X, y = Y;
	float p = a[y * 8192 + 2 * x], q = a[y * 8192 + 2 * x + 1];

	b[y * 8192 + x] = (p + q) * 0.7071f;
	b[y * 8192 + x + 4096] = (p - q) * 0.7071f;
}

__global__ void radix4(IN(float2) a, IN(float2) w, OUT(float2) b)
{
	enum { Q = 1 << 22, R = 256 };
	int x = X, k = x % R, j = (x - k) * 4 + k;
	float2 t = a[x], u = a[x + Q], v = a[x + 2 * Q], z = a[x + 3 * Q];
	float2 c = w[k], d = w[k + R], e = w[k + 2 * R];

	u = make_float2(u.x * c.x - u.y * c.y, u.x * c.y + u.y * c.x);
	v = make_float2(v.x * d.x - v.y * d.y, v.x * d.y + v.y * d.x);
	z = make_float2(z.x * e.x - z.y * e.y, z.x * e.y + z.y * e.x);
	b[j] = make_float2(t.x + u.x + v.x + z.x, t.y + u.y + v.y + z.y);
	b[j + R] = make_float2(t.x + u.y - v.x - z.y, t.y - u.x - v.y + z.x);
	b[j + 2 * R] = make_float2(t.x - u.x + v.x - z.x, t.y - u.y + v.y - z.y);
	b[j + 3 * R] = make_float2(t.x - u.y - v.x + z.y, t.y + u.x - v.y - z.x);
}

__global__ void cyclic(IN(float) a, IN(float) b, IN(float) c, IN(float) d, OUT(float) x)
{
	__shared__ float l[128], m[128], u[128], r[128];
	int t = threadIdx.x, i = blockIdx.x * 128 + t;

	l[t] = a[i], m[t] = b[i], u[t] = c[i], r[t] = d[i];
	__syncthreads();
#pragma unroll
	for (int k = 1; k < 128; k *= 2) {
		int lo = max(t - k, 0), hi = min(t + k, 127);
		float p = l[t] / m[lo], q = u[t] / m[hi];
		float nl = -l[lo] * p, nu = -u[hi] * q, nm = m[t] - u[lo] * p - l[hi] * q;
		float nr = r[t] - r[lo] * p - r[hi] * q;

		__syncthreads();
		l[t] = nl, m[t] = nm, u[t] = nu, r[t] = nr;
		__syncthreads();
	}
	x[i] = r[t] / m[t];
}

__global__ void masked(IN(float) m, IN(double) a, OUT(double) b)
{
	int i = (Y + 1) * S + X + 1;

	if (m[i] > 0.85f) // three in ten
		b[i] = a[i] + 0.1 * (a[i + 1] + a[i - 1] + a[i + S] + a[i - S] - 4 * a[i]);
}

__device__ double flux_of(double r, double m, double e, double r2, double m2, double e2, int which)
{
	double u = m / r, v = m2 / r2, p = 0.4 * (e - 0.5 * m * u), q = 0.4 * (e2 - 0.5 * m2 * v);
	double c = fmax(fabs(u) + sqrt(1.4 * p / r), fabs(v) + sqrt(1.4 * q / r2));

	return which == 0 ? 0.5 * (m + m2) - 0.5 * c * (r2 - r)
		: which == 1 ? 0.5 * (m * u + p + m2 * v + q) - 0.5 * c * (m2 - m)
			     : 0.5 * (u * (e + p) + v * (e2 + q)) - 0.5 * c * (e2 - e);
}

__global__ void rusanov(IN(double) r, IN(double) m, IN(double) e, OUT(double) r1, OUT(double) m1,
	OUT(double) e1)
{
	int i = X + 1;

	r1[i] = r[i] - 0.1 * (flux_of(r[i], m[i], e[i], r[i + 1], m[i + 1], e[i + 1], 0) -
				     flux_of(r[i - 1], m[i - 1], e[i - 1], r[i], m[i], e[i], 0));
	m1[i] = m[i] - 0.1 * (flux_of(r[i], m[i], e[i], r[i + 1], m[i + 1], e[i + 1], 1) -
				     flux_of(r[i - 1], m[i - 1], e[i - 1], r[i], m[i], e[i], 1));
	e1[i] = e[i] - 0.1 * (flux_of(r[i], m[i], e[i], r[i + 1], m[i + 1], e[i + 1], 2) -
				     flux_of(r[i - 1], m[i - 1], e[i - 1], r[i], m[i], e[i], 2));
}

__global__ void nine(IN(double) a, IN(double) c, OUT(double) b)
{
	enum { V = S * (W + 16) };
	int i = (Y + 1) * S + X + 1;
	double s = 0;

#pragma unroll
	for (int k = 0; k < 9; ++k)
		s += c[i + k * V] * a[i + (k / 3 - 1) * S + k % 3 - 1];
	b[i] = s;
}

#define LAP(i) (4 * a[i] - a[(i) + 1] - a[(i) -1] - a[(i) + PX] - a[(i) -PX])
__global__ void smooth(IN(double) a, IN(double) c, OUT(double) b)
{
	int i = (Z * PY + Y + 2) * PX + X + 2;
	double l = LAP(i), e = LAP(i + 1) - l, w = l - LAP(i - 1), n = LAP(i + PX) - l;
	double s = l - LAP(i - PX);

	e = e * (a[i + 1] - a[i]) > 0 ? 0 : e;
	w = w * (a[i] - a[i - 1]) > 0 ? 0 : w;
	n = n * (a[i + PX] - a[i]) > 0 ? 0 : n;
	s = s * (a[i] - a[i - PX]) > 0 ? 0 : s;
	b[i] = a[i] - c[i] * (e - w + n - s);
}

// Strides as arguments, pointers without restrict, a guard: as most people begin.
__global__ void plain_heat(double *b, double *a, int nx, int ny, double k)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int j = blockIdx.y * blockDim.y + threadIdx.y;

	if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1)
		b[j * nx + i] = a[j * nx + i] +
			k * (a[j * nx + i - 1] + a[j * nx + i + 1] + a[(j - 1) * nx + i] +
				    a[(j + 1) * nx + i] - 4 * a[j * nx + i]);
}

__global__ void plain_product(float *c, float *a, float *b, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x < n && y < n) {
		float s = 0;

		for (int k = 0; k < n; k++)
			s += a[y * n + k] * b[k * n + x];
		c[y * n + x] = s;
	}
}

__global__ void plain_vector(double *y, double *a, double *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		y[i] = 0;
		for (int j = 0; j < n; j++)
			y[i] += a[i * n + j] * x[j];
	}
}

struct ints {
	int x, y, z;
	ints(int x, int y = 1, int z = 1) : x(x), y(y), z(z) {}
};

template <class T> __global__ void fill(T *a, size_t n)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x)
		a[i] = (T) (0.5 + (unsigned) (i * 2654435761u) * 0x1p-33);
}

static char *memory;
static bool once;
static const size_t field = (size_t) 1 << 30;
template <class T> static T *f(int i)
{
	return (T *) (memory + i * field);
}

template <class T, class... A, class... G>
static void measure(const char *name, ints n, ints b, T, void (*kernel)(A...), G... args)
{
	dim3 block(b.x, b.y, b.z);
	dim3 grid((n.x + b.x - 1) / b.x, (n.y + b.y - 1) / b.y, (n.z + b.z - 1) / b.z);
	std::vector<float> ms(9);
	cudaFuncAttributes has;
	cudaEvent_t from, to;

	cudaFuncGetAttributes(&has, kernel);
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	fill<<<1024, 256>>>((T *) memory, 10 * field / sizeof(T));
	if (once) {
		cudaProfilerStart();
		kernel<<<grid, block>>>(args...);
		cudaProfilerStop();
		return;
	}
	for (int i = -2; i < 9; ++i) {
		cudaDeviceSynchronize();
		cudaEventRecord(from);
		kernel<<<grid, block>>>(args...);
		cudaEventRecord(to);
		cudaEventSynchronize(to);
		if (i >= 0)
			cudaEventElapsedTime(&ms[i], from, to);
	}
	std::sort(ms.begin(), ms.end());
	printf("%s,%s,%d,%d,%d,%d,%d,%d,%d,%.6f\n", name, sizeof(T) == 8 ? "double" : "float", n.x,
		n.y, n.z, b.x, b.y, b.z, has.numRegs, ms[4]);
	fflush(stdout);
}

#define F(i) f<float>(i)
#define D(i) f<double>(i)
#define I(i) f<int>(i)

int main(int argc, char **)
{
	const ints plane(W, W), cube(NX, NY, NZ);

	once = argc > 1;
	cudaMalloc(&memory, 10 * field);
	printf("kernel,type,nx,ny,nz,bx,by,bz,regs,ms\n");
	for (ints b : { ints(32, 8), ints(128, 2), ints(16, 16) }) {
		measure("fluxes", plane, b, 0., fluxes, D(0), D(1), D(2), D(3), D(4), D(5), D(6), D(7));
		measure("work_done", plane, b, 0., work_done, D(0), D(1), D(2), D(3), D(4), D(5), D(6), D(7),
			D(8));
		measure("viscosity", plane, b, 0., viscosity, D(0), D(1), D(2), D(3), D(4));
		measure("minmod", plane, b, 0., minmod, D(0), D(1), D(4));
		measure("cg_apply", plane, b, 0., cg_apply, D(0), D(1), D(2), D(4), D(5));
		measure("waters", plane, b, 0.f, waters, F(0), F(1), F(2), F(4), F(5), F(6));
		measure("edges", plane, b, 0.f, edges, f<byte>(0), f<byte>(4));
		measure("median", plane, b, 0.f, median, F(0), F(4));
		measure("nine", plane, b, 0., nine, D(0), D(1), D(4));
		measure("masked", plane, b, 0.f, masked, F(0), D(1), D(4));
		measure("plain_heat", ints(4000, 4000), b, 0., plain_heat, D(4), D(0), 4000, 4000, 0.1);
		measure("plain_product", ints(1000, 1000), b, 0.f, plain_product, F(4), F(0), F(1), 1000);
		measure("scores", ints(2048, 2048), b, 0.f, scores, F(0), F(1), F(4));
	}
	for (ints b : { ints(32, 4, 2), ints(64, 4, 1), ints(16, 4, 4) }) {
		measure("velocities", cube, b, 0.f, velocities, F(0), F(1), F(2), F(3), F(4), F(5), F(6), F(7),
			F(8));
		measure("wave_eight", cube, b, 0.f, wave_eight, F(0), F(1), F(4));
		measure("himeno", cube, b, 0.f, himeno, F(0), F(1), F(2), F(3), F(4), F(5), F(6));
		measure("wrapped", cube, b, 0., wrapped, D(0), D(4));
		measure("smooth", cube, b, 0., smooth, D(0), D(1), D(4));
		measure("reversed", ints(256, 256, 256), b, 0.f, reversed<float>, F(0), F(4));
		measure("swapped", ints(256, 256, 256), b, 0., swapped<double>, D(0), D(4));
	}
	for (int b : { 64, 128, 512 }) {
		measure("clusters16", 1 << 22, b, 0.f, clusters16, F(0), F(1), I(4));
		measure("options_price", 1 << 25, b, 0.f, options_price, F(0), F(1), F(2), F(4), F(5));
		measure("links", 1 << 20, b, 0., links, D(0), D(1), D(4));
		measure("bias", 1 << 26, b, 0.f, bias, F(0), F(1), F(4));
		measure("haar", ints(4096, 4096), b, 0.f, haar, F(0), F(4));
		measure("radix4", 1 << 22, b, 0.f, radix4, f<float2>(0), f<float2>(1), f<float2>(4));
		measure("rusanov", 1 << 24, b, 0., rusanov, D(0), D(1), D(2), D(4), D(5), D(6));
		measure("plain_vector", 4000, b, 0., plain_vector, D(4), D(0), D(1), 4000);
		measure("mixed", ints(64, 2048), ints(64, b / 64), 0.f, mixed, F(0), F(1), F(4));
		measure("depthwise", ints(64, 512, 512), ints(64, b / 64), 0.f, depthwise, F(0), F(1), F(4));
	}
	measure("row_filter", plane, 64, 0.f, row_filter<64>, F(0), F(1), F(4));
	measure("row_filter", plane, 128, 0.f, row_filter<128>, F(0), F(1), F(4));
	measure("row_filter", plane, 256, 0.f, row_filter<256>, F(0), F(1), F(4));
	measure("hot", ints(4800, 4800), ints(16, 16), 0.f, hot<16>, F(0), F(1), F(4));
	measure("hot", ints(4096, 4096), ints(32, 32), 0.f, hot<32>, F(0), F(1), F(4));
	measure("cheapest", 1 << 22, 128, 0.f, cheapest<128>, I(0), I(1), I(4));
	measure("cheapest", 1 << 22, 256, 0.f, cheapest<256>, I(0), I(1), I(4));
	measure("cheapest", 1 << 22, 512, 0.f, cheapest<512>, I(0), I(1), I(4));
	measure("trailing", ints(4096, 4096), ints(16, 16), 0.f, trailing, F(0));
	measure("layer", ints(16, 1 << 19), ints(16, 16), 0.f, layer, F(0), F(1), F(4));
	measure("cosines", ints(1024, 4096, 4), ints(8, 8, 4), 0.f, cosines, F(0), F(1), F(4));
	measure("spectral", ints(65536, 8, 8), ints(8, 8, 8), 0., spectral, D(0), D(1), D(2), D(4));
	measure("cyclic", 1 << 24, 128, 0.f, cyclic, F(0), F(1), F(2), F(3), F(4));
	return cudaDeviceSynchronize() != cudaSuccess;
}
