#ifndef HW_FIT_H
#define HW_FIT_H

/* The fitted constants of model wsp by name: rows of hw/fit.def, or what the
 * device has in their place.  None of them depends on a kernel.
 */

#include "hw/device.h"

enum fit {
#define FIT(name, scope, value, what, origin) FIT_##name,
#include "hw/fit.def"
	N_FIT
};

/* What a constant describes; see fit.def. */
enum fit_scope { FIT_FAMILY, FIT_BOARD };

/* A row of fit.def. */
struct fit_info {
	const char *name;
	enum fit_scope scope;
	double value;
	bool is_whole;
	const char *what, *origin;
};

extern const struct fit_info fits[N_FIT];

/* The figure of the device that takes the place of a row. */
int fit_field(enum fit name);

double fit_value(const struct device *dev, enum fit name);

#endif
