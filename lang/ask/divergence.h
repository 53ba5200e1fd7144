#ifndef LANG_ASK_DIVERGENCE_H
#define LANG_ASK_DIVERGENCE_H

/* The answer to `divergence`: what each interval of a warp waits for. */

#include "engine/model/mdm.h"
#include "engine/report/report.h"
#include "lang/value/value.h"

/* Solve the intervals of "report", which must have some, for "kind". */
struct value divergence_value(const struct report *report,
	enum mdm_kind kind);

/* The record of one solution, which r.mdm is as well. */
struct value divergence_record(const struct mdm *mdm);

#endif
