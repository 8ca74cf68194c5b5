/* SPDX-License-Identifier: MIT */
/*
 * Text that a solution or a compiler has printed, in the form in which a verdict shows it.
 */
#ifndef BRES_JUDGE_VERDICT_PRINT_H
#define BRES_JUDGE_VERDICT_PRINT_H

#include "base/base.h"

/* Appends the text as valid UTF-8 with visible control characters, so that it can mislead neither a
 * terminal nor a program that reads lines. */
void bres__put_untrusted(bres__text *text, const char *untrusted);
/* Appends each line after an indent and the name of the program that printed it, such as
 * "    solution| ". So no line looks like output of the judge. */
void bres__put_printed(bres__text *text, const char *printer, const char *printed);

#endif
