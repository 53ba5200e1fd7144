/* How many loads a warp has in flight: loops over columns with one to six
 * fields, with and without a store in the loop, pointers that may alias, trip
 * counts that only the launch knows, and operations that end a block of code.
 */
#include "users.h"

/* The sum of F fields. */
template <class T, int M, int N, int F>
__global__ void sums(IN(T) a, IN(T) b, IN(T) c, IN(T) d, IN(T) e, IN(T) g,
	OUT(T) r)
{
	int x = X;
	T s = 0;

	for (int k = 0; k < N; ++k) {
		int i = k * M + x;

		s += a[i];
		if (F > 1)
			s += b[i];
		if (F > 2)
			s += c[i];
		if (F > 3)
			s += d[i];
		if (F > 4)
			s += e[i] + g[i];
	}
	r[x] = s;
}

template <class T, int M> __global__ void sums_trips(IN(T) a, OUT(T) r, int n)
{
	int x = X;
	T s = 0;

	for (int k = 0; k < n; ++k)
		s += a[k * M + x];
	r[x] = s;
}

template <class T, int M, int N, int F>
__global__ void maps(IN(T) a, IN(T) b, IN(T) c, IN(T) d, OUT(T) r)
{
	int x = X;

	for (int k = 0; k < N; ++k) {
		int i = k * M + x;
		T s = a[i] + (T) 1.5;

		if (F > 1)
			s += b[i];
		if (F > 2)
			s += c[i] * d[i];
		r[i] = s;
	}
}

template <class T, int M, int N, int F>
__global__ void maps_alias(const T *a, const T *b, const T *c, const T *d,
	T *r)
{
	int x = X;

	for (int k = 0; k < N; ++k) {
		int i = k * M + x;
		T s = a[i] + (T) 1.5;

		if (F > 1)
			s += b[i];
		if (F > 2)
			s += c[i] * d[i];
		r[i] = s;
	}
}

template <class T, int M, int N>
__global__ void quotients(IN(T) a, IN(T) b, OUT(T) r)
{
	int x = X;
	T s = 0;

	for (int k = 0; k < N; ++k)
		s += a[k * M + x] / b[k * M + x];
	r[x] = s;
}

template <class T, int M, int N> __global__ void roots(IN(T) a, OUT(T) r)
{
	int x = X;
	T s = 0;

	for (int k = 0; k < N; ++k)
		s += sqrt(a[k * M + x]);
	r[x] = s;
}

/* In place: the field is loaded and stored, the turns are independent. */
template <class T, int M, int N> __global__ void in_place(OUT(T) a)
{
	int x = X;

	for (int k = 0; k < N; ++k)
		a[k * M + x] *= (T) 0.999;
}

#define SUMS(T, M, N, F, B)                                               \
	add("streams", "fit", "sums_" #F "_" #N, #T, M, B,                \
		sums<T, M, N, F>, f<T>(0), f<T>(1), f<T>(2), f<T>(3),     \
		f<T>(5), f<T>(6), f<T>(4))
#define MAPS(k, T, M, N, F, B)                                            \
	add("streams", "fit", #k "_" #F "_" #N, #T, M, B, k<T, M, N, F>,  \
		f<T>(0), f<T>(1), f<T>(2), f<T>(3), f<T>(4))

template <class T> static void add_type(const char *type)
{
	enum { M = 4096, N = 2048, L = 67584, K = 512 };

	for (int b : { 32, 256 })
		add("streams", "fit", "sums_trips_2048", type, M, b,
			sums_trips<T, M>, f<T>(0), f<T>(4), (int) N);
	add("streams", "fit", "sums_trips_512", type, L, 128,
		sums_trips<T, L>, f<T>(0), f<T>(4), (int) K);
	add("streams", "fit", "quotients_2048", type, M, 32,
		quotients<T, M, N>, f<T>(0), f<T>(1), f<T>(4));
	add("streams", "fit", "quotients_512", type, L, 128,
		quotients<T, L, K>, f<T>(0), f<T>(1), f<T>(4));
	add("streams", "fit", "roots_2048", type, M, 32, roots<T, M, N>,
		f<T>(0), f<T>(4));
	add("streams", "fit", "roots_512", type, L, 128, roots<T, L, K>,
		f<T>(0), f<T>(4));
	add("streams", "fit", "in_place_2048", type, M, 32,
		in_place<T, M, N>, f<T>(7));
	add("streams", "fit", "in_place_512", type, L, 128, in_place<T, L, K>,
		f<T>(7));
}

void add_streams()
{
	SUMS(float, 4096, 2048, 1, 32);
	SUMS(float, 4096, 2048, 2, 32);
	SUMS(float, 4096, 2048, 3, 32);
	SUMS(float, 4096, 2048, 4, 32);
	SUMS(float, 4096, 2048, 6, 32);
	SUMS(double, 4096, 2048, 1, 32);
	SUMS(double, 4096, 2048, 2, 32);
	SUMS(double, 4096, 2048, 4, 32);
	SUMS(float, 67584, 512, 1, 128);
	SUMS(float, 67584, 512, 2, 128);
	SUMS(float, 67584, 512, 4, 128);
	SUMS(double, 67584, 512, 1, 128);
	SUMS(double, 67584, 512, 2, 128);
	MAPS(maps, float, 4096, 2048, 1, 32);
	MAPS(maps, float, 4096, 2048, 2, 32);
	MAPS(maps, float, 4096, 2048, 4, 32);
	MAPS(maps, double, 4096, 2048, 1, 32);
	MAPS(maps, double, 4096, 2048, 4, 32);
	MAPS(maps_alias, float, 4096, 2048, 1, 32);
	MAPS(maps_alias, float, 4096, 2048, 2, 32);
	MAPS(maps_alias, float, 4096, 2048, 4, 32);
	MAPS(maps_alias, double, 4096, 2048, 1, 32);
	MAPS(maps, float, 67584, 512, 1, 128);
	MAPS(maps, double, 67584, 512, 2, 128);
	MAPS(maps_alias, float, 67584, 512, 1, 128);
	MAPS(maps_alias, double, 67584, 512, 2, 128);
	add_type<float>("float");
	add_type<double>("double");
}
