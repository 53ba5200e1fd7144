#ifndef LANG_SYNTAX_FILTER_H
#define LANG_SYNTAX_FILTER_H

/* The filter between scanner and grammar. It decides from the context
 *
 *	newlines	which end a statement, and which are white space
 *	;		which silence the statement before them
 *	,		which continue the list of `with` or `over`
 *	{		whether it opens statements, a kernel's body or settings
 *	(		which open the parameters of a function x -> e
 *	in		which bind a name, and which convert to a unit
 *	words		which are names where they occur
 *	units		after numbers and `in`
 *
 * so that the grammar needs one token of lookahead.
 */

#include "lang/syntax/tokens.h"

/* Convert the scanner's tokens, with linked brackets, into the grammar's. */
void filter_tokens(struct tokens *tokens);

#endif
