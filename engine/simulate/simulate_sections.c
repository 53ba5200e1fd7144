/* An L2 of several sections: simulate_sections.h. */

#include <math.h>
#include <stdlib.h>

#include "engine/base/heap.h"
#include "engine/simulate/simulate_schedule.h"
#include "engine/simulate/simulate_sections.h"

int64_t sections_ways(const struct simulate_cache *shape, double lines,
	int64_t *sets)
{
	*sets = shape->is_hashed ?
		(int64_t) fmax(1, round(lines / (double) shape->ways)) :
		1;
	return (int64_t) round(lines / (double) *sets);
}

bool sections_init(struct simulate_sections *s, int n,
	const struct simulate_cache *shape, struct simulate_counts *counts,
	struct simulate_traffic *moved, int64_t n_numbered, int64_t *left_B)
{
	*s = (struct simulate_sections) {
		.of = heap_clear((size_t) n, sizeof(*s->of)),
		.hint = heap_clear((size_t) n, sizeof(*s->hint)),
	};
	if (!s->of || !s->hint)
		return false;
	for (s->n = 0; s->n < n; ++s->n) {
		struct simulate_level *c = &s->of[s->n];

		if (!simulate_cache_init(c, shape, counts, 1, n_numbered,
			    left_B)) {
			++s->n;
			return false;
		}
		c->moved = moved;
	}
	return true;
}

void sections_clear(struct simulate_sections *s)
{
	for (int i = 0; i < s->n; ++i)
		simulate_cache_clear(&s->of[i]);
	free(s->of);
	free(s->hint);
	*s = (struct simulate_sections) { 0 };
}

int sections_of_sm(int n, int64_t sm)
{
	return (int) (schedule_chance(sm + 1) * n);
}

int sections_home(int n, int64_t line)
{
	return (int) (schedule_chance(~line) * n);
}

void sections_load(struct simulate_sections *s, int home, int section,
	int64_t line, uint32_t sectors, int field)
{
	if (home != section)
		sectors = simulate_cache_copy(&s->of[section], line, sectors,
			field);
	if (sectors)
		simulate_cache_load(&s->of[home], line, sectors, field,
			&s->hint[home]);
}

void sections_store(struct simulate_sections *s, int home, int section,
	int64_t line, uint32_t sectors, const uint64_t *bytes, int field)
{
	if (home != section)
		simulate_cache_copy(&s->of[section], line, sectors, field);
	simulate_cache_store(&s->of[home], line, bytes, field);
}

void sections_update(struct simulate_sections *s, int home, int64_t line,
	uint32_t sectors, const uint64_t *bytes, int field)
{
	simulate_cache_update(&s->of[home], line, sectors, bytes, field,
		&s->hint[home]);
}

bool sections_are_short(const struct simulate_sections *s)
{
	for (int i = 0; i < s->n; ++i)
		if (s->of[i].is_short)
			return true;
	return false;
}
