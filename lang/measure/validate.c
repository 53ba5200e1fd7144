/* validate(): compares predictions with a table of measurements. */

#include "lang/eval/builtin.h"
#include "lang/measure/validate_question.h"

/* The parameters of the row in builtin.def. */
enum { WORST = 4, LEAVE_ONE_OUT, FIRST_OPTION };

static bool find_worst(struct call *call, int64_t *worst)
{
	*worst = 10;
	if (!call_has(call, WORST))
		return true;
	if (!call_int(call, WORST, worst))
		return false;
	return *worst >= 0 ||
		diag_error(call->diag, call_loc(call, WORST), NULL,
			"worst is the number of rows to show: at least 0");
}

DEFINE_BUILTIN(validate)
{
	struct measured_table table;
	struct validation v;
	int64_t worst;
	bool leave, ok;

	if (call->eval->checking) {
		*result = (struct value) { .kind = VALUE_UNKNOWN };
		return true;
	}
	if (!find_worst(call, &worst) ||
		!call_bool(call, LEAVE_ONE_OUT, false, &leave) ||
		!validate_question(call, FIRST_OPTION, leave, &table, &v))
		return false;
	v.worst = worst;
	ok = !leave || validate_leave_out(&v);
	if (ok)
		*result = validate_value(validate_summary(&v),
			validate_points(&v));
	validate_answered(&v, &table);
	return ok;
}
