/* Pointers that a loop loads again, as its registers are few, and counters of which
 * lanes make indices.  Compiled by make-ptx.sh; asserted in golden/ptx/crowded.wsp.
 */

/* 20 sums: two pointers are loaded again in each trip (LDC). */
extern "C" __global__ void crowded(const float *a, const float *b, float *c, int n)
{
	float s[20] = {};
	int t = threadIdx.x;

	for (int k = 0; k < n; k += 32) {
		float x = a[k * 3 + t], y = b[k * 5 + t];
#pragma unroll
		for (int i = 0; i < 20; ++i)
			s[i] = fminf(s[i], x * (i + 1.5f) + y);
		__syncthreads();
	}
	for (int i = 0; i < 20; ++i)
		c[t * 20 + i] = s[i];
}

/* 4 sums: none. */
extern "C" __global__ void roomy(const float *a, const float *b, float *c, int n)
{
	float s[4] = {};
	int t = threadIdx.x;

	for (int k = 0; k < n; k += 32) {
		float x = a[k * 3 + t], y = b[k * 5 + t];
#pragma unroll
		for (int i = 0; i < 4; ++i)
			s[i] = fminf(s[i], x * (i + 1.5f) + y);
		__syncthreads();
	}
	for (int i = 0; i < 4; ++i)
		c[t * 4 + i] = s[i];
}

/* The counter of four trips is an index of lanes behind them. */
extern "C" __global__ void lanes(const float *__restrict__ a, float *b, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;

	for (int k = 0; k < n; ++k)
		s += a[k] * a[k + t];
	b[t] = s;
}
