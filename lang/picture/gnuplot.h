#ifndef LANG_PICTURE_GNUPLOT_H
#define LANG_PICTURE_GNUPLOT_H

/* Pictures drawn by gnuplot: a script with its data, and a process that is
 * given the script and gives the picture.
 *
 * The script is all that gnuplot sees.  Texts of a program stand in it
 * between single quotes only, where gnuplot neither expands nor runs
 * anything; no file is named in it, and no shell is near.
 */

#include "lang/eval/eval.h"
#include "lang/picture/layout.h"

enum gnuplot_target {
	GNUPLOT_SVG,
	GNUPLOT_PNG,
	GNUPLOT_PDF,
	GNUPLOT_TERMINAL,
	GNUPLOT_TERMINAL_COLOUR
};

/* The script that draws a layout; for a terminal, of one for a terminal. */
void gnuplot_script(const struct layout *l, enum gnuplot_target target,
	struct buffer *out);

/* gnuplot_plot.c: data blocks of a panel, and the command that plots them.
 * "n_data" counts the blocks of a script.
 */
void gnuplot_plot(const struct place *place, const struct canvas *canvas,
	enum gnuplot_target target, int *n_data, struct buffer *out);

/* A text between single quotes, without control characters; an apostrophe
 * becomes a typographic one, so that nothing ends before its end.
 */
void gnuplot_quote(struct buffer *out, const char *text);
/* "#rrggbb" between quotes behind "word"; ink is black, or what a terminal
 * writes in.
 */
void gnuplot_colour(struct buffer *out, const char *word, int rgb,
	enum gnuplot_target target);
/* The character for a mark, or for the filling of series number "i". */
const char *gnuplot_mark(enum series_mark mark, bool is_open);
const char *gnuplot_filling(int i, enum gnuplot_target target);

/* gnuplot_run.c: run gnuplot on a script and append what it draws to "out".
 * False, with an error at "loc", if it is not there, fails, takes too long
 * or is interrupted.
 */
bool gnuplot_run(struct eval *ev, struct loc loc, const struct buffer *script,
	struct buffer *out);

/* gnuplot_text.c: what the terminal `dumb` printed without blanks at the
 * ends of lines and colours that change nothing.
 */
void gnuplot_tidy(const struct buffer *drawn, struct buffer *out);

#endif
