/* SPDX-License-Identifier: MIT */
/*
 * What the verdicts of a comparison do not include.
 */
#ifndef BRES_COMPARE_NOTE_H
#define BRES_COMPARE_NOTE_H

#include "compare/comparison.h"

/* Sets the note and the command of a comparison whose rows have been decided. */
bres_status bres__comparison_note(bres_comparison *comparison);

#endif
