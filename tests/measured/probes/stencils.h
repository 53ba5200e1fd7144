/* Shared by the probes of stencils: the cell of a thread, launches with many
 * blocks, and one line of CSV for each launch.
 *
 * Domains and folds are compile-time constants; a thread computes FX * FY *
 * FZ consecutive cells, and one whose first cell lies outside of the domain
 * does nothing.  Fields lie on 4096-byte boundaries, with GUARD
 * elements around them.
 */

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#define GUARD (1 << 21) /* elements before and behind each field */

template <int NX, int NY, int NZ, int FX = 1, int FY = 1, int FZ = 1>
struct cell {
	int x, y, z;
	__device__ cell()
	    : x((blockIdx.x * blockDim.x + threadIdx.x) * FX),
	      y((blockIdx.y * blockDim.y + threadIdx.y) * FY),
	      z((blockIdx.z * blockDim.z + threadIdx.z) * FZ)
	{
	}
	__device__ bool outside() const
	{
		return x >= NX || y >= NY || z >= NZ;
	}
	__device__ long at(int dx, int dy, int dz) const
	{
		return x + dx + (long) (y + dy) * NX +
			(long) (z + dz) * NX * NY;
	}
};

#define KERNEL(name)                               \
	template <class T, int NX, int NY, int NZ> \
	__global__ void name(const T *__restrict__ a, T *__restrict__ b)

#define CELL                \
	cell<NX, NY, NZ> c; \
	if (c.outside())    \
	return

static bool once;
static int shared_B; /* dynamic shared memory of a block */
static void *in, *out;

template <class T>
static void run(void (*kernel)(const T *, T *), const char *name, int nx,
	int ny, int nz, const int (*block)[3], int n_block, int fx = 1,
	int fy = 1, int fz = 1)
{
	const char *type = sizeof(T) == 8 ? "double" : "float";

	for (int i = 0; i < n_block; ++i) {
		const int *s = block[i];
		dim3 b(s[0], s[1], s[2]);
		dim3 g((nx + s[0] * fx - 1) / (s[0] * fx),
			(ny + s[1] * fy - 1) / (s[1] * fy),
			(nz + s[2] * fz - 1) / (s[2] * fz));
		float ms[7] = { 0 };
		cudaFuncAttributes attr;
		cudaEvent_t from, to;

		cudaFuncGetAttributes(&attr, (const void *) kernel);
		cudaFuncSetAttribute((const void *) kernel,
			cudaFuncAttributeMaxDynamicSharedMemorySize, shared_B);
		cudaEventCreate(&from);
		cudaEventCreate(&to);
		for (int r = once ? 8 : 0; r < 9; ++r) {
			cudaEventRecord(from);
			kernel<<<g, b, shared_B>>>((const T *) in + GUARD,
				(T *) out + GUARD);
			cudaEventRecord(to);
			cudaEventSynchronize(to);
			if (!once && r >= 2)
				cudaEventElapsedTime(&ms[r - 2], from, to);
		}
		std::sort(ms, ms + 7);
		printf("%s,%s,%d,%d,%d,%d,%d,%d,%d,%d,%d,0,%d,%.6f,%d,"
		       "constant64\n",
			name, type, nx, ny, nz, s[0], s[1], s[2], fx, fy, fz,
			shared_B, ms[3], attr.numRegs);
		if (cudaGetLastError() != cudaSuccess)
			fprintf(stderr, "%s failed\n", name);
		cudaEventDestroy(from);
		cudaEventDestroy(to);
	}
}

static bool has(int argc, char **argv, const char *word)
{
	for (int i = 1; i < argc; ++i)
		if (strcmp(argv[i], word) == 0)
			return true;
	return false;
}

/* Memory for all fields, and the header of the table. */
static bool start(int argc, char **argv)
{
	const size_t bytes = (size_t) 6 << 30;

	once = has(argc, argv, "once");
	if (cudaMalloc(&in, bytes) != cudaSuccess ||
		cudaMalloc(&out, bytes) != cudaSuccess)
		return false;
	cudaMemset(in, 0, bytes);
	cudaMemset(out, 0, bytes);
	printf("kernel,type,nx,ny,nz,bx,by,bz,fx,fy,fz,offset,shared,ms,"
	       "regs,strides\n");
	return true;
}

#define COUNT(a) (int) (sizeof(a) / sizeof((a)[0]))
#define RUN(kernel, T, nx, ny, nz, blocks)                         \
	run<T>(kernel<T, nx, ny, nz>, #kernel, nx, ny, nz, blocks, \
		COUNT(blocks))
