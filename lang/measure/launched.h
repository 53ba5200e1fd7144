#ifndef LANG_MEASURE_LAUNCHED_H
#define LANG_MEASURE_LAUNCHED_H

/* A row of a table of measurements as the engine knows it: what was
 * launched, lowered once, and for model wsp counted once, so that it can be
 * estimated again with other constants at next to no cost.
 */

#include "engine/model/prepared.h"
#include "lang/ask/subject.h"
#include "lang/measure/measured.h"

struct launched {
	struct kernel kernel;
	struct launch launch;
	double lup; /* updates of the launch */
	struct prepared prepared;
	bool is_prepared;
};

/* The row under the options and on the device of "s"; NULL, with a sentence
 * in "why", if it cannot be launched.  The device must outlive it.
 */
struct launched *launched_new(struct eval *ev, const struct subject *s,
	const struct measured_row *row, char why[256]);
void launched_free(struct launched *l);

/* Figures of it on "dev", which may differ from the device of the row in
 * fitted constants only.
 */
bool launched_estimate(const struct launched *l, const struct device *dev,
	bool is_cold, const struct volumes *given, struct report *report,
	char why[256]);

#endif
