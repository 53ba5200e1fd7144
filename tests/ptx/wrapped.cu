/* Numbers that wrap around, bits, and functions that are called twice.
 *
 *	nvcc -ptx -arch=sm_90 wrapped.cu		and -arch=sm_100
 */
#define X (blockIdx.x * blockDim.x + threadIdx.x)
#define IN const float *__restrict__
#define OUT float *__restrict__

/* For sm_100 a product with the inverse of 3 modulo 2^32, rotated for 6 and 12. */
extern "C" __global__ void third(IN a, OUT b)
{
	unsigned i = X;

	if (i / 32 % 3 == 0)
		b[i] = a[i];
}

extern "C" __global__ void sixth(IN a, OUT b)
{
	unsigned i = X / 32;

	if (i % 6 == 2)
		b[X] = a[X];
}

extern "C" __global__ void twelfth(IN a, OUT b)
{
	int i = X / 32;

	if (i % 12 != 0)
		b[X] = a[X];
}

/* Trips that a test leaves out, unrolled with a remainder. */
extern "C" __global__ void two_of_three(IN a, OUT b, int n)
{
	float s = 0;

	for (int k = 0; k < n; ++k) {
		if (k % 3 == 1)
			continue;
		s += a[k * 65536 + X];
	}
	b[X] = s;
}

/* For sm_100 a mask with the sign. */
extern "C" __global__ void odd(IN a, OUT b)
{
	int i = X / 32;

	if (i % 2 == 1)
		b[X] = a[X];
}

/* Two bits of an address. */
extern "C" __global__ void flip(IN a, OUT b)
{
	b[X] = a[X ^ 40];
}

/* For sm_90 a division by 3 in 16 bits, whose literal has the sign bit. */
extern "C" __global__ void third_of(IN a, OUT b)
{
	b[X] = a[(X & 255) / 3];
}

/* A hash of the index: data, for all that can be said. */
extern "C" __global__ void hashed(IN a, OUT b)
{
	b[X] = a[X * 2654435761u >> 12];
}

/* One function with other arguments each time, one in another, two returns. */
__device__ __noinline__ int within(int i, int lo, int hi)
{
	if (i < lo)
		return lo;
	if (i > hi)
		return hi;
	return i;
}

__device__ __noinline__ int wide(int i, int r, int n)
{
	return within(i - r, 0, n - 1) + within(i + r, r, n - 1) / n;
}

extern "C" __global__ void called_twice(IN a, OUT b, int n)
{
	int i = X, last = within(i + 20, 0, n - 1);
	float s = 0;

	for (int k = within(i - 20, 0, n); k <= last; ++k)
		s += a[k];
	b[i] = s + a[wide(i, 64, n)];
}

/* Three parts of a number that share no bit. */
extern "C" __global__ void swizzled(IN a, OUT b)
{
	unsigned i = X;

	b[i] = a[(i / 32 & 31) | (i & ~1023u) | (i * 32 & 992)];
}

/* One array as floats and as vectors of four: reports say how it is counted. */
extern "C" __global__ void two_widths(IN a, OUT b, int n)
{
	float4 v = ((const float4 *) a)[X];

	b[X] = v.x + v.y + v.z + v.w + a[X + n];
}
