#ifndef ENGINE_PUBLISHED_STREAM_H
#define ENGINE_PUBLISHED_STREAM_H

/* A kernel as the published models see it: for each field its loads, then for
 * each field its stores, as linear forms of the global thread index.
 *
 * Every access has its address in bytes and its coordinates: byte in a row,
 * row, layer and component, for counts that put each row into a memory of its
 * own.  Equal accesses are listed once; run-time loops are unrolled.
 */

#include <stdbool.h>

#include "engine/count/linear.h"
#include "engine/report/report.h"

/* A linear form of the global thread index. */
struct stream_form {
	int64_t constant, coef[3];
};

struct stream_access {
	struct linear_access address; /* base_B included */
	struct stream_form x_B, y, z; /* base_B left out */
	int64_t component;
};

/* The loads or the stores of one field. */
struct stream {
	int field;
	bool is_store;
	const char *name;
	int elem_B;
	int n_access;
	struct stream_access *access;
	struct linear_access *address; /* of each access */
};

struct streams {
	int n_stream;
	struct stream *stream; /* loads, then stores */
	int n_access;
	struct stream_access *access; /* of all streams */
	struct linear_access *address;
	/* accesses of the kernel: first[2 * field + is_store], and on */
	int *first, *next;
};

enum stream_status {
	STREAM_OK,
	STREAM_UNFIT, /* not of this form: see "why" */
	STREAM_OVERFLOW,
	STREAM_MEMORY
};

enum stream_status streams_make(struct streams *s, const struct kernel *kernel,
	const struct launch *launch, char why[256]);
void streams_clear(struct streams *s);

/* The same as statuses of an estimate, with a sentence in "why". */
enum estimate_status stream_estimate(enum stream_status status, char why[256]);
enum estimate_status stream_failure(enum footprint_status status,
	char why[256]);

/* The coordinates of the accesses of a stream as addresses in a memory whose
 * rows are so far apart that they never share a granule and never meet, for
 * all threads below "threads": for linear_count() with that granule.  False
 * if the addresses pass 64 bits.
 */
bool stream_spread(const struct stream *s, const int64_t threads[3],
	int64_t granule_B, struct linear_access *address);

#endif
