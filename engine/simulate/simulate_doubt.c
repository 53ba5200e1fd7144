/* What is not known of a sample: simulate_doubt.h. */

#include <math.h>

#include "engine/simulate/simulate_doubt.h"

/* A direction with less than this share of the traffic has the error of one
 * that has as much.
 */
#define LITTLE 0.1

static double share(double part, double of, double all)
{
	double least = fmax(of, LITTLE * all);

	return least > 0 ? part / least : 0;
}

static double squared(double x)
{
	return x * x;
}

void simulate_doubt_apart(struct simulate_doubt *d, struct simulate_traffic a,
	struct simulate_traffic b, struct simulate_traffic of)
{
	double all = of.load_B + of.store_B;
	double load = fabs(a.load_B - b.load_B) / 2;
	double store = fabs(a.store_B - b.store_B) / 2;

	d->all = fmax(d->all,
		squared(share(fabs(a.load_B + a.store_B - b.load_B -
				      b.store_B) /
				2,
			all, all)));
	d->load = fmax(d->load, squared(share(load, of.load_B, all)));
	d->store = fmax(d->store, squared(share(store, of.store_B, all)));
}

void simulate_doubt_add(struct simulate_doubt *d,
	const struct simulate_doubt *more)
{
	d->all += more->all;
	d->load += more->load;
	d->store += more->store;
}

struct simulate_traffic
simulate_doubt_traffic(const struct simulate_counts *field, int n_field)
{
	struct simulate_traffic sum = { 0, 0 };

	for (int f = 0; f < n_field; ++f) {
		sum.load_B += (double) field[f].load_B;
		sum.store_B += (double) field[f].store_B;
	}
	return sum;
}

/* Parts of the sample, every 16th line each, whose spread tells its error: the
 * lines of a field lie evenly in it, which those of a part do as well.
 */
#define PARTS 16

static double spread(const double part[PARTS])
{
	double sum = 0, squares = 0;

	for (int i = 0; i < PARTS; ++i) {
		sum += part[i];
		squares += squared(part[i]);
	}
	return sqrt(
		fmax(0, squares - squared(sum) / PARTS) * PARTS / (PARTS - 1));
}

struct simulate_doubt
simulate_doubt_of_lines(const struct simulate_traffic *line, int64_t n)
{
	double all[PARTS] = { 0 }, load[PARTS] = { 0 }, store[PARTS] = { 0 };
	double loads = 0, stores = 0;

	for (int64_t i = 0; i < n; ++i) {
		const struct simulate_traffic *t = &line[i];

		all[i % PARTS] += t->load_B + t->store_B;
		load[i % PARTS] += t->load_B;
		store[i % PARTS] += t->store_B;
		loads += t->load_B;
		stores += t->store_B;
	}
	return (struct simulate_doubt) {
		squared(share(spread(all), loads + stores, loads + stores)),
		squared(share(spread(load), loads, loads + stores)),
		squared(share(spread(store), stores, loads + stores)),
	};
}

struct simulate_doubt simulate_doubt_between(const struct simulate_launches *a,
	const struct simulate_launches *b, const struct simulate_launches *of)
{
	struct simulate_doubt d = { 0, 0, 0 };

	simulate_doubt_apart(&d, a->cold, b->cold, of->cold);
	simulate_doubt_apart(&d, a->warm, b->warm, of->warm);
	return d;
}

struct simulate_launches simulate_doubt_least(struct simulate_traffic once,
	const struct simulate_launches *is)
{
	return (struct simulate_launches) {
		.is_known = true,
		.cold = { fmin(once.load_B, is->cold.load_B),
			fmin(once.store_B, is->cold.store_B) },
		.warm = { fmin(once.load_B, is->warm.load_B),
			fmin(once.store_B, is->warm.store_B) },
	};
}

double simulate_doubt_most(const struct simulate_launches *a)
{
	return fmax(a->cold.load_B + a->cold.store_B,
		a->warm.load_B + a->warm.store_B);
}

double simulate_doubt_B(const struct simulate_launches *a,
	const struct simulate_launches *b, bool is_warm)
{
	struct simulate_traffic x = is_warm ? a->warm : a->cold;
	struct simulate_traffic y = is_warm ? b->warm : b->cold;

	return (fabs(x.load_B - y.load_B) + fabs(x.store_B - y.store_B)) / 2;
}
