/* Leave one kernel out: what is predicted for kernels that took no part in
 * fitting the constants.
 */

#include <string.h>

#include "lang/measure/refit.h"

static bool leave_kernel(struct validation *v, const struct refit *start,
	const char *kernel)
{
	struct refit f = *start;
	struct device dev;
	char why[256];
	int64_t i;

	if (!refit_solve(v, kernel, &f))
		return false;
	dev = refit_device(&f, &v->subject.device->dev);
	for (i = 0; i < v->n_row; ++i)
		if (strcmp(v->row[i].row->kernel, kernel) == 0 &&
		    !validate_row_predict(v, &v->row[i], &dev,
			&v->row[i].left_out, why))
			return diag_error(v->ev->diag, v->loc, NULL, "%s", why);
	return true;
}

static bool is_first(const struct validation *v, int64_t row)
{
	int64_t i;

	for (i = 0; i < row; ++i)
		if (strcmp(v->row[i].row->kernel, v->row[row].row->kernel) == 0)
			return false;
	return true;
}

bool validate_leave_out(struct validation *v)
{
	struct refit start;
	int64_t i, n_kernel = 0;

	for (i = 0; i < v->n_row; ++i)
		n_kernel += is_first(v, i);
	if (v->subject.options.model != MODEL_WSP || n_kernel < 2)
		return diag_error(v->ev->diag, v->loc, NULL, n_kernel < 2 ?
			"the table has one kernel only: none can be left out" :
			"only model wsp has constants that are fitted");
	refit_init(&start, &v->subject.device->dev);
	if (!refit_stages(v, &start))
		return false;
	for (i = 0; i < v->n_row; ++i)
		if (is_first(v, i) &&
		    !leave_kernel(v, &start, v->row[i].row->kernel))
			return false;
	v->has_left_out = true;
	return true;
}
