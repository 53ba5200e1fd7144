// 15 x 15 convolution of 4096 x 4096 floats, the weights in constant memory.  A
// thread has TX x TY outputs that lie a block apart, from global memory or from a
// tile in shared memory (TILED), with plain loads or with __ldg (READ_ONLY = 1).
//
//	nvcc -O3 -arch=native -DREAD_ONLY=0 convolution.cu && ./a.out
#include <algorithm>
#include <cstdio>
#include <vector>

#if READ_ONLY
#define LOAD(p) __ldg(p)
#else
#define LOAD(p) (*(p))
#endif

constexpr int OUTPUTS = 4096, INPUTS = OUTPUTS + 14;

__constant__ float weight[225];

template <int BX, int BY, int TX, int TY, bool TILED>
__global__ void convolution(float *output, float *input)
{
	int tx = threadIdx.x, ty = threadIdx.y;
	int left = blockIdx.x * BX * TX, top = blockIdx.y * BY * TY;
	float sum[TY][TX] = {};

	if (TILED) {
		__shared__ float tile[TILED ? BY * TY + 14 : 1][TILED ? BX * TX + 14 : 1];
#pragma unroll
		for (int j = ty; j < BY * TY + 14; j += BY)
#pragma unroll
			for (int i = tx; i < BX * TX + 14; i += BX)
				tile[j][i] = LOAD(input + (top + j) * INPUTS + left + i);
		__syncthreads();
#pragma unroll
		for (int j = 0; j < 15; ++j)
#pragma unroll
			for (int i = 0; i < 15; ++i)
#pragma unroll
				for (int y = 0; y < TY; ++y)
#pragma unroll
					for (int x = 0; x < TX; ++x)
						sum[y][x] += tile[ty + y * BY + j][tx + x * BX + i] *
							weight[j * 15 + i];
	} else {
#pragma unroll
		for (int j = 0; j < 15; ++j)
#pragma unroll
			for (int i = 0; i < 15; ++i)
#pragma unroll
				for (int y = 0; y < TY; ++y)
#pragma unroll
					for (int x = 0; x < TX; ++x)
						sum[y][x] += LOAD(input +
								     (top + ty + y * BY + j) * INPUTS +
								     left + tx + x * BX + i) *
							weight[j * 15 + i];
	}
#pragma unroll
	for (int y = 0; y < TY; ++y)
#pragma unroll
		for (int x = 0; x < TX; ++x)
			output[(top + ty + y * BY) * OUTPUTS + left + tx + x * BX] = sum[y][x];
}

static float *output, *input;

/* Prints the median of seven launches, with the registers of a thread and the
 * bytes that it spills.
 */
template <int BX, int BY, int TX, int TY, bool TILED> static void measure()
{
	auto kernel = convolution<BX, BY, TX, TY, TILED>;
	dim3 grid(OUTPUTS / BX / TX, OUTPUTS / BY / TY), block(BX, BY);
	cudaFuncAttributes attributes;
	cudaEvent_t start, end;
	std::vector<float> times;

	cudaFuncGetAttributes(&attributes, kernel);
	cudaEventCreate(&start);
	cudaEventCreate(&end);
	for (int i = 0; i < 7; ++i) {
		float ms;

		cudaEventRecord(start);
		kernel<<<grid, block>>>(output, input);
		cudaEventRecord(end);
		cudaEventSynchronize(end);
		cudaEventElapsedTime(&ms, start, end);
		times.push_back(ms);
	}
	std::sort(times.begin(), times.end());
	printf("convolution,float,%d,%d,%d,%d,%d,%d,%d,%zu,%.4f\n", BX, BY, TX, TY, TILED, READ_ONLY,
		attributes.numRegs, attributes.localSizeBytes, times[3]);
}

template <int BX, int BY> static void measure_tiles()
{
	measure<BX, BY, 1, 1, false>();
	measure<BX, BY, 1, 1, true>();
	measure<BX, BY, 2, 2, false>();
	measure<BX, BY, 2, 2, true>();
	measure<BX, BY, 1, 4, false>();
	measure<BX, BY, 4, 1, false>();
	measure<BX, BY, 2, 4, false>();
	measure<BX, BY, 2, 4, true>();
	measure<BX, BY, 4, 4, false>();
	measure<BX, BY, 4, 4, true>();
}

int main()
{
	cudaMalloc(&output, sizeof(float) * OUTPUTS * OUTPUTS);
	cudaMalloc(&input, sizeof(float) * INPUTS * INPUTS);
	cudaMemset(input, 0, sizeof(float) * INPUTS * INPUTS);
	printf("kernel,type,block_size_x,block_size_y,tile_size_x,tile_size_y,use_shmem,read_only,"
	       "regs,spilled_B,ms\n");
	measure_tiles<32, 4>();
	measure_tiles<64, 4>();
	measure_tiles<128, 2>();
	measure_tiles<16, 8>();
}
