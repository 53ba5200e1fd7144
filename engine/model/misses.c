/* The waits of a warp in which a load misses (doc/MODEL.md, chapter 20): what fields
 * load from L2 and DRAM, over what loads request, by the waits that these are part
 * of.
 */

#include <math.h>
#include <stddef.h>

#include "engine/model/l1.h"
#include "engine/model/late.h"
#include "engine/model/misses.h"
#include "engine/model/shares.h"

bool misses_in_one_wave(const struct workings *m)
{
	return m->n_block <= m->occupancy.blocks_per_sm * m->dev->sm_count;
}

/* Blocks that wait for a fetch together.  Of one wave the block in front stays
 * in front, and the others, which find in L2 what it has loaded, catch up with
 * it.  Where blocks start as others end, each comes to the front in its turn,
 * and only those wait together that load the same in a trip.
 */
static double blocks_in_step(const struct workings *m, int f)
{
	return misses_in_one_wave(m) ? shares_of_wave(m, f) :
				       shares_of_trip(m, f);
}

/* What warps wait for of what field f loads from DRAM, B/LUP: warps that load
 * the same in a loop, or parts of one granule, go in step, and all of them wait
 * for the one fetch.  A fetch of a granule serves several misses of a part of
 * it, of one warp one after the other.
 *
 *	max(h min(k u D, u (V + S)), min(g h D, u (V + S)))	 (20.19)
 *
 *	D, V  loaded from DRAM, from L2
 *	k     blocks of a wave in step		blocks_in_step()
 *	u     warps of a block that load the same	shares_of_block()
 *	g     warps of a block that share a granule	shares_of_fetch()
 *	h     part of a granule that a miss asks for
 *	S     what blocks of an SM find of each other in L1, of the warp in
 *	      front; 0 for others
 */
static double awaited_B(const struct workings *m, int f, double part,
	enum misses_warp which)
{
	const struct field_volume *v = &m->report->field[f];
	double warps = shares_of_block(m, f);
	double dram = v->dram_load_B;
	double load = v->l2_load_B +
		(which == WARP_IN_FRONT && shares_in_step(m, f) ?
				m->term[f].l2_shared :
				0);

	if (!(warps > 0))
		return part * dram;
	return fmax(part *
			fmax(dram,
				fmin(warps * load,
					blocks_in_step(m, f) * warps * dram)),
		fmin(shares_of_fetch(m, f) * part * dram, warps * load));
}

/* What the warp of a block in front waits for of what field f loads from L2,
 * B/LUP, where others come to its data some trips later.  What L1 has lost
 * until then they load themselves.
 *
 *	max(V, u min(V, C))
 *
 *	V  loaded from L2, C  by each block for the first time
 *	u  warps that pass over the same data	shares_ahead(), (20.29)
 */
static double leading_B(const struct workings *m, int f)
{
	double load = m->report->field[f].l2_load_B;

	return fmax(load,
		shares_ahead(m, f) * fmin(load, m->term[f].l2_compulsory));
}

/* Bytes of field "f" that "member" has, an update. */
static double field_B(const struct workings *m, int f, size_t member)
{
	return *(const double *) ((const char *) &m->report->field[f] + member);
}

/* The share of what loads of field "f" request that misses, fetched in granules
 * of "granule_B".
 */
static double missed_share(const struct workings *m, int f, size_t member,
	double granule_B, enum misses_warp which)
{
	bool is_dram = member == offsetof(struct field_volume, dram_load_B);
	const struct requests *r = &m->count[f].loads;
	double line_B = m->dev->l1_sector_B *
		(r->lines > 0 ? r->sectors / r->lines : 1);

	double part = fmin(1, line_B / granule_B);

	return r->sectors > 0 ? (is_dram ? awaited_B(m, f, part, which) :
					   part * leading_B(m, f)) *
			m->lup / (r->sectors * m->dev->l1_sector_B) :
				0;
}

/* Warps of a block that wait for the misses of each of them: all of them where
 * they meet at a barrier in each trip, (20.35).  Warps that walk along their
 * granules come to the next ones in the same trip, and blocks that share data
 * miss all of it or nothing.
 */
static double warps_awaited(const struct workings *m,
	const struct chain_part *part, int f, double granule_B)
{
	bool walks = part->step_B[f] > 0 && part->step_B[f] < granule_B;

	return part->met && m->kernel->n_product == 0 && !walks &&
			!(m->term[f].l2_shared > 0) ?
		m->occupancy.warps_per_block :
		1;
}

/* Of what loads of field "f" miss, the share that nothing has loaded before. */
static double first_share(const struct workings *m, int f, size_t member)
{
	bool is_dram = member == offsetof(struct field_volume, dram_load_B);
	double all = field_B(m, f, member);

	return all > 0 ? fmin(1,
				 (is_dram ? m->term[f].compulsory :
					    m->term[f].l2_compulsory) /
					 all) :
			 0;
}

/* Misses of waits for drawn load "i" beyond those of its mean sector, which
 * "apart" has: a warp waits as soon as one of its k lanes misses.
 *
 *	1 - (1 - m r / k)^k - m					  (20.36)
 *
 *	m  share of its sectors that a load misses, r  sectors that it requests
 *	k  lanes that draw by themselves
 *
 * That is for misses at any time; for those of cells that are new see
 * late_draws().
 */
static double drawn_misses(const struct workings *m,
	const struct warp_chain *chain, int i, size_t member, double share)
{
	const struct access *a = &m->kernel->access[i];
	double missed = fmin(1, share * chain->load[i].over);
	double asked, lanes;

	if (a->is_store || a->draw.kind != SCATTER_RANDOM || !(missed > 0))
		return 0;
	lanes = chance_groups(m->lanes / m->warps,
		(int) fmin(WARP_LANES, (double) a->draw.together));
	asked = m->sample.missed ? m->sample.missed[a->place].asked : 0;
	if (!(asked > 0))
		asked = m->count[a->field].loads.sectors /
			m->count[a->field].loads.n;
	asked = fmin(asked, lanes);
	return chain->load[i].waits *
		(late_draws(missed * asked / lanes,
			 chain->load[i].stays ?
				 first_share(m, a->field, member) :
				 0,
			 lanes) -
			share * chain->load[i].over);
}

/* The same of all loads of field "f" in a loop. */
static double drawn_of_field(const struct workings *m,
	const struct warp_chain *chain, int loop, int f, size_t member,
	double share)
{
	double more = 0;

	for (int i = 0; i < m->kernel->n_access && chain->load; ++i)
		if (m->kernel->access[i].loop == loop &&
			m->kernel->access[i].field == f)
			more += drawn_misses(m, chain, i, member, share);
	return more;
}

/* Of the waits of a loop, those in which a load misses, of "n" that do.  Where
 * waits part the loads of a trip, misses lie anywhere in them, as in batches
 * (20.20).
 */
static double missed_waits(const struct chain_part *part, double n)
{
	return part->parted && part->waits > 0 ?
		part->waits * (1 - exp(-n / part->waits)) :
		n;
}

/* By how much more waits of a loop end late than the mean sector of its loads says:
 * a warp waits as soon as one of them is missed, (20.41).  At least 1.
 */
static double missing_times(const struct workings *m,
	const struct chain_part *part)
{
	double n = 0;

	for (int f = 0; f < m->kernel->n_field; ++f)
		n += part->apart[f] *
			missed_share(m, f,
				offsetof(struct field_volume, l2_load_B),
				m->dev->l1_sector_B, WARP_MEAN);
	return n > 0 ? fmax(1, part->missing / n) : 1;
}

/* The share of what loads of field "f" request that a warp misses: of the longest
 * one lane is left, which comes to the next granule every granule_B / step_B
 * trips.
 */
static double missed_by(const struct chain_part *part, int f,
	enum misses_warp which, const double *share, double granule_B)
{
	return which == WARP_LONGEST && part->step_B[f] > 0 ?
		fmin(share[f], part->step_B[f] / granule_B) :
		share[f];
}

/* Batches of a trip that are told apart: MOST_BATCHES of the lowering. */
#define MOST_BATCHES 32

/* The misses of loop "l", where a trip waits several times: what is waited for
 * together makes no more waits late than there are for it.
 *
 *	sum_b min(p_l / B, sum over loads of batch b)		 (20.60)
 *
 *	share, times, is_block: see misses()
 */
static double batched_misses(const struct workings *m,
	const struct warp_chain *chain, int l, enum misses_warp which,
	size_t member, const double *share, double granule_B, double times,
	bool is_block)
{
	const struct chain_part *part = &chain->part[l];
	bool is_dram = member == offsetof(struct field_volume, dram_load_B);
	double of[MOST_BATCHES] = { 0 }, sum = 0;
	int n = part->batches < MOST_BATCHES ? part->batches : MOST_BATCHES;

	for (int i = 0; i < m->kernel->n_access; ++i) {
		const struct access *a = &m->kernel->access[i];
		double missed = 0;

		if (a->is_store || a->loop != l - 1)
			continue;
		missed = missed_by(part, a->field, which, share, granule_B) *
			chain->load[i].over *
			(is_dram ? chain->load[i].far : chain->load[i].waits);
		if (which == WARP_MEAN)
			missed = times * missed +
				fmax(0,
					drawn_misses(m, chain, i, member,
						share[a->field]));
		if (is_block)
			missed *= warps_awaited(m, part, a->field, granule_B);
		of[a->batch < n ? a->batch : n - 1] += missed;
	}
	for (int b = 0; b < n; ++b)
		sum += fmin(part->waits / n, of[b]);
	return sum;
}

/* Misses that a warp waits for at a time, on average, if fields load "member"
 * bytes an update each from below L1.  No wait of a loop has more than one,
 * unless all have or one loop makes up the warp (is_longest); the code outside of
 * loops (l = 0) is not bounded.
 *
 *	M = sum_l min(p_l, sum_f A_lf u_lf m_f) / p		  (20.5)
 *
 *	A_lf  chain->part[].apart
 *	u_lf  warps_awaited()
 *	m_f   missed_share()
 *	p_l   chain->part[].waits, p  chain->waits
 */
double misses_find(const struct workings *m, const struct warp_chain *chain,
	enum misses_warp which, size_t member, double total, double granule_B)
{
	bool is_dram = member == offsetof(struct field_volume, dram_load_B);
	bool is_longest = which == WARP_LONGEST;
	double n = 0, most = 0, sum = 0, others = chain->waits;
	double *share = quasi_pool_alloc(m->pool,
		((size_t) m->kernel->n_field + 1) * sizeof(*share));

	if (!share || !chain->part || !(chain->waits > 0))
		return 0;
	for (int f = 0; f < m->kernel->n_field; ++f) {
		sum += field_B(m, f, member);
		share[f] = missed_share(m, f, member, granule_B, which);
	}
	for (int l = 0; l <= m->kernel->n_loop; ++l) {
		const struct chain_part *part = &chain->part[l];
		double of_loop = 0, of_block = 0, more = 0, times = 1, waited;

		for (int f = 0; f < m->kernel->n_field; ++f) {
			double missed = (is_dram ? part->far : part->apart)[f] *
				missed_by(part, f, which, share, granule_B);

			of_loop += missed;
			if (which == WARP_MEAN) {
				double drawn = drawn_of_field(m, chain, l - 1,
					f, member, share[f]);

				more += drawn;
				missed += drawn;
			}
			of_block += missed *
				warps_awaited(m, part, f, granule_B);
		}
		if (which == WARP_MEAN) {
			times = missing_times(m, part);
			of_loop *= times;
			of_block *= times;
		}
		of_loop = missed_waits(part, of_loop);
		of_block = missed_waits(part, of_block);
		of_loop = more < 0 ?
			of_loop + more :
			fmax(of_loop, fmin(part->waits, of_loop + more));
		if (l > 0 && part->batches > 1 && chain->load) {
			of_loop = fmin(of_loop,
				batched_misses(m, chain, l, which, member,
					share, granule_B, times, false));
			of_block = fmin(of_block,
				batched_misses(m, chain, l, which, member,
					share, granule_B, times, true));
		}
		waited = fmin(part->waits, of_block);
		most += fmax(of_loop, waited);
		n += l == 0 ? of_loop : waited;
		others -= part->loads ? part->waits : 0;
	}
	/* waits of code whose loads are counted elsewhere */
	n = fmin(most, n + fmax(0, others));
	if (is_longest || n >= chain->waits)
		n = most;
	/* "total" may have been measured */
	return sum > 0 ? n * total / (sum * chain->waits) : 0;
}
