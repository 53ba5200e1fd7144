/* Where the ways of a branch meet again, and what they choose.
 *
 *	nvcc -ptx -arch=sm_90 -O3 ways.cu, and -arch=sm_100 for ways100.ptx
 */

#define I (int) (blockIdx.x * blockDim.x + threadIdx.x)

/* Warps 3, 8, 13 ... leave; the slow path of sinf is a branch on data. */
extern "C" __global__ void some_leave(const float *a, float *b)
{
	int i = I;
	float v;
	switch (i / 32 % 5) {
	case 0: v = a[i]; break;
	case 1: v = a[i] + a[i + (1 << 20)]; break;
	case 2: v = a[i + (2 << 20)]; break;
	case 3: return;
	default: v = sinf(a[i]);
	}
	b[i] = v;
}

/* Data let some lanes of the middle half of all warps store. */
extern "C" __global__ void meet(const float *a, float *b)
{
	int i = I, k = i / 32 % 4;
	float v;
	if (k == 0) {
		v = a[i];
	} else if (k == 3) {
		return;
	} else {
		v = a[i + (1 << 20)];
		if (v > 0.5f)
			return;
		v *= 2;
	}
	b[i] = v;
}

/* A quotient of a number that may be negative is rounded towards 0. */
extern "C" __global__ void toward_zero(const float *a, float *b)
{
	int i = I, k = (i - 1000) / 4 + 250;
	if (k >= 0)
		b[i] = a[k];
}

/* For sm_100 a predicate is set on two ways. */
extern "C" __global__ void inner(const float *a, float *b, int nx, int ny, int nz)
{
	int i = I;
	if (i >= nx * ny * nz)
		return;
	int x = i % nx, y = i / nx % ny, z = i / (nx * ny);
	if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
		b[i] = a[i - nx] + a[i + nx * ny];
	else
		b[i] = a[i];
}

/* A neighbour, or the cell itself at the boundary, is one load. */
extern "C" __global__ void beside(const float *a, float *b, int nx, int ny)
{
	int x = I, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= nx || y >= ny)
		return;
	int c = x + nx * y, west = x ? c - 1 : c, north = y < ny - 1 ? c + nx : c;
	b[c] = a[c] + a[west] + a[north];
}

/* For sm_100 the number of trips is found with a choice and a product. */
extern "C" __global__ void every_50(const float *a, float *b, int n)
{
	int i = I, k = i;
	float s = 0;
	while (k < n) {
		s += a[k];
		k += 50;
	}
	if (i < n)
		b[i] = s;
}

/* A filter of bytes that moves from row to row. */
extern "C" __global__ void rows_of_bytes(const unsigned char *__restrict__ a,
	unsigned char *__restrict__ b, int nx, int m)
{
	int x = I, s0 = a[x], s1 = a[x + nx];
	for (int k = 0; k < m; ++k) {
		int s2 = a[(k + 2) * nx + x], t = a[(k + 2) * nx + x + 1];
		b[k * nx + x] = (s0 + s1 + s2 + t) / 4;
		s0 = s1;
		s1 = s2;
	}
}

/* Pairs of bytes in shared memory: nvcc loads some as two bytes and as a word,
 * which the assembler loads once; each byte is taken out of its register.
 */
extern "C" __global__ void pairs(const char2 *__restrict__ a, int2 *__restrict__ o, int n)
{
	__shared__ char2 sa[16][16], sb[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, re = 0, im = 0;
	int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;

	sa[ty][tx] = a[ty * n + blockIdx.y * 16 + tx];
	sb[ty][tx] = a[ty * n + x];
	__syncthreads();
#pragma unroll
	for (int k = 0; k < 16; ++k) {
		char2 p = sa[k][ty], q = sb[k][tx];
		re += p.x * q.x + p.y * q.y;
		im += p.y * q.x - p.x * q.y;
	}
	o[y * n + x] = make_int2(re, im);
}

/* Data choose two words of a table in shared memory: two loads. */
extern "C" __global__ void lookup(const unsigned *__restrict__ a,
	const unsigned *__restrict__ table, unsigned *__restrict__ o)
{
	__shared__ unsigned s[256];
	int i = I;

	s[threadIdx.x] = table[threadIdx.x];
	__syncthreads();
	o[i] = s[a[i] & 255] ^ s[a[i] >> 8 & 255];
}
