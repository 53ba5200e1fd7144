/* Loops that end at an argument: the assembler joins four trips of four, and
 * has code for those that are left, which may be none.
 */
extern "C" {

__global__ void product(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float s = 0;

	for (int k = 0; k < n; ++k)
		s += a[y * n + k] * b[k * n + x];
	c[y * n + x] = s;
}

/* Downwards: those that are left come first. */
__global__ void down(const float *__restrict__ a, float *__restrict__ b, unsigned n, unsigned m)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;

	for (unsigned k = m; k-- > 0;)
		s += a[k * n + i];
	b[i] = s;
}

}
