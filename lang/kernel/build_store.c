/* Stores of a kernel that indexes cells.  One that the next store to its cell
 * overwrites, with nothing in between that may see it, is left out.
 */

#include "lang/base/memory.h"
#include "lang/kernel/build_place.h"
#include "lang/kernel/cell.h"
#include "lang/value/arith.h"

static bool target_field(struct build *b, const struct node *target,
	struct value *field)
{
	struct eval *ev = b->eval;
	const struct node *base = target->kid[0];
	struct loc at = base->loc;
	bool found;

	build_infer_components(b, target);
	if (base->kind == NODE_INDEX) {
		found = eval_node(ev, base, field);
		if (!found)
			return false;
	} else if (base->kind != NODE_NAME) {
		return diag_error(ev->diag, at, NULL,
			"only a field can be stored to");
	} else {
		found = build_find_implicit(b, base, field) ||
			eval_lookup(ev, base->text, field);
		if (!found) {
			diag_error(ev->diag, at, NULL,
				"'%s' is not a parameter of the kernel",
				base->text);
			return false;
		}
	}
	if (field->kind == VALUE_UNKNOWN || field_value_of(field))
		return true;
	if (build_is_scalar(b, base)) {
		value_free(field);
		return false;
	}
	diag_error(ev->diag, at, NULL, "cannot store to a %s",
		value_kind_name(field));
	if (value_length(field) >= 0)
		diag_note(ev->diag,
			"lists cannot be changed: make a new one, as "
			"in v = [a[x + k] for k in 0..3] or v = v[1..3] + [e]; "
			"a store needs a field or a shared array");
	value_free(field);
	return false;
}

static bool store_value(struct build *b, const struct node *update, int field,
	int component, const struct place *p, struct value *value)
{
	if (!build_value(b, update->kid[1], value))
		return false;
	if (update->op >= OP_ATOMIC_ADD)
		return true;
	if (update->op >= 0 && value->kind != VALUE_UNKNOWN) {
		struct value old = build_load_place(b, field, component, p,
			update->kid[0]->loc);
		struct value sum;
		bool ok = arith_binary(b->eval->diag, update->at, update->op,
			&old, value, &sum);

		value_free(&old);
		value_free(value);
		if (!ok)
			return false;
		*value = sum;
	}
	return true;
}

/* The node of a value to store: for a vector a tuple with all of its lanes. */
static int stored_node(struct build *b, struct loc loc,
	const struct kernel_field *f, const struct value *value)
{
	struct graph *g = &b->kernel->graph;
	int lanes = type_lanes(f->type), lane[4];

	if (lanes == 1)
		return cell_node(g, b->eval->diag, loc, value);
	if (value->kind != VALUE_TUPLE || value_length(value) != lanes) {
		diag_error(b->eval->diag, loc, NULL,
			"'%s' is a field of %s: store a tuple of %d values",
			f->name, type_name(f->type), lanes);
		return -1;
	}
	for (int i = 0; i < lanes; ++i) {
		lane[i] = cell_node(g, b->eval->diag, loc,
			&value->u.sequence->item[i]);
		if (lane[i] < 0)
			return -1;
	}
	return graph_pack(g, lanes, lane);
}

/* What an atomic update may change: numbers of 32 or 64 bits, integers only
 * for a maximum or minimum.
 */
static bool check_atomic(struct build *b, const struct node *update,
	const struct kernel_field *f)
{
	bool is_open = f->type == TYPE_OPEN;

	if (update->op < OP_ATOMIC_ADD)
		return true;
	if (type_lanes(f->type) > 1 || (!is_open && type_bytes(f->type) < 4))
		return diag_error(b->eval->diag, update->kid[0]->loc, NULL,
			"an atomic update changes a number of 32 or 64 bits; "
			"'%s' is of %s",
			f->name, type_name(f->type));
	if (update->op != OP_ATOMIC_ADD && (is_open || type_is_float(f->type)))
		return diag_error(b->eval->diag, update->kid[0]->loc, NULL,
			"GPUs have an atomic maximum and minimum of integers "
			"only; '%s' is of %s",
			f->name,
			is_open ? "floating-point numbers" :
				  type_name(f->type));
	return true;
}

/* Does the update add the integer 1?  Shared memory has an instruction for
 * that, which lanes with the same address share.  An open type is known at the
 * launch.
 */
static bool is_counting(const struct build *b, const struct node *update,
	const struct kernel_field *f, int value)
{
	int64_t one;

	return update->op == OP_ATOMIC_ADD &&
		(f->type == TYPE_OPEN || !type_is_float(f->type)) &&
		graph_is_int(&b->kernel->graph, value, &one) && one == 1;
}

void build_drop_store(struct kernel_access *a)
{
	a->is_store = false;
	a->is_dropped = true;
	a->value = -1;
}

/* Accesses before a store that are looked at: LLVM's dse-memoryssa-scanlimit. */
#define DEAD_REACH 150

/* Leaves out the store to the cell before access "n", a store, if nothing in between
 * may have read it: dead store elimination.
 */
static void drop_dead_store(struct build *b, int n)
{
	struct kernel_def *k = b->kernel;
	const struct kernel_access *s = &k->access[n];
	const struct kernel_field *f = &k->field[s->field];

	if (s->is_atomic || (k->n_shuffle > 0 && kernel_is_open(f)))
		return;
	for (int i = n - 1; i >= f->fence && i >= n - DEAD_REACH; --i) {
		struct kernel_access *a = &k->access[i];

		if (a->is_store && !a->is_atomic && a->region == s->region &&
			kernel_same_place(a, s)) {
			build_drop_store(a);
			return;
		}
		if (kernel_may_alias(k, a, s) ||
			kernel_loop_of(k, a->region) !=
				kernel_loop_of(k, s->region))
			return;
	}
}

bool build_store(struct build *b, const struct node *update)
{
	const struct node *target = update->kid[0];
	struct kernel_def *k = b->kernel;
	struct kernel_access *a;
	struct value base, value;
	struct place p;
	int field, component, node;

	if (!target_field(b, target, &base))
		return false;
	if (base.kind == VALUE_UNKNOWN) {
		b->is_unknown = true;
		return true;
	}
	field = field_value_of(&base)->field;
	component = field_value_of(&base)->component;
	value_free(&base);
	if (k->field[field].is_constant)
		return diag_error(b->eval->diag, target->loc, NULL,
			"'%s' is constant: a kernel cannot store to it",
			k->field[field].name);
	if (!build_read_place(b, target, field, &p))
		return false;
	if (!b->is_unknown) {
		if (k->field[field].n_component > 0 && component < 0)
			return diag_error(b->eval->diag, target->loc, NULL,
				"'%s' has components: choose one first, as in "
				"%s[0][...]",
				k->field[field].name, k->field[field].name);
		if (!build_check_rank(b, target, field, &p) ||
			!check_atomic(b, update, &k->field[field]))
			return false;
	}
	if (!store_value(b, update, field, component, &p, &value))
		return false;
	if (value.kind == VALUE_UNKNOWN || b->is_unknown) {
		value_free(&value);
		b->is_unknown = true;
		return true;
	}
	node = stored_node(b, update->kid[1]->loc, &k->field[field], &value);
	value_free(&value);
	if (node < 0)
		return false;
	a = build_access_new(b, field, target->loc);
	build_set_place(a, component, &p);
	a->is_store = true;
	a->is_atomic = update->op >= OP_ATOMIC_ADD;
	a->is_counting = is_counting(b, update, &k->field[field], node);
	a->value = node;
	a->version = ++k->field[field].version;
	k->field[field].is_stored = true;
	build_note_store(b, k->n_access);
	drop_dead_store(b, k->n_access - 1);
	return true;
}
