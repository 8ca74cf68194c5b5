/* SPDX-License-Identifier: MIT */
/*
 * Reports the counts as numbers, as text, and as summaries of a state.
 */
#include "callgrind/callgrind.h"
#include "model/model.h"

#include <inttypes.h>

/* Widths in the text: of labels, of numbers, and of the gap between numbers. */
#define LABEL_WIDTH  18
#define NUMBER_WIDTH 12
#define GAP_WIDTH    15

/* The sums over all executions: of the statement and of the baseline. */
struct totals {
    int64_t statement;
    int64_t baseline;
};

static bres_status callgrind_check(const bres_callgrind *callgrind, size_t repeat,
                                   const char *function)
{
    if (callgrind == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: callgrind is NULL", function);
    if (repeat >= callgrind->repeat_count)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "%s: repeat %zu is out of range: the result has %zu", function, repeat,
                           callgrind->repeat_count);
    return BRES_OK;
}

static bres_status totals_sum(const bres_callgrind *callgrind, size_t repeat, struct totals *totals)
{
    const bres_status status =
        bres_counts_sum(callgrind->statements[repeat][0], &totals->statement);

    return status == BRES_OK ? bres_counts_sum(callgrind->baseline[0], &totals->baseline) : status;
}

static double totals_instructions(const bres_callgrind *callgrind, const struct totals *totals)
{
    /* The difference fits, because neither sum is negative. */
    return (double)(totals->statement - totals->baseline) / (double)callgrind->number;
}

bres_status bres_callgrind_instructions(const bres_callgrind *callgrind, size_t repeat,
                                        double *instructions)
{
    struct totals totals;
    bres_status status;

    if (instructions == NULL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_callgrind_instructions: instructions is NULL");
    *instructions = 0.0;
    status = callgrind_check(callgrind, repeat, "bres_callgrind_instructions");
    if (status == BRES_OK)
        status = totals_sum(callgrind, repeat, &totals);
    if (status == BRES_OK)
        *instructions = totals_instructions(callgrind, &totals);
    return status;
}

static bres_status text_put_row(bres__text *text, const char *label, const bres_counts *counts)
{
    bres_counts *quiet = NULL;
    int64_t all;
    int64_t rest;
    bres_status status = bres_counts_sum(counts, &all);

    if (status == BRES_OK)
        status = bres_counts_denoise(counts, bres_counts_loader_noise(), &quiet);
    if (status == BRES_OK)
        status = bres_counts_sum(quiet, &rest);
    if (status == BRES_OK)
        bres__text_printf(text, "%-*s%*" PRId64 "%*s%*" PRId64 "\n", LABEL_WIDTH, label,
                          NUMBER_WIDTH, all, GAP_WIDTH, "", NUMBER_WIDTH, rest);
    bres_counts_free(quiet);
    return status;
}

static void text_put_foot(bres__text *text, const bres_callgrind *callgrind)
{
    bres__text_printf(text, "%" PRIu64 " run%s per measurement", callgrind->number,
                      callgrind->number == 1 ? "" : "s");
    if (callgrind->num_threads > 0)
        bres__text_printf(text, ", %" PRId32 " thread%s", callgrind->num_threads,
                          callgrind->num_threads == 1 ? "" : "s");
    bres__text_putc(text, '\n');
    if (!callgrind->has_debug_symbols)
        bres__text_puts(text, "Warning: most instructions are of functions without debugging "
                              "information.\n"
                              "Names may be missing or belong to other functions; some noise may "
                              "remain.\n");
}

bres_status bres_callgrind_text(const bres_callgrind *callgrind, size_t repeat, const char *title,
                                char **text)
{
    bres__text made = { 0 };
    bres_status status;

    if (text == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_callgrind_text: text is NULL");
    *text = NULL;
    status = callgrind_check(callgrind, repeat, "bres_callgrind_text");
    if (status != BRES_OK)
        return status;
    if (title != NULL)
        bres__text_printf(&made, "%s\n", title);
    bres__text_printf(&made, "%27sAll%10sNoisy symbols removed\n", "", "");
    status = text_put_row(&made, "    Instructions: ", callgrind->statements[repeat][0]);
    if (status == BRES_OK)
        status = text_put_row(&made, "    Baseline:     ", callgrind->baseline[0]);
    if (status == BRES_OK) {
        text_put_foot(&made, callgrind);
        *text = bres__text_steal(&made);
        if (*text == NULL)
            status = bres__error_memory();
    }
    bres__text_free(&made);
    return status;
}

static const bres__summary_texts instructions_texts = {
    "instructions", "Instructions", "Instructions of one execution, without those of the baseline.",
    NULL, NULL
};
static const bres__summary_texts total_texts = { "total", "Total Instructions",
                                                 "Instructions of all executions together.", NULL,
                                                 BRES__HIDDEN };
static const bres__summary_texts baseline_texts = { "baseline", "Baseline Instructions",
                                                    "Instructions of as many empty executions.",
                                                    NULL, BRES__HIDDEN };
static const bres__summary_texts number_texts = { "number", "Executions",
                                                  "Executions that were counted together.", NULL,
                                                  BRES__HIDDEN };

bres_status bres_callgrind_add_summaries(const bres_callgrind *callgrind, size_t repeat,
                                         bres_state *state)
{
    struct totals totals;
    bres__summaries set;
    bres_status status = callgrind_check(callgrind, repeat, "bres_callgrind_add_summaries");

    if (status == BRES_OK && state == NULL)
        status = bres__error(BRES_ERROR_ARGUMENT, "bres_callgrind_add_summaries: state is NULL");
    if (status == BRES_OK)
        status = totals_sum(callgrind, repeat, &totals);
    if (status != BRES_OK)
        return status;
    set = bres__summaries_begin(state, "bres/callgrind/");
    bres__summaries_add_float64(&set, &instructions_texts, totals_instructions(callgrind, &totals));
    bres__summaries_add_int64(&set, &total_texts, totals.statement);
    bres__summaries_add_int64(&set, &baseline_texts, totals.baseline);
    bres__summaries_add_int64(&set, &number_texts, (int64_t)callgrind->number);
    return bres__summaries_end(&set);
}
