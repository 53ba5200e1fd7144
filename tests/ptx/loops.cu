/* Loops whose trips depend on the thread, on the block or on a loop around
 * them.
 */

#define X (blockIdx.x * blockDim.x + threadIdx.x)

extern "C" __global__ void lower_thread(const double *a, double *b, int n)
{
	int i = X;
	double s = 0;

	if (i >= n)
		return;
	for (int j = 0; j <= i; ++j)
		s += a[(long) j * n + i];
	b[i] = s;
}

extern "C" __global__ void upper_thread(const double *a, double *b, int n)
{
	int i = X;
	double s = 0;

	if (i >= n)
		return;
	for (int j = i; j < n; ++j)
		s += a[(long) j * n + i];
	b[i] = s;
}

extern "C" __global__ void lower_block(const double *a, double *b, int n)
{
	double s = 0;

	for (int j = 0; j <= blockIdx.x; ++j)
		s += a[(long) j * n + X];
	b[X] = s;
}

extern "C" __global__ void row_of_block(const double *a, double *b, int n)
{
	int i = blockIdx.x;
	double s = 0;

	for (int j = threadIdx.x; j <= i; j += blockDim.x)
		s += a[(long) i * n + j];
	b[i * blockDim.x + threadIdx.x] = s;
}

extern "C" __global__ void inner_outer(const double *a, double *b, int n)
{
	int i = X;
	double s = 0;

	if (i >= n)
		return;
	for (int j = 0; j < 64; ++j)
		for (int k = 0; k <= j; ++k)
			s += a[(long) (j * 64 + k) * n + i];
	b[i] = s;
}

extern "C" __global__ void lanes(const double *a, double *b, int n)
{
	int i = X;
	double s = 0;

	for (int j = 0; j < threadIdx.x % 32; ++j)
		s += a[(long) j * n + i];
	b[i] = s;
}

/* Windows that are cut at both ends, in loops that nvcc unrolls by four: the rest in a loop ... */
__global__ void window(const float *__restrict__ a, float *__restrict__ b, int n, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;

	if (x >= n)
		return;
	for (int i = max(0, x - w); i <= min(n - 1, x + w); ++i)
		s += a[i];
	b[x] = s;
}

/* ... and as four cases, inside another loop. */
__global__ void window2(const float *__restrict__ a, float *__restrict__ b, int n, int w)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	float s = 0;

	if (x >= n || y >= n)
		return;
	for (int j = max(0, y - w); j <= min(n - 1, y + w); ++j)
		for (int i = max(0, x - w); i <= min(n - 1, x + w); ++i)
			s += a[j * n + i];
	b[y * n + x] = s;
}

/* A stride that is no multiple of the row that is tested for. */
__global__ void stride_odd(const float *__restrict__ a, float *__restrict__ b, int nx, int ny)
{
	int n = nx * ny;

	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
		int x = i % nx, y = i / nx;

		if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1)
			b[i] = a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx];
	}
}

/* Threads of a block of 128, no more, walk along a row; the compiler unrolls by
 * four, which a block of 256 would end unevenly.
 */
__global__ void row_sums(const float *__restrict__ a, float *__restrict__ b, int n)
{
	__shared__ float s[128];
	int t = threadIdx.x;
	float sum = 0;

	for (int i = t; i < n; i += 128)
		sum += a[blockIdx.x * n + i];
	s[t] = sum;
	__syncthreads();
	if (t < 64)
		b[blockIdx.x * 64 + t] = s[t] + s[t + 64];
}

/* A loop in parts of 32: how often the inner one runs follows from the bounds of
 * the outer one.
 */
__global__ void in_parts(const float *__restrict__ a, const float *__restrict__ c, float *__restrict__ b, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;

	if (x >= n)
		return;
	for (int j = 0; j < n; j += 32)
		for (int k = j; k < min(j + 32, n); ++k)
			s += c[k] * a[k * n + x];
	b[x] = s;
}

/* A loop that leaves one trip out, which the compiler makes two loops. */
__global__ void jacobi_dense(const double *__restrict__ a, const double *__restrict__ b, const double *__restrict__ x, double *__restrict__ y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double s = 0;

	if (i >= n)
		return;
	for (int j = 0; j < n; ++j)
		if (j != i)
			s += a[j * n + i] * x[j];
	y[i] = (b[i] - s) / a[i * n + i];
}
