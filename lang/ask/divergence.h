#ifndef LANG_ASK_DIVERGENCE_H
#define LANG_ASK_DIVERGENCE_H

/* The answer to `divergence`: what each interval of a warp waits for. */

#include "engine/model/mdm.h"
#include "engine/report/report.h"
#include "lang/ask/finding.h"
#include "lang/value/value.h"

struct divergence {
	struct finding finding;
	struct mdm mdm; /* owns its intervals and its other order of loads */
	char *title;
	struct value launch; /* its kernel, device, block, ...; NONE: by hand */
};

/* Solve the intervals of "report", which must have some, for "kind". */
struct value divergence_value(const struct report *report, enum mdm_kind kind);

/* Takes the intervals of "mdm", which was given by hand, and solves it. */
struct value divergence_by_hand(struct mdm *mdm, enum mdm_kind kind);

/* Fill the record of one solution, which r.mdm is as well. */
void divergence_fill(const struct mdm *mdm, struct value *record);

/* The divergence that "v" is, or NULL. */
const struct divergence *divergence_of(const struct value *v);

/* "copy on h200, ..., divergence by mdm" */
void divergence_title(const struct divergence *d, struct buffer *out);

/* Adds a note that names all kinds. */
void divergence_note_kinds(struct diag *diag);

/* Adds a line where the other order of loads has another class. */
void divergence_other(const struct mdm *mdm, struct buffer *out);

/* divergence_views.c: every figure with its formula, several side by side, and
 * the cycles of each interval as bars.
 */
void divergence_explain(const struct divergence *d, struct buffer *out);
bool divergence_compare(struct diag *diag, struct loc loc, int n,
	const struct value *item, struct value *result);
bool divergence_picture(struct diag *diag, struct loc loc,
	const struct object *o, struct picture *p);

#endif
