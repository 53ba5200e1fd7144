/* `show order`: an order drawn as a table of the index that each cell has. */

#include <stdio.h>
#include <string.h>

#include "lang/ask/ask.h"
#include "lang/ask/subject.h"
#include "lang/launch/order.h"

/* A larger table would not fit a screen, nor the stack. */
#define MOST_CELLS 4096

static bool read_domain(struct eval *ev, const struct node *of,
	int64_t extent[2], int64_t domain[3])
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
	order_fold(domain, extent);
	if (extent[0] > MOST_CELLS || extent[1] > MOST_CELLS ||
		extent[0] * extent[1] > MOST_CELLS)
		return diag_error(ev->diag, of->loc, NULL,
			"%lld x %lld cells are too many to draw: at most %d",
			(long long) extent[0], (long long) extent[1],
			MOST_CELLS);
	return true;
}

/* A bar stands between cells whose indices are not neighbours. */
static void draw_row(const int64_t *index, const int64_t extent[2], int64_t y,
	int width, struct buffer *out)
{
	const int64_t *row = index + y * extent[0];

	for (int64_t x = 0; x < extent[0]; ++x) {
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

static bool draw(struct eval *ev, const struct order *order,
	const int64_t domain[3], const int64_t extent[2], struct loc loc)
{
	int64_t index[MOST_CELLS], n = extent[0] * extent[1], cell[2];
	struct buffer out = { 0 };
	char last[24];
	int width;
	bool ok;

	for (int64_t i = 0; i < n; ++i)
		if (order_cell(order, extent, i, cell))
			index[cell[0] + cell[1] * extent[0]] = i;
	width = snprintf(last, sizeof(last), "%lld", (long long) n - 1);
	for (int64_t y = 0; y < extent[1]; ++y) {
		if (domain[2] > 1 && y % domain[1] == 0)
			buffer_printf(&out, "%sz = %lld\n", y ? "\n" : "",
				(long long) (y / domain[1]));
		draw_row(index, extent, y, width, &out);
	}
	ok = eval_output(ev, buffer_text(&out), out.len, loc);
	buffer_free(&out);
	return ok;
}

bool ask_show_order(struct eval *ev, const struct node *node)
{
	const struct node *of = subject_clause(node, NODE_OF);
	int64_t extent[2], domain[3];
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
	return read_domain(ev, of->kid[0], extent, domain) &&
		order_fits(ev->diag, &order, extent, "cells",
			node->kid[0]->loc) &&
		(ev->checking || draw(ev, &order, domain, extent, node->loc));
}
