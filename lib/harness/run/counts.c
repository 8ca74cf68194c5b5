/* SPDX-License-Identifier: MIT */
/*
 * Data that a body reports about its state before or after the measurement: the work of an
 * execution, sizes of buffers, and its own summaries.
 */
#include "cuda/cuda.h"
#include "harness/run/run.h"
#include "measure/gpu/devices.h"

static bres_status run_refuse_null(const char *function)
{
    return bres__error(BRES_ERROR_ARGUMENT, "%s: the run is NULL", function);
}

/* A number that gets its own column, named by the body. */
typedef struct run_column {
    const char *function;
    const char *prefix; /* of its tag */
    const char *description;
    const char *hint;
} run_column;

static const run_column column_elements = {
    .function = "bres_run_add_elements",
    .prefix = "nv/element_count/",
    .description = "Items that one execution processes",
};
static const run_column column_reads = {
    .function = "bres_run_add_reads",
    .prefix = "nv/gmem/reads/",
    .description = "Bytes that one execution reads from memory",
    .hint = "bytes",
};
static const run_column column_writes = {
    .function = "bres_run_add_writes",
    .prefix = "nv/gmem/writes/",
    .description = "Bytes that one execution writes to memory",
    .hint = "bytes",
};

/* The columns precede the measurement's summaries, even if they are added later. */
static bres_status run_add_column(bres_run *run, const run_column *column, const char *name,
                                  int64_t value)
{
    bres__summaries set = bres__summaries_begin(run->state, column->prefix);
    bres_status status;

    bres__summaries_add_int64(
        &set, &(bres__summary_texts){ name, name, column->description, column->hint, NULL }, value);
    status = bres__summaries_end(&set);
    if (status == BRES_OK && run->measured) {
        bres__summaries_move(&set, run->ahead++);
        run->behind++;
    }
    return status;
}

/* Adds to a sum of the run, and adds a column if the name is not empty. */
static bres_status run_add(bres_run *run, int64_t *sum, uint64_t count, const run_column *column,
                           const char *name)
{
    bres_status status = BRES_OK;

    if (count > (uint64_t)(INT64_MAX - *sum))
        return bres__error(BRES_ERROR_ARGUMENT,
                           "the sum of what one execution processes does not fit in int64");
    if (name != NULL && name[0] != '\0')
        status = run_add_column(run, column, name, (int64_t)count);
    if (status == BRES_OK)
        *sum += (int64_t)count;
    return status;
}

bres_status bres_run_add_elements(bres_run *run, uint64_t count, const char *column)
{
    if (run == NULL)
        return run_refuse_null(column_elements.function);
    return bres__run_keep(run, run_add(run, &run->work.elements, count, &column_elements, column));
}

bres_status bres_run_set_elements(bres_run *run, uint64_t count)
{
    if (run == NULL)
        return run_refuse_null("bres_run_set_elements");
    run->work.elements = 0;
    return bres__run_keep(run, run_add(run, &run->work.elements, count, &column_elements, NULL));
}

bres_status bres_run_add_reads(bres_run *run, uint64_t bytes, const char *column)
{
    if (run == NULL)
        return run_refuse_null(column_reads.function);
    return bres__run_keep(run, run_add(run, &run->work.global_bytes, bytes, &column_reads, column));
}

bres_status bres_run_add_writes(bres_run *run, uint64_t bytes, const char *column)
{
    if (run == NULL)
        return run_refuse_null(column_writes.function);
    return bres__run_keep(run,
                          run_add(run, &run->work.global_bytes, bytes, &column_writes, column));
}

bres_status bres__run_add_rates(bres_run *run)
{
    double peak = 0;

    if (!run->measured)
        return BRES_OK;
    if (run->gpu != NULL)
        peak = bres__cuda_context_info(run->gpu->context)->memory_bandwidth;
    return bres__state_add_rates(run->state, &run->work, peak);
}

/* As in NVBench, a size without a name gets the name "None" and is hidden. */
static bres_status state_add_buffer_size(bres_state *state, int64_t bytes,
                                         const bres__summary_texts *texts)
{
    const bool named = texts->name != NULL && texts->name[0] != '\0';
    bres__summaries set = bres__summaries_begin(state, "");

    bres__summaries_add_int64(
        &set,
        &(bres__summary_texts){ texts->tag, named ? texts->name : "None",
                                texts->description != NULL ? texts->description : "", "bytes",
                                named ? NULL : BRES__HIDDEN },
        bytes);
    return bres__summaries_end(&set);
}

bres_status bres_run_add_buffer_size(bres_run *run, uint64_t bytes, const char *tag,
                                     const char *name, const char *description)
{
    bres_status status;

    if (run == NULL)
        return run_refuse_null("bres_run_add_buffer_size");
    if (tag == NULL || tag[0] == '\0')
        status = bres__error(BRES_ERROR_ARGUMENT, "the tag of a buffer size is missing");
    else if (bytes > INT64_MAX)
        status =
            bres__error(BRES_ERROR_ARGUMENT, "the size of buffer '%s' does not fit in int64", tag);
    else
        status =
            state_add_buffer_size(run->state, (int64_t)bytes,
                                  &(bres__summary_texts){ tag, name, description, NULL, NULL });
    return bres__run_keep(run, status);
}

bres_status bres_run_summary(bres_run *run, const char *tag, bres_summary **summary)
{
    if (summary != NULL)
        *summary = NULL;
    if (run == NULL)
        return run_refuse_null("bres_run_summary");
    if (tag == NULL || tag[0] == '\0')
        return bres__run_keep(run,
                              bres__error(BRES_ERROR_ARGUMENT, "the tag of a summary is missing"));
    return bres__run_keep(run, bres_state_add_summary(run->state, tag, summary));
}
