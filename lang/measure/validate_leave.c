/* Leave-one-out cross-validation: each kernel is predicted with constants
 * that were fitted to all other kernels.
 */

#include "lang/measure/refit.h"

static bool leave_kernel(struct validation *v, const struct refit *start,
	int64_t kernel)
{
	struct refit f = *start;
	struct device dev;
	char why[256];

	if (!refit_solve(v, kernel, &f))
		return false;
	dev = refit_device(&f, &v->subject.device->dev);
	for (int64_t i = 0; i < v->n_row; ++i)
		if (v->row[i].kernel == kernel &&
			!validate_row_predict(v, &v->row[i], &dev,
				&v->row[i].left_out, why))
			return diag_error(v->ev->diag, v->loc, NULL, "%s", why);
	return true;
}

bool validate_one_device(const struct validation *v)
{
	return !v->table->has_device ||
		diag_error(v->ev->diag, v->loc, NULL,
			"constants are fitted to rows of one device, and the "
			"table has a column 'device'");
}

bool validate_leave_out(struct validation *v)
{
	struct refit start;

	if (!validate_one_device(v))
		return false;
	if (v->subject.options.model != MODEL_WSP || v->n_kernel < 2)
		return diag_error(v->ev->diag, v->loc, NULL,
			v->n_kernel < 2 ?
				"the table has only one kernel, so none can be left "
				"out" :
				"only model wsp has fitted constants");
	refit_init(&start, &v->subject.device->dev);
	if (!refit_stages(v, &start))
		return false;
	for (int64_t i = 0; i < v->n_row; ++i)
		if (v->row[i].kernel == i && !leave_kernel(v, &start, i))
			return false;
	v->has_left_out = true;
	return true;
}
