/* Counts of reports against an enumerator that is written from doc/MODEL.md
 * alone: what the text defines, anybody must be able to recount.
 *
 * Random kernels of addresses in random small launches, some of which fill a
 * few per cent of a device and some many waves of a small one, are asked of
 * the library as a user would; `explain` gives the counts.  The enumerator
 * below knows the program, the figures of the device and the equations.  The
 * seed is printed, and can be given as the first argument to see a failure
 * again; the second is the number of launches, a third prints programs that
 * disagree.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lang/wsp.h"
#include "tests/prop/random_addresses.h"
#include "tests/prop/recount_tags.h"
#include "tests/unit/check.h"

#define N_LAUNCH 300
/* What the equations need of a device. */
struct board {
	const char *text;
	double sms, warp, sector, line, bank, row, store, lsu, fetch, write, l2,
		page, shared_row;
	double threads, blocks, registers, register_unit, warp_unit, shared,
		shared_unit, shared_reserved;
	bool is_nv, is_cdna;
};

/* ---- the equations */

/* A set of numbers: granules of a field, words, lines. */
struct set {
	int64_t *item;
	size_t n, size;
};

static void set_add(struct set *s, int64_t item)
{
	if (s->n == s->size) {
		s->size = s->size ? 2 * s->size : 64;
		s->item = realloc(s->item, s->size * sizeof(*s->item));
		if (!s->item)
			abort();
	}
	s->item[s->n++] = item;
}

static int compare(const void *p, const void *q)
{
	const int64_t *a = p, *b = q;

	return (*a > *b) - (*a < *b);
}

/* How many distinct numbers there are; empties the set. */
static double set_count(struct set *s)
{
	double n = 0;

	if (s->n > 0)
		qsort(s->item, s->n, sizeof(s->item[0]), compare);
	for (size_t i = 0; i < s->n; ++i)
		n += i == 0 || s->item[i] != s->item[i - 1];
	s->n = 0;
	return n;
}

struct counts {
	double sectors, load_cycles, store_cycles, lines_beyond, store_granules,
		store_lines, part_sectors, block_sectors, warps, threads;
	double wave_granules, wave_pages, wave_data, launch_granules,
		launch_stores, wave_lup, load_requests, store_requests;
	double capacity, waves, shared_cycles;
	int64_t n_block;
	/* of each field: granules of all blocks, lanes of loads */
	double fetches[FIELDS], lanes[FIELDS], wave_lanes[FIELDS];
};

struct recount {
	const struct program *p;
	const struct board *d;
	struct counts c;
	struct set set; /* for use at once */
	struct set block[FIELDS], wave[FIELDS], pages[FIELDS], launch[FIELDS],
		stores[FIELDS];
	/* of the wave: both and stores, and both of the first trip */
	struct set both[FIELDS], kept[FIELDS], trip[FIELDS];
	struct set fetch[FIELDS]; /* of a block */
};

/* Blocks on an SM: (2.1) to (2.3). */
static double blocks_on_sm(const struct program *p, const struct board *d)
{
	double threads = (double) (p->block[0] * p->block[1] * p->block[2]);
	double w = ceil(threads / d->warp), most = d->blocks;
	double bytes = (double) p->n_shared * p->shared_B + d->shared_reserved;
	double r = d->register_unit *
		ceil(d->warp * p->registers / d->register_unit);
	double by_threads = floor(floor(d->threads / d->warp) / w);
	double by_registers = floor(
		d->warp_unit * floor(d->registers / (d->warp_unit * r)) / w);
	double by_shared = floor(
		d->shared / (d->shared_unit * ceil(bytes / d->shared_unit)));

	most = fmin(most, by_threads);
	most = fmin(most, by_registers);
	if (bytes > 0)
		most = fmin(most, by_shared);
	return most;
}

static int64_t granule(int64_t address, double size)
{
	return floor_of(address, (int64_t) size);
}

/* Cycles of the data of a request to banks of row_B bytes in a row, and lines
 * beyond: (4.1) and (4.6).
 */
static double data_cycles(struct recount *r, double row_B, int elem_B,
	int least, const bool *is_active, const int64_t *address,
	double *beyond)
{
	const struct board *d = r->d;
	int word = elem_B < 4 ? 4 : elem_B, lanes = (int) d->warp;
	int banks = (int) row_B / word, places = (int) d->sector / word;
	int group = banks < least ? least : banks;
	double cycles = 0;

	for (int g = 0; g < lanes; g += group) {
		double busiest = 0, most = 0;

		for (int b = 0; b < banks; ++b) {
			for (int i = g; i < g + group && i < lanes; ++i)
				if (is_active[i] &&
					((granule(address[i], word) % banks) +
						banks) % banks ==
						b)
					set_add(&r->set,
						granule(address[i], word));
			busiest = fmax(busiest, set_count(&r->set));
		}
		for (int b = 0; b < places; ++b) {
			for (int i = g; i < g + group && i < lanes; ++i)
				if (is_active[i] &&
					((granule(address[i], word) % places) +
						places) %
							places ==
						b)
					set_add(&r->set,
						granule(address[i], d->line));
			most = fmax(most, set_count(&r->set));
		}
		cycles += busiest;
		*beyond += fmax(0, most - busiest);
	}
	return cycles;
}

/* The text below (4.2). */
static double amd_cycles(struct recount *r, int elem_B, const bool *is_active,
	const int64_t *address, double data)
{
	double tags = 0;

	for (int b = 0; b < 2; ++b) {
		for (int i = 0; i < (int) r->d->warp; ++i)
			if (is_active[i] &&
				(granule(address[i], r->d->line) & 1) == b)
				set_add(&r->set,
					granule(address[i], r->d->line));
		tags = fmax(tags, set_count(&r->set));
	}
	if (r->d->is_cdna && elem_B == 8)
		data = fmax(data, 4 * r->d->warp / 16);
	return fmax(data, tags);
}

/* Granules of `l1.store` all of whose elements a request stores. */
static double filled(struct recount *r, int elem_B, const bool *is_active,
	const int64_t *address)
{
	double n = 0, each = r->d->store / elem_B;

	for (int i = 0; i < (int) r->d->warp; ++i) {
		int64_t own = granule(address[i], r->d->store);
		bool is_first = true;

		if (!is_active[i])
			continue;
		for (int k = 0; k < (int) r->d->warp; ++k) {
			if (!is_active[k] ||
				granule(address[k], r->d->store) != own)
				continue;
			is_first = is_first && k >= i;
			set_add(&r->set, address[k]);
		}
		n += set_count(&r->set) >= each && is_first;
	}
	return n;
}

/* A whole number of lines that makes every address positive. */
#define ALL_LINES (INT64_C(1) << 40)

/* One request: a warp executes an access once. */
static void request(struct recount *r, const struct access *a,
	const bool *is_active, const int64_t *address)
{
	const struct board *d = r->d;
	struct counts *c = &r->c;
	int lanes = (int) d->warp, n = 0, elem_B = r->p->elem_B[a->field];
	int64_t at[64];
	double lines, cycles, beyond = 0, sectors;

	for (int i = 0; i < lanes; ++i)
		n += is_active[i];
	if (n == 0)
		return;
	for (int i = 0; i < lanes; ++i)
		if (is_active[i])
			set_add(&r->set, granule(address[i], d->line));
	lines = set_count(&r->set);
	cycles = d->row *
		data_cycles(r, d->bank, elem_B, 1, is_active, address, &beyond);
	if (!d->is_nv)
		cycles = amd_cycles(r, elem_B, is_active, address, cycles);
	for (int i = n = 0; i < lanes; ++i)
		if (is_active[i])
			at[n++] = address[i] + ALL_LINES;
	if (d->is_nv)
		cycles = tag_cycles(at, n, (int64_t) d->line,
			fmax(cycles, ceil(n * elem_B / (4 * d->lsu))));
	c->lines_beyond += d->is_nv ? beyond : 0;
	for (int i = 0; i < lanes; ++i)
		if (is_active[i])
			set_add(&r->set,
				granule(address[i],
					a->is_store ? d->store : d->sector));
	sectors = set_count(&r->set);
	if (!a->is_store) {
		c->load_cycles += cycles;
		c->sectors += sectors;
		c->load_requests += 1;
		return;
	}
	c->store_cycles += cycles;
	c->part_sectors += sectors - filled(r, elem_B, is_active, address);
	c->store_granules += sectors;
	c->store_lines += lines;
	c->store_requests += 1;
}

/* Does its condition? */
static bool depends_on(const struct access *a, enum variable v)
{
	for (int i = 0; i < a->n_condition; ++i)
		if (a->condition[i].by > 0 ? a->condition[i].inner.coef[v] %
						a->condition[i].by !=
					0 :
					     a->condition[i].inner.coef[v] != 0)
			return true;
	return false;
}

static bool depends_on_blocks(const struct access *a)
{
	return depends_on(a, BX) || depends_on(a, BY) || depends_on(a, BZ);
}

/* An access of a thread, for all that counts distinct granules. */
static void touch(struct recount *r, const struct access *a, int64_t address,
	bool is_first, bool is_wave)
{
	const struct board *d = r->d;
	int f = a->field;

	if (is_wave) {
		set_add(&r->pages[f], granule(address, d->page));
		set_add(&r->both[f], granule(address, d->fetch));
		if (is_first)
			set_add(&r->trip[f], granule(address, d->fetch));
		if (a->is_store)
			set_add(&r->kept[f], granule(address, d->write));
	}
	if (a->is_store) {
		set_add(&r->stores[f], granule(address, d->write));
		return;
	}
	if (is_first || depends_on(a, LOOP)) {
		r->c.lanes[f] += 1;
		r->c.wave_lanes[f] += is_wave;
	}
	set_add(&r->fetch[f], granule(address, d->fetch));
	set_add(&r->block[f], granule(address, d->sector));
	set_add(&r->launch[f], granule(address, d->fetch));
	if (is_wave)
		set_add(&r->wave[f], granule(address, d->fetch));
}

static void count_warp(struct recount *r, const int64_t *block, int64_t warp,
	bool is_wave)
{
	const struct program *p = r->p;
	int64_t threads = p->block[0] * p->block[1] * p->block[2];
	int lanes = (int) r->d->warp, n = 0;
	int64_t at[64][N_VARIABLE];
	bool is_there[64];

	for (int i = 0; i < lanes; ++i) {
		int64_t t = warp * lanes + i;

		at[i][TX] = t % p->block[0];
		at[i][TY] = t / p->block[0] % p->block[1];
		at[i][TZ] = t / p->block[0] / p->block[1];
		is_there[i] = t < threads;
		for (int k = 0; k < 3; ++k) {
			at[i][BX + k] = block[k];
			if (block[k] * p->block[k] + at[i][TX + k] >=
				p->domain[k])
				is_there[i] = false;
		}
		n += is_there[i];
	}
	r->c.threads += n;
	r->c.warps += n > 0;
	if (is_wave)
		r->c.wave_lup += n;
	if (p->n_shared > 0) {
		int64_t address[64];
		double beyond;

		for (int i = 0; i < lanes; ++i) {
			at[i][LOOP] = 0;
			address[i] = p->shared_B * value_of(&p->shared, at[i]);
		}
		r->c.shared_cycles += data_cycles(r, r->d->shared_row,
			p->shared_B, (int) r->d->warp / 2, is_there, address,
			&beyond);
	}
	for (int k = 0; k < p->n_access; ++k) {
		const struct access *a = &p->access[k];

		for (int64_t trip = 0; trip < (a->is_looped ? p->trips : 1);
			++trip) {
			bool is_active[64];
			int64_t address[64] = { 0 };

			for (int i = 0; i < lanes; ++i) {
				at[i][LOOP] = trip;
				is_active[i] = is_there[i] && holds(a, at[i]);
				if (!is_active[i])
					continue;
				address[i] = address_of(&a->address, at[i]);
				touch(r, a, address[i], trip == 0, is_wave);
			}
			request(r, a, is_active, address);
		}
	}
}

/* The first block of the wave: (2.11). */
static int64_t first_of_wave(const struct program *p, int64_t wave)
{
	int64_t row = p->grid[0], layer = row * p->grid[1];
	int64_t n = layer * p->grid[2], over = wave % row, spare, first;

	spare = (wave < layer ? layer : n) - wave;
	first = spare / 2 / row * row + (over ? (row - over + 1) / 2 : 0);
	if (first > spare)
		first = spare / 2;
	return first + (wave < layer ? p->grid[2] / 2 * layer : 0);
}

/* Bytes of a field that the wave keeps in L2: (6.3), and the text below
 * (6.7).
 */
static double data_of_wave(struct recount *r, int f, double loads)
{
	const struct program *p = r->p;
	const struct board *d = r->d;
	double both = d->fetch * set_count(&r->both[f]);
	double stores = d->write * set_count(&r->kept[f]);
	double trip = d->fetch * set_count(&r->trip[f]);
	bool is_loaded = false, is_stored = false, is_looped = false;
	double data;

	for (int i = 0; i < p->n_access; ++i) {
		const struct access *a = &p->access[i];

		is_looped |= a->is_looped;
		if (a->field == f)
			*(a->is_store ? &is_stored : &is_loaded) = true;
	}
	data = is_loaded && is_stored ? both : d->fetch * loads + stores;
	return is_looped ? fmin(data, trip) : data;
}

/* (4.11), for the loads of a field */
static double density(const struct recount *r, int f)
{
	const struct counts *c = &r->c;
	bool any = false;

	for (int i = 0; i < r->p->n_access; ++i)
		any |= depends_on_blocks(&r->p->access[i]);
	return any && c->wave_lanes[f] > 0 ?
		c->lanes[f] / c->threads / (c->wave_lanes[f] / c->wave_lup) :
		1;
}

static void recount(struct recount *r)
{
	const struct program *p = r->p;
	struct counts *c = &r->c;
	int64_t n = p->grid[0] * p->grid[1] * p->grid[2], first, wave;
	int64_t threads = p->block[0] * p->block[1] * p->block[2];

	c->capacity = blocks_on_sm(p, r->d) * r->d->sms;
	c->n_block = n;
	c->waves = (double) n / c->capacity;
	wave = c->capacity < (double) n ? (int64_t) c->capacity : n;
	first = first_of_wave(p, wave);
	for (int64_t b = 0; b < n; ++b) {
		int64_t at[3] = { b % p->grid[0], b / p->grid[0] % p->grid[1],
			b / p->grid[0] / p->grid[1] };

		for (int64_t w = 0; w * (int64_t) r->d->warp < threads; ++w)
			count_warp(r, at, w, b >= first && b < first + wave);
		for (int f = 0; f < p->n_field; ++f)
			c->block_sectors += set_count(&r->block[f]);
		for (int f = 0; f < p->n_field; ++f)
			c->fetches[f] += set_count(&r->fetch[f]);
	}
	for (int f = 0; f < p->n_field; ++f) {
		double loads = set_count(&r->wave[f]);

		c->wave_granules += fmin(loads * density(r, f),
			c->fetches[f] * c->wave_lup / c->threads);
		c->wave_pages += set_count(&r->pages[f]);
		c->wave_data += data_of_wave(r, f, loads);
		c->launch_granules += set_count(&r->launch[f]);
		c->launch_stores += set_count(&r->stores[f]);
	}
	free(r->set.item);
	for (int f = 0; f < FIELDS; ++f) {
		free(r->block[f].item);
		free(r->wave[f].item);
		free(r->pages[f].item);
		free(r->launch[f].item);
		free(r->stores[f].item);
		free(r->both[f].item);
		free(r->kept[f].item);
		free(r->trip[f].item);
		free(r->fetch[f].item);
	}
}

/* ---- what the program says */

/* The input "name" of the derivation of "path" in the text of `explain`; NaN if
 * there is none.  Values are in base units but for prefixes of binary ones.
 */
static double explained(const char *text, const char *path, const char *name)
{
	char head[80], line[80];
	const char *at, *end;

	snprintf(head, sizeof(head), "\n# %s, equation", path);
	at = strstr(text, head);
	if (!at)
		return NAN;
	end = strstr(at, "\n\n");
	snprintf(line, sizeof(line), "\n%s = ", name);
	at = strstr(at, line);
	if (!at || (end && at > end))
		return NAN;
	return strtod(at + strlen(line), NULL);
}

static struct tally {
	const char *name;
	int n[2], wrong[2]; /* affine without conditions, and others */
	double worst;
} tallies[24];

static bool shows;

/* Does the figure equal what was counted, up to "most"? */
static bool agree(const char *name, double right, double said, double most,
	bool is_plain)
{
	struct tally *t = tallies;
	double error = fabs(said - right) / fmax(1, fabs(right));

	while (t->name && strcmp(t->name, name) != 0)
		++t;
	t->name = name;
	++t->n[!is_plain];
	if (!(error > most))
		return true;
	if (isnan(said))
		error = INFINITY;
	++t->wrong[!is_plain];
	t->worst = fmax(t->worst, error);
	if (shows)
		printf("%s: counted %.17g, said %.17g\n", name, right, said);
	return false;
}

/* Chapters 4 and 5 count launches of up to 256 blocks whole, and affine
 * requests without conditions in any.
 */
static bool are_requests_exact(const struct recount *r)
{
	for (int i = 0; i < r->p->n_access; ++i)
		if (r->p->access[i].address.shape != AFFINE)
			return r->c.n_block <= 256;
	return true;
}

/* Chapter 4 puts the wave where conditions hold that hold in a part of the
 * grid.
 */
static bool is_wave_in_the_middle(const struct recount *r)
{
	for (int i = 0; i < r->p->n_access; ++i) {
		const struct access *a = &r->p->access[i];

		for (int k = 0; k < a->n_condition; ++k)
			if (a->condition[k].by == 0 && depends_on_blocks(a))
				return r->c.waves <= 1;
	}
	return true;
}

static bool compare_all(const struct recount *r, const char *text, bool plain)
{
	const struct counts *c = &r->c;
	const struct board *d = r->d;
	bool fits = true;
	double n = c->threads;

#define SAYS_UP_TO(most, path, name, right)                                   \
	fits = agree(path " " name, right, explained(text, path, name), most, \
		       plain) &&                                              \
		fits
#define SAYS(path, name, right) SAYS_UP_TO(1e-9, path, name, right)
	SAYS("launch.waves", "capacity", c->capacity);
	SAYS("launch.lanes", "used", c->threads);
	SAYS("launch.lanes", "lanes", c->warps * d->warp);
	if (are_requests_exact(r)) {
		SAYS("l1.load", "n_sector", c->sectors);
		SAYS("l1.wavefronts", "load_cycles", c->load_cycles);
		SAYS("l1.wavefronts", "store_cycles", c->store_cycles);
		SAYS("l1.wavefronts", "n_line", c->lines_beyond);
		SAYS("l2.store", "n_granule", c->store_granules);
		SAYS("l2.requests", "store", c->store_lines / n);
		SAYS("limits.requests", "P", c->part_sectors / n);
		SAYS("dram.store_compulsory", "n_granule", c->launch_stores);
	}
	if (r->p->n_shared > 0)
		SAYS("shared.wavefronts", "cycles", c->shared_cycles);
	if (c->n_block <= 256)
		SAYS("l2.load_compulsory", "n_sector", c->block_sectors);
	if (is_wave_in_the_middle(r)) {
		SAYS("dram.load_compulsory", "n_lup", c->wave_lup);
		SAYS("tlb.pages", "pages", c->wave_pages);
		SAYS("l2.oversubscription", "data", c->wave_data);
	}
	/* V_up has a capacity share of L1, which these launches fill by less
	 * than a thousandth
	 */
	if (c->n_block <= 256)
		SAYS_UP_TO(1e-3, "dram.load_start", "touched",
			c->launch_granules * d->fetch / n);
	if (is_wave_in_the_middle(r) && c->n_block <= 256)
		SAYS_UP_TO(1e-3, "dram.load_compulsory", "n_granule",
			c->wave_granules);
	return fits;
}

static bool is_plain(const struct program *p)
{
	for (int i = 0; i < p->n_access; ++i)
		if (p->access[i].n_condition > 0 ||
			p->access[i].address.shape != AFFINE)
			return false;
	return true;
}

/* ---- boards */

static double figure(struct wsp *w, const char *name)
{
	char text[80];
	struct wsp_result *r;
	double value = NAN;

	snprintf(text, sizeof(text), "board.%s\n", name);
	r = wsp_eval(w, text);
	if (!wsp_ok(r) || !wsp_number(r, "", &value))
		value = NAN;
	wsp_result_free(r);
	return value;
}

static struct board board_of(struct wsp *w, const char *text)
{
	struct board d = { .text = text };
	char line[200];
	struct wsp_result *r;

	snprintf(line, sizeof(line), "board = %s\n", text);
	r = wsp_eval(w, line);
	CHECK(wsp_ok(r));
	wsp_result_free(r);
	r = wsp_eval(w, "board.l1.model\n");
	d.is_nv = strcmp(wsp_string(r, ""), "nv") == 0;
	d.is_cdna = strcmp(wsp_string(r, ""), "cdna") == 0;
	wsp_result_free(r);
	d.sms = figure(w, "sm.count");
	d.warp = figure(w, "warp.size");
	d.sector = figure(w, "l1.sector");
	d.line = figure(w, "l1.line");
	d.bank = figure(w, "l1.bank");
	d.row = figure(w, "l1.row");
	if (isnan(d.row))
		d.row = 1;
	d.store = figure(w, "l1.store");
	d.lsu = figure(w, "lsu.count");
	d.fetch = figure(w, "dram.fetch");
	d.write = figure(w, "dram.write");
	d.l2 = figure(w, "l2.size");
	d.shared_row = figure(w, "shared.banks") * figure(w, "shared.bank");
	d.page = figure(w, "tlb.page");
	d.threads = figure(w, "sm.threads");
	d.blocks = figure(w, "sm.blocks");
	d.registers = figure(w, "sm.registers");
	d.register_unit = figure(w, "register.unit");
	d.warp_unit = figure(w, "warp.unit");
	d.shared = figure(w, "sm.shared");
	d.shared_unit = figure(w, "shared.unit");
	d.shared_reserved = figure(w, "shared.reserved");
	return d;
}

static const char *const boards[] = { "h200",
	"h200 with { sm.count = 2, sm.blocks = 2, tlb.page = 4 KiB }",
	"h200 with { sm.count = 1, sm.blocks = 5, tlb.page = 4 KiB }", "a100",
	"v100", "h200 with { sm.count = 7, sm.threads = 256 }", "mi250x",
	"mi300x with { sm.count = 3, sm.blocks = 2 }", "rx7900xtx" };

#define N_BOARD (int) (sizeof(boards) / sizeof(boards[0]))

static int n_sampled, n_small, n_refused;

static void try_launch(struct wsp *w, const struct board *d)
{
	struct program p;
	struct recount r = { .p = &p, .d = d };
	struct buffer text = { 0 };
	struct wsp_result *result;
	const char *said;

	random_program(&p);
	print_program(&text, &p, d->text, chance(50));
	result = wsp_eval(w, buffer_text(&text));
	said = wsp_text(result);
	if (!wsp_ok(result)) {
		++n_refused;
		if (shows)
			printf("%s%s\n", buffer_text(&text),
				wsp_error_text(result));
	} else if (strstr(said, "exactly")) {
		++n_sampled;
	} else {
		recount(&r);
		n_small += r.c.waves < 0.1;
		if (!compare_all(&r, said, is_plain(&p)) && shows)
			printf("%s\n", buffer_text(&text));
	}
	wsp_result_free(result);
	buffer_free(&text);
}

int main(int argc, char **argv)
{
	long n = argc > 2 ? atol(argv[2]) : check_cases(N_LAUNCH);
	struct board d[N_BOARD];
	struct wsp *w = wsp_new();

	state = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	shows = argc > 3;
	printf("seed %llu\n", (unsigned long long) state);
	for (int i = 0; i < N_BOARD; ++i)
		d[i] = board_of(w, boards[i]);
	for (long i = 0; i < n; ++i)
		try_launch(w, &d[pick(0, N_BOARD - 1)]);
	wsp_free(w);
	printf("%ld launches, %d below a tenth of a wave, %d sampled, "
	       "%d refused\n",
		n, n_small, n_sampled, n_refused);
	for (struct tally *t = tallies; t->name; ++t) {
		printf("  %-34s plain %5d, wrong %4d; others %5d, wrong %4d; "
		       "worst %.3g\n",
			t->name, t->n[0], t->wrong[0], t->n[1], t->wrong[1],
			t->worst);
		CHECK(t->wrong[0] + t->wrong[1] == 0);
	}
	return check_done();
}
