/* One kernel for each row of the table in doc/CUDA.md that no other file has:
 * tests/golden/ptx/constructs.wsp reads them.
 */

#include <cuda_runtime.h>

#define X (blockIdx.x * blockDim.x + threadIdx.x)

__device__ float global_array[1 << 20];
__constant__ float weight[64];
extern __device__ float elsewhere(float v);

extern "C" {

/* 32 lanes of warp w load line w */
__global__ void lane_and_warp(const float *__restrict__ a, float *__restrict__ b)
{
	unsigned lane, warp = threadIdx.x / 32;

	asm("mov.u32 %0, %%laneid;" : "=r"(lane));
	b[X] = a[(blockIdx.x * (blockDim.x / 32) + warp) * 32 + lane];
}

__global__ void thread_squared(const float *__restrict__ a, float *__restrict__ b)
{
	b[X] = a[threadIdx.x * threadIdx.x];
}

__global__ void quotients(const float *__restrict__ a, float *__restrict__ b, int n)
{
	b[X] = a[X / n * n + X % 7];
}

/* unsigned(x - 1) < n - 2 tests both ends */
__global__ void wraps(const float *__restrict__ a, float *__restrict__ b, int n)
{
	unsigned x = X;

	if (x - 1 < (unsigned) n - 2)
		b[x] = a[x - 1] + a[x + 1];
}

__global__ void device_array(float *__restrict__ b)
{
	b[X] = global_array[X];
}

__global__ void constants(const float *__restrict__ a, float *__restrict__ b)
{
	b[X] = a[X] * weight[threadIdx.x & 63];
}

__global__ void widths(const float *__restrict__ a, float *__restrict__ b)
{
	float4 v = ((const float4 *) a)[X];

	b[X] = v.x + v.y + v.z + v.w + a[X];
}

__global__ void hints(const float *__restrict__ a, float *b)
{
	float v = __ldg(a + X) + __ldcg(b + X) + __ldcs(b + X + 32) + ((volatile float *) b)[X + 64];

	__stcs(b + X + 96, v);
}

__global__ void async_copy(const float *__restrict__ a, float *__restrict__ b)
{
	__shared__ float s[256];

	asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned) __cvta_generic_to_shared(
			     &s[threadIdx.x])),
		"l"(a + X));
	asm volatile("cp.async.wait_all;");
	__syncthreads();
	b[X] = s[255 - threadIdx.x];
}

__global__ void votes(const float *__restrict__ a, int *__restrict__ b)
{
	float v = a[X];

	b[X] = __ballot_sync(~0u, v > 0) + __any_sync(~0u, v > 1) + __shfl_xor_sync(~0u, (int) v, 1);
}

__global__ void bits_product(const unsigned *__restrict__ a, int *__restrict__ b)
{
	int c[2] = { 0, 0 };

	asm volatile("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%0, %1}, {%2}, {%3}, {%0, %1};"
		     : "+r"(c[0]), "+r"(c[1])
		     : "r"(a[X]), "r"(a[X + 32]));
	b[X] = c[0] + c[1];
}

__global__ void store_matrix(const unsigned *__restrict__ a, unsigned *__restrict__ b)
{
	__shared__ __align__(16) unsigned s[256];
	unsigned at = (unsigned) __cvta_generic_to_shared(&s[threadIdx.x % 8 * 4]);

	asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(at), "r"(a[X]));
	__syncthreads();
	b[X] = s[threadIdx.x];
}

__global__ void calls_elsewhere(const float *__restrict__ a, float *__restrict__ b)
{
	b[X] = elsewhere(a[X]);
}

__global__ void texture(cudaTextureObject_t t, float *__restrict__ b)
{
	b[X] = tex1Dfetch<float>(t, X);
}

__global__ void texture_index(cudaTextureObject_t t, const float *__restrict__ a, float *__restrict__ b)
{
	b[X] = a[tex1Dfetch<int>(t, X)];
}

}

/* A product of a group of four warps: its factors lie in shared memory behind descriptors. */
__global__ void group_product(float *c, unsigned long long a, unsigned long long b, int n)
{
	float d[4] = { 0, 0, 0, 0 };

	asm volatile("wgmma.fence.sync.aligned;");
	for (int k = 0; k < n; ++k)
		asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
			"{%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
			: "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a + 2 * k), "l"(b + 2 * k));
	asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;");
	for (int i = 0; i < 4; ++i)
		c[4 * (blockIdx.x * blockDim.x + threadIdx.x) + i] = d[i];
}

/* A function that data choose. */
typedef float (*function)(float);

__global__ void call_by_pointer(const float *__restrict__ a, float *b, const function *f)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	b[i] = f[0](a[i]);
}
