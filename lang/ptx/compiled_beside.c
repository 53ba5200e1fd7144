/* What the assembler made of a kernel: registers from a cubin, instructions
 * from a listing, given by the user or found beside the PTX file.  What is
 * found may be of another build, so reports name it, and say what speaks
 * against it.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/files.h"
#include "lang/base/memory.h"
#include "lang/ptx/compiled_parts.h"

static const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

bool compiled_listing(struct ptx_arguments *args, const char *path,
	const char *text, const char *entry, char why[256])
{
	struct sass *s = memory_new(sizeof(*s));

	if (!sass_read(text, entry, s, why)) {
		free(s);
		return false;
	}
	args->sass = s;
	args->sass_name = memory_copy_text(file_name(path));
	return true;
}

static void take_registers(struct ptx_arguments *args, const char *path,
	const struct cubin *found)
{
	args->taken = *found;
	args->registers = found->registers;
	free(args->taken_from);
	args->taken_from = memory_copy_text(file_name(path));
}

bool compiled_registers(struct ptx_arguments *args, const char *path,
	const char *data, size_t len, const char *entry, char why[256])
{
	struct cubin found;

	if (!cubin_read(data, len, entry, &found, why))
		return false;
	take_registers(args, path, &found);
	return true;
}

static void note_registers(struct compiled *c)
{
	const struct cubin *t = &c->args.taken;

	if (!c->args.taken_from)
		return;
	buffer_printf(&c->notes, "# %d registers", t->registers);
	if (t->shared_B > 0)
		buffer_printf(&c->notes, ", %lld B of static shared memory",
			(long long) t->shared_B);
	buffer_printf(&c->notes, ": %s\n", c->args.taken_from);
	if (t->spill_store_B > 0 || t->spill_load_B > 0)
		buffer_printf(&c->notes,
			"# spills: code for %lld B of stores and %lld B of "
			"loads, which a thread runs once\n",
			(long long) t->spill_store_B,
			(long long) t->spill_load_B);
	else if (t->stack_B > 0)
		buffer_printf(&c->notes,
			"# %lld B of local memory a thread: what is not of "
			"arrays is spilled once\n",
			(long long) t->stack_B);
}

/* ---------------------------------------------------- beside the PTX file */

/* A build writes its files within a minute, in whatever order. */
#define BUILD_S 60

static bool is_older(const char *path, const char *than)
{
	int64_t s, than_s;

	return files_written(path, &s) && files_written(than, &than_s) &&
		s < than_s - BUILD_S;
}

/* Bytes of the parameters of a kernel, each at a multiple of its alignment. */
static int64_t param_bytes(const struct ptx_function *f)
{
	int64_t n = 0;

	for (int i = 0; i < f->n_param; ++i) {
		const struct ptx_variable *p = &f->param[i];
		int64_t align = ptx_type_bytes(p->type);

		align = p->align > align ? p->align : align;
		n = (n + align - 1) / align * align + p->bytes;
	}
	return n;
}

/* "registers are those of heat.cubin", and why they may be of other code */
static void name_source(const struct compiled *c, const char *what,
	const char *path, const char *ptx, int target, struct buffer *out)
{
	int wanted = c->module->target;

	buffer_printf(out, "%s those of %s beside the PTX", what,
		file_name(path));
	if (target > 0 && wanted > 0 && target != wanted)
		buffer_printf(out,
			"; it is code for sm_%d, the PTX is for sm_%d", target,
			wanted);
	if (is_older(path, ptx))
		buffer_add(out,
			"; it is older than the PTX: if the kernel changed in "
			"between, compile it again");
}

static void find_listing(struct compiled *c, const char *path, const char *ptx)
{
	const char *entry = c->module->name[c->function->name];
	struct buffer text = { 0 };
	char why[256];

	if (c->args.sass || !files_read(path, &text))
		return;
	c->args.sass_is_found = compiled_listing(&c->args, path,
		buffer_text(&text), entry, why);
	if (c->args.sass_is_found) {
		name_source(c, "instructions by class are", path, ptx,
			c->args.sass->target, &c->listing);
		snprintf(why, sizeof(why),
			"its loops and calls are not those of the PTX");
	}
	buffer_printf(&c->no_listing, "%s beside the PTX is not used: %s",
		file_name(path), why);
	buffer_free(&text);
}

/* A kernel of the same name with other parameters is another kernel. */
static bool find_kernel(const struct compiled *c, const struct buffer *data,
	struct cubin *found, char why[256])
{
	int64_t param_B = param_bytes(c->function);

	if (!cubin_read(buffer_text(data), data->len,
		    c->module->name[c->function->name], found, why))
		return false;
	if (found->param_B == 0 || found->param_B == param_B)
		return true;
	snprintf(why, 256,
		"its kernel has %lld B of parameters, that of the PTX %lld B",
		(long long) found->param_B, (long long) param_B);
	return false;
}

static void find_cubin(struct compiled *c, const char *path, const char *ptx)
{
	struct buffer data = { 0 };
	struct cubin found;
	char why[256];

	if (c->args.registers > 0 || !files_read(path, &data))
		return;
	if (find_kernel(c, &data, &found, why)) {
		take_registers(&c->args, path, &found);
		name_source(c, "registers are", path, ptx, found.target,
			&c->cubin);
	} else {
		buffer_printf(&c->cubin, "%s beside the PTX is not used: %s",
			file_name(path), why);
	}
	buffer_free(&data);
}

void compiled_find_build(struct compiled *c, const char *path)
{
	size_t len = strlen(path);
	struct buffer name = { 0 };

	if (len > 4 && strcmp(path + len - 4, ".ptx") == 0) {
		buffer_add_bytes(&name, path, len - 4);
		buffer_add(&name, ".sass");
		find_listing(c, buffer_text(&name), path);
		buffer_free(&name);
		buffer_add_bytes(&name, path, len - 4);
		buffer_add(&name, ".cubin");
		find_cubin(c, buffer_text(&name), path);
		buffer_free(&name);
	}
	note_registers(c);
}
