// Addresses and loops that data or pointers decide.

struct body {
	float x, y, z, mass;
};

// members of a structure that data choose lie in one sector
extern "C" __global__ void members(const body *__restrict__ b, const int *__restrict__ at, float *__restrict__ o, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		const body *p = &b[at[i]];

		o[i] = p->mass * (p->x + p->y + p->z);
	}
}

// so do three numbers in a row
extern "C" __global__ void triples(const float *__restrict__ p, const int *__restrict__ at, float *__restrict__ o, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		o[i] = p[3 * at[i]] * p[3 * at[i] + 1] * p[3 * at[i] + 2];
}

// the four corners of a cell
extern "C" __global__ void corners(const float *__restrict__ grid, const int *__restrict__ cell, float *__restrict__ o,
	int n, int nx)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		int c = cell[i];

		o[i] = grid[c] + grid[c + 1] + grid[c + nx] + grid[c + nx + 1];
	}
}

// all threads of a block read the row that one number chooses
extern "C" __global__ void rows_of(const float *__restrict__ table, const int *__restrict__ row, float *__restrict__ o,
	int width)
{
	for (int x = threadIdx.x; x < width; x += blockDim.x)
		o[(size_t) blockIdx.x * width + x] = table[(size_t) row[blockIdx.x] * width + x];
}

// a pointer that walks to where another one points
extern "C" __global__ void until(const float *first, const float *end, float *o, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;

	if (i >= n)
		return;
	for (const float *p = first + i; p < end; p += n)
		s += *p;
	o[i] = s;
}

// a row from where data say on
extern "C" __global__ void along(const float *__restrict__ a, const int *__restrict__ first, float *__restrict__ o, int n,
	int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;

	if (i >= n)
		return;
	const float *p = a + first[i];
#pragma unroll 1
	for (int k = 0; k < m; ++k)
		s += *p++;
	o[i] = s;
}

// the edge of a tile: compilers test (x | y) < 0
extern "C" __global__ void edges(const float *__restrict__ a, float *__restrict__ o, int nx, int ny)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x - 3, y = blockIdx.y * blockDim.y + threadIdx.y - 3;

	o[(y + 3) * (nx + 6) + x + 3] = x >= 0 && x < nx && y >= 0 && y < ny ? a[y * nx + x] : 0;
}

// each number of a vector chooses elements of its own
extern "C" __global__ void each(const float4 *__restrict__ p, const int4 *__restrict__ at, float *__restrict__ o, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		int4 q = at[i];

		o[i] = p[q.x].x * p[q.y].y * p[q.z].z * p[q.w].w;
	}
}
