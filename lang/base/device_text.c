/* Devices as program text. */

#include <string.h>

#include "lang/base/device_text.h"

const struct embedded *device_text_find(const char *name)
{
	for (int i = 0; i < n_embedded; ++i)
		if (strcmp(embedded[i].folder, "hw") == 0 &&
			strcmp(embedded[i].name, name) == 0)
			return &embedded[i];
	return NULL;
}

bool device_text_is_file(const char *device)
{
	size_t n = strlen(device);

	return n > 4 && strcmp(device + n - 4, ".wsp") == 0;
}

void device_text_add(struct buffer *out, const char *device)
{
	bool is_program = device_text_find(device) ||
		strpbrk(device, "{\"\\\n");

	if (is_program && !device_text_is_file(device))
		buffer_add(out, device);
	else
		buffer_quote(out, device);
}
