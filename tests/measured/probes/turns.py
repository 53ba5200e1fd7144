"""Cycles of a scheduler for an instruction of a warp in mixes, by warps of the scheduler.

    python3 turns.py >turns.cu && nvcc -std=c++17 -O3 -arch=sm_90 turns.cu && ./a.out >turns.csv

A mix is two rounds of 16 instructions, evenly mixed, in a loop; all warps of an SM run it in step.
"fma3" adds a product of two registers to a third, "fii" one of a register and literals.
"""


def code(text, output, *inputs):
    def at(i):
        given = ", ".join(x.format(i=i) for x in inputs)
        return 'asm volatile("%s" : %s : %s);' % (
            text.format(b=4 * i, w=16 * i), output.format(i=i), given)
    return at


F, E, A, D = '"+f"(f[{i}])', '"+f"(e[{i}])', '"+r"(a[{i}])', '"+d"(d[{i}])'
G, H, X, Y, K, M = '"f"(g[{i}])', '"f"(h[{i}])', '"f"(x)', '"f"(y)', '"r"(k)', '"r"(m)'
fma3 = code("fma.rn.f32 %0, %1, %2, %0;", F, G, H)
fma_gx = code("fma.rn.f32 %0, %1, %2, %0;", F, G, X)
fma_fxy = code("fma.rn.f32 %0, %0, %1, %2;", F, X, Y)
fma_ffg = code("fma.rn.f32 %0, %0, %0, %1;", F, G)
fma_fig = code("fma.rn.f32 %0, %0, 0f3F000000, %1;", F, G)
fii = code("fma.rn.f32 %0, %0, 0f3F000000, 0f3F800000;", F)
add = code("add.rn.f32 %0, %0, %1;", F, G)
mul = code("mul.rn.f32 %0, %0, %1;", F, G)
ex2 = code("ex2.approx.ftz.f32 %0, %0;", E)
lop = code("lop3.b32 %0, %0, %1, %2, 0x96;", A, K, M)
xor = code("xor.b32 %0, %0, %1;", A, K)
imad = code("mad.lo.s32 %0, %0, %1, %2;", A, K, M)
lds = code("ld.volatile.shared.f32 %0, [%1+{b}];", '"=f"(s[{i}])', '"r"(at)')
dfma = code("fma.rn.f64 %0, %0, %1, %2;", D, '"d"(u)', '"d"(v)')
setsel = code("{{ .reg .pred p; setp.lt.f32 p, %0, %1; selp.f32 %0, %1, %0, p; }}", E, X)


def lds4(i):
    to = ",".join('"=f"(s[%d])' % (4 * (i % 2) + j) for j in range(4))
    return ('asm volatile("ld.volatile.shared.v4.f32 {%%0,%%1,%%2,%%3}, [%%4+%d];" : %s : "r"(at));'
            % (16 * i, to))


def mix(*parts):
    total, done, out = sum(n for _, n in parts), [0] * len(parts), []
    for t in range(total):
        j = max(range(len(parts)), key=lambda j: (t + 1) * parts[j][1] / total - done[j])
        out.append(parts[j][0](done[j] % 8))
        done[j] += 1
    return out


mixes = {"fma3": [(fma3, 16)], "fma_gx": [(fma_gx, 16)], "fma_fxy": [(fma_fxy, 16)],
         "fma_ffg": [(fma_ffg, 16)], "fma_fig": [(fma_fig, 16)], "fma_fii": [(fii, 16)],
         "add": [(add, 16)], "mul": [(mul, 16)]}
for n in (1, 2, 4):
    for name, f in (("fma3", fma3), ("add", add), ("fii", fii)):
        mixes["%s_ex2_%dof16" % (name, n)] = [(f, 16 - n), (ex2, n)]
for n in (2, 4, 8):
    mixes["fma3_lop_%dof16" % n] = [(fma3, 16 - n), (lop, n)]
    for name, f in (("lop", lop), ("xor", xor), ("imad", imad)):
        mixes["fii_%s_%dof16" % (name, n)] = [(fii, 16 - n), (f, n)]
for n in (4, 8):
    mixes["fii_setsel_%dof24" % n] = [(fii, 16 - n), (setsel, n)]
mixes.update({"xor_imad": [(xor, 8), (imad, 8)], "xor": [(xor, 16)], "imad": [(imad, 16)],
              "lop": [(lop, 16)]})
for n in (1, 2, 4):
    for name, f in (("fii", fii), ("fma3", fma3)):
        mixes["%s_lds_%dof16" % (name, n)] = [(f, 16 - n), (lds, n)]
mixes.update({"fii_lds4_1of16": [(fii, 15), (lds4, 1)], "fii_lds4_2of16": [(fii, 14), (lds4, 2)],
              "fii_dfma_4of16": [(fii, 12), (dfma, 4)], "fii_dfma_8of16": [(fii, 8), (dfma, 8)],
              "xor_dfma_4of16": [(xor, 12), (dfma, 4)], "dfma": [(dfma, 16)],
              "fii_xor4_ex2": [(fii, 11), (xor, 4), (ex2, 1)],
              "fma3_xor4_ex2_2": [(fma3, 10), (xor, 4), (ex2, 2)]})

print(r"""#include <algorithm>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>
enum { TRIPS = 256 };
#define BEGIN(name) \
__global__ void __launch_bounds__(1024) name(int *out, long long *cycles, int k, int m, float x, float y, double u, double v) { \
	__shared__ __align__(16) float tile[1024]; \
	int a[8]; float f[8], g[8], h[8], e[8], s[8]; double d[8]; \
	for (int i = 0; i < 8; ++i) { \
		a[i] = threadIdx.x + i; f[i] = d[i] = a[i]; g[i] = out[i] + .5f; \
		h[i] = out[i + 8]; e[i] = .001f * threadIdx.x + i; s[i] = 0; } \
	for (int i = threadIdx.x; i < 1024; i += blockDim.x) tile[i] = i; \
	unsigned at = (unsigned) __cvta_generic_to_shared(tile) + 16 * (threadIdx.x % 32); \
	__syncthreads(); \
	long long t = clock64(); \
	_Pragma("unroll 1") for (int r = 0; r < TRIPS; ++r) {
#define END } \
	__syncthreads(); \
	t = clock64() - t; \
	float z = 0; \
	for (int i = 0; i < 8; ++i) z += a[i] + f[i] + e[i] + s[i] + (float) d[i] + g[i] + h[i]; \
	if (z == 12345) out[0] = z; \
	if (threadIdx.x == 0) cycles[blockIdx.x] = t; }
typedef void kernel(int *, long long *, int, int, float, float, double, double);
static int *out;
static long long *cycles;
static void run(const char *name, kernel *k, int n)
{
	for (int w : { 1, 2, 4, 8 }) {
		std::vector<long long> t(132);
		for (int i = 0; i < 3; ++i)
			k<<<132, w * 128>>>(out, cycles, 3, 5, 1.5f, .5f, 1.5, .5);
		cudaMemcpy(t.data(), cycles, 132 * 8, cudaMemcpyDeviceToHost);
		std::sort(t.begin(), t.end());
		printf("%s,%d,%d,%.3f\n", name, w, n, (double) t[66] / TRIPS / n / w);
	}
}""")
for name, parts in mixes.items():
    print("BEGIN(k_%s)\n%s\nEND" % (name, "\n".join(2 * mix(*parts))))
print("""int main()
{
	cudaMalloc(&out, 256);
	cudaMemset(out, 0, 256);
	cudaMalloc(&cycles, 132 * 8);
	printf("mix,warps,instructions,cycles\\n");""")
for name, parts in mixes.items():
    n = sum(n * (2 if f is setsel else 1) for f, n in parts)
    print('\trun("%s", k_%s, %d);' % (name, name, 2 * n))
print("\treturn cudaDeviceSynchronize() != cudaSuccess;\n}")
