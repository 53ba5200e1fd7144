#ifndef LANG_DEVICE_FOLDER_H
#define LANG_DEVICE_FOLDER_H

/* Files that define devices: which names a file defines is read off its text,
 * before it runs.
 */

#include "lang/eval/eval.h"

/* A device and the file that defines it. */
struct folder_device {
	char *name, *file;
	char *other; /* of hidden ones: the file that has it; NULL: wsp itself */
};

/* The user's folder of devices, $XDG_CONFIG_HOME/wsp/devices or
 * ~/.config/wsp/devices.  Devices of the library and of earlier files hide those
 * of the same name.
 */
struct folder {
	struct owned owned;
	char *path; /* or NULL */
	struct folder_device *device, *hidden;
	int n_device, n_hidden;
};

/* The folder, which a session reads once; empty if programs may not read files.
 */
const struct folder *folder_of(struct eval *ev);

/* Warns of files of the folder whose device "name" is not the one that is used. */
void folder_warn_hidden(struct eval *ev, const char *name);

/* Runs the file "path", relative to the file of "loc", and finds the device that
 * it defines: the one of the same name as the file, or its only one.  False,
 * with an error at "loc", if there is none.
 */
bool folder_take_file(struct eval *ev, const char *path, struct loc loc,
	struct value *result);

#endif
