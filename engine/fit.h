#ifndef ENGINE_FIT_H
#define ENGINE_FIT_H

/* The fitted constants of model wsp by name: rows of fit.def.  None of them
 * depends on a kernel.
 */

#include "engine/capacity.h"

enum fit {
#define FIT(name, value, what, origin)	FIT_##name,
#include "engine/fit.def"
	N_FIT
};

static inline double fit_value(enum fit name)
{
	return capacity_fits[name].value;
}

#endif
