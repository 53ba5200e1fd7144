// Loops whose ends and strides are arguments of the kernel: how many trips the compiler joins, and
// how often a joined trip waits for loads.  Nothing runs.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 -cubin -o loops.cubin loops.cu
//	cuobjdump -sass loops.cubin | c++filt | awk -f waits.awk
//
// compiled_strides.csv has, for each kernel, the loop with most loads and the trips that it joins,
// loops.wsp the same kernels.
#define IN const T *__restrict__
#define OUT T *__restrict__
#define X I x = blockIdx.x * blockDim.x + threadIdx.x
#define Y I y = blockIdx.y * blockDim.y + threadIdx.y

template <int F, class T> struct fields {
	IN a[F];
};

#define EACH_PRODUCT                                                                               \
	T v = in.a[0][k * w + x];                                                                         \
	_Pragma("unroll") for (int f = 1; f < F; ++f) v *= in.a[f][k * w + x]

template <int F, class T, class I> __global__ void sums(fields<F, T> in, OUT o, I w, I n)
{
	X;
	T s = 0;
	for (I k = 0; k < n; ++k) {
		EACH_PRODUCT;
		s += v;
	}
	o[x] = s;
}

template <int F, class T, class I> __global__ void maps(fields<F, T> in, OUT o, I w, I n)
{
	X;
	for (I k = 0; k < n; ++k) {
		EACH_PRODUCT;
		o[k * w + x] = v;
	}
}

template <int F, class T, class I> __global__ void prefix(fields<F, T> in, OUT o, I w, I n)
{
	X;
	T s = 0;
	for (I k = 0; k < n; ++k) {
		EACH_PRODUCT;
		s += v;
		o[k * w + x] = s;
	}
}

template <class T, class I> __global__ void sum_rows(IN a, OUT o, I w, I n)
{
	X;
	T s = 0;
	for (I k = 0; k < n; ++k)
		s += a[x * w + k];
	o[x] = s;
}

template <class T, class I> __global__ void mv_rows(IN a, IN v, OUT o, I w, I n)
{
	X;
	T s = 0;
	for (I k = 0; k < n; ++k)
		s += a[x * w + k] * v[k];
	o[x] = s;
}

template <class T, class I> __global__ void mv_columns(IN a, IN v, OUT o, I w, I n)
{
	X;
	T s = 0;
	for (I k = 0; k < n; ++k)
		s += a[k * w + x] * v[k];
	o[x] = s;
}

template <class T, class I> __global__ void product(IN a, IN b, OUT o, I w, I n)
{
	X;
	Y;
	T s = 0;
	for (I k = 0; k < n; ++k)
		s += a[y * w + k] * b[k * w + x];
	o[y * w + x] = s;
}

template <class T, class I> __global__ void slide(IN a, OUT o, I w, I n)
{
	X;
	T s = 0;
	for (I k = 11; k < n; ++k) {
		s += a[(k + 10) * w + x];
		s -= a[(k - 11) * w + x];
		o[k * w + x] = s;
	}
}

template <class T, class I> __global__ void march7(IN a, OUT o, I w, I h, I n)
{
	X;
	Y;
	I p = w * h, i = y * w + x;
	T low = a[i], here = a[i + p];
	for (I k = 1; k < n; ++k) {
		T high = a[i + (k + 1) * p];
		o[i + k * p] = low + high + here + a[i + k * p - 1] + a[i + k * p + 1] + a[i + k * p - w] +
			a[i + k * p + w];
		low = here;
		here = high;
	}
}

template <class T, class I> __global__ void in_place(OUT o, I w, I n)
{
	X;
	for (I k = 0; k < n; ++k)
		o[k * w + x] *= (T) 1.5;
}

template <class T, class I> __global__ void alias1(const T *a, T *o, I w, I n)
{
	X;
	for (I k = 0; k < n; ++k)
		o[k * w + x] = a[k * w + x] * (T) 1.5;
}

template <class T, class I> __global__ void alias2(const T *a, const T *b, T *o, I w, I n)
{
	X;
	for (I k = 0; k < n; ++k)
		o[k * w + x] = a[k * w + x] * b[k * w + x];
}

template <class T, class I> __global__ void product_mem(T *a, T *b, T *o, I w, I n)
{
	X;
	Y;
	for (I k = 0; k < n; ++k)
		o[y * w + x] += a[y * w + k] * b[k * w + x];
}

#define FIELDS(F, T, I)                                                                            \
	template __global__ void sums(fields<F, T>, T *, I, I);                                           \
	template __global__ void maps(fields<F, T>, T *, I, I);                                           \
	template __global__ void prefix(fields<F, T>, T *, I, I);
#define R(T) const T *__restrict__
#define W(T) T *__restrict__
#define KERNELS(T, I)                                                                              \
	FIELDS(1, T, I) FIELDS(2, T, I) FIELDS(3, T, I) FIELDS(4, T, I) FIELDS(6, T, I)                   \
	template __global__ void sum_rows(R(T), W(T), I, I);                                                  \
	template __global__ void mv_rows(R(T), R(T), W(T), I, I);                                         \
	template __global__ void mv_columns(R(T), R(T), W(T), I, I);                                      \
	template __global__ void product(R(T), R(T), W(T), I, I);                                         \
	template __global__ void slide(R(T), W(T), I, I);                                                 \
	template __global__ void march7(R(T), W(T), I, I, I);                                             \
	template __global__ void in_place(W(T), I, I);                                                    \
	template __global__ void alias1(const T *, T *, I, I);                                            \
	template __global__ void alias2(const T *, const T *, T *, I, I);                                 \
	template __global__ void product_mem(T *, T *, T *, I, I);
KERNELS(float, int)
KERNELS(float, long)
KERNELS(double, int)
KERNELS(double, long)
