#ifndef LANG_DEVICE_BOARD_H
#define LANG_DEVICE_BOARD_H

/* A GPU as a value: the figures of hw/device.h, read from a `device`
 * statement, changed by `with { ... }`, asked for by a100.l2.size.
 *
 * Boards of the hardware library are read when their name is first used.
 */

#include "hw/device.h"
#include "lang/eval/eval.h"

struct board {
	struct object object;
	struct device dev;
	struct arena *texts;		/* of "dev", but for the parent's */
	struct board *parent;		/* kept, or NULL */
};

extern const struct object_type board_type;

/* The board that "v" is, or NULL. */
struct board *board_of(const struct value *v);

/* The board of the hardware library called "name"; false if there is none
 * or (reported) it does not read.
 */
bool board_lookup(struct eval *ev, const char *name, struct value *result);

/* A DEVICE statement. */
bool board_define(struct eval *ev, const struct node *node,
	struct value *result);

/* base with { ... }: of a board, or of a record. */
bool board_with(struct eval *ev, const struct value *base,
	const struct node *node, struct value *result);

/* "base" with one figure, given by its path, changed; false if "v", which
 * stands at "loc", will not do.
 */
bool board_change(struct eval *ev, const struct value *base,
	const char *path, const struct value *v, struct loc loc,
	struct value *result);

/* The names of the hardware library. */
void board_each(void (*visit)(void *user, const char *name), void *user);

/* Whether all figures are there that every model needs; reports at "loc". */
bool board_check(struct eval *ev, const struct board *b, struct loc loc);

/* `show a100` and `show devices` */
void board_show(const struct board *b, struct buffer *out);
bool board_show_all(struct eval *ev, struct buffer *out);

#endif
