/* SPDX-License-Identifier: MIT */
/*
 * Timing tables: one for each label of the measurements.
 */
#include "timer/table/table.h"

#define OPTIONS_FIRST_SIZE (offsetof(bres_timing_table_options, log_user) + sizeof(void *))

_Static_assert(sizeof(bres_timing_table_options) == OPTIONS_FIRST_SIZE,
               "bres_timing_table_options has padding");

void bres_timing_table_options_init(bres_timing_table_options *options)
{
    if (options != NULL)
        *options = (bres_timing_table_options){ .size = sizeof(*options) };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_timing_table_options, flags,
                      BRES_TIMING_TABLE_TRIM | BRES_TIMING_TABLE_HIGHLIGHT),
    BRES__OPTION_ENUM(bres_timing_table_options, color, BRES_TIMING_COLOR_ROWS),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_timing_table_options, OPTIONS_FIRST_SIZE, option_fields);

static bres_status options_load(bres_timing_table_options *full,
                                const bres_timing_table_options *user)
{
    bres_timing_table_options_init(full);
    return bres__options_take(full, user, &options_type);
}

/* Appends the table of measurements that have one label. */
static bres_status put_table(bres__text *text, const bres_timing_table_options *options,
                             const bres_measurement *const *measurements, size_t count)
{
    bres__timing_table table = { .options = options };
    bres_status status;

    status = bres__timing_table_make(&table, measurements, count)
                 ? bres__timing_table_put(text, &table)
                 : bres__error_memory();
    bres__arena_free(&table.arena);
    return status;
}

/* Groups merged measurements by label, in the order of first use; *ends gets the end of each group.
 * Both arrays have room for `count` elements. */
static bool group_by_label(bres_measurement *const *merged, size_t count,
                           const bres_measurement **sorted, size_t *ends, size_t *group_count)
{
    bres__index labels = { 0 };
    size_t *label_of = bres__calloc(count, sizeof(*label_of));
    bool done = label_of != NULL;

    for (size_t i = 0; i < count && done; i++) {
        bres__key_put(&labels.key, merged[i]->spec.label);
        done = bres__index_take(&labels, &label_of[i]);
        if (done)
            ends[label_of[i]]++;
    }
    /* Replaces the size of each group by its beginning, which the next loop advances to its end. */
    for (size_t i = 0, begin = 0; i < labels.count; i++) {
        const size_t size = ends[i];

        ends[i] = begin;
        begin += size;
    }
    for (size_t i = 0; i < count && done; i++)
        sorted[ends[label_of[i]]++] = merged[i];
    *group_count = labels.count;
    bres__index_free(&labels);
    bres__free(label_of);
    return done;
}

static bres_status put_tables(bres__text *text, const bres_timing_table_options *options,
                              bres_measurement *const *merged, size_t count)
{
    const bres_measurement **sorted = bres__calloc(count, sizeof(*sorted));
    size_t *ends = bres__calloc(count, sizeof(*ends));
    bres_status status = BRES_OK;
    size_t group_count = 0;
    size_t begin = 0;

    if (sorted == NULL || ends == NULL ||
        !group_by_label(merged, count, sorted, ends, &group_count))
        status = bres__error_memory();
    for (size_t i = 0; i < group_count && status == BRES_OK; i++) {
        bres__text_puts(text, i > 0 ? "\n" : "");
        status = put_table(text, options, sorted + begin, ends[i] - begin);
        begin = ends[i];
    }
    bres__free(ends);
    bres__free(sorted);
    return status;
}

bres_status bres_timing_table(const bres_measurement *const *measurements, size_t count,
                              const bres_timing_table_options *options, char **text, size_t *length)
{
    bres_timing_table_options full;
    bres_measurement **merged = NULL;
    bres__text made = { 0 };
    size_t merged_count = 0;
    size_t made_length;
    bres_status status;

    if (length != NULL)
        *length = 0;
    if (text == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_timing_table: text is NULL");
    *text = NULL;
    status = options_load(&full, options);
    if (status == BRES_OK)
        status = bres__measurement_check_list(measurements, count, "bres_timing_table");
    if (status != BRES_OK)
        return status;
    if (count != 0) {
        merged = bres__calloc(count, sizeof(*merged));
        if (merged == NULL)
            return bres__error_memory();
        status = bres_measurement_merge(measurements, count, merged, &merged_count);
        if (status == BRES_OK)
            status = put_tables(&made, &full, merged, merged_count);
    }
    made_length = made.length;
    if (status == BRES_OK) {
        *text = bres__text_steal(&made);
        status = *text != NULL ? BRES_OK : bres__error_memory();
    }
    if (status == BRES_OK && length != NULL)
        *length = made_length;
    for (size_t i = 0; i < merged_count; i++)
        bres_measurement_free(merged[i]);
    bres__free(merged);
    bres__text_free(&made);
    return status;
}
