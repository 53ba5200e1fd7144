// A 5-point stencil with guards; doc/CUDA.md asks how fast it runs.
//	nvcc -ptx -arch=sm_90 heat.cu && nvcc -cubin -arch=sm_90 heat.cu

__global__ void heat(const double *__restrict__ a, double *__restrict__ b, int nx, int ny)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x >= 1 && x < nx - 1 && y >= 1 && y < ny - 1)
		b[y * nx + x] = 0.25 * (a[y * nx + x - 1] + a[y * nx + x + 1] +
			a[(y - 1) * nx + x] + a[(y + 1) * nx + x]);
}
