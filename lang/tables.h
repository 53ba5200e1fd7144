#ifndef LANG_TABLES_H
#define LANG_TABLES_H

/* The tables that wire the rooms together: what a session of the library
 * knows.  See lang/eval/rooms.h for what each table means.
 */

#include "lang/eval/rooms.h"

extern const struct rooms tables_rooms;

#endif
