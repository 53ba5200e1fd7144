#ifndef LANG_PTX_PTX_TAKEN_H
#define LANG_PTX_PTX_TAKEN_H

/* Branches that data decide, and the shares of lanes that a user says. */

#include "lang/base/buffer.h"
#include "lang/ptx/ptx_run.h"

/* The guard of a branch or an access, in which what data decide holds by the
 * chance that was said.  "is_over": lanes for which it holds jump over the code
 * of which the share was said.
 */
const struct ptx_cond *ptx_taken(struct ptx_run *run,
	const struct ptx_instruction *inst, const struct ptx_cond *guard,
	bool is_over);

/* The same of the branch in front of a loop that does not run where it jumps: if
 * 'trips' says how often it runs, all lanes enter it.
 */
const struct ptx_cond *ptx_taken_enter(struct ptx_run *run,
	const struct ptx_instruction *inst, const struct ptx_cond *guard,
	bool is_over);

/* What was assumed of branches without and with a share; "out" stays empty if
 * there are none.
 */
void ptx_taken_open(const struct ptx_run *run, struct buffer *out);
void ptx_taken_said(const struct ptx_run *run, struct buffer *out);

/* False, with an error at "loc", if a share was said of no branch. */
bool ptx_taken_check(const struct ptx_run *run, struct diag *diag,
	struct loc loc);

#endif
