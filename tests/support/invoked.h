/* SPDX-License-Identifier: MIT */
/*
 * What tests of command lines share: an invocation as text.
 */
#ifndef BRES_TEST_INVOKED_H
#define BRES_TEST_INVOKED_H

#include "harness/cli/program.h"

/*
 * Reads a command line, without the name of the program: words with blanks between, in which ~
 * stands for a blank. Returns what it asks for in one line, or the name of the status and the error
 * message; free() it.
 *
 *     copy N=1,2 min_samples=5 stdrel(max-noise=0.01,min-time=0.5); sort; json out.json; quiet
 *
 * A benchmark shows what has changed of it.
 */
char *bres_test_invoked(bres_suite *suite, const char *line);

#endif
