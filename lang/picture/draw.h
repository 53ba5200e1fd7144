#ifndef LANG_PICTURE_DRAW_H
#define LANG_PICTURE_DRAW_H

/* Draws a layout as text: SVG for paper and pages, characters for a terminal.
 * Both only append to a buffer: no file, no other program.
 *
 * Names and labels of a program are untrusted: SVG escapes them, and control
 * characters, which a terminal would obey, become blanks.
 */

#include "lang/base/buffer.h"
#include "lang/picture/layout.h"

/* svg.c: a layout on paper as a whole SVG document. */
void svg_draw(const struct layout *l, struct buffer *out);

/* terminal.c: a layout on a terminal as lines of characters, with escape
 * sequences for 256 colours if it has colour.
 */
void terminal_draw(const struct layout *l, bool has_colour, struct buffer *out);

#endif
