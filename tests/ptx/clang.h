/* What clang needs of CUDA, so that it compiles kernels.cu without its
 * headers.
 */

#define __global__   __attribute__((global))
#define __device__   __attribute__((device))
#define __shared__   __attribute__((shared))
#define __noinline__ __attribute__((noinline))

struct index {
	int x, y, z;
};
struct __attribute__((aligned(8))) float2 {
	float x, y;
};
struct __attribute__((aligned(16))) float4 {
	float x, y, z, w;
};

#define threadIdx                                                            \
	(index { __nvvm_read_ptx_sreg_tid_x(), __nvvm_read_ptx_sreg_tid_y(), \
		__nvvm_read_ptx_sreg_tid_z() })
#define blockIdx                                 \
	(index { __nvvm_read_ptx_sreg_ctaid_x(), \
		__nvvm_read_ptx_sreg_ctaid_y(),  \
		__nvvm_read_ptx_sreg_ctaid_z() })
#define blockDim                                                               \
	(index { __nvvm_read_ptx_sreg_ntid_x(), __nvvm_read_ptx_sreg_ntid_y(), \
		__nvvm_read_ptx_sreg_ntid_z() })
#define gridDim                                   \
	(index { __nvvm_read_ptx_sreg_nctaid_x(), \
		__nvvm_read_ptx_sreg_nctaid_y(),  \
		__nvvm_read_ptx_sreg_nctaid_z() })
#define __shfl_down_sync(mask, v, n) __nvvm_shfl_sync_down_f32(mask, v, n, 31)
#define atomicAdd(p, v)		     __nvvm_atom_add_gen_i(p, v)
