/* The grammar of PTX.  Actions only fill the module; what an instruction means
 * is decided by its name, in ptx_opcode.c.
 */

%define api.pure full
%define api.prefix {ptx_grammar_}
%define api.token.prefix {PTX_TOK_}
%define api.location.type {struct loc}
%define parse.error detailed
%locations
%expect 0

%code requires {
#include "lang/ptx/ptx_reader.h"
}

%code {
#include "lang/ptx/ptx_scan.h"

/* Blocks and lists inside each other; deeper input is refused by bison. */
#define YYMAXDEPTH	10000

#define YYLLOC_DEFAULT(cur, rhs, n)					\
	((cur) = (n) ? loc_join(YYRHSLOC(rhs, 1), YYRHSLOC(rhs, n)) :	\
		YYRHSLOC(rhs, 0))

static int yylex(YYSTYPE *value, struct loc *loc, struct ptx_reader *r);
static void yyerror(const struct loc *loc, struct ptx_reader *r,
	const char *text);
}

%param { struct ptx_reader *r }

%union {
	int name;
	int64_t number;
	int64_t numbers[3];
	struct ptx_operand operand;
	struct ptx_list list;
}

%token END 0 "the end of the file"
%token WORD "a name" DOT "a directive" INT "a whole number"
%token FLOAT "a number" STRING "a string" BAD "this character"
%token ENTRY ".entry" FUNC ".func" LINKAGE SPACE "a state space"
%token ALIGN ".align" SKIPPED TARGETS ".branchtargets"

%type <name> name function_name
%type <number> int
%type <numbers> triple
%type <operand> operand
%type <list> operands some_operands

%%

module: items ;

items: %empty | items item ;

item: linkages variable ';'
	| linkages function
	| SKIPPED skipped ';'
	| DOT opt_name ';'
	| ';'
	| error ';' { ptx_reader_recover(r); } ;

opt_name: %empty | WORD ;

linkages: %empty { r->declared = (struct ptx_declared) { .vector = 1 }; }
	| linkages LINKAGE
		{ r->declared.is_extern |= r->module->source->text
			[@2.begin + 1] == 'e'; } ;

/* ------------------------------------------------------------- variables */

variable: space modifiers names ;

space: SPACE { ptx_reader_space(r, @1); } ;

modifiers: %empty | modifiers modifier ;

modifier: DOT { ptx_reader_declare(r, @1); }
	| SPACE /* .ptr .global */
	| ALIGN int { ptx_reader_align(r, $2, @2); } ;

names: declarator | names ',' declarator ;

declarator: name brackets opt_value { ptx_reader_variable(r, $1, @1); }
	| name '<' int '>' ; /* registers need no declaration */

brackets: %empty { r->brackets = 0; r->count = 1; }
	| brackets '[' int ']'
		{ if (r->count < 0 || $3 < 0 ||
			__builtin_mul_overflow(r->count, $3, &r->count))
			r->count = -1; }
	| brackets '[' ']' { r->count = 0; } ;

opt_value: %empty | '=' value ;

value: constant | '{' values '}' | '{' '}' ;
values: value | values ',' value ;
constant: INT | FLOAT | '-' INT | '-' FLOAT | STRING | WORD
	| WORD '+' INT | WORD '(' WORD ')' | WORD '(' WORD ')' '+' INT ;

/* ------------------------------------------------------------- functions */

function: ENTRY function_name params tunings body
		{ ptx_reader_function(r, $2, true, true, @2); }
	| ENTRY function_name params tunings ';'
		{ ptx_reader_function(r, $2, true, false, @2); }
	| FUNC results function_name params tunings body
		{ ptx_reader_function(r, $3, false, true, @3); }
	| FUNC results function_name params tunings ';'
		{ ptx_reader_function(r, $3, false, false, @3); } ;

function_name: name { ptx_reader_begin(r, $1); } ;

results: %empty | '(' result ')' | '(' ')' ;
result: parameter name brackets
	{ ptx_reader_param(r, $2, true, @2); } ;

params: %empty | '(' ')' | '(' param_list ')' ;
param_list: param | param_list ',' param ;
param: parameter name brackets
	{ ptx_reader_param(r, $2, false, @2); } ;

parameter: new_space modifiers ;
new_space: SPACE
	{ r->declared = (struct ptx_declared) { .vector = 1 };
		ptx_reader_space(r, @1); } ;

tunings: %empty | tunings DOT | tunings DOT triple
	{ ptx_reader_tuning(r, @2, $3); } ;

triple: int { $$[0] = $1; $$[1] = $$[2] = 1; }
	| int ',' int { $$[0] = $1; $$[1] = $3; $$[2] = 1; }
	| int ',' int ',' int { $$[0] = $1; $$[1] = $3; $$[2] = $5; } ;

body: '{' statements '}' ;

statements: %empty | statements statement ;

statement: linkages variable ';'
	| name ':' { ptx_reader_label(r, $1, @1); }
	| instruction ';'
	| '{' { ptx_scope_open(r); } statements '}' { ptx_scope_close(r, @1); }
	| SKIPPED skipped ';' { ptx_reader_pragma(r, @$); }
	| TARGETS some_operands ';' { ptx_table_targets(r, $2); }
	| ';'
	| error ';' { ptx_reader_recover(r); } ;

/* ----------------------------------------------------------- instructions */

instruction: WORD operands
		{ ptx_reader_instruction(r, -1, false, @1, $2, @$); }
	| '@' name WORD operands
		{ ptx_reader_instruction(r, $2, false, @3, $4, @$); }
	| '@' '!' name WORD operands
		{ ptx_reader_instruction(r, $3, true, @4, $5, @$); } ;

operands: %empty { $$ = (struct ptx_list) { 0 }; } | some_operands ;

some_operands: operand
		{ $$ = (struct ptx_list) { 0 }; ptx_reader_append(r, &$$, &$1); }
	| some_operands ',' operand
		{ $$ = $1; ptx_reader_append(r, &$$, &$3); } ;

operand: name { $$ = (struct ptx_operand) { .kind = OPERAND_NAME, .name = $1 }; }
	| name '+' int
		{ $$ = (struct ptx_operand) { .kind = OPERAND_NAME, .name = $1,
			.offset = ptx_reader_offset(r, $3, @3) }; }
	| '!' name
		{ $$ = (struct ptx_operand) { .kind = OPERAND_NAME, .name = $2,
			.is_not = true }; }
	| name '|' name
		{ $$ = (struct ptx_operand) { .kind = OPERAND_PAIR, .name = $1,
			.other = $3 }; }
	| int
		{ $$ = (struct ptx_operand) { .kind = OPERAND_INT, .name = -1,
			.offset = $1 }; }
	| FLOAT
		{ $$ = (struct ptx_operand) { .kind = OPERAND_FLOAT, .name = -1,
			.is_not = ptx_reader_is_decimal(r, @1),
			.offset = ptx_reader_bits(r, @1) }; }
	| '-' FLOAT
		{ $$ = (struct ptx_operand) { .kind = OPERAND_FLOAT, .name = -1,
			.is_not = true }; }
	| '[' name ']'
		{ $$ = (struct ptx_operand) { .kind = OPERAND_ADDRESS, .name = $2 }; }
	| '[' name '+' int ']'
		{ $$ = (struct ptx_operand) { .kind = OPERAND_ADDRESS, .name = $2,
			.offset = ptx_reader_offset(r, $4, @4) }; }
	| '[' int ']'
		{ $$ = (struct ptx_operand) { .kind = OPERAND_ADDRESS, .name = -1,
			.offset = ptx_reader_offset(r, $2, @2) }; }
	| '[' name ',' some_operands ']'
		{ $$ = (struct ptx_operand) { .kind = OPERAND_ADDRESS, .name = $2 };
			ptx_reader_group(r, $4); }
	| '{' some_operands '}' { $$ = ptx_reader_group(r, $2); }
	| '(' operands ')' { $$ = ptx_reader_group(r, $2); } ;

/* -------------------------------------------------------------- elements */

name: WORD { $$ = ptx_reader_name(r, @1); } ;

int: INT { $$ = ptx_reader_int(r, @1); }
	| '-' INT
		{ $$ = (int64_t) (0 - (uint64_t) ptx_reader_int(r, @2)); } ;

/* All up to the semicolon. */
skipped: %empty | skipped any ;
any: WORD | DOT | INT | FLOAT | STRING | LINKAGE | SPACE | ALIGN | ENTRY
	| FUNC | '(' | ')' | '[' | ']' | ',' | ':' | '<' | '>' | '+' | '-'
	| '=' | '|' | '!' | '@' ;

%%

static int yylex(YYSTYPE *value, struct loc *loc, struct ptx_reader *r)
{
	int token = ptx_scan_next(r->scan, &loc->begin, &loc->end);

	(void) value;
	loc->source = r->module->source;
	r->begin = loc->begin;
	return token;
}

static void yyerror(const struct loc *loc, struct ptx_reader *r,
	const char *text)
{
	ptx_reader_error(r, *loc, text);
}
