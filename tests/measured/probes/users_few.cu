/* Few warps: grids below one wave, one block an SM, tails, kernels of a few
 * microseconds.
 */
#include "users.h"

template <class T, int M, int N>
__global__ void columnsum(IN(T) a, OUT(T) b)
{
	int x = X;
	T s = 0;

	for (int k = 0; k < N; ++k)
		s += a[k * M + x];
	b[x] = s;
}

/* M threads through a field of M * N cells. */
template <int M, int N>
__global__ void walk(IN(float) a, IN(float) b, OUT(float) c)
{
	int x = X;

	for (int k = 0; k < N; ++k)
		c[k * M + x] = a[k * M + x] + 1.5f * b[k * M + x];
}

__global__ void empty()
{
}

__global__ void triad(IN(double) a, IN(double) b, OUT(double) c)
{
	int x = X;

	c[x] = a[x] + 1.5 * b[x];
}

template <int N> __global__ void star2d(IN(double) a, OUT(double) b)
{
	int i = (Y + 1) * N + X;

	b[i] = 0.2 * (a[i] + a[i - 1] + a[i + 1] + a[i - N] + a[i + N]);
}

template <int N> __global__ void star3d(IN(double) a, OUT(double) b)
{
	int i = ((Z + 1) * N + Y) * N + X;

	b[i] = 0.4 * a[i] + 0.1 * (a[i - 1] + a[i + 1] + a[i - N] + a[i + N] +
		a[i - N * N] + a[i + N * N]);
}

/* Arithmetic that waits for itself. */
template <class T, int N> __global__ void horner(IN(T) a, OUT(T) b)
{
	int x = X;
	T v = a[x], s = 0;

	for (int k = 0; k < N; ++k)
		s = s * v + (T) 0.5;
	b[x] = s;
}

#define COLUMNSUM(part, M, N, B)                                          \
	add("few", part, "columnsum_" #N, "float", M, B,                  \
		columnsum<float, M, N>, f<float>(0), f<float>(4))
#define TAIL(M, B)                                                        \
	add("few", "held", "columnsum_256", "double", M, B,               \
		columnsum<double, M, 256>, f<double>(0), f<double>(4))
#define WALK(M, N, B)                                                     \
	add("few", "held", "walk_" #N, "float", M, B, walk<M, N>,         \
		f<float>(0), f<float>(1), f<float>(4))
#define STAR2(N, BX, BY)                                                  \
	add("small", "held", "star2d", "double", ints(N, N), ints(BX, BY), \
		star2d<N>, f<double>(0), f<double>(4))
#define STAR3(N, BX, BY, BZ)                                              \
	add("small", "held", "star3d", "double", ints(N, N, N),           \
		ints(BX, BY, BZ), star3d<N>, f<double>(0), f<double>(4))
#define HORNER(T, M, N, B)                                                \
	add("few", "fit", "horner_" #N, #T, M, B, horner<T, N>, f<T>(0),  \
		f<T>(4))

void add_few()
{
	COLUMNSUM("fit", 32, 4096, 32);
	COLUMNSUM("fit", 128, 4096, 32);
	COLUMNSUM("fit", 512, 4096, 32);
	COLUMNSUM("fit", 512, 4096, 128);
	COLUMNSUM("fit", 1024, 4096, 128);
	COLUMNSUM("fit", 1024, 4096, 1024);
	COLUMNSUM("fit", 2048, 4096, 64);
	COLUMNSUM("fit", 4096, 4096, 32);
	COLUMNSUM("fit", 4096, 4096, 256);
	COLUMNSUM("fit", 16384, 4096, 128);
	COLUMNSUM("fit", 33792, 4096, 256);
	TAIL(135168, 1024);
	TAIL(270336, 1024);
	TAIL(271360, 1024);
	TAIL(337920, 1024);
	TAIL(405504, 1024);
	TAIL(270592, 256);
	WALK(8448, 1984, 64);
	WALK(33792, 496, 256);
	WALK(67584, 248, 512);
	WALK(135168, 124, 1024);
	for (int n : { 10, 13, 16, 18, 20, 22 })
		add("small", "fit", "triad", "double", 1 << n, 128, triad,
			f<double>(0), f<double>(1), f<double>(4));
	for (int n : { 32, 4224, 270336, 8388608 })
		add("empty", "fit", "empty", "float", n, n < 128 ? n : 128,
			empty);
	STAR2(64, 32, 8);
	STAR2(128, 32, 8);
	STAR2(256, 32, 8);
	STAR2(512, 32, 8);
	STAR2(512, 32, 32);
	STAR2(1024, 32, 8);
	STAR2(2048, 32, 8);
	STAR3(32, 32, 4, 2);
	STAR3(48, 16, 4, 4);
	STAR3(64, 32, 4, 2);
	STAR3(96, 32, 4, 2);
	STAR3(128, 32, 4, 2);
	HORNER(float, 4224, 1024, 32);
	HORNER(float, 33792, 1024, 256);
	HORNER(double, 4224, 1024, 32);
	HORNER(double, 33792, 1024, 256);
	HORNER(double, 270336, 1024, 1024);
}
