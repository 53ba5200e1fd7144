/* What addresses cost if the strides of fields are arguments of the kernel:
 * a few stencils and the three smoothers of examples/roofline_gsrb.wsp.
 * Nothing runs; classes of instructions are counted in the code:
 *
 *	nvcc -arch=sm_70 -DSTRIDES=int32 -cubin -o strides.cubin strides.cu
 *	cuobjdump -sass strides.cubin | awk -f classes.awk
 *
 * STRIDES is constant, int32 or int64.  strides.wsp has the same kernels,
 * compiled.csv the counts.
 */

#define constant	0
#define int32		1
#define int64		2

#if STRIDES == constant
#define SHAPE	const int nx = 128, ny = 128, nz = 1024, sy = nx, sz = nx * ny
#define EXTENTS
typedef int index_t;
#else
#define SHAPE
#define EXTENTS	, int nx, int ny, int nz, index_t sy, index_t sz
#if STRIDES == int32
typedef int index_t;
#else
typedef long index_t;
#endif
#endif

#define IN	const double *__restrict__
#define OUT	double *__restrict__
#define KERNEL(name, ...) \
	extern "C" __global__ void name(__VA_ARGS__ EXTENTS)

/* The cell of the thread, and a neighbour of it. */
#define CELL								\
	SHAPE;								\
	const int x = blockIdx.x * blockDim.x + threadIdx.x;		\
	const int y = blockIdx.y * blockDim.y + threadIdx.y;		\
	const int z = blockIdx.z * blockDim.z + threadIdx.z;		\
	if (x >= nx || y >= ny || z >= nz)				\
		return;							\
	const index_t at = x + y * sy + z * sz
#define TO(i, j, k)	at + (i) + (j) * sy + (k) * sz

/* ------------------------------------------------------------ stencils */

KERNEL(copy, IN a, OUT b)
{
	CELL;
	b[at] = a[at];
}

template <int R>
static __device__ double star(IN a, index_t at, index_t sy, index_t sz)
{
	double s = a[at];

#pragma unroll
	for (int r = 1; r <= R; ++r)
		s += a[TO(-r, 0, 0)] + a[TO(r, 0, 0)] + a[TO(0, -r, 0)] +
			a[TO(0, r, 0)] + a[TO(0, 0, -r)] + a[TO(0, 0, r)];
	return s;
}

KERNEL(star_r1, IN a, OUT b)
{
	CELL;
	b[at] = star<1>(a, at, sy, sz);
}

KERNEL(star_r2, IN a, OUT b)
{
	CELL;
	b[at] = star<2>(a, at, sy, sz);
}

KERNEL(star_r4, IN a, OUT b)
{
	CELL;
	b[at] = star<4>(a, at, sy, sz);
}

KERNEL(box_r1, IN a, OUT b)
{
	CELL;
	double s = 0;

#pragma unroll
	for (int k = -1; k <= 1; ++k)
#pragma unroll
	for (int j = -1; j <= 1; ++j)
#pragma unroll
	for (int i = -1; i <= 1; ++i)
		s += a[TO(i, j, k)];
	b[at] = s;
}

/* A coefficient for each neighbour, each an array of its own. */
KERNEL(aniso, IN a, IN c, IN w, IN e, IN s, IN n, IN d, IN u, OUT b)
{
	CELL;
	b[at] = c[at] * a[at] + w[at] * a[TO(-1, 0, 0)] +
		e[at] * a[TO(1, 0, 0)] + s[at] * a[TO(0, -1, 0)] +
		n[at] * a[TO(0, 1, 0)] + d[at] * a[TO(0, 0, -1)] +
		u[at] * a[TO(0, 0, 1)];
}

/* The divergence of a vector field. */
KERNEL(diverge, IN p, IN q, IN r, OUT b)
{
	CELL;
	b[at] = p[TO(1, 0, 0)] - p[TO(-1, 0, 0)] + q[TO(0, 1, 0)] -
		q[TO(0, -1, 0)] + r[TO(0, 0, 1)] - r[TO(0, 0, -1)];
}

/* ----------------------------------------------------------- smoothers */

struct cell {
	index_t at, sy, sz;
	__device__ index_t to(const int o[3]) const
	{
		return at + o[0] + o[1] * sy + o[2] * sz;
	}
};

/* o = a + m * unit(axis) */
static __device__ __forceinline__ void step(const int a[3], int m, int axis,
	int o[3])
{
#pragma unroll
	for (int d = 0; d < 3; ++d)
		o[d] = a[d] + (d == axis ? m : 0);
}

static __device__ __forceinline__ double at(IN u, cell c, int m, int axis,
	int n = 0, int other = 0)
{
	const int here[3] = { 0, 0, 0 };
	int o[3], p[3];

	step(here, m, axis, o);
	step(o, n, other, p);
	return u[c.to(p)];
}

/* What flows through the face of a cell towards "side" (1 or -1) of an
 * axis, times 12 h; b are the coefficients of lower faces.
 */
static __device__ __forceinline__ double flux(IN u, IN b, cell c, int axis,
	int side)
{
	const int face = side > 0 ? 1 : 0;
	double across = 15 * (at(u, c, side, axis) - at(u, c, 0, 0)) -
		(at(u, c, 2 * side, axis) - at(u, c, -side, axis));
	double along = 0;

#pragma unroll
	for (int t = 0; t < 3; ++t)
		if (t != axis)
			along += (at(b, c, face, axis, 1, t) -
				at(b, c, face, axis, -1, t)) *
				(at(u, c, side, axis, 1, t) -
				at(u, c, 1, t) -
				at(u, c, side, axis, -1, t) +
				at(u, c, -1, t));
	return at(b, c, face, axis) * across + 0.25 * along;
}

static __device__ __forceinline__ double laplace(IN u, IN bx, IN by, IN bz,
	cell c)
{
	return flux(u, bx, c, 0, 1) + flux(u, bx, c, 0, -1) +
		flux(u, by, c, 1, 1) + flux(u, by, c, 1, -1) +
		flux(u, bz, c, 2, 1) + flux(u, bz, c, 2, -1);
}

#define SMOOTHED(i)							\
	u[i] + inv[i] * (f[i] - h * laplace(u, bx, by, bz,		\
		cell { i, sy, sz }))

KERNEL(gsrb_fp, IN bx, IN by, IN bz, double h, IN u, OUT v, IN f, IN inv,
	IN mask)
{
	CELL;
	v[at] = u[at] + mask[x + y * sy + z % 2 * sz] *
		(SMOOTHED(at) - u[at]);
}

KERNEL(gsrb_branch, IN bx, IN by, IN bz, double h, IN u, OUT v, IN f, IN inv)
{
	CELL;
	if ((x + y + z) % 2 == 0)
		v[at] = SMOOTHED(at);
	else
		v[at] = u[at];
}

/* nx are threads here, a row has twice as many cells. */
KERNEL(gsrb_stride2, IN bx, IN by, IN bz, double h, IN u, OUT v, IN f,
	IN inv)
{
	CELL;
	const int odd = (y + z) % 2;
	const index_t mine = at + x + odd, other = at + x + 1 - odd;

	v[mine] = SMOOTHED(mine);
	v[other] = u[other];
}
