#ifndef LANG_PTX_PTX_SCAN_H
#define LANG_PTX_PTX_SCAN_H

/* The scanner of PTX.  Only ptx_scan.l uses flex. */

#include "lang/ptx/ptx_reader.h"

struct ptx_scan;

struct ptx_scan *ptx_scan_new(const char *text, size_t len);
void ptx_scan_free(struct ptx_scan *scan);

/* The next token, 0 at the end, with its range of the text. */
int ptx_scan_next(struct ptx_scan *scan, uint32_t *begin, uint32_t *end);

/* The device that the text names so far, 90: sm_90; 0: none. */
int ptx_scan_target(const struct ptx_scan *scan);

#endif
