/* Times of kernels as users write them: loops with reuse, shared memory, few
 * warps, structures, scattered data, vector types, orders of blocks.
 *
 *	nvcc -std=c++17 -O3 -arch=sm_90 -o users users*.cu
 *	./users				one line of CSV a launch, with times
 *	ncu --profile-from-start off --cache-control all \
 *	    --clock-control none --csv --page raw --print-units base \
 *	    --metrics ... ./users once	the same launches, counted once each
 *	ncu ... --cache-control none ./users warm	each after itself
 *	ncu ... --cache-control none ./users swept	each after 1 GiB of loads
 *
 * Two more arguments restrict all of these to launches FROM to TO - 1.
 *
 * ms is the median of seven launches after two, each between two events; row_ms
 * the time of one of 20 launches in a row.
 */
#include "users.h"
#include <algorithm>
#include <cuda_profiler_api.h>

std::vector<launch> launches;
int idle_B;

static char *memory;

void *field_at(int i)
{
	return memory + GUARD + i * (FIELD_BYTES + 2 * GUARD);
}

/* Numbers that lie in no order, for the indices of histograms. */
__global__ void shuffle(uint32_t *a, size_t n)
{
	for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < n;
		i += (size_t) gridDim.x * blockDim.x) {
		uint64_t v = (i + 1) * 0x9e3779b97f4a7c15;

		v = (v ^ v >> 30) * 0xbf58476d1ce4e5b9;
		a[i] = (uint32_t) (v >> 32);
	}
}

/* Reads much, so that L2 holds nothing that waits to be written. */
__global__ void sweep(const float4 *a, size_t n, float *b)
{
	float s = 0;

	for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < n;
		i += (size_t) gridDim.x * blockDim.x)
		s += a[i].x;
	if (s == 12345)
		*b = s;
}

/* Floats in [0.5, 1): as doubles they are normal numbers, too. */
__global__ void fill(float *a, size_t n)
{
	for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < n;
		i += (size_t) gridDim.x * blockDim.x)
		a[i] = 0.5f + (uint32_t) (i * 2654435761u) * 0x1p-33f;
}

static float middle(float *t, int n)
{
	std::sort(t, t + n);
	return t[n / 2];
}

static float time_of(const launch &l, int times)
{
	cudaEvent_t from, to;
	float ms = 0;

	cudaEventCreate(&from);
	cudaEventCreate(&to);
	cudaEventRecord(from);
	for (int i = 0; i < times; ++i)
		l.run();
	cudaEventRecord(to);
	cudaEventSynchronize(to);
	cudaEventElapsedTime(&ms, from, to);
	cudaEventDestroy(from);
	cudaEventDestroy(to);
	return ms;
}

static void time_launch(const launch &l)
{
	float ms[7], row[3];
	cudaFuncAttributes a;

	cudaFuncGetAttributes(&a, l.function);
	for (int r = 0; r < 9; ++r) {
		float t = time_of(l, 1);

		if (r >= 2)
			ms[r - 2] = t;
	}
	for (int r = 0; r < 3; ++r)
		row[r] = time_of(l, 20) / 20;
	float m = middle(ms, 7);
	printf("%s,%s,%d,%d,%d,%d,%d,%d,1,1,1,%d,0,%d,%.6f,%.6f,%.6f,%d,%s,%s,"
	       "%u,%zu,%zu\n", l.name, l.type, l.n.x, l.n.y, l.n.z, l.b.x,
		l.b.y, l.b.z, l.width, l.idle_B, m, ms[0], middle(row, 3), a.numRegs,
		l.kind, l.part, l.grid.x * l.grid.y * l.grid.z,
		a.sharedSizeBytes, a.localSizeBytes);
}

int main(int argc, char **argv)
{
	size_t bytes = FIELDS * (FIELD_BYTES + 2 * GUARD);
	bool once = argc > 1 && strcmp(argv[1], "once") == 0;
	bool warm = argc > 1 && strcmp(argv[1], "warm") == 0;
	bool swept = argc > 1 && strcmp(argv[1], "swept") == 0;
	float4 *other = NULL;
	size_t from = argc > 2 ? atoi(argv[2]) : 0;
	size_t to = argc > 3 ? atoi(argv[3]) : SIZE_MAX;

	if (cudaMalloc(&memory, bytes) != cudaSuccess)
		return 1;
	if (swept && cudaMalloc(&other, (size_t) 1 << 30) != cudaSuccess)
		return 1;
	fill<<<1024, 256>>>((float *) memory, bytes / 4);
	shuffle<<<1024, 256>>>(f<uint32_t>(6), 1 << 24);
#ifdef BLIND_LOOPS
	add_blind_loops();
#elif defined BLIND
	add_blind();
#elif defined UPDATES
	add_updates();
#else
	add_loops();
	add_dense();
	add_shared();
	add_few();
	add_structures();
	add_scattered();
	add_vectors();
	add_orders();
	add_suite();
	add_streams();
#endif
	fprintf(stderr, "%zu launches\n", launches.size());
	if (!once && !warm && !swept)
		printf("kernel,type,nx,ny,nz,bx,by,bz,fx,fy,fz,width,offset,"
		       "shared,ms,ms_min,row_ms,regs,kind,part,blocks,"
		       "static_shared,local_bytes\n");
	for (size_t i = from; i < std::min(to, launches.size()); ++i) {
		const launch &l = launches[i];

		if (!once && !warm && !swept) {
			time_launch(l);
		} else {
			for (int k = 0; warm && k < 2; ++k)
				l.run();
			if (swept)
				sweep<<<2048, 256>>>(other, (size_t) 1 << 26,
					(float *) other);
			cudaDeviceSynchronize();
			cudaProfilerStart();
			l.run();
			cudaDeviceSynchronize();
			cudaProfilerStop();
		}
		cudaError_t e = cudaDeviceSynchronize();
		if (e != cudaSuccess) {
			fprintf(stderr, "%s: %s\n", l.name,
				cudaGetErrorString(e));
			return 1;
		}
	}
	return 0;
}
