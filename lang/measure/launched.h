#ifndef LANG_MEASURE_LAUNCHED_H
#define LANG_MEASURE_LAUNCHED_H

/* A row of a table of measurements in the engine's form: lowered once and, for
 * model wsp, counted once, so that estimates with other constants are cheap.
 */

#include "engine/model/prepared.h"
#include "lang/ask/subject.h"
#include "lang/measure/measured.h"

struct launched {
	struct value device_value;
	const struct device *dev; /* of the row, or of the question */
	struct kernel kernel;
	struct launch launch;
	double lup;	/* updates of the whole launch */
	double empty_s; /* replaces launch.overhead; 0: that of the device */
	enum elem_type type; /* the widest of its fields */
	struct prepared prepared;
	bool is_prepared;
};

/* Lowers the row with the options of "s", for its device or that of "s"; NULL, with a sentence
 * in "why", if it cannot be launched.  The device must outlive it.
 */
struct launched *launched_new(struct eval *ev, const struct subject *s,
	const struct measured_table *t, const struct measured_row *row,
	char why[256]);
void launched_free(struct launched *l);

/* Estimates it on "dev", which may differ from the device of the row only in
 * fitted constants.
 */
bool launched_estimate(const struct launched *l, const struct device *dev,
	bool is_cold, const struct volumes *given, struct report *report,
	char why[256]);

/* Widens the interval of such an estimate as that of a question is, which takes
 * further estimates: (14.4).
 */
void launched_cover(const struct launched *l, const struct device *dev,
	bool is_cold, struct report *report);

#endif
