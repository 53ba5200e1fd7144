/* Colours: a palette that colour-blind readers can distinguish, and a scale
 * from light to dark for the numbers of cells.  All are 0xrrggbb here; svg.c
 * and terminal.c convert them.
 */

#include <math.h>

#include "lang/picture/layout.h"

/* Okabe and Ito 2008 without black and yellow, then four of Tol 2021. */
const int layout_palette[PICTURE_COLOURS] = { 0x0072b2, 0xd55e00, 0x009e73,
	0xcc79a7, 0xe69f00, 0x56b4e9, 0x882255, 0x999933, 0x332288, 0x117733 };

/* The colour scale, from low to high. */
#define N_SHADE 5

static const int shades[N_SHADE] = { 0xffffcc, 0xa1dab4, 0x41b6c4, 0x2c7fb8,
	0x253494 };

int layout_colour(int colour, int index)
{
	if (colour == PICTURE_INK)
		return PICTURE_INK;
	if (colour == PICTURE_GREY)
		return 0x999999;
	if (colour == PICTURE_NEXT)
		colour = index;
	if (colour < 0)
		colour = 0;
	return colour < 1 << 24 ? layout_palette[colour % PICTURE_COLOURS] :
				  colour & 0xffffff;
}

int layout_series_colour(const struct panel *panel, int series)
{
	int index = 0;

	for (int i = 0; i < series; ++i)
		index += panel->series[i]->colour == PICTURE_NEXT;
	return layout_colour(panel->series[series]->colour, index);
}

int layout_point_colour(const struct panel *panel, int series, int64_t i)
{
	int colour = panel->series[series]->point[i].colour;

	return colour == PICTURE_NEXT ? layout_series_colour(panel, series) :
					layout_colour(colour, 0);
}

int layout_mix(int a, int b, double part)
{
	int rgb = 0;

	for (int shift = 0; shift <= 16; shift += 8) {
		double from = a >> shift & 255, to = b >> shift & 255;

		rgb |= (int) (from + part * (to - from) + 0.5) << shift;
	}
	return rgb;
}

int layout_cell_colour(const struct place *place, double v)
{
	const struct cells *c = place->panel->cells;
	const struct scale *s = &place->colour;
	double part;
	int i;

	if (isnan(v) || (c->n_category == 0 && s->is_log && v <= 0))
		return -1;
	if (c->n_category > 0) {
		i = (int) v;
		return v < 0 || v >= c->n_category ?
			-1 :
			layout_colour(c->category[i].colour, i);
	}
	part = layout_share(s, v);
	if (!(part >= 0 && part <= 1))
		return -1;
	i = (int) (part * (N_SHADE - 1));
	if (i > N_SHADE - 2)
		i = N_SHADE - 2;
	return layout_mix(shades[i], shades[i + 1], part * (N_SHADE - 1) - i);
}

int layout_colour_on(int rgb)
{
	return 0.3 * (rgb >> 16 & 255) + 0.59 * (rgb >> 8 & 255) +
				0.11 * (rgb & 255) <
			140 ?
		0xffffff :
		0x222222;
}
