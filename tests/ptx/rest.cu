/* Loops that end at an argument: the assembler joins four trips of four, and
 * has code for those that are left, which may be none.
 */
extern "C" {

__global__ void product(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float s = 0;

	for (int k = 0; k < n; ++k)
		s += a[y * n + k] * b[k * n + x];
	c[y * n + x] = s;
}

/* Downwards: those that are left come first. */
__global__ void down(const float *__restrict__ a, float *__restrict__ b, unsigned n, unsigned m)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;

	for (unsigned k = m; k-- > 0;)
		s += a[k * n + i];
	b[i] = s;
}

/* Rows of a window: the assembler's code for four, eight and sixteen trips of the inner loop has
 * three times the loads of the trips that run.
 */
__global__ void window(const float *__restrict__ a, float *__restrict__ b, float *__restrict__ c, int nx, int ny, int r)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float s = 0, q = 0;

	if (x < r || x >= nx - r || y < r || y >= ny - r)
		return;
	for (int j = -r; j <= r; ++j)
		for (int i = -r; i <= r; ++i) {
			float t = a[(y + j) * nx + x + i];

			s += t;
			q += t * t;
		}
	b[y * nx + x] = s;
	c[y * nx + x] = q - s * s;
}

/* A loop over shared memory without floating-point numbers, four trips of which become one. */
__global__ void nearest(const int *__restrict__ a, const int *__restrict__ r, int *__restrict__ b, int n)
{
	__shared__ int s[64][8];
	int x = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x, best = 2000000000, w[8];

	for (int j = 0; j < 8; ++j)
		w[j] = a[j * n + x];
	for (int j = 0; j < 4; ++j)
		s[t / 8 + 16 * j][t % 8] = r[128 * j + t];
	__syncthreads();
	for (int k = 0; k < 64; ++k) {
		int c = 0;

#pragma unroll
		for (int j = 0; j < 8; ++j)
			c += abs(w[j] - s[k][j]);
		best = min(best, c);
	}
	b[x] = best;
}

__device__ __noinline__ float cubic(float x)
{
	return ((x + 3) * x + 2) * x + 1;
}

/* Calls a function: the listing has a subroutine, as slow paths have. */
__global__ void calls(const float *__restrict__ a, float *__restrict__ b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		b[i] = cubic(a[i]);
}

/* Sums and minima that are one instruction, minima of three, an index of bytes that its sum extends. */
__global__ void dilate(const unsigned char *__restrict__ a, unsigned char *__restrict__ b, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, m = 0;

	if (x >= w || y >= h)
		return;
	for (int i = -3; i <= 3; ++i)
		m = max(m, (int) a[y * w + min(max(x + i, 0), w - 1)]);
	b[y * w + x] = m;
}

}
