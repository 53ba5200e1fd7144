// Where lanes meet again, and what runs in front of loops: instructions that PTX does not show.

// a reduction in a tree: a branch for each step
extern "C" __global__ void largest(const float *__restrict__ a, float *b)
{
	__shared__ float s[256];
	int t = threadIdx.x;
	s[t] = a[blockIdx.x * 256 + t];
	__syncthreads();
	for (int n = 128; n > 0; n /= 2) {
		if (t < n) {
			float x = s[t], y = s[t + n];
			if (y > x)
				s[t] = y;
		}
		__syncthreads();
	}
	if (t == 0)
		b[blockIdx.x] = s[0];
}

// one branch that all lanes take alike, and one that the kernel ends behind
extern "C" __global__ void alike(const float *__restrict__ a, float *b, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 1;
	if (blockIdx.x < m) {
		for (int k = 0; k < 30; ++k)
			s = s * a[i] + 1.f / (k + 1);
		__syncthreads();
	}
	if (i < n)
		b[i] = s;
}

// remainders by an argument: its reciprocal is found in front of the loop
extern "C" __global__ void digits(const unsigned *__restrict__ a, unsigned *b, unsigned base, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned x = a[i], s = 0;
#pragma unroll 1
	for (int k = 0; k < 32; ++k) {
		s = s * 31 + x % base;
		x = x * 1664525u + 1013904223u;
	}
	b[i] = s;
}

// quotients of floats, each with a slow path; and conversions
extern "C" __global__ void quotients(const float *__restrict__ a, double *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x = a[i], y = a[i + n], z = a[i + 2 * n];
	b[i] = (double) (x / y) + (double) (y / z) + (double) floorf(z / x);
}
