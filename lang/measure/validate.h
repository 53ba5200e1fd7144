#ifndef LANG_MEASURE_VALIDATE_H
#define LANG_MEASURE_VALIDATE_H

/* Compares predictions with a table of measurements: validate(table, on =
 * ...).
 *
 * Volumes are compared per update, with L2 as cold or warm as during the
 * measurement.  The time is predicted twice, from predicted volumes and from
 * measured ones.  An error is predicted over measured, less 1.
 */

#include "lang/measure/launched.h"

/* The prediction for a row, per update; NaN: none. */
struct prediction {
	double figure[N_MEASURED];
	double time_given_s;	     /* with measured volumes */
	double low_s, high_s;	     /* interval of the time */
	int kind, regime, n_outside; /* as in the report */
	double measure[REPORT_MEASURES], far, doubt[2];
	const char *limiter;
};

/* One row, predicted. */
struct validate_row {
	const struct measured_row *row;
	struct launched *launched; /* NULL unless all are kept */
	struct value device_value; /* keeps "dev", if the row names one */
	const struct device *dev;
	char *order;	     /* of blocks or cells; NULL: rows */
	enum elem_type type; /* the widest of its fields */
	int group;
	int64_t kernel; /* number of the first row of its kernel */
	int64_t domain[3], block[3], fold[3];
	double measured[N_MEASURED]; /* NaN: not measured */
	struct prediction predicted;
	struct prediction left_out; /* fitted without its kernel */
	double unit[N_MEASURED];    /* resolution of the counter */
};

#define VALIDATE_REASONS 8
#define VALIDATE_WHY	 160

struct validation {
	struct eval *ev;
	struct loc loc;
	const struct measured_table *table;
	struct subject subject; /* its kernel is set for each row */
	int64_t worst;		/* number of worst rows to show */
	bool keeps; /* launches, to be predicted again with other constants */
	bool has_left_out;
	int64_t n_row, n_left_out, n_kernel;
	struct validate_row *row;
	int n_group;
	int n_reason;
	struct validate_reason {
		char why[VALIDATE_WHY];
		int64_t n, line; /* line: of the first */
	} reason[VALIDATE_REASONS];
};

/* The error of a prediction; NaN if there is none.  A measured value counts as
 * at least one sector, one instruction or one nanosecond, so that a counter of
 * 0 also has an error.
 */
double validate_error(const struct validate_row *row, enum measured m,
	double predicted);

/* validate_predict.c: predicts all rows.  False, with an error reported, if no
 * row can be compared or on an interrupt.
 */
bool validate_predict(struct validation *v);

void validate_clear(struct validation *v);

/* Predicts a row on "dev", which may differ from the device of "v" only in
 * fitted constants.
 */
bool validate_row_predict(const struct validation *v,
	const struct validate_row *row, const struct device *dev,
	struct prediction *p, char why[256]);

/* validate_leave.c: predicts each kernel with constants that were fitted
 * without it.  False if that is impossible or on an interrupt.
 */
bool validate_leave_out(struct validation *v);

/* False, with an error reported, if the table names devices. */
bool validate_one_device(const struct validation *v);

/* Launches a row again that is not kept.  False, with a sentence in "why", if
 * that fails.  What it takes goes with validate_drop().
 */
bool validate_launch(const struct validation *v, struct validate_row *row,
	char why[256]);
void validate_drop(const struct validation *v, struct validate_row *row);

/* The time of a row on "dev", with the volumes of "given" that are not NaN; the
 * row must be launched.
 */
double validate_time(const struct validation *v, const struct validate_row *row,
	const struct device *dev, const struct volumes *given);

/* The measured volumes of a row. */
/* validate_pool.c: {pools, mean, worst}, the performance of the launch that is
 * picked among all blocks and folds of a kernel, over that of the best.
 */
struct value validate_pooled(struct validation *v);

/* The time of a report that a row measured: of the launch or of the kernel
 * alone.
 */
double validate_timed(const struct validate_row *row, const struct report *r);

struct volumes validate_volumes(const struct validate_row *row);

/* validate_summary.c: the result as a record. */
struct value validate_summary(struct validation *v);

/* validate_points.c: a table with one row per prediction. */
struct value validate_points(const struct validation *v);

/* A figure in "unit" (NULL: without a unit); NONE for NaN. */
struct value validate_figure(double v, const char *unit);

/* The launch of a row as members of a record: those common to its group, and
 * all of them.
 */
void validate_set_group(const struct validation *v, struct value *record,
	const struct validate_row *row);
void validate_set_launch(const struct validation *v, struct value *record,
	const struct validate_row *row);

/* validate_print.c: an object that prints the summary as tables and has the
 * points as a member; takes both.
 */
struct value validate_value(struct value summary, struct value points);

/* The number in member "name" of a record; NaN if there is none. */
double validate_real(const struct value *record, const char *name);

/* validate_picture.c: predicted against measured, one panel per metric of the
 * points or, if n > 0, per path[0..n).  The errors in the titles come from the
 * summary, if there is one.
 */
void validate_picture(const struct value *summary, const struct value *points,
	int n, const char *const *path, struct picture *picture);

/* True if a table is the points of a validation: it has "block", and records
 * "measured" and "predicted".
 */
bool validate_is_points(const struct value *table);

#endif
