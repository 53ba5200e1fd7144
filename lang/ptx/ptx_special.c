/* Special registers: what a thread knows of itself, its block and the grid.  Those
 * that are the same for every launch, or that nobody can say, are numbers or data.
 */

#include <string.h>

#include "lang/ptx/ptx_step.h"

static int special_axis(const char *name)
{
	const char *dot = strchr(name, '.');

	return dot && dot[1] >= 'x' && dot[1] <= 'z' ? dot[1] - 'x' : -1;
}

static const struct ptx_value *variable(struct ptx_run *run, enum quasi_var var)
{
	return ptx_value_quasi(&run->values,
		quasi_variable(run->values.pool, var));
}

const struct ptx_value *ptx_step_thread(struct ptx_run *run)
{
	struct ptx_values *v = &run->values;
	const struct ptx_value *sum = variable(run, VAR_TZ);

	for (int d = 1; d >= 0; --d)
		sum = ptx_value_add(v,
			ptx_value_mul(v, sum, ptx_value_int(v, run->block[d])),
			variable(run, (enum quasi_var)(VAR_TX + d)), 1);
	return sum;
}

static bool starts_with(const char *text, const char *start)
{
	return text[0] == start[0] && strncmp(text, start, strlen(start)) == 0;
}

const struct ptx_value *ptx_special(struct ptx_run *run, const char *name)
{
	struct ptx_values *v = &run->values;
	int d = special_axis(name);

	if (strcmp(name, "WARP_SZ") == 0)
		return ptx_value_int(v, 32);
	if (name[0] != '%')
		return NULL;
	if (d >= 0 && starts_with(name, "%tid.")) {
		run->axes |= 1u << d;
		return variable(run, (enum quasi_var)(VAR_TX + d));
	}
	if (d >= 0 && starts_with(name, "%ctaid.")) {
		run->axes |= 1u << d;
		return variable(run, (enum quasi_var)(VAR_BX + d));
	}
	if (d >= 0 && starts_with(name, "%ntid."))
		return ptx_value_int(v, run->block[d]);
	if (d >= 0 && starts_with(name, "%nctaid.")) {
		run->uses_grid = true;
		return ptx_value_int(v, run->grid[d]);
	}
	if (d >= 0 && starts_with(name, "%cluster_"))
		return ptx_value_int(v, starts_with(name, "%cluster_n"));
	if (strcmp(name, "%laneid") == 0)
		return ptx_value_mod(v, ptx_step_thread(run), 32);
	if (strcmp(name, "%warpid") == 0)
		return ptx_value_div(v, ptx_step_thread(run), 32);
	if (strcmp(name, "%nwarpid") == 0)
		return ptx_value_int(v, 64);
	if (starts_with(name, "%clock") || starts_with(name, "%global") ||
		starts_with(name, "%sm") || starts_with(name, "%nsm") ||
		starts_with(name, "%gridid") ||
		starts_with(name, "%lanemask") ||
		starts_with(name, "%clusterid.") ||
		starts_with(name, "%nclusterid.") ||
		starts_with(name, "%envreg") || starts_with(name, "%pm") ||
		starts_with(name, "%total_smem") ||
		starts_with(name, "%dynamic_smem") ||
		starts_with(name, "%is_explicit"))
		return ptx_step_data(run,
			ptx_emit_data(run, NULL, (int[3]) { -1, -1, -1 }),
			NULL);
	return NULL;
}

/* No name but those of special registers, as %tid.x, has a dot behind "%". */
bool ptx_special_is(const char *name)
{
	size_t n = strlen(name);

	return name[0] == '%' && n > 2 && name[n - 2] == '.' &&
		strchr("xyz", name[n - 1]);
}
