// Loops of 0 to 64 trips that end at an argument, inside of a loop of q trips: instructions of a
// run by the number of its trips.
//
//	nvcc -O3 -arch=sm_90 ends.cu && ncu --metrics smsp__inst_executed.sum --csv ./a.out
#include <cstdio>
#include <cuda_runtime.h>
#define IN(T)  const T *__restrict__
#define OUT(T) T *__restrict__
#define THREAD                                         \
	int x = blockIdx.x * blockDim.x + threadIdx.x; \
	if (x >= n)                                    \
		return;

template <class T>
__global__ void sum_one(IN(T) a, OUT(T) r, int n, int q, int m)
{
	THREAD
	T s = 0;
	for (int i = 0; i < q; ++i) {
		T t = 0;
		for (int k = 0; k < m; ++k)
			t += a[k * n + x];
		s = s * t;
	}
	r[x] = s;
}

template <class T>
__global__ void sum_moving(IN(T) a, OUT(T) r, int n, int q, int m)
{
	THREAD
	T s = 0;
	for (int i = 0; i < q; ++i) {
		T t = 0;
		for (int k = 0; k < m; ++k)
			t += a[(i * m + k) * n + x];
		s = s * t;
	}
	r[x] = s;
}

template <class T>
__global__ void form(IN(T) v, IN(T) w, OUT(T) r, int n, int q, int m)
{
	THREAD
	T s = 0;
	for (int i = 0; i < q; ++i) {
		T t = 0;
		for (int k = 0; k < m; ++k)
			t += w[i * m + k] * v[k * n + x];
		s = s * t;
	}
	r[x] = s;
}

template <class T>
__global__ void tri(IN(T) v, IN(T) w, OUT(T) r, int n, int q, int m)
{
	THREAD
	T s = 0;
	for (int i = 0; i < q; ++i) {
		T t = 0;
		for (int k = 0; k <= i; ++k)
			t += w[i * m + k] * v[k * n + x];
		s = s * t;
	}
	r[x] = s;
}

template <class T>
__global__ void tri_below(IN(T) v, IN(T) w, OUT(T) r, int n, int q, int m)
{
	THREAD
	T s = 0;
	for (int i = 0; i < q; ++i) {
		T t = 0;
		for (int k = i + 1; k < m; ++k)
			t += w[i * m + k] * v[k * n + x];
		s = s * t;
	}
	r[x] = s;
}

template <class T> __global__ void row(IN(T) a, OUT(T) r, int n, int q, int m)
{
	THREAD
	T s = 0;
	for (int i = 0; i < q; ++i) {
		T t = 0;
		for (int k = 0; k < m; ++k)
			t += a[x * 64 + i + k];
		s = s * t;
	}
	r[x] = s;
}

template <class T>
__global__ void pair(IN(T) a, IN(T) b, OUT(T) r, int n, int q, int m)
{
	THREAD
	T s = 0;
	for (int i = 0; i < q; ++i) {
		T t = 0;
		for (int k = 0; k < m; ++k)
			t += a[(i + k) * n + x] * b[(i + k) * n + x];
		s = s * t;
	}
	r[x] = s;
}

template <class T>
__global__ void window(IN(T) a, OUT(T) r, int n, int q, int m)
{
	THREAD
	T s = 0;
	for (int j = 0; j < q; ++j) {
		T t = 0;
		for (int i = -m; i <= m; ++i)
			t += a[(4 + j) * n + x + i + 64];
		s = s * t;
	}
	r[x] = s;
}

template <class T>
__global__ void squares(IN(T) a, OUT(T) r, int n, int q, int m)
{
	THREAD
	T s = 0, p = 0;
	for (int j = 0; j < q; ++j) {
		for (int i = -m; i <= m; ++i) {
			T t = a[(4 + j) * n + x + i + 64];
			s += t;
			p += t * t;
		}
	}
	r[x] = s * p;
}

template <class T> __global__ void store(T *a, T *o, int n, int q, int m)
{
	THREAD
	for (int i = 0; i < q; ++i) {
		for (int k = 0; k < m; ++k)
			o[(i + k) * n + x] = 2 * a[(i + k) * n + x];
	}
}

template <class T>
__global__ void store_free(IN(T) a, OUT(T) o, int n, int q, int m)
{
	THREAD
	for (int i = 0; i < q; ++i) {
		for (int k = 0; k < m; ++k)
			o[(i + k) * n + x] = 2 * a[(i + k) * n + x];
	}
}

template <class T>
__global__ void from_thread(IN(T) a, IN(T) v, OUT(T) r, int n, int q, int m)
{
	THREAD
	T s = 0;
	for (int i = 0; i < q; ++i) {
		T t = 0;
		for (int k = x; k < x + m; ++k)
			t += a[k * n + i] * v[k];
		s = s * t;
	}
	r[x] = s;
}

template <class T> __global__ void solve(T *l, T *b, T *o, int n, int q, int m)
{
	THREAD
	for (int i = 0; i < q; ++i) {
		T s = b[i * n + x];
		for (int j = 0; j < i; ++j)
			s -= l[i * m + j] * o[j * n + x];
		o[i * n + x] = s * l[i * m + i];
	}
}

template <class T> __global__ void plain(IN(T) a, OUT(T) r, int n, int q, int m)
{
	THREAD
	T s = a[x];
	for (int i = 0; i < q; ++i) {
		T t = s;
		for (int k = 0; k < m; ++k)
			t = t * s + (T) 0.5;
		s = s * t;
	}
	r[x] = s;
}

#define RUN(k, ...) k<T><<<2, 32>>>(__VA_ARGS__, 64, q, m)
template <class T> static void all(T *a, T *b, T *c, int q, int m)
{
	RUN(sum_one, a, c);
	RUN(sum_moving, a, c);
	RUN(form, a, b, c);
	RUN(tri, a, b, c);
	RUN(tri_below, a, b, c);
	RUN(row, a, c);
	RUN(pair, a, b, c);
	RUN(window, a, c);
	RUN(squares, a, c);
	RUN(store, a, c);
	RUN(store_free, a, c);
	RUN(from_thread, a, b, c);
	RUN(solve, a, b, c);
	RUN(plain, a, c);
}

int main()
{
	char *p;

	cudaMalloc(&p, 3 << 24);
	cudaMemset(p, 0, 3 << 24);
	for (int q : { 16, 32 })
		for (int m : { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 20,
			     24, 31, 32, 33, 48, 64 }) {
			all((float *) p, (float *) (p + (1 << 24)),
				(float *) (p + (2 << 24)), q, m);
			all((double *) p, (double *) (p + (1 << 24)),
				(double *) (p + (2 << 24)), q, m);
		}
	return cudaDeviceSynchronize() != cudaSuccess;
}
