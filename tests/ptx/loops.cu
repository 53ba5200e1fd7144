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
