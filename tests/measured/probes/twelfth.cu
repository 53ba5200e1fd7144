// A twelfth blind set of kernels as engineers write them, and in no other set: a polynomial between nodes, flow
// through a ground of varying conductivity, an optimizer by signs, the sky that a terrain hides, fluctuations of
// series, layers of a picture and forecasts with seasons in loops of a thread; norms of groups, sums of groups of
// a table, losses since a peak, a guided filter, long memory and correlated ranks in shared memory or with shuffles;
// pictures bent at will, draws by aliases and mixed materials by drawn indices or branches.
// Said in twelfth.wsp before anything was timed or predicted.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 twelfth.cu && ./a.out >twelfth.csv
//
// cold_ms is the median of nine launches, each between two events, on caches that hold other data, all of
// it read.
// With an argument each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
#include "own.h"

// Loops in a thread.

// The polynomial through m nodes at n places, by the second barycentric formula.
__global__ void barycentric_eval(IN(double) at, IN(double) node, IN(double) weight, IN(double) value, OUT(double) o, int n,
	int m)
{
	int i = X;
	if (i >= n)
		return;
	double t = at[i], num = 0, den = 0;
	for (int k = 0; k < m; ++k) {
		double q = weight[k] / (t - node[k]);
		num += q * value[k];
		den += q;
	}
	o[i] = num / den;
}

// A step of div(k grad u) in three dimensions, conductivities of faces in the mean; a thread to a column of m cells.
__global__ void div_kgrad3d(IN(float) u, IN(float) k, OUT(float) o, int nx, int ny, int m, float half_dt)
{
	int x = X, y = Y;
	if (x >= nx || y >= ny)
		return;
	int sx = nx + 2, sxy = sx * (ny + 2);
	for (int z = 0; z < m; ++z) {
		int c = (z + 1) * sxy + (y + 1) * sx + x + 1;
		float v = u[c], q = k[c], s;
		s = (q + k[c - 1]) * (u[c - 1] - v) + (q + k[c + 1]) * (u[c + 1] - v);
		s += (q + k[c - sx]) * (u[c - sx] - v) + (q + k[c + sx]) * (u[c + sx] - v);
		s += (q + k[c - sxy]) * (u[c - sxy] - v) + (q + k[c + sxy]) * (u[c + sxy] - v);
		o[(z * ny + y) * nx + x] = v + half_dt * s;
	}
}

// Weights and momenta after Lion, gradients of two bytes.
__global__ void lion_grid(float *__restrict__ w, float *__restrict__ mom, IN(__half) grad, int n, float b1, float b2,
	float rate, float decay)
{
	for (int i = X; i < n; i += gridDim.x * blockDim.x) {
		float g = __half2float(grad[i]), u = mom[i], v = w[i], c = b1 * u + (1 - b1) * g;
		float sign = c > 0 ? 1.f : c < 0 ? -1.f : 0.f;
		w[i] = v - rate * (sign + decay * v);
		mom[i] = b2 * u + (1 - b2) * g;
	}
}

// The part of the sky that a terrain leaves free, horizons in eight directions up to m cells away.
__global__ void sky_view(IN(float) a, OUT(float) o, int nx, int ny, int m)
{
	int x = X, y = Y;
	if (x >= nx || y >= ny)
		return;
	const int dx[8] = { 1, 1, 0, -1, -1, -1, 0, 1 }, dy[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };
	int sx = nx + 2 * m;
	const float *c = a + (y + m) * sx + x + m;
	float v = *c, s = 0;
#pragma unroll
	for (int d = 0; d < 8; ++d) {
		float t = 0;
		for (int k = 1; k <= m; ++k)
			t = fmaxf(t, (c[k * (dy[d] * sx + dx[d])] - v) / (float) k);
		t *= d % 2 ? .70710678f : 1.f;
		s += t * rsqrtf(1 + t * t);
	}
	o[y * nx + x] = 1 - .125f * s;
}

// How much n series fluctuate around lines through m windows of q values (detrended fluctuation analysis).
__global__ void dfa_windows(IN(float) a, IN(float) mean, OUT(float) o, int n, int m, int q, float middle, float part,
	float inverse)
{
	int i = X;
	if (i >= n)
		return;
	float e = mean[i], y = 0, f = 0;
	for (int w = 0; w < m; ++w) {
		float s = 0, st = 0, s2 = 0;
		for (int j = 0; j < q; ++j) {
			y += a[(w * q + j) * n + i] - e;
			s += y;
			st += y * (float) j;
			s2 += y * y;
		}
		float b = st - middle * s;
		f += s2 - part * s * s - inverse * b * b;
	}
	o[i] = .5f * logf(fmaxf(f, 1e-12f));
}

// m layers of a picture, the front one first, of four bytes a pixel.
__global__ void composite_layers(IN(uchar4) a, OUT(uchar4) o, int n, int m)
{
	int i = X;
	if (i >= n)
		return;
	int r = 0, g = 0, b = 0, t = 255;
	for (int k = 0; k < m; ++k) {
		uchar4 u = a[k * n + i];
		int w = t * u.w;
		r += w * u.x;
		g += w * u.y;
		b += w * u.z;
		t = (t * (255 - u.w) + 127) / 255;
	}
	o[i] = make_uchar4(r / 65025, g / 65025, b / 65025, 255 - t);
}

// Forecasts of a week after Holt and Winters, from m weeks of n series.
__global__ void holt_winters(IN(float) a, OUT(float) o, int n, int m, float alpha, float beta, float gamma)
{
	int i = X;
	if (i >= n)
		return;
	float l = a[i], t = 0, s[7] = {};
	for (int w = 0; w < m; ++w) {
#pragma unroll
		for (int d = 0; d < 7; ++d) {
			float v = a[(7 * w + d) * n + i], l0 = l;
			l = alpha * (v - s[d]) + (1 - alpha) * (l + t);
			t = beta * (l - l0) + (1 - beta) * t;
			s[d] = gamma * (v - l) + (1 - gamma) * s[d];
		}
	}
#pragma unroll
	for (int d = 0; d < 7; ++d)
		o[d * n + i] = l + (float) (d + 1) * t + s[d];
}

// Shared memory and shuffles.

__device__ __forceinline__ float warp_sum(float v)
{
#pragma unroll
	for (int l = 16; l > 0; l /= 2)
		v += __shfl_xor_sync(~0u, v, l);
	return v;
}

// Groups of channels of a picture, normalized: m values in channels of area each, a group to a block of 256.
__global__ void group_norm(IN(float) a, IN(float) scale, IN(float) bias, OUT(float) o, int m, int area, int groups,
	int channels, float part, float eps)
{
	__shared__ float first[8], second[8];
	int tx = threadIdx.x, from = blockIdx.x * m, channel = blockIdx.x % groups * channels;
	float s = 0, s2 = 0;

	for (int c = tx; c < m; c += 256) {
		float v = a[from + c];
		s += v;
		s2 += v * v;
	}
	s = warp_sum(s);
	s2 = warp_sum(s2);
	if (tx % 32 == 0) {
		first[tx / 32] = s;
		second[tx / 32] = s2;
	}
	__syncthreads();
	s = 0;
	s2 = 0;
#pragma unroll
	for (int k = 0; k < 8; ++k) {
		s += first[k];
		s2 += second[k];
	}
	float mean = s * part, r = rsqrtf(s2 * part - mean * mean + eps);
	for (int c = tx; c < m; c += 256) {
		int at = channel + c / area;
		o[from + c] = (a[from + c] - mean) * r * scale[at] + bias[at];
	}
}

// Sums and counts of 64 groups of a table's rows, m rows to a thread.
__global__ void group_by_sums(IN(byte) key, IN(float) price, float *total, int *rows, int n, int m)
{
	__shared__ float sum[64];
	__shared__ int count[64];
	int tx = threadIdx.x, i = X;

	if (tx < 64) {
		sum[tx] = 0;
		count[tx] = 0;
	}
	__syncthreads();
	for (int k = 0; k < m; ++k) {
		int g = key[k * n + i];
		atomicAdd(&sum[g], price[k * n + i]);
		atomicAdd(&count[g], 1);
	}
	__syncthreads();
	if (tx < 64) {
		atomicAdd(&total[tx], sum[tx]);
		atomicAdd(&rows[tx], count[tx]);
	}
}

// The largest losses since a peak of n series of 32 m prices, a series to a warp.
__global__ void max_drawdown(IN(float) a, OUT(float) o, int n, int m)
{
	int x = threadIdx.x, y = Y;
	if (y >= n)
		return;
	float peak = 0, loss = 0;
	for (int k = 0; k < m; ++k) {
		float v = a[(y * m + k) * 32 + x], t = v;
#pragma unroll
		for (int l = 1; l < 32; l *= 2) {
			float u = __shfl_up_sync(~0u, t, l);
			t = x >= l ? fmaxf(t, u) : t;
		}
		t = fmaxf(t, peak);
		loss = fmaxf(loss, t - v);
		peak = __shfl_sync(~0u, t, 31);
	}
#pragma unroll
	for (int l = 16; l > 0; l /= 2)
		loss = fmaxf(loss, __shfl_xor_sync(~0u, loss, l));
	if (x == 0)
		o[y] = loss;
}

// A guided filter of a picture by itself, windows of 3 x 3, in tiles of 16 x 16.
__global__ void guided_tile(IN(float) a, OUT(float) o, int nx, float eps)
{
	__shared__ float s[20][20], slope[18][18], shift[18][18];
	int tx = threadIdx.x, ty = threadIdx.y;
	const float *from = a + 16 * blockIdx.y * (nx + 4) + 16 * blockIdx.x;

	for (int j = ty; j < 20; j += 16)
		for (int i = tx; i < 20; i += 16)
			s[j][i] = from[j * (nx + 4) + i];
	__syncthreads();
	for (int j = ty; j < 18; j += 16)
		for (int i = tx; i < 18; i += 16) {
			float e = 0, e2 = 0;
#pragma unroll
			for (int q = 0; q < 9; ++q) {
				float v = s[j + q / 3][i + q % 3];
				e += v;
				e2 += v * v;
			}
			e *= .11111111f;
			float var = .11111111f * e2 - e * e, g = var / (var + eps);
			slope[j][i] = g;
			shift[j][i] = e - g * e;
		}
	__syncthreads();
	float g = 0, h = 0;
#pragma unroll
	for (int q = 0; q < 9; ++q) {
		g += slope[ty + q / 3][tx + q % 3];
		h += shift[ty + q / 3][tx + q % 3];
	}
	o[Y * nx + X] = .11111111f * (g * s[ty + 2][tx + 2] + h);
}

__device__ __forceinline__ float sigmoid(float v)
{
	return 1 / (1 + __expf(-v));
}

// m steps of a long short-term memory of 128 units, what comes in multiplied before; a sequence to a block.
__global__ void lstm_steps(IN(float4) in, IN(float4) weight, OUT(float) o, int m, int units)
{
	__shared__ float h[128];
	int tx = threadIdx.x;
	float c = 0;

	h[tx] = 0;
	for (int t = 0; t < m; ++t) {
		int at = (blockIdx.x * m + t) * 128 + tx;
		float4 g = in[at];
		__syncthreads();
		for (int k = 0; k < units; ++k) {
			float4 u = weight[k * 128 + tx];
			float v = h[k];
			g.x += u.x * v;
			g.y += u.y * v;
			g.z += u.z * v;
			g.w += u.w * v;
		}
		c = sigmoid(g.y) * c + sigmoid(g.x) * tanhf(g.z);
		float v = sigmoid(g.w) * tanhf(c);
		__syncthreads();
		h[tx] = v;
		o[at] = v;
	}
}

// How the ranks of two rows of m = 128 values correlate, after Spearman; a pair of rows to a block.
__global__ void spearman_rows(IN(float) a, IN(float) b, OUT(float) o, int m, float scale)
{
	__shared__ float s[128], t[128], part[4];
	int tx = threadIdx.x, ra = 0, rb = 0;
	float v = a[X], w = b[X];

	s[tx] = v;
	t[tx] = w;
	__syncthreads();
	for (int k = 0; k < m; ++k) {
		ra += s[k] < v;
		rb += t[k] < w;
	}
	float d = (float) (ra - rb);
	d = warp_sum(d * d);
	if (tx % 32 == 0)
		part[tx / 32] = d;
	__syncthreads();
	if (tx == 0)
		o[blockIdx.x] = 1 - scale * (part[0] + part[1] + part[2] + part[3]);
}

// Drawn indices and branches.

// A picture at places that a map says, between four pixels.
__global__ void remap_bilinear(IN(float) a, IN(float2) place, OUT(float) o, int nx, int ny, float wide, float high)
{
	int x = X, y = Y;
	if (x >= nx || y >= ny)
		return;
	float2 q = place[y * nx + x];
	float fx = q.x * wide, fy = q.y * high, gx = floorf(fx), gy = floorf(fy), u = fx - gx, v = fy - gy;
	const float *c = a + (int) gy * nx + (int) gx;
	float top = c[0] + u * (c[1] - c[0]), low = c[nx] + u * (c[nx + 1] - c[nx]);
	o[y * nx + x] = top + v * (low - top);
}

__device__ __forceinline__ unsigned xorshift(unsigned u)
{
	u ^= u << 13;
	u ^= u >> 17;
	return u ^ u << 5;
}

// Means of m draws from a table of 65536 chances, after Walker: the place drawn or its alias.
__global__ void alias_draws(IN(unsigned) seed, IN(float) keep, IN(int) other, IN(float) value, OUT(float) o, int n, int m,
	float part)
{
	int i = X;
	if (i >= n)
		return;
	unsigned u = seed[i];
	float s = 0;
	for (int k = 0; k < m; ++k) {
		u = xorshift(u);
		int j = u >> 16;
		u = xorshift(u);
		if ((float) (u >> 8) * 5.9604645e-8f >= keep[j])
			j = other[j];
		s += value[j];
	}
	o[i] = part * s;
}

// Pressures of cells: of eight materials five are gases, two explosives after Jones, Wilkins and Lee, one a liquid
// after Tait.
__global__ void material_eos(IN(byte) material, IN(float) rho, IN(float) energy, OUT(float) o, int n, float gamma1,
	float a, float b, float r1, float r2, float omega, float stiff, float power)
{
	int i = X;
	if (i >= n)
		return;
	int k = material[i];
	float d = rho[i], e = energy[i], q;
	if (k < 5)
		q = gamma1 * d * e;
	else if (k < 7) {
		float v1 = r1 / d, v2 = r2 / d;
		q = a * (1 - omega / v1) * expf(-v1) + b * (1 - omega / v2) * expf(-v2) + omega * d * e;
	} else
		q = stiff * (powf(d, power) - 1);
	o[i] = q;
}

// Data of their own, which measure() leaves alone: 16 parts of 256 MiB.  0 heights from -1 to 1, 1 words, 2 gradients
// of -100 to 99, 3 keys below 64, 4 materials below 8, 5 floats from 0 to 1, 6 places below 65536.

int main(int argc, char **)
{
	typedef ints i3;
	once = argc > 1;
	cudaMalloc(&memory, 10 * field);
	cudaMalloc(&made, 16 * part_of);
	even<<<1024, 256>>>(own<float>(0), part_of / 4, -1, 1);
	draw<<<1024, 256>>>(own<int>(1), part_of / 4, ~0u);
	few<<<1024, 256>>>(own<__half>(2), part_of / 2, 200, 1, -100);
	few<<<1024, 256>>>(own<byte>(3), part_of, 64, 1, 0);
	few<<<1024, 256>>>(own<byte>(4), part_of, 8, 1, 0);
	even<<<1024, 256>>>(own<float>(5), part_of / 4, 0, 1);
	few<<<1024, 256>>>(own<int>(6), part_of / 4, 65536, 1, 0);
	printf("kernel,type,nx,ny,nz,bx,by,bz,strides,regs,cold_ms\n");
	auto v4 = [](int i) { return f<float4>(i); };
	struct line {
		int n, b;
	};
	struct plane {
		ints n, b;
	};
	for (line l : { line{ 10000, 64 }, line{ 200000, 128 }, line{ 2000000, 256 } })
		measure("barycentric_eval", l.n, l.b, "int32", 0., barycentric_eval, D(0), D(1), D(2), D(3), D(4), l.n, 24);
	for (plane p : { plane{ i3(256, 128), i3(32, 4) }, plane{ i3(1024, 512), i3(64, 4) },
		     plane{ i3(2048, 2048), i3(32, 8) } })
		measure("div_kgrad3d", p.n, p.b, "int32", 0.f, div_kgrad3d, F(0), F(1), F(4), p.n.x, p.n.y, 48, .05f);
	for (line l : { line{ 20480, 128 }, line{ 270336, 256 }, line{ 4325376, 512 } })
		measure("lion_grid", l.n, l.b, "int32", 0.f, lion_grid, F(4), F(5), own<__half>(2), 16 * l.n, .9f, .99f, 1e-4f,
			.01f);
	for (plane p : { plane{ i3(256, 256), i3(16, 16) }, plane{ i3(1024, 1024), i3(32, 8) },
		     plane{ i3(4096, 2048), i3(64, 4) } })
		measure("sky_view", p.n, p.b, "int32", 0.f, sky_view, own<float>(0), F(4), p.n.x, p.n.y, 12);
	for (line l : { line{ 10000, 64 }, line{ 100000, 128 }, line{ 500000, 256 } })
		measure("dfa_windows", l.n, l.b, "int32", 0.f, dfa_windows, F(0), F(1), F(4), l.n, 8, 16, 7.5f, .0625f,
			.0029411765f);
	for (line l : { line{ 100000, 128 }, line{ 2000000, 256 }, line{ 5000000, 64 } })
		measure("composite_layers", l.n, l.b, "int32", 0.f, composite_layers, own<uchar4>(1), f<uchar4>(4), l.n, 12);
	for (line l : { line{ 10000, 64 }, line{ 100000, 128 }, line{ 1000000, 256 } })
		measure("holt_winters", l.n, l.b, "int32", 0.f, holt_winters, F(0), F(4), l.n, 26, .3f, .1f, .2f);

	for (int n : { 200, 3000, 30000 })
		measure("group_norm", 256 * n, 256, "int32", 0.f, group_norm, F(0), F(1), F(2), F(4), 3136, 196, 32, 16,
			1.f / 3136, 1e-5f);
	for (int n : { 200, 2000, 12000 })
		measure("group_by_sums", 256 * n, 256, "int32", 0.f, group_by_sums, own<byte>(3), F(0), F(4), I(5), 256 * n, 16);
	for (plane p : { plane{ i3(32, 1000), i3(32, 2) }, plane{ i3(32, 20000), i3(32, 4) },
		     plane{ i3(32, 150000), i3(32, 8) } })
		measure("max_drawdown", p.n, p.b, "int32", 0.f, max_drawdown, F(0), F(4), p.n.y, 16);
	for (plane p : { plane{ i3(256, 256), i3(16, 16) }, plane{ i3(1920, 1088), i3(16, 16) },
		     plane{ i3(6144, 4096), i3(16, 16) } })
		measure("guided_tile", p.n, p.b, "int32", 0.f, guided_tile, F(0), F(4), p.n.x, .01f);
	for (int n : { 64, 528, 2000 })
		measure("lstm_steps", 128 * n, 128, "int32", 0.f, lstm_steps, v4(0), v4(1), F(4), 16, 128);
	for (int n : { 150, 4000, 100000 })
		measure("spearman_rows", 128 * n, 128, "int32", 0.f, spearman_rows, own<float>(0), own<float>(5), F(4), 128,
			6.f / (128 * (128 * 128 - 1)));

	for (plane p : { plane{ i3(256, 256), i3(16, 16) }, plane{ i3(1920, 1080), i3(32, 8) },
		     plane{ i3(5120, 2880), i3(64, 4) } })
		measure("remap_bilinear", p.n, p.b, "int32", 0.f, remap_bilinear, F(0), own<float2>(5), F(4), p.n.x, p.n.y,
			(float) (p.n.x - 1), (float) (p.n.y - 1));
	for (line l : { line{ 20000, 64 }, line{ 300000, 128 }, line{ 3000000, 256 } })
		measure("alias_draws", l.n, l.b, "int32", 0.f, alias_draws, own<unsigned>(1), own<float>(5), own<int>(6), F(0),
			F(4), l.n, 32, 1.f / 32);
	for (line l : { line{ 100000, 128 }, line{ 2000000, 256 }, line{ 30000000, 64 } })
		measure("material_eos", l.n, l.b, "int32", 0.f, material_eos, own<byte>(4), F(0), F(1), F(4), l.n, .4f, 6.f, .1f,
			4.6f, 1.3f, .25f, 3.f, 7.15f);
	return cudaDeviceSynchronize() != cudaSuccess;
}
