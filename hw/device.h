#ifndef HW_DEVICE_H
#define HW_DEVICE_H

/* What must be known of a GPU.
 *
 * Every figure is a row of fields.def and a member of "struct device" in
 * base units (B, s, Hz, counts); a figure nobody has given is NaN.
 * A device is filled once, checked by device_check() and
 * device_check_text(), and then read only.
 * All strings of a device are owned by who fills it and outlive it.
 */

#include <stdbool.h>
#include <stddef.h>

enum device_field {
#define FIELD(member, path, unit, lo, hi, need, what) DEVICE_##member,
#define TEXT(member, path, what)
#include "hw/fields.def"
	N_DEVICE_FIELD
};

enum device_text {
#define FIELD(member, path, unit, lo, hi, need, what)
#define TEXT(member, path, what) DEVICE_TEXT_##member,
#include "hw/fields.def"
	N_DEVICE_TEXT
};

/* The board on which all figures and the constants of fit.def were measured. */
#define DEVICE_MEASURED "h200"

enum device_need {
	NEED_ALWAYS, /* no model works without it */
	NEED_MODEL,  /* some model or question asks for it */
	NEED_NONE    /* known of some boards; no model uses it */
};

/* Who says so. */
enum device_origin {
	ORIGIN_GIVEN,	  /* whoever wrote the device, without a source */
	ORIGIN_MEASURED,  /* measurements that wsp was validated with */
	ORIGIN_PUBLISHED, /* a document, or a benchmark of somebody else */
	ORIGIN_DERIVED,	  /* from other figures or another device */
	N_ORIGIN
};

struct device {
	const char *id; /* "a100" */
#define FIELD(member, path, unit, lo, hi, need, what)
#define TEXT(member, path, what) const char *member;
#include "hw/fields.def"
#define FIELD(member, path, unit, lo, hi, need, what) double member;
#define TEXT(member, path, what)
#include "hw/fields.def"
	const char *sources[N_DEVICE_FIELD]; /* of each figure, or NULL */
	/* The factor by which a derived figure may be off (hw/derive.def);
	 * 0: its block, or a parent's, states it.
	 */
	double doubt[N_DEVICE_FIELD];
};

/* One row of fields.def. */
struct device_field_info {
	const char *path; /* "l2.size", as the language spells it */
	const char *unit; /* "B", a name of the unit table; "", "whole": none */
	double lo, hi;	  /* the range that makes sense, inclusive */
	enum device_need need;
	const char *what;
	size_t offset; /* of the member in struct device */
};

struct device_text_info {
	const char *path, *what;
	size_t offset;
};

/* Boards run at most this much faster than the boost clock of their data sheet:
 * the RTX 2080 Ti of public/convolution.csv at 1.8 GHz, 1.545 on paper.
 */
#define DEVICE_ABOVE_BOOST 1.2

extern const struct device_field_info device_fields[N_DEVICE_FIELD];
extern const struct device_text_info device_texts[N_DEVICE_TEXT];

/* A device without any figure. */
void device_init(struct device *dev, const char *id);

/* True if a figure counts things, which have no halves. */
bool device_is_whole(const struct device_field_info *info);

/* The index of the figure or text called "path", or -1. */
int device_find(const char *path);
int device_find_text(const char *path);

double device_get(const struct device *dev, int field);
void device_set(struct device *dev, int field, double value);
const char *device_get_text(const struct device *dev, int text);
void device_set_text(struct device *dev, int text, const char *value);

/* Say where a figure comes from.  A source that starts with the word "derived"
 * or "measured" says its origin.
 */
void device_cite(struct device *dev, int field, const char *source);
enum device_origin device_origin(const struct device *dev, int field);

/* Change a figure that a parent gave: unlike device_set(), this also
 * forgets where it came from and what the published tool has for it.
 * Of a block that sets a figure and its companion, the figure goes first.
 */
void device_override(struct device *dev, int field, double value);

/* The shared memory of one SM when its blocks want "need_B" bytes in all:
 * the smallest of "shared.carveouts" that holds them, or all there is where
 * nothing can be carved; NaN when they do not fit.
 * What is left of l1.size then is L1.
 */
double device_carveout(const struct device *dev, double need_B);

/* The first figure that is missing though NEED_ALWAYS, or out of range,
 * at or after "from"; -1 when all is well.
 */
int device_check(const struct device *dev, int from);

/* The same for texts: the first that says what it must not. */
int device_check_text(const struct device *dev, int from);

#endif
