// Instructions that become several, numbers that nobody gives, words of shared memory that data choose, and
// halves that are loaded together.
#include <cuda_fp16.h>

__global__ void turns(const float *__restrict__ a, float *__restrict__ o)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = a[i];

	o[i] = __sinf(x) + __cosf(x);
}

__global__ void ratio(const float *__restrict__ a, float *__restrict__ o, float b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	o[i] = __fdividef(b, a[i]);
}

__global__ void zeros(const long long *__restrict__ a, int *__restrict__ o)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	o[i] = __clzll(a[i]) + __popcll(a[i]);
}

__global__ void logs(const float *__restrict__ a, float *__restrict__ o, float b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	o[i] = logf(b / a[i]);
}

__global__ void table(const int *__restrict__ a, const float4 *__restrict__ t, float4 *__restrict__ o)
{
	__shared__ float4 s[67];
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (threadIdx.x < 67)
		s[threadIdx.x] = t[threadIdx.x];
	__syncthreads();
	int j = a[i];
	float4 u = s[j], v = s[j + 3];
	o[i] = make_float4(u.x + v.x, u.y + v.y, u.z + v.z, u.w + v.w);
}

__global__ void halves(const __half *__restrict__ a, float *__restrict__ o)
{
	__shared__ __align__(16) __half s[2048];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = 0;

	s[threadIdx.x] = a[i];
	__syncthreads();
	for (int k = 0; k < 8; ++k)
		v += __half2float(s[threadIdx.x / 32 * 8 + k]);
	o[i] = v;
}

// products of 64 bits of numbers with and without a sign, and both halves of one
__global__ void wide(const int *__restrict__ a, const unsigned *__restrict__ b, long long *o, unsigned *h)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int f = a[i];
	unsigned g = b[i];

	o[i] = (long long) f * (long long) g;
	h[i] = __umulhi(g, 0xd2511f53) ^ (g * 0xd2511f53);
}
