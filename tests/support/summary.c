/* SPDX-License-Identifier: MIT */
#include "support/summary.h"

#include <benchresult/nvbench.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DOCUMENT_COUNT 4

bres_result *bres_test_load(const char *name, uint32_t flags, const char *json)
{
    const size_t size = strlen(json);
    char *text = malloc(size);
    bres_result *result = NULL;
    bres_load_options options;

    for (size_t i = 0; i < size; i++)
        text[i] = json[i] == '\'' ? '"' : json[i];
    bres_load_options_init(&options);
    options.name = name;
    options.flags = flags;
    options.threads = 1;
    cr_assert_eq(bres_result_load_memory(text, size, &options, &result), BRES_OK, "%s",
                 bres_last_error());
    free(text);
    return result;
}

char *bres_test_summary(const char *const *documents, size_t count, bres_format format,
                        const bres_filter *filter)
{
    bres_result *results[DOCUMENT_COUNT] = { NULL };
    bres_summary_options options;
    size_t length;
    char *text;

    cr_assert_leq(count, DOCUMENT_COUNT);
    for (size_t i = 0; i < count; i++) {
        char name[16] = "r.json";

        if (count > 1)
            snprintf(name, sizeof name, "r%zu.json", i);
        results[i] = bres_test_load(name, 0, documents[i]);
    }
    bres_summary_options_init(&options);
    options.format = format;
    options.filter = filter;
    cr_assert_eq(bres_summary_report(results, count, &options, &text, &length), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(strlen(text), length);
    for (size_t i = 0; i < count; i++)
        bres_result_unref(results[i]);
    return text;
}
