/* Devices as values: read from a `device` statement or a file of hw/, changed
 * by `with { ... }`, shown as a table of figures with their sources.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hw/derive.h"
#include "lang/base/memory.h"
#include "lang/device/board.h"
#include "lang/device/device.h"
#include "lang/device/library.h"
#include "lang/eval/names.h"

static const struct object_type device_type;

/* A group of a device's figures, such as a100.l2. */
struct figures {
	struct object object;
	struct device_object *device;
	char *prefix;			  /* "l2." */
	const char *name[N_DEVICE_FIELD]; /* names that may follow the prefix */
	int n_name;
};

static const struct object_type figures_type;

struct device_object *device_of(const struct value *v)
{
	if (v->kind != VALUE_OBJECT || v->u.object->type != &device_type)
		return NULL;
	return (struct device_object *) v->u.object;
}

static void device_release(struct object *o)
{
	struct device_object *b = (struct device_object *) o;

	arena_free(b->texts);
	if (b->parent) {
		struct value v = value_object(&b->parent->object);

		value_free(&v);
	}
	account_add(-(int64_t) sizeof(*b));
	free(b);
}

static struct device_object *device_new(const char *id,
	struct device_object *parent)
{
	struct device_object *b = memory_new(sizeof(*b));

	account_add(sizeof(*b));
	b->object.refs = 1;
	b->object.type = &device_type;
	b->texts = arena_new();
	if (parent) {
		b->dev = parent->dev;
		derive_forget(&b->dev);
		b->parent = parent;
		++parent->object.refs;
	} else {
		device_init(&b->dev, NULL);
	}
	b->dev.id = arena_copy(b->texts, id, strlen(id));
	return b;
}

static struct value device_value(struct device_object *b)
{
	return value_object(&b->object);
}

/* ------------------------------------------------------------- figures */

static struct unit unit_of_field(int field)
{
	struct unit unit = { .num = 1, .den = 1 };
	const char *name = device_fields[field].unit;

	unit_parse(name, strlen(name), &unit);
	return unit;
}

static struct value figure_value(double v, struct dim dim)
{
	struct number n;

	if (v != floor(v) || fabs(v) > 9e15)
		return value_real(v, dim);
	n = number_int((int64_t) v);
	n.dim = dim;
	return value_number(n);
}

struct value device_figure(const struct device *dev, int field)
{
	return figure_value(device_get(dev, field), unit_of_field(field).dim);
}

void device_print_figure(int field, double v, struct buffer *out)
{
	struct value value = figure_value(v, unit_of_field(field).dim);

	value_print(&value, out);
	if (strcmp(device_fields[field].unit, "cyc") == 0)
		buffer_add(out, " cyc");
	value_free(&value);
}

static bool get_path(struct device_object *b, const char *path,
	struct value *result)
{
	struct buffer prefix = { 0 };
	struct figures *f = NULL;
	int i = device_find(path);

	if (i >= 0) {
		double v = device_get(&b->dev, i);

		if (isnan(v))
			return false;
		*result = device_figure(&b->dev, i);
		return true;
	}
	i = device_find_text(path);
	if (i >= 0) {
		const char *text = device_get_text(&b->dev, i);

		if (!text)
			return false;
		*result = value_text(text);
		return true;
	}
	buffer_printf(&prefix, "%s.", path);
	for (i = 0; i < N_DEVICE_FIELD; ++i) {
		const char *name = device_fields[i].path;

		if (strncmp(name, buffer_text(&prefix), prefix.len) != 0)
			continue;
		if (!f)
			f = memory_new(sizeof(*f));
		f->name[f->n_name++] = name + prefix.len;
	}
	if (!f) {
		buffer_free(&prefix);
		return false;
	}
	f->object.refs = 1;
	f->object.type = &figures_type;
	f->device = b;
	++b->object.refs;
	f->prefix = buffer_take(&prefix);
	*result = value_object(&f->object);
	return true;
}

static bool device_member(const struct object *o, const char *name,
	struct value *result)
{
	struct device_object *b = (struct device_object *) o;

	if (strcmp(name, "id") == 0) {
		*result = value_text(b->dev.id);
		return true;
	}
	return get_path(b, name, result);
}

/* The first component of every path; figures_names() has the others. */
static int device_names(const struct object *o, const char *const **name)
{
	static const char *const words[] = {
		"id",
		"name",
		"vendor",
		"arch",
		"nearest",
		"source",
		"sm",
		"clock",
		"warp",
		"subwarp",
		"boost",
		"block",
		"thread",
		"register",
		"shared",
		"issue",
		"fp64",
		"fp32",
		"fp16",
		"int",
		"sfu",
		"tensor",
		"lsu",
		"instruction",
		"l1",
		"die",
		"l2",
		"l3",
		"dram",
		"noc",
		"mshrs",
		"tlb",
		"tlb2",
		"launch",
		"warpspeed",
	};

	(void) o;
	*name = words;
	return (int) (sizeof(words) / sizeof(words[0]));
}

static void figures_release(struct object *o)
{
	struct figures *f = (struct figures *) o;
	struct value v = device_value(f->device);

	value_free(&v);
	free(f->prefix);
	free(f);
}

static bool figures_get(const struct object *o, const char *name,
	struct value *result)
{
	const struct figures *f = (const struct figures *) o;
	struct buffer path = { 0 };
	bool ok;

	buffer_printf(&path, "%s%s", f->prefix, name);
	ok = get_path(f->device, buffer_text(&path), result);
	buffer_free(&path);
	return ok;
}

/* What a device lacks that others have. */
static bool lacks_path(const struct device *dev, const char *path,
	struct buffer *why)
{
	if (device_find(path) < 0 && device_find_text(path) < 0)
		return false;
	if (strncmp(path, "l3.", 3) == 0 && isnan(dev->l3_size_B))
		buffer_printf(why,
			"%s has no L3, a cache on the side of the memory",
			dev->id);
	else
		buffer_printf(why, "%s has no figure '%s'", dev->id, path);
	return true;
}

static bool device_lacks(const struct object *o, const char *name,
	struct buffer *why)
{
	return lacks_path(&((const struct device_object *) o)->dev, name, why);
}

static bool figures_lacks(const struct object *o, const char *name,
	struct buffer *why)
{
	const struct figures *f = (const struct figures *) o;
	struct buffer path = { 0 };
	bool known;

	buffer_printf(&path, "%s%s", f->prefix, name);
	known = lacks_path(&f->device->dev, buffer_text(&path), why);
	buffer_free(&path);
	return known;
}

static int figures_names(const struct object *o, const char *const **name)
{
	const struct figures *f = (const struct figures *) o;

	*name = f->name;
	return f->n_name;
}

static void figures_print(const struct object *o, struct buffer *out)
{
	const struct figures *f = (const struct figures *) o;
	const char *gap = "";

	for (int i = 0; i < N_DEVICE_FIELD; ++i) {
		double v = device_get(&f->device->dev, i);

		if (isnan(v) ||
			strncmp(device_fields[i].path, f->prefix,
				strlen(f->prefix)) != 0)
			continue;
		buffer_printf(out, "%s%s = ", gap, device_fields[i].path);
		device_print_figure(i, v, out);
		gap = "\n";
	}
	if (!*gap)
		buffer_printf(out, "%s has no figures of %.*s",
			f->device->dev.id, (int) strlen(f->prefix) - 1,
			f->prefix);
}

static const struct object_type figures_type = {
	.name = "group of figures",
	.release = figures_release,
	.print = figures_print,
	.get = figures_get,
	.lacks = figures_lacks,
	.names = figures_names,
};

static void device_print(const struct object *o, struct buffer *out)
{
	const struct device_object *b = (const struct device_object *) o;

	buffer_printf(out, "device %s", b->dev.id);
	if (b->dev.name)
		buffer_printf(out, ": %s", b->dev.name);
}

static void device_json(const struct object *o, struct buffer *out)
{
	const struct device_object *b = (const struct device_object *) o;
	struct value r = value_record();

	value_set(&r, "id", value_text(b->dev.id));
	for (int i = 0; i < N_DEVICE_TEXT; ++i)
		if (device_get_text(&b->dev, i))
			value_set(&r, device_texts[i].path,
				value_text(device_get_text(&b->dev, i)));
	for (int i = 0; i < N_DEVICE_FIELD; ++i) {
		double v = device_get(&b->dev, i);

		if (!isnan(v))
			value_set(&r, device_fields[i].path,
				device_figure(&b->dev, i));
	}
	value_json(&r, out);
	value_free(&r);
}

/* ------------------------------------------------------------ settings */

static bool fail_path(struct eval *ev, const struct node *setting)
{
	const char *names[N_DEVICE_FIELD];

	diag_error(ev->diag, setting->at, NULL, "a device has no figure '%s'",
		setting->text);
	for (int i = 0; i < N_DEVICE_FIELD; ++i)
		names[i] = device_fields[i].path;
	diag_suggest(ev->diag, setting->text, names, N_DEVICE_FIELD);
	return false;
}

static bool set_text(struct eval *ev, struct device_object *b, int text,
	const struct node *setting, const struct value *v)
{
	if (v->kind != VALUE_STRING)
		return diag_error(ev->diag, setting->kid[0]->loc, NULL,
			"%s is a text in quotes, got a %s", setting->text,
			value_kind_name(v));
	device_set_text(&b->dev, text,
		arena_copy(b->texts, v->u.string->text, v->u.string->len));
	if (device_check_text(&b->dev, text) == text)
		return diag_error(ev->diag, setting->kid[0]->loc, NULL,
			"%s cannot be '%s': it is %s", setting->text,
			v->u.string->text, device_texts[text].what);
	return true;
}

static bool set_figure(struct eval *ev, struct device_object *b, int field,
	const struct value *v, struct loc loc)
{
	const struct device_field_info *info = &device_fields[field];
	struct unit unit = unit_of_field(field);
	struct number n;
	double plain;
	char name[64], got[96];

	value_describe(v, got, sizeof(got));
	if (v->kind != VALUE_NUMBER)
		return diag_error(ev->diag, loc, NULL, "%s is a number, got %s",
			info->path, got);
	if (!dim_equal(v->u.number.dim, unit.dim)) {
		dim_name(unit.dim, name, sizeof(name));
		return diag_error(ev->diag, loc, NULL,
			name[0] ? "%s is a figure in %s, got %s" :
				  "%s is a plain number%s, got %s",
			info->path, name, got);
	}
	number_in_unit(&v->u.number, &unit, &n);
	plain = number_to_double(&n);
	number_free(&n);
	if (!(plain >= info->lo && plain <= info->hi)) {
		struct buffer lo = { 0 }, hi = { 0 };

		device_print_figure(field, info->lo, &lo);
		device_print_figure(field, info->hi, &hi);
		diag_error(ev->diag, loc, NULL,
			"%s is out of range: it lies between %s and %s",
			info->path, buffer_text(&lo), buffer_text(&hi));
		diag_note(ev->diag, "%s: %s", info->path, info->what);
		buffer_free(&lo);
		buffer_free(&hi);
		return false;
	}
	if (device_is_whole(info) && plain != floor(plain)) {
		diag_error(ev->diag, loc, NULL, "%s is a whole number, got %g",
			info->path, plain);
		diag_note(ev->diag, "%s: %s", info->path, info->what);
		return false;
	}
	device_override(&b->dev, field, plain);
	return true;
}

/* Changing a figure that no model uses would answer nothing. */
static bool check_used(struct eval *ev, int field, struct loc loc)
{
	return field < 0 || device_fields[field].need != NEED_NONE ||
		diag_error(ev->diag, loc, NULL,
			"no model uses %s: changing it changes nothing",
			device_fields[field].path);
}

static bool set_source(struct eval *ev, struct device_object *b,
	const struct node *setting, const struct value *v)
{
	int field = device_find(setting->text + strlen("source."));

	if (field < 0)
		return fail_path(ev, setting);
	if (v->kind != VALUE_STRING)
		return diag_error(ev->diag, setting->kid[0]->loc, NULL,
			"a source is a text in quotes");
	device_cite(&b->dev, field,
		arena_copy(b->texts, v->u.string->text, v->u.string->len));
	return true;
}

/* A block is read in three passes, so that the order of its lines does not
 * matter: figures, then the published tool's values of them (warpspeed.*),
 * then their sources.
 */
enum turn { TURN_FIGURES, TURN_COMPANIONS, TURN_SOURCES, N_TURN };

static enum turn turn_of(const struct node *setting)
{
	if (strncmp(setting->text, "source.", 7) == 0)
		return TURN_SOURCES;
	return strncmp(setting->text, "warpspeed.", 10) == 0 ? TURN_COMPANIONS :
							       TURN_FIGURES;
}

static bool apply_setting(struct eval *ev, struct device_object *b,
	const struct node *setting)
{
	bool ok;
	int field = device_find(setting->text);
	int text = device_find_text(setting->text);
	struct value v;

	if (!eval_node(ev, setting->kid[0], &v))
		return false;
	if (v.kind == VALUE_UNKNOWN)
		return true;
	if (turn_of(setting) == TURN_SOURCES)
		ok = set_source(ev, b, setting, &v);
	else if (field >= 0)
		ok = set_figure(ev, b, field, &v, setting->kid[0]->loc);
	else if (text >= 0)
		ok = set_text(ev, b, text, setting, &v);
	else
		ok = fail_path(ev, setting);
	value_free(&v);
	return ok;
}

static void cite_block(struct device_object *b, const struct node *node,
	int from)
{
	int field;

	for (int i = from; b->dev.source && i < node->n_kid; ++i) {
		field = device_find(node->kid[i]->text);
		if (field >= 0)
			device_cite(&b->dev, field, b->dev.source);
	}
}

/* Forget what the parent has for figures that follow from those of the block.
 */
static void forget_bound(struct device_object *b, const struct node *node,
	int from)
{
	bool is_set[N_DEVICE_FIELD] = { false };

	for (int i = from; i < node->n_kid; ++i) {
		int field = device_find(node->kid[i]->text);

		if (field >= 0)
			is_set[field] = true;
	}
	derive_release(&b->dev, is_set);
}

/* The source of a figure that "rule" derived. */
static const char *cite_rule(void *user, const char *rule,
	const struct device *nearest)
{
	struct device_object *b = user;
	const char *at = strstr(rule, "%s");
	struct buffer text = { 0 };
	const char *source;

	buffer_add(&text, "derived: ");
	if (at) {
		buffer_add_bytes(&text, rule, (size_t) (at - rule));
		buffer_add(&text, nearest->id);
		rule = at + strlen("%s");
	}
	buffer_add(&text, rule);
	source = arena_copy(b->texts, buffer_text(&text), text.len);
	buffer_free(&text);
	return source;
}

/* Warn of a figure and of another one that does not go with it. */
static void doubt(struct eval *ev, const struct device_object *b,
	struct loc loc, int is, const char *why, int other)
{
	struct buffer a = { 0 }, c = { 0 };

	device_print_figure(is, device_get(&b->dev, is), &a);
	device_print_figure(other, device_get(&b->dev, other), &c);
	diag_warning(ev->diag, loc, NULL, "%s = %s %s %s = %s",
		device_fields[is].path, buffer_text(&a), why,
		device_fields[other].path, buffer_text(&c));
	buffer_free(&a);
	buffer_free(&c);
}

/* A memory that is faster than its pins is a slip of whoever wrote the device. */
static void doubt_memory(struct eval *ev, const struct device_object *b,
	struct loc loc)
{
	if (b->dev.dram_B_per_s > b->dev.dram_peak_B_per_s)
		doubt(ev, b, loc, DEVICE_dram_B_per_s,
			"is more than the pins of the memory allow,",
			DEVICE_dram_peak_B_per_s);
}

static bool has_setting(const struct node *node, const char *path)
{
	for (int i = 1; i < node->n_kid; ++i)
		if (strcmp(node->kid[i]->text, path) == 0)
			return true;
	return false;
}

/* Warn of what is easily confused in a data sheet.  Who changes a figure of a
 * device that is known (`with`) asks what if, and gets no such warning.
 */
static void doubt_sheet(struct eval *ev, const struct device_object *b,
	const struct node *node)
{
	if (b->dev.clock_Hz > DEVICE_ABOVE_BOOST * b->dev.boost_clock_Hz)
		doubt(ev, b, node->loc, DEVICE_clock_Hz,
			"is far above the clock of the vendor's figures,",
			DEVICE_boost_clock_Hz);
	if (has_setting(node, "l2.size") && !has_setting(node, "l2.total") &&
		b->dev.l2_total_B > b->dev.l2_size_B) {
		doubt(ev, b, node->loc, DEVICE_l2_size_B,
			"is the part of L2 that one SM can fill, the whole is",
			DEVICE_l2_total_B);
		diag_note(ev->diag, "data sheets state l2.total");
	}
}

/* Derive what a board lacks.  Families, which have no SMs, stay incomplete. */
static bool derive(struct eval *ev, struct device_object *b, struct loc loc)
{
	struct value v = { 0 };
	const struct device_object *nearest;

	if (isnan(b->dev.sm_count))
		return true;
	if (!library_nearest(ev, &b->dev, loc, &v))
		return false;
	nearest = v.kind == VALUE_NONE ? NULL : device_of(&v);
	derive_figures(&b->dev, nearest ? &nearest->dev : NULL, cite_rule, b);
	if (v.kind != VALUE_NONE)
		value_free(&v);
	doubt_memory(ev, b, loc);
	return true;
}

/* The order of lines does not matter, so none of two values can be meant. */
static bool check_once(struct eval *ev, const struct node *node, int from)
{
	bool is_set[N_DEVICE_FIELD] = { false };
	bool ok = true;

	for (int i = from; i < node->n_kid; ++i) {
		int field = device_find(node->kid[i]->text);

		if (field < 0)
			continue;
		if (is_set[field])
			ok = diag_error(ev->diag, node->kid[i]->at, NULL,
				"%s is given twice", node->kid[i]->text);
		is_set[field] = true;
	}
	return ok;
}

/* A figure without a source of its own has the source of the block. */
static bool apply_settings(struct eval *ev, struct device_object *b,
	const struct node *node, int from)
{
	bool ok = check_once(ev, node, from);

	b->dev.source = NULL;
	forget_bound(b, node, from);
	for (int turn = 0; turn < N_TURN; ++turn) {
		if (turn == TURN_SOURCES)
			cite_block(b, node, from);
		for (int i = from; i < node->n_kid; ++i)
			if (node->kid[i]->kind == NODE_SETTING &&
				(int) turn_of(node->kid[i]) == turn)
				ok = apply_setting(ev, b, node->kid[i]) && ok;
	}
	return ok && derive(ev, b, node->loc);
}

static bool read_device(struct eval *ev, const struct node *node,
	struct value *result)
{
	struct device_object *b, *parent = NULL;
	struct value base = { 0 };

	if (node->kid[0]) {
		if (!eval_node(ev, node->kid[0], &base))
			return false;
		parent = device_of(&base);
		if (!parent && base.kind != VALUE_UNKNOWN) {
			diag_error(ev->diag, node->kid[0]->loc, NULL,
				"'%s' is not a device", node->kid[0]->text);
			value_free(&base);
			return false;
		}
	}
	b = device_new(node->text, parent);
	if (base.kind != VALUE_NONE)
		value_free(&base);
	*result = device_value(b);
	if (apply_settings(ev, b, node, 1)) {
		doubt_sheet(ev, b, node);
		return true;
	}
	value_free(result);
	return false;
}

bool device_define(struct eval *ev, const struct node *node)
{
	struct value v;

	if (!names_check(ev, node->text, node->at))
		return false;
	if (!read_device(ev, node, &v)) {
		if (ev->checking)
			scope_set(&ev->globals, node->text,
				(struct value) { .kind = VALUE_UNKNOWN });
		return false;
	}
	scope_set(&ev->globals, node->text, v);
	return true;
}

static bool device_with(struct eval *ev, struct object *base,
	const struct node *node, struct value *result)
{
	struct device_object *parent = (struct device_object *) base;
	struct device_object *b;

	for (int i = 1; i < node->n_kid; ++i)
		if (!check_used(ev, device_find(node->kid[i]->text),
			    node->kid[i]->at))
			return false;
	b = device_new(parent->dev.id, parent);
	*result = device_value(b);
	if (apply_settings(ev, b, node, 1))
		return true;
	value_free(result);
	return false;
}

bool device_change(struct eval *ev, const struct value *base, const char *path,
	const struct value *v, struct loc loc, struct value *result)
{
	struct device_object *parent = device_of(base), *b;
	bool is_set[N_DEVICE_FIELD] = { false };
	int field = device_find(path);

	if (!check_used(ev, field, loc))
		return false;
	b = device_new(parent->dev.id, parent);
	*result = device_value(b);
	b->dev.source = NULL;
	is_set[field] = true;
	derive_release(&b->dev, is_set);
	if (set_figure(ev, b, field, v, loc) && derive(ev, b, loc))
		return true;
	value_free(result);
	return false;
}

/* The figure of a data sheet from which one that is missing is derived. */
static int on_data_sheet(int field)
{
	return field == DEVICE_l2_size_B     ? DEVICE_l2_total_B :
		field == DEVICE_dram_B_per_s ? DEVICE_dram_peak_B_per_s :
					       field;
}

bool device_complete(struct eval *ev, const struct device_object *b,
	struct loc loc)
{
	int field = device_check(&b->dev, 0);
	int text = device_check_text(&b->dev, 0);

	if (field < 0 && text < 0)
		return true;
	if (field < 0)
		return diag_error(ev->diag, loc, NULL, "device '%s' lacks %s",
			b->dev.id, device_texts[text].path);
	field = on_data_sheet(field);
	diag_error(ev->diag, loc, NULL, "device '%s' lacks %s", b->dev.id,
		device_fields[field].path);
	diag_note(ev->diag, "%s: %s", device_fields[field].path,
		device_fields[field].what);
	library_note_boards(ev, b->dev.id);
	return false;
}

/* ---------------------------------------------------------------- show */

/* Sources of measured and derived figures say so themselves. */
static void show_origin(const struct device *dev, int field, struct buffer *out)
{
	switch (device_origin(dev, field)) {
	case ORIGIN_GIVEN: buffer_add(out, " # given here"); break;
	case ORIGIN_PUBLISHED:
		buffer_printf(out, " # published: %s", dev->sources[field]);
		break;
	case ORIGIN_MEASURED:
	case ORIGIN_DERIVED:
	case N_ORIGIN: buffer_printf(out, " # %s", dev->sources[field]); break;
	}
	if (device_fields[field].need == NEED_NONE)
		buffer_add(out, "; no model uses it");
}

/* Where the fitted constants come from, of a board without a fit. */
static void show_constants(const struct device *dev, struct buffer *out)
{
	static const int fields[] = {
#define FIT(name, scope, value, what, origin) DEVICE_fit_##name,
#include "hw/fit.def"
	};
	int n = 0, n_field = (int) (sizeof(fields) / sizeof(fields[0]));

	for (int i = 0; i < n_field; ++i)
		n += !isnan(device_get(dev, fields[i]));
	if (isnan(dev->sm_count) ||
		(!isnan(dev->fit_spread) &&
			!(dev->doubt[DEVICE_fit_spread] > 0)) ||
		n == n_field)
		return;
	buffer_printf(out,
		"    # fit.*: %d of the %d constants of model wsp; the others "
		"are those of " DEVICE_MEASURED "\n",
		n, n_field);
}

static void device_show(const struct object *o, struct buffer *out)
{
	const struct device_object *b = (const struct device_object *) o;
	size_t width = 0;

	buffer_printf(out, "device %s", b->dev.id);
	if (b->parent)
		buffer_printf(out, " : %s", b->parent->dev.id);
	buffer_add(out, " {\n");
	for (int i = 0; i < N_DEVICE_FIELD; ++i)
		if (!isnan(device_get(&b->dev, i)) &&
			strlen(device_fields[i].path) > width)
			width = strlen(device_fields[i].path);
	for (int i = 0; i < N_DEVICE_TEXT; ++i)
		if (device_get_text(&b->dev, i) && i != DEVICE_TEXT_source)
			buffer_printf(out, "    %-*s = \"%s\"\n", (int) width,
				device_texts[i].path,
				device_get_text(&b->dev, i));
	for (int i = 0; i < N_DEVICE_FIELD; ++i) {
		struct buffer v = { 0 };

		if (isnan(device_get(&b->dev, i)))
			continue;
		device_print_figure(i, device_get(&b->dev, i), &v);
		buffer_printf(out, "    %-*s = %-13s", (int) width,
			device_fields[i].path, buffer_text(&v));
		show_origin(&b->dev, i, out);
		buffer_add(out, "\n");
		buffer_free(&v);
	}
	show_constants(&b->dev, out);
	buffer_add(out, "}");
}

/* ------------------------------------------------------------- setting */

bool device_check_setting(struct eval *ev, const struct node *set,
	struct value *v)
{
	if (!board_take(ev, set->kid[0]->loc, v))
		return false;
	return device_of(v) ||
		diag_error(ev->diag, set->kid[0]->loc, NULL,
			"expected a device, got a %s", value_kind_name(v));
}

void device_print_id(const struct value *v, struct buffer *out)
{
	buffer_add(out, device_of(v)->dev.id);
}

static const struct object_type device_type = {
	.name = "device",
	.release = device_release,
	.print = device_print,
	.json = device_json,
	.get = device_member,
	.lacks = device_lacks,
	.names = device_names,
	.with = device_with,
	.show = device_show,
};
