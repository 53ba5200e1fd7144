#ifndef LANG_PLOT_PLOT_H
#define LANG_PLOT_PLOT_H

/* From values to pictures: what plot(x) shows for each kind of value.
 *
 * Makers add panels to a picture and do not depend on how it is drawn.  Errors
 * are reported at the argument.  Objects with a method "picture" draw
 * themselves.
 */

#include "engine/report/report.h"
#include "lang/picture/picture.h"
#include "lang/value/value.h"

/* Most columns that y may name: a picture of more lines is hard to read. */
#define PLOT_COLUMNS 12

enum plot_kind {
	PLOT_AUTO,
	PLOT_LINES,
	PLOT_POINTS,
	PLOT_BARS,
	PLOT_STACK,
	PLOT_HEAT
};

struct plot {
	struct diag *diag;
	struct loc loc;		 /* of the value to draw */
	struct loc x_loc, y_loc; /* of the names of columns */
	struct loc kind_loc, log_loc;
	struct picture *picture;
	const char *x; /* "": chosen from the values */
	int n_y;
	const char *y[PLOT_COLUMNS];
	enum plot_kind kind;
	bool log_given, log_x, log_y;
	int width, height; /* 0: as usual */
};

bool plot_value(struct plot *plot, const struct value *v);

/* plot_lay.c: lays the picture out for a terminal, or for paper if "s" is NULL;
 * and draws it as SVG.
 */
struct layout;
struct screen;
void plot_lay(struct layout *l, struct picture *p, const struct screen *s);
void plot_draw_svg(struct picture *p, struct buffer *out);

/* plot_lay.c: the picture that plot(v) draws, as SVG; false, with an error, if
 * "v" cannot be drawn.
 */
bool plot_svg(const struct value *v, struct diag *diag, struct buffer *out);

/* plot_list.c: numbers, pairs of numbers, lists and records of them. */
bool plot_list(struct plot *plot, const struct value *v);

/* plot_table.c: tables of rank and sweep, and of a user. */
bool plot_table(struct plot *plot, const struct value *v);

/* plot_report.c: the parts of the volumes of reports, and the limits of their
 * time.
 */
bool plot_reports(struct plot *plot, int n, const struct report *const *r);

/* Numbers of one dimension, and the unit in which an axis shows them. */
struct plot_unit {
	struct number like; /* the first one; not owned */
	bool any;
	double most;
	double scale; /* shown = value in base units / scale */
	struct buffer text;
};

/* Includes a number; false if it has another dimension. */
bool plot_unit_add(struct plot_unit *unit, const struct number *n);
void plot_unit_fix(struct plot_unit *unit);
void plot_unit_free(struct plot_unit *unit);

/* True if an axis is better logarithmic: positive numbers over more than a
 * factor of "span"; with by_factors also spaced by factors rather than by
 * steps.
 */
bool plot_wants_log(const double *v, int64_t n, double span, bool by_factors);

#endif
