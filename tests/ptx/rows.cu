/* Loops between numbers that are loaded, which compilers unroll into several
 * loops and branches; one of which every thread runs another number of trips;
 * and blocks of any shape.  nvcc has another optimizer for sm_100 and later, so
 * that each is there for sm_90 and for sm_100.
 */

#define R      __restrict__
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void csr(const int *R first, const int *R column, const double *R v,
	const double *R x, double *R y, int n)
{
	int i = THREAD;
	double s = 0;

	if (i >= n)
		return;
	for (int k = first[i]; k < first[i + 1]; ++k)
		s += v[k] * x[column[k]];
	y[i] = s;
}

/* a row for each warp */
__global__ void csr_warp(const int *R first, const int *R column,
	const double *R v, const double *R x, double *R y, int n)
{
	int t = THREAD, i = t / 32, lane = t % 32;
	double s = 0;

	if (i >= n)
		return;
	for (int k = first[i] + lane; k < first[i + 1]; k += 32)
		s += v[k] * x[column[k]];
	for (int o = 16; o > 0; o /= 2)
		s += __shfl_down_sync(~0u, s, o);
	if (lane == 0)
		y[i] = s;
}

__global__ void ell(const int *R length, const int *R column, const float *R v,
	const float *R x, float *R y, int n)
{
	int i = THREAD;
	float s = 0;

	if (i >= n)
		return;
	for (int k = 0; k < length[i]; ++k)
		s += v[k * n + i] * x[column[k * n + i]];
	y[i] = s;
}

/* from the end, both bounds in one load */
__global__ void back(const int2 *R range, const float *R v, float *R y, int n)
{
	int i = THREAD;
	float s = 0;

	if (i >= n)
		return;
	for (int k = range[i].y - 1; k >= range[i].x; --k)
		s += v[k];
	y[i] = s;
}

/* the middle number ends one loop and starts another */
__global__ void two(const int *R first, const float *R v, float *R y, int n)
{
	int i = THREAD;
	float s = 0, t = 0;

	if (i >= n)
		return;
	for (int k = first[i]; k < first[i + 1]; ++k)
		s += v[k];
	for (int k = first[i + 1]; k < first[i + 2]; ++k)
		t += v[k];
	y[i] = s * t;
}

__global__ void triangle(const float *R a, float *R b, int n)
{
	int i = THREAD;
	float s = 0;

	if (i >= n)
		return;
	for (int j = i; j < n; ++j)
		s += a[(size_t) j * n + i];
	b[i] = s;
}

/* the number of a thread in its block, as cooperative groups find it */
__global__ void ranks(const float *R a, float *R b, int n)
{
	int i = THREAD;
	int rank = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x +
		threadIdx.x;
	float v = i < n ? a[i] : 0;

	for (int o = 8; o > 0; o /= 2)
		v += __shfl_down_sync(~0u, v, o, 16);
	if (rank % 16 == 0 && i < n)
		b[i / 16] = v;
}
