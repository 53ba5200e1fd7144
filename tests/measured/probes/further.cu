/* More stencils that took no part in fitting the model: other kernels, odd
 * domains, blocks that are no powers of two.  Use as stencils.cu.
 *
 *	./further carveout [once]	the same kernels with shared memory that
 *					leaves 124, 92, 60 or 28 KiB of L1
 */

#include "stencils.h"

KERNEL(box2d_r1)
{
	CELL;
	T s = 0;
#pragma unroll
	for (int j = -1; j <= 1; ++j)
#pragma unroll
	for (int i = -1; i <= 1; ++i)
		s += a[c.at(i, j, 0)];
	b[c.at(0, 0, 0)] = s * (T) (1. / 9);
}

KERNEL(box2d_r2)
{
	CELL;
	T s = 0;
#pragma unroll
	for (int j = -2; j <= 2; ++j)
#pragma unroll
	for (int i = -2; i <= 2; ++i)
		s += a[c.at(i, j, 0)];
	b[c.at(0, 0, 0)] = s * (T) (1. / 25);
}

KERNEL(box3d_r1)
{
	CELL;
	T s = 0;
#pragma unroll
	for (int k = -1; k <= 1; ++k)
#pragma unroll
	for (int j = -1; j <= 1; ++j)
#pragma unroll
	for (int i = -1; i <= 1; ++i)
		s += a[c.at(i, j, k)];
	b[c.at(0, 0, 0)] = s * (T) (1. / 27);
}

template <class T, int NX, int NY, int NZ, int FX, int FY, int FZ>
__global__ void star3d_r3(const T *__restrict__ a, T *__restrict__ b)
{
	cell<NX, NY, NZ, FX, FY, FZ> c;

	if (c.outside())
		return;
#pragma unroll
	for (int z = 0; z < FZ; ++z)
#pragma unroll
	for (int y = 0; y < FY; ++y)
#pragma unroll
	for (int x = 0; x < FX; ++x) {
		T s = a[c.at(x, y, z)];
#pragma unroll
		for (int r = 1; r <= 3; ++r)
			s += a[c.at(x + r, y, z)] + a[c.at(x - r, y, z)] +
				a[c.at(x, y + r, z)] + a[c.at(x, y - r, z)] +
				a[c.at(x, y, z + r)] + a[c.at(x, y, z - r)];
		b[c.at(x, y, z)] = s * (T) (1. / 19);
	}
}

KERNEL(wave3d)
{
	const long n = (long) NX * NY * NZ;

	CELL;
	T s = a[c.at(0, 0, 0)], u = s;
#pragma unroll
	for (int r = 1; r <= 2; ++r)
		s += a[c.at(r, 0, 0)] + a[c.at(-r, 0, 0)] + a[c.at(0, r, 0)] +
			a[c.at(0, -r, 0)] + a[c.at(0, 0, r)] +
			a[c.at(0, 0, -r)];
	b[c.at(0, 0, 0)] = 2 * u - a[n + c.at(0, 0, 0)] +
		a[2 * n + c.at(0, 0, 0)] * s;
}

KERNEL(aniso3d)
{
	const long n = (long) NX * NY * NZ;

	CELL;
	const T *q = a + n + c.at(0, 0, 0);
	b[c.at(0, 0, 0)] = q[0] * a[c.at(0, 0, 0)] +
		q[n] * a[c.at(1, 0, 0)] + q[2 * n] * a[c.at(-1, 0, 0)] +
		q[3 * n] * a[c.at(0, 1, 0)] + q[4 * n] * a[c.at(0, -1, 0)] +
		q[5 * n] * a[c.at(0, 0, 1)] + q[6 * n] * a[c.at(0, 0, -1)];
}

/* Pull scheme, single relaxation time. */
KERNEL(lbm_d3q19)
{
	constexpr int d[19][3] = {
		{ 0, 0, 0 }, { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 },
		{ 0, -1, 0 }, { 0, 0, 1 }, { 0, 0, -1 }, { 1, 1, 0 },
		{ -1, -1, 0 }, { 1, -1, 0 }, { -1, 1, 0 }, { 1, 0, 1 },
		{ -1, 0, -1 }, { 1, 0, -1 }, { -1, 0, 1 }, { 0, 1, 1 },
		{ 0, -1, -1 }, { 0, 1, -1 }, { 0, -1, 1 },
	};
	const long n = (long) NX * NY * NZ;

	CELL;
	T f[19], rho = 0, ux = 0, uy = 0, uz = 0;
#pragma unroll
	for (int q = 0; q < 19; ++q) {
		f[q] = a[q * n + c.at(-d[q][0], -d[q][1], -d[q][2])];
		rho += f[q];
		ux += d[q][0] * f[q];
		uy += d[q][1] * f[q];
		uz += d[q][2] * f[q];
	}
	T u2 = 1 - (T) 1.5 * (ux * ux + uy * uy + uz * uz);
#pragma unroll
	for (int q = 0; q < 19; ++q) {
		T cu = d[q][0] * ux + d[q][1] * uy + d[q][2] * uz;

		b[q * n + c.at(0, 0, 0)] = f[q] * (T) 0.4 + (T) 0.03 * rho *
			(u2 + cu * (3 + (T) 4.5 * cu));
	}
}

static const int blocks3[][3] = {
	{ 32, 4, 4 }, { 64, 2, 2 }, { 128, 1, 1 }, { 96, 2, 1 },
	{ 48, 5, 1 }, { 24, 10, 3 }, { 16, 4, 4 }, { 8, 4, 16 },
	{ 4, 8, 8 }, { 32, 16, 1 }, { 2, 32, 4 }, { 512, 1, 1 },
	{ 64, 8, 1 }, { 40, 1, 6 },
};
static const int folded[][3] = {
	{ 32, 4, 4 }, { 64, 2, 2 }, { 128, 1, 1 }, { 16, 4, 8 },
	{ 8, 8, 8 }, { 4, 16, 4 }, { 32, 8, 1 },
};
static const int blocks2[][3] = {
	{ 32, 8, 1 }, { 64, 2, 1 }, { 96, 2, 1 }, { 256, 1, 1 },
	{ 16, 16, 1 }, { 8, 16, 1 }, { 48, 5, 1 }, { 1024, 1, 1 },
	{ 24, 10, 1 }, { 128, 8, 1 }, { 4, 32, 1 }, { 2, 64, 1 },
};

#define RUN_STAR(T, nx, ny, nz, fx, fy, fz, blocks)			\
	run<T>(star3d_r3<T, nx, ny, nz, fx, fy, fz>, "star3d_r3", nx,	\
		ny, nz, blocks, COUNT(blocks), fx, fy, fz)

static const int blocks_of_256[][3] = {
	{ 256, 1, 1 }, { 128, 2, 1 }, { 64, 2, 2 }, { 32, 4, 2 },
	{ 32, 1, 8 }, { 16, 4, 4 }, { 8, 8, 4 }, { 4, 8, 8 }, { 2, 32, 4 },
};
static const int flat_of_256[][3] = {
	{ 256, 1, 1 }, { 128, 2, 1 }, { 64, 4, 1 }, { 32, 8, 1 },
	{ 16, 16, 1 }, { 8, 32, 1 }, { 4, 64, 1 },
};

/* Blocks of 256 threads, seven or eight of them on an SM, then four. */
static void run_carveouts(void)
{
	for (int kib : { 12, 16, 20, 28, 56 }) {
		shared_B = kib << 10;
		RUN(box2d_r2, float, 6000, 6000, 1, flat_of_256);
		RUN(box2d_r1, double, 5001, 5001, 1, flat_of_256);
		RUN(box3d_r1, double, 320, 320, 160, blocks_of_256);
		RUN_STAR(double, 500, 300, 200, 1, 1, 1, blocks_of_256);
		RUN_STAR(double, 500, 300, 200, 1, 2, 1, blocks_of_256);
		RUN(wave3d, double, 400, 400, 200, blocks_of_256);
		RUN(aniso3d, double, 384, 256, 256, blocks_of_256);
		RUN(lbm_d3q19, float, 256, 256, 128, blocks_of_256);
	}
}

static void run_shapes(void)
{
	RUN(box2d_r1, float, 10000, 6000, 1, blocks2);
	RUN(box2d_r2, float, 6000, 6000, 1, blocks2);
	RUN(box2d_r1, double, 5001, 5001, 1, blocks2);
	RUN(box3d_r1, float, 500, 300, 200, blocks3);
	RUN(box3d_r1, double, 320, 320, 160, blocks3);
	RUN_STAR(double, 500, 300, 200, 1, 1, 1, blocks3);
	RUN_STAR(double, 500, 300, 200, 1, 2, 1, folded);
	RUN_STAR(double, 500, 300, 200, 1, 1, 4, folded);
	RUN(wave3d, double, 400, 400, 200, blocks3);
	RUN(wave3d, float, 512, 512, 256, blocks3);
	RUN(aniso3d, double, 384, 256, 256, blocks3);
	RUN(lbm_d3q19, double, 200, 200, 200, blocks3);
	RUN(lbm_d3q19, float, 256, 256, 128, blocks3);
}

int main(int argc, char **argv)
{
	if (!start(argc, argv))
		return 1;
	if (has(argc, argv, "carveout"))
		run_carveouts();
	else
		run_shapes();
	return 0;
}
