#ifndef LANG_ROOFLINE_ROOF_H
#define LANG_ROOFLINE_ROOF_H

/* A roofline as a value: r.points, r.ceilings, r.walls, the table that a
 * person reads, and the same as JSON.
 *
 * A roof owns its cases, so that it outlives reports and profiles.
 */

#include "engine/roofline/roofline.h"
#include "lang/ask/finding.h"
#include "lang/eval/rooms.h"

struct roof {
	struct finding finding;
	struct roofline line;
	struct roof_case *cases;
	char *device;
	char *kernel; /* of all launches, or NULL */
	char *title;  /* what is asked about, or NULL */
	char *note;   /* on the clock of a profile, or NULL */
	int n_left;   /* launches that could not be placed, and why */
	char **left;
	int n_beside; /* rooflines of further devices */
	struct value *beside;
};

/* The launch of a record, as read_profile() gives it or a user writes it. */
bool roof_record(const struct value *record, struct roof_case *c,
	char why[256]);
void roof_case_clear(struct roof_case *c);

/* Take the n cases.  The caller sets kernel, title and what follows; the roof
 * frees them.
 */
struct roof *roof_new(enum roofline_kind kind, const struct roofs *roofs,
	const char *device, int n, struct roof_case *cases);

/* The ceilings of n devices, the first with the others beside it. */
struct value roof_devices(enum roofline_kind kind, int64_t n,
	const struct value *device);

/* The roof that "v" is, or NULL. */
const struct roof *roof_of(const struct value *v);

/* The units of its axes: "FLOP/s" and "FLOP/B", or those of instructions. */
const char *roof_unit(enum roofline_kind kind);
const char *roof_intensity_unit(enum roofline_kind kind);

/* True for peaks whose ridge is worth a figure. */
bool roof_has_ridge(const struct roofline *r, const struct ceiling *peak);

/* roof_print.c: the table. */
void roof_print(const struct roof *roof, struct buffer *out);

/* roof_notes.c: what tells a launch from others ("kernel" is that of all, or
 * NULL); a line below a picture; and such lines on levels without a point.
 */
const char *roof_label(const struct roofline *line, const char *kernel,
	int of_case);
void roof_note(struct picture *p, const char *text);
void roof_note_absent(const struct roofline *line, const char *kernel,
	struct picture *p);

/* roof_plot.c: one panel, or one more for shared memory. */
bool roof_picture(struct diag *diag, struct loc loc, const struct object *o,
	struct picture *p);

/* roof_compare.c: rooflines of one kind side by side, point by point. */
bool roof_compare(struct diag *diag, struct loc loc, int n,
	const struct value *v, struct value *result);

/* roof_ask.c: the question. */
extern const struct question roof_questions[];

#endif
