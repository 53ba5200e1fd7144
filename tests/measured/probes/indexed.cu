// A blind set of kernels whose indices lie in memory, other than those of users_scattered.cu: gathers and
// scatters of 3 to 24 lines a warp, two draws from tables of 48 KiB to 512 MiB, sparse products (five points,
// columns near the row, rows of very different lengths) with a thread or four lanes a row and in ELL,
// histograms, lattices of nine values by lists, rows of a table, neighbours in a mesh.
// Said in indexed.wsp before anything was timed or predicted.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 indexed.cu && ./a.out >indexed.csv
//
// cold_ms is the median of nine launches, each between two events, on caches that hold other data, all of
// it read.
// With an argument each launch is made once, for the counters of
//
//	ncu --profile-from-start off --cache-control all --clock-control none ./a.out once
#include "cold.h"
#include <cmath>
#include <cstdint>

__global__ void gather_one(IN(float) a, IN(int) i, OUT(float) b)
{
	b[X] = a[i[X]];
}

__global__ void scatter_one(IN(float) b, IN(int) i, OUT(float) a)
{
	a[i[X]] = b[X];
}

__global__ void two_draws(IN(double) a, IN(int) i, IN(int) j, OUT(double) b)
{
	b[X] = a[i[X]] + a[j[X]];
}

// A thread a row.
template <class T> __global__ void csr(IN(int) start, IN(int) column, IN(T) a, IN(T) v, OUT(T) r)
{
	int x = X;
	T s = 0;

	for (int k = start[x]; k < start[x + 1]; ++k)
		s += a[k] * v[column[k]];
	r[x] = s;
}

// Four lanes a row.
__global__ void csr4(IN(int) start, IN(int) column, IN(float) a, IN(float) v, OUT(float) r)
{
	int row = X / 4, lane = threadIdx.x % 4;
	float s = 0;

	for (int k = start[row] + lane; k < start[row + 1]; k += 4)
		s += a[k] * v[column[k]];
	s += __shfl_down_sync(~0u, s, 2, 4);
	s += __shfl_down_sync(~0u, s, 1, 4);
	if (lane == 0)
		r[row] = s;
}

// n rows of 24 cells, cell k of all rows side by side.
__global__ void ell24(IN(int) column, IN(float) a, IN(float) v, OUT(float) r, int n)
{
	int x = X;
	float s = 0;

#pragma unroll
	for (int k = 0; k < 24; ++k)
		s += a[k * n + x] * v[column[k * n + x]];
	r[x] = s;
}

__global__ void bins(IN(int) i, int *h)
{
	atomicAdd(&h[i[X]], 1);
}

// 1024 bins in shared memory, sixteen values a thread.
__global__ void bins_shared(IN(int) i, int *h, int n)
{
	__shared__ int s[1024];
	int t = threadIdx.x;

#pragma unroll
	for (int k = 0; k < 4; ++k)
		s[256 * k + t] = 0;
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 16; ++k)
		atomicAdd(&s[i[k * n + X]], 1);
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 4; ++k)
		atomicAdd(&h[256 * k + t], s[256 * k + t]);
}

// Pull nine values of a cell through a list of their places.
__global__ void list9(IN(float) a, IN(int) list, OUT(float) b, int n)
{
	int x = X;
	float v[9], r;

	v[0] = r = a[x];
#pragma unroll
	for (int q = 1; q < 9; ++q) {
		v[q] = a[list[(q - 1) * n + x]];
		r += v[q];
	}
#pragma unroll
	for (int q = 0; q < 9; ++q)
		b[q * n + x] = v[q] * 0.4f + 0.06f * r;
}

// 64 threads copy a row.
__global__ void rows64(IN(float) t, IN(int) token, OUT(float) o)
{
	o[64 * Y + X] = t[64 * token[Y] + X];
}

// Four neighbours of a cell, three variables each.
__global__ void mesh4(IN(int) near, IN(double) a, IN(double) b, IN(double) c, OUT(double) o, int n)
{
	int x = X;
	double s = a[x] - b[x] * c[x];

#pragma unroll
	for (int k = 0; k < 4; ++k) {
		int i = near[k * n + x];

		s += a[i] - b[i] * c[i];
	}
	o[x] = s;
}

// The same with structures of four floats.
__global__ void mesh_aos(IN(int) near, IN(float) a, OUT(float) o, int n)
{
	int x = X;
	float s = 0;

#pragma unroll
	for (int k = 0; k < 4; ++k) {
		int i = near[k * n + x];

		s += a[4 * i] - a[4 * i + 1] * a[4 * i + 3];
	}
	o[x] = s;
}

static uint64_t state = 0x9E3779B97F4A7C15ull;

static uint64_t drawn(uint64_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (state >> 11) % n;
}

static int *upload(const std::vector<int> &v)
{
	int *d = NULL;

	if (cudaMalloc(&d, v.size() * sizeof(int)) != cudaSuccess)
		exit(1);
	cudaMemcpy(d, v.data(), v.size() * sizeof(int), cudaMemcpyHostToDevice);
	return d;
}

// Lanes of a warp in k lines of 32 floats, side by side from anywhere in the line on.
static int *on_lines(int n, int k, int cells)
{
	std::vector<int> v(n);
	int line[32], from[32];

	for (int x = 0; x < n; ++x) {
		int lane = x % 32, of = lane * k / 32, first = (of * 32 + k - 1) / k;

		if (lane == 0)
			for (int j = 0; j < k; ++j) {
				int lanes = ((j + 1) * 32 + k - 1) / k - (j * 32 + k - 1) / k;

				line[j] = drawn(cells / 32);
				from[j] = drawn(33 - lanes);
			}
		v[x] = 32 * line[of] + from[of] + lane - first;
	}
	return upload(v);
}

static int *below(size_t n, uint64_t limit)
{
	std::vector<int> v(n);

	for (int &i : v)
		i = drawn(limit);
	return upload(v);
}

struct matrix {
	std::vector<int> start, column;
};

// Five points of a grid 2048 wide.
static matrix points5(int n)
{
	matrix m;

	for (int x = 0; x < n; ++x) {
		m.start.push_back(m.column.size());
		for (int d : { -2048, -1, 0, 1, 2048 })
			m.column.push_back(std::min(std::max(x + d, 0), n - 1));
	}
	m.start.push_back(m.column.size());
	return m;
}

// 24 columns of 16384 around the row: of v, which has 16384 cells more than rows.
static matrix window(int n)
{
	matrix m;

	for (int x = 0; x < n; ++x) {
		m.start.push_back(m.column.size());
		for (int k = 0; k < 24; ++k)
			m.column.push_back(x + drawn(16384));
		std::sort(m.column.end() - 24, m.column.end());
	}
	m.start.push_back(m.column.size());
	return m;
}

// Rows of 1 + floor(-11 ln u) cells for u even in (0, 1), any columns.
static matrix lengths(int n)
{
	matrix m;

	for (int x = 0; x < n; ++x) {
		int cells = 1 + (int) (-11 * log((drawn(1 << 30) + .5) / (1 << 30)));

		m.start.push_back(m.column.size());
		for (int k = 0; k < cells; ++k)
			m.column.push_back(drawn(n));
		std::sort(m.column.end() - cells, m.column.end());
	}
	m.start.push_back(m.column.size());
	return m;
}

static int *transposed(const matrix &m, int cells)
{
	size_t n = m.start.size() - 1;
	std::vector<int> v(n * cells);

	for (size_t x = 0; x < n; ++x)
		for (int k = 0; k < cells; ++k)
			v[k * n + x] = m.column[m.start[x] + k];
	return upload(v);
}

// Eight neighbours of 2048 x 2048 cells, in rows or in runs of 32 cells in any order.
static int *neighbours(bool shuffled)
{
	const int N = 2048, n = N * N, run = 32;
	std::vector<int> place(n / run), v((size_t) 8 * n);
	int q = 0;

	for (int i = 0; i < n / run; ++i)
		place[i] = i;
	for (int i = n / run - 1; shuffled && i > 0; --i)
		std::swap(place[i], place[drawn(i + 1)]);
	auto at = [&](int c) { return place[c / run] * run + c % run; };
	for (int dy = -1; dy <= 1; ++dy)
		for (int dx = -1; dx <= 1; ++dx) {
			if (dx == 0 && dy == 0)
				continue;
			for (int y = 0; y < N; ++y)
				for (int x = 0; x < N; ++x)
					v[(size_t) q * n + at(y * N + x)] =
						(q + 1) * n + at((y - dy + N) % N * N + (x - dx + N) % N);
			++q;
		}
	return upload(v);
}

static void sparse(const char *thread, const char *four, const matrix &m)
{
	int n = m.start.size() - 1, *start = upload(m.start), *column = upload(m.column);

	measure(thread, n, 128, "constant", 0.f, csr<float>, start, column, F(0), F(1), F(4));
	measure(thread, n, 256, "constant", 0., csr<double>, start, column, D(0), D(1), D(4));
	measure(four, 4 * n, 256, "constant", 0.f, csr4, start, column, F(0), F(1), F(4));
}

int main(int argc, char **argv)
{
	once = argc > 1;
	if (cudaMalloc(&memory, 10 * field) != cudaSuccess)
		return 1;
	printf("kernel,type,nx,ny,nz,bx,by,bz,strides,regs,cold_ms\n");
	static const char *gather[] = { "gather_3", "gather_6", "gather_12", "gather_24" };
	for (int t = 0; t < 4; ++t)
		measure(gather[t], 1 << 24, t % 2 ? 128 : 256, "constant", 0.f, gather_one, F(0),
			on_lines(1 << 24, 3 << t, 1 << 27), F(4));
	measure("scatter_3", 1 << 24, 256, "constant", 0.f, scatter_one, F(4), on_lines(1 << 24, 3, 1 << 27), F(0));
	measure("scatter_12", 1 << 24, 256, "constant", 0.f, scatter_one, F(4), on_lines(1 << 24, 12, 1 << 27), F(0));
	static const char *two[] = { "two_48KiB", "two_192KiB", "two_3MiB", "two_24MiB", "two_96MiB", "two_512MiB" };
	static const int kib[] = { 48, 192, 3072, 24576, 98304, 524288 };
	for (int t = 0; t < 6; ++t)
		measure(two[t], 1 << 23, t % 2 ? 256 : 128, "constant", 0., two_draws, D(0),
			below(1 << 23, (uint64_t) kib[t] * 128), below(1 << 23, (uint64_t) kib[t] * 128), D(4));
	{
		matrix near = window(1 << 20);

		sparse("csr_points5", "csr4_points5", points5(1 << 21));
		sparse("csr_window", "csr4_window", near);
		sparse("csr_lengths", "csr4_lengths", lengths(1 << 20));
		measure("ell24_window", 1 << 20, 128, "constant", 0.f, ell24, transposed(near, 24), F(0), F(1), F(4), 1 << 20);
	}
	measure("bins_1000", 1 << 24, 256, "constant", 0.f, bins, below(1 << 24, 1000), I(5));
	measure("bins_1000000", 1 << 24, 128, "constant", 0.f, bins, below(1 << 24, 1000000), I(5));
	measure("bins_shared", 1 << 21, 256, "constant", 0.f, bins_shared, below(1 << 25, 1024), I(5), 1 << 21);
	measure("list9_rows", 1 << 22, 256, "constant", 0.f, list9, F(0), neighbours(false), F(4), 1 << 22);
	measure("list9_runs", 1 << 22, 128, "constant", 0.f, list9, F(0), neighbours(true), F(4), 1 << 22);
	measure("rows64", ints(64, 1 << 17), ints(64, 4), "constant", 0.f, rows64, F(0), below(1 << 17, 1000000), F(4));
	{
		std::vector<int> near((size_t) 4 << 21);

		for (size_t i = 0; i < near.size(); ++i)
			near[i] = i % (1 << 21) + drawn(4096);
		int *list = upload(near);

		measure("mesh4", 1 << 21, 128, "constant", 0., mesh4, list, D(0), D(1), D(2), D(4), 1 << 21);
		measure("mesh_aos", 1 << 21, 256, "constant", 0.f, mesh_aos, list, F(0), F(4), 1 << 21);
	}
	return cudaDeviceSynchronize() != cudaSuccess;
}
