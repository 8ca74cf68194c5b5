/* SPDX-License-Identifier: MIT */
/*
 * Reads a measurement as JSON. An accepted measurement can be shown, and is the same after it is
 * written and read back, as JSON and as a state.
 */
#include <benchresult.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* A text must not contain bytes that control a terminal. */
static void check_visible(const char *text)
{
    for (; *text != '\0'; text++)
        check((unsigned char)*text >= 0x20 || *text == '\n' || *text == '\t');
}

static void check_text(const bres_measurement *measurement)
{
    bres_timing_table_options options;
    char *table;

    check_visible(bres_measurement_text(measurement));
    bres_timing_table_options_init(&options);
    options.flags = BRES_TIMING_TABLE_TRIM | BRES_TIMING_TABLE_HIGHLIGHT;
    check(bres_timing_table(&measurement, 1, &options, &table, NULL) == BRES_OK);
    check_visible(table);
    check(strchr(table, '\t') == NULL);
    bres_string_free(table);
}

static void check_json(const bres_measurement *measurement)
{
    bres_measurement *again;
    char *first;
    char *second;

    check(bres_measurement_json(measurement, &first) == BRES_OK);
    check(bres_measurement_parse(first, strlen(first), &again) == BRES_OK);
    check(bres_measurement_json(again, &second) == BRES_OK);
    check(strcmp(first, second) == 0);
    bres_string_free(second);
    bres_string_free(first);
    bres_measurement_free(again);
}

/* Times may be too large for float32 samples; everything else must read back the same. */
static void check_state(const bres_measurement *measurement)
{
    bres_result *result;
    bres_measurement *again;
    bres_status status;

    check(bres_measurement_result(&measurement, 1, &result) == BRES_OK);
    status = bres_measurement_from_state(
        bres_subbench_state_at(bres_result_subbench_at(result, 0), 0), &again);
    check(status == BRES_OK || status == BRES_ERROR_VALUE);
    if (status == BRES_OK) {
        check(
            bres_task_spec_equal(bres_measurement_spec(measurement), bres_measurement_spec(again)));
        check(bres_measurement_count(measurement) == bres_measurement_count(again));
    }
    bres_measurement_free(again);
    bres_result_unref(result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bres_measurement *measurement;

    if (bres_measurement_parse((const char *)data, size, &measurement) != BRES_OK) {
        check(measurement == NULL && bres_last_error()[0] != '\0');
        return 0;
    }
    check_text(measurement);
    check_json(measurement);
    check_state(measurement);
    bres_measurement_free(measurement);
    return 0;
}
