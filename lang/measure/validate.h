#ifndef LANG_MEASURE_VALIDATE_H
#define LANG_MEASURE_VALIDATE_H

/* Predictions against a table of measurements: validate(table, on = ...).
 *
 * Volumes are compared per update, with L2 as cold or warm as the counters
 * were taken; the time is compared as a whole and predicted twice, from
 * predicted volumes and from measured ones.  Errors are predicted over
 * measured, less 1.
 */

#include "lang/measure/launched.h"

/* What is predicted for a row, per update; NaN: nothing. */
struct prediction {
	double figure[N_MEASURED];
	double time_given_s;   /* from measured volumes */
	double low_s, high_s;  /* interval of the time */
	int regime, n_outside; /* as in the report */
	const char *limiter;
};

/* One row, predicted. */
struct validate_row {
	const struct measured_row *row;
	struct launched *launched;
	int group;
	int64_t kernel; /* number of its first row */
	int64_t domain[3], block[3], fold[3];
	double measured[N_MEASURED]; /* NaN: not measured */
	struct prediction predicted;
	struct prediction left_out; /* its kernel took no part in the fit */
	double unit[N_MEASURED];    /* the least that can be measured */
};

#define VALIDATE_REASONS 8
#define VALIDATE_WHY	 160

struct validation {
	struct eval *ev;
	struct loc loc;
	const struct measured_table *table;
	struct subject subject; /* its kernel is that of the row */
	int64_t worst;		/* rows to show */
	bool has_left_out;
	int64_t n_row, n_left_out, n_kernel;
	struct validate_row *row;
	int n_group;
	int n_reason;
	struct validate_reason {
		char why[VALIDATE_WHY];
		int64_t n, line; /* line: the first */
	} reason[VALIDATE_REASONS];
};

/* The error of what is predicted for a row; NaN if there is none.  What was
 * measured counts as one sector, one instruction or one nanosecond at
 * least, so that a counter that says 0 has an error, too.
 */
double validate_error(const struct validate_row *row, enum measured m,
	double predicted);

/* validate_predict.c: all rows of the table.  False when nothing is left
 * to compare, or it was interrupted; that is reported.
 */
bool validate_predict(struct validation *v);

void validate_clear(struct validation *v);

/* A row on "dev", which differs from the device of "v" in fitted constants
 * at most.
 */
bool validate_row_predict(const struct validation *v,
	const struct validate_row *row, const struct device *dev,
	struct prediction *p, char why[256]);

/* validate_leave.c: what is predicted for each kernel when the constants are
 * fitted without it.  False if that cannot be, or it was interrupted.
 */
bool validate_leave_out(struct validation *v);

/* The time of a row on "dev" if the volumes that are not NaN were as
 * "given".
 */
double validate_time(const struct validation *v, const struct validate_row *row,
	const struct device *dev, const struct volumes *given);

/* The measured volumes of a row. */
struct volumes validate_volumes(const struct validate_row *row);

/* validate_summary.c: all of it as a record. */
struct value validate_summary(struct validation *v);

/* validate_points.c: a table with a row for each that was predicted. */
struct value validate_points(const struct validation *v);

/* A figure in "unit" (NULL: without one); NONE for NaN. */
struct value validate_figure(double v, const char *unit);

/* What a row launched, as members of a record: what it shares with its
 * group, and all of it.
 */
void validate_set_group(const struct validation *v, struct value *record,
	const struct validate_row *row);
void validate_set_launch(const struct validation *v, struct value *record,
	const struct validate_row *row);

/* validate_print.c: the summary as an object that prints as tables, and has
 * the points as a member besides; takes both.
 */
struct value validate_value(struct value summary, struct value points);

/* The number that a record has under "name"; NaN if it has none. */
double validate_real(const struct value *record, const char *name);

/* validate_picture.c: predicted against measured, a panel for each metric
 * of the points, or, if n > 0, for each of path[0..n); the errors in their
 * titles are those of the summary, if there is one.
 */
void validate_picture(const struct value *summary, const struct value *points,
	int n, const char *const *path, struct picture *picture);

/* Whether a table has points as a validation has: "block", and records of
 * "measured" and "predicted".
 */
bool validate_is_points(const struct value *table);

#endif
