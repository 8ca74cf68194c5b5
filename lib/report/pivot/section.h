/* SPDX-License-Identifier: MIT */
/*
 * The sections `benchresult` of metadata that describe the run of a state: of a merged result,
 * those of the input that is the run.
 */
#ifndef BRES_REPORT_PIVOT_SECTION_H
#define BRES_REPORT_PIVOT_SECTION_H

#include "report/pivot/pivot.h"

/* Sections as texts; NULL elements: an input has none. More than one: one of them is
 * of the run, but which one is unknown. */
typedef struct bres__sections {
    const char *const *items;
    size_t count;
} bres__sections;

/* The sections of one result. */
typedef struct bres__result_sections {
    const char **items;
    size_t count;
    bool is_merged;
    bool by_run; /* each section is of the run whose number is its index */
} bres__result_sections;

/* Makes the sections of all results, in the arena. */
bres_status bres__sections_make(const bres__pivot *pivot, bres__arena *arena,
                                bres__result_sections **made);
bres__sections bres__sections_of(const bres__result_sections *results,
                                 const bres__pivot_entry *entry);

#endif
