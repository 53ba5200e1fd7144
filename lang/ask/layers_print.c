#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/ask/layers_print.h"
#include "lang/base/memory.h"
#include "lang/number/unit.h"

/* The answer as an object: a record with a table that people can read. */
struct layers_answer {
	struct object object;
	struct layers layers;
	char *title;
	struct value record;
};

static const struct object_type layers_type;

static const char *const axes[] = { "x", "y", "z" };
static const char *const pieces[] = { "cells", "rows", "layers" };

static struct value quantity(double v, enum base base)
{
	struct dim dim = { { 0 } };

	dim.exp[BASE_B] = 1;
	if (base == BASE_LUP)
		dim.exp[BASE_LUP] = -1;
	return value_real(v, dim);
}

static void set_known(struct value *r, const char *name, double v,
	struct value value)
{
	if (isnan(v))
		value_free(&value);
	else
		value_set(r, name, value);
}

static struct value layer_record(const struct layer *l)
{
	struct value r = value_record();
	struct dim none = { { 0 } };

	value_set(&r, "axis", value_text(axes[l->axis]));
	set_known(&r, "set", l->set_B, quantity(l->set_B, BASE_B));
	value_set(&r, "fits", value_bool(l->fits));
	set_known(&r, "oversubscription", l->oversubscription,
		value_real(l->oversubscription, none));
	set_known(&r, "lost", l->lost, value_real(l->lost, none));
	set_known(&r, "extent", l->extent, value_real(l->extent, none));
	set_known(&r, "load", l->load_B, quantity(l->load_B, BASE_LUP));
	set_known(&r, "load_missed", l->load_missed_B,
		quantity(l->load_missed_B, BASE_LUP));
	set_known(&r, "sequential_layers", l->n_layer,
		value_real(l->n_layer, none));
	set_known(&r, "sequential_set", l->sequential_B,
		quantity(l->sequential_B, BASE_B));
	value_set(&r, "sequential_fits", value_bool(l->sequential_fits));
	set_known(&r, "sequential_extent", l->sequential_extent,
		value_real(l->sequential_extent, none));
	return r;
}

struct value layers_value(const struct kernel *kernel,
	const struct launch *launch, const char *device,
	const struct layers *layers)
{
	struct layers_answer *a = memory_new(sizeof(*a));
	const struct ordered *ordered = kernel->ordered;
	const int64_t *domain = ordered ? ordered->domain : kernel->domain;
	struct buffer title = { 0 };
	struct value list = value_sequence(VALUE_LIST, layers->n_layer);
	int i;

	buffer_printf(&title, "%s on %s, domain", kernel->name, device);
	for (i = 0; i < (ordered ? ordered->dims : kernel->dims); ++i)
		buffer_printf(&title, "%s%lld", i ? "x" : " ",
			(long long) domain[i]);
	if (ordered)
		buffer_printf(&title, " in order %s", ordered->name);
	buffer_add(&title, ", block");
	for (i = 0; i < kernel->dims; ++i)
		buffer_printf(&title, "%s%lld", i ? "x" : " ",
			(long long) launch->block[i]);
	a->object.refs = 1;
	a->object.type = &layers_type;
	a->layers = *layers;
	a->title = buffer_take(&title);
	a->record = value_record();
	for (i = 0; i < layers->n_layer; ++i)
		list.u.sequence->item[i] = layer_record(&layers->layer[i]);
	value_set(&a->record, "cache", quantity(layers->cache_B, BASE_B));
	value_set(&a->record, "wave_blocks",
		value_int(layers->wave_blocks));
	value_set(&a->record, "layers", list);
	return value_object(&a->object);
}

static void add_bytes(struct buffer *out, double v)
{
	struct value q = quantity(v, BASE_B);

	value_print(&q, out);
	value_free(&q);
}

static void print_wave(const struct layer *l, struct buffer *out)
{
	buffer_printf(out, "\n  reuse along %s by waves: ", axes[l->axis]);
	if (isnan(l->set_B)) {
		buffer_add(out, "no earlier block shares data");
		return;
	}
	add_bytes(out, l->set_B);
	buffer_printf(out, " must stay in L2, %s", l->fits ? "it fits" :
		"it does not fit");
	if (!isnan(l->extent))
		buffer_printf(out, " (up to an extent of %.0f)", l->extent);
	if (!isnan(l->load_B) && !isnan(l->load_missed_B))
		buffer_printf(out, "\n      DRAM loads %.4g B/LUP if it holds, "
			"%.4g if not", l->load_B, l->load_missed_B);
}

static void print_sequential(const struct layer *l, struct buffer *out)
{
	if (isnan(l->sequential_B) || l->axis == 0)
		return;
	buffer_printf(out, "\n      cell by cell: %.4g %s are ", l->n_layer,
		pieces[l->axis]);
	add_bytes(out, l->sequential_B);
	buffer_printf(out, ", %s", l->sequential_fits ? "it fits" :
		"it does not fit");
	if (!isnan(l->sequential_extent))
		buffer_printf(out, " (up to %s = %.0f)",
			l->axis == 2 ? "X = Y" : "X", l->sequential_extent);
}

static void print(const struct object *o, struct buffer *out)
{
	const struct layers_answer *a = (const struct layers_answer *) o;
	int i;

	buffer_printf(out, "%s\n  L2 holds ", a->title);
	add_bytes(out, a->layers.cache_B);
	buffer_printf(out, ", a wave is %lld blocks", a->layers.wave_blocks);
	for (i = 0; i < a->layers.n_layer; ++i) {
		print_wave(&a->layers.layer[i], out);
		print_sequential(&a->layers.layer[i], out);
	}
}

static void release(struct object *o)
{
	struct layers_answer *a = (struct layers_answer *) o;

	free(a->title);
	value_free(&a->record);
	free(a);
}

static void json(const struct object *o, struct buffer *out)
{
	value_json(&((const struct layers_answer *) o)->record, out);
}

static bool get(const struct object *o, const char *name,
	struct value *result)
{
	const struct layers_answer *a = (const struct layers_answer *) o;
	const struct value *v = value_get(&a->record, name);
	int i;

	if (v) {
		*result = value_copy(v);
		return true;
	}
	for (i = 0; i < a->layers.n_layer; ++i)
		if (strcmp(axes[a->layers.layer[i].axis], name) == 0) {
			*result = layer_record(&a->layers.layer[i]);
			return true;
		}
	return false;
}

static int names(const struct object *o, const char *const **name)
{
	static const char *const members[] = { "cache", "wave_blocks",
		"layers", "x", "y", "z" };

	(void) o;
	*name = members;
	return 6;
}

static const struct object_type layers_type = {
	.name = "set of layer conditions",
	.release = release,
	.print = print,
	.json = json,
	.get = get,
	.names = names,
};
