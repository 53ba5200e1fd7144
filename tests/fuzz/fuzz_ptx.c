/* No PTX text, cubin or listing crashes its reader, and no code makes a kernel
 * that cannot be launched: the first byte chooses between a whole file, a cubin
 * or listing, and the body of a kernel.
 */

#include "lang/eval/context.h"
#include "lang/launch/lower.h"
#include "lang/ptx/compiled.h"
#include "lang/ptx/cubin.h"
#include "lang/tables.h"
#include "tests/fuzz/fuzz.h"

static const char head[] =
	".visible .entry k(.param .u64 p, .param .u64 q, .param .u32 n)\n"
	"{\n"
	".shared .align 4 .b8 s[4096];\n"
	"ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [q];\n"
	"ld.param.u32 %r9, [n];\n"
	"cvta.to.global.u64 %rd3, %rd1; cvta.to.global.u64 %rd4, %rd2;\n"
	"mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;\n"
	"mad.lo.s32 %r4, %r1, %r2, %r3; mul.wide.s32 %rd5, %r4, 8;\n"
	"add.s64 %rd6, %rd3, %rd5; add.s64 %rd7, %rd4, %rd5;\n";

static void launch_kernel(struct eval *ev, const struct kernel_def *k,
	struct diag *diag)
{
	const struct lower_env env = lower_env(ev);
	struct options o = {
		.n_block = 1,
		.block = { 64, 1, 1 },
		.fold = { 1, 1, 1 },
		.type = TYPE_DOUBLE,
	};
	struct kernel kernel;
	struct launch launch;
	int before = diag->n_error;

	if (lower_kernel(&env, k, &o, (struct loc) { 0 }, &kernel, &launch))
		lower_clear(&kernel);
	else
		require(diag->n_error > before, "a failure has a message");
}

static void read_code(const char *text, size_t len)
{
	static struct eval *ev;
	struct ptx_arguments args = { .n_over = 1, .over = { 1000 } };
	struct diag diag = { 0 };
	struct buffer out = { 0 };
	struct kernel_def *k;

	if (!ev)
		ev = eval_new(&tables_rooms);
	context_begin(ev, &diag);
	args.every_gather.lines = text[0] & 8;
	if (text[0] & 16)
		compiled_gather(&args, "p", (struct ptx_gather) { 4, false });
	args.trips = text[0] & 16;
	compiled_argument(&args, "n", 100);
	k = compiled_kernel(ev, (struct loc) { 0 }, "fuzz.txt", text, len, "k",
		&args);
	compiled_clear(&args);
	require(k || diag.n_error > 0, "a failure has a message");
	if (k) {
		launch_kernel(ev, k, &diag);
		kernel_summary(k, &out);
		buffer_free(&out);
		kernel_drop(k);
	}
	diag_clear(&diag);
	context_end(ev);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buffer text = { 0 };
	struct cubin c;
	struct sass sass;
	char why[256] = "";

	if (size < 2)
		return 0;
	if (data[0] % 8 > 1)
		buffer_add(&text, head);
	buffer_add_bytes(&text, (const char *) data + 1, size - 1);
	if (data[0] % 8 == 0 &&
		!cubin_read(buffer_text(&text), text.len, NULL, &c, why))
		require(why[0] != '\0', "a failure has a reason");
	if (data[0] % 8 == 0) {
		why[0] = '\0';
		require(sass_read(buffer_text(&text), NULL, &sass, why) ||
				why[0] != '\0',
			"a failure has a reason");
		sass_clear(&sass);
	}
	if (data[0] % 8 > 1)
		buffer_add(&text, "\nst.global.f64 [%rd7], %fd1;\nret;\n}\n");
	read_code(buffer_text(&text), text.len);
	buffer_free(&text);
	return 0;
}
