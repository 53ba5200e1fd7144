/* A function of a PTX module as a kernel: its parameters get names and values,
 * its guards give the domain, and each launch executes it anew.
 */

#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/launch/addresses.h"
#include "lang/launch/lower.h"
#include "lang/ptx/compiled_parts.h"
#include "lang/ptx/ptx_taken.h"

/* -------------------------------------------------------------- entries */

static bool has_name(const struct ptx_module *m, const struct ptx_function *f,
	const char *entry)
{
	return ptx_is_called(m->name[f->name], entry);
}

#define MOST_NAMED 12

/* Says a name of kernel "f" that no other has. */
static void note_entry(const struct ptx_module *m, const struct ptx_function *f,
	struct diag *diag)
{
	char *source = ptx_source_name(m->name[f->name]);
	int n = 0;

	for (int i = 0; i < m->n_function; ++i)
		n += m->function[i].is_entry &&
			has_name(m, &m->function[i], source);
	diag_note(diag, "it has \"%s\"", n == 1 ? source : m->name[f->name]);
	free(source);
}

static void suggest_entry(const struct ptx_module *m, const char *entry,
	struct diag *diag)
{
	const char **name = memory_new(
		((size_t) m->n_function + 1) * sizeof(*name));
	int n = 0;

	for (int i = 0; i < m->n_function; ++i)
		if (m->function[i].is_entry)
			name[n++] = m->name[m->function[i].name];
	diag_suggest(diag, entry, name, n);
	free(name);
	for (int i = 0, noted = 0; i < m->n_function && noted < MOST_NAMED; ++i)
		if (m->function[i].is_entry) {
			note_entry(m, &m->function[i], diag);
			++noted;
		}
}

static const struct ptx_function *find_entry(const struct ptx_module *m,
	const char *entry, struct diag *diag, struct loc loc)
{
	const struct ptx_function *found = NULL;
	int n = 0, n_noted = 0;

	for (int i = 0; i < m->n_function; ++i) {
		const struct ptx_function *f = &m->function[i];

		if (!f->is_entry || !f->has_body ||
			(entry && !has_name(m, f, entry)))
			continue;
		found = f;
		++n;
		if (entry && strcmp(m->name[f->name], entry) == 0)
			return f;
	}
	if (n == 1)
		return found;
	if (n == 0 && entry) {
		diag_error(diag, loc, NULL, "%s has no kernel '%s'",
			m->source->name, entry);
		suggest_entry(m, entry, diag);
		return NULL;
	}
	if (n == 0)
		diag_error(diag, loc, NULL, "%s has no kernel",
			m->source->name);
	else
		diag_error(diag, loc, NULL,
			"%s has several kernels%s%s: say which",
			m->source->name, entry ? " called " : "",
			entry ? entry : "");
	for (int i = 0; i < m->n_function && n_noted < MOST_NAMED; ++i)
		if (m->function[i].is_entry &&
			(!entry || has_name(m, &m->function[i], entry))) {
			++n_noted;
			note_entry(m, &m->function[i], diag);
		}
	return NULL;
}

/* ------------------------------------------------------------- launches */

static const char *const notes[N_PTX_NOTE] = {
	[NOTE_GATHER] = "an address depends on data: a warp touches as many "
			"lines as 'gather' says",
	[NOTE_RANDOM] = "an address depends on data: any element is taken to "
			"be as likely as another",
	[NOTE_BRANCH] = "a branch depends on data: both sides are counted",
	[NOTE_EXIT] = "a loop may end early, depending on data: it is counted "
		      "to its end",
	[NOTE_TRIPS] = "how often a loop runs depends on data: 'trips' times",
	[NOTE_EACH] = "data decide several loops, and each runs 'trips' times; "
		      "where the compiler made them of one, too much is "
		      "counted: compile it with #pragma unroll 1",
	[NOTE_LOCAL] = "local memory is counted as instructions, without its "
		       "traffic",
	[NOTE_SHARED] = "a shared address depends on data: it is taken to be "
			"free of bank conflicts; gather = \"random\" if any "
			"element is as likely as another",
	[NOTE_WIDE] = "accesses of different widths to one array: a wide one "
		      "is counted as several",
	[NOTE_ATOMIC] = "an atomic update other than of a number of 32 or 64 "
			"bits is counted as one of these",
	[NOTE_RANGE] = "a 32-bit number may exceed its range: it is taken not "
		       "to",
	[NOTE_SIGN] = "a number that may be negative is taken not to be, where "
		      "the code treats it as unsigned",
	[NOTE_CALL] = "a function that is not in the file is counted as one "
		      "call",
	[NOTE_TENSOR] = "a matrix product of 1 or 4 bits takes a turn of "
			"issue: matrix units are left out, so the time is a "
			"lower bound",
	[NOTE_GROUP] = "wgmma reads its factors from shared memory by "
		       "descriptors: these reads are left out",
	[NOTE_TEXTURE] = "textures and surfaces are counted as instructions, "
			 "without their traffic",
	[NOTE_ORDINARY] = "arguments of functions are taken to be ordinary: "
			  "paths for infinite, denormal and very large ones "
			  "do not run",
	[NOTE_BULK] = "a bulk copy (TMA) is counted as if all threads of the "
		      "block made it, 16 B each",
	[NOTE_UNKNOWN] = "an instruction that is not known has an address: it "
			 "is counted as one instruction, without its traffic",
	[NOTE_MEET] = "where lanes that data let go on meet others again, all "
		      "that may come are counted",
	[NOTE_CHOICE] = "data choose between addresses less than 128 B apart: "
			"the first is counted",
};

/* The text of a note, which lives as long as "c"; NULL: reports do not name
 * it.
 */
static const char *assumption(const struct compiled *c,
	const struct ptx_run *run, enum ptx_note note)
{
	if (note == NOTE_BRANCH && c->open.len > 0)
		return buffer_text(&c->open);
	if (!run->note[note] || (note == NOTE_LOCAL && run->has_sass))
		return NULL;
	return notes[note];
}

static void add_assumed(struct kernel_def *k, const struct buffer *text)
{
	if (text->len > 0 && k->n_assumed < KERNEL_ASSUMED)
		k->assumed[k->n_assumed++] = buffer_text(text);
}

/* Assumptions that reports name, the gravest first. */
static void assume(const struct compiled *c, const struct ptx_run *run,
	struct kernel_def *k)
{
	static const char *const alike[] = {
		"threads of a block along x do the same work: the code does "
		"not read threadIdx.x",
		"threads of a block along y do the same work: the code does "
		"not read threadIdx.y",
		"threads of a block along z do the same work: the code does "
		"not read threadIdx.z",
	};
	static const enum ptx_note grave[] = { NOTE_UNKNOWN, NOTE_TEXTURE,
		NOTE_TENSOR, NOTE_GROUP, NOTE_LOCAL, NOTE_TRIPS, NOTE_EACH,
		NOTE_GATHER, NOTE_RANDOM, NOTE_SHARED, NOTE_EXIT, NOTE_BRANCH,
		NOTE_CALL, NOTE_WIDE, NOTE_RANGE, NOTE_BULK, NOTE_MEET };

	k->has_open_branches |= run->note[NOTE_SHARED] != NULL;
	for (int i = 0; i < run->n_branch; ++i)
		k->has_open_branches |= run->branch[i].share < 0;
	for (size_t i = 0; i < sizeof(grave) / sizeof(grave[0]); ++i) {
		const char *text = assumption(c, run, grave[i]);

		if (text && k->n_assumed < KERNEL_ASSUMED)
			k->assumed[k->n_assumed++] = text;
	}
	for (int d = 0; d < 3; ++d)
		if (!((c->axes >> d) & 1) && run->block[d] > 1 &&
			k->n_assumed < KERNEL_ASSUMED)
			k->assumed[k->n_assumed++] = alike[d];
	add_assumed(k, &c->said);
	add_assumed(k, &c->cubin);
	add_assumed(k, run->has_sass ? &c->listing : &c->no_listing);
}

static void write_notes(const struct compiled *c, const struct ptx_run *run,
	struct buffer *out)
{
	const struct buffer *texts[] = { &c->cubin,
		run->has_sass ? &c->listing : &c->no_listing, &c->open,
		&c->said };

	if (run->has_sass)
		buffer_printf(out, "# instructions by class: %s\n",
			run->args->sass_name);
	for (int i = 0; i < N_PTX_NOTE; ++i) {
		int line, col;

		if (!run->note[i] || (i == NOTE_BRANCH && c->open.len > 0))
			continue;
		source_position(run->module->source, run->note[i]->begin, &line,
			&col);
		buffer_printf(out, "# line %d: %s\n", line, notes[i]);
	}
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); ++i)
		if (texts[i]->len > 0)
			buffer_printf(out, "# %s\n", buffer_text(texts[i]));
}

/* Registers of an SM of every NVIDIA GPU since Kepler, which are handed out by
 * eights to the lanes of a warp.
 */
#define SM_REGISTERS  65536
#define REGISTER_UNIT 8

/* What __launch_bounds__ and .maxnreg leave of registers; 0: any number. */
static int most_registers(const struct ptx_function *f)
{
	const int64_t *n = f->reqntid[0] > 0 ? f->reqntid : f->maxntid;
	int64_t most = f->maxnreg > 0 && f->maxnreg < 256 ? f->maxnreg : 0;

	if (f->minnctapersm > 0 && f->minnctapersm <= 64 && n[0] > 0 &&
		n[0] <= 1024 && n[1] > 0 && n[1] <= 1024 && n[2] > 0 &&
		n[2] <= 64) {
		int64_t fit = SM_REGISTERS /
			(f->minnctapersm * n[0] * n[1] * n[2]) / REGISTER_UNIT *
			REGISTER_UNIT;

		if (fit >= REGISTER_UNIT && (most == 0 || fit < most))
			most = fit;
	}
	return most < 256 ? (int) most : 0;
}

/* Nobody said which words of shared memory data choose: the kernel takes them to
 * be free of conflicts.  What the interval of the time also holds is that any
 * word is as likely as another.
 */
static void draw_shared(struct ptx_run *run)
{
	for (int i = 0; i < run->n_base; ++i) {
		struct ptx_base *b = &run->base[i];

		if (b->kind == BASE_SHARED && b->bytes > 0 &&
			b->gather.lines < 1)
			b->gather.is_random = true;
	}
}

/* Runs the function for a launch.  The kernel, or NULL after an error. */
static struct kernel_def *run_for(const struct compiled *c, struct ptx_run *run,
	const int64_t block[3], const int64_t domain[3], bool is_probe)
{
	char *plain = ptx_plain_name(c->module->name[c->function->name]);
	bool ok;

	run->module = c->module;
	run->function = c->function;
	run->args = run->args ? run->args : &c->args;
	run->is_probe = is_probe;
	for (int d = 0; d < 3; ++d) {
		run->block[d] = block[d] > 0 ? block[d] : 1;
		run->domain[d] = domain[d] > 0 ? domain[d] : 1;
		run->grid[d] = (run->domain[d] + run->block[d] - 1) /
			run->block[d];
	}
	run->n_base = c->n_base;
	run->base_at = &c->base_at;
	run->base = memory_new(((size_t) c->n_base + 1) * sizeof(*run->base));
	if (c->n_base > 0)
		memcpy(run->base, c->base,
			(size_t) c->n_base * sizeof(*run->base));
	/* the maker holds the source: threads must not count references */
	if (run->args->side == SIDE_ALL)
		draw_shared(run);
	run->k = kernel_new(plain, NULL, NULL);
	run->k->dims = c->dims;
	run->k->one_block = c->one_block;
	run->k->most_registers = most_registers(c->function);
	run->k->registers_from = c->args.taken_from;
	free(plain);
	ok = ptx_run(run) && (is_probe || ptx_emit_finish(run));
	if (!ok) {
		kernel_drop(run->k);
		run->k = NULL;
	} else {
		assume(c, run, run->k);
	}
	return run->k;
}

static void end_run(struct ptx_run *run)
{
	ptx_run_clear(run);
	free(run->base);
}

static void compiled_drop(void *made_from)
{
	struct compiled *c = made_from;

	if (--c->refs > 0)
		return;
	for (int i = 0; i < c->n_base; ++i)
		free(c->base[i].title);
	free(c->base);
	map_clear(&c->base_at);
	free(c->param_at);
	compiled_clear(&c->args);
	buffer_free(&c->notes);
	buffer_free(&c->open);
	buffer_free(&c->said);
	buffer_free(&c->cubin);
	buffer_free(&c->listing);
	buffer_free(&c->no_listing);
	if (c->module)
		ptx_drop(c->module);
	free(c);
}

/* Does the code allow the block?  Triton fixes it. */
static bool check_block(const struct compiled *c, const int64_t block[3],
	struct diag *diag)
{
	const struct ptx_function *f = c->function;
	struct loc loc = { c->module->source, f->begin, f->end };
	const int64_t *n = f->reqntid;

	if (n[0] > 0 && memcmp(n, block, 3 * sizeof(*n)) != 0)
		return diag_error(diag, loc, NULL,
			"this kernel was compiled for blocks of (%lld, %lld, "
			"%lld)",
			(long long) n[0], (long long) n[1], (long long) n[2]);
	n = f->maxntid;
	if (n[0] > 0 && block[0] * block[1] * block[2] > n[0] * n[1] * n[2])
		return diag_error(diag, loc, NULL,
			"this kernel was compiled for at most %lld threads in "
			"a block",
			(long long) (n[0] * n[1] * n[2]));
	return true;
}

static struct kernel_def *at_launch(const struct kernel_def *k,
	const int64_t block[3], const int64_t domain[3], enum kernel_side side,
	struct diag *diag, struct eval *ev)
{
	const struct compiled *c = k->made_from;
	struct ptx_arguments args = c->args; /* owns nothing */
	struct ptx_run run = {
		.args = &args,
		.diag = diag,
		.ev = ev,
	};
	struct kernel_def *made;

	if (!check_block(c, block, diag))
		return NULL;
	args.side = side;
	made = run_for(c, &run, block, domain, false);
	end_run(&run);
	return made;
}

static void show_compiled(const struct kernel_def *k, struct buffer *out)
{
	const struct compiled *c = k->made_from;
	struct diag diag = { 0 };
	struct lower_env env = lower_env(c->ev);
	struct options o = {
		.n_block = c->dims,
		.n_fold = c->dims,
		.fold = { 1, 1, 1 },
		.type = TYPE_DOUBLE,
	};
	struct kernel kernel = { 0 };
	struct launch launch;
	struct kernel_def *made;

	env.diag = &diag;
	memcpy(o.block, c->block, sizeof(o.block));
	made = lower_definition(&env, k, &o, (struct loc) { 0 });
	if (made &&
		lower_kernel(&env, k, &o, (struct loc) { 0 }, &kernel,
			&launch)) {
		addresses_print(made, &kernel, &launch, out);
		buffer_add_char(out, '\n');
		lower_clear(&kernel);
	} else if (diag.n_entry > 0) {
		buffer_printf(out,
			"# not printed for block (%lld, %lld, %lld): "
			"%s\n",
			(long long) c->block[0], (long long) c->block[1],
			(long long) c->block[2], diag.entry[0].message);
	}
	buffer_add(out, "# ");
	kernel_summary(k, out);
	if (c->notes.len > 0) {
		buffer_add_char(out, '\n');
		buffer_add(out, buffer_text(&c->notes));
		buffer_trim(out, '\n');
	}
	if (made)
		kernel_drop(made);
	diag_clear(&diag);
}

static const struct kernel_maker maker = {
	.at_launch = at_launch,
	.show = show_compiled,
	.release = compiled_drop,
};

/* --------------------------------------------------------------- domain */

/* Bits: 1 << d: tid or ntid along axis d is read, 8 << d: ctaid. */
static unsigned axes_of(const struct compiled *c)
{
	unsigned axes = 0;

	for (int i = 0; i < c->module->n_function; ++i) {
		const struct ptx_function *f = &c->module->function[i];

		if (f->is_entry && f != c->function)
			continue;
		for (int j = 0; j < f->n_instruction; ++j)
			for (int o = 0; o < f->instruction[j].n_operand; ++o) {
				const struct ptx_operand *p =
					&f->instruction[j].operand[o];
				const char *name, *dot;

				if (p->kind != OPERAND_NAME)
					continue;
				name = c->module->name[p->name];
				dot = strchr(name, '.');
				if (name[0] != '%' || !dot || dot[1] < 'x' ||
					dot[1] > 'z')
					continue;
				if (strncmp(name, "%tid", 4) == 0 ||
					strncmp(name, "%ntid", 5) == 0)
					axes |= 1u << (dot[1] - 'x');
				if (strncmp(name, "%ctaid", 6) == 0)
					axes |= 8u << (dot[1] - 'x');
			}
	}
	return axes;
}

/* Blocks to read a kernel for where none is given, by axes: code for blocks of
 * 128 threads may be none for 256.
 */
#define GUESSES 6

/* Halves a block until it has no more threads than the code is for. */
static void fit_block(const int64_t most[3], int64_t block[3])
{
	while (block[0] * block[1] * block[2] > most[0] * most[1] * most[2] &&
		block[0] * block[1] * block[2] > 1) {
		int d = block[0] >= block[1] && block[0] >= block[2] ? 0 :
			block[1] >= block[2]			     ? 1 :
								       2;

		block[d] /= 2;
	}
}

static void default_block(struct compiled *c, unsigned axes, int guess)
{
	static const int64_t blocks[3][GUESSES][3] = {
		{ { 256, 1, 1 }, { 128, 1, 1 }, { 64, 1, 1 }, { 32, 1, 1 },
			{ 512, 1, 1 }, { 1024, 1, 1 } },
		{ { 32, 8, 1 }, { 16, 16, 1 }, { 32, 32, 1 }, { 8, 8, 1 },
			{ 64, 4, 1 }, { 128, 2, 1 } },
		{ { 32, 4, 2 }, { 8, 8, 8 }, { 4, 4, 4 }, { 16, 4, 4 },
			{ 32, 8, 1 }, { 16, 16, 1 } },
	};
	int n = 0;

	for (int d = 0; d < 3; ++d) {
		n += (axes >> d) & 1;
		if ((axes >> d) & 9)
			c->dims = d + 1;
	}
	c->dims = c->dims > 0 ? c->dims : 1;
	for (int d = 0; d < 3; ++d) {
		c->block[d] = (axes >> d) & 1 ? blocks[n - 1][guess][d] : 1;
		if (c->function->reqntid[d] > 0)
			c->block[d] = c->function->reqntid[d];
		if (c->args.n_block > 0)
			c->block[d] = d < c->args.n_block ? c->args.block[d] :
							    1;
	}
	if (c->args.n_block == 0 && c->function->maxntid[0] > 0)
		fit_block(c->function->maxntid, c->block);
}

/* A grid of which nothing is known, for the run that looks for guards: blocks
 * along each axis, small enough for 32-bit indices.
 */
#define PROBE_BLOCKS ((int64_t) 1 << 16)
/* Threads along x, of a second run. */
#define PROBE_MOST ((int64_t) 1 << 30)

/* A guard x < nx - 1 stands in a launch of nx threads: the argument that is at
 * most this much above a bound is the extent.
 */
#define MARGIN 16

/* True if the kernel cannot be read for another block either. */
static bool is_final(const struct ptx_run *run)
{
	return run->is_exhausted || run->lacks_argument;
}

/* True if some code of the kernel runs under a condition. */
static bool has_conditions(const struct compiled *c)
{
	for (int i = 0; i < c->module->n_function; ++i) {
		const struct ptx_function *f = &c->module->function[i];

		if (f->is_entry && f != c->function)
			continue;
		for (int j = 0; j < f->n_instruction; ++j)
			if (f->instruction[j].guard >= 0)
				return true;
	}
	return false;
}

static int64_t near_argument(const struct compiled *c, int64_t bound)
{
	int64_t best = bound + MARGIN + 1;

	for (int i = 0; i < c->n_base; ++i)
		if (c->base[i].is_given && c->base[i].value >= bound &&
			c->base[i].value < best)
			best = c->base[i].value;
	return best <= bound + MARGIN ? best : bound;
}

/* The threads of the launch: what the user says, or what guards allow. */
static bool find_domain(struct compiled *c, int guess, struct diag *diag,
	struct loc loc, struct eval *ev)
{
	struct ptx_run run = {
		.diag = diag,
		.ev = ev,
	};
	unsigned axes = c->axes = axes_of(c);
	int64_t many[3];
	bool ok = true;

	default_block(c, axes, guess);
	c->one_block = 0;
	for (int d = 0; d < 3; ++d)
		c->domain[d] = 1;
	if (c->args.n_over > 0) {
		/* (n, 1, 1) is a launch of one dimension */
		for (int d = 0; d < c->args.n_over; ++d) {
			c->domain[d] = c->args.over[d];
			if (d >= c->dims && c->args.over[d] > 1)
				c->dims = d + 1;
		}
		for (int d = 0; ok && d < 3; ++d)
			ok = c->domain[d] >= 1 &&
				c->domain[d] <= ((int64_t) 1 << 40);
		return ok ||
			diag_error(diag, loc, NULL,
				"a launch has at least one thread, and less "
				"than 2^40 along an axis");
	}
	for (int d = 0; d < 3; ++d)
		many[d] = (axes >> d) & 9 ? PROBE_BLOCKS * c->block[d] :
					    c->block[d];
	if (!run_for(c, &run, c->block, many, true)) {
		c->is_final = is_final(&run);
		end_run(&run);
		return false;
	}
	/* a guard may lie beyond: only x has as many blocks */
	if ((axes & 9) && ptx_emit_extent(&run, 0) < 0 && !run.uses_grid &&
		has_conditions(c)) {
		kernel_drop(run.k);
		end_run(&run);
		many[0] = PROBE_MOST / c->block[0] * c->block[0];
		run = (struct ptx_run) {
			.diag = diag,
			.ev = ev,
		};
		if (!run_for(c, &run, c->block, many, true)) {
			c->is_final = is_final(&run);
			end_run(&run);
			return false;
		}
	}
	for (int d = 0; d < c->dims && ok; ++d) {
		int64_t bound;

		if (!((axes >> d) & 9))
			continue;
		bound = ptx_emit_extent(&run, d);
		/* blocks only, or no guard: the launch decides */
		ok = bound > 0 && !run.uses_grid;
		if (ok)
			c->domain[d] = near_argument(c, bound);
		else if (!((axes >> d) & 8)) {
			c->domain[d] = c->block[d];
			c->one_block |= 1u << d;
			ok = true;
		}
	}
	if (!ok) {
		c->is_final = true;
		diag_error(diag, loc, NULL,
			"how many threads run '%s' does not follow from its "
			"conditions",
			run.k->name);
		diag_note(diag,
			"say it with 'over': blocks times threads of a block, "
			"as in over = %s",
			c->dims == 1	     ? "4096" :
				c->dims == 2 ? "(4096, 4096)" :
					       "(512, 512, 512)");
	}
	kernel_drop(run.k);
	end_run(&run);
	return ok;
}

/* ---------------------------------------------------------------- whole */

/* Code without optimization keeps its variables in local memory. */
static void explain_local(const struct compiled *c, struct diag *diag)
{
	for (int i = 0; c->function && i < c->function->n_variable; ++i)
		if (c->function->variable[i].space == SPACE_LOCAL) {
			diag_note(diag,
				"this kernel has variables in local memory, "
				"which are not followed: if it was compiled "
				"with -G or -O0, compile it with -O3");
			return;
		}
}

static bool prepare(struct compiled *c, struct eval *ev, struct loc loc,
	const char *path, const char *entry)
{
	struct diag *diag = ev->diag;

	c->function = find_entry(c->module, entry, diag, loc);
	if (!c->function)
		return false;
	compiled_find_params(c, path);
	compiled_find_build(c, path);
	return compiled_give_values(c, diag, loc);
}

/* Reads the kernel for the block that is given, or for the first that it can be
 * read for; errors are those of the first guess.
 */
static struct kernel_def *read_kernel(struct compiled *c, struct ptx_run *run,
	struct loc loc, struct eval *ev)
{
	bool is_fixed = c->args.n_block > 0 || c->function->reqntid[0] > 0;
	struct diag first = { 0 };
	struct kernel_def *k = NULL;

	for (int i = 0; i < (is_fixed ? 1 : GUESSES) && !k; ++i) {
		struct diag diag = { 0 };

		if (c->is_final)
			break;
		*run = (struct ptx_run) {
			.diag = &diag,
			.ev = ev,
			.is_outline = true,
		};
		if (find_domain(c, i, &diag, loc, ev))
			k = run_for(c, run, c->block, c->domain, false);
		c->is_final |= is_final(run);
		if (k) {
			diag_move(ev->diag, &diag);
		} else {
			end_run(run);
			if (i == 0)
				diag_move(&first, &diag);
		}
		diag_clear(&diag);
	}
	if (!k)
		diag_move(ev->diag, &first);
	diag_clear(&first);
	run->diag = ev->diag;
	return k;
}

struct kernel_def *compiled_kernel(struct eval *ev, struct loc loc,
	const char *path, const char *text, size_t len, const char *entry,
	struct ptx_arguments *args)
{
	struct source *source = source_new(path, text, len);
	struct compiled *c = memory_new(sizeof(*c));
	struct ptx_run run;
	struct kernel_def *k = NULL;

	c->refs = 1;
	c->ev = ev;
	c->args = *args;
	*args = (struct ptx_arguments) { 0 };
	c->module = ptx_read(source, ev->diag);
	source_drop(source);
	if (c->module && prepare(c, ev, loc, path, entry))
		k = read_kernel(c, &run, loc, ev);
	if (k) {
		if (!ptx_taken_check(&run, ev->diag, loc) ||
			!compiled_check_gathers(c, &run, ev->diag, loc)) {
			kernel_drop(k);
			k = NULL;
		} else {
			ptx_taken_open(&run, &c->open);
			ptx_taken_said(&run, &c->said);
			write_notes(c, &run, &c->notes);
		}
		end_run(&run);
	}
	if (!k) {
		if (c->module)
			explain_local(c, ev->diag);
		compiled_drop(c);
		return NULL;
	}
	k->maker = &maker;
	k->made_from = c;
	return k;
}
