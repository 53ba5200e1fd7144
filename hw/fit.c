/* The fitted constants of hw/fit.def, and those that a device has instead. */

#include <math.h>

#include "hw/fit.h"

const struct fit_info fits[N_FIT] = {
#define FIT(name, scope, value, what, origin) \
	{ #name, FIT_##scope, value, false, what, origin },
#define EXPONENT(name, scope, value, what, origin) \
	{ #name, FIT_##scope, value, true, what, origin },
#include "hw/fit.def"
};

static const int fields[N_FIT] = {
#define FIT(name, scope, value, what, origin) DEVICE_fit_##name,
#include "hw/fit.def"
};

int fit_field(enum fit name)
{
	return fields[name];
}

double fit_value(const struct device *dev, enum fit name)
{
	double own = device_get(dev, fields[name]);

	return isnan(own) ? fits[name].value : own;
}
