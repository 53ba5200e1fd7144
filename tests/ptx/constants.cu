// A loop that walks through constant memory, and one that takes the same few
// elements of it in each trip.
//
//	nvcc -ptx -O3 -arch=sm_90 constants.cu

__constant__ double series[4096];

extern "C" __global__ void through(const double *__restrict__ a, double *__restrict__ b, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double v = a[i], s = 0;
#pragma unroll 4
	for (int k = 0; k < m; ++k)
		s = s * v + series[k];
	b[i] = s;
}

extern "C" __global__ void same(const double *__restrict__ a, double *__restrict__ b, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	double v = a[i], s = 0;
	for (int k = 0; k < m; ++k)
		s = s * v + series[k % 2];
	b[i] = s;
}
