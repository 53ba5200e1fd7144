/* The first line of a kernel of addresses: its name, fields and domain. */

#include <ctype.h>
#include <string.h>

#include "lang/kernel/build.h"
#include "lang/launch/addresses_parts.h"
#include "lang/syntax/tokens.h"

/* Names of the language that a parameter of CUDA may have. */
static bool is_taken(const char *name)
{
	const struct word *w = tokens_word(name, strlen(name));

	for (int i = 0; build_names[i]; ++i)
		if (strcmp(name, build_names[i]) == 0)
			return true;
	return w && w->class != WORD_PLACE;
}

void addresses_name(struct printer *p, const char *name)
{
	if (*name >= '0' && *name <= '9')
		buffer_add_char(p->out, '_');
	for (const char *c = name; *c; ++c)
		buffer_add_char(p->out, isalnum((unsigned char) *c) ? *c : '_');
	if (is_taken(name))
		buffer_add_char(p->out, '_');
}

static void print_domain(struct printer *p)
{
	buffer_add(p->out, ") over (");
	for (int d = 0; d < p->kernel->dims; ++d)
		buffer_printf(p->out, "%s%lld", d ? ", " : "",
			(long long) p->kernel->domain[d]);
	buffer_add(p->out, ") {\n");
}

static bool is_as_domain(const struct printer *p, const struct field *f)
{
	for (int d = 0; d < 3; ++d)
		if (f->extent[d] != p->kernel->domain[d])
			return false;
	return f->n_component == 1;
}

static bool is_interleaved(const struct kernel_def *k, const char *name)
{
	for (int i = 0; i < k->n_field; ++i)
		if (strcmp(k->field[i].name, name) == 0)
			return k->field[i].is_aos;
	return false;
}

/* A name without a type takes that of the next name that has one. */
static bool has_type(const struct printer *p, int i)
{
	for (; i < p->kernel->n_field; ++i) {
		const struct field *f = &p->kernel->field[i];

		if (!is_as_domain(p, f) || f->base_B != 0)
			return true;
	}
	return false;
}

static void print_field(struct printer *p, int i)
{
	const struct field *f = &p->kernel->field[i];
	bool aos = f->n_component > 1 && is_interleaved(p->k, f->name);
	int n = p->kernel->dims;

	while (n < 3 && f->extent[n] > 1)
		++n;
	buffer_add(p->out, i ? ", " : "");
	addresses_name(p, f->name);
	if (!has_type(p, i))
		return;
	buffer_add(p->out, ": ");
	if (f->n_component > 1)
		buffer_printf(p->out, "[%d]", f->n_component);
	for (int d = 0; d < n; ++d)
		buffer_printf(p->out, "%s%lld", d ? ", " : "[",
			(long long) f->extent[d]);
	buffer_add(p->out, "]");
	if (f->base_B != 0)
		buffer_printf(p->out, " { align = %lld B%s }",
			(long long) f->base_B, aos ? ", layout = aos" : "");
	else if (aos)
		buffer_add(p->out, " { layout = aos }");
}

void addresses_head(struct printer *p)
{
	buffer_add(p->out, "kernel ");
	addresses_name(p, p->k->name);
	buffer_add(p->out, "(");
	for (int i = 0; i < p->kernel->n_field; ++i)
		print_field(p, i);
	print_domain(p);
}
