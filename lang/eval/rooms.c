/* Lookup in the tables that other rooms fill. */

#include <string.h>

#include "lang/eval/rooms.h"
#include "lang/eval/settings.h"

const struct question *rooms_question(const struct rooms *rooms,
	const struct node *node)
{
	const char *word = node->text ? node->text : node_kind_name(node->kind);
	const struct question *const *table, *q;

	if (node->kind != NODE_QUESTION && node->kind != NODE_SEARCH &&
		node->kind != NODE_CROSSOVER)
		return NULL;
	for (table = rooms->questions; *table; ++table)
		for (q = *table; q->word; ++q)
			if (strcmp(q->word, word) == 0)
				return q;
	return NULL;
}

const struct shown *rooms_shown(const struct rooms *rooms, const char *word)
{
	for (const struct shown *s = rooms->shown; s->word; ++s)
		if (strcmp(s->word, word) == 0)
			return s;
	return NULL;
}

const struct setter *rooms_setter(const struct rooms *rooms, const char *name)
{
	for (const struct setter *s = rooms->setters; s->check; ++s)
		if (s->name ? strcmp(s->name, name) == 0 :
			      settings_is_option(name))
			return s;
	return NULL;
}
