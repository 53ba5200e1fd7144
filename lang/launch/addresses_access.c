/* Prints where an access goes: an affine address in CUDA's notation, an index
 * that data decide, and what it asks of caches.
 */

#include "lang/launch/addresses_parts.h"

/* --------------------------------------------------------------- types */

static enum elem_type type_of(const struct printer *p, int label, int bytes)
{
	enum elem_type type = p->k->field[p->k->access[label].field].type;

	if (type != TYPE_OPEN)
		return type;
	return bytes == 8  ? TYPE_DOUBLE :
		bytes == 4 ? TYPE_FLOAT :
		bytes == 2 ? TYPE_HALF :
			     TYPE_INT8;
}

enum elem_type addresses_type(const struct printer *p, int access)
{
	const struct access *a = &p->kernel->access[access];

	return type_of(p, a->label, p->kernel->field[a->field].elem_B);
}

enum elem_type addresses_shared_type(const struct printer *p, int access)
{
	const struct shared_access *a = &p->kernel->shared_access[access];

	return p->k->access[a->label].type ? p->k->access[a->label].type :
					     type_of(p, a->label, a->elem_B);
}

/* ----------------------------------------------------------- addresses */

static bool is_zero(const struct quasi *e)
{
	return quasi_is_constant(e) && e->constant == 0;
}

/* ((i0) + (i1)*n0 + (i2)*n0*n1 + component)*bytes */
static void print_cells(struct printer *p, const struct access *a,
	const struct field *f, bool is_aos)
{
	int64_t stride = 1;
	int n = 3;

	while (n > 1 && is_zero(a->index[n - 1]))
		--n;
	if (is_aos && f->n_component > 1)
		buffer_add(p->out, "(");
	if (n == 1) {
		addresses_quasi(p, a->index[0]);
	} else {
		for (int d = 0; d < n; ++d) {
			buffer_add(p->out, d ? " + (" : "(");
			addresses_quasi(p, a->index[d]);
			buffer_add(p->out, ")");
			addresses_times(p, stride);
			stride *= f->extent[d];
		}
	}
	if (f->n_component <= 1)
		return;
	if (is_aos)
		buffer_printf(p->out, ")*%d", f->n_component);
	if (a->component > 0)
		buffer_printf(p->out, " + %d%s", a->component,
			is_aos ? "" : "*");
	if (a->component > 0 && !is_aos)
		buffer_printf(p->out, "%lld",
			(long long) f->extent[0] * f->extent[1] * f->extent[2]);
}

static void print_address(struct printer *p, const struct access *a)
{
	const struct field *f = &p->kernel->field[a->field];
	const struct kernel_access *source = &p->k->access[a->label];
	bool by_cells = a->index[0] && source->address < 0;

	addresses_name(p, f->name);
	buffer_add(p->out, " + ");
	if (by_cells && f->elem_B == 1) {
		print_cells(p, a, f, p->k->field[source->field].is_aos);
	} else if (by_cells) {
		buffer_add(p->out, "(");
		print_cells(p, a, f, p->k->field[source->field].is_aos);
		buffer_printf(p->out, ")*%d", f->elem_B);
	} else {
		addresses_quasi(p, a->address);
	}
}

/* ------------------------------------------------------------- accesses */

bool addresses_is_named(const struct printer *p, int access)
{
	const struct draw *draw = &p->kernel->access[access].draw;

	if (draw->kind && draw->loop != p->kernel->access[access].loop)
		return true;
	for (int i = 0; i < p->kernel->n_access && draw->kind; ++i) {
		const struct draw *other = &p->kernel->access[i].draw;

		if (i != access && other->kind && other->id == draw->id)
			return true;
	}
	return false;
}

/* gather(8): an index that data decide. */
void addresses_draw(struct printer *p, const struct draw *draw)
{
	if (draw->kind == SCATTER_RANDOM || draw->together > 0) {
		buffer_printf(p->out, "random(%lld", (long long) draw->cells);
		if (draw->power > 1)
			buffer_printf(p->out, ", power = %.15g", draw->power);
		if (draw->together > 0)
			buffer_printf(p->out, ", together = %lld",
				(long long) draw->together);
		buffer_add(p->out, ")");
	} else if (draw->n_each > 0) {
		buffer_add(p->out, "gather([");
		for (int i = 0; i < draw->n_each; ++i)
			buffer_printf(p->out, "%s%d", i ? ", " : "",
				draw->each[i]);
		buffer_add(p->out, "])");
	} else {
		buffer_printf(p->out, "gather(%.15g)", draw->lines);
	}
}

static bool is_start(const struct access *a)
{
	return a->address && is_zero(a->address);
}

static const char *const hints[] = { [HINT_NONE] = NULL,
	[HINT_READ_ONLY] = "read_only",
	[HINT_NO_L1] = "no_l1",
	[HINT_EVICT_FIRST] = "evict_first" };

void addresses_access(struct printer *p, int access)
{
	const struct access *a = &p->kernel->access[access];
	const char *hint = a->is_store ? NULL : hints[a->hint];
	bool is_atomic = a->atomic != ATOMIC_NONE;

	buffer_printf(p->out, "%s %s at ", a->is_store ? "store" : "load ",
		type_name(addresses_type(p, access)));
	if (hint || is_atomic)
		buffer_printf(p->out, "%s(", is_atomic ? "atomically" : hint);
	if (a->saved > 0)
		buffer_add(p->out, "kept(");
	if (a->draw.kind == SCATTER_NONE) {
		print_address(p, a);
	} else {
		addresses_name(p, p->kernel->field[a->field].name);
		buffer_add(p->out, " + ");
		if (!is_start(a)) {
			addresses_quasi(p, a->address);
			buffer_add(p->out, " + ");
		}
		if (addresses_is_named(p, access))
			buffer_printf(p->out, DRAWN_NAME, a->draw.id);
		else
			addresses_draw(p, &a->draw);
		addresses_times(p, a->draw.step_B);
	}
	if (a->saved > 0)
		buffer_printf(p->out, ", %.17g)", a->saved);
	if (is_atomic && p->k->access[a->label].is_counting)
		buffer_add(p->out, ", 1");
	buffer_add(p->out, hint || is_atomic ? ")\n" : "\n");
}

void addresses_shared_access(struct printer *p, int access)
{
	const struct shared_access *a = &p->kernel->shared_access[access];
	struct quasi address = *a->address;

	address.constant -= a->base_B;
	buffer_printf(p->out, "%s %s at %s", a->is_store ? "store" : "load ",
		type_name(addresses_shared_type(p, access)),
		a->atomic != ATOMIC_NONE ? "atomically(" : "");
	addresses_name(p, p->k->field[p->k->access[a->label].field].name);
	buffer_add(p->out, " + ");
	if (a->cells > 0)
		buffer_printf(p->out, "random(%lld)*%d", (long long) a->cells,
			a->elem_B);
	else
		addresses_quasi(p, &address);
	buffer_add(p->out,
		a->atomic == ATOMIC_NONE		   ? "\n" :
			p->k->access[a->label].is_counting ? ", 1)\n" :
							     ")\n");
}
