#ifndef LANG_DEVICE_DEVICE_H
#define LANG_DEVICE_DEVICE_H

/* A GPU as a value: the figures of hw/device.h, read from a `device`
 * statement, changed by `with { ... }`, read by paths such as a100.l2.size.
 *
 * Figures that a board lacks are derived (hw/derive.def) each time it is read
 * or changed.  library.h has the devices that are known by name.
 */

#include "hw/device.h"
#include "lang/eval/eval.h"

struct device_object {
	struct object object;
	struct device dev;
	struct arena *texts;	      /* texts of "dev" of its own */
	struct device_object *parent; /* reference held, or NULL */
};

/* The device in "v"; NULL if "v" is something else. */
struct device_object *device_of(const struct value *v);

/* Evaluates a DEVICE statement. */
bool device_define(struct eval *ev, const struct node *node);

/* Copies "base" with the figure at a path changed to "v".  False, with an
 * error at "loc", if the figure cannot have that value.
 */
bool device_change(struct eval *ev, const struct value *base, const char *path,
	const struct value *v, struct loc loc, struct value *result);

/* True if the device has all figures that every model needs; otherwise reports
 * the missing ones at "loc".
 */
bool device_complete(struct eval *ev, const struct device_object *b,
	struct loc loc);

/* The value of a figure, and a value of it as text, with its unit. */
struct value device_figure(const struct device *dev, int field);
void device_print_figure(int field, double v, struct buffer *out);

/* `set device = ...`: checks "v", and gives the text that `help` shows. */
bool device_check_setting(struct eval *ev, const struct node *set,
	struct value *v);
void device_print_id(const struct value *v, struct buffer *out);

#endif
