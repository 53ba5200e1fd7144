/* What the assembler sees in code that says less: exponents that are literals, places that may
 * overlap, units that are not those of the type.
 *
 *	nvcc -ptx -arch=sm_90 units.cu
 */
#define X (blockIdx.x * blockDim.x + threadIdx.x)

/* powf asks whether its exponent is odd, which is no branch that data decide. */
extern "C" __global__ void power(float *a, int m)
{
	float *p = a + X;

	for (int k = 0; k < m; ++k)
		p[k * 65536] = powf(p[k * 65536], .1346f);
}

/* Rows at a distance that is known at run time: each load waits for the store before it. */
extern "C" __global__ void relax(double *h, const double *__restrict__ e, long n, int m)
{
	long i = X;

#pragma unroll 1
	for (int k = 0; k < m; ++k)
#pragma unroll
		for (int c = 0; c < 3; ++c)
			h[(3 * k + c) * n + i] *= e[k];
}

/* The same with literals between them: all are loaded at once. */
extern "C" __global__ void relax_near(double *h, const double *__restrict__ e, int m)
{
	double *p = h + X;

#pragma unroll 1
	for (int k = 0; k < m; ++k, p += 3 * 65536)
#pragma unroll
		for (int c = 0; c < 3; ++c)
			p[c * 65536] *= e[k];
}

/* rsqrt of a double has a slow path, which loads are not moved across. */
extern "C" __global__ void roots(const double *__restrict__ a, double *__restrict__ b, int n, int m)
{
	double r = 1;

#pragma unroll 1
	for (int k = 0; k < m; ++k) {
		r = rsqrt(r * r + a[2 * k * n + X]);
		r = r * a[(2 * k + 1) * n + X];
	}
	b[X] = r;
}

/* Counts of bits and choices between floats. */
extern "C" __global__ void bits(const unsigned *__restrict__ a, int *__restrict__ b)
{
	unsigned v = a[X];

	b[X] = __popc(v) + __clz(v) + __brev(v);
}

extern "C" __global__ void extremes(const float *__restrict__ a, float *__restrict__ b, float c)
{
	float v = a[X];

	b[X] = v > c ? fminf(v, 1.f) : fmaxf(v, -1.f);
}

/* A warp takes as many trips as warps are before it, four at a time. */
extern "C" __global__ void before(const float *__restrict__ a, float *__restrict__ b)
{
	__shared__ float s[32];
	int w = threadIdx.x / 32;
	float r = 0;

	if (threadIdx.x % 32 == 0)
		s[w] = a[X];
	__syncthreads();
	for (int k = 0; k < w; ++k)
		r = s[k] * r + 1;
	b[X] = r;
}

/* Data choose a column: each row has as many as the table has elements, over its rows. */
extern "C" __global__ void column(const int *__restrict__ at, const float *__restrict__ t, float *__restrict__ b, int m)
{
	int c = at[X];
	float r = 0;

	for (int k = 0; k < m; ++k)
		r += t[512 * k + c];
	b[X] = r;
}

/* A bit for each comparison. */
extern "C" __global__ void census(const int *__restrict__ a, long long *__restrict__ b, int c)
{
	long long s = 0;

#pragma unroll
	for (int k = 0; k < 4; ++k)
		s = s << 1 | (a[X + 65536 * k] < c ? 1 : 0);
	b[X] = s;
}
