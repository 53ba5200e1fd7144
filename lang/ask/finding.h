#ifndef LANG_ASK_FINDING_H
#define LANG_ASK_FINDING_H

/* An answer that is neither a report nor a table: what a search found, how
 * reports compare.  A text for a person, and a record with the same for
 * members and JSON.
 */

#include "lang/value/value.h"

enum finding_kind {
	FINDING_SEARCH, FINDING_CROSSOVER, FINDING_COMPARISON,
	FINDING_REASON,
	N_FINDING_KIND
};

/* Takes the text and the record. */
struct value finding_value(enum finding_kind kind, struct buffer *text,
	struct value record);

#endif
