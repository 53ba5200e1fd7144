#ifndef LANG_SEARCH_SPACE_H
#define LANG_SEARCH_SPACE_H

/* The configurations that rank and sweep enumerate: every combination of the
 * variables of `over` and of a list of devices after `on`; the last variable
 * changes fastest.
 *
 * An expression is evaluated again only when a variable that it uses has
 * changed.
 */

#include "lang/ask/subject.h"

/* An expression that is evaluated when variable "level" changes; level -1:
 * once, at the start.
 */
struct space_part {
	const struct node *node;
	int level;
	struct value value;
};

/* The call blocks(max = 1024), which a rank without `over` enumerates. */
struct space_blocks {
	struct node call, name, argument, number;
	struct node *kid[3];
};

struct space {
	struct eval *ev;
	const struct node *node;
	int n_variable;
	const char **name;
	struct space_part *items; /* lists; no node: the devices */
	int n_setting;		  /* settings of `with` */
	struct space_part *setting;
	int kernel_level, device_level;
	int dims;		 /* dimensions of blocks() */
	struct options *options; /* with the first i variables set */
	int bottom;		 /* stack position of variables */
	double total;		 /* configurations */
	bool is_cut;		 /* "total" is a lower bound */
	bool has_blocks;	 /* without `over`: all blocks */
	struct space_blocks blocks;
	/* the current configuration */
	int64_t index; /* from 0 */
	struct subject subject;
};

/* Opens the space of a question.  False, with an error, if it is invalid,
 * empty or too large.  Call space_close() in either case.
 */
bool space_open(struct space *s, struct eval *ev, const struct node *node);
void space_close(struct space *s);

/* The current value of variable i. */
const struct value *space_value(const struct space *s, int i);

/* Visits the configurations of the session's shard in order until a visit
 * returns false.
 */
bool space_walk(struct space *s, bool (*visit)(struct space *s, void *user),
	void *user);

#endif
