#ifndef LANG_BASE_FOREIGN_H
#define LANG_BASE_FOREIGN_H

/* Files that people take for programs of the language. */

/* What the file "path" is by the end of its name, and what to do with it; NULL
 * if that is not known.
 */
const char *foreign_hint(const char *path);

#endif
