/* What L1 evicts.  One lane of each SM loads lines one after the other and times
 * whether it finds one of them, with nothing else running.
 *
 *	l1_sets GIB		lines that evict each other, as they are in an
 *				allocation of so many GiB: set,line
 *	l1_sets order		which line of a set is found after others came:
 *				to_second,others,line,found
 *	l1_sets walks		share that the last of four walks finds:
 *				shared_KiB,stride,lines,found; the shared memory
 *				asked for, of which the driver may carve more
 *
 * nvcc -std=c++17 -O3 -arch=sm_90 -o l1_sets l1_sets.cu
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

#define SMS	   132
#define CANDIDATES 16384
#define KEPT	   44
#define ALONE	   (1u << 30) /* number of the line that is evicted */

typedef unsigned word;

__device__ __forceinline__ word load(const word *p)
{
	word v;
	asm volatile("ld.global.ca.u32 %0, [%1];"
		     : "=r"(v)
		     : "l"(p)
		     : "memory");
	return v;
}

__device__ __forceinline__ void store(word *p)
{
	asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(0) : "memory");
}

/* All data are 0, which the compiler does not know: the clock is read when z is
 * there.
 */
__device__ __forceinline__ long long clock_after(word z)
{
	long long t;

	if (z)
		asm volatile("trap;");
	asm volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory");
	return t;
}

__device__ __forceinline__ bool finds(const word *p, word &z)
{
	long long start = clock_after(z);

	z = load(p + z);
	return clock_after(z) - start < 120;
}

/* The i-th line at random, the same on host and device. */
__host__ __device__ inline word line_at(word i, word seed, word lines)
{
	word x = i * 2654435761u + seed * 40503u + 977u;

	x ^= x >> 16;
	x *= 0x7feb352du;
	x ^= x >> 15;
	x *= 0x846ca68bu;
	x ^= x >> 16;
	return x & (lines - 1);
}

struct at {
	word *a;
	word seed, lines;
	__device__ word *operator()(word i) const
	{
		return a + (size_t) line_at(i, seed, lines) * 32;
	}
};

/* Do the lines of list[0..n) without those from "from" to "to" evict the one that
 * was loaded before them?
 */
__device__ bool evict(const at &line, const int *list, int n, int from, int to,
	word &z)
{
	__threadfence(); /* empties L1 */
	z = load(line(ALONE) + z);
	for (int i = 0; i < n; ++i)
		if (i < from || i >= to)
			z = load(line(__ldcg(list + i)) + z);
	return !finds(line(ALONE), z);
}

__global__ void find_sets(word *a, word lines, int *all, int *kept, int *n_kept)
{
	at line = { a, 1000 + blockIdx.x, lines };
	int *list = all + blockIdx.x * CANDIDATES, n = CANDIDATES, k = 0, last;
	int *keep = kept + blockIdx.x * KEPT;
	word z = 0;

	n_kept[blockIdx.x] = 0;
	for (int i = 0; i < n; ++i)
		__stcg(list + i, i);
	for (int part = n / 8; part >= 1; part = part > 1 ? part / 2 : 0)
		for (int from = 0; from < n && n >= 4;) {
			int to = min(n, from + part);

			if (!evict(line, list, n, from, to, z) ||
				!evict(line, list, n, from, to, z)) {
				from = to;
				continue;
			}
			for (int i = to; i < n; ++i)
				__stcg(list + from + i - to, __ldcg(list + i));
			n -= to - from;
		}
	if (n != 4)
		return;
	/* others of the set evict it in the place of the last */
	for (; k < n; ++k)
		__stcg(keep + k, __ldcg(list + k));
	last = __ldcg(list + n - 1);
	for (int c = 0; c < CANDIDATES && k < KEPT; ++c) {
		bool is_known = c == last;

		for (int i = 0; i < n; ++i)
			is_known |= __ldcg(list + i) == c;
		if (is_known)
			continue;
		__stcg(list + n - 1, c);
		if (evict(line, list, n, 0, 0, z) && evict(line, list, n, 0, 0, z))
			__stcg(keep + k++, c);
	}
	n_kept[blockIdx.x] = k;
}

static const char *const done[] = { "nothing", "load", "load another sector",
	"load while it comes", "load another sector while it comes", "store",
	"store another sector", "first a store", "atomic", "load three times",
	"stores after" };

__global__ void order(word *a, word lines, const int *kept, const int *n_kept,
	int what, int others, int number, int *found)
{
	at line = { a, 1000 + blockIdx.x, lines };
	const int *keep = kept + blockIdx.x * KEPT;
	word z = 0, y, *second = line(__ldcg(keep + 1));

	found[blockIdx.x] = -1;
	if (n_kept[blockIdx.x] < 4 + others)
		return;
	__threadfence();
	for (int i = 0; i < 4; ++i) {
		word *p = line(__ldcg(keep + i));

		if (i == 1 && (what == 3 || what == 4)) {
			y = load(p + z);
			z = load(p + (what == 3 ? 1 : 8) + z);
			z += y;
		} else if (i == 1 && what == 7) {
			store(p + z);
		} else {
			z = load(p + z);
		}
	}
	if (what == 1)
		z = load(second + z);
	if (what == 2)
		z = load(second + 8 + z);
	if (what == 5)
		store(second + z);
	if (what == 6)
		store(second + 8 + z);
	if (what == 8)
		atomicAdd(second + z, 0u);
	for (int i = 0; what == 9 && i < 3; ++i)
		z = load(second + z);
	for (int i = 4; i < 4 + others; ++i) {
		word *p = line(__ldcg(keep + i));

		if (what == 10)
			store(p + z);
		else
			z = load(p + z);
	}
	found[blockIdx.x] = finds(line(__ldcg(keep + number)), z);
}

__global__ void walk(const word *a, int lines, int stride, int *found)
{
	extern __shared__ int shared[];
	word z = 0;
	int n = 0;

	if (lines < 0)
		shared[0] = lines;
	for (int w = 0; w < 4; ++w) {
		n = 0;
		for (int i = 0; i < lines; ++i)
			n += finds(a + (size_t) i * stride * 32, z);
	}
	found[blockIdx.x] = n + (lines < 0 ? shared[0] : 0);
}

static void print_walks(word *a, int *found)
{
	std::vector<int> h(SMS);

	cudaFuncSetAttribute(walk, cudaFuncAttributeMaxDynamicSharedMemorySize,
		227 * 1024);
	printf("shared_KiB,stride,lines,found\n");
	for (int KiB : { 7, 15, 31, 63, 99, 131, 163, 227 }) {
		cudaFuncSetAttribute(walk,
			cudaFuncAttributePreferredSharedMemoryCarveout,
			(KiB * 100 + 227) / 228 + 1);
		for (int stride : { 1, 33 })
			for (int n : { 16, 32, 64, 96, 128, 160, 192, 224, 256,
				     320, 384, 448, 512, 640, 768, 896, 1024,
				     1152, 1280, 1408, 1536, 1664, 1696, 1728,
				     1760, 1792, 1856, 1920, 2048, 2304 }) {
				double sum = 0;

				walk<<<SMS, 1, KiB * 1024>>>(a, n, stride,
					found);
				cudaMemcpy(h.data(), found, 4 * SMS,
					cudaMemcpyDeviceToHost);
				for (int v : h)
					sum += v;
				printf("%d,%d,%d,%.4f\n", KiB, stride, n,
					sum / SMS / n);
			}
	}
}

static void print_order(word *a, word lines, int *kept, int *n_kept, int *found)
{
	std::vector<int> h(SMS);

	printf("to_second,others,line,found\n");
	for (int what = 0; what < 11; ++what)
		for (int others : { 0, 1, 2, 3, 4, 8 })
			for (int i = 0; i < 4 + others; ++i) {
				int n = 0, sum = 0;

				order<<<SMS, 1>>>(a, lines, kept, n_kept, what,
					others, i, found);
				cudaMemcpy(h.data(), found, 4 * SMS,
					cudaMemcpyDeviceToHost);
				for (int v : h)
					if (v >= 0) {
						++n;
						sum += v;
					}
				printf("%s,%d,%d,%.2f\n", done[what], others, i,
					(double) sum / n);
			}
}

int main(int argc, char **argv)
{
	bool orders = argc > 1 && !strcmp(argv[1], "order");
	bool walks = argc > 1 && !strcmp(argv[1], "walks");
	size_t GiB = argc > 1 && !orders && !walks ? atoi(argv[1]) : 1;
	word lines = (word) (GiB << 23), *a;
	int *found, *all, *kept, *n_kept;
	std::vector<int> h(SMS * KEPT), n(SMS);

	cudaMalloc(&a, GiB << 30);
	cudaMemset(a, 0, GiB << 30);
	cudaMalloc(&found, 4 * SMS);
	cudaMalloc(&all, 4 * SMS * CANDIDATES);
	cudaMalloc(&kept, 4 * SMS * KEPT);
	cudaMalloc(&n_kept, 4 * SMS);
	if (walks) {
		print_walks(a, found);
		return 0;
	}
	find_sets<<<SMS, 1>>>(a, lines, all, kept, n_kept);
	if (orders) {
		print_order(a, lines, kept, n_kept, found);
		return 0;
	}
	cudaMemcpy(h.data(), kept, 4 * SMS * KEPT, cudaMemcpyDeviceToHost);
	cudaMemcpy(n.data(), n_kept, 4 * SMS, cudaMemcpyDeviceToHost);
	printf("set,line\n");
	for (int s = 0; s < SMS; ++s)
		for (int i = -1; i < n[s]; ++i)
			printf("%d,%zu\n", s,
				((size_t) a / 128 +
					line_at(i < 0 ? ALONE : h[s * KEPT + i],
						1000 + s, lines)) &
					((1u << 30) - 1));
	return 0;
}
