#ifndef LANG_LAUNCH_ADDRESSES_PARTS_H
#define LANG_LAUNCH_ADDRESSES_PARTS_H

/* The printer of address expressions, internal to addresses_*.c. */

#include "lang/launch/addresses.h"

struct printer {
	const struct kernel_def *k; /* NULL in maps */
	const struct kernel *kernel;
	const struct launch *launch;
	struct buffer *out;
	bool as_isl;	       /* isl's names and operators, not CUDA's */
	int n_loop;	       /* enclosing loops, the outermost */
	int loop[QUASI_LOOPS]; /* first */
};

extern const char *const addresses_isl_names[N_QUASI_VAR];

/* addresses_quasi.c */
void addresses_quasi(struct printer *p, const struct quasi *e);
/* An index that data decide has a name if several accesses have it, or a loop
 * does not change it.
 */
#define DRAWN_NAME "drawn_%d"
void addresses_draw(struct printer *p, const struct draw *draw);
bool addresses_is_named(const struct printer *p, int access);

void addresses_predicate(struct printer *p, const struct predicate *g);
/* "*n", unless n is 1 */
void addresses_times(struct printer *p, int64_t n);
/* The counter of the enclosing loop at "depth". */
void addresses_counter(struct printer *p, int depth);

/* addresses_access.c: one access, to the end of its line. */
void addresses_access(struct printer *p, int access);
void addresses_shared_access(struct printer *p, int access);
enum elem_type addresses_type(const struct printer *p, int access);
enum elem_type addresses_shared_type(const struct printer *p, int access);

/* addresses_head.c; a name, which is no word of the language */
void addresses_name(struct printer *p, const char *name);
void addresses_head(struct printer *p);

/* Sets p->loop to "loop" and the loops around it. */
void addresses_enter(struct printer *p, int loop);

#endif
