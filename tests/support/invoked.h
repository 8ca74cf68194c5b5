/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of command lines: an invocation as text.
 */
#ifndef BRES_TEST_INVOKED_H
#define BRES_TEST_INVOKED_H

#include "harness/cli/program.h"

/*
 * Parses a command line without the name of the program: words separated by blanks, in which ~
 * stands for a blank. Returns the parsed invocation in one line, or the name of the status and the
 * error message; free() it.
 *
 *     copy N=1,2 min_samples=5 stdrel(max-noise=0.01,min-time=0.5); sort; json out.json; quiet
 *
 * A benchmark shows only its changed settings.
 */
char *bres_test_invoked(bres_suite *suite, const char *line);

#endif
