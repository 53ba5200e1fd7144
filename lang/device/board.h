#ifndef LANG_DEVICE_BOARD_H
#define LANG_DEVICE_BOARD_H

/* Devices by the names that tools print: "NVIDIA A100-SXM4-80GB" of nvidia-smi,
 * "AMD Instinct MI210" of rocminfo, "GA100 [A100 SXM4 40GB]" of lspci; or by a file that defines one.
 */

#include "lang/eval/eval.h"

/* The device that "name" means.  False if there is none or if several match;
 * then "why" says which are near.
 */
bool board_find(struct eval *ev, const char *name, struct value *result,
	struct buffer *why);

/* The chip of a compute capability, "sm_90" of "9.0" ("" if the text is none),
 * and the family of boards that have it, "hopper"; NULL if none is known.
 */
#define BOARD_CHIP 16
const char *board_chip(const char *capability, char chip[BOARD_CHIP]);

/* If "v" is a text, replaces it by the device that it means; other values stay.
 * False, with an error at "loc", if it means none.
 */
bool board_take(struct eval *ev, struct loc loc, struct value *v);

#endif
