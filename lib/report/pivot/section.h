/* SPDX-License-Identifier: MIT */
/*
 * The sections `benchresult` of the metadata that describe the run of a state. A merged result has
 * a section for each input, and a run has the sections of its inputs.
 */
#ifndef BRES_REPORT_PIVOT_SECTION_H
#define BRES_REPORT_PIVOT_SECTION_H

#include "model/merge/inputs.h"
#include "report/pivot/pivot.h"

/* The sections of one result. */
typedef struct bres__result_sections {
    const bres__run_input *inputs; /* the result itself if it is not merged */
    size_t count;
    bool is_merged;
    bool by_run; /* the inputs of each run are known */
} bres__result_sections;

/* Makes the sections of all results, in the arena. */
bres_status bres__sections_make(const bres__pivot *pivot, bres__arena *arena,
                                bres__result_sections **made);
/* Gets the next section of the run of a state, starting at input *position, which is advanced.
 * *section is NULL if the input lacks a section. Returns false after the last section. If a run has
 * several sections, one of them describes the state, but which one is unknown. */
bool bres__sections_next(const bres__result_sections *results, const bres__pivot_entry *entry,
                         size_t *position, const char **section);
/* Whether the runs of two states have the same sections. */
bool bres__sections_are_same(const bres__result_sections *results, const bres__pivot_entry *one,
                             const bres__pivot_entry *two);

#endif
