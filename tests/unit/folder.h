#ifndef TESTS_FOLDER_H
#define TESTS_FOLDER_H

/* A temporary folder for a test that writes files. */

#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static inline int folder_remove_one(const char *path, const struct stat *st,
	int type, struct FTW *place)
{
	(void) st;
	(void) type;
	(void) place;
	return remove(path);
}

/* Make a new folder: mkdtemp() replaces the XXXXXX that its name ends in. */
static inline bool folder_make(char *name)
{
	if (mkdtemp(name))
		return true;
	perror(name);
	return false;
}

/* Remove it with all it holds. */
static inline bool folder_remove(const char *name)
{
	return nftw(name, folder_remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0;
}

#endif
