#ifndef LANG_SYNTAX_FILTER_H
#define LANG_SYNTAX_FILTER_H

/* The filter between scanner and grammar.  It decides from the tokens
 * around
 *
 *	newlines	which end a statement, and which are white space
 *	;		which silence what is before them
 *	,		which continue the list of `with` or `over`
 *	{		whether it holds statements, a kernel's or settings
 *	(		which open the parameters of a function x -> e
 *	in		which bind a name, and which convert to a unit
 *	words		which are names where they stand
 *	units		behind numbers and `in`
 *
 * so that the grammar needs to look one token ahead only.
 */

#include "lang/syntax/tokens.h"

/* Turn the scanner's tokens, brackets linked, into the grammar's. */
void filter_tokens(struct tokens *tokens);

#endif
