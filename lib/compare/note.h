/* SPDX-License-Identifier: MIT */
/*
 * The note that verdicts do not include the variation between runs.
 */
#ifndef BRES_COMPARE_NOTE_H
#define BRES_COMPARE_NOTE_H

#include "compare/comparison.h"

/* Sets the note and the command of a comparison whose rows have been decided. */
bres_status bres__comparison_note(bres_comparison *comparison);

#endif
