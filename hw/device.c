/* Access to the figures of a device by their row in fields.def, and the check
 * that all which models need are there and within range.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hw/device.h"

#define COMPANION "warpspeed."

const struct device_field_info device_fields[N_DEVICE_FIELD] = {
#define FIELD(member, path, unit, lo, hi, need, what) \
	{ path, unit, lo, hi, need, what, offsetof(struct device, member) },
#define TEXT(member, path, what)
#include "hw/fields.def"
};

const struct device_text_info device_texts[N_DEVICE_TEXT] = {
#define FIELD(member, path, unit, lo, hi, need, what)
#define TEXT(member, path, what) \
	{ path, what, offsetof(struct device, member) },
#include "hw/fields.def"
};

/* The index of the figure whose path is "prefix" followed by "path". */
static int find_prefixed(const char *prefix, const char *path)
{
	size_t n = strlen(prefix);

	for (int i = 0; i < N_DEVICE_FIELD; ++i)
		if (device_fields[i].path[0] == prefix[0] &&
			strncmp(device_fields[i].path, prefix, n) == 0 &&
			strcmp(device_fields[i].path + n, path) == 0)
			return i;
	return -1;
}

/* Reading a device asks for each of its figures: a compared byte spares most
 * calls of strcmp().
 */
int device_find(const char *path)
{
	for (int i = 0; i < N_DEVICE_FIELD; ++i)
		if (device_fields[i].path[0] == path[0] &&
			strcmp(device_fields[i].path, path) == 0)
			return i;
	return -1;
}

bool device_is_whole(const struct device_field_info *info)
{
	return strcmp(info->unit, "whole") == 0;
}

int device_find_text(const char *path)
{
	for (int i = 0; i < N_DEVICE_TEXT; ++i)
		if (strcmp(device_texts[i].path, path) == 0)
			return i;
	return -1;
}

static int companion_of(int field)
{
	return find_prefixed(COMPANION, device_fields[field].path);
}

double device_get(const struct device *dev, int field)
{
	const char *p = (const char *) dev + device_fields[field].offset;

	return *(const double *) p;
}

void device_set(struct device *dev, int field, double value)
{
	*(double *) ((char *) dev + device_fields[field].offset) = value;
}

const char *device_get_text(const struct device *dev, int text)
{
	const char *p = (const char *) dev + device_texts[text].offset;

	return *(const char *const *) p;
}

void device_set_text(struct device *dev, int text, const char *value)
{
	char *p = (char *) dev + device_texts[text].offset;

	*(const char **) p = value;
}

void device_init(struct device *dev, const char *id)
{
	dev->id = id;
	for (int i = 0; i < N_DEVICE_TEXT; ++i)
		device_set_text(dev, i, NULL);
	for (int i = 0; i < N_DEVICE_FIELD; ++i) {
		device_set(dev, i, NAN);
		device_cite(dev, i, NULL);
		dev->doubt[i] = 0;
	}
}

void device_cite(struct device *dev, int field, const char *source)
{
	dev->sources[field] = source;
}

static bool starts_with(const char *text, const char *word)
{
	return strncmp(text, word, strlen(word)) == 0;
}

enum device_origin device_origin(const struct device *dev, int field)
{
	const char *source = dev->sources[field];

	if (dev->doubt[field] > 0)
		return ORIGIN_DERIVED;
	if (!source)
		return ORIGIN_GIVEN;
	if (starts_with(source, "derived"))
		return ORIGIN_DERIVED;
	return starts_with(source, "measured") ||
			starts_with(source, "fitted") ?
		ORIGIN_MEASURED :
		ORIGIN_PUBLISHED;
}

void device_override(struct device *dev, int field, double value)
{
	int companion = companion_of(field);

	device_set(dev, field, value);
	device_cite(dev, field, NULL);
	dev->doubt[field] = 0;
	if (companion < 0)
		return;
	device_set(dev, companion, NAN);
	device_cite(dev, companion, NULL);
}

/* The next size of the list "text" in "size_KiB", or false at its end.
 * "*text" is left on what was not understood, if anything.
 */
static bool next_carveout(const char **text, double *size_KiB)
{
	char *end;

	*size_KiB = strtod(*text, &end);
	if (end == *text)
		return false;
	*text = end;
	return true;
}

double device_carveout(const struct device *dev, double need_B)
{
	const char *text = dev->carveouts;
	double size_KiB;

	if (!text)
		return need_B <= dev->sm_shared_B ? dev->sm_shared_B : NAN;
	while (next_carveout(&text, &size_KiB))
		if (size_KiB * 1024 >= need_B)
			return size_KiB * 1024;
	return NAN;
}

static bool missing(const struct device_field_info *info, double value)
{
	return isnan(value) && info->need == NEED_ALWAYS;
}

static bool out_of_range(const struct device_field_info *info, double value)
{
	return value < info->lo || value > info->hi;
}

int device_check(const struct device *dev, int from)
{
	for (int i = from; i < N_DEVICE_FIELD; ++i) {
		double value = device_get(dev, i);

		if (missing(&device_fields[i], value) ||
			out_of_range(&device_fields[i], value))
			return i;
	}
	return -1;
}

/* Is "word" one of the "words", which end with NULL? */
static bool one_of(const char *word, const char *const *words)
{
	for (; *words; ++words)
		if (strcmp(word, *words) == 0)
			return true;
	return false;
}

/* Are these sizes in ascending order, and nothing else? */
static bool are_carveouts(const char *text)
{
	double last_KiB = -1, size_KiB;

	while (next_carveout(&text, &size_KiB)) {
		if (!(size_KiB > last_KiB && size_KiB <= 1e4))
			return false;
		last_KiB = size_KiB;
	}
	return last_KiB >= 0 && text[strspn(text, " ")] == '\0';
}

static bool text_holds(int text, const char *value)
{
	static const char *const vendors[] = { "nvidia", "amd", "intel",
		"simulated", NULL };
	static const char *const l1_models[] = { "nv", "cdna", "rdna", NULL };
	static const char *const policies[] = { "lru", "random", "segmented",
		NULL };

	switch (text) {
	case DEVICE_TEXT_vendor: return one_of(value, vendors);
	case DEVICE_TEXT_l1_model: return one_of(value, l1_models);
	case DEVICE_TEXT_l1_policy: return one_of(value, policies);
	case DEVICE_TEXT_carveouts: return are_carveouts(value);
	}
	return true;
}

int device_check_text(const struct device *dev, int from)
{
	for (int i = from; i < N_DEVICE_TEXT; ++i) {
		const char *value = device_get_text(dev, i);

		if (value ? !text_holds(i, value) : i == DEVICE_TEXT_l1_model)
			return i;
	}
	return -1;
}
