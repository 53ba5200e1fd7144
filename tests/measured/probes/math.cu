// Kernels with functions, divisions and roots, and plain ones of the suites that
// users take them from.  Said in math.wsp and predicted before they were timed.
//
//	nvcc -std=c++17 -O3 -arch=sm_90 math.cu && ./a.out >math.csv
//
// ms is the median of nine launches, each between two events.
#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>
#include <functional>
#include <vector>

#define IN(T) const T *__restrict__
#define OUT(T) T *__restrict__
#define X (blockIdx.x * blockDim.x + threadIdx.x)
#define Y (blockIdx.y * blockDim.y + threadIdx.y)
#define Z (blockIdx.z * blockDim.z + threadIdx.z)

enum { W = 4096, S = W + 16 }; // 2D: rows of S cells

__global__ void diffuse(IN(float) a, OUT(float) b)
{
	int i = (Y + 1) * S + X + 1;
	float c = a[i], n = a[i - S] - c, s = a[i + S] - c, e = a[i + 1] - c, w = a[i - 1] - c;

	b[i] = c + 0.2f * (expf(-4 * n * n) * n + expf(-4 * s * s) * s + expf(-4 * e * e) * e +
				  expf(-4 * w * w) * w);
}

__global__ void variation(IN(double) a, OUT(double) b)
{
	int i = (Y + 1) * S + X + 1;
	double gx = a[i + 1] - a[i - 1], gy = a[i + S] - a[i - S];

	b[i] = a[i] + 0.1 * (a[i + 1] + a[i - 1] + a[i + S] + a[i - S] - 4 * a[i]) /
			sqrt(gx * gx + gy * gy + 0.01);
}

__global__ void pressure(IN(double) rho, IN(double) mx, IN(double) my, IN(double) e, OUT(double) p,
	OUT(double) c)
{
	int i = X;
	double r = 1 / rho[i], q = 0.4 * (e[i] - 0.5 * (mx[i] * mx[i] + my[i] * my[i]) * r);

	p[i] = q;
	c[i] = sqrt(1.4 * q * r + 1);
}

__global__ void normal(IN(double) a, IN(double) b, OUT(double) c)
{
	int i = X;

	c[i] = 0.5 * (1 + erf(log(a[i]) * 0.7)) * exp(-b[i]);
}

__global__ void gray_scott(IN(double) u, IN(double) v, OUT(double) p, OUT(double) q)
{
	int i = (Y + 1) * S + X + 1;
	double uvv = u[i] * v[i] * v[i];

	p[i] = u[i] + 0.16 * (u[i - 1] + u[i + 1] + u[i - S] + u[i + S] - 4 * u[i]) - uvv +
		0.06 * (1 - u[i]);
	q[i] = v[i] + 0.08 * (v[i - 1] + v[i + 1] + v[i - S] + v[i + S] - 4 * v[i]) + uvv -
		0.122 * v[i];
}

__global__ void coulomb(IN(float) px, IN(float) py, IN(float) pz, IN(float) q, OUT(float) v)
{
	float x = X * 0.5f, y = Y * 0.5f, s = 0;

	for (int k = 0; k < 256; ++k) {
		float dx = px[k] - x, dy = py[k] - y, dz = pz[k];

		s += q[k] * rsqrtf(dx * dx + dy * dy + dz * dz);
	}
	v[Y * 1024 + X] = s;
}

__global__ void gemver(OUT(double) a, IN(double) u, IN(double) v, IN(double) w, IN(double) z)
{
	int i = Y * W + X;

	a[i] = a[i] + u[Y] * v[X] + w[Y] * z[X];
}

__global__ void bicg(IN(double) a, IN(double) r, OUT(double) s)
{
	double t = 0;

	for (int k = 0; k < W; ++k)
		t += r[k] * a[k * W + X];
	s[X] = t;
}

template <class T> __global__ void deviation(IN(T) a, OUT(T) b)
{
	T m = 0, s = 0;

	for (int k = 0; k < 2048; ++k)
		m += a[k * W + X];
	m *= (T) (1.0 / 2048);
	for (int k = 0; k < 2048; ++k) {
		T d = a[k * W + X] - m;

		s += d * d;
	}
	b[X] = sqrt(s * (T) (1.0 / 2048));
}

__global__ void relax(IN(double) a, IN(double) w, OUT(double) b)
{
	int i = Y * 512 + X;
	double e = 0;

	for (int k = 0; k < 128; ++k, i += 512 * 256) {
		e = (a[i] - 0.4 * e) * w[k];
		b[i] = e;
	}
}

__global__ void fir(IN(double) a, IN(double) c, OUT(double) b)
{
	double s = 0;

	for (int k = 0; k < 32; ++k)
		s += c[k] * a[X + k];
	b[X] = s;
}

__global__ void logistic(IN(double) a, OUT(double) b)
{
	double x = a[X];

	for (int k = 0; k < 200; ++k)
		x = 3.7 * x * (1 - x);
	b[X] = x;
}

__global__ void gelu(IN(float) a, OUT(float) b)
{
	float x = a[X];

	b[X] = 0.5f * x * (1 + tanhf(0.79788456f * (x + 0.044715f * x * x * x)));
}

__global__ void rms(IN(float) a, OUT(float) b)
{
	float s = 0;

	for (int k = 0; k < 256; ++k) {
		float v = a[k * 65536 + X];

		s += v * v;
	}
	s = rsqrtf(s * (1.0f / 256) + 1e-5f);
	for (int k = 0; k < 256; ++k)
		b[k * 65536 + X] = a[k * 65536 + X] * s;
}

template <class T> __global__ void rotate2(IN(T) a, IN(T) b, OUT(T) c, OUT(T) d)
{
	T t = a[X], r = b[X];

	c[X] = r * cos(t);
	d[X] = r * sin(t);
}

__global__ void upwind(IN(float) a, IN(float) u, IN(float) v, OUT(float) b)
{
	int i = (Y + 1) * S + X + 1;
	float dx = u[i] > 0.7f ? a[i] - a[i - 1] : a[i + 1] - a[i];
	float dy = v[i] > 0.7f ? a[i] - a[i - S] : a[i + S] - a[i];

	b[i] = a[i] - 0.1f * (u[i] * dx + v[i] * dy);
}

__global__ void bilateral(IN(float) a, OUT(float) b)
{
	int i = (Y + 2) * S + X + 2;
	float c = a[i], s = 0, n = 0;

#pragma unroll
	for (int y = -2; y <= 2; ++y)
#pragma unroll
		for (int x = -2; x <= 2; ++x) {
			float v = a[i + y * S + x], w = expf(-20 * (v - c) * (v - c));

			s += w * v;
			n += w;
		}
	b[i] = s / n;
}

__global__ void weno(IN(double) a, OUT(double) b)
{
	int i = X + 2;
	double p = a[i - 2], q = a[i - 1], r = a[i], s = a[i + 1], t = a[i + 2];
	double u = p - 2 * q + r, v = q - 2 * r + s, w = r - 2 * s + t;
	double x = p - 4 * q + 3 * r, y = q - s, z = 3 * r - 4 * s + t;
	double e = 1e-6 + 1.0833 * u * u + 0.25 * x * x;
	double f = 1e-6 + 1.0833 * v * v + 0.25 * y * y;
	double g = 1e-6 + 1.0833 * w * w + 0.25 * z * z;
	double k = 0.1 / (e * e), l = 0.6 / (f * f), m = 0.3 / (g * g);

	b[i] = (k * (2 * p - 7 * q + 11 * r) + l * (5 * r - q + 2 * s) + m * (2 * r + 5 * s - t)) /
		(6 * (k + l + m));
}

__global__ void box27(IN(double) a, OUT(double) b)
{
	int x = X, y = Y, z = Z;

	if (x > 0 && x < 319 && y > 0 && y < 319 && z > 0 && z < 319) {
		double s = 0;

#pragma unroll
		for (int k = -1; k <= 1; ++k)
#pragma unroll
			for (int j = -1; j <= 1; ++j)
#pragma unroll
				for (int i = -1; i <= 1; ++i)
					s += a[((z + k) * 320 + y + j) * 320 + x + i];
		b[(z * 320 + y) * 320 + x] = s * 0.037;
	}
}

template <class T> __global__ void power(IN(T) a, IN(T) b, OUT(T) c)
{
	c[X] = pow(a[X], b[X]);
}

__global__ void trisolve(IN(float) a, IN(float) b, OUT(float) c)
{
	float x = 0;

	for (int k = 0; k < 512; ++k) {
		x = (a[k * 32768 + X] - x) / (b[k * 32768 + X] + 2);
		c[k * 32768 + X] = x;
	}
}

struct ints {
	int x, y, z;
	ints(int x, int y = 1, int z = 1) : x(x), y(y), z(z) {}
};

__global__ void fill(float *a, size_t n)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x)
		a[i] = 0.5f + (unsigned) (i * 2654435761u) * 0x1p-33f;
}

__global__ void fill(double *a, size_t n)
{
	for (size_t i = X; i < n; i += (size_t) gridDim.x * blockDim.x)
		a[i] = 0.5 + (unsigned) (i * 2654435761u) * 0x1p-33;
}

static char *memory;
static const size_t field = (size_t) 1 << 30;
template <class T> static T *f(int i)
{
	return (T *) (memory + i * field);
}

template <class T, class... P, class... A>
static void measure(const char *name, const char *type, ints n, ints b, T, void (*kernel)(P...),
	A... args)
{
	dim3 block(b.x, b.y, b.z);
	dim3 grid((n.x + b.x - 1) / b.x, (n.y + b.y - 1) / b.y, (n.z + b.z - 1) / b.z);
	std::vector<float> ms(9);
	cudaFuncAttributes has;
	cudaEvent_t from, to;

	cudaFuncGetAttributes(&has, kernel);
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	fill<<<1024, 256>>>((T *) memory, 8 * field / sizeof(T));
	for (int i = -2; i < 9; ++i) {
		cudaDeviceSynchronize();
		cudaEventRecord(from);
		kernel<<<grid, block>>>(args...);
		cudaEventRecord(to);
		cudaEventSynchronize(to);
		if (i >= 0)
			cudaEventElapsedTime(&ms[i], from, to);
	}
	std::sort(ms.begin(), ms.end());
	printf("%s,%s,%d,%d,%d,%d,%d,%d,%d,%.6f\n", name, type, n.x, n.y, n.z, b.x, b.y, b.z,
		has.numRegs, ms[4]);
	fflush(stdout);
}

#define F(i) f<float>(i)
#define D(i) f<double>(i)

int main()
{
	cudaMalloc(&memory, 8 * field);
	printf("kernel,type,nx,ny,nz,bx,by,bz,regs,ms\n");
	for (ints b : { ints(32, 8), ints(128, 2), ints(16, 16) }) {
		measure("diffuse", "float", ints(W, W), b, 0.f, diffuse, F(0), F(4));
		measure("variation", "double", ints(W, W), b, 0., variation, D(0), D(4));
		measure("gray_scott", "double", ints(W, W), b, 0., gray_scott, D(0), D(1), D(4), D(5));
		measure("upwind", "float", ints(W, W), b, 0.f, upwind, F(0), F(1), F(2), F(4));
		measure("bilateral", "float", ints(W, W), b, 0.f, bilateral, F(0), F(4));
		measure("coulomb", "float", ints(1024, 1024), b, 0.f, coulomb, F(0), F(1), F(2), F(3), F(4));
		measure("gemver", "double", ints(W, W), b, 0., gemver, D(4), D(0), D(1), D(2), D(3));
		measure("relax", "double", ints(512, 256), b, 0., relax, D(0), D(1), D(4));
	}
	for (int b : { 64, 128, 512 }) {
		measure("pressure", "double", 1 << 24, b, 0., pressure, D(0), D(1), D(2), D(3), D(4), D(5));
		measure("normal", "double", 1 << 24, b, 0., normal, D(0), D(1), D(4));
		measure("gelu", "float", 1 << 26, b, 0.f, gelu, F(0), F(4));
		measure("rotate2", "float", 1 << 25, b, 0.f, rotate2<float>, F(0), F(1), F(4), F(5));
		measure("rotate2", "double", 1 << 24, b, 0., rotate2<double>, D(0), D(1), D(4), D(5));
		measure("weno", "double", 1 << 25, b, 0., weno, D(0), D(4));
		measure("power", "float", 1 << 26, b, 0.f, power<float>, F(0), F(1), F(4));
		measure("power", "double", 1 << 24, b, 0., power<double>, D(0), D(1), D(4));
		measure("fir", "double", 1 << 24, b, 0., fir, D(0), D(1), D(4));
		measure("logistic", "double", 1 << 22, b, 0., logistic, D(0), D(4));
		measure("bicg", "double", W, b, 0., bicg, D(0), D(1), D(4));
		measure("deviation", "float", W, b, 0.f, deviation<float>, F(0), F(4));
		measure("deviation", "double", W, b, 0., deviation<double>, D(0), D(4));
		measure("rms", "float", 65536, b, 0.f, rms, F(0), F(4));
		measure("trisolve", "float", 32768, b, 0.f, trisolve, F(0), F(1), F(4));
	}
	for (ints b : { ints(32, 4, 2), ints(64, 4, 1), ints(8, 8, 8) })
		measure("box27", "double", ints(320, 320, 320), b, 0., box27, D(0), D(4));
	return cudaDeviceSynchronize() != cudaSuccess;
}
