// Cycles of a scheduler for an integer instruction of a warp, alone and mixed with others, by warps of
// the scheduler: nvcc -std=c++17 -O3 -arch=native pipes.cu && ./a.out > pipes.csv
#include <cstdio>
#include <algorithm>
#include <vector>
#include <cuda_runtime.h>

enum { TRIPS = 512, CHAINS = 8 };

#define LOP(i)  asm volatile("lop3.b32 %0, %0, %1, %2, 0x96;" : "+r"(a[i]) : "r"(a[(i + 1) % 8]), "r"(k));
#define ADD(i)  asm volatile("add.s32 %0, %0, %1;" : "+r"(a[i]) : "r"(a[(i + 1) % 8]));
#define MAD(i)  asm volatile("mad.lo.s32 %0, %0, %1, %2;" : "+r"(b[i]) : "r"(k), "r"(m));
#define WIDE(i) asm volatile("{ .reg .s32 l, h; mov.b64 {l, h}, %0; mul.wide.s32 %0, l, h; }" : "+l"(w[i]));
#define HI(i)   asm volatile("mul.hi.u32 %0, %0, %1;" : "+r"(b[i]) : "r"(k));
#define FMA(i)  asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(f[i]) : "f"(x), "f"(y));
#define MIN(i)  asm volatile("min.s32 %0, %0, %1;" : "+r"(a[i]) : "r"(a[(i + 1) % 8]));
#define SHR(i)  asm volatile("shf.l.wrap.b32 %0, %0, %1, 3;" : "+r"(a[i]) : "r"(k));
#define SEL(i)  asm volatile("{ .reg .pred p; setp.lt.s32 p, %0, %1; selp.s32 %0, %2, %0, p; }" : "+r"(a[i]) : "r"(k), "r"(m));
#define PRMT(i) asm volatile("prmt.b32 %0, %0, %1, 0x3210;" : "+r"(a[i]) : "r"(k));
#define DP4(i)  asm volatile("dp4a.s32.s32 %0, %1, %2, %0;" : "+r"(b[i]) : "r"(k), "r"(m));
#define DFMA(i) asm volatile("fma.rn.f64 %0, %0, %1, %2;" : "+d"(d[i]) : "d"(u), "d"(v));
#define ALL(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)

#define KERNEL(name, body) \
__global__ void name(int *out, long long *cycles, int k, int m, float x, float y, double u, double v) \
{ \
	int a[CHAINS], b[CHAINS]; long long w[CHAINS]; float f[CHAINS]; double d[CHAINS]; \
	for (int i = 0; i < CHAINS; ++i) { a[i] = b[i] = threadIdx.x + i; w[i] = threadIdx.x * 0x100000003ll + i; f[i] = threadIdx.x + i; d[i] = threadIdx.x + i; } \
	__syncthreads(); \
	long long t = clock64(); \
	for (int r = 0; r < TRIPS; ++r) { body body } \
	__syncthreads(); \
	t = clock64() - t; \
	int s = 0; \
	for (int i = 0; i < CHAINS; ++i) s += a[i] + b[i] + (int) w[i] + (int) (w[i] >> 32) + (int) f[i] + (int) d[i]; \
	if (s == 12345) out[0] = s; \
	if (threadIdx.x == 0) cycles[blockIdx.x] = t; \
}
#define LIST(R) \
	R(lop, ALL(LOP), 8) R(add, ALL(ADD), 8) R(mad, ALL(MAD), 8) R(wide, ALL(WIDE), 8) R(hi, ALL(HI), 8) R(fma, ALL(FMA), 8) \
	R(minimum, ALL(MIN), 8) R(shift, ALL(SHR), 8) R(select, ALL(SEL), 16) R(permute, ALL(PRMT), 8) \
	R(dot, ALL(DP4), 8) R(dfma, ALL(DFMA), 8) \
	R(lop_mad, ALL(LOP) ALL(MAD), 16) R(lop_wide, ALL(LOP) ALL(WIDE), 16) R(lop_fma, ALL(LOP) ALL(FMA), 16) R(mad_fma, ALL(MAD) ALL(FMA), 16) \
	R(wide_fma, ALL(WIDE) ALL(FMA), 16) R(lop_mad_fma, ALL(LOP) ALL(MAD) ALL(FMA), 24) R(lop_wide_fma, ALL(LOP) ALL(WIDE) ALL(FMA), 24) \
	R(lop_lop_mad, ALL(LOP) ALL(SHR) ALL(MAD), 24) R(hi_fma, ALL(HI) ALL(FMA), 16) R(dfma_lop, ALL(DFMA) ALL(LOP), 16) R(dfma_mad, ALL(DFMA) ALL(MAD), 16) \
	R(add_lop, ALL(ADD) ALL(LOP), 16) R(min_fma, ALL(MIN) ALL(FMA), 16)
#define DEFINE(n, b, c) KERNEL(k_##n, b)
LIST(DEFINE)

int main()
{
	int *out; long long *cycles;
	cudaMalloc(&out, 64); cudaMalloc(&cycles, 132 * 8);
	printf("mix,warps,instructions,cycles\n");
#define RUN(n, b, c) for (int warps : { 2, 4, 8 }) { \
	std::vector<long long> t(132); \
	for (int i = 0; i < 3; ++i) k_##n<<<132, warps * 128>>>(out, cycles, 3, 5, 1.5f, .5f, 1.5, .5); \
	cudaDeviceSynchronize(); cudaMemcpy(t.data(), cycles, 132 * 8, cudaMemcpyDeviceToHost); std::sort(t.begin(), t.end()); \
	printf("%s,%d,%d,%.3f\n", #n, warps, c * 2, (double) t[66] / TRIPS / 2 / c / warps); } \
	if (cudaGetLastError() != cudaSuccess) printf("error %s\n", #n);
	{ LIST(RUN) }
	return 0;
}
