#ifndef LANG_PICTURE_PICTURE_H
#define LANG_PICTURE_PICTURE_H

/* A picture: what is to be seen, independent of where and how it is drawn.
 *
 * A picture has panels, a panel two axes and what lies between them: series
 * of points (lines, marks, bars), one matrix of cells, texts.  Positions
 * are in the units that the axes name.  Anything may be put in: points that
 * an axis cannot show (NaN, infinite, zero or less on a logarithmic axis)
 * are left out and counted when it is drawn, and texts may have any bytes.
 *
 *	struct panel *panel = picture_add_panel(p, NULL);
 *	struct series *roof;
 *
 *	picture_set_axis(&panel->x, "intensity", "FLOP/B", true);
 *	picture_set_axis(&panel->y, "performance", "GFLOP/s", true);
 *	roof = picture_add_series(panel, SERIES_LINE, "DRAM 1400 GB/s");
 *	roof->place = PLACE_ALONG;
 *	picture_add_point(roof, 0.01, 14);
 *	picture_add_point(roof, 6.9, 9700);
 *
 * All texts are copied; panels and series stay where they are until
 * picture_free.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Colours: 0, 1, 2, ... index a palette that colour-blind readers and
 * black-and-white printers can distinguish (it repeats after PICTURE_COLOURS);
 * PICTURE_INK is black on paper and the foreground of a terminal;
 * picture_rgb() makes any other.
 */
#define PICTURE_COLOURS 10
#define PICTURE_NEXT	(-3) /* the next colour of the palette */
#define PICTURE_INK	(-2)
#define PICTURE_GREY	(-1)

int picture_rgb(int red, int green, int blue); /* 0 to 255 each */

/* Red, green and blue by the extents of a block along x, y and z: wide
 * blocks are red, tall ones green, deep ones blue, and cubes grey.
 */
int picture_block_colour(const int64_t block[3]);

struct axis {
	char *name, *unit; /* "time", "ms"; NULL: none */
	bool is_log;
	bool is_whole; /* ticks at whole numbers only */
	double lo, hi; /* NaN: from the data */
	int n_tick;    /* given ticks; 0: chosen by the layout */
	double *tick;
	int n_category; /* names of positions 0, 1, 2, ... */
	char **category;
	bool is_down; /* y only: grows downwards */
	/* of cells: position i is shown as origin + i * each; each 0: as i */
	double origin, each;
};

enum series_kind {
	SERIES_LINE,
	SERIES_POINTS,
	SERIES_LINE_POINTS,
	/* x is the number of a category, y a length; for horizontal bars the
	 * layout swaps the axes
	 */
	SERIES_BARS,   /* side by side for each category */
	SERIES_STACK,  /* on top of earlier ones; negative: below 0 */
	SERIES_OUTLINE /* an empty frame around the whole */
};

enum series_dash { DASH_SOLID, DASH_DASHED, DASH_DOTTED };

/* Ten shapes, each filled or open, and then the letters from A to Z: more
 * shapes could not be distinguished.
 */
enum series_mark {
	MARK_DISC,
	MARK_SQUARE,
	MARK_TRIANGLE,
	MARK_DIAMOND,
	MARK_NABLA,
	MARK_STAR,
	MARK_LEFT,
	MARK_RIGHT,
	MARK_SPARK,
	MARK_CROSS,
	MARK_LETTER,
	N_MARK = MARK_LETTER + 26
};

/* Where the name of a series goes. */
enum series_place {
	PLACE_AUTO, /* at the end of its line, else in the key */
	PLACE_NOWHERE,
	PLACE_END,   /* after the last point */
	PLACE_ALONG, /* on the line, rotated with its slope */
	PLACE_KEY
};

struct series {
	enum series_kind kind;
	char *name; /* NULL: none */
	enum series_place place;
	double at; /* along: from the start (0) to the end (1) */
	int colour;
	enum series_dash dash;
	bool is_thin; /* for lines */
	enum series_mark mark;
	bool is_open;	     /* marks: outline only */
	double size;	     /* marks: area over that of others; 0: 1 */
	bool is_in_key_only; /* explains a mark or colour; has no points */
	int64_t n_point;
	struct picture_point {
		double x, y;
		int colour;  /* PICTURE_NEXT: that of the series */
		char *label; /* next to it if there is room; or NULL */
	} * point;
};

/* A matrix of n_x times n_y coloured cells; row 0 is at the bottom, or at the
 * top if the y axis is_down.  Cell (i, j) is centred at (i, j), on the
 * categories of the axes, which are not logarithmic.  Colours show numbers on
 * a scale from light to dark, or, with categories, the category of that
 * number; NaN is an empty cell.
 */
struct cells {
	int64_t n_x, n_y;
	double *value;	    /* (i, j) at [j * n_x + i]; initially NaN */
	bool is_log;	    /* of the colour scale */
	double lo, hi;	    /* ends of that scale; NaN: from the data */
	bool shows_numbers; /* in the cells, if they fit */
	char *name, *unit;  /* of the colour scale */
	int n_category;
	struct cell_category {
		char *name;
		int colour;
	} * category;
};

/* A free text, anchored with its start, middle or end at a point. */
enum text_anchor { TEXT_START, TEXT_MIDDLE, TEXT_END };

struct text {
	double x, y;
	enum text_anchor anchor;
	int colour;
	char *text;
};

struct panel {
	char *title; /* NULL: none */
	struct axis x, y;
	bool is_square;	   /* one unit has the same length on both axes */
	bool has_diagonal; /* draw the thin line y = x */
	int n_series;
	struct series **series;
	struct cells *cells; /* or NULL */
	int n_text;
	struct text *text;
};

struct picture {
	char *title;	   /* NULL: none */
	char *note;	   /* a line below all panels; NULL: none */
	int n_column;	   /* columns of panels; 0: as many as fit */
	int width, height; /* pixels, or letters of a terminal; 0: as usual */
	int n_panel;
	struct panel **panel;
};

struct picture *picture_new(void);
void picture_free(struct picture *p);

/* Sets one of the texts above: frees the old one and copies the new one. */
void picture_set_text(char **text, const char *new_text);

struct panel *picture_add_panel(struct picture *p, const char *title);
void picture_set_axis(struct axis *axis, const char *name, const char *unit,
	bool is_log);
void picture_add_tick(struct axis *axis, double at);
/* Adds the name of the next position, counted from 0. */
void picture_add_category(struct axis *axis, const char *name);

struct series *picture_add_series(struct panel *panel, enum series_kind kind,
	const char *name);
/* Adds an entry to the key, for a mark, or, if it is a line, for a colour or,
 * in ink, for dashes.
 */
struct series *picture_add_key(struct panel *panel, enum series_kind kind,
	const char *name);
void picture_add_point(struct series *series, double x, double y);
/* The same with a label (or NULL) and its own colour. */
void picture_add_labelled(struct series *series, double x, double y,
	const char *label, int colour);

struct cells *picture_set_cells(struct panel *panel, int64_t n_x, int64_t n_y);
void picture_set_cell(struct cells *cells, int64_t i, int64_t j, double v);
void picture_add_cell_category(struct cells *cells, const char *name,
	int colour);

void picture_add_text(struct panel *panel, double x, double y,
	enum text_anchor anchor, int colour, const char *text);

/* Gives panels whose axes have the same name and unit, and given ends, the
 * same ends, so that they can be compared by eye.
 */
void picture_share_axes(struct picture *p);

/* Decodes the next character of a UTF-8 text and advances; false at its end.
 * Control characters become a blank and invalid bytes '?', so that no text can
 * harm a terminal or an XML document.
 */
#define PICTURE_LETTER 5
bool picture_letter(const char **text, char letter[PICTURE_LETTER]);

/* Formats a number as people write it: "10", "0.25", "50 000", or 10 with a
 * superscript exponent. picture_figure() rounds it to three digits first.
 */
void picture_number(double v, char *text, size_t size);
void picture_figure(double v, char *text, size_t size);

#endif
