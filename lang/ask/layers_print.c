/* The answer to `layers`: for each axis, whether the data that its reuse
 * needs stays in L2, and what DRAM loads if it does or does not.
 */

#include <math.h>
#include <stdlib.h>

#include "lang/ask/answer.h"
#include "lang/ask/finding.h"
#include "lang/ask/layers_print.h"
#include "lang/base/memory.h"

struct layers_answer {
	struct finding finding;
	struct layers layers;
	char *title;
};

static const char *const axes[] = { "x", "y", "z" };
static const char *const pieces[] = { "cell", "row", "layer" };

#define LAYER(path, unit, member) FIGURE_ROW(layer, path, unit, member)

static const struct figure_row of_layer[] = {
	LAYER("set", "B", set_B),
	LAYER("fits", NULL, fits),
	LAYER("oversubscription", "", oversubscription),
	LAYER("lost", "", lost),
	LAYER("extent", "", extent),
	LAYER("load", "B/LUP", load_B),
	LAYER("load_missed", "B/LUP", load_missed_B),
	LAYER("load_here", "B/LUP", load_here_B),
	LAYER("sequential_layers", "", n_layer),
	LAYER("sequential_set", "B", sequential_B),
	LAYER("sequential_fits", NULL, sequential_fits),
	LAYER("sequential_extent", "", sequential_extent),
};

static struct value layer_record(const struct layer *l)
{
	struct value r = value_record();

	value_set(&r, "axis", value_text(axes[l->axis]));
	finding_set(&r, FIGURE_ROWS(of_layer), l);
	return r;
}

static void fill(const struct finding *f, struct value *record)
{
	const struct layers *layers =
		&((const struct layers_answer *) f)->layers;
	struct value list = value_sequence(VALUE_LIST, layers->n_layer);

	for (int i = 0; i < layers->n_layer; ++i)
		list.u.sequence->item[i] = layer_record(&layers->layer[i]);
	value_set(record, "cache", answer_figure(layers->cache.size_B, "B"));
	value_set(record, "load", answer_figure(layers->load_B, "B/LUP"));
	value_set(record, "wave_blocks", value_int(layers->wave_blocks));
	value_set(record, "layers", list);
}

/* Each layer condition by the name of its axis. */
static void fill_axes(const struct finding *f, struct value *record)
{
	const struct layers *layers =
		&((const struct layers_answer *) f)->layers;

	for (int i = 0; i < layers->n_layer; ++i)
		value_set(record, axes[layers->layer[i].axis],
			layer_record(&layers->layer[i]));
}

static void add_bytes(struct buffer *out, double v)
{
	struct value q = answer_figure(v, "B");

	value_print(&q, out);
	value_free(&q);
}

/* Where more is lost, nothing is kept. */
#define NOTHING 0.95

/* Both figures of a condition take those above it for fulfilled.  More is
 * loaded where one of them is not; below this factor digits do not show it.
 */
#define ABOVE 1.0005

static void print_wave(const struct layer *l, const char *cache,
	struct buffer *out)
{
	buffer_printf(out, "\n  reuse along %s by waves: ", axes[l->axis]);
	if (isnan(l->lost)) {
		buffer_add(out, "no earlier block shares data");
		return;
	}
	if (!isnan(l->set_B)) {
		add_bytes(out, l->set_B);
		buffer_printf(out, " must stay in %s, ", cache);
	}
	if (!isnan(l->set_B) && (l->fits || l->lost > NOTHING))
		buffer_printf(out, "it %s", l->fits ? "fits" : "does not fit");
	else
		buffer_printf(out, "%.0f %% of the reuse is lost",
			100 * l->lost);
	if (!isnan(l->extent))
		buffer_printf(out, " (up to an extent of %.0f)", l->extent);
	if (!isnan(l->load_B) && !isnan(l->load_missed_B))
		buffer_printf(out,
			"\n      DRAM loads %.4g B/LUP if all is kept, %.4g "
			"if nothing, %.4g here%s",
			l->load_B, l->load_missed_B, l->load_here_B,
			l->load_here_B > ABOVE * l->load_missed_B ?
				", with what is lost above" :
				"");
}

/* A sample has the reuse of all axes together. */
static void print_sampled(const struct layer *l, struct buffer *out)
{
	buffer_printf(out,
		"\n  reuse by waves, sampled: DRAM loads %.4g B/LUP if all is "
		"kept, %.4g here",
		l->load_B, l->load_here_B);
}

static void print_sequential(const struct layer *l, struct buffer *out)
{
	if (isnan(l->sequential_B) || l->axis == 0)
		return;
	if (l->n_layer == 1)
		buffer_printf(out, "\n      cell by cell: one %s is ",
			pieces[l->axis]);
	else
		buffer_printf(out, "\n      cell by cell: %.4g %ss are ",
			l->n_layer, pieces[l->axis]);
	add_bytes(out, l->sequential_B);
	buffer_printf(out, ", which %s",
		l->sequential_fits ? "fits" : "does not fit");
	if (!isnan(l->sequential_extent))
		buffer_printf(out, " (up to %s = %.0f)",
			l->axis == 2 ? "X = Y" : "X", l->sequential_extent);
}

static void print(const struct object *o, struct buffer *out)
{
	const struct layers_answer *a = (const struct layers_answer *) o;
	const char *cache = a->layers.cache.name;

	buffer_printf(out, "%s\n  %s holds ", a->title, cache);
	add_bytes(out, a->layers.cache.size_B);
	buffer_printf(out, ", a wave is %lld block%s", a->layers.wave_blocks,
		a->layers.wave_blocks == 1 ? "" : "s");
	if (a->layers.is_sampled)
		print_sampled(&a->layers.layer[0], out);
	for (int i = 0; !a->layers.is_sampled && i < a->layers.n_layer; ++i) {
		print_wave(&a->layers.layer[i], cache, out);
		print_sequential(&a->layers.layer[i], out);
	}
	buffer_printf(out, "\n  DRAM loads %.4g B/LUP in all, as in estimate",
		a->layers.load_B);
	if (a->layers.warm_B > 0.01 * a->layers.load_B)
		buffer_printf(out, ": the launch before left %.4g B/LUP in %s",
			a->layers.warm_B, cache);
}

/* A row for each axis. */
static const struct value *rows(const struct object *o)
{
	return finding_member((const struct finding *) o, "layers");
}

static void release(struct object *o)
{
	free(((struct layers_answer *) o)->title);
	finding_free((struct finding *) o);
}

static const struct object_type layers_type = {
	.name = "set of layer conditions",
	.release = release,
	.print = print,
	.rows = rows,
	FINDING_METHODS,
};

struct value layers_value(const struct kernel *kernel,
	const struct launch *launch, const char *device,
	const struct layers *layers)
{
	struct layers_answer *a = memory_new(sizeof(*a));
	const struct ordered *ordered = kernel->ordered;
	struct buffer title = { 0 };
	int64_t extent[3];

	for (int i = 0; i < 3; ++i)
		extent[i] = ordered ? ordered->domain[i] :
				      kernel_stated(kernel, i);
	buffer_printf(&title, "%s on %s, domain ", kernel->name, device);
	answer_extents(&title, extent, ordered ? ordered->dims : kernel->dims);
	if (ordered)
		buffer_printf(&title, " in order %s", ordered->name);
	buffer_add(&title, ", block ");
	answer_extents(&title, launch->block, kernel->dims);
	finding_init(&a->finding, &layers_type, fill, fill_axes);
	a->layers = *layers;
	a->title = buffer_take(&title);
	return value_object(&a->finding.object);
}
