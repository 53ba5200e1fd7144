#ifndef ENGINE_REPORT_PHYSICS_H
#define ENGINE_REPORT_PHYSICS_H

/* The laws that no report may break, whatever was asked.
 *
 * Tests and builds with --enable-debug hold every report against them; one
 * that breaks a law is then an error instead of an answer.
 */

#include "engine/report/report.h"

#ifdef WSP_DEBUG
enum { PHYSICS_CHECKED = true };
#else
enum { PHYSICS_CHECKED = false };
#endif

/* Whether "report" of "launch" on "dev" can be; if not, "why" says which
 * law it breaks, with figures.
 */
bool physics_holds(const struct report *report, const struct launch *launch,
	const struct device *dev, char why[256]);

#endif
