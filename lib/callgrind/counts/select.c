/* SPDX-License-Identifier: MIT */
/*
 * Makes lists with some of the entries of another list.
 */
#include "callgrind/counts/counts.h"

#include <string.h>

bres_status bres_counts_filter(const bres_counts *a, bres_counts_keep_fn keep, void *user,
                               bres_counts **counts)
{
    bres_counts *made = NULL;
    bres_status status;

    if (counts == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_filter: counts is NULL");
    *counts = NULL;
    if (a == NULL || keep == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_filter: %s is NULL",
                           a == NULL ? "a" : "keep");
    status = bres__counts_room(a->size, a->is_inclusive, &made);
    for (size_t i = 0; status == BRES_OK && i < a->size; i++) {
        bool kept = false;

        status = keep(user, &a->entries[i], &kept);
        if (kept)
            made->entries[made->size++] = a->entries[i];
    }
    if (status == BRES_OK)
        status = bres__counts_own_names(made);
    return bres__counts_finish(made, status, counts);
}

static bres_status denoise_keep(void *user, const bres_count *entry, bool *keep)
{
    *keep = true;
    for (const char *const *noise = user; *keep && *noise != NULL; noise++)
        *keep = strstr(entry->name, *noise) == NULL;
    return BRES_OK;
}

bres_status bres_counts_denoise(const bres_counts *a, const char *const *noise,
                                bres_counts **counts)
{
    if (counts == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_denoise: counts is NULL");
    *counts = NULL;
    if (a == NULL || noise == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_counts_denoise: %s is NULL",
                           a == NULL ? "a" : "noise");
    return bres_counts_filter(a, denoise_keep, (void *)noise, counts);
}

const char *const *bres_counts_loader_noise(void)
{
    static const char *const noise[] = {
        "_dl_runtime_resolve", "_dl_fixup", "_dl_lookup_symbol_x", "do_lookup_x", NULL,
    };

    return noise;
}
