#ifndef LANG_PLOT_CONVERT_H
#define LANG_PLOT_CONVERT_H

/* Formats that wsp does not write itself, made of SVG by another program,
 * which need not be installed.
 */

#include "lang/eval/eval.h"

/* Append "svg" as "png" or "pdf" to "out".  False, with an error at "loc",
 * if rsvg-convert is not there, fails or is interrupted.
 */
bool convert_svg(struct eval *ev, struct loc loc, const char *format,
	const struct buffer *svg, struct buffer *out);

#endif
