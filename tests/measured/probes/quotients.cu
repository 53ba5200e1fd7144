// Integer quotients and remainders, for their listings: quotients.csv counts what each kernel has
// beyond copy_T.  Nothing here is run.
//
//	nvcc -arch=sm_90 -cubin quotients.cu && nvdisasm -c quotients.cubin | awk -f quotients.awk

#define KERNEL(name, T, e) \
	extern "C" __global__ void name(const T *__restrict__ a, T *__restrict__ b, const T *__restrict__ c, T m) \
	{ \
		int i = blockIdx.x * blockDim.x + threadIdx.x; \
		b[i] = e; \
	}
#define BY(t, T, n, d) \
	KERNEL(div_##t##_##n, T, a[i] / (T)(d)) \
	KERNEL(mod_##t##_##n, T, a[i] % (T)(d)) \
	KERNEL(both_##t##_##n, T, (a[i] / (T)(d)) ^ (a[i] % (T)(d)))
#define TYPE(t, T) \
	KERNEL(copy_##t, T, a[i]) \
	BY(t, T, 2, 2) BY(t, T, 8, 8) BY(t, T, 1024, 1024) BY(t, T, 3, 3) BY(t, T, 7, 7) BY(t, T, 10, 10) \
	BY(t, T, 14, 14) BY(t, T, 48, 48) BY(t, T, 100, 100) BY(t, T, 641, 641) BY(t, T, 1000003, 1000003) \
	BY(t, T, argument, m) BY(t, T, value, c[i])

TYPE(uint32, unsigned)
TYPE(int32, int)
TYPE(int64, long long)
