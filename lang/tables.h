#ifndef LANG_TABLES_H
#define LANG_TABLES_H

/* The tables that connect the rooms, passed to every session of the library.
 * lang/eval/rooms.h explains each table.
 */

#include "lang/eval/rooms.h"

extern const struct rooms tables_rooms;

#endif
