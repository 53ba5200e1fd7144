/* A count over all blocks from that over sampled ones.  Both the lanes and the
 * warps of all blocks are known, and requests, sectors and cycles lie between
 * the two, so that a count is fitted as a sum of both (doc/MODEL.md, chapter 4).
 */

#include <math.h>

#include "engine/model/conditions.h"

/* Drawn blocks below which two coefficients would fit by chance, and how far
 * lanes and warps must be from going with each other.
 */
#define FEWEST	 8
#define DISTINCT 1e-6

void conditions_fit_add(const struct conditions *c, struct conditions_fit *f,
	const struct kinds_kind *kind, double weight, double count,
	double lanes, double warps)
{
	double n = weight * count, l = weight * lanes, w = weight * warps;

	f->c += n;
	f->l += l;
	f->w += w;
	if (c->kinds.is_exact && weight <= kind->weight)
		return;
	f->n += 1;
	f->cc += n * n;
	f->cl += n * l;
	f->cw += n * w;
	f->ll += l * l;
	f->lw += l * w;
	f->ww += w * w;
}

void conditions_fit_join(struct conditions_fit *f,
	const struct conditions_fit *more, double factor)
{
	double square = factor * factor;

	f->n += more->n;
	f->c += factor * more->c;
	f->l += factor * more->l;
	f->w += factor * more->w;
	f->cc += square * more->cc;
	f->cl += square * more->cl;
	f->cw += square * more->cw;
	f->ll += square * more->ll;
	f->lw += square * more->lw;
	f->ww += square * more->ww;
}

/* The count is "lanes" of each lane and "warps" of each warp. */
struct coefficients {
	double lanes, warps;
	double square; /* sum w^2 (c - lanes l - warps w)^2 */
};

/* Ratios of sums to lanes or to warps alone, whichever leaves less. */
static struct coefficients by_one(const struct conditions_fit *f)
{
	double lanes = f->c / f->l, warps = f->c / f->w;
	double by_lanes = f->cc - 2 * lanes * f->cl + lanes * lanes * f->ll;
	double by_warps = f->cc - 2 * warps * f->cw + warps * warps * f->ww;

	if (by_warps < by_lanes)
		return (struct coefficients) { 0, warps, fmax(0, by_warps) };
	return (struct coefficients) { lanes, 0, fmax(0, by_lanes) };
}

/* Least squares. */
static bool by_both(const struct conditions_fit *f, struct coefficients *by)
{
	double det = f->ll * f->ww - f->lw * f->lw;

	if (f->n < FEWEST || !(det > DISTINCT * f->ll * f->ww))
		return false;
	by->lanes = (f->cl * f->ww - f->cw * f->lw) / det;
	by->warps = (f->cw * f->ll - f->cl * f->lw) / det;
	by->square = fmax(0, f->cc - by->lanes * f->cl - by->warps * f->cw) *
		f->n / (f->n - 2);
	return true;
}

double conditions_fit_scale(const struct conditions_fit *f,
	const struct conditions_known *known, double *error)
{
	struct coefficients one, both;
	double sum;

	*error = 0;
	if (!(f->c > 0 && f->l > 0 && f->w > 0))
		return f->l > 0 ? known->lanes / f->l : 0;
	one = by_one(f);
	if (by_both(f, &both) && both.square < one.square) {
		sum = f->c + both.lanes * (known->lanes - f->l) +
			both.warps * (known->warps - f->w);
		if (sum > f->c / 2) {
			*error = hypot(sqrt(both.square),
					 hypot(both.lanes * known->lanes_error *
							 known->lanes,
						 both.warps *
							 known->warps_error *
							 known->warps)) /
				sum;
			return sum / f->c;
		}
	}
	*error = hypot(sqrt(one.square) / f->c,
		one.lanes > 0 ? known->lanes_error : known->warps_error);
	return one.lanes > 0 ? known->lanes / f->l : known->warps / f->w;
}
