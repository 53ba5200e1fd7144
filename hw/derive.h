#ifndef HW_DERIVE_H
#define HW_DERIVE_H

/* Figures that nobody measured or stated, derived by the rules of derive.def
 * from other figures of the device and from the nearest device that has them.
 * A derived figure remembers by what factor it may be off, and is derived anew
 * when the device is changed.
 */

#include "hw/device.h"

/* Makes the source of a figure that "rule" derived; %s in it stands for the
 * nearest device.  The text outlives the device.
 */
typedef const char *(*derive_cite)(void *user, const char *rule,
	const struct device *nearest);

/* Derive what "dev" lacks from itself and from "nearest", which may be NULL. */
void derive_figures(struct device *dev, const struct device *nearest,
	derive_cite cite, void *user);

/* Forget what was derived: a device that inherits derives it again. */
void derive_forget(struct device *dev);

/* Forget inherited figures that are bound to one that is set anew and are not
 * set themselves: l2.total with l2.size, dram.bw with dram.peak.
 */
void derive_release(struct device *dev, const bool is_set[N_DEVICE_FIELD]);

/* The factor by which a figure may be off; 1 where it was measured or stated.
 * A figure that somebody derived by hand, as its source says, is as doubtful as
 * one that the rule derives from a device of the same architecture.
 */
double derive_doubt(const struct device *dev, int field);

#endif
