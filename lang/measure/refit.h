#ifndef LANG_MEASURE_REFIT_H
#define LANG_MEASURE_REFIT_H

/* Fits the constants of model wsp to the rows of a validation.
 *
 * A constant belongs to the first figures that it changes: the volumes or, if
 * it changes none of them, the time.  The constants of volumes are fitted
 * first, to the volumes alone; then those of the time, with predicted volumes,
 * so that no volume is distorted to compensate for an error of the time.  The
 * fit minimizes the logarithms of predicted over measured.
 */

#include "hw/fit.h"
#include "lang/measure/validate.h"

enum refit_stage { REFIT_VOLUMES, REFIT_TIME, REFIT_UNKNOWN };

struct refit {
	double value[N_FIT];
	enum refit_stage stage[N_FIT]; /* UNKNOWN: changes nothing here */
};

/* Sets "f" to the constants of "dev". */
void refit_init(struct refit *f, const struct device *dev);

/* Finds which constants the rows determine. */
bool refit_stages(const struct validation *v, struct refit *f);

/* Fits them to all rows except those of kernel number "without" (-1: none),
 * starting from "f".  False if it was interrupted.
 */
bool refit_solve(const struct validation *v, int64_t without, struct refit *f);

/* "dev" with these constants. */
struct device refit_device(const struct refit *f, const struct device *dev);

#endif
