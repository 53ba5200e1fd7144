/* Scattered data: gathers and scatters of 1 to 32 lines a warp, tables by
 * size, sparse matrices, histograms, a lattice with lists of neighbours; and
 * orders of blocks.
 */
#include "users.h"
#include <algorithm>
#include <cmath>

__global__ void gather_by(IN(float) a, IN(int) i, OUT(float) b)
{
	int x = X;

	b[x] = a[i[x]];
}

__global__ void scatter_by(IN(float) b, IN(int) i, OUT(float) a)
{
	int x = X;

	a[i[x]] = b[x];
}

__global__ void gather_by_double(IN(double) a, IN(int) i, OUT(double) b)
{
	int x = X;

	b[x] = a[i[x]];
}

/* A thread a row. */
__global__ void csr_thread(IN(int) start, IN(int) column, IN(float) a,
	IN(float) v, OUT(float) r)
{
	int x = X;
	float s = 0;

	for (int k = start[x]; k < start[x + 1]; ++k)
		s += a[k] * v[column[k]];
	r[x] = s;
}

/* A warp a row. */
__global__ void csr_warp(IN(int) start, IN(int) column, IN(float) a,
	IN(float) v, OUT(float) r)
{
	int row = X / 32, lane = threadIdx.x % 32;
	float s = 0;

	for (int k = start[row] + lane; k < start[row + 1]; k += 32)
		s += a[k] * v[column[k]];
	for (int w = 16; w > 0; w /= 2)
		s += __shfl_down_sync(~0u, s, w);
	if (lane == 0)
		r[row] = s;
}

/* M rows of N cells; cell k of all rows side by side. */
template <int M, int N>
__global__ void ell(IN(int) column, IN(float) a, IN(float) v, OUT(float) r)
{
	int x = X;
	float s = 0;

	for (int k = 0; k < N; ++k)
		s += a[k * M + x] * v[column[k * M + x]];
	r[x] = s;
}

__global__ void histogram(IN(int) i, int *h)
{
	int x = X;

	atomicAdd(&h[i[x]], 1);
}

/* 256 bins in shared memory, eight values a thread. */
template <int M> __global__ void histogram_shared(IN(int) i, int *h)
{
	__shared__ int s[256];
	int t = threadIdx.x, x = X;

	s[t] = 0;
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 8; ++k)
		atomicAdd(&s[i[k * M + x]], 1);
	__syncthreads();
	atomicAdd(&h[t], s[t]);
}

/* Pull the 19 values of a site through a list of their places. */
template <int M> __global__ void lbm_list(IN(double) a, IN(int) list,
	OUT(double) b)
{
	int x = X;
	double v[19], r = 0;

	v[0] = r = a[x];
#pragma unroll
	for (int q = 1; q < 19; ++q) {
		v[q] = a[list[(q - 1) * M + x]];
		r += v[q];
	}
#pragma unroll
	for (int q = 0; q < 19; ++q)
		b[q * M + x] = v[q] * 0.4 + 0.03 * r;
}

/* Blocks in columns of W blocks, W * gridDim.y each. */
template <int W, int NX, int NY> __device__ void ordered(int *bx, int *by)
{
	int i = blockIdx.x;

	if constexpr (W == 0) {
		*bx = i % NX;
		*by = i / NX;
	} else {
		int c = i / (W * NY), r = i % (W * NY);

		*bx = c * W + r % W;
		*by = r / W;
	}
}

template <int N, int W, int BX, int BY>
__global__ void matmul_order(IN(float) a, IN(float) b, OUT(float) c)
{
	int bx, by;

	ordered<W / BX, N / BX, N / BY>(&bx, &by);
	int x = bx * BX + threadIdx.x, y = by * BY + threadIdx.y;
	float s = 0;

	for (int k = 0; k < N; ++k)
		s += a[y * N + k] * b[k * N + x];
	c[y * N + x] = s;
}

template <int N, int W, int BX, int BY>
__global__ void box9_order(IN(float) a, OUT(float) b)
{
	int bx, by;

	ordered<W / BX, N / BX, N / BY>(&bx, &by);
	int x = bx * BX + threadIdx.x, y = by * BY + threadIdx.y;
	float s = 0;

#pragma unroll
	for (int j = -4; j <= 4; ++j)
#pragma unroll
	for (int i = -4; i <= 4; ++i)
		s += a[min(max(y + j, 0), N - 1) * N +
			min(max(x + i, 0), N - 1)];
	b[y * N + x] = s * (1.f / 81);
}

static uint64_t state = 88172645463325252;

uint64_t draw(uint64_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (state >> 11) % n;
}

/* An array on the device; all of them live until the end. */
int *upload(const std::vector<int> &v)
{
	int *d = NULL;

	if (cudaMalloc(&d, v.size() * sizeof(int)) != cudaSuccess)
		exit(1);
	cudaMemcpy(d, v.data(), v.size() * sizeof(int),
		cudaMemcpyHostToDevice);
	return d;
}

/* Each warp's lanes lie on "lines" random lines of 32 floats. */
int *on_lines(int n, int lines, int total)
{
	std::vector<int> v(n);
	int line[32];

	for (int x = 0; x < n; ++x) {
		int lane = x % 32, each = 32 / lines;

		if (lane == 0)
			for (int k = 0; k < lines; ++k)
				line[k] = draw(total / 32);
		v[x] = line[lane / each] * 32 +
			(lines == 32 ? (int) draw(32) : lane % each);
	}
	return upload(v);
}

int *random_below(size_t n, uint64_t below)
{
	std::vector<int> v(n);

	for (int &i : v)
		i = draw(below);
	return upload(v);
}

/* 27 diagonals of a grid of 128 x 128 x 64. */
csr banded()
{
	const int N = 1 << 20;
	csr m;

	for (int x = 0; x < N; ++x) {
		m.start.push_back(m.column.size());
		for (int d = 0; d < 27; ++d) {
			int c = x + d % 3 - 1 + (d / 3 % 3 - 1) * 128 +
				(d / 9 - 1) * 128 * 128;

			m.column.push_back(std::min(std::max(c, 0), N - 1));
		}
	}
	m.start.push_back(m.column.size());
	return m;
}

/* 16 random columns a row, sorted. */
csr uniform()
{
	const int N = 1 << 20;
	csr m;

	for (int x = 0; x < N; ++x) {
		m.start.push_back(m.column.size());
		for (int k = 0; k < 16; ++k)
			m.column.push_back(draw(N));
		std::sort(m.column.end() - 16, m.column.end());
	}
	m.start.push_back(m.column.size());
	return m;
}

/* Row lengths 4 / sqrt(u) for u uniform in (0, 1), at most 4096: an exponent
 * of 3, mean 8; columns are N u^3: few are popular.
 */
csr power()
{
	const int N = 1 << 20;
	csr m;

	for (int x = 0; x < N; ++x) {
		double u = (draw(1 << 30) + 1.) / (1 << 30);
		int n = std::min(4096, (int) (4 / sqrt(u)));

		m.start.push_back(m.column.size());
		for (int k = 0; k < n; ++k) {
			double w = draw(1 << 30) / (double) (1 << 30);

			m.column.push_back(w * w * w * N);
		}
		std::sort(m.column.end() - n, m.column.end());
	}
	m.start.push_back(m.column.size());
	return m;
}

static void add_sparse(const char *thread, const char *warp, const csr &m)
{
	int *start = upload(m.start), *column = upload(m.column);

	for (int b : { 128, 256 }) {
		add("sparse", "held", thread, "float", 1 << 20, b, csr_thread,
			start, column, f<float>(0), f<float>(1), f<float>(4));
		add("sparse", "held", warp, "float", 1 << 25, b, csr_warp,
			start, column, f<float>(0), f<float>(1), f<float>(4));
	}
}

/* The cells of M rows of n, transposed. */
int *columns_of(const csr &m, int n)
{
	int M = m.start.size() - 1;
	std::vector<int> v((size_t) M * n);

	for (int x = 0; x < M; ++x)
		for (int k = 0; k < n; ++k)
			v[(size_t) k * M + x] = m.column[m.start[x] + k];
	return upload(v);
}

/* Places of 18 neighbours in a cube of 128 with fluid in all cells, numbered
 * in rows, or in rows of random runs of 64 cells.
 */
int *neighbours(bool shuffled)
{
	const int N = 128, M = N * N * N, RUN = 64;
	std::vector<int> run(M / RUN), v((size_t) 18 * M);
	int q = 0;

	for (int i = 0; i < M / RUN; ++i)
		run[i] = i;
	for (int i = M / RUN - 1; shuffled && i > 0; --i)
		std::swap(run[i], run[draw(i + 1)]);
	auto place = [&](int c) { return run[c / RUN] * RUN + c % RUN; };
	for (int dz = -1; dz <= 1; ++dz)
	for (int dy = -1; dy <= 1; ++dy)
	for (int dx = -1; dx <= 1; ++dx) {
		int away = abs(dx) + abs(dy) + abs(dz);

		if (away == 0 || away == 3)
			continue;
		for (int z = 0; z < N; ++z)
		for (int y = 0; y < N; ++y)
		for (int x = 0; x < N; ++x) {
			int from = (((z - dz + N) % N) * N + (y - dy + N) % N) *
				N + (x - dx + N) % N;

			v[(size_t) q * M + place((z * N + y) * N + x)] =
				(q + 1) * M + place(from);
		}
		++q;
	}
	return upload(v);
}

#define GATHER(k)                                                         \
	do {                                                              \
		int *i = on_lines(1 << 24, k, 1 << 28);                   \
		add("scatter", "fit", "gather_" #k, "float", 1 << 24, 256, \
			gather_by, f<float>(0), i, f<float>(4));          \
		add("scatter", "held", "scatter_" #k, "float", 1 << 24, 256, \
			scatter_by, f<float>(0), i, f<float>(4));         \
	} while (0)

void add_scattered()
{
	GATHER(1);
	GATHER(2);
	GATHER(4);
	GATHER(8);
	GATHER(16);
	GATHER(32);
	static const char *names[] = { "table_16KiB", "table_64KiB",
		"table_256KiB", "table_1MiB", "table_4MiB", "table_16MiB",
		"table_32MiB", "table_64MiB", "table_256MiB", "table_1GiB" };
	static const int kib[] = { 16, 64, 256, 1024, 4096, 16384, 32768,
		65536, 262144, 1048576 };

	for (int t = 0; t < 10; ++t) {
		int *i = random_below(1 << 24, (uint64_t) kib[t] * 256);

		add("scatter", "held", names[t], "float", 1 << 24, 256,
			gather_by, f<float>(0), i, f<float>(4));
		if (t % 3 == 0)
			add("scatter", "held", names[t], "float", 1 << 24, 64,
				gather_by, f<float>(0), i, f<float>(4));
	}
	csr band = banded(), even = uniform(), law = power();

	add_sparse("csr_thread_banded", "csr_warp_banded", band);
	add_sparse("csr_thread_uniform", "csr_warp_uniform", even);
	add_sparse("csr_thread_power", "csr_warp_power", law);
	fprintf(stderr, "power law: %zu cells\n", law.column.size());
	int *of_band = columns_of(band, 27), *of_even = columns_of(even, 16);

	for (int b : { 128, 256 }) {
		add("sparse", "fit", "ell_banded", "float", 1 << 20, b,
			ell<1 << 20, 27>, of_band, f<float>(0), f<float>(1),
			f<float>(4));
		add("sparse", "fit", "ell_uniform", "float", 1 << 20, b,
			ell<1 << 20, 16>, of_even, f<float>(0), f<float>(1),
			f<float>(4));
	}
	int *h[] = { random_below(1 << 24, 256), random_below(1 << 24, 65536),
		random_below(1 << 24, 1 << 24), random_below(1 << 24, 1) };

	static const char *bins[] = { "histogram_256", "histogram_65536",
		"histogram_16777216", "histogram_1" };
	for (int t = 0; t < 4; ++t)
		add("atomic", t == 1 ? "fit" : "held", bins[t], "int32",
			1 << 24, 256, histogram, h[t], f<int>(5));
	add("atomic", "held", "histogram_shared", "int32", 1 << 21, 256,
		histogram_shared<1 << 21>, h[0], f<int>(5));
	int *rows = neighbours(false), *runs = neighbours(true);

	for (int b : { 128, 256 }) {
		add("sparse", "held", "lbm_list_rows", "double", 1 << 21, b,
			lbm_list<1 << 21>, f<double>(0), rows, f<double>(4));
		add("sparse", "held", "lbm_list_runs", "double", 1 << 21, b,
			lbm_list<1 << 21>, f<double>(0), runs, f<double>(4));
	}
}

#define MATMUL(N, W, BX, BY)                                              \
	add_on(N / BX * (N / BY), W, "order", "fit", "matmul_order_" #N,  \
		"float", ints(N, N), ints(BX, BY),                        \
		matmul_order<N, W, BX, BY>, f<float>(0), f<float>(1),     \
		f<float>(4))
#define BOX9(N, W, BX, BY)                                                \
	add_on(N / BX * (N / BY), W, "order", "held", "box9_order",       \
		"float", ints(N, N), ints(BX, BY),                        \
		box9_order<N, W, BX, BY>, f<float>(0), f<float>(4))

void add_orders()
{
	MATMUL(1024, 0, 32, 8);
	MATMUL(1024, 32, 32, 8);
	MATMUL(1024, 128, 32, 8);
	MATMUL(1024, 0, 16, 16);
	MATMUL(1024, 32, 16, 16);
	MATMUL(1024, 128, 16, 16);
	MATMUL(2048, 0, 32, 8);
	MATMUL(2048, 32, 32, 8);
	MATMUL(2048, 128, 32, 8);
	BOX9(4096, 0, 32, 8);
	BOX9(4096, 32, 32, 8);
	BOX9(4096, 128, 32, 8);
	BOX9(4096, 0, 16, 16);
	BOX9(4096, 32, 16, 16);
	BOX9(4096, 128, 16, 16);
	BOX9(4096, 0, 128, 2);
	BOX9(4096, 128, 128, 2);
}
