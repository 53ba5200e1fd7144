// What __launch_bounds__ leaves of registers: 65536 / (16 * 128), and none said.
template <int N> __device__ double product(const double *__restrict__ a, int i, int n)
{
	double v[N], s = 0;

#pragma unroll
	for (int k = 0; k < N; ++k)
		v[k] = a[i + k * n];
#pragma unroll
	for (int k = 0; k < N; ++k)
#pragma unroll
		for (int j = 0; j < k; ++j)
			s += v[k] * v[j] * (k - 2 * j);
	return s;
}

__global__ void __launch_bounds__(128, 16) bounded(const double *__restrict__ a, double *__restrict__ b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		b[i] = product<20>(a, i, n);
}

__global__ void free_to_take(const double *__restrict__ a, double *__restrict__ b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		b[i] = product<20>(a, i, n);
}
