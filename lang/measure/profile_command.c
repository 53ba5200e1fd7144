/* The command line that collects what a roofline needs.  Nsight Compute's
 * metrics come from counter.def: the rows of the first way of each quantity.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/buffer.h"
#include "lang/measure/counters.h"
#include "lang/measure/profile.h"

/* What all points of both kinds of roofline are made of. */
static const enum counted wanted[] = { COUNTED_TIME, COUNTED_CLOCK,
	COUNTED_FLOPS64, COUNTED_FLOPS32, COUNTED_FLOPS16, COUNTED_WARP,
	COUNTED_THREAD_ON, COUNTED_TENSOR, COUNTED_LOADS, COUNTED_STORES,
	COUNTED_LOAD_TXN, COUNTED_STORE_TXN, COUNTED_SHARED_LOADS,
	COUNTED_SHARED_STORES, COUNTED_SHARED_LOAD_TXN,
	COUNTED_SHARED_STORE_TXN, COUNTED_L2_LOAD, COUNTED_L2_STORE,
	COUNTED_DRAM_LOAD, COUNTED_DRAM_STORE };

#define N_WANTED ((int) (sizeof(wanted) / sizeof(wanted[0])))

/* nvprof counts L2 in total.  Operations of matrix units have names that only
 * Hopper has, whose instructions of several warps differ in size; elsewhere
 * their instructions tell.
 */
static void add_metrics(struct buffer *out, enum counters_tool tool,
	bool has_operations)
{
	const char *gap = "";
	const char *name;

	for (int i = 0; i < N_WANTED; ++i) {
		enum counted counted = tool == TOOL_NVPROF &&
				wanted[i] == COUNTED_L2_LOAD ?
			COUNTED_L2_ALL :
			wanted[i];

		for (int k = 0; (name = counters_way(tool, counted, k)); ++k) {
			buffer_printf(out, "%s%s", gap, name);
			gap = ",";
		}
	}
	for (int k = 0; has_operations &&
		(name = counters_way(tool, COUNTED_TENSOR_FLOPS, k));
		++k)
		buffer_printf(out, ",%s", name);
}

/* Counters that fit into one run of the program: eight of an SQ, four of the
 * caches.
 */
static const char *const runs[] = {
	"SQ_INSTS_VALU SQ_INSTS_SALU SQ_INSTS_SMEM SQ_INSTS_VMEM "
	"SQ_INSTS_VMEM_RD SQ_INSTS_VMEM_WR SQ_INSTS_LDS SQ_INSTS_BRANCH",
	"SQ_INSTS_VALU_ADD_F64 SQ_INSTS_VALU_MUL_F64 SQ_INSTS_VALU_TRANS_F64 "
	"SQ_INSTS_VALU_FMA_F64 SQ_INSTS_VALU_ADD_F32 SQ_INSTS_VALU_MUL_F32 "
	"SQ_INSTS_VALU_TRANS_F32 SQ_INSTS_VALU_FMA_F32",
	"SQ_INSTS_VALU_ADD_F16 SQ_INSTS_VALU_MUL_F16 SQ_INSTS_VALU_TRANS_F16 "
	"SQ_INSTS_VALU_FMA_F16 SQ_ACTIVE_INST_VALU SQ_THREAD_CYCLES_VALU",
	"SQ_INSTS_VALU_MFMA_MOPS_F16 SQ_INSTS_VALU_MFMA_MOPS_BF16 "
	"SQ_INSTS_VALU_MFMA_MOPS_F32 SQ_INSTS_VALU_MFMA_MOPS_F64 "
	"SQ_INSTS_MFMA",
	"TCP_TCC_READ_REQ_sum TCP_TCC_WRITE_REQ_sum",
	"FETCH_SIZE",
	"WRITE_SIZE",
};

static void add_rocprof(struct buffer *out, const char *app)
{
	buffer_add(out, "cat > roofline.txt <<EOF\n");
	for (size_t i = 0; i < sizeof(runs) / sizeof(runs[0]); ++i)
		buffer_printf(out, "pmc: %s\n", runs[i]);
	buffer_printf(out,
		"EOF\n"
		"rocprofv3 -i roofline.txt --output-format csv -d profile -- "
		"%s",
		app);
}

static void add_nvprof(struct buffer *out, const char *app)
{
	buffer_add(out, "nvprof --csv --metrics ");
	add_metrics(out, TOOL_NVPROF, false);
	buffer_printf(out,
		" %s 2> metrics.csv\n"
		"nvprof --csv --print-gpu-summary %s 2> times.csv",
		app, app);
}

static bool is_one_of(const char *arch, const char *const *name)
{
	for (; *name; ++name)
		if (strncmp(arch, *name, strlen(*name)) == 0)
			return true;
	return false;
}

char *profile_command(const char *arch, const char *app)
{
	static const char *const amd[] = { "cdna", "rdna", "gcn", NULL };
	static const char *const old[] = { "maxwell", "pascal", NULL };
	static const char *const other[] = { "xe", NULL };
	struct buffer out = { 0 };

	if (is_one_of(arch, other))
		return NULL;
	if (is_one_of(arch, amd)) {
		add_rocprof(&out, app);
	} else if (is_one_of(arch, old)) {
		add_nvprof(&out, app);
	} else {
		buffer_add(&out, "ncu --csv --page raw --metrics ");
		add_metrics(&out, TOOL_NCU, strcmp(arch, "hopper") == 0);
		buffer_printf(&out, " %s > profile.csv", app);
	}
	return buffer_take(&out);
}
