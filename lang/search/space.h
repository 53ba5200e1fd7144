#ifndef LANG_SEARCH_SPACE_H
#define LANG_SEARCH_SPACE_H

/* The configurations that rank and sweep enumerate: every combination of
 * the variables behind `over` and of a list of devices behind `on`, the
 * last variable changing fastest.
 *
 * What does not mention a variable is evaluated once, and anything else
 * only when a variable it mentions has changed.
 */

#include "lang/ask/subject.h"

/* An expression that is evaluated when variable "level" changes; level -1:
 * at the start.
 */
struct space_part {
	const struct node *node;
	int level;
	struct value value;
};

struct space {
	struct eval *ev;
	const struct node *node;
	int n_variable;
	const char **name;
	struct space_part *items; /* of each; no node: the devices */
	int n_setting;		  /* behind `with` */
	struct space_part *setting;
	int kernel_level, device_level;
	int dims;		 /* of shapes that blocks() lists */
	struct options *options; /* under the first i variables */
	int bottom;		 /* of the variables on the stack */
	double total;		 /* configurations */
	bool is_cut;		 /* there are more than "total" */
	/* the configuration at hand */
	int64_t index; /* from 0 */
	struct subject subject;
};

/* The space of a question.  False if that makes no sense, is empty or too
 * large; space_close() either way.
 */
bool space_open(struct space *s, struct eval *ev, const struct node *node);
void space_close(struct space *s);

/* The value that variable i has now. */
const struct value *space_value(const struct space *s, int i);

/* Visit all configurations of the session's shard, in order, until a visit
 * returns false.
 */
bool space_walk(struct space *s, bool (*visit)(struct space *s, void *user),
	void *user);

#endif
