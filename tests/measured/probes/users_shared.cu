/* Shared memory: tiles with halos, reductions, transposes, planes that a block
 * marches through.
 */
#include "users.h"

template <class T, int N, int B>
__global__ void mm_tile(IN(T) a, IN(T) b, OUT(T) c)
{
	__shared__ T s[B][B], t[B][B];
	int tx = threadIdx.x, ty = threadIdx.y, x = X, y = Y;
	T r = 0;

	for (int m = 0; m < N / B; ++m) {
		s[ty][tx] = a[y * N + m * B + tx];
		t[ty][tx] = b[(m * B + ty) * N + x];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < B; ++k)
			r += s[ty][k] * t[k][tx];
		__syncthreads();
	}
	c[y * N + x] = r;
}

/* Tiles of 32 x 32, blocks of 32 x 8: four rows a thread. */
template <int N>
__global__ void mm_tile_four(IN(float) a, IN(float) b, OUT(float) c)
{
	__shared__ float s[32][32], t[32][32];
	int tx = threadIdx.x, ty = threadIdx.y, x = X, y = blockIdx.y * 32 + ty;
	float r[4] = { 0, 0, 0, 0 };

	for (int m = 0; m < N / 32; ++m) {
#pragma unroll
		for (int j = 0; j < 4; ++j) {
			s[ty + 8 * j][tx] = a[(y + 8 * j) * N + m * 32 + tx];
			t[ty + 8 * j][tx] = b[(m * 32 + ty + 8 * j) * N + x];
		}
		__syncthreads();
#pragma unroll
		for (int k = 0; k < 32; ++k)
#pragma unroll
			for (int j = 0; j < 4; ++j)
				r[j] += s[ty + 8 * j][k] * t[k][tx];
		__syncthreads();
	}
#pragma unroll
	for (int j = 0; j < 4; ++j)
		c[(y + 8 * j) * N + x] = r[j];
}

template <class T, int N, int BX, int BY>
__global__ void tiled5(IN(T) a, OUT(T) b)
{
	__shared__ T s[BY + 2][BX + 2];
	int tx = threadIdx.x, ty = threadIdx.y, i = (Y + 1) * N + X;

	s[ty + 1][tx + 1] = a[i];
	if (tx == 0)
		s[ty + 1][0] = a[i - 1];
	if (tx == BX - 1)
		s[ty + 1][BX + 1] = a[i + 1];
	if (ty == 0)
		s[0][tx + 1] = a[i - N];
	if (ty == BY - 1)
		s[BY + 1][tx + 1] = a[i + N];
	__syncthreads();
	b[i] = (T) 0.2 * (s[ty + 1][tx + 1] + s[ty + 1][tx] + s[ty + 1][tx + 2] +
		s[ty][tx + 1] + s[ty + 2][tx + 1]);
}

template <class T, int N, int BX, int BY, int BZ>
__global__ void tiled7(IN(T) a, OUT(T) b)
{
	__shared__ T s[BZ + 2][BY + 2][BX + 2];
	int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
	int i = ((Z + 1) * N + Y) * N + X;

	s[tz + 1][ty + 1][tx + 1] = a[i];
	if (tx == 0)
		s[tz + 1][ty + 1][0] = a[i - 1];
	if (tx == BX - 1)
		s[tz + 1][ty + 1][BX + 1] = a[i + 1];
	if (ty == 0)
		s[tz + 1][0][tx + 1] = a[i - N];
	if (ty == BY - 1)
		s[tz + 1][BY + 1][tx + 1] = a[i + N];
	if (tz == 0)
		s[0][ty + 1][tx + 1] = a[i - N * N];
	if (tz == BZ - 1)
		s[BZ + 1][ty + 1][tx + 1] = a[i + N * N];
	__syncthreads();
	b[i] = (T) 0.4 * s[tz + 1][ty + 1][tx + 1] +
		(T) 0.1 * (s[tz + 1][ty + 1][tx] + s[tz + 1][ty + 1][tx + 2] +
		s[tz + 1][ty][tx + 1] + s[tz + 1][ty + 2][tx + 1] +
		s[tz][ty + 1][tx + 1] + s[tz + 2][ty + 1][tx + 1]);
}

/* Tiles of B x B, B / BY rows a thread, rows of the tile padded by P. */
template <class T, int N, int B, int BY, int P>
__global__ void transpose(IN(T) a, OUT(T) b)
{
	__shared__ T t[B][B + P];
	int tx = threadIdx.x, ty = threadIdx.y;
	int x = blockIdx.x * B + tx, y = blockIdx.y * B + ty;

#pragma unroll
	for (int j = 0; j < B; j += BY)
		t[ty + j][tx] = a[(y + j) * N + x];
	__syncthreads();
	x = blockIdx.y * B + tx;
	y = blockIdx.x * B + ty;
#pragma unroll
	for (int j = 0; j < B; j += BY)
		b[(y + j) * N + x] = t[tx][ty + j];
}

/* One sum a block of B threads, each of which loads N cells. */
template <int B, int N> __global__ void reduce(IN(float) a, OUT(float) b)
{
	__shared__ float s[B];
	int t = threadIdx.x;
	float v = 0;

#pragma unroll
	for (int k = 0; k < N; ++k)
		v += a[(blockIdx.x * N + k) * B + t];
	s[t] = v;
	__syncthreads();
#pragma unroll
	for (int w = B / 2; w > 0; w /= 2) {
		if (t < w)
			s[t] += s[t + w];
		__syncthreads();
	}
	if (t == 0)
		b[blockIdx.x] = s[0];
}

template <int B> __device__ float sum_block(float *s, float v)
{
	int t = threadIdx.x;

	s[t] = v;
	__syncthreads();
#pragma unroll
	for (int w = B / 2; w > 0; w /= 2) {
		if (t < w)
			s[t] += s[t + w];
		__syncthreads();
	}
	v = s[0];
	__syncthreads();
	return v;
}

/* A block a row of N cells: mean, variance, result. */
template <int B, int N>
__global__ void layernorm_row(IN(float) a, OUT(float) b)
{
	__shared__ float s[B];
	int t = threadIdx.x, r = blockIdx.x * N;
	float v = 0, d = 0;

	for (int k = 0; k < N / B; ++k)
		v += a[r + k * B + t];
	float mean = sum_block<B>(s, v) * (1.f / N);
	for (int k = 0; k < N / B; ++k) {
		float e = a[r + k * B + t] - mean;

		d += e * e;
	}
	float scale = rsqrtf(sum_block<B>(s, d) * (1.f / N) + 1e-5f);
	for (int k = 0; k < N / B; ++k)
		b[r + k * B + t] = (a[r + k * B + t] - mean) * scale;
}

/* March through z; the plane in shared memory, z neighbours in registers. */
template <class T, int N, int NZ, int BX, int BY>
__global__ void march_plane(IN(T) a, OUT(T) b)
{
	__shared__ T s[BY + 2][BX + 2];
	int tx = threadIdx.x, ty = threadIdx.y, i = (blockIdx.z * NZ + 1) * N * N
		+ Y * N + X;
	T lo = a[i - N * N], mid = a[i];

	for (int k = 0; k < NZ; ++k, i += N * N) {
		T hi = a[i + N * N];

		s[ty + 1][tx + 1] = mid;
		if (tx == 0)
			s[ty + 1][0] = a[i - 1];
		if (tx == BX - 1)
			s[ty + 1][BX + 1] = a[i + 1];
		if (ty == 0)
			s[0][tx + 1] = a[i - N];
		if (ty == BY - 1)
			s[BY + 1][tx + 1] = a[i + N];
		__syncthreads();
		b[i] = (T) 0.4 * mid + (T) 0.1 * (lo + hi + s[ty + 1][tx] +
			s[ty + 1][tx + 2] + s[ty][tx + 1] + s[ty + 2][tx + 1]);
		__syncthreads();
		lo = mid;
		mid = hi;
	}
}

/* The same with four neighbours on each side: a queue of nine registers. */
template <class T, int N, int NZ, int BX, int BY>
__global__ void march_queue(IN(T) a, OUT(T) b)
{
	__shared__ T s[BY + 8][BX + 8];
	const int S = N * N;
	int tx = threadIdx.x, ty = threadIdx.y;
	int i = (blockIdx.z * NZ + 4) * S + Y * N + X;
	T q[9];

#pragma unroll
	for (int j = 0; j < 8; ++j)
		q[j + 1] = a[i + (j - 4) * S];
#pragma unroll 1
	for (int k = 0; k < NZ; ++k, i += S) {
#pragma unroll
		for (int j = 0; j < 8; ++j)
			q[j] = q[j + 1];
		q[8] = a[i + 4 * S];
		s[ty + 4][tx + 4] = q[4];
		if (tx < 4) {
			s[ty + 4][tx] = a[i - 4];
			s[ty + 4][tx + BX + 4] = a[i + BX];
		}
		if (ty < 4) {
			s[ty][tx + 4] = a[i - 4 * N];
			s[ty + BY + 4][tx + 4] = a[i + BY * N];
		}
		__syncthreads();
		T v = (T) 0.5 * q[4];
#pragma unroll
		for (int r = 1; r <= 4; ++r)
			v += (T) (0.1 / r) * (q[4 - r] + q[4 + r] +
				s[ty + 4][tx + 4 - r] + s[ty + 4][tx + 4 + r] +
				s[ty + 4 - r][tx + 4] + s[ty + 4 + r][tx + 4]);
		b[i] = v;
		__syncthreads();
	}
}

template <int B> __global__ void line17(IN(float) a, OUT(float) b)
{
	__shared__ float s[B + 16];
	int t = threadIdx.x, x = X;
	float v = 0;

	s[t + 8] = a[x];
	if (t < 8) {
		s[t] = a[x - 8];
		s[t + B + 8] = a[x + B];
	}
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 17; ++k)
		v += s[t + k];
	b[x] = v * (1.f / 17);
}

/* Gravity of N bodies, tiles of B of them in shared memory. */
template <int N, int B>
__global__ void nbody(IN(float) px, IN(float) py, IN(float) pz, IN(float) m,
	OUT(float) ax)
{
	__shared__ float sx[B], sy[B], sz[B], sm[B];
	int t = threadIdx.x, x = X;
	float u = px[x], v = py[x], w = pz[x], s = 0;

	for (int k = 0; k < N / B; ++k) {
		sx[t] = px[k * B + t];
		sy[t] = py[k * B + t];
		sz[t] = pz[k * B + t];
		sm[t] = m[k * B + t];
		__syncthreads();
		for (int j = 0; j < B; ++j) {
			float dx = sx[j] - u, dy = sy[j] - v, dz = sz[j] - w;
			float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);

			s += dx * sm[j] * (r * r * r);
		}
		__syncthreads();
	}
	ax[x] = s;
}

/* Loads of shared memory S words apart. */
template <class T, int S>
__global__ void shared_stride(IN(T) a, OUT(T) b)
{
	__shared__ T s[32 * S + 64];
	int t = threadIdx.x, x = X;
	T v = 0;

	s[t] = a[x];
	s[t + 31 * S] = a[x];
	__syncthreads();
	for (int k = 0; k < 64; ++k)
		v += s[(t % 32) * S + k];
	b[x] = v;
}

#define TILE(part, T, N, B)                                               \
	add("shared", part, "mm_tile" #B "_" #N, #T, ints(N, N),          \
		ints(B, B), mm_tile<T, N, B>, f<T>(0), f<T>(1), f<T>(4))
#define TILED5(T, N, BX, BY)                                              \
	add("shared", "fit", "tiled5_" #BX "_" #BY, #T, ints(N, N),       \
		ints(BX, BY), tiled5<T, N, BX, BY>, f<T>(0), f<T>(4))
#define TILED7(T, N, BX, BY, BZ)                                          \
	add("shared", "held", "tiled7_" #BX "_" #BY "_" #BZ, #T,          \
		ints(N, N, N), ints(BX, BY, BZ), tiled7<T, N, BX, BY, BZ>, \
		f<T>(0), f<T>(4))
#define TRANSPOSE(T, N, B, BY, P)                                         \
	add("shared", "held", "transpose" #B "_" #BY "_pad" #P, #T,       \
		ints(N, N / B * BY), ints(B, BY), transpose<T, N, B, BY, P>, \
		f<T>(0), f<T>(4))
#define REDUCE(B, N, blocks)                                              \
	add("shared", "fit", "reduce_" #B "_" #N, "float", blocks * B, B, \
		reduce<B, N>, f<float>(0), f<float>(4))
#define ROW(B, N, rows)                                                   \
	add("shared", "held", "layernorm_row_" #B "_" #N, "float",        \
		rows * B, B, layernorm_row<B, N>, f<float>(0), f<float>(4))
#define PLANE(T, N, NZ, BX, BY)                                           \
	add("shared", "held", "march_plane_" #BX "_" #BY "_" #NZ, #T,     \
		ints(N, N, N / NZ), ints(BX, BY),                         \
		march_plane<T, N, NZ, BX, BY>, f<T>(0), f<T>(4))
#define QUEUE(T, N, NZ, BX, BY)                                           \
	add("shared", "held", "march_queue_" #BX "_" #BY, #T,             \
		ints(N, N, N / NZ), ints(BX, BY),                         \
		march_queue<T, N, NZ, BX, BY>, f<T>(0), f<T>(4))
#define LINE(B)                                                           \
	add("shared", "fit", "line17_" #B, "float", 1 << 26, B, line17<B>, \
		f<float>(0), f<float>(4))
#define NBODY(N, B)                                                       \
	add("shared", "held", "nbody_" #N "_" #B, "float", N, B,          \
		nbody<N, B>, f<float>(0), f<float>(1), f<float>(2),       \
		f<float>(3), f<float>(4))
#define STRIDE(T, S)                                                      \
	add("shared", "fit", "shared_stride_" #S, #T, 1 << 22, 64,        \
		shared_stride<T, S>, f<T>(0), f<T>(4))

void add_shared()
{
	TILE("fit", float, 1024, 8);
	TILE("fit", float, 1024, 16);
	TILE("fit", float, 1024, 32);
	TILE("fit", float, 2048, 32);
	TILE("fit", double, 1024, 16);
	TILE("fit", double, 1024, 32);
	add("shared", "held", "mm_tile_four_1024", "float", ints(1024, 256),
		ints(32, 8), mm_tile_four<1024>, f<float>(0), f<float>(1),
		f<float>(4));
	add("shared", "held", "mm_tile_four_2048", "float", ints(2048, 512),
		ints(32, 8), mm_tile_four<2048>, f<float>(0), f<float>(1),
		f<float>(4));
	TILED5(float, 8192, 32, 8);
	TILED5(float, 8192, 32, 16);
	TILED5(float, 8192, 64, 4);
	TILED5(double, 4096, 32, 8);
	TILED5(double, 4096, 16, 16);
	TILED7(float, 384, 32, 4, 4);
	TILED7(float, 384, 16, 8, 8);
	TILED7(double, 256, 32, 4, 4);
	TILED7(double, 256, 64, 4, 2);
	TRANSPOSE(double, 4096, 32, 8, 0);
	TRANSPOSE(double, 4096, 32, 8, 1);
	TRANSPOSE(float, 8192, 32, 8, 1);
	TRANSPOSE(float, 8192, 32, 16, 1);
	TRANSPOSE(float, 8192, 16, 16, 0);
	TRANSPOSE(float, 8192, 16, 16, 1);
	REDUCE(64, 1, 1048576);
	REDUCE(256, 1, 262144);
	REDUCE(1024, 1, 65536);
	REDUCE(256, 8, 32768);
	ROW(128, 1024, 65536);
	ROW(256, 1024, 65536);
	ROW(256, 8192, 8192);
	ROW(1024, 8192, 8192);
	PLANE(float, 512, 64, 32, 8);
	PLANE(float, 512, 64, 32, 16);
	PLANE(double, 256, 32, 32, 8);
	PLANE(double, 256, 32, 64, 4);
	QUEUE(float, 512, 64, 32, 16);
	QUEUE(float, 512, 64, 32, 8);
	QUEUE(double, 256, 64, 32, 8);
	QUEUE(double, 256, 64, 16, 16);
	LINE(128);
	LINE(256);
	LINE(512);
	NBODY(16384, 128);
	NBODY(65536, 128);
	NBODY(65536, 256);
	STRIDE(float, 1);
	STRIDE(float, 2);
	STRIDE(float, 4);
	STRIDE(float, 8);
	STRIDE(float, 33);
	STRIDE(double, 1);
	STRIDE(double, 2);
	STRIDE(double, 4);
}
