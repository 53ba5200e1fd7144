/* The curves that the published models were fitted with. */

#include <math.h>

#include "engine/published/rover.h"

const struct rover_fit rovers[N_ROVER] = {
#define ROVER(name, a, b, c, device, data, origin) \
	{ #name, a, b, c, device, data, origin },
#include "engine/published/rover.def"
};

/* The Gompertz function
 *
 *	m(O) = a exp(-b exp(-c O))				  (8.14)
 */
double rover_miss(enum rover curve, double over)
{
	const struct rover_fit *f = &rovers[curve];

	return f->a * exp(-f->b * exp(-f->c * over));
}
