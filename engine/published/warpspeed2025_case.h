#ifndef ENGINE_PUBLISHED_WARPSPEED2025_CASE_H
#define ENGINE_PUBLISHED_WARPSPEED2025_CASE_H

/* What the steps of the published tool share: the device with the tool's
 * figures, the accesses, and the sizes of its samples.
 *
 * Internal to engine/published/warpspeed2025*.c.
 */

#include "engine/published/stream.h"
#include "engine/published/warpspeed2025.h"

/* What the tool assumes of the SMs of every device. */
#define WARPSPEED2025_SM_REGISTERS 65536
#define WARPSPEED2025_SM_BLOCKS	   32

enum warpspeed2025_l1 { L1_NV, L1_CDNA, L1_RDNA };

/* In the tool's units: GHz and GB/s. */
struct warpspeed2025_device {
	enum warpspeed2025_l1 l1_model;
	double clock_GHz, sm_count, l1_size_B, l2_size_B;
	double l2_GB_per_s, dram_GB_per_s, lsu_count;
	double fp32_per_cyc, fp64_per_cyc;
	int64_t l1_bank_B, l1_line_B, l1_sector_B, l1_store_B, dram_fetch_B;
	int64_t warp_size, subwarp_size;
};

struct warpspeed2025_case {
	const struct kernel *kernel;
	const struct launch *launch;
	const struct warpspeed2025_hint *hint;
	struct warpspeed2025_device dev;
	struct streams streams;
	int *access_B;		     /* size of each access */
	double *block_lines;	     /* of each stream, over the sample */
	int64_t sample[3], n_sample; /* blocks */
	int64_t threads;	     /* of a block */
	int64_t wave_blocks;
	struct warpspeed2025 *out; /* part i is stream i */
};

/* Registers allocated for a thread that uses "registers". */
int64_t warpspeed2025_registers(int registers);

/* The tool's warp: a box of at most "width" threads. */
void warpspeed2025_warp(const struct warpspeed2025_case *c, int64_t width,
	int64_t warp[3]);

int warpspeed2025_multiplicity(const struct warpspeed2025_case *c,
	const struct stream *s);

/* The rate of the FP pipe that "kernel" is assumed to use. */
double warpspeed2025_fp_rate(const struct warpspeed2025_device *dev,
	const struct kernel *kernel);

/* The tool's figures of "dev"; where they are missing, the device's own. */
enum estimate_status warpspeed2025_device(const struct device *dev,
	struct warpspeed2025_device *to, char why[256]);

/* Fuse accesses to neighbouring addresses as AMD compilers do. */
void warpspeed2025_fuse(struct warpspeed2025_case *c);

/* The groups of figures; each depends on those before it. */
enum footprint_status warpspeed2025_block(struct warpspeed2025_case *c);
enum footprint_status warpspeed2025_cycles(struct warpspeed2025_case *c);
enum footprint_status warpspeed2025_wave(struct warpspeed2025_case *c);
void warpspeed2025_derive(struct warpspeed2025_case *c);

#endif
