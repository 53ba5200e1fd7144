// A sixth blind set of kernels as engineers write them, and in no other set: folding of RNA, neurons,
// cross sections, lattice loops, columns of weather, pair HMMs, rates, denoising, ranks, pushers, sparse
// blocks and bags of embeddings in loops of a thread; boxes of particles, spectral elements, trees of
// options, histograms, edges, transforms, splits, networks, distances and reconstructions in shared
// memory.  Said in plain.wsp before anything was timed or predicted.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 plain.cu && ./a.out >plain.csv
//
// cold_ms is the median of nine launches, each between two events, on caches that hold other data, all of
// it read.
// With an argument each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
#include "cold.h"

// Loops in a thread.

// One diagonal of Nussinov's table, cells (i, i + d).
__global__ void nussinov_diag(int *t, IN(byte) s, int n, int d)
{
	int i = X, j = i + d;
	if (j >= n)
		return;
	int v = max(t[i * n + j - 1], t[(i + 1) * n + j]);
	v = max(v, t[(i + 1) * n + j - 1] + (s[i] + s[j] == 3 ? 1 : 0));
	for (int k = i + 1; k < j; ++k)
		v = max(v, t[i * n + k] + t[(k + 1) * n + j]);
	t[i * n + j] = v;
}

__global__ void hodgkin_huxley(IN(float) a, IN(float) current, OUT(float) o, int n, int steps, float dt)
{
	int i = X;
	if (i >= n)
		return;
	float v = a[i] - 65, m = a[n + i], h = a[2 * n + i], q = a[3 * n + i], c = 10 * current[i];
	for (int k = 0; k < steps; ++k) {
		float am = .1f * (v + 40) / (1 - expf(-.1f * (v + 40))), bm = 4 * expf(-.0555556f * (v + 65));
		float ah = .07f * expf(-.05f * (v + 65)), bh = 1 / (1 + expf(-.1f * (v + 35)));
		float aq = .01f * (v + 55) / (1 - expf(-.1f * (v + 55))), bq = .125f * expf(-.0125f * (v + 65));
		float na = 120 * m * m * m * h * (v - 50), ka = 36 * q * q * q * q * (v + 77), lk = .3f * (v + 54.387f);
		v += dt * (c - na - ka - lk);
		m += dt * (am * (1 - m) - bm * m);
		h += dt * (ah * (1 - h) - bh * h);
		q += dt * (aq * (1 - q) - bq * q);
	}
	o[i] = v;
	o[n + i] = m;
	o[2 * n + i] = h;
	o[3 * n + i] = q;
}

// Windowed multipoles: four poles in each of m windows, a pole is its place and three residues.
__global__ void multipole_xs(IN(int) window, IN(double2) pole, IN(double) energy, OUT(double) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	double e = sqrt(energy[i]), total = 0, absorbed = 0, fission = 0;
	for (int k = 0; k < m; ++k) {
		int w = window[k * n + i];
#pragma unroll
		for (int j = 0; j < 4; ++j) {
			double2 at = pole[16 * w + 4 * j], t = pole[16 * w + 4 * j + 1], a = pole[16 * w + 4 * j + 2],
				f = pole[16 * w + 4 * j + 3];
			double x = at.x - e, y = at.y, d = 1 / (x * x + y * y), re = x * d, im = -y * d;
			total += t.x * re - t.y * im;
			absorbed += a.x * re - a.y * im;
			fission += f.x * re - f.y * im;
		}
	}
	o[i] = total;
	o[n + i] = absorbed;
	o[2 * n + i] = fission;
}

// The trace of the product of SU(3) links along time.
__global__ void polyakov_line(IN(double2) u, OUT(double2) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	double re[9], im[9];
#pragma unroll
	for (int c = 0; c < 9; ++c) {
		double2 v = u[c * n + i];
		re[c] = v.x;
		im[c] = v.y;
	}
	for (int t = 1; t < m; ++t) {
		double2 v[9];
		double p[9], q[9];
#pragma unroll
		for (int c = 0; c < 9; ++c)
			v[c] = u[(9 * t + c) * n + i];
#pragma unroll
		for (int r = 0; r < 3; ++r)
#pragma unroll
			for (int c = 0; c < 3; ++c) {
				double a = 0, b = 0;
#pragma unroll
				for (int k = 0; k < 3; ++k) {
					a += re[3 * r + k] * v[3 * k + c].x - im[3 * r + k] * v[3 * k + c].y;
					b += re[3 * r + k] * v[3 * k + c].y + im[3 * r + k] * v[3 * k + c].x;
				}
				p[3 * r + c] = a;
				q[3 * r + c] = b;
			}
#pragma unroll
		for (int c = 0; c < 9; ++c) {
			re[c] = p[c];
			im[c] = q[c];
		}
	}
	o[i] = make_double2(re[0] + re[4] + re[8], im[0] + im[4] + im[8]);
}

// Implicit vertical advection of a wind, as in models of the weather.
__global__ void vadv_column(const double *w, const double *u, const double *pos, const double *tens, double *cc,
	double *dd, double *o, int nx, int ny, int nz, double dtr, double bm, double bp)
{
	int x = X, y = Y;
	if (x >= nx || y >= ny)
		return;
	int i = y * (nx + 1) + x, p = (nx + 1) * ny;
	double g = .25 * (w[p + i + 1] + w[p + i]), c = g * bp, f = 1 / (dtr - c);
	double d = (dtr * pos[i] + tens[i] - g * bm * (u[p + i] - u[i])) * f;
	c *= f;
	cc[i] = c;
	dd[i] = d;
	for (int k = 1; k < nz - 1; ++k) {
		int j = k * p + i;
		double ga = -.25 * (w[j + 1] + w[j]), gc = .25 * (w[j + p + 1] + w[j + p]), a = ga * bp, e = gc * bp;
		double here = u[j], cor = -ga * bm * (u[j - p] - here) - gc * bm * (u[j + p] - here);
		double div = 1 / (dtr - a - e - a * c);
		d = (dtr * pos[j] + tens[j] + cor - a * d) * div;
		c = e * div;
		cc[j] = c;
		dd[j] = d;
	}
	int j = (nz - 1) * p + i;
	double ga = -.25 * (w[j + 1] + w[j]), a = ga * bp, cor = -ga * bm * (u[j - p] - u[j]);
	double v = (dtr * pos[j] + tens[j] + cor - a * d) / (dtr - a - a * c);
	o[j] = dtr * (v - pos[j]);
	for (int k = nz - 2; k >= 0; --k) {
		j = k * p + i;
		v = dd[j] - cc[j] * v;
		o[j] = dtr * (v - pos[j]);
	}
}

// The forward algorithm of a pair HMM, read against haplotype, rows in memory.
__global__ void pairhmm_rows(const byte *read, const byte *hap, const float *qual, float *mm, float *ii, float *dd,
	float *o, int n, int rows, int columns, float tmm, float tgm, float tmg, float tgg)
{
	int i = X;
	if (i >= n)
		return;
	float s = 0;
	for (int r = 0; r < rows; ++r) {
		int base = read[r * n + i];
		float q = qual[r * n + i], md = 0, id = 0, dl = 0, ml = 0, dg = 0;
		s = 0;
		for (int c = 0; c < columns; ++c) {
			float om = mm[c * n + i], oi = ii[c * n + i], od = dd[c * n + i];
			float prior = base == hap[c * n + i] ? 1 - q : .3333333f * q;
			float m = prior * (tmm * md + tgm * (id + dg)), ins = tmg * om + tgg * oi, del = tmg * ml + tgg * dl;
			mm[c * n + i] = m;
			ii[c * n + i] = ins;
			dd[c * n + i] = del;
			s += m + ins;
			md = om;
			id = oi;
			dg = od;
			ml = m;
			dl = del;
		}
	}
	o[i] = s;
}

// The least hash of all 16-mers of a read.
__global__ void minhash_reads(IN(byte) a, OUT(unsigned) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	unsigned h = 0, best = ~0u;
#pragma unroll
	for (int k = 0; k < 15; ++k)
		h = h << 2 | (a[k * n + i] & 3);
	for (int k = 15; k < m; ++k) {
		h = h << 2 | (a[k * n + i] & 3);
		unsigned v = h ^ h >> 16;
		v *= 2246822507u;
		v ^= v >> 13;
		v *= 3266489909u;
		v ^= v >> 16;
		best = min(best, v);
	}
	o[i] = best;
}

// Forward rates of the LIBOR market model along a path.
__global__ void libor_path(float *rate, IN(float) z, IN(float) lambda, int n, int m, int rates, float delta,
	float vol)
{
	int i = X;
	if (i >= n)
		return;
	for (int t = 0; t < m; ++t) {
		float w = .5f * z[t * n + i], v = 0;
		for (int j = t + 1; j < rates; ++j) {
			float l = vol * lambda[j - t - 1], c = delta * l, r = rate[j * n + i];
			v += c * r / (1 + delta * r);
			rate[j * n + i] = r * expf(c * v + l * (w - .5f * c));
		}
	}
}

// Non-local means: patches of 3 x 3, a window of radius r.
__global__ void nlm_denoise(IN(float) a, OUT(float) o, int nx, int ny, int r, float h)
{
	int x = X, y = Y, sx = nx + 2 * r + 2;
	if (x >= nx || y >= ny)
		return;
	float p[9], s = 0, t = 0;
#pragma unroll
	for (int j = 0; j < 3; ++j)
#pragma unroll
		for (int i = 0; i < 3; ++i)
			p[3 * j + i] = a[(y + r + j) * sx + x + r + i];
	for (int v = 0; v <= 2 * r; ++v)
		for (int u = 0; u <= 2 * r; ++u) {
			float d = 0;
#pragma unroll
			for (int j = 0; j < 3; ++j)
#pragma unroll
				for (int i = 0; i < 3; ++i) {
					float e = a[(y + v + j) * sx + x + u + i] - p[3 * j + i];
					d += e * e;
				}
			float w = __expf(-h * d);
			s += w * a[(y + v + 1) * sx + x + u + 1];
			t += w;
		}
	o[y * nx + x] = s / t;
}

__global__ void toeplitz_mv(IN(double) t, IN(double) v, OUT(double) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	double s = 0;
	for (int k = 0; k < m; ++k)
		s += t[i - k + m - 1] * v[k];
	o[i] = s;
}

// Kendall's rank correlation of two series.
__global__ void kendall_rows(IN(float) a, IN(float) b, OUT(int) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	int s = 0;
	for (int p = 1; p < m; ++p) {
		float u = a[p * n + i], v = b[p * n + i];
		for (int q = 0; q < p; ++q) {
			float c = (u - a[q * n + i]) * (v - b[q * n + i]);
			s += c > 0 ? 1 : c < 0 ? -1 : 0;
		}
	}
	o[i] = s;
}

// Vay's pusher in a quadrupole and a uniform magnetic field.
__global__ void vay_push(IN(double) a, OUT(double) o, int n, int steps, double k, double tx, double ty, double tz,
	double dt)
{
	int i = X;
	if (i >= n)
		return;
	double x = a[i], y = a[n + i], z = a[2 * n + i], u = a[3 * n + i], v = a[4 * n + i], w = a[5 * n + i];
	double tt = tx * tx + ty * ty + tz * tz;
	for (int l = 0; l < steps; ++l) {
		double g = 1 / sqrt(1 + u * u + v * v + w * w);
		double p = u + k * x + g * (v * tz - w * ty), q = v - k * y + g * (w * tx - u * tz);
		double r = w + g * (u * ty - v * tx), f = p * tx + q * ty + r * tz;
		double s = 1 + p * p + q * q + r * r - tt;
		double e = 1 / sqrt(.5 * (s + sqrt(s * s + 4 * (tt + f * f))));
		double bx = tx * e, by = ty * e, bz = tz * e, d = p * bx + q * by + r * bz, h = 1 / (1 + tt * e * e);
		u = h * (p + d * bx + q * bz - r * by);
		v = h * (q + d * by + r * bx - p * bz);
		w = h * (r + d * bz + p * by - q * bx);
		x += dt * u * e;
		y += dt * v * e;
		z += dt * w * e;
	}
	o[i] = x;
	o[n + i] = y;
	o[2 * n + i] = z;
	o[3 * n + i] = u;
	o[4 * n + i] = v;
	o[5 * n + i] = w;
}

// The potential of m Gaussian charges on points of a grid.
__global__ void gauss_potential(IN(double2) plane, IN(double2) rest, IN(double) at, OUT(double) o, int n, int m,
	double width)
{
	int i = X;
	if (i >= n)
		return;
	double x = at[i], y = at[n + i], z = at[2 * n + i], s = 0;
	for (int k = 0; k < m; ++k) {
		double2 c = plane[k], d = rest[k];
		double u = x - c.x, v = y - c.y, w = z - d.x, r = sqrt(u * u + v * v + w * w + 1e-12);
		s += d.y * erf(width * r) / r;
	}
	o[i] = s;
}

// Euler's equations along y with fluxes of Harten, Lax and van Leer; a thread marches through m cells.
__global__ void hll_march(IN(double) a, OUT(double) o, int nx, int ny, int m, double ratio)
{
	int x = X, c = nx * (ny + 2), d = nx * ny;
	if (x >= nx)
		return;
	int i = Y * m * nx + x;
	double r0 = a[i], u0 = a[c + i], v0 = a[2 * c + i], e0 = a[3 * c + i];
	double w0 = v0 / r0, p0 = fmax(.4 * (e0 - .5 * (u0 * u0 + v0 * v0) / r0), .01), s0 = sqrt(1.4 * p0 / r0);
	double f0 = 0, f1 = 0, f2 = 0, f3 = 0;
	for (int k = 0; k <= m; ++k) {
		int j = i + (k + 1) * nx;
		double r = a[j], u = a[c + j], v = a[2 * c + j], e = a[3 * c + j];
		double w = v / r, p = fmax(.4 * (e - .5 * (u * u + v * v) / r), .01), s = sqrt(1.4 * p / r);
		double lo = fmin(fmin(w0 - s0, w - s), 0.), hi = fmax(fmax(w0 + s0, w + s), 0.), q = 1 / (hi - lo), b = lo * hi;
		double g0 = q * (hi * v0 - lo * v + b * (r - r0));
		double g1 = q * (hi * u0 * w0 - lo * u * w + b * (u - u0));
		double g2 = q * (hi * (v0 * w0 + p0) - lo * (v * w + p) + b * (v - v0));
		double g3 = q * (hi * w0 * (e0 + p0) - lo * w * (e + p) + b * (e - e0));
		if (k > 0) {
			int l = i + (k - 1) * nx;
			o[l] = r0 - ratio * (g0 - f0);
			o[d + l] = u0 - ratio * (g1 - f1);
			o[2 * d + l] = v0 - ratio * (g2 - f2);
			o[3 * d + l] = e0 - ratio * (g3 - f3);
		}
		f0 = g0;
		f1 = g1;
		f2 = g2;
		f3 = g3;
		r0 = r;
		u0 = u;
		v0 = v;
		e0 = e;
		w0 = w;
		p0 = p;
		s0 = s;
	}
}

// The mean of m rows of 128 halves for each bag.
__global__ void embedding_bag(IN(half2) table, IN(int) index, OUT(half2) o, int bags, int m, float f)
{
	int x = X, y = Y;
	if (y >= bags)
		return;
	float a = 0, b = 0;
	for (int k = 0; k < m; ++k) {
		float2 v = __half22float2(table[64 * index[y * m + k] + x]);
		a += v.x;
		b += v.y;
	}
	o[64 * y + x] = __floats2half2_rn(f * a, f * b);
}

// A sparse matrix of blocks of 3 x 3, m to a row, times a vector.
__global__ void bell3_mv(IN(int) column, IN(double) value, IN(double) v, OUT(double) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	double s0 = 0, s1 = 0, s2 = 0;
	for (int k = 0; k < m; ++k) {
		int c = 3 * column[k * n + i];
		double p = v[c], q = v[c + 1], r = v[c + 2];
		s0 += value[9 * k * n + i] * p + value[(9 * k + 1) * n + i] * q + value[(9 * k + 2) * n + i] * r;
		s1 += value[(9 * k + 3) * n + i] * p + value[(9 * k + 4) * n + i] * q + value[(9 * k + 5) * n + i] * r;
		s2 += value[(9 * k + 6) * n + i] * p + value[(9 * k + 7) * n + i] * q + value[(9 * k + 8) * n + i] * r;
	}
	o[i] = s0;
	o[n + i] = s1;
	o[2 * n + i] = s2;
}

// Shared memory.

// Particles of a box against those of m boxes around it, as in lavaMD.
__global__ void lavamd_box(IN(float4) pos, IN(float) charge, IN(int) near, OUT(float4) o, int m, float a2)
{
	__shared__ float4 sp[128];
	__shared__ float sq[128];
	int tx = threadIdx.x, b = blockIdx.x;
	float4 p = pos[128 * b + tx];
	float e = 0, fx = 0, fy = 0, fz = 0;

	for (int k = 0; k < m; ++k) {
		int c = near[m * b + k];
		sp[tx] = pos[128 * c + tx];
		sq[tx] = charge[128 * c + tx];
		__syncthreads();
		for (int j = 0; j < 128; ++j) {
			float4 r = sp[j];
			float u = expf(-a2 * (p.w + r.w - p.x * r.x - p.y * r.y - p.z * r.z)), f = sq[j] * 2 * u;
			e += sq[j] * u;
			fx += f * (p.x - r.x);
			fy += f * (p.y - r.y);
			fz += f * (p.z - r.z);
		}
		__syncthreads();
	}
	o[128 * b + tx] = make_float4(fx, fy, fz, e);
}

// The stiffness of spectral elements with 8 x 8 x 8 nodes, as in Nekbone.
__global__ void nekbone_ax(IN(double) u, IN(double) g, IN(double) d, OUT(double) o)
{
	__shared__ double sd[8][8], su[8][8], sr[8][8], ss[8][8];
	int tx = threadIdx.x, ty = threadIdx.y, e = blockIdx.x, i = 8 * ty + tx;
	double r[8], w[8];

	sd[ty][tx] = d[i];
#pragma unroll
	for (int k = 0; k < 8; ++k) {
		r[k] = u[512 * e + 64 * k + i];
		w[k] = 0;
	}
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 8; ++k) {
		double ur = 0, us = 0, ut = 0;
		su[ty][tx] = r[k];
		__syncthreads();
#pragma unroll
		for (int l = 0; l < 8; ++l) {
			ur += sd[tx][l] * su[ty][l];
			us += sd[ty][l] * su[l][tx];
			ut += sd[k][l] * r[l];
		}
		const double *h = g + 3072 * e + 64 * k + i;
		double g0 = h[0], g1 = h[512], g2 = h[1024], g3 = h[1536], g4 = h[2048], g5 = h[2560];
		double t = g2 * ur + g4 * us + g5 * ut, s = 0;
		sr[ty][tx] = g0 * ur + g1 * us + g2 * ut;
		ss[ty][tx] = g1 * ur + g3 * us + g4 * ut;
		__syncthreads();
#pragma unroll
		for (int l = 0; l < 8; ++l) {
			s += sd[l][tx] * sr[ty][l] + sd[l][ty] * ss[l][tx];
			w[l] += sd[k][l] * t;
		}
		w[k] += s;
	}
#pragma unroll
	for (int k = 0; k < 8; ++k)
		o[512 * e + 64 * k + i] = w[k];
}

// A European call on a binomial tree, an option to a block.
__global__ void binomial_shared(IN(float) price, IN(float) strike, IN(float) vol, OUT(float) o, int m, float dt,
	float rate)
{
	__shared__ float s[257];
	int tx = threadIdx.x, b = blockIdx.x;
	float p = price[b], k = strike[b], v = vol[b] * sqrtf(dt), up = expf(v), down = 1 / up, grow = expf(rate * dt);
	float pu = (grow - down) / ((up - down) * grow), pd = (up - grow) / ((up - down) * grow);

	s[tx] = fmaxf(p * expf(v * (float) (2 * tx - m)) - k, 0);
	if (tx == 0)
		s[m] = fmaxf(p * expf(v * (float) m) - k, 0);
	__syncthreads();
	for (int i = m; i > 0; --i) {
		float w = pu * s[tx + 1] + pd * s[tx];
		__syncthreads();
		if (tx < i)
			s[tx] = w;
		__syncthreads();
	}
	if (tx == 0)
		o[b] = s[0];
}

// The joint histogram of two images, 32 x 32 bins.
__global__ void joint_hist(IN(uchar4) a, IN(uchar4) b, int *h, int n)
{
	__shared__ int s[1024];
	int tx = threadIdx.x, step = gridDim.x * blockDim.x;

	for (int t = tx; t < 1024; t += 256)
		s[t] = 0;
	__syncthreads();
	for (int i = X; i < n; i += step) {
		uchar4 p = a[i], q = b[i];
		atomicAdd(&s[(p.x >> 3) * 32 + (q.x >> 3)], 1);
		atomicAdd(&s[(p.y >> 3) * 32 + (q.y >> 3)], 1);
		atomicAdd(&s[(p.z >> 3) * 32 + (q.z >> 3)], 1);
		atomicAdd(&s[(p.w >> 3) * 32 + (q.w >> 3)], 1);
	}
	__syncthreads();
	for (int t = tx; t < 1024; t += 256)
		atomicAdd(&h[t], s[t]);
}

// Gradients and the suppression of all but their maxima, as of Canny.
__global__ void canny_tile(IN(float) a, OUT(float) o, int nx, float least)
{
	__shared__ float s[12][36], g[10][34];
	int tx = threadIdx.x, ty = threadIdx.y, t0 = 32 * ty + tx, i = 8 * blockIdx.y * (nx + 4) + 32 * blockIdx.x;

	for (int t = t0; t < 432; t += 256)
		s[t / 36][t % 36] = a[i + t / 36 * (nx + 4) + t % 36];
	__syncthreads();
	for (int t = t0; t < 340; t += 256) {
		int r = t / 34, c = t % 34;
		float u = s[r][c + 2] + 2 * s[r + 1][c + 2] + s[r + 2][c + 2] - s[r][c] - 2 * s[r + 1][c] - s[r + 2][c];
		float v = s[r + 2][c] + 2 * s[r + 2][c + 1] + s[r + 2][c + 2] - s[r][c] - 2 * s[r][c + 1] - s[r][c + 2];
		g[r][c] = sqrtf(u * u + v * v);
	}
	__syncthreads();
	float u = s[ty + 2][tx + 3] - s[ty + 2][tx + 1], v = s[ty + 3][tx + 2] - s[ty + 1][tx + 2];
	float w = g[ty + 1][tx], e = g[ty + 1][tx + 2], n = g[ty][tx + 1], z = g[ty + 2][tx + 1];
	float nw = g[ty][tx], ne = g[ty][tx + 2], sw = g[ty + 2][tx], se = g[ty + 2][tx + 2], m = g[ty + 1][tx + 1];
	bool flat = fabsf(v) < .4142f * fabsf(u), steep = fabsf(u) < .4142f * fabsf(v), falls = u * v > 0;
	float p = flat ? w : steep ? n : falls ? nw : ne, q = flat ? e : steep ? z : falls ? se : sw;
	o[Y * nx + X] = m >= fmaxf(fmaxf(p, q), least) ? m : 0;
}

__device__ __forceinline__ void fft8(float2 *v)
{
	const float c = .70710678f;
#pragma unroll
	for (int h = 4; h > 0; h /= 2)
#pragma unroll
		for (int i = 0; i < 8; ++i)
			if (i / h % 2 == 0) {
				float2 a = v[i], b = v[i + h];
				float x = a.x - b.x, y = a.y - b.y;
				int k = i % h * (4 / h);
				v[i] = make_float2(a.x + b.x, a.y + b.y);
				v[i + h] = k == 0 ? make_float2(x, y) : k == 1 ? make_float2(c * (x + y), c * (y - x)) :
					k == 2 ? make_float2(y, -x) : make_float2(c * (y - x), -c * (x + y));
			}
}

// Puts the eight values in order again and turns them by multiples of f.
__device__ __forceinline__ void turn8(float2 *v, float f)
{
	const int rev[8] = { 0, 4, 2, 6, 1, 5, 3, 7 };
	float2 w[8];
#pragma unroll
	for (int j = 0; j < 8; ++j)
		w[j] = v[rev[j]];
	v[0] = w[0];
#pragma unroll
	for (int j = 1; j < 8; ++j) {
		float c = __cosf(f * j), s = __sinf(f * j);
		v[j] = make_float2(c * w[j].x - s * w[j].y, c * w[j].y + s * w[j].x);
	}
}

__device__ __forceinline__ void exchange8(float2 *v, float *s, int to, int dt, int from)
{
#pragma unroll
	for (int j = 0; j < 8; ++j)
		s[to + dt * j] = v[j].x;
	__syncthreads();
#pragma unroll
	for (int j = 0; j < 8; ++j)
		v[j].x = s[from + 8 * j];
	__syncthreads();
#pragma unroll
	for (int j = 0; j < 8; ++j)
		s[to + dt * j] = v[j].y;
	__syncthreads();
#pragma unroll
	for (int j = 0; j < 8; ++j)
		v[j].y = s[from + 8 * j];
	__syncthreads();
}

// Transforms of 512 points, eight to a thread, as in SHOC.
__global__ void fft512(IN(float2) a, OUT(float2) o)
{
	__shared__ float s[576];
	int t = threadIdx.x, hi = t / 8, lo = t % 8, from = 512 * blockIdx.x + t;
	const int rev[8] = { 0, 4, 2, 6, 1, 5, 3, 7 };
	float2 v[8];

#pragma unroll
	for (int j = 0; j < 8; ++j)
		v[j] = a[from + 64 * j];
	fft8(v);
	turn8(v, -.012271846f * (float) t);
	exchange8(v, s, t, 66, 66 * lo + hi);
	fft8(v);
	turn8(v, -.098174770f * (float) hi);
	exchange8(v, s, t, 72, 72 * hi + lo);
	fft8(v);
#pragma unroll
	for (int j = 0; j < 8; ++j)
		o[from + 64 * j] = v[rev[j]];
}

// Keys of a block, sorted by their m lowest bits: a split for each bit.
__global__ void radix_split(IN(unsigned) a, OUT(unsigned) o, int m)
{
	__shared__ unsigned s[256], sums[8];
	int x = X, tx = threadIdx.x, lane = tx % 32, warp = tx / 32;
	unsigned key = a[x];

	for (int b = 0; b < m; ++b) {
		unsigned zero = 1 - (key >> b & 1), p = zero, before = 0, all = 0;
#pragma unroll
		for (int l = 1; l < 32; l *= 2) {
			unsigned q = __shfl_up_sync(~0u, p, l);
			p += lane >= l ? q : 0;
		}
		if (lane == 31)
			sums[warp] = p;
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 8; ++k) {
			unsigned q = sums[k];
			before += k < warp ? q : 0;
			all += q;
		}
		before += p - zero;
		s[zero ? before : all + tx - before] = key;
		__syncthreads();
		key = s[tx];
	}
	o[x] = key;
}

// The largest signal speed of a gas, for the length of the next time step.
__global__ void cfl_max(IN(double) r, IN(double) u, IN(double) v, IN(double) w, IN(double) p, OUT(double) o, int n,
	double gamma)
{
	__shared__ double s[512];
	int tx = threadIdx.x, step = gridDim.x * blockDim.x;
	double m = 0;

	for (int i = X; i < n; i += step)
		m = fmax(m, fmax(fmax(fabs(u[i]), fabs(v[i])), fabs(w[i])) + sqrt(gamma * p[i] / r[i]));
	s[tx] = m;
	__syncthreads();
#pragma unroll
	for (int h = 256; h > 0; h /= 2) {
		if (tx < h)
			s[tx] = fmax(s[tx], s[tx + h]);
		__syncthreads();
	}
	if (tx == 0)
		o[blockIdx.x] = s[0];
}

// n is the number of pairs in a row.
__global__ void transpose_half2(IN(half2) a, OUT(half2) b, int n)
{
	__shared__ half2 s[64][33];
	int tx = threadIdx.x, ty = threadIdx.y;

#pragma unroll
	for (int j = 0; j < 64; j += 8)
		s[ty + j][tx] = a[(64 * blockIdx.y + ty + j) * n + 32 * blockIdx.x + tx];
	__syncthreads();
#pragma unroll
	for (int j = 0; j < 32; j += 8) {
		half2 p = s[2 * tx][ty + j], q = s[2 * tx + 1][ty + j];
		int i = (64 * blockIdx.x + 2 * (ty + j)) * n + 32 * blockIdx.y + tx;
		b[i] = __lows2half2(p, q);
		b[i + n] = __highs2half2(p, q);
	}
}

// A network of m layers of 32 neurons, a sample to a thread.
__global__ void mlp_tile(IN(float) a, IN(float) weight, IN(float) bias, OUT(float) o, int n, int m)
{
	__shared__ float s[32][32], c[32];
	int x = X, tx = threadIdx.x;
	float h[32];

#pragma unroll
	for (int k = 0; k < 32; ++k)
		h[k] = a[k * n + x];
	for (int l = 0; l < m; ++l) {
#pragma unroll
		for (int j = 0; j < 8; ++j)
			s[tx / 32 + 4 * j][tx % 32] = weight[1024 * l + 128 * j + tx];
		if (tx < 32)
			c[tx] = bias[32 * l + tx];
		__syncthreads();
		float t[32];
#pragma unroll
		for (int j = 0; j < 32; ++j) {
			float v = c[j];
#pragma unroll
			for (int k = 0; k < 32; ++k)
				v += s[j][k] * h[k];
			t[j] = fmaxf(v, 0);
		}
#pragma unroll
		for (int k = 0; k < 32; ++k)
			h[k] = t[k];
		__syncthreads();
	}
#pragma unroll
	for (int k = 0; k < 32; ++k)
		o[k * n + x] = h[k];
}

// Distances of all pairs of rows in the norm of absolute values.
__global__ void cdist_l1(const float *a, const float *b, float *o, int n, int m)
{
	__shared__ float sa[16][17], sb[16][17];
	int tx = threadIdx.x, ty = threadIdx.y;
	float d = 0;

	for (int l = 0; l < m; l += 16) {
		sa[ty][tx] = a[(16 * blockIdx.y + ty) * m + l + tx];
		sb[ty][tx] = b[(16 * blockIdx.x + ty) * m + l + tx];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 16; ++k)
			d += fabsf(sa[ty][k] - sb[tx][k]);
		__syncthreads();
	}
	o[Y * n + X] = d;
}

// The forward algorithm of a hidden Markov model with 64 states, a sequence to a block.
__global__ void hmm_block(IN(int) seen, IN(float) start, IN(float) move, IN(float) emit, OUT(float) o, int m)
{
	__shared__ float s[64][64], al[64], part[2];
	int tx = threadIdx.x, b = blockIdx.x;
	float like = 0;

#pragma unroll 8
	for (int k = 0; k < 64; ++k)
		s[k][tx] = move[64 * k + tx];
	al[tx] = start[tx];
	__syncthreads();
	for (int t = 0; t < m; ++t) {
		float v = 0;
#pragma unroll 8
		for (int k = 0; k < 64; ++k)
			v += al[k] * s[k][tx];
		v *= emit[64 * seen[m * b + t] + tx];
		float q = v;
#pragma unroll
		for (int l = 16; l > 0; l /= 2)
			q += __shfl_xor_sync(~0u, q, l);
		if (tx % 32 == 0)
			part[tx / 32] = q;
		__syncthreads();
		q = part[0] + part[1];
		al[tx] = v / q;
		like += logf(q);
		__syncthreads();
	}
	if (tx == 0)
		o[b] = like;
}

// Equalizes the histogram of each tile of 64 x 64 pixels.
__global__ void equalize_tile(IN(byte) a, OUT(byte) o, int w)
{
	__shared__ int s[256], sums[8];
	int tx = threadIdx.x, lane = tx % 32, warp = tx / 32, from = 64 * blockIdx.y * w + 64 * blockIdx.x;

	s[tx] = 0;
	__syncthreads();
	for (int t = tx; t < 4096; t += 256)
		atomicAdd(&s[a[from + t / 64 * w + t % 64]], 1);
	__syncthreads();
	int p = s[tx];
#pragma unroll
	for (int l = 1; l < 32; l *= 2) {
		int q = __shfl_up_sync(~0u, p, l);
		p += lane >= l ? q : 0;
	}
	if (lane == 31)
		sums[warp] = p;
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 7; ++k)
		p += k < warp ? sums[k] : 0;
	s[tx] = p * 255 >> 12;
	__syncthreads();
	for (int t = tx; t < 4096; t += 256)
		o[from + t / 64 * w + t % 64] = s[a[from + t / 64 * w + t % 64]];
}

// Advection with the piecewise parabolic method, a part of a row to a block.
__global__ void ppm_row(const double *a, double *o, int nx, double c)
{
	__shared__ double s[261], e[258], f[257];
	int tx = threadIdx.x, y = blockIdx.y;

	for (int t = tx; t < 261; t += 256)
		s[t] = a[y * (nx + 5) + 256 * blockIdx.x + t];
	__syncthreads();
	for (int t = tx; t < 258; t += 256)
		e[t] = .5833333333333334 * (s[t + 1] + s[t + 2]) - .08333333333333333 * (s[t] + s[t + 3]);
	__syncthreads();
	for (int t = tx; t < 257; t += 256) {
		double v = s[t + 2], l = e[t], r = e[t + 1], d = r - l, m = d * (v - .5 * (l + r)), q = d * d * .16666666666666666;
		bool flat = (r - v) * (v - l) <= 0;
		double left = flat ? v : m > q ? 3 * v - 2 * r : l, right = flat ? v : m < -q ? 3 * v - 2 * l : r;
		double six = 6 * (v - .5 * (left + right));
		f[t] = right - .5 * c * (right - left - (1 - .6666666666666666 * c) * six);
	}
	__syncthreads();
	o[y * nx + X] = s[tx + 3] - c * (f[tx + 1] - f[tx]);
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
	auto h2 = [](int i) { return f<half2>(i); };
	auto u = [](int i) { return f<unsigned>(i); };
	const half zero = __float2half(0);
	struct line {
		int n, b;
	};
	for (line l : { line{ 3072, 64 }, line{ 15360, 128 } })
		measure("nussinov_diag", l.n, l.b, "int32", 0.f, nussinov_diag, I(4), B(0), l.n + 1024, 1024);
	for (line l : { line{ 16384, 128 }, line{ 200000, 256 }, line{ 2000000, 512 } })
		measure("hodgkin_huxley", l.n, l.b, "int32", 0.f, hodgkin_huxley, F(0), F(1), F(4), l.n, 100, .01f);
	limit = 8192;
	for (line l : { line{ 20000, 64 }, line{ 300000, 128 } })
		measure("multipole_xs", l.n, l.b, "int32", 0., multipole_xs, I(3), d2(0), D(1), D(4), l.n, 24);
	limit = 0;
	for (line l : { line{ 4096, 64 }, line{ 32768, 128 }, line{ 110592, 256 } })
		measure("polyakov_line", l.n, l.b, "int32", 0., polyakov_line, d2(0), d2(4), l.n, 32);
	struct plane {
		ints n, b;
	};
	for (plane p : { plane{ i3(128, 96), i3(32, 4) }, plane{ i3(512, 512), i3(64, 2) },
		     plane{ i3(1024, 1024), i3(128, 2) } })
		measure("vadv_column", p.n, p.b, "int32", 0., vadv_column, D(0), D(1), D(2), D(3), D(4), D(5), D(6), p.n.x, p.n.y,
			60, 3., .4, .6);
	for (line l : { line{ 8000, 64 }, line{ 60000, 128 }, line{ 200000, 256 } })
		measure("pairhmm_rows", l.n, l.b, "int32", 0.f, pairhmm_rows, B(0), B(1), F(2), F(4), F(5), F(6), F(7), l.n, 24, 64,
			.9f, .8f, .05f, .2f);
	for (line l : { line{ 20000, 64 }, line{ 200000, 256 }, line{ 3000000, 1024 } })
		measure("minhash_reads", l.n, l.b, "int32", 0.f, minhash_reads, B(0), u(4), l.n, 250);
	for (line l : { line{ 9000, 64 }, line{ 64000, 128 }, line{ 400000, 256 } })
		measure("libor_path", l.n, l.b, "int32", 0.f, libor_path, F(4), F(0), F(1), l.n, 20, 40, .25f, .1f);
	for (plane p : { plane{ i3(640, 480), i3(16, 16) }, plane{ i3(1920, 1080), i3(32, 8) },
		     plane{ i3(3840, 2160), i3(64, 4) } })
		measure("nlm_denoise", p.n, p.b, "int32", 0.f, nlm_denoise, F(0), F(4), p.n.x, p.n.y, 5, 3.f);
	for (line l : { line{ 6000, 32 }, line{ 50000, 128 }, line{ 400000, 256 } })
		measure("toeplitz_mv", l.n, l.b, "int32", 0., toeplitz_mv, D(0), D(1), D(4), l.n, 4096);
	for (line l : { line{ 10000, 64 }, line{ 100000, 128 }, line{ 500000, 512 } })
		measure("kendall_rows", l.n, l.b, "int32", 0.f, kendall_rows, F(0), F(1), I(4), l.n, 48);
	for (line l : { line{ 8448, 64 }, line{ 150000, 128 }, line{ 1000000, 256 } })
		measure("vay_push", l.n, l.b, "int32", 0., vay_push, D(0), D(4), l.n, 50, -.01, .02, .01, .05, .1);
	for (line l : { line{ 12000, 128 }, line{ 250000, 256 } })
		measure("gauss_potential", l.n, l.b, "int32", 0., gauss_potential, d2(0), d2(1), D(2), D(4), l.n, 200, 2.5);
	measure("hll_march", i3(2048, 8), i3(64, 1), "int32", 0., hll_march, D(0), D(4), 2048, 512, 64, .1);
	measure("hll_march", i3(4096, 64), i3(128, 1), "int32", 0., hll_march, D(0), D(4), 4096, 4096, 64, .1);
	limit = 1 << 20;
	for (int n : { 8192, 65536 })
		measure("embedding_bag", i3(64, n), i3(64, 4), "int32", zero, embedding_bag, h2(0), I(3), h2(4), n, 32, 1 / 32.f);
	limit = 65536;
	for (line l : { line{ 20000, 64 }, line{ 100000, 128 }, line{ 600000, 256 } })
		measure("bell3_mv", l.n, l.b, "int32", 0., bell3_mv, I(3), D(0), D(1), D(4), l.n, 16);
	limit = 1000;
	for (int n : { 100, 1000, 4096 })
		measure("lavamd_box", 128 * n, 128, "int32", 0.f, lavamd_box, v4(0), F(1), I(3), v4(4), 27, .5f);
	limit = 0;
	for (int n : { 1500, 6000, 30000 })
		measure("nekbone_ax", i3(8 * n, 8), i3(8, 8), "int32", 0., nekbone_ax, D(0), D(1), D(2), D(4));
	for (int n : { 300, 8000 })
		measure("binomial_shared", 256 * n, 256, "int32", 0.f, binomial_shared, F(0), F(1), F(2), F(4), 256, .01f, .05f);
	limit = ~0u;
	for (int n : { 264 * 256, 1056 * 256 })
		measure("joint_hist", n, 256, "int32", 0.f, joint_hist, f<uchar4>(3), f<uchar4>(3) + (1 << 26), I(4), 1 << 24);
	limit = 0;
	measure("canny_tile", i3(2560, 1440), i3(32, 8), "int32", 0.f, canny_tile, F(0), F(4), 2560, .2f);
	measure("canny_tile", i3(8192, 8192), i3(32, 8), "int32", 0.f, canny_tile, F(0), F(4), 8192, .2f);
	for (int n : { 6000, 30000, 150000 })
		measure("fft512", 64 * n, 64, "int32", 0.f, fft512, f2(0), f2(4));
	limit = ~0u;
	for (int n : { 6000, 60000 })
		measure("radix_split", 256 * n, 256, "int32", 0.f, radix_split, u(3), u(4), 8);
	limit = 0;
	for (int n : { 132 * 512, 1056 * 512 })
		measure("cfl_max", n, 512, "int32", 0., cfl_max, D(0), D(1), D(2), D(3), D(5), D(4), 20000000, 1.4);
	for (int n : { 4096, 8192, 16384 })
		measure("transpose_half2", i3(n / 2, n / 8), i3(32, 8), "int32", zero, transpose_half2, h2(0), h2(4), n / 2);
	for (int n : { 400, 3000, 20000 })
		measure("mlp_tile", 128 * n, 128, "int32", 0.f, mlp_tile, F(0), F(1), F(2), F(4), 128 * n, 8);
	measure("cdist_l1", i3(1024, 512), i3(16, 16), "int32", 0.f, cdist_l1, F(0), F(1), F(4), 1024, 128);
	measure("cdist_l1", i3(4096, 4096), i3(16, 16), "int32", 0.f, cdist_l1, F(0), F(1), F(4), 4096, 128);
	limit = 32;
	for (int n : { 300, 6000 })
		measure("hmm_block", 64 * n, 64, "int32", 0.f, hmm_block, I(3), F(0), F(1), F(2), F(4), 100);
	limit = ~0u;
	for (plane p : { plane{ i3(16384, 64), i3(256) }, plane{ i3(32768, 128), i3(256) },
		     plane{ i3(65536, 256), i3(256) } })
		measure("equalize_tile", p.n, p.b, "int32", 0.f, equalize_tile, B(3), B(4), p.n.x / 4);
	limit = 0;
	measure("ppm_row", i3(4096, 1024), i3(256, 1), "int32", 0., ppm_row, D(0), D(4), 4096, .3);
	measure("ppm_row", i3(8192, 8192), i3(256, 1), "int32", 0., ppm_row, D(0), D(4), 8192, .3);
	return cudaDeviceSynchronize() != cudaSuccess;
}
