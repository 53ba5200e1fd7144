// Names and bounds: a structure in the list of parameters, templates of a namespace with
// templates as arguments, a warp for each row, shared memory of a cubin.
struct grid {
	int nx, ny, nz;
	size_t pitch;
	const double *in;
	double *out;
};

__global__ void lap(grid g)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
	int z = blockIdx.z * blockDim.z + threadIdx.z + 1;

	if (x >= g.nx - 1 || y >= g.ny - 1 || z >= g.nz - 1)
		return;
	size_t i = (z * (size_t) g.ny + y) * g.pitch + x, s = g.ny * g.pitch;
	g.out[i] = g.in[i - 1] + g.in[i + 1] + g.in[i - g.pitch] + g.in[i + g.pitch] + g.in[i - s] + g.in[i + s];
}

namespace outer {
template <class T, int N> struct box {
	T length[N];
};

template <class B, int M> __global__ void scaled(float *a, B b, grid g)
{
	a[blockIdx.x * blockDim.x + threadIdx.x] *= M + b.length[0] + g.nx;
}
template __global__ void scaled<box<float, 3>, 2>(float *, box<float, 3>, grid);
}

template <class T> __global__ void copied(const T *a, T *b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	b[i] = a[i];
}
template __global__ void copied(const float *, float *);
template __global__ void copied(const double *, double *);

__global__ void row_norm(const float *__restrict__ a, float *__restrict__ n, int rows, int cols)
{
	int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;

	if (row >= rows)
		return;
	float s = 0;
	for (int c = lane; c < cols; c += 32)
		s += a[(size_t) row * cols + c];
	for (int o = 16; o; o >>= 1)
		s += __shfl_xor_sync(~0u, s, o);
	if (lane == 0)
		n[row] = s;
}

__global__ void reversed(float *a)
{
	__shared__ float t[256];
	int i = blockIdx.x * 256 + threadIdx.x;

	t[threadIdx.x] = a[i];
	__syncthreads();
	a[i] = t[255 - threadIdx.x];
}
