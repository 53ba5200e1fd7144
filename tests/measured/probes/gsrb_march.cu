// The smoothers of examples/roofline_gsrb_march.wsp with strides that are arguments, as HPGMG has
// them: what their loops compile to.  Nothing runs.
//
//	nvcc -O3 -arch=sm_80 -cubin -o gsrb_march.cubin gsrb_march.cu
//	nvdisasm -c gsrb_march.cubin
//
// CUDA 13.0, of a trip: march_fp 92 integer, 99 floating point, 61 memory and one control; of
// march_branch 253 instructions, 24 of them outside of the branch, so that 54.7 % of the lanes are
// on.  For sm_90 103, 99, 62 and one.
typedef long long S;
#define IN const double *__restrict__

static __device__ double flux(IN u, IN b, S e, S s, S t, S o) {
	return b[o] * (15 * (u[o] - u[o - e]) - (u[o + e] - u[o - 2 * e])) +
		0.25 * ((b[o + s] - b[o - s]) * ((u[o + s] - u[o - e + s]) - (u[o - s] - u[o - e - s])) +
			(b[o + t] - b[o - t]) * ((u[o + t] - u[o - e + t]) - (u[o - t] - u[o - e - t])));
}

static __device__ double smoothed(IN u, IN b, S all, IN f, IN inv, double h, S sy, S sz, S o) {
	IN by = b + all;
	IN bz = by + all;

	return u[o] + inv[o] * (f[o] - h * (flux(u, b, 1, sy, sz, o + 1) - flux(u, b, 1, sy, sz, o) +
		flux(u, by, sy, 1, sz, o + sy) - flux(u, by, sy, 1, sz, o) +
		flux(u, bz, sz, 1, sy, o + sz) - flux(u, bz, sz, 1, sy, o)));
}

#define PLACE \
	S x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, \
	  z = blockIdx.z

extern "C" __global__ void march_fp(IN u, double *__restrict__ v, IN b, S all, IN f, IN inv, IN mask,
	double h, S sy, S sz, S plane, int planes) {
	PLACE;

	for (int k = 0; k < planes; ++k) {
		S o = x + y * sy + (planes * z + k) * sz;

		v[o] = u[o] + mask[x + y * sy + (k & 1) * plane] *
			(smoothed(u, b, all, f, inv, h, sy, sz, o) - u[o]);
	}
}

extern "C" __global__ void march_branch(IN u, double *__restrict__ v, IN b, S all, IN f, IN inv,
	double h, S sy, S sz, int planes) {
	PLACE;

	for (int k = 0; k < planes; ++k) {
		S o = x + y * sy + (planes * z + k) * sz;

		if (((x + y + k) & 1) == 0)
			v[o] = smoothed(u, b, all, f, inv, h, sy, sz, o);
		else
			v[o] = u[o];
	}
}
