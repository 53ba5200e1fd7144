/* The tables of every function, question, statement and setting of a session.
 * The rooms define the rows; only this file names all rooms.
 */

#include "lang/ask/ask.h"
#include "lang/device/device.h"
#include "lang/device/library.h"
#include "lang/eval/builtin.h"
#include "lang/kernel/build.h"
#include "lang/kernel/define.h"
#include "lang/launch/options.h"
#include "lang/roofline/roof.h"
#include "lang/search/search.h"
#include "lang/simulate/simulation.h"
#include "lang/tables.h"

#define BUILTIN(name, params, help, example, gives) \
	bool builtin_##name(struct call *call, struct value *result);
#include "lang/builtin.def"

static const struct builtin builtins[] = {
#define BUILTIN(name, params, help, example, gives) \
	{ #name, params, builtin_##name, help, example, gives },
#include "lang/builtin.def"
};

static const struct question *const questions[] = { ask_questions,
	search_questions, roof_questions, simulation_questions, NULL };

static const struct shown shown[] = {
	{ .word = "devices", .run = library_show, .is_alone = true },
	{ .word = "kernels", .run = define_show, .is_alone = true },
	{ .word = "addresses", .run = ask_show_addresses, .of_kernel = true },
	{ .word = "maps", .run = ask_show_maps, .of_kernel = true },
	{ .word = "stencil", .run = ask_show_stencil, .of_kernel = true },
	{ .word = "order", .run = ask_show_order }, { 0 }
};

static const struct setter setters[] = { { "device", device_check_setting,
						 device_print_id },
	{ NULL, options_check, NULL }, { 0 } };

const struct rooms tables_rooms = {
	.builtin = builtins,
	.n_builtin = sizeof(builtins) / sizeof(builtins[0]),
	.questions = questions,
	.shown = shown,
	.setters = setters,
	.statement = {
		[NODE_KERNEL] = define_kernel,
		[NODE_STENCIL] = define_stencil,
		[NODE_DEVICE] = device_define,
		[NODE_EXPLAIN] = ask_explain,
	},
	.kernel = define_kernel_value,
	.lookup = library_lookup,
	.each_name = library_each,
	.each_place = library_each_board,
	.option_needs = options_needs,
	.body_names = build_names,
	.body_base = build_base,
	.body_number = build_number,
};
