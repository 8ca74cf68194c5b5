/* SPDX-License-Identifier: MIT */
/*
 * The sections `benchresult` of metadata that describe the run of a state: of a merged result,
 * those of the inputs that are the run.
 */
#ifndef BRES_REPORT_PIVOT_SECTION_H
#define BRES_REPORT_PIVOT_SECTION_H

#include "model/merge/inputs.h"
#include "report/pivot/pivot.h"

/* The sections of one result. */
typedef struct bres__result_sections {
    const bres__run_input *inputs; /* the result itself unless it is merged */
    size_t count;
    bool is_merged;
    bool by_run; /* it is known which inputs are the run of a state */
} bres__result_sections;

/* Makes the sections of all results, in the arena. */
bres_status bres__sections_make(const bres__pivot *pivot, bres__arena *arena,
                                bres__result_sections **made);
/* The next section of the run of a state, of the inputs from *position on; *section is NULL if the
 * input has none. false: no further section. More than one: one of them describes the state, but
 * which one is unknown. */
bool bres__sections_next(const bres__result_sections *results, const bres__pivot_entry *entry,
                         size_t *position, const char **section);
/* Whether the runs of two states have the same sections. */
bool bres__sections_are_same(const bres__result_sections *results, const bres__pivot_entry *one,
                             const bres__pivot_entry *two);

#endif
