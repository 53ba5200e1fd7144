/* The ELF notes of cubins, without CUDA.
 *
 * A cubin is an ELF file of 64 bits.  Section .nv.info lists attributes
 * (format, attribute, size, values): 0x2f has the symbol of a kernel and its
 * registers, 0x11 the symbol and its stack.  In .nv.info.KERNEL 0x19 has the
 * bytes of its parameters.  The flags of the file have the device.  Older files have the registers in
 * the top byte of sh_info of .text.KERNEL.  The size of section
 * .nv.shared.KERNEL is its static shared memory.  Executables hold fat
 * binaries, a list of cubins and PTX texts, in section .nv_fatbin.
 */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/base/memory.h"
#include "lang/ptx/cubin_parts.h"
#include "lang/ptx/ptx.h"

#define ATTRIBUTE_REGISTERS 0x2f
#define ATTRIBUTE_STACK	    0x11
#define ATTRIBUTE_PARAMS    0x19

/* Bytes of a file; reads behind its end give 0. */
struct bytes {
	const unsigned char *at;
	size_t len;
};

static uint64_t read_number(const struct bytes *b, size_t at, int size)
{
	uint64_t n = 0;

	if (at > b->len || (size_t) size > b->len - at)
		return 0;
	for (int i = size - 1; i >= 0; --i)
		n = n << 8 | b->at[at + (size_t) i];
	return n;
}

/* The text at "at", "" if it does not end within the file. */
static const char *read_text(const struct bytes *b, size_t at)
{
	if (at >= b->len || !memchr(b->at + at, '\0', b->len - at))
		return "";
	return (const char *) b->at + at;
}

static struct bytes part_of(const struct bytes *b, uint64_t at, uint64_t len)
{
	if (at > b->len)
		return (struct bytes) { b->at, 0 };
	if (len > b->len - at)
		len = b->len - at;
	return (struct bytes) { b->at + at, (size_t) len };
}

/* ------------------------------------------------------------------ names */

static bool is_wanted(const struct cubin_search *s, const char *name)
{
	return !s->entry || ptx_is_called(name, s->entry);
}

/* True if a name is of characters that names of functions have. */
static bool is_plain(const char *name)
{
	const char *at = name;

	while (*at == '_' || *at == '$' || *at == '.' ||
		isalnum((unsigned char) *at))
		++at;
	return at > name && *at == '\0';
}

static bool has_name(const struct cubin_names *n, const char *name)
{
	size_t len = strlen(name);

	for (const char *at = n->text; (at = strstr(at, name)); ++at)
		if ((at == n->text || at[-1] == ' ') &&
			(at[len] == '\0' || at[len] == ','))
			return true;
	return false;
}

/* Adds a name as the source has it, unless that was asked for and says too
 * little: functions of one name differ in their mangled ones.
 */
static void add_name(const struct cubin_search *s, struct cubin_names *n,
	const char *name)
{
	size_t len = strlen(n->text);
	char *source = ptx_source_name(name);
	const char *shown = s->entry && strcmp(source, s->entry) == 0 ? name :
									source;

	if (is_plain(name) && !has_name(n, shown)) {
		if (len + strlen(shown) + 3 > sizeof(n->text))
			n->is_cut = true;
		else
			snprintf(n->text + len, sizeof(n->text) - len, "%s%s",
				len > 0 ? ", " : "", shown);
	}
	free(source);
}

/* The range of registers of a kernel that is there for several devices. */
static void add_registers(struct cubin_search *s, int n)
{
	if (s->low == 0 || n < s->low)
		s->low = n;
	if (n > s->high)
		s->high = n;
}

/* Enters a kernel; the same one for another device counts once. */
void cubin_found(struct cubin_search *s, const char *name,
	const struct cubin *c)
{
	if (!is_wanted(s, name)) {
		add_name(s, &s->other, name);
		return;
	}
	add_name(s, &s->wanted, name);
	if (s->n_found > 0 && strcmp(s->first, name) != 0) {
		/* the full name decides between kernels of one plain name */
		if (s->entry && strcmp(s->first, s->entry) == 0)
			return;
		s->is_ambiguous = !(s->entry && strcmp(name, s->entry) == 0);
		s->low = s->high = 0;
	}
	add_registers(s, c->registers);
	snprintf(s->first, sizeof(s->first), "%s", name);
	++s->n_found;
	*s->result = *c;
}

/* -------------------------------------------------------------------- ELF */

struct section {
	const char *name;
	uint32_t type, info;
	struct bytes data;
	uint64_t size;
};

/* Kernels of one name that are looked at: more are ambiguous anyway. */
#define MOST_FOUND	64
#define SECTION_NOBITS	8
#define SECTION_SYMBOLS 2
#define SYMBOL_BYTES	24

static struct section section_of(const struct bytes *b, uint64_t i)
{
	uint64_t at = read_number(b, 40, 8) + i * read_number(b, 58, 2);
	uint64_t names = read_number(b, 40, 8) +
		read_number(b, 62, 2) * read_number(b, 58, 2);
	uint64_t text = read_number(b, names + 24, 8);
	struct section s = {
		.name = read_text(b, text + read_number(b, at, 4)),
		.type = (uint32_t) read_number(b, at + 4, 4),
		.info = (uint32_t) read_number(b, at + 44, 4),
		.size = read_number(b, at + 32, 8),
	};

	s.data = s.type == SECTION_NOBITS ?
		(struct bytes) { b->at, 0 } :
		part_of(b, read_number(b, at + 24, 8), s.size);
	return s;
}

/* True if a file makes more work than any that a compiler writes. */
static bool is_spent(const struct cubin_search *s)
{
	return s->work > CUBIN_WORK;
}

static bool find_section(struct cubin_search *s, const struct bytes *b,
	const char *name, struct section *result)
{
	uint64_t n = read_number(b, 60, 2);

	for (uint64_t i = 0; i < n && !is_spent(s); ++i, ++s->work) {
		*result = section_of(b, i);
		if (strcmp(result->name, name) == 0)
			return true;
	}
	return false;
}

/* An attribute of the symbol of a kernel; -1 if there is none. */
static int64_t attribute(const struct bytes *info, uint64_t symbol, int wanted)
{
	size_t at = 0;

	while (at + 4 <= info->len) {
		uint64_t format = read_number(info, at, 1);
		uint64_t size = format == 4 ? read_number(info, at + 2, 2) : 0;

		if (format == 4 && size == 8 &&
			read_number(info, at + 1, 1) == (uint64_t) wanted &&
			read_number(info, at + 4, 4) == symbol)
			return (int64_t) read_number(info, at + 8, 4);
		at += 4 + size;
	}
	return -1;
}

/* Bytes of parameters, a number of 16 bits beside the attribute (format 3); 0
 * if "info" does not say.
 */
static int64_t param_bytes(const struct bytes *info)
{
	size_t at = 0;

	while (at + 4 <= info->len) {
		uint64_t format = read_number(info, at, 1);

		if (format == 3 &&
			read_number(info, at + 1, 1) == ATTRIBUTE_PARAMS)
			return (int64_t) read_number(info, at + 2, 2);
		at += 4 + (format == 4 ? read_number(info, at + 2, 2) : 0);
	}
	return 0;
}

/* The device is in the second byte of the flags since CUDA 13, in the first
 * before.
 */
#define ABI_BYTE_2 8

static int target_of(const struct bytes *b)
{
	uint64_t flags = read_number(b, 48, 4);

	return (int) ((read_number(b, 8, 1) >= ABI_BYTE_2 ? flags >> 8 :
							    flags) &
		255);
}

/* The number of the symbol called "name"; 0, which is none, if there is none.
 */
static uint64_t symbol_of(struct cubin_search *s, const struct bytes *symbols,
	const struct bytes *names, const char *name)
{
	uint64_t n = symbols->len / SYMBOL_BYTES;

	for (uint64_t i = 1; i < n && !is_spent(s); ++i, ++s->work)
		if (strcmp(read_text(names,
				   read_number(symbols, i * SYMBOL_BYTES, 4)),
			    name) == 0)
			return i;
	return 0;
}

/* What the system takes of a block's shared memory on sm_90 and later: sections
 * of kernels have it, too, if there is one of this name.
 */
#define RESERVED_B 1024

static void read_cubin(const struct bytes *b, struct cubin_search *s)
{
	uint64_t n = read_number(b, 60, 2);
	struct section info, own, symbols, names;
	int64_t reserved_B = find_section(s, b, ".nv.shared.reserved.0", &own) ?
		RESERVED_B :
		0;
	bool has_info = find_section(s, b, ".nv.info", &info) &&
		find_section(s, b, ".symtab", &symbols) &&
		find_section(s, b, ".strtab", &names);

	for (uint64_t i = 0; i < n && s->n_found < MOST_FOUND && !is_spent(s);
		++i, ++s->work) {
		struct section text = section_of(b, i);
		const char *name = text.name + 6;
		struct cubin c = { .target = target_of(b) };
		char title[256];
		uint64_t symbol;
		int64_t a;

		if (strncmp(text.name, ".text.", 6) != 0)
			continue;
		if (!is_wanted(s, name)) {
			add_name(s, &s->other, name);
			continue;
		}
		c.registers = (int) (text.info >> 24);
		symbol = has_info ?
			symbol_of(s, &symbols.data, &names.data, name) :
			0;
		a = has_info ?
			attribute(&info.data, symbol, ATTRIBUTE_REGISTERS) :
			-1;
		c.registers = a > 0 ? (int) a : c.registers;
		a = has_info ? attribute(&info.data, symbol, ATTRIBUTE_STACK) :
			       -1;
		c.stack_B = a > 0 ? a : 0;
		snprintf(title, sizeof(title), ".nv.shared.%s", name);
		if (find_section(s, b, title, &own))
			c.shared_B = (int64_t) own.size - reserved_B;
		c.shared_B = c.shared_B > 0 ? c.shared_B : 0;
		snprintf(title, sizeof(title), ".nv.info.%s", name);
		if (find_section(s, b, title, &own))
			c.param_B = param_bytes(&own.data);
		/* functions that are not kernels have no attributes */
		if (c.registers > 0 && c.registers <= 255)
			cubin_found(s, name, &c);
	}
}

/* ------------------------------------------------------------- fat binaries */

#define FATBIN_MAGIC 0xBA55ED50u
#define FATBIN_LZ4   0x2000u
#define FATBIN_ZSTD  0x8000u
#define FATBIN_ELF   2
#define FATBIN_MOST  ((uint64_t) 256 << 20)
#define MACHINE_CUDA 190

/* Unpacks one block of LZ4: literals, then copies of earlier bytes.  False if
 * it does not make "len" bytes.
 */
static bool unpack(const struct bytes *from, unsigned char *to, size_t len)
{
	size_t at = 0, n = 0;

	while (at < from->len) {
		unsigned token = from->at[at++];
		size_t run = token >> 4, back;

		while ((token >> 4) == 15 && at < from->len) {
			run += from->at[at];
			if (from->at[at++] != 255)
				break;
		}
		if (run > from->len - at || run > len - n)
			return false;
		memcpy(to + n, from->at + at, run);
		at += run;
		n += run;
		if (at == from->len)
			break;
		back = (size_t) read_number(from, at, 2);
		at += 2;
		run = (token & 15) + 4;
		while ((token & 15) == 15 && at < from->len) {
			run += from->at[at];
			if (from->at[at++] != 255)
				break;
		}
		if (back == 0 || back > n || run > len - n)
			return false;
		for (size_t i = 0; i < run; ++i, ++n)
			to[n] = to[n - back];
	}
	return n == len;
}

static void read_fat(const struct bytes *b, struct cubin_search *s)
{
	uint64_t at = read_number(b, 6, 2);
	uint64_t end = at + read_number(b, 8, 8);

	for (; at + 64 <= b->len && at < end && !is_spent(s); ++s->work) {
		uint64_t kind = read_number(b, at, 2);
		uint64_t header = read_number(b, at + 4, 4);
		uint64_t size = read_number(b, at + 8, 8);
		uint64_t packed = read_number(b, at + 16, 4);
		uint64_t flags = read_number(b, at + 40, 8);
		uint64_t whole = read_number(b, at + 56, 8);
		struct bytes data;

		if (header < 64 || header > b->len || size > b->len)
			return;
		data = part_of(b, at + header, packed > 0 ? packed : size);
		at += header + size;
		if (kind != FATBIN_ELF)
			continue;
		if (flags & FATBIN_ZSTD) {
			++s->n_compressed;
		} else if (flags & FATBIN_LZ4) {
			unsigned char *out = whole <= FATBIN_MOST ?
				memory_new((size_t) whole + 1) :
				NULL;

			s->work += out ? (whole + data.len) / 64 : 0;
			if (out && !is_spent(s) &&
				unpack(&data, out, (size_t) whole))
				read_cubin(&(struct bytes) { out,
						   (size_t) whole },
					s);
			else
				++s->n_compressed;
			free(out);
		} else {
			read_cubin(&data, s);
		}
	}
}

/* A section may hold several fat binaries, aligned to 8 bytes. */
static void read_fats(const struct bytes *b, struct cubin_search *s)
{
	for (size_t at = 0; at + 16 <= b->len && !is_spent(s); at += 8)
		if (read_number(b, at, 4) == FATBIN_MAGIC) {
			struct bytes one = part_of(b, at, b->len);

			read_fat(&one, s);
		}
}

/* ---------------------------------------------------------------- whole */

/* Why there is no answer. */
static void say_why(const struct cubin_search *s, bool is_text, char why[256])
{
	const struct cubin_names *n = s->n_found > 0 ? &s->wanted : &s->other;
	const char *entry = s->entry ? s->entry : "", *more = "";

	if (n->text[0])
		more = n->is_cut ? ", ..." : "";
	if (s->is_ambiguous)
		snprintf(why, 256,
			"it has several kernels%s%.40s: say which of %s%s",
			s->entry ? " called " : "", entry, n->text, more);
	else if (is_spent(s))
		snprintf(why, 256,
			"it has too many sections, or too much that is "
			"compressed: give the cubin of the kernel alone");
	else if (s->n_found > 0)
		snprintf(why, 256,
			"it has %.120s for several devices, with %d to %d "
			"registers: give the cubin of one",
			s->first, s->low, s->high);
	else if (s->n_compressed > 0)
		snprintf(why, 256,
			"it is compressed in a way that is not read: compile "
			"with -Xfatbin -compress-mode=none, or give the cubin");
	else if (n->text[0])
		snprintf(why, 256, "it has no kernel %.60s, but %s%s", entry,
			n->text, more);
	else if (is_text)
		snprintf(why, 256, "it does not say the registers of %.120s",
			s->entry ? entry : "a kernel");
	else
		snprintf(why, 256, "it has no kernel%s%.120s",
			s->entry ? " " : "", entry);
}

bool cubin_read(const char *data, size_t len, const char *entry,
	struct cubin *result, char why[256])
{
	struct bytes b = { (const unsigned char *) data, len };
	struct cubin_search s = { .entry = entry, .result = result };
	bool is_elf = len > 64 &&
		memcmp(data,
			"\x7f"
			"ELF\x02\x01",
			6) == 0;
	bool is_text = !is_elf && memchr(data, '\0', len) == NULL;
	uint64_t n = is_elf ? read_number(&b, 60, 2) : 0;

	*result = (struct cubin) { 0 };
	if (is_elf && read_number(&b, 18, 2) == MACHINE_CUDA)
		read_cubin(&b, &s);
	else if (is_elf)
		for (uint64_t i = 0; i < n && !is_spent(&s); ++i) {
			struct section fat = section_of(&b, i);

			if (strcmp(fat.name, ".nv_fatbin") == 0 ||
				strcmp(fat.name, "__nv_relfatbin") == 0)
				read_fats(&fat.data, &s);
		}
	else if (read_number(&b, 0, 4) == FATBIN_MAGIC)
		read_fats(&b, &s);
	else if (is_text)
		cubin_read_text(data, len, &s);
	else {
		snprintf(why, 256,
			"this is no cubin, executable, output of ptxas -v or report of ncu as CSV");
		return false;
	}
	if (s.n_found > 0 && !s.is_ambiguous && s.low == s.high &&
		!is_spent(&s))
		return true;
	say_why(&s, is_text, why);
	return false;
}
