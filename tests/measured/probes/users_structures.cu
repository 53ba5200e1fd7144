/* Structures, cells that are stored again or in part, coarse and fine grids,
 * vector types.
 */
#include "users.h"
#include <cuda_fp16.h>

template <class T, int S> __global__ void aos_copy(IN(T) a, OUT(T) b)
{
	int x = X;

#pragma unroll
	for (int q = 0; q < S; ++q)
		b[x * S + q] = a[x * S + q];
}

/* Load all members, store all: a relaxation. */
template <class T, int S> __global__ void aos_relax(IN(T) a, OUT(T) b)
{
	int x = X;
	T v[S], r = 0;

#pragma unroll
	for (int q = 0; q < S; ++q) {
		v[q] = a[x * S + q];
		r += v[q];
	}
#pragma unroll
	for (int q = 0; q < S; ++q)
		b[x * S + q] = v[q] * (T) 0.4 + (T) 0.03 * r;
}

template <class T, int S> __global__ void aos_member(T *a)
{
	int x = X;

	a[x * S + 1] *= (T) 1.5;
}

template <class T, int N> __global__ void again(IN(T) a, OUT(T) b)
{
	int x = X;

	b[x % N] = (T) 1.5 * a[x % N];
}

/* All rows add to the same cells, without atomics. */
template <int N> __global__ void row_onto(IN(float) a, float *s)
{
	int x = X, y = Y;

	s[x] += a[y * N + x];
}

__global__ void quarter(IN(float) a, OUT(float) b)
{
	int x = X;

	b[x / 4] = a[x];
}

template <class T, int S> __global__ void spread(IN(T) a, OUT(T) b)
{
	int x = X;

	b[x * S] = a[x];
}

template <class T, int S> __global__ void collect(IN(T) a, OUT(T) b)
{
	int x = X;

	b[x] = a[x * S];
}

/* Rows of 128 of which two cells stay. */
__global__ void rows126(IN(double) a, OUT(double) b)
{
	int x = X, y = Y;

	if (x > 0 && x < 127)
		b[y * 128 + x] = 1.5 * a[y * 128 + x];
}

template <class T, int N> __global__ void restrict2(IN(T) a, OUT(T) b)
{
	int x = X, y = Y, i = 2 * y * 2 * N + 2 * x;

	b[y * N + x] = (T) 0.25 * (a[i] + a[i + 1] + a[i + 2 * N] +
		a[i + 2 * N + 1]);
}

template <int N> __global__ void restrict3(IN(double) a, OUT(double) b)
{
	int x = X, y = Y, z = Z;
	double s = 0;

#pragma unroll
	for (int k = 0; k < 3; ++k)
#pragma unroll
	for (int j = 0; j < 3; ++j)
#pragma unroll
	for (int i = 0; i < 3; ++i)
		s += a[((2 * z + k) * 2 * N + 2 * y + j) * 2 * N + 2 * x + i];
	b[(z * N + y) * N + x] = s * (1. / 27);
}

/* N is the extent of the fine grid. */
template <class T, int N> __global__ void prolong2(IN(T) a, OUT(T) b)
{
	int x = X, y = Y;

	b[y * N + x] += a[y / 2 * (N / 2) + x / 2];
}

template <int N> __global__ void prolong3(IN(double) a, OUT(double) b)
{
	int x = X, y = Y, z = Z, M = N / 2;

	b[(z * N + y) * N + x] = 0.125 * (
		a[(z / 2 * M + y / 2) * M + x / 2] +
		a[(z / 2 * M + y / 2) * M + (x + 1) / 2] +
		a[(z / 2 * M + (y + 1) / 2) * M + x / 2] +
		a[(z / 2 * M + (y + 1) / 2) * M + (x + 1) / 2] +
		a[((z + 1) / 2 * M + y / 2) * M + x / 2] +
		a[((z + 1) / 2 * M + y / 2) * M + (x + 1) / 2] +
		a[((z + 1) / 2 * M + (y + 1) / 2) * M + x / 2] +
		a[((z + 1) / 2 * M + (y + 1) / 2) * M + (x + 1) / 2]);
}

template <class T> __global__ void vcopy(IN(T) a, OUT(T) b)
{
	int x = X;

	b[x] = a[x];
}

__global__ void triad_float4(IN(float4) a, IN(float4) b, OUT(float4) c)
{
	int x = X;
	float4 v = a[x], w = b[x];

	c[x] = make_float4(v.x + 1.5f * w.x, v.y + 1.5f * w.y,
		v.z + 1.5f * w.z, v.w + 1.5f * w.w);
}

__global__ void scale_half2(IN(__half2) a, OUT(__half2) b)
{
	int x = X;

	b[x] = __hmul2(a[x], __float2half2_rn(1.5f));
}

/* A row of float4 in x; y and z neighbours. */
template <int N> __global__ void star2d_float4(IN(float4) a, OUT(float4) b)
{
	int i = (Y + 1) * N + X;
	float4 c = a[i], n = a[i + N], s = a[i - N];

	b[i] = make_float4(c.x + n.x + s.x, c.y + n.y + s.y, c.z + n.z + s.z,
		c.w + n.w + s.w);
}

template <int D> __global__ void shifted(IN(float) a, OUT(float) b)
{
	int x = X;

	b[x] = a[x + D];
}

#define AOS(part, k, T, S, n, B)                                          \
	add("structure", part, #k "_" #S, #T, n, B, k<T, S>, f<T>(0), f<T>(4))
#define MEMBER(part, T, S, n, B)                                          \
	add("structure", part, "aos_member_" #S, #T, n, B, aos_member<T, S>, \
		f<T>(0))
#define AGAIN(T, N, n)                                                    \
	add("store", "held", "again_" #N, #T, n, 256, again<T, N>, f<T>(0), \
		f<T>(4))
#define SPREAD(T, S)                                                      \
	add("store", "fit", "spread_" #S, #T, 1 << 24, 256, spread<T, S>, \
		f<T>(0), f<T>(4))
#define COLLECT(T, S)                                                     \
	add("store", "fit", "collect_" #S, #T, 1 << 24, 256, collect<T, S>, \
		f<T>(0), f<T>(4))

void add_structures()
{
	for (int b : { 128, 256 }) {
		AOS("fit", aos_copy, float, 3, 1 << 24, b);
		AOS("fit", aos_copy, double, 3, 1 << 23, b);
		AOS("held", aos_copy, float, 5, 1 << 23, b);
		AOS("held", aos_copy, double, 5, 1 << 22, b);
		AOS("fit", aos_copy, float, 8, 1 << 23, b);
		AOS("fit", aos_copy, double, 8, 1 << 22, b);
		AOS("held", aos_copy, float, 19, 1 << 22, b);
		AOS("held", aos_relax, double, 19, 1 << 22, b);
		AOS("held", aos_relax, float, 8, 1 << 23, b);
		MEMBER("fit", double, 3, 1 << 23, b);
		MEMBER("fit", float, 8, 1 << 24, b);
		MEMBER("held", float, 5, 1 << 24, b);
		MEMBER("held", double, 19, 1 << 22, b);
	}
	AGAIN(float, 4194304, 1 << 26);
	AGAIN(double, 4194304, 1 << 25);
	AGAIN(float, 33554432, 1 << 28);
	AGAIN(float, 16384, 1 << 24);
	for (ints b : { ints(256), ints(32, 8) })
		add("store", "held", "row_onto", "float", ints(1048576, 64), b,
			row_onto<1048576>, f<float>(0), f<float>(4));
	add("store", "held", "quarter", "float", 1 << 26, 256, quarter,
		f<float>(0), f<float>(4));
	SPREAD(float, 2);
	SPREAD(float, 3);
	SPREAD(float, 4);
	SPREAD(float, 8);
	SPREAD(float, 16);
	SPREAD(double, 2);
	SPREAD(double, 4);
	COLLECT(float, 3);
	COLLECT(double, 5);
	for (ints b : { ints(128, 2), ints(128, 4), ints(32, 4) })
		add("store", "held", "rows126", "double", ints(128, 98304), b,
			rows126, f<double>(0), f<double>(4));
	for (ints b : { ints(32, 8), ints(64, 4) }) {
		add("grid", "fit", "restrict2", "float", ints(4096, 4096), b,
			restrict2<float, 4096>, f<float>(0), f<float>(4));
		add("grid", "held", "prolong2", "double", ints(4096, 4096), b,
			prolong2<double, 4096>, f<double>(0), f<double>(4));
		add("grid", "held", "prolong2", "float", ints(8192, 8192), b,
			prolong2<float, 8192>, f<float>(0), f<float>(4));
	}
	for (ints b : { ints(32, 4, 2), ints(64, 2, 2) }) {
		add("grid", "fit", "restrict3", "double", ints(192, 192, 192),
			b, restrict3<192>, f<double>(0), f<double>(4));
		add("grid", "held", "prolong3", "double", ints(256, 256, 256),
			b, prolong3<256>, f<double>(0), f<double>(4));
	}
}

#define VCOPY(part, T, B)                                                 \
	add("vector", part, "copy_" #T, "float", (1 << 29) / (int) sizeof(T), \
		B, vcopy<T>, f<T>(0), f<T>(4))

void add_vectors()
{
	for (int b : { 32, 64, 128, 256, 1024 }) {
		VCOPY("fit", float4, b);
		VCOPY("held", float2, b);
		VCOPY("held", double2, b);
	}
	for (int b : { 64, 256, 1024 }) {
		VCOPY("held", uchar4, b);
		VCOPY("held", uint8_t, b);
		add("vector", "held", "scale_half2", "half", 1 << 27, b,
			scale_half2, f<__half2>(0), f<__half2>(4));
		add("vector", "fit", "triad_float4", "float", 1 << 24, b,
			triad_float4, f<float4>(0), f<float4>(1),
			f<float4>(4));
	}
	for (ints b : { ints(32, 8), ints(64, 4) })
		add("vector", "held", "star2d_float4", "float",
			ints(2048, 8192), b, star2d_float4<2048>, f<float4>(0),
			f<float4>(4));
	add("vector", "fit", "shifted_1", "float", 1 << 26, 256, shifted<1>,
		f<float>(0), f<float>(4));
	add("vector", "fit", "shifted_3", "float", 1 << 26, 128, shifted<3>,
		f<float>(0), f<float>(4));
	add("vector", "fit", "shifted_1", "float", 1 << 26, 1024, shifted<1>,
		f<float>(0), f<float>(4));
}
