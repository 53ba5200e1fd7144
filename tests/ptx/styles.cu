/* Kernels in styles that kernels.cu does not have: reductions by shuffles and
 * cooperative groups, a queue of registers beside a tile, lambdas, flattened
 * indices of 64 bits, bins in shared memory, divisions in a loop.
 */

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

/* Dot product: grid-stride loop, warp shuffles, one atomic a warp. */
__global__ void dot(const double *__restrict__ x, const double *__restrict__ y, double *out, int n)
{
	double s = 0;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		s += x[i] * y[i];
	for (int d = 16; d > 0; d >>= 1)
		s += __shfl_down_sync(0xffffffff, s, d);
	if ((threadIdx.x & 31) == 0)
		atomicAdd(out, s);
}

/* Two-level: warps, then the first warp. */
template <int B> __global__ void norm2(const float *__restrict__ x, float *part, size_t n)
{
	__shared__ float warp[B / 32];
	float s = 0;
	size_t i = (size_t) blockIdx.x * B + threadIdx.x;

	while (i < n) {
		s = fmaf(x[i], x[i], s);
		i += (size_t) gridDim.x * B;
	}
#pragma unroll
	for (int d = 16; d; d /= 2)
		s += __shfl_xor_sync(~0u, s, d);
	if (threadIdx.x % 32 == 0)
		warp[threadIdx.x / 32] = s;
	__syncthreads();
	if (threadIdx.x < 32) {
		s = threadIdx.x < B / 32 ? warp[threadIdx.x] : 0.f;
		for (int d = B / 64; d; d /= 2)
			s += __shfl_down_sync(~0u, s, d);
		if (threadIdx.x == 0)
			part[blockIdx.x] = s;
	}
}
template __global__ void norm2<256>(const float *, float *, size_t);

/* 3D stencil of radius 4 that marches through z: plane in shared memory, queue in registers. */
#define R 4
#define BX 32
#define BY 16
__constant__ float c[R + 1];

__global__ void __launch_bounds__(BX *BY) march25(float *out, const float *in, int dimx, int dimy, int dimz)
{
	__shared__ float tile[BY + 2 * R][BX + 2 * R];
	int ix = blockIdx.x * BX + threadIdx.x, iy = blockIdx.y * BY + threadIdx.y;
	int at = (iy + R) * dimx + ix + R, stride = dimx * dimy, o;
	int tx = threadIdx.x + R, ty = threadIdx.y + R;
	float behind[R], front[R], current;

#pragma unroll
	for (int i = R - 2; i >= 0; --i) {
		behind[i] = in[at];
		at += stride;
	}
	current = in[at];
	o = at;
	at += stride;
#pragma unroll
	for (int i = 0; i < R; ++i) {
		front[i] = in[at];
		at += stride;
	}
	for (int iz = R; iz < dimz - R; ++iz) {
#pragma unroll
		for (int i = R - 1; i > 0; --i)
			behind[i] = behind[i - 1];
		behind[0] = current;
		current = front[0];
#pragma unroll
		for (int i = 0; i < R - 1; ++i)
			front[i] = front[i + 1];
		front[R - 1] = in[at];
		at += stride;
		o += stride;
		__syncthreads();
		if (threadIdx.y < R) {
			tile[threadIdx.y][tx] = in[o - R * dimx];
			tile[threadIdx.y + BY + R][tx] = in[o + BY * dimx];
		}
		if (threadIdx.x < R) {
			tile[ty][threadIdx.x] = in[o - R];
			tile[ty][threadIdx.x + BX + R] = in[o + BX];
		}
		tile[ty][tx] = current;
		__syncthreads();
		float v = c[0] * current;
#pragma unroll
		for (int i = 1; i <= R; ++i)
			v += c[i] * (front[i - 1] + behind[i - 1] + tile[ty - i][tx] + tile[ty + i][tx] +
				tile[ty][tx - i] + tile[ty][tx + i]);
		out[o] = v;
	}
}

/* Templates and lambdas. */
template <class F> __global__ void for_each(int nx, int ny, F f)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x < nx && y < ny)
		f(x, y);
}

template <class T> struct view {
	T *p;
	int pitch;
	__device__ T &operator()(int x, int y) const { return p[(long) y * pitch + x]; }
};

void launch(double *a, double *b, int nx, int ny)
{
	view<double> u { a, nx }, v { b, nx };

	for_each<<<1, 1>>>(nx, ny, [=] __device__(int x, int y) {
		if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1)
			v(x, y) = u(x, y) + 0.1 * (u(x - 1, y) + u(x + 1, y) + u(x, y - 1) + u(x, y + 1) - 4 * u(x, y));
	});
	for_each<<<1, 1>>>(nx, ny, [=] __device__(int x, int y) { v(x, y) = 2 * u(y, x); });
}

/* Loops over a flattened index, as portability layers write them. */
template <class F> __device__ void range(long begin, long end, const F &f)
{
	for (long i = begin + (long) blockIdx.x * blockDim.x + threadIdx.x; i < end; i += (long) blockDim.x * gridDim.x)
		f(i);
}

struct sweep {
	double *a;
	const double *b;
	long nx, ny, nz;
	__device__ void operator()(long i) const
	{
		long x = i % nx, y = i / nx % ny, z = i / (nx * ny);

		if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
			a[i] = b[i - 1] + b[i + 1] + b[i - nx] + b[i + nx] + b[i - nx * ny] + b[i + nx * ny] - 6 * b[i];
	}
};

template <class F> __global__ void parallel_for(long n, F f)
{
	range(0, n, f);
}
template __global__ void parallel_for<sweep>(long, sweep);


/* Tiles of 16 lanes sum rows. */
__global__ void tile_rows(const float *__restrict__ a, float *r, int rows, int columns)
{
	auto block = cg::this_thread_block();
	auto tile = cg::tiled_partition<16>(block);
	int row = blockIdx.x * (blockDim.x / 16) + tile.meta_group_rank();
	float s = 0;

	if (row >= rows)
		return;
	for (int k = tile.thread_rank(); k < columns; k += tile.size())
		s += a[(size_t) row * columns + k];
	for (int d = tile.size() / 2; d > 0; d /= 2)
		s += tile.shfl_down(s, d);
	if (tile.thread_rank() == 0)
		r[row] = s;
}

/* Blocks reduce in shared memory, the sync of the group. */
__global__ void block_max(const float *__restrict__ a, int *m, int n)
{
	extern __shared__ float s[];
	auto block = cg::this_thread_block();
	int i = block.group_index().x * block.size() + block.thread_rank();

	s[block.thread_rank()] = i < n ? a[i] : -1e30f;
	block.sync();
	for (int d = block.size() / 2; d > 0; d /= 2) {
		if (block.thread_rank() < d)
			s[block.thread_rank()] = fmaxf(s[block.thread_rank()], s[block.thread_rank() + d]);
		block.sync();
	}
	if (block.thread_rank() == 0)
		atomicMax(m, __float_as_int(s[0]));
}

/* The whole grid, twice. */
__global__ void two_phases(float *a, float *b, int n)
{
	cg::grid_group grid = cg::this_grid();

	for (int i = grid.thread_rank(); i < n; i += grid.size())
		b[i] = a[i] * 2.f;
	grid.sync();
	for (int i = grid.thread_rank(); i < n; i += grid.size())
		a[i] = b[(i + 1) % n];
}

/* Bins in shared memory, fewer than threads. */
__global__ void few_bins(const int *__restrict__ i, int *h, int n)
{
	__shared__ int s[16];
	int x = blockIdx.x * blockDim.x + threadIdx.x;

	for (int k = threadIdx.x; k < 16; k += blockDim.x)
		s[k] = 0;
	__syncthreads();
	if (x < n)
		atomicAdd(&s[i[x]], 1);
	__syncthreads();
	for (int k = threadIdx.x; k < 16; k += blockDim.x)
		atomicAdd(&h[k], s[k]);
}

/* No load is moved above a division: one wait for each. */
__global__ void recurrence(const double *__restrict__ d, double *__restrict__ c, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	double m = 0.3, e = 0;

	for (int k = 0; k < 256; ++k) {
		m = 1 / (2.1 - 0.3 * m);
		e = (d[k * n + x] - 0.3 * e) * m;
		c[k * n + x] = e;
	}
}
