#ifndef LANG_MEASURE_VALIDATE_QUESTION_H
#define LANG_MEASURE_VALIDATE_QUESTION_H

/* The arguments that validate() and fit() share: a table, a device, a file
 * of kernels and launch options.
 */

#include "lang/eval/call.h"
#include "lang/measure/validate.h"

/* Reads the table and predicts its rows; launch options start at parameter
 * "first".  "keeps": launches are kept.  On success, call validate_answered()
 * to clear it.
 */
bool validate_question(struct call *call, int first, bool keeps,
	struct measured_table *table, struct validation *v);
void validate_answered(struct validation *v, struct measured_table *table);

#endif
