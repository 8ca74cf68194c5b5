/* SPDX-License-Identifier: MIT */
/*
 * Loads the text of a result file or of a journal.
 */
#include "nvbench/journal.h"
#include "nvbench/nvbench.h"

#include <stdio.h>
#include <string.h>

/* The last warning of a load: reports the bytes that it has left out. */
static void warn_incomplete(const bres__load *load)
{
    char message[128];

    snprintf(message, sizeof message,
             "the %zu bytes after byte %zu are an incomplete record and are ignored",
             load->size - load->complete, load->complete);
    bres__load_warn(load, "", message);
}

static bres_status read_document(bres__load *load)
{
    const bres__slice text = { load->text, load->size };
    const bool journal = bres__journal_is(load->text, load->size);
    bres_result *result = load->result;
    bres__document document;
    bres_status status = journal ? bres__journal_split(&document, load)
                                 : bres__document_split(&document, load, &text);

    if (status == BRES_OK)
        status = bres__read_parts(load, &document);
    if (status == BRES_OK && document.extra != NULL) {
        result->extra = bres__arena_strdup(&result->arena, document.extra);
        status = result->extra == NULL ? bres__error_memory() : BRES_OK;
    }
    for (size_t i = 0; i < document.bench_count && status == BRES_OK; i++)
        status = bres__read_bench(load, &document.benches[i], i);
    if (status == BRES_OK)
        status = bres__decode_states(load, &document);
    if (status == BRES_OK && !journal && (load->options.flags & BRES_LOAD_LENIENT) != 0)
        bres__load_warn_of_surrogates(load);
    if (status == BRES_OK && journal)
        status = bres__journal_take_samples(load, &document);
    if (status == BRES_OK && journal && load->complete < load->size)
        warn_incomplete(load);
    bres__document_free(&document);
    return status;
}

bres_status bres__load_text(bres__load *load, const char *base, const char *directory,
                            bres_result **result)
{
    bres_result *made = bres__result_new();
    bres_status status;

    if (made == NULL)
        return BRES_ERROR_MEMORY;
    if (bres__journal_is(load->text, load->size))
        directory = NULL;
    load->result = made;
    made->load_samples = bres__load_samples;
    made->path = bres__arena_strdup(&made->arena, load->name);
    status =
        made->path == NULL ? bres__error_memory() : bres__sidecar_places_set(load, base, directory);
    if (status == BRES_OK)
        status = read_document(load);
    if (status != BRES_OK) {
        bres_result_unref(made);
        return status;
    }
    made->frozen = true;
    *result = made;
    return BRES_OK;
}
