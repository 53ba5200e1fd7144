/* Pictures of reports: the parts of volumes, as in figures 15, 19 and 22 of
 * Ernst et al. 2022, and how long each limit would take alone.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/ask/answer.h"
#include "lang/launch/options.h"
#include "lang/plot/plot.h"
#include "lang/value/table.h"

#define REPORTS_MOST 60

/* Parts of a volume.  Savings are subtracted from the compulsory volume, and
 * shown in grey after the rest.
 */
enum part {
	COMPULSORY,
	CAPACITY,
	PARTIAL,
	START,
	SAVED_Y,
	SAVED_Z,
	SAVED_WARM,
	N_PART
};

static const char *const part_names[N_PART] = { "compulsory", "capacity",
	"partial lines", "first waves", "saved by rows", "saved by layers",
	"saved in warm L2" };

enum volume { L2_LOAD, L2_STORE, DRAM_LOAD, DRAM_STORE, N_VOLUME };

static const char *const volume_names[N_VOLUME] = { "L2 load", "L2 store",
	"DRAM load", "DRAM store" };

#define NOTHING (-1)

/* The metric of each part of a volume, and of the whole. */
static const struct {
	int whole;
	int part[N_PART];
} volumes[N_VOLUME] = {
	{ METRIC_l2_load_B,
		{ METRIC_l2_load_compulsory_B, METRIC_l2_load_capacity_B,
			NOTHING, NOTHING, NOTHING, NOTHING, NOTHING } },
	{ METRIC_l2_store_B,
		{ METRIC_l2_store_B, NOTHING, NOTHING, NOTHING, NOTHING,
			NOTHING, NOTHING } },
	{ METRIC_dram_load_B,
		{ METRIC_dram_load_compulsory_B, METRIC_dram_load_capacity_B,
			METRIC_dram_load_partial_B, METRIC_dram_load_start_B,
			METRIC_dram_saved_y_B, METRIC_dram_saved_z_B,
			METRIC_dram_saved_warm_B } },
	{ METRIC_dram_store_B,
		{ METRIC_dram_store_compulsory_B, NOTHING,
			METRIC_dram_store_partial_B, NOTHING, NOTHING, NOTHING,
			METRIC_dram_store_kept_B } },
};

static double metric(const struct report *r, int which)
{
	double v = which == NOTHING ? 0 : r->metric[which];

	return isfinite(v) ? v : 0;
}

/* The parts of a volume; those before SAVED_Y add up to what is moved. */
static void find_parts(const struct report *r, enum volume v,
	double part[N_PART])
{
	for (int i = 0; i < N_PART; ++i)
		part[i] = metric(r, volumes[v].part[i]);
	for (int i = SAVED_Y; i < N_PART; ++i)
		part[COMPULSORY] -= part[i];
	if (isnan(r->metric[volumes[v].part[COMPULSORY]]))
		part[COMPULSORY] = metric(r, volumes[v].whole);
	part[COMPULSORY] = fmax(part[COMPULSORY], 0);
}

static int part_colour(enum part part)
{
	static const int grey[] = { 0xb8, 0xdc, 0xee };

	if (part < SAVED_Y)
		return (int) part;
	return picture_rgb(grey[part - SAVED_Y], grey[part - SAVED_Y],
		grey[part - SAVED_Y]);
}

/* One bar: a volume of a report, under a name. */
struct bar {
	const struct report *r;
	enum volume volume;
};

static void add_bars(struct panel *panel, const struct bar *bar, int n)
{
	double part[N_PART], most[N_PART] = { 0 }, total = 0;

	for (int i = 0; i < n; ++i) {
		find_parts(bar[i].r, bar[i].volume, part);
		total = fmax(total,
			metric(bar[i].r, volumes[bar[i].volume].whole));
		for (int k = 0; k < N_PART; ++k)
			most[k] = fmax(most[k], part[k]);
	}
	for (int k = 0; k < N_PART; ++k) {
		struct series *s;

		if (most[k] < total * 1e-3)
			continue;
		s = picture_add_series(panel, SERIES_STACK, part_names[k]);
		s->colour = part_colour((enum part) k);
		for (int i = 0; i < n; ++i) {
			char text[32];

			find_parts(bar[i].r, bar[i].volume, part);
			picture_figure(part[k], text, sizeof(text));
			picture_add_labelled(s, i, part[k], text, PICTURE_NEXT);
		}
	}
}

/* Everything requested from L1: an upper bound of what L1 requests from L2. */
static void add_requests(struct panel *panel, const struct bar *bar, int n)
{
	struct series *s = NULL;

	for (int i = 0; i < n; ++i) {
		if (bar[i].volume != L2_LOAD ||
			!isfinite(bar[i].r->metric[METRIC_l1_load_B]))
			continue;
		if (!s) {
			s = picture_add_series(panel, SERIES_OUTLINE,
				"requested from L1");
			s->colour = PICTURE_INK;
		}
		picture_add_point(s, i, bar[i].r->metric[METRIC_l1_load_B]);
	}
}

static struct panel *add_volumes(struct plot *plot, const char *title,
	const struct bar *bar, int n)
{
	struct panel *panel = picture_add_panel(plot->picture, title);

	picture_set_axis(&panel->y, "volume", "B/LUP", false);
	add_bars(panel, bar, n);
	add_requests(panel, bar, n);
	return panel;
}

/* --------------------------------------------------------- one report */

static int by_time(const void *a, const void *b)
{
	const struct limit *x = a, *y = b;

	return x->seconds > y->seconds ? -1 : x->seconds < y->seconds;
}

static void add_time(struct series *s, int i, double seconds, double scale,
	const char *text)
{
	struct buffer label = { 0 };

	answer_quantity(&label, seconds, "s");
	if (text)
		buffer_printf(&label, "  %s", text);
	picture_add_labelled(s, i, seconds / scale, label.text, PICTURE_NEXT);
	buffer_free(&label);
}

static void set_time_axis(struct panel *panel, double most, double *scale)
{
	struct dim dim = { { 0 } };
	struct buffer unit = { 0 };
	struct number n;

	dim.exp[BASE_S] = 1;
	n = number_real(most, dim);
	*scale = table_scale(&n, most, &unit);
	picture_set_axis(&panel->y, "time", buffer_text(&unit), false);
	buffer_free(&unit);
}

static void add_limits(struct plot *plot, const struct report *r)
{
	struct panel *panel = picture_add_panel(plot->picture,
		"how long each limit would take alone");
	struct series *s = picture_add_series(panel, SERIES_BARS, NULL);
	struct limit limit[REPORT_LIMITS];
	double scale;

	memcpy(limit, r->limit, sizeof(limit));
	qsort(limit, (size_t) r->n_limit, sizeof(*limit), by_time);
	set_time_axis(panel, r->time_s, &scale);
	picture_add_category(&panel->x, "predicted");
	add_time(s, 0, r->time_s, scale, NULL);
	s->point[0].colour = PICTURE_INK;
	for (int i = 0; i < r->n_limit; ++i) {
		picture_add_category(&panel->x, limit[i].what);
		add_time(s, i + 1, limit[i].seconds, scale, NULL);
	}
}

static void plot_report(struct plot *plot, const struct report *r)
{
	struct bar bar[N_VOLUME];
	struct panel *panel;

	for (int i = 0; i < N_VOLUME; ++i)
		bar[i] = (struct bar) { r, (enum volume) i };
	panel = add_volumes(plot, NULL, bar, N_VOLUME);
	for (int i = 0; i < N_VOLUME; ++i)
		picture_add_category(&panel->x, volume_names[i]);
	add_limits(plot, r);
}

/* ------------------------------------------------------- several reports */

/* Names of reports, from those of kernel, device, block and so on that differ.
 */
struct apart {
	bool kernel, device, model, domain, block, fold;
};

static bool same_extents(const int64_t a[3], const int64_t b[3])
{
	return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static struct apart find_apart(int n, const struct report *const *r)
{
	struct apart a = { 0 };

	for (int i = 1; i < n; ++i) {
		a.kernel |= strcmp(r[i]->kernel, r[0]->kernel) != 0;
		a.device |= strcmp(r[i]->device, r[0]->device) != 0;
		a.model |= r[i]->model != r[0]->model;
		a.domain |= !same_extents(r[i]->domain, r[0]->domain);
		a.block |= !same_extents(r[i]->block, r[0]->block);
		a.fold |= !same_extents(r[i]->fold, r[0]->fold) ||
			memcmp(r[i]->apart, r[0]->apart, sizeof(r[0]->apart)) !=
				0;
	}
	if (!a.kernel && !a.device && !a.model && !a.domain && !a.fold)
		a.block = true;
	return a;
}

static void add_part(struct buffer *out, bool wanted, const char *word,
	const char *text, const int64_t *extent, int n)
{
	if (!wanted)
		return;
	buffer_add(out, out->len ? " " : "");
	buffer_add(out, word);
	if (text)
		buffer_add(out, text);
	else
		answer_extents(out, extent, n);
}

static void name_report(const struct report *r, const struct apart *a,
	struct panel *panel)
{
	struct buffer name = { 0 }, fold = { 0 };

	add_part(&name, a->kernel, "", r->kernel, NULL, 0);
	add_part(&name, a->device, "", r->device, NULL, 0);
	add_part(&name, a->model, "", model_names[r->model], NULL, 0);
	add_part(&name, a->domain, "domain ", NULL, r->domain, r->dims);
	add_part(&name, a->block, "", NULL, r->block, r->dims);
	answer_fold(&fold, r);
	add_part(&name, a->fold, "fold ", buffer_text(&fold), NULL, 0);
	picture_add_category(&panel->x, buffer_text(&name));
	buffer_free(&name);
	buffer_free(&fold);
}

static void add_times(struct plot *plot, int n, const struct report *const *r,
	const struct apart *a)
{
	struct panel *panel = picture_add_panel(plot->picture,
		"predicted time, and what limits it");
	struct series *s = picture_add_series(panel, SERIES_BARS, NULL);
	double most = 0, scale;

	for (int i = 0; i < n; ++i)
		most = fmax(most, r[i]->time_s);
	set_time_axis(panel, most, &scale);
	for (int i = 0; i < n; ++i) {
		add_time(s, i, r[i]->time_s, scale,
			r[i]->n_limit > 0 ? r[i]->limit[r[i]->limiter].name :
					    NULL);
		name_report(r[i], a, panel);
	}
}

bool plot_reports(struct plot *plot, int n, const struct report *const *r)
{
	static const enum volume shown[] = { L2_LOAD, DRAM_LOAD };
	struct bar bar[REPORTS_MOST];
	struct buffer title = { 0 };
	struct apart a;

	plot->picture->n_column = 1;
	if (n == 1) {
		answer_title(r[0], &title);
		picture_set_text(&plot->picture->title, title.text);
		buffer_free(&title);
		plot_report(plot, r[0]);
		return true;
	}
	if (n > REPORTS_MOST)
		return diag_error(plot->diag, plot->loc, NULL,
			"%d reports in one picture; the limit is %d", n,
			REPORTS_MOST);
	a = find_apart(n, r);
	for (size_t k = 0; k < sizeof(shown) / sizeof(shown[0]); ++k) {
		struct panel *panel;

		for (int i = 0; i < n; ++i)
			bar[i] = (struct bar) { r[i], shown[k] };
		panel = add_volumes(plot, volume_names[shown[k]], bar, n);
		for (int i = 0; i < n; ++i)
			name_report(r[i], &a, panel);
	}
	add_times(plot, n, r, &a);
	return true;
}
