#ifndef HW_DEVICE_H
#define HW_DEVICE_H

/* What must be known of a GPU.
 *
 * Every figure is a row of fields.def and a member of "struct device" in
 * base units (B, s, Hz, counts); a figure nobody has given is NaN.
 * A device is filled once, checked by device_check(), and then read only.
 */

#include <stdbool.h>
#include <stddef.h>

enum device_field {
#define FIELD(member, path, unit, lo, hi, need, what)	DEVICE_##member,
#define TEXT(member, path, what)
#include "hw/fields.def"
	N_DEVICE_FIELD
};

enum device_need {
	NEED_ALWAYS,	/* no model works without it */
	NEED_MODEL	/* some model or question asks for it */
};

struct device {
	const char *id;			/* "a100"; owned by the caller */
#define FIELD(member, path, unit, lo, hi, need, what)
#define TEXT(member, path, what)	const char *member;
#include "hw/fields.def"
#define FIELD(member, path, unit, lo, hi, need, what)	double member;
#define TEXT(member, path, what)
#include "hw/fields.def"
	bool derived[N_DEVICE_FIELD];	/* not measured or stated: derived */
};

/* One row of fields.def. */
struct device_field_info {
	const char *path;	/* "l2.size", as the language spells it */
	const char *unit;	/* "B", a name of the unit table; "" is none */
	double lo, hi;		/* the range that makes sense, inclusive */
	enum device_need need;
	const char *what;
	size_t offset;		/* of the member in struct device */
};

struct device_text_info {
	const char *path, *what;
	size_t offset;
};

extern const struct device_field_info device_fields[N_DEVICE_FIELD];
extern const struct device_text_info device_texts[];
extern const int n_device_text;

/* A device without any figure. */
void device_init(struct device *dev, const char *id);

/* The index of the field called "path", or -1. */
int device_find(const char *path);

double device_get(const struct device *dev, int field);
void device_set(struct device *dev, int field, double value);

/* The first field that is missing though NEED_ALWAYS, or out of range,
 * at or after "from"; -1 when all is well.
 */
int device_check(const struct device *dev, int from);

#endif
