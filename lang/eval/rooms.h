#ifndef LANG_EVAL_ROOMS_H
#define LANG_EVAL_ROOMS_H

/* What the evaluator knows of the rooms that come after it: tables of
 * functions, questions, statements and settings, and nothing else.
 *
 * A room defines its rows; lang/tables.c puts the tables together; a session
 * is given them when it starts (eval_new).  So a new question or statement
 * changes no file of this room.
 */

#include "lang/eval/eval.h"

/* The clauses of a question that not all questions have. */
enum question_takes {
	TAKES_SPACE = 1,     /* over, by, top */
	TAKES_KIND = 2,	     /* kind */
	TAKES_SIMULATED = 4, /* with: the options of simulations */
};

/* A question by its word: QUESTION, SEARCH and CROSSOVER nodes. */
struct question {
	const char *word;
	bool (*answer)(struct eval *ev, const struct node *node,
		struct value *result);
	int takes; /* a sum of enum question_takes */
	/* print the rows as they are found, where the session wants that
	 * (ev->streams); NULL: it makes no rows
	 */
	bool (*stream)(struct eval *ev, const struct node *node);
};

/* `show WORD ...` */
struct shown {
	const char *word;
	bool (*run)(struct eval *ev, const struct node *node);
	bool of_kernel; /* show WORD of KERNEL */
	bool is_alone;	/* nothing follows WORD */
};

/* A setting whose values another room checks. */
struct setter {
	const char *name; /* NULL: all launch options */
	bool (*check)(struct eval *ev, const struct node *set,
		const struct value *v);
	void (*print)(const struct value *v, struct buffer *out); /* or NULL */
};

/* Tables end with a row of zeros. */
struct rooms {
	const struct builtin *builtin;
	int n_builtin;
	const struct question *const *questions; /* a table a room */
	const struct shown *shown;
	const struct setter *setters;
	/* statements of other rooms, by their kind */
	bool (*statement[N_NODE_KIND])(struct eval *ev,
		const struct node *node);
	/* names that are values when they are first used: false if there is
	 * none, or (reported) it cannot be read; and all of them
	 */
	bool (*lookup)(struct eval *ev, const char *name, struct value *result);
	void (*each_name)(void (*visit)(void *user, const char *name),
		void *user);
	/* names that are bound in the body of every kernel */
	const char *const *body_names;
	/* the base of an INDEX node in the body of a kernel */
	bool (*body_base)(struct eval *ev, const struct node *node,
		struct value *base);
};

/* The row of a question node, or of a word; or NULL. */
const struct question *rooms_question(const struct rooms *rooms,
	const struct node *node);
const struct shown *rooms_shown(const struct rooms *rooms, const char *word);
const struct setter *rooms_setter(const struct rooms *rooms, const char *name);

#endif
