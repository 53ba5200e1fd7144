/* The grammar of the language and the syntax tree of each construct.
 *
 * Actions only build nodes.  Later phases check whether a name is bound, a
 * unit fits or an index is affine.  The filter has already decided whatever
 * needs more than one token of lookahead.
 */

%define api.pure full
%define api.prefix {grammar_}
%define api.token.prefix {TOK_}
%define api.location.type {struct loc}
%define parse.error custom
%define parse.lac full
%locations
%expect 0

%code requires {
#include "lang/syntax/tree.h"
}

%code {
#include "lang/syntax/expect.h"

/* Stack entries of the parser: enough for AST_MAX_DEPTH levels of any construct.
 * A smaller stack would fail with yyerror() before the depth check reports.
 */
#define YYMAXDEPTH	40000

#define YYLLOC_DEFAULT(cur, rhs, n)	((cur) = join(rhs, n))

static int yylex(YYSTYPE *value, struct loc *loc, struct parse *p);
static struct loc join(const struct loc *rhs, int n);
static void yyerror(const struct loc *loc, struct parse *p, const char *msg);
}

%param { struct parse *p }

%union {
	int number;
	struct node *node;
	struct nodes *nodes;
}

%token END 0
%token NUMBER UNIT STRING NAME BAD
%token NEWLINE SILENCE NEXT
%token BLOCK BODY SETTINGS DEVICE_BRACE LAMBDA
%token EQ NE LE GE ADD_TO SUB_TO MUL_TO DIV_TO ARROW RANGE
%token KERNEL DEVICE DEF FOR LOOP IF THEN ELSE PRINT ASSERT USE IMPORT SET
%token SHOW SHOW_WORD EXPLAIN HELP
%token ASK SEARCH CROSSOVER ON OVER WITH WITH_BRACE OF IN CONVERT
%token AS BY TOP KIND SUCH THAT UNROLL RESTRICT ATOMIC CONSTANT STEP
%token SHARED BARRIER LOAD STORE AT FLOPS MMA
%token AND OR NOT BY_BLOCK INTERLEAVED

%left OR
%left AND
%precedence NOT
%nonassoc EQ NE '<' LE '>' GE
%left BY_BLOCK INTERLEAVED
%nonassoc RANGE
%nonassoc STEP
%left SHL SHR
%left '+' '-'
%left '*' '/' '%'
%precedence NEG
%right '^'

%type <number> ending assignment opt_form
%type <node> statement opt_statement common body_statement opt_body
%type <node> block opt_else opt_unroll kernel opt_over field type opt_parent show
%type <node> show_word help mma
%type <node> expr lambda value open operand postfix atom number name string
%type <node> question search clause bind over_bind show_clause argument parameter
%type <node> setting opt_setting device_setting plain comprehension path
%type <nodes> statements bodies items names for_names parameters
%type <nodes> parameter_list
%type <nodes> arguments argument_list clauses show_clauses binds options
%type <nodes> settings device_settings comprehension_clauses fields
%type <nodes> field_list extents opt_settings path_names opt_factors

%%

program:
  opt_statement[s]			{ tree_top(p, 0, $s); }
| program ending opt_statement[s]	{ tree_top(p, $ending, $s); }
;

ending:
  NEWLINE				{ $$ = TOK_NEWLINE; }
| ';'					{ $$ = ';'; }
| SILENCE				{ $$ = TOK_SILENCE; }
;

opt_statement:
  %empty				{ $$ = NULL; }
| statement
;

/* ---- statements */

statement:
  common
| kernel
| expr				{ $$ = TREE(p, EXPRESSION, @$, $1); }
| DEVICE name opt_parent DEVICE_BRACE device_settings '}'	{
	$$ = tree_device(p, @$, $name, $opt_parent, $device_settings);
  }
| DEF name '(' parameters ')' '=' expr	{
	$$ = tree_function(p, NODE_DEF, @$, $expr, $parameters);
	tree_named(p, $$, $name);
  }
| PRINT				{ $$ = TREE_LIST(p, PRINT, @$, NULL); }
| PRINT items			{ $$ = TREE_LIST(p, PRINT, @$, $items); }
| ASSERT expr			{ $$ = TREE(p, ASSERT, @$, $expr, NULL); }
| ASSERT expr[c] ',' expr[m]	{ $$ = TREE(p, ASSERT, @$, $c, $m); }
| USE name			{
	$$ = tree_named(p, TREE_LIST(p, USE, @$, NULL), $name);
  }
| IMPORT string			{
	$$ = tree_named(p, TREE_LIST(p, IMPORT, @$, NULL), $string);
  }
| SET path '=' expr		{
	$$ = tree_named(p, TREE(p, SET, @$, $expr), $path);
  }
| EXPLAIN expr			{ $$ = TREE(p, EXPLAIN, @$, $expr); }
| show
| help
| error				{
	yyclearin;
	yyerrok;
	$$ = tree_broken(p, @$);
  }
;

/* Statements that are valid inside and outside of kernels. */
common:
  postfix assignment expr	{
	$$ = tree_assignment(p, @$, $postfix, $assignment, $expr);
  }
| postfix ATOMIC ADD_TO expr	{
	$$ = tree_assignment(p, @$, $postfix, OP_ATOMIC_ADD, $expr);
  }
| postfix ATOMIC name '=' expr	{
	$$ = tree_assignment(p, @$, $postfix, tree_atomic(p, $name), $expr);
  }
| FOR for_names IN expr block	{
	$$ = tree_for(p, NODE_FOR, @$, $expr, $block, $for_names);
  }
| IF expr block opt_else	{
	$$ = TREE(p, IF, @$, $expr, $block, $opt_else);
  }
;

assignment:
  '='				{ $$ = -1; }
| ADD_TO			{ $$ = OP_ADD; }
| SUB_TO			{ $$ = OP_SUB; }
| MUL_TO			{ $$ = OP_MUL; }
| DIV_TO			{ $$ = OP_DIV; }
;

opt_else:
  %empty			{ $$ = NULL; }
| ELSE block			{ $$ = $block; }
| ELSE IF expr block opt_else[e]	{
	$$ = TREE(p, IF, @$, $expr, $block, $e);
  }
;

block:
  BLOCK statements '}'		{ $$ = TREE_LIST(p, BLOCK, @$, $2); }
| BODY bodies '}'		{ $$ = TREE_LIST(p, BLOCK, @$, $2); }
;

statements:
  opt_statement[s]		{ $$ = tree_statement(p, NULL, 0, $s); }
| statements[l] ending opt_statement[s]	{
	$$ = tree_statement(p, $l, $ending, $s);
  }
;

opt_parent:
  %empty			{ $$ = NULL; }
| ':' name			{ $$ = $name; }
;

device_settings:
  device_setting[s]		{ $$ = tree_append(p, NULL, $s); }
| device_settings[l] separator device_setting[s]	{
	$$ = tree_append(p, $l, $s);
  }
;

device_setting:
  opt_setting
| error				{
	yyclearin;
	yyerrok;
	$$ = tree_broken(p, @$);
  }
;

separator: ',' | ';' | NEWLINE | SILENCE ;

settings:
  opt_setting[s]		{ $$ = tree_append(p, NULL, $s); }
| settings[l] separator opt_setting[s]	{ $$ = tree_append(p, $l, $s); }
;

opt_setting:
  %empty			{ $$ = NULL; }
| path '=' expr			{
	$$ = tree_named(p, TREE(p, SETTING, @$, $expr), $path);
  }
;

show:
  SHOW operand show_clauses	{
	$$ = tree_show(p, @$, NULL, $operand, $show_clauses);
  }
| SHOW operand AS name show_clauses	{
	$$ = tree_show_as(p, @$, $operand, $name, $show_clauses);
  }
| SHOW question			{
	$$ = tree_show(p, @$, NULL, $question, NULL);
  }
| SHOW show_word show_clauses	{
	$$ = tree_show(p, @$, $show_word, NULL, $show_clauses);
  }
| SHOW show_word postfix show_clauses	{
	$$ = tree_show(p, @$, $show_word, $postfix, $show_clauses);
  }
;

show_word: SHOW_WORD		{ $$ = tree_name(p, @$); } ;

show_clauses:
  %empty			{ $$ = NULL; }
| show_clauses[l] show_clause	{ $$ = tree_append(p, $l, $show_clause); }
;

show_clause:
  OF postfix			{ $$ = TREE(p, OF, @$, $postfix); }
| ON postfix			{ $$ = TREE(p, ON, @$, $postfix); }
| WITH options			{ $$ = TREE_LIST(p, OPTIONS, @$, $options); }
;

help:
  HELP				{ $$ = TREE_LIST(p, HELP, @$, NULL); }
| HELP path			{
	$$ = tree_named(p, TREE_LIST(p, HELP, @$, NULL), $path);
  }
| HELP string			{
	$$ = tree_named(p, TREE_LIST(p, HELP, @$, NULL), $string);
  }
;

/* ---- kernels */

kernel:
  KERNEL name '(' fields ')' opt_over block	{
	$$ = tree_kernel(p, @$, $name, $block, $opt_over, $fields);
  }
| KERNEL name '[' parameter_list opt_comma ']' '(' fields ')' opt_over block	{
	$$ = tree_function(p, NODE_DEF, @$, tree_kernel(p, @$, $name, $block,
		$opt_over, $fields), $parameter_list);
	tree_named(p, $$, $name);
  }
;

opt_over:
  %empty			{ $$ = NULL; }
| OVER '(' items opt_comma ')'	{ $$ = TREE_LIST(p, TUPLE, @$, $items); }
;

fields:
  %empty			{ $$ = NULL; }
| field_list opt_comma
;

field_list:
  field				{ $$ = tree_append(p, NULL, $field); }
| field_list[l] ',' field	{ $$ = tree_append(p, $l, $field); }
;

field:
  name				{
	$$ = tree_named(p, TREE(p, FIELD, @$, NULL), $name);
  }
| name ':' type			{
	$$ = tree_named(p, TREE(p, FIELD, @$, $type), $name);
  }
| name[n] ':' name[t] '=' operand	{
	$$ = tree_named(p, TREE(p, FIELD, @$,
		tree_type(p, @t, $t, FORM_LONE, NULL, NULL, NULL), $operand), $n);
  }
;

type:
  name opt_settings		{
	$$ = tree_type(p, @$, $name, FORM_LONE, NULL, NULL,
		$opt_settings);
  }
| name extents[e] opt_form opt_settings	{
	$$ = tree_type(p, @$, $name, $opt_form, NULL, $e, $opt_settings);
  }
| name extents[c] extents[e] opt_form opt_settings	{
	$$ = tree_type(p, @$, $name, $opt_form, $c, $e, $opt_settings);
  }
| extents[e] opt_form opt_settings	{
	$$ = tree_type(p, @$, NULL, $opt_form, NULL, $e, $opt_settings);
  }
| extents[c] extents[e] opt_form opt_settings	{
	$$ = tree_type(p, @$, NULL, $opt_form, $c, $e, $opt_settings);
  }
| SETTINGS settings '}'		{
	$$ = tree_type(p, @$, NULL, FORM_LONE, NULL, NULL,
		$settings);
  }
;

extents: '[' items opt_comma ']'	{ $$ = $items; } ;

opt_form:
  %empty			{ $$ = FORM_ARRAY; }
| RESTRICT			{ $$ = FORM_RESTRICT; }
| CONSTANT			{ $$ = FORM_CONSTANT; }
;

opt_settings:
  %empty			{ $$ = NULL; }
| SETTINGS settings '}'		{ $$ = $settings; }
;

bodies:
  opt_body[s]			{ $$ = tree_statement(p, NULL, 0, $s); }
| bodies[l] ending opt_body[s]	{
	$$ = tree_statement(p, $l, $ending, $s);
  }
;

opt_body:
  %empty			{ $$ = NULL; }
| body_statement
;

opt_unroll:
  %empty			{ $$ = NULL; }
| UNROLL expr			{ $$ = $expr; }
;

body_statement:
  common
| LOOP name IN expr opt_unroll block	{
	$$ = tree_named(p, TREE(p, LOOP, @$, $expr, $block, $opt_unroll),
		$name);
  }
| SHARED name ':' type		{
	$$ = tree_named(p, TREE(p, SHARED, @$, $type), $name);
  }
| BARRIER			{
	$$ = tree_named(p, TREE_LIST(p, BARRIER, @$, NULL),
		tree_name(p, @1));
  }
| mma
| postfix assignment mma	{
	$$ = tree_assignment(p, @$, $postfix, $assignment, $mma);
  }
| LOAD name AT expr		{
	$$ = tree_access(p, @$, false, $name, $expr);
  }
| STORE name AT expr		{
	$$ = tree_access(p, @$, true, $name, $expr);
  }
| FLOPS expr			{
	$$ = tree_named(p, TREE(p, FLOPS, @$, $expr),
		tree_name(p, @1));
  }
| expr				{ $$ = tree_lone(p, $expr); }
| error				{
	yyclearin;
	yyerrok;
	$$ = tree_broken(p, @$);
  }
;

mma:
  MMA atom[shape] name[type] ARROW name[sum] opt_factors	{
	$$ = tree_mma(p, @$, @MMA, $shape, $type, $sum, $opt_factors);
  }
;

opt_factors:
  %empty			{ $$ = NULL; }
| OF postfix[a] ',' postfix[b]	{
	$$ = tree_append(p, tree_append(p, NULL, $a), $b);
  }
;

/* ---- expressions, from loose to tight */

expr:
  lambda
| value
;

lambda:
  name ARROW expr[e]		{
	$$ = tree_function(p, NODE_LAMBDA, @$, $e, tree_append(p, NULL,
		tree_parameter(p, @name, $name, NULL)));
  }
| LAMBDA parameters ')' ARROW expr[e]	{
	$$ = tree_function(p, NODE_LAMBDA, @$, $e, $parameters);
  }
| IF expr[c] THEN expr[t] ELSE lambda[e]	{
	$$ = TREE(p, CHOICE, @$, $c, $t, $e);
  }
;

value:
  open
| value[v] CONVERT UNIT		{ $$ = tree_convert(p, @$, $v, @UNIT); }
;

open:
  operand
| question
| search
| IF expr[c] THEN expr[t] ELSE open[e]	{
	$$ = TREE(p, CHOICE, @$, $c, $t, $e);
  }
;

question:
  ASK clauses			{
	$$ = tree_question(p, @$, @ASK, NULL, $clauses);
  }
| ASK postfix clauses		{
	$$ = tree_question(p, @$, @ASK, $postfix, $clauses);
  }
;

clauses:
  %empty			{ $$ = NULL; }
| clauses[l] clause		{ $$ = tree_append(p, $l, $clause); }
;

clause:
  ON postfix			{ $$ = TREE(p, ON, @$, $postfix); }
| OVER binds			{ $$ = TREE_LIST(p, OVER, @$, $binds); }
| WITH options			{ $$ = TREE_LIST(p, OPTIONS, @$, $options); }
| BY path			{
	$$ = tree_named(p, TREE_LIST(p, BY, @$, NULL), $path);
  }
| TOP operand			{ $$ = TREE(p, TOP, @$, $operand); }
| KIND name			{
	$$ = tree_named(p, TREE_LIST(p, KIND, @$, NULL), $name);
  }
;

binds:
  over_bind			{ $$ = tree_append(p, NULL, $over_bind); }
| binds[l] NEXT over_bind	{ $$ = tree_append(p, $l, $over_bind); }
;

over_bind:
  path IN operand		{
	$$ = tree_named(p, TREE(p, BIND, @$, $operand), $path);
  }
;

bind:
  name IN operand		{
	$$ = tree_named(p, TREE(p, BIND, @$, $operand), $name);
  }
;

options:
  setting			{ $$ = tree_append(p, NULL, $setting); }
| options[l] NEXT setting	{ $$ = tree_append(p, $l, $setting); }
;

setting:
  path '=' plain		{
	$$ = tree_named(p, TREE(p, SETTING, @$, $plain), $path);
  }
;

/* The value of an option; a question there needs parentheses. */
plain:
  operand
| IF expr[c] THEN expr[t] ELSE plain[e]	{
	$$ = TREE(p, CHOICE, @$, $c, $t, $e);
  }
;

search:
  SEARCH bind SUCH THAT operand	{
	$$ = TREE(p, SEARCH, @$, $bind, $operand);
	tree_text(p, $$, @SEARCH);
  }
| CROSSOVER bind OF postfix[a] AND postfix[b]	{
	$$ = TREE(p, CROSSOVER, @$, $bind, $a, $b);
	$$->at = @CROSSOVER;
  }
;

operand:
  postfix
| operand[a] OR operand[b]	{ $$ = TREE(p, OR, @$, $a, $b); }
| operand[a] AND operand[b]	{ $$ = TREE(p, AND, @$, $a, $b); }
| NOT operand[a]		{ $$ = tree_unary(p, @$, @1, OP_NOT, $a); }
| operand[a] EQ operand[b]	{ $$ = tree_binary(p, @$, @2, OP_EQ, $a, $b); }
| operand[a] NE operand[b]	{ $$ = tree_binary(p, @$, @2, OP_NE, $a, $b); }
| operand[a] '<' operand[b]	{ $$ = tree_binary(p, @$, @2, OP_LT, $a, $b); }
| operand[a] LE operand[b]	{ $$ = tree_binary(p, @$, @2, OP_LE, $a, $b); }
| operand[a] '>' operand[b]	{ $$ = tree_binary(p, @$, @2, OP_GT, $a, $b); }
| operand[a] GE operand[b]	{ $$ = tree_binary(p, @$, @2, OP_GE, $a, $b); }
| operand[a] RANGE operand[b]	{ $$ = TREE(p, RANGE, @$, $a, $b); }
| operand[a] RANGE operand[b] STEP operand[s]	{
	$$ = TREE(p, RANGE, @$, $a, $b, $s);
  }
| operand[a] SHL operand[b]	{ $$ = tree_binary(p, @$, @2, OP_SHL, $a, $b); }
| operand[a] SHR operand[b]	{ $$ = tree_binary(p, @$, @2, OP_SHR, $a, $b); }
| operand[a] '+' operand[b]	{ $$ = tree_binary(p, @$, @2, OP_ADD, $a, $b); }
| operand[a] '-' operand[b]	{ $$ = tree_binary(p, @$, @2, OP_SUB, $a, $b); }
| operand[a] '*' operand[b]	{ $$ = tree_binary(p, @$, @2, OP_MUL, $a, $b); }
| operand[a] '/' operand[b]	{ $$ = tree_binary(p, @$, @2, OP_DIV, $a, $b); }
| operand[a] '%' operand[b]	{ $$ = tree_binary(p, @$, @2, OP_MOD, $a, $b); }
| operand[a] BY_BLOCK		{ $$ = tree_unary(p, @$, @$, OP_BY_BLOCK, $a); }
| operand[a] INTERLEAVED	{
	$$ = tree_unary(p, @$, @$, OP_INTERLEAVED, $a);
  }
| '-' operand[a] %prec NEG	{ $$ = tree_unary(p, @$, @1, OP_NEG, $a); }
| operand[a] '^' operand[b]	{ $$ = tree_binary(p, @$, @2, OP_POW, $a, $b); }
;

postfix:
  atom
| postfix[b] '[' items opt_comma ']'	{
	$$ = tree_list(p, NODE_INDEX, @$, 1, &$b, $items);
  }
| postfix[b] '(' arguments ')'	{
	$$ = tree_list(p, NODE_CALL, @$, 1, &$b, $arguments);
  }
| postfix[b] '.' name		{
	$$ = tree_named(p, TREE(p, DOT, @$, $b), $name);
  }
| postfix[b] WITH_BRACE SETTINGS settings '}'	{
	$$ = tree_list(p, NODE_WITH, @$, 1, &$b, $settings);
  }
;

atom:
  number
| string
| name
| '(' expr ')'			{ $$ = $expr; }
| '(' expr ',' ')'		{ $$ = TREE(p, TUPLE, @$, $expr); }
| '(' expr ',' items opt_comma ')'	{
	$$ = tree_list(p, NODE_TUPLE, @$, 1, &$expr, $items);
  }
| '[' ']'			{ $$ = TREE_LIST(p, LIST, @$, NULL); }
| '[' items opt_comma ']'	{ $$ = TREE_LIST(p, LIST, @$, $items); }
| '[' comprehension ']'		{
	$$ = $comprehension;
	$$->loc = @$;
  }
;

comprehension:
  expr comprehension_clauses[c]	{
	$$ = tree_list(p, NODE_COMPREHENSION, @$, 1, &$expr, $c);
  }
;

comprehension_clauses:
  FOR for_names IN operand		{
	$$ = tree_append(p, NULL, tree_for(p, NODE_FOR_CLAUSE, @$,
		$operand, NULL, $for_names));
  }
| comprehension_clauses[l] FOR for_names IN operand[o]	{
	$$ = tree_append(p, $l, tree_for(p, NODE_FOR_CLAUSE,
		loc_join(@FOR, @o), $o, NULL, $for_names));
  }
| comprehension_clauses[l] IF operand[o]	{
	$$ = tree_append(p, $l, TREE(p, IF_CLAUSE, loc_join(@IF, @o),
		$o));
  }
;

/* ---- lists and names */

opt_comma: %empty | ',' ;

items:
  expr				{ $$ = tree_append(p, NULL, $expr); }
| items[l] ',' expr		{ $$ = tree_append(p, $l, $expr); }
;

for_names:
  names
| '(' names opt_comma ')'	{ $$ = $names; }
;

names:
  name				{ $$ = tree_append(p, NULL, $name); }
| names[l] ',' name		{ $$ = tree_append(p, $l, $name); }
;

arguments:
  %empty			{ $$ = NULL; }
| argument_list opt_comma
;

argument_list:
  argument			{ $$ = tree_append(p, NULL, $argument); }
| argument_list[l] ',' argument	{ $$ = tree_append(p, $l, $argument); }
;

argument:
  expr				{ $$ = TREE(p, ARGUMENT, @$, $expr); }
| comprehension			{
	$$ = TREE(p, ARGUMENT, @$, $comprehension);
	$comprehension->op = 1;
  }
| name '=' expr			{
	$$ = tree_named(p, TREE(p, ARGUMENT, @$, $expr), $name);
  }
;

parameters:
  %empty			{ $$ = NULL; }
| parameter_list opt_comma
;

parameter_list:
  parameter			{ $$ = tree_append(p, NULL, $parameter); }
| parameter_list[l] ',' parameter	{
	$$ = tree_append(p, $l, $parameter);
  }
;

parameter:
  name				{ $$ = tree_parameter(p, @$, $name, NULL); }
| name '=' expr			{ $$ = tree_parameter(p, @$, $name, $expr); }
;

path: path_names		{ $$ = tree_path(p, @$, $path_names); } ;

path_names:
  name				{ $$ = tree_append(p, NULL, $name); }
| path_names[l] '.' name	{ $$ = tree_append(p, $l, $name); }
;

name: NAME			{ $$ = tree_name(p, @$); } ;
string: STRING			{ $$ = tree_string(p, @$); } ;

number:
  NUMBER			{ $$ = tree_number(p, @$, @1, NULL); }
| NUMBER UNIT			{ $$ = tree_number(p, @$, @1, &@2); }
;

%%

/* The source range of the "n" symbols rhs[1..n]; for n = 0, the empty range
 * after the symbol before them, rhs[0].
 */
static struct loc join(const struct loc *rhs, int n)
{
	if (n > 0)
		return loc_join(rhs[1], rhs[n]);
	return (struct loc) { rhs[0].source, rhs[0].end, rhs[0].end };
}

/* Tokens have no semantic value: actions read the text from the source. */
static int yylex(YYSTYPE *value, struct loc *loc, struct parse *p)
{
	(void) value;
	return cursor_next(&p->cursor, loc);
}

/* bison calls it only when the parser's stack is full. */
static void yyerror(const struct loc *loc, struct parse *p, const char *msg)
{
	(void) msg;
	tree_too_deep(p, *loc);
}

static int yyreport_syntax_error(const yypcontext_t *context,
	struct parse *p)
{
	yysymbol_kind_t symbol[YYNTOKENS];
	bool is_expected[YYNTOKENS] = { false };
	int kind[YYMAXUTOK + 1], n, i;

	/* an error beyond the limit is only counted */
	n = p->diag->n_error >= DIAG_LIMIT ? 0 :
		yypcontext_expected_tokens(context, symbol, YYNTOKENS);
	for (i = 0; i < n; ++i)
		is_expected[symbol[i]] = true;
	for (i = n = 0; i <= YYMAXUTOK; ++i)
		if (is_expected[YYTRANSLATE(i)])
			kind[n++] = i;
	expect_report(&p->cursor, kind, n);
	return 0;
}
