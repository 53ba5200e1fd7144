#ifndef LANG_MEASURE_REFIT_H
#define LANG_MEASURE_REFIT_H

/* Fitted constants of model wsp from the rows of a validation.
 *
 * A constant belongs to the first figures that it moves: to the volumes, or,
 * if it moves none of them, to the time.  Constants of volumes are found
 * first, from the volumes alone, then those of the time from the time that
 * follows from predicted volumes, so that no volume is bent to make up for
 * an error of the time.  What is made small is the logarithm of predicted
 * over measured.
 */

#include "engine/model/fit.h"
#include "lang/measure/validate.h"

enum refit_stage { REFIT_VOLUMES, REFIT_TIME, REFIT_UNKNOWN };

struct refit {
	double value[N_FIT];
	enum refit_stage stage[N_FIT]; /* UNKNOWN: it moves nothing here */
};

/* The constants of "dev" as they are. */
void refit_init(struct refit *f, const struct device *dev);

/* Find which constants the rows determine. */
bool refit_stages(const struct validation *v, struct refit *f);

/* Fit them to all rows but those of the kernel numbered "without" (-1:
 * none), from the values in "f" on.  False if it was interrupted.
 */
bool refit_solve(const struct validation *v, int64_t without, struct refit *f);

/* "dev" with these constants. */
struct device refit_device(const struct refit *f, const struct device *dev);

#endif
