/* Matrix units: products with the functions of <mma.h>, of factors in global
 * and in shared memory.  Products with mma and ldmatrix are those of
 * tests/measured/probes/tensor.cu.
 */

#include <mma.h>

using namespace nvcuda;

/* Each warp has 16 x 16 sums, and loads factors from global memory. */
template <class A, class B>
static __device__ void warps(const half *a, const half *b, float *c, int n, wmma::layout_t layout)
{
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, A> fa;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, B> fb;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
	int w = (threadIdx.x + blockIdx.x * blockDim.x) / 32;
	int y = w / (n / 16) * 16, x = w % (n / 16) * 16;

	wmma::fill_fragment(fc, 0.f);
	for (int k = 0; k < n; k += 16) {
		wmma::load_matrix_sync(fa, a + y * n + k, n);
		wmma::load_matrix_sync(fb, b + x * n + k, n);
		wmma::mma_sync(fc, fa, fb, fc);
	}
	wmma::store_matrix_sync(c + y * n + x, fc, n, layout);
}

extern "C" __global__ void wmma_rows(const half *a, const half *b, float *c, int n)
{
	warps<wmma::row_major, wmma::col_major>(a, b, c, n, wmma::mem_row_major);
}

extern "C" __global__ void wmma_columns(const half *a, const half *b, float *c, int n)
{
	warps<wmma::col_major, wmma::row_major>(a, b, c, n, wmma::mem_col_major);
}

/* Each block has 64 x 64 sums, and takes 32 of k at a time through shared
 * memory.
 */
extern "C" __global__ void wmma_tile(const half *a, const half *b, float *c, int n)
{
	__shared__ half s[64 * 32], t[64 * 32];
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
	int w = threadIdx.x / 32;

	wmma::fill_fragment(fc, 0.f);
	for (int k = 0; k < n; k += 32) {
		for (int i = threadIdx.x; i < 64 * 32; i += blockDim.x) {
			s[i] = a[(blockIdx.y * 64 + i / 32) * n + k + i % 32];
			t[i] = b[(blockIdx.x * 64 + i / 32) * n + k + i % 32];
		}
		__syncthreads();
		for (int j = 0; j < 32; j += 16) {
			wmma::load_matrix_sync(fa, s + w / 4 * 16 * 32 + j, 32);
			wmma::load_matrix_sync(fb, t + w % 4 * 16 * 32 + j, 32);
			wmma::mma_sync(fc, fa, fb, fc);
		}
		__syncthreads();
	}
	wmma::store_matrix_sync(c + (size_t) (blockIdx.y * 64 + w / 4 * 16) * n +
		blockIdx.x * 64 + w % 4 * 16, fc, n, wmma::mem_row_major);
}

/* double precision, m8n8k4 */
extern "C" __global__ void wmma_double(const double *a, const double *b, double *c, int n)
{
	wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> fb;
	wmma::fragment<wmma::accumulator, 8, 8, 4, double> fc;
	int w = (threadIdx.x + blockIdx.x * blockDim.x) / 32;
	int y = w / (n / 8) * 8, x = w % (n / 8) * 8;

	wmma::fill_fragment(fc, 0.);
	for (int k = 0; k < n; k += 4) {
		wmma::load_matrix_sync(fa, a + y * n + k, n);
		wmma::load_matrix_sync(fb, b + x * n + k, n);
		wmma::mma_sync(fc, fa, fb, fc);
	}
	wmma::store_matrix_sync(c + y * n + x, fc, n, wmma::mem_row_major);
}
