#ifndef LANG_PICTURE_LAYOUT_H
#define LANG_PICTURE_LAYOUT_H

/* Where everything of a picture is: ranges and ticks of axes, the frames of
 * panels, the key, and every text at its place.
 *
 * A canvas is measured in pixels, or in characters of a terminal, from its
 * lower left corner; the middle of a character is at (i + 0.5, j + 0.5).  No
 * text lies on another or on a mark; a text that finds no place is left out
 * and counted.
 */

#include <stddef.h>

#include "lang/picture/picture.h"

/* On paper: pixels of the font, and what titles, in bold, and small labels
 * are of it in width.
 */
#define LAYOUT_FONT  12.0
#define LAYOUT_TITLE 1.2
#define LAYOUT_SMALL 0.88

struct canvas {
	double width, height;
	double char_w, char_h; /* of an average letter, and of a line */
	bool is_text;	       /* whole characters: nothing is turned */
};

struct box {
	double x0, y0, x1, y1;
};

struct tick {
	double at;
	bool is_minor; /* without a label */
	char label[48];
};

/* The range and the ticks of an axis. */
struct scale {
	double lo, hi;
	bool is_log;
	int n_tick;
	struct tick *tick; /* none for categories */
};

enum label_look { LABEL_PLAIN, LABEL_TITLE, LABEL_SMALL };

struct label {
	double x, y;
	double angle; /* degrees, counterclockwise */
	enum text_anchor anchor;
	enum label_look look;
	int colour;
	char *text;
	bool is_on_fill; /* in a bar or cell, in a colour to suit it */
	bool has_leader; /* a thin line to its point */
	double to_x, to_y;
};

/* An entry of the key: the sign left of a label. */
struct swatch {
	double x, y;
	const struct series *series; /* or a category of cells: */
	const struct cell_category *category;
	int index;	/* of either */
	bool is_colour; /* a filled square */
};

struct place {
	const struct panel *panel;
	bool is_on_side;   /* bars: the axis x runs downwards */
	int rows_each;	   /* bars on a terminal: lines of a category */
	struct box frame;  /* all of it */
	struct box box;	   /* between the axes */
	struct scale x, y; /* of the horizontal and vertical direction */
	int n_label;
	struct label *label;
	int n_swatch;
	struct swatch *swatch;
	struct box strip; /* the scale of colours of cells */
	struct scale colour;
	bool has_numbers; /* in the cells */
	int64_t n_hidden; /* points that an axis cannot show */
	int64_t n_unsaid; /* labels that found no place */
};

struct layout {
	const struct picture *picture;
	struct canvas canvas;
	int n_place;
	struct place *place;
	int n_label; /* title and note of the whole */
	struct label *label;
};

/* Lay out a picture on paper, or on a terminal of "columns" characters; the
 * height grows with what there is to show.
 */
void layout_on_paper(struct layout *l, const struct picture *p);
void layout_on_terminal(struct layout *l, const struct picture *p, int columns,
	int rows);
void layout_free(struct layout *l);

/* From the units of the axes to the canvas; NaN if it cannot be shown. */
double layout_x(const struct place *place, double x);
double layout_y(const struct place *place, double y);

/* On a terminal: the line, from 0 at the bottom, of a category's name and
 * of its first bar.
 */
int layout_row(const struct place *place, double category);

/* Where a number is on its axis: 0 at the start, 1 at the end. */
double layout_share(const struct scale *s, double v);

/* A point of a series on the canvas; false if it is not in the box. */
bool layout_point(const struct place *place, const struct series *s, int64_t i,
	double *x, double *y);

/* The part within the box of the line from point "i" to the next; false if
 * there is none.
 */
struct segment {
	double x0, y0, x1, y1;
};
bool layout_segment(const struct place *place, const struct series *s,
	int64_t i, struct segment *segment);

/* A colour as 0xrrggbb, or PICTURE_INK; PICTURE_NEXT is that of "index". */
int layout_colour(int colour, int index);
int layout_series_colour(const struct panel *panel, int series);
int layout_point_colour(const struct panel *panel, int series, int64_t i);
extern const int layout_palette[PICTURE_COLOURS];
/* That of a cell with the value "v": light for low, dark for high; -1 if it
 * has none.  And the colour of a text that can be read on another.
 */
int layout_cell_colour(const struct place *place, double v);
int layout_colour_on(int rgb);
/* Between two colours: "part" of the way from a to b. */
int layout_mix(int a, int b, double part);
/* The value of the cell at a place of the canvas; NaN: none. */
double layout_cell_at(const struct place *place, double x, double y);

/* Width of a text, and of a label in its look, on the canvas. */
double layout_width(const struct canvas *canvas, const char *text);
double layout_label_width(const struct canvas *canvas,
	const struct label *label);

/* layout_axis.c: range and ticks of the axes of a panel, once the size of
 * its box is known to be about "w" times "h".
 */
void layout_axes(struct place *place, const struct canvas *canvas, double w,
	double h);
/* Whether the axes have a place for a point. */
bool layout_shows(const struct panel *panel, const struct picture_point *q);
/* Where point "i" of the stacked series "s" starts: the sum of those before
 * it that lie on its side of zero.
 */
double layout_stacked(const struct panel *panel, int s, int64_t i);
void layout_scale_free(struct scale *scale);

/* layout_key.c: the key of a panel, in lines from (x0, y) on downwards and
 * not beyond x1; its height.
 */
double layout_key(struct place *place, const struct canvas *canvas, double x0,
	double x1, double y);
bool layout_is_bar(enum series_kind kind);
bool layout_is_line(enum series_kind kind);
bool layout_has_marks(enum series_kind kind);

/* layout_bars.c: where bar "i" of series "k" starts and ends along its axis,
 * and across; false if it cannot be shown.  And its line on a terminal.
 */
struct bar {
	double from, to, lo, hi;
};
bool layout_bar(const struct place *place, int k, int64_t i, struct bar *bar);
int layout_bar_row(const struct place *place, int k, int64_t i);
/* Numbers of bars of series "k", and of cells. */
void layout_label_bars(struct place *place, const struct canvas *canvas, int k);
void layout_label_cells(struct place *place, const struct canvas *canvas);

/* layout_labels.c: names of series, labels of points and texts. */
void layout_labels(struct place *place, const struct canvas *canvas);
struct label *layout_add_label(struct label **label, int *n, double x, double y,
	enum text_anchor anchor, const char *text);
/* Cut its text to a width. */
void layout_cut_label(const struct canvas *canvas, struct label *label,
	double w);

/* Whether the name of a series stands in the key, or at its end. */
bool layout_in_key(const struct panel *panel, const struct series *s);
bool layout_at_end(const struct panel *panel, const struct series *s);

#endif
