/* SPDX-License-Identifier: MIT */
/*
 * Loads bytes, strictly and leniently, and reads all values of the results. Input that loads
 * strictly must load leniently, with the same content and the same number of warnings.
 */
#include "support/walk.h"

#include <benchresult/nvbench.h>
#include <stdio.h>
#include <stdlib.h>

static void count_warning(void *user, bres_log_level level, const char *message)
{
    size_t *count = user;

    if (level != BRES_LOG_WARNING || message == NULL || message[0] == '\0')
        abort();
    ++*count;
}

static bres_status load(const uint8_t *data, size_t size, uint32_t flags, uint32_t threads,
                        bres_walk *walk, size_t *warnings)
{
    bres_load_options options;
    bres_result *result;
    bres_status status;

    bres_load_options_init(&options);
    options.flags = flags;
    options.threads = threads;
    options.log = count_warning;
    options.log_user = warnings;
    options.name = "fuzz.json";
    options.directory = "/nonexistent";
    options.max_states = 1000;
    options.max_string = 1 << 12;
    options.max_depth = 32;
    *warnings = 0;
    status = bres_result_load_memory(data, size, &options, &result);
    if ((status == BRES_OK) != (result != NULL))
        abort();
    if (status != BRES_OK && (status != bres_last_error_status() || bres_last_error()[0] == '\0'))
        abort();
    if (status == BRES_OK)
        *walk = bres_walk_result(result);
    bres_result_unref(result);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bres_walk strict = { 0 };
    bres_walk lenient = { 0 };
    size_t strict_warnings;
    size_t lenient_warnings;
    bres_status status = load(data, size, 0, 1, &strict, &strict_warnings);
    bres_status again = load(data, size, BRES_LOAD_LENIENT, 1, &lenient, &lenient_warnings);

    if (status != BRES_OK)
        return 0;
    if (again != BRES_OK || strict.sum != lenient.sum || strict_warnings != lenient_warnings) {
        fprintf(stderr, "a strict load is not the lenient one\n");
        abort();
    }
    return 0;
}
