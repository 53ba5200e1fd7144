/* Accesses as isl maps: { [thread] -> [byte] }. */

#include "lang/launch/addresses_parts.h"

static void print_map(struct printer *p, const struct access *a)
{
	int n;

	addresses_enter(p, a->loop);
	n = p->n_loop;
	buffer_add(p->out, "{ T[");
	for (int i = 0; i < 6 + n; ++i)
		buffer_printf(p->out, "%s%s", i ? ", " : "",
			addresses_isl_names[i]);
	buffer_printf(p->out, "] -> %s[", p->kernel->field[a->field].name);
	addresses_quasi(p, a->address);
	buffer_add(p->out, "] : ");
	for (int d = 0; d < 3; ++d)
		buffer_printf(p->out, "%s0 <= %s < %lld and 0 <= %s < %lld",
			d ? " and " : "", addresses_isl_names[VAR_TX + d],
			(long long) p->launch->block[d],
			addresses_isl_names[VAR_BX + d],
			(long long) p->launch->grid[d]);
	for (int d = 0; d < 3; ++d)
		if (p->kernel->domain[d] %
				(p->launch->block[d] * p->launch->fold[d]) !=
			0)
			buffer_printf(p->out,
				" and (%s + %lld*%s)*%lld < "
				"%lld",
				addresses_isl_names[VAR_TX + d],
				(long long) p->launch->block[d],
				addresses_isl_names[VAR_BX + d],
				(long long) p->launch->fold[d],
				(long long) p->kernel->domain[d]);
	for (int i = 0; i < n; ++i)
		buffer_printf(p->out, " and 0 <= %s < %lld",
			addresses_isl_names[VAR_LOOP0 + i],
			(long long) p->kernel->loop[p->loop[i]].trips);
	if (a->predicate) {
		buffer_add(p->out, " and (");
		addresses_predicate(p, a->predicate);
		buffer_add(p->out, ")");
	}
	buffer_add(p->out, " }");
}

void addresses_print_maps(const struct kernel *kernel,
	const struct launch *launch, struct buffer *out)
{
	struct printer p = {
		.kernel = kernel,
		.launch = launch,
		.out = out,
		.as_isl = true,
	};

	for (int i = 0; i < kernel->n_access; ++i) {
		buffer_printf(out, "%s%s ", i ? "\n" : "",
			kernel->access[i].is_store ? "store" : "load ");
		print_map(&p, &kernel->access[i]);
	}
}
