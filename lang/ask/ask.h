#ifndef LANG_ASK_ASK_H
#define LANG_ASK_ASK_H

/* Questions about one launch of a kernel, and statements about it. */

#include "lang/eval/rooms.h"

extern const struct question ask_questions[];

/* `show addresses of ...`, `show maps of ...` */
bool ask_show_addresses(struct eval *ev, const struct node *node);
bool ask_show_maps(struct eval *ev, const struct node *node);

/* stencil_print.c: `show K as stencil` */
bool ask_show_stencil(struct eval *ev, const struct node *node);

/* order_print.c: `show order E of (20, 6)` */
bool ask_show_order(struct eval *ev, const struct node *node);

/* `explain r` */
bool ask_explain(struct eval *ev, const struct node *node);

#endif
