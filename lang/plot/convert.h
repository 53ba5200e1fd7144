#ifndef LANG_PLOT_CONVERT_H
#define LANG_PLOT_CONVERT_H

/* Formats that wsp does not write itself: another program, which need not be
 * installed, makes them from SVG.
 */

#include "lang/eval/eval.h"

/* Appends "svg" to "out" as "png" or "pdf".  False, with an error at "loc", if
 * rsvg-convert is missing, fails or is interrupted.
 */
bool convert_svg(struct eval *ev, struct loc loc, const char *format,
	const struct buffer *svg, struct buffer *out);

#endif
