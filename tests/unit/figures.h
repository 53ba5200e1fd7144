#ifndef TESTS_UNIT_FIGURES_H
#define TESTS_UNIT_FIGURES_H

/* All figures of the published tool under its own names, as its reference
 * outputs have them.
 */

#include <stdio.h>
#include <string.h>

#include "engine/published/warpspeed2025.h"

/* The tool gives a performance in TFLOP/s as well. */
static void figures_value(const struct warpspeed2025 *w, const char *name,
	double value, void (*visit)(const char *name, double value, void *user),
	void *user)
{
	static const char perf[] = "derived.perf";
	size_t n = sizeof(perf) - 1;
	char text[64];

	visit(name, value, user);
	if (strncmp(name, perf, n) || !(w->launch.flops > 0))
		return;
	snprintf(text, sizeof(text), "%sTFlops%s", perf, name + n);
	visit(text, value * w->launch.flops / 1000, user);
}

static void figures_values(const struct warpspeed2025 *w,
	void (*visit)(const char *name, double value, void *user), void *user)
{
	char text[64];

#define VALUE(group, member, name) \
	figures_value(w, name, w->group.member, visit, user);
#define VECTOR(group, member, n, name)                           \
	for (int i = 0; i < n; ++i) {                            \
		snprintf(text, sizeof(text), "%s[%d]", name, i); \
		visit(text, w->group.member[i], user);           \
	}
#define PART(member, of, has_total, before, after)
#include "engine/published/warpspeed2025.def"
}

enum part_of { LOADS = 1, STORES = 2, BOTH = 3 };

/* Is there a later part of the same name among those that "of" means? */
static bool is_hidden(const struct warpspeed2025 *w, int part, enum part_of of)
{
	for (int i = part + 1; i < w->n_part; ++i)
		if (of & (w->part[i].is_store ? STORES : LOADS) &&
			strcmp(w->part[i].name, w->part[part].name) == 0)
			return true;
	return false;
}

static void figures_part(const struct warpspeed2025 *w, int part,
	void (*visit)(const char *name, double value, void *user), void *user)
{
	const struct warpspeed2025_part *p = part < w->n_part ? &w->part[part] :
								&w->total;
	char text[128];

#define VALUE(group, member, name)
#define VECTOR(group, member, n, name)
#define PART(member, of, has_total, before, after)                       \
	if (part == w->n_part ? has_total :                              \
				of & (p->is_store ? STORES : LOADS) &&   \
				!is_hidden(w, part, of)) {               \
		snprintf(text, sizeof(text), "%s.%s%s", before, p->name, \
			after);                                          \
		visit(text, p->member, user);                            \
	}
#include "engine/published/warpspeed2025.def"
}

/* Call "visit" with every figure and the tool's name for it.  Where a load
 * and a store have a name in common, only the store is visited, as in the
 * tool.
 */
static void figures_visit(const struct warpspeed2025 *w,
	void (*visit)(const char *name, double value, void *user), void *user)
{
	figures_values(w, visit, user);
	for (int i = 0; i <= w->n_part; ++i)
		figures_part(w, i, visit, user);
}

#endif
