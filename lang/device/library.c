/* Devices that are known by name, and the table of them.  Built-in devices are
 * kept in the scope of libraries as well, so that figures are derived from them
 * even if a program uses their names for something else.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/device_text.h"
#include "lang/base/memory.h"
#include "lang/device/device.h"
#include "lang/device/folder.h"
#include "lang/device/library.h"
#include "lang/eval/module.h"
#include "lang/eval/show.h"

void library_each(struct eval *ev, void (*visit)(void *user, const char *name),
	void *user)
{
	const struct folder *f = folder_of(ev);

	for (int i = 0; i < n_embedded; ++i)
		if (strcmp(embedded[i].folder, "hw") == 0)
			visit(user, embedded[i].name);
	for (int i = 0; i < f->n_device; ++i)
		visit(user, f->device[i].name);
}

/* -------------------------------------------------------------- lookup */

/* Run the built-in file of a device.  It defines a global name; a global of
 * the program that has this name is put back.
 */
static bool run_embedded(struct eval *ev, const struct embedded *e)
{
	struct value saved = { .kind = VALUE_NONE };
	const struct value *found = scope_find(&ev->globals, e->name);
	bool ok;

	if (scope_find(&ev->library, e->name) || module_is_running(ev, e))
		return true;
	if (found)
		saved = value_copy(found);
	folder_warn_hidden(ev, e->name);
	ok = module_run_embedded(ev, e);
	found = scope_find(&ev->globals, e->name);
	if (ok && found)
		scope_set(&ev->library, e->name, value_copy(found));
	if (saved.kind != VALUE_NONE)
		scope_set(&ev->globals, e->name, saved);
	return ok;
}

/* Run the file of the user's device "name", if there is one. */
static bool run_file(struct eval *ev, const char *name, struct loc loc)
{
	const struct folder *f = folder_of(ev);
	struct buffer path = { 0 };
	bool ok = false;

	for (int i = 0; i < f->n_device; ++i) {
		if (strcmp(f->device[i].name, name) != 0)
			continue;
		folder_warn_hidden(ev, name);
		buffer_printf(&path, "%s/%s", f->path, f->device[i].file);
		ok = module_import_file(ev, buffer_text(&path), loc);
		if (ok && !scope_find(&ev->globals, name))
			ok = diag_error(ev->diag, loc, NULL,
				"%s does not define a device '%s'",
				buffer_text(&path), name);
	}
	buffer_free(&path);
	return ok;
}

static bool copy_found(const struct scope *s, const char *name,
	struct value *result)
{
	const struct value *found = scope_find(s, name);

	if (!found)
		return false;
	*result = value_copy(found);
	return true;
}

bool library_lookup(struct eval *ev, const char *name, struct value *result)
{
	const struct embedded *e = device_text_find(name);

	if (e)
		return run_embedded(ev, e) &&
			copy_found(&ev->library, name, result);
	return run_file(ev, name, (struct loc) { 0 }) &&
		copy_found(&ev->globals, name, result);
}

bool library_nearest(struct eval *ev, const struct device *dev, struct loc loc,
	struct value *result)
{
	const char *name = dev->nearest ? dev->nearest : DEVICE_MEASURED;
	const struct embedded *e = device_text_find(name);
	int errors = ev->diag->n_error;

	*result = (struct value) { .kind = VALUE_NONE };
	if (e && module_is_running(ev, e))
		return true;
	if (!(e ? library_lookup(ev, name, result) :
		  copy_found(&ev->globals, name, result) ||
				    library_lookup(ev, name, result)))
		return ev->diag->n_error > errors ?
			false :
			diag_error(ev->diag, loc, NULL,
				"there is no device '%s', which '%s' names as "
				"its nearest",
				name, dev->id);
	if (device_of(result) && !isnan(device_of(result)->dev.sm_count))
		return true;
	value_free(result);
	return diag_error(ev->diag, loc, NULL,
		"'%s' is not a board: nothing can be derived from it", name);
}

/* -------------------------------------------------------------- boards */

/* Looks up a device without a word about its errors. */
static struct device_object *quiet_lookup(struct eval *ev, const char *name,
	struct value *v)
{
	struct diag quiet = { 0 }, *said = ev->diag;
	bool ok;

	ev->diag = &quiet;
	ok = library_lookup(ev, name, v);
	ev->diag = said;
	diag_clear(&quiet);
	return ok ? device_of(v) : NULL;
}

void library_each_board(struct eval *ev,
	void (*visit)(void *user, const char *name), void *user)
{
	const struct folder *f = folder_of(ev);

	for (int i = 0; i < n_embedded; ++i) {
		struct value v = { .kind = VALUE_NONE };
		const struct device_object *b;

		if (strcmp(embedded[i].folder, "hw") != 0)
			continue;
		b = quiet_lookup(ev, embedded[i].name, &v);
		if (b && !isnan(b->dev.sm_count))
			visit(user, embedded[i].name);
		value_free(&v);
	}
	for (int i = 0; i < f->n_device; ++i)
		visit(user, f->device[i].name);
}

/* Boards of a family, as a list of names. */
struct members {
	struct eval *ev;
	const char *family;
	struct buffer names;
};

static void add_member(void *user, const char *name)
{
	struct members *m = user;
	struct value v = { .kind = VALUE_NONE };
	const struct device_object *b = quiet_lookup(m->ev, name, &v);

	for (b = b ? b->parent : NULL; b; b = b->parent)
		if (strcmp(b->dev.id, m->family) == 0) {
			buffer_printf(&m->names, "%s%s",
				m->names.len ? ", " : "", name);
			break;
		}
	value_free(&v);
}

void library_note_boards(struct eval *ev, const char *family)
{
	struct members m = { .ev = ev, .family = family };

	library_each_board(ev, add_member, &m);
	if (m.names.len)
		diag_note(ev->diag, "'%s' is a family; its boards are %s",
			family, m.names.text);
	buffer_free(&m.names);
}

/* ---------------------------------------------------------------- show */

const char *library_family(const struct device_object *b)
{
	const struct device_object *family = b->parent;

	while (family && !isnan(family->dev.sm_count))
		family = family->parent;
	return family ? family->dev.id : "without a family";
}

static const int columns[] = { DEVICE_sm_count, DEVICE_clock_Hz,
	DEVICE_l1_size_B, DEVICE_l2_total_B, DEVICE_l2_B_per_s,
	DEVICE_dram_B_per_s };
#define N_COLUMN ((int) (sizeof(columns) / sizeof(columns[0])))

/* How many figures of the limits have each origin. */
static void count_origins(const struct device_object *b, int n[N_ORIGIN])
{
	for (int i = 0; i < N_DEVICE_FIELD; ++i)
		n[device_origin(&b->dev, i)] += device_fields[i].need ==
			NEED_ALWAYS;
	n[ORIGIN_PUBLISHED] += n[ORIGIN_GIVEN];
}

static void show_line(const struct device_object *b, struct buffer *out)
{
	int n[N_ORIGIN] = { 0 };

	buffer_printf(out, "  %-10s", b->dev.id);
	for (int i = 0; i < N_COLUMN; ++i) {
		struct buffer v = { 0 };

		device_print_figure(columns[i], device_get(&b->dev, columns[i]),
			&v);
		buffer_printf(out, " %9s", buffer_text(&v));
		buffer_free(&v);
	}
	count_origins(b, n);
	buffer_printf(out, " %4d %4d %4d  %s\n", n[ORIGIN_MEASURED],
		n[ORIGIN_PUBLISHED], n[ORIGIN_DERIVED],
		b->dev.name ? b->dev.name : "");
}

/* The same as a record, for JSON, CSV and Markdown. */
static struct value line_record(const struct device_object *b)
{
	struct value r = value_record();
	int n[N_ORIGIN] = { 0 };

	value_set(&r, "device", value_text(b->dev.id));
	value_set(&r, "family", value_text(library_family(b)));
	for (int i = 0; i < N_COLUMN; ++i)
		value_set(&r, device_fields[columns[i]].path,
			device_figure(&b->dev, columns[i]));
	count_origins(b, n);
	value_set(&r, "measured", value_int(n[ORIGIN_MEASURED]));
	value_set(&r, "published", value_int(n[ORIGIN_PUBLISHED]));
	value_set(&r, "derived", value_int(n[ORIGIN_DERIVED]));
	value_set(&r, "name", value_text(b->dev.name ? b->dev.name : ""));
	return r;
}

/* The devices that are shown, by family, and why files of the user are not. */
struct shown_devices {
	struct eval *ev;
	struct value *v;
	int n;
	struct buffer missing;
};

static const char *file_of(struct eval *ev, const char *name)
{
	const struct folder *f = folder_of(ev);

	for (int i = 0; i < f->n_device; ++i)
		if (strcmp(f->device[i].name, name) == 0)
			return f->device[i].file;
	return name;
}

/* A family has no figures of a board; a file of the user should have them. */
static void add_missing(struct shown_devices *s, const char *name, int lacks,
	const struct diag *said)
{
	if (device_text_find(name))
		return;
	buffer_printf(&s->missing, "not listed: %s: ", file_of(s->ev, name));
	if (lacks >= 0)
		buffer_printf(&s->missing, "%s lacks %s\n", name,
			device_fields[lacks].path);
	else if (said->n_entry > 0 && said->entry[0].file)
		buffer_printf(&s->missing, "%s, line %d\n",
			said->entry[0].message, said->entry[0].line);
	else
		buffer_printf(&s->missing, "%s\n",
			said->n_entry > 0 ? said->entry[0].message :
					    "it has no such device");
}

/* What is wrong with a file of the user is no reason to list no device. */
static void add_shown(void *user, const char *name)
{
	struct shown_devices *s = user;
	struct diag quiet = { 0 }, *said = s->ev->diag;
	struct value v = { 0 };
	int lacks = -1;
	bool ok;

	s->ev->diag = &quiet;
	ok = library_lookup(s->ev, name, &v) && device_of(&v);
	s->ev->diag = said;
	if (ok)
		lacks = device_check(&device_of(&v)->dev, 0);
	if (ok && lacks < 0) {
		s->v = memory_grow(s->v, (size_t) s->n, sizeof(*s->v));
		s->v[s->n++] = v;
	} else {
		add_missing(s, name, lacks, &quiet);
		value_free(&v);
	}
	diag_clear(&quiet);
}

static int by_family(const void *a, const void *b)
{
	const struct device_object *x = device_of(a), *y = device_of(b);
	int order = strcmp(library_family(x), library_family(y));

	return order ? order : strcmp(x->dev.id, y->dev.id);
}

static bool show_text(const struct shown_devices *s, struct loc loc)
{
	struct buffer out = { 0 };
	const char *family = "";
	bool ok;

	buffer_printf(&out, "%-12s %9s %9s %9s %9s %9s %9s %4s %4s %4s  %s\n",
		"device", "SMs", "clock", "L1", "L2", "L2 bw", "DRAM bw",
		"meas", "publ", "drvd", "name");
	for (int i = 0; i < s->n; ++i) {
		const struct device_object *b = device_of(&s->v[i]);

		if (strcmp(family, library_family(b)) != 0)
			buffer_printf(&out, "%s\n", library_family(b));
		family = library_family(b);
		show_line(b, &out);
	}
	buffer_add(&out,
		"meas, publ, drvd: figures of the limits that were measured, "
		"published and derived; `show NAME` says which\n");
	buffer_add(&out, buffer_text(&s->missing));
	ok = eval_output(s->ev, buffer_text(&out), out.len, loc);
	buffer_free(&out);
	return ok;
}

static bool show_records(const struct shown_devices *s, struct loc loc)
{
	struct value list = value_sequence(VALUE_LIST, s->n);

	for (int i = 0; i < s->n; ++i)
		list.u.sequence->item[i] = line_record(device_of(&s->v[i]));
	return show_list(s->ev, &list, loc);
}

bool library_show(struct eval *ev, const struct node *node)
{
	struct shown_devices s = { .ev = ev };
	const struct folder *f = folder_of(ev);
	bool ok;

	for (int i = 0; i < f->n_hidden; ++i)
		buffer_printf(&s.missing,
			"not read: %s in %s: %s has a device of that name\n",
			f->hidden[i].name, f->hidden[i].file,
			f->hidden[i].other ? f->hidden[i].other : "wsp");
	library_each(ev, add_shown, &s);
	if (s.n > 1)
		qsort(s.v, (size_t) s.n, sizeof(*s.v), by_family);
	ok = ev->format == FORMAT_TEXT ? show_text(&s, node->loc) :
					 show_records(&s, node->loc);
	for (int i = 0; i < s.n; ++i)
		value_free(&s.v[i]);
	free(s.v);
	buffer_free(&s.missing);
	return ok;
}
