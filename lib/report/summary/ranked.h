/* SPDX-License-Identifier: MIT */
/*
 * The results of a tuner in the summary report: states with ranks.
 */
#ifndef BRES_REPORT_SUMMARY_RANKED_H
#define BRES_REPORT_SUMMARY_RANKED_H

#include "report/summary/summary.h"

/* Whether a tuner made these states. */
bool bres__states_are_tuned(const bres_state *const *states, size_t count);
/* Sorts states by rank; states without a rank keep their order and come last. BRES_ERROR_MEMORY. */
bres_status bres__states_sort_by_rank(const bres_state **states, size_t count);
/* Appends sorted states as a table of at most 80 columns, the reasons of the failed states, and the
 * tuner's short list and message. */
bres_status bres__summary_ranked(bres__summary_report *report, const bres_result *result,
                                 const bres_state *const *states, size_t count);

#endif
