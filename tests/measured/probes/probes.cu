/* What wsp has to know of a GPU, measured.
 *
 *	nvcc -O3 -arch=native -o probes probes.cu
 *	./probes > probes.csv		about a minute
 *	wsp device-from probes.csv --name mine > mine.wsp
 *
 * One line of CSV a figure: probe,variant,at,value.  "at" is the threads of
 * a block, the threads of an SM, KiB or pages, as stated at each probe.
 * Bandwidths are in GB/s, latencies in cycles, rates in 1/ns.
 */

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <random>
#include <vector>

#define TRY(call)							\
	do {								\
		cudaError_t e_ = (call);				\
		if (e_ != cudaSuccess) {				\
			fprintf(stderr, "%s: %s\n", #call,		\
				cudaGetErrorString(e_));		\
			exit(1);					\
		}							\
	} while (0)

#define KiB	1024ull
#define MiB	(1024ull * 1024)

static cudaDeviceProp prop;
static char *memory;		/* all that the probes work on */
static size_t memory_B;
static double *sink;

static void print(const char *probe, const char *variant, double at,
	double value)
{
	printf("%s,%s,%.10g,%.6g\n", probe, variant, at, value);
	fflush(stdout);
}

/* The least time in seconds of several launches of "f". */
template <class F> static double seconds(F f, int tries = 5)
{
	static cudaEvent_t begin, end;
	float best = 1e30f;

	if (!begin) {
		TRY(cudaEventCreate(&begin));
		TRY(cudaEventCreate(&end));
	}
	f();
	for (int i = 0; i < tries; ++i) {
		float ms;

		TRY(cudaEventRecord(begin));
		f();
		TRY(cudaEventRecord(end));
		TRY(cudaEventSynchronize(end));
		TRY(cudaEventElapsedTime(&ms, begin, end));
		best = std::min(best, ms);
	}
	TRY(cudaGetLastError());
	return best * 1e-3;
}

static unsigned sms() { return (unsigned) prop.multiProcessorCount; }

/* ----------------------------------------------------------- properties */

static int attribute(cudaDeviceAttr a)
{
	int v = 0;

	TRY(cudaDeviceGetAttribute(&v, a, 0));
	return v;
}

static void probe_properties()
{
	size_t free_B, total_B;

	TRY(cudaMemGetInfo(&free_B, &total_B));
	printf("prop,name,0,%s\n", prop.name);
	printf("prop,capability,0,%d.%d\n", prop.major, prop.minor);
	print("prop", "sm", 0, prop.multiProcessorCount);
	print("prop", "warp", 0, prop.warpSize);
	printf("prop,l2_bytes,0,%d\n", prop.l2CacheSize);
	printf("prop,memory_bytes,0,%zu\n", total_B);
	print("prop", "smem_per_sm", 0, (double) prop.sharedMemPerMultiprocessor);
	print("prop", "smem_per_block", 0, (double) prop.sharedMemPerBlockOptin);
	print("prop", "smem_reserved", 0, (double) prop.reservedSharedMemPerBlock);
	print("prop", "regs_per_sm", 0, prop.regsPerMultiprocessor);
	print("prop", "threads_per_sm", 0, prop.maxThreadsPerMultiProcessor);
	print("prop", "blocks_per_sm", 0, prop.maxBlocksPerMultiProcessor);
	print("prop", "clock_GHz", 0, attribute(cudaDevAttrClockRate) * 1e-6);
	print("prop", "memory_GHz", 0,
		attribute(cudaDevAttrMemoryClockRate) * 1e-6);
	print("prop", "bus_bits", 0,
		attribute(cudaDevAttrGlobalMemoryBusWidth));
}

/* ----------------------------------------------------------- arithmetic */

/* "N" chains of fma in each thread. */
template <class T, int N>
__global__ void chains(T *out, int n, long long *cycles, long long *ns)
{
	T v[N], a = (T) (threadIdx.x * 1e-9 + 0.5), b = (T) blockIdx.x;
	long long t0, c0;

	for (int i = 0; i < N; ++i)
		v[i] = (T) i;
	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t0));
	c0 = clock64();
#pragma unroll 4
	for (int k = 0; k < n; ++k)
#pragma unroll
		for (int i = 0; i < N; ++i)
			v[i] = v[i] * a + b;
	c0 = clock64() - c0;
	{
		long long t1;

		asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t1));
		t0 = t1 - t0;
	}
	for (int i = 1; i < N; ++i)
		v[0] += v[i];
	if (v[0] == (T) -1)
		out[0] = v[0];
	if (threadIdx.x == 0 && blockIdx.x == 0) {
		*cycles = c0;
		*ns = t0;
	}
}

template <class T> static void probe_arithmetic(const char *name)
{
	const int n = sizeof(T) == 8 ? 20000 : 100000, chains_n = 8;
	long long *clocks, c[2];
	double t, GHz;

	TRY(cudaMalloc(&clocks, 2 * sizeof(*clocks)));
	t = seconds([&] {
		chains<T, chains_n><<<sms() * 2, 1024>>>((T *) sink, n, clocks,
			clocks + 1);
	}, 3);
	TRY(cudaMemcpy(c, clocks, sizeof(c), cudaMemcpyDeviceToHost));
	GHz = (double) c[0] / (double) std::max(c[1], 1ll);
	print("clock", name, 0, GHz);
	print("rate", name, 0, 2.0 * 1024 * n * chains_n / (t * 1e9 * GHz));
	for (int i = 0; i < 2; ++i)	/* the first fetches the code */
		chains<T, 1><<<1, 32>>>((T *) sink, 20000, clocks, clocks + 1);
	TRY(cudaMemcpy(c, clocks, sizeof(c), cudaMemcpyDeviceToHost));
	print("latency", sizeof(T) == 8 ? "fma64" : "fma32", 0, c[0] / 20000.0);
	TRY(cudaFree(clocks));
}

/* ----------------------------------------------------------------- DRAM */

enum { LOAD, INIT, COPY, SCALE, TRIAD, N_STREAM };

template <int KIND>
__global__ void stream(double *__restrict__ a, const double *__restrict__ b,
	const double *__restrict__ c)
{
	size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x;

	if (KIND == LOAD) {
		if (b[i] == 1.25)
			a[0] = 1;
	} else if (KIND == INIT) {
		a[i] = 0;
	} else if (KIND == COPY) {
		a[i] = b[i];
	} else if (KIND == SCALE) {
		a[i] = 1.5 * b[i];
	} else {
		a[i] = b[i] + 1.5 * c[i];
	}
}

template <int KIND> static void probe_stream(const char *name, int arrays)
{
	size_t n = std::min(memory_B / 3 / 8, (size_t) 1 << 27);
	double *a = (double *) memory, *b = a + n, *c = b + n;

	n &= ~(size_t) 1023;
	for (int block = 32; block <= 1024; block *= 2) {
		double t = seconds([&] {
			stream<KIND><<<(unsigned) (n / block), block>>>(a, b,
				c);
		});

		print("dram", name, block, 8e-9 * (double) n * arrays / t);
	}
}

/* A scale kernel; the launch sets how many threads run on each SM. */
__global__ void in_flight(double *__restrict__ a,
	const double *__restrict__ b, size_t n)
{
	size_t step = (size_t) gridDim.x * blockDim.x;

	for (size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x; i < n;
	     i += step)
		a[i] = 1.5 * b[i];
}

static void probe_occupancy()
{
	size_t n = std::min(memory_B / 2 / 8, (size_t) 1 << 26);
	double *a = (double *) memory, *b = a + n;
	int most = prop.maxThreadsPerMultiProcessor;

	for (int threads = 64; threads <= most; threads += 64) {
		int block = threads <= 1024 ? threads : threads / 2;
		unsigned blocks = sms() * (unsigned) (threads / block);
		double t;

		if (block * (threads / block) != threads)
			continue;
		t = seconds([&] { in_flight<<<blocks, block>>>(a, b, n); }, 3);
		print("occupancy", "scale", threads, 16e-9 * (double) n / t);
	}
}

/* --------------------------------------------------------------- caches */

/* Loads of a ring, over and over: all blocks read the same one, each from
 * another place on, or each has its own.  CACHED: through L1.
 */
template <bool CACHED>
__global__ void ring(const double2 *__restrict__ a, unsigned n, unsigned skip,
	unsigned shift, unsigned rounds, double *out)
{
	const double2 *set = a + (size_t) blockIdx.x * skip;
	unsigned at = (blockIdx.x * shift) % n + threadIdx.x;
	double s[4] = { 0, 0, 0, 0 };

	for (unsigned k = 0; k < rounds; ++k)
#pragma unroll
		for (int j = 0; j < 4; ++j) {
			double2 v;

			at = at < n ? at : at - n;
			v = CACHED ? __ldca(set + at) : __ldcg(set + at);
			s[j] += v.x + v.y;
			at += blockDim.x;
		}
	if (s[0] + s[1] + s[2] + s[3] == 1.25)
		*out = s[0];
}

/* Bandwidths; capacities show in the latencies below, since warps that
 * drift apart find some of a set that is too large.
 */
static void probe_l2()
{
	const double sizes[] = { 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48,
		52, 56, 60, 64, 72, 80, 96, 128, 192, 256, 512 };
	const double2 *a = (const double2 *) memory;
	unsigned blocks = 2 * sms();

	/* at: KiB */
	for (double size : sizes) {
		unsigned n = (unsigned) (size * MiB / 16);
		unsigned rounds = std::max(n / 4 / 4096, 128u);
		double moved = 16e-9 * blocks * 4096.0 * rounds, t;

		if (size * MiB > (double) memory_B)
			break;
		t = seconds([&] {
			ring<false><<<blocks, 1024>>>(a, n, 0, n / blocks,
				rounds, sink);
		});
		print("l2", "shared", size * 1024, moved / t);
		if (n / blocks < 1024)
			continue;
		t = seconds([&] {
			ring<false><<<blocks, 1024>>>(a, n / blocks,
				n / blocks, 0, rounds, sink);
		});
		print("l2", "parts", size * 1024, moved / t);
	}
}

/* Lines that L2 looks up: every lane loads from another line. */
__global__ void far_lanes(const double *__restrict__ a, size_t lines,
	int times, double *out)
{
	size_t at = (blockIdx.x * (size_t) blockDim.x + threadIdx.x) % lines;
	double s = 0;

	for (int k = 0; k < times; ++k) {
		s += __ldcg(a + 16 * at);
		at += 7919;
		at = at < lines ? at : at - lines;
	}
	if (s == 1.25)
		*out = s;
}

static void probe_l2_lines()
{
	const int times = 400;
	unsigned blocks = 2 * sms();

	for (double size = 4; size <= 16; size *= 2) {
		double t = seconds([&] {
			far_lanes<<<blocks, 1024>>>((const double *) memory,
				(size_t) (size * MiB / 128), times, sink);
		});

		print("l2", "lines", size * 1024, 1e-9 * blocks * 1024.0 *
			times / t);
	}
}

static void probe_l1()
{
	const unsigned rounds = 2000;

	TRY(cudaFuncSetAttribute(ring<true>,
		cudaFuncAttributePreferredSharedMemoryCarveout, 0));
	/* at: KiB of an SM */
	for (unsigned size = 16; size <= 1024; size += size < 320 ? 16 : 64) {
		unsigned n = size * 1024 / 16;
		double t = seconds([&] {
			ring<true><<<sms(), 1024>>>((const double2 *) memory,
				n, n, 0, rounds, sink);
		});

		print("l1", "load", size, 16e-9 * sms() * 4096.0 * rounds / t);
	}
}

/* -------------------------------------------------------------- latency */

/* Follow pointers, "warm" steps before the clock starts. */
template <bool CACHED>
__global__ void chase(const uint64_t *p, int warm, int n, double *cycles)
{
	extern __shared__ char unused[];
	uint64_t at = (uint64_t) p;
	long long t;

	for (int i = 0; i < warm; ++i)
		at = CACHED ? __ldca((const uint64_t *) at) :
			__ldcg((const uint64_t *) at);
	if (at == 0)
		cycles[1] = unused[0];
	t = clock64();
#pragma unroll 16
	for (int i = 0; i < n; ++i)
		at = CACHED ? __ldca((const uint64_t *) at) :
			__ldcg((const uint64_t *) at);
	if (at == 0)
		cycles[1] = unused[0];
	t = clock64() - t;
	cycles[0] = (double) t / n;
}

__global__ void write_cycle(uint64_t *p, const uint64_t *element, size_t n)
{
	size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x;

	if (i < n)
		p[element[i]] = (uint64_t) (p + element[i + 1 < n ? i + 1 :
			0]);
}

/* A cycle through the elements, in a random order. */
static void make_cycle(std::vector<uint64_t> &element)
{
	static std::mt19937_64 random(1);
	uint64_t *list;

	std::shuffle(element.begin() + 1, element.end(), random);
	TRY(cudaMalloc(&list, 8 * element.size()));
	TRY(cudaMemcpy(list, element.data(), 8 * element.size(),
		cudaMemcpyHostToDevice));
	write_cycle<<<(unsigned) (element.size() / 256 + 1), 256>>>(
		(uint64_t *) memory, list, element.size());
	TRY(cudaDeviceSynchronize());
	TRY(cudaFree(list));
}

__global__ void touch_all(char *p, size_t n)
{
	size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x;

	for (; i < n / 8; i += (size_t) gridDim.x * blockDim.x)
		((volatile uint64_t *) p)[i] += 1;
}

/* Fill L2 with something else: the far end of the memory. */
static void flush_l2()
{
	size_t n = 4ull * prop.l2CacheSize;

	touch_all<<<sms() * 2, 1024>>>(memory + memory_B - n, n);
	TRY(cudaDeviceSynchronize());
}

template <bool CACHED>
static double chase_cycles(int warm, int n, int shared_B = 0)
{
	double *result, cycles;

	TRY(cudaMalloc(&result, 16));
	chase<CACHED><<<1, 1, shared_B>>>((const uint64_t *) memory, warm, n,
		result);
	TRY(cudaMemcpy(&cycles, result, 8, cudaMemcpyDeviceToHost));
	TRY(cudaGetLastError());
	TRY(cudaFree(result));
	return cycles;
}

/* Pointer chasing in random order over a warm set of lines of each size (KiB). */
static void probe_chase()
{
	const double sizes[] = { 8, 16, 32, 64, 96, 128, 160, 192, 224, 240,
		256, 288, 320, 384, 512, 1024, 2048, 4096, 8192, 12288, 16384,
		20480, 24576, 28672, 32768, 40960, 49152, 57344, 65536, 98304,
		131072, 262144, 524288 };

	TRY(cudaFuncSetAttribute(chase<true>,
		cudaFuncAttributePreferredSharedMemoryCarveout, 0));
	for (double size : sizes) {
		size_t n = (size_t) (size * 1024 / 128);
		std::vector<uint64_t> element(n);

		if (size * 1024 > (double) memory_B)
			break;
		for (size_t i = 0; i < n; ++i)
			element[i] = 16 * i;
		make_cycle(element);
		print("latency", "chase", size, chase_cycles<true>(
			(int) std::min(n, (size_t) 600000), 20000));
	}
}

/* The L1 that each shared memory configuration (KiB) leaves: the largest set
 * whose lines stay, in steps of 4 KiB.
 */
static void probe_carveout()
{
	const int most = (int) (prop.sharedMemPerBlockOptin / 1024);
	const int shared[] = { 0, 7, 8, 15, 16, 31, 32, 48, 63, 64, 96, 99,
		100, 128, 131, 132, 160, 163, 164, 195, 196, 220, 227 };

	TRY(cudaFuncSetAttribute(chase<true>,
		cudaFuncAttributePreferredSharedMemoryCarveout,
		cudaSharedmemCarveoutDefault));
	TRY(cudaFuncSetAttribute(chase<true>,
		cudaFuncAttributeMaxDynamicSharedMemorySize,
		(int) prop.sharedMemPerBlockOptin));
	for (int s : shared) {
		int fits = 0;
		double near = 0;

		if (s > most)
			break;
		for (int size = 4; size <= 320; size += 4) {
			size_t n = size * 8;
			std::vector<uint64_t> element(n);
			double cycles;

			for (size_t i = 0; i < n; ++i)
				element[i] = 16 * i;
			make_cycle(element);
			cycles = chase_cycles<true>((int) (4 * n), 4000,
				s * 1024);
			if (size == 4)
				near = cycles;
			if (cycles > 1.3 * near)
				break;
			fits = size;
		}
		print("carveout", "l1", s, fits);
	}
}

/* Each load by itself, from L2 or from DRAM. */
__global__ void one_by_one(const uint64_t *p, const uint64_t *element, int n,
	unsigned *cycles)
{
	__shared__ volatile uint64_t arrived;

	for (int i = 0; i < n; ++i) {
		const uint64_t *q = p + element[i];
		long long t;

		/* stores wait for what is loaded */
		arrived = (uint64_t) q;
		t = clock64();
		arrived = __ldcg(q);
		cycles[i] = (unsigned) (clock64() - t);
	}
}

static void print_quantiles(const char *variant, std::vector<unsigned> &c)
{
	std::sort(c.begin(), c.end());
	for (int percent : { 5, 10, 25, 50, 75, 90, 95 })
		print("latency", variant, percent,
			c[c.size() * (size_t) percent / 100]);
}

/* at: percent of the loads that are faster.  Pages are warm: one line of
 * each has been loaded right before.
 */
static void probe_single()
{
	const int n = 4000, pages = 8;
	std::vector<uint64_t> element(n), one(pages);
	std::vector<unsigned> cycles(n);
	std::mt19937_64 random(2);
	uint64_t *list, *first;
	unsigned *result;

	for (int i = 0; i < n; ++i)
		element[i] = (random() % (pages * 2 * MiB / 128)) * 16;
	for (int i = 0; i < pages; ++i)
		one[i] = i * 2 * MiB / 8;
	TRY(cudaMalloc(&list, 8 * n));
	TRY(cudaMalloc(&first, 8 * pages));
	TRY(cudaMalloc(&result, 4 * n));
	TRY(cudaMemcpy(list, element.data(), 8 * n, cudaMemcpyHostToDevice));
	TRY(cudaMemcpy(first, one.data(), 8 * pages, cudaMemcpyHostToDevice));
	for (int is_dram = 1; is_dram >= 0; --is_dram) {
		if (is_dram)
			flush_l2();
		one_by_one<<<1, 1>>>((uint64_t *) memory, first, pages,
			result);
		one_by_one<<<1, 1>>>((uint64_t *) memory, list, n, result);
		TRY(cudaMemcpy(cycles.data(), result, 4 * n,
			cudaMemcpyDeviceToHost));
		print_quantiles(is_dram ? "dram" : "l2", cycles);
	}
	TRY(cudaFree(list));
	TRY(cudaFree(first));
	TRY(cudaFree(result));
}

/* One line in each of "pages" pages of 2 MiB, all in L2: the latency beyond
 * that of L2 is the TLBs'.
 */
static void probe_tlb()
{
	for (size_t pages = 8; pages * 2 * MiB <= memory_B && pages <= 32768;
	     pages += pages / 4 ? pages / 4 : 1) {
		std::vector<uint64_t> element(pages);
		size_t n = std::min(pages, (size_t) 60000);

		for (size_t i = 0; i < pages; ++i)
			element[i] = i * 2 * MiB / 8 + 16 * (i * 37 % 16384);
		make_cycle(element);
		print("tlb", "chase", (double) pages,
			chase_cycles<false>((int) (2 * n), (int) (4 * n)));
	}
}

/* Every lane of a warp loads from its own page, one of "pages". */
__global__ void page_lanes(const uint64_t *p, unsigned pages, int times,
	double *out)
{
	unsigned page = (blockIdx.x * 131 + threadIdx.x) % pages;
	unsigned step = 577 % pages;
	uint64_t s = 0;

	for (int k = 0; k < times; ++k) {
		s += __ldcg(p + page * (2 * MiB / 8) +
			16 * ((page * 37 + threadIdx.x / 32 % 4) % 16384));
		page += step;
		page = page < pages ? page : page - pages;
	}
	if (s == 1)
		*out = 1;
}

static void probe_tlb_rate()
{
	const int times = 200;
	unsigned blocks = 2 * sms();

	for (unsigned pages = 32; pages * 2 * MiB <= memory_B &&
	     pages <= 4096; pages += pages < 192 ? 16 : pages) {
		double t = seconds([&] {
			page_lanes<<<blocks, 1024>>>((uint64_t *) memory,
				pages, times, sink);
		}, 3);

		print("tlb", "rate", pages, 1e-9 * blocks * 1024.0 * times /
			t);
	}
}

/* --------------------------------------------------------------- launch */

__global__ void nothing(double *out)
{
	if (out == (double *) 1)
		*out = 0;
}

static void probe_launch()
{
	const int n = 2000;
	double t = seconds([&] {
		for (int i = 0; i < n; ++i)
			nothing<<<1, 32>>>(sink);
	}, 3);

	print("launch", "overhead_us", 1, 1e6 * t / n);
	t = seconds([&] {
		for (int i = 0; i < n; ++i)
			nothing<<<sms(), 1024>>>(sink);
	}, 3);
	print("launch", "overhead_us", sms(), 1e6 * t / n);
	for (int block = 32; block <= 1024; block *= 2) {
		unsigned few = 1u << 16, many = 1u << 22;
		double short_s = seconds([&] { nothing<<<few, block>>>(sink); });
		double long_s = seconds([&] { nothing<<<many, block>>>(sink); });

		print("launch", "rate", block, 1e-9 * (many - few) /
			(long_s - short_s));
	}
}

int main()
{
	size_t free_B, total_B;

	TRY(cudaSetDevice(0));
	TRY(cudaGetDeviceProperties(&prop, 0));
	TRY(cudaMemGetInfo(&free_B, &total_B));
	memory_B = std::min(free_B / 10 * 9, (size_t) 66 << 30) / (4 * MiB) *
		(4 * MiB);
	TRY(cudaMalloc(&memory, memory_B));
	TRY(cudaMemset(memory, 0, memory_B));
	TRY(cudaMalloc(&sink, 64));
	printf("probe,variant,at,value\n");
	probe_properties();
	probe_arithmetic<float>("fp32");
	probe_arithmetic<double>("fp64");
	probe_stream<LOAD>("load", 1);
	probe_stream<INIT>("init", 1);
	probe_stream<COPY>("copy", 2);
	probe_stream<SCALE>("scale", 2);
	probe_stream<TRIAD>("triad", 3);
	probe_occupancy();
	probe_l2();
	probe_l2_lines();
	probe_l1();
	probe_chase();
	probe_single();
	probe_tlb();
	probe_tlb_rate();
	probe_carveout();
	probe_launch();
	return 0;
}
