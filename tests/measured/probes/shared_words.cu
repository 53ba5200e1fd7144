// Wavefronts of loads and stores of shared memory, by the bytes and the places of
// lanes: a counter of ncu over 100 requests of one warp.
//
//	nvcc -std=c++17 -O3 -arch=native shared_words.cu && ncu --csv --metrics \
//	l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,\
//	l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum ./a.out
//
// The program prints what each launch is: load or store, bytes of a lane, element
// of lane l.
#include <cstdio>

// at[32] is 128, a row of all banks, which the compiler does not know
template <int BYTES> __global__ void loads(const int *at, int *out)
{
	extern __shared__ __align__(16) char s[];
	unsigned a = (unsigned) __cvta_generic_to_shared(s) + at[threadIdx.x];
	int sum = 0, step = at[32], x, y, z, w;

	for (int k = 0; k < 100; ++k, a += step) {
		if (BYTES == 16)
			asm volatile("ld.shared.v4.b32 {%0,%1,%2,%3}, [%4];"
				     : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
				     : "r"(a));
		if (BYTES == 8)
			asm volatile("ld.shared.v2.b32 {%0,%1}, [%2];" : "=r"(x), "=r"(y) : "r"(a));
		if (BYTES == 4)
			asm volatile("ld.shared.b32 %0, [%1];" : "=r"(x) : "r"(a));
		sum += x + (BYTES > 4 ? y : 0) + (BYTES > 8 ? z + w : 0);
	}
	out[threadIdx.x] = sum;
}

template <int BYTES> __global__ void stores(const int *at, int *out)
{
	extern __shared__ __align__(16) char s[];
	unsigned a = (unsigned) __cvta_generic_to_shared(s) + at[threadIdx.x];
	int step = at[32];

	for (int k = 0; k < 100; ++k, a += step) {
		if (BYTES == 16)
			asm volatile("st.shared.v4.b32 [%0], {%1,%1,%1,%1};" : : "r"(a), "r"(k));
		if (BYTES == 8)
			asm volatile("st.shared.v2.b32 [%0], {%1,%1};" : : "r"(a), "r"(k));
		if (BYTES == 4)
			asm volatile("st.shared.b32 [%0], %1;" : : "r"(a), "r"(k));
	}
	out[threadIdx.x] = at[threadIdx.x];
}

static int *at, *out;

template <int BYTES> static void run(const char *name, int (*element)(int))
{
	enum { ROOM = 64 << 10 };
	int place[33];

	for (int l = 0; l < 32; ++l)
		place[l] = element(l) * BYTES;
	place[32] = 128;
	cudaMemcpy(at, place, sizeof(place), cudaMemcpyHostToDevice);
	cudaFuncSetAttribute(loads<BYTES>, cudaFuncAttributeMaxDynamicSharedMemorySize, ROOM);
	cudaFuncSetAttribute(stores<BYTES>, cudaFuncAttributeMaxDynamicSharedMemorySize, ROOM);
	loads<BYTES><<<1, 32, ROOM>>>(at, out);
	printf("load,%d,%s\n", BYTES, name);
	stores<BYTES><<<1, 32, ROOM>>>(at, out);
	printf("store,%d,%s\n", BYTES, name);
}

#define RUN(e)                                                                                     \
	run<4>(#e, [](int l) -> int { return e; });                                                \
	run<8>(#e, [](int l) -> int { return e; });                                                \
	run<16>(#e, [](int l) -> int { return e; })

int main()
{
	cudaMalloc(&at, 256);
	cudaMalloc(&out, 128);
	RUN(0);
	RUN(l);
	RUN(l / 2);
	RUN(l % 2);
	RUN(l % 8);
	RUN(l % 16);
	RUN(l % 8 * 4);
	RUN(l / 8 * 32);
	RUN(l / 4 * 32);
	RUN(l % 4 + l / 4 * 5);
	RUN(l % 4 + l / 4 * 6);
	RUN(l % 4 + l / 4 * 9);
	RUN(l % 8 + l / 8 * 9);
	RUN(l % 8 + l / 8 * 12);
	RUN(l % 2 + l / 2 * 3);
	RUN(l % 2 + l / 2 * 5);
	RUN(l * 3);
	RUN(l * 5);
	RUN(l * 9);
	RUN(l % 16 * 3);
	RUN(l * 7 % 32);
	RUN(l % 4 * 2 + l / 4 * 9);
	RUN(l / 4 + l % 4 * 9);
	RUN(l / 8 + l % 8 * 5);
	RUN(l / 2 % 2 + l % 2 * 16);
	return cudaDeviceSynchronize() != cudaSuccess;
}
