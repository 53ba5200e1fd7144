#ifndef LANG_ASK_LAYERS_PRINT_H
#define LANG_ASK_LAYERS_PRINT_H

/* The answer to `layers`: the layer condition of each axis. */

#include "engine/kernel/kernel.h"
#include "engine/kernel/launch.h"
#include "engine/model/layers.h"
#include "lang/value/value.h"

struct value layers_value(const struct kernel *kernel,
	const struct launch *launch, const char *device,
	const struct layers *layers);

#endif
