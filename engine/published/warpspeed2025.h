#ifndef ENGINE_PUBLISHED_WARPSPEED2025_H
#define ENGINE_PUBLISHED_WARPSPEED2025_H

/* The published tool of March 2025, reproduced exactly: doc/MODEL.md, chapter
 * 8.
 *
 * Its samples, its boxes in place of waves and warps, its constants and its
 * mistakes are all here, so that its figures come out; they are rows of
 * warpspeed2025.def.  Only its "EPM" is left out, and where the tool stops
 * with an error (a grid of one block) the figure is 0.
 */

#include <stdbool.h>
#include <stdint.h>

#include "engine/report/report.h"

/* What the tool knows of a field beyond struct field. */
struct warpspeed2025_hint {
	int multiplicity; /* arrays accessed in the same way */
	bool is_scalar;	  /* read through the scalar unit (CDNA) */
};

/* The figures of one field's loads or stores. */
struct warpspeed2025_part {
	int field; /* of the kernel */
	bool is_store;
	const char *name;	 /* the kernel's */
	double block_l1_load_B;	 /* the tool has only the sums of */
	double wave_overlap_x_B; /* these two */
#define VALUE(group, member, name)
#define VECTOR(group, member, n, name)
#define PART(member, of, has_total, before, after) double member;
#include "engine/published/warpspeed2025.def"
};

struct warpspeed2025 {
#define PART(member, of, has_total, before, after)
#define VALUE(group, member, name)     IN_##group(double member;)
#define VECTOR(group, member, n, name) IN_##group(double member[n];)
	struct {
#define IN_launch(x) x
#define IN_basic(x)
#define IN_derived(x)
#include "engine/published/warpspeed2025.def"
	} launch;
#undef IN_launch
#undef IN_basic
#define PART(member, of, has_total, before, after)
#define VALUE(group, member, name)     IN_##group(double member;)
#define VECTOR(group, member, n, name) IN_##group(double member[n];)
	struct {
#define IN_launch(x)
#define IN_basic(x) x
#include "engine/published/warpspeed2025.def"
	} basic;
#undef IN_basic
#undef IN_derived
#define PART(member, of, has_total, before, after)
#define VALUE(group, member, name)     IN_##group(double member;)
#define VECTOR(group, member, n, name) IN_##group(double member[n];)
	struct {
#define IN_basic(x)
#define IN_derived(x) x
#include "engine/published/warpspeed2025.def"
	} derived;
#undef IN_launch
#undef IN_basic
#undef IN_derived
	int n_part;
	struct warpspeed2025_part *part; /* loads, then stores */
	struct warpspeed2025_part total;
};

/* All figures for "kernel" under "launch" on "dev".  "hint" has an entry
 * for each field, or is NULL.  "why" holds a sentence when the status is
 * not ESTIMATE_OK, and there is nothing to clear then.
 */
enum estimate_status warpspeed2025_metrics(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	const struct warpspeed2025_hint *hint, struct warpspeed2025 *out,
	char why[256]);
void warpspeed2025_clear(struct warpspeed2025 *w);

/* estimate() by this model. */
enum estimate_status warpspeed2025_estimate(const struct kernel *kernel,
	const struct launch *launch, const struct device *dev,
	struct report *report, char why[256]);

#endif
