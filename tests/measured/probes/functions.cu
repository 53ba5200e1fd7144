/* What functions cost: instructions by pipe, cycles of a warp scheduler, and
 * cycles of a chain, each in single and in double precision.
 *
 *	nvcc -std=c++17 -O3 -arch=sm_90 -o functions functions.cu && ./functions
 *
 * prints function,type,cycles,chain; `ncu` counts the instructions of
 * ./functions count, one launch each in the same order.  functions.csv in
 * ../h200 has both, per call; "plain" is a trip without a function.
 */
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#define TRIPS 256
#define CALLS 4
#define FUNCTIONS(F) \
	F(plain, x) F(rcp, 1 / x) F(div, y / x) F(sqrt, sqrt(x)) \
	F(rsqrt, rsqrt(x)) F(cbrt, cbrt(x)) F(exp, exp(x)) F(exp2, exp2(x)) \
	F(expm1, expm1(x)) F(log, log(x)) F(log2, log2(x)) \
	F(log10, log10(x)) F(log1p, log1p(x)) F(sin, sin(x)) F(cos, cos(x)) \
	F(tan, tan(x)) F(asin, asin(x)) F(acos, acos(x)) F(atan, atan(x)) \
	F(sinh, sinh(x)) F(cosh, cosh(x)) F(tanh, tanh(x)) F(erf, erf(x)) \
	F(erfc, erfc(x)) F(pow, pow(x, y)) F(square, pow(x, (T) 2)) \
	F(atan2, atan2(y, x)) F(hypot, hypot(x, y)) F(fmod, fmod(y, x)) \
	F(floor, floor(x)) F(ceil, ceil(x)) F(round, round(x)) \
	F(trunc, trunc(x)) F(rint, rint(x)) F(abs, abs(x)) \
	F(sign, (T) ((x > 0) - (x < 0))) F(min, min(x, y)) \
	F(fma, fma(x, y, y)) F(int, (T) (int) x)

#define AS_STRUCT(name, formula) \
	struct f_##name { \
		template <class T> static __device__ T at(T x, T y) \
		{ \
			return formula; \
		} \
	};
FUNCTIONS(AS_STRUCT)

template <class F, class T>
__global__ void calls(const T *a, T *b, T step)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	T x = a[i], y = a[i + 32], s = 0;

#pragma unroll 1
	for (int k = 0; k < TRIPS; ++k) {
#pragma unroll
		for (int c = 0; c < CALLS; ++c)
			s += F::at((T) (x + c * step), y);
		x += step;
	}
	b[i] = s;
}

template <class F, class T>
__global__ void chain(T x, T y, T zero, int steps, long long *cycles, T *sink)
{
	long long from = clock64();

#pragma unroll 8
	for (int k = 0; k < steps; ++k)
		x = F::at(x, y) * zero + y;
	*cycles = clock64() - from;
	*sink = x;
}

static void *in, *out;
static long long *cycles;

template <class F, class T> static void measure(const char *name, bool counts)
{
	const int blocks = 132 * 8, threads = 256, steps = 1024;
	cudaEvent_t from, to;
	float best = 1e30f, ms;
	long long c = 0;
	int clock_kHz;

	if (counts) {
		calls<F, T><<<blocks, threads>>>((T *) in, (T *) out, (T) 1e-4);
		cudaDeviceSynchronize();
		return;
	}
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	for (int r = 0; r < 7; ++r) {
		cudaEventRecord(from);
		calls<F, T><<<blocks, threads>>>((T *) in, (T *) out, (T) 1e-4);
		cudaEventRecord(to);
		cudaEventSynchronize(to);
		cudaEventElapsedTime(&ms, from, to);
		best = std::min(best, ms);
	}
	for (int r = 0; r < 2; ++r)
		chain<F, T><<<1, 32>>>((T) 0.5, (T) 0.7, (T) 0, steps, cycles,
			(T *) out);
	cudaMemcpy(&c, cycles, sizeof(c), cudaMemcpyDeviceToHost);
	cudaDeviceGetAttribute(&clock_kHz, cudaDevAttrClockRate, 0);
	/* warps of a scheduler times calls */
	printf("%s,%s,%.4g,%.4g\n", name, sizeof(T) == 4 ? "float" : "double",
		best * clock_kHz /
			((double) blocks / 132 * threads / 32 / 4 * TRIPS *
				CALLS),
		(double) c / steps);
}

int main(int argc, char **argv)
{
	bool counts = argc > 1 && !strcmp(argv[1], "count");
	size_t n = 132 * 8 * 256 + 32;
	double *d = new double[n];
	float *f = new float[n];

	cudaMalloc(&out, n * 8);
	cudaMalloc(&cycles, 8);
	if (!counts)
		printf("function,type,cycles,chain\n");
	for (int wide = 0; wide < 2; ++wide) {
		cudaMalloc(&in, n * 8);
		for (size_t i = 0; i < n; ++i)
			f[i] = (float) (d[i] = 0.2 + 0.6 * (i % 97) / 97);
		cudaMemcpy(in, wide ? (void *) d : (void *) f, n * (wide ? 8 : 4),
			cudaMemcpyHostToDevice);
#define MEASURE(name, formula) \
	if (wide) \
		measure<f_##name, double>(#name, counts); \
	else \
		measure<f_##name, float>(#name, counts);
		FUNCTIONS(MEASURE)
	}
	return cudaGetLastError() != cudaSuccess;
}
