#ifndef LANG_DEVICE_LIBRARY_H
#define LANG_DEVICE_LIBRARY_H

/* Devices that are known by name: those of hw/, which are built in, and files
 * of files in the user's folder of devices (folder.h).  Each file runs when
 * such a name is first used; a built-in name is never taken from the folder.
 */

#include "hw/device.h"
#include "lang/eval/eval.h"

struct device_object;

/* The device "name".  False if there is none, or if its file has errors, which
 * are reported.
 */
bool library_lookup(struct eval *ev, const char *name, struct value *result);

/* The device whose figures "dev" is derived from: the one it names, or h200.
 * VALUE_NONE if that is "dev" itself.  False, with an error at "loc", if there
 * is no such device.
 */
bool library_nearest(struct eval *ev, const struct device *dev, struct loc loc,
	struct value *result);

/* The family of a board: its nearest parent that is no board itself. */
const char *library_family(const struct device_object *b);

/* Visits the names of all devices. */
void library_each(struct eval *ev, void (*visit)(void *user, const char *name),
	void *user);

/* Visits the names of boards, which a kernel can run on: no families.  Files of
 * the user are taken for boards unread.
 */
void library_each_board(struct eval *ev,
	void (*visit)(void *user, const char *name), void *user);

/* Adds a note to the last error that names the boards of a family, if "family"
 * is one.
 */
void library_note_boards(struct eval *ev, const char *family);

/* `show devices`: boards by family, with the origin of their figures. */
bool library_show(struct eval *ev, const struct node *node);

#endif
