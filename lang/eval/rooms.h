#ifndef LANG_EVAL_ROOMS_H
#define LANG_EVAL_ROOMS_H

/* All that the evaluator knows about later rooms: tables of functions,
 * questions, statements and settings.
 *
 * Each room defines its rows; lang/tables.c assembles the tables and a session
 * receives them when it starts (eval_new). A new question or statement
 * therefore changes no file of this room.
 */

#include "lang/eval/eval.h"

/* Clauses that only some questions accept, and launch options that change
 * the answers of some questions only.
 */
enum question_takes {
	TAKES_SPACE = 1,     /* over, by, top */
	TAKES_KIND = 2,	     /* kind */
	TAKES_SIMULATED = 4, /* with: also the options of simulations */
	TAKES_CACHE = 8,     /* with: cache */
	TAKES_MODEL = 16,
	TAKES_STRIDES = 32,
	TAKES_WINDOW = 64, /* with: what a diagram shows */
	TAKES_TIME = TAKES_CACHE | TAKES_MODEL | TAKES_STRIDES
};

/* A question, found by its word: QUESTION, SEARCH and CROSSOVER nodes. */
struct question {
	const char *word;
	bool (*answer)(struct eval *ev, const struct node *node,
		struct value *result);
	int takes; /* bits of enum question_takes */
	/* print the rows as they are found, if the session asks for it
	 * (ev->streams); NULL: the question has no rows
	 */
	bool (*stream)(struct eval *ev, const struct node *node);
};

/* `show WORD ...` */
struct shown {
	const char *word;
	bool (*run)(struct eval *ev, const struct node *node);
	bool of_kernel; /* show WORD of KERNEL */
	bool is_alone;	/* nothing may follow WORD */
};

/* A setting whose values are checked by another room. */
struct setter {
	const char *name; /* NULL: every launch option */
	/* may replace the value, as a text by the device that it names */
	bool (*check)(struct eval *ev, const struct node *set, struct value *v);
	void (*print)(const struct value *v, struct buffer *out); /* or NULL */
};

/* The tables; each ends with a row of zeros. */
struct rooms {
	const struct builtin *builtin;
	int n_builtin;
	const struct question *const *questions; /* one table per room */
	const struct shown *shown;
	const struct setter *setters;
	/* statements of other rooms, indexed by node kind */
	bool (*statement[N_NODE_KIND])(struct eval *ev,
		const struct node *node);
	/* the value of a KERNEL node: the body of a kernel with parameters */
	bool (*kernel)(struct eval *ev, const struct node *node,
		struct value *result);
	/* names that get their value on first use, such as devices: lookup
	 * returns false if there is no such name, or if it cannot be read (then
	 * reported); each_name visits all, whose texts the session keeps,
	 * each_place those that a kernel can run on
	 */
	bool (*lookup)(struct eval *ev, const char *name, struct value *result);
	void (*each_name)(struct eval *ev,
		void (*visit)(void *user, const char *name), void *user);
	void (*each_place)(struct eval *ev,
		void (*visit)(void *user, const char *name), void *user);
	/* what a question must take for a launch option to stand in it: bits of
	 * enum question_takes; *why, or NULL, says what the option is for
	 */
	int (*option_needs)(const char *name, const char **why);
	/* names bound in the body of every kernel */
	const char *const *body_names;
	/* evaluate the base of an INDEX node in the body of a kernel */
	bool (*body_base)(struct eval *ev, const struct node *node,
		struct value *base);
	/* a number as a value of the kernel that has this type; false if there
	 * is no such type
	 */
	bool (*body_number)(struct eval *ev, const char *type,
		const struct number *n, struct value *result);
};

/* The row of a question node or of a word; NULL if there is none. */
const struct question *rooms_question(const struct rooms *rooms,
	const struct node *node);
const struct shown *rooms_shown(const struct rooms *rooms, const char *word);
const struct setter *rooms_setter(const struct rooms *rooms, const char *name);

#endif
