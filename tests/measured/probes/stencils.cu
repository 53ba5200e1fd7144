/* Times of stencil kernels that took no part in fitting the model.
 *
 *	nvcc -O3 -arch=native -o stencils stencils.cu
 *	./stencils			one line of CSV a launch, with the time
 *	ncu --csv --page raw --cache-control all --clock-control none \
 *	    --metrics ... ./stencils once	the same launches once each
 *
 * The kernels are those of stencils.wsp.
 */

#include "stencils.h"

KERNEL(star3d_r2)
{
	CELL;
	T s = a[c.at(0, 0, 0)];
#pragma unroll
	for (int r = 1; r <= 2; ++r)
		s += a[c.at(r, 0, 0)] + a[c.at(-r, 0, 0)] + a[c.at(0, r, 0)] +
			a[c.at(0, -r, 0)] + a[c.at(0, 0, r)] +
			a[c.at(0, 0, -r)];
	b[c.at(0, 0, 0)] = s * (T) (1. / 13);
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

KERNEL(star2d_r4)
{
	CELL;
	T s = a[c.at(0, 0, 0)];
#pragma unroll
	for (int r = 1; r <= 4; ++r)
		s += a[c.at(r, 0, 0)] + a[c.at(-r, 0, 0)] + a[c.at(0, r, 0)] +
			a[c.at(0, -r, 0)];
	b[c.at(0, 0, 0)] = s * (T) (1. / 17);
}

KERNEL(row17)
{
	CELL;
	T s = 0;
#pragma unroll
	for (int i = -8; i <= 8; ++i)
		s += a[c.at(i, 0, 0)];
	b[c.at(0, 0, 0)] = s * (T) (1. / 17);
}

/* Six streams in, one out, each moved a little. */
KERNEL(shifted6)
{
	const long n = (long) NX * NY * NZ;

	CELL;
	b[c.at(0, 0, 0)] = a[c.at(0, 0, 0)] + a[n + c.at(1, 0, 0)] +
		a[2 * n + c.at(0, 1, 0)] + a[3 * n + c.at(0, 0, 1)] +
		a[4 * n + c.at(-1, 0, 0)] + a[5 * n + c.at(0, -1, 0)];
}

/* Ten streams out, one in. */
KERNEL(spread10)
{
	const long n = (long) NX * NY * NZ;

	CELL;
	T v = a[c.at(0, 0, 0)];
#pragma unroll
	for (int q = 0; q < 10; ++q)
		b[q * n + c.at(0, 0, 0)] = v * (T) (1.5 + q);
}

static const int blocks3[][3] = {
	{ 32, 4, 4 }, { 64, 4, 2 }, { 128, 2, 1 }, { 256, 1, 1 },
	{ 16, 8, 8 }, { 8, 8, 8 }, { 32, 1, 8 }, { 32, 32, 1 },
	{ 512, 2, 1 }, { 4, 16, 8 }, { 16, 2, 32 }, { 64, 1, 1 },
	{ 24, 10, 3 }, { 96, 3, 1 }, { 2, 16, 16 }, { 32, 8, 1 },
};
static const int blocks2[][3] = {
	{ 32, 8, 1 }, { 64, 4, 1 }, { 128, 2, 1 }, { 256, 1, 1 },
	{ 16, 16, 1 }, { 8, 32, 1 }, { 32, 32, 1 }, { 1024, 1, 1 },
	{ 512, 2, 1 }, { 64, 16, 1 }, { 48, 5, 1 }, { 4, 64, 1 },
};
static const int blocks1[][3] = {
	{ 64, 1, 1 }, { 128, 1, 1 }, { 256, 1, 1 }, { 512, 1, 1 },
	{ 1024, 1, 1 }, { 96, 1, 1 },
};

int main(int argc, char **argv)
{
	if (!start(argc, argv))
		return 1;
	RUN(star3d_r2, double, 512, 256, 256, blocks3);
	RUN(star3d_r2, float, 400, 300, 200, blocks3);
	RUN(box3d_r1, double, 384, 384, 192, blocks3);
	RUN(box3d_r1, float, 512, 512, 256, blocks3);
	RUN(shifted6, double, 256, 256, 256, blocks3);
	RUN(spread10, double, 256, 256, 256, blocks3);
	RUN(spread10, float, 250, 250, 250, blocks3);
	RUN(box2d_r2, double, 8192, 4096, 1, blocks2);
	RUN(star2d_r4, float, 8192, 8192, 1, blocks2);
	RUN(star2d_r4, double, 5000, 3000, 1, blocks2);
	RUN(row17, float, 1 << 26, 1, 1, blocks1);
	return 0;
}
