/* Matrix products on tensor cores, as tensor.wsp says them, and the rates and
 * latencies of matrix instructions alone.
 *
 *	tensor		times of all launches, as CSV
 *	tensor count	one launch of each, for ncu
 *	tensor rates	rates and latencies
 *
 * nvcc -O3 -arch=sm_90a -o tensor tensor.cu
 */

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>
#include <cuda_bf16.h>

struct tf32 { float v; };
template <int N> struct Int { };

#define MMA(shape, types) \
	asm volatile("mma.sync.aligned." shape ".row.col." types \
		" {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
		: "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3]) \
		: "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), \
		  "r"(b[1]))

template <class T> static __device__ void mma(unsigned *c, const unsigned *a,
	const unsigned *b);
template <> __device__ void mma<half>(unsigned *c, const unsigned *a,
	const unsigned *b) { MMA("m16n8k16", "f32.f16.f16.f32"); }
template <> __device__ void mma<__nv_bfloat16>(unsigned *c, const unsigned *a,
	const unsigned *b) { MMA("m16n8k16", "f32.bf16.bf16.f32"); }
template <> __device__ void mma<tf32>(unsigned *c, const unsigned *a,
	const unsigned *b) { MMA("m16n8k8", "f32.tf32.tf32.f32"); }
template <> __device__ void mma<int8_t>(unsigned *c, const unsigned *a,
	const unsigned *b) { MMA("m16n8k32", "s32.s8.s8.s32"); }

static __device__ void ldmatrix(unsigned *r, const void *p)
{
	unsigned at = (unsigned) __cvta_generic_to_shared(p);

	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, "
		"[%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
		: "r"(at));
}

/* C[N, M] += A[K, M] B[K, N], all with k first; a block has BM x BN sums and a
 * warp WM x WN; BB bytes along k at a time, rows PAD bytes apart.
 */
template <class T, int BM, int BN, int BB, int WM, int WN, int PAD>
__global__ void gemm(const uint4 *a, const uint4 *b, unsigned *c, int n, int k_B)
{
	constexpr int threads = 32 * (BM / WM) * (BN / WN), pitch = BB + PAD,
		      chunks = BB / 16;
	__shared__ __align__(16) char as[BM * pitch], bs[BN * pitch];
	int t = threadIdx.x, lane = t % 32, warp = t / 32;
	int wm = warp % (BM / WM) * WM, wn = warp / (BM / WM) * WN;
	size_t m0 = (size_t) blockIdx.y * BM, n0 = (size_t) blockIdx.x * BN;
	unsigned acc[WM / 16][WN / 8][4] = {};

	for (int k = 0; k < k_B / BB; ++k) {
		#pragma unroll
		for (int i = 0; i < BM * chunks / threads; ++i) {
			int row = (t + i * threads) / chunks;
			int col = (t + i * threads) % chunks;

			*(uint4 *) (as + row * pitch + col * 16) =
				a[(m0 + row) * (k_B / 16) + k * chunks + col];
		}
		#pragma unroll
		for (int i = 0; i < BN * chunks / threads; ++i) {
			int row = (t + i * threads) / chunks;
			int col = (t + i * threads) % chunks;

			*(uint4 *) (bs + row * pitch + col * 16) =
				b[(n0 + row) * (k_B / 16) + k * chunks + col];
		}
		__syncthreads();
		#pragma unroll
		for (int s = 0; s < BB / 32; ++s) {
			unsigned fa[WM / 16][4], fb[WN / 16][4];

			#pragma unroll
			for (int i = 0; i < WM / 16; ++i)
				ldmatrix(fa[i], as + (wm + 16 * i + lane % 16) *
					pitch + 32 * s + lane / 16 * 16);
			#pragma unroll
			for (int j = 0; j < WN / 16; ++j)
				ldmatrix(fb[j], bs + (wn + 16 * j + lane % 16) *
					pitch + 32 * s + lane / 16 * 16);
			#pragma unroll
			for (int i = 0; i < WM / 16; ++i)
				#pragma unroll
				for (int j = 0; j < WN / 8; ++j) {
					unsigned f[2] = { fb[j / 2][j % 2],
						fb[j / 2][j % 2 + 2] };

					mma<T>(acc[i][j], fa[i], f);
				}
		}
		__syncthreads();
	}
	#pragma unroll
	for (int i = 0; i < WM / 16; ++i)
		#pragma unroll
		for (int j = 0; j < WN / 8; ++j)
			#pragma unroll
			for (int h = 0; h < 2; ++h)
				*(uint2 *) (c + (m0 + wm + 16 * i + 8 * h +
					lane / 4) * n + n0 + wn + 8 * j +
					lane % 4 * 2) = make_uint2(
					acc[i][j][2 * h], acc[i][j][2 * h + 1]);
}

static uint4 *A, *B;
static unsigned *C;
static bool counts;

template <class T, int BM, int BN, int BB, int WM, int WN, int PAD>
static void run(const char *type, int m, int n, int k)
{
	constexpr int threads = 32 * (BM / WM) * (BN / WN);
	auto f = gemm<T, BM, BN, BB, WM, WN, PAD>;
	dim3 grid(n / BN, m / BM);
	cudaFuncAttributes at;
	cudaEvent_t from, to;
	float ms[9];

	cudaFuncGetAttributes(&at, f);
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	for (int i = 0; i < (counts ? 1 : 9); ++i) {
		cudaDeviceSynchronize();
		cudaEventRecord(from);
		f<<<grid, threads>>>(A, B, C, n, k * (int) sizeof(T));
		cudaEventRecord(to);
		cudaEventSynchronize(to);
		cudaEventElapsedTime(&ms[i], from, to);
	}
	if (!counts)
		std::sort(ms + 2, ms + 9);
	printf("mma_%s_%dx%dx%d_%dx%d_%d_%d,%s,%d,%d,1,%d,1,1,1,1,1,%.6f,%d,%zu,%d\n",
		type, BM, BN, BB / (int) sizeof(T), WM, WN, PAD, k, type,
		n / BN * threads, m / BM, threads, counts ? 0 : ms[5],
		at.numRegs, at.sharedSizeBytes, (int) at.localSizeBytes);
}

template <class T> static void few(const char *type)
{
	for (int n = 1024; n <= 8192; n *= 2) {
		run<T, 128, 128, 64, 64, 64, 16>(type, n, n, n);
		run<T, 64, 64, 64, 32, 32, 16>(type, n, n, n);
	}
}

static void all(void)
{
	few<half>("half");
	for (int n = 1024; n <= 8192; n *= 2) {
		run<half, 128, 128, 64, 64, 32, 16>("half", n, n, n);
		run<half, 128, 256, 64, 64, 64, 16>("half", n, n, n);
		run<half, 64, 64, 64, 16, 32, 16>("half", n, n, n);
		run<half, 128, 128, 64, 64, 64, 0>("half", n, n, n);
		run<half, 128, 128, 128, 64, 64, 16>("half", n, n, n);
		run<half, 64, 128, 128, 32, 64, 16>("half", n, n, n);
	}
	run<half, 128, 128, 64, 64, 64, 16>("half", 8192, 8192, 256);
	run<half, 128, 128, 64, 64, 64, 16>("half", 512, 512, 8192);
	run<half, 64, 64, 64, 32, 32, 16>("half", 512, 512, 8192);
	few<__nv_bfloat16>("bf16");
	few<tf32>("tf32");
	few<int8_t>("int8");
}

/* ---- instructions alone */

template <class T, int ACC> __global__ void rate(unsigned *out, int n,
	long long *cycles)
{
	unsigned c[ACC][4] = {}, a[4] = { threadIdx.x, 1, 2, 3 },
		b[2] = { threadIdx.x, 5 };
	long long from = clock64();

	for (int i = 0; i < n; ++i)
		#pragma unroll
		for (int j = 0; j < ACC; ++j)
			mma<T>(c[j], a, b);
	*cycles = clock64() - from;
	for (int j = 0; j < ACC; ++j)
		out[threadIdx.x] += c[j][0] + c[j][1] + c[j][2] + c[j][3];
}

template <int ACC> __global__ void rate64(double *out, int n,
	long long *cycles)
{
	double c[ACC][2] = {}, a = threadIdx.x, b = 2;
	long long from = clock64();

	for (int i = 0; i < n; ++i)
		#pragma unroll
		for (int j = 0; j < ACC; ++j)
			asm volatile("mma.sync.aligned.m8n8k4.row.col."
				"f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
				: "+d"(c[j][0]), "+d"(c[j][1])
				: "d"(a), "d"(b));
	*cycles = clock64() - from;
	for (int j = 0; j < ACC; ++j)
		out[threadIdx.x] += c[j][0] + c[j][1];
}

static __device__ void wgmma(Int<64>, float *d, uint64_t a, uint64_t b)
{
	asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {"
		"%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, "
		"%14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, "
		"%26, %27, %28, %29, %30, %31"
		"}, %32, %33, 1, 1, 1, 0, 0;"
		: "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]),
		  "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
		  "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]),
		  "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]),
		  "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]),
		  "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]),
		  "+f"(d[30]), "+f"(d[31])
		: "l"(a), "l"(b));
}

static __device__ void wgmma(Int<128>, float *d, uint64_t a, uint64_t b)
{
	asm volatile("wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {"
		"%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, "
		"%14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, "
		"%26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, "
		"%38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, "
		"%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, "
		"%62, %63"
		"}, %64, %65, 1, 1, 1, 0, 0;"
		: "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]),
		  "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
		  "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]),
		  "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]),
		  "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]),
		  "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]),
		  "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]),
		  "+f"(d[35]), "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]),
		  "+f"(d[40]), "+f"(d[41]), "+f"(d[42]), "+f"(d[43]), "+f"(d[44]),
		  "+f"(d[45]), "+f"(d[46]), "+f"(d[47]), "+f"(d[48]), "+f"(d[49]),
		  "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]),
		  "+f"(d[55]), "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]),
		  "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63])
		: "l"(a), "l"(b));
}

static __device__ void wgmma(Int<256>, float *d, uint64_t a, uint64_t b)
{
	asm volatile("wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {"
		"%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, "
		"%14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, "
		"%26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, "
		"%38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, "
		"%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, "
		"%62, %63, %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, "
		"%74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, "
		"%86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, "
		"%98, %99, %100, %101, %102, %103, %104, %105, %106, %107, "
		"%108, %109, %110, %111, %112, %113, %114, %115, %116, %117, "
		"%118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
		"}, %128, %129, 1, 1, 1, 0, 0;"
		: "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]),
		  "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]),
		  "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]),
		  "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]),
		  "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]),
		  "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]),
		  "+f"(d[30]), "+f"(d[31]), "+f"(d[32]), "+f"(d[33]), "+f"(d[34]),
		  "+f"(d[35]), "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]),
		  "+f"(d[40]), "+f"(d[41]), "+f"(d[42]), "+f"(d[43]), "+f"(d[44]),
		  "+f"(d[45]), "+f"(d[46]), "+f"(d[47]), "+f"(d[48]), "+f"(d[49]),
		  "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]),
		  "+f"(d[55]), "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]),
		  "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63]), "+f"(d[64]),
		  "+f"(d[65]), "+f"(d[66]), "+f"(d[67]), "+f"(d[68]), "+f"(d[69]),
		  "+f"(d[70]), "+f"(d[71]), "+f"(d[72]), "+f"(d[73]), "+f"(d[74]),
		  "+f"(d[75]), "+f"(d[76]), "+f"(d[77]), "+f"(d[78]), "+f"(d[79]),
		  "+f"(d[80]), "+f"(d[81]), "+f"(d[82]), "+f"(d[83]), "+f"(d[84]),
		  "+f"(d[85]), "+f"(d[86]), "+f"(d[87]), "+f"(d[88]), "+f"(d[89]),
		  "+f"(d[90]), "+f"(d[91]), "+f"(d[92]), "+f"(d[93]), "+f"(d[94]),
		  "+f"(d[95]), "+f"(d[96]), "+f"(d[97]), "+f"(d[98]), "+f"(d[99]),
		  "+f"(d[100]), "+f"(d[101]), "+f"(d[102]), "+f"(d[103]), "+f"(d[104]),
		  "+f"(d[105]), "+f"(d[106]), "+f"(d[107]), "+f"(d[108]), "+f"(d[109]),
		  "+f"(d[110]), "+f"(d[111]), "+f"(d[112]), "+f"(d[113]), "+f"(d[114]),
		  "+f"(d[115]), "+f"(d[116]), "+f"(d[117]), "+f"(d[118]), "+f"(d[119]),
		  "+f"(d[120]), "+f"(d[121]), "+f"(d[122]), "+f"(d[123]), "+f"(d[124]),
		  "+f"(d[125]), "+f"(d[126]), "+f"(d[127])
		: "l"(a), "l"(b));
}

/* Factors lie at descriptors without swizzle: values do not matter. */
template <int N> __global__ void rate_group(unsigned *out, int n,
	long long *cycles)
{
	__shared__ __align__(128) char shared[2 * 1024 + N * 32];
	float d[N / 2] = {};
	uint64_t at = (uint64_t) __cvta_generic_to_shared(shared);
	uint64_t step = (uint64_t) (128 >> 4) << 16 | (uint64_t) (256 >> 4) << 32;
	uint64_t a = (at >> 4 & 0x3fff) | step;
	uint64_t b = ((at + 2048) >> 4 & 0x3fff) | step;
	long long from;

	for (int i = threadIdx.x; i < (int) sizeof(shared); i += blockDim.x)
		shared[i] = 0;
	__syncthreads();
	from = clock64();
	for (int i = 0; i < n; ++i) {
		asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
		wgmma(Int<N>(), d, a, b);
		wgmma(Int<N>(), d, a, b);
		asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
		asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
	}
	*cycles = clock64() - from;
	for (int i = 0; i < N / 2; ++i)
		out[threadIdx.x] += (unsigned) d[i];
}

template <class F> static void time_rate(const char *name, F launch,
	double flop, int n, int blocks, int warps, int acc)
{
	long long *cycles, c;
	cudaEvent_t from, to;
	float ms = 0, best = 1e9;

	cudaMalloc(&cycles, sizeof(*cycles));
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	for (int i = 0; i < 4; ++i) {
		cudaEventRecord(from);
		launch(n, blocks, 32 * warps, cycles);
		cudaEventRecord(to);
		cudaEventSynchronize(to);
		cudaEventElapsedTime(&ms, from, to);
		best = std::min(best, ms);
	}
	cudaMemcpy(&c, cycles, sizeof(c), cudaMemcpyDeviceToHost);
	printf("%s,%d,%d,%d,%.1f,%.2f\n", name, blocks, warps, acc,
		flop * n * acc * blocks * warps / (best * 1e-3) / 1e12,
		(double) c / n / acc);
	cudaFree(cycles);
}

template <class T> static void rates(const char *name, double flop)
{
	auto one = [](int n, int blocks, int threads, long long *c) {
		rate<T, 1><<<blocks, threads>>>(C, n, c); };
	auto eight = [](int n, int blocks, int threads, long long *c) {
		rate<T, 8><<<blocks, threads>>>(C, n, c); };

	time_rate(name, one, flop, 20000, 1, 1, 1);
	time_rate(name, eight, flop, 20000, 1, 1, 8);
	time_rate(name, eight, flop, 20000, 132, 4, 8);
	time_rate(name, eight, flop, 20000, 132, 8, 8);
	time_rate(name, eight, flop, 20000, 132, 16, 8);
}

template <int N> static void rates_group(const char *name)
{
	auto two = [](int n, int blocks, int threads, long long *c) {
		rate_group<N><<<blocks, threads>>>(C, n, c); };

	time_rate(name, two, 2.0 * 64 * N * 16 / 4, 10000, 132, 4, 2);
	time_rate(name, two, 2.0 * 64 * N * 16 / 4, 10000, 132, 8, 2);
	time_rate(name, two, 2.0 * 64 * N * 16 / 4, 10000, 264, 4, 2);
}

int main(int argc, char **argv)
{
	size_t most = (size_t) 8192 * 8192 * 4;

	cudaMalloc(&A, most);
	cudaMalloc(&B, most);
	cudaMalloc(&C, most);
	cudaMemset(A, 0, most);
	cudaMemset(B, 0, most);
	cudaMemset(C, 0, most);
	counts = argc > 1 && strcmp(argv[1], "count") == 0;
	if (argc > 1 && strcmp(argv[1], "rates") == 0) {
		auto one = [](int n, int blocks, int threads, long long *c) {
			rate64<1><<<blocks, threads>>>((double *) C, n, c); };
		auto eight = [](int n, int blocks, int threads, long long *c) {
			rate64<8><<<blocks, threads>>>((double *) C, n, c); };

		printf("instruction,blocks,warps,independent,TFLOP_per_s,cycles\n");
		rates<half>("half", 4096);
		rates<__nv_bfloat16>("bf16", 4096);
		rates<tf32>("tf32", 2048);
		rates<int8_t>("int8", 8192);
		time_rate("double", one, 512, 20000, 1, 1, 1);
		time_rate("double", eight, 512, 20000, 132, 4, 8);
		time_rate("double", eight, 512, 20000, 132, 16, 8);
		rates_group<64>("wgmma_n64");
		rates_group<128>("wgmma_n128");
		rates_group<256>("wgmma_n256");
	} else {
		printf("kernel,type,nx,ny,nz,bx,by,bz,fx,fy,fz,ms,regs,"
			"static_shared,local_bytes\n");
		all();
	}
	cudaDeviceSynchronize();
	fprintf(stderr, "%s\n", cudaGetErrorString(cudaGetLastError()));
	return 0;
}
