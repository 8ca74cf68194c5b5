/* SPDX-License-Identifier: MIT */
/*
 * Imports bytes in every format, strictly and leniently, and reads all values of the results. Input
 * that imports strictly must import leniently, with the same result.
 */
#include "support/walk.h"

#include <benchresult/formats.h>
#include <stdio.h>
#include <stdlib.h>

static void check_warning(void *user, bres_log_level level, const char *message)
{
    (void)user;
    if (level != BRES_LOG_WARNING || message == NULL || message[0] == '\0')
        abort();
}

static bres_status import(const uint8_t *data, size_t size, uint32_t flags, const char *format,
                          bres_walk *walk)
{
    bres_import_options options;
    bres_load_options load;
    bres_result *result;
    bres_status status;

    bres_load_options_init(&load);
    load.flags = flags;
    load.threads = 1;
    load.log = check_warning;
    load.name = "fuzz";
    load.max_states = 1000;
    load.max_string = 1 << 12;
    load.max_depth = 32;
    bres_import_options_init(&options);
    options.load = &load;
    options.format = format;
    options.max_unpacked = 1 << 20;
    status = bres_result_import_memory(data, size, &options, &result);
    if ((status == BRES_OK) != (result != NULL))
        abort();
    if (status != BRES_OK && (status != bres_last_error_status() || bres_last_error()[0] == '\0'))
        abort();
    if (status == BRES_OK)
        *walk = bres_walk_result(result);
    bres_result_unref(result);
    return status;
}

static void check(const uint8_t *data, size_t size, const char *format)
{
    bres_walk strict = { 0 };
    bres_walk lenient = { 0 };
    const bres_status status = import(data, size, 0, format, &strict);
    const bres_status again = import(data, size, BRES_LOAD_LENIENT, format, &lenient);

    if (status != BRES_OK || (again == BRES_OK && strict.sum == lenient.sum))
        return;
    fprintf(stderr, "a strict import is not the lenient one\n");
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Imports once in the detected format, and once in the format that the last byte selects. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *format = size > 0 ? bres_import_format_name(data[size - 1] % 16) : NULL;

    check(data, size, NULL);
    if (format != NULL)
        check(data, size, format);
    return 0;
}
