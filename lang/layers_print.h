#ifndef LANG_LAYERS_PRINT_H
#define LANG_LAYERS_PRINT_H

/* The answer to `layers`: a record with one row for each dimension. */

#include "engine/kernel.h"
#include "engine/layers.h"
#include "engine/launch.h"
#include "lang/value.h"

struct value layers_value(const struct kernel *kernel,
	const struct launch *launch, const char *device,
	const struct layers *layers);

#endif
