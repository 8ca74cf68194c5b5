/* SPDX-License-Identifier: MIT */
/*
 * Text that a solution or a compiler has printed, in the form in which a verdict shows it.
 */
#ifndef BRES_JUDGE_VERDICT_PRINT_H
#define BRES_JUDGE_VERDICT_PRINT_H

#include "base/base.h"

/* Appends valid UTF-8 without control characters: neither a terminal nor a reader of lines is
 * misled. */
void bres__put_untrusted(bres__text *text, const char *untrusted);
/* Appends each line behind an indent and the name of the program that printed it, such as
 * "    solution| ". No line can pass for one of the judge. */
void bres__put_printed(bres__text *text, const char *printer, const char *printed);

#endif
