/* SPDX-License-Identifier: MIT */
/*
 * Makes measurements from the program's own times, and prints them as a table: two ways to sort,
 * with two sizes.
 * Run as: timing_table
 */
#include <benchresult.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCKS 25
#define LARGE  512

static int compare(const void *a, const void *b)
{
    const int first = *(const int *)a;
    const int second = *(const int *)b;

    return (first > second) - (first < second);
}

static void insertion(int *values, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && values[k - 1] > values[k]; k--) {
            const int swapped = values[k];

            values[k] = values[k - 1];
            values[k - 1] = swapped;
        }
}

static void library(int *values, size_t count)
{
    qsort(values, count, sizeof(*values), compare);
}

/* Times blocks of `number` sorts of the same values. */
static bres_status measure(const char *name, void (*sort)(int *, size_t), size_t count,
                           uint64_t number, bres_measurement **measurement)
{
    static int values[LARGE];
    double seconds[BLOCKS];
    char description[32];
    bres_task_spec spec;
    bres_clock clock;

    bres_clock_init(&clock);
    for (size_t i = 0; i < BLOCKS; i++) {
        const uint64_t begin = clock.now(clock.user);

        for (uint64_t run = 0; run < number; run++) {
            for (size_t k = 0; k < count; k++)
                values[k] = (int)(k * 7919 % 1009);
            sort(values, count);
        }
        seconds[i] = (double)(clock.now(clock.user) - begin) * 1e-9;
    }
    snprintf(description, sizeof(description), "n=%zu", count);
    bres_task_spec_init(&spec);
    spec.label = "sort";
    spec.sub_label = name;
    spec.description = description;
    return bres_measurement_new(&spec, number, seconds, BLOCKS, measurement);
}

int main(void)
{
    bres_measurement *m[4] = { NULL };
    bres_timing_table_options options;
    char *table = NULL;

    bres_timing_table_options_init(&options);
    options.flags = BRES_TIMING_TABLE_TRIM | BRES_TIMING_TABLE_HIGHLIGHT;
    if (measure("insertion", insertion, 16, 1000, &m[0]) == BRES_OK &&
        measure("insertion", insertion, LARGE, 10, &m[1]) == BRES_OK &&
        measure("qsort", library, 16, 1000, &m[2]) == BRES_OK &&
        measure("qsort", library, LARGE, 10, &m[3]) == BRES_OK &&
        bres_timing_table((const bres_measurement *const *)m, 4, &options, &table, NULL) == BRES_OK)
        printf("%s\n\n%s", bres_measurement_text(m[0]), table);
    else
        fprintf(stderr, "timing_table: %s\n", bres_last_error());
    bres_string_free(table);
    for (size_t i = 0; i < 4; i++)
        bres_measurement_free(m[i]);
    return table != NULL ? 0 : 2;
}
