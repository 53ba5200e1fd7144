/* Branches that data decide: the argument 'taken'. */

#define X (blockIdx.x * blockDim.x + threadIdx.x)

/* one branch over code */
extern "C" __global__ void one(const float *__restrict__ p, float limit,
	const float *__restrict__ a, const float *__restrict__ c,
	float *__restrict__ b)
{
	int x = X;

	if (p[x] < limit)
		b[x] = a[x] + c[x];
}

/* one of two addresses */
extern "C" __global__ void either(const float *__restrict__ p, float limit,
	const float *__restrict__ a, const float *__restrict__ c,
	float *__restrict__ b)
{
	int x = X;

	b[x] = p[x] < limit ? a[x] * 1.5f : c[x] * 0.5f;
}

/* a guard and data, two branches of which one is in the other */
extern "C" __global__ void nested(const int *__restrict__ flag,
	const double *__restrict__ a, double *__restrict__ b, int n)
{
	int x = X, f;

	if (x >= n || (f = flag[x]) == 0)
		return;
	b[x] = a[x];
	if (f > 7)
		b[x + n] = sqrt(a[x + n]);
}

/* in a loop, and a store under a predicate */
extern "C" __global__ void inside(const int *__restrict__ flag,
	const float *__restrict__ a, float *__restrict__ b)
{
	int x = X;
	float s = 0;

#pragma unroll 1
	for (int k = 0; k < 64; ++k) {
		if (flag[x + k * 65536] > 0)
			s += a[x + k * 65536];
	}
	if (s > 0)
		b[x] = s;
}

/* Short code on data is under a predicate: the load behind it does not wait. */
__global__ void short_code(const float *__restrict__ a, const float *__restrict__ c, float *__restrict__ b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = a[i];

	if (v > 1)
#pragma unroll
		for (int k = 1; k <= 20; ++k)
			v = v * v + k;
	b[i] = v + c[i];
}

/* 21 instructions are a branch. */
__global__ void long_code(const float *__restrict__ a, const float *__restrict__ c, float *__restrict__ b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v = a[i];

	if (v > 1)
#pragma unroll
		for (int k = 1; k <= 21; ++k)
			v = v * v + k;
	b[i] = v + c[i];
}
