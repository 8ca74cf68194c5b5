/* SPDX-License-Identifier: MIT */
#include "support/timings.h"

#include <criterion/criterion.h>
#include <string.h>

bres_measurement *bres_test_timing(const bres_task_spec *spec, uint64_t number_per_run,
                                   const double *raw_times, size_t count)
{
    bres_measurement *measurement;

    cr_assert_eq(bres_measurement_new(spec, number_per_run, raw_times, count, &measurement),
                 BRES_OK, "%s", bres_last_error());
    return measurement;
}

bres_measurement *bres_test_time(const char *label, const char *sub_label, const char *description,
                                 double seconds)
{
    bres_task_spec spec;

    bres_task_spec_init(&spec);
    spec.label = label;
    spec.sub_label = sub_label;
    spec.description = description;
    return bres_test_timing(&spec, 1, &seconds, 1);
}

static bool text_equal(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

bool bres_test_timings_equal(const bres_measurement *a, const bres_measurement *b)
{
    const size_t count = bres_measurement_count(a);

    return bres_task_spec_equal(bres_measurement_spec(a), bres_measurement_spec(b)) &&
           bres_measurement_number_per_run(a) == bres_measurement_number_per_run(b) &&
           count == bres_measurement_count(b) &&
           (count == 0 || memcmp(bres_measurement_raw_times(a), bres_measurement_raw_times(b),
                                 count * sizeof(double)) == 0) &&
           text_equal(bres_measurement_metadata_json(a), bres_measurement_metadata_json(b)) &&
           text_equal(bres_measurement_text(a), bres_measurement_text(b));
}

void bres_test_timings_free(bres_measurement **measurements, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bres_measurement_free(measurements[i]);
}

char *bres_test_timing_table(bres_measurement **measurements, size_t count, uint32_t flags,
                             uint32_t color)
{
    bres_timing_table_options options;
    size_t length;
    char *text;

    bres_timing_table_options_init(&options);
    options.flags = flags;
    options.color = color;
    cr_assert_eq(bres_timing_table((const bres_measurement *const *)measurements, count, &options,
                                   &text, &length),
                 BRES_OK, "%s", bres_last_error());
    cr_assert_eq(length, strlen(text));
    return text;
}

char *bres_test_trim_lines(char *text)
{
    char *end = text;

    for (const char *next = text; *next != '\0'; next++) {
        if (*next == '\n')
            while (end > text && end[-1] == ' ')
                end--;
        *end++ = *next;
    }
    while (end > text && end[-1] == ' ')
        end--;
    *end = '\0';
    return text;
}
