#ifndef ENGINE_PUBLISHED_STREAM_H
#define ENGINE_PUBLISHED_STREAM_H

/* What the published models see of a kernel: for each field its loads, then
 * for each field its stores, as linear forms of the global thread index.
 *
 * Every access has its address in bytes and its place: bytes within a row,
 * row, layer and component, for those counts that give each row a memory
 * of its own.  Equal accesses are one; run-time loops are unrolled.
 */

#include <stdbool.h>

#include "engine/count/linear.h"
#include "engine/report/report.h"

/* A linear form of the global thread index. */
struct stream_form {
	int64_t constant, coef[3];
};

struct stream_access {
	struct linear_access address;		/* base_B included */
	struct stream_form x_B, y, z;		/* base_B left out */
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
	struct linear_access *address;		/* of each access */
};

struct streams {
	int n_stream;
	struct stream *stream;			/* loads, then stores */
	int n_access;
	struct stream_access *access;		/* of all streams */
	struct linear_access *address;
	/* accesses of the kernel: first[2 * field + is_store], and on */
	int *first, *next;
};

enum stream_status {
	STREAM_OK,
	STREAM_UNFIT,		/* not of this form: see "why" */
	STREAM_OVERFLOW, STREAM_MEMORY
};

enum stream_status streams_make(struct streams *s,
	const struct kernel *kernel, const struct launch *launch,
	char why[256]);
void streams_clear(struct streams *s);

/* The same as statuses of an estimate, with a sentence in "why". */
enum estimate_status stream_estimate(enum stream_status status,
	char why[256]);
enum estimate_status stream_failure(enum footprint_status status,
	char why[256]);

/* The places of a stream's accesses as addresses in a memory whose rows are
 * so far apart that they never share a granule and never meet, whatever
 * threads below "threads" do: for linear_count() with that granule.
 * False when the addresses pass the range of 64 bits.
 */
bool stream_spread(const struct stream *s, const int64_t threads[3],
	int64_t granule_B, struct linear_access *address);

#endif
