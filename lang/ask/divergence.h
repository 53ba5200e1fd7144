#ifndef LANG_ASK_DIVERGENCE_H
#define LANG_ASK_DIVERGENCE_H

/* The answer to `divergence`: what each interval of a warp waits for. */

#include "engine/model/mdm.h"
#include "engine/report/report.h"
#include "lang/value/value.h"

/* Solve the intervals of "report", which must have some, for "kind". */
struct value divergence_value(const struct report *report, enum mdm_kind kind);

/* Takes the intervals of "mdm", which was given by hand, and solves it. */
struct value divergence_by_hand(struct mdm *mdm, enum mdm_kind kind);

/* Fill the record of one solution, which r.mdm is as well. */
void divergence_fill(const struct mdm *mdm, struct value *record);

#endif
