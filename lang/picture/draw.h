#ifndef LANG_PICTURE_DRAW_H
#define LANG_PICTURE_DRAW_H

/* Laid-out pictures as text: SVG for paper and pages, characters for a
 * terminal.  Both only append to a buffer: no file, no other program.
 *
 * Names and labels of a program are data in both: SVG escapes them, and
 * control characters, which a terminal would obey, become blanks.
 */

#include "lang/base/buffer.h"
#include "lang/picture/layout.h"

/* svg.c: a whole SVG document of a layout on paper. */
void svg_draw(const struct layout *l, struct buffer *out);

/* terminal.c: lines of characters of a layout on a terminal, with escape
 * sequences for 256 colours if it has some.
 */
void terminal_draw(const struct layout *l, bool has_colour, struct buffer *out);

#endif
