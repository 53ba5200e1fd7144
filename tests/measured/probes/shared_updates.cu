// Cycles of an update of shared memory behind the one before: one block of 1 to 32 warps, each of whose lanes
// updates a word.  float_add is a loop of a load and a compare and swap, int_add and int_inc wait for a load of
// the word, int_return and cas use the old value, load is a chain of loads with the same addresses.
// same: lanes of a warp that meet in one word; stride: words from one to the next, 32 for one bank.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 shared_updates.cu && ./a.out >shared_updates.csv
#include <cstdio>

enum { FLOAT, INT_ADD, INT_INC, INT_RETURN, CAS, LDS };

template <int WHAT>
__global__ void run(int same, int stride, int n, long long *out, int *sink)
{
	__shared__ int s[8192];
	for (int i = threadIdx.x; i < 8192; i += blockDim.x)
		s[i] = 0;
	__syncthreads();
	int lane = threadIdx.x % 32, at = lane / same * stride % 8192, v = 0;
	long long t = clock64();
	for (int k = 0; k < n; ++k) {
		int i = (at + (v & 1 & (k >> 30))) % 8192;
		if (WHAT == FLOAT)
			atomicAdd((float *) &s[i], 1.f);
		else if (WHAT == INT_ADD)
			atomicAdd(&s[i], lane + k);
		else if (WHAT == INT_INC)
			atomicAdd(&s[i], 1);
		else if (WHAT == INT_RETURN)
			v = atomicAdd(&s[(at + (v & 0x40000000)) % 8192], 1 + lane);
		else if (WHAT == CAS)
			v = atomicCAS(&s[(at + (v & 0x40000000)) % 8192], v, v + 1);
		else
			v = *(volatile int *) &s[(at + (v & 0x40000000)) % 8192];
		if (WHAT == INT_ADD || WHAT == INT_INC) {	// what waits for it
			__syncwarp();
			v = *(volatile int *) &s[i];
		}
	}
	t = clock64() - t;
	if (lane == 0)
		out[threadIdx.x / 32] = t;
	sink[threadIdx.x] = v;
}

static long long *out;
static int *sink;

template <int WHAT>
static void print(const char *name)
{
	for (int warps : { 1, 4, 8, 32 })
		for (int same : { 1, 2, 4, 8, 32 })
			for (int stride : { 1, 32 }) {
				long long host[32], most = 0;
				const int n = 2000;
				if (stride == 32 && same > 1)
					continue;
				for (int r = 0; r < 2; ++r)
					run<WHAT><<<1, 32 * warps>>>(same, stride, n, out, sink);
				cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
				for (int w = 0; w < warps; ++w)
					most = host[w] > most ? host[w] : most;
				printf("%s,%d,%d,%d,%.2f\n", name, warps, same, stride, (double) most / n);
			}
}

int main()
{
	cudaMalloc(&out, 32 * sizeof(*out));
	cudaMalloc(&sink, 4096 * sizeof(*sink));
	printf("what,warps,same,stride,cycles\n");
	print<FLOAT>("float_add");
	print<INT_ADD>("int_add");
	print<INT_INC>("int_inc");
	print<INT_RETURN>("int_return");
	print<CAS>("cas");
	print<LDS>("load");
	return cudaDeviceSynchronize() != cudaSuccess;
}
