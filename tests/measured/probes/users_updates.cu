/* Atomic updates, branches that data decide, cache hints, loops and shared
 * memory: the launches of updates_fit.csv and updates_held.csv.
 *
 *	nvcc -std=c++17 -O3 -arch=sm_90 -DUPDATES -o updates users.cu \
 *	    users_scattered.cu users_updates.cu
 *
 * and as in users.cu.
 */
#include "users.h"
#include <cmath>

/* ------------------------------------------------------------ atomics */

template <class T>
__global__ void histogram_of(IN(int) i, T *h)
{
	int x = X;

	atomicAdd(&h[i[x]], (T) 1);
}

__global__ void histogram_max(IN(int) i, IN(int) v, int *h)
{
	int x = X;

	atomicMax(&h[i[x]], v[x]);
}

/* The old value is used: an atomic with a result. */
__global__ void histogram_old(IN(int) i, int *h, OUT(int) b)
{
	int x = X;

	b[x] = atomicAdd(&h[i[x]], 1);
}

/* All lanes add to one address. */
template <class T> __global__ void sum_all(IN(T) a, T *s)
{
	atomicAdd(s, a[X]);
}

/* A warp adds to the address of its row. */
template <class T, int NX> __global__ void sum_rows(IN(T) a, T *s)
{
	int x = X, y = Y;

	atomicAdd(&s[y], a[y * NX + x]);
}

/* Neighbouring lanes add to neighbouring bins. */
template <class T, int N> __global__ void onto_bins(IN(T) a, T *s)
{
	int x = X;

	atomicAdd(&s[x % N], a[x]);
}

/* A block sums in shared memory and adds once. */
template <class T> __global__ void sum_blocks(IN(T) a, T *s)
{
	__shared__ T t[256];
	int i = threadIdx.x;

	t[i] = a[X];
	__syncthreads();
	for (int w = 128; w > 0; w /= 2) {
		if (i < w)
			t[i] += t[i + w];
		__syncthreads();
	}
	if (i == 0)
		atomicAdd(s, t[0]);
}

/* B bins in shared memory, K values a thread. */
template <class T, int B, int K, int M>
__global__ void shared_bins(IN(int) i, T *h)
{
	__shared__ T s[B];
	int x = X;

	for (int k = threadIdx.x; k < B; k += blockDim.x)
		s[k] = 0;
	__syncthreads();
#pragma unroll
	for (int k = 0; k < K; ++k)
		atomicAdd(&s[i[k * M + x]], (T) 1);
	__syncthreads();
	for (int k = threadIdx.x; k < B; k += blockDim.x)
		atomicAdd(&h[k], s[k]);
}

/* ----------------------------------------------------------- branches */

/* A share of the lanes loads and stores more. */
__global__ void branch_load(IN(float) p, float limit, IN(float) a, IN(float) c,
	OUT(float) b)
{
	int x = X;

	if (p[x] < limit)
		b[x] = a[x] + c[x];
}

/* A share of the lanes computes more. */
template <int N>
__global__ void branch_work(IN(float) p, float limit, IN(float) a, OUT(float) b)
{
	int x = X;
	float v = a[x];

	if (p[x] < limit) {
		float s = 0.25f;

#pragma unroll 1
		for (int k = 0; k < N; ++k)
			s = s * v + 0.5f;
		v = s;
	}
	b[x] = v;
}

/* Lanes take one of two paths. */
__global__ void branch_both(IN(float) p, float limit, IN(float) a, IN(float) c,
	OUT(float) b)
{
	int x = X;

	if (p[x] < limit)
		b[x] = a[x] * 1.5f;
	else
		b[x] = c[x] * 0.5f;
}

/* -------------------------------------------------------------- hints */

enum hint { PLAIN, NO_L1, FIRST };

template <hint H, class T> __device__ T load(const T *a)
{
	return H == NO_L1 ? __ldcg(a) : H == FIRST ? __ldcs(a) : *a;
}

template <hint H, class T> __device__ void store(T *a, T v)
{
	if (H == FIRST)
		__stcs(a, v);
	else if (H == NO_L1)
		__stcg(a, v);
	else
		*a = v;
}

template <hint H, class T> __global__ void copy_hint(IN(T) a, OUT(T) b)
{
	int x = X;

	store<H>(&b[x], load<H>(&a[x]));
}

template <hint H, int NX>
__global__ void star_hint(IN(double) a, OUT(double) b)
{
	int i = (Y + 1) * NX + X;

	b[i] = 0.2 *
		(load<H>(&a[i]) + load<H>(&a[i - 1]) + load<H>(&a[i + 1]) +
			load<H>(&a[i - NX]) + load<H>(&a[i + NX]));
}

/* A table that is read at random beside streams that are read once. */
template <hint H>
__global__ void table_hint(IN(float) t, IN(int) i, OUT(float) b)
{
	int x = X;

	store<H>(&b[x], t[load<H>(&i[x])]);
}

/* Rows read again beside a stream. */
template <hint H, int N, int M>
__global__ void again_hint(IN(float) a, IN(float) w, OUT(float) b)
{
	int x = X;
	float s = 0;

	for (int k = 0; k < M; ++k)
		s += load<H>(&a[(size_t) k * N + x]) * w[k * 64 + x % 64];
	b[x] = s;
}

/* ------------------------------------------------- loops, shared memory */

/* Nine cells along z in a queue of registers. */
template <class T, int NX, int NY, int N>
__global__ void queue_z(IN(T) a, OUT(T) b)
{
	int x = X, y = Y, i = y * NX + x;
	T q[9];

#pragma unroll
	for (int k = 0; k < 8; ++k)
		q[k + 1] = a[k * NX * NY + i];
	for (int z = 0; z < N; ++z) {
		T s = 0;

#pragma unroll
		for (int k = 0; k < 8; ++k)
			q[k] = q[k + 1];
		q[8] = a[(z + 8) * NX * NY + i];
#pragma unroll
		for (int k = 0; k < 9; ++k)
			s += q[k];
		b[(z + 4) * NX * NY + i] = s;
	}
}

/* Three planes of a 7-point stencil in registers. */
template <class T, int NX, int NY, int N>
__global__ void march7(IN(T) a, OUT(T) b)
{
	int x = X, y = Y + 1, i = y * NX + x;
	T below = a[i], here = a[NX * NY + i];

	for (int z = 1; z <= N; ++z) {
		int c = z * NX * NY + i;
		T above = a[c + NX * NY];

		b[c] = (T) 0.4 * here +
			(T) 0.1 *
				(below + above + a[c - 1] + a[c + 1] +
					a[c - NX] + a[c + NX]);
		below = here;
		here = above;
	}
}

/* A row and a column pass of 17 weights over a tile with its halo. */
template <int NX, int BX, int BY>
__global__ void rows17(IN(float) a, IN(float) w, OUT(float) b)
{
	__shared__ float t[BY][BX + 16];
	int tx = threadIdx.x, ty = threadIdx.y;
	int i = (Y + 8) * NX + X + 8;
	float s = 0;

	t[ty][tx] = a[i - 8];
	if (tx < 16)
		t[ty][tx + BX] = a[i - 8 + BX];
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 17; ++k)
		s += w[k] * t[ty][tx + k];
	b[i] = s;
}

template <int NX, int BX, int BY>
__global__ void columns17(IN(float) a, IN(float) w, OUT(float) b)
{
	__shared__ float t[BY + 16][BX];
	int tx = threadIdx.x, ty = threadIdx.y;
	int i = (Y + 8) * NX + X;
	float s = 0;

	for (int k = ty; k < BY + 16; k += BY)
		t[k][tx] = a[i + (k - ty - 8) * NX];
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 17; ++k)
		s += w[k] * t[ty + k][tx];
	b[i] = s;
}

/* Prefix sums of a block, in log2 steps through shared memory. */
template <int B> __global__ void block_scan(IN(float) a, OUT(float) b)
{
	__shared__ float t[2][B];
	int i = threadIdx.x, x = X, at = 0;

	t[0][i] = a[x];
	__syncthreads();
#pragma unroll
	for (int d = 1; d < B; d *= 2) {
		t[1 - at][i] = i >= d ? t[at][i] + t[at][i - d] : t[at][i];
		at = 1 - at;
		__syncthreads();
	}
	b[x] = t[at][i];
}

/* Two sweeps over a tile in shared memory. */
template <int NX, int BX, int BY>
__global__ void two_sweeps(IN(float) a, OUT(float) b)
{
	__shared__ float t[BY + 4][BX + 4], u[BY + 2][BX + 2];
	int i0 = blockIdx.y * BY * NX + blockIdx.x * BX;

	for (int k = threadIdx.y * BX + threadIdx.x; k < (BX + 4) * (BY + 4);
		k += BX * BY)
		t[k / (BX + 4)][k % (BX + 4)] =
			a[i0 + k / (BX + 4) * NX + k % (BX + 4)];
	__syncthreads();
	for (int k = threadIdx.y * BX + threadIdx.x; k < (BX + 2) * (BY + 2);
		k += BX * BY) {
		int r = k / (BX + 2), c = k % (BX + 2);

		u[r][c] = 0.25f *
			(t[r][c + 1] + t[r + 2][c + 1] + t[r + 1][c] +
				t[r + 1][c + 2]);
	}
	__syncthreads();
	int r = threadIdx.y, c = threadIdx.x;

	b[i0 + (r + 2) * NX + c + 2] = 0.25f *
		(u[r][c + 1] + u[r + 2][c + 1] + u[r + 1][c] + u[r + 1][c + 2]);
}

/* Products of many small matrices, one a block of N x N threads. */
template <class T, int N>
__global__ void small_products(IN(T) a, IN(T) b, OUT(T) c)
{
	__shared__ T s[N][N], t[N][N];
	int x = threadIdx.x, y = threadIdx.y;
	size_t i = (size_t) blockIdx.x * N * N + y * N + x;
	T r = 0;

	s[y][x] = a[i];
	t[y][x] = b[i];
	__syncthreads();
#pragma unroll
	for (int k = 0; k < N; ++k)
		r += s[y][k] * t[k][x];
	c[i] = r;
}

/* Horizontal sums of a column of cells between two levels. */
template <class T, int NX, int N>
__global__ void recurrence(IN(T) a, IN(T) f, OUT(T) b)
{
	int x = X;
	T s = 0;

	for (int k = 0; k < N; ++k) {
		s = s * a[k * NX + x] + f[k * NX + x];
		b[k * NX + x] = s;
	}
}

/* Sums of squares of differences: two loops, a row each. */
template <int NX, int N>
__global__ void distances(IN(float) a, IN(float) b, OUT(float) d)
{
	int x = X, y = Y;
	float s = 0;

	for (int k = 0; k < N; ++k) {
		float v = a[k * NX + x] - b[k * NX + y];

		s += v * v;
	}
	d[y * NX + x] = s;
}

/* ------------------------------------------------------------- sparse */

template <class T>
__global__ void csr_thread_of(IN(int) start, IN(int) column, IN(T) a, IN(T) v,
	OUT(T) r)
{
	int x = X;
	T s = 0;

	for (int k = start[x]; k < start[x + 1]; ++k)
		s += a[k] * v[column[k]];
	r[x] = s;
}

/* L lanes a row. */
template <class T, int L>
__global__ void csr_lanes_of(IN(int) start, IN(int) column, IN(T) a, IN(T) v,
	OUT(T) r)
{
	int row = X / L, lane = threadIdx.x % L;
	T s = 0;

	for (int k = start[row] + lane; k < start[row + 1]; k += L)
		s += a[k] * v[column[k]];
	for (int w = L / 2; w > 0; w /= 2)
		s += __shfl_down_sync(~0u, s, w, L);
	if (lane == 0)
		r[row] = s;
}

template <class T, int M, int N>
__global__ void ell_of(IN(int) column, IN(T) a, IN(T) v, OUT(T) r)
{
	int x = X;
	T s = 0;

	for (int k = 0; k < N; ++k)
		s += a[k * M + x] * v[column[k * M + x]];
	r[x] = s;
}

template <class T, int M>
__global__ void list19(IN(T) a, IN(int) list, OUT(T) b)
{
	int x = X;
	T v[19], r;

	v[0] = r = a[x];
#pragma unroll
	for (int q = 1; q < 19; ++q) {
		v[q] = a[list[(q - 1) * M + x]];
		r += v[q];
	}
#pragma unroll
	for (int q = 0; q < 19; ++q)
		b[q * M + x] = v[q] * (T) 0.4 + (T) 0.03 * r;
}

template <class T> __global__ void gather_of(IN(T) a, IN(int) i, OUT(T) b)
{
	int x = X;

	b[x] = a[i[x]];
}

/* Indices n u^3: few are popular. */
static int *skewed(size_t n, uint64_t below)
{
	std::vector<int> v(n);

	for (int &i : v) {
		double u = draw(1 << 30) / (double) (1 << 30);

		i = (int) (u * u * u * below);
	}
	return upload(v);
}

static const char *text(const char *format, long n)
{
	char *s = (char *) malloc(64);

	snprintf(s, 64, format, n);
	return s;
}

#define N24 (1 << 24)

static void add_atomics()
{
	int *h = f<int>(5);

	for (int log2 : { 4, 6, 9, 11, 14, 18 }) {
		int *i = random_below(N24, 1ull << log2);
		const char *part = log2 == 4 || log2 == 9 || log2 == 14 ?
			"fit" : "held";

		add("atomic", part, text("bins_%ld", 1l << log2), "int32", N24,
			256, histogram_of<int>, i, h);
		add("atomic", part, text("bins_%ld", 1l << log2), "float", N24,
			256, histogram_of<float>, i, (float *) h);
		if (log2 == 9 || log2 == 18)
			add("atomic", part, text("bins_%ld", 1l << log2),
				"double", N24, 256, histogram_of<double>, i,
				(double *) h);
		if (log2 == 14) {
			add("atomic", part, text("bins_%ld", 1l << log2),
				"int32", N24, 1024, histogram_of<int>, i, h);
			add("atomic", part, text("max_%ld", 1l << log2),
				"int32", N24, 256, histogram_max, i, i, h);
			add("atomic", "held", text("old_%ld", 1l << log2),
				"int32", N24, 256, histogram_old, i, h,
				f<int>(4));
		}
	}
	for (int log2 : { 8, 12, 16, 20 })
		add("atomic", log2 == 12 ? "fit" : "held",
			text("skewed_%ld", 1l << log2), "int32", N24, 256,
			histogram_of<int>, skewed(N24, 1ull << log2), h);
	add("atomic", "fit", "sum_all", "int32", N24, 256, sum_all<int>,
		f<int>(6), h);
	add("atomic", "fit", "sum_all", "float", N24, 256, sum_all<float>,
		f<float>(0), (float *) h);
	add("atomic", "held", "sum_all", "double", 1 << 22, 256,
		sum_all<double>, f<double>(0), (double *) h);
	add("atomic", "fit", "sum_rows_1024", "float", ints(1024, 16384), 256,
		sum_rows<float, 1024>, f<float>(0), (float *) h);
	add("atomic", "held", "sum_rows_128", "float", ints(128, 32768), 128,
		sum_rows<float, 128>, f<float>(0), (float *) h);
	add("atomic", "held", "sum_rows_1024", "double", ints(1024, 16384),
		ints(128, 2), sum_rows<double, 1024>, f<double>(0),
		(double *) h);
	add("atomic", "fit", "onto_4096", "float", N24, 256,
		onto_bins<float, 4096>, f<float>(0), (float *) h);
	add("atomic", "fit", "onto_4194304", "double", N24, 256,
		onto_bins<double, 4194304>, f<double>(0), (double *) h);
	add("atomic", "held", "onto_262144", "float", N24, 256,
		onto_bins<float, 262144>, f<float>(0), (float *) h);
	add("atomic", "held", "onto_16777216", "float", 1 << 26, 256,
		onto_bins<float, N24>, f<float>(0), (float *) h);
	add("atomic", "held", "onto_65536", "double", N24, 256,
		onto_bins<double, 65536>, f<double>(0), (double *) h);
	add("atomic", "held", "sum_blocks", "float", 1 << 26, 256,
		sum_blocks<float>, f<float>(0), (float *) h);
	add("atomic", "fit", "sum_blocks", "double", N24, 256,
		sum_blocks<double>, f<double>(0), (double *) h);

	int *i16 = random_below(N24, 16), *i1k = random_below(N24, 1024),
	    *i4k = random_below(N24, 4096), *s1k = skewed(N24, 1024);
	const int M = 1 << 21;

	add("atomic", "fit", "shared_bins_16", "int32", M, 256,
		shared_bins<int, 16, 8, M>, i16, h);
	add("atomic", "held", "shared_bins_1024", "int32", M, 256,
		shared_bins<int, 1024, 8, M>, i1k, h);
	add("atomic", "fit", "shared_bins_4096", "int32", M, 512,
		shared_bins<int, 4096, 8, M>, i4k, h);
	add("atomic", "held", "shared_skewed_1024", "int32", M, 256,
		shared_bins<int, 1024, 8, M>, s1k, h);
	add("atomic", "fit", "shared_bins_1024", "float", M, 256,
		shared_bins<float, 1024, 8, M>, i1k, (float *) h);
}

static void add_branches()
{
	/* p is uniform in [0, 1): the floats of random integers */
	std::vector<float> v(N24);

	for (float &p : v)
		p = draw(1 << 24) * 0x1p-24f;
	float *p;

	if (cudaMalloc(&p, v.size() * 4) != cudaSuccess)
		exit(1);
	cudaMemcpy(p, v.data(), v.size() * 4, cudaMemcpyHostToDevice);
	for (int percent : { 1, 3, 10, 30, 70 }) {
		const char *part = percent == 3 || percent == 30 ? "fit" :
								   "held";

		add("branch", part, text("branch_load_%02ld", percent), "float",
			N24, 256, branch_load, p, percent / 100.f, f<float>(0),
			f<float>(1), f<float>(4));
		add("branch", part, text("branch_work_%02ld", percent), "float",
			N24, 256, branch_work<256>, p, percent / 100.f,
			f<float>(0), f<float>(4));
		add("branch", part, text("branch_both_%02ld", percent), "float",
			N24, 256, branch_both, p, percent / 100.f, f<float>(0),
			f<float>(1), f<float>(4));
	}
}

static void add_hints()
{
	add("hint", "fit", "copy_plain", "float", 1 << 27, 256,
		copy_hint<PLAIN, float>, f<float>(0), f<float>(4));
	add("hint", "fit", "copy_first", "float", 1 << 27, 256,
		copy_hint<FIRST, float>, f<float>(0), f<float>(4));
	add("hint", "held", "copy_no_l1", "float", 1 << 27, 256,
		copy_hint<NO_L1, float>, f<float>(0), f<float>(4));
	/* stays in L2 from launch to launch, or does not */
	add("hint", "held", "copy_plain", "float", 1 << 22, 256,
		copy_hint<PLAIN, float>, f<float>(0), f<float>(4));
	add("hint", "held", "copy_first", "float", 1 << 22, 256,
		copy_hint<FIRST, float>, f<float>(0), f<float>(4));
	for (int by : { 1, 4 }) {
		ints b(256 / by, by), n(8192, 8190);
		const char *part = by == 1 ? "fit" : "held";

		n.y = 8188;
		add("hint", part, "star_plain", "double", n, b,
			star_hint<PLAIN, 8192>, f<double>(0), f<double>(4));
		add("hint", part, "star_no_l1", "double", n, b,
			star_hint<NO_L1, 8192>, f<double>(0), f<double>(4));
		add("hint", part, "star_first", "double", n, b,
			star_hint<FIRST, 8192>, f<double>(0), f<double>(4));
	}
	for (int mib : { 16, 48 }) {
		int *i = random_below(N24, (uint64_t) mib << 18);
		const char *part = mib == 16 ? "fit" : "held";

		add("hint", part, text("table_plain_%ldMiB", mib), "float", N24,
			256, table_hint<PLAIN>, f<float>(0), i, f<float>(4));
		add("hint", part, text("table_first_%ldMiB", mib), "float", N24,
			256, table_hint<FIRST>, f<float>(0), i, f<float>(4));
		add("hint", part, text("table_no_l1_%ldMiB", mib), "float", N24,
			256, table_hint<NO_L1>, f<float>(0), i, f<float>(4));
	}
	add("hint", "fit", "again_plain", "float", 1 << 17, 256,
		again_hint<PLAIN, 1 << 17, 512>, f<float>(0), f<float>(1),
		f<float>(4));
	add("hint", "held", "again_first", "float", 1 << 17, 256,
		again_hint<FIRST, 1 << 17, 512>, f<float>(0), f<float>(1),
		f<float>(4));
	add("hint", "held", "again_no_l1", "float", 1 << 17, 256,
		again_hint<NO_L1, 1 << 17, 512>, f<float>(0), f<float>(1),
		f<float>(4));
}

#define TILES17(BX, BY)                                                        \
	add("shared", "held", "rows17_" #BX "_" #BY, "float",                  \
		ints(4096, 4096), ints(BX, BY), rows17<4112, BX, BY>,          \
		f<float>(0), f<float>(1), f<float>(4));                        \
	add("shared", "held", "columns17_" #BX "_" #BY, "float",               \
		ints(4096, 4096), ints(BX, BY), columns17<4096, BX, BY>,       \
		f<float>(0), f<float>(1), f<float>(4))

#define SCAN(B)                                                                \
	add("shared", "held", "block_scan_" #B, "float", 1 << 25, B,           \
		block_scan<B>, f<float>(0), f<float>(4))

#define SWEEPS(BX, BY)                                                         \
	add("shared", "held", "two_sweeps_" #BX "_" #BY, "float",              \
		ints(8192, 8192), ints(BX, BY), two_sweeps<8196, BX, BY>,      \
		f<float>(0), f<float>(4))

static void add_held()
{
	for (ints b : { ints(32, 8), ints(64, 4), ints(128, 1) }) {
		add("loop", "held", "queue_z_64", "float", ints(1024, 1024), b,
			queue_z<float, 1024, 1024, 64>, f<float>(0),
			f<float>(4));
		add("loop", "held", "queue_z_128", "double", ints(512, 512), b,
			queue_z<double, 512, 512, 128>, f<double>(0),
			f<double>(4));
		add("loop", "held", "march7", "double", ints(512, 512), b,
			march7<double, 512, 514, 128>, f<double>(0),
			f<double>(4));
	}
	TILES17(32, 8);
	TILES17(64, 4);
	TILES17(16, 16);
	SCAN(128);
	SCAN(256);
	SCAN(1024);
	SWEEPS(32, 8);
	SWEEPS(64, 4);
	SWEEPS(16, 16);
	add_on(1 << 16, 0, "shared", "held", "small_products_16", "float",
		ints(16, 16, 1 << 16), ints(16, 16), small_products<float, 16>,
		f<float>(0), f<float>(1), f<float>(4));
	add_on(1 << 18, 0, "shared", "held", "small_products_8", "double",
		ints(8, 8, 1 << 18), ints(8, 8), small_products<double, 8>,
		f<double>(0), f<double>(1), f<double>(4));
	add_on(1 << 14, 0, "shared", "held", "small_products_32", "float",
		ints(32, 32, 1 << 14), ints(32, 32), small_products<float, 32>,
		f<float>(0), f<float>(1), f<float>(4));
	for (int b : { 64, 256 }) {
		add("loop", "held", "recurrence", "float", 1 << 16, b,
			recurrence<float, 1 << 16, 256>, f<float>(0),
			f<float>(1), f<float>(4));
		add("loop", "held", "recurrence", "double", 1 << 15, b,
			recurrence<double, 1 << 15, 256>, f<double>(0),
			f<double>(1), f<double>(4));
	}
	for (ints b : { ints(32, 8), ints(16, 16), ints(256, 1) })
		add("loop", "held", "distances", "float", ints(2048, 2048), b,
			distances<2048, 64>, f<float>(0), f<float>(1),
			f<float>(4));
}

static void add_matrix(const char *name, const csr &m, int width)
{
	int *start = upload(m.start), *column = upload(m.column);
	char text[64];

	for (int b : { 128, 256 }) {
		snprintf(text, sizeof(text), "csr_thread_%s", name);
		add("sparse", b == 128 ? "fit" : "held", strdup(text), "double",
			1 << 20, b, csr_thread_of<double>, start, column,
			f<double>(0), f<double>(1), f<double>(4));
		snprintf(text, sizeof(text), "csr_8_%s", name);
		add("sparse", b == 128 ? "fit" : "held", strdup(text), "double",
			1 << 23, b, csr_lanes_of<double, 8>, start, column,
			f<double>(0), f<double>(1), f<double>(4));
		if (width == 0)
			continue;
		snprintf(text, sizeof(text), "ell_%s", name);
		int *columns = columns_of(m, width);

		if (width == 27)
			add("sparse", "held", strdup(text), "double", 1 << 20,
				b, ell_of<double, 1 << 20, 27>, columns,
				f<double>(0), f<double>(1), f<double>(4));
		else
			add("sparse", "held", strdup(text), "double", 1 << 20,
				b, ell_of<double, 1 << 20, 16>, columns,
				f<double>(0), f<double>(1), f<double>(4));
	}
}

static void add_lists()
{
	csr law = power(), padded;
	const int N = 1 << 20, W = 16;

	add_matrix("banded", banded(), 27);
	add_matrix("uniform", uniform(), 16);
	add_matrix("power", law, 0);
	/* the first 16 cells of a row, the last repeated: ELL, padded */
	for (int x = 0; x < N; ++x) {
		int n = law.start[x + 1] - law.start[x];

		padded.start.push_back(x * W);
		for (int k = 0; k < W; ++k)
			padded.column.push_back(
				law.column[law.start[x] + (k < n ? k : n - 1)]);
	}
	padded.start.push_back(N * W);
	int *columns = columns_of(padded, W);

	add("sparse", "held", "ell_power", "double", N, 256,
		ell_of<double, 1 << 20, 16>, columns, f<double>(0),
		f<double>(1), f<double>(4));
	int *rows = neighbours(false), *runs = neighbours(true);

	add("sparse", "fit", "list19_rows", "float", 1 << 21, 256,
		list19<float, 1 << 21>, f<float>(0), rows, f<float>(4));
	add("sparse", "held", "list19_runs", "float", 1 << 21, 256,
		list19<float, 1 << 21>, f<float>(0), runs, f<float>(4));
	add("sparse", "held", "list19_runs", "double", 1 << 21, 64,
		list19<double, 1 << 21>, f<double>(0), runs, f<double>(4));
	for (int lines : { 1, 2, 4, 8, 16, 32 })
		add("scatter", lines == 2 || lines == 16 ? "fit" : "held",
			text("lines_%ld", lines), "float", N24, 128,
			gather_of<float>, f<float>(0),
			on_lines(N24, lines, 1 << 23), f<float>(4));
}

void add_updates()
{
	add_atomics();
	add_branches();
	add_hints();
	add_held();
	add_lists();
}
