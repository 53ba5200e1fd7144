#ifndef LANG_DEVICE_DEVICE_H
#define LANG_DEVICE_DEVICE_H

/* A GPU as a value: the figures of hw/device.h, read from a `device`
 * statement, changed by `with { ... }`, asked for by a100.l2.size.
 *
 * Devices of the hardware library are read when their name is first used.
 */

#include "hw/device.h"
#include "lang/eval/eval.h"

struct device_object {
	struct object object;
	struct device dev;
	struct arena *texts;	      /* of "dev", but for the parent's */
	struct device_object *parent; /* kept, or NULL */
};

/* The device that "v" is, or NULL. */
struct device_object *device_of(const struct value *v);

/* The device of the hardware library called "name"; false if there is none
 * or (reported) it does not read.
 */
bool device_lookup(struct eval *ev, const char *name, struct value *result);

/* A DEVICE statement. */
bool device_define(struct eval *ev, const struct node *node);

/* "base" with one figure, given by its path, changed; false if "v", which
 * stands at "loc", will not do.
 */
bool device_change(struct eval *ev, const struct value *base, const char *path,
	const struct value *v, struct loc loc, struct value *result);

/* The names of the hardware library. */
void device_each(void (*visit)(void *user, const char *name), void *user);

/* Whether all figures are there that every model needs; reports at "loc". */
bool device_complete(struct eval *ev, const struct device_object *b,
	struct loc loc);

/* `show devices` */
bool device_show_all(struct eval *ev, const struct node *node);

/* `set device = ...`: whether "v" will do, and what `help` shows of it. */
bool device_check_setting(struct eval *ev, const struct node *set,
	const struct value *v);
void device_print_id(const struct value *v, struct buffer *out);

#endif
