/* SPDX-License-Identifier: MIT */
#include "callgrind/callgrind.h"

#include <string.h>

void bres_callgrind_free(bres_callgrind *callgrind)
{
    if (callgrind == NULL)
        return;
    for (size_t i = 0; i < callgrind->repeat_count; i++) {
        for (int inclusive = 0; inclusive < 2; inclusive++)
            bres_counts_free(callgrind->statements[i][inclusive]);
    }
    for (int inclusive = 0; inclusive < 2; inclusive++)
        bres_counts_free(callgrind->baseline[inclusive]);
    bres__free(callgrind->statements);
    bres__free(callgrind);
}

bres_status bres__callgrind_new(uint64_t number, bres_callgrind **callgrind)
{
    bres_callgrind *made = bres__calloc(1, sizeof *made);
    bres_status status = made != NULL ? BRES_OK : bres__error_memory();

    *callgrind = NULL;
    for (int inclusive = 0; status == BRES_OK && inclusive < 2; inclusive++)
        status = bres_counts_new(NULL, 0, inclusive != 0, &made->baseline[inclusive]);
    if (status != BRES_OK) {
        bres_callgrind_free(made);
        return status;
    }
    made->number = number;
    *callgrind = made;
    return BRES_OK;
}

/* Exclusive and inclusive counts of instructions. On failure both are NULL. */
static bres_status counts_take(const bres_profile *profile, size_t part, bres_counts *counts[2])
{
    bres_status status;

    counts[1] = NULL;
    status = bres_profile_counts(profile, part, NULL, BRES_EXCLUSIVE, BRES_PROFILE_MERGE_RECURSION,
                                 &counts[0]);
    if (status == BRES_OK)
        status = bres_profile_counts(profile, part, NULL, BRES_INCLUSIVE,
                                     BRES_PROFILE_MERGE_RECURSION, &counts[1]);
    if (status != BRES_OK) {
        bres_counts_free(counts[0]);
        counts[0] = NULL;
    }
    return status;
}

/* Whether most instructions belong to functions whose file is known. Files are known only with
 * debugging information. */
static bool counts_have_files(const bres_counts *counts)
{
    const size_t size = bres_counts_size(counts);
    double known = 0.0;
    double all = 0.0;

    for (size_t i = 0; i < size; i++) {
        const bres_count *entry = bres_counts_at(counts, i);

        all += (double)entry->count;
        if (strncmp(entry->name, "???:", 4) != 0)
            known += (double)entry->count;
    }
    return known > 0.0 && known >= all / 2;
}

bres_status bres__callgrind_add_statement(bres_callgrind *callgrind, const bres_profile *profile,
                                          size_t part)
{
    const size_t count = callgrind->repeat_count;
    bres_counts *(*grown)[2];
    bres_status status;

    if (count >= SIZE_MAX / sizeof *grown)
        return bres__error_memory();
    grown = bres__realloc(callgrind->statements, (count + 1) * sizeof *grown);
    if (grown == NULL)
        return bres__error_memory();
    callgrind->statements = grown;
    status = counts_take(profile, part, grown[count]);
    if (status != BRES_OK)
        return status;
    if (count == 0)
        callgrind->has_debug_symbols = counts_have_files(grown[0][0]);
    callgrind->repeat_count++;
    return BRES_OK;
}

bres_status bres__callgrind_set_baseline(bres_callgrind *callgrind, const bres_profile *profile,
                                         size_t part)
{
    bres_counts *counts[2];
    const bres_status status = counts_take(profile, part, counts);

    for (int inclusive = 0; status == BRES_OK && inclusive < 2; inclusive++) {
        bres_counts_free(callgrind->baseline[inclusive]);
        callgrind->baseline[inclusive] = counts[inclusive];
    }
    return status;
}

bres_status bres_callgrind_from_profile(const bres_profile *profile, uint64_t number,
                                        const bres_profile *baseline, bres_callgrind **callgrind)
{
    bres_callgrind *made = NULL;
    bres_status status;

    if (callgrind == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_callgrind_from_profile: callgrind is NULL");
    *callgrind = NULL;
    if (profile == NULL || number == 0)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_callgrind_from_profile: profile is NULL or number is 0");
    status = bres__callgrind_new(number, &made);
    if (status == BRES_OK)
        status = bres__callgrind_add_statement(made, profile, BRES_PROFILE_ALL_PARTS);
    if (status == BRES_OK && baseline != NULL)
        status = bres__callgrind_set_baseline(made, baseline, BRES_PROFILE_ALL_PARTS);
    if (status != BRES_OK) {
        bres_callgrind_free(made);
        return status;
    }
    *callgrind = made;
    return BRES_OK;
}

uint64_t bres_callgrind_number(const bres_callgrind *callgrind)
{
    return callgrind != NULL ? callgrind->number : 0;
}

size_t bres_callgrind_repeat_count(const bres_callgrind *callgrind)
{
    return callgrind != NULL ? callgrind->repeat_count : 0;
}

const bres_counts *bres_callgrind_statement(const bres_callgrind *callgrind, size_t repeat,
                                            bool inclusive)
{
    return callgrind != NULL && repeat < callgrind->repeat_count
               ? callgrind->statements[repeat][inclusive]
               : NULL;
}

const bres_counts *bres_callgrind_baseline(const bres_callgrind *callgrind, bool inclusive)
{
    return callgrind != NULL ? callgrind->baseline[inclusive] : NULL;
}

bool bres_callgrind_has_debug_symbols(const bres_callgrind *callgrind)
{
    return callgrind != NULL && callgrind->has_debug_symbols;
}
