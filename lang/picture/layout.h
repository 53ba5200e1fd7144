#ifndef LANG_PICTURE_LAYOUT_H
#define LANG_PICTURE_LAYOUT_H

/* Positions of all parts of a picture: ranges and ticks of axes, frames of
 * panels, the key, and every text.
 *
 * A canvas is measured in pixels, or in characters of a terminal, from its
 * lower left corner; the middle of a character is at (i + 0.5, j + 0.5).  No
 * text covers another text or a mark; a text that does not fit is left out and
 * counted.
 */

#include <stddef.h>

#include "lang/picture/picture.h"

/* On paper: the font size in pixels, and the widths of bold titles and of
 * small labels relative to it.
 */
#define LAYOUT_FONT  12.0
#define LAYOUT_TITLE 1.2
#define LAYOUT_SMALL 0.88

struct canvas {
	double width, height;
	double char_w, char_h; /* width of a letter, height of a line */
	bool is_text;	       /* terminal: no rotated text */
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
	double origin, each; /* as those of the axis */
	double lo, hi;
	bool is_log;
	int n_tick;
	struct tick *tick; /* NULL for categories */
};

enum label_look { LABEL_PLAIN, LABEL_TITLE, LABEL_SMALL };

struct label {
	double x, y;
	double angle; /* degrees, counterclockwise */
	enum text_anchor anchor;
	enum label_look look;
	int colour;
	char *text;
	bool is_on_fill; /* on a bar or cell: needs contrast */
	bool has_leader; /* a thin line leads to its point */
	double to_x, to_y;
};

/* An entry of the key: the symbol left of a label. */
struct swatch {
	double x, y;
	const struct series *series; /* or a category of cells: */
	const struct cell_category *category;
	int index;	/* number of the series or category */
	bool is_colour; /* a filled square */
};

/* Lines without room for their names are named in the note, if they are few. */
#define UNNAMED_MOST 8

struct place {
	const struct panel *panel;
	bool is_on_side;   /* bars: the x axis runs downwards */
	int rows_each;	   /* bars on a terminal: lines per category */
	struct box frame;  /* the whole panel */
	struct box box;	   /* between the axes */
	struct scale x, y; /* horizontal and vertical axis */
	int n_label;
	struct label *label;
	int n_swatch;
	struct swatch *swatch;
	struct box strip; /* the colour scale of cells */
	struct scale colour;
	bool has_numbers; /* numbers are printed in cells */
	int64_t n_hidden; /* points outside of the axes' domain */
	int64_t n_unsaid; /* labels that did not fit */
	int n_unnamed;	  /* lines whose names did not */
	const struct series *unnamed[UNNAMED_MOST];
};

struct layout {
	const struct picture *picture;
	struct canvas canvas;
	int n_place;
	struct place *place;
	int n_label; /* title and note of the picture */
	struct label *label;
};

/* Lays out a picture on paper, or on a terminal "columns" characters wide; the
 * height follows from the contents, where the picture does not say it.
 */
void layout_on_paper(struct layout *l, const struct picture *p);
void layout_on_terminal(struct layout *l, const struct picture *p, int columns,
	int rows);
void layout_free(struct layout *l);

/* From axis units to the canvas; NaN if the axis cannot show it. */
double layout_x(const struct place *place, double x);
double layout_y(const struct place *place, double y);

/* On a terminal: the line, counted from 0 at the bottom, of a category's name
 * and of its first bar.
 */
int layout_row(const struct place *place, double category);

/* The position of a number on its axis: 0 at the start, 1 at the end. */
double layout_share(const struct scale *s, double v);

/* A point of a series on the canvas; false if it lies outside of the box. */
bool layout_point(const struct place *place, const struct series *s, int64_t i,
	double *x, double *y);

/* The line from point "i" to the next, clipped to the box; false if it lies
 * outside.
 */
struct segment {
	double x0, y0, x1, y1;
};
bool layout_segment(const struct place *place, const struct series *s,
	int64_t i, struct segment *segment);

/* A colour as 0xrrggbb, or PICTURE_INK; PICTURE_NEXT is the palette's colour
 * number "index".
 */
int layout_colour(int colour, int index);
int layout_series_colour(const struct panel *panel, int series);
int layout_point_colour(const struct panel *panel, int series, int64_t i);
extern const int layout_palette[PICTURE_COLOURS];
/* The colour of a cell with value "v", light for low and dark for high, -1 if
 * it is empty; and the text colour that is legible on a fill.
 */
int layout_cell_colour(const struct place *place, double v);
int layout_colour_on(int rgb);
/* Mixes two colours: "part" of the way from a to b. */
int layout_mix(int a, int b, double part);
/* The value of the cell at a canvas position; NaN if there is none. */
double layout_cell_at(const struct place *place, double x, double y);

/* The width of a text, and of a label in its style, on the canvas. */
double layout_width(const struct canvas *canvas, const char *text);
double layout_label_width(const struct canvas *canvas,
	const struct label *label);

/* layout_axis.c: finds the range and ticks of a panel's axes; its box is about
 * "w" times "h".
 */
void layout_axes(struct place *place, const struct canvas *canvas, double w,
	double h);
/* True if the axes can show a point. */
bool layout_shows(const struct panel *panel, const struct picture_point *q);
/* Where bar "i" of the stacked series "s" starts: the sum of the earlier bars
 * of the same sign.
 */
double layout_stacked(const struct panel *panel, int s, int64_t i);
void layout_scale_free(struct scale *scale);

/* layout_panel.c: places everything of a panel inside a frame, below a key of
 * at least the height "key".  Bars lie on their side; bars of a category next
 * to each other; axes with a name or a unit.
 */
void layout_panel(struct place *place, const struct canvas *canvas,
	struct box frame, double key);
bool layout_has_bars(const struct panel *panel);
int layout_bars_side_by_side(const struct panel *panel);
bool layout_has_name(const struct axis *axis);

/* layout_key.c: places the key of a panel in lines from (x0, y) downwards and
 * up to x1; returns its height.
 */
double layout_key(struct place *place, const struct canvas *canvas, double x0,
	double x1, double y);
bool layout_is_bar(enum series_kind kind);
bool layout_is_line(enum series_kind kind);
bool layout_has_marks(enum series_kind kind);

/* layout_bars.c: the start and end of bar "i" of series "k" along its axis,
 * and its extent across; false if it cannot be shown.  And its line on a
 * terminal.
 */
struct bar {
	double from, to, lo, hi;
};
bool layout_bar(const struct place *place, int k, int64_t i, struct bar *bar);
int layout_bar_row(const struct place *place, int k, int64_t i);
/* Adds the numbers of the bars of series "k", and of cells. */
void layout_label_bars(struct place *place, const struct canvas *canvas, int k);
void layout_label_cells(struct place *place, const struct canvas *canvas);

/* layout_labels.c: names of series, labels of points, and texts. */
void layout_labels(struct place *place, const struct canvas *canvas);
struct label *layout_add_label(struct label **label, int *n, double x, double y,
	enum text_anchor anchor, const char *text);
/* Cuts the text of a label to a width. */
void layout_cut_label(const struct canvas *canvas, struct label *label,
	double w);

/* True if the name of a series goes into the key, not to the end of its line.
 */
bool layout_in_key(const struct panel *panel, const struct series *s);
bool layout_at_end(const struct panel *panel, const struct series *s);

/* layout_panel.c: from the end of a line to its name. */
double layout_end_gap(const struct canvas *canvas);

#endif
