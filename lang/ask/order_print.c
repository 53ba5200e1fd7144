/* `show order`: an order drawn as a table of the index that each cell has. */

#include <stdio.h>
#include <string.h>

#include "lang/ask/ask.h"
#include "lang/ask/subject.h"
#include "lang/launch/order_value.h"

/* A larger table would not fit a screen, nor the stack. */
#define MOST_CELLS 4096

static bool read_domain(struct eval *ev, const struct node *of,
	int64_t domain[3])
{
	struct options o = { 0 };
	struct value v;
	bool ok;

	if (!eval_node(ev, of, &v))
		return false;
	ok = options_apply(ev, &o, "domain", &v, of->loc, false);
	value_free(&v);
	if (!ok)
		return false;
	memcpy(domain, o.domain, 3 * sizeof(*domain));
	if (domain[0] * domain[1] * domain[2] > MOST_CELLS)
		return diag_error(ev->diag, of->loc, NULL,
			"%lld x %lld cells are too many to draw: at most %d",
			(long long) domain[0],
			(long long) (domain[1] * domain[2]), MOST_CELLS);
	return true;
}

/* A bar stands between cells whose indices are not neighbours. */
static void draw_row(const int64_t *row, int64_t n, int width,
	struct buffer *out)
{
	for (int64_t x = 0; x < n; ++x) {
		bool apart = x > 0 && row[x] - row[x - 1] != 1 &&
			row[x - 1] - row[x] != 1;

		buffer_printf(out, "%s%*lld",
			apart	  ? " |" :
				x ? "  " :
				    "",
			width, (long long) row[x]);
	}
	buffer_add_char(out, '\n');
}

/* Indices of the cells, in rows; returns the greatest. */
static int64_t find_indices(const struct order *order, const int64_t domain[3],
	int64_t index[MOST_CELLS])
{
	int64_t reach[3], cell[3], n = 0, last = 0;

	if (order_reach(order, domain, reach))
		n = reach[0] * reach[1] * reach[2];
	for (int64_t i = 0; i < n; ++i) {
		if (!order_cell(order, domain, i, cell) ||
			cell[0] >= domain[0] || cell[1] >= domain[1] ||
			cell[2] >= domain[2])
			continue;
		last = i;
		index[cell[0] + domain[0] * (cell[1] + domain[1] * cell[2])] =
			i;
	}
	return last;
}

static bool draw(struct eval *ev, const struct order *order,
	const int64_t domain[3], struct loc loc)
{
	int64_t index[MOST_CELLS], most = find_indices(order, domain, index);
	struct buffer out = { 0 };
	char last[24];
	int width = snprintf(last, sizeof(last), "%lld", (long long) most);
	bool ok;

	for (int64_t y = 0; y < domain[1] * domain[2]; ++y) {
		if (domain[2] > 1 && y % domain[1] == 0)
			buffer_printf(&out, "%sz = %lld\n", y ? "\n" : "",
				(long long) (y / domain[1]));
		draw_row(index + y * domain[0], domain[0], width, &out);
	}
	ok = eval_output(ev, buffer_text(&out), out.len, loc);
	buffer_free(&out);
	return ok;
}

bool ask_show_order(struct eval *ev, const struct node *node)
{
	const struct node *of = subject_clause(node, NODE_OF);
	int64_t domain[3];
	struct order order;
	struct value v;
	bool ok;

	if (!node->kid[0] || !of) {
		diag_error(ev->diag, node->loc, NULL,
			"which order, and of which domain?");
		diag_note(ev->diag, "as in: show order columns(8) of (20, 6)");
		return false;
	}
	if (!eval_node(ev, node->kid[0], &v))
		return false;
	ok = v.kind == VALUE_UNKNOWN ||
		order_of(ev, &v, node->kid[0]->loc, &order);
	if (!ok || v.kind == VALUE_UNKNOWN) {
		value_free(&v);
		return ok;
	}
	value_free(&v);
	return read_domain(ev, of->kid[0], domain) &&
		order_fits(ev->diag, &order, domain,
			order_is_of_blocks(&order) ? "blocks" : "cells",
			node->kid[0]->loc) &&
		(ev->checking || draw(ev, &order, domain, node->loc));
}
